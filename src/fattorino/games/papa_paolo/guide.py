"""What players are told beside the rules: how it stands, what happened, why not, what is learned when."""

from collections.abc import Sequence
from typing import Any

from fattorino.games.papa_paolo import state as s
from fattorino.games.papa_paolo import tables as t
from fattorino.games.papa_paolo.auction import top_row
from fattorino.games.papa_paolo.district import unserved
from fattorino.games.papa_paolo.obstacles import is_shop, missing, tour_reason, unavailable
from fattorino.games.papa_paolo.score import left_over
from fattorino.games.papa_paolo.state import Acted, Event, Phase, Stage
from fattorino.games.papa_paolo.story import moment, places, retell, starts_turn
from fattorino.games.papa_paolo.tray import WAYS_OUT
from fattorino.games.papa_paolo.words import open_houses, pizzas_word, score_breakdown, target, ticket_words
from fattorino.kernel.guide import Guide, Line, Summary, Taught
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import NONE, Seat

# -- how it stands ---------------------------------------------------------------------------------------


def summary(view: Any, seat: Seat) -> Summary:
    """Goal, round, points so far, who comes next, and what the viewer has to work with."""
    stages = {Stage.PLACE: 0.0, Stage.BID: 0.5, Stage.PICK: 0.6, Stage.INVEST: 0.7, Stage.DELIVER: 0.8}
    part = stages.get(Stage(int(view.stage)), 0.0)
    if view.stage == Stage.PLACE:
        part = 0.5 * int(view.placed) / (s.PAWNS * int(view.n))
    return Summary(
        goal=goal(view, seat),
        end=_("Round {n} of {rounds}").format(n=int(view.round_no), rounds=s.ROUNDS),
        share=1.0 if view.over else (int(view.round_no) - 1 + part) / s.ROUNDS,
        scores=scores(view),
        order=order(view),
        have=have(view, seat) if seat >= 0 and not view.over else (),
    )


def goal(view: Any, seat: Seat) -> str:
    """What the viewer is after just now."""
    if view.over:
        return _("The game is over: most points win, then most money.")
    if seat < 0:
        return _("Pizzas on houses: +1 each; left over: −1 each.")
    if view.stage == Stage.PLACE:
        return _("Pizzas on houses: +1 each; left over: −1 each.")
    if view.stage == Stage.BID:
        return _("Win a delivery tile: no tile, no delivery this round.")
    if view.stage in (Stage.PICK, Stage.INVEST):
        return _("Invest: one more action now, or a step on a track.")
    if view.stage == Stage.DELIVER and view.ticket[seat] == NONE and view.seat != seat:
        return _("The others deliver; you have no delivery tile this round.")
    if view.stage == Stage.DELIVER:
        return _("Bring pizzas to houses: +1 point each.")
    return _("Choose the start tile you keep; the lower number goes first.")


def scores(view: Any) -> list[list[Line]]:
    """The lines of the final account as they stand; points for money are unknown where money is."""
    lines: list[list[Line]] = [list(parts) for parts in score_breakdown(view)]
    if view.money_points and not (view.money_shown or view.over):
        for parts in lines:
            parts.append((_("Rich pizzaiolo"), None))
    return lines


def order(view: Any) -> list[int]:
    """Who decides now, and who comes after that, as far as it is settled."""
    if view.over:
        return []
    n, mover = int(view.n), int(view.seat)
    around = [int(seat) for seat in view.order[:n]]
    turn = max(int(view.turn), 0)
    if view.stage == Stage.PICK or (view.stage == Stage.INVEST and n == 2):
        after = [int(seat) for seat in view.queue[turn + 1 : n]]
    elif view.stage == Stage.INVEST:
        after = [seat for seat in around[turn + 1 :] if view.invest[seat] != NONE]
    elif view.stage == Stage.DELIVER:
        after = [seat for seat in around[turn + 1 :] if view.ticket[seat] != NONE]
        if view.round_no < s.ROUNDS:
            after += [int(seat) for seat in view.next_order[:n]]
    else:
        place = around.index(mover)
        after = around[place + 1 :] + around[:place]
        if view.stage == Stage.BID and n > 2:
            after = [seat for seat in after if is_to_bid(view, seat)]
    return list(dict.fromkeys([mover, *after]))


def is_to_bid(view: Any, seat: Seat) -> bool:
    """PP-BID-2: whether a player has not acted yet or is outbid."""
    bid = int(view.bid[seat])
    outbid = bid != NONE and top_row(view, seat, bid % s.PIAZZA_COLUMNS) > bid // s.PIAZZA_COLUMNS
    return bool(view.acted[seat] == Acted.NOT_YET or outbid)


def have(view: Any, seat: Seat) -> list[tuple[str, str]]:
    """Money, stock and room, open houses, and the limit of the phase."""
    houses = open_houses(view, seat)
    stock, room = left_over(view, seat), int(view.room[seat])
    found = [
        ("coin", _("£{n}").format(n=int(view.money[seat]))),
        ("pizza", _("{n} in stock, room for {room}").format(n=stock, room=room)),
        ("house", ngettext("{n} house open", "{n} houses open", houses)),
    ]
    if view.stage == Stage.PLACE:
        placed = sum(int(pawn) == seat for pawn in view.pawn)
        if view.seat == seat:
            number = placed + (view.phase == Phase.SLOT)
            found.append(("pawn", _("pawn {n} of {pawns}").format(n=int(number), pawns=s.PAWNS)))
        else:
            found.append(("pawn", ngettext("{n} pawn left", "{n} pawns left", s.PAWNS - placed)))
    elif view.ticket[seat] != NONE:
        found.append(("bike", ticket_words(int(view.round_no), int(view.ticket[seat]))))
    if view.seat == seat and view.phase in (Phase.TOUR, Phase.ROAD):
        tours = ngettext("{n} more tour", "{n} more tours", int(view.tours_left))
        left = _("{pizzas} to deliver, {tours}").format(
            pizzas=pizzas_word(int(view.pizzas_left)), tours=tours
        )
        found[-1] = ("bike", left)
    return found


# -- ways out ---------------------------------------------------------------------------------------------


def declines(view: Any, action: int) -> bool:
    """To do nothing, end a tour, stop delivering, withdraw."""
    return s.SPACE.block(action)[0].name in WAYS_OUT


def warning(view: Any, action: int) -> str:
    """Deliveries that would be given up though houses wait within reach."""
    seat = int(view.seat)
    if action == s.END_DELIVERY and view.phase == Phase.TOUR:
        shops = [int(view.cell[seat, k]) for k in range(int(view.n_squares[seat])) if is_shop(view, seat, k)]
        if any(not tour_reason(view, seat, cell) for cell in shops):
            text = _("Houses still wait within reach: give up {pizzas}?")
            return text.format(pizzas=pizzas_word(int(view.pizzas_left)))
    if action == s.END_TOUR and view.phase == Phase.ROAD and unserved(view, seat, int(view.tour_at)) > 0:
        return _("A house still waits here for its pizza: end the tour?")
    return ""


# -- what a newcomer is told, and when -------------------------------------------------------------------

LINES = ["line0", "line4"]  # of the first row and the first column


def matters(view: Any, seat: Seat, actions: Sequence[int]) -> list[Taught]:
    """The rules that a decision rests on, the most needed first."""
    phase = Phase(int(view.phase))
    mine = f"panel{seat}"
    if phase == Phase.SLOT:
        placed = sum(int(pawn) == seat for pawn in view.pawn)
        if view.round_no == 1 and placed == 0:
            return [Taught("PP-SCORE-1", mine), Taught("PP-PLACE-1", "pp-city")]
        found = [Taught("PP-SCORE-4", mine), Taught("PP-BRIBE-1", LINES[0]), Taught("PP-PLACE-2", "pp-city")]
        if placed >= 2 or view.round_no > 1:
            found += [Taught("PP-XP-1", f"track{seat}-0"), Taught("PP-BRIBE-2", LINES[1])]
        return found + ([Taught("PP-ROUND-1", "pp-status")] if view.round_no > 1 else [])
    if phase == Phase.USE:
        deeds = {s.SPONSOR + k: rule for k, rule in enumerate(DEED_RULES)}
        open_now = [Taught(deeds[int(k)], target(view, int(k))) for k in actions if int(k) in deeds]
        return [Taught("PP-PLACE-3", f"slot-{int(view.slot)}"), *open_now]
    if phase == Phase.TOUR:
        rules = ["PP-DELIVER-2"] if view.stage == Stage.DELIVER else ["PP-EXPRESS-1"]
        return [Taught(rule, "pp-district") for rule in [*rules, "PP-DELIVER-3", "PP-DELIVER-11"]]
    if phase == Phase.ROAD:
        here = f"cell-{int(view.cell[seat, int(view.tour_at)])}"
        step = "PP-DELIVER-7" if s.DROP in actions else "PP-DELIVER-4"
        return [Taught(step, here), Taught("PP-DELIVER-6", here)]
    if phase == Phase.BID:
        found = [Taught("PP-PAY-2", "pp-piazza"), Taught("PP-PAY-1", "pp-piazza")]
        if not (view.reverse_order or view.start_coin_to >= 0 or view.round_no == s.ROUNDS):
            found.append(Taught("PP-ORDER-1", "pp-piazza"))
        if view.bid[seat] != NONE:
            found.append(Taught("PP-BID-5", f"bid-{int(view.bid[seat])}"))
        return [*found, Taught("PP-BID-4", "pp-piazza"), Taught("PP-BID-7", "pp-piazza")]
    if phase in (Phase.PICK, Phase.BIG, Phase.SMALL):
        rules = {Phase.PICK: [], Phase.BIG: ["PP-2P-13"], Phase.SMALL: ["PP-2P-14"]}[phase]
        bought = ["PP-PAY-3" if phase == Phase.PICK else "PP-2P-15"] if view.bid[seat] == NONE else []
        return [Taught(rule, "pp-offers") for rule in [*rules, *bought, "PP-INVEST-1"]]
    rules = {
        Phase.START: ["PP-2P-2"],
        Phase.TILE: ["PP-EXPAND-5", "PP-EXPAND-2", "PP-EXPAND-3"],
        Phase.ROT: ["PP-EXPAND-1"],
        Phase.BUY: ["PP-SHOP-1", "PP-SCORE-4"] + (["PP-SHOP-5"] if view.room[seat] < t.MAX_BUY else []),
        Phase.STOCK: ["PP-SHOP-3", "PP-SHOP-4"],
        Phase.PRICE: ["PP-BUILD-1", "PP-BUILD-6"],
        Phase.SITE: ["PP-BUILD-3", "PP-BUILD-4"],
        Phase.BID2: ["PP-2P-7", "PP-2P-12", "PP-2P-10"],
        Phase.INVEST: ["PP-INVEST-1", "PP-INVEST-3"],
        Phase.TURN: ["PP-2P-14"],
        Phase.DELIVERY: ["PP-2P-16"],
    }.get(phase, [])
    where = {Phase.BID2: "pp-piazza", Phase.DELIVERY: "pp-piazza", Phase.TURN: "pp-offers"}
    return [Taught(rule, where.get(phase, "pp-district")) for rule in rules]


DEED_RULES = ["PP-SPONSOR-1", "PP-SHOP-1", "PP-EXPRESS-1", "PP-BUILD-1"]
SHOWN = {
    Event.BRIBE: ["PP-BRIBE-1"],
    Event.SPONSOR: ["PP-SPONSOR-1"],
    Event.BOUGHT: ["PP-SHOP-1"],
    Event.EXPRESS: ["PP-EXPRESS-1"],
    Event.BUILT: ["PP-BUILD-1"],
    Event.LAID: ["PP-EXPAND-5"],
    Event.DROPPED: ["PP-SCORE-1"],
    Event.LEARNED: ["PP-XP-1", "PP-SCORE-2"],
    Event.TICKET: ["PP-PAY-2"],
    Event.AS_EXPERIENCE: ["PP-INVEST-3"],
    Event.DELIVERS: ["PP-DELIVER-2"],
    Event.TOUR: ["PP-DELIVER-3"],
    Event.FACE_DOWN: ["PP-VAR-A"],
    Event.ORDER_NEXT: ["PP-VAR-B"],
}


def shows(event: Any, viewer: Seat) -> list[Taught]:
    """The rules that an event is an example of."""
    where = (*places(event, viewer), "")[0]
    return [Taught(rule, where) for rule in SHOWN.get(Event(int(event[0])), [])]


GUIDE = Guide(
    summary=summary,
    starts_turn=starts_turn,
    retell=retell,
    moment=moment,
    places=places,
    missing=missing,
    unavailable=unavailable,
    matters=matters,
    shows=shows,
    declines=declines,
    warning=warning,
)

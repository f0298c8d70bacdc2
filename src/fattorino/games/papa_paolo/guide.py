"""Help beside the board: the goal, the status, what is missing for an action, warnings of wasteful ones."""

from typing import Any

from fattorino.games.papa_paolo import state as s, tables as t
from fattorino.games.papa_paolo.lessons import matters, shows
from fattorino.games.papa_paolo.names import deed_name, pizzas_word, ticket_words
from fattorino.games.papa_paolo.pad import WAYS_OUT
from fattorino.games.papa_paolo.rules.auction import is_to_bid
from fattorino.games.papa_paolo.rules.catalog import QUESTIONS
from fattorino.games.papa_paolo.rules.district import open_houses
from fattorino.games.papa_paolo.rules.score import left_over
from fattorino.games.papa_paolo.state import Colour, Phase, Stage
from fattorino.games.papa_paolo.story import moment, places, retell, starts_turn
from fattorino.games.papa_paolo.words import label, prompt, score_breakdown, target
from fattorino.kernel.guide import Fact, Guide, Line, Missing, Summary
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import NONE, Seat

# -- the status ------------------------------------------------------------------------------------------


def summary(view: Any, seat: Seat) -> Summary:
    """The goal, the round, points so far, the turn order, and the viewer's resources."""
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
        end_tells=_(
            "A round: place pawns, bid for delivery tiles, invest, deliver. After round {n} it is over."
        ).format(n=s.ROUNDS),
        score_tells=score_tells(),
    )


def score_tells() -> list[str]:
    """How each line of a score is counted."""
    return [
        _("+1 for each house with a pizza"),
        _("by its column, from {first} to {last}").format(
            first=t.track_value(t.VERSATILITY, 0), last=t.track_value(t.VERSATILITY, s.LAST_COLUMN)
        ),
        _("+{n} for each in the last column").format(n=s.EXPERT_POINTS),
        _("−1 for each pizza in a pizzeria"),
        _("+{most} for most money, +{next} for the next").format(
            most=s.RICHEST_POINTS[0], next=s.RICHEST_POINTS[1]
        ),
    ]


def goal(view: Any, seat: Seat) -> str:
    """The viewer's current goal, short enough for one line on a phone."""
    if view.over:
        return _("The game is over: most points win, then most money.")
    if view.stage == Stage.BID and seat >= 0:
        return _("No delivery without a tile: win one.")
    if view.stage in (Stage.PICK, Stage.INVEST) and seat >= 0:
        return _("Invest: an action, or a step on a track.")
    if view.stage == Stage.DELIVER and seat >= 0:
        if view.ticket[seat] == NONE and view.seat != seat:
            return _("The others deliver; you have no tile.")
        return _("Bring pizzas to houses: +1 point each.")
    return _("House served: +1. Pizza left over: −1.")


def scores(view: Any) -> list[list[Line]]:
    """The lines of each score so far; points for money are unknown if the money is."""
    lines: list[list[Line]] = [list(parts) for parts in score_breakdown(view)]
    if view.money_points and not (view.money_shown or view.over):
        for parts in lines:
            parts.append((_("Rich pizzaiolo"), None))
    return lines


def order(view: Any) -> list[int]:
    """Who decides now, and who comes after that, as far as it is determined."""
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


def have(view: Any, seat: Seat) -> list[Fact]:
    """Money, stock and room, open houses, and the limit of the phase."""
    houses = open_houses(view, seat)
    stock, room = left_over(view, seat), int(view.room[seat])
    found = [
        Fact(
            "coin",
            _("£{n}").format(n=int(view.money[seat])),
            _("Money pays for pizzas, pizzerias and bids; among equal points the most money wins."),
        ),
        Fact(
            "pizza",
            _("{n} in stock, room for {room}").format(n=stock, room=room),
            _("Pizzas in your pizzerias, and how many more fit in. Each one left at the end is −1 point."),
        ),
        Fact(
            "house",
            ngettext("{n} house open", "{n} houses open", houses),
            _("Houses of your district without a pizza: each pizza you bring there is +1 point."),
        ),
    ]
    if view.stage == Stage.PLACE:
        placed = sum(int(pawn) == seat for pawn in view.pawn)
        if view.seat == seat:
            number = placed + (view.phase == Phase.SLOT)
            words = _("pawn {n} of {pawns}").format(n=int(number), pawns=s.PAWNS)
        else:
            words = ngettext("{n} pawn left", "{n} pawns left", s.PAWNS - placed)
        found.append(Fact("pawn", words, _("Each pawn of a round takes a city tile or an action.")))
    elif view.ticket[seat] != NONE:
        words = ticket_words(int(view.round_no), int(view.ticket[seat]))
        found.append(
            Fact("bike", words, _("Your delivery tile: so many pizzas in all, so many steps a tour."))
        )
    if view.seat == seat and view.phase in (Phase.TOUR, Phase.ROAD):
        more = int(view.tours_left)
        tours = ngettext("{n} more tour", "{n} more tours", more) if more else _("last tour")
        left = _("{pizzas} to deliver, {tours}").format(
            pizzas=pizzas_word(int(view.pizzas_left)), tours=tours
        )
        found[-1] = Fact(
            "bike", left, _("What is left of your delivery: pizzas by your tile, tours by your track.")
        )
    return found


# -- what is possible, and what is not -------------------------------------------------------------------


def missing(view: Any, seat: Seat) -> list[Missing]:
    """Expected choices that the deciding seat does not have."""
    if view.over or view.seat != seat or seat < 0:
        return []
    asked = QUESTIONS[int(view.phase)]
    lacking = ((action, asked.why(view, seat, action)) for action in asked.looked_for(view, seat))
    return [Missing(label(view, action), why, target(view, action)) for action, why in lacking if why]


def unavailable(view: Any, seat: Seat, thing: str) -> str:
    """What is being asked, and what would make a thing on the board available."""
    because = ""
    if view.seat == seat and not view.over:
        asked = QUESTIONS[int(view.phase)]
        answers = [k for k in range(s.NUM_ACTIONS) if s.SPACE.block(k)[0].name in asked.labels]
        here = [action for action in answers if target(view, action) == thing]
        because = asked.why(view, seat, here[0]) if here else ""
    return " ".join(part for part in (prompt(view, seat), because or when_usable(view, thing)) if part)


def when_usable(view: Any, thing: str) -> str:
    """What a thing on the board is for, and when, if it does not answer the current question."""
    stage, phase, kind = view.stage, view.phase, thing.partition("-")[0].rstrip("0123456789")
    text = ""
    if view.over:
        return ""
    if kind == "slot" and stage != Stage.PLACE:
        text = _("Pawns are placed at the beginning of a round.")
    if kind == "cell" and phase == Phase.SLOT:
        text = _("Your district grows when a pawn takes a tile.")
    if kind == "cell" and phase == Phase.ROAD:
        text = _("A tour goes from square to square, along the roads.")
    if kind in ("bid", "amount") and stage < Stage.BID:
        text = _("Bidding comes when all pawns are placed.")
    if kind in ("bid", "amount") and stage > Stage.BID:
        text = _("The bidding of this round is over.")
    if kind == "delivery":
        text = _("A delivery tile goes to the bid below it; without one you do not deliver this round.")
    if kind == "colour" and stage in (Stage.PLACE, Stage.BID):
        text = _("Investments are chosen after the bidding, the highest row first.")
    if kind == "shop" and phase != Phase.PRICE:
        text = _("Pizzerias are built by the action “{action}”.").format(action=deed_name(Colour.GREEN))
    if kind == "line":
        text = _("Most pawns in a row or column take its coin, once all pawns are placed.")
    if kind in ("marker", "track"):
        text = _("A marker moves when all houses of a tile of its colour are served, or by an investment.")
    return _("This is another player's district.") if kind == "at" else text


def declines(view: Any, action: int) -> bool:
    """Whether an action does nothing, ends a tour, stops delivering or withdraws."""
    return s.SPACE.block(action)[0].name in WAYS_OUT


def warning(view: Any, action: int) -> str:
    """A warning before something is wasted."""
    return "" if view.over else QUESTIONS[int(view.phase)].warning(view, int(view.seat), action)


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

"""Which investment to take: a small tile, or with two players a quarter of the large one, which is turned."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from fattorino.games.papa_paolo import names, opinion, state as s, tables as t
from fattorino.games.papa_paolo.rules import deeds, money
from fattorino.games.papa_paolo.rules.question import Question, one_term, teach
from fattorino.games.papa_paolo.state import Event, Phase, Rule
from fattorino.kernel.game import Reason
from fattorino.kernel.guide import Taught
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, list_bits, tell

ALL_COLOURS = (1 << s.N_COLOURS) - 1


@jit
def colours_open(state: State) -> int:
    """The colours that can be named now, one bit each."""
    if state.phase == Phase.PICK:
        return int(state.offer)
    if state.phase == Phase.BIG:
        return ALL_COLOURS
    if state.phase == Phase.SMALL:
        return int(state.side)
    neighbours = 0  # PP-2P-14: quarters beside the chosen one lie an odd number of places away
    for colour in range(s.N_COLOURS):
        apart = t.quarter_of(int(state.large), colour) - t.quarter_of(int(state.large), int(state.chosen))
        if apart % 2 == 1:
            neighbours |= 1 << colour
    return neighbours


@jit
def is_buyer(state: State, seat: Seat) -> bool:
    """PP-PAY-3, PP-2P-15: without a bid an investment costs £1, and may be declined."""
    return bool(state.phase != Phase.TURN and state.bid[seat] == NONE)


@jit
def check_colour(state: State, seat: Seat, action: Action) -> Any:
    """Name the rule that forbids naming this colour (or declining), or Rule.OK."""
    rule = Rule.PP_PAY_2
    if state.phase == Phase.BIG:
        rule = Rule.PP_2P_13
    elif state.phase != Phase.PICK:
        rule = Rule.PP_2P_14
    if action == s.PASS:
        return Rule.OK if is_buyer(state, seat) else rule
    if action < s.COLOUR or action >= s.USE_ACTION or not t.has(colours_open(state), action - s.COLOUR):
        return rule
    if is_buyer(state, seat) and state.money[seat] < s.PASS_PRICE:
        return Rule.PP_PAY_3 if state.phase == Phase.PICK else Rule.PP_2P_15
    return Rule.OK


@jit(inline=True)
def list_colours(state: State, seat: Seat, actions: Any) -> int:
    """The colours that can be named; a buyer may decline."""
    n = 0
    if is_buyer(state, seat):
        actions[0] = s.PASS
        n = 1
        if state.money[seat] < s.PASS_PRICE:
            return n
    return list_bits(colours_open(state), s.COLOUR, s.N_COLOURS, actions, n)


@jit
def apply_colour(state: State, seat: Seat, action: Action, log: Log) -> bool:
    """Take an investment, or decline; whether this seat is done."""
    if action == s.PASS:
        tell(log, Event.DECLINED, seat, EVERYONE)
        return True
    colour = action - s.COLOUR
    lire = s.PASS_PRICE if is_buyer(state, seat) else 0
    money.pay(state, seat, lire)
    state.invest[seat] = colour
    tell(log, Event.PICKED, seat, EVERYONE, colour, lire)
    if state.phase == Phase.PICK:  # PP-PAY-4: one each
        state.offer = int(state.offer) & ~(1 << colour)
        bid = int(state.bid[seat])
        if bid != NONE:  # PP-PAY-2: and the delivery tile above the column
            state.ticket[seat] = state.tickets[bid % s.PIAZZA_COLUMNS]
            tell(log, Event.TICKET, seat, EVERYONE, int(state.round_no), int(state.ticket[seat]))
        return True
    if state.phase == Phase.BIG:
        state.chosen = colour
        if state.turn == 0:  # PP-2P-15: turned only if somebody is there to see the other side
            state.phase = Phase.TURN
            return False
    state.phase = Phase.INVEST
    return False


@jit
def apply_turn(state: State, seat: Seat, action: Action, log: Log) -> bool:
    """PP-2P-14: the diagonal quarter and the one named face the opponent."""
    colour = action - s.COLOUR
    state.side = (ALL_COLOURS & ~colours_open(state) & ~(1 << int(state.chosen))) | 1 << colour
    state.phase = Phase.INVEST
    tell(log, Event.TURNED, seat, EVERYONE, colour)
    return False


@jit
def worth(view: State, seat: Seat, action: Action, plan: Any) -> int:
    """Its action or its experience, whichever is worth more, less what it costs."""
    if action == s.PASS:
        return 0
    colour = action - s.COLOUR
    best = max(int(plan[opinion.DEEDS, colour]), opinion.step_worth(view, seat, colour))
    return best - (s.PASS_PRICE * opinion.lira(view, seat) if view.bid[seat] == NONE else 0)


@jit
def worth_turn(view: State, seat: Seat, action: Action, plan: Any) -> int:
    """The colour that helps the opponent least."""
    return -opinion.step_worth(view, 1 - seat, action - s.COLOUR)


def terms(view: Any, seat: Seat, action: int, plan: Any) -> list[Reason]:
    """The same in words; declining has no term."""
    if action == s.PASS:
        return []
    colour = action - s.COLOUR
    deed, step = float(plan[opinion.DEEDS, colour]), float(opinion.step_worth(view, seat, colour))
    found = [(deeds.reason(colour), deed) if deed >= step else (step_reason(colour), step)]
    if view.bid[seat] == NONE:
        paid = -s.PASS_PRICE * float(opinion.lira(view, seat))
        found.append((_("it costs £{price}").format(price=s.PASS_PRICE), paid))
    return found


def step_reason(colour: int) -> str:
    """The reason for a step on a track."""
    return _("a step on {track} is worth much").format(track=names.track_name(colour))


def prompt(view: Any) -> str:
    """An investment comes with a bid; without one it costs a little, and may be declined."""
    asked = _("Choose an investment")
    if view.phase == Phase.SMALL:
        asked = _("Choose one of the two investments left to you")
    text = _("{asked}.") if view.bid[int(view.seat)] >= 0 else _("{asked} for £{price}, or none.")
    return text.format(asked=asked, price=s.PASS_PRICE)


def label(view: Any, colour: int) -> str:
    """What an investment is good for."""
    text = _("Invest in {colour}: {action}, or a step on {track}").format(**names.investment(colour))
    if view.seat >= 0 and view.bid[int(view.seat)] == NONE:
        text += " " + _("(£{n})").format(n=s.PASS_PRICE)
    return text


def opposite(view: Any) -> int:
    """The colour across from the one that was chosen on the large tile."""
    quarters = t.LARGE[int(view.large)]["quarters"]
    return int(s.COLOURS.index(quarters[(quarters.index(s.COLOURS[int(view.chosen)]) + 2) % s.N_COLOURS]))


LABELS = {"COLOUR": label, "PASS": lambda view, place: _("No investment")}


def matters(*rules: str, bought: str) -> Callable[..., list[Taught]]:
    """The rules of a kind of tile, what it costs without a bid, and what investments are for."""
    return lambda view, seat, actions: [
        Taught(rule, "pp-offers")
        for rule in (*rules, *([bought] if view.bid[seat] == NONE else []), "PP-INVEST-1")
    ]


def why(view: Any, seat: Seat, action: int) -> str:
    """Why a small tile is not available."""
    if action == s.PASS or t.has(int(view.offer), action - s.COLOUR):
        return ""
    colour = names.colour_name(action - s.COLOUR)
    return _("Somebody has the {colour} investment already.").format(colour=colour)


ASK_BIG = Question(
    Phase.BIG,
    check_colour,
    apply_colour,
    list_colours,
    prompt=prompt,
    labels=LABELS,
    worth=worth,
    terms=terms,
    matters=matters("PP-2P-13", bought="PP-2P-15"),
)
ASK_SMALL = replace(ASK_BIG, phase=Phase.SMALL, matters=matters("PP-2P-14", bought="PP-2P-15"))
ASK_PICK = replace(ASK_BIG, phase=Phase.PICK, matters=matters(bought="PP-PAY-3"), why=why)
ASK_TURN = Question(
    Phase.TURN,
    check_colour,
    apply_turn,
    list_colours,
    prompt=lambda view: _(
        "You leave two investments to the other player: {colour}, and which other one?"
    ).format(colour=names.colour_name(opposite(view))),
    labels={
        "COLOUR": lambda view, colour: _("Leave {colour} to the other player, too").format(
            colour=names.colour_name(colour)
        )
    },
    worth=worth_turn,
    terms=one_term(worth_turn, lambda: _("the other side helps your rival less")),
    matters=teach("pp-offers", "PP-2P-14"),
)

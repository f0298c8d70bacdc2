"""Stock Market Crash: everyone loses a disk or a card of a pizzeria."""

from typing import Any

from fattorino.games.new_york import state as s, tables as t
from fattorino.games.new_york.rules import pizzerias, stack
from fattorino.games.new_york.rules.power_card import Card, asks
from fattorino.games.new_york.rules.question import Question
from fattorino.games.new_york.state import Event, Phase, Rule
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell


@jit
def ask(state: State, seat: Seat) -> None:
    """NY-POWER-CRASH-3: whether a player has reputation to lose."""
    for village in range(t.BUILDABLE):
        if state.lot[seat, village] != NONE and pizzerias.reputation(state, seat, village) > 0:
            stack.push(state, Phase.CRASH_AT.value, seat)
            return


@jit
def check_crash_at(state: State, seat: Seat, action: Action) -> Any:
    """The pizzeria that loses."""
    village = action - s.VILLAGE
    if village < 0 or village >= t.BUILDABLE or state.lot[seat, village] == NONE:
        return Rule.NY_POWER_CRASH_1
    return Rule.OK if pizzerias.reputation(state, seat, village) > 0 else Rule.NY_POWER_CRASH_3


@jit
def apply_crash_at(state: State, seat: Seat, action: Action, log: Log) -> None:
    """Ask for what it loses."""
    stack.pop(state)
    stack.push(state, Phase.CRASH_WHAT.value, seat, action - s.VILLAGE)


ASK_CRASH_AT = Question(
    Phase.CRASH_AT,
    check_crash_at,
    apply_crash_at,
    prompt=lambda view: _("Stock Market Crash: which of your pizzerias loses a disk or a card?"),
    runs=((s.VILLAGE, t.N_VILLAGES),),
    worth=jit(lambda view, seat, action, delivers: float(-1.0 * view.disks[seat, action - s.VILLAGE])),
    labels=lambda: {"VILLAGE": _("Lose reputation in {village}")},
    chose=lambda: _("a pizzeria"),
)


@jit
def check_loss(state: State, seat: Seat, village: int, card: int) -> Any:
    """NY-POWER-CRASH-1, -2: whether a pizzeria can lose this card (NONE: a disk)."""
    if card == NONE:
        return Rule.OK if state.disks[seat, village] > 0 else Rule.NY_POWER_CRASH_1
    return Rule.OK if pizzerias.place_of(state, seat, village, card) != NONE else Rule.NY_POWER_CRASH_1


@jit
def check_crash_what(state: State, seat: Seat, action: Action) -> Any:
    """What it loses: a disk or a card."""
    if action == s.MODE:
        return check_loss(state, seat, stack.argument(state, 2), NONE)
    if action < s.CARD or action >= s.CARD + t.N_BLUE:
        return Rule.NY_POWER_CRASH_1
    return check_loss(state, seat, stack.argument(state, 2), action - s.CARD)


@jit
def apply_crash(state: State, seat: Seat, action: Action, log: Log) -> None:
    """NY-POWER-CRASH-1: one disk to the supply, or one card to the sewer."""
    village = stack.argument(state, 2)
    stack.pop(state)
    if action == s.MODE:
        pizzerias.to_supply(state, seat, village, 1, log)
        return
    place = pizzerias.place_of(state, seat, village, action - s.CARD)
    pizzerias.remove_perm(state, seat, village, place)
    tell(log, Event.LOST_CARD, seat, EVERYONE, village, action - s.CARD)
    if place == 0:
        pizzerias.settle_top(state, seat, village, t.MAX_CARDS, log)


ASK_CRASH_WHAT = Question(
    Phase.CRASH_WHAT,
    check_crash_what,
    apply_crash,
    prompt=lambda view: _("Stock Market Crash: what does it lose?"),
    runs=((s.MODE, 1),),
    cards="anywhere",
    labels=lambda: {"MODE": [_("Lose a disk")], "CARD": _("Lose {card}")},
    targets={"CARD": "shop"},
)
POWER_CARD = Card(t.Power.STOCK_MARKET_CRASH, play=asks(Phase.CRASHES))  # NY-GLOBAL-4: one after the other

"""Building Commissioner: tokens on empty lots reserve them for the owner."""

from typing import Any

from fattorino.games.new_york import opinion, state as s, streets, tables as t
from fattorino.games.new_york.rules import question, stack
from fattorino.games.new_york.rules.power_card import Card
from fattorino.games.new_york.state import Event, Phase, Rule
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell

COMMISSIONER_TOKENS = t.printed(t.POWERS, "building_commissioner", "tokens")


@jit
def empty_lots(state: State) -> int:
    """How many lots nobody owns."""
    count = 0
    for lot in range(s.MAX_LOTS):
        if streets.lot_village(int(state.large), lot) != NONE and state.owner[lot] == NONE:
            count += 1
    return count


@jit
def play(state: State, seat: Seat, log: Log) -> None:
    """NY-POWER-BUILDCOMM-1: as many tokens as there are empty lots."""
    stack.push(state, Phase.TOKENS.value, seat, min(COMMISSIONER_TOKENS, empty_lots(state)))


@jit
def leave(state: State, seat: Seat, log: Log) -> None:
    """NY-POWER-BUILDCOMM-4: remove the tokens."""
    state.tokens = 0


@jit
def check_token(state: State, seat: Seat, action: Action) -> Any:
    """NY-POWER-BUILDCOMM-1: an empty lot without a token."""
    lot = action - s.LOT
    if lot < 0 or lot >= s.MAX_LOTS or streets.lot_village(int(state.large), lot) == NONE:
        return Rule.NY_POWER_BUILDCOMM_1
    taken = state.owner[lot] != NONE or (int(state.tokens) >> lot) & 1
    return Rule.NY_POWER_BUILDCOMM_1 if taken else Rule.OK


@jit
def apply_token(state: State, seat: Seat, action: Action, log: Log) -> None:
    """NY-POWER-BUILDCOMM-2: place a token, which stays there."""
    lot = action - s.LOT
    state.tokens = int(state.tokens) | 1 << lot
    tell(log, Event.TOKEN, seat, EVERYONE, lot, int(state.large))
    stack.set_argument(state, 2, stack.argument(state, 2) - 1)


ASK_TOKENS = question.Question(
    Phase.TOKENS,
    check_token,
    apply_token,
    prompt=lambda view: _("Reserve an empty lot."),
    runs=((s.LOT, s.MAX_LOTS),),
    due=question.some_left,
    worth=jit(lambda view, seat, action, delivers: -opinion.way_out(view, action - s.LOT)),  # near the zones
    labels=lambda: {"LOT": _("Reserve {lot}")},
)
POWER_CARD = Card(t.Power.BUILDING_COMMISSIONER, play=play, leave=leave)

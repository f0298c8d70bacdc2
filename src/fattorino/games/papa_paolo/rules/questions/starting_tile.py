"""Two players: which of two start tiles to keep."""

from typing import Any

from fattorino.games.papa_paolo import names, state as s, tables as t
from fattorino.games.papa_paolo.rules import opening
from fattorino.games.papa_paolo.rules.question import Question, answers_by, teach
from fattorino.games.papa_paolo.state import Event, Phase, Rule
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, Action, Log, Seat, State, tell


@jit
def check_start(state: State, seat: Seat, action: Action) -> Any:
    """PP-2P-2: one of the two start tiles dealt to this player."""
    for k in range(2):
        if action - s.START == state.dealt[2 * seat + k]:
            return Rule.OK
    return Rule.PP_2P_2


@jit
def apply_start(state: State, seat: Seat, action: Action, log: Log) -> bool:
    """PP-2P-2: chosen in secret, revealed together; the other two are discarded."""
    state.kept[seat] = action - s.START
    tell(log, Event.CHOSE, seat, EVERYONE)
    if seat == 0:
        state.seat = 1
        return False
    state.reveals = int(state.reveals) + 1
    for each in range(2):
        opening.keep_start(state, each, int(state.kept[each]), log)
    opening.order_by_start(state)
    opening.begin_round(state, log)
    return False


def label(view: Any, number: int) -> str:
    """A start tile, and the colour of its house."""
    colour = names.colour_name(t.colour_of(t.START_PIECE + number))
    return _("Keep start tile {n} ({colour} house)").format(n=number + 1, colour=colour)


ASK_START = Question(
    Phase.START,
    check_start,
    apply_start,
    answers_by(check_start, s.START, s.MAX_SEATS),
    prompt=lambda view: _("Keep one of your two start tiles. Who keeps the lower number goes first."),
    labels={"START": label},
    worth=jit(lambda view, seat, action, plan: -action),
    matters=teach("pp-district", "PP-2P-2"),
)

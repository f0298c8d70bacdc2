"""What the kernel calls: `legal`, `check` and `apply`, built from all questions by phase."""

from typing import Any

from fattorino.games.papa_paolo.rules import turn
from fattorino.games.papa_paolo.rules.catalog import QUESTIONS
from fattorino.games.papa_paolo.state import Rule
from fattorino.kernel.dispatch import by_part
from fattorino.kernel.jit import jit
from fattorino.kernel.records import Action, Log, State

check_question = by_part(QUESTIONS, "check")
list_answers = by_part(QUESTIONS, "answers")
apply_question = by_part(QUESTIONS, "apply")


@jit
def check(state: State, action: Action) -> Any:
    """Name the rule that forbids this action now, or Rule.OK."""
    if state.over:
        return Rule.PP_ROUND_4
    return check_question(int(state.phase), state, int(state.seat), action)


@jit
def legal(state: State, actions: Any) -> int:
    """List the legal actions, ascending."""
    if state.over:
        return 0
    return int(list_answers(int(state.phase), state, int(state.seat), actions))


@jit
def apply(state: State, action: Action, log: Log) -> None:
    """Apply a legal action and go on to the next decision."""
    if apply_question(int(state.phase), state, int(state.seat), action, log):
        turn.advance(state, log)

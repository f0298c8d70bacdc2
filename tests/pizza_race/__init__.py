"""Pizza Race: a whole game in one file, to prove that a game is only a folder."""

from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from fattorino.kernel.actions import ActionSpace
from fattorino.kernel.fields import Fields, public
from fattorino.kernel.folder import read_game
from fattorino.kernel.game import Role, read_components
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.options import Options
from fattorino.kernel.records import EVERYONE, NONE, tell
from fattorino.kernel.rng import draw, seeded
from fattorino.kernel.rulebook import read_rulebook, rule_enum

FOLDER = Path(__file__).parent
COMPONENTS = read_components(FOLDER)
RULEBOOK = read_rulebook(FOLDER)
Rule: Any = rule_enum(RULEBOOK, __name__)
SPACE = ActionSpace(COMPONENTS["action_range"])
ROLL, REST = SPACE
SEATS = (2, 3, 4)
MAX_DECISIONS, NUM_COUNTS = 200, 1
FACES: int = COMPONENTS["faces"]
OPTIONS = Options(SEATS, "Scooters in the race.", COMPONENTS["option"])
FIELDS = Fields(
    [
        public("n", np.int8, about="scooters"),
        public("goal", np.int8, about="squares to ride"),
        public("at", np.int8, (SEATS[-1],), "squares from the start", over=1, high=120),
        public("rested", np.int8, (SEATS[-1],), "1 after a rest"),
    ]
)


class Event(IntEnum):
    RODE = 0  # squares
    RESTED = 1


@jit
def setup(state: Any, options: Any, seed: int, log: Any) -> None:
    state.rng = seeded(seed)
    state.n = options.seats
    state.goal = options.goal


@jit
def check(state: Any, action: int) -> Any:
    if state.over:
        return Rule.RA_END_1
    if action == REST and state.rested[int(state.seat)]:
        return Rule.RA_REST_1
    return Rule.OK


@jit
def legal(state: Any, actions: Any) -> int:
    n = 0
    for action in range(2):
        if check(state, action) == Rule.OK:
            actions[n] = action
            n += 1
    return n


@jit
def apply(state: Any, action: int, log: Any) -> None:
    seat = int(state.seat)
    if action == ROLL:  # RA-ROLL-1
        squares = 1 + draw(state, FACES)
        state.reveals = int(state.reveals) + 1
        tell(log, Event.RODE.value, seat, EVERYONE, squares)
    else:
        squares = 1
        tell(log, Event.RESTED.value, seat, EVERYONE)
    state.at[seat] = int(state.at[seat]) + squares
    state.rested[seat] = action == REST
    state.over = state.at[seat] > state.goal
    state.seat = NONE if state.over else (seat + 1) % int(state.n)


@jit
def imagine(view: Any, seat: int, seed: int, state: Any) -> bool:
    state.rng = seeded(seed)
    return True


@jit
def result(state: Any, out: Any) -> None:
    for seat in range(int(state.n)):
        out[seat, 0] = state.at[seat]
        out[seat, 1] = 1
        for other in range(int(state.n)):
            if state.at[other] > state.at[seat]:
                out[seat, 1] += 1
        out[seat, 2] = state.at[seat] > state.goal


@jit
def conserve(state: Any, counts: Any) -> None:
    counts[0] = state.n


@jit
def greedy(view: Any, seat: int, actions: Any, n: int, seed: int) -> int:
    return int(actions[0])


def roles(options: dict[str, Any]) -> list[Role]:
    return [Role(_("Scooter {n}").format(n=k + 1)) for k in range(options["seats"])]


def prompt(view: Any, seat: int) -> str:
    return _("Roll or rest.")


def label(view: Any, action: int) -> str:
    return _("Roll") if action == ROLL else _("Rest")


def target(view: Any, action: int) -> str:
    return ""


def key(action: int) -> str:
    return "r" if action == ROLL else "s"


def sentence(event: Any, viewer: int) -> str:
    rode = _("Scooter {n} rides {squares}.") if event[0] == Event.RODE else _("Scooter {n} rests.")
    return rode.format(n=event[1] + 1, squares=event[3])


def score_breakdown(view: Any) -> list[list[tuple[str, int]]]:
    return [[(_("Squares"), int(view.at[k]))] for k in range(int(view.n))]


def scene(view: Any, seat: int) -> dict[str, Any]:
    return {"goal": int(view.goal), "at": [int(at) for at in view.at[: int(view.n)]]}


def board(view: Any, seat: int) -> str:
    return " ".join(str(int(at)) for at in view.at[: int(view.n)])


GAME = read_game(__name__)

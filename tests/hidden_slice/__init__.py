"""Hidden Slice: a whole game with hidden hands in one file, to show how a game keeps a secret.

What is hidden is declared with the fields: hands are `own`, the deck is `secret`. So there is no redaction
to write, only `imagine`, which deals what a seat has not seen, and the audiences of events. `sees` uncovers
the hands where an option wants it.
"""

from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from fattorino.kernel.actions import ActionSpace
from fattorino.kernel.fields import Fields, own, public, secret
from fattorino.kernel.folder import read_game
from fattorino.kernel.game import Role, read_components
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.options import Options
from fattorino.kernel.records import EVERYONE, HIDDEN, NONE, all_but, only, tell
from fattorino.kernel.rng import draw, seeded
from fattorino.kernel.rulebook import read_rulebook, rule_enum

FOLDER = Path(__file__).parent
COMPONENTS = read_components(FOLDER)
RULEBOOK = read_rulebook(FOLDER)
Rule: Any = rule_enum(RULEBOOK, __name__)
SPACE = ActionSpace(COMPONENTS["action_range"])
OPTIONS = Options((2, 3, 4), "Cooks.", COMPONENTS["option"])
MAX_SEATS = 4
SLICES: list[str] = [kind["name"] for kind in COMPONENTS["slice"]]
KINDS = len(SLICES)
COPIES: int = COMPONENTS["copies"]
DEALT: int = COMPONENTS["dealt"]
MAX_DECISIONS = NUM_COUNTS = KINDS * COPIES
_POINTS = np.array([kind["points"] for kind in COMPONENTS["slice"]], np.int8)

OPEN_HANDS = 1  # a group of fields, see `sees`
FIELDS = Fields(
    [
        public("n", np.int8, about="cooks"),
        public("open_hands", np.int8, about="1 if everybody sees all hands"),
        public("last", np.int8, about="the kind served last, or NONE"),
        public("score", np.int8, (MAX_SEATS,), "points", over=40),
        public("n_hand", np.int8, (MAX_SEATS,), "slices in hand", over=DEALT),
        public("n_deck", np.int8, about="slices in the deck", over=KINDS * COPIES),
        public("served", np.int8, (KINDS,), "slices served, by kind", over=COPIES),
        own("hand", np.int8, (MAX_SEATS, KINDS), "slices by kind", unless=OPEN_HANDS, over=COPIES),
        secret("deck", np.int8, (KINDS,), "slices by kind: each draw takes any of them"),
    ]
)


class Event(IntEnum):
    SERVED = 0  # kind
    DREW = 1  # kind, NONE for those who do not see it


# -- who sees what ---------------------------------------------------------------------------------------


@jit
def sees(state: Any, seat: int) -> int:
    """Hands, where they are played open."""
    return OPEN_HANDS if state.open_hands else 0


@jit
def imagine(view: Any, seat: int, seed: int, state: Any) -> bool:
    """Deal the slices that the seat has not seen; all that it sees is in the state already."""
    state.rng = seeded(seed)
    for kind in range(KINDS):
        unseen = COPIES - int(view.served[kind])
        for cook in range(int(view.n)):
            if view.hand[cook, 0] != HIDDEN:
                unseen -= int(view.hand[cook, kind])
        state.deck[kind] = unseen
    state.n_deck = 0
    for kind in range(KINDS):
        state.n_deck = int(state.n_deck) + int(state.deck[kind])
    for cook in range(int(view.n)):
        if view.hand[cook, 0] == HIDDEN:
            for _each in range(int(view.n_hand[cook])):
                take(state, cook)
            state.n_hand[cook] = view.n_hand[cook]
    return True


# -- the rules -------------------------------------------------------------------------------------------


@jit
def points(kind: int) -> int:
    """What a slice is worth."""
    return int(_POINTS[kind])


@jit
def take(state: Any, seat: int) -> int:
    """Move a random slice of the deck to a hand; its kind."""
    nth = draw(state, int(state.n_deck))
    kind = 0
    while nth >= state.deck[kind]:
        nth -= int(state.deck[kind])
        kind += 1
    state.deck[kind] = int(state.deck[kind]) - 1
    state.n_deck = int(state.n_deck) - 1
    state.hand[seat, kind] = int(state.hand[seat, kind]) + 1
    state.n_hand[seat] = int(state.n_hand[seat]) + 1
    return kind


@jit
def setup(state: Any, options: Any, seed: int, log: Any) -> None:
    state.rng = seeded(seed)
    state.n = options.seats
    state.open_hands = options.open_hands
    state.last = NONE
    for kind in range(KINDS):
        state.deck[kind] = COPIES
    state.n_deck = KINDS * COPIES
    for seat in range(int(state.n)):  # HS-DEAL-1
        for _each in range(DEALT):
            take(state, seat)


@jit
def check(state: Any, action: int) -> Any:
    if state.over:
        return Rule.HS_END_1
    seat = int(state.seat)
    if state.hand[seat, action] == 0:
        return Rule.HS_SERVE_1
    if action == state.last and state.hand[seat, action] < state.n_hand[seat]:
        return Rule.HS_SERVE_2
    return Rule.OK


@jit
def legal(state: Any, actions: Any) -> int:
    n = 0
    for action in range(KINDS):
        if check(state, action) == Rule.OK:
            actions[n] = action
            n += 1
    return n


@jit
def apply(state: Any, action: int, log: Any) -> None:
    seat = int(state.seat)
    state.hand[seat, action] = int(state.hand[seat, action]) - 1
    state.n_hand[seat] = int(state.n_hand[seat]) - 1
    state.served[action] = int(state.served[action]) + 1
    state.score[seat] = int(state.score[seat]) + points(action)
    state.last = action
    state.reveals = int(state.reveals) + 1  # the others see a slice they did not know of
    tell(log, Event.SERVED.value, seat, EVERYONE, action)
    if state.n_deck > 0:
        kind = take(state, seat)
        tell(log, Event.DREW.value, seat, only(seat), kind)
        tell(log, Event.DREW.value, seat, all_but(seat), kind if state.open_hands else NONE)
    state.over = 1
    for step in range(int(state.n), 0, -1):  # the next cook who holds something, at last this one
        other = (seat + step) % int(state.n)
        if state.n_hand[other] > 0:
            state.over = 0
            state.seat = other
    if state.over:
        state.seat = NONE


@jit
def result(state: Any, out: Any) -> None:
    for seat in range(int(state.n)):
        out[seat, 0] = state.score[seat]
        out[seat, 1] = 1
        for other in range(int(state.n)):
            if state.score[other] > state.score[seat]:
                out[seat, 1] += 1
        out[seat, 2] = out[seat, 1] == 1


@jit
def conserve(state: Any, counts: Any) -> None:
    for kind in range(KINDS):
        counts[kind] = int(state.deck[kind]) + int(state.served[kind])
        for seat in range(int(state.n)):
            counts[kind] += int(state.hand[seat, kind])


@jit
def greedy(view: Any, seat: int, actions: Any, n: int, seed: int) -> int:
    return int(actions[n - 1])  # slices are listed by their points


# -- words and pictures ------------------------------------------------------------------------------------


def roles(options: dict[str, Any]) -> list[Role]:
    return [Role(_("Cook {n}").format(n=k + 1)) for k in range(options["seats"])]


def prompt(view: Any, seat: int) -> str:
    return _("Serve a slice.") if view.seat == seat else _("Wait for the others.")


def label(view: Any, action: int) -> str:
    return _("Serve {slice}").format(slice=_(SLICES[action]))


def target(view: Any, action: int) -> str:
    return ""


def key(action: int) -> str:
    return SLICES[action].lower()


def sentence(event: Any, viewer: int) -> str:
    if event[0] == Event.SERVED:
        words = _("Cook {n} serves {slice}.")
    else:
        words = _("Cook {n} draws a slice.") if event[3] == NONE else _("Cook {n} draws {slice}.")
    return words.format(n=event[1] + 1, slice=_(SLICES[event[3]]))


def score_breakdown(view: Any) -> list[list[tuple[str, int]]]:
    return [[(_("Slices served"), int(view.score[k]))] for k in range(int(view.n))]


def scene(view: Any, seat: int) -> dict[str, Any]:
    last = "" if view.last == NONE else _("Served last: {slice}").format(slice=_(SLICES[int(view.last)]))
    return {"cooks": [cook(view, k) for k in range(int(view.n))], "last": last}


def cook(view: Any, k: int) -> str:
    """A cook in words: points, and the hand as far as it is seen."""
    held = [_(SLICES[kind]) for kind in range(KINDS) for _each in range(max(0, int(view.hand[k, kind])))]
    hand = ", ".join(held) if view.hand[k, 0] != HIDDEN else "? " * int(view.n_hand[k])
    return _("Cook {n}: {points} points, {hand}").format(n=k + 1, points=int(view.score[k]), hand=hand)


def board(view: Any, seat: int) -> str:
    shown = scene(view, seat)
    return "\n".join([*shown["cooks"], shown["last"]])


GAME = read_game(__name__)

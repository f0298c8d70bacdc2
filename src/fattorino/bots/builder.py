"""A game master that builds an easy or hard board: a draft found by search (see builder_loops.py), then
played.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from fattorino.kernel.errors import FattorinoError
from fattorino.kernel.game import Game, bind
from fattorino.kernel.records import Ints
from fattorino.kernel.rng import small_seed

EASIER, AS_IT_COMES, HARDER = 0, 1, 2
DRAFTS = 160  # drafts evaluated
FRESH = 60  # of them from scratch, before the best one is varied
TRIALS = 12  # games per draft
LOOSE = 160  # decisions changed, of 1024
LONGEST = 256  # decisions of a draft, at most


@cache
def loops(game: Game) -> ModuleType:
    """The game's own copy of the loops."""
    return bind(game, Path(__file__).with_name("builder_loops.py"))


class Builder:
    """Builds the board for the others: easy, random or hard; it remembers its plan."""

    def __init__(
        self, game: Game, aim: int = HARDER, drafts: int = DRAFTS, fresh: int = FRESH, trials: int = TRIALS
    ) -> None:
        self.game = game
        self.aim = aim
        self._drafts, self._fresh, self._trials = drafts if aim != AS_IT_COMES else 1, fresh, trials
        self._plan: dict[bytes, int] = {}  # action by view

    def choose(self, view: Any, seat: int, actions: Ints, seed: int) -> int | None:
        """The next decision of the plan, or of a new one; None if the seat does not build the board."""
        seed = small_seed(seed)
        rehearsal = self.game.draft_view(view, seat) if self.game.draft_view else None
        if rehearsal is None:
            return None
        action = self._plan.get(self._known(view))
        if action is None or action not in actions:  # no plan, or somebody played differently
            self._plan = self._imprint(view, seat, seed, self.draft(rehearsal, seat, seed))
            action = self._plan[self._known(view)]
        return action

    def draft(self, view: Any, seat: int, seed: int) -> Ints:
        """All decisions of the seat until another seat's turn."""
        seed = small_seed(seed)
        game = self.game
        best = np.zeros((2, LONGEST), np.int16)
        tally = np.zeros(3, np.int64)
        views = np.zeros(1, game.state)
        views[0] = view
        fits = loops(game).improve(
            views, seat, game.masks, seed * 64, 0, self._drafts, self._trials, self._fresh,
            1 if self.aim == HARDER else -1, LOOSE, np.zeros(1, game.state), np.zeros(1, game.state),
            np.zeros(game.num_actions, np.int16), best, tally,
        )  # fmt: skip
        if not fits or not tally[2]:
            raise FattorinoError(f"{game.title}: seat {seat} found nothing to build")
        return best[0, : int(tally[2])]

    def _imprint(self, view: Any, seat: int, seed: int, draft: Ints) -> dict[bytes, int]:
        """What the seat will see before each decision of a draft."""
        game = self.game
        actions = np.zeros(game.num_actions, np.int16)
        states, views = np.zeros(1, game.state), np.zeros(1, game.state)
        views[0] = view
        game.loops.imagine_into(views, 0, seat, game.masks, seed * 64, states, 0)
        plan = {}
        for action in draft:
            game.loops.redact_into(states, 0, seat, game.masks, views, 0)
            plan[self._known(views[0])] = int(action)
            game.apply(states[0], int(action), None)
            game.loops.settle(states[0], None, actions)
        return plan

    def _known(self, view: Any) -> bytes:
        """A key that identifies a view."""
        return np.frombuffer(view.tobytes(), np.uint8)[self.game.content].tobytes()

"""Shared by all environments: games, sides, rewards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fattorino.envs.step_loops import CLOSE, MARGIN
from fattorino.games import load
from fattorino.kernel.errors import BadOption, BadSeat
from fattorino.kernel.game import Game, Role, bind, fresh_seed, plain
from fattorino.kernel.match import Match
from fattorino.kernel.records import NONE

REWARDS = ("result", "score", "margin")  # in the order of RESULT, SCORE, MARGIN in step_loops.py
ILLEGAL = ("raise", "replace")


@cache
def loops(game: Game) -> ModuleType:
    """This game's own copy of the loops of the environments."""
    return bind(game, Path(__file__).with_name("step_loops.py"))


def find(game: str | Game) -> Game:
    """A game by its name; a loaded game is returned unchanged."""
    return game if isinstance(game, Game) else load(game)


def one_of(name: str, given: Any, allowed: Sequence[str]) -> str:
    """Validate a choice."""
    if given not in allowed:
        raise BadOption(f"{name} cannot be {given!r}; it can be: {', '.join(allowed)}")
    return str(given)


def seat_at(roles: Sequence[Role], seat: Any) -> int:
    """Validate a seat."""
    number = plain(seat)
    if type(number) is not int or not 0 <= number < len(roles):
        raise BadSeat(f"there is no seat {seat!r} at this table: its seats are 0 to {len(roles) - 1}")
    return number


def generator(seed: int | None) -> np.random.Generator:
    """The random generator of an environment; without a seed, an unpredictable one."""
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0):
        raise BadOption(f"a seed is a whole number from 0, not {seed!r}")
    return np.random.default_rng(fresh_seed() if seed is None else int(seed))


def first_luck(seed: int | None) -> tuple[int, np.uint64]:
    """The seed of an environment's first game (each later game has the next), and the generator of all its
    other chance."""
    chance = generator(seed)
    return int(chance.integers(2**61)), chance.integers(1, 2**63, dtype=np.uint64)


class Rewards:
    """The rewards of a finished game, by `share_out`."""

    def __init__(self, game: Game, roles: Sequence[Role], reward: str) -> None:
        self.reward = REWARDS.index(one_of("reward", reward, REWARDS))
        self.sides = np.full(game.max_seats, NONE, np.int8)  # of each seat; NONE: it cannot win
        teams: dict[object, int] = {}
        for seat, role in enumerate(roles):
            if role.scores:
                key = ("seat", seat) if role.team is None else ("team", role.team)
                self.sides[seat] = teams.setdefault(key, len(teams))
        self.n_sides = len(teams)
        self._game = game
        self._results = np.zeros((game.max_seats, 3), np.int32)
        self._out = np.zeros(game.max_seats, np.float64)

    def of(self, match: Match) -> NDArray[np.float64]:
        """The reward of each seat; zeros while the game is on."""
        return self.standing(match) if match.over else np.zeros_like(self._out)

    def standing(self, match: Match) -> NDArray[np.float64]:
        """The reward of each seat if the game ended now."""
        self._game.loops.outcome(match.state, 0, self._results)
        loops(self._game).share_out(self._results, self.sides, self.n_sides, self.reward, self._out)
        return self._out.copy()

    @property
    def lowest(self) -> float:
        """The lowest reward of a seat by result or by margin: if another side wins alone."""
        lost = -1.0 / max(self.n_sides - 1, 1)
        return (1.0 - CLOSE) * lost - CLOSE if self.reward == MARGIN else lost

    @property
    def zero_sum(self) -> bool:
        """Whether the rewards of all seats always sum to zero."""
        sizes = np.bincount(self.sides[self.sides != NONE], minlength=1)
        return self.n_sides > 1 and len(set(sizes.tolist())) == 1

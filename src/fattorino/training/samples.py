"""Positions to learn from: those of a game with who won it, or those near them with what playouts bring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fattorino.bots import mcts
from fattorino.bots.net import fitting, flat, learned
from fattorino.envs.common import Rewards
from fattorino.kernel.errors import BadOption
from fattorino.kernel.game import Game, bind
from fattorino.kernel.match import Match
from fattorino.kernel.records import NONE

NEAR = 16  # rows in which a later one is looked for
LOOSE = 64  # random decisions in a playout by greedy, of 1024
GREEDY, NET = "greedy", "net"  # who plays playouts


@dataclass(frozen=True)
class Positions:
    """Positions with what they brought. Most numbers are 0: of the others, where they are and what they are;
    rows are filled up with zeros.
    """

    places: NDArray[np.uint16]
    values: NDArray[np.float16]
    wanted: NDArray[np.float32]  # 0 lost to 1 won
    later: NDArray[np.int8]  # so many rows on, the seat's next position in the same playout; 0: none
    game: NDArray[np.int32]  # its number

    @staticmethod
    def of(
        numbers: NDArray[np.float32], wanted: NDArray[np.float32], later: NDArray[np.int8], game: int
    ) -> Positions:
        """From rows of numbers."""
        counts = np.count_nonzero(numbers, axis=1)
        rows, columns = np.nonzero(numbers)
        at = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
        places = np.zeros((len(wanted), counts.max(initial=1)), np.uint16)
        values = np.zeros(places.shape, np.float16)
        places[rows, at] = columns
        values[rows, at] = numbers[rows, columns]
        numbered = np.full(len(wanted), game, np.int32)
        return Positions(places, values, wanted, later, numbered)

    @staticmethod
    def joined(parts: Sequence[Positions]) -> Positions:
        """All rows, of one width."""
        width = max(part.places.shape[1] for part in parts)

        def filled(rows: NDArray[Any]) -> NDArray[Any]:
            return np.pad(rows, ((0, 0), (0, width - rows.shape[1])))

        return Positions(
            np.concatenate([filled(part.places) for part in parts]),
            np.concatenate([filled(part.values) for part in parts]),
            np.concatenate([part.wanted for part in parts]),
            np.concatenate([part.later for part in parts]),
            np.concatenate([part.game for part in parts]),
        )


def later_rows(playout: NDArray[Any], seat: NDArray[Any]) -> NDArray[np.int8]:
    """Of each row, how many rows on the next one of the same playout and seat is, if it is near; else 0."""
    later = np.zeros(len(seat), np.int8)
    for gap in range(min(NEAR, len(seat)) - 1, 0, -1):
        later[:-gap][(playout[gap:] == playout[:-gap]) & (seat[gap:] == seat[:-gap])] = gap
    return later


Taken = tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.int8]]  # numbers, wanted, later


class Course:
    """The positions of a game, with who won it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._numbers: list[NDArray[np.float32]] = []
        self._seats: list[int] = []

    def take(self, match: Match, _chance: np.random.Generator) -> None:
        """Note the position, if it can be judged."""
        assert self.game.study is not None
        out = np.zeros(self.game.num_studied, np.float32)
        seat = int(self.game.study(match.state[0], out))
        if seat != NONE:
            self._numbers.append(out)
            self._seats.append(seat)

    def end(self, match: Match) -> Taken:
        """Numbers, results, and where each seat's next position is."""
        rewards = Rewards(self.game, match.roles, "result").of(match)
        won = np.array([(1 + float(rewards[seat])) / 2 for seat in self._seats], np.float32)
        seats = np.array(self._seats)
        return np.array(self._numbers).reshape(len(won), -1), won, later_rows(np.zeros(len(seats)), seats)


class Samples:
    """Positions near those of a game, as the search meets them, with what playouts bring: by `greedy`, or by
    the net that chooses at such a table.
    """

    def __init__(self, match: Match, playouts: int, by: str) -> None:
        self.game = game = match.game
        self._loops = sampling(game)
        self._playouts, self._loose, self._net = playouts, LOOSE, np.zeros(0, np.float32)
        width = 1
        if by == NET:
            self._loose = 0  # its odds are chance enough
            chooser = fitting(learned(game), match.state[0])
            if chooser is None:
                raise BadOption(f"no net chooses at such a table of {game.title}: play by greedy")
            self._net, width = flat(game, chooser), chooser.width
        self._scratch = (
            width,
            np.zeros(game.num_features, np.float32),
            np.zeros(max(game.num_features, width), np.int32),
            np.zeros((3, width), np.float32),
            np.zeros(game.num_actions),
        )
        self._states, self._views = np.zeros(2, game.state), np.zeros(2, game.state)
        self._actions = np.zeros(game.num_actions, np.int16)
        self._results = np.zeros((game.max_seats, 3), np.int32)
        self._gains = np.zeros(game.max_seats)
        rows = playouts * self._loops.MOST
        self._numbers = np.zeros((rows, game.num_studied), np.float32)
        self._sides, self._wanted = np.zeros(rows, np.int8), np.zeros(rows, np.float32)
        self._playout = np.zeros(rows, np.int32)
        self._found: list[Taken] = []

    def take(self, match: Match, chance: np.random.Generator) -> None:
        """Take samples from the position."""
        self._states[0] = match.state[0]
        seed = int(chance.integers(1 << 31))
        count = self._loops.sample(
            self._states, self._views, self.game.masks, seed, self._playouts, self._loose, self._actions,
            self._results, self._gains, self._net, *self._scratch, self._numbers, self._sides, self._wanted,
            self._playout,
        )  # fmt: skip
        later = later_rows(self._playout[:count], self._sides[:count])
        self._found.append((self._numbers[:count].copy(), self._wanted[:count].copy(), later))

    def end(self, _match: Match) -> Taken:
        """Numbers, results, and where each seat's next position is; the search makes of a judge's 0 and 1
        what it makes of a result.
        """
        numbers, gains, later = (np.concatenate(part) for part in zip(*self._found, strict=True))
        trust = mcts.loops(self.game).TRUST
        return numbers, np.clip(0.5 + (gains - 0.5) / (2 * trust), 0, 1).astype(np.float32), later


@cache
def sampling(game: Game) -> ModuleType:
    """The game's own copy of the loop that takes samples."""
    search = mcts.loops(game)
    loops = Path(__file__).with_name("sampling_loops.py")
    return bind(game, loops, utility=search.utility, consult=search.consult)

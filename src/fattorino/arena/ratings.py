"""Ratings from the results of pairs: Bradley-Terry on Elo's scale, with intervals that more games narrow.

Two bots whose ratings differ by d points share the wins as 1 to 10**(-d/400): 100 points are 64 %, 400 are
91 %.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

ANCHOR = "greedy"  # its rating is 0 wherever it plays
POINTS = 400 / math.log(10)  # per unit of the logarithm of the odds
NARROWER = 1.92  # how much less likely the ends of a 95 % interval are: half of chi-squared's 3.84
FARTHEST = 25.0  # logarithm of odds that nobody will ever see
RIDGE = 1e-6  # keeps a bot that won every game at a finite distance
STEPS = 100
HALVINGS = 16


@dataclass(frozen=True)
class Result:
    """The games of two bots that somebody won."""

    one: str
    other: str
    wins: int
    losses: int
    shared: int

    @property
    def games(self) -> int:
        return self.wins + self.losses + self.shared

    @property
    def score(self) -> float:
        """Wins of the first, a shared one as a half."""
        return self.wins + self.shared / 2

    @property
    def weight(self) -> float:
        """How much more a game tells than a toss of a coin with that share: shared wins vary less."""
        share = (self.score + 1) / (self.games + 2)  # as if each had won one more
        return 1 / (1 - self.shared / (self.games + 2) / (4 * share * (1 - share)))


class Model:
    """The likelihood of the ratings, given the results; the anchor's is 0."""

    def __init__(self, names: Sequence[str], results: Sequence[Result]) -> None:
        self.size = len(names)
        played = [result for result in results if result.games]
        self._one = np.array([names.index(result.one) for result in played], np.int64)
        self._other = np.array([names.index(result.other) for result in played], np.int64)
        self._score = np.array([result.weight * result.score for result in played])
        self._games = np.array([result.weight * result.games for result in played])

    def best(self, fixed: Mapping[int, float], start: NDArray[np.float64]) -> NDArray[np.float64]:
        """The most likely ratings with some of them fixed (Newton's method, in short steps)."""
        free = [bot for bot in range(self.size) if bot not in fixed]
        ratings = start.copy()
        ratings[list(fixed)] = list(fixed.values())
        for _step in range(STEPS if free else 0):
            slope, curve = self._derivatives(ratings)
            step = np.linalg.solve(curve[np.ix_(free, free)], slope[free])
            ratings[free] += np.clip(step, -1, 1)
            if np.abs(step).max() < 1e-7:
                break
        return ratings

    def likelihood(self, ratings: NDArray[np.float64]) -> float:
        """Its logarithm."""
        gap = ratings[self._one] - ratings[self._other]
        wins = self._score * np.logaddexp(0, -gap) + (self._games - self._score) * np.logaddexp(0, gap)
        return float(-wins.sum() - RIDGE / 2 * (ratings**2).sum())

    def _derivatives(self, ratings: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The slope of the likelihood, and its curvature with the sign changed."""
        share = 1 / (1 + np.exp(ratings[self._other] - ratings[self._one]))
        slope, curve = -RIDGE * ratings, RIDGE * np.eye(self.size)
        pull, stiff = self._score - self._games * share, self._games * share * (1 - share)
        np.add.at(slope, self._one, pull)
        np.add.at(slope, self._other, -pull)
        for one, other, sign in (
            (self._one, self._one, 1), (self._other, self._other, 1),
            (self._one, self._other, -1), (self._other, self._one, -1),
        ):  # fmt: skip
            np.add.at(curve, (one, other), sign * stiff)
        return slope, curve

    def end(self, bot: int, anchor: int, ratings: NDArray[np.float64], way: int) -> float:
        """Where a bot's rating becomes too unlikely, downwards or upwards; infinite if it never does."""
        least = self.likelihood(ratings) - NARROWER
        near, far, at = 0.0, FARTHEST, ratings

        def likely(distance: float) -> bool:
            nonlocal at
            at = self.best({anchor: 0.0, bot: float(ratings[bot] + way * distance)}, at)
            return self.likelihood(at) >= least

        if likely(far):
            return way * math.inf
        for _halving in range(HALVINGS):
            middle = (near + far) / 2
            near, far = (middle, far) if likely(middle) else (near, middle)
        return float(ratings[bot] + way * near)


def anchor_of(names: Sequence[str]) -> str:
    """The bot whose rating is 0."""
    return ANCHOR if ANCHOR in names else names[0]


def rated(names: Sequence[str], results: Sequence[Result]) -> list[dict[str, Any]]:
    """The rating of every bot with its 95 % interval, the best first. Where somebody won everything, an end
    is open and None, and so is the rating.
    """
    model, anchor = Model(names, results), names.index(anchor_of(names))
    ratings = model.best({anchor: 0.0}, np.zeros(len(names)))
    rows = []
    for bot in sorted(range(len(names)), key=lambda bot: -ratings[bot]):
        ends = [0.0, 0.0] if bot == anchor else [model.end(bot, anchor, ratings, way) for way in (-1, 1)]
        known = all(map(math.isfinite, ends))
        rows.append(
            {
                "bot": names[bot],
                "rating": float(ratings[bot] * POINTS) if known else None,
                "interval": [end * POINTS if math.isfinite(end) else None for end in ends],
            }
        )
    return rows

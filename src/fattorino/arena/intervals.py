"""Confidence intervals for shares, means, and their differences."""

import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

Z = 1.96  # 95 %
OFTEN = 50  # least games, with and without a thing, for a claim about it
# A report claims differences of three kinds: who wins, what goes with winning, what a change does. If there
# are none at all, it claims any with at most this chance in each kind, and so 5 % in all, ...
RISK = 0.05 / 3
FIRM = 0.001  # ... and says with this one who wins more, without a reserve


def wilson(wins: float, games: float, z: float = Z) -> tuple[float, float]:
    """A 95 % confidence interval for a share (Wilson)."""
    if games <= 0:
        return 0.0, 1.0
    share = wins / games
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, centre - half), min(1.0, centre + half)


def difference(
    wins: float, games: float, other_wins: float, other_games: float
) -> tuple[float, float, float]:
    """Other share less share, with its 95 % interval (Newcombe)."""
    if games <= 0 or other_games <= 0:
        return 0.0, -1.0, 1.0
    share, other = wins / games, other_wins / other_games
    low, high = wilson(wins, games)
    other_low, other_high = wilson(other_wins, other_games)
    gap = other - share
    down = math.hypot(other - other_low, high - share)
    up = math.hypot(other_high - other, share - low)
    return gap, gap - down, gap + up


def paired(was: NDArray[np.float64], now: NDArray[np.float64]) -> dict[str, Any]:
    """A ratio of two sums over games, before and now, and its change with the 95 % interval. Both have the
    same games: what each adds to one sum, and to the other.
    """
    ratios = [float(sums[0] / sums[1]) if sums[1] else 0.0 for sums in (was.sum(axis=1), now.sum(axis=1))]
    noise = [  # what each game adds to the error of the ratio
        (rows[0] - ratio * rows[1]) / max(rows[1].mean(), 1e-9)
        for rows, ratio in zip((was, now), ratios, strict=True)
    ]
    gap = ratios[1] - ratios[0]
    half = Z * float((noise[1] - noise[0]).std()) / math.sqrt(was.shape[1])
    return {"was": ratios[0], "now": ratios[1], "difference": gap, "interval": [gap - half, gap + half]}


def mean(counts: Mapping[int, int]) -> tuple[float, float, float]:
    """The mean of counted values, with its 95 % interval."""
    total = sum(counts.values())
    if not total:
        return 0.0, 0.0, 0.0
    centre = sum(value * count for value, count in counts.items()) / total
    spread = sum(count * (value - centre) ** 2 for value, count in counts.items()) / max(total - 1, 1)
    half = Z * math.sqrt(spread / total)
    return centre, centre - half, centre + half


def strata(rows: Sequence[tuple[float, float, float, float]], clusters: int = 1) -> tuple[float, float]:
    """A difference of shares taken seat by seat (Mantel-Haenszel weights), and its standard error.

    Each row has wins and games with the thing, wins and games without it. `clusters` seats always win
    together, so that they count as one.
    """
    gap = weight = noise = 0.0
    for wins, games, other_wins, other_games in rows:
        if games <= 0 or other_games <= 0:
            continue
        part = games * other_games / (games + other_games)
        share, other = wins / games, other_wins / other_games
        gap += part * (share - other)
        weight += part
        # add half a game to each side, so that a share of 0 or 1 does not look certain
        safe, other_safe = (wins + 0.5) / (games + 1), (other_wins + 0.5) / (other_games + 1)
        noise += part * part * (safe * (1 - safe) / games + other_safe * (1 - other_safe) / other_games)
    if not weight:
        return 0.0, math.inf
    return gap / weight, math.sqrt(noise * clusters) / weight


def surprise(rows: Sequence[tuple[float, float, float, float]], clusters: int = 1) -> float:
    """How many standard errors the difference of the same rows is from none, if there were none
    (Cochran-Mantel-Haenszel), without the skew that rare things have (Wilson-Hilferty)."""
    gap = noise = third = 0.0
    for wins, games, other_wins, other_games in rows:
        if games <= 0 or other_games <= 0:
            continue
        all_games = games + other_games
        share = (wins + other_wins) / all_games
        gap += wins - games * share
        part = games * other_games / all_games * share * (1 - share)
        noise += part
        third += part * (1 - 2 * share) * (1 - 2 * games / all_games)
    if noise <= 0:
        return 0.0
    normal = gap / math.sqrt(noise * clusters)
    skew = third / noise**1.5 * math.sqrt(clusters)
    if abs(skew) < 1e-6:
        return normal
    return float(6 / skew * (math.cbrt(max(1 + skew * normal / 2, 0.0)) - 1) + skew / 6)


def strict(comparisons: int, risk: float = RISK) -> float:
    """The threshold in standard errors for this many comparisons (Bonferroni)."""
    return NormalDist().inv_cdf(1 - risk / 2 / max(comparisons, 1))

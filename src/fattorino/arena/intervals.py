"""Confidence intervals for shares, means, and their differences."""

import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist

Z = 1.96  # 95 %


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


def mean(counts: Mapping[int, int]) -> tuple[float, float, float]:
    """The mean of counted values, with its 95 % interval."""
    total = sum(counts.values())
    if not total:
        return 0.0, 0.0, 0.0
    centre = sum(value * count for value, count in counts.items()) / total
    spread = sum(count * (value - centre) ** 2 for value, count in counts.items()) / max(total - 1, 1)
    half = Z * math.sqrt(spread / total)
    return centre, centre - half, centre + half


def mean_difference(counts: Mapping[int, int], other: Mapping[int, int]) -> tuple[float, float, float]:
    """Other mean less mean, with its 95 % interval."""
    one, one_low, _ = mean(counts)
    two, two_low, _ = mean(other)
    half = math.hypot(one - one_low, two - two_low)
    return two - one, two - one - half, two - one + half


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


def strict(comparisons: int) -> float:
    """The threshold in standard errors for this many comparisons (Bonferroni)."""
    return NormalDist().inv_cdf(1 - 0.025 / max(comparisons, 1))

"""Ratings: what they converge to, how often their intervals hold the truth, and what is open."""

import numpy as np
import pytest

from fattorino.arena.ratings import Result, rated

PAIRS = [("greedy", "random"), ("net", "greedy"), ("net", "hard"), ("hard", "random")]
TRUE = {"greedy": 0.0, "random": -250.0, "net": 120.0, "hard": 60.0}


def played(games: int, seed: int, shared: float = 0.0) -> list[Result]:
    """Results of bots of those true strengths; of even games so many are shared."""
    chance = np.random.default_rng(seed)
    found = []
    for one, other in PAIRS:
        share = 1 / (1 + 10 ** ((TRUE[other] - TRUE[one]) / 400))
        both = shared * 4 * share * (1 - share)
        found.append(
            Result(one, other, *chance.multinomial(games, [share - both / 2, 1 - share - both / 2, both]))
        )
    return found


def intervals(results: list[Result]) -> dict[str, tuple[float, float]]:
    return {row["bot"]: tuple(row["interval"]) for row in rated(list(TRUE), results)}


def test_a_pair_is_rated_as_elo_rates_it() -> None:
    (first, second) = rated(["greedy", "net"], [Result("net", "greedy", 64, 36, 0)])
    assert (first["bot"], second["bot"]) == ("net", "greedy")
    assert first["rating"] == pytest.approx(100, abs=1)
    assert second == {"bot": "greedy", "rating": 0, "interval": [0, 0]}
    half = rated(["greedy", "net"], [Result("net", "greedy", 54, 26, 20)])[0]
    assert half["rating"] == pytest.approx(first["rating"])
    assert np.diff(half["interval"]) < np.diff(first["interval"]), "shared wins vary less"


def test_more_games_narrow_the_interval_around_the_same_rating() -> None:
    few, many = intervals(played(200, 1)), intervals(played(2000, 2))
    for bot in ("random", "net", "hard"):
        (low, high), (lower, higher) = few[bot], many[bot]
        assert max(low, lower) < min(high, higher), "they overlap"
        assert (high - low) / (higher - lower) == pytest.approx(10**0.5, rel=0.15)


@pytest.mark.parametrize("shared", [0.0, 0.5])
def test_nineteen_of_twenty_intervals_hold_the_true_strength(shared: float) -> None:
    held = [
        low <= TRUE[bot] <= high
        for seed in range(100)
        for bot, (low, high) in intervals(played(60, seed, shared)).items()
        if bot != "greedy"
    ]
    assert 0.92 < np.mean(held) < 0.98


def test_who_wins_everything_is_rated_with_an_open_end() -> None:
    first, second = rated(["random", "greedy"], [Result("random", "greedy", 0, 200, 0)])
    assert first["bot"] == "greedy" and second["rating"] is None
    assert second["interval"][0] is None
    assert second["interval"][1] == pytest.approx(-806, abs=1)  # 0.9904 ** 200 is what 1.92 leaves
    more = rated(["random", "greedy"], [Result("random", "greedy", 0, 2000, 0)])[1]
    assert more["interval"][1] < second["interval"][1]


def test_who_was_not_played_is_unknown() -> None:
    rows = {row["bot"]: row for row in rated(["greedy", "net", "hard"], [Result("net", "greedy", 7, 3, 0)])}
    assert rows["hard"]["rating"] is None and rows["hard"]["interval"] == [None, None]
    assert rows["net"]["rating"] == pytest.approx(147, abs=1)


def test_without_greedy_the_first_bot_is_the_anchor() -> None:
    rows = rated(["hard", "net"], [Result("hard", "net", 5, 5, 0)])
    assert [row["rating"] for row in rows if row["bot"] == "hard"] == [0]

"""Round robin: fair seats, pairwise shares, ratings."""

from typing import Any

import pytest

import fattorino
from fattorino.arena.playing import Job, seatings
from fattorino.arena.tournament import rungs, seat_two, table_for_two, tournament
from fattorino.commands.arena import rising
from fattorino.kernel.errors import BadOption


def played(*names: str, games: int = 40, ladder: bool = False, **options: Any) -> dict[str, Any]:
    settings = table_for_two(fattorino.load("pizza_race"), **options)
    return tournament(Job("pizza_race", settings, names), names, games, ladder=ladder, workers=1)


@pytest.mark.filterwarnings("ignore:overflow")  # interpreted hashing
def test_everyone_meets_everyone() -> None:
    report = played("random", "greedy", "mcts:simulations=8", games=10)
    assert [pair["bots"] for pair in report["pairs"]] == [
        ["random", "greedy"],
        ["random", "mcts:simulations=8"],
        ["greedy", "mcts:simulations=8"],
    ]
    assert report["games"] == 30
    for pair in report["pairs"]:
        assert sum(pair["wins"]) + pair["shared"] + pair["undecided"] == 10
        low, high = pair["interval"]
        assert low <= pair["share"] <= high


@pytest.mark.filterwarnings("ignore:overflow")
def test_on_a_ladder_each_meets_the_one_below() -> None:
    names = ["random", "easy:simulations=1", "greedy", "medium:simulations=8"]
    report = played(*names, games=6, ladder=True)
    assert [pair["bots"] for pair in report["pairs"]] == [
        ["easy:simulations=1", "random"],
        ["greedy", "easy:simulations=1"],
        ["medium:simulations=8", "greedy"],
        ["medium:simulations=8", "easy:simulations=1"],  # a level and the level below it
    ]
    assert report["games"] == 24 and {row["bot"] for row in report["ratings"]} == set(names)
    assert rungs(["easy", "medium"]) == [("medium", "easy")]  # once


def test_a_ladder_begins_with_random_and_ends_with_the_best() -> None:
    assert rising("papa_paolo", 0.2) == [
        "random", "easy", "greedy", "net", "medium", "hard:seconds=0.2,threads=1",
        "expert:seconds=0.2,threads=1",
    ]  # fmt: skip
    assert rising("pizza_race", 1)[-2:] == ["medium", "hard:seconds=1,threads=1"]


def test_ratings_follow_the_results_and_are_the_same_again() -> None:
    report = played("random", "greedy", games=60)
    pair, (first, second) = report["pairs"][0], report["ratings"]
    better = "greedy" if pair["wins"][1] > pair["wins"][0] else "random"
    assert first["bot"] == better
    assert first["rating"] > second["rating"]
    assert second["interval"][0] < second["rating"] < second["interval"][1]
    assert (report["anchor"], first["rating"]) == ("greedy", 0)
    assert played("random", "greedy", games=60)["ratings"] == report["ratings"]


def test_teams_are_played_by_one_bot_and_change_sides() -> None:
    game = fattorino.load("pizza_city")
    settings = game.settings(seats=4)
    seated = seat_two(game, settings, "greedy", "random")
    teams = [role.team for role in game.roles(settings)]
    assert {bot for bot, team in zip(seated, teams, strict=True) if team == teams[0]} == {seated[0]}
    one, other, *_rest = seatings(Job("pizza_city", settings, seated, rotate=True), game)
    assert all(a != b for a, b in zip(one, other, strict=True))


def test_the_smallest_even_table_is_taken() -> None:
    assert table_for_two(fattorino.load("new_york"))["seats"] == 2
    assert table_for_two(fattorino.load("papa_paolo"))["seats"] == 2
    assert table_for_two(fattorino.load("ghost_town"))["seats"] == 2


def test_what_makes_no_tournament_is_refused() -> None:
    with pytest.raises(BadOption, match="at least two bots"):
        played("random")
    with pytest.raises(BadOption, match="random is named twice"):
        played("random", "random")
    with pytest.raises(BadOption, match="no two sides"):
        table_for_two(fattorino.load("new_york"), mode="coop")

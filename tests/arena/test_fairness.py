"""What a report claims: in fair games nearly nothing, in unfair ones what was planted."""

from typing import Any

import numpy as np
import pytest

import fattorino
from fattorino.arena.page import page, verdict, who_begins
from fattorino.arena.playing import QUESTIONS, Job, Part, Uses
from fattorino.arena.report import figures
from fattorino.arena.simulate import simulate
from fattorino.arena.tally import WHOLE, Tally

SEATS, CHOICES = 4, 60
FAIR = (0.25,) * SEATS


def job_of(name: str = "pizza_race", players: int = SEATS, **options: Any) -> Job:
    settings = fattorino.load(name).settings_for(players, **options)
    return Job(name, settings, ("random",) * players, counting=True)


def coins(
    seed: int, games: int = 1000, chances: tuple[float, ...] = FAIR, begins: int | None = None
) -> dict[str, Any]:
    """The report of games that chance decides: by place in the turn order, whatever anybody chooses."""
    chance = np.random.default_rng(seed)
    began = chance.integers(SEATS, size=games) if begins is None else np.full(games, begins)
    place = chance.choice(SEATS, size=games, p=chances)
    winner = (began + place) % SEATS
    tally = Tally(games, games, 0, SEATS, lengths={1: games}, seat_scores=[{0: games}] * SEATS)
    tally.seat_wins = (WHOLE * np.bincount(winner, minlength=SEATS)).tolist()
    tally.place_wins = (WHOLE * np.bincount(place, minlength=SEATS)).tolist()
    tally.began = np.bincount(began, minlength=SEATS).tolist()
    uses = Uses()
    for cell, often in enumerate(np.geomspace(0.02, 0.9, CHOICES)):  # how often a seat makes each choice
        used = chance.random((SEATS, games)) < often
        won = (used & (winner == np.arange(SEATS)[:, None])).sum(axis=1) * WHOLE
        uses.rows[cell] = np.array([used.size, used.sum(), *used.sum(axis=1), *won])
    return figures(job_of(), Part(tally, uses))


def claims(report: dict[str, Any]) -> int:
    """How many sentences and ● of a report claim that something makes a difference."""
    return sum(row["sure"] for table in ("sides", "places", "actions") for row in report[table])


def test_reports_of_a_fair_game_claim_something_in_one_of_twenty_at_most() -> None:
    reports = [coins(seed) for seed in range(200)]
    assert sum(map(bool, map(claims, reports))) <= 10
    assert all(len([row for row in report["actions"] if row["error"]]) == CHOICES for report in reports)
    silent = next(report for report in reports if not claims(report))
    assert "No place in the turn order wins clearly more or less" in verdict(silent)


def test_who_wins_more_by_place_is_found_also_where_chance_decides_who_begins() -> None:
    report = coins(1, 20_000, (0.308, 0.26, 0.23, 0.202))
    assert report["begins"] is None and report["judged"] == "places"
    assert not any(row["sure"] for row in report["sides"]), "seats cannot differ"
    assert [row["claim"] for row in report["places"]] == ["clearly", "probably", "clearly", "clearly"]
    assert verdict(report).startswith("Place 1 in the turn order wins more: 31.1 % (30.5 to 31.8). Place 2")
    assert "so the seats cannot differ" in who_begins(report)


def test_nothing_is_claimed_about_seats_that_cannot_differ() -> None:
    for seed in range(20):
        report = coins(seed, 20_000, (0.4, 0.3, 0.2, 0.1))
        assert not any(row["sure"] for row in report["sides"])


def test_who_always_begins_is_named() -> None:
    report = coins(1, 20_000, (0.31, 0.23, 0.23, 0.23), begins=2)
    assert (report["begins"], report["judged"]) == (2, "sides")
    assert [row["name"] for row in report["places"]] == ["Scooter 3", "Scooter 4", "Scooter 1", "Scooter 2"]
    assert [row["share"] for row in report["places"]] == [report["sides"][k]["share"] for k in (2, 3, 0, 1)]
    assert [row["claim"] for row in report["places"]] == [report["sides"][k]["claim"] for k in (2, 3, 0, 1)]
    assert verdict(report).startswith("Scooter 3 wins more: 3")
    assert who_begins(report).startswith("Scooter 3 began every game")
    assert "place 1 <span" in page(report)


def test_near_the_threshold_it_is_probable_and_more_games_settle_it() -> None:
    chances = (0.28, 0.24, 0.24, 0.24)
    reports = (coins(seed, 3000, chances) for seed in range(50))
    close = next(report for report in reports if report["places"][0]["claim"] == "probably")
    text = verdict(close)
    assert text.startswith("Place 1 in the turn order probably wins more: 2")
    more = close["places"][0]["more_games"]
    assert (
        3000 < more < 30_000
        and f"About {more:,} games with other seeds would settle what is probable." in text
    )
    settled = [coins(seed, more, chances)["places"][0]["claim"] for seed in range(50, 70)]
    assert settled.count("clearly") > 10


def test_few_games_claim_nothing() -> None:
    report = coins(1, 40, (1.0, 0.0, 0.0, 0.0))
    assert not claims(report) and report["places"][0]["share"] == 1


def test_seats_that_win_together_have_no_places() -> None:
    job = job_of("new_york", 2, mode="coop")
    report = figures(job, simulate(job, 2, workers=1))
    assert "neither seats nor places" in who_begins(report)
    assert {row["share"] for row in report["places"]} == {report["sides"][0]["share"]}
    assert "by place" not in page(report)


@pytest.mark.parametrize("seats", [2, 4])
def test_teams_have_the_places_of_their_seats(seats: int) -> None:
    job = job_of("pizza_city", seats)
    report = figures(job, simulate(job, 4, workers=1))
    shares = {seat: row["share"] for row in report["sides"] for seat in row["seats"]}
    assert [row["share"] for row in report["places"]] == [shares[seat] for seat in range(seats)]
    assert who_begins(report).startswith("Red")


def test_a_game_master_has_no_place_in_the_turn_order() -> None:
    job = job_of("ghost_town", 2, gm_can_win=True, turn_limit=15)
    report = figures(job, simulate(job, 4, workers=1))
    assert [row["name"] for row in report["places"]] == ["Deliverer 1", "Deliverer 2"]
    assert len(report["sides"]) == 3 and all(row["equal"] is None for row in report["sides"])
    assert report["judged"] == "places" and verdict(report)


def test_actions_with_the_same_label_are_told_apart() -> None:
    job = job_of()
    part = simulate(job, 30, workers=1)
    assert QUESTIONS  # two actions under question 0
    part.uses.names = {0: {"Ride": 5}, 1: {"Ride": 7}}
    assert [row["label"] for row in figures(job, part)["actions"]] == ["Ride (roll)", "Ride (rest)"]

"""Fixed tasks: eight of them, their games, and result cards with intervals."""

import json
from typing import Any

import pytest
from typer.testing import CliRunner

import fattorino.cli  # noqa: F401, registers the commands
from fattorino.arena.playing import Part
from fattorino.arena.tasks import Task, task, tasks
from fattorino.commands.common import app
from fattorino.games import load
from fattorino.kernel.errors import BadOption


def test_there_are_eight_and_every_game_has_one() -> None:
    assert len(tasks()) == 8 and {one.game for one in tasks().values()} == {
        "ghost_town", "pizza_city", "papa_paolo", "new_york",
    }  # fmt: skip
    with pytest.raises(BadOption, match="there is no task 'chess'; the tasks are: ghost-town-2"):
        task("chess")


@pytest.mark.parametrize("name", tasks())
def test_every_side_has_a_player(name: str) -> None:
    one = task(name)
    assert set(one.sides()) == set(range(1 + len(one.opponents)))
    job = one.job("random")
    assert len(job.bots) == sum(role.decides for role in load(one.game).roles(job.options))


def test_wins_are_counted_by_seat_and_not_by_name() -> None:
    race = Task("race", "", "pizza_race", {"seats": 2}, ["greedy"], 1, 4)
    part = Part(winners=[(0,), (0,), (0, 1), ()])  # the bot sits first in games 0 and 2, second in 1 and 3
    assert race._wins(part) == (1.5, 3)


def test_partners_win_together_and_a_team_against_the_game_can_lose() -> None:
    teams = task("pizza-city-4")
    assert teams.sides() == [0, 1, 1, 0]
    assert teams._wins(Part(winners=[(0, 3), (0, 3)])) == (1, 2)
    assert task("new-york-coop")._wins(Part(winners=[(0, 1, 2), ()])) == (1, 2)


def test_a_card_is_the_same_twice_and_has_an_interval() -> None:
    race = Task("race", "", "pizza_race", {"seats": 2}, ["random"], 7, 30)
    card, again = (race.run("greedy", workers=1) for _ in range(2))
    assert {**card, "seconds": 0} == {**again, "seconds": 0}
    low, high = card["interval"]
    assert card["games"] == card["decided"] == 30 and low < card["share"] < high
    assert card["even"] == 0.5
    with pytest.raises(BadOption, match="has 30 games"):
        race.run("greedy", games=31)


def test_the_command_lists_runs_and_refuses() -> None:
    runner = CliRunner()
    assert "pizza-city-4" in runner.invoke(app, ["task", "list"]).output
    asked = ["task", "run", "ghost-town-2", "--bot", "random", "--games", "2", "--workers", "1", "--json"]
    card: dict[str, Any] = json.loads(runner.invoke(app, asked).output)
    assert (card["task"], card["bot"], card["games"]) == ("ghost-town-2", "random", 2)
    assert isinstance(runner.invoke(app, ["task", "win"]).exception, BadOption)

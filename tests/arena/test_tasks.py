"""Fixed tasks: eight of them, their games, and result cards with intervals."""

import json
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import fattorino.cli
from fattorino.arena import origin
from fattorino.arena.origin import commit
from fattorino.arena.playing import Outcome, Part
from fattorino.arena.tasks import FURTHER, Counts, Task, task, tasks
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
    winners = [(0,), (0,), (0, 1), ()]  # the bot sits first in games 0 and 2, second in 1 and 3
    part = Part(listed=[Outcome(seats) for seats in winners])
    counts = race.counted(part)
    assert (counts.won, counts.decided) == (1.5, 3)


def test_partners_win_together_and_a_team_against_the_game_can_lose() -> None:
    teams = task("pizza-city-4")
    assert teams.sides() == [0, 1, 1, 0]
    assert teams.counted(Part(listed=[Outcome((0, 3), (5, 1, 1, 5))] * 2)) == Counts(1, 2, 12, 4)
    coop = Part(listed=[Outcome((0, 1, 2), (7, 7, 7)), Outcome((), (4, 4, 4))])
    assert task("new-york-coop").counted(coop) == Counts(1, 2, 33, 6)


def test_a_card_is_the_same_twice_and_has_an_interval() -> None:
    race = Task("race", "", "pizza_race", {"seats": 2}, ["random"], 7, 30)
    card, again = (race.run("greedy", workers=1) for _ in range(2))
    assert {**card, "seconds": 0} == {**again, "seconds": 0}
    low, high = card["interval"]
    assert card["games"] == card["decided"] == 30 and low < card["share"] < high
    assert card["even"] == 0.5
    assert card["fattorino"] == fattorino.__version__ and card["python"].startswith("3.")
    with pytest.raises(BadOption, match="or more, not -1"):
        race.run("greedy", games=-1)


def test_further_deals_come_after_those_of_the_task() -> None:
    race = Task("race", "", "pizza_race", {"seats": 2}, ["random"], 7, 30)
    own, more = race.run("greedy", workers=1), race.run("greedy", games=80, workers=1)
    assert (own["games"], own["further_games"]) == (30, 0)
    assert (more["games"], more["further_games"], more["seed"]) == (80, 50, 7)
    others = Task("race", "", "pizza_race", {"seats": 2}, ["random"], 7 + FURTHER, 50).run(
        "greedy", workers=1
    )
    assert more["won"] == own["won"] + others["won"]
    assert more["mean_score"] == pytest.approx((30 * own["mean_score"] + 50 * others["mean_score"]) / 80)
    assert np.diff(more["interval"]) < np.diff(own["interval"])
    assert race.run("greedy", games=10, workers=1)["further_games"] == 0


def test_a_card_names_the_commit_of_this_program_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def git(*words: str) -> str:
        config = ["-c", "user.name=a", "-c", "user.email=a@b"]
        asked = ["git", "-C", str(tmp_path), *config, *words]
        return subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()

    (tmp_path / "__init__.py").write_text("")
    monkeypatch.setattr(origin, "PACKAGE", tmp_path)
    git("init")
    installed = commit()  # in somebody's checkout, but not part of it
    git("add", ".")
    git("commit", "-m", "all")
    assert commit() == git("rev-parse", "HEAD") != installed
    (tmp_path / "__init__.py").write_text("changed = 1")
    assert commit() == git("rev-parse", "HEAD") + "+"


def test_the_command_lists_runs_and_refuses() -> None:
    runner = CliRunner()
    assert "pizza-city-4" in runner.invoke(app, ["task", "list"]).output
    asked = ["task", "run", "ghost-town-2", "--bot", "random", "--games", "2", "--workers", "1", "--json"]
    card: dict[str, Any] = json.loads(runner.invoke(app, asked).output)
    assert (card["task"], card["bot"], card["games"]) == ("ghost-town-2", "random", 2)
    assert isinstance(runner.invoke(app, ["task", "win"]).exception, BadOption)

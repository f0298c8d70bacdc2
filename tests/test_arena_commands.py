"""What simulate and report print and write: shares by place, progress, how long it takes, files."""

import io
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

import fattorino
import fattorino.cli
from fattorino import bots
from fattorino.arena.playing import Job
from fattorino.arena.tally import Tally
from fattorino.commands import common, forecast
from fattorino.commands.common import TimeLeft, app, bar, duration
from fattorino.commands.forecast import Forecast
from fattorino.commands.report import file_name, job_of


def run(*words: str) -> str:
    result = CliRunner().invoke(app, list(words))
    assert result.exception is None, result.exception
    return result.output


def named(players: int, bot: str = "greedy", game: str = "new_york", **options: object) -> str:
    loaded = fattorino.load(game)
    return file_name(loaded, job_of(loaded, bot, players, 1, options, listing=False))


def test_a_bot_against_itself_has_no_share_of_its_own() -> None:
    alone = run("simulate", "pizza_race", "--seats", "greedy,greedy", "--games", "4", "--workers", "1")
    assert "by bot" not in alone and "100.0" not in alone.partition("by seat")[0]
    assert "by bot" in run("simulate", "pizza_race", "--seats", "greedy,random", "--games", "4")
    assert "by place" not in alone, "the first scooter always begins"


def test_who_begins_by_chance_is_shown_by_place() -> None:
    out = run("simulate", "papa_paolo", "--seats", "random,random", "--games", "9", "--workers", "1")
    assert "by place in the turn order" in out and "place 2" in out


def test_another_table_does_not_overwrite_a_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for words in ([], ["--players", "3"], ["--goal", "20"], ["--bot", "random"]):
        run("report", "pizza_race", "--games", "3", "--workers", "1", *words)
    pages = {page.name: page.read_text() for page in tmp_path.iterdir()}
    assert set(pages) == {
        "pizza_race-2-players-report.html",
        "pizza_race-3-players-report.html",
        "pizza_race-2-players-goal-20-report.html",
        "pizza_race-2-players-random-report.html",
    }
    assert "2 players, goal 20</p>" in pages["pizza_race-2-players-goal-20-report.html"]


def test_a_name_says_what_is_not_usual_and_is_never_too_long() -> None:
    assert named(4) == "new_york-4-players-report.html"
    assert named(2, first_player="1") == "new_york-2-players-first_player-1-report.html"
    assert named(4, bot="mcts:simulations=20,threads=1") == (
        "new_york-4-players-mcts-simulations-20-threads-1-report.html"
    )
    many = dict.fromkeys(("coop_blue", "coop_red", "coop_pizzas", "coop_money"), "100")
    many |= {"specialty_set": "all8", "city_events": "on", "promotion_retrigger": "true"}
    many |= {"queue_push": "conveyor", "expansion_power_cards": "on"}
    assert len(named(2, **many)) < 180
    assert named(2, **many) != named(2, **many, sale_pizzas="2")


def test_bar_count_and_time_stay_where_there_is_little_room(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Console(file=io.StringIO(), force_terminal=True, width=80)
    monkeypatch.setattr(common, "Console", lambda **_given: screen)
    with bar("compiling", 20_000, quiet=False) as progress:
        progress(1500, "New York Pizza Delivery: seat 1 24.7% ± 0.4%, seat 2 25.1% ± 0.4%, seat 3 25.1%")
        screen.file.truncate(0)
    shown = screen.file.getvalue()  # type: ignore[attr-defined]
    assert "New York Pizza Delivery: seat 1" in shown and "…" in shown
    assert "━" in shown and "1500/20000" in shown and "-:--:--" in shown


def test_while_it_compiles_the_bar_says_how_long() -> None:
    def left(passed: float, done: int = 0) -> str:
        task: Any = SimpleNamespace(
            elapsed=passed, completed=done, fields={"compiling": 60.0}, total=9, time_remaining=None,
            finished=False,
        )  # fmt: skip
        return TimeLeft().render(task).plain

    assert left(1) == "-:--:--", "it may be compiled already"
    assert (left(12), left(59)) == ("about 48 s", "about 1 s")
    assert left(70) == left(12, done=1) == "-:--:--", "it takes longer, and then is done"
    assert (duration(95), duration(57_600)) == ("about 2 min", "about 16 h")


class Ponderer:
    """A bot that thinks for two minutes about each decision, by a clock of its own."""

    now = 0.0

    def choose(self, _view: Any, _seat: int, actions: Any, _seed: int) -> int:
        Ponderer.now += 120
        return int(actions[0])


def test_a_run_of_bots_that_think_says_before_its_first_game_how_long_it_takes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(forecast, "perf_counter", lambda: Ponderer.now)
    job = Job("pizza_race", fattorino.load("pizza_race").settings(seats=4, goal=20), (Ponderer,) * 4)
    match, decisions = fattorino.load("pizza_race").new(seed=1, seats=4, goal=20), 0
    while match.to_move is not None:
        match.play(bots.make("greedy", match.game).choose(None, 0, match.legal(), 0))
        decisions += 1
    said = Forecast(job, 500, workers=2)
    said.guess()
    assert decisions >= 2 * forecast.SAMPLE
    hours = round(decisions * 120 * 500 / 2 / 3600)
    assert capsys.readouterr().err.startswith(f"500 games will take about {hours} h. Ctrl-C stops")
    said.tell(Tally(4, seconds=9999.0))
    Forecast(job, 4, workers=2).guess()
    assert not capsys.readouterr().err, "it was said, or ends with the first games"


def test_a_long_run_says_so_once_after_the_first_games(capsys: pytest.CaptureFixture[str]) -> None:
    settings = fattorino.load("pizza_race").settings(seats=2)
    job = Job("pizza_race", settings, ("mcts:simulations=8",) * 2)  # batches of two games
    slow = Forecast(job, 20_000, workers=4)
    for games, seconds in ((2, 6.0), (7, 21.0)):
        slow.tell(Tally(games, seconds=seconds))
    assert not capsys.readouterr().err, "not every core has finished a batch"
    for games, seconds in ((8, 24.0), (10, 30.0)):
        slow.tell(Tally(games, seconds=seconds))
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("20,000 games will take about 17 h. Ctrl-C stops and reports those played")
    assert line.endswith("--games 200 takes about 10 min.")
    Forecast(job, 20_000, workers=4).tell(Tally(800, seconds=8.0))
    assert not capsys.readouterr().err

"""Failures of compiling while a game is played in the terminal."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

import fattorino.cli  # all commands
from fattorino.commands import compiling
from fattorino.commands.common import app, bar
from fattorino.commands.compiling import Background
from fattorino.kernel.errors import FattorinoError
from fattorino.kernel.parts import TABLE, Part

KILLED = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
DONE = """
for step, name in enumerate(("table", "bots")):
    print('{"game": "pizza_city", "step": %d, "of": 2, "name": "%s", "seconds": 1.0}' % (step + 1, name))
"""
SLOW = "import time; time.sleep(60)"


class Slow:
    """A game's speed that is never compiled by itself."""

    interprets = True

    def compile(self) -> None:
        self.interprets = False


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., tuple[Background, set[str]]]:
    """Begin to compile with another compiler; the second value is what is in the cache."""
    monkeypatch.setenv("FATTORINO_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(compiling, "INTERPRETED", False)
    cached, how = set[str](), Slow()

    def is_ready(_game: object, part: Part = TABLE) -> bool:
        return part.name in cached

    def go_over(_game: object) -> bool:
        how.interprets = TABLE.name not in cached
        return not how.interprets

    monkeypatch.setattr(compiling, "is_ready", is_ready)
    monkeypatch.setattr(compiling, "go_over", go_over)
    monkeypatch.setattr(compiling, "speed", lambda _folder: how)

    def start(code: str, search: bool = False) -> tuple[Background, set[str]]:
        monkeypatch.setattr(compiling, "command", lambda *_words: [sys.executable, "-c", code])
        return Background(fattorino.load("pizza_city"), search), cached

    return start


Start = Callable[..., tuple[Background, set[str]]]


def ended(background: Background) -> None:
    """Wait for the other process."""
    assert background._process is not None
    background._process.wait(30)


def test_a_compiler_that_is_killed_is_told_once_and_the_game_goes_on(
    started: Start, capsys: pytest.CaptureFixture[str]
) -> None:
    background, _cached = started(KILLED)
    ended(background)
    for _ in range(3):
        background.poll()
    background.close()
    assert capsys.readouterr().out.split("\n") == [
        "The game is played interpreted: the compiler ended with -9",
        "",
    ]


def test_a_game_goes_over_once_its_rules_are_there(
    started: Start, capsys: pytest.CaptureFixture[str]
) -> None:
    background, cached = started(SLOW)
    background.poll()
    cached.add("table")
    background.poll()
    background.close()
    ended(background)
    background.poll()
    assert capsys.readouterr().out == ""


def test_a_dry_run_says_which_parts_are_not_ready_and_compiles_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(compiling, "INTERPRETED", False)
    monkeypatch.setattr(compiling, "is_ready", lambda game, part: part.name == "table")
    monkeypatch.setattr(compiling, "ensure_part", lambda game, part: pytest.fail("it compiles"))
    done = CliRunner().invoke(app, ["compile", "pizza_city", "--dry-run"])
    assert done.exit_code == 0
    (row,) = [line for line in done.output.splitlines() if "Pizza City" in line]
    assert [cell.strip() for cell in row.strip("│ ").split("│")[1:]] == ["ready", *["to be compiled"] * 2]


def test_a_cache_that_cannot_be_written_is_told_and_nothing_is_started(
    started: Start, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("FATTORINO_CACHE", str(tmp_path / "file"))
    background, _cached = started(SLOW)
    assert background._process is None
    assert "played interpreted" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("code", "place", "reason"),
    [(KILLED, "cache", "exit code -9"), (DONE, "cache", "nothing was kept"), (SLOW, "file", "cannot be")],
)
def test_a_bot_that_looks_ahead_gets_its_rules_compiled_in_this_process_where_another_cannot(
    code: str,
    place: str,
    reason: str,
    started: Start,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("FATTORINO_CACHE", str(tmp_path / place))
    made: list[tuple[list[str], list[str]]] = []
    monkeypatch.setattr(compiling, "compile_here", lambda names, parts, _said: made.append((names, parts)))
    started(code, search=True)
    assert made == [(["pizza_city"], ["table", "bots"])]
    said = " ".join(capsys.readouterr().out.split())
    assert said.startswith("The game is compiled for this time only: ") and reason in said


def test_where_nothing_can_be_compiled_a_bot_that_looks_ahead_is_refused_in_one_line(
    started: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_given: object) -> None:
        raise MemoryError

    monkeypatch.setattr(compiling, "compile_here", fails)
    with pytest.raises(FattorinoError, match="needs compiled rules: games could not be compiled"):
        started(KILLED, search=True)


def test_a_progress_bar_is_for_terminals_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with bar("compiling", 2, quiet=False) as progress:
        progress(1)
    assert capsys.readouterr() == ("", "")
    monkeypatch.setenv("FORCE_COLOR", "1")  # Rich takes it for a terminal
    with bar("compiling", 2, quiet=False) as progress:
        progress(1)
    assert "compiling" in capsys.readouterr().err


def test_without_numba_and_compiled_code_a_bot_that_searches_is_refused(
    started: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "INTERPRETED", True)
    monkeypatch.setattr(compiling, "DISABLED", False)
    monkeypatch.setattr(compiling, "WHY_INTERPRETED", "Numba is not installed")
    with pytest.raises(FattorinoError, match=r"needs compiled rules: Numba is not installed"):
        started(DONE, search=True)
    started(DONE)[0].close()

"""Games run interpreted until they are compiled, and go on if compiling fails."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fattorino import games
from fattorino.kernel import jit
from fattorino.kernel.game import Game
from fattorino.kernel.parts import TABLE, Part
from fattorino.server import precompile
from fattorino.server.precompile import Precompiler
from loops import run

TABLES_DONE = """if True:
    import json, sys, time
    for name in {names!r}:
        line = dict(game=name, step=0, of=2, name="table")
        print(json.dumps(line), flush=True)
        print(json.dumps(line | dict(step=1, seconds=0.1)), flush=True)
    sys.exit({code})
"""


@pytest.fixture(name="cached")
def _cached(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[tuple[str, str]]]:
    """What is in the cache, (game, part); it starts empty, and games begin interpreted."""
    found: set[tuple[str, str]] = set()

    def is_ready(game: Game, part: Part = TABLE) -> bool:
        return (game.name, part.name) in found

    monkeypatch.setattr(precompile, "is_ready", is_ready)
    monkeypatch.setattr(precompile, "go_over", is_ready)
    before = jit.Speed.compiles, jit.Speed.interprets
    yield found
    jit.Speed.compiles, jit.Speed.interprets = before


def compiler(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """Let the process that compiles be this one."""
    spawn = asyncio.create_subprocess_exec

    async def instead(*_arguments: str, **how: Any) -> asyncio.subprocess.Process:
        return await spawn(sys.executable, "-c", code, **how)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", instead)


def states(precompiler: Precompiler) -> dict[str, str]:
    return {name: progress.state for name, progress in precompiler.games.items()}


def test_what_is_in_the_cache_is_compiled_at_once_and_the_rest_waits(cached: set[tuple[str, str]]) -> None:
    cached |= {("new_york", "table"), ("new_york", "bots"), ("pizza_city", "table")}
    precompiler = Precompiler(compile=False)
    run(precompiler.work())
    assert states(precompiler)["new_york"] == states(precompiler)["pizza_city"] == "ready"
    assert states(precompiler)["ghost_town"] == "waiting"
    assert precompiler.seconds_to_search("new_york") == 0
    assert precompiler.seconds_to_search("pizza_city") is None


@pytest.mark.parametrize("lacks", ["table", "bots"])
def test_whichever_part_is_missing_the_game_is_compiled_and_until_then_is_told_to_be_slow(
    lacks: str,
    cached: set[tuple[str, str]],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(jit, "INTERPRETED", False)
    precompiler = Precompiler(compile=False)
    cached |= {(name, part) for name in precompiler.games for part in ("table", "bots")}
    cached.discard(("new_york", lacks))
    run(precompiler.work())
    assert [name for name, slow in precompiler.interpreted().items() if slow] == ["new_york"]
    (line,) = caplog.messages
    assert "new_york" in line and "pizza_city" not in line

    again, asked = Precompiler(compile=True), list[str]()

    async def fill(missing: list[Any]) -> None:
        asked.extend(progress.game for progress in missing)

    monkeypatch.setattr(again, "_fill_cache", fill)
    run(again.work())
    assert asked == ["new_york"]


def test_without_numba_and_compiled_code_one_line_says_so_and_games_are_played(
    cached: set[tuple[str, str]], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(jit, "INTERPRETED", True)
    monkeypatch.setattr(jit, "DISABLED", False)
    monkeypatch.setattr(jit, "WHY_INTERPRETED", "Numba is not installed")
    precompiler = Precompiler(compile=True)
    run(precompiler.work())
    assert set(states(precompiler).values()) == {"failed"}
    assert precompiler.seconds_to_search("pizza_city") is None
    (line,) = caplog.messages
    assert "interpreted" in line and "Numba is not installed" in line


def test_all_games_are_loaded_before_any_goes_over(
    cached: set[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first page needs all games, and needs none compiled."""
    steps: list[str] = []
    load_all = games.load_all

    def loaded() -> Any:
        steps.append("load all")
        return load_all()

    monkeypatch.setattr(games, "load_all", loaded)
    monkeypatch.setattr(precompile, "go_over", lambda game: steps.append("go over"))
    run(Precompiler(compile=False).work())
    assert steps[0] == "load all" and set(steps[1:]) == {"go over"}


def test_the_rest_is_compiled_in_the_background(
    cached: set[tuple[str, str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("FATTORINO_CACHE", str(tmp_path))
    precompiler = Precompiler(compile=True)
    cached |= {(name, "table") for name in precompiler.games if name != "ghost_town"}
    cached |= {(name, "bots") for name in precompiler.games if name != "ghost_town"}
    compiler(monkeypatch, TABLES_DONE.format(names=["ghost_town"], code=0))

    async def worked() -> None:
        work = asyncio.create_task(precompiler.work())
        while states(precompiler)["ghost_town"] != "compiling":
            await asyncio.sleep(0)
        assert precompiler.seconds_to_search("ghost_town") is not None
        cached.add(("ghost_town", "table"))
        await work

    run(worked())
    assert states(precompiler)["ghost_town"] == "ready"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (TABLES_DONE.format(names=["ghost_town"], code=3), "fattorino ended with 3"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "fattorino ended with -9"),
        ("print('not JSON')", "Expecting value"),
        ("", "nothing was kept"),
    ],
)
def test_a_compiler_that_fails_is_told_in_one_line_and_games_go_on(
    code: str,
    words: str,
    cached: set[tuple[str, str]],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("FATTORINO_CACHE", str(tmp_path))
    compiler(monkeypatch, code)
    precompiler = Precompiler(compile=True)
    with caplog.at_level(logging.WARNING, "fattorino.precompile"):
        run(precompiler.work())
    assert set(states(precompiler).values()) == {"failed"}
    (record,) = [record for record in caplog.records if record.name == "fattorino.precompile"]
    assert words in record.message and "ghost_town" in record.message
    assert precompiler.seconds_to_search("ghost_town") is None


def test_a_cache_that_cannot_be_written_is_told_before_anything_is_compiled(
    cached: set[tuple[str, str]],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("FATTORINO_CACHE", str(tmp_path / "file"))
    compiler(monkeypatch, "raise SystemExit('this is not to be run')")
    with caplog.at_level(logging.WARNING, "fattorino.precompile"):
        run(Precompiler(compile=True).work())
    (record,) = caplog.records
    assert "cannot be written" in record.message


def test_where_there_was_no_room_for_a_process_it_is_tried_again(
    cached: set[tuple[str, str]],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("FATTORINO_CACHE", str(tmp_path))
    monkeypatch.setattr(precompile, "AGAIN", (0.0, 0.0, 0.0))
    precompiler = Precompiler(compile=True)
    cached |= {(name, part) for name in precompiler.games for part in ("table", "bots")}
    cached -= {("ghost_town", "table"), ("ghost_town", "bots")}
    compiler(monkeypatch, TABLES_DONE.format(names=["ghost_town"], code=0))
    spawn, tried = asyncio.create_subprocess_exec, list[int]()

    async def no_room_at_first(*arguments: str, **how: Any) -> asyncio.subprocess.Process:
        tried.append(1)
        if len(tried) < 3:
            raise OSError(24, "Too many open files")
        cached.add(("ghost_town", "table"))
        return await spawn(*arguments, **how)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", no_room_at_first)
    with caplog.at_level(logging.WARNING, "fattorino.precompile"):
        run(precompiler.work())

    assert len(tried) == 3
    assert states(precompiler)["ghost_town"] == "ready"
    assert caplog.text.count("Too many open files") == 2

"""Long work runs in a separate process, which ends when its reports are not needed any more."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from fattorino.server.worker import worker
from loops import run

REPORTS = "import json, os, time\nprint(json.dumps(dict(process=os.getpid())), flush=True)\n"


@pytest.fixture(name="module")
def _module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A module that the worker runs."""
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return tmp_path / "long_work.py"


def is_running(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


def test_reports_come_as_they_are_made(module: Path) -> None:
    module.write_text("import json, sys\nprint(json.dumps(sys.argv[1:] + [sys.stdin.read()]))\n")

    async def work() -> list[Any]:
        async with worker("long_work", "--fast", given=b"in") as reports:
            return [report async for report in reports]

    assert run(work()) == [["--fast", "in"]]


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_worker_is_ended_with_the_task_that_listens(module: Path) -> None:
    module.write_text(REPORTS + "time.sleep(60)\n")
    found: list[int] = []

    async def listen() -> None:
        async with worker("long_work") as reports:
            found.append((await anext(reports))["process"])
            await anext(reports)

    async def work() -> None:
        task = asyncio.create_task(listen())
        while not found:
            await asyncio.sleep(0.01)
        assert is_running(found[0])
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    run(work())
    assert not is_running(found[0])


def test_a_worker_that_fails_says_with_what(module: Path) -> None:
    module.write_text(REPORTS + "raise SystemExit(3)\n")

    async def work() -> None:
        async with worker("long_work") as reports:
            async for _report in reports:
                pass

    with pytest.raises(RuntimeError, match="long_work ended with 3"):
        run(work())

"""Pytest works as CONTRIBUTING.md says: bare, and with -m bulk, without any variable in the environment."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fattorino import games

ROOT = Path(__file__).parent.parent
GAMES = [name for name in games.names() if name != "pizza_race"]


def run(*arguments: str) -> str:
    """The last line of a run of pytest in a fresh process."""
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "PYTEST_"))}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=bare, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    return done.stdout.splitlines()[-1]


@pytest.mark.parametrize("game", GAMES)
def test_a_bare_pytest_interprets(game: str) -> None:
    files = sorted((ROOT / "tests" / "games" / game).glob("test_*.py"), key=lambda file: file.stat().st_size)
    assert "passed" in run(*map(str, files[:2]))


@pytest.mark.bulk
def test_a_bare_pytest_of_bulk_tests_compiles() -> None:
    last = run("-m", "bulk", "tests/contract/test_lesson.py", "-k", "ghost_town")
    assert "2 passed" in last
    assert "skipped" not in last

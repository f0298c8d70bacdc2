"""The script of attacks runs; what it measures is for `make attack`, on a machine that is quiet."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from server.conftest import environment

pytestmark = pytest.mark.bulk


def attack(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the script."""
    command = [sys.executable, "-m", "attack", *words]
    folder = Path(__file__).parents[1]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment(), timeout=300)


def test_an_attack_ends_with_a_row_of_what_others_felt() -> None:
    done = attack("moves", "--seconds", "2", "--addresses", "2")
    head, row = done.stdout.splitlines()
    assert head.split()[:2] == ["attack", "load"], done.stderr
    assert row.startswith("moves ") and row.count("p95") == 2 and " x 409" in row
    assert done.returncode in (0, 1), "1 if somebody felt it"


def test_an_attack_that_there_is_not_is_named() -> None:
    done = attack("siege")
    assert done.returncode == 2 and "there is no attack siege" in done.stderr

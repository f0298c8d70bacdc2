"""The Makefile: a step that fails says why, `make test` how long each part took, `make help` knows all."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BEFORE, SIDE_BY_SIDE, AFTER = ["setup", "system"], ["compile", "lint", "types", "unit"], ["bulk"]


def make(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run `make` in the project's folder."""
    return subprocess.run(["make", *map(str, arguments)], cwd=ROOT, capture_output=True, text=True)


def stub(file: Path, code: str) -> Path:
    """A program that does this."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\n{code}\n")
    file.chmod(0o755)
    return file


def test_a_python_that_is_too_old_is_named(tmp_path: Path) -> None:
    pretend = f'"{sys.executable}" -c "import sys; sys.version_info = (3, 9, 2); exec(sys.argv[1])" "$2"'
    python = stub(tmp_path / "old", f'[ "$1" = --version ] && echo "Python 3.9.2" || {pretend}')
    done = make("serve", f"PYTHON={python}", f"VENV={tmp_path / 'venv'}")
    assert done.returncode and not (tmp_path / "venv").exists()
    assert f"Python 3.11 or later is needed; {python} is Python 3.9.2. Name another" in done.stderr


def test_a_python_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = make("serve", "PYTHON=python-nowhere", f"VENV={tmp_path / 'venv'}")
    assert done.returncode and "there is no python-nowhere. Install Python 3.11 or later" in done.stderr


@pytest.fixture(name="ready")
def _ready(tmp_path: Path) -> Path:
    """A folder that passes for an environment in which everything is installed."""
    for name in ("bin/python", "bin/uv"):
        stub(tmp_path / "venv" / name, "exit 1")
    for name in (".installed", ".installed-table"):
        (tmp_path / "venv" / name).touch()
    return tmp_path / "venv"


def test_what_npm_says_is_shown_and_followed_by_a_sentence(ready: Path) -> None:
    stub(ready / "bin" / "npm", 'echo "npm error no such package" >&2; exit 1')
    done = make("-W", "package.json", "node_modules/.installed", f"VENV={ready}")
    assert done.returncode
    reason, sentence, *_ = filter(None, done.stderr.splitlines())
    assert reason == "npm error no such package" and sentence.startswith("make: npm could not install")


def test_a_port_that_is_taken_is_answered_in_the_words_of_make(ready: Path) -> None:
    stub(ready / "bin" / "fattorino", 'echo "$@"; echo "fattorino: Port 80 is in use." >&2; exit 2')
    done = make("serve", f"VENV={ready}", "PORT=80")
    assert done.stdout.strip() == "serve --host 127.0.0.1 --port 80"
    assert done.stderr.startswith("fattorino: Port 80 is in use.\nmake: ") and "PORT=8001" in done.stderr


def in_order(parts: list[str]) -> list[str]:
    """The parts that ran, those that run side by side by the alphabet."""
    apart = [part for part in parts if part in SIDE_BY_SIDE]
    return [*parts[: len(BEFORE)], *sorted(apart), *parts[len(BEFORE) + len(apart) :]]


def test_make_test_ends_with_the_seconds_of_each_part(tmp_path: Path) -> None:
    program = stub(tmp_path / "make", 'echo "running $2"')
    done = make("test", f"MAKE={program}")
    assert done.returncode == 0 and not done.stderr
    for found in (r"running (\w+)", r"^(\w+) \d+ s$"):
        parts = re.findall(found, done.stdout, re.MULTILINE)
        assert in_order(parts) == BEFORE + SIDE_BY_SIDE + AFTER


@pytest.mark.parametrize("part", SIDE_BY_SIDE)
def test_make_test_names_the_part_that_failed_and_stops(tmp_path: Path, part: str) -> None:
    program = stub(tmp_path / "make", f'echo "running $2"; [ "$2" != {part} ]')
    done = make("test", f"MAKE={program}")
    assert done.returncode and f"make: make {part} failed." in done.stderr
    ran = re.findall(r"running (\w+)", done.stdout)
    assert {*BEFORE, part} <= set(ran) and not set(AFTER) & set(ran)


def test_help_has_a_line_for_every_target() -> None:
    listed = [line.split(maxsplit=1) for line in make("help").stdout.splitlines()]
    phony = re.findall(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert {name for name, _what in listed} == set(" ".join(phony).split())
    assert all(len(name) < 12 and len(what) < 100 for name, what in listed)

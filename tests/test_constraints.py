"""`constraints.txt`: versions that `pyproject.toml` allows, and that `make` installs."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
LINES = [line for line in (ROOT / "constraints.txt").read_text().splitlines() if not line.startswith("#")]
LOCKED = {canonicalize_name(name): version for name, version in (line.split("==") for line in LINES)}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
TESTED = [*PROJECT["dependencies"], *EXTRAS["postgres"], *EXTRAS["uvloop"], *EXTRAS["dev"]]


def test_each_line_is_a_name_and_a_version() -> None:
    for line in LINES:
        assert re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.+!]+", line), "no address, no range, no path"
    assert len(LOCKED) == len(LINES)


@pytest.mark.parametrize("text", TESTED)
def test_every_version_is_one_that_the_project_allows(text: str) -> None:
    wanted = Requirement(text)
    if wanted.name != PROJECT["name"] and (wanted.marker is None or wanted.marker.evaluate()):
        assert wanted.specifier.contains(LOCKED[canonicalize_name(wanted.name)])


@pytest.mark.parametrize("target", ["serve", "test"])
def test_make_installs_these_versions(target: str, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to(sys.executable)
    plan = subprocess.run(
        ["make", "-n", target, f"VENV={tmp_path}"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    installs = [line for line in plan.stdout.splitlines() if "pip install" in line]
    assert installs and all("-c constraints.txt" in line for line in installs)

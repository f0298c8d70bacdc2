"""`requirements/`: what `make` installs is locked by hash, and runs on every Python that is promised."""

from __future__ import annotations

import platform
import re
import subprocess
import sys
import tomllib
from importlib.metadata import distribution
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
FILES = {
    name: (ROOT / "requirements" / f"{name}.txt").read_text() for name in ("uv", "audit", "table", "dev")
}
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text())
PROJECT = DECLARED["project"]
EXTRAS = PROJECT["optional-dependencies"]
GROUPS = DECLARED["dependency-groups"]
TABLE = [*PROJECT["dependencies"], *EXTRAS["postgres"], *EXTRAS["uvloop"], *GROUPS["build"]]
WANTED = {"uv": GROUPS["setup"], "audit": GROUPS["audit"], "table": TABLE, "dev": [*TABLE, *EXTRAS["dev"]]}
MINOR = [text.removeprefix("Programming Language :: Python :: ") for text in PROJECT["classifiers"]]
OLDEST = f"{MINOR[0]}.0"


def _version(python: str) -> dict[str, str]:
    return {"python_version": python.rpartition(".")[0], "python_full_version": python}


def locked(name: str) -> list[Requirement]:
    """The versions of one file, each with its marker."""
    lines = re.sub(r"\s*\\\n\s+--hash=\S+", "", FILES[name]).splitlines()
    return [Requirement(line) for line in lines if not line.startswith("#")]


def chosen(name: str, python: str) -> dict[str, Requirement]:
    """What one file installs with a version of Python, by name."""
    there: dict[str, Any] = {**default_environment(), **_version(python)}
    return {
        canonicalize_name(each.name): each
        for each in locked(name)
        if each.marker is None or each.marker.evaluate(there)
    }


@pytest.mark.parametrize("name", FILES)
def test_each_version_has_its_hashes_and_no_address(name: str) -> None:
    text = FILES[name]
    assert "://" not in text and " @ " not in text
    for each in locked(name):
        assert re.fullmatch(r"==[A-Za-z0-9.+!]+", str(each.specifier)), f"{each} is no single version"
    blocks = [block for block in re.split(r"\n(?=\S)", text) if not block.startswith("#")]
    assert blocks and all("--hash=sha256:" in block for block in blocks)


@pytest.mark.parametrize("python", [f"{minor}.0" for minor in MINOR])
@pytest.mark.parametrize("name", FILES)
def test_every_version_is_one_that_the_project_allows(name: str, python: str) -> None:
    there = chosen(name, python)
    for text in WANTED[name]:
        wanted = Requirement(text)
        if wanted.name == PROJECT["name"]:
            continue  # the project's own extras, which are listed one by one
        if wanted.marker is None or wanted.marker.evaluate({**_version(python)}):
            version = str(there[canonicalize_name(wanted.name)].specifier).removeprefix("==")
            assert wanted.specifier.contains(version), f"{wanted} is locked to {version}"


@pytest.mark.parametrize("python", [f"{minor}.0" for minor in MINOR])
def test_the_table_and_the_tests_have_the_same_versions(python: str) -> None:
    table, tests = chosen("table", python), chosen("dev", python)
    assert {name: str(one.specifier) for name, one in table.items()} == {
        name: str(tests[name].specifier) for name in table
    }


def test_the_oldest_python_that_is_promised_is_the_one_that_is_required() -> None:
    assert SpecifierSet(PROJECT["requires-python"]) == SpecifierSet(f">={MINOR[0]}")
    numbers = [int(minor.partition(".")[2]) for minor in MINOR]
    assert all(later == earlier + 1 for earlier, later in pairwise(numbers))


def test_what_is_locked_is_what_is_installed() -> None:
    """Otherwise the next test would ask other packages than those that are locked."""
    there = {name: distribution(name).version for name in chosen("dev", platform.python_version())}
    wanted = {name: str(each.specifier) for name, each in chosen("dev", platform.python_version()).items()}
    assert {name: f"=={version}" for name, version in there.items()} == wanted, "make setup"


def test_what_is_locked_for_the_oldest_python_runs_there() -> None:
    """Each package says itself which versions of Python it runs on; the ones that are installed are asked.

    Where a newer Python has a newer version, the lock names both; `make locked` asks PyPI of the older one.
    """
    here = chosen("dev", platform.python_version())
    refused = []
    for name, each in chosen("dev", OLDEST).items():
        if each.specifier == here[name].specifier:
            needs = distribution(name).metadata.json.get("requires_python")
            if needs and not SpecifierSet(str(needs)).contains(OLDEST):
                refused.append(f"{each} needs Python {needs}")
    assert refused == [], f"these do not run on Python {OLDEST}: make lock"


def test_make_asks_for_the_oldest_python_that_is_required() -> None:
    makefile = (ROOT / "Makefile").read_text()
    assert re.findall(r"^OLDEST := (.*)$", makefile, re.MULTILINE) == [MINOR[0]]


@pytest.mark.parametrize(("target", "name"), [("serve", "table"), ("test", "dev")])
def test_make_installs_these_versions(target: str, name: str, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to(sys.executable)
    plan = subprocess.run(
        ["make", "-n", target, f"VENV={tmp_path}"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    installs = [line for line in plan.stdout.splitlines() if "pip install" in line]
    assert any(f"--require-hashes -r requirements/{name}.txt" in line for line in installs)
    assert all("--require-hashes" in line or "--no-deps --no-build-isolation" in line for line in installs)


def test_what_builds_is_what_the_build_system_requires() -> None:
    assert set(DECLARED["build-system"]["requires"]) < set(GROUPS["build"])

"""`make sbom`: its list is CycloneDX, names what an installation needs, and tells nothing of the machine."""

import json
import re
import shlex
import subprocess
import sys
import tomllib
import venv
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any

import pytest
from cyclonedx.model.bom import Bom
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from installed import needed

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
MADE_HERE = "fattorino"


def environment(folder: Path, extras: list[str]) -> Path:
    """The Python of an environment that looks as if `make sbom` had installed the project there."""
    found: dict[str, Distribution] = {}
    chosen = [text for extra in extras for text in PROJECT["optional-dependencies"][extra]]
    for text in [*PROJECT["dependencies"], *chosen]:
        needed(Requirement(text), found)
    venv.create(folder, symlinks=True)
    packages = next(folder.glob("lib/python*/site-packages"))
    for name, one in [*found.items(), (MADE_HERE, distribution(MADE_HERE))]:
        about = packages / f"{name.replace('-', '_')}-{one.version}.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(one.read_text("METADATA") or "")
        if name == MADE_HERE:
            place = {"url": folder.as_uri(), "dir_info": {}}
            (about / "direct_url.json").write_text(json.dumps(place))
    return folder / "bin" / "python"


@pytest.fixture(name="made", scope="module")
def _made(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the last command of `make sbom` writes; the schema, which takes ten seconds, is left out."""
    folder = tmp_path_factory.mktemp("sbom")
    plan = subprocess.run(
        ["make", "-n", "sbom", f"VENV={sys.prefix}"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    *installs, line = (line for line in plan.stdout.splitlines() if "build/sbom/bin/python " in f"{line} ")
    assert any("-r requirements/table.txt" in install for install in installs)
    python = environment(folder, ["postgres", "uvloop"])
    ours = {"build/sbom.json": str(folder / "sbom.json"), "build/sbom/bin/python": str(python)}
    command = [ours.pop(word, word) for word in shlex.split(line)]
    assert not ours, line
    subprocess.run([*command, "--no-validate"], cwd=ROOT, capture_output=True, check=True)
    return (folder / "sbom.json").read_text()


def parts(made: str) -> dict[str, str]:
    """Name and version of each component."""
    return {canonicalize_name(part["name"]): part["version"] for part in json.loads(made)["components"]}


def test_it_is_read_as_cyclonedx(made: str) -> None:
    document: dict[str, Any] = json.loads(made)
    assert document["bomFormat"] == "CycloneDX"
    bom = Bom.from_json(document)  # type: ignore[attr-defined]
    assert bom.metadata.component.name == PROJECT["name"]
    assert bom.metadata.component.version == PROJECT["version"]
    assert len(bom.components) == len(document["components"])


def test_it_names_what_an_installation_needs_in_the_versions_that_are_locked(made: str) -> None:
    text = (ROOT / "requirements" / "table.txt").read_text()
    pairs = re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE)
    locked = {canonicalize_name(name): version for name, version in pairs}
    assert parts(made).items() <= locked.items()
    assert {canonicalize_name(Requirement(text).name) for text in PROJECT["dependencies"]} <= parts(
        made
    ).keys()
    assert {"psycopg", "uvloop", "llvmlite", "starlette"} <= parts(made).keys(), (
        "what these bring counts, too"
    )


def test_it_tells_nothing_of_the_machine_that_made_it(made: str, tmp_path: Path) -> None:
    places = {str(ROOT), sys.prefix, sys.base_prefix, str(Path.home()), str(tmp_path.parent), "file:"}
    assert [place for place in sorted(places - {"/usr", "/"}) if place in made] == []
    for part in json.loads(made)["components"]:
        for link in part.get("externalReferences", ()):
            assert link["comment"].startswith("from packaging metadata"), "not where it was installed from"

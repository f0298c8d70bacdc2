"""What an installation brings along may be given on: the licence of each package is one that we know."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import Distribution
from pathlib import Path

from packaging.requirements import Requirement

from installed import needed

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
FREE = re.compile(r"\b(MIT|BSD|Apache|PSF|Python Software Foundation|ISC|0BSD|Zlib|CC0)\b", re.IGNORECASE)
UNCHANGED = {"orjson": "MPL", "psycopg": "LGPL", "psycopg-binary": "LGPL"}  # allowed as they are, not changed


def licence(package: Distribution) -> str:
    """The licence a package says it has: as an expression, by its classifiers, or in words."""
    about = package.metadata.json
    classified = [str(one) for one in about.get("classifier", []) if str(one).startswith("License ::")]
    named = [about.get("license_expression"), *classified, str(about.get("license") or "").partition("\n")[0]]
    return "; ".join(str(one) for one in named if one)


def test_every_package_of_the_table_has_a_licence_that_is_known() -> None:
    found: dict[str, Distribution] = {}
    extras = PROJECT["optional-dependencies"]
    for text in [*PROJECT["dependencies"], *extras["postgres"], *extras["uvloop"]]:
        needed(Requirement(text), found)
    told = {name: licence(package) for name, package in found.items()}
    assert len(told) > 25
    other = {name: text for name, text in told.items() if not FREE.search(text)}
    assert {name for name, text in other.items() if UNCHANGED.get(name, "-") not in text} == set(), other

"""Compiled code is cached by content: copies share it, and any change leads to other files."""

import json
import os
import pickle
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numba
import pytest

from fattorino.kernel import cache, content

ROOT = Path(cache.__file__).parents[3]
TABLE = """
from enum import IntEnum
import numpy as np

PRICE = 3
PRICES = np.array([1, 2, 3])
WORDS = "a pizza"

class Rule(IntEnum):
    OK = 0
    NO = 1
"""
RULES = """
def price(size, tip=1):
    '''What a pizza costs.'''
    return PRICE * PRICES[size] + tip if Rule.OK else 7

def root(size):
    return price(size) + 1

def prompt(size):
    return WORDS + str(root(size))
"""


def named(rules: str = RULES, table: str = TABLE, place: str = "/here/rules.py") -> str:
    """The content of `root`, as if its module stood at that place."""
    module: dict[str, Any] = {}
    exec(compile(table, place, "exec"), module)
    exec(compile(rules, place, "exec"), module)
    return cache.content(module["root"])


def test_the_same_rules_in_another_place_have_the_same_name() -> None:
    assert named() == named(place="/there/rules.py")


@pytest.mark.parametrize(
    "words",
    [
        RULES.replace("What a pizza costs", "The price"),
        RULES.replace("WORDS + str", "'It costs: ' + str"),
        "# a comment\n\n" + RULES,
        RULES + "def label(size): return 'more words'\n",
    ],
)
def test_words_and_comments_change_nothing(words: str) -> None:
    assert named(words) == named()
    assert named(table=TABLE.replace("a pizza", "a calzone")) == named()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("PRICE = 3", "PRICE = 4"),
        ("[1, 2, 3]", "[1, 2, 4]"),
        ("OK = 0", "OK = 2"),
        ("+ tip", "- tip"),
        ("tip=1", "tip=2"),
        ("else 7", "else 8"),
        ("price(size) + 1", "price(size) - 1"),
    ],
)
def test_rules_constants_and_tables_do(old: str, new: str) -> None:
    assert named(RULES.replace(old, new), TABLE.replace(old, new)) != named()


def test_settings_and_versions_do(monkeypatch: pytest.MonkeyPatch) -> None:
    before = named()
    monkeypatch.setattr(numba, "__version__", "0.0")
    other = named()
    monkeypatch.setattr(numba.config, "BOUNDSCHECK", 1)
    assert len({before, other, named()}) == 3


def test_constants_of_an_imported_module_count(monkeypatch: pytest.MonkeyPatch) -> None:
    from fattorino.kernel import records

    def nobody() -> int:
        return records.NONE

    before = cache.content(nobody)
    content._known.clear()
    monkeypatch.setattr(records, "HIDDEN", -7)  # which is not asked for
    assert cache.content(nobody) == before
    content._known.clear()
    monkeypatch.setattr(records, "NONE", -8)
    assert cache.content(nobody) != before


def test_the_cache_home_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FATTORINO_CACHE", "/somewhere")
    assert cache.cache_home() == Path("/somewhere")


def test_code_that_nobody_loads_is_deleted(tmp_path: Path) -> None:
    old, used, text = tmp_path / "game" / "old-1.nbc", tmp_path / "game" / "used-1.nbc", tmp_path / "board.j2"
    half, last = tmp_path / "game" / ".half-1.nbc.7.8", tmp_path / "renamed" / "table-1.part"
    month = time.time() - cache.UNUSED - 1
    for file in (old, used, text, half, last):
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(pickle.dumps([1]))
        os.utime(file, (month, month))
    assert cache.read(used, list) == [1]
    cache.prune(tmp_path)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["board.j2", "game", "used-1.nbc"]


def test_code_of_a_renamed_module_is_passed_over_in_silence(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    kept = tmp_path / "rule-1.nbc"
    kept.write_bytes(b"cfattorino.a_module_that_was\nrule\n.")
    assert cache.read(kept, list) is None
    assert cache.read(tmp_path / "deleted-1.nbc", list) is None
    assert not caplog.records
    kept.write_bytes(b"not a pickle")
    assert cache.read(kept, list) is None
    assert "cannot be used" in caplog.text


PLAY = """
import json, logging, sys
logging.basicConfig(level=logging.WARNING, format="%(message)s")
from fattorino import games
game = games.load(games.invite(sys.argv[1]))
match = game.new(seed=1)
stats = game.loops.act.stats
print(json.dumps({"hits": sum(stats.cache_hits.values()), "digest": match.digest()}))
"""


def copied(to: Path) -> Path:
    """A copy of the package and of the smallest game."""
    shutil.copytree(ROOT / "src", to / "src", ignore=shutil.ignore_patterns("__pycache__", "web", "arena"))
    shutil.copytree(ROOT / "tests" / "pizza_race", to / "pizza_race")
    return to


def played(tree: Path, store: Path) -> tuple[dict[str, Any], str]:
    """Start a game in a copy; returns its cache hits and its warnings."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "0", "PYTHONPATH": str(tree / "src")}
    done = subprocess.run(
        [sys.executable, "-c", PLAY, str(tree / "pizza_race")],
        env=environment | {"FATTORINO_CACHE": str(store)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return json.loads(done.stdout), done.stderr


@pytest.mark.bulk
def test_two_copies_of_the_tree_share_compiled_code_until_a_rule_changes(tmp_path: Path) -> None:
    here, there, store = copied(tmp_path / "here"), copied(tmp_path / "there"), tmp_path / "cache"
    first, said = played(here, store)
    assert first["hits"] == 0
    assert said == "fattorino: compiling Pizza Race, once: it can take 5 s\n"
    kept = sorted(store.rglob("*"))
    assert played(there, store) == ({**first, "hits": 1}, "")
    assert sorted(store.rglob("*")) == kept
    rules, table = there / "pizza_race" / "__init__.py", there / "pizza_race" / "components.toml"
    rules.write_text("# a comment\n" + rules.read_text())
    assert played(there, store)[0]["hits"] == 1
    table.write_text(table.read_text().replace("faces = 6", "faces = 7"))
    assert played(there, store)[0]["hits"] == 0


@pytest.mark.bulk
def test_a_broken_or_unwritable_cache_is_told_once_and_stops_nobody(tmp_path: Path) -> None:
    here, store = copied(tmp_path / "here"), tmp_path / "cache"
    good, _ = played(here, store)
    for file in store.rglob("act-*"):
        file.write_bytes(file.read_bytes()[:100])
    again, said = played(here, store)
    assert again == good and said.count("cannot be used") == 1
    assert played(here, store) == ({**good, "hits": 1}, "")  # it was written anew
    (tmp_path / "file").write_text("not a folder")
    without, said = played(here, tmp_path / "file")
    assert without == good and said.count("cannot be kept") == 1

"""Interpreted and compiled rules give the same bytes, and parts are cached on disk."""

import json
import os
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from fattorino import games
from fattorino.kernel import jit, rules
from fattorino.kernel.cache import cache_home
from fattorino.kernel.game import Game
from fattorino.kernel.match import Match
from fattorino.kernel.parts import TABLE, compile_part, ensure_part, go_over, is_ready, listing, load_part
from fattorino.kernel.rng import one_of

ROOT = Path(__file__).parents[2]


@pytest.fixture(name="race")
def _race(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setenv("FATTORINO_CACHE", str(tmp_path))
    return games.load(games.invite(ROOT / "tests" / "pizza_race"))


def on(match: Match, moves: int) -> Match:
    """Some random moves, the same ones each time."""
    for _ in range(moves):
        if not match.over:
            legal = match.legal()
            match.play(int(legal[one_of(len(legal), match.move)]))
    return match


@pytest.mark.bulk
def test_a_game_goes_over_in_the_middle_with_the_same_bytes(race: Game) -> None:
    speed = jit.speed(race.folder)
    try:
        compile_part(race, TABLE)
        whole = on(race.new(seed=5), 40)
        speed.interpret()
        assert type(race.loops.act) is rules.Interpreted
        match = on(race.new(seed=5), 7)
        speed.load()
        assert type(race.loops.act) is rules.Rule
        assert on(match, 33).digest() == whole.digest()
        assert match.log() == whole.log()
    finally:
        speed.compile()


@pytest.mark.bulk
def test_a_part_is_ready_once_it_is_complete_and_what_is_broken_is_compiled_again(race: Game) -> None:
    folder = cache_home() / race.folder.name
    assert not is_ready(race)
    assert load_part(race, TABLE) == ["table"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    code = """if True:
        import json, sys
        from fattorino import games
        from fattorino.kernel import jit, parts
        game = games.load(games.invite(sys.argv[1]))
        speed = jit.speed(game.folder)
        if sys.argv[2] == "compile":
            parts.ensure_part(game, parts.TABLE)
        speed.interpret()
        missing = parts.load_part(game, parts.TABLE)
        speed.load()
        match = game.new(seed=5)
        made = len(game.loops.act.overloads)
        print(json.dumps({"missing": missing, "digest": match.digest(), "made": made}))
    """

    def run(how: str) -> Any:
        done = subprocess.run(
            [sys.executable, "-c", code, str(race.folder), how],
            env=environment, capture_output=True, text=True, check=True,
        )  # fmt: skip
        return json.loads(done.stdout)

    compiled = run("compile")
    assert is_ready(race) and compiled["made"] == 1
    loaded = run("load")
    assert not loaded["missing"] and loaded["made"] == 1
    next(folder.rglob("act-*")).write_bytes(b"not machine code")
    broken = run("load")
    assert broken["missing"] == [f"{race.loops.__name__}.act"] and broken["made"] == 0
    assert not run("compile")["missing"] and run("load")["made"] == 1
    next(folder.rglob("*.part")).write_bytes(b"nothing of ours")
    assert run("load")["missing"] == ["table"]
    assert not run("compile")["missing"] and not run("load")["missing"]
    assert compiled["digest"] == loaded["digest"] == broken["digest"]


@pytest.mark.bulk
def test_a_part_whose_rule_has_moved_to_another_module_is_listed_anew(race: Game) -> None:
    compile_part(race, TABLE)
    act: Any = race.loops.act
    index = next((cache_home() / race.folder.name).rglob("*.part"))
    moved = (act.__module__, "a_rule_that_was_here", next(iter(act.overloads)))
    index.write_bytes(pickle.dumps([moved]))
    try:
        assert not go_over(race), "it is to be compiled"
        assert is_ready(race), "nothing is deleted by whoever cannot read it"
        jit.speed(race.folder).compile()
        ensure_part(race, TABLE)
        assert pickle.loads(index.read_bytes()) != [moved] and go_over(race)
    finally:
        jit.speed(race.folder).compile()


@pytest.mark.bulk
def test_a_rule_without_a_name_of_its_own_is_not_listed(race: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine any rule can seem heavy, and a lambda is not found again by its name."""
    made: Any = eval(
        "jit(lambda number: number + 1)",
        {"jit": jit.jit, "GAME_FOLDER": race.folder, "__name__": race.loops.__name__},
    )

    def exercise(game: Game) -> None:
        TABLE.exercise(game)
        made(1)

    try:
        compile_part(race, replace(TABLE, exercise=exercise))
        assert made.overloads and load_part(race, TABLE) == []
    finally:
        jit.speed(race.folder).rules.remove(made)


@pytest.mark.bulk
def test_helpers_of_the_kernel_are_never_compiled_by_themselves() -> None:
    helper: Any = one_of
    assert 0 <= helper(6, 1) < 6 and not helper.overloads


@pytest.mark.bulk
def test_a_rule_that_words_ask_is_compiled_once_it_took_long(monkeypatch: pytest.MonkeyPatch) -> None:
    @jit.jit
    def asked(number: int, by: int = 1) -> int:
        return number + by

    rule: Any = asked
    rule.entry = False
    rule.turn()
    assert asked(1) == 2 and not rule.overloads
    monkeypatch.setattr(rules, "WORTH", 0.0)
    assert asked(1) == 2 and asked(2) == 3 and len(rule.overloads) == 1


@pytest.mark.bulk
def test_a_heavy_rule_is_compiled_for_its_last_call_with_what_was_left_out() -> None:
    @jit.jit
    def asked(number: int, by: int = 1) -> int:
        return number + by

    rule: Any = asked
    rule.entry = False
    rule.turn()
    assert asked(number=1) == 2
    rule.compile_if_heavy(0.0)
    assert rule.entry and len(rule.overloads) == 1
    assert asked(2) == 3 and len(rule.overloads) == 1


@pytest.mark.bulk
def test_a_rule_that_words_ask_stays_interpreted_where_nothing_may_be_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    @jit.jit
    def asked(number: int, by: int = 2) -> int:
        return number + by

    rule: Any = asked
    monkeypatch.setattr(rules, "WORTH", 0.0)
    rule.speed, rule.entry = SimpleNamespace(compiles=False, interprets=False), False
    rule.turn()
    assert [asked(1), asked(2), asked(3)] == [3, 4, 5]
    assert not rule.overloads
    rule.entry, rule.spent = True, 1.0
    rule.turn()
    assert asked(4) == 6
    assert type(rule) is rules.Helper


def test_the_listing_of_a_part_is_named_by_content() -> None:
    race = games.load(games.invite(ROOT / "tests" / "pizza_race"))
    assert listing(race, TABLE) == listing(race, TABLE)
    assert listing(race, TABLE).startswith("table-")

"""The decorator of the rules."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from fattorino.kernel import jit
from fattorino.kernel.records import EVERYONE, count_events, new_log, quick, record, tell


def test_a_game_in_a_folder_of_files_is_one_game(tmp_path: Path) -> None:
    (tmp_path / "rulebook.md").touch()
    (tmp_path / "rules").mkdir()
    assert jit.game_folder(str(tmp_path / "rules")) == (tmp_path, True)
    assert jit.game_folder(str(tmp_path.parent)) == (tmp_path.parent, False)


@pytest.mark.bulk
def test_whole_numbers_of_all_widths_share_one_compiled_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATTORINO_CACHE", str(tmp_path))

    @jit.jit
    def more(number: int, by: int) -> int:
        return number + by

    @jit.jit
    def caller(small: Any) -> int:
        return more(int(small[0]), 1) + more(small[1], 2) + more(3, small[2])

    assert caller(np.array([1, 2, 3], np.int8)) == (1 + 1) + (2 + 2) + (3 + 3)
    compiled: Any = more
    assert len(compiled.fragments) == 1


@pytest.mark.bulk
def test_the_types_of_a_call_from_python_are_found_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATTORINO_CACHE", str(tmp_path))

    @jit.jit
    def more(number: int, by: int) -> int:
        return number + by

    compiled: Any = more
    asked: list[Any] = []
    find = compiled.compile

    def compile(types: Any) -> Any:
        asked.append(types)
        return find(types)

    monkeypatch.setattr(compiled, "compile", compile)
    assert [compiled(np.int8(k), 2) for k in range(3)] == [compiled(k, 2) for k in range(3)] == [2, 3, 4]
    assert len(asked) == len(compiled.overloads) == 1


@pytest.mark.bulk
def test_what_numba_has_no_type_for_is_interpreted_however_long_that_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATTORINO_CACHE", str(tmp_path))

    @jit.jit
    def price(pizza: Any) -> int:
        return int(pizza.size) + 1

    rule: Any = price
    assert price(SimpleNamespace(size=3)) == 4
    rule.speed.interpret()
    rule.entry = False
    rule.speed.compile()
    for heavy in range(3):  # by its time it would be compiled, and is turned back
        rule.spent = 60.0
        assert price(SimpleNamespace(size=heavy)) == heavy + 1
    rule.spent, rule.calls = 60.0, 1
    rule.compile_if_heavy(0.0)
    assert not rule.overloads


def test_a_field_is_read_the_same_quickly() -> None:
    slow = record([("seat", np.int8), ("cards", np.int16, (3,))])
    given = np.array([(2, (4, 5, 6))], slow)
    read = np.frombuffer(given.tobytes(), quick(slow))[0]
    assert read == given[0] and read.seat == 2 and read.cards.tolist() == [4, 5, 6]


@pytest.mark.bulk
def test_only_what_makes_arrays_counts_who_holds_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATTORINO_CACHE", str(tmp_path))

    @jit.jit
    def makes(numbers: Any) -> int:
        own = np.zeros(3, np.int64)
        own[0] = numbers[0]
        return int(own.sum())

    @jit.jit
    def takes(numbers: Any) -> int:
        numbers[0] += makes(numbers)
        return int(numbers[0])

    assert takes(np.array([4, 5], np.int16)) == 4 + 4
    both: list[Any] = [makes, takes]
    assert [compiled.targetoptions["_nrt"] for compiled in both] == [True, False]


@pytest.mark.bulk
def test_a_rule_can_become_a_part_of_its_caller_but_not_on_a_gpu(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATTORINO_CACHE", str(tmp_path))

    @jit.jit(inline=True)
    def part(numbers: Any) -> int:
        return int(numbers[0]) * int(numbers[1])

    @jit.jit
    def whole(numbers: Any) -> int:
        return part(numbers) + 1

    assert whole(np.array([4, 5], np.int16)) == 4 * 5 + 1
    both: list[Any] = [part, whole]
    assert [rule._compiler.targetoptions["forceinline"] for rule in both] == [True, False]
    fragment, _key = next(iter(both[0].fragments.values()))
    assert "alwaysinline" in str(fragment.library._final_module)
    assert both[0].targetoptions["forceinline"] is False  # what a GPU is told


@pytest.mark.bulk
def test_a_log_that_nobody_reads_is_the_same_code_and_tells_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATTORINO_CACHE", str(tmp_path))

    @jit.jit
    def ring(log: Any, times: int) -> int:
        for _ in range(times):
            tell(log, 7, 1, EVERYONE)
        return count_events(log)

    @jit.jit
    def heard(numbers: Any, times: int) -> int:
        return ring(numbers, times)

    @jit.jit
    def unheard(times: int) -> int:
        return ring(None, times)

    log = new_log()
    assert heard(log, 3) == 3 and int(log[3, 0]) == 7
    assert unheard(3) == 0
    rules: list[Any] = [ring, unheard]
    assert len(rules[0].fragments) == 1


@pytest.mark.bulk
def test_interpreted_is_known_to_a_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FATTORINO_CACHE", str(tmp_path))

    @jit.jit
    def mode() -> int:
        return 1 if jit.interpreted() else 2

    rule: Any = mode
    assert (mode(), rule.py_func()) == (2, 1)


@pytest.mark.bulk
def test_threads_that_call_a_rule_first_compile_it_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATTORINO_CACHE", str(tmp_path))

    @jit.jit
    def squares(numbers: Any) -> int:
        total = 0
        for number in numbers:
            total += number * number
        return total

    @jit.jit
    def twice(numbers: Any) -> int:
        return 2 * squares(numbers)

    together = threading.Barrier(8)

    def call(number: int) -> int:
        together.wait()
        return int(twice(np.arange(number)))

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(call, range(8))) == [0, 0, 2, 10, 28, 60, 110, 182]
    compiled: Any = twice
    assert len(compiled.overloads) == 1


def test_compiling_is_announced_once_on_stderr(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit.Speed, "tells", True)
    how = jit.Speed()
    how.rules = [None] * 135
    how.tell()  # a rule without a game
    assert capsys.readouterr() == ("", "")
    how.title = "Ghost Town"
    for _ in range(2):
        how.tell()
    assert capsys.readouterr() == ("", "fattorino: compiling Ghost Town, once: it can take 20 s\n")
    monkeypatch.setattr(jit.Speed, "tells", False)
    silent = jit.Speed()
    silent.title = "Ghost Town"
    silent.tell()
    assert capsys.readouterr() == ("", "")

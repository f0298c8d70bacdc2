"""The checker finds what it is there for: every kind of fault in a history that is right without it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from fattorino.server.tables.table import UNDO
from history.checks import Kept, Line, Step, faults
from history.record import DONE, REFUSED, UNKNOWN, Call, Record

History = dict[str, Any]


def call(kind: str, seat: int, given: Any, when: float, outcome: str = DONE, **answer: Any) -> Call:
    return Call("t", kind, seat, given, when, when + 0.5, outcome, answer)


def right() -> History:
    """A history without a fault."""
    calls = [
        call("move", 0, ("a", 5), 1),
        call("move", 1, ("b", 6), 2),
        call("move", 1, ("refused", 7), 3, REFUSED),
        call("undo", 1, None, 4),
        call("undo", 1, None, 5, UNKNOWN),
        call("move", 1, ("unknown", 8), 6, UNKNOWN),
        call("say", 0, "hello", 1, number=1),
        call("say", 1, "hi", 2, number=3),
        call("note", 0, ("cell", "first"), 1),
        call("note", 0, ("cell", "last"), 2),
    ]
    steps = [Step(1, 0, 5, "a"), Step(2, 1, 6, "b"), Step(3, 1, UNDO, "")]
    shown: list[dict[int | None, dict[str, Any]]] = [{None: {"version": 3}}, {None: {"version": 3}}]
    notes = [{0: {"cell": "last"}}, {0: {"cell": "last"}}]
    return {"calls": calls, "steps": steps, "lines": [Line(1, 0, "hello"), Line(3, 1, "hi")]} | {
        "shown": shown,
        "notes": notes,
    }


def found(history: History) -> list[str]:
    record = Record()
    record.calls = history.pop("calls")
    return faults(record, "t", Kept(**history))


def test_a_history_that_is_right_has_no_faults() -> None:
    assert found(right()) == []


def test_what_got_no_answer_may_be_kept_or_not() -> None:
    history = right()
    history["steps"] += [Step(4, 1, UNDO, ""), Step(5, 1, 8, "unknown")]
    assert found(history) == []


def change(name: str, index: int, value: Any) -> Callable[[History], None]:
    def work(history: History) -> None:
        history[name][index] = value

    return work


def add(name: str, value: Any) -> Callable[[History], None]:
    return lambda history: history[name].append(value)


def drop(name: str) -> Callable[[History], None]:
    return lambda history: history[name].pop()


def swapped(history: History) -> None:
    history["steps"][:2] = [Step(1, 1, 6, "b"), Step(2, 0, 5, "a")]


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (change("steps", 1, Step(2, 1, 9, "other")), "move b was acknowledged and is lost"),
        (change("steps", 1, Step(2, 1, 7, "b")), "move b was (1, 6) and is kept as"),
        (add("steps", Step(4, 0, 5, "a")), "move a is kept 2 times"),
        (add("steps", Step(5, 1, 8, "unknown")), "the steps are numbered [1, 2, 3, 5]"),
        (add("steps", Step(4, 1, 7, "refused")), "move refused was refused and is kept"),
        (add("steps", Step(4, 1, 7, "invented")), "nobody made move invented"),
        (swapped, "move 2 was acknowledged before 1 was asked for"),
        (drop("steps"), "seat 1 took back 1 to 2 steps, and 0 are kept"),
        (add("steps", Step(4, 0, UNDO, "")), "seat 0 took back 0 to 0 steps, and 1 are kept"),
        (drop("lines"), "'hi' was acknowledged and is lost"),
        (add("lines", Line(4, 1, "hi")), "'hi' is kept 2 times"),
        (change("lines", 1, Line(2, 1, "hi")), "'hi' was acknowledged as 3"),
        (change("notes", 1, {0: {"cell": "first"}}), "process 1 has first in cell of seat 0"),
        (change("notes", 1, {0: {}}), "process 1 has None in cell of seat 0"),
        (change("shown", 1, {None: {"version": 2}}), "process 1 shows another state"),
    ],
)
def test_every_fault_is_found(spoil: Callable[[History], None], sentence: str) -> None:
    history = right()
    spoil(history)
    assert any(sentence in fault for fault in found(history))

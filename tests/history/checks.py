"""What the record promises, compared with what is kept: each fault is a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from fattorino.server.tables.table import UNDO
from history.record import DONE, REFUSED, UNKNOWN, Call, Record


class Step(NamedTuple):
    """A step on disk."""

    number: int
    seat: int
    action: int
    key: str


class Line(NamedTuple):
    """A line of chat on disk that somebody said."""

    number: int
    seat: int
    text: str


class Kept(NamedTuple):
    """What is kept of a table, and what each process shows of it in the end: to a seat, or None."""

    steps: Sequence[Step]
    lines: Sequence[Line]
    shown: Sequence[dict[int | None, dict[str, Any]]]  # by process: the states
    notes: Sequence[dict[int, dict[str, str]]]  # by process: the marks of each seat


def faults(record: Record, table: str, kept: Kept) -> list[str]:
    """Everything that is not as it was acknowledged."""
    return [
        *_moves(record, table, kept.steps),
        *_undos(record, table, kept.steps),
        *_chat(record, table, kept.lines),
        *_notes(record, table, kept.notes),
        *_equal("state", kept.shown),
        *_equal("notes", kept.notes),
    ]


def _moves(record: Record, table: str, steps: Sequence[Step]) -> list[str]:
    """Every acknowledged move once, with its action and seat, in the order of acknowledgements."""
    found = []
    if [step.number for step in steps] != list(range(1, len(steps) + 1)):
        found.append(f"{table}: the steps are numbered {[step.number for step in steps]}")
    keys = Counter(step.key for step in steps if step.key)
    found += [f"{table}: move {key} is kept {n} times" for key, n in keys.items() if n > 1]
    by_key = {step.key: step for step in steps}
    acknowledged = record.of(table, "move", DONE)
    for call in acknowledged:
        key, action = call.given
        step = by_key.get(key)
        if step is None:
            found.append(f"{table}: move {key} was acknowledged and is lost")
        elif (step.seat, step.action) != (call.seat, action):
            found.append(f"{table}: move {key} was {(call.seat, action)} and is kept as {step}")
    for call in record.of(table, "move", REFUSED):
        if call.given[0] in by_key:
            found.append(f"{table}: move {call.given[0]} was refused and is kept")
    known = {call.given[0] for call in record.calls if (call.table, call.kind) == (table, "move")}
    found += [f"{table}: nobody made move {step.key}" for step in steps if step.key and step.key not in known]
    numbered = [(call, by_key[call.given[0]].number) for call in acknowledged if call.given[0] in by_key]
    return found + _order(f"{table}: move", numbered)


def _undos(record: Record, table: str, steps: Sequence[Step]) -> list[str]:
    """As many steps taken back as were acknowledged, for each seat."""
    found = []
    kept = Counter(step.seat for step in steps if step.action == UNDO)
    sure = Counter(call.seat for call in record.of(table, "undo", DONE))
    perhaps = Counter(call.seat for call in record.of(table, "undo", UNKNOWN))
    for seat in kept | sure:
        least, most = sure[seat], sure[seat] + perhaps[seat]
        if not least <= kept[seat] <= most:
            found.append(f"{table}: seat {seat} took back {least} to {most} steps, and {kept[seat]} are kept")
    return found


def _chat(record: Record, table: str, lines: Sequence[Line]) -> list[str]:
    """Every acknowledged line once, under the number that was told, in order."""
    found = []
    texts = Counter(line.text for line in lines)
    found += [f"{table}: {text!r} is kept {n} times" for text, n in texts.items() if n > 1]
    by_text = {line.text: line for line in lines}
    said = record.of(table, "say", DONE)
    for call in said:
        line = by_text.get(call.given)
        if line is None:
            found.append(f"{table}: {call.given!r} was acknowledged and is lost")
        elif (line.number, line.seat) != (call.answer["number"], call.seat):
            found.append(
                f"{table}: {call.given!r} was acknowledged as {call.answer['number']}, is kept as {line}"
            )
    for call in record.of(table, "say", REFUSED):
        if call.given in by_text:
            found.append(f"{table}: {call.given!r} was refused and is kept")
    return found + _order(
        f"{table}: line", [(c, by_text[c.given].number) for c in said if c.given in by_text]
    )


def _order(what: str, numbered: Sequence[tuple[Call, int]]) -> list[str]:
    """Whoever asked after an acknowledgement comes after what was acknowledged; `numbered` is by answers."""
    found = []
    for index, (call, number) in enumerate(numbered):
        for before, earlier in numbered[:index]:
            if before.ended < call.begun and earlier > number:
                found.append(f"{what} {earlier} was acknowledged before {number} was asked for")
    return found


def _notes(record: Record, table: str, shown: Sequence[dict[int, dict[str, str]]]) -> list[str]:
    """Each cell has a mark that nobody wrote over: no later one was asked for after it was there."""
    found = []
    made: dict[tuple[int, str], list[Call]] = {}
    for call in record.of(table, "note", DONE, UNKNOWN):
        made.setdefault((call.seat, call.given[0]), []).append(call)
    for (seat, cell), calls in made.items():
        sure = [call for call in calls if call.outcome == DONE]
        last = max((call.begun for call in sure), default=0.0)
        possible = {call.given[1] for call in calls if call.outcome == UNKNOWN or call.ended >= last}
        for number, notes in enumerate(shown):
            mark = notes[seat].get(cell)
            if mark not in possible and (mark is not None or sure):
                found.append(f"{table}: process {number} has {mark} in {cell} of seat {seat}, not {possible}")
    return found


def _equal(what: str, shown: Sequence[Any]) -> list[str]:
    """All processes show the same."""
    return [
        f"process {n} shows another {what} than process 0" for n, one in enumerate(shown) if one != shown[0]
    ]

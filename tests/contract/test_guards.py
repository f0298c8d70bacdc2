"""Guards only look: a function that says whether something may be done never writes into its record."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import fattorino
from fattorino import games

FOLDER = Path(fattorino.__file__).parent / "games"
RECORDS = ("state", "view")  # what every function of a game calls the record it is given
LOOKS = (
    "check",
    "can_",
    "may_",
    "is_",
    "has_",
    "would_",
    "legal",
    "narrow",
    "prompt",
    "label",
    "target",
    "why",
)


def written(function: ast.FunctionDef) -> Iterator[int]:
    """The lines at which a function writes into a field of its record."""
    for node in ast.walk(function):
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AugAssign | ast.AnnAssign):
            targets = [node.target]
        for target in (part for each in targets for part in ast.walk(each)):
            if isinstance(target, ast.Attribute | ast.Subscript):
                base: ast.expr = target
                while isinstance(base, ast.Attribute | ast.Subscript):
                    base = base.value
                if isinstance(base, ast.Name) and base.id in RECORDS:
                    yield target.lineno


def writing_guards(path: Path) -> list[str]:
    """The guards of a file that write, with the line."""
    found = []
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(function, ast.FunctionDef) and function.name.startswith(LOOKS):
            found += [f"{path.name}:{line} {function.name}" for line in sorted(set(written(function)))]
    return found


@pytest.mark.parametrize("name", [name for name in games.names() if (FOLDER / name).is_dir()])
def test_no_guard_writes_into_the_record(name: str) -> None:
    files = sorted((FOLDER / name).rglob("*.py"))
    assert [one for path in files for one in writing_guards(path)] == []


def test_a_guard_that_writes_is_found(tmp_path: Path) -> None:
    path = tmp_path / "card.py"
    path.write_text(
        "def check(state, seat):\n    state.n_power[seat] -= 1\n    seen = state.money[seat] = 0\n"
    )
    assert writing_guards(path) == ["card.py:2 check", "card.py:3 check"]

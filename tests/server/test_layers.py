"""The server's layers: who may import whom, and who may read a match."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from fattorino import server

SERVER = Path(server.__file__).parent
FILES = sorted(SERVER.rglob("*.py"))
# of tables/: plain state
PURE = ("table", "table_settings", "people", "viewer", "secret_windows", "chance", "tokens")
IMPURE = ("asyncio", "threading", "sqlalchemy", "fastapi", "starlette", "uvicorn")
BELOW = {  # the folders of the server that may not be imported from here
    "tables": ("api", "pages", "http", "app", "launch"),
    "storage": ("api", "pages", "http", "app", "launch", "tables.service", "tables.registry"),
}


def imports(path: Path) -> set[str]:
    """The modules that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def reads_of_a_match(text: str) -> set[str]:
    """The ways in which a file gets at a table's match: its attribute, or the class."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Attribute) and node.attr == "_match":
            found.add("._match")
        if isinstance(node, ast.Constant) and node.value == "_match":
            found.add("'_match'")
        if isinstance(node, ast.ImportFrom) and node.module == "fattorino.kernel.match":
            found |= {alias.name for alias in node.names}
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SERVER)))
def test_nothing_but_the_table_reads_a_match(path: Path) -> None:
    found = reads_of_a_match(path.read_text(encoding="utf-8"))
    assert bool(found) == (path == SERVER / "tables" / "table.py"), found


def test_a_read_would_be_found() -> None:
    for text in (
        "table._match.state",
        "getattr(table, '_match')",
        "from fattorino.kernel.match import Match",
    ):
        assert reads_of_a_match(text), text


@pytest.mark.parametrize("name", PURE)
def test_a_table_is_plain_state(name: str) -> None:
    for module in imports(SERVER / "tables" / f"{name}.py"):
        assert module.split(".")[0] not in IMPURE, module
        if module.startswith("fattorino.server."):
            allowed = ("fattorino.server.problems", *(f"fattorino.server.tables.{pure}" for pure in PURE))
            assert module.startswith(allowed), module


@pytest.mark.parametrize("folder", BELOW)
def test_lower_layers_do_not_know_the_upper_ones(folder: str) -> None:
    for path in (SERVER / folder).rglob("*.py"):
        text = ast.parse(path.read_text(encoding="utf-8"))
        typing_only = {
            id(node) for block in ast.walk(text) if isinstance(block, ast.If) for node in ast.walk(block)
        }
        for node in ast.walk(text):
            if isinstance(node, ast.ImportFrom) and id(node) not in typing_only:
                for upper in BELOW[folder]:
                    assert not (node.module or "").startswith(f"fattorino.server.{upper}"), path

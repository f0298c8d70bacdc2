"""Imports point one way: cli -> server -> render, bots -> games -> kernel; a game never imports another."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "fattorino"
ALLOWED = {
    "kernel": {"kernel"},
    "games": {"games", "kernel"},
    "render": {"render", "games", "kernel"},
    "bots": {"bots", "games", "kernel"},
    "arena": {"arena", "envs", "bots", "games", "kernel"},
    "envs": {"envs", "bots", "render", "games", "kernel"},
    "gpu": {"gpu", "envs", "games", "kernel"},
    "training": {"training", "envs", "arena", "bots", "games", "kernel"},
    "server": {"server", "web", "render", "bots", "games", "kernel"},
}


def imported(path: Path) -> set[str]:
    """The modules of the package that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            module = node.module or ""
            found |= {f"{module}.{alias.name}" for alias in node.names} if module == "fattorino" else {module}
    return {name for name in found if name.split(".")[0] == "fattorino"}


@pytest.mark.parametrize("layer", ALLOWED)
def test_imports_point_one_way(layer: str) -> None:
    for path in (PACKAGE / layer).rglob("*.py"):
        for name in imported(path):
            parts = name.split(".")
            assert len(parts) > 1, f"{path.name} imports the package's front door"
            assert parts[1] in ALLOWED[layer], f"{layer}/{path.name} may not import {name}"


def test_a_game_never_imports_another() -> None:
    for folder in (PACKAGE / "games").iterdir():
        if folder.is_dir():
            for path in folder.rglob("*.py"):
                for name in imported(path):
                    parts = name.split(".")
                    if parts[1] == "games":
                        assert len(parts) > 2 and parts[2] == folder.name, f"{path} imports {name}"

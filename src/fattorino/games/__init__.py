"""The games: one folder each. `load(name)` finds a game by its folder; nothing else keeps a list."""

import importlib
import importlib.util
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from fattorino.kernel.errors import UnknownGame
from fattorino.kernel.game import Game

_HERE = Path(__file__).parent
_guests: dict[str, Path] = {}


def names() -> list[str]:
    """The names of all games that can be loaded."""
    own = [folder.name for folder in sorted(_HERE.iterdir()) if (folder / "rulebook.md").exists()]
    return own + [name for name in _guests if name not in own]


def invite(folder: Path) -> str:
    """Let a game in another folder play too; its name is the folder's."""
    _guests[folder.name] = folder
    return folder.name


@cache
def load(name: str) -> Game:
    """The game of that name."""
    if name in _guests:
        return _load_guest(name, _guests[name])
    if name not in names():
        raise UnknownGame(name, names())
    game = importlib.import_module(f"{__name__}.{name}").GAME
    assert isinstance(game, Game)
    return game


def _load_guest(name: str, folder: Path) -> Game:
    full = f"{__name__}.{name}"
    if full not in sys.modules:
        spec = importlib.util.spec_from_file_location(
            full, folder / "__init__.py", submodule_search_locations=[str(folder)]
        )
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[full] = module
        spec.loader.exec_module(module)
    game = sys.modules[full].GAME
    assert isinstance(game, Game)
    return game


class _Games(ModuleType):
    """This module can be called: `fattorino.games()` lists the games."""

    def __call__(self) -> list[str]:
        return names()

    def __dir__(self) -> Any:
        return sorted(globals())


sys.modules[__name__].__class__ = _Games

"""The games: one folder each. `load(name)` finds a game by its folder; nothing else keeps a list."""

import copyreg
import importlib
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from fattorino.kernel.components import read_file
from fattorino.kernel.errors import BadComponents, BadGame, UnknownGame
from fattorino.kernel.game import Game

_HERE = Path(__file__).parent
_guests: dict[str, Path] = {}


def names() -> list[str]:
    """The names of all games that can be loaded."""
    own = list(_own())
    return own + [name for name in _guests if name not in own]


def invite(folder: Path | str) -> str:
    """Let a game in another folder play too; its name is the folder's."""
    folder = Path(folder).resolve()
    missing = [name for name in ("__init__.py", "rulebook.md") if not (folder / name).is_file()]
    if missing:
        raise BadGame(f"{folder} is not the folder of a game: it has no {' and no '.join(missing)}")
    _guests[folder.name] = folder
    return folder.name


def invite_changed(path: Path) -> str:
    """Let a game with changed components play too, beside the printed one; the file names the game."""
    from fattorino.games import overlay

    head = read_file(path).get("overlay", {})
    if not isinstance(head, dict) or not isinstance(head.get("game"), str):
        raise BadComponents(f'{path} does not say for which game it is: write game = "NAME" under [overlay]')
    return invite(overlay.prepare(_load(head["game"]), path))


def load(name: str, components: Any = None) -> Game:
    """The game of that name; `components` changes some of its data: a TOML file, or a table of changes."""
    from fattorino.games import overlay

    if not isinstance(name, str):
        raise UnknownGame(name, names())
    game = _load(name)
    if components is None:
        return game
    return overlay.load_folder(overlay.prepare(game, components))


def _pickled(game: Game) -> tuple[Any, ...]:
    """A game is pickled by its name, and what was changed in it."""
    changed = game.overlay
    return load, (game.name, None) if changed is None else (changed.game, changed.portable())


copyreg.pickle(Game, _pickled)


def _own() -> dict[str, Path]:
    return {folder.name: folder for folder in sorted(_HERE.iterdir()) if (folder / "rulebook.md").exists()}


@cache
def _load(name: str) -> Game:
    from fattorino.games import overlay

    if name in _own() and name not in _guests:
        game = importlib.import_module(f"{__name__}.{name}").GAME
        assert isinstance(game, Game)
        return game
    folder = _guests.get(name) or overlay.kept(name, _own() | _guests)
    if folder is None:
        raise UnknownGame(name, names())
    return overlay.load_folder(folder)


class _Games(ModuleType):
    """This module can be called: `fattorino.games()` lists the games."""

    def __call__(self) -> list[str]:
        return names()

    def __dir__(self) -> Any:
        return sorted(globals())


sys.modules[__name__].__class__ = _Games

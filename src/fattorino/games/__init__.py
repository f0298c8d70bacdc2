"""The games: one folder each, here, added by `invite`, or in an installed package; `load(name)` finds them
all.
"""

import copyreg
import importlib
import importlib.util
import sys
import threading
import warnings
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from fattorino.kernel import faults
from fattorino.kernel.components import read_file
from fattorino.kernel.errors import BadComponents, BadGame, UnknownGame
from fattorino.kernel.game import Game

GROUP = "fattorino.games"  # entry points of installed packages
_HERE = Path(__file__).parent
_guests: dict[str, Path] = {}
_loading = threading.RLock()
_found: dict[str, Game | BadGame] = {}  # the games that were loaded, or what is wrong in their folders


def names() -> list[str]:
    """The names of all games that can be loaded."""
    return list(_own() | _packaged() | _guests)


def invite(folder: Path | str) -> str:
    """Add a game in another folder; its name is the folder's."""
    folder = _checked(Path(folder).resolve())
    _guests[folder.name] = folder
    if isinstance(_found.get(folder.name), BadGame):
        del _found[folder.name]  # it may be mended
    return folder.name


def guests() -> list[Path]:
    """The folders that were invited, for a process that is to play the same games."""
    return list(_guests.values())


def _checked(folder: Path, name: str = "") -> Path:
    """Validate a game's folder and name."""
    missing = [name for name in ("__init__.py", "rulebook.md") if not (folder / name).is_file()]
    if missing:
        raise BadGame(f"{folder} is not the folder of a game: it has no {' and no '.join(missing)}")
    if name and folder.name != name:
        raise BadGame(f"a game is called by its folder, {folder.name!r}, not {name!r}")
    return folder


def invite_changed(path: Path) -> str:
    """Add a game with changed components next to the printed one; the file names the game."""
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


def version(name: str) -> int:
    """The version of a game, which need not be loaded if it is written in its components.toml."""
    file = (_own() | _packaged() | _guests)[name] / "components.toml"
    head = read_file(file).get("game", {}) if file.is_file() else {}
    return int(head["version"]) if "version" in head else load(name).version


def _pickled(game: Game) -> tuple[Any, ...]:
    """Pickle a game by its name and overlay."""
    changed = game.overlay
    return load, (game.name, None) if changed is None else (changed.game, changed.portable())


copyreg.pickle(Game, _pickled)


def _own() -> dict[str, Path]:
    return {folder.name: folder for folder in sorted(_HERE.iterdir()) if (folder / "rulebook.md").exists()}


@cache
def _packaged() -> dict[str, Path]:
    """The games of installed packages: an entry point names the module that is the game's folder."""
    found = {}
    for entry in entry_points(group=GROUP):
        try:
            spec = importlib.util.find_spec(entry.module)
            folder = Path((spec.submodule_search_locations or [""])[0]) if spec else Path()
            found[entry.name] = _checked(folder, entry.name)
        except (ImportError, BadGame) as error:
            package = entry.dist.name if entry.dist else "a package"
            warnings.warn(f"the game {entry.name} of {package} is left out: {error}", stacklevel=2)
    return found


def load_all() -> tuple[list[Game], dict[str, BadGame]]:
    """Every game that can be loaded, and what is wrong with the others, by name."""
    found: list[Game] = []
    broken: dict[str, BadGame] = {}
    for name in names():
        try:
            found.append(_load(name))
        except BadGame as error:
            broken[name] = error
    return found, broken


def _load(name: str) -> Game:
    """The game as printed; if its folder is broken, always the same sentence about it."""
    with _loading:
        if name not in _found:
            _found[name] = _import(name)
        found = _found[name]
    if isinstance(found, BadGame):
        raise BadGame(str(found)) from found.__cause__
    return found


def _import(name: str) -> Game | BadGame:
    """The game, or what is wrong in its folder."""
    from fattorino.games import overlay

    own = _own() if name not in _guests else {}
    others = _packaged() | _guests
    folder = own.get(name) or others.get(name) or overlay.kept(name, _own() | others)
    if folder is None:
        raise UnknownGame(name, names())
    try:
        if name not in own:
            return overlay.load_folder(folder)
        game = importlib.import_module(f"{__name__}.{name}").GAME
    except Exception as error:
        broken = BadGame(f"{name} cannot be loaded: {faults.sentence(folder, error)}")
        broken.__cause__ = error
        return broken
    assert isinstance(game, Game)
    return game


class _Games(ModuleType):
    """This module can be called: `fattorino.games()` lists the games."""

    def __call__(self) -> list[str]:
        return names()

    def __dir__(self) -> Any:
        return sorted(globals())


sys.modules[__name__].__class__ = _Games

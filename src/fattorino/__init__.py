"""A digital table for pizza-delivery board games: the same rules for players, bots and researchers."""

from collections.abc import Mapping
from os import PathLike
from reprlib import repr as brief
from typing import Any

from fattorino import games
from fattorino.games import load as _load
from fattorino.kernel.errors import (
    BadComponents,
    BadOpening,
    BadOption,
    BadSave,
    BadSeat,
    CannotUndo,
    FattorinoError,
    GameOver,
    IllegalAction,
    NoWorld,
    UnknownGame,
)
from fattorino.kernel.game import Game
from fattorino.kernel.match import Match, replay as _replay
from fattorino.kernel.tables import is_deep
from fattorino.render import draw, symbols

Game.draw, Game.symbols = draw, symbols

__version__ = "0.1.0"

__all__ = [
    "BadComponents",
    "BadOpening",
    "BadOption",
    "BadSave",
    "BadSeat",
    "CannotUndo",
    "FattorinoError",
    "Game",
    "GameOver",
    "IllegalAction",
    "Match",
    "NoWorld",
    "UnknownGame",
    "games",
    "load",
    "replay",
]


def load(name: str, components: Any = None) -> Game:
    """The game with this name, ready to play and to draw.

    `components` changes some of its data: a TOML file, or a table of changes.
    """
    return _load(name, components)


def replay(saved: Any) -> Match:
    """The match of a saved game; an error names the first thing that is wrong."""
    if isinstance(saved, str | bytes | PathLike):
        raise BadSave("a saved game is what match.save() gives; read a file or a text with json.loads first")
    if not isinstance(saved, Mapping) or not isinstance(saved.get("game"), str):
        raise BadSave("this is not a saved game: it names no game")
    if is_deep(saved):
        raise BadSave("this is not a saved game: it is nested too deeply")
    if saved["game"] not in games.names():
        known = ", ".join(games.names())
        raise BadSave(f"this is a saved game of {brief(saved['game'])}; the games here are: {known}")
    components = saved.get("components")
    if not isinstance(components, Mapping | None):  # a text would name a file here
        raise BadSave("the changed components of a saved game are a JSON object")
    try:
        game = load(saved["game"], components)
    except BadComponents as error:
        raise BadSave(f"its changed components cannot be used: {error}") from None
    return _replay(saved, game)

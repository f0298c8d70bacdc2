"""Every value in a game's components.toml is read: by the rules, or for what people see."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fattorino
import printed
from fattorino.games import names, overlay, trial
from fattorino.kernel import components, game as kernel_game
from fattorino.kernel.components import Overlay, keys_of
from fattorino.kernel.game import Game
from fattorino.render import draw, gallery, symbols

# Values that nothing reads, by path; an entry that matches none of them fails.
UNREAD: dict[str, list[str]] = {
    "pizza_race": [
        "goal",  # so that a test can try to change it
    ],
}


SYMBOL = re.compile(r"""\b(?:symbol|icon)\(["']([a-z0-9-]+)""")


@pytest.mark.parametrize("name", [path.parent.name for path in sorted(printed.GAMES.glob("*/perft.json"))])
def test_the_numbers_are_those_that_the_tests_hold_to(name: str) -> None:
    changed = printed.changed(name, fattorino.load(name).folder)
    assert not changed, f"if these are meant, and the tests follow them: make record GAME={name}"


@pytest.mark.parametrize("name", names())
def test_every_value_is_read(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = set[str]()
    monkeypatch.setattr(
        kernel_game, "read_components", lambda folder: trial.watched(components.read(folder), "", read)
    )
    copy = tmp_path / f"{name}_watched"
    overlay.copy(fattorino.load(name).folder, copy, Overlay(name, "watched", {}, {}))
    look_at_everything(overlay.load_folder(copy))

    unread = [path for path in values(components.read(copy), "") if path not in read]
    known = UNREAD.get(name, [])
    assert [path for path in unread if not any(fnmatch(path, pattern) for pattern in known)] == []
    assert [pattern for pattern in known if not any(fnmatch(path, pattern) for path in unread)] == []


@pytest.mark.parametrize("name", names())
def test_every_symbol_a_game_names_is_drawn(name: str) -> None:
    """Those of components.toml are checked when a game is loaded; here those of the templates and pieces."""
    game = fattorino.load(name)
    named = {symbol: path for path, symbol in components.values_of("symbol", game.components)}
    for template in game.folder.glob("*.j2"):
        found = SYMBOL.findall(template.read_text(encoding="utf-8"))
        named |= dict.fromkeys(found, template.name)
    assert {symbol: where for symbol, where in named.items() if symbol not in symbols()} == {}
    gallery(game)


def look_at_everything(game: Game) -> None:
    """All modules of a game except its checks of overlays, all of its pieces, and the beginning of two games:
    with as few players as there can be, and with as many.
    """
    package = importlib.import_module(f"fattorino.games.{game.name}")
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.endswith(".totals"):
            importlib.import_module(module.name)
    game.facts()
    if game.gallery is not None:
        game.gallery()
    for seats in sorted({min(game.seats), max(game.seats)}):
        match = game.new(seats=seats, seed=1)
        chance = np.random.default_rng(1)
        while not match.over and match.move < 40:
            view, seat = match.view(match.to_move), match.to_move
            assert seat is not None
            game.prompt(view, seat)
            match.labels()
            match.play(int(chance.choice(match.legal())))
        match.log(None)
        draw(game, match.view(0), 0)
        game.board(match.view(0), 0)


def values(table: Any, path: str) -> Iterator[str]:
    """The path of every value; an id, and where a value comes from, are no values."""
    if isinstance(table, dict) or (isinstance(table, list) and table and isinstance(table[0], dict)):
        for key, value in keys_of(table).items():
            if not (key == "source_note" or key.endswith("_source")):
                yield from values(value, f"{path}.{key}" if path else key)
    else:
        yield path

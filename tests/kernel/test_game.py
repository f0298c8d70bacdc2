"""Game: an author's mistakes are reported when the game is loaded, not when it is played."""

import shutil
from contextvars import ContextVar
from dataclasses import replace
from gettext import NullTranslations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fattorino
from fattorino import bots, games
from fattorino.kernel import i18n
from fattorino.kernel.errors import BadGame, FattorinoError
from fattorino.kernel.fields import Fields, public
from fattorino.kernel.game import read_components
from fattorino.kernel.options import Options

RACE = fattorino.load("pizza_race")


class Shouting(NullTranslations):
    """A language that is English, loudly."""

    def gettext(self, message: str) -> str:
        return message.upper()


ODD = [{"id": "goal", "help": "How far.", "default": 13, "values": [12, 20]}]
PIECES = {"pieces": [{"id": "cat", "symbol": "crow"}, {"id": "spook", "symbol": "gost"}]}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"options": Options((2,), "Scooters.", ODD)}, "option goal is usually 13, .* its values: 12, 20"),
        ({"fields": Fields([public("at", np.uint8, (4,))])}, "field at of the state is of uint8"),
        ({"fields": Fields([public("done", np.bool_)])}, "field done of the state is of bool"),
        ({"fields": Fields([public("pawn", [("at", np.int8)])])}, "field pawn of the state"),
        (
            {"components": RACE.components | PIECES},
            r"pieces\.spook is drawn with the symbol 'gost', which is not in symbols.svg; .* ghost",
        ),
    ],
)
def test_a_game_that_breaks_the_contract_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(BadGame, match=message):
        replace(RACE, **change)


def test_a_game_in_another_folder_is_invited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_guests", dict(games._guests))
    with pytest.raises(BadGame, match=r"has no __init__\.py and no rulebook\.md"):
        games.invite(tmp_path / "guest_race")
    shutil.copytree(RACE.folder, tmp_path / "guest_race")
    assert games.invite(str(tmp_path / "guest_race")) == "guest_race"
    match = fattorino.load("guest_race").new(seats=2, seed=1)
    while not match.over:
        match.play(0)
    assert fattorino.replay(match.save()).winners == match.winners
    with pytest.raises(FattorinoError, match="a bot is made for a game that is loaded, not for 'guest_race'"):
        bots.make("greedy", "guest_race")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        (
            "components.toml",
            "[game]",
            "[box]",
            r"lost_race cannot be loaded: components\.toml needs \[game\]",
        ),
        (
            "__init__.py",
            "def legal(",
            "def lawful(",
            r"legal is missing; it belongs into rules\.py",
        ),
        ("__init__.py", "def sentence(", "def line(", r"sentence is missing; it belongs into sentences\.py"),
        ("__init__.py", 'public("n", np.int8, about="scooters")', '("n", np.int8)', "who may see it"),
    ],
)
def test_a_folder_that_lacks_something_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, old: str, new: str, message: str
) -> None:
    monkeypatch.setattr(games, "_guests", dict(games._guests))
    shutil.copytree(RACE.folder, tmp_path / "lost_race")
    source = tmp_path / "lost_race" / file
    assert old in source.read_text()
    source.write_text(source.read_text().replace(old, new))
    games.invite(tmp_path / "lost_race")
    with pytest.raises(BadGame, match=message):
        fattorino.load("lost_race")


def test_the_words_of_a_game_are_in_the_readers_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(i18n, "_catalogue", lambda language: Shouting())
    monkeypatch.setattr(i18n, "_language", ContextVar("language", default="xx"))
    assert (RACE.tagline, RACE.length) == ("ROLL AND RIDE.", "A MINUTE")


def test_a_component_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadGame, match=r"components\.toml: it cannot be read: No such file"):
        read_components(tmp_path)
    (tmp_path / "components.toml").write_text("goal = " + "[" * 3_000 + "]" * 3_000)
    with pytest.raises(
        BadGame,
        match=r"components\.toml, line 1: .* nested too deeply",
    ):
        read_components(tmp_path)
    (tmp_path / "components.toml").write_text("goal = = 3\n")
    with pytest.raises(BadGame, match=r"components\.toml, line 1: this is not TOML: Invalid value"):
        read_components(tmp_path)

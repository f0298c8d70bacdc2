"""Game: what an author got wrong is named when the game is loaded, not when somebody plays."""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fattorino
from fattorino import bots, games
from fattorino.kernel.errors import BadComponents, BadGame, FattorinoError
from fattorino.kernel.fields import Fields, public
from fattorino.kernel.game import read_components
from fattorino.kernel.options import Options

RACE = fattorino.load("pizza_race")
ODD = [{"id": "goal", "help": "How far.", "default": 13, "values": [12, 20]}]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": "my_game"}, "the game in pizza_race/ is called 'my_game'"),
        ({"options": Options((2,), "Scooters.", ODD)}, "option goal is usually 13, .* its values: 12, 20"),
        ({"fields": Fields([public("at", np.uint8, (4,))])}, "field at of the state is of uint8"),
        ({"fields": Fields([public("done", np.bool_)])}, "field done of the state is of bool"),
        ({"fields": Fields([public("pawn", [("at", np.int8)])])}, "field pawn of the state"),
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
    source = tmp_path / "guest_race" / "__init__.py"
    source.write_text(source.read_text().replace('name="pizza_race"', 'name="guest_race"'))
    assert games.invite(str(source.parent)) == "guest_race"
    match = fattorino.load("guest_race").new(seats=2, seed=1)
    while not match.over:
        match.play(0)
    assert fattorino.replay(match.save()).winners == match.winners
    with pytest.raises(FattorinoError, match="a bot is made for a game that is loaded, not for 'guest_race'"):
        bots.make("greedy", "guest_race")  # type: ignore[arg-type]


def test_a_component_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadComponents, match=r"components\.toml cannot be read"):
        read_components(tmp_path)
    (tmp_path / "components.toml").write_text("goal = = 3\n")
    with pytest.raises(BadComponents, match=r"components\.toml is not TOML: .*line 1"):
        read_components(tmp_path)

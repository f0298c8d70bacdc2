"""Recorded games and counts of decision sequences do not change unnoticed."""

import json
import tomllib
from pathlib import Path

import pytest

import fattorino
from contract import recorder

PLAYTHROUGHS = sorted(recorder.HOME.glob("*/playthroughs/*.txt"))


@pytest.mark.bulk
@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_recorded_game_is_played_the_same(path: Path) -> None:
    text = path.read_text()
    assert recorder.tell(recorder.read(text)) == text


@pytest.mark.parametrize(
    "name", [p.name for p in sorted(recorder.HOME.iterdir()) if p.is_dir() and p.name[0] != "_"]
)
def test_every_wanted_ending_is_recorded(name: str) -> None:
    folder = recorder.HOME / name / "playthroughs"
    wanted = set(tomllib.loads((folder / "games.toml").read_text()))
    assert wanted == {path.stem for path in folder.glob("*.txt")}


@pytest.mark.bulk
@pytest.mark.parametrize("name", fattorino.games.names())
def test_counts_of_decision_sequences(name: str) -> None:
    game = fattorino.load(name)
    path = recorder.HOME / name / "perft.json"
    if not path.exists():  # the example game keeps no records
        assert name == "pizza_race"
        assert recorder.perft(game, {"seats": 2}, 2) == 4
        return
    for seats, row in json.loads(path.read_text()).items():
        options = {"seats": int(seats.removeprefix("seats="))}
        assert [recorder.perft(game, options, depth) for depth in range(1, len(row) + 1)] == row

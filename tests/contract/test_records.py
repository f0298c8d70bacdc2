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
@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_recorded_game_ends_as_it_is_meant_to(path: Path) -> None:
    entry = tomllib.loads(path.with_name("games.toml").read_text())[path.stem]
    text = path.read_text()
    assert recorder.missed(entry, recorder.read(text), text) == ""


@pytest.mark.bulk
def test_recording_an_unchanged_game_changes_nothing(tmp_path: Path) -> None:
    """Bots learn to play better; a game that shows an ending goes on showing it."""
    source = recorder.HOME / "ghost_town" / "playthroughs"
    entry = tomllib.loads((source / "games.toml").read_text())["all_deliver"]
    path = tmp_path / "all_deliver.txt"
    path.write_text((source / "all_deliver.txt").read_text())
    assert recorder.record(fattorino.load("ghost_town"), path, entry | {"bots": ["random"]}) == ""
    assert path.read_text() == (source / "all_deliver.txt").read_text()


@pytest.mark.bulk
def test_a_game_that_misses_its_ending_is_not_recorded(tmp_path: Path) -> None:
    path = tmp_path / "won_by_nobody.txt"
    entry = {"seed": 3, "bots": ["random"], "options": {"seats": 2}, "ends": {"winners": [1, 0]}}
    assert "it should be won by [1, 0]" in recorder.record(fattorino.load("ghost_town"), path, entry)
    assert not path.exists()


@pytest.mark.bulk
@pytest.mark.parametrize("name", fattorino.games.names())
def test_counts_of_decision_sequences(name: str) -> None:
    game = fattorino.load(name)
    path = recorder.HOME / name / "perft.json"
    if name == "pizza_race":  # the example game keeps no records
        assert recorder.perft(game, {"seats": 2}, 2) == 4
        return
    assert path.exists(), f"there are no counts for {name}: run make record GAME={name}"
    for seats, row in json.loads(path.read_text()).items():
        options = {"seats": int(seats.removeprefix("seats="))}
        assert [recorder.perft(game, options, depth) for depth in range(1, len(row) + 1)] == row

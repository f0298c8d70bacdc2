"""A changed number is named with its line: the tests of games hold to the printed ones."""

import re
from pathlib import Path

import pytest

import fattorino
import printed
from fattorino.kernel import components


@pytest.mark.parametrize("name", fattorino.games.names())
def test_the_line_of_a_number_is_where_it_stands(name: str) -> None:
    folder = fattorino.load(name).folder
    text = (folder / "components.toml").read_text(encoding="utf-8")
    lines = text.splitlines()
    table = components.read(folder)
    for path, value in printed.numbers(table):
        line = lines[printed.line_of(table, text, path) - 1]
        assert re.search(
            rf"\b{path.rpartition('.')[2]} *= *{'.' if isinstance(value, list) else value}", line
        ), path


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        (
            "papa_paolo",
            "start_money = 10",
            "start_money = 12",
            "start_money is 12; the tests hold to 10 (line",
        ),
        (
            "papa_paolo",
            '"A3", pizzas = 3',
            '"A3", pizzas = 4',
            "tiles.A3.pizzas is 4; the tests hold to 3 (line",
        ),
        ("ghost_town", "graves = 6", "grave = 6", "setup.grave is 6; no test knows it (line"),
        ("ghost_town", "graves = 6\n", "", "setup.graves is gone; the tests hold to 6"),
    ],
)
def test_a_changed_number_is_named(tmp_path: Path, name: str, old: str, new: str, told: str) -> None:
    text = (fattorino.load(name).folder / "components.toml").read_text(encoding="utf-8")
    (tmp_path / "components.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    assert told in "; ".join(printed.changed(name, tmp_path))


def test_a_test_is_told_of_its_own_games_numbers_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printed, "changed", lambda name, folder: ["a number"])
    assert printed.told("tests/games/papa_paolo/test_setup.py::test_ten_lire_each") == [
        "papa_paolo: a number"
    ]
    assert len(printed.told()) == 4

"""fattorino fit: positions of games, a net that judges them, and its folder."""

import csv
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fattorino import bots
from fattorino.bots.net import export
from fattorino.games import load
from fattorino.kernel.errors import BadOption

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from fattorino.training.judging import CARD, CURVE, NET, Fit, Fitting, Judge, play  # noqa: E402

SMALL = Fit("pizza_city", {"seats": 2}, bot="random", games=12, width=8, epochs=2)


def test_positions_are_from_the_side_of_the_bike_that_rides_next() -> None:
    numbers, won, numbered = play(SMALL, 0, 2)
    assert numbers.shape == (len(won), load("pizza_city").num_studied) and set(numbered.tolist()) == {0, 1}
    assert set(won.tolist()) == {0.0, 1.0}  # both sides ride in a game, and one wins
    again = play(SMALL, 0, 2)
    assert np.array_equal(again[0], numbers) and np.array_equal(again[1], won)
    later = play(SMALL, 1, 1)  # a game is the same in whatever chunk it is played
    assert np.array_equal(later[0], numbers[numbered == 1])


def test_a_net_learns_what_decides_the_result() -> None:
    fitting = Fitting(replace(SMALL, epochs=200, rate=0.02), Path(), 1)
    chance = torch.Generator().manual_seed(1)
    given = torch.rand(4000, load("pizza_city").num_studied, generator=chance).round()
    wanted = given[:, 3]  # one number decides
    fitting.fit(given, wanted, given[:500], wanted[:500])
    assert fitting.plain == pytest.approx(0.69, abs=0.01)
    assert fitting.curve[-1]["held_out"] < 0.1 < fitting.curve[0]["held_out"]


def test_a_fit_writes_a_net_that_searches_a_curve_and_a_card(tmp_path: Path) -> None:
    told: list[int] = []
    fitting = Fitting(SMALL, tmp_path, 1)
    fitting.run(told.append)
    assert told == [12] and fitting.positions > 100
    with (tmp_path / CURVE).open(encoding="utf-8") as file:
        assert [row["epoch"] for row in csv.DictReader(file)] == ["1", "2"]
    card = json.loads((tmp_path / CARD).read_text(encoding="utf-8"))
    assert card["command"] == (
        "fattorino fit pizza_city --bot random --games 12 --width 8 --epochs 2 --seats 2"
    )
    assert card["curve"] == fitting.curve and card["positions"] == fitting.positions
    game = load("pizza_city")
    match = game.new(seats=2, seed=1)
    bots.play(match, [f"expert:simulations=2,threads=1,path={tmp_path / NET}", "random"])
    assert match.over


def test_only_games_with_something_to_study_are_fitted(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"Papà Paolo has no study\.py"):
        Fitting(replace(SMALL, game="papa_paolo"), tmp_path)
    with pytest.raises(BadOption, match="there is no bot 'nobody'"):
        Fitting(replace(SMALL, bot="nobody"), tmp_path)
    game = load("pizza_city")
    layers = {name: value.numpy() for name, value in Judge(7, 4).state_dict().items()}
    export(tmp_path / NET, layers, None, np.zeros(4, np.int8))
    with pytest.raises(BadOption, match="of another game or version: 7 features"):
        bots.make(f"net:path={tmp_path / NET}", game)

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
from fattorino.kernel.game import Game

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from fattorino.training.judging import Fit, Fitting, Judge, play  # noqa: E402
from fattorino.training.model import CARD, CURVE, NET  # noqa: E402

SMALL = Fit("pizza_city", {"seats": 2}, bot="random", games=12, width=8, epochs=2)


def test_positions_are_from_the_side_of_the_bike_that_rides_next() -> None:
    found = play(SMALL, 0, 2)
    assert len(found.places) == len(found.values) == len(found.wanted) and set(found.game.tolist()) == {0, 1}
    assert set(found.wanted.tolist()) == {0.0, 1.0}  # both sides ride in a game, and one wins
    again = play(SMALL, 0, 2)
    assert np.array_equal(again.values, found.values) and np.array_equal(again.wanted, found.wanted)
    later = play(SMALL, 1, 1)  # a game is the same in whatever chunk it is played
    rows, least = found.values[found.game == 1], later.values.shape[1]
    assert np.array_equal(later.values, rows[:, :least]) and not rows[:, least:].any()


def test_several_bots_play_each_other_and_change_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    seated: list[str] = []
    make = bots.make

    def noted(bot: str, game: Game) -> bots.Bot:
        seated.append(bot)
        return make("random", game)

    monkeypatch.setattr(bots, "make", noted)
    play(replace(SMALL, bot="greedy,mcts:simulations=5,noise=0.1"), 0, 2)
    assert seated == ["greedy", "mcts:simulations=5,noise=0.1", "mcts:simulations=5,noise=0.1", "greedy"]


def test_numbers_that_no_position_has_get_no_weight() -> None:
    fitting = Fitting(SMALL, Path(), 1)
    found = play(SMALL, 0, 12)
    fitting.learn(found)
    known = np.unique(found.places[found.values != 0])
    weighed = fitting.model.first.weight.detach().abs().sum(0).numpy() > 0
    assert 0 < len(known) < len(weighed)
    assert np.array_equal(np.flatnonzero(weighed), known)


def test_a_net_learns_what_decides_the_result() -> None:
    fitting = Fitting(replace(SMALL, epochs=200, rate=0.02), Path(), 1)
    chance = torch.Generator().manual_seed(1)
    given = torch.rand(4000, 40, generator=chance).round()
    places = torch.arange(40, dtype=torch.int16).repeat(4000, 1)
    wanted = given[:, 3]  # one number decides
    fitting.fit((places, given, wanted), (places[:500], given[:500], wanted[:500]))
    assert fitting.plain == pytest.approx(0.69, abs=0.01)
    assert fitting.curve[-1]["held_out"] < 0.1 < fitting.curve[0]["held_out"]


def test_a_second_net_learns_what_the_first_thinks_of_the_next_position() -> None:
    fitting = Fitting(replace(SMALL, rounds=2), Path(), 1)
    found = play(SMALL, 0, 12)
    places = torch.from_numpy(found.places.astype(np.int32))
    with torch.no_grad():
        thinks = torch.sigmoid(2 * fitting.model(places, torch.from_numpy(found.values).float())).numpy()
    expected = fitting.expected(found)
    last = found.later == 0
    assert np.array_equal(expected[last], found.wanted[last]) and last.sum() >= 12
    here = np.flatnonzero(~last)
    on = here + found.later[here]
    assert np.array_equal(found.game[here], found.game[on]) and len(here) > 100
    assert np.array_equal(found.wanted[here], found.wanted[on])  # the same side
    assert expected[here] == pytest.approx(0.3 * expected[on] + 0.7 * thinks[on], abs=1e-5)
    first = fitting.model
    fitting.learn(found)
    assert [row["epoch"] for row in fitting.curve] == [1, 2, 3, 4] and fitting.model is not first


def test_a_fit_writes_a_net_that_searches_a_curve_and_a_card(tmp_path: Path) -> None:
    told: list[int] = []
    fitting = Fitting(SMALL, tmp_path, 1)
    fitting.run(told.append)
    assert told == list(range(1, 13)) and fitting.positions > 100
    with (tmp_path / CURVE).open(encoding="utf-8") as file:
        assert [row["epoch"] for row in csv.DictReader(file)] == ["1", "2"]
    card = json.loads((tmp_path / CARD).read_text(encoding="utf-8"))
    assert card["command"] == (
        "fattorino fit pizza_city --bot random --games 12 --width 8 --epochs 2 --seats 2"
    )
    assert card["curve"] == fitting.curve and card["positions"] == fitting.positions
    assert card["data"] == "games of random against itself, 4% of the moves at random"
    game = load("pizza_city")
    match = game.new(seats=2, seed=1)
    bots.play(match, [f"expert:simulations=2,threads=1,path={tmp_path / NET}", "random"])
    assert match.over


@pytest.mark.bulk
def test_a_fit_to_playouts_has_positions_near_every_decision() -> None:
    plan = Fit("new_york", {"seats": 2}, bot="greedy", games=1, playouts=2, by="net")
    near = play(plan, 0, 1)
    assert len(near.wanted) > 200 and ((near.wanted >= 0) & (near.wanted <= 1)).all()


def test_only_games_with_something_to_study_are_fitted(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"Papà Paolo has no study\.py"):
        Fitting(replace(SMALL, game="papa_paolo"), tmp_path)
    with pytest.raises(BadOption, match="there is no bot 'nobody'"):
        Fitting(replace(SMALL, bot="greedy,nobody"), tmp_path)
    with pytest.raises(BadOption, match="playouts are by greedy or net, not 'nobody'"):
        Fitting(replace(SMALL, playouts=2, by="nobody"), tmp_path)
    game = load("pizza_city")
    layers = {name: value.numpy() for name, value in Judge(7, 4).state_dict().items()}
    export(tmp_path / NET, layers, None, np.zeros(4, np.int8))
    with pytest.raises(BadOption, match="of another game or version: 7 features"):
        bots.make(f"net:path={tmp_path / NET}", game)

"""The layouts of the games describe the numbers of `observe`: their meaning, count and bounds."""

import numpy as np
import pytest

from contract.worlds import all_games, settings
from fattorino.envs import vector
from fattorino.kernel import features
from fattorino.kernel.game import Game

every_game = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)


@every_game
def test_the_table_has_a_place_for_every_number(game: Game) -> None:
    assert features.size(game.layout) == game.num_features


@every_game
def test_every_number_has_a_name_of_its_own(game: Game) -> None:
    names = features.names(game.layout)
    assert len(names) == len(set(names)) == game.num_features


@every_game
def test_every_part_says_what_it_means(game: Game) -> None:
    for _at, group, _turn, part in features.spans(game.layout):
        assert part.meaning and part.name.isidentifier() and group.name.isidentifier()
        assert part.low < part.high


@every_game
def test_parts_stand_where_observe_writes_them(game: Game) -> None:
    """`to_move` of the viewer, which all games have in common, is 1 for the seat that decides and 0 else."""
    names = features.names(game.layout)
    if "table.to_move" not in names:
        pytest.skip("this game does not tell who is to move")
    at = names.index("table.to_move")
    match = game.new(seed=1)
    for _ in range(5):
        seat = match.to_move
        assert seat is not None
        assert match.features(seat)[at] == 1
        assert all(match.features(other)[at] == 0 for other in range(match.seats) if other != seat)
        match.play(int(match.legal()[0]))


@pytest.mark.bulk
@every_game
def test_numbers_keep_within_their_bounds_with_all_options(game: Game) -> None:
    low, high = features.bounds(game.layout)
    for options in settings(game):
        batch = vector(game, 16, seed=5, threads=1, **options)
        for _ in range(120):
            batch.step(batch.sample())
            wrong = np.flatnonzero((batch.observations < low) | (batch.observations > high))
            if len(wrong):
                names = features.names(game.layout)
                at = int(wrong[0]) % game.num_features
                value = batch.observations.reshape(-1)[wrong[0]]
                pytest.fail(f"{names[at]} is {value} with {options}")

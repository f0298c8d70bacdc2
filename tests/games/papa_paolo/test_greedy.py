"""The greedy bot: sensible with every number of players, with scores like those of people."""

from typing import Any

import pytest

import fattorino
from fattorino import bots


def play(seats: int, names: list[str], seed: int) -> Any:
    """A game between bots, one name a seat."""
    game = fattorino.load("papa_paolo")
    match = game.new(seats=seats, seed=seed)
    players = [bots.make(name, game) for name in names]
    while not match.over:
        seat = match.to_move
        assert seat is not None
        match.play(players[seat].choose(match.view(seat), seat, match.legal(), seed=match.move))
    return match


@pytest.mark.bulk
def test_four_greedy_players_average_eighteen_points() -> None:
    scores = [score for seed in range(50) for score in play(4, ["greedy"] * 4, seed).scores]
    assert sum(scores) / len(scores) >= 18


@pytest.mark.bulk
def test_greedy_beats_random_at_two() -> None:
    won = 0.0
    for seed in range(100):
        greedy = seed % 2
        match = play(2, ["random", "greedy"] if greedy else ["greedy", "random"], seed)
        if greedy in match.winners:
            won += 1 / len(match.winners)
    assert won >= 85


def test_a_greedy_courier_completes_tiles(four: Any) -> None:
    """With three pizzas and two ways to go, the tour that completes two tiles."""
    game = fattorino.load("papa_paolo")
    four.found(0, 1)
    four.lay(0, 0, 1, "blue-17", 0)  # 3 houses south
    four.lay(0, -1, 0, "green-14", 1)  # 2 houses west, and one behind it
    four.lay(0, -1, 1, "green-07", 0)
    four.deliver(0, 3, 2)
    while four.state.phase in (9, 10):
        legal = four.legal()
        four.play(legal[0] if len(legal) == 1 else game.greedy(four.state, 0, legal, len(legal), 1))
    assert (four.pizzas(0, -1, 0), four.pizzas(0, -1, 1), four.pizzas(0, 0, 0)) == (2, 1, 0)

"""greedy: the best action by each game's own hand-written evaluation (its greedy.py)."""

from typing import Any

from fattorino.kernel.game import Game
from fattorino.kernel.records import Ints
from fattorino.kernel.rng import small_seed


class Greedy:
    """Plays the game's own `greedy`."""

    name = "greedy"

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, view: Any, seat: int, actions: Ints, seed: int) -> int:
        return int(self.game.greedy(view, seat, actions, len(actions), small_seed(seed)))

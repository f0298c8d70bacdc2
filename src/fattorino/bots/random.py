"""random: any legal action, all equally likely."""

from typing import Any

from fattorino.kernel.game import Game
from fattorino.kernel.records import Ints
from fattorino.kernel.rng import one_of, small_seed


class Random:
    """Plays anything that is legal."""

    name = "random"

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, view: Any, seat: int, actions: Ints, seed: int) -> int:
        return int(actions[one_of(len(actions), small_seed(seed))])

"""greedy: one good look at the table, by each game's own hand-written advice (its greedy.py)."""

from typing import Any

from fattorino.kernel.game import Game
from fattorino.kernel.records import Ints


class Greedy:
    """Plays what the game's own advice says."""

    name = "greedy"

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, view: Any, seat: int, actions: Ints, seed: int) -> int:
        return int(self.game.greedy(view, seat, actions, len(actions), seed))

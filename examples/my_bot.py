"""A bot of your own, for any game. In this folder:

fattorino simulate ghost_town --seats my_bot:Eager,greedy --games 20
fattorino play ghost_town --seats human,my_bot:Eager:likes=Attack
python my_bot.py
"""

import random
from typing import Any

import fattorino
from fattorino import bots


class Eager:
    """Plays an action whose label has a word it likes, if there is one, else anything."""

    def __init__(self, game: fattorino.Game, likes: str = "Move") -> None:
        self.game = game
        self.likes = likes

    def choose(self, view: Any, seat: int, actions: Any, seed: int) -> int:
        """One of the actions; the same for the same seed."""
        liked = [action for action in actions if self.likes in self.game.label(view, int(action))]
        return int(random.Random(seed).choice(liked or list(actions)))


if __name__ == "__main__":
    match = fattorino.load("ghost_town").new(seats=2, seed=1)
    bots.play(match, [Eager, "greedy"], seed=1)
    print(*match.log()[-3:], f"Scores: {match.scores}", sep="\n")

"""Positions for pictures: what a seat sees after the greedy bot has played a while from a seed."""

from __future__ import annotations

from typing import Any

from fattorino.bots import make
from fattorino.kernel.game import Game


def view_after(game: Game, moves: int, seat: int, seed: int, seats: int | None = None, **options: Any) -> Any:
    """The view of a seat after some decisions, or at the end of the game."""
    match, bot = game.new(seats, seed, **options), make("greedy", game)
    while not match.over and match.move < moves:
        mover = match.to_move
        assert mover is not None
        match.play(bot.choose(match.view(mover), mover, match.legal(), match.move))
    return match.view(seat)

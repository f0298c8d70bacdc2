"""view + template -> SVG."""

from typing import Any

from fattorino.kernel.game import Game


def draw(game: Game, view: Any, seat: int) -> str:
    return ""

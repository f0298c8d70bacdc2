"""What the board shows."""

from typing import Any


def scene(view: Any, seat: int) -> dict[str, Any]:
    return {}


def board(view: Any, seat: int) -> str:
    return ""

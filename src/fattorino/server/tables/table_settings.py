"""What the host decides about a table, whatever is played at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class TableSettings:
    """The settings of a table, in any game."""

    listed: bool = False
    clock: int | None = None  # seconds for a move, after which a bot makes it; None: no clock
    hints: bool = True  # whether a player may ask a bot what it would do
    several_seats: bool = False  # whether one browser may take several seats
    chat: bool = True
    shared_notes: bool = False  # whether seats that may talk see each other's notes
    reveals: bool = True  # whether everything becomes public after the game

    @staticmethod
    def among(options: Mapping[str, Any]) -> dict[str, bool]:
        """The settings that are given among a game's options, where games declare them with their help."""
        return {
            "chat": options.get("chat") != "off",
            "shared_notes": bool(options.get("shared_notes", False)),
            "reveals": bool(options.get("reveal_after_game", True)),
        }

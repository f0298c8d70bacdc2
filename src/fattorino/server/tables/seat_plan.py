"""Chairs and names: who sits where, and what people may be called."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fattorino.kernel.game import Game
from fattorino.kernel.i18n import _
from fattorino.server.problems import Problem
from fattorino.server.tables.table import CHOSEN, Table

LONGEST_NAME = 40
ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


@dataclass(frozen=True)
class SeatWish:
    """A chair as the host orders it."""

    kind: str = "human"  # "human" | "bot" | "open"
    bot: str = ""
    name: str = ""
    colour: int | None = None


def fresh_id() -> str:
    """A name for a table that nobody can guess."""
    return _lettered(secrets.token_bytes(12))


def fresh_token() -> str:
    """The right to sit somewhere: 128 bits."""
    return secrets.token_urlsafe(16)


def fresh_nonce(chosen: bool = False) -> str:
    """What hides a seed in its commitment; it also says whether somebody chose the seed, and so knows it."""
    return (CHOSEN if chosen else "") + secrets.token_hex(16)


def complete_options(game: Game, chairs: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """All options of a game for this many chairs: those that decide, or (`seats` given) all there are."""
    given = dict(options)
    if given.get("seats") is None:
        given.pop("seats", None)
        return game.settings_for(chairs, **given)
    settings = game.settings(**given)
    roles = game.roles(settings)
    deciding = sum(role.decides for role in roles)
    taking_part = sum(role.decides or role.scores for role in roles)
    if chairs not in (deciding, taking_part, len(roles)):
        raise Problem(
            "bad_option",
            _("{title} with these options has {n} seats, not {given}.").format(
                title=game.title, n=taking_part, given=chairs
            ),
        )
    return settings


def chairs_for(table: Table, count: int) -> list[int]:
    """The chairs that an order of this many seats is about: those that decide, take part, or all."""
    for wanted in ("decides", "plays"):
        chairs = [
            seat.number for seat in table.seats if seat.role.decides or (wanted == "plays" and seat.plays)
        ]
        if len(chairs) == count:
            return chairs
    return [seat.number for seat in table.seats]


def following_id(table: Table) -> str:
    """The id of a table's rematch: the same whoever asks first."""
    return _lettered(hashlib.blake2b(f"{table.id}:{table._nonce}".encode(), digest_size=12).digest())


def _lettered(content: bytes) -> str:
    """Bytes as letters, all 32 of them equally likely."""
    return "".join([ID_LETTERS[byte % len(ID_LETTERS)] for byte in content])


def tidy_text(text: str) -> str:
    """One line without control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def tidy_name(text: str) -> str:
    """A name fit for a seat."""
    tidy = tidy_text(text)
    if len(tidy) > LONGEST_NAME:
        raise Problem("invalid_request", _("A name has at most {most} characters.").format(most=LONGEST_NAME))
    return tidy

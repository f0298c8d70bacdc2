"""The seed of a game: sealed by a commitment before the first move, opened after the last."""

from __future__ import annotations

import hashlib
import secrets
from typing import NamedTuple

from fattorino.kernel.game import fresh_seed

CHOSEN = "chosen-"  # how the nonce begins if somebody chose the seed


class Chance(NamedTuple):
    """A seed, and the nonce that hides it in its commitment."""

    seed: int
    nonce: str

    @property
    def commitment(self) -> str:
        """SHA-256 of "SEED:NONCE" in hexadecimal, shown from the start."""
        return hashlib.sha256(f"{self.seed}:{self.nonce}".encode()).hexdigest()

    @property
    def chosen(self) -> bool:
        """Whether the host chose the seed: they may know all that is hidden, so everybody is told."""
        return self.nonce.startswith(CHOSEN)


def fresh_chance(seed: int | None = None) -> Chance:
    """A seed that nobody chose, or the one that is given."""
    if seed is None:
        return Chance(fresh_seed(), secrets.token_hex(16))
    return Chance(seed, CHOSEN + secrets.token_hex(16))

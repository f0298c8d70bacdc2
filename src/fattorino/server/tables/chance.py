"""The seed of a game: secrets of the server and of browsers, all committed to before any is revealed.

The server's secret is a seed with a nonce; its commitment is public from the start. A participating browser
publishes the commitment of its part before the game and reveals the part when the host starts the game. By
then nobody can change theirs, so nobody chose the outcome. The server's secret is revealed after the game.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from fattorino.kernel.game import fresh_seed
from fattorino.kernel.i18n import _

CHOSEN = "chosen-"  # prefix of the nonce if the host chose the seed
SEED_BITS = 62
SAVED = {"seed": int}  # what a saved game has to hold, to be verified
SECRETS = {"seed": int, "nonce": str, "commitment": str, "parts": list}
PART = {"seat": int, "commitment": str, "part": str}


class Part(NamedTuple):
    """A person's part of the seed: committed to before the start, revealed at the start."""

    seat: int
    holder: str  # of the seat at commitment; the part is void if the seat changes hands
    commitment: str  # SHA-256 of the part
    part: str = ""  # '' until it is revealed

    def fits(self, part: str) -> bool:
        """Whether this is the part that was committed to."""
        return hmac.compare_digest(sha256(part), self.commitment)


class Chance(NamedTuple):
    """The server's secret, and the parts of people."""

    seed: int
    nonce: str
    parts: tuple[Part, ...] = ()
    opening: bool = False  # parts are being revealed; commitments are closed

    @property
    def commitment(self) -> str:
        """SHA-256 of "SEED:NONCE" in hexadecimal, shown from the start."""
        return sha256(f"{self.seed}:{self.nonce}")

    @property
    def chosen(self) -> bool:
        """Whether the host chose the seed and may know hidden information; everyone is told."""
        return self.nonce.startswith(CHOSEN)

    @property
    def game_seed(self) -> int:
        """The seed of the game."""
        return combined(self.seed, self.nonce, [part.part for part in self.parts if part.part])

    def passed_on(self, old: str, new: str) -> Chance:
        """With the part of a seat's holder under the seat's new token."""
        parts = tuple(part._replace(holder=new) if part.holder == old else part for part in self.parts)
        return self._replace(parts=parts)

    def of_bot(self, step: int) -> int:
        """A bot's random seed at a step: reproducible in games with a chosen seed, else random."""
        if self.chosen:
            return int(sha256(f"{self.seed}:{step}")[:8], 16) >> 1
        return secrets.randbelow(2**31)

    def with_part(self, new: Part) -> Chance:
        """A copy with another part for one seat."""
        others = [part for part in self.parts if part.seat != new.seat]
        return self._replace(parts=tuple(sorted([*others, new])))

    def open(self) -> dict[str, Any]:
        """Everything, for verification."""
        parts = [{"seat": p.seat, "commitment": p.commitment, "part": p.part} for p in self.parts]
        return {"seed": self.seed, "nonce": self.nonce, "parts": parts, "game_seed": self.game_seed}


def fresh_chance(seed: int | None = None) -> Chance:
    """A seed that nobody chose, or the one that is given."""
    if seed is None:
        return Chance(fresh_seed(), secrets.token_hex(16))
    return Chance(seed, CHOSEN + secrets.token_hex(16))


def sha256(text: str) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def combined(seed: int, nonce: str, parts: Sequence[str]) -> int:
    """The seed of a game: the server's if there are no parts, else the first 62 bits of a SHA-256."""
    told = ":".join([str(seed), nonce, *parts])
    return int(sha256(told)[:16], 16) >> (64 - SEED_BITS) if parts else seed


def has_kinds(given: Any, kinds: Mapping[str, type]) -> bool:
    """Whether a table has these keys, with values of these types."""
    return isinstance(given, Mapping) and all(type(given.get(key)) is kind for key, kind in kinds.items())


def verify(saved: Any) -> list[str]:
    """What is wrong with the seed of a saved game; empty if it follows from all commitments."""
    chance = saved.get("chance") if isinstance(saved, Mapping) else None
    if not isinstance(chance, Mapping):
        return [_("The saved game does not contain the secrets behind its seed.")]
    if not has_kinds(saved, SAVED) or not has_kinds(chance, SECRETS):
        return [_("The secrets behind the seed of this game are damaged.")]
    if not all(has_kinds(part, PART) for part in chance["parts"]):
        return [_("The secrets behind the seed of this game are damaged.")]
    opened = [part for part in chance["parts"] if part["part"]]
    wrong: list[str] = []
    sentence = _("The part of seat {seat} is not the one it committed to.")
    if sha256(f"{chance['seed']}:{chance['nonce']}") != chance["commitment"]:
        wrong.append(_("The server's secret is not the one it committed to."))
    wrong += [
        sentence.format(seat=part["seat"]) for part in opened if sha256(part["part"]) != part["commitment"]
    ]
    if combined(chance["seed"], chance["nonce"], [part["part"] for part in opened]) != saved["seed"]:
        wrong.append(_("The game was played with another seed."))
    return wrong

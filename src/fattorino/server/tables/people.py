"""The people around a table: who sits where, what is said, and in whose name something is asked or moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from fattorino.kernel.game import Game, Role
from fattorino.kernel.i18n import _, language
from fattorino.server.tables.chance import sha256

CHAT_KEPT = 200  # lines of chat in memory, and on a page that is opened
COLOURS = 6  # the Okabe-Ito set, each with its own shape


class Roles:
    """What the seats of a table are, in the language spoken now."""

    def __init__(self, game: Game, options: dict[str, Any]) -> None:
        self._game, self._options = game, options
        self._known: dict[str, Sequence[Role]] = {}

    def now(self) -> Sequence[Role]:
        """The role of each seat."""
        spoken = language()
        if spoken not in self._known:
            self._known[spoken] = self._game.roles(self._options)
        return self._known[spoken]


@dataclass
class Seat:
    """A seat at a table."""

    number: int
    roles: Roles = field(repr=False)
    kind: str = "open"  # "open" | "human" | "bot" | "closed" (only looks on, and was not given out)
    name: str = ""
    colour: int = 0  # 0 to 5
    bot: str = ""  # the strength of a bot's seat
    stand_in: str = ""  # the bot that plays while the person is away
    connected: bool = False
    token: str = ""  # the right to sit here; a new one whenever the seat changes hands
    muted: bool = False  # by the host
    people: set[str] = field(default_factory=set)  # who opened its link (hashed cookies)
    seen: float = 0.0  # when its owner last asked for something, in this process

    @property
    def role(self) -> Role:
        """What this seat is in the game."""
        return self.roles.now()[self.number]

    @property
    def plays(self) -> bool:
        """Whether the seat takes part; one that does not only looks on."""
        return self.role.decides or self.role.scores

    @property
    def holder(self) -> str:
        """Who holds the seat, as a part of the chance names them: changes when it changes hands."""
        return sha256(self.token)[:16]

    @property
    def machine(self) -> str:
        """The bot that decides for this seat now, or ''."""
        return self.bot if self.kind == "bot" else self.stand_in


class Caller(NamedTuple):
    """Whoever asks: by the token of a seat or of the host, or as a person (a hashed cookie)."""

    token: str = ""
    person: str = ""


class Machine(NamedTuple):
    """The server itself moves for a seat: a bot does, or whoever was silent has said no.

    The move was decided after so many steps; if it is the seat's own bot, it is still that bot's to make.
    """

    seat: int
    steps: int
    by: str = "bot"  # "bot" | "silence"
    bot: str = ""


class ChatLine(NamedTuple):
    """Something a person said, or something that was done at the table, which everybody is told."""

    seat: int
    name: str
    text: str
    when: float
    event: str = ""  # what was done; '' if a person said it
    number: int = 0  # from 1

    @property
    def words(self) -> str:
        """The line as everybody reads it."""
        told = {
            "locked": _("The host has locked the table: nobody else can sit down."),
            "unlocked": _("The host has unlocked the table."),
            "freed": _("The host has taken {name} off their seat."),
            "left": _("{name} has left the table."),
            "muted": _("The host has muted {name}."),
            "unmuted": _("The host lets {name} chat again."),
            "seated": _("{name} has taken a seat in the running game."),
            "upgraded": _("The game was begun with an older version; it goes on under the rules of today."),
            "parted": _("The rules have changed: the game stays as it was under the old ones."),
            "halted": _("The operator has halted this table."),
            "resumed": _("The operator lets this table go on."),
        }
        return told.get(self.event, self.text).format(name=self.name) if self.event else self.text

"""The people at a table: seats, chat lines, and who makes a request or a move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from fattorino.kernel.game import Game, Role
from fattorino.kernel.i18n import _, isolated, language
from fattorino.server.tables.chance import sha256
from fattorino.server.tables.tokens import fresh_token

CHAT_KEPT = 200  # lines of chat in memory, and on a page that is opened
COLOURS = 6  # the Okabe-Ito set, each with its own shape


class Roles:
    """The roles of a table's seats, in the current language."""

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
    bot: str = ""  # the name of the seat's bot
    stand_in: str = ""  # the bot that plays while the person is away
    connected: bool = False
    token: str = ""  # SHA-256 of its token, which is replaced whenever the seat changes hands
    invitation: str = ""  # the token itself, for the host to give out: of an open seat before the start
    muted: bool = False  # by the host
    silenced: bool = False  # by the operator
    people: set[str] = field(default_factory=set)  # who took the seat (hashed cookies)
    seen: float = 0.0  # time of its player's last request to this process

    @property
    def role(self) -> Role:
        """The seat's role in the game."""
        return self.roles.now()[self.number]

    @property
    def plays(self) -> bool:
        """Whether the seat takes part, rather than only looking on."""
        return self.role.decides or self.role.scores

    @property
    def holder(self) -> str:
        """Who holds the seat, as a part of the chance names them: changes when it changes hands."""
        return self.token[:16]

    def new_token(self) -> str:
        """Give the seat a new token, so that earlier links stop working; returns it, as nothing else can."""
        token = fresh_token()
        self.token, self.invitation = sha256(token), token if self.kind == "open" else ""
        return token

    @property
    def machine(self) -> str:
        """The bot that decides for this seat now, or ''."""
        return self.bot if self.kind == "bot" else self.stand_in


class Caller(NamedTuple):
    """The author of a request: a token of a seat or of the host, and a person (a hashed cookie)."""

    token: str = ""
    person: str = ""


class Machine(NamedTuple):
    """The server as the author of a move: a bot's move, or the default answer to a secret prompt.

    `steps` is the number of steps the move is based on; `bot` names the seat's own bot, which must still be
    the one to move.
    """

    seat: int
    steps: int
    by: str = "bot"  # "bot" | "silence"
    bot: str = ""


class ChatLine(NamedTuple):
    """A line said by a person, or an announcement of something done at the table."""

    seat: int
    name: str
    text: str
    when: float
    event: str = ""  # what was done; '' for a person's line
    number: int = 0  # from 1

    @property
    def words(self) -> str:
        """The text of the line."""
        told = {
            "locked": _("The host has locked the table: nobody else can sit down."),
            "unlocked": _("The host has unlocked the table."),
            "freed": _("The host has removed {name} from their seat."),
            "left": _("{name} has left the table."),
            "muted": _("The host has muted {name}."),
            "unmuted": _("The host has unmuted {name}."),
            "seated": _("{name} has taken a seat in the running game."),
            "upgraded": _("This game began under an older version; it continues under the current rules."),
            "parted": _("The rules have changed: this game is kept as it was under the old ones."),
            "halted": _("The operator has halted this table: {text}")
            if self.text
            else _("The operator has halted this table."),
            "resumed": _("The operator has resumed this table."),
            "silenced": _("The operator has muted {name}."),
            "unsilenced": _("The operator has unmuted {name}."),
            "closed": _("The operator has removed {name} from their seat."),
            "deleted": _("The operator has deleted this line."),
            "relinked": _("The host has given out a new link for {name}’s seat: it opens what {name} sees."),
        }
        if not self.event:
            return self.text
        return told.get(self.event, self.text).format(name=isolated(self.name), text=self.text)

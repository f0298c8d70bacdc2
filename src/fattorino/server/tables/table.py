"""Table: one match with the people around it, and exactly what each viewer may know of it.

A viewer is a seat number, or None for somebody who only watches. Everything that leaves the server about a
match is asked of the methods below that take a viewer; nothing else reads `table.match`.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

import numpy as np

from fattorino.kernel import records
from fattorino.kernel.game import Game, Role
from fattorino.kernel.i18n import _, language
from fattorino.kernel.match import Match, Refusal
from fattorino.server.tables.secret_windows import Patience, Waiting
from fattorino.server.tables.viewer import Eyes

T = TypeVar("T")

UNDO = -1  # in place of an action in the list of steps: the last step was taken back

CHOSEN = "chosen-"  # how the nonce of a seed begins that somebody chose

COLOURS = 6  # the Okabe-Ito set, each with its own shape


class Choice(NamedTuple):
    """A legal action: its number, what it does in words, and the thing on the board to click, or ''."""

    action: int
    label: str
    target: str


class ChatLine(NamedTuple):
    """Something a person said; audience None is everybody, else the seats that may read it."""

    seat: int
    name: str
    text: str
    when: float
    audience: tuple[int, ...] | None = None


class Step(NamedTuple):
    """One row of the append-only list: an action (or UNDO), who took it, and the state after it."""

    number: int
    seat: int
    action: int
    digest: str
    key: str
    when: float


@dataclass
class Seat:
    """A chair at a table."""

    number: int
    roles: Callable[[], Sequence[Role]] = field(repr=False)  # of the table, in the language spoken now
    kind: str = "open"  # "open" | "human" | "bot" | "closed" (only looks on, and was not given out)
    name: str = ""
    colour: int = 0  # 0 to 5
    bot: str = ""  # the strength of a bot's seat
    stand_in: str = ""  # the bot that plays while the person is away
    connected: bool = False
    token: str = ""  # the right to sit here
    people: set[str] = field(default_factory=set)  # who opened its link (hashed cookies)
    seen: float = 0.0  # when its owner last asked for something, in this process

    @property
    def role(self) -> Role:
        """What this chair is at the table."""
        return self.roles()[self.number]

    @property
    def plays(self) -> bool:
        """Whether the chair takes part; a chair that does not only looks on."""
        return self.role.decides or self.role.scores

    @property
    def machine(self) -> str:
        """The bot that decides for this chair now, or ''."""
        return self.bot if self.kind == "bot" else self.stand_in


class Table:
    """One match with the people around it."""

    def __init__(
        self,
        id: str,
        game: Game,
        options: dict[str, Any],
        *,
        seed: int,
        nonce: str,
        listed: bool = False,
        clock: int | None = None,
        hints: bool = True,
        host: str = "",
        host_token: str = "",
        created: float = 0.0,
        patience: Patience = Patience(),
    ) -> None:
        self.id = id
        self.game = game
        self.options = options
        self.listed = listed
        self.clock = clock  # seconds for a move, after which a bot makes it; None: no clock
        self.hints = hints  # whether a player may ask a bot what it would do
        self.status = "open"  # "open" | "running" | "over"
        self._roles: dict[str, Sequence[Role]] = {}
        self.seats: list[Seat] = [Seat(n, self.roles) for n in range(len(self.roles()))]
        self.match: Match | None = None
        self.chat: list[ChatLine] = []
        self.notes: dict[int, dict[str, str]] = {}
        self.rematch = ""
        self.review: dict[str, Any] | None = None  # of a finished game, once it is made
        self.frozen = ""  # a sentence, if the table can only be looked at
        self.created = created or time.time()
        self.host = host  # hashed cookie of whoever made the table
        self.host_token = host_token
        self.steps: list[Step] = []
        self.keys: dict[tuple[int, str], tuple[int, int]] = {}  # (seat, key) -> (action, version told)
        self.changes = 0  # raised with every change of anything, in this process
        self.revision = 0  # changes of seats and settings, as numbered on disk
        self.lock = asyncio.Lock()  # held while something is being saved
        self.pages: dict[
            Any, tuple[int, dict[str, str]]
        ] = {}  # parts of the page by who sees them, with the stamp
        self.bots: dict[tuple[int, str], Any] = {}  # (seat, name) -> a bot with its memory
        self.announced: set[int] = set()  # the seats connected to this process, as others were told
        self.elsewhere: dict[
            str, tuple[set[int], float]
        ] = {}  # process -> seats connected to it, and when it said so
        self.touched = time.monotonic()  # when somebody last wanted something of it
        self._seed = seed
        self._nonce = nonce
        self._views: list[bytes] = []  # of all viewers, as the position is
        self._eyes: dict[int | None, Eyes] = {viewer: Eyes() for viewer in self.viewers()}
        self.waiting = Waiting(patience)
        self.secret: int | None = None  # the seat that is asked without the others knowing
        self._settled = 0  # moves that cannot be taken back, as others may have been asked since

    def __repr__(self) -> str:
        return f"<Table {self.id} of {self.game.name}, {self.status}>"

    def roles(self) -> Sequence[Role]:
        """What the chairs are, in the language spoken now."""
        spoken = language()
        if spoken not in self._roles:
            self._roles[spoken] = self.game.roles(self.options)
        return self._roles[spoken]

    def viewers(self) -> list[int | None]:
        """Every seat, then the spectators."""
        return [*range(len(self.seats)), None]

    # -- the promise about chance ------------------------------------------------------------------

    @property
    def commitment(self) -> str:
        """SHA-256 of "SEED:NONCE", shown from the start."""
        return commit(self._seed, self._nonce)

    @property
    def seed_chosen(self) -> bool:
        """Whether whoever made the table chose the seed: they can know all that is hidden, so it is told."""
        return self._nonce.startswith(CHOSEN)

    @property
    def opened(self) -> dict[str, Any] | None:
        """Seed and nonce once the game is over, for everybody to check the commitment; None before."""
        return {"seed": self._seed, "nonce": self._nonce} if self.over and self.reveals else None

    @property
    def reveals(self) -> bool:
        """Whether everything becomes public after the game; a game may have an option against it."""
        return bool(self.options.get("reveal_after_game", True))

    def may_look_through(self, viewer: int | None) -> list[int | None]:
        """The viewers through whose eyes this one may see the replay: all, or nobody's but their own."""
        if not self.over:
            return []
        if self.reveals:
            return [None, *range(len(self.seats))]
        return [None] if viewer is None else [None, viewer]

    # -- what a viewer may know --------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.status == "over"

    def version(self, viewer: int | None) -> int:
        """How often something this viewer receives has changed since the match began; 0 before."""
        return self._eyes[viewer].version

    def view(self, viewer: int | None) -> Any:
        """The record as this viewer may see it; None before the start."""
        if self.match is None:
            return None
        seen = self._eyes[viewer].view
        return self.kept(viewer, "view", lambda: np.frombuffer(seen, self.game.state)[0])

    def to_move(self, viewer: int | None) -> int | None:
        """The seat that decides, as far as this viewer may know; None if nobody or unknown."""
        if self.match is None or self.over:
            return None
        seat = int(self.view(viewer).seat)
        return seat if seat >= 0 else None

    def asked(self, viewer: int | None) -> bool:
        """Whether this viewer has to decide now."""
        if viewer is None or self.match is None or self.over or self._eyes[viewer].still:
            return False
        return self.match.to_move == viewer

    def legal(self, viewer: int | None) -> list[Choice]:
        """What this viewer may do now, with words and targets; empty when nothing is asked of them."""
        return self.kept(viewer, "legal", self._choices) if self.asked(viewer) else []

    def prompt(self, viewer: int | None) -> str:
        """What is asked of this viewer, or what is going on."""
        match = self.match
        if match is None:
            return _("The game has not begun yet.")
        if self._eyes[viewer].still:
            return _("A moment: somebody may answer.")
        number = records.SPECTATOR if viewer is None else viewer
        return self.kept(viewer, "prompt", lambda: match.game.prompt(self.view(viewer), number))

    def log(self, viewer: int | None) -> list[str]:
        """The log in sentences, as this viewer may read it."""
        return self._eyes[viewer].log(records.SPECTATOR if viewer is None else viewer)

    def fresh(self, viewer: int | None) -> int:
        """The place in the log where the newest lines begin."""
        return self._eyes[viewer].fresh

    def why_no_undo(self, viewer: int | None) -> str:
        """Why this viewer cannot take anything back now, or '' if they can."""
        if self.match is None or viewer is None:
            return _("There is nothing to take back.")
        if self.frozen:
            return self.frozen
        if self.over:
            return _("The game is over; it cannot be taken back.")
        settled = self._eyes[viewer].still or self.match.move <= self._settled
        # the exact reason could tell of a hidden question, and the end of it of a hidden answer
        if settled or self.match.why_no_undo(viewer) or self.kept(viewer, "unseen", self._unseen(viewer)):
            return _("A step can be taken back until something is revealed or somebody else decides.")
        return ""

    def _unseen(self, viewer: int) -> Callable[[], bool]:
        """Whether somebody else is asked and could answer without this viewer noticing.

        One answer is tried for all: what others see of them is of a kind, for it must not tell them apart.
        """

        def tried() -> bool:
            match = self.match
            assert match is not None
            if match.to_move == viewer:
                return False
            after = match.copy()
            after.play(int(match.legal()[0]))
            news = after.events[len(match.events) :]
            told = any(records.hears(event, viewer) for event in news)
            return not told and after.watched()[viewer] == self._views[viewer]

        return tried

    def why(self, viewer: int | None, action: int) -> Refusal | None:
        """Why this viewer cannot play an action now; None if they can."""
        closed = self.why_closed(viewer)
        if closed:
            return Refusal("", closed)
        assert self.match is not None
        return self.match.why_not(action)

    def why_closed(self, viewer: int | None) -> str:
        """Why this viewer cannot play anything at all now, or ''; says nothing they may not know."""
        if self.frozen:
            return self.frozen
        if self.match is None:
            return _("The game has not begun yet.")
        if self.over:
            return _("The game is over.")
        if viewer is None:
            return _("You are watching; only seated players can play.")
        if self._eyes[viewer].still:
            return self.prompt(viewer)
        if not self.asked(viewer):
            return _("It is not your turn.")
        return ""

    def why_no_hint(self, viewer: int | None) -> str:
        """Why this viewer cannot ask what a bot would do, or ''."""
        if not self.hints:
            return _("The host of this table allows no hints.")
        return self.why_closed(viewer)

    def at_target(self, viewer: int | None, target: str) -> list[int]:
        """All actions that the thing on the board with this id could stand for, the likeliest first."""
        if not self.asked(viewer) or not target:
            return []

        def by_target() -> dict[str, list[int]]:
            view, found = self.view(viewer), dict[str, list[int]]()
            for action in range(self.game.num_actions):
                found.setdefault(self.game.target(view, action), []).append(action)
            return found

        actions = self.kept(viewer, "targets", by_target).get(target, [])
        open_blocks = {self.game.space.block(choice.action)[0].name for choice in self.legal(viewer)}
        return sorted(actions, key=lambda action: self.game.space.block(action)[0].name not in open_blocks)

    def deadline(self, viewer: int | None = None) -> float | None:
        """When the clock runs out, or None: counted from the last change that all saw."""
        if viewer is not None and viewer == self.secret and self.asked(viewer):
            return self.waiting.closes(viewer, self.people())
        if self.clock is None or self.match is None or self.over or self._eyes[viewer].still:
            return None
        return self._eyes[None].when + self.clock

    def heard(self, viewer: int | None) -> list[ChatLine]:
        """The chat as this viewer may read it."""
        return [line for line in self.chat if line.audience is None or viewer in line.audience]

    def why_silent(self, viewer: int | None) -> str:
        """Why this viewer may not chat now, or ''."""
        if viewer is None:
            return _("You are watching; only seated players can chat.")
        if self.options.get("chat") == "off":
            return _("The chat is off at this table.")
        if self.status == "running" and not self.seats[viewer].role.talks:
            return _("Your chair knows too much to talk while the game is on.")
        return ""

    def why_no_name(self, seat: int) -> str:
        """Why a chair keeps its name and colour now, or '': who may not talk does not talk by them either."""
        chair = self.seats[seat]
        new = not chair.people and chair.name in ("", chair.role.name)  # nobody has said who sits here
        if self.status != "running" or (chair.role.talks and new):
            return ""
        return self.why_silent(seat)

    def notes_of(self, viewer: int | None, seat: int) -> dict[str, str] | None:
        """The notes of a seat as this viewer may read them; None if they are not theirs to read."""
        shared = False
        if viewer is not None and self.options.get("shared_notes"):  # a chair that may not talk shares none
            shared = self.seats[viewer].role.talks and self.seats[seat].role.talks
        opened = self.over and self.reveals
        return self.notes.get(seat, {}) if viewer == seat or opened or shared else None

    @property
    def scores(self) -> list[int] | None:
        """The scores once the game is over: before, they could tell what is hidden."""
        return self.match.scores if self.match is not None and self.over else None

    @property
    def winners(self) -> list[int]:
        return self.match.winners if self.match is not None and self.over else []

    def account(self, viewer: int | None) -> list[list[tuple[str, int]]]:
        """Each seat's score line by line, once the game is over."""
        return self.game.score_breakdown(self.view(viewer)) if self.match is not None and self.over else []

    # -- who is who ----------------------------------------------------------------------------------

    def seat_of(self, person: str) -> int | None:
        """The seat of a person (a hashed cookie), or None."""
        if person:
            for seat in self.seats:
                if person in seat.people:
                    return seat.number
        return None

    def seat_with(self, token: str) -> int | None:
        """The seat that a token opens, or None; every comparison takes the same time."""
        found = None
        for seat in self.seats:
            if seat.token and hmac.compare_digest(seat.token.encode(), token.encode()):
                found = seat.number
        return found

    def is_host(self, person: str, token: str = "") -> bool:
        """Whether somebody made this table."""
        if token and hmac.compare_digest(self.host_token.encode(), token.encode()):
            return True
        return bool(person) and hmac.compare_digest(self.host.encode(), person.encode())

    def link(self, seat: int | None = None) -> str:
        """The path of the table, or of one of its seats: whoever opens that sits there."""
        return f"/t/{self.id}" if seat is None else f"/t/{self.id}/s/{self.seats[seat].token}"

    def why_not_start(self) -> str:
        """What is missing before the match can begin, or ''."""
        if self.status != "open":
            return _("The game has already begun.")
        empty = [seat.role.name for seat in self.seats if seat.role.decides and seat.kind == "open"]
        if empty:
            return _("Still empty: {chairs}.").format(chairs=", ".join(empty))
        return ""

    def free_colours(self, but: int | None = None) -> list[int]:
        """The colours nobody else at the table has."""
        taken = {seat.colour for seat in self.seats if seat.kind in ("human", "bot") and seat.number != but}
        return [colour for colour in range(COLOURS) if colour not in taken]

    # -- changes: called by matches.py only ------------------------------------------------------------

    def begin(self, when: float) -> None:
        """Set up the match; everybody has received version 1 then."""
        match = Match(self.game, self.options, self._seed)
        self.status = "running"
        self.adopt(match, None, when)

    def adopt(self, match: Match, step: Step | None, when: float) -> list[int | None]:
        """Put a new position in place and say for whom something changed."""
        changed = self.catch_up(when)
        kept = 0 if self.match is None else min(len(self.match.events), len(match.events))
        self.match, self._views = match, match.watched()
        self._notice(match.events[kept:], when)
        if match.over:
            self.status = "over"
        still = self.hushed(when)
        for viewer in self.viewers():
            own = step is not None and step.seat == viewer
            if self._wait(viewer, when) if still else self._show(viewer, when, own):
                changed.append(viewer)
        changed += self.catch_up(when)
        if step is not None:
            self.steps.append(step)
            if step.key:
                self.keys[step.seat, step.key] = (step.action, self.version(step.seat))
        return changed

    def hushed(self, now: float) -> bool:
        """Whether the table is still, because somebody may be asked in secret."""
        return not self.over and (self.secret is not None or now < self.waiting.until)

    def catch_up(self, now: float) -> list[int | None]:
        """Show what waited for its time, and say to whom: a secret question, or all that came after one."""
        if self.match is None or self.game.secret_prompts is None:
            return []
        if not self.hushed(now):
            when = max(self.waiting.until, self.steps[-1].when if self.steps else 0.0)
            return [
                viewer for viewer in self.viewers() if self._eyes[viewer].still and self._show(viewer, when)
            ]
        seat = self.secret
        if seat is not None and self._eyes[seat].still and now >= self.waiting.opens(seat):
            self._show(seat, now)
            return [seat]
        return []

    def due(self) -> float | None:
        """While the table is still: when something has to happen next; None: when the asked has answered."""
        if self.secret is None:
            return self.waiting.until
        if self._eyes[self.secret].still:
            return self.waiting.opens(self.secret)
        return self.waiting.closes(self.secret, self.people())

    def aside(self, seat: int) -> bool:
        """Whether a seat is asked something in the middle of its step, of which nobody else may know."""
        asks = self.game.is_interruption
        return asks is not None and bool(asks(np.frombuffer(self._views[seat], self.game.state)[0]))

    def people(self) -> list[int]:
        """The seats of persons."""
        return [seat.number for seat in self.seats if seat.kind == "human"]

    def _notice(self, news: Sequence[Any], when: float) -> None:
        """Wait where somebody may be asked in secret."""
        match, hush = self.match, self.game.secret_prompts
        assert match is not None
        self.secret = None
        if hush is None or match.over:
            return
        assert match.to_move is not None
        if hush.secret(np.frombuffer(self._views[match.to_move], self.game.state)[0]):
            self.secret = match.to_move
        rounds = [one for event in news for one in hush.rounds(event)]
        if rounds:
            self.waiting.add(rounds, self.people(), when)
        if rounds or self.hushed(when):
            self._settled = match.move

    def _show(self, viewer: int | None, when: float, own: bool = False) -> bool:
        assert self.match is not None
        number = records.SPECTATOR if viewer is None else viewer
        return self._eyes[viewer].show(self.match, self._views[number], number, when, own)

    def _wait(self, viewer: int | None, when: float) -> bool:
        eyes = self._eyes[viewer]
        if eyes.match is None:  # the first position is shown: it does not tell whether anybody is asked
            self._show(viewer, when)
        return eyes.wait()

    def kept(self, viewer: int | None, name: str, make: Callable[[], T]) -> T:
        """Something made from the position, once per version of the viewer and language."""
        cache, key = self._eyes[viewer].cache, (language(), name)
        if key not in cache:
            cache[key] = make()
        kept: T = cache[key]
        return kept

    def _choices(self) -> list[Choice]:
        match = self.match
        assert match is not None
        view = self.view(match.to_move)
        return [
            Choice(int(action), self.game.label(view, int(action)), self.game.target(view, int(action)))
            for action in match.legal()
        ]


def commit(seed: int, nonce: str) -> str:
    """The commitment to a seed: SHA-256 of "SEED:NONCE" in hexadecimal."""
    return hashlib.sha256(f"{seed}:{nonce}".encode()).hexdigest()

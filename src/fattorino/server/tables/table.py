"""Table: one game with its people, and what each viewer may know.

A table is plain state, without clock, database or event loop; callers pass the time. A viewer is a seat
number, or None for a spectator. Only this file reads the match; what leaves the table is the `Projection` of
a viewer, or a reason why something is not possible.
"""

from __future__ import annotations

import hmac
from typing import Any, NamedTuple

import numpy as np

from fattorino.kernel import records
from fattorino.kernel.game import Game
from fattorino.kernel.i18n import _
from fattorino.kernel.match import Match, Refusal, replay
from fattorino.kernel.records import Ints
from fattorino.server.problems import Problem
from fattorino.server.tables.chance import Chance, sha256
from fattorino.server.tables.people import CHAT_KEPT, COLOURS, Caller, ChatLine, Roles, Seat
from fattorino.server.tables.secret_windows import SecretWindows, WindowTiming
from fattorino.server.tables.table_settings import TableSettings
from fattorino.server.tables.viewer import NOTHING, Outcome, Projection, Viewer, read_log

MOST_UNDONE = 1000  # steps taken back at one table, which are kept like all others
UNDO = -1  # in place of an action in the list of steps: the last step was taken back


class Step(NamedTuple):
    """One row of the append-only list: an action (or UNDO), who took it, and the state after it."""

    number: int
    seat: int
    action: int
    digest: str
    key: str
    when: float


class Prepared(NamedTuple):
    """A step played on a copy of the match and not adopted yet."""

    match: Match
    step: Step


class Table:
    """One game with its people."""

    def __init__(
        self,
        id: str,
        game: Game,
        options: dict[str, Any],
        chance: Chance,
        settings: TableSettings | None = None,
        *,
        host: str = "",
        host_token: str = "",
        created: float = 0.0,
        timing: WindowTiming = WindowTiming(),
    ) -> None:
        self.id = id
        self.game = game
        self.options = options
        self.chance = chance  # secret until the end
        self.commitment = chance.commitment  # shown from the start
        self.settings = settings or TableSettings(**TableSettings.among(options))
        self.host = host  # hashed cookie of the table's creator
        self.host_token = host_token  # SHA-256 of it
        self.created = created
        self.status = "open"  # "open" | "running" | "over"
        self.start_digest = ""  # of the first position
        self.locked = False  # by the host: nobody else may sit down
        self.gone = False  # it was deleted
        self.halted = False  # by the operator: read-only
        self.halt_reason = ""
        self.edition = 0  # raised when lines that were read are no longer what they were
        self.parted: int | None = None  # the first step that the current rules play differently
        roles = Roles(game, options)
        self.seats = [Seat(n, roles) for n in range(len(roles.now()))]
        self.chat: list[ChatLine] = []  # the newest lines; older ones are on disk
        self.notes: dict[int, dict[str, str]] = {}
        self.steps: list[Step] = []
        self.undone = 0  # how many steps were taken back
        self.keys: dict[tuple[int, str], tuple[int, int]] = {}  # (seat, key) -> (action, version returned)
        self.revision = 0  # number of changes of seats and settings on disk
        self.rematch = ""
        self.review: dict[str, Any] | None = None  # of a finished game, once computed
        self.windows = SecretWindows(timing)
        self._match: Match | None = None
        self._views: list[bytes] = []  # of all viewers, for the current position
        self._legal: Ints = NOTHING  # the actions of the deciding seat
        self._outcome: Outcome | None = None  # once the game is over
        self._viewers = {viewer: Viewer(game, viewer) for viewer in (*range(len(self.seats)), None)}
        self._settled = 0  # moves that are final, since others may have been prompted

    def __repr__(self) -> str:
        return f"<Table {self.id} of {self.game.name}, {self.status}>"

    # -- how it stands -------------------------------------------------------------------------------

    @property
    def begun(self) -> bool:
        return self._match is not None

    @property
    def over(self) -> bool:
        return self.status == "over"

    @property
    def frozen(self) -> str:
        """Why the table is read-only, or ''."""
        if self.parted is not None:
            sentence = _(
                "This game was played under other rules (they differ from step {step} on): it is read-only."
            )
            return sentence.format(step=self.parted)
        if self.halted and self.halt_reason:
            sentence = _("The operator has halted this table, so it is read-only: {reason}")
            return sentence.format(reason=self.halt_reason)
        return _("The operator has halted this table: it is read-only.") if self.halted else ""

    @property
    def moves(self) -> int:
        """The number of decisions, not counting undone ones."""
        return 0 if self._match is None else self._match.move

    @property
    def mover(self) -> int | None:
        """The seat that really decides, which may be secret; None if nobody does."""
        return None if self._match is None or self.frozen or self.gone else self._match.to_move

    @property
    def opened(self) -> dict[str, Any] | None:
        """The secrets behind the seed once the game is over, for verification; None before."""
        return self.chance.open() if self.over and self.settings.reveals else None

    def people(self) -> list[int]:
        """The seats of persons."""
        return [seat.number for seat in self.seats if seat.kind == "human"]

    def window_open(self, now: float) -> bool:
        """Whether a secret window is open."""
        return not self.over and self.windows.is_open(now)

    def due(self, now: float) -> float | None:
        """When something happens without a move: a secret window proceeds, or the clock runs out.

        It is never further away than it was when it began: a clock that was set back stops no table.
        """
        if self.window_open(now):
            due = self.windows.due(self.people())
            return due if due is None or self.windows.counted(now) == now else min(due, now)
        deadline = self._deadline(None)
        return None if deadline is None else min(deadline, now + (self.settings.clock or 0))

    # -- what a viewer may know ----------------------------------------------------------------------

    def see(self, viewer: int | None) -> Projection:
        """The table as a viewer may see it now."""
        projection = self._viewers[viewer].project(viewer in self.windows.paused)
        projection.deadline = self._deadline(viewer)
        return projection

    def forget_drawn(self) -> None:
        """Drop everything rendered for viewers; it is rendered again on demand."""
        for viewer in self._viewers.values():
            viewer.forget_drawn()

    def version(self, viewer: int | None) -> int:
        """How often something this viewer receives has changed since the match began; 0 before."""
        return self._viewers[viewer].version

    def asked(self, viewer: int | None) -> bool:
        """Whether this viewer has to decide now."""
        return self._viewers[viewer].asked

    def decision(self) -> Projection:
        """The input of a bot: the position as the deciding seat may see it, paused or not."""
        match = self._running()
        assert match.to_move is not None
        return Projection(self.game, match.to_move, bytearray(self._views[match.to_move]), match.legal())

    def is_interruption(self) -> bool:
        """Whether the deciding seat is prompted in the middle of its step, in secret."""
        asks, seat = self.game.is_interruption, self.mover
        return asks is not None and seat is not None and bool(asks(self._view(seat)))

    def _deadline(self, viewer: int | None) -> float | None:
        """When the time runs out, or None; counted from the last public change."""
        if viewer is not None and viewer == self.windows.asked and self.asked(viewer):
            return self.windows.closes(viewer, self.people())
        if self.settings.clock is None or not self.begun or self.over or viewer in self.windows.paused:
            return None
        return self._viewers[None].when + self.settings.clock

    def next_chat(self) -> int:
        """The number of the next line of chat."""
        return self.chat[-1].number + 1 if self.chat else 1

    def hear(self, line: ChatLine) -> None:
        """Add a line of chat."""
        self.chat.append(line)
        del self.chat[:-CHAT_KEPT]

    def read_chat(self, lines: list[ChatLine]) -> None:
        """The newest lines as they are on disk; a page that shows other words for one of them loads again."""
        now = {line.number: line for line in lines}
        self.edition += any(now.get(line.number, line) != line for line in self.chat)
        self.chat = lines

    def notes_of(self, viewer: int | None, seat: int) -> dict[str, str] | None:
        """The notes of a seat if this viewer may read them, else None."""
        shared = False
        if viewer is not None and self.settings.shared_notes:  # seats that may not chat share none
            shared = self.seats[viewer].role.talks and self.seats[seat].role.talks
        readable = viewer == seat or self.opened is not None or shared
        return self.notes.get(seat, {}) if readable else None

    # -- why something is not possible: '' if it is ----------------------------------------------------

    def why(self, viewer: int | None, action: int) -> Refusal | None:
        """Why this viewer cannot play an action now; None if they can."""
        closed = self.why_closed(viewer)
        return Refusal("", closed) if closed else self._running().why_not(action)

    def why_closed(self, viewer: int | None) -> str:
        """Why this viewer cannot play anything now; reveals nothing hidden."""
        if self.frozen:
            return self.frozen
        if not self.begun:
            return _("The game has not begun yet.")
        if self.over:
            return _("The game is over.")
        if viewer is None:
            return _("You are watching; only seated players can play.")
        if viewer in self.windows.paused:
            return self.see(viewer).prompt
        return "" if self.asked(viewer) else _("It is not your turn.")

    def why_no_hint(self, viewer: int | None) -> str:
        """Why this viewer cannot ask what a bot would do."""
        if not self.settings.hints:
            return _("The host of this table allows no hints.")
        return self.why_closed(viewer)

    def why_no_undo(self, viewer: int | None) -> str:
        """Why this viewer cannot undo now."""
        match = self._match
        if match is None or viewer is None:
            return _("There is nothing to undo.")
        if self.frozen:
            return self.frozen
        if self.over:
            return _("The game is over; nothing can be undone.")
        if self.undone >= MOST_UNDONE:
            return _("{n} steps were taken back at this table; that is all.").format(n=MOST_UNDONE)
        settled = viewer in self.windows.paused or match.move <= self._settled
        # the exact reason could reveal a hidden prompt, and its end a hidden answer
        if settled or match.why_no_undo(viewer) or self._answered_unseen(match, viewer):
            return _("A step can be undone until something is revealed or somebody else decides.")
        return ""

    def _answered_unseen(self, match: Match, viewer: int) -> bool:
        """Whether another seat is prompted and could answer without this viewer noticing.

        One answer is tried for all, since to others they must look the same.
        """

        def tried() -> bool:
            if match.to_move == viewer:
                return False
            after = match.copy()
            after.play(int(match.legal()[0]))
            told = any(records.hears(event, viewer) for event in after.events[len(match.events) :])
            return not told and after.watched()[viewer] == self._views[viewer]

        return self.see(viewer).keep("answered unseen", tried)

    def why_silent(self, viewer: int | None) -> str:
        """Why this viewer may not chat now."""
        if viewer is None:
            return _("You are watching; only seated players can chat.")
        if not self.settings.chat:
            return _("The chat is off at this table.")
        if self.seats[viewer].silenced:
            return _("The operator has muted you.")
        if self.seats[viewer].muted:
            return _("The host has muted you.")
        if self.status == "running" and not self.seats[viewer].role.talks:
            return _("Your seat sees too much to chat during the game.")
        return ""

    def why_no_name(self, seat: Seat) -> str:
        """Why a seat cannot change its name and colour: they could be used to talk."""
        new = not seat.people and seat.name in ("", seat.role.name)  # the seat has not been named yet
        if not (seat.muted or seat.silenced) and (self.status != "running" or (seat.role.talks and new)):
            return ""
        return self.why_silent(seat.number)

    def why_not_start(self) -> str:
        """What is missing before the game can begin."""
        if self.status != "open":
            return _("The game has already begun.")
        empty = [seat.role.name for seat in self.seats if seat.role.decides and seat.kind == "open"]
        return _("Still empty: {seats}.").format(seats=", ".join(empty)) if empty else ""

    def why_not_delete(self) -> str:
        """Why the host cannot delete the table."""
        mine = self.seats_of(self.host)
        others = [seat for seat in self.seats if seat.people and seat.number not in mine]
        if self.status == "running" and others and not self.frozen:
            return _("Other people play at this table; it can be deleted after the game.")
        return ""

    def must_run(self, ended: bool = True) -> None:
        """Refuse if the game is not running; a finished one, too, if `ended`."""
        if self.frozen:
            raise Problem("read_only", self.frozen)
        if not self.begun:
            raise Problem("not_started", _("The game has not begun yet."))
        if ended and self.over:
            raise Problem("game_over", _("The game is over."))

    def must_be_over(self, sentence: str, opened: bool = True) -> None:
        """Refuse what would reveal hidden information: before the end, and after it if it stays hidden."""
        if not self.over or not self.begun:
            raise Problem("not_over", sentence)
        if self.parted is not None:  # it cannot be replayed
            raise Problem("read_only", self.frozen)
        if opened and not self.settings.reveals:
            raise Problem("kept_closed", _("At this table hidden information stays hidden after the game."))

    # -- who is who ------------------------------------------------------------------------------------

    def seat(self, number: int) -> Seat:
        """A seat by its number; a problem if there is none."""
        if not 0 <= number < len(self.seats):
            sentence = _("There is no seat {number} at this table: its seats are 0 to {last}.")
            raise Problem("bad_seat", sentence.format(number=number, last=len(self.seats) - 1))
        return self.seats[number]

    def seat_with(self, token: str) -> int | None:
        """The seat of a token, or None, in constant time."""
        found, given = None, sha256(token)
        for seat in self.seats:
            if hmac.compare_digest(seat.token, given):
                found = seat.number
        return found

    def viewer_for(self, caller: Caller) -> int | None:
        """The caller's seat: by token, else by cookie; None for a spectator.

        A seat that nobody has taken gives a spectator's view, so that everyone knows who sees what.
        """
        if caller.token:
            seat = self.seat_with(caller.token)
            if seat is None and not self._host_token_is(caller.token):
                raise Problem("bad_token", _("This token does not match a seat at this table."))
            return seat if seat is not None and self.seats[seat].kind == "human" else None
        mine = self.seats_of(caller.person)
        asked = [number for number in mine if self.asked(number)]
        return next(iter(asked or mine), None)

    def seats_for(self, caller: Caller) -> list[int]:
        """All seats a caller holds: the one of their token, or those of their browser."""
        seat = self.viewer_for(caller)
        return [] if seat is None else [seat] if caller.token else self.seats_of(caller.person)

    def seats_of(self, person: str) -> list[int]:
        """The seats of a person: one, or several if the table allows it."""
        return [seat.number for seat in self.seats if person and person in seat.people]

    def is_host(self, caller: Caller) -> bool:
        """Whether the caller is the host."""
        by_token = bool(caller.token) and self._host_token_is(caller.token)
        person = caller.person
        return by_token or (bool(person) and hmac.compare_digest(self.host.encode(), person.encode()))

    def _host_token_is(self, token: str) -> bool:
        return hmac.compare_digest(self.host_token, sha256(token))

    def link(self, token: str = "") -> str:
        """The path of the table, or a seat's link with its token: browsers send nobody what follows the #."""
        return f"/t/{self.id}/seat#{token}" if token else f"/t/{self.id}"

    def free_colours(self, but: int | None = None) -> list[int]:
        """The colours nobody else at the table has."""
        taken = {seat.colour for seat in self.seats if seat.kind in ("human", "bot") and seat.number != but}
        return [colour for colour in range(COLOURS) if colour not in taken]

    def parts_missing(self) -> list[int]:
        """The seats whose part of the seed was committed to and is not revealed yet."""
        parts = [part for part in self.chance.parts if not part.part]
        return [part.seat for part in parts if part.holder == self.seats[part.seat].holder]

    # -- changes: each is prepared, written to disk by the caller, and then adopted ---------------

    def prepare_start(self, when: float) -> Prepared:
        """The first position; its step is number 0."""
        match = Match(self.game, self.options, self.chance.game_seed)
        return Prepared(match, Step(0, records.NONE, records.NONE, match.digest(), "", when))

    def begin(self, prepared: Prepared) -> None:
        """Adopt the first position; everyone then has version 1."""
        self.status, self.start_digest = "running", prepared.step.digest
        self.adopt(prepared.match, None, prepared.step.when)

    def keep_result(self, outcome: Outcome | None) -> None:
        """Keep the result of a game that ended under older rules."""
        self.status = "over"
        for viewer in self._viewers.values():
            viewer.end(outcome)

    def prepare(self, seat: int, action: int, key: str, when: float) -> Prepared:
        """Try an action, or UNDO, on a copy; raises IllegalAction or CannotUndo."""
        match = self._running().copy()
        if action == UNDO:
            match.undo(seat)
        else:
            match.play(action)
        return Prepared(match, Step(len(self.steps) + 1, seat, action, match.digest(), key, when))

    def adopt(self, match: Match, step: Step | None, when: float) -> list[int | None]:
        """Adopt a new position; returns the viewers for whom something changed."""
        changed = self.catch_up(when)
        kept = 0 if self._match is None else min(len(self._match.events), len(match.events))
        self._match, self._views, self._legal = match, match.watched(), match.legal()
        if match.over:
            self.status, self._outcome = "over", Outcome(match.scores, match.winners)
        self._follow_windows(match, kept, when)
        pausing = self.window_open(when)
        for viewer in self._viewers:
            own = step is not None and step.seat == viewer
            if self._pause(viewer, when) if pausing else self._show(viewer, when, own):
                changed.append(viewer)
        changed += self.catch_up(when)
        if step is not None:
            self.steps.append(step)
            self.undone += step.action == UNDO
            if step.key:
                self.keys[step.seat, step.key] = (step.action, self.version(step.seat))
        return changed

    def catch_up(self, now: float) -> list[int | None]:
        """Show what was held back, a secret prompt or what followed it; returns the viewers concerned."""
        if not self.windows.paused:
            return []
        paused, asked = self.windows.paused, self.windows.asked
        if not self.window_open(now):
            when = max(self.windows.until, self.steps[-1].when if self.steps else 0.0)
            return [viewer for viewer in self._viewers if viewer in paused and self._show(viewer, when)]
        if asked in paused and asked is not None and self.windows.counted(now) >= self.windows.opens(asked):
            self._show(asked, now)
            return [asked]
        return []

    def _follow_windows(self, match: Match, kept: int, when: float) -> None:
        """Open a window where somebody may be prompted in secret."""
        prompts, seat = self.game.secret_prompts, match.to_move
        if prompts is None or match.over or seat is None:
            self.windows.asked = None
            return
        news = match.events[kept:]
        if self.windows.follow(prompts, seat, self._view(seat), news, self.people(), when):
            self._settled = match.move

    def _show(self, viewer: int | None, when: float, own: bool = False) -> bool:
        match, paused = self._running(), self.windows.paused
        must = own or viewer in paused
        paused.discard(viewer)
        return self._viewers[viewer].show(
            match.events,
            self._views[records.SPECTATOR if viewer is None else viewer],
            self._legal if viewer is not None and viewer == match.to_move else NOTHING,
            when,
            outcome=self._outcome,
            must=must,
        )

    def _pause(self, viewer: int | None, when: float) -> bool:
        if viewer in self.windows.paused:
            return False
        if not self._viewers[viewer].version:  # the first position must not reveal a prompt
            self._show(viewer, when)
        self.windows.paused.add(viewer)
        self._viewers[viewer].pause()
        return True

    # -- after the game --------------------------------------------------------------------------------

    def record(self) -> dict[str, Any]:
        """The saved game, to replay it and verify its seed."""
        return self._running().save() | {"chance": self.chance.open() | {"commitment": self.commitment}}

    def replay_viewers(self, viewer: int | None) -> list[int | None]:
        """The viewers whose replay this viewer may see: all, or only their own."""
        if not self.over:
            return []
        if self.settings.reveals:
            return [None, *range(len(self.seats))]
        return [None] if viewer is None else [None, viewer]

    def at(self, move: int, viewer: int | None) -> Projection:
        """The finished game after some moves, as a viewer saw it then."""
        match = self._replayed(max(0, move - 1))
        fresh = len(match.heard(viewer)) if move else 0
        if move:
            match.play(self._running().actions[move - 1])
        return Projection(
            self.game,
            viewer,
            bytearray(match.view(viewer).tobytes()),
            log=lambda: read_log(self.game, viewer, match.events),
            fresh=fresh,
            outcome=Outcome(match.scores, match.winners) if match.over else None,
        )

    def decision_at(self, move: int) -> tuple[Projection, int] | None:
        """What the deciding seat saw after some moves, and its action; None at the end."""
        if not 0 <= move < self.moves:
            return None
        match = self._replayed(move)
        seen = Projection(self.game, match.to_move, bytearray(match.view(match.to_move).tobytes()))
        return seen, self._running().actions[move]

    def _replayed(self, move: int) -> Match:
        saved = self.record()
        return replay(saved | {"actions": saved["actions"][:move]}, self.game)

    def _view(self, seat: int) -> Any:
        return np.frombuffer(self._views[seat], self.game.state)[0]

    def _running(self) -> Match:
        assert self._match is not None, "the game has not begun"
        return self._match

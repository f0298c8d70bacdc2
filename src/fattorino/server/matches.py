"""Tables: load, play, save, publish. The only writer.

Every change is checked, then written to disk, then put in place and told to the viewers it concerns. A
position that is not on disk is nowhere but in the hands of the function that wants to save it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import re
import secrets
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fattorino.games import load
from fattorino.kernel.errors import CannotUndo, FattorinoError, UnknownGame
from fattorino.kernel.game import LARGEST_SEED, fresh_seed
from fattorino.kernel.match import Match
from fattorino.kernel.words import _
from fattorino.server import store as db
from fattorino.server.chairs import (
    ID_LETTERS,
    SeatWish,
    bot_name,
    chairs_for,
    complete_options,
    following_id,
    fresh_id,
    fresh_token,
    tidy_name,
    tidy_text,
)
from fattorino.server.driving import Driver
from fattorino.server.metrics import Metrics
from fattorino.server.problems import Problem, from_error
from fattorino.server.settings import Settings
from fattorino.server.shelf import Rows, fold, ids_of, keyed, match_row, read_rows, seat_row, step_row
from fattorino.server.store import Conflict, Store
from fattorino.server.stream import Hub
from fattorino.server.table import UNDO, ChatLine, Choice, Eyes, Seat, Step, Table, commit
from fattorino.server.thinking import Thinker, known_bot, substitute
from fattorino.server.warming import Warming

__all__ = [
    "ChatLine",
    "Choice",
    "Eyes",
    "Seat",
    "SeatWish",
    "Step",
    "Table",
    "Tables",
    "commit",
]

log = logging.getLogger("fattorino.tables")

LONGEST_CHAT = 500
LONGEST_KEY = 100
MOST_NOTES = 1000
CLOCKS = (10, 15, 30, 60, 120, 300, 600)
NOTE_CELL = re.compile(r"[a-z0-9_-]{1,40}")
NOTE_MARK = re.compile(r"[a-z0-9_-]{0,20}")
FORGET_AFTER = 1800.0  # seconds without visitors before a table leaves memory
AWAY = 15.0  # seconds without news from another process before its visitors count as gone
OTHERS_THINK = 4.0  # seconds another process gets before this one moves a bot of a shared table
GRACE = 10.0  # seconds a clock shows at least when its table comes back into memory


class Tables:
    """All tables; those somebody looks at are in memory, all are on disk."""

    def __init__(
        self, store: Store, settings: Settings, metrics: Metrics, hub: Hub, thinker: Thinker, warming: Warming
    ) -> None:
        self.settings = settings
        self.warming = warming
        self.process = secrets.token_hex(4)
        self._store = store
        self._metrics = metrics
        self._hub = hub
        self._driver = Driver(settings.bot_pause, thinker, self._step)
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    # -- finding ---------------------------------------------------------------------------------------

    async def get(self, id: str) -> Table:
        """The table of that id; a problem if there is none."""
        table = self._tables.get(id)
        if table is None:
            table = await self._load(id)
        if table is None:
            raise Problem(
                "unknown_table",
                _("There is no table {id!r}; perhaps the link is not complete.").format(id=id[:40]),
            )
        table.touched = time.monotonic()
        return table

    async def listed(self, limit: int = 50) -> list[Table]:
        """Open and running tables that everybody may see, newest first."""
        return await self._those(db.matches.c.listed & db.matches.c.status.in_(["open", "running"]), limit)

    async def of_person(self, person: str, limit: int = 50) -> list[Table]:
        """The tables where a person sits or is the host, newest first."""
        if not person:
            return []
        seated = (
            db.people.select().with_only_columns(db.people.c.match_id).where(db.people.c.person == person)
        )
        return await self._those((db.matches.c.host == person) | db.matches.c.id.in_(seated), limit)

    async def _those(self, condition: Any, limit: int) -> list[Table]:
        ids = await self._store.read(lambda connection: ids_of(connection, condition, limit))
        found = []
        for id, game, status in ids:
            table = self._tables.get(id)
            if table is None and (status == "open" or self.warming.playable(game)):
                with contextlib.suppress(Problem):  # one that cannot be opened does not hide the others
                    table = await self._load(id)
            if table is not None:
                found.append(table)
        return found

    async def _load(self, id: str) -> Table | None:
        if not re.fullmatch(f"[{ID_LETTERS}]{{12}}", id):
            return None
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._load_now(id))
        return await asyncio.shield(self._loading[id])

    async def _load_now(self, id: str) -> Table | None:
        try:
            rows = await self._store.read(lambda connection: read_rows(connection, id))
            if rows is None:
                return None
            game = load(rows.match["game"])
            if rows.match["status"] != "open":
                await self.warming.ready(game.name)
            table = await asyncio.to_thread(fold, rows, game)
            self._tables[id] = table
            age = time.time() - (table.steps[-1].when if table.steps else 0.0)
            self._driver.go_on(table, max(0.0, OTHERS_THINK - age) if self._store.postgres else 0.0, GRACE)
            return table
        except UnknownGame as error:
            raise from_error(error) from None
        finally:
            self._loading.pop(id, None)

    # -- making ----------------------------------------------------------------------------------------

    async def create(
        self,
        game: str,
        seats: Sequence[SeatWish],
        options: Mapping[str, Any] | None = None,
        *,
        seed: int | None = None,
        listed: bool = False,
        clock: int | None = None,
        onlooker: bool = False,
        host: str = "",
        start: bool = False,
    ) -> Table:
        """A new table. With `start` its human seats are held for whoever gets their tokens."""
        try:
            loaded = load(game)
            settings = complete_options(loaded, len(seats), options or {})
            if seed is not None and not 0 <= seed < LARGEST_SEED:
                raise Problem("bad_seed", _("A seed is a whole number from 0 to 2**62 - 1."))
        except FattorinoError as error:
            raise from_error(error) from None
        if clock is not None and clock not in CLOCKS:
            known = ", ".join(map(str, CLOCKS))
            raise Problem("bad_option", _("A clock can be {known} seconds, or none.").format(known=known))
        table = Table(
            fresh_id(),
            loaded,
            settings,
            seed=fresh_seed() if seed is None else seed,
            nonce=secrets.token_hex(16),
            listed=listed,
            clock=clock,
            host=host,
            host_token=fresh_token(),
        )
        wishes = dict(zip(chairs_for(table, len(seats)), seats, strict=True))
        for seat in table.seats:
            seat.token = fresh_token()
            if seat.number in wishes:
                self._furnish(table, seat, wishes[seat.number], start)
            else:
                seat.kind = "open" if onlooker else "closed"
                seat.colour = table.free_colours(seat.number)[0]
        await self._insert(table, start)
        self._metrics.created.labels(table.game.name).inc()
        log.info("table made", extra={"table": table.id, "game": table.game.name})
        return table

    def _furnish(self, table: Table, seat: Seat, wish: SeatWish, start: bool) -> None:
        """Put a chair at the table as the host ordered it."""
        if wish.kind not in ("human", "bot", "open"):
            raise Problem(
                "bad_seat", _("A seat is for a human or a bot, not {kind!r}.").format(kind=wish.kind)
            )
        if wish.kind == "bot" and not seat.role.decides:
            seat.kind = "closed"  # there is nothing to decide for a bot
            return
        seat.colour = self._colour(table, seat.number, wish.colour)
        if wish.kind == "bot":
            seat.kind, seat.bot = "bot", known_bot(wish.bot or substitute(), table.game.name)
            seat.name = tidy_name(wish.name) or bot_name(seat.bot)
        elif start and (wish.kind == "human" or seat.plays):
            seat.kind = "human"
            seat.name = tidy_name(wish.name) or seat.role.name
        else:
            seat.kind = "open"
            seat.name = tidy_name(wish.name)

    def _colour(self, table: Table, seat: int, wanted: int | None) -> int:
        free = table.free_colours(seat)
        if wanted is None:
            return free[0]
        if wanted not in free:
            raise Problem(
                "colour_taken",
                _("Colour {wanted} is taken; free are: {free}.").format(
                    wanted=wanted, free=", ".join(map(str, free))
                ),
                free=free,
            )
        return wanted

    async def _insert(
        self, table: Table, start: bool, more: Sequence[tuple[Any, dict[str, Any]]] = ()
    ) -> None:
        """Write a new table, begun or not, and put it in place."""
        if start:
            await self.warming.ready(table.game.name)
            table.begin(time.time())
        statements: list[tuple[Any, dict[str, Any]]] = [(db.NEW_MATCH, match_row(table))]
        statements += [
            (db.NEW_SEAT, {"match_id": table.id} | seat_row(seat, token=True)) for seat in table.seats
        ]
        for seat in table.seats:
            statements += [
                (db.NEW_PERSON, {"match_id": table.id, "person": person, "seat": seat.number})
                for person in seat.people
            ]
        await self._store.write([*statements, *more])
        self._tables[table.id] = table
        self._driver.go_on(table)

    # -- sitting down ----------------------------------------------------------------------------------

    async def sit(
        self, table: Table, number: int, person: str, name: str | None = None, colour: int | None = None
    ) -> Seat:
        """Take an open seat, or change name and colour of one's own."""
        async with table.lock:
            seat = self.seat(table, number)
            mine = bool(person) and person in seat.people
            if not mine:
                if seat.kind != "open":
                    raise Problem("seat_taken", _("{chair} is taken.").format(chair=seat.role.name))
                if table.status != "open" and seat.role.decides:
                    raise Problem("already_started", _("The game has begun; you can watch."))
            await self._seat_person(table, seat, person, name, colour)
        return seat

    async def claim(self, table: Table, token: str, person: str) -> Seat:
        """Open a seat's link: the seat belongs to this person from here on."""
        async with table.lock:
            number = table.seat_with(token)
            if number is None:
                raise Problem("bad_token", _("This link opens no seat at this table."))
            seat = table.seats[number]
            if person in seat.people and seat.kind == "human":
                return seat
            await self._seat_person(table, seat, person, None, None)
            return seat

    async def rename(self, table: Table, number: int, name: str | None, colour: int | None) -> Seat:
        """Change name and colour of a seat whose token was shown; an open seat becomes a person's."""
        async with table.lock:
            seat = self.seat(table, number)
            await self._seat_person(table, seat, "", name, colour)
            return seat

    async def _seat_person(
        self, table: Table, seat: Seat, person: str, name: str | None, colour: int | None
    ) -> None:
        new_name = tidy_name(name or "") or seat.name or seat.role.name
        keeps = colour is None and seat.colour in table.free_colours(seat.number)
        new_colour = seat.colour if keeps else self._colour(table, seat.number, colour)
        row = seat_row(seat) | {"kind": "human", "name": new_name, "colour": new_colour, "bot": ""}
        statements: list[tuple[Any, dict[str, Any]]] = [(db.SET_SEAT, keyed(table, row))]
        if person:
            statements += [
                (db.DROP_PERSON, {"_match_id": table.id, "_person": person}),
                (db.NEW_PERSON, {"match_id": table.id, "person": person, "seat": seat.number}),
            ]
        await self._change(table, statements)
        for other in table.seats:
            other.people.discard(person)
        if person:
            seat.people.add(person)
        seat.kind, seat.name, seat.colour, seat.bot = "human", new_name, new_colour, ""
        seat.seen = time.monotonic()
        self.publish(table)

    async def set_bot(self, table: Table, number: int, bot: str | None) -> Seat:
        """Before the start: a bot on an empty seat, or (None) the seat empty again."""
        async with table.lock:
            seat = self.seat(table, number)
            if table.status != "open":
                raise Problem(
                    "already_started", _("The game has begun; a bot can only stand in for somebody.")
                )
            if bot is not None and seat.kind == "human":
                raise Problem("seat_taken", _("{name} sits there.").format(name=seat.name))
            if bot is not None and not seat.role.decides:
                raise Problem(
                    "bad_seat", _("There is nothing to decide on this chair: a bot cannot take it.")
                )
            kind, name = ("open", "") if bot is None else ("bot", bot_name(known_bot(bot, table.game.name)))
            row = seat_row(seat) | {"kind": kind, "name": name, "bot": bot or ""}
            await self._change(table, [(db.SET_SEAT, keyed(table, row))])
            seat.kind, seat.name, seat.bot = kind, name, bot or ""
            if bot is None:
                seat.people.clear()
            self.publish(table)
            return seat

    async def take_over(self, table: Table, number: int, bot: str) -> Seat:
        """Let a bot play for somebody who is away; it knows what that seat knows."""
        async with table.lock:
            seat = self.seat(table, number)
            self._must_run(table)
            if seat.kind != "human" or not seat.role.decides:
                raise Problem("bad_seat", _("Nobody is missing on this chair."))
            if seat.connected or time.monotonic() - seat.seen < self.settings.absent_after:
                raise Problem("not_absent", _("{name} is here.").format(name=seat.name))
            await self._set_stand_in(table, seat, known_bot(bot, table.game.name))
        self._driver.go_on(table)
        return seat

    async def give_back(self, table: Table, number: int) -> Seat:
        """The person is back and plays again."""
        async with table.lock:
            seat = self.seat(table, number)
            if seat.stand_in:
                await self._set_stand_in(table, seat, "")
            seat.seen = time.monotonic()
            return seat

    async def _set_stand_in(self, table: Table, seat: Seat, bot: str) -> None:
        row = seat_row(seat) | {"stand_in": bot}
        await self._change(table, [(db.SET_SEAT, keyed(table, row))])
        seat.stand_in = bot
        self.publish(table)

    async def start(self, table: Table) -> None:
        """Begin the match; every seat that plays must be taken."""
        await self.warming.ready(table.game.name)
        async with table.lock:
            reason = table.why_not_start()
            if reason:
                raise Problem("already_started" if table.status != "open" else "seat_empty", reason)
            match = Match(table.game, table.options, table._seed)
            now = time.time()
            row = {"_id": table.id, "status": "running", "started": now, "digest": match.digest()}
            await self._change(table, [(db.SET_STATUS, row)])
            table.begin(now)
            log.info("table begun", extra={"table": table.id})
            self.publish(table)
        self._driver.go_on(table)

    async def rematch(self, table: Table) -> Table:
        """The same game again with the same people; asked twice, it is the same table."""
        if not table.over:
            raise Problem("not_over", _("The game is still on: a rematch comes after it."))
        if table.rematch:
            return await self.get(table.rematch)
        async with table.lock:
            other = Table(
                following_id(table),
                table.game,
                dict(table.options),
                seed=fresh_seed(),
                nonce=secrets.token_hex(16),
                listed=table.listed,
                clock=table.clock,
                host=table.host,
                host_token=fresh_token(),
            )
            for seat, old in zip(other.seats, table.seats, strict=True):
                seat.kind, seat.name, seat.colour, seat.bot = old.kind, old.name, old.colour, old.bot
                seat.token = fresh_token()
                seat.people = set(old.people)
            try:
                await self._insert(other, True, [(db.SET_REMATCH, {"_id": table.id, "rematch": other.id})])
            except Conflict:
                other = await self.get(other.id)
            table.rematch = other.id
            self.publish(table)
            return other

    # -- playing ---------------------------------------------------------------------------------------

    async def play(
        self, table: Table, seat: int, action: int, version: int, key: str = ""
    ) -> tuple[int, bool]:
        """Play for a seat: the version that follows, and whether it had been played before with this key."""
        start = time.perf_counter()
        async with table.lock:
            if key:
                known = table.keys.get((seat, key))
                if known is not None:
                    if known[0] != action:
                        raise Problem(
                            "key_reused", _("This idempotency key belongs to action {n}.").format(n=known[0])
                        )
                    return known[1], True
            self._must_run(table, ended=False)
            self._must_be_new(table, seat, version)
            if not table.over and not table.asked(seat):
                raise Problem("not_your_turn", _("It is not your turn."))
            if table.seats[seat].stand_in:
                raise Problem("stand_in", _("A bot plays for you; take your seat back first."))
            await self._step(table, seat, action, key, "human")
        self._metrics.move_seconds.observe(time.perf_counter() - start)
        told = table.version(seat)
        self._driver.go_on(table)
        return told, False

    async def undo(self, table: Table, seat: int, version: int | None = None) -> int:
        """Take back the last step of a seat."""
        async with table.lock:
            self._must_run(table, ended=False)
            if version is not None:
                self._must_be_new(table, seat, version)
            reason = table.why_no_undo(seat)
            if reason:
                raise Problem("cannot_undo", reason)
            await self._step(table, seat, UNDO, "", "undo")
        told = table.version(seat)
        self._driver.go_on(table)
        return told

    def _must_run(self, table: Table, ended: bool = True) -> None:
        if table.frozen:
            raise Problem("read_only", table.frozen)
        if table.match is None:
            raise Problem("not_started", _("The game has not begun yet."))
        if ended and table.over:
            raise Problem("game_over", _("The game is over."))

    def _must_be_new(self, table: Table, seat: int, version: int) -> None:
        current = table.version(seat)
        if version != current:
            raise Problem(
                "old_version",
                _("The table has moved on: this was meant for version {given}, it is at {current}.").format(
                    given=version, current=current
                ),
                version=current,
            )

    async def _step(self, table: Table, seat: int, action: int, key: str, by: str) -> None:
        """Try a step on a copy, write it, put it in place, tell. The table's lock is held."""
        assert table.match is not None
        match = table.match.copy()
        try:
            if action == UNDO:
                match.undo(seat)
            else:
                match.play(action)
        except CannotUndo as error:
            raise from_error(error) from None
        except FattorinoError as error:
            raise from_error(error) from None
        now = time.time()
        step = Step(len(table.steps) + 1, seat, action, match.digest(), key, now)
        statements: list[tuple[Any, dict[str, Any]]] = [(db.NEW_ACTION, step_row(table, step))]
        if match.over:
            statements.append((db.SET_OVER, {"_id": table.id}))
        try:
            await self._store.write(statements, self._news(table))
        except Conflict:
            await self._refresh(table)
            if step in table.steps[step.number - 1 : step.number]:
                return  # it was ours: the line to the database broke after it was saved
            raise Problem(
                "old_version", _("The table has moved on; somebody was quicker."), version=table.version(seat)
            ) from None
        changed = table.adopt(match, step, now)
        self._metrics.moves.labels(table.game.name, by).inc()
        if table.over:
            log.info("table over", extra={"table": table.id, "moves": match.move})
            self.publish(table)
        else:
            self.publish(table, changed)

    # -- talking ---------------------------------------------------------------------------------------

    async def say(self, table: Table, seat: int, text: str) -> ChatLine:
        """A line of chat, for everybody at the table."""
        reason = table.why_silent(seat)
        if reason:
            raise Problem("no_chat", reason)
        tidy = tidy_text(text)
        if not tidy:
            raise Problem("invalid_request", _("There is nothing to say in an empty line."))
        if len(tidy) > LONGEST_CHAT:
            raise Problem(
                "invalid_request",
                _("A line of chat has at most {most} characters, this one {n}.").format(
                    most=LONGEST_CHAT, n=len(tidy)
                ),
            )
        for attempt in (1, 2):
            async with table.lock:
                line = ChatLine(seat, table.seats[seat].name, tidy, time.time())
                row = {"match_id": table.id, "number": len(table.chat) + 1, "seat": seat}
                row |= {"name": line.name, "text": line.text, "at": line.when}
                try:
                    await self._store.write([(db.NEW_CHAT, row)], self._news(table))
                except Conflict:
                    await self._refresh(table)
                    if attempt == 2:
                        raise Problem("storage", _("Too many talk at once; please say it again.")) from None
                    continue
                table.chat.append(line)
                self.publish(table)
                break
        return line

    async def note(self, table: Table, seat: int, marks: Mapping[str, str | None]) -> dict[str, str]:
        """Paint cells of a seat's own notes; an empty mark wipes a cell."""
        for cell, mark in marks.items():
            if not NOTE_CELL.fullmatch(cell) or not NOTE_MARK.fullmatch(mark or ""):
                raise Problem(
                    "invalid_request",
                    _(
                        "A note is a short word in small letters for a cell (cell-12: wall), not {cell!r}."
                    ).format(cell=cell[:40]),
                )
        for attempt in (1, 2):
            async with table.lock:
                merged = table.notes.get(seat, {}) | {cell: mark or "" for cell, mark in marks.items()}
                merged = {cell: mark for cell, mark in merged.items() if mark}
                if len(merged) > MOST_NOTES:
                    raise Problem("invalid_request", _("There is room for {n} notes.").format(n=MOST_NOTES))
                row = {"match_id": table.id, "seat": seat, "marks": json.dumps(merged)}
                try:
                    await self._store.write(
                        [(db.DROP_NOTES, {"_match_id": table.id, "_seat": seat}), (db.NEW_NOTES, row)],
                        self._news(table),
                    )
                except Conflict:
                    await self._refresh(table)
                    if attempt == 2:
                        raise Problem(
                            "storage", _("The notes could not be saved; please try again.")
                        ) from None
                    continue
                table.notes[seat] = merged
                seats = None if table.options.get("shared_notes") else [seat]
                self.publish(table, seats)
                break
        return merged

    # -- presence --------------------------------------------------------------------------------------

    def seen(self, table: Table, viewer: int | None) -> None:
        """Remember that somebody is there."""
        if viewer is not None:
            table.seats[viewer].seen = time.monotonic()

    def seat(self, table: Table, number: int) -> Seat:
        """A chair of this table by its number."""
        if not 0 <= number < len(table.seats):
            raise Problem(
                "bad_seat",
                _("There is no seat {number} at this table: its seats are 0 to {last}.").format(
                    number=number, last=len(table.seats) - 1
                ),
            )
        return table.seats[number]

    def attend(self, table: Table) -> None:
        """Somebody came or went: work out who is connected and tell if that changed."""
        mine = self._hub.present(table.id)
        if self._store.postgres and mine != table.announced:
            table.announced = mine
            self._spawn(self._announce(table))
        now = time.monotonic()
        table.elsewhere = {who: at for who, at in table.elsewhere.items() if now - at[1] < AWAY}
        here = mine.union(*(seats for seats, _when in table.elsewhere.values()))
        changed = False
        for seat in table.seats:
            if seat.connected and seat.number not in here:
                seat.seen = time.monotonic()
            if seat.connected != (seat.number in here):
                seat.connected = seat.number in here
                changed = True
        if changed:
            self.publish(table)

    def publish(self, table: Table, viewers: Iterable[int | None] | None = None) -> None:
        """Wake the streams of these viewers (all, if None)."""
        table.touched = time.monotonic()
        table.changes += 1
        self._hub.wake(table.id, viewers)

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- other processes -------------------------------------------------------------------------------

    def _news(self, table: Table) -> str:
        return f"{self.process} {table.id}"

    async def hear(self, news: str) -> None:
        """Another process changed a table: catch up."""
        process, id, *here = news.split(" ")
        table = self._tables.get(id)
        if process == self.process or table is None:
            return
        if here:
            table.elsewhere[process] = ({int(seat) for seat in here[0].split(",") if seat}, time.monotonic())
            self.attend(table)
            return
        async with table.lock:
            await self._refresh(table)
        self._driver.go_on(table, OTHERS_THINK)

    async def _announce(self, table: Table) -> None:
        """Tell the other processes who is connected to this one."""
        here = ",".join(map(str, sorted(table.announced)))
        await self._store.write([], f"{self.process} {table.id} {here},")

    async def remind(self) -> None:
        """Say again and again who is here, so that a process that died is noticed."""
        while self._store.postgres:
            await asyncio.sleep(AWAY / 3)
            for table in list(self._tables.values()):
                if table.announced:
                    await self._announce(table)
                if table.elsewhere:
                    self.attend(table)

    async def hear_all(self) -> None:
        """The news were interrupted: catch up with every table in memory."""
        for table in list(self._tables.values()):
            async with table.lock:
                await self._refresh(table)
            self._driver.go_on(table, OTHERS_THINK)

    async def _refresh(self, table: Table) -> None:
        """Read what is new on disk. The table's lock is held."""
        rows = await self._store.read(lambda connection: read_rows(connection, table.id, len(table.steps)))
        if rows is None:
            return
        self._catch_up(table, rows)
        self.publish(table)

    def _catch_up(self, table: Table, rows: Rows) -> None:
        rows.dress(table)
        rows.replay(table)

    async def _change(self, table: Table, statements: list[tuple[Any, dict[str, Any]]]) -> None:
        """Write a change of seats or settings. The table's lock is held."""
        number = table.revision + 1
        change = (db.NEW_CHANGE, {"match_id": table.id, "number": number, "at": time.time()})
        try:
            await self._store.write([change, *statements], self._news(table))
        except Conflict:
            await self._refresh(table)
            raise Problem(
                "old_version", _("The table has changed meanwhile; please look and try again.")
            ) from None
        table.revision = number

    # -- housekeeping ----------------------------------------------------------------------------------

    async def tidy(self) -> None:
        """Once a minute: forget tables nobody looks at, count the others."""
        while True:
            self.forget(FORGET_AFTER)
            await asyncio.sleep(60)

    def forget(self, after: float) -> None:
        """Drop tables from memory that nobody asked for lately; they stay on disk."""
        now = time.monotonic()
        for id, table in list(self._tables.items()):
            busy = self._driver.busy(id) or table.lock.locked() or self._hub.watched(id)
            if not busy and now - table.touched > after:
                del self._tables[id]

    def count(self) -> None:
        """Bring the figures up to date."""
        counts = dict.fromkeys(("open", "running", "over"), 0)
        for table in self._tables.values():
            counts[table.status] += 1
        for status, n in counts.items():
            self._metrics.tables.labels(status).set(n)

    async def close(self) -> None:
        """Let bots and clocks rest."""
        await self._driver.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

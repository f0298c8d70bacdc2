"""The lobby: creating tables, seats, bots on empty and absent seats, start, rematch."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from fattorino.games import load
from fattorino.kernel.game import LARGEST_SEED, Game
from fattorino.kernel.i18n import _, isolated
from fattorino.server.problems import Problem
from fattorino.server.storage import rows
from fattorino.server.storage.schema import SEAT_FIELDS
from fattorino.server.storage.store import Conflict, StorageError
from fattorino.server.tables.bot_levels import bot_name, known_bot, substitute
from fattorino.server.tables.chance import Chance, Part, fresh_chance, sha256
from fattorino.server.tables.names import free_name
from fattorino.server.tables.people import ChatLine, Seat
from fattorino.server.tables.registry import Statements
from fattorino.server.tables.retries import tried_again
from fattorino.server.tables.table import Table
from fattorino.server.tables.table_settings import TableSettings
from fattorino.server.tables.tokens import fresh_id, fresh_token, program_person, rematch_id

if TYPE_CHECKING:
    from fattorino.server.tables.service import TableService

log = logging.getLogger("fattorino.tables")

OPENING = 5.0  # seconds for browsers to reveal their parts of the seed
CLOCKS = (10, 15, 30, 60, 120, 300, 600)


@dataclass(frozen=True)
class SeatOrder:
    """A seat as the host orders it."""

    kind: str = "human"  # "human" | "bot" | "open"
    bot: str = ""
    name: str = ""
    colour: int | None = None


class Made(NamedTuple):
    """A new table with its tokens, which only now are known in the clear."""

    table: Table
    host: str
    tokens: dict[int, str]  # of the seats that people may take


class Lobby:
    """Seats and who sits on them."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._registry = service.registry

    # -- making a table --------------------------------------------------------------------------------

    async def create(
        self,
        game: str,
        orders: Sequence[SeatOrder],
        options: Mapping[str, Any],
        *,
        seed: int | None = None,
        listed: bool = False,
        clock: int | None = None,
        hints: bool = True,
        onlooker: bool = False,
        several_seats: bool = False,
        host: str = "",
        start: bool = False,
    ) -> Made:
        """A new table. With `start` its human seats are held for the holders of their tokens."""
        loaded = load(game)
        complete = complete_options(loaded, len(orders), options)
        if seed is not None and not 0 <= seed < LARGEST_SEED:
            raise Problem("bad_seed", _("A seed is a whole number from 0 to 2**62 - 1."))
        if clock is not None and clock not in CLOCKS:
            known = ", ".join(map(str, CLOCKS))
            raise Problem("bad_option", _("A clock can be {known} seconds, or none.").format(known=known))
        settings = TableSettings(listed, clock, hints, several_seats, **TableSettings.among(complete))
        chance = fresh_chance(seed)
        token = fresh_token()
        people = {"host": host, "host_token": sha256(token)}
        table = self._table(fresh_id(), loaded, complete, chance=chance, settings=settings, **people)
        ordered = dict(zip(seats_for(table, len(orders)), orders, strict=True))
        for seat in table.seats:
            if seat.number in ordered:
                self._furnish(table, seat, ordered[seat.number], start)
            else:
                seat.kind = "open" if onlooker else "closed"
                seat.colour = table.free_colours(seat.number)[0]
        tokens = {seat.number: seat.new_token() for seat in table.seats}
        await self._insert(table, start)
        self._service.metrics.created.labels(table.game.name).inc()
        log.info("table made", extra={"table": table.id, "game": table.game.name})
        given = {seat.number: tokens[seat.number] for seat in table.seats if seat.kind in ("human", "open")}
        return Made(table, token, given)

    def _table(self, id: str, game: Game, options: dict[str, Any], **more: Any) -> Table:
        timing = self._service.settings.timing
        return Table(id, game, options, created=time.time(), timing=timing, **more)

    def _furnish(self, table: Table, seat: Seat, order: SeatOrder, start: bool) -> None:
        """Set up a seat as the host ordered it."""
        if order.kind not in ("human", "bot", "open"):
            sentence = _("A seat is for a human or a bot, not {kind!r}.")
            raise Problem("bad_seat", sentence.format(kind=order.kind))
        if order.kind == "bot" and not seat.role.decides:
            seat.kind = "closed"  # there is nothing to decide for a bot
            return
        seat.colour, seat.name = self._colour(table, seat, order.colour), free_name(table, seat, order.name)
        if order.kind == "bot":
            seat.kind, seat.bot = "bot", known_bot(order.bot or substitute(), table.game.name)
            seat.name = seat.name or bot_name(seat.bot)
        elif start and (order.kind == "human" or seat.plays):
            seat.kind, seat.name = "human", seat.name or seat.role.name
        else:
            seat.kind = "open"

    def _colour(self, table: Table, seat: Seat, wanted: int | None) -> int:
        free = table.free_colours(seat.number)
        if wanted is None:
            usual = seat.role.colour
            return usual if usual in free else free[0]
        if wanted not in free:
            sentence = _("Colour {wanted} is taken; these are free: {free}.")
            text = sentence.format(wanted=wanted, free=", ".join(map(str, free)))
            raise Problem("colour_taken", text, free=free)
        return wanted

    async def _insert(self, table: Table, start: bool, more: Statements = ()) -> None:
        """Store a new table, started or not, and register it."""
        if start:
            table.begin(table.prepare_start(time.time()))
            for seat in table.seats:
                seat.invitation = ""
        await self._service.store.write([*rows.table_statements(table), *more])
        self._registry.entry(table)
        self._service.go_on(table)

    # -- sitting down ----------------------------------------------------------------------------------

    @tried_again
    async def sit(
        self, table: Table, number: int, person: str, name: str | None = None, colour: int | None = None
    ) -> str:
        """Take an open seat, or change the name and colour of one's own; returns the token of a seat taken.

        In a running game a seat is taken by its link only, because an onlooker's seat sees what is hidden.
        """
        async with self._registry.lock(table):
            seat = table.seat(number)
            mine = bool(person) and person in seat.people
            if not mine and seat.kind != "open":
                raise Problem("seat_taken", _("{seat} is taken.").format(seat=seat.role.name))
            if not mine and table.status != "open":
                raise Problem("already_started", _("The game has begun; you can watch."))
            if not mine:
                _must_be_unlocked(table)
            return await self._seat_person(table, seat, person, name, colour, changes_hands=not mine)

    @tried_again
    async def claim(
        self, table: Table, token: str, person: str, name: str | None = None, colour: int | None = None
    ) -> tuple[int, str]:
        """Take the seat of a link: it now belongs to this person, or to the calling program.

        It gets a new token, so that no copy of the old link works. If somebody sits there already, the link
        came from them: another browser of theirs joins, and the seat does not change hands. Returns the seat
        and its new token, if it has one.
        """
        fresh = ""
        async with self._registry.lock(table):
            number = table.seat_with(token)
            if number is None:
                raise Problem("bad_token", _("This link does not match a seat at this table."))
            seat = table.seats[number]
            if seat.kind == "bot" and table.status != "open":
                raise Problem("seat_taken", _("A bot plays for this seat to the end of the game."))
            if not person or person not in seat.people or seat.kind != "human":
                _must_be_unlocked(table)
                first = not person or not seat.people
                who = person or program_person()
                fresh = await self._seat_person(table, seat, who, name, colour, changes_hands=first)
        return number, fresh

    @tried_again
    async def rename(self, table: Table, number: int, name: str | None, colour: int | None) -> None:
        """Change the name and colour of a seat, given its token."""
        async with self._registry.lock(table):
            await self._seat_person(table, table.seat(number), "", name, colour)

    @tried_again
    async def new_token(self, table: Table, number: int) -> str:
        """A new token of a seat for whoever holds it; their part of the chance stays theirs."""
        async with self._registry.lock(table):
            seat = table.seat(number)
            new = replace(seat)
            token = new.new_token()
            chance = table.chance.passed_on(seat.holder, new.holder)
            statements = [*rows.seat_statements(table, new), rows.parts_statement(table, chance)]
            await self._registry.change(table, statements)
            table.chance = chance
            self._put(table, seat, new)
        return token

    async def _seat_person(
        self,
        table: Table,
        seat: Seat,
        person: str,
        name: str | None,
        colour: int | None,
        changes_hands: bool = False,
    ) -> str:
        """Seat a person; a seat that changes hands gets a new token, which is returned.

        Moving to another seat before the start frees the first one.
        """
        others = [] if table.settings.several_seats else table.seats_of(person)
        left = [table.seats[number] for number in others if number != seat.number]
        if left and table.status != "open":
            raise Problem("seat_taken", _("You sit on another seat of this table already."))
        empty = [_emptied(other) for other in left if other.people == {person}]
        silent = table.why_no_name(seat)
        if silent:
            same = not person or person in seat.people
            if same and seat.kind == "human" and (name or colour is not None):
                raise Problem("no_chat", silent)
            name, colour = None, None  # the new player takes over the seat's name and colour
        keeps = colour is None and seat.colour in table.free_colours(seat.number)
        new = replace(
            seat,
            kind="human",
            name=free_name(table, seat, name or "") or seat.name or seat.role.name,
            colour=seat.colour if keeps else self._colour(table, seat, colour),
            bot="",
        )
        token = new.new_token() if changes_hands else ""
        statements = rows.seat_statements(table, new)
        for other in empty:
            statements += rows.seat_statements(table, other)
        statements += [rows.leave_statement(table, other, person) for other in left]
        if person and person not in seat.people:
            statements.append(rows.person_statement(table, seat, person))
        if table.status == "running" and changes_hands:
            await self._tell(table, "seated", new, statements)
        else:
            await self._registry.change(table, statements)
        for other in left:
            other.people.discard(person)
        for other in empty:
            self._put(table, table.seats[other.number], other)
        if person:
            seat.people.add(person)
        self._put(table, seat, new)
        seat.seen = time.monotonic()
        return token

    async def _tell(
        self, table: Table, event: str, seat: Seat | None, statements: Statements, text: str = ""
    ) -> None:
        """Write a change with a chat line that announces it."""
        number, name = (seat.number, seat.name) if seat else (0, "")
        line = ChatLine(number, name, text, time.time(), event, table.next_chat())
        await self._registry.change(table, [*statements, rows.chat_statement(table, line)])
        table.hear(line)
        self._registry.tell(table)

    def _put(self, table: Table, seat: Seat, new: Seat) -> None:
        """Apply a written change of a seat, and notify everyone."""
        if seat.name != new.name:
            table.forget_drawn()  # there are names in it
        for name in SEAT_FIELDS:
            setattr(seat, name, getattr(new, name))
        self._registry.tell(table)

    # -- what the host may do, and leaving -------------------------------------------------------------

    @tried_again
    async def lock_table(self, table: Table, locked: bool) -> None:
        """Lock or unlock the table."""
        async with self._registry.lock(table):
            if table.locked != locked:
                event = "locked" if locked else "unlocked"
                await self._tell(table, event, None, [rows.update_statement(table.id, locked=locked)])
                table.locked = locked

    @tried_again
    async def halt(self, table: Table, halted: bool, reason: str = "") -> None:
        """The operator halts a table, or lets it go on; everybody reads the reason."""
        async with self._registry.lock(table):
            if (table.halted, table.halt_reason) != (halted, reason):
                event = "halted" if halted else "resumed"
                values = {"halted": halted, "halt_reason": reason}
                await self._tell(table, event, None, [rows.update_statement(table.id, **values)], reason)
                table.halted, table.halt_reason = halted, reason
                self._registry.tell(table)
                log.info("table %s", event, extra={"table": table.id})
        self._service.go_on(table)

    @tried_again
    async def mute(self, table: Table, number: int, muted: bool, operator: bool = False) -> Seat:
        """Mute or unmute a player; what the operator has muted, no host can unmute."""
        field, undone = ("silenced", "unsilenced") if operator else ("muted", "unmuted")
        async with self._registry.lock(table):
            seat = _taken(table, number)
            if getattr(seat, field) != muted:
                new = replace(seat)
                setattr(new, field, muted)
                await self._tell(table, field if muted else undone, seat, rows.seat_statements(table, new))
                self._put(table, seat, new)
        return seat

    @tried_again
    async def free(self, table: Table, number: int, event: str) -> Seat:
        """Remove a player from their seat ("freed", "closed" by the operator), or let them leave ("left").

        In a running game a bot plays to the end, so that nobody else sees their hand; so it does where the
        operator has closed the seat.
        """
        async with self._registry.lock(table):
            seat = _taken(table, number)
            new = _emptied(seat)
            if table.over:
                new = replace(seat)
                new.new_token()
            elif seat.role.decides and (table.begun or event == "closed"):
                bot = substitute()
                new = replace(new, kind="bot", bot=bot, name=bot_name(bot), stand_in="")
            elif table.begun or event == "closed":
                new.kind = "closed"
            statements = rows.seat_statements(table, new)
            statements += [rows.leave_statement(table, seat, person) for person in seat.people]
            await self._tell(table, event, seat, statements)
            seat.people.clear()
            self._put(table, seat, new)
        self._service.go_on(table)
        return seat

    @tried_again
    async def new_link(self, table: Table, number: int) -> str:
        """A new token for the seat of somebody who is away and has lost theirs; everybody is told.

        Whoever has it sees what the seat sees, so it is announced when it is given out, and again when
        somebody sits down with it; it then gives way to another.
        """
        async with self._registry.lock(table):
            seat = _taken(table, number)
            self._must_be_away(seat)
            new = replace(seat)
            token = new.new_token()
            statements = rows.seat_statements(table, new)
            statements += [rows.leave_statement(table, seat, person) for person in seat.people]
            await self._tell(table, "relinked", seat, statements)
            seat.people.clear()
            self._put(table, seat, new)
        return token

    def _must_be_away(self, seat: Seat) -> None:
        if seat.connected or time.monotonic() - seat.seen < self._service.settings.absent_after:
            raise Problem("not_absent", _("{name} is here.").format(name=isolated(seat.name)))

    # -- bots on seats ---------------------------------------------------------------------------------

    @tried_again
    async def set_bot(self, table: Table, number: int, bot: str | None) -> Seat:
        """Before the start: put a bot on an empty seat, or (None) empty it again."""
        async with self._registry.lock(table):
            seat = table.seat(number)
            if table.status != "open":
                sentence = _("The game has begun; a bot can only stand in for an absent player.")
                raise Problem("already_started", sentence)
            if bot is not None and seat.kind == "human":
                raise Problem("seat_taken", _("{name} sits there.").format(name=isolated(seat.name)))
            if bot is not None and not seat.role.decides:
                sentence = _("There is nothing to decide on this seat: a bot cannot take it.")
                raise Problem("bad_seat", sentence)
            if bot is None:
                new = _emptied(seat)
            else:
                name = bot_name(known_bot(bot, table.game.name))
                new = replace(seat, kind="bot", name=name, bot=bot)
                new.new_token()
            statements = rows.seat_statements(table, new)
            statements += [rows.leave_statement(table, seat, person) for person in seat.people]
            await self._registry.change(table, statements)
            if bot is None:
                seat.people.clear()
            self._put(table, seat, new)
        return seat

    @tried_again
    async def take_over(self, table: Table, number: int, bot: str) -> Seat:
        """Let a bot play for an absent player; it knows what that seat knows."""
        async with self._registry.lock(table):
            seat = table.seat(number)
            table.must_run()
            if seat.kind != "human" or not seat.role.decides:
                raise Problem("bad_seat", _("Nobody is absent from this seat."))
            self._must_be_away(seat)
            await self._set_stand_in(table, seat, known_bot(bot, table.game.name))
        self._service.go_on(table)
        return seat

    @tried_again
    async def give_back(self, table: Table, number: int) -> Seat:
        """A player takes their seat back."""
        async with self._registry.lock(table):
            seat = table.seat(number)
            if seat.stand_in:
                await self._set_stand_in(table, seat, "")
            seat.seen = time.monotonic()
        return seat

    async def _set_stand_in(self, table: Table, seat: Seat, bot: str) -> None:
        new = replace(seat, stand_in=bot)
        await self._registry.change(table, rows.seat_statements(table, new))
        self._put(table, seat, new)

    # -- beginning and going on ------------------------------------------------------------------------

    @tried_again
    async def commit_part(self, table: Table, number: int, commitment: str) -> None:
        """Before the start: a person commits to their part of the seed."""
        async with self._registry.lock(table):
            if table.status != "open" or table.chance.opening:
                raise Problem("already_started", _("The parts of the seed are final."))
            if table.chance.chosen:
                raise Problem("bad_part", _("The host chose the seed of this table: it has no parts."))
            seat = table.seats[number]
            part = Part(number, seat.holder, commitment)
            await self._set_chance(table, table.chance.with_part(part))

    @tried_again
    async def open_part(self, table: Table, number: int, text: str) -> None:
        """At the start: a person reveals the part they committed to."""
        async with self._registry.lock(table):
            mine = next((part for part in table.chance.parts if part.seat == number), None)
            if table.status != "open" or not table.chance.opening or mine is None:
                raise Problem(
                    "not_started", _("Parts of the seed are revealed when the host starts the game.")
                )
            if mine.holder != table.seats[number].holder or not mine.fits(text):
                raise Problem("bad_part", _("This is not the part that was committed to."))
            await self._set_chance(table, table.chance.with_part(mine._replace(part=text)))

    async def _set_chance(self, table: Table, chance: Chance) -> None:
        await self._registry.change(table, [rows.parts_statement(table, chance)])
        table.chance = chance
        self._registry.tell(table)

    async def _open_parts(self, table: Table) -> None:
        """Let browsers reveal their parts; parts that come too late do not count."""
        if table.why_not_start() or not table.parts_missing():
            return
        async with self._registry.lock(table):
            await self._set_chance(table, table.chance._replace(opening=True))
        end = time.monotonic() + OPENING
        while table.parts_missing() and time.monotonic() < end:
            await asyncio.sleep(0.05)

    @tried_again
    async def start(self, table: Table) -> None:
        """Start the game; every playing seat must be taken."""
        await self._open_parts(table)
        async with self._registry.lock(table):
            reason = table.why_not_start()
            if reason:
                raise Problem("already_started" if table.status != "open" else "seat_empty", reason)
            prepared = table.prepare_start(time.time())
            begun = {"status": "running", "started": prepared.step.when, "digest": prepared.step.digest}
            statements = [rows.update_statement(table.id, **begun, game_version=table.game.version)]
            invited = [replace(seat, invitation="") for seat in table.seats if seat.invitation]
            for seat in invited:
                statements += rows.seat_statements(table, seat)
            await self._registry.change(table, statements)
            table.begin(prepared)
            for seat in table.seats:
                seat.seen, seat.invitation = time.monotonic(), ""
            log.info("table begun", extra={"table": table.id})
            self._registry.tell(table)
        self._service.go_on(table)

    async def tell_of_rules(self, table: Table, version: int) -> None:
        """Announce, once, that a game was started under an older version, and what happens to it."""
        if table.parted is not None and not any(line.event == "parted" for line in table.chat):
            event, statements = "parted", []
        elif table.parted is None and table.status == "running" and version < table.game.version:
            event, statements = "upgraded", [rows.update_statement(table.id, game_version=table.game.version)]
        else:
            return
        log.info("other rules", extra={"table": table.id, "what": event, "version": version})
        with contextlib.suppress(Conflict, StorageError):  # another process announces it
            await self._tell(table, event, None, statements)

    async def rematch(self, table: Table) -> Table:
        """The same game again with the same people and tokens; requested twice, it is the same table."""
        if not table.over:
            raise Problem("not_over", _("The game is still on: a rematch comes after it."))
        if table.rematch:
            return await self._registry.get(table.rematch)
        async with self._registry.lock(table):
            same = {"settings": table.settings, "host": table.host, "host_token": table.host_token}
            id, options = rematch_id(table), dict(table.options)
            other = self._table(id, table.game, options, chance=fresh_chance(), **same)
            for seat, old in zip(other.seats, table.seats, strict=True):
                seat.kind, seat.name, seat.colour, seat.bot = old.kind, old.name, old.colour, old.bot
                seat.token, seat.people = old.token, set(old.people)
            try:
                await self._insert(other, True, [rows.update_statement(table.id, rematch=other.id)])
            except Conflict:
                other = await self._registry.get(other.id)
            table.rematch = other.id
            self._registry.tell(table)
        return other


def complete_options(game: Game, seats: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """All options of a game for this many deciding seats, or (`seats` given) seats in all."""
    given = {name: value for name, value in options.items() if name != "seats" or value is not None}
    if "seats" not in given:
        return game.settings_for(seats, **given)
    settings = game.settings(**given)
    roles = game.roles(settings)
    deciding = sum(role.decides for role in roles)
    taking_part = sum(role.decides or role.scores for role in roles)
    if seats not in (deciding, taking_part, len(roles)):
        sentence = _("{title} with these options has {n} seats, not {given}.")
        text = sentence.format(title=game.title, n=taking_part, given=seats)
        raise Problem("bad_option", text)
    return settings


def seats_for(table: Table, count: int) -> list[int]:
    """The seats that a list of this length refers to: those that decide, those that take part, or all."""
    deciding = [seat.number for seat in table.seats if seat.role.decides]
    playing = [seat.number for seat in table.seats if seat.plays]
    return next((some for some in (deciding, playing) if len(some) == count), list(range(len(table.seats))))


def _emptied(seat: Seat) -> Seat:
    """An emptied seat before the start, with a new token, so that the old one does not open it."""
    new = replace(seat, kind="open", name="", bot="", muted=False, silenced=False)
    if seat.kind != "open":
        new.new_token()
    return new


def _taken(table: Table, number: int) -> Seat:
    """A seat taken by a person; a problem otherwise."""
    seat = table.seat(number)
    if seat.kind != "human":
        raise Problem("seat_empty", _("Nobody sits there."))
    return seat


def _must_be_unlocked(table: Table) -> None:
    if table.locked:
        raise Problem("locked", _("The host has locked this table: nobody else can sit down."))

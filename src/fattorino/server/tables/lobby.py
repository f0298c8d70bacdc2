"""Around the table: making one, sitting down, bots on empty and absent seats, the start, the rematch."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping, Sequence
from typing import Any

from fattorino.games import load
from fattorino.kernel.errors import FattorinoError
from fattorino.kernel.game import LARGEST_SEED, fresh_seed
from fattorino.kernel.i18n import _
from fattorino.kernel.match import Match
from fattorino.server.pages.labels import bot_words
from fattorino.server.problems import Problem, from_error
from fattorino.server.storage import store as db
from fattorino.server.storage.rows import keyed, match_row, seat_row
from fattorino.server.storage.store import Conflict
from fattorino.server.tables.bot_pool import known_bot, substitute
from fattorino.server.tables.registry import Keeper
from fattorino.server.tables.seat_plan import (
    SeatWish,
    chairs_for,
    complete_options,
    following_id,
    fresh_id,
    fresh_nonce,
    fresh_token,
    tidy_name,
)
from fattorino.server.tables.table import Seat, Table

log = logging.getLogger("fattorino.tables")

CLOCKS = (10, 15, 30, 60, 120, 300, 600)


class Seating(Keeper):
    """Chairs and who sits on them."""

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
        hints: bool = True,
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
            nonce=fresh_nonce(chosen=seed is not None),
            listed=listed,
            clock=clock,
            hints=hints,
            host=host,
            host_token=fresh_token(),
            patience=self.settings.patience,
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
            seat.name = tidy_name(wish.name) or bot_words(seat.bot)
        elif start and (wish.kind == "human" or seat.plays):
            seat.kind = "human"
            seat.name = tidy_name(wish.name) or seat.role.name
        else:
            seat.kind = "open"
            seat.name = tidy_name(wish.name)

    def _colour(self, table: Table, seat: int, wanted: int | None) -> int:
        free = table.free_colours(seat)
        if wanted is None:
            usual = table.seats[seat].role.colour
            return usual if usual in free else free[0]
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
        """Take an open seat, or change name and colour of one's own.

        Once the game has begun a chair is taken by its link only: one that looks on sees what is hidden.
        """
        async with table.lock:
            seat = self.seat(table, number)
            mine = bool(person) and person in seat.people
            if not mine:
                if seat.kind != "open":
                    raise Problem("seat_taken", _("{chair} is taken.").format(chair=seat.role.name))
                if table.status != "open":
                    raise Problem("already_started", _("The game has begun; you can watch."))
            await self._seat_person(table, seat, person, name, colour, lock=not mine)
        return seat

    async def claim(self, table: Table, token: str, person: str, name: str = "") -> Seat:
        """Open a seat's link: the seat belongs to this person from here on, and is called so, if they say."""
        async with table.lock:
            number = table.seat_with(token)
            if number is None:
                raise Problem("bad_token", _("This link opens no seat at this table."))
            seat = table.seats[number]
            if person in seat.people and seat.kind == "human":
                return seat
            await self._seat_person(table, seat, person, name, None)
            return seat

    async def rename(self, table: Table, number: int, name: str | None, colour: int | None) -> Seat:
        """Change name and colour of a seat whose token was shown; an open seat becomes a person's."""
        async with table.lock:
            seat = self.seat(table, number)
            await self._seat_person(table, seat, "", name, colour)
            return seat

    async def _seat_person(
        self,
        table: Table,
        seat: Seat,
        person: str,
        name: str | None,
        colour: int | None,
        lock: bool = False,
    ) -> None:
        """Put a person on a chair; with a new lock, no link that was given out before opens it."""
        silent = table.why_no_name(seat.number)
        if silent:
            same = not person or person in seat.people
            if same and seat.kind == "human" and (name or colour is not None):
                raise Problem("no_chat", silent)
            name, colour = None, None  # somebody sits down: the chair is called what it was
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
        token = fresh_token() if lock else seat.token
        if lock:
            statements.append((db.SET_TOKEN, {"_match_id": table.id, "_seat": seat.number, "token": token}))
        await self._change(table, statements)
        seat.token = token
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
            kind, name = ("open", "") if bot is None else ("bot", bot_words(known_bot(bot, table.game.name)))
            row = seat_row(seat) | {"kind": kind, "name": name, "bot": bot or ""}
            statements: list[tuple[Any, dict[str, Any]]] = [(db.SET_SEAT, keyed(table, row))]
            token = seat.token
            if seat.kind == "human":  # whoever sat here had its key: it must not open what comes after
                token = fresh_token()
                statements.append((db.SET_TOKEN, {"_match_id": table.id, "_seat": number, "token": token}))
                leave = [{"_match_id": table.id, "_person": person} for person in seat.people]
                statements += [(db.DROP_PERSON, one) for one in leave]
            await self._change(table, statements)
            seat.kind, seat.name, seat.bot, seat.token = kind, name, bot or "", token
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
                nonce=fresh_nonce(),
                listed=table.listed,
                clock=table.clock,
                hints=table.hints,
                host=table.host,
                host_token=fresh_token(),
                patience=self.settings.patience,
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

    def _must_run(self, table: Table, ended: bool = True) -> None:
        if table.frozen:
            raise Problem("read_only", table.frozen)
        if table.match is None:
            raise Problem("not_started", _("The game has not begun yet."))
        if ended and table.over:
            raise Problem("game_over", _("The game is over."))

"""Moderation: what the operator does about people, and says to everybody.

Each act is one line in the log, without names, addresses or what was said.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from fattorino.kernel.errors import FattorinoError
from fattorino.kernel.i18n import _
from fattorino.server.problems import Problem
from fattorino.server.storage import people, rows, schema
from fattorino.server.storage.people import Person
from fattorino.server.storage.store import StorageError
from fattorino.server.tables.chat import one_line
from fattorino.server.tables.names import free_name
from fattorino.server.tables.registry import LOOK_AGAIN, Statements
from fattorino.server.tables.table import Table

if TYPE_CHECKING:
    from fattorino.server.tables.service import TableService

log = logging.getLogger("fattorino.operator")

LONGEST = 300  # characters of a notice, or of the reason for a halt
BLOCKED, NOTICE = "blocked", "notice"  # kinds of orders


class Moderation:
    """What holds for the whole server, and acts on people and what they say."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._registry = service.registry
        self._store = service.store
        self.blocked: frozenset[str] = frozenset()  # clients that are not served
        self.notice = ""  # what everybody reads

    async def read(self) -> None:
        """Read the operator's orders; at the start, and when another process has written one."""
        found = await self._store.read(
            lambda connection: connection.execute(sa.select(schema.orders.c.kind, schema.orders.c.text)).all()
        )
        self.blocked = frozenset(text for kind, text in found if kind == BLOCKED)
        self.notice = next((text for kind, text in found if kind == NOTICE), "")
        self._service.listeners.wake_all()

    async def follow(self) -> None:
        """Read what another process ordered; retry until the database answers."""
        while True:
            try:
                return await self.read()
            except StorageError:
                await asyncio.sleep(LOOK_AGAIN)

    # -- for everybody ---------------------------------------------------------------------------------

    async def tell_all(self, text: str) -> None:
        """Say something to everybody; an empty text takes it back."""
        text = worded(text)
        old = [(schema.DROP_ORDER, {"_kind": NOTICE, "_text": self.notice})]
        new = [(schema.NEW_ORDER, {"kind": NOTICE, "text": text, "at": time.time()})] if text else []
        if text != self.notice:
            await self._registry.spread([*old, *new])
            await self.read()
            log.info("notice set" if text else "notice taken back")

    async def block(self, client: str, blocked: bool) -> None:
        """Serve an address no longer, or again; its open streams end."""
        if (client in self.blocked) != blocked:
            key = {"_kind": BLOCKED, "_text": client}
            row = {"kind": BLOCKED, "text": client, "at": time.time()}
            order = (schema.NEW_ORDER, row) if blocked else (schema.DROP_ORDER, key)
            await self._registry.spread([order])
            await self.read()
            log.info("address blocked" if blocked else "address unblocked")

    # -- at a table ------------------------------------------------------------------------------------

    async def halt(self, table: Table, halted: bool, reason: str = "") -> None:
        """Halt a table: it becomes read-only, and everyone reads why. Or let it go on."""
        await self._service.lobby.halt(table, halted, worded(reason) if halted else "")

    async def mute(self, table: Table, seat: int, muted: bool) -> None:
        """Mute a player, whatever the host says; or unmute them."""
        await self._service.lobby.mute(table, seat, muted, operator=True)
        log.info("seat muted" if muted else "seat unmuted", extra={"table": table.id, "seat": seat})

    async def close(self, table: Table, seat: int) -> None:
        """Take a player off their seat; a bot has it from now on."""
        await self._service.lobby.free(table, seat, "closed")
        log.info("seat closed", extra={"table": table.id, "seat": seat})

    async def rename(self, table: Table, seat: int, text: str) -> None:
        """Give a player another name, their seat's if it is empty."""
        one = table.seat(seat)
        if one.kind != "human":
            raise Problem("seat_empty", _("Nobody sits there."))
        name = free_name(table, one, text) or one.role.name
        await self._registry.rewrite(table.id, lambda c: rows.rename_statements(c, table.id, seat, name))
        log.info("seat renamed", extra={"table": table.id, "seat": seat})

    async def delete_line(self, table: Table, number: int) -> None:
        """Delete a line of chat; that there was one stays."""
        there = False

        def make(connection: Connection) -> Statements:
            nonlocal there
            statements = rows.deletion_of_line(connection, table.id, number)
            there = bool(statements)
            return statements

        await self._registry.rewrite(table.id, make)
        if not there:
            raise Problem("unknown_line", _("There is no line {n} at this table.").format(n=number))
        log.info("line deleted", extra={"table": table.id, "line": number})

    async def delete(self, table: Table) -> None:
        """Delete a table with all it holds."""
        await self._registry.delete(table)

    # -- people ----------------------------------------------------------------------------------------

    async def people(self, words: str = "", limit: int = 100) -> list[Person]:
        """People who sit somewhere or have said something, with these words in their name."""
        return await self._store.read(lambda connection: people.found(connection, words.strip(), limit))

    async def erase(self, id: str) -> int:
        """Erase a person everywhere; returns at how many tables. The games of others go on.

        A bot plays on for them, "Somebody" has said what they said, and nobody can read what it was. A table
        without other people is deleted.
        """
        seat = people.SEAT.fullmatch(id)
        if not seat and not people.PERSON.fullmatch(id):
            raise Problem("unknown_person", _("There is nobody with this id."))
        persons: set[str] = set()
        tables = [seat[1]] if seat else []
        if not seat:
            persons = await self._store.read(lambda connection: people.same(connection, id))
            tables = await self._store.read(lambda connection: people.tables_of(connection, persons))
        erased = 0
        for table in tables:
            erased += await self._erase_at(table, persons, [int(seat[2])] if seat else [])
        if not erased:
            raise Problem("unknown_person", _("There is nobody with this id."))
        await self._store.empty_journal()
        log.info("person erased", extra={"tables": erased})
        return erased

    async def _erase_at(self, id: str, persons: set[str], given: list[int]) -> bool:
        """Erase a person at a table: who they are by cookie, or a seat."""
        mine = given or await self._store.read(lambda connection: people.held(connection, id, persons))
        alone = not await self._store.read(lambda connection: people.others(connection, id, mine))
        names = await self._store.read(lambda connection: people.names(connection, id, persons, mine))
        if names is None:
            return False
        roles: set[str] = set()
        try:
            table = await self._registry.get(id)
            if alone:
                await self._registry.delete(table)
                return True
            for number in mine:
                if table.seats[number].kind == "human" and not table.over:
                    await self._service.lobby.free(table, number, "closed")
            roles = {seat.role.name for seat in table.seats}
        except (Problem, FattorinoError):
            pass  # it cannot be loaded, and so not be played: what is on disk is enough
        return await self._registry.rewrite(
            id, lambda connection: people.erasure(connection, id, persons, mine, names, roles)
        )


def worded(text: str) -> str:
    """One line of the operator's words; a problem if it is too long."""
    tidy = one_line(text)
    if len(tidy) > LONGEST:
        raise Problem("invalid_request", _("{n} characters at most, please.").format(n=LONGEST))
    return tidy

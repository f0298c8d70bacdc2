"""Chat, and players' own notes."""

from __future__ import annotations

import re
import time
import unicodedata
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from fattorino.kernel.i18n import _
from fattorino.server.problems import Problem
from fattorino.server.storage import rows
from fattorino.server.tables.people import ChatLine
from fattorino.server.tables.retries import tried_again
from fattorino.server.tables.table import Table

if TYPE_CHECKING:
    from fattorino.server.tables.service import TableService

LONGEST_CHAT = 500
CHAT_SHOWN = 50  # lines in a response
MOST_NOTES = 1000
NOTE_CELL = re.compile(r"[a-z0-9_-]{1,40}")
NOTE_MARK = re.compile(r"[a-z0-9_-]{0,20}")
MOST_MARKS, STACKED = 4, 2  # on a letter; in one place of it, as Unicode's combining classes say


class Chat:
    """Chat lines and notes."""

    def __init__(self, service: TableService) -> None:
        self._registry = service.registry
        self._store = service.store

    @tried_again
    async def say(self, table: Table, seat: int, text: str) -> ChatLine:
        """Add a line of chat."""
        reason = table.why_silent(seat)
        if reason:
            raise Problem("no_chat", reason)
        tidy = one_line(text)
        if not tidy:
            raise Problem("invalid_request", _("There is nothing to say in an empty line."))
        if len(tidy) > LONGEST_CHAT:
            sentence = _("A line of chat has at most {most} characters, this one {n}.")
            raise Problem("invalid_request", sentence.format(most=LONGEST_CHAT, n=len(tidy)))
        async with self._registry.lock(table):
            name, number = table.seats[seat].name, table.next_chat()
            line = ChatLine(seat, name, tidy, time.time(), number=number)
            await self._registry.write(table, [rows.chat_statement(table, line)])
            table.hear(line)
            self._registry.tell(table)
            return line

    async def older(self, table: Table, before: int) -> list[ChatLine]:
        """The lines of chat before a given one."""
        return await self._store.read(
            lambda connection: rows.read_chat(connection, table.id, CHAT_SHOWN, before)
        )

    @tried_again
    async def note(self, table: Table, seat: int, marks: Mapping[str, str | None]) -> dict[str, str]:
        """Mark cells in a seat's own notes; an empty mark clears a cell."""
        for cell, mark in marks.items():
            if not NOTE_CELL.fullmatch(cell) or not NOTE_MARK.fullmatch(mark or ""):
                sentence = _("A note is a short lower-case word for a cell (cell-12: wall), not {cell!r}.")
                raise Problem("invalid_request", sentence.format(cell=cell[:40]))
        async with self._registry.lock(table):
            merged = table.notes.get(seat, {}) | {cell: mark or "" for cell, mark in marks.items()}
            merged = {cell: mark for cell, mark in merged.items() if mark}
            if len(merged) > MOST_NOTES:
                raise Problem("invalid_request", _("There is room for {n} notes.").format(n=MOST_NOTES))
            await self._registry.write(table, rows.note_statements(table, seat, marks))
            table.notes[seat] = merged
            self._registry.tell(table, None if table.settings.shared_notes else [seat])
            return merged


def one_line(text: str) -> str:
    """One line without control characters, and without marks piled up so high that they cover others."""
    return " ".join("".join(c if c.isprintable() else " " for c in unstacked(text)).split())


def unstacked(text: str) -> str:
    """Text with at most four marks on a letter, two of them in one place."""
    kept, marks = [], Counter[int]()  # of one letter, by their places
    for c in unicodedata.normalize("NFC", text):
        if unicodedata.category(c) in ("Mn", "Me"):
            place = unicodedata.combining(c)
            if marks.total() == MOST_MARKS or (place and marks[place] == STACKED):
                continue
            marks[place] += 1
        else:
            marks.clear()
        kept.append(c)
    return "".join(kept)

"""Talking at the table, and notes on one's own paper."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping

from fattorino.kernel.i18n import _
from fattorino.server.problems import Problem
from fattorino.server.storage import store as db
from fattorino.server.storage.store import Conflict
from fattorino.server.tables.registry import Keeper
from fattorino.server.tables.seat_plan import (
    tidy_text,
)
from fattorino.server.tables.table import ChatLine, Table

LONGEST_CHAT = 500
MOST_NOTES = 1000
NOTE_CELL = re.compile(r"[a-z0-9_-]{1,40}")
NOTE_MARK = re.compile(r"[a-z0-9_-]{0,20}")


class Talking(Keeper):
    """Chat and notes."""

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

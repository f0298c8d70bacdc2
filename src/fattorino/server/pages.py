"""The pages people see: front page, new table, table, replay, rulebook, gallery, errors.

`router` has all HTML pages. `fragments(table, viewer, host=False, base_url="")` gives, by element id, the parts of
a table's page exactly as that viewer may see them; the stream sends those that changed. `host` adds what only
the maker of the table may have while it is open (links of empty seats, bots, start).
`error_page(request, problem)` is the friendly page for a browser (Accept: text/html) that went astray.
"""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from fattorino.server.table import Table

router = APIRouter(include_in_schema=False)


def fragments(table: Table, viewer: int | None, host: bool = False, base_url: str = "") -> dict[str, str]:
    """The parts of a table's page by element id, exactly as this viewer may see them."""
    return {}


def error_page(request: Any, problem: Any) -> Any:
    """A friendly page with a way on, for a browser."""
    raise NotImplementedError

"""The board as text: the content of the picture, place by place, with the moves at each place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from fattorino.kernel.i18n import _
from fattorino.render.outline import Place, outline
from fattorino.server.http.auth import PageTable, PageViewer
from fattorino.server.pages.fragments import choice, fragments
from fattorino.server.pages.labels import new_names, renamed
from fattorino.server.pages.templates import drawn, page
from fattorino.server.tables.table import Table
from fattorino.server.tables.viewer import Choice, Projection

router = APIRouter(include_in_schema=False)

SHARED = ("prompt", "strip", "status", "players", "tables", "log", "since", "chat")


class Written(NamedTuple):
    """A place with buttons for what can be done there."""

    words: str
    mine: bool
    buttons: tuple[Markup, ...]


def words_fragments(table: Table, viewer: int | None, whole: bool = False) -> dict[str, str]:
    """The fragments of the page by element id, exactly as this viewer may see them."""
    parts = fragments(table, viewer, whole=whole)
    seen = table.see(viewer)
    shown = "" if seen.view is None else seen.keep("outline", lambda: written(table, seen))
    return {name: parts[name] for name in SHARED if name in parts} | {"outline": shown}


def written(table: Table, seen: Projection) -> str:
    """All places, region by region, after the choices that belong to none."""
    names = new_names(table.seats)
    regions = outline(table.game, seen.scene, [seat.colour for seat in table.seats])
    told_targets = set[str]()
    drawn_targets = {place.target for region in regions for place in region.places}
    loose = [one for one in seen.legal if one.target not in drawn_targets]

    def buttons(choices: Sequence[Choice]) -> tuple[Markup, ...]:
        return tuple([Markup(choice(seen, one.action, one.label, "", one.key)) for one in choices])

    def with_choices(place: Place) -> Written:
        choices = [one for one in seen.legal if place.target and one.target == place.target]
        fresh = [] if place.target in told_targets else choices  # each choice is listed at its first place
        told_targets.add(place.target)
        said = any(one.label.startswith(place.words) for one in choices) or (place.blank and not fresh)
        return Written("" if said else renamed(place.words, names), place.mine, buttons(fresh))

    told = []
    for region in regions:
        places = tuple(one for place in region.places if (one := with_choices(place)).words or one.buttons)
        if places:
            told.append(drawn("region", region.name, places))
    first = drawn("region", _("What you can do"), (Written("", False, buttons(loose)),)) if loose else ""
    return first + "".join(told)


@router.get("/t/{id}/words", response_class=HTMLResponse)
async def words_page(request: Request, table: PageTable, viewer: PageViewer) -> Response:
    """The board as text for this visitor: to be read aloud, played from, or copied."""
    parts = words_fragments(table, viewer, whole=True)
    return page(
        request,
        "words.html",
        table=table,
        viewer=viewer,
        version=table.version(viewer),
        parts={name: Markup(part) for name, part in parts.items()},
    )

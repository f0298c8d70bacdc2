"""The parts of a table's page by element id, just as one viewer may see them.

The page has them when it is opened, the stream sends those that changed, and the page swaps them in. They are
drawn for every viewer after every move: what looks as it looked before is taken from memory (`drawn`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import segno
from markupsafe import Markup

from fattorino.kernel.game import Game
from fattorino.kernel.i18n import _
from fattorino.kernel.records import SPECTATOR
from fattorino.render import paint
from fattorino.server.pages.labels import bot_words, colour_names, known_as, new_names, renamed, short_name
from fattorino.server.pages.templates import drawn, macros
from fattorino.server.tables.bot_pool import levels, substitute
from fattorino.server.tables.table import COLOURS, Choice, Seat, Table

NEWEST, NEWEST_ROWS = 16, 6  # lines of log and chat, rows of tables in an update; a page brings them all


class Asked(NamedTuple):
    """The line that says what is asked of a viewer."""

    words: str
    asked: bool = False
    deadline: float | None = None
    frozen: str = ""
    undo: str | None = None  # why not, '' if a step can be taken back, None if that is no question
    viewer: int | None = None
    give_back: bool = False
    hint: bool = False  # whether one may ask what a bot would do
    start: str | None = None  # what is missing before the game can begin; None: not for this viewer to begin


class Player(NamedTuple):
    """A chair in the list of players."""

    number: int
    colour: int
    name: str
    role: str
    marks: tuple[tuple[str, str], ...]  # what lies openly before it
    state_symbol: str
    state: str
    you: bool = False
    turn: bool = False
    take_over: str = ""  # what is sent to let a bot play, if one may
    notes: str = ""  # where its shared notes are


def fragments(
    table: Table, viewer: int | None, host: bool = False, base_url: str = "", whole: bool = False
) -> dict[str, str]:
    """The parts of a table's page by element id, exactly as this viewer may see them.

    An update has the newest lines of log and chat; `whole`, for the page itself, has them all. `host` adds
    what only the maker of a table that has not begun may have: the links of empty seats, bots, the start.
    """
    if table.match is None:
        parts = dict.fromkeys(("tools", "tables", "legend", "log", "actions", "status"), "")
        parts["board"] = str(macros().lobby(lobby(table, viewer, host, base_url)))
    else:
        parts = dict(table.kept(viewer, f"page{whole}", lambda: _of_the_view(table, viewer, whole)))
        scene = scene_for(table, viewer)
        notes = None if viewer is None or "notes" not in scene else json.dumps(table.notes.get(viewer, {}))
        parts["board"] = framed(parts["board"], scene, notes)
        parts["status"] = status(table, viewer)
    parts["prompt"] = drawn("prompt", asked(table, viewer, host))
    parts["players"] = players(table, viewer)
    lines = table.heard(viewer)
    first = 0 if whole else max(0, len(lines) - NEWEST)
    said = [(line.name, line.text, table.seats[line.seat].colour) for line in lines[first:]]
    parts["chat"] = "".join([drawn("chat_line", n, *line) for n, line in enumerate(said, first)])
    return parts


def framed(board: str, scene: Mapping[str, Any], notes: str | None = None) -> str:
    """The board in its frame, with pencils where one can write on it."""
    pencils = tuple([(mark["id"], mark["symbol"], mark["name"]) for mark in scene.get("notes", ())])
    palette = drawn("palette", pencils) if pencils else ""
    return palette + str(macros().frame(scene["title"], notes, Markup(board)))


def _of_the_view(table: Table, viewer: int | None, whole: bool) -> dict[str, str]:
    """The parts that change only when this viewer's view does."""
    scene, colours = scene_for(table, viewer), [seat.colour for seat in table.seats]
    lines, names = table.log(viewer), new_names(table.seats)
    first = 0 if whole else max(0, len(lines) - NEWEST)
    return {
        "board": paint(table.game, scene, colours),
        "actions": buttons(table.legal(viewer)),
        "tools": tools(table.game, scene, colours),
        "tables": written(scene, table.seats, whole),
        "legend": legend(scene),
        "log": log_lines([renamed(line, names) for line in lines[first:]], first, table.fresh(viewer)),
    }


def buttons(choices: Sequence[Choice]) -> str:
    """What can be done now; what has its place on the board is found there."""
    return "".join([drawn("choice", *choice) for choice in choices])


def log_lines(lines: Sequence[str], first: int, fresh: int) -> str:
    """Lines of the log, counted from `first`; those from `fresh` on are new."""
    return "".join([drawn("log_line", n, line, n >= fresh) for n, line in enumerate(lines, first)])


def scene_for(table: Table, viewer: int | None) -> dict[str, Any]:
    """The scene of a table for a viewer, made once per version."""
    scene: dict[str, Any] = table.kept(
        viewer, "scene", lambda: scene_of(table.game, table.view(viewer), viewer)
    )
    return scene


def scene_of(game: Game, view: Any, viewer: int | None) -> dict[str, Any]:
    """The game's scene for a viewer."""
    return {"title": game.title} | game.scene(view, SPECTATOR if viewer is None else viewer)


def tools(game: Game, scene: Mapping[str, Any], colours: Sequence[int]) -> str:
    """Hand and controls."""
    pad = str(paint(game, scene, colours, "pad")) if "pad" in scene else ""
    if "hand" not in scene:
        return pad
    cards = [
        drawn("held", c["name"], c.get("text", ""), c["symbol"], c.get("count", 1), c.get("target", ""))
        for c in scene["hand"]
    ]
    return pad + drawn("hand", Markup("".join(cards)))


def legend(scene: Mapping[str, Any]) -> str:
    """What the symbols mean."""
    return drawn("legend", _("Signs"), tuple(scene.get("legend", ())))


def written(scene: Mapping[str, Any], seats: Sequence[Seat], whole: bool) -> str:
    """What is written down, with people's names: all of it, or the newest rows."""
    names, shown = new_names(seats), []
    for number, table in enumerate(scene.get("tables", [])):
        first = 0 if whole else max(0, table["count"] - NEWEST_ROWS)
        rows = []
        for n in range(first, table["count"]):
            cells = table["row"](n)
            rows.append(drawn("row", number, n, tuple([renamed(cell, names) for cell in cells])))
        shown.append(drawn("written", number, table["title"], tuple(table["columns"]), Markup("".join(rows))))
    return "".join(shown) or drawn("nothing_written")


def asked(table: Table, viewer: int | None, host: bool) -> Asked:
    """The line that says what is asked of a viewer."""
    if table.match is None:
        start = table.why_not_start() if host else None
        return Asked(opening_words(table, viewer), frozen=table.frozen, viewer=viewer, start=start)
    seat = None if viewer is None else table.seats[viewer]
    decides = seat is not None and seat.role.decides and not table.over
    return Asked(
        known_as(table.prompt(viewer), table.seats),
        asked=table.asked(viewer) and not (seat is not None and seat.stand_in),
        deadline=table.deadline(viewer),
        frozen=table.frozen,
        undo=undo_reason(table, viewer) if decides else None,
        viewer=viewer,
        hint=decides and not table.why_no_hint(viewer),
        give_back=seat is not None and bool(seat.stand_in),
    )


def undo_reason(table: Table, viewer: int | None) -> str:
    """'' if a step can be taken back; else one sentence that does not depend on what others do unseen."""
    if not table.why_no_undo(viewer):
        return ""
    return _(
        "Nothing to take back: a step can be undone until something is revealed or somebody else decides."
    )


def opening_words(table: Table, viewer: int | None) -> str:
    """What is going on before the game."""
    missing = table.why_not_start()
    if not missing:
        return _("Everybody sits: the host can begin the game.")
    return missing if viewer is not None else _("Take a seat. {missing}").format(missing=missing)


def players(table: Table, viewer: int | None) -> str:
    """Who sits where, and what everybody can see of them."""
    marks: Sequence[Any] = () if table.match is None else scene_for(table, viewer).get("players", ())
    moving = table.to_move(viewer)
    seated = table.status == "running" and viewer is not None
    shown = []
    for seat in table.seats:
        if seat.kind == "closed":
            continue
        symbol, words = presence(seat)
        other = seated and seat.number != viewer
        away = seat.kind == "human" and not seat.connected and not seat.stand_in and seat.role.decides
        noted = other and bool(table.notes_of(viewer, seat.number))
        player = Player(
            seat.number,
            seat.colour,
            seat.name or _("nobody yet"),
            seat.role.name if seat.name != seat.role.name else "",
            tuple(marks[seat.number]) if seat.number < len(marks) else (),
            symbol,
            words,
            you=seat.number == viewer,
            turn=seat.number == moving,
            take_over=json.dumps({"bot": substitute()}) if away and other else "",
            notes=f"/t/{table.id}/notes/{seat.number}" if noted else "",
        )
        shown.append(drawn("player", player))
    return "".join(shown)


def presence(seat: Seat) -> tuple[str, str]:
    """Whether somebody is there, as a symbol and in words."""
    if seat.kind == "bot":
        return "robot", _("bot")
    if seat.kind == "open":
        return "maybe", _("empty")
    if seat.stand_in:
        return "robot", _("away, a bot plays")
    return ("free", _("connected")) if seat.connected else ("maybe", _("not connected"))


def outcome(table: Table, viewer: int | None) -> dict[str, Any]:
    """The result with its reasons once the game is over; before, the promise about chance."""
    told: dict[str, Any] = {
        "id": table.id,
        "commitment": table.commitment,
        "result": [],
        "rematch": table.rematch,
    }
    if not table.over:
        return told
    winners, scores, accounts = table.winners, table.scores or [], table.account(viewer)
    for number, lines in enumerate(accounts):
        seat = table.seats[number]
        told["result"].append(
            {
                "name": seat.name or seat.role.name,
                "role": seat.role.name if seat.name not in ("", seat.role.name) else "",
                "colour": seat.colour,
                "won": number in winners,
                "you": number == viewer,
                "lines": [(known_as(words, table.seats), points) for words, points in lines],
                "score": scores[number] if number < len(scores) else 0,
            }
        )
    told["result"].sort(key=lambda seat: (not seat["won"], -seat["score"]))
    told["headline"] = headline(table, viewer)
    told["opened"], told["seated"] = table.opened, viewer is not None
    return told


def headline(table: Table, viewer: int | None) -> str:
    """Who won, for a viewer."""
    winners, teams = table.winners, [seat.role.team for seat in table.seats if seat.role.scores]
    if len(teams) > 1 and len(set(teams)) == 1 and teams[0] is not None:
        return _("The team won!") if winners else _("The team lost")
    if viewer is not None and viewer in winners:
        if table.seats[viewer].role.team is not None and len(winners) > 1:
            return _("Your team won!")
        return _("You won!") if len(winners) == 1 else _("You won, with others!")
    names = ", ".join(short_name(table.seats[number]) for number in winners)
    return _("{names} won").format(names=names) if names else _("Nobody won")


def status(table: Table, viewer: int | None) -> str:
    """The result once the game is over; before, the promise about chance."""
    if not table.over:
        return drawn("promise", table.commitment)
    return str(macros().result(outcome(table, viewer)))


def qr(url: str) -> Markup:
    """The address for the camera of a phone."""
    return Markup(segno.make(url, error="m").svg_inline(scale=4, border=1, dark="#2b2320", light="#fff"))


def lobby(table: Table, viewer: int | None, host: bool, base_url: str) -> dict[str, Any]:
    """Everything about sitting down."""
    seats = []
    for seat in table.seats:
        if seat.kind == "closed":
            continue
        empty = _("empty") if seat.plays else _("empty; whoever sits here only looks on")
        link = base_url + table.link(seat.number) if host and seat.kind == "open" else ""
        seats.append(
            {
                "number": seat.number,
                "role": seat.role.name,
                "colour": seat.colour,
                "name": seat.name if seat.kind in ("human", "bot") else "",
                "empty": empty,
                "bot": seat.bot if seat.kind == "bot" else "",
                "you": seat.number == viewer and seat.kind == "human",
                "can_sit": seat.kind == "open" and seat.number != viewer,
                "can_bot": host and seat.kind in ("open", "bot") and seat.role.decides,
                "url": link,
                "qr": qr(link) if link else "",
            }
        )
    free = table.free_colours(viewer)
    url = base_url + table.link()
    return {
        "seats": seats,
        "viewer": viewer,
        "host": host,
        "url": url,
        "qr": qr(url) if base_url else "",
        "bots": [(bot, bot_words(bot)) for bot in levels(table.game.name)],
        "colours": [(c, colour_names()[c], c in free) for c in range(COLOURS)],
        "missing": table.why_not_start(),
    }


def tabs() -> list[tuple[str, str]]:
    """The panels beside the board."""
    return [("players", _("Players")), ("log", _("Log")), ("tables", _("Record")), ("chat", _("Chat"))]

"""The pages people see: front page, new table, table, replay, rulebook, gallery, errors.

`router` has all HTML pages. `fragments(table, viewer)` gives, by element id, the parts of a table's page
just as that viewer may see them; the stream sends them and the page swaps them in.
`error_page(request, problem)` is the friendly page for a browser that went astray.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import segno
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from markupsafe import Markup
from rich.text import Text

from fattorino import bots
from fattorino.games import load, names
from fattorino.kernel.errors import FattorinoError
from fattorino.kernel.game import Game
from fattorino.kernel.match import Match, replay
from fattorino.kernel.words import _, several
from fattorino.render import environment, gallery, icon, paint, symbol_sheet, symbols
from fattorino.server.access import get_tables, is_host, person_of, shared_url, viewer_of
from fattorino.server.book import book, contents
from fattorino.server.matches import CLOCKS
from fattorino.server.problems import Problem, from_error
from fattorino.server.table import COLOURS, Seat, Table

WEB = Path(__file__).parent.parent / "web"
STATIC = WEB / "static"
NEWEST, NEWEST_ROWS = 16, 6  # lines of log and chat, rows of tables in an update; a page brings them all
SPECTATOR = -1

router = APIRouter(include_in_schema=False)


@cache
def templates() -> Any:
    """The templates of the pages."""
    made = environment(WEB / "templates")
    made.globals["symbol_sheet"] = symbol_sheet()
    made.globals["stamp"] = hashlib.blake2b(
        b"".join(path.read_bytes() for path in sorted(STATIC.iterdir())), digest_size=5
    ).hexdigest()
    return made


@cache
def macros() -> Any:
    """The parts of a table's page."""
    return templates().get_template("fragments.html").module


def page(request: Request, name: str, status: int = 200, /, **values: Any) -> HTMLResponse:
    """One page, in the theme the reader chose."""
    theme = request.cookies.get("theme", "")
    values["theme"] = theme if theme in ("light", "dark") else ""
    html = templates().get_template(name).render(values)
    return HTMLResponse(html, status, headers={"Cache-Control": "no-store"})


# -- words about a table ---------------------------------------------------------------------------------


def colour_names() -> list[str]:
    """The seats' colours with their shapes."""
    return [
        _("orange circle"),
        _("sky-blue square"),
        _("green triangle"),
        _("yellow diamond"),
        _("blue star"),
        _("vermilion hexagon"),
    ]


def bot_words(bot: str) -> str:
    """A bot as a choice."""
    return _("{bot} bot").format(bot=bot.capitalize())


def known_as(text: str, seats: Sequence[Seat]) -> str:
    """A sentence with people's names in place of the names of their chairs."""
    people = {seat.role.name: seat.name for seat in seats if seat.kind == "human" and seat.name}
    if not any(chair in text for chair in people):
        return text
    chairs = "|".join(map(re.escape, people))
    return re.sub(rf"\b(?:{chairs})\b", lambda found: people[found[0]], text)


def chair_words(seat: Seat) -> str:
    """A chair and who sits on it."""
    if seat.name in ("", seat.role.name):
        return seat.role.name
    return _("{name} ({chair})").format(name=seat.name, chair=seat.role.name)


def short_name(seat: Seat) -> str:
    """What somebody is called; bots are all alike, so their chair comes with them."""
    return chair_words(seat) if seat.kind == "bot" else seat.name or seat.role.name


def title_of(option: str) -> str:
    """An option's name as words."""
    return _(option.replace("_", " ").capitalize())


def people_words(table: Table) -> str:
    """Who sits at a table, in one line."""
    return ", ".join(seat.name for seat in table.seats if seat.kind in ("human", "bot") and seat.name)


def table_words(table: Table) -> str:
    """How a table stands, in one line."""
    if table.status == "open":
        free = sum(seat.kind == "open" and seat.plays for seat in table.seats)
        return several("{n} seat free", "{n} seats free", free) if free else _("about to begin")
    return _("over") if table.over else _("in play")


def entry(table: Table) -> dict[str, Any]:
    """A table as a line of the menu."""
    return {"id": table.id, "game": table.game, "people": people_words(table), "words": table_words(table)}


def qr(url: str) -> Markup:
    """The address for the camera of a phone."""
    return Markup(segno.make(url, error="m").svg_inline(scale=4, border=1, dark="#2b2320", light="#fff"))


# -- the parts of a table's page -------------------------------------------------------------------------


def fragments(
    table: Table, viewer: int | None, host: bool = False, base_url: str = "", whole: bool = False
) -> dict[str, str]:
    """The parts of a table's page by element id, exactly as this viewer may see them.

    An update has the newest lines of log and chat; `whole`, for the page itself, has them all. `host` adds
    what only the maker of a table that has not begun may have: the links of empty seats, bots, the start.
    """
    make = macros()
    parts: dict[str, Any]
    if table.match is None:
        parts = dict.fromkeys(("tools", "tables", "legend", "log", "actions", "status"), "")
        parts["board"] = make.lobby(lobby(table, viewer, host, base_url))
    else:
        parts = dict(table.kept(viewer, f"page{whole}", lambda: _of_the_view(table, viewer, whole)))
        scene = scene_for(table, viewer)
        notes = None if viewer is None or "notes" not in scene else json.dumps(table.notes.get(viewer, {}))
        parts["board"] = make.board(parts["board"], scene, notes, None)
        parts["status"] = make.status(outcome(table, viewer))
    parts["prompt"] = make.prompt(asked(table, viewer, host))
    parts["players"] = make.players(players(table, viewer))
    lines = table.heard(viewer)
    first = 0 if whole else max(0, len(lines) - NEWEST)
    parts["chat"] = make.chat([chat_line(table, line) for line in lines[first:]], first)
    return {name: str(part) for name, part in parts.items()}


def _of_the_view(table: Table, viewer: int | None, whole: bool) -> dict[str, Any]:
    """The parts that change only when this viewer's view does."""
    make = macros()
    scene = scene_for(table, viewer)
    lines = table.log(viewer)
    first = 0 if whole else max(0, len(lines) - NEWEST)
    lines = [known_as(line, table.seats) for line in lines[first:]]
    return {
        "board": paint(table.game, scene, [seat.colour for seat in table.seats]),
        "actions": make.actions(table.legal(viewer)),
        "tools": tools(table.game, scene, [seat.colour for seat in table.seats]),
        "tables": make.tables(written(scene, table.seats, whole)),
        "legend": legend(_("Signs"), tuple(scene.get("legend", ()))),
        "log": make.log(lines, first, table.fresh(viewer)),
    }


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
    pad = paint(game, scene, colours, "pad") if "pad" in scene else ""
    return str(macros().tools(pad, scene, [])) if pad or "hand" in scene else ""


@lru_cache(64)
def legend(title: str, signs: tuple[tuple[str, str], ...]) -> str:
    """What the symbols mean."""
    return str(macros().legend(title, signs))


def written(scene: Mapping[str, Any], seats: Sequence[Seat], whole: bool) -> list[dict[str, Any]]:
    """What is written down, with people's names: all of it, or the newest rows."""
    shown = []
    for table in scene.get("tables", []):
        first = 0 if whole else max(0, table["count"] - NEWEST_ROWS)
        rows = [[known_as(cell, seats) for cell in table["row"](n)] for n in range(first, table["count"])]
        shown.append({"title": table["title"], "columns": table["columns"], "first": first, "rows": rows})
    return shown


def asked(table: Table, viewer: int | None, host: bool) -> dict[str, Any]:
    """The line that says what is asked of a viewer."""
    seat = None if viewer is None else table.seats[viewer]
    words = known_as(table.prompt(viewer), table.seats)
    undo = None
    if table.match is not None and not table.over and seat is not None and seat.role.decides:
        undo = undo_reason(table, viewer)
    return {
        "words": words if table.match is not None else opening_words(table),
        "asked": table.asked(viewer) and not (seat is not None and seat.stand_in),
        "deadline": table.deadline(viewer) if table.clock else None,
        "frozen": table.frozen,
        "undo": undo,
        "viewer": viewer,
        "give_back": seat is not None and bool(seat.stand_in),
        "start": table.why_not_start() if host and table.match is None else None,
    }


def undo_reason(table: Table, viewer: int | None) -> str:
    """'' if a step can be taken back; else one sentence that does not depend on what others do unseen."""
    if not table.why_no_undo(viewer):
        return ""
    return _(
        "Nothing to take back: a step can be undone until something is revealed or somebody else decides."
    )


def opening_words(table: Table) -> str:
    """What is going on before the game."""
    return _("Take a seat. {missing}").format(missing=table.why_not_start())


def players(table: Table, viewer: int | None) -> list[dict[str, Any]]:
    """Who sits where, and what everybody can see of them."""
    marks: list[list[tuple[str, str]]] = []
    if table.match is not None:
        marks = scene_for(table, viewer).get("players", [])
    moving = table.to_move(viewer)
    shared = table.status == "running" and viewer is not None
    shown = []
    for seat in table.seats:
        if seat.kind == "closed":
            continue
        symbol, words = presence(seat)
        away = seat.kind == "human" and not seat.connected and not seat.stand_in and seat.role.decides
        shown.append(
            {
                "number": seat.number,
                "colour": seat.colour,
                "name": seat.name or _("nobody yet"),
                "role": seat.role.name if seat.name != seat.role.name else "",
                "you": seat.number == viewer,
                "turn": seat.number == moving,
                "marks": marks[seat.number] if seat.number < len(marks) else [],
                "state_symbol": symbol,
                "state": words,
                "can_take_over": away
                and table.status == "running"
                and viewer is not None
                and seat.number != viewer,
                "take_over": json.dumps({"bot": bots.names()[-1]}),
                "notes": shared and seat.number != viewer and bool(table.notes_of(viewer, seat.number)),
                "table": table.id,
            }
        )
    return shown


def presence(seat: Seat) -> tuple[str, str]:
    """Whether somebody is there, as a symbol and in words."""
    if seat.kind == "bot":
        return "robot", _("bot")
    if seat.kind == "open":
        return "maybe", _("empty")
    if seat.stand_in:
        return "robot", _("away, a bot plays")
    return ("free", _("connected")) if seat.connected else ("maybe", _("not connected"))


def chat_line(table: Table, line: Any) -> dict[str, Any]:
    """A line of chat with the colour of who said it."""
    return {"name": line.name, "text": line.text, "colour": table.seats[line.seat].colour}


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
                "lines": [(known_as(words, table.seats), points) for words, points in lines],
                "score": scores[number] if number < len(scores) else 0,
            }
        )
    won = [short_name(table.seats[number]) for number in winners]
    if viewer is not None and viewer in winners:
        told["headline"] = _("You won!") if len(won) == 1 else _("You won, with others!")
    else:
        told["headline"] = _("{names} won").format(names=", ".join(won)) if won else _("Nobody won")
    told["opened"], told["seated"] = table.opened, viewer is not None
    return told


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
        "bots": [(bot, bot_words(bot)) for bot in bots.names(table.game.name)],
        "colours": [(c, colour_names()[c], c in free) for c in range(COLOURS)],
        "missing": table.why_not_start(),
    }


def tabs() -> list[tuple[str, str]]:
    """The panels beside the board."""
    return [("players", _("Players")), ("log", _("Log")), ("tables", _("Record")), ("chat", _("Chat"))]


# -- front page and new table ----------------------------------------------------------------------------

_covers: dict[str, Markup] = {}
COVERS = 6


def cover(game: Game) -> Markup:
    """A game's picture on its card: its own board after a game played at random, the richest of a few."""
    if game.name not in _covers:
        drawn = max((_random_end(game, seed) for seed in range(COVERS)), key=len)
        drawn = re.sub(r' (?:id|data-[a-z]+|aria-label|role|class)="[^"]*"', "", drawn)
        _covers[game.name] = Markup(drawn.replace("<svg", '<svg aria-hidden="true"', 1))
    return _covers[game.name]


def _random_end(game: Game, seed: int) -> str:
    match, chance = game.new(seed=seed), random.Random(seed)
    while not match.over:
        match.play(int(chance.choice(match.legal())))
    return str(paint(game, game.scene(match.view(None), SPECTATOR)))


async def card(request: Request, name: str) -> dict[str, Any]:
    """A game as a card of the menu."""
    game, progress = load(name), get_tables(request).warming.progress(name)
    ready = progress.state == "ready"
    words = (
        _("In the oven: {what}").format(what=progress.name) if progress.name else _("Waiting for the oven")
    )
    if progress.state == "failed":
        words = _("This game could not be prepared; the server's log says why.")
    low, high = min(game.seats), max(game.seats)
    players = str(low) if low == high else f"{low}–{high}"
    return {
        "game": game,
        "seats": _("{n} players").format(n=players),
        "ready": ready,
        "cover": await asyncio.to_thread(cover, game) if ready else icon("pizza"),
        "progress_words": words,
        "step": progress.step,
        "of": progress.of or 1,
    }


@router.get("/", response_class=HTMLResponse)
async def front(request: Request) -> Response:
    """The menu."""
    tables, viewer = get_tables(request), person_of(request)
    games = [await card(request, name) for name in names()]
    yours = await tables.of_person(viewer, 12)
    mine = {table.id for table in yours}
    listed = [table for table in await tables.listed() if table.id not in mine]
    return page(
        request,
        "front.html",
        games=games,
        busy=any(not game["ready"] for game in games),
        yours=[entry(table) for table in yours],
        open=[entry(table) for table in listed if table.status == "open"],
        running=[entry(table) for table in listed if table.status == "running"],
    )


@router.get("/new/{game}", response_class=HTMLResponse)
async def new_table(request: Request, game: str) -> Response:
    """The form for a new table; the answers given so far are in the query."""
    try:
        loaded = load(game)
    except FattorinoError as error:
        raise from_error(error) from None
    given = request.query_params
    wanted: dict[str, Any] = {"seats": given["seats"]} if given.get("seats") else {}
    for name, option in loaded.options.items():
        key = f"option-{name}"
        if key in given:
            wanted[name] = given[key]
        elif given and isinstance(option.default, bool) and name != "seats":
            wanted[name] = False
    try:
        settings = loaded.options.complete(wanted)
    except FattorinoError as error:
        raise from_error(error) from None
    return page(
        request,
        "new.html",
        game=loaded,
        settings=settings,
        chairs=chairs(loaded, settings, given.getlist("chair")),
        options=[option_choice(loaded, name, settings) for name in loaded.options if name != "seats"],
        clocks=CLOCKS,
        name=given.get("name", ""),
    )


def chairs(game: Game, settings: dict[str, Any], given: Sequence[str]) -> list[dict[str, Any]]:
    """Each chair with who may sit there."""
    made = []
    strongest = bots.names()[-1]
    for number, role in enumerate(game.roles(settings)):
        if role.decides:
            choices = [("me", _("Me")), ("open", _("A person, by link"))]
            choices += [(f"bot:{bot}", bot_words(bot)) for bot in bots.names(game.name)]
            usual = "me" if number == 0 else f"bot:{strongest}"
        else:
            choices = [
                ("none", _("Nobody")),
                ("open", _("A person who looks on, by link")),
                ("me", _("Me, looking on")),
            ]
            usual = "none"
        chosen = given[number] if number < len(given) else usual
        if chosen not in dict(choices):
            chosen = usual
        made.append(
            {"role": role, "plays": role.decides or role.scores, "choices": choices, "chosen": chosen}
        )
    return made


def option_choice(game: Game, name: str, settings: dict[str, Any]) -> dict[str, Any]:
    """An option as a field of the form."""
    option = game.options[name]
    tick = isinstance(option.default, bool)
    return {
        "name": name,
        "title": title_of(name),
        "help": _(option.help),
        "tick": tick,
        "on": bool(settings[name]),
        "default": "" if tick else value_words(option, option.default),
        "choices": [
            (option.text(value), value_words(option, value), value == settings[name])
            for value in option.values
        ],
    }


def value_words(option: Any, value: Any) -> str:
    """A value of an option as words."""
    if value == "":
        return _("any")
    return _(option.text(value).replace("_", " ").replace(",", ", "))


# -- the table -------------------------------------------------------------------------------------------


@router.get("/t/{id}", response_class=HTMLResponse)
async def table_page(request: Request, id: str) -> Response:
    """A table as this visitor may see it."""
    table = await get_tables(request).get(id)
    viewer = viewer_of(request, table)
    parts = fragments(table, viewer, is_host(request, table), shared_url(request), whole=True)
    return page(
        request,
        "table.html",
        table=table,
        viewer=viewer,
        version=table.version(viewer),
        parts={name: Markup(part) for name, part in parts.items()},
        tabs=tabs(),
        silent=table.why_silent(viewer),
        open_tab="chat" if table.match is None else "log",
    )


@router.get("/t/{id}/s/{token}")
async def seat_link(request: Request, id: str, token: str) -> Response:
    """The link of a seat: from here on it belongs to this visitor."""
    tables = get_tables(request)
    table = await tables.get(id)
    await tables.claim(table, token, person_of(request))
    return RedirectResponse(
        f"/t/{id}", 303, headers={"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"}
    )


@router.get("/t/{id}/words", response_class=HTMLResponse)
async def words_page(request: Request, id: str) -> Response:
    """The board as text, as this visitor may see it: to be read aloud, or copied."""
    table = await get_tables(request).get(id)
    viewer = viewer_of(request, table)
    text = ""
    if table.match is not None:
        text = table.game.board(table.view(viewer), SPECTATOR if viewer is None else viewer)
    prompt = known_as(table.prompt(viewer), table.seats)
    plain = Text.from_markup(text).plain  # the terminal's colours are not for a page
    return page(request, "words.html", table=table, prompt=prompt, text=known_as(plain, table.seats))


@router.get("/t/{id}/notes/{seat}", response_class=HTMLResponse)
async def notes_page(request: Request, id: str, seat: str) -> Response:
    """Somebody's notes, where the table shares them: on what everybody knows, nothing of theirs besides."""
    table = await get_tables(request).get(id)
    owner, viewer = which_eyes(table, seat), viewer_of(request, table)
    marks = None if owner is None or table.match is None else table.notes_of(viewer, owner)
    if marks is None or owner is None:
        raise Problem("not_yours", _("These notes are private."))
    scene = scene_of(table.game, table.view(None), owner)
    board = paint(table.game, scene, [chair.colour for chair in table.seats])
    pencils = [(mark["id"], mark["symbol"], mark["name"]) for mark in scene.get("notes", [])]
    return page(
        request,
        "notes.html",
        table=table,
        owner=chair_words(table.seats[owner]),
        board=board,
        pencils=pencils,
        marks=json.dumps(marks),
    )


# -- replay ----------------------------------------------------------------------------------------------


def at_move(table: Table, move: int) -> Match:
    """The match as it stood after so many moves."""
    assert table.match is not None
    saved = table.match.save()
    saved["actions"] = saved["actions"][:move]
    return replay(saved, table.game)


def frame(table: Table, move: int, eyes: int | None) -> dict[str, str]:
    """One picture of a replay, as a seat saw it then."""
    match, make = at_move(table, move), macros()
    view = match.view(eyes)
    scene = scene_of(table.game, view, eyes)
    scene = {
        name: value for name, value in scene.items() if name not in ("notes", "pad")
    }  # nothing is played
    colours = [seat.colour for seat in table.seats]
    lines = [known_as(line, table.seats) for line in match.log(eyes)]
    before = len(at_move(table, move - 1).heard(eyes)) if move else 0
    marks = scene.get("players", [])
    moving = int(view.seat)
    people = [
        {
            "number": seat.number,
            "colour": seat.colour,
            "name": seat.name or seat.role.name,
            "role": seat.role.name if seat.name != seat.role.name else "",
            "you": False,
            "turn": seat.number == moving and not match.over,
            "marks": marks[seat.number] if seat.number < len(marks) else [],
            "state_symbol": "robot" if seat.kind == "bot" else "person",
            "state": bot_words(seat.bot) if seat.kind == "bot" else _("person"),
            "can_take_over": False,
            "notes": False,
        }
        for seat in table.seats
        if seat.kind != "closed"
    ]
    prompt = {
        "words": known_as(match.prompt(eyes), table.seats),
        "asked": False,
        "deadline": None,
        "frozen": "",
    }
    parts = {
        "board": make.board(paint(table.game, scene, colours), scene, None, None),
        "prompt": make.prompt(prompt | {"undo": None, "viewer": eyes, "give_back": False, "start": None}),
        "tools": tools(table.game, scene, colours),
        "players": make.players(people),
        "tables": make.tables(written(scene, table.seats, True)),
        "legend": legend(_("Signs"), tuple(scene.get("legend", ()))),
        "log": make.log(lines, 0, before),
    }
    return {name: str(part) for name, part in parts.items()}


async def finished(request: Request, id: str) -> Table:
    """A table whose game is over."""
    table = await get_tables(request).get(id)
    if not table.over or table.match is None:
        raise Problem("not_over", _("The game is still on: its replay comes afterwards."))
    return table


def which_eyes(table: Table, seat: str) -> int | None:
    """The seat named in an address; nothing is a spectator."""
    if seat in ("", "watch"):
        return None
    if not seat.isdecimal() or int(seat) >= len(table.seats):
        known = ", ".join(str(chair.number) for chair in table.seats)
        raise Problem(
            "bad_seat", _("There is no seat {seat!r}; the seats are: {known}.").format(seat=seat, known=known)
        )
    return int(seat)


@router.get("/replay/{id}", response_class=HTMLResponse)
async def replay_page(request: Request, id: str, move: int = 0, seat: str = "watch") -> Response:
    """The replay of a finished game, from a move on and from any seat's eyes."""
    table = await finished(request, id)
    assert table.match is not None
    eyes, moves = which_eyes(table, seat), table.match.move
    move = min(max(move, 0), moves)
    parts = await asyncio.to_thread(frame, table, move, eyes)
    seats = [("watch", _("somebody who watches"))] + [
        (str(chair.number), chair_words(chair)) for chair in table.seats
    ]
    return page(
        request,
        "replay.html",
        table=table,
        move=move,
        moves=moves,
        eyes="watch" if eyes is None else str(eyes),
        seats=seats,
        parts={name: Markup(part) for name, part in parts.items()},
        tabs=tabs()[:-1],
    )


@router.get("/replay/{id}/frame")
async def replay_frame(request: Request, id: str, move: int = 0, seat: str = "watch") -> Response:
    """One picture of a replay."""
    table = await finished(request, id)
    assert table.match is not None
    move = min(max(move, 0), table.match.move)
    parts = await asyncio.to_thread(frame, table, move, which_eyes(table, seat))
    return JSONResponse(
        {"move": move, "fragments": parts}, headers={"Cache-Control": "private, max-age=3600"}
    )


# -- rulebook and gallery --------------------------------------------------------------------------------


@router.get("/rules/{game}", response_class=HTMLResponse)
async def rules_page(request: Request, game: str) -> Response:
    """A game's rulebook with its components."""
    try:
        loaded = load(game)
    except FattorinoError as error:
        raise from_error(error) from None
    return page(
        request,
        "rules.html",
        game=loaded,
        book=book(loaded),
        contents=contents(loaded),
        gallery=gallery(loaded),
    )


@router.get("/gallery/{game}", response_class=HTMLResponse)
async def gallery_page(request: Request, game: str) -> Response:
    """Every component of a game, drawn."""
    try:
        loaded = load(game)
    except FattorinoError as error:
        raise from_error(error) from None
    return page(request, "gallery.html", game=loaded, gallery=gallery(loaded), names=list(symbols()))


@router.get("/rules", response_class=RedirectResponse)
async def rules_of_all() -> Response:
    """The rulebooks hang on the games' cards."""
    return RedirectResponse("/", 303)


# -- a way on --------------------------------------------------------------------------------------------


def error_page(request: Request, problem: Problem) -> HTMLResponse:
    """A friendly page with a way on, for a browser."""
    known = []
    if problem.code == "unknown_game":
        known = [(load(name).title, f"/rules/{name}") for name in names()]
    response = page(
        request, "error.html", problem.status, title=_(problem.title), detail=problem.detail, known=known
    )
    response.headers.update(problem.headers)
    return response

"""The home page: games as cards, open tables, the form for a new table; one click to a game or a lesson."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qs, urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup

from fattorino.games import load, load_all
from fattorino.kernel.errors import BadOption
from fattorino.kernel.game import Game
from fattorino.kernel.i18n import SOURCE, _, language, one_of
from fattorino.kernel.records import SPECTATOR
from fattorino.kernel.tables import read_table
from fattorino.render import icon, paint
from fattorino.server.http.auth import MAKERS_ONLY, Asker, Client, Service, may_make
from fattorino.server.pages.labels import bot_choice, entry, help_words, title_of, value_words
from fattorino.server.pages.templates import NOT_KEPT, page
from fattorino.server.precompile import Precompiler
from fattorino.server.problems import Problem
from fattorino.server.tables.bot_levels import levels, substitute
from fattorino.server.tables.lobby import CLOCKS, SeatOrder

router = APIRouter(include_in_schema=False)

COVER = "cover.svg"  # the picture on a game's card, beside its rules: `make pictures` draws it
ENOUGH = 150  # decisions until a board is full enough for a picture
LONG = 1.3  # ratio of height to width

_covers: dict[tuple[str, str], Markup] = {}


def cover(game: Game, tries: int = 1) -> Markup:
    """A picture for a game's card: its board after many random moves, the fullest of several.

    A long board is cropped to its upper part. Its symbols are those of the page.
    """
    drawn = max((_random_board(game, seed) for seed in range(tries)), key=len)
    used = "|".join(set(re.findall(r'href="#([^"]+)"', drawn)))
    drawn = re.sub(rf' (?:id="(?!(?:{used})")|(?:data-[a-z]+|aria-label|role|class)=")[^"]*"', "", drawn)
    _zero, _top, wide, high = map(float, drawn.split('viewBox="', 1)[1].split('"', 1)[0].split())
    fitted = ' preserveAspectRatio="xMidYMin slice"' if high > LONG * wide else ""
    return Markup(drawn.replace("<svg", f'<svg aria-hidden="true"{fitted}', 1))


def _random_board(game: Game, seed: int) -> str:
    match, chance = game.new(seed=seed), random.Random(seed)
    while not match.over and match.move < ENOUGH:
        match.play(int(chance.choice(match.legal())))
    return str(paint(game, game.scene(match.view(None), SPECTATOR)))


async def _picture(game: Game, compiled: bool) -> Markup:
    """The picture that comes with a game, or one that is drawn once the game is compiled."""
    key = (game.name, language())
    if key not in _covers:
        file = game.folder / COVER
        if language() == SOURCE and file.exists():
            _covers[key] = Markup(file.read_text(encoding="utf-8"))
        elif compiled:
            _covers[key] = await asyncio.to_thread(cover, game)
    return _covers.get(key) or icon("pizza")


async def card(game: Game, precompiler: Precompiler) -> dict[str, Any]:
    """A game as a card of the menu."""
    state, wait = precompiler.progress(game.name).state, precompiler.seconds_to_search(game.name)
    return {
        "game": game,
        "seats": _("{n} players").format(n=one_of(game.seats)),
        "cover": await _picture(game, state == "ready" or wait is None),
        "wait": _("Stronger bots will be ready {when}.").format(when=when(wait)) if wait else "",
        "compiling": state == "compiling",
    }


def when(seconds: float) -> str:
    """A waiting time in words."""
    minutes = round(seconds / 60)
    if minutes < 1:
        return _("in less than a minute")
    return _("in about {n} minutes").format(n=minutes) if minutes > 1 else _("in about a minute")


@router.get("/", response_class=HTMLResponse)
async def front(request: Request, service: Service, caller: Asker) -> Response:
    """The menu."""
    games = [await card(game, service.precompiler) for game in load_all()[0]]
    yours = await service.registry.of_person(caller.person, 12)
    mine = {table.id for table in yours}
    listed = [table for table in await service.registry.listed() if table.id not in mine]
    return page(
        request,
        "front.html",
        games=games,
        makes=may_make(request),
        busy=any(game["compiling"] for game in games),
        yours=[entry(table) for table in yours],
        open=[entry(table) for table in listed if table.status == "open"],
        running=[entry(table) for table in listed if table.status == "running"],
    )


@router.get("/new/{game}", response_class=HTMLResponse, dependencies=[MAKERS_ONLY])
async def new_table(request: Request, service: Service, game: str) -> Response:
    """The form for a new table; the choices so far are in the query."""
    loaded = load(game)
    given = request.query_params
    wanted: dict[str, Any] = {"seats": given["seats"]} if given.get("seats") else {}
    for name, option in loaded.options.items():
        key = f"option-{name}"
        if key in given:
            wanted[name] = given[key]
        elif given and isinstance(option.default, bool) and name != "seats":
            wanted[name] = False
    settings = loaded.options.complete(wanted)
    return page(
        request,
        "new.html",
        game=loaded,
        settings=settings,
        chairs=chairs(loaded, settings, given.getlist("chair")),
        guests={name: given[name] for name in given if name.startswith("guest-")},
        later=later(service.precompiler.seconds_to_search(game)),
        options=option_choices(loaded, settings),
        presets=presets(loaded, settings["seats"]),
        asked=request.url.query,
        clocks=CLOCKS,
        name=given.get("name", ""),
    )


def presets(game: Game, seats: int) -> list[tuple[str, str]]:
    """Presets of the form, as label and query: a first game, as printed, with everything.

    A first game has the seats of the lesson, the others as many as are chosen.
    """
    ready = [(_("As printed"), _query(game, {"seats": seats}))]
    if lesson := game.lesson:
        chosen = [("chair", "me" if k == lesson.seat else "bot:easy") for k in range(lesson.seats)]
        first = _query(game, lesson.options | {"seats": lesson.seats})
        ready.insert(0, (_("First game"), f"{first}&{urlencode(chosen)}"))
    path = game.folder / "presets.toml"
    if path.exists():
        given = read_table(path)
        ready.append((_("Everything"), _query(game, _that_many(game, seats, given["everything"]))))
    return ready


def _that_many(game: Game, seats: int, options: dict[str, Any]) -> dict[str, Any]:
    """Options with a number of seats, unless they do not go together."""
    try:
        game.settings(**options, seats=seats)
    except BadOption:
        return options
    return options | {"seats": seats}


def _query(game: Game, options: dict[str, Any]) -> str:
    given = []
    for name, value in game.options.complete(options).items():
        option = game.options[name]
        if name == "seats":
            given.append(("seats", str(value)))
        elif not isinstance(option.default, bool):
            given.append((f"option-{name}", option.text(value)))
        elif value:
            given.append((f"option-{name}", "on"))
    return urlencode(given)


def later(wait: float | None) -> str:
    """When searching bots become available; empty if they are."""
    if wait is None:
        return _("Bots that look ahead are not compiled here; the greedy bot plays for them.")
    if not wait:
        return ""
    text = _("Bots that look ahead will be ready {when}; until then the greedy bot plays for them.")
    return text.format(when=when(wait))


def chairs(game: Game, settings: dict[str, Any], given: Sequence[str]) -> list[dict[str, Any]]:
    """Each seat with its choices; a second person at the same device gives a name, too."""
    made: list[dict[str, Any]] = []
    for number, role in enumerate(game.roles(settings)):
        if role.decides:
            taken = any(chair["chosen"] == "me" for chair in made)
            choices = [
                ("me", _("Somebody else here") if taken else _("Me")),
                ("open", _("A person, by link")),
            ]
            choices += [(f"bot:{bot}", bot_choice(bot, role.builds)) for bot in levels(game.name)]
            usual = "me" if number == 0 else f"bot:{substitute()}"
        else:
            choices = [
                ("none", _("The computer")),
                ("open", _("An onlooker, by link")),
                ("me", _("Me, looking on")),
            ]
            usual = "none"
        chosen = given[number] if number < len(given) else usual
        if chosen not in dict(choices):
            chosen = usual
        made.append(
            {
                "role": role,
                "plays": role.decides or role.scores,
                "colour": number if role.colour is None else role.colour,
                "choices": choices,
                "chosen": chosen,
                "guest": chosen == "me" and any(chair["chosen"] == "me" for chair in made),
            }
        )
    return made


def option_choices(game: Game, settings: dict[str, Any]) -> list[dict[str, Any]]:
    """The options as form fields: those with a choice, given the other choices."""
    fields = [option_choice(game, name, settings) for name in game.options if name != "seats"]
    return [field for field in fields if len(field["choices"]) > 1]


def option_choice(game: Game, name: str, settings: dict[str, Any]) -> dict[str, Any]:
    """An option as a form field, with the values that fit the other choices."""
    option = game.options[name]
    tick = isinstance(option.default, bool)
    chosen, usual = settings[name], settings | {name: option.default}
    fitting = [
        value
        for value in option.values
        if value in (chosen, option.default) or fits(game, settings | {name: value}) or not fits(game, usual)
    ]
    return {
        "name": name,
        "title": title_of(option),
        "help": help_words(game.options, name),
        "tick": tick,
        "on": bool(chosen),
        "default": "" if tick else value_words(option, option.default),
        "choices": [(option.text(value), value_words(option, value), value == chosen) for value in fitting],
    }


def fits(game: Game, settings: dict[str, Any]) -> bool:
    """Whether these options go together."""
    return not (game.check_options and game.check_options(settings))


@router.post("/play/{game}", dependencies=[MAKERS_ONLY])
async def play_now(request: Request, service: Service, caller: Asker, client: Client, game: str) -> Response:
    """A table against bots, with default options."""
    loaded = load(game)
    seat = loaded.lesson.seat if loaded.lesson else 0  # the seat that is easiest to learn
    return await _open(request, service, caller, client, loaded, seat, substitute(), {})


@router.post("/learn/{game}", dependencies=[MAKERS_ONLY])
async def learn(request: Request, service: Service, caller: Asker, client: Client, game: str) -> Response:
    """The lesson: a real game with a prepared opening, and the coach."""
    loaded = load(game)
    lesson = loaded.lesson
    if lesson is None:
        raise Problem("no_lesson", _("{game} has no lesson.").format(game=loaded.title))
    options = lesson.options | {"seats": lesson.seats}
    answer = await _open(
        request, service, caller, client, loaded, lesson.seat, lesson.bot, options, lesson.seed
    )
    answer.headers["Location"] += "?learn"
    return answer


async def _open(
    request: Request,
    service: Service,
    caller: Asker,
    client: Client,
    game: Game,
    mine: int,
    bot: str,
    options: dict[str, Any],
    seed: int | None = None,
) -> RedirectResponse:
    """Create a table with bots, seat the visitor, and redirect there."""
    if not caller.person:
        raise Problem("no_seat", _("A seat is kept by a cookie; please allow cookies for this site."))
    request.app.state.limits.take_table(client)
    name = parse_qs((await request.body()).decode("utf-8", "replace")).get("name", [""])[0]
    roles = game.roles(game.options.complete(options))
    orders = [
        SeatOrder("human" if number == mine else "bot", "" if number == mine else bot, "", role.colour)
        for number, role in enumerate(roles)
        if role.decides or role.scores
    ]
    made = await service.lobby.create(game.name, orders, options, seed=seed, host=caller.person, start=True)
    await service.lobby.claim(made.table, made.tokens[mine], caller.person, name or None)
    return RedirectResponse(made.table.link(), 303, headers=NOT_KEPT)


@router.get("/accessibility", response_class=HTMLResponse)
async def accessibility_page(request: Request) -> Response:
    """How to play without seeing, hearing or pointing, and known limitations."""
    return page(request, "accessibility.html")

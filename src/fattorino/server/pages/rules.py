"""A game's rules as pages: the primer, the rulebook, its components.

A game's `primer.toml` has the chapters of the introduction: a title, a few sentences, and a position to be
drawn, which the greedy bot reaches from a seed. Marks on the board are numbered and explained below, and
arrows connect them. Rules named by a chapter link to its picture. In the rulebook each rule has a fixed
anchor, and every mention of an id is a link.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup, escape

from fattorino.bots.positions import view_after
from fattorino.games import load
from fattorino.kernel.game import Game
from fattorino.kernel.i18n import _, cached_per_language
from fattorino.kernel.tables import read_table
from fattorino.render import gallery, paint, symbols
from fattorino.server.pages.templates import page

router = APIRouter(include_in_schema=False)

_ITEM = re.compile(r"<li>\s*(?:<p>)?<strong>([A-Z]{2}(?:-[A-Z0-9]+)+)</strong>")
_ROW = re.compile(r"<tr>\s*<td>([A-Z]{2}-AMB-[0-9]+)</td>")
_HEADING = re.compile(r"<h([23])>(.*?)</h\1>")
_CHAPTER = re.compile(r"(<h2 [^>]*>.*?</h2>)(.*?)(?=<h2 |\Z)", re.DOTALL)
_MENTION = re.compile(r"(?<![\w\"#-])([A-Z]{2}(?:-[A-Z0-9]+)+)\b(?![^<]*>)(?!</a>)")


@router.get("/rules/{game}", response_class=HTMLResponse)
async def rules_page(request: Request, game: str) -> Response:
    """A game's rulebook with its components."""
    loaded = load(game)
    first = await asyncio.to_thread(primer, loaded)
    values = {"book": book(loaded), "contents": contents(loaded), "gallery": gallery(loaded)}
    return page(request, "rules.html", game=loaded, primer=first, **values)


@router.get("/rules/{game}/pieces", response_class=HTMLResponse)
async def pieces_page(request: Request, game: str) -> Response:
    """Every card, tile and piece of a game with its picture and description."""
    return await gallery_page(request, game)


@router.get("/gallery/{game}", response_class=HTMLResponse)
async def gallery_page(request: Request, game: str) -> Response:
    """Every component of a game, drawn."""
    loaded = load(game)
    return page(request, "gallery.html", game=loaded, gallery=gallery(loaded), names=list(symbols()))


@router.get("/rules", response_class=RedirectResponse)
async def rules_of_all() -> Response:
    """Rulebooks are linked from the games' cards: redirect there."""
    return RedirectResponse("/", 303)


@dataclass(frozen=True)
class Picture:
    """A position as a seat sees it, with marked things (target or id, words) and arrows (from, to)."""

    seed: int
    moves: int
    seat: int = 0
    seats: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    marks: tuple[tuple[str, str], ...] = ()
    arrows: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Chapter:
    """A part of the primer."""

    title: str
    text: tuple[str, ...]
    picture: Picture | None = None
    rules: tuple[str, ...] = ()


def chapters(game: Game) -> list[Chapter]:
    """The primer of a game; empty if it has none."""
    path = game.folder / "primer.toml"
    if not path.exists():
        return []
    found = []
    for given in read_table(path)["chapter"]:
        picture = given.get("picture")
        if picture is not None:
            for kind in ("marks", "arrows"):
                picture[kind] = tuple((target, other) for target, other in picture.get(kind, ()))
            picture = picture.record(Picture)
        found.append(Chapter(given["title"], tuple(given["text"]), picture, tuple(given.get("rules", ()))))
    return found


def drawn(game: Game, picture: Picture, number: int) -> Markup:
    """The picture with its numbered marks."""
    where = picture.moves, picture.seat, picture.seed, picture.seats
    seen = view_after(game, *where, **picture.options)
    scene = {"title": game.title} | game.scene(seen, picture.seat)
    svg = str(paint(game, scene))
    own = "|".join(re.escape(name) for name in re.findall(r' id="([^"]*)"', svg))
    svg = re.sub(rf'( id="| href="#)({own})"', rf'\1p{number}-\2"', svg)  # unique ids
    signs = [("number", count, target) for count, (target, _words) in enumerate(picture.marks, 1)]
    for count, ends in enumerate(picture.arrows, 1):
        signs += [(end, count, target) for end, target in zip(("from", "to"), ends, strict=True)]
    for sign, count, target in signs:
        found = re.compile(rf'( data-target="{re.escape(target)}"| id="p{number}-{re.escape(target)}")')
        if not found.search(svg):
            raise ValueError(f"{game.name}: primer.toml marks {target!r}, which is not on the board")
        svg = found.sub(rf' data-{sign}="{count}"\1', svg, count=1)
    return Markup(svg)


@cached_per_language
def primer(game: Game) -> list[dict[str, Any]]:
    """The primer as the page shows it."""
    shown = []
    for number, chapter in enumerate(chapters(game), 1):
        picture = chapter.picture
        shown.append(
            {
                "title": _(chapter.title),
                "text": [_(text) for text in chapter.text],
                "picture": drawn(game, picture, number) if picture else "",
                "marks": [_(words) for _target, words in picture.marks] if picture else [],
            }
        )
    return shown


def slug(text: str) -> str:
    """A heading as a URL fragment."""
    plain = re.sub(r"<[^>]+>|&[a-z]+;", "", text).lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


@cache
def book(game: Game) -> Markup:
    """The rulebook as HTML; raw HTML in the text is shown as text."""
    text = game.rulebook.path.read_text(encoding="utf-8")
    from markdown_it import MarkdownIt  # loaded when it is first needed

    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    anchors = {name: name for name in [*game.rulebook.ids, *_ROW.findall(html)]}
    html = _ROW.sub(r'<tr id="\1"><td>\1</td>', html)
    for rule in game.rulebook.ids:  # a mention of GT-TELE links to GT-TELE-1
        anchors.setdefault(rule.rpartition("-")[0], rule)
    html = _MENTION.sub(
        lambda found: f'<a href="#{anchors[found[1]]}">{found[1]}</a>' if found[1] in anchors else found[1],
        html,
    )
    html = re.sub(r'(<tr id="[^"]*"><td>)<a [^>]*>([^<]*)</a>', r"\1\2", html)
    html = re.sub(r"<strong><a [^>]*>([^<]*)</a></strong>", r"<strong>\1</strong>", html)
    html = _ITEM.sub(r'<li id="\1"><a class="rule" href="#\1">\1</a>', html)
    for number, chapter in enumerate(chapters(game), 1):
        for rule in chapter.rules:
            named = f'<a class="rule" href="#{rule}">{rule}</a>'
            html = html.replace(named, f'{named} <a class="see" href="#primer-{number}">see the picture</a>')
    html = _HEADING.sub(lambda found: f'<h{found[1]} id="{slug(found[2])}">{found[2]}</h{found[1]}>', html)
    html = _CHAPTER.sub(r'<details class="chapter"><summary>\1</summary>\2</details>', html)
    html = html.replace("<table>", '<div class="wide" tabindex="0" role="group" aria-label="table"><table>')
    return Markup(html.replace("</table>", "</table></div>"))


@cache
def contents(game: Game) -> list[tuple[str, Markup]]:
    """The headings of the rulebook: anchor and words."""
    found = re.findall(r'<h2 id="([^"]*)">(.*?)</h2>', book(game))
    return [(str(escape(anchor)), Markup(words)) for anchor, words in found]

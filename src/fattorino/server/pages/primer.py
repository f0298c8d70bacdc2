"""The introduction to a game's rules: its goal and actions, on positions drawn by the game.

A game's `primer.toml` has the chapters: a title, a few sentences, and a position to be drawn, which the
greedy bot reaches from a seed. Marks on the board are numbered and explained below, and arrows connect them.
Rules named by a chapter link to its picture.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from markupsafe import Markup

from fattorino.bots.positions import view_after
from fattorino.kernel.game import Game
from fattorino.kernel.i18n import _, language
from fattorino.render import paint


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
    for given in tomllib.loads(path.read_text(encoding="utf-8"))["chapter"]:
        picture = given.get("picture")
        if picture is not None:
            for kind in ("marks", "arrows"):
                picture[kind] = tuple((target, other) for target, other in picture.get(kind, ()))
            picture = Picture(**picture)
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


@cache
def _primer(game: Game, _language: str) -> list[dict[str, Any]]:
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


def primer(game: Game) -> list[dict[str, Any]]:
    """The primer as the page shows it, in the language spoken now."""
    return _primer(game, language())

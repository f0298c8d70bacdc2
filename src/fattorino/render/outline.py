"""The board as a list: every named place in its region, for keyboard navigation and screen readers.

The list is read from the drawing itself, so the picture, the accessible tree, the page of words and the
terminal cannot say different things. `data-region` names the part of the board a place lies in, `data-tell`
(or `aria-label`) says what is known of it, `data-target` which actions it stands for, `data-mine` that it
belongs to the viewer, `data-blank` that there is nothing to say of it: it is walked, but listed only while it
can be chosen.
"""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from fattorino.kernel.game import Game
from fattorino.kernel.i18n import _
from fattorino.render import paint


class Place(NamedTuple):
    """A named element of the board."""

    words: str
    target: str = ""  # of the actions it stands for
    mine: bool = False
    blank: bool = False  # listed only while it can be chosen


class Region(NamedTuple):
    """A part of the board."""

    name: str
    places: tuple[Place, ...]


def outline(game: Game, scene: Mapping[str, Any], colours: Sequence[int] | None = None) -> list[Region]:
    """Board, controls and hand, region by region in the order they are drawn."""
    found = dict[str, list[Place]]()
    for part in ("board", "pad") if "pad" in scene else ("board",):
        drawing = ElementTree.fromstring(paint(game, scene, colours, part))
        for region, place in _places(drawing, drawing.get("aria-label", ""), False):
            found.setdefault(region, []).append(place)
    for card in scene.get("hand", ()):
        count = card.get("count", 1)
        name = card["name"] if count == 1 else f"{card['name']} × {count}"
        words = f"{name}: {card['text']}" if card.get("text") else name
        found.setdefault(_("Your hand"), []).append(Place(words, card.get("target", ""), True))
    return [Region(name, tuple(places)) for name, places in found.items()]


def _places(el: ElementTree.Element, region: str, mine: bool) -> Iterator[tuple[str, Place]]:
    region, mine = el.get("data-region", region), mine or "data-mine" in el.attrib
    target, tell = el.get("data-target", ""), el.get("data-tell", "")
    blank = "data-blank" in el.attrib
    if target or (tell and not blank):
        yield region, Place(tell or el.get("aria-label", ""), target, mine, blank)
    for child in el:
        yield from _places(child, region, mine)

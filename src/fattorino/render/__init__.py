"""Rendering: the board's SVG from a view and a game's own template; all games share one set of symbols.

A game's `scene(view, seat)` returns the content in plain Python; its `board.svg.j2` draws it.
The scene is a dict; `width`, `height` and `title` frame the picture (or the template draws its own <svg>),
the rest is between the game and its template. Every page understands these keys; each may be missing:

    pad      size of a second picture, drawn by `pad.svg.j2`: controls within reach of the thumb
    shape    layout of board and pad: "long" scrolls in its frame; "double" scrolls too and has two columns,
             of which a phone shows one; "wing" has a narrow column on the right, of which a phone shows the
             edge, "keyed" a broader one, to which it scrolls; "broad" takes the full width
    hand     cards of the viewer: dicts with name, text, symbol, and target, count where they apply
    notes    marks the viewer may paint on elements with `data-grid`: dicts with id, name, symbol
    players  for each seat a list of (symbol, words): what everybody can see before it
    tables   what is written down: dicts with title, columns, count, and row, which gives the nth row
    legend   what the drawn symbols mean: pairs (symbol, words)

Elements with `data-target` stand for actions (the game's `target`); where one stands for several,
`data-pictures` may name a drawing of each. `data-tell` is what an element says when it is hovered or
long-pressed. One with `data-when` and visibility="hidden" is shown while the target it names is pointed at. A
rectangle with `data-grid="name"` and `data-columns` can be written on: its cells are called name-COLUMN_ROW.
Colours are CSS variables with a fallback, so that a board is right on the page, light or dark, and alone in a
notebook or a file.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, TemplateSyntaxError
from markupsafe import Markup, escape

from fattorino.kernel.errors import BadGame
from fattorino.kernel.faults import sentence
from fattorino.kernel.game import Game
from fattorino.kernel.i18n import _, ngettext
from fattorino.render.quick import QuickEnvironment, Still

FOLDER = Path(__file__).parent
INK, PAPER, CARD = "var(--ink, #2b2320)", "var(--paper, #fbf6ea)", "var(--card, #fffdf7)"
SOFT, TOMATO, BASIL = "var(--ink-soft, #6f635a)", "var(--tomato, #c8402a)", "var(--basil, #3f7a3a)"
CRUST, NIGHT = "var(--crust, #d9a441)", "var(--night, #3b3f6b)"
FACE, FACE_2 = "var(--face, #fffdf7)", "var(--face-2, #f6ecd6)"  # cards and slips: paper in the dark, too
FACE_INK, FACE_SOFT, FACE_LINE = "#2b2320", "var(--face-soft, #6f635a)", "var(--face-line, #cdbd9f)"
LINE = 2.0  # the weight of a symbol's lines on a board, whatever its size
SEAT_COLOURS = ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00"]  # Okabe and Ito
SEAT_LINE = "var(--seat-line, #2b2320)"
FONT = "Figtree, 'Segoe UI', 'DejaVu Sans', sans-serif"  # the page brings the first of each
SERIF = "Fraunces, Georgia, 'DejaVu Serif', serif"

_USED = re.compile(r'href="#s-([a-z0-9-]+)"')
_SYMBOL = re.compile(r'<symbol id="s-([a-z0-9-]+)".*?</symbol>', re.DOTALL)


@cache
def symbols() -> dict[str, str]:
    """The markup of every symbol by name."""
    text = (FOLDER / "symbols.svg").read_text(encoding="utf-8")
    return {found[1]: found[0] for found in _SYMBOL.finditer(text)}


@cache
def symbol_sheet() -> Markup:
    """All symbols in one hidden SVG, included once per page."""
    return Markup('<svg class="symbols" aria-hidden="true" focusable="false"><defs>{}</defs></svg>').format(
        Markup("".join(symbols().values()))
    )


@lru_cache(8192)  # the same few squares over and over
def symbol(name: str, x: float, y: float, size: float, colour: str = INK) -> Markup:
    """A symbol with its middle at x, y."""
    if name not in symbols():
        raise KeyError(f"there is no symbol {name!r} in symbols.svg")
    weight = min(2.2, max(1.0, LINE * 24 / size))
    return Markup(  # our own numbers and colours: nothing to escape
        f'<use href="#s-{name}" x="{x - size / 2:g}" y="{y - size / 2:g}" width="{size:g}" height="{size:g}" '
        f'color="{colour}" stroke-width="{weight:.2g}"/>'
    )


@cache
def icon(name: str, label: str = "") -> Markup:
    """A symbol in a line of text; hidden from screen readers unless it has a label."""
    if name not in symbols():
        raise KeyError(f"there is no symbol {name!r} in symbols.svg")
    voice = Markup('role="img" aria-label="{}"').format(label) if label else Markup('aria-hidden="true"')
    return Markup(f'<svg class="icon" viewBox="0 0 24 24" {voice}><use href="#s-{name}"/></svg>')


def seat_colour(number: int) -> str:
    """A seat's colour as a CSS value."""
    return f"var(--seat-{number}, {SEAT_COLOURS[number]})"


@lru_cache(2048)
def badge(number: int, x: float, y: float, size: float) -> Markup:
    """A seat's own shape in its own colour, with its middle at x, y."""
    return Markup(
        f'<use href="#s-seat-{number}" x="{x - size / 2:g}" y="{y - size / 2:g}" width="{size:g}" '
        f'height="{size:g}" fill="{seat_colour(number)}" stroke="{SEAT_LINE}" stroke-width="1.6"/>'
    )


WORDS: dict[str, Any] = {
    "_": _,
    "ngettext": ngettext,
    "symbol": symbol,
    "icon": icon,
    "badge": badge,
    "seat_colour": seat_colour,
    "INK": Markup(INK),
    "PAPER": Markup(PAPER),
    "CARD": Markup(CARD),
    "SOFT": Markup(SOFT),
    "TOMATO": Markup(TOMATO),
    "BASIL": Markup(BASIL),
    "CRUST": Markup(CRUST),
    "NIGHT": Markup(NIGHT),
    "FACE": Markup(FACE),
    "FACE_2": Markup(FACE_2),
    "FACE_INK": Markup(FACE_INK),
    "FACE_SOFT": Markup(FACE_SOFT),
    "FACE_LINE": Markup(FACE_LINE),
    "SERIF": Markup(SERIF),
}


def environment(*folders: Path) -> Environment:
    """Templates from these folders, with the helpers every template of the project may use."""
    made = QuickEnvironment(
        loader=FileSystemLoader([*folders, FOLDER]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,
        extensions=[Still],
    )
    made.globals.update(WORDS)
    return made


@cache
def _template(folder: Path, name: str) -> Template:
    try:
        return environment(folder).get_template(name)
    except TemplateSyntaxError as error:
        raise BadGame(str(error.message), f"{error.name}, line {error.lineno}") from error


def has_pad(game: Game) -> bool:
    """Whether a game draws controls of its own."""
    return (game.folder / "pad.svg.j2").exists()


def paint(
    game: Game, scene: Mapping[str, Any], colours: Sequence[int] | None = None, part: str = "board"
) -> Markup:
    """The picture of a scene without its symbols, for a page that includes them already."""
    seats = list(colours) if colours is not None else list(range(len(SEAT_COLOURS)))
    try:
        template = _template(game.folder, f"{part}.svg.j2")
        inside = template.render(scene, scene=scene, colour_of=seats).strip()
    except Exception as error:
        raise BadGame(f"{game.name} cannot be drawn: {sentence(game.folder, error)}") from error
    if inside.startswith("<svg"):
        return Markup(inside)  # a template may draw its own frame
    width, height = (scene["width"], scene["height"]) if part == "board" else scene[part]
    shape = scene.get("shape", {}).get(part)
    kind = f"{part} {part}-{game.name}{f' {shape}' if shape else ''}"
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" viewBox="0 0 {width:g} {height:g}" '
        f'role="group" aria-label="{escape(scene["title"])}" font-family="{FONT}" fill="{INK}">{inside}</svg>'
    )


def with_symbols(svg: Markup) -> Markup:
    """A standalone picture: the symbols it uses come first."""
    known = symbols()
    used = "".join(known[name] for name in dict.fromkeys(_USED.findall(svg)) if name in known)
    end = svg.index(">") + 1
    return svg[:end] + Markup("<defs>") + Markup(used) + Markup("</defs>") + svg[end:]


def draw(game: Game, view: Any, seat: int) -> str:
    """The board as a seat may see it (-1: a spectator), as a standalone SVG."""
    return str(with_symbols(paint(game, game.scene(view, seat))))


def gallery(game: Game) -> list[tuple[str, list[tuple[str, str, Markup]]]]:
    """Every component drawn, in sections of (name, what it is, picture); empty without a gallery."""
    if game.gallery is None:
        return []
    macros: Any = _template(game.folder, "pieces.svg.j2").module
    sections = []
    for title, pieces in game.gallery():
        drawn = []
        for name, note, macro, arguments in pieces:
            inside = getattr(macros, macro)(*arguments)
            svg = Markup(
                '<svg viewBox="0 0 64 64" role="img" aria-label="{}" fill="{}" font-family="{}">{}</svg>'
            )
            drawn.append((name, note, svg.format(name, INK, FONT, inside)))
        sections.append((title, drawn))
    return sections


__all__ = ["draw", "environment", "gallery", "has_pad", "icon", "paint", "symbol_sheet", "symbols"]

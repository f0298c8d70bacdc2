"""The squares of a deliverer's sheet, as pictures and as text."""

from functools import cache
from typing import Any

from fattorino.games.ghost_town import state as s
from fattorino.games.ghost_town.sentences import sign_names
from fattorino.games.ghost_town.walk import Sheet, Spot, Walk, ahead, walk_of
from fattorino.games.ghost_town.words import away
from fattorino.kernel.i18n import _, cached_per_language, listed, ngettext
from fattorino.kernel.records import NONE, Seat

SHEET_CELL = 40
WINDOW = s.WIDTH + 2  # squares of a sheet that are drawn: a town, with the walls around it

INK, SOFT, NIGHT = "var(--ink, #2b2320)", "var(--ink-soft, #6f635a)", "var(--night, #3b3f6b)"
CARD, TOMATO, GONE = "var(--card, #fffdf7)", "var(--tomato, #c8402a)", "var(--line, #d8cbb4)"
FACT_SYMBOLS = {  # symbol, share of the square, colour
    "start": ("start", 0.55, SOFT),
    "wall": ("wall", 1.0, CARD),
    "ghost": ("ghost", 0.75, NIGHT),
    "gone": ("ghost", 0.6, SOFT),
    "teleport": ("teleport", 0.75, NIGHT),
    "box": ("box", 0.7, INK),
    "pizza": ("pizza", 0.7, INK),
    "house": ("house", 0.75, TOMATO),
    "pig": ("pig", 0.7, INK),
}
SIGN_SYMBOLS = (
    (s.Sign.GHOST, "ghost", NIGHT),
    (s.Sign.PIZZA, "pizza", TOMATO),
    (s.Sign.HOUSE, "house", TOMATO),
)

Drawn = tuple[str, float, float, float, str]  # a symbol: name, middle, size, colour


def sheet_title(sheet: Sheet) -> str:
    """Where a sheet begins, in words."""
    if sheet.begins == "start":
        return _("From where you began")
    if sheet.begins == "teleport":
        return _("New sheet: a teleport took you elsewhere in turn {turn}").format(turn=sheet.turn)
    return _("New sheet: nobody says how far you flew in turn {turn}").format(turn=sheet.turn)


def standing_on(view: Any, seat: Seat) -> tuple[Walk, int, Spot]:
    """A deliverer's walk, current sheet and square; Back-to-Start leads back at once (GT-CARD-BACK-1)."""
    walk = walk_of(view, seat)
    pending = view.resume if view.phase == s.Phase.BARRIER else view.phase
    back = pending == s.Phase.EXTRA and view.seat == seat
    return (walk, 0, (0, 0)) if back else (walk, walk.at, walk.spot)


def time_now(view: Any) -> int:
    """How many pizzas have been taken, which is the time of a walk."""
    return sum(view.carried[k] != NONE for k in range(view.n))


@cache
def sheet_lines(count: int) -> str:
    """The lines of a sheet of squared paper."""
    side = count * SHEET_CELL
    return "".join(f"M{n * SHEET_CELL} 0v{side}M0 {n * SHEET_CELL}h{side}" for n in range(1, count))


def middle(spot: Spot) -> tuple[int, int]:
    """The centre of a square, relative to the corner of the square where the sheet begins."""
    return spot[0] * SHEET_CELL + SHEET_CELL // 2, spot[1] * SHEET_CELL + SHEET_CELL // 2


def squares(spots: Any) -> str:
    """Squares of a sheet as a path."""
    cell = SHEET_CELL
    return "".join(f"M{c * cell} {r * cell}h{cell}v{cell}h-{cell}z" for c, r in spots)


def first_shown(low: int, high: int) -> int:
    """The first of the rows or columns that are drawn, if the walk led from low to high.

    A sheet begins in the middle and moves as little as necessary. After a walk through the whole town, the
    walls on both sides are visible.
    """
    return min(max(-(WINDOW // 2), high + 2 - WINDOW), low - 1)


def spans(sheet: Sheet) -> list[tuple[int, int]]:
    """The extent of the walk, in columns and in rows."""
    return [(min(at), max(at)) for at in zip(*sheet.trail, strict=True)]


def outside(sheet: Sheet, spots: list[Spot]) -> set[Spot]:
    """Those of the squares that cannot belong to the town: too far from the other end of the walk."""
    inner = 1 if sheet.begins == "start" else 0  # GT-BUILD-3: no Start lies on the perimeter
    (left, right), (top, bottom) = (
        (max(high, inner) - size + 1, min(low, -inner) + size - 1)
        for (low, high), size in zip(spans(sheet), (s.WIDTH, s.HEIGHT), strict=True)
    )
    return {(c, r) for c, r in spots if not (left <= c <= right and top <= r <= bottom)}


def is_outside(sheet: Sheet, spot: Spot) -> bool:
    """Whether a square cannot belong to the town."""
    return bool(outside(sheet, [spot]))


def window(sheet: Sheet) -> list[Spot]:
    """The squares of a sheet that are drawn, row by row."""
    left, top = (first_shown(low, high) for low, high in spans(sheet))
    return [(c, r) for r in range(top, top + WINDOW) for c in range(left, left + WINDOW)]


def clear_squares(sheet: Sheet, time: int) -> set[Spot]:
    """The squares known to be empty until another pizza is taken: nothing was sensed next to them."""
    quiet = [spot for spot, heard in sheet.signs.items() if heard == (0, time)]
    clear = {ahead(spot, direction) for spot in quiet for direction in range(s.N_DIRECTIONS)}
    return {spot for spot in clear if sheet.facts.get(spot) in (None, "open")}


@cached_per_language
def lay_out(
    walk: Walk,
    now: int,
    number: int,
    spot: Spot | None,
    x: float,
    y: float,
    side: float,
    owner: Seat,
    warm: bool,
) -> dict[str, Any]:
    """One sheet with its corner at x, y; `spot` is its owner's square, `warm` whether they carry a pizza."""
    sheet = walk.sheets[number]
    known = sheet.facts
    symbols: list[Drawn] = []
    for at, fact in known.items():
        symbols += fact_symbols(at, fact, at == spot)
    for at, (bits, time) in sheet.signs.items():
        if at != spot:
            symbols += sign_symbols(at, bits, NIGHT if time == now else GONE)
    crossed = [at for at, fact in known.items() if fact == "gone"]
    clear = clear_squares(sheet, now)
    for at, time in sheet.missed.items():
        if known.get(at) in (None, "open") and at not in clear:
            crossed.append(at)
            symbols.append(("ghost", *middle(at), SHEET_CELL * 0.45, SOFT if time == now else GONE))
    heard = sheet.signs.get(spot) if spot else None
    beyond = outside(sheet, window(sheet))
    left, top = (first_shown(low, high) * SHEET_CELL for low, high in spans(sheet))
    return {
        "number": number,
        "title": sheet_title(sheet),
        "short": _("turn {turn}").format(turn=sheet.turn) if sheet.turn else _("start"),
        "begins": {"start": "start", "teleport": "teleport", "flight": "rook"}[sheet.begins],
        "x": x,
        "y": y,
        "side": side,
        "view": f"{left} {top} {WINDOW * SHEET_CELL} {WINDOW * SHEET_CELL}",
        "left": left,
        "top": top,
        "wide": WINDOW * SHEET_CELL,
        "lines": sheet_lines(WINDOW),
        "count": 2 * sheet.reach + 1,
        "corner": -sheet.reach * SHEET_CELL,
        "known": squares(known),
        "walked": squares(at for at, fact in known.items() if fact not in ("wall", "open", "ghost", "gone")),
        "walls": squares(at for at, fact in known.items() if fact == "wall"),
        "outside": squares(at for at in window(sheet) if at in beyond and known.get(at) != "wall"),
        "clear": [middle(at) for at in sorted(clear)],
        "crossed": "".join(f"M{a - 9} {b + 9}l18-18" for a, b in map(middle, crossed)),
        "symbols": symbols,
        "gone": GONE,
        "trail": " ".join(f"{a},{b}" for a, b in map(middle, sheet.trail)) if len(sheet.trail) > 1 else "",
        "here": middle(spot) if spot else None,
        "ring": ring_symbols(heard[0]) if heard else None,
        "warm": warm,
        "turn": walk.turn,
        "owner": owner,
        "ghost": None,
        "cells": [],
        "region": "",
        "tell": sheet_words(sheet),
    }


def fact_symbols(spot: Spot, fact: str, here: bool) -> list[Drawn]:
    """What is drawn for a known square; in the corner, if a token stands there."""
    if fact not in FACT_SYMBOLS:
        return []
    x, y = middle(spot)
    name, share, colour = FACT_SYMBOLS[fact]
    return [(name, x - 11, y - 11, 16, colour) if here else (name, x, y, SHEET_CELL * share, colour)]


def drawn_signs(signs: int) -> list[tuple[str, str]]:
    """The symbol and colour of each sign."""
    return [(name, colour) for sign, name, colour in SIGN_SYMBOLS if signs & sign]


def sign_symbols(spot: Spot, signs: int, ghosts: str) -> list[Drawn]:
    """What was sensed from a square that was left, along its lower edge."""
    x, y = middle(spot)
    return [
        (name, x - 12 + 12 * place, y + 12, 13, ghosts if name == "ghost" or ghosts == GONE else colour)
        for place, (name, colour) in enumerate(drawn_signs(signs))
    ]


def ring_symbols(signs: int) -> list[tuple[str, int, str]]:
    """What the ring around the eight squares shows: symbol, offset, colour."""
    return [(name, 26 * place - 45, colour) for place, (name, colour) in enumerate(drawn_signs(signs))]


def sheet_words(sheet: Sheet) -> str:
    """An older sheet in a sentence."""
    walked = ngettext("{n} square walked", "{n} squares walked", len(set(sheet.trail)))
    begins = _("the start") if sheet.begins == "start" else _("turn {turn}").format(turn=sheet.turn)
    return _("Older sheet, from {begins}: {walked}.").format(begins=begins, walked=walked)


# -- the squares in words --------------------------------------------------------------------------------


def cells(view: Any, seat: Seat, walk: Walk, number: int, spot: Spot) -> list[dict[str, Any]]:
    """The squares with a tooltip: what is known of each, and which an arrow leads to."""
    sheet = walk.sheets[number]
    moves = {} if view.over or view.phase == s.Phase.BUILD or view.place[seat] else reachable(sheet, spot)
    now = time_now(view)
    clear, drawn = clear_squares(sheet, now), window(sheet)
    beyond = outside(sheet, drawn)
    shown = []
    for at in drawn:
        column, row = at[0] + sheet.reach, at[1] + sheet.reach
        if 0 <= column <= 2 * sheet.reach and 0 <= row <= 2 * sheet.reach:
            shown.append(
                {
                    "x": at[0] * SHEET_CELL,
                    "y": at[1] * SHEET_CELL,
                    "name": f"sheet{number}-{column}_{row}",
                    "target": moves.get(at, ""),
                    "mine": at == spot,
                    "blank": is_blank(sheet, at, at in clear or at in beyond),
                    "tell": cell_words(sheet, at, spot, at in clear, at in beyond, now),
                }
            )
    return shown


def reachable(sheet: Sheet, spot: Spot) -> dict[Spot, str]:
    """The squares beside one that are not known to be walls, with the Move that leads there."""
    moves = {ahead(spot, d): f"move-{s.DIRECTIONS[d]}" for d in range(s.STRAIGHT)}
    return {at: move for at, move in moves.items() if sheet.facts.get(at) != "wall"}


def is_blank(sheet: Sheet, at: Spot, derived: bool) -> bool:
    """Whether nothing is known of a square, and nothing was derived from other squares."""
    return not (derived or at in sheet.facts or at in sheet.visits or at in sheet.missed or at in sheet.signs)


def cell_words(sheet: Sheet, at: Spot, spot: Spot, clear: bool, beyond: bool, time: int) -> str:
    """All that is known of a square; `clear`: nothing is there, `beyond`: it is not in the town."""
    where = away(at[0] - spot[0], at[1] - spot[1]) if at != spot else _("You are here")
    fact = sheet.facts.get(at)
    known = [fact_words(fact)] if fact else []
    if at in sheet.visits and at != spot:
        turns = listed([str(turn) for turn in sheet.visits[at] if turn], _("the start"))
        known.append(_("you were here in turn {turns}").format(turns=turns))
    if at in sheet.missed and fact in (None, "open") and not clear:
        known.append(_("no ghost when you attacked"))
    if clear:
        known.append(_("no ghost, pizza or house"))
    if at in sheet.signs:
        signs, heard = sheet.signs[at]
        words = _("sensed around it: {signs}") if heard == time else _("sensed around it before: {signs}")
        known.append(words.format(signs=listed(sign_names(signs), _("nothing"))))
    if not known and beyond:
        known.append(_("not in the town"))
    return _("{where}: {known}.").format(where=where, known="; ".join(known) or _("not known"))


def fact_words(fact: str) -> str:
    """What is known to be on a square."""
    return {
        "start": _("your start"),
        "wall": _("a wall or the edge"),
        "ghost": _("a ghost"),
        "gone": _("a ghost was driven off"),
        "teleport": _("a teleport"),
        "box": _("an empty pizza box"),
        "pizza": _("a pizza"),
        "house": _("a house"),
        "pig": _("a pig"),
        "free": _("free"),
        "open": _("not a wall"),
    }[fact]


def known_there(view: Any, seat: Seat, action: int) -> tuple[str, bool]:
    """What is known of the square a Move, an Attack, a Hop Step or a Diagonal Move is about.

    The fact drawn there, or '', and whether no ghost can be there.
    """
    walk, number, spot = standing_on(view, seat)
    sheet = walk.sheets[number]
    at = ahead(spot, s.direction_of(action), s.steps_of(action))
    now = time_now(view)
    fact = sheet.facts.get(at, "")
    free = sheet.missed.get(at) == now or at in clear_squares(sheet, now)
    return fact, free and fact != "ghost"


def is_flight_in_vain(view: Any, seat: Seat, direction: int) -> bool:
    """Whether there are only known walls between a deliverer and the known edge of the town."""
    walk, number, at = standing_on(view, seat)
    sheet = walk.sheets[number]
    while not is_outside(sheet, at):
        at = ahead(at, direction)
        if sheet.facts.get(at) != "wall" and not is_outside(sheet, at):
            return False
    return True

"""What the board shows: the city, the Piazza, what is on offer, the viewer's district, and everybody's state.

Places are worked out here, so that the template only draws. Tiles are drawn in one size and scaled.
"""

from typing import Any

import numpy as np

from fattorino.games.papa_paolo import state as s
from fattorino.games.papa_paolo import tables as t
from fattorino.games.papa_paolo.auction import price_of_bid
from fattorino.games.papa_paolo.deeds import building_gift
from fattorino.games.papa_paolo.district import EAST, NORTH, SOUTH, WEST, is_free
from fattorino.games.papa_paolo.rules import legal
from fattorino.games.papa_paolo.score import points
from fattorino.games.papa_paolo.state import Phase, Stage
from fattorino.games.papa_paolo.text import board
from fattorino.games.papa_paolo.tray import MARKS, pad_size, tray
from fattorino.games.papa_paolo.words import (
    colour_name,
    deed_name,
    phase_letter,
    piece_name,
    score_breakdown,
    slot_label,
    ticket_name,
    ticket_words,
    track_name,
    track_words,
)
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import HIDDEN, Seat

__all__ = ["board", "scene"]

TILE = 92  # the field a tile is drawn on
WIDTH, EDGE = 780, 8
CITY_X, CITY_Y = 104, 150  # the first slot
CITY_SIZE = 336  # four slots high
FLOOR = 504  # where city and Piazza end
PIAZZA_Y = 186  # the ladder's top
STEP_HIGH, AMOUNT_HIGH = 43, 54  # of a bid
OFFERS_Y = 514
SHOP_X, SHOP_PITCH = 422, 117  # the pizzerias to build
QUARTER_WIDE, QUARTER_HIGH = 98, 74  # of the large investment tile
DISTRICT_HIGH = 480
PANEL_HIGH = 234
RIM = 24  # for the letters and numbers of a district's squares
LEAST = 84  # of a tile in a district, so that a phone shows its marks large enough
TRACKS_WIDE = 222  # of a panel
SYMBOLS = ["coin", "pizza", "bike", "building"]  # of the four actions


def scene(view: Any, seat: Seat) -> dict[str, Any]:
    """All that board.svg.j2 and pad.svg.j2 draw for a seat (-1: a spectator)."""
    shown = seat if seat >= 0 else max(int(view.seat), 0)
    n, options = int(view.n), choices(view, seat)
    town = city(view)
    square = square_of(view)
    stall = {"x": town["right"] + 10, "wide": WIDTH - EDGE - town["right"] - 10}
    step = (stall["wide"] - 16) / (s.SLOTS_WIDE if n == 2 else n)
    place = district(view, shown, options, OFFERS_Y + (202 if n == 2 else 166))
    panels = [panel(view, other, seat, other == shown) for other in range(n)]
    bottom = place["bottom"] + 12
    for entry in panels:
        entry["y"], bottom = bottom, bottom + entry["high"] + EDGE
    cards = tray(view, seat, options)
    drawn = {
        "width": WIDTH,
        "shape": {"board": "long", "pad": "broad"},
        "height": bottom,
        "title": _("Papà Paolo, round {n} of {rounds}, {phase}").format(
            n=int(view.round_no), rounds=s.ROUNDS, phase=phase_letter(view)
        ),
        "edge": EDGE,
        "floor": FLOOR,
        "marks": MARKS,
        "colours": s.COLOURS,
        "symbols": SYMBOLS,
        "square": square,
        "city": town,
        "stall": stall,
        "piazza": piazza(view, stall["x"] + 8, step),
        "amounts": amounts(view, stall["x"] + 8, step),
        "tickets": tickets(view, stall["x"] + 8, step),
        "offers": {"y": OFFERS_Y, "high": 192 if n == 2 else 156},
        "investments": investments(view),
        "large": large(view),
        "supply": supply(view),
        "status": status(view),
        "district": place,
        "own": shown == seat,
        "tray": cards,
        "panels": panels,
        "panel_wide": WIDTH - 2 * EDGE,
        "tracks_wide": TRACKS_WIDE,
        "players": [summary(view, other) for other in range(n)],
        "tables": [standing(view)],
        "legend": legend(),
    }
    if cards:
        drawn["pad"] = pad_size(cards)
    return drawn


def choices(view: Any, seat: Seat) -> list[int]:
    """What this seat may do now; nothing if another one decides."""
    if view.over or seat < 0 or view.seat != seat:
        return []
    actions = np.zeros(s.NUM_ACTIONS, np.int16)
    return [int(action) for action in actions[: legal(view, actions)]]


# -- pieces ----------------------------------------------------------------------------------------------


def tile_look(piece: int, roads: int, pizzas: int = 0) -> dict[str, Any]:
    """A city tile as the template draws it."""
    return {
        "kind": "city",
        "colour": t.colour_of(piece),
        "houses": t.houses_of(piece),
        "served": pizzas,
        "sides": [side for side in range(s.N_SIDES) if t.has(roads, side)],
        "name": piece_name(piece),
    }


def shop_look(piece: int, pizzas: int) -> dict[str, Any]:
    """A pizzeria as the template draws it."""
    name = _("pizzeria, {n} of {room} pizzas").format(n=pizzas, room=t.capacity_of(piece))
    return {"kind": "shop", "pizzas": pizzas, "room": t.capacity_of(piece), "name": name}


def square_look(view: Any, seat: Seat, square: int) -> dict[str, Any]:
    """A square of a district."""
    piece, pizzas = int(view.piece[seat, square]), int(view.pizzas[seat, square])
    if piece >= t.START_PIZZERIA:
        return shop_look(piece, pizzas)
    return tile_look(piece, int(view.roads[seat, square]), pizzas)


# -- the city board --------------------------------------------------------------------------------------


def square_of(view: Any) -> float:
    """From slot to slot: fewer rows leave room for larger ones."""
    return CITY_SIZE / float(t.BOARDS[int(view.n)]["rows"])


def city(view: Any) -> dict[str, Any]:
    """Slots with tiles and pawns, lines with actions and coins."""
    layout = t.BOARDS[int(view.n)]
    rows, columns, pitch = layout["rows"], layout["columns"], square_of(view)
    slots = []
    for slot in range(s.N_SLOTS):
        row, column = divmod(slot, s.SLOTS_WIDE)
        if row >= rows or column >= columns:
            continue
        tile = int(view.slot_tile[slot])
        slots.append(
            {
                "slot": slot,
                "x": CITY_X + pitch * column,
                "y": CITY_Y + pitch * row,
                "tile": tile_look(tile, t.roads_of(t.shape_of(tile), 0)) if tile >= 0 else None,
                "piece": tile,
                "pawn": int(view.pawn[slot]),
                "active": view.phase == Phase.USE and view.slot == slot,
                "words": slot_label(view, slot),
            }
        )
    lines = []
    for line in range(2 * s.SLOTS_WIDE):
        place = line % s.SLOTS_WIDE
        in_row = line < s.SLOTS_WIDE
        names = layout["row_actions" if in_row else "column_actions"]
        if place >= len(names):
            continue
        lines.append(
            {
                "line": line,
                "row": in_row,
                "x": CITY_X - 48 if in_row else CITY_X + pitch * (place + 0.5),
                "y": CITY_Y + pitch * (place + 0.5) if in_row else CITY_Y - 46,
                "deeds": [
                    {"colour": s.DEEDS.index(name), "name": deed_name(s.DEEDS.index(name))}
                    for name in names[place]
                ],
                "coin": int(view.coin[line]),
                "face_down": view.face_down == line,
            }
        )
    return {"slots": slots, "lines": lines, "right": CITY_X + pitch * columns + 10}


# -- the Piazza and what is on offer ---------------------------------------------------------------------


def piazza(view: Any, left: float, wide: float) -> dict[str, Any] | None:
    """The ladder of bids with three or four players."""
    n = int(view.n)
    if n == 2:
        return None
    cells = []
    for cell in range(s.PIAZZA_ROWS * s.SLOTS_WIDE):
        row, column = divmod(cell, s.SLOTS_WIDE)
        if column < n:
            x, y = left + wide * column, PIAZZA_Y + STEP_HIGH * (s.PIAZZA_ROWS - 1 - row)
            cells.append({"cell": cell, "x": x, "y": y, "price": t.bid_value(cell)})
    at = {entry["cell"]: entry for entry in cells}
    pawns = [pawn(seat, at[int(view.bid[seat])], wide, STEP_HIGH) for seat in range(n) if view.bid[seat] >= 0]
    return {"cells": cells, "pawns": pawns, "wide": wide, "high": STEP_HIGH}


def pawn(seat: Seat, cell: dict[str, Any], wide: float, high: float) -> dict[str, Any]:
    """A pawn on a bid, right of its price."""
    return {"seat": seat, "x": cell["x"] + max(wide / 2 + 20, 57), "y": cell["y"] + high / 2}


def amounts(view: Any, left: float, wide: float) -> dict[str, Any] | None:
    """The amounts to bid with two players."""
    if view.n != 2:
        return None
    cells = []
    for lire in range(1, s.BID2_MAX + 1):
        row, column = divmod(lire - 1, s.SLOTS_WIDE)
        cells.append(
            {
                "lire": lire,
                "x": left + wide * column,
                "y": PIAZZA_Y + AMOUNT_HIGH * (s.BID2_MAX // s.SLOTS_WIDE - 1 - row),
            }
        )
    at = [price_of_bid(view, seat) - 1 if view.bid[seat] >= 0 else -1 for seat in range(2)]
    pawns = [pawn(seat, cells[place], wide, AMOUNT_HIGH) for seat, place in enumerate(at) if place >= 0]
    return {"cells": cells, "pawns": pawns, "wide": wide, "high": AMOUNT_HIGH}


def tickets(view: Any, left: float, wide: float) -> list[dict[str, Any]]:
    """The delivery tiles above the Piazza, and with two players a preview of the next ones."""
    shown = []
    for ahead, numbers in ((0, view.tickets), (1, view.preview)):
        for column in range(s.N_TICKETS):
            number, round_no = int(numbers[column]), int(view.round_no) + ahead
            if number < 0 or round_no > s.ROUNDS:
                continue
            takers = [seat for seat in range(int(view.n)) if view.ticket[seat] == number] if not ahead else []
            shown.append(
                {
                    "number": number,
                    "x": left + wide * (column + 2 * ahead),
                    "y": PIAZZA_Y - 86,
                    "wide": wide,
                    "name": ticket_name(round_no, number),
                    "pizzas": t.ticket_pizzas(round_no, number),
                    "distance": t.ticket_distance(round_no, number),
                    "ahead": bool(ahead),
                    "taker": takers[0] if takers else -1,
                    "words": ticket_words(round_no, number),
                }
            )
    return shown


def investments(view: Any) -> list[dict[str, Any]]:
    """Small investment tiles, on offer or taken."""
    if view.n == 2:
        return []
    tiles = []
    for colour in range(s.N_COLOURS):
        holders = [seat for seat in range(int(view.n)) if view.invest[seat] == colour]
        tiles.append(
            {
                "colour": colour,
                "x": 18 + 99 * colour,
                "y": OFFERS_Y + 40,
                "on_offer": t.has(int(view.offer), colour),
                "holder": holders[0] if holders else -1,
                "name": colour_name(colour),
                "deed": deed_name(colour),
                "track": track_name(colour),
            }
        )
    return tiles


def large(view: Any) -> dict[str, Any] | None:
    """The large investment tile of two players: quarters clockwise from the top left."""
    if view.n != 2 or view.large < 0:
        return None
    quarters = []
    for place, name in enumerate(t.LARGE[int(view.large)]["quarters"]):
        colour = s.COLOURS.index(name)
        quarters.append(
            {
                "colour": colour,
                "x": 18 + (QUARTER_WIDE if place in (1, 2) else 0),
                "y": OFFERS_Y + 38 + (QUARTER_HIGH if place in (2, 3) else 0),
                "chosen": view.chosen == colour,
                "side": t.has(int(view.side), colour),
                "name": colour_name(colour),
                "deed": deed_name(colour),
            }
        )
    return {"quarters": quarters, "wide": QUARTER_WIDE, "high": QUARTER_HIGH}


def supply(view: Any) -> list[dict[str, Any]]:
    """Pizzerias that can be built."""
    return [
        {
            "price": price,
            "room": t.capacity_of(t.START_PIZZERIA + 1 + kind),
            "left": int(view.pizzerias[kind]),
            "x": SHOP_X + SHOP_PITCH * kind,
            "y": OFFERS_Y + 40,
        }
        for kind, price in enumerate(t.PRICES)
    ]


def status(view: Any) -> dict[str, Any]:
    """Round, phase and turn order."""
    n = int(view.n)
    return {
        "round": int(view.round_no),
        "rounds": s.ROUNDS,
        "phase": phase_letter(view),
        "order": [int(seat) for seat in view.order[:n]] if view.stage != Stage.START else [],
        "next": [int(seat) for seat in view.next_order[:n] if seat >= 0] if view.round_no < s.ROUNDS else [],
        "mover": int(view.seat),
    }


# -- districts -------------------------------------------------------------------------------------------


def window(view: Any, seat: Seat, margin: int) -> tuple[int, int, int, int]:
    """The part of the map to show: first row and column, rows and columns, a margin where it is of use."""
    if view.n_squares[seat] == 0:
        return 3, 3, 3, 4
    top, right, bottom, left = (int(view.box[seat, side]) for side in (NORTH, EAST, SOUTH, WEST))
    used = [(top, left), (bottom, right)]
    if margin:
        around = [
            (row, column) for row in range(top - 1, bottom + 2) for column in range(left - 1, right + 2)
        ]
        used += [place for place in around if is_free(view, seat, *place)]
    top, left = min(row for row, _column in used), min(column for _row, column in used)
    bottom, right = max(row for row, _column in used), max(column for _row, column in used)
    return top, left, bottom - top + 1, right - left + 1


def district(view: Any, seat: Seat, options: list[int], top_edge: float) -> dict[str, Any]:
    """The viewer's district, large, with the squares that can be chosen and the courier on the road."""
    top, left, rows, columns = window(view, seat, 1)
    size = min((WIDTH - 2 * EDGE - RIM) / columns, max(DISTRICT_HIGH / rows, LEAST), 1.3 * TILE)
    x0, y0 = (WIDTH + RIM - size * columns) / 2, top_edge + 40 + RIM

    def at(cell: int) -> dict[str, Any]:
        return {
            "cell": cell,
            "x": x0 + size * (cell % s.GRID - left),
            "y": y0 + size * (cell // s.GRID - top),
        }

    squares = []
    for square in range(int(view.n_squares[seat])):
        cell = int(view.cell[seat, square])
        squares.append(
            at(cell)
            | square_look(view, seat, square)
            | {"square": square, "visited": on_road(view, seat) and t.has(int(view.visited), square)}
        )
    empty = []
    for row in range(top, top + rows):
        for column in range(left, left + columns):
            cell = s.GRID * row + column
            if view.n_squares[seat] and is_free(view, seat, row, column):
                empty.append(at(cell) | {"name": t.cell_name(cell), "preview": preview(view, cell, options)})
    courier = None
    if on_road(view, seat):
        down = 0.95 if t.has(int(view.shops[seat]), int(view.tour_at)) else 0.5  # not over the stock
        courier = at(int(view.cell[seat, int(view.tour_at)])) | {"down": down}
    return {
        "seat": seat,
        "size": size,
        "scale": size / TILE,
        "y": top_edge,
        "squares": squares,
        "empty": empty,
        "rim": rim(view, seat, (top, left, rows, columns), x0, y0, size),
        "courier": courier,
        "spot": spot(view, at, options) if view.phase == Phase.ROT and view.seat == seat else None,
        "starts": starts(view, seat, y0),
        "bottom": y0 + size * rows,
    }


def rim(
    view: Any, seat: Seat, part: tuple[int, int, int, int], x: float, y: float, size: float
) -> list[dict[str, Any]]:
    """The letters above the columns of a district and the numbers beside its rows, as the log names them."""
    if not view.n_squares[seat]:
        return []
    top, left, rows, columns = part
    letters = [(x + size * (k + 0.5), y - 8, t.cell_name(left + k)[0]) for k in range(columns)]
    numbers = [(x - 12, y + size * (k + 0.5) + 7, t.cell_name(s.GRID * (top + k))[1:]) for k in range(rows)]
    return [{"x": x, "y": y, "name": name} for x, y, name in letters + numbers]


def on_road(view: Any, seat: Seat) -> bool:
    return bool(view.phase == Phase.ROAD and view.seat == seat and view.tour_at >= 0)


def preview(view: Any, cell: int, options: list[int]) -> dict[str, Any] | None:
    """The tile in hand as it would lie on a cell, or a pizzeria to be built there."""
    if s.CELL + cell not in options:
        return None
    if view.phase == Phase.SITE:
        return shop_look(t.START_PIZZERIA + 1 + int(view.price), building_gift(view, int(view.seat)))
    if view.phase != Phase.TILE:
        return None
    tile = int(view.slot_tile[int(view.slot)])
    shape = t.shape_of(tile)
    turns = t.fitting(int(view.touch[int(view.seat), cell]) + 128) >> s.N_SIDES * shape
    quarters = next(k for k in range(s.N_SIDES) if t.has(turns, k))
    return tile_look(tile, t.roads_of(shape, quarters))


def spot(view: Any, at: Any, options: list[int]) -> dict[str, Any]:
    """The cell chosen for a tile, with a preview of each turn."""
    tile = int(view.slot_tile[int(view.slot)])
    turns = [action - s.ROT for action in options]
    looks = [{"turn": k, "tile": tile_look(tile, t.roads_of(t.shape_of(tile), k))} for k in turns]
    where: dict[str, Any] = at(int(view.spot))
    return where | {"turns": looks}


def starts(view: Any, seat: Seat, y: float) -> list[dict[str, Any]]:
    """The start tiles a player of two chooses from."""
    if view.stage != Stage.START:
        return []
    return [
        {
            "number": int(number) + 1,
            "x": 20 + 378 * k,
            "y": y + 16,
            "shop": shop_look(t.START_PIZZERIA, s.START_PIZZAS),
            "tile": tile_look(t.START_PIECE + int(number), t.start_roads(int(number))),
            "kept": int(view.kept[seat]) == number,
        }
        for k, number in enumerate(view.dealt[2 * seat : 2 * seat + 2])
    ]


# -- players ---------------------------------------------------------------------------------------------


def panel(view: Any, seat: Seat, viewer: Seat, large: bool) -> dict[str, Any]:
    """Money, points, tracks; then the district, or what the tracks give if it is drawn large above."""
    top, left, rows, columns = window(view, seat, 0)
    x0, y0 = TRACKS_WIDE + RIM, 46 + RIM
    size = min((WIDTH - 3 * EDGE - x0) / columns, LEAST)
    tracks = []
    for colour in range(s.N_COLOURS):
        marker = int(view.track[seat, colour])
        gives = track_words(colour, marker)
        tracks.append(
            {
                "colour": colour,
                "marker": marker,
                "values": [t.track_value(colour, k) for k in range(s.LAST_COLUMN + 1)],
                "gives": _("{track}: {gives}").format(track=track_name(colour), gives=gives) if large else "",
                "words": _("{track}: column {column}, {gives}").format(
                    track=track_name(colour), column=marker, gives=gives
                ),
            }
        )
    squares = [] if large else [small(view, seat, k, top, left) for k in range(int(view.n_squares[seat]))]
    return {
        "seat": seat,
        "x": EDGE,
        "high": max(PANEL_HIGH, y0 + 8 + size * rows if squares else 0),
        "name": _("You") if seat == viewer else _("Player {number}").format(number=seat + 1),
        "mover": view.seat == seat,
        "money": int(view.money[seat]) if view.money[seat] != HIDDEN else None,
        "points": points(view, seat),
        "tracks": tracks,
        "trophies": [t.track_value(t.VERSATILITY, k) for k in range(s.LAST_COLUMN + 1)],
        "versatility": _("points at the end, by the leftmost marker") if large else "",
        "scale": size / TILE,
        "squares": squares,
        "x0": x0,
        "y0": y0,
        "rim": rim(view, seat, (top, left, rows, columns), x0, y0, size) if squares else [],
    }


def small(view: Any, seat: Seat, square: int, top: int, left: int) -> dict[str, Any]:
    """A square of somebody else's district, on a field that begins at a row and a column."""
    row, column = divmod(int(view.cell[seat, square]), s.GRID)
    return square_look(view, seat, square) | {"x": TILE * (column - left), "y": TILE * (row - top)}


def summary(view: Any, seat: Seat) -> list[tuple[str, str]]:
    """What everybody can see before a player, in a few words."""
    stock = sum(
        int(view.pizzas[seat, square])
        for square in range(int(view.n_squares[seat]))
        if t.has(int(view.shops[seat]), square)
    )
    facts = [("trophy", ngettext("{n} point", "{n} points", points(view, seat)))]
    if view.money[seat] != HIDDEN:
        facts.append(("coin", f"£{int(view.money[seat])}"))
    facts.append(("pizza", _("{n} in stock").format(n=stock)))
    if view.bid[seat] >= 0 and view.stage in (Stage.BID, Stage.PICK):
        facts.append(("pawn", _("bid £{n}").format(n=price_of_bid(view, seat))))
    return facts


def standing(view: Any) -> dict[str, Any]:
    """The points so far and what they are made of."""
    columns = [_("Points"), _("served"), _("versatile"), _("expert"), _("left over"), _("rich")]
    rows = []
    for seat, parts in enumerate(score_breakdown(view)):
        numbers = [str(worth) for _part, worth in parts]
        rows.append([_("Player {number}").format(number=seat + 1), *numbers, str(points(view, seat))])
    headings = [*columns[: len(rows[0]) - 1], _("in all")]
    return {"title": _("Points so far"), "columns": headings, "count": len(rows), "row": rows.__getitem__}


def legend() -> list[tuple[str, str]]:
    """What the symbols of the actions mean."""
    return [(SYMBOLS[deed], deed_name(deed)) for deed in range(len(s.DEEDS))]

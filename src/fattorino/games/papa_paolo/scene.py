"""What the board shows: the city, the Piazza, what is on offer, the viewer's district, and everybody's state.

Places are worked out here, so that the template only draws. Tiles are drawn in one size and scaled.
"""

from typing import Any

import numpy as np

from fattorino.games.papa_paolo.auction import price_of_bid
from fattorino.games.papa_paolo.district import EAST, NORTH, SOUTH, WEST, is_free
from fattorino.games.papa_paolo.rules import legal
from fattorino.games.papa_paolo.score import points
from fattorino.games.papa_paolo.state import (
    BID2_MAX,
    CELL,
    COLOURS,
    DEEDS,
    GRID,
    LAST_COLUMN,
    N_COLOURS,
    N_SIDES,
    N_SLOTS,
    N_TICKETS,
    NUM_ACTIONS,
    PIAZZA_ROWS,
    ROT,
    ROUNDS,
    SLOTS_WIDE,
    Phase,
    Stage,
)
from fattorino.games.papa_paolo.tables import (
    BOARDS,
    LARGE,
    PRICES,
    START_PIECE,
    START_PIZZERIA,
    START_ROADS,
    VERSATILITY,
    bid_value,
    capacity_of,
    cell_name,
    colour_of,
    fitting,
    has,
    houses_of,
    roads_of,
    shape_of,
    ticket_distance,
    ticket_pizzas,
    track_value,
)
from fattorino.games.papa_paolo.text import board
from fattorino.games.papa_paolo.tray import MARKS, tray
from fattorino.games.papa_paolo.words import (
    colour_name,
    deed_name,
    phase_letter,
    piece_name,
    question,
    seat_name,
    slot_label,
    ticket_name,
    ticket_words,
    track_name,
    track_words,
)
from fattorino.kernel.records import Seat
from fattorino.kernel.words import _, several

__all__ = ["board", "scene"]

TILE = 92  # the field a tile is drawn on
PITCH = 100  # from slot to slot
WIDTH, HEIGHT = 1240, 1130
CITY_X, CITY_Y = 112, 104  # the first slot
PIAZZA_X, PIAZZA_Y = 556, 124  # the ladder's top left
STEP_WIDE, STEP_HIGH = 74, 44
SIDE_X = 884  # investments, supply, round
DISTRICT_X, DISTRICT_Y, DISTRICT_SIZE = 16, 556, 540
SYMBOLS = ["coin", "pizza", "bike", "building"]  # of the four actions


def scene(view: Any, seat: Seat) -> dict[str, Any]:
    """All that board.svg.j2 draws for a seat (-1: a spectator)."""
    shown = seat if seat >= 0 else max(int(view.seat), 0)
    options = choices(view, seat)
    place = district(view, shown, options)
    return {
        "width": WIDTH,
        "height": max(place["bottom"] + 16, HEIGHT if view.n > 2 else HEIGHT - 190),
        "title": _("Papà Paolo, round {n} of {rounds}, {phase}").format(
            n=int(view.round_no), rounds=ROUNDS, phase=phase_letter(view)
        ),
        "tile": TILE,
        "marks": MARKS,
        "colours": COLOURS,
        "symbols": SYMBOLS,
        "city": city(view),
        "piazza": piazza(view),
        "amounts": amounts(view),
        "tickets": tickets(view),
        "investments": investments(view),
        "large": large(view),
        "supply": supply(view),
        "status": status(view),
        "district": place,
        "own": shown == seat,
        "tray": tray(view, seat, options),
        "question": headline(view, seat),
        "panels": [panel(view, other, seat) for other in range(int(view.n))],
        "players": [summary(view, other, seat) for other in range(int(view.n))],
        "legend": legend(),
    }


def choices(view: Any, seat: Seat) -> list[int]:
    """What this seat may do now; nothing if another one decides."""
    if view.over or seat < 0 or view.seat != seat:
        return []
    actions = np.zeros(NUM_ACTIONS, np.int16)
    return [int(action) for action in actions[: legal(view, actions)]]


def headline(view: Any, seat: Seat) -> str:
    """What is asked of the viewer, or whom the table waits for."""
    if view.over:
        return _("The game is over.")
    return (
        question(view)
        if view.seat == seat
        else _("Waiting for {who}.").format(who=seat_name(int(view.seat), seat))
    )


def knows_money(view: Any, of: Seat, seat: Seat) -> bool:
    return bool(view.money_shown or view.over or of == seat)


# -- pieces ----------------------------------------------------------------------------------------------


def tile_look(piece: int, roads: int, pizzas: int = 0) -> dict[str, Any]:
    """A city tile as the template draws it."""
    return {
        "kind": "city",
        "colour": colour_of(piece),
        "houses": houses_of(piece),
        "served": pizzas,
        "sides": [side for side in range(N_SIDES) if has(roads, side)],
        "name": piece_name(piece),
    }


def shop_look(piece: int, pizzas: int) -> dict[str, Any]:
    """A pizzeria as the template draws it."""
    name = _("pizzeria, {n} of {room} pizzas").format(n=pizzas, room=capacity_of(piece))
    return {"kind": "shop", "pizzas": pizzas, "room": capacity_of(piece), "name": name}


def square_look(view: Any, seat: Seat, square: int) -> dict[str, Any]:
    """A square of a district."""
    piece, pizzas = int(view.piece[seat, square]), int(view.pizzas[seat, square])
    if piece >= START_PIZZERIA:
        return shop_look(piece, pizzas)
    return tile_look(piece, int(view.roads[seat, square]), pizzas)


# -- the city board --------------------------------------------------------------------------------------


def city(view: Any) -> dict[str, Any]:
    """Slots with tiles and pawns, lines with actions and coins."""
    layout = BOARDS[int(view.n)]
    rows, columns = layout["rows"], layout["columns"]
    slots = []
    for slot in range(N_SLOTS):
        row, column = divmod(slot, SLOTS_WIDE)
        if row >= rows or column >= columns:
            continue
        tile = int(view.slot_tile[slot])
        slots.append(
            {
                "slot": slot,
                "x": CITY_X + PITCH * column,
                "y": CITY_Y + PITCH * row,
                "tile": tile_look(tile, roads_of(shape_of(tile), 0)) if tile >= 0 else None,
                "piece": tile,
                "pawn": int(view.pawn[slot]),
                "active": view.phase == Phase.USE and view.slot == slot,
                "words": slot_label(view, slot),
            }
        )
    lines = []
    for line in range(2 * SLOTS_WIDE):
        place = line % SLOTS_WIDE
        in_row = line < SLOTS_WIDE
        names = layout["row_actions" if in_row else "column_actions"]
        if place >= len(names):
            continue
        lines.append(
            {
                "line": line,
                "row": in_row,
                "x": CITY_X - 52 if in_row else CITY_X + PITCH * place + TILE / 2,
                "y": CITY_Y + PITCH * place + TILE / 2 if in_row else CITY_Y - 44,
                "deeds": [
                    {"colour": DEEDS.index(name), "name": deed_name(DEEDS.index(name))}
                    for name in names[place]
                ],
                "coin": int(view.coin[line]),
                "face_down": view.face_down == line,
            }
        )
    return {"slots": slots, "lines": lines, "right": CITY_X + PITCH * columns}


# -- the Piazza and what is on offer ---------------------------------------------------------------------


def piazza(view: Any) -> dict[str, Any] | None:
    """The ladder of bids with three or four players."""
    n = int(view.n)
    if n == 2:
        return None
    cells = []
    for cell in range(PIAZZA_ROWS * SLOTS_WIDE):
        row, column = divmod(cell, SLOTS_WIDE)
        if column < n:
            x, y = PIAZZA_X + STEP_WIDE * column, PIAZZA_Y + STEP_HIGH * (PIAZZA_ROWS - 1 - row)
            cells.append({"cell": cell, "x": x, "y": y, "price": bid_value(cell)})
    pawns = [
        {
            "seat": seat,
            "x": PIAZZA_X + STEP_WIDE * (int(view.bid[seat]) % SLOTS_WIDE) + 53,
            "y": PIAZZA_Y + STEP_HIGH * (PIAZZA_ROWS - 1 - int(view.bid[seat]) // SLOTS_WIDE) + STEP_HIGH / 2,
        }
        for seat in range(n)
        if view.bid[seat] >= 0
    ]
    return {"cells": cells, "pawns": pawns, "wide": STEP_WIDE, "high": STEP_HIGH}


def amounts(view: Any) -> dict[str, Any] | None:
    """The amounts to bid with two players."""
    if view.n != 2:
        return None
    cells = []
    for lire in range(1, BID2_MAX + 1):
        row, column = divmod(lire - 1, SLOTS_WIDE)
        cells.append(
            {
                "lire": lire,
                "x": PIAZZA_X + STEP_WIDE * column,
                "y": PIAZZA_Y + STEP_HIGH * (3 - row) + 3 * STEP_HIGH,
            }
        )
    pawns = []
    for seat in range(2):
        if view.bid[seat] >= 0:
            at = cells[price_of_bid(view, seat) - 1]
            pawns.append({"seat": seat, "x": at["x"] + 53, "y": at["y"] + STEP_HIGH / 2})
    return {"cells": cells, "pawns": pawns, "wide": STEP_WIDE, "high": STEP_HIGH}


def tickets(view: Any) -> list[dict[str, Any]]:
    """The delivery tiles above the Piazza, and with two players a preview of the next ones."""
    shown = []
    for ahead, numbers in ((0, view.tickets), (1, view.preview)):
        for column in range(N_TICKETS):
            number, round_no = int(numbers[column]), int(view.round_no) + ahead
            if number < 0 or round_no > ROUNDS:
                continue
            takers = [s for s in range(int(view.n)) if view.ticket[s] == number] if not ahead else []
            shown.append(
                {
                    "number": number,
                    "x": PIAZZA_X + STEP_WIDE * (column + 2 * ahead),
                    "y": PIAZZA_Y - 72,
                    "name": ticket_name(round_no, number),
                    "pizzas": ticket_pizzas(round_no, number),
                    "distance": ticket_distance(round_no, number),
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
    for colour in range(N_COLOURS):
        holders = [s for s in range(int(view.n)) if view.invest[s] == colour]
        tiles.append(
            {
                "colour": colour,
                "x": SIDE_X + 86 * colour,
                "y": 52,
                "on_offer": has(int(view.offer), colour),
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
    for place, name in enumerate(LARGE[int(view.large)]["quarters"]):
        colour = COLOURS.index(name)
        quarters.append(
            {
                "colour": colour,
                "x": SIDE_X + (74 if place in (1, 2) else 0),
                "y": 52 + (74 if place in (2, 3) else 0),
                "chosen": view.chosen == colour,
                "side": has(int(view.side), colour),
                "name": colour_name(colour),
                "deed": deed_name(colour),
            }
        )
    return {"quarters": quarters}


def supply(view: Any) -> list[dict[str, Any]]:
    """Pizzerias that can be built."""
    return [
        {
            "price": price,
            "room": capacity_of(START_PIZZERIA + 1 + kind),
            "left": int(view.pizzerias[kind]),
            "x": SIDE_X + 116 * kind,
            "y": 250,
        }
        for kind, price in enumerate(PRICES)
    ]


def status(view: Any) -> dict[str, Any]:
    """Round, phase and turn order."""
    n = int(view.n)
    return {
        "round": int(view.round_no),
        "rounds": ROUNDS,
        "phase": phase_letter(view),
        "order": [int(seat) for seat in view.order[:n]] if view.stage != Stage.START else [],
        "next": [int(seat) for seat in view.next_order[:n] if seat >= 0],
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


def district(view: Any, seat: Seat, options: list[int]) -> dict[str, Any]:
    """The viewer's district, large, with the squares that can be chosen and the courier on the road."""
    top, left, rows, columns = window(view, seat, 1)
    size = min(DISTRICT_SIZE / columns, DISTRICT_SIZE / rows, TILE)
    x0 = DISTRICT_X + (DISTRICT_SIZE - size * columns) / 2
    y0 = DISTRICT_Y

    def at(cell: int) -> dict[str, Any]:
        return {"cell": cell, "x": x0 + size * (cell % GRID - left), "y": y0 + size * (cell // GRID - top)}

    squares = []
    for square in range(int(view.n_squares[seat])):
        cell = int(view.cell[seat, square])
        squares.append(
            at(cell)
            | square_look(view, seat, square)
            | {"square": square, "visited": on_road(view, seat) and has(int(view.visited), square)}
        )
    empty = []
    for row in range(top, top + rows):
        for column in range(left, left + columns):
            cell = GRID * row + column
            if view.n_squares[seat] and is_free(view, seat, row, column):
                empty.append(at(cell) | {"name": cell_name(cell), "preview": preview(view, cell, options)})
    courier = None
    if on_road(view, seat):
        down = 0.95 if has(int(view.shops[seat]), int(view.tour_at)) else 0.5  # not over the stock
        courier = at(int(view.cell[seat, int(view.tour_at)])) | {"down": down}
    return {
        "seat": seat,
        "size": size,
        "scale": size / TILE,
        "y": y0,
        "squares": squares,
        "empty": empty,
        "courier": courier,
        "spot": spot(view, at, options) if view.phase == Phase.ROT and view.seat == seat else None,
        "starts": starts(view, seat),
        "bottom": y0 + size * rows,
    }


def on_road(view: Any, seat: Seat) -> bool:
    return bool(view.phase == Phase.ROAD and view.seat == seat and view.tour_at >= 0)


def preview(view: Any, cell: int, options: list[int]) -> dict[str, Any] | None:
    """The tile in hand as it would lie on a cell, or a pizzeria to be built there."""
    if CELL + cell not in options:
        return None
    if view.phase == Phase.SITE:
        return shop_look(START_PIZZERIA + 1 + int(view.price), 2)
    if view.phase != Phase.TILE:
        return None
    tile = int(view.slot_tile[int(view.slot)])
    shape = shape_of(tile)
    turns = fitting(int(view.touch[int(view.seat), cell]) + 128) >> N_SIDES * shape
    quarters = next(k for k in range(N_SIDES) if has(turns, k))
    return tile_look(tile, roads_of(shape, quarters))


def spot(view: Any, at: Any, options: list[int]) -> dict[str, Any]:
    """The cell chosen for a tile, with a preview of each turn."""
    tile = int(view.slot_tile[int(view.slot)])
    turns = [action - ROT for action in options]
    looks = [{"turn": k, "tile": tile_look(tile, roads_of(shape_of(tile), k))} for k in turns]
    where: dict[str, Any] = at(int(view.spot))
    return where | {"turns": looks}


def starts(view: Any, seat: Seat) -> list[dict[str, Any]]:
    """The start tiles a player of two chooses from."""
    if view.stage != Stage.START:
        return []
    return [
        {
            "number": int(number) + 1,
            "x": DISTRICT_X + 20 + 230 * k,
            "y": DISTRICT_Y + 20,
            "shop": shop_look(START_PIZZERIA, 3),
            "tile": tile_look(START_PIECE + int(number), START_ROADS),
            "kept": int(view.kept[seat]) == number,
        }
        for k, number in enumerate(view.dealt[2 * seat : 2 * seat + 2])
    ]


# -- players ---------------------------------------------------------------------------------------------


def panel(view: Any, seat: Seat, viewer: Seat) -> dict[str, Any]:
    """Money, points, tracks and a small district."""
    top, left, rows, columns = window(view, seat, 0)
    size = min(142 / columns, 142 / rows, 34)
    row, column = divmod(seat, 2)
    x, y = 580 + 330 * column, 744 + 192 * row
    tracks = []
    for colour in range(N_COLOURS):
        marker = int(view.track[seat, colour])
        tracks.append(
            {
                "colour": colour,
                "marker": marker,
                "values": [track_value(colour, k) for k in range(LAST_COLUMN + 1)],
                "words": _("{track}: column {column}, {gives}").format(
                    track=track_name(colour), column=marker, gives=track_words(colour, marker)
                ),
            }
        )
    return {
        "seat": seat,
        "x": x,
        "y": y,
        "name": _("You") if seat == viewer else _("Player {number}").format(number=seat + 1),
        "mover": view.seat == seat,
        "money": int(view.money[seat]) if knows_money(view, seat, viewer) else None,
        "points": points(view, seat),
        "tracks": tracks,
        "trophies": [track_value(VERSATILITY, k) for k in range(LAST_COLUMN + 1)],
        "scale": size / TILE,
        "squares": [
            square_look(view, seat, square)
            | {
                "x": size * (int(view.cell[seat, square]) % GRID - left) / (size / TILE),
                "y": size * (int(view.cell[seat, square]) // GRID - top) / (size / TILE),
            }
            for square in range(int(view.n_squares[seat]))
        ],
    }


def summary(view: Any, seat: Seat, viewer: Seat) -> list[tuple[str, str]]:
    """What everybody can see before a player, in a few words."""
    stock = sum(
        int(view.pizzas[seat, square])
        for square in range(int(view.n_squares[seat]))
        if has(int(view.shops[seat]), square)
    )
    facts = [("trophy", several("{n} point", "{n} points", points(view, seat)))]
    if knows_money(view, seat, viewer):
        facts.append(("coin", f"£{int(view.money[seat])}"))
    facts.append(("pizza", _("{n} in stock").format(n=stock)))
    if view.bid[seat] >= 0 and view.stage in (Stage.BID, Stage.PICK):
        facts.append(("pawn", _("bid £{n}").format(n=price_of_bid(view, seat))))
    return facts


def legend() -> list[tuple[str, str]]:
    """What the symbols of the actions mean."""
    return [(SYMBOLS[deed], deed_name(deed)) for deed in range(len(DEEDS))]

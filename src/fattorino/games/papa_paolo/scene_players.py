"""The players on the board: the viewer's district and tracks, and a panel for each of the others."""

from typing import Any

from fattorino.games.papa_paolo import names, state as s, tables as t
from fattorino.games.papa_paolo.rules.district import is_free, joined_to, leads_on, stocked, touches
from fattorino.games.papa_paolo.rules.questions import building, tile_placement
from fattorino.games.papa_paolo.state import Phase, Stage, Touch
from fattorino.games.papa_paolo.words import Account, in_stock, total
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import HIDDEN, NONE, Seat, namespace

TILE = 92  # the field a tile is drawn on
LEFT, WIDE = 406, 392  # of the right column
RIM = 18  # for the letters and numbers of a district's squares
GRID_Y, GRID_HIGH = 48, 330
LARGEST = 92
TRACKS_Y = 384
PANELS_Y, PANELS_HIGH = 512, 158
SMALL_HIGH, SMALLEST_WIDE = 84, 300  # of a small district; a panel this wide has it beside its words
LARGEST_SMALL = 44  # a square of it


# -- pieces ----------------------------------------------------------------------------------------------


def tile_look(piece: int, roads: int, pizzas: int = 0) -> dict[str, Any]:
    """A city tile as the template draws it."""
    return {
        "kind": "city",
        "colour": t.colour_of(piece),
        "houses": t.houses_of(piece),
        "served": pizzas,
        "sides": [side for side in range(s.N_SIDES) if t.has(roads, side)],
    }


def shop_look(piece: int, pizzas: int) -> dict[str, Any]:
    """A pizzeria as the template draws it."""
    return {"kind": "shop", "pizzas": pizzas, "room": t.capacity_of(piece)}


def square_look(view: Any, seat: Seat, square: int) -> dict[str, Any]:
    """A square of a district as the template draws it, with its description."""
    piece, pizzas = int(view.piece[seat][square]), int(view.pizzas[seat][square])
    cell = int(view.cell[seat][square])
    if piece >= t.START_PIZZERIA:
        words = _("{cell}: pizzeria with {n} of {room} pizzas; each left at the end costs a point.").format(
            cell=t.cell_name(cell), n=pizzas, room=t.capacity_of(piece)
        )
        return shop_look(piece, pizzas) | {"cell": cell, "tell": words}
    roads = int(view.roads[seat][square])
    words = _("{cell}: {tile}, {served} served; roads: {roads}.").format(
        cell=t.cell_name(cell), tile=names.piece_name(piece), served=pizzas, roads=names.road_words(roads)
    )
    return tile_look(piece, roads, pizzas) | {"cell": cell, "tell": words}


# -- the district ----------------------------------------------------------------------------------------


def free_places(view: Any, seat: Seat) -> list[tuple[int, int]]:
    """The rows and columns of the places in and around a district where something can be put."""
    if view.n_squares[seat] == 0:
        return []
    top, right, bottom, left = map(int, view.box[seat])
    around = [(row, column) for row in range(top - 1, bottom + 2) for column in range(left - 1, right + 2)]
    return [place for place in around if is_free(view, seat, *place)]


def window(view: Any, seat: Seat, margin: list[tuple[int, int]]) -> tuple[int, int, int, int]:
    """The part of the map to show, with these places around it: first row and column, rows and columns."""
    if view.n_squares[seat] == 0:
        return 3, 3, 3, 4
    top, right, bottom, left = map(int, view.box[seat])
    used = [(top, left), (bottom, right), *margin]
    top, left = min(row for row, _column in used), min(column for _row, column in used)
    bottom, right = max(row for row, _column in used), max(column for _row, column in used)
    return top, left, bottom - top + 1, right - left + 1


def district(view: Any, seat: Seat, viewer: Seat, account: Account, options: list[int]) -> dict[str, Any]:
    """The large district, with the squares that can be chosen and the courier."""
    plain, free = namespace(view), free_places(view, seat)
    growing = plain.stage == Stage.PLACE or plain.phase in (Phase.PRICE, Phase.SITE)
    top, left, rows, columns = window(plain, seat, free if growing else [])
    size = min((WIDE - RIM) / columns, GRID_HIGH / rows, LARGEST)
    x0 = LEFT + RIM + (WIDE - RIM - size * columns) / 2
    y0 = GRID_Y + (GRID_HIGH - size * rows) / 2

    def at(cell: int) -> dict[str, Any]:
        x, y = x0 + size * (cell % s.GRID - left), y0 + size * (cell // s.GRID - top)
        return {"cell": cell, "x": round(x, 2), "y": round(y, 2)}

    steps = step_counts(view, seat)
    squares = []
    for square in range(plain.n_squares[seat]):
        look = at(plain.cell[seat][square]) | square_look(plain, seat, square)
        away = steps.get(square, 0)
        if away:
            look["tell"] += " " + _("{steps} away.").format(steps=names.steps_word(away))
        visited = on_road(plain, seat) and t.has(plain.visited, square)
        squares.append(look | {"visited": visited, "steps": away})
    far, empty = steps_from(view, seat, plain.shops[seat], s.MAX_SQUARES), []
    for row, column in free:
        if top <= row < top + rows and left <= column < left + columns:
            cell = s.GRID * row + column
            ghost = preview(view, seat, cell, options)
            joined = ghost is None or leads_on(view, seat, cell) or plain.phase != Phase.SITE
            words = empty_words(view, seat, cell, far)
            empty.append(at(cell) | {"preview": ghost, "joined": joined, "tell": words})
    courier = None
    if on_road(plain, seat):
        down = 0.86 if t.has(plain.shops[seat], plain.tour_at) else 0.5  # leaves the stock visible
        courier = at(plain.cell[seat][plain.tour_at]) | {"down": down}
    return {
        "seat": seat,
        "own": seat == viewer,
        "name": _("Your district") if seat == viewer else names.seat_name(seat, viewer),
        "facts": facts(plain, seat, account),
        "tell": player_words(plain, seat, viewer, account),
        "size": size,
        "scale": size / TILE,
        "squares": squares,
        "empty": empty,
        "rim": rim(plain, seat, (top, left, rows, columns), x0, y0, size),
        "courier": courier,
        "spot": spot(view, at, options) if plain.phase == Phase.ROT and plain.seat == seat else None,
        "starts": starts(plain, seat),
    }


def rim(
    view: Any, seat: Seat, part: tuple[int, int, int, int], x: float, y: float, size: float
) -> list[dict[str, Any]]:
    """The letters above the columns of a district and the numbers beside its rows, which the log uses."""
    if not view.n_squares[seat]:
        return []
    top, left, rows, columns = part
    words = _("A square is called by its column and its row, the pizzeria at the start {cell}.").format(
        cell=t.cell_name(s.HOME)
    )
    letters = [(x + size * (k + 0.5), y - 4, t.cell_name(left + k)[0]) for k in range(columns)]
    numbers = [(x - 9, y + size * (k + 0.5) + 5, t.cell_name(s.GRID * (top + k))[1:]) for k in range(rows)]
    return [{"x": x, "y": y, "name": name, "tell": words} for x, y, name in letters + numbers]


def on_road(view: Any, seat: Seat) -> bool:
    return bool(view.phase == Phase.ROAD and view.seat == seat and view.tour_at >= 0)


def step_counts(view: Any, seat: Seat) -> dict[int, int]:
    """During a delivery: how many steps away each square within reach is."""
    if view.seat != seat or view.phase not in (Phase.TOUR, Phase.ROAD):
        return {}
    if view.phase == Phase.ROAD:
        return steps_from(view, seat, 1 << int(view.tour_at), int(view.distance_left))
    return steps_from(view, seat, stocked(view, seat), int(view.distance))


def steps_from(view: Any, seat: Seat, squares: int, most: int) -> dict[int, int]:
    """How many steps each square is from the nearest of these, if no more; ways end at a pizzeria."""
    found: dict[int, int] = {}
    steps, seen = 0, int(view.shops[seat])
    while squares and steps <= most:
        found |= {square: steps for square in range(s.MAX_SQUARES) if t.has(squares, square)}
        seen |= squares
        squares = joined_to(view, seat, squares) & ~seen
        steps += 1
    return found


def empty_words(view: Any, seat: Seat, cell: int, far: dict[int, int]) -> str:
    """An empty square in words, with its distance from the nearest pizzeria."""
    code, steps = touches(view, seat, cell), []
    for side in range(s.N_SIDES):
        touched = (code >> 2 * side) & 3
        square = int(view.at[seat, t.beside(cell, side)]) if touched >= Touch.ROAD else NONE
        if square in far:
            steps.append(far[square] + 1)
    text = _("{cell}: empty, {steps} from a pizzeria.")
    if not steps:
        text = _("{cell}: empty, no road from a pizzeria leads there.")
    return text.format(cell=t.cell_name(cell), steps=names.steps_word(min(steps, default=0)))


def preview(view: Any, seat: Seat, cell: int, options: list[int]) -> dict[str, Any] | None:
    """A preview of the tile in hand, or of a new pizzeria, on a cell."""
    if s.CELL + cell not in options:
        return None
    if view.phase == Phase.SITE:
        return shop_look(t.BUILT + int(view.price), building.gift(view, seat))
    if view.phase != Phase.TILE:
        return None
    tile = tile_placement.in_hand(view)
    turns = tile_placement.turns_on(view, seat, t.shape_of(tile), cell)
    quarters = next(k for k in range(s.N_SIDES) if t.has(turns, k))
    return tile_look(tile, t.roads_of(t.shape_of(tile), quarters))


def spot(view: Any, at: Any, options: list[int]) -> dict[str, Any]:
    """The cell chosen for a tile, with a preview of each turn."""
    tile = tile_placement.in_hand(view)
    turns = [action - s.ROT for action in options]
    looks = []
    for k in turns:
        roads = t.roads_of(t.shape_of(tile), k)
        looks.append({"turn": k, "tile": tile_look(tile, roads), "tell": tile_placement.label_turn(view, k)})
    where: dict[str, Any] = at(int(view.spot))
    return where | {"turns": looks}


def starts(view: Any, seat: Seat) -> list[dict[str, Any]]:
    """The start tiles to choose from, with two players."""
    if view.stage != Stage.START:
        return []
    found = []
    for k, number in enumerate(map(int, view.dealt[2 * seat : 2 * seat + 2])):
        piece = t.START_PIECE + number
        words = _("Start tile {n}: {tile}.").format(n=number + 1, tile=names.piece_name(piece))
        found.append(
            {
                "number": number + 1,
                "x": LEFT + 2 + 197 * k,
                "y": GRID_Y + 12,
                "shop": shop_look(t.START_PIZZERIA, s.START_PIZZAS),
                "tile": tile_look(piece, t.start_roads(number)),
                "kept": int(view.kept[seat]) == number,
                "tell": words,
            }
        )
    return found


# -- tracks, and the others ------------------------------------------------------------------------------


def tracks(view: Any, seat: Seat) -> dict[str, Any]:
    """The four markers of a player, what they give, and the points of the leftmost."""
    rows = []
    for colour in range(s.N_COLOURS):
        marker = int(view.track[seat][colour])
        values = [t.track_value(colour, k) for k in range(s.LAST_COLUMN + 1)]
        ahead = [k for k in range(marker, s.LAST_COLUMN + 1) if values[k] > values[marker]]
        words = marker_words(colour, marker)
        if ahead:
            text = _("From column {column} on: {gives}.")
            words += " " + text.format(column=ahead[0], gives=names.track_words(colour, ahead[0]))
        text = _("It moves when all houses of a tile of its colour are served, or by an investment.")
        look = {"colour": colour, "marker": marker, "values": values}
        look |= {"gives": names.track_short(colour, marker), "y": TRACKS_Y + 3 + 24 * colour}
        rows.append(look | {"tell": f"{words} {text}"})
    lowest = min(int(view.track[seat][colour]) for colour in range(s.N_COLOURS))
    trophies = [t.track_value(t.VERSATILITY, k) for k in range(s.LAST_COLUMN + 1)]
    worth = ngettext("{n} point", "{n} points", trophies[lowest])
    words = _("Versatility: the leftmost marker is in column {column}, worth {points} now.")
    return {
        "seat": seat,
        "y": TRACKS_Y,
        "rows": rows,
        "trophies": trophies,
        "lowest": lowest,
        "tell": words.format(column=lowest, points=worth),
    }


def marker_words(colour: int, column: int) -> str:
    """A marker in a sentence: its track, its column, and what it gives there."""
    return _("{track}: column {column} of {last}, {gives}.").format(
        track=names.capital(names.track_name(colour)),
        column=column,
        last=s.LAST_COLUMN,
        gives=names.track_words(colour, column),
    )


def facts(view: Any, seat: Seat, account: Account) -> str:
    """Money and points, as far as the viewer may know them."""
    score = names.points_word(total(account))
    return score if view.money[seat] == HIDDEN else f"£{int(view.money[seat])} · {score}"


def player_words(view: Any, seat: Seat, viewer: Seat, account: Account) -> str:
    """A player's public status in a sentence."""
    parts = [f"{part} {names.signed(worth)}" for part, worth in account if worth]
    text = _("{who}: £{money}, {points}, {n} in stock (each costs a point at the end).")
    if view.money[seat] == HIDDEN:
        text = _("{who}: {points}, {n} in stock (each costs a point at the end).")
    worth = names.points_word(total(account))
    if parts:
        worth = _("{points} ({parts})").format(points=worth, parts=", ".join(parts))
    return text.format(
        who=names.seat_name(seat, viewer),
        money=int(view.money[seat]),
        points=worth,
        n=in_stock(account),
    )


def panel(view: Any, seat: Seat, viewer: Seat, account: Account, place: int, count: int) -> dict[str, Any]:
    """The panel of another player: money, points, tracks, and a small district."""
    top, left, rows, columns = window(view, seat, [])
    wide = (WIDE - 6 * (count - 1)) / count
    beside = wide >= SMALLEST_WIDE
    x0, y0 = (190, 10) if beside else (8, 68)
    size = min((wide - x0 - 8) / columns, (PANELS_HIGH - 20 if beside else SMALL_HIGH) / rows, LARGEST_SMALL)
    squares = []
    for square in range(int(view.n_squares[seat])):
        row, column = divmod(int(view.cell[seat][square]), s.GRID)
        where = {"x": round(x0 + size * (column - left), 2), "y": round(y0 + size * (row - top), 2)}
        squares.append(where | square_look(view, seat, square))
    marks = [
        {"colour": k, "text": f"{names.MARKS[k]}{t.track_value(k, column)}", "tell": marker_words(k, column)}
        for k, column in enumerate(map(int, view.track[seat]))
    ]
    return {
        "seat": seat,
        "x": LEFT + (wide + 6) * place,
        "y": PANELS_Y,
        "wide": wide,
        "high": PANELS_HIGH,
        "name": names.seat_name(seat, viewer),
        "mover": bool(view.seat == seat),
        "facts": facts(view, seat, account),
        "tell": player_words(view, seat, viewer, account),
        "marks": marks,
        "size": size,
        "scale": size / TILE,
        "squares": squares,
        "holds": int(view.invest[seat]),
    }

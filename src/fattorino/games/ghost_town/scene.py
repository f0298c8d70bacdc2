"""What the board shows: a mapping sheet to those who feel their way, the town to those who know it."""

from functools import cache
from itertools import pairwise
from typing import Any

from fattorino.games.ghost_town.sentences import report_words, sign_names
from fattorino.games.ghost_town.state import (
    CARDS,
    COLUMNS,
    DIRECTIONS,
    ICONS,
    MAX_DELIVERERS,
    N_CARDS,
    ORTHOGONAL,
    ROWS,
    SQUARES,
    STRAIGHT,
    TELEPORTS,
    WIDTH,
    Phase,
    Report,
    Sign,
    Tile,
    kind_of,
    square_name,
)
from fattorino.games.ghost_town.town import tile_to_place, tiles_in_all
from fattorino.games.ghost_town.walk import Sheet, Walk, walk_of
from fattorino.games.ghost_town.words import (
    ARROWS,
    action_name,
    card_effect,
    card_name,
    deck_size,
    direction_name,
    hand_size,
    icon_name,
    tile_name,
    used_words,
)
from fattorino.kernel.game import Piece
from fattorino.kernel.i18n import _, cached_per_language, listed, ngettext
from fattorino.kernel.records import HIDDEN, NONE, Seat, namespace

INK, SOFT, PAPER = "var(--ink, #2b2320)", "var(--ink-soft, #6f635a)", "var(--paper, #fbf6ea)"
CARD, NIGHT, TOMATO = "var(--card, #fffdf7)", "var(--night, #3b3f6b)", "var(--tomato, #c8402a)"
GONE = "var(--line, #d8cbb4)"
CELL = 60  # of the map
SHEET_CELL = 40
MARGIN = 26
EDGE = 2  # room for half a line
REACH = 5  # a start is never on the perimeter, so a path leads at most this far from it
ANYWHERE = 6  # from a square one knows nothing of
CARD_SYMBOLS = ["hop", "diagonal", "rook", "bishop", "back", "point", "barrier"]
TILE_SYMBOLS = {
    Tile.START: "start",
    Tile.BOX: "box",
    Tile.SIGNBOARD: "signboard",
    Tile.GRAVE: "grave",
    Tile.WALL: "wall",
    Tile.LITTLE_PIG: "pig",
    Tile.PARENT_PIG: "parent-pig",
    Tile.MONKEY: "monkey",
    Tile.CROW: "crow",
    Tile.MANHOLE: "manhole",
}
TELEPORT_SYMBOLS = [f"teleport-{icon}" for icon in TELEPORTS]
SIGN_SYMBOLS = ((Sign.GHOST, "ghost"), (Sign.PIZZA, "pizza"), (Sign.HOUSE, "house"))


def scene(record: Any, seat: Seat) -> dict[str, Any]:
    """What a viewer is shown."""
    view = namespace(record)
    shown = whole_town(view, record) if view.tile[0] != HIDDEN else mapping_sheet(view, seat)
    shown["players"] = [standing(view, k) for k in range(view.n)] + [[("eye", _("knows the map"))]]
    shown["tables"] = [piles(view), reports_heard(view)] if view.n_records > 0 else [piles(view)]
    if 0 <= seat < view.n:
        shown["hand"] = hand(view, seat)
        if not view.over and view.phase != Phase.BUILD and view.place[seat] == 0:
            shown["pad"] = (240, 240)
            shown["moves"] = rose()
    return shown


# -- what everybody can see ------------------------------------------------------------------------------


def standing(view: Any, k: Seat) -> list[tuple[str, str]]:
    """What lies openly in front of a deliverer."""
    marks = []
    carried = view.carried[k]
    if view.place[k] > 0:
        marks.append(("trophy", _("delivered as number {place}").format(place=view.place[k])))
    elif carried != NONE:
        marks.append((ICONS[carried], _("carries the {icon} pizza").format(icon=icon_name(carried))))
    if view.place[k] <= 0:
        marks.append(("card", ngettext("{n} card", "{n} cards", hand_size(view, k))))
    if view.monkey_of == k:
        marks.append(("monkey", _("the Monkey")))
    if view.crow_of == k:
        marks.append(("crow", _("the Crow")))
    if view.covers[k] > 0:
        marks.append(("manhole", ngettext("{n} manhole cover", "{n} manhole covers", view.covers[k])))
    return marks


def piles(view: Any) -> dict[str, Any]:
    """The deck and what was used of it."""
    rows = [[_("Deck"), str(deck_size(view))], [_("Used cards"), used_words(view)]]
    return {"title": _("Piles"), "columns": [_("Pile"), _("Cards")], "count": 2, "row": rows.__getitem__}


def line_words(action: int, extra: int, said: int, detail: int, distance: int) -> str:
    """What was announced and what was said to have happened in a line of the record."""
    if action == NONE:
        words = _("at the start")
    elif extra != NONE:
        words = _("{card}, then {action}").format(card=action_name(action), action=action_name(extra))
    else:
        words = action_name(action)
    reports = [
        report_words(report, distance if report == Report.DISTANCE else detail)
        for report in range(Report.SURROUND)
        if said >> report & 1
    ]
    return f"{words}: {' '.join(reports)}" if reports else words


@cached_per_language
def report_row(
    turn: int,
    k: Seat,
    action: int,
    extra: int,
    said: int,
    detail: int,
    distance: int,
    near: int,
    sensed: int,
    pizza_at: int,
) -> list[str]:
    """A line of the record as a row of the table: turn, who, what happened, walls, what was sensed."""
    who = _("Deliverer {number}").format(number=k + 1)
    heard = line_words(action, extra, said, detail, distance)
    if not said >> Report.SURROUND & 1:
        return [str(turn), who, heard, "", ""]
    walls = " ".join(ARROWS[d] for d in range(STRAIGHT) if near >> d & 1)
    signs = listed(sign_names(sensed), "–")
    if pizza_at != NONE:
        points = [ARROWS[d] for d in range(len(DIRECTIONS)) if pizza_at >> d & 1]
        signs += " " + _("(monkey: {directions})").format(directions=" ".join(points) or "–")
    return [str(turn), who, heard, walls or "–", signs]


LINE = ("by", "action", "extra", "said", "detail", "distance", "near_walls", "signs", "pizza_at")


def reports_heard(view: Any) -> dict[str, Any]:
    """The record of all reports."""
    columns = [getattr(view, name) for name in LINE]
    turns = [0] * view.n
    at: list[int] = []  # the turn of each line, counted for its deliverer
    for k, action in zip(view.by[: view.n_records], view.action, strict=False):
        turns[k] += action != NONE
        at.append(turns[k])

    def row(line: int) -> list[str]:
        return report_row(at[line], *[column[line] for column in columns])

    return {
        "title": _("Reports heard"),
        "columns": [_("Turn"), _("Who"), _("What happened"), _("Walls"), _("Sensed on the 8 squares around")],
        "count": view.n_records,
        "row": row,
    }


def hand(view: Any, seat: Seat) -> list[dict[str, Any]]:
    """The viewer's psychic cards by kind."""
    counts = [0] * len(CARDS)
    for card in range(N_CARDS):
        if view.card_at[card] == seat:  # who is out has none: GT-TURN-4
            counts[kind_of(card)] += 1
    return [
        {
            "name": card_name(kind),
            "text": card_effect(kind),
            "symbol": CARD_SYMBOLS[kind],
            "count": count,
            "target": f"card-{CARDS[kind]}",
        }
        for kind, count in enumerate(counts)
        if count
    ]


def rose() -> list[dict[str, Any]]:
    """The compass rose: a step and an attack in each of the four directions."""
    return [
        {
            "direction": DIRECTIONS[d],
            "name": direction_name(d),
            "dx": dx,
            "dy": dy,
            "turn": (0, 180, 270, 90)[d],
        }
        for d, (dx, dy) in enumerate(ORTHOGONAL)
    ]


# -- the whole town --------------------------------------------------------------------------------------


def middle(square: int) -> tuple[float, float]:
    """The middle of a square on the map."""
    return MARGIN + (square % WIDTH + 0.5) * CELL, MARGIN + (square // WIDTH + 0.5) * CELL


def town_tiles(view: Any) -> list[dict[str, Any]]:
    """Every tile with what stands on it."""
    faces: dict[int, int] = {}
    for spots in (view.start_at, view.box_at, view.sign_at, view.teleport_at):
        faces |= {square: face for face, square in enumerate(spots) if square >= 0}
    tiles = []
    for square, tile in enumerate(view.tile):
        if tile == Tile.EMPTY:
            continue
        face = faces.get(square, 0)
        name = TELEPORT_SYMBOLS[face] if tile == Tile.TELEPORT else TILE_SYMBOLS[Tile(tile)]
        x, y = middle(square)
        tiles.append(
            {
                "x": x,
                "y": y,
                "symbol": name,
                "tile": Tile(tile).name.lower(),
                "icon": ICONS[face] if tile in (Tile.BOX, Tile.SIGNBOARD) else "",
                "number": face + 1 if tile == Tile.START else 0,
                "pizza": tile == Tile.BOX and view.pizza[face] > 0,
                "house": tile == Tile.SIGNBOARD and view.house[face] > 0,
            }
        )
    return tiles


@cache
def town_grid() -> str:
    """The empty map with its 49 squares and their names: always the same."""
    side = WIDTH * CELL + 2 * MARGIN
    drawn = [f'<g font-size="14" text-anchor="middle" fill="{SOFT}">']
    for n, name in enumerate(COLUMNS):
        x = MARGIN + (n + 0.5) * CELL
        drawn.append(f'<text x="{x:g}" y="18">{name}</text><text x="{x:g}" y="{side - 8}">{name}</text>')
    for n, name in enumerate(ROWS):
        y = MARGIN + (n + 0.5) * CELL + 5
        drawn.append(f'<text x="13" y="{y:g}">{name}</text><text x="{side - 13}" y="{y:g}">{name}</text>')
    drawn.append(f'</g><g fill="{PAPER}" stroke="{SOFT}">')
    for square in range(SQUARES):
        x, y = middle(square)
        drawn.append(
            f'<rect id="sq{square}" class="square" x="{x - CELL / 2:g}" y="{y - CELL / 2:g}" width="{CELL}" '
            f'height="{CELL}" data-target="square-{square}" role="img" aria-label="{square_name(square)}"/>'
        )
    return "".join(drawn) + "</g>"


def paths(view: Any) -> list[dict[str, Any]]:
    """Where each deliverer went, as lines through the middles of the squares, each a little aside."""
    drawn = []
    for k in range(view.n):
        if view.start_at[k] < 0:
            continue
        aside = (k - (view.n - 1) / 2) * 7
        stops = [view.start_at[k]]
        for by, action, after in zip(view.by, view.action, view.path[: view.n_records], strict=False):
            if by == k and action != NONE and after >= 0 and after != stops[-1]:
                stops.append(after)
        steps: list[str] = []
        flights: list[str] = []
        for a, b in pairwise(stops):
            (ax, ay), (bx, by_) = middle(a), middle(b)
            far = max(abs(a % WIDTH - b % WIDTH), abs(a // WIDTH - b // WIDTH)) > 1
            leg = f"M{ax + aside:g} {ay + aside:g}L{bx + aside:g} {by_ + aside:g}"
            (flights if far else steps).append(leg)
        drawn.append({"seat": k, "steps": "".join(steps), "flights": "".join(flights)})
    return drawn


def whole_town(view: Any, record: Any) -> dict[str, Any]:
    """The map with tiles, ghosts, houses, tokens and every path."""
    building = view.phase == Phase.BUILD and not view.over
    tokens = []
    for k in range(view.n):
        at = view.position[k] if view.position[k] >= 0 else view.start_at[k]
        if at >= 0 and not building and view.place[k] == 0:
            x, y = middle(at)
            tokens.append({"seat": k, "x": x + (k - 1) * 15, "y": y + 13})
    last = None
    newest = view.n_records - 1
    if newest >= 0 and view.path[newest] >= 0:
        x, y = middle(view.path[newest])
        last = {"x": x - CELL / 2, "y": y - CELL / 2, "line": newest}
    coming = None
    if building:
        tile, face = tile_to_place(record, view.placed)
        coming = {
            "symbol": TELEPORT_SYMBOLS[face] if tile == Tile.TELEPORT else TILE_SYMBOLS[Tile(tile)],
            "icon": ICONS[face] if tile in (Tile.BOX, Tile.SIGNBOARD) else "",
            "words": _("Next: {tile} ({number} of {all})").format(
                tile=tile_name(tile, face), number=view.placed + 1, all=tiles_in_all(record)
            ),
        }
    side = WIDTH * CELL + 2 * MARGIN
    return {
        "width": side,
        "height": side + (44 if building else 0),
        "title": _("The town"),
        "kind": "town",
        "cell": CELL,
        "side": side,
        "grid": town_grid(),
        "tiles": town_tiles(view),
        "ghosts": [
            {"n": s, "x": middle(s)[0], "y": middle(s)[1], "grave": view.tile[s] == Tile.GRAVE}
            for s in range(SQUARES)
            if view.ghosts >> s & 1
        ],
        "paths": [] if building else paths(view),
        "tokens": tokens,
        "last": last,
        "coming": coming,
        "legend": [
            ("ghost", _("ghost")),
            ("grave", _("grave")),
            ("wall", _("wall")),
            ("box", _("box of a pizza")),
            ("pizza", _("pizza")),
            ("signboard", _("signboard")),
            ("house", _("house")),
            ("teleport-circle", _("teleport")),
        ],
    }


# -- the mapping sheet -----------------------------------------------------------------------------------


def sheet_title(sheet: Sheet) -> str:
    """Where a sheet begins, in words."""
    if sheet.begins == "start":
        return _("From the start")
    if sheet.begins == "teleport":
        return _("Teleported in turn {turn}").format(turn=sheet.turn)
    return _("Flown in turn {turn}").format(turn=sheet.turn)


FACT_SYMBOLS = {  # symbol, share of the square, colour
    "ghost": ("ghost", 0.7, NIGHT),
    "teleport": ("teleport-circle", 0.75, NIGHT),
    "box": ("box", 0.7, INK),
    "pizza": ("pizza", 0.7, INK),
    "house": ("house", 0.7, TOMATO),
    "pig": ("pig", 0.7, INK),
}


@cache
def sheet_lines(count: int) -> str:
    """The lines of a sheet of squared paper."""
    side = count * SHEET_CELL
    return "".join(f"M{n * SHEET_CELL} 0v{side}M0 {n * SHEET_CELL}h{side}" for n in range(1, count))


@cached_per_language
def lay_out(walk: Walk, number: int, x: float, y: float, side: float, owner: Seat) -> dict[str, Any]:
    """One sheet with its corner at x, y, drawn in squares of SHEET_CELL and then scaled to its side."""
    sheet = walk.sheets[number]
    reach = REACH if sheet.begins == "start" else ANYWHERE
    count, cell, half = 2 * reach + 1, SHEET_CELL, SHEET_CELL // 2
    squares = {"wall": "", "free": "", "gone": "", "open": ""}  # drawn as one line each
    symbols: list[tuple[str, float, float, float, str]] = []
    for spot, fact in sheet.facts.items():
        left, top = (spot[0] + reach) * cell, (spot[1] + reach) * cell
        if not (0 <= left < count * cell and 0 <= top < count * cell):
            continue
        if fact in ("gone", "open"):
            squares[fact] += (
                f"M{left + half} {top + half}h0" if fact == "open" else f"M{left + 8} {top + 32}l24-24"
            )
        elif fact != "ghost":
            squares["wall" if fact == "wall" else "free"] += f"M{left} {top}h{cell}v{cell}h-{cell}z"
        if fact == "wall":
            symbols.append(("wall", left + half, top + half, cell * 0.8, CARD))
        elif fact == "gone":
            symbols.append(("ghost", left + half, top + half, cell * 0.6, GONE))
        elif fact == "start":
            symbols.append(("start", left + 13, top + 13, half, SOFT))
        elif fact in FACT_SYMBOLS:
            name, share, colour = FACT_SYMBOLS[fact]
            symbols.append((name, left + half, top + half, cell * share, colour))
    for spot, bits in sheet.signs.items():
        found = [name for sign, name in SIGN_SYMBOLS if bits & sign]
        for place, name in enumerate(found):
            left, top = (spot[0] + reach) * cell + 8 + 12 * place, (spot[1] + reach) * cell + 32
            symbols.append((name, left, top, 14, NIGHT if name == "ghost" else TOMATO))
    points = [f"{(c + reach) * cell + half},{(r + reach) * cell + half}" for c, r in sheet.trail]
    standing_on = number == walk.at
    return {
        "number": number,
        "title": sheet_title(sheet),
        "short": _("turn {turn}").format(turn=sheet.turn) if sheet.turn else _("start"),
        "begins": {"start": "start", "teleport": "teleport-circle", "flight": "rook"}[sheet.begins],
        "x": x,
        "y": y,
        "scale": round(side / (count * cell), 4),
        "count": count,
        "side": count * cell,
        "lines": sheet_lines(count),
        "squares": squares,
        "symbols": symbols,
        "trail": " ".join(points) if len(points) > 1 else "",
        "here": [(at + reach) * cell + half for at in walk.spot] if standing_on else None,
        "turn": walk.turn,
        "owner": owner,
    }


def mapping_sheet(view: Any, seat: Seat) -> dict[str, Any]:
    """What can be known of one's own walk; whoever only watches sees a small sheet of each deliverer."""
    owners = [seat] if 0 <= seat < view.n else list(range(view.n))
    sheets = []
    width = (2 * REACH + 1) * SHEET_CELL
    height = 24.0
    if len(owners) == 1:
        walk = walk_of(view, seat)
        sheets.append(lay_out(walk, walk.at, EDGE, 24, width, seat))
        height += width
        others = [n for n in range(len(walk.sheets)) if n != walk.at]
        others = others[:1] + others[1:][-3:]  # the start, and the newest; older ones are not worth the paper
        small = (width - 3 * 8) / 4
        for place, n in enumerate(others):
            sheets.append(lay_out(walk, n, EDGE + place * (small + 8), width + 48, small, seat))
            height = width + 48 + small
    else:
        small = width / 2 - 6
        for place, k in enumerate(owners):
            walk = walk_of(view, k)
            left, top = EDGE + (place % 2) * (width / 2 + 6), 24 + (place // 2) * (small + 30)
            sheets.append(lay_out(walk, walk.at, left, top, small, k))
            height = max(height, top + small)
    own = len(owners) == 1
    shown: dict[str, Any] = {
        "width": width + 2 * EDGE,
        "height": height + EDGE,
        "title": _("Your mapping sheet") if own else _("The deliverers' mapping sheets"),
        "kind": "sheet",
        "sheets": sheets,
        "own": own,
        "legend": [
            ("wall", _("wall or edge")),
            ("ghost", _("ghost")),
            ("pizza", _("pizza")),
            ("house", _("house")),
            ("teleport-circle", _("teleport")),
            ("free", _("walked on")),
        ],
    }
    if own:
        shown["notes"] = [
            {"id": "wall", "name": _("Wall"), "symbol": "wall"},
            {"id": "ghost", "name": _("Ghost"), "symbol": "ghost"},
            {"id": "pizza", "name": _("Pizza"), "symbol": "pizza"},
            {"id": "house", "name": _("House"), "symbol": "house"},
            {"id": "free", "name": _("Free"), "symbol": "free"},
            {"id": "maybe", "name": _("Unsure"), "symbol": "maybe"},
        ]
    return shown


# -- the gallery -----------------------------------------------------------------------------------------


def gallery() -> list[tuple[str, list[Piece]]]:
    """Every component with what it does and how it is drawn."""
    icons = [(icon_name(number), icon) for number, icon in enumerate(ICONS)]
    tiles: list[Piece] = [
        (tile_name(Tile.START, k), _("where deliverer {n} begins").format(n=k + 1), "start_tile", (k,))
        for k in range(MAX_DELIVERERS)
    ]
    for number, (_name, icon) in enumerate(icons):
        note = _("until it is taken, it can be sensed")
        tiles.append((tile_name(Tile.BOX, number), note, "box_tile", (icon, True)))
    for name, icon in icons:
        title = _("the empty {icon} box").format(icon=name)
        tiles.append((title, _("an ordinary square"), "box_tile", (icon, False)))
    for number, (_name, icon) in enumerate(icons):
        title = tile_name(Tile.SIGNBOARD, number)
        tiles.append((title, _("here a house will appear"), "sign_tile", (icon, False)))
    for name, icon in icons:
        title = _("the {icon} house").format(icon=name)
        tiles.append((title, _("appears when that pizza is taken"), "sign_tile", (icon, True)))
    tiles += [
        (tile_name(Tile.GRAVE, 0), _("a ghost begins here"), "grave_tile", (True,)),
        (_("a grave without a ghost"), _("an ordinary square"), "grave_tile", (False,)),
        (_("a ghost on its own"), _("appears around a new house"), "ghost_alone", ()),
        (tile_name(Tile.WALL, 0), _("stops a step; feels like the edge of the map"), "plain_tile", ("wall",)),
    ]
    for face, symbol in enumerate(TELEPORT_SYMBOLS):
        title = tile_name(Tile.TELEPORT, face)
        tiles.append((title, _("leads on to the next teleport"), "plain_tile", (symbol,)))
    rounds: list[Piece] = [
        (tile_name(tile, 0), note, "round_tile", (TILE_SYMBOLS[tile],))
        for tile, note in (
            (Tile.LITTLE_PIG, _("oinks when stepped on")),
            (Tile.PARENT_PIG, _("oinks when stepped on")),
            (Tile.MONKEY, _("comes along and points at pizzas")),
            (Tile.CROW, _("attack it, and it carries you to a signboard")),
            (Tile.MANHOLE, _("feels like a pizza")),
        )
    ]
    cards: list[Piece] = [
        (card_name(kind), card_effect(kind), "psychic_card", (symbol,))
        for kind, symbol in enumerate(CARD_SYMBOLS)
    ]
    tokens: list[Piece] = [
        (_("Deliverer {number}").format(number=k + 1), _("a deliverer's token"), "token", (k,))
        for k in range(MAX_DELIVERERS)
    ]
    return [
        (_("Tiles"), tiles),
        (_("Round tiles of the variants"), rounds),
        (_("Psychic cards"), cards),
        (_("Tokens"), tokens),
    ]

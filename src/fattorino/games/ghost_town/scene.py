"""What the board shows: the notebook to those who cannot see the town, the whole town to those who can."""

from functools import cache
from itertools import pairwise
from typing import Any

from fattorino.games.ghost_town import state as s, words as w
from fattorino.games.ghost_town.notebook import notebook, roses
from fattorino.games.ghost_town.sentences import pointed_names, reports_in_words, sign_names
from fattorino.games.ghost_town.squares import SOFT
from fattorino.games.ghost_town.town import tile_to_place, tiles_in_all
from fattorino.kernel.i18n import _, cached_per_language, listed, ngettext
from fattorino.kernel.records import HIDDEN, NONE, Seat, namespace

PAPER = "var(--paper, #fbf6ea)"
CELL = 60  # of the map
MARGIN = 26
CARD_SYMBOLS: list[str] = [card["symbol"] for card in s.COMPONENTS["psychic_card"]]
TILE_SYMBOLS: dict[int, str] = {tile: row["symbol"] for tile, row in s.TILES if "symbol" in row}
TELEPORT_SYMBOLS = [f"teleport-{icon}" for icon in s.TELEPORTS]


def scene(record: Any, seat: Seat) -> dict[str, Any]:
    """Everything board.svg.j2 and pad.svg.j2 draw for a viewer."""
    view = namespace(record)
    shown = whole_town(view, record, seat) if view.tile[0] != HIDDEN else notebook(view, seat)
    shown["players"] = [standing(view, k) for k in range(view.n)] + [[("eye", _("knows the map"))]]
    shown["tables"] = [piles(view), reports_heard(view)] if view.n_records > 0 else [piles(view)]
    if 0 <= seat < view.n:
        shown["hand"] = hand(view, seat)
        shown["hand_none"] = _("You hold no cards: an attack that hits a ghost brings one.")
        if not view.over and view.phase != s.Phase.BUILD and view.place[seat] == 0:
            shown["pad"] = (400, 168)
            shown["moves"] = roses(view, seat)
            shown["me"] = seat
    return shown


# -- what everybody can see ------------------------------------------------------------------------------


def standing(view: Any, k: Seat) -> list[tuple[str, str]]:
    """A deliverer's public status."""
    marks = []
    carried = view.carried[k]
    if view.place[k] > 0:
        marks.append(("trophy", w.out_words(view.place[k] if view.ranking else 0)))
    elif carried != NONE:
        marks.append((s.ICONS[carried], _("carries the {icon} pizza").format(icon=w.icon_name(carried))))
    if view.place[k] <= 0:
        marks.append(("card", ngettext("{n} card", "{n} cards", w.hand_size(view, k))))
    if view.monkey_of == k:
        marks.append(("monkey", _("the Monkey")))
    if view.crow_of == k:
        marks.append(("crow", _("the Crow")))
    if view.covers[k] > 0:
        marks.append(("manhole", ngettext("{n} manhole cover", "{n} manhole covers", view.covers[k])))
    return marks


def piles(view: Any) -> dict[str, Any]:
    """The deck and the used cards."""
    rows = [[_("Deck"), str(w.deck_size(view))], [_("Used cards"), w.used_words(view)]]
    return {"title": _("Piles"), "columns": [_("Pile"), _("Cards")], "count": 2, "row": rows.__getitem__}


def line_words(action: int, extra: int, said: int, detail: int, distance: int) -> str:
    """The action and the reports of a line of the record."""
    if action == NONE:
        words = _("at the start")
    elif extra != NONE:
        words = _("{card}, then {action}").format(card=w.action_name(action), action=w.action_name(extra))
    else:
        words = w.action_name(action)
    reports = " ".join(reports_in_words(said, detail, distance).values())
    return f"{words}: {reports}" if reports else words


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
    if not said >> s.Report.SURROUND & 1:
        return [str(turn), who, heard, "", ""]
    walls = listed([w.direction_name(d) for d in range(s.STRAIGHT) if near >> d & 1], _("none"))
    signs = listed(sign_names(sensed), _("nothing"))
    if pizza_at != NONE:
        where = listed(pointed_names(pizza_at), _("none"))
        signs += " " + _("(monkey: {directions})").format(directions=where)
    return [str(turn), who, heard, walls, signs]


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
    kinds = w.own_cards(view, seat)  # after a delivery there are none: GT-TURN-4
    return [
        {
            "name": w.card_name(kind),
            "text": w.card_effect(kind),
            "symbol": CARD_SYMBOLS[kind],
            "count": kinds.count(kind),
            "target": f"card-{s.CARDS[kind]}",
        }
        for kind in sorted(set(kinds))
    ]


# -- the whole town --------------------------------------------------------------------------------------


def middle(square: int) -> tuple[float, float]:
    """The centre of a square on the map."""
    return MARGIN + (square % s.WIDTH + 0.5) * CELL, MARGIN + (square // s.WIDTH + 0.5) * CELL


def centre(square: int) -> dict[str, float]:
    """The centre of a square, for a template."""
    return dict(zip("xy", middle(square), strict=True))


def faces_of(view: Any) -> dict[int, int]:
    """Which tile of its kind is on a square: the number of a start, the icon, the sign of a teleport."""
    faces: dict[int, int] = {}
    for spots in (view.start_at, view.box_at, view.sign_at, view.teleport_at):
        faces |= {square: face for face, square in enumerate(spots) if square >= 0}
    return faces


def drawn_tile(tile: int, face: int) -> dict[str, Any]:
    """The symbol of a tile, and the icon on it."""
    return {
        "symbol": TELEPORT_SYMBOLS[face] if tile == s.Tile.TELEPORT else TILE_SYMBOLS[tile],
        "icon": s.ICONS[face] if tile in (s.Tile.BOX, s.Tile.SIGNBOARD) else "",
    }


def town_tiles(view: Any) -> list[dict[str, Any]]:
    """Every tile with what is on it."""
    faces = faces_of(view)
    tiles = []
    for square, tile in enumerate(view.tile):
        if tile == s.Tile.EMPTY:
            continue
        face = faces.get(square, 0)
        tiles.append(
            centre(square)
            | drawn_tile(tile, face)
            | {
                "tile": s.Tile(tile).name.lower(),
                "number": face + 1 if tile == s.Tile.START else 0,
                "pizza": tile == s.Tile.BOX and view.pizza[face] > 0,
                "house": tile == s.Tile.SIGNBOARD and view.house[face] > 0,
            }
        )
    return tiles


@cache
def square_names() -> str:
    """The letters and numbers along the edges of the map: always the same."""
    side = s.WIDTH * CELL + 2 * MARGIN
    drawn = [f'<g font-size="14" text-anchor="middle" fill="{SOFT}">']
    for n, name in enumerate(s.COLUMNS):
        x = MARGIN + (n + 0.5) * CELL
        drawn.append(f'<text x="{x:g}" y="18">{name}</text><text x="{x:g}" y="{side - 8}">{name}</text>')
    for n, name in enumerate(s.ROWS):
        y = MARGIN + (n + 0.5) * CELL + 5
        drawn.append(f'<text x="13" y="{y:g}">{name}</text><text x="{side - 13}" y="{y:g}">{name}</text>')
    return "".join(drawn) + "</g>"


def town_squares(view: Any, seat: Seat) -> list[dict[str, Any]]:
    """Every square with all that is on it, in words."""
    faces = faces_of(view)
    drawn = []
    for square, tile in enumerate(view.tile):
        on_it = []
        if tile == s.Tile.GRAVE:
            on_it.append(_("a grave"))
        elif tile != s.Tile.EMPTY:
            on_it.append(w.tile_name(tile, faces.get(square, 0)))
        if tile == s.Tile.BOX and not view.pizza[faces[square]]:
            on_it[-1] = _("the empty {icon} box").format(icon=w.icon_name(faces[square]))
        if tile == s.Tile.SIGNBOARD and view.house[faces[square]]:
            on_it[-1] = _("the {icon} house").format(icon=w.icon_name(faces[square]))
        if view.ghosts >> square & 1:
            on_it.append(_("a ghost"))
        here = [k for k in range(view.n) if view.position[k] == square]
        on_it += [_("Deliverer {number}").format(number=k + 1) for k in here]
        tell = _("{square}: {known}.").format(square=s.square_name(square), known=listed(on_it, _("nothing")))
        drawn.append({"n": square, **centre(square), "tell": tell, "mine": seat in here})
    return drawn


def paths(view: Any) -> list[dict[str, Any]]:
    """Each deliverer's path, as a line through the centres of the squares, slightly offset from others."""
    drawn = []
    for k in range(view.n):
        if view.start_at[k] < 0:
            continue
        aside = (k - (view.n - 1) / 2) * 7
        stops = [view.start_at[k]]
        for by, action, after in zip(view.by, view.action, view.path[: view.n_records], strict=False):
            if by == k and action != NONE and after >= 0 and after != stops[-1]:
                stops.append(after)
        if view.place[k] > 0:  # off the map after a delivery
            stops.append(view.sign_at[view.carried[k]])
        steps: list[str] = []
        flights: list[str] = []
        for a, b in pairwise(stops):
            (ax, ay), (bx, by_) = middle(a), middle(b)
            leg = f"M{ax + aside:g} {ay + aside:g}L{bx + aside:g} {by_ + aside:g}"
            (flights if s.squares_between(a, b) > 1 else steps).append(leg)
        drawn.append({"seat": k, "steps": "".join(steps), "flights": "".join(flights)})
    return drawn


def whole_town(view: Any, record: Any, seat: Seat) -> dict[str, Any]:
    """The map with tiles, ghosts, houses, tokens and every path."""
    building = view.phase == s.Phase.BUILD and not view.over
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
        coming = drawn_tile(tile, face)
        coming["words"] = _("Next: {tile} ({number} of {all})").format(
            tile=w.tile_name(tile, face), number=view.placed + 1, all=tiles_in_all(record)
        )
    side = s.WIDTH * CELL + 2 * MARGIN
    return {
        "width": side,
        "height": side + (44 if building else 56),
        "title": _("The town"),
        "kind": "town",
        "cell": CELL,
        "side": side,
        "names": square_names(),
        "squares": town_squares(view, seat),
        "tiles": town_tiles(view),
        "ghosts": [
            {"n": square, **centre(square), "grave": view.tile[square] == s.Tile.GRAVE}
            for square in range(s.SQUARES)
            if view.ghosts >> square & 1
        ],
        "paths": [] if building else paths(view),
        "tokens": tokens,
        "last": last,
        "coming": coming,
        "below": [
            (name, words, 4 + place % 4 * 118, side + 22 + place // 4 * 26)
            for place, (name, words) in enumerate(town_legend())
        ],
        "legend": town_legend(),
    }


def town_legend() -> list[tuple[str, str]]:
    """The legend of the map."""
    return [
        ("ghost", _("ghost")),
        ("grave", _("grave")),
        ("wall", _("wall")),
        ("box", _("box of a pizza")),
        ("pizza", _("pizza")),
        ("signboard", _("signboard")),
        ("house", _("house")),
        ("teleport-circle", _("teleport")),
    ]

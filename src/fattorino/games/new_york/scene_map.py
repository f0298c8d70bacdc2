"""The map on the board: streets, villages, zones, stations, docks, lots, and delivery routes."""

from functools import cache
from itertools import combinations
from typing import Any

from fattorino.games.new_york import (
    card_pictures,
    choice_sheet,
    delivery_plan,
    names,
    state as s,
    streets as town,
    tables as t,
)
from fattorino.games.new_york.rules import pizzerias
from fattorino.games.new_york.state import Phase
from fattorino.kernel.i18n import _, cached_per_language
from fattorino.kernel.records import NONE, Seat, namespace

LEFT, TOP, BOTTOM = 38, 30, 608  # margins; where the southernmost street is
MAP_WIDE = 388
NAMED = (2, 4, 7, 10)  # a village, with its name, begins below each of these streets
NAME_HIGH = 17
EMPTY = 31  # a block without lots is only as high as the name in it
LOT_HIGH = 16  # half of it


@cache
def across(large: int) -> float:
    """The distance between avenues in pixels; the 5-6 side has one more avenue."""
    avenues = max(node["x"] for node in town.SIDES[large]["nodes"])
    return (MAP_WIDE - 2 * LEFT) / float(avenues)


def lot_scale(large: int) -> float:
    """The scale of lots, which leave room for the signs at the corners of their blocks."""
    return min(1.0, across(large) / 64)


@cache
def block(large: int) -> float:
    """The height of a block with lots, chosen so that the map has a fixed height."""
    last = int(max(node["y"] for node in town.SIDES[large]["nodes"]))
    built = _built_blocks(large)
    names_high = sum(NAME_HIGH for row in NAMED if row in built)
    return (BOTTOM - TOP - names_high - EMPTY * (last - len(built))) / len(built)


def _built_blocks(large: int) -> set[int]:
    """The streets with lots below them."""
    return {int(lot["y"]) for lot in town.SIDES[large]["lots"]}


@cache
def street(large: int, row: int) -> float:
    """The y coordinate of a street."""
    built = _built_blocks(large)
    down = sum((block(large) + NAME_HIGH * (r in NAMED)) if r in built else EMPTY for r in range(row))
    return round(TOP + down, 1)


def place(large: int, x: float, y: float) -> dict[str, float]:
    """The coordinates of a point of the map."""
    north = street(large, int(y))
    south = street(large, int(y) + 1) if y != int(y) else north
    return {"x": round(LEFT + x * across(large), 1), "y": round(north + (south - north) * (y - int(y)), 1)}


@cache
def spots(large: int) -> dict[str, dict[str, float]]:
    """The coordinates of each street space."""
    side = town.SIDES[large]
    park = {"park_path": place(large, side["park_path"]["x"], side["park_path"]["y"])}
    return park | {node["id"]: place(large, node["x"], node["y"]) for node in side["nodes"]}


@cached_per_language
def streets(large: int) -> dict[str, Any]:
    """The part of the map that never changes during a game."""
    side, wide = town.SIDES[large], across(large)
    where = spots(large)
    areas = [_area(large, village) for village in range(t.N_VILLAGES - 1)]
    return {
        "nodes": [spot for name, spot in where.items() if name != "park_path"],
        "edges": [(where[one], where[other]) for one, other in side["edges"]],
        "areas": areas,
        "land": _land(areas),
        "zones": [
            _outward(where[side["zones"][t.VILLAGES[v]]])
            | {"village": v, "name": names.village_name(v), "code": names.VILLAGE_CODES[v]}
            for v in range(t.N_VILLAGES)
        ],
        "red": [where[name] for name in side["subway"]["red"]],
        "blue": [where[name] for name in side["subway"]["blue"]],
        "docks": [where[name] for name in side["docks"]["spaces"]],
        "park": where["park_path"] | {"wide": wide * 1.42, "high": block(large) * 1.36},
        "gates": [where[side["park_path"][name]] for name in ("north", "south", "west", "east")],
        "corner": street(large, 11) - 4,
        "bottom": BOTTOM + 30,
    }


def _land(areas: list[dict[str, Any]]) -> list[dict[str, float]]:
    """The land between two adjacent villages, where no river flows."""
    found = []
    for one, other in combinations(areas, 2):
        top = max(one["y"], other["y"])
        high = min(one["y"] + one["height"], other["y"] + other["height"]) - top
        if high > one["height"] / 2:
            left, right = sorted([one, other], key=lambda area: float(area["x"]))
            wide = right["x"] + right["width"] - left["x"]
            found.append({"x": left["x"], "y": top, "width": wide, "height": high})
    return found


def _outward(spot: dict[str, float]) -> dict[str, float]:
    """The position of a sign at the shore: slightly over the water, clear of the lots."""
    shift = {LEFT: -9, MAP_WIDE - LEFT: 9}.get(round(spot["x"]), 0)
    return {"x": spot["x"] + shift, "y": spot["y"]}


def _area(large: int, village: int) -> dict[str, Any]:
    """The area of a village: its streets, all its lots and its name."""
    side, name = town.SIDES[large], t.VILLAGES[village]
    own = [(n["x"], n["y"]) for n in side["nodes"] if n["village"] == name]
    grounds = [ground(large, lot) for lot in side["lots"] if lot["village"] == name]
    first, last = int(min(y for _x, y in own)), int(max(y for _x, y in own))
    lots_above = any(lot["y"] < street(large, first) - LOT_HIGH for lot in grounds)
    top = street(large, first - 1) + 5 if lots_above else street(large, first) - NAME_HIGH - 4
    bottom = max([street(large, last) + 13, *(lot["y"] + LOT_HIGH + 4 for lot in grounds)])
    if name == "harlem":
        top, bottom = TOP - 22, street(large, last) + 4
    left = min([LEFT + min(x for x, _y in own) * across(large) - 17, *(lot["x"] - 24 for lot in grounds)])
    right = max([LEFT + max(x for x, _y in own) * across(large) + 17, *(lot["x"] + 24 for lot in grounds)])
    high = street(large, first - 1) + 19 if lots_above else street(large, first) - 9
    return {
        "x": round(left, 1),
        "y": round(top, 1),
        "width": round(right - left, 1),
        "height": round(bottom - top, 1),
        "name": names.village_name(village),
        "name_y": TOP - 7 if name == "harlem" else round(high, 1),
        "village": village,
    }


def ground(large: int, lot: dict[str, Any]) -> dict[str, Any]:
    """The rectangle of a lot; two that share a block are upright, side by side."""
    beside = [
        other["x"] - lot["x"]
        for other in town.SIDES[large]["lots"]
        if other is not lot and abs(other["x"] - lot["x"]) < 0.9 and other["y"] == lot["y"]
    ]
    row = int(lot["y"])
    above = any(n["village"] == lot["village"] and n["y"] == row for n in town.SIDES[large]["nodes"])
    half = block(large) / 2  # beside the name of a village a lot stays in its own half
    y = round(street(large, row) + half if above else street(large, row + 1) - half, 1)
    if not beside:
        return {"x": place(large, lot["x"], row)["x"], "y": y, "narrow": False}
    middle = place(large, lot["x"] + beside[0] / 2, row)["x"]
    shift = across(large) / 4 if beside[0] < 0 else -across(large) / 4
    return {"x": round(middle + 0.92 * shift, 1), "y": y, "narrow": True}


@cache
def grounds(large: int) -> dict[int, dict[str, Any]]:
    """The rectangles of all lots, by their numbers."""
    return {int(lot["index"]): ground(large, lot) for lot in town.SIDES[large]["lots"]}


def lots(view: Any, seat: Seat, options: list[int]) -> list[dict[str, Any]]:
    """Every lot: price, reservation, owner with level and top card."""
    plain = namespace(view)
    large, open_to = plain.large, _open_villages(plain, options)
    drawn = []
    for lot in town.SIDES[large]["lots"]:
        number = int(lot["index"])
        owner, token = plain.owner[number], bool(plain.tokens >> number & 1)
        village = t.VILLAGES.index(lot["village"])
        shown: dict[str, Any] = grounds(large)[number] | {
            "number": number,
            "label": names.lot_number(large, number) if s.LOT + number in options else "",
            "price": lot["price"],
            "token": token,
            "owner": owner,
            "mine": owner == seat != NONE,
            "open": owner == NONE and village in open_to,
            "scale": lot_scale(large),
            "words": lot_words(large, number, token),
        }
        if owner != NONE:
            top = int(pizzerias.top_card(view, owner, village))
            shown |= {
                "disks": plain.disks[owner][village],
                "top": card_pictures.card_look(top) if top != NONE else None,
                "words": (
                    _("{lot}, your pizzeria: {shop}")
                    if owner == seat
                    else _("{lot}, pizzeria of {who}: {shop}")
                ).format(
                    lot=names.lot_name(large, number),
                    who=names.seat_name(owner, seat),
                    shop=choice_sheet.shop_words(plain, owner, village),
                ),
            }
        drawn.append(shown)
    return drawn


def _open_villages(view: Any, options: list[int]) -> set[int]:
    """The villages of the cards that can be chosen for a build now."""
    if view.phase != Phase.BUILD_CARD:
        return set()
    return {int(t.village_of(action - s.CARD)) for action in options if action >= s.CARD}


@cached_per_language
def lot_words(large: int, lot: int, token: bool) -> str:
    """An empty lot in words: its price, and its distance from the zone of its village."""
    text = _("{lot}: empty, costs ${price}; {reach}.")
    if token:
        text = _("{lot}: empty but reserved, costs ${price}; {reach}.")
    return text.format(
        lot=names.lot_name(large, lot),
        price=int(town.lot_price(large, lot)),
        reach=choice_sheet.own_reach(large, lot),
    )


def ways(view: Any, seat: Seat, options: list[int]) -> list[dict[str, Any]]:
    """The routes that can be chosen now, the route of the current delivery, or the last one, as lines."""
    where = spots(int(view.large))
    mover = int(view.seat) if options else int(view.d_seat)
    found = choice_sheet.candidates(view, seat if options else mover, options)
    known = min(view.d_from, view.d_at, view.d_zone, view.d_route) >= 0 and view.delivered.any()
    last = not found and bool(known)
    if last:
        mover = int(view.d_seat)
        found = [(int(view.d_from), int(view.d_at), int(view.d_zone), int(view.d_route))]
    drawn = []
    for owner, village, zone, route in found:
        spaces = delivery_plan.taken(view, mover, owner, village, zone, route)
        if not spaces:
            continue
        lot = grounds(int(view.large))[int(view.lot[owner, village])]
        line = [_door(lot, where[spaces[0]]), *(where[name] for name in spaces)]
        drawn.append({"line": line, "seat": mover, "chosen": bool(view.d_route >= 0), "last": last})
    return drawn


def _door(lot: dict[str, Any], space: dict[str, float]) -> dict[str, float]:
    """The point where a route leaves a lot, so that nothing on the lot is covered."""
    return {axis: round(lot[axis] + 0.76 * (space[axis] - lot[axis]), 1) for axis in ("x", "y")}

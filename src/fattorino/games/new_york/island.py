"""Manhattan as it is drawn: streets, villages, zones, stations, docks, lots, and ways across town."""

from functools import cache
from typing import Any

from fattorino.games.new_york import card_pictures, names, sheet
from fattorino.games.new_york import streets as town
from fattorino.games.new_york import tables as t
from fattorino.games.new_york import ways as plans
from fattorino.games.new_york.rules import pizzerias
from fattorino.kernel.i18n import _, cached_per_language
from fattorino.kernel.records import NONE, Seat

LEFT, TOP, DOWN = 38, 30, 45  # margins; pixels from street to street
BANDS = (2.5, 4.5, 7.5, 10.5)  # where one village ends and the next begins
BAND = 19  # so much wider are the blocks there, for the names
ISLAND_WIDE = 388


@cache
def across(large: int) -> float:
    """Pixels from avenue to avenue: the 5-6 side has one more."""
    avenues = max(node["x"] for node in town.SIDES[large]["nodes"])
    return (ISLAND_WIDE - 2 * LEFT) / float(avenues)


def place(large: int, x: float, y: float) -> dict[str, float]:
    """A point of the map."""
    wider = sum(BAND * (y > band) + BAND / 8 * (y == band) for band in BANDS)
    return {"x": round(LEFT + x * across(large), 1), "y": round(TOP + y * DOWN + wider, 1)}


def spots(large: int) -> dict[str, dict[str, float]]:
    """Where each street space is drawn."""
    side = town.SIDES[large]
    park = {"park_path": place(large, side["park_path"]["x"], side["park_path"]["y"])}
    return park | {node["id"]: place(large, node["x"], node["y"]) for node in side["nodes"]}


@cached_per_language
def streets(large: int) -> dict[str, Any]:
    """The map that never changes during a game."""
    side, wide = town.SIDES[large], across(large)
    where = spots(large)
    areas = []
    for village in range(t.N_VILLAGES - 1):
        own = [(n["x"], n["y"]) for n in side["nodes"] if n["village"] == t.VILLAGES[village]]
        xs, ys = [x for x, _y in own], [y for _x, y in own]
        corner = place(large, min(xs), min(ys))
        areas.append(
            {
                "x": corner["x"] - 23,
                "y": corner["y"] - 21,
                "width": (max(xs) - min(xs)) * wide + 46,
                "height": (max(ys) - min(ys)) * DOWN + 40,
                "name": names.village_name(village),
                "village": village,
            }
        )
    return {
        "nodes": [spot for name, spot in where.items() if name != "park_path"],
        "edges": [(where[one], where[other]) for one, other in side["edges"]],
        "areas": areas,
        "zones": [
            where[side["zones"][t.VILLAGES[v]]]
            | {"village": v, "name": names.village_name(v), "code": names.VILLAGE_CODES[v]}
            for v in range(t.N_VILLAGES)
        ],
        "red": [where[name] for name in side["subway"]["red"]],
        "blue": [where[name] for name in side["subway"]["blue"]],
        "docks": [where[name] for name in side["docks"]["spaces"]],
        "park": where["park_path"] | {"wide": wide * 1.42, "high": DOWN * 1.45},
        "gates": [where[side["park_path"][name]] for name in ("north", "south", "west", "east")],
        "wide": wide,
        "bottom": max(spot["y"] for spot in where.values()) + 24,
    }


def ground(large: int, lot: dict[str, Any]) -> dict[str, Any]:
    """Where a lot is drawn; two that share a block stand upright, side by side."""
    beside = [
        other["x"] - lot["x"]
        for other in town.SIDES[large]["lots"]
        if other is not lot and abs(other["x"] - lot["x"]) < 0.9 and other["y"] == lot["y"]
    ]
    if not beside:
        return place(large, lot["x"], lot["y"]) | {"narrow": False}
    middle = place(large, lot["x"] + beside[0] / 2, lot["y"])
    shift = across(large) / 4 if beside[0] < 0 else -across(large) / 4
    return {"x": round(middle["x"] + 0.92 * shift, 1), "y": middle["y"], "narrow": True}


def lots(view: Any) -> list[dict[str, Any]]:
    """Every lot: price, reservation, owner with level and top card."""
    large = int(view.large)
    drawn = []
    for lot in town.SIDES[large]["lots"]:
        number = int(lot["index"])
        owner = int(view.owner[number])
        village = t.VILLAGES.index(lot["village"])
        shown: dict[str, Any] = ground(large, lot) | {
            "number": number,
            "price": lot["price"],
            "token": bool(int(view.tokens) >> number & 1),
            "owner": owner,
            "scale": min(1.0, across(large) / 60),
            "words": _("{lot}, ${price}").format(lot=names.lot_name(large, number), price=lot["price"]),
        }
        if owner != NONE:
            top = int(pizzerias.top_card(view, owner, village))
            shown |= {
                "disks": int(view.disks[owner, village]),
                "top": card_pictures.card_look(top) if top != NONE else None,
                "words": _("{lot}: {shop}").format(
                    lot=names.lot_name(large, number), shop=sheet.shop_words(view, owner, village)
                ),
            }
        drawn.append(shown)
    return drawn


def ways(view: Any, seat: Seat, options: list[int]) -> list[dict[str, Any]]:
    """The ways that can be chosen now, or the one a delivery takes, as lines on the map."""
    where = spots(int(view.large))
    mover = int(view.seat) if options else int(view.d_seat)
    drawn = []
    for owner, village, zone, route in sheet.candidates(view, seat if options else mover, options):
        spaces = plans.taken(view, mover, owner, village, zone, route)
        lot = town.SIDES[int(view.large)]["lots"][int(view.lot[owner, village])]
        start = ground(int(view.large), lot)
        line = [start, *(where[name] for name in spaces)]
        drawn.append({"line": line, "seat": mover, "chosen": bool(view.d_route >= 0)})
    return drawn

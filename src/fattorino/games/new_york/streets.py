"""Manhattan: lots, prices, and the distances from doors to zones.

All distances are computed once, when the game is loaded: on foot, by boat, by subway, with and without the
Park Path. A distance includes the space in front of the door (NY-DELIVER-10).
"""

from collections.abc import Container
from typing import Any

import numpy as np

from fattorino.games.new_york import state as st, tables as t
from fattorino.kernel.jit import jit
from fattorino.kernel.lookup import lookup_by_two
from fattorino.kernel.records import NONE

FAR = 99  # no such route
ON_FOOT, BY_BOAT, BY_PASS, BY_BLUE, BY_RED = range(5)  # means of transport
N_MEANS = 5
SIDES: list[dict[str, Any]] = [t.COMPONENTS["board"]["side_1_4"], t.COMPONENTS["board"]["side_5_6"]]


def node_numbers(side: dict[str, Any]) -> dict[str, int]:
    """The street spaces of a side by name."""
    return {node["id"]: number for number, node in enumerate(side["nodes"])}


def steps(side: dict[str, Any], docks_joined: bool) -> np.ndarray[Any, Any]:
    """The fewest edges between any two spaces, without the Park Path (NY-DELIVER-11)."""
    number = node_numbers(side)
    n = len(number)
    between = np.full((n, n), FAR, np.int16)
    np.fill_diagonal(between, 0)
    pairs = [(number[one], number[other]) for one, other in side["edges"]]
    if docks_joined:  # NY-POWER-MOTORBOAT-1
        docks = [number[name] for name in side["docks"]["spaces"]]
        pairs += [(one, other) for one in docks for other in docks if one != other]
    for one, other in pairs:
        between[one, other] = between[other, one] = 1
    for middle in range(n):
        between = np.minimum(between, between[:, middle : middle + 1] + between[middle : middle + 1, :])
    return between


def through_park(side: dict[str, Any], between: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """NY-POWER-PARKPATH-2: in by one gate, one space for the path, out by another."""
    number = node_numbers(side)
    gates = [number[side["park_path"][name]] for name in ("north", "south", "west", "east")]
    ways = [
        between[:, gate : gate + 1] + 2 + between[other : other + 1, :]
        for gate in gates
        for other in gates
        if gate != other
    ]
    return np.asarray(np.minimum.reduce(ways))


def riding(
    before: np.ndarray[Any, Any], after: np.ndarray[Any, Any], entrances: list[int]
) -> np.ndarray[Any, Any]:
    """NY-POWER-FASTPASS-2: walk to an entrance, ride free, walk on from another one."""
    ways = [
        before[:, one : one + 1] + after[other : other + 1, :]
        for one in entrances
        for other in entrances
        if one != other
    ]
    return np.asarray(np.minimum.reduce(ways))


def _distances() -> np.ndarray[Any, Any]:
    table = np.full((2, N_MEANS, 2, st.MAX_LOTS, t.N_VILLAGES), FAR, np.int8)
    for s, side in enumerate(SIDES):
        number = node_numbers(side)
        foot, boat = steps(side, False), steps(side, True)
        park = through_park(side, foot)
        red = [number[name] for name in side["subway"]["red"]]
        blue = [number[name] for name in side["subway"]["blue"]]
        ways = {
            (ON_FOOT, 0): foot,
            (ON_FOOT, 1): park,
            (BY_BOAT, 0): boat,
            (BY_BOAT, 1): through_park(side, boat),
        }
        for means, entrances in ((BY_PASS, red + blue), (BY_BLUE, blue), (BY_RED, red)):
            ways[means, 0] = riding(foot, foot, entrances)
            ways[means, 1] = np.minimum(riding(park, foot, entrances), riding(foot, park, entrances))
        for (means, path), between in ways.items():
            for lot in side["lots"]:
                for village, zone in enumerate(t.VILLAGES):
                    spaces = min(between[number[door], number[side["zones"][zone]]] for door in lot["doors"])
                    table[s, means, path, lot["index"], village] = min(FAR, 1 + spaces)
    return table


_SPACES = _distances().reshape(-1)
N_LOTS = [len(side["lots"]) for side in SIDES]
_LOT_FACTS = np.full((2, st.MAX_LOTS, 2), -1, np.int8)
for _s, _side in enumerate(SIDES):
    for _lot in _side["lots"]:
        _LOT_FACTS[_s, _lot["index"]] = t.VILLAGES.index(_lot["village"]), _lot["price"]
TOP_PRICE = int(_LOT_FACTS[:, :, 1].max())
_LOTS_OF = np.zeros((2, t.N_VILLAGES), np.int64)
_LOTS_WITHIN = np.zeros((2, TOP_PRICE + 1), np.int64)
for _s, _side in enumerate(SIDES):
    for _lot in _side["lots"]:
        _LOTS_OF[_s, t.VILLAGES.index(_lot["village"])] |= 1 << _lot["index"]
        _LOTS_WITHIN[_s, _lot["price"] :] |= 1 << _lot["index"]
lot_village = lookup_by_two(_LOT_FACTS[:, :, 0])  # NONE where the side of the board has no such lot
lot_price = lookup_by_two(_LOT_FACTS[:, :, 1])
lots_of = lookup_by_two(_LOTS_OF)  # the lots of a village, a bit each


@jit
def spaces(large: int, means: int, path: int, lot: int, zone: int) -> int:
    """The spaces from a lot's best door to a zone; FAR if there is no such route."""
    return int(_SPACES[(((large * N_MEANS + means) * 2 + path) * st.MAX_LOTS + lot) * t.N_VILLAGES + zone])


def free_prices(view: Any, villages: Container[int]) -> list[int]:
    """The prices of the lots in these villages that nobody owns, the cheapest first."""
    large = int(view.large)
    free = [lot for lot in range(N_LOTS[large]) if view.owner[lot] == NONE]
    return sorted(int(lot_price(large, lot)) for lot in free if lot_village(large, lot) in villages)


@jit
def lots_within(large: int, price: int) -> int:
    """The lots that cost at most so much, a bit each."""
    return int(_LOTS_WITHIN[large, max(0, min(price, TOP_PRICE))])

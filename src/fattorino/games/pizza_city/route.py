"""Where a move would lead without Flair cards: for pictures and texts."""

from typing import Any

import numpy as np

from fattorino.games.pizza_city import state as s
from fattorino.games.pizza_city.bike import status
from fattorino.games.pizza_city.city import lay
from fattorino.kernel.records import NONE, namespace

Route = list[int]


def obstacle(view: Any, team: int, direction: int) -> s.Status:
    """What is in the way of the bike's next step."""
    return s.Status(status(view, int(view.bike[team]), direction))


def price(view: Any, team: int, direction: int) -> int:
    """The Flair card that the next step in a direction would cost, or NONE (PC-MOVE-8)."""
    met = obstacle(view, team, direction)
    return int({s.Status.AGAINST: s.Flair.ANYWAY, s.Status.BUILDING: s.Flair.SHORTCUT}.get(met, NONE))


def route(view: Any, team: int, direction: int, rest: int) -> Route:
    """The corners of a move from the bike's corner; its first step may need a Flair card."""
    path = [int(view.bike[team])]
    first = True
    while rest > 0:
        corner = path[-1]
        free = s.has(int(view.ways[corner]), direction)
        if not (free or (first and s.has(s.on_board(corner), direction))):
            break
        lane = s.has(s.ALONG_ROADS, direction) and s.has(int(view.lanes[corner]), direction // 2)
        path.append(s.next_corner(corner, direction))
        rest -= 0 if lane else 1
        first = False
        if view.stops[path[-1]]:
            break
    if len(path) > 1 and path[-1] == int(view.bike[1 - team]):
        path.append(path[-2])  # PC-BUMP-2: back to the corner before
    return path


def free_routes(view: Any, team: int, value: int) -> list[Route]:
    """Where a Move card of this value leads from the bike's corner, without Flair."""
    free = int(view.ways[int(view.bike[team])])
    return [route(view, team, d, value) for d in range(s.N_DIRECTIONS) if s.has(free, d)]


def free_ends(view: Any, team: int, value: int) -> list[str]:
    """The names of the corners where they end."""
    return [s.corner_name(path[-1]) for path in free_routes(view, team, value)]


def deliveries(view: Any, team: int) -> list[int]:
    """The drop-off tokens on which a bike can end with one Move card of any value, without Flair."""
    ends = {path[-1] for kind in range(s.N_MOVES) for path in free_routes(view, team, s.move_value(kind))}
    return [corner for corner in s.corners_in(int(view.tokens)) if corner in ends]


def far_routes(view: Any) -> dict[tuple[int, int], Route]:
    """Where the farthest Move card leads both bikes: by team and direction."""
    return {
        (team.value, direction): route(view, team, direction, s.move_value(s.N_MOVES - 1))
        for team in s.Team
        for direction in range(s.N_DIRECTIONS)
        if s.has(int(view.ways[int(view.bike[team])]), direction)
    }


def changed_routes(
    view: Any, before: dict[tuple[int, int], Route], face: int, place: int
) -> dict[tuple[int, int], Route]:
    """The routes that a City card laid at a place would change; [] if it would close one."""
    states = np.zeros(1, s.STATE)
    states[0] = view
    lay(states[0], face, place)
    after = far_routes(namespace(states[0]))
    both = sorted(before.keys() | after.keys())
    return {way: after.get(way, []) for way in both if before.get(way) != after.get(way)}


def in_sight(corner: int) -> set[int]:
    """The corners in a straight line from one, in all directions."""
    found = {corner}
    for direction in range(s.N_DIRECTIONS):
        at = corner
        while s.has(s.on_board(at), direction):
            at = s.next_corner(at, direction)
            found.add(at)
    return found

"""Where a move would lead if nobody spent a Flair card on the way: for pictures and words."""

from typing import Any

from fattorino.games.pizza_city.bike import status
from fattorino.games.pizza_city.state import (
    ALONG_ROADS,
    N_DIRECTIONS,
    N_MOVES,
    Flair,
    Status,
    has,
    move_value,
    next_corner,
    on_board,
)
from fattorino.kernel.records import NONE

Route = list[int]


def obstacle(view: Any, team: int, direction: int) -> Status:
    """What the next step from where the bike stands would meet."""
    return Status(status(view, int(view.bike[team]), direction))


def price(view: Any, team: int, direction: int) -> int:
    """The Flair card that the next step in a direction would cost, or NONE (PC-MOVE-8)."""
    met = obstacle(view, team, direction)
    return {Status.AGAINST: Flair.ANYWAY.value, Status.BUILDING: Flair.SHORTCUT.value}.get(met, NONE)


def route(view: Any, team: int, direction: int, rest: int) -> Route:
    """The corners of a move from where the bike stands; its first step may need a Flair card."""
    path = [int(view.bike[team])]
    first = True
    while rest > 0:
        corner = path[-1]
        free = has(int(view.ways[corner]), direction)
        if not (free or (first and has(on_board(corner), direction))):
            break
        lane = has(ALONG_ROADS, direction) and has(int(view.lanes[corner]), direction // 2)
        path.append(next_corner(corner, direction))
        rest -= 0 if lane else 1
        first = False
        if view.stops[path[-1]]:
            break
    if len(path) > 1 and path[-1] == int(view.bike[1 - team]):
        path.append(path[-2])  # PC-BUMP-2: back to the corner before
    return path


def free_routes(view: Any, team: int, value: int) -> list[Route]:
    """Where a Move card of this value leads from where the bike stands, without Flair."""
    free = int(view.ways[int(view.bike[team])])
    return [route(view, team, d, value) for d in range(N_DIRECTIONS) if has(free, d)]


def deliveries(view: Any, team: int) -> list[int]:
    """The drop-off tokens on which a bike can end with one Move card of any value, without Flair."""
    ends = {path[-1] for kind in range(N_MOVES) for path in free_routes(view, team, move_value(kind))}
    return sorted(corner for corner in ends if has(int(view.tokens), corner))

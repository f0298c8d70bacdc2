"""Where a move would lead if nobody spent a Flair card on the way: for pictures and words."""

from typing import Any

from fattorino.games.pizza_city.state import ALONG_ROADS, has, next_corner, on_board

Route = list[int]


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

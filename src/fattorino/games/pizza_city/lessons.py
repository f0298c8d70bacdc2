"""When the coach explains which rule: at a decision where it matters, or after an event that illustrates it.

What the coach says is in rulebook.md, under *Learn*.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from fattorino.games.pizza_city import state as s, words as w
from fattorino.games.pizza_city.bike import directions
from fattorino.games.pizza_city.city import is_closed
from fattorino.games.pizza_city.route import obstacle, route
from fattorino.kernel.guide import Taught
from fattorino.kernel.records import Seat, read_event

FLAIR_RULES = [f"PC-FLAIR-{name.upper()}-1" for name in s.FLAIRS]


def matters(view: Any, seat: Seat, actions: Sequence[int]) -> list[Taught]:
    """The rules that matter at this decision, the most basic first."""
    if view.over or seat != view.seat:
        return []
    phase, team = s.Phase(int(view.phase)), w.riding_team(view)
    bike = f"corner-{int(view.bike[team])}"
    first = int(view.turn) < s.N_CHAIRS
    if phase == s.Phase.DROP:
        return [Taught("PC-DROP-1"), Taught("PC-DROP-2")]
    if phase == s.Phase.CITY_CARD:
        found = [Taught("PC-TEAM-1", bike), Taught("PC-CITY-1", f"city-{int(view.city_hand[team, 0])}")]
        return found if first else [*found, Taught("PC-ORDER-1"), Taught("PC-END-1"), Taught("PC-CITY-5")]
    if phase == s.Phase.CITY_PLACE:
        return placing(view)
    if phase == s.Phase.BIKE_MAIN:
        return playing(view, team, bike)
    if phase == s.Phase.BIKE_DIR:
        return riding(view, team)
    if phase == s.Phase.BIKE_STOP:
        return [Taught("PC-FEAT-STOP-1", bike), Taught(FLAIR_RULES[s.Flair.NONSTOP])]
    return [
        Taught(FLAIR_RULES[action - s.USE_FLAIR], f"table-{team}-{action - s.USE_FLAIR}")
        for action in actions
        if s.USE_FLAIR <= action < s.GO
    ]


def placing(view: Any) -> list[Taught]:
    """The rules for a City player who chooses a road."""
    found = [Taught("PC-PLACE-1")]
    if not s.face_part(int(view.chosen), s.SYMMETRIC):
        found.append(Taught("PC-PLACE-2"))
    closed = [segment for segment in range(s.SEGMENTS) if is_closed(view, segment)]
    return found + [Taught("PC-PLACE-3", f"road-{segment}") for segment in closed[:1]]


def playing(view: Any, team: int, bike: str) -> list[Taught]:
    """The rules for a Bike player who chooses a card."""
    if w.plays_left(view) == 0:
        return [Taught("PC-BIKE-6")]
    tokens = sorted(s.corners_in(int(view.tokens)), key=lambda c: s.distance(c, int(view.bike[team])))
    near = [Taught("PC-DELIV-1", f"corner-{corner}") for corner in tokens[:1]]
    found = [Taught("PC-TEAM-1", bike), *near, Taught("PC-BIKE-1")]
    if view.plays < s.BIKE_PLAYS or int(view.turn) >= s.N_CHAIRS:
        found.append(Taught("PC-END-1", f"team{team}"))
        held = [kind for kind in range(s.N_MOVES, s.N_KINDS) if view.bike_hand[team, kind] > 0]
        found += [Taught("PC-BIKE-4", f"hand-{kind}") for kind in held[:1]]
        found += [Taught("PC-CITY-5", f"road-{int(at) // 2}") for at in view.laid_at[: int(view.n_laid)][-1:]]
    if int(view.turn) >= s.N_CHAIRS:
        found.append(Taught("PC-ORDER-1"))
    return found


def riding(view: Any, team: int) -> list[Taught]:
    """The rules for a Bike player who chooses a direction: signs on open roads, what closes the others."""
    found = [Taught("PC-MOVE-6")]
    here = int(view.bike[team])
    for direction in range(s.N_DIRECTIONS):
        ahead = s.next_corner(here, direction)
        met = obstacle(view, team, direction)
        if met == s.Status.BUILDING:
            found.append(Taught("PC-FEAT-PARK-1", f"corner-{ahead}"))
        elif met == s.Status.AGAINST:
            found.append(Taught("PC-FEAT-ONEWAY-1", road_target(here, ahead)))
        if s.has(directions(view, team), direction):
            found += on_the_way(view, team, route(view, team, direction, int(view.rest)))
    return list({taught.rule: taught for taught in reversed(found)}.values())[::-1]


def road_target(one: int, other: int) -> str:
    """The target id of the road between two corners."""
    return f"road-{s.road_between(one, other)}"


def on_the_way(view: Any, team: int, path: list[int]) -> list[Taught]:
    """The rules that decide where a move ends."""
    found = []
    for one, other in pairwise(path):
        direction = s.direction_to(one, other)
        if not s.has(s.ALONG_ROADS, direction):
            found.append(Taught("PC-FEAT-PARK-1", f"corner-{other}"))
            continue
        if s.has(int(view.lanes[one]), direction // 2):
            found.append(Taught("PC-FEAT-LANE-1", road_target(one, other)))
        if not s.has(int(view.ways[other]), (direction + s.HALF_TURN) % s.N_DIRECTIONS):
            found.append(Taught("PC-FEAT-ONEWAY-1", road_target(one, other)))
    end = f"corner-{path[-1]}"
    if view.stops[path[-1]]:
        found.append(Taught("PC-FEAT-STOP-1", end))
    elif len(path) <= int(view.rest):
        found.append(Taught("PC-MOVE-7", end))
    return found


def shows(event: Any, viewer: Seat) -> list[Taught]:
    """The rules that an event is an example of."""
    kind, _seat, a, *_rest = read_event(event)
    if kind == s.Event.USED:
        return [Taught(FLAIR_RULES[a]), Taught("PC-FLAIR-2")]
    corner = f"corner-{a}"
    return {
        s.Event.PLAYED_FLAIR: [Taught("PC-BIKE-4")],
        s.Event.SIGNED: [Taught("PC-FEAT-STOP-1", corner)],
        s.Event.RODE_SUBWAY: [Taught("PC-FEAT-SUBWAY-1", corner)],
        s.Event.BUMPED: [Taught("PC-BUMP-2", corner)],
        s.Event.STOOD: [Taught("PC-MOVE-13", corner)],
        s.Event.DELIVERED: [Taught("PC-DELIV-1", corner), Taught("PC-END-1")],
        s.Event.DROPPED: [Taught("PC-DROP-1", corner)],
        s.Event.SHUFFLED: [Taught("PC-DECK-2")],
        s.Event.IDLE: [Taught("PC-CITY-2")],
        s.Event.TIED: [Taught("PC-END-4")],
    }.get(s.Event(kind), [])

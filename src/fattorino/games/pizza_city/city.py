"""The City player's part: where a card may lie, what laying it does to the city, where new tokens go."""

from typing import Any

import numpy as np

from fattorino.games.pizza_city import state as s
from fattorino.kernel.features import BYTE
from fattorino.kernel.jit import jit, on_gpu
from fattorino.kernel.records import NONE, State

# The places on eight segments, by the bits of the free ones: in both orientations, one if symmetric.
_WAYS = [[2 * at + way for at in range(BYTE) for way in range(ways)] for ways in (2, 1)]
_COUNTS = np.zeros((2, 1 << BYTE), np.int16)
_PLACES = np.zeros((2, 1 << BYTE, 2 * BYTE), np.int16)
for _symmetric, _ways in enumerate(_WAYS):
    for _bits in range(1 << BYTE):
        _row = [way for way in _ways if _bits >> way // 2 & 1]
        _COUNTS[_symmetric, _bits] = len(_row)
        _PLACES[_symmetric, _bits, : len(_row)] = _row


@jit
def clear_city(state: State) -> None:
    """PC-BOARD-4: the printed city, with Buildings and plain roads and without signs."""
    for corner in range(s.CORNERS):
        state.ways[corner] = s.on_board(corner) & s.ALONG_ROADS


# -- hands ------------------------------------------------------------------------------------------------


@jit
def holds_face(state: State, team: int, face: int) -> bool:
    """Whether a City player holds a card with this face."""
    found = False
    for k in range(s.CITY_HAND):
        found = found or state.city_hand[team, k] == face
    return found


@jit
def add_face(state: State, team: int, face: int, n: int) -> None:
    """Add a card to a City hand of n cards; hands are kept in ascending order."""
    at = n
    while at > 0 and state.city_hand[team, at - 1] > face:
        state.city_hand[team, at] = state.city_hand[team, at - 1]
        at -= 1
    state.city_hand[team, at] = face


@jit
def remove_face(state: State, team: int, face: int) -> None:
    """Remove one card with this face from a City hand."""
    gone = False
    for k in range(s.CITY_HAND):
        if not gone and state.city_hand[team, k] == face:
            gone = True
        if gone:
            state.city_hand[team, k] = state.city_hand[team, k + 1] if k + 1 < s.CITY_HAND else NONE


# -- laying a card ----------------------------------------------------------------------------------------


@jit
def check_place(state: State, place: int) -> Any:
    """Name the rule that forbids laying the chosen card here, or Rule.OK."""
    if place % 2 and s.face_part(int(state.chosen), s.SYMMETRIC):
        return s.Rule.PC_PLACE_4  # the same as flip 0
    return s.Rule.PC_PLACE_3 if is_closed(state, place // 2) else s.Rule.OK


@jit
def is_closed(state: State, segment: int) -> bool:
    """PC-PLACE-3: whether both cells of a segment show blocks of one card, so that no card may lie there."""
    return s.has(int(state.covered[segment // s.UPRIGHT]), segment % s.UPRIGHT)


@jit
def list_eight(free: int, symmetric: int, base: int, actions: Any, n: int) -> int:
    """Append the places on the free ones of eight segments; returns the new length."""
    for k in range(2 * BYTE):  # write the whole row; the next call continues after the last valid one
        actions[np.uint64(n + k)] = base + _PLACES[symmetric, free, np.uint64(k)]
    return n + int(_COUNTS[symmetric, free])


@on_gpu(list_eight)
def list_one_by_one(free: int, symmetric: int, base: int, actions: Any, n: int) -> int:
    """The same without the table."""
    for at in range(BYTE):
        room = (free >> at) & 1
        actions[n] = base + 2 * at
        n += room
        if not symmetric:
            actions[n] = base + 2 * at + 1
            n += room
    return n


@jit
def list_places(state: State, actions: Any) -> int:
    """List the places for the chosen card, ascending; PC-PLACE-8: there always are some.

    PC-PLACE-7: bikes and tokens are not in the way.
    """
    symmetric = s.face_part(int(state.chosen), s.SYMMETRIC)
    n = 0
    for half in range(2):
        free = ~int(state.covered[half]) & s.ALL_UPRIGHT
        for first in range(0, s.UPRIGHT, BYTE):
            base = s.PLACE + 2 * (s.UPRIGHT * half + first)
            n = list_eight((free >> first) & 255, symmetric, base, actions, n)
    return n


@jit
def build(state: State, block: int, park: int) -> None:
    """PC-FEAT-PARK-1, PC-FEAT-BUILDING-1: open or close the four diagonals through a block."""
    if block == NONE:
        return  # PC-PLACE-6: it is off the board
    corner = block + block // s.BLOCKS_WIDE
    set_bit(state.ways, corner, s.SOUTH_EAST, park)
    set_bit(state.ways, corner + 1, s.SOUTH_WEST, park)
    set_bit(state.ways, corner + s.WIDE, s.NORTH_EAST, park)
    set_bit(state.ways, corner + s.WIDE + 1, s.NORTH_WEST, park)


@jit
def set_bit(bits: Any, at: int, bit: int, on: int) -> None:
    """Set or clear one bit."""
    bits[at] = (int(bits[at]) & ~(1 << bit)) | (on << bit)


@jit
def set_sign(state: State, corner: int, arm: int, sign: int) -> None:
    """PC-BOARD-7: set what one road end shows; a corner has a sign if any of its road ends shows one.

    PC-FEAT-SUBWAY-1: a station is only a place for Tickets.
    """
    set_bit(state.stops, corner, arm, int(sign == s.Sign.STOP))
    set_bit(state.subways, corner, arm, int(sign == s.Sign.SUBWAY))
    if state.subways[corner]:
        state.stations = int(state.stations) | (1 << corner)
    else:
        state.stations = int(state.stations) & ~(1 << corner)


@jit
def lay(state: State, face: int, place: int) -> None:
    """PC-PLACE-1, PC-PLACE-5: change the blocks, the road and the road ends of one segment, nothing else.

    PC-BOARD-6, PC-CITY-5: the top card counts until another is laid over it.
    """
    road = s.face_part(face, s.ROAD)
    head, tail, towards = s.lies(place, s.HEAD), s.lies(place, s.TAIL), s.lies(place, s.TOWARDS)
    back = (towards + s.HALF_TURN) % (2 * s.HALF_TURN)
    build(state, s.lies(place, s.LEFT_BLOCK), s.face_part(face, s.LEFT))
    build(state, s.lies(place, s.RIGHT_BLOCK), s.face_part(face, s.RIGHT))
    # PC-FEAT-ROAD-1, PC-FEAT-ONEWAY-1: from tail to head always, back unless one-way
    set_bit(state.ways, tail, towards, 1)
    set_bit(state.ways, head, back, int(road != s.Road.ONE_WAY))
    set_bit(state.lanes, tail, towards // 2, int(road == s.Road.BIKE_LANE))
    set_bit(state.lanes, head, back // 2, int(road == s.Road.BIKE_LANE))
    set_sign(state, head, back // 2, s.face_part(face, s.HEAD_SIGN))
    set_sign(state, tail, towards // 2, s.face_part(face, s.TAIL_SIGN))
    # PC-PLACE-3: this card shows both its blocks and covers one of each neighbour
    segment = place // 2
    if state.cover_rule == s.Cover.VISIBLE:
        state.covered[0] = int(state.covered[0]) & ~s.beside(segment, 0)
        state.covered[1] = int(state.covered[1]) & ~s.beside(segment, 1)
    level = segment // s.UPRIGHT
    state.covered[level] = int(state.covered[level]) | (1 << (segment % s.UPRIGHT))
    n = int(state.n_laid)
    state.laid_at[n] = place
    state.laid_face[n] = face
    state.n_laid = n + 1


# -- new drop-off tokens --------------------------------------------------------------------------------


@jit
def drop_corners(state: State) -> int:
    """PC-DROP-2, PC-DROP-3: the corners for a new token, as bits; PC-DROP-6: there always are some."""
    taken = (1 << int(state.bike[0])) | (1 << int(state.bike[1])) | int(state.tokens)
    near = s.near_bike(int(state.bike[0])) | s.near_bike(int(state.bike[1]))
    for corner in range(s.CORNERS):
        if s.has(int(state.tokens), corner):
            near |= s.near_token(corner)
    corners = s.ALL_CORNERS & ~near
    return corners if corners else s.ALL_CORNERS & ~taken


@jit
def check_drop(state: State, corner: int) -> Any:
    """Name the rule that forbids a new token on this corner, or Rule.OK."""
    if s.has(drop_corners(state), corner):
        return s.Rule.OK
    near = s.near_bike(int(state.bike[0])) | s.near_bike(int(state.bike[1]))
    return s.Rule.PC_DROP_2 if s.has(near, corner) else s.Rule.PC_DROP_3

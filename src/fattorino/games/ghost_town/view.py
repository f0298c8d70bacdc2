"""What each seat may see of a state, and the same as numbers for a learner."""

from typing import Any

import numpy as np

from fattorino.games.ghost_town.state import (
    BARRIER_USE,
    COPIES,
    HOP_STEP,
    MAX_BATCHES,
    MAX_DELIVERERS,
    N_CARDS,
    N_DIRECTIONS,
    N_ICONS,
    N_KINDS,
    N_TELEPORTS,
    SQUARES,
    STRAIGHT,
    Phase,
    Place,
    Report,
    Tile,
)
from fattorino.kernel.features import BYTE, spread
from fattorino.kernel.jit import jit
from fattorino.kernel.records import HIDDEN, NONE, Seat, State


@jit
def sees_map(state: State, seat: Seat) -> bool:
    """GT-INFO-2, GT-INFO-3: the game master always, everybody after the end if it is revealed."""
    return bool(seat == state.n or (state.over and state.reveal))


@jit
def redact(state: State, seat: Seat, view: State) -> None:
    """Show a viewer what the table would (GT-INFO-1 to -5); everything else stays hidden."""
    show_public(state, seat, view)
    me = seat if 0 <= seat < state.n else Place.USED.value
    for card in range(N_CARDS):  # the own hand; of the others only what lies open
        place = int(state.card_at[card])
        own = (place == me) | (place == Place.GONE.value + me)
        known = own | (place == Place.USED.value) | (place == Place.IN_PLAY.value)
        view.card_at[card] = place if known else HIDDEN
    if state.phase == Phase.BARRIER and seat != state.seat:
        view.phase = state.resume  # GT-INFO-5: the pause does not show
    else:
        view.phase = state.phase
        if state.phase == Phase.BARRIER:
            view.resume = state.resume
            view.towards = state.towards
    if sees_map(state, seat):
        show_map(state, view)


@jit
def show_public(state: State, seat: Seat, view: State) -> None:
    """What everybody knows: the record, who carries what, the piles, the options in use (GT-VAR-ALL-2)."""
    view.seat = state.seat
    view.over = state.over
    view.placed = state.placed
    view.n = state.n
    view.n_out = state.n_out
    view.monkey_of = state.monkey_of
    view.crow_of = state.crow_of
    view.batches = state.batches
    view.turn = state.turn
    view.n_records = state.n_records
    view.town = state.town
    view.report_distance = state.report_distance
    view.opening_report = state.opening_report
    view.gm_can_win = state.gm_can_win
    view.ranking = state.ranking
    view.race = state.race
    view.turn_limit = state.turn_limit
    view.reveal = state.reveal
    view.pigs = state.pigs
    view.oink = state.oink
    view.monkey = state.monkey
    view.crow = state.crow
    view.covers_used = state.covers_used
    for icon in range(N_ICONS):
        view.in_play[icon] = state.in_play[icon]
    for k in range(MAX_DELIVERERS):
        view.carried[k] = state.carried[k]
        view.place[k] = state.place[k]
        view.covers[k] = state.covers[k]
        for batch in range(MAX_BATCHES):
            view.held[k, batch] = state.held[k, batch]
    for card in range(N_CARDS):
        view.batch[card] = state.batch[card]
    lines = int(state.n_records)
    for line in range(lines):  # one loop a field: each becomes a copy of a block
        view.said[line] = state.said[line]
    for line in range(lines):
        view.pizza_at[line] = state.pizza_at[line]
    for line in range(lines):
        view.by[line] = state.by[line]
    for line in range(lines):
        view.action[line] = state.action[line]
    for line in range(lines):
        view.extra[line] = state.extra[line]
    for line in range(lines):
        view.detail[line] = state.detail[line]
    for line in range(lines):
        view.distance[line] = state.distance[line]
    for line in range(lines):
        view.near_walls[line] = state.near_walls[line]
    for line in range(lines):
        view.signs[line] = state.signs[line]


@jit
def show_map(state: State, view: State) -> None:
    """The whole map with all tokens, and the true paths."""
    view.walls = state.walls
    view.ghosts = state.ghosts
    view.manholes = state.manholes
    view.supply = state.supply
    for square in range(SQUARES):
        view.tile[square] = state.tile[square]
        view.built[square] = state.built[square]
    for k in range(MAX_DELIVERERS):
        view.start_at[k] = state.start_at[k]
        view.position[k] = state.position[k]
    for icon in range(N_ICONS):
        view.box_at[icon] = state.box_at[icon]
        view.sign_at[icon] = state.sign_at[icon]
        view.pizza[icon] = state.pizza[icon]
        view.house[icon] = state.house[icon]
    for face in range(N_TELEPORTS):
        view.teleport_at[face] = state.teleport_at[face]
    for line in range(int(state.n_records)):
        view.path[line] = state.path[line]


# -- numbers for a learner -------------------------------------------------------------------------------

DELIVERER_ACTIONS = BARRIER_USE  # what a line of the record can announce
MEMORY = 30  # the newest lines of the record, newest first
AT_ACTION = MAX_DELIVERERS  # where what begins in a line of the record
AT_EXTRA = AT_ACTION + DELIVERER_ACTIONS
AT_SAID = AT_EXTRA + HOP_STEP
AT_DETAIL = AT_SAID + Report.SURROUND.value
AT_WALLS = AT_DETAIL + N_ICONS
DISTANCE = 3  # binary digits of how far a flight went
LINE_FEATURES = AT_WALLS + STRAIGHT + 3 + N_DIRECTIONS + DISTANCE
HEAD_FEATURES = 4 + N_KINDS + 4 + MAX_DELIVERERS * (3 + N_ICONS)
AT_TOWN = HEAD_FEATURES + MEMORY * LINE_FEATURES
TILES = Tile.MANHOLE.value  # kinds of tile
NUM_FEATURES = AT_TOWN + SQUARES * TILES


@jit
def observe(view: State, seat: Seat, features: Any) -> None:
    """Turn, phase, own hand, what everybody carries, the newest lines of the record, the map if seen."""
    for at in range(HEAD_FEATURES):
        features[at] = 0.0
    n = int(view.n)
    me = seat if 0 <= seat < n else 0
    features[0] = view.turn / view.turn_limit
    features[1] = 1.0 if view.seat == seat else 0.0
    features[2] = view.placed / SQUARES
    features[3] = n / MAX_DELIVERERS
    at = 4
    for kind in range(N_KINDS):
        cards = 0
        for copy in range(COPIES):
            cards += 1 if view.card_at[kind * COPIES + copy] == seat else 0
        features[at + kind] = cards
    at += N_KINDS
    if view.phase < Phase.END:
        features[at + int(view.phase)] = 1.0
    at += 4
    for other in range(n):
        k = me + other if me + other < n else me + other - n
        features[at] = 1.0 if view.place[k] else 0.0
        features[at + 1] = 1.0 if view.monkey_of == k else 0.0
        cards = 0
        for batch in range(MAX_BATCHES):
            cards += int(view.held[k, batch])
        features[at + 2] = cards
        if view.carried[k] != NONE:
            features[at + 3 + int(view.carried[k])] = 1.0
        at += 3 + N_ICONS
    observe_record(view, me, features)
    for at in range(AT_TOWN, NUM_FEATURES):
        features[np.uint64(at)] = 0.0
    if view.tile[0] != HIDDEN:  # GT-INFO-2: the game master has it before the eyes
        for square in range(SQUARES):
            if view.tile[square]:
                features[AT_TOWN + TILES * square + int(view.tile[square]) - 1] = 1.0


@jit
def observe_record(view: State, me: Seat, features: Any) -> None:
    """Who acted, what was announced, what was reported: the facts of a line are bits in a row."""
    n, last = int(view.n), int(view.n_records) - 1
    for back in range(MEMORY):
        at = HEAD_FEATURES + back * LINE_FEATURES
        if back > last:  # not written yet
            for fact in range(LINE_FEATURES):
                features[np.uint64(at + fact)] = 0.0
            continue
        line = np.uint64(last - back)
        by = int(view.by[line]) - me
        bits = 1 << (by if by >= 0 else by + n)
        bits |= (1 << (int(view.action[line]) + 1)) >> 1 << AT_ACTION  # NONE leaves no bit
        bits |= (1 << (int(view.extra[line]) + 1)) >> 1 << AT_EXTRA
        bits |= (int(view.said[line]) & ((1 << Report.SURROUND.value) - 1)) << AT_SAID
        bits |= 1 << (AT_DETAIL + int(view.detail[line]))
        felt = int(view.distance[line]) << N_DIRECTIONS | max(int(view.pizza_at[line]), 0)
        felt = (felt << 3 | int(view.signs[line])) << STRAIGHT | int(view.near_walls[line])
        bits |= felt << AT_WALLS  # the highest fall off here
        for byte in range(8):
            spread(bits >> BYTE * byte, features, at + BYTE * byte)
        spread(felt >> 64 - AT_WALLS, features, at + 64)
        spread(felt >> LINE_FEATURES - BYTE - AT_WALLS, features, at + LINE_FEATURES - BYTE)

"""What each seat may see of a state, and the same as numbers for a learner."""

from typing import Any

import numpy as np

from fattorino.games.ghost_town import state as s
from fattorino.games.ghost_town.features import LAYOUT, MEMORY, TILES
from fattorino.kernel.features import BYTE, size, spread, starts, widths
from fattorino.kernel.jit import jit
from fattorino.kernel.records import HIDDEN, NONE, Seat, State


@jit
def sees(state: State, seat: Seat) -> int:
    """GT-INFO-2, GT-INFO-3: the map, for the game master; for everybody after the end if it is revealed."""
    return s.MAP if seat == state.n or (state.over and state.reveal) else 0


@jit
def show(state: State, seat: Seat, view: State) -> None:
    """The record, the viewer's hand, what is being decided (GT-INFO-1 to -5)."""
    show_record(state, view)
    me = seat if 0 <= seat < state.n else s.Place.USED.value
    for card in range(s.N_CARDS):  # the viewer's hand; of other cards only those face up
        place = int(state.card_at[card])
        own = (place == me) | (place == s.Place.GONE.value + me)
        known = own | (place == s.Place.USED.value) | (place == s.Place.IN_PLAY.value)
        view.card_at[card] = place if known else HIDDEN
    if state.phase == s.Phase.BARRIER and seat != state.seat:
        view.phase = state.resume  # GT-INFO-5: the secret decision does not show
    else:
        view.phase = state.phase
        if state.phase == s.Phase.BARRIER:
            view.resume = state.resume
            view.towards = state.towards
    if sees(state, seat):
        show_paths(state, view)


@jit
def show_record(of: State, to: State) -> None:
    """Copy the public record."""
    lines = int(of.n_records) + int(of.phase == s.Phase.OINK)  # its action is announced already
    for line in range(lines):  # one loop per field, so that each compiles to a block copy
        to.said[line] = of.said[line]
    for line in range(lines):
        to.pizza_at[line] = of.pizza_at[line]
    for line in range(lines):
        to.by[line] = of.by[line]
    for line in range(lines):
        to.action[line] = of.action[line]
    for line in range(lines):
        to.extra[line] = of.extra[line]
    for line in range(lines):
        to.detail[line] = of.detail[line]
    for line in range(lines):
        to.distance[line] = of.distance[line]
    for line in range(lines):
        to.near_walls[line] = of.near_walls[line]
    for line in range(lines):
        to.signs[line] = of.signs[line]


@jit
def show_paths(of: State, to: State) -> None:
    """Copy where the tokens really were after each line of the record."""
    for line in range(int(of.n_records)):
        to.path[line] = of.path[line]


# -- numbers for a learner -------------------------------------------------------------------------------

AT = starts(LAYOUT)
AT_RECORD, LINE_FEATURES = AT["record"], widths(LAYOUT)["record"]
AT_ACTION, AT_EXTRA, AT_SAID, AT_DETAIL, AT_WALLS = (
    AT[f"record.{part}"] - AT_RECORD for part in ("announced", "extra", "reports", "detail", "walls")
)
AT_TOWN = AT["town"]
NUM_FEATURES = size(LAYOUT)


@jit
def observe(view: State, seat: Seat, features: Any) -> None:
    """Turn, phase, hand, what everybody carries, the newest lines of the record, the map if visible."""
    for at in range(AT_RECORD):
        features[at] = 0.0
    n = int(view.n)
    me = seat if 0 <= seat < n else 0
    features[0] = view.turn / view.turn_limit
    features[1] = 1.0 if view.seat == seat else 0.0
    features[2] = view.placed / s.SQUARES
    features[3] = n / s.MAX_DELIVERERS
    at = 4
    for kind in range(s.N_KINDS):
        cards = 0
        for card in range(s.first_card(kind), s.first_card(kind + 1)):
            cards += 1 if view.card_at[card] == seat else 0
        features[at + kind] = cards
    at += s.N_KINDS
    if view.phase < s.Phase.END:
        features[at + int(view.phase)] = 1.0
    at += 4
    for other in range(n):
        k = me + other if me + other < n else me + other - n
        features[at] = 1.0 if view.place[k] else 0.0
        features[at + 1] = 1.0 if view.monkey_of == k else 0.0
        cards = 0
        for batch in range(s.MAX_BATCHES):
            cards += int(view.held[k, batch])
        features[at + 2] = cards
        if view.carried[k] != NONE:
            features[at + 3 + int(view.carried[k])] = 1.0
        at += 3 + s.N_ICONS
    observe_record(view, me, features)
    for at in range(AT_TOWN, NUM_FEATURES):
        features[np.uint64(at)] = 0.0
    if view.tile[0] != HIDDEN:  # GT-INFO-2: the game master sees it
        for square in range(s.SQUARES):
            if view.tile[square]:
                features[AT_TOWN + TILES * square + int(view.tile[square]) - 1] = 1.0


@jit
def observe_record(view: State, me: Seat, features: Any) -> None:
    """Who acted, what was announced, what was reported: the bits of one line."""
    n, last = int(view.n), int(view.n_records) - 1
    for back in range(MEMORY):
        at = AT_RECORD + back * LINE_FEATURES
        if back > last:  # not written yet
            for fact in range(LINE_FEATURES):
                features[np.uint64(at + fact)] = 0.0
            continue
        line = np.uint64(last - back)
        by = int(view.by[line]) - me
        bits = 1 << (by if by >= 0 else by + n)
        bits |= (1 << (int(view.action[line]) + 1)) >> 1 << AT_ACTION  # NONE leaves no bit
        bits |= (1 << (int(view.extra[line]) + 1)) >> 1 << AT_EXTRA
        bits |= (int(view.said[line]) & ((1 << s.Report.SURROUND.value) - 1)) << AT_SAID
        bits |= 1 << (AT_DETAIL + int(view.detail[line]))
        felt = int(view.distance[line]) << s.N_DIRECTIONS | max(int(view.pizza_at[line]), 0)
        felt = (felt << 3 | int(view.signs[line])) << s.STRAIGHT | int(view.near_walls[line])
        bits |= felt << AT_WALLS  # the highest are cut off here
        for byte in range(8):
            spread(bits >> BYTE * byte, features, at + BYTE * byte)
        spread(felt >> 64 - AT_WALLS, features, at + 64)
        spread(felt >> LINE_FEATURES - BYTE - AT_WALLS, features, at + LINE_FEATURES - BYTE)

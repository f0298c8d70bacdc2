"""imagine: a full state that a seat could believe in, given all it has seen and heard.

Cards are dealt out again among the places that could hold them. The town is searched: a Markov chain over
valid towns moves one tile at a time, replays the whole public record in the changed town, and counts where
the reports would have been different (disagreement.py). When nothing differs any more the town is one that
could be the true one, and the chain wanders on among such towns for a while.
"""

import math

import numpy as np

from fattorino.games.ghost_town import state as s
from fattorino.games.ghost_town import street, town
from fattorino.games.ghost_town.disagreement import disagreement, near_by
from fattorino.games.ghost_town.view import sees, show_paths, show_record
from fattorino.kernel.jit import jit
from fattorino.kernel.records import HIDDEN, NONE, Seat, State
from fattorino.kernel.rng import draw, seeded

COLD, HOT = 0.4, 3.0  # temperatures of the chain, in differing reports
WAVE = 2000  # changes from hot to cold
PATIENCE = 12_000  # changes spent on one line before a fresh start
KEEPING = 12  # fresh starts with towns of the difficulty; after them any town will do
ATTEMPTS = 10_000  # fresh starts before giving up
STROLL = 400  # changes among agreeing towns at the end
KICK = 4  # one in so many times the town is moved as a whole first
STEPS = 200  # changes from one such town to the next
PAIR = 64  # two squares as digits of one number
FAR = 1 << 20

_row, _column = np.divmod(np.add.outer(np.arange(s.SQUARES), np.zeros(s.SQUARES, np.int64)), s.WIDTH)
_MOVED = (s.WIDTH * ((_row + _row.T) % s.HEIGHT) + (_column + _column.T) % s.WIDTH).astype(np.int8)


@jit
def imagine(view: State, seat: Seat, seed: int, state: State) -> bool:
    """Fill a zeroed state that looks to this seat exactly like its view."""
    state.rng = seeded(seed)
    show_record(view, state)
    state.phase = view.phase
    if sees(view, seat):
        show_paths(view, state)
    elif view.phase == s.Phase.BUILD:
        town.build_random(state, int(view.placed))
    elif not search(view, state):
        return False
    deal_again(view, state)
    reopen(view, state)
    return True


@jit
def resample(view: State, seat: Seat, seed: int, state: State) -> bool:
    """From a state that fits the view, or fitted an earlier one, to another: a town near by, new hands."""
    if view.supply != HIDDEN or view.phase == s.Phase.BUILD:
        return False  # there is no town to search
    state.rng = seeded(seed)
    show_record(view, state)
    state.phase = view.phase
    if draw(state, KICK) == 0:  # else it would never leave the place where it was found first
        move_town(state, draw(state, s.SQUARES))
        shift_start(state)
    if not explain(view, state):
        return False
    stroll(view, state, STEPS)
    deal_again(view, state)
    reopen(view, state)
    return True


@jit
def deal_again(view: State, state: State) -> None:
    """Deal the unseen cards of each batch to the places that batch is known to be in."""
    for card in range(s.N_CARDS):
        state.card_at[card] = view.card_at[card]
    for batch in range(int(view.batches)):
        for k in range(int(view.n)):
            known = 0
            for card in range(s.N_CARDS):
                mine = view.card_at[card] == k or view.card_at[card] == s.Place.GONE + k
                if mine and view.batch[card] == batch:
                    known += 1
            home = s.Place.GONE + k if view.place[k] else k
            for _ in range(int(view.held[k, batch]) - known):
                unseen = 0
                for card in range(s.N_CARDS):
                    if state.card_at[card] == HIDDEN and view.batch[card] == batch:
                        unseen += 1
                nth = draw(state, unseen)
                for card in range(s.N_CARDS):
                    if state.card_at[card] == HIDDEN and view.batch[card] == batch:
                        if nth == 0:
                            state.card_at[card] = home
                        nth -= 1
    for card in range(s.N_CARDS):  # the rest was never dealt
        if state.card_at[card] == HIDDEN:
            state.card_at[card] = s.Place.LEFT_OUT if view.batch[card] == 0 else s.Place.DECK


@jit
def reopen(view: State, state: State) -> None:
    """The line of an action that is not complete: after Back-to-Start, or while a Barrier or a pig's voice
    is considered."""
    seat = int(view.seat)
    phase = int(view.phase)
    asked = phase == s.Phase.BARRIER
    if asked:
        phase = int(view.resume)
        state.resume = view.resume
        state.towards = view.towards
    if phase == s.Phase.EXTRA:
        street.begin_record(state, seat, s.BACK_TO_START)
        street.say(state, s.Report.BACK_AT_START.value)
        state.arrived = 1
        if asked:
            state.extra[int(state.n_records)] = s.MOVE + view.towards
    elif asked:
        street.begin_record(state, seat, s.MOVE + view.towards)
    if asked:
        street.say(state, s.Report.BUMP_GHOST.value)
    if phase == s.Phase.OINK:
        line = int(view.n_records)
        street.begin_record(state, int(view.by[line]), int(view.action[line]))
        state.extra[line] = view.extra[line]
        state.said[line] = view.said[line]
        state.distance[line] = view.distance[line]
        state.arrived = 1


# -- searching a town ------------------------------------------------------------------------------------


@jit
def swap(state: State, one: int, other: int) -> None:
    """Exchange what was built on two squares."""
    tile = state.built[one]
    state.built[one] = state.built[other]
    state.built[other] = tile
    for k in range(s.MAX_DELIVERERS):
        state.start_at[k] = swapped(int(state.start_at[k]), one, other)
    for icon in range(s.N_ICONS):
        state.box_at[icon] = swapped(int(state.box_at[icon]), one, other)
        state.sign_at[icon] = swapped(int(state.sign_at[icon]), one, other)
    for face in range(s.N_TELEPORTS):
        state.teleport_at[face] = swapped(int(state.teleport_at[face]), one, other)


@jit
def swapped(square: int, one: int, other: int) -> int:
    """Where something on a square is after two squares were exchanged."""
    if square == one:
        return other
    if square == other:
        return one
    return square


@jit
def moved(square: int, by: int) -> int:
    """Where a square lies after the whole town was moved down and right, around the edges."""
    return NONE if square == NONE else int(_MOVED[by, square])


@jit
def move_town(state: State, by: int) -> None:
    """Move everything that was built: a deliverer knows squares by their distance, not by their place."""
    for square in range(s.SQUARES):
        state.tile[square] = state.built[square]  # every replay lays the tiles again
    for square in range(s.SQUARES):
        state.built[moved(square, by)] = state.tile[square]
    for k in range(s.MAX_DELIVERERS):
        state.start_at[k] = moved(int(state.start_at[k]), by)
    for icon in range(s.N_ICONS):
        state.box_at[icon] = moved(int(state.box_at[icon]), by)
        state.sign_at[icon] = moved(int(state.sign_at[icon]), by)
    for face in range(s.N_TELEPORTS):
        state.teleport_at[face] = moved(int(state.teleport_at[face]), by)


@jit
def valid(state: State) -> bool:
    """Whether the town keeps every placement rule, GT-BUILD-2 to GT-BUILD-11."""
    tiles, walls = 0, 0
    for square in range(s.SQUARES):
        if state.built[square]:
            tiles |= 1 << square
        if state.built[square] == s.Tile.WALL:
            walls |= 1 << square
    for k in range(int(state.n)):
        start = int(state.start_at[k])
        if s.has(s.PERIMETER, start) or s.beside(start) & tiles:
            return False
    for icon in range(s.N_ICONS):
        if state.in_play[icon] and s.has(s.beside(int(state.sign_at[icon])), int(state.box_at[icon])):
            return False
    circle, triangle, square = state.teleport_at[0], state.teleport_at[1], state.teleport_at[2]
    return town.passable(walls, int(circle), int(triangle), int(square))


@jit
def empty_square(state: State) -> int:
    """A square on which nothing was built."""
    square = draw(state, s.SQUARES)
    while state.built[square]:
        square = draw(state, s.SQUARES)
    return square


@jit
def shift_start(state: State) -> int:
    """Move a Start elsewhere, and tiles that lie beside its new square out of the way; the swaps made."""
    one = int(state.start_at[draw(state, int(state.n))])
    other = draw(state, s.SQUARES)
    if s.has(s.PERIMETER, other) or other == one:
        return 0
    swap(state, one, other)
    swaps = one + PAIR * other
    for direction in range(s.STRAIGHT):
        square = s.next_square(other, direction)
        if square != NONE and state.built[square]:
            away = empty_square(state)
            swap(state, square, away)
            swaps = swaps * PAIR * PAIR + square + PAIR * away
    return swaps


@jit
def change(state: State, near: int, wanted: int) -> int:
    """Change the town a little: a Start, what a hint says, something near it, or any tile; the swaps made.

    Swaps are kept as digits of one number, newest last, so that `take_back` can undo them; a negative number
    says how far the whole town was moved.
    """
    choice = draw(state, 11)
    if choice == 0:
        return shift_start(state)
    if choice == 10:
        by = 1 + draw(state, s.SQUARES - 1)
        move_town(state, by)
        return -by
    other = draw(state, s.SQUARES)
    one = draw(state, s.SQUARES)
    if choice < 4 and near != NONE:
        other = near
        for _ in range(4 * s.SQUARES):
            if state.built[one] == wanted:
                break
            one = draw(state, s.SQUARES)
    elif choice < 7 and near != NONE:
        other = near_by(state, near)
        if draw(state, 3) == 0:
            other = near_by(state, other)
    while state.built[one] == state.built[other] and (one == other or not state.built[one]):
        one = draw(state, s.SQUARES)
    swap(state, one, other)
    return one + PAIR * other


@jit
def take_back(state: State, swaps: int) -> None:
    """Undo a change."""
    if swaps < 0:
        rows, columns = -swaps // s.WIDTH, -swaps % s.WIDTH
        move_town(state, (s.WIDTH - rows) % s.WIDTH * s.WIDTH + (s.WIDTH - columns) % s.WIDTH)
        return
    while swaps:
        pair = swaps % (PAIR * PAIR)
        swap(state, pair % PAIR, pair // PAIR)
        swaps //= PAIR * PAIR


@jit
def uniform(state: State) -> float:
    """A number in (0, 1]."""
    return (draw(state, FAR) + 1) / FAR


@jit
def search(view: State, state: State) -> bool:
    """Find a town in which every report would have been the same, explaining the record line by line."""
    for attempt in range(ATTEMPTS):
        if attempt == KEEPING:
            state.difficulty = town.ANY
        town.build_random(state, town.tiles_in_all(state))
        for square in range(s.SQUARES):
            state.built[square] = state.tile[square]
        if explain(view, state):
            stroll(view, state, STROLL)
            state.difficulty = view.difficulty
            return True
    return False


@jit
def explain(view: State, state: State) -> bool:
    """Change the town until one line more of the record agrees, and so on to the last.

    Where it gets stuck the chain is heated, in waves that grow, and allowed to forget for a while.
    """
    n = int(view.n_records)
    lines, stuck = 0, 0
    energy, near, wanted = disagreement(view, state, lines, FAR)
    while stuck < PATIENCE:
        while energy == 0:
            if lines == n:
                return True
            lines += 1
            stuck = 0
            energy, near, wanted = disagreement(view, state, lines, FAR)
        stuck += 1
        wave = 1.0 - (stuck % WAVE) / WAVE
        heat = COLD + (HOT - COLD) * min(1.0, stuck / (4 * WAVE)) * wave
        limit = energy + int(-heat * math.log(uniform(state)))
        swaps = change(state, near, wanted)
        if valid(state):
            changed, square, tile = disagreement(view, state, lines, limit)
            if changed <= limit:
                energy, near, wanted = changed, square, tile
                continue
        take_back(state, swaps)
    return False


@jit
def stroll(view: State, state: State, steps: int) -> None:
    """Walk on among the towns that agree, then leave the state as the record ends."""
    n = int(view.n_records)
    for _ in range(steps):
        swaps = change(state, NONE, 0)
        if not valid(state) or disagreement(view, state, n, 0)[0] > 0:
            take_back(state, swaps)
    disagreement(view, state, n, FAR)

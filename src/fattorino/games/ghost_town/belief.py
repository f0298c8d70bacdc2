"""imagine: a full state consistent with everything a seat has seen and heard.

Unseen cards are dealt to the places that can hold them. The town is found by search: a Markov chain over
valid towns moves one tile at a time, replays the public record in the changed town and counts the reports
that differ (disagreement.py). A town without differences could be the true one; the chain then takes some
more steps among such towns, so that the result depends less on where the search began.
"""

import math

import numpy as np

from fattorino.games.ghost_town import effects, state as s, town
from fattorino.games.ghost_town.disagreement import disagreement, near_by
from fattorino.games.ghost_town.view import sees, show_paths, show_record
from fattorino.kernel.jit import interpreted, jit
from fattorino.kernel.records import HIDDEN, NONE, Seat, State
from fattorino.kernel.rng import draw, seeded

COLD, HOT = 0.4, 3.0  # temperatures of the chain, in differing reports
CYCLE = 2000  # changes per cooling cycle
PATIENCE = 12_000  # changes spent on one line of the record before a restart
STRICT_RESTARTS = 12  # restarts with towns of the right difficulty only; after them any town will do
CHANGES = 30_000_000  # changes before the search gives up: five seconds
FEW_CHANGES = 5_000  # the same interpreted, which is as long
MIXING_STEPS = 400  # changes among matching towns at the end
SHIFT_ONE_IN = 4  # one in this many resamplings shifts the whole town first
RESAMPLING_STEPS = 200  # changes per resampling
PAIR = 64  # base of the number that encodes swaps: one digit per square
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
    deal_unseen(view, state)
    restore_open_line(view, state)
    return True


@jit
def resample(view: State, seat: Seat, seed: int, state: State) -> bool:
    """Turn a state that matches the view, or an earlier one, into another: a similar town, new hands."""
    if view.supply != HIDDEN or view.phase == s.Phase.BUILD:
        return False  # the town is known, or not built yet
    state.rng = seeded(seed)
    show_record(view, state)
    state.phase = view.phase
    if draw(state, SHIFT_ONE_IN) == 0:  # otherwise it would never leave the area where it was found
        move_town(state, draw(state, s.SQUARES))
        shift_start(state)
    if match_record(view, state, changes_in_all())[0] < view.n_records:
        return False
    mix(view, state, RESAMPLING_STEPS)
    deal_unseen(view, state)
    restore_open_line(view, state)
    return True


@jit
def deal_unseen(view: State, state: State) -> None:
    """Deal the unseen cards of each batch to the hands known to hold cards of that batch."""
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
def restore_open_line(view: State, state: State) -> None:
    """Restore the open line of an unfinished action: after Back-to-Start, or while a Barrier or a pig's voice
    is being decided."""
    seat = int(view.seat)
    phase = int(view.phase)
    asked = phase == s.Phase.BARRIER
    if asked:
        phase = int(view.resume)
        state.resume = view.resume
        state.towards = view.towards
    if phase == s.Phase.EXTRA:
        effects.begin_record(state, seat, s.BACK_TO_START)
        effects.say(state, s.Report.BACK_AT_START.value)
        state.arrived = 1
        if asked:
            state.extra[int(state.n_records)] = s.MOVE + view.towards
    elif asked:
        effects.begin_record(state, seat, s.MOVE + view.towards)
    if asked:
        effects.say(state, s.Report.BUMP_GHOST.value)
    if phase == s.Phase.OINK:
        line = int(view.n_records)
        effects.begin_record(state, int(view.by[line]), int(view.action[line]))
        state.extra[line] = view.extra[line]
        state.said[line] = view.said[line]
        state.distance[line] = view.distance[line]
        state.arrived = 1


# -- searching a town ------------------------------------------------------------------------------------


@jit
def swap(state: State, one: int, other: int) -> None:
    """Swap what was built on two squares."""
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
    """The new square of something after two squares were swapped."""
    if square == one:
        return other
    if square == other:
        return one
    return square


@jit
def moved(square: int, by: int) -> int:
    """The new place of a square after the town was shifted down and right, wrapping around the edges."""
    return NONE if square == NONE else int(_MOVED[by, square])


@jit
def move_town(state: State, by: int) -> None:
    """Shift everything that was built: deliverers know only relative positions."""
    for square in range(s.SQUARES):
        state.tile[square] = state.built[square]  # as scratch: every replay places the tiles again
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
    """Whether the town satisfies every placement rule, GT-BUILD-2 to GT-BUILD-11."""
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
    """Move a Start, and tiles next to its new square out of the way; returns the swaps."""
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
    """Change the town a little: a Start, what the hint suggests, something near it, or any tile.

    Returns the swaps as digits of one number, newest last, for `take_back`; a negative number says how far
    the whole town was shifted.
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
    """A random number in (0, 1]."""
    return (draw(state, FAR) + 1) / FAR


@jit
def changes_in_all() -> int:
    """How many changes a search makes before it gives up."""
    return FEW_CHANGES if interpreted() else CHANGES


@jit
def search(view: State, state: State) -> bool:
    """Find a town in which every report would have been the same, line by line.

    If it gives up, `n_records` is how many lines it found a town for; NONE: there was none so difficult.
    """
    left = changes_in_all()
    attempt, most = 0, NONE
    while left > 0:
        if attempt == STRICT_RESTARTS:
            state.difficulty = town.ANY
        attempt += 1
        town.build_random(state, town.tiles_in_all(state))
        for square in range(s.SQUARES):
            state.built[square] = state.tile[square]
        lines, made = match_record(view, state, left)
        if lines == view.n_records:
            mix(view, state, MIXING_STEPS)
            state.difficulty = view.difficulty
            return True
        left -= made
        most = max(most, lines)
    state.n_records = most
    return False


@jit
def match_record(view: State, state: State, changes: int) -> tuple[int, int]:
    """Change the town until it matches the first line of the record, then the first two, and so on.

    While it is stuck, cooling cycles of rising temperature let it leave local minima. Returns how many lines
    match, and how many changes that took.
    """
    n = int(view.n_records)
    lines, stuck, made = 0, 0, 0
    energy, near, wanted = disagreement(view, state, lines, FAR)
    while stuck < PATIENCE and made < changes:
        while energy == 0:
            if lines == n:
                return n, made
            lines += 1
            stuck = 0
            energy, near, wanted = disagreement(view, state, lines, FAR)
        stuck += 1
        made += 1
        cooling = 1.0 - (stuck % CYCLE) / CYCLE
        heat = COLD + (HOT - COLD) * min(1.0, stuck / (4 * CYCLE)) * cooling
        limit = energy + int(-heat * math.log(uniform(state)))
        swaps = change(state, near, wanted)
        if valid(state):
            changed, square, tile = disagreement(view, state, lines, limit)
            if changed <= limit:
                energy, near, wanted = changed, square, tile
                continue
        take_back(state, swaps)
    return lines - 1, made


@jit
def mix(view: State, state: State, steps: int) -> None:
    """Take random steps among matching towns; the state is left at the end of the record."""
    n = int(view.n_records)
    for _ in range(steps):
        swaps = change(state, NONE, 0)
        if not valid(state) or disagreement(view, state, n, 0)[0] > 0:
            take_back(state, swaps)
    disagreement(view, state, n, FAR)

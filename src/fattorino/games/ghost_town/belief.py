"""imagine: a full state that a seat could believe in, given all it has seen and heard.

Cards are dealt out again among the places that could hold them. The town is searched: a Markov chain over
valid towns moves one tile at a time, replays the whole public record in the changed town, and counts where
the reports would have been different. During a replay a token follows the record even where the town
disagrees, so that a wrong tile costs a little and not everything after it. When nothing differs any more the
town is one that could be the true one, and the chain wanders on among such towns for a while.
"""

import math

import numpy as np

from fattorino.games.ghost_town.state import (
    ATTACK,
    BACK_TO_START,
    HEIGHT,
    HOP_STEP,
    MAX_DELIVERERS,
    MOVE,
    N_CARDS,
    N_DIRECTIONS,
    N_GHOSTS,
    N_GRAVES,
    N_ICONS,
    N_TELEPORTS,
    PERIMETER,
    SQUARES,
    STRAIGHT,
    WIDTH,
    Oink,
    Phase,
    Place,
    Report,
    Sign,
    Tile,
    beside,
    has,
    next_square,
)
from fattorino.games.ghost_town.street import (
    arrive,
    begin_record,
    card_way,
    close_record,
    heard,
    met,
    nearest_sign,
    outbreak,
    say,
    strike,
    surround,
)
from fattorino.games.ghost_town.town import (
    ANY,
    as_far_from_box,
    as_far_from_start,
    build_random,
    passable,
    tiles_in_all,
)
from fattorino.games.ghost_town.view import sees, show_paths, show_record
from fattorino.kernel.jit import jit
from fattorino.kernel.records import HIDDEN, NONE, Seat, State, ones
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
MISPLACED = 2  # what a Box or Signboard too near or too far costs, in differing reports

_EXPLAINS = np.zeros(Report.SURROUND + 1, np.int8)
for _report, _tile in (
    (Report.BUMP_WALL, Tile.WALL),
    (Report.BUMP_GHOST, Tile.GRAVE),
    (Report.ATTACK_HIT, Tile.GRAVE),
    (Report.CROW, Tile.CROW),
    (Report.TELEPORT, Tile.TELEPORT),
    (Report.PIZZA_TAKEN, Tile.BOX),
    (Report.PIZZA_LEFT, Tile.BOX),
    (Report.DELIVERED, Tile.SIGNBOARD),
    (Report.HOUSE_REFUSED, Tile.SIGNBOARD),
    (Report.OINK, Tile.LITTLE_PIG),
    (Report.MONKEY, Tile.MONKEY),
    (Report.MANHOLE, Tile.MANHOLE),
    (Report.CANNOT_MOVE, Tile.WALL),
):
    _EXPLAINS[_report] = _tile

_row, _column = np.divmod(np.add.outer(np.arange(SQUARES), np.zeros(SQUARES, np.int64)), WIDTH)
_MOVED = (WIDTH * ((_row + _row.T) % HEIGHT) + (_column + _column.T) % WIDTH).astype(np.int8)


@jit
def imagine(view: State, seat: Seat, seed: int, state: State) -> bool:
    """Fill a zeroed state that looks to this seat exactly like its view."""
    state.rng = seeded(seed)
    show_record(view, state)
    state.phase = view.phase
    if sees(view, seat):
        show_paths(view, state)
    elif view.phase == Phase.BUILD:
        build_random(state, int(view.placed))
    elif not search(view, state):
        return False
    deal_again(view, state)
    reopen(view, state)
    return True


@jit
def resample(view: State, seat: Seat, seed: int, state: State) -> bool:
    """From a state that fits the view, or fitted an earlier one, to another: a town near by, new hands."""
    if view.supply != HIDDEN or view.phase == Phase.BUILD:
        return False  # there is no town to search
    state.rng = seeded(seed)
    show_record(view, state)
    state.phase = view.phase
    if draw(state, KICK) == 0:  # else it would never leave the place where it was found first
        move_town(state, draw(state, SQUARES))
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
    for card in range(N_CARDS):
        state.card_at[card] = view.card_at[card]
    for batch in range(int(view.batches)):
        for k in range(int(view.n)):
            known = 0
            for card in range(N_CARDS):
                mine = view.card_at[card] == k or view.card_at[card] == Place.GONE + k
                if mine and view.batch[card] == batch:
                    known += 1
            home = Place.GONE + k if view.place[k] else k
            for _ in range(int(view.held[k, batch]) - known):
                unseen = 0
                for card in range(N_CARDS):
                    if state.card_at[card] == HIDDEN and view.batch[card] == batch:
                        unseen += 1
                nth = draw(state, unseen)
                for card in range(N_CARDS):
                    if state.card_at[card] == HIDDEN and view.batch[card] == batch:
                        if nth == 0:
                            state.card_at[card] = home
                        nth -= 1
    for card in range(N_CARDS):  # the rest was never dealt
        if state.card_at[card] == HIDDEN:
            state.card_at[card] = Place.LEFT_OUT if view.batch[card] == 0 else Place.DECK


@jit
def reopen(view: State, state: State) -> None:
    """The line of an action that is not complete: after Back-to-Start, or while a Barrier or a pig's voice
    is considered."""
    seat = int(view.seat)
    phase = int(view.phase)
    asked = phase == Phase.BARRIER
    if asked:
        phase = int(view.resume)
        state.resume = view.resume
        state.towards = view.towards
    if phase == Phase.EXTRA:
        begin_record(state, seat, BACK_TO_START)
        say(state, Report.BACK_AT_START.value)
        state.arrived = 1
        if asked:
            state.extra[int(state.n_records)] = MOVE + view.towards
    elif asked:
        begin_record(state, seat, MOVE + view.towards)
    if asked:
        say(state, Report.BUMP_GHOST.value)
    if phase == Phase.OINK:
        line = int(view.n_records)
        begin_record(state, int(view.by[line]), int(view.action[line]))
        state.extra[line] = view.extra[line]
        state.said[line] = view.said[line]
        state.distance[line] = view.distance[line]
        state.arrived = 1


# -- replaying the record --------------------------------------------------------------------------------


@jit
def reset(state: State) -> None:
    """The town as it was built, everybody at their start."""
    ghosts, walls, manholes = 0, 0, 0
    for square in range(SQUARES):
        tile = state.built[square]
        state.tile[square] = tile
        if tile == Tile.GRAVE:
            ghosts |= 1 << square
        elif tile == Tile.WALL:
            walls |= 1 << square
        elif tile == Tile.MANHOLE:
            manholes |= 1 << square
    state.ghosts = ghosts
    state.walls = walls
    state.manholes = manholes
    state.supply = N_GHOSTS - N_GRAVES
    state.n_records = 0
    state.n_out = 0
    state.monkey_of = NONE
    state.crow_of = NONE
    for icon in range(N_ICONS):
        state.pizza[icon] = state.in_play[icon]
        state.house[icon] = 0
    for k in range(MAX_DELIVERERS):
        state.position[k] = state.start_at[k]
        state.carried[k] = NONE
        state.place[k] = 0
        state.covers[k] = 0


@jit
def replay_action(view: State, line: int, state: State, seat: Seat) -> None:
    """Replay one action up to what is reported about it; the token goes the record's way in the end."""
    action = int(view.action[line])
    begin_record(state, seat, action)
    state.extra[line] = view.extra[line]
    if action == BACK_TO_START:
        state.position[seat] = state.start_at[seat]
        state.arrived = 1
        say(state, Report.BACK_AT_START.value)
        action = int(view.extra[line])
    here = int(state.position[seat])
    ahead = NONE
    if action == NONE:
        pass  # an opening report
    elif action < ATTACK:
        ahead = next_square(here, action - MOVE)
        report = met(state, seat, action - MOVE)
        if report == Report.BUMP_GHOST and heard(view, line, Report.BARRIER_USED.value):
            say(state, report)
            say(state, Report.BARRIER_USED.value)
            report = Report.NOTHING.value
        if report == Report.NOTHING:
            say(state, arrive(state, seat, ahead))
        else:
            say(state, report)
    elif action < HOP_STEP:
        report = strike(state, seat, action - ATTACK)
        say(state, report)
        if report == Report.ATTACK_HIT:
            say(
                state,
                Report.NO_CARD.value if heard(view, line, Report.NO_CARD.value) else Report.CARD_DRAWN.value,
            )
        elif report == Report.CROW:
            say(state, arrive(state, seat, nearest_sign(state, here)))
        if heard(view, line, Report.CROW.value):
            ahead = nearest_sign(state, here)
    else:
        ahead = card_way(state, seat, action)
        if ahead != NONE:
            say(state, arrive(state, seat, ahead))
    follow(view, line, state, seat, here, ahead)


@jit
def replay_line(view: State, line: int, state: State) -> int:
    """Replay one action; how much its reports differ from those that were heard."""
    seat = int(view.by[line])
    replay_action(view, line, state, seat)
    if not heard(view, line, Report.DELIVERED.value):
        surround(state, seat)
    if state.oink >= Oink.CONFUSING and heard(view, line, Report.OINK.value):
        state.detail[line] = view.detail[line]  # any voice can be heard
    close_record(state, seat)
    differ = 3 * ones(int(state.said[line]) ^ int(view.said[line]))
    differ += ones(int(state.near_walls[line]) ^ int(view.near_walls[line]))
    differ += ones(int(state.signs[line]) ^ int(view.signs[line]))
    if state.detail[line] != view.detail[line]:
        differ += 3
    if state.distance[line] != view.distance[line]:
        differ += 2
    if state.pizza_at[line] != view.pizza_at[line]:
        differ += 2
    return differ


@jit
def follow(view: State, line: int, state: State, seat: Seat, here: int, ahead: int) -> None:
    """Where the town disagrees with the record, let token and pizza go the record's way."""
    said, told = int(state.said[line]), int(view.said[line])
    if said == told or said | (1 << Report.SURROUND) == told:
        return
    if heard(state, line, Report.DELIVERED.value) and not heard(view, line, Report.DELIVERED.value):
        state.place[seat] = 0
        state.n_out = int(state.n_out) - 1
        state.position[seat] = ahead if ahead != NONE else here
    stopped = (
        (1 << Report.BUMP_WALL)
        | (1 << Report.CANNOT_MOVE)
        | (1 << Report.ATTACK_MISS)
        | (1 << Report.ATTACK_HIT)
    )
    if told & stopped or (told & (1 << Report.BUMP_GHOST) and not told & (1 << Report.BARRIER_USED)):
        state.position[seat] = here
    elif ahead != NONE and not said & (1 << Report.TELEPORT):
        state.position[seat] = ahead
    if heard(view, line, Report.PIZZA_TAKEN.value):
        icon = int(view.detail[line])
        if state.carried[seat] != icon:
            state.carried[seat] = icon
            state.pizza[icon] = 0
            if not state.house[icon]:
                outbreak(state, icon)
    if heard(view, line, Report.DELIVERED.value) and state.place[seat] == 0:
        state.n_out = int(state.n_out) + 1
        state.place[seat] = state.n_out
        state.position[seat] = NONE


@jit
def near_by(state: State, square: int) -> int:
    """The square itself or one of its 8 neighbours."""
    direction = draw(state, N_DIRECTIONS + 2)
    if direction >= N_DIRECTIONS or next_square(square, direction) == NONE:
        return square
    return next_square(square, direction)


@jit
def explains(report: int) -> int:
    """The tile that, lying on the square in question, would lead to a report."""
    return int(_EXPLAINS[report])


@jit
def hint(view: State, line: int, state: State, before: int) -> tuple[int, int]:
    """A square, and the tile that may have to lie there (EMPTY: that may have to go), to mend a line."""
    action = int(view.action[line])
    if action == BACK_TO_START:
        action = int(view.extra[line])
        before = int(state.start_at[int(view.by[line])])
    after = int(state.path[line])
    if before == NONE or (action >= HOP_STEP and after == NONE):
        return NONE, Tile.EMPTY.value
    missing = int(view.said[line]) & ~int(state.said[line])
    if missing and action != NONE:
        square = next_square(before, action % STRAIGHT) if action < HOP_STEP else after
        for report in range(Report.SURROUND):
            if (missing >> report) & 1:
                return square, explains(report)
    if after == NONE:
        return NONE, Tile.EMPTY.value
    walls = int(view.near_walls[line]) ^ int(state.near_walls[line])
    for direction in range(STRAIGHT):
        if (walls >> direction) & 1:
            wall = (int(view.near_walls[line]) >> direction) & 1
            return next_square(after, direction), Tile.WALL.value if wall else Tile.EMPTY.value
    signs = int(view.signs[line]) & ~int(state.signs[line])
    tile = Tile.EMPTY.value
    if signs & Sign.GHOST:
        tile = Tile.GRAVE.value
    elif signs & Sign.PIZZA:
        tile = Tile.BOX.value
    elif signs & Sign.HOUSE:
        tile = Tile.SIGNBOARD.value
    return near_by(state, after), tile


@jit
def misplaced(state: State) -> tuple[int, int, int]:
    """GT-BUILD-14: how many Boxes and Signboards lie nearer or farther than the difficulty says,

    and for the last of them a square, drawn at random, where it might lie (or NONE), and which tile it is.
    """
    wrong, k, squares, wanted = 0, 0, 0, Tile.EMPTY.value
    for icon in range(N_ICONS):
        if state.in_play[icon]:
            box = int(state.box_at[icon])
            near_start = as_far_from_start(int(state.difficulty), int(state.start_at[k]))
            near_box = as_far_from_box(int(state.difficulty), box)
            if not has(near_start, box):
                wrong, squares, wanted = wrong + 1, near_start, Tile.BOX.value
            if not has(near_box, int(state.sign_at[icon])):
                wrong, squares, wanted = wrong + 1, near_box, Tile.SIGNBOARD.value
            k += 1
    if squares == 0:  # nothing is wrong, or no square is as far from there
        return wrong, NONE, wanted
    square = draw(state, SQUARES)
    while not has(squares, square):
        square = draw(state, SQUARES)
    return wrong, square, wanted


@jit
def disagreement(view: State, state: State, lines: int, limit: int) -> tuple[int, int, int]:
    """Replay the first lines of the record: how much would have been different (or more than the limit),

    and for one of the differences, drawn at random, a square and the tile that might explain it.
    """
    total, flaws, near, wanted = 0, 0, NONE, 0
    if state.difficulty != ANY:
        flaws, near, wanted = misplaced(state)
        total = MISPLACED * flaws
        if total > limit:
            return total, near, wanted
    reset(state)
    for line in range(lines):
        before = int(state.position[int(view.by[line])])
        differ = replay_line(view, line, state)
        if differ:
            total += differ
            flaws += 1
            if draw(state, flaws) == 0:
                near, wanted = hint(view, line, state, before)
            if total > limit:
                return total, near, wanted
    if lines == view.n_records:
        phase = int(view.resume) if view.phase == Phase.BARRIER else int(view.phase)
        if phase == Phase.EXTRA:
            state.position[int(view.seat)] = state.start_at[int(view.seat)]
        if view.phase == Phase.BARRIER and met(state, int(view.seat), int(view.towards)) != Report.BUMP_GHOST:
            total += 3
            near = next_square(int(state.position[int(view.seat)]), int(view.towards))
            wanted = Tile.GRAVE.value
        if view.phase == Phase.OINK:  # the action under way must have led onto a pig
            mover = int(view.by[lines])
            replay_action(view, lines, state, mover)
            differ = ones(int(state.said[lines]) ^ int(view.said[lines]))
            if differ:
                total += 3 * differ
                near, wanted = int(state.position[mover]), Tile.LITTLE_PIG.value
    return total, near, wanted


# -- searching a town ------------------------------------------------------------------------------------


@jit
def swap(state: State, one: int, other: int) -> None:
    """Exchange what was built on two squares."""
    tile = state.built[one]
    state.built[one] = state.built[other]
    state.built[other] = tile
    for k in range(MAX_DELIVERERS):
        state.start_at[k] = swapped(int(state.start_at[k]), one, other)
    for icon in range(N_ICONS):
        state.box_at[icon] = swapped(int(state.box_at[icon]), one, other)
        state.sign_at[icon] = swapped(int(state.sign_at[icon]), one, other)
    for face in range(N_TELEPORTS):
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
    for square in range(SQUARES):
        state.tile[square] = state.built[square]  # every replay lays the tiles again
    for square in range(SQUARES):
        state.built[moved(square, by)] = state.tile[square]
    for k in range(MAX_DELIVERERS):
        state.start_at[k] = moved(int(state.start_at[k]), by)
    for icon in range(N_ICONS):
        state.box_at[icon] = moved(int(state.box_at[icon]), by)
        state.sign_at[icon] = moved(int(state.sign_at[icon]), by)
    for face in range(N_TELEPORTS):
        state.teleport_at[face] = moved(int(state.teleport_at[face]), by)


@jit
def valid(state: State) -> bool:
    """Whether the town keeps every placement rule, GT-BUILD-2 to GT-BUILD-11."""
    tiles, walls = 0, 0
    for square in range(SQUARES):
        if state.built[square]:
            tiles |= 1 << square
        if state.built[square] == Tile.WALL:
            walls |= 1 << square
    for k in range(int(state.n)):
        start = int(state.start_at[k])
        if has(PERIMETER, start) or beside(start) & tiles:
            return False
    for icon in range(N_ICONS):
        if state.in_play[icon] and has(beside(int(state.sign_at[icon])), int(state.box_at[icon])):
            return False
    circle, triangle, square = state.teleport_at[0], state.teleport_at[1], state.teleport_at[2]
    return passable(walls, int(circle), int(triangle), int(square))


@jit
def empty_square(state: State) -> int:
    """A square on which nothing was built."""
    square = draw(state, SQUARES)
    while state.built[square]:
        square = draw(state, SQUARES)
    return square


@jit
def shift_start(state: State) -> int:
    """Move a Start elsewhere, and tiles that lie beside its new square out of the way; the swaps made."""
    one = int(state.start_at[draw(state, int(state.n))])
    other = draw(state, SQUARES)
    if has(PERIMETER, other) or other == one:
        return 0
    swap(state, one, other)
    swaps = one + PAIR * other
    for direction in range(STRAIGHT):
        square = next_square(other, direction)
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
        by = 1 + draw(state, SQUARES - 1)
        move_town(state, by)
        return -by
    other = draw(state, SQUARES)
    one = draw(state, SQUARES)
    if choice < 4 and near != NONE:
        other = near
        for _ in range(4 * SQUARES):
            if state.built[one] == wanted:
                break
            one = draw(state, SQUARES)
    elif choice < 7 and near != NONE:
        other = near_by(state, near)
        if draw(state, 3) == 0:
            other = near_by(state, other)
    while state.built[one] == state.built[other] and (one == other or not state.built[one]):
        one = draw(state, SQUARES)
    swap(state, one, other)
    return one + PAIR * other


@jit
def take_back(state: State, swaps: int) -> None:
    """Undo a change."""
    if swaps < 0:
        rows, columns = -swaps // WIDTH, -swaps % WIDTH
        move_town(state, (WIDTH - rows) % WIDTH * WIDTH + (WIDTH - columns) % WIDTH)
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
            state.difficulty = ANY
        build_random(state, tiles_in_all(state))
        for square in range(SQUARES):
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

"""How far a town disagrees with the public record: the record is replayed and differing reports are counted.

During the replay a token follows the record even where the town disagrees, so that one wrong tile does not
make everything after it count as wrong.
"""

from fattorino.games.ghost_town import effects, state as s, town
from fattorino.kernel.jit import jit
from fattorino.kernel.lookup import lookup
from fattorino.kernel.records import NONE, Seat, State, ones
from fattorino.kernel.rng import draw

MISPLACED = 2  # cost of a Box or Signboard at a wrong distance, in differing reports

# the tile on the square in question that would lead to a report
explains = lookup([s.Tile[row.get("tile", "empty").upper()] for row in s.COMPONENTS["report"]])


@jit
def reset(state: State) -> None:
    """The town as it was built, everybody at their start."""
    ghosts, walls, manholes = 0, 0, 0
    for square in range(s.SQUARES):
        tile = state.built[square]
        state.tile[square] = tile
        if tile == s.Tile.GRAVE:
            ghosts |= 1 << square
        elif tile == s.Tile.WALL:
            walls |= 1 << square
        elif tile == s.Tile.MANHOLE_COVER:
            manholes |= 1 << square
    state.ghosts = ghosts
    state.walls = walls
    state.manholes = manholes
    state.supply = s.N_GHOSTS - s.N_GRAVES
    state.n_records = 0
    state.n_out = 0
    state.monkey_of = NONE
    state.crow_of = NONE
    for icon in range(s.N_ICONS):
        state.pizza[icon] = state.in_play[icon]
        state.house[icon] = 0
    for k in range(s.MAX_DELIVERERS):
        state.position[k] = state.start_at[k]
        state.carried[k] = NONE
        state.place[k] = 0
        state.covers[k] = 0


@jit
def replay_action(view: State, line: int, state: State, seat: Seat) -> None:
    """Replay one action up to its reports, then move the token as in the record."""
    action = int(view.action[line])
    effects.begin_record(state, seat, action)
    state.extra[line] = view.extra[line]
    if action == s.BACK_TO_START:
        state.position[seat] = state.start_at[seat]
        state.arrived = 1
        effects.say(state, s.Report.BACK_AT_START.value)
        action = int(view.extra[line])
    here = int(state.position[seat])
    ahead = NONE
    if action == NONE:
        pass  # an opening report
    elif action < s.ATTACK:
        ahead = s.next_square(here, action - s.MOVE)
        report = effects.met(state, seat, action - s.MOVE)
        if report == s.Report.BUMP_GHOST and effects.was_reported(view, line, s.Report.BARRIER_USED.value):
            effects.say(state, report)
            effects.say(state, s.Report.BARRIER_USED.value)
            report = s.Report.NOTHING.value
        if report == s.Report.NOTHING:
            effects.say(state, effects.arrive(state, seat, ahead))
        else:
            effects.say(state, report)
    elif action < s.HOP_STEP:
        report = effects.strike(state, seat, action - s.ATTACK)
        effects.say(state, report)
        if report == s.Report.ATTACK_HIT:
            effects.say(
                state,
                s.Report.NO_CARD.value
                if effects.was_reported(view, line, s.Report.NO_CARD.value)
                else s.Report.CARD_DRAWN.value,
            )
        elif report == s.Report.CROW:
            effects.say(state, effects.arrive(state, seat, effects.nearest_sign(state, here)))
        if effects.was_reported(view, line, s.Report.CROW.value):
            ahead = effects.nearest_sign(state, here)
    else:
        ahead = effects.card_way(state, seat, action)
        if ahead != NONE:
            effects.say(state, effects.arrive(state, seat, ahead))
    follow(view, line, state, seat, here, ahead)


@jit
def replay_line(view: State, line: int, state: State) -> int:
    """Replay one action; returns how much its reports differ from the record."""
    seat = int(view.by[line])
    replay_action(view, line, state, seat)
    if effects.has_surroundings(view, line):
        effects.surround(state, seat)
    if state.oink >= s.Oink.CONFUSING and effects.was_reported(view, line, s.Report.OINK.value):
        state.detail[line] = view.detail[line]  # any voice is possible
    effects.close_record(state, seat)
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
    """Where the town disagrees with the record, move token and pizza as in the record."""
    said, told = int(state.said[line]), int(view.said[line])
    if said == told or said | (1 << s.Report.SURROUND) == told:
        return
    if effects.was_reported(state, line, s.Report.DELIVERED.value) and not effects.was_reported(
        view, line, s.Report.DELIVERED.value
    ):
        state.place[seat] = 0
        state.n_out = int(state.n_out) - 1
        state.position[seat] = ahead if ahead != NONE else here
    if effects.stayed(told):
        state.position[seat] = here
    elif ahead != NONE and not said & (1 << s.Report.TELEPORT):
        state.position[seat] = ahead
    if effects.was_reported(view, line, s.Report.PIZZA_TAKEN.value):
        icon = int(view.detail[line])
        if state.carried[seat] != icon:
            state.carried[seat] = icon
            state.pizza[icon] = 0
            if not state.house[icon]:
                effects.outbreak(state, icon)
    if effects.was_reported(view, line, s.Report.DELIVERED.value) and state.place[seat] == 0:
        state.n_out = int(state.n_out) + 1
        state.place[seat] = state.n_out
        state.position[seat] = NONE


@jit
def near_by(state: State, square: int) -> int:
    """The square itself or one of its 8 neighbours."""
    direction = draw(state, s.N_DIRECTIONS + 2)
    if direction >= s.N_DIRECTIONS or s.next_square(square, direction) == NONE:
        return square
    return s.next_square(square, direction)


@jit
def hint(view: State, line: int, state: State, before: int) -> tuple[int, int]:
    """A square and the tile that would make a line of the record match there; EMPTY: remove a tile."""
    action = int(view.action[line])
    if action == s.BACK_TO_START:
        action = int(view.extra[line])
        before = int(state.start_at[int(view.by[line])])
    after = int(state.path[line])
    if before == NONE or (action >= s.HOP_STEP and after == NONE):
        return NONE, s.Tile.EMPTY.value
    missing = int(view.said[line]) & ~int(state.said[line])
    if missing and action != NONE:
        square = s.next_square(before, action % s.STRAIGHT) if action < s.HOP_STEP else after
        for report in range(s.Report.SURROUND):
            if (missing >> report) & 1:
                return square, explains(report)
    if after == NONE:
        return NONE, s.Tile.EMPTY.value
    walls = int(view.near_walls[line]) ^ int(state.near_walls[line])
    for direction in range(s.STRAIGHT):
        if (walls >> direction) & 1:
            wall = (int(view.near_walls[line]) >> direction) & 1
            return s.next_square(after, direction), s.Tile.WALL.value if wall else s.Tile.EMPTY.value
    signs = int(view.signs[line]) & ~int(state.signs[line])
    tile = s.Tile.EMPTY.value
    if signs & s.Sign.GHOST:
        tile = s.Tile.GRAVE.value
    elif signs & s.Sign.PIZZA:
        tile = s.Tile.BOX.value
    elif signs & s.Sign.HOUSE:
        tile = s.Tile.SIGNBOARD.value
    return near_by(state, after), tile


@jit
def misplaced(state: State) -> tuple[int, int, int]:
    """GT-BUILD-14: how many Boxes and Signboards are at a distance that the difficulty does not allow.

    Also a random square where the last of them could lie (or NONE), and its tile.
    """
    wrong, k, squares, wanted = 0, 0, 0, s.Tile.EMPTY.value
    for icon in range(s.N_ICONS):
        if state.in_play[icon]:
            box = int(state.box_at[icon])
            near_start = town.as_far_from_start(int(state.difficulty), int(state.start_at[k]))
            near_box = town.as_far_from_box(int(state.difficulty), box)
            if not s.has(near_start, box):
                wrong, squares, wanted = wrong + 1, near_start, s.Tile.BOX.value
            if not s.has(near_box, int(state.sign_at[icon])):
                wrong, squares, wanted = wrong + 1, near_box, s.Tile.SIGNBOARD.value
            k += 1
    if squares == 0:  # nothing is wrong, or no square has the right distance
        return wrong, NONE, wanted
    square = draw(state, s.SQUARES)
    while not s.has(squares, square):
        square = draw(state, s.SQUARES)
    return wrong, square, wanted


@jit
def disagreement(view: State, state: State, lines: int, limit: int) -> tuple[int, int, int]:
    """Replay the first lines of the record; returns how much differs, exactly if that is within the limit.

    Also, for a random one of the differences, a square and the tile that might explain it.
    """
    total, flaws, near, wanted = 0, 0, NONE, 0
    if state.difficulty != town.ANY:
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
        phase = int(view.resume) if view.phase == s.Phase.BARRIER else int(view.phase)
        if phase == s.Phase.EXTRA:
            state.position[int(view.seat)] = state.start_at[int(view.seat)]
        if (
            view.phase == s.Phase.BARRIER
            and effects.met(state, int(view.seat), int(view.towards)) != s.Report.BUMP_GHOST
        ):
            total += 3
            near = s.next_square(int(state.position[int(view.seat)]), int(view.towards))
            wanted = s.Tile.GRAVE.value
        if view.phase == s.Phase.OINK:  # the current action must have led onto a pig
            mover = int(view.by[lines])
            replay_action(view, lines, state, mover)
            differ = ones(int(state.said[lines]) ^ int(view.said[lines]))
            if differ:
                total += 3 * differ
                near, wanted = int(state.position[mover]), s.Tile.LITTLE_PIG.value
    return total, near, wanted

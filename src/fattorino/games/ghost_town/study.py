"""The numbers by which a net judges a position in the search: a full state, which was imagined.

They are from the side of the deliverer to move: what their sheet shows, what is really there, how many
actions the way to a pizza and on to its house takes, and how much of that the sheet gives away.
"""

from typing import Any

import numpy as np

from fattorino.games.ghost_town import state as s
from fattorino.games.ghost_town.sheet import REACH, Mark, fill_sheet, on_sheet, step_of
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Seat, State

FAR = 16  # actions to a goal: 0 to 14, and more
MOST_TURNS = max(s.TURN_LIMITS) + 1
LEAST_SLACK, SLACKS = -4, 26  # turns left when the delivery is made
GOALS = 2  # pizzas that are looked at: those delivered soonest
SURE = 4  # times that something was sensed next to a square: 0 to 2, and more
OPTIONS = 10  # squares that may hold what is sought: 0 to 8, and more
RANKS = 6  # of them more likely than the right one: 0 to 4, and more
AREA = 2  # squares to each side of a goal that are looked at on the sheet
SIDE = 2 * AREA + 1
MARKS = len(Mark)
PLANE = REACH * REACH

AT_PHASE = 4
AT_LEFT = AT_PHASE + s.Phase.END.value
AT_HAND = AT_LEFT + MOST_TURNS
AT_SIGNS = AT_HAND + s.N_KINDS
AT_RIVAL = AT_SIGNS + 4
AT_BESIDE = AT_RIVAL + SLACKS
AT_GOALS = AT_BESIDE + s.STRAIGHT * (MARKS + 2)

OF_FIRST = 1
OF_SECOND = OF_FIRST + FAR
OF_SLACK = OF_SECOND + FAR
OF_PLACE = OF_SLACK + SLACKS
OF_MARK = OF_PLACE + PLANE
OF_SURE = OF_MARK + MARKS
OF_OPTIONS = OF_SURE + SURE + 1
OF_RANK = OF_OPTIONS + OPTIONS
OF_AREA = OF_RANK + RANKS
GOAL_NUMBERS = OF_AREA + SIDE * SIDE * 3

AT_SHEET = AT_GOALS + GOALS * GOAL_NUMBERS
AT_TOWN = AT_SHEET + 5 * PLANE
NUM_STUDIED = AT_TOWN + 3 * PLANE

ALL_MAY_WIN = True  # a delivery of one deliverer takes nothing from the others: each has chances of their own


@jit
def study(state: State, numbers: Any) -> int:
    """Write the numbers of a position; the seat from whose side they are, or NONE if it is not judged."""
    me = int(state.seat)
    phase = int(state.phase)
    if me >= state.n or (phase != s.Phase.ACT and phase != s.Phase.EXTRA and phase != s.Phase.BARRIER):
        return NONE
    for at in range(NUM_STUDIED):
        numbers[at] = 0.0
    marks = np.zeros((REACH, REACH), np.int8)
    pizza, house = np.zeros((REACH, REACH), np.int32), np.zeros((REACH, REACH), np.int32)
    row, column, sheets = fill_sheet(state, me, phase == s.Phase.EXTRA, marks, pizza, house)
    carries = state.carried[me] != NONE
    sought = house if carries else pizza
    left = int(state.turn_limit) - int(state.turn)
    numbers[0] = 1.0 if carries else 0.0
    numbers[1] = 1.0 if sheets > 1 else 0.0
    numbers[2] = int(state.n_out) / 2.0
    numbers[3] = left / 20.0
    numbers[AT_PHASE + phase] = 1.0
    numbers[AT_LEFT + min(left, MOST_TURNS - 1)] = 1.0
    for card in range(s.N_CARDS):
        if state.card_at[card] == me:
            numbers[AT_HAND + s.kind_of(card)] += 1.0
    study_signs(state, me, numbers)
    rival = (me + 1) % int(state.n)
    if not state.place[rival]:
        first, second, _ = goal_of(state, rival, 0)
        one_of(numbers, AT_RIVAL, left - first - second - LEAST_SLACK, SLACKS)
    for direction in range(s.STRAIGHT):
        study_beside(state, me, direction, marks, row, column, numbers)
    for rank in range(GOALS):
        study_goal(state, me, rank, left, marks, sought, row, column, numbers)
    study_sheet(marks, sought, row, column, numbers)
    study_town(state, me, numbers)
    return me


@jit
def one_of(numbers: Any, at: int, value: int, n: int) -> None:
    """Of n numbers the one for a value is 1; the first and the last stand for all beyond them."""
    numbers[at + min(max(value, 0), n - 1)] = 1.0


@jit
def study_signs(state: State, me: Seat, numbers: Any) -> None:
    """What was sensed around the square, if that was reported after the last action."""
    for line in range(int(state.n_records) - 1, -1, -1):
        if state.by[line] == me:
            if s.has(int(state.said[line]), s.Report.SURROUND.value):
                numbers[AT_SIGNS] = 1.0
                for bit in range(3):
                    numbers[AT_SIGNS + 1 + bit] = float((int(state.signs[line]) >> bit) & 1)
            return


@jit
def study_beside(
    state: State, me: Seat, direction: int, marks: Any, row: int, column: int, numbers: Any
) -> None:
    """A square beside: what the sheet says, and whether a wall or a ghost is there."""
    at = AT_BESIDE + direction * (MARKS + 2)
    rows, columns = step_of(direction)
    if on_sheet(row + rows, column + columns):
        numbers[at + int(marks[row + rows, column + columns])] = 1.0
    there = s.next_square(int(state.position[me]), direction)
    if there == NONE or s.has(int(state.walls), there):
        numbers[at + MARKS] = 1.0
    elif s.has(int(state.ghosts), there):
        numbers[at + MARKS + 1] = 1.0


@jit
def goal_of(state: State, seat: Seat, rank: int) -> tuple[int, int, int]:
    """Actions to a pizza and from there to its house, and where to go next, for the delivery that is made
    soonest (rank 0) or after that; NONE if there is none.
    """
    here = int(state.position[seat])
    icon = int(state.carried[seat])
    if icon != NONE:
        if rank:
            return FAR, FAR, NONE
        goal = int(state.sign_at[icon])
        return 0, actions_to(state, here, goal), goal
    first, second, goal, before = FAR, FAR, NONE, NONE
    for _ in range(rank + 1):
        soonest, chosen = 2 * FAR + 1, NONE
        for k in range(s.N_ICONS):
            if not state.pizza[k] or k == before:
                continue
            box, sign = int(state.box_at[k]), int(state.sign_at[k])
            there, on = actions_to(state, here, box), actions_to(state, box, sign) + 1  # past a new ghost
            if there + on < soonest:
                soonest, first, second, goal, chosen = there + on, there, on, box, k
        if chosen == NONE:
            return FAR, FAR, NONE
        before = chosen
    return first, second, goal


@jit
def actions_to(state: State, here: int, there: int) -> int:
    """Actions from a square to another, no Teleport, by Moves and Attacks, if one knows the town."""
    if here == there:
        return 0
    free, ghosts = s.ALL & ~int(state.walls), int(state.ghosts)
    front, delayed, stood = 1 << here, 0, 1 << here
    free &= ~front
    for actions in range(1, FAR):
        beside = ((front & ~s.FIRST_COLUMN) >> 1) | ((front & ~s.LAST_COLUMN) << 1)
        entered = (beside | (front >> s.WIDTH) | (front << s.WIDTH)) & free
        free &= ~entered
        front = (entered & ~ghosts) | delayed
        delayed = entered & ghosts
        if s.has(front, there):
            return actions
        carried = 0
        for face in range(s.N_TELEPORTS):  # GT-TELE-1
            at = int(state.teleport_at[face])
            if at != NONE and s.has(front, at):
                front &= ~(1 << at)
                carried |= 1 << int(state.teleport_at[(face + 1) % s.N_TELEPORTS])
        front |= carried & ~stood
        stood |= front
        if not front | delayed:
            break
    return FAR


@jit
def study_goal(
    state: State,
    me: Seat,
    rank: int,
    left: int,
    marks: Any,
    sought: Any,
    row: int,
    column: int,
    numbers: Any,
) -> None:
    """A delivery that can be made: how far it is, where to go next, and what the sheet tells of that."""
    first, second, goal = goal_of(state, me, rank)
    if goal == NONE:
        return
    at = AT_GOALS + rank * GOAL_NUMBERS
    here = int(state.position[me])
    numbers[at] = 1.0
    one_of(numbers, at + OF_FIRST, first, FAR)
    one_of(numbers, at + OF_SECOND, second, FAR)
    one_of(numbers, at + OF_SLACK, left - first - second - LEAST_SLACK, SLACKS)
    rows, columns = goal // s.WIDTH - here // s.WIDTH, goal % s.WIDTH - here % s.WIDTH
    numbers[at + OF_PLACE + (rows + s.WIDTH - 1) * REACH + columns + s.WIDTH - 1] = 1.0
    there, across = row + rows, column + columns
    if not on_sheet(there, across):
        return
    numbers[at + OF_MARK + int(marks[there, across])] = 1.0
    sure = int(sought[there, across])
    one_of(numbers, at + OF_SURE, sure + 1, SURE + 1)
    options, better = 0, 0
    for r in range(REACH):
        for c in range(REACH):
            if sought[r, c] > 0 and marks[r, c] != Mark.VISITED and marks[r, c] != Mark.WALL:
                options += 1
                better += 1 if sought[r, c] > sure else 0
    one_of(numbers, at + OF_OPTIONS, options, OPTIONS)
    one_of(numbers, at + OF_RANK, better, RANKS)
    for r in range(-AREA, AREA + 1):
        for c in range(-AREA, AREA + 1):
            if on_sheet(there + r, across + c):
                mark = int(marks[there + r, across + c])
                place = at + OF_AREA + ((r + AREA) * SIDE + c + AREA) * 3
                if mark == Mark.UNKNOWN:
                    numbers[place] = 1.0
                elif mark == Mark.VISITED:
                    numbers[place + 1] = 1.0
                elif mark == Mark.WALL:
                    numbers[place + 2] = 1.0


@jit
def study_sheet(marks: Any, sought: Any, row: int, column: int, numbers: Any) -> None:
    """The sheet around the deliverer: visited, walls, ghosts, and where what is sought may or cannot be."""
    for r in range(REACH):
        for c in range(REACH):
            there, across = r - row + s.WIDTH - 1, c - column + s.WIDTH - 1
            if not on_sheet(there, across):
                continue
            at = AT_SHEET + there * REACH + across
            mark = int(marks[r, c])
            if mark == Mark.VISITED:
                numbers[at] = 1.0
            elif mark == Mark.WALL:
                numbers[at + PLANE] = 1.0
            elif mark == Mark.GHOST:
                numbers[at + 2 * PLANE] = 1.0
            if sought[r, c] > 0:
                numbers[at + 3 * PLANE] = 1.0
            elif sought[r, c] < 0 and mark != Mark.VISITED:
                numbers[at + 4 * PLANE] = 1.0


@jit
def study_town(state: State, me: Seat, numbers: Any) -> None:
    """The town around the deliverer: walls, ghosts, teleports."""
    here = int(state.position[me])
    origin = (s.WIDTH - 1 - here // s.WIDTH) * REACH + s.WIDTH - 1 - here % s.WIDTH
    for square in range(s.SQUARES):
        at = AT_TOWN + origin + square // s.WIDTH * REACH + square % s.WIDTH
        if s.has(int(state.walls), square):
            numbers[at] = 1.0
        if s.has(int(state.ghosts), square):
            numbers[at + PLANE] = 1.0
    for face in range(s.N_TELEPORTS):
        square = int(state.teleport_at[face])
        if square != NONE:
            numbers[AT_TOWN + 2 * PLANE + origin + square // s.WIDTH * REACH + square % s.WIDTH] = 1.0

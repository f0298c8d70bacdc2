"""greedy: how to deliver a pizza in a town you cannot see, from the reports alone.

It draws what it learns on a sheet and walks to the nearest square that may hold what it needs: a pizza, or a
house once it carries one. Without such a square it walks to where most squares are unknown. It attacks
ghosts in its way, uses a Barrier whenever asked, and plays a card that saves steps. If everything around is
known and nothing was sensed, it teleports elsewhere, or goes Back-to-Start if it knows better places near
there.
"""

from typing import Any

import numpy as np

from fattorino.games.ghost_town import state as s
from fattorino.games.ghost_town.sheet import REACH, Mark, ahead, fill_sheet, on_sheet, step_of
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Seat, State
from fattorino.kernel.rng import below, following, seeded

SENSED = 4  # additional steps that a square is worth, for each time something was sensed there
UNKNOWN = 1  # the same for each unknown square around it
MOST_NEWS = UNKNOWN * s.N_DIRECTIONS
WALL_FAR = 999
FREE, GHOSTS, FRONT, ENTERED, DELAYED, KEPT = 0, 1, 2, 3, 4, 5  # what `walk` stores for each row
DIGITS = 6  # binary digits of the number of steps to a square
FARTHEST = (1 << DIGITS) - 1
FAR_AWAY = 3  # steps to the nearest unknown square from which a Teleport is worthwhile
OPPOSITE = 3  # value of a Point-Symmetric Teleport, in unknown squares that another would cross


@jit
def greedy(view: State, seat: Seat, actions: Any, n: int, seed: int) -> int:
    """The action to take."""
    if view.phase == s.Phase.BARRIER:
        return s.BARRIER_USE
    chance = following(seeded(seed))
    if view.phase == s.Phase.BUILD or seat >= view.n or seat < 0:
        return int(actions[below(chance, n)])
    marks = np.zeros((REACH, REACH), np.int8)
    pizza, house = np.zeros((REACH, REACH), np.int32), np.zeros((REACH, REACH), np.int32)
    cost = np.zeros((REACH, REACH), np.int32)
    sought = house if view.carried[seat] != NONE else pizza
    here, across, _ = fill_sheet(view, seat, view.phase == s.Phase.EXTRA, marks, pizza, house)
    walk(marks, here, across, cost)
    row, column = best_square(marks, sought, cost, chance)
    if row == NONE:
        return int(actions[below(chance, min(n, s.STRAIGHT))])
    card = shortcut(cost, here, across, row, column, actions, n)
    if card != NONE:
        return card
    steps, sensed = int(cost[row, column]), sought[row, column] > 0
    step = first_step(marks, cost, here, across, row, column)
    if not sensed and steps >= FAR_AWAY:
        card = flight(marks, here, across, actions, n)
        if card != NONE:
            return card
    for at in range(n):
        if actions[at] == s.BACK_TO_START:  # the goal it would have from there, on the first sheet
            here, across, _ = fill_sheet(view, seat, True, marks, pizza, house)
            walk(marks, here, across, cost)
            row, column = best_square(marks, sought, cost, chance)
            better = row != NONE and sought[row, column] > 0 and not sensed
            alike = row != NONE and (sought[row, column] > 0) == sensed
            if better or (alike and cost[row, column] < steps):
                return s.BACK_TO_START
    return step


@jit
def extent(marks: Any) -> tuple[int, int, int, int]:
    """Top, bottom, left and right of all squares known to be on the map."""
    top, bottom, left, right = REACH, -1, REACH, -1
    for row in range(REACH):
        for column in range(REACH):
            mark = marks[row, column]
            if mark != Mark.UNKNOWN and mark != Mark.WALL:
                top, bottom = min(top, row), max(bottom, row)
                left, right = min(left, column), max(right, column)
    return top, bottom, left, right


@jit
def walk(marks: Any, row: int, column: int, cost: Any) -> None:
    """The number of actions to each square; a ghost costs one more, unknown squares count as free."""
    rows = np.zeros((KEPT + DIGITS, REACH + 2), np.int64)  # a whole row at once, one bit per square
    for r in range(REACH):
        free, ghosts = 0, 0
        for c in range(REACH):
            free |= int(marks[r, c] != Mark.WALL) << c
            ghosts |= int(marks[r, c] == Mark.GHOST) << c
        rows[FREE, r + 1] = free
        rows[GHOSTS, r + 1] = ghosts
    rows[FRONT, row + 1] = 1 << column
    rows[FREE, row + 1] &= ~(1 << column)
    left = 1
    steps = 0
    while left and steps < FARTHEST:
        steps += 1
        left = 0
        for r in range(1, REACH + 1):
            here = rows[FRONT, r]
            beside = rows[FRONT, r - 1] | rows[FRONT, r + 1] | (here << 1) | (here >> 1)
            rows[ENTERED, r] = beside & rows[FREE, r]
        for r in range(1, REACH + 1):
            entered = rows[ENTERED, r]
            arriving = (entered & ~rows[GHOSTS, r]) | rows[DELAYED, r]
            rows[FREE, r] &= ~entered
            rows[DELAYED, r] = entered & rows[GHOSTS, r]  # driven off first
            rows[FRONT, r] = arriving
            left |= arriving | rows[DELAYED, r]
        for digit in range(DIGITS):
            if (steps >> digit) & 1:
                for r in range(1, REACH + 1):
                    rows[KEPT + digit, r] |= rows[FRONT, r]
    for r in range(REACH):
        for c in range(REACH):
            number = 0
            for digit in range(DIGITS):
                number |= ((rows[KEPT + digit, r + 1] >> c) & 1) << digit
            cost[r, c] = number if number else WALL_FAR
    cost[row, column] = 0


@jit
def square_worth(marks: Any, sought: Any, row: int, column: int) -> int:
    """The value of a square, in steps: what was sensed there, or unknown squares around it."""
    if sought[row, column] > 0:
        return 20 + SENSED * int(sought[row, column])
    worth = 0
    for direction in range(s.N_DIRECTIONS):
        rows, columns = step_of(direction)
        there, across = row + rows, column + columns
        if on_sheet(there, across) and marks[there, across] == Mark.UNKNOWN and sought[there, across] == 0:
            worth += UNKNOWN
    return worth


@jit
def best_square(marks: Any, sought: Any, cost: Any, chance: Any) -> tuple[int, int]:
    """The unvisited square with the highest value, less the steps to it."""
    best, best_row, best_column = -WALL_FAR * 10, NONE, NONE
    top, bottom, left, right = extent(marks)
    for row in range(REACH):
        for column in range(REACH):
            if marks[row, column] == Mark.VISITED or marks[row, column] == Mark.WALL:
                continue
            tall, wide = max(bottom, row) - min(top, row), max(right, column) - min(left, column)
            if cost[row, column] == WALL_FAR or tall >= s.WIDTH or wide >= s.WIDTH:
                continue  # the map is seven by seven
            chance = following(chance)
            if sought[row, column] <= 0 and 8 * (MOST_NEWS - int(cost[row, column])) + 7 <= best:
                continue  # too far, whatever its value
            worth = 8 * (square_worth(marks, sought, row, column) - int(cost[row, column]))
            worth += below(chance, 8)  # ties at random
            if worth > best:
                best, best_row, best_column = worth, row, column
    return best_row, best_column


@jit
def shortcut(cost: Any, row: int, column: int, to_row: int, to_column: int, actions: Any, n: int) -> int:
    """A Diagonal Move or Hop Step that lands on the goal and saves at least one action, or NONE."""
    if cost[to_row, to_column] < 2:
        return NONE
    for at in range(n):
        action = int(actions[at])
        if s.HOP_STEP <= action < s.ROOK_TELEPORT:
            there, across = ahead(row, column, action)
            if there == to_row and across == to_column:
                return action
    return NONE


@jit
def flight(marks: Any, row: int, column: int, actions: Any, n: int) -> int:
    """The Teleport that leads across the most unknown squares, or NONE."""
    top, bottom, left, right = extent(marks)
    best, choice = 0, NONE
    for at in range(n):
        action = int(actions[at])
        unknown = OPPOSITE if action == s.POINT_SYMMETRIC else 0
        if s.ROOK_TELEPORT <= action < s.BACK_TO_START:
            rows, columns = step_of(s.direction_of(action))
            there, across = row + rows, column + columns
            while on_sheet(there, across):
                tall, wide = max(bottom, there) - min(top, there), max(right, across) - min(left, across)
                if tall >= s.WIDTH or wide >= s.WIDTH:
                    break  # the map is seven by seven
                unknown += int(marks[there, across] == Mark.UNKNOWN)
                there += rows
                across += columns
        if unknown > best:
            best, choice = unknown, action
    return choice


@jit
def first_step(marks: Any, cost: Any, row: int, column: int, to_row: int, to_column: int) -> int:
    """The first action of a shortest way, traced back from the goal."""
    while True:
        for direction in range(s.STRAIGHT):
            rows, columns = step_of(direction)
            before, across = to_row - rows, to_column - columns
            if not on_sheet(before, across):
                continue
            price = 2 if marks[to_row, to_column] == Mark.GHOST else 1
            if cost[before, across] + price == cost[to_row, to_column]:
                if before == row and across == column:
                    ghost = marks[to_row, to_column] == Mark.GHOST
                    return s.ATTACK + direction if ghost else s.MOVE + direction
                to_row, to_column = before, across
                break
        else:
            return s.MOVE

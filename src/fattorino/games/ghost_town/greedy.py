"""greedy: how to deliver a pizza in a town you cannot see, from the reports alone.

Draw what you learn on a sheet. Walk to the nearest square that may hold what you look for: first a pizza,
then, once you carry one, a house. With no such square, walk to where the most unknown squares lie. A ghost in
the way is attacked; a Barrier is used when it is asked for; a card is played when it saves steps.
"""

from typing import Any

import numpy as np

from fattorino.games.ghost_town.sheet import HOME, REACH, Mark, fill_sheet, on_sheet, step_of
from fattorino.games.ghost_town.state import (
    ATTACK,
    BACK_TO_START,
    BARRIER_USE,
    DIAGONAL_MOVE,
    HOP_STEP,
    MOVE,
    N_DIRECTIONS,
    ROOK_TELEPORT,
    STRAIGHT,
    WIDTH,
    Phase,
)
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Seat, State
from fattorino.kernel.rng import below, following, seeded

SENSED = 4  # steps a sensed square is worth going further for, each time it was sensed
UNKNOWN = 1  # the same for each unknown square around it
WALL_FAR = 999


@jit
def greedy(view: State, seat: Seat, actions: Any, n: int, seed: int) -> int:
    """The action that advice leads to."""
    if view.phase == Phase.BARRIER:
        return BARRIER_USE
    chance = following(seeded(seed))
    if view.phase == Phase.BUILD or seat >= view.n or seat < 0:
        return int(actions[below(chance, n)])
    marks = np.zeros((REACH, REACH), np.int8)
    pizza = np.zeros((REACH, REACH), np.int32)
    house = np.zeros((REACH, REACH), np.int32)
    where = np.zeros(4, np.int64)
    where[0] = where[1] = HOME
    fill_sheet(view, seat, marks, pizza, house, where)
    if view.phase == Phase.EXTRA:
        where[0] = where[1] = HOME
    sought = house if view.carried[seat] != NONE else pizza
    cost = np.full((REACH, REACH), WALL_FAR, np.int32)
    walk(marks, int(where[0]), int(where[1]), cost)
    row, column = best_square(marks, sought, cost, chance)
    if row == NONE:
        return int(actions[below(chance, min(n, STRAIGHT))])
    card = shortcut(marks, cost, int(where[0]), int(where[1]), row, column, actions, n)
    if card != NONE:
        return card
    return first_step(marks, cost, int(where[0]), int(where[1]), row, column)


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
    """How many actions each square is away; a ghost costs one more, unknown squares count as free."""
    cost[row, column] = 0
    changed = True
    while changed:
        changed = False
        for r in range(REACH):
            for c in range(REACH):
                if cost[r, c] == WALL_FAR:
                    continue
                for direction in range(STRAIGHT):
                    rows, columns = step_of(direction)
                    there, across = r + rows, c + columns
                    if not on_sheet(there, across) or marks[there, across] == Mark.WALL:
                        continue
                    further = cost[r, c] + (2 if marks[there, across] == Mark.GHOST else 1)
                    if further < cost[there, across]:
                        cost[there, across] = further
                        changed = True


@jit
def promise(marks: Any, sought: Any, row: int, column: int) -> int:
    """What a square promises, in steps worth going for it: what was sensed there, or news around it."""
    if sought[row, column] > 0:
        return 20 + SENSED * int(sought[row, column])
    worth = 0
    for direction in range(N_DIRECTIONS):
        rows, columns = step_of(direction)
        there, across = row + rows, column + columns
        if on_sheet(there, across) and marks[there, across] == Mark.UNKNOWN and sought[there, across] == 0:
            worth += UNKNOWN
    return worth


@jit
def best_square(marks: Any, sought: Any, cost: Any, chance: Any) -> tuple[int, int]:
    """The unvisited square that promises most for the fewest steps."""
    best, best_row, best_column = -WALL_FAR * 10, NONE, NONE
    top, bottom, left, right = extent(marks)
    for row in range(REACH):
        for column in range(REACH):
            if marks[row, column] == Mark.VISITED or marks[row, column] == Mark.WALL:
                continue
            tall, wide = max(bottom, row) - min(top, row), max(right, column) - min(left, column)
            if cost[row, column] == WALL_FAR or tall >= WIDTH or wide >= WIDTH:
                continue  # the map is seven by seven
            chance = following(chance)
            worth = 8 * (promise(marks, sought, row, column) - int(cost[row, column]))
            worth += below(chance, 8)  # among equals, any
            if worth > best:
                best, best_row, best_column = worth, row, column
    return best_row, best_column


@jit
def shortcut(
    marks: Any, cost: Any, row: int, column: int, to_row: int, to_column: int, actions: Any, n: int
) -> int:
    """A Diagonal Move or Hop Step that lands on the goal and saves at least one action, or NONE."""
    if cost[to_row, to_column] < 2:
        return NONE
    for at in range(n):
        action = int(actions[at])
        if HOP_STEP <= action < DIAGONAL_MOVE:
            rows, columns = step_of(action - HOP_STEP)
            if row + 2 * rows == to_row and column + 2 * columns == to_column:
                return action
        elif DIAGONAL_MOVE <= action < ROOK_TELEPORT:
            rows, columns = step_of(STRAIGHT + action - DIAGONAL_MOVE)
            if row + rows == to_row and column + columns == to_column:
                return action
        elif action >= BACK_TO_START:
            break
    return NONE


@jit
def first_step(marks: Any, cost: Any, row: int, column: int, to_row: int, to_column: int) -> int:
    """The first action of a cheapest way: back from the goal to the square next to here."""
    while True:
        for direction in range(STRAIGHT):
            rows, columns = step_of(direction)
            before, across = to_row - rows, to_column - columns
            if not on_sheet(before, across):
                continue
            price = 2 if marks[to_row, to_column] == Mark.GHOST else 1
            if cost[before, across] + price == cost[to_row, to_column]:
                if before == row and across == column:
                    ghost = marks[to_row, to_column] == Mark.GHOST
                    return ATTACK + direction if ghost else MOVE + direction
                to_row, to_column = before, across
                break
        else:
            return MOVE

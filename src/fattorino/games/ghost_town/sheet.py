"""A deliverer's mapping sheet: what follows from their own reports, relative to where the sheet begins.

Deliverers do not know where they are, but they can draw a path of single steps with the walls, ghosts and
signs along it. After a teleport, a crow or a flight of unknown length a new sheet begins, because its
position relative to the old one is unknown; Back-to-Start leads back to the first.
"""

from enum import IntEnum
from typing import Any

import numpy as np

from fattorino.games.ghost_town import state as s
from fattorino.games.ghost_town.effects import stayed, was_reported
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Seat, State

REACH = 2 * s.WIDTH - 1  # large enough for any start
HOME = s.WIDTH - 1  # row and column where a sheet begins


class Mark(IntEnum):
    """What is known of a square of the sheet."""

    UNKNOWN = 0
    VISITED = 1
    WALL = 2
    GHOST = 3
    FREE = 4  # no wall, not yet visited


_COLUMN_STEP, _ROW_STEP = np.array([*zip(*s.DELTAS, strict=True)], np.int8)


@jit
def step_of(direction: int) -> tuple[int, int]:
    """Rows and columns of a step in one of the 8 directions."""
    return int(_ROW_STEP[direction]), int(_COLUMN_STEP[direction])


@jit
def way(view: State, line: int, action: int) -> tuple[int, int, bool]:
    """How an action moved the token, as rows and columns, and whether that is known at all."""
    said = int(view.said[line])
    if said & ((1 << s.Report.TELEPORT) | (1 << s.Report.CROW)):
        return 0, 0, False
    if action == NONE or stayed(said):
        return 0, 0, True
    if action < s.ROOK_TELEPORT:
        far = s.steps_of(action)
    elif action < s.BACK_TO_START and s.has(said, s.Report.DISTANCE.value):
        far = int(view.distance[line])
    else:
        return 0, 0, False
    rows, columns = step_of(s.direction_of(action))
    return far * rows, far * columns, True


@jit
def ahead(row: int, column: int, action: int) -> tuple[int, int]:
    """The square that a Move, an Attack, a Hop Step or a Diagonal Move is about."""
    rows, columns = step_of(s.direction_of(action))
    return row + s.steps_of(action) * rows, column + s.steps_of(action) * columns


@jit
def on_sheet(row: int, column: int) -> bool:
    """Whether a square is on the paper."""
    return 0 <= row < REACH and 0 <= column < REACH


@jit
def set_mark(marks: Any, row: int, column: int, mark: int) -> None:
    """Mark a square, unless it is off the paper; a visited square stays visited."""
    if on_sheet(row, column) and (marks[row, column] != Mark.VISITED or mark == Mark.GHOST):
        marks[row, column] = mark


def new_sheet() -> tuple[Any, Any, Any]:
    """The arrays that `fill_sheet` draws on: marks, pizza, house. Not for compiled rules: on a GPU a function
    cannot return an array that it made.
    """
    side = REACH, REACH
    return np.zeros(side, np.int8), np.zeros(side, np.int32), np.zeros(side, np.int32)


@jit
def fill_sheet(
    view: State, seat: Seat, home: bool, marks: Any, pizza: Any, house: Any
) -> tuple[int, int, int]:
    """Draw the sheet a deliverer is on, or the first one if they are back at their start (`home`).

    Returns their row and column, and the number of sheets begun.
    marks: what each square is. pizza, house: how often it was sensed next to a square, minus 100 each time it
    was certainly not there.
    """
    wanted = 0 if home else last_sheet(view, seat)
    sheet, sheets = 0, 1
    row, column = HOME, HOME
    carrying_since = pizza_line(view, seat)
    marks[:, :] = Mark.UNKNOWN
    pizza[:, :] = 0
    house[:, :] = 0
    if wanted == 0:
        marks[HOME, HOME] = Mark.VISITED
    for line in range(int(view.n_records)):
        if view.by[line] != seat:
            continue
        action = int(view.action[line])
        if action == s.BACK_TO_START:
            sheet, row, column = 0, HOME, HOME
            action = int(view.extra[line])
        rows, columns, known = way(view, line, action)
        if known:
            row += rows
            column += columns
        else:
            sheet = sheets
            sheets += 1
            row, column = HOME, HOME
        if sheet == wanted:
            note_line(view, line, action, marks, row, column)
            note_signs(view, line, carrying_since, pizza, house, row, column)
    if home:
        row, column = HOME, HOME
    return row, column, sheets


@jit
def pizza_line(view: State, seat: Seat) -> int:
    """The line in which a deliverer took a pizza; one past the record if none was taken."""
    for line in range(int(view.n_records)):
        if view.by[line] == seat and was_reported(view, line, s.Report.PIZZA_TAKEN.value):
            return line
    return int(view.n_records)


@jit
def last_sheet(view: State, seat: Seat) -> int:
    """The number of the sheet a deliverer is on now."""
    sheet, sheets = 0, 1
    for line in range(int(view.n_records)):
        if view.by[line] != seat:
            continue
        action = int(view.action[line])
        if action == s.BACK_TO_START:
            sheet = 0
            action = int(view.extra[line])
        if not way(view, line, action)[2]:
            sheet = sheets
            sheets += 1
    return sheet


@jit
def note_line(view: State, line: int, action: int, marks: Any, row: int, column: int) -> None:
    """Mark the token's square, the walls beside it, and ghosts met or driven off."""
    marks[row, column] = Mark.VISITED
    if was_reported(view, line, s.Report.SURROUND.value):
        for direction in range(s.STRAIGHT):
            rows, columns = step_of(direction)
            wall = (int(view.near_walls[line]) >> direction) & 1
            if wall:
                set_mark(marks, row + rows, column + columns, Mark.WALL.value)
            elif (
                on_sheet(row + rows, column + columns) and marks[row + rows, column + columns] == Mark.UNKNOWN
            ):
                marks[row + rows, column + columns] = Mark.FREE
    if 0 <= action < s.HOP_STEP:
        rows, columns = step_of(action % s.STRAIGHT)
        if was_reported(view, line, s.Report.BUMP_GHOST.value) and not was_reported(
            view, line, s.Report.BARRIER_USED.value
        ):
            set_mark(marks, row + rows, column + columns, Mark.GHOST.value)
        if was_reported(view, line, s.Report.ATTACK_HIT.value):
            marks[row + rows, column + columns] = Mark.FREE


@jit
def note_signs(
    view: State, line: int, carrying_since: int, pizza: Any, house: Any, row: int, column: int
) -> None:
    """Count how often each surrounding square may hold a pizza or a house; rule out those that cannot."""
    if not was_reported(view, line, s.Report.SURROUND.value):
        return
    pizza[row, column] -= 100
    if line >= carrying_since:
        house[row, column] -= 100
    for direction in range(s.N_DIRECTIONS):
        rows, columns = step_of(direction)
        if not on_sheet(row + rows, column + columns):
            continue
        pizza[row + rows, column + columns] += 1 if int(view.signs[line]) & s.Sign.PIZZA else -100
        if line >= carrying_since:
            house[row + rows, column + columns] += 1 if int(view.signs[line]) & s.Sign.HOUSE else -100

"""Why greedy prefers an action: the terms of its value in words, for a hint."""

from typing import Any

import numpy as np

from fattorino.games.ghost_town import state as s
from fattorino.games.ghost_town.greedy import WALL_FAR, best_square, square_worth, walk
from fattorino.games.ghost_town.sheet import REACH, Mark, ahead, fill_sheet, new_sheet, on_sheet
from fattorino.games.ghost_town.words import away
from fattorino.kernel.game import Reason
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import NONE, Seat
from fattorino.kernel.rng import seeded


def reasons(view: Any, seat: Seat, actions: Any, action: int) -> list[Reason]:
    """The value of the square this action leads towards, and its distance."""
    if view.phase == s.Phase.BARRIER:
        return [(_("the Barrier takes you past the ghost"), 1.0)] if action == s.BARRIER_USE else []
    if view.phase == s.Phase.BUILD or not 0 <= seat < view.n:
        return []
    marks, pizza, house = new_sheet()
    home = view.phase == s.Phase.EXTRA or action == s.BACK_TO_START
    row, column, _sheets = fill_sheet(view, seat, home, marks, pizza, house)
    carries = view.carried[seat] != NONE
    sought = house if carries else pizza
    there, across = ahead(row, column, action) if action < s.ROOK_TELEPORT else (row, column)
    if not on_sheet(there, across) or marks[there, across] == Mark.WALL:
        return [(_("a wall is known to be there"), -float(WALL_FAR))]
    found: list[Reason] = []
    if s.ATTACK <= action < s.HOP_STEP:
        if marks[there, across] == Mark.GHOST:
            found.append((_("a ghost is in the way"), float(WALL_FAR)))
        there, across = row, column
    cost = np.full((REACH, REACH), WALL_FAR, np.int32)
    walk(marks, there, across, cost)
    goal = best_square(marks, sought, cost, seeded(0))
    if goal[0] == NONE:
        return found
    steps = int(cost[goal]) + (action < s.ROOK_TELEPORT)
    if action >= s.ROOK_TELEPORT and action != s.BACK_TO_START:
        words = ngettext(
            "from here the next place of interest is {n} action away",
            "from here the next place of interest is {n} actions away",
            steps,
        )
        return [(words, float(steps))]
    worth = float(square_worth(marks, sought, *goal))
    place = away(int(goal[1]) - column, int(goal[0]) - row)
    found.append((goal_words(int(sought[goal]), bool(carries), int(worth)).format(where=place), worth))
    found.append((ngettext("that is {n} action away", "that is {n} actions away", steps), -float(steps)))
    return found


def goal_words(times: int, carries: bool, unknown: int) -> str:
    """The value of a square, {where}: what was sensed there, or how much is unknown around it."""
    if times > 0 and carries:
        return _("a house may stand {where}")
    if times > 0:
        return _("a pizza may lie {where}")
    if unknown > 1:
        return _("much is unknown around the square {where}")
    return _("the square {where} is unknown")

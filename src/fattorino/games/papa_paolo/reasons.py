"""Why greedy prefers an action: the terms of its value in words, for a hint."""

from typing import Any

import numpy as np

from fattorino.games.papa_paolo import opinion
from fattorino.games.papa_paolo.greedy import make_plan
from fattorino.games.papa_paolo.rules.catalog import QUESTIONS
from fattorino.kernel.game import Reason
from fattorino.kernel.records import Seat


def reasons(view: Any, seat: Seat, actions: Any, action: int) -> list[Reason]:
    """The terms of an option's value, in tenths of a point."""
    plan = np.zeros(opinion.PLAN, np.int64)
    make_plan(view, seat, plan)
    return QUESTIONS[int(view.phase)].terms(view, seat, action, plan)

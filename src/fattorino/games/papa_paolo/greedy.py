"""greedy: lay tiles near pizzerias, buy what can be delivered, bid what a delivery will bring.

Every option gets a value in tenths of a point, defined with its question; money is converted into points by
its scarcity. Tours are planned as a whole.
"""

from typing import Any

import numpy as np

from fattorino.games.papa_paolo import opinion, state as s
from fattorino.games.papa_paolo.rules import deeds
from fattorino.games.papa_paolo.rules.catalog import QUESTIONS
from fattorino.games.papa_paolo.rules.questions import tour_start, tour_step
from fattorino.games.papa_paolo.state import Phase
from fattorino.kernel.dispatch import by_part
from fattorino.kernel.jit import jit
from fattorino.kernel.records import Seat, State
from fattorino.kernel.rng import below, following, seeded

_worth = by_part(QUESTIONS, "worth")


@jit
def worth(view: State, seat: Seat, action: int, plan: Any) -> int:
    """The value of an option of the current decision."""
    return int(_worth(int(view.phase), view, seat, action, plan))


@jit
def make_plan(view: State, seat: Seat, plan: Any) -> None:
    """Plan the district and, if actions can be chosen, value each; `plan` is of the shape `opinion.PLAN`."""
    opinion.survey_houses(view, seat, plan)
    phase = int(view.phase)
    if phase == Phase.SLOT or phase == Phase.USE or Phase.PICK <= phase <= Phase.SMALL:
        for deed in range(s.N_COLOURS):
            plan[opinion.DEEDS, deed] = deeds.deed_worth(view, seat, deed, plan)


@jit
def greedy(view: State, seat: Seat, actions: Any, n: int, seed: int) -> int:
    """The legal action with the highest value; ties at random."""
    plan = np.zeros(opinion.PLAN, np.int64)
    make_plan(view, seat, plan)
    if view.phase == Phase.ROAD:
        return tour_step.best_road(view, seat, plan)
    if view.phase == Phase.TOUR:
        return tour_start.best_start(view, seat, plan)
    chance = following(seeded(seed))
    best, choice = opinion.NOTHING * 100, int(actions[0])
    for at in range(n):
        action = int(actions[at])
        chance = following(chance)
        value = 8 * worth(view, seat, action, plan) + below(chance, 8)
        if value > best:
            best, choice = value, action
    return choice

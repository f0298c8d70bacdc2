"""greedy: deliver whenever possible, take what the orders require, build early, waste little.

Every option of a decision has a value; the highest is taken, ties by the seed. The value of an option is
defined with its question, the usefulness of cards in `opinion.py`.
"""

from typing import Any

from fattorino.games.new_york import opinion, state as s
from fattorino.games.new_york.rules import catalog
from fattorino.games.new_york.state import Act
from fattorino.kernel.dispatch import by_part
from fattorino.kernel.jit import jit
from fattorino.kernel.records import Seat, State
from fattorino.kernel.rng import below, seeded

_worth = by_part(catalog.QUESTIONS, "worth", opinion.pay_worth)


@jit
def worth(view: State, seat: Seat, action: int, phase: int, delivers: bool) -> float:
    """The value of an option; greedy pays card by card."""
    return -1000.0 if action == s.AUTO else _worth(phase, view, seat, action, delivers)


@jit
def greedy(view: State, seat: Seat, actions: Any, n: int, seed: int) -> int:
    """The option with the highest value; the seed breaks ties."""
    phase = int(view.phase)
    delivers = False
    for k in range(n):
        if actions[k] == s.ACT + Act.DELIVER:
            delivers = True
    best, chosen, equal = 0.0, int(actions[0]), 0
    chance = seeded(seed)
    for k in range(n):
        value = worth(view, seat, int(actions[k]), phase, delivers)
        if k == 0 or value > best + 1e-9:
            best, chosen, equal = value, int(actions[k]), 1
        elif value > best - 1e-9:
            equal += 1
            chance = seeded(seed + equal)
            if below(chance, equal) == 0:
                chosen = int(actions[k])
    return chosen

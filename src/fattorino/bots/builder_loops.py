"""Search for an easy or hard board, written once. `bind` executes this file once per game.

A draft is everything that a seat decides before another seat's turn: a game master's town. It is evaluated by
how long the others need when `greedy` plays for them. The best draft so far is varied; a better variation
replaces it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fattorino.kernel.jit import jit
from fattorino.kernel.rng import below, following, seeded

if TYPE_CHECKING:  # what `bind` puts into the globals
    apply: Any
    redact_into: Any
    imagine_into: Any
    greedy: Any
    settle: Any


@jit
def draft(state: Any, seat: int, seed: int, loose: int, old: Any, n_old: int, new: Any, actions: Any) -> int:
    """Decide until another seat's turn: randomly `loose` times of 1024, else as before if that is legal.

    Returns the number of decisions, or 0 if they do not fit.
    """
    chance = seeded(seed)
    count = 0
    n = settle(state, None, actions)
    while n and state.seat == seat:
        if count == len(new):
            return 0
        chance = following(chance)
        anew = count >= n_old or below(chance, 1024) < loose
        chance = following(chance)
        action = int(actions[below(chance, n)])
        if not anew:
            for k in range(n):
                if actions[k] == old[count]:
                    action = int(old[count])
        new[count] = action
        count += 1
        apply(state, action, None)
        n = settle(state, None, actions)
    return count


@jit
def trial(states: Any, views: Any, masks: Any, seed: int, actions: Any) -> int:
    """Play to the end with `greedy` in every seat; returns the number of decisions."""
    chance = seeded(seed)
    state = states[0]
    state.rng = chance
    decisions = 0
    n = settle(state, None, actions)
    while n:
        seat = int(state.seat)
        redact_into(states, 0, seat, masks, views, 0)
        chance = following(chance)
        apply(state, greedy(views[0], seat, actions, n, below(chance, 1 << 30)), None)
        n = settle(state, None, actions)
        decisions += 1
    return decisions


@jit
def improve(
    seen: Any,  # what the seat sees
    seat: int,
    masks: Any,
    seed: int,
    first: int,
    last: int,
    trials: int,
    fresh: int,  # drafts from scratch, before the best one is varied
    harder: int,  # 1: as long as possible, -1: as short as possible
    loose: int,
    states: Any,  # one scratch state
    views: Any,
    actions: Any,
    best: Any,  # the best draft so far, and the current one
    tally: Any,  # of the best: total decisions, games, and its own length
) -> bool:
    """Drafts number first to last - 1; False if no world could be imagined."""
    for number in range(first, last):
        for role in range(2):  # play the best draft again next to each new one, in case it was lucky
            if role == 0 and tally[2] == 0:
                continue
            count = int(tally[2])
            took = 0
            for game in range(trials):  # each with other hidden cards
                chance = seed + number * trials + game
                if not imagine_into(seen, 0, seat, masks, chance, states, 0):
                    return False
                if role == 1 and game == 0:
                    changes = 1024 if number < fresh else loose
                    count = draft(states[0], seat, chance, changes, best[0], count, best[1], actions)
                else:
                    draft(states[0], seat, chance, 0, best[role], count, best[role], actions)
                if count == 0:
                    break
                took += trial(states, views, masks, chance, actions)
            if role == 0:
                tally[0] += took
                tally[1] += trials
            elif count and (tally[2] == 0 or harder * (took * tally[1] - tally[0] * trials) > 0):
                for k in range(count):
                    best[0, k] = best[1, k]
                tally[0] = took
                tally[1] = trials
                tally[2] = count
    return True

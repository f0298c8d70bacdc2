"""Positions for a judge, each with what a playout from it brought. `bind` executes this file once per game.

A sample starts in a world that the seat to move believes in, as a simulation of the search does, makes a few
random decisions there, and goes on with `greedy` until `study` has numbers; the playout from there to the end
of the game is the result to learn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE
from fattorino.kernel.rng import below, following, seeded

if TYPE_CHECKING:  # what `bind` puts into the globals
    apply: Any
    greedy: Any
    imagine_into: Any
    redact_into: Any
    result: Any
    settle: Any
    study: Any
    utility: Any

ASTRAY = 3  # a sample begins with fewer random decisions than this,
STRETCH = 12  # and has fewer decisions before it is taken than this


@jit
def sample(
    states: Any,  # [0] the position, [1] scratch
    views: Any,  # [0], [1] scratch
    masks: Any,
    seed: int,
    loose: int,  # random decisions in a playout, of 1024
    actions: Any,
    results: Any,
    gains: Any,
    numbers: Any,  # a row for each sample
    wanted: Any,
) -> int:
    """Take samples from a position; returns how many there are."""
    seat = int(states[0].seat)
    redact_into(states, 0, seat, masks, views, 0)
    count = 0
    for number in range(wanted.shape[0]):
        if not imagine_into(views, 0, seat, masks, seed + number, states, 1):
            continue
        state = states[1]
        chance = seeded(seed + 7919 * number + 1)
        state.rng = chance
        chance = following(chance)
        astray = below(chance, ASTRAY)
        chance = following(chance)
        least = max(astray, below(chance, STRETCH))
        side, steps = NONE, 0
        n = settle(state, None, actions)
        while n:
            if side == NONE and steps >= least:
                side = study(state, numbers[count])
            mover = int(state.seat)
            chance = following(chance)
            if steps < astray or below(chance, 1024) < loose:
                chance = following(chance)
                action = int(actions[below(chance, n)])
            else:
                redact_into(states, 1, mover, masks, views, 1)
                action = greedy(views[1], mover, actions, n, below(chance, 1 << 30))
            apply(state, action, None)
            n = settle(state, None, actions)
            steps += 1
        if side != NONE:
            results[:, :] = 0
            result(state, results)
            utility(results, gains)
            wanted[count] = gains[side]
            count += 1
    return count

"""Positions for a judge, each with what a playout brought. `bind` executes this file once per game.

A playout starts in a world that the seat to move believes in, as a simulation of the search does, makes a few
random decisions there, and goes on to the end of the game with `greedy` or with a net that chooses. The first
position that `study` has numbers for is taken, and some of the later ones; the result is what they are to
predict.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fattorino.bots.layers import drawn, sharpened
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE
from fattorino.kernel.rng import below, following, seeded

if TYPE_CHECKING:  # what `bind` puts into the globals
    RESAMPLES: bool
    apply: Any
    consult: Any
    greedy: Any
    imagine_into: Any
    redact_into: Any
    result: Any
    settle: Any
    study: Any
    utility: Any

ASTRAY = 3  # a playout begins with fewer random decisions than this,
STRETCH = 12  # and has fewer decisions before the first position is taken than this
SPACING = 8  # of the later positions one in this many is taken,
MOST = 6  # and at most this many in all
SLOW_TO_IMAGINE = RESAMPLES
SHARPNESS = 2.0  # a net's odds are raised to this power: playouts as good as its favourites, and varied


@jit
def sample(
    states: Any,  # [0] the position, [1] scratch
    views: Any,  # [0], [1] scratch
    masks: Any,
    seed: int,
    playouts: int,
    loose: int,  # random decisions in a playout, of 1024
    actions: Any,
    results: Any,
    gains: Any,
    net: Any,  # plays the playouts; empty: `greedy` does
    width: int,
    features: Any,
    places: Any,
    hidden: Any,
    odds: Any,
    numbers: Any,  # a row for each position that may be taken
    sides: Any,
    wanted: Any,
    playout: Any,  # the number of the playout that a position is from
) -> int:
    """Take positions from playouts near a position; returns how many there are."""
    seat = int(states[0].seat)
    redact_into(states, 0, seat, masks, views, 0)
    count = 0
    for number in range(playouts):
        if SLOW_TO_IMAGINE:  # the true state is a fair draw from what the seat believes
            states[1] = states[0]
        elif not imagine_into(views, 0, seat, masks, seed + number, states, 1):
            continue
        state = states[1]
        chance = seeded(seed + 7919 * number + 1)
        state.rng = chance
        chance = following(chance)
        astray = below(chance, ASTRAY)
        chance = following(chance)
        least = max(astray, below(chance, STRETCH))
        first, steps = count, 0
        n = settle(state, None, actions)
        while n:
            chance = following(chance)
            if steps >= least and (count == first or (count < first + MOST and below(chance, SPACING) == 0)):
                side = study(state, numbers[count])
                if side != NONE:
                    sides[count] = side
                    count += 1
            mover = int(state.seat)
            chance = following(chance)
            if steps < astray or below(chance, 1024) < loose:
                chance = following(chance)
                action = int(actions[below(chance, n)])
            else:
                redact_into(states, 1, mover, masks, views, 1)
                if net.shape[0]:
                    consult(views[1], mover, actions, n, net, width, features, places, hidden, odds)
                    sharpened(odds, n, SHARPNESS)
                    action = int(actions[drawn(odds, n, below(chance, 1 << 30))])
                else:
                    action = greedy(views[1], mover, actions, n, below(chance, 1 << 30))
            apply(state, action, None)
            n = settle(state, None, actions)
            steps += 1
        results[:, :] = 0
        result(state, results)
        utility(results, gains)
        for row in range(first, count):
            wanted[row] = gains[sides[row]]
            playout[row] = number
    return count

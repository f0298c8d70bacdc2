"""The hot loops, written once. `bind` executes this file once per game with that game's functions in its
globals, so that each game gets its own compiled copy, cached on disk.

Every loop that reaches `apply` compiles the whole game again, so there are few. All take arrays and an index:
calling a compiled function with those costs half a microsecond, with a record five times as much.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, SPECTATOR, START, blend, replace, select
from fattorino.kernel.rng import below, following, seeded

if TYPE_CHECKING:  # what `bind` puts into the globals
    NUM_ACTIONS: int
    MAX_DECISIONS: int
    NUM_COUNTS: int
    MAX_SEATS: int
    setup: Any
    legal: Any
    check: Any
    apply: Any
    sees: Any
    show: Any
    imagine: Any
    resample: Any
    observe: Any
    result: Any
    conserve: Any

N_LEGAL, OVER, SEAT, REVEALS, HURRIED = 0, 1, 2, 3, 4  # what `act` reports about the new position
LEGAL_ORDER, LEGAL_CHECK, CONSERVED, ENDLESS, STUCK, MOVER = 1, 2, 3, 4, 5, 6  # what `audit` reports


@jit
def settle(state: Any, log: Any, actions: Any) -> int:
    """Play forced steps; returns the number of options of the next decision, listed in actions."""
    while not state.over:
        n = legal(state, actions)
        if n != 1:
            return int(n)
        apply(state, int(actions[0]), log)
    return 0


@jit
def act(
    states: Any, at: int, blank: Any, options: Any, seed: int, action: int, log: Any, actions: Any, out: Any
) -> None:
    """Start a game (START) or play an action, up to the next real decision.

    HURRIED: a forced step of another seat was played, which reveals that it had no choice.
    """
    log[0, 0] = 0
    mover = int(states[at].seat)
    if action == START:
        states[at] = blank[0]
        setup(states[at], options[0], seed, log)
    else:
        apply(states[at], action, log)
    state = states[at]
    out[N_LEGAL] = 0
    out[HURRIED] = 0
    while not state.over:
        n = int(legal(state, actions))
        if n != 1:
            out[N_LEGAL] = n
            break
        if state.seat != mover:
            out[HURRIED] = 1
        apply(state, int(actions[0]), log)
    out[OVER] = state.over
    out[SEAT] = NONE if state.over else state.seat
    out[REVEALS] = state.reveals


@jit
def rule_against(states: Any, at: int, action: int) -> int:
    """The rule that forbids an action now, or 0."""
    return int(check(states[at], action).value)


@jit
def redact_into(states: Any, at: int, seat: int, masks: Any, views: Any, to: int) -> None:
    """What a seat may see: the declared fields, then what the game's `show` adds."""
    row = masks[int(sees(states[at], seat)) * (MAX_SEATS + 1) + seat + 1]
    blend(states[at : at + 1].view(np.int64), row[0], row[1], views[to : to + 1].view(np.int64))
    show(states[at], seat, views[to])


@jit
def redact_all(states: Any, at: int, masks: Any, views: Any, seats: int) -> None:
    """The views of all seats, the spectators' last."""
    for to in range(seats + 1):
        redact_into(states, at, to if to < seats else SPECTATOR, masks, views, to)


@jit
def imagine_into(views: Any, at: int, seat: int, masks: Any, seed: int, states: Any, to: int) -> bool:
    """A full state consistent with the seat's view: what it sees, completed by `imagine`; False if none."""
    row = masks[int(sees(views[at], seat)) * (MAX_SEATS + 1) + seat + 1]
    select(views[at : at + 1].view(np.int64), row[0], states[to : to + 1].view(np.int64))
    return bool(imagine(views[at], seat, seed, states[to]))


@jit
def resample_into(views: Any, at: int, seat: int, masks: Any, seed: int, states: Any, to: int) -> bool:
    """From a state consistent with the seat's view, now or at its last decision, to another, if any."""
    row = masks[int(sees(views[at], seat)) * (MAX_SEATS + 1) + seat + 1]
    replace(views[at : at + 1].view(np.int64), row[0], states[to : to + 1].view(np.int64))
    return bool(resample(views[at], seat, seed, states[to]))


@jit
def observe_into(views: Any, at: int, seat: int, features: Any) -> None:
    """Numbers for a learner."""
    observe(views[at], seat, features)


@jit
def outcome(states: Any, at: int, out: Any) -> None:
    """Score, rank and whether it won, of each seat."""
    result(states[at], out)


@jit
def playouts(states: Any, blank: Any, options: Any, seed: int, games: int, actions: Any) -> int:
    """Random games in states[0], one after the other; returns the number of decisions."""
    decisions = 0
    for game in range(games):
        states[0] = blank[0]
        state = states[0]
        setup(state, options[0], seed + game, None)
        chance = seeded(seed + game + 1)
        n = settle(state, None, actions)
        while n:
            chance = following(chance)
            apply(state, int(actions[below(chance, n)]), None)
            n = settle(state, None, actions)
            decisions += 1
    return decisions


@jit
def audit(
    states: Any,
    blank: Any,
    options: Any,
    seed: int,
    games: int,
    actions: Any,
    counts: Any,
    out: Any,
) -> int:
    """Random games with every invariant of single positions checked after every decision.

    Returns 0, or the number of the violated invariant, with out = (game, decision, action).
    """
    for game in range(games):
        states[0] = blank[0]
        state = states[0]
        setup(state, options[0], seed + game, None)
        chance = seeded(seed + game + 1)
        n = settle(state, None, actions)
        conserve(state, counts[0])
        decisions = 0
        while n:
            out[0], out[1], out[2] = game, decisions, NONE
            if state.seat < 0:
                return MOVER
            listed = 0
            for action in range(NUM_ACTIONS):
                out[2] = action
                allowed = check(state, action) == 0
                in_list = listed < n and int(actions[listed]) == action
                if allowed != in_list:
                    return LEGAL_CHECK
                if in_list:
                    listed += 1
            if listed != n:
                return LEGAL_ORDER
            chance = following(chance)
            action = int(actions[below(chance, n)])
            out[2] = action
            apply(state, action, None)
            n = settle(state, None, actions)
            if n == 0 and not state.over:
                return STUCK
            conserve(state, counts[1])
            for kind in range(NUM_COUNTS):
                if counts[0, kind] != counts[1, kind]:
                    return CONSERVED
            decisions += 1
            if decisions > MAX_DECISIONS:
                return ENDLESS
        for action in range(NUM_ACTIONS):
            if check(state, action) == 0:
                out[0], out[1], out[2] = game, decisions, action
                return LEGAL_CHECK
    return 0


@jit
def perft(states: Any, blank: Any, options: Any, seed: int, depth: int, actions: Any, places: Any) -> int:
    """The number of sequences of `depth` decisions from a fixed seed.

    `states` and `actions` have depth + 1 rows; `places` holds (options, next option) for each level.
    """
    states[0] = blank[0]
    setup(states[0], options[0], seed, None)
    places[0, 0] = settle(states[0], None, actions[0])
    places[0, 1] = 0
    level = 0
    count = 0
    while level >= 0:
        if level == depth - 1 or depth == 0:
            count += places[level, 0] if depth else 1
            level -= 1
        elif places[level, 1] < places[level, 0]:
            action = int(actions[level, places[level, 1]])
            places[level, 1] += 1
            states[level + 1] = states[level]
            apply(states[level + 1], action, None)
            level += 1
            places[level, 0] = settle(states[level], None, actions[level])
            places[level, 1] = 0
            if places[level, 0] == 0:  # the game ended before the depth: one sequence
                count += 1
                level -= 1
        else:
            level -= 1
    return int(count)

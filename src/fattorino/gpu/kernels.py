"""The kernels, written once: one game a thread, with the rules as they are. `bind` executes this file once
per game, with that game's functions already in the globals.

`setup`, `apply` and `legal` stand once in each loop, so that the threads of a warp meet there whatever they
have just done, and a game of two thousand lines compiles once. Nobody reads events here: the log is one row
that says it is full, and `tell` writes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fattorino.gpu.device import kernel, open_cuda
from fattorino.kernel.records import EVENT_WIDTH, LOG_ROWS, NONE
from fattorino.kernel.rng import below, following, seeded

if TYPE_CHECKING:  # what `bind` puts into the globals
    NUM_ACTIONS: int
    NUM_FEATURES: int
    MAX_SEATS: int
    STATE: Any
    setup: Any
    legal: Any
    apply: Any
    redact: Any
    imagine: Any
    observe: Any
    result: Any
    greedy: Any
    share_out: Any

cuda = open_cuda()
START = -1  # instead of an action: begin a new game
SCORE, RANK, WON = 0, 1, 2  # what `result` writes for each seat
TRIES = 8  # seeds tried for a world a seat could believe in


@kernel
def play(
    blank: Any, options: Any, seed: int, first: int, games: int, taken: Any, decisions: Any, states: Any
) -> None:
    """Random games, each taken by the next free thread; decisions of each thread, the last state of each game.

    `states` may be shorter than the games: then only so many are kept.
    """
    thread = cuda.grid(1)
    own = cuda.local.array(1, STATE)
    actions = cuda.local.array(NUM_ACTIONS, np.int16)
    log = cuda.local.array((1, EVENT_WIDTH), np.int16)
    log[0, 0] = LOG_ROWS
    state = own[0]
    chance = np.uint64(0)
    count = 0
    n = 0
    game = -1
    while True:
        if n == 0:
            if 0 <= game < len(states):
                states[game] = own[0]
            game = cuda.atomic.add(taken, 0, 1)
            if game >= games:
                break
            own[0] = blank[0]
            setup(state, options[0], seed + first + game, log)
            chance = seeded(seed + first + game + 1)
        else:
            pick = 0
            if n > 1:
                chance = following(chance)
                pick = below(chance, n)
                count += 1
            apply(state, int(actions[pick]), log)
        n = 0 if state.over else legal(state, actions)
    if thread < len(decisions):
        decisions[thread] = count


@kernel
def step(
    states: Any,
    blank: Any,
    options: Any,
    seeds: Any,
    chosen: Any,
    sides: Any,
    n_sides: int,
    by_score: bool,
    masks: Any,
    movers: Any,
    rewards: Any,
    dones: Any,
) -> None:
    """Play the chosen action in every game; what is over starts anew with its next seed."""
    at = cuda.grid(1)
    if at >= len(states):
        return
    actions = cuda.local.array(NUM_ACTIONS, np.int16)
    log = cuda.local.array((1, EVENT_WIDTH), np.int16)
    log[0, 0] = LOG_ROWS
    out = cuda.local.array((MAX_SEATS, 3), np.int32)
    state = states[at]
    action = int(chosen[at])
    dones[at] = 0
    for seat in range(MAX_SEATS):
        rewards[at, seat] = 0.0
        out[seat, SCORE] = out[seat, RANK] = out[seat, WON] = 0
    n = 1
    while n < 2:  # an action, what leaves no choice, and where the game ends the next one's start
        if action == START:
            states[at] = blank[0]
            setup(state, options[0], int(seeds[at]), log)
            seeds[at] += 1
        else:
            apply(state, action, log)
        if state.over:
            result(state, out)
            share_out(out, sides, n_sides, by_score, rewards[at])
            dones[at] = 1
            action = START
        else:
            n = legal(state, actions)
            action = int(actions[0])
    for option in range(NUM_ACTIONS):
        masks[at, option] = 0
    for k in range(n):
        masks[at, int(actions[k])] = 1
    movers[at] = state.seat


@kernel
def look(states: Any, seat: int, curtain: Any, observations: Any) -> None:
    """What a seat sees in every game, as numbers; NONE: the seat that is to move."""
    at = cuda.grid(1)
    if at >= len(states):
        return
    own = cuda.local.array(1, STATE)
    who = int(states[at].seat) if seat == NONE else seat
    own[0] = curtain[0]
    redact(states[at], who, own[0])
    observe(own[0], who, observations[at])


@kernel
def advise(states: Any, curtain: Any, seed: int, advice: Any) -> None:
    """What `greedy` would do in every game, from what the seat to move can see."""
    at = cuda.grid(1)
    if at >= len(states):
        return
    actions = cuda.local.array(NUM_ACTIONS, np.int16)
    own = cuda.local.array(1, STATE)
    who = int(states[at].seat)
    own[0] = curtain[0]
    redact(states[at], who, own[0])
    advice[at] = greedy(own[0], who, actions, legal(states[at], actions), seed + at)


@kernel
def accept(given: Any, masks: Any, chosen: Any, wrong: Any) -> None:
    """Take over the actions; `wrong` is the first game in which one is not legal, if any is."""
    at = cuda.grid(1)
    if at >= len(chosen):
        return
    action = int(given[at])
    chosen[at] = action
    if action < 0 or action >= NUM_ACTIONS or masks[at, action] == 0:
        cuda.atomic.min(wrong, 0, at)


@kernel
def sample(masks: Any, chances: Any, chosen: Any) -> None:
    """Any legal action in every game, all equally likely."""
    at = cuda.grid(1)
    if at >= len(chosen):
        return
    n = 0
    for action in range(NUM_ACTIONS):
        n += int(masks[at, action])
    chances[at] = following(chances[at])
    skip = below(chances[at], n)
    for action in range(NUM_ACTIONS):
        if masks[at, action]:
            if skip == 0:
                chosen[at] = action
            skip -= 1


@kernel
def judge(
    views: Any, seats: Any, firsts: Any, seed: int, playouts: int, blank: Any, played: Any, won: Any, scores: Any
) -> None:
    """Random play after every first action in worlds that the seat could believe in; sums per first action.

    `firsts` has the rows (view, action); a thread takes one playout of one row.
    """
    thread = cuda.grid(1)
    row = thread // playouts
    if row >= len(firsts):
        return
    at = int(firsts[row, 0])
    seat = int(seats[at])
    own = cuda.local.array(1, STATE)
    actions = cuda.local.array(NUM_ACTIONS, np.int16)
    log = cuda.local.array((1, EVENT_WIDTH), np.int16)
    out = cuda.local.array((MAX_SEATS, 3), np.int32)
    log[0, 0] = LOG_ROWS
    state = own[0]
    number = seed + thread % playouts  # the same worlds for every action
    found = False
    for attempt in range(TRIES):
        if not found:
            own[0] = blank[0]
            found = imagine(views[at], seat, number + attempt * playouts, state)
    if not found:
        return
    chance = seeded(number + 1)
    actions[0] = firsts[row, 1]
    n = 1
    while n:
        pick = 0
        if n > 1:
            chance = following(chance)
            pick = below(chance, n)
        apply(state, int(actions[pick]), log)
        n = 0 if state.over else legal(state, actions)
    for each in range(MAX_SEATS):
        out[each, SCORE] = out[each, RANK] = out[each, WON] = 0
    result(state, out)
    cuda.atomic.add(played, row, 1)
    cuda.atomic.add(won, row, out[seat, WON])
    cuda.atomic.add(scores, row, out[seat, SCORE])

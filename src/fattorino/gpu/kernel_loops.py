"""The kernels, written once: one game per thread, with unchanged rules. `bind` executes this file once per
game, with that game's functions already in the globals.

Each kernel calls `setup`, `apply` and `legal` in one place, so that the threads of a warp converge there and
the rules are compiled once. States are rows of 8-byte words, viewed as records: copying them as records would
be byte by byte.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fattorino.gpu.cuda import open_cuda, simulated
from fattorino.gpu.device import WARP, WARPS, kernel
from fattorino.kernel.records import NONE, START
from fattorino.kernel.rng import below, following, seeded

if TYPE_CHECKING:  # set by `bind`
    NUM_ACTIONS: int
    NUM_FEATURES: int
    MAX_SEATS: int
    STATE: Any
    WORDS: int
    KINDS: Any
    setup: Any
    legal: Any
    apply: Any
    sees: Any
    show: Any
    imagine: Any
    observe: Any
    result: Any
    greedy: Any
    share_out: Any

cuda = open_cuda()
SCORE, RANK, WON = 0, 1, 2  # what `result` writes for each seat
TILE = 4096 if simulated() else WARP  # numbers that a warp writes at a time
PITCH = TILE + 1  # one more, so that columns are in different banks
QUEUES = 64  # one for new games, and one for each phase
TRIES = 8  # seeds tried to imagine a state


FULL = 0xFFFFFFFF  # all threads of a warp
WAIT, GO, DONE = 0, 1, 2
IDLE = 127  # instead of a kind of action: this thread has no game left


def leads(kind: int, few: int) -> int:
    """Whether this thread continues now; DONE once no thread of its warp has anything to do.

    New games wait until there are `few` of them. If `few` is 0, the threads vote: those with the most common
    kind of action continue, the others wait.
    """
    if few:
        busy = cuda.popc(cuda.ballot_sync(FULL, 0 < kind < IDLE))
        waiting = cuda.popc(cuda.ballot_sync(FULL, kind == 0))
        if busy + waiting == 0:
            return DONE
        return GO if 0 < kind < IDLE or (kind == 0 and (waiting >= few or busy == 0)) else WAIT
    same = cuda.match_any_sync(FULL, kind)
    score = cuda.popc(same) * 256 + kind if kind < IDLE else -1
    best = score
    for shift in (16, 8, 4, 2, 1):
        best = max(best, cuda.shfl_xor_sync(FULL, best, shift))
    if best < 0:
        return DONE
    return GO if score == best else WAIT


def alone(kind: int, few: int) -> int:
    """The same for the simulator, where a warp is one thread."""
    return GO if kind < IDLE else DONE


leads = alone if simulated() else cuda.jit(device=True)(leads)


@kernel
def begin(options: Any, seed: int, games: int, beginnings: Any) -> None:
    """The initial states of some games, one per column."""
    game = cuda.grid(1)
    if game >= games:
        return
    own = cuda.local.array(WORDS, np.int64)
    for word in range(WORDS):
        own[word] = 0
    setup(own.view(STATE)[0], options[0], seed + game, None)
    for word in range(WORDS):
        beginnings[word, game] = own[word]


@kernel
def play(
    beginnings: Any, seed: int, first: int, games: int, taken: Any, few: int, decisions: Any, kept: Any
) -> None:
    """Random games in each thread's local memory; a free thread takes the next game.

    Local memory is interleaved for the threads of a warp, and fast as long as they do the same thing (see
    `leads`). Initial states are prepared separately, because setup takes different times.
    """
    own = cuda.local.array(WORDS, np.int64)
    actions = cuda.local.array(NUM_ACTIONS, np.int16)
    state = own.view(STATE)[0]
    action = START
    chance = np.uint64(0)
    count = 0
    kind = 0
    game = 0
    while True:
        turn = leads(kind, few)
        if turn == DONE:
            break
        if turn == GO:
            if action == START:
                game = cuda.atomic.add(taken, 0, 1)
                if game >= games:
                    kind = IDLE
                else:
                    for word in range(WORDS):
                        own[word] = beginnings[word, game]
                    chance = seeded(seed + first + game + 1)
            else:
                apply(state, action, None)
            if kind != IDLE:
                kind = 0
                action = START
                if not state.over:
                    n = legal(state, actions)
                    action = int(actions[0])
                    if n > 1:
                        chance = following(chance)
                        action = int(actions[below(chance, n)])
                        count += 1
                    kind = int(KINDS[action])
                elif first + game < len(kept):
                    for word in range(WORDS):
                        kept[first + game, word] = own[word]
    thread = cuda.grid(1)
    if thread < len(decisions):
        decisions[thread] += count


@kernel
def advance(
    states: Any,
    options: Any,
    seed: int,
    games: int,
    taken: Any,
    chances: Any,
    numbers: Any,
    queues: Any,
    sizes: Any,
    next_queues: Any,
    next_sizes: Any,
    later_sizes: Any,
    decisions: Any,
    kept: Any,
) -> None:
    """One step of random play in every running game; a finished one is replaced by the next.

    Games are in queues by phase (the first is for new games), and a warp takes its games from one queue, so
    that its threads list the answers to the same question and then do similar work. Afterwards each game
    joins the queue of its next phase. There are three sets of counters: read now, written now, and cleared
    for the next launch.
    """
    joined = cuda.shared.array(QUEUES, np.int32)
    behind = cuda.shared.array(QUEUES, np.int32)
    thread = cuda.threadIdx.x
    if thread < QUEUES:
        joined[thread] = 0
        if cuda.blockIdx.x == 0:
            later_sizes[thread] = 0
    cuda.syncthreads()
    place = cuda.grid(1)
    at = NONE
    begins = False
    for queue in range(QUEUES):
        if 0 <= place < sizes[queue]:
            at = int(queues[queue, place])
            begins = queue == 0
        place -= (sizes[queue] + WARP - 1) // WARP * WARP
    queue = NONE
    if at != NONE:
        actions = cuda.local.array(NUM_ACTIONS, np.int16)
        state = states[at].view(STATE)[0]
        alive = True
        if begins:
            game = cuda.atomic.add(taken, 0, 1)
            alive = game < games
            if alive:
                for word in range(WORDS):
                    states[at, word] = 0
                setup(state, options[0], seed + game, None)
                chances[at] = seeded(seed + game + 1)
                numbers[at] = game
        else:
            n = legal(state, actions)
            action = int(actions[0])
            if n > 1:
                chance = following(chances[at])
                chances[at] = chance
                action = int(actions[below(chance, n)])
                decisions[at] += 1
            apply(state, action, None)
        if alive:
            queue = 0
            if not state.over:
                queue = 1 + int(state.phase) % (QUEUES - 1)
            elif numbers[at] < len(kept):
                for word in range(WORDS):
                    kept[numbers[at], word] = states[at, word]
            place = cuda.atomic.add(joined, queue, 1)
    cuda.syncthreads()
    if thread < QUEUES and joined[thread]:
        behind[thread] = cuda.atomic.add(next_sizes, thread, joined[thread])
    cuda.syncthreads()
    if queue != NONE:
        next_queues[queue, behind[queue] + place] = at


@kernel
def step(
    states: Any,
    options: Any,
    seeds: Any,
    chosen: Any,
    sides: Any,
    n_sides: int,
    reward: int,
    masks: Any,
    movers: Any,
    rewards: Any,
    dones: Any,
) -> None:
    """Play the chosen action in every game; a finished one restarts with its next seed."""
    at = cuda.grid(1)
    if at >= len(states):
        return
    actions = cuda.local.array(NUM_ACTIONS, np.int16)
    out = cuda.local.array((MAX_SEATS, 3), np.int32)
    state = states[at].view(STATE)[0]
    action = int(chosen[at])
    dones[at] = 0
    for seat in range(MAX_SEATS):
        rewards[at, seat] = 0.0
        out[seat, SCORE] = out[seat, RANK] = out[seat, WON] = 0
    n = 1
    while n < 2:  # an action, forced steps, and the start of the next game if this one ends
        if action == START:
            for word in range(WORDS):
                states[at, word] = 0
            setup(state, options[0], int(seeds[at]), None)
            seeds[at] += 1
        else:
            apply(state, action, None)
        if state.over:
            result(state, out)
            share_out(out, sides, n_sides, reward, rewards[at])
            dones[at] = 1
            action = START
        else:
            n = legal(state, actions)
            action = int(actions[0])
    for k in range(n):  # the rest was cleared
        masks[at, int(actions[k])] = 1
    movers[at] = state.seat


@kernel
def observe_all(states: Any, seat: int, masks: Any, observations: Any) -> None:
    """The observations of a seat in every game; NONE: the seat to move.

    A thread writes its numbers into local memory; then the warp writes them row by row, coalesced.
    """
    tile = cuda.shared.array((WARPS, WARP, PITCH), np.float32)
    own = cuda.local.array(WORDS, np.int64)
    features = cuda.local.array(NUM_FEATURES, np.float32)
    at = cuda.grid(1)
    lane = cuda.threadIdx.x % WARP
    warp = cuda.threadIdx.x // WARP
    if at < len(states):
        state = states[at].view(STATE)[0]
        who = int(state.seat) if seat == NONE else seat
        row = int(sees(state, who)) * (MAX_SEATS + 1) + who + 1
        for word in range(WORDS):
            own[word] = states[at, word] & masks[row, 0, word] | masks[row, 1, word]
        view = own.view(STATE)[0]
        show(state, who, view)
        observe(view, who, features)
    for first in range(0, NUM_FEATURES, TILE):
        width = min(TILE, NUM_FEATURES - first)
        for column in range(width):
            tile[warp, lane, column] = features[first + column]
        cuda.syncthreads()
        for column in range(lane, width, WARP):
            for row in range(min(WARP, len(states) - at + lane)):
                observations[at - lane + row, first + column] = tile[warp, row, column]
        cuda.syncthreads()


@kernel
def clear(numbers: Any) -> None:
    """Clear an array, coalesced."""
    for at in range(cuda.grid(1), len(numbers), cuda.gridsize(1)):
        numbers[at] = 0


@kernel
def advise(states: Any, masks: Any, seed: int, advice: Any) -> None:
    """The action of `greedy` in every game, from the view of the seat to move."""
    at = cuda.grid(1)
    if at >= len(states):
        return
    actions = cuda.local.array(NUM_ACTIONS, np.int16)
    state = states[at].view(STATE)[0]
    own = cuda.local.array(WORDS, np.int64)
    seat = int(state.seat)
    row = int(sees(state, seat)) * (MAX_SEATS + 1) + seat + 1
    for word in range(WORDS):
        own[word] = states[at, word] & masks[row, 0, word] | masks[row, 1, word]
    view = own.view(STATE)[0]
    show(state, seat, view)
    advice[at] = greedy(view, seat, actions, legal(state, actions), seed + at)


@kernel
def accept(given: Any, masks: Any, chosen: Any, wrong: Any) -> None:
    """Copy the actions; `wrong` is the first game with an illegal one, if any."""
    at = cuda.grid(1)
    if at >= len(chosen):
        return
    action = int(given[at])
    chosen[at] = action
    if action < 0 or action >= NUM_ACTIONS or masks[at, action] == 0:
        cuda.atomic.min(wrong, 0, at)


@kernel
def sample(masks: Any, chances: Any, chosen: Any) -> None:
    """A uniformly random legal action in every game."""
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
    views: Any,
    masks: Any,
    seats: Any,
    firsts: Any,
    seed: int,
    playouts: int,
    played: Any,
    won: Any,
    scores: Any,
) -> None:
    """Random play after every first action, from imagined states; sums per first action.

    `firsts` has the rows (view, action); a thread plays one playout of one row.
    """
    thread = cuda.grid(1)
    row = thread // playouts
    if row >= len(firsts):
        return
    at = int(firsts[row, 0])
    seat = int(seats[at])
    own = cuda.local.array(WORDS, np.int64)
    actions = cuda.local.array(NUM_ACTIONS, np.int16)
    out = cuda.local.array((MAX_SEATS, 3), np.int32)
    state = own.view(STATE)[0]
    view = views[at].view(STATE)[0]
    mask = int(sees(view, seat)) * (MAX_SEATS + 1) + seat + 1
    number = seed + thread % playouts  # the same states for every action
    found = False
    for attempt in range(TRIES):
        if not found:
            for word in range(WORDS):
                own[word] = views[at, word] & masks[mask, 0, word]
            found = imagine(view, seat, number + attempt * playouts, state)
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
        apply(state, int(actions[pick]), None)
        n = 0 if state.over else legal(state, actions)
    for each in range(MAX_SEATS):
        out[each, SCORE] = out[each, RANK] = out[each, WON] = 0
    result(state, out)
    cuda.atomic.add(played, row, 1)
    cuda.atomic.add(won, row, out[seat, WON])
    cuda.atomic.add(scores, row, out[seat, SCORE])

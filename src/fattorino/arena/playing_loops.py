"""Complete games between random and greedy, compiled. `bind` executes this file once per game.

Every choice is made from the deciding seat's view, with the same seed as in the Python path, so that both
give the same games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fattorino.arena.playing import PER_GAME, QUESTIONS
from fattorino.arena.tally import WHOLE
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE
from fattorino.kernel.rng import one_of

if TYPE_CHECKING:  # what `bind` puts into the globals
    HAS_PHASES: bool
    N_BLOCKS: int
    NUM_ACTIONS: int
    MAX_SEATS: int
    setup: Any
    apply: Any
    redact_into: Any
    result: Any
    greedy: Any
    settle: Any
    starter: Any

RANDOM, GREEDY = 0, 1  # the bot in a seat
OFFERED, CHOSEN, USED = 0, 1, 2  # columns of the uses; from USED on one a seat, then the wins of each seat
SAMPLES = 2  # views kept of each action under each question: the first, and a later one
ROWS = QUESTIONS * NUM_ACTIONS  # the rows of actions; those of blocks follow
SCORE, RANK, WON = 0, 1, 2  # columns of a result

if HAS_PHASES:

    @jit
    def question(state: Any) -> int:
        """What is being decided."""
        return int(state.phase)

else:

    @jit
    def question(state: Any) -> int:
        """A game of one question."""
        return 0


@jit
def shares(results: Any, seats: int, wins: Any) -> None:
    """Each seat's share of the win."""
    winners = 0
    for seat in range(seats):
        winners += int(results[seat, WON])
    for seat in range(seats):
        wins[seat] = WHOLE // winners if results[seat, WON] else 0


@jit
def play_all(
    states: Any,  # one scratch state
    views: Any,  # one scratch view
    blank: Any,
    masks: Any,
    options: Any,
    seed: int,
    first: int,
    count: int,
    seats: int,
    rotations: Any,  # the bot of each seat, one row per rotation
    blocks: Any,  # the block of each action
    actions: Any,
    path: Any,  # the choices of the current game, with their seats
    wins: Any,  # scratch: each seat's part of the win
    results: Any,  # one row a game
    lengths: Any,
    openings: Any,  # the first choice of each game, whose it was, and who began
    uses: Any,  # one row for each action, then for each block, under each question; no rows: not counted
    stamps: Any,  # in which game a seat last used it
    seen: Any,  # the last sample of each, or NONE
    samples: Any,  # views in which something was offered, to name it by
    sampled: Any,  # what was offered there, and to whom
) -> int:
    """Play games first to first + count - 1; returns the number of samples taken."""
    counting = len(uses) > 0
    n_samples = 0
    for game in range(count):
        number = seed + first + game
        states[0] = blank[0]
        state = states[0]
        setup(state, options[0], number, None)
        n = settle(state, None, actions)
        decisions = 0
        while n:
            seat = int(state.seat)
            row = question(state) * NUM_ACTIONS
            chance = number * PER_GAME + decisions
            redacted = rotations[(first + game) % len(rotations), seat] != RANDOM  # random needs no view
            if not redacted:
                action = int(actions[one_of(n, chance)])
            else:
                redact_into(states, 0, seat, masks, views, 0)
                action = int(greedy(views[0], seat, actions, n, chance))
            if decisions == 0:
                openings[game, 0] = row + action
                openings[game, 1] = seat
            if counting:
                row_of_blocks = ROWS + question(state) * N_BLOCKS
                last = NONE
                for k in range(n):
                    cell = row + int(actions[k])
                    uses[cell, OFFERED] += 1
                    count = uses[cell, OFFERED]
                    if count <= SAMPLES and n_samples < len(samples):
                        seen[cell] = n_samples
                        n_samples += 1
                    if seen[cell] >= 0 and count & (count - 1) == 0:  # the last sample moves on: 2, 4, 8, ...
                        if not redacted:
                            redact_into(states, 0, seat, masks, views, 0)
                            redacted = True
                        samples[seen[cell]] = views[0]
                        sampled[seen[cell], 0] = cell
                        sampled[seen[cell], 1] = seat
                    block = int(blocks[int(actions[k])])
                    if block != last:  # actions are listed in order, so a block comes in one run
                        uses[row_of_blocks + block, OFFERED] += 1
                        last = block
                uses[row + action, CHOSEN] += 1
                uses[row_of_blocks + int(blocks[action]), CHOSEN] += 1
                path[2 * decisions, 0] = row + action
                path[2 * decisions, 1] = seat
                path[2 * decisions + 1, 0] = row_of_blocks + int(blocks[action])
                path[2 * decisions + 1, 1] = seat
            apply(state, action, None)
            n = settle(state, None, actions)
            decisions += 1
        lengths[game] = decisions
        openings[game, 2] = starter(state)
        result(state, results[game])
        if counting:
            shares(results[game], seats, wins)
            for k in range(2 * decisions):
                cell, seat = path[k, 0], path[k, 1]
                if stamps[cell, seat] != game + 1:
                    stamps[cell, seat] = game + 1
                    uses[cell, USED + seat] += 1
                    uses[cell, USED + seats + seat] += wins[seat]
    return n_samples

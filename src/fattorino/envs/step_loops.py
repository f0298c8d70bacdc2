"""The loops of the environments. `bind` executes this file once per game, like the hot loops."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, START
from fattorino.kernel.rng import below, following

PLAY, BEGIN, WAIT = range(3)  # what to do with a game: WAIT leaves it as it is
LEARNER, RANDOM, GREEDY, ASKED = range(4)  # who decides for a seat; ASKED: a bot written in Python
RESULT, SCORE, MARGIN = range(3)  # what a reward is made of
CLOSE = 0.25  # share of a reward by margin that is the margin

if TYPE_CHECKING:  # set by `bind`
    NUM_ACTIONS: int
    MAX_SEATS: int
    setup: Any
    settle: Any
    apply: Any
    redact_into: Any
    observe: Any
    greedy: Any
    result: Any


@jit
def share_out(results: Any, sides: Any, n_sides: int, reward: int, rewards: Any) -> None:
    """The rewards of a finished game, which sum to zero if sides are of equal size.

    By result: one win, shared by the winning sides, minus the mean, scaled so that a sole winner gets 1; 0
    for all if nobody won. By score: its score minus the mean of the other sides'. By margin: mostly the
    result, plus the margin, from -1 to 1. If all are on one side: 1 or -1, or the score.
    """
    winners = 0
    total = 0.0
    scoring = 0
    for side in range(n_sides):
        for seat in range(MAX_SEATS):
            if sides[seat] == side:
                winners += 1 if results[seat, 2] else 0
                break  # sides win together
    for seat in range(MAX_SEATS):
        if sides[seat] != NONE:
            total += results[seat, 0]
            scoring += 1
    for seat in range(MAX_SEATS):
        rewards[seat] = 0.0
        if sides[seat] == NONE:
            continue
        own = 0.0
        size = 0
        for other in range(MAX_SEATS):
            if sides[other] == sides[seat]:
                own += results[other, 0]
                size += 1
        others = (total - own) / (scoring - size) if scoring > size else 0.0
        score = float(results[seat, 0])
        won = 0.0
        if n_sides == 1:
            won = 1.0 if results[seat, 2] else -1.0
        elif winners:
            share = 1.0 / winners if results[seat, 2] else 0.0
            won = (share * n_sides - 1.0) / (n_sides - 1.0)
        if reward == SCORE:
            rewards[seat] = score - others
        elif reward == MARGIN and n_sides > 1:
            clear = (score - others) / (1.0 + math.sqrt(abs(score) + abs(others)))
            rewards[seat] = (1.0 - CLOSE) * won + CLOSE * math.tanh(clear)
        else:
            rewards[seat] = won


@jit
def first_illegal(masks: Any, chosen: Any) -> int:
    """The first game whose chosen action is not legal, or -1."""
    for at in range(len(chosen)):
        action = int(chosen[at])
        if action < 0 or action >= NUM_ACTIONS or masks[at, action] == 0:
            return at
    return NONE


@jit
def step(
    states: Any,
    first: int,
    last: int,
    blank: Any,
    visible: Any,
    views: Any,
    worker: int,
    options: Any,
    seeds: Any,
    chosen: Any,
    results: Any,
    sides: Any,
    n_sides: int,
    reward: int,
    observations: Any,
    masks: Any,
    listed: Any,
    counts: Any,
    movers: Any,
    rewards: Any,
    dones: Any,
) -> None:
    """Play the chosen action in games first to last - 1; a finished one restarts with its next seed.

    Its rewards and `done` are then those of the finished game; all else belongs to the next one. `views` and
    `results` are scratch, one row per worker.
    """
    for at in range(first, last):
        action = int(chosen[at])
        n = 0
        dones[at] = 0
        rewards[at, :] = 0.0
        while n == 0:  # an action, and the start of the next game if this one ends
            if action == START:
                states[at] = blank[0]
                setup(states[at], options[0], int(seeds[at]), None)
                seeds[at] += 1
            else:
                apply(states[at], action, None)
            n = settle(states[at], None, listed[at])
            if n == 0:
                action = START
                dones[at] = 1
                result(states[at], results[worker])
                share_out(results[worker], sides, n_sides, reward, rewards[at])
        masks[at, :] = 0
        for k in range(n):
            masks[at, int(listed[at, k])] = 1
        counts[at] = n
        seat = int(states[at].seat)
        movers[at] = seat
        redact_into(states, at, seat, visible, views, worker)
        observe(views[worker], seat, observations[at])


@jit
def step_among(
    states: Any,
    first: int,
    last: int,
    blank: Any,
    visible: Any,
    views: Any,
    worker: int,
    options: Any,
    seeds: Any,
    chosen: Any,
    marks: Any,
    fresh: Any,
    kinds: Any,
    learner: int,
    chances: Any,
    results: Any,
    sides: Any,
    n_sides: int,
    reward: int,
    shares: Any,
    observations: Any,
    masks: Any,
    listed: Any,
    counts: Any,
    movers: Any,
    rewards: Any,
    dones: Any,
    played: Any,
    scores: Any,
    won: Any,
    lengths: Any,
) -> None:
    """Play the chosen action in games first to last - 1, then the bots', up to a decision that is not theirs.

    `marks` determines what to do with each game, `kinds` who decides for each seat. `played` is 1 plus what
    was played instead of an illegal action. A finished game stays so, and its mask is the first action, which
    nobody plays; one that ends before the learner decides does not count (`fresh`): the next one begins.
    Observations are the learner's, or with learner NONE those of the seat to move, and at the end of the seat
    that moved last.
    """
    for at in range(first, last):
        mark = int(marks[at])
        if mark == WAIT:
            continue
        if mark == PLAY:
            if kinds[int(movers[at])] == LEARNER:
                fresh[at] = 0
            action = int(chosen[at])
            if action < 0 or action >= NUM_ACTIONS or masks[at, action] == 0:
                chances[at] = following(chances[at])
                action = int(listed[at, below(chances[at], int(counts[at]))])
                played[at] = action + 1
            apply(states[at], action, None)
            lengths[at] += 1
        viewer = learner if learner != NONE else int(movers[at])
        begins = mark == BEGIN
        n = 0
        while n == 0:
            if begins:
                states[at] = blank[0]
                setup(states[at], options[0], int(seeds[at]), None)
                seeds[at] += 1
                fresh[at] = 1
                lengths[at] = 0
            n = settle(states[at], None, listed[at])
            while n:
                mover = int(states[at].seat)
                kind = int(kinds[mover])
                if kind == LEARNER or kind == ASKED:
                    break
                chances[at] = following(chances[at])
                if kind == RANDOM:
                    action = int(listed[at, below(chances[at], n)])
                else:
                    redact_into(states, at, mover, visible, views, worker)
                    action = greedy(views[worker], mover, listed[at], n, below(chances[at], 1 << 30))
                apply(states[at], action, None)
                lengths[at] += 1
                n = settle(states[at], None, listed[at])
            begins = n == 0
            if n == 0 and fresh[at] == 0:
                dones[at] = 1
                result(states[at], results[worker])
                share_out(results[worker], sides, n_sides, reward, shares[at])
                rewards[at] = shares[at, viewer]
                for seat in range(scores.shape[1]):
                    scores[at, seat] = results[worker, seat, 0]
                    won[at, seat] = results[worker, seat, 2] != 0
                break
        masks[at, :] = 0
        masks[at, 0] = n == 0
        for k in range(n):
            masks[at, int(listed[at, k])] = 1
        counts[at] = n
        if n:
            movers[at] = int(states[at].seat)
            if kinds[int(movers[at])] == ASKED:
                continue
            if learner == NONE:
                viewer = int(movers[at])
        redact_into(states, at, viewer, visible, views, worker)
        observe(views[worker], viewer, observations[at])


@jit
def advise(
    states: Any,
    first: int,
    last: int,
    visible: Any,
    views: Any,
    worker: int,
    listed: Any,
    counts: Any,
    asked: Any,
    seed: int,
    chosen: Any,
) -> None:
    """The action of `greedy` in games first to last - 1, where `asked` is set."""
    for at in range(first, last):
        if asked[at]:
            mover = int(states[at].seat)
            redact_into(states, at, mover, visible, views, worker)
            chosen[at] = greedy(views[worker], mover, listed[at], int(counts[at]), seed + at)


@jit
def observe_seat(states: Any, seat: int, visible: Any, views: Any, observations: Any) -> None:
    """The observations of one seat in every game."""
    for at in range(len(states)):
        redact_into(states, at, seat, visible, views, 0)
        observe(views[0], seat, observations[at])


@jit
def sample(listed: Any, counts: Any, chances: Any, chosen: Any) -> None:
    """A uniformly random legal action in every game; any action if none is legal."""
    for at in range(len(chosen)):
        chances[at] = following(chances[at])
        chosen[at] = listed[at, below(chances[at], max(int(counts[at]), 1))]

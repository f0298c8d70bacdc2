"""Information-set Monte Carlo tree search, written once. `bind` executes this file once per game.

A simulation takes a world consistent with the seat's view, descends the tree, adds a node, plays to the end
with `greedy` or a net (or evaluates the position, by the game's own value function or a net) and backs the
result up. A net with a policy is the prior of a node from the second visit on; a net that only judges ends a
playout as soon as `study` has numbers for it and, where it needs no playout, looks at the position after each
option. Edges of the tree are decisions; chance and hidden cards are averaged
over, so a node represents all worlds in which its decisions were made. With `split` what the seat sees
after a decision is an edge, too, so that the plan depends on it. Every seat maximises its own result, which
partners share.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from fattorino.bots.layers import column, drawn, hidden_layer, layer
from fattorino.bots.tree import BROOD, EXPLORATION, ROOT, SHARES, branch, node_seen, sprout
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE
from fattorino.kernel.rng import below, following, seeded

if TYPE_CHECKING:  # what `bind` puts into the globals
    MAX_SEATS: int
    NUM_ACTIONS: int
    RESAMPLES: bool
    legal: Any
    apply: Any
    redact_into: Any
    imagine_into: Any
    resample_into: Any
    result: Any
    greedy: Any
    HAS_VALUE: bool
    NUM_FEATURES: int
    STUDIES: bool
    NUM_STUDIED: int
    ALL_MAY_WIN: bool
    settle: Any
    observe: Any

FOREVER = 1 << 30  # decisions
DEPTH = 96  # longest descent, in decisions
FRESH = 256  # worlds between two imagined from scratch, in games with `resample`

ASK = 48  # visits before a slow `greedy` is consulted
ADVICE = 0.5  # share of the first visits that goes to greedy's action
WINNING = 0.75  # weight of winning in a result; the rest is the score
TRUST = 0.4  # largest deviation of a net's value from even: less than a certain win
JUDGED, ADVISED, PLAYED = 1, 2, 3  # what a net is for besides the prior: value, nothing more, playouts
SHARPNESS = 0.03  # a difference in value that makes one option e times as likely to be tried as another


@jit
def utility(results: Any, worth: Any) -> None:
    """What a finished game is worth to each seat, 0 to 1: a win, and the score's lead."""
    for seat in range(MAX_SEATS):
        lead = 0.0
        rival = -1
        for other in range(MAX_SEATS):
            if results[other, 1] > 0 and results[other, 1] != results[seat, 1]:
                if rival < 0 or results[other, 0] > results[rival, 0]:
                    rival = other
        if rival >= 0:
            mine, theirs = float(results[seat, 0]), float(results[rival, 0])
            lead = (mine - theirs) / (abs(mine) + abs(theirs) + 1.0)
        worth[seat] = WINNING * results[seat, 2] + (1.0 - WINNING) * (0.5 + 0.5 * lead)


if not HAS_VALUE:  # playouts go to the end: not needed

    @jit
    def value(state: Any, worth: Any) -> None:
        """No value function."""
        for seat in range(MAX_SEATS):
            worth[seat] = 0.5


if not STUDIES:  # a net judges what a seat observes

    @jit
    def study(state: Any, numbers: Any) -> int:
        """Nothing is studied."""
        return NONE


@jit
def fingerprint(words: Any) -> Any:
    """A hash of a view's bytes, to recognise positions.

    Four independent lanes, for instruction-level parallelism.
    """
    one, two = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD1B54A32D192ED03)
    three, four = np.uint64(0x8CB92BA72F3D8DD7), np.uint64(0xABC98388FB8FAC03)
    at = 0
    while at + 4 <= words.shape[0]:
        one = following(one ^ words[at])
        two = following(two ^ words[at + 1])
        three = following(three ^ words[at + 2])
        four = following(four ^ words[at + 3])
        at += 4
    while at < words.shape[0]:
        one = following(one ^ words[at])
        at += 1
    return following(following(following(one) ^ two) ^ three) ^ four


@jit
def believe(
    views: Any,
    words: Any,
    seat: int,
    masks: Any,
    seed: int,
    worlds: Any,
    slot: int,
    fresh: bool,
) -> bool:
    """Put a world consistent with the view into a slot: resampled from the one before it, or from scratch.

    The first slot holds a world of the decision before this one, or nothing.
    """
    if RESAMPLES and not fresh:
        if slot:
            worlds[slot] = worlds[slot - 1]
        if worlds[slot].rng != 0 and resample_into(views, 0, seat, masks, seed, worlds, slot):
            redact_into(worlds, slot, seat, masks, views, 1)
            if fingerprint(words[1]) == fingerprint(words[0]):
                return True
    from_scratch = fresh or slot == 0 or not RESAMPLES
    if from_scratch and imagine_into(views, 0, seat, masks, seed, worlds, slot):
        return True
    if slot == 0:
        return False
    worlds[slot] = worlds[slot - 1]  # the step failed: stay at the world before it
    return True


@jit
def select(
    tree: Any, node: int, mover: int, actions: Any, n: int, at_child: Any, curiosity: float
) -> tuple[int, int]:
    """The option to try next, and its node or 0, by value, prior or greedy's choice, and number of visits."""
    total, tried, known = 0.0, 0, 0
    at = int(tree[node].child)
    while at:
        child = tree[at]
        if child.mover == mover:
            at_child[child.action] = at
            total += child.worth
            tried += child.visits
            known += 1
        at = int(child.sibling)
    hope = total / tried if tried else 0.5
    favour = int(tree[node].favour)
    even = EXPLORATION * (1.0 - ADVICE) / n
    untried = math.sqrt(float(tree[node].visits + 1))
    best, choice, found = -1e9, int(actions[0]), 0
    for k in range(n):
        action = int(actions[k])
        at = int(at_child[action])
        prior = even + (EXPLORATION * ADVICE if action == favour else 0.0)
        if at:
            at_child[action] = 0
            known -= 1
            child = tree[at]
            child.offered += 1
            if child.prior:
                prior = curiosity * child.prior / SHARES
            visits = float(child.visits)
            bonus = prior * math.sqrt(float(child.offered))
            if visits:  # the mean and bonus / (1 + visits), in one division
                value = (child.worth * (1.0 + visits) + bonus * visits) / (visits * (1.0 + visits))
            else:
                value = hope + bonus
        else:
            value = hope + prior * untried
        if value > best:
            best, choice, found = value, action, at
    at = int(tree[node].child)
    while known and at:  # available in other worlds
        child = tree[at]
        if child.mover == mover and at_child[child.action]:
            at_child[child.action] = 0
            known -= 1
        at = int(child.sibling)
    return choice, found


@jit
def consult(
    view: Any,
    mover: int,
    actions: Any,
    n: int,
    net: Any,
    width: int,
    features: Any,
    places: Any,
    hidden: Any,
    odds: Any,
) -> float:
    """A net's value for the seat, -1 to 1, where 0 is even; its policy for n actions goes to `odds`.

    `net` has the layers of `bots/net.py` one behind the other, those of policy and value column by column;
    `features`, `places` and the three rows of `hidden` are scratch.
    """
    features[:] = 0.0
    observe(view, mover, features)
    at = hidden_layer(net, 0, features, NUM_FEATURES, places, hidden[0], width)
    at = hidden_layer(net, at, hidden[0], width, places, hidden[1], width)
    at = layer(net, at, hidden[1], width, places, hidden[2], width)
    for k in range(width):
        hidden[2, k] = max(hidden[0, k] + hidden[2, k], np.float32(0.0))
    most, total = -1e30, 0.0
    for k in range(n):
        odds[k] = column(net, at + int(actions[k]) * (width + 1), hidden[2], width)
        most = max(most, odds[k])
    for k in range(n):
        odds[k] = math.exp(odds[k] - most)
        total += odds[k]
    for k in range(n):
        odds[k] /= total
    return math.tanh(column(net, at + NUM_ACTIONS * (width + 1), hidden[2], width))


@jit
def weigh(net: Any, width: int, features: Any, places: Any, hidden: Any) -> float:
    """The value, -1 to 1, that a net of two layers gives to a studied position."""
    at = hidden_layer(net, 0, features, NUM_STUDIED, places, hidden[0], width)
    at = hidden_layer(net, at, hidden[0], width, places, hidden[1], width)
    return math.tanh(column(net, at, hidden[1], width))


@jit
def foresee(
    states: Any,
    mover: int,
    actions: Any,
    n: int,
    net: Any,
    width: int,
    sides: Any,
    features: Any,
    places: Any,
    hidden: Any,
    results: Any,
    gains: Any,
    options: Any,
    odds: Any,
) -> None:
    """Odds of the options by what a net thinks of the position after each; the second state is scratch."""
    most = 0.0
    for k in range(n):
        states[1] = states[0]
        apply(states[1], int(actions[k]), None)
        settle(states[1], None, options)
        if states[1].over:
            results[:, :] = 0
            result(states[1], results)
            utility(results, gains)
        else:
            side = study(states[1], features)
            share(weigh(net, width, features, places, hidden), side, sides, gains)
        odds[k] = gains[mover]
        most = max(most, odds[k])
    total = 0.0
    for k in range(n):
        odds[k] = math.exp((odds[k] - most) / SHARPNESS)
        total += odds[k]
    for k in range(n):
        odds[k] /= total


@jit
def share(stands: float, mover: int, sides: Any, worth: Any) -> None:
    """What a mover's value is to each seat: partners share it, rivals (other `sides`) split the rest. Where
    all may win it says nothing about the others.
    """
    if ALL_MAY_WIN:
        for seat in range(MAX_SEATS):
            worth[seat] = 0.5
        worth[mover] = 0.5 + TRUST * stands
        return
    rivals = 0
    for seat in range(MAX_SEATS):
        rivals = max(rivals, int(sides[seat]))
    rivals = max(rivals, 1)  # a team without rivals plays against the game
    chance = min(max((1.0 + rivals * stands) / (1.0 + rivals), 0.0), 1.0)
    for seat in range(MAX_SEATS):
        likely = chance if sides[seat] == sides[mover] else (1.0 - chance) / rivals
        worth[seat] = 0.5 + TRUST * (2.0 * likely - 1.0)


@jit
def think(
    views: Any,  # [0] what the seat sees, [1] scratch
    words: Any,  # the same memory as whole words
    seat: int,
    masks: Any,
    seed: int,
    loose: int,  # random decisions in a playout, of 1024
    first: int,
    last: int,
    worlds: Any,
    states: Any,
    actions: Any,
    options: Any,
    at_child: Any,
    path: Any,
    results: Any,
    gains: Any,
    tree: Any,
    seen: Any,
    used: int,
    net: Any,  # its policy is the prior; empty: none, `greedy` advises
    use: int,  # JUDGED: its value replaces playouts; PLAYED: it plays them
    width: int,
    judge: Any,  # a net that judges what `study` writes; empty: none
    judge_width: int,
    sides: Any,
    features: Any,
    places: Any,
    hidden: Any,
    odds: Any,
    curiosity: float,  # exploration constant with a net's prior
    even: float,  # share of the prior that is spread evenly
    split: int,  # visits after which a decision is followed by a node for each view of the seat; 0: never
    uses: int,  # simulations in a row that start from one world
    playouts: int,  # of so many simulations one is played on although a net could judge; 0: none
    ahead: int,  # so many decisions; 0: to the end
) -> int:
    """Run simulations first to last - 1; returns the number of nodes used, or 0 if no world could be
    imagined.
    """
    weighed = STUDIES and judge.shape[0] > 0
    asked = net.shape[0] > 0
    foreseen = weighed and HAS_VALUE and not asked
    judged = asked and use == JUDGED
    played = asked and use == PLAYED
    for number in range(first, last):
        world = number // uses
        slot = world % worlds.shape[0]
        if (
            world < worlds.shape[0]
            and number % uses == 0
            and not believe(
                views, words, seat, masks, seed + number, worlds, slot, world % FRESH == FRESH - 1
            )
        ):
            return 0
        states[0] = worlds[slot]
        state = states[0]
        chance = seeded(seed + 7919 * number + 1)
        state.rng = chance
        node = ROOT
        depth = 0
        n = settle(state, None, actions)
        while n:
            mover = int(state.seat)
            chance = following(chance)
            here = tree[node]
            if here.favour == NONE:  # a new node: consult greedy, then play on
                here.favour = NUM_ACTIONS
                advised = not asked and loose < 1024 and (node == ROOT or not HAS_VALUE)
                if advised or mover == seat:
                    redact_into(states, 0, mover, masks, views, 1)
                    if mover == seat and (node == ROOT or not split):
                        seen[node] = fingerprint(words[1])
                    if advised:
                        here.favour = greedy(views[1], mover, actions, n, below(chance, 1 << 30))
                if node != ROOT:
                    break
            if node != ROOT and here.visits < split:
                break
            if HAS_VALUE and not asked and here.visits == ASK and here.favour == NUM_ACTIONS and loose < 1024:
                redact_into(states, 0, mover, masks, views, 1)
                here.favour = greedy(views[1], mover, actions, n, below(chance, 1 << 30))
            foreseen = weighed and HAS_VALUE and not asked
            if foreseen and (here.visits == ASK or (node == ROOT and here.visits == 0)):
                foresee(  # what comes of each?
                    states, mover, actions, n, judge, judge_width, sides, features, places, hidden, results,
                    gains, options, odds,
                )  # fmt: skip
                for k in range(n):
                    if actions[k] == here.favour:
                        odds[k] = odds[k] * (1.0 - ADVICE) + ADVICE
                    else:
                        odds[k] *= 1.0 - ADVICE
                used = branch(tree, seen, used, node, mover, actions, n, odds, even, at_child)
            action, child = select(tree, node, mover, actions, n, at_child, curiosity)
            if child == 0 and asked:  # an option that is new here: what would the net do?
                redact_into(states, 0, mover, masks, views, 1)
                consult(views[1], mover, actions, n, net, width, features, places, hidden, odds)
                used = branch(tree, seen, used, node, mover, actions, n, odds, even, at_child)
                action, child = select(tree, node, mover, actions, n, at_child, curiosity)
            if child == 0:
                if used + BROOD > tree.shape[0]:
                    break
                used = sprout(tree, seen, used, here, action, mover, 0)
                child = int(here.child)
            node = child
            path[depth] = node
            depth += 1
            apply(state, action, None)
            n = settle(state, None, actions)
            if split and n:  # go on from what the seat sees now
                if used + BROOD > tree.shape[0]:
                    break
                redact_into(states, 0, seat, masks, views, 1)
                used, node = node_seen(tree, seen, used, node, fingerprint(words[1]))
                path[depth] = node
                depth += 1
            if depth >= DEPTH - 1:
                break
        side = NONE
        wait = 0  # decisions before the net that judges is asked
        if playouts and number % playouts == 0:
            wait = ahead or FOREVER
        while n and not judged:  # the playout
            if weighed and wait == 0:
                if not ALL_MAY_WIN or state.seat == seat:
                    side = study(state, features)
                if side != NONE:
                    break
            if HAS_VALUE and not played and loose < 1024:
                break
            wait = max(wait - 1, 0)
            mover = int(state.seat)
            chance = following(chance)
            if loose >= 1024 or below(chance, 1024) < loose:
                chance = following(chance)
                action = int(actions[below(chance, n)])
            else:
                redact_into(states, 0, mover, masks, views, 1)
                if played:
                    consult(views[1], mover, actions, n, net, width, features, places, hidden, odds)
                    action = int(actions[drawn(odds, n, below(chance, 1 << 30))])
                else:
                    action = greedy(views[1], mover, actions, n, below(chance, 1 << 30))
            apply(state, action, None)
            n = settle(state, None, actions)
        if state.over:
            results[:, :] = 0
            result(state, results)
            utility(results, gains)
        elif judged:
            mover = int(state.seat)
            redact_into(states, 0, mover, masks, views, 1)
            stands = consult(views[1], mover, actions, 0, net, width, features, places, hidden, odds)
            share(stands, mover, sides, gains)
        elif side != NONE:
            share(weigh(judge, judge_width, features, places, hidden), side, sides, gains)
        else:
            value(state, gains)
            for other in range(MAX_SEATS):  # a certain win beats any likely one
                gains[other] = WINNING * gains[other] + (1.0 - WINNING) / 2
        tree[ROOT].visits += 1
        tree[ROOT].worth += gains[seat]
        for at in range(depth):
            passed = tree[path[at]]
            passed.visits += 1
            passed.worth += gains[passed.mover]
    return used


@jit
def plant(tree: Any, seen: Any) -> int:
    """A tree with only a root; returns the number of nodes."""
    root = tree[ROOT]  # alone in its brood
    root.worth = 0.0
    root.child = 0
    root.sibling = 0
    root.visits = 0
    root.offered = 0
    root.action = NONE
    root.favour = NONE
    root.mover = NONE
    root.prior = 0
    seen[ROOT] = 0
    return BROOD


@jit
def replant(tree: Any, seen: Any, used: int, known: Any, to_tree: Any, to_seen: Any) -> int:
    """Copy the subtree of a recognised position to another tree; returns the number of nodes.

    Nodes are copied level by level; until a copy is processed, its child is still the old one.
    """
    root = 0
    for node in range(BROOD, used):
        if seen[node] == known and (root == 0 or tree[node].visits > tree[root].visits):
            root = node
    count = plant(to_tree, to_seen)
    if root == 0:
        return count
    to_tree[ROOT] = tree[root]
    to_tree[ROOT].sibling = 0
    to_seen[ROOT] = known
    at = 0
    while at < count:
        child = int(to_tree[at].child)
        to_tree[at].child = 0
        while child:
            to_tree[count] = tree[child]
            to_tree[count].sibling = to_tree[at].child
            to_seen[count] = seen[child]
            to_tree[at].child = count
            count += 1
            child = int(tree[child].sibling)
        while count % BROOD:  # nobody yet
            to_tree[count].child = 0
            to_seen[count] = 0
            count += 1
        at += 1 if at else BROOD
    return count


@jit
def tally(tree: Any, actions: Any, n: int, visits: Any, means: Any) -> None:
    """Sum up the root's children: visits and values of each listed action."""
    at = int(tree[ROOT].child)
    while at:
        child = tree[at]
        for k in range(n):
            if actions[k] == child.action:
                visits[k] += child.visits
                means[k] += child.worth
        at = int(child.sibling)

"""The nodes of a search tree, and how options are added to one."""

from typing import Any

import numpy as np

from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, record

NODE = record(
    [
        ("worth", np.float64),  # sum of results for the mover
        ("child", np.int32),  # the first one, or 0
        ("sibling", np.int32),  # the next one, or 0
        ("visits", np.int32),  # number of times played
        ("offered", np.int32),  # number of times available
        ("action", np.int16),  # the decision that leads here
        ("favour", np.int16),  # greedy's action here; NUM_ACTIONS: not computed
        ("mover", np.int8),  # the seat that decides
        ("prior", np.uint16),  # by a net's policy, out of SHARES; 0: no net was run
    ]
)
ROOT = 0
BROOD = 4  # siblings stored together: two cache lines
EXPLORATION = 1.2  # exploration constant of PUCT
SHARES = 65535  # the priors of all options of a node add up to about this


@jit
def sprout(tree: Any, seen: Any, used: int, here: Any, action: int, mover: int, prior: int) -> int:
    """Add an option to a node as its first child; returns the number of nodes used."""
    child = int(here.child) + 1
    if child % BROOD == 0 or child == 1:  # no room next to the newest one
        child = used
        for _ in range(BROOD):
            seen[used] = 0
            used += 1
    leaf = tree[child]
    leaf.worth = 0.0
    leaf.child = 0
    leaf.sibling = here.child
    leaf.visits = 0
    leaf.offered = 0 if prior else 1  # without a prior it is chosen at once
    leaf.action = action
    leaf.favour = NONE
    leaf.mover = mover
    leaf.prior = prior
    here.child = child
    return used


@jit
def branch(
    tree: Any,
    seen: Any,
    used: int,
    node: int,
    mover: int,
    actions: Any,
    n: int,
    odds: Any,
    even: float,
    at_child: Any,
) -> int:
    """Give a node all options that it lacks, with shares of the first tries: evenly for a part, else by the
    odds. The number of nodes used; without room for all options there are none.
    """
    if used + n + BROOD > tree.shape[0]:
        return used
    here = tree[node]
    at = int(here.child)
    while at:
        if tree[at].mover == mover:
            at_child[tree[at].action] = at
        at = int(tree[at].sibling)
    last = int(here.child)
    for k in range(n):
        prior = max(1, int((even / n + (1.0 - even) * odds[k]) * SHARES))
        if at_child[actions[k]] == 0:
            used = sprout(tree, seen, used, here, int(actions[k]), mover, prior)
        elif tree[at_child[actions[k]]].prior == 0:  # it was tried before the net was asked
            tree[at_child[actions[k]]].prior = prior
    at = last
    while at:
        at_child[tree[at].action] = 0
        at = int(tree[at].sibling)
    return used


@jit
def node_seen(tree: Any, seen: Any, used: int, node: int, view: int) -> tuple[int, int]:
    """The number of nodes used, and the node that follows a decision where the seat sees this, a fingerprint.

    It belongs to no decision, so its mover means nothing.
    """
    at = int(tree[node].child)
    while at and seen[at] != view:
        at = int(tree[at].sibling)
    if at == 0:
        used = sprout(tree, seen, used, tree[node], NONE, 0, 0)
        at = int(tree[node].child)
        seen[at] = view
    return used, at

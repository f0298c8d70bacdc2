"""mcts: information-set Monte Carlo tree search over worlds consistent with the seat's view
(search_loops.py).
"""

from __future__ import annotations

import logging
import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fattorino.bots import builder
from fattorino.bots.builder import HARDER, Builder
from fattorino.bots.greedy import Greedy
from fattorino.bots.net import Net, fitting, flat, learned, nets_of
from fattorino.bots.tree import BROOD, EXPLORATION, NODE
from fattorino.kernel.errors import NoWorld
from fattorino.kernel.game import Game, bind
from fattorino.kernel.parts import Part
from fattorino.kernel.records import NONE, Ints
from fattorino.kernel.rng import one_of, small_seed

log = logging.getLogger("fattorino.bots")

SLICE = 16  # simulations before the clock is first checked
OFTEN = 0.002  # seconds between checks of the clock
KEPT_NODES = 1 << 15  # of each tree, between the decisions of a bot that rests: 1.6 MB
FEWEST_NODES, MOST_NODES = 1 << 18, 1 << 21  # room in a tree: at first, and after seconds of fast search
CACHE_LINE = 64  # bytes
EXPLORATION_JUDGED = 0.2  # exploration constant with a second net that judges: its values hardly scatter
EXPLORATION_FORESEEN = 0.5  # and with a net that judges the position after each option
EXPLORATION_MIXED = 0.5  # and with one that judges some simulations while others are played to the end
EXPLORATION_LATER = 0.3  # or judges the others later
EVEN = 0.2  # share of a net's prior spread evenly, so that every action is tried
GLANCE = 1000  # simulations of `net` in a game whose net only judges
WORLDS = 512  # imagined once per decision and reused in turn
# a net says what to try first: and judges, nothing more, plays playouts, has another net judge
JUDGED, ADVISED, PLAYED, WEIGHED = 1, 2, 3, 4
# what wins most: docs/bots.md
EXPERTS: dict[str, dict[str, Any]] = {
    "ghost_town": {"net": WEIGHED, "split": 96, "uses": 32, "worlds": 4096, "curiosity": 0.5},
    "new_york": {"net": WEIGHED, "playouts": 2, "ahead": 80},
    "papa_paolo": {"net": JUDGED},
    "pizza_city": {"net": JUDGED},
}


@cache
def loops(game: Game) -> ModuleType:
    """The game's own copy of the search."""
    return bind(game, Path(__file__).with_name("search_loops.py"))


def _no_net() -> NDArray[np.float32]:
    return np.zeros(0, np.float32)


@dataclass(frozen=True)
class Nets:
    """The nets of a search: one that chooses, one that judges, both or none."""

    sides: NDArray[np.int8]  # of each seat the game can have
    chooser: NDArray[np.float32] = field(default_factory=_no_net)
    use: int = ADVISED
    width: int = 1
    judge: NDArray[np.float32] = field(default_factory=_no_net)
    judge_width: int = 1
    curiosity: float = EXPLORATION


@dataclass(frozen=True)
class Thought:
    """The result of a search: visits and mean value (0 to 1) of each action."""

    visits: Ints
    means: NDArray[Any]
    simulations: int
    full: bool  # whether a tree had no room for more positions

    @property
    def best(self) -> int:
        """The index of the most visited action."""
        return int(np.lexsort((self.means, self.visits))[-1])


def _nodes(number: int) -> tuple[NDArray[Any], Ints]:
    """Room for nodes and the fingerprints of what is seen there, aligned to cache lines."""
    size = number * NODE.itemsize
    room = np.zeros(size + CACHE_LINE, np.uint8)
    start = -room.ctypes.data % CACHE_LINE
    return room[start : start + size].view(NODE), np.zeros(number, np.uint64)


class Tree:
    """One search tree with its scratch memory, for one thread."""

    def __init__(
        self,
        game: Game,
        worlds: int,
        loose: int,
        width: int,
        split: int,
        uses: int,
        playouts: int,
        ahead: int,
    ) -> None:
        self.game = game
        self.loose = loose
        self._loops = loops(game)
        self._views = np.zeros(2, game.state)
        self._words = self._views.view(np.uint64).reshape(2, -1)
        self._worlds = np.zeros(worlds, game.state)
        self._states = np.zeros(2, game.state)
        self._actions = np.zeros(game.num_actions, np.int16)
        self._options = np.zeros(game.num_actions, np.int16)
        self._at_child = np.zeros(game.num_actions, np.int32)
        self._path = np.zeros(self._loops.DEPTH, np.int32)
        self._results = np.zeros((game.max_seats, 3), np.int32)
        self._gains = np.zeros(game.max_seats, np.float64)
        given = max(game.num_features, game.num_studied)
        self._features = np.zeros(given, np.float32)
        self._places = np.zeros(max(given, width), np.int32)
        self._hidden = np.zeros((3, width), np.float32)
        self._odds = np.zeros(game.num_actions, np.float64)
        self._nodes = _nodes(0)
        self._spare: tuple[NDArray[Any], Ints] | None = None
        self._used = 0
        self.split, self.uses, self.playouts, self.ahead = split, uses, playouts, ahead

    @property
    def left(self) -> Any:
        """What `imagine` left behind where it gave up."""
        return self._worlds[0]

    @property
    def full(self) -> bool:
        """Whether a position with all its options may not fit any more."""
        return self._used + self.game.num_actions + BROOD > MOST_NODES

    def look(self, view: Any) -> None:
        """Start from a view: from its subtree if it is in the tree, else from scratch."""
        self._views[0] = view
        known = np.uint64(self._loops.fingerprint(self._words[0]))
        before, used = self._nodes, self._used
        if used <= FEWEST_NODES:  # what is kept fits into the spare nodes
            self._nodes = self._spare or _nodes(FEWEST_NODES)
            self._spare = before if len(before[0]) == FEWEST_NODES else None
        else:
            self._nodes = _nodes(len(before[0]))
        plant, replant = self._loops.plant, self._loops.replant
        self._used = replant(*before, used, known, *self._nodes) if used else plant(*self._nodes)

    def rest(self) -> None:
        """Keep a tree that is not too large, and no room besides."""
        self._used = self._used if self._used <= KEPT_NODES else 0
        tree, seen = self._nodes
        self._nodes, self._spare = (tree[: self._used].copy(), seen[: self._used].copy()), None

    def _make_room(self) -> None:
        """Double a tree that is half full."""
        before, size = self._nodes, len(self._nodes[0])
        if self._used > size // 2 and size < MOST_NODES:
            self._nodes = _nodes(2 * size)
            for old, new in zip(before, self._nodes, strict=True):
                new[: self._used] = old[: self._used]

    def grow(self, seat: int, seed: int, simulations: int | None, deadline: float, nets: Nets) -> int:
        """Simulate until the number is reached or the time is up; returns the number of simulations run."""
        done, stretch, before = 0, SLICE, time.perf_counter()
        while simulations is None or done < simulations:
            more = stretch if simulations is None else min(stretch, simulations - done)
            self._used = self._loops.think(
                self._views, self._words, seat, self.game.masks, seed, self.loose,
                done, done + more, self._worlds, self._states, self._actions, self._options, self._at_child,
                self._path, self._results, self._gains, *self._nodes, self._used, nets.chooser, nets.use,
                nets.width, nets.judge, nets.judge_width, nets.sides, self._features,
                self._places, self._hidden, self._odds, nets.curiosity, EVEN, self.split, self.uses,
                self.playouts, self.ahead,
            )  # fmt: skip
            if not self._used:
                break
            self._make_room()
            done += more
            now = time.perf_counter()
            if now > deadline:
                break
            if now - before < OFTEN:
                stretch *= 2
            before = now
        return done

    def add_to(self, actions: Ints, visits: Ints, means: NDArray[Any]) -> None:
        """Add the visits and values of each action."""
        tree, _seen = self._nodes
        self._loops.tally(tree, actions, len(actions), visits, means)


class Mcts:
    """Searches for a number of simulations or seconds; with noise it sometimes plays a worse action.

    With `net=1` a net's policy guides the search and its value evaluates positions; with `net=2` playouts by
    `greedy` do, with `net=3` playouts by the net, with `net=4` another net at the end of a short playout;
    with `playouts=2` every second of these is played on for `ahead` decisions, or to the end.
    """

    name = "mcts"

    def __init__(
        self,
        game: Game,
        simulations: int = 0,
        seconds: float = 1.0,
        threads: int = 1,
        noise: float = 0.0,
        worlds: int = WORLDS,
        random: float = 1 / 16,
        town: int = HARDER,
        net: int = 0,
        path: Path | None = None,
        split: int = 0,
        uses: int = 1,
        playouts: int = 0,
        ahead: int = 0,
        curiosity: float = 0.0,
    ) -> None:
        self.game = game
        self._curiosity, self._playouts, self._ahead = curiosity, playouts, ahead
        self.simulations = simulations
        self.seconds = seconds
        self.noise = noise
        self._threads = threads or os.cpu_count() or 1
        self.town = town
        self._builder = Builder(game, town)
        self._net = net
        self._nets = nets_of(game, path) if net else []
        self._fitting: Nets | None = None  # those for the table it sits at
        width = max((net.width for net in self._nets), default=1)
        loose = round(1024 * random)
        self._trees = [
            Tree(game, worlds, loose, width, split, uses, playouts, ahead) for _ in range(self._threads)
        ]

    def think(self, view: Any, seat: int, actions: Ints, seed: int) -> Thought:
        """Search from a view; returns visits and values of each action."""
        seed = small_seed(seed)
        deadline = np.inf if self.simulations else time.perf_counter() + self.seconds
        shares = [
            (self.simulations * (k + 1)) // self._threads - (self.simulations * k) // self._threads
            for k in range(self._threads)
        ]

        nets = self._fitting = self._fitting or self._nets_for(view)

        def grow(number: int) -> int:
            tree = self._trees[number]
            tree.look(view)
            share = shares[number] if self.simulations else None
            return tree.grow(seat, seed * 64 + number * 1_000_003, share, float(deadline), nets)

        if self._threads == 1:
            done = grow(0)
        else:
            with ThreadPoolExecutor(self._threads) as pool:
                done = sum(pool.map(grow, range(self._threads)))
        if not done:
            raise self.game.no_world(view, seat, self._trees[0].left)
        visits = np.zeros(len(actions), np.int64)
        means = np.zeros(len(actions), np.float64)
        for tree in self._trees:
            tree.add_to(actions, visits, means)
        full = any(tree.full for tree in self._trees)
        return Thought(visits, means / np.maximum(visits, 1), done, full)

    def _nets_for(self, view: Any) -> Nets:
        """The nets that were trained for a table like this, if there are any."""
        sides = np.full(self.game.max_seats, NONE, np.int8)
        chooser = fitting(self._nets, view)
        judge = None
        if self._net == WEIGHED or self.game.value is not None:  # otherwise a playout or the chooser judges
            judge = fitting(self._nets, view, chooses=False)
        if (net := chooser or judge) is None:
            return Nets(sides)
        sides[:] = net.sides
        nets = Nets(sides, use=self._net)
        if chooser:
            nets = replace(nets, chooser=flat(self.game, chooser), width=chooser.width)
        if judge:
            curiosity = EXPLORATION_FORESEEN
            if chooser:
                played = EXPLORATION_LATER if self._ahead else EXPLORATION_MIXED
                curiosity = played if self._playouts else EXPLORATION_JUDGED
            nets = replace(nets, judge=flat(self.game, judge), judge_width=judge.width, curiosity=curiosity)
        return replace(nets, curiosity=self._curiosity or nets.curiosity)

    def choose(self, view: Any, seat: int, actions: Ints, seed: int) -> int:
        """The most visited action; with noise, sometimes one drawn in proportion to its visits.

        Where no world is found that agrees with the view there is nothing to search in, and greedy's action
        is taken, with a line in the log.
        """
        seed = small_seed(seed)
        if (laid := self._builder.choose(view, seat, actions, seed)) is not None:
            return laid
        try:
            thought = self.think(view, seat, actions, seed)
        except NoWorld as error:
            log.warning("%s plays like greedy: %s", self.name, error)
            return Greedy(self.game).choose(view, seat, actions, seed)
        if one_of(1000, seed) < 1000 * self.noise:
            weights = thought.visits + 1
            pick = one_of(int(weights.sum()), seed + 1)
            return int(actions[int(np.searchsorted(np.cumsum(weights), pick, side="right"))])
        return int(actions[thought.best])

    def rest(self) -> None:
        """Give memory back until the next decision."""
        for tree in self._trees:
            tree.rest()


class Glance(Mcts):
    """What `net` is in a game whose net judges positions and chooses nothing: a short search with it."""

    name = "net"

    def __init__(self, game: Game, path: Path | None = None) -> None:
        super().__init__(game, simulations=GLANCE, net=JUDGED, path=path)


def net_for(game: Game, path: Path | None = None) -> Net | Glance:
    """The bot `net`: a net that chooses, or a short search with one that judges."""
    return Net(game, path) if learned(game, path)[0].chooses else Glance(game, path)


class Expert(Mcts):
    """Searches with what a net learned, in the way that is better in its game."""

    def __init__(self, game: Game, net: int = 0, **settings: Any) -> None:
        usual = {"net": net} if net else EXPERTS.get(game.name, {"net": JUDGED})
        super().__init__(game, **(usual | settings))


def _exercise(game: Game) -> None:
    """Run greedy and a short search."""
    match = game.new(seed=1)
    seat, legal = match.to_move, match.legal()
    assert seat is not None
    view = match.view(seat)
    game.greedy(view, seat, legal, len(legal), 1)
    match.imagine(seat)
    bot = Mcts(game, simulations=1, worlds=1)
    for seed in range(2):  # the second time the tree is reused
        bot.think(view, seat, legal, seed)
    if game.draft_view is not None:
        Builder(game, drafts=1, trials=1).draft(view, seat, 1)


def _loops(game: Game) -> list[ModuleType]:
    return [loops(game), *([builder.loops(game)] if game.draft_view is not None else [])]


BOTS = Part("bots", _loops, _exercise)

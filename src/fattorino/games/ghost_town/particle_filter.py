"""What the reports revealed: how many towns remained possible, and where pizzas, houses and walls could be.

Every report is public, so all deliverers know the same about the town, each relative to their own position.
The number of all towns is estimated by Knuth's method for trees: build random towns and multiply the numbers
of squares each tile could have had. Then a particle filter follows the record: the share of particles (towns)
that predict the next report estimates how many towns remain; they are resampled to the full number, and each
is moved by a Markov chain to another town that agrees with all reports so far.
"""

import base64
import math
import random
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fattorino.games.ghost_town import state as s
from fattorino.games.ghost_town.belief import imagine, resample
from fattorino.games.ghost_town.disagreement import disagreement
from fattorino.games.ghost_town.rules import legal
from fattorino.games.ghost_town.town import as_far, clear_town, count_of, lay, tile_to_place, tiles_in_all
from fattorino.games.ghost_town.view import show_record
from fattorino.games.ghost_town.walk import Walk, walk_of
from fattorino.kernel.errors import NoWorld
from fattorino.kernel.records import HIDDEN, NONE, hidden, namespace

FEWEST, MOST = 48, 384  # particles
BUILT = 200  # towns built to estimate how many there are
ENOUGH = 12  # particles that must predict a report for their share to be reliable
MAX_TRIES = 6  # per particle, for a report that hardly any of them predicts
LEAST_KEPT = 16  # towns searched from scratch if hardly any particle is left
FAR = 1 << 20
TRUE = 128  # added to a percentage at the true position
LAYERS = ("pizza", "house", "wall")
SINGLE = (s.Tile.START, s.Tile.BOX, s.Tile.SIGNBOARD, s.Tile.TELEPORT)  # each with a face of its own
POSITIONS = ("start_at", "box_at", "sign_at", "teleport_at")
Tell = Callable[[float], None]


def study(views: Mapping[int, Sequence[Any]], seconds: float, seed: int, tell: Tell) -> dict[str, Any]:
    """Towns left, the information in each report, and three maps per deliverer and report."""
    last = views[0][-1]
    seats, lines = list(range(int(last.n))), int(last.n_records)
    began = time.process_time()
    until = began + seconds
    towns, off = count_towns(so_far(last, 0), seed)
    found: dict[str, Any] = {
        "seats": seats,
        "moves": [move_of(views[0], line) for line in range(lines + 1)],
        "towns": [math.log2(towns)],
        "bits": [0.0],
        "least": [],  # steps that revealed at least so much: no particle predicted them
        "off": [off],
        "maps": {str(seat): [] for seat in seats},
    }
    particles = Particles(so_far(last, 0), MOST if seconds else FEWEST, seed)
    found |= {"worlds": [], "built": BUILT}
    truth = true_town(last)
    for line in range(lines + 1):
        if line:
            share, spread = particles.update(so_far(last, line))
            each = (time.process_time() - began) / sum(found["worlds"])
            spare = (until - time.process_time()) / (lines + 1 - line)
            particles.size = max(FEWEST, min(MOST, int(spare / max(each, 1e-6))))
            found["bits"].append(round(math.log2(1 / share), 2))
            found["towns"].append(found["towns"][-1] + math.log2(share))
            found["least"] += [line] if particles.surprised else []
            found["off"].append(math.hypot(found["off"][-1], spread))
        found["worlds"].append(len(particles.worlds))
        heard = so_far(last, line)
        if truth is not None:
            disagreement(heard, truth[0], line, FAR)
        for seat in seats:
            found["maps"][str(seat)].append(drawn(particles.worlds, truth, namespace(heard), seat))
        found["towns"][-1] = max(found["towns"][-1], math.log2(distinct(particles.worlds)))
        tell((line + 1) / (lines + 1))
    for name in ("towns", "off"):
        found[name] = [round(value, 2) for value in found[name]]
    return found


def so_far(view: Any, lines: int) -> Any:
    """The record up to a line, without cards: what everybody knows about the town."""
    heard = hidden(s.STATE)[0]
    copy_known(view, heard)
    heard.n_records = lines
    heard.phase = s.Phase.ACT
    heard.over = 0
    heard.batches = 0
    return heard


def copy_known(of: Any, to: Any) -> None:
    """Copy what everybody knows from one record to another."""
    s.FIELDS.copy_public(of, to)
    show_record(of, to)


def move_of(views: Sequence[Any], line: int) -> int:
    """The move after which the record had this many lines."""
    return next(move for move, view in enumerate(views) if view.n_records >= line)


def distinct(worlds: NDArray[Any]) -> int:
    """The number of distinct towns."""
    return len({b"".join(world[name].tobytes() for name in ("built", *POSITIONS)) for world in worlds})


def true_town(view: Any) -> NDArray[Any] | None:
    """The town as it was built, if the view shows it."""
    if view.built[0] == HIDDEN:
        return None
    truth = np.zeros(1, s.STATE)
    copy_known(view, truth[0])
    for name in ("built", *POSITIONS):
        truth[name][0] = view[name]
    return truth


# -- how many towns there are ----------------------------------------------------------------------------


def count_towns(heard: Any, seed: int, built: int = BUILT) -> tuple[float, float]:
    """The estimated number of towns and its standard error, in bits."""
    chance = random.Random(seed)
    ways = np.array([ways_of_one(heard, tiles_in_all(heard), chance) for _ in range(built)])
    alike = math.prod(math.factorial(count_of(heard, tile)) for tile, _row in s.TILES if tile not in SINGLE)
    off = float(ways.std() / ways.mean() / math.sqrt(built) / math.log(2))
    return float(ways.mean()) / alike, off


def ways_of_one(heard: Any, tiles: int, chance: random.Random) -> float:
    """Build a random town; returns the product of the numbers of squares each tile could have had."""
    state = np.zeros(1, s.STATE)[0]
    actions = np.zeros(s.NUM_ACTIONS, np.int16)
    copy_known(heard, state)
    clear_town(state)
    state.phase = s.Phase.BUILD
    ways = 1.0
    for step in range(tiles):
        tile, face = tile_to_place(state, step)
        far = as_far(state, tile, face)
        squares = [int(action) - s.SQUARE for action in actions[: legal(state, actions)]]
        squares = [square for square in squares if s.has(far, square)]
        if not squares:
            return 0.0
        ways *= len(squares)
        lay(state, tile, face, chance.choice(squares))
    return ways


# -- the particle filter ---------------------------------------------------------------------------------


class Particles:
    """Towns that agree with all reports so far, equally likely."""

    def __init__(self, heard: Any, size: int, seed: int) -> None:
        self.surprised = False  # whether none of them predicted the last report
        self._heard = heard
        self._seeds = random.Random(seed)
        self.size = size  # how many to keep
        self.worlds = np.concatenate([self._searched(heard) for _ in range(size)])

    def update(self, heard: Any) -> tuple[float, float]:
        """Keep the particles that predict a report, and resample to the full number.

        Returns their share and its standard error, in bits.
        """
        size, tried = len(self.worlds), 0
        kept: list[NDArray[Any]] = []
        while tried < size or (len(kept) < ENOUGH and tried < MAX_TRIES * size):
            if tried >= size:
                self._move(tried % size)
            world = self.worlds[tried % size : tried % size + 1].copy()
            if disagreement(heard, world[0], int(heard.n_records), 0)[0] == 0:
                kept.append(world)
            tried += 1
        self.surprised = not kept
        fits = max(len(kept), 0.5)
        while len(kept) < LEAST_KEPT:
            try:
                kept.append(self._searched(heard))
            except NoWorld:
                if not kept:
                    raise
                break  # there are some towns, if fewer
        self._heard = heard
        self._seeds.shuffle(kept)
        self.worlds = np.concatenate([kept[at % len(kept)] for at in range(self.size)])
        if len(kept) != tried or tried != self.size:  # otherwise nothing was learned and nothing has to move
            for at in range(self.size):
                self._move(at)
        return fits / tried, math.sqrt((1 - fits / tried) / fits) / math.log(2)

    def _searched(self, heard: Any) -> NDArray[Any]:
        world = np.zeros(1, s.STATE)
        s.FIELDS.copy_public(heard, world[0])
        if not imagine(heard, NONE, self._seeds.getrandbits(31), world[0]):
            line = int(world[0].n_records) + 1
            raise NoWorld(f"no town was found that agrees with the reports: line {line} never matched")
        return world

    def _move(self, at: int) -> None:
        """Move a particle to another town; if that fails, it stays."""
        before = self.worlds[at].copy()
        s.FIELDS.copy_public(self._heard, self.worlds[at])
        if not resample(self._heard, NONE, self._seeds.getrandbits(31), self.worlds[at]):
            self.worlds[at] = before


# -- maps --------------------------------------------------------------------------------------------------


def begins_at(worlds: NDArray[Any], view: Any, seat: int, walk: Walk) -> NDArray[Any]:
    """The square of each town on which a deliverer's current sheet begins."""
    if walk.at == 0:
        return np.asarray(worlds["start_at"][:, seat], np.int64)
    acted = [line for line in range(view.n_records) if view.by[line] == seat and view.action[line] != NONE]
    return np.asarray(worlds["path"][:, acted[walk.sheet.turn - 1]], np.int64)


def drawn(worlds: NDArray[Any], truth: NDArray[Any] | None, view: Any, seat: int) -> dict[str, str]:
    """Three maps over a deliverer's sheet: a percentage per square, and a mark at the true position."""
    walk = walk_of(view, seat)
    shares = layers(worlds, view, seat, walk)
    true = layers(truth, view, seat, walk) if truth is not None else {}
    maps = {}
    for name, share in shares.items():
        percent = np.clip(np.rint(100 * share), share > 0, 100 - (share < 1)).astype(np.uint8)
        marks = TRUE * (true[name] > 0).astype(np.uint8) if true else 0
        maps[name] = base64.b64encode((percent + marks).astype(np.uint8).tobytes()).decode()
    return maps


def layers(worlds: NDArray[Any], view: Any, seat: int, walk: Walk) -> dict[str, NDArray[Any]]:
    """The shares of towns with a pizza, a house (now or later), and a wall or the edge, by square."""
    reach = walk.sheet.reach
    side, count = 2 * reach + 1, len(worlds)
    origin = begins_at(worlds, view, seat, walk)
    across, down = np.meshgrid(np.arange(side) - reach, np.arange(side) - reach)
    columns = origin[:, None, None] % s.WIDTH + across
    rows = origin[:, None, None] // s.WIDTH + down
    inside = (columns >= 0) & (columns < s.WIDTH) & (rows >= 0) & (rows < s.WIDTH)
    square = np.where(inside, rows * s.WIDTH + columns, NONE)
    pizza = np.zeros((count, side, side), bool)
    house = np.zeros((count, side, side), bool)
    for icon in range(len(s.ICONS)):
        if view.in_play[icon]:
            lies = worlds["pizza"][:, icon, None, None] > 0
            pizza |= inside & lies & (square == worlds["box_at"][:, icon, None, None])
            house |= inside & (square == worlds["sign_at"][:, icon, None, None])
    tile = np.take_along_axis(worlds["built"], np.maximum(square, 0).reshape(count, -1), axis=1)
    wall = ~inside | (tile.reshape(square.shape) == s.Tile.WALL)
    return {"pizza": pizza.mean(axis=0), "house": house.mean(axis=0), "wall": wall.mean(axis=0)}


def unpacked(text: str) -> tuple[NDArray[Any], NDArray[Any]]:
    """A map as percentages, with the true positions marked."""
    cells = np.frombuffer(base64.b64decode(text), np.uint8)
    side = math.isqrt(len(cells))
    square = cells.reshape(side, side)
    return square % TRUE, square >= TRUE

"""Trial games with changed components: a number the rules cannot handle is an error and not a wrong result.

They are played interpreted, where a number that does not fit its field is an error, and in a process of their
own, since some changes make a game run in circles.
"""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from fattorino.kernel import components, faults
from fattorino.kernel.components import Overlay, keys_of
from fattorino.kernel.errors import BadComponents, BadOption
from fattorino.kernel.game import Game
from fattorino.kernel.match import Match
from fattorino.kernel.rng import one_of
from fattorino.kernel.tables import read_table

SECONDS = 5.0  # of play
GAMES = 20  # with each settings, if there is time
SHORT = 20  # moves of the first games, whatever time they take
PROCESSOR = 60  # seconds of computing for everything
LIMIT = 240  # seconds for everything, on a slow machine
OUT_OF_BOUNDS = re.compile(r"integer (-?\d+) out of bounds for (u?int\d+)")


class Watched(dict[str, Any]):
    """A dictionary that records which of its keys are read."""

    def __init__(self, table: dict[str, Any], path: str, read: set[str]) -> None:
        self.path, self.read = path, read
        super().__init__({key: watched(value, f"{path}{key}", read) for key, value in table.items()})

    def __getitem__(self, key: str) -> Any:
        self.read.add(f"{self.path}{key}")
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        return self[key] if key in self else default  # noqa: SIM401

    def values(self) -> Any:
        return [self[key] for key in self]

    def items(self) -> Any:
        return [(key, self[key]) for key in self]


def watched(value: Any, path: str, read: set[str]) -> Any:
    """A value whose dictionaries record which keys are read."""
    if isinstance(value, dict):
        return Watched(value, f"{path}." if path else "", read)
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [watched(entry, f"{path}.{key}", read) for key, entry in keys_of(value).items()]
    return value


def try_in_a_process(folder: Path, overlay: Overlay) -> None:
    """Play a few games with a copy of a game; raises with one sentence if something is wrong."""
    code = f"from fattorino.games import trial; trial.try_out({str(folder)!r}, {SECONDS})"
    paths = os.pathsep.join(path for path in sys.path if path)
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths}
    endless = f"{overlay.source}: a game with {overlay.told()} never begins, or never ends"
    try:
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True, text=True, env=environment, timeout=LIMIT, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise BadComponents(endless) from None
    last = (done.stdout.strip().splitlines() or [""])[-1]
    if not last.startswith("{"):
        raise BadComponents(endless if done.returncode < 0 else done.stderr.strip()[-300:])
    if wrong := json.loads(last)["wrong"]:
        raise BadComponents(f"{overlay.source}: {wrong}")


def try_out(folder: str, seconds: float) -> None:
    """Import a copy and play it for some seconds; print what is wrong, as JSON."""
    from fattorino.games.overlay import load_folder
    from fattorino.kernel import game as kernel_game

    limit_processor_time()
    home, read = Path(folder), set[str]()
    overlay = components.read_overlay(home)
    vars(kernel_game)["read_components"] = lambda where: watched(components.read(where), "", read)
    try:
        game = load_folder(home)
        unread = [path for path in overlay.changes if path not in read]
        if unread:
            wrong = f"the rules do not read {', '.join(unread)}: changing it would change nothing"
        elif wrong := play_some(game, seconds):
            wrong = f"with {overlay.told()} {wrong}"
    except Exception as error:
        what = too_large(error) or faults.sentence(home, error)
        wrong = f"the rules cannot be played with {overlay.told()}: {what}"
    print(json.dumps({"wrong": wrong}))


def limit_processor_time() -> None:
    """End this process if it computes for too long."""
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR, PROCESSOR))


def too_large(error: Exception) -> str:
    """Words about a number that does not fit where the rules keep it, or '' for another error."""
    found = OUT_OF_BOUNDS.search(str(error))
    if found is None or not isinstance(error, OverflowError):
        return ""
    bounds = np.iinfo(found[2])
    return f"a number becomes {found[1]}, and there is room for {bounds.min} to {bounds.max}"


def play_some(game: Game, seconds: float) -> str:
    """Random games with every settings, each for its share of some seconds; returns what is wrong, or ''."""
    start, tables = time.monotonic(), list(settings(game))
    for seed in range(1, GAMES + 1):
        for number, given in enumerate(tables, 1):
            share = number / len(tables) if seed == 1 else 1
            match = game.new(seed=seed, **given)
            if wrong := play_one(match, start + share * seconds, SHORT if seed == 1 else 0):
                return wrong
            look_at(match)
        if time.monotonic() > start + seconds:
            break
    return ""


def play_one(match: Match, end: float, least: int) -> str:
    """A random game until a point in time, but at least so many moves; returns what is wrong, or ''."""
    game, counts = match.game, np.zeros((2, match.game.num_counts), np.int64)
    game.conserve(match.state[0], counts[0])
    while not match.over and (match.move < least or time.monotonic() < end):
        legal = match.legal()
        if not len(legal):
            return f"a player is left without any choice (move {match.move} of a game)"
        match.play(int(legal[one_of(len(legal), (match.seed or 0) * 4096 + match.move)]))
        game.conserve(match.state[0], counts[1])
        if (counts[0] != counts[1]).any():
            return f"components are lost or made out of nothing (move {match.move} of a game)"
        if match.move > game.max_decisions:
            return f"a game has more than {game.max_decisions} decisions"
    return ""


def settings(game: Game) -> Iterator[dict[str, Any]]:
    """Every number of seats, as printed and with everything that an option brings into play."""
    path = game.folder / "presets.toml"
    everything = read_table(path)["everything"] if path.exists() else {}
    for seats in game.seats:
        yield game.settings(seats)
    for seats in game.seats if everything else ():
        try:
            yield game.settings(seats, **everything)
        except BadOption:  # not with so many
            continue


def look_at(match: Match) -> None:
    """All that people read of a game: its words name components, too."""
    for seat in (None, *range(match.seats)):
        match.log(seat)
        match.text(seat)
        match.prompt(seat)

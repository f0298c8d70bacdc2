"""A game is compiled in parts: for tables, then for bots, then for the arena.

A part is compiled by exercising it once. An index file lists what was compiled; it marks the part as
complete, and a process that interprets the game loads the part from it, function by function.
"""

import pickle
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from fattorino.kernel import native
from fattorino.kernel.cache import content, find, read, write
from fattorino.kernel.content import fingerprint, is_rule
from fattorino.kernel.errors import FattorinoError
from fattorino.kernel.game import CONTRACT, Game
from fattorino.kernel.jit import HAS_NUMBA, INTERPRETED, WHY_INTERPRETED, promote, speed

HEAVY = 0.0001  # seconds per interpreted call above which a rule is compiled for pages


@dataclass(frozen=True)
class Part:
    """A part of a game's compiled code: its name, its loops, and a function that exercises them."""

    name: str
    loops: Callable[[Game], Iterable[ModuleType]]
    exercise: Callable[[Game], object]


def _table(game: Game) -> None:
    """Exercise what a table does: moves, views, refusals, results, pictures and texts."""
    match = game.new(seed=1)
    match.why_not(0)
    match.digest()
    _scores = match.scores
    for step in range(12):
        if match.over:
            break
        match.watched()
        legal = match.legal()
        for viewer in (match.to_move, None):
            match.prompt(viewer)
            match.text(viewer)
            if game.draw is not None and step % 4 == 0:
                match.svg(viewer)
        for action in legal[:8]:
            match.label(int(action))
            match.target(int(action))
        match.play(int(legal[step * 7 % len(legal)]))
    game.legal(match.state[0], match._legal)
    for rule in speed(game.folder).rules:
        rule.compile_if_heavy(HEAVY)


TABLE = Part("table", lambda game: [game.loops], _table)


def rules_of(game: Game, part: Part) -> list[Any]:
    """The rules whose content determines whether a compiled part is up to date."""
    loops = [rule for module in part.loops(game) for rule in vars(module).values() if is_rule(rule)]
    return [getattr(game, name) for name in CONTRACT] + [game.value, game.study, game.resample, *loops]


def listing(game: Game, part: Part) -> str:
    """The file name of a part's index."""
    return f"{part.name}-{content(*rules_of(game, part))}.part"


def is_ready(game: Game, part: Part = TABLE) -> bool:
    """Whether a part is in the wheel or the cache, complete."""
    if INTERPRETED or is_shipped(game, part):
        return True
    return HAS_NUMBA and find(game.folder.name, listing(game, part)) is not None


def is_shipped(game: Game, part: Part) -> bool:
    """Whether the wheel's library has this part of this very game."""
    made, _functions = native.part(game.folder.name, part.name)
    return made != "" and made == fingerprint(*rules_of(game, part))


def compile_part(game: Game, part: Part) -> float:
    """Compile a part into the cache; returns the seconds of CPU time."""
    if not HAS_NUMBA:
        raise FattorinoError(WHY_INTERPRETED)
    start = time.process_time()
    rules = speed(game.folder).rules
    before = {(id(rule), types) for rule in rules for types in rule.overloads}
    part.exercise(game)
    made = [
        (rule.__module__, rule.__name__, types)
        for rule in rules
        for types in rule.overloads
        if (id(rule), types) not in before
    ]
    write(game.folder.name, listing(game, part), pickle.dumps(made))
    return time.process_time() - start


def load_part(game: Game, part: Part) -> Iterator[str]:
    """Load a part from the wheel or the cache; yields the name of each loaded function."""
    if is_shipped(game, part):
        for module, name in native.part(game.folder.name, part.name)[1]:
            promote(getattr(sys.modules.get(module), name, None))
            yield name
        return
    if not HAS_NUMBA:
        return
    file = find(game.folder.name, listing(game, part))
    if file is None:
        return
    for module, name, types in read(file, list) or []:
        rule: Any = getattr(sys.modules.get(module), name, None)
        if is_rule(rule) and rule.fetch(types):
            promote(rule)
            yield name
        elif rule is None and module in sys.modules:  # it has moved: have the part listed anew
            file.unlink(missing_ok=True)


def go_over(game: Game) -> bool:
    """Run a game compiled from now on if the table part is in the cache, else interpreted."""
    ready = is_ready(game)
    if ready:
        for _name in load_part(game, TABLE):
            pass
        speed(game.folder).load()
    else:
        speed(game.folder).interpret()
    return ready

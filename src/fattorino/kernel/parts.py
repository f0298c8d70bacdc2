"""A game is compiled in parts: for tables, then for bots, then for the arena.

A part is compiled by exercising it once, by one process at a time. An index file lists what was compiled; a
process that interprets the game loads the part from it, function by function. A part of which anything is
missing is compiled again, and its index replaced: a process that cannot read something deletes nothing.
"""

import logging
import pickle
import sys
import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from fattorino.kernel import native
from fattorino.kernel.cache import alone, content, find, read, write
from fattorino.kernel.content import fingerprint, is_rule
from fattorino.kernel.errors import FattorinoError
from fattorino.kernel.game import CONTRACT, Game
from fattorino.kernel.jit import HAS_NUMBA, INTERPRETED, WHY_INTERPRETED, promote, speed

log = logging.getLogger("fattorino.cache")

Compiled = tuple[str, str, tuple[Any, ...]]

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


def ensure_part(game: Game, part: Part) -> float:
    """Compile what is missing of a part, unless another process does; returns the seconds of CPU time."""
    before = _compiled(game)
    if not load_part(game, part):
        return 0.0
    with alone(game.folder.name):
        return compile_part(game, part, before) if load_part(game, part) else 0.0


def compile_part(game: Game, part: Part, before: Collection[Compiled] = ()) -> float:
    """Compile a part into the cache, without what was there `before`; returns the seconds of CPU time."""
    if not HAS_NUMBA:
        raise FattorinoError(WHY_INTERPRETED)
    start, before = time.process_time(), before or _compiled(game)
    part.exercise(game)
    made = [each for each in _compiled(game) if each not in before]
    write(game.folder.name, listing(game, part), pickle.dumps(made))
    return time.process_time() - start


def _compiled(game: Game) -> list[Compiled]:
    """What is compiled of a game: module and name of each function, and the types of its arguments.

    Functions that are not found by their name, such as lambdas, are compiled again where they are needed.
    """
    return [
        (rule.__module__, rule.__name__, types)
        for rule in speed(game.folder).rules
        if _rule(rule.__module__, rule.__name__) is rule
        for types in rule.overloads
    ]


def load_part(game: Game, part: Part) -> list[str]:
    """Load a part from the wheel or the cache, as far as it is there; returns what is missing."""
    if INTERPRETED:
        return []
    if is_shipped(game, part):
        for module, name in native.part(game.folder.name, part.name)[1]:
            promote(_rule(module, name))
        return []
    file = find(game.folder.name, listing(game, part)) if HAS_NUMBA else None
    made = None if file is None else read(file, list)
    if made is None:
        return [part.name]
    missing = []
    for module, name, types in made:
        rule = _rule(module, name)
        if is_rule(rule) and rule.fetch(types):
            promote(rule)
        elif module in sys.modules:  # its file is damaged, or it has moved to another module
            missing.append(f"{module}.{name}")
    if missing:
        log.warning("compiled code of %s is missing: %s", game.folder.name, ", ".join(missing))
    return missing


def _rule(module: str, name: str) -> Any:
    """The rule of this name in a loaded module, or None."""
    return getattr(sys.modules.get(module), name, None)


def go_over(game: Game) -> bool:
    """Run a game compiled from now on, as far as its table part is in the cache; whether it is complete."""
    there, missing = is_ready(game), load_part(game, TABLE)
    if there:
        speed(game.folder).load()
    else:
        speed(game.folder).interpret()
    return there and not missing

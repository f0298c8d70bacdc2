"""A game is compiled part by part: what a table needs, then what bots need, then what the arena needs.

A part is compiled by doing once what it is for. What was compiled is listed in a file beside the code; that
file says that the part is complete, and from it the part is loaded, function by function, into a process that
interprets the game so far.
"""

import pickle
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from fattorino.kernel.cache import Kept, content, find, read, write
from fattorino.kernel.game import CONTRACT, Game
from fattorino.kernel.jit import INTERPRETED, Rule, promote, speed

HEAVY = 0.0001  # seconds a call takes, interpreted, from which on it is worth compiling for pages


@dataclass(frozen=True)
class Part:
    """Some of a game's compiled code: its name, the loops it has, and what compiles them when it is done."""

    name: str
    loops: Callable[[Game], Iterable[ModuleType]]
    exercise: Callable[[Game], object]


def _table(game: Game) -> None:
    """What happens at a table: moves, views, refusals, results, pictures and words."""
    match = game.new(seed=1)
    match.why_not(0)
    assert match.digest() and match.scores is not None
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


def _rules(game: Game, part: Part) -> list[Any]:
    """All that decides whether the compiled code of a part is up to date."""
    loops = [rule for module in part.loops(game) for rule in vars(module).values() if isinstance(rule, Rule)]
    return [getattr(game, name) for name in CONTRACT] + [game.value, game.resample, *loops]


def listing(game: Game, part: Part) -> str:
    """The name of the file that lists what a part consists of."""
    return f"{part.name}-{content(*_rules(game, part))}.part"


def is_ready(game: Game, part: Part = TABLE) -> bool:
    """Whether a part is in the cache, complete."""
    return INTERPRETED or find(game.folder.name, listing(game, part)) is not None


def compile_part(game: Game, part: Part) -> float:
    """Compile a part into the cache; the seconds that took of the processor's time."""
    start = time.process_time()
    rules = speed(game.folder).rules
    before = {(id(rule), types) for rule in rules for types in rule.overloads}
    part.exercise(game)
    made = [
        (rule.__module__, rule.__name__, types)
        for rule in rules
        for types in rule.overloads
        if (id(rule), types) not in before and isinstance(rule._cache, Kept)
    ]
    write(game.folder.name, listing(game, part), pickle.dumps(made))
    return time.process_time() - start


def load_part(game: Game, part: Part) -> Iterator[str]:
    """Load a part that is in the cache, naming each function once it is there."""
    file = find(game.folder.name, listing(game, part))
    listed = read(file, list) if file is not None else None
    for module, name, types in listed or []:
        rule = getattr(sys.modules.get(module), name, None)
        if isinstance(rule, Rule) and rule.fetch(types):
            promote(rule)
            yield name


def go_over(game: Game) -> bool:
    """Run a game compiled from now on if what a table needs is in the cache, else interpreted."""
    ready = is_ready(game)
    if ready:
        for _name in load_part(game, TABLE):
            pass
        speed(game.folder).load()
    else:
        speed(game.folder).interpret()
    return ready

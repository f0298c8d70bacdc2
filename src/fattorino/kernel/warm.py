"""Filling the cache: compile a game's loops before anyone waits for them."""

import hashlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from numba.core.dispatcher import Dispatcher

from fattorino.kernel.cache import cache_home, content
from fattorino.kernel.game import CONTRACT, Game
from fattorino.kernel.jit import INTERPRETED, KERNEL

Step = tuple[str, Callable[[], object]]  # a name, and what compiles it


def is_warm(game: Game) -> bool:
    """Whether everything a table needs is in the cache."""
    return INTERPRETED or stamp(game).exists()


def stamp(game: Game) -> Path:
    """The file that says so. Its name changes with the rules, and with all loops, such as the search."""
    rules = [getattr(game, name) for name in CONTRACT] + [game.value, game.resample]
    loops = [loop for loop in vars(game.loops).values() if isinstance(loop, Dispatcher)]
    name = f"complete-{content(*rules, *loops)}-{loops_of(KERNEL.parent)}"
    return cache_home() / game.folder.name / name


@cache
def loops_of(package: Path) -> str:
    """A name for all compiled loops of a package that are in neither the kernel nor a game."""
    digest = hashlib.sha256()
    for file in sorted(package.glob("*/*.py")):
        text = file.read_text(encoding="utf-8")
        if file.parent.name not in ("kernel", "games") and "@jit" in text:
            digest.update(f"{file.parent.name}/{file.name}\n{text}".encode())
    return digest.hexdigest()[:16]


def steps(game: Game, *further: Step) -> list[Step]:
    """The loops to compile, with names for a progress bar; the table's own first, those of others last."""

    def played() -> None:
        match = game.new(seed=1)
        actions = match.legal()
        view, seat = match.view(match.to_move), match.to_move or 0
        game.greedy(view, seat, actions, len(actions), 1)
        match.play(int(actions[0]))
        match.watched()

    def imagined() -> None:
        match = game.new(seed=1)
        match.features(match.to_move)
        match.imagine(match.to_move)

    return [
        ("table", played),
        ("imagine", imagined),
        ("playouts", lambda: game.playouts(1)),
        *further,
    ]


def warm(game: Game, *further: Step) -> Iterator[str]:
    """Compile step by step, naming each step before it is done; mark the cache complete at the end."""
    for name, compile_it in steps(game, *further):
        yield name
        compile_it()
    if not INTERPRETED:
        stamp(game).parent.mkdir(parents=True, exist_ok=True)
        stamp(game).touch()

"""Filling the cache: compile a game's loops before anyone waits for them."""

from collections.abc import Callable, Iterator

from fattorino.kernel.game import Game
from fattorino.kernel.jit import INTERPRETED, cache_folder

STAMP = "complete"
Step = tuple[str, Callable[[], object]]  # a name, and what compiles it


def is_warm(game: Game) -> bool:
    """Whether everything a table needs is in the cache."""
    return INTERPRETED or (cache_folder(game.folder) / STAMP).exists()


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
        folder = cache_folder(game.folder)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / STAMP).touch()

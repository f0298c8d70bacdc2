"""Games as data: export."""

from pathlib import Path
from typing import Annotated

import typer

import fattorino
from fattorino import bots
from fattorino.arena.export import export as export_parquet
from fattorino.arena.minari import export_minari
from fattorino.arena.playing import Job
from fattorino.commands import common
from fattorino.commands.arena import FirstSeed, Rotate
from fattorino.commands.common import GAME_OPTIONS, Components, GameName, app, bar, console, say
from fattorino.kernel.i18n import _


@app.command(context_settings=GAME_OPTIONS)
def export(
    context: typer.Context,
    game: GameName,
    games: Annotated[int, typer.Option(help="How many games.")] = 100,
    players: Annotated[
        str, typer.Option("--bots", help="A bot for each seat, with commas: greedy,mcts:simulations=200.")
    ] = "greedy,greedy",
    seed: FirstSeed = 1,
    rotate: Rotate = False,
    minari: Annotated[
        bool, typer.Option("--minari", help="Write a Minari dataset: a folder called NAME-v0 or the like.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option(help="Where to write; else GAME.parquet, or GAME-v0 for Minari.")
    ] = None,
    components: Components = None,
) -> None:
    """Write every decision of many games to a Parquet file or a Minari dataset."""
    loaded = fattorino.load(game, components)
    names = bots.split(players)
    settings = loaded.settings_for(len(names), **common.game_options(loaded, context))
    job = Job.of(loaded, settings, names, seed, rotate=rotate)
    path = output or Path(f"{loaded.name}-v0" if minari else f"{loaded.name}.parquet")
    if not minari:
        common.can_write(path)
    write = export_minari if minari else export_parquet
    with bar(loaded.title, games, quiet=not console.is_terminal) as progress:
        done, rows = write(job, games, path, progress)
    text = _("{file}: {rows} decisions of {games} games")
    say(text.format(file=path, rows=f"{rows:,}", games=f"{done:,}"))

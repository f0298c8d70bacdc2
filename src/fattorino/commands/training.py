"""Nets: train and fit."""

from pathlib import Path
from typing import Annotated, Any

import typer

import fattorino
from fattorino.commands.common import GAME_OPTIONS, GameName, app, bar, console, game_options, say
from fattorino.kernel.errors import BadOption, FattorinoError
from fattorino.kernel.game import Game, whole
from fattorino.kernel.i18n import _

PLAYER = "mcts:simulations=100,noise=0.1"
MISSING = "training needs another library: pip install 'fattorino[train]' ({error})"

Seats = Annotated[int | None, typer.Option(help="How many seats; without it the usual number.")]
Seed = Annotated[int, typer.Option(help="Decides chance in games and net.")]
Width = Annotated[int, typer.Option(help="Of the net's layers.")]
Device = Annotated[str, typer.Option(help="Where the net is: cpu or cuda; else cuda if there.")]
Cores = Annotated[int, typer.Option(help="Cores that play the games; 0 takes all.")]


def chosen_options(game: Game, context: typer.Context, seats: int | None) -> dict[str, Any]:
    """The seats, and the options of the game that are given."""
    options = game_options(game, context) | ({"seats": seats} if seats else {})
    return {name: game.settings(**options)[name] for name in ("seats", *options)}


@app.command(context_settings=GAME_OPTIONS)
def train(
    context: typer.Context,
    game: GameName,
    updates: Annotated[int, typer.Option(help="How many updates of the net, in all.")] = 1000,
    out: Annotated[Path | None, typer.Option(help="The folder to write to; else GAME-net.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the folder's checkpoint.")] = False,
    seats: Seats = None,
    seed: Seed = 1,
    games: Annotated[int, typer.Option(help="Games played side by side.")] = 1024,
    steps: Annotated[int, typer.Option(help="Decisions of each game between two updates.")] = 64,
    copy: Annotated[int, typer.Option(help="Updates that copy greedy first.")] = 50,
    against: Annotated[str, typer.Option(help="The bot it meets, and is tested against.")] = "greedy",
    share: Annotated[
        float, typer.Option(help="Share of games against that bot; 1 looks for a best response to it.")
    ] = 0.25,
    width: Width = 256,
    rate: Annotated[float, typer.Option(help="Learning rate at the start.")] = 5e-4,
    epochs: Annotated[int, typer.Option(help="Passes over the decisions of an update.")] = 2,
    reward: Annotated[str, typer.Option(help="What it learns from: result, score or margin.")] = "margin",
    tested: Annotated[int, typer.Option(help="Games of a test.")] = 256,
    every: Annotated[int, typer.Option(help="Updates between two tests.")] = 20,
    start: Annotated[str, typer.Option(help="The file of a net to begin with; else a fresh one.")] = "",
    device: Device = "",
    threads: Cores = 0,
) -> None:
    """Teach a net a game by playing itself; the bot net:path=FOLDER/net.npz plays what it learned."""
    loaded = fattorino.load(game)
    chosen = chosen_options(loaded, context, seats)
    try:
        from fattorino.training.model import NET
        from fattorino.training.ppo import Plan, Training
    except ImportError as error:
        raise FattorinoError(MISSING.format(error=error)) from None
    for name, value in {"updates": updates, "games": games, "steps": steps, "every": every}.items():
        whole(name, value, 1)
    if not 0 <= share <= 1:
        raise BadOption(f"share is a number from 0 to 1, not {share}")
    plan = Plan(
        loaded.name, chosen, seed, games, steps, copy, against, share, width, rate, epochs, reward, tested,
        every, start,
    )  # fmt: skip
    training = Training(plan, out or Path(f"{loaded.name}-net"), device, threads)
    if resume:
        training.resume()
    with bar(loaded.title, updates, quiet=not console.is_terminal) as progress:

        def tell(now: Training) -> None:
            last = now.curve[-1] if now.curve else None
            text = _("{game}: {share} against {bot}").format(
                game=loaded.title, share=f"{last['share']:.1%}" if last else "–", bot=against
            )
            progress(now.update, text)
            if not console.is_terminal and last and last["update"] == now.update:
                say(f"{now.update}: {text}")

        training.run(updates, tell)
    say(
        _("{file}: {updates} updates, {decisions} decisions").format(
            file=training.folder / NET, updates=training.update, decisions=f"{training.decisions:,}"
        )
    )


@app.command(context_settings=GAME_OPTIONS)
def fit(
    context: typer.Context,
    game: GameName,
    games: Annotated[int, typer.Option(help="How many games are played.")] = 20_000,
    bot: Annotated[
        str, typer.Option(help="The bot that plays them, in every seat; several, with commas, change seats.")
    ] = PLAYER,
    out: Annotated[Path | None, typer.Option(help="The folder to write to; else GAME-judge.")] = None,
    seats: Seats = None,
    seed: Seed = 1,
    width: Width = 32,
    rate: Annotated[float, typer.Option(help="Highest learning rate.")] = 2e-3,
    epochs: Annotated[int, typer.Option(help="Passes over all positions.")] = 5,
    rows: Annotated[int, typer.Option(help="Positions in a minibatch.")] = 2048,
    playouts: Annotated[
        int, typer.Option(help="Playouts to learn from near each decision; 0 learns who won the game.")
    ] = 0,
    by: Annotated[str, typer.Option(help="Who plays these playouts: greedy or net.")] = "greedy",
    rounds: Annotated[
        int, typer.Option(help="Nets to fit, each to what the one before thinks of the positions to come.")
    ] = 1,
    device: Device = "",
    workers: Cores = 0,
) -> None:
    """Fit a net that judges positions to games of a bot: expert:path=FOLDER/net.npz searches with it."""
    loaded = fattorino.load(game)
    chosen = chosen_options(loaded, context, seats)
    try:
        from fattorino.training.judging import Fit, Fitting
        from fattorino.training.model import NET
    except ImportError as error:
        raise FattorinoError(MISSING.format(error=error)) from None
    counts = {"games": games, "width": width, "epochs": epochs, "rows": rows, "rounds": rounds}
    for name, value in counts.items():
        whole(name, value, 1)
    plan = Fit(loaded.name, chosen, bot, games, playouts, by, seed, width, rate, epochs, rows, rounds)
    fitting = Fitting(plan, out or Path(f"{loaded.name}-judge"), workers, device)
    with bar(loaded.title, games, quiet=not console.is_terminal) as progress:
        fitting.run(lambda played: progress(played, loaded.title))
    say(
        _("{file}: {positions} positions, log loss {loss} on games held out").format(
            file=fitting.folder / NET,
            positions=f"{fitting.positions:,}",
            loss=fitting.curve[-1]["held_out"],
        )
    )

"""The command line: a progress bar on long jobs, --json on reports, errors in one line with exit code 2."""

import inspect
import json
import os
import sys
import time
import traceback
from pathlib import Path
from reprlib import repr as brief
from typing import Annotated, Any

import typer
from rich.table import Table

import fattorino
from fattorino import bots, games
from fattorino.arena import origin
from fattorino.commands import (  # noqa: F401  their commands
    arena,
    compiling,
    data,
    moderate,
    operate,
    report,
    tasks,
    training,
)
from fattorino.commands.common import (
    GAME_OPTIONS,
    Components,
    Json,
    Seed,
    app,
    bar,
    chosen_games,
    console,
    flag,
    game_options,
    read_json,
    read_text,
    tell_error,
)
from fattorino.kernel.errors import BadOpening, BadOption, FattorinoError
from fattorino.kernel.game import Game
from fattorino.kernel.i18n import _, best_language, one_of, set_language
from fattorino.kernel.jit import interpret_at_first
from fattorino.kernel.match import Match
from fattorino.terminal import Terminal, show_replay

LONGEST = 3600  # seconds for one measurement of bench
DEBUG = "FATTORINO_DEBUG"  # the variable that asks for tracebacks
LANGUAGE = ("LC_ALL", "LC_MESSAGES", "LANG")  # variables that set the language


def main() -> None:
    """Run the command line; user errors are reported in one line."""
    wish = next((os.environ[name] for name in LANGUAGE if os.environ.get(name)), "")
    set_language(best_language(wish.partition(".")[0]))
    sys.path.append(os.getcwd())  # module:Class may name a bot in the current folder
    try:
        app()
    except FattorinoError as error:
        if os.environ.get(DEBUG):
            traceback.print_exception(error)
        tell_error(error)
        sys.exit(2)


@app.command(context_settings=GAME_OPTIONS)
def play(
    context: typer.Context,
    game: Annotated[
        str | None, typer.Argument(help="Which game: see `fattorino games`.", metavar="GAME")
    ] = None,
    seats: Annotated[
        str | None, typer.Option(help="Who sits where: human or a bot's name, with commas.")
    ] = None,
    seed: Seed = None,
    opening: Annotated[
        Path | None, typer.Option(help="A prepared start, such as a town drawn in a file.")
    ] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    components: Components = None,
) -> None:
    """Play a game in the terminal."""
    interpret_at_first()
    if resume is not None:
        saved = read_json(resume)
        own = {"components": components, "opening": opening, "seed": seed}
        for what in (name for name, given in own.items() if given is not None):
            raise BadOption(f"a saved game knows its own {what}: leave out --{what}")
        if game is not None or context.args:
            extra = " ".join([*([game] if game else []), *context.args])
            raise BadOption(f"a saved game knows its own game and options: leave out {extra}")
        match = fattorino.replay(saved)
        players = bots.split(seats) if seats else players_of(saved)
    elif game is None:
        raise BadOption(f"which game? {', '.join(games.names())}")
    else:
        loaded = fattorino.load(game, components)
        options = game_options(loaded, context)
        moves: list[int] = []
        if opening is not None:
            if loaded.opening is None:
                raise BadOpening(f"{loaded.title} has no prepared starts")
            prepared, moves = loaded.opening(read_text(opening))
            options = prepared | options
        players = bots.split(seats) if seats else []
        if "seats" not in options and players:
            # a prepared start replaces the game master's decisions, so that seat may stay empty
            options = loaded.settings_for(len(players), **options)
        chosen = options.pop("seats", None)
        match = loaded.new(seats=chosen, seed=seed, **options)
        for number, action in enumerate(moves):
            try:
                match.play(action)
            except fattorino.IllegalAction as error:
                raise BadOpening(
                    f"{opening}: move {number + 1} of the prepared start is not allowed: {error}"
                ) from None
    names = seated(match, players or default_players(match))
    background = compiling.Background(match.game, any(bots.searches(name) for name in names))
    try:
        Terminal(match, names, console, between=background.poll).run()
    finally:
        background.close()


def players_of(saved: dict[str, Any]) -> list[str]:
    """Who sat where in a saved game; code of somebody's own is run only if it is named with --seats."""
    players = saved.get("players")
    if not isinstance(players, list):
        return []
    known = ["human", *bots.names()]
    for player in players:
        if not isinstance(player, str) or player.partition(":")[0] not in known:
            raise BadOption(f"{brief(player)} sat at this game: name who is to go on with --seats")
    return players


def default_players(match: Match) -> list[str]:
    """A person in the first seat, greedy bots in the others."""
    return ["human", *["greedy"] * (len(match.roles) - 1)]


def seated(match: Match, players: list[str]) -> list[str]:
    """A name for each seat; those that never decide may be left out."""
    deciding = sum(role.decides for role in match.roles)
    known = ["human", *bots.names()]
    for player in players:
        if player not in known and ":" not in player:
            raise BadOption(f"nobody is called {player!r}; a seat is one of: {', '.join(known)}")
    if len(players) < match.options["seats"] or len(players) > len(match.roles):
        raise BadOption(f"this table has {deciding} seats, not {len(players)}")
    return players + ["random"] * (len(match.roles) - len(players))


@app.command("games")
def list_games(
    names: Annotated[
        list[str] | None, typer.Argument(help="Some games; without any, all.", metavar="GAME")
    ] = None,
    as_json: Json = False,
) -> None:
    """List the games with their seats and options."""
    found, broken = chosen_games(names)
    if as_json:
        print(json.dumps([game.facts() for game in found], indent=1))
    for game in found if not as_json else ():
        console.print(f"[bold]{game.name}[/bold]  {game.title}: {_(game.tagline)}")
        console.print(
            "  " + _("seats {seats}, {length}").format(seats=one_of(game.seats), length=_(game.length))
        )
        table = Table(box=None, padding=(0, 2, 0, 2), show_header=False)
        for title, group in game.options.groups().items():
            table.add_row(f"[bold]{title}[/bold]")
            for option in group:
                values = f"{option.text(option.default) or '-'} [dim]({option.choices()})[/dim]"
                table.add_row(flag(option.name), values, _(option.help))
        console.print(table)
    for error in broken.values():
        tell_error(error)
    if broken:
        raise typer.Exit(2)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A saved game.", metavar="FILE")],
    seat: Annotated[
        int | None, typer.Option(help="Whose eyes, counted from 0; without it a spectator's.")
    ] = None,
    all_at_once: Annotated[
        bool, typer.Option("--all", help="Print the whole log instead of stepping.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Step through a saved game."""
    interpret_at_first()
    match = fattorino.replay(read_json(file))
    if as_json:
        report = {"game": match.game.name, "moves": match.move, "over": match.over, "scores": match.scores}
        print(json.dumps(report | {"winners": match.winners, "log": match.log(seat)}, indent=1))
    else:
        show_replay(match, seat, console, all_at_once)


@app.command()
def bench(
    game: Annotated[str | None, typer.Argument(help="One game; without it all.", metavar="GAME")] = None,
    device: Annotated[str, typer.Option(help="Where to run: cpu or cuda.")] = "cpu",
    seconds: Annotated[float, typer.Option(help="How long to measure each figure.")] = 2.0,
    as_json: Json = False,
) -> None:
    """Measure decisions per second: random play, batches with observations, single calls."""
    if device not in ("cpu", "cuda"):
        raise BadOption(f"there is no device {device!r}; the devices are: cpu, cuda")
    if not 0 < seconds <= LONGEST:
        raise BadOption(f"seconds is a time above 0 and up to {LONGEST}, not {seconds:g}")
    found, broken = chosen_games([game] if game else None)
    for error in broken.values():
        tell_error(error)
    if device == "cuda":
        bench_gpu(found, seconds, as_json)
        return
    rows = []
    with bar(_("measuring"), len(found), as_json) as progress:
        for number, one in enumerate(found):
            rows.append(measure(one, seconds))
            progress(number + 1)
    if as_json:
        print(json.dumps(rows, indent=1))
        return
    table = Table(
        _("game"),
        _("random play"),
        _("all cores"),
        _("batch of 256"),
        "match.play",
        _("state"),
        title=_("decisions per second"),
    )
    for row in rows:
        table.add_row(
            row["game"],
            f"{row['playouts']:,.0f}",
            f"{row['playouts_all_cores']:,.0f}",
            f"{row['batch']:,.0f}",
            f"{row['match_play']:,.0f}",
            _("{n} bytes").format(n=row["state_bytes"]),
        )
    console.print(table)


def bench_gpu(chosen: list[Game], seconds: float, as_json: bool) -> None:
    """Random play and stepping on a GPU, for some batch sizes; compiled before measuring."""
    from fattorino.gpu import measuring
    from fattorino.gpu.cuda import open_cuda

    open_cuda()
    rows: list[dict[str, Any]] = []
    sizes = [1 << 14, 1 << 17, 1 << 20]
    with bar(_("measuring"), len(chosen) * len(sizes), as_json) as progress:
        for number, (game, size) in enumerate((game, size) for game in chosen for size in sizes):
            progress(number, _("{game}: {n} games").format(game=game.title, n=f"{size:,}"))
            played = measuring.random_play(game, size, 4 * size)
            stepped = measuring.stepping(game, min(size, 1 << 18))
            rows.append(
                {
                    "game": game.name,
                    "games": size,
                    "playouts": measuring.measured(played, seconds)[0],
                    "stepping": measuring.measured(stepped, seconds)[0],
                }
            )
    if as_json:
        print(json.dumps(rows, indent=1))
        return
    heads = _("game"), _("games at once"), _("random play"), _("stepping")
    table = Table(*heads, title=_("decisions per second on the GPU"))
    for row in rows:
        table.add_row(row["game"], f"{row['games']:,}", f"{row['playouts']:,.0f}", f"{row['stepping']:,.0f}")
    console.print(table)


def measure(game: Game, seconds: float) -> dict[str, Any]:
    """The figures of one game."""
    one = game.playouts(50, seed=1)
    count = max(50, int(50 * seconds / max(one.seconds, 1e-6)))
    single = game.playouts(count, seed=2)
    every = game.playouts(count, seed=3, threads=0)
    from fattorino.envs import vector

    batch = vector(game, 256, threads=1, seed=1)
    start, stepped = time.perf_counter(), 0
    while (passed := time.perf_counter() - start) < seconds:
        batch.step(batch.sample())
        stepped += batch.num_envs
    plays, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        match = game.new(seed=plays)
        while not match.over:
            match.play(match.legal()[plays % 3 % len(match.legal())])
            plays += 1
    return {
        "game": game.name,
        "playouts": single.per_second,
        "playouts_all_cores": every.per_second,
        "batch": stepped / passed,
        "match_play": plays / (time.perf_counter() - start),
        "state_bytes": game.state.itemsize,
    }


def tell_version(wanted: bool) -> None:
    """Print which Fattorino this is, and leave."""
    if wanted:
        print(f"Fattorino {fattorino.__version__}, {origin.in_a_line()}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def open_table(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=tell_version, is_eager=True)
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show where in the code an error comes from.", envvar=DEBUG)
    ] = False,
) -> None:
    """A digital table for pizza-delivery board games.

    Without a command it opens in your browser, where every game has a lesson: “Learn by playing”.
    """
    if debug:
        os.environ[DEBUG] = "1"
    if context.invoked_subcommand is None:
        from fattorino.server import Settings, run

        run(Settings.read({}), browse=True)


def serve(**given: Any) -> None:
    """Serve the web table: open the printed address in a browser."""
    from fattorino.server import Settings, run

    run(Settings.read(given))


def _serve_command() -> None:
    """Add the `serve` command, with the server's settings as options."""
    try:
        from fattorino.server.settings import VARIABLES, Settings
    except ImportError:  # the server is not installed
        return
    parameters = []
    for name, text in Settings.helps().items():
        kind = Settings.kinds()[name]
        flag = "--" + name.replace("_", "-")
        names = f"{flag}/--no-{flag[2:]}" if kind is bool else flag
        option = typer.Option(names, help=text, show_default=Settings.defaults()[name] or False)
        parameters.append(
            inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[kind | None, option]
            )
        )
    serve.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    serve.__annotations__ = {p.name: p.annotation for p in parameters}
    app.command(epilog=VARIABLES)(serve)


_serve_command()

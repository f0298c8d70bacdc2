"""The balance report of a game, alone or beside that of a changed one: report."""

import hashlib
import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

import fattorino
from fattorino.arena import simulate as simulation
from fattorino.arena.playing import Job, Part
from fattorino.commands import common
from fattorino.commands.arena import FirstSeed, Ray, Workers, pace, running, span, tell_changes
from fattorino.commands.common import GAME_OPTIONS, Components, GameName, Json, app, bar, console, say
from fattorino.commands.forecast import Forecast
from fattorino.kernel.game import Game
from fattorino.kernel.i18n import _

USUAL_BOT = "greedy"
LONGEST_NAME = 150  # letters of a file's name


@app.command(context_settings=GAME_OPTIONS)
def report(
    context: typer.Context,
    game: GameName,
    games: Annotated[int, typer.Option(help="How many games.")] = 20_000,
    bot: Annotated[str, typer.Option(help="The bot in every seat.")] = USUAL_BOT,
    players: Annotated[int | None, typer.Option(help="How many play; without it the usual number.")] = None,
    seed: FirstSeed = 1,
    components: Components = None,
    compare: Annotated[
        Path | None, typer.Option(help="Changed components to compare with: a TOML file.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            help="Where to write the page; else GAME-PLAYERS-players-report.html, with the options."
        ),
    ] = None,
    ray: Ray = "",
    workers: Workers = 0,
    as_json: Json = False,
) -> None:
    """Is the game fair, and what is used in it? One HTML page from many games between equal bots."""
    from fattorino.arena.compare import columns, compared
    from fattorino.arena.page import page
    from fattorino.arena.plots import require
    from fattorino.arena.report import figures

    tables = [fattorino.load(game, components)]
    if compare is not None:
        tables.append(fattorino.load(game, compare))
    jobs = [
        job_of(loaded, bot, players, seed, common.game_options(loaded, context), compare is not None)
        for loaded in tables
    ]
    for job in jobs:
        job.check(games)
    path = output or Path(file_name(tables[-1], jobs[-1]))
    if output or not as_json:
        require()
        common.can_write(path)
    found, counted = [], []
    for loaded, job in zip(tables, jobs, strict=True):
        part = play(loaded, job, games, workers, ray, as_json)
        if part.tally.games:
            found.append(figures(job, part))
            counted += [columns(found[-1], job, part)] if compare is not None else []
        elif not found:
            raise KeyboardInterrupt
        if part.tally.games < games:
            break  # Ctrl-C: without the second, report the first alone
    gaps = compared(*found, *counted) if len(found) == 2 else None
    if output or not as_json:  # before printing, since the reader may close the pipe
        common.write_text(path, page(*found, *([gaps] if gaps else [])))
    if as_json:
        both = {"base": found[0], "other": found[1], "difference": gaps} if gaps else found[0]
        print(json.dumps(both, indent=1))
        return
    show(tables, found, gaps)
    say(_("The whole report: {path}").format(path=path))


def job_of(
    game: Game, bot: str, players: int | None, seed: int, options: dict[str, Any], listing: bool
) -> Job:
    """The games of a report."""
    settings = game.settings(**options) if players is None else game.settings_for(players, **options)
    deciding = sum(role.decides for role in game.roles(settings))
    return Job.of(game, settings, [bot] * deciding, seed, counting=True, listing=listing)


def file_name(game: Game, job: Job) -> str:
    """A name that another number of players, other options or another bot do not overwrite."""
    from fattorino.arena.report import changed_options

    words = [game.name, _("{n} players").format(n=len(job.bots))]
    for name, value in changed_options(game, job.options).items():
        words += [name, value]
    words += [bot for bot in job.names[:1] if bot != USUAL_BOT]
    name = re.sub(r"[^\w.]+", "-", "-".join(words)).strip("-")
    if len(name) > LONGEST_NAME:
        name = f"{name[:LONGEST_NAME]}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
    return f"{name}-report.html"


def play(loaded: Game, job: Job, games: int, workers: int, ray: str, quiet: bool) -> Part:
    """The games of a report, or those played until Ctrl-C."""
    title, forecast, part = loaded.title, Forecast(job, games, workers), Part()
    with bar(_("{game}: compiling").format(game=title), games, quiet, forecast.compiling) as progress:

        def step(part: Part) -> None:
            progress(part.tally.games, f"{title}: {running(part.tally)}")
            forecast.tell(part.tally)

        with suppress(KeyboardInterrupt):  # Ctrl-C while it is compiled
            forecast.guess()
            part = simulation.simulate(job, games, workers=workers, ray=ray, progress=step)
    return part


def show(tables: list[Game], found: list[dict[str, Any]], gaps: dict[str, Any] | None) -> None:
    """A summary of a report, in the terminal."""
    from fattorino.arena.page import verdict, who_begins

    for loaded, figures in zip(tables, found, strict=False):
        tell_changes(loaded)
        console.print(
            _("{games} games in {seconds} s ({pace} games a second)").format(
                games=f"{figures['games']:,}", seconds=f"{figures['seconds']:.1f}", pace=pace(figures)
            )
        )
    main = found[-1]
    say(verdict(main))
    say(who_begins(main))
    if gaps:
        show_changes(main, gaps)
    elif len(main["sides"]) > 1:
        show_shares(main)


def show_shares(main: dict[str, Any]) -> None:
    """Who wins, by seat and by place in the turn order."""
    table = Table("", _("win share"), _("95 % interval"))
    for row in main["sides"]:
        table.add_row(row["name"], *shown(row))
    table.add_section()
    for row in main["places"]:
        place = _("place {n}").format(n=row["place"])
        table.add_row(place if row["seat"] is None else f"{place}, {row['name']}", *shown(row))
    console.print(table)


def shown(row: dict[str, Any]) -> tuple[str, str]:
    """A win share and its interval."""
    return _("no win") if row["share"] is None else f"{row['share']:.1%}", span(*row["interval"])


def show_changes(main: dict[str, Any], gaps: dict[str, Any]) -> None:
    """What the change of the components does to the win shares."""
    from fattorino.arena.page import what_changed

    say(what_changed(gaps))
    table = Table(_("win share"), _("before"), _("now"), _("difference"), _("95 % interval"))
    for row in [*gaps[main["judged"]], gaps["undecided"]]:
        low, high = row["interval"]
        was, now = (f"{row[key]:.1%}" for key in ("was", "now"))
        change = span(low, high, "+.1%") if low or high else _("nothing changed")
        table.add_row(row["name"], was, now, f"{row['difference']:+.1%}", change)
    console.print(table)

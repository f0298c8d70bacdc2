"""Bots against each other: simulate, tournament, ladder."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

import fattorino
from fattorino import bots
from fattorino.arena import simulate as simulation, tournament as pairs
from fattorino.arena.playing import Job, Part, scoring, turn_order
from fattorino.arena.tally import Tally
from fattorino.commands import common
from fattorino.commands.common import GAME_OPTIONS, Components, GameName, Json, app, bar, console, say
from fattorino.commands.forecast import Forecast
from fattorino.kernel.game import Game
from fattorino.kernel.i18n import _

NO_END = 1_000_000  # games, if only the interval decides when to stop

FirstSeed = Annotated[int, typer.Option(help="Seed of the first game; the next ones count up.")]
Rotate = Annotated[bool, typer.Option(help="Turn the seating from game to game; teams stay together.")]
Workers = Annotated[int, typer.Option(help="Cores to use; 0 takes all.")]
Ray = Annotated[
    str, typer.Option(help="Spread the games over the Ray cluster at this address.", metavar="ADDRESS")
]


def tell_changes(game: Game) -> None:
    """Name the overlay above every result."""
    if game.overlay:
        say(f"{game.title}: {'; '.join(game.overlay.sentences())}")


@app.command(context_settings=GAME_OPTIONS)
def simulate(
    context: typer.Context,
    game: GameName,
    games: Annotated[int | None, typer.Option(help="How many games; 100 unless --until-ci is given.")] = None,
    seats: Annotated[
        str, typer.Option(help="A bot for each seat, with commas: greedy,mcts:simulations=2000.")
    ] = "greedy,random",
    seed: FirstSeed = 1,
    rotate: Rotate = False,
    until_ci: Annotated[
        float, typer.Option(help="Stop when the interval is this narrow to either side, such as 0.01.")
    ] = 0.0,
    file: Annotated[
        Path | None, typer.Option(help="Keep results here; the same command goes on where it stopped.")
    ] = None,
    components: Components = None,
    ray: Ray = "",
    workers: Workers = 0,
    as_json: Json = False,
) -> None:
    """Play many games between bots: win shares with 95 % intervals, seats, scores, lengths."""
    loaded = fattorino.load(game, components)
    names = bots.split(seats)
    settings = loaded.settings_for(len(names), **common.game_options(loaded, context))
    wanted = games if games is not None else NO_END if until_ci else 100
    job = Job.of(loaded, settings, names, seed, rotate=rotate)
    job.check(wanted)
    if file:
        common.can_write(file)
    results = simulation.Results(file, job) if file else None
    before = results.part if results else Part()
    forecast = Forecast(job, wanted, workers)
    title = _("{game}: compiling").format(game=loaded.title)
    with bar(title, wanted, as_json, forecast.compiling) as progress:

        def step(part: Part) -> None:
            total = expected(part.tally, wanted, until_ci)
            progress(part.tally.games, f"{loaded.title}: {running(part.tally)}", total)
            if not until_ci:
                forecast.tell(part.tally)
            if results:
                results.keep(part)

        if before.tally.games:
            step(before)
        if not until_ci:
            forecast.guess()
        part = simulation.simulate(
            job, wanted, workers=workers, ray=ray, until=until_ci, so_far=before, progress=step
        )
    if results:
        results.keep(part, now=True)
    report = part.tally.report() | {"seats": names, "seed": seed, "components": job.components}
    if as_json:
        print(json.dumps(report, indent=1))
        return
    tell_changes(loaded)
    if simulation.hopeless(part.tally, until_ci):
        console.print(
            _("Stopped: nobody won any of {n} games, so no interval would get narrower.").format(
                n=f"{part.tally.games:,}"
            )
        )
    elif part.tally.games < wanted and not simulation.tight(part.tally, until_ci):
        console.print(stopped(part.tally.games, wanted))
        if file:
            console.print(_("The same command goes on from {file}.").format(file=file), markup=False)
    if part.tally.games:
        show_simulation(loaded, settings, report)


def stopped(games: int, wanted: int) -> str:
    """The note that a run was interrupted."""
    return _("Stopped after {n} of {all} games.").format(n=f"{games:,}", all=f"{wanted:,}")


def pace(report: dict[str, Any]) -> str:
    """Games per second; slow ones with one decimal."""
    figure = report["games"] / max(report["seconds"], 1e-3)
    return f"{figure:,.0f}" if figure >= 10 else f"{figure:.1f}"


def span(low: float, high: float, form: str = ".1%") -> str:
    """An interval."""
    return _("{low} to {high}").format(low=format(low, form), high=format(high, form))


def ends(low: float | None, high: float | None) -> str:
    """An interval of a rating, whose ends may be open."""
    if low is None and high is None:
        return _("unknown")
    if low is None:
        return _("below {high}").format(high=f"{high:.0f}")
    return _("above {low}").format(low=f"{low:.0f}") if high is None else span(low, high, ".0f")


def expected(tally: Tally, games: int, until: float) -> int:
    """The expected number of games, from how fast the interval narrows."""
    if not until or not tally.decided:
        return games
    return min(games, max(tally.games, round(tally.games * (tally.half_width / until) ** 2)))


def running(tally: Tally) -> str:
    """The result so far, in a few words."""
    if not tally.decided:
        return _("nobody has won yet")
    if len(tally.wins) > 1:
        named = list(tally.wins.items())
    else:
        named = [(_("seat {n}").format(n=seat + 1), wins) for seat, wins in enumerate(tally.seat_wins)]
    shown = []
    for name, wins in named[:4]:
        low, high = tally.interval(wins)
        shown.append(f"{name} {tally.share(wins):.1%} ± {(high - low) / 2:.1%}")
    return ", ".join(shown)


def show_simulation(game: Game, settings: dict[str, Any], report: dict[str, Any]) -> None:
    """The report of a simulation as tables."""
    decided = report["games"] - report["undecided"]
    console.print(
        _(
            "{games} games, {decisions} decisions in {seconds} s ({pace} games a second); "
            "{decided} were won by somebody"
        ).format(
            games=f"{report['games']:,}",
            decisions=f"{report['decisions']:,}",
            seconds=f"{report['seconds']:.1f}",
            pace=pace(report),
            decided=f"{decided:,}",
        )
    )
    if not decided:
        console.print(_("Nobody won a game, so there are no win shares."))
    heads = "", _("win share"), _("95 % interval")
    if len(report["win_share"]) > 1:  # against itself a bot wins everything
        table = Table(*heads, _("mean score"), title=_("by bot"), title_justify="left")
        for bot, share in report["win_share"].items():
            low, high = report["win_share_interval"][bot]
            table.add_row(bot, f"{share:.1%}", span(low, high), f"{report['mean_score'][bot]:.2f}")
        console.print(table)
    names = [role.name for role in scoring(game, settings)]
    show_shares(_("by seat"), names, report["seat_share"], report["seat_share_interval"])
    order = turn_order(game, settings)
    if sum(map(bool, report["began"])) > 1:  # else the places are the seats
        names = [_("place {n}").format(n=place + 1) for place in range(len(order))]
        show_shares(
            _("by place in the turn order"), names, report["place_share"], report["place_share_interval"]
        )
    if report["length"]:
        length = report["length"]
        console.print(
            _("length: {shortest} to {longest} decisions, median {median}, mean {mean}").format(
                shortest=length["shortest"],
                longest=length["longest"],
                median=length["median"],
                mean=f"{length['mean']:.1f}",
            )
        )


def show_shares(title: str, names: list[str], shares: list[float], intervals: list[list[float]]) -> None:
    """Win shares as a table."""
    table = Table("", _("win share"), _("95 % interval"), title=title, title_justify="left")
    for name, share, interval in zip(names, shares, intervals, strict=True):
        table.add_row(name, f"{share:.1%}", span(interval[0], interval[1]))
    console.print(table)


@app.command(context_settings=GAME_OPTIONS)
def tournament(
    context: typer.Context,
    game: GameName,
    players: Annotated[
        str, typer.Option("--bots", help="The bots, with commas; settings follow a colon.")
    ] = "random,greedy",
    games: Annotated[int, typer.Option(help="Games for each pair.")] = 100,
    seed: FirstSeed = 1,
    components: Components = None,
    ray: Ray = "",
    workers: Workers = 0,
    as_json: Json = False,
) -> None:
    """Everyone against everyone, seats turned from game to game: ratings and pairwise win shares."""
    loaded = fattorino.load(game, components)
    play_pairs(loaded, bots.split(players), context, games, seed, False, ray, workers, as_json)


@app.command(context_settings=GAME_OPTIONS)
def ladder(
    context: typer.Context,
    game: GameName,
    players: Annotated[
        str, typer.Option("--bots", help="The bots, the weakest first; without it all of ours that play it.")
    ] = "",
    games: Annotated[int, typer.Option(help="Games for each pair.")] = 40,
    seconds: Annotated[
        float, typer.Option(help="Time that hard and expert have for a decision, on one core each.")
    ] = 0.2,
    seed: FirstSeed = 1,
    components: Components = None,
    ray: Ray = "",
    workers: Workers = 0,
    as_json: Json = False,
) -> None:
    """Each bot against the one below it, from random to expert: ratings and win shares."""
    loaded = fattorino.load(game, components)
    names = bots.split(players) if players else rising(game, seconds)
    play_pairs(loaded, names, context, games, seed, True, ray, workers, as_json)


def rising(game: str, seconds: float) -> list[str]:
    """The built-in bots of a game, the weakest first; those with a time limit get this one."""
    timed = f":seconds={seconds:g},threads=1"
    ours = [name for name in bots.names(game) if name in bots.BUILT_IN and name != "mcts"]
    return [name + timed * ("seconds" in bots.kind(name).given) for name in ours]


def play_pairs(
    loaded: Game,
    names: list[str],
    context: typer.Context,
    games: int,
    seed: int,
    climbing: bool,
    ray: str,
    workers: int,
    as_json: bool,
) -> None:
    """Play everyone against everyone, or each against the one below, and show the results."""
    settings = pairs.table_for_two(loaded, **common.game_options(loaded, context))
    job = Job.of(loaded, settings, names, seed)
    job.check(games)
    total = games * (len(pairs.rungs(names)) if climbing else len(names) * (len(names) - 1) // 2)
    compiling = _("{game}: compiling").format(game=loaded.title)
    with bar(compiling, total, as_json) as progress:

        def tell(done: int, text: str) -> None:
            progress(done, text if done else compiling)

        report = pairs.tournament(job, names, games, ladder=climbing, workers=workers, ray=ray, progress=tell)
    if as_json:
        print(json.dumps(report, indent=1))
        return
    tell_changes(loaded)
    if report["games"] < total:
        console.print(stopped(report["games"], total))
    console.print(
        _("{games} games, {decisions} decisions in {seconds} s").format(
            games=f"{report['games']:,}",
            decisions=f"{report['decisions']:,}",
            seconds=f"{report['seconds']:.1f}",
        )
    )
    title = _("Elo points; {anchor} has 0").format(anchor=report["anchor"])
    table = Table("", _("rating"), _("95 % interval"), title=title, title_justify="left")
    for row in report["ratings"]:
        rating = "–" if row["rating"] is None else f"{row['rating']:.0f}"
        table.add_row(row["bot"], rating, "" if row["bot"] == report["anchor"] else ends(*row["interval"]))
    console.print(table)
    table = Table(
        "", _("wins"), _("loses"), _("shared"), _("nobody won"), _("win share"), _("95 % interval"),
        title=_("pairs (the first against the second)"), title_justify="left",
    )  # fmt: skip
    for pair in report["pairs"]:
        low, high = pair["interval"]
        share = _("no win") if pair["share"] is None else f"{pair['share']:.1%}"
        table.add_row(
            " : ".join(pair["bots"]), *map(str, pair["wins"]), str(pair["shared"]), str(pair["undecided"]),
            share, span(low, high),
        )  # fmt: skip
    console.print(table)

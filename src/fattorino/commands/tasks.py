"""Fixed tasks for bots: task."""

import json
from typing import Annotated

import typer
from rich.table import Table

from fattorino.arena.tasks import task as find_task, tasks
from fattorino.commands.arena import Workers, span
from fattorino.commands.common import Json, app, bar, console, say
from fattorino.kernel.errors import BadOption
from fattorino.kernel.i18n import _


@app.command()
def task(
    what: Annotated[str, typer.Argument(help="list, or run.", metavar="list|run")] = "list",
    name: Annotated[str, typer.Argument(help="Which task to run.", metavar="NAME")] = "",
    bot: Annotated[str, typer.Option(help="The bot: a name with settings, or module:Class.")] = "greedy",
    games: Annotated[
        int, typer.Option(help="How many games: the first of the task, or further deals, too; 0: its own.")
    ] = 0,
    workers: Workers = 0,
    as_json: Json = False,
) -> None:
    """How good is a bot at a fixed task? A card with its share of wins and the 95 % interval."""
    if what not in ("list", "run"):
        raise BadOption(f"a task can be listed or run: task list, task run NAME; not {what!r}")
    if what == "list":
        rows = Table(_("task"), _("games"), _("opponents"), "", box=None)
        for one in tasks().values():
            rows.add_row(one.name, str(one.games), ", ".join(one.opponents) or "–", one.about)
        console.print(rows)
        return
    chosen = find_task(name)
    with bar(f"{chosen.name}: {bot}", games or chosen.games, as_json) as progress:
        card = chosen.run(bot, games, workers, progress)
    if as_json:
        print(json.dumps(card, indent=1))
        return
    share = _("no win") if card["share"] is None else f"{card['share']:.1%}"
    score = "–" if card["mean_score"] is None else f"{card['mean_score']:.2f}"
    say(
        _("{task}: {bot} won {share} of {n} games ({interval}), mean score {score}").format(
            task=chosen.name, bot=bot, share=share, n=card["decided"], interval=span(*card["interval"]),
            score=score,
        )
    )  # fmt: skip

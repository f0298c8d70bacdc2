"""For operators: backups, verification, and the tables of a running server."""

import json
import os
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlencode, urlsplit

import typer
from rich.markup import escape
from rich.table import Table

from fattorino.commands.common import Json, app, bar, console, harmless, read_json
from fattorino.kernel.errors import FattorinoError
from fattorino.kernel.i18n import _

BackupFile = Annotated[Path, typer.Argument(help="The backup: an SQLite file.", metavar="FILE")]
Database = Annotated[
    str,
    typer.Option(
        help="Where the tables are kept, as for `fattorino serve`.",
        envvar="FATTORINO_DATABASE",
        show_default="an SQLite file in your data folder",
    ),
]


@app.command()
def backup(file: BackupFile, database: Database = "") -> None:
    """Write all tables of a server to a file; the server may be running."""
    from fattorino.server.settings import Settings
    from fattorino.server.storage.backup import backup as write_backup

    with bar(_("Copying"), 0, quiet=not console.is_terminal) as show:
        rows = write_backup(Settings(database=database).database_url, file, lambda n, of: show(n, total=of))
    size = file.stat().st_size
    console.print(_("{file}: {rows} rows, {size} bytes").format(file=file, rows=rows, size=size))


@app.command()
def restore(file: BackupFile, database: Database = "") -> None:
    """Put the tables of a backup into an empty database; start the server afterwards."""
    from fattorino.server.settings import Settings
    from fattorino.server.storage.backup import restore as read_backup

    url = Settings(database=database).database_url
    with bar(_("Copying"), 0, quiet=not console.is_terminal) as show:
        rows = read_backup(file, url, lambda n, of: show(n, total=of))
    console.print(_("{rows} rows restored from {file}").format(rows=rows, file=file))


SavedGame = Annotated[Path, typer.Argument(help="A saved game of the web table.", metavar="FILE")]


@app.command()
def verify(file: SavedGame) -> None:
    """Check that nobody chose the chance of a saved game: all secrets behind it fit what was committed to."""
    from fattorino.server.tables.chance import CHOSEN, verify as check

    saved = read_json(file)
    wrong = check(saved)
    if wrong:
        raise NotDone(" ".join(wrong))
    people = sum(bool(part["part"]) for part in saved["chance"]["parts"])
    console.print(_("The secrets are those that were committed to, and give the seed of the game."))
    sentence = _(
        "The commitment is {commitment}. A file can be forged together with its commitment: compare this one "
        "with what the table showed as “Sealed seed” before the first move, and the API as `commitment`."
    )
    console.print(sentence.format(commitment=saved["chance"]["commitment"]), highlight=False)
    if saved["chance"]["nonce"].startswith(CHOSEN):
        console.print(_("The host chose the server's secret."))
    elif people:
        console.print(_("Besides the server {n} of the seats had a part in it.").format(n=people))
    else:
        console.print(_("The server alone made it: nobody's browser had a part in it."))


class NotDone(FattorinoError):
    """The server refused an operator's request."""

    code = "not_done"


def ask(method: str, url: str, content: dict[str, str] | None = None) -> dict[str, Any]:
    """Send an operator's request to a running server."""
    import urllib.error
    import urllib.request  # slow to load

    from fattorino.server.http.hosts import is_local
    from fattorino.server.operator_token import kept_token

    sent = None if content is None else json.dumps(content).encode()
    request = urllib.request.Request(url, sent, {"Content-Type": "application/json"}, method=method)
    here = is_local(urlsplit(url).hostname or "")  # nobody else gets the token of this machine's server
    token = os.environ.get("FATTORINO_OPERATOR_TOKEN", "") or (kept_token() if here else "")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            body = answer.read()
    except urllib.error.HTTPError as error:
        with error:
            told = read_answer(url, error.read())
        raise NotDone(str(told.get("detail", error))) from None
    except (OSError, ValueError) as error:
        raise NotDone(_("No server answers at {url}: {reason}.").format(url=url, reason=error)) from None
    return read_answer(url, body)


def read_answer(url: str, body: bytes) -> dict[str, Any]:
    """What a server answered; it may be any server."""
    try:
        answer = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise NotDone(_("What answers at {url} is no server of Fattorino.").format(url=url))
    return answer


@app.command()
def tables(
    url: Annotated[str, typer.Option(help="The address of the server.")] = "http://127.0.0.1:8000",
    halt: Annotated[str, typer.Option(help="Halt the table of this id: it can only be looked at.")] = "",
    reason: Annotated[str, typer.Option(help="Why, with --halt: everybody at the table reads it.")] = "",
    resume: Annotated[str, typer.Option(help="Let the table of this id go on.")] = "",
    delete: Annotated[str, typer.Option(help="Delete the table of this id with all it holds.")] = "",
    find: Annotated[
        str, typer.Option(help="Only the table of this id, tables of this game, or where this name sits.")
    ] = "",
    idle_days: Annotated[
        float, typer.Option(help="Only tables where nothing has happened for so many days: see --keep-days.")
    ] = 0.0,
    limit: Annotated[int, typer.Option(help="How many of the newest tables are listed.")] = 50,
    every: Annotated[bool, typer.Option("--all", help="List all tables.")] = False,
    as_json: Json = False,
) -> None:
    """List the tables of a running server; halt, resume or delete one.

    A list that is piped has one line for each table, its columns separated by tabs. The server requires the
    operator's token: FATTORINO_OPERATOR_TOKEN, or the one it made at its first start.
    """
    base = url.rstrip("/") + "/api/operator/tables"
    for id, method, path in ((halt, "PUT", "/halt"), (resume, "DELETE", "/halt"), (delete, "DELETE", "")):
        if id:
            ask(method, f"{base}/{id}{path}", {"reason": reason} if id == halt and reason else None)
    if halt or resume or delete:
        return
    wish = urlencode({"limit": 0 if every else limit, "find": find, "idle_days": idle_days})
    try:
        found = ask("GET", f"{base}?{wish}")["tables"]
        lines = [columns(one) for one in found]
    except (KeyError, TypeError, ValueError, OverflowError, OSError):
        raise NotDone(_("What answers at {url} is no server of Fattorino.").format(url=url)) from None
    if as_json:
        print(json.dumps(found, indent=1))
    elif not console.is_terminal:
        for line in lines:
            print("\t".join(map(harmless, line)))
    else:
        shown = Table(*HEADS, box=None, padding=(0, 2, 0, 0))
        for line in lines:
            shown.add_row(*(escape(cell) for cell in line))
        console.print(shown)


HEADS = ("id", _("made"), _("game"), _("status"), _("moves"), _("here"), _("people"))


def columns(one: dict[str, Any]) -> list[str]:
    """A table of the list, in the order of the headings."""
    when = datetime.fromtimestamp(one["created"]).isoformat(timespec="minutes")
    status = "halted" if one["halted"] else one["status"]
    moves = "" if one["moves"] is None else str(one["moves"])
    return [one["id"], when, one["game"], status, moves, str(one["connected"]), ", ".join(one["people"])]

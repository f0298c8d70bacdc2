"""For operators: backups, verification, and the tables of a running server."""

import json
import os
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

import typer

from fattorino.commands.common import app, bar, console, read_json, say
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
    try:
        wrong = check(saved)
    except (AttributeError, KeyError, TypeError) as error:
        raise NotDone(_("{file} is not a saved game: {reason}.").format(file=file, reason=error)) from None
    if wrong:
        raise NotDone(" ".join(wrong))
    people = sum(bool(part["part"]) for part in saved["chance"]["parts"])
    console.print(_("The secrets are those that were committed to, and give the seed of the game."))
    say(
        _("Compare what the table showed before the game: {commitment}").format(
            commitment=saved["chance"]["commitment"]
        )
    )
    if str(saved["chance"]["nonce"]).startswith(CHOSEN):
        console.print(_("The host chose the server's secret."))
    elif people:
        console.print(_("Besides the server {n} of the seats had a part in it.").format(n=people))
    else:
        console.print(_("The server alone made it: nobody's browser had a part in it."))


class NotDone(FattorinoError):
    """The server refused an operator's request."""

    code = "not_done"


def ask(method: str, url: str) -> dict[str, Any]:
    """Send an operator's request to a running server."""
    import urllib.error
    import urllib.request  # slow to load

    from fattorino.server.http.hosts import is_local
    from fattorino.server.operator_token import kept_token

    request = urllib.request.Request(url, method=method)
    here = is_local(urlsplit(url).hostname or "")  # nobody else gets the token of this machine's server
    token = os.environ.get("FATTORINO_OPERATOR_TOKEN", "") or (kept_token() if here else "")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            body = answer.read()
    except urllib.error.HTTPError as error:
        with error:
            told = json.loads(error.read() or b"{}")
        raise NotDone(told.get("detail", str(error))) from None
    except (OSError, ValueError) as error:
        raise NotDone(_("No server answers at {url}: {reason}.").format(url=url, reason=error)) from None
    return dict(json.loads(body or b"{}"))


@app.command()
def tables(
    url: Annotated[str, typer.Option(help="The address of the server.")] = "http://127.0.0.1:8000",
    halt: Annotated[str, typer.Option(help="Halt the table of this id: it can only be looked at.")] = "",
    resume: Annotated[str, typer.Option(help="Let the table of this id go on.")] = "",
    delete: Annotated[str, typer.Option(help="Delete the table of this id with all it holds.")] = "",
    limit: Annotated[int, typer.Option(help="How many of the newest tables are listed.")] = 50,
) -> None:
    """List the tables of a running server; halt, resume or delete one.

    The server requires the operator's token: FATTORINO_OPERATOR_TOKEN, or the one it made at its first start.
    """
    base = url.rstrip("/") + "/api/operator/tables"
    for id, method, path in ((halt, "PUT", "/halt"), (resume, "DELETE", "/halt"), (delete, "DELETE", "")):
        if id:
            ask(method, f"{base}/{id}{path}")
    if halt or resume or delete:
        return
    for one in ask("GET", f"{base}?limit={limit}")["tables"]:
        when = datetime.fromtimestamp(one["created"]).strftime("%Y-%m-%d %H:%M")
        status = _("halted") if one["halted"] else one["status"]
        people = ", ".join(one["people"])
        say(f"{one['id']}  {when}  {one['game']:<12} {status:<8} {people}")

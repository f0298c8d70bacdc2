"""For those who run a server: backups."""

from pathlib import Path
from typing import Annotated

import typer

from fattorino.commands.common import app, bar, console
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

"""Shared by the commands: the app, game options, progress bars, files."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from fattorino.kernel.errors import BadOption, BadSave, FattorinoError
from fattorino.kernel.game import Game

app = typer.Typer(add_completion=False, rich_markup_mode="rich")
console = Console()
GAME_OPTIONS = {"allow_extra_args": True, "ignore_unknown_options": True}

GameName = Annotated[str, typer.Argument(help="Which game: see `fattorino games`.", metavar="GAME")]
Json = Annotated[bool, typer.Option("--json", help="Print the report as JSON.")]
Components = Annotated[
    Path | None, typer.Option(help="Changed components: a TOML file with what is to be different.")
]
Seed = Annotated[int | None, typer.Option(help="Seed of chance; without one, a secret one.")]


def game_options(game: Game, words: list[str]) -> dict[str, Any]:
    """The game's own options from the rest of the command line: --turn-limit 30 or --turn_limit=30."""
    options: dict[str, Any] = {}
    at = 0
    while at < len(words):
        name, equals, value = words[at].partition("=")
        key = name.removeprefix("--").replace("-", "_")
        if not name.startswith("--"):
            raise BadOption(
                f"{words[at]!r} is not expected here; options of {game.title} are written --name value"
            )
        if key not in game.options or key == "seats":
            known = ", ".join("--" + option.replace("_", "-") for option in game.options if option != "seats")
            raise BadOption(f"there is no option {name}; {game.title} has {known}")
        if not equals:
            at += 1
            if at == len(words):
                raise BadOption(f"option {name} needs a value: {game.options[key].choices()}")
            value = words[at]
        options[key] = value
        at += 1
    return options


def say(text: str) -> None:
    """Print a line that names files or bots, whose brackets and numbers are not to be styled."""
    console.print(text, markup=False, highlight=False)


@contextmanager
def bar(title: str, total: int, quiet: bool) -> Iterator[Any]:
    """A progress bar, as a function to call with the steps done; nothing is drawn without a terminal."""
    screen = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=screen,
        disable=quiet or not screen.is_terminal,
        transient=True,
    ) as progress:
        task = progress.add_task(title, total=total)
        yield lambda done, text=title, total=total: progress.update(
            task, completed=done, description=text, total=total
        )


def read_text(path: Path) -> str:
    """A file's text; raises with one line if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise FattorinoError(f"{path} cannot be read: {reason}") from None


def read_json(path: Path) -> Any:
    """A saved game from a file."""
    try:
        return json.loads(read_text(path))
    except json.JSONDecodeError as error:
        raise BadSave(f"{path} is not a saved game: not JSON (line {error.lineno})") from None


def can_write(path: Path) -> None:
    """Refuse an unwritable file early, before hours of play."""
    if path.is_dir():
        raise FattorinoError(f"{path} cannot be written: it is a folder")
    if not path.absolute().parent.is_dir():
        raise FattorinoError(f"{path} cannot be written: there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
        raise FattorinoError(f"{path} cannot be written: that is not allowed")


def write_text(path: Path, text: str) -> None:
    """Write a file; raises with one line if it cannot be written."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise FattorinoError(f"{path} cannot be written: {error.strerror}") from None

"""Shared by the commands: the app, game options, progress bars, files."""

import json
import os
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, Task, TextColumn, TimeRemainingColumn
from rich.table import Column
from rich.text import Text

from fattorino import games
from fattorino.commands.group import Commands
from fattorino.commands.near import did_you_mean, near, own_options
from fattorino.kernel.errors import BadGame, BadOption, BadSave, FattorinoError
from fattorino.kernel.game import Game
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import Speed

app = typer.Typer(cls=Commands, add_completion=False, rich_markup_mode="rich")
console = Console()
BAR = 20  # columns
SHORT = 2.0  # seconds
MINUTE, HOUR = 60, 3600
GAME_OPTIONS = {"allow_extra_args": True, "ignore_unknown_options": True}

GameName = Annotated[str, typer.Argument(help="Which game: see `fattorino games`.", metavar="GAME")]
Json = Annotated[bool, typer.Option("--json", help="Print the report as JSON.")]
Components = Annotated[
    Path | None, typer.Option(help="Changed components: a TOML file with what is to be different.")
]
Seed = Annotated[int | None, typer.Option(help="Seed of chance; without one, a secret one.")]


def flag(option: str) -> str:
    """An option of a game as it is typed."""
    return "--" + option.replace("_", "-")


def game_options(game: Game, context: typer.Context) -> dict[str, Any]:
    """The game's own options from the rest of the command line: --turn-limit 30 or --turn_limit=30."""
    options: dict[str, Any] = {}
    words = iter(context.args)
    for word in words:
        name, equals, value = word.partition("=")
        key = name.removeprefix("--").replace("-", "_")
        if not name.startswith("-"):
            raise BadOption(
                f"{word!r} is not expected here; options of {game.title} are written --name value"
            )
        if not name.startswith("--") or key not in game.options or key == "seats":
            raise no_such_option(name, game, context)
        given = value if equals else next(words, None)
        if given is None:
            raise BadOption(f"option {name} needs a value: {game.options[key].choices()}")
        options[key] = given
    return options


def no_such_option(name: str, game: Game, context: typer.Context) -> BadOption:
    """The error for an unknown option: the nearest ones, and below it the command's and the game's own."""
    own = own_options(context.command)
    groups = {
        title: [flag(option.name) for option in group] for title, group in game.options.groups().items()
    }
    known = [*own, *(option for group in groups.values() for option in group)]
    error = BadOption(f"there is no option {name}{did_you_mean(near(name, known))}")
    error.add_note(f"{context.command.name} has {', '.join(own)}")
    error.add_note(f"{game.title} has (`fattorino games {game.name}` explains them)")
    for title, flags in groups.items():
        error.add_note(f"  {title}: {', '.join(flags)}")
    return error


def tell_error(error: FattorinoError) -> None:
    """An error in one line, and below it what would work, if that needs more lines."""
    screen = Console(stderr=True)
    screen.print(
        f"fattorino: {harmless(str(error))}", style="red", markup=False, highlight=False, soft_wrap=True
    )
    for line in getattr(error, "__notes__", ()):
        screen.print(wrapped(harmless(line), screen.width), markup=False, highlight=False)


def harmless(text: str) -> str:
    """A text that may come from a stranger's file, without what a terminal would obey."""
    return "".join(c if c.isprintable() or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in text)


def wrapped(line: str, width: int) -> str:
    """A long line as several, between words; --names are kept in one piece."""
    rest = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.fill(line, width, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False)


def chosen_games(names: list[str] | None) -> tuple[list[Game], dict[str, BadGame]]:
    """The games of these names; without any, all that can be loaded, and what is wrong with the others."""
    return ([games.load(name) for name in names], {}) if names else games.load_all()


def say(text: str) -> None:
    """Print a line that names files or bots, whose brackets and numbers are not to be styled."""
    console.print(text, markup=False, highlight=False)


class TimeLeft(TimeRemainingColumn):
    """The time left; before the first step, until everything is compiled, if that takes a while."""

    def render(self, task: Task) -> Text:
        passed, compiling = task.elapsed or 0.0, task.fields["compiling"]
        if task.completed or passed < SHORT or passed >= compiling:
            return super().render(task)
        return Text(duration(compiling - passed), style="progress.remaining")


def duration(seconds: float) -> str:
    """A time to wait, in words."""
    if seconds < MINUTE:
        return _("about {n} s").format(n=round(seconds))
    if seconds < HOUR:
        return _("about {n} min").format(n=round(seconds / MINUTE))
    return _("about {n} h").format(n=round(seconds / HOUR))


@contextmanager
def bar(title: str, total: int, quiet: bool, compiling: float = 0.0) -> Iterator[Any]:
    """A progress bar, as a function to call with the steps done; nothing is drawn without a terminal. The
    seconds of compiling are an estimate of what passes before the first step.
    """
    screen = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}", table_column=Column(ratio=1, no_wrap=True, overflow="ellipsis")),
        BarColumn(BAR),
        MofNCompleteColumn(),
        TimeLeft(),
        console=screen,
        disable=quiet or not screen.is_terminal,
        transient=True,
        expand=True,  # the description gives way to the others
    ) as progress:
        task = progress.add_task(title, total=total, compiling=compiling)
        told = Speed.tells
        Speed.tells = told and progress.disable  # the bar tells what is compiled
        try:
            yield lambda done, text=title, total=total: progress.update(
                task, completed=done, description=text, total=total
            )
        finally:
            Speed.tells = told


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
    except (RecursionError, ValueError):  # Python reads neither thousands of levels nor of digits
        raise BadSave(
            f"{path} is not a saved game: it is nested too deeply, or a number is too long"
        ) from None


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

"""`fattorino compile`: fill the cache, part by part, so that nobody waits later."""

import gc
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any

import typer
from rich.table import Table

import fattorino
from fattorino.bots.mcts import BOTS
from fattorino.commands.common import app, bar, chosen_games, console, tell_error
from fattorino.kernel.cache import why_not_writable
from fattorino.kernel.errors import BadOption, FattorinoError
from fattorino.kernel.game import Game
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import DISABLED, INTERPRETED, WHY_INTERPRETED, Speed, speed
from fattorino.kernel.parts import TABLE, Part, ensure_part, go_over, is_ready

PARTS = (TABLE.name, BOTS.name, "arena")  # in the order they are needed
Said = Callable[[dict[str, Any]], None]


@app.command("compile")
def compile_games(
    names: Annotated[
        list[str] | None, typer.Argument(help="Some games; without any, all.", metavar="GAME")
    ] = None,
    parts: Annotated[str, typer.Option(help="What to compile, with commas: table, bots, arena.")] = ",".join(
        PARTS
    ),
    jobs: Annotated[int, typer.Option(help="Processes at a time; 0: one per core.")] = 0,
    low_priority: Annotated[bool, typer.Option(help="Leave the processor to others.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one line of JSON for each step.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what is not ready yet.")] = False,
) -> None:
    """Compile the rules into the cache, what a table needs first, so that nobody waits later."""
    found, broken = chosen_games(names)
    for error in broken.values():
        tell_error(error)
    chosen = [game.name for game in found]
    wanted = [part.strip() for part in parts.split(",") if part.strip()]
    for part in wanted:
        if part not in PARTS:
            raise BadOption(f"there is no part {part!r}; the parts are: {', '.join(PARTS)}")
    if INTERPRETED:
        raise FattorinoError(f"nothing can be compiled: {WHY_INTERPRETED}")
    if dry_run:
        show_ready(chosen, wanted)
        return
    if low_priority:
        os.nice(10)
    jobs = min(jobs or os.cpu_count() or 1, len(chosen))
    seconds: dict[tuple[str, str], float] = {}
    with bar(_("compiling"), len(chosen) * len(wanted), as_json) as progress:

        def said(line: dict[str, Any]) -> None:
            if as_json:
                print(json.dumps(line), flush=True)
            if "seconds" in line and line["name"] in PARTS:
                seconds[line["game"], line["name"]] = line["seconds"]
            title = fattorino.load(line["game"]).title
            progress(len(seconds), f"{title}: {line['name']}")

        if jobs == 1:
            compile_here(chosen, wanted, said)
        else:
            compile_side_by_side(chosen, wanted, said, jobs)
    if not as_json:
        show(chosen, wanted, seconds)


def compile_here(names: list[str], parts: list[str], said: Said) -> None:
    """One part after the other, for all games; parts share lowered rules."""
    Speed.tells = False  # `said` does
    gc.set_threshold(100_000, 50, 50)  # the compiler allocates millions of objects and few cycles
    for number, part in enumerate(map(part_called, parts)):
        for name in names:
            game = fattorino.load(name)
            line = {"game": name, "step": number, "of": len(parts), "name": part.name}
            said(line)
            said(line | {"step": number + 1, "seconds": round(ensure_part(game, part), 2)})
    for name in names:
        said({"game": name, "step": len(parts), "of": len(parts), "name": "done"})


def part_called(name: str) -> Part:
    """A part by its name; the arena's is slow to import, and rarely needed."""
    if name == "arena":
        from fattorino.arena.playing import ARENA

        return ARENA
    return TABLE if name == TABLE.name else BOTS


def compile_side_by_side(names: list[str], parts: list[str], said: Said, jobs: int) -> None:
    """One process per game, so many at a time."""

    def one(name: str) -> None:
        for line in json_lines(["compile", name, "--parts", ",".join(parts), "--jobs", "1", "--json"]):
            said(line)

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, names))


def command(*arguments: str) -> list[str]:
    """The command line of another `fattorino` process."""
    return [sys.executable, "-m", "fattorino_command", *arguments]


def json_lines(arguments: list[str]) -> Iterator[dict[str, Any]]:
    """Run another `fattorino` process; yields the lines of JSON it prints."""
    with subprocess.Popen(command(*arguments), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            yield json.loads(line)
    if process.returncode:
        raise FattorinoError(f"games could not be compiled (exit code {process.returncode})")


def show(names: list[str], parts: list[str], seconds: dict[tuple[str, str], float]) -> None:
    """The CPU seconds of each part of each game."""
    table = Table(_("game"), *(_(part) for part in parts), _("together"), title=_("seconds to compile"))
    for name in names:
        row = [seconds.get((name, part), 0.0) for part in parts]
        figures = [f"{took:.1f}" if took else _("ready") for took in row]
        table.add_row(fattorino.load(name).title, *figures, f"{sum(row):.1f}")
    console.print(table)


def show_ready(names: list[str], parts: list[str]) -> None:
    """Which parts of each game are in the cache, and which a change of its rules has put out of date."""
    table = Table(_("game"), *(_(part) for part in parts), title=_("what is compiled"))
    for name in names:
        game = fattorino.load(name)
        ready = [is_ready(game, part_called(part)) for part in parts]
        table.add_row(game.title, *(_("ready") if each else _("to be compiled") for each in ready))
    console.print(table)


def needs_compiled(reason: str) -> FattorinoError:
    """The error for a bot that searches."""
    return FattorinoError(_("A bot that looks ahead needs compiled rules: {reason}").format(reason=reason))


class Background:
    """Compiles a game while it is played in the terminal; the game switches between two moves.

    If anything goes wrong, the game is played interpreted and one line says so. A bot that searches needs
    compiled code: for it everything is compiled first, in this process if another one cannot.
    """

    def __init__(self, game: Game, search: bool) -> None:
        self._game = game
        self._process: subprocess.Popen[bytes] | None = None
        if search and INTERPRETED and not DISABLED:
            raise needs_compiled(WHY_INTERPRETED)
        if INTERPRETED or (go_over(game) and (not search or is_ready(game, BOTS))):
            return
        reason = why_not_writable()
        if search:
            self._compile_first(reason)
        elif reason:
            self._say(reason)
        else:
            self._process = subprocess.Popen(
                command(*self._arguments(), "--low-priority"),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

    def _arguments(self) -> list[str]:
        """The arguments of the other process."""
        parts = f"{TABLE.name},{BOTS.name}"
        return ["compile", self._game.name, "--parts", parts, "--jobs", "1", "--json"]

    def _compile_first(self, reason: str) -> None:
        """Compile everything bots need, even if it cannot be cached."""
        game = self._game
        with bar(_("compiling"), 2, not console.is_terminal) as progress:

            def said(line: dict[str, Any]) -> None:
                progress(line["step"], f"{game.title}: {line['name']}")

            try:
                for line in json_lines(self._arguments()) if not reason else ():
                    said(line)
            except FattorinoError as error:
                reason = str(error)
            if go_over(game) and is_ready(game, BOTS):
                return
            speed(game.folder).compile()
            try:
                compile_here([game.name], [TABLE.name, BOTS.name], said)
            except Exception as error:  # Numba can raise anything
                raise needs_compiled(reason or str(error)) from None
        said_so = _("The game is compiled for this time only: {reason}")
        console.print(said_so.format(reason=reason or _("nothing was kept")), style="dim")

    def poll(self) -> None:
        """Switch to compiled rules once they are ready, or report that compiling failed."""
        if self._process is None or not speed(self._game.folder).interprets:
            return
        code = self._process.poll()
        if is_ready(self._game):
            go_over(self._game)
        elif code is not None:
            self._process = None
            self._say(_("the compiler ended with {code}").format(code=code))

    def _say(self, reason: str) -> None:
        console.print(_("The game is played interpreted: {reason}").format(reason=reason), style="dim")

    def close(self) -> None:
        """Stop compiling."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()

"""A game in the terminal: the table as text, the log, numbered choices with short keys."""

import json
import os
import tempfile
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from itertools import chain, count
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table

import fattorino
from fattorino import bots
from fattorino.kernel import typed
from fattorino.kernel.errors import CannotUndo
from fattorino.kernel.game import fresh_seed
from fattorino.kernel.i18n import _
from fattorino.kernel.match import Match
from fattorino.render.outline import outline

COMMANDS = (
    "a",
    "u",
    "l",
    "places",
    "hint",
    "save",
    "q",
    "h",
)  # reserved: no game uses these, or numbers, as keys
LONG = 10  # digits, too many for the number of a move
MANY = 60  # choices that would push the board off the screen


def help_words() -> str:
    """What can be typed."""
    rows = [
        (_("number or key"), _("play that action")),
        (_("several"), _("play them one after the other, until something is revealed")),
        (_("? key"), _("why an action is not possible")),
        ("a", _("all choices, where there are many")),
        ("u", _("take your last step back, until something is revealed or somebody else decides")),
        ("hint", _("what a bot would do here, and why")),
        ("l", _("the whole log")),
        ("places", _("the board as a list, place by place, with what can be typed there")),
        (_("save [file]"), _("keep the game in a file; without a name, in a new one in this folder")),
        ("q", _("leave; the game can be resumed later")),
        ("h", _("this help")),
    ]
    wide = max(len(typed) for typed, _does in rows)
    return "\n".join(f"[bold]{escape(typed.ljust(wide))}[/bold]  {does}" for typed, does in rows)


def not_written(path: Path, error: OSError) -> str:
    """Why a file could not be written."""
    return _("{file} cannot be written: {reason}").format(file=path, reason=error.strerror)


def free(path: Path, own: Collection[Path] = ()) -> Path:
    """The path, or one with a number if another game is kept there."""
    numbered = (path.with_stem(f"{path.stem}-{n}") for n in count(2))
    return next(one for one in chain([path], numbered) if one in own or not one.exists())


class Leave(Exception):
    """The player wants to stop for now."""


class Terminal:
    """One match at one keyboard, people and bots mixed."""

    def __init__(
        self,
        match: Match,
        players: list[str],
        console: Console,
        ask: Callable[[str], str] | None = None,
        between: Callable[[], None] = lambda: None,  # called between two moves
    ) -> None:
        self.match = match
        self.players = players
        self.console = console
        self.between = between
        self.ask = ask or (lambda prompt: console.input(prompt))
        self.bots = {  # one per seat: a bot remembers what its seat saw
            seat: bots.make(name, match.game)
            for seat, name in enumerate(players)
            if name != "human" and match.roles[seat].decides
        }
        self.people = [
            seat for seat, name in enumerate(players) if name == "human" and match.roles[seat].decides
        ]
        self.at_keyboard: int | None = self.people[0] if self.people else None
        self.told: dict[int | None, int] = {}
        self.saved: list[Path] = []  # files of this game, which it may replace
        self.seed = fresh_seed() % 2**40

    def run(self) -> None:
        """Play until the end or until somebody leaves."""
        lines = [f"[bold]{self.match.game.title}[/bold]", self.match.game.tagline, *self._played_with()]
        self.console.print(Panel("\n".join(lines), expand=False))
        try:
            while not self.match.over:
                seat = self.match.to_move
                assert seat is not None
                self.between()
                if self.players[seat] == "human":
                    self._person(seat)
                else:
                    bot = self.bots[seat]
                    view, legal = self.match.view(seat), self.match.legal()
                    self.match.play(bot.choose(view, seat, legal, self.seed + self.match.move))
        except (Leave, EOFError, KeyboardInterrupt):
            path = self._keep()
            again = f"[bold]fattorino play --resume {path}[/bold]"
            self.console.print("\n" + _("Saved. Go on with: {command}").format(command=again), soft_wrap=True)
            return
        self._end()

    def _played_with(self) -> list[str]:
        """The non-default options as typed, shown to everyone at the keyboard."""
        options = self.match.game.options
        told = [
            f"{name} {options[name].text(value)}"
            for name, value in self.match.options.items()
            if name != "seats" and value != options[name].default
        ]
        return [_("Played with: {options}").format(options=escape(", ".join(told)))] if told else []

    # -- a person's turn -----------------------------------------------------------------------------------

    def _person(self, seat: int) -> None:
        if self.at_keyboard != seat:
            self.console.clear()
            self.ask(_("{who}, press Enter when only you look at the screen. ").format(who=self._name(seat)))
            self.at_keyboard = seat
        self._show(seat)
        while self.match.to_move == seat and not self.match.over:
            before = self.match.move
            self._answer(seat, self.ask("[bold]> [/bold]").strip())
            if self.match.move != before:
                return

    def _answer(self, seat: int, word: str) -> None:
        command, _space, rest = word.partition(" ")
        if word == "q":
            raise Leave
        if word == "h" or word == "":
            self.console.print(help_words())
        elif word == "a":
            with self._pages():
                self._list(self.match.labels())
        elif word == "l":
            with self._pages():
                self.console.print("\n".join(self.match.log(seat)), markup=False, highlight=False)
        elif word == "places":
            with self._pages():
                self._places(seat)
        elif word == "u":
            self._undo(seat)
        elif word == "hint":
            self._hint(seat)
        elif command == "save":
            self._save_as(rest.strip())
        elif word.startswith("?"):
            with self._pages():
                self._explain(word)
        else:
            self._try(word)

    @contextmanager
    def _pages(self) -> Iterator[None]:
        """Print what is printed inside a screen at a time."""
        with self.console.capture() as printed:
            yield
        lines = printed.get().splitlines()
        step = self.console.height - 2 if self.console.is_terminal else len(lines)
        for first in range(0, len(lines), max(1, step)):
            if first and self.ask(_("Enter: on, q: enough > ")).strip() == "q":
                return
            self.console.file.write("\n".join(lines[first : first + step]) + "\n")

    def _undo(self, seat: int) -> None:
        """Take the last step of this seat back, or say until when that is possible."""
        try:
            self.match.undo(seat)
        except CannotUndo as error:
            when = _("A step can be taken back until something is revealed or somebody else decides.")
            self.console.print(f"{error} {when}", style="yellow", markup=False)
        else:
            self.told[seat] = min(self.told.get(seat, 0), len(self.match.heard(seat)))
            self._show(seat)

    def _hint(self, seat: int) -> None:
        """What a bot would do that knows what this seat knows, as at the web table."""
        from fattorino.server.tables.hints import advice  # slow to load
        from fattorino.server.tables.viewer import Choice

        choices = {action: Choice(action, label, "") for action, label in self.match.labels().items()}
        action, sentence = advice(self.match.game, self.match.view(seat), seat, self.match.legal(), choices)
        key = self.match.game.key(action)
        self.console.print(f"{sentence} [{key}]" if key else sentence, markup=False, highlight=False)

    def _save_as(self, name: str) -> None:
        """Keep the game in a file; one that holds anything else is replaced only if that is wanted."""
        path = Path(name) if name else free(Path(f"{self.match.game.name}.json"), self.saved)
        if path.is_file() and path not in self.saved:
            wish = self.ask(_("{file} is there already; y replaces it > ").format(file=path))
            if wish.strip().lower() != "y":
                self.console.print(_("Nothing was saved: choose another name."), style="yellow")
                return
        try:
            self.console.print(_("Saved to {file}").format(file=self._save(path)), markup=False)
            self.saved.append(path)
        except OSError as error:
            self.console.print(not_written(path, error), style="yellow", markup=False)

    def _places(self, seat: int) -> None:
        """The same list as the page of words: what is known of every place, and the keys of its choices."""
        game, actions = self.match.game, self.match.legal().tolist()
        keys = dict[str, list[str]]()
        for action, key in zip(actions, typed.words(game, actions), strict=True):
            keys.setdefault(self.match.target(action), []).append(key)
        for region in outline(game, {"title": game.title} | game.scene(self.match.view(seat), seat)):
            self.console.print(region.name, style="bold", markup=False, highlight=False)
            for place in region.places:
                typing = ", ".join(keys.get(place.target, ())) if place.target else ""
                words = " ".join(filter(None, (place.words, typing and f"[{typing}]")))
                if words and (typing or not place.blank):
                    self.console.print(f"  {words}", markup=False, highlight=False)

    def _try(self, line: str) -> None:
        """Play a line, word by word, as far as it goes."""
        seat, before, settled = self.match.to_move, "", False
        while line:
            legal = self.match.legal().tolist()
            word = typed.read(self.match.game, legal, line)
            if self.match.over or self.match.to_move != seat:
                return self._stopped(word.word, _("It is not your turn."))
            if before and (stop := typed.why_stop(self.match.game, word, before, settled)):
                return self._stopped(word.word, stop)
            if word.action is None:
                text = _("{word!r} is not a choice: type a number, a key, or h for help.")
                return self.console.print(text.format(word=word.word))
            try:
                self.match.play(word.action)
            except fattorino.IllegalAction as error:
                if before:
                    return self._stopped(word.word, f"{error.sentence} ({error.rule})")
                self.console.print(
                    f"{error.sentence} ({error.rule})", style="yellow", markup=False, highlight=False
                )
                return self.console.print(self.match.prompt(self.match.to_move), markup=False)
            before, settled = typed.kind(self.match.game, legal), bool(self.match.why_no_undo(seat))
            line = word.rest

    def _stopped(self, word: str, why: str) -> None:
        """Why a line is not played to its end."""
        text = _("Stopped at “{word}”. {why}").format(word=word, why=why)
        self.console.print(text, style="yellow", markup=False, highlight=False)

    def _explain(self, word: str) -> None:
        action = typed.read(self.match.game, self.match.legal().tolist(), word).action
        if action is None:
            keys = ", ".join(
                filter(None, (self.match.game.key(a) for a in range(self.match.game.num_actions)))
            )
            self.console.print(
                _("Ask about an action by its key: ? {keys}").format(keys=keys), soft_wrap=True
            )
            return
        refusal = self.match.why_not(action)
        label = self.match.label(action)
        answer = refusal or _("this is possible now")
        self.console.print(f"{label.removesuffix('.')}: {answer}", markup=False, highlight=False)

    # -- what is shown -------------------------------------------------------------------------------------

    def _name(self, seat: int) -> str:
        return self.match.roles[seat].name

    def _show(self, seat: int) -> None:
        self.console.rule(f"{self._name(seat)}")
        self._news(seat)
        self.console.print(self.match.text(seat))
        self.console.print(self.match.prompt(seat), style="bold red", markup=False)
        labels = self.match.labels()
        keys = [self.match.game.key(action) for action in labels]
        if len(labels) <= MANY or not all(keys):
            self._list(labels)
            return
        many = _("There are {n} choices: type a key, such as {key}, or a for all of them.")
        self.console.print(many.format(n=len(labels), key=keys[len(keys) // 2]), highlight=False)

    def _list(self, labels: dict[int, str]) -> None:
        """The choices, numbered, with their keys."""
        columns = max(1, min(4, self.console.width // 38))
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        cells = [
            f"[bold]{number:>2}[/bold] {label}"
            + (f" [dim]{key}[/dim]" if (key := self.match.game.key(action)) else "")
            for number, (action, label) in enumerate(labels.items(), 1)
        ]
        for _column in range(columns):
            table.add_column()
        for first in range(0, len(cells), columns):
            table.add_row(*cells[first : first + columns])
        self.console.print(table)

    def _news(self, seat: int | None) -> None:
        log = self.match.log(seat)
        for sentence in log[self.told.get(seat, 0) :]:
            self.console.print(f"  {sentence}", markup=False, highlight=False)
        self.told[seat] = len(log)

    def _end(self) -> None:
        seat = self.at_keyboard
        self.console.rule(_("The end"))
        self._news(seat)
        self.console.print(self.match.text(seat))
        show_result(self.match, self.console)

    def _keep(self) -> Path:
        """Save on leaving: in the folder for saved games, or a temporary one."""
        path = free(_autosave(self.match))
        try:
            return self._save(path)
        except OSError as error:
            self.console.print(not_written(path, error), style="yellow", markup=False)
            return self._save(free(Path(tempfile.gettempdir()) / path.name))

    def _save(self, path: Path) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        saved = self.match.save() | {"players": self.players}
        fresh = path.with_suffix(path.suffix + ".new")
        fresh.write_text(json.dumps(saved), encoding="utf-8")
        os.replace(fresh, path)
        return path


def place_words(match: Match) -> list[str]:
    """Each seat's place; a game that nobody won has no first place, and no others."""
    return [str(rank) if match.winners else "–" for rank in match.ranks]


def show_result(match: Match, console: Console) -> None:
    """The scores, line by line."""
    table = Table("", _("score"), _("place"), "")
    account, places = match.game.score_breakdown(match.view(None)), place_words(match)
    for seat in range(match.seats):
        lines = (
            "\n".join(f"{text}: {points}" for text, points in account[seat]) if seat < len(account) else ""
        )
        won = " ★" if seat in match.winners else ""
        table.add_row(match.roles[seat].name + won, str(match.scores[seat]), places[seat], lines)
    console.print(table)
    if not match.winners:
        console.print(_("Nobody won."))


def show_replay(match: Match, seat: int | None, console: Console, all_at_once: bool) -> None:
    """Step through a match: Enter goes forward, b back, q leaves."""
    saved = match.save()
    if all_at_once:
        console.print("\n".join(match.log(seat)), markup=False, highlight=False)
        if match.over:
            show_result(match, console)
        return
    at = 0
    while True:
        shown = fattorino.replay(saved | {"actions": saved["actions"][:at]})
        console.rule(_("{n} of {all}").format(n=at, all=len(saved["actions"])))
        for sentence in shown.log(seat)[-4:]:
            console.print(f"  {sentence}", markup=False, highlight=False)
        console.print(shown.text(seat))
        if shown.over:
            show_result(shown, console)
        try:
            word = console.input(_("Enter: on, b: back, a number: that move, q: leave > ")).strip()
        except EOFError:
            return
        if word == "q" or (at == len(saved["actions"]) and word == ""):
            return
        at = int(word) if word.isdecimal() and len(word) < LONG else at - 1 if word == "b" else at + 1
        at = max(0, min(at, len(saved["actions"])))


def _autosave(match: Match) -> Path:
    base = os.environ.get("XDG_DATA_HOME")
    home = (Path(base) if base else Path.home() / ".local" / "share") / "fattorino" / "saves"
    return home / f"{match.game.name}-{time.strftime('%Y%m%d-%H%M%S')}.json"

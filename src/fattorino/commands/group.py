"""The commands in groups, as `fattorino --help` shows them, and answers to what is not a command."""

from typing import Any

from typer.core import TyperGroup

from fattorino import games
from fattorino.commands.near import near, own_options
from fattorino.kernel.errors import BadOption

GROUPS = {  # all commands, in the order in which they are shown
    "Play, and look at games": ("play", "games", "replay", "verify"),
    "Serve a table for others": (
        "serve",
        "tables",
        "people",
        "notice",
        "block",
        "backup",
        "restore",
        "compile",
    ),
    "Bots against each other: how fair is a game?": ("simulate", "tournament", "ladder", "report"),
    "Research": ("task", "export", "train", "fit", "bench"),
}
ABOUT_OPTIONS = "Options of the game follow as --option value: `fattorino games GAME` lists them."
LESSONS = "lessons are in the browser: run `fattorino` and choose “Learn by playing”"
SERVED = "`fattorino serve` serves the table"
SAVED = "`fattorino play --resume FILE` goes on with a saved game"
ELSEWHERE = {  # words that people try instead of a command
    "help": "`fattorino --help` lists the commands, `fattorino COMMAND --help` explains one",
    "version": "it is `fattorino --version`",
    "list": "`fattorino games` lists the games",
    "options": "`fattorino games GAME` lists the options of a game",
    "new": "`fattorino play GAME` plays in the terminal, `fattorino` in the browser",
    **dict.fromkeys(("learn", "lesson", "lessons", "tutorial", "teach"), LESSONS),
    **dict.fromkeys(("server", "start", "host", "web"), SERVED),
    **dict.fromkeys(("resume", "load", "continue"), SAVED),
}


class Commands(TyperGroup):
    """The commands, group by group; what is not one is answered by what may be meant."""

    def __init__(self, *given: Any, **more: Any) -> None:
        """Put each command into its group; those that take the options of a game say so."""
        super().__init__(*given, **more)
        for title, names in GROUPS.items():
            for command in (self.commands[name] for name in names if name in self.commands):
                vars(command)["rich_help_panel"] = title
                command.epilog = ABOUT_OPTIONS if command.context_settings else command.epilog

    def list_commands(self, ctx: Any) -> list[str]:
        """The commands in the order of the groups."""
        return [name for names in GROUPS.values() for name in names if name in self.commands]

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command of the first word; an error says where to find what may be meant."""
        word = args[0]
        if word not in self.commands:
            if word in ELSEWHERE:
                raise BadOption(f"there is no command {word}: {ELSEWHERE[word]}")
            if word in games.names():
                raise BadOption(f"{word} is a game: play it with `fattorino play {word}`")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run a command; an unknown option is answered by those of its meaning, else by those like it."""
        try:
            return super().invoke(ctx)
        except Exception as error:
            unknown: Any = error
            if hasattr(unknown, "possibilities"):
                meant = near(unknown.option_name, own_options(unknown.ctx.command))
                unknown.possibilities = meant or unknown.possibilities
            raise

"""Every exception of the package.

FattorinoError
├── UnknownGame        no folder of that name
├── BadOption          a seat count, option or option value the game does not know
│   └── UnknownKeyword of an environment; a TypeError, too
├── BadSeat            a seat that is not at this table
├── IllegalAction      refused by a rule; carries it
│   └── GameOver       nothing is played after the end
├── CannotUndo         something was revealed since, or nothing was done
├── NoWorld            no state was found that agrees with all that a seat knows
├── BadSave            a saved game that is damaged, foreign, or breaks a rule
├── BadOpening         a prepared start (a town file) that cannot be read or breaks a rule
├── BadComponents      changed components that the game does not have, or cannot be played with
├── BadGame            a game's own folder breaks the contract: for its author
└── NoDevice           there is no GPU here, or nothing to drive it

Each has a stable `code` for programs and one sentence for people.
"""

from collections.abc import Iterable


class FattorinoError(Exception):
    """Something the user asked for cannot be done; the message says what and what would work."""

    code = "error"


class UnknownGame(FattorinoError):
    code = "unknown_game"

    def __init__(self, name: object, known: Iterable[str]) -> None:
        self.name, self.known = name, tuple(known)
        super().__init__(f"there is no game {name!r}; the games are: {', '.join(self.known)}")

    def __reduce__(self) -> tuple[type["UnknownGame"], tuple[object, tuple[str, ...]]]:
        """Pickle the arguments, since the message alone cannot recreate it."""
        return UnknownGame, (self.name, self.known)


class BadOption(FattorinoError):
    code = "bad_option"


class UnknownKeyword(BadOption, TypeError):
    pass


class BadSeat(FattorinoError):
    code = "bad_seat"


class IllegalAction(FattorinoError):
    code = "illegal_action"

    def __init__(self, message: str, rule: str = "", sentence: str = "") -> None:
        super().__init__(message)
        self.rule = rule
        self.sentence = sentence


class GameOver(IllegalAction):
    code = "game_over"


class CannotUndo(FattorinoError):
    code = "cannot_undo"


class NoWorld(FattorinoError):
    code = "no_world"


class BadSave(FattorinoError):
    code = "bad_save"


class BadOpening(FattorinoError):
    code = "bad_opening"


class BadComponents(FattorinoError):
    code = "bad_components"


class BadGame(FattorinoError):
    code = "bad_game"

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(f"{place}: {message}" if place else message)
        self.place = place  # the file and line that are wrong, if they are known


class MissingKey(BadGame, KeyError):
    """A key that a game reads in one of its tables, and that is not there."""

    __str__ = Exception.__str__


class NoDevice(FattorinoError):
    code = "no_device"

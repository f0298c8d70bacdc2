"""Numbers that texts state: of a component, of an option's usual value, or of the board's geometry."""

import re
import sys
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from fattorino.kernel.game import Game

DOCS = Path(__file__).parents[2] / "docs"
NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
WORDS = {name: number for number, name in enumerate(NAMES, 2)} | {"third": 3, "twenty": 20}
STATED = re.compile(rf"(?<![\w{{.])(\d+|{'|'.join(WORDS)})(?![\w}}])", re.IGNORECASE)


def stated(text: str) -> list[int]:
    """The numbers in a text, in digits or words; one is none, since it is a pronoun more often."""
    found = (match[1].lower() for match in STATED.finditer(text))
    return [number for word in found if (number := WORDS.get(word) or int(word)) > 1]


@cache
def catalogue() -> Any:
    """Every text of the package, as translators get it."""
    sys.path.insert(0, str(DOCS))
    try:
        import messages  # type: ignore[import-not-found]
    finally:
        sys.path.remove(str(DOCS))
    return messages.collect()


def texts(game: Game) -> dict[str, str]:
    """What players of a game read beside its exact rules, each text with the file it is in."""
    home, book = f"games/{game.folder.name}/", game.rulebook
    exact = set(book.sentences.values()) - set(book.for_players.values())
    found: dict[str, str] = {}
    for message in catalogue():
        for file, _line in message.locations:
            if home in file:
                ids = message.id if isinstance(message.id, tuple) else (message.id,)
                found |= {text: file.rpartition("/")[2] for text in ids if text not in exact}
    found |= {learn.sentence: rule for rule, learn in book.lessons.items()}
    for chapter in tomllib.loads((game.folder / "primer.toml").read_text(encoding="utf-8"))["chapter"]:
        marks = [words for _target, words in chapter["picture"].get("marks", ())]
        found |= dict.fromkeys([chapter["title"], *chapter["text"], *marks], "primer.toml")
    return found


def check_texts(game: Game, known: Mapping[str, Sequence[int]]) -> None:
    """Compare the numbers in a game's texts with those that a table knows for each, by how it begins."""
    used = set[str]()
    for text, where in texts(game).items():
        if found := stated(text):
            begins = max((key for key in known if text.startswith(key)), key=len, default="")
            assert begins, f"{where}: say which number {found} is in {text!r}"
            assert found == list(known[begins]), f"{where}: {text!r}; it should be {list(known[begins])}"
            used.add(begins)
    assert set(known) - used == set(), "no text with a number begins like this"


def check_rules(game: Game, known: Mapping[str, Sequence[int]]) -> None:
    """Compare numbers in the exact rules with the components."""
    for rule, numbers in known.items():
        found = stated(game.rulebook.sentences[rule])
        lacking = [number for number in numbers if number > 1 and number not in found]
        assert not lacking, f"{rule} states {found}; {lacking} should be among them"


def check_lines(game: Game, known: Mapping[str, Sequence[int]]) -> None:
    """Compare numbers in other lines of the rulebook, by how each begins, with the components."""
    lines = game.rulebook.path.read_text(encoding="utf-8").splitlines()
    for begins, numbers in known.items():
        (line,) = [line for line in lines if line.startswith(begins)]
        lacking = [number for number in numbers if number > 1 and number not in stated(line)]
        assert not lacking, f"{line!r} states {stated(line)}; {lacking} should be among them"

"""Collect every text that people read into one catalogue for translators: `make messages`.

Sources: `_("...")` and `ngettext("...", "...", n)` in Python and in Jinja2 templates, the sentences of every
rulebook.md, and of every components.toml the names and texts of components and the names, values and help of
the options. The catalogue, src/fattorino/locale/fattorino.pot, is made anew each time and not committed.
"""

import os
import sys
import tomllib
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

if __name__ == "__main__":
    os.environ.setdefault("NUMBA_DISABLE_JIT", "1")

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po
from jinja2.ext import babel_extract

import fattorino
from fattorino.kernel.i18n import LOCALE
from fattorino.kernel.rulebook import read_rulebook

PACKAGE = Path(fattorino.__file__).parent
KEYWORDS: Mapping[str, tuple[int, ...] | None] = {"_": None, "ngettext": (1, 2)}

Found = Iterator[tuple[int, str, str, list[str]]]  # line, function, text, comments


def rule_sentences(
    source: IO[bytes], keywords: Mapping[str, Any], tags: Collection[str], options: Mapping[str, Any]
) -> Found:
    """The sentences of a rulebook, exact and for players, each with its rule id as a comment."""
    book = read_rulebook(Path(source.name).parent)
    for number, line in enumerate(source.read().decode().splitlines(), 1):
        rule = line.removeprefix("- **").partition("**")[0]
        if line.startswith("- **") and rule in book.sentences:
            yield number, "_", book.sentences[rule], [rule]
            if rule in book.for_players:
                yield number + 1, "_", book.for_players[rule], [rule]


def component_words(
    source: IO[bytes], keywords: Mapping[str, Any], tags: Collection[str], options: Mapping[str, Any]
) -> Found:
    """The names and texts of components, and what a page shows of the options."""
    components = tomllib.loads(source.read().decode())
    for key in ("tagline", "length"):
        if key in components.get("game", {}):
            yield 1, "_", components["game"][key], [f"{key} of the game"]
    yield from printed_words(components, "")
    yield from option_words(components.get("option", []))


def printed_words(value: Any, key: str) -> Found:
    """What is printed on components in words: every `name`, `text` and `summary`, and every `..._text`."""
    if isinstance(value, dict):
        for inner, part in value.items():
            yield from printed_words(part, inner)
    elif isinstance(value, list):
        for part in value:
            yield from printed_words(part, key)
    elif isinstance(value, str) and (key in ("name", "text", "summary") or key.endswith("_text")):
        yield 1, "_", value, [f"{key} of a component"]


def option_words(entries: list[dict[str, Any]]) -> Found:
    """The name, the group and the values of an option as words, and its help."""
    for option in entries:
        name = option["id"].replace("_", " ")
        yield 1, "_", name.capitalize(), ["name of an option"]
        yield 1, "_", option["help"], [f"help of the option: {name}"]
        for words in (
            *(option[key] for key in ("title", "group") if key in option),
            *option.get("words", ()),
        ):
            yield 1, "_", words, [f"option: {name}"]
        for value in option["values"]:
            words = ", ".join(value) if isinstance(value, list) else value
            if isinstance(words, str) and words:
                yield 1, "_", words.replace("_", " "), [f"value of the option: {name}"]


METHODS: list[tuple[str, Any]] = [
    ("**.py", "python"),
    ("**.html", babel_extract),
    ("**.j2", babel_extract),
    ("**/rulebook.md", rule_sentences),
    ("**/components.toml", component_words),
    ("**/events.toml", component_words),
]


def collect(package: Path = PACKAGE) -> Catalog:
    """All texts of the package."""
    catalogue = Catalog(project="Fattorino", version=fattorino.__version__, charset="utf-8")
    jinja = {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}
    jinja["extensions"] = "fattorino.render.quick.Still"
    settings = {pattern: jinja for pattern, method in METHODS if method is babel_extract}
    for file, line, text, comments, context in extract_from_dir(
        package, METHODS, settings, keywords=KEYWORDS
    ):
        place = Path("fattorino", file).as_posix()
        catalogue.add(text, None, [(place, line)], auto_comments=comments, context=context)
    return catalogue


def write(path: Path) -> int:
    """Write the catalogue; the number of texts in it."""
    catalogue = collect()
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, sort_by_file=True, width=100)
    return len(catalogue)


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else LOCALE / "fattorino.pot"
    print(f"{write(target):,} texts in {target}")

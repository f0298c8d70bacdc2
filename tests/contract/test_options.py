"""The options in a game's rulebook are those of its components.toml: their names, defaults and values."""

import re

import pytest

import fattorino
from fattorino.games import names
from fattorino.kernel.options import Option

COLUMNS = ["option", "default", "values"]  # then whatever a game has to say


def rows(name: str) -> list[list[str]]:
    """The cells of every row in the tables under "Options"."""
    text = fattorino.load(name).rulebook.path.read_text(encoding="utf-8")
    section = re.search(r"^## Options\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert section, f"the rulebook of {name} has no section ## Options"
    found: list[list[str]] = []
    for line in section[1].splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|") or set(line) <= set("|- "):
            continue
        if "`" in cells[0]:
            found.append(cells)
        else:
            assert cells[:3] == COLUMNS, f"the columns are {', '.join(COLUMNS)}, not {', '.join(cells[:3])}"
    return found


def listed(cell: str) -> list[str]:
    """The values in a cell, as people type them: `one`, on, 1 to 5; what is in parentheses explains them."""
    found = []
    for quoted, word in re.findall(r"`([^`]*)`|([^,`]+)", re.sub(r"\([^)]*\)", "", cell)):
        limits = re.fullmatch(r"(\d+) to (\d+)", word.strip())
        if limits:
            found += [str(number) for number in range(int(limits[1]), int(limits[2]) + 1)]
        elif quoted or word.strip():
            found.append("" if word.strip() == "empty" else quoted or word.strip())
    return found


def described(name: str) -> dict[str, tuple[str, list[str]]]:
    """The default and the values of every option in the rulebook; several may share a row, divided by ;."""
    found: dict[str, tuple[str, list[str]]] = {}
    for options, default, values, *_ in rows(name):
        together = re.findall(r"`(\w+)`", options)
        defaults, ranges = default.split(";"), values.split(";")
        for place, option in enumerate(together):
            assert option not in found, f"the rulebook of {name} has two rows for {option}"
            (text,) = listed(defaults[place if len(defaults) > 1 else 0])
            found[option] = text, sorted(listed(ranges[place if len(ranges) > 1 else 0]))
    return found


def declared(option: Option) -> tuple[str, list[str]]:
    """The default and the values of an option as people type them."""
    return option.text(option.default), sorted(map(option.text, option.values))


def words(default: str, values: list[str]) -> str:
    return f"{default or 'empty'} of {', '.join(value or 'empty' for value in values)}"


@pytest.mark.parametrize("name", names())
def test_the_rulebook_has_every_option_with_its_default_and_its_values(name: str) -> None:
    game, book = fattorino.load(name), described(name)
    assert sorted(book) == sorted(game.options)
    wrong = [
        f"{option} is {words(*book[option])} in the rulebook, {words(*declared(made))} in components.toml"
        for option, made in game.options.items()
        if book[option] != declared(made)
    ]
    assert not wrong


def test_values_are_read_as_people_write_them() -> None:
    assert listed("off") == ["off"]
    assert listed("`auto` (on with 5 or 6), `on`, `off`") == ["auto", "on", "off"]
    assert listed("random, 1 to 3") == ["random", "1", "2", "3"]
    assert listed("empty (any of them), `g2x`") == ["", "g2x"]
    assert listed("`shrimp,basil`, `shrimp,cheese`") == ["shrimp,basil", "shrimp,cheese"]

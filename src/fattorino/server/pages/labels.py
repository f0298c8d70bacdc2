"""What tables, chairs, people and options are called on a page."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from fattorino.kernel.game import Game
from fattorino.kernel.i18n import _, ngettext
from fattorino.server.tables.table import Seat, Table


def colour_names() -> list[str]:
    """The seats' colours with their shapes."""
    return [
        _("orange circle"),
        _("sky-blue square"),
        _("green triangle"),
        _("yellow diamond"),
        _("blue star"),
        _("vermilion hexagon"),
    ]


def bot_words(bot: str) -> str:
    """A bot as a name."""
    levels = {
        "random": _("Random bot"),
        "easy": _("Easy bot"),
        "greedy": _("Greedy bot"),
        "medium": _("Medium bot"),
        "hard": _("Hard bot"),
    }
    return levels.get(bot) or _("{bot} bot").format(bot=bot.capitalize())


def bot_choice(bot: str, builds: bool = False) -> str:
    """A bot as a choice: its name and how it plays, or how it sets the table for the others."""
    how = {
        "random": _("plays anything"),
        "easy": _("looks ahead a little, slips often"),
        "greedy": _("plays by the book, at once"),
        "medium": _("looks ahead"),
        "hard": _("thinks for a second"),
    }
    if builds:
        how = dict.fromkeys(how, _("builds anything"))
        how |= {"easy": _("makes it easy for the others"), "hard": _("makes it hard for the others")}
    return f"{bot_words(bot)}: {how[bot]}" if bot in how else bot_words(bot)


def known_as(text: str, seats: Sequence[Seat]) -> str:
    """A sentence with people's names in place of the names of their chairs."""
    return renamed(text, new_names(seats))


def new_names(seats: Sequence[Seat]) -> tuple[tuple[str, str], ...]:
    """The chairs that are called after the people on them."""
    return tuple(
        (seat.role.name, seat.name)
        for seat in seats
        if seat.kind == "human" and seat.name and seat.name != seat.role.name
    )


def renamed(text: str, names: tuple[tuple[str, str], ...]) -> str:
    """A sentence with new names in place of old ones, all at once."""
    return _renaming(names)(text) if names else text


@lru_cache(1024)
def _renaming(names: tuple[tuple[str, str], ...]) -> Callable[[str], str]:
    people = dict(names)
    chairs = re.compile(rf"\b(?:{'|'.join(map(re.escape, people))})\b")
    return lambda text: chairs.sub(lambda found: people[found[0]], text)


def chair_words(seat: Seat) -> str:
    """A chair and who sits on it."""
    if seat.name in ("", seat.role.name):
        return seat.role.name
    return _("{name} ({chair})").format(name=seat.name, chair=seat.role.name)


def short_name(seat: Seat) -> str:
    """What somebody is called; bots are all alike, so their chair comes with them."""
    return chair_words(seat) if seat.kind == "bot" else seat.name or seat.role.name


def spelled(name: str) -> str:
    """The name of an option or of a value as words, without short forms."""
    short = {"gm": _("game master"), "coop": _("co-op")}
    return " ".join(short.get(word, word) for word in name.split("_"))


def title_of(option: str) -> str:
    """An option's name as words."""
    words = spelled(option)
    title = words[:1].upper() + words[1:]
    return _(title)


def help_words(options: Mapping[str, Any], name: str) -> str:
    """What an option does; options it speaks of are called as they are on the page."""
    return re.sub(
        r"\b[a-z]+(?:_[a-z]+)+\b",
        lambda found: f"“{title_of(found[0])}”" if found[0] in options else found[0],
        _(options[name].help),
    )


def people_words(table: Table) -> str:
    """Who sits at a table, in one line."""
    return ", ".join(seat.name for seat in table.seats if seat.kind in ("human", "bot") and seat.name)


def table_words(table: Table) -> str:
    """How a table stands, in one line."""
    if table.status == "open":
        free = sum(seat.kind == "open" and seat.plays for seat in table.seats)
        return ngettext("{n} seat free", "{n} seats free", free) if free else _("about to begin")
    return _("over") if table.over else _("in play")


def entry(table: Table) -> dict[str, Any]:
    """A table as a line of the menu."""
    return {"id": table.id, "game": table.game, "people": people_words(table), "words": table_words(table)}


def value_words(option: Any, value: Any) -> str:
    """A value of an option as words."""
    if value == "":
        return _("any")
    return _(spelled(option.text(value)).replace(",", ", "))


def played_with(game: Game, options: Mapping[str, Any], seed_chosen: bool = False) -> list[str]:
    """What is not usual at a table: whoever sits down is told of it."""
    told = [_("a seed that the host chose, and may know")] if seed_chosen else []
    for name, option in game.options.items():
        value = option.parse(options.get(name, option.default))
        if name != "seats" and value != option.default:
            title = title_of(name)
            told.append(title if value is True else f"{title}: {value_words(option, value)}")
    return told

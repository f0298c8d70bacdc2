"""Labels of tables, seats, people and options on pages; who won, and how each score came about."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from markupsafe import escape

from fattorino.kernel.game import Game
from fattorino.kernel.i18n import _, isolated, ngettext
from fattorino.kernel.options import Option
from fattorino.server.tables.bot_levels import bot_name
from fattorino.server.tables.people import Seat
from fattorino.server.tables.table import Table
from fattorino.server.tables.viewer import Outcome, Projection

Names = tuple[tuple[str, str], ...]  # of seats, and what they are called instead
MOST_LETTERS = 9  # of a name on a board


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


def bot_choice(bot: str, builds: bool = False) -> str:
    """A bot as a choice: its name and how it plays, or how it builds the board for the others.

    Short enough for a select field on a phone.
    """
    how = {
        "random": _("plays anything"),
        "easy": _("for a first game"),
        "greedy": _("quick, by the book"),
        "net": _("quick, has learned"),
        "medium": _("looks ahead"),
        "hard": _("thinks for a second"),
        "expert": _("the strongest"),
    }
    if builds:
        how = dict.fromkeys(how, _("builds anything"))
        hard = _("makes it hard for the others")
        how |= {"easy": _("makes it easy for the others"), "hard": hard, "expert": hard}
    return f"{bot_name(bot)}: {how[bot]}" if bot in how else bot_name(bot)


def known_as(text: str, seats: Sequence[Seat]) -> str:
    """A sentence with people's names in place of the names of their seats."""
    return renamed(text, new_names(seats))


def new_names(seats: Sequence[Seat], shown: Callable[[str], str] = isolated) -> Names:
    """The seats that are called by their players' names."""
    return tuple(
        (seat.role.name, shown(seat.name))
        for seat in seats
        if seat.kind == "human" and seat.name and seat.name != seat.role.name
    )


def renamed(text: str, names: Names) -> str:
    """A sentence with new names in place of old ones, all at once."""
    return _renaming(names)(text) if names else text


def names_on_board(seats: Sequence[Seat]) -> Names:
    """The same for a drawing, where a name has the room of a seat's name."""
    return new_names(seats, lambda name: str(escape(isolated(shortened(name)))))


def shortened(name: str) -> str:
    """A name of a few letters."""
    return name if len(name) <= MOST_LETTERS else name[: MOST_LETTERS - 1].rstrip() + "…"


@lru_cache(1024)
def _renaming(names: Names) -> Callable[[str], str]:
    people = dict(names)
    seats = re.compile(rf"(?:{'|'.join(map(_beginning_a_word, people))})\b")
    return lambda text: seats.sub(lambda found: people[found[0]], text)


def _beginning_a_word(name: str) -> str:
    """A name at the beginning of a word, which is checked after its first letter: a pattern that begins with
    a letter is found fifty times as fast in a drawing."""
    first, rest = re.escape(name[0]), re.escape(name[1:])
    return rf"{first}(?<=\b{first}){rest}"


def seat_label(seat: Seat) -> str:
    """A seat and who sits on it."""
    if seat.name in ("", seat.role.name):
        return seat.role.name
    return _("{name} ({seat})").format(name=isolated(seat.name), seat=seat.role.name)


def spelled(name: str) -> str:
    """The name of an option or value in words, without abbreviations."""
    short = {"gm": _("game master"), "coop": _("co-op")}
    return " ".join(short.get(word, word) for word in name.split("_"))


def title_of(option: Option) -> str:
    """What an option is called: its title, or its name as words."""
    words = option.title or spelled(option.name)
    title = words[:1].upper() + words[1:]
    return _(title)


def help_words(options: Mapping[str, Option], name: str) -> str:
    """What an option does; other options are named as on the page."""
    return re.sub(
        r"\b[a-z]+(?:_[a-z]+)+\b",
        lambda found: f"“{title_of(options[found[0]])}”" if found[0] in options else found[0],
        _(options[name].help),
    )


def people_words(table: Table) -> str:
    """Who sits at a table, in one line."""
    people = (seat.name for seat in table.seats if seat.kind in ("human", "bot"))
    return ", ".join(isolated(name) for name in people if name)


def table_words(table: Table) -> str:
    """The status of a table, in one line."""
    if table.status == "open":
        free = sum(seat.kind == "open" and seat.plays for seat in table.seats)
        return ngettext("{n} seat free", "{n} seats free", free) if free else _("about to begin")
    return _("over") if table.over else _("in play")


def entry(table: Table) -> dict[str, Any]:
    """A table as a line of the menu."""
    return {"id": table.id, "game": table.game, "people": people_words(table), "words": table_words(table)}


def value_words(option: Option, value: Any) -> str:
    """A value of an option as words."""
    if option.words:
        return _(option.words[option.values.index(value)])
    if value == "":
        return _("any")
    return _(spelled(option.text(value)).replace(",", ", "))


def played_with(game: Game, options: Mapping[str, Any], seed_chosen: bool = False) -> list[str]:
    """The non-default options of a table, shown to everyone who sits down."""
    told = [_("a seed that the host chose and may know")] if seed_chosen else []
    for name, option in game.options.items():
        value = option.parse(options.get(name, option.default))
        if name != "seats" and value != option.default:
            title = title_of(option)
            told.append(title if value is True else f"{title}: {value_words(option, value)}")
    return told


def result(table: Table, seen: Projection, outcome: Outcome) -> dict[str, Any]:
    """The result with the scores, and the revealed secrets behind the seed."""
    scores = [*outcome.scores, *[0] * len(seen.account)]
    lines = [
        {
            "people": [scorer(table.seats[number], number == seen.viewer) for number in partners],
            "won": partners[0] in outcome.winners,
            "lines": [(known_as(words, table.seats), signed(n)) for words, n in seen.account[partners[0]]],
            "tell": together_words(seen.account[partners[0]], table.seats),
            "number": partners[0],
            "score": signed(scores[partners[0]]),
        }
        for members in teams(table.seats[: len(seen.account)])
        for partners in alike(members, seen.account)
    ]
    return {
        "id": table.id,
        "commitment": table.commitment,
        "opened": table.opened,
        "rematch": table.rematch,
        "seated": seen.viewer is not None,
        "headline": headline(table, seen.viewer, outcome.winners),
        "result": sorted(lines, key=lambda line: (not line["won"], -scores[line["number"]])),
    }


def together_words(account: Sequence[tuple[str, int]], seats: Sequence[Seat]) -> str:
    """Where a score comes from, in one line."""
    return "; ".join(f"{known_as(words, seats)}: {signed(points)}" for words, points in account)


def alike(members: Sequence[int], accounts: Sequence[Any]) -> list[Sequence[int]]:
    """The seats of a team as one, if the same account holds for all of them."""
    if all(accounts[number] == accounts[members[0]] for number in members):
        return [members]
    return [[number] for number in members]


def scorer(seat: Seat, you: bool) -> dict[str, Any]:
    """A person or bot in the result."""
    role = seat.role.name if seat.name not in ("", seat.role.name) else ""
    return {"name": seat.name or seat.role.name, "role": role, "colour": seat.colour, "you": you}


def headline(table: Table, viewer: int | None, winners: Sequence[int]) -> str:
    """Who won, for a viewer."""
    teams = [seat.role.team for seat in table.seats if seat.role.scores]
    if len(teams) > 1 and len(set(teams)) == 1 and teams[0] is not None:
        return _("The team won!") if winners else _("The team lost")
    if viewer is not None and viewer in winners:
        if table.seats[viewer].role.team is not None and len(winners) > 1:
            return _("Your team won!")
        return _("You won!") if len(winners) == 1 else _("You won, with others!")
    names = together(table.seats, winners)
    if not names:
        return _("Nobody won")
    text = _("{names} won")
    if viewer is not None and table.seats[viewer].role.team is not None:
        text = _("Your team lost: {names} won")
    return text.format(names=names)


def teams(seats: Sequence[Seat]) -> list[list[int]]:
    """The seats that score together."""
    found: dict[tuple[str, int], list[int]] = {}
    for number, seat in enumerate(seats):
        alone = seat.role.team is None
        found.setdefault(("seat", number) if alone else ("team", seat.role.team or 0), []).append(number)
    return list(found.values())


def together(seats: Sequence[Seat], members: Sequence[int]) -> str:
    """One of several teams by what its seats share (Red City and Red Bike are Red), else one by one."""
    sides, own = {seat.role.team for seat in seats}, {seats[number].role.team for number in members}
    if len(members) > 1 and len(own) == 1 and len(sides - {None}) > 1:
        first, *others = (seats[number].role.name.split() for number in members)
        if shared := [word for word in first if all(word in other for other in others)]:
            return " ".join(shared)
    return ", ".join(called(seats[number]) for number in members)


def called(seat: Seat) -> str:
    """A short label for a seat: a person's name, or the seat's name for a bot."""
    return isolated(seat.name) if seat.kind == "human" and seat.name else seat.role.name


def signed(number: int) -> str:
    """A number with a minus as it is printed."""
    return str(number).replace("-", "−")

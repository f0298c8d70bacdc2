"""Effects in force, in words: the Global card, the City Event, the co-op week, cards in play."""

from typing import Any, NamedTuple

from fattorino.games.new_york import names, tables as t
from fattorino.games.new_york.rules import coop, powers
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import NONE, Seat

PROMOTIONS = t.COMPONENTS["coop"]["promotions"]


class Day(NamedTuple):
    """The orders of a day of the week."""

    name: str
    morning: int
    evening: int
    back: int  # morning or evening, by the player's choice
    colour: int  # of the token, or NONE


def in_force(view: Any) -> list[tuple[str, str]]:
    """The Global card and the City Event: name, effect."""
    found = []
    if view.world != NONE:
        name = names.power_name(int(view.world))
        if view.shortage != NONE:
            name = f"{name}: {names.kind_name(t.kind_of(int(view.shortage)))}"
        if view.rounds > 0:
            name = f"{name} ({ngettext('{n} turn left', '{n} turns left', int(view.rounds))})"
        found.append((name, names.power_effect(int(view.world))))
    if view.city != NONE:
        found.append((names.city_name(int(view.city)), names.city_effect(int(view.city))))
    return found


def week(view: Any) -> list[Day]:
    """Co-op: the days with their promotions; a face-down token brings what its back shows."""
    days = []
    for day in range(t.N_DAYS):
        morning, evening = 0, t.FRIDAY_ORDERS if day == t.FRIDAY else 0
        token = int(view.day_token[day])
        if token >= 0 and view.promotions != coop.EASY:
            morning += PROMOTIONS[token]["morning"]
            evening += PROMOTIONS[token]["evening"]
        colour = NONE if token < 0 else token // (len(PROMOTIONS) // 2)
        days.append(Day(names.day_name(day), morning, evening, int(view.day_back[day]), colour))
    return days


def day_words(day: Day) -> str:
    """When the orders of a day arrive."""
    words = _("{day}: orders in the morning {morning}, in the evening {evening}").format(
        day=day.name, morning=day.morning, evening=day.evening
    )
    if day.back:
        words += ", " + ngettext("{n} when you like", "{n} when you like", day.back)
    return words


def in_play(view: Any, seat: Seat, slot: int) -> str:
    """A card in a tableau with what is under or on it."""
    power = int(view.slot[seat, slot])
    made = powers.CARDS.get(power)
    under = made.under(view) if made and made.under else []
    return f"{names.power_name(power)} ({', '.join(under)})" if under else names.power_name(power)


def owes(view: Any, seat: Seat) -> bool:
    """NY-POWER-OUTOFSUPPLIES-1: whether the card is in front of a player."""
    return bool(view.power_at[t.Power.OUT_OF_SUPPLIES] == t.Place.DEBT + seat)

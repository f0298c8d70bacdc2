"""Every component of New York with what it does and how it is drawn."""

from typing import Any

from fattorino.games.new_york.looks import CLASSES
from fattorino.games.new_york.names import (
    KIND_SYMBOLS,
    VILLAGE_CODES,
    city_name,
    goal_name,
    kind_name,
    power_effect,
    power_name,
    ticket_name,
    top_effect,
    village_name,
)
from fattorino.games.new_york.tables import (
    CITY_EVENTS,
    GOALS,
    KINDS,
    N_POWERS,
    N_TICKETS,
    N_TIPS,
    POWERS,
    SPECIALTY,
    TICKET_EXTRA,
    TICKET_NEEDS,
    TICKET_SIZE,
    TICKET_VALUE,
    class_of,
    ticket_fact,
)
from fattorino.kernel.i18n import _, ngettext

Piece = tuple[str, str, str, tuple[Any, ...]]  # name, what it does, macro that draws it, with what
TYPES = ("SPEED", "MONEY", "EVENT", "TIMED", "GLOBAL")


def gallery() -> list[tuple[str, list[Piece]]]:
    """Ingredients, villages, Power Cards by type, tickets, goals, city events, tokens."""
    ingredients: list[Piece] = [
        (kind_name(kind), top_effect(kind), "small_card", (KIND_SYMBOLS[kind], CLASSES[class_of(kind)]))
        for kind in range(len(KINDS))
    ]
    villages: list[Piece] = [
        (village_name(village), "", "small_zone", (code,)) for village, code in enumerate(VILLAGE_CODES)
    ]
    titles = [_("SPEED cards"), _("MONEY cards"), _("EVENT cards"), _("TIMED cards"), _("GLOBAL cards")]
    powers = [(title, power_cards(kind)) for title, kind in zip(titles, TYPES, strict=True)]
    goals: list[Piece] = [
        (goal_name(goal), _(str(card["text"])), "small_sign", ("trophy",)) for goal, card in enumerate(GOALS)
    ]
    events: list[Piece] = [
        (city_name(event), _(str(card["text"])), "small_sign", ("building",))
        for event, card in enumerate(CITY_EVENTS)
    ]
    tips: list[Piece] = [
        (_("${n} tip").format(n=value), "", "small_tip", (value,)) for value in range(1, N_TIPS + 1)
    ]
    return [
        (_("Ingredients, with their power on top of a pizzeria"), ingredients),
        (_("Villages and their delivery zones"), villages),
        *powers,
        (_("Order tickets"), [ticket(number) for number in range(N_TICKETS)]),
        (_("Personal goals"), goals),
        (_("City events"), events),
        (_("Tips"), tips),
    ]


def power_cards(kind: str) -> list[Piece]:
    """The Power Cards of a type."""
    return [
        (power_name(power), power_effect(power), "small_sign", (f"power-{kind.lower()}",))
        for power in range(N_POWERS)
        if POWERS[power]["type"] == kind
    ]


def ticket(number: int) -> Piece:
    """An order ticket: what it pays and what it asks for."""
    size, value = int(ticket_fact(number, TICKET_SIZE)), int(ticket_fact(number, TICKET_VALUE))
    signs = [""] * size
    note = ngettext("${n}", "${n}", value)
    if number >= SPECIALTY:
        signs = [KIND_SYMBOLS[ticket_fact(number, TICKET_NEEDS + k)] for k in range(size)]
        extra = int(ticket_fact(number, TICKET_EXTRA))
        note += ", " + ngettext("{n} more card, any zone", "{n} more cards, any zone", extra)
    return (ticket_name(number), note, "small_ticket", (value, tuple(signs)))

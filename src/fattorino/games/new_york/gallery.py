"""Every component of New York with what it does and how it is drawn."""

from fattorino.games.new_york import card_pictures, names, tables as t
from fattorino.kernel.game import Piece
from fattorino.kernel.i18n import _, ngettext

TYPES = ("SPEED", "MONEY", "EVENT", "TIMED", "GLOBAL")


def gallery() -> list[tuple[str, list[Piece]]]:
    """Ingredients, villages, Power Cards by type, tickets, goals, city events, tokens."""
    ingredients: list[Piece] = [
        (
            names.kind_name(kind),
            names.top_effect(kind),
            "small_card",
            (names.KIND_SYMBOLS[kind], card_pictures.CLASSES[t.class_of(kind)]),
        )
        for kind in range(len(t.KINDS))
    ]
    villages: list[Piece] = [
        (names.village_name(village), "", "small_zone", (code,))
        for village, code in enumerate(names.VILLAGE_CODES)
    ]
    titles = [_("SPEED cards"), _("MONEY cards"), _("EVENT cards"), _("TIMED cards"), _("GLOBAL cards")]
    powers = [(title, power_cards(kind)) for title, kind in zip(titles, TYPES, strict=True)]
    goals: list[Piece] = [
        (names.goal_name(goal), _(str(card["text"])), "small_sign", ("trophy",))
        for goal, card in enumerate(t.GOALS)
    ]
    events: list[Piece] = [
        (names.city_name(event), names.city_effect(event), "small_sign", ("building",))
        for event in range(t.N_EVENTS)
    ]
    tips: list[Piece] = [
        (_("${n} tip").format(n=value), "", "small_tip", (value,)) for value in range(1, t.N_TIPS + 1)
    ]
    return [
        (_("Ingredients, with their power on top of a pizzeria"), ingredients),
        (_("Villages and their delivery zones"), villages),
        *powers,
        (_("Order tickets"), [ticket(number) for number in range(t.N_TICKETS)]),
        (_("Personal goals"), goals),
        (_("City events"), events),
        (_("Tips"), tips),
    ]


def power_cards(kind: str) -> list[Piece]:
    """The Power Cards of a type."""
    return [
        (names.power_name(power), names.power_effect(power), "small_sign", (f"power-{kind.lower()}",))
        for power in range(t.N_POWERS)
        if t.POWERS[power]["type"] == kind
    ]


def ticket(number: int) -> Piece:
    """An order ticket: what it pays and what it asks for."""
    size, value = int(t.ticket_fact(number, t.TICKET_SIZE)), int(t.ticket_fact(number, t.TICKET_VALUE))
    signs = [""] * size
    note = ngettext("${n}", "${n}", value)
    if number >= t.SPECIALTY:
        signs = [names.KIND_SYMBOLS[kind] for kind in t.kinds_on(number)]
        extra = int(t.ticket_fact(number, t.TICKET_EXTRA))
        note += ", " + ngettext("{n} more card, any zone", "{n} more cards, any zone", extra)
    return (names.ticket_name(number), note, "small_ticket", (value, tuple(signs)))

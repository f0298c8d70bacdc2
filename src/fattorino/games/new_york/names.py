"""The names of things: cards, villages, tickets, seats."""

from typing import Any

from fattorino.games.new_york import streets, tables as t
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import Seat

_VILLAGE_NAMES = [entry["name"] for entry in t.COMPONENTS["villages"]]


KIND_SIGNS = ["Pe", "Sa", "Ha", "Me", "Pp", "On", "To", "Pi", "Ch", "M*", "V*", "★"]
KIND_SYMBOLS = [kind.replace("_", "-") for kind in t.KINDS]
VILLAGE_CODES = [entry["code"] for entry in t.COMPONENTS["villages"]]


def kind_name(kind: int) -> str:
    return _(t.KIND_NAMES[kind])


def village_name(village: int) -> str:
    return _(_VILLAGE_NAMES[village])


def power_name(power: int) -> str:
    return _(str(t.POWERS[power]["name"]))


def power_effect(power: int) -> str:
    """What a Power Card does, with its printed numbers."""
    return _(str(t.POWERS[power]["summary"])).format(**t.POWERS[power])


def type_name(power: int) -> str:
    """The type of a Power Card."""
    return {
        "SPEED": _("Speed"),
        "MONEY": _("Money"),
        "EVENT": _("Event"),
        "TIMED": _("Timed"),
        "GLOBAL": _("Global"),
    }[t.POWERS[power]["type"]]


def card_name(card: int) -> str:
    """A blue card or a Power Card."""
    if card >= t.N_BLUE:
        return power_name(card - t.N_BLUE)
    return _("{kind} ({village})").format(
        kind=kind_name(t.kind_of(card)), village=village_name(t.village_of(card))
    )


def top_effect(kind: int) -> str:
    """The power of an ingredient on top of a pizzeria."""
    if kind >= t.N_INGREDIENTS:
        return ""
    return _(str(t.COMPONENTS["ingredients"][kind]["top_power_text"])).format(value=t.TOP_VALUES[kind])


def ticket_name(ticket: int) -> str:
    if ticket < t.SPECIALTY:
        return ngettext(
            "Pizza with {n} ingredient", "Pizza with {n} ingredients", int(t.TICKETS[ticket]["ingredients"])
        )
    return _(str(t.TICKETS[ticket]["name"]))


def city_name(event: int) -> str:
    return _(str(t.CITY_EVENTS[event]["name"]))


def city_effect(event: int) -> str:
    """What a City Event does, with its printed numbers."""
    return _(str(t.CITY_EVENTS[event]["text"])).format(**t.CITY_EVENTS[event])


def goal_name(goal: int) -> str:
    return _(str(t.GOALS[goal]["name"]))


def day_name(day: int) -> str:
    return _(str(t.COMPONENTS["coop"]["calendar"]["days_text"][day]))


def lot_number(large: int, lot: int) -> str:
    """The number of a lot in its village."""
    return str(streets.SIDES[large]["lots"][lot]["id"]).rsplit("_", 1)[1]


def lot_name(large: int, lot: int) -> str:
    village = village_name(streets.lot_village(large, lot))
    return _("{village} lot {number}").format(village=village, number=lot_number(large, lot))


def lot_in_words(large: int, lot: int) -> str:
    """A lot in the middle of a sentence."""
    village = village_name(streets.lot_village(large, lot))
    return _("lot {number} in {village}").format(village=village, number=lot_number(large, lot))


def seat_name(seat: Seat, viewer: Seat) -> str:
    return _("You") if seat == viewer else _("Player {number}").format(number=seat + 1)


def cards(count: int) -> str:
    return ngettext("{n} card", "{n} cards", count)


def disks(count: int) -> str:
    return ngettext("{n} disk", "{n} disks", count)


def money(dollars: int) -> str:
    return f"${dollars}"


def code(view: Any) -> str:
    """NY-COOP-15: the code of a co-op game, such as 3PL-B15-R17-P22-M50."""
    text = (
        f"{int(view.n)}PL-B{int(view.marker[0])}-R{int(view.marker[1])}"
        f"-P{int(view.goal_pizzas)}-M{int(view.goal_money)}"
    )
    if not view.over:
        return text
    return f"Win-{text}" if view.won else f"Loss-{text}"

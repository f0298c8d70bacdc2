"""Events in words, as events.toml has them, and each score line by line."""

from collections.abc import Callable
from typing import Any

from fattorino.games.new_york import names, tables as t
from fattorino.games.new_york.rules import catalog, coop, score
from fattorino.games.new_york.state import EVENTS, Event
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import NONE, Seat, read_event

HEADS = list(EVENTS.values())  # by the numbers of events
_IN_WORDS: dict[str, Callable[[int], Any]] = {  # a number of an event, by what it is
    "card": names.card_name,
    "old": names.card_name,
    "kind": names.kind_name,
    "power": names.power_name,
    "ticket": names.ticket_name,
    "village": names.village_name,
    "zone": names.village_name,
    "city": names.city_name,
    "day": names.day_name,
    "order": lambda slot: slot + 1,
    "place": lambda place: place + 1,
    "cards": names.cards,
    "disks": names.disks,
    "how": lambda how: [
        _("own ingredient"),
        _("Farmer Brown"),
        _("Cold Storage"),
        _("hand"),
        _("left off"),
    ][how],
}


def given(event: Any) -> dict[str, int]:
    """The seat and the numbers of an event, by name."""
    kind, seat, *numbers = read_event(event)
    return {"seat": seat} | dict(zip(HEADS[kind].get("numbers", ()), numbers, strict=False))


def about(event: Any, viewer: Seat) -> dict[str, Any]:
    """What the texts of an event can mention: who, its first number as `n`, its numbers in words and more."""
    kind, seat, first, *_rest = read_event(event)
    numbers = given(event)
    facts: dict[str, Any] = {"who": names.seat_name(seat, viewer), "n": first}
    facts |= {name: _IN_WORDS[name](n) if name in _IN_WORDS else n for name, n in numbers.items()}
    if "lot" in numbers:
        where = numbers["side"], numbers["lot"]
        facts |= {"lot": names.lot_name(*where), "this_lot": names.lot_in_words(*where)}
    if "other" in numbers:
        facts["other"] = names.seat_name(numbers["other"], viewer)
    return facts | (_MORE[kind](numbers, viewer) if kind in _MORE else {})


def told(event: Any, viewer: Seat, what: str) -> str:
    """The text of an event for the log, the story or a highlight; "" if it has none."""
    head, numbers = HEADS[int(event[0])], given(event)
    text = head.get(f"{what}_text", "")
    if isinstance(text, list):
        text = text[numbers[head["by"]]]
    if numbers.get("other") == viewer:
        text = head.get(f"{what}_to_you_text", text)
    return _(text).format(**about(event, viewer)) if text else ""


def sentence(event: Any, viewer: Seat) -> str:
    """A line of the log."""
    return told(event, viewer, "log")


def places(event: Any, viewer: Seat) -> list[str]:
    """The targets on the board of an event."""
    kind, numbers = int(event[0]), given(event)
    if kind == Event.DREW and numbers["seat"] != viewer:
        return []
    usual = ["player-{seat}"] if numbers["seat"] != NONE else []
    return [target.format(**numbers) for target in HEADS[kind].get("at", usual)]


def teaches(event: Any) -> dict[str, str]:
    """The rules that an event is an example of, each with its target on the board."""
    numbers = given(event)
    found = HEADS[int(event[0])].get("teaches", {})
    return {rule: target.format(**numbers) for rule, target in found.items()}


def step_name(phase: int, declined: int) -> str:
    """What was chosen, in one word or two, for the log."""
    asked = catalog.QUESTIONS[phase]
    said = asked.declined if declined else asked.chose
    return said() if said else _("to go on")


def journey(numbers: dict[str, int], viewer: Seat) -> dict[str, str]:
    """Where a delivery starts, in whose pizzeria, and how it goes."""
    start, owner = names.village_name(numbers["village"]), numbers["owner"]
    if owner != numbers["seat"]:
        text = _("your {village}") if owner == viewer else _("{village} ({owner})")
        start = text.format(village=start, owner=names.seat_name(owner, viewer))
    ways = [
        "",
        _(", through the park"),
        _(", with the SPEED card"),
        _(", with the SPEED card and through the park"),
    ]
    return {"start": start, "way": ways[numbers["route"]]}


def promised(colour: int, token: int, back: int) -> str:
    """The orders that a promotion brings every week."""
    found = []
    if token != NONE:
        orders = t.COMPONENTS["coop"]["promotions"][colour * t.N_PROMOTIONS + token]
        if orders["morning"]:
            found.append(ngettext("{n} order in the morning", "{n} orders in the morning", orders["morning"]))
        if orders["evening"]:
            found.append(ngettext("{n} order in the evening", "{n} orders in the evening", orders["evening"]))
    if back:
        found.append(_("one order, morning or evening"))
    return ", ".join(found)


def chefs(bits: int, viewer: Seat) -> str:
    """The seats of the top chefs, in words."""
    return ", ".join(names.seat_name(seat, viewer) for seat in range(t.MAX_SEATS) if bits >> seat & 1)


_MORE: dict[int, Callable[[dict[str, int], Seat], dict[str, Any]]] = {  # what else a text can mention
    Event.DELIVERS: journey,
    Event.WORLD: lambda numbers, viewer: {"effect": names.power_effect(numbers["power"])},
    Event.CITY: lambda numbers, viewer: {"effect": names.city_effect(numbers["city"])},
    Event.SHORTAGE: lambda numbers, viewer: {"kind": names.kind_name(t.kind_of(numbers["card"]))},
    Event.INSPECTOR: lambda numbers, viewer: {"all": t.INSPECTORS},
    Event.CHOSE: lambda numbers, viewer: {"what": step_name(numbers["phase"], numbers["declined"])},
    Event.CHEF: lambda numbers, viewer: {"chefs": chefs(numbers["chefs"], viewer)},
    Event.PROMOTION: lambda numbers, viewer: {
        "orders": promised(numbers["colour"], numbers["token"], numbers["back"])
    },
}


# -- scores ----------------------------------------------------------------------------------------------


def score_lines(view: Any) -> list[list[tuple[str, int | None]]]:
    """Each seat's score so far, line by line; None for tips and goals that the viewer may not know."""
    lines: list[list[tuple[str, int | None]]] = []
    for seat in range(int(view.n)):
        if view.coop:
            words = _("The team's money, of ${goal} wanted; pizzas delivered: {n} of {pizzas}").format(
                goal=int(view.goal_money), n=int(view.pizzas), pizzas=int(view.goal_pizzas)
            )
            lines.append([(words, int(view.money[0]))])
            continue
        tips_known = view.n_tips[seat] == 0 or view.tips[seat, 0] >= 0
        rows: list[tuple[str, int | None]] = [
            (_("Money"), int(view.money[seat])),
            (_("Cards in the tableau"), int(coop.tableau_cards(view, seat))),
            (_("Disks on the board"), int(coop.disks_on_board(view, seat))),
            (_("Tips"), tip_dollars(view, seat) if tips_known else None),
        ]
        if view.goals:
            known = sum(int(place) == seat for place in view.goal_at) == view.n_goals[seat]
            rows.append((_("Personal goals"), int(score.goal_dollars(view, seat)) if known else None))
        lines.append(rows)
    return lines


def tip_dollars(view: Any, seat: Seat) -> int:
    """The value of a player's tips, if the viewer may know it; 0 without tips."""
    return int(coop.tip_value(view, seat)) if view.n_tips[seat] else 0


def score_breakdown(view: Any) -> list[list[tuple[str, int]]]:
    """Each seat's final score, line by line."""
    return [[(words, points or 0) for words, points in rows] for rows in score_lines(view)]


def goals_of(view: Any, seat: Seat) -> list[tuple[str, int, bool]]:
    """The goal cards of a seat that the viewer may see: text, reward, whether fulfilled now."""
    return [
        (_(str(t.GOALS[goal]["text"])), int(score.goal_fact(goal, 0)), bool(score.achieved(view, seat, goal)))
        for goal in range(t.N_GOALS)
        if view.goal_at[goal] == seat
    ]

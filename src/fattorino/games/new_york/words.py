"""The texts of New York: roles, prompts, labels. The words of each question are in its own file."""

from collections.abc import Callable
from typing import Any

from fattorino.games.new_york import delivery_plan, names, shortfall, state as s, streets, tables as t
from fattorino.games.new_york.rules import catalog, question
from fattorino.games.new_york.rules.question import Question
from fattorino.games.new_york.rules.questions import building, delivering, team
from fattorino.games.new_york.state import Phase, Stage
from fattorino.kernel.game import Role
from fattorino.kernel.i18n import _
from fattorino.kernel.records import Seat


def _asked(view: Any) -> Question | None:
    """The current question, as far as a viewer sees it."""
    return catalog.QUESTIONS.get(int(view.phase))


def _card_words(view: Any, card: int) -> dict[str, Any]:
    """What a label can mention about a card, by name."""
    return {
        "card": names.card_name(card),
        "effect": names.power_effect(card - t.N_BLUE) if card >= t.N_BLUE else "",
    }


def _order_words(view: Any, slot: int) -> dict[str, Any]:
    """What a label can mention about an order, by name."""
    ticket = int(view.ticket[slot])
    return {"number": slot + 1, "name": names.ticket_name(ticket) if ticket >= 0 else _("empty")}


_FACTS: dict[str, Callable[[Any, int], dict[str, Any]]] = {  # what a label can mention, by block
    "CARD": _card_words,
    "ORDER": _order_words,
    "VILLAGE": lambda view, village: {"village": names.village_name(village)},
    "LOT": lambda view, lot: {"lot": names.lot_name(max(0, int(view.large)), lot)},
    "PERM": lambda view, kind: {"kind": names.kind_name(kind)},
}


def _cold_label(view: Any, place: int) -> str:
    card = int(view.cold[place])
    name = names.card_name(card) if card >= 0 else _("empty")
    same = 1 + sum(int(view.cold[other]) == card for other in range(place))
    return _("From Cold Storage: {card}").format(card=name if same == 1 else f"{name} ({same})")


def _farmer_label(view: Any, place: int) -> str:
    card = int(view.farmer)
    kind = names.kind_name(t.kind_of(card)) if card >= 0 else _("card")
    return _("Use Farmer Brown's {card}").format(card=kind)


def _side_label(view: Any, side: int) -> str:
    text = [_("Give to player {number} on the left"), _("Give to player {number} on the right")][side]
    return text.format(number=team.neighbour(view, max(0, int(view.seat)), side) + 1)


def _auto_label(view: Any, place: int) -> str:
    """The suggested payment, if something is being paid."""
    if view.phase not in (Phase.PAY, Phase.TAX, Phase.COVER, Phase.EXTRA) or view.seat < 0:
        return _("Pay in the suggested way")
    return _("Pay in the suggested way: {what}").format(what=delivery_plan.payment(view, int(view.seat)))


def _of_ranges(column: str) -> dict[str, Any]:
    """What components.toml says of blocks of actions, by their names."""
    rows = t.COMPONENTS["action_range"]
    return {row["id"].upper(): row[column] for row in rows if column in row}


_LABELS, _TARGETS = _of_ranges("label_text"), _of_ranges("target")
_BY_VIEW: dict[str, Callable[[Any, int], str]] = {  # labels that depend on more than the action
    "ROUTE": delivering.route_label,
    "LOT": building.lot_label,
    "COLD": _cold_label,
    "FARMER": _farmer_label,
    "AUTO": _auto_label,
    "SIDE": _side_label,
}


def _usual(block: str, place: int) -> Any:
    """The label of an action whose question has none of its own: a text, or a function."""
    if block in _BY_VIEW:
        return _BY_VIEW[block]
    text = _LABELS[block]
    return _(text[place] if isinstance(text, list) else text)


def label(view: Any, action: int) -> str:
    """What an action does, in words."""
    block, place = s.SPACE.block(action)
    if block.name == "LOT" and place >= len(streets.SIDES[max(0, int(view.large))]["lots"]):
        return _("A lot of the other side of the board")
    asked = _asked(view)
    said = asked.labels() if asked else {}
    text = said.get("POWER") if block.name == "CARD" and place >= t.N_BLUE else None
    text = text or said.get(block.name)
    if isinstance(text, list):
        text = text[place] if place < len(text) else None
    text = text or _usual(block.name, place)
    if callable(text):
        return str(text(view, place))
    facts = _FACTS[block.name](view, place) if block.name in _FACTS else {"number": place + 1}
    return str(text.format(**facts))


def key(action: int) -> str:
    """A short word to type for an action: deliver, order3, ham-hk, mob-boss."""
    block, place = s.SPACE.block(action)
    words = _KEYS[block.name]
    if isinstance(words, str):
        return words if block.size == 1 else f"{words}{place + 1}"
    return str(words[place]).replace("_", "-")


def _blue_key(card: int) -> str:
    return f"{t.KINDS[t.kind_of(card)]}-{names.VILLAGE_CODES[t.village_of(card)].lower()}"


_KEYS = _of_ranges("key") | {
    "PERM": [f"own-{kind}" for kind in t.KINDS],
    "VILLAGE": t.VILLAGES,
    "CARD": [*map(_blue_key, range(t.N_BLUE)), *(power["id"] for power in t.POWERS)],
}


def target(view: Any, action: int) -> str:
    """The id of an action's target on the board, or ''."""
    block, place = s.SPACE.block(action)
    asked = _asked(view)
    thing = (asked.targets if asked else {}).get(block.name)
    if block.name == "CARD" and thing == "market" and place >= t.N_BLUE:
        thing = None
    if thing is None and block.name == "VILLAGE":
        owner = int(view.d_from) if view.phase == Phase.PIZZERIA else int(view.seat)
        built = 0 <= owner < view.n and place < t.BUILDABLE and view.lot[owner, place] >= 0
        return f"lot-{int(view.lot[owner, place])}" if built else ""
    if block.name == "POS":
        code = question.argument_seen(view, 3)
        return f"card-{code // t.MAX_CARDS}-{place}" if view.phase == Phase.PICK_POS and code >= 0 else ""
    if block.name == "LOT" and place >= len(streets.SIDES[max(0, int(view.large))]["lots"]):
        return ""
    thing = thing or _TARGETS.get(block.name, "")
    return thing if thing in ("", "deck", "farmer") else f"{thing}-{place}"


def is_quiet(view: Any) -> bool:
    """Whether somebody else may be answering in secret: a delivery is paid and has not gone on."""
    return bool(view.phase == Phase.EXTRA and view.d_stage != Stage.EXTRA and not view.over)


def prompt(view: Any, seat: Seat) -> str:
    """The question for a seat, or what it is waiting for."""
    if view.over:
        if view.coop:
            return _("The team has won.") if view.won else _("The team has lost.")
        return _("The game is over.")
    if is_quiet(view):
        return _("The pizza is on its way. Does anybody answer?")
    if seat != view.seat:
        return _("Waiting for {who}.").format(who=names.seat_name(int(view.seat), seat))
    asked = catalog.QUESTIONS[int(view.phase)].prompt(view)
    if shortfall.forced_to_market(view, seat):
        return _("Nothing else is possible, so you go to market. {asked}").format(asked=asked)
    return asked


def check_options(settings: dict[str, Any]) -> str:
    """NY-COOP-48: why these options cannot be combined, or ''."""
    picked = {settings[f"favourite_{n}"] for n in range(1, 5)}
    if settings["specialty_set"] == "favourites" and len(picked) < 4:
        return _("favourite_1 to favourite_4 must be four different specialty pizzas")
    return ""


def roles(options: dict[str, Any]) -> list[Role]:
    """The players; in co-op one team."""
    together = options["mode"] == "coop" or (options["mode"] == "auto" and options["seats"] == 1)
    return [
        Role(_("Player {number}").format(number=k + 1), team=0 if together else None)
        for k in range(options["seats"])
    ]

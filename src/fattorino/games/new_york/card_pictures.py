"""Cards as the templates draw them: symbol, colour class, name and description."""

from typing import Any

from fattorino.games.new_york import names, tables as t
from fattorino.kernel.i18n import _

CLASSES = ["meat", "vegetable", "neither", "wild"]


def card_look(card: int) -> dict[str, Any]:
    """A blue card as the templates draw it."""
    kind = t.kind_of(card)
    return {
        "type": card,
        "symbol": names.KIND_SYMBOLS[kind],
        "class": CLASSES[t.class_of(kind)],
        "kind": names.kind_name(kind),
        "village": names.VILLAGE_CODES[t.village_of(card)],
        "name": names.card_name(card),
    }


def counted(counts: Any) -> list[dict[str, Any]]:
    """A pile as its card types with their numbers."""
    return [card_look(card) | {"count": int(counts[card])} for card in range(t.N_BLUE) if counts[card] > 0]


def power_look(power: int) -> dict[str, Any]:
    """A Power Card as the templates draw it; its symbol stands for its type."""
    name, effect = names.power_name(power), names.power_effect(power)
    symbol = "power-" + str(t.POWERS[power]["type"]).lower()
    tell = _("{name} ({kind}): {effect}").format(name=name, kind=names.type_name(power), effect=effect)
    return {"symbol": symbol, "name": name, "tell": tell, "effect": effect}

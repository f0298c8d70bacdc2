"""Cards as the pictures need them."""

from typing import Any

from fattorino.games.new_york.names import (
    KIND_SYMBOLS,
    VILLAGE_CODES,
    card_name,
    kind_name,
    power_effect,
    power_name,
    type_name,
)
from fattorino.games.new_york.tables import N_BLUE, POWERS, class_of, kind_of, village_of
from fattorino.kernel.i18n import _

CLASSES = ["meat", "vegetable", "neither", "wild"]


def card_look(card: int) -> dict[str, Any]:
    """A blue card as the pictures need it."""
    kind = kind_of(card)
    return {
        "type": card,
        "symbol": KIND_SYMBOLS[kind],
        "class": CLASSES[class_of(kind)],
        "kind": kind_name(kind),
        "village": VILLAGE_CODES[village_of(card)],
        "name": card_name(card),
    }


def counted(counts: Any) -> list[dict[str, Any]]:
    """A pile as its card types with their numbers."""
    return [card_look(card) | {"count": int(counts[card])} for card in range(N_BLUE) if counts[card] > 0]


def power_look(power: int) -> dict[str, Any]:
    """A Power Card as the pictures need it."""
    name, effect = power_name(power), power_effect(power)
    symbol = "power-" + str(POWERS[power]["type"]).lower()
    tell = _("{name} ({kind}): {effect}").format(name=name, kind=type_name(power), effect=effect)
    return {"symbol": symbol, "name": name, "tell": tell, "effect": effect}

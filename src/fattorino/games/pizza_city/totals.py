"""Sums that changed components must keep, checked before a game with an overlay is made."""

from collections.abc import Iterator
from typing import Any

from fattorino.games.pizza_city.state import CORNERS, HIGH, WIDE
from fattorino.kernel.components import Limits

LIMITS: Limits = {
    "players.*": "the rules are for two teams of a City and a Bike",
    "board.*": "actions are numbered by the corners and blocks of the board",
    "direction.*": "actions are numbered by the directions",
    "counts.drop_off_tokens": (1, 20),
    "drop_off.supply_after_setup": (0, 17),
    "drop_off.*": (0, WIDE + HIGH - 2),
    "setup.*": (1, 20),
    "turn.*_plays": (1, 10),
    "turn.*_draws": (0, 10),
    "start.*": (0, min(WIDE, HIGH) - 1),
    "*_deck.total": (1, 127),
    "*_card.*.count": (0, 60),
    "bike_card.*.value": (1, 20),
}


def reasons(components: dict[str, Any]) -> Iterator[str]:
    """Everything that does not add up, or that the rules cannot handle."""
    for deck, cards in (("city_deck", "city_card"), ("bike_deck", "bike_card")):
        total, added = components[deck]["total"], sum(card["count"] for card in components[cards])
        if total != added:
            yield f"{deck}.total is {total}, but the cards add up to {added}: set it to {added}"
    hand, turn = components["setup"]["city_hand"], components["turn"]
    if not turn["city_draws"] <= turn["city_plays"] <= hand:
        yield (
            f"a City draws {turn['city_draws']} cards, plays {turn['city_plays']} and holds {hand}: "
            f"it cannot draw more than it plays, or play more than it holds"
        )
    tokens, board = components["counts"]["drop_off_tokens"], len(components["start"]["drop_offs"])
    supply = components["drop_off"]["supply_after_setup"]
    if tokens != board + supply:
        yield (
            f"counts.drop_off_tokens is {tokens}, but {board} lie on the board and {supply} "
            f"(drop_off.supply_after_setup) beside it"
        )
    values = [card["value"] for card in components["bike_card"] if card["kind"] == "move"]
    if values != sorted(values) or values[0] < 1:
        yield f"the Move cards have the values {values}: they must be 1 or more, in ascending order"
    if (components["board"]["corners_wide"], components["board"]["corners_high"]) != (WIDE, HIGH):
        yield f"the board must keep its {CORNERS} corners: actions are numbered by them"

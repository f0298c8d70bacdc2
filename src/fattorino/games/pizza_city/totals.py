"""Sums that changed components must keep, checked before a game with an overlay is made."""

from typing import Any

from fattorino.games.pizza_city.state import CORNERS, HIGH, WIDE


def wrong(components: dict[str, Any]) -> str:
    """What does not add up, in one sentence, or ''."""
    for deck, cards in (("city_deck", "city_card"), ("bike_deck", "bike_card")):
        total, added = components[deck]["total"], sum(card["count"] for card in components[cards])
        if total != added:
            return f"{deck}.total is {total}, but the cards add up to {added}: set it to {added}"
    tokens, board = components["counts"]["drop_off_tokens"], len(components["start"]["drop_offs"])
    supply = components["drop_off"]["supply_after_setup"]
    if tokens != board + supply:
        return (
            f"counts.drop_off_tokens is {tokens}, but {board} lie on the board and {supply} "
            f"(drop_off.supply_after_setup) beside it"
        )
    values = [card["value"] for card in components["bike_card"] if card["kind"] == "move"]
    if values != sorted(values) or values[0] < 1:
        return f"the Move cards have the values {values}: they must be 1 or more, in ascending order"
    if (components["board"]["corners_wide"], components["board"]["corners_high"]) != (WIDE, HIGH):
        return f"the board must keep its {CORNERS} corners: actions are numbered by them"
    return ""

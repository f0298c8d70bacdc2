"""Sums that changed components must keep, asked before a game with an overlay is made."""

from typing import Any


def wrong(components: dict[str, Any]) -> str:
    """What does not add up, in one sentence, or ''."""
    numbers = components["constants"]
    seats = components["meta"]["players_max"]
    cards = sum(
        group["copies"] * len(group["kinds"]) * len(group["villages"])
        for group in components["blue_card_groups"]
        if group["id"] == "ingredient"
    )
    dealt = seats * numbers["starting_hand"] + numbers["open_market_size"]
    if dealt > cards:
        return f"{dealt} cards are dealt to {seats} players and the market, but there are only {cards}"
    if numbers["hand_limit"] < numbers["starting_hand"]:
        return "constants.hand_limit is less than constants.starting_hand"
    cards = {card["id"]: card for card in components["power_cards"]}
    for name, most in (("cold_storage", 4), ("out_of_supplies", 2)):
        if not 0 <= cards[name]["cards"] <= most:
            return f"power_cards.{name}.cards can be 0 to {most}"
    if cards["drone_delivery"]["spaces"] < 1:
        return "power_cards.drone_delivery.spaces must be at least 1"
    if numbers["inspectors_to_end"] < 1:
        return "constants.inspectors_to_end must be at least 1"
    return ""

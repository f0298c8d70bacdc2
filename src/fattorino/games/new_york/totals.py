"""Sums that changed components must keep, checked before a game with an overlay is made."""

from typing import Any

from fattorino.games.new_york.tables import MAX_CARDS, SPECIALTY_NEEDS


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
    for name, most in (("cold_storage", MAX_CARDS), ("out_of_supplies", 2)):
        if not 0 <= cards[name]["cards"] <= most:
            return f"power_cards.{name}.cards can be 0 to {most}"
    for ticket in components["order_tickets"]:
        if ticket["kind"] == "standard" and not 1 <= ticket["ingredients"] <= MAX_CARDS:
            return f"order_tickets.{ticket['id']}.ingredients can be 1 to {MAX_CARDS}"
        if ticket["kind"] == "specialty":
            needs = sum(ticket["requires"].values()) + ticket["any_meats"] + ticket["any_vegetables"]
            if needs != SPECIALTY_NEEDS:
                return f"order_tickets.{ticket['id']} needs {needs} ingredients: it must be {SPECIALTY_NEEDS}"
    if cards["drone_delivery"]["spaces"] < 1:
        return "power_cards.drone_delivery.spaces must be at least 1"
    if numbers["inspectors_to_end"] < 1:
        return "constants.inspectors_to_end must be at least 1"
    return ""

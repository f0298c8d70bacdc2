"""Sums that changed components must keep, checked before a game with an overlay is made."""

from collections.abc import Iterator
from typing import Any

from fattorino.games.new_york.length import LEAST_REPUTATION
from fattorino.games.new_york.tables import MAX_CARDS, MAX_SEATS, POWERS, SPECIALTY_NEEDS
from fattorino.kernel.components import Limits

BASIC_POWERS = sum(card["set"] == "basic" for card in POWERS)
LIMITS: Limits = {
    "constants.starting_money": (0, 100),
    "constants.starting_hand": (0, 20),
    "constants.starting_power_choices": (1, BASIC_POWERS // MAX_SEATS),
    "constants.disks_per_player": (1, 100),
    "constants.open_market_size": (0, 20),
    "constants.hand_limit": (1, 100),
    "constants.reputation_limit": (LEAST_REPUTATION, MAX_CARDS + 1),  # a disk, and the cards below it
    "constants.reputation_limit_any_ingredient": (LEAST_REPUTATION, 20),
    "constants.inspectors_to_end": (1, 20),
    "constants.timer_parts": (1, 20),
    "constants.*_slots": "actions are numbered by the orders",
    "constants.*": (0, 20),
    "ingredients.*": (0, 20),
    "villages.*.buildable": "the map is drawn and stored by it",
    "blue_card_groups.*.copies": (0, 10),
    "power_cards.cold_storage.cards": (0, MAX_CARDS),
    "power_cards.out_of_supplies.cards": (0, 2),
    "power_cards.drone_delivery.spaces": (1, 20),
    "power_cards.liberty_storage.cards": (1, 100),
    "power_cards.*": (0, 20),
    "order_tickets.standard_*.ingredients": (1, MAX_CARDS),
    "order_tickets.*.requires.*": (0, SPECIALTY_NEEDS),
    "order_tickets.*.any_*": (0, SPECIALTY_NEEDS),
    "order_tickets.*.extra_cards": (0, 10),
    "order_tickets.*.value": (0, 100),
    "order_tickets.*.copies": (0, 10),
    "tip_tokens.*.value": (1, 20),
    "*tip_tokens.*": (0, 30),
    "personal_goals.*.reward": (0, 50),
    "personal_goals.*": (1, 20),
    "city_events.*": (0, 10),
    "setup.coop.hand": (0, 15),
    "setup.coop.order_deck": (4, 14),
    "coop.difficulty.*": (1, 127),
    "coop.default_row.*": (1, 8),
    "coop.*": (0, 4),
    "board.*.players": "actions are numbered by the lots of the board",
    "board.*.price": (0, 50),
    "board.*": (0, 40),
}


def reasons(components: dict[str, Any]) -> Iterator[str]:
    """Everything that does not add up, or that the rules cannot handle."""
    numbers = components["constants"]
    seats = components["meta"]["players_max"]
    cards = sum(
        group["copies"] * len(group["kinds"]) * len(group["villages"])
        for group in components["blue_card_groups"]
        if group["id"] == "ingredient"
    )
    dealt = seats * numbers["starting_hand"] + numbers["open_market_size"]
    if dealt > cards:
        yield f"{dealt} cards are dealt to {seats} players and the market, but there are only {cards}"
    if numbers["hand_limit"] < numbers["starting_hand"]:
        yield "constants.hand_limit is less than constants.starting_hand"
    for ticket in components["order_tickets"]:
        if ticket["kind"] == "specialty":
            needs = sum(ticket["requires"].values()) + ticket["any_meats"] + ticket["any_vegetables"]
            if needs != SPECIALTY_NEEDS:
                yield f"order_tickets.{ticket['id']} needs {needs} ingredients: it must be {SPECIALTY_NEEDS}"
    base, more = (components["tip_tokens"][name]["values"] for name in ("base", "expansion"))
    largest = max(tip["value"] for tip in base)
    for tip in more:
        if tip["value"] > largest:
            yield f"tip_tokens.expansion has a tip of ${tip['value']}, more than the largest of the base"

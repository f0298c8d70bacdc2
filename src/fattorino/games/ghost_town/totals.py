"""Sums that changed components must keep, checked before a game with an overlay is made."""

from typing import Any

from fattorino.games.ghost_town.state import SQUARES


def wrong(components: dict[str, Any]) -> str:
    """What does not add up, in one sentence, or ''."""
    town = components["map"]
    if (town["width"], town["height"]) != (len(town["columns"]), len(town["rows"])):
        return f"the map must keep its {SQUARES} squares: actions are numbered by them"
    for card in components["psychic_card"]:
        if min(card["white"], card["black"]) < 0:
            return f"psychic_card.{card['id']}: there cannot be fewer than 0 cards of a kind"
    dealt = components["setup"]["initial_cards"] * components["players"]["deliverers_max"]
    white = sum(card["white"] for card in components["psychic_card"])
    if white < dealt:
        return f"{dealt} white-framed psychic cards are dealt, and there are only {white}"
    return ""

"""Sums that changed components must keep, asked before a game with an overlay is made."""

from typing import Any

from fattorino.games.ghost_town.state import SQUARES


def wrong(components: dict[str, Any]) -> str:
    """What does not add up, in one sentence, or ''."""
    town = components["map"]
    if (town["width"], town["height"]) != (len(town["columns"]), len(town["rows"])):
        return f"the map must keep its {SQUARES} squares: actions are numbered by them"
    for card in components["psychic_card"]:
        if (card["white"], card["black"]) != (1, 2):
            return f"psychic_card.{card['id']}: there must be 1 white and 2 black cards of each kind"
    if components["setup"]["teleports"] != len(components["icons"]["teleport"]):
        return (
            f"setup.teleports must be {len(components['icons']['teleport'])}: one for each of icons.teleport"
        )
    return ""

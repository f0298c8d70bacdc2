"""Sums that changed components must keep, checked before a game with an overlay is made."""

from collections.abc import Iterator
from typing import Any

from fattorino.games.ghost_town.state import HEIGHT, N_ICONS, N_MANHOLES, N_PIGS, SQUARES, WIDTH
from fattorino.kernel.components import Limits

ACROSS = max(WIDTH, HEIGHT) - 1  # squares between two edges of the town

LIMITS: Limits = {
    "players.*": "the rules are for two and three deliverers",
    "map.*": "actions are numbered by the squares of the town",
    "directions.*": "actions are numbered by the directions",
    "town.*": "these towns were checked; draw your own and play it with --opening",
    "setup.initial_cards": (0, 5),
    "setup.graves": (0, 10),
    "setup.walls": (0, 6),
    "tile.little_pig.count": (N_PIGS, 12),
    "tile.manhole_cover.count": (0, N_MANHOLES),
    "token.ghost.count": (8 * N_ICONS, SQUARES),
    "psychic_card.*": (0, 12),
    "difficulty.*.box": (1, ACROSS - 1),  # GT-BUILD-3: no Start lies on the edge
    "difficulty.*.signboard": (1, ACROSS),
}


def reasons(components: dict[str, Any]) -> Iterator[str]:
    """Everything that does not add up, or that the rules cannot handle."""
    town = components["map"]
    if (town["width"], town["height"]) != (len(town["columns"]), len(town["rows"])):
        yield f"the map must keep its {SQUARES} squares: actions are numbered by them"
    for card in components["psychic_card"]:
        if min(card["white"], card["black"]) < 0:
            yield f"psychic_card.{card['id']}: there cannot be fewer than 0 cards of a kind"
    dealt = components["setup"]["initial_cards"] * components["players"]["deliverers_max"]
    white = sum(card["white"] for card in components["psychic_card"])
    if white < dealt:
        yield f"{dealt} white-framed psychic cards are dealt, and there are only {white}"
    for name, steps in components["difficulty"].items():
        for tile in ("box", "signboard") if isinstance(steps, dict) else ():
            least, most = steps[tile]
            if least > most:
                yield f"difficulty.{name}.{tile} is from {least} to {most}: the smaller number comes first"

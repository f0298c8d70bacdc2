"""Changed components that the rules cannot handle are refused with a sentence."""

from copy import deepcopy
from typing import Any

import pytest

from fattorino.games.papa_paolo.state import COMPONENTS
from fattorino.games.papa_paolo.totals import reasons
from fattorino.kernel.components import put


def test_the_printed_components_add_up() -> None:
    assert list(reasons(COMPONENTS)) == []


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("per_player.start_pizzas", 8, "per_player.start_pizzas is 8: it must be 0 to 6 (start_capacity)"),
        ("per_player.pizzas", 2, "per_player.start_pizzas is 3: it must be 0 to 2 (per_player.pizzas)"),
        ("pizzerias.free_pizzas", 5, "pizzerias.free_pizzas is 5: it must be 0 to 3 (the smallest capacity)"),
        ("per_player.action_pawns", 5, "with 2 players every pawn needs a slot"),
        ("per_player.action_pawns", 3, "every row and column a pawn"),  # a coin nobody could win
        ("experience.network.values", [0, 1, 2, 2, 3, 3], "network.values must be 1 or more, not 0"),
        ("experience.express.values", [0, 1, 2, 2, 3, 3], "express.values must be 1 or more, not 0"),
        ("experience.finance.values", [-1, 1, 2, 2, 3, 3], "finance.values must be 0 or more, not -1"),
        ("delivery_tiles.tiles.A1.distance", 0, "delivery tile A1 must have at least 1 pizza and distance 1"),
        ("setup.3.board_coins", [0, 1, 2, 2, 2, 3, 3], "setup.3.board_coins must be £1 or more each"),
        ("setup.2.bid_max", 18, "setup.2.bid_max must be 1 to 16"),
        ("neighbourhood.box_long", 6, "box_long must be 5 or less"),
        ("per_player.start_money", 40, "start_money for four players is £160"),
    ],
)
def test_what_does_not_add_up_is_told(path: str, value: Any, reason: str) -> None:
    changed = deepcopy(COMPONENTS)
    put(changed, path, value)
    assert any(reason in told for told in reasons(changed)) == bool(reason)

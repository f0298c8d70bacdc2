"""Sums that changed components must keep, checked before a game with an overlay is made."""

from collections.abc import Iterator
from typing import Any

from fattorino.games.papa_paolo.state import BID2_MAX
from fattorino.kernel.components import Limits

LIMITS: Limits = {
    "conventions.*": "the map is drawn and stored by it",
    "shape_rotations.*": "the map is drawn and stored by it",
    "board.*": "actions are numbered by the slots of the board",
    "piazza.rows": "actions are numbered by the steps of the Piazza",
    "piazza.columns": "actions are numbered by the steps of the Piazza",
    "piazza.values": (0, 50),
    "neighbourhood.grid_*": "the map is drawn and stored by it",
    "neighbourhood.*": (1, 9),
    "large_investment_tiles.count": "it is the number of tiles below it",
    "per_player.pizzas": (3, 120),
    "per_player.*": (0, 50),
    "experience.expert_column": (0, 5),
    "experience.expert_points": (0, 20),
    "experience.network.values": (1, 10),
    "experience.*": (0, 20),
    "shop.price": (0, 50),
    "express.cost": (0, 50),
    "invest.pass_price": (0, 50),
    "pizzerias.*capacity": (1, 8),
    "pizzerias.*": (0, 50),
    "money.*": (0, 1000),
    "*.houses": (0, 6),
    "delivery_tiles.*.pizzas": (1, 20),
    "delivery_tiles.*.distance": (1, 10),
    "setup.*.board_coins": (1, 20),
    "setup.*": (0, 50),
    "scoring.*": (0, 20),
}


def reasons(components: dict[str, Any]) -> Iterator[str]:
    """Everything that does not add up, or that the rules cannot handle."""
    yield from about_pizzerias(components)
    yield from about_boards(components)
    wallets = components["per_player"]["start_money"] * components["meta"]["max_players"]
    if wallets > components["money"]["total"]:
        yield f"start_money for four players is £{wallets}: more than money.total"
    for track, least in (("finance", 0), ("market", 0), ("express", 1), ("network", 1)):
        lowest = min(components["experience"][track]["values"])
        if lowest < least:
            yield f"experience.{track}.values must be {least} or more, not {lowest}"
    for tile in components["delivery_tiles"]["tiles"]:
        if min(tile["pizzas"], tile["distance"]) < 1:
            yield f"delivery tile {tile['id']} must have at least 1 pizza and distance 1"
    box, place = components["neighbourhood"], components["neighbourhood"]["grid_origin"] + 1
    if not 1 <= box["box_short"] <= box["box_long"] <= place:
        yield f"neighbourhood.box_long must be {place} or less, and box_short no more: the map ends there"


def about_pizzerias(components: dict[str, Any]) -> Iterator[str]:
    """Pizzerias are identified by price; the pizzas put on a new one must fit."""
    shops, player = components["pizzerias"], components["per_player"]
    values = [kind["value"] for kind in shops["kinds"]]
    if len(set(values)) != len(values):
        yield f"pizzerias.kinds must have different prices: they are told apart by them ({values})"
    for seats, table in components["setup"].items():
        if isinstance(table, dict) and set(table["pizzerias"]) != {str(value) for value in values}:
            yield f"setup.{seats}.pizzerias names other prices than pizzerias.kinds ({values})"
    smallest = min(kind["capacity"] for kind in shops["kinds"])
    for name, pizzas, most, of in (
        ("per_player.start_pizzas", player["start_pizzas"], shops["start_capacity"], "start_capacity"),
        ("per_player.start_pizzas", player["start_pizzas"], player["pizzas"], "per_player.pizzas"),
        ("pizzerias.free_pizzas", shops["free_pizzas"], smallest, "the smallest capacity"),
    ):
        if not 0 <= pizzas <= most:
            yield f"{name} is {pizzas}: it must be 0 to {most} ({of})"


def about_boards(components: dict[str, Any]) -> Iterator[str]:
    """Every pawn needs a slot, and every line a pawn and a coin (PP-BRIBE-3)."""
    pawns = components["per_player"]["action_pawns"]
    for seats in range(components["meta"]["min_players"], components["meta"]["max_players"] + 1):
        board, setup = components["board"][str(seats)], components["setup"][str(seats)]
        free = board["rows"] * board["columns"] - pawns * seats
        if not 0 <= free < min(board["rows"], board["columns"]):
            yield (
                f"per_player.action_pawns is {pawns}: with {seats} players every pawn needs a slot, "
                f"and every row and column a pawn"
            )
        if min(setup["board_coins"]) < 1:
            yield f"setup.{seats}.board_coins must be £1 or more each"
    if not 1 <= components["setup"]["2"]["bid_max"] <= BID2_MAX:
        yield f"setup.2.bid_max must be 1 to {BID2_MAX}: actions are numbered by the amount"

"""Sums that changed components must keep, asked before a game with an overlay is made."""

from typing import Any


def wrong(components: dict[str, Any]) -> str:
    """What does not add up, in one sentence, or ''."""
    values = [kind["value"] for kind in components["pizzerias"]["kinds"]]
    if len(set(values)) != len(values):
        return f"pizzerias.kinds must have different prices: they are told apart by them ({values})"
    for seats, table in components["setup"].items():
        if isinstance(table, dict) and set(table["pizzerias"]) != {str(value) for value in values}:
            return f"setup.{seats}.pizzerias names other prices than pizzerias.kinds ({values})"
    wallets = components["per_player"]["start_money"] * components["meta"]["max_players"]
    if wallets > components["money"]["total"]:
        return f"start_money for four players is £{wallets}: more than money.total"
    return ""

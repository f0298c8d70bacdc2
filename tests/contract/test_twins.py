"""No leaks: what a viewer receives follows from what they were told, whatever the rulebook hides."""

import importlib
from dataclasses import replace
from typing import Any

import pytest

import fattorino
from contract.piles import Secrets, facts
from contract.plants import masks
from contract.twins import Leak, Witness
from fattorino import games

SELDOM = 0.2  # how often the games' own bots decide where they are interpreted, and slow


NOTHING_HIDDEN = Secrets(
    [{}], frozenset(), lambda state, viewer: [facts("squares", True, state.at, state.rested)],
    harmless={"field reveals": "nothing is ever hidden"},
)  # fmt: skip


def secrets_of(name: str) -> Secrets:
    """What the rulebook hides, from the tests of the game."""
    if name == "pizza_race":
        return NOTHING_HIDDEN
    secrets = importlib.import_module(f"games.{name}.who_sees_what").SECRETS
    assert isinstance(secrets, Secrets)
    return secrets


@pytest.mark.parametrize("name", games.names())
def test_what_a_viewer_receives_follows_from_what_the_viewer_was_told(name: str) -> None:
    Witness(fattorino.load(name), secrets_of(name), greedy=SELDOM).watch(games=1, looks=0.01)


@pytest.mark.bulk
@pytest.mark.parametrize("name", games.names())
def test_every_leak_would_be_noticed(name: str) -> None:
    Witness(fattorino.load(name), secrets_of(name), seed=2).watch_all(most=40, looks=0.01)


REALLY_PLANTED = [
    ("ghost_town", "drawn", {"seats": 2}),
    ("ghost_town", "arrived", {"seats": 3, "variant_pigs": True}),
    ("pizza_city", "bike_deck", {"seats": 4}),
    ("papa_paolo", "money", {"seats": 3, "money_shown": False}),
    ("new_york", "gift", {"seats": 3, "mode": "coop"}),
]


@pytest.mark.bulk
@pytest.mark.parametrize(("name", "field", "options"), REALLY_PLANTED)
def test_a_game_with_a_leak_is_found_out(
    name: str, field: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A field is declared open to everyone, wherever views are made."""
    game = fattorino.load(name)
    monkeypatch.setitem(vars(game), "masks", masks(game, (field,)))
    witness = Witness(game, replace(secrets_of(name), settings=[options]), seed=3)
    with pytest.raises(Leak, match=rf"view \({field}\)"):
        witness.watch(games=40, looks=0.1)

"""No leaks: what a viewer receives follows from what they were told, whatever the rulebook hides."""

import importlib.util

import pytest

from contract.piles import Secrets, facts
from contract.twins import Witness

NOTHING_HIDDEN = {
    "pizza_race": Secrets(
        [{}], frozenset(), lambda state, viewer: [facts("squares", True, state.at, state.rested)]
    )
}


DESCRIBED = ("papa_paolo", "pizza_city", "pizza_race")  # not yet to the end: ghost_town and new_york


def secrets_of(name: str) -> Secrets:
    """What the rulebook hides, from the tests of the game."""
    if name in NOTHING_HIDDEN:
        return NOTHING_HIDDEN[name]
    module = f"games.{name}.who_sees_what"
    found = importlib.util.find_spec(f"games.{name}") and importlib.util.find_spec(module)
    assert found, f"tests/games/{name}/who_sees_what.py does not say what {name} hides from whom"
    secrets = importlib.import_module(module).SECRETS
    assert isinstance(secrets, Secrets)
    return secrets


@pytest.mark.parametrize("name", DESCRIBED)
def test_what_a_viewer_receives_follows_from_what_the_viewer_was_told(name: str) -> None:
    Witness(name, secrets_of(name), enough=2).watch(games=5, looks=0.01, until_seen=True)


@pytest.mark.bulk
@pytest.mark.parametrize("name", DESCRIBED)
def test_the_same_in_many_games(name: str) -> None:
    Witness(name, secrets_of(name), seed=2, enough=10).watch(games=10, looks=0.05)

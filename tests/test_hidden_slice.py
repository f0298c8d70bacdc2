"""The example with hidden hands fulfils the contract, and reveals nothing."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fattorino
from contract import test_promises, test_secrets
from contract.piles import Pile, Secrets, counted, facts
from contract.twins import Witness
from contract.worlds import settings
from fattorino import games
from fattorino.kernel.records import HIDDEN

NAME = "hidden_slice"
PROMISES = [
    test_promises.test_legal_agrees_with_check_components_are_conserved_and_games_end,
    test_promises.test_same_seed_and_actions_give_the_same_bytes_and_save_and_replay,
    test_promises.test_labels_are_unique_and_everything_public_is_told,
    test_secrets.test_twin_worlds_look_the_same_until_something_is_revealed,
    test_secrets.test_events_tell_nothing_that_the_view_does_not,
    test_secrets.test_imagined_worlds_keep_the_rules,
]


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Iterator[fattorino.Game]:
    monkeypatch.setattr(games, "_guests", dict(games._guests))
    games.invite(Path(__file__).parent / NAME)
    yield fattorino.load(NAME)
    games._found.clear()


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__.removeprefix("test_"))
def test_the_contract_is_kept(game: fattorino.Game, promise: Any) -> None:
    for options in settings(game):
        promise(NAME, options)


def piles(state: Any, viewer: int) -> list[Pile]:
    """Hands are their cooks' own, unless they are open; the deck is nobody's."""
    seen = [bool(state.open_hands) or cook == viewer for cook in range(int(state.n))]
    return [
        facts("table", True, state.served, state.score, state.n_hand, state.n_deck, state.last),
        counted("deck", False, state.deck, "slice"),
        *(counted("hand", seen[cook], state.hand[cook], "slice") for cook in range(int(state.n))),
    ]


def test_every_leak_would_be_noticed(game: fattorino.Game) -> None:
    secrets = Secrets(
        settings=[{"seats": 2}, {"seats": 4}, {"seats": 3, "open_hands": True}],
        hidden=frozenset({"hand", "deck"}),
        piles=piles,
        harmless={"field reveals": "everybody knows when something was revealed"},
    )
    Witness(game, secrets).watch_all(most=20, looks=0.1)


def test_views_show_what_is_declared(game: fattorino.Game) -> None:
    test_promises.test_views_show_what_the_fields_declare(game)


def test_a_hand_is_seen_by_its_cook_alone(game: fattorino.Game) -> None:
    match = game.new(seats=3, seed=2)
    assert match.view(1).hand[1].sum() == 3
    assert (match.view(1).hand[[0, 2, 3]] == HIDDEN).all()
    assert (match.view(None).hand == HIDDEN).all()
    assert (game.new(seats=3, seed=2, open_hands=True).view(None).hand[:3].sum(axis=1) == 3).all()


def test_worlds_are_as_likely_as_the_slices_unseen(game: fattorino.Game) -> None:
    match = game.new(seats=2, seed=5)
    held = np.array([match.imagine(0, seed).state[0].hand[1] for seed in range(2000)]).mean(axis=0)
    unseen = 4 - match.view(0).hand[0]
    assert held == pytest.approx(3 * unseen / unseen.sum(), abs=0.06)

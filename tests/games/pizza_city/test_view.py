"""What each seat may see, and what it can imagine."""

from typing import Any

import numpy as np
import pytest

from fattorino.games.pizza_city import GAME
from fattorino.games.pizza_city.rules import conserve
from fattorino.games.pizza_city.state import BIKE_CARDS, Phase, Team
from fattorino.kernel.records import HIDDEN
from games.pizza_city.table import Table

SEATS = [-1, 0, 1, 2, 3]
CHAIRS = ["Red City", "Blue Bike", "Blue City", "Red Bike"]


def walk(seed: int, decisions: int, **options: Any) -> Any:
    """A match some way into the game."""
    match = GAME.new(seed=seed, **options)
    chance = np.random.default_rng(seed)
    for _ in range(decisions):
        if match.over:
            break
        match.play(int(chance.choice(match.legal())))
    return match


@pytest.mark.rule("PC-INFO-1", "PC-TEAM-4")
def test_a_seat_sees_its_own_hand_only() -> None:
    table = Table(turn=0)
    for seat in SEATS:
        view = table.view(seat)
        shown = [
            bool((view.city_hand[Team.RED] != HIDDEN).all()),
            bool((view.bike_hand[Team.BLUE] != HIDDEN).all()),
            bool((view.city_hand[Team.BLUE] != HIDDEN).all()),
            bool((view.bike_hand[Team.RED] != HIDDEN).all()),
        ]
        assert shown == [chair == seat for chair in range(4)]
        assert list(view.held) == [3, 5, 3, 5]
        assert (view.n_city, view.n_bike) == (54, 46)
        assert (view.city_deck == HIDDEN).all()
        assert (view.bike_deck == HIDDEN).all()
        assert view.rng == 0


@pytest.mark.rule("PC-INFO-2")
def test_a_drawn_card_is_told_to_its_owner_only() -> None:
    match = GAME.new(seed=6)
    own = [line for line in match.log(0) if line.startswith("You drew")]
    partner = [line for line in match.log(3) if line.startswith("You drew")]

    assert (len(own), len(partner)) == (3, 5)
    assert not [line for line in match.log() if line.startswith("You")]
    draws = [line for line in match.log() if " draws " in line]
    assert draws == [f"{who} draws {n} cards." for who, n in zip(CHAIRS, (3, 5, 3, 5), strict=True)]
    assert [line for line in match.log(1) if " draws " in line] == [draws[0], draws[2], draws[3]]


@pytest.mark.rule("PC-INFO-2", "PC-DEC-2")
def test_a_chosen_card_does_not_show_before_it_lies() -> None:
    table = Table(turn=0, hand=["plain_bb", "plain_pp", "lane_bb"])
    before = [table.view(seat).tobytes() for seat in SEATS]
    table.play("card plain_pp")
    after = [table.view(seat).tobytes() for seat in SEATS]

    assert [one == other for one, other in zip(before, after, strict=True)] == [True, False, True, True, True]
    assert table.view(0).chosen == 2
    assert table.view(3).phase == Phase.CITY_CARD

    table.play("V(2,2)/0")
    assert table.view(3).laid_face[0] == 2


@pytest.mark.rule("PC-DECK-4")
def test_the_discard_pile_is_open() -> None:
    table = Table(hand=["move_3"])
    table.play("move 3", "N")

    for seat in SEATS:
        assert list(table.view(seat).discard) == list(table.state.discard)
        assert table.view(seat).discard[2] == 1


@pytest.mark.rule("PC-INFO-3")
@pytest.mark.parametrize("seats", [4, 2])
def test_an_imagined_world_looks_the_same_and_has_every_card(seats: int) -> None:
    counts, imagined = np.zeros(GAME.num_counts, np.int64), np.zeros(GAME.num_counts, np.int64)
    for seed, decisions in ((1, 0), (2, 9), (3, 40), (4, 120), (5, 260)):
        match = walk(seed, decisions, seats=seats)
        conserve(match.state[0], counts)
        for seat in (None, *range(seats)):
            world = match.imagine(seat, seed=seed)
            assert world.view(seat).tobytes() == match.view(seat).tobytes()
            conserve(world.state[0], imagined)
            assert imagined.tolist() == counts.tolist()


@pytest.mark.rule("PC-INFO-3")
def test_a_bike_player_remembers_the_reshuffle() -> None:
    """When the discards were shuffled every other card was open, so the other hand is known exactly."""
    table = Table(hand=["boost", "toss", "move_1", "move_2", "move_4"])
    table.hold(["ticket", "ticket", "move_3", "move_3", "move_3"], Team.BLUE)
    state = table.state
    for kind, card in enumerate(BIKE_CARDS):
        held = int(state.bike_hand[0, kind]) + int(state.bike_hand[1, kind])
        state.discard[kind] = card["count"] - held
    state.n_bike = 0
    state.n_city, state.held[0], state.held[2] = 0, 0, 0
    table.play("flair boost", "flair toss")  # then draws from the new deck

    assert int(state.n_bike) == 56 - 10 - 2
    for seed in range(20):
        worlds = np.zeros(1, GAME.state)
        views = np.array([GAME.redact(state, 3)], GAME.state)
        assert GAME.loops.imagine_into(views, 0, 3, GAME.masks, seed, worlds, 0)
        assert list(worlds[0].bike_hand[Team.BLUE]) == list(state.bike_hand[Team.BLUE])


def test_numbers_for_a_learner_come_from_the_view() -> None:
    match = walk(7, 30)
    for seat in range(4):
        features = match.features(seat)
        assert features.shape == (GAME.num_features,)
        assert np.isfinite(features).all()
        assert (np.abs(features) <= 5).all()
    assert (match.features(0) != match.features(3)).any()

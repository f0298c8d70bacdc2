"""Imagined states have the right probabilities: compared with exact counts if these are small, otherwise by
calibration: of what the samples call 30 % likely, about 30 % is true."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import fattorino
from fattorino import bots
from fattorino.games.ghost_town.state import Tile
from fattorino.games.pizza_city.decks import bike_copies
from fattorino.games.pizza_city.state import N_KINDS
from fattorino.kernel.match import Match

pytestmark = pytest.mark.bulk
KINDS = (Tile.START, Tile.BOX, Tile.SIGNBOARD, Tile.GRAVE, Tile.WALL)


def worlds(match: Match, seat: int, count: int) -> NDArray[Any]:
    """States the seat could believe in."""
    game = match.game
    views = np.array([match.view(seat)], game.state)
    found = np.zeros(count, game.state)
    for at in range(count):
        assert game.loops.imagine_into(views, 0, seat, game.masks, 31 * at + 7, found, at)
    return found


def strolled(match: Match, seat: int, count: int, strolls: int = 1) -> NDArray[Any]:
    """The same by resampling from one to the next; a failed step is not taken."""
    game = match.game
    assert game.resample is not None
    views = np.array([match.view(seat)], game.state)
    found = worlds(match, seat, strolls).repeat(count // strolls)
    for at in range(1, len(found)):
        if at % (count // strolls):
            found[at] = found[at - 1]
            if not game.loops.resample_into(views, 0, seat, game.masks, 31 * at + 7, found, at):
                found[at] = found[at - 1]
    return found


def explored(seed: int, decisions: int) -> Match | None:
    """A Ghost Town after some greedy decisions, if it lasts that long."""
    match = fattorino.load("ghost_town").new(2, seed=seed)
    greedy = bots.make("greedy", match.game)
    for number in range(decisions):
        if match.over:
            return None
        seat = match.to_move
        assert seat is not None
        match.play(greedy.choose(match.view(seat), seat, match.legal(), 64 * seed + number))
    return None if match.over else match


def test_unseen_bike_cards_are_as_likely_as_their_number() -> None:
    match = fattorino.load("pizza_city").new(4, seed=12)
    seat = match.to_move
    assert seat is not None
    view = match.view(seat)
    found = worlds(match, seat, 4000)["bike_hand"]
    true = match.state["bike_hand"][0]
    unseen = np.array([bike_copies(kind) for kind in range(N_KINDS)], float)
    hidden = [team for team in range(2) if (view["bike_hand"][team] < 0).any()]
    assert hidden, "at least the rivals' hand is hidden"
    for team in range(2):
        if team not in hidden:
            unseen -= true[team]
    for team in hidden:
        expected = true[team].sum() * unseen / unseen.sum()
        assert (found[:, team].sum(axis=1) == true[team].sum()).all()
        assert np.abs(found[:, team].mean(axis=0) - expected).max() < 0.06


def test_a_town_is_as_likely_as_among_all_towns_with_these_reports() -> None:
    """Exact for two actions: thousands of random towns, of which those with the same reports are kept."""
    match = explored(4, 2)
    assert match is not None
    seat = match.to_move
    assert seat is not None
    heard = match.view(seat)
    played = match.save()["actions"]
    kept = []
    for seed in range(10_000, 30_000):
        other = match.game.new(2, seed=seed)
        for action in played:
            if action not in other.legal():
                break
            other.play(action)
        else:
            seen = other.view(seat)
            same = all(
                np.array_equal(seen[name], heard[name])
                for name in ("said", "near_walls", "signs", "n_records", "detail", "distance")
            )
            if same:
                kept.append(other.state["start_at"][0][seat])
    assert len(kept) > 150
    exact = np.bincount(np.array(kept) // 7, minlength=7) / len(kept)
    for found in (worlds(match, seat, 600), strolled(match, seat, 1500)):
        rows = np.bincount(found["start_at"][:, seat] // 7, minlength=7) / len(found)
        assert np.abs(rows - exact).max() < 0.15


def test_what_is_called_likely_in_a_town_happens_as_often() -> None:
    said, true = [], []
    for seed in range(40):
        match = explored(1000 + seed, 14)
        if match is None:
            continue
        seat = match.to_move
        assert seat is not None
        found = strolled(match, seat, 160, strolls=8)  # after a teleport one alone would stay too long
        for kind in KINDS:
            said.append((found["built"] == kind).mean(axis=0))
            true.append(match.state["built"][0] == kind)
    likely, real = np.concatenate(said), np.concatenate(true)
    for low, high in ((0.0, 0.1), (0.1, 0.3), (0.3, 0.7), (0.7, 1.01)):
        these = (likely >= low) & (likely < high)
        assert these.sum() > 20
        assert abs(likely[these].mean() - real[these].mean()) < 0.15

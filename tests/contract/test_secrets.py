"""No leaks: twin worlds that differ only in what a seat cannot see look the same to that seat."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import fattorino
from contract.worlds import cases
from fattorino.kernel.match import Match

LOOKS = 6  # positions a game in which twins are made
WORLDS = 4  # in which the same is done


def received(match: Match, seat: int | None) -> tuple[Any, ...]:
    """Everything a seat receives about the position."""
    asked = match.to_move == seat and seat is not None
    return (
        match.view(seat).tobytes(),
        match.prompt(seat),
        match.log(seat),
        match.svg(seat),
        match.text(seat),
        match.features(seat).tobytes(),
        match.labels() if asked else None,
        [match.target(int(action)) for action in match.legal()] if asked else None,
        [match.why_not(action) for action in range(match.game.num_actions)] if asked else None,
        match.scores if match.over else None,
    )


def looks(
    name: str, options: dict[str, Any], seed: int
) -> Iterator[tuple[int, Match, int | None, np.random.Generator]]:
    """Some positions of a random game, numbered, each with a viewer."""
    match = fattorino.load(name).new(seed=seed, **options)
    chance = np.random.default_rng(seed)
    number = 0
    while not match.over and number < LOOKS:
        if chance.random() < 0.25:
            number += 1
            seat = int(chance.integers(-1, len(match.roles)))
            yield number, match, None if seat < 0 else seat, chance
        match.play(int(chance.choice(match.legal())))


@pytest.mark.bulk
@pytest.mark.parametrize(("name", "options"), cases())
def test_twin_worlds_look_the_same_until_something_is_revealed(name: str, options: dict[str, Any]) -> None:
    for number, match, viewer, chance in looks(name, options, 21):
        twin = match.imagine(viewer, seed=number)
        assert received(twin, viewer) == received(match, viewer)
        follow(match.copy(), twin, viewer, chance)


def follow(match: Match, twin: Match, seat: int | None, chance: np.random.Generator) -> None:
    """Play the same decisions in both worlds for as long as nothing is revealed."""
    while not match.over and match.to_move == seat:
        action = int(chance.choice(match.legal()))
        match.play(action)
        twin.play(action)
        if match.why_no_undo(seat) or twin.why_no_undo(seat):  # something was revealed
            return
        assert received(twin, seat) == received(match, seat)


@pytest.mark.bulk
@pytest.mark.parametrize(("name", "options"), cases())
def test_events_tell_nothing_that_the_view_does_not(name: str, options: dict[str, Any]) -> None:
    """Whoever decides, and whatever is revealed: worlds that look alike afterwards have the same log."""
    for number, match, viewer, chance in looks(name, options, 22):
        worlds = [match.copy(), *(match.imagine(viewer, seed=number * WORLDS + k) for k in range(WORLDS))]
        action = int(chance.choice(match.legal()))
        told: dict[bytes, tuple[Any, ...]] = {}
        for world in worlds:
            if world.to_move == match.to_move and world.why_not(action) is None:
                before = len(world.heard(viewer))
                world.play(action)
                news = sorted(event.tolist() for event in world.heard(viewer)[before:])
                undo = viewer is None or world.why_no_undo(viewer)
                heard = (news, sorted(world.log(viewer)[before:]), undo)
                assert told.setdefault(world.view(viewer).tobytes(), heard) == heard


@pytest.mark.bulk
@pytest.mark.parametrize(("name", "options"), cases())
def test_imagined_worlds_keep_the_rules(name: str, options: dict[str, Any]) -> None:
    """A world that a seat believes in can be played to its end, with nothing created or lost."""
    game = fattorino.load(name)
    match = game.new(seed=31, **options)
    chance = np.random.default_rng(31)
    for _ in range(10):
        if not match.over:
            match.play(int(chance.choice(match.legal())))
    if match.over:
        return
    counts = np.zeros((2, game.num_counts), np.int64)
    game.conserve(match.state[0], counts[0])
    for seat in [*range(len(match.roles)), None]:
        world = match.imagine(seat, seed=5)
        game.conserve(world.state[0], counts[1])
        assert counts[0].tolist() == counts[1].tolist()
        while not world.over:
            world.play(int(chance.choice(world.legal())))

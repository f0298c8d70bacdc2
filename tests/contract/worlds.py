"""Games and options that the contract is checked on: every game folder, every seat count, options in turn."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

import fattorino
from fattorino import games
from fattorino.kernel.game import Game
from fattorino.kernel.match import Match


def all_games() -> list[Game]:
    """Every game there is, the invited example included."""
    return [fattorino.load(name) for name in games.names()]


def settings(game: Game) -> Iterator[dict[str, Any]]:
    """Each seat count with the defaults, then each value of each option alone, then many at once."""
    for seats in game.seats:
        yield {"seats": seats}
    for name, option in game.options.items():
        for value in few(option.values):
            if name != "seats" and value != option.default:
                alone = ({"seats": seats, name: value} for seats in game.seats)
                yield from [options for options in alone if possible(game, options)][:1]
    for seats in game.seats:
        together: dict[str, Any] = {"seats": seats}
        for name, option in game.options.items():
            if name != "seats" and possible(game, together | {name: option.values[-1]}):
                together[name] = option.values[-1]
        yield together


def few(values: Sequence[Any]) -> Sequence[Any]:
    """All values of an option; of a long list of numbers the smallest, a middle and the largest."""
    return values if len(values) <= 12 else (values[1], values[len(values) // 2], values[-1])


def cases() -> list[Any]:
    """(game, options) for pytest.mark.parametrize, with readable ids."""
    import pytest

    def title(game: Game, options: dict[str, Any]) -> str:
        chosen = [f"{name}_{game.options[name].text(value)}" for name, value in options.items()]
        if len(chosen) > 3:
            return f"{game.name}-seats_{options['seats']}-many"
        return "-".join([game.name, *chosen]).replace(",", "_")

    return [
        pytest.param(game.name, options, id=title(game, options))
        for game in all_games()
        for options in settings(game)
    ]


def possible(game: Game, options: dict[str, Any]) -> bool:
    """Whether a game accepts a combination of options."""
    try:
        game.settings(**options)
    except fattorino.BadOption:
        return False
    return True


def random_game(name: str, options: dict[str, Any], seed: int) -> Match:
    """A whole game of random decisions."""
    match = fattorino.load(name).new(seed=seed, **options)
    chance = np.random.default_rng(seed)
    while not match.over:
        match.play(int(chance.choice(match.legal())))
    return match

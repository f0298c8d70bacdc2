"""Interpreted, compiled and bounds-checked rules give the same results."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

import fattorino
from contract.worlds import all_games, random_game, settings

PLAY = """
import json, sys
sys.path.insert(0, {tests!r})
from pathlib import Path
from fattorino.games import invite
invite(Path({tests!r}) / "pizza_race")
from contract.worlds import random_game
for options in json.loads(sys.argv[2]):
    match = random_game(sys.argv[1], options, seed=17)
    print(match.digest(), len(match.actions), match.scores)
"""
BOUNDS = """
import json, sys
from pathlib import Path
from fattorino.games import invite, load
invite(Path({tests!r}) / "pizza_race")
game = load(sys.argv[1])
for options in json.loads(sys.argv[2]):
    print(game.playouts(games=10_000 // len(json.loads(sys.argv[2])) + 1, seed=3, **options).games)
"""
TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def run(program: str, name: str, options: list[dict[str, Any]], **environment: str) -> list[str]:
    """Run a program in a fresh process with other settings of Numba."""
    command = [sys.executable, "-c", program.format(tests=TESTS), name, json.dumps(options)]
    done = subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


def options_of(game: fattorino.Game) -> list[dict[str, Any]]:
    """Each seat count, and many options at once."""
    every = list(settings(game))
    return every[: len(game.seats)] + every[-len(game.seats) :]


@pytest.mark.bulk
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_interpreted_and_compiled_give_the_same_bytes(game: fattorino.Game) -> None:
    options = options_of(game)
    interpreted = run(PLAY, game.name, options, NUMBA_DISABLE_JIT="1")
    compiled = []
    for chosen in options:
        match = random_game(game.name, chosen, seed=17)
        compiled.append(f"{match.digest()} {len(match.actions)} {match.scores}")
    assert interpreted == compiled


@pytest.mark.bulk
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_bounds_checking_finds_nothing_in_ten_thousand_games(game: fattorino.Game) -> None:
    games = run(BOUNDS, game.name, options_of(game), NUMBA_BOUNDSCHECK="1", NUMBA_DISABLE_JIT="0")
    assert sum(map(int, games)) >= 10_000

"""The kernels in the simulator play the same games as the CPU; without a GPU there is a one-line error."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import fattorino
from fattorino import gpu
from fattorino.gpu.cuda import simulated
from fattorino.kernel.errors import BadOption, NoDevice
from fattorino.kernel.jit import ALLOCATING

PLAY = """
import numpy as np
from fattorino import envs, games, gpu
from fattorino.kernel.errors import BadOption, IllegalAction

game = games.load("{game}")
there, here = gpu.vector(game, 3, seed=5), envs.vector(game, 3, seed=5, threads=1)
for _ in range(5):
    for name in ("observations", "masks", "movers", "rewards", "dones", "seeds"):
        assert np.array_equal(getattr(there, name).copy_to_host(), getattr(here, name)), name
    actions = here.sample()
    assert np.array_equal(there.sample().copy_to_host(), actions)
    there.step(actions)
    here.step(actions)
assert there.advise(1).copy_to_host().shape == (3,)
for seat in (0, 1):
    assert np.array_equal(there.observe(seat).copy_to_host(), here.observe(seat))
wrong = {{"may not play action -1": [-1, -1, -1], "not an array of float64": [0.5, 0, 0]}}
for sentence, actions in wrong.items():
    try:
        there.step(actions)
    except IllegalAction as error:
        assert sentence in str(error), error
    else:
        raise AssertionError("an action that is not legal was played")
try:
    there.observe(0, out=np.zeros((1, 2), np.float32))
except BadOption as error:
    assert "in GPU memory" in str(error), error
else:
    raise AssertionError("numbers were written where they do not fit")
"""
PLAYOUTS = """
from fattorino import games, gpu
from fattorino.gpu.playing import Pool

game = games.load("ghost_town")
decisions = game.playouts(2, seed=3).decisions
assert gpu.playouts(game, 2, seed=3).decisions == decisions
found, states = Pool(game, game.settings(), 2, queues=True).play(2, 3, keep=2)
assert found == decisions and (states["over"] == 1).all()
"""
JUDGED = """
from fattorino import games, gpu

match = games.load("pizza_city").new(seed=1, pizzas_to_win=1)
found = gpu.evaluate(match, 1, seed=1)
assert list(found.actions) == list(match.legal()) and found.best in found.actions
assert (found.playouts == 1).all() and ((found.wins == 0) | (found.wins == 1)).all()
"""


def run(code: str) -> None:
    """Run some lines in a separate process, with the simulator on."""
    simulator = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | simulator, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("game", ["pizza_city", "papa_paolo", "ghost_town"])
def test_a_simulated_batch_is_the_same_as_on_the_processor(game: str) -> None:
    run(PLAY.format(game=game))


def test_simulated_playouts_are_the_same_with_and_without_queues() -> None:
    run(PLAYOUTS)


def test_simulated_playouts_judge_a_position() -> None:
    run(JUDGED)


@pytest.mark.skipif(gpu.available() or simulated(), reason="there is a CUDA device here")
def test_without_a_gpu_one_sentence_says_so() -> None:
    for call in (lambda: gpu.vector("ghost_town", 2), lambda: gpu.playouts("ghost_town", 2)):
        with pytest.raises(NoDevice, match=r"CUDA .*fattorino\[cuda\]"):
            call()


def test_what_cannot_be_played_is_refused_before_the_gpu_is_asked() -> None:
    with pytest.raises(BadOption, match="seats"):
        gpu.vector("papa_paolo", 2, seats=9)


def made_here(node: ast.AST | None) -> bool:
    """Whether this is a call that makes an array."""
    return isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ALLOCATING


def test_no_rule_returns_an_array_that_it_made() -> None:
    """On a GPU a function can return only arrays that it was given; the simulator does not mind."""
    wrong, looked_at = [], 0
    for file in sorted((Path(fattorino.__file__).parent / "games").rglob("*.py")):
        for rule in ast.walk(ast.parse(file.read_text())):
            if not isinstance(rule, ast.FunctionDef) or "jit" not in map(ast.unparse, rule.decorator_list):
                continue
            looked_at += 1
            made = {
                name.id
                for node in ast.walk(rule)
                if isinstance(node, ast.Assign) and any(map(made_here, ast.walk(node.value)))
                for target in node.targets
                for name in ast.walk(target)
                if isinstance(name, ast.Name)
            }
            for node in ast.walk(rule):
                if isinstance(node, ast.Return) and node.value is not None:
                    parts = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
                    if any(made_here(part) or getattr(part, "id", "") in made for part in parts):
                        wrong.append(f"{file.name}: {rule.name}")
    assert looked_at > 500
    assert wrong == []

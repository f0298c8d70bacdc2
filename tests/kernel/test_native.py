"""The compiled library of a wheel: the same bytes as Numba gives, without Numba, never for another rule."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PLAY = """if True:
    import hashlib, json, logging, sys

    with_numba, change = sys.argv[1:]
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    if with_numba == "no":
        sys.modules["numba"] = sys.modules["llvmlite"] = None
    import fattorino
    from fattorino import bots
    from fattorino.bots.mcts import BOTS
    from fattorino.envs import vector
    from fattorino.kernel import jit, native
    from fattorino.kernel.parts import TABLE, is_ready, is_shipped

    game = fattorino.load("pizza_city")
    if change == "rule":  # as if another rule had been compiled
        library = native.library()
        library.parts["pizza_city"] = dict.fromkeys(library.parts["pizza_city"], "other")
        for several in library.functions.values():
            several[:] = [each._replace(fingerprint="other") for each in several]
    match = game.new(seats=4, seed=3)
    for step in range(60):
        legal = match.legal()
        match.play(int(legal[step * 7 % len(legal)]))
    found = {"digest": match.digest(), "interpreted": jit.INTERPRETED}
    found |= {"ready": [is_ready(game, TABLE), is_ready(game, BOTS)], "shipped": is_shipped(game, TABLE)}
    if not change:
        greedy = bots.make("greedy", game).choose(match.view(match.to_move), match.to_move, match.legal(), 5)
        mcts = bots.make("mcts:simulations=300", game)
        search = mcts.choose(match.view(match.to_move), match.to_move, match.legal(), 5)
        batch = vector("pizza_city", 8, seed=2)
        for step in range(40):
            batch.step(batch.sample())
        numbers = hashlib.sha256(batch.observations.tobytes()).hexdigest()
        found |= {"greedy": int(greedy), "search": int(search)}
        found |= {"decisions": game.playouts(50, seed=4).decisions, "numbers": numbers}
        found["legal"] = game.legal(match.state[0], match._legal)
    act = game.loops.act
    if not jit.INTERPRETED:
        found["made"] = type(getattr(act, "_run", None) or next(iter(act.overloads.values()))).__name__
    print(json.dumps(found))
"""


@pytest.fixture(scope="module", name="library")
def _library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library of one game."""
    folder = tmp_path_factory.mktemp("native") / "made"
    environment = os.environ | {"NUMBA_DISABLE_JIT": "0", "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, str(ROOT / "packaging" / "native.py"), str(folder), "pizza_city"]
    subprocess.run(command, env=environment, check=True)
    return folder


def installed(library: Path) -> Path:
    """A package with this library; everything else is linked."""
    package = library / "site" / "fattorino"
    if not package.exists():
        package.mkdir(parents=True)
        for each in (ROOT / "src" / "fattorino").iterdir():
            (package / each.name).symlink_to(each)
        (package / "compiled").symlink_to(library)
    return package.parent


def run(code: str, library: Path, *arguments: str) -> tuple[str, str]:
    """Run code with this library; returns what it prints, and its warnings."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "0", "PYTHONPATH": str(installed(library))}
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def played(library: Path, numba: str = "no", change: str = "") -> tuple[dict[str, Any], str]:
    """What a process that plays with this library found, and its warnings."""
    printed, said = run(PLAY, library, numba, change)
    return json.loads(printed), said


@pytest.mark.bulk
def test_a_game_has_the_same_bytes_with_the_library_as_with_numba(library: Path, tmp_path: Path) -> None:
    with_numba, said = played(tmp_path, "yes")
    assert not said and not with_numba.pop("shipped") and with_numba.pop("made") == "CompileResult"
    without, said = played(library)
    assert not said and without.pop("shipped") and without.pop("made") == "builtin_function_or_method"
    both, said = played(library, "yes")
    assert not said and both.pop("shipped") and both.pop("made") == "SimpleNamespace"
    assert with_numba | {"ready": [True, True]} == without == both


@pytest.mark.bulk
def test_a_rule_that_was_changed_is_interpreted_without_numba(library: Path) -> None:
    plain, _ = played(library)
    changed, _ = played(library, change="rule")
    assert changed == {
        "digest": plain["digest"], "interpreted": False, "ready": [False, False], "shipped": False,
        "made": "function",
    }  # fmt: skip


@pytest.mark.bulk
@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("python", "3.2", "it is for Python 3.2"),
        ("library.so", b"not a library", "library.so"),
        ("functions.json", b'{"python": "3.', "Unterminated string"),
    ],
)
def test_a_library_that_does_not_fit_is_ignored_with_one_line(
    library: Path, tmp_path: Path, key: str, value: Any, reason: str
) -> None:
    folder = tmp_path / "other"
    shutil.copytree(library, folder, ignore=shutil.ignore_patterns("cache", "objects", "site"))
    if isinstance(value, bytes):
        (folder / key).write_bytes(value)
    else:
        made = json.loads((folder / "functions.json").read_text())
        (folder / "functions.json").write_text(json.dumps(made | {key: value}))
    found, said = played(folder, change="nothing")
    assert found["interpreted"] and not found["shipped"]
    (line,) = said.splitlines()
    assert line.startswith("the compiled code of this wheel is not used: ") and reason in line


@pytest.mark.bulk
def test_arguments_of_other_types_are_not_taken(library: Path) -> None:
    code = """if True:
        import sys
        import numpy as np
        sys.modules["numba"] = None
        import fattorino
        game = fattorino.load("pizza_city")
        states, masks, views = game.new(seed=1).state, game.masks, np.zeros(1, game.state)
        rule = game.loops.redact_into
        rule(states, 0, 0, masks, views, 0)
        wrong = [
            (states, 0, 0, masks, views), (states, 0, 0, masks, views, 0, 0),
            (states, 0.5, 0, masks, views, 0),
            (states, 2**70, 0, masks, views, 0), (states, 0, 0, masks.astype(np.int32), views, 0),
            (states, 0, 0, masks.astype(np.float64), views, 0), (states, 0, 0, masks[0], views, 0),
            (states, 0, 0, masks.transpose(), views, 0), (states.view(np.int8), 0, 0, masks, views, 0),
            (None, 0, 0, masks, views, 0), ("states", 0, 0, masks, views, 0),
        ]
        assert rule._run(states, 0, 0, masks, views, 0) is None
        print([rule._run(*given) is NotImplemented for given in wrong])
    """
    printed, _said = run(code, library)
    assert printed.strip() == str([True] * 11)


def test_the_compiled_wheel_asks_for_numba_only_as_an_extra() -> None:
    spec = importlib.util.spec_from_file_location("compiled_wheel", ROOT / "packaging" / "compiled_wheel.py")
    assert spec is not None and spec.loader is not None
    sys.path.insert(0, str(ROOT / "packaging"))
    try:
        wheel = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(wheel)
    finally:
        sys.path.remove(str(ROOT / "packaging"))
    numpy, numba = "Requires-Dist: numpy<2.5,>=2.1\n", "Requires-Dist: numba<0.69,>=0.68\n"
    extras = (
        'Requires-Dist: numba<0.69,>=0.68; extra == "numba"\nRequires-Dist: numba-cuda; extra == "cuda"\n'
    )
    assert wheel.without_numba(numpy + numba + extras) == numpy + extras

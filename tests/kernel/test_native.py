"""The compiled library of a wheel: the same bytes as Numba gives, without Numba, never for another rule."""

import importlib
import json
import os
import platform
import shutil
import subprocess
import sys
import venv
from importlib.metadata import Distribution
from pathlib import Path
from types import ModuleType
from typing import Any
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

import fattorino
from fattorino import games
from fattorino.commands.compiling import PARTS, part_called
from fattorino.kernel import jit, native
from installed import needed

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


@pytest.fixture(name="wheels")
def _wheels(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module that builds wheels with compiled code."""
    monkeypatch.syspath_prepend(ROOT / "packaging")
    return importlib.import_module("compiled_wheel")


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
    assert all("compiling" in line for line in said.splitlines())  # where it is not in the cache yet
    assert not with_numba.pop("shipped") and with_numba.pop("made") == "CompileResult"
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


def rules_called(name: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, dict[str, str]]:
    """Every rule that Python calls while the parts of a game are exercised, and how; interpreted."""
    from fattorino.kernel import rules

    typeof = importlib.import_module("numba").typeof
    game = fattorino.load(name)
    own = jit.speed(game.folder)
    found: dict[str, dict[str, str]] = {}
    running = False

    def call(rule: Any, *given: Any, **named: Any) -> Any:
        nonlocal running
        if running or rule.speed is not own:  # it is compiled as a part of what calls it, or not at all
            return rule.py_func(*given, **named)
        running = True
        try:
            result = rule.py_func(*given, **named)
        finally:
            running = False
        types = rule.types_of(*given, **named)
        if all(str(kind) != "pyobject" for kind in types):  # Numba could not compile it
            words = " ".join(map(rules.described, types))
            called = {"module": rule.__module__, "name": rule.__name__, "types": words}
            found[f"{rule.__name__} {words}"] = called | {"returns": str(typeof(result)), "symbol": "x"}
        return result

    monkeypatch.setattr(rules.Interpreted, "__call__", call)
    monkeypatch.setattr(
        rules.Rule, "compile_if_heavy", lambda _rule, _seconds: None
    )  # nothing is compiled here
    own.interpret()
    try:
        for part in map(part_called, PARTS):
            part.exercise(game)
    finally:
        own.compile()
    return found


@pytest.mark.bulk
@pytest.mark.parametrize("name", games.names())
def test_every_rule_that_python_calls_can_be_called_from_c(
    name: str, wheels: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    declaration = importlib.import_module("native").declaration
    found = rules_called(name, monkeypatch)
    assert {"act", "greedy", "think", "step"} <= {called["name"] for called in found.values()}
    for called in found.values():
        assert declaration(0, called)


@pytest.mark.bulk
def test_a_tuple_of_numbers_comes_back_from_the_library(
    tmp_path: Path, wheels: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATTORINO_CACHE", str(tmp_path / "cache"))
    making, config = importlib.import_module("native"), importlib.import_module("numba.core.config")
    monkeypatch.setattr(config, "CPU_NAME", making.BASELINES[platform.machine()][0])

    @jit.jit
    def around(number: int) -> tuple[int, int, int]:
        return number - 1, -number, number * 2**40

    rule: Any = around
    assert around(7) == (6, -7, 7 * 2**40)
    ((types, made),) = rule.overloads.items()
    (tmp_path / "objects").mkdir()
    making.link([making.written(rule, types, made, tmp_path / "objects" / "around.o")], tmp_path)
    assert native.loaded(tmp_path / native.LIBRARY).f0(7) == around(7)


def test_a_rule_that_cannot_be_called_from_c_is_named(wheels: ModuleType) -> None:
    making = importlib.import_module("native")
    given = {"module": "fattorino.games.x", "name": "odd", "types": "i ?", "returns": "int64", "symbol": ""}
    for change, reason in [
        ({}, "argument 2 is of a type"),
        ({"types": "i", "returns": "UniTuple(float64 x 3)"}, "its result is of a type"),
        ({"types": "i", "returns": "UniTuple(int64 x 9)"}, "its result is of a type"),
        ({"types": " ".join("i" * 41)}, "more than 40 arguments"),
        ({"types": "4i"}, "argument 1 is of a type"),
    ]:
        with pytest.raises(making.Unknown, match=rf"^fattorino\.games\.x\.odd\(.*\) -> .*: .*{reason}"):
            making.declaration(0, given | change)


def empty_environment(folder: Path, wheel: Path) -> Path:
    """The Python of an environment with a wheel and what it asks for, and nothing else."""
    venv.create(folder, symlinks=True)
    packages = next(folder.glob("lib/python*/site-packages"))
    with ZipFile(wheel) as zipped:
        zipped.extractall(packages)
    found: dict[str, Distribution] = {}
    for text in Distribution.at(next(packages.glob("fattorino-*.dist-info"))).requires or ():
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            needed(requirement, found)
    for one in found.values():
        for top in {file.parts[0] for file in one.files or () if file.parts[0] not in ("..", "__pycache__")}:
            (packages / top).symlink_to(str(one.locate_file(top)))
    return folder / "bin" / "python"


@pytest.mark.bulk
def test_the_wheel_of_a_game_is_played_where_there_is_no_numba_and_no_compiler(
    library: Path, tmp_path: Path, wheels: ModuleType
) -> None:
    wheel = wheels.pack(library, tmp_path / "dist")
    python = empty_environment(tmp_path / "environment", wheel)
    (tmp_path / "home").mkdir()
    alone = {"PATH": str(python.parent), "HOME": str(tmp_path / "home")}

    def there(*arguments: str) -> str:
        done = subprocess.run([python, "-I", *arguments], env=alone, capture_output=True, text=True)
        assert done.returncode == 0 and not done.stderr, done.stderr
        return done.stdout

    assert there(
        "-c", "import importlib.util as u; print(u.find_spec('numba'), u.find_spec('llvmlite'))"
    ) == ("None None\n")
    assert not there("-c", "import fattorino.server.launch")
    assert json.loads(there("-c", PLAY, "yes", "")) == played(library)[0]
    game = ["simulate", "pizza_city", "--games", "20", "--seats", "greedy,random,greedy,random", "--json"]
    assert json.loads(there("-m", "fattorino", *game))["games"] == 20


def test_the_compiled_wheel_asks_for_numba_only_as_an_extra(wheels: ModuleType) -> None:
    numpy, numba = "Requires-Dist: numpy<2.5,>=2.1\n", "Requires-Dist: numba<0.69,>=0.68\n"
    extras = (
        'Requires-Dist: numba<0.69,>=0.68; extra == "numba"\nRequires-Dist: numba-cuda; extra == "cuda"\n'
    )
    assert wheels.without_numba(numpy + numba + extras) == numpy + extras

"""Games with changed components: a copy of the game's folder in the user's cache, with an overlay in it.

The copy is a package of its own (`fattorino.games.new_york_1a2b3c4d`), so that it is compiled and cached like
any game, and both can be loaded side by side. Before it is first used, a few trial games are played
interpreted, so that a number the rules cannot handle is an error and not a wrong result.
"""

import hashlib
import importlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from fattorino.kernel import components
from fattorino.kernel.cache import cache_home
from fattorino.kernel.components import Overlay, keys_of
from fattorino.kernel.errors import BadComponents
from fattorino.kernel.game import Game

TRIED = "tried"  # marks a copy whose trial games succeeded
TRIAL_SECONDS = 5.0
TRIAL_GAMES = 20  # at each number of seats, if there is time
TRIAL_LIMIT = 240  # seconds for everything, on a slow machine
NAME = re.compile(r"[a-z_]+_[0-9a-f]{8}")


def copies_of(base: Path) -> Path:
    """The folder for copies of a game, by a hash of its sources."""
    digest = hashlib.sha256()
    for file in sorted(base.rglob("*")):
        if file.is_file() and file.suffix != ".pyc":
            digest.update(file.relative_to(base).as_posix().encode())
            digest.update(file.read_bytes())
    return cache_home() / "overlays" / digest.hexdigest()[:12]


def prepare(base: Game, given: Any, name: str = "overlay") -> Path:
    """The folder of a game with changed components, validated and tried; created if needed."""
    if base.overlay is not None:
        raise BadComponents(
            f"{base.title} has changed components already: lay all changes over {base.overlay.game}"
        )
    overlay = components.overlay_from(base.name, components.read(base.folder), given, name)
    check_totals(base, overlay)
    folder = copies_of(base.folder) / f"{overlay.game}_{overlay.digest}"
    if not (folder / TRIED).exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
            made = Path(scratch) / folder.name
            copy(base.folder, made, overlay)
            try_in_a_process(made, overlay)
            (made / TRIED).touch()
            if folder.exists():
                shutil.rmtree(folder)
            os.replace(made, folder)
    return folder


def kept(name: str, bases: dict[str, Path]) -> Path | None:
    """The folder of an existing game with changed components, by its full name."""
    base = bases.get(name.rpartition("_")[0])
    if base is None or not NAME.fullmatch(name):
        return None
    folder = copies_of(base) / name
    return folder if (folder / TRIED).exists() else None


def copy(base: Path, folder: Path, overlay: Overlay) -> None:
    """Copy a game's sources, with imports changed to the copy."""
    shutil.copytree(base, folder, ignore=shutil.ignore_patterns("__pycache__"))
    old = re.compile(rf"\bfattorino\.games\.{overlay.game}\b")
    for file in folder.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        file.write_text(old.sub(f"fattorino.games.{folder.name}", text), encoding="utf-8")
    components.write(folder, overlay)


def load_folder(folder: Path) -> Game:
    """The game in a folder, as a package of its own."""
    full = f"fattorino.games.{folder.name}"
    if full not in sys.modules:
        spec = importlib.util.spec_from_file_location(
            full, folder / "__init__.py", submodule_search_locations=[str(folder)]
        )
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[full] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[full]
            raise
    game = sys.modules[full].GAME
    assert isinstance(game, Game)
    if (folder / components.OVERLAY_FILE).exists():
        game.overlay = components.read_overlay(folder)
        if not game.title.endswith(")"):
            game.title = f"{game.title} ({game.overlay.title})"
    return game


def check_totals(base: Game, overlay: Overlay) -> None:
    """Check totals with the game's own totals.py, if it has one."""
    if not (base.folder / "totals.py").exists():
        return
    changed = components.read(base.folder)
    for path, value in overlay.changes.items():
        components.put(changed, path, value)
    totals = importlib.import_module(f"fattorino.games.{base.name}.totals")
    reason = totals.wrong(changed)
    if reason:
        raise BadComponents(f"{overlay.name}: {reason}")


# -- trying it out ---------------------------------------------------------------------------------------


class Watched(dict[str, Any]):
    """A dictionary that records which of its keys are read."""

    def __init__(self, table: dict[str, Any], path: str, read: set[str]) -> None:
        self.path, self.read = path, read
        super().__init__({key: watched(value, f"{path}{key}", read) for key, value in table.items()})

    def __getitem__(self, key: str) -> Any:
        self.read.add(f"{self.path}{key}")
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        return self[key] if key in self else default  # noqa: SIM401

    def values(self) -> Any:
        return [self[key] for key in self]

    def items(self) -> Any:
        return [(key, self[key]) for key in self]


def watched(value: Any, path: str, read: set[str]) -> Any:
    """A value whose dictionaries record which keys are read."""
    if isinstance(value, dict):
        return Watched(value, f"{path}." if path else "", read)
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [watched(entry, f"{path}.{key}", read) for key, entry in keys_of(value).items()]
    return value


def try_in_a_process(folder: Path, overlay: Overlay) -> None:
    """Play a few games interpreted, in a separate process; raises with one sentence if something is wrong."""
    code = f"from fattorino.games import overlay; overlay.try_out({str(folder)!r})"
    paths = os.pathsep.join(path for path in sys.path if path)
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths}
    try:
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True, text=True, env=environment, timeout=TRIAL_LIMIT, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise BadComponents(f"{overlay.name}: a game with these components does not come to an end") from None
    last = (done.stdout.strip().splitlines() or [""])[-1]
    verdict = (
        json.loads(last) if last.startswith("{") else {"wrong": (done.stderr.strip() or "it failed")[-300:]}
    )
    if verdict["wrong"]:
        raise BadComponents(f"{overlay.name}: {verdict['wrong']}")


def try_out(folder: str) -> None:
    """Import a copy and play it; print what is wrong, as JSON."""
    from fattorino.kernel import game as kernel_game

    home, read = Path(folder), set[str]()
    overlay = components.read_overlay(home)
    vars(kernel_game)["read_components"] = lambda where: watched(components.read(where), "", read)
    reason = ""
    try:
        game = load_folder(home)
        unread = [path for path in overlay.changes if path not in read]
        if unread:
            reason = f"the rules do not read {', '.join(unread)}: changing it would change nothing"
        else:
            reason = play_some(game)
    except Exception as error:
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        where = f" ({Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno})" if trace else ""
        changes = "; ".join(overlay.sentences())
        reason = f"the rules cannot be played with {changes}: {type(error).__name__}, {error}{where}"
    print(json.dumps({"wrong": reason}))


def play_some(game: Game) -> str:
    """Random games at every number of seats, for some seconds; returns what is wrong, or ''."""
    import numpy as np

    from fattorino.kernel.rng import one_of

    end = time.monotonic() + TRIAL_SECONDS
    counts = np.zeros((2, game.num_counts), np.int64)
    tables = [game.settings(seats) for seats in game.seats]
    for seed in range(1, TRIAL_GAMES + 1):
        for settings in tables:
            match = game.new(seed=seed, **settings)
            game.conserve(match.state[0], counts[0])
            while not match.over:
                legal = match.legal()
                if not len(legal):
                    return f"a player is left without any choice (move {match.move} of a game)"
                match.play(int(legal[one_of(len(legal), seed * 4096 + match.move)]))
                game.conserve(match.state[0], counts[1])
                if (counts[0] != counts[1]).any():
                    return f"components are lost or made out of nothing (move {match.move} of a game)"
                if match.move > game.max_decisions:
                    return f"a game has more than {game.max_decisions} decisions"
                if time.monotonic() > end and (match.move > 20 or seed > 1):
                    return ""
    return ""

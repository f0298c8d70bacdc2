"""Games with changed components: a copy of the game's folder in the user's cache, with an overlay in it.

The copy is a package of its own (`fattorino.games.new_york_1a2b3c4d`), so that it is compiled and cached like
any game, and both can be loaded side by side. Before it is first used, trial games are played (`trial`).
"""

import hashlib
import importlib
import importlib.util
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from fattorino.games import trial
from fattorino.kernel import components
from fattorino.kernel.cache import cache_home
from fattorino.kernel.components import Overlay
from fattorino.kernel.errors import BadComponents
from fattorino.kernel.game import Game

TRIED = "tried"  # marks a copy whose trial games succeeded
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
    totals = totals_of(base)
    limits = getattr(totals, "LIMITS", components.NO_LIMITS)
    overlay = components.overlay_from(base.name, components.read(base.folder), given, name, limits)
    if totals is not None:
        check_totals(base, overlay, totals)
    folder = copies_of(base.folder) / f"{overlay.game}_{overlay.digest}"
    if not (folder / TRIED).exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
            made = Path(scratch) / folder.name
            copy(base.folder, made, overlay)
            trial.try_in_a_process(made, overlay)
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


def totals_of(base: Game) -> Any:
    """The game's own totals.py, if it has one: LIMITS of its numbers, and reasons why they do not add up."""
    there = (base.folder / "totals.py").exists()
    return importlib.import_module(f"fattorino.games.{base.name}.totals") if there else None


def check_totals(base: Game, overlay: Overlay, totals: Any) -> None:
    """Refuse changes after which the components do not add up."""
    changed = components.read(base.folder)
    for path, value in overlay.changes.items():
        components.put(changed, path, value)
    reasons = [f"{overlay.source}: {reason} ({overlay.told()})" for reason in totals.reasons(changed)]
    if reasons:
        raise components.refusal(reasons)

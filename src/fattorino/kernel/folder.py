"""A game read from its folder by convention: each part has a fixed name in a fixed file.

A part missing from its file is looked for in later files, and finally in the package itself, so a small game
can be a single `__init__.py`.
"""

import importlib
import sys
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

from fattorino.kernel.errors import BadGame
from fattorino.kernel.features import size
from fattorino.kernel.fields import observer
from fattorino.kernel.game import Game
from fattorino.kernel.guide import read_lesson

FILES = {
    "state": (
        "FIELDS", "OPTIONS", "SPACE", "RULEBOOK", "COMPONENTS", "MAX_DECISIONS", "MAX_SEATS", "longest",
    ),
    "length": ("longest",),
    "rules": ("setup", "legal", "check", "apply", "result", "conserve", "starter", "NUM_COUNTS"),
    "view": ("sees", "show", "observe", "imagine"),
    "features": ("LAYOUT",),
    "belief": ("imagine", "resample"),
    "greedy": ("greedy", "value"),
    "study": ("study", "NUM_STUDIED", "ALL_MAY_WIN"),
    "reasons": ("reasons",),
    "sentences": ("sentence", "score_breakdown"),
    "words": (
        "roles", "prompt", "label", "target", "key", "sentence", "score_breakdown", "check_options",
        "draft_view", "is_interruption", "same_as",
    ),
    "scene": ("scene", "gallery"),
    "text": ("board",),
    "gallery": ("gallery",),
    "opening": ("opening",),
    "secret_prompts": ("SECRET_PROMPTS",),
    "deduction": ("DEDUCTION", "unexplained"),
    "guide": ("GUIDE",),
}  # fmt: skip


def read_game(package: str) -> Game:
    """The game in the folder of a package that is being imported; its name is the folder's."""
    home = sys.modules[package]
    folder = Path(str(home.__file__)).parent
    parts: dict[str, Any] = {}
    homes: dict[str, str] = {}
    for file, names in FILES.items():
        there = (folder / f"{file}.py").exists() or (folder / file / "__init__.py").exists()
        module = importlib.import_module(f"{package}.{file}") if there else home
        for name in names:
            part = name.lower()
            homes.setdefault(part, file)
            if part not in parts and hasattr(module, name):
                parts[part] = getattr(module, name)
    head = parts.get("components", {}).get("game")
    if not head:
        raise BadGame("components.toml needs [game] with title, tagline, length and version")
    parts.setdefault("layout", parts["fields"].layout())
    parts.setdefault("observe", observer(parts["fields"]))
    parts.setdefault("max_seats", max(parts["options"]["seats"].values))
    parts |= {"name": folder.name, "folder": folder, "title": head["title"], "version": head["version"]}
    parts["lesson"] = read_lesson(folder)
    parts |= {"seats": parts["options"]["seats"].values, "num_features": size(parts["layout"])}
    for field in fields(Game):
        if field.default is MISSING and field.name not in parts:
            where = homes.get(field.name, "state")
            raise BadGame(f"{field.name} is missing; it belongs into {where}.py")
    return Game(**parts)

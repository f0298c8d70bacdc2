"""What somebody may have meant: the options and commands nearest to a word, in spelling or in meaning."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

ALIKE = 0.75  # similarity from which a spelling is a slip rather than another word
SYNONYMS = (  # each row: words that people try for one thing
    ("seats", "players", "bots", "bot", "player", "seat", "opponents", "who", "against", "p"),
    ("games", "count", "number", "n", "num-games", "game", "matches", "runs", "times", "iterations", "limit"),
    ("seed", "random-seed", "rng", "s"),
    ("workers", "threads", "jobs", "cores", "cpus", "processes", "parallel", "j"),
    ("output", "out", "file", "path", "save", "save-to", "html", "o"),
    ("components", "overlay", "compare", "changes", "changed", "what-if", "mod"),
    ("until-ci", "ci", "interval", "precision", "confidence", "until"),
    ("seconds", "time", "duration", "timeout"),
    ("resume", "load", "continue", "from", "saved"),
    ("opening", "town-file", "start", "prepared"),
    ("updates", "iterations", "n"),
    ("rate", "learning-rate", "lr"),
    ("device", "gpu", "cuda"),
    ("rotate", "shuffle", "swap"),
    ("database", "db"),
    ("url", "server", "address", "host"),
    ("port", "p"),
    ("all", "log", "whole"),
    ("json", "format", "csv"),
    ("help", "h", "usage"),
)


def near(word: str, known: Iterable[str]) -> list[str]:
    """The options nearest to a word: those that mean the same, or else those it may be a slip for."""
    bare = word.lstrip("-").replace("_", "-").lower()
    options = {option.removeprefix("--"): option for option in known}
    slips = get_close_matches(bare, options, 3, ALIKE)
    slips += [name for name in options if len(bare) > 2 and name.startswith(bare) and name not in slips]
    alike = {name for row in SYNONYMS if bare in row for name in row}
    meant = [name for name in options if name in alike]
    nearest = [name for name in slips if name in meant] or meant or slips
    return [options[name] for name in nearest[:3]]


def own_options(command: Any) -> list[str]:
    """The long options of a command, as they are typed."""
    named = [name for option in command.params for name in option.opts if name.startswith("--")]
    return [*named, "--help"]


def did_you_mean(words: list[str]) -> str:
    """The question to ask, or ''."""
    return f"; did you mean {' or '.join(words)}?" if words else ""

"""The rules of Papà Paolo: the functions of the contract."""

from fattorino.games.papa_paolo.rules.dispatch import apply, check, legal
from fattorino.games.papa_paolo.rules.opening import setup, starter
from fattorino.games.papa_paolo.rules.score import NUM_COUNTS, conserve, result

__all__ = ["NUM_COUNTS", "apply", "check", "conserve", "legal", "result", "setup", "starter"]

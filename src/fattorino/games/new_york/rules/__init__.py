"""The rules of New York: the functions of the contract."""

from fattorino.games.new_york.rules.dispatch import apply, check, legal
from fattorino.games.new_york.rules.opening import setup, starter
from fattorino.games.new_york.rules.score import NUM_COUNTS, conserve, result

__all__ = ["NUM_COUNTS", "apply", "check", "conserve", "legal", "result", "setup", "starter"]

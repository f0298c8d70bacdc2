"""The rules of New York, by phase and family; here the doors of the contract."""

from fattorino.games.new_york.rules.answers import apply
from fattorino.games.new_york.rules.asking import check, legal
from fattorino.games.new_york.rules.opening import setup
from fattorino.games.new_york.rules.score import NUM_COUNTS, conserve, result

__all__ = ["NUM_COUNTS", "apply", "check", "conserve", "legal", "result", "setup"]

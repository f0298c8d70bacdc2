"""Papà Paolo."""

from fattorino.kernel.folder import read_game

GAME = read_game(__name__)

"""Papà Paolo: tiles, majorities, an auction and couriers."""

from fattorino.kernel.folder import read_game

GAME = read_game(__name__)

"""Psychic Pizza Deliverers Go to the Ghost Town."""

from fattorino.kernel.folder import read_game

GAME = read_game(__name__)

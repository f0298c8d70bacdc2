"""Pandemic: two extra orders."""

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import stack
from fattorino.games.new_york.rules.power_card import Card
from fattorino.games.new_york.state import Phase
from fattorino.kernel.jit import jit
from fattorino.kernel.records import Log, Seat, State


@jit
def play(state: State, seat: Seat, log: Log) -> None:
    """NY-POWER-PANDEMIC-3: these orders outlast the card."""
    stack.push(state, Phase.NEW_ORDER.value, t.MAIN_SLOTS + 1)
    stack.push(state, Phase.NEW_ORDER.value, t.MAIN_SLOTS)


POWER_CARD = Card(t.Power.PANDEMIC, play=play)

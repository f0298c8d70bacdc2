"""Bonus Supplies: take market cards."""

from fattorino.games.new_york import state as s
from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import stack
from fattorino.games.new_york.rules.power_card import Card
from fattorino.games.new_york.state import Phase
from fattorino.games.new_york.tables import Power
from fattorino.kernel.jit import jit
from fattorino.kernel.records import Log, Seat, State

BONUS_CARDS = t.printed(t.POWERS, "bonus_supplies", "cards")


@jit
def play(state: State, seat: Seat, log: Log) -> None:
    """NY-POWER-BONUSSUPPLIES-1."""
    stack.push(state, Phase.TAKE.value, seat, BONUS_CARDS, s.BONUS)


POWER_CARD = Card(Power.BONUS_SUPPLIES, play=play, liking=6)

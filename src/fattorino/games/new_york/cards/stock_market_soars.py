"""Stock Market Soars: everyone takes cards and a random tip."""

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import tickets
from fattorino.games.new_york.rules.power_card import Card, asks
from fattorino.games.new_york.state import Phase
from fattorino.kernel.jit import jit
from fattorino.kernel.records import NONE, Log, Seat, State

SOARS_CARDS = t.printed(t.POWERS, "stock_market_soars", "cards")


take_cards = asks(Phase.TAKE, SOARS_CARDS)  # NY-POWER-SOARS-1: the cards come first


@jit
def take_tip(state: State, seat: Seat, log: Log) -> None:
    """NY-POWER-SOARS-1: then a token, if there is one."""
    value = tickets.random_tip(state)
    if value != NONE:
        tickets.collect_tip(state, seat, value, log)


POWER_CARD = Card(t.Power.STOCK_MARKET_SOARS, play=asks(Phase.SOARS))  # NY-GLOBAL-4: one after the other

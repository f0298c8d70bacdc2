"""Buying Time: random sewer cards on top of the Market Deck, so that inspectors come later."""

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import hands, memory
from fattorino.games.new_york.rules.power_card import Card, with_sewer
from fattorino.games.new_york.state import Event
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Log, Seat, State, tell

BOUGHT_CARDS = t.printed(t.POWERS, "buying_time", "cards")


@jit
def play(state: State, seat: Seat, log: Log) -> None:
    """NY-POWER-BUYINGTIME-1: random sewer cards in random order on top of the Market Deck."""
    count = 0
    for _ in range(BOUGHT_CARDS):
        card = hands.random_sewer(state)
        if card != NONE:
            state.deck[int(state.n_deck)] = card
            state.n_deck += 1
            memory.lay(state, card)
            count += 1
    tell(log, Event.ONTO_DECK, NONE, EVERYONE, count)


POWER_CARD = Card(t.Power.BUYING_TIME, check=with_sewer, play=play, liking=0)

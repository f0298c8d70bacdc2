"""Down on Your Luck: random sewer cards to hand."""

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import hands, memory
from fattorino.games.new_york.rules.power_card import Card, with_sewer
from fattorino.games.new_york.state import Event
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Log, Seat, State, tell

LUCK_CARDS = t.printed(t.POWERS, "down_on_your_luck", "cards")


@jit
def from_sewer(state: State, seat: Seat, log: Log) -> bool:
    """A random card of the open sewer to hand; False if it is empty."""
    card = hands.random_sewer(state)
    if card == NONE:
        return False
    hands.to_hand(state, seat, card)
    memory.remember(state, seat, card)
    tell(log, Event.SEWER, seat, EVERYONE, card)
    return True


@jit
def play(state: State, seat: Seat, log: Log) -> None:
    """NY-POWER-DOWNONLUCK-1."""
    for _ in range(LUCK_CARDS):
        from_sewer(state, seat, log)


POWER_CARD = Card(t.Power.DOWN_ON_YOUR_LUCK, check=with_sewer, play=play)

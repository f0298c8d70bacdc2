"""Power Outage: orders lose their cards for a round."""

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import hands, memory, stack, tickets
from fattorino.games.new_york.rules.power_card import Card
from fattorino.games.new_york.state import Event, Phase
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Log, Seat, State, tell
from fattorino.kernel.rng import draw


@jit
def play(state: State, seat: Seat, log: Log) -> None:
    """NY-POWER-OUTAGE-1, -3: the cards of all standard orders, shuffled, on top of the Market Deck."""
    state.reveals = int(state.reveals) + 1
    first = int(state.n_deck)
    top = first
    for slot in range(t.SLOTS):
        for position in range(t.MAX_CARDS):
            if state.order[slot, position] != NONE:
                state.deck[top] = state.order[slot, position]
                memory.lay(state, int(state.order[slot, position]))
                state.order[slot, position] = NONE
                top += 1
    for last in range(top - 1, first, -1):
        hands.swap(state, last, first + draw(state, last - first + 1))
    state.n_deck = top
    tell(log, Event.ONTO_DECK, NONE, EVERYONE, top - first)


@jit
def leave(state: State, seat: Seat, log: Log) -> None:
    """NY-POWER-OUTAGE-2, -5: filled in slot order."""
    for slot in range(t.SLOTS - 1, -1, -1):
        if tickets.order_size(state, slot) > 0 and not tickets.is_filled(state, slot):
            stack.push(state, Phase.FILL.value, slot)


POWER_CARD = Card(t.Power.POWER_OUTAGE, play=play, leave=leave)

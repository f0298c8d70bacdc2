"""Ingredient Shortage: pizzas with one random kind cannot be delivered (see `rules/covering.py`)."""

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import hands
from fattorino.games.new_york.rules.power_card import Card
from fattorino.games.new_york.state import Event
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Log, Seat, State, tell
from fattorino.kernel.rng import draw


@jit
def play(state: State, seat: Seat, log: Log) -> None:
    """NY-POWER-SHORTAGE-1: a random sewer card that is not an ANY card."""
    count = 0
    for card in range(t.N_BLUE):
        if t.group_of(card) != 1:
            count += int(state.sewer[card])
    if count == 0:
        return
    state.reveals = int(state.reveals) + 1
    nth = draw(state, count)
    for card in range(t.N_BLUE):
        if t.group_of(card) != 1:
            nth -= int(state.sewer[card])
            if nth < 0:
                state.sewer[card] -= 1
                state.n_sewer -= 1
                state.shortage = card
                tell(log, Event.SHORTAGE, NONE, EVERYONE, card)
                return


@jit
def leave(state: State, seat: Seat, log: Log) -> None:
    """NY-POWER-SHORTAGE-2: return it to the sewer."""
    if state.shortage != NONE:
        hands.to_sewer(state, int(state.shortage))
        state.shortage = NONE


POWER_CARD = Card(t.Power.INGREDIENT_SHORTAGE, play=play, leave=leave)

"""Farmer Brown: an ingredient chosen from the sewer counts as permanent in all pizzerias of the owner."""

from typing import Any

from fattorino.games.new_york import names, opinion, state as s, tables as t
from fattorino.games.new_york.rules import hands, stack
from fattorino.games.new_york.rules.power_card import Card, asks
from fattorino.games.new_york.rules.question import Question
from fattorino.games.new_york.state import Event, Phase, Rule
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell


@jit
def farmer_choice(state: State) -> bool:
    """NY-POWER-FARMERBROWN-1: whether the sewer has a card that is not Extra Cheese."""
    for card in range(t.N_BLUE):
        if state.sewer[card] > 0 and t.kind_of(card) != t.CHEESE:
            return True
    return False


@jit
def leave(state: State, seat: Seat, log: Log) -> None:
    """Return the ingredient to the sewer."""
    if state.farmer != NONE:
        hands.to_sewer(state, int(state.farmer))
        state.farmer = NONE


@jit
def check_choice(state: State, seat: Seat, action: Action) -> Any:
    """NY-POWER-FARMERBROWN-1: any ingredient of the sewer, but no Extra Cheese."""
    card = action - s.CARD
    if card < 0 or card >= t.N_BLUE or state.sewer[card] == 0:
        return Rule.NY_POWER_FARMERBROWN_1
    return Rule.NY_CHEESE_6 if t.kind_of(card) == t.CHEESE else Rule.OK


@jit
def apply_choice(state: State, seat: Seat, action: Action, log: Log) -> None:
    """Choose the ingredient, which can be used from the next turn on."""
    stack.pop(state)
    state.farmer = action - s.CARD
    state.farmer_fresh = 1
    state.sewer[action - s.CARD] -= 1
    state.n_sewer -= 1
    tell(log, Event.STORED, seat, EVERYONE, action - s.CARD)


ASK_FARMER_CARD = Question(
    Phase.FARMER_CARD,
    check_choice,
    apply_choice,
    prompt=lambda view: _("Which ingredient does Farmer Brown grow?"),
    cards="anywhere",
    worth=opinion.wanted_worth,
    labels=lambda: {"CARD": _("Farmer Brown grows {card}")},
    targets={"CARD": "sewer"},
)
POWER_CARD = Card(
    t.Power.FARMER_BROWN,
    check=jit(lambda state, seat, after: Rule.OK if farmer_choice(state) else Rule.NY_POWER_FARMERBROWN_1),
    play=asks(Phase.FARMER_CARD),
    leave=leave,
    under=lambda view: [names.card_name(int(view.farmer))] if view.farmer >= 0 else [],
)

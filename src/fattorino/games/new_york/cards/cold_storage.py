"""Cold Storage: random sewer cards lie under it and pay in deliveries; once empty it can be refilled."""

from typing import Any

from fattorino.games.new_york import names, state as s, tables as t
from fattorino.games.new_york.rules import hands, stack
from fattorino.games.new_york.rules.power_card import Card, asks
from fattorino.games.new_york.rules.question import Question
from fattorino.games.new_york.state import Event, Phase, Rule
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell

COLD_CARDS = t.printed(t.POWERS, "cold_storage", "cards")


@jit
def fill_storage(state: State, seat: Seat, log: Log) -> None:
    """NY-POWER-COLDSTORAGE-1, -3: four random sewer cards, not usable in this turn."""
    for place in range(COLD_CARDS):
        state.cold[place] = hands.random_sewer(state)
        if state.cold[place] != NONE:
            tell(log, Event.STORED, seat, EVERYONE, int(state.cold[place]))
    state.cold_fresh = 1


@jit
def leave(state: State, seat: Seat, log: Log) -> None:
    """Discard the stored cards, too."""
    for place in range(t.MAX_CARDS):
        if state.cold[place] != NONE:
            hands.to_sewer(state, int(state.cold[place]))
            state.cold[place] = NONE


@jit
def uses_cold(state: State, seat: Seat) -> bool:
    """NY-POWER-COLDSTORAGE-3: not in the turn in which it was filled."""
    return hands.has_in_play(state, seat, t.Power.COLD_STORAGE.value) and not state.cold_fresh


# -- the refill ------------------------------------------------------------------------------------------


@jit
def check_use(state: State, seat: Seat) -> Any:
    """NY-POWER-COLDSTORAGE-4, -5: a refill requires an empty storage and a card in hand."""
    if not hands.has_in_play(state, seat, t.Power.COLD_STORAGE.value):
        return Rule.NY_POWER_COLDSTORAGE_4
    if (int(state.late) >> t.Power.COLD_STORAGE.value) & 1:
        return Rule.NY_TURN_8
    if state.cold_used:
        return Rule.NY_POWER_COLDSTORAGE_5
    for place in range(t.MAX_CARDS):
        if state.cold[place] != NONE:
            return Rule.NY_POWER_COLDSTORAGE_4
    return Rule.OK if hands.hand_size(state, seat) > 0 else Rule.NY_POWER_COLDSTORAGE_4


use = asks(Phase.REFILL_CARD)


@jit
def apply_refill(state: State, seat: Seat, action: Action, log: Log) -> None:
    """NY-POWER-COLDSTORAGE-4: discard it and refill the storage."""
    stack.pop(state)
    hands.spend(state, seat, action - s.CARD, log)
    fill_storage(state, seat, log)


ASK_REFILL_CARD = Question(
    Phase.REFILL_CARD,
    jit(lambda state, seat, action: hands.check_any_card(state, seat, action, Rule.NY_POWER_COLDSTORAGE_4)),
    apply_refill,
    prompt=lambda view: _("Which card do you discard for the refill?"),
    cards="held",
    look="sure",
    labels=lambda: {"CARD": _("Discard {card} and refill")},
)
POWER_CARD = Card(
    t.Power.COLD_STORAGE,
    play=fill_storage,
    leave=leave,
    under=lambda view: [names.card_name(int(card)) for card in view.cold if card >= 0],
)

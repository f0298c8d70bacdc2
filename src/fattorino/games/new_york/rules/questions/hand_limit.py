"""The end of a turn: too many cards in hand."""

from fattorino.games.new_york import state as s
from fattorino.games.new_york.rules import hands
from fattorino.games.new_york.rules.question import Question
from fattorino.games.new_york.state import Phase, Rule
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit

ASK_LIMIT = Question(
    Phase.LIMIT,
    # NY-TURN-11: any card.
    jit(lambda state, seat, action: hands.check_any_card(state, seat, action, Rule.NY_TURN_11)),
    jit(lambda state, seat, action, log: hands.spend(state, seat, action - s.CARD, log)),
    prompt=lambda view: _("You have {n} cards and may keep {limit}: discard one.").format(
        n=int(hands.hand_size(view, int(view.seat))), limit=int(hands.hand_limit(view, int(view.seat)))
    ),
    cards="held",
    look="sure",
    # NY-TURN-11: as long as there are too many.
    due=jit(lambda state, seat, left: hands.hand_size(state, seat) > hands.hand_limit(state, seat)),
    labels=lambda: {"CARD": _("Discard {card}")},
)

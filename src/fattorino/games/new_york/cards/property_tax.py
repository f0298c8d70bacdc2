"""Property Tax: its holder, asked in secret at the start of a turn, taxes an opponent's reputation."""

from typing import Any

from fattorino.games.new_york import opinion, state as s, tables as t
from fattorino.games.new_york.rules import hands, pizzerias, question, stack
from fattorino.games.new_york.rules.questions import paying
from fattorino.games.new_york.state import Event, Phase, Rule
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell

TAX_CAP = t.printed(t.POWERS, "property_tax", "dollars")


@jit
def tax_of(state: State, seat: Seat) -> int:
    """NY-POWER-PROPERTYTAX-1: half of each reputation, rounded down, at most $5."""
    total = 0
    for village in range(t.BUILDABLE):
        if state.lot[seat, village] != NONE:
            total += pizzerias.reputation(state, seat, village) // 2
    return min(TAX_CAP, total)


@jit
def check_window(state: State, seat: Seat, action: Action) -> Any:
    """NY-POWER-PROPERTYTAX-1: an opponent, NY-TERM-16, or nobody."""
    if action == s.DONE:
        return Rule.OK
    other = action - s.SEAT
    return Rule.NY_POWER_PROPERTYTAX_1 if other < 0 or other >= state.n or other == seat else Rule.OK


@jit
def apply_window(state: State, seat: Seat, action: Action, log: Log) -> None:
    """The tax is due at once; a pass is not logged."""
    stack.pop(state)
    if action >= s.SEAT:
        victim = action - s.SEAT
        state.power_at[t.Power.PROPERTY_TAX] = t.Place.DISCARD
        state.n_power[seat] -= 1
        tell(log, Event.PLAYED, seat, EVERYONE, t.Power.PROPERTY_TAX.value)
        tell(log, Event.VICTIM, seat, EVERYONE, victim)
        stack.push(state, Phase.TAX.value, victim, tax_of(state, victim))


ASK_TAX_WINDOW = question.Question(
    Phase.TAX_WINDOW,
    check_window,
    apply_window,
    prompt=lambda view: _("Play Property Tax on somebody?"),
    runs=((s.DONE, 1), (s.SEAT, t.MAX_SEATS)),
    worth=opinion.rival_worth,
    labels=lambda: {"DONE": _("Keep Property Tax")},
    declined=lambda: _("to let it pass"),
)


ASK_TAX = question.Question(
    Phase.TAX,
    # NY-POWER-PROPERTYTAX-2: each dollar in money or as a card.
    jit(lambda state, seat, action: paying.check_unit(state, seat, action, Rule.NY_POWER_PROPERTYTAX_2)),
    paying.apply_unit,
    prompt=lambda view: _("Property Tax: pay ${n}, in money or cards.").format(
        n=question.argument_seen(view, 2)
    ),
    runs=((s.MONEY, 1),),
    cards="held",
    look="sure",
    # as long as there is something to pay with
    due=jit(
        lambda state, seat, left: left > 0 and hands.money_of(state, seat) + hands.hand_size(state, seat) > 0
    ),
)

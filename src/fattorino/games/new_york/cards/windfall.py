"""Windfall: money and cards instead of an action."""

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.cards import down_on_your_luck
from fattorino.games.new_york.rules import coop, stack
from fattorino.games.new_york.rules.power_card import Card, before_action
from fattorino.games.new_york.state import Event, Phase, Rule
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, Log, Seat, State, tell

WINDFALL_DOLLARS = t.printed(t.POWERS, "windfall", "dollars")
WINDFALL_CARDS = t.printed(t.POWERS, "windfall", "cards")


@jit
def play(state: State, seat: Seat, log: Log) -> None:
    """NY-POWER-WINDFALL-1."""
    stack.pop(state)  # the question for an action: there is none this turn
    tell(log, Event.GAINED, seat, EVERYONE, WINDFALL_DOLLARS)
    coop.gain(state, seat, WINDFALL_DOLLARS, log)
    for _ in range(0 if state.over else WINDFALL_CARDS):  # NY-COOP-41: the money may have won the game
        if state.windfall_deck or not down_on_your_luck.from_sewer(state, seat, log):
            stack.push(state, Phase.DRAW_TO_HAND.value, seat)


POWER_CARD = Card(
    t.Power.WINDFALL,
    check=before_action(Rule.NY_POWER_WINDFALL_1),
    play=play,
    liking=2,
    worth=jit(lambda view, seat, delivers: 1.0 if delivers else 22.0),  # better than the market
)

"""Subway Fast Pass: a few rides between any two subway entrances (`rules/covering.py` has all rides)."""

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules.power_card import Card
from fattorino.kernel.i18n import ngettext
from fattorino.kernel.jit import jit
from fattorino.kernel.records import Log, Seat, State

PASS_TOKENS = t.printed(t.POWERS, "subway_fast_pass", "tokens")


@jit
def play(state: State, seat: Seat, log: Log) -> None:
    """NY-POWER-FASTPASS-1: a token for each ride."""
    state.passes = PASS_TOKENS


@jit
def leave(state: State, seat: Seat, log: Log) -> None:
    """Discard unused tokens."""
    state.passes = 0


POWER_CARD = Card(
    t.Power.SUBWAY_FAST_PASS,
    play=play,
    leave=leave,
    under=lambda view: [ngettext("{n} token", "{n} tokens", int(view.passes))],
)

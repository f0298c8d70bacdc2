"""Lucky Day: money from the bank."""

from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import coop
from fattorino.games.new_york.rules.power_card import Card
from fattorino.games.new_york.state import Event
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, Log, Seat, State, tell

LUCKY_DOLLARS = t.printed(t.POWERS, "lucky_day", "dollars")


@jit
def play(state: State, seat: Seat, log: Log) -> None:
    """NY-POWER-LUCKYDAY-1."""
    tell(log, Event.GAINED, seat, EVERYONE, LUCKY_DOLLARS)
    coop.gain(state, seat, LUCKY_DOLLARS, log)


POWER_CARD = Card(t.Power.LUCKY_DAY, play=play, liking=9)

"""Bonus Supplies: take market cards."""

from fattorino.games.new_york import state as s, tables as t
from fattorino.games.new_york.rules.power_card import Card, asks
from fattorino.games.new_york.state import Phase

BONUS_CARDS = t.printed(t.POWERS, "bonus_supplies", "cards")
# NY-POWER-BONUSSUPPLIES-1
POWER_CARD = Card(t.Power.BONUS_SUPPLIES, play=asks(Phase.TAKE, BONUS_CARDS, s.BONUS), liking=6)

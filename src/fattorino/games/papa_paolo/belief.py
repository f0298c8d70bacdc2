"""imagine: a full state consistent with what a seat sees.

The future is drawn at random, and so are other players' money and start tiles if they are hidden.
"""

from typing import Any

from fattorino.games.papa_paolo import state as s, tables as t
from fattorino.games.papa_paolo.rules.auction import price_of_bid
from fattorino.games.papa_paolo.state import Phase, Stage
from fattorino.kernel.jit import jit
from fattorino.kernel.records import HIDDEN, Seat, State
from fattorino.kernel.rng import below, following, seeded


@jit
def imagine(view: State, seat: Seat, seed: int, state: State) -> bool:
    """The same table with another future, and a guess at the others' money and at a secret start tile."""
    chance = following(seeded(seed))
    for each in range(s.MAX_SEATS):
        state.kept[each] = view.kept[each]
        if view.kept[each] == HIDDEN:
            chance = following(chance)
            state.kept[each] = view.dealt[2 * each + below(chance, 2)]
    chance = imagine_money(view, chance, state)
    state.rng = chance
    return True


@jit
def imagine_money(view: State, chance: Any, state: State) -> Any:
    """Give everybody whose money is hidden what they owe, and distribute the rest at random."""
    known, hidden = 0, 0
    for line in range(s.N_LINES):
        known += int(view.coin[line])
    for each in range(int(view.n)):
        state.money[each] = owed(view, each) if view.money[each] == HIDDEN else view.money[each]
        known += int(state.money[each])
        hidden += 1 if view.money[each] == HIDDEN else 0
    for each in range(int(view.n), s.MAX_SEATS):
        state.money[each] = 0
    chance = following(chance)
    rest = (
        below(chance, hidden * s.START_MONEY + 1) if view.bank == HIDDEN else s.BANK - int(view.bank) - known
    )
    for each in range(int(view.n)):
        if view.money[each] == HIDDEN:
            hidden -= 1
            chance = following(chance)
            share = below(chance, rest + 1) if hidden else rest
            state.money[each] = int(state.money[each]) + share
            rest -= share
            known += share
    state.bank = s.BANK - known
    return chance


@jit
def owed(view: State, seat: Seat) -> int:
    """The least that a player must have: a bid that is not paid yet, or what is being bought."""
    if view.seat == seat and view.phase == Phase.BUY:
        return t.shop_price(1)
    if view.seat == seat and view.phase == Phase.PRICE:
        for kind in range(t.N_PRICES):
            if view.pizzerias[kind] > 0:
                return t.building_price(kind)
    unpaid = view.stage == Stage.BID
    if view.stage == Stage.PICK:
        for place in range(int(view.turn) + 1, int(view.n)):
            unpaid = unpaid or view.queue[place] == seat
    return price_of_bid(view, seat) if unpaid else 0

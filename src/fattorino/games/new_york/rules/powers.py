"""Playing Power Cards: what applies to all of them. What a single card does is in its file in `cards/`."""

from typing import Any

from fattorino.games.new_york import cards, state as s, tables as t
from fattorino.games.new_york.cards import charity_event, stock_market_crash, stock_market_soars
from fattorino.games.new_york.rules import hands, power_card, stack
from fattorino.games.new_york.rules.power_card import Card
from fattorino.games.new_york.state import Event, Phase, Rule
from fattorino.kernel.dispatch import by_part, declared
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Log, Seat, State, tell

CARDS = {int(card.power): card for card in declared(Card, cards)}
_check = by_part(CARDS, "check", power_card.always)
_play = by_part(CARDS, "play", power_card.nothing)
_leave = by_part(CARDS, "leave", power_card.nothing)
_earns = by_part(CARDS, "earns", power_card.no_dollars)
_worth = by_part(CARDS, "worth", power_card.by_liking)


@jit
def check_play(state: State, seat: Seat, power: int, after: bool) -> Any:
    """NY-TURN-3, NY-TURN-9, NY-TIMED-1, NY-TIMED-2: whether a Power Card may be played now."""
    if state.power_at[power] != seat:
        return Rule.NY_TERM_5
    moment = t.power_moment(power)
    if moment == t.INSTANT:
        return Rule.NY_INSTANT_1
    if state.played != NONE:
        return Rule.NY_TURN_3
    if (state.used >> s.FRUGAL_USE) & 1:
        return Rule.NY_POWER_FRUGAL_2
    rule = _check(power, state, seat, after)
    if rule == Rule.OK and ((moment == t.BEFORE and after) or (moment == t.AFTER and not after)):
        return Rule.NY_TIMED_2
    return rule


@jit
def play(state: State, seat: Seat, power: int, after: bool, log: Log) -> None:
    """NY-TURN-4, NY-TURN-5: into the tableau (NY-TURN-7: it works from now on), or resolved and discarded."""
    state.played = power
    state.n_power[seat] -= 1
    tell(log, Event.PLAYED, seat, EVERYONE, power)
    slot = t.power_type(power)
    if slot == t.TIMED:
        state.power_at[power] = t.Place.DISCARD
    else:
        leave_play(state, seat, slot, log)
        state.slot[seat, slot] = power
        state.power_at[power] = t.Place.TABLEAU + seat
        if after:
            state.late = int(state.late) | 1 << power  # NY-TURN-8
    _play(power, state, seat, log)


@jit
def leave_play(state: State, seat: Seat, slot: int, log: Log) -> None:
    """NY-TURN-6, NY-TURN-15: remove a tableau card with everything that belongs to it."""
    power = int(state.slot[seat, slot])
    if power == NONE:
        return
    state.slot[seat, slot] = NONE
    state.power_at[power] = t.Place.DISCARD
    tell(log, Event.LEFT, seat, EVERYONE, power)
    _leave(power, state, seat, log)


@jit
def dollars(state: State, seat: Seat, power: int) -> int:
    """NY-DELIVER-22, -23: what a Power Card in play adds to a delivery, or takes from it.

    What is printed on it for its zone (NY-POWER-FINWIZARD-1, -2, NY-POWER-MOBBOSS-1, -2,
    NY-POWER-POPE-1, -2, NY-POWER-PARKCOMM-1), and what its file says.
    """
    owner = hands.owner_in_play(state, power)
    if owner == NONE:
        return 0
    more = _earns(power, state, seat, owner)
    if t.zone_of_power(power) == state.d_zone:
        more += power_card.own_or_toll(state, seat, owner, power)
    return int(more)


# -- Global cards: they take effect for everybody when drawn ----------------------------------------------


@jit
def run_draw_power(state: State, log: Log) -> None:
    """NY-DELIVER-28, NY-GLOBAL-1 to -3: draw a card to hand, or a Global that takes effect."""
    seat = stack.argument(state, 1)
    stack.pop(state)
    power = hands.draw_power(state, seat, log)
    if power == NONE:
        return
    if t.power_type(power) != t.GLOBAL:
        hands.gain_power(state, seat, power, log)
        return
    if state.redraw:
        stack.push(state, Phase.DRAW_POWER.value, seat)
    state.power_at[power] = t.Place.WORLD
    tell(log, Event.WORLD, seat, EVERYONE, power)
    stack.push(state, Phase.WORLD.value, seat, power)
    end_world(state, log)


@jit
def end_world(state: State, log: Log) -> None:
    """NY-GLOBAL-2, NY-GLOBAL-6: discard the Global in the slot and end its effect."""
    power = int(state.world)
    if power == NONE:
        return
    state.world = NONE
    state.rounds = 0
    state.power_at[power] = t.Place.DISCARD
    tell(log, Event.WORLD_OVER, NONE, EVERYONE, power)
    _leave(power, state, NONE, log)


@jit
def run_world(state: State, log: Log) -> None:
    """Put a Global into the slot and apply it; it stays, without an owner (NY-GLOBAL-5, NY-GLOBAL-7)."""
    seat, power = stack.argument(state, 1), stack.argument(state, 2)
    stack.pop(state)
    state.world = power
    rounds = t.power_rounds(power)
    state.rounds = rounds * int(state.n) + 1 if rounds > 0 else 0  # NY-TERM-11: this turn does not count
    _play(power, state, seat, log)


@jit
def run_everyone(state: State, what: int, log: Log) -> None:
    """NY-GLOBAL-4: each player in turn order from the one who drew the Global."""
    k = stack.argument(state, 2)
    if k == state.n:
        stack.pop(state)
        return
    seat = (stack.argument(state, 1) + k) % int(state.n)
    if what == Phase.SOARS and stack.argument(state, 3) == 0:
        stack.set_argument(state, 3, 1)
        stock_market_soars.take_cards(state, seat, log)
        return
    stack.set_argument(state, 2, k + 1)
    if what == Phase.SOARS:
        stack.set_argument(state, 3, 0)
        stock_market_soars.take_tip(state, seat, log)
    elif what == Phase.CHARITIES:
        charity_event.ask(state, seat)
    else:
        stock_market_crash.ask(state, seat)


# -- evaluation ------------------------------------------------------------------------------------------


@jit
def play_worth(view: State, seat: Seat, power: int, delivers: bool) -> float:
    """The value of playing a card; that of a tableau card is high only while its slot is empty."""
    kind = t.power_type(power)
    if kind < t.TIMED:
        return 70.0 if view.slot[seat, kind] == NONE else 1.0
    worth = _worth(power, view, seat, delivers)
    return worth if worth >= 0.0 else 10.0 * power_card.liking(power)

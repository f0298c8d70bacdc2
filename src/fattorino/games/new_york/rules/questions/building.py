"""Increase Your Reputation: one or two increases, each a build or an upgrade; and building a pizzeria."""

from typing import Any

from fattorino.games.new_york import names, opinion, state as s, streets, tables as t
from fattorino.games.new_york.rules import hands, memory, question, stack
from fattorino.games.new_york.rules.questions import upgrading
from fattorino.games.new_york.state import Event, Phase, Rule, Way
from fattorino.kernel.i18n import _
from fattorino.kernel.jit import jit
from fattorino.kernel.records import EVERYONE, NONE, Action, Log, Seat, State, tell

CEILING = 99  # no price limit


# -- what can be built -------------------------------------------------------------------------------------


@jit
def build_means(state: State, seat: Seat, way: int, in_hand: int, ceiling: int) -> int:
    """The most expensive lot a player could take: by paying (NY-BUILD-5), or free up to a price.

    The ceiling encodes that Tycoon is still in hand, because the card itself cannot be used to pay.
    """
    if way == Way.FREE:
        return ceiling
    if way == Way.OPENING:
        return CEILING
    return hands.money_of(state, seat) + in_hand - ceiling


@jit
def check_lot(state: State, seat: Seat, lot: int, village: int, means: int) -> Any:
    """Whether a player can build on a lot with a card of a village, wherever it lies (NY-BUILD-8)."""
    if streets.lot_village(int(state.large), lot) != village:
        return Rule.NY_BUILD_2
    if state.owner[lot] != NONE or state.lot[seat, village] != NONE:
        return Rule.NY_BUILD_2
    if (int(state.tokens) >> lot) & 1 and not hands.has_in_play(
        state, seat, t.Power.BUILDING_COMMISSIONER.value
    ):
        return Rule.NY_BUILD_7
    if streets.lot_price(int(state.large), lot) > means:
        return Rule.NY_BUILD_5
    return Rule.OK


@jit
def building_villages(state: State, seat: Seat, means: int) -> int:
    """The villages with a lot that a player can take (NY-BUILD-2, -5, -7), a bit each.

    All lots at once, without branches.
    """
    large, taken, villages = int(state.large), 0, 0
    for lot in range(s.MAX_LOTS):
        taken |= int(state.owner[lot] != NONE) << lot
    if not hands.has_in_play(state, seat, t.Power.BUILDING_COMMISSIONER.value):
        taken |= int(state.tokens)
    lots = streets.lots_within(large, means) & ~taken
    for village in range(t.BUILDABLE):
        free = (state.lot[seat, village] == NONE) & (lots & streets.lots_of(large, village) != 0)
        villages |= int(free) << village
    return villages


@jit
def village_open(state: State, seat: Seat, village: int, means: int) -> bool:
    """Whether there is a lot in a village that a player can take."""
    return (building_villages(state, seat, means) >> village) & 1 != 0


@jit
def can_build(state: State, seat: Seat, way: int, ceiling: int) -> bool:
    """NY-BUILD-1 to -7, NY-TURN-14: whether any build is possible, in the first turn as in any other."""
    if state.supply[seat] == 0 or state.n_hand[seat] == 0:
        return False  # NY-REP-6
    means = build_means(state, seat, way, hands.hand_size(state, seat) - 1, ceiling)
    return building_villages(state, seat, means) & hand_villages(state, seat) != 0


@jit
def hand_villages(state: State, seat: Seat) -> int:
    """The villages on the cards of a hand, a bit each."""
    bits = 0
    for card in range(t.N_BLUE):
        bits |= int(state.hand[seat, card] > 0) * t.village_bit(card)
    return bits


# -- an increase -----------------------------------------------------------------------------------------


@jit
def check_increase(state: State, seat: Seat, action: Action) -> Any:
    """NY-REP-1: one or two increases, each a build or an upgrade."""
    done, way = stack.argument(state, 2), stack.argument(state, 3)
    if action == s.DONE:
        return Rule.OK if done > 0 else Rule.NY_REP_1
    if action == s.INC:
        if state.supply[seat] == 0:
            return Rule.NY_REP_6
        if can_build(state, seat, way, 0):
            return Rule.OK
        return Rule.NY_BUILD_5 if can_build(state, seat, Way.OPENING.value, 0) else Rule.NY_BUILD_1
    if action == s.INC + 1:
        return Rule.OK if upgrading.can_upgrade(state, seat) else Rule.NY_UPGRADE_1
    return Rule.NY_REP_1


@jit
def increase_due(state: State, seat: Seat, done: int) -> bool:
    """Whether an increase is still due; it may use the result of the first one (NY-REP-5).

    Whether it is possible depends on the hand, which the others do not see: so it is due in any case.
    """
    return done < t.INCREASES


@jit
def narrow_increase(state: State, seat: Seat, run: int) -> int:
    """Whether to stop after one (run 0); a build, an upgrade (run 1)."""
    if run == 0:
        return int(stack.argument(state, 2) > 0)
    build = can_build(state, seat, stack.argument(state, 3), 0)
    return int(build) | int(upgrading.can_upgrade(state, seat)) << 1


@jit
def apply_increase(state: State, seat: Seat, action: Action, log: Log) -> None:
    """Begin a build or an upgrade."""
    if action == s.DONE:
        stack.pop(state)
        return
    stack.set_argument(state, 2, stack.argument(state, 2) + 1)
    if action == s.INC:
        stack.push(state, Phase.BUILD_CARD.value, seat, stack.argument(state, 3), 0)
    else:
        stack.push(state, Phase.UPGRADE_CARD.value, seat)


@jit
def worth_increase(view: State, seat: Seat, action: Action, delivers: bool) -> float:
    """Two pizzerias soon, not too many."""
    if action == s.INC:
        shops = opinion.shops(view, seat)
        return 5.0 if shops < opinion.FIRST_SHOPS else 1.5 if shops < opinion.MANY_SHOPS else 0.5
    return 2.0 if action == s.INC + 1 else 1.0


ASK_INCREASE = question.Question(
    Phase.INCREASE,
    check_increase,
    apply_increase,
    prompt=lambda view: (
        _("One increase is done. A second one?")
        if question.argument_seen(view, 2) > 0
        else _("Build a new pizzeria, or upgrade one? You can do two increases.")
    ),
    runs=((s.DONE, 1), (s.INC, 2)),
    exact=True,
    due=increase_due,
    narrow=narrow_increase,
    worth=worth_increase,
    labels=lambda: {
        "DONE": _("Stop here: no second increase"),
        "INC": [_("Build a new pizzeria"), _("Upgrade a pizzeria")],
    },
    chose=lambda: _("an increase"),
    declined=lambda: _("no second increase"),
)


# -- the card of a build -----------------------------------------------------------------------------------


@jit
def check_build_card(state: State, seat: Seat, action: Action) -> Any:
    """The village card of a build."""
    way, ceiling = stack.argument(state, 2), stack.argument(state, 3)
    if action == s.DONE:
        return Rule.OK if way == Way.FREE else Rule.NY_BUILD_1
    if action < s.CARD or action >= s.CARD + t.N_BLUE or state.hand[seat, action - s.CARD] == 0:
        return Rule.NY_BUILD_1
    village = t.village_of(action - s.CARD)
    if village == t.PARK:
        return Rule.NY_BUILD_1
    if state.lot[seat, village] != NONE:
        return Rule.NY_BUILD_2
    means = build_means(state, seat, way, hands.hand_size(state, seat) - 1, ceiling)
    return Rule.OK if village_open(state, seat, village, means) else why_no_lot(state, seat, village, way)


@jit
def why_no_lot(state: State, seat: Seat, village: int, way: int) -> Any:
    """The rule that forbids building in a village: prices, reservations, or no lot left."""
    if village_open(state, seat, village, CEILING):
        return Rule.NY_POWER_TYCOON_1 if way == Way.FREE else Rule.NY_BUILD_5
    large = int(state.large)
    for lot in range(s.MAX_LOTS):
        if streets.lot_village(large, lot) == village and state.owner[lot] == NONE:
            return Rule.NY_BUILD_7
    return Rule.NY_BUILD_2


@jit
def narrow_card(state: State, seat: Seat, run: int) -> int:
    """The cards of villages in which there is a lot."""
    if run != question.CARDS:
        return -1
    in_hand = hands.hand_size(state, seat) - 1
    means = build_means(state, seat, stack.argument(state, 2), in_hand, stack.argument(state, 3))
    return hands.showing(building_villages(state, seat, means))


@jit
def apply_build_card(state: State, seat: Seat, action: Action, log: Log) -> None:
    """Lay out the card; the lot is chosen next."""
    way, ceiling = stack.argument(state, 2), stack.argument(state, 3)
    stack.pop(state)
    if action == s.DONE:
        return
    hands.lay_out(state, seat, action - s.CARD)
    if way == Way.FREE:
        way = ceiling + Way.OPENING + 1  # pass on the ceiling
    stack.push(state, Phase.BUILD_LOT.value, seat, action - s.CARD, way)


@jit
def worth_card(view: State, seat: Seat, action: Action, delivers: bool) -> float:
    """Prefer a card of little use, not in expensive Midtown; in a team, Onions on top."""
    if action == s.DONE:
        return -20.0
    card = action - s.CARD
    dear = 1.0 if t.village_of(card) == t.MIDTOWN else 0.0
    onions = 2.0 if view.coop and t.kind_of(card) == t.Top.ONIONS else 0.0
    return onions - dear - opinion.card_worth(view, seat, card)


def build_label(view: Any, card: int) -> str:
    """A card to build with, and what the lots of its village cost."""
    if card >= t.N_BLUE:
        return names.power_name(card - t.N_BLUE)
    prices = streets.free_prices(view, [t.village_of(card)])
    if not prices or question.argument_seen(view, 2) >= Way.FREE:
        return _("Build with {card}").format(card=names.card_name(card))
    price = names.money(prices[0])
    if prices[-1] > prices[0]:
        price = _("{low} to {high}").format(low=price, high=names.money(prices[-1]))
    return _("Build with {card}: a lot costs {price}").format(card=names.card_name(card), price=price)


ASK_BUILD_CARD = question.Question(
    Phase.BUILD_CARD,
    check_build_card,
    apply_build_card,
    prompt=lambda view: _("Which card do you build with? Its village is where you build."),
    runs=((s.DONE, 1),),
    cards="blue",
    look="sure",
    narrow=narrow_card,
    worth=worth_card,
    labels=lambda: {"CARD": build_label, "DONE": _("No free build")},
    chose=lambda: _("a village"),
    declined=lambda: _("no free build"),
)


# -- the lot -----------------------------------------------------------------------------------------------


@jit
def check_build_lot(state: State, seat: Seat, action: Action) -> Any:
    """The lot of a build."""
    card, way = stack.argument(state, 2), stack.argument(state, 3)
    if action < s.LOT or action >= s.CARD:
        return Rule.NY_BUILD_2
    ceiling = 0
    if way > Way.OPENING:
        ceiling = way - Way.OPENING - 1
        way = Way.FREE.value
    means = build_means(state, seat, way, hands.hand_size(state, seat), ceiling)
    rule = check_lot(state, seat, action - s.LOT, t.village_of(card), means)
    return Rule.NY_POWER_TYCOON_1 if way == Way.FREE and rule == Rule.NY_BUILD_5 else rule


@jit
def apply_build_lot(state: State, seat: Seat, action: Action, log: Log) -> None:
    """NY-BUILD-3, -4, -6, NY-ANY-12: card of any kind, disk, price (NY-COOP-19: the team's money)."""
    card, way, lot = stack.argument(state, 2), stack.argument(state, 3), action - s.LOT
    stack.pop(state)
    memory.forget(state, seat, card)
    village = t.village_of(card)
    price = streets.lot_price(int(state.large), lot)
    state.owner[lot] = seat
    state.lot[seat, village] = lot
    state.perm[seat, village, 0] = card
    state.disks[seat, village] = 1
    state.supply[seat] -= 1
    state.tokens = int(state.tokens) & ~(1 << lot)  # NY-POWER-BUILDCOMM-3
    tell(log, Event.BUILT, seat, EVERYONE, lot, card, int(state.large))
    if way == Way.TYCOON:  # NY-POWER-TYCOON-1
        stack.push(state, Phase.BUILD_CARD.value, seat, Way.FREE.value, price)
    if way == Way.TYCOON or way == Way.PAID:
        stack.push(state, Phase.PAY.value, seat, price)


@jit
def worth_lot(view: State, seat: Seat, action: Action, delivers: bool) -> float:
    """Cheap and near the zones."""
    free = view.coop and view.turn < view.n
    price = 0 if free else streets.lot_price(int(view.large), action - s.LOT)
    return -1.2 * price - opinion.way_out(view, action - s.LOT)


def lot_cost(view: Any, lot: int) -> int:
    """What a lot costs just now: nothing in the first round of co-op, nor Tycoon's second."""
    if view.phase == Phase.BUILD_LOT and question.argument_seen(view, 3) >= Way.OPENING:
        return 0
    return int(streets.lot_price(int(view.large), lot))


def lot_label(view: Any, lot: int) -> str:
    """A lot with what it costs just now."""
    cost = lot_cost(view, lot)
    text = _("Build on {lot} for ${price}") if cost else _("Build on {lot} for nothing")
    return text.format(lot=names.lot_name(int(view.large), lot), price=cost)


ASK_BUILD_LOT = question.Question(
    Phase.BUILD_LOT,
    check_build_lot,
    apply_build_lot,
    prompt=lambda view: _("On which lot in {village}? You have {money} and {cards} to pay with.").format(
        village=names.village_name(t.village_of(question.argument_seen(view, 2))),
        money=names.money(int(hands.money_of(view, int(view.seat)))),
        cards=names.cards(int(hands.hand_size(view, int(view.seat)))),
    ),
    runs=((s.LOT, s.MAX_LOTS),),
    narrow=jit(
        lambda state, seat, run: streets.lots_of(int(state.large), t.village_of(stack.argument(state, 2)))
    ),
    worth=worth_lot,
)

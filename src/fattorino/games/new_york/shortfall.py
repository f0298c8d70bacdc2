"""What is missing for a delivery, a build or an upgrade, in cards and dollars."""

from typing import Any, NamedTuple

import numpy as np

from fattorino.games.new_york import delivery_plan, names, state as s, streets, tables as t
from fattorino.games.new_york.rules import covering, delivery, dispatch, hands, pizzerias, question
from fattorino.games.new_york.rules.questions import building
from fattorino.games.new_york.state import Act, Phase
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import NONE, Seat


class Shortfall(NamedTuple):
    """What the delivery of an order from a pizzeria requires, and what is missing."""

    slot: int
    village: int
    kinds: list[int]  # ingredients that nothing covers
    ingredients: int  # cards for ingredients
    way: int  # cards for the route
    extra: int  # cards of any sort in addition
    held: int  # cards available

    @property
    def cards(self) -> int:
        return self.ingredients + self.way + self.extra

    @property
    def short(self) -> int:
        """The fewest cards that are missing."""
        return max(self.cards - self.held, len(self.kinds))


class Purse(NamedTuple):
    """What a seat can pay any delivery with."""

    kinds: int  # ingredients, counted as the rules do
    cards: int
    debt: int  # cards that are owed


def purse_of(view: Any, seat: Seat) -> Purse:
    """What a seat has for a delivery."""
    view, seat = delivery_plan.scratch(view), delivery_plan.as_compiled(seat)
    return Purse(
        int(covering.hand_kinds(view, seat)),
        int(covering.cards_left(view, seat)),
        int(covering.debt_cards(view, seat)),
    )


def order_shortfall(view: Any, seat: Seat, slot: int, purse: Purse) -> Shortfall | None:
    """What is missing for an order, from the best pizzeria for it; None if there is none."""
    found = [
        pizzeria_shortfall(view, seat, slot, village, purse)
        for village in range(t.BUILDABLE)
        if pizzerias.is_open(view, seat, village)
    ]
    return min((lack for lack in found if lack), key=lambda lack: (lack.short, lack.cards), default=None)


def pizzeria_shortfall(view: Any, seat: Seat, slot: int, village: int, purse: Purse) -> Shortfall | None:
    """What is missing for an order from one pizzeria."""
    view, seat = delivery_plan.scratch(view), delivery_plan.as_compiled(seat)
    needs = int(delivery.order_needs(view, slot))
    zone, ticket = int(delivery.order_zone(view, slot)), int(view.ticket[slot])
    way = int(covering.least_cards(view, seat, seat, village, zone))
    if needs == NONE or way >= covering.IMPOSSIBLE:
        return None
    shorts = int(delivery.may_short(view, seat, seat, village))
    free = int(covering.free_kinds(view, seat, seat, village, 0))
    mine = int(covering.fitted(purse.kinds + free))
    uncovered = max(0, int(covering.missing(needs, mine)) - shorts)
    kinds = [
        kind
        for kind in range(t.N_KINDS)
        for _one in range(int(covering.many(needs, kind)) - int(covering.many(mine, kind)))
    ]
    return Shortfall(
        slot,
        village,
        kinds[:uncovered],
        max(0, int(covering.missing(needs, free)) - shorts),
        way,
        int(delivery.extra_cards(view, ticket)) + purse.debt,
        purse.cards,
    )


def nearest_order(view: Any, seat: Seat) -> Shortfall | None:
    """The order that is short of the fewest cards."""
    purse = purse_of(view, seat)
    open_slots = [slot for slot in range(t.SLOTS) if view.ticket[slot] != NONE]
    lacks = [order_shortfall(view, seat, slot, purse) for slot in open_slots]
    return min((lack for lack in lacks if lack), key=lambda lack: (lack.short, lack.cards), default=None)


def kinds_words(kinds: list[int]) -> str:
    """Ingredients with their number: "2 Peppers, Ham"."""
    counted = [(kind, kinds.count(kind)) for kind in sorted(set(kinds))]
    return ", ".join(
        _("{n} {kind}").format(n=n, kind=names.kind_name(kind)) if n > 1 else names.kind_name(kind)
        for kind, n in counted
    )


def order_words(lack: Shortfall) -> str:
    """What an order requires and what is available: "Order 3 from Harlem takes 4 cards (…), you have 3."."""
    parts = []
    if lack.ingredients:
        parts.append(_("{n} for ingredients").format(n=lack.ingredients))
    if lack.way:
        parts.append(_("{n} for the way").format(n=lack.way))
    if lack.extra:
        parts.append(_("{n} extra").format(n=lack.extra))
    facts = {
        "number": lack.slot + 1,
        "village": names.village_name(lack.village),
        "cards": names.cards(lack.cards),
        "parts": ", ".join(parts),
        "held": lack.held,
        "kinds": kinds_words(lack.kinds),
    }
    if lack.kinds and lack.cards <= lack.held:
        return _("Order {number} from {village}: you still need {kinds}.").format(**facts)
    if lack.kinds:
        text = _(
            "Order {number} from {village} takes {cards} ({parts}), {kinds} among them; you have {held}."
        )
        return text.format(**facts)
    return _("Order {number} from {village} takes {cards} ({parts}); you have {held}.").format(**facts)


def why_no_delivery(view: Any, seat: Seat) -> tuple[str, str]:
    """Why nothing can be delivered now, and the target on the board it is about."""
    if not any(view.lot[seat, village] != NONE for village in range(t.BUILDABLE)):
        return _("You have no pizzeria yet. Build one first."), ""
    if not any(pizzerias.is_open(view, seat, village) for village in range(t.BUILDABLE)):
        return _("Your pizzerias are closed. Upgrade one with what it lacks."), ""
    lack = nearest_order(view, seat)
    if lack is None:
        return _("No order can be delivered just now."), ""
    return order_words(lack), f"order-{lack.slot}"


def why_no_order(view: Any, seat: Seat, slot: int) -> str:
    """Why an order cannot be delivered now; "" if it can."""
    if not 0 <= slot < t.SLOTS or view.ticket[slot] == NONE:
        return ""
    record, number = delivery_plan.scratch(view), delivery_plan.as_compiled(seat)
    if (int(delivery.deliverable(record, number, False, 0)) >> slot) & 1:
        return ""
    lack = order_shortfall(view, seat, slot, purse_of(view, seat))
    if lack is not None:
        return order_words(lack)
    if delivery.order_needs(view, slot) == NONE:
        return _("This order cannot be delivered now: it has lost cards or asks for what is short.")
    return why_no_delivery(view, seat)[0]


def why_no_build(view: Any, seat: Seat) -> str:
    """Why no pizzeria can be built now."""
    if view.supply[seat] == 0:
        return _("You have no disk left to build with.")
    villages = int(building.hand_villages(view, seat))
    own = [village for village in range(t.BUILDABLE) if view.lot[seat, village] != NONE]
    fresh = [village for village in range(t.BUILDABLE) if (villages >> village) & 1 and village not in own]
    prices = streets.free_prices(view, fresh)
    if not prices:
        return _("You need a card of a village where a lot is empty and you have no pizzeria yet.")
    return _("The cheapest lot costs ${price}; you have ${money} and {cards} to pay with.").format(
        price=prices[0],
        money=int(hands.money_of(view, seat)),
        cards=ngettext("{n} other card", "{n} other cards", int(hands.hand_size(view, seat)) - 1),
    )


def why_no_upgrade(view: Any, seat: Seat) -> str:
    """Why no pizzeria can be upgraded now."""
    own = [village for village in range(t.BUILDABLE) if view.lot[seat, village] != NONE]
    if not own:
        return _("You have no pizzeria yet. Build one first.")
    full = all(pizzerias.reputation(view, seat, village) >= t.TOP_REPUTATION for village in own)
    if full:
        return _("Your pizzerias are full: each takes {n} disks and cards.").format(n=t.TOP_REPUTATION)
    where = ", ".join(names.village_name(village) for village in [*own, t.PARK])
    return _("You need a card of {villages}.").format(villages=where)


def forced_to_market(view: Any, seat: Seat) -> bool:
    """Whether going to market was the only possible action, before its first card is taken."""
    first = question.argument_seen(view, 2) == t.TAKES and question.argument_seen(view, 3) == 0
    if view.phase != Phase.TAKE or view.acted != Act.MARKET or not first:
        return False
    before, actions = delivery_plan.scratch(view), np.zeros(s.NUM_ACTIONS, np.int16)
    before.stack[int(view.n_stack) - 1] = (Phase.PRE, seat, 0, 0)
    before.phase, before.acted = Phase.PRE, NONE
    return [int(action) for action in actions[: dispatch.legal(before, actions)]] == [s.ACT + Act.MARKET]


def lot_words(view: Any, seat: Seat, lot: int) -> str:
    """What is needed to build on a lot, or who owns it."""
    large = int(view.large)
    village, owner = int(streets.lot_village(large, lot)), int(view.owner[lot])
    name = names.village_name(village)
    if owner == seat:
        return _("Your pizzeria in {village}: to improve it, choose Increase Your Reputation.").format(
            village=name
        )
    if owner != NONE:
        return _("This pizzeria belongs to {who}.").format(who=names.seat_name(owner, seat))
    if view.lot[seat, village] != NONE:
        return _("You have a pizzeria in {village} already: one in each village.").format(village=name)
    return _(
        "To build here choose Increase Your Reputation: it takes a card of {village} and ${price}."
    ).format(village=name, price=int(streets.lot_price(large, lot)))

"""The choice sheet below the hand: a line for each choice that needs an explanation.

Each line names what it costs and what it brings before anything is committed; undo takes it back.
"""

from typing import Any

import numpy as np

from fattorino.games.new_york import delivery_plan, names, state as s, streets, tables as t, words
from fattorino.games.new_york.rules import (
    covering,
    delivery as delivery_rules,
    dispatch,
    hands,
    question,
    rewards,
    tickets,
)
from fattorino.games.new_york.rules.questions import building
from fattorino.games.new_york.state import Phase
from fattorino.kernel.i18n import _, listed, ngettext
from fattorino.kernel.records import NONE, Seat

DELIVERING = range(Phase.ORDER, Phase.WINDOW)


def choices(view: Any, seat: Seat) -> list[int]:
    """The legal actions of this seat; none if another one decides, or may be deciding."""
    if view.over or seat < 0 or view.seat != seat or words.is_quiet(view):
        return []
    actions = np.zeros(s.NUM_ACTIONS, np.int16)
    return [int(action) for action in actions[: dispatch.legal(delivery_plan.scratch(view), actions)]]


def line(
    title: str, note: str = "", cost: str = "", gain: str = "", symbol: str = "", lead: bool = False
) -> dict[str, Any]:
    """A line of the sheet: a choice, a note, its cost and its gain."""
    return {"title": title, "note": note, "cost": cost, "gain": gain, "symbol": symbol, "lead": lead}


def _kind_line(title: str, kind: int, note: str = "") -> dict[str, Any]:
    """A line with the symbol of a kind."""
    return line(title, note, symbol=names.KIND_SYMBOLS[kind])


def sheet(view: Any, seat: Seat, options: list[int]) -> list[dict[str, Any]]:
    """The lines for the choices of a decision, the suggested payment first."""
    phase = int(view.phase)
    lines = []
    for action in sorted(options, key=lambda action: action != s.AUTO):
        made = _line(view, seat, action, phase)
        if made is not None:
            lines.append(made | {"target": words.target(view, action), "words": words.label(view, action)})
    return lines


def _line(view: Any, seat: Seat, action: int, phase: int) -> dict[str, Any] | None:
    """One choice with its consequences; None if a button or the board is enough."""
    block, place = s.SPACE.block(action)
    if action == s.AUTO:
        return line(_("Pay as suggested"), delivery_plan.payment(view, seat), symbol="coin", lead=True)
    if block.name == "MONEY":
        step = {Phase.FINE: t.FINE, Phase.DEBT: t.DEBT}.get(Phase(phase), 1)
        left = _("you have {money}").format(money=names.money(int(hands.money_of(view, seat))))
        return line(_("Pay ${n}").format(n=step), left, symbol="coin")
    if block.name == "ORDER" and phase == Phase.ORDER:
        return _order_line(view, seat, place)
    if block.name == "VILLAGE" and phase in (Phase.PIZZERIA, Phase.ROTARY):
        return _pizzeria_line(view, seat, place, phase)
    if block.name == "VILLAGE" and phase == Phase.ZONE:
        return _zone_line(view, seat, place)
    if block.name == "ROUTE":
        return _way_line(
            words.label(view, action).split(":")[0],
            delivery_plan.plan(view, seat, NONE, int(view.d_at), route=place),
        )
    if block.name == "PERM":
        return _kind_line(_("Own {kind}").format(kind=names.kind_name(place)), place, _("costs nothing"))
    if block.name == "FARMER":
        return _kind_line(words.label(view, action), t.kind_of(int(view.farmer)), _("costs nothing"))
    if block.name == "SHORT":
        return line(words.label(view, action), _("Onions: once in a delivery"), symbol="onions")
    if block.name == "COLD":
        return _kind_line(words.label(view, action), t.kind_of(int(view.cold[place])))
    if block.name == "LOT" and phase == Phase.BUILD_LOT:
        price = building.lot_cost(view, place)
        cost, gain = (_("−${n}").format(n=price), "") if price else ("", _("free"))
        title = _("Lot {n}").format(n=names.lot_number(int(view.large), place))
        return line(title, reach_words(view, place), cost, gain, symbol="house")
    if block.name == "SEAT":
        return line(words.label(view, action), rival_words(view, place), symbol="pawn")
    if block.name == "ORDER" and phase in (Phase.HAM_TAKE, Phase.HAM_PLACE):
        tip = int(view.ham[place])
        gain = _("+${n}").format(n=tip) if tip > 0 and phase == Phase.HAM_TAKE else ""
        title = _("${n} tip of order {order}") if tip > 0 and not gain else _("Tip of order {order}")
        return line(title.format(n=tip, order=place + 1), gain=gain, symbol="tip")
    if block.name == "CARD" and phase == Phase.WINDOW:
        power = place - t.N_BLUE
        return line(names.power_name(power), names.power_effect(power), symbol="power-timed")
    if block.name == "MODE" and phase == Phase.UPGRADE_MODE:
        return _mode_line(view, seat, place)
    if block.name == "VILLAGE" and phase == Phase.UPGRADE_AT:
        return line(words.label(view, action), shop_words(view, seat, place), symbol="house")
    if block.name == "CARD" and phase in (Phase.CRASH_WHAT, Phase.NEW_TOP) and place < t.N_BLUE:
        kind = t.kind_of(place)
        return _kind_line(words.label(view, action), kind, names.top_effect(kind))
    return None


def _order_line(view: Any, seat: Seat, slot: int) -> dict[str, Any]:
    """An order with the best pizzeria for it."""
    ticket = int(view.ticket[slot])
    owned = [village for village in range(t.BUILDABLE) if view.lot[seat, village] != NONE]
    plans = [delivery_plan.plan(view, seat, slot, village) for village in owned]
    found = sorted((made for made in plans if made is not None), key=_price)
    title = _("Order {n}").format(n=slot + 1)
    if ticket >= t.SPECIALTY:
        title = f"{title}: {names.ticket_name(ticket)}"
    if not found:
        dollars, counted = delivery_plan.promise(delivery_plan.chosen(view, seat, slot), seat)
        note = "; ".join([_("from another player's pizzeria"), *(entry.words for entry in counted)])
        return line(title, note, gain=_("+${n}").format(n=dollars), symbol="pizza")
    best = found[0]
    if ticket < t.SPECIALTY:
        title = _("Order {n} to {zone}").format(n=slot + 1, zone=names.village_name(best.zone))
    start = _("from {village}").format(village=names.village_name(best.village))
    return line(title, f"{start}: {_costs(best)}", *_price_words(best), "pizza")


def _price_words(made: delivery_plan.Plan) -> tuple[str, str]:
    """The cost and the gain of a delivery."""
    cards = delivery_plan.cards_spent(made)
    cost = ngettext("−{n} card", "−{n} cards", cards) if cards else _("no cards")
    return cost, _("+${n}").format(n=made.earns)


def _costs(made: delivery_plan.Plan) -> str:
    """The route, what covers each ingredient, and what else counts."""
    covered = delivery_plan.covers_words(made.covers)
    counted = [entry.words for entry in made.account]
    return "; ".join(filter(None, [delivery_plan.way_words(made), covered, *counted]))


def _price(made: delivery_plan.Plan) -> int:
    """The cost of a plan in cards, less what it earns."""
    return made.due + sum(cover.how > 0 for cover in made.covers) - made.earns


def _pizzeria_line(view: Any, seat: Seat, village: int, phase: int) -> dict[str, Any]:
    """A pizzeria to deliver from."""
    state = view
    if phase == Phase.ROTARY:  # a copy is delivered from one's own pizzeria
        state = delivery_plan.scratch(view)
        state.d_from = seat
    return _way_line(names.village_name(village), delivery_plan.plan(state, seat, NONE, village), "house")


def _way_line(title: str, made: delivery_plan.Plan | None, symbol: str = "bike") -> dict[str, Any]:
    """A route with its cost, what covers each ingredient, and the gain."""
    if made is None:
        return line(title, symbol=symbol)
    return line(title, _costs(made), *_price_words(made), symbol)


def _zone_line(view: Any, seat: Seat, zone: int) -> dict[str, Any]:
    """A zone for a specialty: only what differs from zone to zone."""
    made = delivery_plan.plan(view, seat, NONE, int(view.d_at), zone=zone)
    if made is None:
        return line(names.village_name(zone), symbol="bike")
    cards = [entry.words for entry in made.account if entry.line >= rewards.Line.CARDS]
    note = "; ".join([delivery_plan.way_words(made), *cards])
    return line(names.village_name(zone), note, *_price_words(made), "bike")


def reach_words(view: Any, lot: int) -> str:
    """The distance of a lot from the zone of its village, and from the zones of the open orders."""
    large = int(view.large)
    wanted = [
        slot
        for slot in range(t.SLOTS)
        if 0 <= view.ticket[slot] < t.SPECIALTY and tickets.is_filled(view, slot)
    ]
    zones = [int(delivery_rules.order_zone(view, slot)) for slot in wanted]
    away = [int(streets.spaces(large, streets.ON_FOOT, 0, lot, zone)) for zone in zones]
    if not wanted:
        return own_reach(int(view.large), lot)
    first = _("{n} to order {order}").format(n=away[0], order=wanted[0] + 1)
    others = [
        _("{n} to {order}").format(n=n, order=slot + 1) for slot, n in zip(wanted[1:], away[1:], strict=True)
    ]
    return f"{own_reach(int(view.large), lot)}; {', '.join([first, *others])}"


def own_reach(large: int, lot: int) -> str:
    """The distance of a lot from the zone of its village."""
    zone = int(streets.lot_village(large, lot))
    spaces = int(streets.spaces(large, streets.ON_FOOT, 0, lot, zone))
    return ngettext("{n} space to its zone", "{n} spaces to its zone", spaces)


def _mode_line(view: Any, seat: Seat, mode: int) -> dict[str, Any]:
    """What an upgrade does to a pizzeria."""
    card, village = question.argument_seen(view, 2), question.argument_seen(view, 3)
    kind = t.kind_of(card)
    if mode == 0:
        reach = int(covering.free_range(view, seat, seat, village))
        text = ngettext("{n} free space from here", "{n} free spaces from here", reach + 1)
        note = _("{reach}, now {now}; {card} is discarded")
        return line(
            _("One more disk"), note.format(reach=text, now=reach, card=names.card_name(card)), symbol="disk"
        )
    titles = ["", _("Below the top card"), _("On top")]
    note = _("{kind} costs nothing in every delivery from here").format(kind=names.kind_name(kind))
    if mode == 2 and kind < t.N_INGREDIENTS:
        note = f"{note}; {names.top_effect(kind)}"
    return _kind_line(titles[mode], kind, note)


def rival_words(view: Any, other: Seat) -> str:
    """A player in a few words, for the choice of an opponent."""
    shops = sum(int(lot) != NONE for lot in view.lot[other])
    dollars = names.money(int(hands.money_of(view, other)))
    return ", ".join(
        [
            dollars,
            ngettext("{n} pizzeria", "{n} pizzerias", shops),
            names.cards(int(view.n_hand[other]) + int(view.n_power[other])),
        ]
    )


def shop_words(view: Any, seat: Seat, village: int) -> str:
    """A pizzeria in a few words."""
    cards = [names.kind_name(t.kind_of(int(card))) for card in view.perm[seat][village] if card != NONE]
    disks = names.disks(int(view.disks[seat][village]))
    return ", ".join([disks, *cards])


# -- the current delivery --------------------------------------------------------------------------------


def delivery(view: Any, seat: Seat) -> dict[str, Any] | None:
    """The current delivery as a ticket: order, destination, what is covered, what is still to be paid."""
    phase = int(view.phase)
    under_way = phase in DELIVERING or phase in (Phase.WINDOW, Phase.ROTARY)
    if view.over or not under_way or view.d_ticket < 0:
        return None
    deliverer, owner = int(view.d_seat), int(view.d_from)
    needs = []
    for k in range(int(view.d_n)):
        kind = int(view.d_need[k])
        done, now = k < view.d_next, k == view.d_next
        needs.append(
            {"symbol": names.KIND_SYMBOLS[kind], "name": names.kind_name(kind), "done": done, "next": now}
        )
    start = names.village_name(int(view.d_at)) if view.d_at >= 0 else "…"
    zone = names.village_name(int(view.d_zone)) if view.d_zone >= 0 else "…"
    if view.d_at >= 0 and owner != deliverer:
        start = _("{village} of {who}").format(village=start, who=names.seat_name(owner, seat))
    value, counted = delivery_plan.promise(view, seat)
    return {
        "tell": delivery_words(view, seat, start, zone, needs, value, counted),
        "who": names.seat_name(deliverer, seat),
        "name": names.ticket_name(int(view.d_ticket)),
        "value": value,
        "start": start,
        "zone": zone,
        "needs": needs,
        "due": int(view.d_due) if view.d_route >= 0 else 0,
        "copy": bool(view.d_copy),
    }


def delivery_words(
    view: Any,
    seat: Seat,
    start: str,
    zone: str,
    needs: list[dict[str, Any]],
    value: int,
    counted: list[delivery_plan.Entry],
) -> str:
    """The current delivery in sentences: order, pay, destination, what is covered and what is not."""
    told = [
        _("{who}: {pizza}; it pays ${value} when it is there, and its tip.").format(
            who=names.seat_name(int(view.d_seat), seat),
            pizza=names.ticket_name(int(view.d_ticket)),
            value=value,
        )
    ]
    if counted:
        told.append(_("This counts: {what}.").format(what=", ".join(entry.words for entry in counted)))
    if view.d_at >= 0 and view.d_zone >= 0:
        told.append(_("From {start} to {zone}.").format(start=start, zone=zone))
    elif view.d_zone >= 0:
        told.append(_("To {zone}.").format(zone=zone))
    for text, done in ((_("Covered: {kinds}."), True), (_("Still needed: {kinds}."), False)):
        kinds = [need["name"] for need in needs if need["done"] == done]
        told += [text.format(kinds=listed(kinds, ""))] if kinds else []
    if view.d_route >= 0 and view.d_due > 0:
        text = ngettext(
            "{n} more card, of any sort, goes for spaces beyond the free ones and other costs.",
            "{n} more cards, of any sort, go for spaces beyond the free ones and other costs.",
            int(view.d_due),
        )
        told.append(text)
    return " ".join(told)


def candidates(view: Any, seat: Seat, options: list[int]) -> list[tuple[int, int, int, int]]:
    """Routes for the map: (owner, village, zone, route) of those that can be chosen, or of the chosen one."""
    if view.over:
        return []
    owner, zone = int(view.d_from), int(view.d_zone)
    phase = int(view.phase)
    if phase == Phase.ROUTE:
        return [(owner, int(view.d_at), zone, action - s.ROUTE) for action in options if action >= s.ROUTE]
    if phase in (Phase.PIZZERIA, Phase.ROTARY) and zone >= 0:
        found = []
        who = seat if phase == Phase.ROTARY else owner
        for action in options:
            if s.VILLAGE <= action < s.VILLAGE + t.PARK:
                costs = delivery_plan.routes(view, seat, who, action - s.VILLAGE, zone)
                if costs:
                    found.append((who, action - s.VILLAGE, zone, min(costs, key=lambda way: costs[way])))
        return found
    running = phase in DELIVERING or phase == Phase.WINDOW
    if running and view.d_route >= 0 and view.d_at >= 0 and zone >= 0:
        return [(owner, int(view.d_at), zone, int(view.d_route))]
    return []

"""The log in sentences, and each score line by line."""

from typing import Any

from fattorino.games.new_york import names
from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import catalog, coop, score
from fattorino.games.new_york.state import Event
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import NONE, Seat, read_event


def step_name(phase: int, declined: int) -> str:
    """What was chosen, in one word or two, for the log."""
    asked = catalog.QUESTIONS[phase]
    said = asked.declined if declined else asked.chose
    return said() if said else _("to go on")


def delivers(who: str, order: int, village: str, zone: str, route: int, owner: str, yours: bool) -> str:
    """Where an order goes, from whose pizzeria, and how."""
    text = _("{who}: order {number} from {village} to {zone}{way}.")
    if yours:
        text = _("{who}: order {number} from your {village} to {zone}{way}.")
    elif owner:
        text = _("{who}: order {number} from {village} ({owner}) to {zone}{way}.")
    way = [
        "",
        _(", through the park"),
        _(", with the SPEED card"),
        _(", with the SPEED card and through the park"),
    ][route]
    return text.format(who=who, number=order, village=village, zone=zone, owner=owner, way=way)


def promised(colour: int, token: int, back: int) -> str:
    """The orders that a promotion brings every week."""
    found = []
    if token != NONE:
        orders = t.COMPONENTS["coop"]["promotions"][colour * t.N_PROMOTIONS + token]
        if orders["morning"]:
            found.append(ngettext("{n} order in the morning", "{n} orders in the morning", orders["morning"]))
        if orders["evening"]:
            found.append(ngettext("{n} order in the evening", "{n} orders in the evening", orders["evening"]))
    if back:
        found.append(_("one order, morning or evening"))
    return ", ".join(found)


def sentence(event: Any, viewer: Seat) -> str:
    """A line of the log."""
    number, seat, a, b, c, d, e = read_event(event)
    kind = Event(number)
    who = names.seat_name(seat, viewer)
    if kind == Event.TURN:
        return _("Turn {turn}: {who}.").format(turn=a, who=who)
    if kind == Event.ACTION:
        return _("{who}: {action}.").format(
            who=who, action=[_("Go To Market"), _("Increase Your Reputation"), _("Deliver a Pizza")][a]
        )
    if kind in (Event.COVERED, Event.ADDED):
        how = [_("own ingredient"), _("Farmer Brown"), _("Cold Storage"), _("hand"), _("left off")][b]
        if kind == Event.COVERED:
            return _("{kind}: {how}.").format(kind=names.kind_name(a), how=how)
        text = _("Doubled with {kind}: {how}.") if c else _("{kind} on top: {how}.")
        return text.format(kind=names.kind_name(a), how=how)
    if kind == Event.DELIVERS:
        return delivers(
            who,
            a + 1,
            names.village_name(b),
            names.village_name(c),
            d,
            names.seat_name(e, viewer) if e != seat else "",
            e == viewer != seat,
        )
    if kind == Event.UPGRADED:
        what = [_("a disk"), _("an ingredient"), _("a new top card")][b]
        return _("{who} upgraded {village}: {what} ({card}).").format(
            who=who, village=names.village_name(a), what=what, card=names.card_name(c)
        )
    if kind == Event.PROMOTION:
        colour = _("blue") if a == 0 else _("red")
        return _("A {colour} promotion starts on {day}: {orders}.").format(
            colour=colour, day=names.day_name(b), orders=promised(a, c, d)
        )
    if kind == Event.CHEF:
        chefs = ", ".join(names.seat_name(k, viewer) for k in range(6) if b >> k & 1)
        return _("Top chef (die {die}): {chefs}.").format(die=a, chefs=chefs)
    if kind == Event.CHOSE:
        return _("{who} chose {what}.").format(who=who, what=step_name(a, b))
    if kind == Event.ASKED:
        return _("You are asked, and nobody else knows it.")
    if kind == Event.TRANSFERRED:
        text = _("{who} gave you {card}.") if a == viewer else _("{who} gave {card} to {other}.")
        return text.format(who=who, card=names.card_name(b), other=names.seat_name(a, viewer))
    cards = {
        Event.TOOK_OPEN: _("{who} took {card} from the Open Market."),
        Event.DREW: _("You drew {card}."),
        Event.MARKET: _("{card} lies in the Open Market."),
        Event.SPENT: _("{who} discarded {card}."),
        Event.SEWER: _("{who} found {card} in the sewer."),
        Event.STORED: _("{who} stored {card}."),
        Event.SHORTAGE: _("There is a shortage: {card}."),
    }
    if kind in cards:
        return cards[kind].format(who=who, card=names.card_name(a))
    powers = {
        Event.PLAYED: _("{who} played {power}."),
        Event.USED: _("{who} used {power}."),
        Event.LEFT: _("{power} is discarded."),
        Event.WORLD: _("{who} drew a Global card: {power}."),
        Event.WORLD_OVER: _("{power} is over."),
        Event.KEPT: _("You kept {power}."),
    }
    if kind in powers:
        return powers[kind].format(who=who, power=names.power_name(a))
    places = {
        Event.LOST_CARD: _("{who}: {card} left the pizzeria in {village}."),
        Event.TOPPED: _("{who}: {card} is the new top card in {village}."),
    }
    if kind in places:
        return places[kind].format(who=who, card=names.card_name(b), village=names.village_name(a))
    dollars = {
        Event.PAID: _("{who} paid ${n}."),
        Event.EARNED: _("{who} earned ${n}."),
        Event.GAINED: _("{who} got ${n}."),
        Event.LOST_DISK: _("{who} took {n} back to the supply."),
        Event.INSPECTOR: _("Health Inspector number {n}! Everybody pays."),
        Event.ONTO_DECK: _("{n} cards were put on top of the Market Deck."),
    }
    if kind in dollars:
        return dollars[kind].format(
            who=who, n=ngettext("{n} disk", "{n} disks", b) if kind == Event.LOST_DISK else a
        )
    if kind == Event.BUILT:
        return _("{who} built a pizzeria on {lot} with {card}.").format(
            who=who, lot=names.lot_name(c, a), card=names.card_name(b)
        )
    if kind == Event.TOKEN:
        return _("{who} reserved {lot}.").format(who=who, lot=names.lot_name(b, a))
    if kind == Event.NEW_ORDER:
        return _("New order {number}: {ticket}.").format(number=a + 1, ticket=names.ticket_name(b))
    if kind == Event.ORDER_CARD:
        text = _("Order {number}: {kind} ({village}).")
        return text.format(
            number=a + 1, kind=names.kind_name(t.kind_of(b)), village=names.village_name(t.village_of(b))
        )
    if kind == Event.SWAPPED:
        text = [
            _("Order {number}, card {place}: now {card}."),
            _("Order {number}, card {place}: now {card}; {old} goes to the hand."),
            _("Order {number}, card {place}: now {card}; {old} goes to the sewer."),
        ][e]
        return text.format(number=a + 1, place=b + 1, card=names.card_name(c), old=names.card_name(d))
    if kind == Event.SHUFFLED:
        return [
            _("The discarded Power Cards are shuffled into a new deck."),
            _("The delivered tickets are shuffled into a new order deck."),
            _("The city events are shuffled into a new stack."),
        ][a]
    if kind == Event.TOLL:
        text = _("{who} paid you a toll of ${n}.") if b == viewer else _("{who} paid {other} a toll of ${n}.")
        return text.format(who=who, other=names.seat_name(b, viewer), n=a)
    if kind == Event.TIP_SEEN:
        return _("The tip is ${n}: it stays face down and counts at the end.").format(n=a)
    if kind == Event.ZONE:
        return _("{who} claimed the zone of {village}.").format(who=who, village=names.village_name(a))
    if kind in (Event.VICTIM, Event.TRANSFER):
        if kind == Event.VICTIM:
            text = _("{who} chose you.") if a == viewer else _("{who} chose {other}.")
        else:
            text = _("{who} gave you a card.") if a == viewer else _("{who} gave a card to {other}.")
        return text.format(who=who, other=names.seat_name(a, viewer))
    if kind == Event.CITY:
        return _("City event: {event} ({effect}).").format(
            event=names.city_name(a), effect=names.city_effect(a)
        )
    if kind == Event.MANY_SPECIALTIES:
        return _("More than four specialty pizzas are not recommended for a team.")
    if kind == Event.DAY:
        return _("It is {day}.").format(day=names.day_name(a))
    if kind == Event.PUSHED:
        return _("An order was pushed off: {ticket}.").format(ticket=names.ticket_name(a))
    return {
        Event.TOOK_DECK: _("{who} drew from the Market Deck."),
        Event.TIP: _("{who} took a tip, which stays face down until the end."),
        Event.NO_TIP: _("{who} got no tip."),
        Event.POWER_DRAWN: _("{who} drew a Power Card."),
        Event.GOAL: _("{who} took a Personal Goal."),
        Event.GAVE_BACK: _("{who} gave a Power Card back."),
        Event.MOMENT: _("Does anybody answer?"),
        Event.WON: _("Both goals are reached: the team wins!"),
        Event.LOST: _("The team has lost."),
        Event.ENDED: _("The game is over."),
    }[kind].format(who=who)


def score_lines(view: Any) -> list[list[tuple[str, int | None]]]:
    """Each seat's score so far, line by line; None for tips and goals that the viewer may not know."""
    lines: list[list[tuple[str, int | None]]] = []
    for seat in range(int(view.n)):
        if view.coop:
            words = _("The team's money, of ${goal} wanted; pizzas delivered: {n} of {pizzas}").format(
                goal=int(view.goal_money), n=int(view.pizzas), pizzas=int(view.goal_pizzas)
            )
            lines.append([(words, int(view.money[0]))])
            continue
        tips_known = view.n_tips[seat] == 0 or view.tips[seat, 0] >= 0
        rows: list[tuple[str, int | None]] = [
            (_("Money"), int(view.money[seat])),
            (_("Cards in the tableau"), int(coop.tableau_cards(view, seat))),
            (_("Disks on the board"), int(coop.disks_on_board(view, seat))),
            (_("Tips"), tip_dollars(view, seat) if tips_known else None),
        ]
        if view.goals:
            known = sum(int(place) == seat for place in view.goal_at) == view.n_goals[seat]
            rows.append((_("Personal goals"), int(score.goal_dollars(view, seat)) if known else None))
        lines.append(rows)
    return lines


def tip_dollars(view: Any, seat: Seat) -> int:
    """The value of a player's tips, if the viewer may know it; 0 without tips."""
    return int(coop.tip_value(view, seat)) if view.n_tips[seat] else 0


def score_breakdown(view: Any) -> list[list[tuple[str, int]]]:
    """Each seat's final score, line by line."""
    return [[(words, points or 0) for words, points in rows] for rows in score_lines(view)]


def goals_of(view: Any, seat: Seat) -> list[tuple[str, int, bool]]:
    """The goal cards of a seat that the viewer may see: text, reward, whether fulfilled now."""
    return [
        (_(str(t.GOALS[goal]["text"])), int(score.goal_fact(goal, 0)), bool(score.achieved(view, seat, goal)))
        for goal in range(t.N_GOALS)
        if view.goal_at[goal] == seat
    ]

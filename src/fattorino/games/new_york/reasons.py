"""Why greedy prefers an option: the terms of its value in words, for a hint."""

from typing import Any

from fattorino.games.new_york import names, opinion, state as s, tables as t
from fattorino.games.new_york.greedy import worth
from fattorino.games.new_york.rules import covering, delivery, pizzerias
from fattorino.games.new_york.rules.questions import building, delivering
from fattorino.games.new_york.state import Act, Phase
from fattorino.kernel.game import Reason
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import Seat


def reasons(view: Any, seat: Seat, actions: Any, action: int) -> list[Reason]:
    """The terms of an option's value."""
    phase = int(view.phase)
    if action == s.AUTO:
        return [(_("it gives away what you need least"), 1.0)]
    delivers = s.ACT + Act.DELIVER in actions
    total = float(worth(view, seat, action, phase, delivers))
    if phase in (Phase.PRE, Phase.POST, Phase.OTHER_ACTION):
        return [(step_words(view, seat, action), total)]
    if phase == Phase.ORDER:
        return order_terms(view, seat, action, total)
    if phase in (Phase.PIZZERIA, Phase.ROTARY, Phase.ZONE, Phase.ROUTE) and action != s.DONE:
        return way_terms(view, seat, action, total)
    if phase in (Phase.TAKE, Phase.FARMER_CARD):
        if action == s.DECK:
            return [(_("no open card helps more than an unknown one"), total)]
        return card_terms(view, seat, action, total) if s.CARD <= action < s.CARD + t.N_BLUE else []
    if phase == Phase.BUILD_LOT:
        far = float(opinion.way_out(view, action - s.LOT))
        price = _("the lot costs ${price}").format(price=building.lot_cost(view, action - s.LOT))
        return [(price, total + far), (far_words(far), -far)]
    if phase == Phase.TOKENS and s.LOT <= action < s.CARD:
        return [(far_words(-total), total)]
    words = plain_words(view, seat, action)
    return [(words, total)] if words else []


def step_words(view: Any, seat: Seat, action: int) -> str:
    """The reason for an action or a Power Card."""
    if action == s.DONE:
        return _("nothing in hand helps more now")
    if action == s.ACT + Act.DELIVER:
        return _("a delivery pays more than anything else")
    if action == s.ACT + Act.MARKET:
        return _("more cards are needed before anything else")
    if action == s.ACT + Act.REPUTATION:
        if opinion.shops(view, seat) == 0:
            return _("you have no pizzeria yet")
        if opinion.shops(view, seat) < opinion.FIRST_SHOPS:
            return ngettext(
                "you have only {n} pizzeria", "you have only {n} pizzerias", opinion.shops(view, seat)
            )
        return _("there are cards enough to grow")
    if action >= s.CARD + t.N_BLUE:
        return _("the card helps most when it is played at once")
    return _("it brings a card for nothing") if action == s.USE + 2 else _("it changes your cards")


def far_words(spaces: float) -> str:
    """The distance of the zones from a lot."""
    return _("the zones are {n} spaces away on average").format(n=f"{spaces:.1f}")


def order_terms(view: Any, seat: Seat, action: int, total: float) -> list[Reason]:
    """What an order pays, and the fewest cards it costs to deliver."""
    slot = action - s.ORDER
    fewest = int(delivering.fewest_cards(view, seat, delivery.order_zone(view, slot)))
    cards = -float(fewest) if fewest < covering.IMPOSSIBLE else 0.0
    pays = _("the team needs pizzas, and it is a small one") if view.coop else _("it pays well")
    if int(view.ticket[slot]) >= t.SPECIALTY:
        pays = _("what a specialty brings")
    away = ngettext("getting there takes {n} card", "getting there takes {n} cards", int(-cards))
    return [(pays, total - cards), (away, cards)] if cards else [(pays, total)]


def way_terms(view: Any, seat: Seat, action: int, total: float) -> list[Reason]:
    """The choices of a delivery: the pizzeria's own ingredients, and the cards for the route."""
    phase, zone = int(view.phase), int(view.d_zone)
    if phase == Phase.ROUTE:
        cost = int(covering.route_cards(view, seat, int(view.d_from), int(view.d_at), zone, action - s.ROUTE))
        return [(ngettext("this way takes {n} card", "this way takes {n} cards", cost), total)]
    if phase == Phase.ZONE:
        return [(_("that zone takes the fewest cards"), total)]
    owner = int(view.d_from) if phase == Phase.PIZZERIA else seat
    own = int(pizzerias.n_perm(view, owner, action - s.VILLAGE))
    away = round(own - total)
    found = [(ngettext("getting there takes {n} card", "getting there takes {n} cards", away), total - own)]
    if own:
        words = ngettext(
            "the pizzeria has {n} ingredient of its own", "the pizzeria has {n} ingredients of its own", own
        )
        found.append((words, float(own)))
    return found


def card_terms(view: Any, seat: Seat, action: int, total: float) -> list[Reason]:
    """The demand of the open orders for a card, and its other uses."""
    kind = int(t.kind_of(action - s.CARD))
    if kind >= t.N_INGREDIENTS:
        return [(_("it stands for any of several ingredients"), total)]
    asked = float(opinion.demand(view, seat, kind)) / (1.0 + int(opinion.held_of(view, seat, kind)))
    return [
        (_("open orders ask for {kind}").format(kind=names.kind_name(kind)), asked),
        (_("its village can be built in or reached with it"), total - asked),
    ]


def plain_words(view: Any, seat: Seat, action: int) -> str:
    """The reason for an option whose value is a single term, or ""."""
    phase, block = int(view.phase), s.SPACE.block(action)[0].name
    if action == s.DONE:
        return ""
    if phase in (Phase.WINDOW, Phase.PICK_CARD):
        return _("it costs somebody else more than you")
    if phase == Phase.KEEP and action >= s.CARD + t.N_BLUE:
        return [
            _("it shortens your ways"),
            _("it earns money again and again"),
            _("it helps turn after turn"),
        ][t.power_type(action - s.CARD - t.N_BLUE)]
    if phase == Phase.CHEESE and block == "CARD":
        return _("the cheese is paid for")
    if action == s.INC:
        return ngettext(
            "with {n} pizzeria your reach is small",
            "a pizzeria more than {n} reaches further",
            opinion.shops(view, seat),
        )
    if action == s.MODE:
        return _("a disk widens the range")
    if block == "CARD" and s.CARD <= action < s.CARD + t.N_BLUE:
        kind = int(t.kind_of(action - s.CARD))
        if kind < t.N_INGREDIENTS and float(opinion.demand(view, seat, kind)) == 0:
            return _("no open order needs your {kind}").format(kind=names.kind_name(kind))
    return {
        "INC": _("what you have built becomes better"),
        "MODE": _("a permanent ingredient saves cards"),
        "CARD": _("this card is the one you need least"),
        "PERM": _("the pizzeria's own ingredient costs nothing"),
        "FARMER": _("it costs none of your cards"),
        "COLD": _("it costs none of your cards"),
        "SHORT": _("the missing ingredient is dearer than the tip"),
        "MONEY": _("your cards are worth more than the money"),
        "SEAT": _("nobody else seems to be further ahead"),
        "REWARD": _("it is of use soonest"),
    }.get(block, "")

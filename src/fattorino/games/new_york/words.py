"""New York in words: who sits there, what is asked, what each answer does."""

from typing import Any

from fattorino.games.new_york import names, streets, ways
from fattorino.games.new_york import state as s
from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import covering
from fattorino.games.new_york.state import Phase, Stage
from fattorino.games.new_york.tables import Power
from fattorino.kernel.game import Role
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import NONE, Seat


def _top_frame(view: Any, k: int) -> int:
    return int(view.stack[int(view.n_stack) - 1, k]) if view.n_stack > 0 else NONE


def _card_label(view: Any, card: int) -> str:
    name = names.card_name(card)
    phase = int(view.phase)
    if phase in (Phase.PRE, Phase.POST):
        if card < t.N_BLUE:
            return name
        return _("Play {card}: {effect}").format(card=name, effect=names.power_effect(card - t.N_BLUE))
    if phase == Phase.WINDOW and card >= t.N_BLUE:
        return _("Play {card}: {effect}").format(card=name, effect=names.power_effect(card - t.N_BLUE))
    if phase == Phase.KEEP and card >= t.N_BLUE:
        return _("Keep {card}: {effect}").format(card=name, effect=names.power_effect(card - t.N_BLUE))
    words = {
        Phase.TAKE: _("Take {card}"),
        Phase.BUILD_CARD: _("Build with {card}"),
        Phase.UPGRADE_CARD: _("Upgrade with {card}"),
        Phase.NEW_TOP: _("Put {card} on top"),
        Phase.COVER: _("Use {card} from hand"),
        Phase.DOUBLE: _("Add {card} from hand"),
        Phase.CHEESE: _("Add {card}"),
        Phase.CRASH_WHAT: _("Lose {card}"),
        Phase.PICK_CARD: _("Put {card} on the order"),
        Phase.FARMER_CARD: _("Farmer Brown grows {card}"),
        Phase.GIVE: _("Give {card}"),
        Phase.LIMIT: _("Discard {card}"),
        Phase.CHARITY: _("Give {card} to charity"),
        Phase.REFILL_CARD: _("Discard {card} and refill"),
    }
    return words.get(Phase(phase) if phase >= 0 else Phase.END, _("Pay with {card}")).format(card=name)


def _done_label(view: Any) -> str:
    return {
        Phase.POST: _("End the turn"),
        Phase.TAKE: _("Take nothing more"),
        Phase.INCREASE: _("No second increase"),
        Phase.BUILD_CARD: _("No free build"),
        Phase.DOUBLE: _("Add nothing"),
        Phase.CHEESE: _("Add no cheese"),
        Phase.WINDOW: _("Let it pass"),
        Phase.TAX_WINDOW: _("Keep Property Tax"),
        Phase.HAM_TAKE: _("Take the delivered order's tip and leave the others where they lie"),
        Phase.ROTARY: _("Do not copy"),
        Phase.SIDE: _("Give nothing more"),
    }.get(Phase(max(0, int(view.phase))), _("Done"))


def _village_label(view: Any, village: int) -> str:
    name = names.village_name(village)
    return {
        Phase.PIZZERIA: _("Deliver from {village}"),
        Phase.ROTARY: _("Copy from {village}"),
        Phase.ZONE: _("Deliver to {village}"),
        Phase.UPGRADE_AT: _("Upgrade {village}"),
        Phase.CRASH_AT: _("Lose reputation in {village}"),
        Phase.SPOT: _("Claim the zone of {village}"),
    }.get(Phase(max(0, int(view.phase))), "{village}").format(village=name)


def _route_label(view: Any, route: int) -> str:
    speed = int(view.slot[int(view.d_seat), 0]) if view.phase == Phase.ROUTE else NONE
    means = names.power_name(speed) if speed > NONE else _("SPEED card")
    name = [
        _("On foot"),
        _("On foot through the Park Path"),
        _("With {card}").format(card=means),
        _("With {card} through the Park Path").format(card=means),
    ][route]
    if view.phase != Phase.ROUTE or view.d_at < 0 or view.d_zone < 0:
        return name
    cost = int(
        covering.route_cards(
            view, int(view.d_seat), int(view.d_from), int(view.d_at), int(view.d_zone), route
        )
    )
    if cost >= 100:
        return name
    return _("{way}: {cost}").format(
        way=name, cost=ngettext("{n} card", "{n} cards", cost) if cost else _("free")
    )


def _order_label(view: Any, slot: int) -> str:
    ticket = int(view.ticket[slot])
    name = names.ticket_name(ticket) if ticket >= 0 else _("empty")
    words = {
        Phase.HAM_TAKE: _("Take the tip of order {number} ({name}) and lay out the others anew"),
        Phase.HAM_PLACE: _("The tip that lay on order {number} ({name})"),
        Phase.ORDER: _("Deliver order {number}: {name}"),
    }
    text = words.get(Phase(max(0, int(view.phase))), _("Order {number}: {name}")).format(
        number=slot + 1, name=name
    )
    values = int(view.ham[slot])
    if view.phase in (Phase.HAM_TAKE, Phase.HAM_PLACE) and values > 0:
        text += f", ${values}"
    return text


def _auto_label(view: Any) -> str:
    """What the suggested way pays, where something is being paid."""
    if view.phase not in (Phase.PAY, Phase.TAX, Phase.COVER, Phase.EXTRA) or view.seat < 0:
        return _("Pay in the suggested way")
    return _("Pay in the suggested way: {what}").format(what=ways.payment(view, int(view.seat)))


def label(view: Any, action: int) -> str:
    """What an action does, in words."""
    block, place = s.SPACE.block(action)
    phase = int(view.phase)
    if block.name == "CARD":
        return _card_label(view, place)
    if block.name == "DONE":
        return _done_label(view)
    if block.name == "VILLAGE":
        return _village_label(view, place)
    if block.name == "ROUTE":
        return _route_label(view, place)
    if block.name == "ORDER":
        return _order_label(view, place)
    if block.name == "LOT":
        if place >= len(streets.SIDES[max(0, int(view.large))]["lots"]):
            return _("A lot of the other side of the board")
        name = names.lot_name(int(view.large), place)
        if phase == Phase.TOKENS:
            return _("Reserve {lot}").format(lot=name)
        cost = ways.lot_cost(view, place)
        text = _("Build on {lot} for ${price}") if cost else _("Build on {lot} for nothing")
        return text.format(lot=name, price=cost)
    if block.name == "COLD":
        card = int(view.cold[place])
        name = names.card_name(card) if card >= 0 else _("empty")
        same = 1 + sum(int(view.cold[other]) == card for other in range(place))
        return _("From Cold Storage: {card}").format(card=name if same == 1 else f"{name} ({same})")
    if block.name == "PERM":
        return _("Use the pizzeria's own {kind}").format(kind=names.kind_name(place))
    if block.name == "FARMER":
        card = int(view.farmer)
        return _("Use Farmer Brown's {card}").format(
            card=names.kind_name(t.kind_of(card)) if card >= 0 else _("card")
        )
    if block.name == "SEAT":
        if phase == Phase.COPY_SEAT:
            return _("From a pizzeria of player {number}").format(number=place + 1)
        return _("Player {number}").format(number=place + 1)
    if block.name == "AUTO":
        return _auto_label(view)
    if block.name == "SIDE":
        n, step = max(1, int(view.n)), 1 if place == 0 else -1
        other = (max(0, int(view.seat)) + step) % n + 1
        side = (
            _("Give to player {number} on the left")
            if place == 0
            else _("Give to player {number} on the right")
        )
        return side.format(number=other)
    if block.name == "POS":
        code = _top_frame(view, 3) if phase == Phase.PICK_POS else NONE
        card = int(view.order[code // t.MAX_CARDS, place]) if code >= 0 else NONE
        if card < 0:
            return _("Card {number} of the order").format(number=place + 1)
        return _("Card {number} of the order: {card}").format(number=place + 1, card=names.card_name(card))
    if block.name == "MONEY":
        due = {Phase.FINE: t.FINE, Phase.DEBT: t.DEBT}.get(Phase(max(0, phase)), 1)
        return _("Pay ${n}").format(n=due)
    if block.name == "MODE" and phase == Phase.CRASH_WHAT and place == s.DISK:
        return _("Lose a disk")
    return {
        "ACT": [_("Go To Market"), _("Increase Your Reputation"), _("Deliver a Pizza")],
        "INC": [_("Build"), _("Upgrade")],
        "MODE": [_("One more disk"), _("Add the ingredient below the top"), _("Add the ingredient on top")],
        "DECK": [_("Draw from the Market Deck")],
        "SHORT": [_("Leave this ingredient off (no tip)")],
        "USE": [_("Use Bait and Switch"), _("Refill Cold Storage"), _("Use Frugal Shopper")],
        "REWARD": [_("Draw a Power Card"), _("Take a Personal Goal"), _("Turn up a new City Event")],
        "DAYPART": [_("Order in the morning"), _("Order in the evening")],
    }[block.name][place]


def key(action: int) -> str:
    """A short key to type for an action: its block's first letters and its number."""
    block, place = s.SPACE.block(action)
    short = {
        "DONE": "x",
        "DECK": "d",
        "MONEY": "$",
        "SHORT": "s",
        "FARMER": "fb",
        "ACT": "a",
        "INC": "i",
        "MODE": "m",
        "PERM": "p",
        "COLD": "cs",
        "ROUTE": "r",
        "USE": "u",
        "REWARD": "w",
        "ORDER": "o",
        "POS": "q",
        "VILLAGE": "v",
        "SEAT": "t",
        "SIDE": "g",
        "DAYPART": "y",
        "LOT": "l",
        "CARD": "c",
        "AUTO": "=",
    }[block.name]
    return short if block.size == 1 else f"{short}{place + 1}"


def target(view: Any, action: int) -> str:
    """The thing on the board that stands for an action."""
    block, place = s.SPACE.block(action)
    phase = int(view.phase)
    if block.name == "LOT":
        return f"lot-{place}" if place < len(streets.SIDES[max(0, int(view.large))]["lots"]) else ""
    if block.name == "ORDER":
        return f"order-{place}"
    if block.name == "VILLAGE":
        if phase in (Phase.ZONE, Phase.SPOT):
            return f"zone-{place}"
        owner = int(view.d_from) if phase == Phase.PIZZERIA else int(view.seat)
        if 0 <= owner < view.n and place < len(t.VILLAGES) - 1 and view.lot[owner, place] >= 0:
            return f"lot-{int(view.lot[owner, place])}"
        return ""
    if block.name == "POS":
        code_at = _top_frame(view, 3)
        if phase == Phase.PICK_POS and code_at >= 0:
            return f"card-{code_at // t.MAX_CARDS}-{place}"
        return ""
    if block.name == "DECK":
        return "deck"
    if block.name == "SEAT":
        return f"player-{place}"
    if block.name == "COLD":
        return f"cold-{place}"
    if block.name == "FARMER":
        return "farmer"
    if block.name == "CARD":
        if phase == Phase.TAKE and place < t.N_BLUE:
            return f"market-{place}"
        if phase == Phase.FARMER_CARD:
            return f"sewer-{place}"
        if phase in (Phase.CRASH_WHAT, Phase.NEW_TOP):
            return f"shop-{place}"
        return f"hand-{place}"
    if block.name in ("ROUTE", "PERM", "SHORT", "MODE", "MONEY", "AUTO"):
        return f"{block.name.lower()}-{place}"
    return ""


def is_quiet(view: Any) -> bool:
    """Whether somebody else is asked, by what this viewer sees: a delivery is paid and goes no further."""
    return bool(view.phase == Phase.EXTRA and view.d_stage != Stage.EXTRA and not view.over)


def _pick_prompt(phase: Phase, power: int, code: int) -> str:
    """What a card that changes orders asks for; the code is an order and a place on it."""
    text = {
        Phase.PICK_ORDER: _("{card}: choose an order.")
        if code == NONE
        else _("{card}: choose the order of the second card."),
        Phase.PICK_POS: _("{card}: which card comes in place {place}?")
        if power == Power.SYSTEM_ERROR
        else _("{card}: choose a card of order {order}."),
        Phase.PICK_CARD: _("{card}: choose a card from your hand."),
    }[phase]
    return text.format(
        card=names.power_name(power), order=code // t.MAX_CARDS + 1, place=code % t.MAX_CARDS + 1
    )


def prompt(view: Any, seat: Seat) -> str:
    """What is asked of a seat, or what it waits for."""
    if view.over:
        if view.coop:
            return _("The team has won.") if view.won else _("The team has lost.")
        return _("The game is over.")
    mover = int(view.seat)
    if is_quiet(view):
        return _("The pizza is on its way. Does anybody answer?")
    if seat != mover:
        return _("Waiting for {who}.").format(who=names.seat_name(mover, seat))
    phase = Phase(int(view.phase))
    left = _top_frame(view, 2)
    if phase == Phase.COVER:
        return _("What covers {kind}?").format(kind=names.kind_name(int(view.d_need[int(view.d_next)])))
    if phase == Phase.EXTRA:
        return ngettext("Pay {n} more card.", "Pay {n} more cards.", int(view.d_due))
    if phase == Phase.TAX:
        return _("Property Tax: pay ${n}, in money or cards.").format(n=left)
    if phase == Phase.PAY:
        return _("Pay ${n}, in money or cards.").format(n=left)
    if phase == Phase.TAKE:
        flags = _top_frame(view, 3)
        if flags & s.OPEN_ONLY:
            return _("Meatballs: take a card from the Open Market?")
        if flags & s.OPTIONAL:
            return ngettext(
                "East Village Mogul: take {n} more card?", "East Village Mogul: take up to {n} cards?", left
            )
        if view.n_stack > 1 and view.stack[int(view.n_stack) - 2, 0] == Phase.SOARS:
            return ngettext(
                "Stock Market Soars: everyone takes cards. Take {n} more.",
                "Stock Market Soars: everyone takes cards. Take {n}.",
                left,
            )
        return ngettext("Take {n} card.", "Take {n} cards.", left)
    if phase == Phase.BUILD_LOT:
        return _("Choose a lot in {village}.").format(village=names.village_name(t.village_of(left)))
    if phase == Phase.HAM_PLACE:
        return _("Ham: which tip do you put on order {number}?").format(number=int(view.ham_at) + 1)
    if phase in (Phase.PICK_ORDER, Phase.PICK_POS, Phase.PICK_CARD):
        return _pick_prompt(phase, left, _top_frame(view, 3))
    return {
        Phase.KEEP: _("Keep one of your two Power Cards."),
        Phase.TAX_WINDOW: _("Play Property Tax on somebody?"),
        Phase.PRE: _("Choose your action, or play a Power Card first."),
        Phase.POST: _("Play a Power Card, or end the turn."),
        Phase.INCREASE: _("Build or upgrade."),
        Phase.BUILD_CARD: _("Choose a card of the village to build in."),
        Phase.UPGRADE_CARD: _("Choose a card to upgrade with."),
        Phase.UPGRADE_AT: _("Which pizzeria?"),
        Phase.UPGRADE_MODE: _("A disk for range, or a permanent ingredient?"),
        Phase.NEW_TOP: _("Choose the new top card."),
        Phase.ORDER: _("Which order do you deliver?"),
        Phase.COPY_SEAT: _("Whose pizzeria bakes it?"),
        Phase.PIZZERIA: _("Which pizzeria bakes it?"),
        Phase.ZONE: _("Where does it go?"),
        Phase.ROUTE: _("How do you get there?"),
        Phase.DEBT: _("Out of Supplies: pay ${n} or {cards} cards first.").format(
            n=t.DEBT, cards=t.DEBT_CARDS
        ),
        Phase.DOUBLE: _("Sausage: put one topping on twice and earn ${n} more?").format(n=t.DOUBLE_BONUS),
        Phase.CHEESE: _("Add Extra Cheese?"),
        Phase.WINDOW: _("A delivery! Spoil its tip?"),
        Phase.HAM_TAKE: _("Ham: you see the tips of all orders. Which one do you take?"),
        Phase.REWARD: _("Choose your reward."),
        Phase.ROTARY: _("Harlem Rotary: copy this delivery?"),
        Phase.FINE: _("Health Inspector: pay ${n} or {cards} cards.").format(n=t.FINE, cards=t.FINE_CARDS),
        Phase.CHARITY: _("Charity Event: give blue cards away."),
        Phase.CRASH_AT: _("Stock Market Crash: which of your pizzerias loses a disk or a card?"),
        Phase.CRASH_WHAT: _("Stock Market Crash: what does it lose?"),
        Phase.TOKENS: _("Reserve an empty lot."),
        Phase.FARMER_CARD: _("Which ingredient does Farmer Brown grow?"),
        Phase.REFILL_CARD: _("Which card do you discard for the refill?"),
        Phase.SPOT: _("Which zone is yours?"),
        Phase.VICTIM: _("Who is out of supplies?"),
        Phase.OTHER_ACTION: _("Oooops! Which other action?"),
        Phase.LIMIT: _("Too many cards: discard one."),
        Phase.SIDE: _("Give a card to a neighbour?"),
        Phase.GIVE: _("Which card?"),
        Phase.DAYPART: _("Promotion: an order now, or in the evening?"),
    }[phase]


def check_options(settings: dict[str, Any]) -> str:
    """NY-COOP-48: why these options do not go together, or ''."""
    picked = {settings[f"favourite_{n}"] for n in range(1, 5)}
    if settings["specialty_set"] == "favourites" and len(picked) < 4:
        return _("favourite_1 to favourite_4 must be four different specialty pizzas")
    return ""


def roles(options: dict[str, Any]) -> list[Role]:
    """The players; in co-op one team."""
    together = options["mode"] == "coop" or (options["mode"] == "auto" and options["seats"] == 1)
    return [
        Role(_("Player {number}").format(number=k + 1), team=0 if together else None)
        for k in range(options["seats"])
    ]

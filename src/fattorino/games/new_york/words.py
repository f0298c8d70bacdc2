"""New York in words: labels, what is asked, the log, the result."""

from typing import Any

from fattorino.games.new_york.rules.coop import disks_on_board, tableau_cards, tip_value
from fattorino.games.new_york.rules.covering import route_cards
from fattorino.games.new_york.rules.score import achieved, goal_dollars, goal_fact
from fattorino.games.new_york.state import SPACE, Event, Phase, Stage
from fattorino.games.new_york.streets import SIDES, lot_price
from fattorino.games.new_york.tables import (
    CITY_EVENTS,
    COMPONENTS,
    DAYS,
    GOALS,
    KINDS,
    MAX_CARDS,
    N_BLUE,
    N_GOALS,
    POWERS,
    SPECIALTY,
    TICKETS,
    VILLAGES,
    kind_of,
    village_of,
)
from fattorino.kernel.game import Role
from fattorino.kernel.records import NONE, Seat
from fattorino.kernel.words import _, several

_KIND_NAMES = {entry["id"]: entry["name"] for entry in COMPONENTS["ingredients"]}
_VILLAGE_NAMES = [entry["name"] for entry in COMPONENTS["villages"]]


def kind_name(kind: int) -> str:
    special = {
        "extra_cheese": _("Extra Cheese"),
        "any_meat": _("Any Meat"),
        "any_vegetable": _("Any Vegetable"),
        "any_ingredient": _("Any Ingredient"),
    }
    return special.get(KINDS[kind]) or _(_KIND_NAMES[KINDS[kind]])


def village_name(village: int) -> str:
    return _(_VILLAGE_NAMES[village])


def power_name(power: int) -> str:
    return _(str(POWERS[power]["name"]))


def power_effect(power: int) -> str:
    """What a Power Card does, in one line."""
    return _(str(POWERS[power]["summary"]))


def card_name(card: int) -> str:
    """A blue card or a Power Card."""
    if card >= N_BLUE:
        return power_name(card - N_BLUE)
    return _("{kind} ({village})").format(
        kind=kind_name(kind_of(card)), village=village_name(village_of(card))
    )


def top_effect(kind: int) -> str:
    """The power of an ingredient on top of a pizzeria."""
    return (
        _(str(COMPONENTS["ingredients"][kind]["top_power_text"]))
        if kind < len(COMPONENTS["ingredients"])
        else ""
    )


def ticket_name(ticket: int) -> str:
    if ticket < SPECIALTY:
        return several(
            "Pizza with {n} ingredient", "Pizza with {n} ingredients", int(TICKETS[ticket]["ingredients"])
        )
    return _(str(TICKETS[ticket]["name"]))


def city_name(event: int) -> str:
    return _(str(CITY_EVENTS[event]["name"]))


def goal_name(goal: int) -> str:
    return _(str(GOALS[goal]["name"]))


def day_name(day: int) -> str:
    return _(DAYS[day].capitalize())


def lot_name(large: int, lot: int) -> str:
    place = SIDES[large]["lots"][lot]
    number = int(str(place["id"]).rsplit("_", 1)[1])
    return _("{village} lot {number}").format(
        village=village_name(VILLAGES.index(place["village"])), number=number
    )


def roles(options: dict[str, Any]) -> list[Role]:
    """The players; in co-op one team."""
    together = options["mode"] == "coop" or (options["mode"] == "auto" and options["seats"] == 1)
    return [
        Role(_("Player {number}").format(number=k + 1), team=0 if together else None)
        for k in range(options["seats"])
    ]


def seat_name(seat: Seat, viewer: Seat) -> str:
    return _("You") if seat == viewer else _("Player {number}").format(number=seat + 1)


def money(dollars: int) -> str:
    return f"${dollars}"


def code(view: Any) -> str:
    """NY-COOP-15: a co-op game in short, such as 3PL-B15-R17-P22-M50."""
    text = (
        f"{int(view.n)}PL-B{int(view.marker[0])}-R{int(view.marker[1])}"
        f"-P{int(view.goal_pizzas)}-M{int(view.goal_money)}"
    )
    if not view.over:
        return text
    return f"Win-{text}" if view.won else f"Loss-{text}"


# -- decisions -------------------------------------------------------------------------------------------


def _top_frame(view: Any, k: int) -> int:
    return int(view.stack[int(view.n_stack) - 1, k]) if view.n_stack > 0 else NONE


def _card_label(view: Any, card: int) -> str:
    name = card_name(card)
    phase = int(view.phase)
    if phase in (Phase.PRE, Phase.POST):
        if card < N_BLUE:
            return name
        return _("Play {card}: {effect}").format(card=name, effect=power_effect(card - N_BLUE))
    if phase == Phase.WINDOW and card >= N_BLUE:
        return _("Play {card}: {effect}").format(card=name, effect=power_effect(card - N_BLUE))
    words = {
        Phase.KEEP: _("Keep {card}"),
        Phase.TAKE: _("Take {card}"),
        Phase.BUILD_CARD: _("Build with {card}"),
        Phase.UPGRADE_CARD: _("Upgrade with {card}"),
        Phase.NEW_TOP: _("Put {card} on top"),
        Phase.COVER: _("Use {card} from hand"),
        Phase.DOUBLE: _("Double with {card}"),
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
        Phase.DOUBLE: _("Double nothing"),
        Phase.CHEESE: _("Add no cheese"),
        Phase.WINDOW: _("Let it pass"),
        Phase.TAX_WINDOW: _("Keep Property Tax"),
        Phase.HAM_TAKE: _("Take the order's own tip"),
        Phase.ROTARY: _("Do not copy"),
        Phase.SIDE: _("Give nothing more"),
    }.get(Phase(max(0, int(view.phase))), _("Done"))


def _village_label(view: Any, village: int) -> str:
    name = village_name(village)
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
    means = power_name(speed) if speed > NONE else _("SPEED card")
    name = [
        _("On foot"),
        _("On foot through the Park Path"),
        _("With {card}").format(card=means),
        _("With {card} through the Park Path").format(card=means),
    ][route]
    if view.phase != Phase.ROUTE or view.d_at < 0 or view.d_zone < 0:
        return name
    cost = int(route_cards(view, int(view.d_seat), int(view.d_from), int(view.d_at), int(view.d_zone), route))
    if cost >= 100:
        return name
    return _("{way}: {cost}").format(
        way=name, cost=several("{n} card", "{n} cards", cost) if cost else _("free")
    )


def _order_label(view: Any, slot: int) -> str:
    ticket = int(view.ticket[slot])
    name = ticket_name(ticket) if ticket >= 0 else _("empty")
    words = {
        Phase.HAM_TAKE: _("Take the tip of order {number} ({name})"),
        Phase.HAM_PLACE: _("Put here the tip that lay on order {number} ({name})"),
        Phase.ORDER: _("Deliver order {number}: {name}"),
    }
    text = words.get(Phase(max(0, int(view.phase))), _("Order {number}: {name}")).format(
        number=slot + 1, name=name
    )
    values = int(view.ham[slot])
    if view.phase in (Phase.HAM_TAKE, Phase.HAM_PLACE) and values > 0:
        text += f", ${values}"
    return text


def label(view: Any, action: int) -> str:
    """What an action does, in words."""
    block, place = SPACE.block(action)
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
        if place >= len(SIDES[max(0, int(view.large))]["lots"]):
            return _("A lot of the other side of the board")
        name = lot_name(int(view.large), place)
        if phase == Phase.TOKENS:
            return _("Reserve {lot}").format(lot=name)
        return _("Build on {lot} for ${price}").format(lot=name, price=int(lot_price(int(view.large), place)))
    if block.name == "COLD":
        card = int(view.cold[place])
        name = card_name(card) if card >= 0 else _("empty")
        same = 1 + sum(int(view.cold[other]) == card for other in range(place))
        return _("From Cold Storage: {card}").format(card=name if same == 1 else f"{name} ({same})")
    if block.name == "PERM":
        return _("Use the pizzeria's own {kind}").format(kind=kind_name(place))
    if block.name == "FARMER":
        card = int(view.farmer)
        return _("Use Farmer Brown's {card}").format(
            card=kind_name(kind_of(card)) if card >= 0 else _("card")
        )
    if block.name == "SEAT":
        if phase == Phase.COPY_SEAT:
            return _("From a pizzeria of player {number}").format(number=place + 1)
        return _("Player {number}").format(number=place + 1)
    if block.name == "POS":
        return _("Card {number} of the order").format(number=place + 1)
    if block.name == "MONEY":
        return _("Pay $2") if phase in (Phase.FINE, Phase.DEBT) else _("Pay $1")
    return {
        "ACT": [_("Go To Market"), _("Increase Your Reputation"), _("Deliver a Pizza")],
        "INC": [_("Build"), _("Upgrade")],
        "MODE": [_("One more disk"), _("Add the ingredient below the top"), _("Add the ingredient on top")],
        "DECK": [_("Draw from the Market Deck")],
        "SHORT": [_("Leave this ingredient off (no tip)")],
        "USE": [_("Use Bait and Switch"), _("Refill Cold Storage"), _("Use Frugal Shopper")],
        "REWARD": [_("Draw a Power Card"), _("Take a Personal Goal"), _("Turn up a new City Event")],
        "SIDE": [_("Give to the left"), _("Give to the right")],
        "DAYPART": [_("Order in the morning"), _("Order in the evening")],
        "AUTO": [_("Pay in the suggested way")],
    }[block.name][place]


def key(action: int) -> str:
    """A short key to type for an action: its block's first letters and its number."""
    block, place = SPACE.block(action)
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
    block, place = SPACE.block(action)
    phase = int(view.phase)
    if block.name == "LOT":
        return f"lot-{place}" if place < len(SIDES[max(0, int(view.large))]["lots"]) else ""
    if block.name == "ORDER":
        return f"order-{place}"
    if block.name == "VILLAGE":
        if phase in (Phase.ZONE, Phase.SPOT):
            return f"zone-{place}"
        owner = int(view.d_from) if phase == Phase.PIZZERIA else int(view.seat)
        if 0 <= owner < view.n and place < len(VILLAGES) - 1 and view.lot[owner, place] >= 0:
            return f"lot-{int(view.lot[owner, place])}"
        return ""
    if block.name == "POS":
        code_at = _top_frame(view, 3)
        if phase == Phase.PICK_POS and code_at >= 0:
            return f"card-{code_at // MAX_CARDS}-{place}"
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
        if phase == Phase.TAKE and place < N_BLUE:
            return f"market-{place}"
        if phase == Phase.FARMER_CARD:
            return f"sewer-{place}"
        if phase in (Phase.CRASH_WHAT, Phase.NEW_TOP):
            return ""
        return f"hand-{place}"
    return ""


def is_quiet(view: Any) -> bool:
    """Whether somebody else is asked, by what this viewer sees: a delivery is paid and goes no further."""
    return bool(view.phase == Phase.EXTRA and view.d_stage != Stage.EXTRA and not view.over)


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
        return _("Waiting for {who}.").format(who=seat_name(mover, seat))
    phase = Phase(int(view.phase))
    left = _top_frame(view, 2)
    if phase == Phase.COVER:
        return _("What covers {kind}?").format(kind=kind_name(int(view.d_need[int(view.d_next)])))
    if phase == Phase.EXTRA:
        return several("Pay {n} more card.", "Pay {n} more cards.", int(view.d_due))
    if phase in (Phase.PAY, Phase.TAX):
        return _("Pay ${n}, in money or cards.").format(n=left)
    if phase == Phase.TAKE:
        return several("Take {n} card.", "Take {n} cards.", left)
    if phase == Phase.HAM_PLACE:
        return _("Which tip goes on order {number}?").format(number=int(view.ham_at) + 1)
    if phase in (Phase.PICK_ORDER, Phase.PICK_POS, Phase.PICK_CARD):
        return _("{card}: choose.").format(card=power_name(left))
    return {
        Phase.KEEP: _("Keep one of your two Power Cards."),
        Phase.TAX_WINDOW: _("Play Property Tax on somebody?"),
        Phase.PRE: _("Choose your action, or play a Power Card first."),
        Phase.POST: _("Play a Power Card, or end the turn."),
        Phase.INCREASE: _("Build or upgrade."),
        Phase.BUILD_CARD: _("Choose a card of the village to build in."),
        Phase.BUILD_LOT: _("Choose a lot."),
        Phase.UPGRADE_CARD: _("Choose a card to upgrade with."),
        Phase.UPGRADE_AT: _("Which pizzeria?"),
        Phase.UPGRADE_MODE: _("A disk for range, or a permanent ingredient?"),
        Phase.NEW_TOP: _("Choose the new top card."),
        Phase.ORDER: _("Which order do you deliver?"),
        Phase.COPY_SEAT: _("Whose pizzeria bakes it?"),
        Phase.PIZZERIA: _("Which pizzeria bakes it?"),
        Phase.ZONE: _("Where does it go?"),
        Phase.ROUTE: _("How do you get there?"),
        Phase.DEBT: _("Out of Supplies: pay $2 or two cards first."),
        Phase.DOUBLE: _("Sausage: double a topping for $1?"),
        Phase.CHEESE: _("Add Extra Cheese?"),
        Phase.WINDOW: _("A delivery! Spoil its tip?"),
        Phase.HAM_TAKE: _("Ham: which tip do you take?"),
        Phase.REWARD: _("Choose your reward."),
        Phase.ROTARY: _("Harlem Rotary: copy this delivery?"),
        Phase.FINE: _("Health Inspector: pay $2 or two cards."),
        Phase.CHARITY: _("Charity Event: give blue cards away."),
        Phase.CRASH_AT: _("Stock Market Crash: which pizzeria loses?"),
        Phase.CRASH_WHAT: _("What does it lose?"),
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


def step_name(phase: int) -> str:
    """A question in one word or two, for the log."""
    return {
        Phase.ORDER: _("an order"),
        Phase.COPY_SEAT: _("a baker"),
        Phase.PIZZERIA: _("a pizzeria"),
        Phase.ZONE: _("a zone"),
        Phase.INCREASE: _("an increase"),
        Phase.BUILD_CARD: _("a village"),
        Phase.UPGRADE_CARD: _("a card for an upgrade"),
        Phase.UPGRADE_AT: _("a pizzeria"),
        Phase.TAKE: _("no more cards"),
        Phase.DOUBLE: _("nothing to double"),
        Phase.CHEESE: _("no cheese"),
        Phase.HAM_PLACE: _("where a tip goes"),
        Phase.PICK_ORDER: _("an order"),
        Phase.PICK_POS: _("a card on an order"),
        Phase.SIDE: _("a neighbour"),
        Phase.CRASH_AT: _("a pizzeria"),
    }.get(Phase(phase), _("to go on"))


# -- the log ---------------------------------------------------------------------------------------------


def sentence(event: Any, viewer: Seat) -> str:
    """A line of the log."""
    kind, seat = Event(int(event[0])), int(event[1])
    a, b, c = (int(number) for number in event[3:6])
    who = seat_name(seat, viewer)
    if kind == Event.TURN:
        return _("Turn {turn}: {who}.").format(turn=a, who=who)
    if kind == Event.ACTION:
        return _("{who}: {action}.").format(
            who=who, action=[_("Go To Market"), _("Increase Your Reputation"), _("Deliver a Pizza")][a]
        )
    if kind == Event.COVERED:
        how = [_("own ingredient"), _("Farmer Brown"), _("Cold Storage"), _("hand"), _("left off")][b]
        return _("{kind}: {how}.").format(kind=kind_name(a), how=how)
    if kind == Event.DELIVERS:
        return _("{who}: order {number} from {village} to {zone}.").format(
            who=who, number=a + 1, village=village_name(b), zone=village_name(c)
        )
    if kind == Event.UPGRADED:
        what = [_("a disk"), _("an ingredient"), _("a new top card")][b]
        return _("{who} upgraded {village}: {what} ({card}).").format(
            who=who, village=village_name(a), what=what, card=card_name(c)
        )
    if kind == Event.PROMOTION:
        colour = _("blue") if a == 0 else _("red")
        return _("A {colour} promotion starts on {day}.").format(colour=colour, day=day_name(b))
    if kind == Event.CHEF:
        chefs = ", ".join(seat_name(k, viewer) for k in range(6) if b >> k & 1)
        return _("Top chef (die {die}): {chefs}.").format(die=a, chefs=chefs)
    if kind == Event.CHOSE:
        return _("{who} chose: {what}.").format(who=who, what=step_name(a))
    if kind == Event.ASKED:
        return _("You are asked, and nobody else knows it.")
    if kind == Event.TRANSFERRED:
        return _("{who} gave {card} to {other}.").format(
            who=who, card=card_name(b), other=seat_name(a, viewer)
        )
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
        return cards[kind].format(who=who, card=card_name(a))
    powers = {
        Event.PLAYED: _("{who} played {power}."),
        Event.LEFT: _("{power} is discarded."),
        Event.WORLD: _("{who} drew a Global card: {power}."),
        Event.WORLD_OVER: _("{power} is over."),
        Event.KEPT: _("You kept {power}."),
    }
    if kind in powers:
        return powers[kind].format(who=who, power=power_name(a))
    places = {
        Event.LOST_CARD: _("{who}: {card} left the pizzeria in {village}."),
        Event.TOPPED: _("{who}: {card} is the new top card in {village}."),
    }
    if kind in places:
        return places[kind].format(who=who, card=card_name(b), village=village_name(a))
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
            who=who, n=several("{n} disk", "{n} disks", b) if kind == Event.LOST_DISK else a
        )
    if kind == Event.BUILT:
        return _("{who} built a pizzeria with {card}.").format(who=who, card=card_name(b))
    if kind == Event.NEW_ORDER:
        return _("New order {number}: {ticket}.").format(number=a + 1, ticket=ticket_name(b))
    if kind == Event.ORDER_CARD:
        return _("Order {number} asks for {card}.").format(number=a + 1, card=card_name(b))
    if kind == Event.SWAPPED:
        return _("Order {number}, card {place}: now {card}.").format(
            number=a + 1, place=b + 1, card=card_name(c)
        )
    if kind == Event.TOLL:
        return _("{who} paid {other} a toll of ${n}.").format(who=who, other=seat_name(b, viewer), n=a)
    if kind == Event.TIP_SEEN:
        return _("The tip is ${n}.").format(n=a)
    if kind == Event.ZONE:
        return _("{who} claimed the zone of {village}.").format(who=who, village=village_name(a))
    if kind in (Event.VICTIM, Event.TRANSFER):
        other = seat_name(a, viewer)
        if kind == Event.VICTIM:
            return _("{who} chose {other}.").format(who=who, other=other)
        return _("{who} gave a card to {other}.").format(who=who, other=other)
    if kind == Event.CITY:
        return _("City event: {event}.").format(event=city_name(a))
    if kind == Event.DAY:
        return _("It is {day}.").format(day=day_name(a))
    if kind == Event.PUSHED:
        return _("An order was pushed off: {ticket}.").format(ticket=ticket_name(a))
    return {
        Event.TOOK_DECK: _("{who} drew from the Market Deck."),
        Event.TIP: _("{who} took a tip."),
        Event.NO_TIP: _("{who} got no tip."),
        Event.POWER_DRAWN: _("{who} drew a Power Card."),
        Event.TOKEN: _("{who} reserved a lot."),
        Event.GOAL: _("{who} took a Personal Goal."),
        Event.GAVE_BACK: _("{who} gave a Power Card back."),
        Event.MOMENT: _("Does anybody answer?"),
        Event.WON: _("Both goals are reached: the team wins!"),
        Event.LOST: _("The team has lost."),
        Event.ENDED: _("The game is over."),
    }[kind].format(who=who)


def hush(event: Any) -> bool:
    """NY-INSTANT-5: whether the table has to wait here as long as if somebody were asked."""
    return bool(event[0] == Event.MOMENT or (event[0] == Event.TURN and event[4]))


def account(view: Any) -> list[list[tuple[str, int]]]:
    """How each seat's score comes about, line by line."""
    lines: list[list[tuple[str, int]]] = []
    for seat in range(int(view.n)):
        if view.coop:
            lines.append(
                [(_("The team's money"), int(view.money[0])), (_("Pizzas delivered"), int(view.pizzas))]
            )
            continue
        rows = [
            (_("Money"), int(view.money[seat])),
            (_("Cards in the tableau"), int(tableau_cards(view, seat))),
            (_("Disks on the board"), int(disks_on_board(view, seat))),
            (_("Tips"), int(tip_value(view, seat))),
        ]
        if view.goals:
            rows.append((_("Personal goals"), int(goal_dollars(view, seat))))
        lines.append(rows)
    return lines


def goals_of(view: Any, seat: Seat) -> list[tuple[str, int, bool]]:
    """The goal cards of a seat that the viewer may see: text, reward, whether fulfilled now."""
    return [
        (_(str(GOALS[goal]["text"])), int(goal_fact(goal, 0)), bool(achieved(view, seat, goal)))
        for goal in range(N_GOALS)
        if view.goal_at[goal] == seat
    ]

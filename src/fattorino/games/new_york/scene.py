"""What the board shows: Manhattan, orders, market, tableaux; as data for the picture and as text."""

from typing import Any

from fattorino.games.new_york.state import Phase
from fattorino.games.new_york.streets import SIDES
from fattorino.games.new_york.tables import (
    BUILDABLE,
    CITY_EVENTS,
    DAYS,
    KINDS,
    N_BLUE,
    N_SLOTS,
    N_VILLAGES,
    POWERS,
    SLOTS,
    SPECIALTY,
    TICKET_EXTRA,
    TICKET_NEEDS,
    TICKET_SIZE,
    TICKET_VALUE,
    VILLAGES,
    Power,
    class_of,
    kind_of,
    ticket_fact,
    village_of,
)
from fattorino.games.new_york.words import (
    card_name,
    city_name,
    code,
    day_name,
    goals_of,
    kind_name,
    money,
    power_effect,
    power_name,
    seat_name,
    ticket_name,
    top_effect,
    village_name,
)
from fattorino.kernel.records import NONE, Seat
from fattorino.kernel.words import _

UNIT = 76  # pixels between two street spaces
LEFT, TOP = 46, 54
KIND_SIGNS = ["Pe", "Sa", "Ha", "Me", "Pp", "On", "To", "Pi", "Ch", "M*", "V*", "★"]
VILLAGE_CODES = ["HA", "UW", "UE", "HK", "MI", "GV", "EV", "FD", "CP"]
CLASSES = ["meat", "vegetable", "neither", "wild"]


def _card(card: int) -> dict[str, Any]:
    """A blue card as the picture needs it."""
    kind = kind_of(card)
    return {
        "type": card,
        "sign": KIND_SIGNS[kind],
        "symbol": KINDS[kind].replace("_", "-"),
        "class": CLASSES[class_of(kind)],
        "village": VILLAGE_CODES[village_of(card)],
        "name": card_name(card),
    }


def _counted(counts: Any) -> list[dict[str, Any]]:
    """A pile as its card types with their numbers."""
    return [_card(card) | {"count": int(counts[card])} for card in range(N_BLUE) if counts[card] > 0]


def _place(x: float, y: float) -> dict[str, float]:
    return {"x": round(LEFT + x * UNIT, 1), "y": round(TOP + y * UNIT, 1)}


def _streets(large: int) -> dict[str, Any]:
    """The map that never changes during a game."""
    side = SIDES[large]
    where = {node["id"]: _place(node["x"], node["y"]) for node in side["nodes"]}
    park = _place(side["park_path"]["x"], side["park_path"]["y"])
    areas = []
    for village in range(N_VILLAGES - 1):
        spots = [(n["x"], n["y"]) for n in side["nodes"] if n["village"] == VILLAGES[village]]
        xs, ys = [x for x, _y in spots], [y for _x, y in spots]
        corner = _place(min(xs) - 0.42, min(ys) - 0.42)
        areas.append(
            corner
            | {
                "width": (max(xs) - min(xs) + 0.84) * UNIT,
                "height": (max(ys) - min(ys) + 0.84) * UNIT,
                "name": village_name(village),
                "village": village,
            }
        )
    return {
        "nodes": list(where.values()),
        "edges": [(where[one], where[other]) for one, other in side["edges"]],
        "areas": areas,
        "zones": [
            where[side["zones"][VILLAGES[v]]]
            | {"village": v, "name": village_name(v), "code": VILLAGE_CODES[v]}
            for v in range(N_VILLAGES)
        ],
        "red": [where[name] for name in side["subway"]["red"]],
        "blue": [where[name] for name in side["subway"]["blue"]],
        "docks": [where[name] for name in side["docks"]["spaces"]],
        "park": park,
        "gates": [where[side["park_path"][name]] for name in ("north", "south", "west", "east")],
    }


def _lots(view: Any) -> list[dict[str, Any]]:
    """Every lot: price, reservation, owner with level and top card."""
    lots = []
    for lot in SIDES[int(view.large)]["lots"]:
        number = int(lot["index"])
        owner = int(view.owner[number])
        village = VILLAGES.index(lot["village"])
        shown: dict[str, Any] = _place(lot["x"], lot["y"]) | {
            "number": number,
            "price": lot["price"],
            "token": bool(int(view.tokens) >> number & 1),
            "owner": owner,
        }
        if owner != NONE:
            top = int(view.perm[owner, village, 0])
            shown |= {
                "disks": int(view.disks[owner, village]),
                "cards": sum(int(card) != NONE for card in view.perm[owner, village]),
                "top": _card(top) if top != NONE else None,
            }
        lots.append(shown)
    return lots


def _orders(view: Any) -> list[dict[str, Any]]:
    """The order tickets with their cards and tips."""
    orders = []
    for slot in range(SLOTS):
        ticket = int(view.ticket[slot])
        if ticket == NONE:
            continue
        tip = int(view.tip[slot])
        size = ticket_fact(ticket, TICKET_SIZE)
        cards = [_card(int(card)) for card in view.order[slot] if card != NONE]
        needs = []
        if ticket >= SPECIALTY:
            needs = [KINDS[ticket_fact(ticket, TICKET_NEEDS + k)].replace("_", "-") for k in range(size)]
        orders.append(
            {
                "slot": slot,
                "name": ticket_name(ticket),
                "value": ticket_fact(ticket, TICKET_VALUE),
                "cards": cards,
                "needs": needs,
                "extra": ticket_fact(ticket, TICKET_EXTRA),
                "tip": tip,
                "zone": cards[-1]["village"] if cards and ticket < SPECIALTY else "?",
            }
        )
    return orders


def _tableau(view: Any, k: Seat, seat: Seat) -> dict[str, Any]:
    """One player's tableau as it is drawn."""
    shops = []
    for village in range(BUILDABLE):
        if view.lot[k, village] != NONE:
            cards = [_card(int(card)) for card in view.perm[k, village] if card != NONE]
            disks = int(view.disks[k, village])
            shops.append({"village": VILLAGE_CODES[village], "disks": disks, "cards": cards})
    powers = [int(view.slot[k, slot]) for slot in range(N_SLOTS)]
    return {
        "seat": k,
        "name": seat_name(k, seat),
        "money": int(view.money[0 if view.coop else k]),
        "hand": int(view.n_hand[k]),
        "power": int(view.n_power[k]),
        "tips": int(view.n_tips[k]),
        "no_tips": int(view.no_tips[k]),
        "delivered": int(view.delivered[k]),
        "disks": int(view.supply[k]),
        "shops": shops,
        "slots": [
            {"name": power_name(p), "effect": power_effect(p), "symbol": _power_symbol(p)}
            for p in powers
            if p != NONE
        ],
        "to_move": not view.over and int(view.seat) == k,
    }


def _power_symbol(power: int) -> str:
    return "power-" + str(POWERS[power]["type"]).lower()


def _hand(view: Any, seat: Seat) -> list[dict[str, Any]]:
    """The viewer's own cards, blue ones by kind and village, then Power Cards."""
    cards = [
        {
            "name": card["name"],
            "text": top_effect(kind_of(card["type"])),
            "symbol": card["symbol"],
            "target": f"hand-{card['type']}",
            "count": card["count"],
        }
        for card in _counted(view.hand[seat])
    ]
    return cards + [
        {
            "name": power_name(power),
            "text": power_effect(power),
            "symbol": _power_symbol(power),
            "target": f"hand-{N_BLUE + power}",
            "count": 1,
        }
        for power in range(len(POWERS))
        if view.power_at[power] == seat
    ]


def _before_everybody(tableau: dict[str, Any]) -> list[tuple[str, str]]:
    """A player in a few symbols, for the list of players."""
    return [
        ("coin", money(tableau["money"])),
        ("card", f"{tableau['hand']} + {tableau['power']}"),
        ("tip", str(tableau["tips"])),
        ("pizza", str(tableau["delivered"])),
    ]


def scene(view: Any, seat: Seat) -> dict[str, Any]:
    """All that board.svg.j2 draws, and what the page shows around it."""
    n = int(view.n)
    sits = 0 <= seat < n
    columns = 7 if view.large else 6
    world = int(view.world)
    tableaux = [_tableau(view, k, seat) for k in range(n)]
    days = [
        {
            "name": day_name(day)[:2],
            "token": int(view.day_token[day]),
            "back": int(view.day_back[day]),
            "now": int(view.day) == day,
        }
        for day in range(len(DAYS))
    ]
    side = LEFT * 2 + (columns - 1) * UNIT
    return {
        "title": _("Manhattan, its orders and its pizzerias"),
        "width": side + 900,
        "height": 1110,
        "side": side,
        "unit": UNIT,
        "map": _streets(int(view.large)),
        "lots": _lots(view),
        "orders": _orders(view),
        "market": _counted(view.market),
        "sewer": int(view.n_sewer),
        "sewer_cards": _counted(view.sewer),
        "choose_sewer": int(view.phase) == Phase.FARMER_CARD,
        "deck": int(view.n_deck),
        "inspectors": int(view.inspectors),
        "hand": _hand(view, seat) if sits else [],
        "tableaux": tableaux,
        "players": [_before_everybody(tableau) for tableau in tableaux],
        "goals": goals_of(view, seat) if sits and view.goals else [],
        "cold": [_card(int(card)) | {"place": k} for k, card in enumerate(view.cold) if card != NONE],
        "farmer": _card(int(view.farmer)) if view.farmer != NONE else None,
        "world": power_name(world) if world != NONE else "",
        "world_text": power_effect(world) if world != NONE else "",
        "shortage": _card(int(view.shortage)) if view.shortage != NONE else None,
        "city": city_name(int(view.city)) if view.city != NONE else "",
        "city_text": _(str(CITY_EVENTS[int(view.city)]["text"])) if view.city != NONE else "",
        "path_open": any(int(view.slot[k, 1]) == Power.PARK_PATH for k in range(n)),
        "spot": int(view.spot),
        "coop": bool(view.coop),
        "code": code(view) if view.coop else "",
        "days": days if view.coop else [],
        "pizzas": int(view.pizzas),
        "goal_pizzas": int(view.goal_pizzas),
        "goal_money": int(view.goal_money),
        "legend": [(KINDS[kind].replace("_", "-"), kind_name(kind)) for kind in range(len(KINDS))],
    }


def _short(card: dict[str, Any]) -> str:
    """A card type in a pile: kind, village, and a stroke for each further copy."""
    return str(f"{card['sign']}/{card['village']}" + "'" * (card["count"] - 1))


def board(view: Any, seat: Seat) -> str:
    """The table as text, for the terminal."""
    data = scene(view, seat)
    lines = [
        _("Deck {deck}, sewer {sewer}, inspectors {shown} of 3").format(
            deck=data["deck"], sewer=data["sewer"], shown=data["inspectors"]
        )
    ]
    if data["coop"]:
        today = next(day["name"] for day in data["days"] if day["now"])
        lines.append(
            _("{code}: {day}, ${money} of ${goal}, {pizzas} of {wanted} pizzas").format(
                code=data["code"],
                day=today,
                money=data["tableaux"][0]["money"],
                goal=data["goal_money"],
                pizzas=data["pizzas"],
                wanted=data["goal_pizzas"],
            )
        )
    lines += [name for name in (data["world"], data["city"]) if name]
    for order in data["orders"]:
        cards = " ".join(f"{card['sign']}/{card['village']}" for card in order["cards"]) or " ".join(
            order["needs"]
        )
        tip = "" if order["tip"] == NONE else "+?" if order["tip"] < 0 else f"+${order['tip']}"
        lines.append(f"  {order['slot'] + 1}. ${order['value']}{tip} {cards} -> {order['zone']}")
    market = " ".join(
        f"{card['sign']}/{card['village']}" + "'" * (card["count"] - 1) for card in data["market"]
    )
    lines.append(_("Open Market: {cards}").format(cards=market))
    for player in data["tableaux"]:
        arrow = ">" if player["to_move"] else " "
        shops = "; ".join(
            f"{shop['village']}{shop['disks']}[{' '.join(card['sign'] for card in shop['cards'])}]"
            for shop in player["shops"]
        )
        slots = ", ".join(slot["name"] for slot in player["slots"])
        lines.append(
            f"{arrow} {player['name']}: ${player['money']}, {player['hand']}+{player['power']} "
            + _("cards, {tips} tips, {pizzas} pizzas").format(tips=player["tips"], pizzas=player["delivered"])
            + (f" | {shops}" if shops else "")
            + (f" | {slots}" if slots else "")
        )
    if data["hand"]:
        held = [card["name"] + (f" x{card['count']}" if card["count"] > 1 else "") for card in data["hand"]]
        lines.append(_("Hand: {cards}").format(cards=", ".join(held)))
    return "\n".join(lines)

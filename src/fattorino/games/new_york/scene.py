"""What the pictures show: Manhattan, orders, market, all tableaux; on the pad a sheet and the hand.

Places are worked out here, so that the templates only draw. The board is two columns of a phone's width.
"""

from textwrap import wrap
from typing import Any

from fattorino.games.new_york import card_pictures, effects, island, names, pad, sentences, sheet
from fattorino.games.new_york import tables as t
from fattorino.games.new_york.state import Phase
from fattorino.games.new_york.tables import Power
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import NONE, Seat

WIDTH, EDGE = 780, 4
RIGHT = island.ISLAND_WIDE + 8  # where the second column begins
COLUMN = WIDTH - RIGHT
ORDER_HIGH, ORDER_PITCH = 78, 83
MARKET_WIDE, MARKET_HIGH, IN_MARKET_ROW = 50, 66, 7
PANEL_GAP = 8
SHOP_HIGH = 44


def scene(view: Any, seat: Seat) -> dict[str, Any]:
    """All that board.svg.j2 and pad.svg.j2 draw for a seat (-1: a spectator)."""
    n, large = int(view.n), int(view.large)
    sits = 0 <= seat < n
    options = sheet.choices(view, seat)
    town = island.streets(large)
    tickets = orders(view)
    top = 34 + ORDER_PITCH * max(1 if view.coop else 4, len(tickets))
    market, market_bottom = stall(view, top + 44)
    news = headlines(view)
    news_y = market_bottom + 22
    floor = max(town["bottom"], news_y + sum(entry["high"] for entry in news) + (150 if view.coop else 0)) + 8
    panels = tableaux(view, seat, floor + 6)
    drawn = {
        "title": _("Manhattan, its orders and its pizzerias"),
        "width": WIDTH,
        "height": max((panel["y"] + panel["high"] for panel in panels), default=floor) + EDGE,
        "shape": {"board": "double", "pad": "broad"},
        "floor": floor,
        "right": RIGHT,
        "column": COLUMN,
        "map": town,
        "lots": island.lots(view),
        "ways": island.ways(view, seat, options),
        "path_open": any(int(view.slot[k, 1]) == Power.PARK_PATH for k in range(n)),
        "spot": {"zone": int(view.spot), "seat": _owner(view, Power.THATS_MY_SPOT)}
        if view.spot != NONE
        else None,
        "orders": tickets,
        "order_high": ORDER_HIGH,
        "market": market,
        "market_y": top + 4,
        "deck": int(view.n_deck),
        "sewer": int(view.n_sewer),
        "sewer_words": ", ".join(map(several_cards, card_pictures.counted(view.sewer))),
        "sewer_cards": card_pictures.counted(view.sewer)
        if view.phase == Phase.FARMER_CARD and options
        else [],
        "inspectors": int(view.inspectors),
        "news": news,
        "news_y": news_y,
        "calendar": calendar(view, news_y) if view.coop else None,
        "tableaux": panels,
        "players": [_before_everybody(view, k) for k in range(n)],
        "tables": [_goals_table(view, seat)] if sits and view.goals else [],
        "legend": [(names.KIND_SYMBOLS[kind], kind_words(kind)) for kind in range(len(t.KINDS))]
        + [
            ("house", f"{short}: {names.village_name(village)}")
            for village, short in enumerate(names.VILLAGE_CODES)
        ],
    }
    if sits:
        drawn |= pad.pad(view, seat, options)
    return drawn


def kind_words(kind: int) -> str:
    """A kind with the power it has on top of a pizzeria."""
    effect = names.top_effect(kind)
    return f"{names.kind_name(kind)}: {effect}" if effect else names.kind_name(kind)


def several_cards(card: dict[str, Any]) -> str:
    """A card type with its number, if there are several."""
    return str(card["name"]) + (f" x{card['count']}" if card["count"] > 1 else "")


def _owner(view: Any, power: int) -> int:
    """Who has a Power Card in play."""
    owners = [k for k in range(int(view.n)) if power in view.slot[k]]
    return owners[0] if owners else NONE


# -- orders, market, news --------------------------------------------------------------------------------


def orders(view: Any) -> list[dict[str, Any]]:
    """The order tickets with their cards and tips."""
    shown: list[dict[str, Any]] = []
    picked = picked_order(view)
    for slot in range(t.SLOTS):
        ticket = int(view.ticket[slot])
        if ticket == NONE:
            continue
        cards = [card_pictures.card_look(int(card)) for card in view.order[slot] if card != NONE]
        special = ticket >= t.SPECIALTY
        under_way = Phase.ORDER < view.phase <= Phase.REWARD and not view.d_copy
        size = int(t.ticket_fact(ticket, t.TICKET_SIZE))
        needs = [int(t.ticket_fact(ticket, t.TICKET_NEEDS + k)) for k in range(size)] if special else []
        extra = int(t.ticket_fact(ticket, t.TICKET_EXTRA))
        shown.append(
            {
                "slot": slot,
                "y": 34 + ORDER_PITCH * len(shown),
                "name": names.ticket_name(ticket),
                "value": int(t.ticket_fact(ticket, t.TICKET_VALUE)),
                "cards": cards,
                "needs": [names.KIND_SYMBOLS[kind] for kind in needs],
                "note": ngettext("+ {n} card", "+ {n} cards", extra) if special else "",
                "words": ", ".join(
                    [names.kind_name(kind) for kind in needs] or [card["name"] for card in cards]
                )
                + tip_words(int(view.tip[slot])),
                "tip": int(view.tip[slot]),
                "zone": _("any") if special else cards[-1]["village"] if cards else "",
                "now": bool(under_way and view.d_slot == slot),
                "open": slot == picked,
            }
        )
    return shown


def picked_order(view: Any) -> int:
    """The order of which a single card is to be chosen, if that is asked."""
    if view.phase != Phase.PICK_POS or view.over:
        return NONE
    return int(view.stack[int(view.n_stack) - 1, 3]) // t.MAX_CARDS


def tip_words(tip: int) -> str:
    """The tip on an order, after its ingredients."""
    if tip == NONE:
        return ""
    return _("; tip ${n}").format(n=tip) if tip > 0 else _("; a tip nobody has seen yet")


def stall(view: Any, top: float) -> tuple[list[dict[str, Any]], float]:
    """The Open Market, and where it ends."""
    cards = card_pictures.counted(view.market)
    for at, card in enumerate(cards):
        row, column = divmod(at, IN_MARKET_ROW)
        card |= {"x": RIGHT + 4 + (MARKET_WIDE + 4) * column, "y": top + (MARKET_HIGH + 5) * row}
    rows = max(1, -(-len(cards) // IN_MARKET_ROW))
    return cards, top + rows * (MARKET_HIGH + 5)


def headlines(view: Any) -> list[dict[str, Any]]:
    """What is in force for everybody: the Global card and the City Event."""
    symbols = ["power-global"] * bool(view.world != NONE) + ["building"]
    return [_headline(symbol, *news) for symbol, news in zip(symbols, effects.in_force(view), strict=False)]


def _headline(symbol: str, name: str, text: str) -> dict[str, Any]:
    lines = wrap(text, 42)
    return {"symbol": symbol, "name": name, "lines": lines, "high": 26 + 18 * len(lines)}


def calendar(view: Any, top: float) -> dict[str, Any]:
    """Co-op: the week with its promotions, and how far the team has got."""
    days = [
        {
            "name": day.name[:2],
            "words": effects.day_words(day),
            "morning": day.morning,
            "evening": day.evening,
            "back": day.back,
            "colour": day.colour,
            "now": int(view.day) == number,
            "sleeps": bool(view.day_new and int(view.day) == number),
        }
        for number, day in enumerate(effects.week(view))
    ]
    goals = [
        {"symbol": "coin", "now": int(view.money[0]), "goal": int(view.goal_money), "name": _("Money")},
        {"symbol": "pizza", "now": int(view.pizzas), "goal": int(view.goal_pizzas), "name": _("Pizzas")},
    ]
    markers = [
        {"at": int(view.marker[colour]), "fired": bool(view.fired[colour]), "colour": colour}
        for colour in range(2)
    ]
    return {"y": top, "days": days, "goals": goals, "markers": markers, "code": names.code(view)}


# -- tableaux --------------------------------------------------------------------------------------------


def tableaux(view: Any, seat: Seat, top: float) -> list[dict[str, Any]]:
    """Everybody's tableau, two in a row, the viewer's own first."""
    n = int(view.n)
    first = seat if 0 <= seat < n else 0
    panels = [tableau(view, (first + k) % n, seat) for k in range(n)]
    y = top
    for at in range(0, n, 2):
        row = panels[at : at + 2]
        high = max(panel["high"] for panel in row)
        for column, panel in enumerate(row):
            panel |= {"x": 0 if column == 0 else RIGHT - 4, "y": y, "high": high}
        y += high + PANEL_GAP
    return panels


def tableau(view: Any, k: Seat, seat: Seat) -> dict[str, Any]:
    """One player's tableau as it is drawn."""
    shops: list[dict[str, Any]] = []
    for village in range(t.BUILDABLE):
        if view.lot[k, village] == NONE:
            continue
        row, column = divmod(len(shops), 2)
        shops.append(
            {
                "x": 8 + 188 * column,
                "y": 112 + SHOP_HIGH * row,
                "village": names.VILLAGE_CODES[village],
                "name": names.village_name(village),
                "disks": int(view.disks[k, village]),
                "cards": [
                    card_pictures.card_look(int(card)) for card in view.perm[k, village] if card != NONE
                ],
            }
        )
    slots = []
    for slot in range(t.N_SLOTS):
        power = int(view.slot[k, slot])
        kind = ("speed", "money", "event")[slot]
        empty = {"symbol": f"power-{kind}", "name": "", "tell": ""}
        slots.append(card_pictures.power_look(power) if power != NONE else empty)
        if power == Power.SUBWAY_FAST_PASS:
            slots[-1]["name"] = f"{int(view.passes)} × {slots[-1]['name']}"
    below = _below(view, k)
    rows = -(-len(shops) // 2)
    return {
        "seat": k,
        "name": names.seat_name(k, seat),
        "money": int(view.money[0 if view.coop else k]),
        "facts": [
            ("card", f"{int(view.n_hand[k])}+{int(view.n_power[k])}"),
            ("tip", f"{int(view.n_tips[k])}" + (f"+{int(view.no_tips[k])}" if view.no_tips[k] else "")),
            ("pizza", str(int(view.delivered[k]))),
            ("disk", str(int(view.supply[k]))),
        ],
        "shops": shops,
        "slots": slots,
        "below": below,
        "below_y": 112 + SHOP_HIGH * rows,
        "high": 118 + SHOP_HIGH * max(1, rows) + (62 if below else 0),
        "mover": not view.over and int(view.seat) == k,
        "goals": int(view.n_goals[k]) if view.goals else 0,
        "owes": card_pictures.power_look(Power.OUT_OF_SUPPLIES.value)["tell"]
        if effects.owes(view, k)
        else "",
    }


def _below(view: Any, k: Seat) -> list[dict[str, Any]]:
    """The cards under Cold Storage and Farmer Brown."""
    cards: list[dict[str, Any]] = []
    if Power.COLD_STORAGE in view.slot[k]:
        for at, card in enumerate(view.cold):
            if card != NONE:
                cards.append(card_pictures.card_look(int(card)) | {"target": f"cold-{at}"})
    if Power.FARMER_BROWN in view.slot[k] and view.farmer != NONE:
        cards.append(card_pictures.card_look(int(view.farmer)) | {"target": "farmer"})
    return cards


def _before_everybody(view: Any, k: Seat) -> list[tuple[str, str]]:
    """A player in a few symbols, for the list of players."""
    facts = [
        ("coin", names.money(int(view.money[0 if view.coop else k]))),
        ("card", ngettext("{n} card", "{n} cards", int(view.n_hand[k]))),
        ("power-event", ngettext("{n} Power Card", "{n} Power Cards", int(view.n_power[k]))),
        ("tip", ngettext("{n} tip", "{n} tips", int(view.n_tips[k]))),
        ("pizza", ngettext("{n} delivered", "{n} delivered", int(view.delivered[k]))),
    ]
    return facts + [("power-timed", _("owes Out of Supplies"))] * effects.owes(view, k)


def _goals_table(view: Any, seat: Seat) -> dict[str, Any]:
    """The viewer's personal goals."""
    rows = [
        [text, names.money(reward), _("reached") if reached else _("not yet")]
        for text, reward, reached in sentences.goals_of(view, seat)
    ]
    return {
        "title": _("Your personal goals"),
        "columns": [_("Goal"), _("Reward"), _("Now")],
        "count": len(rows),
        "row": rows.__getitem__,
    }

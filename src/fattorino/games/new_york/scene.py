"""What the board shows: the map, orders, market, all tableaux; below it, on the pad, choices and the hand.

Positions are computed here, so that the templates only draw. The board is two columns of a phone's width.
"""

from textwrap import wrap
from typing import Any

from fattorino.games.new_york import (
    card_pictures,
    choice_sheet,
    effects,
    names,
    pad,
    scene_map,
    scene_players,
    sentences,
    tables as t,
)
from fattorino.games.new_york.rules import covering, hands
from fattorino.games.new_york.state import Phase
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import NONE, Seat, namespace

WIDTH, HIGH, EDGE = 780, 646, 4  # what a desktop shows at once
RIGHT = scene_map.MAP_WIDE + 8  # where the second column begins
COLUMN = WIDTH - RIGHT
ORDERS_TOP, ORDER_HIGH, ORDER_PITCH = 27, 58, 62
MARKET_WIDE, MARKET_HIGH, IN_MARKET_ROW = 46, 56, 11
NEWS_WIDE = 47  # letters


def scene(view: Any, seat: Seat) -> dict[str, Any]:
    """Everything board.svg.j2 and pad.svg.j2 draw for a seat (-1: a spectator)."""
    plain = namespace(view)
    n, large = plain.n, plain.large
    sits = 0 <= seat < n
    options = choice_sheet.choices(view, seat)
    tickets = orders(plain)
    top = ORDERS_TOP + ORDER_PITCH * max(t.MAIN_SLOTS, len(tickets))
    market, pitch, high = stall(plain)
    bottom = top + 32 + high
    news = headlines(plain, bottom + 16)
    bottom += sum(entry["high"] for entry in news)
    week = calendar(view, bottom + 4) if view.coop else None
    bottom += week["high"] if week else 0
    panels = scene_players.panels(view, seat, RIGHT, bottom + 2, HIGH - EDGE)
    drawn = {
        "title": _("Manhattan, its orders and its pizzerias"),
        "width": WIDTH,
        "height": max(HIGH, panels[-1]["y"] + panels[-1]["high"] + EDGE),
        "shape": {"board": "double handed"},
        "right": RIGHT,
        "column": COLUMN,
        "map": scene_map.streets(large),
        "lots": scene_map.lots(view, seat, options),
        "ways": scene_map.ways(view, seat, options),
        "path_open": bool(covering.path_open(view)),
        "spot": {"zone": plain.spot, "seat": hands.owner_in_play(view, t.Power.THATS_MY_SPOT.value)}
        if plain.spot != NONE
        else None,
        "orders": tickets,
        "order_high": ORDER_HIGH,
        "orders_words": [] if tickets else wrap(no_orders(view), NEWS_WIDE - 4),
        "market": market,
        "market_y": top,
        "market_pitch": pitch,
        "deck": int(view.n_deck),
        "sewer": int(view.n_sewer),
        "sewer_words": ", ".join(map(several_cards, card_pictures.counted(plain.sewer))),
        "sewer_cards": card_pictures.counted(plain.sewer)
        if plain.phase == Phase.FARMER_CARD and options
        else [],
        "inspectors": int(view.inspectors),
        "inspectors_all": t.INSPECTORS,
        "news": news,
        "calendar": week,
        "tableaux": panels,
        "players": [_before_everybody(plain, k) for k in range(n)],
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


def no_orders(view: Any) -> str:
    """Why there is no order."""
    if view.phase == Phase.KEEP:
        return _("The first orders come once everybody has kept a Power Card.")
    return _("There is no order just now.")


def kind_words(kind: int) -> str:
    """An ingredient with its power on top of a pizzeria."""
    effect = names.top_effect(kind)
    return f"{names.kind_name(kind)}: {effect}" if effect else names.kind_name(kind)


def several_cards(card: dict[str, Any]) -> str:
    """A card type with its number, if there are several."""
    return str(card["name"]) + (f" x{card['count']}" if card["count"] > 1 else "")


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
        needs = t.kinds_on(ticket)
        extra = int(t.ticket_fact(ticket, t.TICKET_EXTRA))
        zone = t.village_of(cards[-1]["type"]) if cards and not special else NONE
        shown.append(
            {
                "slot": slot,
                "y": ORDERS_TOP + ORDER_PITCH * len(shown),
                "name": names.ticket_name(ticket),
                "value": int(t.ticket_fact(ticket, t.TICKET_VALUE)),
                "cards": cards,
                "needs": [names.KIND_SYMBOLS[kind] for kind in needs],
                "note": ngettext("−{n} card", "−{n} cards", extra) if special else "",
                "words": order_words(
                    view, slot, needs or [t.kind_of(card["type"]) for card in cards], zone, extra
                ),
                "tip": int(view.tip[slot]),
                "zone": _("any") if special else names.VILLAGE_CODES[zone] if zone != NONE else "",
                "now": bool(under_way and view.d_slot == slot),
                "open": slot == picked,
            }
        )
    return shown


def order_words(view: Any, slot: int, kinds: list[int], zone: int, extra: int) -> str:
    """An order in words: its ingredients, destination and payment."""
    ticket, tip = int(view.ticket[slot]), int(view.tip[slot])
    parts = [", ".join(map(names.kind_name, kinds)) or _("no ingredients yet")]
    if ticket >= t.SPECIALTY:
        parts.append(ngettext("costs {n} more card", "costs {n} more cards", extra))
        parts.append(_("goes to any zone"))
    elif zone != NONE:
        parts.append(_("goes to {village}").format(village=names.village_name(zone)))
    parts.append(_("pays ${n}").format(n=int(t.ticket_fact(ticket, t.TICKET_VALUE))))
    if tip != NONE:
        parts.append(_("tip ${n}").format(n=tip) if tip > 0 else _("with a hidden tip"))
    return _("Order {number}, {name}: {parts}.").format(
        number=slot + 1, name=names.ticket_name(ticket), parts="; ".join(parts)
    )


def picked_order(view: Any) -> int:
    """The order of which a card is being chosen, or NONE."""
    if view.phase != Phase.PICK_POS or view.over:
        return NONE
    return int(view.stack[int(view.n_stack) - 1][3]) // t.MAX_CARDS


def stall(view: Any) -> tuple[list[dict[str, Any]], float, float]:
    """The Open Market in rows, and its height; each card type has a fixed place in the order."""
    cards = card_pictures.counted(view.market)
    pitch = round(min(MARKET_WIDE + 7, (COLUMN - 8) / max(1, min(len(cards), IN_MARKET_ROW))), 1)
    for at, card in enumerate(cards):
        row, column = divmod(at, IN_MARKET_ROW)
        wide = round(min(MARKET_WIDE, pitch - 4), 1)
        card |= {"x": round(pitch * column, 1), "y": (MARKET_HIGH + 5) * row, "wide": wide}
        card["tell"] = pad.several(card, card["name"])
    rows = max(1, -(-len(cards) // IN_MARKET_ROW))
    return cards, pitch, rows * (MARKET_HIGH + 5)


def headlines(view: Any, top: float) -> list[dict[str, Any]]:
    """What applies to everybody: the Global card and the City Event."""
    symbols = ["power-global"] * bool(view.world != NONE) + ["building"]
    found: list[dict[str, Any]] = []
    for symbol, (name, text) in zip(symbols, effects.in_force(view), strict=False):
        lines = wrap(text, NEWS_WIDE, max_lines=2, placeholder=" …")
        found.append({"symbol": symbol, "name": name, "words": f"{name}: {text}", "y": top})
        found[-1] |= {"lines": lines, "high": 22 + 16 * len(lines)}
        top += found[-1]["high"]
    return found


def calendar(view: Any, top: float) -> dict[str, Any]:
    """Co-op: the week with its promotions, and the team's progress."""
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
    return {"y": top, "high": 106, "days": days, "goals": goals, "markers": markers, "code": names.code(view)}


# -- lists ---------------------------------------------------------------------------------------------------


def _before_everybody(view: Any, k: Seat) -> list[tuple[str, str]]:
    """A player in a few symbols, for the list of players."""
    facts = [
        ("coin", names.money(int(view.money[0 if view.coop else k]))),
        ("card", names.cards(int(view.n_hand[k]))),
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

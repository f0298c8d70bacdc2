"""The tray under the thumb: the choices that are no place on the board, each with what it gives."""

from typing import Any

from fattorino.games.papa_paolo import state as s
from fattorino.games.papa_paolo import tables as t
from fattorino.games.papa_paolo.deeds import sponsored
from fattorino.games.papa_paolo.state import Phase
from fattorino.games.papa_paolo.words import (
    deed_name,
    free_words,
    label,
    road_words,
    target,
    ticket_name,
    track_name,
)
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import Seat

MARKS = ["£", "+", "»", "#"]  # of gold, blue, red, green: colour is never alone
ON_BOARD = ("SLOT", "CELL", "STEP", "DROP", "BID", "BID2", "COLOUR", "DELIVERY", "START")
IN_ROW, WIDE, HIGH, GAP = 4, 104, 128, 6
RUNG_HIGH = 48  # of a bid: 40 pixels on a phone


def tray(view: Any, seat: Seat, options: list[int]) -> list[dict[str, Any]]:
    """A card for each choice that is not made on the board itself; bids are too small there for a thumb."""
    if view.phase in (Phase.BID, Phase.BID2):
        return rungs(view, options)
    cards = [
        card(view, seat, action) | {"target": target(view, action), "words": label(view, action)}
        for action in options
        if s.SPACE.block(action)[0].name not in ON_BOARD
    ]
    for place, entry in enumerate(cards):
        row, column = divmod(place, IN_ROW)
        entry["x"], entry["y"] = GAP + (WIDE + GAP) * column, GAP + (HIGH + GAP) * row
        entry["high"] = HIGH
    return cards


def rungs(view: Any, options: list[int]) -> list[dict[str, Any]]:
    """The bids one can make as a ladder, the highest on top, and under it the way down."""
    found = [(action, *s.SPACE.block(action)) for action in options]
    bids = [(action, block.name, place) for action, block, place in found if block.name in ("BID", "BID2")]
    levels = sorted({place // s.SLOTS_WIDE for _action, _name, place in bids}, reverse=True)
    cards = []
    for action, block, place in found:
        row, column = len(levels), 0
        if block.name in ("BID", "BID2"):
            row, column = levels.index(place // s.SLOTS_WIDE), place % s.SLOTS_WIDE
        title, line = _("Withdraw") if view.phase == Phase.BID else _("Pass"), ""
        if block.name == "BID":
            title, line = f"£{t.bid_value(place)}", ticket_name(int(view.round_no), int(view.tickets[column]))
        elif block.name == "BID2":
            title = f"£{place + 1}"
        look = plain("", -1, title, line) | {"target": target(view, action), "words": label(view, action)}
        x, y = GAP + (WIDE + GAP) * column, GAP + (RUNG_HIGH + GAP) * row
        cards.append(look | {"x": x, "y": y, "high": RUNG_HIGH})
    return cards


def pad_size(cards: list[dict[str, Any]]) -> tuple[int, int]:
    """How large the picture is that holds the cards."""
    return GAP + (WIDE + GAP) * IN_ROW, max(entry["y"] + entry["high"] for entry in cards) + GAP


def card(view: Any, seat: Seat, action: int) -> dict[str, Any]:
    """What a card of the tray says: a picture, a title, a line below."""
    name, place = s.SPACE.block(action)[0].name, s.SPACE.block(action)[1]
    if action == s.TAKE or name == "ROT":
        tile = int(view.slot_tile[int(view.slot)])
        roads = t.roads_of(t.shape_of(tile), place if name == "ROT" else 0)
        look = {
            "kind": "city",
            "colour": t.colour_of(tile),
            "houses": t.houses_of(tile),
            "served": 0,
            "sides": [side for side in range(4) if t.has(roads, side)],
        }
        title = _("Take the tile") if action == s.TAKE else _("Turn {n}").format(n=action - s.ROT + 1)
        return {
            "tile": look,
            "symbol": "",
            "colour": -1,
            "title": title,
            "line": "" if action == s.TAKE else road_words(roads),
        }
    if name.lower() in s.DEEDS:
        return deed_card(view, seat, action - s.SPONSOR)
    if name == "BUY":
        bought = action - s.BUY + 1
        title = _("{n} for £{price}").format(n=bought, price=t.shop_price(bought))
        return plain("pizza", 1, title, free_words(view, seat, bought))
    if name == "PRICE":
        kind = action - s.PRICE
        room = ngettext("room for {n}", "room for {n}", t.capacity_of(t.START_PIZZERIA + 1 + kind))
        return plain("building", 3, f"£{t.PRICES[kind]}", room)
    if name == "USE_ACTION":
        return deed_card(view, seat, int(view.invest[seat]))
    if name == "USE_XP":
        colour = int(view.invest[seat])
        marker = int(view.track[seat, colour])
        now, then = t.track_value(colour, marker), t.track_value(colour, min(marker + 1, s.LAST_COLUMN))
        step = _("from {now} to {then}").format(now=now, then=then)
        return plain("trophy", colour, _("Learn: {track}").format(track=track_name(colour)), step)
    titles = {
        "IDLE": _("Do nothing"),
        "END_TOUR": _("End the tour"),
        "END_DELIVERY": _("Stop delivering"),
        "PASS": _("Discard") if view.phase == Phase.INVEST else _("No thanks"),
    }
    return plain("", -1, titles[name], "")


def plain(symbol: str, colour: int, title: str, line: str) -> dict[str, Any]:
    return {"tile": None, "symbol": symbol, "colour": colour, "title": title, "line": line}


def deed_card(view: Any, seat: Seat, deed: int) -> dict[str, Any]:
    """An action with what it gives at the present track values."""
    value = t.track_value(deed, int(view.track[seat, deed]))
    shopping = _("from £{price}").format(price=t.shop_price(1))
    pizzas = ngettext("{n} pizza", "{n} pizzas", value)
    lines = [
        _("take £{n}").format(n=sponsored(view, seat)),
        shopping + (_(", +{n} free").format(n=value) if value else ""),
        _("£{price}: {pizzas}").format(price=s.EXPRESS_COST, pizzas=pizzas),
        _("£{low} to £{high}").format(low=t.PRICES[0], high=t.PRICES[-1]),
    ]
    return plain(["coin", "pizza", "bike", "building"][deed], deed, deed_name(deed), lines[deed])

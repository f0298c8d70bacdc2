"""The pad below the board: a card for each choice that has no place on the board, with what it gives."""

from typing import Any

from fattorino.games.papa_paolo import state as s, tables as t
from fattorino.games.papa_paolo.names import SYMBOLS, deed_name, pizzas_word, step_signs, track_name
from fattorino.games.papa_paolo.rules.money import sponsored
from fattorino.games.papa_paolo.rules.questions.shopping import free_pizzas
from fattorino.games.papa_paolo.rules.questions.tile_placement import in_hand
from fattorino.games.papa_paolo.scene_players import tile_look
from fattorino.games.papa_paolo.words import label, target
from fattorino.kernel.i18n import _
from fattorino.kernel.records import Seat

ON_BOARD = ("SLOT", "CELL", "STEP", "DROP", "BID", "BID2", "COLOUR", "DELIVERY", "START")
WAYS_OUT = ("IDLE", "END_TOUR", "END_DELIVERY", "PASS")
IN_ROW, WIDE, HIGH, GAP = 5, 90, 104, 6
LEAST = 4  # cards per row, at least


def tray(view: Any, seat: Seat, options: list[int]) -> list[dict[str, Any]]:
    """A card for each choice that is not made on the board itself; declining is a plain button."""
    cards = [
        card(view, seat, action) | {"target": target(view, action), "words": label(view, action)}
        for action in options
        if s.SPACE.block(action)[0].name not in ON_BOARD + WAYS_OUT
    ]
    for place, entry in enumerate(cards):
        row, column = divmod(place, IN_ROW)
        entry["x"], entry["y"] = GAP + (WIDE + GAP) * column, GAP + (HIGH + GAP) * row
    return cards


def pad_size(cards: list[dict[str, Any]]) -> tuple[int, int]:
    """The size of the picture with this many cards."""
    in_row = max(LEAST, min(len(cards), IN_ROW))
    return GAP + (WIDE + GAP) * in_row, max(entry["y"] for entry in cards) + HIGH + GAP


def card(view: Any, seat: Seat, action: int) -> dict[str, Any]:
    """A card of the pad: a picture, a title, a line below."""
    block, place = s.SPACE.block(action)
    name = block.name
    if name in ("TAKE", "ROT"):
        tile = in_hand(view)
        roads = t.roads_of(t.shape_of(tile), place)
        title = _("Take the tile") if name == "TAKE" else _("Like this")
        return plain("", -1, title, "") | {"tile": tile_look(tile, roads)}
    if name.lower() in s.DEEDS:
        return deed_card(view, seat, action - s.SPONSOR)
    if name == "BUY":
        bought = place + 1
        free = max(free_pizzas(view, seat, bought), 0)
        title = f"+{bought} +{free}" if free else f"+{bought}"
        return plain("pizza", 1, title, f"−£{t.shop_price(bought)}", "cost")
    if name == "PRICE":
        room = _("room for {n}").format(n=t.capacity_of(t.BUILT + place))
        return plain("building", 3, room, f"−£{t.PRICES[place]}", "cost")
    colour = int(view.invest[seat])
    if name == "USE_ACTION":
        return deed_card(view, seat, colour)
    title = _("Step: {track}").format(track=track_name(colour))
    return plain("trophy", colour, title, step_signs(colour, int(view.track[seat, colour])))


def plain(symbol: str, colour: int, title: str, line: str, tone: str = "") -> dict[str, Any]:
    """A card without a tile; its line may be a cost or a gain."""
    return {"tile": None, "symbol": symbol, "colour": colour, "title": title, "line": line, "tone": tone}


def deed_card(view: Any, seat: Seat, deed: int) -> dict[str, Any]:
    """An action with what it gives at the current positions on the tracks."""
    value = t.track_value(deed, int(view.track[seat, deed]))
    lines = [
        _("+£{n}").format(n=sponsored(view, seat)),
        _("from −£{price}").format(price=t.shop_price(1)),
        _("−£{price}: {pizzas}").format(price=s.EXPRESS_COST, pizzas=pizzas_word(value)),
        _("−£{low} to −£{high}").format(low=t.PRICES[0], high=t.PRICES[-1]),
    ]
    return plain(SYMBOLS[deed], deed, deed_name(deed), lines[deed], "cost" if deed else "gain")

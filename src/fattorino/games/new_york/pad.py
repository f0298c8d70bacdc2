"""The pad below the board: the delivery under way, the sheet with its lines, the hand."""

from textwrap import wrap
from typing import Any

from fattorino.games.new_york import card_pictures, names, sheet
from fattorino.games.new_york import tables as t
from fattorino.games.new_york.rules import hands
from fattorino.kernel.i18n import _
from fattorino.kernel.records import Seat

PAD_WIDE = 446
CARD_WIDE, CARD_HIGH, IN_HAND_ROW = 84, 92, 5
SLIM_LINE, MANY_LINES, NOTE_WIDE = 38, 6, 47


def pad(view: Any, seat: Seat, options: list[int]) -> dict[str, Any]:
    """The sheet with its lines, then the hand: all that the pad draws, and its size."""
    ticket = sheet.delivery(view, seat)
    y = 4.0
    if ticket is not None:
        ticket["y"] = y
        ticket["high"] = 96
        y += ticket["high"] + 6
    lines, y = lay_out(sheet.sheet(view, seat, options), y)
    cards, bottom = hand(view, seat, y + 24)
    return {
        "pad": (PAD_WIDE, bottom),
        "ticket": ticket,
        "lines": lines,
        "cards": cards,
        "hand_y": y + 16,
        "hand_words": hand_words(view, seat),
    }


def lay_out(lines: list[dict[str, Any]], y: float) -> tuple[list[dict[str, Any]], float]:
    """The lines one below the other, or many short ones in two columns; and where they end."""
    slim = len(lines) > MANY_LINES or (len(lines) > 2 and not any(entry["note"] for entry in lines))
    wide = (PAD_WIDE - 14) / 2 if slim else PAD_WIDE - 8
    high = SLIM_LINE
    for at, entry in enumerate(lines):
        entry["notes"] = [] if slim else wrap(entry["note"], NOTE_WIDE)[:3]
        column = at % 2 if slim else 0
        if at and not column:
            y += high + 5
        high = SLIM_LINE if not entry["notes"] else 28 + 17 * len(entry["notes"])
        entry |= {"x": 4 + (wide + 6) * column, "y": y, "wide": wide, "high": high}
    return lines, y + high + 5 if lines else y


def hand_words(view: Any, seat: Seat) -> str:
    """How many cards, of how many allowed, and the money."""
    held = int(view.n_hand[seat]) + int(view.n_power[seat])
    return _("Your hand: {n} of {limit} cards, {money}").format(
        n=held, limit=int(hands.hand_limit(view, seat)), money=names.money(int(hands.money_of(view, seat)))
    )


def hand(view: Any, seat: Seat, top: float) -> tuple[list[dict[str, Any]], float]:
    """The viewer's own cards, blue ones by kind and village, then Power Cards; and where they end."""
    cards: list[dict[str, Any]] = []
    for card in card_pictures.counted(view.hand[seat]):
        row, column = divmod(len(cards), IN_HAND_ROW)
        effect = names.top_effect(t.kind_of(card["type"]))
        name = names.village_name([*names.VILLAGE_CODES].index(card["village"]))
        tell = _("{card}. As the top card of a pizzeria: {effect}").format(card=card["name"], effect=effect)
        cards.append(
            card
            | {
                "blue": True,
                "place": name,
                "tell": tell if effect else card["name"],
                "target": f"hand-{card['type']}",
                "x": 4 + (CARD_WIDE + 4.4) * column,
                "y": top + (CARD_HIGH + 5) * row,
            }
        )
    y = top + (CARD_HIGH + 5) * -(-len(cards) // IN_HAND_ROW)
    held = [power for power in range(t.N_POWERS) if view.power_at[power] == seat]
    for at, power in enumerate(held):
        row, column = divmod(at, 2)
        cards.append(
            card_pictures.power_look(power)
            | {
                "blue": False,
                "target": f"hand-{t.N_BLUE + power}",
                "lines": wrap(names.power_effect(power), 27)[:3],
                "x": 4 + 221 * column,
                "y": y + 87 * row,
            }
        )
    return cards, max(y + 87 * -(-len(held) // 2), top + 20)

"""The pad below the board: the current delivery, the choices, the hand."""

from textwrap import wrap
from typing import Any

from fattorino.games.new_york import card_pictures, choice_sheet, names, tables as t, words
from fattorino.games.new_york.rules import hands
from fattorino.games.new_york.state import Phase
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import NONE, Seat

PAD_WIDE = 446
CARD_WIDE, CARD_HIGH, PITCH = 84, 92, 88  # cards that do not fit side by side overlap
HAND_TOP = 26
SLIM_LINE, MANY_LINES, NOTE_WIDE = 38, 6, 50
EFFECT_WIDE, EFFECT_NARROW, EFFECT_LINES = 57, 26, 4


def pad(view: Any, seat: Seat, options: list[int]) -> dict[str, Any]:
    """The hand, in a fixed place; below it the delivery, the choices, and the Power Cards.

    While the starting Power Card is being chosen, Power Cards come first.
    """
    powers, top = power_cards(view, seat, 4) if view.phase == Phase.KEEP else ([], 0.0)
    cards = hand(view, seat, top + HAND_TOP)
    y = top + HAND_TOP + (CARD_HIGH + 10 if cards else 0)
    ticket = choice_sheet.delivery(view, seat)
    if ticket is not None:
        ticket |= {"y": y, "high": 96}
        y += ticket["high"] + 6
    lines, y = lay_out(choice_sheet.sheet(view, seat, options), y)
    if not powers:
        asked = {words.target(view, action) for action in options}
        busy = bool(ticket or lines) and not any(card_target(power) in asked for power in range(t.N_POWERS))
        powers, y = power_cards(view, seat, y, slim=busy)
    places = " placed" if view.phase == Phase.BUILD_LOT and lines else ""  # the map shows them
    return {
        "pad": (PAD_WIDE, y),
        "shape": {"board": "double handed", "pad": "broad" + places},
        "ticket": ticket,
        "lines": lines,
        "cards": cards + powers,
        "hand_y": top + 17,
        "hand_words": hand_words(view, seat),
        "hand_tell": hand_tell(view, seat),
    }


def lay_out(lines: list[dict[str, Any]], y: float) -> tuple[list[dict[str, Any]], float]:
    """The lines one below the other, or many short ones in two columns; returns also where they end."""
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
    """The number of cards, the hand limit, and the money."""
    held = int(view.n_hand[seat]) + int(view.n_power[seat])
    return _("Your hand: {n} of {limit} cards, {money}").format(
        n=held, limit=int(hands.hand_limit(view, seat)), money=names.money(int(hands.money_of(view, seat)))
    )


def hand_tell(view: Any, seat: Seat) -> str:
    """The cards in hand by sort, the hand limit, and what money is for."""
    cards = ngettext("{n} ingredient card", "{n} ingredient cards", int(view.n_hand[seat]))
    powers = ngettext("{n} Power Card", "{n} Power Cards", int(view.n_power[seat]))
    text = _("{cards} and {powers}. What is more than {limit} at the end of your turn is discarded.")
    return text.format(cards=cards, powers=powers, limit=int(hands.hand_limit(view, seat)))


def hand(view: Any, seat: Seat, top: float) -> list[dict[str, Any]]:
    """The viewer's own blue cards by kind and village, in one row."""
    found = card_pictures.counted(view.hand[seat])
    pitch = min(PITCH, (PAD_WIDE - 8 - CARD_WIDE) / max(1, len(found) - 1))
    for at, card in enumerate(found):
        effect = names.top_effect(t.kind_of(card["type"]))
        tell = _("{card}. As the top card of a pizzeria: {effect}").format(card=card["name"], effect=effect)
        card |= {
            "blue": True,
            "tell": several(card, tell if effect else card["name"]),
            "target": f"hand-{card['type']}",
            "x": round(4 + pitch * at, 1),
            "y": top,
            "seen": min(CARD_WIDE, pitch) if at < len(found) - 1 else CARD_WIDE,
        }
    return found


def several(card: dict[str, Any], tell: str) -> str:
    """The words of a card, with the number of copies."""
    return _("{card}; {n} of them").format(n=card["count"], card=tell) if card["count"] > 1 else tell


def card_target(power: int) -> str:
    """The target of a Power Card in the hand."""
    return f"hand-{t.N_BLUE + power}"


def replaced(view: Any, seat: Seat, power: int) -> str:
    """NY-TURN-6: which card of the tableau this one would replace, or ''."""
    slot = int(t.power_type(power))
    old = NONE if slot in (t.TIMED, t.GLOBAL) else int(view.slot[seat, slot])
    if old == NONE:
        return ""
    return _("It takes the place of {card}.").format(card=names.power_name(old))


def power_cards(view: Any, seat: Seat, y: float, slim: bool = False) -> tuple[list[dict[str, Any]], float]:
    """The viewer's own Power Cards: up to two with their full text, more in two columns.

    If `slim`, because something else is asked, only their names; the text appears on hover.
    """
    held = [power for power in range(t.N_POWERS) if view.power_at[power] == seat]
    columns = 1 if len(held) <= 2 and not slim else 2
    wide = (PAD_WIDE - 8) / columns - 5 * (columns - 1)
    cards, high = [], 0
    for at, power in enumerate(held):
        if at % columns == 0:
            y, high = y + high, 0
        lines = wrap(
            names.power_effect(power),
            EFFECT_WIDE if columns == 1 else EFFECT_NARROW,
            max_lines=EFFECT_LINES,
            placeholder=" …",
        )
        lines = [] if slim else lines
        high = max(high, 38 + 16 * len(lines))
        look = card_pictures.power_look(power)
        look["tell"] = " ".join(
            filter(None, (look["tell"].removesuffix(".") + ".", replaced(view, seat, power)))
        )
        cards.append(
            look
            | {"blue": False, "target": card_target(power), "lines": lines, "wide": wide}
            | {"x": 4 + (wide + 5) * (at % columns), "y": y, "high": high - 6}
        )
    return cards, y + high + 2

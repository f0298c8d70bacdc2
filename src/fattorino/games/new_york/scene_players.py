"""The players on the board: everybody's tableau beside the map, as large as there is room for."""

from collections.abc import Sequence
from typing import Any

from fattorino.games.new_york import card_pictures, effects, names, tables as t
from fattorino.games.new_york.sentences import score_lines
from fattorino.kernel.guide import Line
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import NONE, Seat, namespace

WIDE, GAP = 384, 4
LARGE, SMALL = 104, 80  # heights: from LARGE on cards are large, below SMALL Power Cards are symbols only
LEAST = 46


def panels(view: Any, seat: Seat, x: float, top: float, floor: float) -> list[dict[str, Any]]:
    """The tableaux one below the other, the viewer's own first and always of the same size."""
    plain, n = namespace(view), int(view.n)
    first = seat if 0 <= seat < n else 0
    high = max(LEAST, min(150, (floor - top) / n - GAP))
    lines = score_lines(view)
    order = [(first + k) % n for k in range(n)]
    shown = [panel(plain, k, seat, high) | {"words": words(plain, k, seat, lines[k])} for k in order]
    for k, entry in enumerate(shown):
        entry |= {"x": x, "y": round(top + k * (high + GAP), 1)}
    return shown


def panel(view: Any, k: Seat, seat: Seat, high: float) -> dict[str, Any]:
    """One player's tableau as the template draws it."""
    shops = [shop(view, k, village) for village in range(t.BUILDABLE) if view.lot[k][village] != NONE]
    stored = _stored(view, k)
    top = 56 if high >= SMALL else 24
    big = high >= LARGE and lay_out(shops, stored, 28, top + 4) <= high
    if not big:
        lay_out(shops, stored, 18, top)
    return {
        "seat": k,
        "mine": k == seat,
        "name": names.seat_name(k, seat),
        "money": int(view.money[0 if view.coop else k]),
        "facts": [
            ("card", int(view.n_hand[k])),
            ("power-event", int(view.n_power[k])),
            ("tip", int(view.n_tips[k])),
            ("pizza", int(view.delivered[k])),
            ("disk", int(view.supply[k])),
        ],
        "shops": shops,
        "stored": stored,
        "card": 28 if big else 18,
        "slots": slots(view, k),
        "signs": high < SMALL,
        "high": high,
        "mover": not view.over and int(view.seat) == k,
        "goals": int(view.n_goals[k]) if view.goals else 0,
        "owes": card_pictures.power_look(t.Power.OUT_OF_SUPPLIES.value)["tell"]
        if effects.owes(view, k)
        else "",
    }


def words(view: Any, k: Seat, seat: Seat, lines: Sequence[Line]) -> str:
    """A player in a sentence, with the score so far."""
    return _("{who}: {facts}.").format(
        who=names.seat_name(k, seat),
        facts=", ".join(
            [
                names.money(int(view.money[0 if view.coop else k])),
                names.cards(int(view.n_hand[k])),
                ngettext("{n} Power Card in hand", "{n} Power Cards in hand", int(view.n_power[k])),
                ngettext("{n} hidden tip", "{n} hidden tips", int(view.n_tips[k])),
                ngettext("{n} pizza delivered", "{n} pizzas delivered", int(view.delivered[k])),
                ngettext("{n} disk left", "{n} disks left", int(view.supply[k])),
            ]
        ),
    ) + score_words(view, lines)


def score_words(view: Any, lines: Sequence[Line]) -> str:
    """A player's score so far, as far as the viewer may know it; a team has one score."""
    if view.coop:
        return ""
    parts = [f"{line} {'?' if n is None else n}" for line, n in lines if n != 0]
    return " " + _("So far it counts: {parts}.").format(parts=" + ".join(parts)) if parts else ""


def shop(view: Any, k: Seat, village: int) -> dict[str, Any]:
    """A pizzeria: disks and ingredients, the top card first."""
    cards = [card_pictures.card_look(int(card)) for card in view.perm[k][village] if card != NONE]
    kinds = ", ".join(card["kind"] for card in cards) or _("no ingredient")
    return {
        "code": names.VILLAGE_CODES[village],
        "words": _("Pizzeria in {village}: {disks}; {kinds}.").format(
            village=names.village_name(village),
            disks=names.disks(int(view.disks[k][village])),
            kinds=kinds,
        ),
        "disks": int(view.disks[k][village]),
        "cards": cards,
    }


def slots(view: Any, k: Seat) -> list[dict[str, Any]]:
    """The SPEED, MONEY and EVENT card in play."""
    found = []
    for slot, kind in enumerate(("speed", "money", "event")):
        power = int(view.slot[k][slot])
        empty = {"symbol": f"power-{kind}", "name": "", "tell": ""}
        found.append(card_pictures.power_look(power) if power != NONE else empty)
        if power == t.Power.SUBWAY_FAST_PASS:
            found[-1]["name"] = f"{int(view.passes)} × {found[-1]['name']}"
    return found


def _stored(view: Any, k: Seat) -> list[dict[str, Any]]:
    """The cards under Cold Storage and Farmer Brown."""
    cards: list[dict[str, Any]] = []
    if t.Power.COLD_STORAGE in view.slot[k]:
        for at, card in enumerate(view.cold):
            if card != NONE:
                tell = _("{card}, in Cold Storage").format(card=names.card_name(int(card)))
                cards.append(card_pictures.card_look(int(card)) | {"target": f"cold-{at}", "tell": tell})
    if t.Power.FARMER_BROWN in view.slot[k] and view.farmer != NONE:
        tell = _("{card}, grown by Farmer Brown").format(card=names.card_name(int(view.farmer)))
        cards.append(card_pictures.card_look(int(view.farmer)) | {"target": "farmer", "tell": tell})
    return cards


def lay_out(shops: list[dict[str, Any]], stored: list[dict[str, Any]], size: int, top: float) -> float:
    """Pizzerias and stored cards in rows, with cards of this size; returns where they end."""
    x, y = 8.0, top
    head, pitch, high = (32, size + 3, size + 10) if size > 20 else (30, size + 1, size + 5)
    for item, wide in [(shop, head + pitch * len(shop["cards"]) + 6) for shop in shops] + [
        (card, pitch + 2) for card in stored
    ]:
        if x + wide > WIDE - 4:
            x, y = 8.0, y + high + 3
        item |= {"x": round(x, 1), "y": round(y, 1), "wide": wide - 4}
        x += wide
    return y + high

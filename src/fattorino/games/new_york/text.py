"""The table as text, for the terminal."""

from textwrap import wrap
from typing import Any

from fattorino.games.new_york import effects, names, sentences, tables as t, text_map
from fattorino.kernel.i18n import _, ngettext
from fattorino.kernel.records import NONE, Seat

WIDE = 79  # columns of a usual terminal, less one
BETWEEN = 2  # columns between the map and what stands beside it


def short(card: int) -> str:
    """A blue card in four or five letters."""
    return f"{names.KIND_SIGNS[t.kind_of(card)]}/{names.VILLAGE_CODES[t.village_of(card)]}"


def board(view: Any, seat: Seat) -> str:
    """The table as text: the map, and beside it everything else."""
    streets = text_map.map_lines(view, seat)
    wide = len(streets[0]) + BETWEEN
    beside = [
        part
        for line in [*table_lines(view, seat), "", *text_map.legend()]
        for part in wrap(line, WIDE - wide, subsequent_indent="    ") or [""]
    ]
    rows = max(len(streets), len(beside))
    left = ["".join(line) + " " * BETWEEN for line in streets] + [" " * wide] * (rows - len(streets))
    right = [line.replace("[", r"\[") for line in beside] + [""] * (rows - len(beside))  # no markup
    return "\n".join((one + other).rstrip() for one, other in zip(left, right, strict=True))


def table_lines(view: Any, seat: Seat) -> list[str]:
    """Deck, orders, market, players, the viewer's hand and goals."""
    lines = [
        _("Deck {deck}, sewer {sewer}, inspectors {shown} of 3").format(
            deck=int(view.n_deck), sewer=int(view.n_sewer), shown=int(view.inspectors)
        )
    ]
    if view.coop:
        lines.append(
            _("{code}: {day}, ${money} of ${goal}, {pizzas} of {wanted} pizzas").format(
                code=names.code(view),
                day=names.day_name(int(view.day))[:2],
                money=int(view.money[0]),
                goal=int(view.goal_money),
                pizzas=int(view.pizzas),
                wanted=int(view.goal_pizzas),
            )
        )
        lines += [f"  {effects.day_words(day)}" for day in effects.week(view) if day.colour != NONE]
    lines += [
        _("{name}: {effect}").format(name=name, effect=effect) for name, effect in effects.in_force(view)
    ]
    lines += [order_line(view, slot) for slot in range(t.SLOTS) if view.ticket[slot] != NONE]
    market = [
        short(card) + "'" * (int(view.market[card]) - 1) for card in range(t.N_BLUE) if view.market[card] > 0
    ]
    lines.append(_("Open Market: {cards}").format(cards=" ".join(market)))
    lines += [player_line(view, k, seat) for k in range(int(view.n))]
    if 0 <= seat < view.n:
        held = [
            names.card_name(card) + (f" x{int(view.hand[seat, card])}" if view.hand[seat, card] > 1 else "")
            for card in range(t.N_BLUE)
            if view.hand[seat, card] > 0
        ]
        held += [names.power_name(power) for power in range(t.N_POWERS) if view.power_at[power] == seat]
        if held:
            lines.append(_("Hand: {cards}").format(cards=", ".join(held)))
        for text, reward, reached in sentences.goals_of(view, seat):
            sign = "x" if reached else " "
            lines.append(_("Goal [{sign}] ${reward}: {text}").format(sign=sign, reward=reward, text=text))
    return lines


def order_line(view: Any, slot: int) -> str:
    """An order: its payment, ingredients and destination."""
    ticket, tip = int(view.ticket[slot]), int(view.tip[slot])
    cards = [int(card) for card in view.order[slot] if card != NONE]
    if ticket >= t.SPECIALTY:
        asked = " ".join(names.KIND_SIGNS[kind] for kind in t.kinds_on(ticket))
        zone = "?"
    else:
        asked = " ".join(short(card) for card in cards)
        zone = names.VILLAGE_CODES[t.village_of(cards[-1])] if cards else "?"
    token = "" if tip == NONE else "+?" if tip < 0 else f"+${tip}"
    return f"  {slot + 1}. ${int(t.ticket_fact(ticket, t.TICKET_VALUE))}{token} {asked} -> {zone}"


def tips_words(view: Any, k: Seat) -> str:
    """How many tip tokens a player has, and what they are worth if the viewer may know."""
    words = ngettext("{n} tip", "{n} tips", int(view.n_tips[k]))
    if view.n_tips[k] == 0 or view.tips[k, 0] < 0:
        return words
    return _("{tips} (${worth})").format(tips=words, worth=sentences.tip_dollars(view, k))


def shop_code(view: Any, k: Seat, village: int) -> str:
    """A pizzeria in a few letters: its village, its disks, its permanent ingredients."""
    signs = [names.KIND_SIGNS[t.kind_of(int(card))] for card in view.perm[k, village] if card != NONE]
    return f"{names.VILLAGE_CODES[village]}{int(view.disks[k, village])}[{' '.join(signs)}]"


def player_line(view: Any, k: Seat, seat: Seat) -> str:
    """A player: money, cards, tips, pizzerias, cards in play."""
    owned = [village for village in range(t.BUILDABLE) if view.lot[k, village] != NONE]
    shops = "; ".join(shop_code(view, k, village) for village in owned)
    cards = [effects.in_play(view, k, slot) for slot in range(t.N_SLOTS) if view.slot[k, slot] != NONE]
    slots = ", ".join(cards + [_("owes Out of Supplies")] * effects.owes(view, k))
    arrow = ">" if not view.over and int(view.seat) == k else " "
    dollars = int(view.money[0 if view.coop else k])
    return (
        f"{arrow} {names.seat_name(k, seat)}: ${dollars}, {int(view.n_hand[k])}+{int(view.n_power[k])} "
        + _("cards, {tips}, {pizzas}").format(
            tips=tips_words(view, k),
            pizzas=ngettext("{n} pizza", "{n} pizzas", int(view.delivered[k])),
        )
        + (f" | {shops}" if shops else "")
        + (f" | {slots}" if slots else "")
    )

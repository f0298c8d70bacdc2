"""What the board shows: the city or the Piazza, what is on offer, the viewer's district, all players.

There are two columns, each as wide as a phone: on the left the table, on the right the players. The table
shows the city while pawns are placed, and the Piazza from the auction on. Positions are computed here, so
that the template only draws. Everything that can be pointed at has `tell`, its description.
"""

from typing import Any

import numpy as np

from fattorino.games.papa_paolo import names, state as s, tables as t
from fattorino.games.papa_paolo.pad import pad_size, tray
from fattorino.games.papa_paolo.rules import legal
from fattorino.games.papa_paolo.rules.auction import notes, price_of_bid
from fattorino.games.papa_paolo.scene_players import district, panel, tile_look, tracks
from fattorino.games.papa_paolo.state import Phase, Stage
from fattorino.games.papa_paolo.text import board
from fattorino.games.papa_paolo.words import Account, in_stock, label, score_breakdown, total
from fattorino.kernel.i18n import _, listed, ngettext
from fattorino.kernel.records import HIDDEN, Seat, namespace

__all__ = ["board", "scene"]

WIDTH, HEIGHT = 800, 672
COLUMN = 394  # a column's width
MAIN_Y, MAIN_HIGH = 34, 396  # city or Piazza
HEAD = 58  # beside rows and above columns: action and coin
LADDER_Y, STEP_HIGH, AMOUNT_HIGH = 123, 43, 72
OFFERS_Y = 436
RUNGS_X = 24  # right of the numbers of the rows
GAP = 6


def scene(view: Any, seat: Seat) -> dict[str, Any]:
    """Everything board.svg.j2 and pad.svg.j2 draw for a seat (-1: a spectator)."""
    plain, accounts = namespace(view), score_breakdown(view)
    shown = seat if seat >= 0 else max(plain.seat, 0)
    n, options = plain.n, choices(view, seat)
    in_city = plain.stage in (Stage.START, Stage.PLACE)
    others = [other for other in range(n) if other != shown]
    cards = tray(view, seat, options)
    drawn = {
        "width": WIDTH,
        "height": HEIGHT,
        "shape": {"board": "double", "pad": "broad tray"},
        "title": _("Papà Paolo, round {n} of {rounds}, {phase}").format(
            n=plain.round_no, rounds=s.ROUNDS, phase=names.phase_name(plain)
        ),
        "marks": names.MARKS,
        "colours": s.COLOURS,
        "symbols": names.SYMBOLS,
        "viewer": seat,
        "status": status(plain, seat),
        "city": city(plain, seat) if in_city else None,
        "piazza": None if in_city else piazza(plain, seat),
        "tickets": tickets(plain, in_city),
        "offers": offers(plain, seat, in_city),
        "district": district(view, shown, seat, accounts[shown], options),
        "tracks": tracks(plain, shown),
        "panels": [
            panel(plain, other, seat, accounts[other], k, len(others)) for k, other in enumerate(others)
        ],
        "tray": cards,
        "players": [summary(view, other, accounts[other]) for other in range(n)],
        "tables": [standing(accounts)],
        "legend": legend(),
    }
    if cards:
        drawn["pad"] = pad_size(cards)
    return drawn


def choices(view: Any, seat: Seat) -> list[int]:
    """The legal actions of this seat; none if another one decides."""
    if view.over or seat < 0 or view.seat != seat:
        return []
    actions = np.zeros(s.NUM_ACTIONS, np.int16)
    return [int(action) for action in actions[: legal(view, actions)]]


def status(view: Any, seat: Seat) -> dict[str, Any]:
    """Round, phase and turn order."""
    n = int(view.n)
    order = [int(each) for each in view.order[:n]] if view.stage != Stage.START else []
    follow = [int(each) for each in view.next_order[:n] if each >= 0] if view.round_no < s.ROUNDS else []
    people = listed([names.seat_name(each, seat) for each in order], _("not settled yet"))
    return {
        "round": int(view.round_no),
        "rounds": s.ROUNDS,
        "phase": names.phase_name(view),
        "order": order,
        "next": follow,
        "mover": int(view.seat),
        "tell": _("Turn order: {seats}.").format(seats=people),
    }


# -- the city --------------------------------------------------------------------------------------------


def city(view: Any, seat: Seat) -> dict[str, Any]:
    """Slots with tiles and pawns, lines with actions and coins."""
    layout = t.BOARDS[int(view.n)]
    rows, columns = layout["rows"], layout["columns"]
    pitch = (MAIN_HIGH - HEAD - 12) / rows
    x0 = HEAD + 4 + (COLUMN - HEAD - 8 - pitch * columns) / 2
    y0 = MAIN_Y + HEAD
    slots = [
        slot_look(view, seat, s.SLOTS_WIDE * row + column) | {"x": x0 + pitch * column, "y": y0 + pitch * row}
        for row in range(rows)
        for column in range(columns)
    ]
    lines = []
    for line in range(s.N_LINES):
        place, in_row = line % s.SLOTS_WIDE, line < s.SLOTS_WIDE
        if place < (rows if in_row else columns):
            middle = pitch * (place + 0.5)
            where = {"x": x0 - 30, "y": y0 + middle} if in_row else {"x": x0 + middle, "y": y0 - 30}
            lines.append(line_look(view, seat, line) | where)
    return {"slots": slots, "lines": lines, "pitch": pitch, "scale": (pitch - 8) / 92}


def slot_look(view: Any, seat: Seat, slot: int) -> dict[str, Any]:
    """A slot: its tile, and the pawn that used it."""
    tile, pawn = int(view.slot_tile[slot]), int(view.pawn[slot])
    words = label(view, s.SLOT + slot)
    if pawn >= 0:
        name, who = names.capital(names.slot_name(slot)), names.seat_name(pawn, seat)
        what = names.piece_name(tile) if tile >= 0 else _("its tile is taken")
        words = _("{slot}: your pawn; {tile}") if pawn == seat else _("{slot}: pawn of {who}; {tile}")
        words = words.format(slot=name, who=who, tile=what)
    return {
        "slot": slot,
        "tile": tile_look(tile, t.roads_of(t.shape_of(tile), 0)) if tile >= 0 else None,
        "piece": tile,
        "pawn": pawn,
        "mine": pawn >= 0 and pawn == seat,
        "active": bool(view.slot == slot and view.phase in (Phase.USE, Phase.TILE, Phase.ROT)),
        "tell": words,
    }


def line_look(view: Any, seat: Seat, line: int) -> dict[str, Any]:
    """A row or column: its number, its actions, its coin and who would win it."""
    layout, in_row = t.BOARDS[int(view.n)], line < s.SLOTS_WIDE
    place = line % s.SLOTS_WIDE
    printed = layout["row_actions" if in_row else "column_actions"][place]
    deeds = [s.DEEDS.index(name) for name in printed]
    slots = [k for k in range(s.N_SLOTS) if (k // s.SLOTS_WIDE if in_row else k % s.SLOTS_WIDE) == place]
    counts = [(each, sum(int(view.pawn[k]) == each for k in slots)) for each in range(int(view.n))]
    pawns = [_("{who}: {n}").format(who=names.seat_name(each, seat), n=n) for each, n in counts if n]
    actions = listed([names.deed_name(deed).lower() for deed in deeds], "")
    words = _("{line}: {actions}.").format(line=names.capital(names.line_name(line)), actions=actions)
    if view.coin[line]:
        text = _("Its coin of £{n} goes to whoever has most pawns here. So far {pawns}.")
        words += " " + text.format(n=int(view.coin[line]), pawns=listed(pawns, _("nobody yet")))
    if view.face_down == line:
        words += " " + _("It lies face down: who takes it goes first in the next round.")
    return {
        "line": line,
        "row": in_row,
        "number": place + 1,
        "deeds": deeds,
        "coin": int(view.coin[line]),
        "face_down": bool(view.face_down == line),
        "tell": words,
    }


# -- the Piazza and the delivery tiles -------------------------------------------------------------------


def piazza(view: Any, seat: Seat) -> dict[str, Any]:
    """The bids: a grid of rows and columns, or with two players plain amounts."""
    n = int(view.n)
    wide = (COLUMN - RUNGS_X - 8) / (s.SLOTS_WIDE if n == 2 else n)
    high, count = (AMOUNT_HIGH, s.BID2_MAX) if n == 2 else (STEP_HIGH, s.N_BIDS)
    top = LADDER_Y + (8 if n == 2 else 0)
    levels = count // s.SLOTS_WIDE
    bids = {int(view.bid[each]): each for each in range(n) if view.bid[each] >= 0}
    cells = []
    for cell in range(count):
        row, column = divmod(cell, s.SLOTS_WIDE)
        if n > 2 and column >= n:
            continue
        price = cell + 1 if n == 2 else t.bid_value(cell)
        bidder = bids.get(cell, -1)
        words = _("Bid £{n}").format(n=price) if n == 2 else label(view, s.BID + cell)
        if bidder >= 0:
            words = _("{bid} ({who})").format(bid=words, who=names.seat_name(bidder, seat))
        elif seat >= 0 and view.stage == Stage.BID:
            words = bid_words(words, int(view.money[seat]), price)
        cells.append(
            {
                "target": f"amount-{price}" if n == 2 else f"bid-{cell}",
                "x": RUNGS_X + wide * column,
                "y": top + high * (levels - 1 - row),
                "price": price,
                "bidder": bidder,
                "mine": bidder >= 0 and bidder == seat,
                "tell": words,
            }
        )
    return {
        "cells": cells,
        "wide": wide,
        "high": high,
        "levels": [
            {"n": k + 1, "y": top + high * (levels - 0.5 - k), "tell": row_words(k)}
            for k in range(levels if n > 2 else 0)
        ],
        "notes": notes(view),
    }


def bid_words(words: str, money: int, price: int) -> str:
    """A bid in words, and the money left after paying it."""
    if money < price:
        return _("{bid}. You have £{money}.").format(bid=words, money=money)
    text = _("{bid}. It is paid when the bidding is over, and leaves you £{rest} of £{money}.")
    return text.format(bid=words, rest=money - price, money=money)


def row_words(row: int) -> str:
    """What a row of the Piazza costs, and what it is good for."""
    prices = [t.bid_value(s.SLOTS_WIDE * row + column) for column in range(s.PIAZZA_COLUMNS)]
    return _("Row {n}: bids of £{low} to £{high}; the higher row chooses an investment first.").format(
        n=row + 1, low=min(prices), high=max(prices)
    )


def tickets(view: Any, in_city: bool) -> list[dict[str, Any]]:
    """The delivery tiles: above the Piazza, or by themselves while pawns are placed; with two a preview."""
    n, shown = int(view.n), []
    wide = (COLUMN - RUNGS_X - 8) / (s.SLOTS_WIDE if n == 2 else n)
    if n == 2 and all(number < 0 for number in view.preview[: s.N_TICKETS]):
        wide *= 2  # two tiles, which belong to no column
    for ahead, numbers in ((0, view.tickets), (1, view.preview)):
        for column in range(s.N_TICKETS):
            number, round_no = int(numbers[column]), int(view.round_no) + ahead
            if number < 0 or round_no > s.ROUNDS:
                continue
            takers = [seat for seat in range(n) if view.ticket[seat] == number] if not ahead else []
            text = _("Next round: delivery tile {tile}.") if ahead else _("Delivery tile {tile}.")
            words = text.format(tile=names.ticket_words(round_no, number))
            if n > 2 and not ahead:
                words += " " + _("It goes to the bid in column {n}.").format(n=column + 1)
            shown.append(
                {
                    "id": f"ticket{round_no}-{number}",
                    "target": "" if ahead else f"delivery-{number + 1}",
                    "x": RUNGS_X + wide * (column + 2 * ahead),
                    "y": OFFERS_Y + 23 if in_city else LADDER_Y - 49,
                    "high": 40 if in_city else 45,
                    "wide": wide,
                    "name": names.ticket_name(round_no, number),
                    "pizzas": names.pizzas_word(t.ticket_pizzas(round_no, number)),
                    "steps": names.steps_word(t.ticket_distance(round_no, number)),
                    "ahead": bool(ahead),
                    "taker": takers[0] if takers else -1,
                    "tell": words,
                }
            )
    return shown


# -- investments and pizzerias ---------------------------------------------------------------------------


def offers(view: Any, seat: Seat, in_city: bool) -> dict[str, Any]:
    """Also on the table: investments, and pizzerias to build."""
    y, high = (OFFERS_Y + 92, 54) if in_city else (OFFERS_Y + 26, 116)
    shops_y = y + high + 28
    return {
        "y": OFFERS_Y,
        "high": HEIGHT - OFFERS_Y,
        "invest_y": y - 8,
        "investments": investments(view, seat, y, high),
        "shops_y": shops_y - 8,
        "supply": supply(view, shops_y, HEIGHT - 7 - shops_y),
        "in_city": in_city,
    }


def investments(view: Any, seat: Seat, y: float, high: float) -> list[dict[str, Any]]:
    """Small investment tiles, or with two the quarters of the large one, clockwise: on offer or taken."""
    two, colours = view.n == 2, list(range(s.N_COLOURS))
    if two:
        quarters = t.LARGE[int(view.large)]["quarters"] if view.large >= 0 else []
        colours = [s.COLOURS.index(name) for name in quarters]
    tiles = []
    wide = (COLUMN - 10 - 3 * GAP) / s.N_COLOURS
    for place, colour in enumerate(colours):
        holders = [each for each in range(int(view.n)) if view.invest[each] == colour]
        chosen = view.chosen == colour
        words = investment_words(view, seat, colour)
        if two:  # nobody can have the fourth one once the tile is turned; opposites are two apart
            there = not view.side or chosen or t.has(int(view.side), colour)
            opposite = names.colour_name(colours[(place + 2) % s.N_COLOURS])
            words += " " + _("The opposite quarter is {colour}.").format(colour=opposite)
        else:
            there = bool(holders) or t.has(int(view.offer), colour)
        if holders:
            words += " " + _("{who} has it.").format(who=names.seat_name(holders[0], seat))
        elif not there and not two:
            words += " " + _("It is used up.")
        tiles.append(
            {"x": 6 + (wide + GAP) * place, "y": y, "wide": wide, "high": high}
            | investment(view, seat, colour, words)
            | {"there": bool(there), "holder": holders[0] if holders else -1}
            | {"chosen": bool(chosen and not holders and view.stage != Stage.DELIVER)}
        )
    return tiles


def investment(view: Any, seat: Seat, colour: int, words: str) -> dict[str, Any]:
    """An investment as the template draws it: its two uses."""
    titles = [_("Sponsor"), _("Shop"), _("Express"), _("Build")]
    return {
        "colour": colour,
        "title": titles[colour],
        "track": names.track_name(colour),
        "step": names.step_signs(colour, int(view.track[seat][colour])) if seat >= 0 else "",
        "tell": words,
    }


def investment_words(view: Any, seat: Seat, colour: int) -> str:
    """What an investment is good for."""
    text = _("Invest in {colour}: {action}, or a step on {track}.")  # as its button says
    words = text.format(**names.investment(colour))
    if seat < 0:
        return words
    step = names.step_words(colour, int(view.track[seat][colour]))
    return words + " " + _("The step: {step}.").format(step=step)


def supply(view: Any, y: float, high: float) -> list[dict[str, Any]]:
    """Pizzerias that can be built."""
    wide = (COLUMN - 10 - 2 * GAP) / t.N_PRICES
    found = []
    for kind, price in enumerate(t.PRICES):
        room, left = t.capacity_of(t.BUILT + kind), int(view.pizzerias[kind])
        words = _("Pizzeria for £{price}: room for {room}, {pizzas} come with it; {left} left.")
        words = words.format(price=price, room=room, pizzas=names.pizzas_word(s.FREE_PIZZAS), left=left)
        where = {"x": 6 + (wide + GAP) * kind, "y": y, "wide": wide, "high": high}
        found.append(where | {"price": price, "room": room, "left": left, "tell": words})
    return found


# -- beside the board ------------------------------------------------------------------------------------


def summary(view: Any, seat: Seat, account: Account) -> list[tuple[str, str]]:
    """A player's public status, in a few words."""
    facts = [("trophy", ngettext("{n} point", "{n} points", total(account)))]
    if view.money[seat] != HIDDEN:
        facts.append(("coin", f"£{int(view.money[seat])}"))
    facts.append(("pizza", _("{n} in stock").format(n=in_stock(account))))
    if view.bid[seat] >= 0 and view.stage in (Stage.BID, Stage.PICK):
        facts.append(("pawn", _("bid £{n}").format(n=price_of_bid(view, seat))))
    return facts


def standing(accounts: list[Account]) -> dict[str, Any]:
    """The points so far, by source."""
    columns = [_("Points"), _("served"), _("versatile"), _("expert"), _("left over"), _("rich")]
    rows = []
    for seat, parts in enumerate(accounts):
        numbers = [str(worth) for _part, worth in parts]
        rows.append([_("Player {number}").format(number=seat + 1), *numbers, str(total(parts))])
    headings = [*columns[: len(rows[0]) - 1], _("in all")]
    return {"title": _("Points so far"), "columns": headings, "count": len(rows), "row": rows.__getitem__}


def legend() -> list[tuple[str, str]]:
    """What each colour means: its action, its track, its sign on houses."""
    text = _("{colour} ({mark}): {action}; whole tiles of it served move {track}")
    return [
        (names.SYMBOLS[colour], text.format(mark=names.MARKS[colour], **names.investment(colour)))
        for colour in range(s.N_COLOURS)
    ]

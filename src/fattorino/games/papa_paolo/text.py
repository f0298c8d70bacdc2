"""The table as text, with Rich markup, for the terminal."""

from typing import Any

from fattorino.games.papa_paolo import names, state as s, tables as t
from fattorino.games.papa_paolo.rules.auction import notes, price_of_bid
from fattorino.games.papa_paolo.rules.score import left_over, points
from fattorino.games.papa_paolo.state import Phase, Stage
from fattorino.kernel.i18n import _, listed, ngettext
from fattorino.kernel.records import HIDDEN, Seat

STYLES = ["yellow", "blue", "red", "green"]
LETTERS = "GBRN"  # gold, blue, red, greeN
SIGNS = ["£", "+", "", ""]  # of what the tracks give
BADGES = "●■▲◆"
ROADS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by their bits: north 1, east 2, south 4, west 8


def board(view: Any, seat: Seat) -> str:
    """Round, city, Piazza, offers, tracks, and the viewer's district (a spectator's: the mover's)."""
    shown = seat if seat >= 0 else max(int(view.seat), 0)
    parts = [
        _("[bold]Round {n} of {rounds}[/] · {phase}").format(
            n=int(view.round_no), rounds=s.ROUNDS, phase=names.phase_name(view)
        ),
        *city_lines(view),
        legend_line(),
        *offer_lines(view),
        *player_lines(view, seat),
        *district_lines(view, shown),
    ]
    return "\n".join(parts)


def paint(colour: int, text: str) -> str:
    return f"[{STYLES[colour]}]{text}[/]"


def tile_text(piece: int, roads: int, pizzas: int = 0) -> str:
    """A tile in five characters: colour letter, road, houses open and served."""
    houses = "●" * pizzas + "○" * (t.houses_of(piece) - pizzas)
    return paint(t.colour_of(piece), f"{LETTERS[t.colour_of(piece)]}{ROADS[roads]}{houses:<3}")


def legend_line() -> str:
    """What letters and signs of tiles mean."""
    colours = [paint(k, f"{LETTERS[k]} {_(s.COLOURS[k])}") for k in range(s.N_COLOURS)]
    return listed([*colours, _("○ a house, ● with its pizza")], "")


def city_lines(view: Any) -> list[str]:
    """Rows of slots with their actions and coins."""
    layout = t.BOARDS[int(view.n)]
    words = [line_word(printed) for printed in layout["column_actions"]]
    coins = [int(view.coin[s.SLOTS_WIDE + k]) for k in range(layout["columns"])]
    head = [f"{word[:7]}{f'£{coin}' if coin else '':>3}" for word, coin in zip(words, coins, strict=True)]
    lines = ["", " " * 15 + " ".join(f"{text:<11}" for text in head)]
    for row in range(layout["rows"]):
        cells = []
        for column in range(layout["columns"]):
            slot = s.SLOTS_WIDE * row + column
            tile = int(view.slot_tile[slot])
            pawn = BADGES[int(view.pawn[slot])] if view.pawn[slot] >= 0 else " "
            look = tile_text(tile, t.roads_of(t.shape_of(tile), 0)) if tile >= 0 else "  ·  "
            cells.append(f"s{row + 1}{column + 1} {look} {pawn}")
        coin = int(view.coin[row])
        name = line_word(layout["row_actions"][row])
        lines.append(f"{name[:10]:<10}{f'£{coin}' if coin else '':>3}  " + " ".join(cells))
    return lines


def line_word(printed: list[str]) -> str:
    """The actions of a line in seven letters."""
    return printed[0] if len(printed) == 1 else "/".join(name[:3] for name in printed)


def offer_lines(view: Any) -> list[str]:
    """Delivery tiles, bids, investments, pizzerias."""
    n, round_no = int(view.n), int(view.round_no)
    tickets = [names.ticket_words(round_no, int(number)) for number in view.tickets if number >= 0]
    lines = ["", _("Delivery tiles: {tiles}").format(tiles=listed(tickets, _("none")))]
    if view.face_down >= 0 and round_no < s.ROUNDS:
        coin = _("The coin of {line} lies face down: who wins it goes first next round.")
        lines.append(coin.format(line=names.line_name(int(view.face_down))))
    ahead = [names.ticket_words(round_no + 1, int(number)) for number in view.preview if number >= 0]
    if ahead:
        lines.append(_("Next round: {tiles}").format(tiles=listed(ahead, "")))
    if view.stage == Stage.BID:
        lines.append(" ".join(notes(view)))
    if n > 2 and view.stage == Stage.BID:
        for row in range(s.PIAZZA_ROWS - 1, -1, -1):
            cells = []
            for column in range(n):
                cell = s.PIAZZA_COLUMNS * row + column
                here = [seat for seat in range(n) if view.bid[seat] == cell]
                cells.append(f"£{t.bid_value(cell):<3}{BADGES[here[0]] if here else '·'}")
            lines.append(f"  {row + 1}  " + "  ".join(cells))
    bids = [f"{BADGES[seat]} £{price_of_bid(view, seat)}" for seat in range(n) if view.bid[seat] >= 0]
    if bids:
        lines.append(_("Bids: {bids}").format(bids=listed(bids, "")))
    if n == 2 and view.large >= 0:
        quarters = [paint(s.COLOURS.index(name), _(name)) for name in t.LARGE[int(view.large)]["quarters"]]
        lines.append(_("Large investment tile, clockwise: {colours}").format(colours=listed(quarters, "")))
    elif n > 2:
        offer = [
            paint(k, f"{_(s.COLOURS[k])} ({s.DEEDS[k]})")
            for k in range(s.N_COLOURS)
            if t.has(int(view.offer), k)
        ]
        lines.append(_("Investments: {colours}").format(colours=listed(offer, _("none"))))
    shops = [f"£{price} x {int(view.pizzerias[kind])}" for kind, price in enumerate(t.PRICES)]
    lines.append(_("Pizzerias: {shops}").format(shops=listed(shops, _("none"))))
    return lines


def player_lines(view: Any, viewer: Seat) -> list[str]:
    """Each player's money, points, stock, tracks and tiles in hand, in turn order."""
    lines = [""]
    for seat in map(int, view.order[: int(view.n)]):
        money = f"£{int(view.money[seat])}" if view.money[seat] != HIDDEN else "£?"
        columns = [int(view.track[seat, k]) for k in range(s.N_COLOURS)]
        tracks = "  ".join(
            paint(k, f"{names.track_name(k)} {column}: {SIGNS[k]}{t.track_value(k, column)}")
            for k, column in enumerate(columns)
        )
        held = (
            [names.ticket_name(int(view.round_no), int(view.ticket[seat]))] if view.ticket[seat] >= 0 else []
        )
        held += [paint(k, _(s.COLOURS[k])) for k in range(s.N_COLOURS) if view.invest[seat] == k]
        mark = "→" if view.seat == seat else " "
        who = names.seat_name(seat, viewer)
        lines.append(
            f"{mark} {BADGES[seat]} {who:<9} {money:>4}  "
            + ngettext("{n} point", "{n} points", points(view, seat)).ljust(10)
            + _("{n} in stock").format(n=left_over(view, seat)).rjust(12)
            + f"   {tracks}"
            + (f"   {listed(held, '')}" if held else "")
        )
    return lines


def district_lines(view: Any, seat: Seat) -> list[str]:
    """A district: columns A to I, rows 1 to 9; P is a pizzeria with its stock, * the courier."""
    if view.n_squares[seat] == 0:
        return []
    north, east, south, west = (int(k) for k in view.box[seat])
    north, west, south, east = max(north - 1, 0), max(west - 1, 0), min(south + 1, 8), min(east + 1, 8)
    lines = ["", "    " + "  ".join(f"{'ABCDEFGHI'[column]:^5}" for column in range(west, east + 1))]
    on_road = view.phase == Phase.ROAD and view.seat == seat
    for row in range(north, south + 1):
        cells = []
        for column in range(west, east + 1):
            square = int(view.at[seat, s.GRID * row + column])
            if square < 0:
                cells.append("  ·    ")
                continue
            piece, pizzas = int(view.piece[seat, square]), int(view.pizzas[seat, square])
            if piece >= t.START_PIZZERIA:
                look = f"[bold]P {pizzas}/{t.capacity_of(piece)}[/]"
            else:
                look = tile_text(piece, int(view.roads[seat, square]), pizzas)
            cells.append(look + ("* " if on_road and view.tour_at == square else "  "))
        lines.append(f" {row + 1}  " + "".join(cells).rstrip())
    return lines

"""A second, plain reading of the rules, to referee the first.

Chance is taken from the table (what was turned up); all else is worked out here from the actions alone.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from fattorino.kernel.records import NONE
from games.papa_paolo.plain import (
    BID,
    BID2,
    BUY,
    COLOUR,
    COLOURS,
    COLUMNS,
    DEEDS,
    DELIVERY,
    DROP,
    END_DELIVERY,
    END_TOUR,
    EXPRESS,
    FINANCE,
    IDLE,
    LARGE,
    MARKET,
    NETWORK,
    PASS,
    PRICE,
    PRICES,
    ROOM,
    ROT,
    ROWS,
    SHOP,
    SIDES,
    SPONSOR,
    START,
    STEP,
    TAKE,
    TICKETS,
    TILES,
    USE_ACTION,
    USE_XP,
    Cell,
    Player,
    Square,
    cell_action,
    turned,
)

Play = Generator[tuple[int, list[int]], int, Any]  # yields a seat and its legal actions, is sent one of them


class Referee:
    """Plays along: `run` yields (seat, legal actions) and is sent the action taken."""

    def __init__(self, table: Callable[[], Any], options: dict[str, Any]) -> None:
        self.table, self.options, self.n = table, options, int(options["seats"])
        self.players = [Player() for _ in range(self.n)]
        self.bank = 141 - 10 * self.n
        self.supply = {2: 3, 4: 2, 5: 1} if self.n == 3 else {2: 3, 4: 3, 5: 2}
        self.order: list[int] = []
        self.pawns: dict[int, int] = {}
        self.bids: dict[int, tuple[int, int]] = {}  # row and column of the Piazza, from 1
        self.lire: dict[int, int] = {}  # what the bids cost
        self.ranked: list[int] = []  # the bidders, highest first
        self.invest: dict[int, str] = {}
        self.ticket: dict[int, int] = {}
        self.seen: list[int] = []
        self.larges: list[int] = []
        self.ahead: list[int] = []
        self.round_no = 0

    # -- chance, as it lies on the table ---------------------------------------------------------------

    def look(self, round_no: int) -> None:
        """What phase G (or setting up) laid out: the right kinds of things, each at most once."""
        state, n = self.table(), self.n
        rows, columns = len(ROWS[n]), len(COLUMNS[n])
        self.tiles = {4 * r + c: int(state.slot_tile[4 * r + c]) for r in range(rows) for c in range(columns)}
        assert all(tile >= 0 for tile in self.tiles.values())
        assert all(state.slot_tile[s] == NONE for s in range(16) if s not in self.tiles)
        self.seen += self.tiles.values()
        assert len(set(self.seen)) == len(self.seen)
        self.coins = {("row", r): int(state.coin[r]) for r in range(rows)}
        self.coins |= {("column", c): int(state.coin[4 + c]) for c in range(columns)}
        want = {4: [1, 1, 2, 2, 2, 3, 3, 3], 3: [1, 1, 2, 2, 2, 3, 3], 2: [1, 1, 2, 2, 3, 3]}[n]
        assert sorted(self.coins.values()) == want
        self.bank -= sum(want)
        self.tickets = [int(t) for t in state.tickets if t >= 0]
        assert len(self.tickets) == n and self.tickets == sorted(set(self.tickets))
        if self.options["variant_d_preview_delivery"]:
            if round_no > 1:
                assert self.tickets == self.ahead
            self.ahead = [int(t) for t in state.preview if t >= 0]
            assert len(self.ahead) == (2 if round_no < 5 else 0)
        else:
            assert all(t == NONE for t in state.preview)
        self.face_down = None
        if self.options["variant_a_start_coin"] and round_no > 1:
            line = int(state.face_down)
            self.face_down = ("row", line) if line < 4 else ("column", line - 4)
            assert self.face_down in self.coins
        else:
            assert state.face_down == NONE
        if n == 2:
            self.larges.append(int(state.large))
            assert len(set(self.larges)) == len(self.larges)

    # -- the course of play ----------------------------------------------------------------------------

    def run(self) -> Play:
        state, n = self.table(), self.n
        if n == 2:
            dealt = [[int(k) for k in state.dealt[:2]], [int(k) for k in state.dealt[2:]]]
            kept = []
            self.look(1)
            for seat in range(2):
                action = yield seat, [START + k for k in sorted(dealt[seat])]
                kept.append(action - START)
        else:
            kept = [int(k) for k in state.dealt[:n]]
            self.look(1)
        for seat, number in enumerate(kept):
            squares = self.players[seat].squares
            squares[0, 0] = Square(set(SIDES), room=6, pizzas=3)
            squares[1, 0] = Square(set("EW"), COLOURS[number], 1)
        first = kept.index(min(kept))
        self.order = [(first + k) % n for k in range(n)]
        for self.round_no in range(1, 6):
            if self.round_no > 1:
                self.look(self.round_no)
            yield from self.place()
            coin_to = self.bribes()
            yield from (self.bid2() if n == 2 else self.bid())
            following = self.next_order(coin_to)
            if n == 2:
                yield from self.invest2()
            else:
                yield from self.pick()
                for seat in self.order:
                    if seat in self.invest:
                        yield from self.use_tile(seat, self.invest[seat])
            yield from self.deliver()
            self.order = following

    def place(self) -> Play:
        self.pawns = {}
        for _ in range(4):
            for seat in self.order:
                slot = yield seat, sorted(set(self.tiles) - set(self.pawns))
                self.pawns[slot] = seat
                yield from self.use_pawn(seat, slot)

    def use_pawn(self, seat: int, slot: int) -> Play:
        me, tile = self.players[seat], TILES[self.tiles[slot]]
        names = {*ROWS[self.n][slot // 4].split("/"), *COLUMNS[self.n][slot % 4].split("/")}
        cells = me.tile_cells(tile["shape"])
        choices = ([TAKE] if cells else []) + [
            SPONSOR + k for k, deed in enumerate(DEEDS) if deed in names and self.available(seat, deed)
        ]
        if self.options["allow_idle_pawn"] or not choices:
            choices.append(IDLE)
        action = yield seat, choices
        if action == TAKE:
            at = yield seat, sorted(map(cell_action, cells))
            cell = next(c for c in cells if cell_action(c) == at)
            turn = yield seat, [ROT + k for k in me.turns_at(cell, tile["shape"])]
            me.squares[cell] = Square(turned(tile["shape"], turn - ROT), tile["colour"], tile["houses"])
            self.tiles[slot] = NONE
        elif action != IDLE:
            yield from self.act(seat, DEEDS[action - SPONSOR])

    def in_supply(self, seat: int) -> int:
        return self.players[seat].supply if self.options["pizza_limit"] else 1000

    def available(self, seat: int, deed: str) -> bool:
        me = self.players[seat]
        if deed == "shop":
            return me.money >= 2 and me.free_room() > 0 and self.in_supply(seat) > 0
        if deed == "express":
            return me.money >= 2 and bool(me.starts(99))
        if deed == "build":
            return bool(me.sites()) and any(self.supply[p] and p <= me.money for p in PRICES)
        return True

    def pay(self, seat: int, lire: int) -> None:
        self.players[seat].money -= lire
        self.bank += lire
        assert self.players[seat].money >= 0

    def act(self, seat: int, deed: str) -> Play:
        me = self.players[seat]
        if deed == "sponsor":
            lire = FINANCE[me.track["gold"]]
            self.pay(seat, -(min(lire, max(self.bank, 0)) if self.options["bank_limit"] else lire))
        elif deed == "shop":
            most = min(5, me.free_room(), self.in_supply(seat))
            action = yield seat, [BUY + k - 1 for k in range(1, most + 1) if SHOP[k] <= me.money]
            bought = action - BUY + 1
            self.pay(seat, SHOP[bought])
            for _ in range(min(bought + MARKET[me.track["blue"]], me.free_room(), self.in_supply(seat))):
                open_shops = {cell_action(c): s for c, s in me.shops() if s.pizzas < s.room}
                at = yield seat, sorted(open_shops)
                open_shops[at].pizzas += 1
                me.supply -= 1
        elif deed == "build":
            action = yield seat, [PRICE + k for k, p in enumerate(PRICES) if self.supply[p] and p <= me.money]
            price = PRICES[action - PRICE]
            self.pay(seat, price)
            self.supply[price] -= 1
            sites = {cell_action(cell): cell for cell in me.sites()}
            at = yield seat, sorted(sites)
            pizzas = min(2, self.in_supply(seat))
            me.supply -= pizzas
            me.squares[sites[at]] = Square(set(SIDES), room=ROOM[price], pizzas=pizzas)
        else:
            self.pay(seat, 2)
            done = yield from self.tours(seat, EXPRESS[me.track["red"]], 99)
            self.learn(seat, done)

    def learn(self, seat: int, colours: list[str]) -> None:
        for colour in colours:
            self.players[seat].track[colour] = min(self.players[seat].track[colour] + 1, 5)

    def tours(self, seat: int, pizzas: int, distance: int) -> Play:
        me, done = self.players[seat], []
        tours = NETWORK[me.track["green"]]
        while tours and pizzas:
            starts = {cell_action(cell): cell for cell in me.starts(distance)}
            action = yield seat, [*sorted(starts), END_DELIVERY]
            if action == END_DELIVERY:
                break
            tours -= 1
            home = here = starts[action]
            crossed: set[frozenset[Cell]] = set()
            visited = set()
            left = distance
            while pizzas and me.squares[home].pizzas:
                square = me.squares[here]
                ways = {}
                for side, to in me.ways(here):
                    again = to in visited and self.options["tour_revisit"] == "never"
                    if left and frozenset((here, to)) not in crossed and not again:
                        ways[STEP + SIDES.index(side)] = to
                can_drop = square.pizzas < square.houses
                action = yield seat, sorted(ways) + ([DROP] if can_drop else []) + [END_TOUR]
                if action == END_TOUR:
                    break
                if action == DROP:
                    square.pizzas += 1
                    me.squares[home].pizzas -= 1
                    pizzas -= 1
                    if square.pizzas == square.houses:
                        done.append(square.colour)
                else:
                    crossed.add(frozenset((here, ways[action])))
                    here = ways[action]
                    visited.add(here)
                    left -= 1
        return done

    def bribes(self) -> int | None:
        coin_to = None
        for line, lire in self.coins.items():
            kind, k = line
            slots = [s for s in sorted(self.pawns) if (s // 4 if kind == "row" else s % 4) == k]
            owners = [self.pawns[slot] for slot in slots]  # nearest to the coin first
            most = max(owners.count(seat) for seat in owners)
            winner = next(seat for seat in owners if owners.count(seat) == most)
            self.players[winner].money += lire
            if line == self.face_down:
                coin_to = winner
        return coin_to

    def bid(self) -> Play:
        acted: set[int] = set()
        bids: dict[int, tuple[int, int]] = {}
        at = 0

        def outbid(seat: int) -> bool:
            return seat in bids and any(
                bids[o][1] == bids[seat][1] and bids[o][0] > bids[seat][0] for o in bids
            )

        while len(acted) < self.n or len({c for _r, c in bids.values()}) < len(bids):
            seat = self.order[at % self.n]
            at += 1
            if seat in acted and not outbid(seat):
                continue
            cells = []
            for row in range(1, 8):
                for column in range(1, self.n + 1):
                    tops = [bids[o][0] for o in bids if o != seat and bids[o][1] == column]
                    if (
                        row > max(tops, default=0)
                        and (seat not in bids or row >= bids[seat][0])
                        and column + 2 * (row - 1) <= self.players[seat].money
                    ):
                        cells.append(BID + 4 * (row - 1) + column - 1)
            action = yield seat, [*cells, PASS]
            acted.add(seat)
            bids.pop(seat, None)
            if action != PASS:
                bids[seat] = ((action - BID) // 4 + 1, (action - BID) % 4 + 1)
        self.bids = bids
        self.lire = {seat: column + 2 * (row - 1) for seat, (row, column) in bids.items()}
        self.ranked = sorted(bids, key=lambda s: bids[s], reverse=True)

    def bid2(self) -> Play:
        self.lire = {}
        turns: list[int | None] = []
        seat = self.order[0]
        while True:
            other = 1 - seat
            amounts = [k for k in range(1, 17) if k <= self.players[seat].money]
            standing = self.lire.get(other, 0)
            low = len(turns) == 1 and standing >= 6
            good = [k for k in amounts if k > standing or (low and k < standing)]
            action = yield seat, [*(BID2 + k - 1 for k in good), PASS]
            turns.append(None if action == PASS else action - BID2 + 1)
            ends = False
            if action != PASS:
                ends = action - BID2 + 1 < standing
                self.lire[seat] = action - BID2 + 1
            if ends or (len(turns) >= 2 and None in turns):
                break
            seat = other
        self.ranked = sorted(self.lire, key=lambda s: -self.lire[s])
        for seat, lire in self.lire.items():
            self.pay(seat, lire)

    def next_order(self, coin_to: int | None) -> list[int]:
        n = self.n
        if self.options["variant_b_reverse_order"]:
            return [s for s in self.order if s not in self.lire] + self.ranked[::-1]
        first = self.order[0]
        if coin_to is not None:
            first = coin_to
        elif n == 2 and self.ranked:
            first = self.ranked[1] if len(self.ranked) == 2 else 1 - self.ranked[0]
        elif self.ranked:
            first = min(self.bids, key=lambda s: self.bids[s][1])
        return [(first + k) % n for k in range(n)]

    def pick(self) -> Play:
        offer = list(COLOURS)
        self.invest, self.ticket = {}, {}
        for seat in self.ranked:
            self.pay(seat, self.lire[seat])
            action = yield seat, [COLOUR + k for k, c in enumerate(COLOURS) if c in offer]
            self.invest[seat] = COLOURS[action - COLOUR]
            offer.remove(self.invest[seat])
            self.ticket[seat] = self.tickets[self.bids[seat][1] - 1]
        for seat in self.order:
            if seat not in self.lire:
                tiles = [COLOUR + k for k, c in enumerate(COLOURS) if c in offer]
                action = yield seat, [PASS, *(tiles if self.players[seat].money >= 1 else [])]
                if action != PASS:
                    self.pay(seat, 1)
                    self.invest[seat] = COLOURS[action - COLOUR]
                    offer.remove(self.invest[seat])

    def use_tile(self, seat: int, colour: str) -> Play:
        me, deed = self.players[seat], DEEDS[COLOURS.index(colour)]
        full = me.track[colour] == 5
        choices = [PASS] if full else []
        if self.available(seat, deed):
            choices.append(USE_ACTION)
        if not full:
            choices.append(USE_XP)
        action = yield seat, choices
        if action == USE_XP:
            me.track[colour] += 1
        elif action == USE_ACTION:
            yield from self.act(seat, deed)

    def invest2(self) -> Play:
        quarters = LARGE[self.larges[-1]]
        queue = self.ranked + [s for s in self.order if s not in self.lire]
        side: set[str] = set()
        for place, seat in enumerate(queue):
            choices = sorted(COLOUR + COLOURS.index(colour) for colour in side or quarters)
            if seat not in self.lire:
                choices = [PASS, *(choices if self.players[seat].money >= 1 else [])]
            action = yield seat, choices
            if action == PASS:
                continue
            if seat not in self.lire:
                self.pay(seat, 1)
            colour = COLOURS[action - COLOUR]
            if place == 0:
                at = quarters.index(colour)
                beside = sorted(COLOURS.index(quarters[(at + k) % 4]) for k in (1, 3))
                named = yield seat, [COLOUR + k for k in beside]
                side = {COLOURS[named - COLOUR], quarters[(at + 2) % 4]}
            yield from self.use_tile(seat, colour)
        self.ticket = {}

    def deliver(self) -> Play:
        if self.n == 2 and self.ranked:
            action = yield self.ranked[0], [DELIVERY + k for k in self.tickets]
            self.ticket[self.ranked[0]] = action - DELIVERY
            if len(self.ranked) == 2:
                self.ticket[self.ranked[1]] = next(k for k in self.tickets if k != action - DELIVERY)
        completed = {}
        for seat in self.order:
            if seat in self.ticket:
                pizzas, distance = TICKETS[self.round_no][self.ticket[seat]]
                completed[seat] = yield from self.tours(seat, pizzas, distance)
        if self.round_no < 5 or self.options["final_round_experience"]:
            for seat, colours in completed.items():
                self.learn(seat, colours)

    def outcome(self) -> list[tuple[int, int]]:
        """Points and rank of each seat."""
        money = [p.money for p in self.players]
        points = [p.points() for p in self.players]
        if self.options["variant_c_money_points"]:
            ranks = sorted(set(money), reverse=True)
            for seat in range(self.n):
                if money[seat] == ranks[0]:
                    points[seat] += 2
                elif money.count(ranks[0]) == 1 and money[seat] == ranks[1]:
                    points[seat] += 1
        both = list(zip(points, money, strict=True))
        return [(points[s], 1 + sum(other > both[s] for other in both)) for s in range(self.n)]

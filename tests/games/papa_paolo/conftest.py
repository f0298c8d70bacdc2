"""Positions built by hand, with the functions of the rules."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fattorino.games.papa_paolo import GAME
from fattorino.games.papa_paolo.rules import apply, check, legal
from fattorino.games.papa_paolo.rules.delivery import begin as begin_delivery
from fattorino.games.papa_paolo.rules.district import add, start_district, unserved
from fattorino.games.papa_paolo.rules.opening import setup
from fattorino.games.papa_paolo.rules.score import result
from fattorino.games.papa_paolo.state import (
    BID,
    CELL,
    COMPONENTS,
    MAX_SQUARES,
    NUM_ACTIONS,
    ROT,
    RULEBOOK,
    STATE,
    Event,
    Phase,
    Stage,
)
from fattorino.games.papa_paolo.tables import (
    ALL_ROADS,
    BUILT,
    PRICES,
    capacity_of,
    roads_of,
    shape_of,
)
from fattorino.kernel import records
from fattorino.kernel.records import NONE
from games.papa_paolo.plain import cell_at

TILES = [tile["id"] for tile in COMPONENTS["city_tiles"]["tiles"]]


class Table:
    """A state with its log; every play is checked against the list of legal actions.

    Pawns may idle unless a test says otherwise: most tests only want to get past them.
    """

    def __init__(self, seats: int = 4, seed: int = 1, **options: Any) -> None:
        self.state: Any = np.zeros(1, STATE)[0]
        self.logbook = records.new_log()
        settings = GAME.settings(seats, **{"allow_idle_pawn": True} | options)
        setup(self.state, GAME.options.encode(settings)[0], seed, self.logbook)

    # -- the rules ---------------------------------------------------------------------------------

    def legal(self) -> list[int]:
        actions = np.zeros(NUM_ACTIONS, np.int16)
        return [int(action) for action in actions[: legal(self.state, actions)]]

    def rule(self, action: int) -> str:
        """The id of the rule that forbids an action now, or OK."""
        rule = int(check(self.state, action))
        assert (rule == 0) == (action in self.legal())
        return RULEBOOK.id_of(rule) if rule else "OK"

    def play(self, *actions: int) -> None:
        for action in actions:
            assert self.rule(action) == "OK"
            self.logbook[0, 0] = 0
            apply(self.state, action, self.logbook)

    def settle(self) -> None:
        """Play forced steps."""
        while not self.state.over and len(self.legal()) == 1:
            self.play(self.legal()[0])

    def told(self, kind: Event) -> list[list[int]]:
        """Seat and numbers of the last action's events of a kind."""
        rows = self.logbook[1 : int(self.logbook[0, 0]) + 1]
        return [[int(row[1]), *map(int, row[3:])] for row in rows if row[0] == kind]

    def outcome(self) -> list[list[int]]:
        """Score, rank and whether they won, by seat."""
        out = np.zeros((4, 3), np.int32)
        result(self.state, out)
        rows: list[list[int]] = out[: int(self.state.n)].tolist()
        return rows

    # -- laying out --------------------------------------------------------------------------------

    def ask(self, seat: int, phase: Phase, stage: Stage | None = None) -> None:
        self.state.seat = seat
        self.state.phase = phase
        if stage is not None:
            self.state.stage = stage

    def found(self, seat: int, number: int) -> None:
        """A district of the start tile alone."""
        state = self.state
        state.n_squares[seat] = state.shops[seat] = state.hungry[seat] = state.room[seat] = 0
        for square in range(MAX_SQUARES):
            state.joined[seat, square] = state.pizzas[seat, square] = state.roads[seat, square] = 0
        start_district(state, seat, number - 1)

    def lay(self, seat: int, x: int, y: int, tile: str, rot: int) -> None:
        """A tile in a district, as a legal move would put it there."""
        number = TILES.index(tile)
        self.hold(seat, number)
        self.play(CELL + cell_at(x, y))
        assert self.turn_rule(rot) == "OK"
        add(self.state, seat, cell_at(x, y), number, roads_of(shape_of(number), rot), 0)

    def hold(self, seat: int, tile: int | str) -> None:
        """A tile is about to be laid."""
        self.state.slot = 0
        self.state.slot_tile[0] = TILES.index(tile) if isinstance(tile, str) else tile
        self.ask(seat, Phase.TILE, Stage.PLACE)

    def turn_rule(self, rot: int) -> str:
        return self.rule(ROT + rot)

    def build(self, seat: int, x: int, y: int, value: int, pizzas: int = 2) -> None:
        """A pizzeria in a district."""
        self.state.supply[seat] -= pizzas
        add(self.state, seat, cell_at(x, y), BUILT + PRICES.index(value), ALL_ROADS, pizzas)

    def square(self, seat: int, x: int, y: int) -> int:
        return int(self.state.at[seat, cell_at(x, y)])

    def pizzas(self, seat: int, x: int, y: int) -> int:
        return int(self.state.pizzas[seat, self.square(seat, x, y)])

    def stock(self, seat: int, x: int, y: int, pizzas: int) -> None:
        """So many pizzas on a pizzeria, from the supply."""
        square = self.square(seat, x, y)
        more = pizzas - int(self.state.pizzas[seat, square])
        self.state.pizzas[seat, square] = pizzas
        self.state.supply[seat] -= more
        self.state.room[seat] -= more
        assert pizzas <= capacity_of(int(self.state.piece[seat, square]))

    def serve(self, seat: int, x: int, y: int, pizzas: int) -> None:
        """So many pizzas on the houses of a tile, from the supply."""
        square = self.square(seat, x, y)
        self.state.pizzas[seat, square] = pizzas
        self.state.supply[seat] -= pizzas
        if unserved(self.state, seat, square) == 0:
            self.state.hungry[seat] &= ~(1 << square)

    def auction(self, order: list[int], money: list[int] | int = 50) -> None:
        """The bidding is about to begin."""
        n = int(self.state.n)
        for place, seat in enumerate(order):
            self.state.order[place] = seat
        for seat in range(n):
            self.state.money[seat] = money if isinstance(money, int) else money[seat]
            self.state.bid[seat] = NONE
            self.state.acted[seat] = 0
        self.ask(order[0], Phase.BID2 if n == 2 else Phase.BID, Stage.BID)

    def bid(self, column: int, row: int) -> None:
        self.play(bid(column, row))

    def deliver(self, seat: int, pizzas: int, distance: int) -> None:
        """A delivery of phase E is about to begin; nobody delivers afterwards."""
        for place in range(int(self.state.n)):
            self.state.ticket[place] = NONE
            self.state.next_order[place] = self.state.order[place]
            if self.state.order[place] == seat:
                self.state.turn = place
        begin_delivery(self.state, seat, pizzas, distance)
        self.ask(seat, Phase.TOUR, Stage.DELIVER)


def bid(column: int, row: int) -> int:
    """The action of a bid, columns and rows counted from 1."""
    return BID + 4 * (row - 1) + column - 1


@pytest.fixture
def lay_out() -> Callable[..., Table]:
    """Set a table up: lay_out(seats, seed, **options)."""
    return Table


@pytest.fixture
def four() -> Table:
    return Table(4)


@pytest.fixture
def three() -> Table:
    return Table(3)


@pytest.fixture
def two() -> Table:
    """Two players after choosing their start tiles; seat 0 is first."""
    for seed in range(1, 50):
        table = Table(2, seed)
        if min(table.state.dealt[:2]) < min(table.state.dealt[2:]):
            table.play(table.legal()[0])
            table.play(table.legal()[0])
            return table
    raise AssertionError("no seed deals seat 0 the lower start tile")


@pytest.fixture(scope="session")
def examples() -> dict[str, Any]:
    """The worked examples of the rules."""
    text = (Path(__file__).parent / "examples.toml").read_text(encoding="utf-8")
    found: dict[str, Any] = tomllib.loads(text)["examples"]
    return found

"""Positions built by hand, with the functions of the rules."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest

from fattorino.games.new_york import GAME, choice_sheet
from fattorino.games.new_york.rules.dispatch import apply, check, legal
from fattorino.games.new_york.rules.opening import setup
from fattorino.games.new_york.rules.score import NUM_COUNTS, conserve, result
from fattorino.games.new_york.rules.stack import push
from fattorino.games.new_york.rules.turn import advance
from fattorino.games.new_york.state import DONE, NUM_ACTIONS, OPTIONS, RULEBOOK, SPACE, STATE, Phase
from fattorino.games.new_york.streets import SIDES
from fattorino.games.new_york.tables import (
    CITY_EVENTS,
    INSPECTOR,
    KINDS,
    N_BLUE,
    POWERS,
    TICKETS,
    VILLAGES,
    Place,
    Power,
    kind_of,
    village_of,
)
from fattorino.kernel import records
from fattorino.kernel.records import NONE

TYPES = {(kind_of(card), village_of(card)): card for card in range(N_BLUE)}
POWER_IDS = [power["id"] for power in POWERS]
CITY_IDS = [event["id"] for event in CITY_EVENTS]
TICKET_IDS = [ticket["id"] for ticket in TICKETS]
ALWAYS_DUE = (Phase.DOUBLE, Phase.CHEESE, Phase.INCREASE, Phase.BUILD_CARD)  # also without a card that fits


def number_of(name: str, names: list[str], what: str) -> int:
    """The number of a component by its id; an error says which there are."""
    assert name in names, f"no {what} {name}: there are {', '.join(names)}"
    return names.index(name)


def power_of(name: str) -> int:
    return number_of(name, POWER_IDS, "Power Card")


def village_named(name: str) -> int:
    return number_of(name, VILLAGES, "village")


def blue(name: str) -> int:
    """peppers/midtown -> its card type."""
    kind, village = name.split("/")
    return TYPES[number_of(kind, KINDS, "kind"), village_named(village)]


class Table:
    """A state with its log; every play is checked against the guards."""

    def __init__(self, seats: int = 2, seed: int = 1, started: bool = True, **options: Any) -> None:
        self.states = np.zeros(1, STATE)
        self.state = self.states[0]
        self.log = records.new_log()
        self.told: list[list[int]] = []
        chosen = {"first_player": "1", "mode": "competitive"} | options
        self.options = OPTIONS.encode(OPTIONS.complete({"seats": seats} | chosen))
        setup(self.state, self.options[0], seed, self.log)
        if started:
            while self.state.phase == Phase.KEEP:
                self.do(self.legal()[0])

    # -- playing -----------------------------------------------------------------------------------

    def action(self, what: int | str, number: int | str = 0) -> int:
        """("ACT", 2), ("CARD", "peppers/midtown"), ("CARD", "hacker"), ("LOT", "mid_1") or a number."""
        if isinstance(what, int):
            return what
        if isinstance(number, str):
            if what == "LOT":
                number = self.lot(number)
            elif what in ("VILLAGE",):
                number = village_named(number)
            elif what == "PERM":
                number = number_of(number, KINDS, "kind")
            elif "/" in number:
                number = blue(number)
            else:
                number = N_BLUE + power_of(number)
        return SPACE.first(what) + number

    def do(self, what: int | str, number: int | str = 0) -> "Table":
        """Play one action; it must be legal."""
        action = self.action(what, number)
        why = check(self.state, action)
        assert why == 0, f"{Phase(int(self.state.phase)).name}: {what} {number} forbidden by {self.rule(why)}"
        self.log[0, 0] = 0
        apply(self.state, action, self.log)
        self.told += self.log[1 : int(self.log[0, 0]) + 1].tolist()
        if self.phase in ALWAYS_DUE and self.legal() == [DONE]:
            self.do(DONE)  # as the kernel does
        return self

    def legal(self) -> list[int]:
        """The legal actions, which are those that check allows."""
        actions = np.zeros(NUM_ACTIONS, np.int16)
        listed: list[int] = actions[: legal(self.state, actions)].tolist()
        assert listed == [action for action in range(NUM_ACTIONS) if check(self.state, action) == 0]
        return listed

    def can(self, what: int | str, number: int | str = 0) -> bool:
        """Whether an action is legal now."""
        return self.action(what, number) in self.legal()

    def why(self, what: int | str, number: int | str = 0) -> str:
        """The id of the rule that forbids an action, or OK."""
        return self.rule(check(self.state, self.action(what, number)))

    @staticmethod
    def rule(number: int) -> str:
        return "OK" if number == 0 else RULEBOOK.id_of(int(number))

    def forced(self, phases: Iterable[Phase] = ()) -> "Table":
        """Play forced steps (or only those of some phases)."""
        stop = tuple(phases)
        while not self.state.over and (not stop or self.phase in stop):
            options = self.legal()
            if len(options) != 1:
                break
            self.do(options[0])
        return self

    def finish_turn(self) -> "Table":
        """Decline everything until the next player is asked for an action."""
        turn = int(self.state.turn)
        while not self.state.over and int(self.state.turn) == turn:
            self.do(self.legal()[0])
        return self

    @property
    def phase(self) -> Phase:
        return Phase(int(self.state.phase))

    def events(self, kind: int) -> list[list[int]]:
        """The events of a kind told so far."""
        return [event for event in self.told if event[0] == kind]

    # -- laying out --------------------------------------------------------------------------------

    def lot(self, name: str) -> int:
        """The number of a lot: harlem_1, mid_1, ..."""
        return number_of(name, [lot["id"] for lot in SIDES[int(self.state.large)]["lots"]], "lot")

    def hand(self, seat: int, *cards: str) -> "Table":
        """Exactly these cards in a hand."""
        self.state.hand[seat] = 0
        self.state.n_hand[seat] = 0
        for power in range(len(POWERS)):
            if self.state.power_at[power] == seat:
                self.state.power_at[power] = Place.DECK
        self.state.n_power[seat] = 0
        return self.give(seat, *cards)

    def give(self, seat: int, *cards: str) -> "Table":
        for card in cards:
            if "/" in card:
                self.state.hand[seat, blue(card)] += 1
                self.state.n_hand[seat] += 1
            else:
                self.state.power_at[power_of(card)] = seat
                self.state.n_power[seat] += 1
        return self

    def hands(self, seat: int) -> list[str]:
        """The cards of a hand by name."""
        cards = [name(card) for card in range(N_BLUE) for _ in range(int(self.state.hand[seat, card]))]
        return cards + [POWER_IDS[p] for p in range(len(POWERS)) if self.state.power_at[p] == seat]

    def pizzeria(self, seat: int, lot: str, disks: int, *cards: str) -> "Table":
        """A pizzeria with its disks and cards, the top card first."""
        index = self.lot(lot)
        village = VILLAGES.index(SIDES[int(self.state.large)]["lots"][index]["village"])
        self.state.owner[index] = seat
        self.state.lot[seat, village] = index
        self.state.disks[seat, village] = disks
        self.state.supply[seat] -= disks
        for place, card in enumerate(cards):
            self.state.perm[seat, village, place] = blue(card)
        return self

    def order(self, slot: int, ticket: str, *cards: str, tip: int = 1) -> "Table":
        """An order in a slot, the top card last."""
        self.state.ticket[slot] = number_of(ticket, TICKET_IDS, "ticket")
        self.state.tip[slot] = tip
        self.state.tip_known[slot] = 0
        self.state.order[slot] = NONE
        for position, card in enumerate(cards):
            self.state.order[slot, position] = blue(card)
        return self

    def no_orders(self) -> "Table":
        """An empty order system."""
        self.state.ticket[:] = NONE
        self.state.tip[:] = NONE
        self.state.order[:] = NONE
        return self

    def play_card(self, seat: int, power: str) -> "Table":
        """A Power Card already in a tableau."""
        number = power_of(power)
        kind = ("SPEED", "MONEY", "EVENT").index(POWERS[number]["type"])
        self.state.power_at[number] = Place.TABLEAU + seat
        self.state.slot[seat, kind] = number
        if power == "subway_fast_pass":
            self.state.passes = 3
        return self

    def deck(self, *cards: str) -> "Table":
        """Put cards on top of the Market Deck, the first one topmost; "inspector" is one."""
        for card in reversed(cards):
            self.state.deck[int(self.state.n_deck) - 0] = INSPECTOR if card == "inspector" else blue(card)
            self.state.n_deck += 1
        return self

    def short_deck(self, *cards: str) -> "Table":
        """A Market Deck of exactly these cards, the first one topmost."""
        self.state.n_deck = 0
        return self.deck(*cards)

    def sewer(self, *cards: str) -> "Table":
        """Exactly these cards in the sewer."""
        self.state.sewer[:] = 0
        self.state.n_sewer = 0
        for card in cards:
            self.state.sewer[blue(card)] += 1
            self.state.n_sewer += 1
        return self

    def stored(self, *cards: str) -> "Table":
        """Exactly these cards under Cold Storage."""
        self.state.cold[:] = NONE
        self.state.cold[: len(cards)] = [blue(card) for card in cards]
        return self

    def market(self, *cards: str) -> "Table":
        """Exactly these cards in the Open Market."""
        self.state.market[:] = 0
        for card in cards:
            self.state.market[blue(card)] += 1
        self.state.n_market = len(cards)
        return self

    def draw_next(self, power: str) -> "Table":
        """The Power Deck is this card alone; all others of it lie on the discard pile."""
        for number in range(len(POWERS)):
            if self.state.power_at[number] == Place.DECK:
                self.state.power_at[number] = Place.DISCARD
        self.state.power_at[power_of(power)] = Place.DECK
        return self

    def ask(self, phase: Phase, *arguments: int) -> "Table":
        """Put a question on top of the stack."""
        push(self.state, phase.value, *arguments)
        return self.go_on()

    def go_on(self) -> "Table":
        self.log[0, 0] = 0
        advance(self.state, self.log)
        self.told += self.log[1 : int(self.log[0, 0]) + 1].tolist()
        return self

    def city(self, event: str) -> int:
        """A city event by its id; none of them for an empty one."""
        return number_of(event, CITY_IDS, "city event") if event else NONE

    # -- looking -----------------------------------------------------------------------------------

    def perm(self, seat: int, village: str) -> list[str]:
        return [name(int(card)) for card in self.state.perm[seat, village_named(village)] if card != NONE]

    def in_sewer(self, card: str) -> int:
        return int(self.state.sewer[blue(card)])

    def in_market(self, card: str) -> int:
        return int(self.state.market[blue(card)])

    def at(self, power: str) -> int:
        return int(self.state.power_at[power_of(power)])

    def view(self, seat: int) -> Any:
        return GAME.redact(self.state, seat)

    def ticket(self, seat: int) -> str:
        """What the ticket of the current delivery tells a seat."""
        ticket = choice_sheet.delivery(self.view(seat), seat)
        assert ticket is not None, "nothing is being delivered"
        return str(ticket["tell"])

    def world(self, seat: int, seed: int) -> Any:
        """A state that a seat could believe in."""
        views, states = np.array([self.view(seat)], STATE), np.zeros(1, STATE)
        assert GAME.loops.imagine_into(views, 0, seat, GAME.masks, seed, states, 0)
        return states[0]

    def counts(self) -> list[int]:
        counts = np.zeros(NUM_COUNTS, np.int64)
        conserve(self.state, counts)
        return list(map(int, counts))

    def result(self) -> list[list[int]]:
        out = np.zeros((6, 3), np.int32)
        result(self.state, out)
        rows: list[list[int]] = out[: int(self.state.n)].tolist()
        return rows

    def deliver(self, slot: int, village: str, route: int = 0, zone: str | None = None) -> "Table":
        """Begin a delivery, up to the first ingredient."""
        self.do("ACT", 2).do("ORDER", slot)
        if self.phase == Phase.COPY_SEAT:
            self.do("SEAT", int(self.state.seat))
        self.do("VILLAGE", village)
        if zone is not None:
            self.do("VILLAGE", zone)
        return self.do("ROUTE", route)

    def pay_any(self) -> "Table":
        """Answer every question of S1 with the first legal option that adds and leaves off nothing."""
        while self.phase in (Phase.DEBT, Phase.COVER, Phase.DOUBLE, Phase.CHEESE, Phase.EXTRA):
            self.do(next(action for action in self.legal() if action != SPACE.first("SHORT")))
        return self

    def kitchen(self) -> "Table":
        """Seat 0 can deliver an order of one within Hell's Kitchen."""
        self.pizzeria(0, "hk_4", 4, "peppers/hells_kitchen", "onions/central_park")
        return self.order(0, "standard_1", "onions/hells_kitchen", tip=1)


def name(card: int) -> str:
    """A card type as kind/village."""
    return f"{KINDS[kind_of(card)]}/{VILLAGES[village_of(card)]}"


@pytest.fixture
def table() -> Callable[..., Table]:
    """Makes tables: table(seats=3, extra_cheese=True)."""
    return Table


@pytest.fixture
def two() -> Table:
    """Two players, seat 0 to move, empty hands, no money, no orders, a small sewer."""
    return bare(Table(2))


@pytest.fixture
def three() -> Table:
    """Three players with the expansion Power Cards, seat 0 to move, everything bare."""
    return bare(Table(3, expansion_power_cards="on", any_cards="on", extra_cheese=True))


@pytest.fixture
def team() -> Table:
    """A co-op team of three in the second round, everything bare."""
    made = bare(Table(3, mode="coop", expansion_power_cards="on"))
    made.state.turn = 3
    return made


@pytest.fixture
def bare_table() -> Callable[..., Table]:
    """Makes bare tables with any options."""
    return lambda *args, **options: bare(Table(*args, **options))


def bare(made: Table) -> Table:
    """Empty hands, no money, no orders, an empty sewer."""
    for seat in range(int(made.state.n)):
        made.hand(seat)
        made.state.money[seat] = 0
    made.no_orders().sewer()
    assert made.phase == Phase.PRE
    assert Power.HACKER.value == POWER_IDS.index("hacker")
    return made

"""A table for hand-made positions, spoken to in the rulebook's words.

table = Table(lay=["stop_bb V(0,3)/1"], red=(0, 6), flair=["nonstop"])
table.play("move 3", "N")
assert table.options == {"use nonstop", "END"}
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from fattorino.games.pizza_city import GAME
from fattorino.games.pizza_city.city import add_face, lay
from fattorino.games.pizza_city.rules import apply, check, legal
from fattorino.games.pizza_city.state import (
    BIKE_CARDS,
    BIKE_PLAYS,
    CITY_CARD,
    CITY_HAND,
    CITY_PLAYS,
    CORNER,
    DIRECTION,
    DIRECTIONS,
    END,
    FACES,
    FLAIRS,
    GO,
    N_CHAIRS,
    NUM_ACTIONS,
    PLACE,
    PLAY_FLAIR,
    PLAY_MOVE,
    STATE,
    UPRIGHT,
    USE_FLAIR,
    WIDE,
    Event,
    Phase,
    Rule,
    Team,
    bike_chair,
    city_chair,
    corner_at,
    horizontal,
    person_in,
    vertical,
)
from fattorino.kernel.records import NONE, new_log

Point = tuple[int, int]
FACE_IDS: list[str] = [face["id"] for face in FACES]
KIND_IDS: list[str] = [card["id"] for card in BIKE_CARDS]
FILLER = ["move_1", "move_2", "style", "ticket", "toss"]  # different cards, so that nothing is played unasked


def place_number(name: str) -> int:
    """V(2,3)/1 -> the number of the place."""
    found = re.fullmatch(r"([VH])\((\d),(\d)\)/([01])", name)
    assert found, name
    first, second = int(found[2]), int(found[3])
    segment = vertical(first, second) if found[1] == "V" else horizontal(first, second)
    return 2 * segment + int(found[4])


def place_name(place: int) -> str:
    segment, flip = divmod(place, 2)
    if segment < UPRIGHT:
        return f"V({segment // 6},{segment % 6})/{flip}"
    return f"H({(segment - UPRIGHT) % 6},{(segment - UPRIGHT) // 6})/{flip}"


def action_number(name: str) -> int:
    """An action from its name in these tests."""
    if name in ("GO", "END"):
        return GO if name == "GO" else END
    if name in DIRECTIONS:
        return DIRECTION + DIRECTIONS.index(name)
    if name[0] in "VH":
        return PLACE + place_number(name)
    if name[0] == "(":
        return CORNER + corner_at(int(name[1]), int(name[3]))
    verb, what = name.split()
    if verb == "card":
        return CITY_CARD + FACE_IDS.index(what)
    if verb == "move":
        return PLAY_MOVE + int(what) - 1
    return (PLAY_FLAIR if verb == "flair" else USE_FLAIR) + FLAIRS.index(what)


def action_name(action: int) -> str:
    block, number = GAME.space.block(action)
    if block.name in ("GO", "END"):
        return block.name
    return {
        "CITY_CARD": lambda: f"card {FACE_IDS[number]}",
        "PLACE": lambda: place_name(number),
        "CORNER": lambda: f"({number % WIDE},{number // WIDE})",
        "DIRECTION": lambda: DIRECTIONS[number],
        "PLAY_MOVE": lambda: f"move {number + 1}",
        "PLAY_FLAIR": lambda: f"flair {FLAIRS[number]}",
        "USE_FLAIR": lambda: f"use {FLAIRS[number]}",
    }[block.name]()


class Table:
    """One game in a position made by hand; red Bike is on turn unless told otherwise."""

    def __init__(
        self,
        *,
        lay: Sequence[str] = (),
        red: Point = (0, 6),
        blue: Point = (6, 0),
        tokens: Sequence[Point] = ((1, 1), (3, 3), (5, 5)),
        hand: Sequence[str] = (),
        flair: Sequence[str] = (),
        score: tuple[int, int] = (0, 0),
        turn: int = 3,
        seed: int = 1,
        **options: Any,
    ) -> None:
        settings = GAME.settings(**options)
        self.states = np.zeros(1, STATE)
        self.state = self.states[0]
        self.log = new_log()
        self.buffer = np.zeros(NUM_ACTIONS, np.int16)
        GAME.setup(self.state, GAME.options.encode(settings)[0], seed, self.log)
        for card in lay:
            self.lay(card)
        self.state.bike[Team.RED] = corner_at(*red)
        self.state.bike[Team.BLUE] = corner_at(*blue)
        self.state.tokens = sum(1 << corner_at(*token) for token in tokens)
        self.state.score[:] = score
        self.state.turn = turn
        chair = turn % N_CHAIRS
        self.state.seat = person_in(int(self.state.n), chair)
        self.state.phase = Phase.BIKE_MAIN if chair % 2 else Phase.CITY_CARD
        self.state.plays = BIKE_PLAYS if chair % 2 else CITY_PLAYS
        if chair % 2:
            self.hold([*hand, *(card for card in FILLER if card not in hand)][: max(5, len(hand))])
        elif hand:
            self.hold_city(hand)
        for name in flair:
            self.state.table[self.team, FLAIRS.index(name)] += 1
        self.log[0, 0] = 0

    @property
    def team(self) -> int:
        """The team on turn."""
        return int(Team.BLUE) if int(self.state.turn) % N_CHAIRS in (1, 2) else int(Team.RED)

    def lay(self, card: str) -> None:
        """Let a card already lie: "oneway_bb V(0,4)/0"."""
        face, place = card.split()
        lay(self.state, FACE_IDS.index(face), place_number(place))

    def hold(self, cards: Iterable[str], team: int | None = None) -> None:
        """Give a Bike player exactly these cards."""
        team = self.team if team is None else team
        self.state.bike_hand[team] = 0
        for card in cards:
            self.state.bike_hand[team, KIND_IDS.index(card)] += 1
        self.state.held[bike_chair(team)] = sum(self.state.bike_hand[team])

    def hold_city(self, cards: Sequence[str], team: int | None = None) -> None:
        """Give a City player exactly these cards."""
        team = self.team if team is None else team
        self.state.city_hand[team] = NONE
        for k, card in enumerate(cards[:CITY_HAND]):
            add_face(self.state, team, FACE_IDS.index(card), k)
        self.state.held[city_chair(team)] = len(cards)

    def listed(self) -> list[int]:
        """The legal actions."""
        if self.state.over:
            return []
        return [int(action) for action in self.buffer[: legal(self.state, self.buffer)]]

    @property
    def options(self) -> set[str]:
        """The legal actions by name."""
        return {action_name(action) for action in self.listed()}

    def settle(self) -> None:
        """Take the steps that leave no choice, as the kernel does."""
        while len(only := self.listed()) == 1:
            apply(self.state, only[0], self.log)

    def play(self, *names: str, settle: bool = True) -> None:
        """Play actions by name; each must be legal."""
        for name in names:
            action = action_number(name)
            refusal = check(self.state, action)
            assert refusal == Rule.OK, f"{name}: {Rule(int(refusal)).name}"
            apply(self.state, action, self.log)
            if settle:
                self.settle()

    def why_not(self, name: str) -> str:
        """The rule that forbids an action now."""
        return str(Rule(int(check(self.state, action_number(name)))).name)

    def at(self, team: int = Team.RED) -> Point:
        """Where a bike stands."""
        y, x = divmod(int(self.state.bike[team]), WIDE)
        return x, y

    def events(self) -> list[tuple[Event, int, int]]:
        """What was told: kind and the first two numbers."""
        rows = self.log[1 : int(self.log[0, 0]) + 1]
        return [(Event(int(row[0])), int(row[3]), int(row[4])) for row in rows]

    def view(self, seat: int) -> Any:
        """What a seat may see."""
        return GAME.redact(self.state, seat)

    def n_tokens(self) -> int:
        return int(self.state.tokens).bit_count()

    def n_flair(self, name: str, team: int = Team.RED) -> int:
        return int(self.state.table[team, FLAIRS.index(name)])

    def discarded(self, card: str) -> int:
        return int(self.state.discard[KIND_IDS.index(card)])

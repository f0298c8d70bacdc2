"""A table set for one rule: Example Street with two deliverers, empty hands, everything within reach."""

from typing import Any

import numpy as np

import fattorino
from fattorino.games.ghost_town import state as gt
from fattorino.games.ghost_town.effects import card_in_hand, give
from fattorino.games.ghost_town.rules import apply, check, legal
from fattorino.games.ghost_town.state import Card, Place, Report, Sign, Tile, square_number
from fattorino.kernel import records

GAME = fattorino.load("ghost_town")
UP, DOWN, LEFT, RIGHT = range(4)
UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT = range(4)
WALL_WORDS = [(0, "up"), (1, "down"), (3, "right"), (2, "left")]
VOICES = ["pig", "little", "parent"]


class Street:
    """A game in progress that a test may rearrange."""

    def __init__(self, town_id: str = "g2x", seats: int = 2, seed: int = 1, **options: Any) -> None:
        chosen = {"town": "designed", "town_id": town_id} | options
        self.options = GAME.options.encode(GAME.settings(seats, **chosen))
        self.state = np.zeros(1, GAME.state)[0]
        self.log = records.new_log()
        GAME.setup(self.state, self.options[0], seed, self.log)
        for card in range(gt.N_CARDS):  # empty hands
            if self.state.card_at[card] < Place.DECK:
                self.state.card_at[card] = Place.LEFT_OUT
        self.state.held[:] = 0

    def put(self, seat: int, square: str) -> "Street":
        """The token of a deliverer on a square, and that deliverer on turn."""
        self.state.position[seat] = square_number(square)
        return self.turn_of(seat)

    def turn_of(self, seat: int) -> "Street":
        self.state.seat = seat
        return self

    def hand(self, seat: int, *kinds: Card) -> "Street":
        """Cards of these kinds into a hand, black ones from the deck first."""
        for kind in kinds:
            kept = range(gt.first_card(kind), gt.first_card(kind + 1))
            copies = [card for card in kept if self.state.card_at[card] >= Place.DECK]
            give(self.state, max(copies, key=lambda card: int(self.state.card_at[card] == Place.DECK)), seat)
        return self

    def carry(self, seat: int, icon: int) -> "Street":
        self.state.carried[seat] = icon
        self.state.pizza[icon] = 0
        return self

    def house(self, icon: int) -> "Street":
        self.state.house[icon] = 1
        return self

    def no_ghost(self, *squares: str) -> "Street":
        for name in squares:
            if self.ghost(name):
                self.state.ghosts = int(self.state.ghosts) & ~(1 << square_number(name))
                self.state.supply = int(self.state.supply) + 1
        return self

    def add_ghost(self, square: str) -> "Street":
        self.state.ghosts = int(self.state.ghosts) | 1 << square_number(square)
        self.state.supply = int(self.state.supply) - 1
        return self

    def tile(self, square: str, tile: Tile) -> "Street":
        self.state.tile[square_number(square)] = tile
        return self

    def no_deck(self, used: int = 0) -> "Street":
        """An empty deck, and some used cards."""
        for card in range(gt.N_CARDS):
            if self.state.card_at[card] == Place.DECK:
                self.state.card_at[card] = Place.USED if used > 0 else Place.LEFT_OUT
                used -= 1
        return self

    # -- playing and looking -----------------------------------------------------------------------------

    def play(self, action: int) -> str:
        """Play a legal action; the report as the tests write it."""
        rule = check(self.state, action)
        assert rule == 0, f"not legal: {rule.name}"
        self.log[0, 0] = 0
        apply(self.state, action, self.log)
        return self.report()

    def report(self, line: int = -1) -> str:
        """A line of the public record: messages, then [walls | signs]."""
        state = self.state
        line = line if line >= 0 else int(state.n_records) + line
        words = []
        for report in Report:
            if int(state.said[line]) >> report & 1 and report != Report.SURROUND:
                detail = int(state.detail[line])
                words.append(
                    {
                        Report.PIZZA_TAKEN: f"PIZZA_TAKEN({gt.ICONS[detail]})",
                        Report.DELIVERED: f"DELIVERED({gt.ICONS[detail]})",
                        Report.OINK: f"OINK({VOICES[detail]})",
                        Report.DISTANCE: f"DISTANCE({int(state.distance[line])})",
                    }.get(report, report.name)
                )
        text = ", ".join(words)
        if int(state.said[line]) >> Report.SURROUND & 1:
            walls = " ".join(name for bit, name in WALL_WORDS if int(state.near_walls[line]) >> bit & 1)
            signs = " ".join(sign.name.lower() for sign in Sign if int(state.signs[line]) & sign)
            text += f" [{walls or '-'} | {signs or '-'}]"
        return text.strip()

    def at(self, seat: int) -> str:
        square = int(self.state.position[seat])
        return gt.square_name(square) if square >= 0 else "out"

    def ghost(self, square: str) -> bool:
        return bool(int(self.state.ghosts) >> square_number(square) & 1)

    def ghosts(self) -> set[str]:
        return {gt.square_name(s) for s in range(gt.SQUARES) if int(self.state.ghosts) >> s & 1}

    def count(self, place: int) -> int:
        return int((self.state.card_at == place).sum())

    def holds(self, seat: int, kind: Card) -> bool:
        return bool(card_in_hand(self.state, seat, int(kind)) >= 0)

    def why_not(self, action: int) -> str:
        """The id of the rule that forbids an action, or OK."""
        return str(check(self.state, action).name).replace("_", "-")

    def refusal(self, action: int) -> str:
        """What a player is told who tries it."""
        return GAME.rulebook.refusal(self.why_not(action))

    def legal(self) -> list[int]:
        actions = np.zeros(GAME.num_actions, np.int16)
        return [int(a) for a in actions[: legal(self.state, actions)]]

    def heard(self, seat: int) -> list[str]:
        """What a seat heard of the last action."""
        events = self.log[1 : int(self.log[0, 0]) + 1]
        return [GAME.sentence(event, seat) for event in events if records.hears(event, seat)]

    def view(self, seat: int) -> Any:
        return GAME.redact(self.state, seat)

    def result(self) -> list[list[int]]:
        out = np.zeros((4, 3), np.int32)
        GAME.result(self.state, out)
        rows: list[list[int]] = out.tolist()
        return rows


def move(direction: int) -> int:
    return gt.MOVE + direction


def attack(direction: int) -> int:
    return gt.ATTACK + direction


def hop(direction: int) -> int:
    return gt.HOP_STEP + direction


def diagonal(direction: int) -> int:
    return gt.DIAGONAL_MOVE + direction


def rook(direction: int) -> int:
    return gt.ROOK_TELEPORT + direction


def bishop(direction: int) -> int:
    return gt.BISHOP_TELEPORT + direction


BACK, POINT, USE, KEEP = gt.BACK_TO_START, gt.POINT_SYMMETRIC, gt.BARRIER_USE, gt.BARRIER_KEEP

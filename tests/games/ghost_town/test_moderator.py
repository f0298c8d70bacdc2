"""A second game master, from a plain reading of the rules, with sets of squares and lists of messages."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from fattorino.games.ghost_town import state as gt
from fattorino.games.ghost_town.state import Place, Report, Tile
from fattorino.kernel.records import NONE, new_log
from games.ghost_town.street import GAME, VOICES

STEPS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
DIAGONALS = {"up_left": (-1, -1), "up_right": (1, -1), "down_left": (-1, 1), "down_right": (1, 1)}
EIGHT = STEPS | DIAGONALS
Spot = tuple[int, int]
OUTSIDE = (99, 99)


def spot(square: int) -> Spot:
    return square % 7, square // 7


def onto(here: Spot, step: Spot, times: int = 1) -> Spot:
    return here[0] + times * step[0], here[1] + times * step[1]


def inside(there: Spot) -> bool:
    return 0 <= there[0] < 7 and 0 <= there[1] < 7


@dataclass
class Moderator:
    """A game master with a board, tokens and a rulebook."""

    walls: set[Spot]
    ghosts: set[Spot]
    tiles: dict[Spot, Tile]
    boxes: dict[int, Spot]
    signs: dict[int, Spot]
    teleports: list[Spot]
    starts: list[Spot]
    oink: int
    tell_distance: bool
    at: list[Spot | None] = field(default_factory=list)
    carried: dict[int, int] = field(default_factory=dict)
    houses: set[int] = field(default_factory=set)
    pizzas: set[int] = field(default_factory=set)
    monkey_of: int | None = None
    moved: bool = False

    def wall(self, there: Spot) -> bool:
        return not inside(there) or there in self.walls

    def act(self, seat: int, action: int, extra: int, barrier: bool) -> list[str]:
        """The reports after an action, up to the surrounding report."""
        self.moved = False
        said = []
        if action == gt.BACK_TO_START:
            self.at[seat] = self.starts[seat]
            self.moved = True
            said.append("BACK_AT_START")
            action = extra
        here = self.at[seat]
        assert here is not None
        if action < 4:
            return said + self.move(seat, onto(here, list(STEPS.values())[action]), barrier)
        if action < 8:
            return said + self.attack(seat, onto(here, list(STEPS.values())[action - 4]))
        return said + self.card(seat, here, action)

    def move(self, seat: int, there: Spot, barrier: bool) -> list[str]:
        if self.wall(there):
            return ["BUMP_WALL"]
        if there not in self.ghosts:
            return [self.arrive(seat, there)]
        return ["BUMP_GHOST", "BARRIER_USED", self.arrive(seat, there)] if barrier else ["BUMP_GHOST"]

    def attack(self, seat: int, there: Spot) -> list[str]:
        here = self.at[seat]
        assert here is not None
        if there in self.ghosts:
            self.ghosts.remove(there)
            return ["ATTACK_HIT", "CARD"]
        if self.tiles.get(there) == Tile.CROW:
            del self.tiles[there]
            far = {icon: abs(sign[0] - here[0]) + abs(sign[1] - here[1]) for icon, sign in self.signs.items()}
            nearest = min(sorted(far), key=lambda icon: far[icon])
            return ["CROW", self.arrive(seat, self.signs[nearest])]
        return ["ATTACK_MISS"]

    def card(self, seat: int, here: Spot, action: int) -> list[str]:
        straight, slant = list(STEPS.values()), list(DIAGONALS.values())
        flown = 0
        if action == gt.POINT_SYMMETRIC:
            there = (6 - here[0], 6 - here[1])
            there = OUTSIDE if there == here or there in self.walls else there
        elif action < gt.DIAGONAL_MOVE:
            there = onto(here, straight[action - gt.HOP_STEP], 2)
        elif action < gt.ROOK_TELEPORT:
            there = onto(here, slant[action - gt.DIAGONAL_MOVE])
        else:
            rook = action < gt.BISHOP_TELEPORT
            step = straight[action - gt.ROOK_TELEPORT] if rook else slant[action - gt.BISHOP_TELEPORT]
            while inside(onto(here, step, flown + 1)):
                flown += 1
            while flown and onto(here, step, flown) in self.walls:
                flown -= 1
            there = onto(here, step, flown) if flown else OUTSIDE
        if self.wall(there):
            return ["CANNOT_MOVE"]
        distance = [f"DISTANCE({flown})"] if flown and self.tell_distance else []
        return [*distance, self.arrive(seat, there)]

    def arrive(self, seat: int, there: Spot) -> str:
        self.moved = True
        self.ghosts.discard(there)
        self.at[seat] = there
        if there in self.teleports:
            self.at[seat] = self.teleports[(self.teleports.index(there) + 1) % 3]
            return "TELEPORT"
        for icon in self.pizzas:
            if self.boxes[icon] == there:
                return self.take(seat, icon)
        for icon in self.houses:
            if self.signs[icon] == there:
                if self.carried.get(seat) != icon:
                    return "HOUSE_REFUSED"
                self.at[seat] = None
                return f"DELIVERED({gt.ICONS[icon]})"
        tile = self.tiles.get(there)
        if tile in (Tile.LITTLE_PIG, Tile.PARENT_PIG):
            voice = ["pig", "parent" if tile == Tile.PARENT_PIG else "little", "any"][self.oink]
            return f"OINK({voice})"
        if tile == Tile.MONKEY:
            del self.tiles[there]
            self.monkey_of = seat
            return "MONKEY"
        if tile == Tile.MANHOLE_COVER:
            del self.tiles[there]
            return "MANHOLE"
        return "NOTHING"

    def take(self, seat: int, icon: int) -> str:
        if seat in self.carried:
            return "PIZZA_LEFT"
        self.carried[seat] = icon
        self.pizzas.remove(icon)
        self.houses.add(icon)
        around = sorted((onto(self.signs[icon], step) for step in EIGHT.values()), key=lambda s: (s[1], s[0]))
        for there in around:
            free = inside(there) and there not in self.tiles and there not in self.at
            if free and there not in self.ghosts and len(self.ghosts) < 28:
                self.ghosts.add(there)
        return f"PIZZA_TAKEN({gt.ICONS[icon]})"

    def surroundings(self, seat: int) -> tuple[set[str], set[str], set[str] | None]:
        """Walls by direction, kinds sensed, and where the Monkey points (None: it does not)."""
        here = self.at[seat]
        assert here is not None
        around = {name: onto(here, step) for name, step in EIGHT.items()}
        pizza_spots = {self.boxes[icon] for icon in self.pizzas}
        covers = {there for there, tile in self.tiles.items() if tile == Tile.MANHOLE_COVER}
        house_spots = {self.signs[icon] for icon in self.houses}
        found = {"GHOST": self.ghosts, "PIZZA": pizza_spots | covers, "HOUSE": house_spots}
        sensed = {sign for sign, spots in found.items() if spots & set(around.values())}
        points = None
        if self.monkey_of == seat and seat not in self.carried and self.moved:
            points = {name for name, there in around.items() if there in pizza_spots}
        return {name for name in STEPS if self.wall(around[name])}, sensed, points


def moderator_of(state: Any) -> Moderator:
    tiles = {spot(s): Tile(int(state.built[s])) for s in range(49) if state.built[s]}
    icons = [icon for icon in range(3) if state.in_play[icon]]
    return Moderator(
        walls={there for there, tile in tiles.items() if tile == Tile.WALL},
        ghosts={there for there, tile in tiles.items() if tile == Tile.GRAVE},
        tiles=tiles,
        boxes={icon: spot(int(state.box_at[icon])) for icon in icons},
        signs={icon: spot(int(state.sign_at[icon])) for icon in icons},
        teleports=[spot(int(there)) for there in state.teleport_at],
        starts=[spot(int(there)) for there in state.start_at[: state.n]],
        oink=int(state.oink),
        tell_distance=bool(state.report_distance),
        at=[spot(int(there)) for there in state.start_at[: state.n]],
        pizzas=set(icons),
    )


def heard(state: Any, line: int) -> list[str]:
    """A line of the record in words; which card answer was given does not matter here."""
    words = []
    for report in Report:
        if int(state.said[line]) >> report & 1 and report != Report.SURROUND:
            icon = gt.ICONS[int(state.detail[line])]
            voice = "any" if state.oink == 2 else VOICES[int(state.detail[line])]
            details = {
                Report.PIZZA_TAKEN: f"({icon})",
                Report.DELIVERED: f"({icon})",
                Report.OINK: f"({voice})",
                Report.DISTANCE: f"({int(state.distance[line])})",
            }
            card = report in (Report.CARD_DRAWN, Report.NO_CARD)
            words.append("CARD" if card else report.name + details.get(report, ""))
    return words


def names(bits: int, all_names: list[str]) -> set[str]:
    return {name for n, name in enumerate(all_names) if bits >> n & 1}


def deal_more(state: Any, chance: Any) -> None:
    """Full hands make everything happen more often."""
    for card in range(gt.N_CARDS):
        if state.card_at[card] == Place.DECK and chance.random() < 0.8:
            seat = int(chance.integers(int(state.n)))
            state.card_at[card] = seat
            state.held[seat, 1] += 1


def moderate(seed: int) -> set[str]:
    """Play a random game and let both game masters report; returns every kind of message that occurred."""
    chance = np.random.default_rng(seed)
    options: dict[str, Any] = {
        f"variant_{name}": seed % 4 > 0 for name in ("pigs", "monkey", "crow", "manholes")
    }
    options |= {"oink": ("same", "distinct", "confusing")[seed % 3], "report_distance": seed % 2 == 0}
    seats = 2 + seed // 2 % 2
    state = GAME.new(seats=seats, seed=seed, turn_limit=30, difficulty="easy", **options).state[0]
    deal_more(state, chance)
    plain, log = moderator_of(state), new_log()
    actions = np.zeros(gt.NUM_ACTIONS, np.int16)
    messages: set[str] = set()
    line = 0
    while not state.over:
        listed = actions[: GAME.legal(state, actions)].tolist()
        moves = [action for action in listed if action < gt.ATTACK]
        GAME.apply(state, int(chance.choice(moves if moves and chance.random() < 0.4 else listed)), log)
        log[0, 0] = 0
        if int(state.n_records) == line:
            continue  # asked for more
        compare(plain, state, line)
        messages |= {word.split("(")[0] for word in heard(state, line)}
        line += 1
    return messages


def compare(plain: Moderator, state: Any, line: int) -> None:
    """One line of the record, and the map after it."""
    seat, told = int(state.by[line]), heard(state, line)
    said = plain.act(seat, int(state.action[line]), int(state.extra[line]), "BARRIER_USED" in told)
    assert said == told
    assert plain.at == [None if at < 0 else spot(int(at)) for at in state.position[: state.n]]
    assert plain.ghosts == {spot(s) for s in range(gt.SQUARES) if int(state.ghosts) >> s & 1}
    if plain.at[seat] is None:
        assert not int(state.said[line]) >> Report.SURROUND & 1
        return
    walls, signs, points = plain.surroundings(seat)
    assert names(int(state.near_walls[line]), gt.DIRECTIONS[: gt.STRAIGHT]) == walls
    assert names(int(state.signs[line]), ["GHOST", "PIZZA", "HOUSE"]) == signs
    pointed = int(state.pizza_at[line])
    assert (None if pointed == NONE else names(pointed, gt.DIRECTIONS)) == points


@pytest.mark.rule("GT-ROLE-2", "GT-REPORT-1", "GT-ARRIVE-1", "GT-OUT-2", "GT-VAR-MONKEY-3", "GT-VAR-CROW-2")
def test_a_plain_game_master_reports_the_same() -> None:
    messages = set[str]().union(*(moderate(seed) for seed in range(36)))
    everything = {report.name for report in Report} - {"SURROUND", "CARD_DRAWN", "NO_CARD"} | {"CARD"}
    assert messages == everything, f"this game master lacks {sorted(messages ^ everything)}"

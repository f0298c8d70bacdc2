"""A second implementation of Bike turns, from a plain reading of the rules: legal actions and results."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from fattorino.games.pizza_city import GAME
from fattorino.games.pizza_city.state import DIRECTIONS, FLAIRS, N_MOVES, Blocked, Phase, Team, corner_at
from games.pizza_city.table import KIND_IDS, Table
from games.pizza_city.test_stack import STEPS, City

Corner = tuple[int, int]
COMPASS = dict(zip(DIRECTIONS, STEPS, strict=True))


class Referee:
    """One Bike turn, played on a board with cards and tokens."""

    def __init__(self, state: Any) -> None:
        self.city = City(state)
        self.team = int(Team.BLUE) if int(state.turn) % 4 == 1 else int(Team.RED)
        self.here, self.other = (corner(int(state.bike[team])) for team in (self.team, 1 - self.team))
        self.tokens = {corner(c) for c in range(49) if int(state.tokens) >> c & 1}
        self.table = {name: int(state.table[self.team, n]) for n, name in enumerate(FLAIRS)}
        self.hand = {name: int(state.bike_hand[self.team, n]) for n, name in enumerate(KIND_IDS)}
        self.may_be_blocked = state.blocked_start == Blocked.ALLOWED
        self.score, self.goal = int(state.score[self.team]), int(state.goal)
        self.plays, self.owed = 2, 0
        self.decision = "MAIN"
        self.path: list[Corner] = []
        self.left, self.heading = 0, ""
        self.must_go = False  # PC-MOVE-8

    # -- what the city shows -----------------------------------------------------------------------------

    def status(self, heading: str) -> str:
        dx, dy = COMPASS[heading]
        x, y = self.here
        if not (0 <= x + dx < 7 and 0 <= y + dy < 7):
            return "OFF"
        if self.city.free(x, y, dx, dy):
            return "FREE"
        return "BUILDING" if dx and dy else "AGAINST"

    def headings(self) -> set[str]:
        ways = {"FREE"}
        ways |= {"AGAINST"} if self.table["anyway"] else set()
        ways |= {"BUILDING"} if self.table["shortcut"] else set()
        return {heading for heading in DIRECTIONS if self.status(heading) in ways}

    def stations(self) -> set[Corner]:
        return {(x, y) for x in range(7) for y in range(7) if self.city.has_sign((x, y), "subway")}

    def destinations(self) -> set[Corner]:
        return self.stations() - {self.here, self.other} if self.here in self.stations() else set()

    # -- what may be chosen ------------------------------------------------------------------------------

    def options(self) -> set[str]:
        choices: dict[str, Callable[[], set[str]]] = {
            "MAIN": self.at_main,
            "DIR": self.at_dir,
            "STEP": self.at_step,
            "STOP": self.at_stop,
            "JUKE": lambda: self.headings() - {self.heading},
            "TICKET": lambda: {f"({x},{y})" for x, y in self.destinations()},
        }
        return choices[self.decision]()

    def at_main(self) -> set[str]:
        cards = [name for name, n in self.hand.items() if n]
        found = set()
        if self.plays:
            found = {f"flair {name}" if name in FLAIRS else name.replace("_", " ") for name in cards}
        if self.table["ticket"] and self.destinations():
            found.add("use ticket")
        if self.table["style"] and sum(self.hand.values()) > self.plays:
            found.add("use style")
        return found | ({"END"} if not self.plays or not cards else set())

    def at_dir(self) -> set[str]:
        free = [heading for heading in DIRECTIONS if self.status(heading) == "FREE"]
        stay = len(free) < (len(DIRECTIONS) if self.may_be_blocked else 1)
        return self.headings() | ({"END"} if stay else set())

    def at_step(self) -> set[str]:
        met, begun = self.status(self.heading), len(self.path) > 1
        found = {"use boost"} if self.table["boost"] else set()
        if not self.left:
            return found | {"END"}
        found |= {"GO"} if met == "FREE" else set()
        found |= {"use anyway"} if met == "AGAINST" and self.table["anyway"] else set()
        found |= {"use shortcut"} if met == "BUILDING" and self.table["shortcut"] else set()
        if begun:
            found |= {"use juke"} if self.table["juke"] and self.headings() - {self.heading} else set()
            found |= {"use toss"} if self.table["toss"] and self.here in self.tokens else set()
            found |= {"use ticket"} if self.table["ticket"] and self.destinations() else set()
            found |= {"END"} if met != "FREE" and not self.must_go else set()
        return found

    def at_stop(self) -> set[str]:
        onward = self.table["nonstop"] and (self.left or self.table["boost"])
        return {"END", "use nonstop"} if onward else {"END"}

    # -- what comes of it --------------------------------------------------------------------------------

    def play(self, name: str) -> None:
        verb, _space, what = name.partition(" ")
        if verb == "move":
            self.hand[f"move_{what}"] -= 1
            self.plays -= 1
            self.decision, self.left, self.path = "DIR", int(what), [self.here]
        elif verb == "flair":
            self.hand[what] -= 1
            self.plays -= 1
            self.table[what] += 1
        elif verb == "use":
            self.use(what)
        elif name in COMPASS:
            self.must_go = self.decision == "JUKE"
            self.table["juke"] -= self.decision == "JUKE"
            self.decision, self.heading = "STEP", name
        elif name == "GO":
            self.step()
        elif name == "END":
            self.decision, begun = "MAIN", self.decision != "DIR"
            if begun:
                self.end_move()
            self.path, self.left = [], 0
        else:
            self.ride((int(name[1]), int(name[3])))

    def use(self, flair: str) -> None:
        if flair in ("juke", "ticket"):
            self.decision = flair.upper()
            return
        self.table[flair] -= 1
        if flair == "style":
            self.plays += 1
        elif flair == "boost":
            self.left += 1
        elif flair == "nonstop":
            self.decision = "STEP"
        elif flair == "toss":
            self.deliver()
        else:
            self.step()

    def step(self) -> None:
        dx, dy = COMPASS[self.heading]
        x, y = self.here
        self.left -= 1
        self.left += not (dx and dy) and self.city.lane(x, y, dx, dy)
        self.arrive((x + dx, y + dy))

    def arrive(self, there: Corner) -> None:
        self.here = there
        self.path.append(there)
        self.must_go = False
        self.decision = "STOP" if self.city.has_sign(there, "stop") else "STEP"

    def ride(self, there: Corner) -> None:
        self.table["ticket"] -= 1
        if not self.path:  # a move of its own
            self.path = [self.here, there]
            self.decision, self.here = "MAIN", there
            self.end_move()
            self.path = []
        else:
            self.arrive(there)

    def end_move(self) -> None:
        if self.here == self.other:
            self.here = self.path[-2]
        if self.here in self.tokens:
            self.deliver()

    def deliver(self) -> None:
        self.tokens.remove(self.here)
        self.score += 1
        self.owed += 1


def corner(number: int) -> Corner:
    return number % 7, number // 7


def agree(referee: Referee, table: Table) -> None:
    """The same position on both boards."""
    state, team = table.state, referee.team
    assert corner_at(*referee.here) == state.bike[team]
    assert sum(1 << corner_at(*token) for token in referee.tokens) == state.tokens
    assert (referee.score, referee.owed) == (state.score[team], state.owed)
    assert [referee.table[name] for name in FLAIRS] == state.table[team].tolist()
    assert [referee.hand[name] for name in KIND_IDS] == state.bike_hand[team].tolist()
    assert referee.plays == state.plays
    if referee.decision not in ("MAIN", "DIR"):
        assert referee.left == state.rest


def bike_turn(seed: int) -> set[str]:
    """A Bike turn in a city of many cards, with a full table of Flair; what was played in it."""
    chance = np.random.default_rng(seed)
    blocked = GAME.options["blocked_start"].values[seed % 2]
    table = Table(seed=seed, turn=int(chance.choice([1, 3])), blocked_start=blocked)
    state = table.state
    for _ in range(int(chance.integers(10, 60))):
        table.lay(f"{random_face(chance)} {random_place(chance)}")
    red, blue = (int(c) for c in chance.choice(49, 2, replace=False))
    state.bike[:] = red, blue
    free = [c for c in range(49) if c not in (red, blue)]
    state.tokens = sum(1 << int(c) for c in chance.choice(free, 6, replace=False))
    state.table[table.team] = chance.integers(0, 3, len(FLAIRS))
    state.goal = 100  # never the end
    table.hold(str(card) for card in chance.choice(KIND_IDS, int(chance.integers(1, 7))))
    referee, played = Referee(state), set[str]()
    while state.phase != Phase.DROP and int(state.turn) % 4 in (1, 3):
        assert table.options == referee.options()
        name = str(chance.choice(sorted(table.options)))
        if name == "END" and referee.decision == "MAIN":
            break
        played.add(name.split()[-1] if name.startswith("use") else name)
        table.play(name, settle=False)
        referee.play(name)
        agree(referee, table)
    return played


def random_face(chance: Any) -> str:
    return str(chance.choice([card["id"] for card in GAME.components["city_card"]]))


def random_place(chance: Any) -> str:
    x, y = (int(n) for n in chance.integers(0, [7, 6]))
    flip = int(chance.integers(2))
    return f"V({x},{y})/{flip}" if chance.random() < 0.5 else f"H({y},{x})/{flip}"


@pytest.mark.rule("PC-MOVE-4", "PC-MOVE-6", "PC-MOVE-8", "PC-MOVE-13", "PC-BUMP-2", "PC-FLAIR-3", "PC-DEC-3")
def test_a_plain_referee_offers_and_does_the_same() -> None:
    played = set[str]().union(*(bike_turn(seed) for seed in range(250)))
    assert played >= {*FLAIRS, *DIRECTIONS, "GO", "END", *(f"move {n + 1}" for n in range(N_MOVES))}

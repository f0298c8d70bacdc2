"""A second referee: which orders can be delivered, worked out the slow way from the words of the rulebook.

Ways are searched space by space, ingredients matched one by one, debts tried with every pair of cards;
none of it shares a line with the rules, which count.
"""

import heapq
import itertools
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from fattorino.games.new_york.rules.covering import missing, one
from fattorino.games.new_york.rules.delivery import deliverable
from fattorino.games.new_york.streets import SIDES
from fattorino.games.new_york.tables import (
    BUILDABLE,
    CITY_EVENTS,
    KINDS,
    N_BLUE,
    POWERS,
    SLOTS,
    TICKETS,
    VILLAGES,
    Place,
    Power,
    kind_of,
    village_of,
)
from fattorino.kernel.records import NONE

MEATS, VEGETABLES = set(KINDS[:4]), set(KINDS[4:8])
SPEEDS = [number for number, power in enumerate(POWERS) if power["type"] == "SPEED"]
POSITIONS = 25  # for each seed


def covers(kind: str, wanted: str) -> bool:
    """NY-DELIVER-5, NY-ANY-1, NY-ANY-11."""
    classes = {"any_meat": MEATS, "any_vegetable": VEGETABLES}
    return (
        kind == wanted
        or "any_ingredient" in (kind, wanted)
        or wanted in classes.get(kind, ())
        or kind in classes.get(wanted, ())
    )


def covered(needs: list[str], sources: list[str]) -> int:
    """How many needs the sources cover, each used once: a maximum matching."""
    serves: dict[int, int] = {}

    def place(need: int, seen: set[int]) -> bool:
        for at, kind in enumerate(sources):
            if at not in seen and covers(kind, needs[need]):
                seen.add(at)
                if at not in serves or place(serves[at], seen):
                    serves[at] = need
                    return True
        return False

    return sum(place(need, set()) for need in range(len(needs)))


def test_covering_by_counting_agrees_with_a_search() -> None:
    """The closed formula gives the size of a maximum matching, for any needs and sources."""
    chance = random.Random(4)
    for _ in range(1500):
        needs = [chance.choice([*range(len(KINDS)), 9, 10, 11]) for _ in range(chance.randint(1, 6))]
        sources = [chance.choice([*range(len(KINDS)), 9, 10]) for _ in range(chance.randint(0, 7))]
        counted = len(needs) - missing(sum(one(k) for k in needs), sum(one(k) for k in sources))
        assert counted == covered([KINDS[k] for k in needs], [KINDS[k] for k in sources]), (needs, sources)


@cache
def spaces(large: int, speed: str, path: bool, lot: int, zone: str, exit_counts: bool) -> int | None:
    """NY-DELIVER-10: the fewest spaces from a door to a zone, through the park and by train if asked for."""
    side = SIDES[large]
    near: dict[str, list[str]] = {}
    for space, other in side["edges"]:
        near.setdefault(space, []).append(other)
        near.setdefault(other, []).append(space)
    gates = [side["park_path"][name] for name in ("north", "south", "west", "east")]
    red, blue, docks = side["subway"]["red"], side["subway"]["blue"], side["docks"]["spaces"]
    lines = {"subway_fast_pass": red + blue, "subway_ticket_blue": blue, "subway_ticket_red": red}
    stations = lines.get(speed, [])
    queue = [(1, door, not stations, not path) for door in side["lots"][lot]["doors"]]
    heapq.heapify(queue)
    seen = set()
    while queue:
        far, here, rode, crossed = heapq.heappop(queue)
        if (here, rode, crossed) in seen:
            continue
        seen.add((here, rode, crossed))
        if here == side["zones"][zone] and rode and crossed:
            return far
        steps = [(far + 1, there, rode, crossed) for there in near[here]]
        if not crossed and here in gates:
            steps += [(far + 2, gate, rode, True) for gate in gates if gate != here]
        if speed == "motor_boat" and here in docks:
            steps += [(far + 1, dock, rode, crossed) for dock in docks]
        if not rode and here in stations:
            steps += [(far + exit_counts, exit, True, crossed) for exit in stations if exit != here]
        for step in steps:
            heapq.heappush(queue, step)
    return None


SHORES = ("hells_kitchen", "greenwich_village", "east_village", "financial_district")


def way_cards(state: Any, seat: int, owner: int, village: int, zone: str, city: str) -> list[int]:
    """NY-DELIVER-13 to -15: what each open way to a zone costs in cards, fare included."""
    speed = POWERS[int(state.slot[seat, 0])]["id"] if state.slot[seat, 0] != NONE else ""
    grounded = (
        (city == "transit_strike" and speed.startswith("subway"))
        or (city == "harbor_fog" and speed in ("motor_boat", "drone_delivery"))
        or (speed == "subway_fast_pass" and state.passes == 0)
        or speed in ("bait_and_switch", "copy_cat")
    )
    top = kind(state.perm[owner, village, 0]) if owner == seat and city != "brownout" else ""
    reach = max(0, int(state.disks[owner, village]) - (city == "blizzard")) + (top == "tomatoes")
    park = Power.PARK_PATH in state.slot[:, 1] and city != "city_marathon"
    costs = []
    for means, path in itertools.product({"", "" if grounded else speed}, {False, park}):
        lot = int(state.lot[owner, village])
        far = spaces(int(state.large), means, path, lot, zone, bool(state.exit_counts))
        if far is None:
            continue
        far += city == "water_main_break"
        if city == "city_marathon" and zone in ("central_park", "upper_west_side", "upper_east_side"):
            far += 2
        if city == "harbor_fog" and zone in SHORES:
            far += 1
        far += city == "transit_strike" and far > 3
        beyond = max(0, far - reach)
        if means == "drone_delivery":
            beyond = -(-beyond // 2)
        elif means == "roller_blades":
            beyond = 2 * max(0, beyond - 3)
        elif means == "moped_delivery":
            if far > 5 + (reach if state.moped_adds else 0):
                continue
            beyond = 0
        if city != "gridlock" or beyond <= 3:
            costs.append(beyond + (2 if means.startswith("subway_ticket") else 0))
    return costs


def kind(card: Any) -> str:
    return KINDS[kind_of(int(card))]


def possible(state: Any, seat: int, slot: int, owner: int, village: int) -> bool:
    """Whether an order can be delivered from a pizzeria."""
    ticket = TICKETS[int(state.ticket[slot])]
    city = CITY_EVENTS[int(state.city)]["id"] if state.city != NONE else ""
    short = kind(state.shortage) if state.shortage != NONE else ""
    own = [kind(card) for card in state.perm[owner, village] if card != NONE]
    cards = [int(card) for card in state.order[slot] if card != NONE]
    if state.disks[owner, village] == 0 or not own:
        return False
    if ticket["kind"] == "standard":
        needs, zones = [kind(card) for card in cards], [VILLAGES[village_of(cards[-1])]]
    else:
        named = [name for name, count in ticket.get("requires", {}).items() for _ in range(count)]
        classes = ["any_meat"] * ticket.get("any_meats", 0) + ["any_vegetable"] * ticket.get(
            "any_vegetables", 0
        )
        needs, zones = named + classes, VILLAGES
    ways = [cost for zone in zones for cost in way_cards(state, seat, owner, village, zone, city)]
    if short in needs or not ways:
        return False
    due = min(ways) + ticket.get("extra_cards", 0) + (city == "garbage_strike")
    needs *= 2 if state.sale else 1
    if owner == seat and state.slot[seat, 2] == Power.FARMER_BROWN and not state.farmer_fresh:
        own.append(kind(state.farmer))
    own = [name for name in own if name != short]
    shorts = int(owner == seat and city != "brownout" and kind(state.perm[owner, village, 0]) == "onions")
    stored = []
    if state.slot[seat, 2] == Power.COLD_STORAGE and not state.cold_fresh:
        stored = [kind(card) for card in state.cold if card != NONE]
    hand = [kind(card) for card in range(N_BLUE) for _ in range(int(state.hand[seat, card]))]
    hand += [""] * int(state.n_power[seat])  # a Power Card is no ingredient

    def completes(held: list[str]) -> bool:
        at_hand = [name for name in held + stored if name not in ("", short)]
        for free in [[name] for name in own] + [[]] if city == "heat_wave" else [own]:
            free = free * (len(needs) if state.covers_all else 1)
            spent = max(0, len(needs) - covered(needs, free) - shorts)
            if covered(needs, free + at_hand) >= len(needs) - shorts and len(held + stored) - due >= spent:
                return True
        return False

    if state.power_at[Power.OUT_OF_SUPPLIES] != Place.DEBT + seat or state.money[seat] >= 2:
        return completes(hand)
    pairs = itertools.combinations(range(len(hand)), 2)
    return any(completes([name for at, name in enumerate(hand) if at not in pair]) for pair in pairs)


def scatter(made: Any, chance: random.Random) -> None:
    """Hands, pizzerias, cards in play, a city event, a shortage, a debt, a sale: anything goes."""
    state, cards = made.state, list(range(N_BLUE))
    state.city = chance.choice([*range(len(CITY_EVENTS)), NONE, NONE, NONE])
    for seat in range(int(state.n)):
        state.money[seat] = chance.choice([0, 1, 2, 5])
        for card in chance.choices(cards, k=chance.randrange(9)):
            state.hand[seat, card] += 1
            state.n_hand[seat] += 1
        for village in chance.sample(range(BUILDABLE), 2):
            lots = [
                lot["index"] for lot in SIDES[int(state.large)]["lots"] if lot["village"] == VILLAGES[village]
            ]
            lot = chance.choice([lot for lot in lots if state.owner[lot] == NONE])
            state.owner[lot], state.lot[seat, village] = seat, lot
            state.disks[seat, village] = chance.randrange(6)
            shown = [card for card in cards if village_of(card) == village]
            for place in range(chance.randrange(5)):
                state.perm[seat, village, place] = chance.choice(shown)
    if chance.random() < 0.8:
        made.play_card(0, POWERS[chance.choice(SPEEDS)]["id"]).state.passes = chance.randrange(3)
    if chance.random() < 0.4:
        made.play_card(chance.randrange(int(state.n)), "park_path")
    event = chance.choice(["cold_storage", "farmer_brown", ""])
    if event:
        made.play_card(0, event)
        state.cold_fresh = state.farmer_fresh = chance.random() < 0.15
        state.farmer = chance.choice(cards) if event == "farmer_brown" else NONE
        state.cold[:] = chance.choices([*cards, NONE], k=4) if event == "cold_storage" else NONE
    state.shortage = chance.choice(cards) if chance.random() < 0.2 else NONE
    state.sale = chance.random() < 0.2
    if chance.random() < 0.3:
        state.power_at[Power.OUT_OF_SUPPLIES] = Place.DEBT
    made.give(0, *chance.sample(["lucky_day", "hacker"], chance.randrange(3)))


@pytest.mark.rule("NY-DELIVER-2", "NY-DP-40", "NY-POWER-OUTOFSUPPLIES-3", "NY-POWER-SHORTAGE-3", "NY-EVENT-9")
@pytest.mark.parametrize("seed", range(6))
def test_counting_and_trying_out_agree_on_what_can_be_delivered(table: Callable[..., Any], seed: int) -> None:
    chance, found = random.Random(seed), 0
    for _ in range(POSITIONS):
        options = {
            "permanent_covers": chance.choice(["one", "one", "all"]),
            "subway_exit_counts": chance.random() < 0.3,
            "moped_additive": chance.random() < 0.7,
        }
        made = table(
            chance.choice([1, 2, 3, 6]),
            seed=chance.randrange(10**6),
            expansion_power_cards="on",
            any_cards="on",
            extra_cheese=True,
            specialty_set="all8",
            **options,
        )
        for seat in range(int(made.state.n)):
            made.hand(seat)
        scatter(made, chance)
        owners = range(int(made.state.n)) if made.state.slot[0, 0] == Power.COPY_CAT else [0]
        shops = [(o, v) for o in owners for v in range(BUILDABLE) if made.state.lot[o, v] != NONE]
        tried = sum(
            any(possible(made.state, 0, slot, owner, village) for owner, village in shops) << slot
            for slot in range(SLOTS)
            if made.state.ticket[slot] != NONE
        )
        assert deliverable(made.state, 0, False, 0) == tried
        found += tried.bit_count()
    assert found > 0

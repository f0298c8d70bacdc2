"""What is printed on components, as tables made from components.toml: cards, tickets, tokens, calendar."""

from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from fattorino.kernel.components import enum_of
from fattorino.kernel.game import read_components
from fattorino.kernel.jit import jit
from fattorino.kernel.lookup import lookup, lookup_by_two
from fattorino.kernel.records import NONE
from fattorino.kernel.tables import entry

FOLDER = Path(__file__).parent
COMPONENTS = read_components(FOLDER)
MAX_SEATS: int = COMPONENTS["meta"]["players_max"]


# -- numbers of the rules --------------------------------------------------------------------------------

_NUMBERS = COMPONENTS["constants"]
START_MONEY: int = _NUMBERS["starting_money"]
START_HAND: int = _NUMBERS["starting_hand"]
START_POWERS: int = _NUMBERS["starting_power_choices"]
DISKS: int = _NUMBERS["disks_per_player"]
OPEN_MARKET: int = _NUMBERS["open_market_size"]
TAKES: int = _NUMBERS["market_takes"]
INCREASES: int = _NUMBERS["increases_per_action"]
HAND_LIMIT: int = _NUMBERS["hand_limit"]
TOP_REPUTATION: int = _NUMBERS["reputation_limit"]
WILD_REPUTATION: int = _NUMBERS["reputation_limit_any_ingredient"]
MAIN_SLOTS: int = _NUMBERS["order_slots"]
SLOTS: int = MAIN_SLOTS + _NUMBERS["pandemic_extra_slots"]
FINE: int = _NUMBERS["health_inspector_fine_money"]
FINE_CARDS: int = _NUMBERS["health_inspector_fine_cards"]
INSPECTORS: int = _NUMBERS["inspectors_to_end"]
TIMER_PARTS: int = _NUMBERS["timer_parts"]
GOAL_PENALTY: int = _NUMBERS["personal_goal_penalty"]
CHEESE_BONUS: int = _NUMBERS["extra_cheese_bonus"]
CHEESE_BONUS_SPECIALTY: int = _NUMBERS["extra_cheese_bonus_specialty"]
COOP_HAND: int = COMPONENTS["setup"]["coop"]["hand"]
COOP_TICKETS: int = COMPONENTS["setup"]["coop"]["order_deck"]
LARGE_TABLE: int = min(COMPONENTS["board"]["side_5_6"]["players"])  # the fewest players of that side

# -- blue cards ------------------------------------------------------------------------------------------

INGREDIENTS: list[str] = [entry["id"] for entry in COMPONENTS["ingredients"]]
_KINDS: list[dict[str, Any]] = COMPONENTS["ingredients"] + COMPONENTS["special_kinds"]
KINDS: list[str] = [entry["id"] for entry in _KINDS]
KIND_NAMES: list[str] = [entry["name"] for entry in _KINDS]
N_INGREDIENTS = len(INGREDIENTS)
N_KINDS = len(KINDS)
CHEESE, ANY_MEAT, ANY_VEGETABLE, ANY_INGREDIENT = range(N_INGREDIENTS, N_KINDS)
VILLAGES: list[str] = [entry["id"] for entry in COMPONENTS["villages"]]
N_VILLAGES = len(VILLAGES)
PARK = VILLAGES.index("central_park")
BUILDABLE = sum(entry["buildable"] for entry in COMPONENTS["villages"])  # those before the park
HARLEM, MIDTOWN, EAST_VILLAGE, FINANCIAL = (
    VILLAGES.index(name) for name in ("harlem", "midtown", "east_village", "financial_district")
)
MEAT, VEGETABLE, NEITHER, WILD = 0, 1, 2, 3  # classes of kinds, NY-TERM-2


Top: Any = enum_of("Top", INGREDIENTS, __name__)  # on top of a pizzeria each has a power
TOP_VALUES: list[int] = [entry.get("top_power_value", 0) for entry in COMPONENTS["ingredients"]]
VEGGIE_BONUS, DOUBLE_BONUS = TOP_VALUES[Top.PEPPERONI], TOP_VALUES[Top.SAUSAGE]
MEAT_BONUS, PINEAPPLE_BONUS = TOP_VALUES[Top.PEPPERS], TOP_VALUES[Top.PINEAPPLE]
MEATBALL_CARDS, TOMATO_SPACES = TOP_VALUES[Top.MEATBALLS], TOP_VALUES[Top.TOMATOES]

# NY-TERM-1: a blue card shows one kind and one village
_BLUE: list[tuple[int, int, int, str]] = [  # kind, village, copies, group of each card type
    (KINDS.index(kind), VILLAGES.index(village), group["copies"], group["id"])
    for group in COMPONENTS["blue_card_groups"]
    for kind in group["kinds"]
    for village in group["villages"]
]
N_BLUE = len(_BLUE)
INSPECTOR = N_BLUE  # in the Market Deck only
DECK_SIZE = sum(card[2] for card in _BLUE) + INSPECTORS
# of a blue card; groups are 0 ingredient, 1 ANY, 2 Extra Cheese
kind_of = lookup([kind for kind, *_ in _BLUE])
village_of = lookup([village for _, village, *_ in _BLUE])
village_bit = lookup([1 << village for _, village, *_ in _BLUE], np.int64)
copies_of = lookup([copies for *_, copies, _ in _BLUE])
group_of = lookup([("any_" in group) + 2 * (group == "extra_cheese") for *_, group in _BLUE])
_CLASS_NAMES = {"meat": MEAT, "vegetable": VEGETABLE, "none": NEITHER, "wild": WILD}
class_of = lookup([_CLASS_NAMES[entry["class"]] for entry in _KINDS])  # of a kind


def _serves(kind: int, wanted: int) -> bool:
    """NY-DELIVER-5, NY-ANY-1, NY-ANY-11: whether a card of a kind covers a required kind."""
    if kind == wanted or ANY_INGREDIENT in (kind, wanted):
        return True
    if ANY_MEAT in (kind, wanted):
        return bool(class_of(kind) == class_of(wanted) == MEAT)
    if ANY_VEGETABLE in (kind, wanted):
        return bool(class_of(kind) == class_of(wanted) == VEGETABLE)
    return False


_SERVES = np.array([[_serves(kind, wanted) for wanted in range(N_KINDS)] for kind in range(N_KINDS)], np.int8)


@jit
def covers(kind: int, wanted: int) -> bool:
    """Whether a card of a kind covers a required kind."""
    return bool(_SERVES[kind, wanted])


# Counts of kinds are packed into one number, five bits a kind: four for the count, a spare one for sums.
BITS = 5
one_card = lookup([1 << BITS * kind for kind, *_ in _BLUE], np.int64)  # a blue card, counted by its kind


# -- Power Cards -----------------------------------------------------------------------------------------

POWERS: list[dict[str, Any]] = COMPONENTS["power_cards"]
N_POWERS = len(POWERS)
N_TYPES = N_BLUE + N_POWERS  # blue cards, then Power Cards, as CARD actions number them
Power: Any = enum_of("Power", (power["id"] for power in POWERS), __name__)
SPEED, CASH, EVENT, TIMED, GLOBAL = range(5)  # types; the first three have a slot in the tableau
N_SLOTS = 3
_TYPES = {"SPEED": SPEED, "MONEY": CASH, "EVENT": EVENT, "TIMED": TIMED, "GLOBAL": GLOBAL}
EITHER, BEFORE, AFTER, INSTANT, REVEAL = range(5)  # when a card is played
_PLAYS = {"either": EITHER, "before": BEFORE, "after": AFTER, "instant": INSTANT, "reveal": REVEAL}
power_type = lookup([_TYPES[card["type"]] for card in POWERS])
power_moment = lookup([_PLAYS[card["play"]] for card in POWERS])
power_rounds = lookup([card["rounds"] for card in POWERS])
power_is_new = lookup([card["set"] == "expansion" for card in POWERS])
power_in_coop = lookup([card["coop"] for card in POWERS])


def printed(entries: list[dict[str, Any]], name: str, key: str) -> int:
    """A number printed on one of these components."""
    return int(entry(entries, name)[key])


DRONE_SPACES = printed(POWERS, "drone_delivery", "spaces")
LIBERTY_LIMIT = printed(POWERS, "liberty_storage", "cards")
BLADES_SPACES = printed(POWERS, "roller_blades", "spaces")
BLADES_CARDS = printed(POWERS, "roller_blades", "cards")
BLUE_FARE = printed(POWERS, "subway_ticket_blue", "cards")
RED_FARE = printed(POWERS, "subway_ticket_red", "cards")
COUPON_LEAST = printed(POWERS, "coupon_days", "dollars")
MOPED_SPACES = printed(POWERS, "moped_delivery", "spaces")
DEBT = printed(POWERS, "out_of_supplies", "dollars")
DEBT_CARDS = printed(POWERS, "out_of_supplies", "cards")

# of a Power Card: its zone (NONE: none, or one chosen in play), what its owner earns there, what others pay
zone_of_power = lookup([VILLAGES.index(card["zone"]) if "zone" in card else NONE for card in POWERS])
owner_earns = lookup([card.get("own", 0) for card in POWERS])
toll_of = lookup([card.get("toll", 0) for card in POWERS])
# NY-DELIVER-23: in this order cards in play are paid for: those of a zone, the others, Park Path
power_paid = lookup(
    sorted(range(N_POWERS), key=lambda power: ("zone" not in POWERS[power], power == Power.PARK_PATH))
)


class Place(IntEnum):
    """Where a Power Card is; 0 to 5 are the players' hands."""

    DECK = 6
    DISCARD = 7
    OUT = 8  # not in this game
    WORLD = 9  # the global slot
    TABLEAU = 10  # plus the seat
    DEBT = 16  # Out of Supplies, plus the seat it is in front of
    FREE = 22


# -- tickets, tips, goals, events, co-op -----------------------------------------------------------------

TICKETS: list[dict[str, Any]] = COMPONENTS["order_tickets"]
N_TICKETS = len(TICKETS)
MAX_CARDS = 4  # on a standard order
MAX_NEEDS = 12  # a specialty under Special Sale
SPECIALTY_NEEDS = 6


def _ticket_row(ticket: dict[str, Any]) -> list[int]:
    if ticket["kind"] == "standard":
        return [ticket["ingredients"], ticket["value"], ticket["copies"], 0, 0]
    return [
        SPECIALTY_NEEDS,
        ticket["value"],
        ticket["copies"],
        ticket["extra_cards"],
        ticket["set"] != "base",
    ]


def _ticket_needs(ticket: dict[str, Any]) -> list[int]:
    named = sorted(KINDS.index(kind) for kind, n in ticket.get("requires", {}).items() for _ in range(n))
    needs = (
        named + [ANY_MEAT] * ticket.get("any_meats", 0) + [ANY_VEGETABLE] * ticket.get("any_vegetables", 0)
    )
    return needs + [NONE] * (SPECIALTY_NEEDS - len(needs))


def kinds_on(ticket: int) -> list[int]:
    """The kinds printed on a ticket: none on a standard one."""
    return [kind for kind in _ticket_needs(TICKETS[ticket]) if kind != NONE]


SPECIALTY = next(n for n, ticket in enumerate(TICKETS) if ticket["kind"] == "specialty")  # the first of them
TICKET_SIZE, TICKET_VALUE, TICKET_COPIES, TICKET_EXTRA, TICKET_NEW, TICKET_NEEDS = range(6)
ticket_fact = lookup_by_two(  # the kinds printed begin at TICKET_NEEDS
    [_ticket_row(ticket) + _ticket_needs(ticket) for ticket in TICKETS]
)
ticket_kinds = lookup(  # the kinds printed on a ticket, counted
    [sum(1 << BITS * kind for kind in _ticket_needs(ticket) if kind != NONE) for ticket in TICKETS], np.int64
)

N_TIPS = max(entry["value"] for entry in COMPONENTS["tip_tokens"]["base"]["values"])
_TIPS = np.zeros((2, N_TIPS + 1), np.int8)  # without and with the expansion
for _first, _set in enumerate(("base", "expansion")):
    for _entry in COMPONENTS["tip_tokens"][_set]["values"]:
        _TIPS[_first:, _entry["value"]] += _entry["count"]
tip_count = lookup_by_two(_TIPS)  # tip tokens of a value (1 to 5), without (0) or with (1) the expansion
no_tip_count = lookup(np.cumsum([COMPONENTS["no_tip_tokens"][name] for name in ("base", "expansion")]))

GOALS: list[dict[str, Any]] = COMPONENTS["personal_goals"]
N_GOALS = len(GOALS)
GOAL_STACK, GOAL_OUT = MAX_SEATS, MAX_SEATS + 1  # where a goal card is, if not with a player
CITY_EVENTS: list[dict[str, Any]] = COMPONENTS["city_events"]
N_EVENTS = len(CITY_EVENTS)
City: Any = enum_of("City", (event["id"] for event in CITY_EVENTS), __name__)
BLIZZARD_SPACES = printed(CITY_EVENTS, "blizzard", "spaces")
BREAK_SPACES = printed(CITY_EVENTS, "water_main_break", "spaces")
GARBAGE_CARDS = printed(CITY_EVENTS, "garbage_strike", "cards")
GRIDLOCK_CARDS = printed(CITY_EVENTS, "gridlock", "cards")
STRIKE_BEYOND = printed(CITY_EVENTS, "transit_strike", "beyond")
STRIKE_SPACES = printed(CITY_EVENTS, "transit_strike", "spaces")
FOG_SPACES = printed(CITY_EVENTS, "harbor_fog", "spaces")
MARATHON_SPACES = printed(CITY_EVENTS, "city_marathon", "spaces")
FOG_ZONES, MARATHON_ZONES = (  # a bit each
    sum(1 << VILLAGES.index(zone) for zone in CITY_EVENTS[event]["zones"])
    for event in (City.HARBOR_FOG, City.CITY_MARATHON)
)
EVENT_STACK, EVENT_NOW, EVENT_GONE, EVENT_OUT = range(4)  # where a city event card is

DAYS: list[str] = COMPONENTS["coop"]["calendar"]["days"]
N_DAYS = len(DAYS)
_WEEKLY = COMPONENTS["coop"]["calendar"]["permanent_promotion"]
FRIDAY = DAYS.index(_WEEKLY["day"])
FRIDAY_ORDERS: int = _WEEKLY["evening"]
N_PROMOTIONS = len(COMPONENTS["coop"]["promotions"]) // 2  # tokens of a colour
DIE = len(COMPONENTS["coop"]["die_to_day"]["faces"])
day_rolled = lookup([DAYS.index(day) for day in COMPONENTS["coop"]["die_to_day"]["faces"]])
promotion_orders = lookup_by_two(  # in the morning (0) and in the evening (1)
    [[token["morning"], token["evening"]] for token in COMPONENTS["coop"]["promotions"]]
)
difficulty_row = lookup_by_two(
    [[row["blue"], row["red"], row["pizzas"], row["money"]] for row in COMPONENTS["coop"]["difficulty"]]
)
default_row = lookup([COMPONENTS["coop"]["default_row"][f"p{n}"] - 1 for n in range(1, MAX_SEATS + 1)])

"""What a delivery is announced to bring and to cost is what the rules then pay and take."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from fattorino.games.new_york import GAME, choice_sheet, delivery_plan, state as s, tables as t
from fattorino.games.new_york.rules import power_card, powers, rewards
from fattorino.games.new_york.rules.rewards import Line
from fattorino.games.new_york.state import Act, Event, Phase
from fattorino.kernel import records
from fattorino.kernel.records import NONE

EVERYTHING: dict[str, Any] = {
    "expansion_power_cards": "on",
    "any_cards": "on",
    "extra_cheese": True,
    "specialty_set": "all8",
}
TABLES: list[dict[str, Any]] = [
    EVERYTHING | {"seats": 2, "personal_goals": True, "city_events": True},
    EVERYTHING | {"seats": 3, "city_events": True, "sale_pizzas": 2},
    EVERYTHING | {"seats": 6, "personal_goals": True},
    EVERYTHING | {"seats": 3, "mode": "coop"},
]
CHOICES = (Phase.ORDER, Phase.PIZZERIA, Phase.ZONE, Phase.ROUTE, Phase.ROTARY)


class RandomGame:
    """A game of players who deliver and play Power Cards when they can, and do anything else at random."""

    def __init__(self, seed: int, **options: Any) -> None:
        self.match = GAME.new(seed=seed, **options)
        self.chance = np.random.default_rng(seed)
        self.told: list[list[int]] = []  # the events of the last decision
        self.fill_tableaus()

    def fill_tableaus(self) -> None:
        """Cards in play from the beginning, so that there is much to announce."""
        state = self.match.state[0]
        for power in self.chance.permutation(t.N_POWERS):
            seat, kind = int(self.chance.integers(int(state.n))), t.power_type(power)
            if kind < t.N_SLOTS and state.power_at[power] == t.Place.DECK and state.slot[seat, kind] == NONE:
                state.power_at[power] = t.Place.TABLEAU + seat
                state.slot[seat, kind] = power
                if power == t.Power.THATS_MY_SPOT:
                    state.spot = self.chance.integers(t.N_VILLAGES)
                    state.supply[seat] -= 1

    def decisions(self) -> Iterator[tuple[Any, int]]:
        """Each decision as its seat sees it, with the action that is taken next."""
        while not self.match.over:
            legal = self.match.legal()
            worth = [liking(action) for action in legal] + self.chance.gumbel(size=len(legal))
            action = int(legal[np.argmax(worth)])
            yield self.match.view(int(self.match.state[0].seat)), action
            before = len(self.match.events)
            self.match.play(action)
            self.told = [list(records.read_event(event)) for event in self.match.events[before:]]


def liking(action: int) -> float:
    if action == s.ACT + Act.DELIVER or action == s.INC:
        return 9.0
    return 12.0 if action >= s.CARD + t.N_BLUE else 0.0


def plans(view: Any, action: int) -> Iterator[delivery_plan.Plan]:
    """What is announced beside a choice of a delivery: from each of one's pizzerias, beside an order."""
    seat, place = int(view.seat), s.SPACE.block(action)[1]
    made: list[delivery_plan.Plan | None] = []
    if view.phase == Phase.ORDER:
        owned = [village for village in range(t.BUILDABLE) if view.lot[seat, village] != NONE]
        made = [delivery_plan.plan(view, seat, place, village) for village in owned]
    elif view.phase in (Phase.PIZZERIA, Phase.ROTARY) and action != s.DONE:
        state = delivery_plan.scratch(view)
        state.d_from = seat if view.phase == Phase.ROTARY else view.d_from
        made = [delivery_plan.plan(state, seat, NONE, place)]
    elif view.phase == Phase.ZONE:
        made = [delivery_plan.plan(view, seat, NONE, int(view.d_at), zone=place)]
    elif view.phase == Phase.ROUTE:
        made = [delivery_plan.plan(view, seat, NONE, int(view.d_at), route=place)]
    return (each for each in made if each is not None)


def carried_out(state: Any, seat: int, made: delivery_plan.Plan) -> tuple[list[list[int]], int]:
    """Make a planned delivery: the events of its payment, and the money that there is for tolls."""
    chosen = {
        Phase.COPY_SEAT: s.SEAT + made.owner,
        Phase.PIZZERIA: s.VILLAGE + made.village,
        Phase.ZONE: s.VILLAGE + made.zone,
        Phase.ROUTE: s.ROUTE + made.route,
        Phase.COVER: s.AUTO,
        Phase.EXTRA: s.AUTO,
    }
    actions, log = np.zeros(s.NUM_ACTIONS, np.int16), records.new_log()
    while True:
        legal = actions[: GAME.legal(state, actions)].tolist()
        action = chosen.get(Phase(int(state.phase)), s.DONE)
        before = int(state.money[0 if state.coop else seat])
        log[0, 0] = 0
        GAME.apply(state, action if action in legal else legal[0], log)
        told = [list(records.read_event(event)) for event in log[1 : int(log[0, 0]) + 1]]
        earned = [event[2] for event in told if event[:2] == [Event.EARNED, seat]]
        if earned:
            return told, before + earned[0]


def check_plan(state: Any, seat: int, made: delivery_plan.Plan) -> None:
    """What a plan says of its payment, and line by line of bonuses and tolls, is what happens."""
    told, money = carried_out(state, seat, made)
    words = [entry.words for entry in made.account]
    assert [event[2] for event in told if event[:2] == [Event.EARNED, seat]] == [made.earns], words
    tolls = []
    for entry in made.account:
        if entry.owner != NONE and money > 0:  # NY-DELIVER-23: as far as it goes
            tolls.append([min(money, -entry.dollars), entry.owner])
            money -= tolls[-1][0]
    assert [event[2:4] for event in told if event[:2] == [Event.TOLL, seat]] == tolls, words


def check_game(game: RandomGame) -> tuple[int, set[int]]:
    """Check every plan and every ticket of a game: how many deliveries, and the lines of their accounts."""
    deliveries, lines, value, cheese = 0, set[int](), 0, 0
    sure = False  # whether the ticket says all: a kind that stands for any has no class yet
    for view, action in game.decisions():
        for kind, _seat, first, _how, doubled, *_ in game.told:
            if kind == Event.ADDED:  # nobody knew that it would be
                value += t.DOUBLE_BONUS if doubled else cheese
            if kind == Event.EARNED and sure:
                assert first == value
                deliveries += 1
        if view.phase in CHOICES:
            for made in plans(view, action):
                state = game.match.state.copy()[0]
                GAME.apply(state, action, records.new_log())
                check_plan(state, int(view.seat), made)
                lines |= {entry.line for entry in made.account}
        ticket = choice_sheet.delivery(view, int(view.seat))
        wild = t.ANY_INGREDIENT in view.d_need[int(view.d_next) : int(view.d_n)]
        sure = ticket is not None and view.d_route >= 0 and not wild
        value = ticket["value"] if ticket is not None else 0
        cheese = t.CHEESE_BONUS_SPECIALTY if view.d_ticket >= t.SPECIALTY else t.CHEESE_BONUS
    return deliveries, lines


@pytest.fixture
def costly(bare_table: Callable[..., Any]) -> Any:
    """An order for Hell's Kitchen, with bonuses from cards and tolls to others."""
    made = bare_table(3, expansion_power_cards="on")
    made.pizzeria(0, "hk_4", 4, "pineapple/hells_kitchen").order(0, "standard_1", "ham/hells_kitchen")
    made.hand(0, "ham/midtown", "over_achiever").do("CARD", "over_achiever")
    made.play_card(1, "mob_boss").play_card(2, "thats_my_spot")
    made.state.spot = t.VILLAGES.index("hells_kitchen")
    return made.do("ACT", 2)


COUNTED = "+$1 Pineapple, +$2 Over Achiever, −$1 toll to Player 2, −$1 toll to Player 3"


@pytest.mark.rule("NY-DELIVER-22", "NY-DELIVER-23")
def test_an_order_names_what_adds_to_it_and_what_is_due_to_others(costly: Any) -> None:
    (line,) = choice_sheet.sheet(costly.view(0), 0, choice_sheet.choices(costly.view(0), 0))
    assert line["note"].endswith("; ".join(["", *COUNTED.split(", ")]))
    assert line["gain"] == "+$4"
    costly.do("ORDER", 0).do("VILLAGE", "hells_kitchen").do("ROUTE", 0)
    ticket = choice_sheet.delivery(costly.view(0), 0)
    assert ticket is not None and ticket["value"] == 4
    assert f"it pays $4 when it is there, and its tip. This counts: {COUNTED}." in ticket["tell"]
    seen = choice_sheet.delivery(costly.view(1), 1)
    assert seen is not None and "−$1 toll to you" in seen["tell"]
    costly.pay_any()
    assert costly.state.money[:3].tolist() == [4 - 1 - 1, 1, 1]


@pytest.mark.rule("NY-DELIVER-21", "NY-POWER-COUPON-1", "NY-POWER-SPECIALSALE-2")
def test_a_ticket_says_what_is_really_paid(costly: Any) -> None:
    costly.order(1, "standard_4", *["ham/harlem"] * 4)
    for world, sale, value in ((NONE, 0, 4), (NONE, 1, 7), (t.Power.COUPON_DAYS, 0, 2)):
        costly.state.world, costly.state.sale, costly.state.achiever = world, sale, 0
        state = delivery_plan.chosen(costly.view(0), 0, 1)
        ticket = choice_sheet.delivery(state, 0)
        assert ticket is not None and ticket["value"] == value


@pytest.mark.rule("NY-DELIVER-31", "NY-TOP-PEPPERONI-1")
def test_a_bonus_that_depends_on_a_wild_ingredient_is_not_promised(bare_table: Callable[..., Any]) -> None:
    made = bare_table(2, any_cards="on")
    made.pizzeria(0, "hk_4", 4, "pepperoni/hells_kitchen").hand(0, *["onions/midtown"] * 3)
    for wanted, bonus in (("onions/harlem", t.VEGGIE_BONUS), ("any_ingredient/harlem", 0)):
        state = delivery_plan.scratch(made.order(0, "standard_1", wanted).view(0))
        state.d_from, state.d_seat = 0, 0
        state = delivery_plan.chosen(state, 0, 0)
        state.d_top = t.Top.PEPPERONI
        dollars, _counted = delivery_plan.promise(state, 0)
        assert dollars == 1 + bonus


def test_what_is_announced_is_paid() -> None:
    deliveries, lines = check_game(RandomGame(3, **TABLES[0]))
    assert deliveries > 10 and lines


@pytest.mark.bulk
def test_every_line_of_an_account_is_announced_as_it_is_paid() -> None:
    deliveries, lines = 0, set[int]()
    for options in TABLES:
        for seed in range(12):
            more, seen = check_game(RandomGame(seed, **options))
            deliveries, lines = deliveries + more, lines | seen
    assert deliveries > 500
    own_rule = {power for power, card in powers.CARDS.items() if card.earns is not power_card.no_dollars}
    for_zone = {power for power in range(t.N_POWERS) if t.zone_of_power(power) != NONE}
    seen = {rewards.power_of(line) for line in lines if line >= Line.CARDS}
    assert seen == own_rule | for_zone
    assert {line for line in lines if line < Line.CARDS} == {Line.TOP, Line.CHEESE, Line.ACHIEVER}

"""Numbers printed on cards are in components.toml: an overlay changes both rule and text."""

import importlib
from typing import Any

import pytest

import fattorino
from fattorino.kernel import records

CHANGED: dict[str, Any] = {
    "power_cards": {
        "lucky_day": {"dollars": 7},
        "windfall": {"dollars": 9, "cards": 1},
        "bonus_supplies": {"cards": 5},
        "down_on_your_luck": {"cards": 1},
        "building_commissioner": {"tokens": 2},
        "subway_fast_pass": {"tokens": 1},
        "cold_storage": {"cards": 3},
        "financial_wizard": {"own": 4, "toll": 3},
        "roller_blades": {"spaces": 4, "cards": 3},
        "subway_ticket_red": {"cards": 1},
    },
    "ingredients": {"pineapple": {"top_power_value": 6}},
    "city_events": {"blizzard": {"spaces": 2}},
}


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FATTORINO_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield fattorino.load("new_york", CHANGED)


class Copy:
    """A position of the changed game, with its own modules beside it."""

    def __init__(self, game: Any) -> None:
        self.match = game.new(seats=2, seed=1, expansion_power_cards="on", city_events=True)
        self.state, self.log, self.folder = self.match.state[0], records.new_log(), game.name
        self.powers = self.module("rules.powers")
        self.cards = self.module("tables").Power

    def module(self, name: str) -> Any:
        return importlib.import_module(f"fattorino.games.{self.folder}.{name}")

    def play(self, name: str) -> Any:
        self.powers.play(self.state, 0, self.cards[name.upper()].value, False, self.log)
        return self.state

    def top(self) -> list[int]:
        return [int(value) for value in self.state.stack[int(self.state.n_stack) - 1]]


@pytest.mark.rule("NY-POWER-LUCKYDAY-1", "NY-POWER-WINDFALL-1", "NY-POWER-BONUSSUPPLIES-1", "NY-TURN-15")
def test_cards_bring_what_is_printed_on_them(changed: Any) -> None:
    copy = Copy(changed)
    money, hand = int(copy.state.money[0]), int(copy.state.n_hand[0])
    assert copy.play("lucky_day").money[0] == money + 7
    copy.state.sewer[3], copy.state.n_sewer = 4, 4
    assert copy.play("windfall").money[0] == money + 16
    assert copy.state.n_hand[0] == hand + 1
    copy.play("bonus_supplies")
    assert copy.top()[2] == 5
    copy.play("building_commissioner")
    assert copy.top()[2] == 2
    assert copy.play("subway_fast_pass").passes == 1
    copy.state.sewer[3], copy.state.n_sewer = 4, 4
    assert list(copy.play("cold_storage").cold >= 0) == [True, True, True, False]


@pytest.mark.rule("NY-POWER-FINWIZARD-1", "NY-POWER-FINWIZARD-2", "NY-TOP-PINEAPPLE-1")
def test_bonuses_and_tolls_are_those_printed(changed: Any) -> None:
    copy = Copy(changed)
    rewards, tables = copy.module("rules.rewards"), copy.module("tables")
    copy.play("financial_wizard")
    copy.state.d_zone, copy.state.d_at, copy.state.d_top = tables.FINANCIAL, 0, tables.Top.PINEAPPLE
    copy.state.d_ticket = 0  # a standard order of $1
    assert rewards.payment(copy.state, 0) == 1 + 4 + 6
    copy.state.money[1] = 5
    rewards.pay_tolls(copy.state, 1, copy.log)
    assert copy.state.money[1] == 2


@pytest.mark.rule("NY-POWER-ROLLERBLADES-1", "NY-POWER-TICKETRED-2", "NY-EVENT-4")
def test_ways_cost_what_is_printed(changed: Any) -> None:
    copy = Copy(changed)
    covering, streets = copy.module("rules.covering"), copy.module("streets")
    copy.state.city = copy.module("tables").City.BLIZZARD
    copy.state.disks[0, 0] = 3
    assert covering.free_range(copy.state, 0, 0, 0) == 1
    copy.state.city = -1
    blades, red = copy.cards.ROLLER_BLADES.value, copy.cards.SUBWAY_TICKET_RED.value
    distance = int(streets.spaces(0, streets.ON_FOOT, 0, 0, 7))
    assert covering.way_cards(copy.state, blades, streets.ON_FOOT, 0, distance - 5, 0, 7) == 3
    assert covering.way_cards(copy.state, red, streets.BY_RED, 0, 20, 0, 7) == 1


def test_words_name_the_changed_numbers(changed: Any) -> None:
    names = Copy(changed).module("names")
    cards = Copy(changed).cards
    assert names.power_effect(cards.LUCKY_DAY) == "+$7"
    assert names.power_effect(cards.WINDFALL).startswith("$9 and 1 random")
    assert names.top_effect(7) == "+$6 for every delivery"
    assert "2 space" in names.city_effect(0)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"power_cards": {"cold_storage": {"cards": 6}}}, r"cold_storage\.cards can be 0 to 4"),
        ({"order_tickets": {"standard_4": {"ingredients": 5}}}, r"standard_4\.ingredients can be 1 to 4"),
        ({"order_tickets": {"hawaiian": {"any_meats": 1}}}, "hawaiian needs 7 ingredients: it must be 6"),
    ],
)
def test_what_has_no_place_is_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(fattorino.BadComponents, match=reason):
        fattorino.load("new_york", changes)

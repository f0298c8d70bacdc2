"""The guide: the goal and how it stands, turns as a story, what is missing, which rules are taught."""

import importlib.util
import random
from pathlib import Path
from typing import Any

import pytest

from fattorino.games.new_york import GAME, lessons
from fattorino.games.new_york.guide import GUIDE
from fattorino.games.new_york.state import EVENTS, RULEBOOK, Event, Phase
from fattorino.kernel import records
from fattorino.kernel.guide import Missing, turns


def told(table: Any, viewer: int) -> str:
    """The whole log of a table as one turn, as a viewer hears it."""
    events = [[Event.TURN, 0, -1, 1, 0, 0, 0, 0], *table.told]
    return GUIDE.retell([event for event in events if records.hears(event, viewer)], viewer)


@pytest.fixture
def kitchen(two: Any) -> Any:
    """Player 1 has a pizzeria with Onions in Hell's Kitchen and could bake the only order."""
    two.pizzeria(0, "hk_4", 1, "onions/hells_kitchen").order(
        0, "standard_2", "onions/harlem", "ham/midtown", tip=3
    )
    two.told.clear()
    return two


# -- the story ---------------------------------------------------------------------------------------------


def test_a_build_is_told_with_what_it_cost(two: Any) -> None:
    two.told.clear()
    two.state.money[0] = 1
    two.hand(0, "ham/harlem", "onions/midtown", "onions/midtown")
    two.do("ACT", 1).do("INC", 0).do("CARD", "ham/harlem").do("LOT", "harlem_1").do("MONEY")
    two.do("CARD", "onions/midtown")
    assert told(two, 0) == "You built a pizzeria on lot 1 in Harlem for $1 and 1 card."
    assert told(two, 1) == "Player 1 built a pizzeria on lot 1 in Harlem for $1 and 1 card."


def test_a_delivery_is_one_sentence_and_its_tip_is_told_to_nobody_else(kitchen: Any) -> None:
    kitchen.hand(0, *["ham/midtown"] * 9)
    kitchen.deliver(0, "hells_kitchen").pay_any()
    mine, theirs = told(kitchen, 0), told(kitchen, 1)
    assert mine.startswith(
        "You delivered order 1 from Hell's Kitchen to Midtown with 5 cards for $2 and a tip ($3,"
    )
    assert theirs.startswith(
        "Player 1 delivered order 1 from Hell's Kitchen to Midtown with 5 cards for $2 and a tip"
    )
    assert "$3" not in theirs + told(kitchen, -1)


def test_a_drawn_card_is_named_to_its_owner_only(two: Any) -> None:
    two.told.clear()
    two.deck("ham/midtown").do("ACT", 0).do("DECK")
    assert told(two, 0) == "You took Ham (Midtown)."
    assert told(two, 1) == "Player 1 took 1 card from the deck."


def test_a_turn_that_has_only_begun_names_its_action(two: Any) -> None:
    two.told.clear()
    assert told(two, 0) == "It is your turn."
    two.told.append([Event.ACTION, 0, -1, 0, 0, 0, 0, 0])
    assert [told(two, viewer) for viewer in (0, 1)] == ["You go to market.", "Player 1 goes to market."]


def test_several_new_orders_and_disks_are_told_once(two: Any) -> None:
    disk, order = [Event.UPGRADED, 0, -1, 0, 0, 0, 0, 0], [Event.NEW_ORDER, -1, -1, 0, 0, 0, 0, 0]
    two.told[:] = [disk, order]
    assert told(two, 0) == "You added a disk in Harlem; a new order 1 came in."
    two.told[:] = [disk, disk, order, order]
    assert told(two, 0) == "You added 2 disks in Harlem; 2 new orders came in."


@pytest.mark.parametrize("kind", list(Event))
def test_every_event_can_stand_in_a_story(kind: int) -> None:
    event = [kind, 1, -1, 1, 1, 1, 0, 0]
    assert GUIDE.retell([[Event.TURN, 1, -1, 1, 0, 0, 0, 0], event], 0)
    assert all(isinstance(place, str) for place in GUIDE.places(event, 0))
    for taught in GUIDE.shows(event, 0):
        assert taught.rule in RULEBOOK.lessons
    if (moment := GUIDE.moment(event, 0)) is not None:
        assert moment.words


# -- how it stands -----------------------------------------------------------------------------------------


def test_the_running_score_leaves_out_the_tips_of_others(kitchen: Any) -> None:
    kitchen.state.tips[:2, 2] = 1
    kitchen.state.n_tips[:2] = 1
    kitchen.state.money[:2] = 4, 7
    own, other = GUIDE.summary(kitchen.view(0), 0).scores
    assert own == [("Money", 4), ("Cards in the tableau", 1), ("Disks on the board", 1), ("Tips", 3)]
    assert other[3] == ("Tips", None)
    assert GUIDE.summary(kitchen.view(-1), -1).scores[0][3] == ("Tips", None)
    kitchen.state.over = 1
    assert GUIDE.summary(kitchen.view(1), 1).scores == GAME.score_breakdown(kitchen.view(1))
    assert GUIDE.summary(kitchen.view(1), 1).goal == "You won with $10."


def test_the_goal_is_what_comes_next(kitchen: Any, two: Any, team: Any) -> None:
    assert GUIDE.summary(kitchen.view(1), 1).goal.endswith("First open a pizzeria.")
    assert GUIDE.summary(kitchen.view(0), 0).goal.endswith("Next for order 1: 4 more cards.")
    assert GUIDE.summary(kitchen.hand(0, *["ham/midtown"] * 9).view(0), 0).goal.endswith("deliver it.")
    assert GUIDE.summary(team.view(0), 0).goal.startswith("Earn $")


def test_the_goal_of_others_does_not_hang_on_a_hidden_hand(kitchen: Any) -> None:
    before = GUIDE.summary(kitchen.view(1), 1), GUIDE.summary(kitchen.view(-1), -1)
    kitchen.state.hand[0, 3] = 9
    assert before == (GUIDE.summary(kitchen.view(1), 1), GUIDE.summary(kitchen.view(-1), -1))


# -- what is missing ---------------------------------------------------------------------------------------


def test_a_missing_delivery_says_what_it_lacks_in_numbers(kitchen: Any) -> None:
    kitchen.hand(0, "ham/midtown", "ham/midtown")
    found = GUIDE.missing(kitchen.view(0), 0)
    assert found[0] == Missing(
        "Deliver a Pizza",
        "Order 1 from Hell's Kitchen takes 4 cards (4 for the way); you have 2.",
        "order-0",
    )
    assert GUIDE.missing(kitchen.view(1), 1) == ()
    kitchen.hand(0, *["ham/midtown"] * 9)
    assert "Deliver a Pizza" not in [entry.label for entry in GUIDE.missing(kitchen.view(0), 0)]


def test_a_click_answers_what_would_make_it_possible(kitchen: Any) -> None:
    kitchen.hand(0, "ham/harlem", "ham/midtown", "ham/midtown", "ham/midtown", "ham/midtown")
    view = kitchen.view(0)
    assert GUIDE.unavailable(view, 0, "order-0") == "To deliver order 1, choose Deliver a Pizza."
    assert "a card of Harlem" in GUIDE.unavailable(view, 0, f"lot-{kitchen.lot('harlem_1')}")
    assert GUIDE.unavailable(view, 0, "market-3") == "To take cards, choose Go To Market."
    assert GUIDE.unavailable(view, 1, "deck").startswith("Waiting for")


def test_ways_out_are_known(two: Any) -> None:
    two.hand(0, "lucky_day").ask(Phase.POST, 0)
    assert GUIDE.declines(two.view(0), two.action("DONE"))
    assert not GUIDE.declines(two.view(0), two.action("CARD", "lucky_day"))
    two.state.phase = Phase.HAM_TAKE
    assert not GUIDE.declines(two.view(0), two.action("DONE"))


# -- what is taught ----------------------------------------------------------------------------------------


def test_what_is_taught_is_in_the_rulebook_and_short() -> None:
    core = [rule for rule, learn in RULEBOOK.lessons.items() if learn.level == "core"]
    assert 8 <= len(core) <= 14
    assert all(len(learn.sentence.split()) <= 30 for learn in RULEBOOK.lessons.values())
    rules = {rule for listed in lessons._PLAIN.values() for rule in listed}
    rules |= {rule for event in EVENTS.values() for rule in event.get("teaches", {})}
    assert rules <= set(RULEBOOK.lessons)


def test_the_first_decisions_teach_the_goal_and_the_turn(two: Any, table: Any) -> None:
    start = table(2, started=False)
    assert GUIDE.matters(start.view(0), 0, [])[0].rule == "NY-SCORE-7"
    assert [taught.rule for taught in GUIDE.matters(two.view(0), 0, two.legal())][:2] == [
        "NY-TURN-2",
        "NY-INSPECT-6",
    ]


def test_the_lesson_teaches_the_core_in_time() -> None:
    path = Path(__file__).parents[3] / "docs" / "lessons.py"
    spec = importlib.util.spec_from_file_location("lessons", path)
    assert spec is not None and spec.loader is not None
    search = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(search)
    sensible, wandering = search.shares(GAME, GAME.lesson, tries=2)
    assert sensible >= 0.8
    assert wandering >= 0.7


def test_a_turn_of_several_players_is_one_sentence_and_nobody_comes_after_the_end() -> None:
    chance, match = random.Random(3), GAME.new(seats=4, seed=3)
    while not match.over:
        match.play(int(chance.choice(match.legal())))
    events = match.heard(1)
    told = [GUIDE.retell(events[a:b], 1) for a, b in turns(events, GUIDE.starts_turn)]
    assert any("; you " in text for text in told)
    assert not any("; You " in text for text in told)
    assert GUIDE.summary(match.view(1), 1).order == []

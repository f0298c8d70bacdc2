"""Every phase has a question; cards as bits, counts of kinds packed into one number."""

from typing import Any

from fattorino.games.new_york.rules.catalog import QUESTIONS
from fattorino.games.new_york.rules.covering import MOST, fitted, hand_kinds, many, missing, one, surplus
from fattorino.games.new_york.rules.hands import POWER_WORD, card_bits, first_card
from fattorino.games.new_york.rules.questions.building import hand_villages
from fattorino.games.new_york.state import Phase
from fattorino.games.new_york.tables import N_BLUE, N_KINDS, N_TYPES, kind_of, village_of
from fattorino.kernel.records import NONE


def test_every_phase_that_is_asked_has_one_question() -> None:
    assert set(QUESTIONS) == set(range(Phase.END))


def found(table: Any, seat: int) -> list[int]:
    """The card types that the bits of a hand name (of NONE: of the Open Market)."""
    cards = []
    for word in range(POWER_WORD + (seat != NONE)):
        bits = card_bits(table.state, seat, word)
        while bits:
            cards.append(first_card(bits, word))
            bits &= bits - 1
    return cards


def test_every_card_in_a_hand_is_found(two: Any) -> None:
    state = two.state
    for card in range(N_TYPES):
        two.hand(0)
        if card < N_BLUE:
            state.hand[0, card], state.n_hand[0] = 2, 2
        else:
            state.power_at[card - N_BLUE], state.n_power[0] = 0, 1

        assert found(two, 0) == [card]
        assert found(two, 1) == []


def test_cards_are_found_in_ascending_order(two: Any) -> None:
    two.hand(0, "ham/harlem", "onions/midtown", "pepperoni/harlem", "ham/harlem", "hacker", "lucky_day")

    held = [card for card in range(N_BLUE) if two.state.hand[0, card]]
    held += [N_BLUE + power for power in range(N_TYPES - N_BLUE) if two.state.power_at[power] == 0]
    assert len(held) == 5
    assert found(two, 0) == held


def test_every_card_of_the_open_market_is_found(two: Any) -> None:
    for card in range(N_BLUE):
        two.market()
        two.state.market[card] = 1

        assert found(two, NONE) == [card]


def test_a_card_counts_for_its_kind_and_its_village(two: Any) -> None:
    for card in range(N_BLUE):
        two.hand(0)
        two.state.hand[0, card] = 3

        assert hand_kinds(two.state, 0) == 3 * one(kind_of(card))
        assert hand_villages(two.state, 0) == 1 << village_of(card)


def test_more_of_a_kind_than_a_pizza_takes_are_not_told_apart() -> None:
    for kind in range(N_KINDS):
        full = fitted(MOST * one(kind) + one(kind))

        assert full == MOST * one(kind)
        assert fitted(full + full) == full
        assert missing(12 * one(kind), full) == 0


def test_a_lack_of_one_kind_leaves_its_neighbours_alone() -> None:
    for kind in range(N_KINDS):
        others = sum(one(other) for other in range(N_KINDS) if other != kind)

        assert surplus(others, 2 * one(kind)) == others
        assert many(surplus(5 * one(kind), 2 * one(kind) + others), kind) == 3
        assert surplus(one(kind), 2 * one(kind)) == 0

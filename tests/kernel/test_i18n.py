"""Texts shared by games and pages."""

import pytest

from fattorino.kernel.i18n import one_of


@pytest.mark.parametrize(
    ("numbers", "said"),
    [((3,), "3"), ((4, 2), "2 or 4"), ((2, 3), "2 or 3"), (range(1, 7), "1 to 6"), ((2, 4, 6), "2, 4 or 6")],
)
def test_numbers_to_choose_from_are_said_without_a_gap_that_is_not_there(
    numbers: tuple[int, ...], said: str
) -> None:
    assert one_of(numbers) == said

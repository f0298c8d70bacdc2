"""Two powers, an option or an odd moment at the same time."""

from collections.abc import Callable
from typing import Any

import pytest

from fattorino.games.new_york.state import Phase


@pytest.mark.rule("NY-TOP-SAUSAGE-1", "NY-DELIVER-6")
def test_an_ingredient_that_covers_all_of_its_kind_does_not_double_as_well(
    bare_table: Callable[..., Any],
) -> None:
    made = bare_table(2, permanent_covers="all")
    made.pizzeria(0, "hk_4", 3, "sausage/hells_kitchen", "ham/hells_kitchen", "ham/central_park")
    made.order(0, "standard_2", "sausage/harlem", "ham/hells_kitchen")
    made.deliver(0, "hells_kitchen").do("PERM", "sausage").do("PERM", "ham")
    assert made.phase == Phase.DOUBLE
    assert made.why("PERM", "sausage") == "NY-TOP-SAUSAGE-1"  # it has served
    made.do("PERM", "ham")  # the other one has not
    assert made.state.money[0] == 3

"""Fields declared once: who sees them, and how they are observed."""

from typing import Any

import numpy as np
import pytest

from fattorino.kernel.errors import BadGame
from fattorino.kernel.features import names
from fattorino.kernel.fields import FILLER, SHOWN, Fields, custom, observer, own, public, secret
from fattorino.kernel.records import HIDDEN, SPECTATOR

HANDS = 1  # a group of fields
FIELDS = Fields(
    [
        public("turn", np.int8, about="turns so far", over=20),
        own("hand", np.int8, (3, 2), "cards by kind", over=4),
        own("tips", np.int16, (3,), unless=HANDS),
        secret("deck", np.int8, (5,), unless=2),
        secret("top", np.int32),
        custom("phase", np.int8),
    ]
)


@pytest.fixture
def state() -> Any:
    states = np.zeros(1, FIELDS.dtype)
    states["rng"], states["turn"], states["hand"], states["deck"] = 99, 7, [[1, 2], [3, 4], [0, 1]], 5
    states["tips"] = [300, 200, 100]
    return states


def seen(states: Any, seat: int, group: int = 0) -> Any:
    """What a viewer is shown by declaration."""
    row = FIELDS.masks(3)[group * 4 + seat + 1]
    return (states.view(np.int64) & row[SHOWN] | row[FILLER]).view(FIELDS.dtype)[0]


@pytest.mark.parametrize("bare", [("turn", np.int8), ["turn"], "turn"])
def test_a_field_that_does_not_say_who_may_see_it_is_refused(bare: Any) -> None:
    with pytest.raises(BadGame, match=r"field 'turn' of the state does not say who may see it: declare it"):
        Fields([public("n", np.int8), bare])


def test_a_number_has_no_rows_to_own() -> None:
    with pytest.raises(BadGame, match="field turn of the state has no row for each seat"):
        Fields([own("turn", np.int8, ())])


def test_everyone_sees_what_is_public_and_each_seat_its_own_row(state: Any) -> None:
    view = seen(state, 1)
    assert (view.turn, view.seat, view.over) == (7, 0, 0)
    assert view.hand.tolist() == [[HIDDEN] * 2, [3, 4], [HIDDEN] * 2]
    assert view.tips.tolist() == [HIDDEN, 200, HIDDEN]
    assert (seen(state, SPECTATOR).hand == HIDDEN).all()


@pytest.mark.parametrize("seat", [SPECTATOR, 0, 1, 2])
def test_nobody_sees_what_is_secret_or_left_to_code(state: Any, seat: int) -> None:
    view = seen(state, seat)
    assert (view.rng, view.reveals, view.top, view.phase) == (0, HIDDEN, HIDDEN, HIDDEN)
    assert (view.deck == HIDDEN).all()


def test_groups_are_seen_by_whoever_sees_them(state: Any) -> None:
    assert seen(state, SPECTATOR, HANDS).tips.tolist() == [300, 200, 100]
    assert (seen(state, 0, HANDS).deck == HIDDEN).all()
    assert (seen(state, 0, HANDS | 2).deck == 5).all()


def test_the_kernels_fields_come_first_and_the_widest_next() -> None:
    order = ("rng", "reveals", "seat", "over", "top", "tips", "turn", "hand", "deck", "phase")
    assert FIELDS.dtype.names == order


def test_a_game_may_say_anew_who_sees_a_field_of_the_kernel() -> None:
    fields = Fields([custom("seat", np.int8), public("n", np.int8)])
    assert fields.dtype.names == ("rng", "reveals", "seat", "over", "n")
    row = fields.masks(2)[0]
    assert np.zeros(1, fields.dtype).view(np.int64).tobytes() != row[FILLER].tobytes()
    assert row[FILLER].view(fields.dtype)[0].seat == HIDDEN


def test_the_default_observation_takes_what_is_shown(state: Any) -> None:
    assert names(FIELDS.layout()) == ["view.turn", "view.hand[0]", "view.hand[1]"]
    features = np.full(3, np.nan, np.float32)
    observe = observer(FIELDS)
    observe(seen(state, 1), 1, features)
    assert features.tolist() == pytest.approx([0.35, 0.75, 1.0])
    observe(seen(state, SPECTATOR), SPECTATOR, features)
    assert features.tolist() == pytest.approx([0.35, 0.0, 0.0])


def test_tables_are_not_observed_by_default() -> None:
    with pytest.raises(BadGame, match="field board of the state is a table"):
        observer(Fields([public("board", np.int8, (3, 3), over=1)]))

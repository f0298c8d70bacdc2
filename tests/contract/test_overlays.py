"""Whatever an overlay changes a value to: the game is played with it, or a sentence says why not."""

import random
from collections.abc import Iterator
from datetime import date
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import fattorino
from fattorino.games import overlay, trial
from fattorino.kernel import components
from fattorino.kernel.components import FIXED, FIXED_KEYS, Limits, keys_of, shown
from fattorino.kernel.errors import BadComponents

OWN = ("ghost_town", "new_york", "papa_paolo", "pizza_city")
NUMBERS = st.integers() | st.integers(-3, 200) | st.floats()
ANYTHING = NUMBERS | st.booleans() | st.text(max_size=8) | st.just(date(2024, 2, 29))
GIVEN = (
    ANYTHING
    | st.lists(ANYTHING, max_size=3)
    | st.dictionaries(st.text("abc", max_size=2), NUMBERS, max_size=2)
)
TRIED = 2  # changes of each game that are played


def leaves(table: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value that an overlay can change, with its path."""
    if isinstance(table, dict) or (isinstance(table, list) and table and isinstance(table[0], dict)):
        for key, value in keys_of(table).items():
            if not (
                key in FIXED_KEYS or key.endswith(("_source", "source_note")) or (not path and key in FIXED)
            ):
                yield from leaves(value, f"{path}.{key}" if path else key)
    else:
        yield path, table


def parts(value: Any) -> Iterator[Any]:
    """A value, and what is in it."""
    yield value
    for entry in value if isinstance(value, list) else ():
        yield from parts(entry)


def numbers(value: Any) -> list[float]:
    """The numbers in a value."""
    return [part for part in parts(value) if isinstance(part, int | float) and not isinstance(part, bool)]


PRINTED = {name: components.read(fattorino.load(name).folder) for name in OWN}
LEAVES = {name: dict(leaves(PRINTED[name])) for name in OWN}


def limits(name: str) -> Limits:
    """The limits of a game's numbers."""
    return dict(overlay.totals_of(fattorino.load(name)).LIMITS)


def limit_of(name: str, path: str) -> Any:
    """The limit of a value."""
    return next((limit for pattern, limit in limits(name).items() if fnmatchcase(path, pattern)), None)


def tables(path: str, value: Any) -> dict[str, Any]:
    """An overlay with one change."""
    for key in reversed(path.split(".")):
        value = {key: value}
    return dict(value)


@pytest.mark.parametrize("name", OWN)
def test_every_number_has_limits_or_a_reason_to_stay(name: str) -> None:
    for path, printed in LEAVES[name].items():
        limit, found = limit_of(name, path), numbers(printed)
        if not found or isinstance(limit, str):
            continue
        assert limit is not None, path
        assert all(limit[0] <= number <= limit[1] for number in found), path
        with pytest.raises(BadComponents, match=r"can be \d+ to \d+ \(printed: "):
            components.check_value(path, printed, other(printed, limit[1] + 1), limits(name))
    for pattern in limits(name):
        assert any(limit_of(name, path) == limits(name)[pattern] for path in LEAVES[name]), pattern


@pytest.mark.parametrize("name", OWN)
@given(data=st.data())
@settings(max_examples=300, deadline=None)
def test_a_value_is_taken_or_refused_in_a_sentence(name: str, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(sorted(LEAVES[name])))
    printed = LEAVES[name][path]
    value = data.draw(
        GIVEN | st.just(printed) if not isinstance(printed, list) else GIVEN | st.permutations(printed)
    )
    try:
        made = components.overlay_from(name, PRINTED[name], tables(path, value), "mine.toml", limits(name))
    except BadComponents as error:
        told = str(error)
        assert told.startswith("mine.toml") and "\n" not in told
        if value != printed:
            assert path in told
            assert any(shown(part) in told for part in parts(printed))
    else:
        assert made.changes == {path: value} and type(value) in (type(printed), int)


@pytest.mark.parametrize("name", OWN)
def test_a_change_within_limits_is_played_or_refused_in_a_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATTORINO_CACHE", str(tmp_path))
    monkeypatch.setattr(trial, "SECONDS", 1.0)
    chance = random.Random(name)
    free = [path for path in sorted(LEAVES[name]) if not isinstance(limit_of(name, path), str)]
    for path in chance.sample(free, TRIED):
        printed, limit = LEAVES[name][path], limit_of(name, path)
        value = other(printed, chance.choice(limit) if limit else 0)
        if value == printed:
            continue
        try:
            game = fattorino.load(name, tables(path, value))
        except BadComponents as error:
            told = str(error)
            assert told.startswith("overlay: ") and "\n" not in told
            assert "the rules do not read" in told or f"{path} = " in told or f"{path} can be " in told
            assert "the rules do not read" in told or any(shown(part) in told for part in parts(printed))
        else:
            match = game.new(seed=1)
            while not match.over and match.move < 30:
                match.play(int(match.legal()[0]))


def other(printed: Any, number: float) -> Any:
    """Another value of the same shape."""
    if isinstance(printed, list):
        return [other(entry, number) for entry in printed]
    if isinstance(printed, bool):
        return not printed
    return f"{printed}x" if isinstance(printed, str) else type(printed)(number)

"""Places: whoever is level shares one, and a game that nobody won has none."""

import json
import re
from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

import fattorino
from contract import recorder
from contract.worlds import all_games, random_game
from fattorino.terminal import place_words, show_result

RESULT = re.compile(r"^scores (\[.*\]) ranks (\[.*\]) winners (\[.*\])$", re.MULTILINE)
ENDINGS = sorted(recorder.HOME.glob("*/playthroughs/*.txt"))


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_who_is_level_shares_a_place(game: fattorino.Game) -> None:
    for seats in game.seats:
        rows = game.new(seats=seats, seed=1)._outcome()  # at the start nobody is ahead
        assert len({tuple(row) for row in rows}) == 1, rows


@pytest.mark.parametrize("path", ENDINGS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_recorded_ending_has_a_first_place_or_none(path: Any) -> None:
    found = RESULT.search(path.read_text(encoding="utf-8"))
    assert found is not None
    scores, ranks, winners = (json.loads(numbers) for numbers in found.groups())
    places = place_words(SimpleNamespace(ranks=ranks, winners=winners))  # type: ignore[arg-type]
    if not winners:
        assert set(places) == {"–"}
        return
    assert min(ranks) == 1 and {seat for seat, rank in enumerate(ranks) if rank == 1} <= set(winners)
    assert places == [str(rank) for rank in ranks]
    assert len(scores) == len(places)


@pytest.mark.parametrize(
    ("name", "options", "first"),
    [
        ("ghost_town", {"seats": 2, "turn_limit": 15}, False),  # nobody delivers
        ("pizza_city", {"seats": 2, "max_rounds": 20}, False),  # a draw
        ("papa_paolo", {"seats": 2}, True),
        ("new_york", {"seats": 1}, False),  # too little money for one alone
        ("new_york", {"seats": 2}, True),
    ],
)
def test_a_table_of_places_begins_with_the_first_or_has_none(
    name: str, options: dict[str, Any], first: bool
) -> None:
    match = random_game(name, options, seed=3)
    assert bool(match.winners) == first
    written = StringIO()
    show_result(match, Console(file=written, width=120))
    rows = [line.split("│") for line in written.getvalue().splitlines() if line.count("│") > 3]
    said = [row[3].strip() for row in rows if row[3].strip()]
    assert ("1" in said) == first and ("–" in said) != first, said

"""The card of docs/add-a-card.md: the blocks on that page, put into a copy of the game, work."""

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from fattorino.games import overlay
from fattorino.games.new_york import GAME
from fattorino.kernel.game import Game
from fattorino.kernel.rng import one_of

PAGE = Path(__file__).parents[3] / "docs" / "add-a-card.md"
COPY = "new_york_with_a_card"


def block(language: str) -> str:
    """The first block of a language on the page."""
    page = PAGE.read_text(encoding="utf-8")
    found = re.search(rf"^```{language}\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert found, f"no block of {language} on the page"
    return found[1]


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    """The game with one card more: its row, its rule, its file, and nothing else."""
    folder = tmp_path_factory.mktemp("games") / COPY
    shutil.copytree(GAME.folder, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in folder.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("fattorino.games.new_york", f"fattorino.games.{COPY}"), encoding="utf-8")
    code = block("python").replace("fattorino.games.new_york", f"fattorino.games.{COPY}")
    (folder / "cards" / "pizza_party.py").write_text(code, encoding="utf-8")
    with (folder / "components.toml").open("a", encoding="utf-8") as components:
        components.write("\n" + block("toml"))
    with (folder / "rulebook.md").open("a", encoding="utf-8") as rulebook:
        rulebook.write("\n" + block("markdown"))
    yield overlay.load_folder(folder)
    for name in [name for name in sys.modules if name.startswith(f"fattorino.games.{COPY}")]:
        del sys.modules[name]


def part(name: str) -> ModuleType:
    return sys.modules[f"fattorino.games.{COPY}.{name}"]


def test_the_card_is_the_last_one_and_has_its_words(copied: Game) -> None:
    tables: Any = part("tables")
    assert tables.POWERS[-1]["id"] == "pizza_party"
    assert copied.num_actions == GAME.num_actions + 1
    match = copied.new(seed=1)
    action = part("state").CARD + tables.N_TYPES - 1
    assert "Pizza Party" in copied.label(match.view(0), action)
    refusal = match.why_not(action)
    assert refusal is not None


def test_the_card_does_what_the_page_says(copied: Game) -> None:
    state: Any = part("state")
    tables: Any = part("tables")
    match = copied.new(seed=3, seats=2, expansion_power_cards="on", first_player="1", mode="competitive")
    while match.state[0].phase != state.Phase.PRE:
        match.play(int(match.legal()[0]))
    table = match.state[0]
    card = state.CARD + tables.N_TYPES - 1
    table.power_at[tables.Power.PIZZA_PARTY] = 0
    table.n_power[0] += 1
    before = int(table.money[0])
    table.lot[0, 0] = table.lot[0, 1] = tables.NONE

    assert state.RULEBOOK.id_of(int(copied.check(table, card))) == "NY-POWER-PIZZAPARTY-1"

    table.lot[0, 0], table.lot[0, 1] = 0, 10
    assert int(copied.check(table, card)) == 0
    copied.apply(table, card, None)
    assert int(table.money[0]) == before + 4
    assert table.power_at[tables.Power.PIZZA_PARTY] == tables.Place.DISCARD


def test_the_card_is_drawn_and_played_in_whole_games(copied: Game) -> None:
    state: Any = part("state")
    card = state.CARD + part("tables").N_TYPES - 1
    counts = np.zeros((2, copied.num_counts), np.int64)
    played = 0
    for seed in range(1, 200):
        match = copied.new(seed=seed, seats=3, expansion_power_cards="on", mode="competitive")
        copied.conserve(match.state[0], counts[0])
        while not match.over:
            legal = match.legal().tolist()
            action = card if card in legal else legal[one_of(len(legal), seed * 4096 + match.move)]
            played += action == card
            match.play(action)
        copied.conserve(match.state[0], counts[1])
        assert (counts[0] == counts[1]).all()
        if played:
            return
    pytest.fail("the card was never played")

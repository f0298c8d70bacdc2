"""How many rounds there are is a number of components.toml: rules and texts follow it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fattorino.games import overlay
from fattorino.games.papa_paolo import GAME, state as s
from fattorino.kernel.components import Overlay
from fattorino.kernel.errors import BadGame
from fattorino.kernel.game import Game
from fattorino.kernel.match import Match


def copied(folder: Path, rounds: int) -> Path:
    """A copy of the game with another number of rounds, and at most so many letters of delivery tiles."""
    overlay.copy(GAME.folder, folder, Overlay("papa_paolo", "rounds", {}, {}))
    components = folder / "components.toml"
    text = components.read_text(encoding="utf-8").replace("rounds = 5\n", f"rounds = {rounds}\n")
    for letter in "ABCDE"[rounds:]:
        text = re.sub(rf'\n  {{ id = "{letter}\d".*', "", text)
    components.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A game of three rounds."""
    return overlay.load_folder(copied(tmp_path_factory.mktemp("games") / "papa_paolo_of_three_rounds", 3))


def played(game: Game, **options: Any) -> Iterator[Match]:
    """A random game, before each decision and at its end."""
    match, chance = game.new(seed=1, **options), np.random.default_rng(1)
    while not match.over:
        yield match
        match.play(int(chance.choice(match.legal())))
    yield match


@pytest.mark.rule("PP-ROUND-1", "PP-ROUND-4", "PP-NEXT-4")
@pytest.mark.parametrize("options", [{"seats": 3}, {"seats": 2, "variant_d_preview_delivery": True}])
def test_rules_and_texts_follow_the_number_of_rounds(short: Game, options: dict[str, Any]) -> None:
    match, last, texts = None, 0, set[str]()
    assert short.guide is not None
    for match in played(short, variant_a_start_coin=True, **options):
        view = match.view(0)
        if int(view.round_no) > last:
            last = int(view.round_no)
            told = short.guide.summary(view, 0)
            texts |= {short.scene(view, 0)["title"], short.board(view, 0), told.end, told.end_tells}
    assert match is not None and last == 3
    log = match.log(0)
    texts |= {*log, *(short.guide.retell([event], 0) for event in match.events)}
    numbers = [re.findall(r"[Rr]ound (\d)(?: of (\d))?", text) for text in texts]
    assert {of for found in numbers for _round, of in found if of} == {"3"}
    assert max(number for found in numbers for number, _of in found) == "3"
    assert set(re.findall(r"\b([A-Z])[1-4] \(", "".join(texts))) == {"A", "B", "C"}, "the delivery tiles"
    coins = [sentence for sentence in log if "is turned over" in sentence]
    assert ["next round" in sentence for sentence in coins] == [True, False]


def test_a_round_without_its_components_is_refused(tmp_path: Path) -> None:
    folder = copied(tmp_path / "papa_paolo_of_six_rounds", 6)
    with pytest.raises(BadGame, match=r"6 rounds need 24 delivery tiles \(there are 20\), 6 large"):
        overlay.load_folder(folder)


def test_what_is_written_about_the_number_of_rounds_is_the_number() -> None:
    rules = GAME.rulebook.path.read_text(encoding="utf-8")
    assert f"- **PP-ROUND-1** The game has {s.ROUNDS} rounds;" in rules
    assert s.COMPONENTS["game"]["length"].startswith(f"{s.ROUNDS} rounds")
    texts = rules + (GAME.folder / "primer.toml").read_text() + (GAME.folder / "lesson.toml").read_text()
    assert len(re.findall(r"\b(?:five|5) rounds", texts)) == 2, "PP-ROUND-1 and PP-Q-57 say how many"

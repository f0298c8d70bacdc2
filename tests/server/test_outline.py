"""The board as a list: what somebody hears who walks it. The lists are kept beside, to be read in review.

`python tests/server/test_outline.py` writes them anew; look at the difference.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import fattorino
from fattorino.render.outline import outline

TREES = Path(__file__).parent / "trees"
GAMES = ["ghost_town", "new_york", "papa_paolo", "pizza_city"]
DECISIONS = 6
MOVES = 90  # of a game whose words are looked at
SIGNS = re.compile("[←-⇿·•…–●★✓✗»«#|]")  # arrows, dots, and what is drawn where there is little room


def tree(name: str) -> str:
    """What the first seat hears of every place, after a few decisions."""
    game = fattorino.load(name)
    match = game.new(seed=1)
    for number in range(DECISIONS):
        legal = match.legal()
        match.play(int(legal[7 * number % len(legal)]))
    lines = list[str]()
    for region in outline(game, {"title": game.title} | game.scene(match.view(0), 0)):
        lines += ["", region.name]
        for place in region.places:
            signs = [place.target and f"[{place.target}]", "(yours)" if place.mine else ""]
            signs.append("(blank)" if place.blank else "")
            lines.append("  " + " ".join(filter(None, (place.words, *signs))))
    return "\n".join(lines).strip() + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_a_board_is_heard_as_it_was_reviewed(name: str) -> None:
    heard = tree(name)

    assert heard == (TREES / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_every_place_has_words_and_a_region(name: str) -> None:
    game = fattorino.load(name)
    regions = outline(game, {"title": game.title} | game.scene(game.new(seed=2).view(0), 0))

    assert len(regions) >= 2 and all(region.name for region in regions)
    assert [place for region in regions for place in region.places if not place.words] == []


@pytest.mark.parametrize("name", GAMES)
def test_what_is_heard_has_no_signs_that_are_skipped_or_spelled(name: str) -> None:
    game, chance = fattorino.load(name), random.Random(5)
    match = game.new(seed=5)
    heard = set[str]()
    while not match.over and match.move < MOVES:
        seat = match.to_move
        if match.move % 9 == 0:
            scene = {"title": game.title} | game.scene(match.view(seat), -1 if seat is None else seat)
            heard |= {region.name for region in outline(game, scene)} | {str(scene["title"])}
            heard |= {place.words for region in outline(game, scene) for place in region.places}
            tables = scene.get("tables", ())
            heard |= {cell for table in tables for n in range(table["count"]) for cell in table["row"](n)}
        heard |= {match.prompt(seat), *match.labels().values()}
        match.play(int(chance.choice(match.legal())))
    heard |= set(match.log(0)) | set(match.log(None))
    assert len(heard) > 50 and [words for words in heard if SIGNS.search(words)] == []


if __name__ == "__main__":
    TREES.mkdir(exist_ok=True)
    for one in GAMES:
        (TREES / f"{one}.txt").write_text(tree(one), encoding="utf-8")

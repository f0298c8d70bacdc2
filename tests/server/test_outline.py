"""The board as a list: what somebody hears who walks it. The lists are kept beside, to be read in review.

`python tests/server/test_outline.py` writes them anew; look at the difference.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import fattorino
from fattorino.render.outline import outline

TREES = Path(__file__).parent / "trees"
GAMES = ["ghost_town", "new_york", "papa_paolo", "pizza_city"]
DECISIONS = 6


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


if __name__ == "__main__":
    TREES.mkdir(exist_ok=True)
    for one in GAMES:
        (TREES / f"{one}.txt").write_text(tree(one), encoding="utf-8")

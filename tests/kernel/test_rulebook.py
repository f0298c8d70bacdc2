"""A rule may have a simpler sentence for players."""

from pathlib import Path

import pytest

import fattorino
from fattorino.kernel.errors import BadGame
from fattorino.kernel.rulebook import read_rulebook

EXACT = "A seat may rest and gain one square, but not twice running."
SAID = "You rested last time. Roll the die now."
REST = 1


def rested() -> fattorino.Match:
    match = fattorino.load("pizza_race").new(seats=2, seed=1)
    match.state[0].rested[match.to_move] = 1
    return match


def test_a_refusal_speaks_to_players_and_names_the_rule() -> None:
    match = rested()
    refusal = match.why_not(REST)
    assert refusal == ("RA-REST-1", SAID)
    with pytest.raises(fattorino.IllegalAction, match="Roll the die now") as caught:
        match.play(REST)
    assert (caught.value.rule, caught.value.sentence) == ("RA-REST-1", SAID)


def test_a_rule_without_a_sentence_for_players_is_quoted() -> None:
    book = fattorino.load("pizza_race").rulebook
    assert book.sentences["RA-REST-1"] == EXACT
    assert book.refusal("RA-REST-1") == SAID
    assert book.refusal("RA-ROLL-1") == book.sentences["RA-ROLL-1"]


def test_a_sentence_for_players_stands_below_its_rule(tmp_path: Path) -> None:
    rule, said = "- **MG-BID-3** A passed seat makes no bid.", "  *For players:* You have passed."
    (tmp_path / "rulebook.md").write_text(f"{rule}\n{said}\n", encoding="utf-8")
    assert read_rulebook(tmp_path).for_players == {"MG-BID-3": "You have passed."}
    (tmp_path / "rulebook.md").write_text(f"{rule}\n\n{said}\n", encoding="utf-8")
    with pytest.raises(BadGame, match=r"rulebook\.md, line 3: .* not below a rule"):
        read_rulebook(tmp_path)

"""Every rule of every rulebook has code that cites it and a test that checks it."""

import ast
import re
from pathlib import Path

import pytest

import fattorino

TESTS = Path(__file__).parent
CITED = re.compile(r"\b[A-Z]{2}[-_](?:[A-Z0-9]+[-_])*[0-9]+\b(?:(?:,| and| to) -[0-9]+\b)*")
GAMES = [name for name in fattorino.games.names() if name != "pizza_race"]


def ids_in(text: str, known: set[str]) -> set[str]:
    """The rule ids a text cites; 'GT-OUT-1, -2' and 'GT-OUT-1 to -5' cite each of them."""
    found: set[str] = set()
    for match in CITED.finditer(text):
        first, *more = re.split(r"(?:,| and| to) (?=-[0-9])", match[0])
        rule = first.replace("_", "-")
        found.add(rule)
        family, number = rule.rsplit("-", 1)
        if " to " in match[0] and more:
            found |= {f"{family}-{n}" for n in range(int(number), int(more[-1][1:]) + 1)}
        found |= {f"{family}{other}" for other in more}
    for low, high in re.findall(
        r"\b([A-Z]{2}(?:-[A-Z0-9]+)*-[0-9]+) to ([A-Z]{2}(?:-[A-Z0-9]+)*-[0-9]+)\b", text
    ):
        family, number = low.rsplit("-", 1)
        if high.rsplit("-", 1)[0] == family:
            found |= {f"{family}-{n}" for n in range(int(number), int(high.rsplit("-", 1)[1]) + 1)}
    lettered = [rule for rule in known if not rule[-1].isdigit()]  # GT-VAR-A
    found |= {rule for rule in lettered if re.search(rf"\b{rule}\b", text)}
    return found & known


def rules_marked(path: Path) -> set[str]:
    """The ids in @pytest.mark.rule(...) of tests that assert something."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            checks = any(
                isinstance(part, ast.Assert)
                or (isinstance(part, ast.Call) and "raises" in ast.unparse(part.func))
                or (
                    isinstance(part, ast.Call)
                    and ast.unparse(part.func).startswith(("expect", "check_", "assert_"))
                )
                for part in ast.walk(node)
            )
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
                    assert checks, f"{path.name}::{node.name} cites a rule but checks nothing"
                    found |= {ast.literal_eval(argument) for argument in decorator.args}
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_has_code(name: str) -> None:
    game = fattorino.load(name)
    known = set(game.rulebook.ids)
    cited: set[str] = set()
    for source in game.folder.rglob("*.py"):
        cited |= ids_in(source.read_text(encoding="utf-8"), known)
    missing = [rule for rule in game.rulebook.ids if rule not in cited]
    assert not missing, f"no code cites {len(missing)} rules: {', '.join(missing)}"


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_has_a_test(name: str) -> None:
    game = fattorino.load(name)
    cited: set[str] = set()
    for source in (TESTS / "games" / name).rglob("*.py"):
        cited |= rules_marked(source)
    unknown = sorted(cited - set(game.rulebook.ids))
    assert not unknown, f"tests cite rules that the rulebook does not have: {', '.join(unknown)}"
    missing = [rule for rule in game.rulebook.ids if rule not in cited]
    assert not missing, f"no test checks {len(missing)} rules: {', '.join(missing)}"


def test_the_reader_of_citations() -> None:
    known = {"GT-OUT-1", "GT-OUT-2", "GT-OUT-3", "GT-CARD-BACK-1", "GT-VAR-A"}
    assert ids_in("# GT-OUT-1 to -3", known) == {"GT-OUT-1", "GT-OUT-2", "GT-OUT-3"}
    assert ids_in("return Rule.GT_CARD_BACK_1  # GT-OUT-1, -3", known) == {
        "GT-CARD-BACK-1",
        "GT-OUT-1",
        "GT-OUT-3",
    }
    assert ids_in("GT-OUT-1 to GT-OUT-2", known) == {"GT-OUT-1", "GT-OUT-2"}
    assert ids_in("GT-VAR-A: and GT-VAR-AB", known) == {"GT-VAR-A"}


# -- what a player is told -------------------------------------------------------------------------------

LONGEST = 30  # words
NOT_FOR_PLAYERS = re.compile(r"[`_<>=×·+*/^{}\[\]]|\b[A-Z]{2}-[A-Z0-9]|\bS[0-9]\b|\b(?:floor|ceil)\b")


def rules_returned(folder: Path) -> set[str]:
    """The ids that the guards of a game can return: every `Rule.XX_...` in its code."""
    found: set[str] = set()
    for source in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and ast.unparse(node.value).split(".")[-1] == "Rule":
                found.add(node.attr.replace("_", "-"))
    return found - {"OK"}


def faults(sentence: str) -> list[str]:
    """What would confuse a player in a sentence."""
    words = len(sentence.split())
    return [*NOT_FOR_PLAYERS.findall(sentence), *([f"{words} words"] if words > LONGEST else [])]


@pytest.mark.parametrize("name", GAMES)
def test_every_refusal_has_a_sentence_for_players(name: str) -> None:
    game = fattorino.load(name)
    returned = rules_returned(game.folder)
    assert returned, "the guards of a game name its rules"
    told = game.rulebook.for_players
    assert not sorted(returned - set(told)), "these refusals have no sentence for players"
    stumbled = {rule: faults(told[rule]) for rule in returned if faults(told[rule])}
    assert not stumbled, "these sentences are not for players"


def test_what_players_stumble_over() -> None:
    assert not faults("Choose a way: on foot or with your SPEED card, for at most $5.")
    assert faults("At a BIKE_STEP decision with `r` > 0") == ["_", "`", "`", ">"]
    assert faults("See PC-MOVE-3.") == ["PC-M"]
    assert faults("far " * 31) == ["31 words"]

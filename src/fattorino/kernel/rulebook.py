"""A game's rulebook.md: its rule ids, their sentences, and the enum that the guards return.

A rule is a list item that starts with its id in bold: `- **PP-BID-3** A passed player has left the auction.`
Below it there may be sentences for players it stops, and for learners:
`  *For players:* You have passed; wait for the next auction.`
`  *Learn (core):* Whoever passes takes the cheapest tile and leaves the auction.`
A rule's level is core (needed to play at all), later (soon) or rare; the default is rare.
"""

import re
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any, NamedTuple

from fattorino.kernel.errors import BadGame

_RULE = re.compile(r"^- \*\*(?P<id>[A-Z]{2}(?:-[A-Z0-9]+)+)\*\* (?P<text>.+)$")
_LEARN = re.compile(r"^ +\*Learn \((?P<level>core|later|rare)\):\* (?P<text>.+)$")
_NO_ID = re.compile(r"^- \*\*(?P<id>[^*\s]+-[^*\s]*)\*\*")  # what looks like one
_NEARLY = re.compile(r"^ +(?P<start>\*(?:Learn|For)\b[^*]*\*)")
BELOW = ("*For players:*", "*Learn (core):*", "*Learn (later):*", "*Learn (rare):*")
_FOR_PLAYERS = re.compile(r"^ +\*For players:\* (?P<text>.+)$")


class Learn(NamedTuple):
    """How a rule is taught: when, and in which words."""

    level: str  # "core" | "later" | "rare"
    sentence: str


@dataclass(frozen=True)
class Rulebook:
    """The rules of one game, by id."""

    path: Path
    sentences: dict[str, str]
    for_players: dict[str, str]  # for rules that have one
    lessons: dict[str, Learn]  # for rules that have one

    @property
    def ids(self) -> list[str]:
        """All rule ids, in the order of the rulebook."""
        return list(self.sentences)

    def id_of(self, rule: int) -> str:
        """The id of an enum value (`Rule.PP_BID_3` -> "PP-BID-3")."""
        return self.ids[rule - 1]

    def refusal(self, rule: str) -> str:
        """The text of a refusal: the rule's sentence for players, else the exact one."""
        return self.for_players.get(rule, self.sentences[rule])


def read_rulebook(folder: Path) -> Rulebook:
    """Read rulebook.md of a game's folder."""
    path = folder / "rulebook.md"
    sentences: dict[str, str] = {}
    for_players: dict[str, str] = {}
    lessons: dict[str, Learn] = {}
    rule = ""  # the rule above
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        place = f"{path.name}, line {number}"
        if found := _FOR_PLAYERS.match(line):
            if not rule:
                raise BadGame("a sentence for players is not below a rule", place)
            for_players[rule] = found["text"].strip()
            continue
        if found := _LEARN.match(line):
            if not rule:
                raise BadGame("this teaches something that is not below a rule", place)
            lessons[rule] = Learn(found["level"], found["text"].strip())
            continue
        if found := _NEARLY.match(line):
            raise BadGame(f"{found['start']} is none of {', '.join(BELOW)}", place)
        found = _RULE.match(line)
        rule = found["id"] if found else ""
        if found:
            if rule in sentences:
                raise BadGame(f"the rule {rule} is there twice", place)
            sentences[rule] = found["text"].strip()
        elif found := _NO_ID.match(line):
            raise BadGame(f"{found['id']} is not the id of a rule, such as PP-BID-3", place)
    return Rulebook(path, sentences, for_players, lessons)


def rule_enum(rulebook: Rulebook, module: str) -> Any:
    """The enum `Rule` of a game: OK, then each id with underscores, in the rulebook's order."""
    names = {"OK": 0} | {rule.replace("-", "_"): n for n, rule in enumerate(rulebook.ids, 1)}
    return IntEnum("Rule", names, module=module)

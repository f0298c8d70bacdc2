"""A game's rulebook.md: its rule ids, their sentences, and the enum that the guards return.

A rule is a list item that starts with its id in bold: `- **PP-BID-3** A passed player has left the auction.`
"""

import re
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

_RULE = re.compile(r"^- \*\*(?P<id>[A-Z]{2}(?:-[A-Z0-9]+)+)\*\* (?P<text>.+)$")


@dataclass(frozen=True)
class Rulebook:
    """The rules of one game, by id."""

    path: Path
    sentences: dict[str, str]

    @property
    def ids(self) -> list[str]:
        """All rule ids, in the order of the rulebook."""
        return list(self.sentences)

    def id_of(self, rule: int) -> str:
        """The id of an enum value (`Rule.PP_BID_3` -> "PP-BID-3")."""
        return self.ids[rule - 1]


def read_rulebook(folder: Path) -> Rulebook:
    """Read rulebook.md of a game's folder."""
    path = folder / "rulebook.md"
    sentences: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        found = _RULE.match(line)
        if found:
            if found["id"] in sentences:
                raise ValueError(f"{path.name} has the rule {found['id']} twice")
            sentences[found["id"]] = found["text"].strip()
    return Rulebook(path, sentences)


def rule_enum(rulebook: Rulebook, module: str) -> Any:
    """The enum `Rule` of a game: OK, then each id with underscores, in the rulebook's order."""
    names = {"OK": 0} | {rule.replace("-", "_"): n for n, rule in enumerate(rulebook.ids, 1)}
    return IntEnum("Rule", names, module=module)

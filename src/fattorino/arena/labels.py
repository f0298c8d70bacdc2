"""What actions and questions are called in a report, from their texts in its games."""

import re
from collections import Counter
from collections.abc import Mapping
from difflib import SequenceMatcher
from functools import cached_property

from fattorino.arena.playing import QUESTIONS, Part
from fattorino.kernel.game import Game
from fattorino.kernel.i18n import _

GAP = "…"


class Words:
    """Labels of actions and questions."""

    def __init__(self, game: Game, part: Part) -> None:
        self.game, self.uses = game, part.uses

    def action(self, cell: int) -> str:
        """The label of an action under its question, with … for varying words; no other has the same."""
        label, (asked, action) = self._labels[cell], divmod(cell, self.game.num_actions)
        if self._alike[asked, label] == 1:
            return label
        block, place = self.game.space.block(action)
        kind = block.name.lower().replace("_", " ")
        which = (
            kind
            if block.size == 1
            else _("{kind} {n} of {all}").format(kind=kind, n=place + 1, all=block.size)
        )
        return f"{label} ({which})"

    def question(self, asked: int) -> str:
        return common(self.uses.asked.get(asked, {})) or _("question {n}").format(n=asked)

    @cached_property
    def _labels(self) -> dict[int, str]:
        """The common words of every action that was offered."""
        n = self.game.num_actions
        cells = [cell for cell in self.uses.rows if cell < QUESTIONS * n]
        return {
            cell: common(self.uses.names.get(cell, {})) or self.game.space.name(cell % n) for cell in cells
        }

    @cached_property
    def _alike(self) -> Counter[tuple[int, str]]:
        """How many actions have the same label under the same question."""
        return Counter((cell // self.game.num_actions, label) for cell, label in self._labels.items())


def common(texts: Mapping[str, int]) -> str:
    """The common words of texts, with … for what differs; the two most frequent ones if there are few."""
    rows = [re.sub(r"([,;:.])(?= |$)", r" \1", text).split(" ") for text in sorted(texts)]
    if not rows:
        return ""
    kept = rows[0]
    for row in rows[1:]:
        merged: list[str] = []
        at, there = 0, 0
        for first, other, size in SequenceMatcher(None, kept, row, autojunk=False).get_matching_blocks():
            if (first > at or other > there) and merged[-1:] != [GAP]:
                merged.append(GAP)
            merged += kept[first : first + size]
            at, there = first + size, other + size
        kept = [
            word for place, word in enumerate(merged) if word != GAP or merged[place - 1 : place] != [GAP]
        ]
    if 3 * sum(word != GAP for word in kept) < min(map(len, rows)):
        often = sorted(texts, key=lambda text: (-texts[text], text))
        return " / ".join(often[:2]) + (f" / {GAP}" if len(often) > 2 else "")
    text = re.sub(rf"{GAP}(?: [,;:.]? ?{GAP})+", GAP, " ".join(kept))
    return re.sub(r" ([,;:.])(?= |$)", r"\1", text)

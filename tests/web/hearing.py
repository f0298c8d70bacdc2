"""What can be heard of a page: its accessible tree, and what is said by itself."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

from playwright.sync_api import Error as BrowserError, Page

from fattorino.kernel.typed import is_short_for

TYPE = "type "  # how the words to type for a thing begin
FIELD = "Type a move"
SHORT = 3  # letters that a longer word is shortened to, if no other has them
SEVERAL = ", "  # between the words of the choices that one thing offers

EAR = """addEventListener("DOMContentLoaded", () => {
  window.said = [];
  const told = new Set();
  let last = 0;
  const text = (el) => el.textContent.trim();
  const isNew = (line) => !told.has(line) && told.add(line);
  const hear = (said) => {  // equal sentences may be joined into one
    const [, words, times] = said.match(/^(.*?)(?: \\((\\d+) times\\))?$/s);
    for (let n = 0; n < Number(times ?? 1); n += 1) find(words);
  };
  const find = (words) => {  // in which turn of the log it stands, each line once: at the one before or later
    const turns = [...document.querySelectorAll("#log > li")];
    const turn = turns.find((el) => {
      const first = Number(el.dataset.first);
      if (first < last) return false;
      if (text(el.querySelector("summary") ?? el) === words && isNew(`${first}`)) return true;
      const lines = [...el.querySelectorAll("details li")];
      return lines.some((line, n) => text(line) === words && isNew(`${first} ${n}`));
    });
    last = turn ? Number(turn.dataset.first) : last;
    window.said.push([words, turn ? last : -1]);
  };
  const voice = document.querySelector("#voice");
  const all = (changes) => changes.flatMap((change) => [...change.addedNodes]).map(text);
  const listener = (changes) => all(changes).forEach(hear);
  if (voice) new MutationObserver(listener).observe(voice, { childList: true });
})"""  # what was said, as somebody remembers it who compares it with the log


class Heard(NamedTuple):
    """A thing in the accessible tree."""

    role: str
    name: str
    description: str
    focused: bool
    node: int  # to click at, where clicks are allowed


class Ears:
    """Somebody who asks the browser for its accessible tree, as a screen reader does."""

    def __init__(self, page: Page) -> None:
        self.session = page.context.new_cdp_session(page)
        self.session.send("Accessibility.enable")  # the browser keeps the tree from one question to the next
        self._document = 0

    def all(self) -> list[Heard]:
        """All that a screen reader could read, in the order it reads."""
        nodes = {node["nodeId"]: node for node in self.session.send("Accessibility.getFullAXTree")["nodes"]}
        found, todo = [], [next(iter(nodes))]
        while todo:
            node = nodes.get(todo.pop(), {"ignored": True})
            todo += reversed(node.get("childIds", []))
            found.append(node)
        return list(_heard(found))

    def buttons(self) -> list[Heard]:
        """Its list of buttons."""
        return self._those(role="button")

    def doable(self) -> list[Heard]:
        """What can be done, each thing once: on the board it may stand in two places."""
        things = [one for one in self.buttons() if one.description.startswith(TYPE)]
        first = {one.description: one for one in reversed(things)}
        return [one for one in things if first[one.description] is one or one.focused]

    def in_field(self) -> bool:
        """Whether one writes a move."""
        return any(one.focused for one in self._those(accessibleName=FIELD))

    def _those(self, **wanted: str) -> list[Heard]:
        try:
            found = self.session.send("Accessibility.queryAXTree", {"nodeId": self._document} | wanted)
        except BrowserError:  # another page than before
            self._document = self.session.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
            found = self.session.send("Accessibility.queryAXTree", {"nodeId": self._document} | wanted)
        return list(_heard(found["nodes"]))


def _heard(nodes: list[dict[str, Any]]) -> Iterator[Heard]:
    for node in nodes:
        if node.get("ignored"):
            continue
        focused = any(
            one["name"] == "focused" and one["value"].get("value") for one in node.get("properties", ())
        )
        role, name, description = (
            str(node.get(part, {}).get("value", "")) for part in ("role", "name", "description")
        )
        yield Heard(role, name, description, focused, node.get("backendDOMNodeId", 0))


def words_of(one: Heard) -> list[str]:
    """What to type for each choice that a thing offers: its key, before which a short form may be told."""
    told = one.description.removeprefix(TYPE).split(SEVERAL)
    return [word.partition(" (")[2].rstrip(")") or word for word in told]


def shortest(key: str, typed: list[str]) -> str:
    """What to type for a key: itself, or a few of its letters that no other has."""
    if len(key) <= SHORT:
        return key
    shorts = [key[:SHORT], *(f"{key[0]}{one}{other}" for one, other in combinations(key[1:], SHORT - 1))]
    others = [word for word in typed if word != key]
    found = [
        short for short in shorts if short not in typed and not any(is_short_for(short, o) for o in others)
    ]
    return found[0] if found else key


def offers(things: list[Heard], label: str) -> list[tuple[int, int]]:
    """The things that offer a choice with this label, and which of their choices it is.

    More may be told of a choice after it. Where one thing is called by the label alone, another that only
    begins so is something else.
    """
    for ends in ((), (". ", "; "), (": ",)):
        found = [
            (number, place)
            for number, one in enumerate(things)
            if (place := _place(one.name, label, ends)) is not None
        ]
        if found:
            return found
    return []


def _place(name: str, label: str, ends: tuple[str, ...]) -> int | None:
    """Which of the choices in a name has this label, followed by one of these signs or by nothing."""
    begins = tuple(f"{label}{end}" for end in ends)
    for number, words in enumerate(name.split("; ")):
        if words == label or (begins and words.startswith(begins)):
            return number
    return 0 if name == label or (begins and name.startswith(begins)) else None

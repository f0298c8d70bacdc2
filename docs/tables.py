"""Tables of the docs that come from the games themselves: `make tables` writes them into the pages.

A table stands between two marks, `<!-- options -->` and `<!-- end of options -->`; what is between them is
made from the game's data, so that no number is copied by hand. A game without a page gets one. `--check`
writes nothing and names the pages that are not up to date.
"""

from __future__ import annotations

import inspect
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

if __name__ == "__main__":
    os.environ.setdefault("NUMBA_DISABLE_JIT", "1")  # words and numbers: nothing to compile

import numpy as np

import fattorino
from fattorino import Game, games
from fattorino.server.settings import OTHERS, PREFIX, Settings

DOCS = Path(__file__).parent
RULEBOOK = "../../src/fattorino/games/{}/rulebook.md"
MARK = re.compile(r"^<!-- (?!end of )([a-z ]+) -->$(?:\n.*?^<!-- end of \1 -->$)?", re.MULTILINE | re.DOTALL)
TURN = re.compile(r"^(course of play|a round|a turn|turn order|rounds)\b", re.IGNORECASE)

PAGE = """# {title}

<!-- introduction -->

<!-- picture -->

## At a glance

<!-- at a glance -->

## How a turn goes

<!-- turn -->

## Options

<!-- options -->

## Actions

<!-- actions -->

## Observations

<!-- observations -->

## The state

<!-- fields -->
"""


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def numbers(values: tuple[int, ...]) -> str:
    """2; 2 to 4; 2 or 4."""
    low, high = min(values), max(values)
    if len(values) == high - low + 1 > 2:
        return f"{low} to {high}"
    return " or ".join(map(str, sorted(values)))


def table_of_games() -> str:
    """All games with links to their pages."""
    rows = []
    for name in games.names():
        game = fattorino.load(name)
        rows.append([f"[{game.title}](games/{name}.md)", f"`{name}`", numbers(game.seats), game.tagline])
    return table(["game", "name", "seats", ""], rows)


def settings() -> str:
    """The settings of the web table."""
    rows = []
    for name, default in Settings.defaults().items():
        option, variable = f"`--{name.replace('_', '-')}`", f"`{PREFIX}{name.upper()}`"
        rows.append([option, variable, f"`{default}`" if default else "", Settings.helps()[name]])
    rows += [["", f"`{name}`", "", text] for name, text in OTHERS.items()]
    return table(["option", "variable", "default", ""], rows)


def sections(game: Game) -> dict[str, str]:
    """The rulebook by second-level heading; what stands above the first is under ''."""
    text = game.rulebook.path.read_text(encoding="utf-8")
    head, *rest = re.split(r"^## ", text, flags=re.MULTILINE)
    found = {"": head.partition("\n")[2].strip()}
    for part in rest:
        title, _, body = part.partition("\n")
        found[title.strip()] = body.strip()
    return found


def full_title(game: Game) -> str:
    """The title of the rulebook."""
    return game.rulebook.path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ").strip()


def introduction(game: Game) -> str:
    """The first paragraph of the rulebook."""
    return sections(game)[""].partition("\n\n")[0]


def picture(game: Game) -> str:
    """The board, where docs/pictures.py has drawn it."""
    if not (DOCS / "pictures" / f"{game.name}.svg").exists():
        return ""
    return f"![A board of {game.title}](../pictures/{game.name}.svg){{ .board }}"


def at_a_glance(game: Game) -> str:
    """What one wants to know first."""
    roles = [role.name for role in game.roles(game.settings(game.seats[-1]))]
    rows = [
        ["full title", full_title(game)],
        ["seats", numbers(game.seats)],
        ["roles", ", ".join(roles)],
        ["length", game.length],
        ["rules", f"{len(game.rulebook.ids)}, each with an id: [the rulebook]({RULEBOOK.format(game.name)})"],
        ["actions", str(game.num_actions)],
        ["numbers in an observation", f"{game.num_features:,}"],
        ["longest game", f"at most {game.max_decisions:,} decisions"],
        ["size of a state", f"{game.state.itemsize:,} bytes"],
        ["version", str(game.version)],
        ["in the terminal", f"`fattorino play {game.name}`"],
        ["in Python", f'`fattorino.load("{game.name}")`'],
    ]
    return table(["", ""], rows)


def turn(game: Game) -> str:
    """What the rulebook says about the course of a turn."""
    for title, body in sections(game).items():
        if TURN.match(title):
            return body + f"\n\nThe whole course of play is in [the rulebook]({RULEBOOK.format(game.name)})."
    return f"See [the rulebook]({RULEBOOK.format(game.name)})."


def options(game: Game) -> str:
    """The options: name, default, values, help."""
    rows = []
    for option in game.options.values():
        values = ", ".join(f"`{option.text(value) or '(empty)'}`" for value in option.values)
        if len(option.values) > 10 and all(type(value) is int for value in option.values):
            values = numbers(option.values)
        default = option.text(option.default) or "(empty)"
        rows.append([f"`{option.name}`", f"`{default}`", values, option.help])
    flag = next((name for name in game.options if name != "seats"), None)
    how = "Options are keywords in Python"
    if flag is not None:
        option = game.options[flag]
        value = option.text(option.values[-1])
        how += f" (`game.new({flag}={option.values[-1]!r})`) and flags in the terminal"
        how += f" (`fattorino play {game.name} --{flag.replace('_', '-')} {value}`)"
    return table(["option", "default", "values", "what it does"], rows) + f"\n\n{how}."


def actions(game: Game) -> str:
    """The blocks of the action space, each with the words for its first action."""
    match = game.new(seed=1)
    rows = []
    for block in game.space.blocks:
        last = block.first + block.size - 1
        numbered = str(block.first) if block.size == 1 else f"{block.first} to {last}"
        rows.append([f"`{block.name}`", numbered, str(block.size), match.label(block.first)])
    words = (
        f"A decision is one of {game.num_actions} numbers. `match.legal()` lists those possible now, "
        "`match.label(action)` says what one does, `match.why_not(action)` names the rule that forbids it."
    )
    return f"{words}\n\n" + table(["block", "numbers", "how many", "the first one, in words"], rows)


def fields(game: Game) -> str:
    """The fields of a state: type and shape, who may see them, what they are."""
    rows = []
    for field in game.fields:
        shape = " x ".join(map(str, field.shape))
        kind = f"{np.dtype(field.kind)}" + (f", {shape}" if shape else "")
        rows.append([f"`{field.name}`", kind, field.seen.value + " \\*" * bool(field.unless), field.about])
    made = table(["field", "type", "who sees it", "what it is"], rows)
    if any(field.unless for field in game.fields):
        made += f"\n\n\\* Unless `sees` says so: {inspect.getdoc(game.sees)}"
    return made


def observations(game: Game) -> str:
    """The numbers of `observe`: where each part begins, how many it has, what they mean."""
    rows, at = [], 0
    for group in game.layout:
        width = group.size // group.times
        for part in group.parts:
            low, high = f"{part.low:g}", f"{part.high:g}"
            bounds = "" if (low, high) == ("0", "1") else f"{low} to {high}"
            name = f"`{group.name}.{part.name}`"
            rows.append([name, str(at), str(part.size), bounds, part.meaning])
            at += part.size
        if group.times > 1:
            last = f"the {width} numbers of `{group.name}`, {group.times} times in all"
            rows.append([f"`{group.name}` again", str(at), str(width * (group.times - 1)), "", last])
            at += width * (group.times - 1)
    return table(["name", "from", "how many", "range", "what they tell"], rows)


def speed() -> str:
    """The table of environment speeds, as the benchmarks page has it."""
    text = (DOCS / "benchmarks.md").read_text(encoding="utf-8")
    _, _, section = text.partition("\n## Environments\n")
    return "\n".join(line for line in section.partition("\n#")[0].splitlines() if line.startswith("|"))


GENERAL: dict[str, Callable[[], str]] = {"games": table_of_games, "speed": speed, "settings": settings}
OF_A_GAME: dict[str, Callable[[Game], str]] = {
    "introduction": introduction,
    "picture": picture,
    "at a glance": at_a_glance,
    "turn": turn,
    "options": options,
    "actions": actions,
    "observations": observations,
    "fields": fields,
}


# -- the pages -------------------------------------------------------------------------------------------


def filled(text: str, page: Path) -> str:
    """The text of a page with a table at each of its marks."""

    def made(mark: re.Match[str]) -> str:
        name = mark[1]
        if name in GENERAL:
            content = GENERAL[name]()
        elif name in OF_A_GAME and page.parent.name == "games":
            content = OF_A_GAME[name](fattorino.load(page.stem))
        else:
            known = [*GENERAL, *(OF_A_GAME if page.parent.name == "games" else [])]
            sys.exit(f"{page.relative_to(DOCS)}: there is no table {name!r}; there are: {', '.join(known)}")
        return f"<!-- {name} -->\n\n{content}\n\n<!-- end of {name} -->"

    return MARK.sub(made, text)


def pages() -> dict[Path, str]:
    """Every page with a table, and the page of every game: what is to be in it."""
    wanted = {}
    for path in sorted(DOCS.rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        if MARK.search(text):
            wanted[path] = filled(text, path)
    for name in games.names():
        path = DOCS / "games" / f"{name}.md"
        if not path.exists():
            wanted[path] = filled(PAGE.format(title=fattorino.load(name).title), path)
    return wanted


def main() -> None:
    stale = {
        path: text
        for path, text in pages().items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    }
    if "--check" in sys.argv[1:]:
        if stale:
            sys.exit(f"make tables: {', '.join(str(path.relative_to(DOCS)) for path in stale)}")
        return
    for path, text in stale.items():
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(DOCS))


if __name__ == "__main__":
    main()

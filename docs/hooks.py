"""Pages and tables of the docs site that come from the games themselves; MkDocs calls these while it builds.

Every game folder gets a page and its rulebook. A page `games/NAME.md` may be written by hand; where there is
none, one is made from the rulebook. In both, and on every other page, a line such as `<!-- options -->` is
replaced by a table made from the game's data, so that no number is copied by hand and nothing generated is
committed.
"""

import inspect
import os
import re
from collections.abc import Callable
from pathlib import Path

os.environ["NUMBA_DISABLE_JIT"] = "1"  # only words and numbers are asked for: nothing to compile

import numpy as np
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

import fattorino
from fattorino import Game, games
from fattorino.server.settings import Settings

DOCS = Path(__file__).parent
FAVICON = Path(fattorino.__file__).parent / "web" / "static" / "slice.svg"
RULE = re.compile(r"^- \*\*([A-Z]{2}(?:-[A-Z0-9]+)+)\*\* ", re.MULTILINE)
MARK = re.compile(r"^<!-- ([a-z ]+) -->$", re.MULTILINE)
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

## The state

<!-- fields -->
"""


# -- what MkDocs calls -----------------------------------------------------------------------------------


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the games into the navigation."""
    folders = {"Games": "games", "Rulebooks": "rulebooks"}
    for entry in config.nav or []:
        for title, folder in folders.items():
            if title in entry:
                entry[title] = [{fattorino.load(name).title: f"{folder}/{name}.md"} for name in games.names()]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the rulebooks, and a page for each game that has none."""
    for name in games.names():
        game = fattorino.load(name)
        if not files.get_file_from_path(f"games/{name}.md"):
            page = PAGE.format(title=game.title)
            files.append(File.generated(config, f"games/{name}.md", content=page))
        files.append(File.generated(config, f"rulebooks/{name}.md", content=rulebook(game)))
    if FAVICON.exists():
        files.append(File.generated(config, "slice.svg", abs_src_path=str(FAVICON)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Replace the marks of a page by what they stand for."""
    folder, _, name = page.file.src_uri.removesuffix(".md").rpartition("/")

    def made(mark: re.Match[str]) -> str:
        if mark[1] in GENERAL:
            return GENERAL[mark[1]]()
        if folder != "games" or mark[1] not in MARKS:
            raise PluginError(f"{page.file.src_uri} has an unknown mark: {mark[0]}")
        return MARKS[mark[1]](fattorino.load(name))

    return MARK.sub(made, markdown)


# -- what stands for the marks ---------------------------------------------------------------------------


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def numbers(values: tuple[int, ...]) -> str:
    """2 to 4, or 2."""
    return str(values[0]) if len(values) == 1 else f"{values[0]} to {values[-1]}"


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
    for name, field in Settings.model_fields.items():
        default = "on" if field.default is True else "off" if field.default is False else str(field.default)
        rows.append(
            [f"`--{name.replace('_', '-')}`", f"`{default}`" if default else "", field.description or ""]
        )
    return table(["option", "default", ""], rows)


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
    chairs = [role.name for role in game.roles(game.settings(game.seats[-1]))]
    rows = [
        ["full title", full_title(game)],
        ["seats", numbers(game.seats)],
        ["chairs at the table", ", ".join(chairs)],
        ["length", game.length],
        ["rules", f"{len(game.rulebook.ids)}, each with an id: [the rulebook](../rulebooks/{game.name}.md)"],
        ["actions", str(game.num_actions)],
        ["numbers for a learner", str(game.num_features)],
        ["longest game", f"{game.max_decisions} decisions"],
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
            return body + f"\n\nThe whole course of play is in [the rulebook](../rulebooks/{game.name}.md)."
    return f"See [the rulebook](../rulebooks/{game.name}.md)."


def options(game: Game) -> str:
    """The options: name, default, values, help."""
    rows = []
    for option in game.options.values():
        values = ", ".join(f"`{option.text(value) or '(empty)'}`" for value in option.values)
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


def layouts() -> str:
    """Observations and actions of every game."""
    parts = []
    for name in games.names():
        game = fattorino.load(name)
        parts += [f"### {game.title}", f"{game.num_features} numbers:", observations(game), actions(game)]
    return "\n\n".join(parts)


def speed() -> str:
    """The table of environment speeds, as the benchmarks page has it."""
    text = (DOCS / "benchmarks.md").read_text(encoding="utf-8")
    _, _, section = text.partition("\n## Environments\n")
    return "\n".join(line for line in section.partition("\n#")[0].splitlines() if line.startswith("|"))


def rulebook(game: Game) -> str:
    """The rulebook with an anchor at every rule."""
    text = game.rulebook.path.read_text(encoding="utf-8")
    linked = RULE.sub(lambda rule: f"- **{rule[1]}**{{ #{rule[1].lower()} }} ", text)
    return (
        f"{linked}\n\n*This is the rulebook of [{game.title}](../games/{game.name}.md), in our own words.*\n"
    )


GENERAL: dict[str, Callable[[], str]] = {
    "games": table_of_games,
    "layouts": layouts,
    "speed": speed,
    "settings": settings,
}
MARKS: dict[str, Callable[[Game], str]] = {
    "introduction": introduction,
    "picture": picture,
    "at a glance": at_a_glance,
    "turn": turn,
    "options": options,
    "actions": actions,
    "fields": fields,
}

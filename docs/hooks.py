"""The docs site: MkDocs calls these while it builds.

Every game folder gets its rulebook as a page, with an anchor at every rule. In the repository a link to a
rulebook leads to the file in the game's folder; here it leads to that page.
"""

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

import fattorino
from fattorino import Game, games

FAVICON = Path(fattorino.__file__).parent / "web" / "static" / "slice.svg"
RULE = re.compile(r"^- \*\*([A-Z]{2}(?:-[A-Z0-9]+)+)\*\* ", re.MULTILINE)
IN_ITS_FOLDER = re.compile(r"(?:\.\./)+src/fattorino/games/(\w+)/rulebook\.md")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the games into the navigation."""
    folders = {"Games": "games", "Rulebooks": "rulebooks"}
    for entry in config.nav or []:
        for title, folder in folders.items():
            if title in entry:
                entry[title] = [{fattorino.load(name).title: f"{folder}/{name}.md"} for name in games.names()]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the rulebooks."""
    for name in games.names():
        content = rulebook(fattorino.load(name))
        files.append(File.generated(config, f"rulebooks/{name}.md", content=content))
    if FAVICON.exists():
        files.append(File.generated(config, "slice.svg", abs_src_path=str(FAVICON)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Lead links to a rulebook to its page."""
    up = "../" * page.file.src_uri.count("/")
    return IN_ITS_FOLDER.sub(rf"{up}rulebooks/\1.md", markdown)


def rulebook(game: Game) -> str:
    """The rulebook with an anchor at every rule."""
    text = game.rulebook.path.read_text(encoding="utf-8")
    linked = RULE.sub(lambda rule: f"- **{rule[1]}**{{ #{rule[1].lower()} }} ", text)
    return (
        f"{linked}\n\n*This is the rulebook of [{game.title}](../games/{game.name}.md), in our own words.*\n"
    )

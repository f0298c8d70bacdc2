"""README and docs are true: links lead somewhere, commands exist, tables and signatures are the real ones."""

import importlib.util
import inspect
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from html import unescape
from pathlib import Path
from types import ModuleType

import pytest
import typer.main

import fattorino
from fattorino import cli, games

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
TOP = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
PAGES = [*TOP, *sorted(DOCS.rglob("*.md"))]
GAMES = [name for name in games.names() if name != "pizza_race"]
LINK = re.compile(r"(?<!`)\[[^\]]*\]\(([^)\s]+)\)")
HEADINGS = ["At a glance", "How a turn goes", "Options", "Actions", "Observations", "The state"]


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings."""
    titles = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", title).strip().lower()) for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_internal_link_leads_somewhere(page: Path) -> None:
    for link in LINK.findall(prose(page)):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{page.name} links to {link}, which is not there"
        assert target.is_relative_to(ROOT), f"{page.name} links to {link}, outside the project"
        assert not anchor or anchor in anchors(target), f"{page.name} links to {link}: no such heading"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_make_target_exists(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    text = page.read_text(encoding="utf-8")
    for words in re.findall(r"(?:`|^)make ((?:[a-z]+(?: |(?=\n|`)))+)", text, re.MULTILINE):
        for target in words.split():
            assert target in targets, f"{page.name} names `make {target}`"


def test_readme_names_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "`make serve`" in text and "`make test`" in text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_and_flag_exists(page: Path) -> None:
    commands = typer.main.get_command(cli.app).commands  # type: ignore[attr-defined]
    text = page.read_text(encoding="utf-8")
    for name, rest in re.findall(r"(?:`|^)fattorino ([a-z]+)([^`\n]*)", text, re.MULTILINE):
        assert name in commands, f"{page.name} names `fattorino {name}`"
        flags = {flag for parameter in commands[name].params for flag in parameter.opts}
        flags |= {"--help", "--name"}  # --name stands for an option of a game
        for game in set(rest.split()) & set(games.names()):
            flags |= {f"--{option.replace('_', '-')}" for option in games.load(game).options}
        for flag in re.findall(r"--[a-z-]+", rest):
            assert flag in flags, f"{page.name}: `fattorino {name}` has no {flag}"


def test_the_contract_is_shown_with_its_real_signatures() -> None:
    text = (DOCS / "how-it-works.md").read_text(encoding="utf-8")
    shown = dict(re.findall(r"^\| `([a-z]+)(\([a-z, ]+\))` \|", text, re.MULTILINE))
    compiled = [
        "setup",
        "legal",
        "check",
        "apply",
        "show",
        "imagine",
        "observe",
        "result",
        "conserve",
        "greedy",
    ]
    assert list(shown) == compiled
    game = fattorino.load("ghost_town")
    for name in compiled:
        function = getattr(game, name)
        names = inspect.signature(getattr(function, "py_func", function)).parameters
        assert shown[name] == f"({', '.join(names)})", name


def test_the_size_of_a_state_is_told_as_it_is() -> None:
    figures = (DOCS / "benchmarks.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| ([^|]+) \|[^|]+\| (\d+) bytes", figures, re.MULTILINE))
    sizes = {game.title: game.state.itemsize for game in map(fattorino.load, GAMES)}
    assert len(told) >= 4
    for short, size in told.items():
        assert [int(size)] == [found for title, found in sizes.items() if title.startswith(short)], short


def test_readme_and_notice_name_every_game() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    for name in GAMES:
        title = fattorino.load(name).rulebook.path.read_text(encoding="utf-8").partition("\n")[0][2:].strip()
        assert title in readme, f"README does not thank for {title}"
        assert title in notice, f"NOTICE does not thank for {title}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_and_test_named_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for path, test in re.findall(r"\b((?:src|tests|benchmarks|docs|examples)/[\w/.-]*\w)(?:::(\w+))?", text):
        if "my_game" not in path and "NAME" not in path:
            assert (ROOT / path).exists(), f"{page.name} names {path}"
            assert not test or f"def {test}(" in (ROOT / path).read_text(encoding="utf-8"), test


def test_the_tables_in_the_pages_are_those_of_the_games() -> None:
    done = subprocess.run(  # a process of its own, without the games of the tests
        [sys.executable, DOCS / "tables.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", GAMES)
def test_a_new_game_gets_a_page_with_every_table(name: str) -> None:
    tables, game = script("tables"), fattorino.load(name)
    marks = re.findall(r"^<!-- ([a-z ]+) -->$", tables.PAGE, re.MULTILINE)
    assert set(marks) == set(tables.OF_A_GAME)
    page = tables.filled(tables.PAGE.format(title=game.title), DOCS / "games" / f"{name}.md")
    assert tables.filled(page, DOCS / "games" / f"{name}.md") == page
    for option in game.options.values():
        assert f"| `{option.name}` |" in page and option.help in page
    assert all(f"`{block.name}`" in page for block in game.space.blocks)
    assert all(f"`{field.name}`" in page for field in game.fields)
    for group in game.layout:
        assert all(f"`{group.name}.{part.name}`" in page and part.meaning in page for part in group.parts)


def test_a_table_that_does_not_exist_is_named() -> None:
    with pytest.raises(SystemExit, match=r"index.md: there is no table 'gmaes'; there are: games, "):
        script("tables").filled("<!-- gmaes -->", DOCS / "index.md")


def script(name: str) -> ModuleType:
    """A script of the docs folder as a module."""
    spec = importlib.util.spec_from_file_location(f"docs_{name}", DOCS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_pictures_can_be_redrawn(tmp_path: Path) -> None:
    files = script("pictures").redraw(tmp_path, "ghost_town")
    assert [path.name for path in files] == ["ghost_town.svg", "ghost_town_sheet.svg"]
    for path in files:
        root = ET.fromstring(path.read_text(encoding="utf-8"))
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert len(list(root.iter())) > 20, f"{path.name} shows next to nothing"


def test_the_pictures_shown_are_there() -> None:
    for page in PAGES:
        for link in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", prose(page)):
            assert (page.parent / link).stat().st_size > 1000, f"{page.name} shows {link}"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The docs site, built as `make docs` builds it."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "WARNING" not in done.stdout + done.stderr, done.stdout + done.stderr
    return folder


@pytest.mark.parametrize("name", GAMES)
def test_each_game_has_a_page_with_its_tables_and_its_rulebook(site: Path, name: str) -> None:
    game = fattorino.load(name)
    page = unescape((site / "games" / name / "index.html").read_text(encoding="utf-8"))
    titles = re.findall(r"<h2 [^>]*>([^<]+)", page)
    assert [title for title in titles if title in HEADINGS] == HEADINGS
    for option in game.options.values():
        assert f"<code>{option.name}</code>" in page and option.help in page
    for block in game.space.blocks:
        assert f"<code>{block.name}</code>" in page
    book = (site / "rulebooks" / name / "index.html").read_text(encoding="utf-8")
    for rule in game.rulebook.ids:
        assert f'id="{rule.lower()}"' in book


def test_the_page_for_researchers_leads_to_each_game() -> None:
    text = (DOCS / "research.md").read_text(encoding="utf-8")
    for name in GAMES:
        assert f"(games/{name}.md#observations)" in text and f"(games/{name}.md#actions)" in text


def test_the_site_fetches_nothing_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        fetched = re.findall(r"<(?:script|img|iframe)[^>]+src=\"?(https?:[^\s\">]+)", text)
        fetched += re.findall(
            r"<link[^>]+href=\"?(https?:[^\s\">]+)[^>]*rel=\"?(?:stylesheet|preconnect)", text
        )
        assert not fetched, f"{page.relative_to(site)} fetches {fetched}"


def test_the_site_holds_no_scripts_of_ours(site: Path) -> None:
    assert not list(site.rglob("*.py"))

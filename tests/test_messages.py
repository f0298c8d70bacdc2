"""Every text that people read can be extracted for translators; none is in an f-string."""

import ast
import gettext
import importlib.util
import random
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from babel.messages.pofile import read_po

import fattorino
from fattorino import games
from fattorino.kernel import i18n

ROOT = Path(__file__).parent.parent
PACKAGE = Path(fattorino.__file__).parent
GAMES = [name for name in games.names() if name != "pizza_race"]


def load_script() -> ModuleType:
    """docs/messages.py as a module."""
    spec = importlib.util.spec_from_file_location("docs_messages", ROOT / "docs" / "messages.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """All texts of the catalogue, read back from the file that translators get."""
    path = tmp_path_factory.mktemp("locale") / "fattorino.pot"
    count = load_script().write(path)
    with path.open("rb") as file:
        catalogue = read_po(file)
    assert len(catalogue) == count > 200
    found: set[str] = set()
    for message in catalogue:
        found |= {message.id} if isinstance(message.id, str) else set(message.id)
    return found


def test_labels_and_log_sentences_are_found(texts: set[str]) -> None:
    assert {"Move {direction}", "Back-to-Start Teleport", "A ghost is in the way.", "The end"} <= texts


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_sentence_is_found(texts: set[str], name: str) -> None:
    book = fattorino.load(name).rulebook
    missing = [
        rule for rule in book.ids if book.sentences[rule] not in texts or book.refusal(rule) not in texts
    ]
    assert not missing


@pytest.mark.parametrize("name", GAMES)
def test_every_option_is_found(texts: set[str], name: str) -> None:
    for option in fattorino.load(name).options.values():
        if option.name != "seats":
            assert option.help in texts
            assert option.name.replace("_", " ").capitalize() in texts


def test_words_of_templates_are_found(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(
        """<h1>{{ _("A table for {n}").format(n=2) }}</h1>
        {% if x %}<p title="{{ _('Look') }}">{{ ngettext("{n} seat", "{n} seats", x) }}</p>{% endif %}""",
        encoding="utf-8",
    )
    (tmp_path / "board.svg.j2").write_text("<svg aria-label=\"{{ _('The town') }}\"/>", encoding="utf-8")
    found = {message.id for message in load_script().collect(tmp_path)}
    assert {"A table for {n}", "Look", ("{n} seat", "{n} seats"), "The town"} <= found


def hidden_texts(source: str) -> list[int]:
    """Lines in which _() or ngettext() is given a text that cannot be extracted."""
    lines = []
    for node in ast.walk(ast.parse(source)):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("_", "ngettext")
        ):
            given = node.args[: 2 if node.func.id == "ngettext" else 1]
            for text in given:
                filled = isinstance(text, ast.Call) and ast.unparse(text.func).endswith(".format")
                if isinstance(text, ast.JoinedStr | ast.BinOp) or filled:
                    lines.append(node.lineno)
    return lines


def test_the_finder_of_hidden_texts() -> None:
    assert hidden_texts('_(f"Move {x}")') == [1]
    assert hidden_texts('_("Move {x}".format(x=1))') == [1]
    assert hidden_texts('_("Move " + x)') == [1]
    assert hidden_texts('ngettext(f"{n} card", "{n} cards", n)') == [1]
    assert hidden_texts('_("Move {x}" " far").format(x=f"{y}")') == []


def test_no_text_is_hidden_from_translators() -> None:
    for path in PACKAGE.rglob("*.py"):
        lines = hidden_texts(path.read_text(encoding="utf-8"))
        assert not lines, f"{path.relative_to(PACKAGE)}, lines {lines}: fill texts in after the call of _()"


class Spy(gettext.NullTranslations):
    """A language that translates nothing and remembers what it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def gettext(self, message: str) -> str:
        self.asked.add(message)
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.asked |= {msgid1, msgid2}
        return msgid1 if n == 1 else msgid2


@pytest.fixture
def spy(monkeypatch: pytest.MonkeyPatch) -> Any:
    """All that is said while the spy's language is spoken."""
    spy = Spy()
    monkeypatch.setattr(i18n, "_catalogue", lambda _language: spy)
    i18n.set_language("spy")
    yield spy
    i18n.set_language(i18n.SOURCE)


def read_all(match: Any) -> None:
    """What a person reads at a table: board, prompt, choices, log, and why another choice is not possible."""
    match.svg()
    match.text()
    match.prompt()
    match.labels()
    match.log()
    match.why_not(random.randrange(match.game.num_actions))


@pytest.mark.parametrize("name", GAMES)
def test_every_text_of_a_played_game_is_found(texts: set[str], spy: Spy, name: str) -> None:
    random.seed(6)
    game = fattorino.load(name)
    if game.gallery:
        game.gallery()
    for seats in (game.seats[0], game.seats[-1]):
        choices = {
            option.name: random.choice(option.values)
            for option in game.options.values()
            if option.default is False
        }
        try:
            match = game.new(seats=seats, seed=6, **choices)
        except fattorino.BadOption:
            match = game.new(seats=seats, seed=6)
        for step in range(60):
            if match.over:
                break
            if step % 6 == 0:
                read_all(match)
            match.play(random.choice(list(match.legal())))
        read_all(match)
    assert len(spy.asked) > 50
    missing = sorted(spy.asked - texts)
    assert not missing


def test_a_board_is_drawn_in_the_language_of_its_reader(spy: Spy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spy, "gettext", lambda text: text.replace("Midtown", "Centro"))
    match = fattorino.load("new_york").new(seed=1)
    i18n.set_language(i18n.SOURCE)
    assert "Midtown" in match.svg()
    i18n.set_language("another")
    assert "Midtown" not in match.svg()

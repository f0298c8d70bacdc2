"""A typo in a game's folder is told in a sentence: file, line, the wrong name and the nearest right one."""

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import fattorino
from fattorino import games
from fattorino.games import overlay
from fattorino.kernel.components import Overlay
from fattorino.kernel.errors import BadGame, MissingKey
from fattorino.kernel.tables import Header, Table, entry, read_table

OWN = ("ghost_town", "new_york", "papa_paolo", "pizza_city")
# game and file, what is there, the typo; below it the sentence
IN_CODE = """
new_york cards/lucky_day.py | t.Power.LUCKY_DAY | t.Power.LUCKI_DAY
    there is no Power.LUCKI_DAY; did you mean LUCKY_DAY?
new_york cards/lucky_day.py | Card(t. | Cad(t.
    there is no Cad; did you mean Card?
new_york cards/lucky_day.py | liking= | likng=
    Card has no likng; did you mean liking?
new_york cards/lucky_day.py | import coop | import cop
    there is no cop in fattorino.games.broken_new_york.rules; did you mean coop?
new_york cards/lucky_day.py | kernel.jit | kernel.jti
    there is no jti in fattorino.kernel; did you mean jit?
new_york cards/lucky_day.py | "lucky_day", "d | "luky_day", "d
    there is no 'luky_day'; did you mean lucky_day?
new_york cards/lucky_day.py | "dollars" | "dolars"
    [power_cards.lucky_day] of components.toml has no dolars, but dollars in line
new_york cards/lucky_day.py | @jit | @jit(
    '(' was never closed
ghost_town state.py | "ghost") | "gost")
    there is no 'gost'; did you mean ghost?
ghost_town town.py | def | def def
    invalid syntax
papa_paolo tables.py | COMPONENTS["pizz | COMPONENTS["piz
    components.toml has no pizerias, but pizzerias in line
pizza_city state.py | import ActionSpace | import ActonSpace
    there is no ActonSpace in fattorino.kernel.actions; did you mean ActionSpace?
"""
IN_TABLES = """
ghost_town components.toml | graves = | graes =
    [setup] of components.toml has no graves, but graes in line LINE
papa_paolo components.toml | start_money = | start_mony =
    [per_player] of components.toml has no start_money, but start_mony in line LINE
pizza_city components.toml | [counts] | [count]
    components.toml has no counts, but count in line LINE
new_york components.toml | hand_limit = | hnd_limit =
    [constants] of components.toml has no hand_limit, but hnd_limit in line LINE
new_york events.toml | [took_open] | [tok_open]
    there is no Event.TOOK_OPEN; did you mean TOK_OPEN
"""
IN_TEXTS = """
GAME components.toml | [game] | [game
    this is not TOML: Expected ']' at the end of a table declaration
GAME lesson.toml | seats = | seets =
    there is no seets; did you mean seats
GAME rulebook.md | *For players:* | *For player:*
    *For player:* is none of *For players:*, *Learn (core):*, *Learn (later):*, *Learn (rare):*
GAME rulebook.md | -SETUP-1** | -Setup-1**
    -Setup-1 is not the id of a rule, such as PP-BID-3
new_york events.toml | numbers = | nubmers =
    there is no nubmers; did you mean numbers?
new_york events.toml | [turn] | [turn
    this is not TOML: Expected ']' at the end of a table declaration
"""


def cases(text: str) -> list[list[str]]:
    """The cases of a text; GAME stands for all of ours."""
    lines = text.strip().splitlines()
    found = []
    for case, told in zip(lines[::2], lines[1::2], strict=True):
        head, old, new = case.split(" | ")
        name, file = head.split(" ")
        found += [[one, file, old, new, told.strip()] for one in (OWN if name == "GAME" else [name])]
    return found


Plant = Callable[..., tuple[str, int]]


@pytest.fixture
def plant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Plant]:
    """Copies a game and replaces something in it, once: the name of the copy, and the line."""
    monkeypatch.setattr(games, "_guests", dict(games._guests))
    monkeypatch.setattr(games, "_found", dict(games._found))

    def planted(name: str, file: str, old: str, new: str) -> tuple[str, int]:
        folder = tmp_path / f"broken_{name}"
        overlay.copy(games._own()[name], folder, Overlay(name, "broken", {}, {}))
        (folder / "overlay.toml").unlink()
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
        return games.invite(folder), text[: text.index(old)].count("\n") + 1

    yield planted
    for module in [module for module in sys.modules if module.startswith("fattorino.games.broken_")]:
        del sys.modules[module]


def refused(name: str) -> str:
    """The sentence with which a game is refused; what led to it is chained."""
    with pytest.raises(BadGame) as caught:
        fattorino.load(name)
    assert caught.value.__cause__ is not None
    sentence = str(caught.value)
    assert "\n" not in sentence and str(Path.cwd()) not in sentence
    prefix = f"{name} cannot be loaded: "
    assert sentence.startswith(prefix)
    return sentence.removeprefix(prefix)


@pytest.mark.parametrize(("name", "file", "old", "new", "told"), cases(IN_CODE))
def test_a_typo_in_code_is_told_with_its_line(
    plant: Plant, name: str, file: str, old: str, new: str, told: str
) -> None:
    broken, line = plant(name, file, old, new)
    sentence = refused(broken)
    assert sentence.startswith(f"{file}, line {line}: ")
    assert told in sentence


@pytest.mark.parametrize(("name", "file", "old", "new", "told"), cases(IN_TABLES))
def test_a_key_that_is_missing_is_told_where_it_is_read_and_where_it_may_be(
    plant: Plant, name: str, file: str, old: str, new: str, told: str
) -> None:
    broken, line = plant(name, file, old, new)
    sentence = refused(broken)
    assert re.match(r"\w+\.py, line \d+: ", sentence)
    assert told.replace("LINE", str(line)) in sentence


@pytest.mark.parametrize(("name", "file", "old", "new", "told"), cases(IN_TEXTS))
def test_a_typo_in_a_text_is_told_with_its_line(
    plant: Plant, name: str, file: str, old: str, new: str, told: str
) -> None:
    broken, line = plant(name, file, old, new)
    sentence = refused(broken)
    assert sentence.startswith(f"{file}, line {line}: ")
    assert told in sentence


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize(
    ("new", "told"),
    [("{% iff ", "Encountered unknown tag 'iff'"), ("{{ nowhere }}{% ", "UndefinedError, 'nowh")],
)
def test_a_typo_in_a_template_is_told_when_it_is_drawn(plant: Plant, name: str, new: str, told: str) -> None:
    text = (games._own()[name] / "board.svg.j2").read_text(encoding="utf-8")
    macro = text[text.rindex("{% endmacro %}") :] if "{% endmacro %}" in text else text
    old = next(line for line in macro.splitlines() if line.startswith("{% ") and "macro" not in line)
    broken, line = plant(name, "board.svg.j2", f"\n{old}", f"\n{new}{old.removeprefix('{% ')}")
    with pytest.raises(BadGame) as caught:
        fattorino.load(broken).new(seed=1).svg(0)
    assert re.match(f"{broken} cannot be drawn: board.svg.j2, line {line + 1}: {told}", str(caught.value))


def test_the_other_games_are_still_there(plant: Plant) -> None:
    broken, _line = plant("papa_paolo", "words.py", "def key(", "def kay(")
    found, wrong = games.load_all()
    assert {game.name for game in found} >= set(OWN)
    assert list(wrong) == [broken]
    assert str(wrong[broken]) == f"{broken} cannot be loaded: key is missing; it belongs into words.py"
    with pytest.raises(BadGame, match="key is missing"):
        fattorino.load(broken)


def test_a_mended_folder_is_invited_again(plant: Plant, tmp_path: Path) -> None:
    broken, _line = plant("pizza_city", "lesson.toml", "seats", "seets")
    refused(broken)
    path = tmp_path / broken / "lesson.toml"
    path.write_text(path.read_text().replace("seets", "seats"))
    games.invite(tmp_path / broken)
    assert fattorino.load(broken).name == broken


def test_a_table_knows_the_line_of_its_keys(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(
        'colour = "red"\n[box]\nwide = 3\n[box.lid]\nhigh = 1\n'
        '[[card]]\nid = "one"\nvalue = 1\n[[card]]\nid = "two"\nvalue = 2\nat = { row = 1 }\n'
    )
    table = read_table(path)
    for key, line in (("colour", 1), ("box", 2), ("card", 6)):
        assert Header(path).line(key) == line
    assert table["box"].header.line("wide") == 3
    assert table["box"]["lid"].header.line() == 4
    assert table["card"][1].header.line("value") == 11
    with pytest.raises(MissingKey, match=r"^\[card\.two\] of box\.toml has no vale, but value in line 11$"):
        table["card"][1]["vale"]
    with pytest.raises(KeyError, match=r"^\[card\.two\.at\] of box\.toml has no column$"):
        table["card"][1]["at"]["column"]
    with pytest.raises(MissingKey, match="there is no 'tow'; did you mean two"):
        entry(table["card"], "tow")
    assert entry(table["card"], "two")["value"] == 2
    assert isinstance(table, Table) and table.get("lid") is None

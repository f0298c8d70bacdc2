"""Files from strangers: what is wrong in a saved game or an overlay is one sentence, commands no terminal."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import fattorino
from fattorino.cli import players_of
from fattorino.commands import common, operate
from fattorino.commands.common import Screen, harmless, read_json, tell_error
from fattorino.games import invite_changed
from fattorino.kernel.errors import BadComponents, BadOpening, BadOption, BadSave, FattorinoError
from fattorino.server.tables.chance import Part, fresh_chance, sha256, verify

CONTROL = "\x1b]0;title\x07\x9b2J"
LONGEST = 800  # characters of a sentence


def nest(levels: int) -> Any:
    """Lists in lists."""
    inner: Any = 1
    for _level in range(levels):
        inner = [inner]
    return inner


NASTY: list[Any] = [
    None,
    True,
    -1,
    2**70,
    10**4000,
    0.5,
    float("nan"),
    "",
    CONTROL,
    "\ud800",
    "9" * 6000,
    [],
    {},
    [CONTROL],
    {CONTROL: CONTROL},
    nest(30),
    nest(600),
]


def places(value: Any) -> Iterator[list[Any]]:
    """The path to each part of a saved game; of long lists the first parts."""
    yield []
    inside = dict(enumerate(value[:2])) if isinstance(value, list) else value
    for key, inner in inside.items() if isinstance(inside, dict) else ():
        for path in places(inner):
            yield [key, *path]


def changed(saved: Any, path: list[Any], value: Any) -> Any:
    """A copy with another value in one place."""
    if not path:
        return value
    copy = deepcopy(saved)
    inside = copy
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    return copy


def refusal(tampered: Any) -> str:
    """Why a saved game is refused; '' if it is taken."""
    try:
        fattorino.replay(tampered)
    except BadSave as error:
        return str(error)
    return ""


@pytest.fixture(scope="module")
def saved() -> dict[str, Any]:
    """A saved game as the web table gives it."""
    chance = fresh_chance(3).with_part(Part(0, "", sha256("mine"), "mine"))
    match = fattorino.load("ghost_town").new(seats=2, seed=chance.game_seed, turn_limit=20)
    for _move in range(6):
        match.play(match.legal()[0])
    told = chance.open() | {"commitment": chance.commitment}
    return dict(match.save()) | {"chance": told, "players": ["human", "greedy"], "components": None}


def test_a_saved_game_with_something_wrong_in_it_is_refused_in_a_sentence(saved: dict[str, Any]) -> None:
    assert fattorino.replay(saved).actions == saved["actions"] and verify(saved) == []
    tried = 0
    for path in places(saved):
        for value in NASTY:
            tampered = changed(saved, path, value)
            tried += 1
            reason = refusal(tampered)
            assert len(harmless(reason)) < LONGEST and "\n" not in reason
            assert all(len(reason) < LONGEST for reason in verify(tampered))
    assert tried > 300


@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, '{"a":' * 5000, '{"seed": ' + "9" * 6000 + "}", "", "nonsense", "\x1b[2J", "[1]", "null"],
    ids=["lists", "tables", "digits", "empty", "words", "escape", "list", "null"],
)
def test_a_file_that_is_no_saved_game_is_refused_in_a_sentence(tmp_path: Path, text: str) -> None:
    file = tmp_path / "saved.json"
    file.write_text(text)
    with pytest.raises(BadSave):
        fattorino.replay(read_json(file))
    with pytest.raises(FattorinoError):
        operate.verify(file)


def test_a_saved_game_names_no_file_of_whoever_opens_it(saved: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "private.toml"
    file.write_text("secret = 1")
    assert (
        refusal(saved | {"components": str(file)})
        == "the changed components of a saved game are a JSON object"
    )


def test_a_saved_game_brings_no_code_of_its_own(saved: dict[str, Any]) -> None:
    assert players_of(saved) == ["human", "greedy"] and players_of(saved | {"players": None}) == []
    for player in ("os:abort", 3, [CONTROL], "nobody"):
        with pytest.raises(BadOption, match="--seats"):
            players_of(saved | {"players": ["human", player]})


DEEP = {
    "lists": "x = " + "[" * 3000 + "]" * 3000,
    "tables": "x = " + "{a=" * 3000 + "1" + "}" * 3000,
    "header": "[" + ".".join("a" * 3000) + "]\n",
    "key": ".".join("a" * 3000) + " = 1\n",
    "value": '[overlay]\ngame = "ghost_town"\n[players]\nmost = ' + "[" * 200 + "]" * 200,
    "digits": "x = " + "9" * 6000,
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP.keys())
def test_an_overlay_or_a_town_that_is_nested_without_an_end_is_refused_in_a_sentence(
    tmp_path: Path, text: str
) -> None:
    file = tmp_path / "overlay.toml"
    file.write_text(text)
    with pytest.raises(BadComponents, match=r"is not TOML: (its tables or lists are nested|a number in it)"):
        invite_changed(file)
    opening = fattorino.load("ghost_town").opening
    assert opening is not None
    with pytest.raises(BadOpening):
        opening(text + "\n# grid")


def shown(screen: Screen) -> str:
    """What was written on a screen."""
    assert isinstance(screen.file, io.StringIO)
    return screen.file.getvalue()


def test_nothing_that_is_printed_commands_the_terminal(
    saved: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    screen = Screen(file=io.StringIO(), force_terminal=False, width=200)
    monkeypatch.setattr(common, "console", screen)
    common.say(f"a name {CONTROL} \u202eback")
    screen.print(f"[bold]{CONTROL}", {"a": CONTROL}, [CONTROL])
    screen.rule(CONTROL)
    for tampered in (changed(saved, ["actions", 0], CONTROL), changed(saved, ["game"], CONTROL)):
        with pytest.raises(BadSave) as refused:
            fattorino.replay(tampered)
        tell_error(refused.value)
    tell_error(operate.NotDone(f"a server says {CONTROL}"))
    tell_error(BadSave("\ud800"))

    printed = shown(screen) + "".join(capsys.readouterr())
    assert "\\x1b]0;title\\x07" in printed and "\\u202e" in printed
    assert not set(printed) & {"\x1b", "\x07", "\x9b", "\u202e", "\ud800"}


class Answer(io.BytesIO):
    """What a server answers."""


@pytest.mark.parametrize(
    "body",
    [
        b"[]",
        b"<html>",
        b'{"tables": 3}',
        b'{"tables": [{"id": 1}]}',
        b"[" * 90_000,
        b'{"tables": [{"created": 1e300}]}',
    ],
    ids=["list", "page", "number", "empty", "deep", "late"],
)
def test_an_answer_of_another_server_is_one_sentence(monkeypatch: pytest.MonkeyPatch, body: bytes) -> None:
    monkeypatch.setattr("urllib.request.urlopen", lambda *_given, **_more: Answer(body))
    with pytest.raises(operate.NotDone, match=r"no server of Fattorino"):
        operate.tables("http://127.0.0.1:1")


def test_names_and_games_that_a_server_lists_command_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = {
        "id": CONTROL,
        "created": 1,
        "halted": False,
        "status": CONTROL,
        "game": CONTROL,
        "moves": 3,
        "connected": 1,
        "people": [CONTROL],
    }
    body = json.dumps({"tables": [line]}).encode()
    monkeypatch.setattr("urllib.request.urlopen", lambda *_given, **_more: Answer(body))
    screen = Screen(file=io.StringIO(), width=400, force_terminal=True, color_system=None)
    for one in (screen, Screen(file=io.StringIO())):  # at a terminal, and piped
        monkeypatch.setattr(operate, "console", one)
        operate.tables("http://127.0.0.1:1")
    for told in (shown(screen), capsys.readouterr().out):
        assert told.count("\\x1b]0;title\\x07") == 4 and "\x1b" not in told


def test_verify_prints_the_commitment_and_where_to_compare_it(
    saved: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    screen = Screen(file=io.StringIO(), width=500)
    monkeypatch.setattr(operate, "console", screen)
    file = tmp_path / "saved.json"
    file.write_text(json.dumps(saved))
    operate.verify(file)
    told = shown(screen)
    assert saved["chance"]["commitment"] in told and "before the first move" in told

"""Changed components are checked, tried out, named in results, and stored in saved games."""

import asyncio
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import fattorino
from fattorino import games
from fattorino.games import trial
from fattorino.kernel import components
from fattorino.kernel.errors import BadComponents, BadSave
from fattorino.server.app import build
from fattorino.server.settings import Settings

NEW_YORK = fattorino.load("new_york")
PRINTED = components.read(NEW_YORK.folder)


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Copies made here do not stay in the user's cache."""
    monkeypatch.setenv("FATTORINO_CACHE", str(tmp_path_factory.getbasetemp() / "overlays"))


def refused(given: Any, printed: Any = PRINTED) -> str:
    with pytest.raises(BadComponents) as error:
        components.overlay_from("new_york", printed, given)
    assert "\n" not in str(error.value)
    return str(error.value)


def written(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_becomes_a_list_of_changes(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        """
        [constants]
        starting_money = 7
        starting_hand = 5            # the printed number: no change
        [order_tickets.standard_3]
        value = 6
        [[villages]]
        id = "harlem"
        code = "HL"
        """,
    )
    overlay = components.overlay_from("new_york", PRINTED, path)
    assert overlay.changes == {
        "constants.starting_money": 7,
        "order_tickets.standard_3.value": 6,
        "villages.harlem.code": "HL",
    }
    assert overlay.name == "mine"
    assert overlay.sentences()[0] == "constants.starting_money = 7 (printed: 5)"
    again = components.overlay_from("new_york", PRINTED, json.loads(json.dumps(overlay.portable())))
    assert again == overlay
    assert again.digest == overlay.digest


def test_what_is_wrong_is_named_with_what_would_work(tmp_path: Path) -> None:
    assert "starting_mony is not among the components; did you mean starting_money" in refused(
        {"constants": {"starting_mony": 7}}
    )
    assert "constant is not among the components; did you mean constants?" in refused({"constant": {}})
    assert 'must be a whole number (printed: 5), not "7"' in refused({"constants": {"starting_money": "7"}})
    assert "must be a whole number" in refused({"constants": {"starting_money": True}})
    assert "can be 0 to 32767 (printed: 5), not -1" in refused({"constants": {"starting_money": -1}})
    assert "is a table, not 3" in refused({"constants": 3})
    assert "did you mean standard_" in refused({"order_tickets": {"standard_9": {"value": 3}}})
    assert "say which entries change" in refused({"order_tickets": [{"value": 3}]})
    assert "options are chosen when a game is made" in refused({"option": {"mode": {"default": "coop"}}})
    assert "says what the entry is" in refused({"villages": {"harlem": {"index": 4}}})
    assert "changes nothing" in refused({"constants": {"starting_money": 5}})
    assert "for papa_paolo, not for new_york" in refused({"overlay": {"game": "papa_paolo"}})
    days = PRINTED["coop"]["calendar"]["days"]
    assert f"is a list of {len(days)} values" in refused({"coop": {"calendar": {"days": days[:-1]}}})
    message = refused(written(tmp_path, "[constants]\nstarting_money = \n"))
    assert "mine.toml is not TOML" in message and "line 2" in message
    assert "cannot be read" in refused(tmp_path / "nowhere.toml")
    deep = "a = " + "[" * 3_000 + "]" * 3_000
    assert "its tables or lists are nested too deeply" in refused(written(tmp_path, deep))


def test_everything_that_is_wrong_is_listed_with_its_line(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        '[constants]\nstarting_mony = 7\nhand_limit = "9"\n'
        "[order_tickets.standard_3]\nvalue = 900000\n[order_tickets.hawaiian]\nextra_cards = 99\n",
    )
    with pytest.raises(BadComponents) as caught:
        fattorino.load("new_york", path)
    assert [str(caught.value), *caught.value.__notes__] == [
        "mine.toml, line 2: constants.starting_mony is not among the components; "
        "did you mean starting_money or starting_hand?",
        'mine.toml, line 3: constants.hand_limit must be a whole number (printed: 10), not "9"',
        "mine.toml, line 5: order_tickets.standard_3.value can be 0 to 100 (printed: 3), not 900000",
        "mine.toml, line 7: order_tickets.hawaiian.extra_cards can be 0 to 10 (printed: 2), not 99",
    ]
    path = written(
        tmp_path, "[psychic_card.hop_step]\nwhite = 0\n[setup]\ninitial_cards = 5\n[map]\nwidth = 7\n"
    )
    with pytest.raises(BadComponents, match=r"^mine\.toml: 15 white-framed psychic cards are dealt, and"):
        fattorino.load("ghost_town", path)
    path = written(tmp_path, "[direction.N]\ndx = 1\n")
    with pytest.raises(
        BadComponents, match=r"direction\.N\.dx stays as printed \(0\): actions are numbered by"
    ):
        fattorino.load("pizza_city", path)


def test_sums_that_do_not_come_out_are_named() -> None:
    with pytest.raises(BadComponents, match="is 60, but the cards add up to 61: set it to 61"):
        fattorino.load("pizza_city", {"city_card": {"plain_bb": {"count": 5}}})
    with pytest.raises(BadComponents, match=r"values \[5, 2, 3, 4\]"):
        fattorino.load("pizza_city", {"bike_card": {"move_1": {"value": 5}}})
    with pytest.raises(BadComponents, match="actions are numbered by the squares"):
        fattorino.load("ghost_town", {"map": {"width": 6}})
    with pytest.raises(BadComponents, match=r"more than money\.total"):
        fattorino.load("papa_paolo", {"per_player": {"start_money": 40}})
    with pytest.raises(BadComponents, match="hand_limit is less than"):
        fattorino.load("new_york", {"constants": {"hand_limit": 3}})


def test_a_change_that_the_rules_do_not_read_is_refused() -> None:
    with pytest.raises(BadComponents, match="the rules do not read goal: changing it would change nothing"):
        fattorino.load("pizza_race", {"goal": 14})


def test_a_change_that_the_rules_cannot_play_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadComponents) as error:
        fattorino.load("pizza_race", {"faces": 300})
    assert str(error.value) == (
        "overlay: the rules cannot be played with faces = 300 (printed: 6): "
        "a number becomes 232, and there is room for -128 to 127"
    )


def test_a_change_with_which_a_game_never_begins_is_refused_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "_guests", dict(games._guests))
    race = tmp_path / "round_race"
    shutil.copytree(fattorino.load("pizza_race").folder, race, ignore=shutil.ignore_patterns("__pycache__"))
    path = race / "__init__.py"
    endless = 'while COMPONENTS["faces"] == 7:\n    pass\n'
    path.write_text(path.read_text().replace("\n\n\ndef ", f"\n\n{endless}\n\ndef ", 1))
    monkeypatch.setenv("PYTHONPATH", "")
    monkeypatch.setattr(trial, "LIMIT", 5.0)
    games.invite(race)
    with pytest.raises(BadComponents, match=r"with faces = 7 \(printed: 6\) never begins, or never ends"):
        fattorino.load("round_race", {"faces": 7})


def test_both_games_live_side_by_side() -> None:
    printed, changed = fattorino.load("pizza_race"), fattorino.load("pizza_race", {"faces": 12})
    assert changed is fattorino.load("pizza_race", {"faces": 12})
    assert changed.components["faces"] == 12
    assert printed.components["faces"] == 6
    assert changed.overlay is not None and printed.overlay is None
    assert changed.title == f"{printed.title} (overlay {changed.overlay.digest})"
    assert fattorino.load(changed.name).overlay == changed.overlay, "found again by its full name"
    with pytest.raises(BadComponents, match="changed components already"):
        fattorino.load(changed.name, {"faces": 3})


def test_a_saved_game_knows_its_components() -> None:
    match = fattorino.load("pizza_race", {"faces": 12}).new(seed=4)
    for _ in range(3):
        match.play(int(match.legal()[0]))
    saved = json.loads(json.dumps(match.save()))
    assert saved["game"] == "pizza_race"
    assert saved["components"]["values"] == {"faces": 12}
    again = fattorino.replay(saved)
    assert again.game is match.game
    assert again.digest() == match.digest()

    with pytest.raises(BadSave, match="they were altered"):
        fattorino.replay(saved | {"components": saved["components"] | {"values": {"faces": 11}}})
    with pytest.raises(BadSave, match="cannot be used: wings is not among"):
        fattorino.replay(saved | {"components": {"overlay": "x", "values": {"wings": 2}}})
    from fattorino.kernel.match import replay

    with pytest.raises(BadSave, match="other components"):
        replay(saved, fattorino.load("pizza_race"))
    plain = fattorino.load("pizza_race").new(seed=4).save()
    assert "components" not in plain
    with pytest.raises(BadSave, match="other components"):
        replay(plain, match.game)


@pytest.fixture
def nine(tmp_path: Path) -> Iterator[Path]:
    """An overlay that names its game; the games it adds are removed afterwards."""
    before = dict(games._guests)
    yield written(tmp_path, 'faces = 9\n[overlay]\ngame = "pizza_race"\nname = "Nine"\n')
    games._guests.clear()
    games._guests.update(before)


def test_a_changed_game_sits_beside_the_printed_one(nine: Path, tmp_path: Path) -> None:
    name = games.invite_changed(nine)
    assert name in games.names()
    assert "(Nine " in fattorino.load(name).title
    with pytest.raises(BadComponents, match="does not say for which game"):
        games.invite_changed(written(tmp_path, "faces = 9\n"))


def test_the_table_page_names_what_was_changed(nine: Path, tmp_path: Path) -> None:
    app = build(Settings(components=str(nine), database=f"sqlite:///{tmp_path / 'tables.db'}"))
    name = next(name for name in games.names() if name.startswith("pizza_race_"))
    wish = {"game": name, "seats": [{"kind": "human"}, {"kind": "bot", "bot": "random"}]}

    async def visit() -> str:
        transport = httpx.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(
                transport=transport, base_url="http://localhost", follow_redirects=True
            ) as client,
        ):
            made = (await client.post("/api/matches", json=wish)).json()
            link, token = made["seats"][0]["url"].split("#")
            await client.get(link)  # the page with the button
            return (await client.post(link, data={"token": token, "sit": "on"})).text

    page = asyncio.run(visit())
    assert "Changed components: faces = 9 (printed: 6)" in page
    assert "(Nine " in page

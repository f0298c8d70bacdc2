"""Third-party bots can be used everywhere, and their errors are reported clearly."""

import json
import os
import shutil
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import fattorino
import fattorino.envs
from fattorino import bots, games
from fattorino.arena.playing import Job, play
from fattorino.arena.simulate import simulate
from fattorino.arena.tournament import tournament
from fattorino.bots import net, outside
from fattorino.envs.gym import register as register_games
from test_cli import refused, run

TESTS = Path(__file__).parent.parent
EXAMPLES = TESTS.parent / "examples"
RACE = fattorino.load("pizza_race")


class First:
    """Plays the first action, or the one that is set."""

    def __init__(self, game: Any, place: int = 0) -> None:
        self.place = place

    def choose(self, view: Any, seat: int, actions: Any, seed: int) -> int:
        return int(actions[self.place])


class Last:
    """Needs no game."""

    name = "the last"

    def choose(self, view: Any, seat: int, actions: Any, seed: int) -> Any:
        return actions[-1]  # one of NumPy's numbers


class Demanding(Last):
    """Has a setting without a default."""

    name = "Demanding"

    def __init__(self, game: Any, depth: int) -> None:
        pass


def any_one(view: Any, seat: int, actions: Any, seed: int) -> int:
    return int(actions[seed % len(actions)])


def offended(view: Any, seat: int, actions: Any, seed: int) -> int:
    actions[:] = 99  # its own copy
    return 99


@pytest.fixture(autouse=True)
def registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test registers is gone afterwards."""
    monkeypatch.setattr(bots, "KINDS", dict(bots.KINDS))


def outcome(*players: Any) -> list[int]:
    match = RACE.new(seats=len(players), seed=3)
    bots.play(match, players, seed=5)
    return match.actions


@pytest.mark.parametrize("bot", [First, First(RACE), lambda view, seat, actions, seed: actions[0]])
def test_classes_objects_and_functions_play(bot: Any) -> None:
    assert outcome(bot, "random") == outcome("test_outside_bots:First", "random") != outcome(Last(), "random")
    assert outcome(Last, "random") == outcome(Last(), "random")


@pytest.fixture(autouse=True)
def module(monkeypatch: pytest.MonkeyPatch) -> None:
    """This file under a name that can be imported."""
    monkeypatch.setitem(sys.modules, "test_outside_bots", sys.modules[__name__])


def test_a_registered_bot_is_known_by_its_name_and_takes_settings() -> None:
    bots.register("first", First, "plays the first action")
    assert "first" in bots.names() and bots.kind("first").help == "plays the first action"
    assert outcome("first", "random") == outcome(First, "random")
    assert outcome("first:place=-1", "random") == outcome(Last(), "random")
    assert outcome("test_outside_bots:First:place=-1", "random") == outcome(Last(), "random")
    given: dict[str, Any] = {}
    bots.register("any", lambda game, **settings: given.update(settings) or Last())
    bots.make("any:a=1,b=0.5,c=true,d=x/y", RACE)
    assert given == {"a": 1, "b": 0.5, "c": True, "d": "x/y"}


def test_a_package_brings_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = {
        name: EntryPoint(name, value, outside.GROUP)
        for name, value in {"fine": "test_outside_bots:First", "lost": "test_outside_bots:Lost"}.items()
    }
    monkeypatch.setattr(bots, "packaged", lambda: entries)
    assert bots.names()[-2:] == ["fine", "lost"]
    assert outcome("fine:place=-1", "random") == outcome(Last(), "random")
    with pytest.raises(fattorino.BadOption, match=r"bot lost of a package cannot be loaded: .*Lost"):
        bots.make("lost", RACE)


def test_a_package_brings_games(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [
        EntryPoint("pizza_race", "pizza_race", games.GROUP),
        EntryPoint("wrong", "pizza_race", games.GROUP),
        EntryPoint("arena", "json", games.GROUP),
    ]
    monkeypatch.setattr(games, "entry_points", lambda group: entries)
    monkeypatch.setattr(games, "_guests", {})
    with pytest.warns(UserWarning, match="is left out") as told:
        found = games._packaged.__wrapped__()
    assert list(found) == ["pizza_race"] and found["pizza_race"].name == "pizza_race"
    sentences = [str(one.message) for one in told]
    assert "a game is called by its folder, 'pizza_race', not 'wrong'" in sentences[0]
    assert "it has no rulebook.md" in sentences[1]


def test_an_installed_package_brings_a_bot_and_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A package as an installer leaves it: its modules, and a folder with its entry points."""
    package = tmp_path / "my_package"
    shutil.copytree(TESTS / "pizza_race", package / "pizza_race")
    (package / "__init__.py").touch()
    (package / "bots.py").write_text(
        "class Hasty:\n"
        "    def __init__(self, game, place=0):\n"
        "        self.place = place\n"
        "    def choose(self, view, seat, actions, seed):\n"
        "        return actions[self.place]\n"
    )
    about = tmp_path / "my_package-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        f"[{outside.GROUP}]\nhasty = my_package.bots:Hasty\n"
        f"[{games.GROUP}]\npizza_race = my_package.pizza_race\n"
    )
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    seats = "hasty:place=-1,random"
    report = json.loads(run("simulate", "pizza_race", "--seats", seats, "--games", "4", "--json")[0])
    played = play(Job("pizza_race", RACE.settings_for(2), (First(RACE, -1), "random"), 1), 0, 4).tally
    assert report["win_share"]["hasty:place=-1"] == played.share(played.wins["First"])


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("minimax", "no bot 'minimax'; the bots are: random, .*, and module:Class for one of your own"),
        ("no_such:Bot", "bot no_such:Bot: there is no module 'no_such' where Python looks"),
        ("test_outside_bots:Lost", "test_outside_bots has no 'Lost'; it has: .*First, Last"),
        ("test_outside_bots:First:depth=2", "bots:First has no setting 'depth'; its settings: place"),
        ("test_outside_bots:RACE", "is not a bot: a bot is a name, an object with choose"),
        (3, "3 is not a bot"),
        (Demanding, "bot Demanding cannot be made from the game and its settings: missing .* 'depth'"),
        (lambda view: 0, "0 is not a bot"),
        (lambda a, b: 0, "is not a bot"),
        (offended, "bot offended chose 99 in seat 0; it may play one of these: 0, 1"),
        (lambda view, seat, actions, seed: None, "bot <lambda> chose None in seat 0"),
        (lambda view, seat, actions, seed: True, "bot <lambda> chose True in seat 0"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(bot: Any, words: str) -> None:
    with pytest.raises(fattorino.FattorinoError, match=words):
        outcome(bot, "random")


@pytest.mark.parametrize("name", ["greedy", "human", "a b", "a:b", "", 3])
def test_a_name_must_be_free_and_plain(name: Any) -> None:
    with pytest.raises(fattorino.BadOption, match=r"a bot cannot be called .* human, random, .* are taken"):
        bots.register(name, First)


def test_a_module_that_cannot_be_imported_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "broken_bot.py").write_text("import no_such_library")
    with pytest.raises(
        fattorino.BadOption, match="broken_bot cannot be imported: No module named 'no_such_lib"
    ):
        bots.make("broken_bot:Bot", RACE)


@pytest.mark.parametrize("workers", [1, 2])
def test_outside_bots_in_the_arena(workers: int) -> None:
    bots.register("first", First)
    job = Job("pizza_race", RACE.settings_for(4), (First, Last(), any_one, "first:place=-1"), 5, True)
    part = simulate(job, 6, workers=workers)
    assert set(part.tally.wins) == {"First", "the last", "any_one", "first:place=-1"}
    assert part.tally.wins == play(job, 0, 6).tally.wins
    with pytest.raises(fattorino.BadOption, match="two bots are called the last"):
        Job("pizza_race", RACE.settings_for(2), (Last(), Last())).check(1)


def test_outside_bots_in_a_tournament() -> None:
    pair = (Last(), "test_outside_bots:First")
    found = tournament(Job("pizza_race", RACE.settings_for(2), pair), pair, 4, workers=1)
    assert {row["bot"] for row in found["ratings"]} == {"the last", "test_outside_bots:First"}


def test_outside_bots_as_opponents() -> None:
    register_games()
    table: Any = gymnasium.make("fattorino/PizzaRace-v1", opponents=[Last(), First, any_one]).unwrapped
    _seen, info = table.reset(seed=1)
    for _ in range(3):
        _seen, _reward, over, _cut, info = table.step(int(np.flatnonzero(info["action_mask"])[0]))
        if over:
            break


def test_the_command_line_takes_the_example(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(EXAMPLES)
    seats = "my_bot:Eager:likes=Attack,random"
    report = json.loads(run("simulate", "ghost_town", "--seats", seats, "--games", "2", "--json")[0])
    assert set(report["win_share"]) == {"my_bot:Eager:likes=Attack", "random"}
    out, _ = run("play", "ghost_town", "--seats", "my_bot:Eager,my_bot:Eager", "--seed", "1")
    assert "Ghost Town" in out
    assert "my_bot has no 'Shy'; it has: Eager" in refused(
        "play", "ghost_town", "--seats", "my_bot:Shy,random"
    )


def test_a_net_of_your_own(tmp_path: Path) -> None:
    def layer(rows: int, columns: int) -> Any:
        return np.ones((rows, columns), np.float32)

    sizes = {
        "first": (4, RACE.num_features),
        "second": (4, 4),
        "third": (4, 4),
        "policy": (RACE.num_actions, 4),
    }
    layers = {f"{name}.weight": layer(*size) for name, size in sizes.items()}
    layers |= {f"{name}.bias": np.zeros(size[0], np.float32) for name, size in sizes.items()}
    path = tmp_path / "race.npz"
    sides = np.full(RACE.max_seats, -1, np.int8)
    sides[:2] = 0, 1
    net.export(path, layers, RACE.new(seats=2, seed=1).state, sides)
    assert outcome(f"net:path={path}", "random") == outcome(First, "random")  # all alike: the first
    with pytest.raises(
        fattorino.BadOption, match=r"is of another game or version: .* features and .* actions"
    ):
        bots.make(f"net:path={path}", fattorino.load("ghost_town"))
    with pytest.raises(fattorino.BadOption, match="path is a file, and there is no file 'nowhere'"):
        bots.make("net:path=nowhere", RACE)
    (tmp_path / "text.npz").write_text("no net")
    with pytest.raises(fattorino.BadOption, match=r"text.npz is not the file of a net"):
        bots.make(f"net:path={tmp_path / 'text.npz'}", RACE)
    np.savez(tmp_path / "other.npz", a=np.zeros(2))
    with pytest.raises(fattorino.BadOption, match=r"it has no table\.sides, first\.weight"):
        bots.make(f"net:path={tmp_path / 'other.npz'}", RACE)


def test_lists_of_bots_are_split_between_bots_only() -> None:
    assert bots.split("a:B:c=1,d=2,greedy,net:path=x:y") == ["a:B:c=1,d=2", "greedy", "net:path=x:y"]

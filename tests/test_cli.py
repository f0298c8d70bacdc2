"""The command line: what it prints, what it refuses, and a whole game in the terminal."""

import importlib
import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

import fattorino
from fattorino import gpu
from fattorino.arena.playing import Part
from fattorino.arena.simulate import simulate
from fattorino.commands import report as report_command
from fattorino.commands.common import app
from fattorino.games.ghost_town.town import TOWNS
from fattorino.kernel.typed import BETWEEN
from fattorino.terminal import COMMANDS, Terminal, show_replay


def run(*words: str, stdin: str = "", code: int = 0) -> tuple[str, str]:
    """Run the command in a process of its own, interpreted."""
    done = subprocess.run(
        [sys.executable, "-m", "fattorino", *words],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=300,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "COLUMNS": "120"},
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout, done.stderr


def refused(*words: str) -> str:
    """The one line with which a command is refused."""
    _out, err = run(*words, code=2)
    assert "Traceback" not in err
    assert len(err.strip().splitlines()) == 1, err
    return err


def test_help_names_every_command() -> None:
    out, _ = run("--help")
    for command in (
        "games",
        "play",
        "simulate",
        "tournament",
        "ladder",
        "report",
        "replay",
        "compile",
        "bench",
    ):
        assert command in out


def test_games() -> None:
    out, _ = run("games")
    assert "ghost_town" in out
    assert "--turn-limit" in out
    assert "seats 2 or 4," in out  # Pizza City has no table for three
    assert "0 (0 to 120)" in out, "a long run of numbers is told by its ends"
    games = json.loads(run("games", "--json")[0])
    assert next(game for game in games if game["name"] == "ghost_town")["seats"] == [2, 3]


def test_what_is_wrong_is_named_in_one_line() -> None:
    assert "no game 'ludo'" in refused("play", "ludo")
    assert "nobody is called 'ghost'" in refused("play", "ghost_town", "--seats", "human,ghost")
    assert "takes 2 or 3 players, not 5" in refused("play", "ghost_town", "--seats", ",".join(["random"] * 5))
    assert "turn_limit cannot be '7'" in refused("simulate", "ghost_town", "--turn-limit", "7")
    assert "needs a value" in refused("simulate", "ghost_town", "--turn-limit")
    assert "no bot 'genius'" in refused("simulate", "ghost_town", "--seats", "genius,random")
    assert "at least 1" in refused("simulate", "ghost_town", "--games", "0")
    assert "no device 'tpu'" in refused("bench", "--device", "tpu")
    if not gpu.available():
        assert "CUDA" in refused("bench", "ghost_town", "--device", "cuda")
    assert "cannot be read" in refused("replay", "nowhere.json")
    assert "between 0 and 1" in refused("simulate", "ghost_town", "--until-ci", "2")
    assert "no setting 'depth'" in refused("simulate", "ghost_town", "--seats", "greedy:depth=2,random")
    assert "at least two bots" in refused("tournament", "ghost_town", "--bots", "greedy")
    assert "no bot 'genius'" in refused("report", "ghost_town", "--bot", "genius")
    assert "takes 2 or 3 players, not 7" in refused("report", "ghost_town", "--players", "7")
    assert "cannot be read" in refused("report", "ghost_town", "--components", "nowhere.toml")
    assert "takes 2 or 3 players, not 0" in refused("report", "ghost_town", "--players", "0")
    assert "above 0" in refused("bench", "ghost_town", "--seconds", "0")


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    nowhere = str(tmp_path / "nowhere" / "file")
    many = ("--games", "1000000")
    assert "there is no folder" in refused("simulate", "ghost_town", "--file", nowhere, *many)
    assert "there is no folder" in refused("report", "ghost_town", "--output", nowhere, *many)
    assert "it is a folder" in refused("report", "ghost_town", "--output", str(tmp_path), *many)


def test_a_town_file_that_breaks_a_rule(tmp_path: Path) -> None:
    grid = TOWNS[0]["grid"].split()
    d5, d6 = 4 * 7 + 3, 5 * 7 + 3
    grid[d5], grid[d6] = grid[d6], grid[d5]
    path = tmp_path / "town.txt"
    path.write_text("\n".join(" ".join(grid[7 * row : 7 * row + 7]) for row in range(7)))
    message = refused("play", "ghost_town", "--opening", str(path))
    assert "GT-BUILD-4" in message
    assert "D5" in message


def test_a_damaged_save(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("{")
    assert "not JSON" in refused("replay", str(path))
    path.write_text(json.dumps(fattorino.load("ghost_town").new(seed=1).save() | {"actions": [99]}))
    assert "action number 0 (99) is wrong" in refused("play", "--resume", str(path))


def test_simulate_reports_shares_with_intervals() -> None:
    words = (
        "simulate",
        "ghost_town",
        "--games",
        "6",
        "--seats",
        "random,random",
        "--rotate",
        "--workers",
        "1",
    )
    report = json.loads(run(*words, "--json")[0])
    assert report["games"] == 6
    assert report["decisions"] > 6 * 30
    assert set(report) >= {"games", "decisions", "seconds", "win_share", "seat_share", "win_share_interval"}
    assert len(report["seat_share"]) == 2
    out, _ = run(*words)
    assert "95 % interval" in out


def test_simulate_goes_on_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    words = ("simulate", "ghost_town", "--seats", "random,random", "--file", str(path), "--json")
    first = json.loads(run(*words, "--games", "3")[0])
    assert first["games"] == 3
    whole = json.loads(run(*words, "--games", "5")[0])
    alone = json.loads(run(*words[:4], "--games", "5", "--json")[0])
    for report in (whole, alone):
        report.pop("seconds")
    assert whole == alone
    assert "seed is 1 there and 2 here" in refused(*words, "--games", "5", "--seed", "2")
    path.write_text("[]")
    assert "holds no results of simulate" in refused(*words)


def test_a_tournament_rates_and_shows_undecided_games() -> None:
    words = ("tournament", "ghost_town", "--bots", "random,greedy", "--games", "1", "--turn-limit", "15")
    report = json.loads(run(*words, "--json")[0])
    assert {row["bot"] for row in report["ratings"]} == {"random", "greedy"}
    assert report["pairs"][0]["games"] == 1
    out, _ = run(*words)
    assert "Elo points; greedy has 0" in out and "nobody won" in out


def test_a_ladder_plays_each_bot_against_the_one_below() -> None:
    words = ("ladder", "ghost_town", "--bots", "random,greedy,net", "--games", "1", "--turn-limit", "15")
    report = json.loads(run(*words, "--json")[0])
    assert [pair["bots"] for pair in report["pairs"]] == [["greedy", "random"], ["net", "greedy"]]
    assert report["games"] == 2
    assert "2 games" in run(*words)[0]


def test_a_report_compares_with_changed_components(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FATTORINO_CACHE", str(tmp_path))
    overlay, page = tmp_path / "more.toml", tmp_path / "report.html"
    overlay.write_text("[setup]\ninitial_cards = 1\n")
    words = ("report", "ghost_town", "--bot", "random", "--games", "4")
    out, _ = run(*words, "--compare", str(overlay), "--output", str(page))
    assert "setup.initial_cards = 1 (printed: 2)" in out
    assert "Changed components" in page.read_text() and "What the change does" in page.read_text()
    report = json.loads(run(*words, "--components", str(overlay), "--json")[0])
    assert report["components"]["values"] == {"setup.initial_cards": 1}
    result = json.loads(
        run("simulate", "ghost_town", "--seats", "random,random", "--games", "2", "--json",
            "--components", str(overlay))[0]
    )  # fmt: skip
    assert result["components"] == report["components"]
    assert result["components"]["overlay"].startswith("more ")


def test_a_report_is_not_lost_to_ctrl_c_or_to_a_reader_who_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATTORINO_CACHE", str(tmp_path))
    overlay, page = tmp_path / "more.toml", tmp_path / "report.html"
    overlay.write_text("[setup]\ninitial_cards = 1\n")
    words = ["report", "ghost_town", "--bot", "random", "--games", "2", "--workers", "1"]
    played = []

    def play_the_first_only(job: Any, games: int, **more: Any) -> Part:
        played.append(job.components)
        if job.components is not None:
            raise KeyboardInterrupt
        return simulate(job, games, **more)

    monkeypatch.setattr("fattorino.arena.simulate.simulate", play_the_first_only)
    CliRunner().invoke(app, [*words, "--compare", str(overlay), "--output", str(page)])
    assert len(played) == 2
    assert "What the change does" not in page.read_text()
    page.unlink()

    def nobody_reads(_text: str) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(report_command, "print", nobody_reads, raising=False)
    CliRunner().invoke(app, [*words, "--json", "--output", str(page)])
    assert page.exists()


def test_a_game_with_changed_components_is_played_and_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FATTORINO_CACHE", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    overlay = tmp_path / "fewer.toml"
    overlay.write_text("[setup]\ninitial_cards = 1\n")
    words = ("play", "ghost_town", "--seats", "human,random", "--components", str(overlay))
    out, _ = run(*words, stdin="mu\nq\n")
    assert "Ghost Town (fewer " in out
    path = out.rsplit("--resume ", 1)[1].strip()
    assert json.loads(Path(path).read_text())["components"]["values"] == {"setup.initial_cards": 1}
    out, _ = run("play", "--resume", path, stdin="q\n")
    assert "Ghost Town (fewer " in out
    assert "knows its own components" in refused("play", "--resume", path, "--components", str(overlay))


def test_a_whole_game_by_typing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves, questions, a wrong key, saving, and the end with its map."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    match = fattorino.load("ghost_town").new(seats=2, seed=5, turn_limit=15)
    saved = tmp_path / "mine.json"
    words = iter(
        ["h", "zz", "? hu", "?", "? mu", "u", "l", f"save {saved}", "hu", *["mu", "1", "al", "ml"] * 20]
    )
    out = StringIO()
    console = Console(file=out, width=120)
    Terminal(match, ["human", "random", "random"], console, lambda prompt: next(words)).run()
    text = out.getvalue()
    assert match.over
    assert "Played with: turn_limit 15" in text
    assert "'zz' is not a choice" in text
    assert "GT-TURN-2" in text
    assert "this is possible now" in text
    assert "There is nothing to take back." in text
    assert "S start" in text, "the map is shown at the end"
    assert json.loads(saved.read_text())["players"] == ["human", "random", "random"]
    assert fattorino.replay(json.loads(saved.read_text())).options["turn_limit"] == 15


def test_many_choices_are_listed_when_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    match = fattorino.load("pizza_city").new(seed=12)
    out = StringIO()
    words = iter(["1", "a", "? u-boost", "q"])
    players = ["human", "random", "random", "random"]
    Terminal(match, players, Console(file=out, width=120), lambda prompt: next(words)).run()
    before, after = out.getvalue().split("There are 168 choices: type a key, such as", 1)
    assert "Lay it from" not in before
    assert after.count("Lay it from") == 168
    assert "Use Boost: One more block in this move: PC-FLAIR-1" in after


def test_s_rides_south_and_save_saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    match = fattorino.load("pizza_city").new(seed=12)
    while match.to_move != 1:
        match.play(int(match.legal()[0]))
    value = next(int(action) for action in match.legal() if 249 <= action < 253)
    match.play(value)  # the blue bike stands in the north-east corner
    out = StringIO()
    words = iter(["save named.json", "s", "q"])
    players = ["random", "human", "random", "random"]
    Terminal(match, players, Console(file=out, width=120), lambda prompt: next(words)).run()
    assert "You head south." in out.getvalue()
    assert (tmp_path / "named.json").exists()
    assert not (tmp_path / "pizza_city.json").exists()


def typed(match: fattorino.Match, *words: str, height: int | None = None) -> str:
    """What the terminal prints for what a person in the first seat types, among random bots."""
    out, rest = StringIO(), iter([*words, "q"])
    players = ["human", *["random"] * (len(match.roles) - 1)]
    console = Console(file=out, width=100, height=height, force_terminal=height is not None, no_color=True)

    def ask(prompt: str) -> str:
        out.write(prompt)
        return next(rest)

    Terminal(match, players, console, ask).run()
    return out.getvalue()


def test_save_never_replaces_another_game_unasked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    match = fattorino.load("ghost_town").new(seats=2, seed=5)
    for file in ("ghost_town.json", "mine.json"):
        (tmp_path / file).write_text("another game")
    out = typed(match, "save", "save mine.json", "n", "save", "mu", "save new.json", "save new.json", "save")
    assert out.count("Saved to ghost_town-2.json") == 3, "its own file is replaced, a new one is not begun"
    assert out.count("Saved to new.json") == 2
    assert "mine.json is there already; y replaces it > Nothing was saved" in out
    assert {file.name for file in tmp_path.glob("*.json")} == {
        "ghost_town.json", "ghost_town-2.json", "mine.json", "new.json",
    }  # fmt: skip
    for file in ("ghost_town.json", "mine.json"):
        assert (tmp_path / file).read_text() == "another game"
    out = typed(match, "save mine.json", "y")
    assert "Saved to mine.json" in out
    assert json.loads((tmp_path / "mine.json").read_text())["game"] == "ghost_town"


def test_undo_says_until_when_it_is_possible(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    match = fattorino.load("ghost_town").new(seats=2, seed=5)
    out = typed(match, "mu", "u")
    when = "A step can be taken back until something is revealed or somebody else decides."
    assert f"The last step was not yours. {when}" in " ".join(out.split())
    match = fattorino.load("pizza_city").new(seed=12)
    out = typed(match, "1", "u", "u")
    assert f"There is nothing to take back. {when}" in " ".join(out.split())
    assert match.move == 0


def test_a_hint_names_an_action_and_its_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    match = fattorino.load("ghost_town").new(seats=2, seed=5)
    labels = {label: match.game.key(action) for action, label in match.labels().items()}
    out = typed(match, "hint").split("> ", 1)[1]
    assert any(label in out and f"[{key}]" in out for label, key in labels.items())


def test_what_is_longer_than_the_screen_comes_in_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    match = fattorino.load("new_york").new(seats=2, seed=5)
    whole = typed(match, "places")
    assert "Enter: on" not in whole
    out = typed(match, "places", *[""] * 20, height=24)
    pages = out.split("Enter: on, q: enough > ")
    assert len(pages) > 3 and {page.count("\n") for page in pages[1:-1]} == {22}
    shown = "".join(pages[1:])
    assert all(line in shown for line in whole.split("> ", 1)[1].splitlines()[-40:-6] if "[" not in line)
    assert typed(match, "places", "q", height=24).count("Enter: on") == 1


def test_a_line_is_played_as_far_as_it_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    match = fattorino.load("pizza_city").new(seed=12)
    face = match.game.key(int(match.legal()[0]))
    out = StringIO()
    words = iter([f"{face} m1", "u", f"{face} a34", f"a3a4; {face}", "nonsense k0", "q"])
    players = ["human", "random", "random", "random"]
    Terminal(match, players, Console(file=out, width=160), lambda prompt: next(words)).run()
    told = out.getvalue()
    assert "Stopped at “a34”. Something else is asked now" in told
    assert "(PC-" in told.split("Stopped at “m1”. ")[1].splitlines()[0]
    assert f"Stopped at “{face}”. Nothing can be taken back here" in told
    assert "'nonsense' is not a choice" in told


def test_a_line_stops_when_something_is_revealed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    match = fattorino.load("ghost_town").new(seats=2, seed=5)
    out = StringIO()
    words = iter(["mu ml", "q"])
    Terminal(
        match, ["human", "random", "random"], Console(file=out, width=160), lambda prompt: next(words)
    ).run()
    assert "Stopped at “ml”." in out.getvalue()
    mine = [line for line in match.log() if line.startswith("Deliverer 1: Move")]
    assert mine == ["Deliverer 1: Move up."]


@pytest.mark.parametrize("name", fattorino.games.names())
def test_no_key_of_a_game_means_something_else_in_the_terminal(name: str) -> None:
    """A key is not a number of the list, not a command, and one word that is typed as it is shown."""
    game = fattorino.load(name)
    keys = [game.key(action) for action in range(game.num_actions)]
    assert [key for key in keys if key in COMMANDS or key.isdigit() or key.startswith("?")] == []
    assert [key for key in keys if key != key.lower() or BETWEEN.search(key)] == []
    assert len(set(filter(None, keys))) == len(list(filter(None, keys)))


def test_leaving_and_resuming(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    out, _ = run("play", "ghost_town", "--seats", "human,random", "--seed", "3", stdin="mu\nmr\nq\n")
    path = out.rsplit("--resume ", 1)[1].strip()
    assert Path(path).exists()
    out, _ = run("play", "--resume", path, stdin="l\nq\n")
    assert "You: Move up." in out
    assert "Turn 3 of 20" in out
    message = refused("play", "pizza_city", "--resume", path, "--turn-limit", "30")
    assert "knows its own game and options: leave out pizza_city --turn-limit 30" in message
    assert "knows its own seed: leave out --seed" in refused("play", "--resume", path, "--seed", "3")


def test_no_game_is_lost_where_it_cannot_be_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "taken").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "taken"))  # a file, so no folder can be made in it
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    bad = tmp_path / "taken" / "game.json"
    out, _ = run(
        "play", "ghost_town", "--seats", "human,random", stdin=f"save {bad}\nsave {tmp_path}\nmu\nq\n"
    )
    assert out.replace("\n", "").count("cannot be written") == 3
    path = Path(out.rsplit("--resume ", 1)[1].strip())
    assert path.parent == tmp_path
    assert json.loads(path.read_text())["actions"]


def test_two_people_do_not_see_each_others_hands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    match = fattorino.load("ghost_town").new(seats=2, seed=5)
    asked = []

    def ask(prompt: str) -> str:
        asked.append(prompt)
        return "q" if len(asked) > 2 else "mu" if prompt.startswith("[bold]") else ""

    Terminal(match, ["human", "human", "random"], Console(file=StringIO(), width=120), ask).run()
    assert "Deliverer 2, press Enter" in asked[1]


def test_no_bot_at_the_terminal_sits_on_two_seats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search goes on from what it thought before: of what another seat saw it must know nothing."""
    sat: list[set[int]] = []

    class Noting:
        def __init__(self) -> None:
            self.seats: set[int] = set()
            sat.append(self.seats)

        def choose(self, view: Any, seat: int, actions: Any, seed: int) -> int:
            self.seats.add(seat)
            if sum(map(len, sat)) == 4:
                raise EOFError
            return int(actions[0])

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("fattorino.terminal.bots.make", lambda name, game: Noting())
    match = fattorino.load("pizza_city").new(seats=4, seed=1)
    Terminal(match, ["hard"] * 4, Console(file=StringIO())).run()

    assert sat == [{0}, {1}, {2}, {3}]


def test_stepping_through_a_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    match = fattorino.load("ghost_town").new(seats=2, seed=5)
    for action in (0, 1, 2):
        match.play(action)
    out = StringIO()
    console = Console(file=out, width=120)
    words = iter(["", "", "b", "3", ""])
    monkeypatch.setattr(console, "input", lambda prompt: next(words))
    show_replay(match, 0, console, all_at_once=False)
    assert "2 of 3" in out.getvalue()
    assert "You: Move up." in out.getvalue()


@pytest.mark.bulk
def test_compile_and_bench() -> None:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "0"}
    command = [sys.executable, "-m", "fattorino", "compile", "ghost_town", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=600, check=True)
    steps = [json.loads(line) for line in done.stdout.splitlines()]
    assert steps[-1]["name"] == "done"
    assert [step["name"] for step in steps if "seconds" in step] == ["table", "bots", "arena"]
    command = [sys.executable, "-m", "fattorino", "bench", "ghost_town", "--seconds", "0.2", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=600, check=True)
    row = json.loads(done.stdout)[0]
    assert row["playouts"] > 500_000
    assert row["match_play"] > 2_000
    assert row["state_bytes"] < 2048


def test_without_arguments_the_table_opens_in_a_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Any] = []
    importlib.import_module("fattorino.cli")  # which adds the commands
    monkeypatch.setattr("fattorino.server.run", lambda given, browse: opened.append((given.port, browse)))
    CliRunner().invoke(app, [], catch_exceptions=False)
    assert opened == [(8000, True)]

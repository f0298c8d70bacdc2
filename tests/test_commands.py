"""The commands as a newcomer meets them: in groups, with help, and with an answer to a slip."""

import json
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
import typer

import fattorino
from fattorino import cli
from fattorino.arena import origin
from fattorino.commands.common import GAME_OPTIONS, app
from fattorino.commands.group import GROUPS
from fattorino.commands.near import own_options

ROOT = Path(__file__).parent.parent
COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]
OF_A_GAME = [name for name, command in COMMANDS.items() if command.context_settings == GAME_OPTIONS]
TRIED = {  # what people type, and the options it stands for where a command has them
    "--bots": {"--seats", "--bot", "--bots", "--players", "--seat", "--against"},
    "--players": {"--seats", "--bot", "--bots", "--players", "--seat", "--against"},
    "--seats": {"--seats", "--bot", "--bots", "--players", "--seat", "--against"},
    "--count": {"--games", "--limit", "--updates"},
    "-n": {"--games", "--limit", "--updates"},
    "--gamse": {"--games"},
    "--sede": {"--seed"},
    "--treads": {"--threads"},
    "--jobs": {"--jobs", "--workers", "--threads"},
    "--out": {"--output", "--out", "--file"},
    "--overlay": {"--components", "--compare"},
    "--until": {"--until-ci"},
    "--db": {"--database"},
    "--jsno": {"--json"},
    "-h": {"--help"},
}

Answer = Callable[..., tuple[str, str]]


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Answer:
    """Runs a command here; gives what it printed and what it refused."""

    def run(*words: str, code: int = 0, columns: int = 80) -> tuple[str, str]:
        monkeypatch.setattr("sys.argv", ["fattorino", *words])
        monkeypatch.setenv("COLUMNS", str(columns))
        with pytest.raises(SystemExit) as left:
            cli.main()
        said = capsys.readouterr()
        assert (left.value.code or 0) == code, said
        return said.out, said.err

    return run


def test_every_command_is_in_a_group_and_play_is_the_first(answer: Answer) -> None:
    assert sorted(COMMANDS) == sorted(name for names in GROUPS.values() for name in names)
    out, _ = answer("--help")
    places = [out.index(f"│ {name} ") for names in GROUPS.values() for name in names]
    assert places == sorted(places)
    assert out.index("│ play ") == min(places)
    assert all(title in out for title in GROUPS)
    assert "every game has a lesson" in out


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_every_command_fits_80_columns(name: str, answer: Answer) -> None:
    command = COMMANDS[name]
    assert command.help
    assert all(option.help for option in command.params if option.name != "context")
    out, _ = answer(name, "--help")
    assert max(map(len, out.splitlines())) <= 80
    assert all(option in out for option in own_options(command)), "a name is cut off"
    assert "…" not in out
    if name in OF_A_GAME:
        assert "`fattorino games GAME` lists" in out


@pytest.mark.parametrize("name", COMMANDS)
def test_a_slip_is_answered_with_the_option_that_was_meant(name: str, answer: Answer) -> None:
    own = own_options(COMMANDS[name])
    for typed, meant in TRIED.items():
        wanted = meant & set(own)
        if typed in own or not wanted:
            continue
        words = [name, *(["ghost_town"] if name in OF_A_GAME else []), typed, "3"]
        _out, err = answer(*words, code=2, columns=120)
        line = next(line for line in err.splitlines() if f"option {typed}" in line.replace(":", ""))
        assert [option for option in wanted if option in line], f"{typed}: {line}"
        assert "did you mean" in line or "Possible options" in line


def test_an_unknown_option_is_answered_by_the_nearest_then_by_all_in_groups(answer: Answer) -> None:
    _out, err = answer("simulate", "new_york", "--bots", "greedy,random", code=2)
    first, *rest = err.splitlines()
    assert first == "fattorino: there is no option --bots; did you mean --seats?"
    assert rest[0].startswith("simulate has --games, --seats,")
    assert any(line.startswith("  Personal goals: --personal-goals, --goal-limit,") for line in rest)
    assert max(map(len, rest)) <= 80
    shown = set(err.replace(",", " ").split())
    options = fattorino.load("new_york").options
    assert {"--" + option.replace("_", "-") for option in options if option != "seats"} <= shown
    _out, err = answer("play", "ghost_town", "--turn=15", code=2)
    assert "did you mean --turn-limit?" in err
    _out, err = answer("report", "papa_paolo", "--until-ci", "0.01", code=2)
    assert err.startswith("fattorino: there is no option --until-ci\nreport has --games,")
    _out, err = answer("play", "ghost_town", "--colour", "red", code=2)
    assert err.startswith("fattorino: there is no option --colour\nplay has --seats,")


@pytest.mark.parametrize("name", fattorino.games.names())
def test_every_option_is_in_a_group(name: str, answer: Answer) -> None:
    options = fattorino.load(name).options
    grouped = [option for group in options.groups().values() for option in group]
    assert sorted(option.name for option in grouped) == sorted(set(options) - {"seats"})
    out, _ = answer("games", name)
    assert all(title in out for title in options.groups())
    if name != "pizza_race":
        assert all(option.group for option in grouped)


def test_what_is_not_a_command_is_answered_by_where_to_find_it(answer: Answer) -> None:
    for word in ("learn", "tutorial", "lessons"):
        assert "lessons are in the browser" in answer(word, code=2)[1]
    assert "`fattorino play ghost_town`" in answer("ghost_town", code=2)[1]
    assert "`fattorino serve`" in answer("web", code=2)[1]
    assert "Did you mean 'play'" in answer("plya", code=2)[1]
    assert "No such command 'xyzzy'" in answer("xyzzy", code=2)[1]
    assert not set(COMMANDS) & {"learn", "web", "resume"}, "a command hides its own answer"


def test_the_start_page_names_every_command() -> None:
    page = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f"`fattorino {name}" not in page] == []


def test_games_lists_some_games(answer: Answer) -> None:
    out, _ = answer("games", "pizza_city")
    assert "--pizzas-to-win" in out and "ghost_town" not in out
    assert "no game 'ludo'" in answer("games", "ludo", code=2)[1]


def test_the_version_names_the_commit_of_a_checkout(
    answer: Answer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, _ = answer("--version")
    assert out.startswith(f"Fattorino {fattorino.__version__}, ")
    assert "Python 3." in out and "Numba" in out
    (tmp_path / "__init__.py").touch()
    monkeypatch.setattr(origin, "PACKAGE", tmp_path)
    assert "commit" not in answer("--version")[0]
    git = ("git", "-C", str(tmp_path), "-c", "user.name=A", "-c", "user.email=a@example.org")
    for words in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "One")):
        subprocess.run([*git, *words], check=True)
    sha = origin.commit() or ""
    assert len(sha) == 40 and f"commit {sha[:8]}, Python" in answer("--version")[0]
    (tmp_path / "__init__.py").write_text("changed")
    assert f"commit {sha[:8]}+, Python" in answer("--version")[0]


def test_debug_shows_where_an_error_comes_from(answer: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Traceback" not in answer("play", "ludo", code=2)[1]
    monkeypatch.setenv("FATTORINO_DEBUG", "")  # set by --debug, and restored afterwards
    _out, err = answer("--debug", "play", "ludo", code=2)
    assert "Traceback" in err and "UnknownGame" in err
    assert err.splitlines()[-1].startswith("fattorino: there is no game 'ludo'")


INTERRUPTED = """
import sys

class Interrupt:
    def find_spec(name, *more):
        if name == {module!r}:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupt)
sys.argv = ["fattorino", "games"]
from {start} import main
main()
"""


@pytest.mark.parametrize("module", ["fattorino", "numpy", "fattorino.kernel.game", "fattorino.cli"])
def test_ctrl_c_while_the_package_is_loaded_is_quiet(module: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    start, _colon, function = project["scripts"]["fattorino"].partition(":")
    assert function == "main"
    code = INTERRUPTED.format(module=module, start=start)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_games_lists_the_others_and_says_what_is_wrong_with_one(
    answer: Answer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fattorino.games, "_guests", dict(fattorino.games._guests))
    monkeypatch.setattr(fattorino.games, "_found", dict(fattorino.games._found))
    folder = tmp_path / "lame_race"
    shutil.copytree(fattorino.load("pizza_race").folder, folder)
    (folder / "components.toml").write_text("[game\n")
    fattorino.games.invite(folder)
    sentence = (
        "fattorino: lame_race cannot be loaded: components.toml, line 1: this is not TOML: Expected ']'"
    )
    out, err = answer("games", code=2)
    assert "--turn-limit" in out and "--pizzas-to-win" in out
    assert err.startswith(sentence) and err.count("\n") == 1
    out, err = answer("games", "--json", code=2)
    assert {game["name"] for game in json.loads(out)} >= {"ghost_town", "new_york"}
    assert answer("play", "lame_race", code=2)[1].startswith(sentence)
    assert answer("games", "ghost_town")[1] == ""
    monkeypatch.setenv("FATTORINO_DEBUG", "1")
    assert "Traceback" in answer("play", "lame_race", code=2)[1]

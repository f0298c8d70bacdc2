"""Settings and startup: every refusal is one sentence that says what to do."""

from __future__ import annotations

import json
import logging
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from fattorino.server import launch, logs
from fattorino.server.settings import BadSetting, Settings
from fattorino.server.storage.store import Store

pytestmark = pytest.mark.bulk

ROOT = Path(__file__).parent.parent.parent


def test_arguments_win_over_the_environment_over_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    environ = {
        "FATTORINO_HOST": "0.0.0.0",
        "FATTORINO_PORT": "9000",
        "FATTORINO_PROXY": "on",
        "FATTORINO_CACHE": "/x",
    }

    for name, value in environ.items():
        monkeypatch.setenv(name, value)

    settings = Settings.read({"port": 9001, "host": None})

    assert (settings.host, settings.port, settings.proxy, settings.bot_pause) == ("0.0.0.0", 9001, True, 0.6)
    assert settings.database_url.startswith("sqlite:///")
    monkeypatch.setenv("FATTORINO_DATABASE", "postgresql://x/y")
    assert Settings.read().database_url == "postgresql://x/y"


@pytest.mark.parametrize(
    ("environ", "sentence"),
    [
        ({"FATTORINO_PORT": "many"}, "FATTORINO_PORT must be a number, not 'many'"),
        ({"FATTORINO_PORT": "70000"}, "port must be 0 to 65535"),
        ({"FATTORINO_PROXY": "perhaps"}, "FATTORINO_PROXY must be on or off"),
        ({"FATTORINO_LOG_FORMAT": "xml"}, "log_format must be text or json"),
        ({"FATTORINO_BOT_PAUSE": "-1"}, "bot_pause cannot be negative"),
    ],
)
def test_a_wrong_setting_is_named(
    monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], sentence: str
) -> None:
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(BadSetting, match=sentence.replace("(", r"\(")):
        Settings.read()


def test_every_setting_has_a_help_and_a_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    samples = {bool: "on", int: "7", float: "7.5", str: "text"}
    literal = {"log_format": "json", "log_level": "debug", "tables_by": "operator"}
    literal |= {"imprint": "/imprint", "privacy": "https://club.example/privacy"}
    for name, help in Settings.helps().items():
        assert help.endswith(".") and len(help) > 20
        given = literal.get(name, samples[Settings.kinds()[name]])
        monkeypatch.setenv(f"FATTORINO_{name.upper()}", given)
        assert str(getattr(Settings.read(), name)) in (given, "True")


def test_a_misspelt_variable_is_named_with_the_right_one() -> None:
    environ = {"FATTORINO_KEPDAYS": "3", "FATTORINO_PORT": "1", "FATTORINO_CACHE": "x", "FATTORINO_XYZZY": ""}
    told = Settings.misspelt(environ | {"HOME": "/"})
    assert told == [
        "There is no setting FATTORINO_KEPDAYS; did you mean FATTORINO_KEEP_DAYS?",
        "There is no setting FATTORINO_XYZZY; it is ignored.",
    ]
    assert Settings.misspelt({f"FATTORINO_{name.upper()}": "" for name in Settings.helps()}) == []
    refused = serve("--host", "192.0.2.1", environ={"FATTORINO_KEPDAYS": "3"})
    assert "did you mean FATTORINO_KEEP_DAYS?" in refused.stderr


def test_the_help_shows_whole_names_and_defaults() -> None:
    commands = [[sys.executable, "-m", "fattorino", "serve"], [sys.executable, "-m", "fattorino.server"]]
    for command in commands:
        narrow = os.environ | {"COLUMNS": "80", "TERM": "dumb", "NO_COLOR": "1"}
        shown = subprocess.run([*command, "--help"], capture_output=True, text=True, check=True, env=narrow)
        text = " ".join(re.sub("[│╭╮╰╯─]", " ", shown.stdout).split())
        assert "…" not in text
        for name, default in Settings.defaults().items():
            assert f"--{name.replace('_', '-')} " in text, name
            assert not default or f"{default}]" in text or f"({default})]" in text, (name, default)
    assert Settings.defaults()["bot_pause"] == "0.6" and Settings.defaults()["keep_days"] == "0"


def test_what_is_packaged_uses_settings_that_there_are() -> None:
    known = {f"FATTORINO_{name.upper()}" for name in Settings.helps()} | {
        "FATTORINO_CACHE",
        "FATTORINO_DEBUG",
    }
    files = [*(ROOT / "packaging").glob("*/*.service"), ROOT / "docs/operate.md"]
    for file in [*files, ROOT / "packaging/Containerfile", ROOT / "packaging/compose.yaml"]:
        used = set(re.findall("FATTORINO_[A-Z_]+", file.read_text()))
        assert used <= known and (used or "backup" in file.name), file


def test_the_data_folder_is_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert Settings().database_url == "sqlite:////somewhere/fattorino/tables.db"


def serve(*flags: str, environ: Mapping[str, str] = {}) -> subprocess.CompletedProcess[str]:
    """Run the server and expect it to refuse."""
    command = [sys.executable, "-m", "fattorino.server", *flags]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, env=os.environ | dict(environ))


def test_a_port_in_use_is_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        refused = serve("--port", str(port), "--database", str(tmp_path / "tables.db"))

    assert refused.returncode == 1
    assert refused.stderr.strip() == f"Port {port} is in use; choose another, for example --port {port + 1}."
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_cannot_be_opened_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("This is not a database. " * 20)

    refused = serve("--port", "0", "--database", str(tmp_path / "letter.txt"))

    assert refused.returncode == 1
    assert len(refused.stderr.strip().splitlines()) == 1
    assert "cannot be opened" in refused.stderr


def test_an_address_that_is_not_ours_is_one_sentence(tmp_path: Path) -> None:
    refused = serve("--host", "192.0.2.1", "--port", "0", "--database", str(tmp_path / "tables.db"))

    assert refused.returncode == 1
    assert "cannot listen on 192.0.2.1" in refused.stderr


def test_the_greeting_tells_the_address_on_the_network(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(launch, "lan_address", lambda: "10.0.0.7")

    launch.greet(Settings(host="0.0.0.0"), 8000, Store(f"sqlite:///{tmp_path / 'tables.db'}"), "")

    told = capsys.readouterr().err
    assert "token" not in told
    assert "http://localhost:8000" in told
    assert "http://10.0.0.7:8000" in told


def test_a_log_for_programs_begins_with_lines_for_programs_and_no_token(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(root, "level", root.level)
    logs.set_up("json", "info")

    launch.greet(Settings(log_format="json"), 8000, Store(f"sqlite:///{tmp_path / 'tables.db'}"), "s3cret")

    told = capsys.readouterr().err
    lines = [json.loads(line) for line in told.splitlines()]
    assert [line["message"] for line in lines] == ["open", "operator's token made"]
    assert lines[0]["url"] == "http://127.0.0.1:8000" and "operator-token" in lines[1]["file"]
    assert "s3cret" not in told


def test_a_stopped_server_has_kept_everything(process: Callable[..., Any]) -> None:
    server = process()
    server.wait()
    made = server.make("human", "human", seed=6)
    server.play_on(made, 4)
    before = server.state(made, 0)

    assert server.stop() in (0, -15)
    again = process()
    again.wait()

    assert again.state(made, 0) == before


@pytest.mark.parametrize(
    ("name", "link"),
    [("random_client.py", False), ("random_client.py", True), ("observing_client.py", False)],
    ids=["random", "random-by-link", "observing"],
)
def test_the_example_clients_play_a_game(process: Callable[..., Any], name: str, link: bool) -> None:
    server = process()
    server.wait()
    example = Path(__file__).parent.parent.parent / "examples" / name
    seat = server.make("human", "random").body["seats"][0]["url"]
    given = seat if link else server.url

    done = subprocess.run([sys.executable, str(example), given], capture_output=True, text=True, timeout=100)

    assert done.returncode == 0, done.stderr
    assert "Scores:" in done.stdout
    assert len(example.read_text().splitlines()) <= 40

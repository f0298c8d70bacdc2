"""docs/operate.md: its commands in order, with real PostgreSQL, nginx and curl; units read by systemd."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from ports import free_port
from server.conftest import environment, wait_until
from server.postgres import Postgres, found
from server.stand_ins import DONE

pytestmark = [pytest.mark.postgres, pytest.mark.bulk]

ROOT = Path(__file__).parents[2]
UNITS = ROOT / "packaging" / "systemd"
NAME = "play.example.org"
PLACE = re.compile(r"(?<![\w.-])/(etc|opt|var|usr/local)/")
FOLDERS = (
    "etc/systemd/system",
    "etc/nginx/sites-available",
    "etc/nginx/sites-enabled",
    "usr/local/bin",
    "running",
)
NGINX = """
{user} pid {here}/nginx.pid; error_log {here}/error.log;
events {{}}
http {{
  access_log off;
  client_body_temp_path {here}/body; proxy_temp_path {here}/proxy; fastcgi_temp_path {here}/f;
  uwsgi_temp_path {here}/u; scgi_temp_path {here}/s;
  include {here}/etc/nginx/sites-enabled/*;
}}
"""


class Machine:
    """A folder that stands for the root of a Debian, with PostgreSQL and nginx."""

    def __init__(self, here: Path) -> None:
        self.here = here
        self.ports = {old: free_port() for old in (8000, 8001, 443, 80)}
        nginx = shutil.which("nginx", path="/usr/sbin:/usr/bin")
        assert found() and nginx, "make system"
        self.postgres = Postgres("postgres")
        for folder in FOLDERS:
            (here / folder).mkdir(parents=True)
        user = "user root;" if os.geteuid() == 0 else ""
        (here / "nginx.conf").write_text(NGINX.format(here=here, user=user))
        program_folder = here / "opt" / "fattorino" / ".venv" / "bin"
        program_folder.mkdir(parents=True)
        self.program(program_folder / "fattorino", "-m", "fattorino")
        for name in DONE:
            place = program_folder if name == "pip" else here / "usr/local/bin"
            self.program(place / name, str(ROOT / "tests/server/stand_ins.py"), name)
        self.copy(ROOT / "packaging", here / "opt/fattorino/packaging")
        chain = here / "etc/letsencrypt/live" / NAME / "fullchain.pem"
        to_nginx = ["--connect-to", f"{NAME}:443:127.0.0.1:{self.ports[443]}", "--cacert", str(chain)]
        self.environ = environment() | {
            "PATH": f"{here}/usr/local/bin:{os.environ['PATH']}",
            "STAND_INS": str(here),
            "PROXY": nginx,
            "CURL": json.dumps(to_nginx),
            "PGHOST": str(self.postgres.folder),
            "FATTORINO_COMPILE": "off",
        }
        self.run("systemctl start nginx")  # as it is where Debian has installed it

    def program(self, file: Path, *words: str) -> None:
        """A program that runs Python."""
        file.write_text(f'#!/bin/sh\nexec {sys.executable} {" ".join(words)} "$@"\n')
        file.chmod(0o755)

    def copy(self, source: Path, target: Path) -> None:
        """What is packaged, for this machine."""
        shutil.copytree(source, target)
        for file in [*target.glob("systemd/*"), target / "nginx.conf"]:
            text = self.here_and_now(file.read_text())
            file.write_text(re.sub("FATTORINO_CACHE=\\S+", "FATTORINO_BOT_PAUSE=0", text))

    def here_and_now(self, text: str) -> str:
        """Commands or settings with the places and ports of this machine."""
        text = PLACE.sub(rf"{self.here}/\1/", text.replace("/usr/bin/python3", "python3"))
        text = text.replace("listen 443", f"listen 127.0.0.1:{self.ports[443]}")
        text = text.replace("listen 80;", f"listen 127.0.0.1:{self.ports[80]};")
        for old in (8000, 8001):
            text = text.replace(str(old), str(self.ports[old]))
        return text.replace("fattorino tables", f"fattorino tables --url http://127.0.0.1:{self.ports[8000]}")

    def run(self, commands: str) -> str:
        """Run commands as a shell does that stops at the first that fails; what they print."""
        script = ["bash", "-euc", self.here_and_now(commands)]
        done = subprocess.run(
            script, env=self.environ, capture_output=True, text=True, timeout=300, cwd=self.here
        )
        logs = [file.read_text()[-2000:] for file in self.here.glob("*.log")]
        assert done.returncode == 0, "\n".join([commands, done.stdout, done.stderr, *logs])
        return done.stdout

    def client(self) -> httpx.Client:
        """Somebody at the public address."""
        trusted = ssl.create_default_context(
            cafile=self.here / "etc/letsencrypt/live" / NAME / "fullchain.pem"
        )
        return httpx.Client(base_url=f"https://127.0.0.1:{self.ports[443]}", verify=trusted, timeout=60)

    def ask(
        self, client: httpx.Client, method: str, path: str, token: str = "", **more: Any
    ) -> httpx.Response:
        """One request, for the public name."""
        headers = {"Host": NAME, **({"Authorization": f"Bearer {token}"} if token else {})}
        extensions = {"sni_hostname": NAME}
        return client.request(
            method, path, headers=headers | more.pop("headers", {}), extensions=extensions, **more
        )

    def close(self) -> None:
        """Stop everything."""
        for unit in (self.here / "running").iterdir():
            os.kill(int(unit.read_text()), signal.SIGTERM)
        self.run("systemctl stop nginx")
        self.postgres.stop(signal.SIGINT)
        shutil.rmtree(self.postgres.folder, ignore_errors=True)


@pytest.fixture(name="machine")
def _machine(tmp_path: Path) -> Iterator[Machine]:
    machine = Machine(tmp_path)
    yield machine
    machine.close()


def blocks() -> dict[str, list[str]]:
    """The commands of the page, by heading."""
    found: dict[str, list[str]] = {}
    page = (ROOT / "docs" / "operate.md").read_text(encoding="utf-8")
    for part in re.split(r"^##+ ", page, flags=re.MULTILINE)[1:]:
        commands = re.findall(r"^```sh\n(.*?)^```", part, re.DOTALL | re.MULTILINE)
        if commands:
            found[part.partition("\n")[0]] = commands
    return found


def test_the_commands_of_the_page_in_order(machine: Machine) -> None:
    page = blocks()
    assert list(page) == [
        "From an empty Debian to a club's server",
        "Back up and restore",
        "Upgrade",
        "Look after tables",
    ]
    install, (backup, restore), (upgrade,), (look,) = page.values()
    for commands in install:
        said = machine.run(commands)
    assert said.endswith('{"status":"ready"}'), "through nginx, with TLS"

    order = {"game": "ghost_town", "seats": [{"kind": "human", "name": "Ada Rossi"}, {"kind": "human"}]}
    with machine.client() as client:
        page_shown = machine.ask(client, "GET", "/", headers={"Accept": "text/html"})
        assert page_shown.status_code == 200 and "__Host-fattorino" in page_shown.headers["set-cookie"]
        made = machine.ask(client, "POST", "/api/matches", json=order).json()
        path, token = f"/api/matches/{made['id']}", made["seats"][0]["token"]
        assert made["url"].startswith(f"https://{NAME}/")
        script = machine.ask(client, "GET", "/static/table.js")
        assert script.headers["content-encoding"] == "gzip"

        said = machine.run(backup)
        (file,) = (machine.here / "var/lib/fattorino/backups").glob("*.db")
        assert file.name in said and "-rw------- " in said
        later = machine.ask(client, "POST", "/api/matches", json=order).json()["id"]
        machine.run(restore)

        def ready() -> bool:
            return machine.ask(client, "GET", "/readyz").status_code == 200

        wait_until(ready)
        assert machine.ask(client, "GET", f"/api/matches/{later}").status_code == 404, "made after the backup"
        assert machine.ask(client, "GET", path, token).json()["seat"] == 0
        machine.run(upgrade)
        state = machine.ask(client, "GET", path, token).json()
        move = {"action": state["legal"][0]["action"], "version": state["version"]}
        assert machine.ask(client, "POST", f"{path}/actions", token, json=move).status_code == 200

    said = machine.run(look)
    assert said.count(made["id"]) == 2 and '"Ada Rossi"' in said and later not in said


@pytest.mark.parametrize("name", sorted(file.name for file in UNITS.iterdir()))
def test_systemd_understands_the_units(name: str, tmp_path: Path) -> None:
    place = tmp_path / name.replace("@", "@8000")
    text = (UNITS / name).read_text()
    place.write_text(text.replace("/opt/fattorino/.venv/bin/fattorino", sys.executable))
    if name.endswith(".timer"):
        shutil.copy(UNITS / name.replace(".timer", ".service"), tmp_path)
        (tmp_path / name.replace(".timer", ".service")).write_text("[Service]\nExecStart=/bin/true\n")
    said = subprocess.run(["systemd-analyze", "verify", str(place)], capture_output=True, text=True)
    assert (said.returncode, said.stdout, said.stderr) == (0, "", "")
    if name.endswith(".service"):
        judge = ["systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", str(place)]
        said = subprocess.run(judge, capture_output=True, text=True)
        assert said.returncode == 0 and " OK " in said.stdout.splitlines()[-1], said.stdout

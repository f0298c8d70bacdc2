"""Two processes behind nginx, which gives each request to the next one, are one server."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from ports import free_port
from server.conftest import PATIENCE, Server, wait_until
from server.test_notifications import _postgres, database  # noqa: F401

pytestmark = [pytest.mark.postgres, pytest.mark.bulk]

CLIENT = Path(__file__).parents[2] / "examples" / "random_client.py"
NGINX = """
daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{}}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/f;
  uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  upstream processes {{ server 127.0.0.1:{one}; server 127.0.0.1:{two}; }}
  server {{
    listen 127.0.0.1:{port};
    proxy_set_header Host $host;
    location / {{ proxy_pass http://processes; }}
  }}
}}
"""


@pytest.fixture(name="club")
def _club(process: Callable[..., Any], database: str, tmp_path: Path) -> Iterator[Server]:  # noqa: F811
    """The address of nginx, behind which two processes share a database."""
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        pytest.skip("nginx is not installed")
    ports = free_port(), free_port()
    for server in [process(database=database, port=number) for number in ports]:
        server.wait()
    port = free_port()
    places = {"folder": tmp_path, "one": ports[0], "two": ports[1], "port": port}
    (tmp_path / "nginx.conf").write_text(NGINX.format(**places))
    nginx = subprocess.Popen([program, "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")])
    club = Server(f"http://127.0.0.1:{port}")

    def answers() -> bool:
        try:
            return httpx.get(f"{club.url}/readyz").status_code == 200
        except httpx.HTTPError:
            return False

    try:
        wait_until(answers, 30.0)
        yield club
    finally:
        club.http.close()
        nginx.terminate()
        nginx.wait(PATIENCE)


def test_the_example_client_plays_a_game(club: Server) -> None:
    done = subprocess.run(
        [sys.executable, str(CLIENT), club.url], capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    assert "Scores: " in done.stdout


def test_seats_are_claimed_one_after_the_other_and_the_game_starts(club: Server) -> None:
    for _table in range(5):
        made = club.make("human", "human")
        for seat, token in made.tokens.items():
            answer = club.post(f"/api/matches/{made.id}/claim", token, {"name": f"Ada {seat}"})
            assert answer.status_code == 200, answer.text
            made.tokens[seat] = answer.json()["token"]
        names = {seat["name"] for seat in club.state(made, 0)["seats"]}
        assert {"Ada 0", "Ada 1"} <= names

        order = club.make("human", "human", start=False)
        path = f"/api/matches/{order.id}"
        for seat in (0, 1):
            assert club.call("PUT", f"{path}/seats/{seat}/bot", order.host, json={"bot": "greedy"}).is_success
        started = club.post(f"{path}/start", order.host)
        assert started.status_code == 200, started.text
        assert club.state(order)["status"] != "open"


def test_people_at_many_tables_are_never_shown_less_than_they_were_told(club: Server) -> None:
    """Each plays, talks, takes notes and reads: nothing is refused, nothing is stale."""

    def play(number: int) -> int:
        mine = Server(club.url)
        with mine.http:
            return game(mine, number)

    def game(mine: Server, number: int) -> int:
        chance = random.Random(number)
        made, told = mine.make("human", "human", seed=number), {0: 0, 1: 0}
        path = f"/api/matches/{made.id}"
        for move in range(25):
            for seat, version in told.items():
                state = mine.state(made, seat)
                assert state["version"] >= version, "less than the answer to one's own move"
                if state["over"]:
                    return move
                if not state["legal"]:
                    continue
                action = chance.choice(state["legal"])["action"]
                answer = mine.move(made, seat, action, state["version"])
                assert answer.status_code == 200, answer.text
                told[seat] = answer.json()["version"]
            said = mine.post(f"{path}/chat", made.tokens[0], {"text": f"line {move}"})
            assert said.status_code in (200, 403, 429), said.text  # or silent, or too fast for a chat
            if said.status_code == 200:
                assert mine.state(made, 1)["chat"][-1]["text"] == f"line {move}"
            cell = {"notes": {f"cell-{move}": "wall"}}
            assert mine.call("PUT", f"{path}/notes", made.tokens[0], json=cell).status_code == 200
            kept = mine.get(f"{path}/notes", made.tokens[0]).json()["notes"]
            assert len(kept) == move + 1
        return 25

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(play, range(6))) > 50


def test_who_sits_down_at_once_is_not_refused_for_the_other(club: Server) -> None:
    """Two people take different seats at the same moment, through different processes."""
    with ThreadPoolExecutor(2) as pool:
        for _table in range(8):
            made = club.make("human", "human", start=False)

            def take(seat: int, made: Any = made) -> httpx.Response:
                with httpx.Client(base_url=club.url, timeout=PATIENCE) as person:
                    person.get("/", headers={"Accept": "text/html"})
                    return person.post(f"/api/matches/{made.id}/seats/{seat}", json={"name": f"P{seat}"})

            answers = list(pool.map(take, (0, 1)))
            assert [answer.status_code for answer in answers] == [200, 200], [a.text for a in answers]
            seats = club.state(made)["seats"]
            assert [seat["name"] for seat in seats[:2]] == ["P0", "P1"]

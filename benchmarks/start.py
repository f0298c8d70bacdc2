"""How soon one can play: seconds from starting the server, or the terminal, with an empty cache.

python benchmarks/start.py [--python PATH] [--games GAME,...] [--no-hard]

`--python` is the interpreter of another installation, such as a wheel with compiled code. In one run: the
first page, a laid table in each game, a person's move, the answer of `greedy`, compiled rules, `hard`; then
the same server started again from the cache, and `fattorino play` from an empty and from a full cache.
"""

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

QUIET = {"answer_seconds": "0", "bot_pause": "0"}  # what is measured is the machine, not its manners
LONGEST = 1800.0  # seconds until everything is compiled, on a busy machine


class Server:
    """A server in a process of its own."""

    def __init__(self, python: str, folder: Path, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}"
        database = f"sqlite:///{folder / 'tables.db'}"
        options = ["--port", str(port), "--database", database, "--log-level", "warning"]
        options += [word for name, value in QUIET.items() for word in (f"--{name.replace('_', '-')}", value)]
        self.began = time.perf_counter()
        self._process = subprocess.Popen(
            [python, "-m", "fattorino", "serve", *options],
            env=os.environ | {"FATTORINO_CACHE": str(folder / "cache")},
            stderr=subprocess.DEVNULL,
        )
        while True:
            try:
                self.ask("/")
                break
            except OSError:
                time.sleep(0.02)
        self.page = time.perf_counter() - self.began

    def ask(self, path: str, body: Any = None, token: str = "") -> Any:
        """An answer of the server."""
        headers = {"Content-Type": "application/json"} | (
            {"Authorization": f"Bearer {token}"} if token else {}
        )
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, headers)
        with urllib.request.urlopen(request, timeout=120) as answer:
            text = answer.read()
        return json.loads(text) if path.startswith("/api/") else text

    def games(self) -> dict[str, dict[str, Any]]:
        """How far each game is compiled."""
        return {game["name"]: game["progress"] for game in self.ask("/api/games")["games"]}

    def stop(self) -> None:
        self._process.send_signal(signal.SIGINT)
        self._process.wait(30)


def play(server: Server, game: str) -> dict[str, float]:
    """Lay a table against greedy and make a move; the seconds of each."""
    start = time.perf_counter()
    seats = [{"kind": "human"}, {"kind": "bot", "bot": "greedy"}]
    made = server.ask("/api/matches", {"game": game, "seats": seats, "seed": 1})
    server.ask(f"/t/{made['id']}")
    laid, token = time.perf_counter() - start, made["seats"][0]["token"]
    moves, answers = [], []
    for _ in range(12):
        state = waited(server, made["id"], token)
        if state is None or state["over"]:
            break
        start = time.perf_counter()
        legal = state["legal"]
        body = {"action": legal[len(legal) // 2]["action"], "version": state["version"]}
        server.ask(f"/api/matches/{made['id']}/actions", body, token)
        moves.append(time.perf_counter() - start)
        if waited(server, made["id"], token) is not None:
            answers.append(time.perf_counter() - start - moves[-1])
    return {"laid table": laid, "move, longest": max(moves), "greedy, longest": max(answers, default=0.0)}


def waited(server: Server, id: str, token: str) -> dict[str, Any] | None:
    """The table once it is our turn, or over."""
    end = time.perf_counter() + 60
    while time.perf_counter() < end:
        state: dict[str, Any] = server.ask(f"/api/matches/{id}", token=token)
        if state["legal"] or state["over"]:
            return state
        time.sleep(0.005)
    return None


def terminal(python: str, folder: Path, game: str) -> float:
    """Seconds until a player is asked in the terminal, and has left."""
    start = time.perf_counter()
    environment = os.environ | {"FATTORINO_CACHE": str(folder), "XDG_DATA_HOME": str(folder)}
    subprocess.run(
        [python, "-m", "fattorino", "play", game, "--seed", "1"],
        input="q\n", env=environment, text=True, stdout=subprocess.DEVNULL, check=True,
    )  # fmt: skip
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--games", default="")
    parser.add_argument("--no-hard", action="store_true", help="do not wait until everything is compiled")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch, socket.socket() as free:
        folder = Path(scratch)
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
        free.close()
        server = Server(given.python, folder, port)
        names = given.games.split(",") if given.games else list(server.games())
        rows: dict[str, dict[str, float]] = {}
        for name in names:
            rows[name] = {"after the server": time.perf_counter() - server.began - server.page}
            rows[name] |= play(server, name)
        while not given.no_hard and time.perf_counter() - server.began < LONGEST:
            now = time.perf_counter() - server.began
            for name, progress in server.games().items():
                if name in rows and progress["state"] == "ready":
                    rows[name].setdefault("compiled rules", now)
                if name in rows and progress["step"] == progress["of"]:
                    rows[name].setdefault("hard", now)
            if all("hard" in row for row in rows.values()):
                break
            time.sleep(0.5)
        server.stop()
        print(f"first page {server.page:.2f} s after the start")
        again = Server(given.python, folder, port)
        while any(again.games()[name]["state"] != "ready" for name in names):
            if given.no_hard or time.perf_counter() - again.began > 60:
                break
            time.sleep(0.05)
        warm = time.perf_counter() - again.began
        for name in names:
            quick = play(again, name)
            when = "started again" if given.no_hard else "compiled"
            rows[name] |= {f"{what}, {when}": seconds for what, seconds in quick.items()}
        again.stop()
        compiled = "" if given.no_hard else f", all rules compiled {warm:.2f} s"
        print(f"started again: first page {again.page:.2f} s{compiled}")
        for name in names:
            cold = terminal(given.python, folder / name, name)
            rows[name] |= {
                "play": cold,
                "play, from the cache": terminal(given.python, folder / "cache", name),
            }
        for name, row in rows.items():
            print(name, ", ".join(f"{what} {seconds:.2f}" for what, seconds in row.items()), sep=": ")


if __name__ == "__main__":
    main()

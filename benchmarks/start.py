"""How soon one can play: seconds from starting the server, or the terminal, with an empty cache.

python benchmarks/start.py [--python PATH] [--wheel FILE] [--games GAME,...] [--no-hard]

In one run: the first page, a laid table in each game, a person's move, the answer of `greedy`, compiled
rules, `hard` and its answer; then the same server started again from the cache; then `fattorino play` from an
empty and from a full cache, against `greedy` and against `hard`. `--wheel` measures all of it once more with
a wheel in an environment of its own, such as one with compiled code. `--python` is the interpreter of another
installation.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from table_load import free_port  # type: ignore[import-not-found]

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
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        self.work = sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")  # seconds of processor time

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


def play(server: Server, game: str, bot: str = "greedy", moves: int = 12) -> dict[str, float]:
    """Lay a table against bots and make some moves; the seconds of each."""
    start = time.perf_counter()
    seats = [{"kind": "human"}, {"kind": "bot", "bot": bot}]
    made = server.ask("/api/matches", {"game": game, "seats": seats, "seed": 1})
    server.ask(f"/t/{made['id']}")
    laid, token = time.perf_counter() - start, made["seats"][0]["token"]
    taken, answers = [], []
    for _ in range(moves):
        state = waited(server, made["id"], token)
        if state is None or state["over"]:
            break
        start = time.perf_counter()
        legal = state["legal"]
        body = {"action": legal[len(legal) // 2]["action"], "version": state["version"]}
        server.ask(f"/api/matches/{made['id']}/actions", body, token)
        taken.append(time.perf_counter() - start)
        if waited(server, made["id"], token) is not None:
            answers.append(time.perf_counter() - start - taken[-1])
    return {
        "a table is laid": laid,
        "a person's move, longest": max(taken),
        f"the person's turn again, {bot}, longest": max(answers, default=0.0),
    }


def waited(server: Server, id: str, token: str) -> dict[str, Any] | None:
    """The table once it is our turn, or over."""
    end = time.perf_counter() + 60
    while time.perf_counter() < end:
        state: dict[str, Any] = server.ask(f"/api/matches/{id}", token=token)
        if state["legal"] or state["over"]:
            return state
        time.sleep(0.005)
    return None


def terminal(python: str, folder: Path, game: str, bot: str, seats: int) -> dict[str, float]:
    """Seconds until a player is asked in the terminal, and until that player is asked again."""
    start = time.perf_counter()
    environment = os.environ | {"FATTORINO_CACHE": str(folder), "XDG_DATA_HOME": str(folder)}
    players = ",".join(["human", *[bot] * (seats - 1)])
    command = [python, "-m", "fattorino", "play", game, "--seed", "1", "--seats", players]
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        asked(process.stdout.fileno())
        first = time.perf_counter() - start
        waits = []
        for _ in range(6 if bot == "greedy" else 2):
            start = time.perf_counter()
            process.stdin.write(b"1\n")
            process.stdin.flush()
            if not asked(process.stdout.fileno()):
                break
            waits.append(time.perf_counter() - start)
        process.stdin.close()  # whoever leaves keeps the game
    return {f"{bot}, asked": first, f"{bot}, asked again, longest": max(waits, default=0.0)}


def asked(output: int) -> bool:
    """Wait until the terminal asks; False if it is over before."""
    text = b""
    while not text.endswith(b"> "):
        more = os.read(output, 65536)
        if not more:
            return False
        text += more
    return True


def measure(python: str, chosen: str, hard: bool) -> None:
    """All figures of one installation."""
    with tempfile.TemporaryDirectory() as scratch:
        folder, port = Path(scratch), free_port()
        server = Server(python, folder, port)
        every = {game["name"]: game for game in server.ask("/api/games")["games"]}
        names = chosen.split(",") if chosen else list(every)
        rows: dict[str, dict[str, float]] = {name: play(server, name) for name in names}
        if hard:
            compiled(server, rows)
        server.stop()
        again = Server(python, folder, port)
        while hard and any(again.games()[name]["state"] != "ready" for name in names):
            time.sleep(0.05)
        warm = f", all rules compiled after {time.perf_counter() - again.began:.2f} s" if hard else ""
        for name in names:
            rows[name] |= {f"{what}, started again": took for what, took in play(again, name).items()}
            if hard:
                rows[name] |= {f"against hard: {what}": t for what, t in play(again, name, "hard", 3).items()}
        again.stop()
        for when, one in (("after the start", server), (f"started again{warm}", again)):
            print(f"first page {one.page:.2f} s ({one.work:.2f} s of processor time) {when}")
        print()
        for name in names:
            seats = next(each["default"] for each in every[name]["options"] if each["name"] == "seats")
            for bot in ("greedy", "hard") if hard else ("greedy",):
                for cache in (folder / f"{name}-{bot}", folder / "cache") if hard else (folder / name,):
                    how = "" if cache.name != "cache" else ", from the cache"
                    times = terminal(python, cache, name, bot, seats)
                    rows[name] |= {f"play, {what}{how}": seconds for what, seconds in times.items()}
    print("| seconds |", " | ".join(names), "|")
    print("|---|" + "---:|" * len(names))
    for what in rows[names[0]]:
        print(f"| {what} |", " | ".join(f"{rows[name].get(what, -1.0):.2f}" for name in names), "|")


def compiled(server: Server, rows: dict[str, dict[str, float]]) -> None:
    """Wait until everything is compiled, and note when."""
    while time.perf_counter() - server.began < LONGEST:
        now = time.perf_counter() - server.began
        for name, progress in server.games().items():
            if name in rows and progress["state"] == "ready":
                rows[name].setdefault("rules compiled, after the start", now)
            if name in rows and progress["step"] == progress["of"]:
                rows[name].setdefault("hard can play, after the start", now)
        if all("hard can play, after the start" in row for row in rows.values()):
            break
        time.sleep(0.5)


def installed(wheel: Path, folder: Path) -> str:
    """The interpreter of an environment with that wheel and nothing else."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = str(folder / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", str(wheel)], check=True)
    print(f"\n{wheel.name}, installed in {time.perf_counter() - start:.0f} s")
    return python


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--wheel", type=Path, help="measure this wheel too, in an environment of its own")
    parser.add_argument("--games", default="")
    parser.add_argument("--no-hard", action="store_true", help="do not wait until everything is compiled")
    given = parser.parse_args()
    measure(given.python, given.games, not given.no_hard)
    if given.wheel is not None:
        with tempfile.TemporaryDirectory() as folder:
            measure(installed(given.wheel.resolve(), Path(folder)), given.games, not given.no_hard)


if __name__ == "__main__":
    main()

"""Two processes are killed and started on one cache that lacks something: in the end every game is compiled.

python tests/server/test_one_cache.py 20    # so many rounds, in which whole games may be lacking
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from fattorino import games
from fattorino.kernel.cache import cache_home

sys.path.append(str(Path(__file__).parents[1]))  # as a command

from ports import free_port
from server.conftest import OPERATOR, environment

PATIENCE = 900.0  # seconds to compile everything on a busy machine
SMALL = 60_000  # bytes of a file that is compiled again in a moment


class Process:
    """A server that is started again and again."""

    def __init__(self, folder: Path, number: int) -> None:
        self.port = free_port()
        self._log = folder / f"log-{number}"
        self._command = [sys.executable, "-m", "fattorino.server", "--port", str(self.port)]
        self._command += ["--database", f"sqlite:///{folder}/tables-{number}.db"]
        self._environment = environment() | {
            "FATTORINO_CACHE": str(folder / "cache"),
            "FATTORINO_OPERATOR_TOKEN": OPERATOR,
        }
        self._groups: list[subprocess.Popen[bytes]] = []
        self.start()

    def start(self) -> None:
        """Start it; a process that it left behind goes on compiling."""
        with self._log.open("ab") as out:
            self._groups.append(
                subprocess.Popen(
                    self._command, stdout=out, stderr=out, env=self._environment, start_new_session=True
                )
            )

    def kill(self) -> None:
        """Pull the plug."""
        self._groups[-1].kill()
        self._groups[-1].wait()

    def end(self) -> None:
        """End everything that was started."""
        for group in self._groups:
            try:
                os.killpg(group.pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
            finally:
                group.wait()

    def interpreted(self) -> list[str]:
        """The games that are not compiled yet, as the metrics say."""
        headers = {"Authorization": f"Bearer {OPERATOR}"}
        try:
            text = httpx.get(f"http://127.0.0.1:{self.port}/metrics", headers=headers, timeout=60).text
        except httpx.HTTPError:
            return ["all"]
        found = [line for line in text.splitlines() if line.startswith("fattorino_interpreted{")]
        return [line for line in found if not line.endswith(" 0.0")] if found else ["all"]

    def log(self) -> str:
        return self._log.read_text()


def lacking(cache: Path, chance: random.Random, whole_games: bool) -> list[str]:
    """Copy the compiled code of all games, and delete some of it; what that was."""
    lost: list[str] = []
    for name in games.names():
        if not (cache_home() / name).exists():
            lost.append(name)  # it has not been compiled here
            continue
        shutil.copytree(cache_home() / name, cache / name)
        files = sorted(file for file in (cache / name).rglob("*") if file.suffix in (".part", ".nbc"))
        if whole_games and chance.random() < 0.2:
            shutil.rmtree(cache / name)
            lost.append(name)
            continue
        loose = [file for file in files if whole_games or file.stat().st_size < SMALL]
        for file in chance.sample(loose, min(len(loose), chance.randrange(4))):
            file.unlink()
            lost.append(f"{name}/{file.name}")
    return lost


def go_through(folder: Path, seed: int, kills: int, whole_games: bool = False) -> dict[str, Any]:
    """One round; what was lacking, and how long it took until nothing was."""
    chance, start = random.Random(seed), time.monotonic()
    lost = lacking(folder / "cache", chance, whole_games)
    processes = [Process(folder, number) for number in range(2)]
    try:
        for _kill in range(kills):
            time.sleep(chance.uniform(0.0, 6.0))
            one = chance.choice(processes)
            one.kill()
            one.start()
        while any(process.interpreted() for process in processes):
            assert time.monotonic() < start + PATIENCE, [process.log() for process in processes]
            time.sleep(0.3)
        anew = Process(folder, 2)
        processes.append(anew)
        while left := anew.interpreted():
            logs = anew.log()
            assert "not compiled" not in logs and "interpreted" not in logs, (left, logs)
            assert time.monotonic() < start + PATIENCE, (left, logs)
            time.sleep(0.3)
        left_out = [process.log() for process in processes if "interpreted" in process.log()]
        assert not left_out, left_out
    finally:
        for process in processes:
            process.end()
    return {"seed": seed, "lacked": lost, "seconds": round(time.monotonic() - start)}


@pytest.mark.bulk
def test_two_processes_on_one_cache_compile_whatever_is_lacking(tmp_path: Path) -> None:
    assert go_through(tmp_path, seed=1, kills=2)["lacked"]


if __name__ == "__main__":
    for round_ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 20):
        with tempfile.TemporaryDirectory() as place:
            print(go_through(Path(place), round_, kills=5, whole_games=True), flush=True)

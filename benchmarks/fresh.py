"""How long a stranger waits: a clone, an empty home, no caches, then `make`.

python benchmarks/fresh.py                until `make serve` answers with its front page
python benchmarks/fresh.py --setup        until `make setup` has ended and a first test has passed
python benchmarks/fresh.py --python /usr/bin/python3.12
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[1]
FIRST_TEST = "tests/games/ghost_town/test_course.py"
LIMIT = 600.0


def free_port() -> int:
    """A port that nobody listens to."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def stranger(home: Path) -> dict[str, str]:
    """The environment of somebody who has never used Python here: no caches, no settings of pip or uv."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("UV_", "XDG_", "MAKE", "FATTORINO_", "VIRTUAL_ENV"))
        and name != "PIP_CACHE_DIR"
    }
    return {**kept, "HOME": str(home)}


def answers(address: str) -> bool:
    """Whether a page is served there."""
    try:
        with urllib.request.urlopen(address, timeout=1) as page:
            return bool(page.status == 200)
    except (urllib.error.URLError, TimeoutError, ConnectionError):
        return False


def told(process: subprocess.Popen[str], began: float, lines: list[str]) -> None:
    """Print when each step of `make` began, and keep everything that it says."""
    assert process.stdout is not None
    for line in process.stdout:
        lines.append(line)
        if line.startswith(("-- ", "Fattorino", "Ready")):
            print(f"{time.monotonic() - began:6.1f} s  {line}", end="", flush=True)


def serve(clone: Path, environment: dict[str, str], python: str, began: float) -> None:
    """`make serve`, until the front page comes."""
    port = free_port()
    with make(clone, environment, "serve", f"PYTHON={python}", f"PORT={port}") as server:
        lines: list[str] = []
        listener = threading.Thread(target=told, args=(server, began, lines))
        listener.start()
        try:
            while not answers(f"http://127.0.0.1:{port}/"):
                if server.poll() is not None or time.monotonic() - began > LIMIT:
                    sys.exit(f"make serve gave no page:\n{''.join(lines)}")
                time.sleep(0.05)
            print(f"{time.monotonic() - began:6.1f} s  front page")
        finally:
            if server.poll() is None:
                os.killpg(server.pid, signal.SIGINT)
            listener.join()


def set_up(clone: Path, environment: dict[str, str], python: str, began: float) -> None:
    """`make setup` and a first test."""
    with make(clone, environment, "setup", f"PYTHON={python}") as setup:
        lines: list[str] = []
        told(setup, began, lines)
    if setup.returncode:
        sys.exit(f"make setup failed:\n{''.join(lines)}")
    subprocess.run(
        [".venv/bin/python", "-m", "pytest", "-q", FIRST_TEST], cwd=clone, env=environment, check=True
    )
    print(f"{time.monotonic() - began:6.1f} s  first test passed")


def make(clone: Path, environment: dict[str, str], *arguments: str) -> subprocess.Popen[str]:
    """`make` in the clone, in a session of its own."""
    return subprocess.Popen(
        ["make", *arguments], cwd=clone, env=environment, start_new_session=True, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace",
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--setup", action="store_true", help="the development environment and a first test")
    parser.add_argument("--python", default="/usr/bin/python3", help="the Python that make takes")
    chosen = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="fresh-"))
    try:
        (folder / "home").mkdir()
        began, load = time.monotonic(), os.getloadavg()[0]
        subprocess.run(["git", "clone", "-q", str(ROOT), str(folder / "clone")], check=True)
        work = set_up if chosen.setup else serve
        work(folder / "clone", stranger(folder / "home"), chosen.python, began)
        used, load_after = resource.getrusage(resource.RUSAGE_CHILDREN), os.getloadavg()[0]
        print(
            f"{used.ru_utime + used.ru_stime:6.1f} s  of processor time; load {load:.1f} to {load_after:.1f}"
        )
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()

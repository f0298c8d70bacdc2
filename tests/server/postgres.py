"""A PostgreSQL server for tests."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

from server.conftest import PATIENCE, wait_until


def find(program: str) -> str:
    """A program of PostgreSQL, wherever Debian keeps it."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((str(f / program) for f in folders if (f / program).exists()), program)


def found() -> bool:
    """Whether PostgreSQL is installed."""
    return all(shutil.which(find(program)) for program in ("initdb", "postgres"))


class Postgres:
    """A PostgreSQL server of our own in a temporary folder, as a user that is not root."""

    def __init__(self, owner: str = "fattorino") -> None:
        self._as_user = ["runuser", "-u", "nobody", "--"] if os.geteuid() == 0 else []
        self.folder = Path(tempfile.mkdtemp(prefix="fattorino-pg-"))
        self.url = f"postgresql://{owner}@/postgres?host={self.folder}"
        if self._as_user:
            shutil.chown(self.folder, "nobody")
        self._data, self._log = self.folder / "data", self.folder / "log"
        subprocess.run(
            [*self._as_user, find("initdb"), "-D", str(self._data), "-U", owner, "-A", "trust", "--no-sync"],
            check=True, capture_output=True, timeout=100, cwd=self.folder,
        )  # fmt: skip
        self.start()

    def start(self) -> None:
        """Start, and wait until it answers."""
        where = ["-c", "listen_addresses=", "-c", f"unix_socket_directories={self.folder}", "-c", "fsync=off"]
        with self._log.open("wb") as out:
            self._server = subprocess.Popen(
                [*self._as_user, find("postgres"), "-D", str(self._data), *where],
                stdout=out,
                stderr=out,
                cwd=self.folder,
            )

        def ready() -> bool:
            assert self._server.poll() is None, self._log.read_text()
            return (self.folder / ".s.PGSQL.5432").exists() and b"ready to accept" in self._log.read_bytes()

        wait_until(ready)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Stop with SIGQUIT: at once, with recovery at the next start."""
        pid = int((self._data / "postmaster.pid").read_text().split()[0])
        os.kill(pid, how)
        self._server.wait(PATIENCE)

    def remove(self) -> None:
        """Stop, and leave nothing behind."""
        self.stop(signal.SIGINT)
        shutil.rmtree(self.folder, ignore_errors=True)

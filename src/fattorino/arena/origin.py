"""Which program made a result, and on which machine."""

import json
import os
import platform
import subprocess
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parent.parent
SHORT = 8  # characters of a commit that are shown


def origin() -> dict[str, Any]:
    """The program and the machine that made a result."""
    installed = own_distribution()
    return {
        "fattorino": installed.version if installed else None,
        "commit": commit(),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
    }


def in_a_line() -> str:
    """The commit, if it is known, and the versions of Python and Numba."""
    sha = commit() or ""
    parts = [f"commit {sha[:SHORT]}{'+' * sha.endswith('+')}"] if sha else []
    parts.append(f"Python {platform.python_version()}")
    try:
        parts.append(f"Numba {distribution('numba').version}")
    except PackageNotFoundError:
        parts.append("without Numba")
    return ", ".join(parts)


def commit() -> str | None:
    """The commit it runs from, a checkout's or the one pip installed; with + if it was changed since."""

    def git(*words: str) -> str:
        asked = ["git", "-C", str(PACKAGE), *words]
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()

    try:
        git("ls-files", "--error-unmatch", "__init__.py")  # or it is a checkout of something else
        return git("rev-parse", "HEAD") + ("+" if git("status", "--porcelain", "--", ".") else "")
    except (OSError, subprocess.CalledProcessError):
        pass
    installed = own_distribution()
    source = installed.read_text("direct_url.json") if installed else None  # written by pip
    told: str | None = json.loads(source or "{}").get("vcs_info", {}).get("commit_id")
    return told


def own_distribution() -> Distribution | None:
    """The installed package, if it is one."""
    try:
        return distribution("fattorino")
    except PackageNotFoundError:
        return None

"""Build a wheel that carries compiled code, for this version of Python and a common processor.

python packaging/compiled_wheel.py [GAME ...]

It needs no Numba where it is installed, so that is an extra of this wheel. Where the code cannot be used,
rules are compiled if Numba is there, as with the pure wheel, and interpreted otherwise.
"""

import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from native import BASELINES, Unknown, build

from fattorino.kernel.native import LIBRARY, LIST

ROOT = Path(__file__).parents[1]
MADE_OF = ("pyproject.toml", "README.md", "LICENSE", "NOTICE")


def run(*arguments: str) -> None:
    """Run a module of this Python."""
    subprocess.run([sys.executable, "-m", *arguments], check=True, stdout=subprocess.DEVNULL)


def without_numba(metadata: str) -> str:
    """A wheel's metadata with Numba as the extra `numba`, which the project declares, and nothing else."""
    needed = re.compile(r"^Requires-Dist: numba[^;\n]*\n", re.MULTILINE)
    assert len(needed.findall(metadata)) == 1, "Numba has to be required once"
    return needed.sub("", metadata)


def why_not() -> str:
    """What is missing here to build this wheel; empty if nothing is."""
    if platform.machine() not in BASELINES or os.name != "posix":
        return f"compiled code is built on Linux, for {' and '.join(BASELINES)}; here: make pure-wheel"
    header = Path(sysconfig.get_path("include")) / "Python.h"
    if shutil.which("cc") is None or not header.exists():
        return "a C compiler and Python.h are needed to link the compiled code; on Debian: make system"
    return ""


def pure(scratch: Path) -> Path:
    """The wheel without compiled code, built from a copy: `build/` of an earlier one may have old modules."""
    source = scratch / "source"
    shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns("*.egg-info", "__pycache__"))
    for name in MADE_OF:
        shutil.copy(ROOT / name, source)
    run("pip", "wheel", str(source), "--no-deps", "--no-build-isolation", "--quiet", "-w", str(scratch))
    return next(scratch.glob("*.whl"))


def pack(code: Path, folder: Path) -> Path:
    """A wheel with the library that `native.build` has written to a folder."""
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        plain, unpacked = pure(scratch), scratch / "unpacked"
        run("wheel", "unpack", str(plain), "-d", str(unpacked))
        package = next(unpacked.iterdir())
        (package / "fattorino" / "compiled").mkdir()
        for file in (LIBRARY, LIST):
            shutil.copy(code / file, package / "fattorino" / "compiled")
        metadata = next(package.glob("*.dist-info")) / "METADATA"
        metadata.write_text(without_numba(metadata.read_text(encoding="utf-8")), encoding="utf-8")
        run("wheel", "pack", str(package), "-d", str(scratch))
        tag = f"cp{sys.version_info[0]}{sys.version_info[1]}"
        system = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        tags = ["--python-tag", tag, "--abi-tag", tag, "--platform-tag", system]
        run("wheel", "tags", *tags, str(plain))
        folder.mkdir(parents=True, exist_ok=True)
        return Path(shutil.copy(next(scratch.glob(f"*{system}.whl")), folder))


def main() -> None:
    if why := why_not():
        sys.exit(why)
    from fattorino import games

    with tempfile.TemporaryDirectory() as scratch:
        code = Path(scratch) / "code"
        try:
            build(sys.argv[1:] or list(games.names()), code)
        except Unknown as unknown:
            sys.exit(str(unknown))
        print(pack(code, ROOT / "dist"))


if __name__ == "__main__":
    main()

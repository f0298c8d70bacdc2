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

from native import BASELINES, build

ROOT = Path(__file__).parents[1]


def run(*arguments: str) -> None:
    """Run a module of this Python."""
    subprocess.run([sys.executable, "-m", *arguments], cwd=ROOT, check=True)


def without_numba(metadata: str) -> str:
    """A wheel's metadata with Numba as the extra `numba`, which the project declares, and nothing else."""
    needed = re.compile(r"^Requires-Dist: numba[^;\n]*\n", re.MULTILINE)
    assert len(needed.findall(metadata)) == 1, "Numba has to be required once"
    return needed.sub("", metadata)


def main() -> None:
    if platform.machine() not in BASELINES or os.name != "posix":
        sys.exit(f"compiled code is built on Linux, for {' and '.join(BASELINES)}; here: make pure-wheel")
    if shutil.which("cc") is None:
        sys.exit("a C compiler is needed to link the compiled code; on Debian: apt-get install gcc libc6-dev")
    from fattorino import games

    with tempfile.TemporaryDirectory() as scratch:
        pure, code, unpacked = (Path(scratch) / name for name in ("pure", "code", "unpacked"))
        run("pip", "wheel", ".", "--no-deps", "--quiet", "-w", str(pure))
        build(sys.argv[1:] or list(games.names()), code)
        run("wheel", "unpack", str(next(pure.glob("*.whl"))), "-d", str(unpacked))
        package = next(unpacked.iterdir())
        folder = package / "fattorino" / "compiled"
        folder.mkdir()
        for name in ("library.so", "functions.json"):
            shutil.copy(code / name, folder)
        metadata = next(package.glob("*.dist-info")) / "METADATA"
        metadata.write_text(without_numba(metadata.read_text(encoding="utf-8")), encoding="utf-8")
        run("wheel", "pack", str(package), "-d", str(pure))
        built = next(pure.glob("*.whl"))
        tag = f"cp{sys.version_info[0]}{sys.version_info[1]}"
        system = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        run("wheel", "tags", "--python-tag", tag, "--abi-tag", tag, "--platform-tag", system, str(built))
        (ROOT / "dist").mkdir(exist_ok=True)
        for wheel in pure.glob(f"*{system}.whl"):
            print(shutil.copy(wheel, ROOT / "dist"))


if __name__ == "__main__":
    main()

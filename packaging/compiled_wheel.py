"""Build a wheel that carries compiled code, for this Python, Numba and NumPy and a common processor.

python packaging/compiled_wheel.py [GAME ...]

The code is used where all of that fits, and ignored where it does not: then the wheel is like the pure one.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
BASELINES = {  # machine: the processor to compile for, and what it can do beyond the oldest of its kind
    "x86_64": ("x86-64-v3", ["avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe"]),
    "aarch64": ("generic", []),
}


def run(*arguments: str, **environment: str) -> None:
    """Run a module of this Python."""
    subprocess.run([sys.executable, "-m", *arguments], cwd=ROOT, check=True, env=os.environ | environment)


def main() -> None:
    processor, features = BASELINES[platform.machine()]
    with tempfile.TemporaryDirectory() as scratch:
        pure, code, unpacked = (Path(scratch) / name for name in ("pure", "code", "unpacked"))
        run("pip", "wheel", ".", "--no-deps", "--quiet", "-w", str(pure))
        environment = {"FATTORINO_BASELINE": processor, "FATTORINO_CACHE": str(code)}
        run("fattorino", "compile", *sys.argv[1:], NUMBA_DISABLE_JIT="0", **environment)
        run("wheel", "unpack", str(next(pure.glob("*.whl"))), "-d", str(unpacked))
        package = next(unpacked.iterdir())
        shutil.copytree(code, package / "fattorino" / "compiled")
        from fattorino.kernel.cache import MADE, versions_of

        made = {"versions": versions_of(), "machine": platform.machine()}
        made |= {"processor": processor, "features": features}
        (package / "fattorino" / "compiled" / MADE).write_text(json.dumps(made), encoding="utf-8")
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

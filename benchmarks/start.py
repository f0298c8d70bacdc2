"""How long a game takes to compile from nothing, and to start from the cache.

python benchmarks/start.py [GAME ...]
"""

import os
import subprocess
import sys
import tempfile
import time

import fattorino

WARM = "import fattorino, sys; m = fattorino.load(sys.argv[1]).new(seed=1); m.play(int(m.legal()[0]))"


def main() -> None:
    for name in sys.argv[1:] or fattorino.games.names():
        with tempfile.TemporaryDirectory() as cache:
            environment = os.environ | {"FATTORINO_CACHE": cache}
            start = time.perf_counter()
            subprocess.run(
                [sys.executable, "-m", "fattorino", "compile", name, "--json"], env=environment, check=True
            )
            cold = time.perf_counter() - start
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", WARM, name], env=environment, check=True)
            print(f"{name}: compiled in {cold:.1f} s, warm start in {time.perf_counter() - start:.2f} s")


if __name__ == "__main__":
    main()

"""greedy: explore sensibly from reports alone."""
from typing import Any

from fattorino.kernel.jit import jit


@jit
def greedy(view: Any, seat: int, actions: Any, n: int, seed: int) -> int:
    return int(actions[0])

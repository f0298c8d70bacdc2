"""The stack of pending steps and questions; the top one is next."""

from fattorino.games.new_york import state as s
from fattorino.kernel.jit import jit
from fattorino.kernel.records import State


@jit
def push(state: State, what: int, a: int = 0, b: int = 0, c: int = 0) -> None:
    """Push a step or a question."""
    top = int(state.n_stack)
    if top < s.STACK:
        state.stack[top, 0] = what
        state.stack[top, 1] = a
        state.stack[top, 2] = b
        state.stack[top, 3] = c
        state.n_stack = top + 1


@jit
def pop(state: State) -> None:
    """Pop the top of the stack and clear its numbers."""
    top = int(state.n_stack) - 1
    state.n_stack = top
    for k in range(4):
        state.stack[top, k] = 0


@jit
def argument(state: State, k: int) -> int:
    """A number of the top of the stack."""
    return int(state.stack[int(state.n_stack) - 1, k])


@jit
def set_argument(state: State, k: int, value: int) -> None:
    """Change a number of the top of the stack."""
    state.stack[int(state.n_stack) - 1, k] = value

"""Several processes at one table: what lost against a faster one is tried again, on what that one wrote."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import update_wrapper
from typing import Any, Concatenate, ParamSpec, TypeVar

from fattorino.kernel.i18n import _
from fattorino.server.problems import Problem
from fattorino.server.storage.store import Conflict

ATTEMPTS = 10  # to write while other processes do

S = TypeVar("S")
T = TypeVar("T")
P = ParamSpec("P")
Operation = Callable[Concatenate[S, P], Coroutine[Any, Any, T]]


def tried_again(operation: Operation[S, P, T]) -> Operation[S, P, T]:
    """Run an operation from its beginning again if another process was faster.

    `Registry.write` has read the table by then: the operation finds out itself whether it is still meant.
    """

    async def run(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        for _attempt in range(ATTEMPTS):
            try:
                return await operation(self, *args, **kwargs)
            except Conflict:
                continue
        raise Problem("storage", _("Too many people are changing this table at once; please try again."))

    update_wrapper(run, operation)
    return run

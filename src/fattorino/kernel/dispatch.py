"""One compiled function out of many, by number.

A game defines what each question or card does in its own file, and collects the functions in a table. Numba
cannot compile a table of functions, so `by_number` generates what one would write by hand: chains of ifs,
eight per function, inlined where they are called. Interpreted, it is a plain lookup. The functions take three
or four arguments (a GPU has no `*args`, so both are written out); the last one is named `log`, by which the
compiler recognises a log, though it may be something else.
"""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, TypeVar

from fattorino.kernel.jit import INTERPRETED, jit

BRANCHES = 8
T = TypeVar("T")


def declared(kind: type[T], *packages: ModuleType) -> list[T]:
    """Everything of a type that the files in the folders of these packages declare."""
    files = [
        import_module(f"{package.__name__}.{found.name}")
        for package in packages
        for found in iter_modules(package.__path__)
    ]
    return [thing for file in files for thing in vars(file).values() if isinstance(thing, kind)]


def by_number(functions: Mapping[int, Any], otherwise: Any) -> Any:
    """A function that takes a number and passes its other arguments to the function of that number."""
    if not INTERPRETED:
        return tree(functions, otherwise)
    table = {int(number): function for number, function in functions.items()}
    return lambda number, *given: table.get(int(number), otherwise)(*given)


def by_part(declared: Mapping[int, Any], part: str, usual: Any = None) -> Any:
    """`by_number` for one part of each question or card; those without their own part have the usual one.

    Without `usual`, those that have no part must not be called.
    """
    parts = {number: getattr(made, part) for number, made in declared.items()}
    own = {number: made for number, made in parts.items() if made is not None and made is not usual}
    return by_number(own, own[min(own)] if usual is None else usual)


def tree(functions: Mapping[int, Any], otherwise: Any) -> Any:
    """The same as ifs that compile: chains of eight functions, and above them nodes that choose a chain."""
    arguments = getattr(otherwise, "py_func", otherwise).__code__.co_argcount
    chain, split = (_chain3, _split3) if arguments == 3 else (_chain4, _split4)
    numbers = sorted(map(int, functions))
    groups = [numbers[k : k + BRANCHES] for k in range(0, len(numbers), BRANCHES)]
    ends = [group[-1] for group in groups]
    nodes = [chain(_filled(group), _filled([functions[n] for n in group]), otherwise) for group in groups]
    while len(nodes) > 1:
        parts = [slice(k, k + BRANCHES) for k in range(0, len(nodes), BRANCHES)]
        nodes = [split(_filled(ends[part]), _filled(nodes[part])) for part in parts]
        ends = [ends[part][-1] for part in parts]
    return nodes[0]


def _filled(entries: list[Any]) -> list[Any]:
    """Padded to the branches of a node; the repeated last one is never reached."""
    return entries + entries[-1:] * (BRANCHES - len(entries))


def _chain3(numbers: list[int], functions: list[Any], otherwise: Any) -> Any:
    n0, n1, n2, n3, n4, n5, n6, n7 = numbers
    f0, f1, f2, f3, f4, f5, f6, f7 = functions

    @jit(inline=True)
    def chain(number: int, a: Any, b: Any, log: Any) -> Any:
        if number == n0:
            return f0(a, b, log)
        if number == n1:
            return f1(a, b, log)
        if number == n2:
            return f2(a, b, log)
        if number == n3:
            return f3(a, b, log)
        if number == n4:
            return f4(a, b, log)
        if number == n5:
            return f5(a, b, log)
        if number == n6:
            return f6(a, b, log)
        return f7(a, b, log) if number == n7 else otherwise(a, b, log)

    return chain


def _chain4(numbers: list[int], functions: list[Any], otherwise: Any) -> Any:
    n0, n1, n2, n3, n4, n5, n6, n7 = numbers
    f0, f1, f2, f3, f4, f5, f6, f7 = functions

    @jit(inline=True)
    def chain(number: int, a: Any, b: Any, c: Any, log: Any) -> Any:
        if number == n0:
            return f0(a, b, c, log)
        if number == n1:
            return f1(a, b, c, log)
        if number == n2:
            return f2(a, b, c, log)
        if number == n3:
            return f3(a, b, c, log)
        if number == n4:
            return f4(a, b, c, log)
        if number == n5:
            return f5(a, b, c, log)
        if number == n6:
            return f6(a, b, c, log)
        return f7(a, b, c, log) if number == n7 else otherwise(a, b, c, log)

    return chain


def _split3(ends: list[int], nodes: list[Any]) -> Any:
    n0, n1, n2, n3, n4, n5, n6, _last = ends
    f0, f1, f2, f3, f4, f5, f6, f7 = nodes

    @jit(inline=True)
    def split(number: int, a: Any, b: Any, log: Any) -> Any:
        if number <= n0:
            return f0(number, a, b, log)
        if number <= n1:
            return f1(number, a, b, log)
        if number <= n2:
            return f2(number, a, b, log)
        if number <= n3:
            return f3(number, a, b, log)
        if number <= n4:
            return f4(number, a, b, log)
        if number <= n5:
            return f5(number, a, b, log)
        return f6(number, a, b, log) if number <= n6 else f7(number, a, b, log)

    return split


def _split4(ends: list[int], nodes: list[Any]) -> Any:
    n0, n1, n2, n3, n4, n5, n6, _last = ends
    f0, f1, f2, f3, f4, f5, f6, f7 = nodes

    @jit(inline=True)
    def split(number: int, a: Any, b: Any, c: Any, log: Any) -> Any:
        if number <= n0:
            return f0(number, a, b, c, log)
        if number <= n1:
            return f1(number, a, b, c, log)
        if number <= n2:
            return f2(number, a, b, c, log)
        if number <= n3:
            return f3(number, a, b, c, log)
        if number <= n4:
            return f4(number, a, b, c, log)
        if number <= n5:
            return f5(number, a, b, c, log)
        return f6(number, a, b, c, log) if number <= n6 else f7(number, a, b, c, log)

    return split

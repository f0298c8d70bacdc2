"""Moves small NumPy scratch arrays of functions to a thread's local memory.

Rules allocate nothing, but `greedy` may. On a GPU the heap is too slow, so `np.zeros(20, np.int64)` becomes a
local array; its size is a module constant, known at compile time.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from types import FunctionType
from typing import Any

import numpy as np

from fattorino.gpu.cuda import open_cuda, simulated

MAKERS = ("zeros", "full")
ALIGNED = 16  # bytes; the compiler would not align a record


def stacked(function: Any) -> Any:
    """The function, and all of its module, with scratch arrays in local memory."""
    plain = getattr(function, "py_func", function)
    if simulated():
        return plain
    cuda = open_cuda()

    def filled(fresh: Any, value: Any) -> Any:
        fresh[:] = value
        return fresh

    names: dict[str, Any] = dict(plain.__globals__)
    names |= {"_cuda": cuda, "_filled": cuda.jit(device=True)(filled)}
    for name, each in list(names.items()):
        body = getattr(each, "py_func", None)
        if body is not None and body.__module__ == plain.__module__:
            names[name] = cuda.jit(device=True)(on_stack(body, names))
    return names[plain.__name__]


def on_stack(function: FunctionType, names: dict[str, Any]) -> FunctionType:
    """A copy of a function with other globals and without arrays on the heap."""
    code = function.__code__
    if set(MAKERS) & set(code.co_names):
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
        definition = Local(names).visit(tree.body[0])
        definition.decorator_list, definition.returns = [], None
        for argument in definition.args.args:
            argument.annotation = None
        ast.increment_lineno(tree, code.co_firstlineno - 1)
        made: dict[str, Any] = {}
        exec(compile(ast.fix_missing_locations(tree), code.co_filename, "exec"), names, made)
        code = made[function.__name__].__code__
    return FunctionType(code, names, function.__name__, function.__defaults__)


class Local(ast.NodeTransformer):
    """Rewrites np.zeros(shape, kind) and np.full(shape, value, kind) as local arrays of constant shape."""

    def __init__(self, names: dict[str, Any]) -> None:
        self.names = names

    def visit_Call(self, call: ast.Call) -> ast.AST:
        self.generic_visit(call)
        made = call.func
        if not (
            isinstance(made, ast.Attribute) and isinstance(made.value, ast.Name) and made.value.id == "np"
        ):
            return call
        if made.attr not in MAKERS:
            return call
        shape, kind = self.known(call.args[0]), call.args[-1]
        value = call.args[1] if made.attr == "full" else ast.Constant(0)
        local = ast.parse("_cuda.local.array", mode="eval").body
        fresh = ast.Call(local, [ast.parse(repr(shape), mode="eval").body, kind, ast.Constant(ALIGNED)], [])
        if np.dtype(self.known(kind)).names:  # records are overwritten before they are read
            return fresh
        return ast.Call(ast.Name("_filled", ast.Load()), [fresh, value], [])

    def known(self, expression: ast.expr) -> Any:
        return eval(compile(ast.Expression(expression), "<shape>", "eval"), self.names)

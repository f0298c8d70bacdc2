"""Rules as Numba compiles them: dispatchers that Python calls, interpreted or compiled, cached on disk."""

from __future__ import annotations

import hashlib
import inspect
import platform
import time
from contextlib import suppress
from functools import cache
from types import SimpleNamespace
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np

from fattorino.kernel import native
from fattorino.kernel.cache import BASELINE, cache_home, content, find, read, write
from fattorino.kernel.compiler import compiled, lowered, wide

_core: Any = numba.core  # its modules are loaded with Numba; most of it is not typed
_config: Any = numba.config
_runtime: Any = _core.runtime._nrt_python
_types: Any = numba.types
_Omitted: Any = _core.dispatcher.OmittedArg  # an argument that the caller left out, with its default
_one_at_a_time: Any = _core.compiler_lock.global_compiler_lock  # serialises threads that compile

WORTH = 0.5  # seconds of interpreting a rule after which it is compiled

# LLVM vectorises these loops with gather and scatter, which is up to three times slower: turn that off.
# Settings in the environment take precedence.
if _config.CPU_FEATURES is None:
    if BASELINE:
        _config.CPU_NAME = BASELINE
    features = [] if BASELINE else [_core.codegen.get_host_cpu_features()]
    if platform.machine() in ("x86_64", "AMD64"):
        features += ["+prefer-no-gather", "+prefer-no-scatter"]
    _config.CPU_FEATURES = ",".join(features)


class NotCompiled(Exception):
    """There is no machine code for this call: compiling is disabled, or Numba has no type for an argument."""


class Rule(_core.registry.CPUDispatcher):  # type: ignore[misc]
    """A rule of a game, while calls from Python run compiled."""

    speed: Any = None  # of its game; kernel helpers have none
    entry = True  # whether Python calls it often, or it runs long
    compiled_as: Any = None  # its replacement in compiled code
    spent = 0.0  # seconds spent interpreting it
    calls = 0
    given: tuple[tuple[Any, ...], dict[str, Any]] = ((), {})  # arguments of the last call

    def __init__(self, function: Any, folder: str) -> None:
        function.__signature__ = inspect.signature(function)  # Numba asks twice
        super().__init__(function, targetoptions=function.options)
        # the GPU compiler decides itself what to inline
        self.targetoptions = function.options | {"forceinline": False}
        self.targetoptions.pop("no_cfunc_wrapper")
        self.fragments: dict[tuple[Any, ...], tuple[Any, object]] = {}
        if folder:
            self._cache = Kept(self, folder)
        self.turn()

    def turn(self) -> None:
        """Switch to the class for the game's mode and the rule's use."""
        if self.speed is None or self.speed.interprets:
            self.__class__ = Interpreted
        else:
            self.__class__ = Rule if self.entry else Helper

    def promote(self) -> None:
        """Let it be compiled when Python calls it."""
        if not self.entry:
            self.entry = True
            self.turn()

    def get_call_template(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        """Called from compiled code: lower the rule for these types."""
        signature, given = self._compiler.fold_argument_types(args, kws)
        types = tuple(map(wide, given, signature.parameters))
        with _one_at_a_time:
            if types not in self.fragments:
                result, key = lowered(self, types), object()
                self.targetctx.insert_user_function(key, result.fndesc, [result.library])
                self.fragments[types] = result, key
        name = self.py_func.__name__
        known = [result.signature for result, _ in self.fragments.values()]
        return _core.typing.make_concrete_template(name, name, known), signature, types, {}

    def get_overload(self, sig: Any) -> Any:
        """The rule's function in compiled code."""
        return self.fragments[tuple(_core.sigutils.normalize_signature(sig)[0])][1]

    def typeof_pyval(self, val: Any) -> Any:
        """The type of an argument from Python."""
        return wide(super().typeof_pyval(val))

    def fetch(self, types: tuple[Any, ...]) -> bool:
        """Load the machine code for these types, if it is in the wheel or the cache."""
        if types not in self.overloads and not self._take(types):
            result = self._cache.load_overload(types, self.targetctx)
            if result is None:
                return False
            self._cache_hits[types] += 1
            self.add_overload(result)
        return True

    def _take(self, types: tuple[Any, ...]) -> bool:
        """Take the function for these types from the wheel, if it is there."""
        function = native.function(self, " ".join(map(described, types)))
        if function is not None:
            self._insert([each._code for each in types], function, False)
            self.overloads[types] = SimpleNamespace(entry_point=function)
        return function is not None

    def compile(self, sig: Any) -> Any:
        """Get machine code for these types: from the cache, or compiled now if allowed."""
        types = tuple(_core.sigutils.normalize_signature(sig)[0])
        if _types.pyobject in types:  # a namespace, for instance: only the plain function can read it
            raise NotCompiled
        with _one_at_a_time:
            if not self.fetch(types):
                if self.speed is not None and not self.speed.compiles:
                    raise NotCompiled
                if self.speed is not None:
                    self.speed.tell()
                self._cache_misses[types] += 1
                result = compiled(self, types)
                self.add_overload(result)
                self._cache.save_overload(types, result)
            return self.overloads[types].entry_point

    def compile_if_heavy(self, seconds: float) -> None:
        """Compile a helper whose calls take longer than this, for its last arguments."""
        if not self.entry and self.spent > seconds * self.calls:
            args, kws = self.given
            with suppress(NotCompiled):
                self.compile(self.types_of(*args, **kws))
                self.promote()

    def types_of(self, *args: Any, **kws: Any) -> tuple[Any, ...]:
        """The types for which a call with these arguments is compiled."""
        bound = self.py_func.__signature__.bind(*args, **kws).arguments
        given = [
            bound.get(name, _Omitted(parameter.default))
            for name, parameter in self.py_func.__signature__.parameters.items()
        ]
        return tuple(map(self.typeof_pyval, given))

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """Called from Python with new types."""
        try:
            function = super()._compile_for_args(*args, **kws)
        except NotCompiled:
            if self.spent > WORTH:  # a helper: asking for machine code again costs more than interpreting
                self.entry, self.spent, self.calls = False, 0.0, 0
                self.turn()
            return self._interpret
        given = tuple(map(super().typeof_pyval, args))
        if given not in self.overloads:  # integers of other widths: finding the types takes milliseconds
            self._insert([each._code for each in given], function, False)
        return function

    def _interpret(self, *args: Any) -> Any:
        """The plain function, with the defaults of what was left out."""
        return self.py_func(*(arg.value if isinstance(arg, _Omitted) else arg for arg in args))


class Interpreted(Rule):
    """A rule while it is interpreted."""

    def __call__(self, *args: Any, **kws: Any) -> Any:
        return self.py_func(*args, **kws)


class Helper(Rule):
    """A rule of a compiled game that is used only for texts and pictures: interpreted until that has taken
    longer than compiling it would."""

    def __call__(self, *args: Any, **kws: Any) -> Any:
        start = time.perf_counter()
        try:
            return self.py_func(*args, **kws)
        finally:
            self.calls += 1
            self.spent += time.perf_counter() - start
            self.given = args, kws
            if self.spent > WORTH:
                self.promote()


def described(kind: Any) -> str:
    """The type of an argument in a word: see `packaging/native.c`."""
    if isinstance(kind, _types.Record):
        return f"r{kind.size}"
    if isinstance(kind, _types.Array) and kind.layout == "C" and kind.mutable:
        if isinstance(kind.dtype, _types.Record):
            return f"R{kind.dtype.size}" if kind.ndim == 1 else "?"
        return f"{kind.ndim}{memoryview(np.empty(0, kind.dtype.name).data).format}"
    names = {_types.int64: "i", _types.uint64: "u", _types.bool_: "b", _types.float64: "d", _types.none: "N"}
    return names.get(kind, "?")


class Kept:
    """Numba's cache of one function, by content: a file for each combination of argument types."""

    def __init__(self, rule: Any, folder: str) -> None:
        self._rule = rule
        self._folder = folder
        self._content = ""

    @property
    def cache_path(self) -> str:
        return str(cache_home() / self._folder)

    def name(self, types: Any) -> str:
        """The file name of the code for these argument types."""
        if not self._content:
            self._content = content(self._rule)
        key = hashlib.sha256(f"{self._content}{types}".encode()).hexdigest()[:24]
        return f"{self._rule.__name__}-{key}.nbc"

    def load_overload(self, types: Any, context: Any) -> Any:
        """The compiled function, or None to compile it again."""
        name = self.name(types)
        file = find(self._folder, name)
        if file is None:
            return None
        _know_runtime()
        return read(file, lambda kept: _rebuilt(context, *kept))

    def save_overload(self, types: Any, result: Any) -> None:
        """Store a compiled function."""
        if (
            not any(not lifted.can_cache for lifted in result.lifted)
            and not result.library.has_dynamic_globals
        ):
            write(self._folder, self.name(types), _core.serialize.dumps(_reduced(result)))


@cache
def _know_runtime() -> None:
    """Let compiled code find Numba's runtime; to prepare Numba for compiling, too, would take 45 MB more."""
    for name, address in _runtime.c_helpers.items():
        llvm.add_symbol(name if name.startswith("_") else f"NRT_{name}", address)


def _reduced(result: Any) -> tuple[Any, ...]:
    """The stored form of a compiled function: its object code, and what is needed to call it."""
    library, described = result.library, result.fndesc
    described.typemap = described.calltypes = None
    environments = tuple(result._find_referenced_environments())
    defined = [function.name for function in library.get_defined_functions()]
    code = library.name, library._get_compiled_object(), defined
    return code, described, result.environment, result.signature, result.reload_init, environments


def _rebuilt(
    context: Any, code: Any, described: Any, environment: Any, signature: Any, inits: Any, environments: Any
) -> Any:
    """Numba's function object from its stored form."""
    for init in inits:
        init()
    name, object_code, defined = code
    codegen = context.codegen()
    library = codegen.create_library(name)
    library.enable_object_caching()
    library._set_compiled_object(object_code)
    library._finalize_final_module()
    codegen._engine._defined_symbols.update(defined)
    entry = context.get_executable(library, described, environment)
    for each in environments:
        codegen.set_env(each.env_name, each)
    return _core.compiler.compile_result(
        target_context=context,
        typing_context=context.typing_context,
        library=library,
        environment=environment,
        entry_point=entry,
        fndesc=described,
        signature=signature,
        objectmode=False,
        lifted=(),
        reload_init=inits,
        referenced_envs=environments,
    )

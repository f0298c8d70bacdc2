"""How Numba compiles rules here: what Python calls is optimised as a whole, once.

By default Numba links, optimises and compiles every function together with everything it calls, so a
low-level rule goes through the optimiser once for every transitive caller. Here a rule that compiled code
calls is only lowered to LLVM IR (a `Fragment`); the function that Python calls (a `Whole`) collects the
fragments it reaches, and that one module is optimised and compiled.

A log without a reader is an empty array in compiled code, so a rule is lowered once for both cases; where
every caller passes the empty one, LLVM removes the logging.
"""

from __future__ import annotations

from pathlib import Path
from types import CodeType
from typing import Any

import numba

_core: Any = numba.core  # its modules are loaded with Numba; most of it is not typed
_machinery: Any = _core.compiler_machinery
_typed, _untyped = _core.typed_passes, _core.untyped_passes
_types: Any = numba.types

KERNEL = Path(__file__).parent
LOG_NAME = "log"  # what every rule calls its log
LOG: Any = _types.Array(_types.int16, 2, "C")


class Fragment(_core.codegen.JITCodeLibrary):  # type: ignore[misc]
    """The code of a rule that compiled code calls."""

    def add_llvm_module(self, module: Any) -> None:
        """Take it as it is: it is optimised with its callers."""
        module.data_layout = self._codegen._data_layout
        self._final_module.link_in(module)

    def finalize(self) -> None:
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        return self._final_module


class Whole(Fragment):
    """The code of a function that Python calls, and of everything it reaches."""

    level: int | None = None  # of optimisation; None: Numba's default, the highest

    def finalize(self) -> None:
        """Link, optimise and compile."""
        module = self._final_module
        own = {function.name for function in module.functions if not function.is_declaration}
        wanted, seen = list(self._linking_libraries), set()
        for library in wanted:  # grows during the loop
            if library not in seen:
                seen.add(library)
                self._reload_init.update(library._reload_init)
                module.link_in(library._get_module_for_linking(), preserve=True)
                wanted += library._linking_libraries if isinstance(library, Fragment) else []
        for function in module.functions:
            if not function.is_declaration and function.name not in own:
                function.linkage = "internal"  # all callers are in this module: LLVM may inline it
        if self.level is None:
            self._optimize_final_module()
        else:
            passes, builder = self._codegen._module_pass_manager(opt=self.level)
            passes.run(module, builder)
        self._final_module.verify()
        self._finalize_final_module()


@_machinery.register_pass(mutates_CFG=False, analysis_only=False)
class IntoFragment(_machinery.LoweringPass):  # type: ignore[misc]
    """Choose where the lowered code goes."""

    _name = "into_fragment"
    library = Fragment

    def __init__(self) -> None:
        _machinery.LoweringPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return False


@_machinery.register_pass(mutates_CFG=False, analysis_only=False)
class IntoWhole(IntoFragment):
    """Choose where the lowered code goes."""

    _name = "into_whole"
    library = Whole

    def run_pass(self, state: Any) -> bool:
        super().run_pass(state)
        function = state.func_id.func
        bound = "GAME_FOLDER" in function.__globals__ and Path(function.__code__.co_filename).parent != KERNEL
        if not bound:  # the rules of tables: compiled in half the time, and measured to be as fast
            state.library.level = 1
        return False


# Numba's passes without those for closures, comprehensions, `with`, `raise` and `literally`, which rules do
# not have; they take a third of the time.
SHORT = (
    _untyped.TranslateByteCode,
    _untyped.FixupArgs,
    _untyped.IRProcessing,
    _untyped.RewriteSemanticConstants,
    _untyped.DeadBranchPrune,
    _untyped.GenericRewrites,
    _untyped.ReconstructSSA,
    _untyped.DeadBranchPrune,
    _typed.NopythonTypeInference,
    _typed.PreLowerStripPhis,
    _typed.IRLegalization,
)


class _Passes(_machinery.PassManager):  # type: ignore[misc]
    """Runs passes without announcing and timing each."""

    def _runPass(self, index: int, each: Any, state: Any) -> None:  # noqa: N802
        each.analysis = self._analysis
        each.run_initialization(state)
        each.run_pass(state)
        each.run_finalizer(state)


class _Pipeline(_core.compiler.CompilerBase):  # type: ignore[misc]
    into: Any

    def define_pipelines(self) -> list[Any]:
        code = self.state.func_id.code
        if any(isinstance(constant, CodeType) for constant in code.co_consts):
            passes = _core.compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
            passes.add_pass_after(self.into, _typed.AnnotateTypes)
        else:
            passes = _Passes("rule")
            for each in (*SHORT, self.into, _typed.NativeLowering, _typed.NoPythonBackend):
                passes.add_pass(each, each.__name__)
        passes.finalize()
        return [passes]


class FragmentPipeline(_Pipeline):
    """For rules that compiled code calls."""

    into = IntoFragment


class WholePipeline(_Pipeline):
    """For rules that Python calls."""

    into = IntoWhole


class Flags(_core.compiler.Flags):  # type: ignore[misc]
    """Numba's flags, which it compares and lists all the time, as one comparison of two dictionaries."""

    def values(self) -> dict[str, Any]:
        return DEFAULTS | dict(self._values)

    def __hash__(self) -> int:
        return HASH

    def __eq__(self, other: object) -> bool:
        return bool(self._values == other._values if type(other) is Flags else super().__eq__(other))


DEFAULTS: dict[str, Any] = _core.compiler.Flags().values()
HASH = hash(_core.compiler.Flags())


def flags_of(rule: Any) -> Flags:
    """The flags that a rule's options stand for."""
    flags = Flags()
    rule.targetdescr.options.parse_as_flags(flags, rule._compiler.targetoptions)
    return flags


def lowered(rule: Any, types: tuple[Any, ...]) -> Any:
    """A rule for these types of arguments, for compiled code to call."""
    flags = flags_of(rule)
    flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    function = rule.py_func if rule.compiled_as is None else rule.compiled_as
    return _compile(rule, function, types, flags, FragmentPipeline)


def _compile(rule: Any, function: Any, types: tuple[Any, ...], flags: Flags, pipeline: Any) -> Any:
    result = _core.compiler.compile_extra(
        rule.typingctx, rule.targetctx, function, types, None, flags, {}, pipeline_class=pipeline
    )
    if result.typing_error is not None:
        raise result.typing_error
    return result


def compiled(rule: Any, types: tuple[Any, ...]) -> Any:
    """A rule for these types of arguments, for Python to call."""
    result = _compile(rule, rule.py_func, types, flags_of(rule), WholePipeline)
    for environment in result._find_referenced_environments():
        result.library.codegen.set_env(environment.env_name, environment)
    return result


def wide(kind: Any, name: str = "") -> Any:
    """The type for which a rule is compiled: one for all signed integers, of which Numba would compile each
    width and each constant separately, and one for a log with or without a reader."""
    kind = _types.unliteral(kind)
    if name == LOG_NAME and isinstance(kind, _types.NoneType):
        return LOG
    return _types.int64 if isinstance(kind, _types.Integer) and kind.signed else kind


@_core.imputils.lower_cast(_types.NoneType, _types.Array)  # type: ignore[untyped-decorator]
def _empty(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    """A log without a reader: an array without rows."""
    return context.get_constant_null(wanted)

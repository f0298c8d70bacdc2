"""Compile the rules of all games into one shared library that needs neither Numba nor LLVM: see
`fattorino.kernel.native`, which loads it, and `native.c`, which calls it. A C compiler (`cc`) links it."""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
import sys
import sysconfig
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
BASELINES = {  # machine: the processor to compile for, and how C asks whether this one can do the same
    "x86_64": ("x86-64-v3", '__builtin_cpu_supports("x86-64-v3")'),
    "aarch64": ("generic", "1"),
}
TAKEN = {  # letter of an argument: its type in C, and the member of Argument that holds it
    "i": ("int64_t", "whole"),
    "u": ("uint64_t", "whole"),
    "b": ("uint8_t", "whole"),
    "d": ("double", "real"),
    "N": ("POINTER", "data"),
}
RETURNED = {  # type of a result: its letter
    "int8": "1", "int16": "2", "int32": "4", "int64": "i", "uint64": "u", "float64": "d", "bool": "b",
    "none": "N",
}  # fmt: skip
MOST_ARGUMENTS, MOST_DIMENSIONS, MOST_RESULTS = 40, 3, 8  # as in native.c


class Unknown(Exception):
    """A type of an argument or a result that `native.c` does not know."""


def build(names: list[str], folder: Path) -> None:
    """Write the library of these games, and the list of its functions, into a folder."""
    from fattorino.kernel import native

    folder.mkdir(parents=True)
    processor, supported = BASELINES[platform.machine()]
    os.environ |= {"FATTORINO_BASELINE": processor, "NUMBA_DISABLE_JIT": "0"}
    os.environ["FATTORINO_CACHE"] = str(folder / "cache")
    jobs = [(name, folder / "objects") for name in names]
    with ProcessPoolExecutor(min(os.cpu_count() or 1, len(jobs)), get_context("spawn")) as pool:
        compiled = list(pool.map(compile_game, jobs))
    functions = [function for made in compiled for function in made["functions"]]
    link(functions, folder, supported)
    listed = [
        [*(function[key] for key in ("game", "part", "module", "name", "fingerprint", "types")), f"f{number}"]
        for number, function in enumerate(functions)
    ]
    made = {
        "python": "{}.{}".format(*sys.version_info),
        "processor": processor,
        "parts": {made["game"]: made["parts"] for made in compiled},
        "functions": listed,
    }
    (folder / native.LIST).write_text(json.dumps(made), encoding="utf-8")


def link(functions: list[dict[str, Any]], folder: Path, supported: str = "1") -> None:
    """Write the library of these functions, whose object files are in a folder."""
    from fattorino.kernel import native

    header = [declaration(number, function) for number, function in enumerate(functions)]
    header.append(f"#define PROCESSOR_FITS {supported}")
    header.append("#define FUNCTIONS " + " ".join(f"METHOD(f{number})" for number in range(len(functions))))
    (folder / "functions.h").write_text("\n".join(header) + "\n", encoding="utf-8")
    (folder / "exported").write_text("{ global: PyInit_library; local: *; };", encoding="utf-8")
    objects = sorted(map(str, (folder / "objects").glob("*.o")))
    sources = [f"-I{sysconfig.get_path('include')}", f"-I{folder}", str(HERE / "native.c"), *objects, "-lm"]
    flags = [
        "-shared",
        "-fPIC",
        "-O2",
        "-Wall",
        "-Wextra",
        "-s",
        f"-Wl,--version-script={folder / 'exported'}",
    ]
    library = folder / native.LIBRARY
    subprocess.run(["cc", *flags, *sources, "-o", str(library)], check=True)
    check = [
        "from fattorino.kernel import native; from pathlib import Path; import sys; ",
        "native.loaded(Path(sys.argv[1]))",
    ]
    subprocess.run(
        [sys.executable, "-c", "".join(check), str(library)],
        check=True,
        env=os.environ | {"LD_BIND_NOW": "1"},
    )  # fails if a symbol is missing


def compile_game(job: tuple[str, Path]) -> dict[str, Any]:
    """Compile all parts of a game; writes an object file for every function, and returns what they are."""
    import fattorino
    from fattorino.commands.compiling import PARTS, part_called
    from fattorino.kernel.content import fingerprint
    from fattorino.kernel.jit import speed
    from fattorino.kernel.parts import compile_part, rules_of

    name, folder = job
    folder.mkdir(parents=True, exist_ok=True)
    game = fattorino.load(name)
    functions: list[dict[str, Any]] = []
    parts: dict[str, str] = {}
    seen: set[tuple[int, Any]] = set()
    for part in map(part_called, PARTS):
        print(f"compiling {game.title}: {part.name}", flush=True)
        compile_part(game, part)
        for rule in speed(game.folder).rules:
            for types, made in rule.overloads.items():
                if (id(rule), types) not in seen:
                    seen.add((id(rule), types))
                    names = {"game": game.folder.name, "part": part.name, "fingerprint": fingerprint(rule)}
                    functions.append(
                        names | written(rule, types, made, folder / f"{name}-{len(functions)}.o")
                    )
        parts[part.name] = fingerprint(*rules_of(game, part))
    return {"game": game.folder.name, "parts": parts, "functions": functions}


def written(rule: Any, types: Any, made: Any, file: Path) -> dict[str, str]:
    """Write the object file of a compiled rule; returns what it is called and how."""
    from fattorino.kernel.content import fingerprint
    from fattorino.kernel.rules import described

    function = {
        "module": rule.__module__,
        "name": rule.__name__,
        "fingerprint": fingerprint(rule),
        "types": " ".join(map(described, types)),
        "returns": str(made.signature.return_type),
        "symbol": made.fndesc.llvm_func_name,
    }
    declaration(0, function)  # fails now rather than when everything is compiled
    file.write_bytes(object_code(made.library, function["symbol"]))
    return function


def object_code(library: Any, symbol: str) -> bytes:
    """The object file of one function: position-independent, without Numba's own call from Python."""
    from llvmlite import binding
    from numba.core import config

    module = binding.parse_bitcode(library._final_module.as_bitcode())
    for function in module.functions:
        if not function.is_declaration and function.name != symbol:
            function.linkage = "internal"
    target = binding.Target.from_triple(module.triple)
    machine = target.create_target_machine(
        cpu=config.CPU_NAME, features=config.CPU_FEATURES, opt=3, reloc="pic", codemodel="default"
    )
    passes = binding.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    tuning = binding.create_pipeline_tuning_options(0)
    passes.run(module, binding.create_pass_builder(machine, tuning))
    return bytes(machine.emit_object(module))


def declaration(number: int, function: dict[str, Any]) -> str:
    """A function in C: its prototype, its types, and how it is called."""
    words = function["types"].split()
    try:
        if len(words) > MOST_ARGUMENTS:
            raise Unknown(f"more than {MOST_ARGUMENTS} arguments")
        taken = [argument(at, word) for at, word in enumerate(words)]
        kind, several = result(function["returns"])
    except Unknown as unknown:
        whole = f"{function['module']}.{function['name']}({', '.join(words)}) -> {function['returns']}"
        raise Unknown(f"{whole}: packaging/native.c cannot call this: {unknown}") from None
    prototype, types, given = (", ".join(each) for each in zip(*taken, strict=True))
    return f"""
extern int32_t r{number}(void *, void **, {prototype}) __asm__({json.dumps(function["symbol"])});
static int32_t c{number}(void *result, void **error, const Argument *a) {{
    return r{number}(result, error, {given});
}}
static PyObject *f{number}(PyObject *self, PyObject *given, PyObject *named) {{
    static const Type types[] = {{{types}}};
    (void)self;
    return call_rule(given, named, types, {len(words)}, '{kind}', {several}, c{number});
}}"""


def argument(at: int, word: str) -> tuple[str, str, str]:
    """An argument, from the word for its type: its type in C, its `Type`, and how it is given."""
    kind, size = word[0], word[1:]
    if kind == "r":
        return "POINTER", f"{{'r', 0, 0, {size}}}", f"a[{at}].data"
    if kind == "R":
        return "TYPE1", f"{{'R', 0, 1, {size}}}", f"ARRAY1(a[{at}])"
    if kind.isdecimal() and 1 <= int(kind) <= MOST_DIMENSIONS:
        return f"TYPE{kind}", f"{{'A', '{size}', {kind}, 0}}", f"ARRAY{kind}(a[{at}])"
    if kind not in TAKEN:
        raise Unknown(f"argument {at + 1} is of a type that it does not know")
    c_type, member = TAKEN[kind]
    return c_type, f"{{'{kind}', 0, 0, 0}}", f"({c_type})a[{at}].{member}"


def result(returns: str) -> tuple[str, int]:
    """The letter of a result, and how many there are: 0 if it is not a tuple."""
    if returns.startswith(("Literal[int]", "IntEnum<int64>")):  # a member comes back as its number
        return "i", 0
    several = re.fullmatch(r"UniTuple\(int64 x (\d+)\)", returns)
    if several and int(several[1]) <= MOST_RESULTS:
        return "i", int(several[1])
    if returns not in RETURNED:
        raise Unknown("its result is of a type that it does not know")
    return RETURNED[returns], 0


if __name__ == "__main__":
    build(sys.argv[2:], Path(sys.argv[1]))

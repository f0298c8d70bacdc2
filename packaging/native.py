"""Compile the rules of all games into one shared library that needs neither Numba nor LLVM: see
`fattorino.kernel.native`, which loads it, and `native.c`, which calls it. A C compiler (`cc`) links it."""

from __future__ import annotations

import json
import os
import platform
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
RETURNS = {"int8": "1", "int16": "2", "int32": "4", "int64": "i", "uint64": "u", "float64": "d", "bool": "b"}


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
    from fattorino.kernel.rules import described

    name, folder = job
    folder.mkdir(parents=True, exist_ok=True)
    game = fattorino.load(name)
    functions: list[dict[str, Any]] = []
    parts: dict[str, str] = {}
    seen: set[tuple[int, Any]] = set()
    for part in map(part_called, PARTS):
        compile_part(game, part)
        for rule in speed(game.folder).rules:
            for types, result in rule.overloads.items():
                if (id(rule), types) not in seen:
                    seen.add((id(rule), types))
                    file = folder / f"{name}-{len(functions)}.o"
                    file.write_bytes(object_code(result.library, result.fndesc.llvm_func_name))
                    functions.append(
                        {
                            "game": game.folder.name,
                            "part": part.name,
                            "module": rule.__module__,
                            "name": rule.__name__,
                            "fingerprint": fingerprint(rule),
                            "types": " ".join(map(described, types)),
                            "returns": str(result.signature.return_type),
                            "symbol": result.fndesc.llvm_func_name,
                        }
                    )
        parts[part.name] = fingerprint(*rules_of(game, part))
    return {"game": game.folder.name, "parts": parts, "functions": functions}


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
    prototype, types, given = [], [], []
    for at, word in enumerate(function["types"].split()):
        kind, size = word[0], word[1:]
        if kind == "r":
            prototype.append("POINTER")
            given.append(f"a[{at}].data")
            types.append(f"{{'r', 0, 0, {size}}}")
        elif kind == "R" or kind.isdecimal():
            dimensions = 1 if kind == "R" else int(kind)
            prototype.append(f"TYPE{dimensions}")
            given.append(f"ARRAY{dimensions}(a[{at}])")
            types.append(f"{{'R', 0, 1, {size}}}" if kind == "R" else f"{{'A', '{size}', {kind}, 0}}")
        else:
            c_type, value = {
                "i": ("int64_t", "whole"),
                "u": ("uint64_t", "whole"),
                "b": ("uint8_t", "whole"),
                "d": ("double", "real"),
                "N": ("POINTER", "data"),
            }[kind]
            prototype.append(c_type)
            given.append(f"({c_type})a[{at}].{value}")
            types.append(f"{{'{kind}', 0, 0, 0}}")
    symbol, returns = json.dumps(function["symbol"]), function["returns"]
    kind = "i" if returns.startswith("Literal[int]") else "N" if returns == "none" else RETURNS[returns]
    return f"""
extern int32_t r{number}(void *, void **, {", ".join(prototype)}) __asm__({symbol});
static int32_t c{number}(void *result, void **error, const Argument *a) {{
    return r{number}(result, error, {", ".join(given)});
}}
static PyObject *f{number}(PyObject *self, PyObject *given, PyObject *named) {{
    static const Type types[] = {{{", ".join(types)}}};
    (void)self;
    return call_rule(given, named, types, {len(types)}, '{kind}', c{number});
}}"""


if __name__ == "__main__":
    build(sys.argv[2:], Path(sys.argv[1]))

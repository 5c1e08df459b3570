"""Builds what wheels have beyond the source: the compiled engine, and codegen as `kraft_codegen`.

    python hatch_build.py [--strict] [--optional] [--output FOLDER] [FLAG ...]

compiles the C files of kraft_wire/native for the Python that runs it, into that folder or another
one. `--strict` turns warnings into errors, `--optional` succeeds where there is no C compiler;
further flags go to the compiler. `CC` and `CFLAGS` in the environment are used.

An installation without a C compiler leaves the engine out and reports it in one sentence: the pure
Python codecs do the same work.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent
SOURCES = ROOT / "kraft_wire" / "native"
SPECS = ROOT / "message-specs"
FLAGS = ("-O3", "-fwrapv", "-fPIC", "-fvisibility=hidden", "-DNDEBUG")
STRICT_FLAGS = ("-Wall", "-Wextra", "-Werror", "-Wno-missing-field-initializers")

_CODEGEN_IMPORT = re.compile(r"^(\s*(?:from|import) )codegen\b", re.MULTILINE)


class BuildError(Exception):
    """The engine could not be compiled."""


class NoCompilerError(BuildError):
    """There is no C compiler that can build an extension of this Python."""


def module_name() -> str:
    """Return the file name of the compiled module for this Python."""
    return f"_engine{sysconfig.get_config_var('EXT_SUFFIX')}"


def rename_codegen(folder: Path) -> dict[str, str]:
    """Copy codegen as `kraft_codegen`, its imports too; where each file goes in the wheel.

    `codegen` is too common a name for site-packages, where a package of another project may have
    it. In the repository the folder keeps its name.
    """
    target = {}
    for source in sorted((ROOT / "codegen").rglob("*")):
        if not source.is_file() or "__pycache__" in source.parts:
            continue
        place = Path("kraft_codegen") / source.relative_to(ROOT / "codegen")
        copy = folder / place
        copy.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_text(encoding="utf-8")
        if source.suffix == ".py":
            text = _CODEGEN_IMPORT.sub(r"\1kraft_codegen", text)
        copy.write_text(text, encoding="utf-8")
        target[str(copy)] = str(place)
    return target


def compile_engine(folder: Path, flags: tuple[str, ...] = ()) -> Path:
    """Compile the engine into a folder; raises BuildError with one sentence."""
    output = folder / module_name()
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        made = Path(scratch) / output.name
        probe = Path(scratch) / "probe.c"
        probe.write_text("#include <Python.h>\n")
        try:
            _compile([probe], made)
        except BuildError as error:
            raise NoCompilerError(f"no C compiler: {error}") from None
        _compile(sorted(SOURCES.glob("*.c")), made, flags)
        made.replace(output)  # a process that has the old file loaded keeps it
    return output


def _compile(sources: list[Path], output: Path, flags: tuple[str, ...] = ()) -> None:
    """Compile and link; raises BuildError with the compiler's first error."""
    linker = shlex.split(sysconfig.get_config_var("LDSHARED") or "cc -shared")
    compiler = shlex.split(os.environ.get("CC", "")) or linker[:1]
    command = [
        *(*compiler, *linker[1:], *FLAGS, *shlex.split(os.environ.get("CFLAGS", "")), *flags),
        *(f"-I{sysconfig.get_path('include')}", *map(str, sources), "-o", str(output)),
    ]
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    except OSError as error:
        raise BuildError(f"cannot run {compiler[0]} ({error.strerror})") from None
    if result.returncode:
        lines = [line for line in result.stderr.splitlines() if "error" in line.lower()]
        reason = lines[0] if lines else f"exit status {result.returncode}"
        raise BuildError(f"{compiler[0]} failed ({reason})")


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run by itself
    pass
else:

    class EngineHook(BuildHookInterface[Any]):
        """Compiles in place for an editable installation, else adds to the wheel."""

        PLUGIN_NAME = "custom"

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            """Compile, and put what was made into the wheel."""
            if self.target_name != "wheel":
                return
            is_editable = version == "editable"
            self._scratch = tempfile.TemporaryDirectory()
            if not is_editable:
                build_data["force_include"] |= rename_codegen(Path(self._scratch.name))
                build_data["force_include"][str(SPECS)] = "kraft_codegen/message-specs"
            folder = SOURCES if is_editable else Path(self._scratch.name)
            try:
                made = compile_engine(folder)
            except BuildError as error:
                self.app.display_warning(
                    f"kraft is installed without its compiled engine ({error}): "
                    "the pure Python codecs do its work, more slowly"
                )
                return
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            if not is_editable:
                build_data["force_include"][str(made)] = f"kraft_wire/native/{made.name}"

        def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
            """Remove what the wheel has by now."""
            del version, build_data, artifact_path
            if self.target_name == "wheel":
                self._scratch.cleanup()


def main(arguments: list[str]) -> int:
    """Compile by itself; the exit status says whether it worked."""
    folder, flags = SOURCES, list(arguments)
    is_optional = "--optional" in flags
    if is_optional:
        flags.remove("--optional")
    if "--output" in flags:
        at = flags.index("--output")
        folder = Path(flags[at + 1])
        del flags[at : at + 2]
    if "--strict" in flags:
        flags.remove("--strict")
        flags += STRICT_FLAGS
    try:
        print(compile_engine(folder, tuple(flags)))
    except BuildError as error:
        print(f"the compiled engine was not built: {error}", file=sys.stderr)
        return 0 if is_optional and isinstance(error, NoCompilerError) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

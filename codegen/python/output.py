"""Write a generated package: write changed files, remove files that are no longer needed.

`check` renders the same files in memory and only compares.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from codegen.errors import SchemaError
from codegen.naming import module_name
from codegen.python.descriptions import api_keys, registry_entries, responses
from codegen.python.render import (
    render_api_keys,
    render_codec,
    render_error_codes,
    render_package,
    render_registry,
    render_schema,
)
from codegen.schema.error_codes import ERRORS_FILE, read_error_codes
from codegen.schema.reader import read_folder, read_text
from codegen.schema.writer import write_file

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from codegen.schema.model import MessageSpec

Progress = Callable[[str], object]
"""Called with the name of each message that was rendered."""

_MARK = "# Generated "
"""The first line of every generated file; a file without it is not removed."""

_SCHEMAS = (
    f"{_MARK}by `python -m codegen generate`. Do not edit.\n"
    '"""What each message looks like, as data."""\n'
)


def generate(
    specs_dir: Path, out_dir: Path, package: str, *, progress: Progress | None = None
) -> list[str]:
    """Write the specs as `out_dir/package`; return the names of files that changed.

    Raises SchemaError for bad specs, and where a folder of that name holds files that were not
    generated.
    """
    root = out_dir / package
    files = _render(specs_dir, progress)
    stale = _stale(root, files)
    foreign = [name for name in stale if not _is_ours(root / name)]
    if foreign:
        raise SchemaError(
            f"{root} contains {foreign[0]}, which is not a generated file: choose another name"
        )
    changed = []
    for name, text in files.items():
        path = root / name
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, text)
        changed.append(name)
    for name in stale:
        (root / name).unlink()
        changed.append(name)
    for cache in root.rglob("__pycache__"):
        if stale:
            shutil.rmtree(cache)
    return sorted(changed)


def check(specs_dir: Path, out_dir: Path, package: str) -> list[str]:
    """Name the files that `generate` would write or remove; touch nothing."""
    root = out_dir / package
    files = _render(specs_dir, None)
    drifted = [
        name
        for name, text in files.items()
        if not (root / name).is_file() or (root / name).read_text(encoding="utf-8") != text
    ]
    return sorted([*drifted, *_stale(root, files)])


def generate_error_codes(specs_dir: Path, module: Path) -> bool:
    """Write the error codes of the specs' folder as a module; return True if it changed.

    Raises SchemaError, also where the specs have none.
    """
    if not check_error_codes(specs_dir, module):
        return False
    write_file(module, _error_codes(specs_dir))
    return True


def check_error_codes(specs_dir: Path, module: Path) -> bool:
    """Return True if `generate_error_codes` would write the module; touch nothing."""
    text = _error_codes(specs_dir)
    return not module.is_file() or module.read_text(encoding="utf-8") != text


def _error_codes(specs_dir: Path) -> str:
    path = specs_dir / ERRORS_FILE
    if not path.is_file():
        raise SchemaError(str(path), "", "does not exist: import the error codes")
    return render_error_codes(read_error_codes(read_text(path.read_bytes(), path.name), path.name))


def render_all(messages: Iterable[MessageSpec], progress: Progress | None = None) -> dict[str, str]:
    """Return every file of a package by its name inside it."""
    ordered = sorted(messages, key=lambda message: message.name)
    entries = registry_entries(ordered)
    files = {
        "__init__.py": render_package(entries),
        "api_keys.py": render_api_keys(api_keys(ordered)),
        "registry.py": render_registry(entries),
        "schemas/__init__.py": _SCHEMAS,
    }
    for name, text in files.items():
        compile(text, name, "exec", dont_inherit=True)
    response_of = responses(ordered)
    for message in ordered:
        module = module_name(message.name)
        if f"{module}.py" in files:
            raise SchemaError(f"{message.source}: two messages map to the same module {module}")
        codec = partial(render_codec, response=response_of.get(message.name, ""))
        files[f"{module}.py"] = _compiled(message, codec)
        files[f"schemas/{module}.py"] = _compiled(message, render_schema)
        if progress is not None:
            progress(message.name)
    return files


def _compiled(message: MessageSpec, render: Callable[[MessageSpec], str]) -> str:
    """Return the text of a module if Python can compile it: no other text is ever written."""
    try:
        text = render(message)
        compile(text, message.source, "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        if isinstance(error, SchemaError):
            raise
        detail = f"{message.name} makes a module that Python cannot compile: {error}"
        raise SchemaError(message.source, "", detail) from error
    return text


def _render(specs_dir: Path, progress: Progress | None) -> dict[str, str]:
    messages = read_folder(specs_dir)
    if not messages:
        raise SchemaError(str(specs_dir), "", "no message has a valid version: nothing to write")
    return render_all(messages.values(), progress)


def _stale(root: Path, files: dict[str, str]) -> list[str]:
    if not root.is_dir():
        return []
    found = (path.relative_to(root).as_posix() for path in root.rglob("*.py"))
    return sorted(name for name in found if name not in files)


def _is_ours(path: Path) -> bool:
    with path.open(encoding="utf-8", errors="replace") as file:
        return file.read(len(_MARK)) == _MARK

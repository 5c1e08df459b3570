"""Print layouts as Python: computes every name and expression, and lets Jinja2 lay them out."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from codegen.naming import source_text
from codegen.python.classes import class_views, sentence
from codegen.python.codecs import function_views
from codegen.python.descriptions import View, schema_view
from codegen.python.layout import message_layout

if TYPE_CHECKING:
    from codegen.schema.model import MessageSpec

_CONSTANTS = ("_PACK_", "_UNPACK_")
"""How the names of compiled `struct` calls begin; what follows is their format."""

_ARRAYS = frozenset(
    {
        "_text_tuple",
        "check_bools",
        "PACK_BOOLS",
        "PACK_FLOAT64S",
        "PACK_INT16S",
        "PACK_INT32S",
        "PACK_INT64S",
        "PACK_INT8S",
        "PACK_UINT16S",
        "PACK_UINT32S",
        "READ_BOOLS",
        "READ_FLOAT64S",
        "READ_INT16S",
        "READ_INT32S",
        "READ_INT64S",
        "READ_INT8S",
        "READ_UINT16S",
        "READ_UINT32S",
        "UNPACK_BOOLS",
        "UNPACK_FLOAT64S",
        "UNPACK_INT16S",
        "UNPACK_INT32S",
        "UNPACK_INT64S",
        "UNPACK_INT8S",
        "UNPACK_UINT16S",
        "UNPACK_UINT32S",
        "pack_many",
        "read_compact_blobs",
        "read_compact_texts",
        "read_fixed_blobs",
        "read_fixed_texts",
        "read_numbers",
        "read_uuids",
        "unpack_many",
        "write_compact_blobs",
        "write_compact_texts",
        "write_fixed_blobs",
        "write_fixed_texts",
        "write_uuids",
    }
)
"""What `kraft_wire.arrays` offers to generated code."""

_PRIMITIVES = frozenset(
    {
        "BYTES",
        "UUIDS",
        "Uuid",
        "ZERO_UUID",
        "count_length",
        "count_length_not_null",
        "count_uvarint",
        "keep_unknown_tag",
        "long_blob_length",
        "new",
        "octets",
        "read_tag",
        "read_tag_count",
        "read_unknown_tags",
        "read_uvarint",
        "sorted_tags",
        "text_length",
        "text_length_not_null",
        "text_uvarint",
        "uvarint",
        "write_tags",
    }
)
"""What `kraft_wire.primitives` offers to generated code."""


@cache
def environment() -> Environment:
    """The templates beside this module; a name that a template lacks is an error."""
    return Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701  # Python source, not HTML
    )


def render_codec(message: MessageSpec) -> str:
    """The module of a message: its classes and codecs."""
    layout = message_layout(message)
    view = {
        "name": message.name,
        "source": source_text(Path(message.source).name),
        "versions_text": versions_text(message),
        "about": sentence(message.root.about),
        "classes": class_views(message),
        "functions": function_views(layout),
        "root_class": message.name,
        "readers": [(v, _function("read", message, r.suffix)) for v, r in layout.roots.items()],
        "writers": [(v, _function("write", message, r.suffix)) for v, r in layout.roots.items()],
    }
    body = tidy(environment().get_template("message.py.j2").render(m=view))
    names = _names(body)
    head = {**view, "imports": _imports(names), "constants": _constants(names)}
    return tidy(environment().get_template("head.py.j2").render(m=head)) + "\n\n" + body


def _names(body: str) -> set[str]:
    """Every name that a module uses, those in its text and comments not counted."""
    return {node.id for node in ast.walk(ast.parse(body)) if isinstance(node, ast.Name)}


def render_schema(message: MessageSpec) -> str:
    """The module that describes a message as data."""
    return tidy(environment().get_template("schema.py.j2").render(m=schema_view(message)))


def render_registry(entries: list[View]) -> str:
    """The module that lists all messages."""
    return tidy(environment().get_template("registry.py.j2").render(entries=entries))


def render_package(entries: list[View]) -> str:
    """The package's own `__init__`."""
    return tidy(environment().get_template("package.py.j2").render(entries=entries))


def versions_text(message: MessageSpec) -> str:
    """Say kind, key and versions in words."""
    key = "" if message.api_key is None else f" of API key {message.api_key}"
    if message.kind not in ("request", "response"):
        key = "" if message.api_key is None else f" of type {message.api_key}"
    versions = f"versions {message.valid_versions}"
    if message.valid_versions.lowest == message.valid_versions.highest:
        versions = f"version {message.valid_versions}"
    flexible = message.flexible_versions & message.valid_versions
    tail = f", flexible from {flexible.lowest}" if flexible else ""
    return f"{message.kind.replace('-', ' ')}{key}, {versions}{tail}"


def _function(verb: str, message: MessageSpec, suffix: int) -> str:
    return f"_{verb}_{message.name}_{suffix}"


def _constants(names: set[str]) -> list[str]:
    """One line for each `struct` call that the module makes."""
    lines = []
    for name in sorted(name for name in names if name.startswith(_CONSTANTS)):
        form = name.split("_", 2)[2].replace("Z", "?").replace("u", "16s")
        method = "unpack_from" if name.startswith("_UNPACK") else "pack"
        lines.append(f'{name} = Layout(">{form}").{method}')
    return ["", *lines] if lines else []


def _imports(names: set[str]) -> list[str]:
    """Import what the module uses and nothing else."""
    typing = ["TYPE_CHECKING", "Any"]
    if "Final" in names:
        typing.append("Final")
    lines = []
    if any(name.startswith(_CONSTANTS) for name in names):
        lines.append("from struct import Struct as Layout")
    lines.append(f"from typing import {', '.join(typing)}")
    lines.append("")
    lines += _import_of("kraft_wire.arrays", names & _ARRAYS)
    bases = [name for name in ("Message", "Struct", "shared_default") if name in names]
    lines.append(f"from kraft_wire.message import {', '.join(bases)}")
    lines += _import_of("kraft_wire.primitives", names & _PRIMITIVES)
    lines += ["", "if TYPE_CHECKING:"]
    if "Iterable" in names:
        lines.append("    from collections.abc import Iterable")
    if "TypeAlias" in names:
        lines.append("    from typing import TypeAlias")
    if "TypeAlias" in names or "Iterable" in names:
        lines.append("")
    lines.append("    from kraft_wire.primitives import Append, UnknownTags")
    return lines


def _import_of(module: str, names: set[str]) -> list[str]:
    """Import names in order, one a line; nothing where there are none."""
    if not names:
        return []
    return [f"from {module} import (", *(f"    {name}," for name in sorted(names)), ")"]


def tidy(text: str) -> str:
    """No trailing blanks, no empty lines inside functions, two around top level definitions."""
    lines: list[str] = []
    after_gap = False
    for raw in text.splitlines():
        line = raw.rstrip()
        if not line:
            after_gap = True
            continue
        lines += [""] * _gap(lines[-1] if lines else "", line, after_gap=after_gap)
        lines.append(line)
        after_gap = False
    return "\n".join(lines).strip("\n") + "\n"


def _gap(before: str, line: str, *, after_gap: bool) -> int:
    """How many empty lines stand between two lines."""
    if line.startswith((")", "]", "}")):
        return 0
    if not line.startswith(" "):
        is_block = line.startswith(("def ", "class ")) or before.startswith("        ")
        return 2 if is_block else int(after_gap)
    opens = line.lstrip().startswith(("def ", "if TYPE_CHECKING", "__slots__", "from "))
    return int(after_gap and opens)

"""The decoded tree of some bytes and the fault that ended it, as text in columns or as JSON."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kraft_wire.errors import ErrorCode, TrailingBytesError, WireError
from kraft_wire.primitives import Uuid
from kraft_wire.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_wire.inspection.walk import Node

__all__ = ["Explanation", "to_json", "to_text"]

_BYTES_SHOWN: Final = 16
_TEXT_SHOWN: Final = 60
_INDENT: Final = "~"
"""In front of offsets that count in decompressed bytes."""


@dataclass(slots=True)
class Explanation:
    """The nodes of some bytes in order, their subject, and the first fault, if any."""

    subject: str
    data: bytes = field(repr=False)  # it, and the values, can hold secrets
    nodes: list[Node] = field(default_factory=list)
    fault: WireError | None = None

    def blame(self, fault: WireError | None) -> None:
        """Store a fault, unless there is one already."""
        if self.fault is None:
            self.fault = fault

    def close(self, end: int) -> None:
        """Report bytes after the end as a fault, unless there is one already."""
        left = len(self.data) - end
        if left > 0:
            self.blame(TrailingBytesError(f"{left} bytes follow the end", offset=end))


class _Row(NamedTuple):
    offset: str
    octets: str
    path: str
    type: str
    value: str


def to_text(found: Explanation) -> str:
    """Show one line for each value: offset and bytes in hexadecimal, path, type, value."""
    rows = [row for node in found.nodes for row in _rows(node, found.data, "")]
    end = max((node.offset + node.length for node in found.nodes), default=0)
    if end < len(found.data):
        rows.append(_row(end, found.data[end:], ("", "not read", "")))
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(4)]
    lines = [f"{found.subject}, {len(found.data)} bytes"]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row[:4], widths, strict=True)]
        lines.append("  ".join([*cells, row.value]).rstrip())
    if found.fault is not None:
        lines.append(f"{type(found.fault).__name__}: {found.fault}")
    return "\n".join(lines)


def to_json(found: Explanation) -> dict[str, Any]:
    """Return subject, length, nodes and fault in the form of the `json` module.

    Bytes are hexadecimal text. Offsets below a node with `innerLength` count in the bytes that its
    own ones decompress to.
    """
    fault = found.fault
    return {
        "subject": found.subject,
        "length": len(found.data),
        "nodes": [_node(node) for node in found.nodes],
        "fault": fault
        and {
            "type": type(fault).__name__,
            "detail": fault.detail,
            "offset": fault.offset,
            "path": fault.path,
        },
    }


def _node(node: Node) -> dict[str, Any]:
    form: dict[str, Any] = {
        "offset": node.offset,
        "length": node.length,
        "path": node.path,
        "type": node.type,
        "value": _plain(node.value),
    }
    if note := _note(node):
        form["note"] = note
    if node.inner is not None:
        form["innerLength"] = len(node.inner)
    if node.children:
        form["children"] = [_node(child) for child in node.children]
    return form


def _plain(value: Any) -> Any:
    if isinstance(value, Uuid):
        return str(value)
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


def _rows(node: Node, data: bytes, indent: str) -> Iterator[_Row]:
    if node.own_length:
        octets = data[node.offset : node.offset + node.own_length]
        texts = (node.path, node.type, _shown(node))
        yield _row(node.offset, octets, texts, indent)
    if node.inner is not None:
        data, indent = node.inner, indent + _INDENT
    for child in node.children:
        yield from _rows(child, data, indent)


def _row(offset: int, octets: bytes, texts: tuple[str, str, str], indent: str = "") -> _Row:
    digits = octets[:_BYTES_SHOWN].hex(" ")
    if len(octets) > _BYTES_SHOWN:
        digits += " ..."
    return _Row(f"{indent}{offset:06x}", digits, *texts)


def _shown(node: Node) -> str:
    value = node.value
    if node.type.startswith("[]") and value is not None:
        text = f"{value} element{'' if value == 1 else 's'}"
    elif node.type == "tags":
        text = f"{value} tagged field{'' if value == 1 else 's'}"
    else:
        text = _value_text(value)
    note = _note(node)
    return f"{text} ({note})" if text and note else text or note


def _value_text(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, Uuid):
        return str(value)
    if isinstance(value, bytes):
        return f"{len(value)} byte{'' if len(value) == 1 else 's'}"
    if isinstance(value, str):
        return _quoted(value)
    return str(value)


def _quoted(text: str) -> str:
    """Quote text so that nothing in it can act on a terminal."""
    shown = text if len(text) <= _TEXT_SHOWN else text[:_TEXT_SHOWN]
    quoted = printable(json.dumps(shown, ensure_ascii=False))
    return quoted if shown is text else f"{quoted}... {len(text)} characters"


def _note(node: Node) -> str:
    """Describe the meaning of a value, where it is known."""
    if node.type == "int16" and node.path.lower().endswith("errorcode"):
        return ErrorCode(node.value).name
    return node.note

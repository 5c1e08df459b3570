"""Bytes of a message straight from the JSON of its schema and Kafka's JSON form of its content.

Slow and short on purpose, and independent of `codegen`: what generated codecs write is held against
it. Every field of the version must be given; tagged fields are written if they are given.
"""

from __future__ import annotations

import base64
import struct
from typing import Any

from tests.conformance.schemas import version_range

_FORMATS = {
    "bool": "?",
    "int8": "b",
    "int16": "h",
    "uint16": "H",
    "int32": "i",
    "uint32": "I",
    "int64": "q",
    "float64": "d",
}


class ReferenceWriter:
    """Writes one schema in one version."""

    def __init__(self, schema: dict[str, Any], version: int) -> None:
        self._version = version
        self._flexible = version_range(schema["flexibleVersions"])
        self._common = {one["name"]: one["fields"] for one in schema.get("commonStructs", ())}
        self._fields = schema["fields"]

    def message(self, form: dict[str, Any]) -> bytes:
        return self._struct(self._fields, form)

    def _struct(self, fields: list[dict[str, Any]], form: dict[str, Any]) -> bytes:
        out, tags = [], []
        for field in fields:
            tagged = field.get("taggedVersions", "none")
            if self._version not in version_range(field.get("versions") or tagged):
                continue
            name = field["name"][0].lower() + field["name"][1:]
            if self._version not in version_range(tagged):
                out.append(self._field(field, form[name]))
            elif name in form:
                data = self._field(field, form[name], is_tagged=True)
                tags.append((int(field["tag"]), data))
        if self._version in self._flexible:
            out.append(_uvarint(len(tags)))
            for tag, data in sorted(tags):
                out += [_uvarint(tag), _uvarint(len(data)), data]
        return b"".join(out)

    def _field(self, field: dict[str, Any], value: Any, *, is_tagged: bool = False) -> bytes:
        kind = field["type"]
        own = field.get("flexibleVersions")
        is_compact = self._version in (version_range(own) if own else self._flexible)
        if kind.startswith("[]"):
            element = {**field, "type": kind[2:]}
            data = b"".join(self._single(element, one, is_compact) for one in value or ())
            return _length(value, is_compact, "i") + data
        if kind[0].isupper() and self._version in version_range(
            field.get("nullableVersions", "none")
        ):
            if is_tagged:
                mark = b"\0" if value is None else b"\1"
            else:
                mark = b"\xff" if value is None else b"\1"
            return mark if value is None else mark + self._single(field, value, is_compact)
        return self._single(field, value, is_compact)

    def _single(self, field: dict[str, Any], value: Any, is_compact: bool) -> bytes:
        kind = field["type"]
        if kind in _FORMATS:
            value = float(value) if kind == "float64" else value  # "NaN" is text in JSON
            return struct.pack(f">{_FORMATS[kind]}", value)
        if kind == "uuid":
            return base64.urlsafe_b64decode(f"{value}==")
        if kind in ("string", "bytes", "records"):
            if value is not None:
                value = value.encode() if kind == "string" else base64.b64decode(value)
            return _length(value, is_compact, "h" if kind == "string" else "i") + (value or b"")
        return self._struct(field.get("fields") or self._common.get(kind, []), value)


def _length(value: Any, is_compact: bool, form: str) -> bytes:
    if is_compact:
        return _uvarint(0 if value is None else len(value) + 1)
    return struct.pack(f">{form}", -1 if value is None else len(value))


def _uvarint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes((*out, value))

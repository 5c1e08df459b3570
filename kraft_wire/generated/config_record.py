# Generated from ConfigRecord.json by `python -m codegen generate`. Do not edit.
"""ConfigRecord, metadata of type 4, version 0, flexible from 0. Sets or deletes one config of a resource."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    new,
    read_unknown_tags,
    text_length,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_b = Layout(">b").pack
_PACK_bB = Layout(">bB").pack
_UNPACK_bB = Layout(">bB").unpack_from


class ConfigRecord(Message):
    """Sets or deletes one config of a resource."""

    __slots__ = ("resource_type", "resource_name", "name", "value", "unknown_tagged_fields")
    __match_args__ = ("resource_type", "resource_name", "name", "value")
    KIND = "metadata"
    API_KEY = 4
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    resource_type: Final[int]
    """2 topic, 4 broker, 16 client metrics, 32 group. (int8)"""
    resource_name: Final[str]
    """Name of the resource; empty for the default of all brokers. (string)"""
    name: Final[str]
    """Name of the config. (string)"""
    value: Final[str | None]
    """Value of the config; null deletes it. (string)"""

    def __init__(
        self,
        *,
        resource_type: int = 0,
        resource_name: str = "",
        name: str = "",
        value: str | None = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.resource_type = resource_type
        self.resource_name = resource_name
        self.name = name
        self.value = value
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            resource_type: int = ...,
            resource_name: str = ...,
            name: str = ...,
            value: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ConfigRecord = new(ConfigRecord)


def _read_ConfigRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ConfigRecord()
    o.resource_type, n = _UNPACK_bB(buf, pos)
    pos += 1
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.resource_name = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.name = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.value = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.value = None
        pos += 1
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ConfigRecord_0(put: Append, o: Any) -> None:
    items = o.resource_name.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_bB(o.resource_type, n))
    else:
        put(_PACK_b(o.resource_type))
        put(text_uvarint(n))
    put(items)
    items = o.name.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.value
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ConfigRecord._READERS = {
    0: _read_ConfigRecord_0,
}
ConfigRecord._WRITERS = {
    0: _write_ConfigRecord_0,
}

# Generated from ClientQuotaRecord.json by `python -m codegen generate`. Do not edit.
"""ClientQuotaRecord, metadata of type 14, version 0, flexible from 0. Sets or removes one client quota."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message, Struct
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length_not_null,
    count_uvarint,
    new,
    read_unknown_tags,
    text_length,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_dZ = Layout(">d?").pack
_PACK_dZx = Layout(">d?x").pack
_UNPACK_dZB = Layout(">d?B").unpack_from


class EntityData(Struct):
    """What a quota is for: one or two of user, client-id and ip."""

    __slots__ = ("entity_type", "entity_name", "unknown_tagged_fields")
    __match_args__ = ("entity_type", "entity_name")
    __qualname__ = "ClientQuotaRecord.EntityData"
    entity_type: Final[str]
    """user, client-id or ip. (string)"""
    entity_name: Final[str | None]
    """Name of the entity; null for its default. (string)"""

    def __init__(
        self,
        *,
        entity_type: str = "",
        entity_name: str | None = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.entity_type = entity_type
        self.entity_name = entity_name
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            entity_type: str = ...,
            entity_name: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_EntityData = EntityData
_new_EntityData = new(EntityData)


class ClientQuotaRecord(Message):
    """Sets or removes one client quota."""

    __slots__ = ("entity", "key", "value", "remove", "unknown_tagged_fields")
    __match_args__ = ("entity", "key", "value", "remove")
    KIND = "metadata"
    API_KEY = 14
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    if TYPE_CHECKING:
        EntityData: TypeAlias = _EntityData
    else:  # no annotation of a field
        EntityData = _EntityData
    entity: Final[tuple[EntityData, ...]]
    """What a quota is for: one or two of user, client-id and ip. ([]EntityData)"""
    key: Final[str]
    """Name of the quota, such as producer_byte_rate. (string)"""
    value: Final[float]
    """Value of the quota. (float64)"""
    remove: Final[bool]
    """True to remove the quota, false to set it. (bool)"""

    def __init__(
        self,
        *,
        entity: Iterable[EntityData] = (),
        key: str = "",
        value: float = 0.0,
        remove: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.entity = tuple(entity)
        self.key = key
        self.value = value
        self.remove = remove
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            entity: Iterable[EntityData] = ...,
            key: str = ...,
            value: float = ...,
            remove: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ClientQuotaRecord = new(ClientQuotaRecord)


def _read_EntityData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_EntityData()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.entity_type = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.entity_name = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.entity_name = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_EntityData_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.entity_type.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.entity_name
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


def _read_ClientQuotaRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ClientQuotaRecord()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.entity, pos = _read_EntityData_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.key = buf[pos + 1 : (pos := pos + n)].decode()
    o.value, o.remove, n = _UNPACK_dZB(buf, pos)
    pos += 10
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ClientQuotaRecord_0(put: Append, o: Any) -> None:
    items = o.entity
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_EntityData_many_0(put, items)
    items = o.key.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    if o.remove is not True and o.remove is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_dZ(o.value, o.remove))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_dZx(o.value, o.remove))


ClientQuotaRecord._READERS = {
    0: _read_ClientQuotaRecord_0,
}
ClientQuotaRecord._WRITERS = {
    0: _write_ClientQuotaRecord_0,
}

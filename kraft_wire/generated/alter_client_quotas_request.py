# Generated from AlterClientQuotasRequest.json by `python -m codegen generate`. Do not edit.
"""AlterClientQuotasRequest, request of API key 49, versions 0-1, flexible from 1. Sets or removes client quotas."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request, Struct
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
    from .alter_client_quotas_response import AlterClientQuotasResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_Z = Layout(">?").pack
_PACK_Zx = Layout(">?x").pack
_PACK_dZ = Layout(">d?").pack
_PACK_dZx = Layout(">d?x").pack
_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_UNPACK_Z = Layout(">?").unpack_from
_UNPACK_ZB = Layout(">?B").unpack_from
_UNPACK_dZ = Layout(">d?").unpack_from
_UNPACK_dZB = Layout(">d?B").unpack_from
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from


class EntityData(Struct):
    """What a quota is for: one or two of user, client-id and ip."""

    __slots__ = ("entity_type", "entity_name", "unknown_tagged_fields")
    __match_args__ = ("entity_type", "entity_name")
    __qualname__ = "AlterClientQuotasRequest.EntityData"
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


class OpData(Struct):
    """Quotas to set or remove."""

    __slots__ = ("key", "value", "remove", "unknown_tagged_fields")
    __match_args__ = ("key", "value", "remove")
    __qualname__ = "AlterClientQuotasRequest.OpData"
    key: Final[str]
    """Name of the quota, such as producer_byte_rate. (string)"""
    value: Final[float]
    """Value of the quota. (float64)"""
    remove: Final[bool]
    """True to remove the quota, false to set it. (bool)"""

    def __init__(
        self,
        *,
        key: str = "",
        value: float = 0.0,
        remove: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.key = key
        self.value = value
        self.remove = remove
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            key: str = ...,
            value: float = ...,
            remove: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_OpData = OpData
_new_OpData = new(OpData)


class EntryData(Struct):
    """Quotas by entity."""

    __slots__ = ("entity", "ops", "unknown_tagged_fields")
    __match_args__ = ("entity", "ops")
    __qualname__ = "AlterClientQuotasRequest.EntryData"
    entity: Final[tuple[EntityData, ...]]
    """What a quota is for: one or two of user, client-id and ip. ([]EntityData)"""
    ops: Final[tuple[OpData, ...]]
    """Quotas to set or remove. ([]OpData)"""

    def __init__(
        self,
        *,
        entity: Iterable[EntityData] = (),
        ops: Iterable[OpData] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.entity = tuple(entity)
        self.ops = tuple(ops)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            entity: Iterable[EntityData] = ...,
            ops: Iterable[OpData] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_EntryData = EntryData
_new_EntryData = new(EntryData)


class AlterClientQuotasRequest(Request["AlterClientQuotasResponse"]):
    """Sets or removes client quotas."""

    __slots__ = ("entries", "validate_only", "unknown_tagged_fields")
    __match_args__ = ("entries", "validate_only")
    KIND = "request"
    API_KEY = 49
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (1, 1)
    _RESPONSE_NAME = "AlterClientQuotasResponse"
    if TYPE_CHECKING:
        EntityData: TypeAlias = _EntityData
        OpData: TypeAlias = _OpData
        EntryData: TypeAlias = _EntryData
    else:  # no annotation of a field
        EntityData = _EntityData
        OpData = _OpData
        EntryData = _EntryData
    entries: Final[tuple[EntryData, ...]]
    """Quotas by entity. ([]EntryData)"""
    validate_only: Final[bool]
    """Whether to check only and change nothing. (bool)"""

    def __init__(
        self,
        *,
        entries: Iterable[EntryData] = (),
        validate_only: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.entries = tuple(entries)
        self.validate_only = validate_only
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            entries: Iterable[EntryData] = ...,
            validate_only: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_AlterClientQuotasRequest = new(AlterClientQuotasRequest)


def _read_EntityData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_EntityData()
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.entity_type = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n >= 0:
            end = pos + n
            o.entity_name = buf[pos:end].decode()
            pos = end
        elif n == -1:
            o.entity_name = None
        else:
            raise ValueError("length is below -1")
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_EntityData_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.entity_type.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.entity_name
        if items is None:
            put(_PACK_h(-1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_h(n))
            put(items)


def _read_EntityData_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
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


def _write_EntityData_many_1(put: Append, many: Any) -> None:
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


def _read_OpData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OpData()
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.key = buf[pos:end].decode()
        pos = end
        o.value, o.remove = _UNPACK_dZ(buf, pos)
        pos += 9
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_OpData_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.key.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        if o.remove is not True and o.remove is not False:
            raise ValueError("bool is neither true nor false")
        put(_PACK_dZ(o.value, o.remove))


def _read_OpData_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OpData()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.key = buf[pos + 1 : (pos := pos + n)].decode()
        o.value, o.remove, n = _UNPACK_dZB(buf, pos)
        pos += 10
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_OpData_many_1(put: Append, many: Any) -> None:
    for o in many:
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


def _read_EntryData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_EntryData()
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.entity, pos = _read_EntityData_many_0(buf, pos, n)
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.ops, pos = _read_OpData_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_EntryData_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.entity
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_EntityData_many_0(put, items)
        items = o.ops
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_OpData_many_0(put, items)


def _read_EntryData_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_EntryData()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.entity, pos = _read_EntityData_many_1(buf, pos + 1, n - 1)
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.ops, pos = _read_OpData_many_1(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_EntryData_many_1(put: Append, many: Any) -> None:
    for o in many:
        items = o.entity
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_EntityData_many_1(put, items)
        items = o.ops
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_OpData_many_1(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_AlterClientQuotasRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AlterClientQuotasRequest()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.entries, pos = _read_EntryData_many_0(buf, pos, n)
    (o.validate_only,) = _UNPACK_Z(buf, pos)
    pos += 1
    o.unknown_tagged_fields = ()
    return o, pos


def _write_AlterClientQuotasRequest_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.entries
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_EntryData_many_0(put, items)
    if o.validate_only is not True and o.validate_only is not False:
        raise ValueError("bool is neither true nor false")
    put(_PACK_Z(o.validate_only))


def _read_AlterClientQuotasRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AlterClientQuotasRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.entries, pos = _read_EntryData_many_1(buf, pos + 1, n - 1)
    o.validate_only, n = _UNPACK_ZB(buf, pos)
    pos += 2
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_AlterClientQuotasRequest_1(put: Append, o: Any) -> None:
    items = o.entries
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_EntryData_many_1(put, items)
    if o.validate_only is not True and o.validate_only is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_Z(o.validate_only))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_Zx(o.validate_only))


AlterClientQuotasRequest._READERS = {
    0: _read_AlterClientQuotasRequest_0,
    1: _read_AlterClientQuotasRequest_1,
}
AlterClientQuotasRequest._WRITERS = {
    0: _write_AlterClientQuotasRequest_0,
    1: _write_AlterClientQuotasRequest_1,
}

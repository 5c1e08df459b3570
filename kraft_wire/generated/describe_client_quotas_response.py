# Generated from DescribeClientQuotasResponse.json by `python -m codegen generate`. Do not edit.
"""DescribeClientQuotasResponse, response of API key 48, versions 0-1, flexible from 1. Answers DescribeClientQuotasRequest."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message, Struct
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length,
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
_PACK_d = Layout(">d").pack
_PACK_dx = Layout(">dx").pack
_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_PACK_ihh = Layout(">ihh").pack
_UNPACK_d = Layout(">d").unpack_from
_UNPACK_dB = Layout(">dB").unpack_from
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_ihh = Layout(">ihh").unpack_from


class EntityData(Struct):
    """What a quota is for: one or two of user, client-id and ip."""

    __slots__ = ("entity_type", "entity_name", "unknown_tagged_fields")
    __match_args__ = ("entity_type", "entity_name")
    __qualname__ = "DescribeClientQuotasResponse.EntityData"
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


class ValueData(Struct):
    """Quotas."""

    __slots__ = ("key", "value", "unknown_tagged_fields")
    __match_args__ = ("key", "value")
    __qualname__ = "DescribeClientQuotasResponse.ValueData"
    key: Final[str]
    """Name of the quota, such as producer_byte_rate. (string)"""
    value: Final[float]
    """Value of the quota. (float64)"""

    def __init__(
        self,
        *,
        key: str = "",
        value: float = 0.0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.key = key
        self.value = value
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            key: str = ...,
            value: float = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_ValueData = ValueData
_new_ValueData = new(ValueData)


class EntryData(Struct):
    """Quotas by entity."""

    __slots__ = ("entity", "values", "unknown_tagged_fields")
    __match_args__ = ("entity", "values")
    __qualname__ = "DescribeClientQuotasResponse.EntryData"
    entity: Final[tuple[EntityData, ...]]
    """What a quota is for: one or two of user, client-id and ip. ([]EntityData)"""
    values: Final[tuple[ValueData, ...]]
    """Quotas. ([]ValueData)"""

    def __init__(
        self,
        *,
        entity: Iterable[EntityData] = (),
        values: Iterable[ValueData] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.entity = tuple(entity)
        self.values = tuple(values)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            entity: Iterable[EntityData] = ...,
            values: Iterable[ValueData] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_EntryData = EntryData
_new_EntryData = new(EntryData)


class DescribeClientQuotasResponse(Message):
    """Answers DescribeClientQuotasRequest."""

    __slots__ = ("throttle_time_ms", "error_code", "error_message", "entries", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "error_message", "entries")
    KIND = "response"
    API_KEY = 48
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (1, 1)
    if TYPE_CHECKING:
        EntityData: TypeAlias = _EntityData
        ValueData: TypeAlias = _ValueData
        EntryData: TypeAlias = _EntryData
    else:  # no annotation of a field
        EntityData = _EntityData
        ValueData = _ValueData
        EntryData = _EntryData
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""
    entries: Final[tuple[EntryData, ...] | None]
    """Quotas by entity. ([]EntryData)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        error_message: str | None = "",
        entries: Iterable[EntryData] | None = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.error_message = error_message
        self.entries = None if entries is None else tuple(entries)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            error_message: str | None = ...,
            entries: Iterable[EntryData] | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DescribeClientQuotasResponse = new(DescribeClientQuotasResponse)


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


def _read_ValueData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ValueData()
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.key = buf[pos:end].decode()
        pos = end
        (o.value,) = _UNPACK_d(buf, pos)
        pos += 8
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_ValueData_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.key.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        put(_PACK_d(o.value))


def _read_ValueData_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ValueData()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.key = buf[pos + 1 : (pos := pos + n)].decode()
        o.value, n = _UNPACK_dB(buf, pos)
        pos += 9
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ValueData_many_1(put: Append, many: Any) -> None:
    for o in many:
        items = o.key.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            put(_PACK_d(o.value))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_dx(o.value))


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
        o.values, pos = _read_ValueData_many_0(buf, pos, n)
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
        items = o.values
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_ValueData_many_0(put, items)


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
        o.values, pos = _read_ValueData_many_1(buf, pos + 1, n - 1)
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
        items = o.values
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_ValueData_many_1(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribeClientQuotasResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeClientQuotasResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihh(buf, pos)
    pos += 8
    if n >= 0:
        end = pos + n
        o.error_message = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.error_message = None
    else:
        raise ValueError("length is below -1")
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if n >= 0:
        if n > 1000000:
            raise ValueError("array is too long")
        o.entries, pos = _read_EntryData_many_0(buf, pos, n)
    elif n == -1:
        o.entries = None
    else:
        raise ValueError("length is below -1")
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DescribeClientQuotasResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.error_message
    if items is None:
        put(_PACK_ihh(o.throttle_time_ms, o.error_code, -1))
    else:
        items = items.encode()
        n = len(items)
        put(_PACK_ihh(o.throttle_time_ms, o.error_code, n))
        put(items)
    items = o.entries
    if items is None:
        put(_PACK_i(-1))
    else:
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_EntryData_many_0(put, items)


def _read_DescribeClientQuotasResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeClientQuotasResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.error_message = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.entries, pos = _read_EntryData_many_1(buf, pos + 1, n - 1)
    else:
        o.entries = None
        pos += 1
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeClientQuotasResponse_1(put: Append, o: Any) -> None:
    items = o.error_message
    if items is None:
        put(_PACK_ihB(o.throttle_time_ms, o.error_code, 0))
    else:
        items = items.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_ihB(o.throttle_time_ms, o.error_code, n))
        else:
            put(_PACK_ih(o.throttle_time_ms, o.error_code))
            put(text_uvarint(n))
        put(items)
    items = o.entries
    if items is None:
        put(_PACK_B(0))
    else:
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_EntryData_many_1(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


DescribeClientQuotasResponse._READERS = {
    0: _read_DescribeClientQuotasResponse_0,
    1: _read_DescribeClientQuotasResponse_1,
}
DescribeClientQuotasResponse._WRITERS = {
    0: _write_DescribeClientQuotasResponse_0,
    1: _write_DescribeClientQuotasResponse_1,
}

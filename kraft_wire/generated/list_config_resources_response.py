# Generated from ListConfigResourcesResponse.json by `python -m codegen generate`. Do not edit.
"""ListConfigResourcesResponse, response of API key 74, versions 0-1, flexible from 0. Answers ListConfigResourcesRequest."""

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
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_b = Layout(">b").pack
_PACK_bx = Layout(">bx").pack
_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_UNPACK_bB = Layout(">bB").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from


class ConfigResource(Struct):
    """Resources that have configs."""

    __slots__ = ("resource_name", "resource_type", "unknown_tagged_fields")
    __match_args__ = ("resource_name", "resource_type")
    __qualname__ = "ListConfigResourcesResponse.ConfigResource"
    resource_name: Final[str]
    """Name of the resource. (string)"""
    resource_type: Final[int]
    """Type of the resource. (int8, version 1, ignorable)"""

    def __init__(
        self,
        *,
        resource_name: str = "",
        resource_type: int = 16,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.resource_name = resource_name
        self.resource_type = resource_type
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            resource_name: str = ...,
            resource_type: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_ConfigResource = ConfigResource
_new_ConfigResource = new(ConfigResource)


class ListConfigResourcesResponse(Message):
    """Answers ListConfigResourcesRequest."""

    __slots__ = ("throttle_time_ms", "error_code", "config_resources", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "config_resources")
    KIND = "response"
    API_KEY = 74
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (0, 1)
    if TYPE_CHECKING:
        ConfigResource: TypeAlias = _ConfigResource
    else:  # no annotation of a field
        ConfigResource = _ConfigResource
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    config_resources: Final[tuple[ConfigResource, ...]]
    """Resources that have configs. ([]ConfigResource)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        config_resources: Iterable[ConfigResource] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.config_resources = tuple(config_resources)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            config_resources: Iterable[ConfigResource] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ListConfigResourcesResponse = new(ListConfigResourcesResponse)


def _read_ConfigResource_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ConfigResource()
        o.resource_type = 16
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.resource_name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ConfigResource_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.resource_name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_ConfigResource_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ConfigResource()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.resource_name = buf[pos + 1 : (pos := pos + n)].decode()
        o.resource_type, n = _UNPACK_bB(buf, pos)
        pos += 2
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ConfigResource_many_1(put: Append, many: Any) -> None:
    for o in many:
        items = o.resource_name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            put(_PACK_b(o.resource_type))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_bx(o.resource_type))


def _read_ListConfigResourcesResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListConfigResourcesResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.config_resources, pos = _read_ConfigResource_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ListConfigResourcesResponse_0(put: Append, o: Any) -> None:
    items = o.config_resources
    n = len(items) + 1
    if n < 128:
        put(_PACK_ihB(o.throttle_time_ms, o.error_code, n))
    else:
        put(_PACK_ih(o.throttle_time_ms, o.error_code))
        put(count_uvarint(n))
    if items:
        _write_ConfigResource_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_ListConfigResourcesResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListConfigResourcesResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.config_resources, pos = _read_ConfigResource_many_1(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ListConfigResourcesResponse_1(put: Append, o: Any) -> None:
    items = o.config_resources
    n = len(items) + 1
    if n < 128:
        put(_PACK_ihB(o.throttle_time_ms, o.error_code, n))
    else:
        put(_PACK_ih(o.throttle_time_ms, o.error_code))
        put(count_uvarint(n))
    if items:
        _write_ConfigResource_many_1(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ListConfigResourcesResponse._READERS = {
    0: _read_ListConfigResourcesResponse_0,
    1: _read_ListConfigResourcesResponse_1,
}
ListConfigResourcesResponse._WRITERS = {
    0: _write_ListConfigResourcesResponse_0,
    1: _write_ListConfigResourcesResponse_1,
}

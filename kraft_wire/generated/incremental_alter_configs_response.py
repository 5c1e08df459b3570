# Generated from IncrementalAlterConfigsResponse.json by `python -m codegen generate`. Do not edit.
"""IncrementalAlterConfigsResponse, response of API key 44, versions 0-1, flexible from 1. Answers IncrementalAlterConfigsRequest."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message, Struct
from kraft_wire.primitives import (
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

_PACK_b = Layout(">b").pack
_PACK_bB = Layout(">bB").pack
_PACK_bh = Layout(">bh").pack
_PACK_h = Layout(">h").pack
_PACK_hB = Layout(">hB").pack
_PACK_hh = Layout(">hh").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ii = Layout(">ii").pack
_UNPACK_bB = Layout(">bB").unpack_from
_UNPACK_bh = Layout(">bh").unpack_from
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_hh = Layout(">hh").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ii = Layout(">ii").unpack_from


class AlterConfigsResourceResponse(Struct):
    """One result for each thing that was asked for."""

    __slots__ = ("error_code", "error_message", "resource_type", "resource_name", "unknown_tagged_fields")
    __match_args__ = ("error_code", "error_message", "resource_type", "resource_name")
    __qualname__ = "IncrementalAlterConfigsResponse.AlterConfigsResourceResponse"
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""
    resource_type: Final[int]
    """Type of the resource. (int8)"""
    resource_name: Final[str]
    """Name of the resource. (string)"""

    def __init__(
        self,
        *,
        error_code: int = 0,
        error_message: str | None = "",
        resource_type: int = 0,
        resource_name: str = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.error_code = error_code
        self.error_message = error_message
        self.resource_type = resource_type
        self.resource_name = resource_name
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            error_code: int = ...,
            error_message: str | None = ...,
            resource_type: int = ...,
            resource_name: str = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_AlterConfigsResourceResponse = AlterConfigsResourceResponse
_new_AlterConfigsResourceResponse = new(AlterConfigsResourceResponse)


class IncrementalAlterConfigsResponse(Message):
    """Answers IncrementalAlterConfigsRequest."""

    __slots__ = ("throttle_time_ms", "responses", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "responses")
    KIND = "response"
    API_KEY = 44
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (1, 1)
    if TYPE_CHECKING:
        AlterConfigsResourceResponse: TypeAlias = _AlterConfigsResourceResponse
    else:  # no annotation of a field
        AlterConfigsResourceResponse = _AlterConfigsResourceResponse
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    responses: Final[tuple[AlterConfigsResourceResponse, ...]]
    """One result for each thing that was asked for. ([]AlterConfigsResourceResponse)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        responses: Iterable[AlterConfigsResourceResponse] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.responses = tuple(responses)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            responses: Iterable[AlterConfigsResourceResponse] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_IncrementalAlterConfigsResponse = new(IncrementalAlterConfigsResponse)


def _read_AlterConfigsResourceResponse_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AlterConfigsResourceResponse()
        o.error_code, n = _UNPACK_hh(buf, pos)
        pos += 4
        if n >= 0:
            end = pos + n
            o.error_message = buf[pos:end].decode()
            pos = end
        elif n == -1:
            o.error_message = None
        else:
            raise ValueError("length is below -1")
        o.resource_type, n = _UNPACK_bh(buf, pos)
        pos += 3
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.resource_name = buf[pos:end].decode()
        pos = end
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_AlterConfigsResourceResponse_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.error_message
        if items is None:
            put(_PACK_hh(o.error_code, -1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_hh(o.error_code, n))
            put(items)
        items = o.resource_name.encode()
        n = len(items)
        put(_PACK_bh(o.resource_type, n))
        put(items)


def _read_AlterConfigsResourceResponse_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AlterConfigsResourceResponse()
        o.error_code, n = _UNPACK_hB(buf, pos)
        pos += 2
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.error_message = None
            pos += 1
        o.resource_type, n = _UNPACK_bB(buf, pos)
        pos += 1
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


def _write_AlterConfigsResourceResponse_many_1(put: Append, many: Any) -> None:
    for o in many:
        items = o.error_message
        if items is None:
            put(_PACK_hB(o.error_code, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_hB(o.error_code, n))
            else:
                put(_PACK_h(o.error_code))
                put(text_uvarint(n))
            put(items)
        items = o.resource_name.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_bB(o.resource_type, n))
        else:
            put(_PACK_b(o.resource_type))
            put(text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_IncrementalAlterConfigsResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_IncrementalAlterConfigsResponse()
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.responses, pos = _read_AlterConfigsResourceResponse_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_IncrementalAlterConfigsResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.responses
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_AlterConfigsResourceResponse_many_0(put, items)


def _read_IncrementalAlterConfigsResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_IncrementalAlterConfigsResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.responses, pos = _read_AlterConfigsResourceResponse_many_1(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_IncrementalAlterConfigsResponse_1(put: Append, o: Any) -> None:
    items = o.responses
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_AlterConfigsResourceResponse_many_1(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


IncrementalAlterConfigsResponse._READERS = {
    0: _read_IncrementalAlterConfigsResponse_0,
    1: _read_IncrementalAlterConfigsResponse_1,
}
IncrementalAlterConfigsResponse._WRITERS = {
    0: _write_IncrementalAlterConfigsResponse_0,
    1: _write_IncrementalAlterConfigsResponse_1,
}

# Generated from DeleteGroupsResponse.json by `python -m codegen generate`. Do not edit.
"""DeleteGroupsResponse, response of API key 42, versions 0-3, flexible from 2. Answers DeleteGroupsRequest."""

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

_PACK_h = Layout(">h").pack
_PACK_hB = Layout(">hB").pack
_PACK_hx = Layout(">hx").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ii = Layout(">ii").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ii = Layout(">ii").unpack_from


class DeletableGroupResult(Struct):
    """One result for each thing that was asked for."""

    __slots__ = ("group_id", "error_code", "error_message", "unknown_tagged_fields")
    __match_args__ = ("group_id", "error_code", "error_message")
    __qualname__ = "DeleteGroupsResponse.DeletableGroupResult"
    group_id: Final[str]
    """Id of the group. (string)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string, version 3, ignorable)"""

    def __init__(
        self,
        *,
        group_id: str = "",
        error_code: int = 0,
        error_message: str | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group_id = group_id
        self.error_code = error_code
        self.error_message = error_message
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group_id: str = ...,
            error_code: int = ...,
            error_message: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DeletableGroupResult = DeletableGroupResult
_new_DeletableGroupResult = new(DeletableGroupResult)


class DeleteGroupsResponse(Message):
    """Answers DeleteGroupsRequest."""

    __slots__ = ("throttle_time_ms", "results", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "results")
    KIND = "response"
    API_KEY = 42
    VERSIONS = (0, 3)
    FLEXIBLE_VERSIONS = (2, 3)
    if TYPE_CHECKING:
        DeletableGroupResult: TypeAlias = _DeletableGroupResult
    else:  # no annotation of a field
        DeletableGroupResult = _DeletableGroupResult
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    results: Final[tuple[DeletableGroupResult, ...]]
    """One result for each thing that was asked for. ([]DeletableGroupResult)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        results: Iterable[DeletableGroupResult] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.results = tuple(results)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            results: Iterable[DeletableGroupResult] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DeleteGroupsResponse = new(DeleteGroupsResponse)


def _read_DeletableGroupResult_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DeletableGroupResult()
        o.error_message = None
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.group_id = buf[pos:end].decode()
        pos = end
        (o.error_code,) = _UNPACK_h(buf, pos)
        pos += 2
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DeletableGroupResult_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.group_id.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        put(_PACK_h(o.error_code))


def _read_DeletableGroupResult_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DeletableGroupResult()
        o.error_message = None
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
        o.error_code, n = _UNPACK_hB(buf, pos)
        pos += 3
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DeletableGroupResult_many_2(put: Append, many: Any) -> None:
    for o in many:
        items = o.group_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            put(_PACK_h(o.error_code))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_hx(o.error_code))


def _read_DeletableGroupResult_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DeletableGroupResult()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
        o.error_code, n = _UNPACK_hB(buf, pos)
        pos += 2
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.error_message = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DeletableGroupResult_many_3(put: Append, many: Any) -> None:
    for o in many:
        items = o.group_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
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
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DeleteGroupsResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DeleteGroupsResponse()
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.results, pos = _read_DeletableGroupResult_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DeleteGroupsResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.results
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_DeletableGroupResult_many_0(put, items)


def _read_DeleteGroupsResponse_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DeleteGroupsResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.results, pos = _read_DeletableGroupResult_many_2(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DeleteGroupsResponse_2(put: Append, o: Any) -> None:
    items = o.results
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_DeletableGroupResult_many_2(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_DeleteGroupsResponse_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DeleteGroupsResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.results, pos = _read_DeletableGroupResult_many_3(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DeleteGroupsResponse_3(put: Append, o: Any) -> None:
    items = o.results
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_DeletableGroupResult_many_3(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


DeleteGroupsResponse._READERS = {
    0: _read_DeleteGroupsResponse_0,
    1: _read_DeleteGroupsResponse_0,
    2: _read_DeleteGroupsResponse_2,
    3: _read_DeleteGroupsResponse_3,
}
DeleteGroupsResponse._WRITERS = {
    0: _write_DeleteGroupsResponse_0,
    1: _write_DeleteGroupsResponse_0,
    2: _write_DeleteGroupsResponse_2,
    3: _write_DeleteGroupsResponse_3,
}

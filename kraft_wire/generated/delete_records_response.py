# Generated from DeleteRecordsResponse.json by `python -m codegen generate`. Do not edit.
"""DeleteRecordsResponse, response of API key 21, versions 0-2, flexible from 2. Answers DeleteRecordsRequest."""

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

_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ii = Layout(">ii").pack
_PACK_iqh = Layout(">iqh").pack
_PACK_iqhx = Layout(">iqhx").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ii = Layout(">ii").unpack_from
_UNPACK_iqh = Layout(">iqh").unpack_from
_UNPACK_iqhB = Layout(">iqhB").unpack_from


class DeleteRecordsPartitionResult(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "low_watermark", "error_code", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "low_watermark", "error_code")
    __qualname__ = "DeleteRecordsResponse.DeleteRecordsPartitionResult"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    low_watermark: Final[int]
    """Lowest log start offset of all live replicas. (int64)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        low_watermark: int = 0,
        error_code: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.low_watermark = low_watermark
        self.error_code = error_code
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            low_watermark: int = ...,
            error_code: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DeleteRecordsPartitionResult = DeleteRecordsPartitionResult
_new_DeleteRecordsPartitionResult = new(DeleteRecordsPartitionResult)


class DeleteRecordsTopicResult(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "partitions", "unknown_tagged_fields")
    __match_args__ = ("name", "partitions")
    __qualname__ = "DeleteRecordsResponse.DeleteRecordsTopicResult"
    name: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[tuple[DeleteRecordsPartitionResult, ...]]
    """One entry for each partition. ([]DeleteRecordsPartitionResult)"""

    def __init__(
        self,
        *,
        name: str = "",
        partitions: Iterable[DeleteRecordsPartitionResult] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            partitions: Iterable[DeleteRecordsPartitionResult] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DeleteRecordsTopicResult = DeleteRecordsTopicResult
_new_DeleteRecordsTopicResult = new(DeleteRecordsTopicResult)


class DeleteRecordsResponse(Message):
    """Answers DeleteRecordsRequest."""

    __slots__ = ("throttle_time_ms", "topics", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "topics")
    KIND = "response"
    API_KEY = 21
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (2, 2)
    if TYPE_CHECKING:
        DeleteRecordsPartitionResult: TypeAlias = _DeleteRecordsPartitionResult
        DeleteRecordsTopicResult: TypeAlias = _DeleteRecordsTopicResult
    else:  # no annotation of a field
        DeleteRecordsPartitionResult = _DeleteRecordsPartitionResult
        DeleteRecordsTopicResult = _DeleteRecordsTopicResult
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    topics: Final[tuple[DeleteRecordsTopicResult, ...]]
    """One entry for each topic. ([]DeleteRecordsTopicResult)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        topics: Iterable[DeleteRecordsTopicResult] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.topics = tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            topics: Iterable[DeleteRecordsTopicResult] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DeleteRecordsResponse = new(DeleteRecordsResponse)


def _read_DeleteRecordsPartitionResult_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DeleteRecordsPartitionResult()
        o.partition_index, o.low_watermark, o.error_code = _UNPACK_iqh(buf, pos)
        pos += 14
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DeleteRecordsPartitionResult_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_iqh(o.partition_index, o.low_watermark, o.error_code))


def _read_DeleteRecordsPartitionResult_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DeleteRecordsPartitionResult()
        o.partition_index, o.low_watermark, o.error_code, n = _UNPACK_iqhB(buf, pos)
        pos += 15
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DeleteRecordsPartitionResult_many_2(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_iqh(o.partition_index, o.low_watermark, o.error_code))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_iqhx(o.partition_index, o.low_watermark, o.error_code))


def _read_DeleteRecordsTopicResult_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DeleteRecordsTopicResult()
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.name = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.partitions, pos = _read_DeleteRecordsPartitionResult_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DeleteRecordsTopicResult_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.partitions
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_DeleteRecordsPartitionResult_many_0(put, items)


def _read_DeleteRecordsTopicResult_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DeleteRecordsTopicResult()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_DeleteRecordsPartitionResult_many_2(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DeleteRecordsTopicResult_many_2(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_DeleteRecordsPartitionResult_many_2(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DeleteRecordsResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DeleteRecordsResponse()
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_DeleteRecordsTopicResult_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DeleteRecordsResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_DeleteRecordsTopicResult_many_0(put, items)


def _read_DeleteRecordsResponse_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DeleteRecordsResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_DeleteRecordsTopicResult_many_2(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DeleteRecordsResponse_2(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_DeleteRecordsTopicResult_many_2(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


DeleteRecordsResponse._READERS = {
    0: _read_DeleteRecordsResponse_0,
    1: _read_DeleteRecordsResponse_0,
    2: _read_DeleteRecordsResponse_2,
}
DeleteRecordsResponse._WRITERS = {
    0: _write_DeleteRecordsResponse_0,
    1: _write_DeleteRecordsResponse_0,
    2: _write_DeleteRecordsResponse_2,
}

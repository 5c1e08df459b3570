# Generated from AlterReplicaLogDirsResponse.json by `python -m codegen generate`. Do not edit.
"""AlterReplicaLogDirsResponse, response of API key 34, versions 0-2, flexible from 2. Answers AlterReplicaLogDirsRequest."""

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
_PACK_ih = Layout(">ih").pack
_PACK_ihx = Layout(">ihx").pack
_PACK_ii = Layout(">ii").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ih = Layout(">ih").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_ii = Layout(">ii").unpack_from


class AlterReplicaLogDirPartitionResult(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "error_code", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "error_code")
    __qualname__ = "AlterReplicaLogDirsResponse.AlterReplicaLogDirPartitionResult"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        error_code: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.error_code = error_code
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            error_code: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_AlterReplicaLogDirPartitionResult = AlterReplicaLogDirPartitionResult
_new_AlterReplicaLogDirPartitionResult = new(AlterReplicaLogDirPartitionResult)


class AlterReplicaLogDirTopicResult(Struct):
    """One result for each thing that was asked for."""

    __slots__ = ("topic_name", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_name", "partitions")
    __qualname__ = "AlterReplicaLogDirsResponse.AlterReplicaLogDirTopicResult"
    topic_name: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[tuple[AlterReplicaLogDirPartitionResult, ...]]
    """One entry for each partition. ([]AlterReplicaLogDirPartitionResult)"""

    def __init__(
        self,
        *,
        topic_name: str = "",
        partitions: Iterable[AlterReplicaLogDirPartitionResult] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_name = topic_name
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_name: str = ...,
            partitions: Iterable[AlterReplicaLogDirPartitionResult] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_AlterReplicaLogDirTopicResult = AlterReplicaLogDirTopicResult
_new_AlterReplicaLogDirTopicResult = new(AlterReplicaLogDirTopicResult)


class AlterReplicaLogDirsResponse(Message):
    """Answers AlterReplicaLogDirsRequest."""

    __slots__ = ("throttle_time_ms", "results", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "results")
    KIND = "response"
    API_KEY = 34
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (2, 2)
    if TYPE_CHECKING:
        AlterReplicaLogDirPartitionResult: TypeAlias = _AlterReplicaLogDirPartitionResult
        AlterReplicaLogDirTopicResult: TypeAlias = _AlterReplicaLogDirTopicResult
    else:  # no annotation of a field
        AlterReplicaLogDirPartitionResult = _AlterReplicaLogDirPartitionResult
        AlterReplicaLogDirTopicResult = _AlterReplicaLogDirTopicResult
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    results: Final[tuple[AlterReplicaLogDirTopicResult, ...]]
    """One result for each thing that was asked for. ([]AlterReplicaLogDirTopicResult)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        results: Iterable[AlterReplicaLogDirTopicResult] = (),
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
            results: Iterable[AlterReplicaLogDirTopicResult] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_AlterReplicaLogDirsResponse = new(AlterReplicaLogDirsResponse)


def _read_AlterReplicaLogDirPartitionResult_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AlterReplicaLogDirPartitionResult()
        o.partition_index, o.error_code = _UNPACK_ih(buf, pos)
        pos += 6
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_AlterReplicaLogDirPartitionResult_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_ih(o.partition_index, o.error_code))


def _read_AlterReplicaLogDirPartitionResult_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AlterReplicaLogDirPartitionResult()
        o.partition_index, o.error_code, n = _UNPACK_ihB(buf, pos)
        pos += 7
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_AlterReplicaLogDirPartitionResult_many_2(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_ih(o.partition_index, o.error_code))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ihx(o.partition_index, o.error_code))


def _read_AlterReplicaLogDirTopicResult_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AlterReplicaLogDirTopicResult()
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.topic_name = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.partitions, pos = _read_AlterReplicaLogDirPartitionResult_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_AlterReplicaLogDirTopicResult_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.topic_name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.partitions
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_AlterReplicaLogDirPartitionResult_many_0(put, items)


def _read_AlterReplicaLogDirTopicResult_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AlterReplicaLogDirTopicResult()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic_name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_AlterReplicaLogDirPartitionResult_many_2(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_AlterReplicaLogDirTopicResult_many_2(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic_name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_AlterReplicaLogDirPartitionResult_many_2(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_AlterReplicaLogDirsResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AlterReplicaLogDirsResponse()
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.results, pos = _read_AlterReplicaLogDirTopicResult_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_AlterReplicaLogDirsResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.results
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_AlterReplicaLogDirTopicResult_many_0(put, items)


def _read_AlterReplicaLogDirsResponse_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AlterReplicaLogDirsResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.results, pos = _read_AlterReplicaLogDirTopicResult_many_2(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_AlterReplicaLogDirsResponse_2(put: Append, o: Any) -> None:
    items = o.results
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_AlterReplicaLogDirTopicResult_many_2(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


AlterReplicaLogDirsResponse._READERS = {
    0: _read_AlterReplicaLogDirsResponse_0,
    1: _read_AlterReplicaLogDirsResponse_0,
    2: _read_AlterReplicaLogDirsResponse_2,
}
AlterReplicaLogDirsResponse._WRITERS = {
    0: _write_AlterReplicaLogDirsResponse_0,
    1: _write_AlterReplicaLogDirsResponse_0,
    2: _write_AlterReplicaLogDirsResponse_2,
}

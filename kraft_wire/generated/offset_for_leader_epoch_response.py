# Generated from OffsetForLeaderEpochResponse.json by `python -m codegen generate`. Do not edit.
"""OffsetForLeaderEpochResponse, response of API key 23, versions 0-4, flexible from 4. Answers OffsetForLeaderEpochRequest."""

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
_PACK_hiiq = Layout(">hiiq").pack
_PACK_hiiqx = Layout(">hiiqx").pack
_PACK_hiq = Layout(">hiq").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ii = Layout(">ii").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_hiiq = Layout(">hiiq").unpack_from
_UNPACK_hiiqB = Layout(">hiiqB").unpack_from
_UNPACK_hiq = Layout(">hiq").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ii = Layout(">ii").unpack_from


class EpochEndOffset(Struct):
    """One entry for each partition."""

    __slots__ = ("error_code", "partition", "leader_epoch", "end_offset", "unknown_tagged_fields")
    __match_args__ = ("error_code", "partition", "leader_epoch", "end_offset")
    __qualname__ = "OffsetForLeaderEpochResponse.EpochEndOffset"
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    partition: Final[int]
    """Number of the partition. (int32)"""
    leader_epoch: Final[int]
    """Epoch of the leader; -1 if unknown. (int32, versions 1-4, ignorable)"""
    end_offset: Final[int]
    """Where the epoch ends, exclusive; -1 if unknown. (int64)"""

    def __init__(
        self,
        *,
        error_code: int = 0,
        partition: int = 0,
        leader_epoch: int = -1,
        end_offset: int = -1,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.error_code = error_code
        self.partition = partition
        self.leader_epoch = leader_epoch
        self.end_offset = end_offset
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            error_code: int = ...,
            partition: int = ...,
            leader_epoch: int = ...,
            end_offset: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_EpochEndOffset = EpochEndOffset
_new_EpochEndOffset = new(EpochEndOffset)


class OffsetForLeaderTopicResult(Struct):
    """One entry for each topic."""

    __slots__ = ("topic", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic", "partitions")
    __qualname__ = "OffsetForLeaderEpochResponse.OffsetForLeaderTopicResult"
    topic: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[tuple[EpochEndOffset, ...]]
    """One entry for each partition. ([]EpochEndOffset)"""

    def __init__(
        self,
        *,
        topic: str = "",
        partitions: Iterable[EpochEndOffset] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic = topic
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic: str = ...,
            partitions: Iterable[EpochEndOffset] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_OffsetForLeaderTopicResult = OffsetForLeaderTopicResult
_new_OffsetForLeaderTopicResult = new(OffsetForLeaderTopicResult)


class OffsetForLeaderEpochResponse(Message):
    """Answers OffsetForLeaderEpochRequest."""

    __slots__ = ("throttle_time_ms", "topics", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "topics")
    KIND = "response"
    API_KEY = 23
    VERSIONS = (0, 4)
    FLEXIBLE_VERSIONS = (4, 4)
    if TYPE_CHECKING:
        EpochEndOffset: TypeAlias = _EpochEndOffset
        OffsetForLeaderTopicResult: TypeAlias = _OffsetForLeaderTopicResult
    else:  # no annotation of a field
        EpochEndOffset = _EpochEndOffset
        OffsetForLeaderTopicResult = _OffsetForLeaderTopicResult
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32, versions 2-4, ignorable)"""
    topics: Final[tuple[OffsetForLeaderTopicResult, ...]]
    """One entry for each topic. ([]OffsetForLeaderTopicResult)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        topics: Iterable[OffsetForLeaderTopicResult] = (),
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
            topics: Iterable[OffsetForLeaderTopicResult] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_OffsetForLeaderEpochResponse = new(OffsetForLeaderEpochResponse)


def _read_EpochEndOffset_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_EpochEndOffset()
        o.leader_epoch = -1
        o.error_code, o.partition, o.end_offset = _UNPACK_hiq(buf, pos)
        pos += 14
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_EpochEndOffset_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_hiq(o.error_code, o.partition, o.end_offset))


def _read_EpochEndOffset_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_EpochEndOffset()
        o.error_code, o.partition, o.leader_epoch, o.end_offset = _UNPACK_hiiq(buf, pos)
        pos += 18
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_EpochEndOffset_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_hiiq(o.error_code, o.partition, o.leader_epoch, o.end_offset))


def _read_EpochEndOffset_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_EpochEndOffset()
        o.error_code, o.partition, o.leader_epoch, o.end_offset, n = _UNPACK_hiiqB(buf, pos)
        pos += 19
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_EpochEndOffset_many_4(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_hiiq(o.error_code, o.partition, o.leader_epoch, o.end_offset))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_hiiqx(o.error_code, o.partition, o.leader_epoch, o.end_offset))


def _read_OffsetForLeaderTopicResult_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetForLeaderTopicResult()
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.topic = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.partitions, pos = _read_EpochEndOffset_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_OffsetForLeaderTopicResult_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.topic.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.partitions
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_EpochEndOffset_many_0(put, items)


def _read_OffsetForLeaderTopicResult_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetForLeaderTopicResult()
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.topic = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.partitions, pos = _read_EpochEndOffset_many_1(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_OffsetForLeaderTopicResult_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.topic.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.partitions
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_EpochEndOffset_many_1(put, items)


def _read_OffsetForLeaderTopicResult_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetForLeaderTopicResult()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_EpochEndOffset_many_4(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_OffsetForLeaderTopicResult_many_4(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_EpochEndOffset_many_4(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_OffsetForLeaderEpochResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetForLeaderEpochResponse()
    o.throttle_time_ms = 0
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_OffsetForLeaderTopicResult_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_OffsetForLeaderEpochResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_OffsetForLeaderTopicResult_many_0(put, items)


def _read_OffsetForLeaderEpochResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetForLeaderEpochResponse()
    o.throttle_time_ms = 0
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_OffsetForLeaderTopicResult_many_1(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_OffsetForLeaderEpochResponse_1(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_OffsetForLeaderTopicResult_many_1(put, items)


def _read_OffsetForLeaderEpochResponse_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetForLeaderEpochResponse()
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_OffsetForLeaderTopicResult_many_1(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_OffsetForLeaderEpochResponse_2(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_OffsetForLeaderTopicResult_many_1(put, items)


def _read_OffsetForLeaderEpochResponse_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetForLeaderEpochResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_OffsetForLeaderTopicResult_many_4(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_OffsetForLeaderEpochResponse_4(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_OffsetForLeaderTopicResult_many_4(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


OffsetForLeaderEpochResponse._READERS = {
    0: _read_OffsetForLeaderEpochResponse_0,
    1: _read_OffsetForLeaderEpochResponse_1,
    2: _read_OffsetForLeaderEpochResponse_2,
    3: _read_OffsetForLeaderEpochResponse_2,
    4: _read_OffsetForLeaderEpochResponse_4,
}
OffsetForLeaderEpochResponse._WRITERS = {
    0: _write_OffsetForLeaderEpochResponse_0,
    1: _write_OffsetForLeaderEpochResponse_1,
    2: _write_OffsetForLeaderEpochResponse_2,
    3: _write_OffsetForLeaderEpochResponse_2,
    4: _write_OffsetForLeaderEpochResponse_4,
}

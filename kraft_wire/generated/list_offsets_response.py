# Generated from ListOffsetsResponse.json by `python -m codegen generate`. Do not edit.
"""ListOffsetsResponse, response of API key 2, versions 0-11, flexible from 6. Answers ListOffsetsRequest."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    PACK_INT64S,
    UNPACK_INT64S,
    pack_many,
    unpack_many,
)
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
_PACK_ihi = Layout(">ihi").pack
_PACK_ihqq = Layout(">ihqq").pack
_PACK_ihqqi = Layout(">ihqqi").pack
_PACK_ihqqix = Layout(">ihqqix").pack
_PACK_ii = Layout(">ii").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ihi = Layout(">ihi").unpack_from
_UNPACK_ihqq = Layout(">ihqq").unpack_from
_UNPACK_ihqqi = Layout(">ihqqi").unpack_from
_UNPACK_ihqqiB = Layout(">ihqqiB").unpack_from
_UNPACK_ii = Layout(">ii").unpack_from


class ListOffsetsPartitionResponse(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "error_code", "old_style_offsets", "timestamp", "offset", "leader_epoch", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "error_code", "old_style_offsets", "timestamp", "offset", "leader_epoch")
    __qualname__ = "ListOffsetsResponse.ListOffsetsPartitionResponse"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    old_style_offsets: Final[tuple[int, ...]]
    """Offsets, newest first. ([]int64, version 0)"""
    timestamp: Final[int]
    """Timestamp of the record found; -1 for none. (int64, versions 1-11)"""
    offset: Final[int]
    """Offset found; -1 for none. (int64, versions 1-11)"""
    leader_epoch: Final[int]
    """Epoch of the leader; -1 if unknown. (int32, versions 4-11)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        error_code: int = 0,
        old_style_offsets: Iterable[int] = (),
        timestamp: int = -1,
        offset: int = -1,
        leader_epoch: int = -1,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.error_code = error_code
        self.old_style_offsets = tuple(old_style_offsets)
        self.timestamp = timestamp
        self.offset = offset
        self.leader_epoch = leader_epoch
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            error_code: int = ...,
            old_style_offsets: Iterable[int] = ...,
            timestamp: int = ...,
            offset: int = ...,
            leader_epoch: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_ListOffsetsPartitionResponse = ListOffsetsPartitionResponse
_new_ListOffsetsPartitionResponse = new(ListOffsetsPartitionResponse)


class ListOffsetsTopicResponse(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "partitions", "unknown_tagged_fields")
    __match_args__ = ("name", "partitions")
    __qualname__ = "ListOffsetsResponse.ListOffsetsTopicResponse"
    name: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[tuple[ListOffsetsPartitionResponse, ...]]
    """One entry for each partition. ([]ListOffsetsPartitionResponse)"""

    def __init__(
        self,
        *,
        name: str = "",
        partitions: Iterable[ListOffsetsPartitionResponse] = (),
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
            partitions: Iterable[ListOffsetsPartitionResponse] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_ListOffsetsTopicResponse = ListOffsetsTopicResponse
_new_ListOffsetsTopicResponse = new(ListOffsetsTopicResponse)


class ListOffsetsResponse(Message):
    """Answers ListOffsetsRequest."""

    __slots__ = ("throttle_time_ms", "topics", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "topics")
    KIND = "response"
    API_KEY = 2
    VERSIONS = (0, 11)
    FLEXIBLE_VERSIONS = (6, 11)
    if TYPE_CHECKING:
        ListOffsetsPartitionResponse: TypeAlias = _ListOffsetsPartitionResponse
        ListOffsetsTopicResponse: TypeAlias = _ListOffsetsTopicResponse
    else:  # no annotation of a field
        ListOffsetsPartitionResponse = _ListOffsetsPartitionResponse
        ListOffsetsTopicResponse = _ListOffsetsTopicResponse
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32, versions 2-11, ignorable)"""
    topics: Final[tuple[ListOffsetsTopicResponse, ...]]
    """One entry for each topic. ([]ListOffsetsTopicResponse)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        topics: Iterable[ListOffsetsTopicResponse] = (),
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
            topics: Iterable[ListOffsetsTopicResponse] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ListOffsetsResponse = new(ListOffsetsResponse)


def _read_ListOffsetsPartitionResponse_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ListOffsetsPartitionResponse()
        o.timestamp = -1
        o.offset = -1
        o.leader_epoch = -1
        o.partition_index, o.error_code, n = _UNPACK_ihi(buf, pos)
        pos += 10
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.old_style_offsets = (UNPACK_INT64S[n] if n < 16 else unpack_many("q", n))(buf, pos)
        pos += 8 * n
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_ListOffsetsPartitionResponse_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.timestamp != -1 or o.offset != -1 or o.leader_epoch != -1:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.old_style_offsets
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_ihi(o.partition_index, o.error_code, n))
        put((PACK_INT64S[n] if n < 16 else pack_many("q", len(items)))(*items))


def _read_ListOffsetsPartitionResponse_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ListOffsetsPartitionResponse()
        o.old_style_offsets = ()
        o.leader_epoch = -1
        o.partition_index, o.error_code, o.timestamp, o.offset = _UNPACK_ihqq(buf, pos)
        pos += 22
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_ListOffsetsPartitionResponse_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.old_style_offsets != () or o.leader_epoch != -1:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_ihqq(o.partition_index, o.error_code, o.timestamp, o.offset))


def _read_ListOffsetsPartitionResponse_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ListOffsetsPartitionResponse()
        o.old_style_offsets = ()
        o.partition_index, o.error_code, o.timestamp, o.offset, o.leader_epoch = _UNPACK_ihqqi(buf, pos)
        pos += 26
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_ListOffsetsPartitionResponse_many_4(put: Append, many: Any) -> None:
    for o in many:
        if o.old_style_offsets != ():
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_ihqqi(o.partition_index, o.error_code, o.timestamp, o.offset, o.leader_epoch))


def _read_ListOffsetsPartitionResponse_many_6(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ListOffsetsPartitionResponse()
        o.old_style_offsets = ()
        o.partition_index, o.error_code, o.timestamp, o.offset, o.leader_epoch, n = _UNPACK_ihqqiB(buf, pos)
        pos += 27
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ListOffsetsPartitionResponse_many_6(put: Append, many: Any) -> None:
    for o in many:
        if o.old_style_offsets != ():
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            put(_PACK_ihqqi(o.partition_index, o.error_code, o.timestamp, o.offset, o.leader_epoch))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ihqqix(o.partition_index, o.error_code, o.timestamp, o.offset, o.leader_epoch))


def _read_ListOffsetsTopicResponse_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ListOffsetsTopicResponse()
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
        o.partitions, pos = _read_ListOffsetsPartitionResponse_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_ListOffsetsTopicResponse_many_0(put: Append, many: Any) -> None:
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
            _write_ListOffsetsPartitionResponse_many_0(put, items)


def _read_ListOffsetsTopicResponse_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ListOffsetsTopicResponse()
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
        o.partitions, pos = _read_ListOffsetsPartitionResponse_many_1(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_ListOffsetsTopicResponse_many_1(put: Append, many: Any) -> None:
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
            _write_ListOffsetsPartitionResponse_many_1(put, items)


def _read_ListOffsetsTopicResponse_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ListOffsetsTopicResponse()
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
        o.partitions, pos = _read_ListOffsetsPartitionResponse_many_4(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_ListOffsetsTopicResponse_many_4(put: Append, many: Any) -> None:
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
            _write_ListOffsetsPartitionResponse_many_4(put, items)


def _read_ListOffsetsTopicResponse_many_6(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ListOffsetsTopicResponse()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_ListOffsetsPartitionResponse_many_6(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ListOffsetsTopicResponse_many_6(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_ListOffsetsPartitionResponse_many_6(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_ListOffsetsResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListOffsetsResponse()
    o.throttle_time_ms = 0
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_ListOffsetsTopicResponse_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ListOffsetsResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_ListOffsetsTopicResponse_many_0(put, items)


def _read_ListOffsetsResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListOffsetsResponse()
    o.throttle_time_ms = 0
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_ListOffsetsTopicResponse_many_1(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ListOffsetsResponse_1(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_ListOffsetsTopicResponse_many_1(put, items)


def _read_ListOffsetsResponse_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListOffsetsResponse()
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_ListOffsetsTopicResponse_many_1(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ListOffsetsResponse_2(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_ListOffsetsTopicResponse_many_1(put, items)


def _read_ListOffsetsResponse_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListOffsetsResponse()
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_ListOffsetsTopicResponse_many_4(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ListOffsetsResponse_4(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_ListOffsetsTopicResponse_many_4(put, items)


def _read_ListOffsetsResponse_6(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListOffsetsResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_ListOffsetsTopicResponse_many_6(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ListOffsetsResponse_6(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_ListOffsetsTopicResponse_many_6(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ListOffsetsResponse._READERS = {
    0: _read_ListOffsetsResponse_0,
    1: _read_ListOffsetsResponse_1,
    2: _read_ListOffsetsResponse_2,
    3: _read_ListOffsetsResponse_2,
    4: _read_ListOffsetsResponse_4,
    5: _read_ListOffsetsResponse_4,
    6: _read_ListOffsetsResponse_6,
    7: _read_ListOffsetsResponse_6,
    8: _read_ListOffsetsResponse_6,
    9: _read_ListOffsetsResponse_6,
    10: _read_ListOffsetsResponse_6,
    11: _read_ListOffsetsResponse_6,
}
ListOffsetsResponse._WRITERS = {
    0: _write_ListOffsetsResponse_0,
    1: _write_ListOffsetsResponse_1,
    2: _write_ListOffsetsResponse_2,
    3: _write_ListOffsetsResponse_2,
    4: _write_ListOffsetsResponse_4,
    5: _write_ListOffsetsResponse_4,
    6: _write_ListOffsetsResponse_6,
    7: _write_ListOffsetsResponse_6,
    8: _write_ListOffsetsResponse_6,
    9: _write_ListOffsetsResponse_6,
    10: _write_ListOffsetsResponse_6,
    11: _write_ListOffsetsResponse_6,
}

# Generated from OffsetCommitResponse.json by `python -m codegen generate`. Do not edit.
"""OffsetCommitResponse, response of API key 8, versions 0-10, flexible from 8. Answers OffsetCommitRequest."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message, Struct
from kraft_wire.primitives import (
    BYTES,
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
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
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ih = Layout(">ih").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_ii = Layout(">ii").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class OffsetCommitResponsePartition(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "error_code", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "error_code")
    __qualname__ = "OffsetCommitResponse.OffsetCommitResponsePartition"
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


_OffsetCommitResponsePartition = OffsetCommitResponsePartition
_new_OffsetCommitResponsePartition = new(OffsetCommitResponsePartition)


class OffsetCommitResponseTopic(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "topic_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("name", "topic_id", "partitions")
    __qualname__ = "OffsetCommitResponse.OffsetCommitResponseTopic"
    name: Final[str]
    """Name of the topic. (string, versions 0-9, ignorable)"""
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid, version 10, ignorable)"""
    partitions: Final[tuple[OffsetCommitResponsePartition, ...]]
    """One entry for each partition. ([]OffsetCommitResponsePartition)"""

    def __init__(
        self,
        *,
        name: str = "",
        topic_id: Uuid = ZERO_UUID,
        partitions: Iterable[OffsetCommitResponsePartition] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.topic_id = topic_id
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            topic_id: Uuid = ...,
            partitions: Iterable[OffsetCommitResponsePartition] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_OffsetCommitResponseTopic = OffsetCommitResponseTopic
_new_OffsetCommitResponseTopic = new(OffsetCommitResponseTopic)


class OffsetCommitResponse(Message):
    """Answers OffsetCommitRequest."""

    __slots__ = ("throttle_time_ms", "topics", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "topics")
    KIND = "response"
    API_KEY = 8
    VERSIONS = (0, 10)
    FLEXIBLE_VERSIONS = (8, 10)
    _IDENTITIES = ((("topics",), (("name", 0, 9), ("topic_id", 10, 10))),)
    if TYPE_CHECKING:
        OffsetCommitResponsePartition: TypeAlias = _OffsetCommitResponsePartition
        OffsetCommitResponseTopic: TypeAlias = _OffsetCommitResponseTopic
    else:  # no annotation of a field
        OffsetCommitResponsePartition = _OffsetCommitResponsePartition
        OffsetCommitResponseTopic = _OffsetCommitResponseTopic
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32, versions 3-10, ignorable)"""
    topics: Final[tuple[OffsetCommitResponseTopic, ...]]
    """One entry for each topic. ([]OffsetCommitResponseTopic)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        topics: Iterable[OffsetCommitResponseTopic] = (),
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
            topics: Iterable[OffsetCommitResponseTopic] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_OffsetCommitResponse = new(OffsetCommitResponse)


def _read_OffsetCommitResponsePartition_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetCommitResponsePartition()
        o.partition_index, o.error_code = _UNPACK_ih(buf, pos)
        pos += 6
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_OffsetCommitResponsePartition_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_ih(o.partition_index, o.error_code))


def _read_OffsetCommitResponsePartition_many_8(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetCommitResponsePartition()
        o.partition_index, o.error_code, n = _UNPACK_ihB(buf, pos)
        pos += 7
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_OffsetCommitResponsePartition_many_8(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_ih(o.partition_index, o.error_code))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ihx(o.partition_index, o.error_code))


def _read_OffsetCommitResponseTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetCommitResponseTopic()
        o.topic_id = ZERO_UUID
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
        o.partitions, pos = _read_OffsetCommitResponsePartition_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_OffsetCommitResponseTopic_many_0(put: Append, many: Any) -> None:
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
            _write_OffsetCommitResponsePartition_many_0(put, items)


def _read_OffsetCommitResponseTopic_many_8(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetCommitResponseTopic()
        o.topic_id = ZERO_UUID
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_OffsetCommitResponsePartition_many_8(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_OffsetCommitResponseTopic_many_8(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_OffsetCommitResponsePartition_many_8(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_OffsetCommitResponseTopic_many_10(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetCommitResponseTopic()
        o.name = ""
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_OffsetCommitResponsePartition_many_8(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_OffsetCommitResponseTopic_many_10(put: Append, many: Any) -> None:
    for o in many:
        if len(o.topic_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        items = o.partitions
        n = len(items) + 1
        if n < 128:
            put(_PACK_uB(o.topic_id, n))
        else:
            put(_PACK_u(o.topic_id))
            put(count_uvarint(n))
        if items:
            _write_OffsetCommitResponsePartition_many_8(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_OffsetCommitResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetCommitResponse()
    o.throttle_time_ms = 0
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_OffsetCommitResponseTopic_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_OffsetCommitResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_OffsetCommitResponseTopic_many_0(put, items)


def _read_OffsetCommitResponse_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetCommitResponse()
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_OffsetCommitResponseTopic_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_OffsetCommitResponse_3(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_OffsetCommitResponseTopic_many_0(put, items)


def _read_OffsetCommitResponse_8(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetCommitResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_OffsetCommitResponseTopic_many_8(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_OffsetCommitResponse_8(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_OffsetCommitResponseTopic_many_8(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_OffsetCommitResponse_10(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetCommitResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_OffsetCommitResponseTopic_many_10(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_OffsetCommitResponse_10(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_OffsetCommitResponseTopic_many_10(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


OffsetCommitResponse._READERS = {
    0: _read_OffsetCommitResponse_0,
    1: _read_OffsetCommitResponse_0,
    2: _read_OffsetCommitResponse_0,
    3: _read_OffsetCommitResponse_3,
    4: _read_OffsetCommitResponse_3,
    5: _read_OffsetCommitResponse_3,
    6: _read_OffsetCommitResponse_3,
    7: _read_OffsetCommitResponse_3,
    8: _read_OffsetCommitResponse_8,
    9: _read_OffsetCommitResponse_8,
    10: _read_OffsetCommitResponse_10,
}
OffsetCommitResponse._WRITERS = {
    0: _write_OffsetCommitResponse_0,
    1: _write_OffsetCommitResponse_0,
    2: _write_OffsetCommitResponse_0,
    3: _write_OffsetCommitResponse_3,
    4: _write_OffsetCommitResponse_3,
    5: _write_OffsetCommitResponse_3,
    6: _write_OffsetCommitResponse_3,
    7: _write_OffsetCommitResponse_3,
    8: _write_OffsetCommitResponse_8,
    9: _write_OffsetCommitResponse_8,
    10: _write_OffsetCommitResponse_10,
}

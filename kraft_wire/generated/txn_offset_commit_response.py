# Generated from TxnOffsetCommitResponse.json by `python -m codegen generate`. Do not edit.
"""TxnOffsetCommitResponse, response of API key 28, versions 0-6, flexible from 3. Answers TxnOffsetCommitRequest."""

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


class TxnOffsetCommitResponsePartition(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "error_code", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "error_code")
    __qualname__ = "TxnOffsetCommitResponse.TxnOffsetCommitResponsePartition"
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


_TxnOffsetCommitResponsePartition = TxnOffsetCommitResponsePartition
_new_TxnOffsetCommitResponsePartition = new(TxnOffsetCommitResponsePartition)


class TxnOffsetCommitResponseTopic(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "topic_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("name", "topic_id", "partitions")
    __qualname__ = "TxnOffsetCommitResponse.TxnOffsetCommitResponseTopic"
    name: Final[str]
    """Name of the topic. (string, versions 0-5, ignorable)"""
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid, version 6, ignorable)"""
    partitions: Final[tuple[TxnOffsetCommitResponsePartition, ...]]
    """One entry for each partition. ([]TxnOffsetCommitResponsePartition)"""

    def __init__(
        self,
        *,
        name: str = "",
        topic_id: Uuid = ZERO_UUID,
        partitions: Iterable[TxnOffsetCommitResponsePartition] = (),
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
            partitions: Iterable[TxnOffsetCommitResponsePartition] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TxnOffsetCommitResponseTopic = TxnOffsetCommitResponseTopic
_new_TxnOffsetCommitResponseTopic = new(TxnOffsetCommitResponseTopic)


class TxnOffsetCommitResponse(Message):
    """Answers TxnOffsetCommitRequest."""

    __slots__ = ("throttle_time_ms", "topics", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "topics")
    KIND = "response"
    API_KEY = 28
    VERSIONS = (0, 6)
    FLEXIBLE_VERSIONS = (3, 6)
    _IDENTITIES = ((("topics",), (("name", 0, 5), ("topic_id", 6, 6))),)
    if TYPE_CHECKING:
        TxnOffsetCommitResponsePartition: TypeAlias = _TxnOffsetCommitResponsePartition
        TxnOffsetCommitResponseTopic: TypeAlias = _TxnOffsetCommitResponseTopic
    else:  # no annotation of a field
        TxnOffsetCommitResponsePartition = _TxnOffsetCommitResponsePartition
        TxnOffsetCommitResponseTopic = _TxnOffsetCommitResponseTopic
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    topics: Final[tuple[TxnOffsetCommitResponseTopic, ...]]
    """One entry for each topic. ([]TxnOffsetCommitResponseTopic)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        topics: Iterable[TxnOffsetCommitResponseTopic] = (),
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
            topics: Iterable[TxnOffsetCommitResponseTopic] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_TxnOffsetCommitResponse = new(TxnOffsetCommitResponse)


def _read_TxnOffsetCommitResponsePartition_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TxnOffsetCommitResponsePartition()
        o.partition_index, o.error_code = _UNPACK_ih(buf, pos)
        pos += 6
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_TxnOffsetCommitResponsePartition_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_ih(o.partition_index, o.error_code))


def _read_TxnOffsetCommitResponsePartition_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TxnOffsetCommitResponsePartition()
        o.partition_index, o.error_code, n = _UNPACK_ihB(buf, pos)
        pos += 7
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TxnOffsetCommitResponsePartition_many_3(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_ih(o.partition_index, o.error_code))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ihx(o.partition_index, o.error_code))


def _read_TxnOffsetCommitResponseTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TxnOffsetCommitResponseTopic()
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
        o.partitions, pos = _read_TxnOffsetCommitResponsePartition_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_TxnOffsetCommitResponseTopic_many_0(put: Append, many: Any) -> None:
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
            _write_TxnOffsetCommitResponsePartition_many_0(put, items)


def _read_TxnOffsetCommitResponseTopic_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TxnOffsetCommitResponseTopic()
        o.topic_id = ZERO_UUID
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_TxnOffsetCommitResponsePartition_many_3(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TxnOffsetCommitResponseTopic_many_3(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_TxnOffsetCommitResponsePartition_many_3(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_TxnOffsetCommitResponseTopic_many_6(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TxnOffsetCommitResponseTopic()
        o.name = ""
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_TxnOffsetCommitResponsePartition_many_3(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TxnOffsetCommitResponseTopic_many_6(put: Append, many: Any) -> None:
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
            _write_TxnOffsetCommitResponsePartition_many_3(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_TxnOffsetCommitResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_TxnOffsetCommitResponse()
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_TxnOffsetCommitResponseTopic_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_TxnOffsetCommitResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_TxnOffsetCommitResponseTopic_many_0(put, items)


def _read_TxnOffsetCommitResponse_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_TxnOffsetCommitResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_TxnOffsetCommitResponseTopic_many_3(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_TxnOffsetCommitResponse_3(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_TxnOffsetCommitResponseTopic_many_3(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_TxnOffsetCommitResponse_6(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_TxnOffsetCommitResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_TxnOffsetCommitResponseTopic_many_6(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_TxnOffsetCommitResponse_6(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_TxnOffsetCommitResponseTopic_many_6(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


TxnOffsetCommitResponse._READERS = {
    0: _read_TxnOffsetCommitResponse_0,
    1: _read_TxnOffsetCommitResponse_0,
    2: _read_TxnOffsetCommitResponse_0,
    3: _read_TxnOffsetCommitResponse_3,
    4: _read_TxnOffsetCommitResponse_3,
    5: _read_TxnOffsetCommitResponse_3,
    6: _read_TxnOffsetCommitResponse_6,
}
TxnOffsetCommitResponse._WRITERS = {
    0: _write_TxnOffsetCommitResponse_0,
    1: _write_TxnOffsetCommitResponse_0,
    2: _write_TxnOffsetCommitResponse_0,
    3: _write_TxnOffsetCommitResponse_3,
    4: _write_TxnOffsetCommitResponse_3,
    5: _write_TxnOffsetCommitResponse_3,
    6: _write_TxnOffsetCommitResponse_6,
}

# Generated from OffsetForLeaderEpochRequest.json by `python -m codegen generate`. Do not edit.
"""OffsetForLeaderEpochRequest, request of API key 23, versions 0-4, flexible from 4. Asks where a leader epoch ends, to find the point at which two logs part."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request, Struct
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
    from .offset_for_leader_epoch_response import OffsetForLeaderEpochResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ii = Layout(">ii").pack
_PACK_iii = Layout(">iii").pack
_PACK_iiix = Layout(">iiix").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ii = Layout(">ii").unpack_from
_UNPACK_iii = Layout(">iii").unpack_from
_UNPACK_iiiB = Layout(">iiiB").unpack_from


class OffsetForLeaderPartition(Struct):
    """One entry for each partition."""

    __slots__ = ("partition", "current_leader_epoch", "leader_epoch", "unknown_tagged_fields")
    __match_args__ = ("partition", "current_leader_epoch", "leader_epoch")
    __qualname__ = "OffsetForLeaderEpochRequest.OffsetForLeaderPartition"
    partition: Final[int]
    """Number of the partition. (int32)"""
    current_leader_epoch: Final[int]
    """Leader epoch that the sender believes in, for fencing; -1 if it knows none. (int32, versions 2-4, ignorable)"""
    leader_epoch: Final[int]
    """Epoch of the leader; -1 if unknown. (int32)"""

    def __init__(
        self,
        *,
        partition: int = 0,
        current_leader_epoch: int = -1,
        leader_epoch: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition = partition
        self.current_leader_epoch = current_leader_epoch
        self.leader_epoch = leader_epoch
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition: int = ...,
            current_leader_epoch: int = ...,
            leader_epoch: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_OffsetForLeaderPartition = OffsetForLeaderPartition
_new_OffsetForLeaderPartition = new(OffsetForLeaderPartition)


class OffsetForLeaderTopic(Struct):
    """One entry for each topic."""

    __slots__ = ("topic", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic", "partitions")
    __qualname__ = "OffsetForLeaderEpochRequest.OffsetForLeaderTopic"
    topic: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[tuple[OffsetForLeaderPartition, ...]]
    """One entry for each partition. ([]OffsetForLeaderPartition)"""

    def __init__(
        self,
        *,
        topic: str = "",
        partitions: Iterable[OffsetForLeaderPartition] = (),
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
            partitions: Iterable[OffsetForLeaderPartition] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_OffsetForLeaderTopic = OffsetForLeaderTopic
_new_OffsetForLeaderTopic = new(OffsetForLeaderTopic)


class OffsetForLeaderEpochRequest(Request["OffsetForLeaderEpochResponse"]):
    """Asks where a leader epoch ends, to find the point at which two logs part."""

    __slots__ = ("replica_id", "topics", "unknown_tagged_fields")
    __match_args__ = ("replica_id", "topics")
    KIND = "request"
    API_KEY = 23
    VERSIONS = (0, 4)
    FLEXIBLE_VERSIONS = (4, 4)
    _RESPONSE_NAME = "OffsetForLeaderEpochResponse"
    if TYPE_CHECKING:
        OffsetForLeaderPartition: TypeAlias = _OffsetForLeaderPartition
        OffsetForLeaderTopic: TypeAlias = _OffsetForLeaderTopic
    else:  # no annotation of a field
        OffsetForLeaderPartition = _OffsetForLeaderPartition
        OffsetForLeaderTopic = _OffsetForLeaderTopic
    replica_id: Final[int]
    """Node id of the replica; -1 for a client. (int32, versions 3-4, ignorable)"""
    topics: Final[tuple[OffsetForLeaderTopic, ...]]
    """One entry for each topic. ([]OffsetForLeaderTopic)"""

    def __init__(
        self,
        *,
        replica_id: int = -2,
        topics: Iterable[OffsetForLeaderTopic] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.replica_id = replica_id
        self.topics = tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            replica_id: int = ...,
            topics: Iterable[OffsetForLeaderTopic] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_OffsetForLeaderEpochRequest = new(OffsetForLeaderEpochRequest)


def _read_OffsetForLeaderPartition_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetForLeaderPartition()
        o.current_leader_epoch = -1
        o.partition, o.leader_epoch = _UNPACK_ii(buf, pos)
        pos += 8
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_OffsetForLeaderPartition_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_ii(o.partition, o.leader_epoch))


def _read_OffsetForLeaderPartition_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetForLeaderPartition()
        o.partition, o.current_leader_epoch, o.leader_epoch = _UNPACK_iii(buf, pos)
        pos += 12
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_OffsetForLeaderPartition_many_2(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_iii(o.partition, o.current_leader_epoch, o.leader_epoch))


def _read_OffsetForLeaderPartition_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetForLeaderPartition()
        o.partition, o.current_leader_epoch, o.leader_epoch, n = _UNPACK_iiiB(buf, pos)
        pos += 13
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_OffsetForLeaderPartition_many_4(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_iii(o.partition, o.current_leader_epoch, o.leader_epoch))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_iiix(o.partition, o.current_leader_epoch, o.leader_epoch))


def _read_OffsetForLeaderTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetForLeaderTopic()
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
        o.partitions, pos = _read_OffsetForLeaderPartition_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_OffsetForLeaderTopic_many_0(put: Append, many: Any) -> None:
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
            _write_OffsetForLeaderPartition_many_0(put, items)


def _read_OffsetForLeaderTopic_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetForLeaderTopic()
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
        o.partitions, pos = _read_OffsetForLeaderPartition_many_2(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_OffsetForLeaderTopic_many_2(put: Append, many: Any) -> None:
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
            _write_OffsetForLeaderPartition_many_2(put, items)


def _read_OffsetForLeaderTopic_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetForLeaderTopic()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_OffsetForLeaderPartition_many_4(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_OffsetForLeaderTopic_many_4(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_OffsetForLeaderPartition_many_4(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_OffsetForLeaderEpochRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetForLeaderEpochRequest()
    o.replica_id = -2
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_OffsetForLeaderTopic_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_OffsetForLeaderEpochRequest_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_OffsetForLeaderTopic_many_0(put, items)


def _read_OffsetForLeaderEpochRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetForLeaderEpochRequest()
    o.replica_id = -2
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_OffsetForLeaderTopic_many_2(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_OffsetForLeaderEpochRequest_2(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_OffsetForLeaderTopic_many_2(put, items)


def _read_OffsetForLeaderEpochRequest_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetForLeaderEpochRequest()
    o.replica_id, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_OffsetForLeaderTopic_many_2(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_OffsetForLeaderEpochRequest_3(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.replica_id, n))
    if items:
        _write_OffsetForLeaderTopic_many_2(put, items)


def _read_OffsetForLeaderEpochRequest_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetForLeaderEpochRequest()
    o.replica_id, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_OffsetForLeaderTopic_many_4(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_OffsetForLeaderEpochRequest_4(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.replica_id, n))
    else:
        put(_PACK_i(o.replica_id))
        put(count_uvarint(n))
    if items:
        _write_OffsetForLeaderTopic_many_4(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


OffsetForLeaderEpochRequest._READERS = {
    0: _read_OffsetForLeaderEpochRequest_0,
    1: _read_OffsetForLeaderEpochRequest_0,
    2: _read_OffsetForLeaderEpochRequest_2,
    3: _read_OffsetForLeaderEpochRequest_3,
    4: _read_OffsetForLeaderEpochRequest_4,
}
OffsetForLeaderEpochRequest._WRITERS = {
    0: _write_OffsetForLeaderEpochRequest_0,
    1: _write_OffsetForLeaderEpochRequest_0,
    2: _write_OffsetForLeaderEpochRequest_2,
    3: _write_OffsetForLeaderEpochRequest_3,
    4: _write_OffsetForLeaderEpochRequest_4,
}

# Generated from AssignReplicasToDirsResponse.json by `python -m codegen generate`. Do not edit.
"""AssignReplicasToDirsResponse, response of API key 73, version 0, flexible from 0. Answers AssignReplicasToDirsRequest."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message, Struct
from kraft_wire.primitives import (
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
    count_length_not_null,
    count_uvarint,
    new,
    read_unknown_tags,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_PACK_ihx = Layout(">ihx").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class PartitionData(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "error_code", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "error_code")
    __qualname__ = "AssignReplicasToDirsResponse.PartitionData"
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


_PartitionData = PartitionData
_new_PartitionData = new(PartitionData)


class TopicData(Struct):
    """One entry for each topic."""

    __slots__ = ("topic_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_id", "partitions")
    __qualname__ = "AssignReplicasToDirsResponse.TopicData"
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid)"""
    partitions: Final[tuple[PartitionData, ...]]
    """One entry for each partition. ([]PartitionData)"""

    def __init__(
        self,
        *,
        topic_id: Uuid = ZERO_UUID,
        partitions: Iterable[PartitionData] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_id = topic_id
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_id: Uuid = ...,
            partitions: Iterable[PartitionData] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopicData = TopicData
_new_TopicData = new(TopicData)


class DirectoryData(Struct):
    """Log directories with the result of each replica."""

    __slots__ = ("id", "topics", "unknown_tagged_fields")
    __match_args__ = ("id", "topics")
    __qualname__ = "AssignReplicasToDirsResponse.DirectoryData"
    id: Final[Uuid]
    """Directory id of the log directory. (uuid)"""
    topics: Final[tuple[TopicData, ...]]
    """One entry for each topic. ([]TopicData)"""

    def __init__(
        self,
        *,
        id: Uuid = ZERO_UUID,
        topics: Iterable[TopicData] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.id = id
        self.topics = tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            id: Uuid = ...,
            topics: Iterable[TopicData] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DirectoryData = DirectoryData
_new_DirectoryData = new(DirectoryData)


class AssignReplicasToDirsResponse(Message):
    """Answers AssignReplicasToDirsRequest."""

    __slots__ = ("throttle_time_ms", "error_code", "directories", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "directories")
    KIND = "response"
    API_KEY = 73
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    if TYPE_CHECKING:
        PartitionData: TypeAlias = _PartitionData
        TopicData: TypeAlias = _TopicData
        DirectoryData: TypeAlias = _DirectoryData
    else:  # no annotation of a field
        PartitionData = _PartitionData
        TopicData = _TopicData
        DirectoryData = _DirectoryData
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    directories: Final[tuple[DirectoryData, ...]]
    """Log directories with the result of each replica. ([]DirectoryData)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        directories: Iterable[DirectoryData] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.directories = tuple(directories)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            directories: Iterable[DirectoryData] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_AssignReplicasToDirsResponse = new(AssignReplicasToDirsResponse)


def _read_PartitionData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.partition_index, o.error_code, n = _UNPACK_ihB(buf, pos)
        pos += 7
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_PartitionData_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_ih(o.partition_index, o.error_code))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ihx(o.partition_index, o.error_code))


def _read_TopicData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicData()
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_PartitionData_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopicData_many_0(put: Append, many: Any) -> None:
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
            _write_PartitionData_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DirectoryData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DirectoryData()
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.topics, pos = _read_TopicData_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DirectoryData_many_0(put: Append, many: Any) -> None:
    for o in many:
        if len(o.id) != 16:
            raise ValueError("uuid has not 16 bytes")
        items = o.topics
        n = len(items) + 1
        if n < 128:
            put(_PACK_uB(o.id, n))
        else:
            put(_PACK_u(o.id))
            put(count_uvarint(n))
        if items:
            _write_TopicData_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_AssignReplicasToDirsResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AssignReplicasToDirsResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.directories, pos = _read_DirectoryData_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_AssignReplicasToDirsResponse_0(put: Append, o: Any) -> None:
    items = o.directories
    n = len(items) + 1
    if n < 128:
        put(_PACK_ihB(o.throttle_time_ms, o.error_code, n))
    else:
        put(_PACK_ih(o.throttle_time_ms, o.error_code))
        put(count_uvarint(n))
    if items:
        _write_DirectoryData_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


AssignReplicasToDirsResponse._READERS = {
    0: _read_AssignReplicasToDirsResponse_0,
}
AssignReplicasToDirsResponse._WRITERS = {
    0: _write_AssignReplicasToDirsResponse_0,
}

# Generated from AssignReplicasToDirsRequest.json by `python -m codegen generate`. Do not edit.
"""AssignReplicasToDirsRequest, request of API key 73, version 0, flexible from 0. A broker tells the controller in which log directories its replicas are."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request, Struct
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
    from .assign_replicas_to_dirs_response import AssignReplicasToDirsResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_i = Layout(">i").pack
_PACK_iq = Layout(">iq").pack
_PACK_iqB = Layout(">iqB").pack
_PACK_ix = Layout(">ix").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_iqB = Layout(">iqB").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class PartitionData(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "unknown_tagged_fields")
    __match_args__ = ("partition_index",)
    __qualname__ = "AssignReplicasToDirsRequest.PartitionData"
    partition_index: Final[int]
    """Number of the partition. (int32)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_PartitionData = PartitionData
_new_PartitionData = new(PartitionData)


class TopicData(Struct):
    """One entry for each topic."""

    __slots__ = ("topic_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_id", "partitions")
    __qualname__ = "AssignReplicasToDirsRequest.TopicData"
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
    """Log directories with the replicas in them."""

    __slots__ = ("id", "topics", "unknown_tagged_fields")
    __match_args__ = ("id", "topics")
    __qualname__ = "AssignReplicasToDirsRequest.DirectoryData"
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


class AssignReplicasToDirsRequest(Request["AssignReplicasToDirsResponse"]):
    """A broker tells the controller in which log directories its replicas are."""

    __slots__ = ("broker_id", "broker_epoch", "directories", "unknown_tagged_fields")
    __match_args__ = ("broker_id", "broker_epoch", "directories")
    KIND = "request"
    API_KEY = 73
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    _RESPONSE_NAME = "AssignReplicasToDirsResponse"
    if TYPE_CHECKING:
        PartitionData: TypeAlias = _PartitionData
        TopicData: TypeAlias = _TopicData
        DirectoryData: TypeAlias = _DirectoryData
    else:  # no annotation of a field
        PartitionData = _PartitionData
        TopicData = _TopicData
        DirectoryData = _DirectoryData
    broker_id: Final[int]
    """Node id of the broker. (int32)"""
    broker_epoch: Final[int]
    """Epoch that the controller gave the broker at its registration; -1 for none. (int64)"""
    directories: Final[tuple[DirectoryData, ...]]
    """Log directories with the replicas in them. ([]DirectoryData)"""

    def __init__(
        self,
        *,
        broker_id: int = 0,
        broker_epoch: int = -1,
        directories: Iterable[DirectoryData] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.broker_id = broker_id
        self.broker_epoch = broker_epoch
        self.directories = tuple(directories)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            broker_id: int = ...,
            broker_epoch: int = ...,
            directories: Iterable[DirectoryData] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_AssignReplicasToDirsRequest = new(AssignReplicasToDirsRequest)


def _read_PartitionData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.partition_index, n = _UNPACK_iB(buf, pos)
        pos += 5
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_PartitionData_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_i(o.partition_index))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ix(o.partition_index))


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


def _read_AssignReplicasToDirsRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AssignReplicasToDirsRequest()
    o.broker_id, o.broker_epoch, n = _UNPACK_iqB(buf, pos)
    pos += 12
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.directories, pos = _read_DirectoryData_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_AssignReplicasToDirsRequest_0(put: Append, o: Any) -> None:
    items = o.directories
    n = len(items) + 1
    if n < 128:
        put(_PACK_iqB(o.broker_id, o.broker_epoch, n))
    else:
        put(_PACK_iq(o.broker_id, o.broker_epoch))
        put(count_uvarint(n))
    if items:
        _write_DirectoryData_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


AssignReplicasToDirsRequest._READERS = {
    0: _read_AssignReplicasToDirsRequest_0,
}
AssignReplicasToDirsRequest._WRITERS = {
    0: _write_AssignReplicasToDirsRequest_0,
}

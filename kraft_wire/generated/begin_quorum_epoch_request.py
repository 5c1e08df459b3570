# Generated from BeginQuorumEpochRequest.json by `python -m codegen generate`. Do not edit.
"""BeginQuorumEpochRequest, request of API key 53, versions 0-1, flexible from 1. A new leader tells the other voters that its epoch has begun."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request, Struct
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
    text_length,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .begin_quorum_epoch_response import BeginQuorumEpochResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_H = Layout(">H").pack
_PACK_Hx = Layout(">Hx").pack
_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_iii = Layout(">iii").pack
_PACK_iuii = Layout(">i16sii").pack
_PACK_iuiix = Layout(">i16siix").pack
_UNPACK_HB = Layout(">HB").unpack_from
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_iii = Layout(">iii").unpack_from
_UNPACK_iuiiB = Layout(">i16siiB").unpack_from


class PartitionData(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "voter_directory_id", "leader_id", "leader_epoch", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "voter_directory_id", "leader_id", "leader_epoch")
    __qualname__ = "BeginQuorumEpochRequest.PartitionData"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    voter_directory_id: Final[Uuid]
    """Directory id of the voter that is told; zero if unknown. (uuid, version 1, ignorable)"""
    leader_id: Final[int]
    """Node id of the new leader, which is the sender. (int32)"""
    leader_epoch: Final[int]
    """Epoch that begins. (int32)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        voter_directory_id: Uuid = ZERO_UUID,
        leader_id: int = 0,
        leader_epoch: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.voter_directory_id = voter_directory_id
        self.leader_id = leader_id
        self.leader_epoch = leader_epoch
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            voter_directory_id: Uuid = ...,
            leader_id: int = ...,
            leader_epoch: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_PartitionData = PartitionData
_new_PartitionData = new(PartitionData)


class TopicData(Struct):
    """One entry for each topic."""

    __slots__ = ("topic_name", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_name", "partitions")
    __qualname__ = "BeginQuorumEpochRequest.TopicData"
    topic_name: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[tuple[PartitionData, ...]]
    """One entry for each partition. ([]PartitionData)"""

    def __init__(
        self,
        *,
        topic_name: str = "",
        partitions: Iterable[PartitionData] = (),
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
            partitions: Iterable[PartitionData] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopicData = TopicData
_new_TopicData = new(TopicData)


class LeaderEndpoint(Struct):
    """Where the leader can be reached."""

    __slots__ = ("name", "host", "port", "unknown_tagged_fields")
    __match_args__ = ("name", "host", "port")
    __qualname__ = "BeginQuorumEpochRequest.LeaderEndpoint"
    name: Final[str]
    """Name of the listener. (string, version 1)"""
    host: Final[str]
    """Name or address of the host. (string, version 1)"""
    port: Final[int]
    """TCP port. (uint16, version 1)"""

    def __init__(
        self,
        *,
        name: str = "",
        host: str = "",
        port: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.host = host
        self.port = port
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            host: str = ...,
            port: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_LeaderEndpoint = LeaderEndpoint
_new_LeaderEndpoint = new(LeaderEndpoint)


class BeginQuorumEpochRequest(Request["BeginQuorumEpochResponse"]):
    """A new leader tells the other voters that its epoch has begun."""

    __slots__ = ("cluster_id", "voter_id", "topics", "leader_endpoints", "unknown_tagged_fields")
    __match_args__ = ("cluster_id", "voter_id", "topics", "leader_endpoints")
    KIND = "request"
    API_KEY = 53
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (1, 1)
    _RESPONSE_NAME = "BeginQuorumEpochResponse"
    if TYPE_CHECKING:
        PartitionData: TypeAlias = _PartitionData
        TopicData: TypeAlias = _TopicData
        LeaderEndpoint: TypeAlias = _LeaderEndpoint
    else:  # no annotation of a field
        PartitionData = _PartitionData
        TopicData = _TopicData
        LeaderEndpoint = _LeaderEndpoint
    cluster_id: Final[str | None]
    """Id of the cluster. (string)"""
    voter_id: Final[int]
    """Node id of the voter that is told; -1 if unknown. (int32, version 1, ignorable)"""
    topics: Final[tuple[TopicData, ...]]
    """One entry for each topic. ([]TopicData)"""
    leader_endpoints: Final[tuple[LeaderEndpoint, ...]]
    """Where the leader can be reached. ([]LeaderEndpoint, version 1, ignorable)"""

    def __init__(
        self,
        *,
        cluster_id: str | None = None,
        voter_id: int = -1,
        topics: Iterable[TopicData] = (),
        leader_endpoints: Iterable[LeaderEndpoint] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.cluster_id = cluster_id
        self.voter_id = voter_id
        self.topics = tuple(topics)
        self.leader_endpoints = tuple(leader_endpoints)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            cluster_id: str | None = ...,
            voter_id: int = ...,
            topics: Iterable[TopicData] = ...,
            leader_endpoints: Iterable[LeaderEndpoint] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_BeginQuorumEpochRequest = new(BeginQuorumEpochRequest)


def _read_PartitionData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.voter_directory_id = ZERO_UUID
        o.partition_index, o.leader_id, o.leader_epoch = _UNPACK_iii(buf, pos)
        pos += 12
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_PartitionData_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_iii(o.partition_index, o.leader_id, o.leader_epoch))


def _read_PartitionData_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.partition_index, u0, o.leader_id, o.leader_epoch, n = _UNPACK_iuiiB(buf, pos)
        pos += 29
        o.voter_directory_id = UUIDS[u0]
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_PartitionData_many_1(put: Append, many: Any) -> None:
    for o in many:
        if len(o.voter_directory_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        if o.unknown_tagged_fields:
            put(_PACK_iuii(o.partition_index, o.voter_directory_id, o.leader_id, o.leader_epoch))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_iuiix(o.partition_index, o.voter_directory_id, o.leader_id, o.leader_epoch))


def _read_TopicData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicData()
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
        o.partitions, pos = _read_PartitionData_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_TopicData_many_0(put: Append, many: Any) -> None:
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
            _write_PartitionData_many_0(put, items)


def _read_TopicData_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicData()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic_name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_PartitionData_many_1(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopicData_many_1(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic_name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_PartitionData_many_1(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_LeaderEndpoint_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_LeaderEndpoint()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.host = buf[pos + 1 : (pos := pos + n)].decode()
        o.port, n = _UNPACK_HB(buf, pos)
        pos += 3
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_LeaderEndpoint_many_1(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.host.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            put(_PACK_H(o.port))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_Hx(o.port))


def _read_BeginQuorumEpochRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_BeginQuorumEpochRequest()
    o.voter_id = -1
    o.leader_endpoints = ()
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n >= 0:
        end = pos + n
        o.cluster_id = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.cluster_id = None
    else:
        raise ValueError("length is below -1")
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_TopicData_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_BeginQuorumEpochRequest_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.cluster_id
    if items is None:
        put(_PACK_h(-1))
    else:
        items = items.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_TopicData_many_0(put, items)


def _read_BeginQuorumEpochRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_BeginQuorumEpochRequest()
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.cluster_id = None
        pos += 1
    o.voter_id, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_TopicData_many_1(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.leader_endpoints, pos = _read_LeaderEndpoint_many_1(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_BeginQuorumEpochRequest_1(put: Append, o: Any) -> None:
    items = o.cluster_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.voter_id, n))
    else:
        put(_PACK_i(o.voter_id))
        put(count_uvarint(n))
    if items:
        _write_TopicData_many_1(put, items)
    items = o.leader_endpoints
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_LeaderEndpoint_many_1(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


BeginQuorumEpochRequest._READERS = {
    0: _read_BeginQuorumEpochRequest_0,
    1: _read_BeginQuorumEpochRequest_1,
}
BeginQuorumEpochRequest._WRITERS = {
    0: _write_BeginQuorumEpochRequest_0,
    1: _write_BeginQuorumEpochRequest_1,
}

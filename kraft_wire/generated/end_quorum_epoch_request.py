# Generated from EndQuorumEpochRequest.json by `python -m codegen generate`. Do not edit.
"""EndQuorumEpochRequest, request of API key 54, versions 0-1, flexible from 1. A leader that resigns tells the other voters, and in which order they should stand as candidates."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    PACK_INT32S,
    UNPACK_INT32S,
    pack_many,
    unpack_many,
)
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
    from .end_quorum_epoch_response import EndQuorumEpochResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_H = Layout(">H").pack
_PACK_Hx = Layout(">Hx").pack
_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_PACK_iii = Layout(">iii").pack
_PACK_iiiB = Layout(">iiiB").pack
_PACK_iiii = Layout(">iiii").pack
_PACK_iu = Layout(">i16s").pack
_PACK_iux = Layout(">i16sx").pack
_UNPACK_HB = Layout(">HB").unpack_from
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iiiB = Layout(">iiiB").unpack_from
_UNPACK_iiii = Layout(">iiii").unpack_from
_UNPACK_iuB = Layout(">i16sB").unpack_from


class ReplicaInfo(Struct):
    """Voters that should stand as candidates, best first."""

    __slots__ = ("candidate_id", "candidate_directory_id", "unknown_tagged_fields")
    __match_args__ = ("candidate_id", "candidate_directory_id")
    __qualname__ = "EndQuorumEpochRequest.ReplicaInfo"
    candidate_id: Final[int]
    """Node id of the suggested candidate. (int32, version 1)"""
    candidate_directory_id: Final[Uuid]
    """Directory id of the suggested candidate. (uuid, version 1)"""

    def __init__(
        self,
        *,
        candidate_id: int = 0,
        candidate_directory_id: Uuid = ZERO_UUID,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.candidate_id = candidate_id
        self.candidate_directory_id = candidate_directory_id
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            candidate_id: int = ...,
            candidate_directory_id: Uuid = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_ReplicaInfo = ReplicaInfo
_new_ReplicaInfo = new(ReplicaInfo)


class PartitionData(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "leader_id", "leader_epoch", "preferred_successors", "preferred_candidates", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "leader_id", "leader_epoch", "preferred_successors", "preferred_candidates")
    __qualname__ = "EndQuorumEpochRequest.PartitionData"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    leader_id: Final[int]
    """Node id of the leader that resigns, which is the sender. (int32)"""
    leader_epoch: Final[int]
    """Epoch that ends. (int32)"""
    preferred_successors: Final[tuple[int, ...]]
    """Node ids of voters that should stand as candidates, best first. ([]int32, version 0, ignorable)"""
    preferred_candidates: Final[tuple[ReplicaInfo, ...]]
    """Voters that should stand as candidates, best first. ([]ReplicaInfo, version 1, ignorable)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        leader_id: int = 0,
        leader_epoch: int = 0,
        preferred_successors: Iterable[int] = (),
        preferred_candidates: Iterable[ReplicaInfo] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.leader_id = leader_id
        self.leader_epoch = leader_epoch
        self.preferred_successors = tuple(preferred_successors)
        self.preferred_candidates = tuple(preferred_candidates)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            leader_id: int = ...,
            leader_epoch: int = ...,
            preferred_successors: Iterable[int] = ...,
            preferred_candidates: Iterable[ReplicaInfo] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_PartitionData = PartitionData
_new_PartitionData = new(PartitionData)


class TopicData(Struct):
    """One entry for each topic."""

    __slots__ = ("topic_name", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_name", "partitions")
    __qualname__ = "EndQuorumEpochRequest.TopicData"
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
    __qualname__ = "EndQuorumEpochRequest.LeaderEndpoint"
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


class EndQuorumEpochRequest(Request["EndQuorumEpochResponse"]):
    """A leader that resigns tells the other voters, and in which order they should stand as candidates."""

    __slots__ = ("cluster_id", "topics", "leader_endpoints", "unknown_tagged_fields")
    __match_args__ = ("cluster_id", "topics", "leader_endpoints")
    KIND = "request"
    API_KEY = 54
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (1, 1)
    _RESPONSE_NAME = "EndQuorumEpochResponse"
    if TYPE_CHECKING:
        ReplicaInfo: TypeAlias = _ReplicaInfo
        PartitionData: TypeAlias = _PartitionData
        TopicData: TypeAlias = _TopicData
        LeaderEndpoint: TypeAlias = _LeaderEndpoint
    else:  # no annotation of a field
        ReplicaInfo = _ReplicaInfo
        PartitionData = _PartitionData
        TopicData = _TopicData
        LeaderEndpoint = _LeaderEndpoint
    cluster_id: Final[str | None]
    """Id of the cluster. (string)"""
    topics: Final[tuple[TopicData, ...]]
    """One entry for each topic. ([]TopicData)"""
    leader_endpoints: Final[tuple[LeaderEndpoint, ...]]
    """Where the leader can be reached. ([]LeaderEndpoint, version 1, ignorable)"""

    def __init__(
        self,
        *,
        cluster_id: str | None = None,
        topics: Iterable[TopicData] = (),
        leader_endpoints: Iterable[LeaderEndpoint] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.cluster_id = cluster_id
        self.topics = tuple(topics)
        self.leader_endpoints = tuple(leader_endpoints)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            cluster_id: str | None = ...,
            topics: Iterable[TopicData] = ...,
            leader_endpoints: Iterable[LeaderEndpoint] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_EndQuorumEpochRequest = new(EndQuorumEpochRequest)


def _read_ReplicaInfo_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ReplicaInfo()
        o.candidate_id, u0, n = _UNPACK_iuB(buf, pos)
        pos += 21
        o.candidate_directory_id = UUIDS[u0]
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ReplicaInfo_many_1(put: Append, many: Any) -> None:
    for o in many:
        if len(o.candidate_directory_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        if o.unknown_tagged_fields:
            put(_PACK_iu(o.candidate_id, o.candidate_directory_id))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_iux(o.candidate_id, o.candidate_directory_id))


def _read_PartitionData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.preferred_candidates = ()
        o.partition_index, o.leader_id, o.leader_epoch, n = _UNPACK_iiii(buf, pos)
        pos += 16
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.preferred_successors = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_PartitionData_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.preferred_successors
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_iiii(o.partition_index, o.leader_id, o.leader_epoch, n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))


def _read_PartitionData_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.preferred_successors = ()
        o.partition_index, o.leader_id, o.leader_epoch, n = _UNPACK_iiiB(buf, pos)
        pos += 12
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.preferred_candidates, pos = _read_ReplicaInfo_many_1(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_PartitionData_many_1(put: Append, many: Any) -> None:
    for o in many:
        items = o.preferred_candidates
        n = len(items) + 1
        if n < 128:
            put(_PACK_iiiB(o.partition_index, o.leader_id, o.leader_epoch, n))
        else:
            put(_PACK_iii(o.partition_index, o.leader_id, o.leader_epoch))
            put(count_uvarint(n))
        if items:
            _write_ReplicaInfo_many_1(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


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


def _read_EndQuorumEpochRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_EndQuorumEpochRequest()
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


def _write_EndQuorumEpochRequest_0(put: Append, o: Any) -> None:
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


def _read_EndQuorumEpochRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_EndQuorumEpochRequest()
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.cluster_id = None
        pos += 1
    n = buf[pos]
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


def _write_EndQuorumEpochRequest_1(put: Append, o: Any) -> None:
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
    put(BYTES[n] if n < 128 else count_uvarint(n))
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


EndQuorumEpochRequest._READERS = {
    0: _read_EndQuorumEpochRequest_0,
    1: _read_EndQuorumEpochRequest_1,
}
EndQuorumEpochRequest._WRITERS = {
    0: _write_EndQuorumEpochRequest_0,
    1: _write_EndQuorumEpochRequest_1,
}

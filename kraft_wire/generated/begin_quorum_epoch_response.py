# Generated from BeginQuorumEpochResponse.json by `python -m codegen generate`. Do not edit.
"""BeginQuorumEpochResponse, response of API key 53, versions 0-1, flexible from 1. A voter acknowledges the new leader, or tells of a newer epoch."""

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
    keep_unknown_tag,
    new,
    read_tag,
    read_tag_count,
    read_unknown_tags,
    sorted_tags,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_H = Layout(">H").pack
_PACK_Hx = Layout(">Hx").pack
_PACK_h = Layout(">h").pack
_PACK_hB = Layout(">hB").pack
_PACK_hi = Layout(">hi").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ihii = Layout(">ihii").pack
_PACK_ihiix = Layout(">ihiix").pack
_UNPACK_HB = Layout(">HB").unpack_from
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_hi = Layout(">hi").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ihii = Layout(">ihii").unpack_from
_UNPACK_ihiiB = Layout(">ihiiB").unpack_from


class PartitionData(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "error_code", "leader_id", "leader_epoch", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "error_code", "leader_id", "leader_epoch")
    __qualname__ = "BeginQuorumEpochResponse.PartitionData"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    leader_id: Final[int]
    """Node id of the leader; -1 if there is none or it is unknown. (int32)"""
    leader_epoch: Final[int]
    """Epoch of the leader; -1 if unknown. (int32)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        error_code: int = 0,
        leader_id: int = 0,
        leader_epoch: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.error_code = error_code
        self.leader_id = leader_id
        self.leader_epoch = leader_epoch
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            error_code: int = ...,
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
    __qualname__ = "BeginQuorumEpochResponse.TopicData"
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


class NodeEndpoint(Struct):
    """Where the leaders that this response names can be reached."""

    __slots__ = ("node_id", "host", "port", "unknown_tagged_fields")
    __match_args__ = ("node_id", "host", "port")
    __qualname__ = "BeginQuorumEpochResponse.NodeEndpoint"
    node_id: Final[int]
    """Node id of the broker or controller. (int32, version 1)"""
    host: Final[str]
    """Name or address of the host. (string, version 1)"""
    port: Final[int]
    """TCP port. (uint16, version 1)"""

    def __init__(
        self,
        *,
        node_id: int = 0,
        host: str = "",
        port: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.node_id = node_id
        self.host = host
        self.port = port
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            node_id: int = ...,
            host: str = ...,
            port: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_NodeEndpoint = NodeEndpoint
_new_NodeEndpoint = new(NodeEndpoint)


class BeginQuorumEpochResponse(Message):
    """A voter acknowledges the new leader, or tells of a newer epoch."""

    __slots__ = ("error_code", "topics", "node_endpoints", "unknown_tagged_fields")
    __match_args__ = ("error_code", "topics", "node_endpoints")
    KIND = "response"
    API_KEY = 53
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (1, 1)
    if TYPE_CHECKING:
        PartitionData: TypeAlias = _PartitionData
        TopicData: TypeAlias = _TopicData
        NodeEndpoint: TypeAlias = _NodeEndpoint
    else:  # no annotation of a field
        PartitionData = _PartitionData
        TopicData = _TopicData
        NodeEndpoint = _NodeEndpoint
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    topics: Final[tuple[TopicData, ...]]
    """One entry for each topic. ([]TopicData)"""
    node_endpoints: Final[tuple[NodeEndpoint, ...]]
    """Where the leaders that this response names can be reached. ([]NodeEndpoint, version 1, tag 0)"""

    def __init__(
        self,
        *,
        error_code: int = 0,
        topics: Iterable[TopicData] = (),
        node_endpoints: Iterable[NodeEndpoint] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.error_code = error_code
        self.topics = tuple(topics)
        self.node_endpoints = tuple(node_endpoints)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            error_code: int = ...,
            topics: Iterable[TopicData] = ...,
            node_endpoints: Iterable[NodeEndpoint] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_BeginQuorumEpochResponse = new(BeginQuorumEpochResponse)


def _read_PartitionData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.partition_index, o.error_code, o.leader_id, o.leader_epoch = _UNPACK_ihii(buf, pos)
        pos += 14
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_PartitionData_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        put(_PACK_ihii(o.partition_index, o.error_code, o.leader_id, o.leader_epoch))


def _read_PartitionData_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.partition_index, o.error_code, o.leader_id, o.leader_epoch, n = _UNPACK_ihiiB(buf, pos)
        pos += 15
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_PartitionData_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_ihii(o.partition_index, o.error_code, o.leader_id, o.leader_epoch))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ihiix(o.partition_index, o.error_code, o.leader_id, o.leader_epoch))


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


def _read_NodeEndpoint_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_NodeEndpoint()
        o.node_id, n = _UNPACK_iB(buf, pos)
        pos += 4
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


def _write_NodeEndpoint_many_1(put: Append, many: Any) -> None:
    for o in many:
        items = o.host.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_iB(o.node_id, n))
        else:
            put(_PACK_i(o.node_id))
            put(text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            put(_PACK_H(o.port))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_Hx(o.port))


def _read_BeginQuorumEpochResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_BeginQuorumEpochResponse()
    o.node_endpoints = ()
    o.error_code, n = _UNPACK_hi(buf, pos)
    pos += 6
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_TopicData_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_BeginQuorumEpochResponse_0(put: Append, o: Any) -> None:
    if o.node_endpoints != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_hi(o.error_code, n))
    if items:
        _write_TopicData_many_0(put, items)


def _read_BeginQuorumEpochResponse_tags_1(o: Any, buf: bytes, pos: int, n: int) -> int:
    if n > 127:
        n, pos = read_tag_count(buf, pos - 1)
    unknown: dict[int, bytes] = {}
    seen = 0
    for _ in range(n):
        tag, size = buf[pos], buf[pos + 1]
        pos += 2
        if tag > 127 or size > 127:
            tag, size, pos = read_tag(buf, pos - 2)
        last = pos + size
        if tag == 0:
            n = buf[pos]
            if n > 127 or not n:
                n, pos = count_length_not_null(buf, pos, n)
            o.node_endpoints, pos = _read_NodeEndpoint_many_1(buf, pos + 1, n - 1)
        else:
            keep_unknown_tag(unknown, tag, buf, pos, last)
            pos = last
            continue
        if pos != last or seen >> tag & 1:
            raise ValueError("tagged field is there twice, or has another size than it says")
        seen |= 1 << tag
    if unknown:
        o.unknown_tagged_fields = sorted_tags(unknown)
    return pos


def _read_BeginQuorumEpochResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_BeginQuorumEpochResponse()
    o.error_code, n = _UNPACK_hB(buf, pos)
    pos += 2
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_TopicData_many_1(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.node_endpoints = ()
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_BeginQuorumEpochResponse_tags_1(o, buf, pos, n)
    return o, pos


def _write_BeginQuorumEpochResponse_tags_1(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.node_endpoints != ():
        piece_0: list[bytes] = []
        put = piece_0.append
        items = o.node_endpoints
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_NodeEndpoint_many_1(put, items)
        tags.append((0, b"".join(piece_0)))
    write_tags(to, tags, o.unknown_tagged_fields, 1)


def _write_BeginQuorumEpochResponse_1(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_hB(o.error_code, n))
    else:
        put(_PACK_h(o.error_code))
        put(count_uvarint(n))
    if items:
        _write_TopicData_many_1(put, items)
    if o.unknown_tagged_fields or o.node_endpoints != ():
        _write_BeginQuorumEpochResponse_tags_1(put, o)
    else:
        put(b"\0")


BeginQuorumEpochResponse._READERS = {
    0: _read_BeginQuorumEpochResponse_0,
    1: _read_BeginQuorumEpochResponse_1,
}
BeginQuorumEpochResponse._WRITERS = {
    0: _write_BeginQuorumEpochResponse_0,
    1: _write_BeginQuorumEpochResponse_1,
}

# Generated from FetchSnapshotResponse.json by `python -m codegen generate`. Do not edit.
"""FetchSnapshotResponse, response of API key 59, versions 0-1, flexible from 0. A piece of a snapshot, at a byte position that need not be the border of a batch."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message, Struct, shared_default
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length_not_null,
    count_uvarint,
    keep_unknown_tag,
    long_blob_length,
    new,
    octets,
    read_tag,
    read_tag_count,
    read_unknown_tags,
    sorted_tags,
    text_length_not_null,
    text_uvarint,
    uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_H = Layout(">H").pack
_PACK_Hx = Layout(">Hx").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_PACK_ii = Layout(">ii").pack
_PACK_iix = Layout(">iix").pack
_PACK_qi = Layout(">qi").pack
_PACK_qix = Layout(">qix").pack
_PACK_qq = Layout(">qq").pack
_PACK_qqB = Layout(">qqB").pack
_UNPACK_HB = Layout(">HB").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ih = Layout(">ih").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_iiB = Layout(">iiB").unpack_from
_UNPACK_qiB = Layout(">qiB").unpack_from
_UNPACK_qqB = Layout(">qqB").unpack_from


class SnapshotId(Struct):
    """Which snapshot the bytes are of."""

    __slots__ = ("end_offset", "epoch", "unknown_tagged_fields")
    __match_args__ = ("end_offset", "epoch")
    __qualname__ = "FetchSnapshotResponse.SnapshotId"
    end_offset: Final[int]
    """Offset behind the last record that the snapshot replaces; -1 for no snapshot. (int64)"""
    epoch: Final[int]
    """Epoch of the last record that the snapshot replaces; -1 for no snapshot. (int32)"""

    def __init__(
        self,
        *,
        end_offset: int = 0,
        epoch: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.end_offset = end_offset
        self.epoch = epoch
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            end_offset: int = ...,
            epoch: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_SnapshotId = SnapshotId
_new_SnapshotId = new(SnapshotId)
_DEFAULT_SnapshotId = shared_default(SnapshotId)


class LeaderIdAndEpoch(Struct):
    """The leader as far as the answering node knows."""

    __slots__ = ("leader_id", "leader_epoch", "unknown_tagged_fields")
    __match_args__ = ("leader_id", "leader_epoch")
    __qualname__ = "FetchSnapshotResponse.LeaderIdAndEpoch"
    leader_id: Final[int]
    """Node id of the leader; -1 if there is none or it is unknown. (int32)"""
    leader_epoch: Final[int]
    """Epoch of the leader; -1 if unknown. (int32)"""

    def __init__(
        self,
        *,
        leader_id: int = 0,
        leader_epoch: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.leader_id = leader_id
        self.leader_epoch = leader_epoch
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            leader_id: int = ...,
            leader_epoch: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_LeaderIdAndEpoch = LeaderIdAndEpoch
_new_LeaderIdAndEpoch = new(LeaderIdAndEpoch)
_DEFAULT_LeaderIdAndEpoch = shared_default(LeaderIdAndEpoch)


class PartitionSnapshot(Struct):
    """One entry for each partition."""

    __slots__ = ("index", "error_code", "snapshot_id", "current_leader", "size", "position", "unaligned_records", "unknown_tagged_fields")
    __match_args__ = ("index", "error_code", "snapshot_id", "current_leader", "size", "position", "unaligned_records")
    __qualname__ = "FetchSnapshotResponse.PartitionSnapshot"
    index: Final[int]
    """Number of the partition. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    snapshot_id: Final[SnapshotId]
    """Which snapshot the bytes are of. (SnapshotId)"""
    current_leader: Final[LeaderIdAndEpoch]
    """The leader as far as the answering node knows. (LeaderIdAndEpoch, tag 0)"""
    size: Final[int]
    """Bytes of the whole snapshot. (int64)"""
    position: Final[int]
    """Byte position of the first byte here. (int64)"""
    unaligned_records: Final[bytes | None]
    """Bytes of the snapshot from Position on, which may begin and end inside a batch. (records)"""

    def __init__(
        self,
        *,
        index: int = 0,
        error_code: int = 0,
        snapshot_id: SnapshotId = _DEFAULT_SnapshotId,
        current_leader: LeaderIdAndEpoch = _DEFAULT_LeaderIdAndEpoch,
        size: int = 0,
        position: int = 0,
        unaligned_records: bytes | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.index = index
        self.error_code = error_code
        self.snapshot_id = snapshot_id
        self.current_leader = current_leader
        self.size = size
        self.position = position
        self.unaligned_records = unaligned_records
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            index: int = ...,
            error_code: int = ...,
            snapshot_id: SnapshotId = ...,
            current_leader: LeaderIdAndEpoch = ...,
            size: int = ...,
            position: int = ...,
            unaligned_records: bytes | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_PartitionSnapshot = PartitionSnapshot
_new_PartitionSnapshot = new(PartitionSnapshot)


class TopicSnapshot(Struct):
    """Pieces of snapshots by topic."""

    __slots__ = ("name", "partitions", "unknown_tagged_fields")
    __match_args__ = ("name", "partitions")
    __qualname__ = "FetchSnapshotResponse.TopicSnapshot"
    name: Final[str]
    """Name of the topic; __cluster_metadata. (string)"""
    partitions: Final[tuple[PartitionSnapshot, ...]]
    """One entry for each partition. ([]PartitionSnapshot)"""

    def __init__(
        self,
        *,
        name: str = "",
        partitions: Iterable[PartitionSnapshot] = (),
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
            partitions: Iterable[PartitionSnapshot] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopicSnapshot = TopicSnapshot
_new_TopicSnapshot = new(TopicSnapshot)


class NodeEndpoint(Struct):
    """Where the leaders that this response names can be reached."""

    __slots__ = ("node_id", "host", "port", "unknown_tagged_fields")
    __match_args__ = ("node_id", "host", "port")
    __qualname__ = "FetchSnapshotResponse.NodeEndpoint"
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


class FetchSnapshotResponse(Message):
    """A piece of a snapshot, at a byte position that need not be the border of a batch."""

    __slots__ = ("throttle_time_ms", "error_code", "topics", "node_endpoints", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "topics", "node_endpoints")
    KIND = "response"
    API_KEY = 59
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (0, 1)
    if TYPE_CHECKING:
        SnapshotId: TypeAlias = _SnapshotId
        LeaderIdAndEpoch: TypeAlias = _LeaderIdAndEpoch
        PartitionSnapshot: TypeAlias = _PartitionSnapshot
        TopicSnapshot: TypeAlias = _TopicSnapshot
        NodeEndpoint: TypeAlias = _NodeEndpoint
    else:  # no annotation of a field
        SnapshotId = _SnapshotId
        LeaderIdAndEpoch = _LeaderIdAndEpoch
        PartitionSnapshot = _PartitionSnapshot
        TopicSnapshot = _TopicSnapshot
        NodeEndpoint = _NodeEndpoint
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    topics: Final[tuple[TopicSnapshot, ...]]
    """Pieces of snapshots by topic. ([]TopicSnapshot)"""
    node_endpoints: Final[tuple[NodeEndpoint, ...]]
    """Where the leaders that this response names can be reached. ([]NodeEndpoint, version 1, tag 0)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        topics: Iterable[TopicSnapshot] = (),
        node_endpoints: Iterable[NodeEndpoint] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.topics = tuple(topics)
        self.node_endpoints = tuple(node_endpoints)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            topics: Iterable[TopicSnapshot] = ...,
            node_endpoints: Iterable[NodeEndpoint] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_FetchSnapshotResponse = new(FetchSnapshotResponse)


def _read_SnapshotId_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_SnapshotId()
    o.end_offset, o.epoch, n = _UNPACK_qiB(buf, pos)
    pos += 13
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_SnapshotId_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_qi(o.end_offset, o.epoch))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_qix(o.end_offset, o.epoch))


def _read_LeaderIdAndEpoch_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_LeaderIdAndEpoch()
    o.leader_id, o.leader_epoch, n = _UNPACK_iiB(buf, pos)
    pos += 9
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_LeaderIdAndEpoch_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_ii(o.leader_id, o.leader_epoch))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_iix(o.leader_id, o.leader_epoch))


def _read_PartitionSnapshot_tags_0(o: Any, buf: bytes, pos: int, n: int) -> int:
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
            o.current_leader, pos = _read_LeaderIdAndEpoch_0(buf, pos)
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


def _read_PartitionSnapshot_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionSnapshot()
        o.index, o.error_code = _UNPACK_ih(buf, pos)
        pos += 6
        o.snapshot_id, pos = _read_SnapshotId_0(buf, pos)
        o.size, o.position, n = _UNPACK_qqB(buf, pos)
        pos += 16
        if n > 127:
            n -= 128
            pos += 1
            if buf[pos] < 128:
                n += buf[pos] << 7
            else:
                n, pos = long_blob_length(buf, pos)
        if not n:
            raise ValueError("null bytes")
        end = pos + n
        o.unaligned_records = buf[pos + 1 : end]
        pos = end
        n = buf[pos]
        pos += 1
        o.current_leader = _DEFAULT_LeaderIdAndEpoch
        o.unknown_tagged_fields = ()
        if n:
            pos = _read_PartitionSnapshot_tags_0(o, buf, pos, n)
        items.append(o)
    return tuple(items), pos


def _write_PartitionSnapshot_tags_0(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if (s0 := o.current_leader).leader_id != 0 or s0.leader_epoch != 0 or s0.unknown_tagged_fields:
        piece_0: list[bytes] = []
        put = piece_0.append
        _write_LeaderIdAndEpoch_0(put, o.current_leader)
        tags.append((0, b"".join(piece_0)))
    write_tags(to, tags, o.unknown_tagged_fields, 1)


def _write_PartitionSnapshot_many_0(put: Append, many: Any) -> None:
    for o in many:
        put(_PACK_ih(o.index, o.error_code))
        _write_SnapshotId_0(put, o.snapshot_id)
        items = o.unaligned_records
        if type(items) is not bytes:
            items = octets(items)
        n = len(items) + 1
        if n < 128:
            put(_PACK_qqB(o.size, o.position, n))
        else:
            put(_PACK_qq(o.size, o.position))
            put(uvarint(n))
        put(items)
        if o.unknown_tagged_fields or (s0 := o.current_leader).leader_id != 0 or s0.leader_epoch != 0 or s0.unknown_tagged_fields:
            _write_PartitionSnapshot_tags_0(put, o)
        else:
            put(b"\0")


def _read_TopicSnapshot_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicSnapshot()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_PartitionSnapshot_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopicSnapshot_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_PartitionSnapshot_many_0(put, items)
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


def _read_FetchSnapshotResponse_tags_0(o: Any, buf: bytes, pos: int, n: int) -> int:
    if n > 127:
        n, pos = read_tag_count(buf, pos - 1)
    unknown: dict[int, bytes] = {}
    for _ in range(n):
        tag, size = buf[pos], buf[pos + 1]
        pos += 2
        if tag > 127 or size > 127:
            tag, size, pos = read_tag(buf, pos - 2)
        last = pos + size
        if tag in (0,):
            raise ValueError("this version has no such tag")
        else:
            keep_unknown_tag(unknown, tag, buf, pos, last)
            pos = last
    if unknown:
        o.unknown_tagged_fields = sorted_tags(unknown)
    return pos


def _read_FetchSnapshotResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FetchSnapshotResponse()
    o.node_endpoints = ()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_TopicSnapshot_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_FetchSnapshotResponse_tags_0(o, buf, pos, n)
    return o, pos


def _write_FetchSnapshotResponse_0(put: Append, o: Any) -> None:
    if o.node_endpoints != ():
        raise ValueError("this version lacks a field that is set")
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_ihB(o.throttle_time_ms, o.error_code, n))
    else:
        put(_PACK_ih(o.throttle_time_ms, o.error_code))
        put(count_uvarint(n))
    if items:
        _write_TopicSnapshot_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields, 1)
    else:
        put(b"\0")


def _read_FetchSnapshotResponse_tags_1(o: Any, buf: bytes, pos: int, n: int) -> int:
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


def _read_FetchSnapshotResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FetchSnapshotResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_TopicSnapshot_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.node_endpoints = ()
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_FetchSnapshotResponse_tags_1(o, buf, pos, n)
    return o, pos


def _write_FetchSnapshotResponse_tags_1(to: Append, o: Any) -> None:
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


def _write_FetchSnapshotResponse_1(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_ihB(o.throttle_time_ms, o.error_code, n))
    else:
        put(_PACK_ih(o.throttle_time_ms, o.error_code))
        put(count_uvarint(n))
    if items:
        _write_TopicSnapshot_many_0(put, items)
    if o.unknown_tagged_fields or o.node_endpoints != ():
        _write_FetchSnapshotResponse_tags_1(put, o)
    else:
        put(b"\0")


FetchSnapshotResponse._READERS = {
    0: _read_FetchSnapshotResponse_0,
    1: _read_FetchSnapshotResponse_1,
}
FetchSnapshotResponse._WRITERS = {
    0: _write_FetchSnapshotResponse_0,
    1: _write_FetchSnapshotResponse_1,
}

# Generated from FetchSnapshotRequest.json by `python -m codegen generate`. Do not edit.
"""FetchSnapshotRequest, request of API key 59, versions 0-1, flexible from 0. A replica of the metadata log reads a snapshot of the leader, piece by piece."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request, Struct, shared_default
from kraft_wire.primitives import (
    BYTES,
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
    count_length_not_null,
    count_uvarint,
    keep_unknown_tag,
    new,
    read_tag,
    read_tag_count,
    read_unknown_tags,
    sorted_tags,
    text_length,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .fetch_snapshot_response import FetchSnapshotResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_ii = Layout(">ii").pack
_PACK_iiB = Layout(">iiB").pack
_PACK_q = Layout(">q").pack
_PACK_qi = Layout(">qi").pack
_PACK_qix = Layout(">qix").pack
_PACK_qx = Layout(">qx").pack
_PACK_u = Layout(">16s").pack
_UNPACK_ii = Layout(">ii").unpack_from
_UNPACK_iiB = Layout(">iiB").unpack_from
_UNPACK_qB = Layout(">qB").unpack_from
_UNPACK_qiB = Layout(">qiB").unpack_from
_UNPACK_u = Layout(">16s").unpack_from


class SnapshotId(Struct):
    """Which snapshot to read."""

    __slots__ = ("end_offset", "epoch", "unknown_tagged_fields")
    __match_args__ = ("end_offset", "epoch")
    __qualname__ = "FetchSnapshotRequest.SnapshotId"
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


class PartitionSnapshot(Struct):
    """One entry for each partition."""

    __slots__ = ("partition", "current_leader_epoch", "snapshot_id", "position", "replica_directory_id", "unknown_tagged_fields")
    __match_args__ = ("partition", "current_leader_epoch", "snapshot_id", "position", "replica_directory_id")
    __qualname__ = "FetchSnapshotRequest.PartitionSnapshot"
    partition: Final[int]
    """Number of the partition. (int32)"""
    current_leader_epoch: Final[int]
    """Leader epoch that the sender believes in, for fencing; -1 if it knows none. (int32)"""
    snapshot_id: Final[SnapshotId]
    """Which snapshot to read. (SnapshotId)"""
    position: Final[int]
    """Byte position to read from. (int64)"""
    replica_directory_id: Final[Uuid]
    """Directory id of the replica; zero if unknown. (uuid, version 1, tag 0, ignorable)"""

    def __init__(
        self,
        *,
        partition: int = 0,
        current_leader_epoch: int = 0,
        snapshot_id: SnapshotId = _DEFAULT_SnapshotId,
        position: int = 0,
        replica_directory_id: Uuid = ZERO_UUID,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition = partition
        self.current_leader_epoch = current_leader_epoch
        self.snapshot_id = snapshot_id
        self.position = position
        self.replica_directory_id = replica_directory_id
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition: int = ...,
            current_leader_epoch: int = ...,
            snapshot_id: SnapshotId = ...,
            position: int = ...,
            replica_directory_id: Uuid = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_PartitionSnapshot = PartitionSnapshot
_new_PartitionSnapshot = new(PartitionSnapshot)


class TopicSnapshot(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "partitions", "unknown_tagged_fields")
    __match_args__ = ("name", "partitions")
    __qualname__ = "FetchSnapshotRequest.TopicSnapshot"
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


class FetchSnapshotRequest(Request["FetchSnapshotResponse"]):
    """A replica of the metadata log reads a snapshot of the leader, piece by piece."""

    __slots__ = ("cluster_id", "replica_id", "max_bytes", "topics", "unknown_tagged_fields")
    __match_args__ = ("cluster_id", "replica_id", "max_bytes", "topics")
    KIND = "request"
    API_KEY = 59
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (0, 1)
    _RESPONSE_NAME = "FetchSnapshotResponse"
    if TYPE_CHECKING:
        SnapshotId: TypeAlias = _SnapshotId
        PartitionSnapshot: TypeAlias = _PartitionSnapshot
        TopicSnapshot: TypeAlias = _TopicSnapshot
    else:  # no annotation of a field
        SnapshotId = _SnapshotId
        PartitionSnapshot = _PartitionSnapshot
        TopicSnapshot = _TopicSnapshot
    cluster_id: Final[str | None]
    """Id of the cluster. (string, tag 0)"""
    replica_id: Final[int]
    """Node id of the replica; -1 for a client. (int32)"""
    max_bytes: Final[int]
    """Bytes that the response may have. (int32)"""
    topics: Final[tuple[TopicSnapshot, ...]]
    """One entry for each topic. ([]TopicSnapshot)"""

    def __init__(
        self,
        *,
        cluster_id: str | None = None,
        replica_id: int = -1,
        max_bytes: int = 2147483647,
        topics: Iterable[TopicSnapshot] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.cluster_id = cluster_id
        self.replica_id = replica_id
        self.max_bytes = max_bytes
        self.topics = tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            cluster_id: str | None = ...,
            replica_id: int = ...,
            max_bytes: int = ...,
            topics: Iterable[TopicSnapshot] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_FetchSnapshotRequest = new(FetchSnapshotRequest)


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


def _read_PartitionSnapshot_tags_0(o: Any, buf: bytes, pos: int, n: int) -> int:
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


def _read_PartitionSnapshot_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionSnapshot()
        o.replica_directory_id = ZERO_UUID
        o.partition, o.current_leader_epoch = _UNPACK_ii(buf, pos)
        pos += 8
        o.snapshot_id, pos = _read_SnapshotId_0(buf, pos)
        o.position, n = _UNPACK_qB(buf, pos)
        pos += 9
        o.unknown_tagged_fields = ()
        if n:
            pos = _read_PartitionSnapshot_tags_0(o, buf, pos, n)
        items.append(o)
    return tuple(items), pos


def _write_PartitionSnapshot_many_0(put: Append, many: Any) -> None:
    for o in many:
        put(_PACK_ii(o.partition, o.current_leader_epoch))
        _write_SnapshotId_0(put, o.snapshot_id)
        if o.unknown_tagged_fields:
            put(_PACK_q(o.position))
            write_tags(put, [], o.unknown_tagged_fields, 1)
        else:
            put(_PACK_qx(o.position))


def _read_PartitionSnapshot_tags_1(o: Any, buf: bytes, pos: int, n: int) -> int:
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
            (u0,) = _UNPACK_u(buf, pos)
            pos += 16
            o.replica_directory_id = UUIDS[u0]
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


def _read_PartitionSnapshot_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionSnapshot()
        o.partition, o.current_leader_epoch = _UNPACK_ii(buf, pos)
        pos += 8
        o.snapshot_id, pos = _read_SnapshotId_0(buf, pos)
        o.position, n = _UNPACK_qB(buf, pos)
        pos += 9
        o.replica_directory_id = ZERO_UUID
        o.unknown_tagged_fields = ()
        if n:
            pos = _read_PartitionSnapshot_tags_1(o, buf, pos, n)
        items.append(o)
    return tuple(items), pos


def _write_PartitionSnapshot_tags_1(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.replica_directory_id != ZERO_UUID:
        if len(o.replica_directory_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        tags.append((0, _PACK_u(o.replica_directory_id)))
    write_tags(to, tags, o.unknown_tagged_fields, 1)


def _write_PartitionSnapshot_many_1(put: Append, many: Any) -> None:
    for o in many:
        put(_PACK_ii(o.partition, o.current_leader_epoch))
        _write_SnapshotId_0(put, o.snapshot_id)
        if o.unknown_tagged_fields or o.replica_directory_id != ZERO_UUID:
            put(_PACK_q(o.position))
            _write_PartitionSnapshot_tags_1(put, o)
        else:
            put(_PACK_qx(o.position))


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


def _read_TopicSnapshot_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
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
        o.partitions, pos = _read_PartitionSnapshot_many_1(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopicSnapshot_many_1(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_PartitionSnapshot_many_1(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_FetchSnapshotRequest_tags_0(o: Any, buf: bytes, pos: int, n: int) -> int:
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
            if n > 127:
                n, pos = text_length(buf, pos, n)
            if n:
                o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
            else:
                o.cluster_id = None
                pos += 1
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


def _read_FetchSnapshotRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FetchSnapshotRequest()
    o.replica_id, o.max_bytes, n = _UNPACK_iiB(buf, pos)
    pos += 8
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_TopicSnapshot_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.cluster_id = None
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_FetchSnapshotRequest_tags_0(o, buf, pos, n)
    return o, pos


def _write_FetchSnapshotRequest_tags_0(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.cluster_id is not None:
        items = o.cluster_id.encode()
        tags.append((0, text_uvarint(len(items) + 1) + items))
    write_tags(to, tags, o.unknown_tagged_fields, 1)


def _write_FetchSnapshotRequest_0(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iiB(o.replica_id, o.max_bytes, n))
    else:
        put(_PACK_ii(o.replica_id, o.max_bytes))
        put(count_uvarint(n))
    if items:
        _write_TopicSnapshot_many_0(put, items)
    if o.unknown_tagged_fields or o.cluster_id is not None:
        _write_FetchSnapshotRequest_tags_0(put, o)
    else:
        put(b"\0")


def _read_FetchSnapshotRequest_tags_1(o: Any, buf: bytes, pos: int, n: int) -> int:
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
            if n > 127:
                n, pos = text_length(buf, pos, n)
            if n:
                o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
            else:
                o.cluster_id = None
                pos += 1
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


def _read_FetchSnapshotRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_FetchSnapshotRequest()
    o.replica_id, o.max_bytes, n = _UNPACK_iiB(buf, pos)
    pos += 8
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_TopicSnapshot_many_1(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.cluster_id = None
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_FetchSnapshotRequest_tags_1(o, buf, pos, n)
    return o, pos


def _write_FetchSnapshotRequest_tags_1(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.cluster_id is not None:
        items = o.cluster_id.encode()
        tags.append((0, text_uvarint(len(items) + 1) + items))
    write_tags(to, tags, o.unknown_tagged_fields, 1)


def _write_FetchSnapshotRequest_1(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iiB(o.replica_id, o.max_bytes, n))
    else:
        put(_PACK_ii(o.replica_id, o.max_bytes))
        put(count_uvarint(n))
    if items:
        _write_TopicSnapshot_many_1(put, items)
    if o.unknown_tagged_fields or o.cluster_id is not None:
        _write_FetchSnapshotRequest_tags_1(put, o)
    else:
        put(b"\0")


FetchSnapshotRequest._READERS = {
    0: _read_FetchSnapshotRequest_0,
    1: _read_FetchSnapshotRequest_1,
}
FetchSnapshotRequest._WRITERS = {
    0: _write_FetchSnapshotRequest_0,
    1: _write_FetchSnapshotRequest_1,
}

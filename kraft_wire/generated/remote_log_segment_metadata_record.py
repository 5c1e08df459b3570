# Generated from RemoteLogSegmentMetadataRecord.json by `python -m codegen generate`. Do not edit.
"""RemoteLogSegmentMetadataRecord, metadata of type 0, version 0, flexible from 0. A segment was, or is about to be, copied to remote storage; in the topic __remote_log_metadata."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message, Struct, shared_default
from kraft_wire.primitives import (
    BYTES,
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
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

_PACK_Z = Layout(">?").pack
_PACK_b = Layout(">b").pack
_PACK_bx = Layout(">bx").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_iq = Layout(">iq").pack
_PACK_iqx = Layout(">iqx").pack
_PACK_qqiqq = Layout(">qqiqq").pack
_PACK_qqiqqB = Layout(">qqiqqB").pack
_PACK_u = Layout(">16s").pack
_PACK_ui = Layout(">16si").pack
_PACK_uix = Layout(">16six").pack
_PACK_ux = Layout(">16sx").pack
_UNPACK_Z = Layout(">?").unpack_from
_UNPACK_bB = Layout(">bB").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_iqB = Layout(">iqB").unpack_from
_UNPACK_qqiqqB = Layout(">qqiqqB").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from
_UNPACK_uiB = Layout(">16siB").unpack_from


class TopicIdPartitionEntry(Struct):
    """Which partition."""

    __slots__ = ("name", "id", "partition", "unknown_tagged_fields")
    __match_args__ = ("name", "id", "partition")
    __qualname__ = "RemoteLogSegmentMetadataRecord.TopicIdPartitionEntry"
    name: Final[str]
    """Name of the topic. (string)"""
    id: Final[Uuid]
    """Id of the topic. (uuid)"""
    partition: Final[int]
    """Number of the partition. (int32)"""

    def __init__(
        self,
        *,
        name: str = "",
        id: Uuid = ZERO_UUID,
        partition: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.id = id
        self.partition = partition
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            id: Uuid = ...,
            partition: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopicIdPartitionEntry = TopicIdPartitionEntry
_new_TopicIdPartitionEntry = new(TopicIdPartitionEntry)
_DEFAULT_TopicIdPartitionEntry = shared_default(TopicIdPartitionEntry)


class RemoteLogSegmentIdEntry(Struct):
    """Which segment."""

    __slots__ = ("topic_id_partition", "id", "unknown_tagged_fields")
    __match_args__ = ("topic_id_partition", "id")
    __qualname__ = "RemoteLogSegmentMetadataRecord.RemoteLogSegmentIdEntry"
    topic_id_partition: Final[TopicIdPartitionEntry]
    """Which partition. (TopicIdPartitionEntry)"""
    id: Final[Uuid]
    """Id of the remote segment. (uuid)"""

    def __init__(
        self,
        *,
        topic_id_partition: TopicIdPartitionEntry = _DEFAULT_TopicIdPartitionEntry,
        id: Uuid = ZERO_UUID,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_id_partition = topic_id_partition
        self.id = id
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_id_partition: TopicIdPartitionEntry = ...,
            id: Uuid = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_RemoteLogSegmentIdEntry = RemoteLogSegmentIdEntry
_new_RemoteLogSegmentIdEntry = new(RemoteLogSegmentIdEntry)
_DEFAULT_RemoteLogSegmentIdEntry = shared_default(RemoteLogSegmentIdEntry)


class SegmentLeaderEpochEntry(Struct):
    """Leader epochs of the segment, each with its first offset."""

    __slots__ = ("leader_epoch", "offset", "unknown_tagged_fields")
    __match_args__ = ("leader_epoch", "offset")
    __qualname__ = "RemoteLogSegmentMetadataRecord.SegmentLeaderEpochEntry"
    leader_epoch: Final[int]
    """Epoch of the leader; -1 if unknown. (int32)"""
    offset: Final[int]
    """First offset of the leader epoch. (int64)"""

    def __init__(
        self,
        *,
        leader_epoch: int = 0,
        offset: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.leader_epoch = leader_epoch
        self.offset = offset
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            leader_epoch: int = ...,
            offset: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_SegmentLeaderEpochEntry = SegmentLeaderEpochEntry
_new_SegmentLeaderEpochEntry = new(SegmentLeaderEpochEntry)


class RemoteLogSegmentMetadataRecord(Message):
    """A segment was, or is about to be, copied to remote storage; in the topic __remote_log_metadata."""

    __slots__ = ("remote_log_segment_id", "start_offset", "end_offset", "broker_id", "max_timestamp_ms", "event_timestamp_ms", "segment_leader_epochs", "segment_size_in_bytes", "custom_metadata", "remote_log_segment_state", "txn_index_empty", "unknown_tagged_fields")
    __match_args__ = ("remote_log_segment_id", "start_offset", "end_offset", "broker_id", "max_timestamp_ms", "event_timestamp_ms", "segment_leader_epochs", "segment_size_in_bytes", "custom_metadata", "remote_log_segment_state", "txn_index_empty")
    KIND = "metadata"
    API_KEY = 0
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    if TYPE_CHECKING:
        TopicIdPartitionEntry: TypeAlias = _TopicIdPartitionEntry
        RemoteLogSegmentIdEntry: TypeAlias = _RemoteLogSegmentIdEntry
        SegmentLeaderEpochEntry: TypeAlias = _SegmentLeaderEpochEntry
    else:  # no annotation of a field
        TopicIdPartitionEntry = _TopicIdPartitionEntry
        RemoteLogSegmentIdEntry = _RemoteLogSegmentIdEntry
        SegmentLeaderEpochEntry = _SegmentLeaderEpochEntry
    remote_log_segment_id: Final[RemoteLogSegmentIdEntry]
    """Which segment. (RemoteLogSegmentIdEntry)"""
    start_offset: Final[int]
    """First offset. (int64)"""
    end_offset: Final[int]
    """Last offset of the segment. (int64)"""
    broker_id: Final[int]
    """Node id of the broker. (int32)"""
    max_timestamp_ms: Final[int]
    """Highest timestamp, in milliseconds since 1970. (int64)"""
    event_timestamp_ms: Final[int]
    """When it happened, in milliseconds since 1970. (int64)"""
    segment_leader_epochs: Final[tuple[SegmentLeaderEpochEntry, ...]]
    """Leader epochs of the segment, each with its first offset. ([]SegmentLeaderEpochEntry)"""
    segment_size_in_bytes: Final[int]
    """Bytes of the segment. (int32)"""
    custom_metadata: Final[bytes | None]
    """Bytes of the storage plugin. (bytes)"""
    remote_log_segment_state: Final[int]
    """0 copy started, 1 copy finished, 2 delete started, 3 delete finished. (int8)"""
    txn_index_empty: Final[bool]
    """Whether the segment has no aborted transactions. (bool, tag 0)"""

    def __init__(
        self,
        *,
        remote_log_segment_id: RemoteLogSegmentIdEntry = _DEFAULT_RemoteLogSegmentIdEntry,
        start_offset: int = 0,
        end_offset: int = 0,
        broker_id: int = 0,
        max_timestamp_ms: int = 0,
        event_timestamp_ms: int = 0,
        segment_leader_epochs: Iterable[SegmentLeaderEpochEntry] = (),
        segment_size_in_bytes: int = 0,
        custom_metadata: bytes | None = None,
        remote_log_segment_state: int = 0,
        txn_index_empty: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.remote_log_segment_id = remote_log_segment_id
        self.start_offset = start_offset
        self.end_offset = end_offset
        self.broker_id = broker_id
        self.max_timestamp_ms = max_timestamp_ms
        self.event_timestamp_ms = event_timestamp_ms
        self.segment_leader_epochs = tuple(segment_leader_epochs)
        self.segment_size_in_bytes = segment_size_in_bytes
        self.custom_metadata = custom_metadata
        self.remote_log_segment_state = remote_log_segment_state
        self.txn_index_empty = txn_index_empty
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            remote_log_segment_id: RemoteLogSegmentIdEntry = ...,
            start_offset: int = ...,
            end_offset: int = ...,
            broker_id: int = ...,
            max_timestamp_ms: int = ...,
            event_timestamp_ms: int = ...,
            segment_leader_epochs: Iterable[SegmentLeaderEpochEntry] = ...,
            segment_size_in_bytes: int = ...,
            custom_metadata: bytes | None = ...,
            remote_log_segment_state: int = ...,
            txn_index_empty: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_RemoteLogSegmentMetadataRecord = new(RemoteLogSegmentMetadataRecord)


def _read_TopicIdPartitionEntry_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_TopicIdPartitionEntry()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.name = buf[pos + 1 : (pos := pos + n)].decode()
    u0, o.partition, n = _UNPACK_uiB(buf, pos)
    pos += 21
    o.id = UUIDS[u0]
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_TopicIdPartitionEntry_0(put: Append, o: Any) -> None:
    items = o.name.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    if len(o.id) != 16:
        raise ValueError("uuid has not 16 bytes")
    if o.unknown_tagged_fields:
        put(_PACK_ui(o.id, o.partition))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_uix(o.id, o.partition))


def _read_RemoteLogSegmentIdEntry_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_RemoteLogSegmentIdEntry()
    o.topic_id_partition, pos = _read_TopicIdPartitionEntry_0(buf, pos)
    u0, n = _UNPACK_uB(buf, pos)
    pos += 17
    o.id = UUIDS[u0]
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_RemoteLogSegmentIdEntry_0(put: Append, o: Any) -> None:
    _write_TopicIdPartitionEntry_0(put, o.topic_id_partition)
    if len(o.id) != 16:
        raise ValueError("uuid has not 16 bytes")
    if o.unknown_tagged_fields:
        put(_PACK_u(o.id))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ux(o.id))


def _read_SegmentLeaderEpochEntry_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_SegmentLeaderEpochEntry()
        o.leader_epoch, o.offset, n = _UNPACK_iqB(buf, pos)
        pos += 13
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_SegmentLeaderEpochEntry_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_iq(o.leader_epoch, o.offset))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_iqx(o.leader_epoch, o.offset))


def _read_RemoteLogSegmentMetadataRecord_tags_0(o: Any, buf: bytes, pos: int, n: int) -> int:
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
            (o.txn_index_empty,) = _UNPACK_Z(buf, pos)
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


def _read_RemoteLogSegmentMetadataRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_RemoteLogSegmentMetadataRecord()
    o.remote_log_segment_id, pos = _read_RemoteLogSegmentIdEntry_0(buf, pos)
    o.start_offset, o.end_offset, o.broker_id, o.max_timestamp_ms, o.event_timestamp_ms, n = _UNPACK_qqiqqB(buf, pos)
    pos += 36
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.segment_leader_epochs, pos = _read_SegmentLeaderEpochEntry_many_0(buf, pos + 1, n - 1)
    o.segment_size_in_bytes, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127:
        n -= 128
        pos += 1
        if buf[pos] < 128:
            n += buf[pos] << 7
        else:
            n, pos = long_blob_length(buf, pos)
    if n:
        end = pos + n
        o.custom_metadata = buf[pos + 1 : end]
        pos = end
    else:
        o.custom_metadata = None
        pos += 1
    o.remote_log_segment_state, n = _UNPACK_bB(buf, pos)
    pos += 2
    o.txn_index_empty = False
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_RemoteLogSegmentMetadataRecord_tags_0(o, buf, pos, n)
    return o, pos


def _write_RemoteLogSegmentMetadataRecord_tags_0(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.txn_index_empty is not False:
        if o.txn_index_empty is not True and o.txn_index_empty is not False:
            raise ValueError("bool is neither true nor false")
        tags.append((0, _PACK_Z(o.txn_index_empty)))
    write_tags(to, tags, o.unknown_tagged_fields, 1)


def _write_RemoteLogSegmentMetadataRecord_0(put: Append, o: Any) -> None:
    _write_RemoteLogSegmentIdEntry_0(put, o.remote_log_segment_id)
    items = o.segment_leader_epochs
    n = len(items) + 1
    if n < 128:
        put(_PACK_qqiqqB(o.start_offset, o.end_offset, o.broker_id, o.max_timestamp_ms, o.event_timestamp_ms, n))
    else:
        put(_PACK_qqiqq(o.start_offset, o.end_offset, o.broker_id, o.max_timestamp_ms, o.event_timestamp_ms))
        put(count_uvarint(n))
    if items:
        _write_SegmentLeaderEpochEntry_many_0(put, items)
    items = o.custom_metadata
    if items is None:
        put(_PACK_iB(o.segment_size_in_bytes, 0))
    else:
        if type(items) is not bytes:
            items = octets(items)
        n = len(items) + 1
        if n < 128:
            put(_PACK_iB(o.segment_size_in_bytes, n))
        else:
            put(_PACK_i(o.segment_size_in_bytes))
            put(uvarint(n))
        put(items)
    if o.unknown_tagged_fields or o.txn_index_empty is not False:
        put(_PACK_b(o.remote_log_segment_state))
        _write_RemoteLogSegmentMetadataRecord_tags_0(put, o)
    else:
        put(_PACK_bx(o.remote_log_segment_state))


RemoteLogSegmentMetadataRecord._READERS = {
    0: _read_RemoteLogSegmentMetadataRecord_0,
}
RemoteLogSegmentMetadataRecord._WRITERS = {
    0: _write_RemoteLogSegmentMetadataRecord_0,
}

# Generated from RemoteLogSegmentMetadataUpdateRecord.json by `python -m codegen generate`. Do not edit.
"""RemoteLogSegmentMetadataUpdateRecord, metadata of type 1, version 0, flexible from 0. A remote segment changes its state."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message, Struct, shared_default
from kraft_wire.primitives import (
    BYTES,
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
    long_blob_length,
    new,
    octets,
    read_unknown_tags,
    text_length_not_null,
    text_uvarint,
    uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_b = Layout(">b").pack
_PACK_bx = Layout(">bx").pack
_PACK_iq = Layout(">iq").pack
_PACK_iqB = Layout(">iqB").pack
_PACK_u = Layout(">16s").pack
_PACK_ui = Layout(">16si").pack
_PACK_uix = Layout(">16six").pack
_PACK_ux = Layout(">16sx").pack
_UNPACK_bB = Layout(">bB").unpack_from
_UNPACK_iqB = Layout(">iqB").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from
_UNPACK_uiB = Layout(">16siB").unpack_from


class TopicIdPartitionEntry(Struct):
    """Which partition."""

    __slots__ = ("name", "id", "partition", "unknown_tagged_fields")
    __match_args__ = ("name", "id", "partition")
    __qualname__ = "RemoteLogSegmentMetadataUpdateRecord.TopicIdPartitionEntry"
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
    __qualname__ = "RemoteLogSegmentMetadataUpdateRecord.RemoteLogSegmentIdEntry"
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


class RemoteLogSegmentMetadataUpdateRecord(Message):
    """A remote segment changes its state."""

    __slots__ = ("remote_log_segment_id", "broker_id", "event_timestamp_ms", "custom_metadata", "remote_log_segment_state", "unknown_tagged_fields")
    __match_args__ = ("remote_log_segment_id", "broker_id", "event_timestamp_ms", "custom_metadata", "remote_log_segment_state")
    KIND = "metadata"
    API_KEY = 1
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    if TYPE_CHECKING:
        TopicIdPartitionEntry: TypeAlias = _TopicIdPartitionEntry
        RemoteLogSegmentIdEntry: TypeAlias = _RemoteLogSegmentIdEntry
    else:  # no annotation of a field
        TopicIdPartitionEntry = _TopicIdPartitionEntry
        RemoteLogSegmentIdEntry = _RemoteLogSegmentIdEntry
    remote_log_segment_id: Final[RemoteLogSegmentIdEntry]
    """Which segment. (RemoteLogSegmentIdEntry)"""
    broker_id: Final[int]
    """Node id of the broker. (int32)"""
    event_timestamp_ms: Final[int]
    """When it happened, in milliseconds since 1970. (int64)"""
    custom_metadata: Final[bytes | None]
    """Bytes of the storage plugin. (bytes)"""
    remote_log_segment_state: Final[int]
    """0 copy started, 1 copy finished, 2 delete started, 3 delete finished. (int8)"""

    def __init__(
        self,
        *,
        remote_log_segment_id: RemoteLogSegmentIdEntry = _DEFAULT_RemoteLogSegmentIdEntry,
        broker_id: int = 0,
        event_timestamp_ms: int = 0,
        custom_metadata: bytes | None = None,
        remote_log_segment_state: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.remote_log_segment_id = remote_log_segment_id
        self.broker_id = broker_id
        self.event_timestamp_ms = event_timestamp_ms
        self.custom_metadata = custom_metadata
        self.remote_log_segment_state = remote_log_segment_state
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            remote_log_segment_id: RemoteLogSegmentIdEntry = ...,
            broker_id: int = ...,
            event_timestamp_ms: int = ...,
            custom_metadata: bytes | None = ...,
            remote_log_segment_state: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_RemoteLogSegmentMetadataUpdateRecord = new(RemoteLogSegmentMetadataUpdateRecord)


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


def _read_RemoteLogSegmentMetadataUpdateRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_RemoteLogSegmentMetadataUpdateRecord()
    o.remote_log_segment_id, pos = _read_RemoteLogSegmentIdEntry_0(buf, pos)
    o.broker_id, o.event_timestamp_ms, n = _UNPACK_iqB(buf, pos)
    pos += 12
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
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_RemoteLogSegmentMetadataUpdateRecord_0(put: Append, o: Any) -> None:
    _write_RemoteLogSegmentIdEntry_0(put, o.remote_log_segment_id)
    items = o.custom_metadata
    if items is None:
        put(_PACK_iqB(o.broker_id, o.event_timestamp_ms, 0))
    else:
        if type(items) is not bytes:
            items = octets(items)
        n = len(items) + 1
        if n < 128:
            put(_PACK_iqB(o.broker_id, o.event_timestamp_ms, n))
        else:
            put(_PACK_iq(o.broker_id, o.event_timestamp_ms))
            put(uvarint(n))
        put(items)
    if o.unknown_tagged_fields:
        put(_PACK_b(o.remote_log_segment_state))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_bx(o.remote_log_segment_state))


RemoteLogSegmentMetadataUpdateRecord._READERS = {
    0: _read_RemoteLogSegmentMetadataUpdateRecord_0,
}
RemoteLogSegmentMetadataUpdateRecord._WRITERS = {
    0: _write_RemoteLogSegmentMetadataUpdateRecord_0,
}

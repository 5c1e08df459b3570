# Generated from RemotePartitionDeleteMetadataRecord.json by `python -m codegen generate`. Do not edit.
"""RemotePartitionDeleteMetadataRecord, metadata of type 2, version 0, flexible from 0. The deletion of a partition's remote segments goes on to its next state."""

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
    new,
    read_unknown_tags,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_iqb = Layout(">iqb").pack
_PACK_iqbx = Layout(">iqbx").pack
_PACK_ui = Layout(">16si").pack
_PACK_uix = Layout(">16six").pack
_UNPACK_iqbB = Layout(">iqbB").unpack_from
_UNPACK_uiB = Layout(">16siB").unpack_from


class TopicIdPartitionEntry(Struct):
    """Which partition."""

    __slots__ = ("name", "id", "partition", "unknown_tagged_fields")
    __match_args__ = ("name", "id", "partition")
    __qualname__ = "RemotePartitionDeleteMetadataRecord.TopicIdPartitionEntry"
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


class RemotePartitionDeleteMetadataRecord(Message):
    """The deletion of a partition's remote segments goes on to its next state."""

    __slots__ = ("topic_id_partition", "broker_id", "event_timestamp_ms", "remote_partition_delete_state", "unknown_tagged_fields")
    __match_args__ = ("topic_id_partition", "broker_id", "event_timestamp_ms", "remote_partition_delete_state")
    KIND = "metadata"
    API_KEY = 2
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    if TYPE_CHECKING:
        TopicIdPartitionEntry: TypeAlias = _TopicIdPartitionEntry
    else:  # no annotation of a field
        TopicIdPartitionEntry = _TopicIdPartitionEntry
    topic_id_partition: Final[TopicIdPartitionEntry]
    """Which partition. (TopicIdPartitionEntry)"""
    broker_id: Final[int]
    """Node id of the broker. (int32)"""
    event_timestamp_ms: Final[int]
    """When it happened, in milliseconds since 1970. (int64)"""
    remote_partition_delete_state: Final[int]
    """0 marked, 1 started, 2 finished. (int8)"""

    def __init__(
        self,
        *,
        topic_id_partition: TopicIdPartitionEntry = _DEFAULT_TopicIdPartitionEntry,
        broker_id: int = 0,
        event_timestamp_ms: int = 0,
        remote_partition_delete_state: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_id_partition = topic_id_partition
        self.broker_id = broker_id
        self.event_timestamp_ms = event_timestamp_ms
        self.remote_partition_delete_state = remote_partition_delete_state
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_id_partition: TopicIdPartitionEntry = ...,
            broker_id: int = ...,
            event_timestamp_ms: int = ...,
            remote_partition_delete_state: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_RemotePartitionDeleteMetadataRecord = new(RemotePartitionDeleteMetadataRecord)


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


def _read_RemotePartitionDeleteMetadataRecord_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_RemotePartitionDeleteMetadataRecord()
    o.topic_id_partition, pos = _read_TopicIdPartitionEntry_0(buf, pos)
    o.broker_id, o.event_timestamp_ms, o.remote_partition_delete_state, n = _UNPACK_iqbB(buf, pos)
    pos += 14
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_RemotePartitionDeleteMetadataRecord_0(put: Append, o: Any) -> None:
    _write_TopicIdPartitionEntry_0(put, o.topic_id_partition)
    if o.unknown_tagged_fields:
        put(_PACK_iqb(o.broker_id, o.event_timestamp_ms, o.remote_partition_delete_state))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_iqbx(o.broker_id, o.event_timestamp_ms, o.remote_partition_delete_state))


RemotePartitionDeleteMetadataRecord._READERS = {
    0: _read_RemotePartitionDeleteMetadataRecord_0,
}
RemotePartitionDeleteMetadataRecord._WRITERS = {
    0: _write_RemotePartitionDeleteMetadataRecord_0,
}

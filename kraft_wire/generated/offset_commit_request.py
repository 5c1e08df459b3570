# Generated from OffsetCommitRequest.json by `python -m codegen generate`. Do not edit.
"""OffsetCommitRequest, request of API key 8, versions 0-10, flexible from 8. Commits offsets of a group."""

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
    from .offset_commit_response import OffsetCommitResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ih = Layout(">ih").pack
_PACK_iqh = Layout(">iqh").pack
_PACK_iqi = Layout(">iqi").pack
_PACK_iqiB = Layout(">iqiB").pack
_PACK_iqih = Layout(">iqih").pack
_PACK_iqqh = Layout(">iqqh").pack
_PACK_qi = Layout(">qi").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ih = Layout(">ih").unpack_from
_UNPACK_iqh = Layout(">iqh").unpack_from
_UNPACK_iqiB = Layout(">iqiB").unpack_from
_UNPACK_iqih = Layout(">iqih").unpack_from
_UNPACK_iqqh = Layout(">iqqh").unpack_from
_UNPACK_qi = Layout(">qi").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class OffsetCommitRequestPartition(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "committed_offset", "committed_leader_epoch", "commit_timestamp", "committed_metadata", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "committed_offset", "committed_leader_epoch", "commit_timestamp", "committed_metadata")
    __qualname__ = "OffsetCommitRequest.OffsetCommitRequestPartition"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    committed_offset: Final[int]
    """Offset of the next record to consume; -1 where none is committed. (int64)"""
    committed_leader_epoch: Final[int]
    """Leader epoch of the last record that was consumed; -1 if unknown. (int32, versions 6-10, ignorable)"""
    commit_timestamp: Final[int]
    """When the offset was committed, in milliseconds since 1970. (int64, version 1)"""
    committed_metadata: Final[str | None]
    """Text that the client keeps with the offset. (string)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        committed_offset: int = 0,
        committed_leader_epoch: int = -1,
        commit_timestamp: int = -1,
        committed_metadata: str | None = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.committed_offset = committed_offset
        self.committed_leader_epoch = committed_leader_epoch
        self.commit_timestamp = commit_timestamp
        self.committed_metadata = committed_metadata
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            committed_offset: int = ...,
            committed_leader_epoch: int = ...,
            commit_timestamp: int = ...,
            committed_metadata: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_OffsetCommitRequestPartition = OffsetCommitRequestPartition
_new_OffsetCommitRequestPartition = new(OffsetCommitRequestPartition)


class OffsetCommitRequestTopic(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "topic_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("name", "topic_id", "partitions")
    __qualname__ = "OffsetCommitRequest.OffsetCommitRequestTopic"
    name: Final[str]
    """Name of the topic. (string, versions 0-9, ignorable)"""
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid, version 10, ignorable)"""
    partitions: Final[tuple[OffsetCommitRequestPartition, ...]]
    """One entry for each partition. ([]OffsetCommitRequestPartition)"""

    def __init__(
        self,
        *,
        name: str = "",
        topic_id: Uuid = ZERO_UUID,
        partitions: Iterable[OffsetCommitRequestPartition] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.topic_id = topic_id
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            topic_id: Uuid = ...,
            partitions: Iterable[OffsetCommitRequestPartition] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_OffsetCommitRequestTopic = OffsetCommitRequestTopic
_new_OffsetCommitRequestTopic = new(OffsetCommitRequestTopic)


class OffsetCommitRequest(Request["OffsetCommitResponse"]):
    """Commits offsets of a group."""

    __slots__ = ("group_id", "generation_id_or_member_epoch", "member_id", "group_instance_id", "retention_time_ms", "topics", "unknown_tagged_fields")
    __match_args__ = ("group_id", "generation_id_or_member_epoch", "member_id", "group_instance_id", "retention_time_ms", "topics")
    KIND = "request"
    API_KEY = 8
    VERSIONS = (0, 10)
    FLEXIBLE_VERSIONS = (8, 10)
    _RESPONSE_NAME = "OffsetCommitResponse"
    _IDENTITIES = ((("topics",), (("name", 0, 9), ("topic_id", 10, 10))),)
    if TYPE_CHECKING:
        OffsetCommitRequestPartition: TypeAlias = _OffsetCommitRequestPartition
        OffsetCommitRequestTopic: TypeAlias = _OffsetCommitRequestTopic
    else:  # no annotation of a field
        OffsetCommitRequestPartition = _OffsetCommitRequestPartition
        OffsetCommitRequestTopic = _OffsetCommitRequestTopic
    group_id: Final[str]
    """Id of the group. (string)"""
    generation_id_or_member_epoch: Final[int]
    """Generation of a classic group, or member epoch in the new protocol; -1 without membership. (int32, versions 1-10, ignorable)"""
    member_id: Final[str]
    """Id of the member. (string, versions 1-10, ignorable)"""
    group_instance_id: Final[str | None]
    """Static id of the member; null for a dynamic one. (string, versions 7-10)"""
    retention_time_ms: Final[int]
    """Milliseconds to keep the offsets; -1 for the broker's setting. (int64, versions 2-4, ignorable)"""
    topics: Final[tuple[OffsetCommitRequestTopic, ...]]
    """One entry for each topic. ([]OffsetCommitRequestTopic)"""

    def __init__(
        self,
        *,
        group_id: str = "",
        generation_id_or_member_epoch: int = -1,
        member_id: str = "",
        group_instance_id: str | None = None,
        retention_time_ms: int = -1,
        topics: Iterable[OffsetCommitRequestTopic] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group_id = group_id
        self.generation_id_or_member_epoch = generation_id_or_member_epoch
        self.member_id = member_id
        self.group_instance_id = group_instance_id
        self.retention_time_ms = retention_time_ms
        self.topics = tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group_id: str = ...,
            generation_id_or_member_epoch: int = ...,
            member_id: str = ...,
            group_instance_id: str | None = ...,
            retention_time_ms: int = ...,
            topics: Iterable[OffsetCommitRequestTopic] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_OffsetCommitRequest = new(OffsetCommitRequest)


def _read_OffsetCommitRequestPartition_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetCommitRequestPartition()
        o.committed_leader_epoch = -1
        o.commit_timestamp = -1
        o.partition_index, o.committed_offset, n = _UNPACK_iqh(buf, pos)
        pos += 14
        if n >= 0:
            end = pos + n
            o.committed_metadata = buf[pos:end].decode()
            pos = end
        elif n == -1:
            o.committed_metadata = None
        else:
            raise ValueError("length is below -1")
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_OffsetCommitRequestPartition_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.commit_timestamp != -1:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.committed_metadata
        if items is None:
            put(_PACK_iqh(o.partition_index, o.committed_offset, -1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_iqh(o.partition_index, o.committed_offset, n))
            put(items)


def _read_OffsetCommitRequestPartition_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetCommitRequestPartition()
        o.committed_leader_epoch = -1
        o.partition_index, o.committed_offset, o.commit_timestamp, n = _UNPACK_iqqh(buf, pos)
        pos += 22
        if n >= 0:
            end = pos + n
            o.committed_metadata = buf[pos:end].decode()
            pos = end
        elif n == -1:
            o.committed_metadata = None
        else:
            raise ValueError("length is below -1")
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_OffsetCommitRequestPartition_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.committed_metadata
        if items is None:
            put(_PACK_iqqh(o.partition_index, o.committed_offset, o.commit_timestamp, -1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_iqqh(o.partition_index, o.committed_offset, o.commit_timestamp, n))
            put(items)


def _read_OffsetCommitRequestPartition_many_6(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetCommitRequestPartition()
        o.commit_timestamp = -1
        o.partition_index, o.committed_offset, o.committed_leader_epoch, n = _UNPACK_iqih(buf, pos)
        pos += 18
        if n >= 0:
            end = pos + n
            o.committed_metadata = buf[pos:end].decode()
            pos = end
        elif n == -1:
            o.committed_metadata = None
        else:
            raise ValueError("length is below -1")
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_OffsetCommitRequestPartition_many_6(put: Append, many: Any) -> None:
    for o in many:
        if o.commit_timestamp != -1:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.committed_metadata
        if items is None:
            put(_PACK_iqih(o.partition_index, o.committed_offset, o.committed_leader_epoch, -1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_iqih(o.partition_index, o.committed_offset, o.committed_leader_epoch, n))
            put(items)


def _read_OffsetCommitRequestPartition_many_8(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetCommitRequestPartition()
        o.commit_timestamp = -1
        o.partition_index, o.committed_offset, o.committed_leader_epoch, n = _UNPACK_iqiB(buf, pos)
        pos += 16
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.committed_metadata = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.committed_metadata = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_OffsetCommitRequestPartition_many_8(put: Append, many: Any) -> None:
    for o in many:
        if o.commit_timestamp != -1:
            raise ValueError("this version lacks a field that is set")
        items = o.committed_metadata
        if items is None:
            put(_PACK_iqiB(o.partition_index, o.committed_offset, o.committed_leader_epoch, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_iqiB(o.partition_index, o.committed_offset, o.committed_leader_epoch, n))
            else:
                put(_PACK_iqi(o.partition_index, o.committed_offset, o.committed_leader_epoch))
                put(text_uvarint(n))
            put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_OffsetCommitRequestTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetCommitRequestTopic()
        o.topic_id = ZERO_UUID
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.name = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.partitions, pos = _read_OffsetCommitRequestPartition_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_OffsetCommitRequestTopic_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.partitions
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_OffsetCommitRequestPartition_many_0(put, items)


def _read_OffsetCommitRequestTopic_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetCommitRequestTopic()
        o.topic_id = ZERO_UUID
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.name = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.partitions, pos = _read_OffsetCommitRequestPartition_many_1(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_OffsetCommitRequestTopic_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.partitions
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_OffsetCommitRequestPartition_many_1(put, items)


def _read_OffsetCommitRequestTopic_many_6(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetCommitRequestTopic()
        o.topic_id = ZERO_UUID
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.name = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.partitions, pos = _read_OffsetCommitRequestPartition_many_6(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_OffsetCommitRequestTopic_many_6(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.partitions
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_OffsetCommitRequestPartition_many_6(put, items)


def _read_OffsetCommitRequestTopic_many_8(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetCommitRequestTopic()
        o.topic_id = ZERO_UUID
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_OffsetCommitRequestPartition_many_8(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_OffsetCommitRequestTopic_many_8(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_OffsetCommitRequestPartition_many_8(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_OffsetCommitRequestTopic_many_10(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_OffsetCommitRequestTopic()
        o.name = ""
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_OffsetCommitRequestPartition_many_8(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_OffsetCommitRequestTopic_many_10(put: Append, many: Any) -> None:
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
            _write_OffsetCommitRequestPartition_many_8(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_OffsetCommitRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetCommitRequest()
    o.generation_id_or_member_epoch = -1
    o.member_id = ""
    o.group_instance_id = None
    o.retention_time_ms = -1
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.group_id = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_OffsetCommitRequestTopic_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_OffsetCommitRequest_0(put: Append, o: Any) -> None:
    if o.group_instance_id is not None:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.group_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_OffsetCommitRequestTopic_many_0(put, items)


def _read_OffsetCommitRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetCommitRequest()
    o.group_instance_id = None
    o.retention_time_ms = -1
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.group_id = buf[pos:end].decode()
    pos = end
    o.generation_id_or_member_epoch, n = _UNPACK_ih(buf, pos)
    pos += 6
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.member_id = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_OffsetCommitRequestTopic_many_1(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_OffsetCommitRequest_1(put: Append, o: Any) -> None:
    if o.group_instance_id is not None:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.group_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.member_id.encode()
    n = len(items)
    put(_PACK_ih(o.generation_id_or_member_epoch, n))
    put(items)
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_OffsetCommitRequestTopic_many_1(put, items)


def _read_OffsetCommitRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetCommitRequest()
    o.group_instance_id = None
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.group_id = buf[pos:end].decode()
    pos = end
    o.generation_id_or_member_epoch, n = _UNPACK_ih(buf, pos)
    pos += 6
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.member_id = buf[pos:end].decode()
    pos = end
    o.retention_time_ms, n = _UNPACK_qi(buf, pos)
    pos += 12
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_OffsetCommitRequestTopic_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_OffsetCommitRequest_2(put: Append, o: Any) -> None:
    if o.group_instance_id is not None:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.group_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.member_id.encode()
    n = len(items)
    put(_PACK_ih(o.generation_id_or_member_epoch, n))
    put(items)
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_qi(o.retention_time_ms, n))
    if items:
        _write_OffsetCommitRequestTopic_many_0(put, items)


def _read_OffsetCommitRequest_5(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetCommitRequest()
    o.group_instance_id = None
    o.retention_time_ms = -1
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.group_id = buf[pos:end].decode()
    pos = end
    o.generation_id_or_member_epoch, n = _UNPACK_ih(buf, pos)
    pos += 6
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.member_id = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_OffsetCommitRequestTopic_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_OffsetCommitRequest_5(put: Append, o: Any) -> None:
    if o.group_instance_id is not None:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.group_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.member_id.encode()
    n = len(items)
    put(_PACK_ih(o.generation_id_or_member_epoch, n))
    put(items)
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_OffsetCommitRequestTopic_many_0(put, items)


def _read_OffsetCommitRequest_6(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetCommitRequest()
    o.group_instance_id = None
    o.retention_time_ms = -1
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.group_id = buf[pos:end].decode()
    pos = end
    o.generation_id_or_member_epoch, n = _UNPACK_ih(buf, pos)
    pos += 6
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.member_id = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_OffsetCommitRequestTopic_many_6(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_OffsetCommitRequest_6(put: Append, o: Any) -> None:
    if o.group_instance_id is not None:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.group_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.member_id.encode()
    n = len(items)
    put(_PACK_ih(o.generation_id_or_member_epoch, n))
    put(items)
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_OffsetCommitRequestTopic_many_6(put, items)


def _read_OffsetCommitRequest_7(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetCommitRequest()
    o.retention_time_ms = -1
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.group_id = buf[pos:end].decode()
    pos = end
    o.generation_id_or_member_epoch, n = _UNPACK_ih(buf, pos)
    pos += 6
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.member_id = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n >= 0:
        end = pos + n
        o.group_instance_id = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.group_instance_id = None
    else:
        raise ValueError("length is below -1")
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_OffsetCommitRequestTopic_many_6(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_OffsetCommitRequest_7(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.group_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.member_id.encode()
    n = len(items)
    put(_PACK_ih(o.generation_id_or_member_epoch, n))
    put(items)
    items = o.group_instance_id
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
        _write_OffsetCommitRequestTopic_many_6(put, items)


def _read_OffsetCommitRequest_8(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetCommitRequest()
    o.retention_time_ms = -1
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
    o.generation_id_or_member_epoch, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.member_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.group_instance_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.group_instance_id = None
        pos += 1
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_OffsetCommitRequestTopic_many_8(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_OffsetCommitRequest_8(put: Append, o: Any) -> None:
    items = o.group_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.member_id.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.generation_id_or_member_epoch, n))
    else:
        put(_PACK_i(o.generation_id_or_member_epoch))
        put(text_uvarint(n))
    put(items)
    items = o.group_instance_id
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
        _write_OffsetCommitRequestTopic_many_8(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_OffsetCommitRequest_10(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_OffsetCommitRequest()
    o.retention_time_ms = -1
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
    o.generation_id_or_member_epoch, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.member_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.group_instance_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.group_instance_id = None
        pos += 1
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_OffsetCommitRequestTopic_many_10(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_OffsetCommitRequest_10(put: Append, o: Any) -> None:
    items = o.group_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.member_id.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.generation_id_or_member_epoch, n))
    else:
        put(_PACK_i(o.generation_id_or_member_epoch))
        put(text_uvarint(n))
    put(items)
    items = o.group_instance_id
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
        _write_OffsetCommitRequestTopic_many_10(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


OffsetCommitRequest._READERS = {
    0: _read_OffsetCommitRequest_0,
    1: _read_OffsetCommitRequest_1,
    2: _read_OffsetCommitRequest_2,
    3: _read_OffsetCommitRequest_2,
    4: _read_OffsetCommitRequest_2,
    5: _read_OffsetCommitRequest_5,
    6: _read_OffsetCommitRequest_6,
    7: _read_OffsetCommitRequest_7,
    8: _read_OffsetCommitRequest_8,
    9: _read_OffsetCommitRequest_8,
    10: _read_OffsetCommitRequest_10,
}
OffsetCommitRequest._WRITERS = {
    0: _write_OffsetCommitRequest_0,
    1: _write_OffsetCommitRequest_1,
    2: _write_OffsetCommitRequest_2,
    3: _write_OffsetCommitRequest_2,
    4: _write_OffsetCommitRequest_2,
    5: _write_OffsetCommitRequest_5,
    6: _write_OffsetCommitRequest_6,
    7: _write_OffsetCommitRequest_7,
    8: _write_OffsetCommitRequest_8,
    9: _write_OffsetCommitRequest_8,
    10: _write_OffsetCommitRequest_10,
}

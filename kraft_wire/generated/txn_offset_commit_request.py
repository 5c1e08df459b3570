# Generated from TxnOffsetCommitRequest.json by `python -m codegen generate`. Do not edit.
"""TxnOffsetCommitRequest, request of API key 28, versions 0-6, flexible from 3. Commits offsets of a group as part of a transaction."""

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
    from .txn_offset_commit_response import TxnOffsetCommitResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_PACK_iqh = Layout(">iqh").pack
_PACK_iqi = Layout(">iqi").pack
_PACK_iqiB = Layout(">iqiB").pack
_PACK_iqih = Layout(">iqih").pack
_PACK_qhi = Layout(">qhi").pack
_PACK_qhiB = Layout(">qhiB").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iqh = Layout(">iqh").unpack_from
_UNPACK_iqiB = Layout(">iqiB").unpack_from
_UNPACK_iqih = Layout(">iqih").unpack_from
_UNPACK_qhi = Layout(">qhi").unpack_from
_UNPACK_qhiB = Layout(">qhiB").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class TxnOffsetCommitRequestPartition(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "committed_offset", "committed_leader_epoch", "committed_metadata", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "committed_offset", "committed_leader_epoch", "committed_metadata")
    __qualname__ = "TxnOffsetCommitRequest.TxnOffsetCommitRequestPartition"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    committed_offset: Final[int]
    """Offset of the next record to consume; -1 where none is committed. (int64)"""
    committed_leader_epoch: Final[int]
    """Leader epoch of the last record that was consumed; -1 if unknown. (int32, versions 2-6, ignorable)"""
    committed_metadata: Final[str | None]
    """Text that the client keeps with the offset. (string)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        committed_offset: int = 0,
        committed_leader_epoch: int = -1,
        committed_metadata: str | None = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.committed_offset = committed_offset
        self.committed_leader_epoch = committed_leader_epoch
        self.committed_metadata = committed_metadata
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            committed_offset: int = ...,
            committed_leader_epoch: int = ...,
            committed_metadata: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TxnOffsetCommitRequestPartition = TxnOffsetCommitRequestPartition
_new_TxnOffsetCommitRequestPartition = new(TxnOffsetCommitRequestPartition)


class TxnOffsetCommitRequestTopic(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "topic_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("name", "topic_id", "partitions")
    __qualname__ = "TxnOffsetCommitRequest.TxnOffsetCommitRequestTopic"
    name: Final[str]
    """Name of the topic. (string, versions 0-5, ignorable)"""
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid, version 6, ignorable)"""
    partitions: Final[tuple[TxnOffsetCommitRequestPartition, ...]]
    """One entry for each partition. ([]TxnOffsetCommitRequestPartition)"""

    def __init__(
        self,
        *,
        name: str = "",
        topic_id: Uuid = ZERO_UUID,
        partitions: Iterable[TxnOffsetCommitRequestPartition] = (),
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
            partitions: Iterable[TxnOffsetCommitRequestPartition] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TxnOffsetCommitRequestTopic = TxnOffsetCommitRequestTopic
_new_TxnOffsetCommitRequestTopic = new(TxnOffsetCommitRequestTopic)


class TxnOffsetCommitRequest(Request["TxnOffsetCommitResponse"]):
    """Commits offsets of a group as part of a transaction."""

    __slots__ = ("transactional_id", "group_id", "producer_id", "producer_epoch", "generation_id_or_member_epoch", "member_id", "group_instance_id", "topics", "unknown_tagged_fields")
    __match_args__ = ("transactional_id", "group_id", "producer_id", "producer_epoch", "generation_id_or_member_epoch", "member_id", "group_instance_id", "topics")
    KIND = "request"
    API_KEY = 28
    VERSIONS = (0, 6)
    FLEXIBLE_VERSIONS = (3, 6)
    _RESPONSE_NAME = "TxnOffsetCommitResponse"
    _IDENTITIES = ((("topics",), (("name", 0, 5), ("topic_id", 6, 6))),)
    if TYPE_CHECKING:
        TxnOffsetCommitRequestPartition: TypeAlias = _TxnOffsetCommitRequestPartition
        TxnOffsetCommitRequestTopic: TypeAlias = _TxnOffsetCommitRequestTopic
    else:  # no annotation of a field
        TxnOffsetCommitRequestPartition = _TxnOffsetCommitRequestPartition
        TxnOffsetCommitRequestTopic = _TxnOffsetCommitRequestTopic
    transactional_id: Final[str]
    """Transactional id of the producer. (string)"""
    group_id: Final[str]
    """Id of the group. (string)"""
    producer_id: Final[int]
    """Id of the producer; -1 for none. (int64)"""
    producer_epoch: Final[int]
    """Epoch of the producer; -1 for none. (int16)"""
    generation_id_or_member_epoch: Final[int]
    """Generation of a classic group, or member epoch in the new protocol; -1 without membership. (int32, versions 3-6)"""
    member_id: Final[str]
    """Id of the member. (string, versions 3-6)"""
    group_instance_id: Final[str | None]
    """Static id of the member; null for a dynamic one. (string, versions 3-6)"""
    topics: Final[tuple[TxnOffsetCommitRequestTopic, ...]]
    """One entry for each topic. ([]TxnOffsetCommitRequestTopic)"""

    def __init__(
        self,
        *,
        transactional_id: str = "",
        group_id: str = "",
        producer_id: int = 0,
        producer_epoch: int = 0,
        generation_id_or_member_epoch: int = -1,
        member_id: str = "",
        group_instance_id: str | None = None,
        topics: Iterable[TxnOffsetCommitRequestTopic] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.transactional_id = transactional_id
        self.group_id = group_id
        self.producer_id = producer_id
        self.producer_epoch = producer_epoch
        self.generation_id_or_member_epoch = generation_id_or_member_epoch
        self.member_id = member_id
        self.group_instance_id = group_instance_id
        self.topics = tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            transactional_id: str = ...,
            group_id: str = ...,
            producer_id: int = ...,
            producer_epoch: int = ...,
            generation_id_or_member_epoch: int = ...,
            member_id: str = ...,
            group_instance_id: str | None = ...,
            topics: Iterable[TxnOffsetCommitRequestTopic] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_TxnOffsetCommitRequest = new(TxnOffsetCommitRequest)


def _read_TxnOffsetCommitRequestPartition_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TxnOffsetCommitRequestPartition()
        o.committed_leader_epoch = -1
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


def _write_TxnOffsetCommitRequestPartition_many_0(put: Append, many: Any) -> None:
    for o in many:
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


def _read_TxnOffsetCommitRequestPartition_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TxnOffsetCommitRequestPartition()
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


def _write_TxnOffsetCommitRequestPartition_many_2(put: Append, many: Any) -> None:
    for o in many:
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


def _read_TxnOffsetCommitRequestPartition_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TxnOffsetCommitRequestPartition()
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


def _write_TxnOffsetCommitRequestPartition_many_3(put: Append, many: Any) -> None:
    for o in many:
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


def _read_TxnOffsetCommitRequestTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TxnOffsetCommitRequestTopic()
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
        o.partitions, pos = _read_TxnOffsetCommitRequestPartition_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_TxnOffsetCommitRequestTopic_many_0(put: Append, many: Any) -> None:
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
            _write_TxnOffsetCommitRequestPartition_many_0(put, items)


def _read_TxnOffsetCommitRequestTopic_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TxnOffsetCommitRequestTopic()
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
        o.partitions, pos = _read_TxnOffsetCommitRequestPartition_many_2(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_TxnOffsetCommitRequestTopic_many_2(put: Append, many: Any) -> None:
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
            _write_TxnOffsetCommitRequestPartition_many_2(put, items)


def _read_TxnOffsetCommitRequestTopic_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TxnOffsetCommitRequestTopic()
        o.topic_id = ZERO_UUID
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_TxnOffsetCommitRequestPartition_many_3(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TxnOffsetCommitRequestTopic_many_3(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_TxnOffsetCommitRequestPartition_many_3(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_TxnOffsetCommitRequestTopic_many_6(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TxnOffsetCommitRequestTopic()
        o.name = ""
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_TxnOffsetCommitRequestPartition_many_3(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TxnOffsetCommitRequestTopic_many_6(put: Append, many: Any) -> None:
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
            _write_TxnOffsetCommitRequestPartition_many_3(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_TxnOffsetCommitRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_TxnOffsetCommitRequest()
    o.generation_id_or_member_epoch = -1
    o.member_id = ""
    o.group_instance_id = None
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.transactional_id = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.group_id = buf[pos:end].decode()
    pos = end
    o.producer_id, o.producer_epoch, n = _UNPACK_qhi(buf, pos)
    pos += 14
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_TxnOffsetCommitRequestTopic_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_TxnOffsetCommitRequest_0(put: Append, o: Any) -> None:
    if o.generation_id_or_member_epoch != -1 or o.member_id != "" or o.group_instance_id is not None:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.transactional_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.group_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_qhi(o.producer_id, o.producer_epoch, n))
    if items:
        _write_TxnOffsetCommitRequestTopic_many_0(put, items)


def _read_TxnOffsetCommitRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_TxnOffsetCommitRequest()
    o.generation_id_or_member_epoch = -1
    o.member_id = ""
    o.group_instance_id = None
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.transactional_id = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.group_id = buf[pos:end].decode()
    pos = end
    o.producer_id, o.producer_epoch, n = _UNPACK_qhi(buf, pos)
    pos += 14
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_TxnOffsetCommitRequestTopic_many_2(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_TxnOffsetCommitRequest_2(put: Append, o: Any) -> None:
    if o.generation_id_or_member_epoch != -1 or o.member_id != "" or o.group_instance_id is not None:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.transactional_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.group_id.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_qhi(o.producer_id, o.producer_epoch, n))
    if items:
        _write_TxnOffsetCommitRequestTopic_many_2(put, items)


def _read_TxnOffsetCommitRequest_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_TxnOffsetCommitRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.transactional_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
    o.producer_id, o.producer_epoch, o.generation_id_or_member_epoch, n = _UNPACK_qhiB(buf, pos)
    pos += 14
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
    o.topics, pos = _read_TxnOffsetCommitRequestTopic_many_3(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_TxnOffsetCommitRequest_3(put: Append, o: Any) -> None:
    items = o.transactional_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.group_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.member_id.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_qhiB(o.producer_id, o.producer_epoch, o.generation_id_or_member_epoch, n))
    else:
        put(_PACK_qhi(o.producer_id, o.producer_epoch, o.generation_id_or_member_epoch))
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
        _write_TxnOffsetCommitRequestTopic_many_3(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_TxnOffsetCommitRequest_6(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_TxnOffsetCommitRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.transactional_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
    o.producer_id, o.producer_epoch, o.generation_id_or_member_epoch, n = _UNPACK_qhiB(buf, pos)
    pos += 14
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
    o.topics, pos = _read_TxnOffsetCommitRequestTopic_many_6(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_TxnOffsetCommitRequest_6(put: Append, o: Any) -> None:
    items = o.transactional_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.group_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.member_id.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_qhiB(o.producer_id, o.producer_epoch, o.generation_id_or_member_epoch, n))
    else:
        put(_PACK_qhi(o.producer_id, o.producer_epoch, o.generation_id_or_member_epoch))
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
        _write_TxnOffsetCommitRequestTopic_many_6(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


TxnOffsetCommitRequest._READERS = {
    0: _read_TxnOffsetCommitRequest_0,
    1: _read_TxnOffsetCommitRequest_0,
    2: _read_TxnOffsetCommitRequest_2,
    3: _read_TxnOffsetCommitRequest_3,
    4: _read_TxnOffsetCommitRequest_3,
    5: _read_TxnOffsetCommitRequest_3,
    6: _read_TxnOffsetCommitRequest_6,
}
TxnOffsetCommitRequest._WRITERS = {
    0: _write_TxnOffsetCommitRequest_0,
    1: _write_TxnOffsetCommitRequest_0,
    2: _write_TxnOffsetCommitRequest_2,
    3: _write_TxnOffsetCommitRequest_3,
    4: _write_TxnOffsetCommitRequest_3,
    5: _write_TxnOffsetCommitRequest_3,
    6: _write_TxnOffsetCommitRequest_6,
}

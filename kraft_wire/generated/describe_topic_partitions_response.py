# Generated from DescribeTopicPartitionsResponse.json by `python -m codegen generate`. Do not edit.
"""DescribeTopicPartitionsResponse, response of API key 75, version 0, flexible from 0. Answers DescribeTopicPartitionsRequest."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    PACK_INT32S,
    READ_INT32S,
    pack_many,
    read_numbers,
)
from kraft_wire.message import Message, Struct
from kraft_wire.primitives import (
    BYTES,
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
    count_length,
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
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_b = Layout(">b").pack
_PACK_h = Layout(">h").pack
_PACK_hB = Layout(">hB").pack
_PACK_hiii = Layout(">hiii").pack
_PACK_hiiiB = Layout(">hiiiB").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ix = Layout(">ix").pack
_PACK_uZ = Layout(">16s?").pack
_PACK_uZB = Layout(">16s?B").pack
_UNPACK_b = Layout(">b").unpack_from
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_hiiiB = Layout(">hiiiB").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_uZB = Layout(">16s?B").unpack_from


class DescribeTopicPartitionsResponsePartition(Struct):
    """One entry for each partition."""

    __slots__ = ("error_code", "partition_index", "leader_id", "leader_epoch", "replica_nodes", "isr_nodes", "eligible_leader_replicas", "last_known_elr", "offline_replicas", "unknown_tagged_fields")
    __match_args__ = ("error_code", "partition_index", "leader_id", "leader_epoch", "replica_nodes", "isr_nodes", "eligible_leader_replicas", "last_known_elr", "offline_replicas")
    __qualname__ = "DescribeTopicPartitionsResponse.DescribeTopicPartitionsResponsePartition"
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    leader_id: Final[int]
    """Node id of the leader; -1 if there is none or it is unknown. (int32)"""
    leader_epoch: Final[int]
    """Epoch of the leader; -1 if unknown. (int32)"""
    replica_nodes: Final[tuple[int, ...]]
    """Node ids of the replicas, preferred leader first. ([]int32)"""
    isr_nodes: Final[tuple[int, ...]]
    """Node ids of the in-sync replicas. ([]int32)"""
    eligible_leader_replicas: Final[tuple[int, ...] | None]
    """Node ids out of the ISR that are known to have all committed records (KIP-966). ([]int32)"""
    last_known_elr: Final[tuple[int, ...] | None]
    """Node ids of the last eligible leader replicas, once none is left (KIP-966). ([]int32)"""
    offline_replicas: Final[tuple[int, ...]]
    """Node ids of replicas that are offline. ([]int32)"""

    def __init__(
        self,
        *,
        error_code: int = 0,
        partition_index: int = 0,
        leader_id: int = 0,
        leader_epoch: int = -1,
        replica_nodes: Iterable[int] = (),
        isr_nodes: Iterable[int] = (),
        eligible_leader_replicas: Iterable[int] | None = None,
        last_known_elr: Iterable[int] | None = None,
        offline_replicas: Iterable[int] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.error_code = error_code
        self.partition_index = partition_index
        self.leader_id = leader_id
        self.leader_epoch = leader_epoch
        self.replica_nodes = tuple(replica_nodes)
        self.isr_nodes = tuple(isr_nodes)
        self.eligible_leader_replicas = None if eligible_leader_replicas is None else tuple(eligible_leader_replicas)
        self.last_known_elr = None if last_known_elr is None else tuple(last_known_elr)
        self.offline_replicas = tuple(offline_replicas)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            error_code: int = ...,
            partition_index: int = ...,
            leader_id: int = ...,
            leader_epoch: int = ...,
            replica_nodes: Iterable[int] = ...,
            isr_nodes: Iterable[int] = ...,
            eligible_leader_replicas: Iterable[int] | None = ...,
            last_known_elr: Iterable[int] | None = ...,
            offline_replicas: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DescribeTopicPartitionsResponsePartition = DescribeTopicPartitionsResponsePartition
_new_DescribeTopicPartitionsResponsePartition = new(DescribeTopicPartitionsResponsePartition)


class DescribeTopicPartitionsResponseTopic(Struct):
    """One entry for each topic."""

    __slots__ = ("error_code", "name", "topic_id", "is_internal", "partitions", "topic_authorized_operations", "unknown_tagged_fields")
    __match_args__ = ("error_code", "name", "topic_id", "is_internal", "partitions", "topic_authorized_operations")
    __qualname__ = "DescribeTopicPartitionsResponse.DescribeTopicPartitionsResponseTopic"
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    name: Final[str | None]
    """Name of the topic. (string)"""
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid)"""
    is_internal: Final[bool]
    """Whether the topic is one of Kafka's own. (bool)"""
    partitions: Final[tuple[DescribeTopicPartitionsResponsePartition, ...]]
    """One entry for each partition. ([]DescribeTopicPartitionsResponsePartition)"""
    topic_authorized_operations: Final[int]
    """Operations on the topic that the client may do, one bit each; -2147483648 where nobody asked. (int32)"""

    def __init__(
        self,
        *,
        error_code: int = 0,
        name: str | None = "",
        topic_id: Uuid = ZERO_UUID,
        is_internal: bool = False,
        partitions: Iterable[DescribeTopicPartitionsResponsePartition] = (),
        topic_authorized_operations: int = -2147483648,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.error_code = error_code
        self.name = name
        self.topic_id = topic_id
        self.is_internal = is_internal
        self.partitions = tuple(partitions)
        self.topic_authorized_operations = topic_authorized_operations
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            error_code: int = ...,
            name: str | None = ...,
            topic_id: Uuid = ...,
            is_internal: bool = ...,
            partitions: Iterable[DescribeTopicPartitionsResponsePartition] = ...,
            topic_authorized_operations: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DescribeTopicPartitionsResponseTopic = DescribeTopicPartitionsResponseTopic
_new_DescribeTopicPartitionsResponseTopic = new(DescribeTopicPartitionsResponseTopic)


class Cursor(Struct):
    """Where the next page begins; null after the last."""

    __slots__ = ("topic_name", "partition_index", "unknown_tagged_fields")
    __match_args__ = ("topic_name", "partition_index")
    __qualname__ = "DescribeTopicPartitionsResponse.Cursor"
    topic_name: Final[str]
    """Name of the topic. (string)"""
    partition_index: Final[int]
    """Number of the partition. (int32)"""

    def __init__(
        self,
        *,
        topic_name: str = "",
        partition_index: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_name = topic_name
        self.partition_index = partition_index
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_name: str = ...,
            partition_index: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_Cursor = Cursor
_new_Cursor = new(Cursor)


class DescribeTopicPartitionsResponse(Message):
    """Answers DescribeTopicPartitionsRequest."""

    __slots__ = ("throttle_time_ms", "topics", "next_cursor", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "topics", "next_cursor")
    KIND = "response"
    API_KEY = 75
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    if TYPE_CHECKING:
        DescribeTopicPartitionsResponsePartition: TypeAlias = _DescribeTopicPartitionsResponsePartition
        DescribeTopicPartitionsResponseTopic: TypeAlias = _DescribeTopicPartitionsResponseTopic
        Cursor: TypeAlias = _Cursor
    else:  # no annotation of a field
        DescribeTopicPartitionsResponsePartition = _DescribeTopicPartitionsResponsePartition
        DescribeTopicPartitionsResponseTopic = _DescribeTopicPartitionsResponseTopic
        Cursor = _Cursor
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    topics: Final[tuple[DescribeTopicPartitionsResponseTopic, ...]]
    """One entry for each topic. ([]DescribeTopicPartitionsResponseTopic)"""
    next_cursor: Final[Cursor | None]
    """Where the next page begins; null after the last. (Cursor)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        topics: Iterable[DescribeTopicPartitionsResponseTopic] = (),
        next_cursor: Cursor | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.topics = tuple(topics)
        self.next_cursor = next_cursor
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            topics: Iterable[DescribeTopicPartitionsResponseTopic] = ...,
            next_cursor: Cursor | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DescribeTopicPartitionsResponse = new(DescribeTopicPartitionsResponse)


def _read_DescribeTopicPartitionsResponsePartition_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeTopicPartitionsResponsePartition()
        o.error_code, o.partition_index, o.leader_id, o.leader_epoch, n = _UNPACK_hiiiB(buf, pos)
        pos += 14
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.replica_nodes = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.isr_nodes = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        if n:
            o.eligible_leader_replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
            pos += 4 * n - 3
        else:
            o.eligible_leader_replicas = None
            pos += 1
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        if n:
            o.last_known_elr = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
            pos += 4 * n - 3
        else:
            o.last_known_elr = None
            pos += 1
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.offline_replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribeTopicPartitionsResponsePartition_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.replica_nodes
        n = len(items) + 1
        if n < 128:
            put(_PACK_hiiiB(o.error_code, o.partition_index, o.leader_id, o.leader_epoch, n))
        else:
            put(_PACK_hiii(o.error_code, o.partition_index, o.leader_id, o.leader_epoch))
            put(count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        items = o.isr_nodes
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        items = o.eligible_leader_replicas
        if items is None:
            put(_PACK_B(0))
        else:
            n = len(items) + 1
            put(BYTES[n] if n < 128 else count_uvarint(n))
            put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        items = o.last_known_elr
        if items is None:
            put(_PACK_B(0))
        else:
            n = len(items) + 1
            put(BYTES[n] if n < 128 else count_uvarint(n))
            put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        items = o.offline_replicas
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribeTopicPartitionsResponseTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeTopicPartitionsResponseTopic()
        o.error_code, n = _UNPACK_hB(buf, pos)
        pos += 2
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.name = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.name = None
            pos += 1
        u0, o.is_internal, n = _UNPACK_uZB(buf, pos)
        pos += 17
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_DescribeTopicPartitionsResponsePartition_many_0(buf, pos + 1, n - 1)
        o.topic_authorized_operations, n = _UNPACK_iB(buf, pos)
        pos += 5
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribeTopicPartitionsResponseTopic_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.name
        if items is None:
            put(_PACK_hB(o.error_code, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_hB(o.error_code, n))
            else:
                put(_PACK_h(o.error_code))
                put(text_uvarint(n))
            put(items)
        if len(o.topic_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        if o.is_internal is not True and o.is_internal is not False:
            raise ValueError("bool is neither true nor false")
        items = o.partitions
        n = len(items) + 1
        if n < 128:
            put(_PACK_uZB(o.topic_id, o.is_internal, n))
        else:
            put(_PACK_uZ(o.topic_id, o.is_internal))
            put(count_uvarint(n))
        if items:
            _write_DescribeTopicPartitionsResponsePartition_many_0(put, items)
        if o.unknown_tagged_fields:
            put(_PACK_i(o.topic_authorized_operations))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ix(o.topic_authorized_operations))


def _read_Cursor_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_Cursor()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.topic_name = buf[pos + 1 : (pos := pos + n)].decode()
    o.partition_index, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_Cursor_0(put: Append, o: Any) -> None:
    items = o.topic_name.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    if o.unknown_tagged_fields:
        put(_PACK_i(o.partition_index))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ix(o.partition_index))


def _read_DescribeTopicPartitionsResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeTopicPartitionsResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_DescribeTopicPartitionsResponseTopic_many_0(buf, pos + 1, n - 1)
    (n,) = _UNPACK_b(buf, pos)
    pos += 1
    if n >= 0:
        o.next_cursor, pos = _read_Cursor_0(buf, pos)
    else:
        o.next_cursor = None
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeTopicPartitionsResponse_0(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_DescribeTopicPartitionsResponseTopic_many_0(put, items)
    if o.next_cursor is None:
        put(_PACK_b(-1))
    else:
        put(_PACK_b(1))
        _write_Cursor_0(put, o.next_cursor)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


DescribeTopicPartitionsResponse._READERS = {
    0: _read_DescribeTopicPartitionsResponse_0,
}
DescribeTopicPartitionsResponse._WRITERS = {
    0: _write_DescribeTopicPartitionsResponse_0,
}

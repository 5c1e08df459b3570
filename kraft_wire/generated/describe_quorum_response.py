# Generated from DescribeQuorumResponse.json by `python -m codegen generate`. Do not edit.
"""DescribeQuorumResponse, response of API key 55, versions 0-2, flexible from 0. What the leader knows of its quorum; other replicas answer with an error and the leader."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message, Struct
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
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_H = Layout(">H").pack
_PACK_Hx = Layout(">Hx").pack
_PACK_h = Layout(">h").pack
_PACK_hB = Layout(">hB").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_PACK_ihiiq = Layout(">ihiiq").pack
_PACK_ihiiqB = Layout(">ihiiqB").pack
_PACK_iiq = Layout(">iiq").pack
_PACK_iiqB = Layout(">iiqB").pack
_PACK_iq = Layout(">iq").pack
_PACK_iqqq = Layout(">iqqq").pack
_PACK_iqqqx = Layout(">iqqqx").pack
_PACK_iqx = Layout(">iqx").pack
_PACK_iuqqq = Layout(">i16sqqq").pack
_PACK_iuqqqx = Layout(">i16sqqqx").pack
_UNPACK_HB = Layout(">HB").unpack_from
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_ihiiqB = Layout(">ihiiqB").unpack_from
_UNPACK_iiqB = Layout(">iiqB").unpack_from
_UNPACK_iqB = Layout(">iqB").unpack_from
_UNPACK_iqqqB = Layout(">iqqqB").unpack_from
_UNPACK_iuqqqB = Layout(">i16sqqqB").unpack_from


class ReplicaState(Struct):
    """Part of DescribeQuorumResponse."""

    __slots__ = ("replica_id", "replica_directory_id", "log_end_offset", "last_fetch_timestamp", "last_caught_up_timestamp", "unknown_tagged_fields")
    __match_args__ = ("replica_id", "replica_directory_id", "log_end_offset", "last_fetch_timestamp", "last_caught_up_timestamp")
    __qualname__ = "DescribeQuorumResponse.ReplicaState"
    replica_id: Final[int]
    """Node id of the replica. (int32)"""
    replica_directory_id: Final[Uuid]
    """Directory id of the replica; zero if unknown. (uuid, version 2)"""
    log_end_offset: Final[int]
    """End of the replica's log, exclusive; -1 if unknown. (int64)"""
    last_fetch_timestamp: Final[int]
    """When the replica last fetched, in milliseconds since 1970 by the leader's clock; -1 if unknown. (int64, versions 1-2, ignorable)"""
    last_caught_up_timestamp: Final[int]
    """When the replica last had all of the leader's log, in milliseconds since 1970 by the leader's clock; -1 if unknown. (int64, versions 1-2, ignorable)"""

    def __init__(
        self,
        *,
        replica_id: int = 0,
        replica_directory_id: Uuid = ZERO_UUID,
        log_end_offset: int = 0,
        last_fetch_timestamp: int = -1,
        last_caught_up_timestamp: int = -1,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.replica_id = replica_id
        self.replica_directory_id = replica_directory_id
        self.log_end_offset = log_end_offset
        self.last_fetch_timestamp = last_fetch_timestamp
        self.last_caught_up_timestamp = last_caught_up_timestamp
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            replica_id: int = ...,
            replica_directory_id: Uuid = ...,
            log_end_offset: int = ...,
            last_fetch_timestamp: int = ...,
            last_caught_up_timestamp: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_ReplicaState = ReplicaState
_new_ReplicaState = new(ReplicaState)


class PartitionData(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "error_code", "error_message", "leader_id", "leader_epoch", "high_watermark", "current_voters", "observers", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "error_code", "error_message", "leader_id", "leader_epoch", "high_watermark", "current_voters", "observers")
    __qualname__ = "DescribeQuorumResponse.PartitionData"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string, version 2, ignorable)"""
    leader_id: Final[int]
    """Node id of the leader; -1 if there is none or it is unknown. (int32)"""
    leader_epoch: Final[int]
    """Epoch of the leader; -1 if unknown. (int32)"""
    high_watermark: Final[int]
    """End of what the quorum has committed, exclusive; -1 if the leader does not know yet. (int64)"""
    current_voters: Final[tuple[ReplicaState, ...]]
    """Voters and how far each has got. ([]ReplicaState)"""
    observers: Final[tuple[ReplicaState, ...]]
    """Other replicas that fetched lately, and how far each has got. ([]ReplicaState)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        error_code: int = 0,
        error_message: str | None = "",
        leader_id: int = 0,
        leader_epoch: int = 0,
        high_watermark: int = 0,
        current_voters: Iterable[ReplicaState] = (),
        observers: Iterable[ReplicaState] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.error_code = error_code
        self.error_message = error_message
        self.leader_id = leader_id
        self.leader_epoch = leader_epoch
        self.high_watermark = high_watermark
        self.current_voters = tuple(current_voters)
        self.observers = tuple(observers)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            error_code: int = ...,
            error_message: str | None = ...,
            leader_id: int = ...,
            leader_epoch: int = ...,
            high_watermark: int = ...,
            current_voters: Iterable[ReplicaState] = ...,
            observers: Iterable[ReplicaState] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_PartitionData = PartitionData
_new_PartitionData = new(PartitionData)


class TopicData(Struct):
    """One entry for each topic."""

    __slots__ = ("topic_name", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_name", "partitions")
    __qualname__ = "DescribeQuorumResponse.TopicData"
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


class Listener(Struct):
    """Where the node can be reached."""

    __slots__ = ("name", "host", "port", "unknown_tagged_fields")
    __match_args__ = ("name", "host", "port")
    __qualname__ = "DescribeQuorumResponse.Listener"
    name: Final[str]
    """Name of the listener. (string, version 2)"""
    host: Final[str]
    """Name or address of the host. (string, version 2)"""
    port: Final[int]
    """TCP port. (uint16, version 2)"""

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


_Listener = Listener
_new_Listener = new(Listener)


class Node(Struct):
    """Where the voters can be reached."""

    __slots__ = ("node_id", "listeners", "unknown_tagged_fields")
    __match_args__ = ("node_id", "listeners")
    __qualname__ = "DescribeQuorumResponse.Node"
    node_id: Final[int]
    """Node id of the broker or controller. (int32, version 2)"""
    listeners: Final[tuple[Listener, ...]]
    """Where the node can be reached. ([]Listener, version 2)"""

    def __init__(
        self,
        *,
        node_id: int = 0,
        listeners: Iterable[Listener] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.node_id = node_id
        self.listeners = tuple(listeners)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            node_id: int = ...,
            listeners: Iterable[Listener] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_Node = Node
_new_Node = new(Node)


class DescribeQuorumResponse(Message):
    """What the leader knows of its quorum; other replicas answer with an error and the leader."""

    __slots__ = ("error_code", "error_message", "topics", "nodes", "unknown_tagged_fields")
    __match_args__ = ("error_code", "error_message", "topics", "nodes")
    KIND = "response"
    API_KEY = 55
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (0, 2)
    if TYPE_CHECKING:
        ReplicaState: TypeAlias = _ReplicaState
        PartitionData: TypeAlias = _PartitionData
        TopicData: TypeAlias = _TopicData
        Listener: TypeAlias = _Listener
        Node: TypeAlias = _Node
    else:  # no annotation of a field
        ReplicaState = _ReplicaState
        PartitionData = _PartitionData
        TopicData = _TopicData
        Listener = _Listener
        Node = _Node
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string, version 2, ignorable)"""
    topics: Final[tuple[TopicData, ...]]
    """One entry for each topic. ([]TopicData)"""
    nodes: Final[tuple[Node, ...]]
    """Where the voters can be reached. ([]Node, version 2)"""

    def __init__(
        self,
        *,
        error_code: int = 0,
        error_message: str | None = "",
        topics: Iterable[TopicData] = (),
        nodes: Iterable[Node] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.error_code = error_code
        self.error_message = error_message
        self.topics = tuple(topics)
        self.nodes = tuple(nodes)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            error_code: int = ...,
            error_message: str | None = ...,
            topics: Iterable[TopicData] = ...,
            nodes: Iterable[Node] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DescribeQuorumResponse = new(DescribeQuorumResponse)


def _read_ReplicaState_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ReplicaState()
        o.replica_directory_id = ZERO_UUID
        o.last_fetch_timestamp = -1
        o.last_caught_up_timestamp = -1
        o.replica_id, o.log_end_offset, n = _UNPACK_iqB(buf, pos)
        pos += 13
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ReplicaState_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.replica_directory_id != ZERO_UUID:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            put(_PACK_iq(o.replica_id, o.log_end_offset))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_iqx(o.replica_id, o.log_end_offset))


def _read_ReplicaState_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ReplicaState()
        o.replica_directory_id = ZERO_UUID
        o.replica_id, o.log_end_offset, o.last_fetch_timestamp, o.last_caught_up_timestamp, n = _UNPACK_iqqqB(buf, pos)
        pos += 29
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ReplicaState_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.replica_directory_id != ZERO_UUID:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            put(_PACK_iqqq(o.replica_id, o.log_end_offset, o.last_fetch_timestamp, o.last_caught_up_timestamp))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_iqqqx(o.replica_id, o.log_end_offset, o.last_fetch_timestamp, o.last_caught_up_timestamp))


def _read_ReplicaState_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ReplicaState()
        o.replica_id, u0, o.log_end_offset, o.last_fetch_timestamp, o.last_caught_up_timestamp, n = _UNPACK_iuqqqB(buf, pos)
        pos += 45
        o.replica_directory_id = UUIDS[u0]
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ReplicaState_many_2(put: Append, many: Any) -> None:
    for o in many:
        if len(o.replica_directory_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        if o.unknown_tagged_fields:
            put(_PACK_iuqqq(o.replica_id, o.replica_directory_id, o.log_end_offset, o.last_fetch_timestamp, o.last_caught_up_timestamp))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_iuqqqx(o.replica_id, o.replica_directory_id, o.log_end_offset, o.last_fetch_timestamp, o.last_caught_up_timestamp))


def _read_PartitionData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.error_message = ""
        o.partition_index, o.error_code, o.leader_id, o.leader_epoch, o.high_watermark, n = _UNPACK_ihiiqB(buf, pos)
        pos += 22
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.current_voters, pos = _read_ReplicaState_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.observers, pos = _read_ReplicaState_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_PartitionData_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.current_voters
        n = len(items) + 1
        if n < 128:
            put(_PACK_ihiiqB(o.partition_index, o.error_code, o.leader_id, o.leader_epoch, o.high_watermark, n))
        else:
            put(_PACK_ihiiq(o.partition_index, o.error_code, o.leader_id, o.leader_epoch, o.high_watermark))
            put(count_uvarint(n))
        if items:
            _write_ReplicaState_many_0(put, items)
        items = o.observers
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_ReplicaState_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_PartitionData_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.error_message = ""
        o.partition_index, o.error_code, o.leader_id, o.leader_epoch, o.high_watermark, n = _UNPACK_ihiiqB(buf, pos)
        pos += 22
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.current_voters, pos = _read_ReplicaState_many_1(buf, pos + 1, n - 1)
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.observers, pos = _read_ReplicaState_many_1(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_PartitionData_many_1(put: Append, many: Any) -> None:
    for o in many:
        items = o.current_voters
        n = len(items) + 1
        if n < 128:
            put(_PACK_ihiiqB(o.partition_index, o.error_code, o.leader_id, o.leader_epoch, o.high_watermark, n))
        else:
            put(_PACK_ihiiq(o.partition_index, o.error_code, o.leader_id, o.leader_epoch, o.high_watermark))
            put(count_uvarint(n))
        if items:
            _write_ReplicaState_many_1(put, items)
        items = o.observers
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_ReplicaState_many_1(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_PartitionData_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.partition_index, o.error_code, n = _UNPACK_ihB(buf, pos)
        pos += 6
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.error_message = None
            pos += 1
        o.leader_id, o.leader_epoch, o.high_watermark, n = _UNPACK_iiqB(buf, pos)
        pos += 16
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.current_voters, pos = _read_ReplicaState_many_2(buf, pos + 1, n - 1)
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.observers, pos = _read_ReplicaState_many_2(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_PartitionData_many_2(put: Append, many: Any) -> None:
    for o in many:
        items = o.error_message
        if items is None:
            put(_PACK_ihB(o.partition_index, o.error_code, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_ihB(o.partition_index, o.error_code, n))
            else:
                put(_PACK_ih(o.partition_index, o.error_code))
                put(text_uvarint(n))
            put(items)
        items = o.current_voters
        n = len(items) + 1
        if n < 128:
            put(_PACK_iiqB(o.leader_id, o.leader_epoch, o.high_watermark, n))
        else:
            put(_PACK_iiq(o.leader_id, o.leader_epoch, o.high_watermark))
            put(count_uvarint(n))
        if items:
            _write_ReplicaState_many_2(put, items)
        items = o.observers
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_ReplicaState_many_2(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_TopicData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
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
        o.partitions, pos = _read_PartitionData_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopicData_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic_name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_PartitionData_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


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


def _read_TopicData_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
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
        o.partitions, pos = _read_PartitionData_many_2(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopicData_many_2(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic_name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_PartitionData_many_2(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_Listener_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_Listener()
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


def _write_Listener_many_2(put: Append, many: Any) -> None:
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


def _read_Node_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_Node()
        o.node_id, n = _UNPACK_iB(buf, pos)
        pos += 4
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.listeners, pos = _read_Listener_many_2(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_Node_many_2(put: Append, many: Any) -> None:
    for o in many:
        items = o.listeners
        n = len(items) + 1
        if n < 128:
            put(_PACK_iB(o.node_id, n))
        else:
            put(_PACK_i(o.node_id))
            put(count_uvarint(n))
        if items:
            _write_Listener_many_2(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribeQuorumResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeQuorumResponse()
    o.error_message = ""
    o.nodes = ()
    o.error_code, n = _UNPACK_hB(buf, pos)
    pos += 2
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_TopicData_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeQuorumResponse_0(put: Append, o: Any) -> None:
    if o.nodes != ():
        raise ValueError("this version lacks a field that is set")
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_hB(o.error_code, n))
    else:
        put(_PACK_h(o.error_code))
        put(count_uvarint(n))
    if items:
        _write_TopicData_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_DescribeQuorumResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeQuorumResponse()
    o.error_message = ""
    o.nodes = ()
    o.error_code, n = _UNPACK_hB(buf, pos)
    pos += 2
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_TopicData_many_1(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeQuorumResponse_1(put: Append, o: Any) -> None:
    if o.nodes != ():
        raise ValueError("this version lacks a field that is set")
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_hB(o.error_code, n))
    else:
        put(_PACK_h(o.error_code))
        put(count_uvarint(n))
    if items:
        _write_TopicData_many_1(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_DescribeQuorumResponse_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeQuorumResponse()
    o.error_code, n = _UNPACK_hB(buf, pos)
    pos += 2
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.error_message = None
        pos += 1
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_TopicData_many_2(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.nodes, pos = _read_Node_many_2(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeQuorumResponse_2(put: Append, o: Any) -> None:
    items = o.error_message
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
    items = o.topics
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_TopicData_many_2(put, items)
    items = o.nodes
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_Node_many_2(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


DescribeQuorumResponse._READERS = {
    0: _read_DescribeQuorumResponse_0,
    1: _read_DescribeQuorumResponse_1,
    2: _read_DescribeQuorumResponse_2,
}
DescribeQuorumResponse._WRITERS = {
    0: _write_DescribeQuorumResponse_0,
    1: _write_DescribeQuorumResponse_1,
    2: _write_DescribeQuorumResponse_2,
}

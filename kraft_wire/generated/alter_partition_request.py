# Generated from AlterPartitionRequest.json by `python -m codegen generate`. Do not edit.
"""AlterPartitionRequest, request of API key 56, versions 0-3, flexible from 0. A partition leader asks the controller to change the in-sync replicas."""

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
from kraft_wire.message import Request, Struct
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
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .alter_partition_response import AlterPartitionResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_bi = Layout(">bi").pack
_PACK_bix = Layout(">bix").pack
_PACK_i = Layout(">i").pack
_PACK_ii = Layout(">ii").pack
_PACK_iiB = Layout(">iiB").pack
_PACK_iq = Layout(">iq").pack
_PACK_iqB = Layout(">iqB").pack
_PACK_iqx = Layout(">iqx").pack
_PACK_ix = Layout(">ix").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_biB = Layout(">biB").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_iiB = Layout(">iiB").unpack_from
_UNPACK_iqB = Layout(">iqB").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class BrokerState(Struct):
    """New in-sync replicas with their broker epochs."""

    __slots__ = ("broker_id", "broker_epoch", "unknown_tagged_fields")
    __match_args__ = ("broker_id", "broker_epoch")
    __qualname__ = "AlterPartitionRequest.BrokerState"
    broker_id: Final[int]
    """Node id of the broker. (int32, version 3)"""
    broker_epoch: Final[int]
    """Epoch that the controller gave the broker at its registration; -1 for none. (int64, version 3)"""

    def __init__(
        self,
        *,
        broker_id: int = 0,
        broker_epoch: int = -1,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.broker_id = broker_id
        self.broker_epoch = broker_epoch
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            broker_id: int = ...,
            broker_epoch: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_BrokerState = BrokerState
_new_BrokerState = new(BrokerState)


class PartitionData(Struct):
    """One entry for each partition."""

    __slots__ = ("partition_index", "leader_epoch", "new_isr", "new_isr_with_epochs", "leader_recovery_state", "partition_epoch", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "leader_epoch", "new_isr", "new_isr_with_epochs", "leader_recovery_state", "partition_epoch")
    __qualname__ = "AlterPartitionRequest.PartitionData"
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    leader_epoch: Final[int]
    """Epoch of the leader; -1 if unknown. (int32)"""
    new_isr: Final[tuple[int, ...]]
    """Node ids of the new in-sync replicas. ([]int32, versions 0-2)"""
    new_isr_with_epochs: Final[tuple[BrokerState, ...]]
    """New in-sync replicas with their broker epochs. ([]BrokerState, version 3)"""
    leader_recovery_state: Final[int]
    """0 recovered, 1 the leader came from an unclean election and is recovering. (int8, versions 1-3)"""
    partition_epoch: Final[int]
    """Epoch of the partition, raised by each change of its state. (int32)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        leader_epoch: int = 0,
        new_isr: Iterable[int] = (),
        new_isr_with_epochs: Iterable[BrokerState] = (),
        leader_recovery_state: int = 0,
        partition_epoch: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.leader_epoch = leader_epoch
        self.new_isr = tuple(new_isr)
        self.new_isr_with_epochs = tuple(new_isr_with_epochs)
        self.leader_recovery_state = leader_recovery_state
        self.partition_epoch = partition_epoch
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            leader_epoch: int = ...,
            new_isr: Iterable[int] = ...,
            new_isr_with_epochs: Iterable[BrokerState] = ...,
            leader_recovery_state: int = ...,
            partition_epoch: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_PartitionData = PartitionData
_new_PartitionData = new(PartitionData)


class TopicData(Struct):
    """One entry for each topic."""

    __slots__ = ("topic_name", "topic_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_name", "topic_id", "partitions")
    __qualname__ = "AlterPartitionRequest.TopicData"
    topic_name: Final[str]
    """Name of the topic. (string, versions 0-1, ignorable)"""
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid, versions 2-3, ignorable)"""
    partitions: Final[tuple[PartitionData, ...]]
    """One entry for each partition. ([]PartitionData)"""

    def __init__(
        self,
        *,
        topic_name: str = "",
        topic_id: Uuid = ZERO_UUID,
        partitions: Iterable[PartitionData] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_name = topic_name
        self.topic_id = topic_id
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_name: str = ...,
            topic_id: Uuid = ...,
            partitions: Iterable[PartitionData] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopicData = TopicData
_new_TopicData = new(TopicData)


class AlterPartitionRequest(Request["AlterPartitionResponse"]):
    """A partition leader asks the controller to change the in-sync replicas."""

    __slots__ = ("broker_id", "broker_epoch", "topics", "unknown_tagged_fields")
    __match_args__ = ("broker_id", "broker_epoch", "topics")
    KIND = "request"
    API_KEY = 56
    VERSIONS = (0, 3)
    FLEXIBLE_VERSIONS = (0, 3)
    _RESPONSE_NAME = "AlterPartitionResponse"
    _IDENTITIES = ((("topics",), (("topic_name", 0, 1), ("topic_id", 2, 3))),)
    if TYPE_CHECKING:
        BrokerState: TypeAlias = _BrokerState
        PartitionData: TypeAlias = _PartitionData
        TopicData: TypeAlias = _TopicData
    else:  # no annotation of a field
        BrokerState = _BrokerState
        PartitionData = _PartitionData
        TopicData = _TopicData
    broker_id: Final[int]
    """Node id of the broker. (int32)"""
    broker_epoch: Final[int]
    """Epoch that the controller gave the broker at its registration; -1 for none. (int64)"""
    topics: Final[tuple[TopicData, ...]]
    """One entry for each topic. ([]TopicData)"""

    def __init__(
        self,
        *,
        broker_id: int = 0,
        broker_epoch: int = -1,
        topics: Iterable[TopicData] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.broker_id = broker_id
        self.broker_epoch = broker_epoch
        self.topics = tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            broker_id: int = ...,
            broker_epoch: int = ...,
            topics: Iterable[TopicData] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_AlterPartitionRequest = new(AlterPartitionRequest)


def _read_BrokerState_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_BrokerState()
        o.broker_id, o.broker_epoch, n = _UNPACK_iqB(buf, pos)
        pos += 13
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_BrokerState_many_3(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            put(_PACK_iq(o.broker_id, o.broker_epoch))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_iqx(o.broker_id, o.broker_epoch))


def _read_PartitionData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.new_isr_with_epochs = ()
        o.leader_recovery_state = 0
        o.partition_index, o.leader_epoch, n = _UNPACK_iiB(buf, pos)
        pos += 8
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.new_isr = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        o.partition_epoch, n = _UNPACK_iB(buf, pos)
        pos += 5
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_PartitionData_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.new_isr_with_epochs != () or o.leader_recovery_state != 0:
            raise ValueError("this version lacks a field that is set")
        items = o.new_isr
        n = len(items) + 1
        if n < 128:
            put(_PACK_iiB(o.partition_index, o.leader_epoch, n))
        else:
            put(_PACK_ii(o.partition_index, o.leader_epoch))
            put(count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.unknown_tagged_fields:
            put(_PACK_i(o.partition_epoch))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ix(o.partition_epoch))


def _read_PartitionData_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.new_isr_with_epochs = ()
        o.partition_index, o.leader_epoch, n = _UNPACK_iiB(buf, pos)
        pos += 8
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.new_isr = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        o.leader_recovery_state, o.partition_epoch, n = _UNPACK_biB(buf, pos)
        pos += 6
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_PartitionData_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.new_isr_with_epochs != ():
            raise ValueError("this version lacks a field that is set")
        items = o.new_isr
        n = len(items) + 1
        if n < 128:
            put(_PACK_iiB(o.partition_index, o.leader_epoch, n))
        else:
            put(_PACK_ii(o.partition_index, o.leader_epoch))
            put(count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.unknown_tagged_fields:
            put(_PACK_bi(o.leader_recovery_state, o.partition_epoch))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_bix(o.leader_recovery_state, o.partition_epoch))


def _read_PartitionData_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionData()
        o.new_isr = ()
        o.partition_index, o.leader_epoch, n = _UNPACK_iiB(buf, pos)
        pos += 8
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.new_isr_with_epochs, pos = _read_BrokerState_many_3(buf, pos + 1, n - 1)
        o.leader_recovery_state, o.partition_epoch, n = _UNPACK_biB(buf, pos)
        pos += 6
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_PartitionData_many_3(put: Append, many: Any) -> None:
    for o in many:
        if o.new_isr != ():
            raise ValueError("this version lacks a field that is set")
        items = o.new_isr_with_epochs
        n = len(items) + 1
        if n < 128:
            put(_PACK_iiB(o.partition_index, o.leader_epoch, n))
        else:
            put(_PACK_ii(o.partition_index, o.leader_epoch))
            put(count_uvarint(n))
        if items:
            _write_BrokerState_many_3(put, items)
        if o.unknown_tagged_fields:
            put(_PACK_bi(o.leader_recovery_state, o.partition_epoch))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_bix(o.leader_recovery_state, o.partition_epoch))


def _read_TopicData_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicData()
        o.topic_id = ZERO_UUID
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
        o.topic_id = ZERO_UUID
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
        o.topic_name = ""
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
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


def _write_TopicData_many_2(put: Append, many: Any) -> None:
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
            _write_PartitionData_many_1(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_TopicData_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicData()
        o.topic_name = ""
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_PartitionData_many_3(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopicData_many_3(put: Append, many: Any) -> None:
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
            _write_PartitionData_many_3(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_AlterPartitionRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AlterPartitionRequest()
    o.broker_id, o.broker_epoch, n = _UNPACK_iqB(buf, pos)
    pos += 12
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_TopicData_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_AlterPartitionRequest_0(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iqB(o.broker_id, o.broker_epoch, n))
    else:
        put(_PACK_iq(o.broker_id, o.broker_epoch))
        put(count_uvarint(n))
    if items:
        _write_TopicData_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_AlterPartitionRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AlterPartitionRequest()
    o.broker_id, o.broker_epoch, n = _UNPACK_iqB(buf, pos)
    pos += 12
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_TopicData_many_1(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_AlterPartitionRequest_1(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iqB(o.broker_id, o.broker_epoch, n))
    else:
        put(_PACK_iq(o.broker_id, o.broker_epoch))
        put(count_uvarint(n))
    if items:
        _write_TopicData_many_1(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_AlterPartitionRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AlterPartitionRequest()
    o.broker_id, o.broker_epoch, n = _UNPACK_iqB(buf, pos)
    pos += 12
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_TopicData_many_2(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_AlterPartitionRequest_2(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iqB(o.broker_id, o.broker_epoch, n))
    else:
        put(_PACK_iq(o.broker_id, o.broker_epoch))
        put(count_uvarint(n))
    if items:
        _write_TopicData_many_2(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_AlterPartitionRequest_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AlterPartitionRequest()
    o.broker_id, o.broker_epoch, n = _UNPACK_iqB(buf, pos)
    pos += 12
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_TopicData_many_3(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_AlterPartitionRequest_3(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iqB(o.broker_id, o.broker_epoch, n))
    else:
        put(_PACK_iq(o.broker_id, o.broker_epoch))
        put(count_uvarint(n))
    if items:
        _write_TopicData_many_3(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


AlterPartitionRequest._READERS = {
    0: _read_AlterPartitionRequest_0,
    1: _read_AlterPartitionRequest_1,
    2: _read_AlterPartitionRequest_2,
    3: _read_AlterPartitionRequest_3,
}
AlterPartitionRequest._WRITERS = {
    0: _write_AlterPartitionRequest_0,
    1: _write_AlterPartitionRequest_1,
    2: _write_AlterPartitionRequest_2,
    3: _write_AlterPartitionRequest_3,
}

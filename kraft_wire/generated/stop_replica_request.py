# Generated from StopReplicaRequest.json by `python -m codegen generate`. Do not edit.
"""StopReplicaRequest, request of API key 5, versions 0-4, flexible from 2. A controller of the ZooKeeper era tells a broker to stop, and perhaps delete, replicas; gone in 4.0."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    PACK_INT32S,
    READ_INT32S,
    UNPACK_INT32S,
    pack_many,
    read_numbers,
    unpack_many,
)
from kraft_wire.message import Request, Struct
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
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
    from .stop_replica_response import StopReplicaResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_PACK_iZiq = Layout(">i?iq").pack
_PACK_iZiqB = Layout(">i?iqB").pack
_PACK_iiZ = Layout(">ii?").pack
_PACK_iiZi = Layout(">ii?i").pack
_PACK_iiZx = Layout(">ii?x").pack
_PACK_iiq = Layout(">iiq").pack
_PACK_iiqB = Layout(">iiqB").pack
_PACK_iiqZ = Layout(">iiq?").pack
_PACK_iiqZB = Layout(">iiq?B").pack
_PACK_iiqZi = Layout(">iiq?i").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iZiqB = Layout(">i?iqB").unpack_from
_UNPACK_iiZB = Layout(">ii?B").unpack_from
_UNPACK_iiZi = Layout(">ii?i").unpack_from
_UNPACK_iiqB = Layout(">iiqB").unpack_from
_UNPACK_iiqZB = Layout(">iiq?B").unpack_from
_UNPACK_iiqZi = Layout(">iiq?i").unpack_from


class StopReplicaPartitionV0(Struct):
    """Partitions, not grouped by topic."""

    __slots__ = ("topic_name", "partition_index", "unknown_tagged_fields")
    __match_args__ = ("topic_name", "partition_index")
    __qualname__ = "StopReplicaRequest.StopReplicaPartitionV0"
    topic_name: Final[str]
    """Name of the topic. (string, version 0)"""
    partition_index: Final[int]
    """Number of the partition. (int32, version 0)"""

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


_StopReplicaPartitionV0 = StopReplicaPartitionV0
_new_StopReplicaPartitionV0 = new(StopReplicaPartitionV0)


class StopReplicaTopicV1(Struct):
    """One entry for each topic."""

    __slots__ = ("name", "partition_indexes", "unknown_tagged_fields")
    __match_args__ = ("name", "partition_indexes")
    __qualname__ = "StopReplicaRequest.StopReplicaTopicV1"
    name: Final[str]
    """Name of the topic. (string, versions 1-2)"""
    partition_indexes: Final[tuple[int, ...]]
    """Numbers of partitions. ([]int32, versions 1-2)"""

    def __init__(
        self,
        *,
        name: str = "",
        partition_indexes: Iterable[int] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.partition_indexes = tuple(partition_indexes)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            partition_indexes: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_StopReplicaTopicV1 = StopReplicaTopicV1
_new_StopReplicaTopicV1 = new(StopReplicaTopicV1)


class StopReplicaPartitionState(Struct):
    """States of partitions."""

    __slots__ = ("partition_index", "leader_epoch", "delete_partition", "unknown_tagged_fields")
    __match_args__ = ("partition_index", "leader_epoch", "delete_partition")
    __qualname__ = "StopReplicaRequest.StopReplicaPartitionState"
    partition_index: Final[int]
    """Number of the partition. (int32, versions 3-4)"""
    leader_epoch: Final[int]
    """Epoch of the leader; -1 if unknown. (int32, versions 3-4)"""
    delete_partition: Final[bool]
    """Whether the replica is deleted too. (bool, versions 3-4)"""

    def __init__(
        self,
        *,
        partition_index: int = 0,
        leader_epoch: int = -1,
        delete_partition: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition_index = partition_index
        self.leader_epoch = leader_epoch
        self.delete_partition = delete_partition
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition_index: int = ...,
            leader_epoch: int = ...,
            delete_partition: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_StopReplicaPartitionState = StopReplicaPartitionState
_new_StopReplicaPartitionState = new(StopReplicaPartitionState)


class StopReplicaTopicState(Struct):
    """States by topic."""

    __slots__ = ("topic_name", "partition_states", "unknown_tagged_fields")
    __match_args__ = ("topic_name", "partition_states")
    __qualname__ = "StopReplicaRequest.StopReplicaTopicState"
    topic_name: Final[str]
    """Name of the topic. (string, versions 3-4)"""
    partition_states: Final[tuple[StopReplicaPartitionState, ...]]
    """States of partitions. ([]StopReplicaPartitionState, versions 3-4)"""

    def __init__(
        self,
        *,
        topic_name: str = "",
        partition_states: Iterable[StopReplicaPartitionState] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_name = topic_name
        self.partition_states = tuple(partition_states)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_name: str = ...,
            partition_states: Iterable[StopReplicaPartitionState] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_StopReplicaTopicState = StopReplicaTopicState
_new_StopReplicaTopicState = new(StopReplicaTopicState)


class StopReplicaRequest(Request["StopReplicaResponse"]):
    """A controller of the ZooKeeper era tells a broker to stop, and perhaps delete, replicas; gone in 4.0."""

    __slots__ = ("controller_id", "is_kraft_controller", "controller_epoch", "broker_epoch", "delete_partitions", "ungrouped_partitions", "topics", "topic_states", "unknown_tagged_fields")
    __match_args__ = ("controller_id", "is_kraft_controller", "controller_epoch", "broker_epoch", "delete_partitions", "ungrouped_partitions", "topics", "topic_states")
    KIND = "request"
    API_KEY = 5
    VERSIONS = (0, 4)
    FLEXIBLE_VERSIONS = (2, 4)
    _RESPONSE_NAME = "StopReplicaResponse"
    if TYPE_CHECKING:
        StopReplicaPartitionV0: TypeAlias = _StopReplicaPartitionV0
        StopReplicaTopicV1: TypeAlias = _StopReplicaTopicV1
        StopReplicaPartitionState: TypeAlias = _StopReplicaPartitionState
        StopReplicaTopicState: TypeAlias = _StopReplicaTopicState
    else:  # no annotation of a field
        StopReplicaPartitionV0 = _StopReplicaPartitionV0
        StopReplicaTopicV1 = _StopReplicaTopicV1
        StopReplicaPartitionState = _StopReplicaPartitionState
        StopReplicaTopicState = _StopReplicaTopicState
    controller_id: Final[int]
    """Node id of the controller; -1 if there is none. (int32)"""
    is_kraft_controller: Final[bool]
    """Whether the sender is a KRaft controller that migrates from ZooKeeper. (bool, version 4)"""
    controller_epoch: Final[int]
    """Epoch of the controller. (int32)"""
    broker_epoch: Final[int]
    """Epoch that the controller gave the broker at its registration; -1 for none. (int64, versions 1-4, ignorable)"""
    delete_partitions: Final[bool]
    """Whether the replicas are deleted too. (bool, versions 0-2)"""
    ungrouped_partitions: Final[tuple[StopReplicaPartitionV0, ...]]
    """Partitions, not grouped by topic. ([]StopReplicaPartitionV0, version 0)"""
    topics: Final[tuple[StopReplicaTopicV1, ...]]
    """One entry for each topic. ([]StopReplicaTopicV1, versions 1-2)"""
    topic_states: Final[tuple[StopReplicaTopicState, ...]]
    """States by topic. ([]StopReplicaTopicState, versions 3-4)"""

    def __init__(
        self,
        *,
        controller_id: int = 0,
        is_kraft_controller: bool = False,
        controller_epoch: int = 0,
        broker_epoch: int = -1,
        delete_partitions: bool = False,
        ungrouped_partitions: Iterable[StopReplicaPartitionV0] = (),
        topics: Iterable[StopReplicaTopicV1] = (),
        topic_states: Iterable[StopReplicaTopicState] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.controller_id = controller_id
        self.is_kraft_controller = is_kraft_controller
        self.controller_epoch = controller_epoch
        self.broker_epoch = broker_epoch
        self.delete_partitions = delete_partitions
        self.ungrouped_partitions = tuple(ungrouped_partitions)
        self.topics = tuple(topics)
        self.topic_states = tuple(topic_states)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            controller_id: int = ...,
            is_kraft_controller: bool = ...,
            controller_epoch: int = ...,
            broker_epoch: int = ...,
            delete_partitions: bool = ...,
            ungrouped_partitions: Iterable[StopReplicaPartitionV0] = ...,
            topics: Iterable[StopReplicaTopicV1] = ...,
            topic_states: Iterable[StopReplicaTopicState] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_StopReplicaRequest = new(StopReplicaRequest)


def _read_StopReplicaPartitionV0_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_StopReplicaPartitionV0()
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.topic_name = buf[pos:end].decode()
        pos = end
        (o.partition_index,) = _UNPACK_i(buf, pos)
        pos += 4
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_StopReplicaPartitionV0_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.topic_name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        put(_PACK_i(o.partition_index))


def _read_StopReplicaTopicV1_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_StopReplicaTopicV1()
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
        o.partition_indexes = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_StopReplicaTopicV1_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.partition_indexes
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))


def _read_StopReplicaTopicV1_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_StopReplicaTopicV1()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.partition_indexes = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_StopReplicaTopicV1_many_2(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partition_indexes
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_StopReplicaPartitionState_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_StopReplicaPartitionState()
        o.partition_index, o.leader_epoch, o.delete_partition, n = _UNPACK_iiZB(buf, pos)
        pos += 10
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_StopReplicaPartitionState_many_3(put: Append, many: Any) -> None:
    for o in many:
        if o.delete_partition is not True and o.delete_partition is not False:
            raise ValueError("bool is neither true nor false")
        if o.unknown_tagged_fields:
            put(_PACK_iiZ(o.partition_index, o.leader_epoch, o.delete_partition))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_iiZx(o.partition_index, o.leader_epoch, o.delete_partition))


def _read_StopReplicaTopicState_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_StopReplicaTopicState()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic_name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partition_states, pos = _read_StopReplicaPartitionState_many_3(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_StopReplicaTopicState_many_3(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic_name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partition_states
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_StopReplicaPartitionState_many_3(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_StopReplicaRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_StopReplicaRequest()
    o.is_kraft_controller = False
    o.broker_epoch = -1
    o.topics = ()
    o.topic_states = ()
    o.controller_id, o.controller_epoch, o.delete_partitions, n = _UNPACK_iiZi(buf, pos)
    pos += 13
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.ungrouped_partitions, pos = _read_StopReplicaPartitionV0_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_StopReplicaRequest_0(put: Append, o: Any) -> None:
    if o.is_kraft_controller is not False or o.topics != () or o.topic_states != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    if o.delete_partitions is not True and o.delete_partitions is not False:
        raise ValueError("bool is neither true nor false")
    items = o.ungrouped_partitions
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_iiZi(o.controller_id, o.controller_epoch, o.delete_partitions, n))
    if items:
        _write_StopReplicaPartitionV0_many_0(put, items)


def _read_StopReplicaRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_StopReplicaRequest()
    o.is_kraft_controller = False
    o.ungrouped_partitions = ()
    o.topic_states = ()
    o.controller_id, o.controller_epoch, o.broker_epoch, o.delete_partitions, n = _UNPACK_iiqZi(buf, pos)
    pos += 21
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_StopReplicaTopicV1_many_1(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_StopReplicaRequest_1(put: Append, o: Any) -> None:
    if o.is_kraft_controller is not False or o.ungrouped_partitions != () or o.topic_states != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    if o.delete_partitions is not True and o.delete_partitions is not False:
        raise ValueError("bool is neither true nor false")
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_iiqZi(o.controller_id, o.controller_epoch, o.broker_epoch, o.delete_partitions, n))
    if items:
        _write_StopReplicaTopicV1_many_1(put, items)


def _read_StopReplicaRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_StopReplicaRequest()
    o.is_kraft_controller = False
    o.ungrouped_partitions = ()
    o.topic_states = ()
    o.controller_id, o.controller_epoch, o.broker_epoch, o.delete_partitions, n = _UNPACK_iiqZB(buf, pos)
    pos += 17
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_StopReplicaTopicV1_many_2(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_StopReplicaRequest_2(put: Append, o: Any) -> None:
    if o.is_kraft_controller is not False or o.ungrouped_partitions != () or o.topic_states != ():
        raise ValueError("this version lacks a field that is set")
    if o.delete_partitions is not True and o.delete_partitions is not False:
        raise ValueError("bool is neither true nor false")
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iiqZB(o.controller_id, o.controller_epoch, o.broker_epoch, o.delete_partitions, n))
    else:
        put(_PACK_iiqZ(o.controller_id, o.controller_epoch, o.broker_epoch, o.delete_partitions))
        put(count_uvarint(n))
    if items:
        _write_StopReplicaTopicV1_many_2(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_StopReplicaRequest_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_StopReplicaRequest()
    o.is_kraft_controller = False
    o.delete_partitions = False
    o.ungrouped_partitions = ()
    o.topics = ()
    o.controller_id, o.controller_epoch, o.broker_epoch, n = _UNPACK_iiqB(buf, pos)
    pos += 16
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topic_states, pos = _read_StopReplicaTopicState_many_3(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_StopReplicaRequest_3(put: Append, o: Any) -> None:
    if o.is_kraft_controller is not False or o.delete_partitions is not False or o.ungrouped_partitions != () or o.topics != ():
        raise ValueError("this version lacks a field that is set")
    items = o.topic_states
    n = len(items) + 1
    if n < 128:
        put(_PACK_iiqB(o.controller_id, o.controller_epoch, o.broker_epoch, n))
    else:
        put(_PACK_iiq(o.controller_id, o.controller_epoch, o.broker_epoch))
        put(count_uvarint(n))
    if items:
        _write_StopReplicaTopicState_many_3(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_StopReplicaRequest_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_StopReplicaRequest()
    o.delete_partitions = False
    o.ungrouped_partitions = ()
    o.topics = ()
    o.controller_id, o.is_kraft_controller, o.controller_epoch, o.broker_epoch, n = _UNPACK_iZiqB(buf, pos)
    pos += 17
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topic_states, pos = _read_StopReplicaTopicState_many_3(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_StopReplicaRequest_4(put: Append, o: Any) -> None:
    if o.delete_partitions is not False or o.ungrouped_partitions != () or o.topics != ():
        raise ValueError("this version lacks a field that is set")
    if o.is_kraft_controller is not True and o.is_kraft_controller is not False:
        raise ValueError("bool is neither true nor false")
    items = o.topic_states
    n = len(items) + 1
    if n < 128:
        put(_PACK_iZiqB(o.controller_id, o.is_kraft_controller, o.controller_epoch, o.broker_epoch, n))
    else:
        put(_PACK_iZiq(o.controller_id, o.is_kraft_controller, o.controller_epoch, o.broker_epoch))
        put(count_uvarint(n))
    if items:
        _write_StopReplicaTopicState_many_3(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


StopReplicaRequest._READERS = {
    0: _read_StopReplicaRequest_0,
    1: _read_StopReplicaRequest_1,
    2: _read_StopReplicaRequest_2,
    3: _read_StopReplicaRequest_3,
    4: _read_StopReplicaRequest_4,
}
StopReplicaRequest._WRITERS = {
    0: _write_StopReplicaRequest_0,
    1: _write_StopReplicaRequest_1,
    2: _write_StopReplicaRequest_2,
    3: _write_StopReplicaRequest_3,
    4: _write_StopReplicaRequest_4,
}

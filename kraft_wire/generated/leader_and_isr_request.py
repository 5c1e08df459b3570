# Generated from LeaderAndIsrRequest.json by `python -m codegen generate`. Do not edit.
"""LeaderAndIsrRequest, request of API key 4, versions 0-7, flexible from 4. A controller of the ZooKeeper era tells a broker which partitions it leads or follows; gone in 4.0."""

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
    from .leader_and_isr_response import LeaderAndIsrResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_Z = Layout(">?").pack
_PACK_Zb = Layout(">?b").pack
_PACK_Zbx = Layout(">?bx").pack
_PACK_Zx = Layout(">?x").pack
_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_iZiqb = Layout(">i?iqb").pack
_PACK_iZiqbB = Layout(">i?iqbB").pack
_PACK_ih = Layout(">ih").pack
_PACK_ii = Layout(">ii").pack
_PACK_iii = Layout(">iii").pack
_PACK_iiii = Layout(">iiii").pack
_PACK_iiiiB = Layout(">iiiiB").pack
_PACK_iiiii = Layout(">iiiii").pack
_PACK_iiq = Layout(">iiq").pack
_PACK_iiqB = Layout(">iiqB").pack
_PACK_iiqb = Layout(">iiqb").pack
_PACK_iiqbB = Layout(">iiqbB").pack
_PACK_iiqi = Layout(">iiqi").pack
_PACK_ix = Layout(">ix").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_Z = Layout(">?").unpack_from
_UNPACK_ZB = Layout(">?B").unpack_from
_UNPACK_ZbB = Layout(">?bB").unpack_from
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_iZiqbB = Layout(">i?iqbB").unpack_from
_UNPACK_ih = Layout(">ih").unpack_from
_UNPACK_ii = Layout(">ii").unpack_from
_UNPACK_iii = Layout(">iii").unpack_from
_UNPACK_iiiiB = Layout(">iiiiB").unpack_from
_UNPACK_iiiii = Layout(">iiiii").unpack_from
_UNPACK_iiqB = Layout(">iiqB").unpack_from
_UNPACK_iiqbB = Layout(">iiqbB").unpack_from
_UNPACK_iiqi = Layout(">iiqi").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class LeaderAndIsrPartitionState(Struct):
    """Part of LeaderAndIsrRequest."""

    __slots__ = ("topic_name", "partition_index", "controller_epoch", "leader", "leader_epoch", "isr", "partition_epoch", "replicas", "adding_replicas", "removing_replicas", "is_new", "leader_recovery_state", "unknown_tagged_fields")
    __match_args__ = ("topic_name", "partition_index", "controller_epoch", "leader", "leader_epoch", "isr", "partition_epoch", "replicas", "adding_replicas", "removing_replicas", "is_new", "leader_recovery_state")
    __qualname__ = "LeaderAndIsrRequest.LeaderAndIsrPartitionState"
    topic_name: Final[str]
    """Name of the topic. (string, versions 0-1, ignorable)"""
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    controller_epoch: Final[int]
    """Epoch of the controller. (int32)"""
    leader: Final[int]
    """Node id of the leader; -1 for none. (int32)"""
    leader_epoch: Final[int]
    """Epoch of the leader; -1 if unknown. (int32)"""
    isr: Final[tuple[int, ...]]
    """Node ids of the in-sync replicas. ([]int32)"""
    partition_epoch: Final[int]
    """Epoch of the partition, raised by each change of its state. (int32)"""
    replicas: Final[tuple[int, ...]]
    """Node ids of the replicas, preferred leader first. ([]int32)"""
    adding_replicas: Final[tuple[int, ...]]
    """Node ids of replicas that a reassignment adds. ([]int32, versions 3-7, ignorable)"""
    removing_replicas: Final[tuple[int, ...]]
    """Node ids of replicas that a reassignment removes. ([]int32, versions 3-7, ignorable)"""
    is_new: Final[bool]
    """Whether the replica was never there before. (bool, versions 1-7, ignorable)"""
    leader_recovery_state: Final[int]
    """0 recovered, 1 the leader came from an unclean election and is recovering. (int8, versions 6-7)"""

    def __init__(
        self,
        *,
        topic_name: str = "",
        partition_index: int = 0,
        controller_epoch: int = 0,
        leader: int = 0,
        leader_epoch: int = 0,
        isr: Iterable[int] = (),
        partition_epoch: int = 0,
        replicas: Iterable[int] = (),
        adding_replicas: Iterable[int] = (),
        removing_replicas: Iterable[int] = (),
        is_new: bool = False,
        leader_recovery_state: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_name = topic_name
        self.partition_index = partition_index
        self.controller_epoch = controller_epoch
        self.leader = leader
        self.leader_epoch = leader_epoch
        self.isr = tuple(isr)
        self.partition_epoch = partition_epoch
        self.replicas = tuple(replicas)
        self.adding_replicas = tuple(adding_replicas)
        self.removing_replicas = tuple(removing_replicas)
        self.is_new = is_new
        self.leader_recovery_state = leader_recovery_state
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_name: str = ...,
            partition_index: int = ...,
            controller_epoch: int = ...,
            leader: int = ...,
            leader_epoch: int = ...,
            isr: Iterable[int] = ...,
            partition_epoch: int = ...,
            replicas: Iterable[int] = ...,
            adding_replicas: Iterable[int] = ...,
            removing_replicas: Iterable[int] = ...,
            is_new: bool = ...,
            leader_recovery_state: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_LeaderAndIsrPartitionState = LeaderAndIsrPartitionState
_new_LeaderAndIsrPartitionState = new(LeaderAndIsrPartitionState)


class LeaderAndIsrTopicState(Struct):
    """States by topic."""

    __slots__ = ("topic_name", "topic_id", "partition_states", "unknown_tagged_fields")
    __match_args__ = ("topic_name", "topic_id", "partition_states")
    __qualname__ = "LeaderAndIsrRequest.LeaderAndIsrTopicState"
    topic_name: Final[str]
    """Name of the topic. (string, versions 2-7)"""
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid, versions 5-7, ignorable)"""
    partition_states: Final[tuple[LeaderAndIsrPartitionState, ...]]
    """States of partitions. ([]LeaderAndIsrPartitionState, versions 2-7)"""

    def __init__(
        self,
        *,
        topic_name: str = "",
        topic_id: Uuid = ZERO_UUID,
        partition_states: Iterable[LeaderAndIsrPartitionState] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_name = topic_name
        self.topic_id = topic_id
        self.partition_states = tuple(partition_states)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_name: str = ...,
            topic_id: Uuid = ...,
            partition_states: Iterable[LeaderAndIsrPartitionState] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_LeaderAndIsrTopicState = LeaderAndIsrTopicState
_new_LeaderAndIsrTopicState = new(LeaderAndIsrTopicState)


class LeaderAndIsrLiveLeader(Struct):
    """Brokers that lead the partitions."""

    __slots__ = ("broker_id", "host_name", "port", "unknown_tagged_fields")
    __match_args__ = ("broker_id", "host_name", "port")
    __qualname__ = "LeaderAndIsrRequest.LeaderAndIsrLiveLeader"
    broker_id: Final[int]
    """Node id of the broker. (int32)"""
    host_name: Final[str]
    """Name or address of the host. (string)"""
    port: Final[int]
    """TCP port. (int32)"""

    def __init__(
        self,
        *,
        broker_id: int = 0,
        host_name: str = "",
        port: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.broker_id = broker_id
        self.host_name = host_name
        self.port = port
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            broker_id: int = ...,
            host_name: str = ...,
            port: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_LeaderAndIsrLiveLeader = LeaderAndIsrLiveLeader
_new_LeaderAndIsrLiveLeader = new(LeaderAndIsrLiveLeader)


class LeaderAndIsrRequest(Request["LeaderAndIsrResponse"]):
    """A controller of the ZooKeeper era tells a broker which partitions it leads or follows; gone in 4.0."""

    __slots__ = ("controller_id", "is_kraft_controller", "controller_epoch", "broker_epoch", "type", "ungrouped_partition_states", "topic_states", "live_leaders", "unknown_tagged_fields")
    __match_args__ = ("controller_id", "is_kraft_controller", "controller_epoch", "broker_epoch", "type", "ungrouped_partition_states", "topic_states", "live_leaders")
    KIND = "request"
    API_KEY = 4
    VERSIONS = (0, 7)
    FLEXIBLE_VERSIONS = (4, 7)
    _RESPONSE_NAME = "LeaderAndIsrResponse"
    _IDENTITIES = ((("topic_states",), (("topic_name", 2, 7), ("topic_id", 5, 7))),)
    if TYPE_CHECKING:
        LeaderAndIsrPartitionState: TypeAlias = _LeaderAndIsrPartitionState
        LeaderAndIsrTopicState: TypeAlias = _LeaderAndIsrTopicState
        LeaderAndIsrLiveLeader: TypeAlias = _LeaderAndIsrLiveLeader
    else:  # no annotation of a field
        LeaderAndIsrPartitionState = _LeaderAndIsrPartitionState
        LeaderAndIsrTopicState = _LeaderAndIsrTopicState
        LeaderAndIsrLiveLeader = _LeaderAndIsrLiveLeader
    controller_id: Final[int]
    """Node id of the controller; -1 if there is none. (int32)"""
    is_kraft_controller: Final[bool]
    """Whether the sender is a KRaft controller that migrates from ZooKeeper. (bool, version 7)"""
    controller_epoch: Final[int]
    """Epoch of the controller. (int32)"""
    broker_epoch: Final[int]
    """Epoch that the controller gave the broker at its registration; -1 for none. (int64, versions 2-7, ignorable)"""
    type: Final[int]
    """0 unknown, 1 changes only, 2 everything. (int8, versions 5-7)"""
    ungrouped_partition_states: Final[tuple[LeaderAndIsrPartitionState, ...]]
    """States of partitions, not grouped by topic. ([]LeaderAndIsrPartitionState, versions 0-1)"""
    topic_states: Final[tuple[LeaderAndIsrTopicState, ...]]
    """States by topic. ([]LeaderAndIsrTopicState, versions 2-7)"""
    live_leaders: Final[tuple[LeaderAndIsrLiveLeader, ...]]
    """Brokers that lead the partitions. ([]LeaderAndIsrLiveLeader)"""

    def __init__(
        self,
        *,
        controller_id: int = 0,
        is_kraft_controller: bool = False,
        controller_epoch: int = 0,
        broker_epoch: int = -1,
        type: int = 0,
        ungrouped_partition_states: Iterable[LeaderAndIsrPartitionState] = (),
        topic_states: Iterable[LeaderAndIsrTopicState] = (),
        live_leaders: Iterable[LeaderAndIsrLiveLeader] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.controller_id = controller_id
        self.is_kraft_controller = is_kraft_controller
        self.controller_epoch = controller_epoch
        self.broker_epoch = broker_epoch
        self.type = type
        self.ungrouped_partition_states = tuple(ungrouped_partition_states)
        self.topic_states = tuple(topic_states)
        self.live_leaders = tuple(live_leaders)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            controller_id: int = ...,
            is_kraft_controller: bool = ...,
            controller_epoch: int = ...,
            broker_epoch: int = ...,
            type: int = ...,
            ungrouped_partition_states: Iterable[LeaderAndIsrPartitionState] = ...,
            topic_states: Iterable[LeaderAndIsrTopicState] = ...,
            live_leaders: Iterable[LeaderAndIsrLiveLeader] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_LeaderAndIsrRequest = new(LeaderAndIsrRequest)


def _read_LeaderAndIsrPartitionState_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_LeaderAndIsrPartitionState()
        o.adding_replicas = ()
        o.removing_replicas = ()
        o.is_new = False
        o.leader_recovery_state = 0
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.topic_name = buf[pos:end].decode()
        pos = end
        o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n = _UNPACK_iiiii(buf, pos)
        pos += 20
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.isr = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        o.partition_epoch, n = _UNPACK_ii(buf, pos)
        pos += 8
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.replicas = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_LeaderAndIsrPartitionState_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.leader_recovery_state != 0:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.topic_name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.isr
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_iiiii(o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))
        items = o.replicas
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_ii(o.partition_epoch, n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))


def _read_LeaderAndIsrPartitionState_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_LeaderAndIsrPartitionState()
        o.adding_replicas = ()
        o.removing_replicas = ()
        o.leader_recovery_state = 0
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.topic_name = buf[pos:end].decode()
        pos = end
        o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n = _UNPACK_iiiii(buf, pos)
        pos += 20
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.isr = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        o.partition_epoch, n = _UNPACK_ii(buf, pos)
        pos += 8
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.replicas = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        (o.is_new,) = _UNPACK_Z(buf, pos)
        pos += 1
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_LeaderAndIsrPartitionState_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.leader_recovery_state != 0:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.topic_name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.isr
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_iiiii(o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))
        items = o.replicas
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_ii(o.partition_epoch, n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))
        if o.is_new is not True and o.is_new is not False:
            raise ValueError("bool is neither true nor false")
        put(_PACK_Z(o.is_new))


def _read_LeaderAndIsrPartitionState_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_LeaderAndIsrPartitionState()
        o.topic_name = ""
        o.adding_replicas = ()
        o.removing_replicas = ()
        o.leader_recovery_state = 0
        o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n = _UNPACK_iiiii(buf, pos)
        pos += 20
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.isr = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        o.partition_epoch, n = _UNPACK_ii(buf, pos)
        pos += 8
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.replicas = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        (o.is_new,) = _UNPACK_Z(buf, pos)
        pos += 1
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_LeaderAndIsrPartitionState_many_2(put: Append, many: Any) -> None:
    for o in many:
        if o.leader_recovery_state != 0:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.isr
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_iiiii(o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))
        items = o.replicas
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_ii(o.partition_epoch, n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))
        if o.is_new is not True and o.is_new is not False:
            raise ValueError("bool is neither true nor false")
        put(_PACK_Z(o.is_new))


def _read_LeaderAndIsrPartitionState_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_LeaderAndIsrPartitionState()
        o.topic_name = ""
        o.leader_recovery_state = 0
        o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n = _UNPACK_iiiii(buf, pos)
        pos += 20
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.isr = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        o.partition_epoch, n = _UNPACK_ii(buf, pos)
        pos += 8
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.replicas = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.adding_replicas = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.removing_replicas = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        (o.is_new,) = _UNPACK_Z(buf, pos)
        pos += 1
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_LeaderAndIsrPartitionState_many_3(put: Append, many: Any) -> None:
    for o in many:
        if o.leader_recovery_state != 0:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.isr
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_iiiii(o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))
        items = o.replicas
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_ii(o.partition_epoch, n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))
        items = o.adding_replicas
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))
        items = o.removing_replicas
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))
        if o.is_new is not True and o.is_new is not False:
            raise ValueError("bool is neither true nor false")
        put(_PACK_Z(o.is_new))


def _read_LeaderAndIsrPartitionState_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_LeaderAndIsrPartitionState()
        o.topic_name = ""
        o.leader_recovery_state = 0
        o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n = _UNPACK_iiiiB(buf, pos)
        pos += 16
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.isr = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        o.partition_epoch, n = _UNPACK_iB(buf, pos)
        pos += 4
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.adding_replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.removing_replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        o.is_new, n = _UNPACK_ZB(buf, pos)
        pos += 2
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_LeaderAndIsrPartitionState_many_4(put: Append, many: Any) -> None:
    for o in many:
        if o.leader_recovery_state != 0:
            raise ValueError("this version lacks a field that is set")
        items = o.isr
        n = len(items) + 1
        if n < 128:
            put(_PACK_iiiiB(o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n))
        else:
            put(_PACK_iiii(o.partition_index, o.controller_epoch, o.leader, o.leader_epoch))
            put(count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        items = o.replicas
        n = len(items) + 1
        if n < 128:
            put(_PACK_iB(o.partition_epoch, n))
        else:
            put(_PACK_i(o.partition_epoch))
            put(count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        items = o.adding_replicas
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        items = o.removing_replicas
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.is_new is not True and o.is_new is not False:
            raise ValueError("bool is neither true nor false")
        if o.unknown_tagged_fields:
            put(_PACK_Z(o.is_new))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_Zx(o.is_new))


def _read_LeaderAndIsrPartitionState_many_6(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_LeaderAndIsrPartitionState()
        o.topic_name = ""
        o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n = _UNPACK_iiiiB(buf, pos)
        pos += 16
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.isr = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        o.partition_epoch, n = _UNPACK_iB(buf, pos)
        pos += 4
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.adding_replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.removing_replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        o.is_new, o.leader_recovery_state, n = _UNPACK_ZbB(buf, pos)
        pos += 3
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_LeaderAndIsrPartitionState_many_6(put: Append, many: Any) -> None:
    for o in many:
        items = o.isr
        n = len(items) + 1
        if n < 128:
            put(_PACK_iiiiB(o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n))
        else:
            put(_PACK_iiii(o.partition_index, o.controller_epoch, o.leader, o.leader_epoch))
            put(count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        items = o.replicas
        n = len(items) + 1
        if n < 128:
            put(_PACK_iB(o.partition_epoch, n))
        else:
            put(_PACK_i(o.partition_epoch))
            put(count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        items = o.adding_replicas
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        items = o.removing_replicas
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.is_new is not True and o.is_new is not False:
            raise ValueError("bool is neither true nor false")
        if o.unknown_tagged_fields:
            put(_PACK_Zb(o.is_new, o.leader_recovery_state))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_Zbx(o.is_new, o.leader_recovery_state))


def _read_LeaderAndIsrTopicState_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_LeaderAndIsrTopicState()
        o.topic_id = ZERO_UUID
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.topic_name = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.partition_states, pos = _read_LeaderAndIsrPartitionState_many_2(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_LeaderAndIsrTopicState_many_2(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.topic_name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.partition_states
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_LeaderAndIsrPartitionState_many_2(put, items)


def _read_LeaderAndIsrTopicState_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_LeaderAndIsrTopicState()
        o.topic_id = ZERO_UUID
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.topic_name = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.partition_states, pos = _read_LeaderAndIsrPartitionState_many_3(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_LeaderAndIsrTopicState_many_3(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.topic_name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.partition_states
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_LeaderAndIsrPartitionState_many_3(put, items)


def _read_LeaderAndIsrTopicState_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_LeaderAndIsrTopicState()
        o.topic_id = ZERO_UUID
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic_name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partition_states, pos = _read_LeaderAndIsrPartitionState_many_4(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_LeaderAndIsrTopicState_many_4(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic_name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partition_states
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_LeaderAndIsrPartitionState_many_4(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_LeaderAndIsrTopicState_many_5(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_LeaderAndIsrTopicState()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic_name = buf[pos + 1 : (pos := pos + n)].decode()
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partition_states, pos = _read_LeaderAndIsrPartitionState_many_4(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_LeaderAndIsrTopicState_many_5(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic_name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if len(o.topic_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        items = o.partition_states
        n = len(items) + 1
        if n < 128:
            put(_PACK_uB(o.topic_id, n))
        else:
            put(_PACK_u(o.topic_id))
            put(count_uvarint(n))
        if items:
            _write_LeaderAndIsrPartitionState_many_4(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_LeaderAndIsrTopicState_many_6(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_LeaderAndIsrTopicState()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic_name = buf[pos + 1 : (pos := pos + n)].decode()
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partition_states, pos = _read_LeaderAndIsrPartitionState_many_6(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_LeaderAndIsrTopicState_many_6(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic_name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if len(o.topic_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        items = o.partition_states
        n = len(items) + 1
        if n < 128:
            put(_PACK_uB(o.topic_id, n))
        else:
            put(_PACK_u(o.topic_id))
            put(count_uvarint(n))
        if items:
            _write_LeaderAndIsrPartitionState_many_6(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_LeaderAndIsrLiveLeader_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_LeaderAndIsrLiveLeader()
        o.broker_id, n = _UNPACK_ih(buf, pos)
        pos += 6
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.host_name = buf[pos:end].decode()
        pos = end
        (o.port,) = _UNPACK_i(buf, pos)
        pos += 4
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_LeaderAndIsrLiveLeader_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.host_name.encode()
        n = len(items)
        put(_PACK_ih(o.broker_id, n))
        put(items)
        put(_PACK_i(o.port))


def _read_LeaderAndIsrLiveLeader_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_LeaderAndIsrLiveLeader()
        o.broker_id, n = _UNPACK_iB(buf, pos)
        pos += 4
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.host_name = buf[pos + 1 : (pos := pos + n)].decode()
        o.port, n = _UNPACK_iB(buf, pos)
        pos += 5
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_LeaderAndIsrLiveLeader_many_4(put: Append, many: Any) -> None:
    for o in many:
        items = o.host_name.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_iB(o.broker_id, n))
        else:
            put(_PACK_i(o.broker_id))
            put(text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            put(_PACK_i(o.port))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ix(o.port))


def _read_LeaderAndIsrRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_LeaderAndIsrRequest()
    o.is_kraft_controller = False
    o.broker_epoch = -1
    o.type = 0
    o.topic_states = ()
    o.controller_id, o.controller_epoch, n = _UNPACK_iii(buf, pos)
    pos += 12
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.ungrouped_partition_states, pos = _read_LeaderAndIsrPartitionState_many_0(buf, pos, n)
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.live_leaders, pos = _read_LeaderAndIsrLiveLeader_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_LeaderAndIsrRequest_0(put: Append, o: Any) -> None:
    if o.is_kraft_controller is not False or o.type != 0 or o.topic_states != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.ungrouped_partition_states
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_iii(o.controller_id, o.controller_epoch, n))
    if items:
        _write_LeaderAndIsrPartitionState_many_0(put, items)
    items = o.live_leaders
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_LeaderAndIsrLiveLeader_many_0(put, items)


def _read_LeaderAndIsrRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_LeaderAndIsrRequest()
    o.is_kraft_controller = False
    o.broker_epoch = -1
    o.type = 0
    o.topic_states = ()
    o.controller_id, o.controller_epoch, n = _UNPACK_iii(buf, pos)
    pos += 12
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.ungrouped_partition_states, pos = _read_LeaderAndIsrPartitionState_many_1(buf, pos, n)
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.live_leaders, pos = _read_LeaderAndIsrLiveLeader_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_LeaderAndIsrRequest_1(put: Append, o: Any) -> None:
    if o.is_kraft_controller is not False or o.type != 0 or o.topic_states != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.ungrouped_partition_states
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_iii(o.controller_id, o.controller_epoch, n))
    if items:
        _write_LeaderAndIsrPartitionState_many_1(put, items)
    items = o.live_leaders
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_LeaderAndIsrLiveLeader_many_0(put, items)


def _read_LeaderAndIsrRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_LeaderAndIsrRequest()
    o.is_kraft_controller = False
    o.type = 0
    o.ungrouped_partition_states = ()
    o.controller_id, o.controller_epoch, o.broker_epoch, n = _UNPACK_iiqi(buf, pos)
    pos += 20
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topic_states, pos = _read_LeaderAndIsrTopicState_many_2(buf, pos, n)
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.live_leaders, pos = _read_LeaderAndIsrLiveLeader_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_LeaderAndIsrRequest_2(put: Append, o: Any) -> None:
    if o.is_kraft_controller is not False or o.type != 0 or o.ungrouped_partition_states != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topic_states
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_iiqi(o.controller_id, o.controller_epoch, o.broker_epoch, n))
    if items:
        _write_LeaderAndIsrTopicState_many_2(put, items)
    items = o.live_leaders
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_LeaderAndIsrLiveLeader_many_0(put, items)


def _read_LeaderAndIsrRequest_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_LeaderAndIsrRequest()
    o.is_kraft_controller = False
    o.type = 0
    o.ungrouped_partition_states = ()
    o.controller_id, o.controller_epoch, o.broker_epoch, n = _UNPACK_iiqi(buf, pos)
    pos += 20
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topic_states, pos = _read_LeaderAndIsrTopicState_many_3(buf, pos, n)
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.live_leaders, pos = _read_LeaderAndIsrLiveLeader_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_LeaderAndIsrRequest_3(put: Append, o: Any) -> None:
    if o.is_kraft_controller is not False or o.type != 0 or o.ungrouped_partition_states != ():
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.topic_states
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_iiqi(o.controller_id, o.controller_epoch, o.broker_epoch, n))
    if items:
        _write_LeaderAndIsrTopicState_many_3(put, items)
    items = o.live_leaders
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_LeaderAndIsrLiveLeader_many_0(put, items)


def _read_LeaderAndIsrRequest_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_LeaderAndIsrRequest()
    o.is_kraft_controller = False
    o.type = 0
    o.ungrouped_partition_states = ()
    o.controller_id, o.controller_epoch, o.broker_epoch, n = _UNPACK_iiqB(buf, pos)
    pos += 16
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topic_states, pos = _read_LeaderAndIsrTopicState_many_4(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.live_leaders, pos = _read_LeaderAndIsrLiveLeader_many_4(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_LeaderAndIsrRequest_4(put: Append, o: Any) -> None:
    if o.is_kraft_controller is not False or o.type != 0 or o.ungrouped_partition_states != ():
        raise ValueError("this version lacks a field that is set")
    items = o.topic_states
    n = len(items) + 1
    if n < 128:
        put(_PACK_iiqB(o.controller_id, o.controller_epoch, o.broker_epoch, n))
    else:
        put(_PACK_iiq(o.controller_id, o.controller_epoch, o.broker_epoch))
        put(count_uvarint(n))
    if items:
        _write_LeaderAndIsrTopicState_many_4(put, items)
    items = o.live_leaders
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_LeaderAndIsrLiveLeader_many_4(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_LeaderAndIsrRequest_5(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_LeaderAndIsrRequest()
    o.is_kraft_controller = False
    o.ungrouped_partition_states = ()
    o.controller_id, o.controller_epoch, o.broker_epoch, o.type, n = _UNPACK_iiqbB(buf, pos)
    pos += 17
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topic_states, pos = _read_LeaderAndIsrTopicState_many_5(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.live_leaders, pos = _read_LeaderAndIsrLiveLeader_many_4(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_LeaderAndIsrRequest_5(put: Append, o: Any) -> None:
    if o.is_kraft_controller is not False or o.ungrouped_partition_states != ():
        raise ValueError("this version lacks a field that is set")
    items = o.topic_states
    n = len(items) + 1
    if n < 128:
        put(_PACK_iiqbB(o.controller_id, o.controller_epoch, o.broker_epoch, o.type, n))
    else:
        put(_PACK_iiqb(o.controller_id, o.controller_epoch, o.broker_epoch, o.type))
        put(count_uvarint(n))
    if items:
        _write_LeaderAndIsrTopicState_many_5(put, items)
    items = o.live_leaders
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_LeaderAndIsrLiveLeader_many_4(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_LeaderAndIsrRequest_6(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_LeaderAndIsrRequest()
    o.is_kraft_controller = False
    o.ungrouped_partition_states = ()
    o.controller_id, o.controller_epoch, o.broker_epoch, o.type, n = _UNPACK_iiqbB(buf, pos)
    pos += 17
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topic_states, pos = _read_LeaderAndIsrTopicState_many_6(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.live_leaders, pos = _read_LeaderAndIsrLiveLeader_many_4(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_LeaderAndIsrRequest_6(put: Append, o: Any) -> None:
    if o.is_kraft_controller is not False or o.ungrouped_partition_states != ():
        raise ValueError("this version lacks a field that is set")
    items = o.topic_states
    n = len(items) + 1
    if n < 128:
        put(_PACK_iiqbB(o.controller_id, o.controller_epoch, o.broker_epoch, o.type, n))
    else:
        put(_PACK_iiqb(o.controller_id, o.controller_epoch, o.broker_epoch, o.type))
        put(count_uvarint(n))
    if items:
        _write_LeaderAndIsrTopicState_many_6(put, items)
    items = o.live_leaders
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_LeaderAndIsrLiveLeader_many_4(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_LeaderAndIsrRequest_7(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_LeaderAndIsrRequest()
    o.ungrouped_partition_states = ()
    o.controller_id, o.is_kraft_controller, o.controller_epoch, o.broker_epoch, o.type, n = _UNPACK_iZiqbB(buf, pos)
    pos += 18
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topic_states, pos = _read_LeaderAndIsrTopicState_many_6(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.live_leaders, pos = _read_LeaderAndIsrLiveLeader_many_4(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_LeaderAndIsrRequest_7(put: Append, o: Any) -> None:
    if o.ungrouped_partition_states != ():
        raise ValueError("this version lacks a field that is set")
    if o.is_kraft_controller is not True and o.is_kraft_controller is not False:
        raise ValueError("bool is neither true nor false")
    items = o.topic_states
    n = len(items) + 1
    if n < 128:
        put(_PACK_iZiqbB(o.controller_id, o.is_kraft_controller, o.controller_epoch, o.broker_epoch, o.type, n))
    else:
        put(_PACK_iZiqb(o.controller_id, o.is_kraft_controller, o.controller_epoch, o.broker_epoch, o.type))
        put(count_uvarint(n))
    if items:
        _write_LeaderAndIsrTopicState_many_6(put, items)
    items = o.live_leaders
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_LeaderAndIsrLiveLeader_many_4(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


LeaderAndIsrRequest._READERS = {
    0: _read_LeaderAndIsrRequest_0,
    1: _read_LeaderAndIsrRequest_1,
    2: _read_LeaderAndIsrRequest_2,
    3: _read_LeaderAndIsrRequest_3,
    4: _read_LeaderAndIsrRequest_4,
    5: _read_LeaderAndIsrRequest_5,
    6: _read_LeaderAndIsrRequest_6,
    7: _read_LeaderAndIsrRequest_7,
}
LeaderAndIsrRequest._WRITERS = {
    0: _write_LeaderAndIsrRequest_0,
    1: _write_LeaderAndIsrRequest_1,
    2: _write_LeaderAndIsrRequest_2,
    3: _write_LeaderAndIsrRequest_3,
    4: _write_LeaderAndIsrRequest_4,
    5: _write_LeaderAndIsrRequest_5,
    6: _write_LeaderAndIsrRequest_6,
    7: _write_LeaderAndIsrRequest_7,
}

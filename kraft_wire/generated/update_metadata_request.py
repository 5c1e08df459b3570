# Generated from UpdateMetadataRequest.json by `python -m codegen generate`. Do not edit.
"""UpdateMetadataRequest, request of API key 6, versions 0-8, flexible from 6. A controller of the ZooKeeper era sends brokers the cluster's state; gone in 4.0."""

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
    keep_unknown_tag,
    new,
    read_tag,
    read_tag_count,
    read_unknown_tags,
    sorted_tags,
    text_length,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .update_metadata_response import UpdateMetadataResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_b = Layout(">b").pack
_PACK_h = Layout(">h").pack
_PACK_hx = Layout(">hx").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_iZiq = Layout(">i?iq").pack
_PACK_iZiqB = Layout(">i?iqB").pack
_PACK_ih = Layout(">ih").pack
_PACK_ii = Layout(">ii").pack
_PACK_iii = Layout(">iii").pack
_PACK_iiii = Layout(">iiii").pack
_PACK_iiiiB = Layout(">iiiiB").pack
_PACK_iiiii = Layout(">iiiii").pack
_PACK_iiq = Layout(">iiq").pack
_PACK_iiqB = Layout(">iiqB").pack
_PACK_iiqi = Layout(">iiqi").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_b = Layout(">b").unpack_from
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_iZiqB = Layout(">i?iqB").unpack_from
_UNPACK_ih = Layout(">ih").unpack_from
_UNPACK_ii = Layout(">ii").unpack_from
_UNPACK_iii = Layout(">iii").unpack_from
_UNPACK_iiiiB = Layout(">iiiiB").unpack_from
_UNPACK_iiiii = Layout(">iiiii").unpack_from
_UNPACK_iiqB = Layout(">iiqB").unpack_from
_UNPACK_iiqi = Layout(">iiqi").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class UpdateMetadataPartitionState(Struct):
    """Part of UpdateMetadataRequest."""

    __slots__ = ("topic_name", "partition_index", "controller_epoch", "leader", "leader_epoch", "isr", "zk_version", "replicas", "offline_replicas", "unknown_tagged_fields")
    __match_args__ = ("topic_name", "partition_index", "controller_epoch", "leader", "leader_epoch", "isr", "zk_version", "replicas", "offline_replicas")
    __qualname__ = "UpdateMetadataRequest.UpdateMetadataPartitionState"
    topic_name: Final[str]
    """Name of the topic. (string, versions 0-4, ignorable)"""
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
    zk_version: Final[int]
    """Version of the partition's state in ZooKeeper. (int32)"""
    replicas: Final[tuple[int, ...]]
    """Node ids of the replicas, preferred leader first. ([]int32)"""
    offline_replicas: Final[tuple[int, ...]]
    """Node ids of replicas that are offline. ([]int32, versions 4-8, ignorable)"""

    def __init__(
        self,
        *,
        topic_name: str = "",
        partition_index: int = 0,
        controller_epoch: int = 0,
        leader: int = 0,
        leader_epoch: int = 0,
        isr: Iterable[int] = (),
        zk_version: int = 0,
        replicas: Iterable[int] = (),
        offline_replicas: Iterable[int] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_name = topic_name
        self.partition_index = partition_index
        self.controller_epoch = controller_epoch
        self.leader = leader
        self.leader_epoch = leader_epoch
        self.isr = tuple(isr)
        self.zk_version = zk_version
        self.replicas = tuple(replicas)
        self.offline_replicas = tuple(offline_replicas)
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
            zk_version: int = ...,
            replicas: Iterable[int] = ...,
            offline_replicas: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_UpdateMetadataPartitionState = UpdateMetadataPartitionState
_new_UpdateMetadataPartitionState = new(UpdateMetadataPartitionState)


class UpdateMetadataTopicState(Struct):
    """States by topic."""

    __slots__ = ("topic_name", "topic_id", "partition_states", "unknown_tagged_fields")
    __match_args__ = ("topic_name", "topic_id", "partition_states")
    __qualname__ = "UpdateMetadataRequest.UpdateMetadataTopicState"
    topic_name: Final[str]
    """Name of the topic. (string, versions 5-8)"""
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid, versions 7-8, ignorable)"""
    partition_states: Final[tuple[UpdateMetadataPartitionState, ...]]
    """States of partitions. ([]UpdateMetadataPartitionState, versions 5-8)"""

    def __init__(
        self,
        *,
        topic_name: str = "",
        topic_id: Uuid = ZERO_UUID,
        partition_states: Iterable[UpdateMetadataPartitionState] = (),
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
            partition_states: Iterable[UpdateMetadataPartitionState] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_UpdateMetadataTopicState = UpdateMetadataTopicState
_new_UpdateMetadataTopicState = new(UpdateMetadataTopicState)


class UpdateMetadataEndpoint(Struct):
    """Where the node can be reached."""

    __slots__ = ("port", "host", "listener", "security_protocol", "unknown_tagged_fields")
    __match_args__ = ("port", "host", "listener", "security_protocol")
    __qualname__ = "UpdateMetadataRequest.UpdateMetadataEndpoint"
    port: Final[int]
    """TCP port. (int32, versions 1-8)"""
    host: Final[str]
    """Name or address of the host. (string, versions 1-8)"""
    listener: Final[str]
    """Name of the listener. (string, versions 3-8, ignorable)"""
    security_protocol: Final[int]
    """0 PLAINTEXT, 1 SSL, 2 SASL_PLAINTEXT, 3 SASL_SSL. (int16, versions 1-8)"""

    def __init__(
        self,
        *,
        port: int = 0,
        host: str = "",
        listener: str = "",
        security_protocol: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.port = port
        self.host = host
        self.listener = listener
        self.security_protocol = security_protocol
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            port: int = ...,
            host: str = ...,
            listener: str = ...,
            security_protocol: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_UpdateMetadataEndpoint = UpdateMetadataEndpoint
_new_UpdateMetadataEndpoint = new(UpdateMetadataEndpoint)


class UpdateMetadataBroker(Struct):
    """Brokers that live."""

    __slots__ = ("id", "v0_host", "v0_port", "endpoints", "rack", "unknown_tagged_fields")
    __match_args__ = ("id", "v0_host", "v0_port", "endpoints", "rack")
    __qualname__ = "UpdateMetadataRequest.UpdateMetadataBroker"
    id: Final[int]
    """Node id of the broker. (int32)"""
    v0_host: Final[str]
    """Name or address of the host. (string, version 0, ignorable)"""
    v0_port: Final[int]
    """TCP port. (int32, version 0, ignorable)"""
    endpoints: Final[tuple[UpdateMetadataEndpoint, ...]]
    """Where the node can be reached. ([]UpdateMetadataEndpoint, versions 1-8, ignorable)"""
    rack: Final[str | None]
    """Rack of the node; null for none. (string, versions 2-8, ignorable)"""

    def __init__(
        self,
        *,
        id: int = 0,
        v0_host: str = "",
        v0_port: int = 0,
        endpoints: Iterable[UpdateMetadataEndpoint] = (),
        rack: str | None = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.id = id
        self.v0_host = v0_host
        self.v0_port = v0_port
        self.endpoints = tuple(endpoints)
        self.rack = rack
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            id: int = ...,
            v0_host: str = ...,
            v0_port: int = ...,
            endpoints: Iterable[UpdateMetadataEndpoint] = ...,
            rack: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_UpdateMetadataBroker = UpdateMetadataBroker
_new_UpdateMetadataBroker = new(UpdateMetadataBroker)


class UpdateMetadataRequest(Request["UpdateMetadataResponse"]):
    """A controller of the ZooKeeper era sends brokers the cluster's state; gone in 4.0."""

    __slots__ = ("controller_id", "is_kraft_controller", "type", "controller_epoch", "broker_epoch", "ungrouped_partition_states", "topic_states", "live_brokers", "unknown_tagged_fields")
    __match_args__ = ("controller_id", "is_kraft_controller", "type", "controller_epoch", "broker_epoch", "ungrouped_partition_states", "topic_states", "live_brokers")
    KIND = "request"
    API_KEY = 6
    VERSIONS = (0, 8)
    FLEXIBLE_VERSIONS = (6, 8)
    _RESPONSE_NAME = "UpdateMetadataResponse"
    _IDENTITIES = ((("topic_states",), (("topic_name", 5, 8), ("topic_id", 7, 8))),)
    if TYPE_CHECKING:
        UpdateMetadataPartitionState: TypeAlias = _UpdateMetadataPartitionState
        UpdateMetadataTopicState: TypeAlias = _UpdateMetadataTopicState
        UpdateMetadataEndpoint: TypeAlias = _UpdateMetadataEndpoint
        UpdateMetadataBroker: TypeAlias = _UpdateMetadataBroker
    else:  # no annotation of a field
        UpdateMetadataPartitionState = _UpdateMetadataPartitionState
        UpdateMetadataTopicState = _UpdateMetadataTopicState
        UpdateMetadataEndpoint = _UpdateMetadataEndpoint
        UpdateMetadataBroker = _UpdateMetadataBroker
    controller_id: Final[int]
    """Node id of the controller; -1 if there is none. (int32)"""
    is_kraft_controller: Final[bool]
    """Whether the sender is a KRaft controller that migrates from ZooKeeper. (bool, version 8)"""
    type: Final[int]
    """0 unknown, 1 changes only, 2 everything. (int8, version 8, tag 0)"""
    controller_epoch: Final[int]
    """Epoch of the controller. (int32)"""
    broker_epoch: Final[int]
    """Epoch that the controller gave the broker at its registration; -1 for none. (int64, versions 5-8, ignorable)"""
    ungrouped_partition_states: Final[tuple[UpdateMetadataPartitionState, ...]]
    """States of partitions, not grouped by topic. ([]UpdateMetadataPartitionState, versions 0-4)"""
    topic_states: Final[tuple[UpdateMetadataTopicState, ...]]
    """States by topic. ([]UpdateMetadataTopicState, versions 5-8)"""
    live_brokers: Final[tuple[UpdateMetadataBroker, ...]]
    """Brokers that live. ([]UpdateMetadataBroker)"""

    def __init__(
        self,
        *,
        controller_id: int = 0,
        is_kraft_controller: bool = False,
        type: int = 0,
        controller_epoch: int = 0,
        broker_epoch: int = -1,
        ungrouped_partition_states: Iterable[UpdateMetadataPartitionState] = (),
        topic_states: Iterable[UpdateMetadataTopicState] = (),
        live_brokers: Iterable[UpdateMetadataBroker] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.controller_id = controller_id
        self.is_kraft_controller = is_kraft_controller
        self.type = type
        self.controller_epoch = controller_epoch
        self.broker_epoch = broker_epoch
        self.ungrouped_partition_states = tuple(ungrouped_partition_states)
        self.topic_states = tuple(topic_states)
        self.live_brokers = tuple(live_brokers)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            controller_id: int = ...,
            is_kraft_controller: bool = ...,
            type: int = ...,
            controller_epoch: int = ...,
            broker_epoch: int = ...,
            ungrouped_partition_states: Iterable[UpdateMetadataPartitionState] = ...,
            topic_states: Iterable[UpdateMetadataTopicState] = ...,
            live_brokers: Iterable[UpdateMetadataBroker] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_UpdateMetadataRequest = new(UpdateMetadataRequest)


def _read_UpdateMetadataPartitionState_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_UpdateMetadataPartitionState()
        o.offline_replicas = ()
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
        o.zk_version, n = _UNPACK_ii(buf, pos)
        pos += 8
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.replicas = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_UpdateMetadataPartitionState_many_0(put: Append, many: Any) -> None:
    for o in many:
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
        put(_PACK_ii(o.zk_version, n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))


def _read_UpdateMetadataPartitionState_many_4(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_UpdateMetadataPartitionState()
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
        o.zk_version, n = _UNPACK_ii(buf, pos)
        pos += 8
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.replicas = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.offline_replicas = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_UpdateMetadataPartitionState_many_4(put: Append, many: Any) -> None:
    for o in many:
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
        put(_PACK_ii(o.zk_version, n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))
        items = o.offline_replicas
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))


def _read_UpdateMetadataPartitionState_many_5(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_UpdateMetadataPartitionState()
        o.topic_name = ""
        o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n = _UNPACK_iiiii(buf, pos)
        pos += 20
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.isr = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        o.zk_version, n = _UNPACK_ii(buf, pos)
        pos += 8
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.replicas = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.offline_replicas = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_UpdateMetadataPartitionState_many_5(put: Append, many: Any) -> None:
    for o in many:
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
        put(_PACK_ii(o.zk_version, n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))
        items = o.offline_replicas
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))


def _read_UpdateMetadataPartitionState_many_6(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_UpdateMetadataPartitionState()
        o.topic_name = ""
        o.partition_index, o.controller_epoch, o.leader, o.leader_epoch, n = _UNPACK_iiiiB(buf, pos)
        pos += 16
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.isr = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        o.zk_version, n = _UNPACK_iB(buf, pos)
        pos += 4
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
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


def _write_UpdateMetadataPartitionState_many_6(put: Append, many: Any) -> None:
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
            put(_PACK_iB(o.zk_version, n))
        else:
            put(_PACK_i(o.zk_version))
            put(count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        items = o.offline_replicas
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_UpdateMetadataTopicState_many_5(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_UpdateMetadataTopicState()
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
        o.partition_states, pos = _read_UpdateMetadataPartitionState_many_5(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_UpdateMetadataTopicState_many_5(put: Append, many: Any) -> None:
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
            _write_UpdateMetadataPartitionState_many_5(put, items)


def _read_UpdateMetadataTopicState_many_6(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_UpdateMetadataTopicState()
        o.topic_id = ZERO_UUID
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic_name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partition_states, pos = _read_UpdateMetadataPartitionState_many_6(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_UpdateMetadataTopicState_many_6(put: Append, many: Any) -> None:
    for o in many:
        items = o.topic_name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partition_states
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_UpdateMetadataPartitionState_many_6(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_UpdateMetadataTopicState_many_7(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_UpdateMetadataTopicState()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic_name = buf[pos + 1 : (pos := pos + n)].decode()
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partition_states, pos = _read_UpdateMetadataPartitionState_many_6(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_UpdateMetadataTopicState_many_7(put: Append, many: Any) -> None:
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
            _write_UpdateMetadataPartitionState_many_6(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_UpdateMetadataEndpoint_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_UpdateMetadataEndpoint()
        o.listener = ""
        o.port, n = _UNPACK_ih(buf, pos)
        pos += 6
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.host = buf[pos:end].decode()
        pos = end
        (o.security_protocol,) = _UNPACK_h(buf, pos)
        pos += 2
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_UpdateMetadataEndpoint_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.host.encode()
        n = len(items)
        put(_PACK_ih(o.port, n))
        put(items)
        put(_PACK_h(o.security_protocol))


def _read_UpdateMetadataEndpoint_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_UpdateMetadataEndpoint()
        o.port, n = _UNPACK_ih(buf, pos)
        pos += 6
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.host = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.listener = buf[pos:end].decode()
        pos = end
        (o.security_protocol,) = _UNPACK_h(buf, pos)
        pos += 2
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_UpdateMetadataEndpoint_many_3(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.host.encode()
        n = len(items)
        put(_PACK_ih(o.port, n))
        put(items)
        items = o.listener.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        put(_PACK_h(o.security_protocol))


def _read_UpdateMetadataEndpoint_many_6(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_UpdateMetadataEndpoint()
        o.port, n = _UNPACK_iB(buf, pos)
        pos += 4
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.host = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.listener = buf[pos + 1 : (pos := pos + n)].decode()
        o.security_protocol, n = _UNPACK_hB(buf, pos)
        pos += 3
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_UpdateMetadataEndpoint_many_6(put: Append, many: Any) -> None:
    for o in many:
        items = o.host.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_iB(o.port, n))
        else:
            put(_PACK_i(o.port))
            put(text_uvarint(n))
        put(items)
        items = o.listener.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            put(_PACK_h(o.security_protocol))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_hx(o.security_protocol))


def _read_UpdateMetadataBroker_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_UpdateMetadataBroker()
        o.endpoints = ()
        o.rack = ""
        o.id, n = _UNPACK_ih(buf, pos)
        pos += 6
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.v0_host = buf[pos:end].decode()
        pos = end
        (o.v0_port,) = _UNPACK_i(buf, pos)
        pos += 4
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_UpdateMetadataBroker_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.v0_host.encode()
        n = len(items)
        put(_PACK_ih(o.id, n))
        put(items)
        put(_PACK_i(o.v0_port))


def _read_UpdateMetadataBroker_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_UpdateMetadataBroker()
        o.v0_host = ""
        o.v0_port = 0
        o.rack = ""
        o.id, n = _UNPACK_ii(buf, pos)
        pos += 8
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.endpoints, pos = _read_UpdateMetadataEndpoint_many_1(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_UpdateMetadataBroker_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.endpoints
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_ii(o.id, n))
        if items:
            _write_UpdateMetadataEndpoint_many_1(put, items)


def _read_UpdateMetadataBroker_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_UpdateMetadataBroker()
        o.v0_host = ""
        o.v0_port = 0
        o.id, n = _UNPACK_ii(buf, pos)
        pos += 8
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.endpoints, pos = _read_UpdateMetadataEndpoint_many_1(buf, pos, n)
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n >= 0:
            end = pos + n
            o.rack = buf[pos:end].decode()
            pos = end
        elif n == -1:
            o.rack = None
        else:
            raise ValueError("length is below -1")
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_UpdateMetadataBroker_many_2(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.endpoints
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_ii(o.id, n))
        if items:
            _write_UpdateMetadataEndpoint_many_1(put, items)
        items = o.rack
        if items is None:
            put(_PACK_h(-1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_h(n))
            put(items)


def _read_UpdateMetadataBroker_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_UpdateMetadataBroker()
        o.v0_host = ""
        o.v0_port = 0
        o.id, n = _UNPACK_ii(buf, pos)
        pos += 8
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.endpoints, pos = _read_UpdateMetadataEndpoint_many_3(buf, pos, n)
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n >= 0:
            end = pos + n
            o.rack = buf[pos:end].decode()
            pos = end
        elif n == -1:
            o.rack = None
        else:
            raise ValueError("length is below -1")
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_UpdateMetadataBroker_many_3(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.endpoints
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_ii(o.id, n))
        if items:
            _write_UpdateMetadataEndpoint_many_3(put, items)
        items = o.rack
        if items is None:
            put(_PACK_h(-1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_h(n))
            put(items)


def _read_UpdateMetadataBroker_many_6(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_UpdateMetadataBroker()
        o.v0_host = ""
        o.v0_port = 0
        o.id, n = _UNPACK_iB(buf, pos)
        pos += 4
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.endpoints, pos = _read_UpdateMetadataEndpoint_many_6(buf, pos + 1, n - 1)
        n = buf[pos]
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.rack = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.rack = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_UpdateMetadataBroker_many_6(put: Append, many: Any) -> None:
    for o in many:
        items = o.endpoints
        n = len(items) + 1
        if n < 128:
            put(_PACK_iB(o.id, n))
        else:
            put(_PACK_i(o.id))
            put(count_uvarint(n))
        if items:
            _write_UpdateMetadataEndpoint_many_6(put, items)
        items = o.rack
        if items is None:
            put(_PACK_B(0))
        else:
            items = items.encode()
            n = len(items) + 1
            put(BYTES[n] if n < 128 else text_uvarint(n))
            put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_UpdateMetadataRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_UpdateMetadataRequest()
    o.is_kraft_controller = False
    o.type = 0
    o.broker_epoch = -1
    o.topic_states = ()
    o.controller_id, o.controller_epoch, n = _UNPACK_iii(buf, pos)
    pos += 12
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.ungrouped_partition_states, pos = _read_UpdateMetadataPartitionState_many_0(buf, pos, n)
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.live_brokers, pos = _read_UpdateMetadataBroker_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_UpdateMetadataRequest_0(put: Append, o: Any) -> None:
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
        _write_UpdateMetadataPartitionState_many_0(put, items)
    items = o.live_brokers
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_UpdateMetadataBroker_many_0(put, items)


def _read_UpdateMetadataRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_UpdateMetadataRequest()
    o.is_kraft_controller = False
    o.type = 0
    o.broker_epoch = -1
    o.topic_states = ()
    o.controller_id, o.controller_epoch, n = _UNPACK_iii(buf, pos)
    pos += 12
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.ungrouped_partition_states, pos = _read_UpdateMetadataPartitionState_many_0(buf, pos, n)
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.live_brokers, pos = _read_UpdateMetadataBroker_many_1(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_UpdateMetadataRequest_1(put: Append, o: Any) -> None:
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
        _write_UpdateMetadataPartitionState_many_0(put, items)
    items = o.live_brokers
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_UpdateMetadataBroker_many_1(put, items)


def _read_UpdateMetadataRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_UpdateMetadataRequest()
    o.is_kraft_controller = False
    o.type = 0
    o.broker_epoch = -1
    o.topic_states = ()
    o.controller_id, o.controller_epoch, n = _UNPACK_iii(buf, pos)
    pos += 12
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.ungrouped_partition_states, pos = _read_UpdateMetadataPartitionState_many_0(buf, pos, n)
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.live_brokers, pos = _read_UpdateMetadataBroker_many_2(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_UpdateMetadataRequest_2(put: Append, o: Any) -> None:
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
        _write_UpdateMetadataPartitionState_many_0(put, items)
    items = o.live_brokers
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_UpdateMetadataBroker_many_2(put, items)


def _read_UpdateMetadataRequest_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_UpdateMetadataRequest()
    o.is_kraft_controller = False
    o.type = 0
    o.broker_epoch = -1
    o.topic_states = ()
    o.controller_id, o.controller_epoch, n = _UNPACK_iii(buf, pos)
    pos += 12
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.ungrouped_partition_states, pos = _read_UpdateMetadataPartitionState_many_0(buf, pos, n)
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.live_brokers, pos = _read_UpdateMetadataBroker_many_3(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_UpdateMetadataRequest_3(put: Append, o: Any) -> None:
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
        _write_UpdateMetadataPartitionState_many_0(put, items)
    items = o.live_brokers
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_UpdateMetadataBroker_many_3(put, items)


def _read_UpdateMetadataRequest_4(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_UpdateMetadataRequest()
    o.is_kraft_controller = False
    o.type = 0
    o.broker_epoch = -1
    o.topic_states = ()
    o.controller_id, o.controller_epoch, n = _UNPACK_iii(buf, pos)
    pos += 12
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.ungrouped_partition_states, pos = _read_UpdateMetadataPartitionState_many_4(buf, pos, n)
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.live_brokers, pos = _read_UpdateMetadataBroker_many_3(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_UpdateMetadataRequest_4(put: Append, o: Any) -> None:
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
        _write_UpdateMetadataPartitionState_many_4(put, items)
    items = o.live_brokers
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_UpdateMetadataBroker_many_3(put, items)


def _read_UpdateMetadataRequest_5(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_UpdateMetadataRequest()
    o.is_kraft_controller = False
    o.type = 0
    o.ungrouped_partition_states = ()
    o.controller_id, o.controller_epoch, o.broker_epoch, n = _UNPACK_iiqi(buf, pos)
    pos += 20
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topic_states, pos = _read_UpdateMetadataTopicState_many_5(buf, pos, n)
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.live_brokers, pos = _read_UpdateMetadataBroker_many_3(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_UpdateMetadataRequest_5(put: Append, o: Any) -> None:
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
        _write_UpdateMetadataTopicState_many_5(put, items)
    items = o.live_brokers
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_UpdateMetadataBroker_many_3(put, items)


def _read_UpdateMetadataRequest_tags_6(o: Any, buf: bytes, pos: int, n: int) -> int:
    if n > 127:
        n, pos = read_tag_count(buf, pos - 1)
    unknown: dict[int, bytes] = {}
    for _ in range(n):
        tag, size = buf[pos], buf[pos + 1]
        pos += 2
        if tag > 127 or size > 127:
            tag, size, pos = read_tag(buf, pos - 2)
        last = pos + size
        if tag in (0,):
            raise ValueError("this version has no such tag")
        else:
            keep_unknown_tag(unknown, tag, buf, pos, last)
            pos = last
    if unknown:
        o.unknown_tagged_fields = sorted_tags(unknown)
    return pos


def _read_UpdateMetadataRequest_6(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_UpdateMetadataRequest()
    o.is_kraft_controller = False
    o.type = 0
    o.ungrouped_partition_states = ()
    o.controller_id, o.controller_epoch, o.broker_epoch, n = _UNPACK_iiqB(buf, pos)
    pos += 16
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topic_states, pos = _read_UpdateMetadataTopicState_many_6(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.live_brokers, pos = _read_UpdateMetadataBroker_many_6(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_UpdateMetadataRequest_tags_6(o, buf, pos, n)
    return o, pos


def _write_UpdateMetadataRequest_6(put: Append, o: Any) -> None:
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
        _write_UpdateMetadataTopicState_many_6(put, items)
    items = o.live_brokers
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_UpdateMetadataBroker_many_6(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields, 1)
    else:
        put(b"\0")


def _read_UpdateMetadataRequest_tags_7(o: Any, buf: bytes, pos: int, n: int) -> int:
    if n > 127:
        n, pos = read_tag_count(buf, pos - 1)
    unknown: dict[int, bytes] = {}
    for _ in range(n):
        tag, size = buf[pos], buf[pos + 1]
        pos += 2
        if tag > 127 or size > 127:
            tag, size, pos = read_tag(buf, pos - 2)
        last = pos + size
        if tag in (0,):
            raise ValueError("this version has no such tag")
        else:
            keep_unknown_tag(unknown, tag, buf, pos, last)
            pos = last
    if unknown:
        o.unknown_tagged_fields = sorted_tags(unknown)
    return pos


def _read_UpdateMetadataRequest_7(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_UpdateMetadataRequest()
    o.is_kraft_controller = False
    o.type = 0
    o.ungrouped_partition_states = ()
    o.controller_id, o.controller_epoch, o.broker_epoch, n = _UNPACK_iiqB(buf, pos)
    pos += 16
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topic_states, pos = _read_UpdateMetadataTopicState_many_7(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.live_brokers, pos = _read_UpdateMetadataBroker_many_6(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_UpdateMetadataRequest_tags_7(o, buf, pos, n)
    return o, pos


def _write_UpdateMetadataRequest_7(put: Append, o: Any) -> None:
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
        _write_UpdateMetadataTopicState_many_7(put, items)
    items = o.live_brokers
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_UpdateMetadataBroker_many_6(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields, 1)
    else:
        put(b"\0")


def _read_UpdateMetadataRequest_tags_8(o: Any, buf: bytes, pos: int, n: int) -> int:
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
            (o.type,) = _UNPACK_b(buf, pos)
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


def _read_UpdateMetadataRequest_8(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_UpdateMetadataRequest()
    o.ungrouped_partition_states = ()
    o.controller_id, o.is_kraft_controller, o.controller_epoch, o.broker_epoch, n = _UNPACK_iZiqB(buf, pos)
    pos += 17
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topic_states, pos = _read_UpdateMetadataTopicState_many_7(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.live_brokers, pos = _read_UpdateMetadataBroker_many_6(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.type = 0
    o.unknown_tagged_fields = ()
    if n:
        pos = _read_UpdateMetadataRequest_tags_8(o, buf, pos, n)
    return o, pos


def _write_UpdateMetadataRequest_tags_8(to: Append, o: Any) -> None:
    tags: list[tuple[int, bytes]] = []
    if o.type != 0:
        tags.append((0, _PACK_b(o.type)))
    write_tags(to, tags, o.unknown_tagged_fields, 1)


def _write_UpdateMetadataRequest_8(put: Append, o: Any) -> None:
    if o.ungrouped_partition_states != ():
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
        _write_UpdateMetadataTopicState_many_7(put, items)
    items = o.live_brokers
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_UpdateMetadataBroker_many_6(put, items)
    if o.unknown_tagged_fields or o.type != 0:
        _write_UpdateMetadataRequest_tags_8(put, o)
    else:
        put(b"\0")


UpdateMetadataRequest._READERS = {
    0: _read_UpdateMetadataRequest_0,
    1: _read_UpdateMetadataRequest_1,
    2: _read_UpdateMetadataRequest_2,
    3: _read_UpdateMetadataRequest_3,
    4: _read_UpdateMetadataRequest_4,
    5: _read_UpdateMetadataRequest_5,
    6: _read_UpdateMetadataRequest_6,
    7: _read_UpdateMetadataRequest_7,
    8: _read_UpdateMetadataRequest_8,
}
UpdateMetadataRequest._WRITERS = {
    0: _write_UpdateMetadataRequest_0,
    1: _write_UpdateMetadataRequest_1,
    2: _write_UpdateMetadataRequest_2,
    3: _write_UpdateMetadataRequest_3,
    4: _write_UpdateMetadataRequest_4,
    5: _write_UpdateMetadataRequest_5,
    6: _write_UpdateMetadataRequest_6,
    7: _write_UpdateMetadataRequest_7,
    8: _write_UpdateMetadataRequest_8,
}

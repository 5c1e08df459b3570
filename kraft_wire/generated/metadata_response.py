# Generated from MetadataResponse.json by `python -m codegen generate`. Do not edit.
"""MetadataResponse, response of API key 3, versions 0-13, flexible from 9. Answers MetadataRequest."""

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
_PACK_Z = Layout(">?").pack
_PACK_ZB = Layout(">?B").pack
_PACK_Zi = Layout(">?i").pack
_PACK_h = Layout(">h").pack
_PACK_hB = Layout(">hB").pack
_PACK_hh = Layout(">hh").pack
_PACK_hiii = Layout(">hiii").pack
_PACK_hiiiB = Layout(">hiiiB").pack
_PACK_hiiii = Layout(">hiiii").pack
_PACK_hx = Layout(">hx").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ih = Layout(">ih").pack
_PACK_ii = Layout(">ii").pack
_PACK_ix = Layout(">ix").pack
_PACK_uZ = Layout(">16s?").pack
_PACK_uZB = Layout(">16s?B").pack
_UNPACK_ZB = Layout(">?B").unpack_from
_UNPACK_Zi = Layout(">?i").unpack_from
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_hh = Layout(">hh").unpack_from
_UNPACK_hiii = Layout(">hiii").unpack_from
_UNPACK_hiiiB = Layout(">hiiiB").unpack_from
_UNPACK_hiiii = Layout(">hiiii").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ih = Layout(">ih").unpack_from
_UNPACK_ii = Layout(">ii").unpack_from
_UNPACK_uZB = Layout(">16s?B").unpack_from


class MetadataResponseBroker(Struct):
    """Nodes of the cluster."""

    __slots__ = ("node_id", "host", "port", "rack", "unknown_tagged_fields")
    __match_args__ = ("node_id", "host", "port", "rack")
    __qualname__ = "MetadataResponse.MetadataResponseBroker"
    node_id: Final[int]
    """Node id of the broker or controller. (int32)"""
    host: Final[str]
    """Name or address of the host. (string)"""
    port: Final[int]
    """TCP port. (int32)"""
    rack: Final[str | None]
    """Rack of the node; null for none. (string, versions 1-13, ignorable)"""

    def __init__(
        self,
        *,
        node_id: int = 0,
        host: str = "",
        port: int = 0,
        rack: str | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.node_id = node_id
        self.host = host
        self.port = port
        self.rack = rack
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            node_id: int = ...,
            host: str = ...,
            port: int = ...,
            rack: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_MetadataResponseBroker = MetadataResponseBroker
_new_MetadataResponseBroker = new(MetadataResponseBroker)


class MetadataResponsePartition(Struct):
    """One entry for each partition."""

    __slots__ = ("error_code", "partition_index", "leader_id", "leader_epoch", "replica_nodes", "isr_nodes", "offline_replicas", "unknown_tagged_fields")
    __match_args__ = ("error_code", "partition_index", "leader_id", "leader_epoch", "replica_nodes", "isr_nodes", "offline_replicas")
    __qualname__ = "MetadataResponse.MetadataResponsePartition"
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    partition_index: Final[int]
    """Number of the partition. (int32)"""
    leader_id: Final[int]
    """Node id of the leader; -1 if there is none or it is unknown. (int32)"""
    leader_epoch: Final[int]
    """Epoch of the leader; -1 if unknown. (int32, versions 7-13, ignorable)"""
    replica_nodes: Final[tuple[int, ...]]
    """Node ids of the replicas, preferred leader first. ([]int32)"""
    isr_nodes: Final[tuple[int, ...]]
    """Node ids of the in-sync replicas. ([]int32)"""
    offline_replicas: Final[tuple[int, ...]]
    """Node ids of replicas that are offline. ([]int32, versions 5-13, ignorable)"""

    def __init__(
        self,
        *,
        error_code: int = 0,
        partition_index: int = 0,
        leader_id: int = 0,
        leader_epoch: int = -1,
        replica_nodes: Iterable[int] = (),
        isr_nodes: Iterable[int] = (),
        offline_replicas: Iterable[int] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.error_code = error_code
        self.partition_index = partition_index
        self.leader_id = leader_id
        self.leader_epoch = leader_epoch
        self.replica_nodes = tuple(replica_nodes)
        self.isr_nodes = tuple(isr_nodes)
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
            offline_replicas: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_MetadataResponsePartition = MetadataResponsePartition
_new_MetadataResponsePartition = new(MetadataResponsePartition)


class MetadataResponseTopic(Struct):
    """One entry for each topic."""

    __slots__ = ("error_code", "name", "topic_id", "is_internal", "partitions", "topic_authorized_operations", "unknown_tagged_fields")
    __match_args__ = ("error_code", "name", "topic_id", "is_internal", "partitions", "topic_authorized_operations")
    __qualname__ = "MetadataResponse.MetadataResponseTopic"
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    name: Final[str | None]
    """Name of the topic. (string, null in 12-13)"""
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid, versions 10-13, ignorable)"""
    is_internal: Final[bool]
    """Whether the topic is one of Kafka's own. (bool, versions 1-13, ignorable)"""
    partitions: Final[tuple[MetadataResponsePartition, ...]]
    """One entry for each partition. ([]MetadataResponsePartition)"""
    topic_authorized_operations: Final[int]
    """Operations on the topic that the client may do, one bit each; -2147483648 where nobody asked. (int32, versions 8-13)"""

    def __init__(
        self,
        *,
        error_code: int = 0,
        name: str | None = "",
        topic_id: Uuid = ZERO_UUID,
        is_internal: bool = False,
        partitions: Iterable[MetadataResponsePartition] = (),
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
            partitions: Iterable[MetadataResponsePartition] = ...,
            topic_authorized_operations: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_MetadataResponseTopic = MetadataResponseTopic
_new_MetadataResponseTopic = new(MetadataResponseTopic)


class MetadataResponse(Message):
    """Answers MetadataRequest."""

    __slots__ = ("throttle_time_ms", "brokers", "cluster_id", "controller_id", "topics", "cluster_authorized_operations", "error_code", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "brokers", "cluster_id", "controller_id", "topics", "cluster_authorized_operations", "error_code")
    KIND = "response"
    API_KEY = 3
    VERSIONS = (0, 13)
    FLEXIBLE_VERSIONS = (9, 13)
    _IDENTITIES = ((("topics",), (("name", 0, 13), ("topic_id", 10, 13))),)
    if TYPE_CHECKING:
        MetadataResponseBroker: TypeAlias = _MetadataResponseBroker
        MetadataResponsePartition: TypeAlias = _MetadataResponsePartition
        MetadataResponseTopic: TypeAlias = _MetadataResponseTopic
    else:  # no annotation of a field
        MetadataResponseBroker = _MetadataResponseBroker
        MetadataResponsePartition = _MetadataResponsePartition
        MetadataResponseTopic = _MetadataResponseTopic
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32, versions 3-13, ignorable)"""
    brokers: Final[tuple[MetadataResponseBroker, ...]]
    """Nodes of the cluster. ([]MetadataResponseBroker)"""
    cluster_id: Final[str | None]
    """Id of the cluster. (string, versions 2-13, ignorable)"""
    controller_id: Final[int]
    """Node id of the controller; -1 if there is none. (int32, versions 1-13, ignorable)"""
    topics: Final[tuple[MetadataResponseTopic, ...]]
    """One entry for each topic. ([]MetadataResponseTopic)"""
    cluster_authorized_operations: Final[int]
    """Operations on the cluster that the client may do, one bit each; -2147483648 where nobody asked. (int32, versions 8-10)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16, version 13, ignorable)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        brokers: Iterable[MetadataResponseBroker] = (),
        cluster_id: str | None = None,
        controller_id: int = -1,
        topics: Iterable[MetadataResponseTopic] = (),
        cluster_authorized_operations: int = -2147483648,
        error_code: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.brokers = tuple(brokers)
        self.cluster_id = cluster_id
        self.controller_id = controller_id
        self.topics = tuple(topics)
        self.cluster_authorized_operations = cluster_authorized_operations
        self.error_code = error_code
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            brokers: Iterable[MetadataResponseBroker] = ...,
            cluster_id: str | None = ...,
            controller_id: int = ...,
            topics: Iterable[MetadataResponseTopic] = ...,
            cluster_authorized_operations: int = ...,
            error_code: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_MetadataResponse = new(MetadataResponse)


def _read_MetadataResponseBroker_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_MetadataResponseBroker()
        o.rack = None
        o.node_id, n = _UNPACK_ih(buf, pos)
        pos += 6
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.host = buf[pos:end].decode()
        pos = end
        (o.port,) = _UNPACK_i(buf, pos)
        pos += 4
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_MetadataResponseBroker_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.host.encode()
        n = len(items)
        put(_PACK_ih(o.node_id, n))
        put(items)
        put(_PACK_i(o.port))


def _read_MetadataResponseBroker_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_MetadataResponseBroker()
        o.node_id, n = _UNPACK_ih(buf, pos)
        pos += 6
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.host = buf[pos:end].decode()
        pos = end
        o.port, n = _UNPACK_ih(buf, pos)
        pos += 6
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


def _write_MetadataResponseBroker_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.host.encode()
        n = len(items)
        put(_PACK_ih(o.node_id, n))
        put(items)
        items = o.rack
        if items is None:
            put(_PACK_ih(o.port, -1))
        else:
            items = items.encode()
            n = len(items)
            put(_PACK_ih(o.port, n))
            put(items)


def _read_MetadataResponseBroker_many_9(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_MetadataResponseBroker()
        o.node_id, n = _UNPACK_iB(buf, pos)
        pos += 4
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.host = buf[pos + 1 : (pos := pos + n)].decode()
        o.port, n = _UNPACK_iB(buf, pos)
        pos += 4
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


def _write_MetadataResponseBroker_many_9(put: Append, many: Any) -> None:
    for o in many:
        items = o.host.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_iB(o.node_id, n))
        else:
            put(_PACK_i(o.node_id))
            put(text_uvarint(n))
        put(items)
        items = o.rack
        if items is None:
            put(_PACK_iB(o.port, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_iB(o.port, n))
            else:
                put(_PACK_i(o.port))
                put(text_uvarint(n))
            put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_MetadataResponsePartition_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_MetadataResponsePartition()
        o.leader_epoch = -1
        o.offline_replicas = ()
        o.error_code, o.partition_index, o.leader_id, n = _UNPACK_hiii(buf, pos)
        pos += 14
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.replica_nodes = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.isr_nodes = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_MetadataResponsePartition_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.replica_nodes
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_hiii(o.error_code, o.partition_index, o.leader_id, n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))
        items = o.isr_nodes
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))


def _read_MetadataResponsePartition_many_5(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_MetadataResponsePartition()
        o.leader_epoch = -1
        o.error_code, o.partition_index, o.leader_id, n = _UNPACK_hiii(buf, pos)
        pos += 14
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.replica_nodes = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.isr_nodes = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
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


def _write_MetadataResponsePartition_many_5(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.replica_nodes
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_hiii(o.error_code, o.partition_index, o.leader_id, n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))
        items = o.isr_nodes
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))
        items = o.offline_replicas
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))


def _read_MetadataResponsePartition_many_7(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_MetadataResponsePartition()
        o.error_code, o.partition_index, o.leader_id, o.leader_epoch, n = _UNPACK_hiiii(buf, pos)
        pos += 18
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.replica_nodes = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
        pos += 4 * n
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.isr_nodes = (UNPACK_INT32S[n] if n < 16 else unpack_many("i", n))(buf, pos)
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


def _write_MetadataResponsePartition_many_7(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.replica_nodes
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_hiiii(o.error_code, o.partition_index, o.leader_id, o.leader_epoch, n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))
        items = o.isr_nodes
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))
        items = o.offline_replicas
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        put((PACK_INT32S[n] if n < 16 else pack_many("i", len(items)))(*items))


def _read_MetadataResponsePartition_many_9(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_MetadataResponsePartition()
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
        o.offline_replicas = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_MetadataResponsePartition_many_9(put: Append, many: Any) -> None:
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
        items = o.offline_replicas
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_MetadataResponseTopic_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_MetadataResponseTopic()
        o.topic_id = ZERO_UUID
        o.is_internal = False
        o.topic_authorized_operations = -2147483648
        o.error_code, n = _UNPACK_hh(buf, pos)
        pos += 4
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.name = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.partitions, pos = _read_MetadataResponsePartition_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_MetadataResponseTopic_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.topic_authorized_operations != -2147483648:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_hh(o.error_code, n))
        put(items)
        items = o.partitions
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_MetadataResponsePartition_many_0(put, items)


def _read_MetadataResponseTopic_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_MetadataResponseTopic()
        o.topic_id = ZERO_UUID
        o.topic_authorized_operations = -2147483648
        o.error_code, n = _UNPACK_hh(buf, pos)
        pos += 4
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.name = buf[pos:end].decode()
        pos = end
        o.is_internal, n = _UNPACK_Zi(buf, pos)
        pos += 5
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.partitions, pos = _read_MetadataResponsePartition_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_MetadataResponseTopic_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.topic_authorized_operations != -2147483648:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_hh(o.error_code, n))
        put(items)
        if o.is_internal is not True and o.is_internal is not False:
            raise ValueError("bool is neither true nor false")
        items = o.partitions
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_Zi(o.is_internal, n))
        if items:
            _write_MetadataResponsePartition_many_0(put, items)


def _read_MetadataResponseTopic_many_5(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_MetadataResponseTopic()
        o.topic_id = ZERO_UUID
        o.topic_authorized_operations = -2147483648
        o.error_code, n = _UNPACK_hh(buf, pos)
        pos += 4
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.name = buf[pos:end].decode()
        pos = end
        o.is_internal, n = _UNPACK_Zi(buf, pos)
        pos += 5
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.partitions, pos = _read_MetadataResponsePartition_many_5(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_MetadataResponseTopic_many_5(put: Append, many: Any) -> None:
    for o in many:
        if o.topic_authorized_operations != -2147483648:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_hh(o.error_code, n))
        put(items)
        if o.is_internal is not True and o.is_internal is not False:
            raise ValueError("bool is neither true nor false")
        items = o.partitions
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_Zi(o.is_internal, n))
        if items:
            _write_MetadataResponsePartition_many_5(put, items)


def _read_MetadataResponseTopic_many_7(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_MetadataResponseTopic()
        o.topic_id = ZERO_UUID
        o.topic_authorized_operations = -2147483648
        o.error_code, n = _UNPACK_hh(buf, pos)
        pos += 4
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.name = buf[pos:end].decode()
        pos = end
        o.is_internal, n = _UNPACK_Zi(buf, pos)
        pos += 5
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.partitions, pos = _read_MetadataResponsePartition_many_7(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_MetadataResponseTopic_many_7(put: Append, many: Any) -> None:
    for o in many:
        if o.topic_authorized_operations != -2147483648:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_hh(o.error_code, n))
        put(items)
        if o.is_internal is not True and o.is_internal is not False:
            raise ValueError("bool is neither true nor false")
        items = o.partitions
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_Zi(o.is_internal, n))
        if items:
            _write_MetadataResponsePartition_many_7(put, items)


def _read_MetadataResponseTopic_many_8(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_MetadataResponseTopic()
        o.topic_id = ZERO_UUID
        o.error_code, n = _UNPACK_hh(buf, pos)
        pos += 4
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.name = buf[pos:end].decode()
        pos = end
        o.is_internal, n = _UNPACK_Zi(buf, pos)
        pos += 5
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.partitions, pos = _read_MetadataResponsePartition_many_7(buf, pos, n)
        (o.topic_authorized_operations,) = _UNPACK_i(buf, pos)
        pos += 4
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_MetadataResponseTopic_many_8(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.name.encode()
        n = len(items)
        put(_PACK_hh(o.error_code, n))
        put(items)
        if o.is_internal is not True and o.is_internal is not False:
            raise ValueError("bool is neither true nor false")
        items = o.partitions
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_Zi(o.is_internal, n))
        if items:
            _write_MetadataResponsePartition_many_7(put, items)
        put(_PACK_i(o.topic_authorized_operations))


def _read_MetadataResponseTopic_many_9(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_MetadataResponseTopic()
        o.topic_id = ZERO_UUID
        o.error_code, n = _UNPACK_hB(buf, pos)
        pos += 2
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        o.is_internal, n = _UNPACK_ZB(buf, pos)
        pos += 1
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_MetadataResponsePartition_many_9(buf, pos + 1, n - 1)
        o.topic_authorized_operations, n = _UNPACK_iB(buf, pos)
        pos += 5
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_MetadataResponseTopic_many_9(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_hB(o.error_code, n))
        else:
            put(_PACK_h(o.error_code))
            put(text_uvarint(n))
        put(items)
        if o.is_internal is not True and o.is_internal is not False:
            raise ValueError("bool is neither true nor false")
        items = o.partitions
        n = len(items) + 1
        if n < 128:
            put(_PACK_ZB(o.is_internal, n))
        else:
            put(_PACK_Z(o.is_internal))
            put(count_uvarint(n))
        if items:
            _write_MetadataResponsePartition_many_9(put, items)
        if o.unknown_tagged_fields:
            put(_PACK_i(o.topic_authorized_operations))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ix(o.topic_authorized_operations))


def _read_MetadataResponseTopic_many_10(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_MetadataResponseTopic()
        o.error_code, n = _UNPACK_hB(buf, pos)
        pos += 2
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        u0, o.is_internal, n = _UNPACK_uZB(buf, pos)
        pos += 17
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partitions, pos = _read_MetadataResponsePartition_many_9(buf, pos + 1, n - 1)
        o.topic_authorized_operations, n = _UNPACK_iB(buf, pos)
        pos += 5
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_MetadataResponseTopic_many_10(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
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
            _write_MetadataResponsePartition_many_9(put, items)
        if o.unknown_tagged_fields:
            put(_PACK_i(o.topic_authorized_operations))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ix(o.topic_authorized_operations))


def _read_MetadataResponseTopic_many_12(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_MetadataResponseTopic()
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
        o.partitions, pos = _read_MetadataResponsePartition_many_9(buf, pos + 1, n - 1)
        o.topic_authorized_operations, n = _UNPACK_iB(buf, pos)
        pos += 5
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_MetadataResponseTopic_many_12(put: Append, many: Any) -> None:
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
            _write_MetadataResponsePartition_many_9(put, items)
        if o.unknown_tagged_fields:
            put(_PACK_i(o.topic_authorized_operations))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ix(o.topic_authorized_operations))


def _read_MetadataResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_MetadataResponse()
    o.throttle_time_ms = 0
    o.cluster_id = None
    o.controller_id = -1
    o.cluster_authorized_operations = -2147483648
    o.error_code = 0
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.brokers, pos = _read_MetadataResponseBroker_many_0(buf, pos, n)
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_MetadataResponseTopic_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_MetadataResponse_0(put: Append, o: Any) -> None:
    if o.cluster_authorized_operations != -2147483648:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.brokers
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_MetadataResponseBroker_many_0(put, items)
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_MetadataResponseTopic_many_0(put, items)


def _read_MetadataResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_MetadataResponse()
    o.throttle_time_ms = 0
    o.cluster_id = None
    o.cluster_authorized_operations = -2147483648
    o.error_code = 0
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.brokers, pos = _read_MetadataResponseBroker_many_1(buf, pos, n)
    o.controller_id, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_MetadataResponseTopic_many_1(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_MetadataResponse_1(put: Append, o: Any) -> None:
    if o.cluster_authorized_operations != -2147483648:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.brokers
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_MetadataResponseBroker_many_1(put, items)
    items = o.topics
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.controller_id, n))
    if items:
        _write_MetadataResponseTopic_many_1(put, items)


def _read_MetadataResponse_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_MetadataResponse()
    o.throttle_time_ms = 0
    o.cluster_authorized_operations = -2147483648
    o.error_code = 0
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.brokers, pos = _read_MetadataResponseBroker_many_1(buf, pos, n)
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n >= 0:
        end = pos + n
        o.cluster_id = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.cluster_id = None
    else:
        raise ValueError("length is below -1")
    o.controller_id, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_MetadataResponseTopic_many_1(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_MetadataResponse_2(put: Append, o: Any) -> None:
    if o.cluster_authorized_operations != -2147483648:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.brokers
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_MetadataResponseBroker_many_1(put, items)
    items = o.cluster_id
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
    put(_PACK_ii(o.controller_id, n))
    if items:
        _write_MetadataResponseTopic_many_1(put, items)


def _read_MetadataResponse_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_MetadataResponse()
    o.cluster_authorized_operations = -2147483648
    o.error_code = 0
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.brokers, pos = _read_MetadataResponseBroker_many_1(buf, pos, n)
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n >= 0:
        end = pos + n
        o.cluster_id = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.cluster_id = None
    else:
        raise ValueError("length is below -1")
    o.controller_id, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_MetadataResponseTopic_many_1(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_MetadataResponse_3(put: Append, o: Any) -> None:
    if o.cluster_authorized_operations != -2147483648:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.brokers
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_MetadataResponseBroker_many_1(put, items)
    items = o.cluster_id
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
    put(_PACK_ii(o.controller_id, n))
    if items:
        _write_MetadataResponseTopic_many_1(put, items)


def _read_MetadataResponse_5(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_MetadataResponse()
    o.cluster_authorized_operations = -2147483648
    o.error_code = 0
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.brokers, pos = _read_MetadataResponseBroker_many_1(buf, pos, n)
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n >= 0:
        end = pos + n
        o.cluster_id = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.cluster_id = None
    else:
        raise ValueError("length is below -1")
    o.controller_id, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_MetadataResponseTopic_many_5(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_MetadataResponse_5(put: Append, o: Any) -> None:
    if o.cluster_authorized_operations != -2147483648:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.brokers
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_MetadataResponseBroker_many_1(put, items)
    items = o.cluster_id
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
    put(_PACK_ii(o.controller_id, n))
    if items:
        _write_MetadataResponseTopic_many_5(put, items)


def _read_MetadataResponse_7(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_MetadataResponse()
    o.cluster_authorized_operations = -2147483648
    o.error_code = 0
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.brokers, pos = _read_MetadataResponseBroker_many_1(buf, pos, n)
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n >= 0:
        end = pos + n
        o.cluster_id = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.cluster_id = None
    else:
        raise ValueError("length is below -1")
    o.controller_id, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_MetadataResponseTopic_many_7(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_MetadataResponse_7(put: Append, o: Any) -> None:
    if o.cluster_authorized_operations != -2147483648:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.brokers
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_MetadataResponseBroker_many_1(put, items)
    items = o.cluster_id
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
    put(_PACK_ii(o.controller_id, n))
    if items:
        _write_MetadataResponseTopic_many_7(put, items)


def _read_MetadataResponse_8(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_MetadataResponse()
    o.error_code = 0
    o.throttle_time_ms, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.brokers, pos = _read_MetadataResponseBroker_many_1(buf, pos, n)
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n >= 0:
        end = pos + n
        o.cluster_id = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.cluster_id = None
    else:
        raise ValueError("length is below -1")
    o.controller_id, n = _UNPACK_ii(buf, pos)
    pos += 8
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.topics, pos = _read_MetadataResponseTopic_many_8(buf, pos, n)
    (o.cluster_authorized_operations,) = _UNPACK_i(buf, pos)
    pos += 4
    o.unknown_tagged_fields = ()
    return o, pos


def _write_MetadataResponse_8(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.brokers
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_ii(o.throttle_time_ms, n))
    if items:
        _write_MetadataResponseBroker_many_1(put, items)
    items = o.cluster_id
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
    put(_PACK_ii(o.controller_id, n))
    if items:
        _write_MetadataResponseTopic_many_8(put, items)
    put(_PACK_i(o.cluster_authorized_operations))


def _read_MetadataResponse_9(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_MetadataResponse()
    o.error_code = 0
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.brokers, pos = _read_MetadataResponseBroker_many_9(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.cluster_id = None
        pos += 1
    o.controller_id, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_MetadataResponseTopic_many_9(buf, pos + 1, n - 1)
    o.cluster_authorized_operations, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_MetadataResponse_9(put: Append, o: Any) -> None:
    items = o.brokers
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_MetadataResponseBroker_many_9(put, items)
    items = o.cluster_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.controller_id, n))
    else:
        put(_PACK_i(o.controller_id))
        put(count_uvarint(n))
    if items:
        _write_MetadataResponseTopic_many_9(put, items)
    if o.unknown_tagged_fields:
        put(_PACK_i(o.cluster_authorized_operations))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ix(o.cluster_authorized_operations))


def _read_MetadataResponse_10(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_MetadataResponse()
    o.error_code = 0
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.brokers, pos = _read_MetadataResponseBroker_many_9(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.cluster_id = None
        pos += 1
    o.controller_id, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_MetadataResponseTopic_many_10(buf, pos + 1, n - 1)
    o.cluster_authorized_operations, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_MetadataResponse_10(put: Append, o: Any) -> None:
    items = o.brokers
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_MetadataResponseBroker_many_9(put, items)
    items = o.cluster_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.controller_id, n))
    else:
        put(_PACK_i(o.controller_id))
        put(count_uvarint(n))
    if items:
        _write_MetadataResponseTopic_many_10(put, items)
    if o.unknown_tagged_fields:
        put(_PACK_i(o.cluster_authorized_operations))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ix(o.cluster_authorized_operations))


def _read_MetadataResponse_11(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_MetadataResponse()
    o.cluster_authorized_operations = -2147483648
    o.error_code = 0
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.brokers, pos = _read_MetadataResponseBroker_many_9(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.cluster_id = None
        pos += 1
    o.controller_id, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_MetadataResponseTopic_many_10(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_MetadataResponse_11(put: Append, o: Any) -> None:
    if o.cluster_authorized_operations != -2147483648:
        raise ValueError("this version lacks a field that is set")
    items = o.brokers
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_MetadataResponseBroker_many_9(put, items)
    items = o.cluster_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.controller_id, n))
    else:
        put(_PACK_i(o.controller_id))
        put(count_uvarint(n))
    if items:
        _write_MetadataResponseTopic_many_10(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_MetadataResponse_12(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_MetadataResponse()
    o.cluster_authorized_operations = -2147483648
    o.error_code = 0
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.brokers, pos = _read_MetadataResponseBroker_many_9(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.cluster_id = None
        pos += 1
    o.controller_id, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_MetadataResponseTopic_many_12(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_MetadataResponse_12(put: Append, o: Any) -> None:
    if o.cluster_authorized_operations != -2147483648:
        raise ValueError("this version lacks a field that is set")
    items = o.brokers
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_MetadataResponseBroker_many_9(put, items)
    items = o.cluster_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.controller_id, n))
    else:
        put(_PACK_i(o.controller_id))
        put(count_uvarint(n))
    if items:
        _write_MetadataResponseTopic_many_12(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_MetadataResponse_13(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_MetadataResponse()
    o.cluster_authorized_operations = -2147483648
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.brokers, pos = _read_MetadataResponseBroker_many_9(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.cluster_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.cluster_id = None
        pos += 1
    o.controller_id, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_MetadataResponseTopic_many_12(buf, pos + 1, n - 1)
    o.error_code, n = _UNPACK_hB(buf, pos)
    pos += 3
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_MetadataResponse_13(put: Append, o: Any) -> None:
    if o.cluster_authorized_operations != -2147483648:
        raise ValueError("this version lacks a field that is set")
    items = o.brokers
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_MetadataResponseBroker_many_9(put, items)
    items = o.cluster_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.controller_id, n))
    else:
        put(_PACK_i(o.controller_id))
        put(count_uvarint(n))
    if items:
        _write_MetadataResponseTopic_many_12(put, items)
    if o.unknown_tagged_fields:
        put(_PACK_h(o.error_code))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_hx(o.error_code))


MetadataResponse._READERS = {
    0: _read_MetadataResponse_0,
    1: _read_MetadataResponse_1,
    2: _read_MetadataResponse_2,
    3: _read_MetadataResponse_3,
    4: _read_MetadataResponse_3,
    5: _read_MetadataResponse_5,
    6: _read_MetadataResponse_5,
    7: _read_MetadataResponse_7,
    8: _read_MetadataResponse_8,
    9: _read_MetadataResponse_9,
    10: _read_MetadataResponse_10,
    11: _read_MetadataResponse_11,
    12: _read_MetadataResponse_12,
    13: _read_MetadataResponse_13,
}
MetadataResponse._WRITERS = {
    0: _write_MetadataResponse_0,
    1: _write_MetadataResponse_1,
    2: _write_MetadataResponse_2,
    3: _write_MetadataResponse_3,
    4: _write_MetadataResponse_3,
    5: _write_MetadataResponse_5,
    6: _write_MetadataResponse_5,
    7: _write_MetadataResponse_7,
    8: _write_MetadataResponse_8,
    9: _write_MetadataResponse_9,
    10: _write_MetadataResponse_10,
    11: _write_MetadataResponse_11,
    12: _write_MetadataResponse_12,
    13: _write_MetadataResponse_13,
}

# Generated from StreamsGroupHeartbeatRequest.json by `python -m codegen generate`. Do not edit.
"""StreamsGroupHeartbeatRequest, request of API key 88, versions 0-1, flexible from 0. A member of a streams group (KIP-1071) joins, stays, reports its tasks or leaves."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    PACK_INT16S,
    PACK_INT32S,
    READ_INT16S,
    READ_INT32S,
    _text_tuple,
    pack_many,
    read_compact_texts,
    read_numbers,
    write_compact_texts,
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
    text_length,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .streams_group_heartbeat_response import StreamsGroupHeartbeatResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_H = Layout(">H").pack
_PACK_Hx = Layout(">Hx").pack
_PACK_Z = Layout(">?").pack
_PACK_Zx = Layout(">?x").pack
_PACK_b = Layout(">b").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ib = Layout(">ib").pack
_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_PACK_ii = Layout(">ii").pack
_PACK_iiB = Layout(">iiB").pack
_PACK_iq = Layout(">iq").pack
_PACK_iqx = Layout(">iqx").pack
_UNPACK_HB = Layout(">HB").unpack_from
_UNPACK_ZB = Layout(">?B").unpack_from
_UNPACK_b = Layout(">b").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ib = Layout(">ib").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_iiB = Layout(">iiB").unpack_from
_UNPACK_iqB = Layout(">iqB").unpack_from


class KeyValue(Struct):
    """Part of StreamsGroupHeartbeatRequest."""

    __slots__ = ("key", "value", "unknown_tagged_fields")
    __match_args__ = ("key", "value")
    __qualname__ = "StreamsGroupHeartbeatRequest.KeyValue"
    key: Final[str]
    """Name that the value belongs to. (string)"""
    value: Final[str]
    """Value that belongs to the key. (string)"""

    def __init__(
        self,
        *,
        key: str = "",
        value: str = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.key = key
        self.value = value
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            key: str = ...,
            value: str = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_KeyValue = KeyValue
_new_KeyValue = new(KeyValue)


class TopicInfo(Struct):
    """Part of StreamsGroupHeartbeatRequest."""

    __slots__ = ("name", "partitions", "replication_factor", "topic_configs", "unknown_tagged_fields")
    __match_args__ = ("name", "partitions", "replication_factor", "topic_configs")
    __qualname__ = "StreamsGroupHeartbeatRequest.TopicInfo"
    name: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[int]
    """One entry for each partition. (int32)"""
    replication_factor: Final[int]
    """Number of replicas; -1 for the default. (int16)"""
    topic_configs: Final[tuple[KeyValue, ...]]
    """Configs of the topic. ([]KeyValue)"""

    def __init__(
        self,
        *,
        name: str = "",
        partitions: int = 0,
        replication_factor: int = 0,
        topic_configs: Iterable[KeyValue] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.partitions = partitions
        self.replication_factor = replication_factor
        self.topic_configs = tuple(topic_configs)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            partitions: int = ...,
            replication_factor: int = ...,
            topic_configs: Iterable[KeyValue] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopicInfo = TopicInfo
_new_TopicInfo = new(TopicInfo)


class CopartitionGroup(Struct):
    """Source topics that must have equally many partitions."""

    __slots__ = ("source_topics", "source_topic_regex", "repartition_source_topics", "unknown_tagged_fields")
    __match_args__ = ("source_topics", "source_topic_regex", "repartition_source_topics")
    __qualname__ = "StreamsGroupHeartbeatRequest.CopartitionGroup"
    source_topics: Final[tuple[int, ...]]
    """Source topics. ([]int16)"""
    source_topic_regex: Final[tuple[int, ...]]
    """Regular expressions for source topics. ([]int16)"""
    repartition_source_topics: Final[tuple[int, ...]]
    """Repartition topics that the subtopology reads from. ([]int16)"""

    def __init__(
        self,
        *,
        source_topics: Iterable[int] = (),
        source_topic_regex: Iterable[int] = (),
        repartition_source_topics: Iterable[int] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.source_topics = tuple(source_topics)
        self.source_topic_regex = tuple(source_topic_regex)
        self.repartition_source_topics = tuple(repartition_source_topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            source_topics: Iterable[int] = ...,
            source_topic_regex: Iterable[int] = ...,
            repartition_source_topics: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_CopartitionGroup = CopartitionGroup
_new_CopartitionGroup = new(CopartitionGroup)


class Subtopology(Struct):
    """One entry for each subtopology."""

    __slots__ = ("subtopology_id", "source_topics", "source_topic_regex", "state_changelog_topics", "repartition_sink_topics", "repartition_source_topics", "copartition_groups", "unknown_tagged_fields")
    __match_args__ = ("subtopology_id", "source_topics", "source_topic_regex", "state_changelog_topics", "repartition_sink_topics", "repartition_source_topics", "copartition_groups")
    __qualname__ = "StreamsGroupHeartbeatRequest.Subtopology"
    subtopology_id: Final[str]
    """Id of the subtopology. (string)"""
    source_topics: Final[tuple[str, ...]]
    """Source topics. ([]string)"""
    source_topic_regex: Final[tuple[str, ...]]
    """Regular expressions for source topics. ([]string)"""
    state_changelog_topics: Final[tuple[TopicInfo, ...]]
    """Changelog topics of the state stores. ([]TopicInfo)"""
    repartition_sink_topics: Final[tuple[str, ...]]
    """Repartition topics that the subtopology writes to. ([]string)"""
    repartition_source_topics: Final[tuple[TopicInfo, ...]]
    """Repartition topics that the subtopology reads from. ([]TopicInfo)"""
    copartition_groups: Final[tuple[CopartitionGroup, ...]]
    """Source topics that must have equally many partitions. ([]CopartitionGroup)"""

    def __init__(
        self,
        *,
        subtopology_id: str = "",
        source_topics: Iterable[str] = (),
        source_topic_regex: Iterable[str] = (),
        state_changelog_topics: Iterable[TopicInfo] = (),
        repartition_sink_topics: Iterable[str] = (),
        repartition_source_topics: Iterable[TopicInfo] = (),
        copartition_groups: Iterable[CopartitionGroup] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.subtopology_id = subtopology_id
        self.source_topics = _text_tuple(source_topics)
        self.source_topic_regex = _text_tuple(source_topic_regex)
        self.state_changelog_topics = tuple(state_changelog_topics)
        self.repartition_sink_topics = _text_tuple(repartition_sink_topics)
        self.repartition_source_topics = tuple(repartition_source_topics)
        self.copartition_groups = tuple(copartition_groups)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            subtopology_id: str = ...,
            source_topics: Iterable[str] = ...,
            source_topic_regex: Iterable[str] = ...,
            state_changelog_topics: Iterable[TopicInfo] = ...,
            repartition_sink_topics: Iterable[str] = ...,
            repartition_source_topics: Iterable[TopicInfo] = ...,
            copartition_groups: Iterable[CopartitionGroup] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_Subtopology = Subtopology
_new_Subtopology = new(Subtopology)


class Topology(Struct):
    """The topology; null where it did not change or is not known."""

    __slots__ = ("epoch", "subtopologies", "unknown_tagged_fields")
    __match_args__ = ("epoch", "subtopologies")
    __qualname__ = "StreamsGroupHeartbeatRequest.Topology"
    epoch: Final[int]
    """Epoch of the topology, raised by each change of it. (int32)"""
    subtopologies: Final[tuple[Subtopology, ...]]
    """One entry for each subtopology. ([]Subtopology)"""

    def __init__(
        self,
        *,
        epoch: int = 0,
        subtopologies: Iterable[Subtopology] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.epoch = epoch
        self.subtopologies = tuple(subtopologies)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            epoch: int = ...,
            subtopologies: Iterable[Subtopology] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_Topology = Topology
_new_Topology = new(Topology)


class TaskIds(Struct):
    """Part of StreamsGroupHeartbeatRequest."""

    __slots__ = ("subtopology_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("subtopology_id", "partitions")
    __qualname__ = "StreamsGroupHeartbeatRequest.TaskIds"
    subtopology_id: Final[str]
    """Id of the subtopology. (string)"""
    partitions: Final[tuple[int, ...]]
    """Numbers of the partitions. ([]int32)"""

    def __init__(
        self,
        *,
        subtopology_id: str = "",
        partitions: Iterable[int] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.subtopology_id = subtopology_id
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            subtopology_id: str = ...,
            partitions: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TaskIds = TaskIds
_new_TaskIds = new(TaskIds)


class Endpoint(Struct):
    """Where the application can be reached; null for none."""

    __slots__ = ("host", "port", "unknown_tagged_fields")
    __match_args__ = ("host", "port")
    __qualname__ = "StreamsGroupHeartbeatRequest.Endpoint"
    host: Final[str]
    """Name or address of the host. (string)"""
    port: Final[int]
    """TCP port. (uint16)"""

    def __init__(
        self,
        *,
        host: str = "",
        port: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.host = host
        self.port = port
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            host: str = ...,
            port: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_Endpoint = Endpoint
_new_Endpoint = new(Endpoint)


class TaskOffset(Struct):
    """Part of StreamsGroupHeartbeatRequest."""

    __slots__ = ("subtopology_id", "partition", "offset", "unknown_tagged_fields")
    __match_args__ = ("subtopology_id", "partition", "offset")
    __qualname__ = "StreamsGroupHeartbeatRequest.TaskOffset"
    subtopology_id: Final[str]
    """Id of the subtopology. (string)"""
    partition: Final[int]
    """Number of the partition. (int32)"""
    offset: Final[int]
    """Offset that the task has got to. (int64)"""

    def __init__(
        self,
        *,
        subtopology_id: str = "",
        partition: int = 0,
        offset: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.subtopology_id = subtopology_id
        self.partition = partition
        self.offset = offset
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            subtopology_id: str = ...,
            partition: int = ...,
            offset: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TaskOffset = TaskOffset
_new_TaskOffset = new(TaskOffset)


class StreamsGroupHeartbeatRequest(Request["StreamsGroupHeartbeatResponse"]):
    """A member of a streams group (KIP-1071) joins, stays, reports its tasks or leaves."""

    __slots__ = ("group_id", "member_id", "member_epoch", "endpoint_information_epoch", "instance_id", "rack_id", "rebalance_timeout_ms", "topology", "active_tasks", "standby_tasks", "warmup_tasks", "process_id", "user_endpoint", "client_tags", "task_offsets", "task_end_offsets", "shutdown_application", "unknown_tagged_fields")
    __match_args__ = ("group_id", "member_id", "member_epoch", "endpoint_information_epoch", "instance_id", "rack_id", "rebalance_timeout_ms", "topology", "active_tasks", "standby_tasks", "warmup_tasks", "process_id", "user_endpoint", "client_tags", "task_offsets", "task_end_offsets", "shutdown_application")
    KIND = "request"
    API_KEY = 88
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (0, 1)
    _RESPONSE_NAME = "StreamsGroupHeartbeatResponse"
    if TYPE_CHECKING:
        KeyValue: TypeAlias = _KeyValue
        TopicInfo: TypeAlias = _TopicInfo
        CopartitionGroup: TypeAlias = _CopartitionGroup
        Subtopology: TypeAlias = _Subtopology
        Topology: TypeAlias = _Topology
        TaskIds: TypeAlias = _TaskIds
        Endpoint: TypeAlias = _Endpoint
        TaskOffset: TypeAlias = _TaskOffset
    else:  # no annotation of a field
        KeyValue = _KeyValue
        TopicInfo = _TopicInfo
        CopartitionGroup = _CopartitionGroup
        Subtopology = _Subtopology
        Topology = _Topology
        TaskIds = _TaskIds
        Endpoint = _Endpoint
        TaskOffset = _TaskOffset
    group_id: Final[str]
    """Id of the group. (string)"""
    member_id: Final[str]
    """Id of the member. (string)"""
    member_epoch: Final[int]
    """Epoch of the member; 0 to join, -1 to leave, -2 to leave for a while as a static member. (int32)"""
    endpoint_information_epoch: Final[int]
    """Epoch of what is told about endpoints. (int32)"""
    instance_id: Final[str | None]
    """Static id of the member; null for a dynamic one. (string)"""
    rack_id: Final[str | None]
    """Rack of the client; null or empty for none. (string)"""
    rebalance_timeout_ms: Final[int]
    """Milliseconds that members have to give back what they must. (int32)"""
    topology: Final[Topology | None]
    """The topology; null where it did not change or is not known. (Topology)"""
    active_tasks: Final[tuple[TaskIds, ...] | None]
    """Tasks that process records. ([]TaskIds)"""
    standby_tasks: Final[tuple[TaskIds, ...] | None]
    """Tasks that keep a copy of the state. ([]TaskIds)"""
    warmup_tasks: Final[tuple[TaskIds, ...] | None]
    """Tasks that restore their state in order to become active here. ([]TaskIds)"""
    process_id: Final[str | None]
    """Id of the process that runs the member. (string)"""
    user_endpoint: Final[Endpoint | None]
    """Where the application can be reached; null for none. (Endpoint)"""
    client_tags: Final[tuple[KeyValue, ...] | None]
    """Tags of the client for rack-aware assignment. ([]KeyValue)"""
    task_offsets: Final[tuple[TaskOffset, ...] | None]
    """How far the tasks have restored. ([]TaskOffset)"""
    task_end_offsets: Final[tuple[TaskOffset, ...] | None]
    """Ends of the tasks' changelogs. ([]TaskOffset)"""
    shutdown_application: Final[bool]
    """Whether the whole application shall stop. (bool)"""

    def __init__(
        self,
        *,
        group_id: str = "",
        member_id: str = "",
        member_epoch: int = 0,
        endpoint_information_epoch: int = 0,
        instance_id: str | None = None,
        rack_id: str | None = None,
        rebalance_timeout_ms: int = -1,
        topology: Topology | None = None,
        active_tasks: Iterable[TaskIds] | None = None,
        standby_tasks: Iterable[TaskIds] | None = None,
        warmup_tasks: Iterable[TaskIds] | None = None,
        process_id: str | None = None,
        user_endpoint: Endpoint | None = None,
        client_tags: Iterable[KeyValue] | None = None,
        task_offsets: Iterable[TaskOffset] | None = None,
        task_end_offsets: Iterable[TaskOffset] | None = None,
        shutdown_application: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group_id = group_id
        self.member_id = member_id
        self.member_epoch = member_epoch
        self.endpoint_information_epoch = endpoint_information_epoch
        self.instance_id = instance_id
        self.rack_id = rack_id
        self.rebalance_timeout_ms = rebalance_timeout_ms
        self.topology = topology
        self.active_tasks = None if active_tasks is None else tuple(active_tasks)
        self.standby_tasks = None if standby_tasks is None else tuple(standby_tasks)
        self.warmup_tasks = None if warmup_tasks is None else tuple(warmup_tasks)
        self.process_id = process_id
        self.user_endpoint = user_endpoint
        self.client_tags = None if client_tags is None else tuple(client_tags)
        self.task_offsets = None if task_offsets is None else tuple(task_offsets)
        self.task_end_offsets = None if task_end_offsets is None else tuple(task_end_offsets)
        self.shutdown_application = shutdown_application
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group_id: str = ...,
            member_id: str = ...,
            member_epoch: int = ...,
            endpoint_information_epoch: int = ...,
            instance_id: str | None = ...,
            rack_id: str | None = ...,
            rebalance_timeout_ms: int = ...,
            topology: Topology | None = ...,
            active_tasks: Iterable[TaskIds] | None = ...,
            standby_tasks: Iterable[TaskIds] | None = ...,
            warmup_tasks: Iterable[TaskIds] | None = ...,
            process_id: str | None = ...,
            user_endpoint: Endpoint | None = ...,
            client_tags: Iterable[KeyValue] | None = ...,
            task_offsets: Iterable[TaskOffset] | None = ...,
            task_end_offsets: Iterable[TaskOffset] | None = ...,
            shutdown_application: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_StreamsGroupHeartbeatRequest = new(StreamsGroupHeartbeatRequest)


def _read_KeyValue_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_KeyValue()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.key = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.value = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_KeyValue_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.key.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.value.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_TopicInfo_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicInfo()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        o.partitions, o.replication_factor, n = _UNPACK_ihB(buf, pos)
        pos += 6
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.topic_configs, pos = _read_KeyValue_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopicInfo_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.topic_configs
        n = len(items) + 1
        if n < 128:
            put(_PACK_ihB(o.partitions, o.replication_factor, n))
        else:
            put(_PACK_ih(o.partitions, o.replication_factor))
            put(count_uvarint(n))
        if items:
            _write_KeyValue_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_CopartitionGroup_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_CopartitionGroup()
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.source_topics = (READ_INT16S[n] if n < 16 else read_numbers("h", n))(buf, pos)
        pos += 2 * n - 1
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.source_topic_regex = (READ_INT16S[n] if n < 16 else read_numbers("h", n))(buf, pos)
        pos += 2 * n - 1
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.repartition_source_topics = (READ_INT16S[n] if n < 16 else read_numbers("h", n))(buf, pos)
        pos += 2 * n - 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_CopartitionGroup_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.source_topics
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT16S[n - 1] if n < 16 else pack_many("h", len(items)))(*items))
        items = o.source_topic_regex
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT16S[n - 1] if n < 16 else pack_many("h", len(items)))(*items))
        items = o.repartition_source_topics
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT16S[n - 1] if n < 16 else pack_many("h", len(items)))(*items))
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_Subtopology_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_Subtopology()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.subtopology_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.source_topics, pos = read_compact_texts(buf, pos + 1, n - 1)
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.source_topic_regex, pos = read_compact_texts(buf, pos + 1, n - 1)
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.state_changelog_topics, pos = _read_TopicInfo_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.repartition_sink_topics, pos = read_compact_texts(buf, pos + 1, n - 1)
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.repartition_source_topics, pos = _read_TopicInfo_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.copartition_groups, pos = _read_CopartitionGroup_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_Subtopology_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.subtopology_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.source_topics
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        write_compact_texts(put, items)
        items = o.source_topic_regex
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        write_compact_texts(put, items)
        items = o.state_changelog_topics
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_TopicInfo_many_0(put, items)
        items = o.repartition_sink_topics
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        write_compact_texts(put, items)
        items = o.repartition_source_topics
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_TopicInfo_many_0(put, items)
        items = o.copartition_groups
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_CopartitionGroup_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_Topology_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_Topology()
    o.epoch, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.subtopologies, pos = _read_Subtopology_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_Topology_0(put: Append, o: Any) -> None:
    items = o.subtopologies
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.epoch, n))
    else:
        put(_PACK_i(o.epoch))
        put(count_uvarint(n))
    if items:
        _write_Subtopology_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_TaskIds_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TaskIds()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.subtopology_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.partitions = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TaskIds_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.subtopology_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_Endpoint_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_Endpoint()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.host = buf[pos + 1 : (pos := pos + n)].decode()
    o.port, n = _UNPACK_HB(buf, pos)
    pos += 3
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_Endpoint_0(put: Append, o: Any) -> None:
    items = o.host.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    if o.unknown_tagged_fields:
        put(_PACK_H(o.port))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_Hx(o.port))


def _read_TaskOffset_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TaskOffset()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.subtopology_id = buf[pos + 1 : (pos := pos + n)].decode()
        o.partition, o.offset, n = _UNPACK_iqB(buf, pos)
        pos += 13
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TaskOffset_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.subtopology_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            put(_PACK_iq(o.partition, o.offset))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_iqx(o.partition, o.offset))


def _read_StreamsGroupHeartbeatRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_StreamsGroupHeartbeatRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.member_id = buf[pos + 1 : (pos := pos + n)].decode()
    o.member_epoch, o.endpoint_information_epoch, n = _UNPACK_iiB(buf, pos)
    pos += 8
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.instance_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.instance_id = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.rack_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.rack_id = None
        pos += 1
    o.rebalance_timeout_ms, n = _UNPACK_ib(buf, pos)
    pos += 5
    if n >= 0:
        o.topology, pos = _read_Topology_0(buf, pos)
    else:
        o.topology = None
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.active_tasks, pos = _read_TaskIds_many_0(buf, pos + 1, n - 1)
    else:
        o.active_tasks = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.standby_tasks, pos = _read_TaskIds_many_0(buf, pos + 1, n - 1)
    else:
        o.standby_tasks = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.warmup_tasks, pos = _read_TaskIds_many_0(buf, pos + 1, n - 1)
    else:
        o.warmup_tasks = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.process_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.process_id = None
        pos += 1
    (n,) = _UNPACK_b(buf, pos)
    pos += 1
    if n >= 0:
        o.user_endpoint, pos = _read_Endpoint_0(buf, pos)
    else:
        o.user_endpoint = None
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.client_tags, pos = _read_KeyValue_many_0(buf, pos + 1, n - 1)
    else:
        o.client_tags = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.task_offsets, pos = _read_TaskOffset_many_0(buf, pos + 1, n - 1)
    else:
        o.task_offsets = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.task_end_offsets, pos = _read_TaskOffset_many_0(buf, pos + 1, n - 1)
    else:
        o.task_end_offsets = None
        pos += 1
    o.shutdown_application, n = _UNPACK_ZB(buf, pos)
    pos += 2
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_StreamsGroupHeartbeatRequest_0(put: Append, o: Any) -> None:
    items = o.group_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.member_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.instance_id
    if items is None:
        put(_PACK_iiB(o.member_epoch, o.endpoint_information_epoch, 0))
    else:
        items = items.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_iiB(o.member_epoch, o.endpoint_information_epoch, n))
        else:
            put(_PACK_ii(o.member_epoch, o.endpoint_information_epoch))
            put(text_uvarint(n))
        put(items)
    items = o.rack_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    if o.topology is None:
        put(_PACK_ib(o.rebalance_timeout_ms, -1))
    else:
        put(_PACK_ib(o.rebalance_timeout_ms, 1))
        _write_Topology_0(put, o.topology)
    items = o.active_tasks
    if items is None:
        put(_PACK_B(0))
    else:
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_TaskIds_many_0(put, items)
    items = o.standby_tasks
    if items is None:
        put(_PACK_B(0))
    else:
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_TaskIds_many_0(put, items)
    items = o.warmup_tasks
    if items is None:
        put(_PACK_B(0))
    else:
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_TaskIds_many_0(put, items)
    items = o.process_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    if o.user_endpoint is None:
        put(_PACK_b(-1))
    else:
        put(_PACK_b(1))
        _write_Endpoint_0(put, o.user_endpoint)
    items = o.client_tags
    if items is None:
        put(_PACK_B(0))
    else:
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_KeyValue_many_0(put, items)
    items = o.task_offsets
    if items is None:
        put(_PACK_B(0))
    else:
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_TaskOffset_many_0(put, items)
    items = o.task_end_offsets
    if items is None:
        put(_PACK_B(0))
    else:
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_TaskOffset_many_0(put, items)
    if o.shutdown_application is not True and o.shutdown_application is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_Z(o.shutdown_application))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_Zx(o.shutdown_application))


StreamsGroupHeartbeatRequest._READERS = {
    0: _read_StreamsGroupHeartbeatRequest_0,
    1: _read_StreamsGroupHeartbeatRequest_0,
}
StreamsGroupHeartbeatRequest._WRITERS = {
    0: _write_StreamsGroupHeartbeatRequest_0,
    1: _write_StreamsGroupHeartbeatRequest_0,
}

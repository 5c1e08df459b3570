# Generated from StreamsGroupDescribeResponse.json by `python -m codegen generate`. Do not edit.
"""StreamsGroupDescribeResponse, response of API key 89, versions 0-1, flexible from 0. Answers StreamsGroupDescribeRequest."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    PACK_INT32S,
    READ_INT32S,
    _text_tuple,
    pack_many,
    read_compact_texts,
    read_numbers,
    write_compact_texts,
)
from kraft_wire.message import Message, Struct, shared_default
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
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_H = Layout(">H").pack
_PACK_Hx = Layout(">Hx").pack
_PACK_Z = Layout(">?").pack
_PACK_Zx = Layout(">?x").pack
_PACK_b = Layout(">b").pack
_PACK_bB = Layout(">bB").pack
_PACK_h = Layout(">h").pack
_PACK_hB = Layout(">hB").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_ib = Layout(">ib").pack
_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_PACK_iib = Layout(">iib").pack
_PACK_iq = Layout(">iq").pack
_PACK_iqx = Layout(">iqx").pack
_PACK_ix = Layout(">ix").pack
_UNPACK_HB = Layout(">HB").unpack_from
_UNPACK_ZB = Layout(">?B").unpack_from
_UNPACK_b = Layout(">b").unpack_from
_UNPACK_bB = Layout(">bB").unpack_from
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_ib = Layout(">ib").unpack_from
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_iib = Layout(">iib").unpack_from
_UNPACK_iqB = Layout(">iqB").unpack_from


class KeyValue(Struct):
    """Part of StreamsGroupDescribeResponse."""

    __slots__ = ("key", "value", "unknown_tagged_fields")
    __match_args__ = ("key", "value")
    __qualname__ = "StreamsGroupDescribeResponse.KeyValue"
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
    """Part of StreamsGroupDescribeResponse."""

    __slots__ = ("name", "partitions", "replication_factor", "topic_configs", "unknown_tagged_fields")
    __match_args__ = ("name", "partitions", "replication_factor", "topic_configs")
    __qualname__ = "StreamsGroupDescribeResponse.TopicInfo"
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


class Subtopology(Struct):
    """One entry for each subtopology."""

    __slots__ = ("subtopology_id", "source_topics", "repartition_sink_topics", "state_changelog_topics", "repartition_source_topics", "unknown_tagged_fields")
    __match_args__ = ("subtopology_id", "source_topics", "repartition_sink_topics", "state_changelog_topics", "repartition_source_topics")
    __qualname__ = "StreamsGroupDescribeResponse.Subtopology"
    subtopology_id: Final[str]
    """Id of the subtopology. (string)"""
    source_topics: Final[tuple[str, ...]]
    """Source topics. ([]string)"""
    repartition_sink_topics: Final[tuple[str, ...]]
    """Repartition topics that the subtopology writes to. ([]string)"""
    state_changelog_topics: Final[tuple[TopicInfo, ...]]
    """Changelog topics of the state stores. ([]TopicInfo)"""
    repartition_source_topics: Final[tuple[TopicInfo, ...]]
    """Repartition topics that the subtopology reads from. ([]TopicInfo)"""

    def __init__(
        self,
        *,
        subtopology_id: str = "",
        source_topics: Iterable[str] = (),
        repartition_sink_topics: Iterable[str] = (),
        state_changelog_topics: Iterable[TopicInfo] = (),
        repartition_source_topics: Iterable[TopicInfo] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.subtopology_id = subtopology_id
        self.source_topics = _text_tuple(source_topics)
        self.repartition_sink_topics = _text_tuple(repartition_sink_topics)
        self.state_changelog_topics = tuple(state_changelog_topics)
        self.repartition_source_topics = tuple(repartition_source_topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            subtopology_id: str = ...,
            source_topics: Iterable[str] = ...,
            repartition_sink_topics: Iterable[str] = ...,
            state_changelog_topics: Iterable[TopicInfo] = ...,
            repartition_source_topics: Iterable[TopicInfo] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_Subtopology = Subtopology
_new_Subtopology = new(Subtopology)


class Topology(Struct):
    """The topology; null where it did not change or is not known."""

    __slots__ = ("epoch", "subtopologies", "unknown_tagged_fields")
    __match_args__ = ("epoch", "subtopologies")
    __qualname__ = "StreamsGroupDescribeResponse.Topology"
    epoch: Final[int]
    """Epoch of the topology, raised by each change of it. (int32)"""
    subtopologies: Final[tuple[Subtopology, ...] | None]
    """One entry for each subtopology. ([]Subtopology)"""

    def __init__(
        self,
        *,
        epoch: int = 0,
        subtopologies: Iterable[Subtopology] | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.epoch = epoch
        self.subtopologies = None if subtopologies is None else tuple(subtopologies)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            epoch: int = ...,
            subtopologies: Iterable[Subtopology] | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_Topology = Topology
_new_Topology = new(Topology)


class Endpoint(Struct):
    """Where the application can be reached; null for none."""

    __slots__ = ("host", "port", "unknown_tagged_fields")
    __match_args__ = ("host", "port")
    __qualname__ = "StreamsGroupDescribeResponse.Endpoint"
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
    """Part of StreamsGroupDescribeResponse."""

    __slots__ = ("subtopology_id", "partition", "offset", "unknown_tagged_fields")
    __match_args__ = ("subtopology_id", "partition", "offset")
    __qualname__ = "StreamsGroupDescribeResponse.TaskOffset"
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


class TaskIds(Struct):
    """Part of StreamsGroupDescribeResponse."""

    __slots__ = ("subtopology_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("subtopology_id", "partitions")
    __qualname__ = "StreamsGroupDescribeResponse.TaskIds"
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


class Assignment(Struct):
    """Part of StreamsGroupDescribeResponse."""

    __slots__ = ("active_tasks", "standby_tasks", "warmup_tasks", "unknown_tagged_fields")
    __match_args__ = ("active_tasks", "standby_tasks", "warmup_tasks")
    __qualname__ = "StreamsGroupDescribeResponse.Assignment"
    active_tasks: Final[tuple[TaskIds, ...]]
    """Tasks that process records. ([]TaskIds)"""
    standby_tasks: Final[tuple[TaskIds, ...]]
    """Tasks that keep a copy of the state. ([]TaskIds)"""
    warmup_tasks: Final[tuple[TaskIds, ...]]
    """Tasks that restore their state in order to become active here. ([]TaskIds)"""

    def __init__(
        self,
        *,
        active_tasks: Iterable[TaskIds] = (),
        standby_tasks: Iterable[TaskIds] = (),
        warmup_tasks: Iterable[TaskIds] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.active_tasks = tuple(active_tasks)
        self.standby_tasks = tuple(standby_tasks)
        self.warmup_tasks = tuple(warmup_tasks)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            active_tasks: Iterable[TaskIds] = ...,
            standby_tasks: Iterable[TaskIds] = ...,
            warmup_tasks: Iterable[TaskIds] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_Assignment = Assignment
_new_Assignment = new(Assignment)
_DEFAULT_Assignment = shared_default(Assignment)


class Member(Struct):
    """One entry for each member of the group."""

    __slots__ = ("member_id", "member_epoch", "instance_id", "rack_id", "client_id", "client_host", "topology_epoch", "process_id", "user_endpoint", "client_tags", "task_offsets", "task_end_offsets", "assignment", "target_assignment", "is_classic", "unknown_tagged_fields")
    __match_args__ = ("member_id", "member_epoch", "instance_id", "rack_id", "client_id", "client_host", "topology_epoch", "process_id", "user_endpoint", "client_tags", "task_offsets", "task_end_offsets", "assignment", "target_assignment", "is_classic")
    __qualname__ = "StreamsGroupDescribeResponse.Member"
    member_id: Final[str]
    """Id of the member. (string)"""
    member_epoch: Final[int]
    """Epoch of the member. (int32)"""
    instance_id: Final[str | None]
    """Static id of the member; null for a dynamic one. (string)"""
    rack_id: Final[str | None]
    """Rack of the client; null or empty for none. (string)"""
    client_id: Final[str]
    """What the client calls itself. (string)"""
    client_host: Final[str]
    """Host that the member connects from. (string)"""
    topology_epoch: Final[int]
    """Epoch of the topology. (int32)"""
    process_id: Final[str]
    """Id of the process that runs the member. (string)"""
    user_endpoint: Final[Endpoint | None]
    """Where the application can be reached; null for none. (Endpoint)"""
    client_tags: Final[tuple[KeyValue, ...]]
    """Tags of the client for rack-aware assignment. ([]KeyValue)"""
    task_offsets: Final[tuple[TaskOffset, ...]]
    """How far the tasks have restored. ([]TaskOffset)"""
    task_end_offsets: Final[tuple[TaskOffset, ...]]
    """Ends of the tasks' changelogs. ([]TaskOffset)"""
    assignment: Final[Assignment]
    """What the member is assigned. (Assignment)"""
    target_assignment: Final[Assignment]
    """What the member shall have. (Assignment)"""
    is_classic: Final[bool]
    """Whether the member speaks the classic protocol. (bool)"""

    def __init__(
        self,
        *,
        member_id: str = "",
        member_epoch: int = 0,
        instance_id: str | None = None,
        rack_id: str | None = None,
        client_id: str = "",
        client_host: str = "",
        topology_epoch: int = 0,
        process_id: str = "",
        user_endpoint: Endpoint | None = None,
        client_tags: Iterable[KeyValue] = (),
        task_offsets: Iterable[TaskOffset] = (),
        task_end_offsets: Iterable[TaskOffset] = (),
        assignment: Assignment = _DEFAULT_Assignment,
        target_assignment: Assignment = _DEFAULT_Assignment,
        is_classic: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.member_id = member_id
        self.member_epoch = member_epoch
        self.instance_id = instance_id
        self.rack_id = rack_id
        self.client_id = client_id
        self.client_host = client_host
        self.topology_epoch = topology_epoch
        self.process_id = process_id
        self.user_endpoint = user_endpoint
        self.client_tags = tuple(client_tags)
        self.task_offsets = tuple(task_offsets)
        self.task_end_offsets = tuple(task_end_offsets)
        self.assignment = assignment
        self.target_assignment = target_assignment
        self.is_classic = is_classic
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            member_id: str = ...,
            member_epoch: int = ...,
            instance_id: str | None = ...,
            rack_id: str | None = ...,
            client_id: str = ...,
            client_host: str = ...,
            topology_epoch: int = ...,
            process_id: str = ...,
            user_endpoint: Endpoint | None = ...,
            client_tags: Iterable[KeyValue] = ...,
            task_offsets: Iterable[TaskOffset] = ...,
            task_end_offsets: Iterable[TaskOffset] = ...,
            assignment: Assignment = ...,
            target_assignment: Assignment = ...,
            is_classic: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_Member = Member
_new_Member = new(Member)


class TopologyDescriptionNode(Struct):
    """Part of StreamsGroupDescribeResponse."""

    __slots__ = ("name", "node_type", "source_topics", "sink_topic", "stores", "successors", "unknown_tagged_fields")
    __match_args__ = ("name", "node_type", "source_topics", "sink_topic", "stores", "successors")
    __qualname__ = "StreamsGroupDescribeResponse.TopologyDescriptionNode"
    name: Final[str]
    """Name of the node. (string, version 1)"""
    node_type: Final[int]
    """1 source, 2 processor, 3 sink. (int8, version 1)"""
    source_topics: Final[tuple[str, ...]]
    """Source topics. ([]string, version 1)"""
    sink_topic: Final[str | None]
    """Topic that the sink writes to; null where it varies. (string, version 1)"""
    stores: Final[tuple[str, ...]]
    """State stores of the node. ([]string, version 1)"""
    successors: Final[tuple[str, ...]]
    """Nodes that come after. ([]string, version 1)"""

    def __init__(
        self,
        *,
        name: str = "",
        node_type: int = 0,
        source_topics: Iterable[str] = (),
        sink_topic: str | None = None,
        stores: Iterable[str] = (),
        successors: Iterable[str] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.node_type = node_type
        self.source_topics = _text_tuple(source_topics)
        self.sink_topic = sink_topic
        self.stores = _text_tuple(stores)
        self.successors = _text_tuple(successors)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            node_type: int = ...,
            source_topics: Iterable[str] = ...,
            sink_topic: str | None = ...,
            stores: Iterable[str] = ...,
            successors: Iterable[str] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopologyDescriptionNode = TopologyDescriptionNode
_new_TopologyDescriptionNode = new(TopologyDescriptionNode)
_DEFAULT_TopologyDescriptionNode = shared_default(TopologyDescriptionNode)


class TopologyDescriptionSubtopology(Struct):
    """One entry for each subtopology."""

    __slots__ = ("subtopology_id", "nodes", "unknown_tagged_fields")
    __match_args__ = ("subtopology_id", "nodes")
    __qualname__ = "StreamsGroupDescribeResponse.TopologyDescriptionSubtopology"
    subtopology_id: Final[str]
    """Id of the subtopology. (string, version 1)"""
    nodes: Final[tuple[TopologyDescriptionNode, ...]]
    """One entry for each node. ([]TopologyDescriptionNode, version 1)"""

    def __init__(
        self,
        *,
        subtopology_id: str = "",
        nodes: Iterable[TopologyDescriptionNode] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.subtopology_id = subtopology_id
        self.nodes = tuple(nodes)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            subtopology_id: str = ...,
            nodes: Iterable[TopologyDescriptionNode] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopologyDescriptionSubtopology = TopologyDescriptionSubtopology
_new_TopologyDescriptionSubtopology = new(TopologyDescriptionSubtopology)


class TopologyDescriptionGlobalStore(Struct):
    """Global stores of the topology."""

    __slots__ = ("source", "processor", "unknown_tagged_fields")
    __match_args__ = ("source", "processor")
    __qualname__ = "StreamsGroupDescribeResponse.TopologyDescriptionGlobalStore"
    source: Final[TopologyDescriptionNode]
    """Source of the global store. (TopologyDescriptionNode, version 1)"""
    processor: Final[TopologyDescriptionNode]
    """Processor of the global store. (TopologyDescriptionNode, version 1)"""

    def __init__(
        self,
        *,
        source: TopologyDescriptionNode = _DEFAULT_TopologyDescriptionNode,
        processor: TopologyDescriptionNode = _DEFAULT_TopologyDescriptionNode,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.source = source
        self.processor = processor
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            source: TopologyDescriptionNode = ...,
            processor: TopologyDescriptionNode = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopologyDescriptionGlobalStore = TopologyDescriptionGlobalStore
_new_TopologyDescriptionGlobalStore = new(TopologyDescriptionGlobalStore)


class TopologyDescription(Struct):
    """The whole topology."""

    __slots__ = ("subtopologies", "global_stores", "unknown_tagged_fields")
    __match_args__ = ("subtopologies", "global_stores")
    __qualname__ = "StreamsGroupDescribeResponse.TopologyDescription"
    subtopologies: Final[tuple[TopologyDescriptionSubtopology, ...]]
    """One entry for each subtopology. ([]TopologyDescriptionSubtopology, version 1)"""
    global_stores: Final[tuple[TopologyDescriptionGlobalStore, ...]]
    """Global stores of the topology. ([]TopologyDescriptionGlobalStore, version 1)"""

    def __init__(
        self,
        *,
        subtopologies: Iterable[TopologyDescriptionSubtopology] = (),
        global_stores: Iterable[TopologyDescriptionGlobalStore] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.subtopologies = tuple(subtopologies)
        self.global_stores = tuple(global_stores)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            subtopologies: Iterable[TopologyDescriptionSubtopology] = ...,
            global_stores: Iterable[TopologyDescriptionGlobalStore] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopologyDescription = TopologyDescription
_new_TopologyDescription = new(TopologyDescription)


class DescribedGroup(Struct):
    """One entry for each group."""

    __slots__ = ("error_code", "error_message", "group_id", "group_state", "group_epoch", "assignment_epoch", "topology", "members", "authorized_operations", "topology_description", "topology_description_status", "assignor_name", "unknown_tagged_fields")
    __match_args__ = ("error_code", "error_message", "group_id", "group_state", "group_epoch", "assignment_epoch", "topology", "members", "authorized_operations", "topology_description", "topology_description_status", "assignor_name")
    __qualname__ = "StreamsGroupDescribeResponse.DescribedGroup"
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""
    group_id: Final[str]
    """Id of the group. (string)"""
    group_state: Final[str]
    """State of the group, as text. (string)"""
    group_epoch: Final[int]
    """Epoch of the group, raised by each change of members or subscriptions. (int32)"""
    assignment_epoch: Final[int]
    """Epoch of the group for which the assignment was computed. (int32)"""
    topology: Final[Topology | None]
    """The topology; null where it did not change or is not known. (Topology)"""
    members: Final[tuple[Member, ...]]
    """One entry for each member of the group. ([]Member)"""
    authorized_operations: Final[int]
    """Operations that the client may do, one bit each; -2147483648 where nobody asked. (int32)"""
    topology_description: Final[TopologyDescription | None]
    """The whole topology. (TopologyDescription, version 1)"""
    topology_description_status: Final[int]
    """Whether the topology is told, and why not. (int8, version 1)"""
    assignor_name: Final[str | None]
    """Name of the assignor in use. (string, version 1, ignorable)"""

    def __init__(
        self,
        *,
        error_code: int = 0,
        error_message: str | None = None,
        group_id: str = "",
        group_state: str = "",
        group_epoch: int = 0,
        assignment_epoch: int = 0,
        topology: Topology | None = None,
        members: Iterable[Member] = (),
        authorized_operations: int = -2147483648,
        topology_description: TopologyDescription | None = None,
        topology_description_status: int = 0,
        assignor_name: str | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.error_code = error_code
        self.error_message = error_message
        self.group_id = group_id
        self.group_state = group_state
        self.group_epoch = group_epoch
        self.assignment_epoch = assignment_epoch
        self.topology = topology
        self.members = tuple(members)
        self.authorized_operations = authorized_operations
        self.topology_description = topology_description
        self.topology_description_status = topology_description_status
        self.assignor_name = assignor_name
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            error_code: int = ...,
            error_message: str | None = ...,
            group_id: str = ...,
            group_state: str = ...,
            group_epoch: int = ...,
            assignment_epoch: int = ...,
            topology: Topology | None = ...,
            members: Iterable[Member] = ...,
            authorized_operations: int = ...,
            topology_description: TopologyDescription | None = ...,
            topology_description_status: int = ...,
            assignor_name: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DescribedGroup = DescribedGroup
_new_DescribedGroup = new(DescribedGroup)


class StreamsGroupDescribeResponse(Message):
    """Answers StreamsGroupDescribeRequest."""

    __slots__ = ("throttle_time_ms", "groups", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "groups")
    KIND = "response"
    API_KEY = 89
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (0, 1)
    if TYPE_CHECKING:
        KeyValue: TypeAlias = _KeyValue
        TopicInfo: TypeAlias = _TopicInfo
        Subtopology: TypeAlias = _Subtopology
        Topology: TypeAlias = _Topology
        Endpoint: TypeAlias = _Endpoint
        TaskOffset: TypeAlias = _TaskOffset
        TaskIds: TypeAlias = _TaskIds
        Assignment: TypeAlias = _Assignment
        Member: TypeAlias = _Member
        TopologyDescriptionNode: TypeAlias = _TopologyDescriptionNode
        TopologyDescriptionSubtopology: TypeAlias = _TopologyDescriptionSubtopology
        TopologyDescriptionGlobalStore: TypeAlias = _TopologyDescriptionGlobalStore
        TopologyDescription: TypeAlias = _TopologyDescription
        DescribedGroup: TypeAlias = _DescribedGroup
    else:  # no annotation of a field
        KeyValue = _KeyValue
        TopicInfo = _TopicInfo
        Subtopology = _Subtopology
        Topology = _Topology
        Endpoint = _Endpoint
        TaskOffset = _TaskOffset
        TaskIds = _TaskIds
        Assignment = _Assignment
        Member = _Member
        TopologyDescriptionNode = _TopologyDescriptionNode
        TopologyDescriptionSubtopology = _TopologyDescriptionSubtopology
        TopologyDescriptionGlobalStore = _TopologyDescriptionGlobalStore
        TopologyDescription = _TopologyDescription
        DescribedGroup = _DescribedGroup
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    groups: Final[tuple[DescribedGroup, ...]]
    """One entry for each group. ([]DescribedGroup)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        groups: Iterable[DescribedGroup] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.groups = tuple(groups)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            groups: Iterable[DescribedGroup] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_StreamsGroupDescribeResponse = new(StreamsGroupDescribeResponse)


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
        o.repartition_sink_topics, pos = read_compact_texts(buf, pos + 1, n - 1)
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.state_changelog_topics, pos = _read_TopicInfo_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.repartition_source_topics, pos = _read_TopicInfo_many_0(buf, pos + 1, n - 1)
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
        items = o.repartition_sink_topics
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        write_compact_texts(put, items)
        items = o.state_changelog_topics
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_TopicInfo_many_0(put, items)
        items = o.repartition_source_topics
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_TopicInfo_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_Topology_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_Topology()
    o.epoch, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.subtopologies, pos = _read_Subtopology_many_0(buf, pos + 1, n - 1)
    else:
        o.subtopologies = None
        pos += 1
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_Topology_0(put: Append, o: Any) -> None:
    items = o.subtopologies
    if items is None:
        put(_PACK_iB(o.epoch, 0))
    else:
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


def _read_Assignment_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_Assignment()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.active_tasks, pos = _read_TaskIds_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.standby_tasks, pos = _read_TaskIds_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.warmup_tasks, pos = _read_TaskIds_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_Assignment_0(put: Append, o: Any) -> None:
    items = o.active_tasks
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_TaskIds_many_0(put, items)
    items = o.standby_tasks
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_TaskIds_many_0(put, items)
    items = o.warmup_tasks
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_TaskIds_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_Member_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_Member()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.member_id = buf[pos + 1 : (pos := pos + n)].decode()
        o.member_epoch, n = _UNPACK_iB(buf, pos)
        pos += 4
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
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.client_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.client_host = buf[pos + 1 : (pos := pos + n)].decode()
        o.topology_epoch, n = _UNPACK_iB(buf, pos)
        pos += 4
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.process_id = buf[pos + 1 : (pos := pos + n)].decode()
        (n,) = _UNPACK_b(buf, pos)
        pos += 1
        if n >= 0:
            o.user_endpoint, pos = _read_Endpoint_0(buf, pos)
        else:
            o.user_endpoint = None
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.client_tags, pos = _read_KeyValue_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.task_offsets, pos = _read_TaskOffset_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.task_end_offsets, pos = _read_TaskOffset_many_0(buf, pos + 1, n - 1)
        o.assignment, pos = _read_Assignment_0(buf, pos)
        o.target_assignment, pos = _read_Assignment_0(buf, pos)
        o.is_classic, n = _UNPACK_ZB(buf, pos)
        pos += 2
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_Member_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.member_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.instance_id
        if items is None:
            put(_PACK_iB(o.member_epoch, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_iB(o.member_epoch, n))
            else:
                put(_PACK_i(o.member_epoch))
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
        items = o.client_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.client_host.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.process_id.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_iB(o.topology_epoch, n))
        else:
            put(_PACK_i(o.topology_epoch))
            put(text_uvarint(n))
        put(items)
        if o.user_endpoint is None:
            put(_PACK_b(-1))
        else:
            put(_PACK_b(1))
            _write_Endpoint_0(put, o.user_endpoint)
        items = o.client_tags
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_KeyValue_many_0(put, items)
        items = o.task_offsets
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_TaskOffset_many_0(put, items)
        items = o.task_end_offsets
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_TaskOffset_many_0(put, items)
        _write_Assignment_0(put, o.assignment)
        _write_Assignment_0(put, o.target_assignment)
        if o.is_classic is not True and o.is_classic is not False:
            raise ValueError("bool is neither true nor false")
        if o.unknown_tagged_fields:
            put(_PACK_Z(o.is_classic))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_Zx(o.is_classic))


def _read_TopologyDescriptionNode_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_TopologyDescriptionNode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.name = buf[pos + 1 : (pos := pos + n)].decode()
    o.node_type, n = _UNPACK_bB(buf, pos)
    pos += 1
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.source_topics, pos = read_compact_texts(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.sink_topic = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.sink_topic = None
        pos += 1
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.stores, pos = read_compact_texts(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.successors, pos = read_compact_texts(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _read_TopologyDescriptionNode_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopologyDescriptionNode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        o.node_type, n = _UNPACK_bB(buf, pos)
        pos += 1
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.source_topics, pos = read_compact_texts(buf, pos + 1, n - 1)
        n = buf[pos]
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.sink_topic = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.sink_topic = None
            pos += 1
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.stores, pos = read_compact_texts(buf, pos + 1, n - 1)
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.successors, pos = read_compact_texts(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopologyDescriptionNode_1(put: Append, o: Any) -> None:
    items = o.name.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.source_topics
    n = len(items) + 1
    if n < 128:
        put(_PACK_bB(o.node_type, n))
    else:
        put(_PACK_b(o.node_type))
        put(count_uvarint(n))
    write_compact_texts(put, items)
    items = o.sink_topic
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.stores
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    write_compact_texts(put, items)
    items = o.successors
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    write_compact_texts(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _write_TopologyDescriptionNode_many_1(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.source_topics
        n = len(items) + 1
        if n < 128:
            put(_PACK_bB(o.node_type, n))
        else:
            put(_PACK_b(o.node_type))
            put(count_uvarint(n))
        write_compact_texts(put, items)
        items = o.sink_topic
        if items is None:
            put(_PACK_B(0))
        else:
            items = items.encode()
            n = len(items) + 1
            put(BYTES[n] if n < 128 else text_uvarint(n))
            put(items)
        items = o.stores
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        write_compact_texts(put, items)
        items = o.successors
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        write_compact_texts(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_TopologyDescriptionSubtopology_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopologyDescriptionSubtopology()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.subtopology_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.nodes, pos = _read_TopologyDescriptionNode_many_1(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopologyDescriptionSubtopology_many_1(put: Append, many: Any) -> None:
    for o in many:
        items = o.subtopology_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.nodes
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_TopologyDescriptionNode_many_1(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_TopologyDescriptionGlobalStore_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopologyDescriptionGlobalStore()
        o.source, pos = _read_TopologyDescriptionNode_1(buf, pos)
        o.processor, pos = _read_TopologyDescriptionNode_1(buf, pos)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopologyDescriptionGlobalStore_many_1(put: Append, many: Any) -> None:
    for o in many:
        _write_TopologyDescriptionNode_1(put, o.source)
        _write_TopologyDescriptionNode_1(put, o.processor)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_TopologyDescription_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_TopologyDescription()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.subtopologies, pos = _read_TopologyDescriptionSubtopology_many_1(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.global_stores, pos = _read_TopologyDescriptionGlobalStore_many_1(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_TopologyDescription_1(put: Append, o: Any) -> None:
    items = o.subtopologies
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_TopologyDescriptionSubtopology_many_1(put, items)
    items = o.global_stores
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_TopologyDescriptionGlobalStore_many_1(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_DescribedGroup_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribedGroup()
        o.topology_description = None
        o.topology_description_status = 0
        o.assignor_name = None
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
            n, pos = text_length_not_null(buf, pos, n)
        o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.group_state = buf[pos + 1 : (pos := pos + n)].decode()
        o.group_epoch, o.assignment_epoch, n = _UNPACK_iib(buf, pos)
        pos += 9
        if n >= 0:
            o.topology, pos = _read_Topology_0(buf, pos)
        else:
            o.topology = None
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.members, pos = _read_Member_many_0(buf, pos + 1, n - 1)
        o.authorized_operations, n = _UNPACK_iB(buf, pos)
        pos += 5
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribedGroup_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.topology_description is not None or o.topology_description_status != 0:
            raise ValueError("this version lacks a field that is set")
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
        items = o.group_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.group_state.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.topology is None:
            put(_PACK_iib(o.group_epoch, o.assignment_epoch, -1))
        else:
            put(_PACK_iib(o.group_epoch, o.assignment_epoch, 1))
            _write_Topology_0(put, o.topology)
        items = o.members
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_Member_many_0(put, items)
        if o.unknown_tagged_fields:
            put(_PACK_i(o.authorized_operations))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_ix(o.authorized_operations))


def _read_DescribedGroup_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribedGroup()
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
            n, pos = text_length_not_null(buf, pos, n)
        o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.group_state = buf[pos + 1 : (pos := pos + n)].decode()
        o.group_epoch, o.assignment_epoch, n = _UNPACK_iib(buf, pos)
        pos += 9
        if n >= 0:
            o.topology, pos = _read_Topology_0(buf, pos)
        else:
            o.topology = None
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.members, pos = _read_Member_many_0(buf, pos + 1, n - 1)
        o.authorized_operations, n = _UNPACK_ib(buf, pos)
        pos += 5
        if n >= 0:
            o.topology_description, pos = _read_TopologyDescription_1(buf, pos)
        else:
            o.topology_description = None
        o.topology_description_status, n = _UNPACK_bB(buf, pos)
        pos += 1
        if n > 127:
            n, pos = text_length(buf, pos, n)
        if n:
            o.assignor_name = buf[pos + 1 : (pos := pos + n)].decode()
        else:
            o.assignor_name = None
            pos += 1
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribedGroup_many_1(put: Append, many: Any) -> None:
    for o in many:
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
        items = o.group_id.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.group_state.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.topology is None:
            put(_PACK_iib(o.group_epoch, o.assignment_epoch, -1))
        else:
            put(_PACK_iib(o.group_epoch, o.assignment_epoch, 1))
            _write_Topology_0(put, o.topology)
        items = o.members
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_Member_many_0(put, items)
        if o.topology_description is None:
            put(_PACK_ib(o.authorized_operations, -1))
        else:
            put(_PACK_ib(o.authorized_operations, 1))
            _write_TopologyDescription_1(put, o.topology_description)
        items = o.assignor_name
        if items is None:
            put(_PACK_bB(o.topology_description_status, 0))
        else:
            items = items.encode()
            n = len(items) + 1
            if n < 128:
                put(_PACK_bB(o.topology_description_status, n))
            else:
                put(_PACK_b(o.topology_description_status))
                put(text_uvarint(n))
            put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_StreamsGroupDescribeResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_StreamsGroupDescribeResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.groups, pos = _read_DescribedGroup_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_StreamsGroupDescribeResponse_0(put: Append, o: Any) -> None:
    items = o.groups
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_DescribedGroup_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_StreamsGroupDescribeResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_StreamsGroupDescribeResponse()
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.groups, pos = _read_DescribedGroup_many_1(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_StreamsGroupDescribeResponse_1(put: Append, o: Any) -> None:
    items = o.groups
    n = len(items) + 1
    if n < 128:
        put(_PACK_iB(o.throttle_time_ms, n))
    else:
        put(_PACK_i(o.throttle_time_ms))
        put(count_uvarint(n))
    if items:
        _write_DescribedGroup_many_1(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


StreamsGroupDescribeResponse._READERS = {
    0: _read_StreamsGroupDescribeResponse_0,
    1: _read_StreamsGroupDescribeResponse_1,
}
StreamsGroupDescribeResponse._WRITERS = {
    0: _write_StreamsGroupDescribeResponse_0,
    1: _write_StreamsGroupDescribeResponse_1,
}

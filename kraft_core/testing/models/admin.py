"""Topics and configs of an admin client, and DescribeQuorum."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kraft_wire.error_codes import ErrorCode
from kraft_wire.messages import (
    AlterConfigsResponse,
    CreatePartitionsResponse,
    CreateTopicsResponse,
    DeleteTopicsResponse,
    DescribeConfigsResponse,
    DescribeQuorumResponse,
    IncrementalAlterConfigsResponse,
)
from kraft_wire.primitives import ZERO_UUID

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.testing.models.state import ClusterState, Context
    from kraft_wire.messages import (
        AlterConfigsRequest,
        CreatePartitionsRequest,
        CreateTopicsRequest,
        DeleteTopicsRequest,
        DescribeConfigsRequest,
        DescribeQuorumRequest,
        IncrementalAlterConfigsRequest,
    )

METADATA_TOPIC: Final = "__cluster_metadata"
TOPIC_DEFAULTS: Final = {
    "cleanup.policy": "delete",
    "compression.type": "producer",
    "max.message.bytes": "1048588",
    "message.timestamp.type": "CreateTime",
    "min.insync.replicas": "1",
    "retention.bytes": "-1",
    "retention.ms": "604800000",
    "segment.bytes": "1073741824",
}
"""The configs of a topic that are described when they were not set."""

CONFIGS_MAX: Final = 1000
"""Of one topic or broker."""

_TOPIC: Final = 2
_BROKER: Final = 4
_SOURCE_TOPIC: Final = 1
_SOURCE_BROKER: Final = 2
_SOURCE_DEFAULT: Final = 5
_SET, _DELETE, _APPEND, _SUBTRACT = range(4)


def create_topics(context: Context, request: CreateTopicsRequest) -> CreateTopicsResponse:
    """Create topics."""
    cls = CreateTopicsResponse
    state = context.state
    results = []
    names = [topic.name for topic in request.topics]
    for topic in request.topics:
        placed = sorted(topic.assignments, key=lambda each: each.partition_index)
        wanted = (
            topic.name,
            topic.num_partitions,
            topic.replication_factor,
        )
        assignments = [tuple(each.broker_ids) for each in placed]
        text: str | None
        if names.count(topic.name) > 1:
            error, text = ErrorCode.INVALID_REQUEST, "Duplicate topic name."
        elif request.validate_only:
            error, text = state.check_topic(*wanted, assignments)
        else:
            configs = {each.name: each.value or "" for each in topic.configs}
            error, text = state.create_topic(*wanted, configs, assignments or None)
        made = state.topics.get(topic.name) if not error else None
        facts: dict[str, Any] = {}
        if made is not None:
            facts = {
                "topic_id": made.topic_id,
                "num_partitions": len(made.partitions),
                "replication_factor": len(made.partitions[0].replicas),
            }
        results.append(
            cls.CreatableTopicResult(name=topic.name, error_code=error, error_message=text, **facts)
        )
    return cls(topics=results)


def delete_topics(context: Context, request: DeleteTopicsRequest) -> DeleteTopicsResponse:
    """Delete topics by name or id, with their committed offsets."""
    state = context.state
    if context.version < 6:
        wanted = [(name, ZERO_UUID) for name in request.topic_names]
    else:
        wanted = [(each.name or "", each.topic_id) for each in request.topics]
    results = []
    for name, topic_id in wanted:
        topic = state.topic(name, topic_id)
        error = ErrorCode.NONE
        if topic is None:
            by_id = topic_id != ZERO_UUID
            error = ErrorCode.UNKNOWN_TOPIC_ID if by_id else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        else:
            state.delete_topic(topic)
        results.append(
            DeleteTopicsResponse.DeletableTopicResult(
                name=topic.name if topic is not None else name or None,
                topic_id=topic.topic_id if topic is not None else topic_id,
                error_code=error,
            )
        )
    return DeleteTopicsResponse(responses=results)


def create_partitions(
    context: Context, request: CreatePartitionsRequest
) -> CreatePartitionsResponse:
    """Add partitions to topics."""
    cls = CreatePartitionsResponse.CreatePartitionsTopicResult
    state = context.state
    results = []
    for wanted in request.topics:
        topic = state.topics.get(wanted.name)
        if topic is None:
            results.append(cls(name=wanted.name, error_code=ErrorCode.UNKNOWN_TOPIC_OR_PARTITION))
            continue
        more = wanted.count - len(topic.partitions)
        error, placed = (
            ErrorCode.NONE,
            state.placed(topic, max(more, 0), len(topic.partitions[0].replicas)),
        )
        if more <= 0 or not state.has_room(more):
            error = ErrorCode.INVALID_PARTITIONS
        elif wanted.assignments is not None:
            placed = [tuple(each.broker_ids) for each in wanted.assignments]
            known = {each.node_id for each in state.brokers}
            if len(placed) != more or any(not each or set(each) - known for each in placed):
                error = ErrorCode.INVALID_REPLICA_ASSIGNMENT
        if not error and not request.validate_only:
            state.add_partitions(topic, placed)
        results.append(cls(name=wanted.name, error_code=error))
    return CreatePartitionsResponse(results=results)


def _configs(state: ClusterState, kind: int, name: str) -> tuple[ErrorCode, dict[str, str]]:
    """Return the configs that were set for a topic or broker."""
    if kind == _TOPIC:
        topic = state.topics.get(name)
        if topic is None:
            return ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, {}
        return ErrorCode.NONE, topic.configs
    is_broker = name == "" or (name.isdecimal() and state.broker(int(name)) is not None)
    if kind == _BROKER and is_broker:
        return ErrorCode.NONE, state.broker_configs.setdefault(name, {})
    return ErrorCode.INVALID_REQUEST, {}


def describe_configs(context: Context, request: DescribeConfigsRequest) -> DescribeConfigsResponse:
    """Answer with what was set, and the defaults of topics."""
    cls = DescribeConfigsResponse
    results = []
    for resource in request.resources:
        kind, name = resource.resource_type, resource.resource_name
        error, values = _configs(context.state, kind, name)
        keys = resource.configuration_keys
        defaults = TOPIC_DEFAULTS if kind == _TOPIC and not error else {}
        own = _SOURCE_TOPIC if kind == _TOPIC else _SOURCE_BROKER
        results.append(
            cls.DescribeConfigsResult(
                error_code=error,
                error_message=None,
                resource_type=kind,
                resource_name=name,
                configs=[
                    cls.DescribeConfigsResourceResult(
                        name=key,
                        value=value,
                        is_default=key not in values,
                        config_source=own if key in values else _SOURCE_DEFAULT,
                    )
                    for key, value in sorted({**defaults, **values}.items())
                    if keys is None or key in keys
                ],
            )
        )
    return cls(results=results)


def incremental_alter_configs(
    context: Context, request: IncrementalAlterConfigsRequest
) -> IncrementalAlterConfigsResponse:
    """Set, delete, append to or subtract from configs."""
    cls = IncrementalAlterConfigsResponse
    results = []
    for resource in request.resources:
        kind, name = resource.resource_type, resource.resource_name
        error, values = _configs(context.state, kind, name)
        changed = dict(values)
        for each in resource.configs:
            error = error or _changed(changed, each.name, each.config_operation, each.value)
        if len(changed) > CONFIGS_MAX:
            error = ErrorCode.POLICY_VIOLATION
        if not error and not request.validate_only:
            values.clear()
            values.update(changed)
        results.append(
            cls.AlterConfigsResourceResponse(
                error_code=error, error_message=None, resource_type=kind, resource_name=name
            )
        )
    return cls(responses=results)


def _changed(values: dict[str, str], name: str, operation: int, value: str | None) -> ErrorCode:
    if operation == _DELETE:
        values.pop(name, None)
        return ErrorCode.NONE
    if value is None or not _SET <= operation <= _SUBTRACT:
        return ErrorCode.INVALID_REQUEST
    if operation == _SET:
        values[name] = value
        return ErrorCode.NONE
    items = [each for each in values.get(name, TOPIC_DEFAULTS.get(name, "")).split(",") if each]
    given = value.split(",")
    if operation == _APPEND:
        values[name] = ",".join([*items, *(each for each in given if each not in items)])
    else:
        values[name] = ",".join(each for each in items if each not in given)
    return ErrorCode.NONE


def alter_configs(context: Context, request: AlterConfigsRequest) -> AlterConfigsResponse:
    """Replace all configs of a resource."""
    cls = AlterConfigsResponse
    results = []
    for resource in request.resources:
        kind, name = resource.resource_type, resource.resource_name
        error, values = _configs(context.state, kind, name)
        if not error and not request.validate_only:
            values.clear()
            values.update({each.name: each.value or "" for each in resource.configs})
        results.append(
            cls.AlterConfigsResourceResponse(
                error_code=error, error_message=None, resource_type=kind, resource_name=name
            )
        )
    return cls(responses=results)


def describe_quorum(context: Context, request: DescribeQuorumRequest) -> DescribeQuorumResponse:
    """Answer with the first broker as the one voter, and the others as observers."""
    cls = DescribeQuorumResponse
    state = context.state
    asked = [
        (each.topic_name, [part.partition_index for part in each.partitions])
        for each in request.topics
    ]
    if asked != [(METADATA_TOPIC, [0])]:
        return cls(
            topics=[
                cls.TopicData(
                    topic_name=name,
                    partitions=[
                        cls.PartitionData(
                            partition_index=index,
                            error_code=ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
                        )
                        for index in indexes
                    ],
                )
                for name, indexes in asked
            ]
        )
    end = state.topics_made + len(state.brokers)
    first, *others = [
        cls.ReplicaState(
            replica_id=each.node_id,
            log_end_offset=end,
            last_fetch_timestamp=context.now_ms,
            last_caught_up_timestamp=context.now_ms,
        )
        for each in state.brokers
    ]
    partition = cls.PartitionData(
        partition_index=0,
        leader_id=state.controller_id,
        leader_epoch=1,
        high_watermark=end,
        current_voters=[first],
        observers=others,
    )
    node = state.brokers[0]
    listener = cls.Listener(name="CONTROLLER", host=node.host, port=node.port)
    return cls(
        error_message=None,
        topics=[cls.TopicData(topic_name=METADATA_TOPIC, partitions=[partition])],
        nodes=[cls.Node(node_id=node.node_id, listeners=[listener])],
    )


MODELS: Final[dict[str, Callable[[Context, Any], Any]]] = {
    "CreateTopics": create_topics,
    "DeleteTopics": delete_topics,
    "CreatePartitions": create_partitions,
    "DescribeConfigs": describe_configs,
    "IncrementalAlterConfigs": incremental_alter_configs,
    "AlterConfigs": alter_configs,
    "DescribeQuorum": describe_quorum,
}

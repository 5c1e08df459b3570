"""Topics and configs of an admin client, and DescribeQuorum."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from kraft_core.controller.tables.configs_of_kafka import (
    CONFIG_TYPES,
    ConfigError,
    ConfigSource,
    config_tables,
    effective_topic_configs,
)
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
    from collections.abc import Callable, Mapping

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
    from kraft_wire.primitives import Uuid

    _Outcome = tuple[ErrorCode, str | None]

METADATA_TOPIC: Final = "__cluster_metadata"
CONFIGS_MAX: Final = 1000
"""Of one topic or broker."""

_TOPIC: Final = 2
_BROKER: Final = 4
_SET, _DELETE, _APPEND, _SUBTRACT = range(4)


def create_topics(context: Context, request: CreateTopicsRequest) -> CreateTopicsResponse:
    """Create topics."""
    cls = CreateTopicsResponse
    state = context.state
    results = []
    counts = Counter(topic.name for topic in request.topics)
    for topic in request.topics:
        if counts[topic.name] == 1:
            error, text = _created(state, topic, is_checked_only=request.validate_only)
        elif counts[topic.name]:
            error, text = ErrorCode.INVALID_REQUEST, "Duplicate topic name."
            counts[topic.name] = 0  # one entry for all of them
        else:
            continue
        facts: dict[str, Any] = {}
        if not error:
            facts = _facts_of_new(context, topic, is_checked_only=request.validate_only)
        results.append(
            cls.CreatableTopicResult(name=topic.name, error_code=error, error_message=text, **facts)
        )
    return cls(topics=results)


def _created(state: ClusterState, topic: Any, *, is_checked_only: bool) -> _Outcome:
    placed = sorted(topic.assignments, key=lambda each: each.partition_index)
    assignments = [tuple(each.broker_ids) for each in placed]
    error, text = state.check_name(topic.name)
    if error:
        return error, text
    if any(each.value is None for each in topic.configs):
        return ErrorCode.INVALID_CONFIG, "Null value not supported for topic configs."
    configs = {each.name: each.value for each in topic.configs}
    if text := _wrong_config(configs):
        return ErrorCode.INVALID_CONFIG, text
    if placed and (topic.num_partitions, topic.replication_factor) != (-1, -1):
        text = "A manual assignment was given, but also a number of partitions or replicas."
        return ErrorCode.INVALID_REQUEST, text
    if [each.partition_index for each in placed] != list(range(len(placed))):
        text = "partitions should be a consecutive 0-based integer sequence"
        return ErrorCode.INVALID_REPLICA_ASSIGNMENT, text
    wanted = topic.name, topic.num_partitions, topic.replication_factor
    if is_checked_only:
        return state.check_topic(*wanted, assignments)
    return state.create_topic(*wanted, configs, assignments or None)


def _facts_of_new(context: Context, topic: Any, *, is_checked_only: bool) -> dict[str, Any]:
    """Return the facts about a topic for a response; one that was only checked has an id, too."""
    state = context.state
    made = state.topics.get(topic.name)
    if made is not None and not is_checked_only:
        configs, topic_id = made.configs, made.topic_id
        count, factor = len(made.partitions), len(made.partitions[0].replicas)
    else:
        configs = {each.name: each.value for each in topic.configs}
        topic_id = state.new_topic_id(topic.name)
        count = len(topic.assignments) or topic.num_partitions
        count = state.default_partitions if count == -1 else count
        factor = len(topic.assignments[0].broker_ids) if topic.assignments else 0
        factor = factor or max(topic.replication_factor, 1)
    return {
        "topic_id": topic_id,
        "num_partitions": count,
        "replication_factor": factor,
        "configs": [
            CreateTopicsResponse.CreatableTopicConfigs(
                name=each.key.name, value=each.value, config_source=each.source
            )
            for each in effective_topic_configs(configs, {}, state.broker_configs.get("", {}), {})
        ],
    }


def delete_topics(context: Context, request: DeleteTopicsRequest) -> DeleteTopicsResponse:
    """Delete topics by name or id, with their committed offsets."""
    state = context.state
    if context.version < 6:
        wanted: list[tuple[str | None, Uuid]] = [(name, ZERO_UUID) for name in request.topic_names]
    else:
        wanted = [(each.name, each.topic_id) for each in request.topics]
    counts = Counter(wanted)
    results = []
    for name, topic_id in counts:
        by_id = topic_id != ZERO_UUID
        topic = state.topic(name, topic_id)
        error = ErrorCode.NONE
        if counts[name, topic_id] > 1 or (name is None) is not by_id:
            error, topic = ErrorCode.INVALID_REQUEST, None
        elif topic is None:
            error = ErrorCode.UNKNOWN_TOPIC_ID if by_id else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
        else:
            state.delete_topic(topic)
        results.append(
            DeleteTopicsResponse.DeletableTopicResult(
                name=topic.name if topic is not None else name,
                topic_id=topic.topic_id if topic is not None else topic_id,
                error_code=error,
                error_message=error.message if error else None,
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
    counts = Counter(each.name for each in request.topics)
    for wanted in request.topics:
        if not counts[wanted.name]:
            continue
        if counts[wanted.name] > 1:
            error, counts[wanted.name] = ErrorCode.INVALID_REQUEST, 0
        else:
            error = _partitions_added(state, wanted, is_checked_only=request.validate_only)
        is_explained = error not in (ErrorCode.NONE, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
        text = error.message if is_explained else None
        results.append(cls(name=wanted.name, error_code=error, error_message=text))
    return CreatePartitionsResponse(results=results)


def _partitions_added(state: ClusterState, wanted: Any, *, is_checked_only: bool) -> ErrorCode:
    topic = state.topics.get(wanted.name)
    if topic is None:
        return ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    more = wanted.count - len(topic.partitions)
    if more <= 0 or not state.has_room(more):
        return ErrorCode.INVALID_PARTITIONS
    factor = len(topic.partitions[0].replicas)
    placed = state.placed(topic, more, factor)
    if wanted.assignments is not None:
        placed = [tuple(each.broker_ids) for each in wanted.assignments]
        is_right = len(placed) == more and all(len(each) == factor for each in placed)
        if not is_right or not state.are_assignable(placed):
            return ErrorCode.INVALID_REPLICA_ASSIGNMENT
    if not is_checked_only:
        state.add_partitions(topic, placed)
    return ErrorCode.NONE


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


def _wrong_config(values: Mapping[str, str]) -> str | None:
    """Return the fault in the configs of a topic, after LogConfig.validate."""
    table = config_tables().topic
    for name in values:
        if name not in table:
            return f"Unknown topic config name: {name}"
    try:
        table.parse(values)
    except ConfigError as error:
        return str(error)
    return None


def describe_configs(context: Context, request: DescribeConfigsRequest) -> DescribeConfigsResponse:
    """Answer with the configs of a topic, or with what was set for a broker."""
    cls = DescribeConfigsResponse
    results = []
    for resource in request.resources:
        kind, name = resource.resource_type, resource.resource_name
        error, values = _configs(context.state, kind, name)
        if kind == _TOPIC and context.state.check_legal(name)[0]:
            error = ErrorCode.INVALID_TOPIC_EXCEPTION
        keys = resource.configuration_keys
        found = []
        if not error:
            cluster = context.state.broker_configs.get("", {})
            found = _described(kind, values, cluster, with_synonyms=request.include_synonyms)
        results.append(
            cls.DescribeConfigsResult(
                error_code=error,
                error_message=error.message if error else "",
                resource_type=kind,
                resource_name=name,
                configs=[each for each in found if not keys or each.name in keys],
            )
        )
    return cls(results=results)


def _described(
    kind: int, values: Mapping[str, str], cluster: Mapping[str, str], *, with_synonyms: bool
) -> list[DescribeConfigsResponse.DescribeConfigsResourceResult]:
    cls = DescribeConfigsResponse.DescribeConfigsResourceResult
    tables = config_tables()
    if kind == _BROKER:
        return [
            cls(name=name, value=value, config_source=ConfigSource.DYNAMIC_BROKER)
            for name, value in sorted(values.items())
        ]
    synonym = DescribeConfigsResponse.DescribeConfigsSynonym
    found = []
    for each in effective_topic_configs(values, {}, cluster, {}):
        name, synonyms = each.key.name, []
        if name in values:
            synonyms.append(synonym(name=name, value=each.value, source=each.source))
        others = [other.name for other in tables.synonyms.get(name, ())]
        defaults = {other: tables.broker[other].default for other in others}
        for source, layer in (
            (ConfigSource.DYNAMIC_DEFAULT_BROKER, cluster),
            (ConfigSource.DEFAULT, defaults),
        ):
            found_here = [other for other in others if layer.get(other) is not None]
            if others and others[0] in found_here:  # Kafka begins with the first name
                synonyms += [
                    synonym(name=other, value=layer[other], source=source) for other in found_here
                ]
        found.append(
            cls(
                name=name,
                value=each.value,
                config_source=each.source,
                synonyms=synonyms if with_synonyms else [],
                config_type=CONFIG_TYPES[each.key.type],
                documentation=None,
            )
        )
    return found


def incremental_alter_configs(
    context: Context, request: IncrementalAlterConfigsRequest
) -> IncrementalAlterConfigsResponse:
    """Set, delete, append to or subtract from configs."""
    cls = IncrementalAlterConfigsResponse
    results = []
    for resource in request.resources:
        _, values = _configs(context.state, resource.resource_type, resource.resource_name)
        changed, wrong = dict(values), ErrorCode.NONE
        names = [each.name for each in resource.configs]
        if len(set(names)) < len(names):
            wrong = ErrorCode.INVALID_REQUEST
        for each in resource.configs:
            wrong = wrong or _changed(changed, each.name, each.config_operation, each.value)
        is_checked_only = request.validate_only
        error = _altered(context.state, resource, changed, wrong, is_checked_only=is_checked_only)
        results.append(
            cls.AlterConfigsResourceResponse(
                error_code=error,
                error_message=error.message if error else None,
                resource_type=resource.resource_type,
                resource_name=resource.resource_name,
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
    key = config_tables().topic.get(name)
    if key is None or key.type != "LIST":
        return ErrorCode.INVALID_CONFIG
    items = [each for each in values.get(name, key.default or "").split(",") if each]
    given = value.split(",")
    if operation == _APPEND:
        values[name] = ",".join([*items, *(each for each in given if each not in items)])
    else:
        values[name] = ",".join(each for each in items if each not in given)
    return ErrorCode.NONE


def _altered(
    state: ClusterState,
    resource: Any,
    changed: dict[str, str],
    wrong: ErrorCode,
    *,
    is_checked_only: bool,
) -> ErrorCode:
    """Put changed configs in force; they are checked before the topic has to exist, as in Kafka."""
    kind, name = resource.resource_type, resource.resource_name
    unknown, values = _configs(state, kind, name)
    error = unknown if kind != _TOPIC else ErrorCode.NONE
    error = error or wrong
    if kind == _TOPIC and not error and state.check_legal(name)[0]:
        error = ErrorCode.INVALID_TOPIC_EXCEPTION if name else ErrorCode.INVALID_REQUEST
    if kind == _TOPIC and not error and _wrong_config(changed):
        error = ErrorCode.INVALID_CONFIG
    error = error or unknown
    if len(changed) > CONFIGS_MAX:
        error = error or ErrorCode.POLICY_VIOLATION
    if not error and not is_checked_only:
        values.clear()
        values.update(changed)
    return error


def alter_configs(context: Context, request: AlterConfigsRequest) -> AlterConfigsResponse:
    """Replace all configs of a resource."""
    cls = AlterConfigsResponse
    results = []
    for resource in request.resources:
        is_null = any(each.value is None for each in resource.configs)
        wrong = ErrorCode.INVALID_REQUEST if is_null else ErrorCode.NONE
        changed = {each.name: each.value or "" for each in resource.configs}
        is_checked_only = request.validate_only
        error = _altered(context.state, resource, changed, wrong, is_checked_only=is_checked_only)
        results.append(
            cls.AlterConfigsResourceResponse(
                error_code=error,
                error_message=error.message if error else None,
                resource_type=resource.resource_type,
                resource_name=resource.resource_name,
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

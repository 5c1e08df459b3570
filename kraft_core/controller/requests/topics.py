"""Topics: CreateTopics (19), DeleteTopics (20) and CreatePartitions (37).

Follows ReplicationControlManager, and ControllerApis for the checks that come first: duplicates,
the name of the metadata log, the rights of the principal. Each topic succeeds or fails for itself;
what succeeds is written as one batch.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from kraft_core.controller.context import MAX_RECORDS_PER_BATCH, Decision, Refusal, check_batch
from kraft_core.controller.requests.configs import (
    SET,
    Change,
    Resource,
    check_topic_name,
    clear_elr_records,
    incremental_records,
)
from kraft_core.controller.requests.partition_change import RECOVERED
from kraft_core.controller.requests.partitions import default_directory
from kraft_core.controller.requests.placement import PlacementError, ReplicaPlacer, UsableBroker
from kraft_core.controller.requests.reassignments import check_assignment
from kraft_core.controller.tables.configs_of_kafka import effective_topic_configs
from kraft_core.metadata import BROKER_CONFIG, TOPIC_CONFIG, Partition
from kraft_core.metadata.snapshot_records import partition_record
from kraft_core.raft.topic import QuorumTopic
from kraft_core.security.authorizer import Operation, ResourceType
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    CreatePartitionsRequest,
    CreatePartitionsResponse,
    CreateTopicsRequest,
    CreateTopicsResponse,
    DeleteTopicsRequest,
    DeleteTopicsResponse,
    RemoveTopicRecord,
    TopicRecord,
)
from kraft_wire.primitives import ZERO_UUID

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kraft_core.controller.context import Context, ControllerState
    from kraft_core.metadata import Topic
    from kraft_wire.message import Message
    from kraft_wire.messages import PartitionRecord
    from kraft_wire.primitives import Uuid

_METADATA_LOG: Final = QuorumTopic().name
_DEFAULT: Final = -1
"""A count or factor that the controller's file decides."""

_DUPLICATE_NAME: Final = "Duplicate topic name."
_DISABLED_FROM: Final = 3
"""The version of DeleteTopics since which there is an error of its own for a disabled deletion."""


# -- before the queue ---------------------------------------------------------------------------


def waits_in_queue(request: Message, context: Context) -> bool:
    """Return True if a request has anything left to decide after the checks of ControllerApis.

    Duplicates and missing rights are answered before the queue, so that no deadline counts for a
    request of nothing else.
    """
    match request:
        case CreateTopicsRequest():
            return bool(_creatable(request, context))
        case CreatePartitionsRequest():
            names = Counter(topic.name for topic in request.topics)
            return any(
                count == 1 and context.allows(Operation.ALTER, ResourceType.TOPIC, name)
                for name, count in names.items()
            )
        case DeleteTopicsRequest():
            names = Counter(request.topic_names)
            ids: Counter[Uuid] = Counter()
            for topic in request.topics:
                if topic.name is None and topic.topic_id != ZERO_UUID:
                    ids[topic.topic_id] += 1
                elif topic.name is not None and topic.topic_id == ZERO_UUID:
                    names[topic.name] += 1
            return 1 in (*names.values(), *ids.values())
        case _:
            return True


# -- CreateTopics (19) --------------------------------------------------------------------------


def create_topics(
    state: ControllerState, request: CreateTopicsRequest, context: Context
) -> Decision:
    """Create topics, or only check whether they can be created."""
    counts = Counter(topic.name for topic in request.topics)
    allowed = _creatable(request, context)
    asked = [topic for topic in request.topics if topic.name in allowed]
    _check_total(state, asked)
    usable = tuple(usable_brokers(state))
    shown = _ShownConfigs(state)
    records: list[Message] = []
    results = []
    failure = CreateTopicsResponse.CreatableTopicResult
    for topic in asked:
        shows = context.allows(Operation.DESCRIBE_CONFIGS, ResourceType.TOPIC, topic.name)
        try:
            created, result = _create(state, topic, context, usable, shown if shows else None)
        except Refusal as refusal:
            code, text = refusal.code, refusal.text
            results.append(failure(name=topic.name, error_code=code, error_message=text))
            continue
        records += created
        check_batch(records)
        results.append(result)
    for name, count in counts.items():
        code, text = ErrorCode.INVALID_REQUEST, _DUPLICATE_NAME
        if count == 1:
            if name in allowed:
                continue
            if name == _METADATA_LOG:
                text = f"Creation of internal topic {name} is prohibited."
            else:
                code, text = ErrorCode.TOPIC_AUTHORIZATION_FAILED, "Authorization failed."
        results.append(failure(name=name, error_code=code, error_message=text))
    answer = CreateTopicsResponse(topics=tuple(results))
    return Decision(answer, () if request.validate_only else tuple(records), is_atomic=True)


def _creatable(request: CreateTopicsRequest, context: Context) -> set[str]:
    """Return the names that are requested once and that the principal may create."""
    counts = Counter(topic.name for topic in request.topics)
    names = [name for name, count in counts.items() if count == 1 and name != _METADATA_LOG]
    may_all = context.allows_on_cluster(Operation.CREATE)
    return {
        name
        for name in names
        if may_all or context.allows(Operation.CREATE, ResourceType.TOPIC, name)
    }


def _check_total(
    state: ControllerState, topics: Sequence[CreateTopicsRequest.CreatableTopic]
) -> None:
    """Refuse a request for too many partitions before any work is done for it."""
    default = _partitions_by_default(state)
    total = 0
    for topic in topics:
        if topic.assignments:
            total += len(topic.assignments)
        else:
            total += default if topic.num_partitions == _DEFAULT else max(topic.num_partitions, 0)
    if total > MAX_RECORDS_PER_BATCH:
        text = "Excessively large number of partitions per request."
        raise Refusal(ErrorCode.POLICY_VIOLATION, text)


def _partitions_by_default(state: ControllerState) -> int:
    return int(state.settings.static.get("num.partitions", "1"))


def _create(
    state: ControllerState,
    topic: CreateTopicsRequest.CreatableTopic,
    context: Context,
    usable: tuple[UsableBroker, ...],
    shown: _ShownConfigs | None,
) -> tuple[list[Message], CreateTopicsResponse.CreatableTopicResult]:
    """Return the records of a topic and its result; raises Refusal for the first error.

    `shown` is None for a principal that may not see configs.
    """
    _check_new_name(state, topic.name)
    without_value = [one.name for one in topic.configs if one.value is None]
    if without_value:
        text = f"Null value not supported for topic configs: {','.join(without_value)}"
        raise Refusal(ErrorCode.INVALID_CONFIG, text)
    configs = {one.name: one.value for one in topic.configs if one.value is not None}
    config_records = []
    if configs:
        config_records = incremental_records(
            state,
            Resource(TOPIC_CONFIG, topic.name),
            {name: Change(SET, value) for name, value in configs.items()},
            is_new=True,
            is_forwarded=context.is_forwarded,
        )
    partitions = _assigned(state, topic) if topic.assignments else _placed(state, topic, usable)
    context.charge(len(partitions))
    topic_id = state.random_id()
    records: list[Message] = [
        TopicRecord(name=topic.name, topic_id=topic_id),
        *config_records,
        *clear_elr_records(state, config_records),
        *(_record(state, topic_id, number, partitions[number]) for number in sorted(partitions)),
    ]
    cls = CreateTopicsResponse.CreatableTopicResult
    if shown is None:
        code = ErrorCode.TOPIC_AUTHORIZATION_FAILED
        return records, cls(
            name=topic.name, topic_id=topic_id, error_message=None, topic_config_error_code=code
        )
    return records, cls(
        name=topic.name,
        topic_id=topic_id,
        error_message=None,
        num_partitions=len(partitions),
        replication_factor=len(partitions[0].replicas),
        configs=shown.of(configs),
    )


def _check_new_name(state: ControllerState, name: str) -> None:
    if name in state.image.topic_ids:
        text = f"Topic '{name}' already exists."
        raise Refusal(ErrorCode.TOPIC_ALREADY_EXISTS, text)
    # Metrics replace "." by "_": two such topics would share them. Two new names in one request are
    # both accepted, as by Kafka.
    for other in state.image.names_by_collision.get(name.replace(".", "_"), ()):
        text = f"Topic '{name}' collides with existing topic: {other}"
        raise Refusal(ErrorCode.INVALID_TOPIC_EXCEPTION, text)
    check_topic_name(name)


def _assigned(
    state: ControllerState, topic: CreateTopicsRequest.CreatableTopic
) -> dict[int, Partition]:
    """Return the partitions of a manual assignment."""
    given = "A manual partition assignment was specified, but"
    if topic.replication_factor != _DEFAULT:
        text = f"{given} replication factor was not set to -1."
        raise Refusal(ErrorCode.INVALID_REQUEST, text)
    if topic.num_partitions != _DEFAULT:
        raise Refusal(ErrorCode.INVALID_REQUEST, f"{given} numPartitions was not set to -1.")
    partitions: dict[int, Partition] = {}
    factor = None
    for assignment in topic.assignments:
        number, replicas = assignment.partition_index, tuple(assignment.broker_ids)
        if number in partitions:
            text = f"Found multiple manual partition assignments for partition {number}"
            raise Refusal(ErrorCode.INVALID_REPLICA_ASSIGNMENT, text)
        check_assignment(state, replicas, factor)
        factor = len(replicas)
        partitions[number] = _new_assigned(state, number, replicas)
    if any(number not in partitions for number in range(len(partitions))):
        text = "partitions should be a consecutive 0-based integer sequence"
        raise Refusal(ErrorCode.INVALID_REPLICA_ASSIGNMENT, text)
    return partitions


def _new_assigned(state: ControllerState, number: int, replicas: tuple[int, ...]) -> Partition:
    """Return a partition on the named brokers; one of them must be active."""
    partition = _new(state, replicas)
    if partition is None:
        raise Refusal(
            ErrorCode.INVALID_REPLICA_ASSIGNMENT,
            f"All brokers specified in the manual partition assignment for partition {number} are"
            " fenced or in controlled shutdown.",
        )
    return partition


def _placed(
    state: ControllerState,
    topic: CreateTopicsRequest.CreatableTopic,
    usable: tuple[UsableBroker, ...],
) -> dict[int, Partition]:
    """Return partitions on brokers that the placer chooses."""
    factor, count = topic.replication_factor, topic.num_partitions
    if factor < _DEFAULT or factor == 0:
        text = "Replication factor must be larger than 0, or -1 to use the default value."
        raise Refusal(ErrorCode.INVALID_REPLICATION_FACTOR, text)
    if count < _DEFAULT or count == 0:
        text = "Number of partitions was set to an invalid non-positive value."
        raise Refusal(ErrorCode.INVALID_PARTITIONS, text)
    if factor == _DEFAULT:
        factor = int(state.settings.static.get("default.replication.factor", "1"))
    if count == _DEFAULT:
        count = _partitions_by_default(state)
    try:
        return dict(enumerate(_place(state, count, factor, usable)))
    except PlacementError as error:
        text = f"Unable to replicate the partition {factor} time(s): {error}"
        raise Refusal(ErrorCode.INVALID_REPLICATION_FACTOR, text) from None


def _place(
    state: ControllerState, count: int, factor: int, usable: tuple[UsableBroker, ...]
) -> list[Partition]:
    """Place partitions; raises PlacementError, also if one would have no active broker."""
    placer = ReplicaPlacer(usable, state.chance)
    placer.check(factor)
    placed = [placer.place(factor) for _ in range(count)]
    partitions = []
    for replicas in placed:
        partition = _new(state, replicas)
        if partition is None:
            text = "All brokers are currently fenced or in controlled shutdown."
            raise PlacementError(text)
        partitions.append(partition)
    return partitions


def usable_brokers(state: ControllerState) -> Iterator[UsableBroker]:
    """Yield the brokers that can get replicas, fenced ones too."""
    for broker_id, is_fenced in state.sessions.may_be_placed_on():
        broker = state.image.brokers[broker_id]
        if broker.has_uncordoned_directory:
            yield UsableBroker(broker_id, broker.registration.rack, is_fenced)


def _new(state: ControllerState, replicas: tuple[int, ...]) -> Partition | None:
    """Return a new partition, led by its first active replica; None if there is none."""
    isr = tuple(replica for replica in replicas if state.is_active(replica))
    if not isr:
        return None
    return Partition(
        replicas=replicas,
        isr=isr,
        removing_replicas=(),
        adding_replicas=(),
        directories=tuple(default_directory(state, replica) for replica in replicas),
        eligible_leader_replicas=(),
        last_known_elr=(),
        leader=isr[0],
        leader_recovery_state=RECOVERED,
        leader_epoch=0,
        partition_epoch=0,
    )


def _record(
    state: ControllerState, topic_id: Uuid, number: int, partition: Partition
) -> PartitionRecord:
    return partition_record(
        topic_id, number, partition, state.metadata_version, has_elr=state.has_elr
    )


class _ShownConfigs:
    """All configs of new topics as they will be in force, by name; computed once for equal ones.

    A request creates thousands of topics, and an answer has 33 configs of each.
    """

    def __init__(self, state: ControllerState) -> None:
        configs, node = state.image.configs, str(state.settings.node_id)
        self._own = configs.get((BROKER_CONFIG, node), {})
        self._cluster = configs.get((BROKER_CONFIG, ""), {})
        self._static = state.settings.static
        self._known: dict[
            frozenset[tuple[str, str]], tuple[CreateTopicsResponse.CreatableTopicConfigs, ...]
        ] = {}

    def of(self, configs: dict[str, str]) -> tuple[CreateTopicsResponse.CreatableTopicConfigs, ...]:
        """Return the configs that an answer shows for a topic that sets these configs."""
        key = frozenset(configs.items())
        if key not in self._known:
            self._known[key] = tuple(self._shown(configs))
        return self._known[key]

    def _shown(
        self, configs: dict[str, str]
    ) -> Iterator[CreateTopicsResponse.CreatableTopicConfigs]:
        effective = effective_topic_configs(configs, self._own, self._cluster, self._static)
        for key, value, source in effective:
            yield CreateTopicsResponse.CreatableTopicConfigs(
                name=key.name,
                value=None if key.is_sensitive else value,
                read_only=False,
                config_source=source,
                is_sensitive=key.is_sensitive,
            )


# -- DeleteTopics (20) --------------------------------------------------------------------------


def delete_topics(
    state: ControllerState, request: DeleteTopicsRequest, context: Context
) -> Decision:
    """Delete topics, by name or by id.

    Kafka looks names and ids up in the committed state, and deletes in a later event by id; here
    it is one step on the state of the last appended record.
    """
    _check_enabled(state, context)
    results: list[DeleteTopicsResponse.DeletableTopicResult] = []

    def answer(name: str | None, topic_id: Uuid, code: ErrorCode, text: str | None = None) -> None:
        cls = DeleteTopicsResponse.DeletableTopicResult
        results.append(cls(name=name, topic_id=topic_id, error_code=code, error_message=text))

    names: dict[str, int] = {}
    ids: dict[Uuid, int] = {}
    for name in request.topic_names:
        names[name] = names.get(name, 0) + 1
    for asked in request.topics:
        if asked.name is None and asked.topic_id == ZERO_UUID:
            text = "Neither topic name nor id were specified."
            answer(None, ZERO_UUID, ErrorCode.INVALID_REQUEST, text)
        elif asked.name is None:
            ids[asked.topic_id] = ids.get(asked.topic_id, 0) + 1
        elif asked.topic_id == ZERO_UUID:
            names[asked.name] = names.get(asked.name, 0) + 1
        else:
            text = "You may not specify both topic name and topic id."
            answer(asked.name, asked.topic_id, ErrorCode.INVALID_REQUEST, text)
    for name, count in names.items():
        if count > 1:
            answer(name, ZERO_UUID, ErrorCode.INVALID_REQUEST, _DUPLICATE_NAME)
    for topic_id, count in ids.items():
        if count > 1:
            answer(None, topic_id, ErrorCode.INVALID_REQUEST, "Duplicate topic id.")
    rights = _Rights(context)
    chosen: dict[Uuid, str] = {}
    for topic_id, count in ids.items():
        topic = state.image.topics.get(topic_id)
        if count > 1:
            continue
        if topic is None:
            answer(None, topic_id, ErrorCode.UNKNOWN_TOPIC_ID, _text(ErrorCode.UNKNOWN_TOPIC_ID))
        elif rights.may_delete(topic.name):
            chosen[topic_id] = topic.name
        else:
            code = ErrorCode.TOPIC_AUTHORIZATION_FAILED
            shown = topic.name if rights.may_describe(topic.name) else None
            answer(shown, topic_id, code, _text(code))
    supplied = set(chosen) | {topic_id for topic_id, count in ids.items() if count > 1}
    for name, count in names.items():
        if count > 1:
            continue
        found = state.image.topic_ids.get(name)
        if not rights.may_describe(name):
            code = ErrorCode.TOPIC_AUTHORIZATION_FAILED
            answer(name, ZERO_UUID, code, _text(code))
        elif found is None:
            code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
            answer(name, ZERO_UUID, code, _text(code))
        elif not rights.may_delete(name):
            code = ErrorCode.TOPIC_AUTHORIZATION_FAILED
            answer(name, ZERO_UUID, code, _text(code))
        elif found in supplied:
            chosen.pop(found, None)
            text = "The provided topic name maps to an ID that was already supplied."
            answer(name, found, ErrorCode.INVALID_REQUEST, text)
        else:
            supplied.add(found)
            chosen[found] = name
    records = []
    for topic_id, name in chosen.items():
        try:
            context.charge(len(state.image.topics[topic_id].partitions))
        except Refusal as refusal:
            answer(name, topic_id, refusal.code, refusal.text)
            continue
        records.append(RemoveTopicRecord(topic_id=topic_id))
        check_batch(records)
        answer(name, topic_id, ErrorCode.NONE)
    # In random order: the position must not distinguish an unknown topic from a hidden one.
    state.chance.shuffle(results)
    return Decision(DeleteTopicsResponse(responses=tuple(results)), tuple(records), is_atomic=True)


class _Rights:
    """Rights of a principal on topics; a right on the cluster applies to all of them."""

    def __init__(self, context: Context) -> None:
        self._allows = context.allows
        self._may_all = context.allows_on_cluster(Operation.DELETE)

    def may_delete(self, name: str) -> bool:
        return self._may_all or self._allows(Operation.DELETE, ResourceType.TOPIC, name)

    def may_describe(self, name: str) -> bool:
        return self._may_all or self._allows(Operation.DESCRIBE, ResourceType.TOPIC, name)


def _check_enabled(state: ControllerState, context: Context) -> None:
    if state.settings.static.get("delete.topic.enable", "true").strip().lower() == "true":
        return
    if context.api_version < _DISABLED_FROM:
        text = "This version does not support topic deletion."
        raise Refusal(ErrorCode.INVALID_REQUEST, text)
    raise Refusal(ErrorCode.TOPIC_DELETION_DISABLED)


_TEXTS: Final = {
    ErrorCode.TOPIC_AUTHORIZATION_FAILED: "Topic authorization failed.",
    ErrorCode.UNKNOWN_TOPIC_ID: "This server does not host this topic ID.",
    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION: "This server does not host this topic-partition.",
}


def _text(code: ErrorCode) -> str:
    """Return the default text of an error (Errors)."""
    return _TEXTS[code]


# -- CreatePartitions (37) ----------------------------------------------------------------------


def create_partitions(
    state: ControllerState, request: CreatePartitionsRequest, context: Context
) -> Decision:
    """Add partitions to topics, or only check whether they can be added."""
    counts: dict[str, int] = {}
    for asked in request.topics:
        counts[asked.name] = counts.get(asked.name, 0) + 1
    cls = CreatePartitionsResponse.CreatePartitionsTopicResult
    results = []
    for name, count in counts.items():
        if count > 1:
            code = ErrorCode.INVALID_REQUEST
            results.append(cls(name=name, error_code=code, error_message=_DUPLICATE_NAME))
    usable = tuple(usable_brokers(state))
    records: list[Message] = []
    for asked in request.topics:
        if counts[asked.name] > 1:
            continue
        code, text = ErrorCode.NONE, None
        if not context.allows(Operation.ALTER, ResourceType.TOPIC, asked.name):
            code = ErrorCode.TOPIC_AUTHORIZATION_FAILED
        else:
            room = MAX_RECORDS_PER_BATCH - len(records)
            try:
                records += _add_partitions(state, asked, context, room, usable)
            except Refusal as refusal:
                code, text = refusal.code, refusal.text
        results.append(cls(name=asked.name, error_code=code, error_message=text))
    answer = CreatePartitionsResponse(results=tuple(results))
    return Decision(answer, () if request.validate_only else tuple(records), is_atomic=True)


def _add_partitions(
    state: ControllerState,
    asked: Any,
    context: Context,
    room: int,
    usable: tuple[UsableBroker, ...],
) -> list[PartitionRecord]:
    topic_id = state.image.topic_ids.get(asked.name)
    if topic_id is None:
        raise Refusal(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
    topic = state.image.topics[topic_id]
    present = len(topic.partitions)
    _check_count(asked, present)
    added = asked.count - present
    if asked.assignments is not None and len(asked.assignments) != added:
        raise Refusal(
            ErrorCode.INVALID_REPLICA_ASSIGNMENT,
            f"Attempted to add {added} additional partition(s), but only {len(asked.assignments)}"
            " assignment(s) were specified.",
        )
    # Kafka answers -1 to this topic, and writes as many partitions as fit.
    if added > room:
        text = "Unable to perform excessively large batch operation."
        raise Refusal(ErrorCode.POLICY_VIOLATION, text)
    context.charge(added)
    partitions = _additional(state, topic, asked, added, usable)
    return [
        _record(state, topic_id, present + place, partition)
        for place, partition in enumerate(partitions)
    ]


def _check_count(asked: Any, present: int) -> None:
    if asked.count == present:
        text = f"Topic already has {present} partition(s)."
        raise Refusal(ErrorCode.INVALID_PARTITIONS, text)
    if asked.count < present:
        raise Refusal(
            ErrorCode.INVALID_PARTITIONS,
            f"The topic {asked.name} currently has {present} partition(s); {asked.count} would not"
            " be an increase.",
        )


def _additional(
    state: ControllerState,
    topic: Topic,
    asked: Any,
    added: int,
    usable: tuple[UsableBroker, ...],
) -> list[Partition]:
    if not topic.partitions:
        text = f"Invalid state: topic {topic.name} appears to have no partitions."
        raise Refusal(ErrorCode.UNKNOWN_SERVER_ERROR, text)
    factor = len(topic.partitions[min(topic.partitions)].replicas)
    if asked.assignments is None:
        try:
            return _place(state, added, factor, usable)
        except PlacementError as error:
            text = str(error)
            if text.endswith("controlled shutdown."):
                text = f"Unable to replicate the partition {factor} time(s): {text}"
            raise Refusal(ErrorCode.INVALID_REPLICATION_FACTOR, text) from None
    partitions = []
    for place, assignment in enumerate(asked.assignments):
        replicas = tuple(assignment.broker_ids)
        check_assignment(state, replicas, factor)
        partitions.append(_new_assigned(state, len(topic.partitions) + place, replicas))
    return partitions

"""Leaders and ISRs: reports of brokers, requests of tools, corrections by periodic work.

AlterPartition (56), ElectLeaders (43) and AssignReplicasToDirs (73), the sweep over partitions when
a broker comes or goes, and the elections of the two periodic tasks. After
ReplicationControlManager. All records of a decision follow from the state before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.config.gates import Gate
from kraft_core.controller.context import Decision, Refusal
from kraft_core.controller.requests.partition_change import (
    MIGRATING,
    NO_LEADER,
    RECOVERED,
    RECOVERING,
    UNASSIGNED,
    Election,
    Rules,
    Target,
    partition_change,
    without,
)
from kraft_core.metadata.partition_index import PartitionKey
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    AlterPartitionResponse,
    AssignReplicasToDirsResponse,
    ElectLeadersResponse,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from kraft_core.controller.context import Context, ControllerState
    from kraft_core.metadata import Partition, Topic
    from kraft_wire.message import Message
    from kraft_wire.messages import (
        AlterPartitionRequest,
        AssignReplicasToDirsRequest,
        ElectLeadersRequest,
        PartitionChangeRecord,
    )
    from kraft_wire.primitives import Uuid

ELECTIONS_PER_TASK: Final = 1000
"""Number of partitions that one run of a periodic task changes; the next run follows at once."""

_NO_LEADER_CHANGE: Final = -2
_ISR_WITH_EPOCHS_FROM: Final = 3
"""The version of AlterPartition since which each member of the ISR has its broker epoch."""

_PREFERRED: Final = 0
_UNCLEAN: Final = 1
"""The types of an ElectLeaders request (ElectionType)."""


def acceptable_leader(
    state: ControllerState, partition: Partition, is_active: Callable[[int], bool]
) -> Callable[[int], bool]:
    """Return True if a broker may lead: active, and its replica in a directory that is online."""
    directories = dict(zip(partition.replicas, partition.directories, strict=True))

    def is_acceptable(broker_id: int) -> bool:
        if not is_active(broker_id):
            return False
        directory = directories.get(broker_id, UNASSIGNED)
        return state.image.brokers[broker_id].has_online(directory)

    return is_acceptable


def rules_of(
    state: ControllerState,
    topic: str,
    partition: Partition,
    is_active: Callable[[int], bool] | None = None,
) -> Rules:
    """Return the settings for a partition now; `is_active` replaces the brokers' state."""
    return Rules(
        is_acceptable=acceptable_leader(state, partition, is_active or state.is_active),
        default_directory=lambda broker_id: default_directory(state, broker_id),
        metadata_version=state.metadata_version,
        min_isr=state.min_isr(topic),
        has_elr=state.has_elr,
    )


def default_directory(state: ControllerState, broker_id: int) -> Uuid:
    """Return the directory that a new replica on a broker gets (ClusterControlManager.defaultDir).

    A broker with several directories decides itself and reports it by AssignReplicasToDirs.
    """
    if not Gate.DIRECTORY_ASSIGNMENT.is_open(state.metadata_version):
        return MIGRATING
    broker = state.image.brokers.get(broker_id)
    if broker is None:
        return UNASSIGNED
    if not broker.log_dirs:
        return MIGRATING
    return broker.log_dirs[0] if len(broker.log_dirs) == 1 else UNASSIGNED


def sweep(
    state: ControllerState,
    keys: Iterable[PartitionKey],
    *,
    remove: int = NO_LEADER,
    add: int = NO_LEADER,
    uncleanly_shut_down: int = NO_LEADER,
) -> Iterator[PartitionChangeRecord]:
    """Yield the changes of leaders and ISRs when a broker comes or goes.

    `remove` leaves the ISRs and may not lead; `add` may lead although the image still says that it
    is fenced; `uncleanly_shut_down` leaves ISRs and eligible replicas. Topics that allow unclean
    elections get them here, not only in the periodic task. After
    ReplicationControlManager.generateLeaderAndIsrUpdates.
    """
    gone = (remove, uncleanly_shut_down)

    def is_active(broker_id: int) -> bool:
        return broker_id not in gone and (broker_id == add or state.is_active(broker_id))

    for key in keys:
        topic = state.image.topics[key.topic_id]
        partition = topic.partitions[key.number]
        target = Target.of(partition)
        target.isr = without(partition.isr, gone)
        if uncleanly_shut_down != NO_LEADER:
            target.uncleanly_shut_down = (uncleanly_shut_down,)
        if state.allows_unclean_election(topic.name):
            target.election = Election.UNCLEAN
        rules = rules_of(state, topic.name, partition, is_active)
        change = partition_change(key, partition, target, rules)
        if change is not None:
            yield change


# -- AlterPartition (56) ------------------------------------------------------------------------


def alter_partition(
    state: ControllerState, request: AlterPartitionRequest, context: Context
) -> Decision:
    """Change ISRs as their leaders request, and answer each with the state after the change."""
    state.check_broker_epoch(request.broker_id, request.broker_epoch)
    records: list[Message] = []
    topics = []
    with_epochs = context.api_version >= _ISR_WITH_EPOCHS_FROM
    for asked in request.topics:
        topic = state.image.topics.get(asked.topic_id)
        results = []
        for part in asked.partitions:
            if topic is None:
                result = _failed(part.partition_index, ErrorCode.UNKNOWN_TOPIC_ID)
            else:
                members = (
                    tuple((one.broker_id, one.broker_epoch) for one in part.new_isr_with_epochs)
                    if with_epochs
                    else tuple((one, -1) for one in part.new_isr)
                )
                result = _alter(
                    state, topic, part, members, broker_id=request.broker_id, records=records
                )
            results.append(result)
        topics.append(
            AlterPartitionResponse.TopicData(topic_id=asked.topic_id, partitions=tuple(results))
        )
    return Decision(AlterPartitionResponse(topics=tuple(topics)), tuple(records))


def _failed(number: int, code: ErrorCode) -> AlterPartitionResponse.PartitionData:
    return AlterPartitionResponse.PartitionData(partition_index=number, error_code=code)


def _alter(
    state: ControllerState,
    topic: Topic,
    asked: AlterPartitionRequest.PartitionData,
    members: tuple[tuple[int, int], ...],
    *,
    broker_id: int,
    records: list[Message],
) -> AlterPartitionResponse.PartitionData:
    number = asked.partition_index
    partition = topic.partitions.get(number)
    if partition is None:
        return _failed(number, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION)
    isr = tuple(member for member, _ in members)
    code = _check_alter(partition, asked, isr, broker_id) or _check_members(state, members)
    if code:
        return _failed(number, code)
    target = Target.of(partition)
    target.isr, target.recovery_state = isr, asked.leader_recovery_state
    if state.allows_unclean_election(topic.name):
        target.election = Election.UNCLEAN
    key = PartitionKey(topic.topic_id, number)
    change = partition_change(key, partition, target, rules_of(state, topic.name, partition))
    if change is not None:
        records.append(change)
        partition = partition.merged(change)
        # The end of a reassignment can remove the leader. The old leader must be notified, or it
        # would keep changing an ISR that it no longer owns: its record is written, but it gets an
        # error.
        if change.leader not in (broker_id, _NO_LEADER_CHANGE):
            return _failed(number, ErrorCode.NEW_LEADER_ELECTED)
    return AlterPartitionResponse.PartitionData(
        partition_index=number,
        leader_id=partition.leader,
        leader_epoch=partition.leader_epoch,
        isr=partition.isr,
        leader_recovery_state=partition.leader_recovery_state,
        partition_epoch=partition.partition_epoch,
    )


def _check_alter(
    partition: Partition,
    asked: AlterPartitionRequest.PartitionData,
    isr: tuple[int, ...],
    broker_id: int,
) -> ErrorCode:
    """Return the first error in Kafka's order, NONE if there is none."""
    # The broker has a newer state: another controller is active.
    if asked.leader_epoch > partition.leader_epoch:
        return ErrorCode.NOT_CONTROLLER
    if asked.partition_epoch > partition.partition_epoch:
        return ErrorCode.NOT_CONTROLLER
    if asked.leader_epoch < partition.leader_epoch:
        return ErrorCode.FENCED_LEADER_EPOCH
    if broker_id != partition.leader:
        return ErrorCode.INVALID_REQUEST
    if asked.partition_epoch < partition.partition_epoch:
        return ErrorCode.INVALID_UPDATE_VERSION
    is_subset = len(set(isr)) == len(isr) and set(isr) <= set(partition.replicas)
    if not is_subset or partition.leader not in isr:
        return ErrorCode.INVALID_REQUEST
    # An unknown recovery state deposes Kafka's leader.
    if asked.leader_recovery_state not in (RECOVERED, RECOVERING):
        return ErrorCode.INVALID_REQUEST
    if asked.leader_recovery_state == RECOVERING and (
        len(isr) > 1 or partition.leader_recovery_state == RECOVERED
    ):
        return ErrorCode.INVALID_REQUEST
    return ErrorCode.NONE


def _check_members(state: ControllerState, members: tuple[tuple[int, int], ...]) -> ErrorCode:
    """Check incarnations: a restarted follower cannot join by its former incarnation's fetches."""
    for broker_id, epoch in members:
        broker = state.image.brokers.get(broker_id)
        if broker is None or not broker.is_active or epoch not in (-1, broker.epoch):
            return ErrorCode.INELIGIBLE_REPLICA
    return ErrorCode.NONE


# -- ElectLeaders (43) and periodic elections ---------------------------------------------------


def elect_leaders(
    state: ControllerState, request: ElectLeadersRequest, context: Context
) -> Decision:
    """Elect preferred leaders, or uncleanly for partitions without a leader."""
    del context
    if request.election_type not in (_PREFERRED, _UNCLEAN):
        why = f"Unknown election type {request.election_type}"
        raise Refusal(ErrorCode.INVALID_REQUEST, why)
    election = Election.UNCLEAN if request.election_type == _UNCLEAN else Election.PREFERRED
    records: list[Message] = []
    cls = ElectLeadersResponse
    results = []
    if request.topic_partitions is None:
        # With all partitions requested, those that have the wanted leader are left out.
        asked = [(one.name, tuple(one.partitions)) for one in state.image.topics.values()]
    else:
        asked = [(one.topic, tuple(one.partitions)) for one in request.topic_partitions]
    for name, numbers in asked:
        outcomes = []
        for number in numbers:
            code, text = _elect(state, name, number, election, records)
            if request.topic_partitions is not None or code != ErrorCode.ELECTION_NOT_NEEDED:
                outcomes.append(
                    cls.PartitionResult(partition_id=number, error_code=code, error_message=text)
                )
        results.append(cls.ReplicaElectionResult(topic=name, partition_result=tuple(outcomes)))
    return Decision(cls(replica_election_results=tuple(results)), tuple(records))


def _elect(
    state: ControllerState, name: str, number: int, election: Election, records: list[Message]
) -> tuple[ErrorCode, str | None]:
    topic_id = state.image.topic_ids.get(name)
    if topic_id is None:
        return ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, f"No such topic as {name}"
    partition = state.image.topics[topic_id].partitions.get(number)
    if partition is None:
        return ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, f"No such partition as {name}-{number}"
    is_unclean = election is Election.UNCLEAN
    if partition.leader != NO_LEADER if is_unclean else partition.has_preferred_leader:
        return ErrorCode.ELECTION_NOT_NEEDED, "Leader election not needed for topic partition."
    change = _election(state, PartitionKey(topic_id, number), name, partition, election)
    if change is None and is_unclean:
        text = "Eligible topic partition leaders are not available."
        return ErrorCode.ELIGIBLE_LEADERS_NOT_AVAILABLE, text
    if change is None:
        return ErrorCode.PREFERRED_LEADER_NOT_AVAILABLE, "The preferred leader was not available."
    records.append(change)
    return ErrorCode.NONE, None


def _election(
    state: ControllerState,
    key: PartitionKey,
    name: str,
    partition: Partition,
    election: Election,
) -> PartitionChangeRecord | None:
    target = Target.of(partition)
    target.election = election
    return partition_change(key, partition, target, rules_of(state, name, partition))


def balance_leaders(state: ControllerState) -> Decision:
    """Elect preferred leaders (auto.leader.rebalance.enable), some partitions at a time."""
    records: list[Message] = []
    for key in state.index.imbalanced:
        topic = state.image.topics[key.topic_id]
        partition = topic.partitions[key.number]
        change = _election(state, key, topic.name, partition, Election.PREFERRED)
        if change is not None:
            records.append(change)
        if len(records) == ELECTIONS_PER_TASK:
            break
    return Decision(None, tuple(records))


def elect_uncleanly(state: ControllerState) -> Decision:
    """Elect leaders of partitions without one where the topic allows it to lose records."""
    records: list[Message] = []
    for key in state.index.leaderless:
        topic = state.image.topics[key.topic_id]
        if state.allows_unclean_election(topic.name):
            partition = topic.partitions[key.number]
            change = _election(state, key, topic.name, partition, Election.UNCLEAN)
            if change is not None:
                records.append(change)
        if len(records) == ELECTIONS_PER_TASK:
            break
    return Decision(None, tuple(records))


# -- AssignReplicasToDirs (73) ------------------------------------------------------------------


def assign_replicas_to_directories(
    state: ControllerState, request: AssignReplicasToDirsRequest, context: Context
) -> Decision:
    """Note in which directories a broker keeps its replicas (KIP-858).

    A directory that the broker has not registered counts as offline: the replica is assigned to it,
    and a second change takes the broker out of ISR and leadership.
    """
    del context
    if not Gate.DIRECTORY_ASSIGNMENT.is_open(state.metadata_version):
        text = "Directory assignment is not supported yet."
        raise Refusal(ErrorCode.UNSUPPORTED_VERSION, text)
    broker_id = request.broker_id
    state.check_broker_epoch(broker_id, request.broker_epoch)
    broker = state.image.brokers[broker_id]
    records: list[Message] = []
    offline: dict[PartitionKey, None] = {}
    cls = AssignReplicasToDirsResponse
    directories = []
    for asked in request.directories:
        is_offline = not broker.has_online(asked.id)
        topics = []
        for asked_topic in asked.topics:
            results = []
            for part in asked_topic.partitions:
                key = PartitionKey(asked_topic.topic_id, part.partition_index)
                code = _assign(state, key, broker_id, asked.id, records)
                if not code and is_offline:
                    offline[key] = None
                results.append(
                    cls.PartitionData(partition_index=part.partition_index, error_code=code)
                )
            topics.append(cls.TopicData(topic_id=asked_topic.topic_id, partitions=tuple(results)))
        directories.append(cls.DirectoryData(id=asked.id, topics=tuple(topics)))
    records += sweep(state, offline, remove=broker_id)
    return Decision(cls(directories=tuple(directories)), tuple(records))


def _assign(
    state: ControllerState,
    key: PartitionKey,
    broker_id: int,
    directory: Uuid,
    records: list[Message],
) -> ErrorCode:
    topic = state.image.topics.get(key.topic_id)
    if topic is None:
        return ErrorCode.UNKNOWN_TOPIC_ID
    partition = topic.partitions.get(key.number)
    if partition is None:
        return ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    if broker_id not in partition.replicas:
        return ErrorCode.NOT_LEADER_OR_FOLLOWER
    target = Target.of(partition)
    target.directories = {broker_id: directory}
    change = partition_change(key, partition, target, rules_of(state, topic.name, partition))
    if change is not None:
        records.append(change)
    return ErrorCode.NONE

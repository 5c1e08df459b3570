"""Reassignment of replicas: AlterPartitionReassignments (45) and its list (46), KIP-455.

A reassignment begins with a record that adds the new replicas; `partition_change` completes it when
the ISR has caught up. What is only a new order, or takes replicas away that are not needed, is
complete with the first record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.controller.context import Decision, Refusal
from kraft_core.controller.requests.partition_change import (
    Election,
    Target,
    partition_change,
    without,
)
from kraft_core.controller.requests.partitions import rules_of
from kraft_core.metadata.partition_index import PartitionKey
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    AlterPartitionReassignmentsResponse,
    ListPartitionReassignmentsResponse,
)

if TYPE_CHECKING:
    from kraft_core.controller.context import Context, ControllerState
    from kraft_core.metadata import Partition
    from kraft_wire.message import Message
    from kraft_wire.messages import (
        AlterPartitionReassignmentsRequest,
        ListPartitionReassignmentsRequest,
        PartitionChangeRecord,
    )


def alter_reassignments(
    state: ControllerState, request: AlterPartitionReassignmentsRequest, context: Context
) -> Decision:
    """Begin, replace or cancel reassignments, each partition separately."""
    del context
    may_change_factor = request.allow_replication_factor_change
    records: list[Message] = []
    cls = AlterPartitionReassignmentsResponse
    responses = []
    for topic in request.topics:
        results = []
        for asked in topic.partitions:
            code, text = ErrorCode.NONE, None
            try:
                change = _reassign(
                    state,
                    topic.name,
                    asked.partition_index,
                    None if asked.replicas is None else tuple(asked.replicas),
                    may_change_factor=may_change_factor,
                )
                if change is not None:
                    records.append(change)
            except Refusal as refusal:
                code, text = refusal.code, refusal.text
            results.append(
                cls.ReassignablePartitionResponse(
                    partition_index=asked.partition_index, error_code=code, error_message=text
                )
            )
        responses.append(cls.ReassignableTopicResponse(name=topic.name, partitions=tuple(results)))
    answer = cls(
        allow_replication_factor_change=may_change_factor,
        error_message=None,
        responses=tuple(responses),
    )
    return Decision(answer, tuple(records), is_atomic=True)


def _reassign(
    state: ControllerState,
    name: str,
    number: int,
    replicas: tuple[int, ...] | None,
    *,
    may_change_factor: bool,
) -> PartitionChangeRecord | None:
    topic_id = state.image.topic_ids.get(name)
    if topic_id is None:
        text = f"Unable to find a topic named {name}."
        raise Refusal(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, text)
    partition = state.image.topics[topic_id].partitions.get(number)
    if partition is None:
        text = f"Unable to find partition {name}:{number}."
        raise Refusal(ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, text)
    if replicas is None:
        target = _cancelled(state, name, number, partition)
    else:
        check_assignment(state, replicas)
        if not may_change_factor:
            _check_factor(partition, replicas)
        target = _begun(partition, replicas)
    rules = rules_of(state, name, partition)
    return partition_change(PartitionKey(topic_id, number), partition, target, rules)


def _begun(partition: Partition, replicas: tuple[int, ...]) -> Target:
    """Begin a reassignment: new replicas first, in order; removed ones last until they are gone.

    A second reassignment starts from the present replicas, those of the first one included.
    """
    removing = tuple(sorted(set(partition.replicas) - set(replicas)))
    adding = tuple(sorted(set(replicas) - set(partition.replicas)))
    target = Target.of(partition)
    target.replicas = replicas + removing
    # Kafka replaces the lists only by lists that are not empty.
    target.removing = removing or target.removing
    target.adding = adding or target.adding
    return target


def _cancelled(state: ControllerState, name: str, number: int, partition: Partition) -> Target:
    if not partition.is_reassigning:
        raise Refusal(ErrorCode.NO_REASSIGNMENT_IN_PROGRESS)
    target = Target.of(partition)
    target.replicas = without(partition.replicas, partition.adding_replicas)
    target.isr = without(partition.isr, partition.adding_replicas)
    target.removing = target.adding = ()
    may_lose = state.allows_unclean_election(name)
    if not target.isr:
        if not target.replicas:
            text = "Invalid replica assignment: addingReplicas contains all replicas."
            raise Refusal(ErrorCode.INVALID_REPLICA_ASSIGNMENT, text)
        if not may_lose:
            raise Refusal(
                ErrorCode.INVALID_REPLICA_ASSIGNMENT,
                f"Unable to revert partition assignment for {name}:{number} because it would"
                " require an unclean leader election.",
            )
        target.isr = target.replicas[:1]
    if may_lose:
        target.election = Election.UNCLEAN
    return target


def check_assignment(
    state: ControllerState, replicas: tuple[int, ...], factor: int | None = None
) -> None:
    """Refuse a manual assignment: no, unknown, cordoned or repeated brokers, or another factor."""
    start = "The manual partition assignment includes"
    if not replicas:
        text = f"{start} an empty replica list."
        raise Refusal(ErrorCode.INVALID_REPLICA_ASSIGNMENT, text)
    in_order = sorted(replicas)
    for place, broker_id in enumerate(in_order):
        if broker_id not in state.image.brokers:
            text = f"{start} broker {broker_id}, but no such broker is registered."
            raise Refusal(ErrorCode.INVALID_REPLICA_ASSIGNMENT, text)
        # since 4.4.0, at every level
        if not state.image.brokers[broker_id].has_uncordoned_directory:
            text = f"{start} broker {broker_id}, but all its log directories are cordoned."
            raise Refusal(ErrorCode.INVALID_REPLICA_ASSIGNMENT, text)
        if place and broker_id == in_order[place - 1]:
            text = f"{start} the broker {broker_id} more than once."
            raise Refusal(ErrorCode.INVALID_REPLICA_ASSIGNMENT, text)
    if factor is not None and len(replicas) != factor:
        raise Refusal(
            ErrorCode.INVALID_REPLICA_ASSIGNMENT,
            f"{start} a partition with {len(replicas)} replica(s), but this is not consistent with"
            f" previous partitions, which have {factor} replica(s).",
        )


def _check_factor(partition: Partition, replicas: tuple[int, ...]) -> None:
    """Refuse a replication factor other than the one after the current reassignment (KIP-860)."""
    present = {*partition.replicas, *partition.adding_replicas} - {*partition.removing_replicas}
    count = len(present) if partition.is_reassigning else len(partition.replicas)
    if count != len(replicas):
        raise Refusal(
            ErrorCode.INVALID_REPLICATION_FACTOR,
            f"The replication factor is changed from {count} to {len(replicas)}",
        )


def list_reassignments(
    state: ControllerState, request: ListPartitionReassignmentsRequest, context: Context
) -> Decision:
    """List the reassignments in progress; unknown partitions are left out."""
    del context
    wanted: dict[str, list[int]] = {}
    if request.topics is None:
        for key in state.index.reassigning:
            wanted.setdefault(state.image.topics[key.topic_id].name, []).append(key.number)
    else:
        for one in request.topics:
            wanted.setdefault(one.name, []).extend(one.partition_indexes)
    cls = ListPartitionReassignmentsResponse
    topics = []
    for name, numbers in wanted.items():
        topic_id = state.image.topic_ids.get(name)
        partitions = {} if topic_id is None else state.image.topics[topic_id].partitions
        ongoing = tuple(
            cls.OngoingPartitionReassignment(
                partition_index=number,
                replicas=partition.replicas,
                adding_replicas=partition.adding_replicas,
                removing_replicas=partition.removing_replicas,
            )
            for number in numbers
            if (partition := partitions.get(number)) is not None and partition.is_reassigning
        )
        if ongoing:
            topics.append(cls.OngoingTopicReassignment(name=name, partitions=ongoing))
    return Decision(cls(error_message=None, topics=tuple(topics)))

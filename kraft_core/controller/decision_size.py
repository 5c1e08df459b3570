"""How many partitions a decision may change, at a guess, before it is taken.

What is large is decided in a thread and replayed in steps, so that raft, heartbeats and reads go
on: a broker that leads 100,000 partitions takes seconds to fence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_wire.messages import (
    AlterPartitionReassignmentsRequest,
    AlterPartitionRequest,
    AssignReplicasToDirsRequest,
    BrokerHeartbeatRequest,
    BrokerRegistrationRequest,
    CreatePartitionsRequest,
    CreateTopicsRequest,
    ElectLeadersRequest,
    UnregisterBrokerRequest,
)

if TYPE_CHECKING:
    from kraft_core.controller.decision import ControllerState
    from kraft_wire.message import Message

LARGE: Final = 1_000
"""Above so many partitions a decision is taken in steps."""


def size_of(state: ControllerState, message: Message) -> int:
    """Return how many partitions a request may change; 0 for what is always small."""
    match message:
        case BrokerHeartbeatRequest():
            return _size_of_heartbeat(state, message)
        case BrokerRegistrationRequest() | UnregisterBrokerRequest():
            return _held_by(state, message.broker_id)
        case AlterPartitionRequest():
            return sum(len(topic.partitions) for topic in message.topics)
        case CreateTopicsRequest():
            return sum(max(each.num_partitions, len(each.assignments)) for each in message.topics)
        case CreatePartitionsRequest():
            return sum(each.count for each in message.topics)
        case AlterPartitionReassignmentsRequest():
            return sum(len(topic.partitions) for topic in message.topics)
        case AssignReplicasToDirsRequest():
            return sum(
                len(topic.partitions) for each in message.directories for topic in each.topics
            )
        case ElectLeadersRequest(topic_partitions=None):
            return sum(len(topic.partitions) for topic in state.image.topics.values())
        case ElectLeadersRequest():
            return sum(len(topic.partitions) for topic in message.topic_partitions or ())
        case _:
            return 0


def size_of_fence(state: ControllerState) -> int:
    """Return how many partitions the next broker holds whose session expired."""
    session = state.sessions.expired(state.now_ms)
    return 0 if session is None else _held_by(state, session.broker_id)


def _size_of_heartbeat(state: ControllerState, message: BrokerHeartbeatRequest) -> int:
    broker_id, index = message.broker_id, state.index
    size = 0
    if message.want_fence or message.want_shut_down:
        size = len(index.in_sync.get(broker_id, ()))
    elif state.sessions.state(broker_id).fenced:
        size = len(index.leaderless)
    for directory in message.offline_log_dirs:
        size += len(index.in_directory.get(directory, ()))
    return size


def _held_by(state: ControllerState, broker_id: int) -> int:
    index = state.index
    return len(index.in_sync.get(broker_id, ())) + len(index.eligible.get(broker_id, ()))

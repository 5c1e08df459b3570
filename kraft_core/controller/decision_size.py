"""How much work a decision may be, at a guess, before it is taken.

What is large is decided in a thread and replayed in steps, so that raft, heartbeats and reads go
on: a broker that leads 100,000 partitions takes seconds to fence. One partition, one topic or one
config counts as one; topics that are refused cost as much as topics that are created.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_wire.messages import (
    AlterClientQuotasRequest,
    AlterConfigsRequest,
    AlterPartitionReassignmentsRequest,
    AlterPartitionRequest,
    AlterUserScramCredentialsRequest,
    AssignReplicasToDirsRequest,
    BrokerHeartbeatRequest,
    BrokerRegistrationRequest,
    CreateAclsRequest,
    CreatePartitionsRequest,
    CreateTopicsRequest,
    DeleteAclsRequest,
    DeleteTopicsRequest,
    DescribeAclsRequest,
    DescribeConfigsRequest,
    ElectLeadersRequest,
    IncrementalAlterConfigsRequest,
    UnregisterBrokerRequest,
)

if TYPE_CHECKING:
    from kraft_core.controller.decision import ControllerState
    from kraft_wire.message import Message

LARGE: Final = 1_000
"""Above that size a decision is taken in steps."""

_PART: Final = 64
"""So many characters of a value are as much work as another config: a list may have thousands of
parts."""

_CONFIGS_OF_A_RESOURCE: Final = 35
"""How many configs of a topic are described at most, about; a broker has ten times as many."""


def size_of(state: ControllerState, message: Message) -> int:
    """Return the size of a request's decision; 0 for what is always small."""
    match message:
        case BrokerHeartbeatRequest():
            return _size_of_heartbeat(state, message)
        case BrokerRegistrationRequest() | UnregisterBrokerRequest():
            return _held_by(state, message.broker_id)
        case AlterPartitionRequest():
            return sum(len(topic.partitions) for topic in message.topics)
        case CreateTopicsRequest():
            # a count of -1 asks for the default, and 0 is refused for that topic alone
            return sum(max(1, one.num_partitions, len(one.assignments)) for one in message.topics)
        case CreatePartitionsRequest():
            return sum(max(1, one.count) for one in message.topics)
        case DeleteTopicsRequest():
            return _size_of_deletion(state, message)
        case IncrementalAlterConfigsRequest() | AlterConfigsRequest():
            configs = (config for one in message.resources for config in one.configs)
            lists = sum(1 + len(config.value or "") // _PART for config in configs)
            return len(message.resources) + lists
        case AlterClientQuotasRequest():
            return sum(1 + len(entry.ops) for entry in message.entries)
        case AlterUserScramCredentialsRequest():
            return len(message.deletions) + len(message.upsertions)
        case DescribeConfigsRequest():
            return _CONFIGS_OF_A_RESOURCE * len(message.resources)
        case CreateAclsRequest():
            return len(message.creations) + len(state.image.acls)
        case DeleteAclsRequest():
            return len(message.filters) * len(state.image.acls)
        case DescribeAclsRequest():
            return len(state.image.acls)
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


def _size_of_deletion(state: ControllerState, message: DeleteTopicsRequest) -> int:
    ids, topics = state.image.topic_ids, state.image.topics
    named = [ids.get(name) for name in message.topic_names]
    named += [one.topic_id if one.name is None else ids.get(one.name) for one in message.topics]
    removed = (topics.get(each) for each in named if each is not None)
    return len(named) + sum(len(topic.partitions) for topic in removed if topic is not None)


def _held_by(state: ControllerState, broker_id: int) -> int:
    index = state.index
    return len(index.in_sync.get(broker_id, ())) + len(index.eligible.get(broker_id, ()))

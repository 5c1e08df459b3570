"""Common fields of all messages: the one topic partition, leaders and endpoints.

The log of a quorum is partition 0 of one topic. A message about another partition, several
partitions or none is not for this replica.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from kraft_core.raft.consensus.values import UNKNOWN_ID, Endpoint, LeaderAndEpoch
from kraft_core.raft.topic import PARTITION
from kraft_wire.errors import DecodeError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kraft_core.raft.topic import QuorumTopic

_PORT_MAX: Final = 65_535
_FIRST_WITH_ENDPOINTS: Final = 1

_EntryT = TypeVar("_EntryT")
_PartitionT_co = TypeVar("_PartitionT_co", covariant=True)
_PartitionT = TypeVar("_PartitionT", bound="IndexedPartition")


class IndexedPartition(Protocol):
    """A partition of a message that names it by `PartitionIndex`."""

    @property
    def partition_index(self) -> int:
        """Number of the partition."""


class NamedTopic(Protocol[_PartitionT_co]):
    """A topic of a message that names it by `TopicName`."""

    @property
    def topic_name(self) -> str:
        """Name of the topic."""

    @property
    def partitions(self) -> tuple[_PartitionT_co, ...]:
        """Its partitions."""


class NodeEndpoint(Protocol):
    """An entry of `NodeEndpoints`."""

    @property
    def node_id(self) -> int:
        """Node id."""

    @property
    def host(self) -> str:
        """Name or address."""

    @property
    def port(self) -> int:
        """TCP port."""


class LeaderNaming(Protocol):
    """A response of consensus that names the leader."""

    @property
    def leader(self) -> LeaderAndEpoch:
        """The leader and its epoch."""

    @property
    def leader_endpoint(self) -> Endpoint | None:
        """The address of the leader."""


class Listener(Protocol):
    """A named listener of a replica, in voters, requests and DescribeQuorum."""

    @property
    def name(self) -> str:
        """Name of the listener."""

    @property
    def host(self) -> str:
        """Name or address."""

    @property
    def port(self) -> int:
        """TCP port."""


def sole_partition(
    topics: Sequence[NamedTopic[_PartitionT]], topic: QuorumTopic
) -> _PartitionT | None:
    """Return the quorum's partition of a message about nothing else, else None."""
    if len(topics) != 1 or topics[0].topic_name != topic.name or len(topics[0].partitions) != 1:
        return None
    partition = topics[0].partitions[0]
    return partition if partition.partition_index == PARTITION else None


def answered_partition(
    topics: Sequence[NamedTopic[_PartitionT]], topic: QuorumTopic
) -> _PartitionT:
    """Return the quorum's partition of an answer; raises DecodeError for any other."""
    partition = sole_partition(topics, topic)
    if partition is None:
        raise foreign_answer(topic)
    return partition


def foreign_answer(topic: QuorumTopic) -> DecodeError:
    """Return the error for an answer that is about anything but the quorum's partition."""
    return DecodeError(
        f"the answer is not about partition {PARTITION} of {topic.name}", path="topics"
    )


def leader_from_wire(leader_id: int, epoch: int) -> LeaderAndEpoch:
    """Return a leader as a response names it; every negative id means no leader."""
    return LeaderAndEpoch(None if leader_id < 0 else leader_id, epoch)


def leader_id_to_wire(leader: LeaderAndEpoch) -> int:
    """Return the id of the leader, -1 for none."""
    return UNKNOWN_ID if leader.leader_id is None else leader.leader_id


def endpoint_from_wire(
    leader: LeaderAndEpoch, listener: str, nodes: Iterable[NodeEndpoint]
) -> Endpoint | None:
    """Return the leader's endpoint in a response, stored under the listener of the sender."""
    if leader.leader_id is None:
        return None
    for node in nodes:
        if node.node_id == leader.leader_id:
            return reachable(Endpoint(listener, node.host, node.port))
    return None


def node_endpoints_to_wire(
    response: LeaderNaming, api_version: int, entry: Callable[..., _EntryT]
) -> tuple[_EntryT, ...]:
    """Return the leader's endpoint for a response, for versions above 0, which have the field."""
    endpoint, leader_id = response.leader_endpoint, response.leader.leader_id
    if api_version < _FIRST_WITH_ENDPOINTS or endpoint is None or leader_id is None:
        return ()
    return (entry(node_id=leader_id, host=endpoint.host, port=endpoint.port),)


def reachable(endpoint: Endpoint) -> Endpoint | None:
    """Return the endpoint, None without a host or with a number that is not a port.

    Fetch and UpdateRaftVoter have room for more than 16 bits; others, to which we pass endpoints
    on, have not.
    """
    return endpoint if endpoint.host and 0 <= endpoint.port <= _PORT_MAX else None


def listeners_from_wire(listeners: Iterable[Listener]) -> tuple[Endpoint, ...]:
    """Return named listeners as received; the last of equal names counts, as in Java."""
    named = {each.name.upper(): each for each in listeners}
    return tuple(Endpoint(each.name, each.host, each.port) for each in named.values())


def listeners_to_wire(
    endpoints: Iterable[Endpoint], entry: Callable[..., _EntryT]
) -> tuple[_EntryT, ...]:
    """Return endpoints of a replica as the named listeners of a message."""
    return tuple(entry(name=each.name, host=each.host, port=each.port) for each in endpoints)

"""Operators and clients: voter changes, moves, upgrades, resignations, snapshots and bursts.

Their requests are real bytes over the same network. They ask the node that they take for the
leader, which is sometimes wrong, and retry while that makes sense.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.raft.consensus.events import ResignRequested
from kraft_core.sim.quorum.network import LISTENER
from kraft_core.sim.quorum.plan import CLUSTER_ID
from kraft_core.sim.quorum.steps.network import split_for
from kraft_core.sim.quorum.steps.targets import (
    chance,
    later,
    latest_voters,
    pick_follower,
    pick_up,
)
from kraft_core.sim.quorum.steps.tolerance import ChangeAsked, may_move, may_remove
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    AddRaftVoterRequest,
    AddRaftVoterResponse,
    DescribeQuorumRequest,
    RemoveRaftVoterRequest,
    RemoveRaftVoterResponse,
)
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from kraft_core.raft.consensus.values import ReplicaKey
    from kraft_core.sim.quorum.cluster import Cluster
    from kraft_core.sim.quorum.node import SimulatedNode
    from kraft_wire.message import Message


_ATTEMPTS: Final = 4
_TIMEOUT_MS: Final = 900
_AGAIN: Final = frozenset({ErrorCode.REQUEST_TIMED_OUT, ErrorCode.NOT_LEADER_OR_FOLLOWER})


def add_request(node: SimulatedNode, *, ack_when_committed: bool = True) -> AddRaftVoterRequest:
    """Build a request that makes that node a voter."""
    listener = AddRaftVoterRequest.Listener(
        name=LISTENER, host=node.endpoint.host, port=node.endpoint.port
    )
    return AddRaftVoterRequest(
        cluster_id=CLUSTER_ID,
        timeout_ms=1000,
        voter_id=node.node_id,
        voter_directory_id=Uuid(node.directory_id),
        listeners=(listener,),
        ack_when_committed=ack_when_committed,
    )


def remove_request(voter: ReplicaKey) -> RemoveRaftVoterRequest:
    """Build a request that removes that voter."""
    return RemoveRaftVoterRequest(
        cluster_id=CLUSTER_ID,
        voter_id=voter.id,
        voter_directory_id=Uuid(voter.directory_id or bytes(16)),
    )


def believed_leader(cluster: Cluster) -> SimulatedNode | None:
    """Return the target of an operator's request: the leader, or else some node that is up."""
    leader = cluster.leader()
    if leader is not None:
        return leader
    up = cluster.up_nodes()
    return up[cluster.now_ms % len(up)] if up else None


def add_voter_once(
    cluster: Cluster,
    node: SimulatedNode,
    on_answer: Callable[[ErrorCode], None] | None = None,
    *,
    ack_when_committed: bool = True,
    target: SimulatedNode | None = None,
) -> None:
    """Ask once for that node to become a voter; `target` is asked, or the believed leader."""
    target = target or believed_leader(cluster)
    if target is None:
        return
    version = target.release.add_raft_voter
    request = add_request(node, ack_when_committed=ack_when_committed or version < 1)
    cluster.changes_asked.append(ChangeAsked(cluster.now_ms, node.key, is_add=True))
    cluster.ask(target.node_id, request, version, _with_error(on_answer))


def remove_voter_once(
    cluster: Cluster,
    voter: ReplicaKey,
    on_answer: Callable[[ErrorCode], None] | None = None,
    *,
    target: SimulatedNode | None = None,
) -> bool:
    """Request once to remove that replica, unless the remaining voters could not elect a leader."""
    target = target or believed_leader(cluster)
    if target is None or not may_remove(cluster, voter):
        return False
    cluster.changes_asked.append(ChangeAsked(cluster.now_ms, voter, is_add=False))
    cluster.ask(target.node_id, remove_request(voter), 0, _with_error(on_answer))
    return True


def _with_error(
    on_answer: Callable[[ErrorCode], None] | None,
) -> Callable[[Message], None] | None:
    if on_answer is None:
        return None

    def answered(message: Message) -> None:
        if isinstance(message, AddRaftVoterResponse | RemoveRaftVoterResponse):
            on_answer(ErrorCode(message.error_code))

    return answered


def add_voter_until(
    cluster: Cluster, node: SimulatedNode, then: Callable[[], None] | None = None
) -> None:
    """Ask for it until it is done, or refused permanently, or the time is over."""
    cluster.voter_changes += 1
    _until(
        cluster,
        lambda on_answer: add_voter_once(cluster, node, on_answer),
        {ErrorCode.NONE, ErrorCode.DUPLICATE_VOTER},
        then,
    )


def remove_voter_until(
    cluster: Cluster, voter: ReplicaKey, then: Callable[[], None] | None = None
) -> None:
    """Ask for it until it is done, or refused permanently, or the time is over."""
    cluster.voter_changes += 1
    _until(
        cluster,
        lambda on_answer: remove_voter_once(cluster, voter, on_answer),
        {ErrorCode.NONE, ErrorCode.VOTER_NOT_FOUND},
        then,
    )


def _until(
    cluster: Cluster,
    ask: Callable[[Callable[[ErrorCode], None]], object],
    done: set[ErrorCode],
    then: Callable[[], None] | None,
) -> None:
    """Send a request, and repeat it after a retriable response or none."""
    state = {"attempt": 0, "ended": False}

    def attempt(number: int) -> None:
        if state["ended"] or state["attempt"] >= number or number > _ATTEMPTS:
            return
        state["attempt"] = number
        ask(lambda error: answered(number, error))
        later(cluster, _TIMEOUT_MS, lambda: attempt(number + 1))

    def answered(number: int, error: ErrorCode) -> None:
        if state["ended"]:
            return
        if error in done:
            state["ended"] = True
            if then is not None and not cluster.are_faults_over:
                then()
        elif error in _AGAIN:
            later(cluster, _TIMEOUT_MS // 3, lambda: attempt(number + 1))
        else:
            state["ended"] = True

    attempt(1)


_NODES_ADDED_MAX: Final = 2
_UPGRADE_ATTEMPTS: Final = 6


def pick_candidate(cluster: Cluster, rng: Random) -> SimulatedNode | None:
    """Pick a new voter: an observer, or a new node; None if there are enough voters."""
    voters = latest_voters(cluster)
    known = () if voters is None else voters.ids
    observers = [node for node in cluster.up_nodes() if node.node_id not in known]
    added = len(cluster.nodes) - len(cluster.plan.voter_ids) - len(cluster.plan.observer_ids)
    if observers and (added >= _NODES_ADDED_MAX or chance(rng, 700)):
        return rng.choice(observers)
    return cluster.add_node(max(cluster.nodes) + 1) if added < _NODES_ADDED_MAX else None


def add_voter(cluster: Cluster, rng: Random) -> None:
    """Make an observer a voter, one that has just come up more often than not."""
    node = pick_candidate(cluster, rng)
    if node is None:
        return
    if chance(rng, 250):
        cluster.voter_changes += 1
        acked = chance(rng, 500)
        add_voter_once(cluster, node, ack_when_committed=acked)
    else:
        later(cluster, rng.randrange(100, 1200), lambda: add_voter_until(cluster, node))


def remove_voter(cluster: Cluster, rng: Random) -> None:
    """Remove a voter from the set, whether it is up or not."""
    voters = latest_voters(cluster)
    if voters is None or not len(voters):
        return
    voter = rng.choice(voters.voters).key
    if chance(rng, 300):
        cluster.voter_changes += 1
        remove_voter_once(cluster, voter)
    else:
        remove_voter_until(cluster, voter)


def remove_leader(cluster: Cluster, rng: Random) -> None:
    """Remove the leader from the set: it must commit that without itself, then resign."""
    leader = cluster.leader()
    if leader is not None:
        del rng
        remove_voter_until(cluster, leader.key)


def voter_change(cluster: Cluster, rng: Random) -> None:
    """Add or remove, whatever the size of the set asks for."""
    voters = latest_voters(cluster)
    size = len(cluster.plan.voter_ids) if voters is None else len(voters)
    adds = chance(rng, 800 if size < len(cluster.plan.voter_ids) else 450)
    (add_voter if adds else remove_voter)(cluster, rng)


def move(cluster: Cluster, rng: Random) -> None:
    """Restart a voter at another address, which it has to report to its leader."""
    node = pick_up(cluster, rng, leader_chance=300)
    if node is not None and may_move(cluster, node):
        node.crash(None)
        node.move()
        node.start()


def resign(cluster: Cluster, rng: Random) -> None:
    """Make a leader resign, as an operator."""
    leader = cluster.leader()
    if leader is None:
        return
    epoch = leader.core.role.epoch - (1 if chance(rng, 100) else 0)
    leader.later(0, lambda: leader.feed(ResignRequested(epoch)))


def upgrade(cluster: Cluster, rng: Random) -> None:
    """Raise kraft.version to 1, asked for again while it cannot be."""
    every_ms = rng.randrange(200, 1200)
    validate_only = chance(rng, 100)

    def attempt(left: int) -> None:
        leader = cluster.leader()
        if leader is not None and not leader.is_paused:
            if leader.core.kraft_version:
                return
            node = leader
            node.later(0, lambda: _raise_level(node, validate_only=validate_only))
        if left > 1:
            later(cluster, every_ms, lambda: attempt(left - 1))

    attempt(_UPGRADE_ATTEMPTS)


def _raise_level(node: SimulatedNode, *, validate_only: bool) -> None:
    node.replica.upgrade_nowait(1, validate_only=validate_only)


def witness(cluster: Cluster, rng: Random) -> None:
    """Make a voter a witness, or a witness a normal voter."""
    node = pick_up(cluster, rng, leader_chance=500)
    if node is None:
        return
    others = [each for each in cluster.nodes.values() if each is not node and not each.is_witness]
    if node.is_witness or len(others) * 2 > len(cluster.nodes):
        was = node.is_witness
        node.set_witness(not was)
        later(cluster, rng.randrange(1500, 6000), lambda: node.set_witness(was))


def describe(cluster: Cluster, rng: Random) -> None:
    """Describe the quorum a few times, as an operator."""
    for _ in range(rng.randint(2, 5)):
        later(cluster, rng.randrange(1, 3000), lambda: _describe(cluster))


def _describe(cluster: Cluster) -> None:
    leader = cluster.leader()
    if leader is not None:
        partition = DescribeQuorumRequest.PartitionData(partition_index=0)
        topic = DescribeQuorumRequest.TopicData(
            topic_name="__cluster_metadata", partitions=(partition,)
        )
        cluster.ask(leader.node_id, DescribeQuorumRequest(topics=(topic,)), 2, None)


def snapshot(cluster: Cluster, rng: Random) -> None:
    """Request a snapshot of what a node has applied."""
    node = pick_up(cluster, rng, leader_chance=500)
    if node is not None:
        node.later(0, node.request_snapshot)


def burst(cluster: Cluster, rng: Random) -> None:
    """Append many values at once, as a client."""
    if cluster.workload is not None:
        cluster.workload.burst(rng.randint(3, 20))


def lag(cluster: Cluster, rng: Random) -> None:
    """Cut off a follower while much is appended and snapshots are written."""
    node = pick_follower(cluster, rng)
    if node is None:
        return
    duration_ms = rng.randrange(600, 3500)
    split_for(cluster, [node.node_id], duration_ms)
    for part in (5, 3, 2):
        later(cluster, duration_ms // part, lambda: burst(cluster, rng))
    later(cluster, duration_ms * 3 // 4, lambda: snapshot(cluster, rng))

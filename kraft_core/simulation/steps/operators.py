"""What operators do: voters come, go and move, kraft.version rises, leaders are told to resign."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.consensus.events import ResignRequested
from kraft_core.simulation.steps.operating import (
    add_voter_once,
    add_voter_until,
    remove_voter_once,
    remove_voter_until,
)
from kraft_core.simulation.steps.targets import (
    chance,
    later,
    latest_voters,
    pick_up,
)
from kraft_core.simulation.steps.tolerance import may_move
from kraft_wire.messages import DescribeQuorumRequest

if TYPE_CHECKING:
    from random import Random

    from kraft_core.simulation.cluster import Cluster
    from kraft_core.simulation.node import SimulatedNode

_NODES_ADDED_MAX: Final = 2
_UPGRADE_ATTEMPTS: Final = 6


def pick_candidate(cluster: Cluster, rng: Random) -> SimulatedNode | None:
    """Who is to become a voter: an observer, or a new node; None if there are enough of them."""
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
    """Take a voter out of the set, whether it is up or not."""
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
    """Take the leader out of the set: it has to commit that without itself, then resign."""
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
    """A voter comes back at another address, and has to tell its leader."""
    node = pick_up(cluster, rng, leader_chance=300)
    if node is not None and may_move(cluster, node):
        node.crash(None)
        node.move()
        node.start()


def resign(cluster: Cluster, rng: Random) -> None:
    """A leader is told to hand over."""
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
    """A voter gives way from now on, or a witness no longer."""
    node = pick_up(cluster, rng, leader_chance=500)
    if node is None:
        return
    others = [each for each in cluster.nodes.values() if each is not node and not each.is_witness]
    if node.is_witness or len(others) * 2 > len(cluster.nodes):
        was = node.is_witness
        node.set_witness(not was)
        later(cluster, rng.randrange(1500, 6000), lambda: node.set_witness(was))


def describe(cluster: Cluster, rng: Random) -> None:
    """Somebody wants to know of every replica, a few times, of whoever leads then."""
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
    """A node is asked for a snapshot of what it has applied."""
    node = pick_up(cluster, rng, leader_chance=500)
    if node is not None:
        node.later(0, lambda: _request_snapshot(node))


def _request_snapshot(node: SimulatedNode) -> None:
    node.replica.request_snapshot()

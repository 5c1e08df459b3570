"""Small clusters in virtual time for the tests of the kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kraft_core.sim.quorum.cluster import Cluster
from kraft_core.sim.quorum.machine import write_record
from kraft_core.sim.quorum.plan import ClusterPlan

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.raft.replica.appends import AppendTicket
    from kraft_core.sim.quorum.node import SimulatedNode


def begun(*voter_ids: int, seed: int = 1, **plan: Any) -> Cluster:
    """A cluster of these voters at the moment of its start."""
    cluster = Cluster(seed, ClusterPlan(voter_ids=voter_ids or (1, 2, 3), **plan))
    cluster.begin()
    return cluster


def led(*voter_ids: int, seed: int = 1, **plan: Any) -> Cluster:
    """A cluster whose leader may append and is known to all, who wait for more to fetch."""
    cluster = begun(*voter_ids, seed=seed, **plan)
    await_leader(cluster)
    cluster.timeline.run_until(cluster.now_ms + 20)
    return cluster


def until(cluster: Cluster, holds: Callable[[], bool], limit_ms: int = 20_000) -> None:
    """Let time pass until it holds."""
    assert cluster.timeline.run_while(lambda: not holds(), limit_ms, every_ms=1), "never came"


def await_leader(cluster: Cluster) -> SimulatedNode:
    """The leader, once every node that is up follows it and it has its first record."""

    def is_known() -> bool:
        leader = cluster.leader()
        if leader is None or not leader.machine.is_initialized:
            return False
        known = {node.replica.leader_and_epoch.leader_id for node in cluster.up_nodes()}
        return known == {leader.node_id}

    until(cluster, is_known)
    leader = cluster.leader()
    assert leader is not None
    return leader


def follower(cluster: Cluster) -> SimulatedNode:
    """Some node that is up and does not lead."""
    leader = cluster.leader()
    return next(node for node in cluster.up_nodes() if node is not leader)


def write(cluster: Cluster, name: str, value: str) -> AppendTicket:
    """Append to the leader, as soon as there is one that takes it."""
    found: list[AppendTicket] = []

    def is_taken() -> bool:
        ticket = await_leader(cluster).append([write_record(name, value)])
        if ticket is not None:
            found.append(ticket)
        return bool(found)

    until(cluster, is_taken)
    return found[0]


def await_written(cluster: Cluster, name: str, value: str) -> None:
    """Append, until every node that is up has applied it."""
    ticket = write(cluster, name, value)
    until(cluster, lambda: ticket.has_ended)
    until(cluster, lambda: all(node.machine.get(name) == value for node in cluster.up_nodes()))


def heard(cluster: Cluster, *kinds: type) -> list[tuple[int, Any]]:
    """A list that gets the node id and each event of these kinds from now on."""
    found: list[tuple[int, Any]] = []
    for kind in kinds:
        cluster.hooks.events[kind].append(lambda node, event: found.append((node.node_id, event)))
    return found


def done(cluster: Cluster, *kinds: type) -> list[tuple[int, Any]]:
    """A list that gets the node id and each effect of these kinds from now on."""
    found: list[tuple[int, Any]] = []
    for kind in kinds:
        cluster.hooks.effects[kind].append(
            lambda node, effect: found.append((node.node_id, effect))
        )
    return found

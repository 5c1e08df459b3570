"""Tests of hooks and of the core that reports to them."""

from __future__ import annotations

from typing import Any

from kraft_core.raft.consensus.effects import AppendRecords, NoteKind, SendRequest
from kraft_core.raft.consensus.events import LogFlushed, LogTruncated, Started
from kraft_core.sim.quorum.cluster import Cluster
from kraft_core.sim.quorum.hooks import Hooks, Moment
from kraft_core.sim.quorum.machine import write_record
from kraft_core.sim.quorum.plan import ClusterPlan
from tests.simulation.small_clusters import (
    await_leader,
    await_written,
    begun,
    follower,
    led,
    until,
    write,
)


def test_moments_are_reported_in_the_order_of_registration():
    hooks, told = Hooks(), []
    node: Any = "a node"
    hooks.moments[Moment.STARTED].append(lambda node: told.append(("first", node)))
    hooks.moments[Moment.STARTED].append(lambda node: told.append(("second", node)))
    hooks.moments[Moment.STOPPED].append(lambda node: told.append(("stopped", node)))
    hooks.call(Moment.STARTED, node)
    assert told == [("first", node), ("second", node)]


def test_moment_without_a_registration_costs_nothing():
    node: Any = None
    Hooks().call(Moment.TURNED, node)


def test_observers_hear_of_an_event_before_of_its_effects_and_of_these_one_by_one():
    cluster = Cluster(1, ClusterPlan(voter_ids=(1,)))
    told: list[Any] = []
    cluster.hooks.events[Started].append(
        lambda node, _: told.append(("event", node.log.end_offset))
    )
    cluster.hooks.roles.append(
        lambda _, old, new: told.append((type(old).__name__, type(new).__name__))
    )
    cluster.hooks.effects[AppendRecords].append(
        lambda node, effect: told.append((effect.base_offset, node.directory.log.end_offset))
    )
    cluster.begin()
    await_leader(cluster)
    assert told[0] == ("event", 0)
    assert ("Unattached", "Leader") in told
    appended = [each for each in told if isinstance(each[0], int)]
    assert appended, "a leader writes its first record"
    assert all(base == end_before for base, end_before in appended)


def test_every_event_counts_and_notes_are_counted():
    cluster = led()
    assert cluster.step > 20
    assert cluster.notes[NoteKind.BECAME_LEADER] >= 1


def test_the_tracer_gets_events_with_their_effects():
    cluster = begun()
    seen: list[tuple[int, Any, list[Any]]] = []
    cluster.tracer = lambda node, event, effects: seen.append((node.node_id, event, effects))
    cluster.timeline.run_until(5)
    steps = cluster.step
    until(cluster, lambda: len(seen) > 5)
    assert cluster.step >= steps
    assert any(isinstance(effect, SendRequest) for _, _, effects in seen for effect in effects)


def test_flushed_is_what_a_completion_said_and_no_more():
    cluster = led(flush_delay_ms=(50, 50))
    write(cluster, "name", "value")
    leader = await_leader(cluster)
    until(cluster, lambda: leader.log.end_offset > leader.flushed_end)
    assert leader.flushed_end < leader.log.end_offset
    until(cluster, lambda: leader.flushed_end == leader.log.end_offset)


def test_truncated_follower_has_what_its_disk_has():
    """A deposed leader's records go; those of the next leader come in their place."""
    cluster = led(seed=3)
    old = await_leader(cluster)
    others = [node for node in cluster.nodes.values() if node is not old]
    for other in others:
        cluster.network.cut(old.node_id, other.node_id)
        cluster.network.cut(other.node_id, old.node_id)
    for number in range(5):
        old.append([write_record("lost", str(number))])
    until(cluster, lambda: any(node.replica.leading_epoch is not None for node in others))
    truncated: list[int] = []
    cluster.hooks.events[LogTruncated].append(lambda node, _: truncated.append(node.node_id))
    cluster.network.restore_all()
    await_written(cluster, "after", "all")
    assert old.node_id in truncated
    assert old.log.entries == follower(cluster).log.entries
    assert old.flushed_end == old.log.end_offset == old.directory.log.end_offset


def test_a_completion_of_an_older_generation_does_not_count():
    cluster = led()
    node = follower(cluster)
    until(cluster, lambda: node.flushed_end == node.log.end_offset)
    before = node.flushed_end
    node.later(0, lambda: node.feed(LogFlushed(node.generation - 1, before + 100)))
    assert node.flushed_end == before

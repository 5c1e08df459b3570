"""Disks that hang or are slow: who leads, who stands down, and what commits meanwhile.

Divergence C33, C34.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from kraft_core.raft.consensus.effects import Note, NoteKind
from kraft_core.raft.consensus.roles import Candidate, Leader
from kraft_core.raft.storage.settings import StorageSettings
from kraft_core.sim.quorum.cluster import Cluster
from kraft_core.sim.quorum.convergence import equal_logs
from kraft_core.sim.quorum.invariants.registry import INVARIANTS
from kraft_core.sim.quorum.machine import write_record
from kraft_core.sim.quorum.plan import ClusterPlan
from kraft_core.sim.quorum.workload import Workload
from tests.support.simulated import run_for, run_until_led

if TYPE_CHECKING:
    from kraft_core.raft.replica.appends import AppendTicket
    from kraft_core.sim.quorum.node import SimulatedNode

CHECK_QUORUM_MS = 3000
HANGS_MS = 12_000
HANGING = (HANGS_MS, HANGS_MS)


class Watched:
    """A led cluster in which somebody appends every 200 ms; every invariant is checked.

    `led` has each leader (id and epoch) in order, `candidates` who became one, and when.
    """

    def __init__(self, seed: int = 1, **plan: object) -> None:
        self.cluster = Cluster(seed, ClusterPlan(retry_backoff_ms=100, **plan))
        Workload(self.cluster, Random(seed))
        self.invariants = [each(self.cluster) for each in INVARIANTS]
        self.cluster.begin()
        assert run_until_led(self.cluster)
        leader = self.leader
        self.led = [(leader.node_id, leader.core.role.epoch)]
        self.candidates: list[tuple[int, int]] = []
        self.notes: list[tuple[int, NoteKind]] = []
        self.tickets: list[AppendTicket] = []
        self._value = 0
        self.cluster.hooks.roles.append(self._changed)
        self.cluster.hooks.effects[Note].append(
            lambda node, note: self.notes.append((node.node_id, note.kind))
        )
        self._append()

    @property
    def leader(self) -> SimulatedNode:
        leader = self.cluster.leader()
        assert leader is not None
        return leader

    def _changed(self, node: SimulatedNode, _: object, role: object) -> None:
        if isinstance(role, Leader):
            self.led.append((node.node_id, role.epoch))
        elif isinstance(role, Candidate):
            self.candidates.append((node.node_id, self.cluster.now_ms))

    def _append(self) -> None:
        self._value += 1
        for node in self.cluster.up_nodes():
            ticket = node.append([write_record("alpha", str(self._value))])
            if ticket is not None:
                self.tickets.append(ticket)
        self.cluster.timeline.at(200, self._append)

    def committed(self) -> int:
        return self.cluster.ledger.end_offset

    def noted(self, kind: NoteKind) -> list[int]:
        return [node_id for node_id, each in self.notes if each is kind]

    def run(self, duration_ms: int) -> None:
        run_for(self.cluster, duration_ms)

    def run_until_commits(self, limit_ms: int) -> bool:
        """Until something is committed that is not yet in any log."""
        end = max(node.log.end_offset for node in self.cluster.nodes.values())
        return self.cluster.timeline.run_while(lambda: self.committed() <= end, limit_ms)

    def disk(self, node: SimulatedNode, flush_ms: tuple[int, int] | None) -> None:
        """Make a disk slow from its next sync on, or as fast as planned."""
        node.flush_delay_ms = flush_ms or self.cluster.plan.flush_delay_ms

    def settles(self) -> None:
        """With disks as fast as planned all logs become equal under one leader."""
        for node in self.cluster.nodes.values():
            self.disk(node, None)
            node.start()
        limit_ms = 2 * HANGS_MS
        assert self.cluster.timeline.run_while(
            lambda: equal_logs(self.cluster) is not None, limit_ms
        )
        assert run_until_led(self.cluster)


@pytest.mark.parametrize(
    ("voter_ids", "down"), [((1,), 0), ((1, 2), 0), ((1, 2, 3), 1)], ids=["one", "two", "one down"]
)
def test_leader_whose_disk_hangs_stays_where_no_voter_holds_what_it_lacks(voter_ids, down):
    watched = Watched(voter_ids=voter_ids)
    leader = watched.leader
    others = [node for node in watched.cluster.nodes.values() if node is not leader]
    for node in others[:down]:
        node.crash()
    watched.run(1000)
    before = watched.committed()
    watched.disk(leader, HANGING)
    watched.run(HANGS_MS - 1000)
    assert watched.committed() <= before + 2
    watched.disk(leader, None)
    assert watched.run_until_commits(4000)
    assert watched.leader is leader
    assert len(watched.led) == 1
    assert watched.noted(NoteKind.LEADER_DISK_HANGS) == []


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("voter_ids", [(1, 2, 3), (1, 2, 3, 4, 5)])
def test_leader_whose_disk_hangs_resigns_and_another_commits(voter_ids, seed):
    watched = Watched(seed, voter_ids=voter_ids)
    hanging = watched.leader
    watched.disk(hanging, HANGING)
    began_ms = watched.cluster.now_ms
    watched.run(500)
    assert watched.cluster.timeline.run_while(lambda: len(watched.led) < 2, HANGS_MS)
    assert watched.cluster.now_ms - began_ms < CHECK_QUORUM_MS + 1500
    assert watched.run_until_commits(1000)
    watched.run(HANGS_MS - (watched.cluster.now_ms - began_ms) - 10)
    assert watched.noted(NoteKind.LEADER_DISK_HANGS) == [hanging.node_id]
    assert len(watched.led) == 2
    assert hanging.node_id not in [node_id for node_id, _ in watched.candidates]
    watched.settles()


@pytest.mark.parametrize("seed", range(5))
def test_three_equally_slow_disks_have_one_leader_and_commit(seed):
    """Each sync takes 1.3 fetch timeouts, in which no follower may fetch.

    Without the durable mark: a sync of that, between two of the log, makes it 2.6 of them.
    """
    storage = StorageSettings(mark_interval_ms=1 << 40)
    watched = Watched(seed, flush_delay_ms=(0, 2), storage=storage)
    for node in watched.cluster.nodes.values():
        watched.disk(node, (2590, 2610))
    for _ in range(10):
        assert watched.run_until_commits(12_000)
    assert len(watched.led) == 1
    assert watched.candidates == []
    watched.settles()
    assert len(watched.led) == 1


@pytest.mark.parametrize("seed", range(5))
def test_follower_whose_disk_hangs_does_not_disturb_the_others(seed):
    watched = Watched(seed)
    leader = watched.leader
    hanging = next(node for node in watched.cluster.nodes.values() if node is not leader)
    watched.disk(hanging, HANGING)
    for _ in range(20):
        assert watched.run_until_commits(1000)
        watched.run(1000)
    assert len(watched.led) == 1
    assert watched.candidates == []
    watched.settles()


@pytest.mark.parametrize("seed", range(3))
def test_disks_that_hang_in_turns(seed):
    """That of whoever leads hangs for longer than the check-quorum timeout, again and again."""
    watched = Watched(seed)
    for _ in range(5):
        hanging = watched.leader
        watched.disk(hanging, (6000, 6000))
        assert watched.run_until_commits(CHECK_QUORUM_MS + 4000)
        watched.run(6000)
        watched.disk(hanging, None)
        watched.run(7000)
    assert len(watched.noted(NoteKind.LEADER_DISK_HANGS)) >= 5
    watched.settles()


@pytest.mark.parametrize("seed", range(5))
def test_paused_leader_takes_what_its_disk_completed_before_it_looks_at_the_time(seed):
    """It is paused within a sync, which is over when it goes on; that is not a disk that hangs."""
    watched = Watched(seed)
    leader = watched.leader
    watched.disk(leader, (500, 500))
    watched.run(Random(seed).randrange(400, 900))
    leader.pause(CHECK_QUORUM_MS + 2000)
    watched.run(CHECK_QUORUM_MS + 4000)
    assert watched.noted(NoteKind.LEADER_DISK_HANGS) == []
    watched.settles()

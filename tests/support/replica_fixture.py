"""A replica around a scripted consensus, with ports in memory: tests choose its decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus.values import Election, LeaderAndEpoch, LeaderChange
from kraft_core.raft.consensus.voters import VoterSetHistory
from kraft_core.raft.replica.config import ReplicaConfig
from kraft_core.raft.replica.ports import Ports
from kraft_core.raft.replica.replica import Replica
from tests.support.replica_ports import ManualClock, MemoryDisk, RecordingNetwork, Values
from tests.support.scripted_consensus import ScriptedConsensus

if TYPE_CHECKING:
    from kraft_core.raft.consensus.effects import Effect, Note
    from kraft_core.raft.replica.ports import Retention

ELECTION: Final = fx.StoreElection(Election(3), 1, (1,))
OWN: Final = LeaderAndEpoch(1, 3)
WALL: Final = 1_700_000_000_000


class ReplicaFixture:
    def __init__(self, retention: Retention | None = None, **facts: int) -> None:
        self.consensus = ScriptedConsensus()
        self.clock, self.network, self.disk = ManualClock(), RecordingNetwork(), MemoryDisk()
        self.machine = Values()
        self.notes: list[Note] = []
        self.wakes: list[int] = []
        disk = self.disk
        ports = Ports(self.clock, self.network, disk.log, disk.snapshots, disk.election, retention)
        self.replica = Replica(
            self.consensus,
            ports,
            self.machine,
            ReplicaConfig(**facts),
            on_note=self.notes.append,
            wake=lambda: self.wakes.append(self.clock.now),
        )

    def start(self, *effects: Effect) -> None:
        self.consensus.on(ev.Started, *effects)
        self.replica.start(
            ev.Started(None, self.disk.log.view(), VoterSetHistory(), self.disk.snapshots.stored())
        )

    def lead(self) -> None:
        """Start the replica as leader of epoch 3, from the log end on."""
        end = self.disk.log.end_offset
        change = fx.AppendControlRecords(0, end, 3, (LeaderChange(1, (1,), (1,)),), 0)
        self.start(ELECTION, change, fx.AnnounceLeader(OWN))
        self.consensus.answer(ev.AppendRequested, self.append)
        self.flush()

    def append(self, event: Any) -> list[Effect]:
        """Answer an append as a leader."""
        self.consensus.answer(ev.AppendRequested, self.append)
        base_offset = self.disk.log.end_offset
        batch = event.batch.moved_to(base_offset, 3)
        payload, append_id = event.payload, event.append_id
        return [fx.AppendRecords(0, base_offset, 3, (batch,), payload, append_id)]

    def flush(self, high_watermark: int | None = None) -> None:
        """Complete queued work, and raise the high watermark to that end."""
        for event in self.disk.flush():
            if high_watermark is not None and isinstance(event, ev.LogFlushed):
                self.consensus.on(ev.LogFlushed, fx.AdvanceHighWatermark(high_watermark))
                high_watermark = None
            self.replica.feed(event)

    def turns(self) -> None:
        """End turns as long as the replica requests them now."""
        for _ in range(100):
            self.replica.end_turn()
            deadline = self.replica.deadline_ms
            if deadline is None or deadline > self.clock.now:
                return
        raise AssertionError("the replica does not come to rest")

"""Records acknowledgements, and checks that they still hold: for the small cluster."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from kraft_core.raft.consensus.roles import Leader
from kraft_core.raft.consensus.values import LeaderChange, Voters

if TYPE_CHECKING:
    from kraft_core.raft.consensus.effects import NoteKind
    from kraft_core.raft.consensus.values import BatchSummary
    from tests.support.fake_disk import StoredBatch
    from tests.support.fake_replica import FakeReplica


class Ledger:
    """Leaders by epoch, committed batches by offset, acknowledged appends by offset."""

    def __init__(self) -> None:
        self.leaders: dict[int, int] = {}
        self.batches: dict[tuple[int, int], bytes] = {}
        self.committed: dict[int, tuple[int, bytes]] = {}
        self.acks: dict[int, bytes] = {}
        self.notes: Counter[NoteKind] = Counter()
        self.membership_commits = 0

    def look_at(self, replica: FakeReplica) -> None:
        role = replica.core.role
        if isinstance(role, Leader):
            leader = self.leaders.setdefault(role.epoch, replica.node_id)
            assert leader == replica.node_id, f"two leaders in epoch {role.epoch}"

    def appended(self, batch: BatchSummary, data: bytes) -> None:
        known = self.batches.setdefault((batch.base_offset, batch.epoch), data)
        assert known == data, f"two batches at {batch.base_offset}@{batch.epoch}"

    def high_watermark(self, replica: FakeReplica, offset: int) -> None:
        for batch in replica.disk.cache.batches:
            if batch.summary.end_offset <= offset:
                self._commit(batch)
        for at, entry in self.committed.items():
            if isinstance(replica.core.role, Leader) and at >= replica.core.log.start_offset:
                assert at < replica.disk.cache.end_offset, f"leader lacks committed {at}: {entry}"

    def applied(self, replica: FakeReplica, batch: StoredBatch) -> None:
        assert batch.summary.end_offset <= replica.flushed_end
        self._commit(batch)

    def _commit(self, batch: StoredBatch) -> None:
        offset = batch.summary.base_offset
        if offset not in self.committed:
            controls = batch.summary.control_records
            if controls and not isinstance(controls[0], LeaderChange):
                self.membership_commits += isinstance(controls[-1], Voters)
        known = self.committed.setdefault(offset, (batch.summary.epoch, batch.data))
        assert known == (batch.summary.epoch, batch.data), f"committed batch at {offset} changed"

    def acknowledged(self, offset: int, data: bytes) -> None:
        assert self.committed[offset][1] == data
        self.acks[offset] = data

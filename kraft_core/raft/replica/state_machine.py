"""Interface of an embedder: the state whose history is the log.

Everything is called from within a replica's turn, in the order of the log, and must be fast: votes
and fetches wait meanwhile. An exception ends the process, since a replica whose state differs from
its log must not continue.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_core.raft.consensus.values import LeaderAndEpoch, SnapshotId
    from kraft_wire.records import RecordBatch


class StateMachine(ABC):
    """The state of one replica: Kafka's RaftClient.Listener."""

    @abstractmethod
    def apply(self, batch: RecordBatch) -> None:
        """Apply the next committed batch of records: `batch.records()` has their values."""

    def apply_control(self, batch: RecordBatch) -> None:  # noqa: B027 - may stay empty
        """Apply a committed batch of control records: leaders, voters, kraft.version."""

    @abstractmethod
    def begin_load(self, snapshot_id: SnapshotId) -> None:
        """Forget everything: the state of that snapshot follows."""

    @abstractmethod
    def load(self, batch: RecordBatch) -> None:
        """Apply the next batch of the snapshot. Its offsets are the snapshot's own, from 0 on."""

    def end_load(self, snapshot_id: SnapshotId) -> None:  # noqa: B027 - may stay empty
        """End the load of a snapshot; the log continues at its offset."""

    def load_bootstrap(self, batch: RecordBatch) -> None:  # noqa: B027 - may stay empty
        """Apply a batch of the bootstrap snapshot (0-0), before anything else.

        It is not a state: the first active controller appends these records to the log (KIP-1170).
        """

    @abstractmethod
    def snapshot_values(self) -> Iterable[bytes]:
        """Yield the values of the records that would create this state.

        Iterated in pieces, over many turns, while later batches are applied: the values must be
        copies or must not change.
        """

    def can_write_snapshot(self) -> bool:
        """Return True if the state can be written as it is now.

        Not, for one, within a transaction.
        """
        return True

    def leader_changed(self, leader: LeaderAndEpoch) -> None:  # noqa: B027 - may stay empty
        """Report another leader or epoch, or that there is none.

        A replica that leads is notified only after it has applied everything that was committed
        before its epoch; from then on it can append.
        """

"""What the cluster has promised so far: every batch that anybody has known to be committed."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kraft_core.simulation.hooks import Hooks
    from kraft_core.simulation.node import SimulatedNode
    from kraft_core.simulation.shadow_log import Entry


@dataclass(frozen=True, slots=True)
class CommittedEntry:
    """A batch, who was the first to know that it is committed, and in which epoch that was."""

    entry: Entry
    node_id: int
    epoch: int


class Ledger:
    """All committed batches in order, without a gap from offset 0 on.

    `state_digests` has, by end offset, the digest of the state that the first state machine had
    which came so far.
    """

    def __init__(self, hooks: Hooks) -> None:
        self._hooks = hooks
        self.committed: list[CommittedEntry] = []
        self._base_offsets: list[int] = []
        self.end_offset = 0
        self.state_digests: dict[int, int] = {}

    def find(self, offset: int) -> CommittedEntry:
        """The batch with the record at that offset, which is below `end_offset`."""
        place = bisect_right(self._base_offsets, offset)
        return self.committed[place - 1]

    def state_digest_at(self, end_offset: int) -> int | None:
        """The digest of the state below that offset, None if no state machine has stopped there."""
        return self.state_digests.get(end_offset)

    def advance(self, node: SimulatedNode, high_watermark: int) -> None:
        """A node has learned that everything below is committed."""
        if high_watermark <= self.end_offset:
            return
        for entry in node.log.between(self.end_offset, high_watermark):
            committed = CommittedEntry(entry, node.node_id, node.core.role.epoch)
            self.committed.append(committed)
            self._base_offsets.append(entry.base_offset)
            self.end_offset = entry.end_offset
            for callback in self._hooks.commits:
                callback(node, committed)

    def applied(self, node: SimulatedNode, end_offset: int, digest: int) -> None:
        """A state machine holds everything below that offset."""
        self.state_digests.setdefault(end_offset, digest)
        for callback in self._hooks.applied:
            callback(node, end_offset, digest)

"""Lists of numbers as a state machine: what the clients of a round append to and read."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING

from kraft_core.raft.replica import StateMachine

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_core.raft.consensus.values import SnapshotId
    from kraft_wire.records import RecordBatch

MARK = b"a read stands here"
"""The record of a read, which changes nothing."""


def entry(key: str, *values: int) -> bytes:
    """The record that appends values to a list."""
    return json.dumps([key, *values]).encode()


def entries_of(batch: RecordBatch) -> list[tuple[str, list[int]]]:
    """What a batch appends to which list."""
    found = []
    for record in batch.records():
        content = bytes(record.value or b"")
        if content != MARK:
            key, *values = json.loads(content)
            found.append((key, values))
    return found


class ListMachine(StateMachine):
    """Lists by name."""

    def __init__(self) -> None:
        self.lists: dict[str, list[int]] = defaultdict(list)

    def apply(self, batch: RecordBatch) -> None:
        for key, values in entries_of(batch):
            self.lists[key] += values

    def begin_load(self, snapshot_id: SnapshotId) -> None:
        del snapshot_id
        self.lists.clear()

    def load(self, batch: RecordBatch) -> None:
        self.apply(batch)

    def snapshot_values(self) -> Iterable[bytes]:
        return [entry(key, *values) for key, values in self.lists.items()]

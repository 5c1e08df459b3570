"""A process to be killed: does to a log directory what a replica does, telling what is durable.

`python -m tests.storage.busy_writer DIRECTORY` prints a line for each acknowledged end offset. The
value of each record names its offset, so that whoever reads the log later can tell what is missing.
"""

from __future__ import annotations

import random
import sys

from kraft_core.raft.batches import batch_summary
from kraft_core.raft.consensus.events import LogFlushed
from kraft_core.raft.consensus.values import Election, OffsetAndEpoch
from kraft_core.raft.replica.batches import data_batch
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.log_directory import LogDirectory
from kraft_core.raft.storage.settings import StorageSettings
from kraft_wire.records import RecordBatch
from tests.storage.content import append, store_snapshot

SETTINGS = StorageSettings(segment_bytes=3000, mark_interval_ms=2000, delete_delay_ms=5000)


def value_at(offset: int) -> bytes:
    """The value of the record at that offset."""
    return b"record %d " % offset + b"x" * (offset % 50)


class Writer:
    def __init__(self, path: str) -> None:
        self.directory = LogDirectory.open(DiskFolder(path), settings=SETTINGS)
        started = self.directory.started()
        self.epoch = started.log_view.last_epoch + 1
        self.directory.election.write(Election(self.epoch, 1), 1, (1,))
        self.rng = random.Random(self.epoch)
        self.generation = 0
        self.now_ms = 0

    def run(self) -> None:
        while True:
            for _ in range(self.rng.randint(1, 4)):  # so many wait together
                self.append()
            self.now_ms += 1000
            self.directory.housekeep(self.now_ms)
            self.flush()
            if self.rng.randrange(6) == 0:
                self.cut()
            if self.rng.randrange(12) == 0:
                self.store_snapshot()

    def append(self) -> None:
        log = self.directory.log
        start = log.end_offset
        values = [value_at(start + each) for each in range(self.rng.randint(1, 9))]
        content = data_batch(values, timestamp_ms=5, base_offset=start, epoch=self.epoch)
        summary = batch_summary(RecordBatch.parse(content))
        append(log, (summary, content), generation=self.generation)

    def flush(self) -> None:
        for event in self.directory.flush():
            if isinstance(event, LogFlushed):
                print(event.end_offset, flush=True)

    def cut(self) -> None:
        """Append what nobody is told of, and take it away again."""
        end_offset = self.directory.log.end_offset
        self.append()
        self.generation += 1
        self.directory.log.truncate(self.generation, end_offset)
        self.directory.flush()

    def store_snapshot(self) -> None:
        """Of everything, in the place of the one before."""
        end_offset = self.directory.log.end_offset
        store_snapshot(self.directory, end_offset, self.epoch)
        self.directory.snapshots.delete_before(OffsetAndEpoch(end_offset, self.epoch))


if __name__ == "__main__":
    Writer(sys.argv[1]).run()

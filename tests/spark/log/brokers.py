"""The files of a partition as a broker writes them: segments, epochs, high watermarks."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from struct import pack

from kraft_wire.records import RecordBatchBuilder
from kraft_wire.records.control import encode_transaction_marker

TOPIC_IDS = ["lvGpo8-pSwW1DAaWrZ-jaA", "AAAAAAAAAAAAAAAAAAAAAQ", "AAAAAAAAAAAAAAAAAAAAAg"]
_times = count(1)


@dataclass(frozen=True, eq=False)
class Batch:
    """A batch; `commits` is None of data, else what a transaction marker says."""

    base: int
    epoch: int
    values: tuple[bytes, ...]
    producer: int | None = None
    commits: bool | None = None

    @property
    def end(self):
        return self.base + len(self.values)

    @property
    def is_control(self):
        return self.commits is not None

    @cached_property
    def content(self):
        settings = {}
        if self.producer is not None:
            settings = {
                "producer_id": self.producer,
                "producer_epoch": 0,
                "base_sequence": -1 if self.is_control else 0,
                "is_transactional": True,
                "is_control": self.is_control,
            }
        builder = RecordBatchBuilder(
            base_offset=self.base, partition_leader_epoch=self.epoch, **settings
        )
        for value in self.values:
            if self.is_control:
                builder.append(
                    1, *encode_transaction_marker(commit=self.commits, coordinator_epoch=0)
                )
            else:
                builder.append(1, None, value)
        return builder.build()


@dataclass
class PartitionFiles:
    """One replica's directory of a partition in a log directory.

    `segments` are base offset and batches. Files are written with times of their own, because
    clocks of file systems are coarse and a run takes less than a tick of them.
    """

    root: object
    name: str = "orders-0"
    topic_id: str | None = TOPIC_IDS[0]
    segments: list = field(default_factory=lambda: [(0, [])])
    _written: dict = field(default_factory=dict)

    @property
    def folder(self):
        return self.root / self.name

    def write(self, *, epochs=True):
        """Bring the files to what `segments` say."""
        folder = self.folder
        if not folder.exists():
            folder.mkdir(parents=True)
            self._written.clear()
            if self.topic_id is not None:
                text = f"version: 0\ntopic_id: {self.topic_id}\n"
                (folder / "partition.metadata").write_text(text)
        wanted = {base: tuple(batches) for base, batches in self.segments}
        for base in self._written.keys() - wanted.keys():
            for ending in (".log", ".index"):
                (folder / f"{base:020}{ending}").unlink()
            del self._written[base]
        for base, batches in wanted.items():
            if self._written.get(base) == batches:
                continue
            self._written[base] = batches
            path = folder / f"{base:020}.log"
            path.write_bytes(b"".join(one.content for one in batches))
            moment = next(_times) * 1_000_000
            os.utime(path, ns=(moment, moment))
            path.with_suffix(".index").write_bytes(_index(base, batches))
        if epochs:
            starts = {}
            for _, batches in self.segments:
                for one in batches:
                    starts.setdefault(one.epoch, one.base)
            lines = "".join(f"{epoch} {start}\n" for epoch, start in starts.items())
            (folder / "leader-epoch-checkpoint").write_text(f"0\n{len(starts)}\n{lines}")


def _index(base, batches):
    entries, position = [], 0
    for one in batches:
        if position:
            entries.append(pack(">ii", one.end - 1 - base, position))
        position += len(one.content)
    return b"".join(entries)


def write_high_watermarks(root, marks):
    """`replication-offset-checkpoint` of a log directory, by the names of partitions."""
    lines = "".join(
        f"{name.rpartition('-')[0]} {name.rpartition('-')[2]} {mark}\n"
        for name, mark in marks.items()
    )
    root.mkdir(parents=True, exist_ok=True)
    temporary = root / "replication-offset-checkpoint.tmp"
    temporary.write_text(f"0\n{len(marks)}\n{lines}")
    temporary.rename(root / "replication-offset-checkpoint")


def write_cluster_id(root, cluster_id):
    root.mkdir(parents=True, exist_ok=True)
    (root / "meta.properties").write_text(f"#\nversion=1\nnode.id=1\ncluster.id={cluster_id}\n")

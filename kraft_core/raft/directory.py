"""Content of a log's folder: file names in Kafka's form, and entries of indexes.

One place for storage, dump, story, demo and pipeline; no file is opened here. `LogFileUtils` names
segments by twenty digits of their base offset, `Snapshots` names snapshots by their end offset and
epoch. Sidecars of a segment have its name with another suffix:

* `.index` (OffsetIndex): the last offset of a batch, relative to the segment's base offset, and the
  position at which that batch begins.
* `.timeindex` (TimeIndex): the largest timestamp so far, and the relative offset of its batch.
* `.snapshot` (ProducerStateManager): the state of producers at the offset in the name.
"""

from __future__ import annotations

import re
from struct import Struct
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.raft.consensus.values import OffsetAndEpoch

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_core.raft.consensus.values import SnapshotId

LOG: Final = ".log"
OFFSET_INDEX: Final = ".index"
TIME_INDEX: Final = ".timeindex"
PRODUCER_SNAPSHOT: Final = ".snapshot"
DELETED: Final = ".deleted"
CHECKPOINT: Final = ".checkpoint"
PART: Final = ".checkpoint.part"

PARTITION_METADATA: Final = "partition.metadata"
BOOTSTRAP_CHECKPOINT: Final = "bootstrap.checkpoint"
"""The first metadata records, at the root of a formatted directory (up to Kafka 4.3)."""

OFFSET_ENTRY: Final = Struct(">ii")
TIME_ENTRY: Final = Struct(">qi")
INDEX_INTERVAL_BYTES: Final = 4096
"""A batch gets an entry when more bytes than this precede it since the last entry
(`index.interval.bytes`)."""

SEGMENT_SUFFIXES: Final = (LOG, OFFSET_INDEX, TIME_INDEX, PRODUCER_SNAPSHOT)
"""The files that belong to a segment. The log is first: without it there is no segment."""

OFFSET_MAX: Final = (1 << 63) - 1
_EPOCH_MAX: Final = (1 << 31) - 1
_OFFSET_DIGITS: Final = 20
_SNAPSHOT: Final = re.compile(r"(\d{20})-(\d{10})(?:-[^./]*)?(\.checkpoint(?:\.part|\.deleted)?)")


def segment_file(base_offset: int, suffix: str = LOG) -> str:
    """Return the name of a file of the segment that begins at that offset."""
    return f"{base_offset:0{_OFFSET_DIGITS}d}{suffix}"


def base_offset_of(name: str, suffix: str) -> int | None:
    """Return the base offset in the name of a segment's file; None for any other name."""
    digits = name.removesuffix(suffix)
    well_formed = len(digits) == _OFFSET_DIGITS and digits.isascii() and digits.isdigit()
    if digits == name or not well_formed:
        return None
    offset = int(digits)
    return offset if offset <= OFFSET_MAX else None


def segments(names: Iterable[str]) -> list[tuple[int, str]]:
    """Return base offset and name of each segment among these names, in the order of the log."""
    found = ((base_offset_of(name, LOG), name) for name in names)
    return sorted((base_offset, name) for base_offset, name in found if base_offset is not None)


class SnapshotName(NamedTuple):
    """The parts of a snapshot's file name."""

    snapshot_id: SnapshotId
    is_final: bool
    """True if it is complete: neither a part file nor marked for deletion."""


def snapshot_stem(snapshot_id: SnapshotId) -> str:
    """Return the name of a snapshot's file without its suffix."""
    return f"{snapshot_id.offset:0{_OFFSET_DIGITS}d}-{snapshot_id.epoch:010d}"


def snapshot_file(snapshot_id: SnapshotId) -> str:
    """Return the final name of a snapshot's file."""
    return snapshot_stem(snapshot_id) + CHECKPOINT


def parse_snapshot(name: str) -> SnapshotName | None:
    """Parse the name of a snapshot, complete or partial; None for other names."""
    match = _SNAPSHOT.fullmatch(name)
    if match is None or not name.isascii():
        return None
    offset, epoch = int(match[1]), int(match[2])
    if offset > OFFSET_MAX or epoch > _EPOCH_MAX:
        return None
    return SnapshotName(OffsetAndEpoch(offset, epoch), match[3] == CHECKPOINT)

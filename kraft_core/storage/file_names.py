"""The names in the folder of a quorum's log, as Kafka gives and reads them.

`LogFileUtils` names segments by twenty digits of their base offset, `Snapshots` names snapshots by
their end offset and epoch.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.consensus.values import OffsetAndEpoch

if TYPE_CHECKING:
    from kraft_core.consensus.values import SnapshotId

LOG: Final = ".log"
OFFSET_INDEX: Final = ".index"
TIME_INDEX: Final = ".timeindex"
PRODUCER_SNAPSHOT: Final = ".snapshot"
DELETED: Final = ".deleted"
CHECKPOINT: Final = ".checkpoint"
PART: Final = ".checkpoint.part"

PARTITION_METADATA: Final = "partition.metadata"

SEGMENT_SUFFIXES: Final = (LOG, OFFSET_INDEX, TIME_INDEX, PRODUCER_SNAPSHOT)
"""The files that come and go with a segment. The log comes first: without it there is none."""

OFFSET_MAX: Final = (1 << 63) - 1
_EPOCH_MAX: Final = (1 << 31) - 1
_OFFSET_DIGITS: Final = 20
_SNAPSHOT: Final = re.compile(r"(\d{20})-(\d{10})(?:-[^./]*)?(\.checkpoint(?:\.part|\.deleted)?)")


def segment_file(base_offset: int, suffix: str = LOG) -> str:
    """The name of a file of the segment that begins at that offset."""
    return f"{base_offset:0{_OFFSET_DIGITS}d}{suffix}"


def base_offset_of(name: str, suffix: str) -> int | None:
    """The base offset in the name of a segment's file; None for any other name."""
    digits = name.removesuffix(suffix)
    well_formed = len(digits) == _OFFSET_DIGITS and digits.isascii() and digits.isdigit()
    if digits == name or not well_formed:
        return None
    offset = int(digits)
    return offset if offset <= OFFSET_MAX else None


class SnapshotName(NamedTuple):
    """What the name of a snapshot's file says."""

    snapshot_id: SnapshotId
    is_final: bool
    """Whether it is complete: neither a part file nor marked for deletion."""


def snapshot_stem(snapshot_id: SnapshotId) -> str:
    """The name of a snapshot's file without its suffix."""
    return f"{snapshot_id.offset:0{_OFFSET_DIGITS}d}-{snapshot_id.epoch:010d}"


def snapshot_file(snapshot_id: SnapshotId) -> str:
    """The final name of a snapshot's file."""
    return snapshot_stem(snapshot_id) + CHECKPOINT


def parse_snapshot(name: str) -> SnapshotName | None:
    """What a name says if it is that of a snapshot, complete or not; else None."""
    match = _SNAPSHOT.fullmatch(name)
    if match is None or not name.isascii():
        return None
    offset, epoch = int(match[1]), int(match[2])
    if offset > OFFSET_MAX or epoch > _EPOCH_MAX:
        return None
    return SnapshotName(OffsetAndEpoch(offset, epoch), match[3] == CHECKPOINT)

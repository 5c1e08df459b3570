"""Tiered topics: where each range of a partition is, and each record from one place.

Kafka copies closed segments of a topic to a remote tier and notes that in `__remote_log_metadata`
(KIP-405); the local copy is deleted later, so the two overlap. A segment of the tier counts if its
copy has finished and its deletion has not begun. Records in several places are read from the local
log, from its first segment on; below that, segments of the tier follow each other.

Leaders of different epochs may have copied different records of the same offsets. The lineage
decides: of the epochs and their start offsets (from `leader-epoch-checkpoint` of the local log or
from the metadata), an epoch ends where a higher one starts.

Without the log of `__remote_log_metadata` under the paths, every segment of the tier counts.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from kraft_spark.columns import Picked, row_batch
from kraft_spark.decoding.arrow_decode import cut, timestamp_of
from kraft_spark.decoding.decoded_batches import read_payloads
from kraft_spark.files.blocks import sound_blocks
from kraft_spark.files.log_file import (
    FileName,
    LogFile,
    PartitionName,
    RemoteSegment,
    partition_of,
    topic_ids_of,
)
from kraft_spark.files.store import Store
from kraft_spark.log.position import read_epoch_checkpoint
from kraft_spark.log.replicas import EPOCHS_FILE, select_replica
from kraft_wire.errors import DecodeError, WireError
from kraft_wire.messages import message_class
from kraft_wire.primitives import read_uvarint
from kraft_wire.records.attributes import CONTROL_FLAG

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pyarrow as pa

    from kraft_spark.files.listing import Listing
    from kraft_spark.log.options import LogOptions
    from kraft_spark.log.parts import LogPart

REMOTE_LOG_TOPIC: Final = "__remote_log_metadata"
_STATES: Final = (
    "COPY_SEGMENT_STARTED",
    "COPY_SEGMENT_FINISHED",
    "DELETE_SEGMENT_STARTED",
    "DELETE_SEGMENT_FINISHED",
)
READABLE: Final = "COPY_SEGMENT_FINISHED"
_FRAME_VERSION: Final = 1
_RECORDS: Final = {
    0: "RemoteLogSegmentMetadataRecord",
    1: "RemoteLogSegmentMetadataUpdateRecord",
    2: "RemotePartitionDeleteMetadataRecord",
}
"""Records of the topic; snapshots (3) are of files, not of the topic."""

_NEXT: Final = {
    "COPY_SEGMENT_STARTED": ("COPY_SEGMENT_FINISHED", "DELETE_SEGMENT_STARTED"),
    "COPY_SEGMENT_FINISHED": ("DELETE_SEGMENT_STARTED",),
    "DELETE_SEGMENT_STARTED": ("DELETE_SEGMENT_FINISHED",),
    "DELETE_SEGMENT_FINISHED": (),
}
"""The states that may follow, each itself too (RemoteLogSegmentState.isValidTransition)."""

Partition = tuple[str, int]
"""Topic id and number."""


class RemoteLogError(ValueError):
    """A record of `__remote_log_metadata` that does not decode."""


def decode_remote_log_record(value: bytes) -> Any:
    """Return a record of the topic; None for one of a later kind.

    Raises WireError and IndexError.
    """
    frame, place = read_uvarint(value, 0)
    if frame != _FRAME_VERSION:
        raise DecodeError(f"unsupported frame version {frame}: expected {_FRAME_VERSION}", offset=0)
    number, place = read_uvarint(value, place)
    version, place = read_uvarint(value, place)
    name = _RECORDS.get(number)
    return None if name is None else message_class(name).decode(value, version, place)


class RemoteLog:
    """The tiered segments after all records of the topic were applied in log order."""

    def __init__(self) -> None:
        self.segments: dict[str, tuple[Partition, str, RemoteSegment]] = {}
        """Partition, name of the topic and segment, by the id of the segment."""

    def take(self, record: Any) -> None:
        """Apply a record of the remote log metadata topic."""
        kind = type(record).__name__
        if kind == _RECORDS[2]:
            owner = record.topic_id_partition
            gone = (str(owner.id), owner.partition)
            self.segments = {key: one for key, one in self.segments.items() if one[0] != gone}
            return
        owner = record.remote_log_segment_id.topic_id_partition
        number = str(record.remote_log_segment_id.id)
        state = _state(record.remote_log_segment_state)
        if kind == _RECORDS[0]:
            segment = RemoteSegment(
                number,
                state,
                record.start_offset,
                record.end_offset,
                record.broker_id,
                record.max_timestamp_ms,
                record.event_timestamp_ms,
                record.segment_size_in_bytes,
                tuple((one.leader_epoch, one.offset) for one in record.segment_leader_epochs),
            )
            self.segments[number] = (str(owner.id), owner.partition), owner.name, segment
            return
        known = self.segments.get(number)
        # Kafka's cache ignores updates of unknown segments and backward ones
        if known is not None and state in _NEXT.get(known[2].state, ()):
            changed = replace(
                known[2],
                state=state,
                broker=record.broker_id,
                event_timestamp=record.event_timestamp_ms,
            )
            self.segments[number] = (*known[:2], changed)


def _state(number: int) -> str:
    return _STATES[number] if 0 <= number < len(_STATES) else str(number)


def read_remote_log(listing: Listing, options: LogOptions) -> RemoteLog | None:
    """Read the remote log metadata topic under the paths; None if it is missing.

    The replica with the highest log end is read. Raises RemoteLogError and OSError.
    """
    every = [file for file in listing.folders.segments_of(REMOTE_LOG_TOPIC) if not file.is_tiered]
    files = sorted(select_replica(every), key=lambda one: (one.folder, one.begin))
    if not files:
        return None
    found = RemoteLog()
    for file in files:
        for offset, value in _values(file, options):
            try:
                record = decode_remote_log_record(value)
            except (WireError, ValueError, IndexError) as error:
                raise RemoteLogError(f"{file.uri}, offset {offset}: {error}") from None
            if record is not None:
                found.take(record)
    return found


def _values(file: LogFile, options: LogOptions) -> Iterator[tuple[int, bytes]]:
    for block in sound_blocks(file, 0, check_crcs=options.check_crcs):
        data = block.part((block.heads["attributes"] & CONTROL_FLAG) == 0)
        if not len(data):
            continue
        for one in read_payloads(data, max_bytes=options.max_decompressed_batch_bytes):
            base = one.block.heads["baseOffset"].astype("int64")
            offsets = (base[one.spans.batch] + one.spans.delta).tolist()
            values = cut(one.buffer, one.spans.value_start, one.spans.value_size).to_pylist()
            for offset, value in zip(offsets, values, strict=True):
                if value is not None:
                    yield offset, value


def one_copy(files: list[LogFile], listing: Listing, options: LogOptions) -> list[LogFile]:
    """Keep one local log of each partition and, below its start, the segments of tiers.

    Each offset is in one file of those that come back; checkpoints go with their directory. Raises
    RemoteLogError and OSError.
    """
    tiered = [file for file in files if file.is_tiered]
    local = select_replica([file for file in files if not file.is_tiered])
    if not tiered:
        return local
    remote = read_remote_log(listing, options)
    ids = topic_ids_of(files)
    groups: dict[Any, list[LogFile]] = defaultdict(list)
    for file in tiered:
        known = None if remote is None else remote.segments.get(file.name.segment_id or "")
        if remote is None:
            groups[partition_of(file, ids)].append(file)
        elif known is not None and known[2].state == READABLE:
            groups[partition_of(file, ids)].append(replace(file, remote=known[2]))
    segments: dict[Any, list[LogFile]] = defaultdict(list)
    for file in local:
        if file.is_log:
            segments[partition_of(file, ids)].append(file)
    kept = list(local)
    for key, group in groups.items():
        kept += _joined(group, sorted(segments[key], key=lambda one: one.begin), listing)
    return sorted(kept, key=lambda file: file.uri)


def _joined(tiered: list[LogFile], local: list[LogFile], listing: Listing) -> list[LogFile]:
    """Return the segments of a tier beyond the local log, each cut to that part."""
    limit = local[0].begin if local else None
    lineage = _lineage(tiered, local, listing)
    spans = []
    for file in tiered:
        first, end = _span(file, lineage)
        newest = file.remote.event_timestamp if file.remote else file.modified or 0
        spans.append((first, -newest, file.path, end, file))
    spans.sort(key=lambda one: one[:3])
    kept: list[LogFile] = []
    place = 0
    for number, (start, _, _, known, file) in enumerate(spans):
        first, ends = max(start, place), [known, limit]
        if known is None:  # without metadata a segment ends where a later one begins
            ends.append(next((one[0] for one in spans[number + 1 :] if one[0] > start), None))
        end = min((one for one in ends if one is not None), default=None)
        if (end is not None and end <= first) or (known is None and start < place):
            continue
        is_last = not local and file.is_last_segment
        kept.append(replace(file, first=first, end=end, is_last_segment=is_last))
        place = first + 1 if end is None else end
    return kept


def _span(file: LogFile, lineage: list[tuple[int, int, int | None]]) -> tuple[int, int | None]:
    """Return first offset and end of a segment in the lineage; the end is None if open."""
    base = file.name.base_offset or 0
    if file.remote is None:
        return base, None
    start, end = file.remote.start, file.remote.end + 1
    known = {epoch: (first, stop) for epoch, first, stop in lineage}
    epochs = sorted(file.remote.epochs)
    found = []
    for number, (epoch, first) in enumerate(epochs):
        stop = epochs[number + 1][1] if number + 1 < len(epochs) else end
        if epoch not in known:
            continue
        begin, limit = known[epoch]
        low = max(first, begin, start)
        high = min(stop, end) if limit is None else min(stop, end, limit)
        if low < high:
            found.append((low, high))
    if not found:
        return start, start
    return found[0][0], found[-1][1]


def _lineage(
    tiered: list[LogFile], local: list[LogFile], listing: Listing
) -> list[tuple[int, int, int | None]]:
    """Return the valid leader epochs, each with its start offset and its end offset, if any."""
    starts = _checkpoint(local[0], listing) if local else {}
    if not starts:
        for file in tiered:
            for epoch, offset in file.remote.epochs if file.remote else ():
                starts[epoch] = min(offset, starts.get(epoch, offset))
    found: list[tuple[int, int, int | None]] = []
    limit: int | None = None
    for epoch in sorted(starts, reverse=True):
        start = starts[epoch]
        if limit is None or start < limit:
            found.append((epoch, start, limit))
            limit = start
    return found[::-1]


def _checkpoint(file: LogFile, listing: Listing) -> dict[int, int]:
    """Return the epochs of a log directory and their first offsets; empty without the file."""
    if not listing.folders.has_file(file, EPOCHS_FILE):
        return {}
    content = file.store.read_all(f"{file.folder.rstrip('/')}/{EPOCHS_FILE}")
    return dict(read_epoch_checkpoint(content.decode("utf-8", "replace")))


# ---- view `tiers` ------------------------------------------------------------------------------


def tier_files(listing: Listing, options: LogOptions, kept: Iterable[LogFile]) -> list[LogFile]:
    """Return a file for each row of view `tiers`: the offsets to read, and its metadata.

    A segment whose file is not under the paths has no path.
    """
    found = [file for file in kept if file.is_log]
    seen = {file.name.segment_id for file in found if file.is_tiered}
    remote = read_remote_log(listing, options)
    if remote is None:
        return found
    paths = {file.name.segment_id: file for file in listing.files if file.is_tiered}
    for number, ((topic_id, partition), topic, segment) in remote.segments.items():
        if number in seen or not options.has_topic(topic, partition):
            continue
        at = paths.get(number)
        if at is None:
            name = FileName("segment", segment.start, segment_id=number)
            owner = PartitionName(topic, partition, topic_id)
            at = LogFile(Store(), "", segment.size, None, name, owner, False, frozenset())
        found.append(replace(at, remote=segment, first=segment.start, end=segment.start))
    return found


def _row(file: LogFile) -> dict[str, Any]:
    remote = file.remote
    base = file.name.base_offset
    return {
        "topic": file.owner.topic,
        "topicId": file.owner.topic_id,
        "partition": file.owner.partition,
        "tier": "remote" if file.is_tiered else "local",
        "startOffset": remote.start if remote else base,
        "endOffset": remote.end + 1 if remote else file.end,
        "readFrom": file.begin if _is_read(file) else None,
        "readTo": file.end if _is_read(file) else None,
        "state": remote.state if remote else None,
        "segmentId": file.name.segment_id,
        "brokerId": remote.broker if remote else None,
        "leaderEpochs": (
            [{"epoch": epoch, "startOffset": offset} for epoch, offset in remote.epochs]
            if remote
            else None
        ),
        "maxTimestamp": timestamp_of(remote.max_timestamp) if remote else None,
        "eventTimestamp": timestamp_of(remote.event_timestamp) if remote else None,
        "sizeInBytes": remote.size if remote else file.size,
        "path": file.uri if file.path else None,
    }


def _is_read(file: LogFile) -> bool:
    return file.first is None or file.first != file.end


class TiersReader:
    """Makes the rows of view `tiers` from the planner's results; no segment is read."""

    def __init__(self, picked: tuple[Picked, ...]) -> None:
        self._picked = picked

    def read(self, parts: list[LogPart]) -> Iterator[pa.RecordBatch]:
        """Yield a row per segment."""
        if parts:
            yield row_batch([_row(part.file) for part in parts], self._picked)

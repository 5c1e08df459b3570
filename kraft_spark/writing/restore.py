"""The logs to restore, and the copy of one log: valid batches byte for byte.

The copy has files that a broker adopts: the segments of the source under their names, without
damaged, torn or misplaced batches; `.index` and `.timeindex`, `leader-epoch-checkpoint` from the
batches, and `partition.metadata` with the id of the topic. Kafka recreates the other files of a
partition (`.txnindex`, `.snapshot`) when it loads the log (LogLoader). Epochs and timestamps stay.

Sources are all that `kafka_log` reads, also tiers and object stores; the target is a directory of
this machine. A copy is written through and compared with its source; `restore_job` runs the copies
and moves them to their places.

A copy can end at an offset or a time. The batch across the end is rewritten without the records
from there on; all others stay unchanged. Nothing of an open transaction is copied: its producer is
gone, and consumers of committed records would wait for it for ever.
"""

from __future__ import annotations

import json
import logging
import os
import zlib
from collections import defaultdict
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

from kraft_spark.files.log_file import METADATA_TOPIC
from kraft_spark.files.segment_scan import Damage, SegmentScan, Tail, without_wrong_crcs
from kraft_spark.files.segments import open_segment
from kraft_spark.files.store import Store
from kraft_spark.log.layout import list_files
from kraft_spark.log.options import RESTORE, parse_options
from kraft_spark.log.parts import NOTHING, UnreadTransactions
from kraft_spark.log.planning import bounds_of
from kraft_spark.log.position import LogPosition
from kraft_spark.log.tiers import one_copy
from kraft_spark.log.transactions import read_in_task
from kraft_spark.options import with_arguments
from kraft_spark.writing.log_writer import LogSegment
from kraft_wire.errors import DecodeError
from kraft_wire.records import RecordBatch, RecordBatchBuilder

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from kraft_spark.files.log_file import LogFile
    from kraft_spark.files.segment_scan import Block
    from kraft_spark.log.options import LogOptions

LOGGER: Final = logging.getLogger("kraft_spark.restore")
_NO_TIMESTAMP: Final = -1
_HEADER_BYTES: Final = 61
"""Those of a batch: its offsets, numbers of records and CRC."""


class _Attempt(Store):
    """The local disk, without the directories that other writers make above a file.

    A restore that has ended removes what its tasks prepared. A task that Spark has not stopped yet
    (speculation, a failed job) must not create its directory again.
    """

    def create(self, path: str) -> Any:
        """Open a stream that writes a new file."""
        return self.system().open_output_stream(path)


class RestoreError(ValueError):
    """A log that cannot be restored, or a target that has the partition already."""


@dataclass(slots=True)
class RestoredPartition:
    """The copied part of a partition, and the part left out.

    `end_offset` follows the last batch, None without any. Nothing from `limit` on was copied; None
    if all was. From `open_transaction` on nothing is committed: the first offset of a transaction
    that is open at the end, None without one. `dropped_regions` and `dropped_bytes` are damage,
    `torn_bytes` what a crash or preallocation left at the end, `out_of_order` batches that do not
    follow on those before them.
    """

    topic: str
    partition: int
    topic_id: str
    segments: int = 0
    batches: int = 0
    bytes: int = 0
    end_offset: int | None = None
    dropped_regions: int = 0
    dropped_bytes: int = 0
    torn_bytes: int = 0
    out_of_order: int = 0
    records: int = 0
    limit: int | None = None
    open_transaction: int | None = None
    replica: str | None = None
    """The URI of the log directory with the copy."""

    _seal: int = field(default=0, repr=False)
    _epochs: list[tuple[int, int]] = field(default_factory=list, repr=False)

    @property
    def position(self) -> LogPosition:
        """The end of the copy: streams and exports that have read up to it can continue there."""
        return LogPosition(
            name=f"{self.topic}-{self.partition}",
            offset=self.end_offset or 0,
            epoch=self._epochs[-1][0] if self._epochs else None,
            topic_id=self.topic_id,
            replica=self.replica,
        )


def find_logs(
    paths: list[str], topics: Sequence[str], options: Mapping[str, str] | None
) -> tuple[dict[tuple[str, int], list[LogFile]], LogOptions]:
    """Return the segments of each partition, in order, and the options; raises RestoreError.

    The metadata log is left out unless it is named: brokers get it from the quorum.
    """
    own = {"paths": json.dumps(paths), "view": "records"}
    if topics:
        own["subscribe"] = ",".join(topics)
    parsed = replace(parse_options(with_arguments(options, own, "path"), RESTORE), replicas="one")
    listing = list_files(parsed)
    named = {topic for topic, _ in parsed.named_partitions()}
    logs = [
        one
        for one in listing.files
        if one.is_log and (one.owner.topic != METADATA_TOPIC or METADATA_TOPIC in named)
    ]
    files = one_copy(logs, listing, parsed)
    if not files:
        raise RestoreError(f"{', '.join(paths)} contains no segments of these topics")
    return _groups(files), parsed


def _groups(files: list[LogFile]) -> dict[tuple[str, int], list[LogFile]]:
    groups: dict[tuple[str, int], list[LogFile]] = defaultdict(list)
    for file in files:
        owner = file.owner
        if owner.topic is None or owner.partition is None or file.name.base_offset is None:
            raise RestoreError(f"{file.uri}: the path has no topic, partition and offset")
        groups[owner.topic, owner.partition].append(file)
    for (topic, partition), group in groups.items():
        folders = sorted({one.folder for one in group})
        if len({one.owner.topic_id or one.folder for one in group}) > 1:
            raise RestoreError(
                f"several topics named {topic} have a partition {partition}; specify one of "
                f"the directories: {', '.join(folders)}"
            )
        group.sort(key=lambda one: one.begin)
    return dict(sorted(groups.items()))


def limit_copy(
    one: RestoredPartition, group: list[LogFile], options: LogOptions, *, committed: bool
) -> None:
    """Find the end of the copy: that of the options, or an open transaction before it.

    Raises RestoreError if the marker of that transaction can be in a damaged part of the log.
    """
    bounds = bounds_of(group, options)
    one.limit = group[0].begin if bounds == NOTHING else bounds.end
    if not committed:
        return
    newest = group[-1]
    files = tuple(group) if any(file.is_tiered for file in group) else ()
    unread = UnreadTransactions(newest.path, newest.size, files, one.limit, newest.modified)
    one.open_transaction = read_in_task(newest, unread, options).last_stable
    if one.open_transaction is None:
        return
    _check_markers(one, group, one.open_transaction)
    if one.limit is None or one.open_transaction < one.limit:
        one.limit = one.open_transaction
    LOGGER.warning(
        "%s-%d: a transaction that begins at offset %d is open; records from there on are not "
        "copied "
        "(committed=False copies it)",
        one.topic,
        one.partition,
        one.open_transaction,
    )


def _check_markers(one: RestoredPartition, group: list[LogFile], begin: int) -> None:
    """Raise RestoreError if the log is damaged after the start of an open transaction.

    The damaged part can contain its marker: then the transaction has ended, and valid records after
    it would be left out. A torn tail is not damage: the producer state of a broker ends there too.
    """
    for file, following in zip_longest(group, group[1:]):
        if following is not None and following.begin <= begin:
            continue
        offset = file.begin
        end = min((each for each in (file.end, one.limit) if each is not None), default=None)
        for piece in _pieces(file):
            if end is not None and offset >= end:
                break
            if isinstance(piece, Damage):
                if offset <= begin:
                    continue  # before the first batch of the transaction
                raise RestoreError(
                    f"{one.topic}-{one.partition}: the transaction that begins at offset {begin} "
                    f"has no marker, and {file.uri} is damaged at position {piece.position} "
                    f"(offset {offset}): {piece.reason}. The marker can be there: committed=False "
                    f"copies everything that is sound, endingOffsets {begin} ends before the "
                    "transaction"
                )
            if not isinstance(piece, Tail):
                offset = piece.end_offset()


def copy_log(
    one: RestoredPartition,
    group: list[LogFile],
    folder: Path,
    options: LogOptions,
    *,
    committed: bool,
    modes: tuple[int, int],
) -> None:
    """Copy a log into a new folder, up to the end of the options, and compare it with its source.

    `modes` are those of the folder and of its files, which are synced. Raises RestoreError and
    OSError; then the folder is unfinished.
    """
    for file in group:
        open_segment(file).close()  # refuse an unreadable segment before anything is copied
    limit_copy(one, group, options, committed=committed)
    folder.mkdir(mode=0o700)  # files get their modes before the folder does
    _copy(one, group, folder)
    _verify(one, folder)
    for path in folder.iterdir():
        path.chmod(modes[1])
    folder.chmod(modes[0])
    sync(folder)


def _copy(one: RestoredPartition, group: list[LogFile], folder: Path) -> None:
    limit = one.limit
    if limit is not None:
        group = [file for file in group if file.begin < limit] or group[:1]
    for file in group:
        base = file.begin
        segment: LogSegment | None = None
        for block in _sound(file, one):
            for raw, first, last, newest, epoch in _batches(block):
                if first < base or (file.end is not None and first >= file.end):
                    continue  # another file of the partition has it
                if first < (one.end_offset or 0):
                    one.out_of_order += 1
                    continue
                kept: tuple[bytes, int, int] | None = raw, last, newest
                if limit is not None and last >= limit:
                    # message sets of earlier formats are left out as a whole
                    kept = None if block.is_legacy else _without_end(raw, limit, file)
                if kept is None:
                    continue
                if segment is None:
                    segment = LogSegment(_Attempt(), f"{folder}/{base:020}", base)
                segment.append(*kept)
                _count(one, kept[0], is_legacy=block.is_legacy)
                one.end_offset = kept[1] + 1
                if epoch >= 0 and (not one._epochs or epoch > one._epochs[-1][0]):
                    one._epochs.append((epoch, first))
        if segment is None and file is group[-1] and not one.segments:
            # an empty log also needs a segment
            segment = LogSegment(_Attempt(), f"{folder}/{base:020}", base)
        if segment is not None:
            segment.close(write_index=True)
            one.segments += 1
    _write(folder / "partition.metadata", f"version: 0\ntopic_id: {one.topic_id}")
    entries = [f"{epoch} {first}\n" for epoch, first in one._epochs]
    _write(folder / "leader-epoch-checkpoint", f"0\n{len(entries)}\n" + "".join(entries))
    for path in folder.iterdir():
        sync(path)


def _without_end(raw: bytes, limit: int, file: LogFile) -> tuple[bytes, int, int] | None:
    """Return a batch with the records below an offset: bytes, last offset, newest timestamp.

    None if no record is left. Raises RestoreError.
    """
    batch = RecordBatch.parse(raw)
    if batch.base_offset >= limit:
        return None
    builder = RecordBatchBuilder.like(batch)
    try:
        builder.extend(record for record in batch.records() if record.offset < limit)
    except DecodeError as error:
        raise RestoreError(
            f"{file.uri}: the batch at offset {batch.base_offset}, which offset {limit} divides, "
            f"cannot be read: {error}"
        ) from None
    if not builder.count:
        return None
    content = builder.build()
    kept = RecordBatch.parse(content)
    return content, kept.last_offset, kept.max_timestamp


def _count(one: RestoredPartition, raw: bytes, *, is_legacy: bool) -> None:
    one.batches += 1
    one.bytes += len(raw)
    one.records += 1 if is_legacy else int.from_bytes(raw[_HEADER_BYTES - 4 : _HEADER_BYTES])
    one._seal = zlib.crc32(raw[:_HEADER_BYTES], one._seal)


def _verify(one: RestoredPartition, folder: Path) -> None:
    """Read a copy back; raises RestoreError unless it has the batches, counts and CRCs."""
    found = RestoredPartition(one.topic, one.partition, one.topic_id)
    options = parse_options({"path": str(folder), "allowEmpty": "true"}, RESTORE)
    for file in sorted(list_files(options).files, key=lambda file: file.begin):
        for block in _sound(file, found):
            for raw, *_ in _batches(block):
                _count(found, raw, is_legacy=block.is_legacy)
    expected = (one.batches, one.records, one.bytes, one._seal, 0, 0)
    if expected != (
        *(found.batches, found.records, found.bytes, found._seal),
        *(found.dropped_bytes, found.torn_bytes),
    ):
        raise RestoreError(
            f"{one.topic}-{one.partition}: the copy reads back as {found.batches} batches with "
            f"{found.records} records and {found.bytes} bytes, {one.batches}, {one.records} and "
            f"{one.bytes} were written, or their checksums differ; nothing was restored"
        )


def _sound(file: LogFile, one: RestoredPartition) -> Iterator[Block]:
    """Yield the batches with valid checksums; others are counted."""
    for piece in _pieces(file):
        if isinstance(piece, Tail):
            one.torn_bytes += piece.length
        elif isinstance(piece, Damage):
            one.dropped_regions += 1
            one.dropped_bytes += piece.length
        else:
            yield piece


def _pieces(file: LogFile) -> Iterator[Block | Damage | Tail]:
    with open_segment(file) as source:
        source.read_on(0, source.file.size)
        scan = SegmentScan(source, 0, source.file.size, may_have_tail=file.is_last_segment)
        for event in scan:
            if isinstance(event, Damage | Tail):
                yield event
            else:
                yield from without_wrong_crcs(event)


def _batches(block: Block) -> Iterator[tuple[bytes, int, int, int, int]]:
    """Yield bytes, first and last offset, newest timestamp and leader epoch of each batch."""
    for index in range(len(block)):
        raw = block.batch_bytes(index)
        if block.is_legacy:
            offset = int.from_bytes(raw[:8], signed=True)
            yield raw, offset, offset, _NO_TIMESTAMP, -1
            continue
        head = block.heads[index]
        first = int(head["baseOffset"])
        last = first + int(head["lastOffsetDelta"])
        yield raw, first, last, int(head["maxTimestamp"]), int(head["partitionLeaderEpoch"])


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def sync(path: Path) -> None:
    """Write a file or directory through to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

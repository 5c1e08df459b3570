"""Preparing a log directory for its first start, as `kafka-storage format` leaves it (Formatter).

Formatting leaves two files. `bootstrap.checkpoint` at the root of a directory (up to Kafka 4.3) has
the first metadata records, which the first active controller appends to the log; the snapshot 0-0
in the log's folder has the first voters and, from Kafka 4.4 on, those records too. Both are
snapshots of offset 0 and epoch 0. meta.properties is written last, so that a directory is formatted
completely or not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.raft.batches import control_batch, control_message
from kraft_core.raft.consensus.values import (
    BOOTSTRAP_SNAPSHOT_ID,
    ControlRecord,
    KRaftVersion,
    Voters,
)
from kraft_core.raft.directory import BOOTSTRAP_CHECKPOINT, snapshot_file
from kraft_core.raft.storage import meta_properties
from kraft_core.raft.storage.batch_scan import BatchScan
from kraft_core.raft.storage.errors import DamagedFileError, StorageError
from kraft_core.raft.storage.files import replace_file
from kraft_core.raft.storage.snapshot_files import check_snapshot
from kraft_core.raft.topic import KAFKAS_TOPIC
from kraft_wire.errors import DecodeError, WireError
from kraft_wire.messages import (
    AbortTransactionRecord,
    BeginTransactionRecord,
    EndTransactionRecord,
    FeatureLevelRecord,
    SnapshotFooterRecord,
    SnapshotHeaderRecord,
)
from kraft_wire.records import RecordBatch, RecordBatchBuilder
from kraft_wire.records.metadata_frame import decode_metadata_record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kraft_core.raft.consensus.voters import VoterSet
    from kraft_core.raft.storage.files import File, Folder
    from kraft_core.raft.storage.meta_properties import MetaProperties
    from kraft_core.raft.storage.recovery import LogScan
    from kraft_core.raft.topic import QuorumTopic
    from kraft_wire.message import Message


def format_directory(
    root: Folder,
    meta: MetaProperties,
    *,
    wall_ms: int,
    voters: VoterSet | None = None,
    records: Sequence[bytes] = (),
    in_one_file: bool = False,
    topic: QuorumTopic = KAFKAS_TOPIC,
) -> None:
    """Format an empty directory; durable on return. Raises StorageError if it is formatted already.

    `voters` make it a directory of a dynamic quorum (kraft.version 1); without, voters are static
    or come from the quorum. `records` are the first metadata records, framed as in the log; from
    Kafka 4.4 on they are `in_one_file` with the voters.
    """
    if meta_properties.NAME in root.names():
        raise StorageError(f"{root.path} is already formatted.")
    control: list[ControlRecord] = []
    if voters is not None:
        control = [KRaftVersion(1), Voters(voters)]
    in_snapshot = records if in_one_file else ()
    if control or in_snapshot:
        content = snapshot_content(
            in_snapshot,
            timestamp_ms=wall_ms,
            last_log_timestamp_ms=wall_ms,
            control=[control_message(each) for each in control],
        )
        _write_snapshot(root.folder(topic.folder), content)
    if not in_one_file:
        content = snapshot_content(records, timestamp_ms=wall_ms, last_log_timestamp_ms=0)
        replace_file(root, BOOTSTRAP_CHECKPOINT, content)
    meta_properties.write_meta_properties(root, meta, wall_ms)


def _write_snapshot(folder: Folder, content: bytes) -> None:
    name = snapshot_file(BOOTSTRAP_SNAPSHOT_ID)
    replace_file(folder, name, content)
    folder.make_read_only(name)


_METADATA_VERSION: Final = "metadata.version"


def snapshot_content(
    records: Sequence[bytes],
    *,
    timestamp_ms: int,
    last_log_timestamp_ms: int,
    control: Sequence[Message] = (),
    epoch: int = 0,
) -> bytes:
    """Return a whole snapshot: header and control records, data records, footer."""
    header = SnapshotHeaderRecord(last_contained_log_timestamp=last_log_timestamp_ms)
    messages = [header, *control]
    batches = [
        control_batch(messages, base_offset=0, epoch=epoch, timestamp_ms=timestamp_ms),
    ]
    end_offset = len(messages)
    if records:
        builder = RecordBatchBuilder(base_offset=end_offset, partition_leader_epoch=epoch)
        for value in records:
            builder.append(timestamp_ms, None, value)
        batches.append(builder.build())
        end_offset += len(records)
    footer = [SnapshotFooterRecord()]
    batches.append(
        control_batch(footer, base_offset=end_offset, epoch=epoch, timestamp_ms=timestamp_ms)
    )
    return b"".join(batches)


def bootstrap_of_log(scan: LogScan) -> bytes | None:
    """Return the snapshot 0-0 whose records are in a log; None if the log lacks some.

    Those are the first KRaftVersion and the first voters, and a metadata.version: without that the
    records of formatting are still to be written, and this snapshot can be their only place.
    """
    records = [record for batch in scan.control_batches for record in batch.control_records]
    levels = [each for each in records if isinstance(each, KRaftVersion)]
    voters = [each for each in records if isinstance(each, Voters)]
    if scan.start_offset or not levels or not voters:
        return None
    if not any(has_metadata_version(segment.file, segment.size) for segment in scan.segments):
        return None
    timestamp_ms = scan.segments[0].first_timestamp or 0
    return snapshot_content(
        (),
        timestamp_ms=timestamp_ms,
        last_log_timestamp_ms=timestamp_ms,
        control=[control_message(levels[0]), control_message(voters[0])],
    )


def has_metadata_version(file: File, end: int) -> bool:
    """Return True if a segment has a metadata.version record outside of aborted transactions."""
    waits = False
    is_open = False
    try:
        for head in BatchScan(file, 0, end):
            if head.is_control:
                continue
            for record in RecordBatch.parse(file.read(head.position, head.size)).records():
                message = decode_metadata_record(bytes(record.value or b"")).message
                if isinstance(message, BeginTransactionRecord):
                    is_open, waits = True, False
                elif isinstance(message, AbortTransactionRecord):
                    is_open = False
                elif isinstance(message, EndTransactionRecord) and waits:
                    return True
                elif isinstance(message, FeatureLevelRecord) and message.name == _METADATA_VERSION:
                    if not is_open:
                        return True
                    waits = True
    except WireError:
        return False
    return False


def bootstrap_records(root: Folder) -> tuple[bytes, ...]:
    """Return the metadata records of formatting, framed as in the log; raises DamagedFileError.

    The source is snapshot 0-0 or, if that has no records, bootstrap.checkpoint.
    """
    found: tuple[bytes, ...] = ()
    if root.has_folder(KAFKAS_TOPIC.folder):
        found = _data_records(
            root.folder(KAFKAS_TOPIC.folder), snapshot_file(BOOTSTRAP_SNAPSHOT_ID)
        )
    return found or _data_records(root, BOOTSTRAP_CHECKPOINT)


def _data_records(folder: Folder, name: str) -> tuple[bytes, ...]:
    try:
        file = folder.open_to_read(name)
    except FileNotFoundError:
        return ()
    where = f"{folder.path}/{name}"
    try:
        check_snapshot(file, BOOTSTRAP_SNAPSHOT_ID, where)
        return tuple(_values(file))
    except DecodeError as error:
        raise DamagedFileError(f"{where} is not a snapshot: {error}.") from None
    finally:
        file.close()


def _values(file: File) -> list[bytes]:
    found = []
    for head in BatchScan(file):
        if not head.is_control:
            batch = RecordBatch.parse(file.read(head.position, head.size))
            found += [record.value or b"" for record in batch.records()]
    return found

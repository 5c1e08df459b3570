"""The two files that formatting leaves behind, and the records in them.

`bootstrap.checkpoint` at the root of a directory (up to Kafka 4.3) has the first metadata records,
which the first active controller appends to the log; the snapshot 0-0 in the log's folder has the
first voters and, from Kafka 4.4 on, those records too. Both are snapshots of offset 0 and epoch 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.consensus.values import BOOTSTRAP_SNAPSHOT_ID
from kraft_core.log_batches import control_batch
from kraft_core.quorum_topic import KAFKAS_TOPIC
from kraft_core.storage.batch_scan import BatchScan
from kraft_core.storage.errors import DamagedFileError
from kraft_core.storage.file_names import snapshot_file
from kraft_core.storage.snapshot_check import check_snapshot
from kraft_wire.errors import DecodeError
from kraft_wire.messages import SnapshotFooterRecord, SnapshotHeaderRecord
from kraft_wire.records import RecordBatch, RecordBatchBuilder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kraft_core.storage.files import File, Folder
    from kraft_wire.message import Message

NAME: Final = "bootstrap.checkpoint"
_EPOCH: Final = 0


def snapshot_content(
    records: Sequence[bytes],
    *,
    timestamp_ms: int,
    last_log_timestamp_ms: int,
    control: Sequence[Message] = (),
) -> bytes:
    """A whole snapshot of epoch 0: header and control records, data records, footer."""
    header = SnapshotHeaderRecord(last_contained_log_timestamp=last_log_timestamp_ms)
    messages = [header, *control]
    batches = [_control(messages, 0, timestamp_ms)]
    end_offset = len(messages)
    if records:
        builder = RecordBatchBuilder(base_offset=end_offset, partition_leader_epoch=_EPOCH)
        for value in records:
            builder.append(timestamp_ms, None, value)
        batches.append(builder.build())
        end_offset += len(records)
    batches.append(_control([SnapshotFooterRecord()], end_offset, timestamp_ms))
    return b"".join(batches)


def bootstrap_records(root: Folder) -> tuple[bytes, ...]:
    """The metadata records that formatting left, framed as in the log; raises DamagedFileError.

    Those of the snapshot 0-0 if it has any, else those of bootstrap.checkpoint, else none.
    """
    found: tuple[bytes, ...] = ()
    if root.has_folder(KAFKAS_TOPIC.folder):
        found = _data_records(
            root.folder(KAFKAS_TOPIC.folder), snapshot_file(BOOTSTRAP_SNAPSHOT_ID)
        )
    return found or _data_records(root, NAME)


def _control(messages: Sequence[Message], base_offset: int, timestamp_ms: int) -> bytes:
    return control_batch(messages, base_offset=base_offset, epoch=_EPOCH, timestamp_ms=timestamp_ms)


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
        raise DamagedFileError(f"{where} is no snapshot: {error}.") from None
    finally:
        file.close()


def _values(file: File) -> list[bytes]:
    found = []
    for head in BatchScan(file):
        if not head.is_control:
            batch = RecordBatch.parse(file.read(head.position, head.size))
            found += [record.value or b"" for record in batch.records()]
    return found

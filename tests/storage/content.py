"""Batches, snapshots and directories for the tests of the storage layer."""

from __future__ import annotations

import shutil
from pathlib import Path

from kraft_core.raft.batches import batch_summary, control_batch, control_message
from kraft_core.raft.consensus.values import (
    Endpoint,
    KRaftVersion,
    OffsetAndEpoch,
    ReplicaKey,
    Voters,
)
from kraft_core.raft.consensus.voters import Voter, VoterSet
from kraft_core.raft.storage.formatting import format_directory
from kraft_core.raft.storage.log_directory import LogDirectory
from kraft_core.raft.storage.memory_files import MemoryDisk
from kraft_core.raft.storage.meta_properties import MetaProperties
from kraft_core.raft.storage.settings import StorageSettings
from kraft_wire.messages import SnapshotFooterRecord, SnapshotHeaderRecord
from kraft_wire.records import RecordBatch, RecordBatchBuilder
from tests.support import kafka_files

TIME_MS = 1_700_000_000_000
DIRECTORY_ID = bytes(range(1, 17))
META = MetaProperties(1, "a-cluster", DIRECTORY_ID)
SMALL = StorageSettings(segment_bytes=1000, mark_interval_ms=1000, delete_delay_ms=60_000)


def batch(base_offset, epoch=1, count=1, size=100, timestamp=TIME_MS):
    """A data batch of about `size` bytes: its summary and its bytes."""
    builder = RecordBatchBuilder(base_offset=base_offset, partition_leader_epoch=epoch)
    for place in range(count):
        filler = (b"%d/" % (base_offset + place)) * (size // count)
        builder.append(timestamp, None, filler[: max(1, (size - 61) // count - 8)])
    content = builder.build()
    return batch_summary(RecordBatch.parse(content)), content


def batches(*each):
    """Several batches as one append."""
    return [summary for summary, _ in each], b"".join(content for _, content in each)


def run(base_offset, count, epoch=1, **more):
    """So many batches of one record, one behind the other."""
    return [batch(base_offset + place, epoch, **more) for place in range(count)]


def voters(*ids):
    """Voters with directory ids of one repeated byte; voter 1 is that of `META`."""
    return VoterSet.of(
        Voter(
            ReplicaKey(each, DIRECTORY_ID if each == META.node_id else bytes([each]) * 16),
            (Endpoint("CONTROLLER", "localhost", 9000),),
        )
        for each in ids
    )


def voters_batch(base_offset, epoch, *ids):
    """A control batch that raises kraft.version and names voters."""
    messages = [control_message(KRaftVersion(1)), control_message(Voters(voters(*ids)))]
    content = control_batch(messages, base_offset=base_offset, epoch=epoch, timestamp_ms=TIME_MS)
    return batch_summary(RecordBatch.parse(content)), content


def snapshot_pieces(epoch, records=3, ids=(1,), timestamp=TIME_MS):
    """The batches of a snapshot: header, data, footer."""
    control = [control_message(KRaftVersion(1)), control_message(Voters(voters(*ids)))]
    header = [SnapshotHeaderRecord(last_contained_log_timestamp=timestamp), *control]
    front = control_batch(header, base_offset=0, epoch=epoch, timestamp_ms=TIME_MS)
    data = batch(3, epoch, records)[1]
    footer = control_batch(
        [SnapshotFooterRecord()], base_offset=3 + records, epoch=epoch, timestamp_ms=TIME_MS
    )
    return [front, data, footer]


def snapshot(epoch, **more):
    return b"".join(snapshot_pieces(epoch, **more))


def snapshot_id(offset, epoch):
    return OffsetAndEpoch(offset, epoch)


def store_snapshot(directory, offset, epoch, **more):
    """Have a directory store a snapshot."""
    writer = directory.snapshots.create(OffsetAndEpoch(offset, epoch))
    writer.append(snapshot(epoch, **more))
    writer.finish()
    return directory.flush()


def formatted(disk=None, ids=(1,)):
    """A memory disk with a formatted directory."""
    disk = disk or MemoryDisk()
    format_directory(disk.root, META, wall_ms=TIME_MS, voters=voters(*ids))
    return disk


def opened(disk, settings=SMALL, **more) -> LogDirectory:
    return LogDirectory.open(disk.root, settings=settings, **more)


def append(log, *each, generation=0):
    """Queue batches as one append."""
    summaries, payload = batches(*each)
    log.append(generation, summaries, payload)


def whole(log):
    """All that can be read, in pieces as small as can be."""
    found, offset = [], log.start_offset
    while piece := log.read(offset, log.end_offset, 1):
        found.append(piece)
        offset = RecordBatch.parse(piece).next_offset
    return b"".join(found)


def log_folder(disk):
    return disk.root.folder("__cluster_metadata-0")


def content_of(folder, name):
    file = folder.open_to_read(name)
    return file.read(0, file.size())


def put(folder, name, content):
    """Write a file so that it is durable."""
    file = folder.create(name)
    file.write(0, (content,))
    file.sync()
    folder.sync()


def kafka_copy(tmp_path, release, case, *, inside="node"):
    """A copy of a directory that released Kafka left."""
    target = Path(tmp_path) / f"{release}-{case}"
    shutil.copytree(kafka_files.ROOT / release / case / inside, target)
    return target

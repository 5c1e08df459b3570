"""The snapshot 0-0 that is made again from the log, and when it cannot be."""

from __future__ import annotations

import pytest

from kraft_core.raft.batches import control_batch, control_message
from kraft_core.raft.consensus.values import BOOTSTRAP_SNAPSHOT_ID, KRaftVersion, Voters
from kraft_core.raft.storage.errors import DamagedFileError
from kraft_core.raft.storage.snapshot_files import check_snapshot
from kraft_wire.messages import (
    AbortTransactionRecord,
    BeginTransactionRecord,
    EndTransactionRecord,
    FeatureLevelRecord,
)
from kraft_wire.records import RecordBatchBuilder
from tests.controller.content import value_of
from tests.storage.content import (
    META,
    TIME_MS,
    content_of,
    formatted,
    log_folder,
    opened,
    put,
    voters,
)

NAME = "00000000000000000000-0000000000.checkpoint"
LEVEL = FeatureLevelRecord(name="metadata.version", feature_level=25)
BEGIN, END = BeginTransactionRecord(name="bootstrap"), EndTransactionRecord()
ABORT = AbortTransactionRecord(reason="no")


def log_of(control, *messages):
    """A log of one epoch: control records, then data records."""
    front = control_batch(
        [control_message(each) for each in control], base_offset=0, epoch=1, timestamp_ms=TIME_MS
    )
    builder = RecordBatchBuilder(base_offset=len(control), partition_leader_epoch=1)
    for message in messages:
        builder.append(TIME_MS, None, value_of(message))
    return front + (builder.build() if messages else b"")


def damaged(log):
    disk = formatted()
    folder = log_folder(disk)
    content = bytearray(content_of(folder, NAME))
    content[90] ^= 1
    folder.remove(NAME)
    put(folder, NAME, bytes(content))
    put(folder, f"{0:020d}.log", log)
    return disk


CONTROL = (KRaftVersion(1), Voters(voters(META.node_id)))


@pytest.mark.parametrize("messages", [(LEVEL,), (BEGIN, LEVEL, END)])
def test_damaged_bootstrap_snapshot_is_made_again_from_the_log(messages):
    disk = damaged(log_of(CONTROL, *messages))
    directory = opened(disk)
    assert any(note.startswith(f"{NAME} is made again from the log: ") for note in directory.notes)
    disk.power_loss()
    header = check_snapshot(log_folder(disk).open_to_read(NAME), BOOTSTRAP_SNAPSHOT_ID, NAME)
    kept = [each for each in header.control_records if isinstance(each, KRaftVersion | Voters)]
    assert kept == [*CONTROL]


@pytest.mark.parametrize(
    "log",
    [
        b"",
        log_of(CONTROL),
        log_of(CONTROL[:1], LEVEL),
        log_of(CONTROL[1:], LEVEL),
        log_of(CONTROL, BEGIN, LEVEL),
        log_of(CONTROL, BEGIN, LEVEL, ABORT),
        log_of(CONTROL, FeatureLevelRecord(name="group.version", feature_level=1)),
    ],
)
def test_bootstrap_snapshot_is_not_rebuilt_from_an_incomplete_log(log):
    disk = damaged(log)
    before = content_of(log_folder(disk), NAME)
    with pytest.raises(DamagedFileError, match=f"{NAME} is not a snapshot"):
        opened(disk)
    assert content_of(log_folder(disk), NAME) == before

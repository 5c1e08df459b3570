"""A process that is killed on a real disk: what it was told to be durable is there."""

from __future__ import annotations

import random
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.formatting import format_directory
from kraft_core.raft.storage.log_directory import LogDirectory
from kraft_wire.records import iter_batches
from tests.storage.busy_writer import SETTINGS, value_at
from tests.storage.content import META, TIME_MS, voters

ROOT = Path(__file__).parents[2]
KILLS = 20


def new_folder(tmp_path):
    format_directory(DiskFolder(tmp_path), META, wall_ms=TIME_MS, voters=voters(1))
    return tmp_path


def started(folder, **more):
    command = [sys.executable, "-m", "tests.storage.busy_writer", str(folder)]
    return subprocess.Popen(command, cwd=ROOT, **more)


def all_batches(log):
    offset = log.start_offset
    while piece := log.read(offset, log.end_offset, 1 << 20):
        for batch in iter_batches(piece):
            yield batch
            offset = batch.next_offset


def check(folder, told):
    """Every acknowledged record is there, under its offset; the epochs of the log."""
    directory = LogDirectory.open(DiskFolder(folder), settings=SETTINGS)
    assert directory.log.end_offset >= told
    batches = list(all_batches(directory.log))
    records = [(each.offset, each.value) for batch in batches for each in batch.records()]
    assert records == [(offset, value_at(offset)) for offset in range(directory.log.end_offset)]
    latest = directory.latest_snapshot().snapshot_id.offset
    assert latest <= directory.log.end_offset
    election = directory.started().election
    directory.abandon()
    return [each.partition_leader_epoch for each in batches], election


def test_killed_again_and_again(tmp_path):
    folder, told = new_folder(tmp_path), 0
    for epoch in range(1, 4):
        with started(folder, stdout=subprocess.PIPE, text=True) as writer:
            for _ in range(30):
                told = int(writer.stdout.readline())
            writer.kill()
        epochs, election = check(folder, told)
        assert election.epoch == epoch
        assert set(epochs) == set(range(1, epoch + 1))


@pytest.mark.slow
def test_killed_at_any_moment(tmp_path):
    """While it writes, rolls, cuts and stores snapshots, and while it starts and recovers."""
    (tmp_path / "node").mkdir()
    folder, rng = new_folder(tmp_path / "node"), random.Random(7)
    told, grew, longest_s = 0, 0, 0.8
    for kill in range(KILLS):
        output = tmp_path / f"told-{kill}"
        with output.open("wb") as file, started(folder, stdout=file) as writer:
            with suppress(subprocess.TimeoutExpired):
                writer.wait(rng.uniform(0.1, longest_s))
            assert writer.poll() is None, "it ended by itself"
            writer.kill()
        lines = output.read_bytes().split(b"\n")[:-1]  # what follows the last line is half a line
        grew += bool(lines)
        longest_s *= 1 if lines else 1.2  # a busy machine takes longer to start
        told = int(lines[-1]) if lines else told
        check(folder, told)
    assert grew > 3

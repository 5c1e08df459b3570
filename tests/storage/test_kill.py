"""A process that is killed on a real disk: what it was told to be durable is there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from kraft_core.storage.disk_files import DiskFolder
from kraft_core.storage.formatting import format_directory
from kraft_core.storage.log_directory import LogDirectory
from kraft_wire.records import iter_batches
from tests.storage.content import META, TIME_MS, voters, whole

WRITER = """
import sys
from kraft_core.consensus.values import Election
from kraft_core.storage.disk_files import DiskFolder
from kraft_core.storage.log_directory import LogDirectory
from kraft_core.storage.settings import StorageSettings
from tests.storage.content import append, run

settings = StorageSettings(segment_bytes=3000, mark_interval_ms=0)
directory = LogDirectory.open(DiskFolder(sys.argv[1]), settings=settings)
started = directory.started()
epoch = started.log_view.last_epoch + 1
directory.election.write(Election(epoch, 1), 1, (1,))
while True:
    append(directory.log, *run(directory.log.end_offset, 3, epoch))
    directory.housekeep(0)
    for event in directory.flush():
        print(event.end_offset, flush=True)
"""


def test_killed_again_and_again(tmp_path):
    format_directory(DiskFolder(tmp_path), META, wall_ms=TIME_MS, voters=voters(1))
    told = 0
    for epoch in range(1, 4):
        command = [sys.executable, "-c", WRITER, str(tmp_path)]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]
        ) as writer:
            for _ in range(30):
                told = int(writer.stdout.readline())
            writer.kill()
        directory = LogDirectory.open(DiskFolder(tmp_path))
        assert directory.log.end_offset >= told
        batches = list(iter_batches(whole(directory.log)))
        assert [each.base_offset for each in batches] == list(range(directory.log.end_offset))
        assert directory.started().election.epoch == epoch
        assert {each.partition_leader_epoch for each in batches} == set(range(1, epoch + 1))
        directory.abandon()

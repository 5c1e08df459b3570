"""Directories exchanged with real controllers, both ways, and Kafka's tools on files of ours."""

from __future__ import annotations

import base64
import itertools
import shutil
import subprocess
from pathlib import Path

import pytest

from kraft_core.raft.batches import batch_summary, control_batch, control_message
from kraft_core.raft.consensus.values import (
    Election,
    Endpoint,
    KRaftVersion,
    LeaderChange,
    OffsetAndEpoch,
    ReplicaKey,
    VersionRange,
    Voters,
)
from kraft_core.raft.consensus.voters import Voter, VoterSet
from kraft_core.raft.directory import snapshot_file
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.durable_mark import read_mark
from kraft_core.raft.storage.errors import DirectoryLockedError, MissingRecordsError
from kraft_core.raft.storage.formatting import bootstrap_records, format_directory
from kraft_core.raft.storage.log_directory import LogDirectory
from kraft_core.raft.storage.meta_properties import MetaProperties
from kraft_core.raft.storage.settings import StorageSettings
from kraft_wire.messages import SnapshotFooterRecord, SnapshotHeaderRecord
from kraft_wire.primitives import Uuid
from kraft_wire.records import RecordBatch, RecordBatchBuilder, iter_batches
from tests.conformance import kafka, quorum
from tests.conformance.quorum import Controller
from tests.support import kafka_files
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(300)]

NOOP = bytes.fromhex("01140000")
TIME_MS = 1_795_000_000_000
SMALL = StorageSettings(segment_bytes=6000, recent_bytes=0)
CLUSTER_ID = str(Uuid(bytes(range(16))))


class Ours:
    """A directory that this project makes and writes to, and a controller of Kafka's for it."""

    def __init__(self, version, root, *, is_static=False):
        (port,) = free_ports(1)
        self.controller = Controller(version, 1, port, root)
        self.controller.folder.mkdir()
        self.is_static = is_static
        self.directory_id = Uuid(base64.urlsafe_b64decode(self.controller.directory_id + "=="))
        endpoint = Endpoint("CONTROLLER", "127.0.0.1", port)
        key = ReplicaKey(1, self.directory_id)
        self.voters = VoterSet.of([Voter(key, (endpoint,), VersionRange(0, 1))])
        formatted = kafka_files.ROOT / version / "formatted-standalone" / "data"
        self.records = bootstrap_records(DiskFolder(formatted))
        format_directory(
            DiskFolder(self.controller.folder),
            MetaProperties(1, CLUSTER_ID, self.directory_id),
            wall_ms=TIME_MS,
            voters=None if is_static else self.voters,
            records=self.records,
        )
        self._write_properties()

    def _write_properties(self):
        if self.is_static:
            self.controller.write_static_properties()
        else:
            self.controller.write_properties(self.controller.endpoint)

    def open(self, **more):
        return LogDirectory.open(
            DiskFolder(self.controller.folder), settings=SMALL, node_id=1, **more
        )

    def lead(self, directory, records, batch_count):
        """Write an epoch as its leader: the first batch, the records, then NoOps."""
        election = directory.started().election
        epoch = (election.epoch if election else 0) + 1
        level = 0 if self.is_static else 1
        directory.election.write(Election(epoch, 1), level, (1,))
        control = [LeaderChange(1, (1,), (1,))]
        if not self.is_static:
            control += [KRaftVersion(1), Voters(self.voters)]
        place = itertools.count(directory.log.end_offset)
        messages = [control_message(each) for each in control]
        self._append(
            directory,
            control_batch(messages, base_offset=next(place), epoch=epoch, timestamp_ms=TIME_MS),
        )
        if records:
            self._append(directory, data_batch(directory.log.end_offset, epoch, records))
        for number in range(batch_count):
            values = [NOOP] * (number % 5 + 1)
            self._append(directory, data_batch(directory.log.end_offset, epoch, values))
            if number % 7 == 0:
                directory.flush()
        directory.flush()
        return epoch

    def _append(self, directory, content):
        directory.log.append(0, [batch_summary(RecordBatch.parse(content))], content)

    def store_snapshot(self, directory, epoch):
        """Of all that the log says so far, which is no more than the features."""
        snapshot_id = OffsetAndEpoch(directory.log.end_offset, epoch)
        self.write_snapshot(directory, snapshot_id)
        directory.snapshots.delete_before(snapshot_id)
        directory.log.delete_prefix(snapshot_id.offset)
        directory.flush()

    def write_snapshot(self, directory, snapshot_id):
        """The features as a snapshot of that id."""
        epoch = snapshot_id.epoch
        header = [SnapshotHeaderRecord(last_contained_log_timestamp=TIME_MS)]
        if not self.is_static:
            header += [control_message(each) for each in (KRaftVersion(1), Voters(self.voters))]
        writer = directory.snapshots.create(snapshot_id)
        writer.append(control_batch(header, base_offset=0, epoch=epoch, timestamp_ms=TIME_MS))
        end = len(header)
        writer.append(data_batch(end, epoch, self.records))
        end += len(self.records)
        footer = [SnapshotFooterRecord()]
        writer.append(control_batch(footer, base_offset=end, epoch=epoch, timestamp_ms=TIME_MS))
        writer.finish()
        directory.flush()


def data_batch(base_offset, epoch, values):
    builder = RecordBatchBuilder(base_offset=base_offset, partition_leader_epoch=epoch)
    for value in values:
        builder.append(TIME_MS, None, value)
    return builder.build()


def content_of(directory):
    found, offset = b"", directory.log.start_offset
    while piece := directory.log.read(offset, directory.log.end_offset, 1 << 20):
        found += piece
        *_, last = iter_batches(piece)
        offset = last.next_offset
    return found


def run_kafka(controller, *, kill):
    """Have Kafka open the directory, lead, and write some records of its own."""
    before = len(controller.led_epochs())
    controller.start()
    try:
        wait_until(lambda: len(controller.led_epochs()) > before, "leadership")
        log = controller.metadata_folder
        size = sum(path.stat().st_size for path in log.glob("*.log"))
        wait_until(
            lambda: sum(path.stat().st_size for path in log.glob("*.log")) > size + 200,
            "records of Kafka's",
        )
    finally:
        controller.kill() if kill else controller.stop()
    return controller.led_epochs()[-1]


@pytest.mark.interop("directories")
@pytest.mark.parametrize("is_static", [False, True], ids=["dynamic", "static"])
def test_kafka_and_kraft_open_the_directories_of_each_other(release, is_static, tmp_path):
    ours = Ours(release, tmp_path, is_static=is_static)
    directory = ours.open()
    epoch = ours.lead(directory, ours.records, 150)
    ours.store_snapshot(directory, epoch)
    epoch = ours.lead(directory, (), 150)
    written = content_of(directory)
    start, end = directory.log.start_offset, directory.log.end_offset
    assert start > 100
    assert len(directory.log.segment_sizes) > 2
    directory.close()

    theirs = run_kafka(ours.controller, kill=False)
    assert theirs > epoch  # it was leader before, so it begins a new epoch
    directory = ours.open()
    assert any("durable mark is void" in note for note in directory.notes)
    assert directory.log.start_offset == start
    assert content_of(directory)[: len(written)] == written
    assert directory.log.end_offset > end
    assert directory.started().election.epoch == theirs
    epoch = ours.lead(directory, (), 40)
    written = content_of(directory)
    directory.close()

    theirs = run_kafka(ours.controller, kill=True)
    assert theirs > epoch
    directory = ours.open()
    assert content_of(directory)[: len(written)] == written
    assert directory.started().voter_history.latest == (VoterSet() if is_static else ours.voters)
    directory.close()


@pytest.fixture(scope="module")
def left_by_us(tmp_path_factory):
    """A directory with several segments, a snapshot, and the front of the log gone."""
    ours = Ours("4.3.1", tmp_path_factory.mktemp("ours"))
    directory = ours.open()
    epoch = ours.lead(directory, ours.records, 150)
    ours.store_snapshot(directory, epoch)
    ours.lead(directory, (), 150)
    directory.close()
    return ours.controller.metadata_folder


@pytest.mark.interop("tools")
def test_kafkas_dump_reads_all_files_without_complaint(release, left_by_us):
    suffixes = {".log", ".index", ".timeindex", ".checkpoint", ".snapshot"}
    names = sorted(path.name for path in left_by_us.iterdir() if path.suffix in suffixes)
    assert {Path(name).suffix for name in names} == suffixes
    done = kafka.tool(
        release,
        "kafka-dump-log",
        *("--deep-iteration", "--cluster-metadata-decoder", "--print-data-log"),
        *("--files", ",".join(names)),
        cwd=left_by_us,
    )
    assert done.returncode == 0, done.stderr
    # The tool says so of every segment that does not begin at 0, Kafka's own included.
    complaints = [line for line in done.stderr.splitlines() if " is followed by " in line]
    assert all(line.startswith("  -1 is followed by ") for line in complaints)
    assert len(done.stderr.splitlines()) == 2 * len(complaints)
    said = done.stdout.lower()
    for complaint in ("invalid", "mismatch", "corrupt", "error", "isvalid: false", "found"):
        assert complaint not in said
    assert said.count("isvalid: true") > 150
    assert said.count("dumping ") == len(names)


def test_kafka_and_we_keep_each_other_out(tmp_path):
    ours = Ours("4.3.1", tmp_path)
    directory = ours.open()
    ours.lead(directory, ours.records, 3)
    command = kafka.tool_command(
        "4.3.1", "kafka-server-start", [str(ours.controller.properties)], jvm=quorum.JVM
    )
    refused = subprocess.run(command, capture_output=True, text=True, timeout=90, check=False)
    assert refused.returncode == 1
    assert "Failed to acquire lock" in refused.stdout + refused.stderr
    directory.close()
    ours.controller.start()
    try:
        with pytest.raises(DirectoryLockedError):
            ours.open()
    finally:
        ours.controller.kill()
    ours.open().close()


def test_kafka_truncates_a_torn_tail_of_kraft_and_kraft_opens_it(tmp_path):
    """Without Kafka in between the mark refuses; Kafka knows no mark and voids it."""
    ours = Ours("4.3.1", tmp_path)
    directory = ours.open()
    ours.lead(directory, ours.records, 10)
    end = directory.log.end_offset
    directory.close()
    assert read_mark(DiskFolder(ours.controller.metadata_folder)).end_offset == end
    (segment,) = ours.controller.metadata_folder.glob("*.log")
    segment.write_bytes(segment.read_bytes()[:-1])
    with pytest.raises(MissingRecordsError) as refusal:
        ours.open()
    assert refusal.value.loss.endswith(f"-{end}")
    run_kafka(ours.controller, kill=False)
    directory = ours.open()
    assert any("durable mark is void" in note for note in directory.notes)
    directory.close()


class EndedError(Exception):
    """The process ends right here."""


class EndingFolder(DiskFolder):
    """A folder whose process ends before one of its changes to names; `left` is how many it has."""

    left = [1 << 30]  # noqa: RUF012  # of all folders

    def _count(self):
        self.left[0] -= 1
        if self.left[0] < 0:
            raise EndedError

    def folder(self, name):
        return EndingFolder(super().folder(name).path)

    def create(self, name):
        self._count()
        return super().create(name)

    def rename(self, old, new):
        self._count()
        super().rename(old, new)

    def sync(self):
        self._count()
        super().sync()


def replace_log(root, ours, snapshot_id, steps):
    """Store a snapshot and give up the log for it, for so many steps; whether all were done."""
    EndingFolder.left[0] = 1 << 30
    directory = LogDirectory.open(EndingFolder(root), settings=SMALL, node_id=1)
    try:
        EndingFolder.left[0] = steps
        ours.write_snapshot(directory, snapshot_id)
        directory.log.reset(1, snapshot_id)
        directory.flush()
    except EndedError:
        return False
    finally:
        EndingFolder.left[0] = 1 << 30
        directory.abandon()
    return True


@pytest.mark.parametrize("case", ["later epoch", "earlier epoch"])
def test_an_end_between_any_two_steps_of_a_reset_is_opened_by_both(case, tmp_path):
    ours = Ours("4.3.1", tmp_path)
    folder, base = ours.controller.folder, tmp_path / "base"
    directory = ours.open()
    first = ours.lead(directory, ours.records, 30)
    last = ours.lead(directory, (), 10)
    end = directory.log.end_offset
    directory.close()
    shutil.copytree(folder, base)
    epoch = last + 3 if case == "later epoch" else first
    snapshot_id = OffsetAndEpoch(end + 50, epoch)
    steps, is_done, seen = 0, False, set()
    while not is_done:
        shutil.rmtree(folder)
        shutil.copytree(base, folder)
        is_done = replace_log(folder, ours, snapshot_id, steps)
        steps += 1
        names = tuple(sorted(path.name for path in ours.controller.metadata_folder.iterdir()))
        if (state := (names, is_done)) in seen:
            continue
        seen.add(state)
        left = tmp_path / f"left-{steps}"
        shutil.copytree(folder, left)
        is_renamed = any(name == f"{snapshot_file(snapshot_id)}" for name in names)
        directory = LogDirectory.open(DiskFolder(left), settings=SMALL, node_id=1)
        expected = snapshot_id.offset if is_renamed else end
        assert directory.log.end_offset == expected
        directory.abandon()
        assert run_kafka(ours.controller, kill=True) > (epoch if is_done else 0)
    assert len(seen) > 8

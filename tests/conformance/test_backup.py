"""`kraft backup` of released controllers, and Kafka started from a backup as an observer."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from kraft_core.metadata import ClusterImage, snapshot_records
from kraft_core.operations.backup_copy import NODE_ID, replay
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.meta_properties import encode_id, read_meta_properties
from tests.conformance.metadata_writes import Writer
from tests.conformance.quorum import Controller, running_quorum
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(400)]

ROOT = Path(__file__).parents[2]
KRAFT = [sys.executable, "-c", "from kraft_core.cli.main import main; main()"]
LOG = "__cluster_metadata-0"
SMALL = "metadata.log.max.record.bytes.between.snapshots=2000"


def backed_up(*arguments):
    done = subprocess.run(
        [*KRAFT, "backup", *map(str, arguments), "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def image_of(folder, note):
    image = ClusterImage(strict=True)
    assert replay(Path(folder), image, note["end_offset"]).fault is None
    return list(snapshot_records(image))


def has_snapshot(controller):
    names = [each.name for each in controller.metadata_folder.glob("*.checkpoint")]
    return any(not name.startswith(f"{0:020}") for name in names)


def both_copies(bootstrap, folder, tmp_path):
    """Copies over the wire and of the directory with one end.

    The second one ends later only if the controller has written a snapshot in between.
    """
    for number in range(10):
        wire = backed_up(bootstrap, "--to", tmp_path / f"wire-{number}")
        end, to = wire["end_offset"], tmp_path / f"files-{number}"
        files = backed_up(folder, "--high-watermark", end, "--to", to)
        if files["end_offset"] == end:
            return wire, files
        assert files["end_offset"] == files["snapshot"]["end_offset"] > end
    raise AssertionError("a snapshot between all of ten pairs of copies")


@pytest.mark.parametrize(
    ("release", "count"),
    [
        ("4.3.1", 1),
        pytest.param("3.9.2", 1, marks=pytest.mark.nightly),
        pytest.param("4.4.0", 1, marks=pytest.mark.nightly),
        pytest.param("4.3.1", 3, marks=pytest.mark.nightly),
    ],
)
def test_backups_over_the_wire_and_of_the_directory_are_the_same_state(release, count, tmp_path):
    with ExitStack() as opened, running_quorum(release, count, tmp_path / "q", [SMALL]) as quorum:
        writer = opened.enter_context(Writer(quorum.bootstrap, quorum.cluster_id))
        early = backed_up(quorum.bootstrap, "--to", tmp_path / "early")
        writer.everything("one")
        leader = quorum.leader()
        wait_until(lambda: has_snapshot(leader), "a snapshot")
        writer.everything("second")
        wire, files = both_copies(quorum.bootstrap, leader.folder, tmp_path)
        bare = backed_up(leader.folder, "--to", tmp_path / "bare")
    assert early["cluster_id"] == wire["cluster_id"] == quorum.cluster_id
    assert wire["snapshot"]["end_offset"] > 0
    assert wire["end_offset"] > early["end_offset"]
    assert image_of(wire["folder"], wire) == image_of(files["folder"], files)
    assert bare["committed_by"] == "end of the newest snapshot"
    own = (leader.metadata_folder / f"{0:020}.log").read_bytes()
    for note in (early, wire):
        for path in sorted((Path(note["folder"]) / LOG).glob("*.log")):
            assert path.read_bytes() in own  # the leader's own batches


@pytest.mark.nightly
@pytest.mark.parametrize("release", ["4.3.1", "3.9.2"])
def test_kafka_starts_as_an_observer_from_a_backup(release, tmp_path):
    with ExitStack() as opened, running_quorum(release, 1, tmp_path / "q", [SMALL]) as quorum:
        writer = opened.enter_context(Writer(quorum.bootstrap, quorum.cluster_id))
        writer.everything("one")
        leader = quorum.leader()
        wait_until(lambda: has_snapshot(leader), "a snapshot")
        note = backed_up(quorum.bootstrap, "--to", tmp_path / "q" / f"node-{NODE_ID}")
        observer = Controller(release, NODE_ID, free_ports(1)[0], tmp_path / "q")
        observer.write_properties(quorum.bootstrap)
        before = {path: path.read_bytes() for path in observer.metadata_folder.glob("*.log")}
        meta = read_meta_properties(DiskFolder(observer.folder))
        observer.start()
        try:
            writer.everything("second")
            end = writer.end_offset()
            assert end > note["end_offset"]
            wait_until(lambda: str(NODE_ID) in quorum.describe_replication(), "an observer", 60)
            row = next(
                line for line in quorum.describe_replication().splitlines() if str(NODE_ID) in line
            )
            assert "Observer" in row
            assert encode_id(meta.directory_id) in row
        finally:
            observer.stop()
        assert observer.exit_status() is None
    for path, content in before.items():
        assert path.read_bytes().startswith(content)  # nothing of the backup was truncated

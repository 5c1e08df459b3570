"""Backups of pretended quorums and of real directories; disks and servers that fail."""

from __future__ import annotations

import errno
import json
import os
import stat

import pytest

from kraft_core.client.errors import ClientError, LogTruncatedError, WrongClusterError
from kraft_core.metadata import ClusterImage, snapshot_records
from kraft_core.operations import backup_copy
from kraft_core.operations.backup import BackupError
from kraft_core.operations.backup_copy import (
    NODE_ID,
    DirectorySource,
    QuorumSource,
    back_up,
    replay,
    verify,
)
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.errors import StorageError
from kraft_core.raft.storage.log_directory import LogDirectory
from kraft_core.raft.storage.meta_properties import read_meta_properties
from kraft_wire import messages
from kraft_wire.messages import (
    FetchSnapshotResponse,
)
from kraft_wire.records import iter_batches
from tests.client.cluster import mangled_fetch
from tests.client.fake_quorum import World
from tests.operations.backups import Driver, copied, quorum, snapshot_of, written
from tests.operations.damages import make_place
from tests.support.file_calls import counted, killed_at
from tests.support.record_batches import batch, leader_change

LOG = "__cluster_metadata-0"


def image_of(target, note):
    image = ClusterImage(strict=True)
    assert replay(target, image, note["end_offset"]).fault is None
    return image


def log_of(target):
    data = b"".join(path.read_bytes() for path in sorted((target / LOG).glob("*.log")))
    return [bytes(each) for each in iter_batches(data)]


def assert_nothing_left(folder):
    assert list(folder.iterdir()) == []


# -- a running quorum ------------------------------------------------------------------------------


@pytest.mark.parametrize("piece_bytes", [40, 1 << 20])
def test_backup_of_a_quorum_is_its_snapshot_and_log(tmp_path, piece_bytes):
    world, target = quorum(), tmp_path / "backup"
    note = copied(world, target, snapshot_piece_bytes=piece_bytes)
    leader = world.node(1)
    stored = (target / LOG / f"{4:020}-{1:010}.checkpoint").read_bytes()
    assert stored == leader.snapshots[0][1]
    assert log_of(target) == [each.data for each in leader.log]
    assert sorted(path.name for path in (target / LOG).iterdir()) == [
        f"{4:020}-{1:010}.checkpoint",
        f"{4:020}.log",
        "leader-epoch-checkpoint",
        "partition.metadata",
        "quorum-state",
    ]
    assert note["end_offset"] == 8
    assert note["epoch"] == 2
    assert note["cluster_id"] == "cluster"
    assert note["committed_by"] == "high watermark of the leader"
    assert note["replay"]["fault"] is None
    assert note["replay"]["topics"] == 6
    assert json.loads((target / "backup.json").read_bytes()) == note
    assert verify(str(target)) == note
    assert [path.name for path in tmp_path.iterdir()] == ["backup"]


def test_backup_of_a_log_without_snapshot_begins_at_offset_0(tmp_path):
    world = quorum(with_snapshot=False)
    note = copied(world, tmp_path / "backup")
    assert note["snapshot"] is None
    assert log_of(tmp_path / "backup") == [each.data for each in world.node(1).log]


def test_uncommitted_batches_are_not_copied(tmp_path):
    world = quorum()
    world.node(1).append(written(8, 2, 7))
    note = copied(world, tmp_path / "backup")
    assert note["end_offset"] == 8
    assert note["replay"]["topics"] == 6


def test_only_the_owner_can_read_a_backup(tmp_path):
    copied(quorum(), tmp_path / "backup")
    modes = {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "backup").rglob("*.*")}
    assert modes == {0o600}
    for folder in (tmp_path / "backup", tmp_path / "backup" / LOG):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_backup_has_an_identity_of_its_own(tmp_path):
    copied(quorum(), tmp_path / "one")
    copied(quorum(), tmp_path / "two")
    one, two = (read_meta_properties(DiskFolder(tmp_path / name)) for name in ("one", "two"))
    assert one.node_id == two.node_id == NODE_ID
    assert one.cluster_id == "cluster"
    assert one.directory_id != two.directory_id


def test_reader_is_neither_voter_nor_observer(tmp_path):
    world = quorum()
    copied(world, tmp_path / "backup")
    asked = [each for node in world.nodes for each in node.requests]
    fetches = [each for each in asked if isinstance(each, messages.FetchRequest)]
    assert {each.replica_state.replica_id for each in fetches} == {-1}
    assert {each.cluster_id for each in fetches[-3:]} == {"cluster"}
    snapshots = [each for each in asked if isinstance(each, messages.FetchSnapshotRequest)]
    assert {(each.replica_id, each.cluster_id) for each in snapshots} == {(-1, "cluster")}


def on_piece(world, number, action):
    """Run `action` when the leader sends piece `number` of a snapshot."""
    pieces = []

    def mangle(response):
        if isinstance(response, FetchSnapshotResponse):
            pieces.append(response)
            if len(pieces) == number:
                return action(response) or response
        return response

    for node in world.nodes:
        node.mangle = mangle


def test_snapshot_that_is_replaced_during_the_copy_is_copied_from_the_start(tmp_path):
    world = quorum()

    def replace(_):
        for node in world.nodes:
            node.snapshots[:] = [((7, 2), snapshot_of(2, 1, 2, 3, 4, 5))]
            node.clean((7, 2))

    on_piece(world, 2, replace)
    note = copied(world, tmp_path / "backup", snapshot_piece_bytes=50)
    assert note["snapshot"] == {"end_offset": 7, "epoch": 2}
    assert note["attempts"] == 2
    assert len(list((tmp_path / "backup" / LOG).glob("*.checkpoint"))) == 1
    assert note["replay"]["topics"] == 6


def test_backup_continues_after_leader_change(tmp_path):
    world = quorum()

    def die(_):
        world.stop(1)
        leader = world.elect(2, 3)
        leader.append(leader_change(8, 3, 2))
        leader.commit()

    on_piece(world, 2, die)
    note = copied(world, tmp_path / "backup", snapshot_piece_bytes=50)
    assert note["source"]["leader_id"] == 2
    assert note["end_offset"] == 9
    assert note["epoch"] == 3


def test_another_cluster_in_the_middle_is_refused(tmp_path):
    world = quorum()

    def swap(_):
        for node in world.nodes:
            node.cluster_id = "another"

    on_piece(world, 1, swap)
    with pytest.raises(WrongClusterError, match="another cluster"):
        copied(world, tmp_path / "backup", snapshot_piece_bytes=50)
    assert_nothing_left(tmp_path)


def changed_piece(**fields):
    def change(response):
        (partition,) = response.topics[0].partitions
        kept = {name: getattr(partition, name) for name in partition.__slots__}
        for name, value in fields.items():
            kept[name] = value(kept[name])
        changed = FetchSnapshotResponse.PartitionSnapshot(**kept)
        one = FetchSnapshotResponse.TopicSnapshot(
            name=response.topics[0].name, partitions=(changed,)
        )
        return FetchSnapshotResponse(topics=(one,))

    return change


def flipped(data):
    return data[:-3] + bytes([data[-3] ^ 1]) + data[-2:]


def always(world, change):
    def mangle(response):
        is_piece = isinstance(response, FetchSnapshotResponse) and response.topics
        return change(response) if is_piece else response

    for node in world.nodes:
        node.mangle = mangle


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (changed_piece(unaligned_records=flipped), "damaged snapshot: .*checksum"),
        (changed_piece(size=lambda _: 1 << 40), "claims to have 1099511627776 bytes"),
        (changed_piece(size=lambda _: -1), "claims to have -1 bytes"),
        (changed_piece(position=lambda _: 7), "another snapshot or position"),
        (changed_piece(unaligned_records=lambda data: data + data), "bytes at"),
        (changed_piece(unaligned_records=lambda _: b""), "0 bytes at"),
        (lambda _: FetchSnapshotResponse(error_code=-1), "all 10 attempts failed"),
    ],
    ids=["crc", "endless", "negative", "position", "too many bytes", "no bytes", "refused"],
)
def test_hostile_snapshots_are_refused(tmp_path, change, message):
    world = quorum()
    always(world, change)
    with pytest.raises((BackupError, ClientError), match=message):
        copied(world, tmp_path / "backup")
    assert_nothing_left(tmp_path)


@pytest.mark.parametrize(
    "records",
    [
        flipped,
        lambda _: written(40, 2, 9),
        lambda _: written(4, 0, 9),
    ],
    ids=["crc", "gap", "epoch falls"],
)
def test_hostile_logs_are_refused(tmp_path, records):
    world = quorum()
    change = mangled_fetch(lambda partition: {"records": records(partition.records)})
    for node in world.nodes:
        node.mangle = change
    with pytest.raises(ClientError):
        copied(world, tmp_path / "backup")
    assert_nothing_left(tmp_path)


def test_leader_that_withholds_committed_records_is_refused(tmp_path, monkeypatch):
    world = quorum()
    monkeypatch.setattr(backup_copy.time, "monotonic", lambda: world.now_s)
    change = mangled_fetch(lambda _: {"records": b""})
    for node in world.nodes:
        node.mangle = change
    with pytest.raises(BackupError, match="no record after offset 4 for 60 s"):
        copied(world, tmp_path / "backup")
    assert_nothing_left(tmp_path)


def test_quorum_without_committed_records_is_refused(tmp_path):
    world = World(1)
    world.elect(1, 1).commit(0)
    with pytest.raises(BackupError, match="no committed records"):
        back_up(QuorumSource("c1:9093", Driver(world)), str(tmp_path / "backup"))
    assert_nothing_left(tmp_path)


def test_log_that_goes_back_below_what_was_copied_is_refused(tmp_path):
    world = quorum()
    fetches = []

    def forget(response):
        if isinstance(response, messages.FetchResponse) and response.responses:
            (partition,) = response.responses[0].partitions
            if partition.records and not fetches:
                fetches.append(partition)
                for node in world.nodes:  # epoch 3 has another log from offset 4 on
                    node.epoch = 3
                    node.log = []
                    node.append(leader_change(4, 3, 1))
                    node.append(written(5, 3, 9, 10))
                    node.append(written(7, 3, 11))
                world.node(1).commit()
        return response

    for node in world.nodes:
        node.mangle = forget
    with pytest.raises(LogTruncatedError, match="offset 6 after epoch 1"):
        copied(world, tmp_path / "backup", fetch_bytes_max=1)
    assert_nothing_left(tmp_path)


def test_records_of_a_later_release_are_kept_and_reported(tmp_path):
    world = quorum()
    unknown = batch(8, 2, [(None, b"\x01\xe7\x07\x00rest")])
    world.node(1).append(unknown)
    world.node(1).commit()
    note = copied(world, tmp_path / "backup")
    assert note["replay"]["fault"] is not None
    assert log_of(tmp_path / "backup")[-1] == unknown


# -- a directory -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return make_place(tmp_path_factory.mktemp("place"))


def contents(root):
    return {
        path: (path.lstat().st_mtime_ns, path.read_bytes() if path.is_file() else None)
        for path in sorted(root.rglob("*"))
    }


def test_directory_is_copied_up_to_its_newest_snapshot(place, tmp_path):
    before = contents(place.data)
    note = back_up(DirectorySource(str(place.data)), str(tmp_path / "backup"))
    newest = place.snapshots()[-1]
    assert (tmp_path / "backup" / LOG / newest.name).read_bytes() == newest.read_bytes()
    assert note["committed_by"] == "end of the newest snapshot"
    assert note["end_offset"] == note["snapshot"]["end_offset"] < note["source"]["log_end"]
    assert list((tmp_path / "backup" / LOG).glob("*.log")) == []
    assert note["source"]["node_id"] == 1
    assert contents(place.data) == before


def test_directory_with_its_high_watermark_has_the_image_of_the_source(place, tmp_path):
    end = back_up(DirectorySource(str(place.data)), str(tmp_path / "first"))["source"]["log_end"]
    note = back_up(DirectorySource(str(place.data), end), str(tmp_path / "backup"))
    assert note["committed_by"] == "high watermark given by the operator"
    assert note["end_offset"] == end
    assert note["replay"]["fault"] is None
    own = ClusterImage(strict=True)
    assert replay(place.data, own, end).fault is None
    copied_image = image_of(tmp_path / "backup", note)
    assert list(snapshot_records(copied_image)) == list(snapshot_records(own))
    start = note["snapshot"]["end_offset"]
    batches = [
        bytes(each)
        for path in sorted(place.log.glob("*.log"))
        for each in iter_batches(path.read_bytes())
        if each.base_offset >= start
    ]
    assert log_of(tmp_path / "backup") == batches


def test_high_watermark_above_the_log_is_refused(place, tmp_path):
    with pytest.raises(BackupError, match="below the high watermark 99999"):
        back_up(DirectorySource(str(place.data), 99999), str(tmp_path / "backup"))
    assert_nothing_left(tmp_path)


def test_directory_without_any_proof_is_refused(place, tmp_path):
    copy = place.copy_to(tmp_path / "place")
    for path in copy.snapshots():
        path.unlink()
    (tmp_path / "made").mkdir()
    with pytest.raises(BackupError, match="none of its files shows which records are committed"):
        back_up(DirectorySource(str(copy.data)), str(tmp_path / "made" / "backup"))
    assert_nothing_left(tmp_path / "made")


def test_folder_that_is_no_log_directory_is_refused(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    (tmp_path / "made").mkdir()
    with pytest.raises(BackupError, match="not formatted"):
        back_up(DirectorySource(str(folder)), str(tmp_path / "made" / "backup"))
    assert_nothing_left(tmp_path / "made")


def test_snapshot_that_vanishes_while_the_directory_is_opened_costs_another_look(
    place, tmp_path, monkeypatch
):
    real, looks = LogDirectory.open, []

    def open_late(folder):
        looks.append(folder)
        if len(looks) < 3:
            raise StorageError("a snapshot is gone")
        return real(folder)

    monkeypatch.setattr(backup_copy.LogDirectory, "open", open_late)
    assert DirectorySource(str(place.data)).end().offset > 0
    assert len(looks) == 3
    looks[:] = []
    monkeypatch.setattr(backup_copy, "_OPENS_MAX", 2)
    with pytest.raises(BackupError, match="a snapshot is gone"):
        DirectorySource(str(place.data)).end()


# -- the folder ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["file", "empty folder", "folder", "dangling link"])
def test_existing_target_is_never_replaced(tmp_path, kind):
    target = tmp_path / "backup"
    match kind:
        case "file":
            target.write_text("mine")
        case "empty folder":
            target.mkdir()
        case "folder":
            target.mkdir()
            (target / "file").write_text("mine")
        case "dangling link":
            target.symlink_to(tmp_path / "nowhere")
    before = target.lstat()
    with pytest.raises(BackupError, match="already exists"):
        copied(quorum(), target)
    assert target.lstat() == before
    assert [path.name for path in tmp_path.iterdir()] == ["backup"]


def test_target_that_appears_during_the_copy_is_not_replaced(tmp_path):
    world, target = quorum(), tmp_path / "backup"

    def appear(_):
        target.mkdir()
        (target / "file").write_text("mine")

    on_piece(world, 1, appear)
    with pytest.raises(BackupError, match="was created by another process"):
        copied(world, target)
    assert [path.name for path in tmp_path.iterdir()] == ["backup"]
    assert (target / "file").read_text() == "mine"


def test_second_backup_to_one_folder_is_refused(tmp_path):
    world, target = quorum(), tmp_path / "backup"

    def compete(_):
        with pytest.raises(BackupError, match="another process is writing"):
            copied(quorum(), target)

    on_piece(world, 1, compete)
    copied(world, target)
    assert verify(str(target))["end_offset"] == 8


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        (f"{LOG}/{4:020}.log", flipped, "not the file that was written"),
        (f"{LOG}/{4:020}.log", lambda data: data[:-1], "not the file that was written"),
        ("backup.json", lambda _: b"", "backup.json is damaged: Expecting value"),
        ("backup.json", lambda _: b"{", "backup.json is damaged: Expecting property name"),
        ("backup.json", lambda _: b"[]", "backup.json is damaged: a value has the wrong type$"),
        ("backup.json", lambda _: b"{}", "backup.json is damaged: the field 'files' is missing$"),
        ("backup.json", lambda _: b"[" * 9999, "backup.json is damaged: it is nested too deeply$"),
        (
            "backup.json",
            lambda data: data.replace(b"meta.properties", b"../meta.properties"),
            "outside of the backup",
        ),
        ("backup.json", lambda data: data.replace(b'offset": 8', b'offset": 9'), "ends at offset"),
    ],
)
def test_changed_backups_are_found(tmp_path, name, change, message):
    copied(quorum(), tmp_path / "backup")
    path = tmp_path / "backup" / name
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(BackupError, match=message):
        verify(str(tmp_path / "backup"))


def calls_of_a_backup(tmp_path):
    """The number of file operations of one backup."""
    with counted() as counter:
        copied(quorum(), tmp_path / "counted")
    return counter.count


def test_kill_at_every_file_operation_leaves_a_whole_backup_or_none(tmp_path):
    count = calls_of_a_backup(tmp_path)
    assert count > 30
    for at in range(1, count + 1):
        target = tmp_path / f"backup-{at}"
        assert killed_at(at, lambda target=target: copied(quorum(), target)), at
        if not target.exists():
            copied(quorum(), target)  # what the killed run left is no obstacle
        assert verify(str(target))["end_offset"] == 8
    assert list(tmp_path.glob("*.partial")) == []


def test_full_disk_at_every_file_operation_leaves_a_whole_backup_or_nothing(tmp_path):
    def fail():
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    refused = 0
    for at in range(1, calls_of_a_backup(tmp_path) + 1):
        target = tmp_path / f"backup-{at}"
        with counted(at, fail):
            try:
                copied(quorum(), target)
            except BackupError as error:
                refused += 1
                text = str(error)
            else:
                text = ""
        assert not text or "No space left on device" in text
        if target.exists():
            assert not text or "was written" in text
            assert verify(str(target))["end_offset"] == 8
    assert refused > 30
    assert list(tmp_path.glob("*.partial")) == []

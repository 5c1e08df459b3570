"""The directory of a recovered voter: its files, its first start, a disk that fails meanwhile."""

from __future__ import annotations

import errno
import os
import random
import stat
from dataclasses import replace

import pytest

from kraft_core.controller.service import Controller
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.node import RaftNode
from kraft_core.operations.recovery.applying import (
    RecoverySnapshot,
    make_directory,
    write_directory,
)
from kraft_core.operations.recovery.verdicts import RecoveryError
from kraft_core.raft.consensus.values import Election, OffsetAndEpoch, ReplicaKey
from kraft_core.raft.consensus.voters import VoterSet, static_voter
from kraft_core.raft.directory import snapshot_file
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.errors import StorageError
from kraft_core.raft.storage.log_directory import LogDirectory
from kraft_core.raft.storage.memory_files import MemoryDisk
from kraft_core.raft.storage.meta_properties import MetaProperties
from kraft_wire.messages import TopicRecord
from kraft_wire.primitives import Uuid
from tests.controller.content import feature, value_of
from tests.node.cluster import CLUSTER_ID, directory_id, properties_of, run, voters_at
from tests.support.file_calls import counted, killed_at
from tests.support.ports import free_ports

FOLDER = "__cluster_metadata-0"
POINT = OffsetAndEpoch(1_000_000, 1000)
META = MetaProperties(1, CLUSTER_ID, directory_id(1))
TOPIC = TopicRecord(name="kept", topic_id=Uuid(b"\x09" * 16))
RECORDS = [value_of(feature("metadata.version", 30)), value_of(TOPIC)]
WALL_MS = 1_790_000_000_000


def snapshot(ports=(9001,), **changes):
    voters = voters_at(list(ports))
    whole = RecoverySnapshot(POINT, 1, voters, RECORDS, WALL_MS - 1, WALL_MS)
    return replace(whole, **changes)


def files_of(path):
    return sorted(each.relative_to(path).as_posix() for each in path.rglob("*"))


def opened(root):
    """Open the directory as a start does, with S in it."""
    directory = LogDirectory.open(root)
    started = directory.started()
    assert directory.meta == META
    assert started.election == Election(POINT.epoch)
    assert [each.snapshot_id for each in started.snapshots] == [POINT]
    assert (started.log_view.start_offset, started.log_view.end_offset) == (1_000_000,) * 2
    assert started.log_view.epochs.last == POINT.epoch
    assert started.voter_history.latest == voters_at([9001])
    assert started.voter_history.level == 1
    assert directory.losses == ()
    directory.close()


def test_files_are_those_of_a_log_directory_for_the_owner_only(tmp_path):
    target = tmp_path / "new"
    make_directory(str(target), META, snapshot())
    assert files_of(target) == [
        FOLDER,
        f"{FOLDER}/{snapshot_file(POINT)}",
        f"{FOLDER}/leader-epoch-checkpoint",
        f"{FOLDER}/partition.metadata",
        f"{FOLDER}/quorum-state",
        "meta.properties",
    ]
    assert [path.name for path in tmp_path.iterdir()] == ["new"]
    for path in (target, *target.rglob("*")):
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == 0o700 if path.is_dir() else mode in (0o600, 0o400)
    assert (target / FOLDER / "quorum-state").read_text() == (
        '{"leaderId":-1,"leaderEpoch":1000,"votedId":-1,'
        '"votedDirectoryId":"AAAAAAAAAAAAAAAAAAAAAA","data_version":1}\n'
    )
    opened(DiskFolder(target))


def test_each_voter_gets_the_same_snapshot(tmp_path):
    both = snapshot((9001, 9002))
    contents = set()
    for node_id in (1, 2):
        target = tmp_path / str(node_id)
        meta = MetaProperties(node_id, CLUSTER_ID, directory_id(node_id))
        make_directory(str(target), meta, both)
        contents.add((target / FOLDER / snapshot_file(POINT)).read_bytes())
    assert len(contents) == 1


def test_large_snapshot_has_several_batches(tmp_path):
    records = RECORDS + [RECORDS[0]] * 50_000
    make_directory(str(tmp_path / "new"), META, snapshot(records=records))
    size = (tmp_path / "new" / FOLDER / snapshot_file(POINT)).stat().st_size
    assert size > 1 << 20
    opened(DiskFolder(tmp_path / "new"))


def test_static_quorum_names_its_voters_in_quorum_state(tmp_path):
    (endpoint,) = voters_at([9001]).endpoints_of(1)
    voters = VoterSet.of([static_voter(1, endpoint)])
    make_directory(str(tmp_path / "new"), META, snapshot(kraft_version=0, voters=voters))
    directory = LogDirectory.open(DiskFolder(tmp_path / "new"))
    assert directory.election.static_voter_ids() == (1,)
    assert directory.started(voters).voter_history.level == 0
    directory.close()


def test_controller_leads_from_it_with_the_image_of_the_snapshot(tmp_path):
    (port,) = free_ports(1)
    make_directory(str(tmp_path / "node-1"), META, snapshot((port,)))
    values = properties_of(1, [port], tmp_path, **{"kraft.controller": "active"})
    configuration = NodeConfiguration.of(values)

    async def led():
        for start in range(2):
            controller = Controller()
            node = RaftNode(configuration, controller, controller)
            await node.start()
            await node.until(lambda controller=controller: controller.is_active)
            assert node.leader_and_epoch.epoch == POINT.epoch + 1 + start
            assert node.replica.applied.offset > POINT.offset
            assert TOPIC.topic_id in controller.image.cluster.topics
            await node.close()

    run(led())


@pytest.mark.parametrize(
    ("meta", "changes", "message"),
    [
        (replace(META, node_id=2), {}, "is not a voter of the plan"),
        (replace(META, directory_id=b"\x07" * 16), {}, "is not a voter of the plan"),
        (replace(META, directory_id=None), {}, "is not a voter of the plan"),
        (META, {"snapshot_id": OffsetAndEpoch(0, 5)}, "cannot be the end of a snapshot"),
        (META, {"snapshot_id": OffsetAndEpoch(5, 0)}, "cannot be the end of a snapshot"),
        (META, {"snapshot_id": OffsetAndEpoch(5, 2**31 - 1)}, "cannot be the end"),
        (
            META,
            {"voters": VoterSet.of([replace(next(iter(voters_at([9001]))), endpoints=())])},
            "needs a directory id and an endpoint",
        ),
        (
            META,
            {
                "voters": VoterSet.of(
                    [replace(next(iter(voters_at([9001]))), key=ReplicaKey(1, None))]
                )
            },
            "needs a directory id and an endpoint",
        ),
    ],
)
def test_wrong_inputs_are_refused_and_nothing_is_left(tmp_path, meta, changes, message):
    with pytest.raises(RecoveryError, match=message):
        make_directory(str(tmp_path / "new"), meta, snapshot(**changes))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["folder", "full folder", "file", "broken link"])
def test_existing_target_is_refused_and_not_changed(tmp_path, kind):
    target = tmp_path / "new"
    if kind.endswith("folder"):
        target.mkdir()
    if kind == "full folder":
        (target / "meta.properties").write_text("old")
    if kind == "file":
        target.write_text("old")
    if kind == "broken link":
        target.symlink_to("nowhere")
    before = files_of(tmp_path)
    with pytest.raises(RecoveryError, match="already exists"):
        make_directory(str(target), META, snapshot())
    assert files_of(tmp_path) == before


@pytest.mark.parametrize("name", ["meta.properties", f"{FOLDER}/x"])
def test_folder_with_files_is_refused(tmp_path, name):
    (tmp_path / FOLDER).mkdir()
    (tmp_path / name).write_text("old")
    with pytest.raises(RecoveryError, match="is not empty"):
        write_directory(DiskFolder(tmp_path), META, snapshot())
    assert files_of(tmp_path) == sorted([FOLDER, name])


# -- kills and full disks --------------------------------------------------------------------------


def operations_of(tmp_path):
    with counted() as counter:
        make_directory(str(tmp_path / "counted"), META, snapshot())
    return counter.count


def test_kill_at_every_file_operation_leaves_a_whole_directory_or_none(tmp_path):
    count = operations_of(tmp_path)
    assert count > 25
    for at in range(1, count + 1):
        target = tmp_path / f"new-{at}"
        partial = tmp_path / f"new-{at}.partial"
        assert killed_at(at, lambda target=target: make_directory(str(target), META, snapshot()))
        if not target.exists():
            if partial.exists() and (partial / "meta.properties").exists():
                opened(DiskFolder(partial))  # all was written but the name of the folder
            make_directory(str(target), META, snapshot())  # the leftovers are no obstacle
        opened(DiskFolder(target))
    assert list(tmp_path.glob("*.partial")) == []


def test_full_disk_at_every_file_operation_leaves_a_whole_directory_or_nothing(tmp_path):
    def fail():
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    refused = 0
    for at in range(1, operations_of(tmp_path) + 1):
        target = tmp_path / f"new-{at}"
        with counted(at, fail):
            try:
                make_directory(str(target), META, snapshot())
            except RecoveryError as error:
                refused += 1
                assert "No space left on device" in str(error)  # noqa: PT017
                assert not target.exists() or "was written" in str(error)  # noqa: PT017
        if target.exists():
            opened(DiskFolder(target))
    assert refused > 20
    assert list(tmp_path.glob("*.partial")) == []


class Ended(Exception):  # noqa: N818 - it names what happened
    pass


def stopped_at(disk, at, error):
    """Write to a disk that fails at an operation; return True if it was written before."""
    count = 0

    def before(kind, path):
        nonlocal count
        del kind, path
        count += 1
        if count == at:
            raise error

    disk.before = before
    try:
        write_directory(disk.root, META, snapshot())
    except type(error):
        return False
    finally:
        disk.before = None
    return True


@pytest.mark.parametrize("error", [Ended(), OSError(errno.ENOSPC, "no space")])
@pytest.mark.parametrize("loses_power", [True, False])
def test_folder_without_its_last_file_does_not_start(error, loses_power):
    at, is_written = 0, False
    while not is_written:
        at += 1
        disk = MemoryDisk()
        is_written = stopped_at(disk, at, error)
        if loses_power:
            disk.power_loss(random.Random(at))
        else:
            disk.restart()
        if is_written or "meta.properties" in disk.root.names():
            # whole, though an operation after the rename did not finish
            opened(disk.root)
            assert is_written or isinstance(error, Ended) or loses_power
        else:
            with pytest.raises(StorageError, match="not formatted"):
                LogDirectory.open(disk.root)
    assert at > 20

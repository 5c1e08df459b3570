"""What a start makes of what the end before it left. Divergence L2, L5, L6."""

from __future__ import annotations

from pathlib import Path

import pytest

from kraft_core.raft.consensus.values import Election
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.durable_mark import DurableMark, read_mark
from kraft_core.raft.storage.errors import DamagedFileError
from kraft_core.raft.storage.files import copy_folder
from kraft_core.raft.storage.leader_epochs import read_epochs, write_epochs
from kraft_core.raft.storage.log_directory import LogDirectory
from kraft_core.raft.storage.memory_files import MemoryDisk
from tests.storage.content import (
    append,
    batch,
    content_of,
    formatted,
    log_folder,
    opened,
    put,
    run,
    snapshot,
    snapshot_id,
    store_snapshot,
    voters,
    voters_batch,
    whole,
)
from tests.storage.leftovers import (
    FIRST,
    FIRST_LOG,
    KAFKA,
    SMALL_LOG,
    cut,
    ends,
    front_of_log,
    lived,
    of_kafka,
)
from tests.support import kafka_files


def test_a_real_log_cut_at_every_byte_is_opened_as_kafka_opens_it():
    content = content_of(log_folder(of_kafka(FIRST_LOG)), FIRST)
    assert len(ends()) > 10
    for size in range(max(ends()) + 1):
        disk = front_of_log(size)
        directory = opened(disk, KAFKA)
        good = max(place for place in ends() if place <= size)
        assert directory.log.end_offset == ends()[good]
        assert content_of(log_folder(disk), FIRST) == content[:good]
        assert any(" is cut at " in each for each in directory.notes) == (size != good)


def test_behind_a_cut_no_segment_is_kept():
    disk = of_kafka(SMALL_LOG)
    cut(disk, "00000000000000000536.log", 20_000)
    directory = opened(disk, KAFKA)
    segments = [each for each in log_folder(disk).names() if each.endswith(".log")]
    assert segments == ["00000000000000000274.log", "00000000000000000536.log"]
    assert any("lies after it and goes" in note for note in directory.notes)
    assert "00000000000000000860.index" not in log_folder(disk).names()
    disk.power_loss()  # a segment that came back would follow upon what is appended now
    assert [each for each in log_folder(disk).names() if each.endswith(".log")] == segments


def test_truncation_below_the_latest_snapshot_restarts_the_log_there():
    disk = of_kafka(SMALL_LOG)
    cut(disk, "00000000000000000274.log", 20_000)
    assert opened(disk, KAFKA).log.start_offset == 683


UNCLEAN = kafka_files.cases("damage.txt")


@pytest.mark.parametrize(
    "case", [case for case in UNCLEAN if "metadata" in case.name], ids=kafka_files.case_id
)
def test_damaged_logs_are_cut_where_kafka_cuts_them(case):
    disk = of_kafka(case / "node")
    directory = opened(disk, KAFKA)
    assert any(" is cut at byte " in note for note in directory.notes)
    sizes = [line.split() for line in (case / "recovered.txt").read_text().splitlines()[1:]]
    assert sizes
    for name, size in sizes:
        assert len(content_of(log_folder(disk), name)) == int(size)


@pytest.mark.parametrize("damage", ["missing", "empty", "stale", "preallocated", "rubbish"])
def test_indexes_are_rebuilt_from_the_log(damage):
    names = [
        f"{base:020d}{suffix}" for base in (274, 536, 860) for suffix in (".index", ".timeindex")
    ]
    wanted = {name: content_of(log_folder(of_kafka(SMALL_LOG)), name) for name in names}
    disk = of_kafka(SMALL_LOG)
    for name in names:
        if damage == "missing":
            log_folder(disk).remove(name)
        else:
            content = wanted[name]
            put(
                log_folder(disk),
                name,
                {
                    "empty": b"",
                    "stale": content[: len(content) // 2],
                    "preallocated": content + bytes(100_000),
                    "rubbish": b"\xff" * 100,
                }[damage],
            )
    directory = opened(disk, KAFKA)
    assert {name: content_of(log_folder(disk), name) for name in names} == wanted
    assert directory.log.read(700, 880, 1)


def test_leftovers_of_unfinished_work_go():
    disk = of_kafka(SMALL_LOG)
    folder = log_folder(disk)
    leftovers = [
        "00000000000000000900-0000000005-1.checkpoint.part",
        "00000000000000000453-0000000004.checkpoint.deleted",
        "00000000000000000100-0000000001.checkpoint",  # ends below the log
        "00000000000000000100.log.deleted",
        "00000000000000000100.timeindex.deleted",
        "00000000000000000100.index",  # without its log
        "00000000000000009000.snapshot",  # above the log end
        "quorum-state.tmp",
        "leader-epoch-checkpoint.tmp",
        "durable-mark.tmp",
    ]
    others = ["notes.txt", "my.tmp", "00000000000000000100.log.bak", "other.deleted"]
    before = set(folder.names())
    for name in leftovers + others:
        put(folder, name, b"x")
    directory = opened(disk, KAFKA)
    stray = {"00000000000000000454.snapshot"}  # of a stop of Kafka's, below the last segment
    assert set(folder.names()) == (before - stray) | set(others) | {"durable-mark"}
    assert sorted(directory.removed) == sorted(leftovers)
    assert directory.notes == ()


def test_kept_records_are_durable_after_open():
    """After the end of a process the page cache holds what no disk has."""
    disk = formatted()
    directory = opened(disk, KAFKA)
    directory.election.write(Election(1), 1, ())
    append(directory.log, *run(0, 3))
    disk.before = lambda kind, path: fail_if(kind == "sync" and path.endswith(".log"))
    directory.flush()  # written, not synced, and the process ends
    disk.before = None
    disk.restart()
    assert opened(disk, KAFKA).log.end_offset == 3
    disk.power_loss()
    assert opened(disk, KAFKA).log.end_offset == 3


def fail_if(condition):
    if condition:
        raise OSError(5, "Input/output error")


def test_a_log_that_begins_above_0_needs_a_snapshot():
    disk = formatted()
    put(log_folder(disk), "00000000000000000005.log", batch(5)[1])
    with pytest.raises(DamagedFileError, match="begins at offset 5, but no snapshot"):
        opened(disk)
    put(log_folder(disk), "00000000000000000005-0000000001.checkpoint", snapshot(1))
    view = opened(disk).started().log_view
    assert (view.start_offset, view.end_offset, view.epochs.earlier) == (5, 6, 1)


def test_the_log_begins_at_its_first_snapshot():
    view = opened(of_kafka(SMALL_LOG), KAFKA).started().log_view
    assert (view.start_offset, view.epochs.earlier) == (453, 4)
    assert view.epochs.entries == ((4, 453), (5, 454))
    trimmed = opened(of_kafka(kafka_files.ROOT / "4.3.1" / "metadata-log-killed" / "node"), KAFKA)
    view = trimmed.started().log_view
    assert (view.start_offset, view.epochs.earlier, view.end_offset) == (718, 4, 1513)
    assert view.epochs.entries == ((4, 718), (5, 720))
    assert trimmed.log.read(717, 800, 1) == b""
    assert trimmed.log.read(718, 800, 1)


@pytest.mark.parametrize(("offset", "epoch"), [(9, 1), (3, 2), (5, 2)])
def test_a_log_that_does_not_reach_the_latest_snapshot_begins_anew_there(offset, epoch):
    disk = formatted()
    directory = lived(disk, *run(0, 5))
    directory = opened(disk)
    store_snapshot(directory, 2, 1)
    store_snapshot(directory, offset, epoch)
    disk.restart()
    directory = opened(disk)
    view = directory.started().log_view
    assert (view.start_offset, view.end_offset, view.epochs.earlier) == (offset, offset, epoch)
    assert directory.notes == (f"the log begins anew at the end of snapshot {offset}@{epoch}",)
    assert [each.snapshot_id for each in directory.snapshots.stored] == [snapshot_id(offset, epoch)]
    assert read_epochs(log_folder(disk)) == []
    assert read_mark(log_folder(disk)) == DurableMark(offset, epoch)
    append(directory.log, batch(offset, epoch=epoch + 1))
    directory.flush()
    disk.power_loss()
    directory = opened(disk)
    assert whole(directory.log) == batch(offset, epoch=epoch + 1)[1]


def test_a_log_that_reaches_its_snapshot_stays():
    disk = formatted()
    lived(disk, *run(0, 5))
    store_snapshot(opened(disk), 5, 1)
    disk.restart()
    assert opened(disk).started().log_view.start_offset == 0


def test_a_first_snapshot_that_contradicts_the_log():
    disk = formatted()
    put(log_folder(disk), "00000000000000000005.log", batch(5, epoch=4)[1])
    put(log_folder(disk), "00000000000000000009-0000000003.checkpoint", snapshot(3))
    put(log_folder(disk), "00000000000000000006-0000000004.checkpoint", snapshot(4))
    with pytest.raises(DamagedFileError, match="ends at offset 6 in epoch 4, but its first"):
        opened(disk)


@pytest.mark.parametrize("damage", ["front", "middle", "end", "footer"])
def test_a_log_is_not_given_up_for_a_damaged_snapshot(damage):
    disk = formatted()
    lived(disk, *run(0, 5))
    store_snapshot(opened(disk), 9, 1)
    disk.restart()
    name = "00000000000000000009-0000000001.checkpoint"
    content = bytearray(content_of(log_folder(disk), name))
    if damage == "footer":
        content = content[: content.rfind(bytes(7) + b"\x06")]
    else:
        content[{"front": 40, "middle": len(content) // 2, "end": -1}[damage]] ^= 1
    log_folder(disk).remove(name)
    put(log_folder(disk), name, bytes(content))
    before = {each: content_of(log_folder(disk), each) for each in log_folder(disk).names()}
    with pytest.raises(DamagedFileError, match=f"{name} is not a snapshot"):
        opened(disk)
    disk.restart()
    after = {each: content_of(log_folder(disk), each) for each in log_folder(disk).names()}
    assert after == before


def test_the_bootstrap_snapshot_never_takes_the_place_of_a_log():
    disk = formatted()
    assert opened(disk).notes == ()
    disk.restart()
    assert opened(disk).notes == ()


def between_two_steps_of_a_reset():
    disk = formatted()
    put(log_folder(disk), "00000000000000000000.log", batch(0)[1])
    put(log_folder(disk), "00000000000000000009.log", b"")
    put(log_folder(disk), "00000000000000000009-0000000003.checkpoint", snapshot(3))
    return disk


def test_a_gap_that_kafka_left_between_two_steps_of_a_reset():
    disk = between_two_steps_of_a_reset()
    directory = opened(disk)
    assert (directory.log.start_offset, directory.log.end_offset) == (9, 9)
    assert any("lies before a gap" in note for note in directory.notes)
    assert "00000000000000000000.log" not in log_folder(disk).names()


def test_segments_that_go_are_not_kept_open(tmp_path):
    disk = between_two_steps_of_a_reset()
    folder = DiskFolder(tmp_path)
    copy_folder(disk.root, folder)
    copy_folder(log_folder(disk), folder.folder("__cluster_metadata-0"))
    directory = LogDirectory.open(folder)
    descriptors = Path("/proc/self/fd").iterdir()
    files = [each.readlink() for each in descriptors if each.is_symlink()]
    mine = [each.name for each in files if each.is_relative_to(tmp_path)]
    assert "00000000000000000009.log" in mine
    assert not any(name.startswith("00000000000000000000.log") for name in mine)
    directory.close()


def test_inconsistent_epoch_checkpoint_is_rewritten():
    disk = formatted()
    lived(disk, *run(0, 2), *run(2, 2, epoch=4))
    write_epochs(log_folder(disk), [(1, 0), (2, 1), (9, 50)])
    opened(disk)
    assert read_epochs(log_folder(disk)) == [(1, 0), (4, 2)]


@pytest.mark.parametrize("content", [b"0\n1\nx y\n", b"\xff", b"x\n", b"", None])
def test_damaged_or_missing_epoch_checkpoint_is_made_again(content):
    disk = formatted()
    lived(disk, *run(0, 2), *run(2, 2, epoch=4))
    log_folder(disk).remove("leader-epoch-checkpoint")
    if content is not None:
        put(log_folder(disk), "leader-epoch-checkpoint", content)
    (note,) = opened(disk).notes
    assert note.startswith("leader-epoch-checkpoint is ")
    disk.power_loss()
    assert read_epochs(log_folder(disk)) == [(1, 0), (4, 2)]
    assert opened(disk).notes == ()


def test_epoch_checkpoint_of_a_later_release_is_refused():
    disk = formatted()
    lived(disk, *run(0, 2))
    folder = log_folder(disk)
    put(folder, "leader-epoch-checkpoint", b"7\n")
    put(folder, "00000000000000000009-0000000001.checkpoint.part", b"x")
    names = folder.names()
    with pytest.raises(DamagedFileError, match="leader-epoch-checkpoint has version 7"):
        opened(disk)
    assert folder.names() == names  # a refused start changes nothing


def test_the_history_of_voters_comes_from_the_latest_snapshot_and_the_log_above_it():
    disk = formatted(ids=(1, 2))
    assert opened(disk).started().voter_history.latest == voters(1, 2)
    disk.restart()
    lived(disk, batch(0), voters_batch(1, 1, 1, 2, 3), batch(3), voters_batch(4, 2, 1, 3))
    history = opened(disk).started().voter_history
    assert history.latest == voters(1, 3)
    assert history.latest_offset == 5
    assert history.set_at(2) == voters(1, 2, 3)
    assert history.level == 1
    store_snapshot(opened_again(disk), 4, 1, ids=(1, 2, 3))
    history = opened_again(disk).started().voter_history
    assert history.sets == [(3, voters(1, 2, 3)), (5, voters(1, 3))]


def opened_again(disk):
    disk.restart()
    return opened(disk)


def test_static_voters_are_in_force_until_the_log_says_more():
    disk = MemoryDisk()
    source = kafka_files.ROOT / "4.3.1" / "formatted-static" / "data"
    copy_folder(DiskFolder(source), disk.root)
    started = opened(disk).started(voters(1, 2, 3))
    assert started.voter_history.latest == voters(1, 2, 3)
    assert started.election is None
    assert started.snapshots == ()

"""The examination of directories says what a start with them would do, and changes nothing.

Each kind of damage is done to two copies of a directory. A controller is started with one of them;
what it does is the truth that the examination of the other is compared with. What a start makes
again, and what it reports as a possible loss, are divergence N65, N66 and N67.
"""

from __future__ import annotations

import asyncio
import errno
import os

import pytest

from kraft_core.cli.examined import examined_directory
from kraft_core.controller.service import Controller
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.directories import examination_of
from kraft_core.node.node import RaftNode
from kraft_core.operations import examination
from kraft_core.operations.findings import (
    DirectoryInUse,
    OfAnotherVoter,
    OldSnapshotDamaged,
    OwnListenerSilent,
    OwnListenerTaken,
    RecordsMissing,
    Severity,
    SnapshotDamaged,
    StartRepairs,
    StaticVotersChanged,
    StaticVotersIgnored,
    VoteMayBeLost,
    in_words,
)
from kraft_core.operations.read_only import ReadOnlyFolder
from kraft_core.raft.consensus.values import Election
from kraft_core.raft.storage.disk_files import DiskFolder, lock_file, lock_holder
from kraft_core.raft.storage.election_file import ElectionFile
from tests.node.cluster import format_node, properties_of, voters_at
from tests.operations.damages import DAMAGES, cut, flip, start_and_see


@pytest.fixture
def base(written_directory):
    return written_directory


def findings_of(place):
    return examination_of(place.configuration).findings()


def says(findings):
    """Return the outcome of a start that the findings predict, in the words of `Truth`."""
    worst = {each.severity for each in findings}
    if Severity.ERROR in worst:
        lost = {"vote-may-be-lost", "not-the-voter"}
        refused = [each for each in findings if each.severity is Severity.ERROR]
        return "loses" if all(each.id in lost for each in refused) else "stops"
    return "repairs" if Severity.WARNING in worst else "fine"


def contents(root):
    found = {}
    for path in sorted(root.rglob("*")):
        status = path.lstat()
        content = path.read_bytes() if path.is_file() else None
        found[str(path)] = (status.st_mode, status.st_mtime_ns, content)
    return found


@pytest.mark.parametrize("name", DAMAGES)
def test_examination_says_what_a_start_does(base, tmp_path, name):
    damage = DAMAGES[name]
    looked_at = base.copy_to(tmp_path / "looked-at")
    started = base.copy_to(tmp_path / "started")
    for place in (looked_at, started):
        damage.does(place)
    before = contents(looked_at.root)
    findings = findings_of(looked_at)
    assert contents(looked_at.root) == before
    truth = start_and_see(started, base)
    assert (says(findings), truth.outcome) == (damage.outcome, damage.outcome), (findings, truth)
    text = " ".join(each.text for each in findings)
    assert damage.names in text
    assert str(looked_at.root) in text or not findings
    for each in findings:
        assert each.remedy or each.severity is Severity.INFO
        assert each.text.endswith(".")


@pytest.mark.parametrize("name", [name for name in DAMAGES if " version " in name])
def test_file_of_a_later_release_is_not_called_damaged(base, tmp_path, name):
    place = base.copy_to(tmp_path)
    DAMAGES[name].does(place)
    findings = findings_of(place)
    assert {each.id for each in findings} == {"file-of-later-release"}, findings


def test_damage_cases_cover_every_outcome():
    assert len(DAMAGES) > 80
    assert {each.outcome for each in DAMAGES.values()} == {"stops", "loses", "repairs", "fine"}


def test_every_damaged_file_is_named_and_not_the_first_alone(base, tmp_path):
    place = base.copy_to(tmp_path)
    cut(place.log / "quorum-state", 9)
    flip(place.segment(1), 7)
    cut(place.spare / "meta.properties", 3)
    text = " ".join(each.text for each in findings_of(place))
    assert "quorum-state" in text
    assert f"{place.segment(1)} is damaged: the batch at byte 0" in text
    assert f"{place.spare}/meta.properties" in text


def test_a_snapshot_that_the_log_can_replace_may_be_moved_away(base, tmp_path):
    place = base.copy_to(tmp_path)
    flip(place.snapshots()[-1])
    (finding,) = findings_of(place)
    assert isinstance(finding, SnapshotDamaged)
    assert "byte" in finding.text
    place.snapshots()[-1].unlink()
    assert findings_of(place) == []


def test_an_old_snapshot_is_named_and_needs_nothing(base, tmp_path):
    place = base.copy_to(tmp_path)
    flip(place.snapshots()[0])
    (finding,) = findings_of(place)
    assert isinstance(finding, OldSnapshotDamaged)
    assert str(place.snapshots()[0]) in finding.text


# -- the voters of the file and those of the log ---------------------------------------------------


def findings_with_voters(values, *ids):
    static = ",".join(f"{node_id}@127.0.0.1:{9090 + node_id}" for node_id in ids)
    configuration = NodeConfiguration.of({**values, "controller.quorum.voters": static})
    return examination_of(configuration).findings()


@pytest.mark.parametrize(("ids", "listed"), [((1,), "1"), ((1, 2, 3), "1, 2 and 3")])
def test_list_of_the_file_is_ignored_where_the_log_has_voters(base, tmp_path, ids, listed):
    place = base.copy_to(tmp_path)
    before = contents(tmp_path)
    assert findings_with_voters(place.values, *ids) == [
        StaticVotersIgnored(node=1, listed=listed, voters="1")
    ]
    assert contents(tmp_path) == before


def test_list_of_the_file_is_in_force_where_the_log_has_no_voters(tmp_path):
    format_node(tmp_path, 1, None)
    assert findings_with_voters(properties_of(1, [9091], tmp_path), 1, 2, 3) == []


@pytest.mark.parametrize(
    ("level", "stored", "is_found"),
    [
        (0, (1, 2), True),
        (0, (1, 2, 4), True),
        (0, (3, 1, 2), False),
        (0, (), False),
        (1, (1, 2), False),
    ],
)
def test_list_of_the_file_is_compared_with_the_last_election(tmp_path, level, stored, is_found):
    format_node(tmp_path, 1, None)
    log = tmp_path / "node-1" / "__cluster_metadata-0"
    log.mkdir(exist_ok=True)
    ElectionFile(DiskFolder(log)).write(Election(3, 2, None), level, stored)
    findings = findings_with_voters(properties_of(1, [9091], tmp_path), 1, 2, 3)
    changed = StaticVotersChanged(path=str(log), listed="1, 2 and 3", voters=in_words(stored))
    found = [each for each in findings if isinstance(each, StaticVotersChanged)]
    assert found == ([changed] if is_found else [])


# -- a directory that a process has open -----------------------------------------------------------


def running(base, tmp_path, story):
    place = base.copy_to(tmp_path)

    async def live():
        controller = Controller()
        async with RaftNode(place.configuration, controller, controller) as node:
            await node.until(lambda: controller.is_active)
            await story(place, node)

    asyncio.run(asyncio.wait_for(live(), 90))


def test_a_directory_that_is_written_to_has_no_damage(base, tmp_path):
    async def story(place, node):
        examined = examination_of(place.configuration)
        for _ in range(8):
            end = node.replica.applied.offset
            assert await asyncio.to_thread(examined.findings) == []
            node.replica.request_snapshot()
            await node.until(lambda end=end: node.replica.applied.offset > end + 3)
        assert examined.holder == os.getpid()

    running(base, tmp_path, story)


def test_damage_of_a_directory_in_use_is_still_found(base, tmp_path):
    async def story(place, node):
        flip(place.segment(0), 7)
        findings = await asyncio.to_thread(findings_of, place)
        assert any("begins at offset" in each.text for each in findings)
        flip(place.segment(0), 7)

    running(base, tmp_path, story)


def test_finding_seen_once_is_ignored_while_a_process_runs(base, tmp_path, monkeypatch):
    place = base.copy_to(tmp_path)
    whole = place.segment(-1).read_bytes()
    cut(place.segment(-1), -10)  # as a reader can see it while a batch is written
    lock = lock_file(place.data / ".lock")

    def pause(_):
        place.segment(-1).write_bytes(whole)

    monkeypatch.setattr(examination.time, "sleep", pause)
    assert findings_of(place) == []
    lock.release()
    cut(place.segment(-1), -10)
    assert findings_of(place) != []


def test_the_listener_of_the_node_is_asked(base, tmp_path):
    place = base.copy_to(tmp_path)
    examined = examination_of(place.configuration)
    taken = OSError(errno.EADDRINUSE, "in use")
    assert examined.of_listener("h:1", lambda: None, lambda: None) == []
    assert examined.of_listener("h:1", lambda: taken, lambda: None) == [
        OwnListenerTaken(path=str(place.data), listener="h:1")
    ]
    lock = lock_file(place.data / ".lock")
    (in_use,) = examined.of_listener("h:1", lambda: taken, lambda: None)
    (silent,) = examined.of_listener("h:1", lambda: taken, lambda: "timed out")
    lock.release()
    assert isinstance(in_use, DirectoryInUse)
    assert isinstance(silent, OwnListenerSilent)
    assert str(os.getpid()) in in_use.text
    assert silent.text.endswith("does not answer: timed out.")


def test_a_lock_is_seen_and_not_taken(tmp_path):
    path = tmp_path / ".lock"
    assert lock_holder(path) is None
    path.touch()
    assert lock_holder(path) is None
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        lock_file(path)
        os.read(reader, 1)
        os._exit(0)
    try:
        while lock_holder(path) is None:
            os.sched_yield()
        assert lock_holder(path) == child
        assert lock_file(path) is None
    finally:
        os.write(writer, b"x")
        os.waitpid(child, 0)
    assert lock_holder(path) is None


# -- the folder that keeps changes in memory -------------------------------------------------------


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "a").write_bytes(b"abcdef")
    (tmp_path / "b").write_bytes(b"b")
    return ReadOnlyFolder(tmp_path)


def read(folder, name):
    file = folder.open_to_read(name)
    try:
        return file.read(0, 100)
    finally:
        file.close()


def test_changes_are_seen_here_and_not_on_disk(folder, tmp_path):
    before = contents(tmp_path)
    made = folder.create("c")
    made.write(0, (b"new",))
    folder.rename("a", "d")
    folder.rename("c", "a")
    folder.remove("b")
    assert folder.names() == ["a", "d"]
    assert (read(folder, "a"), read(folder, "d")) == (b"new", b"abcdef")
    with pytest.raises(FileNotFoundError):
        folder.open("b")
    emptied = folder.create("d")
    assert (emptied.size(), read(folder, "d")) == (0, b"")
    folder.folder("e").create("f")
    assert contents(tmp_path) == before


def test_a_cut_file_is_shorter_for_all_who_read_it_here(folder, tmp_path):
    file = folder.open("a")
    file.truncate(2)
    file.write(0, (b"a", b"b"))
    assert (file.size(), file.read(0, 9), file.read(5, 9)) == (2, b"ab", b"")
    with pytest.raises(OSError, match="Read-only"):
        file.write(0, (b"x",))
    file.close()
    assert read(folder, "a") == b"ab"
    assert (tmp_path / "a").read_bytes() == b"abcdef"


def test_examined_folder_raises_the_errors_of_a_disk_folder(folder, tmp_path):
    (tmp_path / "d").mkdir()
    for refused in (folder.create, folder.lock, lambda name: folder.rename("a", name)):
        with pytest.raises(IsADirectoryError):
            refused("d")
    with pytest.raises(FileExistsError):
        folder.folder("a")
    assert isinstance(DiskFolder(tmp_path).folder("d"), DiskFolder)


@pytest.mark.parametrize("damage", ["election and mark missing", "epochs damaged"])
def test_the_sentences_of_a_start_and_of_its_examination_are_the_same(base, tmp_path, damage):
    looked_at = base.copy_to(tmp_path / "looked-at")
    DAMAGES[damage].does(looked_at)
    (finding,) = findings_of(looked_at)
    text = finding.fault if isinstance(finding, VoteMayBeLost) else finding.note
    assert isinstance(finding, VoteMayBeLost | StartRepairs)
    truth = start_and_see(looked_at, base)
    assert any(text in line for line in truth.lines)


def test_directory_of_another_voter_never_leads_to_the_removal_of_a_healthy_one(tmp_path):
    """Its node id was edited: the entry of that id in the log belongs to a voter that runs."""
    format_node(tmp_path, 3, voters_at([9091, 9092, 9093]))
    (tmp_path / "node-3").chmod(0o700)
    meta = tmp_path / "node-3" / "meta.properties"
    meta.write_text(meta.read_text().replace("node.id=3", "node.id=1"))
    (finding,) = examined_directory(str(tmp_path / "node-3"))
    assert finding == OfAnotherVoter(path=str(tmp_path / "node-3"), node=1, voter=3)
    assert not finding.command_for("c1:9093")


def test_a_loss_that_the_configuration_accepts_is_not_reported_as_missing(base, tmp_path):
    place = base.copy_to(tmp_path / "place")
    (place.log / "quorum-state").unlink()
    cut(place.segment(-1), 100)
    values = {**place.values, "kraft.accepted.loss": "quorum-state"}
    found = examination_of(NodeConfiguration.of(values)).findings()
    ways_out = [each.way_out for each in found if isinstance(each, RecordsMissing)]
    assert ways_out
    assert all("kraft.accepted.loss=quorum-state," in each for each in ways_out)

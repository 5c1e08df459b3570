"""quorum-state: Kafka's line, our seal, and every refusal."""

from __future__ import annotations

import json

import pytest

from kraft_core.raft.consensus.values import Election, ReplicaKey
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.election_file import NAME, ElectionFile, encoded
from kraft_core.raft.storage.errors import DamagedFileError, LogFailedError, UnknownVersionError
from kraft_core.raft.storage.memory_files import MemoryDisk
from tests.storage.content import content_of, put
from tests.support import kafka_files

DIRECTORY = bytes.fromhex("27c6803dc7cb42dd9baacd494ffacc81")
VERSION_0 = (
    '{"clusterId":"","leaderId":1,"leaderEpoch":2,"votedId":-1,"appliedOffset":0,'
    '"currentVoters":[{"voterId":1},{"voterId":2}],"data_version":0}'
)
VERSION_1 = (
    '{"leaderId":-1,"leaderEpoch":2,"votedId":1,"votedDirectoryId":"J8aAPcfLQt2bqs1JT_rMgQ",'
    '"data_version":1}'
)
FILES = sorted(kafka_files.ROOT.glob(f"*/*/*/*/{NAME}"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: "-".join(path.parts[-5:-2]))
def test_election_file_of_kafka_is_read_and_written_identically(path):
    file = ElectionFile(DiskFolder(path.parent))
    election = file.read()
    assert election is not None
    assert file.is_foreign()
    version = json.loads(path.read_text())["data_version"]
    voter_ids = [each["voterId"] for each in json.loads(path.read_text()).get("currentVoters", ())]
    assert encoded(election, version, voter_ids) == path.read_text()
    assert file.static_voter_ids() == tuple(sorted(voter_ids))


def test_enough_files_are_recorded():
    assert len(FILES) > 10


def test_both_versions_are_written_and_read():
    assert encoded(Election(2, 1), 0, (1, 2)) == VERSION_0
    voted = Election(2, None, ReplicaKey(1, DIRECTORY))
    assert encoded(voted, 1, ()) == VERSION_1
    assert encoded(voted, 2, ()) == VERSION_1  # a level of kraft.version that may come
    disk = MemoryDisk()
    file = ElectionFile(disk.root)
    assert file.read() is None
    assert not file.is_foreign()
    for level in (0, 1):
        file.write(voted, level, (1, 2, 3))
        disk.power_loss()
        assert file.read() == (voted if level else Election(2, None, ReplicaKey(1)))
        assert not file.is_foreign()
    for election in (Election(0), Election(7, 3), Election(7, 3, ReplicaKey(2, DIRECTORY))):
        file.write(election, 1, ())
        assert file.read() == election


def test_the_first_line_is_kafkas_and_json_readers_skip_the_seal():
    disk = MemoryDisk()
    ElectionFile(disk.root).write(Election(2, 1), 0, (1, 2))
    text = content_of(disk.root, NAME).decode()
    assert text.split("\n")[0] == VERSION_0
    assert json.loads(text) == json.loads(VERSION_0)


@pytest.mark.parametrize(
    "content", [VERSION_0, VERSION_0 + "\n", VERSION_0 + "\n" + " " * 32 + "\n"]
)
def test_a_file_without_the_right_seal_was_written_by_another_program(content):
    disk = MemoryDisk()
    put(disk.root, NAME, content.encode())
    assert ElectionFile(disk.root).is_foreign()


def test_a_sealed_file_that_was_edited_was_written_by_another_program():
    disk = MemoryDisk()
    file = ElectionFile(disk.root)
    file.write(Election(2, 1), 1, ())
    content = content_of(disk.root, NAME)
    assert not file.is_foreign()
    put(disk.root, NAME, content.replace(b'"leaderEpoch":2', b'"leaderEpoch":3'))
    assert file.is_foreign()
    assert file.read() == Election(3, 1)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"data_version":1', '"data_version":2.5'),
        ('"data_version":1', '"data_version":-1'),
        ('"data_version":1', '"data_version":true'),
        ('"data_version":1', '"data_version":"1"'),
        (',"data_version":1', ""),
        ('"leaderId":-1,', ""),
        ('"leaderId":-1', '"leaderId":-2'),
        ('"leaderId":-1', '"leaderId":2147483648'),
        ('"leaderId":-1', '"leaderId":1.5'),
        ('"leaderId":-1', '"leaderId":"1"'),
        ('"leaderId":-1', '"leaderId":null'),
        ('"leaderEpoch":2', '"leaderEpoch":-1'),
        ('"leaderEpoch":2', '"leaderEpoch":2,"leaderEpoch":3'),
        ('"votedId":1,', ""),
        ('"J8aAPcfLQt2bqs1JT_rMgQ"', '"J8aAPcfLQt2bqs1JT_rMg"'),
        ('"J8aAPcfLQt2bqs1JT_rMgQ"', '"J8aAPcfLQt2bqs1JT_rM*Q"'),
        ('"J8aAPcfLQt2bqs1JT_rMgQ"', "5"),
        (',"votedDirectoryId":"J8aAPcfLQt2bqs1JT_rMgQ"', ""),
        (VERSION_1, ""),
        (VERSION_1, "[]"),
        (VERSION_1, "{" * 100_000),
        (VERSION_1, "[" * 100_000),
        (VERSION_1, '{"leaderId":' + "9" * 10_000 + "}"),
        (VERSION_1, "\n" + VERSION_1),
    ],
)
def test_damaged_quorum_state_is_refused(old, new):
    disk = MemoryDisk("d")
    put(disk.root, NAME, VERSION_1.replace(old, new).encode())
    with pytest.raises(DamagedFileError, match="d/quorum-state is damaged"):
        ElectionFile(disk.root).read()


def test_version_of_a_later_release_is_not_damage():
    disk = MemoryDisk("d")
    put(disk.root, NAME, VERSION_1.replace(":1}", ":2}").encode())
    with pytest.raises(UnknownVersionError, match="has version 2, but 0 and 1 are supported"):
        ElectionFile(disk.root).read()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"clusterId":"",', ""),
        ('"clusterId":""', '"clusterId":3'),
        ('"appliedOffset":0,', ""),
        ('"currentVoters":[{"voterId":1},{"voterId":2}],', ""),
        ('[{"voterId":1},{"voterId":2}]', "5"),
        ('[{"voterId":1},{"voterId":2}]', "[1]"),
        ('[{"voterId":1},{"voterId":2}]', "[{}]"),
    ],
)
def test_refusals_of_version_0(old, new):
    disk = MemoryDisk()
    put(disk.root, NAME, VERSION_0.replace(old, new).encode())
    with pytest.raises(DamagedFileError):
        ElectionFile(disk.root).read()


def test_version_0_without_voters_is_read():
    disk = MemoryDisk()
    content = VERSION_0.replace('[{"voterId":1},{"voterId":2}]', "null")
    put(disk.root, NAME, content.encode())
    assert ElectionFile(disk.root).read() == Election(2, 1)
    assert ElectionFile(disk.root).static_voter_ids() == ()


def test_static_voters_are_those_of_version_0():
    file = ElectionFile(MemoryDisk().root)
    assert file.static_voter_ids() == ()
    file.write(Election(2, 1), 0, (3, 1, 2))
    assert file.static_voter_ids() == (1, 2, 3)
    file.write(Election(2, 1), 1, (3, 1, 2))
    assert file.static_voter_ids() == ()


@pytest.mark.parametrize("kind", ["create", "write", "sync", "rename", "folder_sync"])
def test_a_write_that_failed_is_never_tried_again(kind):
    disk = MemoryDisk()
    file = ElectionFile(disk.root)
    file.write(Election(1, 1), 1, ())

    def fail(now, _):
        if now == kind:
            raise OSError(5, "Input/output error")

    disk.before = fail
    with pytest.raises(OSError, match="Input/output error"):
        file.write(Election(2, None), 1, ())
    disk.before = None
    with pytest.raises(LogFailedError, match="could not be written earlier"):
        file.write(Election(2, None), 1, ())
    disk.power_loss()
    assert ElectionFile(disk.root).read() == Election(1, 1)

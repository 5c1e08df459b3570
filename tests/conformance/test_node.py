"""Directories that `kraft storage` formats, and a running node of ours beside real controllers."""

from __future__ import annotations

import subprocess
import sys

import pytest

from kraft_wire.messages import RegisterControllerRecord
from kraft_wire.records import RecordBatch, iter_batches
from kraft_wire.records.metadata_frame import MetadataRecord, decode_or_keep_metadata_record
from tests.conformance import kafka, quorum
from tests.conformance.quorum import Controller, running_quorum, wait_until
from tests.conformance.releases import metadata_version
from tests.node.cluster import NodeProcess
from tests.support.ports import free_ports

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(300)]

RELEASE = "4.3.1"
CLUSTER_ID = "AAAAAAAAAAAAAAAAAAAAAg"
OWN_ID = 9


def kraft(*arguments) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kraft_core.cli", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def kafka_storage(*arguments) -> subprocess.CompletedProcess[str]:
    return kafka.tool(RELEASE, "kafka-storage", *map(str, arguments))


def write_properties(path, folder, port, **more) -> None:
    values = {
        "process.roles": "controller",
        "node.id": "1",
        "listeners": f"CONTROLLER://127.0.0.1:{port}",
        "controller.listener.names": "CONTROLLER",
        "controller.quorum.bootstrap.servers": f"127.0.0.1:{port}",
        "log.dirs": str(folder),
    } | more
    path.write_text("".join(f"{key}={value}\n" for key, value in values.items()))


CASES = {
    "standalone": (["--standalone"], {}),
    "no initial controllers": (["-N"], {}),
    "not among the first": (["-I", "2@localhost:9093:J8aAPcfLQt2bqs1JT_rMgQ"], {}),
    "older release": (["-s", "-r", "3.9", "-f", "group.version=0"], {}),
    "scram": (
        ["-s", "-S", 'SCRAM-SHA-256=[name=a,salt="N3E=",iterations=5000,password=secret]'],
        {},
    ),
    "scram 512": (["-s", "-S", 'SCRAM-SHA-512=[name=a,salt="N3E=",saltedpassword="YCE="]'], {}),
    "static": ([], {"controller.quorum.voters": "1@127.0.0.1:19000"}),
    "static and standalone": (["-s"], {"controller.quorum.voters": "1@127.0.0.1:19000"}),
    "no flag": ([], {}),
    "unknown feature": (["-s", "-f", "x.version=1"], {}),
    "level 0 of a dynamic quorum": (["-s", "-f", "kraft.version=0"], {}),
    "unknown release": (["-s", "-r", "9"], {}),
    "both": (["-s", "-r", "4.1", "-f", "metadata.version=20"], {}),
    "scram without name": (["-s", "-S", "SCRAM-SHA-256=[password=x]"], {}),
    "scram iterations": (["-s", "-S", "SCRAM-SHA-256=[name=a,password=x,iterations=1]"], {}),
}

WITH_INFO = ("standalone",)


@pytest.mark.parametrize("name", CASES)
def test_formatting_says_and_writes_what_kafkas_tool_does(tmp_path, name):
    flags, more = CASES[name]
    answers, trees = [], []
    for program in (kafka_storage, kraft):
        folder, config = tmp_path / "data", tmp_path / "controller.properties"
        write_properties(config, folder, 19093, **more)
        first = ["storage"] if program is kraft else []
        done = program(*first, "format", "-t", CLUSTER_ID, "-c", config, *flags)
        answers.append((done.returncode, done.stdout, done.stderr.removeprefix("kraft: ")))
        trees.append(sorted(str(each.relative_to(tmp_path)) for each in folder.rglob("*")))
        if folder.exists():
            if name in WITH_INFO:
                info = program(*first, "info", "-c", config)
                known = (folder / "meta.properties").read_text().split("directory.id=")[1][:22]
                answers.append((info.returncode, info.stdout.replace(known, "ID"), info.stderr))
            folder.rename(tmp_path / program.__name__)
    half = len(answers) // 2
    assert answers[:half] == answers[half:]
    assert trees[0] == trees[1]


@pytest.mark.interop("tools")
def test_kafka_starts_on_what_ours_formats(tmp_path, release):
    (port,) = free_ports(1)
    level = metadata_version(release)
    controller = Controller(release, 1, port, tmp_path)
    write_properties(controller.properties, controller.folder, port)
    wanted = ("-s", "-t", CLUSTER_ID, "-r", level, "-c", controller.properties)
    done = kraft("storage", "format", *wanted)
    assert done.returncode == 0, done.stderr
    try:
        controller.start()
        wait_until(controller.led_epochs, "a leader")
        features = kafka.tool(
            release, "kafka-features", "--bootstrap-controller", controller.endpoint, "describe"
        )
        (line,) = (each for each in features.stdout.splitlines() if "metadata.version" in each)
        assert line.split("FinalizedVersionLevel:")[1].split()[0] == level
    finally:
        controller.stop()


class Ours(NodeProcess):
    """A node of ours in a Java quorum, formatted by ours."""

    def __init__(self, root, cluster_id, bootstrap, **more):
        (self.port,) = free_ports(1)
        super().__init__(root, {"node.id": str(OWN_ID)})
        values = {"node.id": str(OWN_ID), "controller.quorum.bootstrap.servers": bootstrap}
        write_properties(self.properties, self.folder, self.port, **values, **more)
        done = kraft("storage", "format", "-N", "-t", cluster_id, "-c", self.properties)
        assert done.returncode == 0, done.stderr

    @property
    def directory_id(self) -> str:
        text = (self.folder / "meta.properties").read_text()
        return text.split("directory.id=")[1][:22]


def segment(controller) -> bytes:
    return (controller.metadata_folder / f"{0:020d}.log").read_bytes()


def registered_in(log: bytes) -> set[int]:
    """The controllers that a log has registrations of."""
    records = [
        decode_or_keep_metadata_record(bytes(record.value))
        for batch in iter_batches(log)
        if isinstance(batch, RecordBatch) and not batch.is_control
        for record in batch.records()
    ]
    messages = [each.message for each in records if isinstance(each, MetadataRecord)]
    kind = RegisterControllerRecord
    return {each.controller_id for each in messages if isinstance(each, kind)}


def row_of(described: str, node_id: int) -> list[str]:
    rows = [line.split() for line in described.splitlines()]
    found = [row for row in rows if row and row[0] == str(node_id)]
    return found[0] if found else []


@pytest.mark.interop("voter")
def test_a_node_of_ours_observes_joins_and_holds_a_quorum_of_kafkas(tmp_path, release):
    with running_quorum(release, 2, tmp_path / "java") as java:
        ours = Ours(tmp_path, java.cluster_id, java.bootstrap)
        try:
            ours.start()
            leader = java.leader()
            want = len(segment(leader))
            wait_until(lambda: len(ours.segment()) > want, "the observer catches up")
            copied = ours.segment()
            assert segment(leader)[: len(copied)] == copied
            row = row_of(java.describe_replication(), OWN_ID)
            assert row[1] == ours.directory_id
            assert int(row[3]) <= 2
            assert row[-1] == "Observer"
            wait_until(lambda: OWN_ID in registered_in(ours.segment()), "it is registered")
            _join(java, ours)
            follower = next(each for each in java.controllers if each is not leader)
            follower.kill()
            before = len(ours.segment())
            wait_until(lambda: len(ours.segment()) > before + 1000, "commits go on through ours")
            copied = ours.segment()
            assert segment(leader)[: len(copied)] == copied
            assert max(leader.led_epochs()) == max(java.leader().led_epochs())
            follower.start()
            assert ours.stop() == 0
        finally:
            ours.kill()


def _join(java: quorum.Quorum, ours: Ours) -> None:
    """Make ours a voter with Kafka's own tool."""
    done = kafka.tool(
        java.version,
        "kafka-metadata-quorum",
        *("--bootstrap-controller", java.bootstrap, "--command-config", str(ours.properties)),
        "add-controller",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert row_of(java.describe_replication(), OWN_ID)[-1] == "Follower"


@pytest.mark.interop("observer")
def test_an_observer_copies_snapshots_and_begins_with_one(tmp_path, release):
    rule = "metadata.log.max.record.bytes.between.snapshots"
    with running_quorum(release, 1, tmp_path / "java", [f"{rule}=300"]) as java:
        (leader,) = java.controllers
        ours = Ours(tmp_path, java.cluster_id, java.bootstrap, **{rule: "1000"})
        folder = ours.folder / "__cluster_metadata-0"

        def shared() -> list[bytes]:
            """The snapshots that both have."""
            names = {each.name for each in folder.glob("*.checkpoint")}
            return [
                each.read_bytes()
                for each in leader.metadata_folder.glob("*.checkpoint")
                if each.name in names
            ]

        try:
            wait_until(lambda: len(list(leader.metadata_folder.glob("*.checkpoint"))) > 2, "one")
            ours.start()
            installed = wait_until(shared, "it begins with a snapshot")
            wait_until(lambda: len(shared()) > len(installed), "it copies a snapshot")
            for name in folder.glob("*.checkpoint"):
                theirs = leader.metadata_folder / name.name
                assert theirs.read_bytes() == name.read_bytes()
            assert ours.stop() == 0
        finally:
            ours.kill()


class InPlaceOf(NodeProcess):
    """A node of ours on the directory and the properties of a Java controller."""

    def __init__(self, controller: Controller) -> None:
        super().__init__(controller.folder.parent, {"node.id": str(controller.node_id)})
        self.output = self.output.with_suffix(".ours.txt")

    def write_properties(self) -> None:
        """They are there already."""


@pytest.mark.interop("directories")
def test_ours_takes_the_place_of_a_controller_and_gives_it_back(tmp_path, release):
    with running_quorum(release, 2, tmp_path / "java") as java:
        leader = java.leader()
        other = next(each for each in java.controllers if each is not leader)
        other.stop()
        ours = InPlaceOf(other)
        try:
            for _ in range(2):
                ours.start()
                _commits_go_on(leader, other)
                assert ours.stop() == 0
            ours.start()
            assert ours.kill() == -9
        finally:
            ours.kill()
        other.start()
        _commits_go_on(leader, other)
        assert "broker.session.timeout.ms" in ours.said()


def _commits_go_on(leader: Controller, other: Controller) -> None:
    """Both voters are needed for it."""
    before = len(segment(leader))
    wait_until(lambda: len(segment(leader)) > before + 500, "commits go on")
    wait_until(lambda: len(segment(other)) > before, "they are replicated")
    copied = segment(other)
    assert segment(leader)[: len(copied)] == copied

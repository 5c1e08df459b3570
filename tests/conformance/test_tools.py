"""Kafka's own command line tools, and ours, on a quorum that has no JVM in it, and on its files."""

from __future__ import annotations

import contextlib
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from kraft_core.raft.storage.meta_properties import encode_id, new_directory_id
from kraft_wire.messages import RegisterControllerRecord
from tests.conformance import kafka
from tests.conformance.mixed import registered_in
from tests.conformance.ours import (
    OWN_ID,
    Ours,
    ask_quorum,
    catch_up,
    kraft,
    records_of,
    snapshots_of,
)
from tests.conformance.releases import metadata_version, number
from tests.conformance.steady_text import steady
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.kafka,
    pytest.mark.timeout(600),
    pytest.mark.interop("tools"),
]

SNAPSHOTS = {"metadata.log.max.record.bytes.between.snapshots": "600"}


class Trio:
    """Three nodes of ours, at a metadata.version that the release knows, and both sets of tools."""

    def __init__(self, release: str, root: Path) -> None:
        self.release = release
        self.root = root
        self.cluster_id = encode_id(new_directory_id())
        ports = free_ports(3)
        self.bootstrap = ",".join(f"127.0.0.1:{port}" for port in ports)
        self.nodes = [
            Ours(root, self.bootstrap, node_id, port=port, **SNAPSHOTS)
            for node_id, port in enumerate(ports, 1)
        ]
        self.directory_ids = [encode_id(new_directory_id()) for _ in ports]
        voters = ",".join(
            f"{each.node_id}@{each.endpoint}:{directory_id}"
            for each, directory_id in zip(self.nodes, self.directory_ids, strict=True)
        )
        for each in self.nodes:
            each.format(self.cluster_id, "-I", voters, "-r", metadata_version(release))

    def start(self) -> None:
        """Start them, until all have registered: that is how the tools find nodes."""
        with ThreadPoolExecutor() as at_once:
            list(at_once.map(lambda each: each.start(), self.nodes))
        wait_until(lambda: registered_in(self.nodes[0]) >= {1, 2, 3}, "all have registered")

    def kill(self) -> None:
        """End them."""
        for each in self.nodes:
            each.kill()

    def theirs(self, name: str, *arguments: str) -> str:
        """What the release's tool prints; its standard error and 1 where it refuses."""
        where = (*arguments[:1], "--bootstrap-controller", self.bootstrap, *arguments[1:])
        if name != "cluster":
            where = ("--bootstrap-controller", self.bootstrap, *arguments)
        done = kafka.tool(self.release, f"kafka-{name}", *where)
        assert done.returncode in (0, 1)
        return done.stdout if done.returncode == 0 else f"1: {done.stdout}{done.stderr}"

    def ours(self, name: str, *arguments: str) -> str:
        """The same of our command."""
        where = (*arguments[:1], "--bootstrap-controller", self.bootstrap, *arguments[1:])
        if name != "cluster":
            where = ("--bootstrap-controller", self.bootstrap, *arguments)
        done = kraft(name, *where)
        assert done.returncode in (0, 1)
        return done.stdout if done.returncode == 0 else f"1: {done.stdout}{done.stderr}"


@pytest.fixture(scope="module")
def trio(release, tmp_path_factory):
    """What a test changes, it changes back."""
    made = Trio(release, tmp_path_factory.mktemp("trio"))
    try:
        made.start()
        yield made
    finally:
        made.kill()


def test_kafka_and_kraft_describe_the_quorum_equally(trio):
    described = {}
    for options in (("--status",), ("--replication",), ("--replication", "--human-readable")):
        told = trio.theirs("metadata-quorum", "describe", *options)
        assert steady(trio.ours("metadata-quorum", "describe", *options)) == steady(told)
        assert all(each in told for each in trio.directory_ids)
        described[options] = told
    status = described[("--status",)]
    assert re.search(rf"^ClusterId: +{trio.cluster_id}$", status, re.MULTILINE)
    assert re.search(r"^LeaderId: +[123]$", status, re.MULTILINE)
    assert all(f'"CONTROLLER://{each.endpoint}"' in status for each in trio.nodes)


def test_add_and_remove_a_controller(trio):
    new = Ours(trio.root, trio.bootstrap)
    new.format(trio.cluster_id)
    add = ("--command-config", str(new.properties), "add-controller")
    key = ("--controller-id", str(OWN_ID), "--controller-directory-id", new.directory_id)
    remove = ("remove-controller", *key)
    told = f"controller {OWN_ID} with directory id {new.directory_id}"
    try:
        new.start()
        catch_up(new, trio.nodes[0])
        for one, other in ((trio.theirs, trio.ours), (trio.ours, trio.theirs)):
            assert f"Added {told} and" in one("metadata-quorum", *add)
            assert _voters(trio) == {1, 2, 3, OWN_ID}
            assert f"Removed  KRaft {told}" in other("metadata-quorum", *remove)
            assert _voters(trio) == {1, 2, 3}
            catch_up(new, trio.nodes[0])
        assert "VoterNotFoundException" in trio.theirs("metadata-quorum", *remove)
        again = ("remove-controller", "--controller-id", "1", *key[2:])
        assert "VoterNotFoundException" in trio.theirs("metadata-quorum", *again)
        assert new.stop() == 0
    finally:
        new.kill()


def _voters(trio: Trio) -> set[int]:
    described = ask_quorum(*trio.bootstrap.split(","))
    assert described is not None
    return {each.replica_id for each in described.partition.current_voters}


def levels(described: str) -> dict[str, str]:
    """The finalized level of each feature that `describe` lists."""
    return dict(re.findall(r"Feature: (\S+).*FinalizedVersionLevel: (\S+)", described))


def test_kafka_tool_changes_feature_levels_of_kraft(trio):
    described = levels(trio.theirs("features", "describe"))
    assert described == levels(trio.ours("features", "describe"))
    assert described["metadata.version"] == metadata_version(trio.release)
    assert described["kraft.version"] == "1"
    assert described["group.version"] in ("0", "1")
    back = described["group.version"]
    changes = [("upgrade", "1"), ("downgrade", "0"), ("upgrade", "1")]
    for change, level in changes:
        told = trio.theirs("features", change, "--feature", f"group.version={level}")
        assert told == f"group.version was {change}d to {level}.\n"
        assert levels(trio.ours("features", "describe"))["group.version"] == level
    told = trio.ours("features", "downgrade", "--feature", f"group.version={back}")
    assert told.startswith("group.version was ")
    refused = trio.theirs("features", "upgrade", "--feature", "group.version=7")
    assert refused.startswith("1: Could not upgrade group.version to 7.")
    assert levels(trio.theirs("features", "describe")) == described


def test_kafka_and_kraft_describe_the_cluster_equally(trio):
    told = trio.theirs("cluster", "cluster-id")
    assert told == trio.ours("cluster", "cluster-id") == f"Cluster ID: {trio.cluster_id}\n"
    listed = trio.ours("cluster", "list-endpoints")
    rows = [line.split()[:3] for line in listed.splitlines()]
    ends = [[str(each.node_id), "127.0.0.1", str(each.port)] for each in trio.nodes]
    assert rows[1:4] == ends
    if number(trio.release) >= (4, 0):  # older tools ask no controller for them
        assert trio.theirs("cluster", "list-endpoints") == listed
    if number(trio.release) >= (4, 1):  # nor did they ask one for that
        unknown = trio.theirs("cluster", "unregister", "--id", "77")
        assert "BrokerIdNotRegisteredException" in unknown
    assert trio.ours("cluster", "unregister", "--id", "77").startswith("1: kraft: ")
    told = "The target cluster does not support the controller unregistration API.\n"
    if number(trio.release) >= (4, 4):  # its default level has it
        told = "1: kraft: Controller ID 77 is not currently registered.\n"
    assert trio.ours("cluster", "unregister-controller", "--id", "77") == told


def snapshot_with_all(node: Ours) -> tuple[str, bytes] | None:
    """The newest snapshot, if all have registered before it was written."""
    name, content = max(snapshots_of(node).items(), default=("", b""))
    found = [each for each in records_of(content) if isinstance(each, RegisterControllerRecord)]
    return (name, content) if {each.controller_id for each in found} >= {1, 2, 3} else None


def shell_of(release: str, *arguments: str) -> subprocess.CompletedProcess[str] | None:
    """Run Kafka's shell on a file; None if it hangs at its start, once in some 30 runs."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        return kafka.tool(release, "kafka-metadata-shell", *arguments, timeout_s=50)
    return None


def test_kafka_dumps_log_and_snapshot_of_kraft(trio, tmp_path):
    node = trio.nodes[0]
    folder = tmp_path / "__cluster_metadata-0"
    folder.mkdir()
    name, content = wait_until(lambda: snapshot_with_all(node), "a snapshot with all controllers")
    (folder / name).write_bytes(content)
    (log,) = node.metadata_folder.glob("*.log")
    (folder / log.name).write_bytes(log.read_bytes())
    files = ("--cluster-metadata-decoder", "--files", f"{folder / log.name},{folder / name}")
    theirs = kafka.tool(trio.release, "kafka-dump-log", *files)
    assert theirs.returncode == 0, theirs.stderr
    for text in (
        "REGISTER_CONTROLLER_RECORD",
        "FEATURE_LEVEL_RECORD",
        "KRaftVoters",
        "isvalid: true",
    ):
        assert text in theirs.stdout
    if number(trio.release) >= (4, 3):
        assert kraft("dump-log", *files).stdout == theirs.stdout
    command = ("--snapshot", str(folder / name), "cat", "/image/cluster/controllers/1")
    shell = wait_until(lambda: shell_of(trio.release, *command), "an end of the shell")
    assert shell.returncode == 0, shell.stderr
    assert str(trio.nodes[0].port) in shell.stdout

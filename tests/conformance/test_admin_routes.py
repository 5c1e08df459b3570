"""Our commands where Kafka's way is another: over a broker, and on a quorum of static voters."""

from __future__ import annotations

import pytest

from kraft_core.config import feature_levels
from tests.conformance import kafka
from tests.conformance.ours import OWN_ID, Ours, ask_quorum, catch_up, kraft
from tests.conformance.quorum import PATIENT, Controller, Quorum
from tests.conformance.steady_text import steady
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

pytestmark = [
    pytest.mark.kafka,
    pytest.mark.timeout(600),
    pytest.mark.interop("tools"),
]


def test_voters_are_added_and_removed_over_a_broker(tmp_path, release):
    with Quorum(release, 1, tmp_path, PATIENT) as java:
        (node,) = java.controllers
        broker = node.serve_clients()
        java.start()
        ours = Ours(tmp_path, java.bootstrap, **dict(each.split("=") for each in PATIENT))
        ours.format(java.cluster_id)
        where = ("--bootstrap-server", broker)
        add = (*where, "--command-config", str(ours.properties), "add-controller")
        key = ("--controller-id", str(OWN_ID), "--controller-directory-id", ours.directory_id)
        remove = (*where, "remove-controller", *key)
        told = f"controller {OWN_ID} with directory id {ours.directory_id}"
        try:
            ours.start()
            catch_up(ours, java.leader())
            for one, other in ((_theirs, _ours), (_ours, _theirs)):
                assert one(release, *add).startswith(f"Added {told} and endpoints: ")
                assert _voters(java) == {1, OWN_ID}
                assert other(release, *remove) == f"Removed  KRaft {told}\n"
                assert _voters(java) == {1}
                catch_up(ours, java.leader())
            assert ours.stop() == 0
        finally:
            ours.kill()


def _ours(release: str, *arguments: str) -> str:
    done = kraft("metadata-quorum", *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def _theirs(release: str, *arguments: str) -> str:
    done = kafka.tool(release, "kafka-metadata-quorum", *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _voters(java: Quorum) -> set[int]:
    described = wait_until(lambda: ask_quorum(java.bootstrap), "the leader describes the quorum")
    return {each.replica_id for each in described.partition.current_voters}


def test_a_quorum_of_static_voters(tmp_path, release):
    node = Controller(release, 1, free_ports(1)[0], tmp_path)
    node.write_static_properties()
    node.prepare("AAAAAAAAAAAAAAAAAAAAAg")
    stranger = Ours(tmp_path, node.endpoint)
    stranger.format("AAAAAAAAAAAAAAAAAAAAAg")
    where = ("--bootstrap-controller", node.endpoint)
    asked = [
        ("metadata-quorum", *where, "describe", "--status"),
        ("metadata-quorum", *where, "describe", "--replication"),
        ("metadata-quorum", *where, "--command-config", stranger.properties, "add-controller"),
        ("features", *where, "describe"),
        ("features", *where, "upgrade", "--feature", "kraft.version=1", "--dry-run"),
        ("cluster", "cluster-id", *where),
    ]
    try:
        node.start()
        wait_until(node.led_epochs, "it leads")
        answered = ("cluster", "list-endpoints", *where)
        wait_until(lambda: " controller" in kraft(*answered).stdout, "it is registered")
        answers = [_same(*each) for each in asked]
    finally:
        node.kill()
    assert [code for code, _ in answers] == [0, 0, 1, 0, 0, 0]


def _same(name: str, *arguments: object) -> tuple[int, str]:
    """What both print; the exit code is the same too."""
    mine = kraft(name, *arguments)
    # levels have the names that the newest release knows
    release = feature_levels.RELEASE if name == "features" else kafka.TOOLS_RELEASE
    theirs = kafka.tool(release, f"kafka-{name}", *map(str, arguments))
    assert (mine.returncode, steady(mine.stdout)) == (theirs.returncode, steady(theirs.stdout))
    return mine.returncode, mine.stdout

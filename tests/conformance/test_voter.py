"""A node of ours as a voter among Kafka's, its membership changed with Kafka's own tool."""

from __future__ import annotations

import shutil

import pytest

from tests.conformance import kafka
from tests.conformance.mixed import registered_in
from tests.conformance.ours import (
    OWN_ID,
    Ours,
    ask_quorum,
    catch_up,
    high_watermark,
    row_of,
)
from tests.conformance.quorum import PATIENT, Controller, Quorum, running_quorum
from tests.support.waiting import wait_until

pytestmark = [
    pytest.mark.kafka,
    pytest.mark.timeout(600),
    pytest.mark.interop("voter"),
]


def test_kraft_node_becomes_a_voter_keeps_the_quorum_and_is_replaced(tmp_path, release):
    with running_quorum(release, 2, tmp_path, PATIENT) as java:
        ours = Ours(tmp_path, java.bootstrap, **dict(each.split("=") for each in PATIENT))
        ours.format(java.cluster_id)
        try:
            ours.start()
            leader = java.leader()
            catch_up(ours, leader)
            wait_until(lambda: OWN_ID in registered_in(ours), "it is registered")
            _add(java, ours)
            assert row_of(java.describe_replication(), OWN_ID)[-1] == "Follower"
            _holds_the_quorum(java, leader, ours)
            old = ours.directory_id
            _loses_its_disk(java, ours)
            _remove(java, old)
            _add(java, ours)
            _holds_the_quorum(java, java.leader(), ours)
            _remove(java, ours.directory_id)
            wait_until(lambda: _is_listed(java, ours, voter=False), "an observer again")
            catch_up(ours, java.leader())
            assert ours.stop() == 0
        finally:
            ours.kill()


def _add(java: Quorum, ours: Ours) -> None:
    done = kafka.tool(
        java.version,
        "kafka-metadata-quorum",
        *("--bootstrap-controller", java.bootstrap, "--command-config", str(ours.properties)),
        "add-controller",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert _is_listed(java, ours, voter=True)


def _remove(java: Quorum, directory_id: str) -> None:
    done = kafka.tool(
        java.version,
        "kafka-metadata-quorum",
        *("--bootstrap-controller", java.bootstrap, "remove-controller"),
        *("--controller-id", str(OWN_ID), "--controller-directory-id", directory_id),
    )
    assert done.returncode == 0, done.stdout + done.stderr


def _is_listed(java: Quorum, ours: Ours, *, voter: bool) -> bool:
    """Whether the leader has it among its voters, or among the observers alone."""
    described = ask_quorum(*java.bootstrap.split(","))
    if described is None:
        return False
    part = described.partition
    listed = [
        {(each.replica_id, str(each.replica_directory_id)) for each in replicas}
        for replicas in (part.current_voters, part.observers)
    ]
    key = (OWN_ID, ours.directory_id)
    return [key in each for each in listed] == [voter, not voter]


def _holds_the_quorum(java: Quorum, leader: Controller, ours: Ours) -> None:
    """Without the other Java voter each commit needs ours; no election comes of it."""
    epoch = max(leader.led_epochs())
    other = next(each for each in java.controllers if each is not leader)
    other.kill()
    before = high_watermark(leader.endpoint)
    assert before > 0
    wait_until(lambda: high_watermark(leader.endpoint) > before + 5, "commits go on through ours")
    catch_up(ours, leader)
    assert max(leader.led_epochs()) == epoch
    other.start()
    catch_up(other, leader)


def _loses_its_disk(java: Quorum, ours: Ours) -> None:
    """It comes back with the id of a voter and another directory id: an observer."""
    ours.kill()
    shutil.rmtree(ours.folder)
    ours.format(java.cluster_id)
    ours.start()
    wait_until(lambda: _is_listed(java, ours, voter=False), "the new directory is an observer")
    catch_up(ours, java.leader())

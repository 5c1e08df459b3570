"""One directory under a controller of Kafka's and a node of ours by turns, in a running quorum."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.conformance.ours import ask_quorum, catch_up, high_watermark
from tests.conformance.quorum import PATIENT, Controller, running_quorum
from tests.node.cluster import NodeProcess
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.kafka,
    pytest.mark.timeout(600),
    pytest.mark.interop("directories"),
]


class InPlaceOf(NodeProcess):
    """A node of ours on the directory and the properties of a Java controller."""

    def __init__(self, controller: Controller) -> None:
        super().__init__(controller.folder.parent, {"node.id": str(controller.node_id)})
        self.output = self.output.with_suffix(".ours.txt")

    def write_properties(self) -> None:
        """They are there already."""

    @property
    def metadata_folder(self) -> Path:
        """Where its metadata log is."""
        return self.folder / "__cluster_metadata-0"


def test_kraft_node_replaces_a_kafka_controller_and_is_replaced_by_it(tmp_path, release):
    # longer than a restart takes: an election would be the fault of the one that came
    with running_quorum(release, 2, tmp_path, PATIENT) as java:
        leader = java.leader()
        other = next(each for each in java.controllers if each is not leader)
        ours = InPlaceOf(other)
        before = _seen(leader, other)
        try:
            for end_theirs, end_ours in ((other.stop, ours.stop), (other.kill, ours.kill)):
                end_theirs()
                ours.start()
                _serves(leader, ours)
                assert _seen(leader, other) == before
                assert end_ours() in (0, -9)
                other.start()
                _serves(leader, other)
                assert _seen(leader, other) == before
        finally:
            ours.kill()
        assert java.leader() is leader


def _seen(leader: Controller, other: Controller) -> object:
    """What must not change: leader, epoch, voters and where they are."""
    described = wait_until(lambda: ask_quorum(leader.endpoint), "the leader describes the quorum")
    part = described.partition
    voters = {(each.replica_id, str(each.replica_directory_id)) for each in part.current_voters}
    where = {
        (node.node_id, each.name, each.host, each.port)
        for node in described.response.nodes
        for each in node.listeners
    }
    assert part.leader_id == leader.node_id
    assert (other.node_id, other.directory_id) in voters
    return part.leader_epoch, voters, where


def _serves(leader: Controller, node: Controller | InPlaceOf) -> None:
    """Both voters are needed for a commit, so this one has what is committed."""
    before = high_watermark(leader.endpoint)
    wait_until(lambda: high_watermark(leader.endpoint) > before + 3, "commits go on")
    catch_up(node, leader)

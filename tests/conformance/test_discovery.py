"""How nodes of ours and of Kafka's find each other, and which they want nothing to do with."""

from __future__ import annotations

import contextlib

import pytest

from kraft_core.raft.storage.meta_properties import encode_id, new_directory_id
from tests.conformance.ours import OWN_ID, Ours, ask_quorum, catch_up, high_watermark, kraft, log_of
from tests.conformance.quorum import Controller, Quorum, running_quorum
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

pytestmark = [
    pytest.mark.kafka,
    pytest.mark.timeout(600),
    pytest.mark.interop("discovery"),
]


def test_kraft_node_finds_the_leader_and_is_found_after_a_move(tmp_path, release):
    with running_quorum(release, 2, tmp_path) as java:
        leader = java.leader()
        other = next(each for each in java.controllers if each is not leader)
        ours = Ours(tmp_path, other.endpoint)  # which says who leads
        ours.format(java.cluster_id)
        try:
            ours.start()
            catch_up(ours, leader)
            _add(java, ours)
            assert ours.stop() == 0
            old = ours.port
            ours.move()
            assert ours.port != old
            ours.start()
            wait_until(lambda: _known_port(leader) == ours.port, "the leader knows its new port")
            for each in (ours, other):
                catch_up(each, leader)
            end = high_watermark(leader.endpoint)
            assert end > 0
            leader.kill()  # what is left needs the vote of ours, or ours that of the other
            left = (other.endpoint, ours.endpoint)
            wait_until(lambda: high_watermark(*left) > end + 5, "another leader commits")
            leader.start()
            catch_up(leader, other)
            catch_up(ours, other)
            assert ours.stop() == 0
        finally:
            ours.kill()


def _add(java: Quorum, ours: Ours) -> None:
    """Make it a voter with our own command."""
    where = ("--bootstrap-controller", java.bootstrap)
    done = kraft("metadata-quorum", *where, "--command-config", ours.properties, "add-controller")
    assert done.returncode == 0, done.stderr


def _known_port(leader: Controller) -> int | None:
    described = ask_quorum(leader.endpoint)
    ends = described.endpoints_of(OWN_ID) if described else ()
    return ends[0].port if ends else None


def test_a_wrong_cluster_id_is_refused_both_ways(tmp_path, release):
    with running_quorum(release, 1, tmp_path / "java") as java:
        (leader,) = java.controllers
        ours = Ours(tmp_path, java.bootstrap)
        ours.format(encode_id(new_directory_id()))
        stranger = _a_stranger(release, tmp_path, ours)
        with contextlib.ExitStack() as stack:
            stack.callback(ours.kill)
            stack.callback(stranger.kill)
            ours.start()
            stranger.start()
            refused = "INCONSISTENT_CLUSTER_ID"
            wait_until(lambda: refused in ours.said(), "Java refuses ours")
            said = stranger.output.read_text
            wait_until(lambda: refused in said(errors="replace"), "ours refuses Java")
            described = ask_quorum(leader.endpoint)
            assert described is not None
            assert described.partition.observers == ()
            assert log_of(ours) == b""
            assert log_of(stranger) == b""
            assert ours.is_running


def _a_stranger(release: str, root, ours: Ours) -> Controller:
    """A Java controller of another cluster that is told of our node alone."""
    (port,) = free_ports(1)
    stranger = Controller(release, OWN_ID + 1, port, root)
    stranger.write_properties(ours.endpoint)
    stranger.prepare(encode_id(new_directory_id()), "--no-initial-controllers")
    return stranger

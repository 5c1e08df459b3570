"""Real controllers in a thread of the test."""

from __future__ import annotations

import socket

import pytest

from kraft_core.client import Client, tail
from kraft_core.config.errors import ListenError
from kraft_core.testing import KraftQuorum, KraftQuorumError


def test_leadership_moves_when_the_active_controller_stops_and_its_directory_serves_again():
    with KraftQuorum(3) as quorum:
        first = quorum.leader()
        quorum.stop(first)
        second = quorum.leader()
        assert second != first
        assert quorum.running == sorted({1, 2, 3} - {first})
        with Client(quorum.bootstrap_controllers) as client:
            assert client.leader().node_id == second
        quorum.start(first)
        assert quorum.running == [1, 2, 3]
        node = quorum.node(first)
        assert quorum.call(lambda: node.configuration.node_id) == first


def test_directories_have_the_levels_of_the_release_and_outlive_the_quorum(tmp_path):
    with KraftQuorum(1, release="4.1", folder=tmp_path) as quorum:
        levels = {
            change.record.name: change.record.feature_level
            for change in tail(quorum.bootstrap_controllers, from_start=True, until_current=True)
            if change.name == "FeatureLevelRecord"
        }
    assert levels["metadata.version"] == 27
    assert (tmp_path / "controller-1" / "meta.properties").exists()
    assert (tmp_path / "controller-1" / "__cluster_metadata-0").is_dir()


def test_without_a_majority_nobody_is_active():
    with KraftQuorum(3) as quorum:
        for _ in range(2):
            quorum.stop(quorum.leader())
        with pytest.raises(KraftQuorumError, match=r"No active controller after 0\.3 s"):
            quorum.leader(timeout_s=0.3)
        again = next(iter({1, 2, 3} - set(quorum.running)))
        quorum.start(again)
        assert quorum.leader() in quorum.running


def test_what_cannot_work_is_refused():
    with pytest.raises(KraftQuorumError, match="0 controllers: expected 1 to 9"):
        KraftQuorum(0)
    with KraftQuorum(1) as quorum:
        with pytest.raises(KraftQuorumError, match="controller 1 is running"):
            quorum.start(1)
        with pytest.raises(KraftQuorumError, match="there is no controller 7"):
            quorum.stop(7)


def test_a_start_that_fails_gives_everything_back(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        listeners = f"CONTROLLER://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(ListenError):
            KraftQuorum(1, folder=tmp_path, properties={"listeners": listeners})
    with KraftQuorum(1, folder=tmp_path / "other") as quorum:
        assert quorum.leader() == 1

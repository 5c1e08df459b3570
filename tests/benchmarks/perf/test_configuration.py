"""The quorum of Kafka's TestRaftServer."""

from __future__ import annotations

import pytest

from benchmarks.perf_load import CLUSTER_ID, PERF_TOPIC, read_perf_server
from kraft_core.config.errors import ConfigurationError

ID = "J8aAPcfLQt2bqs1JT_rMgQ"
TEXT = """\
process.roles=broker
node.id=3
listeners=RAFT://127.0.0.1:0
controller.listener.names=RAFT
listener.security.protocol.map=RAFT:PLAINTEXT
controller.quorum.voters=3@127.0.0.1:9999
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "3.properties"
    path.write_text(TEXT)
    return path


def test_names_are_kafkas():
    assert PERF_TOPIC.folder == "__raft_performance_test-0"
    assert str(PERF_TOPIC.topic_id) == "AAAAAAAAAAAAAAAAAAAAAg"
    assert CLUSTER_ID == "AAAAAAAAAAAAAAAAAAAAAA"


@pytest.mark.parametrize("directory_id", [ID, f"{ID}==", "AAAAAAAAAAAAAAAAAAAAAw"])
def test_a_file_of_any_role_and_reserved_directory_ids(file, directory_id):
    found = read_perf_server(file, directory_id)
    assert found.topic is PERF_TOPIC
    assert found.identity.node_id == found.node_id == 3
    assert found.identity.cluster_id == CLUSTER_ID
    assert [voter.id for voter in found.static_voters] == [3]


@pytest.mark.parametrize("directory_id", ["", "x", "AAAAAAAAAAAAAAAAAAAAAA", f"{ID}{ID}"])
def test_invalid_directory_id_is_refused(file, directory_id):
    with pytest.raises(ConfigurationError, match="is not a valid directory id"):
        read_perf_server(file, directory_id)


def test_voters_are_needed(file):
    file.write_text(TEXT.replace("controller.quorum.voters", "other"))
    with pytest.raises(ConfigurationError, match=r"controller\.quorum\.voters must be set"):
        read_perf_server(file, ID)

"""`kraft status` with controllers of Kafka."""

from __future__ import annotations

import json

import pytest

from tests.conformance.ours import kraft
from tests.conformance.quorum import PATIENT, running_quorum, wait_until

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(300)]


@pytest.mark.parametrize("version", ["3.9.2", "4.3.1"])
def test_a_quorum_of_kafkas_with_all_voters_and_without_one(tmp_path, version):
    with running_quorum(version, 3, tmp_path, PATIENT) as java:
        leader = java.leader()

        def told(*addresses):
            done = kraft("status", *addresses, "--json")
            return done.returncode, json.loads(done.stdout)

        wait_until(lambda: told(java.bootstrap)[0] == 0, "nothing is wrong")
        _, status = told(leader.endpoint)  # the others are known to the leader
        assert status["leader_id"] == leader.node_id
        assert [each["node_id"] for each in status["nodes"]] == [1, 2, 3]
        assert {each["sees_leader"]["value"] for each in status["nodes"]} == {leader.node_id}
        assert len({each["sees_epoch"]["value"] for each in status["nodes"]}) == 1

        gone = next(each for each in java.controllers if each is not leader)
        gone.kill()

        def is_missed():
            code, status = told(java.bootstrap)
            texts = [each["text"] for each in status["findings"]]
            return code == 1 and any(
                f"Voter {gone.node_id} has not fetched" in text for text in texts
            )

        wait_until(is_missed, "the voter that is gone is named")
        code, status = told(gone.endpoint)
        assert (code, status["findings"][0]["severity"]) == (2, "error")

from __future__ import annotations

import pytest

from kraft_spark.columns import row_batch
from kraft_spark.quorum import views
from kraft_spark.quorum.views import StatusError, cluster_id_of, picked_quorum_columns, status_rows
from kraft_wire.errors import UnsupportedVersionError
from kraft_wire.messages import DescribeClusterResponse, DescribeQuorumResponse
from kraft_wire.primitives import Uuid
from tests.spark.log_rows import ms
from tests.spark.pretended_quorum import quorum_options


class Told:
    """A leader that says one thing."""

    def __init__(self, answer):
        self.answer = answer

    def call(self, request, *, is_repeatable=False):
        assert is_repeatable
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def replica(number, end, fetched=5_000):
    return DescribeQuorumResponse.ReplicaState(
        replica_id=number,
        replica_directory_id=Uuid(bytes([number] * 16)),
        log_end_offset=end,
        last_fetch_timestamp=fetched,
        last_caught_up_timestamp=-1,
    )


def description(error_code=0):
    partition = DescribeQuorumResponse.PartitionData(
        error_code=error_code,
        leader_id=2,
        leader_epoch=7,
        high_watermark=90,
        current_voters=(replica(1, 95), replica(2, 100)),
        observers=(replica(9, 40),),
    )
    listener = DescribeQuorumResponse.Listener(name="CONTROLLER", host="c1", port=9093)
    return DescribeQuorumResponse(
        topics=(
            DescribeQuorumResponse.TopicData(
                topic_name="__cluster_metadata", partitions=(partition,)
            ),
        ),
        nodes=(DescribeQuorumResponse.Node(node_id=1, listeners=(listener,)),),
    )


def test_status_view_has_one_row_per_replica():
    options = quorum_options(view="status")
    rows = status_rows(Told(description()), "c")
    found = row_batch(rows, picked_quorum_columns(options)).to_pylist()
    assert [(row["nodeId"], row["status"], row["lag"]) for row in found] == [
        (1, "Follower", 5),
        (2, "Leader", 0),
        (9, "Observer", 60),
    ]
    first = found[0]
    assert ms(first.pop("lastFetchTimestamp")) == 5_000
    assert first.pop("observedAt") is not None
    assert first == {
        "clusterId": "c",
        "leaderId": 2,
        "leaderEpoch": 7,
        "highWatermark": 90,
        "nodeId": 1,
        "directoryId": "AQEBAQEBAQEBAQEBAQEBAQ",
        "status": "Follower",
        "logEndOffset": 95,
        "lag": 5,
        "lastCaughtUpTimestamp": None,
        "endpoints": [{"name": "CONTROLLER", "host": "c1", "port": 9093}],
    }
    assert found[1]["endpoints"] is None


def test_refusal_is_reported():
    with pytest.raises(StatusError, match="error 6"):
        status_rows(Told(description(6)), "c")


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        (DescribeClusterResponse(cluster_id="abc"), "abc"),
        (DescribeClusterResponse(error_code=35), None),
        (UnsupportedVersionError("DescribeCluster is not served"), None),
    ],
)
def test_cluster_id_is_read_from_the_answer_if_present(answer, wanted, monkeypatch):
    monkeypatch.setattr(views.time, "sleep", lambda _: None)
    assert cluster_id_of(Told(answer)) == wanted


def test_a_controller_that_refuses_for_a_moment_is_asked_again(monkeypatch):
    monkeypatch.setattr(views.time, "sleep", lambda _: None)
    answers = iter(
        [DescribeClusterResponse(error_code=41), DescribeClusterResponse(cluster_id="x")]
    )

    class Starting:
        def call(self, request, *, is_repeatable):
            return next(answers)

    assert cluster_id_of(Starting()) == "x"

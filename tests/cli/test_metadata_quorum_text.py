from __future__ import annotations

import pytest

from kraft_core.admin import QuorumDescription
from kraft_core.cli.metadata_quorum import replication_lines, status_lines
from kraft_core.client import ClientError
from kraft_wire.primitives import ZERO_UUID
from tests.admin.pretended import DIRECTORY, described, voter


def description(voters, observers=()):
    response = described(voters, observers)
    return QuorumDescription(response.topics[0].partitions[0], response)


def test_summary_shows_lag_and_voters():
    lines = status_lines(
        description(
            [voter(1, 42, 1000, 1000), voter(2, 40, 900, 800)],
            [voter(3, 7, directory_id=ZERO_UUID)],
        ),
        "abc",
    )
    assert lines == [
        "ClusterId:              abc",
        "LeaderId:               1",
        "LeaderEpoch:            7",
        "HighWatermark:          41",
        "MaxFollowerLag:         2",
        "MaxFollowerLagTimeMs:   200",
        (
            f'CurrentVoters:          [{{"id": 1, "directoryId": "{DIRECTORY}", "endpoints":'
            f' ["CONTROLLER://[::1]:9093"]}}, {{"id": 2, "directoryId": "{DIRECTORY}"}}]'
        ),
        'CurrentObservers:       [{"id": 3}]',
    ]


@pytest.mark.parametrize(
    ("voters", "lag"),
    [
        ([voter(1, 42), voter(2, 42)], "0"),  # of equals the first counts
        ([voter(2, 42), voter(1, 42)], "-1"),  # that is here not the leader
        ([voter(1, 42, 5, 5), voter(2, 40)], "-1"),
    ],
)
def test_status_prints_lag_time_of_slowest_follower(voters, lag):
    line = status_lines(description(voters), "abc")[5]
    assert line == f"MaxFollowerLagTimeMs:   {lag}"


def test_table_has_one_row_per_replica():
    lines = replication_lines(
        description([voter(2, 40, 900, 800), voter(1, 42, 1000, 1000)], [voter(3, 7)])
    )
    assert lines == [
        (
            "NodeId\tDirectoryId           \tLogEndOffset\tLag\tLastFetchTimestamp"
            "\tLastCaughtUpTimestamp\tStatus  \t"
        ),
        (
            f"1     \t{DIRECTORY}\t42          \t0  \t1000              \t1000                 "
            "\tLeader  \t"
        ),
        (
            f"2     \t{DIRECTORY}\t40          \t2  \t900               \t800                  "
            "\tFollower\t"
        ),
        (
            f"3     \t{DIRECTORY}\t7           \t35 \t-1                \t-1                   "
            "\tObserver\t"
        ),
    ]


def test_times_for_people():
    cells = replication_lines(description([voter(1, 42, 900, 1000)]), 1000)[1].split("\t")
    assert [cell.strip() for cell in cells[4:6]] == ["100 ms ago", "0 ms ago"]
    for wrong in (0, 1001):
        with pytest.raises(ClientError, match="the clocks do not agree"):
            replication_lines(description([voter(1, 42, wrong, 1000)]), 1000)

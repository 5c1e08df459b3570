"""Processes that still run when a majority seems to be lost: what to do first, and evidence."""

from __future__ import annotations

import pytest

from kraft_core.operations.recovery.living import (
    UNKNOWN_ID,
    Advice,
    check_clusters,
    high_watermark_in,
    living_of,
    process_of,
)
from kraft_core.operations.recovery.verdicts import (
    LeftDirectory,
    RecoveryError,
    ReplicaLog,
    survey_of,
)
from kraft_core.operations.reports import Reach
from kraft_core.raft.consensus.log import LeaderEpochs
from kraft_core.raft.consensus.values import Endpoint, KRaftVersion, ReplicaKey, Voters
from kraft_core.raft.consensus.voters import Voter, VoterSet, VoterSetHistory
from tests.operations.reports import alone, dead, described, key, node, state


def directory(node_id, voters=(1, 2, 3)):
    """A directory with one record and the voters at the addresses of `reports`."""
    history = VoterSetHistory(VoterSet())
    entries = [
        Voter(ReplicaKey(each, bytes([each]) * 16), (Endpoint("CONTROLLER", "h", 9000 + each),))
        for each in voters
    ]
    history.load_snapshot(0, (KRaftVersion(1), Voters(VoterSet.of(entries))))
    return LeftDirectory(
        key=ReplicaKey(node_id, bytes([node_id]) * 16),
        cluster_id="C",
        log=ReplicaLog(f"/d{node_id}", 0, 1, LeaderEpochs(((1, 0),))),
        snapshots=(),
        voters=history,
    )


def java(node_id, address=None, **more):
    """A Java node without a leader: it says its epoch, and the operator its id."""
    report = node(
        node_id, sees_leader=-1, **({} if address is None else {"address": address}), **more
    )
    return process_of(report, node_id)


def advice(*processes, directories=()):
    survey = survey_of([directory(each) for each in directories]) if directories else None
    found = living_of(processes, survey)
    return found.advice, found.text


def test_leader_means_that_nothing_is_lost():
    process = process_of(node(1, description=described()))
    assert advice(process, directories=[3]) == (
        Advice.LEADER,
        (
            "Node 1 at h:9001 leads epoch 5: the quorum has a majority. Start the other voters and"
            " do nothing else."
        ),
    )


def test_processes_that_are_a_majority_are_left_to_elect():
    found = advice(process_of(alone(1)), process_of(alone(2)))
    assert found == (
        Advice.START,
        "A majority of the voters is available: let them elect a leader, and do nothing else.",
    )


def test_process_and_directory_of_another_voter_are_a_majority():
    found = advice(java(1), directories=[2])
    assert found == (
        Advice.START,
        "A majority of the voters is available: start 2, and do nothing else.",
    )


def test_process_of_the_directory_counts_once():
    assert advice(java(1), directories=[1]) == (
        Advice.RECOVER,
        (
            "No leader answers. Missing voters: 2 and 3. No process at these addresses reports"
            " their state, and no directory of them was given."
        ),
    )


def test_majority_at_other_addresses_means_that_names_changed():
    found = advice(java(1, "n1:9093"), java(2, "n2:9093"), directories=[1])
    assert found[0] is Advice.NAMES
    assert "other addresses for 1 at n1:9093 and 2 at n2:9093: only names changed" in found[1]
    assert "--endpoints-only" in found[1]


def test_one_voter_at_another_address_is_no_majority():
    assert advice(java(1, "n1:9093"), directories=[1])[0] is Advice.RECOVER


@pytest.mark.parametrize(
    "silent", [dead(2, Reach.UNREACHABLE), node(2, sees_leader=None, sees_epoch=None)]
)
def test_process_that_says_nothing_does_not_count(silent):
    found = advice(java(1), process_of(silent, 2), directories=[1])
    assert found[0] is Advice.RECOVER


def test_observers_and_unknown_processes_do_not_count():
    assert advice(java(1), java(11), java(12), directories=[1])[0] is Advice.RECOVER
    assert advice(process_of(node(2, sees_leader=-1)), directories=[1])[0] is Advice.RECOVER


def test_without_voters_nothing_is_advised():
    assert advice(java(1)) == (Advice.RECOVER, "No leader answers, and no voters are known.")


def test_voters_of_the_kraft_node_with_the_newest_log_count():
    more = state(1, leader_id=None, log_end_epoch=9, voters=(key(1),))
    newest = process_of(node(1, sees_leader=-1, state=more))
    assert advice(newest, process_of(alone(2)))[0] is Advice.START
    older = state(1, leader_id=None, log_end_epoch=1, voters=(key(1),))
    assert advice(process_of(node(1, sees_leader=-1, state=older)), process_of(alone(2)))[0] is (
        Advice.START
    )


def test_both_voter_sets_of_an_uncommitted_change_need_a_majority():
    survey = survey_of([directory(1, voters=(1, 2, 3))])
    outside = state(1, leader_id=None, voters=(key(1), key(4), key(5)))
    found = living_of([process_of(node(1, state=outside)), java(2)], survey)
    assert found.advice is Advice.RECOVER
    assert "4 and 5" in found.text


@pytest.mark.parametrize(
    ("process", "expected"),
    [
        (java(2, committed_end=41), {2: 41}),
        (process_of(node(11, committed_end=41, sees_leader=-1)), {UNKNOWN_ID: 41}),
        (java(2), {}),
    ],
)
def test_end_of_what_a_process_has_committed_is_evidence(process, expected):
    assert living_of([process], None).high_watermarks == expected


def test_process_without_a_cluster_id_is_no_evidence():
    assert living_of([java(2, committed_end=41, cluster_id=None)], None).high_watermarks == {}


def test_processes_and_directories_of_two_clusters_are_refused():
    survey = survey_of([directory(1)])
    check_clusters([java(2), java(3, cluster_id=None)], survey)
    with pytest.raises(RecoveryError, match="/d1 belongs to cluster C, but h:9002 to cluster D"):
        check_clusters([java(2, cluster_id="D")], survey)
    with pytest.raises(RecoveryError, match="h:9003 to cluster D"):
        check_clusters([java(2), java(3, cluster_id="D")], None)


def test_highest_evidence_of_one_node_counts():
    found = living_of([java(2, committed_end=41), java(2, committed_end=7)], None)
    assert found.high_watermarks == {2: 41}


def test_node_says_its_id_before_the_operator_does():
    assert process_of(node(2, state=state(3)), 2).node_id == 3
    assert process_of(node(2, registered={7: "h:9002"})).node_id == 7
    assert process_of(node(2, registered={7: "h:9002", 8: "h:9002"})).node_id is None


# -- metrics ---------------------------------------------------------------------------------------

NAME = "kafka_server_raft_metrics_high_watermark"


@pytest.mark.parametrize(
    "line",
    [
        f"{NAME} 81204.0",
        f"{NAME} 81204",
        f"{NAME} 8.1204e+04",
        f'{NAME}{{node="1"}} 81204.0 1700000000000',
        "kafka_server_raftmetrics_high_watermark 81204.0",
    ],
)
def test_high_watermark_in_metrics(line):
    assert high_watermark_in(f"# HELP {NAME} it\n# TYPE {NAME} gauge\n{line}\nother 1\n") == 81204


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "0 values"),
        (f"{NAME} 1\n{NAME} 2\n", "2 values"),
        (f"{NAME} -1.0\n", "no high watermark"),
        (f"{NAME} 1e99\n", "no high watermark"),
        (f"{NAME} NaN\n", "0 values"),
        (f"{NAME}_total 5\n", "0 values"),
    ],
)
def test_metrics_without_one_high_watermark_are_refused(text, message):
    with pytest.raises(RecoveryError, match=message):
        high_watermark_in(text)

"""The findings of a view: what they name, and how they are told apart."""

from __future__ import annotations

import pytest

from kraft_core.operations import checks
from kraft_core.operations import findings as f
from kraft_core.operations.node_state import StatedFinding
from kraft_core.operations.reports import Reach
from kraft_core.raft.quorum_state import RegressedEntry
from tests.operations.reports import (
    ALONE,
    FEATURES,
    HEALTHY,
    NOW_MS,
    OTHER,
    TWO,
    address,
    alone,
    dead,
    described,
    ids,
    key,
    local,
    node,
    observed,
    quorum,
    replica,
    standalone,
    state,
    stated,
    trouble,
    view,
)

EXAMPLES = {
    f.SnapshotsFail: {"who": "node 2", "failures": 1, "reason": "full"},
    f.DiskSlow: {"who": "node 2", "queue": "kraft-log", "seconds": 9},
    f.CertificateExpired: {"who": "node 2", "listener": "C", "subject": "CN=a", "when": "2026"},
    f.CertificateEnds: {
        "who": "node 2",
        "listener": "C",
        "subject": "CN=a",
        "days": 3,
        "when": "2026",
    },
    f.AclsUnreadable: {"who": "node 2", "changes": 1},
    f.CredentialsUnreadable: {"who": "node 2", "changes": 1},
    f.TokenKeysUnread: {"who": "node 2", "url": "http://idp/keys", "reason": "refused"},
    f.CertificateKept: {"who": "node 2", "where": "listener C", "reason": "it is empty"},
}
"""Arguments of each row that only the node itself can report."""


def test_view_has_the_findings_that_only_the_node_itself_can_report():
    stated_findings = [
        StatedFinding("disk-slow", "warning", "Slow.", EXAMPLES[f.DiskSlow]),
        StatedFinding("disk-slow", "warning", "Slow.", {"disk": "of a later release"}),
        StatedFinding("even-voters", "warning", "The view derives it."),
    ]
    found = view(quorum(None, stated(2, findings=tuple(stated_findings)))).findings
    assert found == (
        f.DiskSlow(who="node 2", queue="kraft-log", seconds=9),
        f.NodeReports(who="Node 2", finding="disk-slow", sentence_of_node="Slow"),
    )
    assert set(EXAMPLES) == set(checks.KNOWN_BY_NODE)


def test_a_node_finds_by_itself_what_the_metric_can_name():
    every = [trouble(each) for each in Reach]
    own = tuple(StatedFinding(each.id, "warning", "So.", EXAMPLES[each]) for each in EXAMPLES)
    bad = state(
        2,
        leader_id=None,
        voters=(),
        lacks_room=True,
        obstacle="why",
        peers=tuple(every),
        findings=own,
    )
    assert {type(each) for each in checks.of_node(bad)} == set(checks.OF_NODE)
    assert list(checks.of_node(state(2))) == []
    reasons = [
        checks.why_not_ready(each).id
        for each in (
            bad,
            state(2, obstacle="why", leader_id=None),
            state(2, leader_id=None),
            state(2),
        )
    ]
    assert reasons == [
        "node-lacks-room",
        "cannot-become-active",
        "knows-no-leader",
        "not-caught-up",
    ]


def test_prospective_that_still_names_its_lost_leader_counts_as_without_a_leader():
    lost = [node(2, state=state(2, role="prospective")), dead(1, Reach.UNREACHABLE)]
    assert ids(lost)[0] == "no-leader"
    assert "longest-log" in ids(lost)


def test_a_quorum_that_works_has_no_findings():
    assert view(HEALTHY).findings == ()
    assert view(quorum(None, stated(2), stated(3))).findings == ()


def test_follower_that_does_not_reach_its_leader_counts_as_without_a_leader():
    """A voter without a majority is a follower and a prospective by turns."""
    lost = [
        node(2, state=state(2, peers=(trouble(Reach.UNREACHABLE, 1),))),
        dead(1, Reach.UNREACHABLE),
    ]
    assert ids(lost)[0] == "no-leader"
    lost[0] = node(2, state=state(2, peers=(trouble(Reach.UNREACHABLE, 3),)))
    assert ids(lost)[0] == "leader-silent"


def test_split_brain_names_both_quorums_with_their_addresses():
    (finding,) = view([standalone(1), standalone(2)]).findings
    assert finding.quorums == (
        "node 1 (h:9001) with voter 1",
        "node 2 (h:9002) with voter 2",
    )
    assert finding.cluster == "C"


def test_split_brain_of_halves_that_share_no_directory_is_found_without_leaders():
    halves = [
        alone(1, voters=(key(1), key(2))),
        alone(3, voters=(key(3), key(4))),
    ]
    assert "split-brain" in ids(halves)
    # a follower of the leader may be behind by a change of voters
    behind = stated(2, voters=(key(8), key(9)))
    assert "split-brain" not in ids(quorum(None, behind))


def test_node_of_another_cluster_is_named_with_both_ids_and_counts_for_nothing_else():
    found = view([*HEALTHY, standalone(4, "OTHER")])
    (finding,) = found.findings
    assert (finding.address, finding.theirs, finding.ours) == (address(4), "OTHER", "C")
    assert [each.node_id for each in found.voters] == [1, 2, 3]
    # the files of this machine decide which cluster is the right one
    (first,) = (
        each
        for each in view([standalone(4, "OTHER")], local()).findings
        if each.id == "foreign-cluster"
    )
    assert first.ours == "C"


def test_leader_and_log_of_another_cluster_are_not_those_of_this_quorum():
    other = {"cluster_id": "OTHER", "leader_id": 4, "log_end": 999, "log_end_epoch": 9}
    foreign = node(4, cluster_id="OTHER", sees_leader=4, sees_epoch=9, state=state(4, **other))
    found = view([alone(1, log_end=90), foreign], local())
    assert [each.id for each in found.findings] == ["no-leader", "foreign-cluster", "longest-log"]
    assert found.findings[0].answering == 1
    assert found.findings[-1].nodes == ("node 1 (h:9001)",)
    assert ids([foreign], local()) == ["foreign-cluster"]


def test_second_process_with_the_node_id_of_a_voter_has_its_own_row():
    found = view(observed(OTHER))
    assert [(each.role.value, each.directory_id) for each in found.replicas[2:]] == [
        ("Voter", "D3"),
        ("Observer", "X3"),
    ]
    assert found.replica(3).directory_id == "D3"
    assert found.replica(3, "X3").log_end.value == 90


def test_node_that_answers_at_the_address_of_a_replaced_disk_is_the_new_directory():
    """Java says no directory id: of two replicas with one id the one that fetches answers."""
    third = replica(3, 50, 60_000, 60_000)
    found = view(observed(OTHER, third=third))
    assert found.replica(3, "X3").address == address(3)
    assert found.replica(3, "D3").address is None
    assert "silent-voter" not in [each.id for each in found.findings]
    command = next(each for each in found.findings if each.id == "disk-replaced").command_for()
    assert command.endswith("--controller-id 3 --controller-directory-id D3")


def test_without_a_leader_each_node_shows_its_log_and_the_longest_is_named():
    found = view(ALONE)
    assert [(each.log_end.value, each.log_end_epoch.value) for each in found.replicas] == [
        (90, 5),
        (110, 5),
        (120, 4),
    ]
    # epochs count before offsets
    (longest,) = (each for each in found.findings if each.id == "longest-log")
    assert longest.nodes == ("node 2 (h:9002)",)
    assert (longest.end, longest.epoch) == (110, 5)
    assert [each.node_id for each in found.longest_logs] == [2]


def test_empty_log_is_not_named_as_the_longest():
    assert "longest-log" in ids([alone(1, log_end=1, log_end_epoch=1)])
    assert "longest-log" not in ids([alone(1, log_end=0, log_end_epoch=0)])


def test_each_fact_has_who_said_it_and_when():
    found = view(quorum(None, stated(2), node(3)))
    second, third = found.replica(2), found.replica(3)
    assert second.log_end.by == "node 1"  # the leader counts it
    assert second.own_role.by == second.log_end_epoch.by == address(2)
    assert second.sees_epoch.at_ms == NOW_MS
    # of a Java follower nothing is known beyond its leader and its features
    assert third.own_role is third.log_end_epoch is third.witness is third.voters is None
    assert third.metadata_version.value == FEATURES["metadata.version"]


def test_metadata_version_is_unknown_without_a_high_watermark():
    found = view([node(1, levels=None, description=described(high_watermark=-1))])
    assert found.replica(1).metadata_version is None


@pytest.mark.parametrize(
    ("highest", "metadata", "level", "row"),
    [
        (1, 30, 1, f.KraftVersion(level=1)),
        (1, 30, 0, f.CanBecomeDynamic()),
        (0, 30, 0, f.CannotBecomeDynamic(reasons="voter 2 is older than Kafka 3.9")),
        (
            1,
            20,
            0,
            f.CannotBecomeDynamic(reasons="metadata.version 20 is below 21 (3.9)"),
        ),
    ],
)
def test_kind_of_the_quorum_and_what_keeps_it_static(highest, metadata, level, row):
    levels = {"metadata.version": metadata, "kraft.version": level}
    ranges = {"metadata.version": (7, 33), "kraft.version": (0, highest)}
    second = node(2, levels=levels, ranges=ranges)
    found = view([node(1, description=TWO, levels=levels), second])
    assert list(checks.of_kind(found)) == [row]


def test_voter_that_does_not_answer_keeps_a_quorum_static():
    levels = {"metadata.version": 30}
    found = view([node(1, description=TWO, levels=levels), dead(2, Reach.UNREACHABLE)])
    assert list(checks.of_kind(found)) == [f.CannotBecomeDynamic(reasons="voter 2 does not answer")]


def test_clock_of_this_machine_is_compared_with_that_of_the_leader():
    reports = [node(1, at_ms=NOW_MS - 5000, description=described()), *HEALTHY[1:]]
    assert f.ClocksDiffer(who="this machine", seconds=-5.0) in view(reports, local()).findings
    assert "clocks-differ" not in ids(HEALTHY, local())


@pytest.mark.parametrize(
    ("wall_ms", "when"),
    [(1_700_000_000_000, "2023-11-14 22:13:20 UTC"), (1 << 62, f"{1 << 62} ms")],
)
def test_restored_voter_is_named_with_both_offsets_and_the_time(wall_ms, when):
    entry = RegressedEntry(3, "D3", 120, 50, wall_ms)
    (finding,) = view(quorum(described(regressed=(entry,)))).findings
    assert (finding.acknowledged, finding.fetched, finding.when) == (120, 50, when)


def test_json_has_rows_facts_and_findings():
    told = view(quorum(TWO, stated(2))).to_json("c1:9093")
    assert told["leader_id"] == 1
    assert [each["node_id"] for each in told["nodes"]] == [1, 2]
    assert told["nodes"][1]["own_role"] == {"value": "follower", "by": "h:9002", "at_ms": NOW_MS}
    (finding,) = told["findings"]
    assert finding["id"] == "even-voters"
    assert "--bootstrap-controller c1:9093" in finding["command"]

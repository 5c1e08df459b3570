"""Verdicts about what is left of a quorum, against all histories that could have left it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import combinations

import pytest

from kraft_core.operations.recovery.verdicts import (
    ContradictionError,
    LeftDirectory,
    RecoveryError,
    ReplicaLog,
    Verdict,
    judge,
    survey_of,
)
from kraft_core.raft.consensus.log import LeaderEpochs
from kraft_core.raft.consensus.values import OffsetAndEpoch, ReplicaKey
from kraft_core.raft.consensus.voters import Voter, VoterSet, VoterSetHistory
from tests.operations import judged_states
from tests.operations.judged_states import check, check_drawn, known, log_of, observations, points
from tests.operations.quorum_histories import Bounds, all_states

DRAWN = 2_000


def ranges_of(judgement):
    return [(str(each.verdict), each.log, each.start, each.end) for each in judgement.ranges]


def collect(states, lost_counts):
    """Return the committed records that are possible for each observation."""
    found = defaultdict(set)
    for state in states:
        for logs in observations(state, lost_counts):
            if logs:
                for end in points(logs, state.committed):
                    found[logs, state.committed[:end]].add(state.committed)
    return found


@pytest.fixture(scope="module")
def states():
    """All states of a quorum of three with one observer, of at most 3 epochs and 4 records."""
    return all_states(Bounds(voters=3, epochs=3, records=4))


@pytest.fixture(scope="module")
def three_voters(states):
    """All that is left of these states without a majority."""
    return collect(states, [2, 3])


def test_majority_has_all_that_was_committed(states):
    for state in states:
        for left in combinations(state.voters, 2):
            logs = [each.log for each in left]
            assert any(log[: len(state.committed)] == state.committed for log in logs)


def test_verdicts_are_sound_for_all_histories_of_three_voters(three_voters):
    assert len(three_voters) > 1000
    verdicts = defaultdict(int)
    for (logs, certain), possible in three_voters.items():
        for each in check(logs, certain, possible).ranges:
            verdicts[each.verdict] += 1
    assert verdicts.keys() == set(Verdict) - {Verdict.LOST}


def without_rivals(judgement):
    """The mistake that a higher epoch excludes records."""
    return [
        replace(each, verdict=Verdict.EXCLUDED) if each.verdict is Verdict.RIVAL else each
        for each in judgement.ranges
    ]


def with_certain_log(judgement):
    """The mistake that the log of the highest epoch is committed."""
    return [
        replace(each, verdict=Verdict.CERTAIN) if each.verdict is Verdict.KEPT else each
        for each in judgement.ranges
    ]


def with_loss_after_end(judgement):
    """The mistake that records can only be missing after the end of the chosen log."""
    return [
        replace(each, start=judgement.chosen.end) if each.verdict is Verdict.UNKNOWN_LOSS else each
        for each in judgement.ranges
    ]


@pytest.mark.parametrize("mistake", [without_rivals, with_certain_log, with_loss_after_end])
def test_histories_find_a_wrong_verdict(three_voters, mistake):
    with pytest.raises(AssertionError):  # noqa: PT012  # any of them
        for (logs, certain), possible in three_voters.items():
            check(logs, certain, possible, mistake)


def test_random_histories_of_five_voters_are_valid():
    counts = check_drawn(DRAWN, seed=0)
    assert counts["states"] == DRAWN
    assert counts["cases"] > DRAWN
    assert {"rival", "excluded", "committed rival"} <= counts.keys()


@pytest.mark.parametrize("mistake", [without_rivals, with_certain_log, with_loss_after_end])
def test_drawn_histories_find_a_wrong_verdict(mistake):
    with pytest.raises(AssertionError):
        check_drawn(DRAWN, 0, mistake)


def test_blocks_of_drawn_histories_are_checked_in_processes(monkeypatch, capsys):
    monkeypatch.setattr(judged_states, "BLOCK", 20)
    assert judged_states.main(["--blocks", "3:5", "--jobs", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(" states")[0] for line in lines[:2]] == ["block 3: 20", "block 4: 40"]
    assert "states 40" in lines[-1]


def test_higher_epoch_does_not_exclude_a_rival():
    # B won epoch 5 with a record that nobody fetched; r of epoch 4 was committed in epoch 6
    with_r, of_b = log_of([1, 4], "A"), log_of([1, 5], "B")
    found = judge([with_r, of_b], [known(1, 1)])
    assert ranges_of(found) == [
        ("certain", "B", 0, 1),
        ("kept", "B", 1, 2),
        ("unknown loss", "", 1, None),
        ("rival", "A", 1, 2),
    ]


def test_evidence_excludes_the_log_without_the_known_record():
    found = judge([log_of([1, 4], "A"), log_of([1, 5], "B")], [known(2, 4)])
    assert ranges_of(found) == [
        ("certain", "A", 0, 2),
        ("unknown loss", "", 2, None),
        ("excluded", "B", 1, 2),
    ]


def test_high_watermark_of_a_lost_node_says_how_many_records_are_lost():
    found = judge([log_of([1, 1], "A")], committed_end=5)
    assert ("lost", "", 2, 5) in ranges_of(found)


def test_logs_that_begin_with_a_snapshot_are_compared_above_it():
    whole, cut = log_of([1, 1, 2, 2, 2], "A"), log_of([1, 1, 2, 2], "B", start=3)
    assert whole.divergence(cut) == 4
    assert ranges_of(judge([whole, cut], [known(3, 2)]))[0] == ("certain", "A", 0, 3)


def test_log_that_differs_below_a_snapshot_is_excluded():
    other, cut = log_of([1, 1, 1, 1], "A"), log_of([1, 1, 2, 2], "B", start=3)
    found = judge([other, cut], [known(3, 2)])
    assert ("excluded", "A", 2, 4) in ranges_of(found)


def test_two_committed_points_that_exclude_each_other_are_refused():
    logs = [log_of([1, 1], "A"), log_of([1, 2], "B")]
    with pytest.raises(ContradictionError, match="cannot both be committed"):
        judge(logs, [known(2, 1, "one"), known(2, 2, "other")])
    with pytest.raises(ContradictionError, match="cannot both be committed"):
        judge(logs, [known(1, 3, "one"), known(2, 2, "other")])


def test_committed_point_that_another_committed_log_contradicts_is_refused():
    with pytest.raises(ContradictionError, match="which has the committed records"):
        judge([log_of([1, 3, 3], "A")], [known(2, 2, "one"), known(3, 3, "other")])


def test_committed_records_that_no_log_has_are_refused():
    with pytest.raises(RecoveryError, match="no log has them"):
        judge([log_of([1, 1], "A")], [known(4, 1)])
    with pytest.raises(RecoveryError, match="no log was found"):
        judge([])


def test_different_bytes_of_one_epoch_are_refused():
    one, other = (
        ReplicaLog(name, 0, 3, LeaderEpochs(((1, 0),)), ((0, 1), (7, checksum)))
        for name, checksum in (("A", 8), ("B", 9))
    )
    with pytest.raises(ContradictionError, match="different records at offset 1"):
        judge([one, other])
    assert judge([one, one]).chosen is one


def test_order_of_logs_changes_nothing():
    logs = [log_of([1, 4], "A"), log_of([1, 5], "B"), log_of([1, 5], "C"), log_of([1], "D")]
    first = judge(logs, [known(1, 1)])
    assert judge(logs[::-1], [known(1, 1)]).chosen == first.chosen
    assert set(judge(logs[::-1], [known(1, 1)]).ranges) == set(first.ranges)


def left(node_id, epochs, sets=(), **more):
    """A directory of a node with voter sets by offset, as pairs with the ids."""
    history = VoterSetHistory(sets=[(at, voter_set(*ids)) for at, ids in sets])
    return LeftDirectory(
        ReplicaKey(node_id, bytes([node_id] * 16)),
        "cluster",
        log_of(epochs, f"node-{node_id}"),
        voters=history,
        **{"snapshots": (), **more},
    )


def voter_set(*ids):
    return VoterSet.of(Voter(ReplicaKey(each, bytes([each] * 16)), ()) for each in ids)


CHANGES = [(-1, (1, 2, 3)), (1, (1, 2, 3, 4)), (3, (1, 2, 3, 4, 5))]


@pytest.mark.parametrize(
    ("certain", "ids"),
    [
        (0, [(1, 2, 3, 4), (1, 2, 3, 4, 5)]),
        (3, [(1, 2, 3, 4), (1, 2, 3, 4, 5)]),
        (4, [(1, 2, 3, 4, 5)]),
    ],
)
def test_set_before_an_uncommitted_change_needs_a_majority_too(certain, ids):
    snapshots = (OffsetAndEpoch(certain, 1),) if certain else ()
    nodes = [left(each, [1] * 5, CHANGES, snapshots=snapshots) for each in (3, 4, 5)]
    found = survey_of(nodes)
    assert [each.ids for each in found.electorates] == ids
    assert found.electorates[-1].has_majority
    assert found.has_majority is (certain == 4)
    verdicts = [each.verdict for each in found.judgement.ranges]
    assert (Verdict.UNKNOWN_LOSS in verdicts) is (certain != 4)


def test_high_watermark_counts_for_the_log_of_its_node():
    nodes = [left(1, [1, 4]), left(2, [1, 5])]
    found = survey_of(nodes, high_watermarks={1: 2})
    assert found.judgement.chosen.name == "node-1"
    assert found.judgement.certain.point == OffsetAndEpoch(2, 4)
    assert survey_of(nodes, high_watermarks={3: 2}).judgement.certain is None
    copy = replace(nodes[1], key=nodes[0].key)
    twice = survey_of([nodes[0], copy], high_watermarks={1: 2})
    assert twice.judgement.certain is None

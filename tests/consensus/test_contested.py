"""Two processes with one replica key: the entry of their voter, which each wants for itself.

Divergence N53.
"""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus.contested import FORMER_ENDPOINTS_MAX, contested_voters
from kraft_core.raft.consensus.effects import NoteKind
from kraft_core.raft.consensus.roles import Leader
from kraft_core.raft.consensus.rpc import (
    DescribeQuorum,
    DescribeQuorumResponse,
    RemoveRaftVoter,
    UpdateRaftVoter,
    UpdateRaftVoterResponse,
)
from kraft_core.raft.consensus.values import Endpoint, VersionRange, are_same_endpoints
from kraft_core.raft.consensus.voters import VoterSetHistory
from kraft_wire.errors import ErrorCode
from tests.support.lone_core import LoneCore, endpoint, key, static_set

FIRST = (endpoint(2),)
SECOND = (Endpoint("CONTROLLER", "copy", 9002),)
THIRD = (Endpoint("CONTROLLER", "third", 9002),)
PERIOD_MS = 2000


def leader(**more):
    lone = LoneCore(**more)
    lone.lead()
    return lone


def update(lone, endpoints, *, levels=VersionRange(0, 1)):  # noqa: B008
    """Voter 2 reports these endpoints; node 3 commits what that appends."""
    epoch = lone.core.role.epoch
    request = UpdateRaftVoter("cluster", epoch, key(2), endpoints, levels)
    error = lone.response(request, UpdateRaftVoterResponse).error
    lone.fetch_as(3)
    return error


def written(lone):
    return sum(len(each.records) for each in lone.appended if hasattr(each, "records"))


def run_both(lone, duration_ms):
    """Each process reports itself once a period where the entry does not name it."""
    errors = []
    for number in range(duration_ms // PERIOD_MS * 2):
        own = (SECOND, FIRST)[number % 2]
        if not are_same_endpoints(lone.core.voters.endpoints_of(2), own):
            errors.append(update(lone, own))
        if number % 2 == 0:
            continue
        lone.advance(PERIOD_MS)
        lone.fetch_as(3)
    assert isinstance(lone.core.role, Leader)
    return errors


def test_two_processes_with_one_key_do_not_fill_the_log():
    lone = leader()
    before = written(lone)
    errors = run_both(lone, 600_000)
    # two changes before it is a contest, then one in each minute
    assert 5 <= written(lone) - before <= 13
    assert set(errors) == {ErrorCode.NONE, ErrorCode.REQUEST_TIMED_OUT}
    assert 1 <= lone.noted(NoteKind.VOTER_CONTESTED) <= 12
    (detail, *_) = [n.detail for n in lone.notes if n.kind is NoteKind.VOTER_CONTESTED]
    assert detail == f"voter={key(2)} addresses=node2:9002 and copy:9002"


def test_both_processes_are_described_until_one_of_them_has_gone():
    lone = leader()
    assert lone.response(DescribeQuorum(), DescribeQuorumResponse).contested == ()
    run_both(lone, 60_000)
    (found,) = lone.response(DescribeQuorum(), DescribeQuorumResponse).contested
    assert found.key == key(2)
    assert set(found.claims) == {FIRST, SECOND}
    assert found.claims[0] == lone.core.voters.endpoints_of(2)
    # the process that the entry does not name has gone
    for _ in range(40):
        lone.advance(PERIOD_MS)
        lone.fetch_as(3)
    assert lone.response(DescribeQuorum(), DescribeQuorumResponse).contested == ()
    assert lone.core.contested_voters == ()


def test_the_process_that_remains_gets_the_entry_within_the_hold():
    lone = leader()
    run_both(lone, 60_000)
    other = SECOND if lone.core.voters.endpoints_of(2) == FIRST else FIRST
    for _ in range(lone.core.config.contest_ms // PERIOD_MS + 1):
        update(lone, other)
        lone.advance(PERIOD_MS)
        lone.fetch_as(3)
    assert lone.core.voters.endpoints_of(2) == other


@pytest.mark.parametrize(
    "moves", [(SECOND,), (SECOND, THIRD), (SECOND, FIRST), (SECOND, FIRST, THIRD, FIRST)], ids=len
)
def test_a_move_and_one_that_is_undone_are_taken_at_once(moves):
    lone = leader()
    for endpoints in moves:
        assert update(lone, endpoints) is ErrorCode.NONE
        assert lone.core.voters.endpoints_of(2) == endpoints
    assert lone.core.contested_voters == ()
    assert not lone.noted(NoteKind.VOTER_CONTESTED)


def test_new_endpoints_do_not_wait_during_a_contest():
    lone = leader()
    run_both(lone, 20_000)
    assert lone.core.contested_voters
    assert update(lone, THIRD) is ErrorCode.NONE
    assert lone.core.voters.endpoints_of(2) == THIRD


def test_moves_to_and_fro_over_days_are_no_contest():
    lone = leader()
    for number in range(10):
        assert update(lone, (SECOND, FIRST)[number % 2]) is ErrorCode.NONE
        for _ in range(35):
            lone.advance(PERIOD_MS)
            lone.fetch_as(3)
    assert not lone.noted(NoteKind.VOTER_CONTESTED)


def test_another_range_of_versions_does_not_wait():
    lone = leader()
    run_both(lone, 20_000)
    entry = lone.core.voters.endpoints_of(2)
    assert update(lone, entry, levels=VersionRange(0, 2)) is ErrorCode.NONE


def test_voter_that_is_removed_is_not_contested():
    lone = leader()
    run_both(lone, 20_000)
    lone.ask(RemoveRaftVoter(None, key(2)))
    assert contested_voters(lone.state) == ()


def test_history_of_endpoints_has_a_bound():
    lone = leader()
    for port in range(3 * FORMER_ENDPOINTS_MAX):
        update(lone, (Endpoint("CONTROLLER", "host", 1 + port),))
    (history,) = lone.core.role.addresses.values()
    assert len(history.former) == FORMER_ENDPOINTS_MAX


def test_static_voters_report_once_for_each_leader_and_are_never_held():
    lone = LoneCore(voters=VoterSetHistory(static_set(1, 2, 3)))
    lone.lead()
    assert [update(lone, each) for each in (SECOND, FIRST) * 4] == [ErrorCode.NONE] * 8


def test_only_a_leader_knows_contested_voters():
    assert LoneCore().core.contested_voters == ()

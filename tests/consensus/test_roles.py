"""Roles, their table of transitions, what each persists."""

from __future__ import annotations

import itertools
from collections import deque
from pathlib import Path
from typing import get_args

import pytest

from kraft_core.raft.consensus.invariants import InvariantBroken
from kraft_core.raft.consensus.log import LogView
from kraft_core.raft.consensus.progress import Progress
from kraft_core.raft.consensus.roles import (
    Candidacy,
    Candidate,
    ChangeKind,
    Consent,
    Download,
    Follower,
    Installation,
    Leader,
    PendingChange,
    Prospective,
    Resigned,
    Role,
    Unattached,
    Votes,
)
from kraft_core.raft.consensus.transitions import (
    TRANSITIONS,
    Epoch,
    become_follower,
    become_unattached,
    check_transition,
    diagram,
    learn_leader,
    table,
)
from kraft_core.raft.consensus.values import Election, Endpoint, OffsetAndEpoch, ReplicaKey
from kraft_core.raft.consensus.voters import VoterSet
from tests.support.lone_core import LoneCore, endpoint, key, voter_set

# -- what each role says to a request for its vote -------------------------------------------------


BASIS = Candidacy(voter_set(1, 2, 3), LogView().end)


def votes():
    return Votes(voter_set(1, 2, 3), 1)


def leader():
    return Leader(5, 1, 0, (1, 2), Progress(key(1)), 0, 0, VoterSet(), deque(), deque())


def follower(**values):
    return Follower(5, 2, (endpoint(2),), 2000, 2000, 2000, 0, **values)


def test_answer_of_the_leader_restarts_the_fetch_timeout_and_ends_a_failover():
    role = follower(has_missed=True, ask_again_at_ms=700)
    assert role.leader_answered(500)
    assert (role.fetch_deadline_ms, role.ask_again_at_ms) == (2500, None)
    assert role.has_fetched
    assert not role.has_missed


def test_answer_of_a_leader_that_resigned_changes_no_timer():
    role = follower(has_fetched=True)
    role.leader_gave_up(600)
    assert not role.leader_answered(500)
    assert (role.fetch_deadline_ms, role.has_fetched) == (600, False)


def test_repeated_resignation_keeps_the_earlier_campaign():
    role = follower()
    role.leader_gave_up(600)
    role.leader_gave_up(900)
    assert role.fetch_deadline_ms == 600


def test_own_disk_gives_the_leader_its_time_again_once_it_is_done():
    role = follower()
    role.disk_keeps_from_asking(1500, is_behind=False)
    assert role.fetch_deadline_ms == 2000
    role.disk_keeps_from_asking(1500, is_behind=True)
    role.disk_keeps_from_asking(1900, is_behind=False)
    assert (role.fetch_deadline_ms, role.waits_for_disk) == (3900, False)


def test_hold_back_delays_a_failover_and_begins_none():
    role = follower()
    role.hold_back_until(900)
    assert role.ask_again_at_ms is None
    role.fail_over_at(700)
    role.hold_back_until(600)
    assert role.ask_again_at_ms == 700
    role.hold_back_until(900)
    assert role.ask_again_at_ms == 900


NEVER, IF, AGAIN = Consent.NEVER, Consent.IF_UP_TO_DATE, Consent.AGAIN


@pytest.mark.parametrize(
    ("role", "real", "pre"),
    [
        (Unattached(5), IF, IF),
        (Unattached(5, leader_id=2), NEVER, IF),
        (Unattached(5, voted=key(3)), AGAIN, IF),
        (Unattached(5, leader_id=2, voted=key(3)), AGAIN, IF),
        (Unattached(5, voted=ReplicaKey(3)), AGAIN, IF),
        (Unattached(5, voted=key(3, 9)), NEVER, IF),
        (Unattached(5, voted=key(2)), NEVER, IF),
        (Prospective(5, BASIS, votes(), 0), IF, IF),
        (Prospective(5, BASIS, votes(), 0, leader_id=2), NEVER, IF),
        (Prospective(5, BASIS, votes(), 0, voted=key(3)), AGAIN, IF),
        (Candidate(5, key(1), BASIS, votes(), 0), NEVER, IF),
        (Resigned(5, 1, [], (), 0), NEVER, IF),
        (follower(), NEVER, IF),
        (follower(has_fetched=True), NEVER, NEVER),
        (follower(voted=key(3)), NEVER, IF),
        (leader(), NEVER, NEVER),
    ],
)
def test_role_consents_to_votes_and_pre_votes(role, real, pre):
    assert role.consent(key(3), pre_vote=False) is real
    assert role.consent(key(3), pre_vote=True) is pre


@pytest.mark.parametrize(
    ("role", "election"),
    [
        (Unattached(5, 2, key(3)), Election(5, 2, key(3))),
        (Prospective(5, BASIS, votes(), 0, leader_id=2, voted=key(3)), Election(5, 2, key(3))),
        (Candidate(5, key(1), BASIS, votes(), 0), Election(5, None, key(1))),
        (leader(), Election(5, 1, None)),
        (follower(voted=key(3)), Election(5, 2, key(3))),
        (Resigned(5, 1, [], (), 0), Election(5, 1, None)),
    ],
)
def test_role_has_the_election_to_store(role, election):
    assert role.election == election


# -- a pending change of voters --------------------------------------------------------------------


def test_change_waits_for_its_commit_by_default():
    change = PendingChange(ChangeKind.ADD, key(4), 1, 100)
    assert change.ack_when_committed
    assert not change.is_answered
    assert (change.probe_id, change.record_offset) == (None, None)


# -- downloads begin empty -------------------------------------------------------------------------


def test_a_download_begins_at_the_front():
    download = Download(3, OffsetAndEpoch(9, 1))
    assert (download.position, download.size, download.is_storing) == (0, 0, False)


def test_installation_is_identified_by_its_number():
    assert Installation(1, OffsetAndEpoch(9, 1)) != Installation(2, OffsetAndEpoch(9, 1))


# -- the gate, its table, and the page that is made from it ----------------------------------------


PAGE = Path(__file__).parents[2] / "docs" / "roles.md"


def test_every_role_can_be_reached_and_left():
    roles = get_args(Role)
    assert len(roles) == 6
    for role in roles:
        assert any(new is role for _, new in TRANSITIONS)
        assert any(old is role for old, _ in TRANSITIONS)


def test_every_role_follows_a_higher_epoch():
    for role in get_args(Role):
        assert TRANSITIONS[role, Unattached].epoch in {Epoch.HIGHER, Epoch.EITHER}
        assert TRANSITIONS[role, Follower].epoch in {Epoch.HIGHER, Epoch.EITHER}


def test_undefined_transition_is_refused():
    examples = {type(each): each for each in (Unattached(5), follower(), leader())}
    for old, new in itertools.product(examples, repeat=2):
        if (old, new) not in TRANSITIONS:
            with pytest.raises(InvariantBroken, match="no-illegal-state"):
                check_transition(examples[old], examples[new])


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        (Unattached(5), Unattached(4), "monotonic-epoch"),
        (Unattached(5), Unattached(5), "no-illegal-state"),
        (leader(), follower(), "no-illegal-state"),
        (Unattached(5, leader_id=3), follower(), "one-leader-an-epoch"),
        (Unattached(5, voted=key(3)), follower(), "one-vote-an-epoch"),
        (Unattached(5, voted=key(3)), follower(voted=key(2)), "one-vote-an-epoch"),
    ],
)
def test_transition_that_loses_epoch_leader_or_vote_is_refused(old, new, name):
    with pytest.raises(InvariantBroken, match=name):
        check_transition(old, new)


def test_a_higher_epoch_does_not_put_off_our_own_election():
    lone = LoneCore()
    waiting = lone.state.role.election_deadline_ms
    lone.advance(20)
    become_unattached(lone.state, 7)
    assert lone.state.role.election_deadline_ms == waiting


def test_follower_that_becomes_unattached_waits_again():
    lone = LoneCore()
    lone.follow()
    lone.state.now_ms = 2500
    become_unattached(lone.state, 7)
    assert lone.state.role.election_deadline_ms >= 3500


def test_the_vote_stays_within_the_epoch_and_goes_with_it():
    lone = LoneCore()
    become_unattached(lone.state, 3)
    lone.state.role.voted = key(2)
    become_follower(lone.state, 3, 2, (endpoint(2),))
    assert lone.state.role.voted == key(2)
    become_follower(lone.state, 4, 3, (endpoint(3),))
    assert lone.state.role.voted is None


def test_fetch_timeouts_differ_a_little():
    found = {LoneCore(seed=seed).follow().fetch_timeout_ms for seed in range(40)}
    assert len(found) > 10
    assert min(found) >= 2000
    assert max(found) < 2250


def test_endpoints_without_our_listener_are_looked_up_among_the_voters():
    lone = LoneCore()
    learn_leader(lone.state, 3, 2, (Endpoint("OTHER", "x", 1),))
    assert lone.state.role.endpoints == (endpoint(2),)


def test_a_leader_that_cannot_be_reached_is_remembered_all_the_same():
    lone = LoneCore()
    learn_leader(lone.state, 3, 8, (Endpoint("OTHER", "x", 1),))
    assert (type(lone.state.role), lone.state.role.leader_id) == (Unattached, 8)
    become_unattached(lone.state, 4)
    learn_leader(lone.state, 4, 8, ())
    assert lone.state.role.leader_id == 8


def test_the_page_of_roles_is_current(request):
    parts = (f"```mermaid\n{diagram()}```\n", table())
    text = PAGE.read_text(encoding="utf-8")
    if request.config.getoption("--update-golden"):
        start, end = "<!-- from transitions.py -->\n", "<!-- end -->\n"
        head, rest = text.split(start)
        text = head + start + "\n" + "\n".join(parts) + "\n" + end + rest.split(end)[1]
        PAGE.write_text(text, encoding="utf-8")
    for part in parts:
        assert part in text

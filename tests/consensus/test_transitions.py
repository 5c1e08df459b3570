"""The gate, its table, and the page that is made from it."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import get_args

import pytest

from kraft_core.consensus.invariants import InvariantBroken
from kraft_core.consensus.roles import Follower, Role, Unattached
from kraft_core.consensus.transitions import (
    TRANSITIONS,
    Epoch,
    become_follower,
    become_unattached,
    check_transition,
    diagram,
    learn_leader,
    table,
)
from kraft_core.consensus.values import Endpoint
from tests.consensus.test_roles import follower, leader
from tests.support.lone_core import LoneCore, endpoint, key

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


def test_what_the_table_lacks_is_refused():
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
def test_within_an_epoch_nothing_is_taken_back(old, new, name):
    with pytest.raises(InvariantBroken, match=name):
        check_transition(old, new)


def test_a_higher_epoch_does_not_put_off_our_own_election():
    lone = LoneCore()
    waiting = lone.state.role.election_deadline_ms
    lone.advance(20)
    become_unattached(lone.state, 7)
    assert lone.state.role.election_deadline_ms == waiting


def test_a_follower_that_falls_back_waits_anew():
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

"""The one deadline."""

from __future__ import annotations

from kraft_core.consensus import events as ev
from kraft_core.consensus.roles import Candidate
from kraft_core.consensus.rpc import RemoveRaftVoter
from tests.support.lone_core import LoneCore, history, key


def test_an_observer_without_requests_has_none():
    lone = LoneCore(node_id=None, voters=history(), changes={"bootstrap_servers": ()})
    assert lone.core.deadline_ms is None


def test_roles_have_their_own():
    lone = LoneCore(changes={"bootstrap_servers": ()}, voters=history(1, 2, 3))
    assert lone.core.deadline_ms == min(lone.state.role.election_deadline_ms, lone.now_ms + 2000)
    lone.follow(2, 3)
    assert lone.core.deadline_ms == lone.now_ms + 2000
    lone.stand()
    assert isinstance(lone.core.role, Candidate)
    assert lone.core.deadline_ms == lone.core.role.election_deadline_ms


def test_a_leaders_is_the_next_of_many():
    lone = LoneCore()
    role = lone.lead(commit=False)
    lone.advance(900)
    assert lone.core.deadline_ms == role.begin_epoch_at_ms
    lone.fetch_as(2, max_wait_ms=30)
    assert lone.core.deadline_ms == lone.now_ms + 30
    lone.advance(30)
    lone.ask(RemoveRaftVoter(None, key(3)))
    assert role.change.deadline_ms == lone.now_ms + 2000


def test_a_shutdown_ends_in_time():
    lone = LoneCore(changes={"shutdown_grace_ms": 7})
    lone.lead()
    lone.feed(ev.ShutdownRequested())
    assert lone.core.deadline_ms == lone.now_ms + 7


def test_a_witness_knows_when_its_patience_ends():
    lone = LoneCore(changes={"is_witness": True, "bootstrap_servers": ()})
    times = set()
    while lone.now_ms < 4000:
        times.add(lone.core.deadline_ms)
        lone.advance(lone.core.deadline_ms - lone.now_ms)
    assert 4000 in times

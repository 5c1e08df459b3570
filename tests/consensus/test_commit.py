"""The high watermark."""

from __future__ import annotations

from kraft_core.consensus import effects as fx
from kraft_core.consensus import events as ev
from kraft_core.consensus.roles import Leader, Resigned
from kraft_core.consensus.rpc import RemoveRaftVoter
from kraft_core.consensus.values import Election
from tests.support.lone_core import LoneCore, history, key, log


def leader(*ids, end=10, **changes):
    ids = ids or (1, 2, 3)
    values = {"voters": history(*ids, at=4), "log": log(end, 1), "election": Election(2)}
    lone = LoneCore(**{**values, **changes})
    lone.stand_and_win()
    return lone


def watermarks(lone):
    return [each.offset for each in lone.effects if isinstance(each, fx.AdvanceHighWatermark)]


def test_a_record_of_an_earlier_epoch_commits_only_with_one_of_this_epoch():
    """KIP-595's extra condition: a majority at the epoch's start offset commits nothing."""
    lone = leader()
    lone.fetch_as(2, 10)
    assert lone.core.role.high_watermark is None
    lone.fetch_as(2, 11)
    assert lone.core.role.high_watermark == 11


def test_a_leader_counts_only_what_it_has_flushed_itself():
    lone = leader()
    lone.fetch_as(2)
    lone.slow = True
    lone.append()
    lone.fetch_as(2)
    assert lone.core.role.high_watermark == 11
    lone.flush()
    assert lone.core.role.high_watermark == 12


def test_two_followers_commit_without_the_leaders_own_disk():
    lone = leader()
    lone.fetch_as(2)
    lone.slow = True
    lone.append()
    lone.fetch_as(2)
    lone.fetch_as(3)
    assert lone.core.role.high_watermark == 12
    assert watermarks(lone) == [11, 12]


def test_in_five_three_must_have_it():
    lone = leader(1, 2, 3, 4, 5)
    lone.fetch_as(2)
    assert lone.core.role.high_watermark is None
    lone.fetch_as(3)
    assert lone.core.role.high_watermark == 11


def test_fetches_that_go_backward_do_not_lower_it():
    lone = leader()
    lone.fetch_as(2)
    lone.fetch_as(2, 5)
    assert lone.core.role.high_watermark == 11
    assert lone.core.role.progress.voters[2].end_offset == 5


def test_observers_commit_nothing():
    lone = leader()
    lone.fetch_as(8)
    lone.fetch_as(9)
    assert lone.core.role.high_watermark is None


def test_a_change_of_voters_never_lowers_it():
    lone = leader(1, 2, 3, 4)
    for node_id in (2, 3):
        lone.fetch_as(node_id)
    assert lone.core.role.high_watermark == 11
    lone.ask(RemoveRaftVoter(None, key(3)))
    assert lone.core.role.high_watermark == 11


def test_a_leader_outside_the_set_does_not_count_itself_and_resigns_when_that_commits():
    lone = leader()
    lone.fetch_as(2)
    lone.ask(RemoveRaftVoter(None, key(1)))
    asked = lone.last_asked
    assert not lone.core.is_voter
    lone.fetch_as(2)
    assert lone.core.role.high_watermark == 11
    assert isinstance(lone.core.role, Leader)
    lone.fetch_as(3)
    assert isinstance(lone.core.role, Resigned)
    assert lone.replies[asked].response.error == 0


def test_a_new_leader_does_not_repeat_a_lower_high_watermark():
    lone = LoneCore(voters=history(1, 2, 3, at=4), log=log(10, 1), election=Election(2))
    lone.follow(2, 3)
    lone.fetched(high_watermark=10)
    lone.stand_and_win()
    assert lone.core.role.high_watermark is None
    assert lone.core.high_watermark == 10
    lone.feed(ev.TurnEnded())
    lone.fetch_as(2)
    assert watermarks(lone) == [10, 11]

from __future__ import annotations

import random

from kraft_core.consensus.events import LeaderUnreachable, PeerDescribed, RequestFailed
from kraft_core.consensus.values import FailureReason
from tests.simulation.small_clusters import await_leader, follower, heard, led


def unreachable(events: list, node_id: int) -> list[int]:
    """The leaders that a node heard are gone."""
    return [event.leader_id for to, event in events if to == node_id]


def test_followers_notice_at_once_that_the_process_of_their_leader_has_ended():
    cluster = led()
    leader = await_leader(cluster)
    failed, gone = heard(cluster, RequestFailed), heard(cluster, LeaderUnreachable)
    leader.crash()
    cluster.timeline.run_until(cluster.now_ms + 3)
    others = {node.node_id for node in cluster.up_nodes()}
    assert {node_id for node_id, _ in failed} == others
    assert [event.reason for _, event in failed[:2]] == [FailureReason.TIMED_OUT] * 2
    assert {node_id for node_id, _ in gone} == others
    assert {event.leader_id for _, event in gone} == {leader.node_id}


def test_a_machine_without_power_says_nothing():
    cluster = led()
    failed, gone = heard(cluster, RequestFailed), heard(cluster, LeaderUnreachable)
    await_leader(cluster).crash(random.Random(1))
    cluster.timeline.run_until(cluster.now_ms + 500)
    assert (failed, gone) == ([], [])


def test_a_machine_that_is_back_knows_nothing_of_old_connections():
    cluster = led()
    leader = await_leader(cluster)
    leader.crash(random.Random(1))
    cluster.timeline.run_until(cluster.now_ms + 100)
    failed, gone = heard(cluster, RequestFailed), heard(cluster, LeaderUnreachable)
    leader.start()
    cluster.timeline.run_until(cluster.now_ms + 2)
    assert {node_id for node_id, _ in failed} == {1, 2, 3} - {leader.node_id}
    assert gone == [], "it can be connected with again"


def test_a_link_that_is_cut_in_either_direction_hides_the_end():
    for is_outward in (True, False):
        cluster = led()
        leader, deaf = await_leader(cluster), follower(cluster)
        ids = (deaf.node_id, leader.node_id)
        cluster.network.cut(*(ids if is_outward else ids[::-1]))
        failed, gone = heard(cluster, RequestFailed), heard(cluster, LeaderUnreachable)
        leader.crash()
        cluster.timeline.run_until(cluster.now_ms + 300)
        assert unreachable(gone, deaf.node_id) == []
        of_deaf = [event.reason for node_id, event in failed if node_id == deaf.node_id]
        assert FailureReason.TIMED_OUT not in of_deaf
        assert {node_id for node_id, _ in gone} == {1, 2, 3} - {*ids}


def test_a_leader_that_one_was_never_connected_with_is_no_news():
    """A follower that has just started is refused; that tells nothing about a leader it knew."""
    cluster = led()
    leader, other = await_leader(cluster), follower(cluster)
    other.crash()
    for node in cluster.nodes.values():
        cluster.network.cut(other.node_id, node.node_id)
    other.start()
    cluster.timeline.run_until(cluster.now_ms + 50)
    assert other.core.leader_and_epoch.leader_id == leader.node_id, "as its disk says"
    leader.crash()
    failed, gone = heard(cluster, RequestFailed), heard(cluster, LeaderUnreachable)
    cluster.network.mend_all()
    cluster.timeline.run_until(cluster.now_ms + 500)
    reasons = [event.reason for node_id, event in failed if node_id == other.node_id]
    assert FailureReason.REFUSED in reasons or not reasons
    assert unreachable(gone, other.node_id) == []


def test_a_reset_fails_what_is_awaited_and_the_leader_is_still_there():
    cluster = led()
    leader, other = await_leader(cluster), follower(cluster)
    failed, gone = heard(cluster, RequestFailed), heard(cluster, LeaderUnreachable)
    cluster.network.reset(leader.node_id, other.node_id)
    cluster.timeline.run_until(cluster.now_ms + 2)
    assert [(node_id, event.reason) for node_id, event in failed] == [
        (other.node_id, FailureReason.TIMED_OUT)
    ]
    assert gone == []


def test_peers_that_meet_tell_each_other_once_what_they_are():
    cluster = led()
    leader, other = await_leader(cluster), follower(cluster)
    cluster.timeline.run_until(cluster.now_ms + 3000)
    described = heard(cluster, PeerDescribed)
    cluster.timeline.run_until(cluster.now_ms + 3000)
    assert described == []
    cluster.network.reset(leader.node_id, other.node_id)
    cluster.timeline.run_until(cluster.now_ms + 3000)
    told = {(node_id, event.replica_id, event.may_lead) for node_id, event in described}
    assert told == {(leader.node_id, other.node_id, True), (other.node_id, leader.node_id, None)}


def test_the_end_of_one_that_waits_is_the_end_of_its_waiting():
    cluster = led()
    other = follower(cluster)
    other.crash()
    failed = heard(cluster, RequestFailed)
    other.start()
    leader = await_leader(cluster)
    cluster.network.reset(leader.node_id, other.node_id)
    cluster.timeline.run_until(cluster.now_ms + 2)
    assert [node_id for node_id, _ in failed].count(other.node_id) <= 1

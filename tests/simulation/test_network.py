"""Tests of the simulated network and its connections."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from kraft_core.raft.consensus.effects import SendRequest
from kraft_core.raft.consensus.events import (
    LeaderUnreachable,
    PeerDescribed,
    RequestFailed,
    RequestReceived,
    ResponseReceived,
)
from kraft_core.raft.consensus.rpc import Fetch, Vote
from kraft_core.raft.consensus.values import FailureReason
from kraft_wire.messages import ApiVersionsRequest, DescribeQuorumRequest
from tests.simulation.small_clusters import (
    await_leader,
    await_written,
    begun,
    done,
    follower,
    heard,
    led,
    until,
)

if TYPE_CHECKING:
    from kraft_core.sim.quorum.cluster import Cluster
    from kraft_wire.message import Message


def isolate(cluster: Cluster, node_id: int) -> None:
    for other in cluster.nodes:
        cluster.network.cut(node_id, other)
        cluster.network.cut(other, node_id)


def requests_to(events: list[tuple[int, Any]], node_id: int, kind: type) -> list[Any]:
    return [event for to, event in events if to == node_id and isinstance(event.request, kind)]


# -- what may happen to a message ---------------------------------------------------------------


def test_link_is_cut_in_one_direction_until_it_is_restored():
    cluster = led()
    leader, other = await_leader(cluster), follower(cluster)
    came, answered = heard(cluster, RequestReceived), heard(cluster, ResponseReceived)
    cluster.network.cut(leader.node_id, other.node_id)
    assert cluster.network.is_cut(leader.node_id, other.node_id)
    assert not cluster.network.is_through(other.node_id, leader.node_id)
    cluster.timeline.run_until(cluster.now_ms + 1500)
    assert other.node_id not in {node_id for node_id, _ in answered}
    came.clear()
    cluster.network.restore(leader.node_id, other.node_id)
    assert cluster.network.is_through(leader.node_id, other.node_id)
    until(cluster, lambda: bool(requests_to(came, leader.node_id, Fetch)))


def test_cut_link_loses_messages_in_flight():
    cluster = begun(delay_ms=(50, 50))
    came = heard(cluster, RequestReceived)
    sent = done(cluster, SendRequest)
    until(cluster, lambda: bool(sent))
    for node_id in cluster.nodes:
        isolate(cluster, node_id)
    came.clear()
    cluster.timeline.run_until(cluster.now_ms + 200)
    assert came == []


def test_loss_and_duplicates_follow_their_chances():
    cluster = led()
    network = cluster.network
    network.loss = 1000
    cluster.timeline.run_until(cluster.now_ms + 10)
    came = heard(cluster, RequestReceived)
    cluster.timeline.run_until(cluster.now_ms + 1000)
    assert came == []
    network.loss, network.duplicates = 0, 1000
    cluster.timeline.run_until(cluster.now_ms + 8000)
    await_leader(cluster)
    bodies = [repr(event.request) for _, event in came]
    assert len(bodies) >= 2 * len(set(bodies)) > 0


def test_messages_of_one_link_arrive_in_order_unless_they_are_overtaken():
    assert arrivals(0) == sorted(arrivals(0))
    assert arrivals(1000) != sorted(arrivals(1000))
    assert sorted(arrivals(1000)) == list(range(40))


def arrivals(reordering: int) -> list[int]:
    """In which order answers to as many questions come back."""
    cluster = led()
    cluster.network.reordering, cluster.network.delay_ms = reordering, (1, 100)
    came: list[int] = []
    for number in range(40):
        cluster.ask(1, ApiVersionsRequest(), 3, lambda _, number=number: came.append(number))
    cluster.timeline.run_until(cluster.now_ms + 500)
    return came


def test_restore_all_resets_the_network():
    cluster = led(delay_ms=(2, 5))
    network = cluster.network
    isolate(cluster, 1)
    network.loss = network.duplicates = network.reordering = 500
    network.delay_ms = (100, 200)
    network.restore_all()
    assert network.is_through(1, 2)
    assert (network.loss, network.duplicates, network.reordering) == (0, 0, 0)
    assert network.delay_ms == (2, 5)


# -- incarnations -------------------------------------------------------------------------------


def test_answer_for_an_earlier_incarnation_is_lost():
    cluster = led(delay_ms=(20, 20))
    other = follower(cluster)
    sent = done(cluster, SendRequest)
    until(cluster, lambda: any(node_id == other.node_id for node_id, _ in sent))
    answered = heard(cluster, ResponseReceived)
    other.crash()
    other.start()
    cluster.timeline.run_until(cluster.now_ms + 39)
    assert other.node_id not in {node_id for node_id, _ in answered}


def test_a_request_of_a_sender_that_is_gone_arrives():
    cluster = led(delay_ms=(20, 20))
    leader, other = await_leader(cluster), follower(cluster)
    sent, came = done(cluster, SendRequest), heard(cluster, RequestReceived)
    until(cluster, lambda: any(node_id == other.node_id for node_id, _ in sent))
    other.crash()
    came.clear()
    cluster.timeline.run_until(cluster.now_ms + 25)
    fetches = requests_to(came, leader.node_id, Fetch)
    assert other.node_id in {event.request.replica.id for event in fetches}


def test_only_received_messages_count_as_delivered():
    cluster = led()
    for node in cluster.nodes.values():
        node.crash(random.Random(1))
    cluster.ask(1, ApiVersionsRequest(), 3)
    before = cluster.network.messages
    cluster.timeline.run_until(cluster.now_ms + 100)
    assert cluster.network.messages == before


# -- who answers --------------------------------------------------------------------------------


def failures(cluster: Cluster, node_id: int, duration_ms: int = 900) -> set[FailureReason]:
    """Why requests of a node fail in a while."""
    failed = heard(cluster, RequestFailed)
    cluster.timeline.run_until(cluster.now_ms + duration_ms)
    return {event.reason for to, event in failed if to == node_id}


def without_leader(cluster: Cluster) -> int:
    """All but one node are down; the one that is left asks them."""
    left = follower(cluster)
    for node in cluster.nodes.values():
        if node is not left:
            node.crash()
    cluster.timeline.run_until(cluster.now_ms + 3000)
    return left.node_id


def test_a_process_that_was_shut_down_or_has_ended_refuses():
    cluster = led()
    assert failures(cluster, without_leader(cluster), 2000) == {FailureReason.REFUSED}


def test_a_paused_node_neither_answers_nor_refuses():
    cluster = led()
    leader, other = await_leader(cluster), follower(cluster)
    leader.pause(5000)
    answered = heard(cluster, ResponseReceived)
    assert failures(cluster, other.node_id) == set()
    assert other.node_id not in {node_id for node_id, _ in answered}


def test_a_link_that_is_cut_hides_a_refusal():
    for is_outward in (True, False):
        cluster = led()
        left = without_leader(cluster)
        for other in cluster.nodes:
            cluster.network.cut(*((left, other) if is_outward else (other, left)))
        cluster.timeline.run_until(cluster.now_ms + 3)
        assert failures(cluster, left, 4000) == set()


def test_moved_node_listens_on_a_new_endpoint():
    cluster = led()
    other = follower(cluster)
    other.move()
    before = other.endpoint
    other.crash()
    other.start()
    assert other.endpoint != before
    assert cluster.machine_at(before.port) is other
    assert cluster.machine_at(other.endpoint.port) is other
    assert cluster.machine_at(1) is None
    await_written(cluster, "name", "value")


# -- versions -----------------------------------------------------------------------------------


def versions_taken(cluster: Cluster) -> set[tuple[int, int, int]]:
    """Target, API key and version of every request that is taken from now on."""
    taken: set[tuple[int, int, int]] = set()
    for node in cluster.nodes.values():
        receive = node.link.receive

        def noted(reply_to: int, asked: Any, message: Message, of: Any = (node, receive)) -> None:
            taken.add((of[0].node_id, asked.api_key, asked.api_version))
            of[1](reply_to, asked, message)

        node.link.receive = noted  # type: ignore[method-assign]
    return taken


@pytest.mark.parametrize(
    ("releases", "fetch"),
    [({}, 18), (dict.fromkeys((1, 2, 3), "4.0"), 17), ({1: "3.9", 2: "3.9"}, 17)],
)
def test_requests_are_in_the_highest_version_that_both_speak(releases, fetch):
    cluster = led(releases=releases)
    taken = versions_taken(cluster)
    cluster.timeline.run_until(cluster.now_ms + 1000)
    fetches = {version for _, api_key, version in taken if api_key == 1}
    assert fetch in fetches
    assert fetches <= {17, 18}


def test_a_pre_vote_is_unsupported_only_once_the_versions_are_known():
    cluster = led(1, 2, releases={1: "3.9"})
    for node in cluster.nodes.values():
        node.crash()
    asking = cluster.nodes[2]
    failed, described = heard(cluster, RequestFailed), heard(cluster, PeerDescribed)
    isolate(cluster, 1)
    cluster.nodes[1].start()
    asking.start()
    cluster.timeline.run_until(cluster.now_ms + 4000)
    assert failed == []
    cluster.network.restore_all()
    until(cluster, lambda: bool(failed))
    assert [(to, event.replica_id) for to, event in described][:1] == [(2, 1)]
    assert failed[0][1].reason is FailureReason.UNSUPPORTED
    came = heard(cluster, RequestReceived)
    until(cluster, lambda: bool(requests_to(came, 1, Vote)))
    assert not any(event.request.pre_vote for event in requests_to(came, 1, Vote))


def test_operators_get_answers_that_may_get_lost():
    cluster = led()
    answers: list[Any] = []
    request = DescribeQuorumRequest(
        topics=(
            DescribeQuorumRequest.TopicData(
                topic_name="__cluster_metadata",
                partitions=(DescribeQuorumRequest.PartitionData(partition_index=0),),
            ),
        )
    )
    leader = await_leader(cluster)
    cluster.ask(leader.node_id, request, 2, answers.append)
    until(cluster, lambda: bool(answers))
    partition = answers[0].topics[0].partitions[0]
    assert partition.leader_id == leader.node_id
    assert len(partition.current_voters) == 3
    cluster.network.loss = 1000
    cluster.ask(leader.node_id, request, 2, answers.append)
    cluster.timeline.run_until(cluster.now_ms + 500)
    assert len(answers) == 1


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
    cluster.network.restore_all()
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


def test_connected_peers_exchange_their_versions_once():
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

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from kraft_core.consensus.effects import SendResponse, StoreElection
from kraft_core.simulation.disk import NodeEnded
from kraft_core.simulation.hooks import Moment
from kraft_core.simulation.network import Asked
from kraft_core.simulation.plan import CLUSTER_ID
from kraft_wire.messages import ApiVersionsResponse, DescribeQuorumRequest, VoteRequest
from kraft_wire.primitives import Uuid
from tests.simulation.small_clusters import begun, done, follower, led

if TYPE_CHECKING:
    from kraft_core.consensus.values import Election


def test_a_request_is_answered_once_and_its_number_is_no_other_s():
    cluster = led()
    node = follower(cluster)
    answers: list[bytes] = []
    asked = Asked(55, 2, node.port, answers.append)
    replied = done(cluster, SendResponse)
    node.act(lambda: node.link.receive(4711, asked, DescribeQuorumRequest()))
    node.act(lambda: node.link.receive(4712, asked, DescribeQuorumRequest()))
    assert len(answers) == 2
    with pytest.raises(KeyError):
        node.link.respond(4711, ApiVersionsResponse(), 3)
    del replied


def test_sending_and_answering_are_operations_before_which_the_process_may_end():
    cluster = led()
    node = follower(cluster)
    answers: list[bytes] = []
    asked = Asked(55, 2, node.port, answers.append)
    node.crash_in(0)
    link = node.link
    with pytest.raises(NodeEnded):
        link.receive(4711, asked, DescribeQuorumRequest())
    assert answers == []


def test_what_quorum_state_says_is_told_once_it_is_durable():
    cluster = begun()
    told: list[tuple[int, Election]] = []
    stored = done(cluster, StoreElection)

    def look(node):
        on_disk = node.directory.election.read()
        assert node.stored_election == on_disk
        told.append((node.node_id, on_disk))

    cluster.hooks.moments[Moment.ELECTION_STORED].append(look)
    cluster.timeline.run_until(5000)
    first = told[:3]  # of the starts, before anybody looked
    assert {(node_id, election.epoch) for node_id, election in first} == {(1, 0), (2, 0), (3, 0)}
    assert told[3:] == [(node_id, effect.election) for node_id, effect in stored]
    assert {node_id for node_id, _ in told} == {1, 2, 3}


@pytest.mark.parametrize("end", ["process", "power", "pause", "shutdown", "failed sync"])
def test_what_may_happen_while_quorum_state_is_written(end):
    """Nothing leaves the node before its election is durable, whatever happens meanwhile."""
    cluster = led()
    node = follower(cluster)
    node.flush_delay_ms = (300, 300)
    answered = done(cluster, SendResponse)
    stored = []
    cluster.hooks.moments[Moment.ELECTION_STORED].append(lambda each: stored.append(each.node_id))
    asked_in = node.core.role.epoch + 7
    vote = vote_request(node, asked_in)
    node.act(lambda: node.link.receive(4711, Asked(52, 2, node.port, lambda _: None), vote))
    assert node.replica.is_storing
    assert node.replica.deadline_ms is None
    before = node.stored_election
    if end == "process":
        node.crash()
    elif end == "power":
        node.crash(Random(1))
    elif end == "pause":
        node.pause(1000)
    elif end == "shutdown":
        node.shut_down()
    else:
        node.disk.fail_sync_in = 0
    of_node = [each for each in answered if each[0] == node.node_id]
    cluster.timeline.run_until(cluster.now_ms + 290)
    assert [each for each in answered if each[0] == node.node_id] == of_node
    assert node.stored_election == before
    cluster.timeline.run_until(cluster.now_ms + 15_000)
    has_stored = node.node_id in stored
    has_answered = any(effect.reply_to == 4711 for _, effect in answered)
    assert has_stored == has_answered == (end in {"pause", "shutdown"})
    assert node.is_up == (end == "pause")


def vote_request(node, epoch):
    """A vote that may not be granted, but whose epoch has to be stored."""
    partition = VoteRequest.PartitionData(
        partition_index=0,
        replica_epoch=epoch,
        replica_id=9,
        replica_directory_id=Uuid(bytes([9]) * 16),
        voter_directory_id=Uuid(node.directory_id),
        last_offset_epoch=0,
        last_offset=0,
        pre_vote=False,
    )
    topic = VoteRequest.TopicData(topic_name="__cluster_metadata", partitions=[partition])
    return VoteRequest(cluster_id=CLUSTER_ID, voter_id=node.node_id, topics=[topic])


def test_what_was_not_written_is_not_told():
    cluster = led()
    node = follower(cluster)
    before = node.stored_election
    assert before is not None
    cluster.leader().crash()  # type: ignore[union-attr]
    told = []
    cluster.hooks.moments[Moment.ELECTION_STORED].append(lambda each: told.append(each.node_id))
    for each in cluster.up_nodes():
        each.disk.is_full = True
    cluster.timeline.run_until(cluster.now_ms + 5000)
    assert (told, node.stored_election, node.is_up) == ([], before, False)

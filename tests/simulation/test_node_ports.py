from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from kraft_core.consensus.effects import SendResponse, StoreElection
from kraft_core.simulation.disk import NodeEnded
from kraft_core.simulation.hooks import Moment
from kraft_core.simulation.network import Asked
from kraft_wire.messages import ApiVersionsResponse, DescribeQuorumRequest
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
    assert told == [(node_id, effect.election) for node_id, effect in stored]
    assert {node_id for node_id, _ in told} == {1, 2, 3}


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

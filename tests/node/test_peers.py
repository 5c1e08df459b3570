"""Whom we ask: versions, time-outs, broken connections, and whether anybody is still there."""

from __future__ import annotations

import asyncio

import pytest

from kraft_core.node.tasks import Tasks
from kraft_core.node.transport import peers as peers_module
from kraft_core.node.transport.peers import Peers, PeerSettings
from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.values import (
    FailureReason,
    Node,
    PeerVersions,
    ReplicaKey,
    VersionRange,
)
from kraft_core.raft.replica.rpc_mapping import wire_request
from kraft_wire.messages import VoteResponse
from tests.node.cluster import run
from tests.node.fake_peer import VERSIONS, FakePeer
from tests.support.ports import free_ports
from tests.support.waiting import TIMEOUT_S

pytestmark = [pytest.mark.node, pytest.mark.timeout(180)]


def vote(*, pre_vote=False):
    return wire_request(
        rpc.Vote(
            cluster_id="c",
            voter_id=2,
            voter_directory_id=None,
            replica=ReplicaKey(1, bytes(range(16))),
            epoch=3,
            last_offset_epoch=2,
            last_offset=5,
            pre_vote=pre_vote,
        )
    )


def reraise(error):
    raise error


class Heard:
    """What peers tell."""

    def __init__(self):
        self.news = asyncio.Queue()

    def on_response(self, request_id, message):
        self.news.put_nowait(("response", request_id, type(message).__name__))

    def on_failure(self, request_id, reason):
        self.news.put_nowait(("failure", request_id, reason))

    def on_described(self, node_id, versions, levels):
        self.news.put_nowait(("described", node_id, versions, levels))

    def on_gone(self, node_id):
        self.news.put_nowait(("gone", node_id))

    async def next(self):
        return await asyncio.wait_for(self.news.get(), TIMEOUT_S)


DESCRIBED = ("described", 2, PeerVersions(vote=2, fetch=17), VersionRange(0, 1))


def answer_votes(message, version):
    return VoteResponse() if type(message).__name__ == "VoteRequest" else None


def time_out(peers):
    """Let the timeouts of all requests pass: a short one would also pass on a busy machine."""
    for timer in tuple(peers._tasks._timers):
        timer.handle.cancel()
        timer.ring()


def told(story, answer=answer_votes, versions=VERSIONS):
    async def telling():
        heard = Heard()
        settings = PeerSettings("raft-client-1", ("kraft", "1.0"), TIMEOUT_S, TIMEOUT_S)
        peers = Peers(settings, heard, Tasks(reraise))
        async with FakePeer(answer, versions) as fake:
            await story(peers, heard, fake)
            peers.close()
            await peers.wait_closed(1)

    run(telling())


def test_versions_are_agreed_on_once_and_the_newest_common_one_is_used():
    async def story(peers, heard, fake):
        to = Node(2, "127.0.0.1", fake.port)
        peers.send(1, to, vote())
        assert await heard.next() == DESCRIBED
        assert await heard.next() == ("response", 1, "VoteResponse")
        peers.send(2, to, vote())
        assert await heard.next() == ("response", 2, "VoteResponse")
        assert [version for _, version in fake.asked] == [2, 2]
        assert (fake.connections, fake.software) == (1, ["kraft"])
        assert fake.client_ids == ["raft-client-1"]

    told(story)


def test_a_bootstrap_server_is_not_described():
    async def story(peers, heard, fake):
        peers.send(1, Node(-2, "127.0.0.1", fake.port), vote())
        assert await heard.next() == ("response", 1, "VoteResponse")

    told(story)


def test_a_version_that_the_peer_lacks_is_unsupported():
    async def story(peers, heard, fake):
        to = Node(2, "127.0.0.1", fake.port)
        peers.send(1, to, vote(pre_vote=True))
        assert (await heard.next())[2] == PeerVersions(vote=1, fetch=-1)
        assert await heard.next() == ("failure", 1, FailureReason.UNSUPPORTED)
        peers.send(2, to, vote())
        assert await heard.next() == ("response", 2, "VoteResponse")
        assert fake.asked[0][1] == 1

    told(story, versions={18: (0, 4), 52: (0, 1)})


def test_refused_connection_fails_the_request_and_reports_the_node_gone():
    async def story(peers, heard, fake):
        (port,) = free_ports(1)
        peers.send(1, Node(2, "127.0.0.1", port), vote())
        assert await heard.next() == ("failure", 1, FailureReason.REFUSED)
        assert await heard.next() == ("gone", 2)

    told(story)


def test_a_name_that_cannot_be_resolved_is_refused_but_says_nothing_of_the_node():
    async def story(peers, heard, fake):
        peers.send(1, Node(2, "no-such-host.invalid", 1), vote())
        assert await heard.next() == ("failure", 1, FailureReason.REFUSED)
        await asyncio.sleep(0.01)
        assert heard.news.empty()

    told(story)


def test_killed_peer_is_reported_gone_at_once():
    async def story(peers, heard, fake):
        peers.send(1, Node(2, "127.0.0.1", fake.port), vote())
        await heard.next()
        await heard.next()
        fake.kill()
        assert await heard.next() == ("gone", 2)

    told(story)


def test_a_request_under_way_fails_when_the_connection_breaks_and_the_node_may_be_there():
    async def story(peers, heard, fake):
        to = Node(2, "127.0.0.1", fake.port)
        peers.send(1, to, vote())
        await heard.next()
        await heard.next()
        peers.send(2, to, wire_request(begin()))
        await fake.until_asked(2)
        fake.cut()
        assert await heard.next() == ("failure", 2, FailureReason.TIMED_OUT)
        assert await heard.next() == DESCRIBED  # connected anew
        assert fake.connections == 2

    told(story)


def test_peer_that_never_answered_is_not_reconnected():
    async def story(peers, heard, fake):
        peers.send(1, Node(2, "127.0.0.1", fake.port), wire_request(begin()))
        assert await heard.next() == DESCRIBED
        await fake.until_asked(1)
        fake.cut()
        assert await heard.next() == ("failure", 1, FailureReason.TIMED_OUT)
        peer = peers._peers[2]
        assert peer._connecting is None
        assert peer._transport is None

    told(story)


def begin():
    return rpc.BeginQuorumEpoch(
        cluster_id="c", voter_id=2, voter_directory_id=None, leader_id=1, epoch=3
    )


def test_an_answer_that_does_not_come_is_timed_out_and_the_connection_given_up():
    async def story(peers, heard, fake):
        to = Node(2, "127.0.0.1", fake.port)
        peers.send(1, to, wire_request(begin()))
        assert await heard.next() == DESCRIBED
        await fake.until_asked(1)
        time_out(peers)
        assert await heard.next() == ("failure", 1, FailureReason.TIMED_OUT)
        peers.send(2, to, vote())
        assert await heard.next() == DESCRIBED
        assert await heard.next() == ("response", 2, "VoteResponse")
        assert fake.connections == 2

    told(story)


def test_a_later_request_does_not_wait_behind_an_earlier_one():
    async def story(peers, heard, fake):
        to = Node(2, "127.0.0.1", fake.port)
        peers.send(1, to, wire_request(begin()))
        await heard.next()
        await fake.until_asked(1)
        peers.send(2, to, vote())
        assert await heard.next() == DESCRIBED
        assert await heard.next() == ("response", 2, "VoteResponse")

    told(story)


def test_only_the_last_of_several_requests_leaves_while_connecting():
    async def story(peers, heard, fake):
        to = Node(2, "127.0.0.1", fake.port)
        for number in range(1, 4):
            peers.send(number, to, vote())
        assert await heard.next() == DESCRIBED
        assert await heard.next() == ("response", 3, "VoteResponse")
        assert len(fake.asked) == 1

    told(story)


def test_an_answer_to_something_else_is_corrupt():
    async def story(peers, heard, fake):
        peers.send(1, Node(2, "127.0.0.1", fake.port), vote())
        await heard.next()
        assert await heard.next() == ("failure", 1, FailureReason.CORRUPT)

    told(story, answer=lambda *_: b"\0\0\0\4\0\0\0\x63")


def test_another_address_is_another_connection():
    async def story(peers, heard, fake):
        peers.send(1, Node(2, "127.0.0.1", fake.port), vote())
        await heard.next()
        await heard.next()
        async with FakePeer(answer_votes) as other:
            peers.send(2, Node(2, "127.0.0.1", other.port), vote())
            await heard.next()
            assert await heard.next() == ("response", 2, "VoteResponse")
            assert (len(fake.asked), len(other.asked)) == (1, 1)
            peers.close()

    told(story)


def test_connections_do_not_grow_with_the_ids_that_were_ever_asked(monkeypatch):
    monkeypatch.setattr(peers_module, "_NODES_MAX", 3)

    async def story(peers, heard, fake):
        for node_id in range(2, 40):
            peers.send(node_id, Node(node_id, "127.0.0.1", fake.port), vote())
            assert (await heard.next())[:2] == ("described", node_id)
            assert await heard.next() == ("response", node_id, "VoteResponse")
            assert len(peers._peers) <= 3
            assert len(peers._refusals) <= 4
        peers.send(50, Node(2, "127.0.0.1", fake.port), vote())
        assert await heard.next() == DESCRIBED
        assert await heard.next() == ("response", 50, "VoteResponse")

    told(story)


def test_new_name_is_sent_on_a_new_connection():
    async def story(peers, heard, fake):
        to = Node(2, "127.0.0.1", fake.port)
        peers.send(1, to, wire_request(begin()))
        await heard.next()
        peers.introduce_as(("kraft-witness", "1.0"))
        assert await heard.next() == ("failure", 1, FailureReason.TIMED_OUT)
        peers.send(2, to, vote())
        await heard.next()
        await heard.next()
        assert fake.software == ["kraft", "kraft-witness"]

    told(story)


def test_a_node_can_be_met_without_a_request():
    async def story(peers, heard, fake):
        node = Node(2, "127.0.0.1", fake.port)
        peers.meet(node)
        assert await heard.next() == DESCRIBED
        peers.meet(node)
        peers.send(1, node, vote())
        assert await heard.next() == ("response", 1, "VoteResponse")
        assert fake.connections == 1

    told(story)


def test_peer_that_was_given_up_can_be_met_again():
    async def story(peers, heard, fake):
        node = Node(2, "127.0.0.1", fake.port)
        peers.send(1, node, wire_request(begin()))
        assert await heard.next() == DESCRIBED
        await fake.until_asked(1)
        time_out(peers)
        assert await heard.next() == ("failure", 1, FailureReason.TIMED_OUT)
        peers.meet(node)
        assert await heard.next() == DESCRIBED

    told(story)


def test_unsupported_peer_is_reported_for_each_request():
    async def story(peers, heard, fake):
        to = Node(-2, "127.0.0.1", fake.port)
        for number in (1, 2):
            peers.send(number, to, vote())
            assert await heard.next() == ("failure", number, FailureReason.UNSUPPORTED)
        assert fake.connections == 1

    told(story, versions={18: (0, 4)})

"""Registering with the active controller: when, where, how often."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from kraft_core.controller import own_registration as registration
from kraft_core.controller.own_registration import Registration
from kraft_core.node.node import RaftNode
from kraft_core.node.tasks import Tasks
from kraft_core.node.transport.peers import PeerSettings
from kraft_core.raft.consensus.config import RaftConfig
from kraft_core.raft.consensus.values import Endpoint, LeaderAndEpoch, ReplicaKey, VersionRange
from kraft_core.raft.consensus.voters import Voter, VoterSet
from kraft_core.security.listener_keys import ListenerKeys, SecurityKeys
from kraft_wire.messages import ControllerRegistrationResponse
from tests.node.cluster import run
from tests.node.fake_peer import FakePeer

pytestmark = [pytest.mark.node, pytest.mark.timeout(180)]

LEVELS = {"metadata.version": 30}
SERVED = {18: (0, 4), 70: (0, 0)}


class FakeCore:
    def __init__(self, port):
        own = Endpoint("CONTROLLER", "here", 9)
        self.config = RaftConfig(
            node_id=1, directory_id=bytes(range(16)), cluster_id="c", endpoints=(own,)
        )
        self.leader_and_epoch = LeaderAndEpoch(2, 1)
        there = Endpoint("CONTROLLER", "127.0.0.1", port)
        self.voters = VoterSet.of([Voter(ReplicaKey(2), (there,), VersionRange(0, 1))])


def reraise(error):
    raise error


class FakeNode:
    leader_address = RaftNode.leader_address

    def __init__(self, port):
        self.core = FakeCore(port)
        keys = {"A": ListenerKeys(name="A", protocol="SASL_SSL")}
        self.configuration = SimpleNamespace(node_id=1, security=SecurityKeys(listeners=keys))
        self.peer_settings = PeerSettings("raft-client-1", ("kraft", "1"), 5.0, 5.0)
        self.tasks = Tasks(reraise)


def told(story, error_code=0):
    async def telling():
        def answer(message, version):
            return ControllerRegistrationResponse(error_code=error_code)

        async with FakePeer(answer, SERVED) as fake:
            node = FakeNode(fake.port)
            registering = Registration(node)
            await story(registering, node, fake)
            registering.close()
            await registering.wait_closed(1)

    run(telling())


def test_the_leader_is_asked_with_all_that_it_has_to_know():
    async def story(registering, node, fake):
        registering.look(LEVELS, {})
        registering.look(LEVELS, {})
        await fake.until_asked(1)
        ((request, version),) = fake.asked
        assert (version, request.controller_id) == (0, 1)
        assert request.incarnation_id == registering.incarnation_id
        (listener,) = request.listeners
        told_of = (listener.name, listener.host, listener.port, listener.security_protocol)
        assert told_of == ("CONTROLLER", "here", 9, 0)
        features = {each.name: each.max_supported_version for each in request.features}
        assert (features["metadata.version"], features["kraft.version"]) == (33, 1)
        assert not request.zk_migration_ready

    told(story)


def test_nothing_is_asked_where_it_is_not_wanted():
    async def story(registering, node, fake):
        registering.look({}, {})
        registering.look({"metadata.version": 14}, {})
        registering.look(LEVELS, {1: registering.incarnation_id})
        node.core.leader_and_epoch = LeaderAndEpoch(None, 1)
        registering.look(LEVELS, {})
        node.core.leader_and_epoch = LeaderAndEpoch(1, 1)
        registering.look(LEVELS, {})
        node.core.leader_and_epoch = LeaderAndEpoch(3, 1)
        registering.look(LEVELS, {})
        await asyncio.sleep(0.02)
        assert fake.connections == 0

    told(story)


def test_a_registration_that_is_taken_back_is_asked_for_again(monkeypatch):
    """A controller that lives comes back after UnregisterController, as Kafka's do."""
    monkeypatch.setattr(registration, "_REPLAYED_WITHIN_S", 0.0)

    async def story(registering, node, fake):
        registering.look(LEVELS, {})
        await fake.until_asked(1)
        registering.look(LEVELS, {1: registering.incarnation_id})
        await asyncio.sleep(0.02)
        registering.look(LEVELS, {2: bytes(16)})
        await fake.until_asked(2)

    told(story)


def test_a_registration_of_an_earlier_start_does_not_count():
    async def story(registering, node, fake):
        registering.look(LEVELS, {1: bytes(16)})
        await fake.until_asked(1)

    told(story)


def test_a_refusal_is_tried_again_later_and_later():
    async def story(registering, node, fake):
        loop = asyncio.get_running_loop()
        begin = loop.time()
        registering.look(LEVELS, {})
        await fake.until_asked(3)
        assert loop.time() - begin > 0.1 + 0.2 - 0.02
        registering.look(LEVELS, {1: registering.incarnation_id})
        await asyncio.sleep(0.5)
        assert len(fake.asked) == 3

    told(story, error_code=41)


def test_a_leader_that_cannot_be_reached_is_tried_again():
    async def story(registering, node, fake):
        reached = node.core.voters
        unreachable = Endpoint("CONTROLLER", "127.0.0.1", 1)
        node.core.voters = VoterSet.of([Voter(ReplicaKey(2), (unreachable,), VersionRange(0, 1))])
        registering.look(LEVELS, {})
        await asyncio.sleep(0.02)
        node.core.voters = reached
        await fake.until_asked(1)

    told(story)


def test_what_was_written_has_some_time_to_be_replayed(monkeypatch):
    monkeypatch.setattr(registration, "_REPLAYED_WITHIN_S", 0.05)

    async def story(registering, node, fake):
        registering.look(LEVELS, {})
        await fake.until_asked(2)

    told(story)

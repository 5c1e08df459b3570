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
from kraft_wire.messages import ControllerRegistrationRequest, ControllerRegistrationResponse
from kraft_wire.primitives import Uuid
from tests.controller.content import messages_of
from tests.controller.running import Controllers, until
from tests.controller.test_active import ACTIVE
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


@pytest.mark.parametrize(
    ("protocol", "number"), [("PLAINTEXT", 0), ("SSL", 1), ("SASL_PLAINTEXT", 2), ("SASL_SSL", 3)]
)
def test_protocol_of_a_listener_is_written_as_its_number(protocol, number):
    """SecurityProtocol.id."""

    async def story(registering, node, fake):
        keys = {"CONTROLLER": ListenerKeys(name="CONTROLLER", protocol=protocol)}
        node.configuration.security = SecurityKeys(listeners=keys)
        (listener,) = registering.request().listeners
        assert listener.security_protocol == number
        assert fake.asked == []

    told(story)


def test_no_second_request_is_sent_before_the_answer():
    async def story(registering, node, fake):
        sent = []
        registering._peers.send = lambda number, *_: sent.append(number)
        registering.look(LEVELS, {})
        registering.look(LEVELS, {})
        assert len(sent) == 1
        assert node.core.leader_and_epoch.leader_id == 2
        assert fake.asked == []

    told(story)


def test_unneeded_registration_is_not_sent():
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


def test_registration_is_sent_again_if_not_replayed_in_time(monkeypatch):
    monkeypatch.setattr(registration, "_REPLAYED_WITHIN_S", 0.05)

    async def story(registering, node, fake):
        registering.look(LEVELS, {})
        await fake.until_asked(2)

    told(story)


OTHER = Uuid(bytes(15) + b"\x07")


class Timers:
    """Tasks of a node whose calls are due when the test says so."""

    def __init__(self):
        self.waiting = []

    def later(self, delay_s, call):
        self.waiting.append((delay_s, call))
        return SimpleNamespace(cancel=lambda: None)


def test_a_registration_that_another_process_replaces_is_asked_for_later_and_later(
    monkeypatch, caplog
):
    """Two processes with one node id: the log must not grow with each second."""
    now_s = [1000.0]
    monkeypatch.setattr(registration, "time", SimpleNamespace(monotonic=lambda: now_s[0]))

    async def story():
        node = FakeNode(1)
        registering = Registration(node)
        asked = []
        monkeypatch.setattr(registering, "_ask", asked.append)
        node.tasks = timers = Timers()
        pauses = []

        def replaced():
            registering.applied(registering.incarnation_id)
            registering.applied(OTHER)
            count = len(asked)
            registering.look(LEVELS, {1: OTHER})
            assert registering.is_held
            assert len(asked) == count
            ((pause_s, resume),) = timers.waiting
            timers.waiting.clear()
            pauses.append(pause_s)
            now_s[0] += pause_s * 2
            resume()
            assert not registering.is_held
            assert len(asked) == count + 1

        for _ in range(9):
            replaced()
        assert pauses == [2, 4, 8, 16, 32, 64, 120, 120, 120]
        lines = [each for each in caplog.records if "Another process registered" in each.message]
        assert [each.levelname for each in lines] == ["ERROR"] * 9
        now_s[0] += registration._STAYS_S
        replaced()
        assert pauses[-1] == 2
        registering.close()

    run(story())


def test_a_registration_of_an_earlier_start_or_none_is_no_replacement():
    async def story(registering, node, fake):
        for each in (OTHER, registering.incarnation_id, None, OTHER, None):
            registering.applied(each)
        assert not registering.is_held

    told(story)


@pytest.mark.parametrize("more", [{}, ACTIVE], ids=["without brokers", "with brokers"])
def test_registration_of_an_active_controller_waits_too(tmp_path, monkeypatch, more):
    """The copy of a leader that is Kafka's asks it as often as it is replaced."""
    monkeypatch.setattr(registration, "_PAUSE_S", 3600.0)

    async def story():
        async with Controllers(tmp_path, 1, **more) as quorum:
            assert await quorum.active() == 1
            controller = quorum.controllers[1]
            own, image = controller._registration, controller.image
            await until(lambda: 1 in image.controllers)
            asked = ControllerRegistrationRequest(controller_id=1, incarnation_id=OTHER)
            assert (await quorum.ask(1, asked, 0)).error_code == 0
            await until(lambda: image.controllers[1].incarnation_id == OTHER)
            assert own.is_held
            controller.housekeep()
            later = ControllerRegistrationRequest(controller_id=9, incarnation_id=OTHER)
            assert (await quorum.ask(1, later, 0)).error_code == 0
            found = messages_of(quorum.values(1))
            kept = [each.controller_id for each in found if hasattr(each, "controller_id")]
            assert kept == [1, 1, 9]
            assert image.controllers[1].incarnation_id == OTHER
            own._resume()
            controller.housekeep()
            await until(lambda: image.controllers[1].incarnation_id == own.incarnation_id)

    run(story())

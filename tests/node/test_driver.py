"""Turns: what comes in together is handled together, alarms ring, failures end it."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from kraft_core.node.driver import Driver
from kraft_core.node.service import RequestContext, Service
from kraft_core.node.transport.connection import Asked
from kraft_core.raft.consensus.events import (
    LeaderUnreachable,
    PeerDescribed,
    RequestFailed,
    TurnEnded,
)
from kraft_core.raft.consensus.values import (
    FailureReason,
    LeaderAndEpoch,
    Node,
    PeerVersions,
    VersionRange,
)
from kraft_wire.connection import RequestReceived
from kraft_wire.messages import (
    ApiVersionsRequest,
    FetchRequest,
    UpdateFeaturesRequest,
    VoteResponse,
)
from tests.support.waiting import wait_until_async


class FakeReplica:
    takes = True

    def __init__(self, clock):
        self.clock = clock
        self.heard = []
        self.turns = 0
        self.deadline_ms = None
        self.failure = None

    def feed(self, event):
        if self.failure is not None:
            raise self.failure
        self.heard.append(event)

    def receive_request(self, reply_to, listener, api_version, message):
        self.heard.append((reply_to, listener, api_version, type(message).__name__))
        return self.takes

    def receive_response(self, request_id, message):
        self.heard.append((request_id, type(message).__name__))

    def end_turn(self):
        self.turns += 1
        self.deadline_ms = None


class FakeCore:
    kraft_version = 1
    config = SimpleNamespace(fetch_timeout_ms=2000)
    leader_and_epoch = LeaderAndEpoch(2, 5)
    voters = ()


class FakeConnection:
    listener = "CONTROLLER"
    is_closed = False

    def __init__(self, software="apache-kafka-java"):
        self.answers = []
        self.software = software

    def take_software(self):
        name, self.software = self.software, ""
        return name

    def context(self, client_id):
        return RequestContext(client_id=client_id)

    def reply(self, request, response):
        self.answers.append((request.correlation_id, response))

    def close(self):
        self.is_closed = True


class World:
    """A driver and what it drives."""

    def __init__(self):
        self.failures = []
        self.turned = 0
        self.driver = Driver(Service(), self.failures.append)
        self.replica = FakeReplica(self.driver.clock)
        self.core = FakeCore()
        self.use(None)

    def use(self, peers):
        self.driver.use(
            self.core,
            self.replica,
            peers,
            complete=lambda answer: answer,
            after_turn=self.count,
        )

    def count(self):
        self.turned += 1

    async def settle(self):
        for _ in range(5):
            await asyncio.sleep(0)


def told(story):
    async def telling():
        await story(World())

    asyncio.run(telling())


def asked(message, api_version=17, number=0):
    received = RequestReceived(number, api_version, 40 + number, None, message)
    return Asked(received, None, is_large=False, is_parked=False)


def fetch(replica_id):
    return FetchRequest(replica_state=FetchRequest.ReplicaState(replica_id=replica_id))


def test_events_that_arrive_together_are_one_turn():
    async def story(world):
        for number in range(3):
            world.driver.feed(TurnEnded())
            world.driver.on_failure(number, FailureReason.BUSY)
        await world.settle()
        assert (world.replica.turns, world.turned) == (1, 1)
        assert world.replica.heard.count(TurnEnded()) == 3
        assert RequestFailed(2, FailureReason.BUSY) in world.replica.heard

    told(story)


def test_a_deadline_brings_a_turn_and_a_nearer_one_comes_first():
    async def story(world):
        now_ms = world.driver.clock.now_ms()
        world.replica.deadline_ms = now_ms + 10_000
        world.driver._set_alarm(now_ms + 10_000)
        world.replica.deadline_ms = now_ms + 5
        world.driver._set_alarm(now_ms + 5)
        await wait_until_async(lambda: world.replica.turns, "a turn")
        assert world.replica.turns == 1

    told(story)


def test_an_alarm_that_rings_too_early_looks_again():
    async def story(world):
        now_ms = world.driver.clock.now_ms()
        world.replica.deadline_ms = now_ms + 30
        world.driver._set_alarm(now_ms + 1)
        await wait_until_async(lambda: world.replica.turns, "a turn", pause_s=0.001)
        assert world.replica.turns == 1
        assert world.driver.clock.now_ms() >= now_ms + 30

    told(story)


def test_failure_is_reported_once_and_nothing_follows():
    async def story(world):
        world.replica.failure = ArithmeticError("broken")
        world.driver.feed(TurnEnded())
        world.replica.failure = None
        world.driver.feed(TurnEnded())
        world.driver.on_response(1, VoteResponse())
        world.driver.receive(FakeConnection(), asked(fetch(3)))
        world.driver.turn_soon()
        await world.settle()
        assert [str(each) for each in world.failures] == ["broken"]
        assert (world.replica.heard, world.replica.turns) == ([], 0)

    told(story)


def test_requests_of_the_replica_are_numbered_and_answered_where_they_came_from():
    async def story(world):
        first, second = FakeConnection(), FakeConnection()
        world.driver.receive(first, asked(fetch(-1), number=1))
        world.driver.receive(second, asked(fetch(-1), number=2))
        assert world.replica.heard == [
            (1, "CONTROLLER", 17, "FetchRequest"),
            (2, "CONTROLLER", 17, "FetchRequest"),
        ]
        answer = VoteResponse()
        world.driver.respond(2, answer, 17)
        world.driver.respond(2, answer, 17)
        assert (first.answers, second.answers) == ([], [(42, answer)])

    told(story)


@pytest.mark.parametrize(("name", "leads"), [("apache-kafka-java", True), ("kraft-witness", False)])
def test_first_fetch_of_a_connection_shows_if_its_replica_may_lead(name, leads):
    async def story(world):
        connection = FakeConnection()
        connection.software = name
        for number in range(2):
            world.driver.receive(connection, asked(fetch(3), number=number))
        described = [each for each in world.replica.heard if isinstance(each, PeerDescribed)]
        assert described == [PeerDescribed(3, may_lead=leads)]

    told(story)


def test_consumers_and_unknown_software_are_not_described():
    async def story(world):
        world.driver.receive(FakeConnection(), asked(fetch(-1)))
        stranger = FakeConnection()
        stranger.software = "somebody"
        world.driver.receive(stranger, asked(fetch(3)))
        assert not [each for each in world.replica.heard if isinstance(each, PeerDescribed)]

    told(story)


def test_the_replica_id_of_old_versions_is_elsewhere():
    async def story(world):
        world.driver.receive(FakeConnection(), asked(FetchRequest(replica_id=4), api_version=14))
        assert world.replica.heard[0] == PeerDescribed(4, may_lead=True)

    told(story)


def test_the_service_answers_what_is_not_the_replicas():
    async def story(world):
        connection = FakeConnection()
        world.driver.receive(connection, asked(UpdateFeaturesRequest(), 1))
        world.driver.receive(connection, asked(ApiVersionsRequest(), 0, 1))
        (first, refused), (second, told_versions) = connection.answers
        assert (first, refused.error_code) == (40, 35)
        assert (second, told_versions.error_code) == (41, 0)
        assert world.replica.heard == []

    told(story)


def test_peer_descriptions_and_losses_reach_the_replica():
    async def story(world):
        versions = PeerVersions(vote=2, fetch=18)
        world.driver.on_described(3, versions, VersionRange(0, 1))
        world.driver.on_gone(3)
        world.driver.on_gone(2)
        world.driver.on_response(7, VoteResponse())
        assert world.replica.heard == [
            PeerDescribed(3, versions, VersionRange(0, 1)),
            LeaderUnreachable(2, 5),
            (7, "VoteResponse"),
        ]

    told(story)


def test_the_connection_of_a_request_that_is_not_taken_ends():
    async def story(world):
        taken, refused = FakeConnection(), FakeConnection()
        world.driver.receive(taken, asked(fetch(3)))
        world.replica.takes = False
        world.driver.receive(refused, asked(fetch(3)))
        assert (taken.is_closed, refused.is_closed) == (False, True)
        world.driver.respond(2, fetch(3), 2)  # nobody waits for it
        assert refused.answers == []

    told(story)


def test_voters_that_were_met_are_forgotten_with_their_entry():
    class FakePeers:
        met = ()

        def meet(self, node):
            self.met = (*self.met, node.id)

    def voter(node_id):
        return SimpleNamespace(id=node_id, node=lambda _listener: Node(node_id, "host", 9000))

    async def story(world):
        peers = FakePeers()
        world.core.config = SimpleNamespace(node_id=1, listener="CONTROLLER")
        world.use(peers)
        for replaced in range(10, 60):
            world.core.voters = (voter(1), voter(2), voter(replaced))
            peers.met = ()
            world.driver.meet_voters()
            assert peers.met == ((2, replaced) if replaced == 10 else (replaced,))
            for node_id in (2, replaced):
                world.driver.on_described(node_id, PeerVersions(2, 18), VersionRange(0, 1))
            world.driver.meet_voters()
            assert peers.met[-1] == replaced
            assert len(world.driver._met) == 2

    told(story)

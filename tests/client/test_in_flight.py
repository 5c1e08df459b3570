"""Calls that are cancelled or at the same time: each gets its own answer or none."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import threading
import time

import pytest

from kraft_core.client import AsyncClient, Client, ConnectionLostError, Settings
from kraft_core.client.session import open_session
from kraft_core.client.settings import Endpoint
from kraft_wire.connection import RequestReceived, ServerConnection
from kraft_wire.messages import (
    ApiVersionsRequest,
    DescribeQuorumRequest,
    DescribeQuorumResponse,
    FetchRequest,
    FetchSnapshotRequest,
    FetchSnapshotResponse,
)
from tests.client.fake_quorum import Node, Parked, World, answer, fetched
from tests.client.loopback import controller
from tests.support.listener import Listener
from tests.support.record_batches import leader_change, topics
from tests.support.waiting import TIMEOUT_S

DESCRIBE = DescribeQuorumRequest()
SNAPSHOT = FetchSnapshotRequest(
    topics=(
        FetchSnapshotRequest.TopicSnapshot(
            name="__cluster_metadata", partitions=(FetchSnapshotRequest.PartitionSnapshot(),)
        ),
    )
)


class HoldingController:
    """A leader that keeps answers back while `is_holding`, always in the order of requests."""

    def __init__(self):
        self.connections = 0
        self.requests = []
        self.is_holding = False
        self._held = []
        self._arrived = asyncio.Condition()

    @contextlib.asynccontextmanager
    async def listening(self):
        listener = Listener(self._serve)
        port = listener.listen()
        self._world = World(1)
        self.node = Node(1, Endpoint("127.0.0.1", port), leader_id=1)
        self._world.nodes = [self.node]
        self.node.append(leader_change(0, 1, 1))
        self.node.append(topics(1, 1, "a", "b"))
        self.node.commit()
        try:
            yield f"127.0.0.1:{port}"
        finally:
            await listener.end()

    async def _serve(self, reader, writer):
        self.connections += 1
        connection = ServerConnection(self.node.served)
        while chunk := await reader.read(65536):
            for event in connection.receive(chunk):
                assert isinstance(event, RequestReceived)
                self._held.append((connection, writer, event))
                self.requests.append(event.message)
                async with self._arrived:
                    self._arrived.notify_all()
            if not self.is_holding:
                self.release()

    def release(self):
        self.is_holding = False
        held, self._held = self._held, []
        for connection, writer, event in held:
            response = answer(self._world, self.node, event)
            if isinstance(response, Parked):
                response = fetched(self.node, event)
            connection.reply(event, response)
            writer.write(connection.data_to_send())

    async def held(self, count):
        """Wait until so many requests have arrived that are not answered."""
        async with self._arrived, asyncio.timeout(TIMEOUT_S):
            await self._arrived.wait_for(lambda: len(self._held) >= count)


def in_loop(play):
    async def run():
        held = HoldingController()
        async with held.listening() as address, AsyncClient(address) as client:
            await play(held, client)

    asyncio.run(run())


def test_cancelled_call_leaves_no_answer_for_the_next():
    async def play(held, client):
        await client.leader()
        held.is_holding = True
        call = asyncio.create_task(client.call(DESCRIBE, is_repeatable=True))
        await held.held(1)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        held.release()
        response = await client.call(SNAPSHOT, is_repeatable=True)
        assert isinstance(response, FetchSnapshotResponse)
        assert isinstance(await client.call(DESCRIBE), DescribeQuorumResponse)

    in_loop(play)


def test_timed_out_call_leaves_no_answer_for_the_next():
    async def play(held, client):
        await client.leader()
        held.is_holding = True
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(client.call(DESCRIBE, is_repeatable=True), 0.05)
        held.release()
        assert isinstance(await client.call(SNAPSHOT), FetchSnapshotResponse)

    in_loop(play)


def test_gathered_calls_are_in_flight_together_and_get_their_own_answers():
    async def play(held, client):
        await client.leader()
        held.is_holding = True
        calls = asyncio.gather(
            *(client.call(each, is_repeatable=True) for each in (DESCRIBE, SNAPSHOT) * 20)
        )
        await held.held(40)
        held.release()
        kinds = [type(each) for each in await calls]
        assert kinds == [DescribeQuorumResponse, FetchSnapshotResponse] * 20
        assert held.connections == 1

    in_loop(play)


def test_gathered_calls_find_the_leader_once():
    async def play(held, client):
        found = await asyncio.gather(
            *(client.call(DESCRIBE) for _ in range(5)), client.leader(), client.high_watermark()
        )
        assert found[-1] == 3
        assert held.connections == 1
        assert sum(isinstance(each, ApiVersionsRequest) for each in held.requests) <= 1
        assert sum(isinstance(each, FetchRequest) for each in held.requests) >= 5

    in_loop(play)


def test_one_cancelled_call_of_several_leaves_the_others_theirs():
    async def play(held, client):
        await client.leader()
        held.is_holding = True
        calls = [
            asyncio.create_task(client.call(each, is_repeatable=True))
            for each in (DESCRIBE, SNAPSHOT, DESCRIBE, SNAPSHOT)
        ]
        await held.held(4)
        calls[0].cancel()  # it is the one that reads
        calls[3].cancel()
        ended = await asyncio.wait(calls[::3])
        assert ended[0] == {calls[0], calls[3]}
        held.release()
        assert isinstance(await calls[1], FetchSnapshotResponse)
        assert isinstance(await calls[2], DescribeQuorumResponse)
        assert isinstance(await client.call(SNAPSHOT), FetchSnapshotResponse)
        assert held.connections == 1

    in_loop(play)


def test_calls_in_flight_end_when_the_client_is_closed():
    async def play(held, client):
        await client.leader()
        held.is_holding = True
        calls = asyncio.gather(
            *(client.call(DESCRIBE, is_repeatable=True) for _ in range(3)), return_exceptions=True
        )
        await held.held(3)
        client.close()
        assert [type(each) for each in await calls] == [ConnectionLostError] * 3
        assert held.connections == 1

    in_loop(play)


def test_gathered_calls_share_one_failed_search():
    async def run():
        async def hang_up(_, writer):
            writer.close()

        listener = Listener(hang_up)
        settings = Settings(api_timeout_s=0.5)
        async with AsyncClient(f"127.0.0.1:{listener.listen()}", settings=settings) as client:
            began = time.monotonic()
            ended = await asyncio.gather(
                *(client.leader() for _ in range(100)), return_exceptions=True
            )
        await listener.end()
        assert {type(each).__name__ for each in ended} == {"LeaderNotFoundError"}
        assert time.monotonic() - began < 25  # 100 searches would take 50 s

    asyncio.run(run())


def test_interrupted_blocking_call_leaves_no_answer_for_the_next(monkeypatch):
    may_answer, caller = threading.Event(), threading.get_ident()

    def wait(_):
        signal.pthread_kill(caller, signal.SIGALRM)
        may_answer.wait(TIMEOUT_S)

    def interrupt(*_):
        raise KeyboardInterrupt

    with controller() as (node, address), Client(address) as client:
        client.leader()
        node.before_answer = wait
        earlier = signal.signal(signal.SIGALRM, interrupt)
        try:
            with pytest.raises(KeyboardInterrupt):
                client.call(DESCRIBE, is_repeatable=True)
        finally:
            signal.signal(signal.SIGALRM, earlier)
        node.before_answer = None
        may_answer.set()
        assert isinstance(client.call(SNAPSHOT, is_repeatable=True), FetchSnapshotResponse)


def test_answer_of_an_abandoned_call_is_not_given_to_the_next():
    world = World(1)
    world.elect(1, 1)
    session = world.run(open_session(world.node(1).endpoint, Settings()))
    abandoned = session.call(DESCRIBE)
    next(abandoned)
    abandoned.close()
    with pytest.raises(ConnectionLostError, match="is closed"):
        world.run(session.call(SNAPSHOT))

"""Both drivers against a real socket on this machine."""

from __future__ import annotations

import asyncio
import ssl

import pytest

from kraft_core.client import (
    AsyncClient,
    Client,
    ConnectionLostError,
    LeaderNotFoundError,
    Position,
    PositionError,
    Settings,
    steps,
    tail,
    tail_async,
)
from kraft_core.client.asynchronous import AsyncDriver
from kraft_core.client.blocking import BlockingDriver
from kraft_core.client.endpoints import parse_endpoints
from kraft_core.client.session import open_session
from kraft_wire.messages import DescribeQuorumRequest
from tests.client.batch_bytes import snapshot
from tests.client.loopback import client_tls, controller, silent_listener

QUICK = Settings(connect_timeout_s=0.2, request_timeout_s=0.2, patience_s=0.3)


class Blocking:
    """The blocking API."""

    @staticmethod
    def tail(*arguments, **options):
        return [change.name for change in tail(*arguments, **options)]

    @staticmethod
    def ask(address, method, *arguments, tls=None, **options):
        with Client(address, tls=tls, settings=QUICK) as client:
            return getattr(client, method)(*arguments, **options)

    @staticmethod
    def run(operation):
        driver = BlockingDriver()
        try:
            return driver.run(operation)
        finally:
            driver.close()


class Asynchronous:
    """The asynchronous API, under the same names."""

    @staticmethod
    def tail(*arguments, **options):
        async def collect():
            return [change.name async for change in tail_async(*arguments, **options)]

        return asyncio.run(collect())

    @staticmethod
    def ask(address, method, *arguments, tls=None, **options):
        async def ask():
            async with AsyncClient(address, tls=tls, settings=QUICK) as client:
                return await getattr(client, method)(*arguments, **options)

        return asyncio.run(ask())

    @staticmethod
    def run(operation):
        async def drive():
            driver = AsyncDriver()
            try:
                return await driver.run(operation)
            finally:
                driver.close()

        return asyncio.run(drive())


@pytest.fixture(params=[Blocking, Asynchronous])
def api(request):
    return request.param


def test_tail(api):
    with controller() as (_, address):
        names = api.tail(address, from_start=True, until_current=True)
    assert names == ["LeaderChangeMessage", "TopicRecord", "TopicRecord"]


def test_tail_over_tls(api):
    with controller(tls=True) as (_, address):
        names = api.tail(address, from_start=True, until_current=True, tls=client_tls())
    assert len(names) == 3


def test_plaintext_to_a_tls_listener_says_so(api):
    with controller(tls=True) as (_, address), pytest.raises(LeaderNotFoundError) as caught:
        api.ask(address, "leader")
    assert address in str(caught.value)


def test_a_certificate_that_is_not_trusted(api):
    with controller(tls=True) as (_, address), pytest.raises(LeaderNotFoundError, match="certif"):
        api.ask(address, "leader", tls=ssl.create_default_context())


def test_a_client_asks_the_leader(api):
    with controller() as (node, address):
        leader = api.ask(address, "leader")
        assert (leader.node_id, leader.epoch, leader.endpoint) == (1, 1, node.endpoint)
        assert api.ask(address, "high_watermark") == 3
        response = api.ask(address, "call", DescribeQuorumRequest(), is_repeatable=True)
        assert response.nodes[0].node_id == 1


def test_a_client_reads_committed_batches(api):
    with controller() as (_, address):
        batches, position = api.ask(address, "read", Position(0, 0))
        assert [batch.base_offset for batch in batches] == [0, 1]
        assert position == Position(3, 1)
        with pytest.raises(PositionError, match="beyond the end"):
            api.ask(address, "read", Position(4))


def test_a_client_fetches_the_newest_snapshot(api):
    with controller() as (node, address):
        assert api.ask(address, "newest_snapshot") is None
        data = snapshot(1, "a", "b")
        node.snapshots.append(((3, 1), data))
        assert api.ask(address, "newest_snapshot") == ((3, 1), data)
        node.clean((3, 1))
        with pytest.raises(PositionError, match="offset 1 is no longer in the log"):
            api.ask(address, "read", Position(1, 1))


def test_nobody_listens(api):
    with silent_listener() as address:
        pass
    with pytest.raises(LeaderNotFoundError, match=f"nobody listens at {address}"):
        api.ask(address, "leader")


def test_a_name_that_does_not_resolve(api):
    with pytest.raises(LeaderNotFoundError, match=r"no-such-host\.invalid:9093: "):
        api.ask("no-such-host.invalid:9093", "leader")


def test_a_silent_listener_costs_the_timeout(api):
    with silent_listener() as address:
        (endpoint,) = parse_endpoints(address)
        with pytest.raises(ConnectionLostError, match="answer"):
            api.run(open_session(endpoint, QUICK))


def test_nothing_is_open_after_the_iterator_is_closed():
    with controller() as (_, address):
        changes = tail(address, from_start=True)
        next(changes)
        changes.close()
        assert list(changes) == []


def test_nothing_is_open_after_the_asynchronous_iterator_is_closed():
    async def look():
        changes = tail_async(address, from_start=True)
        await anext(changes)
        await changes.aclose()
        return [change async for change in changes]

    with controller() as (_, address):
        assert asyncio.run(look()) == []


def test_a_task_that_is_cancelled_leaves_at_once():
    async def follow():
        async for _ in tail_async(address):
            raise AssertionError("there is nothing new")

    async def cancel():
        task = asyncio.create_task(follow())
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    with controller() as (_, address):
        asyncio.run(cancel())


def test_an_operation_without_connection_is_a_lost_one(api):
    with pytest.raises(ConnectionLostError, match="there is no connection"):
        api.run(steps.receive(1.0))

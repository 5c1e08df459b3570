"""Appends that find no room: refused at once, or served in order when there is room again."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace

import pytest

from kraft_core.config.errors import AppendRejectedError, AppendUnknownError
from kraft_core.node.append_queue import AppendQueue
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.node import RaftNode
from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus.values import FailureReason, LeaderAndEpoch
from kraft_core.raft.replica import AppendOutcome
from kraft_wire.errors import ErrorCode
from tests.node.cluster import ListMachine, format_node, properties_of, run, voters_at
from tests.support.ports import free_ports
from tests.support.replica_fixture import ReplicaFixture

SMALL = {"batch_bytes_target": 1_000, "batch_bytes_max": 2_000, "waiting_bytes_max": 2_000}


def leading():
    fixture = ReplicaFixture(linger_ms=0, **SMALL)
    fixture.lead()
    return fixture, AppendQueue(fixture.replica)


def commit(fixture, high_watermark):
    fixture.turns()
    fixture.flush(high_watermark=high_watermark)
    fixture.turns()


async def started(*appends):
    tasks = [asyncio.create_task(each) for each in appends]
    await asyncio.sleep(0)
    return tasks


def test_appends_are_served_first_come_first_served():
    async def story():
        fixture, queue = leading()
        queue.append_nowait([b"x" * 1_000], None)
        large, small = await started(
            queue.append([b"L" * 1_900], None), queue.append([b"s" * 90], None)
        )
        assert len(queue) == 2
        queue.look()
        await asyncio.sleep(0)
        assert not small.done()  # it would fit, and does not overtake
        commit(fixture, 2)
        queue.look()
        assert (await large).outcome is AppendOutcome.PENDING
        assert not small.done()
        commit(fixture, 3)
        queue.look()
        await small
        commit(fixture, 4)
        assert [value[:1] for value in fixture.machine.values] == [b"x", b"L", b"s"]

    asyncio.run(story())


def test_append_nowait_refuses_while_others_wait_and_exempt_ones_pass():
    async def story():
        fixture, queue = leading()
        queue.append_nowait([b"x" * 1_900], None)
        await started(queue.append([b"y" * 1_900], None))
        assert queue.append_nowait([b"z"], None).error is ErrorCode.THROTTLING_QUOTA_EXCEEDED
        exempt = queue.append_nowait([b"z"], None, is_exempt=True)
        assert not exempt.has_ended
        commit(fixture, 3)
        queue.look()
        queue.end()

    asyncio.run(story())


def test_waiting_append_ends_when_leadership_does():
    async def story():
        fixture, queue = leading()
        queue.append_nowait([b"x" * 1_900], None)
        (waiting,) = await started(queue.append([b"y" * 1_900], None))
        fixture.consensus.on(ev.RequestFailed, fx.AnnounceLeader(LeaderAndEpoch(2, 4)))
        fixture.replica.feed(ev.RequestFailed(1, FailureReason.TIMED_OUT))
        queue.look()
        ticket = await waiting
        assert ticket.outcome is AppendOutcome.REJECTED
        assert ticket.error is ErrorCode.NOT_LEADER_OR_FOLLOWER
        assert len(queue) == 0

    asyncio.run(story())


def test_waiting_append_does_not_survive_into_a_later_epoch_of_the_same_leader():
    async def story():
        fixture, queue = leading()
        queue.append_nowait([b"x" * 1_900], None)
        (waiting,) = await started(queue.append([b"y" * 1_000], None))
        fixture.consensus.on(ev.RequestFailed, fx.AnnounceLeader(LeaderAndEpoch(1, 5)))
        fixture.replica.feed(ev.RequestFailed(1, FailureReason.TIMED_OUT))
        assert fixture.replica.leading_epoch == 5
        queue.look()
        assert (await waiting).error is ErrorCode.NOT_LEADER_OR_FOLLOWER

    asyncio.run(story())


def test_cancelled_append_makes_way_for_the_next():
    async def story():
        fixture, queue = leading()
        queue.append_nowait([b"x" * 1_000], None)
        large, small = await started(
            queue.append([b"L" * 1_900], None), queue.append([b"s" * 500], None)
        )
        large.cancel()
        with pytest.raises(asyncio.CancelledError):
            await large
        assert (await small).outcome is AppendOutcome.PENDING
        assert len(queue) == 0
        commit(fixture, 3)
        assert [value[:1] for value in fixture.machine.values] == [b"x", b"s"]

    asyncio.run(story())


def test_end_refuses_all_that_wait():
    async def story():
        _, queue = leading()
        queue.append_nowait([b"x" * 1_900], None)
        waiting = await started(queue.append([b"y" * 900], None), queue.append([b"z" * 900], None))
        waiting[0].cancel()
        queue.end()
        assert (await waiting[1]).error is ErrorCode.NOT_LEADER_OR_FOLLOWER

    asyncio.run(story())


@pytest.mark.node
@pytest.mark.timeout(120)
def test_node_bounds_undecided_bytes_while_its_disk_hangs(tmp_path, monkeypatch):
    (port,) = free_ports(1)
    format_node(tmp_path, 1, voters_at([port]))
    configuration = NodeConfiguration.of(properties_of(1, [port], tmp_path))
    limit = 64 << 10
    sizes = {"batch_bytes_target": 4 << 10, "batch_bytes_max": 8 << 10, "waiting_bytes_max": limit}
    configuration = replace(configuration, replica=replace(configuration.replica, **sizes))
    machine = ListMachine()
    is_flowing = threading.Event()

    async def story():
        async with RaftNode(configuration, machine) as node:
            await node.until(lambda: node.is_leading)
            perform = node._parts.lanes[0]._store.perform

            def hanging(work):
                assert is_flowing.wait(60)
                return perform(work)

            node._parts.lanes[0]._store.perform = hanging
            values = [b"%06d" % number + bytes(1_000) for number in range(200)]
            appends = [asyncio.create_task(node.append([value])) for value in values]
            await node.until(lambda: node.replica.undecided_bytes > limit - 2_000)
            await asyncio.sleep(0.2)
            assert node.replica.undecided_bytes <= limit
            refused = node.append_nowait([b"nowait"])
            assert refused.error is ErrorCode.THROTTLING_QUOTA_EXCEEDED
            with pytest.raises(AppendRejectedError, match=r"no room within 0\.1 s"):
                await node.append([b"late"], timeout_s=0.1)
            is_flowing.set()
            tickets = await asyncio.gather(*appends)
            assert all(ticket.outcome is AppendOutcome.COMMITTED for ticket in tickets)
            assert machine.values == values
            assert node.replica.undecided_bytes == 0

    run(story())


@pytest.mark.node
@pytest.mark.timeout(120)
def test_append_that_is_not_decided_in_time_is_unknown(tmp_path):
    (port,) = free_ports(1)
    format_node(tmp_path, 1, voters_at([port]))
    configuration = NodeConfiguration.of(properties_of(1, [port], tmp_path))
    machine = ListMachine()
    is_flowing = threading.Event()

    async def story():
        async with RaftNode(configuration, machine) as node:
            await node.until(lambda: node.is_leading)
            perform = node._parts.lanes[0]._store.perform

            def hanging(work):
                assert is_flowing.wait(60)
                return perform(work)

            node._parts.lanes[0]._store.perform = hanging
            with pytest.raises(TypeError, match="not str"):
                await node.append(["text"])
            with pytest.raises(AppendUnknownError, match=r"Not decided within 0\.2 s") as caught:
                await node.append([b"slow"], timeout_s=0.2)
            is_flowing.set()
            await node.until(lambda: caught.value.ticket.has_ended)
            assert machine.values == [b"slow"]

    run(story())

"""The load of a leader: at its rate, within bounds, and only while it leads."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from benchmarks.perf_load import PERF_TOPIC, Workload, read_perf_server
from kraft_core.node.node import RaftNode
from kraft_core.raft.consensus.values import LeaderAndEpoch
from kraft_core.raft.replica import AppendOutcome, AppendTicket
from kraft_core.raft.replica.appends import BatchTickets, refused
from kraft_wire.errors import ErrorCode
from kraft_wire.records import iter_batches
from tests.node.cluster import TIMES, run
from tests.support.ports import free_ports

ID = "J8aAPcfLQt2bqs1JT_rMgQ"
OWN, OTHER = LeaderAndEpoch(1, 5), LeaderAndEpoch(2, 6)


class Clock:
    """A clock that a test moves."""

    def __init__(self):
        self.now_ms = 1000

    def __call__(self):
        return self.now_ms


class Node:
    """Takes appends and leaves what becomes of them to the test."""

    configuration = SimpleNamespace(node_id=1)
    is_running = True

    def __init__(self):
        self.batches = []
        self.refusal = None
        self.refused = 0

    @property
    def appended(self):
        return sum(batch.count for batch in self.batches)

    def append_nowait(self, values, epoch):
        assert not any(values[0])
        if self.refusal is not None:
            self.refused += 1
            return refused(len(values), epoch, self.refusal)
        self.batches.append(BatchTickets(epoch))
        return AppendTicket(self.batches[-1], len(values))

    def commit(self):
        for batch in self.batches:
            batch.end(AppendOutcome.COMMITTED)


def loaded(story, rate=1000, size=8):
    """Run a story with a workload whose timers are those of the loop."""

    async def told():
        clock, node, lines = Clock(), Node(), []
        workload = Workload(rate, size, lines.append, clock)
        workload.attach(node)
        await story(workload, node, clock, lines)
        await workload.close(0)

    run(told())


async def reached(condition):
    while not condition():  # noqa: ASYNC110 - the workload tells nobody
        await asyncio.sleep(0.001)


async def turns():
    """Long enough for whatever the workload might still do."""
    for _ in range(5):
        await asyncio.sleep(0.005)


def test_workload_appends_at_its_rate_while_leading():
    async def story(workload, node, clock, lines):
        workload.leader_changed(OTHER)
        await turns()
        assert node.appended == 0
        workload.leader_changed(OWN)
        clock.now_ms += 100
        await reached(lambda: node.appended == 100)
        await turns()
        assert node.appended == 100
        assert {batch.epoch for batch in node.batches} == {5}
        clock.now_ms += 5000
        node.commit()
        assert lines == [
            "Throughput (bytes/second): 26.67, Latency (ms): 249.0 p75 249.0 p99 249.0 p999"
        ]
        workload.leader_changed(OTHER)
        await turns()
        assert node.appended == 100

    loaded(story)


def test_each_leadership_counts_from_its_beginning():
    async def story(workload, node, clock, lines):
        del lines
        for epoch in (5, 6):
            workload.leader_changed(LeaderAndEpoch(1, epoch))
            clock.now_ms += 10
            count = 10 * (epoch - 4)
            await reached(lambda count=count: node.appended == count)
            assert node.batches[-1].epoch == epoch

    loaded(story)


def test_pending_appends_are_bounded():
    async def story(workload, node, clock, lines):
        del lines
        workload.leader_changed(OWN)
        clock.now_ms += 60_000
        bound = (64 << 20) // 8192
        await reached(lambda: node.appended == bound)
        await turns()
        assert node.appended == bound
        node.batches[0].end(AppendOutcome.COMMITTED)
        await reached(lambda: node.appended == bound + node.batches[0].count)

    loaded(story, rate=1_000_000, size=8192)


def test_a_refused_record_is_tried_again_and_is_not_counted():
    async def story(workload, node, clock, lines):
        del lines
        node.refusal = ErrorCode.THROTTLING_QUOTA_EXCEEDED
        workload.leader_changed(OWN)
        clock.now_ms += 10
        await turns()
        node.refusal = None
        await reached(lambda: node.appended == 10)

    loaded(story)


def test_records_that_are_too_large_end_the_load():
    async def story(workload, node, clock, lines):
        del lines
        node.refusal = ErrorCode.MESSAGE_TOO_LARGE
        workload.leader_changed(OWN)
        clock.now_ms += 10
        await reached(lambda: node.refused)
        node.refusal = None
        clock.now_ms += 10
        await turns()
        assert node.appended == 0

    loaded(story)


@pytest.mark.node
@pytest.mark.timeout(60)
def test_a_node_that_nobody_formatted_writes_zeros_to_kafkas_folder(tmp_path):
    (port,) = free_ports(1)
    lines = {
        "node.id": "1",
        "listeners": f"CONTROLLER://127.0.0.1:{port}",
        "controller.listener.names": "CONTROLLER",
        "controller.quorum.voters": f"1@127.0.0.1:{port}",
        "log.dirs": str(tmp_path / "made" / "data"),
        **TIMES,
    }
    file = tmp_path / "1.properties"
    file.write_text("".join(f"{key}={value}\n" for key, value in lines.items()))

    async def story():
        told = []
        workload = Workload(1000, 8, told.append)
        async with RaftNode(read_perf_server(file, ID), workload) as node:
            workload.attach(node)
            await node.until(lambda: node.replica.high_watermark > 20)
            assert node.core.kraft_version == 0

    run(story())
    folder = tmp_path / "made" / "data" / PERF_TOPIC.folder
    names = {each.name for each in (tmp_path / "made" / "data").iterdir()}
    assert names == {".lock", PERF_TOPIC.folder}
    batches = list(iter_batches((folder / f"{0:020d}.log").read_bytes()))
    values = {bytes(record.value) for each in batches[1:] for record in each.records()}
    assert batches[0].is_control
    assert values == {bytes(8)}

"""A disk that hangs while quorum-state is written: the replica waits, the node goes on."""

from __future__ import annotations

import asyncio
import threading

import pytest

from kraft_core.config.errors import NodeEndedError
from kraft_core.node.disk_threads import DiskLane, ElectionStore
from kraft_core.raft.consensus.values import Election
from kraft_core.raft.storage.election_file import ElectionFile
from kraft_core.raft.storage.memory_files import MemoryDisk
from tests.node.cluster import Cluster, run

pytestmark = [pytest.mark.node, pytest.mark.timeout(180)]


class Gate:
    """Writes of quorum-state wait in their thread until it is opened."""

    def __init__(self, monkeypatch):
        self.opened = threading.Event()
        self.reached = threading.Event()
        self.threads = set()
        self.failure = None
        right = ElectionFile.write

        def write(file, election, kraft_version, voter_ids):
            self.threads.add(threading.current_thread().name)
            self.reached.set()
            assert self.opened.wait(60)
            if self.failure is not None:
                raise self.failure
            right(file, election, kraft_version, voter_ids)

        monkeypatch.setattr(ElectionFile, "write", write)


async def get_metrics(port):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /metrics HTTP/1.0\r\n\r\n")
    content = await reader.read()
    writer.close()
    return content


def test_sockets_and_metrics_work_while_the_vote_is_written(tmp_path, monkeypatch):
    async def story():
        gate = Gate(monkeypatch)
        more = {"kraft.metrics.listener": "127.0.0.1:0"}
        async with Cluster(tmp_path, 1, **more) as cluster:
            node = cluster.nodes[1]
            await asyncio.to_thread(gate.reached.wait, 30)
            assert node.replica.is_storing
            assert b"kafka_server_raft_metrics_current_epoch" in await get_metrics(
                node.metrics_port
            )
            assert not node.is_leading
            assert node.replica.is_storing
            gate.opened.set()
            await node.leadership()
        assert gate.threads == {"kraft-election"}

    run(story())


def test_a_vote_that_cannot_be_written_ends_the_node(tmp_path, monkeypatch):
    async def story():
        gate = Gate(monkeypatch)
        gate.failure = OSError(5, "Input/output error")
        cluster = Cluster(tmp_path, 1)
        await cluster.__aenter__()
        node = cluster.nodes[1]
        await asyncio.to_thread(gate.reached.wait, 30)
        waiting = asyncio.ensure_future(node.leadership())
        gate.opened.set()
        with pytest.raises(OSError, match="Input/output error"):
            await node.wait_closed()
        with pytest.raises(NodeEndedError):
            await waiting

    run(story())


def test_a_node_that_is_ended_meanwhile_waits_for_its_disk_and_leads_no_more(tmp_path, monkeypatch):
    async def story():
        gate = Gate(monkeypatch)
        cluster = Cluster(tmp_path, 1)
        await cluster.__aenter__()
        node = cluster.nodes[1]
        await asyncio.to_thread(gate.reached.wait, 30)
        node.shut_down()
        node.shut_down()  # at once
        await asyncio.sleep(0)
        gate.opened.set()
        await node.wait_closed()
        assert node.replica.leading_epoch is None

    run(story())


def test_disk_lane_completes_each_write_when_stored():
    async def story():
        disk, done = MemoryDisk(), asyncio.Event()
        store = ElectionStore(ElectionFile(disk.root))
        lane = DiskLane("a-disk", store, lambda _: done.set(), pytest.fail)
        assert not store.has_work
        assert store.write(Election(7), 1, ())
        assert store.has_work
        lane.poke()
        await done.wait()
        assert not store.has_work
        disk.power_loss()
        assert ElectionFile(disk.root).read() == Election(7)
        await lane.close()

    run(story())

"""Reads of segments and snapshots for answers: off the event loop, even if the disk hangs."""

from __future__ import annotations

import asyncio
import threading

import pytest

from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.disk_threads import FileReads
from kraft_core.node.node import RaftNode
from kraft_core.raft.replica.ports import ReadFailed
from kraft_core.raft.storage.disk_files import DiskFile
from kraft_wire.messages import FetchSnapshotRequest
from tests.node.cluster import ListMachine, format_node, properties_of, run, voters_at
from tests.node.raw_client import RawClient, request
from tests.node.test_server import NAMED, fetch
from tests.support.ports import free_ports
from tests.support.waiting import wait_until_async

pytestmark = [pytest.mark.node, pytest.mark.timeout(120)]


class HangingDisk:
    """Reads by the thread for reads wait until `go`; those of the event loop are noted."""

    def __init__(self, monkeypatch):
        self.go = threading.Event()
        self.asked = threading.Event()
        self.threads: list[str] = []
        real = DiskFile.read

        def read(file, position, size):
            name = threading.current_thread().name
            self.threads.append(name)
            if name == "kraft-reads":
                self.asked.set()
                assert self.go.wait(60)
            return real(file, position, size)

        monkeypatch.setattr(DiskFile, "read", read)


async def restarted(root):
    """A sole voter whose log is in files only, since it has just started."""
    (port,) = free_ports(1)
    format_node(root, 1, voters_at([port]))
    values = properties_of(1, [port], root)
    async with RaftNode(NodeConfiguration.of(values), ListMachine()) as node:
        await node.leadership()
        for _ in range(10):
            await node.append([bytes(100_000)])
    node = RaftNode(NodeConfiguration.of(values), ListMachine())
    await node.start()
    await node.leadership()
    await node.append([b"applied up to here"])
    return node, port


def test_node_continues_while_the_disk_hangs_during_a_cold_fetch(tmp_path, monkeypatch):
    async def story():
        node, port = await restarted(tmp_path)
        disk = HangingDisk(monkeypatch)
        reader, other = [await RawClient.connect(port) for _ in range(2)]
        reader.send(request(fetch(0, epoch=node.leader_and_epoch.epoch), 17))
        assert await asyncio.to_thread(disk.asked.wait, 30)
        assert (await other.ask(NAMED, 4)).error_code == 0
        await node.append([b"committed meanwhile"])
        disk.go.set()
        answer = reader.read(await reader.receive(), 1, 17)
        assert len(answer.responses[0].partitions[0].records) > 100_000
        assert "MainThread" not in disk.threads
        for each in (reader, other):
            each.close()
        await node.close()

    run(story())


def test_snapshot_pieces_are_read_by_the_thread(tmp_path, monkeypatch):
    async def story():
        node, port = await restarted(tmp_path)
        disk = HangingDisk(monkeypatch)
        disk.go.set()
        client = await RawClient.connect(port)
        partition = FetchSnapshotRequest.PartitionSnapshot(
            partition=0,
            current_leader_epoch=node.leader_and_epoch.epoch,
            snapshot_id=FetchSnapshotRequest.SnapshotId(end_offset=99, epoch=1),
            position=0,
        )
        topic = FetchSnapshotRequest.TopicSnapshot(
            name="__cluster_metadata", partitions=(partition,)
        )
        answer = await client.ask(FetchSnapshotRequest(max_bytes=1000, topics=(topic,)), 1)
        assert answer.topics[0].partitions[0].error_code == 98  # there is none
        client.close()
        await node.close()

    run(story())


class OneFile:
    """A log and snapshots of which every read does what the test says."""

    def __init__(self, read):
        self.read_piece = read

    def reading(self, start_offset, end_offset, max_bytes):
        return self.read_piece

    def read(self, snapshot_id, position, max_bytes):
        return self.read_piece()


def test_failed_read_is_handed_to_whoever_asked():
    async def story():
        def fails():
            raise OSError(5, "Input/output error")

        failures = []
        store = OneFile(fails)
        reads = FileReads(store, store, failures.append)
        found = asyncio.get_running_loop().create_future()
        reads.records(0, 1, 1, found.set_result)
        assert isinstance((await found).error, OSError)

        def refuses(result):
            assert isinstance(result, ReadFailed)
            raise result.error

        reads.records(0, 1, 1, refuses)
        await wait_until_async(lambda: failures, "a failure")
        assert isinstance(failures[0], OSError)
        reads.close()

    run(story())


def test_few_answers_are_read_ahead_of_the_event_loop():
    """Each may have 8 MiB: a slow loop must not gather them all."""

    async def story():
        count = 0

        def counts():
            nonlocal count
            count += 1
            return bytes(10)

        store = OneFile(counts)
        reads = FileReads(store, store, lambda _: None)
        taken = []
        for _ in range(50):
            reads.records(0, 1, 10, taken.append)
        deadline = threading.Event()
        deadline.wait(0.2)  # the loop stands still meanwhile
        assert count <= 2
        await wait_until_async(lambda: len(taken) == 50, "fifty answers")
        reads.close()

    run(story())


def test_disk_reads_are_not_delivered_after_close():
    async def story():
        go = threading.Event()

        def hangs():
            go.wait(30)
            return b"late"

        store = OneFile(hangs)
        reads = FileReads(store, store, lambda _: None)
        taken = []
        reads.records(0, 1, 10, taken.append)
        reads.close()
        go.set()
        reads._thread.join(30)
        await asyncio.sleep(0)
        assert not taken

    run(story())

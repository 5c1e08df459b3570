"""A disk that is nearly full: users' records are refused, control records are not."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from kraft_core.config.errors import AppendRejectedError
from kraft_core.node import running_node
from kraft_core.raft.storage.disk_files import free_bytes
from kraft_wire.errors import ErrorCode
from tests.node.cluster import Cluster, run

pytestmark = [pytest.mark.node, pytest.mark.timeout(180)]


SEGMENT = 64 << 10
SEGMENTS = {"internal.metadata.log.segment.bytes": str(SEGMENT)}


class Disk:
    def __init__(self, monkeypatch):
        self.free = 1 << 40
        self.free_of = {}
        monkeypatch.setattr(running_node, "free_bytes", self.ask)

    def ask(self, path):
        return self.free_of.get(Path(path).name, self.free)


def test_a_leader_refuses_appends_below_the_reserve_and_resumes(tmp_path, monkeypatch, caplog):
    async def story():
        caplog.set_level(logging.INFO, "kraft.node")
        disk = Disk(monkeypatch)
        more = {"kraft.log.reserve.bytes": "1000", "kraft.metrics.listener": "127.0.0.1:0"}
        async with Cluster(tmp_path, 1, **more) as cluster:
            node = cluster.nodes[1]
            await node.leadership()
            await node.append([b"before"])
            disk.free = 999
            await node.until(lambda: node.replica.lacks_room)
            with pytest.raises(AppendRejectedError) as refusal:
                await node.append([b"refused"])
            assert refusal.value.ticket.error is ErrorCode.KAFKA_STORAGE_ERROR
            assert "\nkraft_log_lacks_room 1.0\n" in node.metrics.text()
            answer = node._parts.metrics_listener.answer(b"GET /ready HTTP/1.0\r\n\r\n")
            assert answer.startswith(b"HTTP/1.1 503")
            assert b"kraft.log.reserve.bytes" in answer
            assert node.upgrade_nowait(1) is not None
            assert node.is_leading
            disk.free = 1000
            await node.until(lambda: not node.replica.lacks_room)
            await node.append([b"after"])
            await cluster.until_applied(2)
            assert cluster.machines[1].values == [b"before", b"after"]
            answer = node._parts.metrics_listener.answer(b"GET /ready HTTP/1.0\r\n\r\n")
            assert answer.startswith(b"HTTP/1.1 200")

    run(story())
    lines = [record.getMessage() for record in caplog.records]
    said = [line for line in lines if "bytes are free" in line]
    folder, key = tmp_path / "node-1", "kraft.log.reserve.bytes=1000"
    assert said == [
        f"{folder}: 999 bytes are free, less than {key}: appends are refused until space is free",
        f"{folder}: 1000 bytes are free: appends are accepted again",
    ]


def test_leader_below_the_reserve_hands_over_and_three_of_three_refuse(tmp_path, monkeypatch):
    async def story():
        disk = Disk(monkeypatch)
        more = {"kraft.log.reserve.bytes": "1000", **SEGMENTS}
        async with Cluster(tmp_path, 3, **more) as cluster:
            full = await cluster.leading()
            await full.append([b"before"])
            disk.free_of[f"node-{full.configuration.node_id}"] = 999
            others = [each for each in cluster.nodes.values() if each is not full]
            await full.until(lambda: any(each.is_leading for each in others))
            (leader,) = (each for each in others if each.is_leading)
            await leader.append([b"after"])
            await cluster.until_applied(2)
            assert full.is_witness
            assert not leader.is_witness

            disk.free_of.clear()
            disk.free = 999
            for node in cluster.nodes.values():
                await node.until(lambda node=node: node.replica.lacks_room)
            leader = await cluster.leading()
            with pytest.raises(AppendRejectedError) as refusal:
                await leader.append([b"refused"])
            assert refusal.value.ticket.error is ErrorCode.KAFKA_STORAGE_ERROR

            roomy = next(each for each in cluster.nodes.values() if each is not leader)
            disk.free_of[f"node-{roomy.configuration.node_id}"] = 1000 + SEGMENT
            # it can be elected before it looks at its disk, once a second
            await roomy.until(lambda: roomy.is_leading and not roomy.replica.lacks_room)
            await roomy.append([b"at last"])
            await cluster.until_applied(3)

    run(story())


@pytest.mark.parametrize(("reserve", "margin"), [(1000, SEGMENT), (1 << 20, (1 << 20) // 10)])
def test_reason_to_be_a_witness_ends_well_above_the_reserve(tmp_path, monkeypatch, reserve, margin):
    """Divergence C58."""

    async def story():
        disk = Disk(monkeypatch)
        more = {"kraft.log.reserve.bytes": str(reserve), **SEGMENTS}
        async with Cluster(tmp_path, 1, **more) as cluster:
            node = cluster.nodes[1]
            await node.leadership()

            async def see(free):
                disk.free = free
                node._parts.take_room(free)
                return node.is_witness, node.replica.lacks_room

            assert await see(reserve) == (False, False)
            for _ in range(3):
                assert await see(reserve - 1) == (True, True)
                assert await see(reserve) == (True, False)
            assert await see(reserve + margin - 1) == (True, False)
            assert await see(reserve + margin) == (False, False)
            assert await see(reserve) == (False, False)

    run(story())


def test_0_switches_it_off(tmp_path, monkeypatch):
    async def story():
        disk = Disk(monkeypatch)
        disk.free = 0
        async with Cluster(tmp_path, 1, **{"kraft.log.reserve.bytes": "0"}) as cluster:
            node = cluster.nodes[1]
            await node.leadership()
            node._parts.housekeep()
            await node.append([b"a"])
            assert not node.replica.lacks_room

    run(story())


def test_free_bytes_come_from_the_file_system(tmp_path):
    before = free_bytes(tmp_path)
    assert before > 0
    with pytest.raises(FileNotFoundError):
        free_bytes(tmp_path / "missing")

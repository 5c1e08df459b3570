"""The longest turn of a node's event loop, in CPU milliseconds, under the largest requests.

A controller answers in this process; clients in threads send it the largest lawful request of every
API, what is just above the limits, and garbage of the same sizes. A callback that comes back in
every turn measures the CPU time of the loop's thread since it came last. The goal is 50 ms with the
compiled engine and 100 ms without it.

`python -m benchmarks turns [--quick]`.
"""

from __future__ import annotations

import asyncio
import socket
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import uvloop

from benchmarks.report import Report, table
from kraft_core.controller.service import Controller
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.node import RaftNode
from kraft_core.node.service import SERVED
from kraft_core.raft.consensus.values import Endpoint, ReplicaKey, VersionRange
from kraft_core.raft.consensus.voters import Voter, VoterSet
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.formatting import format_directory
from kraft_core.raft.storage.meta_properties import MetaProperties
from kraft_wire.framing import frame
from kraft_wire.headers import encode_request
from kraft_wire.messages import (
    AlterPartitionRequest,
    ApiVersionsRequest,
    CreateTopicsRequest,
    DefaultPrincipalData,
    EnvelopeRequest,
    FetchRequest,
    IncrementalAlterConfigsRequest,
    request_class,
)
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    from collections.abc import Iterator

GOAL_MS: Final = (50, 100)
"""With the compiled engine, and without it."""

DIRECTORY_ID: Final = bytes([0x11] * 16)


class Case(NamedTuple):
    """One request, and how many connections send it at the same time."""

    name: str
    data: bytes
    connections: int = 1


def topics(count: int) -> CreateTopicsRequest:
    """Topics with nothing but a name."""
    cls = CreateTopicsRequest
    topic = cls.CreatableTopic(name="t", num_partitions=1, replication_factor=1)
    return cls(topics=(topic,) * count)


def cases() -> Iterator[Case]:
    """The largest requests, lawful and not."""

    def whole(message, version: int) -> bytes:
        return frame(encode_request(message, version, 1, "turns"))

    yield Case("CreateTopics, 50,000 topics", whole(topics(50_000), 7))
    yield Case("CreateTopics, 1,000,000 topics", whole(topics(1_000_000), 7))
    yield Case("CreateTopics, 16 KiB, 20 connections", whole(topics(1_400), 7), 20)
    cls = IncrementalAlterConfigsRequest
    resource = cls.AlterConfigsResource(resource_type=2, resource_name="t")
    yield Case("IncrementalAlterConfigs, 50,000", whole(cls(resources=(resource,) * 50_000), 1))
    partition = AlterPartitionRequest.PartitionData(partition_index=1)
    data = AlterPartitionRequest.TopicData(partitions=(partition,) * 190_000)
    yield Case(
        "AlterPartition, 190,000 partitions", whole(AlterPartitionRequest(topics=(data,)), 3)
    )
    fetched = FetchRequest.FetchTopic(topic_id=Uuid(bytes(16)), partitions=())
    yield Case("Fetch, 64 KiB of topics", whole(FetchRequest(topics=(fetched,) * 3_400), 17))
    principal = b"\x00\x00" + DefaultPrincipalData(type="User", name="a").encode(0)
    inner = encode_request(topics(50_000), 7, 1, "turns")
    envelope = EnvelopeRequest(
        request_data=inner, request_principal=principal, client_host_address=bytes(4)
    )
    yield Case("Envelope of 50,000 topics", whole(envelope, 0))
    asking = ApiVersionsRequest(client_software_name="turns", client_software_version="1")
    yield Case("ApiVersions, 1,000 at once, 20 connections", whole(asking, 4) * 1_000, 20)
    for api_key, (_, version) in SERVED.items():
        name = request_class(api_key).__name__.removesuffix("Request")
        head = encode_request(request_class(18)(), 0, 1, "turns")[4:]
        start = api_key.to_bytes(2, "big") + version.to_bytes(2, "big") + head
        for fill in (b"\x00", b"\x01", b"\xff"):
            yield Case(f"{name}, {fill.hex()} repeated", frame(start + fill * ((64 << 10) - 100)))


def send(port: int, data: bytes) -> None:
    """Send everything, then read until the node ends the connection."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port)) as connection:
        connection.settimeout(60)
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(1 << 20):
            pass


class Turns:
    """The CPU time of each turn of the running event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._last = time.thread_time()
        self.longest_s = 0.0
        self._look()

    def _look(self) -> None:
        now = time.thread_time()
        self.longest_s = max(self.longest_s, now - self._last)
        self._last = now
        self._handle = self._loop.call_soon(self._look)

    def close(self) -> None:
        """Look no more."""
        self._handle.cancel()


async def measured(root: Path, rounds: int) -> dict[str, float]:
    """The longest turn while each case was sent, in milliseconds: the best of some rounds."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    endpoint = (Endpoint("CONTROLLER", "127.0.0.1", port),)
    voters = VoterSet.of([Voter(ReplicaKey(1, DIRECTORY_ID), endpoint, VersionRange(0, 1))])
    meta = MetaProperties(1, "turns", DIRECTORY_ID)
    format_directory(DiskFolder(root), meta, wall_ms=1, voters=voters)
    configuration = NodeConfiguration.of(
        {
            "process.roles": "controller",
            "node.id": "1",
            "listeners": f"CONTROLLER://127.0.0.1:{port}",
            "controller.listener.names": "CONTROLLER",
            "controller.quorum.bootstrap.servers": f"127.0.0.1:{port}",
            "log.dirs": str(root),
            "kraft.frame.timeout.ms": "60000",
        }
    )
    controller = Controller()
    found: dict[str, float] = {}
    async with RaftNode(configuration, controller, controller) as node:
        await node.until(lambda: controller.is_active)
        for case in cases():
            for _ in range(rounds):
                turns = Turns()
                sending = [
                    asyncio.to_thread(send, port, case.data) for _ in range(case.connections)
                ]
                await asyncio.gather(*sending)
                turns.close()
                took_ms = turns.longest_s * 1000
                found[case.name] = min(found.get(case.name, took_ms), took_ms)
    return found


def run(*, is_quick: bool) -> Report:
    """Measure; the ten longest and the longest of all."""
    with tempfile.TemporaryDirectory() as root:
        found = uvloop.run(measured(Path(root), 1 if is_quick else 5))
    longest = sorted(found.items(), key=lambda item: -item[1])
    rows = [(name, f"{took_ms:.1f}") for name, took_ms in longest[:10]]
    goals = " or ".join(str(each) for each in GOAL_MS)
    text = table(("request", "longest turn, CPU ms"), rows)
    text += (
        f"\n\nLongest turn of {len(found)} cases: {longest[0][1]:.1f} ms of CPU (goal {goals},"
        " with or without the compiled engine)."
    )
    return Report("longest turn", text, {"cpu_ms": found})

"""Nodes on this machine for tests: in one event loop, or each as a process of its own."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Self

import uvloop

from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.node import RaftNode
from kraft_core.raft.consensus.values import Endpoint, ReplicaKey, VersionRange
from kraft_core.raft.consensus.voters import Voter, VoterSet
from kraft_core.raft.replica import StateMachine
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.formatting import format_directory
from kraft_core.raft.storage.meta_properties import MetaProperties, encode_id
from kraft_core.raft.topic import KAFKAS_TOPIC
from tests.support.ports import free_ports
from tests.support.waiting import wait_until, wait_until_async

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

ROOT = Path(__file__).parents[2]
CLUSTER_ID = "a-cluster-of-ours"
TIMES = {
    "controller.quorum.election.timeout.ms": "400",
    "controller.quorum.fetch.timeout.ms": "1500",
    "controller.quorum.request.timeout.ms": "1500",
    "controller.quorum.append.linger.ms": "0",
}
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
WAIT_S = 90
START_S = 120
"""It imports for a second of a core, which it may have to share with twenty others."""
STOP_S = 60


def run(story: Coroutine[object, object, None]) -> None:
    """Run a test's story in uvloop, for no longer than a test may take.

    A handle that the story leaves open is an error. uvloop warns of it in a callback of libuv,
    while it closes the loop: raised there, the error would keep the handle open, and the loop
    would wait for it for ever, where no time limit of a test reaches it.
    """
    with warnings.catch_warnings(record=True) as caught:
        warnings.filterwarnings("always", "unclosed resource", ResourceWarning)
        uvloop.run(asyncio.wait_for(story, WAIT_S))
    unclosed = []
    for each in caught:
        if "unclosed resource" in str(each.message):
            unclosed.append(str(each.message))
        else:  # for the pytest.warns around it
            warnings.warn_explicit(each.message, each.category, each.filename, each.lineno)
    assert not unclosed, unclosed


class ListMachine(StateMachine):
    """Keeps every value, in order."""

    def __init__(self) -> None:
        self.values: list[bytes] = []
        self.leader = None

    def apply(self, batch):
        self.values += [bytes(record.value) for record in batch.records()]

    def begin_load(self, snapshot_id):
        self.values = []

    def load(self, batch):
        self.apply(batch)

    def snapshot_values(self):
        return list(self.values)

    def leader_changed(self, leader):
        self.leader = leader


def directory_id(node_id: int) -> bytes:
    return bytes([0x11] * 15 + [node_id])


def properties_of(node_id: int, ports: list[int], root: Path, **more: str) -> dict[str, str]:
    """The configuration of one of the nodes that have these ports."""
    return {
        "process.roles": "controller",
        "node.id": str(node_id),
        "listeners": f"CONTROLLER://127.0.0.1:{ports[node_id - 1]}",
        "controller.listener.names": "CONTROLLER",
        "controller.quorum.bootstrap.servers": ",".join(f"127.0.0.1:{port}" for port in ports),
        "log.dirs": str(root / f"node-{node_id}"),
        **TIMES,
        **more,
    }


def voters_at(
    ports: list[int],
    count: int | None = None,
    hosts: Callable[[int], str] = lambda _: "127.0.0.1",
) -> VoterSet:
    return VoterSet.of(
        [
            Voter(
                ReplicaKey(node_id, directory_id(node_id)),
                (Endpoint("CONTROLLER", hosts(node_id), port),),
                VersionRange(0, 1),
            )
            for node_id, port in enumerate(ports[:count], 1)
        ]
    )


def format_node(root: Path, node_id: int, voters: VoterSet | None, records=()) -> None:
    """Prepare the directory of a node of a dynamic quorum."""
    folder = root / f"node-{node_id}"
    folder.mkdir()
    meta = MetaProperties(node_id, CLUSTER_ID, directory_id(node_id))
    format_directory(DiskFolder(folder), meta, wall_ms=1, voters=voters, records=records)


class Cluster:
    """Nodes in one event loop."""

    def __init__(
        self, root: Path, count: int, *, ports: list[int] | None = None, **more: str
    ) -> None:
        self.root = root
        self.ports = ports or free_ports(count)
        self.more = more
        self.machines = {node_id: ListMachine() for node_id in range(1, count + 1)}
        self.nodes: dict[int, RaftNode] = {}

    async def __aenter__(self) -> Self:
        for node_id in self.machines:
            format_node(self.root, node_id, voters_at(self.ports))
        await asyncio.gather(*(self.start(node_id) for node_id in self.machines))
        return self

    async def start(self, node_id: int) -> RaftNode:
        values = properties_of(node_id, self.ports, self.root, **self.more)
        self.machines[node_id] = ListMachine()
        node = RaftNode(NodeConfiguration.of(values), self.machines[node_id])
        await node.start()
        self.nodes[node_id] = node
        return node

    async def __aexit__(self, *_: object) -> None:
        for node in self.nodes.values():
            node.shut_down()
            node.shut_down()  # at once: there will be no majority to hand over to
        for node in self.nodes.values():
            await node.wait_closed()

    async def leading(self, node_ids=None) -> RaftNode:
        """The node that leads, of these or of all, as soon as one does."""

        def found() -> list[RaftNode]:
            nodes = [self.nodes[node_id] for node_id in node_ids or self.nodes]
            return [node for node in nodes if node.is_leading]

        return (await wait_until_async(found, "a leader", pause_s=0.005))[0]

    async def until_applied(self, count: int, node_ids=None) -> None:
        """Wait until so many values are applied everywhere."""
        for node_id in node_ids or self.nodes:
            machine = self.machines[node_id]
            await self.nodes[node_id].until(lambda machine=machine: len(machine.values) >= count)


class NodeProcess:
    """`kraft start` as a process."""

    topic = KAFKAS_TOPIC

    def __init__(self, root: Path, values: dict[str, str]) -> None:
        self.values = values
        self.node_id = int(values["node.id"])
        self.folder = root / f"node-{self.node_id}"
        self.properties = root / f"node-{self.node_id}.properties"
        self.output = root / f"node-{self.node_id}.txt"
        self._process: subprocess.Popen[bytes] | None = None
        self._starts = 0
        self.write_properties()

    def write_properties(self) -> None:
        """Write its configuration."""
        lines = (f"{key}={value}\n" for key, value in self.values.items())
        self.properties.write_text("".join(lines))

    def start(self, *options: str) -> None:
        """Start it and wait for the line that says that it has started."""
        self.launch(*options)
        wait_until(lambda: not self.is_running or self.is_ready, "the start of a node", START_S)
        assert self.is_running, self.said()

    @property
    def is_ready(self) -> bool:
        """Whether it has said, in this life, that it has started."""
        return self.said().count("Kafka Server started") > self._starts

    def launch(self, *options: str) -> None:
        """Start it."""
        self._starts = self.said().count("Kafka Server started")
        self._process = self.spawn([*self.command, *options])

    def spawn(self, command: list[str]) -> subprocess.Popen[bytes]:
        """Start a process that prints into its file."""
        with self.output.open("ab") as output:
            return subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd=ROOT,
                env=ENVIRONMENT,
            )

    @property
    def command(self) -> list[str]:
        """What is started."""
        return [sys.executable, "-m", "kraft_core.cli", "start", str(self.properties)]

    def said(self) -> str:
        return self.output.read_text(errors="replace") if self.output.exists() else ""

    def end(self, number: signal.Signals) -> int:
        """Send a signal; the exit status."""
        if self._process is None:
            return 0
        if self._process.poll() is None:
            self._process.send_signal(number)
        status = self._process.wait(STOP_S)
        self._process = None
        return status

    def kill(self) -> int:
        return self.end(signal.SIGKILL)

    def stop(self) -> int:
        return self.end(signal.SIGTERM)

    def signal_reload(self) -> None:
        """Have it read its certificates again."""
        assert self._process is not None
        self._process.send_signal(signal.SIGHUP)

    @property
    def process_id(self) -> int:
        """Of the running process."""
        assert self._process is not None
        return self._process.pid

    def wait(self) -> int:
        """Wait until it ends by itself; the exit status."""
        assert self._process is not None
        status = self._process.wait(WAIT_S)
        self._process = None
        return status

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def exit_status(self) -> int | None:
        """How it ended by itself, None if it has not."""
        return None if self._process is None else self._process.poll()

    def segment(self) -> bytes:
        """The bytes of its first segment."""
        path = self.folder / self.topic.folder / f"{0:020d}.log"
        return path.read_bytes() if path.exists() else b""


def text_of(directory: bytes) -> str:
    return encode_id(directory)


def descriptors() -> int:
    """How many this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))

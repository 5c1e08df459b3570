"""Kafka's TestRaftServer beside replicas of ours in one quorum; each may be killed and come back.

`RaftServers` is used as a context manager: whatever happens, its processes end with it.
"""

from __future__ import annotations

import re
import subprocess
import sys
import urllib.request
from typing import TYPE_CHECKING, NamedTuple, Self

from benchmarks.perf_load import PERF_TOPIC
from kraft_core.raft.storage.meta_properties import encode_id, new_directory_id
from kraft_wire.records import RecordBatch, iter_batches
from tests.conformance import kafka
from tests.conformance.quorum import JVM, Controller
from tests.node.appending_process import AppendingProcess
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

HEAP = "512m"
OURS = 1
SEGMENT = f"{0:020d}.log"
LOAD = ("--throughput", "200", "--record-size", "64")
PATIENCE = {
    "controller.quorum.election.timeout.ms": "2000",
    "controller.quorum.fetch.timeout.ms": "6000",
    "controller.quorum.request.timeout.ms": "6000",
}
"""A machine with more to do than this must not depose every leader."""
_GAUGE = re.compile(r"^kafka_server_raft_metrics_(\w+?)(?:\{[^}]*\})? (-?[\d.e+]+)$", re.MULTILINE)


class JavaRaftServer(Controller):
    """A TestRaftServer: nothing is formatted, and it loads the quorum while it leads.

    Up to 4.1 it does so with 20,000 records of 256 bytes a second, whatever it is asked.
    """

    def launch(self) -> None:
        """Start it."""
        arguments = ["--config", str(self.properties), "--replica-directory-id", self.directory_id]
        command = kafka.tool_command(
            self.version, "test-kraft-server-start", [*arguments, *LOAD], heap=HEAP, jvm=JVM
        )
        with self.output.open("ab") as output:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
            )

    @property
    def _segment_path(self) -> Path:
        return self.folder / PERF_TOPIC.folder / SEGMENT

    def segment(self) -> bytes:
        """The bytes of its first segment."""
        return self._segment_path.read_bytes() if self._segment_path.exists() else b""

    def segment_bytes(self) -> int:
        """How many there are."""
        return self._segment_path.stat().st_size if self._segment_path.exists() else 0


class OurRaftServer(AppendingProcess):
    """A replica of ours whose metrics tell what it knows."""

    def __init__(self, root: Path, values: dict[str, str], directory_id: str) -> None:
        (self.metrics_port,) = free_ports(1)
        listener = {"kraft.metrics.listener": f"127.0.0.1:{self.metrics_port}"}
        super().__init__(root, values | listener, directory_id)

    def gauges(self) -> dict[str, float]:
        """Its raft metrics by name."""
        with urllib.request.urlopen(
            f"http://127.0.0.1:{self.metrics_port}/metrics", timeout=20
        ) as response:
            text = response.read().decode()
        return {name: float(value) for name, value in _GAUGE.findall(text)}

    @property
    def leader(self) -> int:
        """The id of the leader as it knows it, -1 for nobody."""
        return int(self.gauges()["current_leader"])

    @property
    def high_watermark(self) -> int:
        """The end of what it knows to be committed."""
        return int(self.gauges()["high_watermark"])

    def segment_bytes(self) -> int:
        """The size of its first segment."""
        path = self.folder / PERF_TOPIC.folder / SEGMENT
        return path.stat().st_size if path.exists() else 0

    def committed(self) -> Committed:
        """What it knows to be committed."""
        high_watermark = self.high_watermark
        return Committed(high_watermark, below(self.segment(), high_watermark))


class PerfServer(OurRaftServer):
    """`benchmarks.perf_server`."""

    @property
    def command(self) -> list[str]:
        """What is started."""
        command = [sys.executable, "-m", "benchmarks.perf_server"]
        command += ["--config", str(self.properties), "--replica-directory-id", *self._more]
        return [*command, *LOAD]


class PerfServerInPlaceOf(PerfServer):
    """`benchmarks.perf_server` on the directory and the properties of a TestRaftServer."""

    def __init__(self, java: JavaRaftServer) -> None:
        super().__init__(java.folder.parent, {"node.id": str(java.node_id)}, java.directory_id)
        self.output = self.output.with_suffix(".ours.txt")

    def write_properties(self) -> None:
        """They are there already."""


class Committed(NamedTuple):
    """The end offset of what is committed, and its bytes."""

    high_watermark: int
    content: bytes


def below(log: bytes, end_offset: int) -> bytes:
    """The batches of a log that lie below an offset."""
    end = 0
    for batch in iter_batches(log):
        if not isinstance(batch, RecordBatch) or batch.last_offset >= end_offset:
            break
        end += batch.size
    return log[:end]


class RaftServers:
    """Ours and two of a release of Kafka, with the same voters, topic and cluster id."""

    def __init__(self, release: str, root: Path, ours: Callable[..., OurRaftServer]) -> None:
        ports = free_ports(3)
        voters = ",".join(f"{node_id}@127.0.0.1:{port}" for node_id, port in enumerate(ports, 1))

        def values(node_id: int) -> dict[str, str]:
            return {
                "node.id": str(node_id),
                "listeners": f"CONTROLLER://127.0.0.1:{ports[node_id - 1]}",
                "controller.listener.names": "CONTROLLER",
                "controller.quorum.voters": voters,
                "log.dirs": str(root / f"node-{node_id}"),
                **PATIENCE,
            }

        self.ours = ours(root, values(OURS), encode_id(new_directory_id()))
        self.javas = {
            node_id: JavaRaftServer(release, node_id, ports[node_id - 1], root)
            for node_id in (2, 3)
        }
        for node_id, java in self.javas.items():
            lines = (f"{key}={value}\n" for key, value in values(node_id).items())
            java.properties.write_text("".join(lines))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.ours.kill()
        for each in self.javas.values():
            each.kill()

    def start(self) -> None:
        """Start all: ours first, since whoever is there first is elected as soon as two are."""
        self.ours.start()
        for each in self.javas.values():
            each.launch()

    def java_leader(self) -> JavaRaftServer:
        """Wait until ours follows one of Kafka's."""
        return wait_until(lambda: self.javas.get(self.ours.leader), "a leader of Kafka's")

    def have_ours_lead(self) -> None:
        """Kill every other leader until ours is elected; all run afterwards."""
        for _ in range(10):
            leader_id = wait_until(lambda: max(self.ours.leader, 0), "a leader")
            assert isinstance(leader_id, int)
            for each in self.javas.values():  # first: without the two others none is elected
                if not each.is_running:
                    each.launch()
            if leader_id == OURS:
                return
            self.javas[leader_id].kill()
            gone = {leader_id, -1}
            wait_until(lambda gone=gone: self.ours.leader not in gone, "another leader")
        raise AssertionError("ours was never elected")

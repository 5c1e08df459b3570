"""A flood of strangers at the leader of three nodes, next to 1,000 appends a second.

    python -m tests.faults.flood --security sasl_ssl --seconds 300

The leader has 5,000 idle connections, 500 slow ones, 50 that do not read and 10 that send the
largest requests, one a second each. It must lose no append and stay the leader; memory and the
latency of appends are reported, those before the flood and those in it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import resource
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import TYPE_CHECKING

from kraft_core.node.running import runner
from kraft_core.security.tls import client_context
from kraft_wire.messages import ConfigRecord
from kraft_wire.records.metadata_frame import decode_metadata_record
from tests.faults.flood_clients import IDLE, Flood
from tests.faults.flood_server import CONFIG
from tests.faults.node_logs import check_alike, data_batches, read_log
from tests.faults.victim import memory_of
from tests.node.cluster import NodeProcess, format_node, properties_of, voters_at
from tests.node.security_keys import SECURITIES, secured
from tests.support.certificates import Authority
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Sequence

RATE = 1_000
CALM_S = 10.0
DESCRIPTORS = IDLE + 2_000
KAFKAS_TIMES = {
    "controller.quorum.election.timeout.ms": "1000",
    "controller.quorum.fetch.timeout.ms": "2000",
    "controller.quorum.request.timeout.ms": "2000",
}


class FloodedNode(NodeProcess):
    """A controller that appends while it leads."""

    @property
    def command(self) -> list[str]:
        script = Path(__file__).with_name("flood_server.py")
        return [sys.executable, *map(str, (script, self.properties, RATE, self.latencies))]

    @property
    def log_folder(self) -> Path:
        return self.folder / "__cluster_metadata-0"

    @property
    def latencies(self) -> Path:
        """What became of each append."""
        return self.properties.with_suffix(".latencies")

    @property
    def epochs_led(self) -> int:
        return len(re.findall(r"became-leader epoch=", self.said()))


@dataclass
class Report:
    """What a flood came to. Times in milliseconds, memory in bytes."""

    security: str
    seconds: float
    appends: int = 0
    failed: int = 0
    lost: int = 0
    elections: int = 0
    calm_ms: tuple[float, float] = (0.0, 0.0)
    """Latency of appends before the flood: the median and the 99th percentile."""
    flooded_ms: tuple[float, float] = (0.0, 0.0)
    memory: dict[str, int] = field(default_factory=dict)
    """Of the leader, the most of each phase, and at the end."""
    counts: Counter[str] = field(default_factory=Counter)
    large_s: tuple[float, float] = (0.0, 0.0)
    stalls: int = 0
    evidence: list[str] = field(default_factory=list)
    """What is known of appends that were lost, by node."""

    @property
    def holds(self) -> bool:
        """Whether nothing was lost and nobody else was elected."""
        return self.elections == 1 and not self.lost and not self.failed and self.appends > 0

    def __str__(self) -> str:
        calm, flooded = self.calm_ms, self.flooded_ms
        memory = ", ".join(f"{size / 1e6:.0f} MB {when}" for when, size in self.memory.items())
        counts = ", ".join(f"{count} {name}" for name, count in sorted(self.counts.items()))
        return (
            f"{self.security}, {self.seconds:.0f} s: {self.appends} appends,"
            f" {self.failed} failed, {self.lost} lost, {self.elections - 1} elections;"
            f" p50 {calm[0]:.1f} -> {flooded[0]:.1f} ms, p99 {calm[1]:.1f} -> {flooded[1]:.1f} ms;"
            f" {memory}; {counts}; answer to a large request p50 {self.large_s[0]:.1f} s,"
            f" p99 {self.large_s[1]:.1f} s" + "".join(f"\n{each}" for each in self.evidence)
        )


class _Memory(threading.Thread):
    """Looks at the memory of a process four times a second."""

    def __init__(self, process_id: int) -> None:
        super().__init__(daemon=True)
        self._process_id = process_id
        self._over = threading.Event()
        self.most = 0

    def run(self) -> None:
        while not self._over.wait(0.25):
            self.most = max(self.most, memory_of(self._process_id))

    def take(self) -> int:
        """The most since it was last asked."""
        most, self.most = self.most, 0
        return most

    def close(self) -> None:
        self._over.set()
        self.join()


def flood(root: Path, security: str, seconds: float, share: float = 1.0) -> Report:
    """Run it; AssertionError or TimeoutError where a node does not do what it must."""
    report = Report(security, seconds)
    authority = Authority(root)
    keys = secured(security, authority)
    ports = free_ports(3)
    with ExitStack() as stack:
        nodes = []
        for node_id in (1, 2, 3):
            format_node(root, node_id, voters_at(ports))
            values = properties_of(node_id, ports, root, **KAFKAS_TIMES, **keys)
            nodes.append(FloodedNode(root, values))
            stack.callback(nodes[-1].kill)
        for each in nodes:
            each.launch()
        wait_until(lambda: any(each.epochs_led for each in nodes), "a leader")
        leader = next(each for each in nodes if each.epochs_led)
        wait_until(lambda: _lines(leader) > RATE, "the first appends")
        begin = _lines(leader)
        time.sleep(CALM_S * min(share * 10, 1))
        calm = _latencies(leader)[begin:]
        memory = _Memory(leader.process_id)
        memory.start()
        stack.callback(memory.close)
        report.memory["before"] = memory_of(leader.process_id)
        context = None
        if security != "plaintext":
            context = client_context(
                authority.stores("stranger") | {"ssl.endpoint.identification.algorithm": ""}
            )
        clients = Flood(ports[leader.node_id - 1], context, security == "sasl_ssl", share)
        places: list[int] = []

        async def flooded() -> None:
            begun = asyncio.Event()
            running = asyncio.create_task(clients.run(seconds, begun))
            await begun.wait()
            report.memory["while they connect"] = memory.take()
            places.append(_lines(leader))
            await running

        runner()(flooded())
        places.append(_lines(leader))
        report.memory["in the flood"] = memory.take()
        os.kill(leader.process_id, signal.SIGUSR1)
        _settle(leader)
        report.memory["after it"] = memory_of(leader.process_id)
        for each in nodes:
            assert each.is_running, each.said()[-4000:]
            assert "Traceback" not in each.said(), each.said()[-4000:]
        numbers = list(_results(leader))
        report.failed = sum(took is None for _, took in numbers)
        committed = [number for number, took in numbers if took is not None]
        report.appends = len(numbers)
        report.calm_ms = _summary(calm)
        report.flooded_ms = _summary(_latencies(leader)[places[0] : places[1]])
        report.counts, report.large_s = clients.counts, _summary(clients.answer_s)
        last = max(committed)
        wait_until(
            lambda: all(_last_number(each, leader) >= last for each in nodes),
            "followers to have all that is committed",
        )
        # read the logs before any node ends: a follower can be elected then, and append
        logs = [read_log(each.log_folder) for each in nodes]
        report.elections = sum(each.epochs_led for each in nodes)
    check_alike(logs)
    for node, log in zip(nodes, logs, strict=True):
        found = Counter(numbers_in(log, leader.node_id))
        lost = [each for each in committed if found[each] != 1]
        report.lost = max(report.lost, len(lost))
        if lost:
            report.evidence.append(
                f"node {node.node_id}: appends {lost[0]} to {lost[-1]} of {committed[-1]} are found"
                f" {sorted({found[each] for each in lost})} times, log from offset {min(log)}"
                f" to {max(log)}"
            )
    return report


def _lines(node: FloodedNode) -> int:
    return node.latencies.read_bytes().count(b"\n") if node.latencies.exists() else 0


def _results(node: FloodedNode) -> list[tuple[int, float | None]]:
    results = []
    for line in node.latencies.read_text().splitlines():
        number, _, took = line.partition(" ")
        results.append((int(number), None if took == "failed" else float(took)))
    return results


def _latencies(node: FloodedNode) -> list[float]:
    return [took for _, took in _results(node) if took is not None]


def _summary(values: Sequence[float]) -> tuple[float, float]:
    """The median and the 99th percentile."""
    if len(values) < 2:
        return (0.0, 0.0)
    parts = quantiles(values, n=100)
    return parts[49], parts[98]


def _settle(leader: FloodedNode) -> None:
    """Wait until every append that was begun has ended: no line comes any more."""
    before = -1

    def is_still() -> bool:
        nonlocal before
        before, last = _lines(leader), before
        time.sleep(0.2)
        return before == last

    wait_until(is_still, "the last append to end")


def _last_number(node: FloodedNode, leader: FloodedNode) -> int:
    """Return the number of the leader's last append in the log of a node."""
    log = read_log(node.log_folder)
    return max(numbers_in(log, leader.node_id), default=0)


def numbers_in(log: dict[int, bytes], node_id: int) -> list[int]:
    """The numbers of the appends of a node in a log, in order."""
    numbers = []
    for batch in data_batches(log):
        for record in batch.records():
            message = decode_metadata_record(bytes(record.value or b"")).message
            if not isinstance(message, ConfigRecord) or message.name != CONFIG:
                continue
            if message.resource_name == f"{node_id}":
                numbers.append(int(message.value or ""))
    return numbers


def main() -> int:
    """Run one flood; the exit code is 1 if something was lost or somebody else was elected."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.faults.flood", description="Flood the leader of three nodes."
    )
    parser.add_argument("--security", choices=SECURITIES, default="plaintext")
    parser.add_argument("--seconds", type=float, default=300, help="how long the flood is (300)")
    parser.add_argument("--share", type=float, default=1.0, help="how much of its clients (1)")
    arguments = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < DESCRIPTORS:
        parser.error(f"needs {DESCRIPTORS} descriptors, the limit is {hard}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, hard))
    # whoever ends this process ends the nodes too
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory(prefix="kraft-flood-") as folder:
        report = flood(Path(folder), arguments.security, arguments.seconds, arguments.share)
    print(report)
    return 0 if report.holds else 1


if __name__ == "__main__":
    sys.exit(main())

"""Three nodes under 1,000 appends a second, without a restart: what they hold stays flat.

    python -m tests.faults.endurance --seconds 1200

Segments, snapshots and retention are small, so that the log is cleaned every few seconds, as it is
every few days at Kafka's defaults. Nodes speak TLS, and each certificate is renewed 12 times, which
each node must notice.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from tests.faults.flood import KAFKAS_TIMES, RATE, FloodedNode
from tests.faults.victim import descriptors_of, memory_of
from tests.node.cluster import format_node, properties_of, voters_at
from tests.node.security_keys import secured
from tests.support.certificates import Authority
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

RENEWALS = 12
SAMPLES = 120
SEGMENT_BYTES = 1 << 18
RETENTION_BYTES = 8 * SEGMENT_BYTES
SMALL_LOG = {
    "internal.metadata.log.segment.bytes": f"{SEGMENT_BYTES}",
    "internal.metadata.delete.delay.millis": "1000",
    "metadata.log.max.record.bytes.between.snapshots": f"{SEGMENT_BYTES}",
    "metadata.max.retention.bytes": f"{RETENTION_BYTES}",
}
DISK_MAX = 3 * RETENTION_BYTES
"""The limit, what is written between two checks of it (half a minute), what is being deleted."""
DESCRIPTORS_MAX = 120
MEMORY_GROWTH_MAX = 4_000_000
"""Bytes between the second quarter and the last one. The allocator keeps some; 14 bytes for each
append would be more after 20 minutes at 1,000 appends a second, and much more in a year."""
DESCRIPTORS_GROWTH_MAX = 8


class Sample(NamedTuple):
    """A look at a node."""

    memory: int
    descriptors: int
    disk: int
    snapshots: int


@dataclass
class Endurance:
    """The figures of a run."""

    seconds: float
    samples: dict[int, list[Sample]] = field(default_factory=dict)
    """By node."""
    appends: int = 0
    failed: int = 0
    elections: int = 0
    renewals: dict[int, int] = field(default_factory=dict)
    """Renewed stores that each node has read."""

    def faults(self) -> Iterator[str]:
        """Yield what is not flat, or did not happen."""
        if self.failed or self.elections != 1:
            yield f"{self.failed} appends failed, {self.elections} leaders"
        if self.appends < self.seconds * RATE * 0.5:
            yield f"only {self.appends} appends in {self.seconds:.0f} s"
        for node_id, samples in self.samples.items():
            quarters = _quarters(samples)
            before, after = quarters[1], quarters[3]
            grown = _middle(after).memory - _middle(before).memory
            if grown > MEMORY_GROWTH_MAX:
                yield f"node {node_id}: memory grew by {grown:,} bytes"
            grown = _most(after).descriptors - _most(before).descriptors
            if grown > DESCRIPTORS_GROWTH_MAX or _most(after).descriptors > DESCRIPTORS_MAX:
                yield f"node {node_id}: {_most(after).descriptors} descriptors, {grown} more"
            if _most(samples).disk > DISK_MAX:
                yield f"node {node_id}: {_most(samples).disk:,} bytes on disk"
            if self.renewals[node_id] < RENEWALS:
                yield f"node {node_id}: {self.renewals[node_id]} renewals noticed"

    def __str__(self) -> str:
        lines = [
            (
                f"{self.seconds:.0f} s, {self.appends:,} appends, {self.failed} failed,"
                f" {self.elections - 1} elections, renewals by node {list(self.renewals.values())};"
                " the first half warms up"
            ),
            "",
            "| Node | Quarter of the rest | RSS, median MB | Descriptors | Disk, MB | Snapshots |",
            "|---|---|---|---|---|---|",
        ]
        for node_id, samples in self.samples.items():
            for number, quarter in enumerate(_quarters(samples), 1):
                most = _most(quarter)
                lines.append(
                    f"| {node_id} | {number} | {_middle(quarter).memory / 1e6:.1f} |"
                    f" {most.descriptors} | {most.disk / 1e6:.1f} | {most.snapshots} |"
                )
        return "\n".join([*lines, "", *(f"NOT FLAT: {fault}" for fault in self.faults())])


def _quarters(samples: Sequence[Sample]) -> list[Sequence[Sample]]:
    """Return the quarters of the second half.

    Until then a node fills the 8 MiB in which it keeps the newest batches of its log, which takes
    five minutes.
    """
    warm = samples[len(samples) // 2 :]
    size = len(warm) // 4
    return [warm[number * size : (number + 1) * size] for number in range(4)]


def _middle(samples: Sequence[Sample]) -> Sample:
    return Sample(*(int(median(column)) for column in zip(*samples, strict=True)))


def _most(samples: Sequence[Sample]) -> Sample:
    return Sample(*map(max, zip(*samples, strict=True)))


def endure(root: Path, seconds: float) -> Endurance:
    """Run it; AssertionError or TimeoutError where a node ends or nobody leads."""
    report = Endurance(seconds)
    authority = Authority(root)
    keys = secured("ssl", authority)
    ports = free_ports(3)
    with ExitStack() as stack:
        nodes = []
        for node_id in (1, 2, 3):
            format_node(root, node_id, voters_at(ports))
            values = properties_of(node_id, ports, root, **KAFKAS_TIMES, **keys, **SMALL_LOG)
            nodes.append(FloodedNode(root, values))
            stack.callback(nodes[-1].kill)
            report.samples[node_id] = []
        for each in nodes:
            each.launch()
        wait_until(lambda: any(each.epochs_led for each in nodes), "a leader")
        leader = next(each for each in nodes if each.epochs_led)
        wait_until(lambda: leader.latencies.exists() and leader.latencies.stat().st_size, "appends")
        begin, renewed = time.monotonic(), 0
        for number in range(1, SAMPLES + 1):
            time.sleep(max(begin + seconds * number / SAMPLES - time.monotonic(), 0))
            for each in nodes:
                assert each.is_running, each.said()[-4000:]
                report.samples[each.node_id].append(_look(each))
            if number * (RENEWALS + 1) // SAMPLES > renewed and renewed < RENEWALS:
                renewed += 1
                _renew(authority, nodes, renewed)
        for each in nodes:
            assert "Traceback" not in each.said(), each.said()[-4000:]
            report.renewals[each.node_id] = _noticed(each)
        report.elections = sum(each.epochs_led for each in nodes)
        results = leader.latencies.read_text().splitlines()
        report.appends, report.failed = len(results), sum("failed" in line for line in results)
    return report


def _look(node: FloodedNode) -> Sample:
    sizes: list[int] = []
    for path in node.log_folder.iterdir():
        try:
            sizes.append(path.stat().st_size)
        except FileNotFoundError:
            continue  # it was deleted just now
    snapshots = len(list(node.log_folder.glob("*.checkpoint")))
    process_id = node.process_id
    return Sample(memory_of(process_id), descriptors_of(process_id), sum(sizes), snapshots)


def _renew(authority: Authority, nodes: Sequence[FloodedNode], count: int) -> None:
    """Write another certificate, and have every node read it."""
    authority.issue("node")
    for each in nodes:
        each.signal_reload()
    what = f"nodes to notice renewal {count}"
    wait_until(lambda: all(_noticed(each) >= count for each in nodes), what)


def _noticed(node: FloodedNode) -> int:
    return node.said().count("reloaded its stores")


def main() -> int:
    """Run it, print the table; the exit code is 1 if something was not flat."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.faults.endurance",
        description="Run three nodes under 1,000 appends a second without a restart.",
    )
    parser.add_argument("--seconds", type=float, default=1200, help="how long (1200)")
    arguments = parser.parse_args()
    # whoever ends this process ends the nodes too
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory(prefix="kraft-endurance-") as folder:
        report = endure(Path(folder), arguments.seconds)
    print(report)
    return 1 if any(report.faults()) else 0


if __name__ == "__main__":
    sys.exit(main())

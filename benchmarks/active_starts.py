"""Measure the time to an active controller: after a start, after kill -9, in a test cluster.

A controller is active if it refuses the registration of a broker of another cluster for its cluster
id; before that, the error is NOT_CONTROLLER.
"""

from __future__ import annotations

import shutil
import signal
import time
from contextlib import suppress
from operator import attrgetter
from statistics import median
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from benchmarks.active_client import ACTIVE_LINES, Client, is_active, until_active
from benchmarks.quorum_controllers import Controller, Controllers, filled
from benchmarks.quorum_voters import JAVA, OURS, PATIENCE_S, RELEASE
from benchmarks.race import Spread
from benchmarks.report import cell, table
from kraft_core.config.feature_levels import LATEST
from kraft_core.metadata import record_version
from kraft_core.testing import kafka_cluster
from kraft_wire.messages import PartitionChangeRecord, PartitionRecord, TopicRecord
from kraft_wire.primitives import Uuid
from kraft_wire.records.metadata_frame import MetadataRecord, encode_metadata_record
from tests.conformance import kafka

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from kraft_wire.message import Message

_PARTITIONS: Final = 1000
"""Of each topic."""
_REPLICAS: Final = (1, 2, 3)
_SETTLE_S: Final = 3.0
"""Until a restarted controller has the records that it missed."""


class Began(NamedTuple):
    """A start until the controller is active: wall and CPU seconds, resident MiB."""

    wall_s: float
    cpu_s: float
    memory_mib: float


class Log:
    """Values of a log with `partitions` partitions at its end: topics first, then their changes."""

    def __init__(self, partitions: int) -> None:
        self._partitions = partitions
        self._created = partitions // _PARTITIONS * (_PARTITIONS + 1)

    def value(self, number: int) -> bytes:
        """Return the value of a record by its index."""
        if number >= self._created:
            return self._change(number % self._partitions)
        topic, index = divmod(number, _PARTITIONS + 1)
        if index == 0:
            return _value(TopicRecord(name=f"topic-{topic}", topic_id=_topic_id(topic)))
        return _value(
            PartitionRecord(
                topic_id=_topic_id(topic),
                partition_id=index - 1,
                replicas=_REPLICAS,
                isr=_REPLICAS,
                leader=_REPLICAS[0],
                leader_epoch=0,
                partition_epoch=0,
                directories=tuple(Uuid(bytes([each]) * 16) for each in _REPLICAS),
            )
        )

    def _change(self, partition: int) -> bytes:
        topic, index = divmod(partition, _PARTITIONS)
        return _value(
            PartitionChangeRecord(topic_id=_topic_id(topic), partition_id=index, isr=_REPLICAS)
        )


def _value(record: Message) -> bytes:
    return encode_metadata_record(MetadataRecord(record, record_version(record, LATEST)))


def _topic_id(number: int) -> Uuid:
    return Uuid(b"\x10" + number.to_bytes(15, "big"))


def began(side: str, source: Controllers, root: Path) -> Began:
    """Start a controller on a copy of a directory, wait until it is active, and stop it."""
    (before,) = source.each
    with suppress(FileNotFoundError):
        shutil.rmtree(root)
    shutil.copytree(before.folder, root / before.folder.name)
    one = Controller(side, before.node_id, before.port, root)
    text = before.properties.read_text()
    one.properties.write_text(text.replace(str(before.folder), str(one.folder)) + ACTIVE_LINES)
    try:
        begin = time.perf_counter()
        one.launch()
        one.wait_until_listening()
        with Client(one.port) as client:
            until_active(client)
        return Began(time.perf_counter() - begin, one.cpu_s, one.memory_mib)
    finally:
        one.stop()


def without(side: str, root: Path, kills: int) -> list[float]:
    """Return the seconds from kill -9 of the active controller until another one is active."""
    found = []
    with Controllers(side, 3, root) as quorum:
        for one in quorum.each:
            with one.properties.open("a") as properties:
                properties.write(ACTIVE_LINES)
        quorum.start()
        for _ in range(kills):
            leader_id = quorum.leader_id()
            active = next(one for one in quorum.each if one.node_id == leader_id)
            others = [one for one in quorum.each if one is not active]
            with Client(active.port) as client:
                until_active(client)
            begin = time.perf_counter()
            active.stop(signal.SIGKILL)
            _wait_for_any(others)
            found.append(time.perf_counter() - begin)
            active.launch()
            active.wait_until_listening()
            time.sleep(_SETTLE_S)
    return found


def _wait_for_any(others: Sequence[Controller]) -> None:
    deadline = time.perf_counter() + PATIENCE_S
    clients = [Client(one.port) for one in others]
    try:
        while not any(is_active(client) for client in clients):
            if time.perf_counter() > deadline:
                raise RuntimeError("no active controller")
            time.sleep(0.005)
    finally:
        for client in clients:
            client.close()


def _clusters(count: int) -> list[float]:
    """Return the seconds until a controller of kraft and a broker of Kafka serve requests."""
    found = []
    for _ in range(count):
        begin = time.perf_counter()
        with kafka_cluster(kafka.jars(RELEASE)):
            found.append(time.perf_counter() - begin)
    return found


def run(root: Path, *, is_quick: bool) -> tuple[str, dict[str, Any]]:
    """Measure both sides in turn; return the text and its figures."""
    records, partitions = (100_000, 10_000) if is_quick else (1_000_000, 100_000)
    rounds, kills = (1, 2) if is_quick else (3, 5)
    source = filled(root / "log", records, Log(partitions).value)
    starts: dict[str, list[Began]] = {OURS: [], JAVA: []}
    gaps: dict[str, list[float]] = {OURS: [], JAVA: []}
    for number in range(rounds):
        for side in (OURS, JAVA):
            starts[side].append(began(side, source, root / f"start-{side}"))
            gaps[side] += without(side, root / f"kill-{side}-{number}", kills)
    clusters = _clusters(rounds)
    rows = []
    name = f"start, {records:,} records, {partitions:,} partitions"
    ours, java = starts[OURS], starts[JAVA]
    for what, unit, of in (
        ("active", "s", attrgetter("wall_s")),
        ("CPU", "s", attrgetter("cpu_s")),
        ("memory", "MiB", attrgetter("memory_mib")),
    ):
        rows.append(_row(f"{name}: {what}", unit, [*map(of, ours)], [*map(of, java)]))
    rows.append(_row("no active controller after kill -9", "s", gaps[OURS], gaps[JAVA]))
    head = ("until there is an active controller", "", "kraft", "Kafka", "Kafka / kraft")
    text = table(head, rows)
    text += (
        f"\n\nA test cluster with one broker of {RELEASE} serves after {median(clusters):.1f} s "
        f"({min(clusters):.1f} to {max(clusters):.1f})."
    )
    facts = {
        "starts": {side: [one._asdict() for one in each] for side, each in starts.items()},
        "without_active_s": gaps,
        "test_cluster_s": clusters,
    }
    return text, facts


def _row(name: str, unit: str, ours: list[float], java: list[float]) -> tuple[str, ...]:
    """Return the medians, and the ratios of pairs that were measured in turn."""
    ratios = [their / our for our, their in zip(ours, java, strict=True)]
    spread = Spread(median(ratios), min(ratios), max(ratios))
    return name, unit, f"{median(ours):.2f}", f"{median(java):.2f}", cell(spread)

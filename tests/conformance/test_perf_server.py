"""Ours over two of Kafka's TestRaftServers and `benchmarks.perf_server`, and what both print."""

from __future__ import annotations

import random
import re
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from benchmarks.perf_load import PERF_TOPIC, CommitStatistics
from kraft_wire.records import RecordBatch, iter_batches
from tests.conformance import kafka
from tests.conformance.raft_servers import (
    OurRaftServer,
    PerfServer,
    PerfServerInPlaceOf,
    RaftServers,
)
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(400)]


def own_records(log: bytes) -> list[str]:
    """The records that ours appended, in order; those of Kafka's are zeros."""
    values = [
        bytes(record.value)
        for batch in iter_batches(log)
        if isinstance(batch, RecordBatch) and not batch.is_control
        for record in batch.records()
    ]
    return [value.decode() for value in values if any(value)]


def acknowledge(ours: OurRaftServer, more: int = 50) -> None:
    before = len(ours.acknowledged)
    wait_until(lambda: len(ours.acknowledged) >= before + more, "commits go on through ours")


@pytest.mark.interop("leader")
def test_kraft_leader_of_two_kafka_voters_loses_nothing_acknowledged(tmp_path, release):
    with RaftServers(release, tmp_path, OurRaftServer) as quorum:
        ours, javas = quorum.ours, quorum.javas.values()
        quorum.start()
        quorum.have_ours_lead()
        acknowledge(ours)
        kept = [ours.committed()]
        assert ours.kill() == -9

        size = len(kept[0].content)
        wait_until(
            lambda: all(each.segment_bytes() > size + 2000 for each in javas), "Kafka's go on"
        )
        ours.start()
        leader = quorum.java_leader()
        wait_until(
            lambda: ours.high_watermark > kept[0].high_watermark + 100,
            "ours follows and commits go on",
        )
        kept.append(ours.committed())
        leader.kill()

        wait_until(lambda: ours.leader != leader.node_id, "it is gone")
        quorum.have_ours_lead()
        acknowledge(ours)
        kept.append(ours.committed())
        ours.rest()
        logs = wait_until(lambda: same_logs([ours, *javas]), "the logs are identical")

        assert all(logs.startswith(each.content) and each.content for each in kept)
        found = own_records(logs)
        assert len(found) == len(set(found))
        places = {record: place for place, record in enumerate(found)}
        order = [places[record] for record in ours.acknowledged]
        assert len(order) >= 100
        assert order == sorted(order)


def same_logs(servers) -> bytes:
    """The log that all of them have, byte for byte; empty while they differ."""
    if len({each.segment_bytes() for each in servers}) > 1:
        return b""
    first, *others = (each.segment() for each in servers)
    return first if all(other == first for other in others) else b""


LINE = re.compile(
    r"^Throughput \(bytes/second\): \d+\.\d\d, Latency \(ms\):"
    r" \d+\.\d p75 \d+\.\d p99 \d+\.\d p999$",
    re.MULTILINE,
)


@pytest.mark.interop("leader", since="4.2", before="TestRaftServer always writes 5 MB/s")
def test_perf_server_joins_a_quorum_with_kafkas_and_reopens_its_directory(tmp_path, release):
    with RaftServers(release, tmp_path, PerfServer) as quorum, ExitStack() as ending:
        ours, javas = quorum.ours, quorum.javas
        quorum.start()
        quorum.have_ours_lead()
        wait_until(lambda: LINE.findall(ours.said()), "ours prints a line")
        assert not any(LINE.findall(each.said()) for each in javas.values())
        ours.kill()
        leader_id = wait_until(
            lambda: [key for key, each in javas.items() if LINE.findall(each.said())],
            "Kafka's prints a line",
        )[0]
        other = javas[5 - leader_id]
        other.kill()

        twin = PerfServerInPlaceOf(other)
        ending.callback(twin.kill)
        twin.start()
        grows([javas[leader_id], twin])
        assert twin.stop() == 0
        other.launch()
        grows([javas[leader_id], other])
        assert {each.name for each in other.folder.iterdir()} == {".lock", PERF_TOPIC.folder}


def grows(servers) -> None:
    """Commits go on, for which all of these are needed, and the logs agree."""
    before = max(each.segment_bytes() for each in servers)
    wait_until(
        lambda: all(each.segment_bytes() > before + 3000 for each in servers), "commits go on"
    )

    def agree():
        """Compare the logs; uncommitted records differ until a new leader has truncated them."""
        shorter, longer = sorted((each.segment() for each in servers), key=len)
        return longer.startswith(shorter)

    wait_until(agree, "the logs agree")


def committed_records(rng: random.Random) -> Iterator[tuple[int, int, int]]:
    """Times, latencies and sizes: steady and bursty, with pauses longer than what is remembered."""
    now_ms = 0
    for _ in range(40):
        mean_ms = rng.choice((1, 20, 150, 400))
        now_ms += rng.choice((0, 10, 3000, 31_000, 61_000))
        for _ in range(rng.choice((1, 7, 100, 2000))):
            now_ms += rng.choice((0, 1, 1, 30))
            yield now_ms, int(rng.expovariate(1 / mean_ms)), rng.choice((1, 256, 1024))


@pytest.mark.interop("leader")
def test_statistics_are_printed_as_kafkas_own_are(release):
    events = list(committed_records(random.Random(7)))
    source = Path(__file__).with_name("CommitLines.java")
    done = subprocess.run(
        kafka.java_program(source, release),
        input="".join(f"{now_ms} {latency_ms} {size}\n" for now_ms, latency_ms, size in events),
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    lines: list[str] = []
    statistics = CommitStatistics(0, lines.append)
    for now_ms, latency_ms, size in events:
        statistics.record(now_ms, latency_ms, size, 1)
    assert lines == done.stdout.splitlines()
    assert len(lines) > 30

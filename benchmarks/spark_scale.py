"""Measure planning: calls to an object store, seconds and memory for very many segments.

The store is in memory and takes 30 ms for each call, as S3 does; nothing of kraft_spark is
replaced. `python -m benchmarks.spark_scale` prints the table; tests run it with fewer segments.
"""

from __future__ import annotations

import argparse
import resource
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from benchmarks.counted_store import CountedStore, use
from kraft_spark.files.sidecars import TIME_ENTRY
from kraft_spark.log.options import parse_options
from kraft_spark.log.read_plan import plan
from kraft_wire.messages import message_class
from kraft_wire.records import RecordBatchBuilder
from kraft_wire.records.checksum import crc32c

if TYPE_CHECKING:
    from collections.abc import Iterable

_SEGMENT_BYTES: Final = 1 << 30
_ID: Final = "lvGpo8-pSwW1DAaWrZ-jaA"
_RECORDS: Final = 1_000_000
"""Offsets, and milliseconds, from one segment to the next."""

CASES: Final = {
    "listing": {},
    "minPartitions": {"minPartitions": "200000"},
    "startingTimestamp": {"startingTimestamp": "MIDDLE"},
    "read_committed": {"isolationLevel": "read_committed"},
    "replicas=one": {"replicas": "one"},
}
"""The measured reads, and their options."""


@dataclass(frozen=True, slots=True)
class Planned:
    """One plan: calls by kind, concurrent calls, and duration.

    `peak_mib` is the most that the process has held so far, the store included.
    """

    case: str
    segments: int
    tasks: int
    lists: int
    opened: int
    reads: int
    in_flight: int
    seconds: float
    peak_mib: float

    @property
    def calls(self) -> int:
        return self.lists + self.opened + self.reads


def store_of(folders: int, segments: int, delay_s: float, replicas: int = 1) -> CountedStore:
    """Return a store of `folders` partitions: closed segments of 1 GiB and a small last segment."""
    files: dict[str, bytes | int] = {}
    topic_id = f"version: 0\ntopic_id: {_ID}\n".encode()
    snapshot = _no_producers()
    for number in range(folders):
        home = f"bucket/node-{number % replicas}/orders-{number // replicas}"
        files[f"{home}/partition.metadata"] = topic_id
        for segment in range(segments):
            base = segment * _RECORDS
            is_last = segment == segments - 1
            files[f"{home}/{base:020}.log"] = _batch(base) if is_last else _SEGMENT_BYTES
            files[f"{home}/{base:020}.index"] = b""
            newest = (base + _RECORDS - 1).to_bytes(8) + (_RECORDS - 1).to_bytes(4)
            files[f"{home}/{base:020}.timeindex"] = newest
        files[f"{home}/{base:020}.snapshot"] = snapshot
    assert TIME_ENTRY.itemsize == len(newest)
    return CountedStore(files, delay_s)


def measure(case: str, folders: int, segments: int, delay_s: float) -> Planned:
    replicas = 2 if case == "replicas=one" else 1
    store = store_of(folders, segments, delay_s, replicas)
    last = (segments - 1) * _RECORDS
    options = {name: text.replace("MIDDLE", str(last)) for name, text in CASES[case].items()}
    with use(store) as uri:
        start = time.perf_counter()
        tasks = plan(parse_options({"path": f"{uri}bucket", **options}))
        seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1_024
    calls = store.calls
    return Planned(
        case,
        folders * segments,
        len(tasks),
        calls["list"] + calls["info"],
        calls["open"],
        calls["read"],
        store.most_in_flight,
        seconds,
        peak,
    )


def table(rows: Iterable[Planned]) -> str:
    """Return the results as a Markdown table."""
    lines = [
        "| Planning | segments | tasks | listings | files opened | reads | in flight | s | MiB |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {one.case} | {one.segments:,} | {one.tasks:,} | {one.lists:,} | {one.opened:,} |"
        f" {one.reads:,} | {one.in_flight} | {one.seconds:.1f} | {one.peak_mib:.0f} |"
        for one in rows
    ]
    return "\n".join(lines)


def _batch(base: int) -> bytes:
    builder = RecordBatchBuilder(base_offset=base, partition_leader_epoch=1)
    builder.append(base, None, b"value")
    return builder.build()


def _no_producers() -> bytes:
    """Return a producer state without producers."""
    cls = message_class("ProducerSnapshot")
    version = cls.VERSIONS[1]
    empty = version.to_bytes(2) + cls(crc=0, producer_entries=()).encode(version)
    return empty[:2] + crc32c(empty[6:]).to_bytes(4) + empty[6:]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure planning against an object store.")
    parser.add_argument("--folders", type=int, default=2_000, help="partitions")
    parser.add_argument("--segments", type=int, default=50, help="segments of each")
    parser.add_argument("--delay", type=float, default=0.03, help="seconds of each call")
    parser.add_argument("cases", nargs="*", choices=[[], *CASES], help="what to plan")
    given = parser.parse_args()
    print(
        table(
            measure(case, given.folders, given.segments, given.delay)
            for case in given.cases or CASES
        )
    )


if __name__ == "__main__":
    main()

"""Writes the log directory that `kraft_spark.sample` returns: `python -m tests.spark.sample_log`.

Two partitions of orders, one of payments with a committed and an aborted transaction, and the
offsets of one group. Batches are not compressed, so that they are the same with every zlib.
"""

from __future__ import annotations

import json
import shutil
import struct
from pathlib import Path

import kraft_spark
from kraft_spark.files.store import Store
from kraft_spark.writing.log_writer import LogSegment
from kraft_wire.messages import OffsetCommitKey, OffsetCommitValue
from kraft_wire.records import RecordBatchBuilder
from kraft_wire.records.control import encode_transaction_marker

BEGIN_MS = 1_764_064_800_000
"""2025-11-25, 10:00 UTC."""

CLUSTER_ID = "c2FtcGxlLWtyYWZ0LWxvZw"
TOPIC_IDS = {
    "orders": "b3JkZXJzLXNhbXBsZS1rcg",
    "payments": "cGF5bWVudHMtc2FtcGxlLQ",
    "__consumer_offsets": "b2Zmc2V0cy1zYW1wbGUtaw",
}
CUSTOMERS = ("ada", "bob", "cem", "dora", "eve")
ITEMS = ("book", "lamp", "pen")
BATCH = 8


def order(partition, offset):
    number = 2 * offset + partition
    value = {
        "id": number,
        "customer": CUSTOMERS[number * 7 % len(CUSTOMERS)],
        "item": ITEMS[number * 5 % len(ITEMS)],
        "price": 3 + number * 11 % 40,
    }
    return BEGIN_MS + 30_000 * number, value["customer"].encode(), json.dumps(value).encode()


def payment(offset):
    return BEGIN_MS + 60_000 * offset, b"%d" % offset, json.dumps({"order": offset}).encode()


def marker(*, commit):
    key, value = encode_transaction_marker(commit=commit, coordinator_epoch=0)
    return BEGIN_MS + 3_600_000, key, value


def commit(partition, offset):
    key = OffsetCommitKey(group="billing", topic="orders", partition=partition)
    value = OffsetCommitValue(offset=offset, metadata="", commit_timestamp=BEGIN_MS + 3_600_000)
    return (
        BEGIN_MS + 3_600_000,
        struct.pack(">h", 1) + key.encode(0),
        struct.pack(">h", 3) + value.encode(3),
    )


def data(base, records, **settings):
    builder = RecordBatchBuilder(base_offset=base, partition_leader_epoch=0, **settings)
    for time, key, value in records:
        builder.append(time, key, value, ())
    return builder.build(), base + len(records), records[-1][0]


def transaction(base, producer, records, *, commits):
    settings = {"producer_id": producer, "producer_epoch": 0, "is_transactional": True}
    sent = data(base, records, base_sequence=0, **settings)
    ends = data(sent[1], [marker(commit=commits)], base_sequence=-1, is_control=True, **settings)
    return [sent, ends]


def partitions():
    """The batches of each partition: their bytes, end offset and newest timestamp."""
    yield from (
        (
            f"orders-{number}",
            [
                data(base, [order(number, base + place) for place in range(BATCH)])
                for base in range(0, 5 * BATCH, BATCH)
            ],
        )
        for number in range(2)
    )
    paid = transaction(0, 1000, [payment(offset) for offset in range(6)], commits=True)
    failed = transaction(7, 1001, [payment(offset) for offset in range(7, 10)], commits=False)
    yield "payments-0", paid + failed
    yield "__consumer_offsets-0", [data(0, [commit(0, 40), commit(1, 25)])]


def write(root):
    """Write the log directory."""
    root.mkdir(parents=True)
    ends = {}
    for name, batches in partitions():
        folder = root / name
        folder.mkdir()
        segment = LogSegment(Store(), f"{folder}/{0:020}", 0)
        for content, end, newest in batches:
            segment.append(content, end - 1, newest)
        segment.close(write_index=True)
        ends[name] = segment.end
        topic_id = TOPIC_IDS[name.rpartition("-")[0]]
        (folder / "partition.metadata").write_text(f"version: 0\ntopic_id: {topic_id}")
        (folder / "leader-epoch-checkpoint").write_text("0\n1\n0 0\n")
    lines = "".join(f"{' '.join(name.rsplit('-', 1))} {end}\n" for name, end in ends.items())
    (root / "replication-offset-checkpoint").write_text(f"0\n{len(ends)}\n{lines}")
    (root / "meta.properties").write_text(f"version=1\nnode.id=1\ncluster.id={CLUSTER_ID}\n")


if __name__ == "__main__":
    target = Path(kraft_spark.sample())
    shutil.rmtree(target, ignore_errors=True)
    write(target)

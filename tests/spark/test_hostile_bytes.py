"""Cut and changed files: never another error than that of damage, never rows out of nothing."""

from __future__ import annotations

import random

import pytest

from kraft_spark.log.options import OPTIONS, VIEWS
from kraft_spark.log.reading import DamagedLogError
from kraft_wire.records import Compression
from tests.spark.log_rows import DATA, KAFKA, batch, rows, write_log

HEADERS = (("name", b"value"),)
LOG = [
    batch(0, 2, headers=HEADERS),
    batch(2, 3, compression=Compression.LZ4),
    batch(
        5,
        1,
        compression=Compression.GZIP,
        is_transactional=True,
        producer_id=1,
        producer_epoch=0,
        base_sequence=0,
    ),
    batch(6, 2),
]
WHOLE = b"".join(LOG)
UNCOVERED = (*range(8), *range(12, 16))
"""Offset and leader epoch of a batch, which no checksum covers."""


def test_a_cut_file_gives_the_batches_before_the_cut(tmp_path):
    path = write_log(tmp_path / "orders-0")
    for size in range(len(WHOLE)):
        path.write_bytes(WHOLE[:size])
        ends = [sum(map(len, LOG[: number + 1])) for number in range(len(LOG))]
        whole = sum(end <= size for end in ends)
        wanted = [0, 2, 5, 6, 8][whole]
        assert [row["offset"] for row in rows(path, "offset BIGINT")] == list(range(wanted))


def test_a_changed_bit_is_found(tmp_path):
    """One bit anywhere in the second batch: its own rows go, those of the others stay."""
    path = write_log(tmp_path / "orders-0")
    wanted = rows(write_log(tmp_path / "other-0", WHOLE), "offset BIGINT, value BINARY")
    begin, end = len(LOG[0]), len(LOG[0]) + len(LOG[1])
    for place in range(begin, end):
        if place - begin in UNCOVERED:
            continue
        changed = bytearray(WHOLE)
        changed[place] ^= 1 << place % 8
        path.write_bytes(changed)
        with pytest.raises(DamagedLogError):
            rows(path, "offset BIGINT")
        left = rows(path, "offset BIGINT, value BINARY", mode="DROPMALFORMED")
        assert left == wanted[:2] + wanted[5:]
        found = rows(
            path, "offset BIGINT, errorPosition BIGINT, errorLength BIGINT", mode="PERMISSIVE"
        )
        assert [row["offset"] for row in found] == [0, 1, None, 5, 6, 7]
        assert (found[2]["errorPosition"], found[2]["errorLength"]) == (begin, end - begin)


@pytest.mark.parametrize("view", VIEWS)
def test_made_up_damage_never_raises_anything_else(tmp_path, view):
    chance = random.Random(view)
    sources = [
        WHOLE,
        (KAFKA / "topic-txn" / "txn-alerts-0" / f"{0:020}.log").read_bytes()[:6_000],
        (KAFKA / "consumer-offsets" / "__consumer_offsets-0" / f"{0:020}.log").read_bytes()[:4_000],
        (DATA / "3.9.2" / "legacy-magic" / "magic1-gzip-0" / f"{0:020}.log").read_bytes()[:2_000],
    ]
    path = write_log(tmp_path / "orders-0")
    for number in range(60):
        content = bytearray(sources[number % len(sources)])
        for _ in range(chance.randint(1, 6)):
            place = chance.randrange(len(content))
            if chance.random() < 0.3:
                del content[place : place + chance.randint(1, 40)]
            else:
                content[place] = chance.choice([0, 1, 2, 127, 128, 255, chance.randrange(256)])
        path.write_bytes(content)
        for checks in (True, False):
            given = {
                "mode": "PERMISSIVE",
                "checkCrcs": str(checks),
                "maxDecompressedBatchBytes": "1m",
            }
            found = rows(path, view=view, **OPTIONS.applicable(given, view=view))
            assert len(found) < 2_000

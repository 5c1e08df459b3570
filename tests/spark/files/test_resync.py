from __future__ import annotations

import random

from kraft_spark.files import segment_scan
from kraft_spark.files.segment_scan import find_next
from tests.spark.log_rows import DATA, batch

LEGACY = DATA / "3.9.2" / "legacy-magic" / "magic1-none-0" / f"{0:020}.log"


class Bytes:
    def __init__(self, data):
        self.data = data
        self.bytes_read = 0

    def read(self, position, size):
        self.bytes_read += size
        return self.data[position : position + size]


def found_in(data, position=0, **how):
    return find_next(Bytes(data), position, len(data), **how)


def test_the_next_batch_is_found_behind_garbage():
    garbage = random.Random(1).randbytes(20_000)
    assert found_in(garbage + batch(0)) == 20_000
    assert found_in(garbage) is None


def test_a_batch_with_a_wrong_checksum_is_passed_over():
    broken = bytearray(batch(0))
    broken[-1] ^= 1
    assert found_in(bytes(broken) + batch(3)) == len(broken)


def test_search_begins_at_the_given_place():
    one = batch(0)
    assert found_in(one + one, 1) == len(one)


def test_a_batch_across_windows_is_found(monkeypatch):
    monkeypatch.setattr(segment_scan, "SEARCH_BYTES", 64)
    for before in range(40, 90):
        assert found_in(b"\x07" * before + batch(0)) == before


def test_old_formats_only_if_asked_for():
    data = b"\x07" * 100 + LEGACY.read_bytes()
    assert found_in(data, legacy_too=True) == 100
    assert found_in(data) is None


def test_newest_format_is_found_too_where_old_ones_may_be():
    assert found_in(b"\x07" * 100 + batch(0), legacy_too=True) == 100


def test_a_batch_that_is_cut_off_is_none():
    assert found_in(b"\x07" * 9 + batch(0)[:-1]) is None


def test_the_work_is_bounded(monkeypatch):
    monkeypatch.setattr(segment_scan, "_BUDGET_BYTES", 100_000)
    head = b"\0" * 8 + (5_000).to_bytes(4) + b"\0" * 4 + b"\x02"
    source = Bytes(head * 2_000)
    assert find_next(source, 0, len(source.data)) is None
    assert source.bytes_read < 10 * len(source.data)

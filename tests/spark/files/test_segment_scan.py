from __future__ import annotations

import random

import pytest

from kraft_spark.files.segment_scan import Block, Damage, SegmentScan, Tail, find_next
from tests.spark.log_rows import DATA, batch

LEGACY = DATA / "3.9.2" / "legacy-magic"


class Bytes:
    def __init__(self, data):
        self.data = bytes(data)

    def read(self, position, size):
        return self.data[position : position + size]


def told(data, *, start=0, end=None, **how):
    """What a scan says, in short."""
    found = []
    for event in SegmentScan(Bytes(data), start, len(data) if end is None else end, **how):
        if isinstance(event, Block):
            found += [("batch", int(place)) for place in event.positions()]
        elif isinstance(event, Damage):
            found.append(("damage", event.position, event.length))
        else:
            found.append((event.kind, event.position, event.length))
    return found


ONE, TWO, THREE = batch(0), batch(3, 9), batch(12, 2)
LOG = ONE + TWO + THREE
PLACES = [0, len(ONE), len(ONE + TWO)]
BATCHES = [("batch", place) for place in PLACES]


@pytest.mark.parametrize("chunk_bytes", [61, 100, 150, 200, 1 << 20])
def test_any_chunk_size_gives_the_same(chunk_bytes):
    assert told(LOG, chunk_bytes=chunk_bytes) == BATCHES


def test_formats_follow_each_other():
    old = (LEGACY / "magic0-none-0" / f"{0:020}.log").read_bytes()
    kinds = [
        event.is_legacy for event in SegmentScan(Bytes(old + LOG + old), 0, len(old + LOG + old))
    ]
    assert kinds == [True, False, True]


@pytest.mark.parametrize("cut", [8, 11, 16, 17, 40, 60, 61, 62, len(THREE) - 1])
def test_torn_tail_of_the_last_segment_is_reported(cut):
    data = ONE + TWO + THREE[:cut]
    kind = "torn header" if cut < 17 else "torn batch"
    assert told(data, may_have_tail=True) == [*BATCHES[:2], (kind, PLACES[2], cut)]
    assert told(data) == [*BATCHES[:2], ("damage", PLACES[2], cut)]


@pytest.mark.parametrize("zeros", [1, 12, 61, 5_000])
def test_zeros_at_the_end(zeros):
    data = LOG + bytes(zeros)
    assert told(data, may_have_tail=True) == [*BATCHES, ("zeros", len(LOG), zeros)]
    assert told(data) == [*BATCHES, ("damage", len(LOG), zeros)]


def test_segment_of_zeros_is_reported_as_zeros():
    assert told(bytes(100), may_have_tail=True) == [("zeros", 0, 100)]
    assert told(b"") == []


def test_zeros_and_then_a_batch_are_damage():
    data = ONE + bytes(100) + TWO
    wanted = [("batch", 0), ("damage", len(ONE), 100), ("batch", len(ONE) + 100)]
    assert told(data, may_have_tail=True) == wanted


def test_garbage_between_batches_is_reported_as_damage():
    garbage = random.Random(3).randbytes(777)
    data = ONE + garbage + TWO
    wanted = [("batch", 0), ("damage", len(ONE), 777), ("batch", len(ONE) + 777)]
    assert told(data, may_have_tail=True) == wanted


def test_garbage_at_the_end_is_no_tail():
    data = LOG + b"\xff" * 100
    assert told(data, may_have_tail=True) == [*BATCHES, ("damage", len(LOG), 100)]


@pytest.mark.parametrize("magic", [3, 127, 128, 255])
def test_unknown_magic_is_reported_as_damage(magic):
    data = bytearray(LOG)
    data[len(ONE) + 16] = magic
    wanted = [BATCHES[0], ("damage", len(ONE), len(TWO)), BATCHES[2]]
    assert told(data, may_have_tail=True) == wanted


@pytest.mark.parametrize("length", [0, 13, 48, 90, 10_000, 0x7FFFFFFF, 0xFFFFFFFF])
def test_a_length_that_lies_costs_one_batch(length):
    data = bytearray(LOG)
    data[len(ONE) + 8 : len(ONE) + 12] = length.to_bytes(4)
    wanted = [BATCHES[0], ("damage", len(ONE), len(TWO)), BATCHES[2]]
    assert told(data, may_have_tail=True) == wanted


def test_a_wrong_checksum_is_left_to_the_reader():
    data = bytearray(LOG)
    data[len(ONE) + 80] ^= 4
    assert told(data) == BATCHES
    (block,) = SegmentScan(Bytes(data), 0, len(data))
    assert block.valid.tolist() == [True, False, True]
    (block,) = SegmentScan(Bytes(data), 0, len(data), check_crcs=False)
    assert block.valid is None


def test_scan_reads_part_of_a_file():
    assert told(LOG, start=PLACES[1], end=PLACES[2]) == BATCHES[1:2]


def test_damage_says_the_offset_of_its_header():
    data = bytearray(LOG)
    data[len(ONE) + 16] = 9
    (damage,) = (
        event for event in SegmentScan(Bytes(data), 0, len(LOG)) if isinstance(event, Damage)
    )
    assert damage.base_offset == 3
    assert "magic 9" in damage.reason


def test_a_file_that_shrinks_is_damaged():
    found = list(SegmentScan(Bytes(LOG), 0, len(LOG) + 50, may_have_tail=True))
    assert found[1:] == [Damage(len(LOG), 50, "the file became shorter while it was read")]


def test_a_file_that_shrinks_inside_a_batch_ends_there():
    data = ONE + TWO[:-1]
    found = list(SegmentScan(Bytes(data), 0, len(data) + 50, may_have_tail=True))
    assert [type(event) for event in found] == [Block, Tail, Damage]
    assert (found[1].length, found[2].length) == (len(TWO) - 1, 50)


def test_every_truncation_is_a_tail():
    for size in range(len(LOG)):
        found = list(SegmentScan(Bytes(LOG[:size]), 0, size, may_have_tail=True))
        assert not any(isinstance(event, Damage) for event in found)
        whole = sum(
            place + 0 < size and end <= size
            for place, end in zip(PLACES, [*PLACES[1:], len(LOG)], strict=True)
        )
        assert sum(len(event) for event in found if isinstance(event, Block)) == whole
        assert isinstance(found[-1], Tail) is (size not in (*PLACES[1:], len(LOG))) if found else 1


class ShrinkingFile:
    """A file of which less is there with every read."""

    def __init__(self, content, left):
        self.content, self.left = content, left

    def read(self, position, size):
        self.left -= 1
        content = self.content if self.left > 0 else b""
        return content[position : position + size]


@pytest.mark.parametrize("reads", range(1, 8))
def test_a_file_that_shrinks_between_reads_is_damage_and_no_other_error(reads):
    content = batch(0) + b"\xff" * 100 + batch(3) + b"\xff" * 100
    events = list(SegmentScan(ShrinkingFile(content, reads), 0, len(content)))
    assert any(isinstance(one, Damage) for one in events)
    assert find_next(ShrinkingFile(content, reads), 1, len(content)) in (None, len(batch(0)) + 100)

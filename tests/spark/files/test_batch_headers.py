from __future__ import annotations

import numpy as np
import pytest

from kraft_spark.files import segment_scan
from kraft_spark.files.segment_scan import batch_places, batch_size, block_of, follow
from kraft_wire.records import RecordBatch
from tests.spark.log_rows import DATA, batch

LEGACY = DATA / "3.9.2" / "legacy-magic" / "magic1-none-0" / f"{0:020}.log"


def chain_of(data, start=0):
    return follow(memoryview(data), start, len(data))


def test_a_chain_goes_to_the_end():
    one, two = batch(0), batch(3, 5)
    chain = chain_of(one + two)
    assert (chain.places, chain.next, chain.why) == ([0, len(one)], len(one + two), "end")
    assert not chain.is_legacy


def test_a_chain_may_begin_anywhere():
    one = batch(0)
    assert chain_of(b"xyz" + one, 3).places == [3]


def test_chain_reports_why_it_ends():
    one = batch(0)
    assert chain_of(one + one[:11]).why == "short"
    assert chain_of(one + one[:-1]).why == "short"
    assert chain_of(one + bytes(30)).why == "bad"
    assert chain_of(one + b"\xff" * 30).why == "bad"
    assert chain_of(b"").why == "end"


@pytest.mark.parametrize("window", [1, 100, 200, 1 << 20])
def test_windows_give_one_chain(window, monkeypatch):
    monkeypatch.setattr(segment_scan, "WINDOW_BYTES", window)
    data = batch(0) + batch(3, 9) + batch(12)
    wanted = chain_of(data).places

    def places(content, start=0):
        return batch_places(BytesFile(content), start, len(content))

    assert places(data) == wanted
    assert places(data + b"\xff" * 50) == wanted
    assert places(data + batch(15)[:-1]) == wanted
    assert places(data, wanted[1]) == wanted[1:]
    assert places(b"") == []
    assert batch_places(BytesFile(data[: wanted[2] + 5]), 0, len(data)) == wanted[:-1]


class BytesFile:
    def __init__(self, content):
        self.content = content

    def read(self, position, size):
        return self.content[position : position + size]


def test_formats_are_kept_apart():
    old, new = LEGACY.read_bytes(), batch(100)
    chain = chain_of(old + new)
    assert chain.is_legacy
    assert (chain.next, chain.why) == (len(old), "kind")
    chain = chain_of(new + old)
    assert not chain.is_legacy
    assert (chain.places, chain.next, chain.why) == ([0], len(new), "kind")


def test_headers_are_those_that_the_wire_layer_reads():
    batches = [batch(0, producer_id=9, producer_epoch=2, base_sequence=0), batch(3, 7)]
    data = b"".join(batches)
    block = block_of(data, 1000, chain_of(data), check_crcs=True)
    assert block.valid.tolist() == [True, True]
    assert block.positions().tolist() == [1000, 1000 + len(batches[0])]
    assert block.sizes.tolist() == [len(one) for one in batches]
    for index, one in enumerate(batches):
        parsed, head = RecordBatch.parse(one), block.heads[index]
        assert block.batch_bytes(index) == one
        assert head["baseOffset"] == parsed.base_offset
        assert head["partitionLeaderEpoch"] == parsed.partition_leader_epoch
        assert head["magic"] == parsed.magic
        assert head["crc"] == parsed.crc
        assert head["attributes"] == parsed.attributes
        assert head["lastOffsetDelta"] == parsed.last_offset_delta
        assert head["baseTimestamp"] == parsed.base_timestamp
        assert head["maxTimestamp"] == parsed.max_timestamp
        assert head["producerId"] == parsed.producer_id
        assert head["producerEpoch"] == parsed.producer_epoch
        assert head["baseSequence"] == parsed.base_sequence
        assert head["count"] == parsed.count


def test_wrong_checksums_are_found():
    data = bytearray(batch(0) + batch(3) + batch(6))
    data[len(batch(0)) + 70] ^= 1
    block = block_of(bytes(data), 0, chain_of(data), check_crcs=True)
    assert block.valid.tolist() == [True, False, True]
    old = bytearray(LEGACY.read_bytes())
    old[-1] ^= 1
    block = block_of(bytes(old), 0, chain_of(old), check_crcs=True)
    assert block.valid[:-1].all()
    assert not block.valid[-1]


def test_checksums_are_checked_only_on_request():
    data = batch(0)
    assert block_of(data, 0, chain_of(data), check_crcs=False).valid is None


def test_part_keeps_chosen_batches():
    data = batch(0) + batch(3) + batch(6)
    block = block_of(data, 0, chain_of(data), check_crcs=True).part(np.array([True, False, True]))
    assert len(block) == 2
    assert block.heads["baseOffset"].tolist() == [0, 6]


def test_size_of_a_partial_header_is_unknown():
    assert batch_size(memoryview(batch(0)), 0) == len(batch(0))
    assert batch_size(memoryview(bytes(17)), 0) is None

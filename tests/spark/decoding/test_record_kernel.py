"""The kernel against a plain reader of the numbers, and against the wire layer."""

from __future__ import annotations

import random

import numpy as np
import pytest

from kraft_spark.decoding.decoded_batches import (
    TOO_LONG,
    OddError,
    Payloads,
    longs,
    read_spans,
    record_bodies,
    varints,
)
from kraft_wire import native
from kraft_wire.records import RecordBatchBuilder
from kraft_wire.records.batch import BATCH_OVERHEAD
from tests.support.engines import needs_native


def zigzag(value):
    raw = (value << 1 ^ value >> 63) & (1 << 64) - 1
    out = bytearray()
    while raw > 0x7F:
        out.append(raw & 0x7F | 0x80)
        raw >>= 7
    return bytes([*out, raw])


def laid_out(pieces):
    places = np.cumsum([0, *map(len, pieces)])[:-1]
    return np.frombuffer(b"".join(pieces), np.uint8), places


@pytest.mark.parametrize(
    "values",
    [
        [0, -1, 63, -64],
        [64, -65, 8191],
        [0, 64, 8192, -8193, 2**31 - 1, -(2**31)],
        [2**31 - 1, -(2**31)],
    ],
)
def test_numbers_of_32_bits(values):
    pieces = [zigzag(value) for value in values]
    data, places = laid_out([*pieces, b"\0"])
    found, ends = varints(data, places[:-1])
    assert found.tolist() == values
    assert ends.tolist() == places[1:].tolist()


def test_numbers_that_are_too_long():
    data, places = laid_out([b"\x80\x80\x80\x80\x10", b"\x80" * 5 + b"\0", b"\xff\xff\xff\xff\x0f"])
    assert varints(data, places)[0].tolist() == [TOO_LONG, TOO_LONG, -(2**31)]
    assert varints(data, places, lenient=True)[0].tolist()[0] == 0


def test_numbers_may_be_written_longer_than_needed():
    data, places = laid_out([b"\x82\x80\x00", b"\x02"])
    assert varints(data, places)[0].tolist() == [1, 1]


def test_numbers_of_64_bits():
    values = [0, -1, 2**63 - 1, -(2**63), 1_700_000_000_000, 5]
    data, places = laid_out([*map(zigzag, values), b"\0"])
    odd = np.zeros(len(values), np.bool_)
    found, ends = longs(data, places[:-1], odd)
    assert found.tolist() == values
    assert ends.tolist() == places[1:].tolist()
    assert not odd.any()


def test_longs_that_are_too_long_are_odd():
    data, places = laid_out([b"\xff" * 9 + b"\x02", b"\x80" * 10 + b"\0", b"\x04"])
    odd = np.zeros(3, np.bool_)
    assert longs(data, places, odd)[0].tolist()[2] == 2
    assert odd.tolist() == [True, True, False]


def payloads_of(batches, append_time=None):
    data = b"".join(batches)
    sizes = np.array([len(one) for one in batches])
    ends = np.cumsum(sizes)
    headers = [np.frombuffer(one[57:61], ">i4")[0] for one in batches]
    count = len(batches)
    return Payloads(
        np.frombuffer(data, np.uint8),
        ends - sizes + BATCH_OVERHEAD,
        ends,
        np.array(headers, np.int64),
        np.full(count, 1_000),
        np.full(count, append_time or 0),
        np.full(count, append_time is not None),
    )


def made_up(seed, batches, most):
    """Batches with keys, values and headers of all sizes, and what is in them."""
    chance = random.Random(seed)
    built, records = [], []
    for number in range(batches):
        builder = RecordBatchBuilder(base_timestamp=1_000)
        for _ in range(chance.randint(1, most)):
            key = chance.choice([None, b"", chance.randbytes(chance.randint(1, 200))])
            value = chance.choice([None, b"", chance.randbytes(chance.randint(1, 20_000))])
            names = chance.sample(["", "a", "name" * 20], chance.randint(0, 3))
            headers = tuple((name, chance.choice([None, b"", b"x" * 90])) for name in names)
            time = chance.choice([1_000, 1_001, 5_000_000, 2**62])
            builder.append(time, key, value, headers)
            records.append((number, time, key, value, len(headers)))
        built.append(builder.build())
    return built, records


def cut(data, start, size):
    return None if size < 0 else bytes(data[start : start + size])


@pytest.mark.parametrize(
    ("batches", "most"), [(1, 1), (1, 300), (5, 40), (23, 5), (24, 5), (60, 9), (200, 2)]
)
def test_records_lie_where_they_were_written(batches, most):
    built, records = made_up(batches * most, batches, most)
    payloads = payloads_of(built)
    spans, odd = read_spans(payloads)
    assert not odd.any()
    data = payloads.data
    found = [
        (
            int(spans.batch[row]),
            int(spans.timestamp[row]),
            cut(data, spans.key_start[row], spans.key_size[row]),
            cut(data, spans.value_start[row], spans.value_size[row]),
            int(spans.header_count[row]),
        )
        for row in range(len(spans.batch))
    ]
    assert found == records


def test_append_time_is_that_of_every_record():
    built, _ = made_up(7, 3, 3)
    spans, _ = read_spans(payloads_of(built, append_time=77))
    assert set(spans.timestamp.tolist()) == {77}


def test_no_batches_and_batches_without_records():
    empty = np.empty(0, np.int64)
    assert record_bodies(np.zeros(1, np.uint8), empty, empty)[0].tolist() == []
    built, _ = made_up(2, 1, 1)
    hollow = bytearray(built[0][:BATCH_OVERHEAD])
    hollow[57:61] = bytes(4)
    spans, odd = read_spans(payloads_of([bytes(hollow), built[0]]))
    assert spans.batch.tolist() == [1]
    assert not odd.any()


@pytest.mark.parametrize("count", [-1, 2**31 - 1, 10_000])
def test_counts_are_held_against_the_bytes(count):
    built, _ = made_up(2, 2, 3)
    broken = bytearray(built[0])
    broken[57:61] = count.to_bytes(4, signed=True)
    spans, odd = read_spans(payloads_of([bytes(broken), built[1]]))
    assert odd.tolist() == [True, False]
    assert set(spans.batch.tolist()) == {1}


def test_no_broken_batch_passes_as_a_good_one():
    """Every byte of the records changed in many ways: the kernel says odd, or reads the same."""
    builder = RecordBatchBuilder(base_timestamp=1_000)
    for number in range(3):
        builder.append(1_000 + number, b"k" * number, b"value", (("h", b"x"),) * (number % 2))
    whole = builder.build()
    good, _ = read_spans(payloads_of([whole]))
    other = builder.build()
    accepted = 0
    for place in range(BATCH_OVERHEAD, len(whole)):
        for change in (1, 2, 4, 8, 16, 32, 64, 128, 255):
            broken = bytearray(whole)
            broken[place] ^= change
            try:
                spans, odd = read_spans(payloads_of([bytes(broken), other]))
            except (OddError, IndexError):
                continue
            assert not odd[1]
            if not odd[0]:
                accepted += 1
                ends = spans.value_start + np.maximum(spans.value_size, 0)
                assert (ends[spans.batch == 0] <= len(whole)).all()
                assert (spans.batch == 0).sum() == len(good.batch)
    assert accepted > 0


@pytest.mark.parametrize("engine", [pytest.param("native", marks=needs_native), "python"])
def test_bodies_that_are_not_read_are_not_checked(engine, monkeypatch):
    """A key of an impossible size is null; offset and timestamp of its record are read."""
    if engine == "python":
        monkeypatch.setattr(native, "compiled", None)
    built, records = made_up(11, 40, 3)
    builder = RecordBatchBuilder(base_timestamp=1_000)
    builder.append(1_007, b"key", b"value")
    broken = bytearray(builder.build())
    broken[BATCH_OVERHEAD + 4] = 0x7F  # the size of the key: -64
    payloads = payloads_of([*built, bytes(broken)])
    assert read_spans(payloads)[1].tolist() == [False] * 40 + [True]
    spans, odd = read_spans(payloads, with_bodies=False)
    assert not odd.any()
    assert list(zip(spans.batch.tolist(), spans.timestamp.tolist(), strict=True)) == [
        *(record[:2] for record in records),
        (40, 1_007),
    ]
    assert set(spans.key_size.tolist()) == set(spans.value_size.tolist()) == {-1}
    assert not spans.header_count.any()


@needs_native
def test_engines_agree_on_damaged_deltas(monkeypatch):
    """Every byte changed: without bodies, the same batches are odd, and the rest has equal rows."""

    def read(batches):
        payloads = payloads_of(batches)
        try:
            spans, odd = read_spans(payloads, with_bodies=False)
        except (OddError, IndexError):
            return None
        kept = spans.chosen(~odd[spans.batch])
        return odd.tolist(), kept.batch.tolist(), kept.delta.tolist(), kept.timestamp.tolist()

    builder = RecordBatchBuilder(base_timestamp=1_000)
    for number in range(3):
        builder.append(1_000 + 100 * number, None, b"v")
    whole = builder.build()
    agreed = 0
    for place in range(BATCH_OVERHEAD, len(whole)):
        for change in (1, 2, 64, 128, 255):
            broken = bytearray(whole)
            broken[place] ^= change
            fast = read([bytes(broken), whole])
            with monkeypatch.context() as patched:
                patched.setattr(native, "compiled", None)
                slow = read([bytes(broken), whole])
            # numpy may give up on all batches together; they are then read one by one
            if slow is None:
                assert fast[0] == [True, False]
            else:
                agreed += 1
                assert fast == slow
    assert agreed > 40

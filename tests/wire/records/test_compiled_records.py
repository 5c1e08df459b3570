"""Records by the compiled engine are those of the Python loops."""

from __future__ import annotations

import contextlib
import gc
import random
import subprocess
import sys
import threading
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kraft_wire import native
from kraft_wire.errors import DecodeError, EncodeError
from kraft_wire.primitives import Uuid
from kraft_wire.records import (
    BatchReader,
    Compression,
    Record,
    RecordBatch,
    RecordBatchBuilder,
    record_reading,
)
from kraft_wire.records.batch import PYTHON as BATCH_METHODS
from kraft_wire.records.builder import PYTHON as BUILDER_METHODS
from kraft_wire.records.checksum import crc32c
from kraft_wire.records.record import RecordBase, RecordSpan
from tests.fuzz import mutation
from tests.fuzz.batch_target import record_places
from tests.support import engines
from tests.support.record_batches import part, random_batch, record, varint

pytestmark = engines.needs_native

BASE = RecordBase(100, 1000, 5, None)


def python_records(payload, position, count, base):
    return record_reading._plain_records(payload, position, base, count)


def python_spans(payload, position, count, base, *, lenient=False):
    return record_reading._plain_spans(payload, position, count, base, lenient=lenient)


def outcome(iterator):
    """All that comes, and what ends it."""
    came = []
    try:
        came.extend(iterator)
    except DecodeError as error:
        return came, type(error), error.offset, error.path, error.detail
    return came, None


def alone(payload, position, count, base=BASE, *, wants_spans=False):
    """What the engine reads without Python."""
    return native.compiled.read_records(payload, position, count, count, base, wants_spans)[0]


def payload_of(records):
    builder = RecordBatchBuilder(base_offset=100, base_timestamp=1000)
    builder.extend(iter(records))  # not a list: by Python
    return RecordBatch(builder.build()).payload()


def test_random_batches_are_read_without_python():
    rng = random.Random(854)
    for _ in range(300):
        batch = RecordBatch(random_batch(rng))
        payload, position = batch.payload()
        base = RecordBase(*batch._base())
        found = alone(payload, position, batch.count, base)
        assert found == list(python_records(payload, position, batch.count, base))
        assert {type(each) for each in found} == {Record}
        spans = alone(payload, position, batch.count, base, wants_spans=True)
        assert spans == list(python_spans(payload, position, batch.count, base))
        assert {type(each) for each in spans} == {RecordSpan}


def test_damaged_batches_give_one_verdict():
    rng = random.Random(855)
    refused = 0
    for _ in range(2000):
        batch = RecordBatch(random_batch(rng))
        payload, position = batch.payload()
        records, count = payload[position:], batch.count
        sample = mutation.Sample(records, tuple(record_places(records, count)))
        spoiled = mutation.mutate(sample, rng)
        base = batch._base()
        expected = outcome(python_records(spoiled, 0, count, base))
        refused += expected[1] is not None
        assert outcome(record_reading.iter_records(spoiled, 0, count, base)) == expected
        for lenient in (False, True):
            spans = RecordBase(*base)
            assert outcome(
                record_reading.iter_spans(spoiled, 0, count, spans, lenient=lenient)
            ) == outcome(python_spans(spoiled, 0, count, spans, lenient=lenient))
    assert refused > 300


@pytest.mark.parametrize("count", [1, 511, 512, 513, 1024, 2000])
def test_chunks_of_any_number_meet(count):
    rows = [Record(100 + n, 1000 + n, None, b"%d" % n, (("n", None),), 5 + n) for n in range(count)]
    payload, position = payload_of(rows)
    assert list(record_reading.iter_records(payload, position, count, BASE)) == rows
    cut = payload[:-1]
    came, error, *_ = outcome(record_reading.iter_records(cut, position, count, BASE))
    assert came == rows[:-1]
    assert error is not None


def test_an_odd_record_in_the_middle_is_read_with_care():
    before, _ = payload_of([Record(100 + n, 1000, None, b"v", (), 5) for n in range(600)])
    odd = record(b"\0", varint(0), varint(-3), part(None), part(b"vw"), varint(0))
    after = payload_of([Record(701, 1000, None, b"last", (), 5)])[0][61:]
    payload = before + odd + after
    found = list(record_reading.iter_records(payload, 61, 602, BASE))
    assert found == list(python_records(payload, 61, 602, BASE))
    assert [each.offset for each in found[-2:]] == [97, 701]


headers = st.lists(
    st.tuples(st.text(max_size=5), st.none() | st.binary(max_size=5)), max_size=4
).map(tuple)
records = st.lists(
    st.tuples(
        st.integers(0, 3),
        st.integers(-1, 2**62) | st.integers(0, 5),
        st.none() | st.binary(max_size=200),
        st.none() | st.binary(max_size=200),
        headers,
    ),
    max_size=5,
)


@given(records, st.integers(0, 2**40), st.sampled_from([None, 0, 1000]))
def test_building_gives_the_same_bytes(rows, base_offset, base_timestamp):
    offset, given_records = base_offset - 1, []
    for gap, timestamp, key, value, heads in rows:
        offset += 1 + gap
        given_records.append(Record(offset, timestamp, key, value, heads))
    built = []
    for source in (given_records, iter(given_records), tuple(given_records)):
        builder = RecordBatchBuilder(base_offset=base_offset, base_timestamp=base_timestamp)
        try:
            builder.extend(source)
            builder.append(9, None, b"one more")
            assert builder.count == len(rows) + 1
            size = builder.size
            built.append(builder.build())
            assert size == len(built[-1])
        except EncodeError as error:
            built.append(str(error))
    assert built[0] == built[1] == built[2]


ODD_RECORDS = [
    Record(99, 0, None, b"v"),
    Record(100 + 2**31, 0, None, b"v"),
    Record(2**63, 0, None, b"v"),
    Record(100, -2, None, b"v"),
    Record(100, 2**63, None, b"v"),
    Record(100, 2**63 - 1, None, b"v"),
    Record(True, True, None, b"v"),
    Record("100", 0, None, b"v"),
    Record(100, None, None, b"v"),
    Record(100, 0, "k", b"v"),
    Record(100, 0, bytearray(b"k"), memoryview(b"v")),
    Record(100, 0, Uuid(bytes(16)), b"v"),
    Record(100, 0, None, b"v", [("a", b"b")]),
    Record(100, 0, None, b"v", (("a",),)),
    Record(100, 0, None, b"v", ((1, b"b"),)),
    Record(100, 0, None, b"v", (("\ud800", b"b"),)),
    Record(100, 0, None, b"v", (("ü", b"b"),)),
    Record(100, 0, None, b"v", (("a", "b"),)),
    Record(100, 0, None, b"v", None),
    (100, 0, None, b"v", (), -1),
    (100, 0, None, b"v"),
    None,
]


@pytest.mark.parametrize("odd", ODD_RECORDS, ids=[str(place) for place in range(len(ODD_RECORDS))])
def test_odd_records_give_one_verdict(odd):
    def build(source):
        builder = RecordBatchBuilder(base_offset=100)
        try:
            builder.extend(source)
            return builder.build()
        except Exception as error:  # noqa: BLE001  # which one it is, is compared
            return type(error), str(error), builder.count, builder.size

    good = Record(100, 5, b"k", b"v")
    for rows in ([odd], [good, odd], [odd, good._replace(offset=101)]):
        assert build(rows) == build(iter(rows))


def test_reference_counts_and_memory_stay_as_they_are():
    rows = [Record(100 + n, 1000, b"k", b"v" * 50, (("h", b"x"),), 5) for n in range(50)]
    payload, position = payload_of(rows)

    def work():
        for _ in range(400):
            alone(payload, position, 50)
            alone(payload, position, 50, wants_spans=True)
            alone(payload[:-5], position, 50)
            batch = RecordBatch.parse(payload)
            batch.validate()
            batch.read_records()
            fresh = RecordBatchBuilder(base_offset=100)
            for row in rows[:2]:
                fresh.append(*row[1:5])
            fresh.build()
            fresh.extend(rows[2:])
            fresh.build()
            for refused in ([*rows, None], [rows[0], rows[0]]):
                with contextlib.suppress(EncodeError, TypeError):
                    BUILDER_METHODS["extend"](fresh, refused)
                with contextlib.suppress(EncodeError, TypeError):
                    fresh.extend(refused)

    shared = [None, Record, RecordSpan, rows[0], rows[0].key, rows[0].headers, ()]
    work()
    gc.collect()
    before, blocks = [sys.getrefcount(each) for each in shared], sys.getallocatedblocks()
    work()
    gc.collect()
    after = [sys.getrefcount(each) for each in shared]
    assert max(abs(one - other) for one, other in zip(before, after, strict=True)) < 50
    assert abs(sys.getallocatedblocks() - blocks) < 500


def test_threads_read_and_build_together():
    rows = [Record(100 + n, 1000, b"k", b"v", (("h", b"x"),), 5 + n) for n in range(700)]
    payload, position = payload_of(rows)
    faults = []

    def work():
        for _ in range(30):
            if list(record_reading.iter_records(payload, position, 700, BASE)) != rows:
                faults.append("read")
            builder = RecordBatchBuilder(base_offset=100, base_timestamp=1000)
            builder.extend(rows)
            if RecordBatch(builder.build()).payload()[0][61:] != payload[61:]:
                faults.append("built")

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults


@pytest.mark.parametrize(
    "arguments",
    [
        (b"abc", 4, 1, 1, BASE, False),
        (b"abc", -1, 1, 1, BASE, False),
        (b"abc", 0, -1, 1, BASE, False),
        ("abc", 0, 1, 1, BASE, False),
        (b"abc", 0, 1, 1, (1, 2), False),
        (b"abc", 0, 1, 1, ("x", 1, 1, None, 0, 0), False),
    ],
)
def test_impossible_arguments_are_refused(arguments):
    with pytest.raises((TypeError, ValueError)):
        native.compiled.read_records(*arguments)


def test_records_need_no_message():
    code = (
        "from kraft_wire import native; from kraft_wire.records import Record, RecordBatchBuilder,"
        " RecordBatch; import sys; b = RecordBatchBuilder();"
        "b.extend([Record(0, 5, None, b'v', (('h', b'x'),))]); batch = RecordBatch(b.build());"
        "print(native.compiled.read_records(bytes(batch), 61, 1, 1, batch._base(), False)[0]"
        " == batch.read_records(), 'kraft_wire.message' in sys.modules)"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout == "True False\n"


BUFFERS = [bytes, bytearray, memoryview, lambda data: memoryview(bytearray(data))]


@pytest.mark.parametrize("kind", BUFFERS)
def test_ordinary_batches_are_made_by_the_engine(kind):
    rng = random.Random(856)
    for _ in range(50):
        data = random_batch(rng)
        expected = RecordBatch(data, 3)
        batch = native.compiled.read_batch(kind(b"abc" + data + b"x"), 3, len(data) + 3)
        assert type(batch) is RecordBatch
        for name in RecordBatch.__slots__:
            assert getattr(batch, name) == getattr(expected, name)
        assert batch.crc_is_valid()
        assert batch == RecordBatch.parse(kind(b"abc" + data + b"x"), 3)
        found = native.compiled.batch_records(batch)
        assert found in (None, expected.read_records())
        assert (found is None) == bool(batch.compression)


@pytest.mark.parametrize("position", [-1, 1, 10**30, -(10**30), 60])
def test_position_outside_the_batch_is_left_to_python(position):
    data = RecordBatchBuilder().build(last_offset=3)
    assert native.compiled.read_batch(data, position, len(data)) is None
    with pytest.raises(DecodeError):
        RecordBatch.parse(data, position)


def test_every_header_gives_one_verdict(monkeypatch):
    rng = random.Random(857)
    for _ in range(500):
        data = mutation.mutate(
            mutation.Sample(random_batch(rng)[: rng.choice((61, 100, 999))]), rng
        )
        end = rng.choice((None, len(data), len(data) - 1, 61, -1))
        read = []
        for engine in (native.compiled, None):
            with monkeypatch.context() as patch:
                patch.setattr(native, "compiled", engine)
                reader = BatchReader(data, end=end)
                batches = [[getattr(b, n) for n in type(b).__slots__] for b in reader]
                read.append((batches, reader.stop))
        assert read[0] == read[1]


def test_batches_with_gaps_in_memory_are_left_to_python():
    data = RecordBatchBuilder().build(last_offset=3)
    doubled = memoryview(bytes(byte for each in data for byte in (each, 0)))[::2]
    assert native.compiled.read_batch(doubled, 0, len(data)) is None
    with pytest.raises(BufferError):
        RecordBatch.parse(doubled)


def test_a_batch_that_was_assigned_to_is_read_by_python():
    batch = RecordBatch(RecordBatchBuilder().build(last_offset=3))
    for name, value in (("count", 2**80), ("base_offset", None), ("attributes", "x")):
        changed = RecordBatch(bytes(batch))
        setattr(changed, name, value)
        assert native.compiled.batch_records(changed) is None
    assert native.compiled.batch_records(object()) is None


@pytest.mark.parametrize("size", [0, 1, 7, 8, 9, 63, 64, 65, 1000, 4074, 4075, 4096, 10_000])
def test_checksums_are_those_of_the_package(size):
    data = random.Random(size).randbytes(21 + size)
    batch = RecordBatch(data if size > 60 else data.ljust(61, b"."))
    assert batch.computed_crc() == crc32c(bytes(batch)[21:])
    assert batch.crc_is_valid() == (batch.crc == crc32c(bytes(batch)[21:]))


def test_the_methods_of_a_batch_give_the_verdict_of_those_in_python():
    def verdict(call, *arguments, **named):
        try:
            result = call(*arguments, **named)
        except Exception as error:  # noqa: BLE001  # which one it is, is compared
            return type(error), str(error)
        return (
            [getattr(result, name) for name in RecordBatch.__slots__]
            if (type(result) is RecordBatch)
            else result
        )

    rng = random.Random(858)
    for _ in range(1000):
        data = mutation.mutate(mutation.Sample(random_batch(rng)[:400]), rng)
        kind = rng.choice([*BUFFERS, lambda data: memoryview(data + data)[: len(data)]])
        position = rng.choice((0, 0, 0, 1, -1, 10**30, "0", None))
        buffer = kind(data)
        parse = partial(BATCH_METHODS["parse"], RecordBatch)
        assert verdict(RecordBatch.parse, buffer, position) == verdict(parse, buffer, position)
        assert verdict(RecordBatch.parse, buffer) == verdict(parse, buffer)
        assert verdict(RecordBatch.parse, buffer, position=1) == verdict(parse, buffer, 1)
        if len(data) < 61:
            continue
        found = RecordBatch(data)
        for name in ("computed_crc", "crc_is_valid", "validate", "read_records"):
            assert verdict(getattr(found, name)) == verdict(BATCH_METHODS[name], found)
            assert verdict(getattr(found, name), 5) == verdict(BATCH_METHODS[name], found, 5)


NOT_BUFFERS = {
    "number": 5,
    "text": "text" * 20,
    "none": None,
    "list": [1] * 99,
    "gaps": memoryview(b"x" * 200)[::2],
}


@pytest.mark.parametrize("odd", NOT_BUFFERS.values(), ids=NOT_BUFFERS)
def test_non_buffer_is_refused_as_by_python(odd):
    with pytest.raises((TypeError, BufferError)) as native_refusal:
        RecordBatch.parse(odd)
    with pytest.raises((TypeError, BufferError)) as refusal:
        BATCH_METHODS["parse"](RecordBatch, odd)
    assert (native_refusal.type, str(native_refusal.value)) == (refusal.type, str(refusal.value))


def test_bytes_of_one_batch_are_not_copied():
    data = RecordBatchBuilder().build(last_offset=3)
    assert bytes(RecordBatch.parse(data)) is data
    assert bytes(RecordBatch.parse(b"x" + data, 1)) == data


class OwnBatch(RecordBatch):
    """A batch with a checksum of its own."""

    __slots__ = ()

    def computed_crc(self):
        return 7


class OwnBuilder(RecordBatchBuilder):
    """A builder whose compression is not where the engine would look."""

    @property
    def compression(self):
        return Compression.GZIP

    @compression.setter
    def compression(self, value):
        pass


def test_subclasses_keep_what_they_override():
    builder = OwnBuilder()
    builder.append(5, None, b"v")
    builder.extend([Record(1, 6, None, b"w")])
    found = OwnBatch.parse(builder.build())
    assert type(found) is OwnBatch
    assert found.compression is Compression.GZIP
    assert [each.value for each in found.read_records()] == [b"v", b"w"]
    assert not found.crc_is_valid()
    with pytest.raises(DecodeError, match="computed crc 7"):
        found.validate()


BUILDERS = [
    {},
    {"base_offset": 2**40, "partition_leader_epoch": 7},
    {"producer_id": 5, "producer_epoch": 1, "base_sequence": 2**31 - 1, "is_transactional": True},
    {"producer_id": 2**63 - 1, "producer_epoch": 2**15 - 1, "is_control": True},
    {"append_time": 2**62},
    {"append_time": -1},
    {"delete_horizon_ms": 17},
    {"base_timestamp": 2**63 - 1},
    {"compression": Compression.GZIP},
    {"base_offset": 2**63},
    {"base_offset": -(2**63)},
    {"base_offset": True},
    {"partition_leader_epoch": 2**31},
    {"partition_leader_epoch": None},
    {"producer_id": 2**63, "producer_epoch": 1, "base_sequence": 1},
    {"producer_id": 5, "producer_epoch": 2**15, "base_sequence": 1},
    {"producer_id": 5, "producer_epoch": 1, "base_sequence": 2**31},
    {"append_time": 2**63},
    {"append_time": "now"},
    {"delete_horizon_ms": 2**63},
    {"is_control": 1},
    {"is_control": "yes"},
    {"compression": 9},
]
APPENDS = [
    (5, None, None),
    (5, b"k", b"v" * 300, (("a", b"b"), ("a", None))),
    (5, b"k", b"v", [("a", b"b")]),
    (5, None, b"v", (("ü", b"b"),)),
    (5, None, b"v", (), 2),
    (5, None, b"v", (), None),
    (5, None, b"v", (), -1),
    (5, None, b"v", (), 2**63),
    (5, None, b"v", (), "2"),
    (5, None, b"v", (), True),
    (5, None, b"v", None, 3),
    (5, None, b"v", (), 3, 4),
    (-1, b"", b""),
    (-2, b"", b""),
    (2**63 - 1, None, b"v"),
    (-(2**63), None, b"v"),
    (2**63, None, b"v"),
    (True, None, b"v"),
    ("5", None, b"v"),
    (5, bytearray(b"k"), memoryview(b"v")),
    (5, "k", b"v"),
    (5, b"k"),
    (),
]


@pytest.mark.parametrize("arguments", BUILDERS, ids=[str(place) for place in range(len(BUILDERS))])
def test_the_methods_of_a_builder_give_the_verdict_of_those_in_python(arguments):
    def outcomes(append, extend, build):
        came = []

        def attempt(call, *given, **named):
            try:
                came.append(call(*given, **named))
            except Exception as error:  # noqa: BLE001  # which one it is, is compared
                came.append((type(error), str(error)))

        for fields in APPENDS:
            made = RecordBatchBuilder(**arguments)
            attempt(build, made)
            for _ in range(2):
                attempt(append, made, *fields)
                attempt(build, made)
                came.append((made.size, made.count))
            if len(fields) > 3:
                attempt(append, made, *fields[:3], headers=fields[3], offset=9)
                attempt(append, made, *fields[:4], offset=2**40)
                attempt(append, made, *fields[:4], headers=())
                attempt(append, made, *fields, other=1)
            attempt(extend, made, [Record(made.base_offset, 9, b"k", b"v")])
            attempt(extend, made, [Record(made.base_offset + 20, 3, b"k", b"v")])
            attempt(build, made)
            attempt(build, made, last_offset=2**30)
            attempt(build, made, max_timestamp=77)
            came.append((made.size, made.count))
        return came

    cls = RecordBatchBuilder
    native_outcomes = outcomes(cls.append, cls.extend, cls.build)
    assert native_outcomes == outcomes(*BUILDER_METHODS.values())
    assert sum(isinstance(each, bytes) for each in native_outcomes) > 20 or any(
        isinstance(each, tuple) and each[0] is EncodeError for each in native_outcomes
    )


@pytest.mark.parametrize("name", RecordBatchBuilder.__slots__)
@pytest.mark.parametrize("odd", [None, "text", 2**80, -1, ...])
def test_a_builder_that_was_assigned_to_gives_the_verdict_of_python(name, odd):
    def outcome_of(methods):
        made = RecordBatchBuilder()
        made.append(5, None, b"v")
        if odd is ...:
            delattr(made, name)
        else:
            setattr(made, name, odd)
        came = []
        for method, *fields in (
            (methods[0], 6, None, b"w"),
            (methods[1], [Record(4, 6, None, b"w")]),
            (methods[2],),
        ):
            try:
                came.append(method(made, *fields))
            except Exception as error:  # noqa: BLE001  # which one it is, is compared
                came.append((type(error), str(error)))
        return came

    cls = RecordBatchBuilder
    expected = outcome_of(list(BUILDER_METHODS.values()))
    assert outcome_of([cls.append, cls.extend, cls.build]) == expected

from __future__ import annotations

from array import array
from functools import partial
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kraft_wire.errors import EncodeError
from kraft_wire.records import (
    Compression,
    PartColumn,
    Record,
    RecordBatch,
    RecordBatchBuilder,
    TimestampType,
)
from kraft_wire.records import builder as builder_module
from kraft_wire.records.builder import PYTHON
from tests.support.record_batches import (
    FIRST_LEADER_BATCH,
    NO_OP_BATCH,
    SNAPSHOT_HEADER_BATCH,
    columns_of,
    fill,
    rows,
)

TIME = 1_700_000_000_000


def test_built_batches_equal_kafkas() -> None:
    no_op = RecordBatchBuilder(base_offset=3, partition_leader_epoch=1)
    no_op.append(TIME, None, b"\x01\x14\x00\x00")
    assert no_op.build() == NO_OP_BATCH
    header = RecordBatchBuilder(partition_leader_epoch=0, is_control=True)
    header.append(TIME, b"\0\0\0\3", b"\0\0" + TIME.to_bytes(8, "big") + b"\0")
    assert header.build() == SNAPSHOT_HEADER_BATCH
    leader = RecordBatchBuilder(partition_leader_epoch=1, is_control=True)
    leader.extend(RecordBatch.parse(FIRST_LEADER_BATCH).records())
    assert leader.build() == FIRST_LEADER_BATCH


@given(rows, st.sampled_from(Compression))
@settings(max_examples=100, deadline=None)
def test_built_batch_is_parsed_back(found: list[tuple], codec: Compression) -> None:
    builder = RecordBatchBuilder(base_offset=50, compression=codec)
    fill(builder, found)
    batch = RecordBatch.parse(builder.build())
    batch.validate()
    assert (batch.count, batch.compression) == (len(found), codec)
    assert batch.max_timestamp == max(row[0] for row in found)
    assert [(record.timestamp, *record[2:5]) for record in batch.records()] == [
        row[:4] for row in found
    ]
    offset = 50
    for record, row in zip(batch.records(), found, strict=True):
        offset += row[4]
        assert record.offset == offset
        offset += 1
    assert batch.next_offset == offset


def test_count_and_size_grow() -> None:
    builder = RecordBatchBuilder()
    assert (builder.count, builder.size) == (0, 61)
    for index in range(5):
        builder.append(TIME, b"k", b"v" * 100 * index, (("h", b"x"),))
        assert builder.count == index + 1
        assert builder.size == len(builder.build())


def test_a_producer_and_its_transaction() -> None:
    builder = RecordBatchBuilder(
        producer_id=7, producer_epoch=2, base_sequence=40, is_transactional=True
    )
    builder.append(TIME, None, b"a")
    builder.append(TIME, None, b"b")
    batch = RecordBatch.parse(builder.build())
    assert (batch.producer_id, batch.producer_epoch) == (7, 2)
    assert (batch.base_sequence, batch.last_sequence, batch.is_transactional) == (40, 41, True)


def test_append_time_replaces_timestamps() -> None:
    builder = RecordBatchBuilder(append_time=TIME + 5)
    builder.append(TIME, None, b"a")
    batch = RecordBatch.parse(builder.build())
    assert batch.timestamp_type is TimestampType.LOG_APPEND_TIME
    assert (batch.base_timestamp, batch.max_timestamp) == (TIME, TIME + 5)


def test_a_cleaned_batch_keeps_its_last_offset_and_has_a_delete_horizon() -> None:
    builder = RecordBatchBuilder(base_offset=10, delete_horizon_ms=TIME - 100)
    builder.append(TIME, b"k", None, offset=12)
    batch = RecordBatch.parse(builder.build(last_offset=19))
    assert (batch.base_offset, batch.last_offset, batch.count) == (10, 19, 1)
    assert batch.delete_horizon_ms == batch.base_timestamp == TIME - 100
    assert batch.read_records() == [Record(12, TIME, b"k", None)]


def test_a_batch_whose_records_are_all_gone() -> None:
    builder = RecordBatchBuilder(base_offset=10, compression=Compression.GZIP)
    batch = RecordBatch.parse(builder.build(last_offset=19, max_timestamp=TIME))
    assert (batch.size, batch.count, batch.last_offset) == (61, 0, 19)
    assert (batch.base_timestamp, batch.max_timestamp) == (-1, TIME)
    assert batch.crc_is_valid()


def test_like_copies_header_of_batch() -> None:
    first = RecordBatchBuilder(
        base_offset=4,
        partition_leader_epoch=9,
        compression=Compression.LZ4,
        producer_id=1,
        producer_epoch=2,
        base_sequence=3,
        is_transactional=True,
    )
    first.append(TIME, b"k", b"v")
    first.append(TIME - 50, b"k", b"w")
    batch = RecordBatch.parse(first.build())
    again = RecordBatchBuilder.like(batch)
    again.extend(batch.records())
    assert again.build() == bytes(batch)


@pytest.mark.parametrize(
    "arguments",
    [
        {"is_transactional": True},
        {"producer_id": 5},
        {"producer_id": 5, "producer_epoch": 1},
    ],
)
def test_producers_that_kafka_refuses(arguments: dict) -> None:
    with pytest.raises(EncodeError):
        RecordBatchBuilder(**arguments)


def test_markers_have_no_sequence() -> None:
    builder = RecordBatchBuilder(
        producer_id=5, producer_epoch=1, is_transactional=True, is_control=True
    )
    builder.append(TIME, b"\0\0\0\1", b"\0\0\0\0\0\7")
    assert RecordBatch.parse(builder.build()).last_sequence == -1


def test_offset_below_the_base_is_refused() -> None:
    builder = RecordBatchBuilder(base_offset=10)
    for offset in (9, 10 + 2**31):
        with pytest.raises(EncodeError):
            builder.append(TIME, None, b"a", (), offset)
    builder.append(TIME, None, b"a", (), 12)
    for offset in (11, 12):
        with pytest.raises(EncodeError):
            builder.append(TIME, None, b"a", (), offset)
    with pytest.raises(EncodeError):
        builder.build(last_offset=11)
    assert builder.count == 1


def test_offset_below_the_next_one_is_refused() -> None:
    builder = RecordBatchBuilder(base_offset=5)
    for _ in range(10):
        builder.append(TIME, None, b"a")
    with pytest.raises(EncodeError):
        builder.append(TIME, None, b"a", (), 5)  # the 10 of the next delta less the base offset


@pytest.mark.parametrize("timestamp", [-2, -(2**63), 2**64])
def test_times_that_cannot_be(timestamp: int) -> None:
    builder = RecordBatchBuilder()
    builder.append(-1, None, b"a")
    with pytest.raises(EncodeError):
        builder.append(timestamp, None, b"a")


@pytest.mark.parametrize(
    "arguments",
    [
        {"base_offset": 2**63},
        {"partition_leader_epoch": 2**31},
        {"producer_id": 2**63, "producer_epoch": 1, "base_sequence": 1},
        {"producer_id": 1, "producer_epoch": 2**15, "base_sequence": 1},
        {"delete_horizon_ms": 2**63},
    ],
)
def test_headers_that_cannot_be(arguments: dict) -> None:
    builder = RecordBatchBuilder(**arguments)
    builder.append(TIME, None, b"a")
    with pytest.raises(EncodeError):
        builder.build()


NOT_BYTES = [
    memoryview(b"blob").cast("H"),
    memoryview(b"blob").cast("B", (2, 2)),
    memoryview(b"blob")[::2],
    memoryview(b"blob")[::-1],
    array("I", [1, 2]),
    array("B", [1, 2]),
    memoryview(array("I", [1, 2])),
    "text",
    7,
    (),
]


def records_with(odd: object) -> list[Record]:
    """Records at offset 1 that hold the value in each place where bytes are due."""
    return [
        Record(1, TIME + 7, odd, b"v"),
        Record(1, TIME + 7, b"k", odd),
        Record(1, TIME + 7, b"k", b"v", (("name", b"x"), ("name", odd))),
    ]


@pytest.mark.parametrize("odd", NOT_BYTES, ids=[str(place) for place in range(len(NOT_BYTES))])
@pytest.mark.parametrize("source", [list, iter])
def test_non_bytes_are_refused_and_not_written(odd, source) -> None:
    expected = RecordBatchBuilder()
    expected.append(TIME, None, b"first")
    for record in records_with(odd):
        builder = RecordBatchBuilder()
        with pytest.raises(EncodeError):
            builder.extend(source([record._replace(offset=0)]))
        with pytest.raises(EncodeError):
            builder.append(TIME + 9, record.key, record.value, record.headers)
        assert builder.count == 0
        builder.append(TIME, None, b"first")
        with pytest.raises(EncodeError):
            builder.extend(source([record]))
        with pytest.raises(EncodeError):
            builder.append(TIME + 9, record.key, record.value, record.headers)
        assert builder.build() == expected.build()


@pytest.mark.parametrize("kind", [bytearray, memoryview, lambda data: memoryview(data + b"x")[:-1]])
@pytest.mark.parametrize("source", [list, iter])
def test_buffers_of_single_bytes_are_written_as_bytes(kind, source) -> None:
    for data in (b"", b"k", b"v" * 300):
        expected, builder = RecordBatchBuilder(), RecordBatchBuilder()
        expected.append(TIME, data, data, (("h", data),))
        builder.extend(source([Record(0, TIME, kind(data), kind(data), (("h", kind(data)),))]))
        assert builder.build() == expected.build()
        builder = RecordBatchBuilder()
        builder.append(TIME, kind(data), kind(data), (("h", kind(data)),))
        assert builder.build() == expected.build()


HEADERS_THAT_CANNOT_BE = [((1, b"b"),), ((b"a", b"b"),), (("\ud800", b"b"),), (("a",),), 5, "a"]


@pytest.mark.parametrize("headers", HEADERS_THAT_CANNOT_BE, ids=repr)
@pytest.mark.parametrize("source", [list, iter])
def test_odd_headers_are_refused(headers, source) -> None:
    builder = RecordBatchBuilder()
    with pytest.raises(EncodeError):
        builder.extend(source([Record(0, TIME, None, b"v", headers)]))
    with pytest.raises(EncodeError):
        builder.append(TIME, None, b"v", headers)
    assert builder.count == 0


def test_a_batch_without_records_says_where_it_ends() -> None:
    with pytest.raises(EncodeError):
        RecordBatchBuilder().build()


def test_levels_that_a_codec_does_not_have() -> None:
    builder = RecordBatchBuilder(compression=Compression.GZIP, level=10)
    builder.append(TIME, None, b"a")
    with pytest.raises(EncodeError):
        builder.build()


LAST_OFFSET = 2**63 - 1


def use_python(monkeypatch) -> None:
    for name, method in builder_module.PYTHON.items():
        monkeypatch.setattr(RecordBatchBuilder, name, method)


@pytest.mark.parametrize(
    ("base_offset", "count"),
    [(LAST_OFFSET, 2), (LAST_OFFSET - 1, 3), (LAST_OFFSET + 1, 1), (-1, 1), (-5, 9), (-(2**63), 1)],
)
@pytest.mark.parametrize("is_compiled", [True, False])
def test_offsets_below_zero_and_beyond_int64_are_refused(
    base_offset, count, is_compiled, monkeypatch
):
    """By both engines: Java's offsets wrap around, and such records are never found again."""
    if not is_compiled:
        use_python(monkeypatch)
    records = [Record(base_offset + n, 0, None, b"v", (), -1) for n in range(count)]
    one_by_one = RecordBatchBuilder(base_offset=base_offset)
    for record in records:
        one_by_one.append(0, None, b"v", offset=record.offset)
    at_once = RecordBatchBuilder(base_offset=base_offset)
    at_once.extend(records)
    cleaned = RecordBatchBuilder(base_offset=base_offset)
    for builder in (one_by_one, at_once):
        with pytest.raises(EncodeError, match="where 0 to 9223372036854775807 are possible"):
            builder.build()
    with pytest.raises(EncodeError, match="are possible"):
        cleaned.build(last_offset=records[-1].offset)


@pytest.mark.parametrize("is_compiled", [True, False])
def test_the_last_offset_of_all_can_be_written(is_compiled, monkeypatch):
    if not is_compiled:
        use_python(monkeypatch)
    builder = RecordBatchBuilder(base_offset=LAST_OFFSET - 1)
    builder.extend([Record(LAST_OFFSET - n, 0, None, b"v", (), -1) for n in (1, 0)])
    batch = RecordBatch.parse(builder.build())
    assert [record.offset for record in batch.records()] == [LAST_OFFSET - 1, LAST_OFFSET]
    assert batch.last_offset == LAST_OFFSET


@pytest.fixture(params=["in use", "python"])
def _columns_engine(request, monkeypatch):
    if request.param == "python":
        monkeypatch.setattr(builder_module, "_compiled", None)


@pytest.mark.usefixtures("_columns_engine")
@given(rows, st.data())
@settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_columns_become_the_bytes_of_their_records(found: list[tuple], data: st.DataObject) -> None:
    first = RecordBatchBuilder(base_offset=50)
    fill(first, found)
    records = RecordBatch.parse(first.build()).read_records()
    start = data.draw(st.integers(0, len(records) - 1))
    cut = data.draw(st.integers(start + 1, len(records)))
    by_record, by_column = RecordBatchBuilder(base_offset=50), RecordBatchBuilder(base_offset=50)
    by_record.extend(records[start:])
    by_column.extend_columns(*columns_of(records), start=start, stop=cut)
    by_column.extend_columns(*columns_of(records), start=cut)
    assert by_column.build() == by_record.build()
    assert (by_column.count, by_column.size) == (by_record.count, by_record.size)


@pytest.mark.usefixtures("_columns_engine")
def test_columns_without_headers_and_of_other_buffers() -> None:
    records = [Record(n, TIME + n, None if n == 1 else b"k" * n, b"v" * 9 * n) for n in range(3)]
    by_record, by_column = RecordBatchBuilder(), RecordBatchBuilder()
    by_record.extend(records)
    offsets, times, keys, values, _ = columns_of(records)
    views = [part._replace(data=memoryview(part.data)) for part in (keys, values)]
    by_column.extend_columns(memoryview(offsets), times, *views)
    by_column.extend_columns(offsets, times, keys, values, start=3)
    assert by_column.build() == by_record.build()


@pytest.mark.usefixtures("_columns_engine")
@pytest.mark.parametrize(
    "change",
    [
        {"offsets": [1, 1]},
        {"offsets": [1, 0]},
        {"offsets": [-1, 1]},
        {"offsets": [0, 1 << 31]},
        {"timestamps": [0, -2]},
        {"timestamps": [1 << 62, -(1 << 63)]},
        {"starts": [0, -1]},
        {"starts": [0, 2]},
        {"starts": [0, 1 << 62]},
        {"sizes": [1, 2]},
        {"sizes": [1, -2]},
        {"sizes": [1, (1 << 63) - 1]},
        {"header_sizes": [1, -1]},
        {"header_sizes": [1, 2]},
    ],
    ids=str,
)
def test_columns_out_of_range_add_nothing(change: dict[str, list[int]]) -> None:
    def numbers(name: str, *usual: int) -> array[int]:
        return array("q", change.get(name, usual))

    part = PartColumn(b"kv", numbers("starts", 0, 1), numbers("sizes", 1, 1))
    headers = PartColumn(b"\0\0", array("q", (0, 1)), numbers("header_sizes", 1, 1))
    builder = RecordBatchBuilder()
    builder.append(5, None, b"before", offset=0)
    given = (numbers("offsets", 1, 2), numbers("timestamps", 6, 7))
    before = builder.build()
    for each in ((part, part, headers), (part, part._replace(data=b"kvkv"), headers)):
        with pytest.raises(EncodeError):
            builder.extend_columns(*given, *each)
    assert (builder.build(), builder.count, builder.size) == (before, 1, len(before))


@pytest.mark.usefixtures("_columns_engine")
def test_columns_that_are_too_short_are_refused() -> None:
    part = PartColumn.of([b"k"])
    for columns in (
        (array("q", (0, 1)), array("q", (0,)), part, part),
        (array("q", (0,)), array("q", (0,)), part, part._replace(sizes=array("q"))),
    ):
        builder = RecordBatchBuilder()
        with pytest.raises((ValueError, IndexError)):
            builder.extend_columns(*columns)
        assert builder.count == 0


def test_records_appended_one_by_one_and_together_are_one_batch() -> None:
    """Buffers of every size follow pieces of both engines and of columns, in any order."""
    for seed in range(60):
        random = Random(seed)
        builder, reference = RecordBatchBuilder(base_offset=7), RecordBatchBuilder(base_offset=7)
        offset = 7
        for _ in range(random.choice((1, 2, 40))):
            offset += random.randrange(2)
            records = [
                Record(
                    offset + index,
                    random.choice((-1, 5, 1 << 40)) + index,
                    random.choice((None, b"", b"key")),
                    random.choice((None, bytes(random.choice((0, 9, 3_000, 70_000))))),
                    random.choice(((), (("h", b"v"), ("n", None)))),
                )
                for index in range(random.randrange(1, 9))
            ]
            for record in records:
                PYTHON["append"](reference, *record[1:5], offset=record.offset)
            how = random.randrange(4)
            if how == 0:
                builder.extend(records)
            else:
                append = partial(PYTHON["append"], builder) if how == 1 else builder.append
                for record in records:
                    append(*record[1:5], offset=record.offset)
            offset += len(records)
            assert (builder.count, builder.size) == (reference.count, reference.size)
        assert builder.build() == PYTHON["build"](builder) == PYTHON["build"](reference)
        builder.append(1 << 41, None, b"one more")
        reference.append(1 << 41, None, b"one more")
        assert builder.build() == reference.build()


def test_a_refused_record_leaves_what_was_appended() -> None:
    builder = RecordBatchBuilder()
    for _ in range(3):
        builder.append(1, None, b"taken")
    before = builder.build()
    for arguments in (
        (-2, None, b""),
        (1, "key", b""),
        (1, None, b"", (), 1),
        (1 << 64, None, b""),
    ):
        with pytest.raises(EncodeError):
            builder.append(*arguments)
    assert builder.build() == before

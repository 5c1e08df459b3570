from __future__ import annotations

import random
import subprocess
import sys
import textwrap

import numpy as np
import pyarrow as pa
import pytest

from kraft_spark.decoding.arrow_decode import (
    as_text,
    codec_column,
    constant,
    cut,
    header_column,
    numbers,
    timestamp_of,
    timestamps,
)
from kraft_wire import native
from kraft_wire.records import Compression
from tests.spark.log_rows import batch, rows, write_log
from tests.support.engines import needs_native

CENTURY = 3_155_760_000_000


def ints(*values):
    return np.array(values, np.int64)


def test_slices_of_a_buffer():
    column = cut(b"abcdef", ints(0, 3, 2, 6), ints(2, 0, -1, 0))
    column.validate(full=True)
    assert column.to_pylist() == [b"ab", b"", None, b""]
    assert cut(b"", ints(), ints()).to_pylist() == []


@needs_native
def test_both_engines_cut_the_same_slices(monkeypatch):
    drawn = random.Random(5)
    data = drawn.randbytes(1_000)
    for count in (0, 1, 7, 8, 9, 200):
        start = sorted(drawn.randrange(len(data) + 1) for _ in range(count))
        size = [drawn.randrange(-1, min(40, len(data) - at) + 1) for at in start]
        # columns of every second number are copied before the engine gets them
        columns = [np.repeat(ints(*column), 2)[::2] for column in (start, size)]
        fast = cut(data, *columns)
        fast.validate(full=True)
        with monkeypatch.context() as patched:
            patched.setattr(native, "compiled", None)
            assert fast.equals(cut(pa.py_buffer(data), *columns))
        assert fast.null_count == size.count(-1)


@needs_native
@pytest.mark.parametrize(
    ("start", "size", "room"),
    [
        (-1, 1, 1),
        (7, 1, 1),
        (4, 3, 3),
        (2**63 - 1, 1, 1),
        (0, 2**63 - 1, 1),
        (0, 2, 1),
        (0, 1, 2),
        (7, 0, 1),
    ],
)
def test_engine_refuses_slices_outside_of_the_buffers(start, size, room):
    columns = ints(start), ints(size)
    into, ends, present = bytearray(room), np.empty(2, np.int32), bytearray(1)
    with pytest.raises(ValueError, match="slices outside of the buffers"):
        native.compiled.gather(b"abcdef", *columns, 1, ends, present, into)


@needs_native
@pytest.mark.parametrize(("rows", "ends", "bits"), [(8, 10, 2), (9, 9, 2), (9, 10, 1)])
def test_engine_refuses_columns_that_are_too_short(rows, ends, bits):
    def gather(rows, ends, bits):
        columns = np.zeros(9, np.int64), np.zeros(rows, np.int64), 9
        outputs = np.empty(ends, np.int32), bytearray(bits), bytearray()
        return native.compiled.gather(b"", *columns, *outputs)

    assert gather(9, 10, 2) == 0
    with pytest.raises(ValueError, match="too short"):
        gather(rows, ends, bits)


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64, np.bool_])
def test_numbers_are_those_of_pyarrow(dtype):
    for count in (0, 1, 8, 17):
        values = (np.arange(2 * count) % 3).astype(dtype)[::2]
        is_null = np.arange(count) % 4 == 1
        for mask in (None, is_null, np.zeros(count, np.bool_)):
            column = numbers(values, mask)
            column.validate(full=True)
            assert column.equals(pa.array(values, mask=mask))


def test_reading_does_not_import_pandas(tmp_path):
    """Pyarrow imports it for every array it is asked for; a worker would wait for it."""
    pytest.importorskip("pandas")
    write_log(tmp_path / "t-0", batch(headers=(("h", b"x"),)))
    code = """
        import sys
        from kraft_spark.log.options import parse_options
        from kraft_spark.log.read_plan import plan
        from kraft_spark.log.views import picked_columns, reader_of

        for view in ("records", "batches"):
            options = parse_options({"path": sys.argv[1], "view": view})
            for parts in plan(options):
                (rows,) = reader_of(options, picked_columns(options)).read(parts)
            assert "pandas" not in sys.modules, view
    """
    command = [sys.executable, "-c", textwrap.dedent(code), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr


def test_invalid_utf_8_has_replacement_characters():
    assert as_text(pa.array([b"a", None, b"\xff!"])).to_pylist() == ["a", None, "\ufffd!"]


def test_timestamps_outside_the_range_of_spark_are_null():
    column = timestamps(ints(0, -1, -2, 253_402_300_799_999, 253_402_300_800_000, -(2**63)))
    assert column.is_null().to_pylist() == [False, True, False, False, True, True]
    assert column.cast(pa.int64()).to_pylist()[:3] == [0, None, -2_000]


def test_one_timestamp_follows_the_same_rule():
    for moment in (0, -1, -2, 253_402_300_799_999, 253_402_300_800_000, -(2**63), CENTURY):
        column = timestamps(ints(moment)).cast(pa.int64())
        assert timestamp_of(moment) == column.to_pylist()[0]
    assert timestamp_of(None) is None


def test_sizes_in_headers_have_32_bits_as_in_kafka():
    """Of a fifth byte the bits above them are dropped."""
    size = b"\x82\x80\x80\x80\x70"
    column = header_column(size + b"a" + size + b"x", ints(0), ints(1))
    assert column.to_pylist() == [[{"key": "a", "value": b"x"}]]


def test_header_column_replaces_invalid_utf_8():
    data = b"\x02a\x02x" + b"\x00\x01" + b"\x04\xff\xfe\x00"
    column = header_column(data, ints(0, 4, 4), ints(2, 0, 2))
    column.validate(full=True)
    assert column.to_pylist() == [
        [{"key": "a", "value": b"x"}, {"key": "", "value": None}],
        None,
        [{"key": "", "value": None}, {"key": "\ufffd\ufffd", "value": b""}],
    ]


def test_constant_fills_the_column():
    assert constant("a", pa.string(), 2).to_pylist() == ["a", "a"]
    assert constant(None, pa.int32(), 2).to_pylist() == [None, None]


def test_names_of_codecs():
    heads = np.array([(0,), (4,), (7,)], [("attributes", "i2")])
    assert codec_column(heads).to_pylist() == ["none", "zstd", None]


@pytest.mark.parametrize("codec", [Compression.NONE, Compression.SNAPPY])
def test_every_column_of_records(tmp_path, codec):
    headers = (("h", b"1"), ("n", None))
    data = batch(
        40,
        2,
        value=b"\xff",
        headers=headers,
        compression=codec,
        producer_id=9,
        producer_epoch=3,
        base_sequence=2**31 - 1,
        is_transactional=True,
        append_time=5_000,
    )
    path = write_log(tmp_path / "orders-7", batch(0), data)
    found = rows(tmp_path, "*")[3:]
    assert [row["sequence"] for row in found] == [2**31 - 1, 0]
    assert [row["offset"] for row in found] == [40, 41]
    first = found[0]
    assert first["timestamp"].timestamp() == 5
    del first["timestamp"], first["sequence"], first["offset"]
    assert first == {
        "key": b"40",
        "value": b"\xff",
        "topic": "orders",
        "partition": 7,
        "timestampType": 1,
        "timestampMs": 5000,
        "headers": [{"key": "h", "value": b"1"}, {"key": "n", "value": None}],
        "leaderEpoch": 1,
        "producerId": 9,
        "producerEpoch": 3,
        "isTransactional": True,
        "isControl": False,
        "compressionType": codec.label,
        "batchBaseOffset": 40,
        "position": len(batch(0)),
        "path": path.as_uri(),
        "topicId": None,
        "magic": 2,
        "segment": 0,
        "sizeInBytes": len(b"40" + b"\xff"),
        "logStartOffset": 0,
        "lastStableOffset": 40,  # the transaction is open
    }
    (texts,) = {tuple(row.values()) for row in rows(tmp_path, "value STRING")[3:]}
    assert texts == ("\ufffd",)

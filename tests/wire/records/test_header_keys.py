"""Keys of headers that are not UTF-8: the broker takes them, so they are read and kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kraft_wire.errors import EncodeError
from kraft_wire.records import (
    Compression,
    Record,
    RecordBatch,
    RecordBatchBuilder,
    header_key,
    header_key_bytes,
    header_text,
    record_reading,
)
from kraft_wire.records.batch import PYTHON as BATCH_METHODS
from kraft_wire.records.builder import PYTHON as BUILDER_METHODS
from tests.support.record_batches import batch_of, part, record, simple_record, varint

ODD_KEYS = [
    b"\xff",
    b"a\xffb",
    b"\xc3",
    b"\xe2\x82",
    b"\xc0\x80",
    b"\xed\xa0\x80",
    b"\xed\xb2\x80",
    b"\xf4\x90\x80\x80",
    "gr\u00fcn".encode() + b"\x80",
    bytes(range(128, 256)),
]


@pytest.fixture(params=["in use", "python"])
def _engine(request, monkeypatch):
    if request.param == "python":
        monkeypatch.setattr(record_reading, "_compiled", None)
        for cls, methods in ((RecordBatch, BATCH_METHODS), (RecordBatchBuilder, BUILDER_METHODS)):
            for name, method in methods.items():
                monkeypatch.setattr(cls, name, method)


def batch_with(*keys):
    headers = b"".join(part(key) + part(b"v") for key in keys)
    odd = record(b"\0", varint(0), varint(1), part(None), part(b""), varint(len(keys)), headers)
    payload = simple_record(0, b"first") + odd + simple_record(2, b"last")
    return RecordBatch(batch_of(payload, 3))


@pytest.mark.usefixtures("_engine")
@pytest.mark.parametrize("key", ODD_KEYS)
def test_a_batch_with_an_odd_key_is_read_whole(key):
    batch = batch_with(b"k", key, b"k")
    for found in (list(batch.records()), batch.read_records()):
        assert [each.offset for each in found] == [0, 1, 2]
        names = [name for name, _ in found[1].headers]
        assert [header_key_bytes(name) for name in names] == [b"k", key, b"k"]


@pytest.mark.usefixtures("_engine")
@pytest.mark.parametrize("key", ODD_KEYS)
@pytest.mark.parametrize("way", ["append", "extend"])
@pytest.mark.parametrize("codec", [Compression.NONE, Compression.GZIP])
def test_a_batch_that_is_written_again_has_the_same_payload(key, way, codec):
    batch = batch_with(key)
    records = batch.read_records()
    builder = RecordBatchBuilder(base_timestamp=1000, compression=codec)
    if way == "extend":
        builder.extend(records)
    else:
        for each in records:
            builder.append(each.timestamp, each.key, each.value, each.headers)
    again = RecordBatch(builder.build())
    payload, position = again.payload()
    assert payload[position:] == bytes(batch)[61:]


@given(st.binary(max_size=12))
def test_every_key_keeps_its_bytes_and_has_a_text(data):
    assert header_key_bytes(header_key(data)) == data
    header_text(header_key(data)).encode()


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"plain", "plain"),
        ("gr\u00fcn \U0001f98a".encode(), "gr\u00fcn \U0001f98a"),
        (b"a\xffb", "a\ufffdb"),
        (b"\xe2\x82", "\ufffd"),
        (b"\xed\xa0\x80", "\ufffd"),  # Java: one fault, not three
        (b"\xf4\x90\x80\x80", "\ufffd\ufffd\ufffd\ufffd"),
    ],
)
def test_the_text_of_a_key_is_that_of_java(data, text):
    assert header_text(header_key(data)) == text


@pytest.mark.usefixtures("_engine")
@pytest.mark.parametrize("key", [chr(0xD800), f"a{chr(0xDBFF)}", chr(0xDC7F)])
def test_surrogate_that_is_not_an_escaped_byte_is_refused(key):
    builder = RecordBatchBuilder()
    with pytest.raises(EncodeError, match="header"):
        builder.append(0, None, None, ((key, None),))
    with pytest.raises(EncodeError, match="header"):
        builder.extend([Record(0, 0, None, None, ((key, None),))])
    assert builder.count == 0


@pytest.mark.parametrize("key", [chr(0xD800), f"a{chr(0xDBFF)}", chr(0xDC7F)])
@pytest.mark.parametrize("function", [header_key_bytes, header_text])
def test_a_key_that_no_bytes_have_is_one_typed_error(key, function):
    with pytest.raises(EncodeError, match="key of a header") as refused:
        function(key)
    str(refused.value).encode()

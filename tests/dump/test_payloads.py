"""Which decoder is taken, and the decoders of single fields."""

from __future__ import annotations

import pytest

from kraft_core.cli.dump.record_text import TextDecoder, decoder_for
from kraft_core.cli.dump.records import row_runs
from kraft_core.cli.dump.report import DumpOptions, StoppedError
from kraft_wire.records.batch import BATCH_OVERHEAD
from tests.dump.test_record_rows import header_of
from tests.support.segments import batch

TOOLS = "org.apache.kafka.tools.api."


def texts(key_class, value_class, key, value):
    options = DumpOptions(
        key_decoder_class=f"{TOOLS}{key_class}", value_decoder_class=f"{TOOLS}{value_class}"
    )
    return decoder_for(options).texts(key, value, 0)


def test_text_is_the_default():
    decoder = decoder_for(DumpOptions())
    assert isinstance(decoder, TextDecoder)
    assert decoder.texts("ü".encode(), b"\xff", 0) == ("ü", "\ufffd")


def test_text_of_a_batch():
    records = [(b"k", "ü".encode()), (None, b"\xed\xa0\x80"), (b"\xff", None), (b"", b"")]
    data = batch(records)
    (rows,) = row_runs(data, BATCH_OVERHEAD, header_of(data))
    found = list(TextDecoder().batch(data, rows))
    assert found == [("k", "ü"), (None, "\ufffd"), ("\ufffd", None), ("", "")]


def test_numbers_are_decoded_and_null_stays_null():
    assert texts("IntegerDecoder", "LongDecoder", b"\xff\xff\xff\xfe+", bytes(7) + b"\7") == (
        "-2",
        "7",
    )
    assert texts("IntegerDecoder", "LongDecoder", None, None) == (None, None)


def test_default_decoder_prints_java_arrays():
    assert texts("DefaultDecoder", "StringDecoder", b"\0\xff", b"v") == ("[B@00ff", "v")


@pytest.mark.parametrize(("name", "size"), [("IntegerDecoder", 3), ("LongDecoder", 7)])
def test_numbers_that_are_too_short(name, size):
    with pytest.raises(StoppedError, match=f"not {size}"):
        texts(name, name, bytes(size), None)


@pytest.mark.parametrize("name", ["kafka.serializer.StringDecoder", "", "StringDecoder"])
def test_classes_that_are_none_of_kafkas(name):
    with pytest.raises(StoppedError, match="not a valid decoder class"):
        decoder_for(DumpOptions(value_decoder_class=name))


@pytest.mark.parametrize(
    ("topic", "value", "text"),
    [
        ("cluster-metadata", b"\1\x14\0\0", '"NO_OP_RECORD"'),
        ("remote-log-metadata", b"\1\x14\0\0", "Unknown metadata id 20"),
        ("transaction-log", None, "<DELETE>"),
    ],
)
def test_topic_selects_the_decoder(topic, value, text):
    decoder = decoder_for(DumpOptions(topic=topic))
    assert text in decoder.texts(b"\0\0\0\1t", value, 0)[1]

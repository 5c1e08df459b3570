"""The lines of records."""

from __future__ import annotations

import pytest

from kraft_core.cli.dump.batches import LegacyHeader
from kraft_core.cli.dump.log_text import records_of
from kraft_core.cli.dump.record_text import Decoder, RecordPrinter, TextDecoder, sequence_of
from kraft_core.cli.dump.records import messages_of
from kraft_core.cli.dump.report import StoppedError
from kraft_wire.records.batch import BATCH_OVERHEAD
from tests.dump.test_record_rows import header_of
from tests.support.segments import batch, batch_of, control_batch, message, record

RECORDS = [(b"k", b"v"), (None, b"w"), (b"x", None), (None, None)]


def text_of(data, decoder=None, *, skips_metadata=False):
    pieces = []
    printer = RecordPrinter(pieces.append, decoder, skips_metadata=skips_metadata)
    header = header_of(data)
    payload, runs = records_of(data, header)
    try:
        for rows in runs:
            printer.records(header, payload, rows)
    except StoppedError as stopped:
        pieces.append(f"<{stopped.reason}>")
    return "".join(pieces)


def test_record_line_without_payload():
    assert text_of(batch([(b"key", b"value")], base_offset=5)) == (
        "| offset: 5 CreateTime: 1700000000000 keySize: 3 valueSize: 5 sequence: -1"
        " headerKeys: []\n"
    )


def test_headers_and_sequences():
    data = batch_of(
        [record(0, None, b"", headers=[(b"a", b"1"), (b"", None)]), record(1, None, None)],
        base_sequence=2**31 - 1,
    )
    assert text_of(data).splitlines() == [
        (
            "| offset: 0 CreateTime: 1700000000000 keySize: -1 valueSize: 0 sequence: 2147483647"
            " headerKeys: [a,]"
        ),
        (
            "| offset: 1 CreateTime: 1700000000000 keySize: -1 valueSize: -1 sequence: 0"
            " headerKeys: []"
        ),
    ]


def test_header_keys_that_are_not_utf_8_are_shown_as_java_shows_them():
    data = batch_of([record(0, None, b"", headers=[(b"a\xff", b"1"), (b"\xed\xa0\x80", None)])])
    assert text_of(data).endswith(" headerKeys: [a\ufffd,\ufffd]\n")


def test_null_keys_and_values_are_not_printed():
    lines = text_of(batch(RECORDS), TextDecoder()).splitlines()
    assert [line.partition(" headerKeys: []")[2] for line in lines] == [
        " key: k payload: v",
        " payload: w",
        " key: x",
        "",
    ]


def test_record_line_without_metadata():
    lines = text_of(batch(RECORDS), TextDecoder(), skips_metadata=True).splitlines()
    assert lines == ["| key: k payload: v", "| payload: w", "| key: x", ""]


def test_record_without_metadata_and_payload_is_an_empty_line():
    assert text_of(batch(RECORDS), skips_metadata=True) == "\n" * 4


def test_control_record_is_printed_with_its_marker():
    data = control_batch(1, b"\0\0\0\0\0\x07")
    assert text_of(data, TextDecoder()).endswith(" endTxnMarker: COMMIT coordinatorEpoch: 7\n")
    assert text_of(data, TextDecoder(), skips_metadata=True) == "\n"


def test_a_control_record_that_cannot_be_read_breaks_its_line():
    data = batch_of([record(0, b"\0\0\0\1", b"\0\0\0\0\0\7"), record(1, None, b"")], attributes=32)
    first, second = text_of(data).splitlines()
    assert first.endswith("coordinatorEpoch: 7")
    assert second.endswith(" headerKeys: []<a control record has no type in its key>")


def test_a_decoder_that_gives_up_breaks_its_line():
    def texts(key, value, offset):
        if offset == 2:
            raise StoppedError("no more")
        return None, f"#{offset}"

    lines = text_of(batch(RECORDS), Decoder(texts), skips_metadata=True).splitlines()
    assert lines == ["| payload: #0", "| payload: #1", "<no more>"]


def test_message_of_format_0_is_printed():
    pieces = []
    data = message(9, None, b"v", magic=0)
    header = LegacyHeader(0, int.from_bytes(data[12:16], "big"), 0, -1)
    RecordPrinter(pieces.append, TextDecoder(), skips_metadata=False).messages(
        header, messages_of(data)
    )
    assert "".join(pieces) == (
        "| offset: 9 NoTimestampType: -1 keySize: -1 valueSize: 1 isValid: true"
        f" crc: {header.crc} payload: v\n"
    )


@pytest.mark.parametrize(
    ("first", "offset", "sequence"), [(-1, 3, -1), (4, 3, 7), (4, -1, -(2**31) + 3)]
)
def test_sequence_of_a_record_wraps_as_in_java(first, offset, sequence):
    header = header_of(batch([(None, b"")], base_sequence=first)[:BATCH_OVERHEAD])
    assert sequence_of(header, offset) == sequence

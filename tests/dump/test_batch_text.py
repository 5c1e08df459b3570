"""The line of a batch."""

from __future__ import annotations

import pytest

from kraft_core.cli.dump.batches import (
    LogFile,
    append_header,
    append_rest,
    checksum,
    compression_name,
    legacy_checksum,
    read_header,
    read_legacy_header,
)
from kraft_core.cli.dump.report import StoppedError
from tests.support.segments import batch, message


def line_of(tmp_path, data):
    path = tmp_path / "0.log"
    path.write_bytes(data)
    pieces = []
    with LogFile(str(path)) as log:
        frame = next(log.frames(0, log.size))
        if frame.magic >= 2:
            header = read_header(log, frame)
            append_header(pieces.append, header)
            valid = checksum(log.read(0, frame.size)) == header.crc
        else:
            header = read_legacy_header(log, frame)
            valid = legacy_checksum(log.read(12, frame.size - 12)) == header.crc
        append_rest(pieces.append, frame, header, is_valid=valid)
    return "".join(pieces)


def test_batch_of_format_2_is_one_line(tmp_path):
    data = batch([(None, b"a"), (None, b"b")], base_offset=40, base_sequence=2**31 - 1)
    assert line_of(tmp_path, data) == (
        "baseOffset: 40 lastOffset: 41 count: 2 baseSequence: 2147483647 lastSequence: 0"
        " producerId: -1 producerEpoch: -1 partitionLeaderEpoch: 0 isTransactional: false"
        " isControl: false deleteHorizonMs: OptionalLong.empty position: 0 CreateTime:"
        f" 1700000000000 size: {len(data)} magic: 2 compresscodec: none"
        f" crc: {int.from_bytes(data[17:21], 'big')} isvalid: true\n"
    )


def test_the_bits_of_format_2(tmp_path):
    line = line_of(tmp_path, batch([(None, b"a")], attributes=0x78, max_timestamp=5))
    assert "isTransactional: true isControl: true" in line
    assert "deleteHorizonMs: OptionalLong[1700000000000] position: 0 LogAppendTime: 5 " in line


def test_a_magic_that_kafka_does_not_know_is_read_as_format_2(tmp_path):
    assert " magic: 9 " in line_of(tmp_path, batch([(None, b"a")], magic=9))


def test_wrong_checksum_is_printed_as_invalid(tmp_path):
    data = bytearray(batch([(None, b"a")]))
    data[-2] ^= 1
    assert line_of(tmp_path, bytes(data)).endswith(" isvalid: false\n")


@pytest.mark.parametrize(
    ("magic", "attributes", "text"),
    [
        (0, 0, "NoTimestampType: -1 size: 28 magic: 0 compresscodec: none"),
        (1, 0, "CreateTime: 1400000000000 size: 36 magic: 1 compresscodec: none"),
        (1, 9, "LogAppendTime: 1400000000000 size: 36 magic: 1 compresscodec: gzip"),
    ],
)
def test_formats_0_and_1(tmp_path, magic, attributes, text):
    line = line_of(tmp_path, message(5, b"k", b"v", magic=magic, attributes=attributes))
    assert line.startswith(f" position: 0 {text} crc: ")
    assert line.endswith(" isvalid: true\n")


def test_a_negative_magic_is_no_format(tmp_path):
    with pytest.raises(StoppedError, match="format -1"):
        line_of(tmp_path, message(5, None, b"v", magic=-1))


def test_a_batch_that_is_too_short_has_no_checksum():
    assert checksum(bytes(60)) is None


@pytest.mark.parametrize("codec", [5, 6, 7])
def test_numbers_of_no_compression(codec):
    with pytest.raises(StoppedError, match=f"unknown compression codec {codec}") as stopped:
        compression_name(codec, 12)
    assert stopped.value.position == 12

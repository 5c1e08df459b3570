"""Messages of formats 0 and 1."""

from __future__ import annotations

import gzip

import pytest

from kraft_core.cli.dump.records import messages_of
from kraft_core.cli.dump.report import StoppedError
from tests.support.segments import message


def wrapper(offset, content, *, magic=1, attributes=1):
    packed = gzip.compress(content, mtime=0)  # the time would be another in each worker
    return message(offset, None, packed, magic=magic, attributes=attributes)


def test_single_message_is_read():
    (found,) = messages_of(message(3, b"key", None))
    assert (found.offset, found.key, found.value) == (3, b"key", None)
    assert (found.key_size, found.value_size) == (3, -1)
    assert found.header.timestamp == 1_400_000_000_000
    assert found.is_valid


def test_offsets_of_format_1_count_from_the_last():
    inner = message(0, None, b"a") + message(1, None, b"b") + message(4, None, b"c")
    found = list(messages_of(wrapper(104, inner)))
    assert [each.offset for each in found] == [100, 101, 104]
    assert [each.value for each in found] == [b"a", b"b", b"c"]


def test_a_wrapper_at_offset_0_leaves_offsets_as_they_are():
    inner = message(5, None, b"a") + message(6, None, b"b")
    assert [found.offset for found in messages_of(wrapper(0, inner))] == [5, 6]


def test_offsets_of_format_0_are_absolute():
    inner = message(50, None, b"a", magic=0) + message(51, None, b"b", magic=0)
    assert [found.offset for found in messages_of(wrapper(51, inner, magic=0))] == [50, 51]


def test_the_append_time_of_the_wrapper_counts():
    data = wrapper(0, message(0, None, b"a", timestamp=1), attributes=9)
    assert [found.header.timestamp for found in messages_of(data)] == [1_400_000_000_000]
    data = wrapper(0, message(0, None, b"a", timestamp=1))
    assert [found.header.timestamp for found in messages_of(data)] == [1]


def test_an_incomplete_message_at_the_end_is_left_out():
    inner = message(0, None, b"a") + message(1, None, b"b")[:-1]
    assert [found.value for found in messages_of(wrapper(0, inner))] == [b"a"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (wrapper(0, b""), "contains no messages"),
        (wrapper(0, bytes(12)), "0 bytes is less"),
        (wrapper(1, message(5, None, b"a")), "less than 5"),
        (
            wrapper(0, bytes(8) + b"\x10\0\0\0" + bytes(9)),
            "claims 268435456 bytes, but 21 are left",
        ),
        (message(0, None, None, attributes=1), "no value"),
        (message(0, None, b"", attributes=4), "cannot be compressed with zstd"),
        (message(0, None, b"no gzip", attributes=1), "cannot be decompressed"),
    ],
)
def test_message_set_that_kafka_refuses_is_refused(data, reason):
    with pytest.raises(StoppedError, match=reason):
        next(messages_of(data))


def test_a_compressed_message_inside_ends_the_reading():
    inner = message(0, None, b"a") + message(1, None, b"b", attributes=1)
    found = messages_of(wrapper(1, inner))
    assert next(found).value == b"a"
    with pytest.raises(StoppedError, match="contains another compressed message"):
        next(found)


def test_lengths_beyond_the_message():
    data = bytearray(message(3, b"key", b"value", magic=0))
    data[-9:-5] = (100).to_bytes(4, "big")
    (found,) = messages_of(bytes(data))
    assert found.key == b"key"
    assert found.value_size == 100
    with pytest.raises(StoppedError, match="exceeds its message"):
        _ = found.value
    data[18:22] = (100).to_bytes(4, "big")
    (found,) = messages_of(bytes(data))
    assert found.key_size == 100
    with pytest.raises(StoppedError, match="ends before its fields do"):
        _ = found.value_size

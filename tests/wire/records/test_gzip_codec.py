"""What java.util.zip.GZIPInputStream does with what stands behind a member (tried with Java 17)."""

from __future__ import annotations

import gzip

import pytest

from kraft_wire.errors import CorruptRecordError, LimitError
from kraft_wire.records.gzip_codec import compress, decompress

MEMBER = gzip.compress(b"hello ", mtime=0)
OTHER = gzip.compress(b"world", mtime=0)


def unpacked(data: bytes, max_bytes: int = 100) -> bytes:
    return decompress(data, max_bytes, magic=2)


@pytest.mark.parametrize(
    "tail",
    [b"", b"garbage", b"garbage" * 9, bytes(30), b"\x1f\x8b\x08\0", b"\x1f\x8b\x08" + bytes(15)],
)
def test_tail_that_is_not_a_gzip_member_is_ignored(tail: bytes) -> None:
    assert unpacked(MEMBER + tail) == b"hello "


def test_flags_that_mean_nothing_are_ignored() -> None:
    assert unpacked(MEMBER[:3] + b"\xe0" + MEMBER[4:]) == b"hello "


def test_members_follow_each_other() -> None:
    assert unpacked(MEMBER + OTHER) == b"hello world"
    with pytest.raises(LimitError) as refusal:
        unpacked(MEMBER + OTHER, 10)
    assert refusal.value.offset == len(MEMBER)


@pytest.mark.parametrize(
    ("data", "offset"),
    [
        (b"", 0),
        (b"\x1f\x8c" + MEMBER[2:], 0),
        (MEMBER[:-8] + b"\0\0\0\0" + MEMBER[-4:], 0),
        (MEMBER[:-1], len(MEMBER) - 1),
        (MEMBER + OTHER[:-1], len(MEMBER + OTHER) - 1),
        (MEMBER + b"\x1f\x8b\x08" + bytes(7) + b"\xff" * 20, len(MEMBER)),
    ],
)
def test_damaged_gzip_is_refused_at_its_offset(data: bytes, offset: int) -> None:
    with pytest.raises(CorruptRecordError) as refusal:
        unpacked(data)
    assert refusal.value.offset == offset


def test_python_reads_what_is_written() -> None:
    assert gzip.decompress(compress(b"abc" * 1000, 9)) == b"abc" * 1000

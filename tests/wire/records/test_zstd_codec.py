"""What zstd-jni's ZstdInputStream reads and refuses (tried with 1.5.6)."""

from __future__ import annotations

import random

import pytest
import zstandard

from kraft_wire.errors import CorruptRecordError, LimitError
from kraft_wire.records import zstd_codec
from kraft_wire.records.zstd_codec import decompress

DATA = random.Random(1).randbytes(1000) * 400
SKIPPED = b"\x5a\x2a\x4d\x18\x04\x00\x00\x00abcd"


def sized(data: bytes) -> bytes:
    return zstandard.ZstdCompressor().compress(data)


def streamed(data: bytes, **options: object) -> bytes:
    """A frame without content size, as Java's compressor writes it."""
    packer = zstandard.ZstdCompressor(**options).compressobj()
    return packer.compress(data) + packer.flush()


def unpacked(data: bytes, max_bytes: int = 1 << 20) -> bytes:
    return decompress(data, max_bytes, magic=2)


@pytest.mark.parametrize("data", [b"", b"a", b"a" * 300, DATA, random.Random(2).randbytes(300_000)],
                         ids=len)  # fmt: skip
def test_frames_with_and_without_content_size(data: bytes) -> None:
    checked = zstandard.ZstdCompressor(write_checksum=True).compress(data)
    for frame in (sized(data), streamed(data), checked, streamed(data, level=19)):
        assert unpacked(frame) == data
        assert unpacked(frame, max(len(data), 1)) == data


def test_several_frames_and_skippable_ones() -> None:
    frames = sized(b"one ") + SKIPPED + streamed(b"") + streamed(b"two") + SKIPPED
    assert unpacked(frames) == b"one two"
    assert unpacked(b"") == b""
    assert unpacked(SKIPPED) == b""


@pytest.mark.parametrize("frame", [sized(DATA), streamed(DATA)])
def test_the_bound_holds_over_all_frames(frame: bytes) -> None:
    assert unpacked(frame + frame, 2 * len(DATA)) == DATA * 2
    with pytest.raises(LimitError):
        unpacked(frame + frame, 2 * len(DATA) - 1)


@pytest.mark.parametrize("size", [200, 300, 65_000, 70_000])
def test_the_bound_holds_for_content_sizes_of_every_width(size: int) -> None:
    frame = sized(b"a" * size)
    assert len(unpacked(frame, size)) == size
    with pytest.raises(LimitError):
        unpacked(frame, size - 1)


def test_windows_are_bounded() -> None:
    frame = bytearray(streamed(DATA))
    assert frame[5] < 0x88
    frame[5] = 0x88  # 2^27, the most that Java's library takes
    assert unpacked(bytes(frame)) == DATA
    frame[5] = 0x89
    with pytest.raises(LimitError) as refusal:
        unpacked(bytes(frame))
    assert refusal.value.offset == 0


@pytest.mark.parametrize("tail", [b"\x28", b"\x28\xb5\x2f", b"\x50", b"\x5f\x2a\x4d"])
def test_a_magic_that_is_cut_short_ends_the_data_as_in_java(tail: bytes) -> None:
    assert unpacked(sized(b"one") + tail) == b"one"


def test_content_size_is_not_trusted() -> None:
    small = b"\x28\xb5\x2f\xfd\xa0" + (100_000_000).to_bytes(4, "little") + b"\x01\x00\x00"
    with pytest.raises(CorruptRecordError, match="announces more"):
        unpacked(small, 1 << 30)
    with pytest.raises(LimitError):
        unpacked(small[:4] + b"\xe0" + (1 << 62).to_bytes(8, "little") + b"\x01\x00\x00", 1 << 30)


def test_a_bomb_of_runs_is_bounded() -> None:
    run = (128 * 1024 << 3 | 1 << 1).to_bytes(3, "little") + b"\0"
    bomb = b"\x28\xb5\x2f\xfd\x00\x58" + run * 1000 + b"\x01\x00\x00"
    with pytest.raises(LimitError):
        unpacked(bomb)


@pytest.mark.parametrize(
    ("data", "offset"),
    [
        (b"garbage", 0),
        (sized(b"a" * 300) + b"garbage", len(sized(b"a" * 300))),
        (sized(b"a" * 300)[4:], 0),
        (sized(b"a" * 300) + b"\x29", len(sized(b"a" * 300))),
        (sized(b"a" * 300) + b"\x60", len(sized(b"a" * 300))),
        (SKIPPED[:-1], 11),
        (SKIPPED[:6], 6),
        (b"\x28\xb5\x2f\xfd", 4),
        (b"\x28\xb5\x2f\xfd\x00", 5),
        (b"\x28\xb5\x2f\xfd\x00\x58\x07\x00\x00", 6),
        (b"\x28\xb5\x2f\xfd\x00\x58\x01\xff\xff", 6),
        (b"\x28\xb5\x2f\xfd\x00\x58\x51\x00\x00" + bytes(9), 18),
        (b"\x28\xb5\x2f\xfd\x01\x58\x07\x01\x00\x00", 0),
        (b"\x28\xb5\x2f\xfd\x08\x58\x01\x00\x00", 0),
    ],
)
def test_damaged_zstd_is_refused_at_its_offset(data: bytes, offset: int) -> None:
    with pytest.raises(CorruptRecordError) as refusal:
        unpacked(data)
    assert refusal.value.offset == offset


def outcome(data: bytes) -> object:
    try:
        return unpacked(data)
    except (CorruptRecordError, LimitError) as error:
        return type(error), str(error)


@pytest.mark.parametrize(
    "frame",
    [
        sized(b"record " * 40),
        sized(b"record " * 9_000),
        streamed(b"record " * 40),
        streamed(b"record " * 40, write_checksum=True),
        streamed(b"record " * 40) + SKIPPED,
        streamed(b"record " * 40) + b"\x28\xb5",
    ],
    ids=["sized", "sized with two bytes", "unsized", "checked", "skippable", "half a magic"],
)
def test_a_small_batch_is_read_at_once_and_damage_in_it_found_as_by_the_walk(
    frame: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged = [frame[:end] for end in range(len(frame))]
    for place in range(len(frame)):
        damaged += [
            frame[:place] + bytes([frame[place] ^ 1 << bit]) + frame[place + 1 :]
            for bit in range(8)
        ]
    at_once = [outcome(each) for each in (frame, *damaged)]
    monkeypatch.setattr(zstd_codec, "_is_lone_block", lambda _: False)
    assert at_once == [outcome(each) for each in (frame, *damaged)]

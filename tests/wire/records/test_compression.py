from __future__ import annotations

import random
import subprocess
import sys
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kraft_wire.errors import CorruptRecordError, EncodeError, LimitError
from kraft_wire.records.attributes import Compression
from kraft_wire.records.compression import codec_of, compress, decompress

CODECS = [codec for codec in Compression if codec]
SAMPLES = [b"", b"a", b"abc" * 30_000, random.Random(1).randbytes(200_000)]


@pytest.mark.parametrize("codec", Compression)
@pytest.mark.parametrize("data", SAMPLES, ids=len)
def test_compressed_data_survives_a_round_trip(codec: Compression, data: bytes) -> None:
    packed = compress(codec, data)
    assert decompress(codec, packed) == data
    assert decompress(codec, packed, max_bytes=len(data)) == data


@given(st.sampled_from(CODECS), st.binary(max_size=2000), st.integers(1, 100))
@settings(max_examples=100, deadline=None)
def test_any_bytes_survive_a_round_trip(codec: Compression, data: bytes, times: int) -> None:
    assert decompress(codec, compress(codec, data * times)) == data * times


@pytest.mark.parametrize("codec", CODECS)
def test_output_is_bounded(codec: Compression) -> None:
    packed = compress(codec, bytes(10_000_000))
    with pytest.raises(LimitError):
        decompress(codec, packed, max_bytes=9_999_999)
    with pytest.raises(LimitError):
        decompress(codec, packed, max_bytes=0)


@pytest.mark.parametrize("codec", CODECS)
def test_every_cut_is_noticed(codec: Compression) -> None:
    """Snappy's framing says nothing about its end, and zstd may have no frame; Java agrees."""
    data = random.Random(2).randbytes(500) + bytes(500)
    packed = compress(codec, data)
    for end in range(len(packed)):
        if (codec is Compression.SNAPPY and 16 <= end < 20) or (
            codec is Compression.ZSTD and end < 4
        ):
            assert decompress(codec, packed[:end]) == b""
        else:
            with pytest.raises(CorruptRecordError):
                decompress(codec, packed[:end])


@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.parametrize("seed", range(5))
def test_garbage_is_refused_or_decompressed_but_nothing_else(codec: Compression, seed: int) -> None:
    rng = random.Random(seed)
    packed = compress(codec, rng.randbytes(100) * 20)
    for _ in range(200):
        damaged = bytearray(packed)
        for _ in range(rng.choice([1, 1, 4])):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        with suppress(CorruptRecordError, LimitError):
            assert len(decompress(codec, bytes(damaged), max_bytes=1 << 20)) <= 1 << 20


@pytest.mark.parametrize("number", [-1, 5, 6, 7, 255])
def test_numbers_without_codec(number: int) -> None:
    with pytest.raises(CorruptRecordError):
        codec_of(number)
    with pytest.raises(CorruptRecordError):
        decompress(number, b"")


@pytest.mark.parametrize(
    ("codec", "levels", "bad"),
    [
        (Compression.GZIP, [1, 9], [0, 10, -1]),
        (Compression.LZ4, [1, 9, 12, 17], [0, 18, -1]),
        (Compression.ZSTD, [-5, 1, 22], [23, -131073]),
    ],
)
def test_levels_are_those_of_kafka(codec: Compression, levels: list[int], bad: list[int]) -> None:
    for level in levels:
        assert decompress(codec, compress(codec, SAMPLES[2], level)) == SAMPLES[2]
    for level in bad:
        with pytest.raises(EncodeError):
            compress(codec, b"a", level)


def test_snappy_has_no_levels() -> None:
    assert compress(Compression.SNAPPY, b"a", 7) == compress(Compression.SNAPPY, b"a")


def test_libraries_are_loaded_when_they_are_needed() -> None:
    code = (
        "import sys; from kraft_wire.records import BatchReader, RecordBatchBuilder;"
        "print([name for name in ('cramjam', 'lz4', 'zstandard') if name in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"

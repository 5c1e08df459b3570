"""Record batches of message format 2: headers, records and compressed records, spoiled apart."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from kraft_wire.records import BatchReader, Compression, RecordBatch
from kraft_wire.records.compression import compress, decompress
from kraft_wire.records.lz4_codec import header_checksum
from tests.fuzz import mutation
from tests.fuzz.batch_check import check_batches
from tests.fuzz.mutation import Place, Sample, read_uvarint
from tests.fuzz.target import verdict
from tests.support.record_batches import random_batch, with_right_crc

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

_OVERHEAD = 61
_FIELDS = ((0, ">q"), (12, ">i"), (21, ">h"), (23, ">i"), (27, ">q"), (35, ">q"), (43, ">q"),
           (51, ">h"), (53, ">i"), (57, ">i"))  # fmt: skip
"""Place and form of what stands in the header, but for length, magic and checksum."""


_OUTPUT_MAX = 1 << 18
"""Bytes that the codecs may give, where nothing smaller is tried."""


class BatchTarget:
    """A few batches behind each other."""

    name = "batch v2"
    allowance = 40_000_000  # what 1 MiB of records may become

    def sample(self, random: Random) -> Sample:
        count = random.choice((1, 1, 2, 3))
        return Sample(
            b"".join(random_batch(random) for _ in range(count)), (), random_batch(random)
        )

    def mutate(self, sample: Sample, random: Random) -> bytes:
        if random.random() < 0.15:
            return mutation.mutate(sample, random)
        batches = [bytes(batch) for batch in BatchReader(sample.data)]
        chosen = random.randrange(len(batches))
        spoil = random.choice((_spoil_header, _spoil_records, _spoil_records, _spoil_compressed))
        batches[chosen] = spoil(batches[chosen], random)
        return b"".join(batches)

    def check(self, data: bytes, *, is_good: bool) -> bool:
        return check_batches(data, is_good=is_good)


def _spoil_header(batch: bytes, random: Random) -> bytes:
    """Put a telling number into a field; the checksum is right mostly."""
    if random.random() < 0.1:
        size = random.choice((-1, 0, 48, 49, 50, len(batch) - 13, len(batch) - 11, 0x7FFFFFFF))
        return batch[:8] + struct.pack(">i", size) + batch[12:]
    place, form = random.choice(_FIELDS)
    size = struct.calcsize(form)
    half = 1 << 8 * size - 1
    value = random.choice((0, 1, -1, -2, 2, 7, 100, half - 1, -half, random.randrange(-half, half)))
    data = batch[:place] + struct.pack(form, value) + batch[place + size :]
    return _sealed(data, random)


def _spoil_records(batch: bytes, random: Random) -> bytes:
    """Spoil the records as they are without compression, then compress them again."""
    view = RecordBatch(batch)
    payload, position = view.payload()
    sample = Sample(payload[position:], tuple(record_places(payload[position:], view.count)))
    codec = view.compression if random.random() < 0.7 else random.choice(list(Compression))
    records = compress(codec, mutation.mutate(sample, random))
    attributes = view.attributes & ~7 | codec
    header = batch[:21] + struct.pack(">h", attributes) + batch[23:_OVERHEAD]
    return _sealed(header + records, random)


def _spoil_compressed(batch: bytes, random: Random) -> bytes:
    """Spoil the records as they stand there."""
    records = mutation.mutate(Sample(batch[_OVERHEAD:]), random)
    return _sealed(batch[:_OVERHEAD] + records, random)


def _sealed(data: bytes, random: Random) -> bytes:
    return with_right_crc(data) if random.random() < 0.95 else data


def record_places(payload: bytes, count: int) -> Iterator[Place]:
    """Where the numbers of the first records stand."""
    at = 0
    for _ in range(min(count, 20)):
        length, start = _varint(payload, at)
        end = start + length
        yield Place("varint", "length", at, start - at, end)
        at = start + 1
        for _ in ("timestamp", "offset"):
            _, after = _varint(payload, at)
            yield Place("varint", "length", at, after - at, end)
            at = after
        for part in _parts(payload, at, end):
            yield part
            at = part.end
        at = end


def _parts(payload: bytes, at: int, end: int) -> Iterator[Place]:
    """Key, value, the number of headers and theirs."""
    headers = 0
    for index in range(3):
        size, start = _varint(payload, at)
        headers = size
        at_end = start + max(size, 0) if index < 2 else start
        yield Place("varint", "length", at, start - at, at_end)
        at = at_end
    for _ in range(2 * headers):
        size, start = _varint(payload, at)
        yield Place("varint", "length", at, start - at, start + max(size, 0))
        at = start + max(size, 0)
    assert at == end


def _varint(payload: bytes, at: int) -> tuple[int, int]:
    raw, end = read_uvarint(payload, at)
    return (raw >> 1) ^ -(raw & 1), end


class CodecTarget:
    """Compressed data alone: whatever it is, no more comes out than is allowed."""

    allowance = 6_000_000

    def __init__(self, codec: Compression) -> None:
        self.name = f"codec {codec.label}"
        self._codec = codec

    def sample(self, random: Random) -> Sample:
        words = [random.randbytes(random.choice((1, 3, 10))) for _ in range(20)]
        length = random.choice((0, 1, 50, 2_000, 30_000))
        plain = b"".join(random.choices(words, k=length))[:_OUTPUT_MAX]
        data = compress(self._codec, plain)
        assert self._decompress(data) == plain
        return Sample(data, (), compress(self._codec, plain[::-1]))

    def _decompress(self, data: bytes, magic: int = 2, max_bytes: int = _OUTPUT_MAX) -> bytes:
        return decompress(self._codec, data, max_bytes=max_bytes, magic=magic)

    def mutate(self, sample: Sample, random: Random) -> bytes:
        data = mutation.mutate(sample, random)
        if self._codec is Compression.LZ4 and len(data) > 15 and random.random() < 0.5:
            end = 14 if data[4] & 8 else 6
            data = data[:end] + bytes([header_checksum(data[4:end])]) + data[end + 1 :]
        return data

    def check(self, data: bytes, *, is_good: bool) -> bool:
        for magic, max_bytes in ((0, _OUTPUT_MAX), (2, 0), (2, 100), (2, 3_000)):
            plain, _ = verdict(lambda m=magic, most=max_bytes: self._decompress(data, m, most))
            assert plain is None or len(plain) <= max_bytes, "more than is allowed"
        plain, refusal = verdict(lambda: self._decompress(data))
        assert plain is None or len(plain) <= _OUTPUT_MAX, "more than is allowed"
        assert refusal is None or not is_good, refusal
        return refusal is None


def batch_targets() -> list[BatchTarget | CodecTarget]:
    """The batch reader and the codecs under it."""
    codecs = [codec for codec in Compression if codec]
    return [*[BatchTarget()] * 12, *map(CodecTarget, codecs)]

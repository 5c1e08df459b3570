"""Compress and decompress the records of a batch, as Kafka's Compression classes do.

Every codec has its own module, which is imported when a batch first needs it. Rule: output is
bounded while it is produced; nothing is allocated for a length that the input only announces. Input
that Kafka's readers refuse is refused; trailing bytes that they tolerate are tolerated.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol, cast

from kraft_wire.errors import CorruptRecordError, EncodeError, MissingCodecError
from kraft_wire.extras import missing_sentence
from kraft_wire.limits import DECOMPRESSED_BATCH_BYTES_MAX
from kraft_wire.records.attributes import COMPRESSIONS, Compression

__all__ = ["codec_of", "compress", "decompress"]

if TYPE_CHECKING:

    class Codec(Protocol):
        """The interface of a codec's module."""

        def compress(self, data: bytes, level: int | None) -> bytes:
            """Compress; a level of None is Kafka's default."""

        def decompress(self, data: bytes, max_bytes: int, *, magic: int) -> bytes:
            """Decompress up to that many bytes; raises CorruptRecordError and LimitError."""


_MODULES: Final = {
    Compression.GZIP: "gzip_codec",
    Compression.SNAPPY: "snappy_codec",
    Compression.LZ4: "lz4_codec",
    Compression.ZSTD: "zstd_codec",
}


def codec_of(number: int) -> Compression:
    """Return the codec of this number; raises CorruptRecordError for 5 to 7."""
    if not 0 <= number < len(COMPRESSIONS):
        raise CorruptRecordError(f"unknown compression codec {number}", path="attributes")
    return COMPRESSIONS[number]


def decompress(
    codec: int,
    data: bytes,
    *,
    max_bytes: int = DECOMPRESSED_BATCH_BYTES_MAX,
    magic: int = 2,
) -> bytes:
    """Decompress data; `magic` is the message format that contains it.

    Raises CorruptRecordError for data that is damaged or cut short, LimitError for more than
    `max_bytes` of output or a window above the limit, MissingCodecError where the package of the
    codec is not installed. Offsets in errors count from the start of `data`.
    """
    codec = codec_of(codec)
    if codec is Compression.NONE:
        return data
    return _module(codec).decompress(data, max_bytes, magic=magic)


def compress(codec: Compression, data: bytes, level: int | None = None) -> bytes:
    """Compress the records of a batch so that every reader of Kafka takes them.

    Raises EncodeError for a level that the codec does not have, MissingCodecError where its package
    is not installed.
    """
    if codec is Compression.NONE:
        return data
    try:
        return _module(codec).compress(data, level)
    except (ValueError, OverflowError) as error:
        raise EncodeError(f"{codec.label} cannot compress at level {level}: {error}") from None


@cache
def _module(codec: Compression) -> Codec:
    try:
        return cast("Codec", import_module(f"{__package__}.{_MODULES[codec]}"))
    except ModuleNotFoundError as error:
        sentence = missing_sentence(f"{codec.label} compression", error)
        if sentence is None:
            raise
        raise MissingCodecError(sentence) from None

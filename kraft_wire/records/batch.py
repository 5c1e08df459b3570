"""A view of one record batch in message format 2 (Kafka's DefaultRecordBatch).

The header is read at once, the records when they are asked for. Every length is checked when it is
used; the checksum is when the caller asks: `crc_is_valid` and `validate`.
"""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire import native
from kraft_wire.errors import (
    CorruptRecordError,
    DecodeError,
    EncodeError,
    LimitError,
    TruncatedError,
)
from kraft_wire.limits import DEFAULT_LIMITS, RECORDS_PER_BATCH_MAX
from kraft_wire.primitives import byte_view
from kraft_wire.records.attributes import (
    COMPRESSION_MASK,
    CONTROL_FLAG,
    DELETE_HORIZON_FLAG,
    NO_PARTITION_LEADER_EPOCH,
    NO_SEQUENCE,
    TIMESTAMP_TYPE_FLAG,
    TRANSACTIONAL_FLAG,
    Compression,
    TimestampType,
    advanced_sequence,
    wrapped_int64,
)
from kraft_wire.records.checksum import crc32c
from kraft_wire.records.compression import codec_of, decompress
from kraft_wire.records.record import RecordBase
from kraft_wire.records.record_reading import iter_records, iter_spans

if TYPE_CHECKING:
    from collections.abc import Iterator
    from mmap import mmap

    from kraft_wire.limits import Limits
    from kraft_wire.records.record import BaseParts, Record, RecordSpan

__all__ = [
    "BATCH_HEADER",
    "BATCH_OVERHEAD",
    "CRC_COVERS_FROM",
    "CRC_PLACE",
    "LOG_HEADER",
    "LOG_OVERHEAD",
    "MAGIC",
    "MAGIC_PLACE",
    "PYTHON",
    "RecordBatch",
    "check_offsets",
    "stamp",
]

BATCH_HEADER: Final = Layout(">qiibIhiqqqhii")
"""Base offset, length, partition leader epoch, magic, crc, attributes, last offset delta, base and
maximum timestamp, producer id and epoch, base sequence, record count."""

BATCH_OVERHEAD: Final = BATCH_HEADER.size
LOG_OVERHEAD: Final = 12
"""Bytes in front of what the length counts: base offset and length."""

LOG_HEADER: Final = Layout(">qi")
MAGIC_PLACE: Final = 16
CRC_PLACE: Final = 17
CRC_COVERS_FROM: Final = 21
MAGIC: Final = 2

_LAST_OFFSET_DELTA: Final = Layout(">i")
_LAST_OFFSET_DELTA_PLACE: Final = 23
_INT64_MAX: Final = (1 << 63) - 1

_compiled: Final = native.compiled


class RecordBatch:
    """The bytes of one batch and the fields of its header.

    `position` is the position of the batch in its log or response; offsets in errors count from the
    start of that. `crc` is the stored checksum, `count` the stored number of records. Attributes
    must not be assigned.
    """

    __slots__ = (
        "_data",
        "attributes",
        "base_offset",
        "base_sequence",
        "base_timestamp",
        "count",
        "crc",
        "last_offset_delta",
        "magic",
        "max_timestamp",
        "partition_leader_epoch",
        "position",
        "producer_epoch",
        "producer_id",
        "size",
    )
    base_offset: int
    partition_leader_epoch: int
    magic: int
    crc: int
    attributes: int
    last_offset_delta: int
    base_timestamp: int
    max_timestamp: int
    producer_id: int
    producer_epoch: int
    base_sequence: int
    count: int

    def __init__(
        self, data: bytes, position: int = 0, header: tuple[Any, ...] | None = None
    ) -> None:
        """Wrap bytes that contain exactly one batch, without a check; see `parse`."""
        self._data = data
        self.position = position
        self.size = len(data)
        (
            self.base_offset,
            _,
            self.partition_leader_epoch,
            self.magic,
            self.crc,
            self.attributes,
            self.last_offset_delta,
            self.base_timestamp,
            self.max_timestamp,
            self.producer_id,
            self.producer_epoch,
            self.base_sequence,
            self.count,
        ) = header or BATCH_HEADER.unpack_from(data)

    @classmethod
    def parse(cls, buffer: bytes | bytearray | memoryview | mmap, position: int = 0) -> RecordBatch:
        """Read the batch that begins at `position` of `buffer`; more can follow it.

        Raises TruncatedError where the buffer ends before the batch does, CorruptRecordError for
        an impossible length and for another magic than 2.
        """
        if isinstance(buffer, memoryview) and buffer.c_contiguous:
            buffer = byte_view(buffer)  # its items can be wider than a byte
        left = len(buffer) - position
        if position < 0 or left < LOG_OVERHEAD:
            raise TruncatedError("too short for the header of a batch", offset=position)
        header = BATCH_HEADER.unpack_from(buffer, position) if left >= BATCH_OVERHEAD else None
        length = header[1] if header else LOG_HEADER.unpack_from(buffer, position)[1]
        size = LOG_OVERHEAD + length
        if size < BATCH_OVERHEAD:
            raise CorruptRecordError(
                f"batch size {size} is less than the {BATCH_OVERHEAD} bytes of a header",
                offset=position + 8,
                path="length",
            )
        if size > left:
            raise TruncatedError(
                f"batch of {size} bytes, but {left} are left",
                offset=position + 8,
                path="length",
            )
        batch = cls(bytes(buffer[position : position + size]), position, header)
        if batch.magic != MAGIC:
            raise CorruptRecordError(
                f"unsupported magic {batch.magic}, expected {MAGIC}",
                offset=position + MAGIC_PLACE,
                path="magic",
            )
        return batch

    @property
    def last_offset(self) -> int:
        """The offset of the last record that the batch ever held."""
        return wrapped_int64(self.base_offset + self.last_offset_delta)

    @property
    def next_offset(self) -> int:
        """The first offset after the batch."""
        return wrapped_int64(self.last_offset + 1)

    @property
    def last_sequence(self) -> int:
        """The sequence number of the last record, -1 without a producer."""
        if self.base_sequence == NO_SEQUENCE:
            return NO_SEQUENCE
        return advanced_sequence(self.base_sequence, self.last_offset_delta)

    @property
    def compression(self) -> Compression:
        """The codec of the records. Raises CorruptRecordError for an unknown codec number."""
        try:
            return codec_of(self.attributes & COMPRESSION_MASK)
        except CorruptRecordError as error:
            raise self._placed(error, CRC_COVERS_FROM) from None

    @property
    def timestamp_type(self) -> TimestampType:
        """Return True if the producer or the log set the timestamps."""
        if self.attributes & TIMESTAMP_TYPE_FLAG:
            return TimestampType.LOG_APPEND_TIME
        return TimestampType.CREATE_TIME

    @property
    def is_transactional(self) -> bool:
        """Return True if the batch is part of a transaction."""
        return bool(self.attributes & TRANSACTIONAL_FLAG)

    @property
    def is_control(self) -> bool:
        """Return True if the batch holds control records."""
        return bool(self.attributes & CONTROL_FLAG)

    @property
    def delete_horizon_ms(self) -> int | None:
        """When the log cleaner may drop tombstones and markers of the batch; None if not set.

        It replaces the base timestamp, and the deltas count from it.
        """
        return self.base_timestamp if self.attributes & DELETE_HORIZON_FLAG else None

    def computed_crc(self) -> int:
        """Return the CRC-32C of the bytes from the attributes to the end of the batch."""
        return crc32c(memoryview(self._data)[CRC_COVERS_FROM:])

    def crc_is_valid(self) -> bool:
        """Return True if the stored checksum is right."""
        return self.crc == self.computed_crc()

    def validate(self) -> None:
        """Raise CorruptRecordError if the checksum is wrong (DefaultRecordBatch.ensureValid)."""
        computed = self.computed_crc()
        if self.crc != computed:
            raise CorruptRecordError(
                f"stored crc {self.crc}, computed crc {computed}",
                offset=self.position + CRC_PLACE,
                path="crc",
            )

    def records(
        self, *, max_bytes: int | None = None, limits: Limits = DEFAULT_LIMITS
    ) -> Iterator[Record]:
        """Read the records one by one.

        Raises CorruptRecordError where one is wrong, when it is reached, and LimitError at once
        where there are more than `limits` allows, or more bytes when decompressed; `max_bytes` is
        in the place of the latter limit, if given.
        """
        count = self.count
        if not 0 < count <= limits.records_per_batch:
            self._check_count(limits)
            return iter(())
        if self.attributes & COMPRESSION_MASK:
            payload, position = self.payload(max_bytes=max_bytes, limits=limits)
        else:
            payload, position = self._data, BATCH_OVERHEAD
        return iter_records(payload, position, count, self._base())

    def read_records(
        self, *, max_bytes: int | None = None, limits: Limits = DEFAULT_LIMITS
    ) -> list[Record]:
        """Read all records, or raise as `records` does."""
        if _compiled is not None and self.count <= limits.records_per_batch:
            ordinary: list[Record] | None = _compiled.batch_records(self)
            if ordinary is not None:
                return ordinary
        return list(self.records(max_bytes=max_bytes, limits=limits))

    def spans(
        self,
        payload: bytes,
        position: int,
        *,
        lenient: bool = False,
        limits: Limits = DEFAULT_LIMITS,
    ) -> Iterator[RecordSpan]:
        """Find the parts of each record in the payload that `payload()` gave.

        `lenient` takes what Kafka takes where this layer refuses: lengths below -1 as null, too
        many bits in a number. The keys of headers are not decoded: see `header_spans`.
        """
        self._check_count(limits)
        base = RecordBase(*self._base())
        return iter_spans(payload, position, self.count, base, lenient=lenient)

    def payload(
        self, *, max_bytes: int | None = None, limits: Limits = DEFAULT_LIMITS
    ) -> tuple[bytes, int]:
        """Return the decompressed bytes of the records, and the position of the first one.

        A batch without records can keep the bits of its codec, as the log cleaner writes one
        (DefaultRecordBatch.writeEmptyHeader): its payload is empty, and nothing is decompressed.
        Raises CorruptRecordError for damaged data, LimitError for more than `max_bytes`, which are
        those of `limits` by default.
        """
        if max_bytes is None:
            max_bytes = limits.decompressed_batch_bytes
        if not self.attributes & COMPRESSION_MASK:
            return self._data, BATCH_OVERHEAD
        if not self.count:
            return b"", 0
        codec = self.compression
        try:
            return decompress(codec, self._data[BATCH_OVERHEAD:], max_bytes=max_bytes), 0
        except DecodeError as error:
            raise self._placed(error, BATCH_OVERHEAD) from None

    def stamped(self, base_offset: int, partition_leader_epoch: int) -> bytes:
        """Return the batch with the offset and epoch of a leader; no checksum covers them."""
        return stamp(self._data, base_offset, partition_leader_epoch)

    def _base(self) -> BaseParts:
        compressed = bool(self.attributes & COMPRESSION_MASK)
        return (
            self.base_offset,
            self.base_timestamp,
            self.base_sequence,
            self.max_timestamp if self.attributes & TIMESTAMP_TYPE_FLAG else None,
            self.position + BATCH_OVERHEAD if compressed else self.position,
            compressed,
        )

    def _check_count(self, limits: Limits = DEFAULT_LIMITS) -> None:
        if not 0 <= self.count <= limits.records_per_batch:
            refusal = CorruptRecordError if self.count < 0 else LimitError
            raise refusal(
                f"a batch of {self.count} records",
                offset=self.position + BATCH_OVERHEAD - 4,
                path="count",
            )

    def _placed(self, error: DecodeError, place: int) -> DecodeError:
        error.offset = self.position + place + (error.offset or 0)
        return error

    def __bytes__(self) -> bytes:
        return self._data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RecordBatch) and self._data == other._data

    def __hash__(self) -> int:
        return hash(self._data)

    def __repr__(self) -> str:
        return (
            f"RecordBatch(offsets {self.base_offset} to {self.last_offset}, {self.count} records, "
            f"{self.size} bytes at {self.position}, epoch {self.partition_leader_epoch})"
        )


PYTHON: Final = native.replace_methods(
    RecordBatch,
    ("parse", "computed_crc", "crc_is_valid", "validate", "read_records"),
    "configure_batches",
    (
        *("_data", "position", "size", "base_offset", "partition_leader_epoch", "magic", "crc"),
        *("attributes", "last_offset_delta", "base_timestamp", "max_timestamp", "producer_id"),
        *("producer_epoch", "base_sequence", "count"),
    ),
    RECORDS_PER_BATCH_MAX,
)
"""The methods in Python that the compiled engine replaces."""


def check_offsets(base_offset: int, last_offset_delta: int) -> None:
    """Raise EncodeError unless the batch begins at 0 or later and its last offset is an int64.

    Java's sums wrap around instead: such a batch could be written and never be found again.
    """
    try:
        if base_offset >= 0 and base_offset + last_offset_delta <= _INT64_MAX:
            return
    except TypeError:
        raise EncodeError(f"{base_offset!r} is not an offset") from None
    last = base_offset + last_offset_delta
    raise EncodeError(f"offsets {base_offset} to {last}, where 0 to {_INT64_MAX} are possible")


def stamp(batch: bytes, base_offset: int, partition_leader_epoch: int) -> bytes:
    """Stamp a batch with its place in a log: base offset and leader epoch, outside the checksum.

    Raises EncodeError for an offset or an epoch out of range, where the offsets of its records
    would be, and for what is not one batch of format 2.
    """
    if len(batch) < BATCH_OVERHEAD or batch[MAGIC_PLACE] != MAGIC:
        raise EncodeError("a batch of message format 2 is at least 61 bytes, of magic 2")
    (delta,) = _LAST_OFFSET_DELTA.unpack_from(batch, _LAST_OFFSET_DELTA_PLACE)
    check_offsets(base_offset, delta)
    try:
        if partition_leader_epoch < NO_PARTITION_LEADER_EPOCH:
            raise OverflowError
        offset = base_offset.to_bytes(8)
        epoch = partition_leader_epoch.to_bytes(4, signed=True)
    except (OverflowError, AttributeError, TypeError):
        raise EncodeError(f"{partition_leader_epoch!r} is not the epoch of a leader") from None
    return b"".join((offset, batch[8:LOG_OVERHEAD], epoch, batch[MAGIC_PLACE:]))

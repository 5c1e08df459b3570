"""One batch after the other out of a segment, a snapshot or the records of a Fetch answer.

Kafka has two sets of rules for the end. In a file (FileLogInputStream) the magic is not checked:
above 2 it is read like 2. In memory (ByteBufferLogInputStream) an unknown magic is an error.
Neither checks checksums.
"""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from kraft_wire import native
from kraft_wire.errors import CorruptRecordError, TruncatedError
from kraft_wire.records.batch import BATCH_HEADER, BATCH_OVERHEAD, MAGIC, RecordBatch
from kraft_wire.records.legacy import LOG_OVERHEAD, MESSAGE_BYTES_MIN, LegacyBatch

if TYPE_CHECKING:
    from collections.abc import Iterator
    from mmap import mmap

__all__ = ["Batch", "BatchReader", "Stop", "iter_batches"]

Batch = RecordBatch | LegacyBatch

_FRONT: Final = Layout(">qi4xb")
"""Offset, length and magic stand at the same place in all formats."""


_NO_HEADER: Final = (0, 0, 0, -1)


class Stop(NamedTuple):
    """Position and reason at which a reader stopped.

    `end`: the input ends. `incomplete`: the rest is shorter than a batch, as after a crash or at
    the end of a Fetch response. `corrupt`: the next bytes cannot be a batch. `invalid`: the batch
    has a wrong checksum (only checked on request).
    """

    kind: Literal["end", "incomplete", "corrupt", "invalid"]
    position: int
    reason: str = ""
    path: str | None = None


class BatchReader:
    """Iterates over the batches of `buffer` from `start` to `end`; `stop` then has the reason.

    `file_rules` chooses Kafka's rules for files instead of those for memory. With `check_crc` a
    batch with a wrong checksum ends the reading. Each batch copies its bytes, so that a mapped
    file can be closed while batches live.
    """

    def __init__(
        self,
        buffer: bytes | bytearray | memoryview | mmap,
        start: int = 0,
        end: int | None = None,
        *,
        file_rules: bool = False,
        check_crc: bool = False,
    ) -> None:
        self._buffer = buffer
        self.position = start
        self._end = len(buffer) if end is None else min(end, len(buffer))
        self._file_rules = file_rules
        self._check_crc = check_crc
        self.stop: Stop | None = None

    def __iter__(self) -> Iterator[Batch]:
        buffer, end, check_crc = self._buffer, self._end, self._check_crc
        unpack = BATCH_HEADER.unpack_from
        read_batch = native.compiled.read_batch if native.compiled is not None else None
        batch: Batch | None
        while self.stop is None:
            position = self.position
            if read_batch is not None:
                batch = read_batch(buffer, position, end)
            else:
                is_long = end - position >= BATCH_OVERHEAD
                header = unpack(buffer, position) if is_long else _NO_HEADER
                size = LOG_OVERHEAD + header[1]
                batch = None
                if header[3] == MAGIC and BATCH_OVERHEAD <= size <= end - position:
                    batch = RecordBatch(bytes(buffer[position : position + size]), position, header)
            if batch is None:
                batch = self._other_batch(end - position)
                if batch is None:
                    return
            if check_crc and not batch.crc_is_valid():
                self.stop = Stop("invalid", position, "the checksum is wrong", "crc")
                return
            self.position += batch.size
            yield batch

    def _other_batch(self, left: int) -> Batch | None:
        """Read a batch of another kind; None, with `stop` set, if there is none."""
        size, magic = self._front(left)
        if self.stop is not None:
            return None
        data = bytes(self._buffer[self.position : self.position + size])
        if magic >= MAGIC:
            return RecordBatch(data, self.position)
        return LegacyBatch(data, self.position)

    def _front(self, left: int) -> tuple[int, int]:
        """Return size and magic of a batch that `__iter__` could not read, or set `stop`."""
        # Kafka's file reader wants one byte more than the front of a batch has.
        if left < LOG_OVERHEAD or (self._file_rules and left <= _FRONT.size):
            return self._stop("incomplete" if left else "end", f"{left} bytes are not a batch")
        front = bytes(self._buffer[self.position : self.position + min(left, _FRONT.size)])
        _, length, magic = _FRONT.unpack(front.ljust(_FRONT.size, b"\0"))
        size = LOG_OVERHEAD + length
        if length < MESSAGE_BYTES_MIN:
            reason = f"batch size {size} is less than the smallest message"
            return self._stop("corrupt", reason, "length")
        unknown_magic = magic < 0 or (magic > MAGIC and not self._file_rules)
        if unknown_magic and not (self._file_rules and size > left):
            return self._stop("corrupt", f"unsupported magic {magic}", "magic")
        if size > left:
            reason = f"batch of {size} bytes, but {left} are left"
            return self._stop("incomplete", reason, "length")
        if magic >= MAGIC and size < BATCH_OVERHEAD:
            return self._stop("invalid", f"{size} bytes are shorter than a batch header", "length")
        return size, magic

    def _stop(
        self,
        kind: Literal["end", "incomplete", "corrupt", "invalid"],
        reason: str,
        path: str | None = None,
    ) -> tuple[int, int]:
        self.stop = Stop(kind, self.position, reason if kind != "end" else "", path)
        return 0, 0


def iter_batches(
    buffer: bytes | bytearray | memoryview | mmap,
    *,
    file_rules: bool = False,
    check_crc: bool = True,
    allow_incomplete: bool = False,
) -> Iterator[Batch]:
    """Read all batches of `buffer`; raise where that is not possible.

    Raises CorruptRecordError, and TruncatedError for an incomplete batch at the end unless it is
    allowed there (as in Fetch answers to consumers and in segments after a crash).
    """
    reader = BatchReader(buffer, file_rules=file_rules, check_crc=check_crc)
    yield from reader
    stop = reader.stop
    if stop is None or stop.kind == "end" or (stop.kind == "incomplete" and allow_incomplete):
        return
    refusal = TruncatedError if stop.kind == "incomplete" else CorruptRecordError
    raise refusal(stop.reason, offset=stop.position, path=stop.path)

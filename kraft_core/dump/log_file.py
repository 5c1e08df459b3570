"""Where the batches of a file begin, and where Kafka stops to read them.

Kafka's `FileRecords` and `FileLogInputStream`. Nothing is checked here but lengths: batches whose
checksum is wrong are given out too.
"""

from __future__ import annotations

import os
from struct import Struct
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from kraft_core.dump.java_values import INT_MAX
from kraft_core.dump.report import StoppedError, unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

OFFSET_AND_SIZE: Final = 12
"""Bytes in front of what a batch counts as its size."""

_FRAME: Final = Struct(">qi4xb")
_SMALLEST: Final = 14
_CHUNK: Final = 1 << 20


class Frame(NamedTuple):
    """A batch of which only the first 17 bytes were looked at.

    `offset` is what stands in front: the base offset from format 2 on, before that the last one.
    `size` includes the twelve bytes of offset and size.
    """

    position: int
    size: int
    offset: int
    magic: int


class LogFile:
    """A segment or snapshot, opened for reading; use it in a `with` statement.

    Raises StoppedError where Kafka's tool fails: the file cannot be opened, is larger than 2 GiB,
    or ends (or was cut) before what is read.
    """

    def __init__(self, path: str) -> None:
        try:
            self._file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        except (OSError, ValueError) as error:
            raise unreadable(error) from None
        self.size = os.fstat(self._file).st_size
        self._chunk = b""
        self._chunk_start = 0
        if self.size > INT_MAX:
            os.close(self._file)
            raise StoppedError(f"{self.size} bytes are more than a segment may have ({INT_MAX})")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._file)

    def read(self, position: int, length: int) -> bytes:
        """Read exactly `length` bytes."""
        start = position - self._chunk_start
        if start < 0 or start + length > len(self._chunk):
            self._load(position, length)
            start = 0
        return self._chunk[start : start + length]

    def _load(self, position: int, length: int) -> None:
        try:
            chunk = os.pread(self._file, max(length, _CHUNK), position)
        except OSError as error:
            raise unreadable(error) from None
        if len(chunk) < length:
            raise StoppedError(f"the file ends {length - len(chunk)} bytes too early", position)
        self._chunk = chunk
        self._chunk_start = position

    def end_of_slice(self, position: int, length: int) -> int:
        """Where a slice ends that Kafka's `FileRecords.slice(position, length)` makes."""
        if not 0 <= position <= self.size:
            raise StoppedError(f"there is no position {position} in a log of {self.size} bytes")
        if length < 0:
            raise StoppedError(f"a size of {length} bytes cannot be read")
        return min(position + length, self.size)

    def frames(self, position: int, end: int) -> Iterator[Frame]:
        """Go over the batches from a position; ends at the first that is not complete before `end`.

        Raises StoppedError at a size that no batch can have.
        """
        unpack = _FRAME.unpack
        while position < end - _FRAME.size:
            offset, size, magic = unpack(self.read(position, _FRAME.size))
            if size < _SMALLEST:
                raise StoppedError(
                    f"a record size of {size} is less than the {_SMALLEST} bytes of the smallest"
                    " record",
                    position,
                )
            if position > end - OFFSET_AND_SIZE - size:
                return
            yield Frame(position, OFFSET_AND_SIZE + size, offset, magic)
            position += OFFSET_AND_SIZE + size

"""Iterates over batches of a segment or snapshot file, checked, in bounded memory.

Only damage by a torn write, a lost sector or a flipped bit is checked here: length, magic,
checksum. The caller checks whether a valid batch is in the right place.
"""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_wire.records.attributes import CONTROL_FLAG
from kraft_wire.records.batch import BATCH_OVERHEAD, CRC_COVERS_FROM, LOG_OVERHEAD, MAGIC
from kraft_wire.records.checksum import crc32c

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_core.raft.storage.files import File

_HEADER: Final = Struct(">qiibIhi8xq14xi")
"""`kraft_wire.records.batch.BATCH_HEADER` without the fields that storage does not read."""

_unpack = _HEADER.unpack_from

_WINDOW_BYTES: Final = 1 << 20


class BatchHead(NamedTuple):
    """The fields of a batch that storage needs, and its position in the file."""

    position: int
    size: int
    base_offset: int
    last_offset: int
    epoch: int
    max_timestamp: int
    is_control: bool
    record_count: int


class BatchScan:
    """Iterates over the sound batches of a file, from `position` up to `end` (bytes).

    Afterwards `position` is the end of the last sound batch, and `fault` says in a few words why
    the scan ended there; None at the end of the file.
    """

    def __init__(self, file: File, position: int = 0, end: int | None = None) -> None:
        self._file = file
        self.position = position
        self.end = file.size() if end is None else end
        self.fault: str | None = None

    def __iter__(self) -> Iterator[BatchHead]:
        window, origin = memoryview(b""), self.position
        while (left := self.end - self.position) > 0:
            at = self.position - origin
            if len(window) - at < BATCH_OVERHEAD:
                if left < BATCH_OVERHEAD:
                    self.fault = f"{left} bytes are shorter than a batch"
                    return
                window, origin, at = self._window(min(left, _WINDOW_BYTES)), self.position, 0
            base, length, epoch, magic, crc, attributes, delta, time, count = _unpack(window, at)
            size = length + LOG_OVERHEAD
            if size < BATCH_OVERHEAD or size > left or magic != MAGIC:
                self.fault = _header_fault(size, left, magic)
                return
            if len(window) - at < size:
                wanted = min(left, max(size, _WINDOW_BYTES))
                window, origin, at = self._window(wanted), self.position, 0
            if crc32c(window[at + CRC_COVERS_FROM : at + size]) != crc:
                self.fault = "the checksum is wrong"
                return
            is_control = attributes & CONTROL_FLAG != 0
            position = self.position
            self.position = position + size
            head = (position, size, base, base + delta, epoch, time, is_control, count)
            yield tuple.__new__(BatchHead, head)  # quicker than its own constructor

    def _window(self, size: int) -> memoryview:
        window = self._file.read(self.position, size)
        # If the file shrinks while it is read, missing bytes must not pass for a batch.
        return memoryview(window.ljust(size, b"\0"))


def _header_fault(size: int, left: int, magic: int) -> str:
    """Return why bytes are not a whole batch."""
    if size < BATCH_OVERHEAD:
        return f"batch size {size} is less than the {BATCH_OVERHEAD} bytes of a header"
    if size > left:
        return f"batch of {size} bytes, but {left} are left"
    return magic_fault(magic)


def magic_fault(magic: int) -> str:
    """Return the fault of a batch of another format than 2."""
    return f"unsupported magic {magic}, expected {MAGIC}"

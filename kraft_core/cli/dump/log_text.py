"""A segment or snapshot as the text of Kafka's tool: a line for each batch, and for each record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.cli.dump.batches import (
    LogFile,
    append_header,
    append_rest,
    checksum,
    legacy_checksum,
    read_header,
    read_legacy_header,
)
from kraft_core.cli.dump.java_values import INT_MAX, name_of, parse_integer
from kraft_core.cli.dump.record_text import RecordPrinter, decoder_for
from kraft_core.cli.dump.records import RUN, decompressed, messages_of, row_runs
from kraft_core.cli.dump.report import BATCH_BYTES_MAX, Report, StoppedError
from kraft_core.raft.directory import BOOTSTRAP_CHECKPOINT
from kraft_wire.records.batch import BATCH_OVERHEAD, LOG_OVERHEAD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from kraft_core.cli.dump.batches import BatchHeader, Frame, LegacyHeader
    from kraft_core.cli.dump.records import Message, Row
    from kraft_core.cli.dump.report import DumpOptions

MODERN_MAGIC: Final = 2
_OFFSET_DIGITS: Final = 20
_EPOCH_DIGITS: Final = 10
_FLUSH_AT: Final = 256
"""Pieces of output that are gathered before they are written."""
_LARGE: Final = 1 << 20


def dump_log(
    path: str, options: DumpOptions, report: Report, write: Callable[[bytes], object]
) -> None:
    """Print one log as text; `write` takes the bytes.

    Raises StoppedError where Kafka's tool ends; what it prints before that is printed.
    """
    text = _LogText(path, options, report, write)
    try:
        text.dump()
    finally:
        text.flush()


class _LogText:
    def __init__(
        self, path: str, options: DumpOptions, report: Report, write: Callable[[bytes], object]
    ) -> None:
        self._path = path
        self._report = report
        self._write = write
        self._max_bytes = options.max_bytes
        self._max_batch_bytes = options.max_batch_bytes
        self._is_deep = options.deep_iteration or options.print_data_log
        self._pieces: list[str] = []
        self._append = self._pieces.append
        decoder = decoder_for(options)
        self._printer = RecordPrinter(
            self._append,
            decoder if options.print_data_log else None,
            skips_metadata=options.skip_record_metadata,
        )
        self._last_offset = -1

    def flush(self) -> None:
        """Write what was printed so far."""
        pieces, small = self._pieces, list[str]()
        for piece in pieces:
            if len(piece) > _LARGE:  # a record of many megabytes is not copied once more
                self._write("".join(small).encode("utf-8", "replace"))
                self._write(piece.encode("utf-8", "replace"))
                small.clear()
            else:
                small.append(piece)
        self._write("".join(small).encode("utf-8", "replace"))
        pieces.clear()

    def dump(self) -> None:
        self._append(title_of(name_of(self._path)))
        with LogFile(self._path) as log:
            position = 0
            end = log.end_of_slice(0, self._max_bytes)
            for frame in log.frames(0, end):
                try:
                    if frame.magic >= MODERN_MAGIC:
                        self._batch(log, frame)
                    else:
                        self._message_set(log, frame)
                except StoppedError as error:
                    raise error.at(frame.position) from None
                position = frame.position + frame.size
                if len(self._pieces) >= _FLUSH_AT:
                    self.flush()
            if position < end and self._max_bytes == INT_MAX:
                self._trailing_bytes(position, end)

    def _trailing_bytes(self, position: int, end: int) -> None:
        name = name_of(self._path)
        self._append(f"Found {end - position} invalid bytes at the end of {name}\n")
        self._report.damaged(self._path, f"{end - position} bytes are not a whole batch", position)

    def _batch(self, log: LogFile, frame: Frame) -> None:
        header = read_header(log, frame)
        append_header(self._append, header)
        batch = log.read(frame.position, frame.size)
        self._end_line(frame, header, checksum(batch))
        if not self._is_deep:
            return
        if len(batch) < BATCH_OVERHEAD:
            raise StoppedError(f"a batch of {len(batch)} bytes is too short for its header")
        data, runs = records_of(batch, header, self._max_batch_bytes)
        for rows in runs:
            self._watch_offsets([row[0] for row in rows])
            self._printer.records(header, data, rows)
            if len(rows) == RUN:
                self.flush()

    def _message_set(self, log: LogFile, frame: Frame) -> None:
        self._append(f"offset: {frame.offset}")
        header = read_legacy_header(log, frame)
        batch = log.read(frame.position, frame.size)
        self._end_line(frame, header, legacy_checksum(batch[LOG_OVERHEAD:]))
        if self._is_deep:
            self._printer.messages(header, self._watched(messages_of(batch, self._max_batch_bytes)))

    def _end_line(
        self, frame: Frame, header: BatchHeader | LegacyHeader, found: int | None
    ) -> None:
        is_valid = found == header.crc
        append_rest(self._append, frame, header, is_valid=is_valid)
        if found is None:
            reason = f"a batch of {frame.size} bytes is too short for its header"
            self._report.damaged(self._path, reason, frame.position)
        elif not is_valid:
            reason = f"the checksum of the batch is {found}, but {header.crc} is stored in it"
            self._report.damaged(self._path, reason, frame.position)

    def _watched(self, messages: Iterable[Message]) -> Iterator[Message]:
        for message in messages:
            self._watch_offsets([message.offset])
            yield message

    def _watch_offsets(self, offsets: list[int]) -> None:
        """Note an offset that is not the next one; the first of a file follows none."""
        if not offsets:
            return
        last = self._last_offset
        if offsets != list(range(last + 1, last + 1 + len(offsets))):
            for offset in offsets:
                if offset != last + 1 and last != -1:
                    self._report.gaps.setdefault(self._path, []).append((last, offset))
                last = offset
        self._last_offset = offsets[-1]


def records_of(
    batch: bytes, header: BatchHeader, max_bytes: int = BATCH_BYTES_MAX
) -> tuple[bytes, Iterable[list[Row]]]:
    """Return the bytes with the records of a batch of format 2, and runs of rows over them.

    Raises StoppedError, as the runs do. A compressed batch gives all of its records or none: Java
    reads it whole before it continues.
    """
    if header.record_count == 0:
        return batch, ()
    if not header.codec:
        return batch, row_runs(batch, BATCH_OVERHEAD, header)
    data = decompressed(header.codec, batch[BATCH_OVERHEAD:], header.magic, max_bytes)
    if header.record_count <= RUN:
        return data, list(row_runs(data, 0, header))
    for _ in row_runs(data, 0, header):
        pass  # only to see that all are good
    return data, row_runs(data, 0, header)


def title_of(name: str) -> str:
    """Print the line that Kafka's tool puts over a log: the base offset in its name.

    Raises StoppedError for a name without one.
    """
    try:
        if name.endswith(".log"):
            return f"Log starting offset: {parse_integer(name.split('.', maxsplit=1)[0])}\n"
        if name == BOOTSTRAP_CHECKPOINT:
            return "KRaft bootstrap snapshot\n"
        if len(name) <= _OFFSET_DIGITS + _EPOCH_DIGITS:
            raise ValueError(f"{name!r} is too short")
        offset = parse_integer(name[:_OFFSET_DIGITS])
        epoch = parse_integer(name[_OFFSET_DIGITS + 1 :][:_EPOCH_DIGITS], INT_MAX)
    except ValueError as error:
        raise StoppedError(f"the name is not the name of a log or snapshot ({error})") from None
    return f"Snapshot end offset: {offset}, epoch: {epoch}\n"

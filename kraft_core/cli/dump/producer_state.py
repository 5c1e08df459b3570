"""Producer snapshots and transaction indexes as text.

What `DumpLogSegments` of Kafka prints of `ProducerStateManager.readSnapshot` and of
`TransactionIndex`.
"""

from __future__ import annotations

from pathlib import Path
from struct import Struct
from typing import TYPE_CHECKING, Any, Final

from kraft_core.cli.dump.java_reader import JavaRefusalError, read_as_java
from kraft_core.cli.dump.java_values import (
    decremented_sequence,
    name_of,
    optional_long,
    parse_integer,
)
from kraft_core.cli.dump.report import Report, StoppedError, unreadable
from kraft_wire.messages import message_class
from kraft_wire.records.checksum import crc32c

if TYPE_CHECKING:
    from collections.abc import Callable

_VERSION: Final = Struct(">h")
_CHECKED_FROM: Final = 6
_ABORTED: Final = Struct(">bxqqqq")


def dump_producer_snapshot(path: str, report: Report, write: Callable[[bytes], object]) -> None:
    """Print a producer snapshot as text; faults go to the report."""
    try:
        entries = _read_snapshot(_read_file(path))
    except StoppedError as error:
        report.damaged(path, error.reason, error.position)
        return
    write("".join(map(_producer_line, entries)).encode())


def _read_snapshot(data: bytes) -> tuple[Any, ...]:
    cls: Any = message_class("ProducerSnapshot")
    if len(data) < _VERSION.size:
        raise StoppedError("the snapshot is too short for its version", 0)
    version = _VERSION.unpack_from(data)[0]
    if not cls.VERSIONS[0] <= version <= cls.VERSIONS[1]:
        raise StoppedError(f"the snapshot has the unknown version {version}", 0)
    try:
        snapshot = read_as_java(cls, data[_VERSION.size :], version)[0]
    except JavaRefusalError as error:
        raise StoppedError(f"the snapshot cannot be read ({error.message})") from None
    found = crc32c(memoryview(data)[_CHECKED_FROM:])
    if found != snapshot.crc:
        raise StoppedError(f"the snapshot has checksum {found}, but {snapshot.crc} is stored in it")
    entries: tuple[Any, ...] = snapshot.producer_entries
    return entries


def _producer_line(entry: Any) -> str:
    first_offset = entry.current_txn_first_offset
    line = (
        f"producerId: {entry.producer_id} producerEpoch: {entry.epoch}"
        f" coordinatorEpoch: {entry.coordinator_epoch} currentTxnFirstOffset:"
        f" {optional_long(first_offset if first_offset >= 0 else None)}"
        f" lastTimestamp: {entry.timestamp}"
    )
    if entry.last_offset >= 0:
        first_sequence = decremented_sequence(entry.last_sequence, entry.offset_delta)
        line += (
            f" firstSequence: {first_sequence} lastSequence: {entry.last_sequence}"
            f" lastOffset: {entry.last_offset} offsetDelta: {entry.offset_delta}"
            f" timestamp: {entry.timestamp}"
        )
    return f"{line}\n"


def dump_transaction_index(path: str, report: Report, write: Callable[[bytes], object]) -> None:
    """Print a transaction index as text; raises StoppedError where Kafka's tool ends."""
    try:
        parse_integer(name_of(path).partition(".")[0])
    except ValueError as error:
        raise StoppedError(f"the name is not the name of an index ({error})") from None
    data = _read_file(path)
    whole = len(data) - len(data) % _ABORTED.size
    lines = []
    # Kafka reads only the high byte of the version
    for slot, (version, *fields) in enumerate(_ABORTED.iter_unpack(data[:whole])):
        if version > 0:
            raise StoppedError(f"an entry has version {version}", slot * _ABORTED.size)
        producer_id, first, last, stable = fields
        lines.append(
            f"version: {version} producerId: {producer_id} firstOffset: {first} lastOffset: {last}"
            f" lastStableOffset: {stable}\n"
        )
    write("".join(lines).encode())
    if left := len(data) - whole:
        report.damaged(path, f"{left} bytes are not a whole entry of {_ABORTED.size}", whole)


def _read_file(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise unreadable(error) from None

"""The log on disk beside the disk alone: appends that wait together, and recovery of a whole log.

The baseline of appends is what nothing can beat: the same bytes, written with one call and one
fdatasync into a growing file of the same disk. That of recovery is reading the same files once and
computing CRC-32C over them. Rounds alternate, so that a busy disk slows both alike.

What limits: one fdatasync for all that wait, as long as few wait; with many, the work in Python for
each append. Recovery is limited by its work for each batch, with large batches by the checksum.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.race import Spread
from benchmarks.report import Report, cell, say, surroundings, table
from kraft_core.consensus.batches import BatchSummary
from kraft_core.consensus.values import Election
from kraft_core.storage.disk_files import DiskFolder
from kraft_core.storage.formatting import format_directory
from kraft_core.storage.log_directory import LogDirectory
from kraft_core.storage.meta_properties import MetaProperties
from kraft_wire.records import RecordBatchBuilder, stamp
from kraft_wire.records.checksum import crc32c

if TYPE_CHECKING:
    from collections.abc import Callable

WAITING = (1, 16, 256)
RECORD_BYTES = 256
RECOVERED_BYTES = 1 << 30
BATCH_BYTES = (300, 4096, 65_536)
SEGMENT_BYTES = 256 << 20
TIME_MS = 1_700_000_000_000


class Appends(NamedTuple):
    """Appends per second with so many waiting, ours and those of the disk alone, round by round."""

    waiting: int
    ours: list[float]
    disk: list[float]

    def ratio(self) -> Spread:
        """Ours to the disk's."""
        ratios = [ours / disk for ours, disk in zip(self.ours, self.disk, strict=True)]
        return Spread(median(ratios), min(ratios), max(ratios))


class Recovery(NamedTuple):
    """Seconds for a log of so many bytes in batches of one size, ours and reading alone."""

    batch_bytes: int
    log_bytes: int
    ours: float
    reading: float


def run(*, is_quick: bool = False) -> Report:
    """Append in rounds, then recover."""
    rounds, seconds = (3, 0.2) if is_quick else (10, 1.0)
    size = RECOVERED_BYTES // 16 if is_quick else RECOVERED_BYTES
    with tempfile.TemporaryDirectory(prefix="kraft-storage.", dir=Path.cwd()) as folder:
        appends = [_appends(Path(folder), waiting, rounds, seconds) for waiting in WAITING]
        recoveries = [_recovery(Path(folder), size, each) for each in BATCH_BYTES]
    return Report("storage", _text(appends, recoveries), _facts(appends, recoveries))


def _batch(size: int) -> bytes:
    builder = RecordBatchBuilder(partition_leader_epoch=1)
    builder.append(TIME_MS, None, b"x" * max(size - 75, 1))
    return builder.build()


def _new_directory(path: Path) -> LogDirectory:
    path.mkdir()
    root = DiskFolder(path)
    format_directory(root, MetaProperties(1, "benchmark", os.urandom(16)), wall_ms=TIME_MS)
    directory = LogDirectory.open(root)
    directory.election.write(Election(1, 1), 1, (1,))
    return directory


def _appends(folder: Path, waiting: int, rounds: int, seconds: float) -> Appends:
    directory = _new_directory(folder / f"waiting-{waiting}")
    content = _batch(RECORD_BYTES)
    size = len(content)
    descriptor = os.open(folder / f"alone-{waiting}", os.O_RDWR | os.O_CREAT)
    position = 0
    log = directory.log

    def ours() -> None:
        for _ in range(waiting):
            base = log.end_offset
            log.append(0, (BatchSummary(base, base, 1, size),), stamp(content, base, 1))
        log.flush()

    def disk() -> None:
        nonlocal position
        position += os.pwrite(descriptor, content * waiting, position)
        os.fdatasync(descriptor)

    found = Appends(waiting, [], [])
    for number in range(rounds + 1):
        say(f"storage: {waiting} waiting, round {number} of {rounds}")
        pair = (_rate(ours, seconds) * waiting, _rate(disk, seconds) * waiting)
        if number:
            found.ours.append(pair[0])
            found.disk.append(pair[1])
    os.close(descriptor)
    directory.close()
    return found


def _rate(work: Callable[[], None], seconds: float) -> float:
    count, begin = 0, time.perf_counter()
    while (passed := time.perf_counter() - begin) < seconds:
        work()
        count += 1
    return count / passed


def _recovery(folder: Path, size: int, batch_bytes: int) -> Recovery:
    path = folder / f"recovery-{batch_bytes}"
    say(f"storage: making a log of {size >> 20} MiB in batches of {batch_bytes} bytes")
    _new_directory(path).close()
    log = path / "__cluster_metadata-0"
    for old in log.glob("0*"):
        old.unlink()
    (log / "durable-mark").unlink()
    total = _fill(log, _batch(batch_bytes), size)
    _read(log)
    say(f"storage: recovery of {size >> 20} MiB in batches of {batch_bytes} bytes")
    reading = min(_timed(lambda: _read(log)) for _ in range(2))
    ours = min(_timed(lambda: LogDirectory.open(DiskFolder(path)).abandon()) for _ in range(2))
    return Recovery(batch_bytes, total, ours, reading)


def _fill(log: Path, content: bytes, size: int) -> int:
    """Segments of equal batches; what was written."""
    offset = 0
    per_segment = min(size, SEGMENT_BYTES) // len(content)
    for _ in range(max(1, size // SEGMENT_BYTES)):
        with (log / f"{offset:020d}.log").open("wb") as file:
            for _ in range(per_segment):
                file.write(stamp(content, offset, 1))
                offset += 1
            file.flush()
            os.fsync(file.fileno())
    return offset * len(content)


def _read(log: Path) -> None:
    for segment in sorted(log.glob("*.log")):
        with segment.open("rb", buffering=0) as file:
            while window := file.read(1 << 20):
                crc32c(window)


def _timed(work: Callable[[], None]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def _text(appends: list[Appends], recoveries: list[Recovery]) -> str:
    around = surroundings()
    first = f"{around['date']}, CPython {around['python']} (load {around['load']})"
    rows = [
        [
            str(each.waiting),
            f"{median(each.ours):,.0f}",
            f"{median(each.disk):,.0f}",
            cell(each.ratio()),
        ]
        for each in appends
    ]
    head = ("appends waiting", "ours, per s", "disk alone, per s", "ours to the disk's")
    recovered = [
        [
            f"{each.batch_bytes:,}",
            f"{each.log_bytes / 2**20:,.0f}",
            f"{each.ours:.2f}",
            f"{each.reading:.2f}",
            f"{each.log_bytes / each.batch_bytes / each.ours:,.0f}",
        ]
        for each in recoveries
    ]
    recovery_head = ("bytes a batch", "log, MiB", "ours, s", "read + CRC, s", "batches per s")
    return f"{first}\n\n{table(head, rows)}\n\n{table(recovery_head, recovered)}"


def _facts(appends: list[Appends], recoveries: list[Recovery]) -> dict[str, Any]:
    return {
        "appends": {
            str(each.waiting): {
                "per_s": round(median(each.ours)),
                "disk_per_s": round(median(each.disk)),
                "ratio": round(each.ratio().median, 3),
            }
            for each in appends
        },
        "recovery": {
            str(each.batch_bytes): {
                "bytes": each.log_bytes,
                "seconds": round(each.ours, 3),
                "read_seconds": round(each.reading, 3),
            }
            for each in recoveries
        },
    }


if __name__ == "__main__":
    print(run(is_quick="--quick" in sys.argv).text)

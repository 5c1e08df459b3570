"""The log on disk beside the disk alone: appends that wait together, and recovery of a whole log.

The baseline of appends is what nothing can beat: the same bytes, written with one call and one
fdatasync into a growing file of the same disk. Both take turns of a tenth of a second, so that a
busy disk slows both alike. That of recovery is reading the same files once and computing CRC-32C
over them, out of the page cache as recovery does.

What limits: one fdatasync for all that wait, as long as few wait; with many, the work in Python for
each append. Recovery is limited by its work for each batch, with large batches by the checksum.

`python -m benchmarks.storage [--quick] [--size MIB]`; `python -m benchmarks storage` is the same.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from benchmarks.race import Spread
from benchmarks.report import Report, cell, say, surroundings, table
from kraft_core.raft.consensus.values import BatchSummary, Election
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.formatting import format_directory
from kraft_core.raft.storage.log_directory import LogDirectory
from kraft_core.raft.storage.meta_properties import MetaProperties
from kraft_wire.records import RecordBatchBuilder, stamp
from kraft_wire.records.checksum import crc32c

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

WAITING = (1, 16, 256)
RECORD_BYTES = 256
RECOVERED_BYTES = 1 << 30
BATCH_BYTES = (300, 4096, 65_536)
SEGMENT_BYTES = 256 << 20
TURN_S = 0.1
TELL_BYTES = 128 << 20
TIME_MS = 1_700_000_000_000


class Rate(NamedTuple):
    """Operations per second, and CPU seconds per operation."""

    per_s: float
    cpu_s: float


class Appends(NamedTuple):
    """Appends per second at one queue depth, kraft's and those of the disk alone, by round.

    `cpu_s` are the CPU seconds of one append of kraft.
    """

    waiting: int
    ours: list[float]
    disk: list[float]
    cpu_s: list[float]

    def ratio(self) -> Spread:
        """Return kraft's rate divided by the disk's."""
        ratios = [ours / disk for ours, disk in zip(self.ours, self.disk, strict=True)]
        return Spread(median(ratios), min(ratios), max(ratios))


class Recovery(NamedTuple):
    """Seconds to recover a log with batches of one size, and to read it without recovery.

    `cpu_s` are the CPU seconds of the recovery.
    """

    batch_bytes: int
    log_bytes: int
    ours: float
    cpu_s: float
    reading: float


def run(*, is_quick: bool = False, size: int | None = None) -> Report:
    """Append in rounds, then recover logs of `size` bytes."""
    rounds, turns = (3, 2) if is_quick else (10, 10)
    if size is None:
        size = RECOVERED_BYTES // 16 if is_quick else RECOVERED_BYTES
    with tempfile.TemporaryDirectory(prefix="kraft-storage.", dir=Path.cwd()) as folder:
        appends = [_appends(Path(folder), waiting, rounds, turns) for waiting in WAITING]
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


def _appends(folder: Path, waiting: int, rounds: int, turns: int) -> Appends:
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

    found = Appends(waiting, [], [], [])
    for number in range(rounds + 1):
        say(f"storage: {waiting} waiting, round {number} of {rounds}")
        rates = _rates((ours, disk), turns)
        if number:
            found.ours.append(rates[0].per_s * waiting)
            found.cpu_s.append(rates[0].cpu_s / waiting)
            found.disk.append(rates[1].per_s * waiting)
    os.close(descriptor)
    directory.close()
    return found


def _rates(works: Sequence[Callable[[], None]], turns: int) -> list[Rate]:
    """Measure the rate of each operation, in turn."""
    counts, seconds, cpu = [0] * len(works), [0.0] * len(works), [0.0] * len(works)
    for _ in range(turns):
        for place, work in enumerate(works):
            begin, cpu_begin = time.perf_counter(), time.process_time()
            while (passed := time.perf_counter() - begin) < TURN_S:
                work()
                counts[place] += 1
            seconds[place] += passed
            cpu[place] += time.process_time() - cpu_begin
    each = zip(counts, seconds, cpu, strict=True)
    return [Rate(count / passed, used / count) for count, passed, used in each]


def _recovery(folder: Path, size: int, batch_bytes: int) -> Recovery:
    path = folder / f"recovery-{batch_bytes}"
    what = f"{size >> 20} MiB in batches of {batch_bytes} bytes"
    say(f"storage: making a log of {what}")
    _new_directory(path).close()
    log = path / "__cluster_metadata-0"
    for old in log.glob("0*"):
        old.unlink()
    (log / "durable-mark").unlink()
    total = _fill(log, _batch(batch_bytes), size)
    _read(log)

    def recover() -> None:
        root = cast("Any", _Watched(DiskFolder(path), _Told(f"recovery of {what}")))
        LogDirectory.open(root).abandon()

    pairs = [(_timed(lambda: _read(log)), _timed(recover)) for _ in range(2)]
    shutil.rmtree(path)
    (reading, _), (ours, cpu_s) = (min(each) for each in zip(*pairs, strict=True))
    return Recovery(batch_bytes, total, ours, cpu_s, reading)


class _Told:
    """Reports how much was read, now and then."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._bytes = 0
        self.more(0)

    def more(self, count: int) -> None:
        before, self._bytes = self._bytes // TELL_BYTES, self._bytes + count
        if not count or self._bytes // TELL_BYTES > before:
            say(f"storage: {self._what}, {self._bytes >> 20} MiB read")


class _Watched:
    """A folder or file that counts the bytes that are read from it."""

    def __init__(self, inner: Any, told: _Told) -> None:
        self._inner = inner
        self._told = told

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def folder(self, name: str) -> _Watched:
        return _Watched(self._inner.folder(name), self._told)

    def open(self, name: str) -> _Watched:
        return _Watched(self._inner.open(name), self._told)

    def read(self, position: int, size: int) -> bytes:
        found: bytes = self._inner.read(position, size)
        self._told.more(len(found))
        return found


def _fill(log: Path, content: bytes, size: int) -> int:
    """Write segments of equal batches; return the number of bytes."""
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


def _timed(work: Callable[[], None]) -> tuple[float, float]:
    """Return the wall seconds and the CPU seconds of a call."""
    begin, cpu_begin = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - begin, time.process_time() - cpu_begin


def _text(appends: list[Appends], recoveries: list[Recovery]) -> str:
    around = surroundings()
    first = (
        f"{around['date']}, CPython {around['python']}, {around['processors']} processors"
        f" (load {around['load']})"
    )
    rows = [
        [
            str(each.waiting),
            f"{median(each.ours):,.0f}",
            f"{median(each.disk):,.0f}",
            cell(each.ratio()),
            f"{median(each.cpu_s) * 1e6:.1f}",
        ]
        for each in appends
    ]
    head = ("waiting", "ours, per s", "disk alone, per s", "ours to the disk's", "our CPU, µs each")
    recovered = [
        [
            f"{each.batch_bytes:,}",
            f"{each.log_bytes / 2**20:,.0f}",
            f"{each.ours:.2f}",
            f"{each.cpu_s:.2f}",
            f"{each.reading:.2f}",
            f"{each.cpu_s / (each.log_bytes / each.batch_bytes) * 1e6:.1f}",
        ]
        for each in recoveries
    ]
    recovery_head = (
        *("bytes a batch", "log, MiB", "ours, s", "our CPU, s"),
        *("read + CRC, s", "our CPU, µs a batch"),
    )
    return f"{first}\n\n{table(head, rows)}\n\n{table(recovery_head, recovered)}"


def _facts(appends: list[Appends], recoveries: list[Recovery]) -> dict[str, Any]:
    return {
        "appends": {
            str(each.waiting): {
                "per_s": round(median(each.ours)),
                "disk_per_s": round(median(each.disk)),
                "ratio": round(each.ratio().median, 3),
                "cpu_us": round(median(each.cpu_s) * 1e6, 2),
            }
            for each in appends
        },
        "recovery": {
            str(each.batch_bytes): {
                "bytes": each.log_bytes,
                "seconds": round(each.ours, 3),
                "cpu_seconds": round(each.cpu_s, 3),
                "read_seconds": round(each.reading, 3),
            }
            for each in recoveries
        },
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.storage", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few rounds, logs of 64 MiB")
    parser.add_argument("--size", type=int, metavar="MIB", help="how long a log to recover")
    arguments = parser.parse_args()
    size = None if arguments.size is None else arguments.size << 20
    print(run(is_quick=arguments.quick, size=size).text)


if __name__ == "__main__":
    main()

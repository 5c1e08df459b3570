"""The committed part of a partition: `isolationLevel=read_committed`.

Per producer id: batches of a transaction are pending until the next marker of that id; ABORT drops
them, COMMIT includes them. The first pending batch at the end of the log sets the last stable
offset: nothing at or after it counts, of any producer.

There are two ways to find out, with the same rows. The driver reads what Kafka keeps alongside the
segments: indexes of aborted transactions and the newest producer state, and of the log only what
follows on that (`read_sidecars`). Where these files were not copied there are two passes: the first
reads all markers of a partition, the second the rows. Each worker makes the first pass itself, once
(`read_in_task`), or tasks make it for all (`two_passes`).
"""

from __future__ import annotations

import os
import time
from bisect import bisect_right
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np

from kraft_spark.decoding.decoded_batches import read_payloads
from kraft_spark.files.blocks import log_end, sound_blocks
from kraft_spark.files.listing import Folders
from kraft_spark.files.sidecars import (
    ABORTED_ENTRY,
    ABORTED_INDEX,
    open_transactions,
    read_aborted_index,
    start_before,
)
from kraft_spark.log.parts import Bounds, Transactions
from kraft_wire.records.attributes import CONTROL_FLAG, TRANSACTIONAL_FLAG
from kraft_wire.records.control import ControlRecordType

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from kraft_spark.files.log_file import LogFile
    from kraft_spark.files.segment_scan import Block
    from kraft_spark.files.store import Store
    from kraft_spark.log.options import LogOptions
    from kraft_spark.log.parts import UnreadTransactions

_MARKER_BYTES_MAX: Final = 1 << 20
_KEY_BYTES: Final = np.arange(4)


class MissingTransactionIndexError(ValueError):
    """A transaction was aborted in a log whose `.txnindex` does not have it."""


class CommittedFilter:
    """Selects the batches that a consumer of committed records receives.

    Transactions of one producer follow each other, so a batch is aborted if the last aborted
    transaction of its producer that begins at or before it has not ended before it: a search, and
    not a comparison with every transaction.
    """

    def __init__(self, transactions: Transactions) -> None:
        rows = np.array(transactions.aborted, np.int64).reshape(-1, 3)
        order = np.lexsort((rows[:, 1], rows[:, 0]))
        rows = rows[order]
        self._ids, starts = np.unique(rows[:, 0], return_index=True)
        self._bounds = [*starts.tolist(), len(rows)]
        self._firsts, self._lasts = rows[:, 1], rows[:, 2]
        self.last_stable = transactions.last_stable
        self._is_indexed = transactions.is_indexed
        self._end = transactions.end
        self._has_data: set[int] = set()

    def batches(self, block: Block) -> NDArray[np.bool_]:
        """Return a mask of committed batches: no markers, no aborted or open transactions.

        Blocks come in the order of the log. Raises MissingTransactionIndexError.
        """
        heads = block.heads
        base = heads["baseOffset"].astype(np.int64)
        attributes = heads["attributes"]
        is_control = (attributes & CONTROL_FLAG) != 0
        in_transaction = (attributes & TRANSACTIONAL_FLAG) != 0
        keep: NDArray[np.bool_] = ~is_control
        if self.last_stable is not None:
            keep &= base < self.last_stable
        if in_transaction.any():
            producers = heads["producerId"].astype(np.int64)
            keep &= ~(in_transaction & self._is_aborted(producers, base))
            if self._is_indexed:
                self._check_index(block, in_transaction)
        return keep

    def _is_aborted(
        self, producers: NDArray[np.int64], base: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        aborted = np.zeros(len(base), np.bool_)
        if not len(self._ids):
            return aborted
        for producer in np.unique(producers).tolist():
            place = int(np.searchsorted(self._ids, producer))
            if place == len(self._ids) or self._ids[place] != producer:
                continue
            part = slice(self._bounds[place], self._bounds[place + 1])
            firsts, lasts = self._firsts[part], self._lasts[part]
            mine = np.flatnonzero(producers == producer)
            at = np.searchsorted(firsts, base[mine], side="right") - 1
            aborted[mine] = (at >= 0) & (base[mine] <= lasts[at])
        return aborted

    def _check_index(self, block: Block, in_transaction: NDArray[np.bool_]) -> None:
        """Raise if a marker aborts batches of earlier blocks that no `.txnindex` has."""
        for producer, offset, kind in transaction_events(block.part(in_transaction)):
            if self._end is not None and offset >= self._end:
                return  # later records were not committed when the index was read
            if kind is None:
                self._has_data.add(producer)
                continue
            if kind == ControlRecordType.ABORT and producer in self._has_data:
                one = np.array([producer], np.int64), np.array([offset], np.int64)
                if not self._is_aborted(*one)[0]:
                    raise MissingTransactionIndexError(
                        f"the transaction of producer {producer} that the marker at offset "
                        f"{offset} aborts is in no .txnindex: copy the .txnindex files too, or "
                        "remove the .snapshot files, and the markers are read instead"
                    )
            self._has_data.discard(producer)


def transaction_events(block: Block) -> Iterator[tuple[int, int, int | None]]:
    """Yield producer id and offset of each transactional batch, in order; for markers the type too.

    Batches with data have the type None. Invalid markers are left out.
    """
    heads = block.heads
    attributes = heads["attributes"]
    chosen = np.flatnonzero((attributes & TRANSACTIONAL_FLAG) != 0)
    if not len(chosen):
        return
    is_control = (attributes[chosen] & CONTROL_FLAG) != 0
    producers = heads["producerId"][chosen].tolist()
    offsets = heads["baseOffset"][chosen].tolist()
    markers = _markers(block.part(chosen[is_control])) if is_control.any() else []
    number = 0
    for producer, offset, control in zip(producers, offsets, is_control.tolist(), strict=True):
        if not control:
            yield producer, offset, None
            continue
        for delta, kind in markers[number]:
            yield producer, offset + delta, kind
        number += 1


def _markers(block: Block) -> list[list[tuple[int, int]]]:
    """Return the offset deltas and types of the markers of each batch."""
    found: list[list[tuple[int, int]]] = [[] for _ in range(len(block))]
    first = 0
    for one in read_payloads(block, max_bytes=_MARKER_BYTES_MAX):
        spans = one.spans
        fits = spans.key_size >= len(_KEY_BYTES)
        data = np.frombuffer(one.buffer, np.uint8)
        keys = data[spans.key_start[fits][:, None] + _KEY_BYTES].view(">i2")
        columns = spans.batch[fits].tolist(), spans.delta[fits].tolist(), keys.tolist()
        for batch, delta, (version, kind) in zip(*columns, strict=True):
            if version >= 0 and kind in (ControlRecordType.COMMIT, ControlRecordType.ABORT):
                found[first + batch].append((delta, kind))
        first += len(one.block)
    return found


_SNAPSHOTS_MAX: Final = 3
"""Number of producer states that are tried, the newest first."""

_CACHED_MAX: Final = 64
"""Partitions whose transactions a worker remembers."""

_OFFSET_MAX: Final = (1 << 63) - 1


@dataclass(slots=True)
class OpenTransactions:
    """The transactions of a partition while its log is read."""

    began: dict[int, int] = field(default_factory=dict)
    """First offsets of those that are open, by producer id."""

    aborted: list[tuple[int, int, int]] = field(default_factory=list)
    """Producer id, first and last offset."""

    def data(self, producer_id: int, offset: int) -> None:
        """Note that a batch of a transaction begins at this offset."""
        self.began.setdefault(producer_id, offset)

    def marker(self, producer_id: int, offset: int, *, is_commit: bool) -> None:
        """Note that a transaction ends with a marker at this offset."""
        first = self.began.pop(producer_id, None)
        if first is not None and not is_commit:
            self.aborted.append((producer_id, first, offset))

    def result(self) -> Transactions:
        """Return the transactions that are not committed at the end of the log."""
        opened = tuple(sorted(self.began.items()))
        return Transactions(
            tuple(self.aborted), min(self.began.values(), default=None), opened=opened
        )


def read_markers(files: list[LogFile], options: LogOptions, end: int | None = None) -> Transactions:
    """Find the transactions of one partition by its markers; `files` are its segments, in order.

    Markers from `end` on do not count: an election can still replace them, as Kafka's
    ProducerStateManager keeps a transaction unstable until its marker is replicated.
    """
    state = OpenTransactions()
    for file in _below(files, end):
        # batches with a wrong checksum count for nothing
        for block in _blocks(file, 0, options):
            _take(_cut(block, end), state)
    return replace(state.result(), end=end)


def _below(files: list[LogFile], end: int | None) -> list[LogFile]:
    return files if end is None else [file for file in files if file.begin < end]


def _cut(block: Block, end: int | None) -> Block:
    return block if end is None else block.part(block.heads["baseOffset"] < end)


def _blocks(file: LogFile, start: int, options: LogOptions) -> Iterator[Block]:
    """Yield the sound blocks of a segment from a position on, for the offsets that are read."""
    bounds = Bounds(file.first, file.end)
    for block in sound_blocks(file, start, check_crcs=options.check_crcs):
        yield block if bounds.is_open() else block.part(bounds.batches(block.heads))


def _take(block: Block, state: OpenTransactions) -> None:
    """Go over the batches of transactions in a block."""
    for producer_id, offset, kind in transaction_events(block):
        if kind is None:
            state.data(producer_id, offset)
        else:
            state.marker(producer_id, offset, is_commit=kind == ControlRecordType.COMMIT)


def read_sidecars(
    files: list[LogFile],
    snapshots: list[tuple[int, str]],
    options: LogOptions,
    *,
    read: Callable[[str], bytes],
    most: int | None = None,
    end: int | None = None,
) -> Transactions | None:
    """Find the transactions from the `.txnindex` files and the newest producer state.

    `files` are the segments of a partition in order, `snapshots` offset and path of each producer
    state. `read` returns the content of a small file. Of the log, only the part after the
    producer state is read, and nothing if that is more than `most` bytes. Markers from `end` on
    are ignored. None if the files do not show what is committed: tools that copy only `.log` files
    leave them out.
    """
    files = _below(files, end)
    if not files:
        return Transactions(end=end)
    usable = [one for one in snapshots if end is None or one[0] <= end]
    for offset, path in sorted(usable, reverse=True)[:_SNAPSHOTS_MAX]:
        began = open_transactions(read(path))
        if began is None:
            continue
        aborted = _indexed(files, offset, read)
        if aborted is None:
            return None
        state = OpenTransactions(began, aborted)
        found = _read_behind(files, offset, options, state, (most, end))
        if found is None:
            return None
        if found >= offset:  # a log that was copied before its producer state ends too soon
            return replace(state.result(), is_indexed=True, end=end)
    return None


def _indexed(
    files: list[LogFile], end: int, read: Callable[[str], bytes]
) -> list[tuple[int, int, int]] | None:
    """Return the transactions aborted by markers below an offset; None if an index is not valid.

    The index of the last segment can be ahead of a log that is written while it is copied, and
    then ends beyond the offset.
    """
    found: list[tuple[int, int, int]] = []
    for number, file in enumerate(files):
        base = file.name.base_offset
        if ABORTED_INDEX not in file.sidecars or base is None or base >= end:
            continue
        content = read(file.sidecar(ABORTED_INDEX))
        if not content:
            continue
        following = files[number + 1].name.base_offset if number + 1 < len(files) else None
        if following is None:
            content = content[: len(content) // ABORTED_ENTRY.itemsize * ABORTED_ENTRY.itemsize]
        entries = read_aborted_index(content, base, _OFFSET_MAX if following is None else following)
        if entries is None:
            return None
        entries = entries[entries["lastOffset"] < end]
        columns = (entries[name].tolist() for name in ("producerId", "firstOffset", "lastOffset"))
        found += zip(*columns, strict=True)
    return found


def _read_behind(
    files: list[LogFile],
    offset: int,
    options: LogOptions,
    state: OpenTransactions,
    limits: tuple[int | None, int | None],
) -> int | None:
    """Read the records after an offset; return the log end, None if that is too much.

    `limits` are the most bytes, and the offset from which on markers do not count.
    """
    most, limit = limits
    bases = [file.name.base_offset or 0 for file in files]
    first = max(bisect_right(bases, offset) - 1, 0)
    end = bases[first]
    start = start_before(files[first], offset)
    if most is not None and sum(file.size for file in files[first:]) - start > most:
        return None
    for file in files[first:]:
        end = max(end, file.name.base_offset or 0)
        for block in _blocks(file, start, options):
            last = block.heads["baseOffset"].astype(np.int64) + block.heads["lastOffsetDelta"]
            end = max(end, int(last.max()) + 1)
            _take(_cut(block.part(last >= offset), limit), state)
        start = 0
    return end


def find_transactions(
    files: list[LogFile], folders: Folders, options: LogOptions, end: int | None = None
) -> Transactions:
    """Find the transactions of a partition by its sidecar files, else by its markers.

    `files` are its segments in order; those of a tier have no sidecar files. Markers from `end` on
    do not count.
    """
    if not any(one.is_tiered for one in files):
        newest = files[-1]
        snapshots = folders.snapshots_beside(newest)
        read = newest.store.read_all
        found = read_sidecars(files, snapshots, options, read=read, end=end)
        if found is not None:
            return found
    return read_markers(files, options, end)


_cache: OrderedDict[tuple[object, ...], Transactions] = OrderedDict()


def read_in_task(file: LogFile, unread: UnreadTransactions, options: LogOptions) -> Transactions:
    """Find the transactions of a file's partition, once in this process.

    Raises OSError.
    """
    key = (file.store, file.folder, unread, options.check_crcs)
    found = _cache.get(key)
    if found is None:
        found = _found_in_task(file, unread, options)
        _remember(_cache, key, found)
    base = file.name.base_offset
    return found if base is None else found.within(base, None)


def _found_in_task(file: LogFile, unread: UnreadTransactions, options: LogOptions) -> Transactions:
    if unread.files:  # segments of a tier overlap those on disk: only the markers are complete
        return read_markers(list(unread.files), options, unread.end)
    folders = Folders(options.layout)
    files = []
    for one in folders.segments_beside(file):
        if one.path == unread.last:
            files.append(replace(one, size=unread.size, is_last_segment=True))
            break
        files.append(one)
    return find_transactions(files, folders, options, unread.end)


@dataclass(frozen=True, slots=True)
class PartitionState:
    """The common facts of a partition: its first offset and its uncommitted part.

    `last_stable` is the end of the log on disk where no transaction is open.
    """

    log_start: int | None
    last_stable: int | None
    opened: tuple[tuple[int, int], ...]

    def columns(self) -> dict[str, Any]:
        """Return the state as columns of the views."""
        return {
            "logStartOffset": self.log_start,
            "lastStableOffset": self.last_stable,
            "openTransactions": [
                {"producerId": producer, "firstOffset": first} for producer, first in self.opened
            ],
        }


_START_FILE: Final = "log-start-offset-checkpoint"
_states_seen: OrderedDict[tuple[object, ...], PartitionState] = OrderedDict()
_newest_seen: OrderedDict[tuple[Store, str], tuple[int, str]] = OrderedDict()
"""When a directory changed last, and its newest segment."""

_CLOCK_STEP_NS: Final = 2_000_000_000
"""Two changes of a directory this close together can have the same time (FAT has the longest)."""


class PartitionStates:
    """The states of the partitions that a task reads; each directory is listed once."""

    def __init__(self, options: LogOptions) -> None:
        self._options = options
        self._found: dict[tuple[Store, str], PartitionState] = {}

    def of(self, file: LogFile) -> PartitionState:
        """Return the state of the partition of a segment; raises OSError."""
        key = (file.store, file.folder)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = partition_state(file, self._options)
        return found


def partition_state(file: LogFile, options: LogOptions) -> PartitionState:
    """Return the state of the partition of a segment as it is now; raises OSError.

    It is found out once in this process for each end of the log, and a local directory is listed
    once until it changes: each task asks, and there are as many tasks as segments.
    """
    before = time.time_ns()
    changed = _changed_at(file)
    known = _newest_seen.get((file.store, file.folder))
    if known is not None and known[0] == changed:
        end = known[1], _size_of(known[1])
        found = _states_seen.get((file.store, file.folder, *end, options.check_crcs))
        if found is not None:
            return found
    folders = Folders(options.layout)
    segments = folders.segments_beside(file)
    newest = segments[-1]
    key = (file.store, file.folder, newest.path, newest.size, options.check_crcs)
    found = _states_seen.get(key)
    if found is None:
        found = _state_of(folders, segments, options)
        _remember(_states_seen, key, found)
    if changed is not None and before - changed > _CLOCK_STEP_NS:
        _remember(_newest_seen, (file.store, file.folder), (changed, newest.path))
    return found


def _changed_at(file: LogFile) -> int | None:
    """Return when an entry of the directory of a file was added or removed; None off the disk."""
    folder = file.store.local_path(file.folder)
    if folder is None:
        return None
    try:
        return os.stat(folder).st_mtime_ns  # noqa: PTH116
    except OSError:
        return None


def _size_of(path: str) -> int | None:
    try:
        return os.stat(path).st_size  # noqa: PTH116
    except OSError:
        return None


_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


def _remember(cache: OrderedDict[_Key, _Value], key: _Key, value: _Value) -> None:
    cache[key] = value
    while len(cache) > _CACHED_MAX:
        cache.popitem(last=False)


def _state_of(folders: Folders, segments: list[LogFile], options: LogOptions) -> PartitionState:
    newest = segments[-1]
    found = find_transactions(segments, folders, options)
    stable = found.last_stable
    if stable is None:
        stable = max(log_end(newest)[1], newest.name.base_offset or 0)
    return PartitionState(_log_start(segments[0]), stable, found.opened)


def _log_start(first: LogFile) -> int | None:
    """Return the log start offset: from the directory's checkpoint, else the first segment.

    Kafka writes a line for logs alone that begin above their first segment, or are tiered
    (LogManager.checkpointLogStartOffsetsInDir).
    """
    owner, home = first.owner, first.folder.rpartition("/")[0]
    path = f"{home}/{_START_FILE}"
    if owner.topic is not None and first.store.entry(path) is not None:
        for line in first.store.read_all(path).decode("utf-8", "replace").splitlines()[2:]:
            topic, _, numbers = line.partition(" ")
            partition, _, offset = numbers.partition(" ")
            if topic == owner.topic and partition == str(owner.partition) and offset.isdecimal():
                return int(offset)
    return first.name.base_offset

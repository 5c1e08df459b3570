"""What of a partition is committed, from the markers in its log.

Per producer id: batches of a transaction are pending until the next marker of that id; ABORT drops
them, COMMIT lets them through. What is pending at the end of the log sets the last stable offset:
nothing at or behind it counts, whoever wrote it.

The driver reads what Kafka keeps beside the segments: indexes of aborted transactions and the
newest producer state, and of the log only what follows on that. Where these files were not copied,
tasks read the markers themselves, once in each worker; a segment of which an index of aborted
transactions tells all there is to know is not read then.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from kraft_spark.files.aborted_index import ENDING, ENTRY, AbortedIndexes, read_aborted_index
from kraft_spark.files.offset_index import start_before
from kraft_spark.files.producer_snapshot import open_transactions
from kraft_spark.files.segment_scan import Damage, SegmentScan, Tail
from kraft_spark.log.committed import transaction_events
from kraft_spark.log.layout import Listing
from kraft_spark.log.parts import Transactions
from kraft_spark.log.reading import without_wrong_crcs
from kraft_wire.records.control import ControlRecordType

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kraft_spark.files.batch_headers import Block
    from kraft_spark.files.log_file import LogFile
    from kraft_spark.log.options import LogOptions
    from kraft_spark.log.parts import UnreadTransactions

_SNAPSHOTS_MAX: Final = 3
"""So many producer states are tried, the newest first."""

_CACHED_MAX: Final = 64
"""Partitions whose transactions a worker remembers."""

_OFFSET_MAX: Final = (1 << 63) - 1


@dataclass(slots=True)
class OpenTransactions:
    """The transactions of a partition while its log goes by."""

    began: dict[int, int] = field(default_factory=dict)
    """First offsets of those that are open, by producer id."""

    aborted: list[tuple[int, int, int]] = field(default_factory=list)
    """Producer id, first and last offset."""

    aborts: int = 0
    """How many markers said that a transaction was aborted, be it an empty one."""

    def data(self, producer_id: int, offset: int) -> None:
        """A batch of a transaction begins at this offset."""
        self.began.setdefault(producer_id, offset)

    def marker(self, producer_id: int, offset: int, *, is_commit: bool) -> None:
        """A transaction ends with a marker at this offset."""
        first = self.began.pop(producer_id, None)
        self.aborts += not is_commit
        if first is not None and not is_commit:
            self.aborted.append((producer_id, first, offset))

    def result(self) -> Transactions:
        """What is not committed at the end of the log."""
        return Transactions(tuple(self.aborted), min(self.began.values(), default=None))


def read_transactions(files: list[LogFile], options: LogOptions) -> Transactions:
    """What is committed of one partition; `files` are its segments, in order."""
    try:
        return _ended(files, options, AbortedIndexes(files)).result()
    except _MissingIndexError:
        return _ended(files, options, AbortedIndexes([])).result()


class _MissingIndexError(Exception):
    """Indexes of some segments were not copied with them: they do not tell everything."""


def _ended(files: list[LogFile], options: LogOptions, indexes: AbortedIndexes) -> OpenTransactions:
    """Go over the segments; of those that have an index it tells the aborted transactions."""
    state = OpenTransactions()
    for file in files:
        if indexes.spares(file):
            state.began.clear()  # all of them end in it or have ended before
        else:
            before = state.aborts
            known = len(state.aborted)
            _read(file, options, state)
            if state.aborts > before and not indexes.may_lack(file):
                raise _MissingIndexError
            if file in indexes:  # where a transaction began in a segment that was spared
                del state.aborted[known:]
        state.aborted += indexes.aborted(file)
    return state


def _read(file: LogFile, options: LogOptions, state: OpenTransactions) -> None:
    """Go over all of a segment; batches with a wrong checksum count for nothing."""
    for block in _blocks(file, 0, options):
        _take(block, state)


def _blocks(file: LogFile, start: int, options: LogOptions) -> Iterator[Block]:
    """The sound blocks of format 2 from a position on."""
    with file.store.open(file.path) as source:
        events = SegmentScan(
            source,
            start,
            file.size,
            check_crcs=options.check_crcs,
            may_have_tail=file.is_last_segment,
        )
        for event in events:
            if isinstance(event, Damage | Tail) or event.is_legacy:
                continue
            for block in without_wrong_crcs(event):
                if not isinstance(block, Damage):
                    yield block


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
) -> Transactions | None:
    """What is committed, out of the indexes of aborted transactions and the newest producer state.

    `files` are the segments of a partition in order, `snapshots` offset and path of each producer
    state. `read` gives a small file. Only what follows on the producer state is read of the log,
    and nothing if that is more than `most` bytes. None where the files do not say what is
    committed: tools that copy `.log` files alone leave them behind.
    """
    if not files:
        return Transactions()
    for offset, path in sorted(snapshots, reverse=True)[:_SNAPSHOTS_MAX]:
        began = open_transactions(read(path))
        if began is None:
            continue
        aborted = _indexed(files, offset, read)
        if aborted is None:
            return None
        state = OpenTransactions(began, aborted)
        end = _read_behind(files, offset, options, state, most)
        if end is None:
            return None
        if end >= offset:  # a log that was copied before its producer state ends too soon
            return replace(state.result(), is_indexed=True)
    return None


def _indexed(
    files: list[LogFile], end: int, read: Callable[[str], bytes]
) -> list[tuple[int, int, int]] | None:
    """What was aborted by markers below an offset; None where an index is not valid.

    The index of the last segment may be ahead of a log that is written while it is copied, and
    then ends beyond the offset.
    """
    found: list[tuple[int, int, int]] = []
    for number, file in enumerate(files):
        base = file.name.base_offset
        if ENDING not in file.sidecars or base is None or base >= end:
            continue
        content = read(file.sidecar(ENDING))
        if not content:
            continue
        following = files[number + 1].name.base_offset if number + 1 < len(files) else None
        if following is None:
            content = content[: len(content) // ENTRY.itemsize * ENTRY.itemsize]
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
    most: int | None,
) -> int | None:
    """Go over what follows on an offset; return where the log ends, None if that is too much."""
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
            _take(block.part(last >= offset), state)
        start = 0
    return end


_cache: OrderedDict[tuple[object, ...], Transactions] = OrderedDict()


def read_in_task(file: LogFile, unread: UnreadTransactions, options: LogOptions) -> Transactions:
    """What is committed of the partition of a file, found out once in this process.

    Raises OSError.
    """
    key = (file.store, file.folder, unread, options.check_crcs)
    found = _cache.get(key)
    if found is None:
        listing = Listing(replace(options, paths=(), ignore_missing_files=True))
        files = []
        for one in listing.segments_beside(file):
            if one.path == unread.last:
                files.append(replace(one, size=unread.size, is_last_segment=True))
                break
            files.append(one)
        sidecars = read_sidecars(
            files, listing.snapshots_beside(file), options, read=file.store.read_all
        )
        found = read_transactions(files, options) if sidecars is None else sidecars
        _cache[key] = found
        while len(_cache) > _CACHED_MAX:
            _cache.popitem(last=False)
    base = file.name.base_offset
    return found if base is None else found.within(base, None)

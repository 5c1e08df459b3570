"""Files to tasks: which parts of which files, cut by size, packed to a size.

Without bounds by time, `read_committed` and `replicas=one` nothing is read here but listings and
`partition.metadata`: tasks find where batches begin. Small files share a task; every task costs
Spark some 50 ms.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from kraft_spark.files.aborted_index import ENDING
from kraft_spark.files.boundaries import can_be_cut
from kraft_spark.files.parallel import in_parallel
from kraft_spark.files.replicas import one_of_each
from kraft_spark.log.layout import Listing
from kraft_spark.log.offset_range import NOTHING, bounds_of
from kraft_spark.log.parts import Bounds, LogPart, Transactions, UnreadTransactions
from kraft_spark.log.transactions import read_sidecars
from kraft_spark.log.two_passes import decode_states
from kraft_spark.option_values import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_spark.files.log_file import LogFile
    from kraft_spark.files.store import Store
    from kraft_spark.log.options import LogOptions

    Contents = Callable[[Store, str], bytes]

_SMALLEST_CUT: Final = 1 << 10
SMALLEST_TASK: Final = 64 << 20
LARGEST_TASK: Final = 1 << 30
_TASKS_WANTED: Final = 10_000
"""Spark spends some 60 ms on a task, and its driver some kilobytes."""

_WHOLE_VIEWS: Final = ("files",)
"""Views with one row for each file: nothing is cut."""

_READ_BEHIND_MAX: Final = 64 << 20
"""If more of a log follows on its newest producer state, tasks read it and not the driver."""


def plan(
    options: LogOptions, wants: Callable[[LogFile], bool] | None = None, extra: Bounds | None = None
) -> list[list[LogPart]]:
    """The parts that each task reads, in the order of the files.

    `wants` and `extra` are what filters of the query leave. Raises MissingPathError and OSError.
    """
    listing = Listing(options)
    files = listing.files
    if options.replicas == "one":
        files = one_of_each(files)
    if wants is not None:
        files = [file for file in files if wants(file)]
    groups = _partitions(files)
    planner = _Planner(listing, options, extra, groups)
    is_remote = any(file.store.local_path(file.path) is None for file in files)
    needs_calls = options.is_committed or _needs_all(options)
    found = in_parallel(planner.parts, groups, is_remote=is_remote and needs_calls)
    parts = [part for one in found for part in one]
    most = task_bytes(parts, options)
    if options.view not in _WHOLE_VIEWS:
        parts = [piece for part in parts for piece in cut(part, most)]
    return pack(parts, most, options.open_cost_in_bytes)


def _partitions(files: list[LogFile]) -> list[list[LogFile]]:
    """Files by directory: the segments of a partition stand together."""
    groups: dict[tuple[object, str], list[LogFile]] = defaultdict(list)
    for file in files:
        groups[(file.store, file.folder)].append(file)
    return list(groups.values())


class _Planner:
    """Files of a directory to parts that count."""

    def __init__(
        self,
        listing: Listing,
        options: LogOptions,
        extra: Bounds | None,
        groups: list[list[LogFile]],
    ) -> None:
        self._listing = listing
        self._options = options
        self._extra = extra
        self._states: dict[str, Transactions] | None = None
        if options.transaction_state is not None:
            self._states = decode_states(options.transaction_state)
        elif options.is_committed:
            self._read = _indexes_of(groups, listing)

    def parts(self, group: list[LogFile]) -> list[LogPart]:
        """Whole files of one directory, without those that the bounds leave nothing of."""
        options = self._options
        whole = [LogPart(file, 0, file.size) for file in group]
        if options.view in _WHOLE_VIEWS:
            return whole
        logs = sorted((file for file in group if file.is_log), key=_base)
        if not logs:
            return whole
        needs_beside = options.is_committed or _needs_all(options)
        beside = self._listing.segments_beside(logs[0]) if needs_beside else logs
        bounds = bounds_of(beside if _needs_all(options) else logs, options)
        if bounds == NOTHING:
            return [part for part in whole if not part.file.is_log]
        if self._extra is not None:
            bounds = _both(bounds, self._extra)
        transactions = self._transactions(beside) if options.is_committed else None
        ends = {file.path: _base(after) for file, after in pairwise(beside)}
        found = []
        for part in whole:
            end = ends.get(part.file.path)
            if not part.file.is_log:
                found.append(part)
            elif _overlaps(part.file, end, bounds, transactions):
                # what a task gets sent is its own share of the transactions
                mine = transactions
                if isinstance(mine, Transactions) and part.file.name.base_offset is not None:
                    mine = mine.within(part.file.name.base_offset, end)
                found.append(replace(part, bounds=bounds, transactions=mine))
        return found

    def _transactions(self, beside: list[LogFile]) -> Transactions | UnreadTransactions:
        """What is committed of a partition, by its segments."""
        file = beside[0]
        if self._states is not None:
            folder = file.store.uri(file.folder)
            if folder not in self._states:
                raise OptionError(f"option transactionState says nothing of {folder}")
            return self._states[folder]
        snapshots = self._listing.snapshots_beside(file)
        found = read_sidecars(
            beside,
            snapshots,
            self._options,
            read=partial(self._read, file.store),
            most=_READ_BEHIND_MAX,
        )
        return found or UnreadTransactions(beside[-1].path, beside[-1].size)


def _indexes_of(groups: list[list[LogFile]], listing: Listing) -> Contents:
    """The small files that say what is committed, read many at a time on other stores."""
    wanted: dict[tuple[Store, str], None] = {}
    for group in groups:
        file = next((one for one in group if one.is_log), None)
        snapshots = [] if file is None else sorted(listing.snapshots_beside(file))
        if file is None or not snapshots:
            continue  # without them the indexes do not say everything
        wanted[file.store, snapshots[-1][1]] = None
        for one in listing.segments_beside(file):
            if ENDING in one.sidecars:
                wanted[one.store, one.sidecar(ENDING)] = None
    is_remote = any(store.local_path(path) is None for store, path in wanted)
    contents = in_parallel(lambda one: one[0].read_all(one[1]), wanted, is_remote=is_remote)
    known = dict(zip(wanted, contents, strict=True))

    def read(store: Store, path: str) -> bytes:
        content = known.get((store, path))
        return store.read_all(path) if content is None else content

    return read


def _needs_all(options: LogOptions) -> bool:
    return options.starting_timestamp is not None or options.ending_timestamp is not None


def _base(file: LogFile) -> int:
    return file.name.base_offset or 0


def _both(one: Bounds, other: Bounds) -> Bounds:
    firsts = [bound for bound in (one.first, other.first) if bound is not None]
    ends = [bound for bound in (one.end, other.end) if bound is not None]
    return Bounds(max(firsts, default=None), min(ends, default=None), other.since)


def _overlaps(
    file: LogFile,
    next_base: int | None,
    bounds: Bounds,
    transactions: Transactions | UnreadTransactions | None,
) -> bool:
    """Whether a segment may hold an offset that counts, by its own name and that of the next."""
    if file.name.base_offset is None:
        return True
    if bounds.first is not None and next_base is not None and next_base <= bounds.first:
        return False
    end = bounds.end
    if isinstance(transactions, Transactions) and transactions.last_stable is not None:
        end = min(transactions.last_stable, end) if end is not None else transactions.last_stable
    return end is None or file.name.base_offset < end


def cut(part: LogPart, most: int) -> list[LogPart]:
    """Cut a part by size; the tasks find where batches begin (`located`)."""
    if part.size <= most + most // 2 or not can_be_cut(part.file):
        return [part]
    starts = [part.start, *range(part.start + most, part.end - most // 4, most)]
    ends = [*starts[1:], part.end]
    return [replace(part, start=a, end=b) for a, b in zip(starts, ends, strict=True)]


def task_bytes(parts: list[LogPart], options: LogOptions) -> int:
    """How large a task is: as asked for, or so that very much data is some 10,000 tasks."""
    total = sum(part.size + options.open_cost_in_bytes for part in parts)
    most = options.max_partition_bytes
    if most is None:
        most = min(max(total // _TASKS_WANTED, SMALLEST_TASK), LARGEST_TASK)
    if options.min_partitions is not None:
        size = sum(part.size for part in parts)
        most = max(_SMALLEST_CUT, min(most, -(-size // options.min_partitions)))
    return most


def pack(parts: list[LogPart], most: int, open_cost: int = 0) -> list[list[LogPart]]:
    """Put parts together until they have a task's size.

    `open_cost` is what opening a file counts, in bytes, as `spark.sql.files.openCostInBytes`:
    without it very many small files are one task.
    """
    tasks: list[list[LogPart]] = []
    size = 0
    for part in parts:
        cost = part.size + open_cost
        if not tasks or size + cost > most:
            tasks.append([])
            size = 0
        tasks[-1].append(part)
        size += cost
    return tasks

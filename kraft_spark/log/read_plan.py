"""From options to tasks: joins the listing, tiers, transactions and bounds of a read.

Without bounds by time, `read_committed` and `replicas=one` nothing is read here but listings and
`partition.metadata`: tasks find where batches begin.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from kraft_spark.files.log_file import partition_of, topic_ids_of
from kraft_spark.files.sidecars import ABORTED_INDEX
from kraft_spark.files.store import in_parallel
from kraft_spark.log.layout import list_files
from kraft_spark.log.options import EARLIEST
from kraft_spark.log.parts import (
    NOTHING,
    UNBOUNDED,
    Bounds,
    LogPart,
    Transactions,
    UnreadTransactions,
)
from kraft_spark.log.planning import WHOLE_VIEWS, asked_offset, bounds_of, tasks_of
from kraft_spark.log.position import END_LOG_END, DataLossError
from kraft_spark.log.replicas import Replica, log_directories
from kraft_spark.log.tiers import one_copy, tier_files
from kraft_spark.log.transactions import read_sidecars
from kraft_spark.log.two_passes import decode_states, log_names
from kraft_spark.options import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_spark.files.listing import Listing
    from kraft_spark.files.log_file import LogFile
    from kraft_spark.files.store import Store
    from kraft_spark.log.options import LogOptions, Offsets
    from kraft_spark.log.replicas import Folder, LogDirectory, Recall

    Contents = Callable[[Store, str], bytes]

LOGGER: Final = logging.getLogger("kraft_spark")

_READ_BEHIND_MAX: Final = 64 << 20
"""If more bytes than this follow the newest producer state, tasks read them, not the driver."""


@dataclass(slots=True)
class PlanNotes:
    """Offsets left out of a plan and lost offsets, by partition, for results and metrics.

    `unproven` offsets are after the last one that is known to be committed; see `AllowedEnd`.
    `resumed` are the positions, offset and leader epoch, in place of those whose loss is accepted.
    `partitions` have a directory or a file under the paths, `missing` are the keys of those with
    progress and without.
    """

    unproven: dict[str, int] = field(default_factory=dict)
    lost: dict[str, int] = field(default_factory=dict)
    resumed: dict[str, tuple[int, int | None]] = field(default_factory=dict)
    partitions: set[tuple[str, int]] = field(default_factory=set)
    missing: list[str] = field(default_factory=list)

    def warn(self) -> None:
        """Log one line for all partitions with an end that could not be proved."""
        left_out = {name: count for name, count in self.unproven.items() if count}
        if left_out:
            shown = ", ".join(f"{name} ({count})" for name, count in sorted(left_out.items())[:5])
            LOGGER.warning(
                "%d offsets of %d partitions are left out: no replication-offset-checkpoint, tier "
                "or snapshot says that they are committed (end=logEnd reads them): %s%s",
                sum(left_out.values()),
                len(left_out),
                shown,
                ", ..." if len(left_out) > 5 else "",
            )


def plan(
    options: LogOptions,
    wants: Callable[[LogFile], bool] | None = None,
    extra: Bounds | Callable[[Replica], Bounds] | None = None,
    notes: PlanNotes | None = None,
    recall: Recall | None = None,
) -> list[list[LogPart]]:
    """Return the parts that each task reads, in the order of the files.

    `wants` and `extra` come from filters of the query; a callable `extra` gets the log of each
    partition. `notes` collects the offsets that are left out; `recall` caches facts about files.
    Raises MissingPathError, DataLossError and OSError.
    """
    notes = PlanNotes() if notes is None else notes
    is_proved = options.end is not None and options.end != END_LOG_END
    # before the listing: see `replicas`
    directories = {}
    if is_proved or (extra is not None and not isinstance(extra, Bounds)):
        directories = log_directories(options)
    listing = list_files(options)
    notes.partitions |= listing.folders.partitions()
    files = listing.files
    is_one = options.replicas == "one" or options.view == "tiers"
    if is_one:
        files = one_copy(files, listing, options)
    if options.view == "tiers":
        files = tier_files(listing, options, files)
    whole = _partitions(files, by_partition=is_one)
    begins = _log_begins(files, listing, options)
    if wants is not None:
        files = [file for file in files if wants(file)]
    groups = _partitions(files, by_partition=is_one)
    planner = _Planner(
        listing,
        options,
        extra,
        groups,
        whole=whole if is_one else {},
        begins=begins,
        directories=directories,
        notes=notes,
        recall=recall,
    )
    is_remote = any(file.store.local_path(file.path) is None for file in files)
    needs_calls = options.is_committed or options.has_times or is_proved
    found = in_parallel(planner.parts, groups.items(), is_remote=is_remote and needs_calls)
    notes.warn()
    if options.latest:
        # a task has all of a partition, in the order of its offsets
        return [sorted(one, key=lambda part: part.file.begin) for one in found if one]
    parts = [part for one in found for part in one]
    return tasks_of(parts, planner.ends, options)


def _partitions(
    files: list[LogFile], *, by_partition: bool
) -> dict[tuple[object, ...], list[LogFile]]:
    """Group files by directory, or by partition if it is read from one log and its tier."""
    groups: dict[tuple[object, ...], list[LogFile]] = defaultdict(list)
    ids = topic_ids_of(files) if by_partition else {}
    for file in files:
        key: tuple[object, ...] = (file.store, file.folder)
        if by_partition and file.is_log and file.owner.topic is not None:
            key = partition_of(file, ids)
        groups[key].append(file)
    return groups


def _log_begins(files: list[LogFile], listing: Listing, options: LogOptions) -> dict[str, int]:
    """Return the first offset left of each partition, by directory; empty if no option names one.

    Copies of a partition in several directories count as one log: a record is lost where none of
    them has it.
    """
    if not _names_offsets(options.starting_offsets):
        return {}
    ids = topic_ids_of(files)
    first_of: dict[str, tuple[Any, int]] = {}
    for file in files:
        uri = file.store.uri(file.folder)
        if not file.is_log or (file.first is None and uri in first_of):
            continue
        # only the segments read count in a tier; in other logs also segments that were not named
        begin = file.begin if file.first is not None else listing.folders.begin_of(file)
        known = first_of.get(uri)
        begin = begin if known is None else min(begin, known[1])
        first_of[uri] = partition_of(file, ids), begin
    begins: dict[Any, int] = {}
    for key, begin in first_of.values():
        begins[key] = min(begin, begins.get(key, begin))
    return {uri: begins[key] for uri, (key, _) in first_of.items()}


def _names_offsets(offsets: Offsets) -> bool:
    if not isinstance(offsets, dict):
        return offsets is not None and offsets >= 0
    return any(one >= 0 for numbers in offsets.values() for one in numbers.values())


class _Planner:
    """Converts the files of a directory to parts."""

    def __init__(
        self,
        listing: Listing,
        options: LogOptions,
        extra: Bounds | Callable[[Replica], Bounds] | None,
        groups: dict[tuple[object, ...], list[LogFile]],
        *,
        whole: dict[tuple[object, ...], list[LogFile]],
        begins: dict[str, int],
        directories: dict[Folder, LogDirectory],
        notes: PlanNotes,
        recall: Recall | None,
    ) -> None:
        self.ends: dict[str, int] = {}
        """The end offset of each closed segment, by path."""

        self._begins = begins
        self._directories = directories
        self._notes = notes
        self._recall = recall
        self._whole = whole
        self._listing = listing
        self._options = options
        self._extra = extra
        self._states: dict[str, Transactions] | None = None
        if options.transaction_state is not None:
            self._states = decode_states(options.transaction_state)
            self._name_of = log_names(listing.files, options)
        elif options.is_committed:
            self._read = _indexes_of(list(groups.values()), listing)

    def parts(self, item: tuple[tuple[object, ...], list[LogFile]]) -> list[LogPart]:
        """Return whole files of one partition, without those outside the bounds."""
        key, group = item
        options = self._options
        whole = [LogPart(file, 0, file.size) for file in group]
        if options.view in WHOLE_VIEWS:
            return whole
        logs = sorted((file for file in group if file.is_log), key=_base)
        if not logs:
            return whole
        kind = options.end if options.end != END_LOG_END else None
        needs_log = kind is not None or not (self._extra is None or isinstance(self._extra, Bounds))
        needs_beside = options.is_committed or options.has_times or needs_log
        is_tiered = any(file.is_tiered for file in self._whole.get(key, ()))
        beside = logs
        if needs_beside and is_tiered:
            beside = sorted((file for file in self._whole[key] if file.is_log), key=_base)
        elif needs_beside:
            beside = self._listing.folders.segments_beside(logs[0])
        log = Replica(beside, self._listing, self._directories, self._recall) if needs_log else None
        extra = self._extra
        if extra is not None and not isinstance(extra, Bounds):
            extra = extra(log) if log is not None else None
            if extra is not None and extra.first is not None:
                # if a partition was read before, only its position is the start
                options = _without_start(options)
        bounds = bounds_of(beside if options.has_times else logs, options)
        if bounds == NOTHING:
            return [part for part in whole if not part.file.is_log]
        limit = None
        if log is not None and kind is not None:
            allowed = log.allowed_end(kind)
            limit = allowed.offset
            self._notes.unproven[log.name] = allowed.unproven
            bounds = _both(bounds, Bounds(None, limit, bounds.since))
        if extra is not None:
            bounds = _both(bounds, extra)
        self._check_begin(logs[0], bounds)
        if bounds.first is not None and bounds.end is not None and bounds.end <= bounds.first:
            return [part for part in whole if not part.file.is_log]
        transactions: Transactions | UnreadTransactions | None = None
        if options.is_committed:
            transactions = self._transactions(beside, is_tiered=is_tiered, end=limit)
        ends = {file.path: _base(after) for file, after in pairwise(beside)}
        self.ends.update(ends)
        found = []
        for part in whole:
            end = ends.get(part.file.path)
            if not part.file.is_log:
                found.append(part)
            elif _overlaps(part.file, end, bounds, transactions):
                # a task gets only its share of the transactions
                mine = transactions
                if isinstance(mine, Transactions) and part.file.name.base_offset is not None:
                    mine = mine.within(part.file.name.base_offset, end)
                own = bounds
                if part.file.first is not None or part.file.end is not None:
                    own = _both(bounds, Bounds(part.file.first, part.file.end, bounds.since))
                is_whole = own == UNBOUNDED and mine is None
                found.append(part if is_whole else replace(part, bounds=own, transactions=mine))
        return found

    def _check_begin(self, file: LogFile, bounds: Bounds) -> None:
        """Raise DataLossError where `startingOffsets` asks for offsets below the begin of the log.

        As Spark's Kafka source does. Filters of the query can exclude the lost part.
        """
        options, owner = self._options, file.owner
        asked = asked_offset(options.starting_offsets, owner.topic, owner.partition)
        begin = self._begins.get(file.store.uri(file.folder))
        first, end = bounds.first, bounds.end
        if asked is None or asked < 0 or begin is None or first is None or first >= begin:
            return
        if end is not None and end <= first:
            return
        name = file.store.uri(file.folder)
        if owner.topic is not None:
            name = f"{owner.topic}-{owner.partition}"
        sentence = (
            f"{name}: startingOffsets asks for offset {asked}, and the log begins at {begin} now: "
            "the records between were deleted"
        )
        if options.fail_on_data_loss:
            raise DataLossError(
                f"{sentence} (earliest, or failOnDataLoss=false, reads the existing records)"
            )
        LOGGER.warning("%s", sentence)

    def _transactions(
        self, beside: list[LogFile], *, is_tiered: bool, end: int | None
    ) -> Transactions | UnreadTransactions:
        """Return the transactions of a partition, by its segments and markers below an offset."""
        file = beside[0]
        if self._states is not None:
            if end is not None:
                raise OptionError(
                    f"end={self._options.end} does not apply to kraft_spark.read_committed, which "
                    "reads to the end of the log; use isolationLevel=read_committed"
                )
            name = self._name_of(file)
            if name not in self._states:
                raise OptionError(f"option transactionState has no state of {name}")
            return self._states[name]
        if is_tiered:
            return UnreadTransactions(
                beside[-1].path, beside[-1].size, tuple(beside), end, beside[-1].modified
            )
        snapshots = self._listing.folders.snapshots_beside(file)
        found = read_sidecars(
            beside,
            snapshots,
            self._options,
            read=partial(self._read, file.store),
            most=_READ_BEHIND_MAX,
            end=end,
        )
        return found or UnreadTransactions(
            beside[-1].path, beside[-1].size, end=end, modified=beside[-1].modified
        )


def _indexes_of(groups: list[list[LogFile]], listing: Listing) -> Contents:
    """Return the small files about committed records, read many at a time on other stores."""
    wanted: dict[tuple[Store, str], None] = {}
    for group in groups:
        file = next((one for one in group if one.is_log), None)
        snapshots = [] if file is None else sorted(listing.folders.snapshots_beside(file))
        if file is None or not snapshots:
            continue  # without them the indexes are incomplete
        wanted[file.store, snapshots[-1][1]] = None
        for one in listing.folders.segments_beside(file):
            if ABORTED_INDEX in one.sidecars:
                wanted[one.store, one.sidecar(ABORTED_INDEX)] = None
    is_remote = any(store.local_path(path) is None for store, path in wanted)
    contents = in_parallel(lambda one: one[0].read_all(one[1]), wanted, is_remote=is_remote)
    known = dict(zip(wanted, contents, strict=True))

    def read(store: Store, path: str) -> bytes:
        content = known.get((store, path))
        return store.read_all(path) if content is None else content

    return read


def _base(file: LogFile) -> int:
    return file.begin


def _without_start(options: LogOptions) -> LogOptions:
    return replace(
        options,
        starting_offsets=EARLIEST,
        starting_timestamp=None,
        starting_offsets_by_timestamp=None,
    )


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
    """Return True if a segment can contain a wanted offset, by its name and the next one's."""
    if file.name.base_offset is None:
        return True
    if bounds.first is not None and next_base is not None and next_base <= bounds.first:
        return False
    end = bounds.end
    if isinstance(transactions, Transactions) and transactions.last_stable is not None:
        end = min(transactions.last_stable, end) if end is not None else transactions.last_stable
    return end is None or file.name.base_offset < end

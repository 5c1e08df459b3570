"""From files to tasks: parts of files, split by size and packed to a size.

Without bounds by time, `read_committed` and `replicas=one` nothing is read here but listings and
`partition.metadata`: tasks find where batches begin. Small files share a task; every task costs
Spark some 50 ms.

Bounds come from options and from the filters of a query. A start timestamp is the first offset
whose record is at or above it, as Kafka's `offsetsForTimes` finds it; without such a record there
is nothing at the start, everything at the end. The indexes alongside a segment say where to begin.
Every filter is evaluated by Spark again: only whole files and batches are skipped.
"""

from __future__ import annotations

import logging
import math
from collections import defaultdict
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from kraft_spark.decoding.decoded_batches import read_legacy, read_payloads
from kraft_spark.files.segment_scan import HEADER, Damage, SegmentScan, Tail, without_wrong_crcs
from kraft_spark.files.segments import MANIFEST, open_segment
from kraft_spark.files.sidecars import (
    ABORTED_INDEX,
    begins_batch,
    boundary,
    can_be_cut,
    newest_times,
    read_index,
    read_time_index,
)
from kraft_spark.files.store import in_parallel
from kraft_spark.log.layout import (
    UNBOUNDED,
    Bounds,
    Listing,
    LogPart,
    Transactions,
    UnreadTransactions,
    log_end,
    partition_of,
    topic_ids_of,
)
from kraft_spark.log.options import EARLIEST, LATEST
from kraft_spark.log.position import END_LOG_END, DataLossError
from kraft_spark.log.replicas import Replica, log_directories
from kraft_spark.log.tiers import one_copy, tier_files
from kraft_spark.log.transactions import decode_states, log_names, read_sidecars
from kraft_spark.options import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from kraft_spark.decoding.decoded_batches import DecodedBatches
    from kraft_spark.files.log_file import LogFile
    from kraft_spark.files.segment_scan import Block, Readable
    from kraft_spark.files.store import Store
    from kraft_spark.log.options import LogOptions, Offsets
    from kraft_spark.log.replicas import Folder, LogDirectory, Recall

    Contents = Callable[[Store, str], bytes]

LOGGER: Final = logging.getLogger("kraft_spark")

_FILE_COLUMNS: Final = {name: name for name in ("topic", "partition", "path")}
_RECORD_COLUMNS: Final = {**_FILE_COLUMNS, "offset": "offset", "timestamp": "timestamp"}
_LOG_COLUMNS: Final = {
    "logtopic": "topic",
    "logpartition": "partition",
    "recordoffset": "offset",
    "timestamp": "timestamp",
    "path": "path",
}
COLUMNS: Final = {
    "records": _RECORD_COLUMNS,
    "batches": {
        **_FILE_COLUMNS,
        "baseoffset": "offset",
        "lastoffset": "offset",
        "maxtimestamp": "timestamp",
    },
    "metadata": {name: name for name in ("offset", "timestamp", "path")},
    "control": _RECORD_COLUMNS,
    "offsets": _LOG_COLUMNS,
    "transactions": _LOG_COLUMNS,
    "files": _FILE_COLUMNS,
    "tiers": {name: name for name in ("topic", "partition")},
}
"""Which columns of a view say what of the log."""


@dataclass(slots=True)
class Pushed:
    """The ranges that the filters leave; None where they do not restrict."""

    topics: set[str] | None = None
    partitions: set[int] | None = None
    paths: set[str] | None = None
    first: int | None = None
    end: int | None = None
    since: int | None = None
    _view: str = field(default="records")

    @classmethod
    def of(cls, filters: Iterable[Any], view: str) -> Pushed:
        """Take in filters of PySpark, all of which must hold."""
        pushed = cls(_view=view)
        for one in filters:
            pushed._take(one)
        return pushed

    def is_empty(self) -> bool:
        """Return True if nothing is left out."""
        return self == Pushed(_view=self._view)

    def __str__(self) -> str:
        """Describe the read for a log line."""
        parts = [
            f"{name} {', '.join(sorted(map(str, values)))}"
            for name, values in (
                ("topics", self.topics),
                ("partitions", self.partitions),
                ("paths", self.paths),
            )
            if values is not None
        ]
        bounds = (("offsets from", self.first), ("offsets below", self.end), ("since", self.since))
        parts += [f"{name} {value}" for name, value in bounds if value is not None]
        return "; ".join(parts)

    def wants(self, file: LogFile) -> bool:
        """Return True if a file may hold rows that are left."""
        owner = file.owner
        if self.topics is not None and owner.topic not in self.topics:
            return False
        if self.paths is not None and file.uri not in self.paths:
            return False
        return self.partitions is None or owner.partition in self.partitions

    def bounds(self) -> Bounds:
        """Return the bounds of offsets and timestamps for the rest of a log."""
        return Bounds(self.first, self.end, self.since)

    def _take(self, one: Any) -> None:
        attribute: tuple[str, ...] = tuple(getattr(one, "attribute", ()))
        name = COLUMNS[self._view].get(attribute[0].lower()) if len(attribute) == 1 else None
        value = getattr(one, "value", None)
        if name is None or value is None:
            return
        kind = type(one).__name__
        if name in ("topic", "partition", "path"):
            values = {value} if kind == "EqualTo" else set(value) if kind == "In" else None
            if values is not None:
                self._narrow(name, values)
        elif name == "offset":
            self._offset(kind, value)
        elif isinstance(value, datetime) and kind in ("EqualTo", "GreaterThan", _AT_LEAST):
            since = math.floor(value.timestamp() * 1000)
            self.since = since if self.since is None else max(self.since, since)

    def _narrow(self, name: str, values: set[Any]) -> None:
        known = getattr(self, f"{name}s")
        setattr(self, f"{name}s", values if known is None else known & values)

    def _offset(self, kind: str, value: Any) -> None:
        if kind == "In":
            numbers = [one for one in value if one is not None]
            if numbers:
                self._between(min(numbers), max(numbers) + 1)
            return
        low = {"EqualTo": value, _AT_LEAST: value, "GreaterThan": value + 1}.get(kind)
        high = {"EqualTo": value + 1, "LessThan": value, "LessThanOrEqual": value + 1}.get(kind)
        self._between(low, high)

    def _between(self, low: int | None, high: int | None) -> None:
        if low is not None:
            self.first = low if self.first is None else max(self.first, low)
        if high is not None:
            self.end = high if self.end is None else min(self.end, high)


_AT_LEAST: Final = "GreaterThanOrEqual"


NOTHING: Final = Bounds(first=(1 << 63) - 1, end=-(1 << 63))
"""Bounds that no offset is within."""


def bounds_of(files: list[LogFile], options: LogOptions) -> Bounds:
    """Return the bounds of one partition; `files` are its segments in order of their offsets."""
    owner = files[0].owner
    first = _asked(options.starting_offsets, owner.topic, owner.partition)
    end = _asked(options.ending_offsets, owner.topic, owner.partition)
    if first == LATEST or end == EARLIEST:
        return NOTHING
    first = None if first == EARLIEST else first
    end = None if end == LATEST else end
    since = options.starting_time(owner.topic, owner.partition)
    if since is not None:
        first = first_offset(files, since, options)
        if first is None:
            return NOTHING
    until = options.ending_time(owner.topic, owner.partition)
    if until is not None:
        end = offset_at(files, until, options)
    return Bounds(first, end)


def first_offset(files: list[LogFile], timestamp: int, options: LogOptions) -> int | None:
    """Return `offset_at`; raises NoOffsetError instead of None if the options say so."""
    found = offset_at(files, timestamp, options)
    if found is None and options.starting_offsets_by_timestamp_strategy == "error":
        owner = files[0].owner
        raise NoOffsetError(
            f"{owner.topic}-{owner.partition} has no record at or above {timestamp} ms "
            "(startingOffsetsByTimestampStrategy=latest reads nothing of it)"
        )
    return found


def _asked(offsets: Offsets, topic: str | None, partition: int | None) -> int | None:
    if not isinstance(offsets, dict):
        return offsets
    if topic is None or partition is None:
        return None
    return offsets.get(topic, {}).get(partition)


def offset_at(files: list[LogFile], timestamp: int, options: LogOptions) -> int | None:
    """Return the first offset whose timestamp is at or above this one; None where there is none."""
    for file, following in zip_longest(files, files[1:]):
        if following is not None and _is_older(file, timestamp):
            continue
        with open_segment(file) as source:
            begin = _begin_of(source.file, timestamp, source)
            events = SegmentScan(
                source,
                begin,
                source.file.size,
                check_crcs=False,
                may_have_tail=file.is_last_segment,
            )
            for event in events:
                if isinstance(event, Damage | Tail):
                    continue
                for block in without_wrong_crcs(event):
                    if not isinstance(block, Damage):
                        found = _first_in(block, timestamp, options)
                        if found is not None and (file.end is None or found < file.end):
                            return max(found, file.begin)
    return None


def _is_older(file: LogFile, timestamp: int) -> bool:
    """Return True if a closed segment has only records below a timestamp.

    The last entry of its time index has the newest, which Kafka's LogSegment relies on too
    (`largestTimestamp`).
    """
    if file.name.base_offset is None or ".timeindex" not in file.sidecars:
        return False
    moments, offsets = newest_times(file)
    is_sound = not (np.diff(moments) <= 0).any() and not (np.diff(offsets) <= 0).any()
    return len(moments) > 0 and int(moments[-1]) < timestamp and is_sound


def _begin_of(file: LogFile, timestamp: int, source: Readable) -> int:
    """Return a place before which no record is at or above a timestamp, by the indexes.

    An entry of the time index says that all up to its offset are no newer than it.
    """
    base = file.name.base_offset
    if base is None or not file.sidecars.issuperset((".index", ".timeindex")):
        return 0
    moments, offsets = read_time_index(file.store.read_all(file.sidecar(".timeindex")), base)
    if (np.diff(moments) <= 0).any() or (np.diff(offsets) <= 0).any():
        return 0
    older = int(np.searchsorted(moments, timestamp))
    if not older:
        return 0
    ends, positions = read_index(file.store.read_all(file.sidecar(".index")), base)
    before = int(np.searchsorted(ends, offsets[older - 1], side="right"))
    if not before:
        return 0
    end, position = int(ends[before - 1]), int(positions[before - 1])
    head = source.read(position, HEADER.itemsize)
    return position if begins_batch(head, end, file.size - position) else 0


def _first_in(block: Block, timestamp: int, options: LogOptions) -> int | None:
    for found in _likely(block, timestamp, options.max_decompressed_batch_bytes):
        fits = np.flatnonzero(found.spans.timestamp >= timestamp)
        if len(fits):
            base = found.block.heads["baseOffset"].astype(np.int64)
            place = int(fits[0])
            return int(base[found.spans.batch[place]] + found.spans.delta[place])
    return None


def _likely(block: Block, timestamp: int, max_bytes: int) -> Iterator[DecodedBatches]:
    """Yield the records of the batches whose newest is new enough, one batch after the other."""
    if block.is_legacy:
        yield from read_legacy(block, max_bytes=max_bytes)
        return
    for index in np.flatnonzero(block.heads["maxTimestamp"] >= timestamp).tolist():
        yield from read_payloads(block.part(slice(index, index + 1)), max_bytes=max_bytes)


_SMALLEST_CUT: Final = 1 << 10
SMALLEST_TASK: Final = 64 << 20
LARGEST_TASK: Final = 1 << 30
_TASKS_WANTED: Final = 10_000
"""Spark spends some 60 ms on a task, and its driver some kilobytes."""

_WHOLE_VIEWS: Final = ("files", "tiers")
"""Views with one row for each file: nothing is cut."""

_READ_BEHIND_MAX: Final = 64 << 20
"""If more of a log follows on its newest producer state, tasks read it and not the driver."""


class NoOffsetError(ValueError):
    """A partition without a record at or above its starting time."""


@dataclass(slots=True)
class PlanNotes:
    """The offsets that a plan leaves out and that were lost, by partition, for results and metrics.

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

    `wants` and `extra` are what filters of the query leave; `extra` may depend on the partition,
    of which it gets the log. `notes` takes what is left out, `recall` has what is known of files.
    Raises MissingPathError, DataLossError and OSError.
    """
    notes = PlanNotes() if notes is None else notes
    is_proved = options.end is not None and options.end != END_LOG_END
    # before the listing: see `replicas`
    directories = {}
    if is_proved or (extra is not None and not isinstance(extra, Bounds)):
        directories = log_directories(options)
    listing = Listing(options)
    notes.partitions |= listing.partitions()
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
    needs_calls = options.is_committed or _needs_all(options) or is_proved
    found = in_parallel(planner.parts, groups.items(), is_remote=is_remote and needs_calls)
    notes.warn()
    if options.latest:
        # a task has all of a partition, in the order of its offsets
        return [sorted(one, key=lambda part: part.file.begin) for one in found if one]
    parts = [part for one in found for part in one]
    most = task_bytes(parts, options)
    if options.max_records_per_partition is not None and options.view not in _WHOLE_VIEWS:
        return _pack_by_records(
            [
                (piece, count)
                for part in parts
                for piece, count in _by_records(part, planner.ends.get(part.file.path), options)
            ],
            most,
            options,
        )
    if options.view not in _WHOLE_VIEWS:
        parts = [piece for part in parts for piece in cut(part, most)]
    return pack(parts, most, options.open_cost_in_bytes)


def _partitions(
    files: list[LogFile], *, by_partition: bool
) -> dict[tuple[object, ...], list[LogFile]]:
    """Files by directory, or by partition where each is read from one log and its tier."""
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
        begin = file.begin if file.first is not None else listing.begin_of(file)
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
    """Files of a directory to parts that count."""

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
        """Where closed segments end, by path."""

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
        if options.view in _WHOLE_VIEWS:
            return whole
        logs = sorted((file for file in group if file.is_log), key=_base)
        if not logs:
            return whole
        kind = options.end if options.end != END_LOG_END else None
        needs_log = kind is not None or not (self._extra is None or isinstance(self._extra, Bounds))
        needs_beside = options.is_committed or _needs_all(options) or needs_log
        is_tiered = any(file.is_tiered for file in self._whole.get(key, ()))
        beside = logs
        if needs_beside and is_tiered:
            beside = sorted((file for file in self._whole[key] if file.is_log), key=_base)
        elif needs_beside:
            beside = self._listing.segments_beside(logs[0])
        log = Replica(beside, self._listing, self._directories, self._recall) if needs_log else None
        extra = self._extra
        if extra is not None and not isinstance(extra, Bounds):
            extra = extra(log) if log is not None else None
            if extra is not None and extra.first is not None:
                # where a partition was read before, only its position says where to go on
                options = _without_start(options)
        bounds = bounds_of(beside if _needs_all(options) else logs, options)
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

        As Spark's Kafka source does. Filters of the query may leave out what is lost.
        """
        options, owner = self._options, file.owner
        asked = _asked(options.starting_offsets, owner.topic, owner.partition)
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
        snapshots = self._listing.snapshots_beside(file)
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
    """Return the small files that say what is committed, read many at a time on other stores."""
    wanted: dict[tuple[Store, str], None] = {}
    for group in groups:
        file = next((one for one in group if one.is_log), None)
        snapshots = [] if file is None else sorted(listing.snapshots_beside(file))
        if file is None or not snapshots:
            continue  # without them the indexes do not say everything
        wanted[file.store, snapshots[-1][1]] = None
        for one in listing.segments_beside(file):
            if ABORTED_INDEX in one.sidecars:
                wanted[one.store, one.sidecar(ABORTED_INDEX)] = None
    is_remote = any(store.local_path(path) is None for store, path in wanted)
    contents = in_parallel(lambda one: one[0].read_all(one[1]), wanted, is_remote=is_remote)
    known = dict(zip(wanted, contents, strict=True))

    def read(store: Store, path: str) -> bytes:
        content = known.get((store, path))
        return store.read_all(path) if content is None else content

    return read


def _needs_all(options: LogOptions) -> bool:
    return options.has_times


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


def cut(part: LogPart, most: int) -> list[LogPart]:
    """Cut a part by size; the tasks find where batches begin (`located`)."""
    if part.size <= most + most // 2 or not can_be_cut(part.file):
        return [part]
    starts = [part.start, *range(part.start + most, part.end - most // 4, most)]
    is_local = part.file.store.local_path(part.file.path) is not None
    if part.file.is_last_segment and is_local and MANIFEST not in part.file.sidecars:
        # its index may grow before a task looks for the same place
        with open_segment(part.file) as source:
            found = {boundary(part.file, source, start) for start in starts}
        starts = sorted(found - {part.file.size}) or [part.start]
    ends = [*starts[1:], part.end]
    return [replace(part, start=a, end=b) for a, b in zip(starts, ends, strict=True)]


def task_bytes(parts: list[LogPart], options: LogOptions) -> int:
    """Return the size of a task: as the option says, or about 10,000 tasks for large data."""
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


def _by_records(
    part: LogPart, end: int | None, options: LogOptions
) -> Iterator[tuple[LogPart, int]]:
    """Yield a part in pieces of no more offsets than a task may have, and how many each has.

    Of a segment that is not closed the end is looked up.
    """
    most = options.max_records_per_partition or 1
    base, bounds = part.file.name.base_offset, part.bounds
    if base is None or not part.file.is_log:
        yield part, most
        return
    first = max(base, base if bounds.first is None else bounds.first)
    if end is None:
        end = log_end(part.file)[1]
    end = end if bounds.end is None else min(end, bounds.end)
    for start in range(first, end, most):
        stop = min(start + most, end)
        yield replace(part, bounds=replace(bounds, first=start, end=stop)), stop - start


def _pack_by_records(
    pieces: list[tuple[LogPart, int]], most: int, options: LogOptions
) -> list[list[LogPart]]:
    """Put pieces together until they have the offsets, or the estimated size, of a task."""
    limit = options.max_records_per_partition or 1
    totals: dict[str, int] = defaultdict(int)
    for piece, count in pieces:
        totals[piece.file.uri] += count
    tasks: list[list[LogPart]] = []
    size = records = 0
    for piece, count in pieces:
        cost = piece.size * count // totals[piece.file.uri] + options.open_cost_in_bytes
        if not tasks or records + count > limit or size + cost > most:
            tasks.append([])
            size = records = 0
        tasks[-1].append(piece)
        size += cost
        records += count
    return tasks

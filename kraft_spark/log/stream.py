"""A log directory as a stream: the begin and end of micro-batches, and their tasks.

Offsets are what Spark's Kafka source stores, `{"orders": {"0": 23}}`: everything below offset 23
was read. The key `$kraft` next to the topics has the rest of each `LogPosition`. Partitions are
read up to where option `end` lets them be read, with `read_committed` up to their last stable
offset. A repeated micro-batch has the same rows.

Before a partition is read, `continues` compares its position with the log. A loss is an error,
unless `failOnDataLoss=false`: then the stream continues where the logs differ, and counts.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from kraft_spark.files.segment_scan import HEADER
from kraft_spark.files.segments import MANIFEST, open_segment
from kraft_spark.files.sidecars import boundary, can_be_cut, start_before
from kraft_spark.files.store import in_parallel, is_glob, locate
from kraft_spark.log.layout import MissingPathError, list_files
from kraft_spark.log.options import EARLIEST, LATEST
from kraft_spark.log.parts import Bounds
from kraft_spark.log.planning import first_offset
from kraft_spark.log.position import (
    END_HIGH_WATERMARK,
    END_LOG_END,
    KEY,
    DataLossError,
    Outcome,
    continues,
    offsets_of,
    positions_of,
    resume,
)
from kraft_spark.log.read_plan import PlanNotes, plan
from kraft_spark.log.replicas import Recall, Replica, log_directories
from kraft_spark.log.tiers import one_copy
from kraft_spark.log.transactions import find_transactions
from kraft_spark.options import OptionError

if TYPE_CHECKING:
    from kraft_spark.files.listing import Listing
    from kraft_spark.files.log_file import LogFile
    from kraft_spark.log.options import LogOptions
    from kraft_spark.log.parts import LogPart
    from kraft_spark.log.position import LogPosition, Offsets, Partition, Resumed, Verdict

STREAMED_VIEWS: Final = ("records", "metadata", "control", "offsets", "transactions")
LOGGER: Final = logging.getLogger("kraft_spark.stream")

_Positions = dict["Partition", "LogPosition"]


@dataclass(frozen=True, slots=True)
class TriggerLimits:
    """Limits of a micro-batch, in bytes or offsets; each partition gives at least one batch."""

    size: int | None = None
    offsets: int | None = None


class LogStream:
    """Plans micro-batches of the logs that options name; raises OptionError."""

    def __init__(self, options: LogOptions) -> None:
        if options.view not in STREAMED_VIEWS:
            raise OptionError(
                f"view={options.view} cannot be streamed: use spark.read, or one of "
                f"{', '.join(STREAMED_VIEWS)}"
            )
        ends = (
            options.ending_offsets,
            options.ending_timestamp,
            options.ending_offsets_by_timestamp,
        )
        if any(one is not None for one in ends):
            raise OptionError(
                "a stream has no end: remove endingOffsets, endingTimestamp and "
                "endingOffsetsByTimestamp"
            )
        # a topic that is gone is a loss of the stream once it has a position there
        self._may_be_empty = options.allow_empty or not options.fail_on_data_loss
        self._options = replace(
            options,
            replicas="one",
            ignore_missing_files=True,
            end=END_LOG_END,
            allow_empty=True,
        )
        self._end = options.end or END_HIGH_WATERMARK
        self._may_miss_paths = options.ignore_missing_files
        self._frozen: dict[Partition, int] | None = None
        self._newest: Offsets | None = None
        self._recall = Recall()
        self._noted: dict[Partition, str] = {}
        self._lost: dict[Partition, int] = {}
        self._counted: _Positions = {}
        self._unproven: dict[Partition, int] = {}
        self._told: set[Partition] = set()

    def initial(self) -> Offsets:
        """Return the start of a new query; new partitions start with their first record."""
        listing, logs = self._logs(is_new=True)
        ends = self._ends(listing, logs)
        found = {}
        for key, log in logs.items():
            start = self._start(log, ends[key], key)
            position = log.position(start)
            # the record before such a start was never read and can be replaced
            found[key] = replace(position, epoch=None) if start > ends[key] else position
        return offsets_of(found)

    def freeze(self) -> None:
        """Note the current ends of the logs: micro-batches do not exceed them."""
        self._frozen = self._ends(*self._logs())

    def latest(self, start: Offsets, limits: TriggerLimits) -> Offsets:
        """Return the end of the next micro-batch; `start` if nothing is new.

        Raises DataLossError, MissingPathError and PositionError.
        """
        begun = positions_of(start)
        listing, logs = self._logs(is_new=not begun)
        ends = self._ends(listing, logs)
        self._newest = _nested(ends)
        if self._frozen is not None:
            ends = {key: min(end, self._frozen.get(key, 0)) for key, end in ends.items()}
        self._note_unproven()
        spans, moved = {}, {}
        for key, position in begun.items():
            # a subscription that became narrower leaves positions of other topics
            if key not in logs and self._options.has_topic(*key):
                self._resumed(key, position, None)
        for key, log in logs.items():
            first = log.begin
            if key in begun:
                verdict, found = self._resumed(key, begun[key], log)
                first = found.offset
                if verdict.is_loss:
                    moved[key] = first
            if ends[key] > first:
                spans[key] = (first, ends[key])
        segments = {key: log.segments for key, log in logs.items()}
        moved |= _limited(segments, spans, limits)
        if not moved:
            return start
        return offsets_of({**begun, **{key: logs[key].position(moved[key]) for key in moved}})

    def newest(self) -> Offsets | None:
        """Return the ends of the logs at the last look, and the proven or possible losses."""
        if self._newest is None:
            return None
        counts = {
            name: _nested({key: count for key, count in counted.items() if count})
            for name, counted in (("lost", self._lost), ("unproven", self._unproven))
        }
        found = {name: numbers for name, numbers in counts.items() if numbers}
        if not found:
            return self._newest
        return {**self._newest, KEY: found}

    def tasks(self, start: Offsets, end: Offsets) -> list[list[LogPart]]:
        """Return the tasks of a micro-batch.

        Raises DataLossError, MissingPathError, PositionError.
        """
        begun, ended = positions_of(start), positions_of(end)
        changed = {key: one for key, one in ended.items() if one != begun.get(key)}
        seen: set[Partition] = set()
        self._check_paths()

        def wants(file: LogFile) -> bool:
            return file.is_log and _owner(file) in changed

        def bounds(log: Replica) -> Bounds:
            key = _owner(log.newest)
            seen.add(key)
            planned = changed[key]
            first = None
            if key in begun:
                first = self._resumed(key, begun[key], log)[1].offset
            # a micro-batch that is repeated after a crash: the log may have been replaced since
            verdict, found = self._resumed(key, planned, log)
            if not verdict.is_loss and log.end < planned.offset:
                raise DataLossError(
                    f"{log.name}: a micro-batch was planned up to offset {planned.offset}, and "
                    f"{log.replica}, which is read now, ends at {log.end}: start the query again "
                    "when it has caught up"
                )
            return Bounds(first, min(planned.offset, found.offset))

        options = replace(
            self._options,
            starting_offsets=None,
            starting_timestamp=None,
            starting_offsets_by_timestamp=None,
        )
        tasks = plan(options, wants, bounds, recall=self._recall)
        for key in sorted(changed.keys() - seen):
            self._resumed(key, begun.get(key, changed[key]), None)
        return tasks

    def _check_paths(self) -> None:
        """Raise MissingPathError for a path that is missing now, as after an unmount."""
        if self._may_miss_paths:
            return
        for given in self._options.paths:
            store, path = locate(given)
            if not is_glob(path) and store.entry(path) is None:
                raise MissingPathError(
                    f"no such file or directory: {given}: the stream cannot continue without it"
                )

    def _logs(self, *, is_new: bool = False) -> tuple[Listing, dict[Partition, Replica]]:
        """Return the log read for each partition; a new query needs one for each named one."""
        self._check_paths()
        self._recall.turn()
        directories = log_directories(self._options)
        is_strict = is_new and not self._may_be_empty
        listing = list_files(replace(self._options, allow_empty=not is_strict))
        every = [file for file in listing.files if file.is_log]
        files = one_copy(every, listing, self._options)
        groups: dict[Partition, list[LogFile]] = {}
        for file in files:
            groups.setdefault(_owner(file), []).append(file)
        for (topic, partition), segments in groups.items():
            if len({one.owner.topic_id or one.folder for one in segments}) > 1:
                raise OptionError(
                    f"several topics named {topic} are under the path, with partition {partition} "
                    f"in {' and '.join(sorted({one.folder for one in segments}))}: specify one of "
                    "the directories"
                )
            segments.sort(key=lambda file: file.begin)
        return listing, {
            key: Replica(segments, listing, directories, self._recall)
            for key, segments in groups.items()
        }

    def _ends(self, listing: Listing, logs: dict[Partition, Replica]) -> dict[Partition, int]:
        def end(item: tuple[Partition, Replica]) -> int:
            key, log = item
            found = log.allowed_end(self._end)
            self._unproven[key] = found.unproven
            if not self._options.is_committed:
                return found.offset
            # every marker counts up to the log end if the stream reads to the log end
            limit = None if self._end == END_LOG_END else found.offset
            segments, options = log.segments, self._options
            stable = find_transactions(segments, listing.folders, options, limit).last_stable
            return found.offset if stable is None else min(found.offset, stable)

        self._unproven = {}
        is_remote = any(
            one.newest.store.local_path(one.newest.path) is None for one in logs.values()
        )
        return dict(zip(logs, in_parallel(end, logs.items(), is_remote=is_remote), strict=True))

    def _start(self, log: Replica, end: int, key: Partition) -> int:
        options = self._options
        begin = log.begin
        since = options.starting_time(*key)
        if since is not None:
            found = first_offset(log.segments, since, options)
            return log.end if found is None else min(found, log.end)
        asked = options.starting_offsets
        if isinstance(asked, dict):
            asked = asked.get(key[0], {}).get(key[1])
        if asked is None or asked == EARLIEST:
            return begin
        if asked == LATEST:
            return end
        if asked < begin:
            sentence = (
                f"{log.name}: startingOffsets asks for offset {asked}, and the log begins at "
                f"{begin} now: the records between were deleted"
            )
            if options.fail_on_data_loss:
                raise DataLossError(
                    f"{sentence} (failOnDataLoss=false continues with the existing records)"
                )
            LOGGER.warning("%s", sentence)
        return min(max(asked, begin), log.end)

    def _resumed(
        self, key: Partition, position: LogPosition, log: Replica | None
    ) -> tuple[Verdict, Resumed]:
        """Return where a position continues in a log; a finding is logged once until it changes."""
        verdict = continues(position, None) if log is None else log.judge(position)
        found = resume(position, verdict, log, fail_on_data_loss=self._options.fail_on_data_loss)
        if verdict.is_loss and self._counted.get(key) != position:
            self._counted[key] = position
            self._lost[key] = self._lost.get(key, 0) + found.lost
        if verdict.outcome is Outcome.CONTINUES:
            self._noted.pop(key, None)
        elif self._noted.get(key) != verdict.reason:
            self._noted[key] = verdict.reason
            LOGGER.warning("%s: %s", position.name, found.note)
        return verdict, found

    def _note_unproven(self) -> None:
        """Log one line when the end of a partition cannot be proved that could be before."""
        counts = {key: count for key, count in self._unproven.items() if count}
        if counts.keys() - self._told:
            names = {f"{topic}-{number}": count for (topic, number), count in counts.items()}
            PlanNotes(unproven=names).warn()
        self._told = set(counts)


def _owner(file: LogFile) -> Partition:
    owner = file.owner
    if owner.topic is None or owner.partition is None:
        raise OptionError(
            f"{file.uri}: a stream needs a topic and a partition, but the directory name has none"
        )
    return owner.topic, owner.partition


def _nested(offsets: dict[Partition, int]) -> Offsets:
    found: Offsets = {}
    for (topic, partition), offset in sorted(offsets.items()):
        found.setdefault(topic, {})[str(partition)] = offset
    return found


def _limited(
    logs: dict[Partition, list[LogFile]],
    spans: dict[Partition, tuple[int, int]],
    limits: TriggerLimits,
) -> dict[Partition, int]:
    """Return the end of each partition, by shares of its new records, as Kafka's source does."""
    if limits.offsets is not None:
        total = sum(end - first for first, end in spans.values())
        if total > limits.offsets:
            return {
                key: first + -(-(end - first) * limits.offsets // total)
                for key, (first, end) in spans.items()
            }
    if limits.size is None:
        return {key: end for key, (_, end) in spans.items()}
    pieces = {key: _pieces(logs[key], *span) for key, span in spans.items()}
    sizes = {key: sum(end - begin for _, begin, end in found) for key, found in pieces.items()}
    total = sum(sizes.values())
    if total <= limits.size:
        return {key: end for key, (_, end) in spans.items()}
    return {
        key: _end_within(pieces[key], max(limits.size * sizes[key] // total, 1), *spans[key])
        for key in spans
    }


def _pieces(segments: list[LogFile], first: int, end: int) -> list[tuple[LogFile, int, int]]:
    """Return the segments with offsets from `first` up to `end`, and the bytes of those in each."""
    found = []
    for number, file in enumerate(segments):
        base = file.begin
        following = segments[number + 1].begin if number + 1 < len(segments) else None
        if base >= end or (following is not None and following <= first):
            continue
        begin = 0 if MANIFEST in file.sidecars else start_before(file, first)
        found.append((file, begin, file.size))
    return found


def _end_within(pieces: list[tuple[LogFile, int, int]], size: int, first: int, end: int) -> int:
    """Return the offset at which this many bytes are read, one batch at least."""
    left = size
    for file, begin, stop in pieces:
        if left >= stop - begin:
            left -= stop - begin
            if not left:
                return _after(file, pieces, end)
            continue
        if not can_be_cut(file) or MANIFEST in file.sidecars:
            return _after(file, pieces, end)
        with open_segment(file) as source:
            opened = source.file
            place = boundary(opened, source, source.original(begin + left))
            while place < opened.size:
                head = bytes(source.read(place, HEADER.itemsize))
                if len(head) < HEADER.itemsize:
                    break
                offset = int(np.frombuffer(head, HEADER)["baseOffset"][0])
                if offset > first:
                    return min(offset, end)
                # the index has few entries: the share ended before the first new batch
                place = boundary(opened, source, place + 1)
        return _after(file, pieces, end)
    return end


def _after(file: LogFile, pieces: list[tuple[LogFile, int, int]], end: int) -> int:
    """Return the offset with which the next segment begins."""
    files = [one for one, _, _ in pieces]
    place = files.index(file) + 1
    return min(end, files[place].begin or end) if place < len(files) else end

"""A log directory as a stream: where micro-batches begin and end, and their tasks.

Places are what Spark's Kafka source stores, `{"orders": {"0": 23}}`: everything below offset 23 was
read. Closed segments are read up to the base offset of the next one, by listings alone; the
newest segment of a partition, on request, up to its last whole batch. With `read_committed` a log
ends at its last stable offset. A repeated micro-batch has the same rows.

What is gone is an error, unless `failOnDataLoss=false`: segments that were deleted before they were
read, partitions, and a log that was truncated below what was read.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from kraft_spark.files.aiven_segments import MANIFEST, open_segment
from kraft_spark.files.segment_scan import HEADER
from kraft_spark.files.sidecars import boundary, can_be_cut, start_before
from kraft_spark.files.store import in_parallel
from kraft_spark.log.layout import Bounds, Listing, log_end
from kraft_spark.log.options import EARLIEST, LATEST
from kraft_spark.log.planning import DataLossError, first_offset, plan
from kraft_spark.log.tiers import one_copy
from kraft_spark.log.transactions import read_markers, read_sidecars, read_transactions
from kraft_spark.options import OptionError

if TYPE_CHECKING:
    from kraft_spark.files.log_file import LogFile
    from kraft_spark.log.layout import LogPart
    from kraft_spark.log.options import LogOptions

STREAMED_VIEWS: Final = ("records", "metadata", "control", "offsets", "transactions")
LOGGER: Final = logging.getLogger("kraft_spark.stream")

Places = dict[str, dict[str, int]]
"""The next offset by topic and partition, as Spark stores it."""

_Partition = tuple[str, int]


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
                "a stream has no end: drop endingOffsets, endingTimestamp and "
                "endingOffsetsByTimestamp"
            )
        # a topic that is gone is a loss of the stream, which failOnDataLoss=false goes on from
        allow_empty = options.allow_empty or not options.fail_on_data_loss
        self._options = replace(
            options, replicas="one", ignore_missing_files=True, allow_empty=allow_empty
        )
        self._frozen: dict[_Partition, int] | None = None
        self._newest: Places | None = None

    def initial(self) -> Places:
        """Where a new query begins; partitions that come later begin with their first record."""
        listing = Listing(self._options)
        logs = self._logs(listing)
        ends = self._ends(listing, logs)
        return _nested({key: self._start(logs[key], ends[key], key) for key in logs})

    def freeze(self) -> None:
        """Note where the logs end now: micro-batches go no further."""
        listing = Listing(self._options)
        self._frozen = self._ends(listing, self._logs(listing))

    def latest(self, start: Places, limits: TriggerLimits) -> Places:
        """Where the next micro-batch ends; `start` while there is nothing new.

        Raises DataLossError.
        """
        listing = Listing(self._options)
        logs = self._logs(listing)
        ends = self._ends(listing, logs)
        self._newest = _nested(ends)
        if self._frozen is not None:
            ends = {key: min(end, self._frozen.get(key, 0)) for key, end in ends.items()}
        begun = _flat(start)
        spans = {}
        for key, segments in logs.items():
            first = begun.get(key, segments[0].begin)
            if ends[key] < first and self._frozen is None:
                self._lose(
                    f"{key[0]}-{key[1]}: the log ends at {ends[key]}, and was read up to {first}: "
                    "it was truncated after it was read"
                )
            if ends[key] > first:
                spans[key] = (first, ends[key])
        found = {**begun, **_limited(logs, spans, limits)}
        return _nested(found) if found != begun else start

    def newest(self) -> Places | None:
        """Where the logs ended at the last look."""
        return self._newest

    def tasks(self, start: Places, end: Places) -> list[list[LogPart]]:
        """The tasks of a micro-batch; raises DataLossError."""
        begun, ended = _flat(start), _flat(end)
        changed = {key: last for key, last in ended.items() if last > begun.get(key, -1)}
        seen: set[_Partition] = set()

        def wants(file: LogFile) -> bool:
            return file.is_log and _owner(file) in changed

        def bounds(segments: list[LogFile]) -> Bounds:
            key = _owner(segments[0])
            seen.add(key)
            first, base = begun.get(key), segments[0].begin
            if first is not None and base > first:
                self._lose(
                    f"{key[0]}-{key[1]}: read up to offset {first}, and the log begins at {base} "
                    "now: the records between were deleted before they were read"
                )
            return Bounds(first, changed[key])

        options = replace(
            self._options,
            starting_offsets=None,
            starting_timestamp=None,
            starting_offsets_by_timestamp=None,
        )
        tasks = plan(options, wants, bounds)
        for topic, partition in sorted(changed.keys() - seen):
            self._lose(f"{topic}-{partition}: its files are gone, and were not read to the end")
        return tasks

    def _logs(self, listing: Listing) -> dict[_Partition, list[LogFile]]:
        """The segments of each partition, in order."""
        every = [file for file in listing.files if file.is_log]
        files = one_copy(every, listing, self._options)
        logs: dict[_Partition, list[LogFile]] = {}
        for file in files:
            logs.setdefault(_owner(file), []).append(file)
        for (topic, partition), segments in logs.items():
            if len({one.owner.topic_id or one.folder for one in segments}) > 1:
                raise OptionError(
                    f"several topics named {topic} are under the path, with partition {partition} "
                    f"in {' and '.join(sorted({one.folder for one in segments}))}: specify one of "
                    "the directories"
                )
            segments.sort(key=lambda file: file.begin)
        return logs

    def _ends(
        self, listing: Listing, logs: dict[_Partition, list[LogFile]]
    ) -> dict[_Partition, int]:
        def end(segments: list[LogFile]) -> int:
            newest = segments[-1]
            base = newest.name.base_offset or 0
            found = max(base, log_end(newest)[1]) if self._options.active_segment else base
            if not self._options.is_committed:
                return found
            stable = self._last_stable(listing, segments)
            return found if stable is None else min(found, stable)

        groups = list(logs.values())
        is_remote = any(one[0].store.local_path(one[0].path) is None for one in groups)
        return dict(zip(logs, in_parallel(end, groups, is_remote=is_remote), strict=True))

    def _last_stable(self, listing: Listing, segments: list[LogFile]) -> int | None:
        if any(one.is_tiered for one in segments):
            return read_markers(segments, self._options).last_stable
        store = segments[0].store
        snapshots = listing.snapshots_beside(segments[0])
        found = read_sidecars(segments, snapshots, self._options, read=store.read_all)
        found = found or read_transactions(segments, self._options)
        return found.last_stable

    def _start(self, segments: list[LogFile], end: int, key: _Partition) -> int:
        options = self._options
        begin = segments[0].begin
        since = options.starting_time(*key)
        if since is not None:
            found = first_offset(segments, since, options)
            return end if found is None else min(found, end)
        asked = options.starting_offsets
        if isinstance(asked, dict):
            asked = asked.get(key[0], {}).get(key[1])
        if asked is None or asked == EARLIEST:
            return begin
        if asked == LATEST:
            return end
        if asked < begin:
            self._lose(
                f"{key[0]}-{key[1]}: startingOffsets asks for offset {asked}, and the log begins "
                f"at {begin} now: the records between were deleted"
            )
        return min(max(asked, begin), end)

    def _lose(self, sentence: str) -> None:
        if self._options.fail_on_data_loss:
            raise DataLossError(
                f"{sentence} (failOnDataLoss=false continues with the existing records)"
            )
        LOGGER.warning("%s", sentence)


def _owner(file: LogFile) -> _Partition:
    owner = file.owner
    if owner.topic is None or owner.partition is None:
        raise OptionError(
            f"{file.uri}: a stream needs topic and partition, and the directory name has none"
        )
    return owner.topic, owner.partition


def _flat(places: Places) -> dict[_Partition, int]:
    return {
        (topic, int(partition)): offset
        for topic, offsets in places.items()
        for partition, offset in offsets.items()
    }


def _nested(offsets: dict[_Partition, int]) -> Places:
    found: Places = {}
    for (topic, partition), offset in sorted(offsets.items()):
        found.setdefault(topic, {})[str(partition)] = offset
    return found


def _limited(
    logs: dict[_Partition, list[LogFile]],
    spans: dict[_Partition, tuple[int, int]],
    limits: TriggerLimits,
) -> dict[_Partition, int]:
    """Where each partition ends: each gets a share by what is new in it, as in Kafka's source."""
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
    """The segments that hold offsets from `first` up to `end`, and the bytes of it in each."""
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
    """The offset at which this many bytes are taken, one batch at least."""
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
    """The offset with which the next segment begins."""
    files = [one for one, _, _ in pieces]
    place = files.index(file) + 1
    return min(end, files[place].begin or end) if place < len(files) else end

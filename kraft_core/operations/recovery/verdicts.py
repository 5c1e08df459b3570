"""Verdicts about the surviving logs when a majority of the voters is lost.

Nothing is read here. `survey_of` examines directories and reports if a majority is lost. `judge`
takes the logs of voters and observers and the evidence of commits, chooses one log and returns a
verdict for each range of offsets. Two logs are compared by the epochs of their records: an epoch
has one leader, so two records with the same offset and epoch are the same record, and so are all
before them (Raft's log matching). Logs whose bytes contradict that are refused.

A majority is lost, so fewer than a majority of copies are left, and counting them neither proves
that a record was committed nor that it was not. Only evidence does: a snapshot, which a running
node writes below its high watermark, or a high watermark itself. A higher epoch is no evidence:
with voters A to E, B wins epoch 5 and writes a record that nobody fetches; C wins epoch 6 on a
log with record r of epoch 4 and commits r on C, D and E, which are then lost. Of A, which has r,
and B, whose last epoch is higher, A has what was committed.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from typing import TYPE_CHECKING

from kraft_core.operations.findings import in_words
from kraft_core.raft.consensus.values import OffsetAndEpoch

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from kraft_core.raft.consensus.log import LeaderEpochs
    from kraft_core.raft.consensus.values import ReplicaKey
    from kraft_core.raft.consensus.voters import VoterSetHistory


class RecoveryError(ValueError):
    """The logs cannot be compared; the text is a sentence for the operator."""


class ContradictionError(RecoveryError):
    """Two logs, or pieces of evidence, cannot come from one quorum without a split."""


class Verdict(StrEnum):
    """Verdict about the records of a range of offsets."""

    CERTAIN = "certain"
    """Committed."""
    KEPT = "kept"
    """In the chosen log; may have been committed."""
    RIVAL = "rival"
    """In another log, in place of records of the chosen one; may have been committed."""
    EXCLUDED = "excluded"
    """In another log, in conflict with committed records; cannot have been committed."""
    UNKNOWN_LOSS = "unknown loss"
    """In no log; may have been committed, after the end of the chosen log or in place of records
    that are kept (by a leader of a later epoch whose records only lost voters had)."""
    LOST = "lost"
    """In no log; committed."""


@dataclass(frozen=True, slots=True)
class ReplicaLog:
    """The log of one directory: the epochs of its records from `start` to `end` (exclusive).

    `epochs.earlier` is the epoch of the record before `start`, which a snapshot holds. `batches`
    has the first offset of each batch and the checksum of its content, ascending.
    """

    name: str
    start: int
    end: int
    epochs: LeaderEpochs
    batches: tuple[Sequence[int], Sequence[int]] = ((), ())

    @property
    def last(self) -> OffsetAndEpoch:
        """The end with the epoch of the last record."""
        return OffsetAndEpoch(self.end, self.epochs.last)

    def has(self, point: OffsetAndEpoch) -> bool:
        """Return True if the log is known to have the records up to that point."""
        return (
            self.start <= point.offset <= self.end
            and self.epochs.before(point.offset) == point.epoch
        )

    def contradicts(self, point: OffsetAndEpoch) -> bool:
        """Return True if the log has another record right below that point."""
        return (
            self.start <= point.offset <= self.end
            and self.epochs.before(point.offset) != point.epoch
        )

    def divergence(self, other: ReplicaLog) -> int | None:
        """Return the end of the common part of both logs; None if it is below the start of one."""
        starts = max(self.start, other.start)
        end = min(self.end, other.end)
        while end >= starts:
            ours, theirs = self.epochs.before(end), other.epochs.before(end)
            if ours == theirs:
                return end
            # the higher of two epochs begins in its log where the other log has another record
            entries = (self if ours > theirs else other).epochs.entries
            later = max(ours, theirs)
            begin = next((start for epoch, start in entries if epoch == later), starts - 1)
            end = min(begin, end - 1)
        return None


@dataclass(frozen=True, slots=True)
class Evidence:
    """Records known to be committed: those of one log below `point`."""

    point: OffsetAndEpoch
    source: str


@dataclass(frozen=True, slots=True)
class Range:
    """A verdict for the records of `log` from `start` to `end` (exclusive).

    `log` is empty for records that no log has; `end` is None where it is not known.
    """

    verdict: Verdict
    log: str
    start: int
    end: int | None


@dataclass(frozen=True, slots=True)
class Judgement:
    """The chosen log, the end of the certain part, and all ranges, the chosen log's first."""

    chosen: ReplicaLog
    certain: Evidence | None
    ranges: tuple[Range, ...]

    @property
    def rivals(self) -> tuple[Range, ...]:
        """The ranges that may have been committed and are not in the chosen log."""
        return tuple(each for each in self.ranges if each.verdict is Verdict.RIVAL)

    @property
    def branches(self) -> tuple[Range, ...]:
        """The ranges to compare if rivals exist, those of the chosen log first; else none."""
        if not self.rivals:
            return ()
        # of several rivals, the chosen log is compared from where the first one departs from it
        start = min(each.start for each in self.rivals)
        chosen = Range(Verdict.KEPT, self.chosen.name, start, self.chosen.end)
        return (chosen, *self.rivals) if start < self.chosen.end else self.rivals


def judge(
    logs: Sequence[ReplicaLog],
    evidence: Iterable[Evidence] = (),
    *,
    committed_end: int = 0,
    branch: str | None = None,
) -> Judgement:
    """Choose a log and return a verdict for each range of offsets.

    `committed_end` is a high watermark of a node whose log is missing: it shows how many records
    were committed, but not which. `branch` names the log to choose in place of the default. Raises
    RecoveryError.
    """
    if not logs:
        raise RecoveryError("no log was found")
    certain = _certain(logs, evidence)
    for one, other in _pairs(logs):
        _check_bytes(one, other)
    point = None if certain is None else certain.point
    able = [each for each in logs if point is None or each.has(point)]
    if not able:
        assert certain is not None  # noqa: S101  # without evidence every log is able
        raise RecoveryError(
            f"records up to {certain.point} are committed ({certain.source}), but no log has them"
        )
    # names make the choice between equal logs the same each time
    chosen = max(able, key=lambda each: (*each.last.order, -each.start, each.name))
    if branch is not None:
        named = next((each for each in able if each.name == branch), None)
        if named is None:
            raise RecoveryError(
                f"{branch} cannot be the branch: it is not one of the logs that have all committed"
                " records"
            )
        chosen = named
    ranges = [*_of_chosen(chosen, point, committed_end)]
    for each in logs:
        if each is not chosen:
            ranges += _of_other(each, chosen, point)
    return Judgement(chosen, certain, tuple(ranges))


def _certain(logs: Sequence[ReplicaLog], evidence: Iterable[Evidence]) -> Evidence | None:
    """Return the evidence that reaches farthest; raises ContradictionError."""
    ordered = sorted(evidence, key=lambda each: (each.point.offset, each.point.epoch, each.source))
    for before, after in pairwise(ordered):
        is_same_end = before.point.offset == after.point.offset
        if before.point.epoch > after.point.epoch or (is_same_end and before.point != after.point):
            raise ContradictionError(
                f"{before.source} and {after.source} cannot both be committed: they end at"
                f" {before.point} and {after.point}"
            )
    last = ordered[-1] if ordered else None
    for log in logs:
        if last is None or not log.has(last.point):
            continue
        for each in ordered:
            if log.contradicts(each.point):
                raise ContradictionError(
                    f"{each.source} ends at {each.point}, but {log.name}, which has the committed"
                    f" records of {last.source}, has epoch {log.epochs.before(each.point.offset)}"
                    " there"
                )
    return last


def _pairs(logs: Sequence[ReplicaLog]) -> Iterable[tuple[ReplicaLog, ReplicaLog]]:
    return ((one, other) for place, one in enumerate(logs) for other in logs[place + 1 :])


def _check_bytes(one: ReplicaLog, other: ReplicaLog) -> None:
    """Refuse logs whose bytes differ although their epochs say that the records are the same."""
    end = one.divergence(other)
    if end is None:
        return
    start = max(one.start, other.start)
    for first, second in zip(_shared(one, start, end), _shared(other, start, end), strict=False):
        if first != second:
            raise ContradictionError(
                f"{one.name} and {other.name} have different records at offset"
                f" {min(first[0], second[0])} with the same epoch: they are of two clusters, or of"
                " a quorum that was split"
            )


def _shared(log: ReplicaLog, start: int, end: int) -> Iterable[tuple[int, int]]:
    offsets, checksums = log.batches
    first, beyond = bisect_left(offsets, start), bisect_left(offsets, end)
    return zip(offsets[first:beyond], checksums[first:beyond], strict=True)


def _of_chosen(
    chosen: ReplicaLog, point: OffsetAndEpoch | None, committed_end: int
) -> Iterable[Range]:
    certain_end = 0 if point is None else point.offset
    if certain_end:
        yield Range(Verdict.CERTAIN, chosen.name, 0, certain_end)
    if certain_end < chosen.end:
        yield Range(Verdict.KEPT, chosen.name, certain_end, chosen.end)
    if chosen.end < committed_end:
        yield Range(Verdict.LOST, "", chosen.end, committed_end)
    yield Range(Verdict.UNKNOWN_LOSS, "", certain_end, None)


def _of_other(log: ReplicaLog, chosen: ReplicaLog, point: OffsetAndEpoch | None) -> Iterable[Range]:
    """Return the records of a log that the chosen log lacks."""
    certain_end = 0 if point is None else point.offset
    end = log.divergence(chosen)
    if end is None:
        # a log that starts above offset 0 follows a snapshot: all lower offsets are committed
        if log.end >= chosen.start and log.contradicts(
            OffsetAndEpoch(chosen.start, chosen.epochs.earlier)
        ):
            yield Range(Verdict.EXCLUDED, log.name, chosen.start - 1, log.end)
    elif end < log.end:
        verdict = Verdict.EXCLUDED if end < certain_end else Verdict.RIVAL
        yield Range(verdict, log.name, end, log.end)


# -- directories -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LeftDirectory:
    """A log directory as it was read: its owner, log, snapshots and voters.

    `epoch` is that of the stored vote, 0 without one. `last_ms` is the time of the last record;
    with NoOp records every 500 ms (`metadata.max.idle.interval.ms`) it dates the end of the log.
    `process` has the directory open now (0 if its id is not known). `notes` are repairs that a
    start would make.
    """

    key: ReplicaKey
    cluster_id: str
    log: ReplicaLog
    snapshots: tuple[OffsetAndEpoch, ...]
    voters: VoterSetHistory
    epoch: int = 0
    last_ms: int | None = None
    process: int | None = None
    notes: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        """The path of the directory."""
        return self.log.name


@dataclass(frozen=True, slots=True)
class UnreadDirectory:
    """A directory that a start would refuse, with the reason."""

    path: str
    fault: str


@dataclass(frozen=True, slots=True)
class Electorate:
    """One set of voters: all their ids, and those whose directories were read."""

    ids: tuple[int, ...]
    present: tuple[int, ...]

    @property
    def has_majority(self) -> bool:
        """Return True if the directories of a majority of the set were read."""
        return len(self.present) > len(self.ids) // 2

    @property
    def missing(self) -> tuple[int, ...]:
        """The voters whose directories were not read."""
        return tuple(each for each in self.ids if each not in self.present)


def old_disks(sets: Sequence[Sequence[int]]) -> str:
    """Return which disks must not start before the new quorum has led; no full stop.

    `sets` are the voters of the old quorum, two sets during a change. Its members compare epochs
    with each other alone: until one has heard of the new leader, a majority of them elects another.
    """
    when, how = "before the new quorum has a leader", "in the same epoch"
    ids = sorted({each for one in sets for each in one})
    if not ids:
        return (
            f"Start no disk of the old quorum, whose voters are not known, {when}: a majority can"
            f" elect their own, {how}"
        )
    if len(ids) == 1:
        return f"Start no old disk of voter {ids[0]} {when}: it can elect itself, {how}"
    majority = min(len(each) for each in sets) // 2 + 1
    return (
        f"Start no old disk of voters {in_words(ids)} {when}: {majority} of them can elect their"
        f" own, {how}"
    )


@dataclass(frozen=True, slots=True)
class Survey:
    """Directories, the verdicts about their logs, and the voters.

    `electorates` has two entries if the latest change of voters may be uncommitted: the set before
    it and the latest one. A majority of each is needed.
    """

    directories: tuple[LeftDirectory, ...]
    unread: tuple[UnreadDirectory, ...]
    judgement: Judgement
    electorates: tuple[Electorate, ...]

    @property
    def has_majority(self) -> bool:
        """Return True if the directories of a majority were read; False if no voters are known."""
        return bool(self.electorates) and all(each.has_majority for each in self.electorates)

    @property
    def voter_ids(self) -> frozenset[int]:
        """The ids of the voters of all sets."""
        return frozenset(one for each in self.electorates for one in each.ids)

    def is_voter(self, directory: LeftDirectory) -> bool:
        """Return True if the directory is that of a voter of the latest set."""
        return any(directory.key.id in each.present for each in self.electorates[-1:])


def survey_of(
    directories: Sequence[LeftDirectory],
    unread: Sequence[UnreadDirectory] = (),
    *,
    high_watermarks: Mapping[int, int] | None = None,
    static_voters: Iterable[int] = (),
    branch: str | None = None,
) -> Survey:
    """Return a survey of directories of one quorum. `high_watermarks` are by node id.

    `static_voters` are the ids in controller.quorum.voters, which a log at kraft.version 0 does not
    have. `branch` is the path of the directory whose log is chosen. Raises RecoveryError.
    """
    clusters = {each.cluster_id: each.path for each in directories}
    if len(clusters) > 1:
        (first, where), (second, other) = sorted(clusters.items())[:2]
        raise RecoveryError(f"{where} belongs to cluster {first}, but {other} to cluster {second}")
    evidence = [
        Evidence(snapshot_id, f"snapshot {snapshot_id} of {each.path}")
        for each in directories
        for snapshot_id in each.snapshots
        if snapshot_id.offset > 0
    ]
    committed_end = 0
    for node_id, offset in sorted((high_watermarks or {}).items()):
        logs = [each.log for each in directories if each.key.id == node_id]
        # if a node has several directories, the owner of its high watermark is unknown
        if len(logs) == 1 and offset <= logs[0].end:
            if offset > logs[0].start:
                point = OffsetAndEpoch(offset, logs[0].epochs.before(offset))
                evidence.append(Evidence(point, f"high watermark {offset} of node {node_id}"))
        else:
            committed_end = max(committed_end, offset)
    judgement = judge(
        [each.log for each in directories], evidence, committed_end=committed_end, branch=branch
    )
    electorates = _electorates(directories, judgement, frozenset(static_voters))
    found = Survey(tuple(directories), tuple(unread), judgement, electorates)
    if not found.has_majority:
        return found
    # a majority stored each committed record, so one of these voters has it
    ranges = [each for each in judgement.ranges if each.verdict is not Verdict.UNKNOWN_LOSS]
    return replace(found, judgement=replace(judgement, ranges=tuple(ranges)))


def _electorates(
    directories: Sequence[LeftDirectory], judgement: Judgement, static_voters: frozenset[int]
) -> tuple[Electorate, ...]:
    history = next(each for each in directories if each.log is judgement.chosen).voters
    certain_end = 0 if judgement.certain is None else judgement.certain.point.offset
    sets = [voters for _, voters in history.sets[-1:]]
    # a leader appends no change before the one before it is committed (KIP-853), so that only the
    # latest can be uncommitted
    if (history.latest_offset or 0) >= certain_end:
        sets = [voters for _, voters in history.sets[-2:]]
    found = [
        Electorate(
            voters.ids,
            tuple(sorted({each.key.id for each in directories if voters.has(each.key)})),
        )
        for voters in sets
    ]
    if not found and static_voters:
        here = {each.key.id for each in directories} & static_voters
        found.append(Electorate(tuple(sorted(static_voters)), tuple(sorted(here))))
    return tuple(dict.fromkeys(found))

"""A position in a log, whether a log continues it, and the end of its committed part.

A position names the record after which reading continues: its offset alone is not enough, because a
log can be truncated and grow again, and a topic can be deleted and created again. Two logs are the
same up to a record if its offset and its leader epoch are the same in both (KIP-101, the log
matching property of Raft). `continues` uses this as a follower does that asks its leader for the
end of an epoch: it compares the epoch of the record before the position.

Pure: what a log holds is given by `Log`, so nothing is read here.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

END_HIGH_WATERMARK: Final = "highWatermark"
END_CLOSED_SEGMENTS: Final = "closedSegments"
END_LOG_END: Final = "logEnd"
ENDS: Final = (END_HIGH_WATERMARK, END_CLOSED_SEGMENTS, END_LOG_END)
"""The values of option `end`."""

_OFFSET_MAX: Final = (1 << 63) - 1
_EPOCH_MAX: Final = (1 << 31) - 1
_PARTITION_MAX: Final = _EPOCH_MAX
_PARTITION_DIGITS_MAX: Final = len(str(_PARTITION_MAX))


class PositionError(ValueError):
    """Stored progress that is not a valid position."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogPosition:
    """The position at which reading a partition continues: every record below `offset` was read.

    `name` is the partition for messages, as `orders-0`. `epoch` is the leader epoch of the record
    before `offset`, None where that record was not read or has none (message formats 0 and 1).
    `replica` is the log directory that was read. Positions written by earlier releases have only an
    offset; see `is_bare`.
    """

    name: str
    offset: int
    epoch: int | None = None
    topic_id: str | None = None
    cluster_id: str | None = None
    replica: str | None = None

    @property
    def is_bare(self) -> bool:
        """Return True if an offset and at most a topic id were stored, as by releases up to 0.2."""
        return self.epoch is None and self.replica is None

    def to_form(self) -> dict[str, Any]:
        """Return the position as JSON without its name, and without unknown members."""
        form = {
            "offset": self.offset,
            "epoch": self.epoch,
            "topicId": self.topic_id,
            "clusterId": self.cluster_id,
            "replica": self.replica,
        }
        return {key: value for key, value in form.items() if value is not None}

    @classmethod
    def of_form(cls, name: str, form: object) -> LogPosition:
        """Parse that JSON, or a plain offset; raises PositionError."""
        if type(form) is int:
            form = {"offset": form}
        if not isinstance(form, dict):
            raise PositionError(f"{name}: a position is an offset or an object, not {form!r}")
        offset = _number(name, form, "offset", _OFFSET_MAX)
        if offset is None:
            raise PositionError(f"{name}: the position has no offset")
        texts = {key: form.get(key) for key in ("topicId", "clusterId", "replica")}
        for key, text in texts.items():
            if text is not None and not isinstance(text, str):
                raise PositionError(f"{name}: {key} of the position is {text!r}, not a text")
        return cls(
            name=name,
            offset=offset,
            epoch=_number(name, form, "epoch", _EPOCH_MAX),
            topic_id=texts["topicId"],
            cluster_id=texts["clusterId"],
            replica=texts["replica"],
        )

    def __str__(self) -> str:
        parts = [f"offset {self.offset}"]
        parts += [f"epoch {self.epoch}"] if self.epoch is not None else []
        parts += [f"topic id {self.topic_id}"] if self.topic_id is not None else []
        return ", ".join(parts)


def _number(name: str, form: Mapping[str, Any], key: str, most: int) -> int | None:
    value = form.get(key)
    if value is None:
        return None
    if type(value) is not int or not 0 <= value <= most:
        raise PositionError(f"{name}: {key} of the position is {value!r}, not 0 to {most}")
    return value


@dataclass(frozen=True, slots=True)
class BatchSpan:
    """The offsets of a batch, `end` exclusive, and its leader epoch, None without one."""

    first: int
    end: int
    epoch: int | None


class Log(Protocol):
    """One replica of a partition, as its files are now."""

    @property
    def topic_id(self) -> str | None:
        """The id of partition.metadata or of the layout."""

    @property
    def cluster_id(self) -> str | None:
        """The id in meta.properties of the log directory."""

    @property
    def replica(self) -> str:
        """The log directory that holds the directory of the partition."""

    @property
    def begin(self) -> int:
        """The first remaining offset."""

    @property
    def end(self) -> int:
        """The offset after the last whole batch, at least the base offset of the last segment."""

    def batch_before(self, offset: int) -> BatchSpan | None:
        """Return the last batch that begins below an offset."""

    def batch_from(self, offset: int) -> BatchSpan | None:
        """Return the first batch that begins at or above an offset."""

    def first_above(self, epoch: int) -> int | None:
        """Return the base offset of the first batch whose epoch is above this one."""

    def lineage(self) -> Sequence[tuple[int, int]]:
        """Return the leader epochs and their start offsets, from leader-epoch-checkpoint."""


class Outcome(Enum):
    """The verdict of `continues` on a log and a position."""

    CONTINUES = "continues"
    TRUNCATED = "truncated"
    ANOTHER_LOG = "another log"
    GONE = "gone"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of `continues`.

    `at` is where reading has to continue if the loss is accepted: of TRUNCATED the first offset
    that differs, of GONE and ANOTHER_LOG the begin of the log; None where it is not known.
    `reason` has the expected and the actual state.
    """

    outcome: Outcome
    reason: str = ""
    at: int | None = None

    @property
    def is_loss(self) -> bool:
        """Return True if unread records are lost, or records that were read were replaced."""
        return self.outcome in _LOSSES

    def lost(self, position: LogPosition) -> int:
        """Return the number of offsets known to be lost."""
        if self.at is None or not self.is_loss:
            return 0
        if self.outcome is Outcome.GONE:
            return max(0, self.at - position.offset)
        return max(0, position.offset - self.at) if self.outcome is Outcome.TRUNCATED else 0


_LOSSES: Final = (Outcome.TRUNCATED, Outcome.ANOTHER_LOG, Outcome.GONE)
CONTINUES: Final = Verdict(Outcome.CONTINUES)

REMEDIES: Final = {
    Outcome.TRUNCATED: (
        "an election replaced records that were read, or this replica lost them and has not caught "
        "up: wait for it, or begin again from an offset before the difference"
    ),
    Outcome.ANOTHER_LOG: "the topic was deleted and created again: begin again with new progress",
    Outcome.GONE: (
        "the records were deleted before they were read, or the disk is not mounted: read more "
        "often than retention deletes, or check the path"
    ),
}
"""The user's remedies for a loss."""


def continues(position: LogPosition, log: Log | None) -> Verdict:
    """Decide whether a log continues a position; None is a partition without a log."""
    if log is None:
        return Verdict(Outcome.GONE, "no directory of it is under the path")
    other = another_log(position, log.begin, cluster_id=log.cluster_id, topic_id=log.topic_id)
    if other is not None:
        return other
    if log.begin > position.offset:
        return Verdict(
            Outcome.GONE,
            f"read up to offset {position.offset}, and the log begins at {log.begin} now: the "
            "records between were deleted before they were read",
            log.begin,
        )
    # a position of an earlier release does not name the replica that was read: the existing one is
    # assumed, so that a truncation is always reported
    is_same = position.replica is None or position.replica == log.replica
    if position.epoch is None:
        if log.end < position.offset and is_same:
            return _shorter(position, log.end)
        if position.offset == 0 or (
            not position.is_bare and log.batch_before(position.offset) is None
        ):
            return CONTINUES  # nothing was read that could have been replaced
        return _unknown(
            position,
            "this progress has no leader epoch, so a log that was truncated and grew again "
            "cannot be detected",
        )
    return _by_epoch(position, position.epoch, log, is_same=is_same)


def another_log(
    position: LogPosition,
    begin: int | None = None,
    *,
    cluster_id: str | None,
    topic_id: str | None = None,
) -> Verdict | None:
    """Return ANOTHER_LOG if the ids of a log are not those of a position.

    Ids that one of both does not have are not compared.
    """
    pairs = (
        ("cluster id", position.cluster_id, cluster_id),
        ("topic id", position.topic_id, topic_id),
    )
    for what, expected, found in pairs:
        if expected is not None and found is not None and expected != found:
            return Verdict(
                Outcome.ANOTHER_LOG,
                f"read up to {position}; the log there now has the {what} {found}, expected "
                f"{expected}",
                begin,
            )
    return None


def _shorter(position: LogPosition, end: int) -> Verdict:
    return Verdict(
        Outcome.TRUNCATED,
        f"the log ends at offset {end}, and was read up to {position.offset}: it was truncated "
        "after it was read",
        end,
    )


def _by_epoch(position: LogPosition, epoch: int, log: Log, *, is_same: bool) -> Verdict:
    """Decide as a follower does: the record before the position must have the same epoch."""
    before = log.batch_before(position.offset)
    if before is not None and before.end >= position.offset:
        if before.epoch is None:
            return _unknown(position, "the batch there has no leader epoch (message format 0 or 1)")
        return CONTINUES if before.epoch == epoch else _replaced(position, before.epoch, log)
    if log.end < position.offset:
        above = log.first_above(epoch)
        if above is not None:
            return _replaced(position, epoch + 1, log)
        if is_same:
            return _shorter(position, log.end)
        # two replicas are never compared by their ends: a follower lags, and then catches up
        return _unknown(
            position,
            f"{log.replica} ends at {log.end}, another replica was read up to there: nothing is "
            "read until it has caught up",
        )
    return _in_hole(position, epoch, log, before)


def _in_hole(position: LogPosition, epoch: int, log: Log, before: BatchSpan | None) -> Verdict:
    """Decide for a record that is no longer in the log: retention or compaction removed it.

    A batch after it with the same epoch proves that the leader of that epoch had the same records
    before it. Else leader-epoch-checkpoint says in which epoch the record was; that file can lag
    after a truncation (LeaderEpochFileCache writes it asynchronously), so batches come first.
    """
    after = log.batch_from(position.offset)
    if before is not None and before.epoch is not None and before.epoch > epoch:
        return _replaced(position, before.epoch, log)
    if after is not None and after.epoch is not None:
        if after.epoch == epoch:
            return CONTINUES
        if after.epoch < epoch:
            return _replaced(position, after.epoch, log)
    place = position.offset - 1
    known = [one for one, start in log.lineage() if start <= place]
    if known and known[-1] == epoch:
        return CONTINUES
    if known:
        return _replaced(position, known[-1], log, log.lineage())
    return _unknown(
        position, "the record before it is no longer there, and no leader-epoch-checkpoint names it"
    )


def _replaced(
    position: LogPosition, found: int, log: Log, lineage: Sequence[tuple[int, int]] = ()
) -> Verdict:
    """Return the verdict if the record before the position has another epoch.

    A later epoch took over at its first batch. An earlier one is the log of a replica that never
    had ours (an unclean election): where the two part is not known.
    """
    epoch = position.epoch if position.epoch is not None else -1
    at = None
    if found > epoch:
        starts = [start for one, start in lineage if one > epoch]
        first = log.first_above(epoch)
        starts += [] if first is None else [first]
        at = min(min(starts, default=position.offset), position.offset)
    where = "" if at is None else f", it differs from offset {at} on"
    shown = "a later epoch" if log.end < position.offset else f"epoch {found}"
    return Verdict(
        Outcome.TRUNCATED,
        f"read up to offset {position.offset} in epoch {position.epoch}, and the log has "
        f"{shown} there now: it was truncated after it was read{where}",
        at,
    )


def _unknown(position: LogPosition, why: str) -> Verdict:
    return Verdict(Outcome.UNKNOWN, f"read up to {position}: {why}")


class DataLossError(ValueError):
    """Records between the position that was read and the current begin are lost."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """The position of a resumed read.

    `lost` offsets are known to be missing, `note` is the reason.
    """

    offset: int
    lost: int = 0
    note: str = ""


def resume(
    position: LogPosition, verdict: Verdict, log: Log | None, *, fail_on_data_loss: bool
) -> Resumed:
    """Continue at a position, or, if a loss is accepted, where the log can be read again.

    Raises DataLossError with the partition, what was expected, what was found, and the remedy.
    """
    if not verdict.is_loss:
        return Resumed(position.offset, note=verdict.reason)
    sentence = f"{position.name}: {verdict.reason}"
    if fail_on_data_loss:
        raise DataLossError(
            f"{sentence} ({REMEDIES[verdict.outcome]}; failOnDataLoss=false continues with the "
            "existing records)"
        )
    offset = position.offset
    if log is not None:
        offset = min(offset, log.end) if verdict.at is None else verdict.at
    lost = verdict.lost(position)
    return Resumed(offset, lost, f"{verdict.reason}; continuing at offset {offset}")


# ---- the end -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AllowedEnd:
    """The end up to which a partition is read, `offset` exclusive.

    `unproven` is the number of offsets that were left out because nothing says whether they are
    committed; 0 where something does.
    """

    offset: int
    unproven: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class EndFacts:
    """The known facts about the end of a partition.

    `log_end` follows the last whole batch, `newest_base` is the base offset of the newest segment.
    `high_watermark` is the entry of replication-offset-checkpoint, `tier_end` the end of the
    segments in a tier, `snapshot_end` that of the newest snapshot of `__cluster_metadata`; None
    where there is none.
    """

    log_end: int
    newest_base: int
    high_watermark: int | None = None
    tier_end: int | None = None
    snapshot_end: int | None = None


def allowed_end(end: str, facts: EndFacts) -> AllowedEnd:
    """Return the end up to which option `end` lets a partition be read.

    Kafka copies only segments below the high watermark to a tier (RemoteLogManager) and
    snapshots only what is committed (KIP-630), so that both prove as much as a high watermark.
    Without any proof closed segments are read, and the rest is reported.
    """
    if end == END_LOG_END:
        return AllowedEnd(facts.log_end)
    if end == END_CLOSED_SEGMENTS:
        return AllowedEnd(max(facts.newest_base, facts.tier_end or 0))
    proofs = [
        one for one in (facts.high_watermark, facts.tier_end, facts.snapshot_end) if one is not None
    ]
    if proofs:
        return AllowedEnd(min(facts.log_end, max(proofs)))
    return AllowedEnd(facts.newest_base, max(0, facts.log_end - facts.newest_base))


_CHECKPOINT_VERSION: Final = "0"
_ENTRIES_MAX: Final = 1 << 20


def read_offset_checkpoint(text: str) -> dict[tuple[str, int], int]:
    """Return the entries of Kafka's offset checkpoint (OffsetCheckpointFile); {} for other text.

    Kafka replaces the file by a rename, so a file that ends early was copied while it was written:
    nothing of it counts.
    """
    lines = text.split("\n")
    if len(lines) < 2 or lines[0].strip() != _CHECKPOINT_VERSION or not lines[1].isdecimal():
        return {}
    count = int(lines[1])
    entries = [line for line in lines[2:] if line]
    if count != len(entries) or count > _ENTRIES_MAX or not text.endswith("\n"):
        return {}
    found = {}
    for line in entries:
        parts = line.split(" ")
        if len(parts) != 3 or not (parts[1].isdecimal() and parts[2].isdecimal()):
            return {}
        found[parts[0], int(parts[1])] = int(parts[2])
    return found


def read_epoch_checkpoint(text: str) -> list[tuple[int, int]]:
    """Return the epochs of a leader-epoch-checkpoint and their start offsets, in order."""
    found = []
    for line in text.split("\n")[2:][:_ENTRIES_MAX]:
        numbers = line.split()
        if len(numbers) == 2 and all(one.isdecimal() for one in numbers):
            found.append((int(numbers[0]), int(numbers[1])))
    return sorted(found)


# ---- the offsets of a stream ---------------------------------------------------------------------

KEY: Final = "$kraft"
"""The key next to the topics in the offsets of a stream. `$` is in no legal name of a topic."""

_FORM_VERSION: Final = 1

Offsets = dict[str, Any]
"""Offsets as Spark's Kafka source stores them, `{"orders": {"0": 23}}`, and the key `$kraft`."""

Partition = tuple[str, int]


def offsets_of(
    positions: Mapping[Partition, LogPosition],
    extras: Mapping[Partition, Mapping[str, Any]] | None = None,
) -> Offsets:
    """Return positions as the JSON of a stream: Spark's form, with more under `$kraft`.

    `extras` is kept with a position; `extra_of` returns it.
    """
    found_in = {(one.replica, one.cluster_id) for one in positions.values() if one.replica}
    replicas = sorted(found_in, key=lambda one: (one[0], one[1] or ""))
    numbers = {replica: number for number, replica in enumerate(replicas)}
    found: Offsets = {}
    more: dict[str, dict[str, Any]] = {}
    for (topic, partition), one in sorted(positions.items()):
        found.setdefault(topic, {})[str(partition)] = one.offset
        form = dict((extras or {}).get((topic, partition), {}))
        if one.epoch is not None:
            form["epoch"] = one.epoch
        if one.topic_id is not None:
            form["topicId"] = one.topic_id
        if one.replica is not None:
            form["replica"] = numbers[one.replica, one.cluster_id]
        elif one.cluster_id is not None:
            form["clusterId"] = one.cluster_id
        if form:
            more.setdefault(topic, {})[str(partition)] = form
    if more:
        listed = [
            {"path": path} if cluster is None else {"path": path, "clusterId": cluster}
            for path, cluster in replicas
        ]
        found[KEY] = {"version": _FORM_VERSION, "replicas": listed, "topics": more}
    return found


def extra_of(offsets: Mapping[str, Any], key: Partition) -> dict[str, Any]:
    """Return the data stored with a position in offsets that `positions_of` has read."""
    topics = offsets.get(KEY, {}).get("topics", {})
    return dict(topics.get(key[0], {}).get(str(key[1]), {}))


def _partition_number(topic: str, text: str) -> int:
    """Read a partition number in its only form; "00" would be a second entry for "0"."""
    if len(text) <= _PARTITION_DIGITS_MAX and text.isdecimal():
        number = int(text)
        if str(number) == text and number <= _PARTITION_MAX:
            return number
    raise PositionError(f"{topic}: {text[:20]!r} is not the number of a partition")


def positions_of(offsets: Mapping[str, Any]) -> dict[Partition, LogPosition]:
    """Read the output of `offsets_of`, or Spark's own form; raises PositionError."""
    more = offsets.get(KEY, {"version": _FORM_VERSION, "replicas": [], "topics": {}})
    try:
        if more["version"] != _FORM_VERSION:
            raise PositionError(
                f"{KEY} of the stored offsets has version {more['version']}: a later release of "
                "kraft wrote it"
            )
        replicas, topics = more["replicas"], more["topics"]
        found = {}
        for topic, numbers in offsets.items():
            if topic == KEY:
                continue
            for partition, offset in numbers.items():
                name = f"{topic}-{partition}"
                form = dict(topics.get(topic, {}).get(partition, {}))
                place = form.pop("replica", None)
                if place is not None:
                    if type(place) is not int or place < 0:
                        raise PositionError(f"{name}: the stored offsets are not valid: {place!r}")
                    form["replica"] = replicas[place]["path"]
                    form["clusterId"] = replicas[place].get("clusterId")
                number = _partition_number(topic, partition)
                found[topic, number] = LogPosition.of_form(name, {**form, "offset": offset})
    except (KeyError, IndexError, TypeError, AttributeError, ValueError) as error:
        if isinstance(error, PositionError):
            raise
        raise PositionError(f"the stored offsets are not valid: {error!r}") from None
    return found

"""Snapshots and restarts: where a log begins, what a snapshot holds, what recovery must find.

And what stays on a disk that is never restarted: `LogShrinks` and `NoFileForgotten` look at its
files themselves.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from kraft_core.raft.consensus.effects import (
    AppendControlRecords,
    AppendRecords,
    DeleteLogPrefix,
    DeleteSnapshots,
    DiscardSnapshot,
    ResetLog,
    SendRecords,
    SendRequest,
    SendResponse,
    SendSnapshotChunk,
    StoreSnapshotChunk,
    WriteSnapshot,
)
from kraft_core.raft.consensus.events import (
    LogReset,
    LogTruncated,
    SnapshotFailed,
    SnapshotStored,
    Started,
)
from kraft_core.raft.consensus.roles import Leader
from kraft_core.raft.consensus.rpc import FetchResponse, FetchSnapshot
from kraft_core.raft.consensus.values import KRaftVersion, Voters
from kraft_core.raft.directory import (
    CHECKPOINT,
    DELETED,
    LOG,
    PARTITION_METADATA,
    PRODUCER_SNAPSHOT,
    SEGMENT_SUFFIXES,
    base_offset_of,
    parse_snapshot,
    segments,
    snapshot_file,
)
from kraft_core.raft.storage import durable_mark, election_file, leader_epochs
from kraft_core.raft.storage.memory_files import MemoryDisk
from kraft_core.raft.storage.snapshot_files import read_header
from kraft_core.raft.topic import KAFKAS_TOPIC
from kraft_core.sim.quorum.hooks import Moment
from kraft_core.sim.quorum.invariants.invariant import Invariant, model_of
from kraft_core.sim.quorum.invariants.models import Disks, Membership, Shelves

if TYPE_CHECKING:
    from kraft_core.raft.consensus.roles import Role
    from kraft_core.raft.consensus.values import Election, SnapshotId
    from kraft_core.raft.consensus.voters import VoterSet
    from kraft_core.raft.directory import SnapshotName
    from kraft_core.raft.storage.memory_files import MemoryFolder
    from kraft_core.sim.quorum.invariants.models import DiskState
    from kraft_core.sim.quorum.ledger import Entry
    from kraft_core.sim.quorum.node import SimulatedNode


class SnapshotAtLogStart(Invariant):
    """A restart raises the start of the log to a snapshot."""

    name = "SnapshotAtLogStart"
    meaning = "A log that begins above 0 begins at the end of a stored snapshot, of its epoch."
    source = "SnapshotAtLogStart (Kafka), State Ordering (openraft)"
    coverage = "A replica came back with a log that begins above 0."

    def watch(self) -> None:
        """Subscribe to starts, deleted prefixes and resets."""
        self._shelves = model_of(self.cluster, Shelves)
        hooks = self.cluster.hooks
        hooks.moments[Moment.STARTED].append(self._started)
        hooks.effects[DeleteLogPrefix].append(self._prefix)
        hooks.effects[ResetLog].append(self._reset)

    def _started(self, node: SimulatedNode) -> None:
        start = node.core.log.start_offset
        if start > 0:
            self.reached += 1
            self._check(node, start)

    def _prefix(self, node: SimulatedNode, effect: DeleteLogPrefix) -> None:
        self._check(node, effect.start_offset)

    def _reset(self, node: SimulatedNode, effect: ResetLog) -> None:
        self._check(node, effect.snapshot_id.offset)

    def _check(self, node: SimulatedNode, start: int) -> None:
        snapshots = self._shelves.of(node).snapshots
        found = snapshots.get(start)
        self.ensure(found is not None, (node.node_id, "begins at", start, "has", snapshots))
        if found is not None and start <= self.cluster.ledger.end_offset:
            last = self.cluster.ledger.find(start - 1).entry
            self.ensure(last.epoch == found.epoch, (node.node_id, found, "committed", last))


class LeaderNeverLoadSnapshot(Invariant):
    """A leader has everything already."""

    name = "LeaderNeverLoadSnapshot"
    meaning = "A leader neither fetches a snapshot nor replaces its log with one."
    source = "LeaderNeverLoadSnapshot (Kafka)"
    coverage = "A replica led that had replaced its log with a snapshot."

    def watch(self) -> None:
        """Subscribe to resets, fetches of snapshots, and leaders."""
        self._loaded: dict[int, bool] = {}
        self.cluster.hooks.effects[ResetLog].append(self._reset)
        self.cluster.hooks.effects[SendRequest].append(self._sent)
        self.cluster.hooks.roles.append(self._changed)

    def _reset(self, node: SimulatedNode, effect: ResetLog) -> None:
        self._loaded[node.node_id] = True
        is_leader = isinstance(node.core.role, Leader)
        self.ensure(not is_leader, (node.node_id, node.core.role.epoch, effect))

    def _sent(self, node: SimulatedNode, effect: SendRequest) -> None:
        if type(effect.request) is FetchSnapshot:
            is_leader = isinstance(node.core.role, Leader)
            self.ensure(not is_leader, (node.node_id, node.core.role.epoch, effect))

    def _changed(self, node: SimulatedNode, _old: Role, new: Role) -> None:
        if isinstance(new, Leader) and self._loaded.pop(node.node_id, False):
            self.reached += 1


class SnapshotCarriesSet(Invariant):
    """Compared with what is committed below the snapshot's end."""

    name = "SnapshotCarriesSet"
    meaning = "A snapshot holds kraft.version and the voter set in force at its end offset."
    source = "SnapshotCarriesSet (KIP-853 gaps)"
    coverage = "A snapshot was made whose end has another voter set than the first one."

    def watch(self) -> None:
        """Subscribe to snapshots that are started or downloaded."""
        self._members = model_of(self.cluster, Membership)
        self.cluster.hooks.effects[WriteSnapshot].append(self._begun)
        self.cluster.hooks.events[SnapshotStored].append(self._stored)

    def _begun(self, node: SimulatedNode, effect: WriteSnapshot) -> None:
        self._check(node, effect.snapshot_id, effect.kraft_version, effect.voters)

    def _stored(self, node: SimulatedNode, event: SnapshotStored) -> None:
        level, voters = 0, None
        for record in event.control_records:
            if isinstance(record, KRaftVersion):
                level = record.level
            elif isinstance(record, Voters):
                voters = record.voter_set
        self._check(node, event.snapshot_id, level, voters)

    def _check(
        self, node: SimulatedNode, snapshot_id: SnapshotId, level: int, voters: VoterSet | None
    ) -> None:
        members, offset = self._members, snapshot_id.offset
        right_level = members.level_before(offset)
        right = members.set_before(offset) if right_level else None
        self.reached += right is not None and right.ids != self.cluster.first_voters.ids
        holds = (level, voters) == (right_level, right)
        self.ensure(holds, (node.node_id, snapshot_id, level, voters, "right is", right))


class BootstrapNeverServed(Invariant):
    """It says who the first voters were, and that is for the node that was formatted with it."""

    name = "BootstrapNeverServed"
    meaning = "The 0-0 checkpoint is never sent, named or asked for."
    source = "BootstrapNeverServed (KIP-853 gaps)"
    coverage = "A replica with an empty log received records from offset 0."

    def watch(self) -> None:
        """Subscribe to all messages about snapshots that are sent."""
        hooks = self.cluster.hooks
        hooks.effects[SendSnapshotChunk].append(self._chunk)
        hooks.effects[SendResponse].append(self._answered)
        hooks.effects[SendRequest].append(self._sent)
        hooks.effects[SendRecords].append(self._records)

    def _check(self, node: SimulatedNode, snapshot_id: SnapshotId) -> None:
        self.ensure(snapshot_id.offset > 0, (node.node_id, snapshot_id))

    def _chunk(self, node: SimulatedNode, effect: SendSnapshotChunk) -> None:
        self._check(node, effect.snapshot_id)

    def _answered(self, node: SimulatedNode, effect: SendResponse) -> None:
        response = effect.response
        if type(response) is FetchResponse and response.snapshot_id is not None:
            self._check(node, response.snapshot_id)

    def _sent(self, node: SimulatedNode, effect: SendRequest) -> None:
        if type(effect.request) is FetchSnapshot:
            self._check(node, effect.request.snapshot_id)

    def _records(self, _node: SimulatedNode, effect: SendRecords) -> None:
        self.reached += effect.start_offset == 0


class RestartEquivalence(Invariant):
    """A restart can lose data that was not durable, and must keep durable data."""

    name = "RestartEquivalence"
    meaning = (
        "Recovery yields the election, all of the log and the snapshots that were durable, and the "
        "voter set that follows from them."
    )
    source = "RestartEquivalence (KIP-853 gaps), Monotonic Vote (openraft)"
    coverage = "A replica came back that had stopped with a log that was not durable to its end."

    def watch(self) -> None:
        self._members = model_of(self.cluster, Membership)
        self._disks = model_of(self.cluster, Disks)
        self._snapshots: dict[int, int] = {}
        self._shelves = model_of(self.cluster, Shelves)
        hooks = self.cluster.hooks
        hooks.moments[Moment.DISK_LOST].append(self._lost)
        hooks.events[Started].append(self._started)
        hooks.moments[Moment.STARTED].append(self._ready)
        hooks.moments[Moment.STOPPED].append(self._stopped)

    def _lost(self, node: SimulatedNode) -> None:
        self._snapshots.pop(node.node_id, None)

    def _ready(self, node: SimulatedNode) -> None:
        self._snapshots[node.node_id] = self._shelves.of(node).end_offset

    def _stopped(self, node: SimulatedNode) -> None:
        if node.node_id in self._snapshots:
            self._snapshots[node.node_id] = self._shelves.of(node).end_offset

    def _started(self, node: SimulatedNode, event: Started) -> None:
        stopped = self._disks.at_stop(node)
        if stopped is not None:
            self.reached += stopped.flushed_end < stopped.log.end_offset
            self._check_election(node, event.election, stopped)
            self._check_log(node, stopped)
        kept = self._snapshots.get(node.node_id, 0)
        found = self._shelves.of(node).end_offset
        self.ensure(found >= kept, (node.node_id, "snapshots reach to", found, "had", kept))
        membership, history = self._members.of(node), event.voter_history
        same = (history.latest, history.level) == (membership.in_force, membership.level)
        self.ensure(same, (node.node_id, history, "its log says", membership.in_force))

    def _check_election(
        self, node: SimulatedNode, found: Election | None, stopped: DiskState
    ) -> None:
        """Accept both elections if the process ended while the newer one was written."""
        lawful = [stopped.election, stopped.attempted]
        holds = any(_is_same(found, each) for each in lawful)
        self.ensure(holds, (str(node.key), "found", found, "had", lawful))

    def _check_log(self, node: SimulatedNode, stopped: DiskState) -> None:
        log, before, durable = node.log, stopped.log, stopped.flushed_end
        holds = log.end_offset >= durable
        self.ensure(holds, (str(node.key), "ends at", log.end_offset, "had", durable))
        start = max(log.start_offset, before.start_offset)
        is_equal = log.between(start, durable) == before.between(start, durable)
        self.ensure(is_equal, (str(node.key), "found another log from", start, "to", durable))


def _is_same(found: Election | None, stored: Election | None) -> bool:
    """Compare elections. At kraft.version 0 the file has no directory id."""
    if found is None or stored is None:
        return found is stored
    if (found.epoch, found.leader_id) != (stored.epoch, stored.leader_id):
        return False
    if found.voted is None or stored.voted is None:
        return found.voted is stored.voted
    return found.voted.id == stored.voted.id


class TruncatedStaysGone(Invariant):
    """`LogTruncated` and `LogReset` claim durability, as `LogFlushed` does."""

    name = "TruncatedStaysGone"
    meaning = "Records removed by a completed truncation or reset never come back."
    source = "kraft's log port: a completion says that the disk has it"
    coverage = "A replica came back whose log had been truncated or reset."

    def watch(self) -> None:
        """Subscribe to truncations, resets, their completions, appends, and starts."""
        self._cut: dict[int, dict[int, list[Entry]]] = {}
        self._gone: dict[int, dict[tuple[int, int], Entry]] = {}
        hooks = self.cluster.hooks
        # before the log follows the effect
        hooks.moments[Moment.LOG_SHRINKS].append(self._shrinks)
        hooks.events[LogTruncated].append(self._completed)
        hooks.events[LogReset].append(self._completed)
        hooks.effects[AppendRecords].append(self._appended)
        hooks.effects[AppendControlRecords].append(self._appended)
        hooks.moments[Moment.STOPPED].append(self._stopped)
        hooks.moments[Moment.STARTED].append(self._started)
        hooks.moments[Moment.DISK_LOST].append(self._lost)

    def _shrinks(self, node: SimulatedNode) -> None:
        generation, end = node.shrinks_to
        entries = [each for each in node.log.entries if each.base_offset >= end]
        self._cut.setdefault(node.node_id, {})[generation] = entries

    def _completed(self, node: SimulatedNode, event: LogTruncated | LogReset) -> None:
        waiting = self._cut.get(node.node_id, {})
        gone = self._gone.setdefault(node.node_id, {})
        for generation in [each for each in waiting if each <= event.generation]:
            for entry in waiting.pop(generation):
                gone[entry.base_offset, entry.epoch] = entry
        for entry in node.log.entries:  # records that were appended again meanwhile
            gone.pop((entry.base_offset, entry.epoch), None)

    def _appended(self, node: SimulatedNode, effect: AppendRecords | AppendControlRecords) -> None:
        gone = self._gone.get(node.node_id)
        if gone:
            for entry in node.log.between(effect.base_offset, node.log.end_offset):
                gone.pop((entry.base_offset, entry.epoch), None)

    def _stopped(self, node: SimulatedNode) -> None:
        self._cut.pop(node.node_id, None)

    def _lost(self, node: SimulatedNode) -> None:
        self._gone.pop(node.node_id, None)

    def _started(self, node: SimulatedNode) -> None:
        gone = self._gone.get(node.node_id)
        if not gone:
            return
        self.reached += 1
        back = [each for each in node.log.entries if gone.get((each.base_offset, each.epoch))]
        self.ensure(not back, (node.node_id, "has again", [str(each) for each in back]))


_HOUSEKEEPING_MS: Final = 1000
"""How often a driver has files unlinked that wait for it."""

_SLOW_DISK_MS: Final = 4000
"""A turn waits for quorum-state, what is queued for the syncs before it, and disks can be slow."""

_OPEN_BESIDE: Final = 2
"""Files that are open for one step: an index that is written, a part that is checked."""


def _log_folder(node: SimulatedNode) -> MemoryFolder:
    return node.disk.root.folder(KAFKAS_TOPIC.folder)


class Observed:
    """One node, checked at intervals while it can act; observations are dropped otherwise.

    `since` has what is wrong, with the time on the node's clock when it was seen first.
    """

    def __init__(self, node: SimulatedNode) -> None:
        self.incarnation = node.incarnation
        self.looks_at_ms = 0
        self.stalled_at_ms = node.stalled_at_ms
        self.since: dict[object, int] = {}

    def is_due(self, node: SimulatedNode, every_ms: int) -> bool:
        """Return True if a check is due.

        Work that a stall delayed gets its whole time again.
        """
        known = (self.incarnation, self.stalled_at_ms)
        if node.is_stalled or known != (node.incarnation, node.stalled_at_ms):
            self.incarnation, self.stalled_at_ms = node.incarnation, node.stalled_at_ms
            self.since.clear()
            return False
        now_ms = node.clock.now_ms()
        if now_ms < self.looks_at_ms:
            return False
        self.looks_at_ms = now_ms + every_ms
        return True

    def note(self, now_ms: int, wrong: set[object]) -> tuple[list[object], int]:
        """Note current faults; return those that ended and the age of the oldest."""
        over = [each for each in self.since if each not in wrong]
        for each in over:
            del self.since[each]
        for one in wrong:
            self.since.setdefault(one, now_ms)
        return over, now_ms - min(self.since.values(), default=now_ms)


class LogShrinks(Invariant):
    """Kafka's rule, applied to the files on the disk instead of to what the node lists."""

    name = "LogShrinks"
    meaning = (
        "While there are two snapshots, log and snapshots come back to the limits of retention "
        "within two checks, and no more files are open than there are."
    )
    source = "KafkaRaftLog.maybeClean, and a process that is never restarted"
    coverage = "A snapshot that had to go went, without a restart."

    def watch(self) -> None:
        """Subscribe to the disk, twice between two checks of retention."""
        self._nodes: dict[int, Observed] = {}
        self._timestamps: dict[tuple[int, bytes, str], int] = {}
        hooks = self.cluster.hooks
        hooks.moments[Moment.TURNED].append(self._turned)
        # the truncated part may have been the excess
        hooks.moments[Moment.LOG_SHRINKS].append(self._shrinks)

    def _shrinks(self, node: SimulatedNode) -> None:
        self._nodes.pop(node.node_id, None)

    def _turned(self, node: SimulatedNode) -> None:
        check_ms = self.cluster.plan.replica.retention_check_ms
        known = self._nodes.get(node.node_id)
        if known is None:
            known = self._nodes[node.node_id] = Observed(node)
        if not known.is_due(node, check_ms // 2):
            return
        now_ms = node.clock.now_ms()
        oldest = self._expired(node)
        over, longest_ms = known.note(now_ms, set() if oldest is None else {oldest})
        self.reached += len(over)
        limit_ms = 2 * check_ms + _SLOW_DISK_MS
        self.ensure(longest_ms <= limit_ms, (node.node_id, "keeps", oldest, "for", longest_ms))
        disk = node.disk.files
        files = len(disk.root.names()) + len(_log_folder(node).names())
        opened = len(disk.open_files)
        self.ensure(opened <= files + _OPEN_BESIDE, (node.node_id, opened, "are open of", files))

    def _expired(self, node: SimulatedNode) -> str | None:
        """Return the oldest snapshot on the disk if it has to be deleted."""
        folder, settings = _log_folder(node), self.cluster.plan.storage
        names = folder.names()
        stored = [(each.snapshot_id.order, name) for name in names if (each := _final(name))]
        if len(stored) < 2:
            return None
        oldest = min(stored)[1]
        if settings.retention_bytes >= 0:
            counted = [name for name in names if name.endswith((LOG, CHECKPOINT))]
            if sum(folder.size_of(name) for name in counted) > settings.retention_bytes:
                return oldest
        age_ms = node.clock.wall_ms() - self._timestamp(node, folder, oldest)
        return oldest if 0 <= settings.retention_ms < age_ms else None

    def _timestamp(self, node: SimulatedNode, folder: MemoryFolder, name: str) -> int:
        place = (node.node_id, node.directory_id, name)
        if place not in self._timestamps:
            copied = MemoryDisk().root.create(name)  # no operation on the disk of the node
            copied.write(0, (folder.peek(name),))
            self._timestamps[place] = read_header(copied, name).timestamp_ms
        return self._timestamps[place]


def _final(name: str) -> SnapshotName | None:
    parsed = parse_snapshot(name)
    return parsed if parsed is not None and parsed.is_final else None


_STATE_FILES: Final = frozenset(
    (durable_mark.NAME, election_file.NAME, leader_epochs.NAME, PARTITION_METADATA)
)


@dataclass(slots=True)
class _Kept:
    """The files of a folder that have a reason to exist, by effects and events.

    `doomed` are base offsets of segments: those that a deletion took away. A segment that is rolled
    afterwards right at the start of the log stays until the next cleaning, as in Kafka.
    `of_stop` is the state of producers that the last clean stop left at the log end: it belongs to
    no segment and stays until the next start, as in Kafka (removeStraySnapshots).
    """

    snapshots: set[str] = field(default_factory=set)
    of_stop: str | None = None
    doomed: set[int] = field(default_factory=set)
    parts: set[tuple[SnapshotId, int | None]] = field(default_factory=set)


class NoFileForgotten(Invariant):
    """Every file costs space, and every open one a descriptor."""

    name = "NoFileForgotten"
    meaning = (
        "Each file of a log belongs to the log above its start, to a snapshot that consensus "
        "lists, or to an operation in progress, except for the time that a deletion takes."
    )
    source = "kraft's rule for a process that runs for a year"
    coverage = "A file without a reason was there and was removed, without a restart."

    def watch(self) -> None:
        """Subscribe to events that create files or make them obsolete, and list the folder."""
        self._nodes: dict[int, Observed] = {}
        self._kept: dict[int, _Kept] = {}
        hooks = self.cluster.hooks
        hooks.events[Started].append(self._started)
        hooks.events[SnapshotStored].append(self._stored)
        hooks.events[SnapshotFailed].append(self._failed)
        hooks.effects[WriteSnapshot].append(self._begun)
        hooks.effects[StoreSnapshotChunk].append(self._downloaded)
        hooks.effects[DiscardSnapshot].append(self._discarded)
        hooks.effects[DeleteSnapshots].append(self._deleted)
        hooks.effects[DeleteLogPrefix].append(self._prefix)
        hooks.effects[ResetLog].append(self._reset)
        hooks.moments[Moment.TURNED].append(self._turned)

    def _started(self, node: SimulatedNode, event: Started) -> None:
        listed = {snapshot_file(each.snapshot_id) for each in event.snapshots}
        names = _log_folder(node).names()
        bases = [base for base, _ in segments(names)]
        states = [name for name in names if (_state_at(name) or 0) > bases[-1]] if bases else []
        self._kept[node.node_id] = _Kept(listed, max(states, default=None))

    def _stored(self, node: SimulatedNode, event: SnapshotStored) -> None:
        kept = self._kept[node.node_id]
        kept.snapshots.add(snapshot_file(event.snapshot_id))
        kept.parts.discard((event.snapshot_id, event.origin))

    def _failed(self, node: SimulatedNode, event: SnapshotFailed) -> None:
        self._kept[node.node_id].parts.discard((event.snapshot_id, event.origin))

    def _begun(self, node: SimulatedNode, effect: WriteSnapshot) -> None:
        self._kept[node.node_id].parts.add((effect.snapshot_id, None))

    def _downloaded(self, node: SimulatedNode, effect: StoreSnapshotChunk) -> None:
        self._kept[node.node_id].parts.add((effect.snapshot_id, effect.download))

    def _discarded(self, node: SimulatedNode, effect: DiscardSnapshot) -> None:
        self._kept[node.node_id].parts.discard((effect.snapshot_id, effect.download))

    def _deleted(self, node: SimulatedNode, effect: DeleteSnapshots) -> None:
        kept = self._kept[node.node_id]
        kept.snapshots = {
            name
            for name in kept.snapshots
            if (each := _final(name)) and each.snapshot_id.offset >= effect.before.offset
        }

    def _prefix(self, node: SimulatedNode, effect: DeleteLogPrefix) -> None:
        bases = [base for base, _ in segments(_log_folder(node).names())]
        below = [base for base, after in pairwise(bases) if after <= effect.start_offset]
        self._kept[node.node_id].doomed.update(below)

    def _reset(self, node: SimulatedNode, effect: ResetLog) -> None:
        bases = {base for base, _ in segments(_log_folder(node).names())}
        self._kept[node.node_id].doomed = bases - {effect.snapshot_id.offset}

    def _turned(self, node: SimulatedNode) -> None:
        known = self._nodes.get(node.node_id)
        if known is None:
            known = self._nodes[node.node_id] = Observed(node)
        if not known.is_due(node, _HOUSEKEEPING_MS):
            return
        kept, names = self._kept[node.node_id], _log_folder(node).names()
        wrong = {name for name in names if not _has_reason(name, kept, names)}
        over, longest_ms = known.note(node.clock.now_ms(), set(wrong))
        self.reached += len(over)
        limit_ms = self.cluster.plan.storage.delete_delay_ms + 2 * _HOUSEKEEPING_MS + _SLOW_DISK_MS
        self.ensure(longest_ms <= limit_ms, (node.node_id, "has", sorted(wrong), longest_ms))


def _state_at(name: str) -> int | None:
    return base_offset_of(name, PRODUCER_SNAPSHOT)


def _has_reason(name: str, kept: _Kept, names: list[str]) -> bool:
    if name in _STATE_FILES or name in kept.snapshots:
        return True
    snapshot = parse_snapshot(name)
    if snapshot is not None:
        is_part = not snapshot.is_final and not name.endswith(DELETED)
        return is_part and any(snapshot.snapshot_id == at for at, _ in kept.parts)
    bases = [base for base, _ in segments(names)]
    for suffix in SEGMENT_SUFFIXES:
        base = base_offset_of(name, suffix)
        if base is None:
            continue
        if base not in bases:
            # a clean stop leaves the state of producers at the log end
            return suffix == PRODUCER_SNAPSHOT and (base > bases[-1] or name == kept.of_stop)
        return base not in kept.doomed
    return False


class Crash(Invariant):
    """The simulator reports it: an exception that a faulty disk does not explain."""

    name = "crash"
    meaning = (
        "A replica stops only on request or when its disk fails, and starts on the files it left."
    )
    source = "no panic (krabka, TigerBeetle)"
    coverage = "A replica started again."

    def watch(self) -> None:
        self.cluster.hooks.moments[Moment.STARTED].append(self._started)

    def _started(self, node: SimulatedNode) -> None:
        self.evaluations += 1
        self.reached += node.incarnation > 1

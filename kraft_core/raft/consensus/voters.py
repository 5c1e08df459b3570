"""Voters, voter sets, their history by offset, and control records that change it.

The set in force is the last one in the log, committed or not; truncation brings back the one before
(KIP-853, Kafka's KRaftControlRecordStateMachine and VoterSetHistory). Everything that is iterated
is in the order of voter ids. The last part says what this replica's own entry should be, and
remembers that it was a voter, which auto join depends on.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from kraft_core.raft.consensus.effects import NoteKind
from kraft_core.raft.consensus.invariants import ensure
from kraft_core.raft.consensus.values import (
    STATIC_RANGE,
    Endpoint,
    Endpoints,
    KRaftVersion,
    Node,
    ReplicaKey,
    VersionRange,
    Voters,
    are_same_endpoints,
    endpoint_for,
    normalized,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kraft_core.raft.consensus.state import CoreState
    from kraft_core.raft.consensus.values import ControlRecord


_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Voter:
    """An entry of the voter set: key, every controller listener, range of kraft.version."""

    key: ReplicaKey
    endpoints: Endpoints
    kraft_range: VersionRange = STATIC_RANGE

    @property
    def id(self) -> int:
        """The node id, by which the set is keyed."""
        return self.key.id

    def node(self, listener: str) -> Node | None:
        """Return the address of this voter for that listener."""
        endpoint = endpoint_for(self.endpoints, listener)
        return None if endpoint is None else Node(self.id, endpoint.host, endpoint.port)

    def says_the_same_as(self, other: Voter) -> bool:
        """Return True if both describe one replica in the same way."""
        same_replica = self.key == other.key and self.kraft_range == other.kraft_range
        return same_replica and are_same_endpoints(self.endpoints, other.endpoints)


@dataclass(frozen=True, slots=True)
class VoterSet:
    """Voters by id, one entry per id. The empty set means that no voters are known yet.

    `ids` are the ids, ascending.
    """

    voters: tuple[Voter, ...] = ()
    ids: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "ids", tuple(voter.key.id for voter in self.voters))

    @classmethod
    def of(cls, voters: Iterable[Voter]) -> VoterSet:
        """Return a set in the order of ids; raises ValueError if an id occurs twice."""
        ordered = tuple(sorted(voters, key=lambda voter: voter.id))
        if len({voter.id for voter in ordered}) != len(ordered):
            raise ValueError(f"duplicate id in the voter set: {[each.id for each in ordered]}")
        return cls(ordered)

    def __iter__(self) -> Iterator[Voter]:
        return iter(self.voters)

    def __len__(self) -> int:
        return len(self.voters)

    @property
    def majority(self) -> int:
        """The number of voters in a majority; 1 even for an empty set."""
        return len(self.voters) // 2 + 1

    def get(self, voter_id: int) -> Voter | None:
        """Return the entry of that id."""
        for voter in self.voters:
            if voter.key.id == voter_id:
                return voter
        return None

    def has(self, key: ReplicaKey) -> bool:
        """Return True if that replica votes: by id, and by directory id if the entry names one."""
        entry = self.get(key.id)
        return entry is not None and entry.key.matches(key)

    def is_only(self, key: ReplicaKey) -> bool:
        """Return True if that replica is the whole set."""
        return len(self.voters) == 1 and self.has(key)

    def with_voter(self, voter: Voter) -> VoterSet:
        """Return the set with that voter added, or replacing the entry of the same id."""
        return VoterSet.of([*(each for each in self.voters if each.id != voter.id), voter])

    def without(self, voter_id: int) -> VoterSet:
        """Return the set without the entry of that id."""
        return VoterSet(tuple(voter for voter in self.voters if voter.id != voter_id))

    def endpoints_of(self, voter_id: int) -> Endpoints:
        """Return every endpoint of that voter; empty if it is not in the set."""
        entry = self.get(voter_id)
        return () if entry is None else entry.endpoints

    def difference(self, other: VoterSet, *, ids_only: bool = False) -> int:
        """Return the number of voters to add or remove, one at a time, between the two sets.

        The same id with another directory id is another voter, unless only ids are compared.
        """
        ours = {voter.id if ids_only else voter.key for voter in self.voters}
        theirs = {voter.id if ids_only else voter.key for voter in other.voters}
        return len(ours ^ theirs)


def static_voter(voter_id: int, endpoint: Endpoint) -> Voter:
    """Return an entry of controller.quorum.voters: no directory id, one listener, range 0..0."""
    return Voter(ReplicaKey(voter_id), (endpoint,), STATIC_RANGE)


@dataclass(slots=True)
class VoterSetHistory:
    """Voter sets and kraft.version levels by the offset of their record.

    `static` is the configured set, in force until the first VotersRecord. Records of a snapshot
    are filed at its end offset - 1, so those of the bootstrap snapshot are at -1.
    """

    static: VoterSet = field(default_factory=VoterSet)
    sets: list[tuple[int, VoterSet]] = field(default_factory=list)
    levels: list[tuple[int, int]] = field(default_factory=list)

    def copy(self) -> VoterSetHistory:
        """Return an independent copy."""
        return replace(self, sets=list(self.sets), levels=list(self.levels))

    @property
    def latest(self) -> VoterSet:
        """The set in force, committed or not."""
        return self.sets[-1][1] if self.sets else self.static

    @property
    def latest_offset(self) -> int | None:
        """The offset of the set in force; None for the static one."""
        return self.sets[-1][0] if self.sets else None

    @property
    def level(self) -> int:
        """The kraft.version in force, committed or not."""
        return self.levels[-1][1] if self.levels else 0

    @property
    def level_offset(self) -> int | None:
        """The offset of the level in force; None if it was never written."""
        return self.levels[-1][0] if self.levels else None

    def set_at(self, offset: int) -> VoterSet | None:
        """Return the set in force after the record at that offset; None if there was none yet."""
        found = [voters for at, voters in self.sets if at <= offset]
        return found[-1] if found else None

    def level_at(self, offset: int) -> int:
        """Return the kraft.version in force after the record at that offset."""
        found = [level for at, level in self.levels if at <= offset]
        return found[-1] if found else 0

    def apply(self, offset: int, record: ControlRecord) -> bool:
        """Apply an appended control record; return True if it changed anything.

        A level below the one in force is not taken: kraft.version never goes down.
        """
        if isinstance(record, Voters):
            self.sets.append((offset, record.voter_set))
            return True
        # KraftVersionMonotonic: at level 0 voters would lose the directory ids that keep a new disk
        # from voting for the old one
        if isinstance(record, KRaftVersion) and record.level >= self.level:
            self.levels.append((offset, record.level))
            return True
        return False

    def load_snapshot(self, end_offset: int, records: Iterable[ControlRecord]) -> None:
        """Forget everything and use the values of a snapshot of that end offset."""
        self.sets.clear()
        self.levels.clear()
        for record in records:
            self.apply(end_offset - 1, record)

    def truncate_new(self, end_offset: int) -> None:
        """Undo what was written at that offset and after it."""
        self.sets = [entry for entry in self.sets if entry[0] < end_offset]
        self.levels = [entry for entry in self.levels if entry[0] < end_offset]

    def truncate_old(self, start_offset: int) -> None:
        """Forget what a snapshot of that end offset contains, except the value in force there."""
        self.sets = _kept(self.sets, start_offset)
        self.levels = _kept(self.levels, start_offset)

    def removed_at(self, key: ReplicaKey) -> int | None:
        """Return the offset that removed that replica.

        None if it is a voter or is not known to have been.

        The answer is where the batch of the first set without it after the last set with it begins:
        the record before that set if it raised kraft.version, since those two are one batch.
        """
        removal: int | None = None
        for offset, voters in reversed(self.sets):
            if voters.has(key):
                return None if removal is None else self._batch_of_set(removal)
            removal = offset
        if removal is None or removal < 0 or not self.static.has(key):
            return None
        return self._batch_of_set(removal)

    def _batch_of_set(self, offset: int) -> int:
        """Return the offset of a set's batch; level and set at one offset are from a snapshot."""
        before = offset - 1
        is_filed = any(at == before for at, _ in self.sets)
        return offset - (not is_filed and any(at == before >= 0 for at, _ in self.levels))


def _kept(entries: list[tuple[int, _T]], start_offset: int) -> list[tuple[int, _T]]:
    before = [entry for entry in entries if entry[0] <= start_offset]
    return before[-1:] + [entry for entry in entries if entry[0] > start_offset]


# -- control records: in force when appended, committed or not (KIP-853) ---------------------------


def take_control(core: CoreState, base_offset: int, records: tuple[ControlRecord, ...]) -> None:
    """Apply appended control records, committed or not."""
    for place, record in enumerate(records):
        before = core.history.level
        if not core.history.apply(base_offset + place, record):
            continue
        if isinstance(record, Voters):
            core.note(NoteKind.VOTERS_CHANGED, at=base_offset + place, voters=core.voters.ids)
        elif isinstance(record, KRaftVersion) and record.level > before:
            core.note(NoteKind.KRAFT_VERSION_CHANGED, at=base_offset + place, level=record.level)
    remember_membership(core)


def undo_control(core: CoreState, end_offset: int) -> None:
    """Undo the control records at and above that offset, where the log was truncated."""
    before = core.voters
    # the previous set is in force again (VoterSetHistory.truncateNewEntries): a set whose record
    # was truncated has no majority that ever agreed to it
    core.history.truncate_new(end_offset)
    if core.voter_at is not None and core.voter_at >= end_offset:
        core.voter_at = None
    remember_membership(core)
    if core.voters != before:
        core.note(NoteKind.VOTERS_REVERTED, to=core.voters.ids)
    committed = core.history.latest_offset
    ensure(committed is None or committed < end_offset, "voters-in-log", committed)


def is_voter_set_committed(core: CoreState) -> bool:
    """Return True if the voter set in force is committed, as a static one always is."""
    offset = core.history.latest_offset
    return offset is None or offset < core.committed_end


# -- this replica's own entry and membership -------------------------------------------------------


def own_voter(core: CoreState, key: ReplicaKey) -> Voter:
    """Return the correct entry of this replica for the voter set."""
    return Voter(key, normalized(core.config.endpoints), core.config.kraft_range)


def update_of_own_entry(core: CoreState, key: ReplicaKey) -> Voter | None:
    """Return the update for the own entry; None if it is correct or this node is unreachable."""
    ours, entry = own_voter(core, key), core.voters.get(key.id)
    is_right = entry is not None and entry.says_the_same_as(ours)
    is_reachable = endpoint_for(ours.endpoints, core.config.listener) is not None
    return ours if is_reachable and not is_right else None


def remember_membership(core: CoreState) -> None:
    """Remember voters seen while running: after a removal they must not rejoin automatically.

    A configured set does not count: it has no directory ids, so a new disk passes for the old one.
    """
    offset = core.history.latest_offset
    if offset is not None and core.is_voter:
        core.voter_at, core.was_removed = offset, False


def settle_membership(core: CoreState) -> None:
    """Note that the own removal is committed: auto join ends until the next start."""
    if core.voter_at is None or core.was_removed:
        return
    if core.has_left and is_voter_set_committed(core):
        core.was_removed = True
        core.note(NoteKind.AUTO_JOIN_STOPPED, at=core.history.latest_offset)

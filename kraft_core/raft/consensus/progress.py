"""The leader's view of each replica's log, and DescribeQuorum, which shows it.

Voters are keyed by id and matched by directory id, so that a fetch under a voter's id from another
directory never counts for the voter: such a replica is an observer (KIP-853, Kafka's LeaderState).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from kraft_core.raft.consensus.config import CAUGHT_UP_WINDOW_MS, OBSERVER_SESSION_MS
from kraft_core.raft.consensus.contested import contested_voters
from kraft_core.raft.consensus.roles import Leader
from kraft_core.raft.consensus.rpc import DescribeQuorumResponse, ReplicaStatus
from kraft_core.raft.consensus.values import ReplicaKey
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.raft.consensus.events import ReplyTo
    from kraft_core.raft.consensus.state import CoreState
    from kraft_core.raft.consensus.voters import VoterSet


@dataclass(frozen=True, slots=True)
class Regression:
    """A voter that acknowledged more records in this epoch than it has now.

    What it acknowledges is durable, and in one epoch nothing of it is truncated: its log is a
    prefix of the leader's. So its directory was replaced by an older copy, or a second process has
    its key. Kafka (LeaderState.ReplicaState) logs such an update as non-monotonic and accepts it.
    """

    key: ReplicaKey
    acknowledged: int
    fetched: int
    wall_ms: int


@dataclass(slots=True)
class ReplicaProgress:
    """The progress of one replica. Its offsets are durable there: it acknowledges them by fetching.

    `..._at_ms` are instants of the monotonic clock, `..._wall_ms` of the wall clock for what
    DescribeQuorum shows. None and -1 where nothing is known yet.
    """

    key: ReplicaKey
    end_offset: int | None = None
    acknowledged_offset: int | None = None
    """Up to where it had acknowledged, while a replica with less than that needs a snapshot."""
    fetching_directory: bytes | None = None
    last_fetch_at_ms: int | None = None
    last_fetch_wall_ms: int = -1
    last_caught_up_wall_ms: int = -1
    leader_end_at_last_fetch: int = -1
    regression: Regression | None = None
    regression_noted_at_ms: int | None = None

    def fetched(self, key: ReplicaKey, offset: int, leader_end: int, clocks: Clocks) -> None:
        """Note a valid fetch from that offset."""
        if offset >= leader_end:
            self.last_caught_up_wall_ms = clocks.wall_ms
        elif 0 <= self.leader_end_at_last_fetch <= offset:
            self.last_caught_up_wall_ms = max(self.last_caught_up_wall_ms, self.last_fetch_wall_ms)
        self._look_back(key, offset, clocks)
        self.end_offset, self.acknowledged_offset = offset, None
        self.fetching_directory = key.directory_id
        self.last_fetch_at_ms = clocks.now_ms
        self.last_fetch_wall_ms = clocks.wall_ms
        self.leader_end_at_last_fetch = leader_end

    def needs_snapshot(self, key: ReplicaKey, offset: int, clocks: Clocks) -> None:
        """Note a fetch that acknowledges nothing: the log of the replica ends at that offset."""
        if self.end_offset is not None and offset < self.end_offset:
            self._look_back(key, offset, clocks)
            if self.acknowledged_offset is None:
                self.acknowledged_offset = self.end_offset
            self.end_offset = offset

    @property
    def described_offset(self) -> int:
        """The end that DescribeQuorum shows: only valid fetches change it, as in Kafka."""
        known = self.end_offset if self.acknowledged_offset is None else self.acknowledged_offset
        return -1 if known is None else known

    def _look_back(self, key: ReplicaKey, offset: int, clocks: Clocks) -> None:
        """Remember a fall of the offset until the replica has all that it acknowledged again."""
        known = self.regression
        acknowledged = -1 if self.end_offset is None else self.end_offset
        if known is not None:
            acknowledged = max(acknowledged, known.acknowledged)
        if offset >= acknowledged:
            self.regression = None
        elif known is None or offset < (self.end_offset or 0):
            self.regression = Regression(key, acknowledged, offset, clocks.wall_ms)

    def is_regression_news(self, now_ms: int, silence_ms: int) -> bool:
        """Return True if a fall has to be noted; two processes with one key cause many."""
        noted_at_ms = self.regression_noted_at_ms
        if noted_at_ms is not None and now_ms - noted_at_ms < silence_ms:
            return False
        self.regression_noted_at_ms = now_ms
        return True


@dataclass(slots=True)
class Clocks:
    """The two readings of one moment."""

    now_ms: int
    wall_ms: int


@dataclass(slots=True)
class Progress:
    """The replicas of one leader, itself included: its own flushes update its entry."""

    own_key: ReplicaKey
    voters: dict[int, ReplicaProgress] = field(default_factory=dict)
    observers: dict[ReplicaKey, ReplicaProgress] = field(default_factory=dict)

    def use_voter_set(self, voter_set: VoterSet) -> None:
        """Use a voter set: removed voters become observers, new ones keep their known progress.

        An entry that gains a directory id (the upgrade to kraft.version 1) keeps its place only if
        the last fetch came from that directory.
        """
        before, self.voters = self.voters, {}
        for voter in voter_set:
            known = before.pop(voter.id, None)
            if known is not None and not _is_same_replica(known, voter.key):
                self._demote(known)
                known = None
            if known is None:
                known = self.observers.pop(voter.key, ReplicaProgress(voter.key))
            known.key = voter.key
            self.voters[voter.id] = known
        for known in before.values():
            self._demote(known)

    def _demote(self, known: ReplicaProgress) -> None:
        if known.last_fetch_at_ms is not None:
            key = ReplicaKey(known.key.id, known.fetching_directory)
            self.observers[key] = replace(known, key=key)

    @property
    def own(self) -> ReplicaProgress | None:
        """The leader's own entry; None if it is not in the voter set."""
        entry = self.voters.get(self.own_key.id)
        return entry if entry is not None and entry.key.matches(self.own_key) else None

    def voter_for(self, key: ReplicaKey) -> ReplicaProgress | None:
        """Return the voter that sent a request under that key."""
        entry = self.voters.get(key.id)
        # an entry without a directory id (kraft.version 0) matches any disk under its id
        return entry if entry is not None and entry.key.matches(key) else None

    def observer_for(self, key: ReplicaKey, observers_max: int) -> ReplicaProgress:
        """Return the observer of that key, and track it; above the limit the stalest is dropped."""
        entry = self.observers.get(key)
        if entry is None:
            if len(self.observers) >= observers_max:
                stalest = min(self.observers.values(), key=lambda each: each.last_fetch_at_ms or 0)
                del self.observers[stalest.key]
            entry = self.observers[key] = ReplicaProgress(key)
        return entry

    def drop_silent_observers(self, now_ms: int) -> None:
        """Forget observers whose session is over."""
        for key, entry in list(self.observers.items()):
            if now_ms - (entry.last_fetch_at_ms or 0) >= OBSERVER_SESSION_MS:
                del self.observers[key]

    def observer_ids(self, now_ms: int) -> frozenset[int]:
        """Return the ids of the observers whose session is not over."""
        return frozenset(
            key.id
            for key, entry in self.observers.items()
            if now_ms - (entry.last_fetch_at_ms or 0) < OBSERVER_SESSION_MS
        )

    def majority_offset(self) -> int | None:
        """Return the highest offset that a majority of voters has on disk; None without one."""
        offsets = sorted(
            (-1 if each.end_offset is None else each.end_offset for each in self.voters.values()),
            reverse=True,
        )
        # descending: that many voters and one more hold at least this offset, which is a majority
        # of an even number too
        offset = offsets[len(offsets) // 2] if offsets else -1
        return None if offset < 0 else offset

    @property
    def regressions(self) -> tuple[Regression, ...]:
        """The voters that have fewer records than they acknowledged, by id."""
        found = (self.voters[each].regression for each in sorted(self.voters))
        return tuple(each for each in found if each is not None)

    def is_caught_up(self, key: ReplicaKey, now_ms: int) -> bool:
        """Return True if that observer has been at the log end and fetched within the last hour."""
        entry = self.observers.get(key)
        if entry is None or entry.last_fetch_at_ms is None or entry.last_caught_up_wall_ms < 0:
            return False
        return entry.last_fetch_at_ms > now_ms - CAUGHT_UP_WINDOW_MS

    def successors(self) -> tuple[ReplicaKey, ...]:
        """Return the other voters, those with the longest logs first, unknown ones last."""
        others = [each for each in self.voters.values() if each is not self.own]
        others.sort(
            key=lambda each: (each.end_offset is None, -(each.end_offset or 0), each.key.id)
        )
        return tuple(each.key for each in others)


def _is_same_replica(known: ReplicaProgress, key: ReplicaKey) -> bool:
    if known.key == key:
        return True
    return known.key.directory_id is None and known.fetching_directory == key.directory_id


def must_keep_leading(leader: Leader) -> bool:
    """Return True if an election could lose records, because a voter lost what it acknowledged.

    Fewer than a majority hold everything below the high watermark then, so that a voter that lacks
    committed records could be elected. This leader has them, and the voter fetches them from it.
    """
    for each in leader.progress.voters.values():  # read at every event
        if each.regression is not None:
            break
    else:
        return False
    held, high_watermark = leader.progress.majority_offset(), leader.high_watermark
    return high_watermark is not None and (held is None or held < high_watermark)


def regressions(core: CoreState) -> tuple[Regression, ...]:
    """Return the voters that have fewer records than they acknowledged; none if not the leader."""
    return core.role.progress.regressions if isinstance(core.role, Leader) else ()


# -- DescribeQuorum --------------------------------------------------------------------------------


def on_describe(core: CoreState, reply_to: ReplyTo) -> None:
    """Describe voters in the order of ids, then observers.

    A leader outside the set is an observer.
    """
    leader = core.role
    if not isinstance(leader, Leader) or core.key is None:
        error = ErrorCode.NOT_LEADER_OR_FOLLOWER
        core.reply(reply_to, DescribeQuorumResponse(error, "this replica does not lead"))
        return
    leader.progress.drop_silent_observers(core.now_ms)
    own_key = core.key if core.history.level >= 1 else ReplicaKey(core.key.id)
    now = core.wall_ms
    own = ReplicaStatus(own_key, core.log.end_offset, now, now)
    voters = [
        own if each is leader.progress.own else _replica_status(each)
        for each in leader.progress.voters.values()
    ]
    observers = [_replica_status(each) for each in leader.progress.observers.values()]
    if leader.progress.own is None:
        observers.append(own)
    observers.sort(key=lambda each: (each.key.id, each.key.directory_id or b""))
    core.reply(
        reply_to,
        DescribeQuorumResponse(
            leader_id=leader.own_id,
            epoch=leader.epoch,
            high_watermark=-1 if leader.high_watermark is None else leader.high_watermark,
            voters=tuple(voters),
            observers=tuple(observers),
            nodes=core.voters,
            contested=contested_voters(core),
            regressions=leader.progress.regressions,
        ),
    )


def _replica_status(known: ReplicaProgress) -> ReplicaStatus:
    return ReplicaStatus(
        known.key,
        known.described_offset,
        known.last_fetch_wall_ms,
        known.last_caught_up_wall_ms,
    )

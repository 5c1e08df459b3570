"""A made-up cluster on which tests let nodes do what no right replica does."""

from __future__ import annotations

from contextlib import contextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from kraft_core.raft.consensus.effects import (
    AdvanceHighWatermark,
    AppendControlRecords,
    AppendRecords,
    DeleteLogPrefix,
    Effect,
    ResetLog,
    SendRequest,
    SendResponse,
    StoreElection,
    TruncateLog,
)
from kraft_core.raft.consensus.events import RequestReceived, Started
from kraft_core.raft.consensus.log import LogView
from kraft_core.raft.consensus.progress import Progress
from kraft_core.raft.consensus.roles import (
    Candidacy,
    Candidate,
    Follower,
    Leader,
    Role,
    Unattached,
    Votes,
)
from kraft_core.raft.consensus.rpc import Request, Response, Vote, VoteResponse
from kraft_core.raft.consensus.values import (
    BatchSummary,
    Election,
    Endpoint,
    LeaderChange,
    Node,
    OffsetAndEpoch,
    ReplicaKey,
    VersionRange,
    Voters,
)
from kraft_core.raft.consensus.voters import Voter, VoterSet, VoterSetHistory
from kraft_core.raft.replica.config import ReplicaConfig
from kraft_core.raft.storage.memory_files import MemoryDisk
from kraft_core.raft.storage.settings import StorageSettings
from kraft_core.sim.quorum.hooks import Hooks, Moment
from kraft_core.sim.quorum.ledger import Ledger, ShadowLog
from kraft_core.sim.quorum.plan import RELEASES
from kraft_core.sim.quorum.result import InvariantFailed
from kraft_core.sim.quorum.timeline import Timeline

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_core.raft.consensus.values import ControlRecord
    from kraft_core.sim.quorum.invariants.invariant import Invariant

_CRC_END = 21
_BATCH_SIZE = 61


def directory(number: int) -> bytes:
    return bytes([number]) * 16


def key(node_id: int, number: int | None = None) -> ReplicaKey:
    return ReplicaKey(node_id, directory(node_id if number is None else number))


def voters(*node_ids: int, **others: int) -> VoterSet:
    """Voters under directories of their own number; `id3=9` puts 3 under another one."""
    numbers = dict.fromkeys(node_ids, 0) | {int(each[2:]): others[each] for each in others}
    endpoint = (Endpoint("CONTROLLER", "localhost", 9000),)
    return VoterSet.of(
        Voter(key(each, numbers[each] or each), endpoint, VersionRange(0, 1)) for each in numbers
    )


class StagedNode:
    """A node as invariants see it: everything is set by hand."""

    def __init__(self, stage: Stage, node_id: int) -> None:
        self.cluster = stage
        self.node_id = node_id
        self.directory_id = directory(node_id)
        self.release = list(RELEASES.values())[-1]
        self.incarnation = 1
        self.is_up, self.is_paused, self.is_witness = True, False, False
        self.has_lost_disk = self.lacks_room = self.disk_hangs = False
        self.is_stalled = False
        self.stalled_at_ms = -1
        self.shrinks_to = (0, 0)
        self.log = ShadowLog()
        self.flushed_end = self.high_watermark = 0
        self.stored_election: Election | None = None
        self.clock = SimpleNamespace(now_ms=lambda: stage.now_ms, wall_ms=lambda: stage.now_ms)
        files = MemoryDisk()
        self.disk = SimpleNamespace(files=files, root=files.root)
        self.core = SimpleNamespace(
            role=Unattached(0), voters=stage.first_voters, log=LogView(), kraft_version=1
        )
        self.replica = SimpleNamespace(
            appends_in_flight=0, applied=OffsetAndEpoch(0, 0), high_watermark=0
        )

    @property
    def key(self) -> ReplicaKey:
        return ReplicaKey(self.node_id, self.directory_id)

    @property
    def may_lead(self) -> bool:
        return not self.is_witness and not self.lacks_room


class Stage:
    """A cluster of three voters, unless others are named, at kraft.version 1."""

    def __init__(self, *node_ids: int, observers: tuple[int, ...] = (), level: int = 1) -> None:
        node_ids = node_ids or (1, 2, 3)
        self.kraft_level = level
        self.first_voters = voters(*node_ids)
        self.plan: Any = SimpleNamespace(
            voter_ids=node_ids,
            auto_join=True,
            election_timeout_ms=1000,
            fetch_timeout_ms=2000,
            request_timeout_ms=2000,
            storage=StorageSettings(retention_bytes=3000, retention_ms=50_000, delete_delay_ms=100),
            replica=ReplicaConfig(retention_check_ms=1000),
        )
        self.timeline = Timeline()
        self.hooks = Hooks()
        self.ledger = Ledger(self.hooks)
        self.step = 0
        self.is_repaired = self.is_stable = False
        self.workload: Any = None
        self.nodes: dict[int, Any] = {
            each: StagedNode(self, each) for each in (*node_ids, *observers)
        }
        self._replies = 0

    @property
    def now_ms(self) -> int:
        return self.timeline.now_ms

    def watched_by(self, invariant: type[Invariant]) -> Invariant:
        """Have it watch, and start everybody."""
        watching = invariant(self)  # type: ignore[arg-type]
        for node_id in self.nodes:
            self.start(node_id)
        return watching

    def leader(self) -> Any:
        leading = [each for each in self.nodes.values() if isinstance(each.core.role, Leader)]
        return max(leading, key=lambda each: each.core.role.epoch, default=None)

    # -- what happens ---------------------------------------------------------------------------

    def start(self, node_id: int, election: Election | None = None, **found: Any) -> None:
        node = self.nodes[node_id]
        node.is_up = True
        node.high_watermark = 0
        is_first = node_id in self.plan.voter_ids and not node.has_lost_disk
        history = VoterSetHistory()
        if not self.kraft_level:
            history.static = self.first_voters
        elif is_first:
            history = VoterSetHistory(sets=[(-1, self.first_voters)], levels=[(-1, 1)])
        started = Started(election, LogView(), found.pop("history", history), **found)
        self.event(node_id, started)
        self.moment(Moment.STARTED, node_id)

    def stop(self, node_id: int) -> None:
        self.nodes[node_id].is_up = False
        self.moment(Moment.STOPPED, node_id)
        self.nodes[node_id].incarnation += 1

    def lose_disk(self, node_id: int, number: int) -> None:
        self.stop(node_id)
        node = self.nodes[node_id]
        node.log, node.flushed_end, node.directory_id = ShadowLog(), 0, directory(number)
        node.has_lost_disk, node.stored_election = True, None
        self.moment(Moment.DISK_LOST, node_id)

    def event(self, node_id: int, event: Any) -> None:
        self.step += 1
        for observer in self.hooks.events[type(event)]:
            observer(self.nodes[node_id], event)

    def effect(self, node_id: int, effect: Effect) -> None:
        node = self.nodes[node_id]
        match effect:
            case AppendRecords():
                node.log.append_records(effect)
            case AppendControlRecords():
                node.log.append_control(effect)
            case TruncateLog():
                node.shrinks_to = (effect.generation, effect.end_offset)
                self.moment(Moment.LOG_SHRINKS, node_id)
                node.log.truncate(effect.end_offset)
            case ResetLog():
                node.shrinks_to = (effect.generation, 0)
                self.moment(Moment.LOG_SHRINKS, node_id)
                node.log.reset(effect.snapshot_id.offset)
            case DeleteLogPrefix():
                node.log.delete_prefix(effect.start_offset)
            case AdvanceHighWatermark():
                node.high_watermark = effect.offset
                self.ledger.advance(node, effect.offset)
        for observer in self.hooks.effects[type(effect)]:
            observer(node, effect)
        if isinstance(effect, StoreElection):
            node.stored_election = effect.election
            self.moment(Moment.ELECTION_STORED, node_id)

    def role(self, node_id: int, role: Role) -> None:
        node = self.nodes[node_id]
        old, node.core.role = node.core.role, role
        for callback in self.hooks.roles:
            callback(node, old, role)

    def moment(self, moment: Moment, node_id: int) -> None:
        self.hooks.call(moment, self.nodes[node_id])

    def turn(self, node_id: int) -> None:
        self.moment(Moment.TURNED, node_id)

    # -- what nodes do --------------------------------------------------------------------------

    def store(self, node_id: int, election: Election) -> None:
        self.effect(node_id, StoreElection(election, self.kraft_level, ()))

    def write(self, node_id: int, epoch: int, content: int = 7, *, count: int = 1) -> None:
        """A node appends a batch; the same content is the same batch everywhere."""
        payload = bytearray(_BATCH_SIZE)
        payload[_CRC_END - 4 : _CRC_END] = content.to_bytes(4, "big")
        base = self.nodes[node_id].log.end_offset
        batch = BatchSummary(base, base + count - 1, epoch, _BATCH_SIZE)
        self.effect(node_id, AppendRecords(0, base, epoch, (batch,), bytes(payload)))

    def write_control(self, node_id: int, epoch: int, *records: ControlRecord) -> None:
        base = self.nodes[node_id].log.end_offset
        self.effect(node_id, AppendControlRecords(0, base, epoch, records, 0))

    def begin_epoch(self, node_id: int, epoch: int, *records: ControlRecord) -> None:
        self.write_control(node_id, epoch, LeaderChange(node_id, (), ()), *records)

    def change(self, node_id: int, epoch: int, changed: VoterSet) -> None:
        self.write_control(node_id, epoch, Voters(changed))

    def flush(self, *node_ids: int) -> None:
        for node_id in node_ids or self.nodes:
            self.nodes[node_id].flushed_end = self.nodes[node_id].log.end_offset

    def commit(self, node_id: int, offset: int | None = None) -> None:
        end = self.nodes[node_id].log.end_offset if offset is None else offset
        self.effect(node_id, AdvanceHighWatermark(end))

    def lead(self, node_id: int, epoch: int) -> Leader:
        leader = leading(node_id, epoch)
        leader.progress.use_voter_set(self.first_voters)
        self.role(node_id, leader)
        return leader

    def send(self, node_id: int, request: Any, to: int = 2) -> None:
        self.effect(node_id, SendRequest(1, Node(to, "localhost", 9000), request))

    def ask(self, node_id: int, request: Request, response: Response | None) -> None:
        """A node takes a request and, unless None, gives that answer."""
        self._replies += 1
        self.event(node_id, RequestReceived(self._replies, "CONTROLLER", request))
        if response is not None:
            self.effect(node_id, SendResponse(self._replies, response))

    def vote(self, node_id: int, vote: Vote, *, granted: bool) -> None:
        """A node answers a vote request; a real vote that it grants is stored before."""
        self._replies += 1
        self.event(node_id, RequestReceived(self._replies, "CONTROLLER", vote))
        if granted and not vote.pre_vote:
            self.store(node_id, Election(vote.epoch, None, vote.replica))
        response = VoteResponse(vote_granted=granted)
        self.effect(node_id, SendResponse(self._replies, response))


def leading(node_id: int, epoch: int) -> Leader:
    from collections import deque  # only here

    progress = Progress(key(node_id))
    empty = VoterSet()
    return Leader(epoch, node_id, 0, (), progress, 0, 0, empty, deque(), deque())


def following(leader_id: int, epoch: int, *, has_fetched: bool = False) -> Follower:
    return Follower(epoch, leader_id, (), 2000, 2000, 9000, 0, has_fetched=has_fetched)


def standing(node_id: int, epoch: int) -> Candidate:
    basis = Candidacy(voters(1, 2, 3), OffsetAndEpoch(0, 0))
    return Candidate(epoch, key(node_id), basis, Votes(basis.voters, node_id), 1000)


def vote_for(
    candidate: ReplicaKey,
    epoch: int,
    end: tuple[int, int] = (0, 0),
    *,
    to: ReplicaKey | None = None,
    pre_vote: bool = False,
) -> Vote:
    """A vote request; `end` is (last epoch, end offset)."""
    to_id, to_directory = (-1, None) if to is None else (to.id, to.directory_id)
    return Vote("cluster", to_id, to_directory, candidate, epoch, *end, pre_vote)


@contextmanager
def broken(name: str) -> Iterator[None]:
    """What happens in here must break that invariant."""
    with pytest.raises(InvariantFailed) as failed:
        yield
    assert failed.value.invariant == name

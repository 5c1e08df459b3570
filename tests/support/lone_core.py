"""One core without a cluster: events in, effects out, with a disk of chosen speed."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.config import RaftConfig
from kraft_core.raft.consensus.core import RaftCore
from kraft_core.raft.consensus.effects import Note, NoteKind
from kraft_core.raft.consensus.log import LeaderEpochs, LogView
from kraft_core.raft.consensus.roles import Candidate, Follower, Leader, Prospective
from kraft_core.raft.consensus.values import (
    BatchSummary,
    ControlRecord,
    Election,
    Endpoint,
    KRaftVersion,
    LeaderAndEpoch,
    LeaderChange,
    PeerVersions,
    ReplicaKey,
    VersionRange,
    Voters,
)
from kraft_core.raft.consensus.voters import Voter, VoterSet, VoterSetHistory, static_voter

if TYPE_CHECKING:
    from kraft_core.raft.consensus.log import StoredSnapshot
    from kraft_core.raft.consensus.state import CoreState

T = TypeVar("T")
WALL_MS = 1_700_000_000_000


def directory(number: int) -> bytes:
    return bytes([number]) * 16


def key(node_id: int, number: int | None = None) -> ReplicaKey:
    return ReplicaKey(node_id, directory(number or node_id))


def endpoint(node_id: int) -> Endpoint:
    return Endpoint("CONTROLLER", f"node{node_id}", 9000 + node_id)


def voter(node_id: int, number: int | None = None) -> Voter:
    return Voter(key(node_id, number), (endpoint(node_id),), VersionRange(0, 1))


def voter_set(*ids: int) -> VoterSet:
    return VoterSet.of(voter(each) for each in ids)


def static_set(*ids: int) -> VoterSet:
    return VoterSet.of(static_voter(each, endpoint(each)) for each in ids)


def history(*ids: int, at: int = -1) -> VoterSetHistory:
    """Return a history with kraft.version 1 and those voters, as in a formatted directory."""
    return VoterSetHistory(sets=[(at, voter_set(*ids))], levels=[(at, 1)])


def log(end: int = 0, epoch: int = 0) -> LogView:
    """Return a log of one epoch with the offsets from 0 up to `end`."""
    return LogView(0, end, LeaderEpochs(((epoch, 0),) if end else ()))


def config(node_id: int | None = 1, **changes: object) -> RaftConfig:
    values: dict[str, object] = {
        "node_id": node_id,
        "directory_id": directory(node_id or 99),
        "cluster_id": "cluster",
        "endpoints": (endpoint(node_id or 99),),
        "bootstrap_servers": (("boot1", 1), ("boot2", 2)),
        "fetch_timeout_ms": 2000,
    }
    return RaftConfig(**{**values, **changes})  # type: ignore[arg-type]


@dataclass
class LoneCore:
    """Node 1 of voters 1, 2 and 3 unless told otherwise. Flushes happen at once unless `slow`."""

    node_id: int | None = 1
    voters: VoterSetHistory = field(default_factory=lambda: history(1, 2, 3))
    log: LogView = field(default_factory=LogView)
    election: Election | None = None
    snapshots: tuple[StoredSnapshot, ...] = ()
    changes: dict[str, object] = field(default_factory=dict)
    slow: bool = False
    seed: int = 1

    def __post_init__(self) -> None:
        self.now_ms = 1000
        self.core = RaftCore(config(self.node_id, **self.changes), random.Random(self.seed))
        self.effects: list[fx.Effect] = []
        self.notes: list[Note] = []
        self.sent: list[fx.SendRequest] = []
        self.replies: dict[int, fx.Effect] = {}
        self.appended: list[fx.AppendRecords | fx.AppendControlRecords] = []
        self._last_id = 0
        self.started = self.feed(ev.Started(self.election, self.log, self.voters, self.snapshots))

    # -- driving ------------------------------------------------------------------------------

    @property
    def state(self) -> CoreState:
        return self.core._state

    def feed(self, event: ev.Event) -> list[fx.Effect]:
        """Handle one event and, unless slow, all completions. Return the effects without notes."""
        found = self.core.handle(event, self.now_ms, WALL_MS + self.now_ms)
        done = [effect for effect in found if not isinstance(effect, Note)]
        self.effects += done
        for effect in found:
            self._record(effect)
        self._forget_what_is_not_awaited()
        for effect in found:
            completion = None if self.slow else self.completion(effect)
            if completion is not None:
                done += self.feed(completion)
        return done

    def _record(self, effect: fx.Effect) -> None:
        match effect:
            case Note():
                self.notes.append(effect)
            case fx.SendRequest():
                self.sent = [each for each in self.sent if each.to.id != effect.to.id]
                self.sent.append(effect)
            case fx.SendResponse() | fx.SendRecords() | fx.SendSnapshotChunk():
                self.replies[effect.reply_to] = effect
            case fx.AppendRecords() | fx.AppendControlRecords():
                self.appended.append(effect)
            case _:
                pass

    def _forget_what_is_not_awaited(self) -> None:
        awaited = {each.request_id for each in self.state.in_flight._awaited.values()}
        self.sent = [each for each in self.sent if each.request_id in awaited]

    def completion(self, effect: fx.Effect) -> ev.Event | None:
        match effect:
            case fx.AppendRecords():
                return ev.LogFlushed(effect.generation, effect.batches[-1].end_offset)
            case fx.AppendControlRecords():
                end = effect.base_offset + len(effect.records)
                return ev.LogFlushed(effect.generation, end)
            case fx.TruncateLog():
                return ev.LogTruncated(effect.generation, effect.end_offset)
            case fx.ResetLog():
                return ev.LogReset(effect.generation, effect.snapshot_id)
            case fx.StoreSnapshotChunk():
                end = effect.position + len(effect.payload)
                return ev.SnapshotChunkStored(effect.download, effect.snapshot_id, end)
            case _:
                return None

    def flush(self) -> list[fx.Effect]:
        """Complete the flush of the whole log."""
        return self.feed(ev.LogFlushed(self.core.log.generation, self.core.log.end_offset))

    def advance(self, duration_ms: int) -> list[fx.Effect]:
        """Advance the time; deadlines are met."""
        end, found = self.now_ms + duration_ms, list[fx.Effect]()
        while (deadline := self.core.deadline_ms) is not None and deadline <= end:
            self.now_ms = deadline
            found += self.feed(ev.DeadlineReached())
            found += self.feed(ev.TurnEnded())
        self.now_ms = end
        return found

    def ask(self, request: rpc.Request, listener: str = "CONTROLLER") -> fx.Effect | None:
        """Send a request; return the answer, None if it comes later. `reply_to` is `last_asked`."""
        self._last_id += 1
        self.feed(ev.RequestReceived(self._last_id, listener, request))
        self.feed(ev.TurnEnded())
        return self.replies.get(self._last_id)

    @property
    def last_asked(self) -> int:
        return self._last_id

    def response(self, request: rpc.Request, kind: type[T], listener: str = "CONTROLLER") -> T:
        """Send it a request and return the response, which must come at once."""
        answer = self.ask(request, listener)
        assert isinstance(answer, fx.SendResponse)
        assert isinstance(answer.response, kind)
        return answer.response

    def late_reply(self, reply_to: int, kind: type[T]) -> T:
        answer = self.replies[reply_to]
        assert isinstance(answer, fx.SendResponse)
        assert isinstance(answer.response, kind)
        return answer.response

    def answer(self, sent: fx.SendRequest, response: rpc.IncomingResponse) -> list[fx.Effect]:
        self.sent = [each for each in self.sent if each is not sent]
        return self.feed(ev.ResponseReceived(sent.request_id, response))

    def fail(self, sent: fx.SendRequest, reason: object) -> list[fx.Effect]:
        self.sent = [each for each in self.sent if each is not sent]
        return self.feed(ev.RequestFailed(sent.request_id, reason))  # type: ignore[arg-type]

    # -- looking ------------------------------------------------------------------------------

    def requests(self, kind: type[T]) -> list[T]:
        """Return requests of that kind that await an answer, by destination."""
        ordered = sorted(self.sent, key=lambda each: each.to.id)
        return [each.request for each in ordered if isinstance(each.request, kind)]

    def awaiting(self, kind: type[object], node_id: int | None = None) -> fx.SendRequest:
        """Return the awaited request of a kind, to a given node if there is one."""
        found = [
            each
            for each in self.sent
            if isinstance(each.request, kind) and node_id in {None, each.to.id}
        ]
        assert found, [type(each.request).__name__ for each in self.sent]
        return found[-1]

    def noted(self, kind: NoteKind) -> int:
        return sum(note.kind is kind for note in self.notes)

    # -- ways into a role ---------------------------------------------------------------------

    def campaign(self) -> Prospective:
        """Advance the time until it asks for pre-votes."""
        for _ in range(2000):
            role = self.core.role
            if isinstance(role, Prospective) and self.requests(rpc.Vote):
                return role
            self.advance(10)
        raise AssertionError(self.core.role)

    def grant(self, voter_id: int, kind: type[object] = rpc.Vote) -> list[fx.Effect]:
        sent = self.awaiting(kind, voter_id)
        leader = LeaderAndEpoch(None, sent.request.epoch)  # type: ignore[union-attr]
        return self.answer(sent, rpc.VoteResponse(leader=leader, vote_granted=True))

    def stand(self) -> Candidate:
        """Win the pre-vote and return the candidate."""
        self.campaign()
        self.grant(2)
        assert isinstance(self.core.role, Candidate)
        return self.core.role

    def until(self, role: type[T], limit_ms: int = 20_000) -> T:
        end = self.now_ms + limit_ms
        while not isinstance(self.core.role, role):
            assert self.now_ms < end, self.core.role
            self.advance(10)
        return self.core.role

    def lead(self, *, commit: bool = True) -> Leader:
        """Win an election with node 2's votes, and commit the epoch with node 2's fetch."""
        self.stand()
        self.grant(2)
        assert isinstance(self.core.role, Leader)
        if commit:
            self.fetch_as(2)
            assert self.core.role.high_watermark is not None
        return self.core.role

    def stand_and_win(self) -> Leader:
        """Win with the votes of all others."""
        self.campaign()
        for role in (Prospective, Candidate):
            for voter_id in self.core.voters.ids:
                if isinstance(self.core.role, role) and voter_id != self.node_id:
                    self.grant(voter_id)
        assert isinstance(self.core.role, Leader)
        return self.core.role

    def follow(self, leader_id: int = 2, epoch: int = 1) -> Follower:
        """Follow the leader of a BeginQuorumEpoch."""
        begin = rpc.BeginQuorumEpoch(
            "cluster", 1, directory(1), leader_id, epoch, (endpoint(leader_id),)
        )
        self.ask(begin)
        assert isinstance(self.core.role, Follower)
        return self.core.role

    def follow_any(self, leader_id: int = 2, epoch: int = 1) -> Follower:
        """Follow a leader that does not name the voter it addresses."""
        self.ask(
            rpc.BeginQuorumEpoch("cluster", -1, None, leader_id, epoch, (endpoint(leader_id),))
        )
        assert isinstance(self.core.role, Follower)
        return self.core.role

    def fetch_as(
        self,
        node_id: int,
        offset: int | None = None,
        last_epoch: int | None = None,
        *,
        number: int | None = None,
        **changes: object,
    ) -> fx.Effect | None:
        """Send a fetch of another replica, by default from the leader's log end."""
        view = self.core.log
        offset = view.end_offset if offset is None else offset
        if last_epoch is None:
            last_epoch = view.epoch_at(offset - 1) if offset else 0
        values: dict[str, object] = {
            "cluster_id": "cluster",
            "replica": key(node_id, number),
            "epoch": self.core.role.epoch,
            "fetch_offset": offset,
            "last_fetched_epoch": last_epoch,
            "max_wait_ms": 500,
            "high_watermark": rpc.HIGH_WATERMARK_NOT_SENT,
        }
        return self.ask(rpc.Fetch(**{**values, **changes}))  # type: ignore[arg-type]

    def fetched(self, *batches: BatchSummary, high_watermark: int = -1, **changes: object) -> bool:
        """Answer the awaited fetch as the leader. Return True if records were appended."""
        role, before = self.core.role, self.core.log.end_offset
        assert isinstance(role, Follower)
        values: dict[str, object] = {
            "leader": LeaderAndEpoch(role.leader_id, role.epoch),
            "high_watermark": high_watermark,
            "batches": batches,
            "payload": b"x" * sum(each.size_bytes for each in batches),
        }
        self.answer(
            self.awaiting(rpc.Fetch),
            rpc.FetchResponse(**{**values, **changes}),  # type: ignore[arg-type]
        )
        return self.core.log.end_offset > before

    def append(self, append_id: int = 1, size: int = 10, count: int = 1) -> list[fx.Effect]:
        batch = BatchSummary(0, count - 1, 0, size)
        event = ev.AppendRequested(append_id, self.core.role.epoch, batch, b"x" * size)
        return self.feed(event)

    def know_peers(self, *ids: int, vote: int = 2) -> None:
        for each in ids or (2, 3):
            self.feed(ev.PeerDescribed(each, PeerVersions(vote, 18)))


def batch(base: int, epoch: int, count: int = 1, size: int = 10) -> BatchSummary:
    return BatchSummary(base, base + count - 1, epoch, size)


def control_batch(base: int, epoch: int, *records: ControlRecord) -> BatchSummary:
    return BatchSummary(base, base + len(records) - 1, epoch, 20, records)


def start_of_epoch(base: int, epoch: int, leader_id: int, *ids: int) -> BatchSummary:
    """Return the batch that a first leader writes."""
    change = LeaderChange(leader_id, ids, ids)
    return control_batch(base, epoch, change, KRaftVersion(1), Voters(voter_set(*ids)))

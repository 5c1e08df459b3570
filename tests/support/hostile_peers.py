"""Peers that send anything: random requests and answers, half of them valid.

Values are drawn from small ranges, so that they often fit.
"""

from __future__ import annotations

import random
from collections import deque

from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.values import (
    BatchSummary,
    Election,
    Endpoint,
    FailureReason,
    KRaftVersion,
    LeaderAndEpoch,
    LeaderChange,
    OffsetAndEpoch,
    PeerVersions,
    ReplicaKey,
    VersionRange,
    Voters,
)
from kraft_core.raft.consensus.voters import VoterSet, VoterSetHistory
from kraft_wire.errors import ErrorCode
from tests.support.lone_core import LoneCore, directory, history, log, static_set, voter

ERRORS = (0, 0, 0, 0, 0, 0, -1, 3, 6, 7, 8, 31, 35, 42, 74, 75, 98, 99, 104, 125, 126, 127)


WORK = (
    fx.AppendRecords,
    fx.AppendControlRecords,
    fx.TruncateLog,
    fx.ResetLog,
    fx.StoreSnapshotChunk,
    fx.FinishSnapshot,
)


class Hostile:
    """Peers that send anything to one core."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        rng = self.rng
        ids = rng.choice(((1,), (1, 2), (1, 2, 3), (2, 3), (1, 2, 3, 4, 5)))
        voters = VoterSetHistory(static_set(*ids)) if rng.random() < 0.2 else history(*ids)
        end = rng.choice((0, 5))
        self.lone = LoneCore(
            voters=voters,
            log=log(end, 1 if end else 0),
            election=rng.choice((None, Election(1), Election(2, 1), Election(2, 2))),
            changes={"auto_join": rng.random() < 0.3, "is_witness": rng.random() < 0.2},
            seed=seed,
            slow=True,
        )
        self.is_slow = rng.random() < 0.5
        self.queue: deque[fx.Effect] = deque()

    def pick(self, *values: object) -> object:
        return self.rng.choice(values)

    def number(self, around: int) -> int:
        return self.rng.choice((around, around, around, around - 1, around + 1, 0, -1, 2**31 - 2))

    def near_epoch(self) -> int:
        epoch = self.lone.core.role.epoch
        return self.rng.choice((epoch, epoch, epoch, epoch, epoch + 1, epoch - 1, 0, -1))

    def key(self) -> ReplicaKey:
        node_id = self.rng.choice((-1, 1, 2, 2, 3, 3, 4, 9))
        return ReplicaKey(
            node_id, self.rng.choice((None, directory(max(node_id, 1)), directory(7)))
        )

    def endpoints(self) -> tuple[Endpoint, ...]:
        known = Endpoint("CONTROLLER", "peer", 9)
        return self.rng.choice(
            ((), (known,), (known, Endpoint("B", "b", 1)), (Endpoint("B", "", 0),))
        )

    def voter_set(self) -> VoterSet:
        ids = self.rng.sample((1, 2, 3, 4, 5), self.rng.randint(0, 4))
        return VoterSet.of(voter(each, self.rng.choice((None, 7))) for each in ids)

    # -- requests -----------------------------------------------------------------------------

    def request(self) -> rpc.Request:
        if self.rng.random() < 0.5:
            return self.lawful_request()
        log_view, cluster = self.lone.core.log, self.rng.choice((None, "cluster", "cluster", "x"))
        key, epoch = self.key(), self.near_epoch()
        offset, last = self.number(log_view.end_offset), self.number(log_view.last_epoch)
        to = self.rng.choice((-1, 1, 1, 2))
        directory_id = self.rng.choice((None, directory(1), directory(7)))
        kinds = (
            lambda: rpc.Vote(cluster, to, directory_id, key, epoch, last, offset, False),
            lambda: rpc.Vote(cluster, to, directory_id, key, epoch, last, offset, True),
            lambda: rpc.BeginQuorumEpoch(
                cluster, to, directory_id, key.id, epoch, self.endpoints()
            ),
            lambda: rpc.EndQuorumEpoch(cluster, key.id, epoch, (key, self.key()), self.endpoints()),
            lambda: rpc.Fetch(
                cluster, key, epoch, offset, last, self.rng.choice((0, 500, -1)), self.number(100)
            ),
            lambda: rpc.FetchSnapshot(
                cluster, key, epoch, OffsetAndEpoch(offset, last), self.number(0), self.number(9)
            ),
            lambda: rpc.AddRaftVoter(cluster, key, self.endpoints(), self.rng.random() < 0.5),
            lambda: rpc.RemoveRaftVoter(cluster, key),
            lambda: rpc.UpdateRaftVoter(
                cluster, epoch, key, self.endpoints(), VersionRange(0, self.number(1))
            ),
            rpc.DescribeQuorum,
        )
        return self.rng.choice(kinds)()

    def lawful_request(self) -> rpc.Request:
        core, rng = self.lone.core, self.rng
        view, node_id = core.log, rng.choice((2, 2, 3, 4))
        voter_key = ReplicaKey(node_id, directory(node_id))
        endpoints = (Endpoint("CONTROLLER", "peer", 9),)
        match rng.randrange(10):
            case 0:
                end = (view.last_epoch, view.end_offset)
                return rpc.Vote(None, 1, None, voter_key, core.role.epoch + 1, *end)
            case 1:
                return rpc.RemoveRaftVoter(None, ReplicaKey(rng.choice((1, 3)), directory(3)))
            case 2:
                return rpc.AddRaftVoter(None, ReplicaKey(4, directory(4)), endpoints)
            case 3:
                span = VersionRange(0, 1)
                return rpc.UpdateRaftVoter(None, core.role.epoch, voter_key, endpoints, span)
            case _:
                offset = max(view.end_offset - rng.choice((0, 0, 1)), view.start_offset)
                epoch = view.epoch_at(offset - 1) if offset else 0
                return rpc.Fetch(None, voter_key, core.role.epoch, offset, epoch, 500)

    # -- responses ----------------------------------------------------------------------------

    def answer(self, request: rpc.OutgoingRequest) -> rpc.IncomingResponse:
        rng = self.rng
        common = {
            "error": ErrorCode(rng.choice(ERRORS)),
            "leader": LeaderAndEpoch(rng.choice((None, 1, 2, 2, 3)), self.near_epoch()),
            "leader_endpoint": rng.choice((None, Endpoint("CONTROLLER", "peer", 9))),
        }
        if rng.random() < 0.75:
            common = {"leader": self.lone.core.leader_and_epoch, "error": ErrorCode.NONE}
        top = ErrorCode(rng.choice(ERRORS) if rng.random() < 0.1 else 0)
        match request:
            case rpc.Vote():
                return rpc.VoteResponse(top, vote_granted=rng.random() < 0.7, **common)
            case rpc.BeginQuorumEpoch():
                return rpc.BeginQuorumEpochResponse(top, **common)
            case rpc.EndQuorumEpoch():
                return rpc.EndQuorumEpochResponse(top, **common)
            case rpc.Fetch():
                return self.fetch_answer(top, common)
            case rpc.FetchSnapshot():
                payload = b"x" * rng.randint(0, 5)
                snapshot_id = rng.choice((request.snapshot_id, OffsetAndEpoch(9, 9)))
                size = rng.choice((request.position + len(payload), 10, 0))
                place = rng.choice((request.position, request.position, 3))
                found = {"snapshot_id": snapshot_id, "size": size, "position": place}
                return rpc.FetchSnapshotResponse(top, payload=payload, **found, **common)
            case rpc.UpdateRaftVoter():
                return rpc.UpdateRaftVoterResponse(**common)
            case rpc.AddRaftVoter():
                return rpc.AddRaftVoterResponse(common["error"])
            case rpc.RemoveRaftVoter():
                return rpc.RemoveRaftVoterResponse(common["error"])
            case rpc.ApiVersions():
                span = VersionRange(0, rng.choice((0, 1, 1)))
                return rpc.ApiVersionsResponse(common["error"], span)

    def fetch_answer(self, top: ErrorCode, common: dict[str, object]) -> rpc.FetchResponse:
        rng, view = self.rng, self.lone.core.log
        diverging = snapshot_id = None
        batches: tuple[BatchSummary, ...] = ()
        match rng.randrange(6):
            case 0:
                end = self.number(view.end_offset)
                diverging = OffsetAndEpoch(end, self.number(view.last_epoch))
            case 1:
                far = view.end_offset + rng.choice((-3, 0, 5, 50))
                snapshot_id = OffsetAndEpoch(far, self.number(view.last_epoch))
            case 2 | 3:
                batches = self.batches()
        return rpc.FetchResponse(
            top,
            high_watermark=self.number(view.end_offset + 1),
            diverging=diverging,
            snapshot_id=snapshot_id,
            batches=batches,
            payload=b"x" * sum(max(each.size_bytes, 0) for each in batches),
            **common,
        )

    def batches(self) -> tuple[BatchSummary, ...]:
        rng, found = self.rng, []
        base = self.lone.core.log.end_offset + rng.choice((0, 0, 0, 0, 0, 0, 1, -1))
        for _ in range(rng.randint(1, 3)):
            current = self.lone.core.role.epoch
            epoch = rng.choice((current, current, current, self.near_epoch()))
            records: tuple[object, ...] = ()
            if rng.random() < 0.4:
                records = (
                    LeaderChange(2, (2,), (2,)),
                    KRaftVersion(rng.randint(0, 1)),
                    Voters(self.voter_set()),
                )[rng.randint(0, 2) :]
            count = len(records) or rng.choice((1, 1, 2, 2, 0))
            found.append(
                BatchSummary(base, base + count - 1, epoch, rng.choice((5,) * 9 + (0,)), records)
            )
            base += count
        return tuple(found)

    # -- one thing after the other ------------------------------------------------------------

    def step(self) -> None:
        lone, rng = self.lone, self.rng
        choice = rng.randrange(20)
        if choice < 9 and lone.sent:
            sent = rng.choice(lone.sent)
            if rng.random() < 0.15:
                lone.fail(sent, rng.choice(list(FailureReason)))
            else:
                lone.answer(sent, self.answer(sent.request))
        elif choice < 15:
            lone.ask(self.request(), rng.choice(("CONTROLLER", "OTHER")))
        elif choice < 18:
            lone.advance(rng.choice((1, 20, 300, 1500)))
        elif choice == 18:
            lone.append(append_id=rng.randrange(1 << 30))
        else:
            lone.feed(
                rng.choice(
                    (
                        ev.PeerDescribed(rng.randint(1, 5), PeerVersions(2, 18), may_lead=True),
                        ev.LeaderUnreachable(
                            lone.core.leader_and_epoch.leader_id or 2, lone.core.role.epoch
                        ),
                        ev.WitnessChanged(on=rng.random() < 0.5),
                        ev.ResignRequested(lone.core.role.epoch),
                    )
                )
            )
        self.work()

    def work(self) -> None:
        """Complete some of the disk's work in order, or all of it."""
        lone = self.lone
        while True:
            self.queue += [each for each in lone.effects if isinstance(each, WORK)]
            lone.effects.clear()
            if not self.queue or (self.is_slow and self.rng.random() < 0.4):
                return
            lone.feed(self.completion(self.queue.popleft()))

    def completion(self, effect: fx.Effect) -> ev.Event:
        if not isinstance(effect, fx.FinishSnapshot):
            return self.lone.completion(effect)
        if self.rng.random() < 0.3:
            return ev.SnapshotFailed(effect.snapshot_id, effect.download)
        records = (KRaftVersion(1), Voters(self.voter_set()))
        return ev.SnapshotStored(effect.snapshot_id, effect.download, 5, records)

"""A voter that follows a script: its answers to the requests of KRaft and of brokers.

It keeps the form of the protocol and none of its guarantees: it grants each vote by default, leads
if a test says so, and has any log that the test gives it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, cast

from kraft_core.raft.batches import control_batch, control_message
from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.values import (
    BOOTSTRAP_SNAPSHOT_ID,
    Endpoint,
    KRaftVersion,
    LeaderAndEpoch,
    LeaderChange,
    OffsetAndEpoch,
    ReplicaKey,
    SnapshotId,
    Voters,
)
from kraft_core.raft.replica.batches import data_batch
from kraft_core.raft.replica.rpc_mapping import request_from_wire, response_to_wire
from kraft_core.testing.models.state import ClusterState, Wait
from kraft_wire.error_codes import ErrorCode
from kraft_wire.messages import (
    BrokerHeartbeatResponse,
    BrokerRegistrationResponse,
    DescribeClusterResponse,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kraft_core.raft.consensus.values import ControlRecord
    from kraft_core.raft.consensus.voters import VoterSet
    from kraft_core.testing.models.state import Context
    from kraft_wire.message import Message
    from kraft_wire.messages import DescribeClusterRequest

    Answer = Callable[["Peer", Any], rpc.Response]

FETCHERS_MAX: Final = 1000
BATCHES_MAX: Final = 10_000
SNAPSHOTS_MAX: Final = 100

_LISTENER: Final = "CONTROLLER"
_CONTROLLERS: Final = 2
"""EndpointType.CONTROLLER."""


@dataclass(frozen=True, slots=True)
class _Batch:
    base_offset: int
    next_offset: int
    epoch: int
    data: bytes


@dataclass(slots=True)
class Peer(ClusterState):
    """The state of one scripted voter, as a cluster of one node."""

    key: ReplicaKey = field(default_factory=lambda: ReplicaKey(1))
    voters: VoterSet | None = None
    epoch: int = 0
    leader_id: int | None = None
    leader_endpoint: Endpoint | None = None
    grants: bool = True
    """True if a candidate gets the vote; its log is not compared."""
    voted: ReplicaKey | None = None
    """The candidate that has the vote of this epoch."""
    high_watermark: int = -1
    start: OffsetAndEpoch = BOOTSTRAP_SNAPSHOT_ID
    """The first offset of the log, and the epoch of the record before it."""
    batches: list[_Batch] = field(default_factory=list)
    snapshots: dict[SnapshotId, bytes] = field(default_factory=dict)
    fetchers: dict[ReplicaKey, rpc.ReplicaStatus] = field(default_factory=dict)
    """Replicas that have fetched."""

    @property
    def end(self) -> int:
        """The log end offset."""
        return self.batches[-1].next_offset if self.batches else self.start.offset

    @property
    def last_epoch(self) -> int:
        """The epoch of the last record."""
        return self.batches[-1].epoch if self.batches else self.start.epoch

    @property
    def is_leading(self) -> bool:
        """True if it is the leader of its epoch."""
        return self.leader_id == self.key.id

    @property
    def leader(self) -> LeaderAndEpoch:
        """The leader and epoch, as answers have them."""
        return LeaderAndEpoch(self.leader_id, self.epoch)

    @property
    def endpoint(self) -> Endpoint:
        """The address on which it listens."""
        _, host, port = self.brokers[0]
        return Endpoint(_LISTENER, host, port)

    def enter(self, epoch: int, leader_id: int | None, endpoint: Endpoint | None = None) -> None:
        """Enter an epoch with its leader, if one is known."""
        if epoch > self.epoch:
            self.voted = None
        self.epoch, self.leader_id, self.leader_endpoint = epoch, leader_id, endpoint

    def lead(self, epoch: int, now_ms: int) -> None:
        """Lead from here on; the first records of the epoch are those that Kafka's leaders write.

        A log that is empty gets the voters too, if they are known: brokers look for the address of
        the leader there.
        """
        self.enter(epoch, self.key.id, self.endpoint)
        ids = (self.key.id,) if self.voters is None else self.voters.ids
        records: list[ControlRecord] = [LeaderChange(self.key.id, ids, ids)]
        if self.end == 0 and self.voters is not None:
            records += [KRaftVersion(1), Voters(self.voters)]
        messages = [control_message(each) for each in records]
        data = control_batch(messages, base_offset=self.end, epoch=epoch, timestamp_ms=now_ms)
        self._add(data, len(messages))

    def append(self, values: Sequence[bytes], now_ms: int) -> int:
        """Append one batch in the present epoch; return the offset of its first record."""
        base = self.end
        data = data_batch(values, timestamp_ms=now_ms, base_offset=base, epoch=self.epoch)
        self._add(data, len(values))
        return base

    def _add(self, data: bytes, count: int) -> None:
        if len(self.batches) >= BATCHES_MAX:
            raise ValueError(f"the log has {BATCHES_MAX:,} batches")
        self.batches.append(_Batch(self.end, self.end + count, self.epoch, data))

    def truncate(self, offset: int) -> None:
        """Remove the batches that have records from an offset on."""
        self.batches = [each for each in self.batches if each.next_offset <= offset]
        self.high_watermark = min(self.high_watermark, self.end)

    def begin_at(self, snapshot_id: SnapshotId, content: bytes) -> None:
        """Replace the records before a snapshot by it; keep at most SNAPSHOTS_MAX."""
        if len(self.snapshots) >= SNAPSHOTS_MAX:
            del self.snapshots[next(iter(self.snapshots))]
        self.snapshots[snapshot_id] = content
        self.start = snapshot_id
        self.batches = [each for each in self.batches if each.base_offset >= snapshot_id.offset]

    def read(self, offset: int, max_bytes: int) -> bytes:
        """Return whole batches from the one with this offset, at least one."""
        found: list[bytes] = []
        size = 0
        for each in self.batches:
            if each.next_offset <= offset:
                continue
            if found and size + len(each.data) > max_bytes:
                break
            found.append(each.data)
            size += len(each.data)
        return b"".join(found)

    def divergence(self, offset: int, epoch: int) -> OffsetAndEpoch | None:
        """Return where a log with this end differs from this one.

        Follows KafkaRaftLog.validateOffsetAndEpoch.
        """
        if OffsetAndEpoch(offset, epoch) == self.start:
            return None
        earlier = [each for each in self.batches if each.epoch <= epoch]
        end = OffsetAndEpoch(earlier[-1].next_offset, earlier[-1].epoch) if earlier else self.start
        return end if end.epoch != epoch or end.offset < offset else None


def _peer(context: Context) -> Peer:
    return cast("Peer", context.state)


def _fault(peer: Peer, request: Any) -> ErrorCode:
    """Return the error of a request for another epoch than the one led here."""
    if request.epoch < peer.epoch:
        return ErrorCode.FENCED_LEADER_EPOCH
    if request.epoch > peer.epoch:
        return ErrorCode.UNKNOWN_LEADER_EPOCH
    return ErrorCode.NONE if peer.is_leading else ErrorCode.NOT_LEADER_OR_FOLLOWER


def _known(peer: Peer) -> dict[str, Any]:
    return {"leader": peer.leader, "leader_endpoint": peer.leader_endpoint}


def vote(peer: Peer, request: rpc.Vote) -> rpc.VoteResponse:
    """Grant one candidate of an epoch the vote, and every PreVote, while `grants` is set."""
    if request.epoch < peer.epoch:
        return rpc.VoteResponse(error=ErrorCode.FENCED_LEADER_EPOCH, **_known(peer))
    if request.epoch > peer.epoch and not request.pre_vote:
        peer.enter(request.epoch, None)
    is_granted = peer.grants
    if not request.pre_vote:
        is_granted &= peer.leader_id is None and peer.voted in {None, request.replica}
        if is_granted:
            peer.voted = request.replica
    return rpc.VoteResponse(vote_granted=is_granted, **_known(peer))


def begin_quorum_epoch(peer: Peer, request: rpc.BeginQuorumEpoch) -> rpc.BeginQuorumEpochResponse:
    """Follow the leader of an epoch that is not older."""
    if request.epoch < peer.epoch:
        return rpc.BeginQuorumEpochResponse(error=ErrorCode.FENCED_LEADER_EPOCH, **_known(peer))
    peer.enter(request.epoch, request.leader_id, next(iter(request.leader_endpoints), None))
    return rpc.BeginQuorumEpochResponse(**_known(peer))


def end_quorum_epoch(peer: Peer, request: rpc.EndQuorumEpoch) -> rpc.EndQuorumEpochResponse:
    """Forget the leader of an epoch that is not older."""
    if request.epoch < peer.epoch:
        return rpc.EndQuorumEpochResponse(error=ErrorCode.FENCED_LEADER_EPOCH, **_known(peer))
    peer.enter(request.epoch, None)
    return rpc.EndQuorumEpochResponse(**_known(peer))


def fetch(peer: Peer, request: rpc.Fetch) -> rpc.FetchResponse | None:
    """Return records, where to truncate, or a snapshot id; None for no records yet."""
    error = _fault(peer, request)
    if error:
        return rpc.FetchResponse(error=error, **_known(peer))
    if request.replica in peer.fetchers or len(peer.fetchers) < FETCHERS_MAX:
        peer.fetchers[request.replica] = rpc.ReplicaStatus(request.replica, request.fetch_offset)
    found = rpc.FetchResponse(
        high_watermark=peer.high_watermark, log_start_offset=peer.start.offset, **_known(peer)
    )
    if request.fetch_offset < peer.start.offset:
        return replace(found, snapshot_id=peer.start)
    diverging = peer.divergence(request.fetch_offset, request.last_fetched_epoch)
    if diverging is not None:
        return replace(found, diverging=diverging)
    payload = peer.read(request.fetch_offset, request.max_bytes)
    return replace(found, payload=payload) if payload else None


def fetch_snapshot(peer: Peer, request: rpc.FetchSnapshot) -> rpc.FetchSnapshotResponse:
    """Return a piece of a snapshot."""
    error = _fault(peer, request)
    content = peer.snapshots.get(request.snapshot_id)
    if not error and content is None:
        error = ErrorCode.SNAPSHOT_NOT_FOUND
    elif not error and not 0 <= request.position < len(content or b""):
        error = ErrorCode.POSITION_OUT_OF_RANGE
    if error or content is None:
        return rpc.FetchSnapshotResponse(error=error, **_known(peer))
    return rpc.FetchSnapshotResponse(
        snapshot_id=request.snapshot_id,
        size=len(content),
        position=request.position,
        payload=content[request.position : request.position + request.max_bytes],
        **_known(peer),
    )


def describe_quorum(peer: Peer, _: rpc.DescribeQuorum) -> rpc.DescribeQuorumResponse:
    """Describe the replicas that have fetched."""
    if not peer.is_leading:
        error = ErrorCode.NOT_LEADER_OR_FOLLOWER
        return rpc.DescribeQuorumResponse(error=error, message=error.name)
    keys = [peer.key] if peer.voters is None else [each.key for each in peer.voters.voters]
    own = rpc.ReplicaStatus(peer.key, peer.end)
    return rpc.DescribeQuorumResponse(
        leader_id=peer.key.id,
        epoch=peer.epoch,
        high_watermark=peer.high_watermark,
        voters=tuple(
            own if key == peer.key else peer.fetchers.get(key, rpc.ReplicaStatus(key))
            for key in keys
        ),
        observers=tuple(each for key, each in peer.fetchers.items() if key not in keys),
        nodes=peer.voters,
    )


def describe_cluster(context: Context, request: DescribeClusterRequest) -> Message:
    """Describe the controllers, if they were asked for (KIP-919)."""
    peer = _peer(context)
    cls = DescribeClusterResponse
    if request.endpoint_type != _CONTROLLERS:
        error = ErrorCode.MISMATCHED_ENDPOINT_TYPE
        return cls(error_code=error, error_message=error.message)
    own = peer.brokers[0]
    addresses = {own.node_id: (own.host, own.port)}
    for voter in peer.voters or ():
        addresses[voter.id] = (voter.endpoints[0].host, voter.endpoints[0].port)
    return cls(
        cluster_id=peer.cluster_id,
        controller_id=-1 if peer.leader_id is None else peer.leader_id,
        endpoint_type=_CONTROLLERS,
        brokers=[
            cls.DescribeClusterBroker(broker_id=node_id, host=host, port=port)
            for node_id, (host, port) in sorted(addresses.items())
        ],
    )


def register_broker(context: Context, _: Any) -> Message:
    """Register every broker; its epoch is the log end offset. Nothing is written to the log."""
    peer = _peer(context)
    if not peer.is_leading:
        return BrokerRegistrationResponse(error_code=ErrorCode.NOT_CONTROLLER)
    return BrokerRegistrationResponse(broker_epoch=peer.end)


def broker_heartbeat(context: Context, request: Any) -> Message:
    """Grant what a broker requests: unfence it, fence it, shut it down."""
    peer = _peer(context)
    if not peer.is_leading:
        return BrokerHeartbeatResponse(error_code=ErrorCode.NOT_CONTROLLER)
    return BrokerHeartbeatResponse(
        is_caught_up=request.current_metadata_offset >= peer.high_watermark - 1,
        is_fenced=request.want_fence,
        should_shut_down=request.want_shut_down,
    )


_RAFT: Final[dict[type[Any], Answer]] = {
    rpc.Vote: vote,
    rpc.BeginQuorumEpoch: begin_quorum_epoch,
    rpc.EndQuorumEpoch: end_quorum_epoch,
    rpc.FetchSnapshot: fetch_snapshot,
    rpc.DescribeQuorum: describe_quorum,
}
_FOREIGN: Final[dict[type[Any], rpc.Response]] = {
    rpc.Vote: rpc.VoteResponse(top_error=ErrorCode.INCONSISTENT_CLUSTER_ID),
    rpc.BeginQuorumEpoch: rpc.BeginQuorumEpochResponse(top_error=ErrorCode.INCONSISTENT_CLUSTER_ID),
    rpc.EndQuorumEpoch: rpc.EndQuorumEpochResponse(top_error=ErrorCode.INCONSISTENT_CLUSTER_ID),
    rpc.Fetch: rpc.FetchResponse(top_error=ErrorCode.INCONSISTENT_CLUSTER_ID),
    rpc.FetchSnapshot: rpc.FetchSnapshotResponse(top_error=ErrorCode.INCONSISTENT_CLUSTER_ID),
}


def answer(context: Context, message: Message) -> Message | Wait:
    """Answer a request of KRaft."""
    peer = _peer(context)
    request = request_from_wire(message, context.version, peer.cluster_id)
    if not isinstance(request, rpc.Request):
        return request
    if getattr(request, "cluster_id", None) not in {None, peer.cluster_id}:
        return response_to_wire(_FOREIGN[type(request)], context.version)
    if not isinstance(request, rpc.Fetch):
        return response_to_wire(_RAFT[type(request)](peer, request), context.version)
    found = fetch(peer, request)
    if found is not None:
        return response_to_wire(found, context.version)

    def nothing() -> Message:
        late = fetch(peer, request)
        empty = rpc.FetchResponse(
            high_watermark=peer.high_watermark, log_start_offset=peer.start.offset, **_known(peer)
        )
        return response_to_wire(late or empty, context.version)

    seen = peer.high_watermark
    return Wait(
        lambda: fetch(peer, request) is not None or peer.high_watermark != seen,
        request.max_wait_ms,
        nothing,
    )


MODELS: Final = {
    **dict.fromkeys(
        ("Vote", "BeginQuorumEpoch", "EndQuorumEpoch", "Fetch", "FetchSnapshot", "DescribeQuorum"),
        answer,
    ),
    "DescribeCluster": describe_cluster,
    "BrokerRegistration": register_broker,
    "BrokerHeartbeat": broker_heartbeat,
}
"""The model of each API, by its name."""

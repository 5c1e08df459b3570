"""State shared by all parts of the core: the one mutable object, passed first to every function.

`core.py` owns it. Parts change it, put effects into its outbox and never keep it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kraft_core.raft.consensus.effects import (
    AdvanceHighWatermark,
    Effect,
    Note,
    NoteKind,
    SendRequest,
    SendResponse,
)
from kraft_core.raft.consensus.log import LogView, SnapshotCatalog
from kraft_core.raft.consensus.progress import Clocks
from kraft_core.raft.consensus.requests import ParkedFetches, RequestsInFlight
from kraft_core.raft.consensus.roles import (
    Candidate,
    Follower,
    Leader,
    Prospective,
    Resigned,
    Unattached,
)
from kraft_core.raft.consensus.values import (
    Endpoint,
    Endpoints,
    LeaderAndEpoch,
    Node,
    ReplicaKey,
    WitnessReason,
    endpoint_for,
)
from kraft_core.raft.consensus.voters import VoterSet, VoterSetHistory

if TYPE_CHECKING:
    import random

    from kraft_core.raft.consensus.config import RaftConfig
    from kraft_core.raft.consensus.events import PeerDescribed, ReplyTo
    from kraft_core.raft.consensus.roles import Installation, Role
    from kraft_core.raft.consensus.rpc import OutgoingRequest, Response
    from kraft_core.raft.consensus.values import PeerVersions, SnapshotId, VersionRange


@dataclass(slots=True)
class Peer:
    """Another replica's report about itself; None before the report."""

    versions: PeerVersions | None = None
    kraft_range: VersionRange | None = None
    may_lead: bool | None = None


def on_peer_described(core: CoreState, event: PeerDescribed) -> None:
    """Store the report. Beyond the limit of observers only voters are stored.

    So there are never more than `observers_max`, or as many as there are voters.
    """
    peer = core.peers.get(event.replica_id)
    if peer is None:
        if len(core.peers) >= core.config.observers_max:
            if core.voters.get(event.replica_id) is None:
                return
            outside = (each for each in core.peers if core.voters.get(each) is None)
            core.peers.pop(next(outside, -1), None)
        peer = core.peers[event.replica_id] = Peer()
    if event.versions is not None:
        peer.versions = event.versions
    if event.kraft_range is not None:
        peer.kraft_range = event.kraft_range
    if event.may_lead is not None:
        peer.may_lead = event.may_lead


class CoreState:
    """The consensus state of one replica."""

    def __init__(self, config: RaftConfig, rng: random.Random) -> None:
        self.config = config
        self.key: ReplicaKey | None = config.key
        self.own_id = -1 if config.node_id is None else config.node_id
        self.now_ms = 0
        self.wall_ms = 0
        self.is_turn_end = False
        """True if all that has arrived was handled: a late completion would be known."""
        self.role: Role = Unattached(0)
        self.log = LogView()
        self.snapshots = SnapshotCatalog()
        self.history = VoterSetHistory()
        self.high_watermark: int | None = None
        self.in_flight = RequestsInFlight(config)
        self.parked = ParkedFetches()
        self.servers: tuple[VoterSet, tuple[Node, ...]] | None = None
        self.peers: dict[int, Peer] = {}
        self.installation: Installation | None = None
        self.last_download = 0
        self.download_failures = 0
        """Consecutive downloads that the disk failed to store; kept when leaders change."""
        self.download_at_ms = 0
        """No download before that."""
        self.snapshots_being_written: list[SnapshotId] = []
        self.leader_high_watermark = -1
        self.witness_reasons = frozenset({WitnessReason.CONTROLLER} if config.is_witness else ())
        self.is_needed = False
        self.witness_must_campaign = False
        self.witness_campaigned = False
        self.hand_overs = 0
        self.regressions_seen = 0
        """Regressions of voters below their acknowledged end, in all epochs that this one led."""
        self.last_leader_answer_ms = 0
        self.voter_at: int | None = None
        self.was_removed = False
        self.shutdown_at_ms: int | None = None
        self.is_shut_down = False
        self._rng = rng
        self._outbox: list[Effect] = []

    # -- identity of this replica -------------------------------------------------------------

    @property
    def voters(self) -> VoterSet:
        """The voter set in force, committed or not."""
        return self.history.latest

    @property
    def is_voter(self) -> bool:
        """Return True if this replica is in the voter set in force."""
        return self.key is not None and self.history.latest.has(self.key)

    @property
    def is_sole_voter(self) -> bool:
        """Return True if this replica is the whole voter set."""
        return self.key is not None and self.history.latest.is_only(self.key)

    @property
    def readable_end(self) -> int:
        """Return the end of the records that this replica sends to others as the leader.

        A sole voter commits a record when its own disk has it. Readers get it then, with the high
        watermark after it, in one answer, as from Kafka (`KafkaRaftClient.flushLeaderLog` raises
        the high watermark before it answers). Sent earlier, a broker would apply the record one
        Fetch later, after its writer was answered; and after a crash it would hold a record that
        the leader has lost.
        """
        return self.log.flushed_end if self.is_sole_voter else self.log.end_offset

    @property
    def is_witness(self) -> bool:
        """Return True if this replica is a witness, for any reason."""
        return bool(self.witness_reasons)

    @property
    def has_left(self) -> bool:
        """Return True if this replica was a voter in its log since its start, and no longer is."""
        return self.voter_at is not None and not self.is_voter

    @property
    def uncommitted_removal(self) -> int | None:
        """The offset that removes this replica, if it is not known to be committed."""
        removed_at = None if self.key is None else self.history.removed_at(self.key)
        # once the removal is committed a majority without this replica commits: it must never
        # rejoin by itself
        is_open = removed_at is not None and removed_at >= max(
            self.committed_end, self.log.start_offset
        )
        return removed_at if is_open else None

    @property
    def has_candidacy(self) -> bool:
        """Return True if `elections.candidacy` would return a candidacy."""
        return self.is_voter or (self.is_needed and self.uncommitted_removal is not None)

    @property
    def is_shutting_down(self) -> bool:
        """Return True during a graceful shutdown."""
        return self.shutdown_at_ms is not None

    @property
    def epoch(self) -> int:
        """The epoch of the role."""
        return self.role.epoch

    @property
    def leader_id(self) -> int | None:
        """The leader of this epoch, if it is known."""
        role = self.role
        return None if isinstance(role, Candidate) else role.leader_id

    @property
    def leader_and_epoch(self) -> LeaderAndEpoch:
        """The leader and epoch, as every response has them."""
        return LeaderAndEpoch(self.leader_id, self.role.epoch)

    def leader_endpoints(self) -> Endpoints:
        """Return the leader's endpoints that this role knows."""
        role = self.role
        match role:
            case Leader() | Resigned():
                return self.config.endpoints
            case Follower():
                return role.endpoints
            case Prospective():
                return role.leader_endpoints
            case _:
                return ()

    def leader_endpoint(self, listener: str) -> Endpoint | None:
        """Return the leader's endpoint of that listener, for NodeEndpoints."""
        if self.leader_id is None:
            return None
        return endpoint_for(self.leader_endpoints(), listener)

    @property
    def may_claim(self) -> bool:
        """Return True if votes and fetches can be sent: the log end that they state is durable."""
        return self.installation is None and self.log.is_durable

    @property
    def committed_end(self) -> int:
        """The offset below which all is known to be committed, by high watermark or snapshot."""
        return max(self.high_watermark or 0, self.snapshots.end_offset)

    # -- time and chance ----------------------------------------------------------------------

    @property
    def clocks(self) -> Clocks:
        """The monotonic and the wall time of this event."""
        return Clocks(self.now_ms, self.wall_ms)

    def random_election_deadline_ms(self) -> int:
        """Return now plus the election timeout plus a random part of up to the same length."""
        timeout = max(self.config.election_timeout_ms, 1)
        return self.now_ms + timeout + self.random_below(timeout)

    def random_below(self, limit: int) -> int:
        """Return a random number from 0 to limit - 1; 0 if limit is 0."""
        return self._rng.randrange(limit) if limit > 0 else 0

    # -- effects ------------------------------------------------------------------------------

    def emit(self, effect: Effect) -> None:
        """Append an effect to the list."""
        self._outbox.append(effect)

    def take_effects(self) -> list[Effect]:
        """Remove and return the effects of this event."""
        effects, self._outbox = self._outbox, []
        return effects

    def note(self, kind: NoteKind, **facts: object) -> None:
        """Add a note to the effects."""
        self._outbox.append(Note(kind, " ".join([f"{name}={facts[name]}" for name in facts])))

    def reply(self, reply_to: ReplyTo, response: Response) -> None:
        """Add the response to a request to the effects."""
        self._outbox.append(SendResponse(reply_to, response))

    def send(self, to: Node, request: OutgoingRequest, timeout_ms: int | None = None) -> int:
        """Send a request and await its answer, for the request timeout by default.

        Gives its id.
        """
        request_id = self.in_flight.sent(to, request, self.now_ms, timeout_ms)
        self._outbox.append(SendRequest(request_id, to, request))
        return request_id

    def raise_high_watermark(self, offset: int) -> None:
        """Raise the high watermark to a committed offset; a lower offset changes nothing."""
        if self.high_watermark is None or offset > self.high_watermark:
            self.high_watermark = offset
            self._outbox.append(AdvanceHighWatermark(offset))

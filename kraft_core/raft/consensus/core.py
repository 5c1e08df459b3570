"""The core: one event in, the effects that follow out, and the deadline of the next one.

Dispatch of events, requests and answers to the parts; start and shutdown; the one deadline.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from kraft_core.raft.consensus.commit import (
    append_offset,
    on_append,
    on_flushed,
    raise_follower_commit,
)
from kraft_core.raft.consensus.contested import contested_voters
from kraft_core.raft.consensus.effects import (
    AnnounceLeader,
    Effect,
    NoteKind,
    ShutdownCompleted,
    StoreElection,
)
from kraft_core.raft.consensus.elections import (
    answer_vote,
    on_leader_unreachable,
    poll_candidate,
    poll_prospective,
    poll_unattached,
    take_vote_failure,
    take_vote_response,
)
from kraft_core.raft.consensus.events import (
    AppendRequested,
    DeadlineReached,
    Event,
    LeaderUnreachable,
    LogFlushed,
    LogReset,
    LogTruncated,
    LogWriteFailed,
    PeerDescribed,
    PrefixExpired,
    RequestFailed,
    RequestReceived,
    ResignRequested,
    ResponseReceived,
    ShutdownRequested,
    SnapshotChunkStored,
    SnapshotFailed,
    SnapshotRequested,
    SnapshotStored,
    Started,
    TurnEnded,
    UpgradeRequested,
    WitnessChanged,
)
from kraft_core.raft.consensus.invariants import (
    LogWriteFailedError,
    check_election,
    check_offsets,
    ensure,
)
from kraft_core.raft.consensus.leadership import (
    answer_begin,
    answer_end,
    poll_leader,
    poll_resigned,
    take_begin_response,
    take_end_response,
)
from kraft_core.raft.consensus.log import SnapshotCatalog
from kraft_core.raft.consensus.membership import (
    MembershipRequest,
    end_membership_request,
    on_add_voter,
    on_remove_voter,
    on_update_voter,
    on_upgrade,
    take_join_response,
    take_probe,
    take_probe_failure,
    take_update_failure,
    take_update_response,
)
from kraft_core.raft.consensus.progress import on_describe, regressions
from kraft_core.raft.consensus.replication import (
    answer_due,
    on_fetch,
    poll_follower,
    take_fetch_response,
)
from kraft_core.raft.consensus.roles import (
    Candidate,
    Follower,
    Leader,
    Prospective,
    Resigned,
    Role,
    Unattached,
)
from kraft_core.raft.consensus.rpc import (
    AddRaftVoter,
    AddRaftVoterResponse,
    ApiVersions,
    ApiVersionsResponse,
    BeginQuorumEpoch,
    BeginQuorumEpochResponse,
    DescribeQuorum,
    EndQuorumEpoch,
    EndQuorumEpochResponse,
    Fetch,
    FetchResponse,
    FetchSnapshot,
    FetchSnapshotResponse,
    RemoveRaftVoter,
    RemoveRaftVoterResponse,
    UpdateRaftVoter,
    UpdateRaftVoterResponse,
    Vote,
    VoteResponse,
)
from kraft_core.raft.consensus.snapshots import (
    on_chunk_stored,
    on_fetch_snapshot,
    on_prefix_expired,
    on_reset,
    on_snapshot_failed,
    on_snapshot_requested,
    on_snapshot_stored,
    take_snapshot_response,
)
from kraft_core.raft.consensus.state import CoreState, on_peer_described
from kraft_core.raft.consensus.transitions import begin_first_role, step_down
from kraft_core.raft.consensus.values import Election, FailureReason, LeaderAndEpoch
from kraft_core.raft.consensus.voters import remember_membership, undo_control
from kraft_core.raft.consensus.witness import campaigns_at_ms, on_witness_changed
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    import random

    from kraft_core.raft.consensus.config import RaftConfig
    from kraft_core.raft.consensus.contested import ContestedVoter
    from kraft_core.raft.consensus.log import LogView, StoredSnapshot
    from kraft_core.raft.consensus.progress import Regression
    from kraft_core.raft.consensus.requests import RequestInFlight
    from kraft_core.raft.consensus.rpc import IncomingResponse
    from kraft_core.raft.consensus.voters import VoterSet


_CHANGES_OF_ROLE_MAX: Final = 16


class RaftCore:
    """One replica's KRaft logic: the same events give the same effects; no clock, socket or file.

    `deadline_ms` is when `DeadlineReached` is wanted at the latest, None if never. Chance comes
    from the `rng` alone. Exceptions mean that the replica must stop: `InvariantBroken`, and
    `LogWriteFailedError` after a `LogWriteFailed`.
    """

    def __init__(self, config: RaftConfig, rng: random.Random) -> None:
        self._state = CoreState(config, rng)
        self._is_started = False
        self._announced: LeaderAndEpoch | None = None
        self._stored: Election | None = None
        self.deadline_ms: int | None = None

    # -- state for readers --------------------------------------------------------------------

    @property
    def config(self) -> RaftConfig:
        """The configuration of this replica."""
        return self._state.config

    @property
    def role(self) -> Role:
        """The current role. Read only."""
        return self._state.role

    @property
    def log(self) -> LogView:
        """The log as the core sees it. Read only."""
        return self._state.log

    @property
    def snapshots(self) -> tuple[StoredSnapshot, ...]:
        """Every snapshot on disk, in Kafka's order, the bootstrap snapshot (0-0) included."""
        return self._state.snapshots.stored

    @property
    def high_watermark(self) -> int | None:
        """The known high watermark; None until one is known."""
        return self._state.high_watermark

    @property
    def leader_and_epoch(self) -> LeaderAndEpoch:
        """The leader, as responses name it: one that resigned still names itself."""
        return self._state.leader_and_epoch

    @property
    def voters(self) -> VoterSet:
        """The voter set in force, committed or not."""
        return self._state.voters

    @property
    def regressions(self) -> tuple[Regression, ...]:
        """Voters that have fewer records than they acknowledged to this leader."""
        return regressions(self._state)

    @property
    def regressions_seen(self) -> int:
        """The number of voters' regressions while this replica led."""
        return self._state.regressions_seen

    @property
    def contested_voters(self) -> tuple[ContestedVoter, ...]:
        """Voters whose key two processes use, as far as the leader has observed."""
        return contested_voters(self._state)

    @property
    def kraft_version(self) -> int:
        """The level of kraft.version in force, committed or not."""
        return self._state.history.level

    def append_offset(self, epoch: int, size_bytes: int) -> int | None:
        """Return the offset of the next append; None where one of that size is refused."""
        return append_offset(self._state, epoch, size_bytes)

    @property
    def is_voter(self) -> bool:
        """Return True if this replica is in the voter set in force."""
        return self._state.is_voter

    @property
    def is_shut_down(self) -> bool:
        """Return True if `ShutdownCompleted` was emitted; nothing follows it."""
        return self._state.is_shut_down

    # -- the one entry ------------------------------------------------------------------------

    def handle(self, event: Event, now_ms: int, wall_ms: int) -> list[Effect]:
        """Handle an event at that time; return the effects, in order.

        `now_ms` is monotonic and drives every timer; `wall_ms` is the time shown to others.
        """
        core = self._state
        if self._is_started is isinstance(event, Started):
            ensure(holds=False, name="started-first-and-once", detail=event)
        if core.is_shut_down:
            return []
        core.now_ms = max(core.now_ms, now_ms)
        core.wall_ms, deadline_ms = wall_ms, self.deadline_ms
        is_due = deadline_ms is not None and core.now_ms >= deadline_ms
        is_end = isinstance(event, TurnEnded)
        core.is_turn_end = is_end or isinstance(event, DeadlineReached)
        if is_end and not is_due and not core.parked.has_due:
            return []
        high_watermark = core.high_watermark
        self._is_started = True
        self._dispatch(core, event)
        if is_due or not is_end:
            _poll(core)
        self._announce(core)
        effects = core.take_effects()
        election, stored = core.role.election, self._stored
        if (election is not stored and election != stored) or isinstance(event, Started):
            if stored is not None:
                check_election(stored, election)
            self._stored = election
            effects.insert(0, StoreElection(election, core.history.level, core.voters.ids))
        check_offsets(core, high_watermark)
        self.deadline_ms = None if core.is_shut_down else next_deadline_ms(core)
        if is_end and core.parked.has_due:
            self.deadline_ms = core.now_ms  # more answers than one turn takes
        return effects

    def _announce(self, core: CoreState) -> None:
        """Report another leader or epoch to the user. A resigned leader leads no replica."""
        role, known = core.role, self._announced
        leader_id = None if isinstance(role, Resigned) else core.leader_id
        if known is None or known.leader_id != leader_id or known.epoch != role.epoch:
            self._announced = LeaderAndEpoch(leader_id, role.epoch)
            core.emit(AnnounceLeader(self._announced))

    def _dispatch(self, core: CoreState, event: Event) -> None:
        match event:
            case RequestReceived():
                on_request(core, event)
            case ResponseReceived():
                on_response(core, event)
            case LogFlushed():
                on_flushed(core, event)
            case TurnEnded():
                answer_due(core)
            case DeadlineReached():
                pass
            case AppendRequested():
                on_append(core, event)
            case RequestFailed():
                on_failure(core, event)
            case PeerDescribed():
                on_peer_described(core, event)
            case LeaderUnreachable():
                on_leader_unreachable(core, event)
            case Started():
                on_started(core, event)
            case ResignRequested():
                if isinstance(core.role, Leader) and core.role.epoch == event.epoch:
                    core.role.resigns = True
            case ShutdownRequested():
                on_shutdown_requested(core)
            case WitnessChanged():
                on_witness_changed(core, event)
            case UpgradeRequested():
                on_upgrade(core, event)
            case LogTruncated() | LogReset() | LogWriteFailed():
                _on_log_completion(core, event)
            case (
                SnapshotRequested()
                | SnapshotChunkStored()
                | SnapshotStored()
                | SnapshotFailed()
                | PrefixExpired()
            ):
                _on_snapshot_event(core, event)
            case _:
                assert_never(event)


def _poll(core: CoreState) -> None:
    """Perform due work of the role, again after each change of role."""
    for _ in range(_CHANGES_OF_ROLE_MAX):
        if core.is_shutting_down and complete_shutdown(core):
            return
        role = core.role
        match role:
            case Leader():
                if role.resigns and not core.is_voter:
                    answer_due(core)  # voters learn that the removal of their leader is committed
                poll_leader(core, role)
            case Follower():
                poll_follower(core, role)
            case Unattached():
                poll_unattached(core, role)
            case Prospective():
                poll_prospective(core, role)
            case Candidate():
                poll_candidate(core, role)
            case Resigned():
                poll_resigned(core, role)
            case _:
                assert_never(role)
        if core.role is role:
            return
    ensure(holds=False, name="roles-settle", detail=core.role)


def _on_log_completion(core: CoreState, event: LogTruncated | LogReset | LogWriteFailed) -> None:
    match event:
        case LogTruncated():
            if core.log.truncated(event.generation, event.end_offset):
                undo_control(core, event.end_offset)
                raise_follower_commit(core)
            else:
                core.note(NoteKind.STALE_COMPLETION, generation=event.generation)
        case LogReset():
            on_reset(core, event)
        case LogWriteFailed():
            raise LogWriteFailedError(event.reason)


def _on_snapshot_event(
    core: CoreState,
    event: SnapshotRequested
    | SnapshotChunkStored
    | SnapshotStored
    | SnapshotFailed
    | PrefixExpired,
) -> None:
    match event:
        case SnapshotRequested():
            on_snapshot_requested(core, event)
        case SnapshotChunkStored():
            on_chunk_stored(core, event)
        case SnapshotStored():
            on_snapshot_stored(core, event)
        case SnapshotFailed():
            on_snapshot_failed(core, event)
        case PrefixExpired():
            on_prefix_expired(core, event)


# -- requests and answers --------------------------------------------------------------------------


def on_request(core: CoreState, event: RequestReceived) -> None:
    """Answer a request, or arrange for its answer."""
    reply_to, listener, request = event.reply_to, event.listener, event.request
    match request:
        case Fetch():
            on_fetch(core, reply_to, listener, request)
        case Vote():
            core.reply(reply_to, answer_vote(core, listener, request))
        case BeginQuorumEpoch():
            core.reply(reply_to, answer_begin(core, listener, request))
        case EndQuorumEpoch():
            core.reply(reply_to, answer_end(core, listener, request))
        case FetchSnapshot():
            on_fetch_snapshot(core, reply_to, listener, request)
        case AddRaftVoter():
            on_add_voter(core, reply_to, request)
        case RemoveRaftVoter():
            on_remove_voter(core, reply_to, request)
        case UpdateRaftVoter():
            on_update_voter(core, reply_to, listener, request)
        case DescribeQuorum():
            on_describe(core, reply_to)
        case _:
            assert_never(request)


def on_response(core: CoreState, event: ResponseReceived) -> None:
    """Handle the response to a request that still awaits one."""
    sent = core.in_flight.take(event.request_id, core.now_ms)
    if sent is None:
        return
    role = core.role
    useful = _take_response(core, sent, event.response)
    if core.role is not role:
        return
    if isinstance(sent.request, MembershipRequest):
        end_membership_request(core)
    elif not useful:
        top_error = getattr(event.response, "top_error", ErrorCode.NONE)
        is_foreign = top_error is ErrorCode.INCONSISTENT_CLUSTER_ID
        core.in_flight.back_off(sent.to.id, core.now_ms, is_foreign=is_foreign)


def _take_response(core: CoreState, sent: RequestInFlight, response: IncomingResponse) -> bool:
    """Pass a response to the part that sent the request; refuse one of another kind."""
    match sent.request, response:
        case Fetch(), FetchResponse():
            return take_fetch_response(core, sent, response)
        case Vote(), VoteResponse():
            return take_vote_response(core, sent, response)
        case BeginQuorumEpoch(), BeginQuorumEpochResponse():
            return take_begin_response(core, sent, response)
        case EndQuorumEpoch(), EndQuorumEpochResponse():
            return take_end_response(core, sent, response)
        case FetchSnapshot(), FetchSnapshotResponse():
            return take_snapshot_response(core, sent, response)
        case UpdateRaftVoter(), UpdateRaftVoterResponse():
            return take_update_response(core, sent, response)
        case AddRaftVoter(), AddRaftVoterResponse():
            return take_join_response(core, sent, response)
        case RemoveRaftVoter(), RemoveRaftVoterResponse():
            return take_join_response(core, sent, response)
        case ApiVersions(), ApiVersionsResponse():
            return take_probe(core, sent, response)
        case _:
            core.note(NoteKind.PEER_ERROR, node=sent.to.id, answer=type(response).__name__)
            return False


def on_failure(core: CoreState, event: RequestFailed) -> None:
    """Handle a request without a usable answer: back off from the node and react."""
    sent = core.in_flight.take(event.request_id, core.now_ms)
    if sent is None:
        return
    role = core.role
    has_no_answer = event.reason in {FailureReason.TIMED_OUT, FailureReason.REFUSED}
    if has_no_answer:
        core.in_flight.note_unanswered(sent.to.id)
    if isinstance(role, Follower) and sent.to.id == role.leader_id and has_no_answer:
        role.leader_missed()
    match sent.request:
        case Vote():
            handled = take_vote_failure(core, sent, event.reason)
        case UpdateRaftVoter():
            handled = take_update_failure(core, event.reason)
        case ApiVersions():
            handled = take_probe_failure(core, sent, event.reason)
        case _:
            handled = False
    if core.role is not role:
        return
    if isinstance(sent.request, MembershipRequest):
        end_membership_request(core, event.reason)
    elif not handled:
        core.in_flight.back_off(sent.to.id, core.now_ms)


# -- the one deadline ------------------------------------------------------------------------------


def next_deadline_ms(core: CoreState) -> int | None:
    """Return the earliest pending timer; None if nothing will happen without an event.

    What is past was looked at just now; if it did not act it waits for something else, which will
    be an event.
    """
    disk_ms = core.role.disk_deadline_ms if isinstance(core.role, Leader) else None
    if disk_ms is not None and disk_ms <= core.now_ms:
        return core.now_ms  # the end of the turn handles it, not this event
    now_ms, soonest = core.now_ms, core.in_flight.next_change_ms(core.now_ms)
    for time_ms in _role_deadlines(core):
        if time_ms is not None and time_ms > now_ms and (soonest is None or time_ms < soonest):
            soonest = time_ms
    if core.shutdown_at_ms is not None or core.is_witness:
        others = [core.shutdown_at_ms, soonest]
        if core.is_witness and core.is_voter:
            others.append(campaigns_at_ms(core))
        soonest = min((each for each in others if each is not None and each > now_ms), default=None)
    return soonest


def _role_deadlines(core: CoreState) -> tuple[int | None, ...]:
    role = core.role
    match role:
        case Leader():
            return (
                None if core.is_sole_voter else role.check_quorum_deadline_ms,
                role.begin_epoch_at_ms,
                role.disk_deadline_ms,
                role.hand_over_at_ms,
                None if role.change is None else role.change.deadline_ms,
                core.parked.next_expiry_ms(),
            )
        case Follower():
            return (
                role.fetch_deadline_ms,
                role.update_voter_at_ms,
                role.ask_again_at_ms,
                role.fetch_again_at_ms,
            )
        case Prospective():
            return (role.election_deadline_ms, role.fetch_deadline_ms)
        case Unattached() | Candidate() | Resigned():
            return (role.election_deadline_ms,)


# -- start and shutdown ----------------------------------------------------------------------------


def on_started(core: CoreState, event: Started) -> None:
    """Take over the recovered state and the role that follows from it."""
    core.log = event.log_view.copy()
    core.history = event.voter_history.copy()
    core.snapshots = SnapshotCatalog(event.snapshots)
    core.last_leader_answer_ms = core.now_ms
    _set_start_epoch(core)
    ensure(core.log.is_durable, "recovery-syncs-all", core.log)
    remember_membership(core)
    election = event.election or Election(0)
    ensure(election.voted is None or core.key is not None, "voter-has-an-id", election)
    begin_first_role(core, election)


def _set_start_epoch(core: CoreState) -> None:
    for snapshot in (core.snapshots.earliest, core.snapshots.latest):
        if snapshot is not None and snapshot.snapshot_id.offset == core.log.start_offset:
            core.log.follows_snapshot(snapshot.snapshot_id)


def on_shutdown_requested(core: CoreState) -> None:
    """Begin the shutdown: hand over instead of starting anything new."""
    if core.shutdown_at_ms is None:
        core.shutdown_at_ms = core.now_ms + core.config.shutdown_grace_ms
        core.note(NoteKind.SHUTDOWN_STARTED, role=type(core.role).__name__)


def complete_shutdown(core: CoreState) -> bool:
    """Return True if there is no leadership to hand over: no voter, sole voter, other leader."""
    if core.shutdown_at_ms is None:
        return False
    leader_id = core.leader_and_epoch.leader_id
    others_lead = leader_id is not None and leader_id != core.own_id
    is_needed = core.is_voter and not core.is_sole_voter and not others_lead
    if is_needed and core.now_ms < core.shutdown_at_ms:
        return False
    if isinstance(core.role, Leader):
        step_down(core, core.role)
    core.is_shut_down = True
    core.emit(ShutdownCompleted())
    return True

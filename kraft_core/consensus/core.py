"""The core: one event in, the effects that follow out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from kraft_core.consensus.answering import on_failure, on_request, on_response
from kraft_core.consensus.appends import on_append, on_flushed, raise_follower_commit
from kraft_core.consensus.control_log import undo_control
from kraft_core.consensus.effects import AnnounceLeader, Effect, StoreElection
from kraft_core.consensus.election import poll_candidate, poll_prospective, poll_unattached
from kraft_core.consensus.events import (
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
from kraft_core.consensus.following import poll_follower
from kraft_core.consensus.installing import on_chunk_stored, on_reset
from kraft_core.consensus.invariants import (
    LogWriteFailedError,
    check_election,
    check_offsets,
    ensure,
)
from kraft_core.consensus.leading import poll_leader
from kraft_core.consensus.notes import NoteKind
from kraft_core.consensus.peers import on_peer_described
from kraft_core.consensus.replication import answer_due
from kraft_core.consensus.resigning import poll_resigned
from kraft_core.consensus.roles import (
    Candidate,
    Follower,
    Leader,
    Prospective,
    Resigned,
    Role,
    Unattached,
)
from kraft_core.consensus.snapshot_serving import (
    on_prefix_expired,
    on_snapshot_failed,
    on_snapshot_requested,
    on_snapshot_stored,
)
from kraft_core.consensus.starting import complete_shutdown, on_shutdown_requested, on_started
from kraft_core.consensus.state import CoreState
from kraft_core.consensus.suspicion import on_leader_unreachable
from kraft_core.consensus.timers import next_deadline_ms
from kraft_core.consensus.upgrade import on_upgrade
from kraft_core.consensus.values import LeaderAndEpoch
from kraft_core.consensus.witness import on_witness_changed

if TYPE_CHECKING:
    import random

    from kraft_core.consensus.config import RaftConfig
    from kraft_core.consensus.log_view import LogView
    from kraft_core.consensus.values import Election
    from kraft_core.consensus.voters import VoterSet

_CHANGES_OF_ROLE_MAX: Final = 16


class RaftCore:
    """One replica's KRaft logic: same events in, same effects out; no clock, socket or file.

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

    # -- what may be looked at ----------------------------------------------------------------

    @property
    def config(self) -> RaftConfig:
        """What the replica was told about itself."""
        return self._state.config

    @property
    def role(self) -> Role:
        """The current role. To look at, never to change."""
        return self._state.role

    @property
    def log(self) -> LogView:
        """The log as the core sees it. To look at, never to change."""
        return self._state.log

    @property
    def high_watermark(self) -> int | None:
        """What is known to be committed; None until something is."""
        return self._state.high_watermark

    @property
    def leader_and_epoch(self) -> LeaderAndEpoch:
        """The leader, as answers name it: one that resigned still names itself."""
        return self._state.leader_and_epoch

    @property
    def voters(self) -> VoterSet:
        """The voter set in force, committed or not."""
        return self._state.voters

    @property
    def kraft_version(self) -> int:
        """The level of kraft.version in force, committed or not."""
        return self._state.history.level

    @property
    def is_voter(self) -> bool:
        """Whether this replica is in the voter set in force."""
        return self._state.is_voter

    @property
    def is_shut_down(self) -> bool:
        """Whether `ShutdownCompleted` was put out; nothing follows it."""
        return self._state.is_shut_down

    # -- the one entry ------------------------------------------------------------------------

    def handle(self, event: Event, now_ms: int, wall_ms: int) -> list[Effect]:
        """Take an event at that moment; give what must be done, in order.

        `now_ms` is monotonic and drives every timer; `wall_ms` is what others see.
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
        return effects

    def _announce(self, core: CoreState) -> None:
        """Tell the user about another leader or epoch. One that resigned leads nobody."""
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
                on_witness_changed(core, is_on=event.on)
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
    """Let the role do what is due, as often as it changes by that."""
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

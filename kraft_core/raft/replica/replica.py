"""One replica: performs what consensus decides. Node and simulation run the same code.

A driver hands in what happens (`receive_request`, `receive_response`, `feed`), ends each turn with
`end_turn`, and comes back at `deadline_ms` at the latest. An exception out of any of these ends the
replica: its memory is no longer what its disk says, and only a restart fixes that. Later calls
raise `ReplicaFailedError`.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final, Protocol

from kraft_core.raft.consensus.effects import Note, NoteKind
from kraft_core.raft.consensus.events import (
    AppendRequested,
    DeadlineReached,
    LogFlushed,
    LogReset,
    LogTruncated,
    PrefixExpired,
    RequestFailed,
    RequestReceived,
    ResponseReceived,
    SnapshotFailed,
    SnapshotRequested,
    SnapshotStored,
    Started,
    TurnEnded,
    UpgradeRequested,
)
from kraft_core.raft.consensus.invariants import ensure
from kraft_core.raft.consensus.rpc import FetchResponse
from kraft_core.raft.consensus.values import FailureReason
from kraft_core.raft.replica.appends import AppendTicket, BatchTickets, refused
from kraft_core.raft.replica.config import ReplicaConfig
from kraft_core.raft.replica.performing import Parts, Performer
from kraft_core.raft.replica.rpc_mapping import request_from_wire, response_from_wire
from kraft_core.raft.replica.snapshots import SnapshotFault
from kraft_wire.errors import DecodeError, ErrorCode
from kraft_wire.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from kraft_core.raft.consensus.config import RaftConfig
    from kraft_core.raft.consensus.effects import Effect
    from kraft_core.raft.consensus.events import Event, ReplyTo
    from kraft_core.raft.consensus.log import StoredSnapshot
    from kraft_core.raft.consensus.values import LeaderAndEpoch, OffsetAndEpoch
    from kraft_core.raft.replica.ports import Ports
    from kraft_core.raft.replica.state_machine import StateMachine


_DEADLINE_REACHED: Final = DeadlineReached()
_TURN_ENDED: Final = TurnEnded()
_HEARD: Final = frozenset({LogFlushed, LogTruncated, LogReset, SnapshotStored, SnapshotFailed})
"""Completions that the replica itself handles."""


class ReplicaFailedError(Exception):
    """A port, the state machine or an invariant failed earlier: this replica must not continue."""


class Consensus(Protocol):
    """The part of `RaftCore` that a replica uses."""

    @property
    def config(self) -> RaftConfig:
        """The configuration of this replica."""

    @property
    def deadline_ms(self) -> int | None:
        """The latest time for `DeadlineReached`; None if never."""

    @property
    def snapshots(self) -> Sequence[StoredSnapshot]:
        """Every snapshot on disk, in Kafka's order, the bootstrap snapshot (0-0) included."""

    def handle(self, event: Event, now_ms: int, wall_ms: int) -> Iterable[Effect]:
        """Handle an event; return the effects, in order."""

    def append_offset(self, epoch: int, size_bytes: int) -> int | None:
        """Return the offset of the next append; None where one of that size is refused."""


def _ignore(*_: object) -> None:
    """Ignore the event: no listener is registered."""


class Replica:
    """Performs effects, feeds completions back, owns state machine and append tickets.

    `wake` is called when an append makes `deadline_ms` nearer, so that a driver that sleeps comes
    back. `on_note` gets every note of the core.
    """

    def __init__(
        self,
        consensus: Consensus,
        ports: Ports,
        machine: StateMachine,
        config: ReplicaConfig | None = None,
        *,
        on_note: Callable[[Note], None] = _ignore,
        wake: Callable[[], None] = _ignore,
    ) -> None:
        self._consensus = consensus
        self._ports = ports
        self._config = config or ReplicaConfig()
        self._on_note = on_note
        self._parts = Parts.of(consensus.config.node_id, ports, machine, self._config, wake)
        self._accumulator = self._parts.accumulator
        self._leadership = self._parts.leadership
        self._inbox: deque[Event] = deque()
        self._rest: Iterator[Effect] = iter(())
        """Effects that wait until quorum-state is durable."""
        self._heard: Event | None = None
        """The completion whose effects are being performed."""
        self._performer = Performer(
            ports, self._parts, self._inbox.append, on_note, self._config.topic
        )
        self._retention_at_ms = ports.clock.now_ms() + self._config.retention_check_ms
        self._is_busy = False
        self.lacks_room = False
        """Set by the driver while the disk is nearly full: a leader accepts no user's records."""
        self._has_failed = False
        self._is_closed = False
        self._snapshot_fault: SnapshotFault | None = None
        self.reported_high_watermark = -1
        """The highest one that a leader reported, also beyond the log end here; -1 before that."""

    # -- state for readers --------------------------------------------------------------------

    @property
    def leader_and_epoch(self) -> LeaderAndEpoch:
        """The last announced leader."""
        return self._parts.leadership.current

    @property
    def leading_epoch(self) -> int | None:
        """The epoch that this replica leads, None while it does not."""
        return self._parts.leadership.leading_epoch

    @property
    def high_watermark(self) -> int:
        """The offset below which everything is known to be committed."""
        return self._parts.applier.high_watermark

    @property
    def applied(self) -> OffsetAndEpoch:
        """The end offset of the records applied to the state machine."""
        return self._parts.applier.applied

    @property
    def appends_in_flight(self) -> int:
        """The number of batches requested or in the log, and undecided."""
        return len(self._parts.appends)

    @property
    def snapshot_written(self) -> tuple[int, int] | None:
        """The size of the newest snapshot that was generated here, and when it was stored.

        In bytes, and in milliseconds since 1970; None if there is none since the start.
        """
        return self._parts.production.written

    @property
    def snapshot_fault(self) -> SnapshotFault | None:
        """The last failure to store a snapshot; None if a later attempt succeeded.

        A failed download is over when the log has its records, from a leader that still had them.
        """
        fault = self._snapshot_fault
        if fault is None or not fault.is_download:
            return fault
        applied_end = self._parts.applier.applied.offset
        return fault if applied_end < fault.snapshot_id.offset else None

    @property
    def undecided_bytes(self) -> int:
        """Bytes of records from their append on until they are committed, rejected or lost."""
        return self._accumulator.undecided_bytes

    @property
    def is_shut_down(self) -> bool:
        """Return True if consensus has ended: close the log and end."""
        return self._performer.is_shut_down

    @property
    def is_storing(self) -> bool:
        """Return True if the replica waits for `election_stored` and does nothing else."""
        return self._performer.is_storing

    @property
    def deadline_ms(self) -> int | None:
        """The latest time for `end_turn`; None if never or while waiting for the disk."""
        if self._performer.is_shut_down or self._performer.is_storing:
            return None
        parts, now_ms = self._parts, self._ports.clock.now_ms()
        if parts.production.is_writing or parts.applier.has_work:
            return now_ms
        deadline_ms = self._consensus.deadline_ms
        waits_until = parts.accumulator.deadline_ms(now_ms)
        if waits_until is not None and (deadline_ms is None or waits_until < deadline_ms):
            deadline_ms = waits_until
        if self._ports.retention is None or (
            deadline_ms is not None and deadline_ms < self._retention_at_ms
        ):
            return deadline_ms
        return self._retention_at_ms

    # -- events -------------------------------------------------------------------------------

    def start(self, recovered: Started) -> None:
        """Start from the recovered state. Call it first and once."""
        self._parts.progress.start(recovered.log_view)
        self.feed(recovered)
        self._parts.applier.start(tuple(each.snapshot_id for each in recovered.snapshots))

    def feed(self, event: Event) -> None:
        """Handle a completion or other event, and perform the effects, in order.

        From within a turn of this replica (a state machine, a ticket's callback) it waits until
        what is being done is done; while quorum-state is being written, until that is durable.
        """
        self._inbox.append(event)
        if not self._is_busy:
            self._turn(self._empty_inbox)

    def receive_request(
        self, reply_to: ReplyTo, listener: str, api_version: int, message: Message
    ) -> bool:
        """Receive a request of `rpc_mapping.ANSWERED_API_KEYS`, in a version that is served.

        It is answered once by `Network.respond`, now or later. `reply_to` is never used twice.
        False if it will not be answered, so that the connection has to end: after the shutdown, and
        when more than `events_waiting_max` events came while quorum-state was being written.
        """
        if self._performer.is_shut_down:
            return False
        if self.is_storing and len(self._inbox) >= self._config.events_waiting_max:
            return False
        cluster_id = self._consensus.config.cluster_id
        found = request_from_wire(message, api_version, cluster_id, self._config.topic)
        if isinstance(found, Message):
            self._ports.network.respond(reply_to, found, api_version)
            return True
        self._parts.answers.await_answer(reply_to, api_version)
        self.feed(RequestReceived(reply_to, listener, found))
        return True

    def receive_response(self, request_id: int, message: Message) -> None:
        """Process a response to this replica. An invalid response counts as corrupt."""
        try:
            listener = self._consensus.config.listener
            response = response_from_wire(message, listener, self._config.topic)
        except DecodeError as error:
            self._on_note(Note(NoteKind.PEER_ERROR, f"request={request_id} fault={error}"))
            self.feed(RequestFailed(request_id, FailureReason.CORRUPT))
            return
        if isinstance(response, FetchResponse):
            self._note_report(response)
        self.feed(ResponseReceived(request_id, response))

    def election_stored(self) -> None:
        """Continue after quorum-state, which was being written, became durable."""
        ensure(self.is_storing, "election-is-being-stored", self._heard)
        self._performer.is_storing = False
        self._turn(self._go_on)

    def _note_report(self, response: FetchResponse) -> None:
        """Note a leader's report: a Fetch without error, possibly of a past epoch."""
        is_good = not response.top_error and not response.error and response.diverging is None
        if is_good and response.leader.epoch >= self._leadership.current.epoch:
            reported = max(self.reported_high_watermark, response.high_watermark)
            self.reported_high_watermark = reported

    def end_turn(self) -> None:
        """Perform due work: deadlines, gathered appends, parked answers, applying, snapshots.

        To be called after everything that came in together, and when `deadline_ms` has come. While
        quorum-state is being written nothing is done.
        """
        ensure(not self._is_busy, "turns-do-not-nest", self._inbox)
        if not self.is_storing:
            self._turn(self._end_turn)

    # -- calls of an embedder -----------------------------------------------------------------

    def append_nowait(
        self, values: Sequence[bytes], epoch: int | None = None, *, is_exempt: bool = False
    ) -> AppendTicket:
        """Append record values, all in one batch; return a ticket with their outcome.

        With an `epoch`, only if this replica leads in that epoch. The ticket may already have
        ended: 6 while this replica does not lead, 10 for too large, 56 for a disk that is nearly
        full, 89 when more than `waiting_bytes_max` would be undecided. `is_exempt` spares it from
        89; on a disk that is nearly full it waits for its batch, which is refused with 56 if there
        is still no room. Raises ValueError for no values or an empty one, TypeError for values that
        are not bytes.
        """
        leading = self._leadership.leading_epoch
        # a caller that decided in another epoch has not seen the later commits (KIP-595,
        # prepareAppend)
        if leading is None or self._is_over or (epoch is not None and epoch != leading):
            return _not_leading(len(values), epoch)
        if self.lacks_room and not is_exempt:
            return refused(len(values), leading, ErrorCode.KAFKA_STORAGE_ERROR)
        return self._accumulator.append(values, leading, is_exempt=is_exempt)

    def append_offset(self, epoch: int, size_bytes: int) -> int | None:
        """Return the offset at which `append_at_once` will put the next record.

        It holds until anything else is handed to the replica: a caller that decides what to append
        by that offset appends in the same step. What gathers goes into the log first, or is refused
        while the disk is nearly full. None where `size_bytes` in one append would be refused now:
        within a turn, while quorum-state is being written, in another epoch, when too much waits to
        be flushed.
        """
        if self._is_busy or self.is_storing or self._is_over:
            return None
        if epoch != self._leadership.leading_epoch:
            return None
        if self._accumulator.has_any:
            self._turn(self._refuse_gathered if self.lacks_room else self._drain_all)
        return self._consensus.append_offset(epoch, size_bytes)

    def append_at_once(self, values: Sequence[bytes], epoch: int) -> AppendTicket:
        """Append record values as one batch without linger, at the offset of `append_offset`.

        The ticket has its place already, or was refused: 6 where `append_offset` gives None, 10
        where the values do not fit one batch. It counts as undecided but has no limit of its own.
        Raises the errors of `append_nowait`.
        """
        if self.append_offset(epoch, 0) is None:
            return _not_leading(len(values), epoch)
        ticket = self._accumulator.append(values, epoch, is_exempt=True)
        if not ticket.has_ended:
            self._turn(self._drain_all)
        return ticket

    def upgrade_nowait(self, level: int, *, validate_only: bool = False) -> AppendTicket:
        """Raise kraft.version, or only check whether it could be raised.

        A ticket that ends committed without offsets means that nothing had to be written: the level
        is in force and its record is committed. If the leadership ends before the record is
        committed, the ticket is rejected with 6.
        """
        leading = self._leadership.leading_epoch
        if leading is None or self._is_over:
            return _not_leading(0, None)
        batch = BatchTickets(leading)
        ticket = AppendTicket(batch, 0)
        append_id = self._parts.appends.ask(batch)
        self.feed(UpgradeRequested(append_id, leading, level, validate_only))
        return ticket

    def request_snapshot(self) -> bool:
        """Request a snapshot of the applied state; return False if that is not possible now."""
        if self._parts.applier.is_within_batch or not self._parts.production.may_begin:
            return False
        self._parts.production.restart_schedule()
        self.feed(SnapshotRequested(self.applied))
        return True

    def close(self) -> None:
        """Close this replica: decide every open ticket, and accept no more."""
        self._is_closed = True
        self._performer.end_appends()

    # -- inside a turn ------------------------------------------------------------------------

    def _turn(self, work: Callable[[], None]) -> None:
        """Run a function that performs effects; after a failure nothing may follow."""
        if self._has_failed:
            raise ReplicaFailedError("this replica has failed and can no longer be used")
        self._is_busy, is_done = True, False
        try:
            work()
            is_done = True
        finally:
            self._is_busy, self._has_failed = False, not is_done

    @property
    def _is_over(self) -> bool:
        """Return True if nothing more can be appended."""
        return self._is_closed or self._has_failed or self._performer.is_shut_down

    def _must_wait(self) -> bool:
        """Return True if nothing can be done until quorum-state is durable."""
        return self._performer.is_storing

    def _end_turn(self) -> None:
        parts, now_ms = self._parts, self._ports.clock.now_ms()
        deadline_ms = self._consensus.deadline_ms
        if deadline_ms is not None and now_ms >= deadline_ms:
            self._inbox.append(_DEADLINE_REACHED)
            self._empty_inbox()
        if self._must_wait():
            return
        has_drained = parts.accumulator.has_any and self._drain(now_ms)
        # if no follower waits for new records, clients that appended come first
        has_applied = not has_drained and self._apply()
        if self._must_wait():
            return
        if self._perform(self._consensus.handle(_TURN_ENDED, now_ms, self._ports.clock.wall_ms())):
            self._empty_inbox()
        if self._must_wait() or self._performer.is_shut_down:
            return
        if not has_applied:
            self._apply()
        if self._must_wait():
            return
        if parts.production.is_writing:
            failed = parts.production.write_piece()
            if failed is not None:
                self._inbox.append(failed)
        if now_ms >= self._retention_at_ms:
            self._check_retention(now_ms)
        if self._inbox:
            self._empty_inbox()

    def _empty_inbox(self) -> None:
        inbox, clock, handle = self._inbox, self._ports.clock, self._consensus.handle
        while inbox and not self._performer.is_storing:
            event = inbox.popleft()
            if type(event) in _HEARD:
                self._before(event)
                self._heard = event
            if self._perform(handle(event, clock.now_ms(), clock.wall_ms())):
                self._finish_event()

    def _perform(self, effects: Iterable[Effect]) -> bool:
        """Perform effects; return False if the rest must wait until quorum-state is durable."""
        performer = self._performer
        rest = iter(effects)
        for effect in rest:
            performer.perform(effect)
            if performer.is_storing:
                self._rest = rest
                return False
        return True

    def _go_on(self) -> None:
        """Perform what waited for quorum-state, then handle the events received meanwhile."""
        rest, self._rest = self._rest, iter(())
        if self._perform(rest):
            self._finish_event()
            self._empty_inbox()

    def _finish_event(self) -> None:
        """Finish an event whose effects are all performed."""
        event, self._heard = self._heard, None
        if event is not None:
            self._after(event)

    def _before(self, event: Event) -> None:
        """Note a completion in the same way as consensus is about to."""
        progress = self._parts.progress
        match event:
            case LogFlushed():
                progress.flushed(event.generation, event.end_offset)
            case LogTruncated():
                progress.settled(event.generation, event.end_offset)
            case LogReset():
                progress.settled(event.generation, event.snapshot_id.offset)
            case SnapshotStored():
                self._parts.applier.snapshot_stored(event.snapshot_id)
            case _:
                pass

    def _after(self, event: Event) -> None:
        production = self._parts.production
        match event:
            case LogReset() if event.generation == self._parts.progress.generation:
                self._parts.applier.restart_from(event.snapshot_id)
                production.restart_schedule()
            case SnapshotStored():
                self._snapshot_fault = None
                if event.origin is None:
                    production.ended(event.snapshot_id, None)
            case SnapshotFailed():
                self._snapshot_fault = SnapshotFault.after(self._snapshot_fault, event)
                if event.origin is None:
                    production.ended(event.snapshot_id, event.reason)
            case _:
                pass

    def _drain(self, now_ms: int) -> bool:
        """Append batches that have gathered long enough; return True if there were any."""
        leading = self._parts.leadership.leading_epoch
        if leading is None:
            return False
        if self.lacks_room:
            self._refuse_gathered()
            return False
        return self._append_batches(leading, now_ms)

    def _refuse_gathered(self) -> None:
        # the remaining space is for control records: elections and voter changes must stay possible
        self._accumulator.reject_all(ErrorCode.KAFKA_STORAGE_ERROR)

    def _drain_all(self) -> None:
        """Append everything gathered, regardless of the time."""
        leading = self._leadership.leading_epoch
        if leading is not None:
            self._append_batches(leading, self._ports.clock.now_ms() + self._config.linger_ms)

    def _append_batches(self, leading: int, until_ms: int) -> bool:
        batches = self._accumulator.drain(leading, until_ms)
        for batch in batches:
            append_id = self._parts.appends.ask(batch.tickets)
            self._inbox.append(AppendRequested(append_id, leading, batch.summary, batch.payload))
            self._empty_inbox()
        return bool(batches)

    def _apply(self) -> bool:
        """Apply committed batches; between two of them consensus handles the consequences.

        Returns whether there was anything.
        """
        applier, production = self._parts.applier, self._parts.production
        if self._performer.is_shut_down or not applier.has_work:
            return False
        was_loading = applier.is_loading
        for batch in applier.step():
            self._applied_more()
            if production.is_due_after(batch.size):
                production.restart_schedule()
                self._inbox.append(SnapshotRequested(applier.applied))
            self._empty_inbox()
            if self._must_wait():
                return True
        if was_loading and not applier.is_loading:
            production.restart_schedule()
            self._applied_more()
        return True

    def _applied_more(self) -> None:
        end_offset = self._parts.applier.applied.offset
        self._parts.appends.applied(end_offset)
        self._parts.leadership.applied(end_offset)

    def _check_retention(self, now_ms: int) -> None:
        retention = self._ports.retention
        if retention is None:
            return
        self._retention_at_ms = now_ms + self._config.retention_check_ms
        # one list for the check and for its result: `PrefixExpired` deletes by the same
        expired = retention.expired(self._consensus.snapshots, self._ports.clock.wall_ms())
        if expired is not None:
            self._inbox.append(PrefixExpired(expired))


def _not_leading(count: int, epoch: int | None) -> AppendTicket:
    return refused(count, -1 if epoch is None else epoch, ErrorCode.NOT_LEADER_OR_FOLLOWER)

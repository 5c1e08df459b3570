"""The active controller of one epoch: a queue of requests and periodic work, decided one by one.

Kafka's QuorumController. A piece of work is decided by the state of the last appended record; its
records are replayed and appended at the offset of that decision, in one uninterrupted step of the
event loop; the answer is sent when everything that it reports is committed. When the leadership is
lost, uncommitted records are undone, and waiting requests get NOT_CONTROLLER (41).
"""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.controller.context import (
    MAX_RECORDS_PER_BATCH,
    ControllerState,
    Decision,
    Refusal,
)
from kraft_core.controller.decider import (
    LARGE,
    Decider,
    Outcome,
    Prepared,
    batch_ends,
    decision_of,
    size_of,
    size_of_fence,
)
from kraft_core.controller.requests.brokers import fence_stale_broker
from kraft_core.controller.requests.features import failure, why_not_raised
from kraft_core.controller.requests.partitions import (
    ELECTIONS_PER_TASK,
    balance_leaders,
    elect_uncleanly,
)
from kraft_core.controller.requests.quotas import STRICT_FROM, Charge, MutationQuotas
from kraft_core.controller.requests.tokens import EXPIRED_PER_TASK, expire_tokens
from kraft_core.controller.requests.topics import waits_in_queue
from kraft_core.controller.sessions import BrokerSessions, Session
from kraft_core.node.metrics import Durations, TimeRatio
from kraft_core.raft.consensus.invariants import ensure
from kraft_core.raft.replica import AppendOutcome
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    AlterPartitionReassignmentsRequest,
    ApiKey,
    BrokerHeartbeatRequest,
    CreatePartitionsRequest,
    CreateTopicsRequest,
    DeleteTopicsRequest,
    ElectLeadersRequest,
    NoOpRecord,
    UpdateFeaturesRequest,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kraft_core.controller.context import Context
    from kraft_core.controller.decider import Decide
    from kraft_core.controller.host import Cancellable, Host
    from kraft_core.controller.metadata_image import MetadataImage
    from kraft_core.metadata import ClusterImage
    from kraft_core.raft.replica import AppendTicket
    from kraft_wire.message import Message
    from kraft_wire.records.metadata_frame import MetadataRecord

_LOG: Final = logging.getLogger("kraft.controller")

_ROOM_BYTES: Final = 64 << 20
"""The free space in the log's queue that every decision needs: none is larger."""
_BATCH_BYTES: Final = 1 << 20
_STEP_S: Final = 0.010
"""Time of decisions before raft and sockets get their turn."""
_NO_ROOM_RETRY_S: Final = 0.005
_STEP_RECORDS: Final = 500
"""Records of a large decision that are replayed before raft and sockets get their turn."""
_AGAIN_MS: Final = 10
"""After a periodic task that has more to do."""
_GAP_MS: Final = 1000
"""With a larger jump of the clock the process was paused: brokers must not be fenced for that."""
_TIMED: Final = (
    AlterPartitionReassignmentsRequest,
    CreatePartitionsRequest,
    CreateTopicsRequest,
    DeleteTopicsRequest,
    ElectLeadersRequest,
)
"""The requests whose `timeout_ms` counts until they are decided."""

_VITAL: Final = frozenset(
    {
        ApiKey.ALTER_PARTITION,
        ApiKey.BROKER_REGISTRATION,
        ApiKey.BROKER_HEARTBEAT,
        ApiKey.UNREGISTER_BROKER,
        ApiKey.ALLOCATE_PRODUCER_IDS,
        ApiKey.CONTROLLER_REGISTRATION,
        ApiKey.ASSIGN_REPLICAS_TO_DIRS,
    }
)
"""The APIs that are served while the disk is nearly full: without them the cluster stops."""


@dataclass(slots=True)
class _Work:
    """A decision to make, and the recipient of its answer."""

    decide: Decide
    answer: Callable[[Message | Refusal | None], None]
    size: Callable[[], int] = lambda: 0
    """Returns an estimate of how many partitions it changes."""
    deadline_ms: int | None = None
    """It is refused with REQUEST_TIMED_OUT if it was not begun by then."""
    counts_replicas: bool = False
    """The decision looks at the observers of this leader."""
    raises: Callable[[], int | None] | None = None
    """Returns the level that kraft.version has to be raised to before it can be decided."""
    validates: bool = False
    is_vital: bool = True
    is_heartbeat: bool = False
    chore: _Chore | None = None
    queued_s: float | None = None
    """When it was queued; None for periodic work, which is deferred on purpose."""


class _Waiting(NamedTuple):
    """An answer that waits for the commit of an offset."""

    offset: int
    work: _Work
    answer: Message | Refusal | None


class _Chore(NamedTuple):
    """Periodic work. It runs again soon after `limit` records, or, with 0, after any outcome."""

    name: str
    interval_ms: int
    decide: Decide
    limit: int
    size: Callable[[ControllerState], int] = lambda _: 0


@dataclass(slots=True)
class Counters:
    """Counts of a controller's events, over all its terms."""

    faults: int = 0
    timed_out_heartbeats: int = 0
    decided: int = 0
    timed_out: int = 0
    queue: Durations = field(default_factory=Durations)
    """Times that requests waited for their decision."""
    processing: Durations = field(default_factory=Durations)
    """Times of decisions, from reading the state until the records are appended."""
    idle: TimeRatio = field(default_factory=TimeRatio)
    """The time in which nothing was decided."""


@dataclass(slots=True)
class _Gathered:
    """Records of decisions that are gathered into one batch."""

    base_offset: int
    values: list[bytes] = field(default_factory=list)
    size: int = 0


def _nothing() -> None:
    """Do nothing."""


class ActiveController:
    """Makes decisions in one epoch of leadership, until `resign`.

    `image` is changed ahead of the commit from now on. `activation` are the records that come
    before anything else; `begun` is called when they are committed, or undone.
    """

    def __init__(
        self,
        host: Host,
        image: MetadataImage,
        epoch: int,
        activation: Sequence[MetadataRecord],
        *,
        committed: int,
        counters: Counters,
        begun: Callable[[], None] = _nothing,
    ) -> None:
        self._host = host
        self._image = image
        self._epoch = epoch
        self._committed = committed
        self._counters = counters
        self._settings = settings = host.task_settings
        image.cluster.start_journal()
        image.publish((dict(image.features), dict(image.controllers)))
        sessions = BrokerSessions(settings.session_timeout_ms)
        sessions.begin(image.cluster.brokers.items(), host.now_ms())
        self.state = ControllerState(
            settings=host.settings,
            image=image.cluster,
            sessions=sessions,
            chance=host.chance,
        )
        self._decider = Decider(self.state)
        self._quotas = MutationQuotas(image.cluster, settings.static)
        self._queue: deque[_Work] = deque()
        self._waiting: deque[_Waiting] = deque()
        self._timers: dict[str, Cancellable] = {}
        self._pump_timer: Cancellable | None = None
        self._is_held = False
        self._has_ended = False
        self._enqueue(_Work(lambda _: Decision(None, tuple(activation)), lambda _: begun()))
        self._enqueue(_Work(self._begin_chores, _ignore))

    @property
    def queue_size(self) -> int:
        """Number of requests and periodic tasks that wait for a decision."""
        return len(self._queue)

    def heartbeat_ages_ms(self) -> dict[int, int]:
        """Return the milliseconds since the last contact of each registered broker."""
        now_ms, sessions = self._host.now_ms(), self.state.sessions
        return {
            broker_id: sessions.silence_ms(Session(broker_id, broker.epoch), now_ms)
            for broker_id, broker in self._image.cluster.brokers.items()
        }

    def _enqueue(self, work: _Work) -> None:
        work.queued_s = self._host.measured_s()
        self._queue.append(work)
        self._pump_soon()

    # -- requests -----------------------------------------------------------------------------

    def contact(self, request: BrokerHeartbeatRequest) -> None:
        """Note a heartbeat when it arrives, before any decision (BrokerHeartbeatTracker).

        A heartbeat of an unregistered incarnation is refused later and leaves no state: Kafka
        keeps every pair of id and epoch that a peer makes up for a session timeout.
        """
        session = Session(request.broker_id, request.broker_epoch)
        broker = self._image.cluster.brokers.get(session.broker_id)
        if broker is not None and broker.epoch == session.epoch:
            self.state.sessions.contact(session, self._host.now_ms())

    def receive(
        self,
        message: Message,
        context: Context,
        answer: Callable[[Message | Refusal | None], None],
        client_id: str = "",
    ) -> None:
        """Queue a request of `DECIDED`; it is answered once, when the answer can be sent."""
        decide = decision_of(message, context)
        strict_from = STRICT_FROM.get(message.API_KEY or -1)
        if strict_from is not None:
            user, answered = context.principal.name, answer
            charge = Charge(
                lambda: self._quotas.bucket(user, client_id, self.state.now_ms),
                is_strict=context.api_version >= strict_from,
            )
            decide = partial(
                _charged, charge, decision_of(message, replace(context, charge=charge))
            )

            def answer(found: Message | Refusal | None) -> None:
                if charge.throttle_ms and found is not None and not isinstance(found, Refusal):
                    found = found.replace(throttle_time_ms=charge.throttle_ms)
                answered(found)

        work = _Work(
            decide,
            answer,
            partial(size_of, self.state, message),
            self._deadline(message) if waits_in_queue(message, context) else None,
            is_vital=message.API_KEY in _VITAL,
            is_heartbeat=isinstance(message, BrokerHeartbeatRequest),
            counts_replicas=isinstance(message, UpdateFeaturesRequest),
        )
        if isinstance(message, UpdateFeaturesRequest):
            work.raises = partial(self._level_to_raise, message, context)
            work.validates = message.validate_only
        self._enqueue(work)

    def _deadline(self, message: Message) -> int | None:
        if isinstance(message, BrokerHeartbeatRequest):
            return self._host.now_ms() + self._settings.heartbeat_interval_ms // 2
        if isinstance(message, _TIMED):
            return self._host.now_ms() + message.timeout_ms
        return None

    def _level_to_raise(self, message: UpdateFeaturesRequest, context: Context) -> int | None:
        decision = self._decider.preview(message, context)
        return None if isinstance(decision, Refusal) else decision.kraft_version

    # -- deciding -----------------------------------------------------------------------------

    def _pump_soon(self, delay_s: float = 0) -> None:
        if self._pump_timer is None and not self._has_ended:
            self._pump_timer = self._host.later(delay_s, self._pump)

    def _pump(self) -> None:
        """Decide waiting work for a few milliseconds, and append the result."""
        self._pump_timer = None
        until_s = self._host.precise_s() + _STEP_S
        while self._queue and not self._is_held and not self._has_ended:
            offset = self._host.append_offset(self._epoch, _ROOM_BYTES)
            if offset is None:
                # quorum-state or much of the log is being written, or the leadership is lost:
                # then `resign` follows
                self._pump_soon(_NO_ROOM_RETRY_S)
                return
            self._decide_some(offset, until_s)
            if self._host.precise_s() >= until_s:
                self._pump_soon()
                return

    def _decide_some(self, offset: int, until_s: float) -> None:
        """Decide until a batch is full or the time is over; append the result."""
        state = self.state
        state.next_offset = offset
        state.kraft_version = self._host.kraft_version
        state.voter_ids = self._host.voter_ids
        gathered = _Gathered(offset)
        while self._queue and len(gathered.values) < MAX_RECORDS_PER_BATCH:
            work = self._queue.popleft()
            state.now_ms, state.wall_ms = self._host.now_ms(), self._host.wall_ms()
            if work.counts_replicas:
                state.observer_ids = self._host.observer_ids
            refusal = self._refusal(work)
            if refusal is not None:
                self._answer_when(state.next_offset - 1, work, refusal)
            elif work.raises is not None and (level := work.raises()) is not None:
                self._append(gathered)
                self._raise(work, level)
                return
            else:
                began_s = self._begin(work)
                if work.size() > LARGE:
                    self._append(gathered)
                    self._decide_slowly(work, began_s)
                    return
                outcome = self._decider.run(work.decide)
                self._ended(work, outcome)
                if outcome is not None:
                    self._take(work, outcome, gathered)
                self._end(began_s)
            if gathered.size >= _BATCH_BYTES or self._host.precise_s() >= until_s:
                break
        self._append(gathered)

    def _begin(self, work: _Work) -> float:
        """Count a decision; return its start time (updateEventStartMetricsAndGetTime)."""
        now_s, counters = self._host.measured_s(), self._counters
        counters.decided += 1
        if work.queued_s is not None:
            counters.queue.observe(now_s, now_s - work.queued_s)
        return now_s

    def _end(self, began_s: float) -> None:
        now_s = self._host.measured_s()
        self._counters.processing.observe(now_s, now_s - began_s)

    def _refusal(self, work: _Work) -> Refusal | None:
        """Return why work is refused before any check."""
        if work.deadline_ms is not None and work.deadline_ms <= self.state.now_ms:
            self._counters.timed_out += 1
            self._counters.timed_out_heartbeats += work.is_heartbeat
            return Refusal(ErrorCode.REQUEST_TIMED_OUT)
        if self._host.lacks_room and not work.is_vital:
            return Refusal(ErrorCode.KAFKA_STORAGE_ERROR, "The disk of the log is nearly full.")
        return None

    def _take(self, work: _Work, outcome: Outcome, gathered: _Gathered) -> None:
        if outcome.fault is not None:
            self._counters.faults += 1
            _LOG.error("Not appended, and answered with UNKNOWN_SERVER_ERROR: %s", outcome.fault)
        values = outcome.values
        if values:
            self._host.replayed(self._image.cluster, outcome.wait_for)
        size = sum(map(len, values))
        is_full = len(gathered.values) + len(values) > MAX_RECORDS_PER_BATCH
        # a large decision is appended separately: its batches end at the marks of its replay
        if values and (is_full or gathered.size + size > _BATCH_BYTES):
            self._append(gathered)
        gathered.values += values
        gathered.size += size
        self._answer_when(outcome.wait_for, work, outcome.answer)

    def _append(self, gathered: _Gathered) -> None:
        """Append the decided records; only a decision that need not be atomic is split."""
        values, gathered.values, gathered.size = gathered.values, [], 0
        for first, end in pairwise((0, *batch_ends(values))):
            piece = values[first:end]
            ticket = self._host.append_at_once(piece, self._epoch)
            # this offset is in answers already, as a broker epoch for example
            is_placed = ticket.base_offset == gathered.base_offset
            ensure(is_placed, "appended-where-decided", (ticket, gathered.base_offset))
            gathered.base_offset += len(piece)

    def _decide_slowly(self, work: _Work, began_s: float) -> None:
        """Make a large decision in a thread and replay it in steps; raft and sockets continue.

        Nothing else is decided meanwhile. Where a control record took the offset that it was
        decided with, it is decided again.
        """
        self._is_held = True
        self._host.start(self._decide_in_steps(work, began_s), "kraft-large-decision")

    async def _decide_in_steps(self, work: _Work, began_s: float) -> None:
        host, decider = self._host, self._decider
        while True:
            offset = await self._offset()
            if offset is None:
                work.answer(Refusal(ErrorCode.NOT_CONTROLLER))
                return
            self.state.next_offset = offset
            prepared = await host.in_thread(partial(decider.prepare, work.decide))
            if self._has_moved(offset):
                continue
            if not isinstance(prepared, Prepared):
                outcome = prepared
                break
            outcome = await self._finish_in_steps(prepared, offset)
            if outcome is not None:
                break
        self._is_held = False
        self._ended(work, outcome)
        if outcome is not None:
            gathered = _Gathered(offset)
            self._take(work, outcome, gathered)
            self._append(gathered)
        self._end(began_s)
        self._pump_soon()

    async def _offset(self) -> int | None:
        """Wait until there is room in the log; None when the epoch is over."""
        while not self._has_ended:
            offset = self._host.append_offset(self._epoch, _ROOM_BYTES)
            if offset is not None:
                return offset
            await self._host.pause(_NO_ROOM_RETRY_S)
        return None

    def _has_moved(self, offset: int) -> bool:
        """Return True if nothing can be appended at that offset any more."""
        return self._has_ended or self._host.append_offset(self._epoch, 0) != offset

    async def _finish_in_steps(self, prepared: Prepared, offset: int) -> Outcome | None:
        """Replay in steps; return None, with nothing replayed, if something took the offset."""
        steps = self._decider.finishing(prepared, _STEP_RECORDS)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                outcome: Outcome = end.value
                return outcome
            await self._host.pause()
            if self._has_moved(offset):
                self._decider.abandon()
                return None

    def _ended(self, work: _Work, outcome: Outcome | None) -> None:
        """Plan the next run of completed periodic work."""
        if work.chore is None:
            return
        chore = work.chore
        is_full = outcome is not None and outcome.fault is None
        if is_full and outcome is not None and chore.limit:
            is_full = len(outcome.values) >= chore.limit
        has_more = is_full and chore.name != "no-op"
        self._later(chore, _AGAIN_MS if has_more else chore.interval_ms)

    def _raise(self, work: _Work, level: int) -> None:
        """Raise kraft.version first; nothing is decided until its records are committed."""
        self._is_held = True

        def raised(ticket: AppendTicket) -> None:
            self._is_held = False
            if self._has_ended:
                work.answer(Refusal(ErrorCode.NOT_CONTROLLER))
            elif ticket.outcome is AppendOutcome.COMMITTED:
                work.raises = None
                self._queue.appendleft(work)
            else:
                work.answer(_not_raised(ticket.error, level))
            self._pump_soon()

        ticket = self._host.upgrade_nowait(level, validate_only=work.validates)
        ticket.on_batch_end(raised)

    # -- answers ------------------------------------------------------------------------------

    def _answer_when(self, offset: int, work: _Work, answer: Message | Refusal | None) -> None:
        """Answer once everything up to an offset is committed: the answer can report it."""
        if offset <= self._committed:
            work.answer(answer)
        else:
            self._waiting.append(_Waiting(offset, work, answer))

    def commit(self, offset: int) -> bool:
        """Send the responses that waited for an offset, which is committed and durable here.

        Return whether features or controllers changed.
        """
        published = self._decider.commit(offset)
        if published is not None:
            self._image.publish(published)
        self._committed = offset
        waiting = self._waiting
        while waiting and waiting[0].offset <= offset:
            _, work, answer = waiting.popleft()
            work.answer(answer)
        return published is not None

    @property
    def is_between_steps(self) -> bool:
        """Return True if the image can contain part of a decision, so it cannot be copied now."""
        return self._is_held

    def committed_copy(self) -> ClusterImage:
        """Return a copy of the committed state, for a snapshot."""
        return self._decider.committed_copy()

    def resign(self) -> None:
        """End this epoch: undo uncommitted changes, refuse waiting requests.

        What was appended may still be committed by the next leader: 41 means that the outcome is
        unknown.
        """
        self._has_ended = True
        timers = [*self._timers.values(), *([self._pump_timer] if self._pump_timer else [])]
        for timer in timers:
            timer.cancel()
        self._timers.clear()
        self._pump_timer = None
        self._decider.renounce()
        self._image.cluster.stop_journal()
        self._image.publish(None)
        refused = [*(one.work for one in self._waiting), *self._queue]
        self._waiting.clear()
        self._queue.clear()
        for work in refused:
            work.answer(Refusal(ErrorCode.NOT_CONTROLLER))

    # -- periodic work ------------------------------------------------------------------------

    def _begin_chores(self, _: ControllerState) -> None:
        """Begin periodic work: the activation records are decided."""
        settings = self._settings
        for chore in (
            _Chore("no-op", settings.max_idle_interval_ms, _write_no_op, 0),
            _Chore(
                "fence",
                max(1, settings.session_timeout_ms // 8),
                fence_stale_broker,
                0,
                size_of_fence,
            ),
            _Chore(
                "balance",
                settings.leader_balance_interval_ms,
                balance_leaders,
                ELECTIONS_PER_TASK,
                lambda state: len(state.index.imbalanced),
            ),
            _Chore(
                "elect",
                settings.unclean_election_interval_ms,
                elect_uncleanly,
                ELECTIONS_PER_TASK,
                lambda state: len(state.index.leaderless),
            ),
            _Chore(
                "tokens", settings.token_expiry_check_interval_ms, expire_tokens, EXPIRED_PER_TASK
            ),
        ):
            if chore.interval_ms:
                self._later(chore, chore.interval_ms)

    def _later(self, chore: _Chore, delay_ms: int) -> None:
        if self._has_ended:
            return
        due_ms = self._host.now_ms() + delay_ms

        def ring() -> None:
            if chore.name == "fence":
                self._forgive(self._host.now_ms() - due_ms)
            self._queue.append(
                _Work(chore.decide, _ignore, partial(chore.size, self.state), chore=chore)
            )
            self._pump_soon()

        self._timers[chore.name] = self._host.later(delay_ms / 1000, ring)

    def _forgive(self, late_ms: int) -> None:
        """Postpone fencing by the time that this process was paused.

        A timer that rings late shows it: heartbeats wait in the sockets then. Kafka's controller
        does not look at that, and fences all brokers after a long pause.
        """
        if late_ms > _GAP_MS:
            _LOG.warning("Broker sessions are extended by %d ms: this process was paused", late_ms)
            self.state.sessions.prolong(late_ms)


def _ignore(_: Message | Refusal | None) -> None:
    """Ignore the response: no client waits for it."""


def _charged(charge: Charge, decide: Decide, state: ControllerState) -> Decision | None:
    """Charge and decide; a large decision whose offset is taken is repeated."""
    charge.begin()
    return decide(state)


def _write_no_op(state: ControllerState) -> Decision:
    """Show standbys and brokers that there is an active controller."""
    del state
    return Decision(None, (NoOpRecord(),))


def _not_raised(error: ErrorCode, level: int) -> Refusal | Message:
    """Answer an update of kraft.version that consensus refused."""
    if error == ErrorCode.NOT_LEADER_OR_FOLLOWER:
        return Refusal(ErrorCode.NOT_CONTROLLER)
    return failure(error, why_not_raised(error, level))

"""Performs effects as calls on ports, in the order of the list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from kraft_core.raft.batches import control_batch, control_message
from kraft_core.raft.consensus.effects import (
    AdvanceHighWatermark,
    AnnounceLeader,
    AppendControlRecords,
    AppendRecords,
    DeleteLogPrefix,
    DeleteSnapshots,
    DiscardSnapshot,
    Effect,
    FinishSnapshot,
    Note,
    RejectAppend,
    ResetLog,
    SendRecords,
    SendRequest,
    SendResponse,
    SendSnapshotChunk,
    ShutdownCompleted,
    StoreElection,
    StoreSnapshotChunk,
    TruncateLog,
    WriteSnapshot,
)
from kraft_core.raft.consensus.events import SnapshotFailed
from kraft_core.raft.consensus.values import BatchSummary
from kraft_core.raft.replica.answers import Answers
from kraft_core.raft.replica.appends import Accumulator, AppendsInFlight
from kraft_core.raft.replica.applying import Applier, Leadership, LogProgress
from kraft_core.raft.replica.ports import DirectReads
from kraft_core.raft.replica.rpc_mapping import wire_request
from kraft_core.raft.replica.snapshots import SnapshotProduction
from kraft_wire.errors import ErrorCode
from kraft_wire.records import stamp

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.raft.consensus.events import Event
    from kraft_core.raft.consensus.values import LeaderAndEpoch
    from kraft_core.raft.replica.config import ReplicaConfig
    from kraft_core.raft.replica.ports import Ports
    from kraft_core.raft.replica.state_machine import StateMachine
    from kraft_core.raft.topic import QuorumTopic


_LogEffect = AppendControlRecords | TruncateLog | ResetLog | DeleteLogPrefix
_SnapshotEffect = (
    SendSnapshotChunk
    | WriteSnapshot
    | StoreSnapshotChunk
    | FinishSnapshot
    | DiscardSnapshot
    | DeleteSnapshots
)


@dataclass(frozen=True, slots=True)
class Parts:
    """State of a replica apart from consensus."""

    progress: LogProgress
    answers: Answers
    applier: Applier
    production: SnapshotProduction
    leadership: Leadership
    accumulator: Accumulator
    appends: AppendsInFlight

    @classmethod
    def of(
        cls,
        own_id: int | None,
        ports: Ports,
        machine: StateMachine,
        config: ReplicaConfig,
        wake: Callable[[], None],
    ) -> Parts:
        """Return the parts of a replica that has not started yet."""
        progress = LogProgress()
        appends = AppendsInFlight()
        reads = ports.reads or DirectReads(ports.log, ports.snapshots)
        applier = Applier(machine, ports.log, ports.snapshots, config, progress, appends=appends)
        return cls(
            progress,
            Answers(ports.network, reads, progress, config.topic),
            applier,
            SnapshotProduction(machine, ports.snapshots, applier, ports.clock, config),
            Leadership(own_id, machine),
            Accumulator(config, ports.clock, wake),
            appends,
        )


class Performer:
    """Performs effects. Events that follow for consensus go to `emit`."""

    def __init__(
        self,
        ports: Ports,
        parts: Parts,
        emit: Callable[[Event], None],
        on_note: Callable[[Note], None],
        topic: QuorumTopic,
    ) -> None:
        self._ports = ports
        self._topic = topic
        self._parts = parts
        self._emit = emit
        self._on_note = on_note
        self.is_shut_down = False
        self.is_storing = False
        """True while quorum-state is written: then nothing else may be performed."""

    def perform(self, effect: Effect) -> None:
        """Perform the effect; errors of a port pass through. Frequent effects come first."""
        match effect:
            case SendRequest():
                request = wire_request(effect.request, self._topic)
                self._ports.network.send(effect.request_id, effect.to, request)
            case SendResponse():
                self._parts.answers.send(effect.reply_to, effect.response)
            case SendRecords():
                self._parts.answers.send_records(effect)
            case AppendRecords():
                self._append(effect)
            case AdvanceHighWatermark():
                self._parts.applier.high_watermark = effect.offset
            case Note():
                self._on_note(effect)
            case StoreElection():
                self._store_election(effect)
            case AnnounceLeader():
                self._announce(effect.leader_and_epoch)
            case AppendControlRecords() | TruncateLog() | ResetLog() | DeleteLogPrefix():
                self._change_log(effect)
            case RejectAppend():
                self._parts.appends.reject(effect.append_id, effect.error)
            case ShutdownCompleted():
                self.is_shut_down = True
                self.end_appends()
                self._parts.production.discard()
            case _:
                self._change_snapshots(effect)

    def _store_election(self, effect: StoreElection) -> None:
        """Store an election: a vote and a new epoch are durable before they are reported (KIP-595).

        Without the wait a replica that loses its power after its answer could vote twice in one
        epoch, for two leaders.
        """
        self.is_storing = self._ports.election.write(
            effect.election, effect.kraft_version, effect.voter_ids
        )

    def _change_log(self, effect: _LogEffect) -> None:
        log, progress = self._ports.log, self._parts.progress
        match effect:
            case AppendControlRecords():
                self._append_control(effect)
            case TruncateLog():
                progress.truncate(effect.generation, effect.end_offset)
                log.truncate(effect.generation, effect.end_offset)
            case ResetLog():
                self._give_up_snapshot()
                self._parts.applier.abandon()
                progress.reset(effect.generation, effect.snapshot_id.offset)
                log.reset(effect.generation, effect.snapshot_id)
            case DeleteLogPrefix():
                progress.delete_prefix(effect.start_offset)
                log.delete_prefix(effect.start_offset)
            case _:
                assert_never(effect)

    def _append(self, effect: AppendRecords) -> None:
        """Append a follower's batches as received, and a leader's with place and epoch.

        The checksum does not cover base offset and epoch.
        """
        size = sum(batch.size_bytes for batch in effect.batches)
        payload = effect.payload
        if len(payload) > size:
            payload = bytes(memoryview(payload)[:size])
        # only the leader's own: a follower writes the bytes as they came, so that all logs are
        # equal byte for byte
        if effect.append_id is not None:
            payload = stamp(bytes(payload), effect.base_offset, effect.epoch)
            count = effect.batches[0].end_offset - effect.base_offset
            self._parts.appends.place(effect.append_id, effect.base_offset, count)
        self._ports.log.append(effect.generation, effect.batches, payload)

    def _append_control(self, effect: AppendControlRecords) -> None:
        payload = control_batch(
            [control_message(record) for record in effect.records],
            base_offset=effect.base_offset,
            epoch=effect.epoch,
            timestamp_ms=effect.timestamp_ms,
        )
        last_offset = effect.base_offset + len(effect.records) - 1
        summary = BatchSummary(
            effect.base_offset, last_offset, effect.epoch, len(payload), effect.records
        )
        self._parts.leadership.control_appended(effect)
        if effect.append_id is not None:
            self._parts.appends.place(effect.append_id, effect.base_offset, len(effect.records))
        self._ports.log.append(effect.generation, (summary,), payload)

    def _announce(self, leader: LeaderAndEpoch) -> None:
        """Reject the appends of an ended leadership; those in the log have an unknown outcome."""
        self._parts.leadership.announce(leader)
        self.give_up_appends()
        self._parts.leadership.applied(self._parts.applier.applied.offset)

    def give_up_appends(self) -> None:
        """Give up all undecided appends, except those known as committed."""
        self._parts.accumulator.reject_all(ErrorCode.NOT_LEADER_OR_FOLLOWER)
        # those below the high watermark are committed whichever replica leads next; the others may
        # be truncated or committed by another leader, so UNKNOWN and not REJECTED
        self._parts.appends.lose(self._parts.applier.high_watermark)

    def end_appends(self) -> None:
        """Stop applying: undecided appends stay undecided."""
        self._parts.accumulator.reject_all(ErrorCode.NOT_LEADER_OR_FOLLOWER)
        self._parts.appends.end()

    def _change_snapshots(self, effect: _SnapshotEffect) -> None:
        store = self._ports.snapshots
        match effect:
            case SendSnapshotChunk():
                self._parts.answers.send_snapshot_chunk(effect)
            case WriteSnapshot():
                if not self._parts.production.begin(effect):
                    self._emit(SnapshotFailed(effect.snapshot_id, None))
            case StoreSnapshotChunk():
                store.write_chunk(
                    effect.download, effect.snapshot_id, effect.position, effect.payload
                )
            case FinishSnapshot():
                store.finish(effect.download, effect.snapshot_id)
            case DiscardSnapshot():
                store.discard(effect.download, effect.snapshot_id)
            case DeleteSnapshots():
                store.delete_before(effect.before)
            case _:
                assert_never(effect)

    def _give_up_snapshot(self) -> None:
        """Abandon the snapshot that is being written: its state is about to be replaced."""
        given_up = self._parts.production.discard()
        if given_up is not None:
            self._emit(SnapshotFailed(given_up, None))

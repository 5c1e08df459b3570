"""Performs a core's effects against a fake disk and feeds the completions back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.effects import Note
from kraft_core.raft.consensus.roles import Leader
from kraft_core.raft.consensus.values import BatchSummary, OffsetAndEpoch
from kraft_wire.errors import ErrorCode
from tests.support.fake_disk import (
    FakeDisk,
    FakeLog,
    SnapshotFile,
    applied_from,
    snapshot_content,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.raft.consensus.core import RaftCore
    from tests.support.cluster import Cluster


class FakeReplica:
    def __init__(self, cluster: Cluster, node_id: int, core: RaftCore, disk: FakeDisk) -> None:
        self.cluster, self.node_id, self.core, self.disk = cluster, node_id, core, disk
        self.is_up = True
        self.is_stopped = False
        self.asked: dict[int, Callable[[rpc.Response], None]] = {}
        self.notes: list[Note] = []
        self.applied: list[tuple[int, str]] = []
        self.applied_end = 0
        self.flushed_end = 0
        self.high_watermark = 0
        self.rejected: dict[int, ErrorCode] = {}
        self.committed_appends: list[int] = []
        self._pending_appends: dict[int, tuple[int, int, bytes]] = {}
        self._syncs_end_at = 0
        self.holds = False
        self._held: list[Callable[[], None]] = []
        self._turn_is_due = False
        self._alarm = -1

    # -- events -------------------------------------------------------------------------------

    def feed(self, event: ev.Event) -> None:
        if not self.is_up or self.is_stopped:
            return
        cluster = self.cluster
        if isinstance(event, ev.Started):
            self.flushed_end = event.log_view.end_offset
            self._load_latest_snapshot()
        effects = self.core.handle(event, cluster.now_ms, cluster.now_ms + 1_700_000_000_000)
        cluster.digest.update(repr((self.node_id, cluster.now_ms, effects)).encode())
        cluster.trace_effects(self, event, effects)
        for effect in effects:
            if self.is_up:
                self.perform(effect)
        self._after()

    def _after(self) -> None:
        self.cluster.ledger.look_at(self)
        if not self._turn_is_due:
            self._turn_is_due = True
            self.cluster.at(self.cluster.now_ms, self._end_turn)
        deadline = self.core.deadline_ms
        if deadline is not None and deadline != self._alarm and self.cluster.keeps_deadlines:
            self._alarm = deadline
            self.cluster.at(deadline, lambda: self._ring(deadline))

    def _end_turn(self) -> None:
        self._turn_is_due = False
        if not self.is_up or self.is_stopped:
            return
        now, event = self.cluster.now_ms, ev.TurnEnded()
        effects = self.core.handle(event, now, now + 1_700_000_000_000)
        self.cluster.trace_effects(self, event, effects)
        for effect in effects:
            self.perform(effect)

    def _ring(self, deadline: int) -> None:
        if self._alarm == deadline:
            self._alarm = -1
            self.feed(ev.DeadlineReached())

    def append(self, append_id: int, value: str) -> None:
        """Append one record of that value in the epoch that the core is in."""
        data = value.encode()
        batch = BatchSummary(0, 0, 0, len(data))
        epoch = self.core.leader_and_epoch.epoch
        self.feed(ev.AppendRequested(append_id, epoch, batch, data))

    # -- effects ------------------------------------------------------------------------------

    def perform(self, effect: fx.Effect) -> None:
        match effect:
            case fx.StoreElection():
                self.disk.store_election(effect.election, effect.kraft_version)
            case fx.SendRequest():
                self.cluster.send(self, effect)
            case fx.SendResponse():
                self._answer(effect.reply_to, effect.response)
            case fx.SendRecords():
                self._send_records(effect)
            case fx.SendSnapshotChunk():
                self._send_chunk(effect)
            case fx.AppendRecords():
                self._append(effect)
            case fx.AppendControlRecords():
                data = b"x" * len(effect.records)
                end = effect.base_offset + len(effect.records) - 1
                summary = BatchSummary(
                    effect.base_offset, end, effect.epoch, len(data), effect.records
                )
                self.disk.cache.append(summary, data)
                self._sync(effect.generation)
            case fx.TruncateLog():
                self.disk.cache.truncate(effect.end_offset)
                end = self.disk.cache.end_offset
                self._sync_then(ev.LogTruncated(effect.generation, end))
            case fx.ResetLog():
                self.disk.cache = FakeLog(effect.snapshot_id)
                self._sync_then(ev.LogReset(effect.generation, effect.snapshot_id))
            case fx.DeleteLogPrefix():
                self._delete_prefix(effect.start_offset)
            case fx.AdvanceHighWatermark():
                self.high_watermark = effect.offset
                self.cluster.ledger.high_watermark(self, effect.offset)
                self._apply()
            case fx.RejectAppend():
                self.rejected[effect.append_id] = effect.error
                self._pending_appends.pop(effect.append_id, None)
            case fx.AnnounceLeader():
                self._pending_appends.clear()
            case fx.ShutdownCompleted():
                self.is_stopped = True
            case Note():
                self.notes.append(effect)
                self.cluster.ledger.notes[effect.kind] += 1
            case (
                fx.WriteSnapshot()
                | fx.StoreSnapshotChunk()
                | fx.FinishSnapshot()
                | fx.DiscardSnapshot()
                | fx.DeleteSnapshots()
            ):
                self._perform_snapshot(effect)
            case _:
                assert_never(effect)

    def _answer(self, reply_to: int, response: rpc.Response) -> None:
        self.asked.pop(reply_to)(response)

    def _append(self, effect: fx.AppendRecords) -> None:
        place = 0
        for batch in effect.batches:
            data = bytes(effect.payload[place : place + batch.size_bytes])
            place += batch.size_bytes
            self.disk.cache.append(batch, data)
            self.cluster.ledger.appended(batch, data)
        if effect.append_id is not None:
            batch = effect.batches[0]
            data = bytes(effect.payload)
            self._pending_appends[effect.append_id] = (batch.end_offset, batch.epoch, data)
        self._sync(effect.generation)

    def _sync(self, generation: int) -> None:
        self._sync_then(ev.LogFlushed(generation, self.disk.cache.end_offset))

    def _sync_then(self, event: ev.LogFlushed | ev.LogTruncated | ev.LogReset) -> None:
        held = replace(self.disk.cache)
        delay = self.cluster.random_in(self.cluster.flush_delay)
        self._syncs_end_at = max(self._syncs_end_at, self.cluster.now_ms + delay)

        def done() -> None:
            if not self.is_up:
                return
            self.disk.platter = held
            self.flushed_end = held.end_offset
            if isinstance(event, ev.LogReset):
                self._load_latest_snapshot()
            self.feed(event)
            self._apply()

        if self.holds:
            self._held.append(done)
        else:
            self.cluster.at(self._syncs_end_at, done)

    def release(self) -> None:
        """Complete all work of a disk that was held."""
        self.holds = False
        held, self._held = self._held, []
        for done in held:
            done()

    def _delete_prefix(self, start_offset: int) -> None:
        for log in (self.disk.cache, self.disk.platter):
            epoch = log.start.epoch
            for batch in log.batches:
                if batch.summary.end_offset <= start_offset:
                    epoch = batch.summary.epoch
            log.batches = tuple(b for b in log.batches if b.summary.end_offset > start_offset)
            log.start = OffsetAndEpoch(start_offset, epoch)

    def _send_records(self, effect: fx.SendRecords) -> None:
        if effect.generation != self.core.log.generation:
            self._answer(
                effect.reply_to,
                rpc.FetchResponse(
                    error=ErrorCode.NOT_LEADER_OR_FOLLOWER, leader=effect.response.leader
                ),
            )
            return
        batches = self.disk.cache.read(effect.start_offset, effect.end_offset, effect.max_bytes)
        response = replace(
            effect.response,
            batches=tuple(batch.summary for batch in batches),
            payload=b"".join(batch.data for batch in batches),
        )
        self._answer(effect.reply_to, response)

    # -- snapshots ----------------------------------------------------------------------------

    def _send_chunk(self, effect: fx.SendSnapshotChunk) -> None:
        stored = self.disk.snapshots.get(effect.snapshot_id)
        if stored is None:
            response = replace(effect.response, error=ErrorCode.SNAPSHOT_NOT_FOUND)
        else:
            end = effect.position + effect.max_bytes
            response = replace(effect.response, payload=stored.content[effect.position : end])
        self._answer(effect.reply_to, response)

    def _perform_snapshot(
        self,
        effect: fx.WriteSnapshot
        | fx.StoreSnapshotChunk
        | fx.FinishSnapshot
        | fx.DiscardSnapshot
        | fx.DeleteSnapshots,
    ) -> None:
        match effect:
            case fx.WriteSnapshot():
                self._write_snapshot(effect)
            case fx.StoreSnapshotChunk():
                part = self.disk.parts.setdefault(effect.download, bytearray())
                assert len(part) == effect.position
                part.extend(effect.payload)
                stored = ev.SnapshotChunkStored(effect.download, effect.snapshot_id, len(part))
                self.cluster.at(self.cluster.now_ms + 1, lambda: self.feed(stored))
            case fx.FinishSnapshot():
                self.cluster.at(self.cluster.now_ms + 2, lambda: self._finish(effect))
            case fx.DiscardSnapshot():
                self.disk.parts.pop(effect.download, None)
            case fx.DeleteSnapshots():
                for each in list(self.disk.snapshots):
                    if each.offset < effect.before.offset:
                        del self.disk.snapshots[each]

    def _write_snapshot(self, effect: fx.WriteSnapshot) -> None:
        end = effect.snapshot_id.offset
        kept = [entry for entry in self.applied if entry[0] < end]
        controls = self.disk.controls(effect.kraft_version, effect.voters)
        file = SnapshotFile(controls, self.disk.with_controls(controls, snapshot_content(kept)))

        def stored() -> None:
            if self.is_up:
                self.disk.snapshots[effect.snapshot_id] = file
                self.feed(ev.SnapshotStored(effect.snapshot_id, None, len(file.content), controls))

        self.cluster.at(self.cluster.now_ms + 3, stored)

    def _finish(self, effect: fx.FinishSnapshot) -> None:
        if not self.is_up:
            return
        content = bytes(self.disk.parts.pop(effect.download))
        controls = self.disk.controls_of(content)
        self.disk.snapshots[effect.snapshot_id] = SnapshotFile(controls, content)
        self.feed(ev.SnapshotStored(effect.snapshot_id, effect.download, len(content), controls))

    def _load_latest_snapshot(self) -> None:
        latest = max(self.disk.snapshots, key=lambda each: each.offset, default=None)
        if latest is not None and latest.offset > self.applied_end:
            content = self.disk.snapshots[latest].content
            self.applied = applied_from(self.disk.without_controls(content))
            self.applied_end = latest.offset

    # -- the state machine --------------------------------------------------------------------

    def _apply(self) -> None:
        end = min(self.high_watermark, self.flushed_end)
        for batch in self.disk.cache.batches:
            summary = batch.summary
            if self.applied_end <= summary.base_offset and summary.end_offset <= end:
                assert summary.base_offset == self.applied_end
                if not summary.control_records:
                    self.applied.append((summary.base_offset, batch.data.decode()))
                self.applied_end = summary.end_offset
                self.cluster.ledger.applied(self, batch)
        for append_id, (offset, epoch, data) in list(self._pending_appends.items()):
            role = self.core.role
            if offset <= end and isinstance(role, Leader) and role.epoch == epoch:
                del self._pending_appends[append_id]
                self.committed_appends.append(append_id)
                self.cluster.ledger.acknowledged(offset - 1, data)

"""The leader's log: the user's batches, and what becomes durable of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.commit import advance_commit, settle_membership, watch_own_disk
from kraft_core.consensus.effects import AppendRecords, RejectAppend
from kraft_core.consensus.notes import NoteKind
from kraft_core.consensus.roles import Leader
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.consensus.events import AppendRequested, LogFlushed
    from kraft_core.consensus.state import CoreState


def on_append(core: CoreState, event: AppendRequested) -> None:
    """Give the batch its place, or say that it will be in no log."""
    leader = core.role
    if not isinstance(leader, Leader):
        reject(core, event.append_id, ErrorCode.NOT_LEADER_OR_FOLLOWER)
        return
    error = _refusal(core, leader, event)
    if error is not None:
        reject(core, event.append_id, error)
        return
    base_offset = core.log.end_offset
    batch = event.batch.moved_to(base_offset, leader.epoch)
    core.log.append(batch.end_offset, leader.epoch)
    leader.appends_in_flight.append(batch.end_offset)
    leader.unflushed.append((batch.end_offset, batch.size_bytes))
    leader.unflushed_bytes += batch.size_bytes
    core.emit(
        AppendRecords(
            core.log.generation,
            base_offset,
            leader.epoch,
            (batch,),
            event.payload,
            event.append_id,
        )
    )
    core.parked.wake_all()


def _refusal(core: CoreState, leader: Leader, event: AppendRequested) -> ErrorCode | None:
    """Why not: another epoch, resigning, a witness, or more than may wait at a time.

    A witness answers 41: the user's records are not its to write.
    """
    if event.epoch != leader.epoch or leader.resigns or core.is_shutting_down:
        return ErrorCode.NOT_LEADER_OR_FOLLOWER
    if core.is_witness:
        return ErrorCode.NOT_CONTROLLER
    if len(leader.appends_in_flight) >= core.config.appends_in_flight_max:
        return ErrorCode.THROTTLING_QUOTA_EXCEEDED
    if leader.unflushed_bytes + event.batch.size_bytes > core.config.unflushed_bytes_max:
        return ErrorCode.THROTTLING_QUOTA_EXCEEDED
    if event.batch.end_offset <= event.batch.base_offset or event.batch.control_records:
        return ErrorCode.INVALID_RECORD
    return None


def reject(core: CoreState, append_id: int, error: ErrorCode) -> None:
    """Say that the append is in no log."""
    core.note(NoteKind.APPEND_REJECTED, append_id=append_id, error=error.name)
    core.emit(RejectAppend(append_id, error))


def on_flushed(core: CoreState, event: LogFlushed) -> None:
    """A leader counts its own durable end; a follower's next Fetch says so by itself."""
    if not core.log.flushed(event.generation, event.end_offset):
        core.note(NoteKind.STALE_COMPLETION, generation=event.generation, end=event.end_offset)
        return
    leader = core.role
    if isinstance(leader, Leader):
        while leader.unflushed and leader.unflushed[0][0] <= event.end_offset:
            leader.unflushed_bytes -= leader.unflushed.popleft()[1]
        advance_commit(core, leader)
        watch_own_disk(core, leader, has_moved=True)
    else:
        raise_follower_commit(core)


def raise_follower_commit(core: CoreState) -> None:
    """A follower's high watermark: the leader's, as far as the log here is durable."""
    offset = min(core.leader_high_watermark, core.log.flushed_end)
    if core.log.is_settled and offset >= 0:
        core.raise_high_watermark(offset)
        settle_membership(core)

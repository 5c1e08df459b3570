"""The log from append to commit: appends, truncation, flushes and the high watermark.

Appends of a leader, of users' batches and of control records; flushes; the high watermark of a
leader (KIP-595, Kafka's `LeaderState.maybeUpdateHighWatermark`) and of a follower
(`KafkaRaftClient.updateFollowerHighWatermark`); and the effects of a commit on waiting appends,
upgrades and the pending change of voters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.raft.consensus.check_quorum import restart_check_quorum, watch_own_disk
from kraft_core.raft.consensus.effects import (
    AppendControlRecords,
    AppendRecords,
    NoteKind,
    RejectAppend,
    TruncateLog,
)
from kraft_core.raft.consensus.invariants import ensure
from kraft_core.raft.consensus.roles import ChangeKind, Leader, PendingChange
from kraft_core.raft.consensus.rpc import AddRaftVoterResponse, RemoveRaftVoterResponse
from kraft_core.raft.consensus.values import WitnessReason
from kraft_core.raft.consensus.voters import (
    is_voter_set_committed,
    settle_membership,
    take_control,
    undo_control,
)
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.raft.consensus.events import AppendRequested, LogFlushed
    from kraft_core.raft.consensus.state import CoreState
    from kraft_core.raft.consensus.values import ControlRecord


# -- appends (leader) ------------------------------------------------------------------------------


def on_append(core: CoreState, event: AppendRequested) -> None:
    """Give the batch its place, or report that it will be in no log."""
    leader = core.role
    if not isinstance(leader, Leader):
        reject_append(core, event.append_id, ErrorCode.NOT_LEADER_OR_FOLLOWER)
        return
    error = _refuse_append(core, leader, event)
    if error is not None:
        reject_append(core, event.append_id, error)
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
    _wake_readers(core)


def append_offset(core: CoreState, epoch: int, size_bytes: int) -> int | None:
    """Return the offset that the next append gets; None where one of that size is refused."""
    leader = core.role
    if not isinstance(leader, Leader) or _lacks_place(core, leader, epoch, size_bytes):
        return None
    return core.log.end_offset


def _lacks_place(core: CoreState, leader: Leader, epoch: int, size_bytes: int) -> ErrorCode | None:
    """Return why there is no room: another epoch, resigning, a witness, or too many waiting.

    A witness answers 41, because it does not write user records. A leader without disk space still
    writes what its driver admits, which excludes users (`Replica.lacks_room`): the controller must
    be able to end a transaction or to fence a broker.
    """
    # an append that was prepared in another epoch of leadership can be decided on state that has
    # changed since (KafkaRaftClient.prepareAppend, NotLeaderException)
    if epoch != leader.epoch or leader.resigns or core.is_shutting_down:
        return ErrorCode.NOT_LEADER_OR_FOLLOWER
    if WitnessReason.CONTROLLER in core.witness_reasons:
        return ErrorCode.NOT_CONTROLLER
    if len(leader.appends_in_flight) >= core.config.appends_in_flight_max:
        return ErrorCode.THROTTLING_QUOTA_EXCEEDED
    if leader.unflushed_bytes + size_bytes > core.config.unflushed_bytes_max:
        return ErrorCode.THROTTLING_QUOTA_EXCEEDED
    return None


def _refuse_append(core: CoreState, leader: Leader, event: AppendRequested) -> ErrorCode | None:
    """Return why the append is refused; None if it is accepted."""
    error = _lacks_place(core, leader, event.epoch, event.batch.size_bytes)
    if error is not None:
        return error
    # control records change voters and levels: users must not write them
    if event.batch.end_offset <= event.batch.base_offset or event.batch.control_records:
        return ErrorCode.INVALID_RECORD
    return None


def reject_append(core: CoreState, append_id: int, error: ErrorCode) -> None:
    """Report that the append is in no log."""
    core.note(NoteKind.APPEND_REJECTED, append_id=append_id, error=error.name)
    core.emit(RejectAppend(append_id, error))


def append_control(
    core: CoreState,
    leader: Leader,
    records: tuple[ControlRecord, ...],
    append_id: int | None = None,
) -> int:
    """Append one control batch in the own epoch; return its base offset. It takes effect now."""
    base_offset, was_sole_voter = core.log.end_offset, core.is_sole_voter
    core.log.append(base_offset + len(records), leader.epoch)
    core.emit(
        AppendControlRecords(
            core.log.generation, base_offset, leader.epoch, records, core.wall_ms, append_id
        )
    )
    # KIP-853: a voter set is in force when it is written, not when it is committed. Otherwise two
    # majorities without a common voter could commit at the same offsets
    take_control(core, base_offset, records)
    leader.progress.use_voter_set(core.voters)
    leader.heard = {each: True for each in leader.heard if each in leader.progress.voters}
    if was_sole_voter:
        # as the sole voter it received no fetches, so its timer expired long ago
        restart_check_quorum(core, leader)
    _wake_readers(core)
    return base_offset


def _wake_readers(core: CoreState) -> None:
    """Answer parked fetches with new records, unless these must be on this disk first."""
    if core.readable_end == core.log.end_offset:
        core.parked.wake_all()


# -- truncation (KIP-595, Fetch: diverging epoch) --------------------------------------------------


def truncate_log(core: CoreState, end_offset: int) -> None:
    """Remove all records from that offset on; no log end is claimed until that is durable."""
    # KafkaRaftLog.truncateTo throws too: a majority has these records, and they may have been
    # acknowledged to a client
    ensure(end_offset >= core.committed_end, "no-truncation-of-committed", end_offset)
    core.note(NoteKind.LOG_TRUNCATED, to=end_offset, end=core.log.end)
    core.log.truncate(end_offset)
    core.emit(TruncateLog(core.log.generation, end_offset))
    undo_control(core, end_offset)


# -- durable and committed ends --------------------------------------------------------------------


def on_flushed(core: CoreState, event: LogFlushed) -> None:
    """Count a leader's own durable end; a follower reports its end in the next Fetch."""
    # a completion from before a truncation refers to removed records; counting it would mark the
    # records appended since as durable before they are written
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


def advance_commit(core: CoreState, leader: Leader) -> None:
    """Recompute the leader's high watermark from the voters in force, committed or not.

    It counts only once it is above the offset at which the epoch began, so that a record of this
    epoch is committed with all before it (KIP-595), and it never falls, though a change of voters
    can make the majority offset do so.
    """
    own = leader.progress.own
    if own is not None:
        # the leader counts its own durable end, not its log end: otherwise a majority could include
        # a copy that is not on disk
        own.end_offset = core.log.flushed_end
    offset = leader.progress.majority_offset()
    # LeaderState.maybeUpdateHighWatermark: above the start of the epoch, and never down
    if offset is None or offset <= max(leader.start_offset, leader.high_watermark or 0):
        return
    written_at = core.history.latest_offset
    # auto join of a replica that was just removed is held back from here on (membership)
    if written_at is not None and (leader.high_watermark or 0) <= written_at < offset:
        leader.voters_settled_at_ms = core.now_ms
    leader.high_watermark = offset
    watch_own_disk(core, leader, has_moved=False)
    core.raise_high_watermark(offset)
    while leader.appends_in_flight and leader.appends_in_flight[0] <= offset:
        leader.appends_in_flight.popleft()
    if leader.upgrades_in_force:
        _answer_upgrades(core, leader, offset)
    core.parked.wake_all()
    settle_membership(core)
    change = leader.change
    # the high watermark is exclusive: a record at that very offset is not committed yet
    if change is not None and change.record_offset is not None and change.record_offset < offset:
        decide_change(core, leader, ErrorCode.NONE, None)
    # KIP-853: a leader that removed itself resigns when its removal is committed
    if not core.is_voter and not leader.resigns and is_voter_set_committed(core):
        core.note(NoteKind.LEADER_REMOVED, epoch=leader.epoch)
        leader.resigns = True


def raise_follower_commit(core: CoreState) -> None:
    """Raise a follower's high watermark to the leader's, up to its own durable end.

    KIP-595: the leader reports it in the answers of Fetch. Kafka's
    `KafkaRaftClient.updateFollowerHighWatermark` takes it to the log end, before the sync.
    """
    # if a follower applied records that its disk can lose, it would answer from an older state
    # after a crash
    offset = min(core.leader_high_watermark, core.log.flushed_end)
    # during a truncation or reset nothing is known to be on this disk
    if core.log.is_settled and offset >= 0:
        core.raise_high_watermark(offset)
        settle_membership(core)


def take_high_watermark(core: CoreState, offset: int) -> None:
    """Apply the leader's high watermark, up to the own durable end; it never falls."""
    if offset < 0:
        return
    # the leader's can be above the end of this log (FollowerState.updateHighWatermark)
    offset = min(offset, core.log.end_offset)
    if offset < core.leader_high_watermark or offset < (core.high_watermark or 0):
        core.note(NoteKind.HIGH_WATERMARK_FELL, received=offset, known=core.high_watermark)
    # a new leader does not know the high watermark until a record of its epoch is committed, and
    # reports a lower one: committed records stay committed (MonotonicHighWatermark)
    core.leader_high_watermark = max(offset, core.leader_high_watermark)
    raise_follower_commit(core)


def _answer_upgrades(core: CoreState, leader: Leader, high_watermark: int) -> None:
    """Answer the upgrade requests whose record is committed."""
    waiting, leader.upgrades_in_force = leader.upgrades_in_force, []
    for append_id, written_at in waiting:
        if written_at < high_watermark:
            core.emit(RejectAppend(append_id, ErrorCode.NONE))
        else:
            leader.upgrades_in_force.append((append_id, written_at))


# -- effects of a commit ---------------------------------------------------------------------------


def decide_change(core: CoreState, leader: Leader, error: ErrorCode, message: str | None) -> None:
    """End the pending change: free its slot and answer the request."""
    change = leader.change
    leader.change = None
    if change is None:
        return
    core.note(_CHANGE_DECIDED[change.kind], voter=change.voter, error=error.name)
    if not change.is_answered:
        answer_change(core, change, error, message)


def answer_change(
    core: CoreState, change: PendingChange, error: ErrorCode, message: str | None
) -> None:
    """Answer the request for a change; the slot stays as it is."""
    if change.kind is ChangeKind.ADD:
        core.reply(change.reply_to, AddRaftVoterResponse(error, message))
    else:
        core.reply(change.reply_to, RemoveRaftVoterResponse(error, message))
    change.is_answered = True


_CHANGE_DECIDED = {
    ChangeKind.ADD: NoteKind.VOTER_ADD_DECIDED,
    ChangeKind.REMOVE: NoteKind.VOTER_REMOVE_DECIDED,
}

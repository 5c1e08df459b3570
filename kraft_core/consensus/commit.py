"""The high watermark: what a majority has on disk is committed, and what follows from that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.abdication import decide_change
from kraft_core.consensus.effects import RejectAppend
from kraft_core.consensus.notes import NoteKind
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.consensus.roles import Leader
    from kraft_core.consensus.state import CoreState


def advance_commit(core: CoreState, leader: Leader) -> None:
    """Recompute the leader's high watermark from the voters in force, committed or not.

    It counts only once it is above the offset at which the epoch began, so that a record of this
    epoch is committed with all before it (KIP-595), and it never falls, though a change of voters
    may make the majority offset do so.
    """
    own = leader.progress.own
    if own is not None:
        own.end_offset = core.log.flushed_end
    offset = leader.progress.majority_offset()
    if offset is None or offset <= max(leader.start_offset, leader.high_watermark or 0):
        return
    written_at = core.history.latest_offset
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
    if change is not None and change.record_offset is not None and change.record_offset < offset:
        decide_change(core, leader, ErrorCode.NONE, None)
    if not core.is_voter and not leader.resigns and _is_set_committed(core):
        core.note(NoteKind.LEADER_REMOVED, epoch=leader.epoch)
        leader.resigns = True


def watch_own_disk(core: CoreState, leader: Leader, *, has_moved: bool) -> None:
    """Begin, renew or end the time that a leader gives its own disk; call it when either end moves.

    Once the high watermark is above our own durable end a majority holds what we lack, so one of
    them can lead better than a leader whose disk hangs (it would serve records that it may lose,
    and new ones would commit without it for ever). A sole voter is never in that place. With a
    majority that is as slow as we are the high watermark does not get ahead. Java syncs on its one
    thread, so that it falls silent as a whole.
    """
    if (leader.high_watermark or 0) <= core.log.flushed_end:
        leader.disk_deadline_ms = None
    elif leader.disk_deadline_ms is None or has_moved:
        leader.disk_deadline_ms = core.now_ms + core.config.check_quorum_timeout_ms


def _answer_upgrades(core: CoreState, leader: Leader, high_watermark: int) -> None:
    """The record of the level is committed: whoever asked for that level again has it."""
    waiting, leader.upgrades_in_force = leader.upgrades_in_force, []
    for append_id, written_at in waiting:
        if written_at < high_watermark:
            core.emit(RejectAppend(append_id, ErrorCode.NONE))
        else:
            leader.upgrades_in_force.append((append_id, written_at))


def settle_membership(core: CoreState) -> None:
    """Notice that our own removal is committed: auto join ends until the next start."""
    if core.voter_at is None or core.was_removed:
        return
    if core.has_left and _is_set_committed(core):
        core.was_removed = True
        core.note(NoteKind.AUTO_JOIN_STOPPED, at=core.history.latest_offset)


def _is_set_committed(core: CoreState) -> bool:
    offset = core.history.latest_offset
    return offset is None or offset < core.committed_end

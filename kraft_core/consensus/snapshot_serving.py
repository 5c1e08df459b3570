"""Snapshots of our own: serving their bytes, writing new ones, deleting what they make needless."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.effects import (
    DeleteLogPrefix,
    DeleteSnapshots,
    SendSnapshotChunk,
    WriteSnapshot,
)
from kraft_core.consensus.installing import on_download_failed, on_downloaded
from kraft_core.consensus.leading import hear_voter
from kraft_core.consensus.notes import NoteKind
from kraft_core.consensus.replication import check_leader_request
from kraft_core.consensus.roles import Leader
from kraft_core.consensus.rpc import FetchSnapshot, FetchSnapshotResponse
from kraft_core.consensus.snapshots import StoredSnapshot, Valid
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.consensus.events import (
        PrefixExpired,
        ReplyTo,
        SnapshotFailed,
        SnapshotRequested,
        SnapshotStored,
    )
    from kraft_core.consensus.state import CoreState


def on_fetch_snapshot(
    core: CoreState, reply_to: ReplyTo, listener: str, request: FetchSnapshot
) -> None:
    """Bytes of a stored snapshot. It counts for check-quorum, not for the replica's offset."""
    if request.cluster_id not in {None, core.config.cluster_id}:
        core.reply(reply_to, FetchSnapshotResponse(top_error=ErrorCode.INCONSISTENT_CLUSTER_ID))
        return
    leader, stored = core.role, core.snapshots.get(request.snapshot_id)
    error = check_leader_request(core, request.epoch) or _check(request, stored)
    size = 0 if stored is None or error is not None else stored.size_bytes
    response = FetchSnapshotResponse(
        error=error or ErrorCode.NONE,
        leader=core.leader_and_epoch,
        leader_endpoint=core.leader_endpoint(listener),
        snapshot_id=request.snapshot_id,
        size=size,
        position=request.position,
    )
    if error is not None or not isinstance(leader, Leader):
        core.reply(reply_to, response)
        return
    hear_voter(core, leader, request.replica)
    limit = min(request.max_bytes, core.config.response_max_bytes)
    core.emit(SendSnapshotChunk(reply_to, response, request.snapshot_id, request.position, limit))


def _check(request: FetchSnapshot, stored: StoredSnapshot | None) -> ErrorCode | None:
    if stored is None:
        return ErrorCode.SNAPSHOT_NOT_FOUND
    if not 0 <= request.position < stored.size_bytes:
        return ErrorCode.POSITION_OUT_OF_RANGE
    return ErrorCode.INVALID_REQUEST if request.max_bytes < 0 else None


def on_snapshot_requested(core: CoreState, event: SnapshotRequested) -> None:
    """Have one written if its end is committed, still in the log, and of this log's history."""
    at = event.at
    is_known = core.snapshots.get(at) is not None or at in core.snapshots_being_written
    in_log = core.log.start_offset <= at.offset <= (core.high_watermark or 0)
    on_log = in_log and isinstance(core.snapshots.validate(core.log, at.offset, at.epoch), Valid)
    if is_known or not on_log or at.offset == 0 or at.offset > core.log.flushed_end:
        core.note(NoteKind.SNAPSHOT_REFUSED, snapshot=at, high_watermark=core.high_watermark)
        return
    level = core.history.level_at(at.offset - 1)
    voters = core.history.set_at(at.offset - 1) if level >= 1 else None
    core.snapshots_being_written.append(at)
    core.emit(WriteSnapshot(at, level, voters))


def on_snapshot_stored(core: CoreState, event: SnapshotStored) -> None:
    """A snapshot is on disk: one that was downloaded to be installed, or one of committed data."""
    if event.origin is not None:
        on_downloaded(core, event)
        return
    snapshot_id = event.snapshot_id
    if snapshot_id in core.snapshots_being_written:
        core.snapshots_being_written.remove(snapshot_id)
    if snapshot_id.offset < max(core.log.start_offset, 1):
        earliest = core.snapshots.earliest
        if earliest is not None:
            core.emit(DeleteSnapshots(earliest.snapshot_id))
        core.note(NoteKind.SNAPSHOT_REFUSED, snapshot=snapshot_id, start=core.log.start_offset)
        return
    if snapshot_id.offset > (core.high_watermark or 0):
        core.note(NoteKind.SNAPSHOT_REFUSED, snapshot=snapshot_id, committed=core.high_watermark)
        return
    core.snapshots.add(StoredSnapshot(snapshot_id, event.size_bytes))
    core.history.truncate_old(snapshot_id.offset - 1)
    core.note(NoteKind.SNAPSHOT_WRITTEN, snapshot=snapshot_id, size=event.size_bytes)


def on_snapshot_failed(core: CoreState, event: SnapshotFailed) -> None:
    """Nothing came of it; what was to be installed is fetched again."""
    if event.origin is not None:
        on_download_failed(core, event)
    elif event.snapshot_id in core.snapshots_being_written:
        core.snapshots_being_written.remove(event.snapshot_id)
    facts = {"reason": event.reason} if event.reason else {}
    core.note(NoteKind.SNAPSHOT_REFUSED, snapshot=event.snapshot_id, download=event.origin, **facts)


def on_prefix_expired(core: CoreState, event: PrefixExpired) -> None:
    """Let go of the log below a snapshot that we have, and of the snapshots below that one."""
    snapshot_id = event.snapshot_id
    is_stored = core.snapshots.get(snapshot_id) is not None
    if not is_stored or not core.log.is_settled or snapshot_id.offset < core.log.start_offset:
        core.note(NoteKind.SNAPSHOT_REFUSED, snapshot=snapshot_id, start=core.log.start_offset)
        return
    if snapshot_id.offset > core.log.start_offset:
        core.log.delete_prefix(snapshot_id)
        core.history.truncate_old(snapshot_id.offset - 1)
        core.emit(DeleteLogPrefix(snapshot_id.offset))
    if core.snapshots.drop_before(snapshot_id):
        core.emit(DeleteSnapshots(snapshot_id))
    core.note(NoteKind.PREFIX_DELETED, start=core.log.start_offset)

"""Snapshots (KIP-630): serve, write, download and install them, and delete replaced ones.

The first part is about snapshots of this replica's own log. The second is about one on its way from
the leader's disk to this replica, where it replaces the log.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.raft.consensus.check_quorum import hear_voter
from kraft_core.raft.consensus.effects import (
    DeleteLogPrefix,
    DeleteSnapshots,
    DiscardSnapshot,
    FinishSnapshot,
    NoteKind,
    ResetLog,
    SendSnapshotChunk,
    StoreSnapshotChunk,
    WriteSnapshot,
)
from kraft_core.raft.consensus.invariants import ensure
from kraft_core.raft.consensus.leader_discovery import (
    Common,
    handle_common_response,
    leader_answered,
)
from kraft_core.raft.consensus.log import StoredSnapshot, Valid
from kraft_core.raft.consensus.requests import check_leader_request
from kraft_core.raft.consensus.roles import Download, Follower, Installation, Leader
from kraft_core.raft.consensus.rpc import NO_REPLICA, FetchSnapshot, FetchSnapshotResponse
from kraft_core.raft.consensus.voters import remember_membership, settle_membership
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.raft.consensus.events import (
        LogReset,
        PrefixExpired,
        ReplyTo,
        SnapshotChunkStored,
        SnapshotFailed,
        SnapshotRequested,
        SnapshotStored,
    )
    from kraft_core.raft.consensus.requests import RequestInFlight
    from kraft_core.raft.consensus.state import CoreState
    from kraft_core.raft.consensus.values import SnapshotId


def on_fetch_snapshot(
    core: CoreState, reply_to: ReplyTo, listener: str, request: FetchSnapshot
) -> None:
    """Return bytes of a stored snapshot.

    It counts for check-quorum, not for the replica's offset.
    """
    if request.cluster_id not in {None, core.config.cluster_id}:
        core.reply(reply_to, FetchSnapshotResponse(top_error=ErrorCode.INCONSISTENT_CLUSTER_ID))
        return
    leader, stored = core.role, core.snapshots.get(request.snapshot_id)
    error = check_leader_request(core, request.epoch) or _check_fetch_snapshot(request, stored)
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


def _check_fetch_snapshot(
    request: FetchSnapshot, stored: StoredSnapshot | None
) -> ErrorCode | None:
    if stored is None:
        return ErrorCode.SNAPSHOT_NOT_FOUND
    if not 0 <= request.position < stored.size_bytes:
        return ErrorCode.POSITION_OUT_OF_RANGE
    return ErrorCode.INVALID_REQUEST if request.max_bytes < 0 else None


def on_snapshot_requested(core: CoreState, event: SnapshotRequested) -> None:
    """Request a snapshot if its end is committed, still in the log, and of this log's history."""
    at = event.at
    is_known = core.snapshots.get(at) is not None or at in core.snapshots_being_written
    # KIP-630, KafkaRaftLog.createNewSnapshot: a snapshot replaces the log, so it must not contain
    # records that could still be truncated
    in_log = core.log.start_offset <= at.offset <= (core.high_watermark or 0)
    on_log = in_log and isinstance(core.snapshots.validate(core.log, at.offset, at.epoch), Valid)
    if is_known or not on_log or at.offset == 0 or at.offset > core.log.flushed_end:
        core.note(NoteKind.SNAPSHOT_REFUSED, snapshot=at, high_watermark=core.high_watermark)
        return
    level = core.history.level_at(at.offset - 1)
    # SnapshotCarriesSet: a replica that loads it never sees the records that it replaces
    voters = core.history.set_at(at.offset - 1) if level >= 1 else None
    core.snapshots_being_written.append(at)
    core.emit(WriteSnapshot(at, level, voters))


def on_snapshot_stored(core: CoreState, event: SnapshotStored) -> None:
    """Handle a stored snapshot: one downloaded for installation, or one of committed data."""
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
    """Discard the snapshot that failed; fetch one that was to be installed again."""
    if event.origin is not None:
        on_download_failed(core, event)
    elif event.snapshot_id in core.snapshots_being_written:
        core.snapshots_being_written.remove(event.snapshot_id)
    facts = {"reason": event.reason} if event.reason else {}
    core.note(NoteKind.SNAPSHOT_REFUSED, snapshot=event.snapshot_id, download=event.origin, **facts)


def on_prefix_expired(core: CoreState, event: PrefixExpired) -> None:
    """Delete the log below a stored snapshot, and the snapshots below that one."""
    snapshot_id = event.snapshot_id
    is_stored = core.snapshots.get(snapshot_id) is not None
    # SnapshotAtLogStart: deleted records must be in a durable snapshot, or a follower below the new
    # start can never catch up
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


# -- a snapshot that is downloaded and installed (KIP-630, FetchSnapshot) --------------------------


def follow_snapshot_id(core: CoreState, role: Follower, snapshot_id: SnapshotId) -> bool:
    """Download that snapshot: the leader no longer has the records that this replica needs.

    Refused if half of the id is missing or of an epoch that the leader cannot have, if it reaches
    less far than what is committed here, or if it ends where our log ends already.
    """
    is_whole = snapshot_id.offset >= 0 and 0 <= snapshot_id.epoch <= role.epoch
    is_known = snapshot_id == core.log.end
    # the log is discarded for it: if it ended below the high watermark, records that this replica
    # acknowledged would be lost
    if not is_whole or is_known or snapshot_id.offset < core.committed_end:
        core.note(NoteKind.SNAPSHOT_REFUSED, snapshot=snapshot_id, committed=core.committed_end)
        return False
    if role.download is not None and role.download.snapshot_id == snapshot_id:
        return True
    if core.now_ms < core.download_at_ms:
        # The disk had no room for it, but the leader is alive: without this the follower would ask
        # for votes until there is room. It asks as often as an idle follower (KIP-595: a Fetch
        # without new records is answered after the fetch wait), since the leader answers at once
        # with the same snapshot id.
        leader_answered(core, role)
        role.fetch_not_before(core.now_ms + core.config.fetch_max_wait_ms)
        return True
    drop_download(core, role)
    core.last_download += 1
    role.download = Download(core.last_download, snapshot_id)
    core.note(NoteKind.SNAPSHOT_FETCH_STARTED, snapshot=snapshot_id, download=core.last_download)
    return True


def fetch_chunk(core: CoreState, download: Download) -> FetchSnapshot:
    """Ask for the bytes after those that are stored."""
    return FetchSnapshot(
        cluster_id=core.config.cluster_id,
        replica=core.key or NO_REPLICA,
        epoch=core.epoch,
        snapshot_id=download.snapshot_id,
        position=download.position,
        max_bytes=core.config.fetch_snapshot_max_bytes,
    )


def drop_download(core: CoreState, role: Follower) -> None:
    """Abandon the download, if there is one."""
    download, role.download = role.download, None
    if download is not None:
        core.note(NoteKind.SNAPSHOT_FETCH_DROPPED, snapshot=download.snapshot_id)
        core.emit(DiscardSnapshot(download.number, download.snapshot_id))


def take_snapshot_response(
    core: CoreState, sent: RequestInFlight, response: FetchSnapshotResponse
) -> bool:
    """Store a piece, or abandon the download; return True if the response was usable.

    A Java leader answers every fault with a top-level -1, so that means "ask again with Fetch" too.
    """
    role = core.role
    if response.top_error is not ErrorCode.NONE:
        core.note(NoteKind.PEER_ERROR, node=sent.to.id, error=response.top_error.name)
        is_fault = response.top_error is ErrorCode.UNKNOWN_SERVER_ERROR
        if is_fault and isinstance(role, Follower):
            drop_download(core, role)
        return False
    if handle_common_response(core, response) is Common.DONE:
        return False
    role = core.role
    if not isinstance(role, Follower) or role.download is None:
        return False
    return _take_chunk(core, role, role.download, sent, response)


def _take_chunk(
    core: CoreState,
    role: Follower,
    download: Download,
    sent: RequestInFlight,
    response: FetchSnapshotResponse,
) -> bool:
    found = response.snapshot_id
    if response.error is ErrorCode.SNAPSHOT_NOT_FOUND or found.offset < 0 or found.epoch < 0:
        drop_download(core, role)
        leader_answered(core, role)
        return False
    if response.error is not ErrorCode.NONE:
        core.note(NoteKind.PEER_ERROR, node=sent.to.id, error=response.error.name)
        if response.error is ErrorCode.POSITION_OUT_OF_RANGE:
            # the leader's file of that id is another one; the same position would fail forever
            drop_download(core, role)
        return False
    # bytes of another file, or of another place in it, under a sound name
    if found != download.snapshot_id or response.position != download.position:
        drop_download(core, role)
        return False
    leader_answered(core, role)
    download.size = response.size
    if len(response.payload) > 0:
        download.is_storing = True
        core.emit(
            StoreSnapshotChunk(
                download.number, download.snapshot_id, download.position, response.payload
            )
        )
        return True
    _finish_if_whole(core, role, download)
    return role.download is None


def on_chunk_stored(core: CoreState, event: SnapshotChunkStored) -> None:
    """Continue after a piece is on disk, unless its download was abandoned meanwhile."""
    role = core.role
    download = role.download if isinstance(role, Follower) else None
    if download is None or download.number != event.download or not isinstance(role, Follower):
        core.note(NoteKind.STALE_COMPLETION, download=event.download, position=event.position)
        return
    download.is_storing = False
    download.position = event.position
    _finish_if_whole(core, role, download)


def on_download_failed(core: CoreState, event: SnapshotFailed) -> None:
    """Fetch the snapshot again if its file is damaged, or later if the disk failed."""
    role, installation = core.role, core.installation
    if installation is not None and installation.number == event.origin:
        core.installation = None
    if isinstance(role, Follower) and role.download and role.download.number == event.origin:
        role.download = None
    if event.reason:
        config = core.config
        wait_ms = config.snapshot_retry_ms << min(core.download_failures, 16)
        core.download_failures += 1
        core.download_at_ms = core.now_ms + min(wait_ms, config.snapshot_retry_max_ms)


def _finish_if_whole(core: CoreState, role: Follower, download: Download) -> None:
    """Finish a complete download. This cannot be undone: the file gets its final name."""
    if download.position == 0 or download.position != download.size:
        return
    role.download = None
    core.installation = Installation(download.number, download.snapshot_id)
    core.emit(FinishSnapshot(download.number, download.snapshot_id))


def on_downloaded(core: CoreState, event: SnapshotStored) -> None:
    """Replace the log, which ends below the downloaded snapshot, with it."""
    installation = core.installation
    ensure(
        installation is not None and installation.number == event.origin,
        "installation-under-way",
        event,
    )
    ensure(not isinstance(core.role, Leader), "leader-never-loads-snapshot", event)
    snapshot_id = event.snapshot_id
    core.download_failures = 0
    core.snapshots.add(StoredSnapshot(snapshot_id, event.size_bytes))
    # the leader has a majority for the snapshot's end, so nothing of the log that is beyond it here
    # was ever committed (KafkaRaftLog.truncateToLatestSnapshot)
    core.log.reset(snapshot_id)
    core.emit(ResetLog(core.log.generation, snapshot_id))
    core.history.load_snapshot(snapshot_id.offset, event.control_records)
    remember_membership(core)
    core.raise_high_watermark(snapshot_id.offset)
    settle_membership(core)
    core.note(NoteKind.SNAPSHOT_INSTALLED, snapshot=snapshot_id, voters=core.voters.ids)


def on_reset(core: CoreState, event: LogReset) -> None:
    """Use the empty log, which begins where the snapshot ends; older snapshots can be deleted."""
    if not core.log.was_reset(event.generation):
        core.note(NoteKind.STALE_COMPLETION, generation=event.generation)
        return
    core.installation = None
    if core.snapshots.drop_before(event.snapshot_id):
        core.emit(DeleteSnapshots(event.snapshot_id))

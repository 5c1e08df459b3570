"""Fetch: the leader answers, acknowledges and parks; the follower asks, truncates, appends.

The leader's half first (KIP-595, `KafkaRaftClient.handleFetchRequest`), then the follower's: its
timers, its one request at a time, and what it does with the answer (`handleFetchResponse`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kraft_core.raft.consensus.check_quorum import hear_voter
from kraft_core.raft.consensus.commit import advance_commit, take_high_watermark, truncate_log
from kraft_core.raft.consensus.effects import AppendRecords, NoteKind, SendRecords
from kraft_core.raft.consensus.elections import begin_campaign, fail_over_if_due
from kraft_core.raft.consensus.leader_discovery import (
    Common,
    fetch_from_bootstrap,
    fetch_request,
    handle_common_response,
    leader_answered,
)
from kraft_core.raft.consensus.log import StoredSnapshot, Valid, Validation
from kraft_core.raft.consensus.membership import MembershipRequest, ask_for_membership
from kraft_core.raft.consensus.requests import ParkedFetch, check_leader_request
from kraft_core.raft.consensus.roles import Follower, Leader
from kraft_core.raft.consensus.rpc import Fetch, FetchResponse
from kraft_core.raft.consensus.snapshots import drop_download, fetch_chunk, follow_snapshot_id
from kraft_core.raft.consensus.values import Node, OffsetAndEpoch, endpoint_for
from kraft_core.raft.consensus.voters import take_control
from kraft_core.raft.consensus.witness import is_overdue
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.raft.consensus.events import ReplyTo
    from kraft_core.raft.consensus.progress import Regression, ReplicaProgress
    from kraft_core.raft.consensus.requests import RequestInFlight
    from kraft_core.raft.consensus.rpc import OutgoingRequest
    from kraft_core.raft.consensus.state import CoreState
    from kraft_core.raft.consensus.values import BatchSummary


# -- the leader's side of Fetch --------------------------------------------------------------------


def on_fetch(core: CoreState, reply_to: ReplyTo, listener: str, fetch: Fetch) -> None:
    """Answer invalid, diverged and too old fetches at once; others when the turn ends."""
    if fetch.cluster_id not in {None, core.config.cluster_id}:
        core.reply(reply_to, FetchResponse(top_error=ErrorCode.INCONSISTENT_CLUSTER_ID))
        return
    leader = core.role
    error = _check_fetch_fields(fetch) or check_leader_request(core, fetch.epoch)
    if error is not None or not isinstance(leader, Leader):
        core.reply(
            reply_to, _refuse_fetch(core, listener, error or ErrorCode.NOT_LEADER_OR_FOLLOWER)
        )
        return
    found = _validate_fetch(core, fetch)
    if not isinstance(found, Valid):
        if isinstance(found, StoredSnapshot):
            _notice_fall(core, leader, fetch)
        core.reply(reply_to, _diverging_or_snapshot(core, leader, fetch, listener, found))
        return
    is_own = fetch.replica.id >= 0 and fetch.replica.id == core.own_id
    # a replica that was given this one's id by mistake would acknowledge in the leader's place
    if is_own or _cannot_read(core, fetch):
        core.reply(reply_to, _refuse_fetch(core, listener, ErrorCode.UNKNOWN_SERVER_ERROR))
        return
    # only a fetch that continues this log acknowledges its offset (KIP-595)
    _acknowledge(core, leader, fetch)
    parked = ParkedFetch(reply_to, listener, fetch, core.now_ms + fetch.max_wait_ms)
    if _may_park(core, leader, fetch):
        core.note(NoteKind.FETCH_PARKED, replica=fetch.replica.id, offset=fetch.fetch_offset)
        core.parked.park(parked)
    else:
        core.parked.answer_soon(parked)


def _check_fetch_fields(fetch: Fetch) -> ErrorCode | None:
    lawful = fetch.max_wait_ms >= 0 and fetch.fetch_offset >= 0
    if lawful and 0 <= fetch.last_fetched_epoch <= fetch.epoch:
        return None
    return ErrorCode.INVALID_REQUEST


def _cannot_read(core: CoreState, fetch: Fetch) -> bool:
    """Return True if there are records for the fetch and none of them can be sent.

    Java throws as it reads.
    """
    return fetch.max_bytes < 0 and fetch.fetch_offset < core.readable_end


def _validate_fetch(core: CoreState, fetch: Fetch) -> Validation:
    """Compare with the leader's log.

    An empty log gets a snapshot instead of all records, if any.
    """
    latest = core.snapshots.latest
    # KafkaRaftClient.tryCompleteFetchRequest does so too: a snapshot is smaller than the log
    # that it stands for
    if fetch.fetch_offset == 0 and latest is not None:
        return latest
    return core.snapshots.validate(core.log, fetch.fetch_offset, fetch.last_fetched_epoch)


def _acknowledge(core: CoreState, leader: Leader, fetch: Fetch) -> None:
    """Note the fetch offset as durable at a replica. Readers acknowledge nothing."""
    key = fetch.replica
    if key.id < 0:
        return
    # ForeignDirectoryNotCounted: the id of a voter from another directory is another disk, whose
    # records are not those that the majority counts on (KIP-853)
    entry = leader.progress.voter_for(key)
    if entry is None:
        if key.id in leader.progress.voters:
            core.note(NoteKind.FETCH_FROM_FOREIGN_DIRECTORY, replica=key)
        observer = leader.progress.observer_for(key, core.config.observers_max)
        observer.fetched(key, fetch.fetch_offset, core.readable_end, core.clocks)
        return
    before = entry.regression
    entry.fetched(key, fetch.fetch_offset, core.readable_end, core.clocks)
    _note_regression(core, entry, before)
    hear_voter(core, leader, key)
    if fetch.fetch_offset > (leader.high_watermark or leader.start_offset):
        advance_commit(core, leader)


def _notice_fall(core: CoreState, leader: Leader, fetch: Fetch) -> None:
    """Check for a voter that lost acknowledged records by a fetch that acknowledges none.

    A copy from before the log start gets a snapshot, which can hold all that is missing: no valid
    fetch would show the fall, and until then the voter would count for records that it lacks. A
    voter that diverged truncates first, and its next fetch shows it.
    """
    entry = leader.progress.voter_for(fetch.replica)
    if entry is not None and entry is not leader.progress.own:
        before = entry.regression
        entry.needs_snapshot(fetch.replica, fetch.fetch_offset, core.clocks)
        _note_regression(core, entry, before)


def _note_regression(core: CoreState, entry: ReplicaProgress, before: Regression | None) -> None:
    """Note a new regression. A falling high watermark would be worse (KIP-595): commits stay."""
    regression = entry.regression
    if regression is None or regression is before:
        return
    core.regressions_seen += 1
    if entry.is_regression_news(core.now_ms, core.config.contest_ms):
        core.note(
            NoteKind.VOTER_REGRESSED,
            voter=regression.key,
            acknowledged=regression.acknowledged,
            fetched=regression.fetched,
            high_watermark=core.high_watermark,
        )


def _may_park(core: CoreState, leader: Leader, fetch: Fetch) -> bool:
    """Return True if the Fetch can wait: no records, no new high watermark, max wait above 0."""
    high_watermark = -1 if leader.high_watermark is None else leader.high_watermark
    is_news = fetch.fetch_offset < core.readable_end or fetch.high_watermark < high_watermark
    has_room = len(core.parked) < core.config.parked_fetches_max
    return not is_news and fetch.max_wait_ms > 0 and has_room


def _refuse_fetch(core: CoreState, listener: str, error: ErrorCode) -> FetchResponse:
    return FetchResponse(
        error=error,
        leader=core.leader_and_epoch,
        leader_endpoint=core.leader_endpoint(listener),
        log_start_offset=core.log.start_offset,
    )


def _fetch_response(core: CoreState, leader: Leader, listener: str) -> FetchResponse:
    return FetchResponse(
        leader=core.leader_and_epoch,
        leader_endpoint=core.leader_endpoint(listener),
        high_watermark=-1 if leader.high_watermark is None else leader.high_watermark,
        log_start_offset=core.log.start_offset,
    )


def _diverging_or_snapshot(
    core: CoreState,
    leader: Leader,
    fetch: Fetch,
    listener: str,
    found: OffsetAndEpoch | StoredSnapshot,
) -> FetchResponse:
    """Answer with divergence or a snapshot id; neither counts as contact with the replica."""
    answer = _fetch_response(core, leader, listener)
    if isinstance(found, StoredSnapshot):
        core.note(NoteKind.FETCH_SENT_TO_SNAPSHOT, snapshot=found.snapshot_id)
        return replace(answer, snapshot_id=found.snapshot_id)
    # a client without a replica fetches far beyond the end to find the leader: no log diverges
    if fetch.replica.id >= 0:
        core.note(NoteKind.FETCH_DIVERGED, at=found)
    return replace(answer, diverging=found)


def answer_due(core: CoreState) -> None:
    """Answer the fetches that are due at the end of a turn, each once with all that is new.

    At most `answers_per_turn_max`, so that requests of voters need not wait for thousands of
    observers; `RaftCore.handle` asks for another turn at once while there are more.
    If the start of the log was removed while a Fetch was parked, its response is a snapshot id.
    """
    for parked in core.parked.take_due(core.config.answers_per_turn_max):
        leader, fetch = core.role, parked.request
        if not isinstance(leader, Leader):
            refusal = _refuse_fetch(core, parked.listener, ErrorCode.NOT_LEADER_OR_FOLLOWER)
            core.reply(parked.reply_to, refusal)
            continue
        found = core.snapshots.validate(core.log, fetch.fetch_offset, fetch.last_fetched_epoch)
        if not isinstance(found, Valid):
            core.reply(
                parked.reply_to,
                _diverging_or_snapshot(core, leader, parked.request, parked.listener, found),
            )
        elif fetch.fetch_offset >= core.readable_end:
            core.reply(parked.reply_to, _fetch_response(core, leader, parked.listener))
        elif _cannot_read(core, fetch):
            refusal = _refuse_fetch(core, parked.listener, ErrorCode.UNKNOWN_SERVER_ERROR)
            core.reply(parked.reply_to, refusal)
        else:
            core.emit(
                SendRecords(
                    parked.reply_to,
                    _fetch_response(core, leader, parked.listener),
                    core.log.generation,
                    fetch.fetch_offset,
                    core.readable_end,
                    min(fetch.max_bytes, core.config.response_max_bytes),
                )
            )


# -- the follower's side of Fetch ------------------------------------------------------------------


def poll_follower(core: CoreState, role: Follower) -> None:
    """Check time-outs first, then send one request to the leader."""
    if core.is_shutting_down:
        return
    role.disk_keeps_from_asking(core.now_ms, is_behind=not core.may_claim)
    if core.now_ms >= role.fetch_deadline_ms and core.key is not None:
        # KIP-595, fetch timeout (FollowerState.hasFetchTimeoutExpired): a leader that was not asked
        # is not known to be silent; a leader that resigned is
        campaigns = core.has_candidacy and (core.may_claim or role.leader_resigned)
        if role.has_fetched or campaigns:
            core.note(NoteKind.FETCH_TIMED_OUT, leader=role.leader_id, epoch=role.epoch)
        role.leader_lost()
        if campaigns:
            begin_campaign(core)
            return
    if core.is_witness and is_overdue(core):
        begin_campaign(core)
        return
    if role.ask_again_at_ms is not None and fail_over_if_due(core, role):
        return
    _ask_leader(core, role, leader_node(core, role))


def leader_node(core: CoreState, role: Follower) -> Node:
    """Return the leader's address on our default listener, which every follower's role has."""
    if role.leader_node is None:
        listener = core.config.listener
        endpoint = endpoint_for(role.endpoints, listener)
        if endpoint is None:
            raise ValueError(f"leader {role.leader_id} has no {listener} in its endpoints")
        role.leader_node = Node(role.leader_id, endpoint.host, endpoint.port)
    return role.leader_node


def _ask_leader(core: CoreState, role: Follower, leader: Node) -> None:
    """Ask the leader; while it does not answer, also ask a bootstrap server for the new one.

    One request at a time (Kafka's RequestManager), Fetch and membership in turns: a request for
    membership that is refused or unanswered again and again must not keep the log from growing. A
    Fetch to a bootstrap server can be under way meanwhile, since that server can be down.
    """
    in_flight, now_ms = core.in_flight, core.now_ms
    if in_flight.is_awaiting(leader.id, now_ms):
        return
    lost = in_flight.take_lost(leader.id, now_ms)
    if lost is not None and not isinstance(lost.request, MembershipRequest):
        role.leader_missed()
        fetch_from_bootstrap(core)
    elif in_flight.is_backing_off(leader.id, now_ms):
        fetch_from_bootstrap(core)
        return
    if not role.owes_fetch and ask_for_membership(core, role, leader):
        role.membership_sent()
    elif core.may_claim:
        _send_fetch(core, role, leader)


def _send_fetch(core: CoreState, role: Follower, leader: Node) -> None:
    """Fetch the next records, or the next bytes of a snapshot after the last ones are stored."""
    download = role.download
    if core.now_ms < role.fetch_again_at_ms or (download is not None and download.is_storing):
        return
    role.fetch_sent()
    core.send(leader, fetch_request(core) if download is None else fetch_chunk(core, download))


def take_fetch_response(core: CoreState, sent: RequestInFlight, response: FetchResponse) -> bool:
    """Truncate, begin a download, or append; return True if the response was usable."""
    if response.top_error is not ErrorCode.NONE:
        core.note(NoteKind.PEER_ERROR, node=sent.to.id, error=response.top_error.name)
        return False
    if handle_common_response(core, response) is Common.DONE:
        return False
    role = core.role
    if response.error is not ErrorCode.NONE or not isinstance(role, Follower):
        return False
    if not _continues_log(core, sent.request):
        leader_answered(core, role)
        return True
    if response.diverging is not None and response.diverging.epoch >= 0:
        drop_download(core, role)
        useful = _truncate_diverging(core, response.diverging)
    elif response.snapshot_id is not None:
        useful = follow_snapshot_id(core, role, response.snapshot_id)
    else:
        # a download would replace the records appended here with its snapshot
        drop_download(core, role)
        useful = _append_fetched(core, role, response)
    if useful:
        leader_answered(core, role)
    return useful


def _continues_log(core: CoreState, request: OutgoingRequest) -> bool:
    """Return True if the response matches the current log.

    A bootstrap server can be the leader under another node id, so two fetches from one offset can
    be answered: after the first the second says nothing of use.
    """
    if core.installation is not None or not core.log.is_settled or not isinstance(request, Fetch):
        return False
    # the records of a response begin at the requested offset: appended to a log that has moved
    # since, they would leave a gap or duplicate records
    asked_at = OffsetAndEpoch(request.fetch_offset, request.last_fetched_epoch)
    return asked_at == core.log.end


def _truncate_diverging(core: CoreState, diverging: OffsetAndEpoch) -> bool:
    """Truncate the log at its divergence from the leader's: never below the high watermark."""
    end_offset = _truncation_offset(core, diverging)
    if diverging.offset < core.committed_end or end_offset < core.committed_end:
        # never below the high watermark (KIP-595); KafkaRaftLog.truncateTo throws
        core.note(NoteKind.TRUNCATION_REFUSED, to=diverging, committed=core.committed_end)
        return False
    if end_offset >= core.log.end_offset:
        return False
    truncate_log(core, end_offset)
    return True


def _truncation_offset(core: CoreState, diverging: OffsetAndEpoch) -> int:
    # no record has epoch 0, so there is no local end of that epoch to compare with
    if diverging.epoch == 0:
        return min(diverging.offset, core.log.end_offset)
    local = core.log.end_of_epoch(diverging.epoch)
    if local.epoch == diverging.epoch:
        # RaftLog.truncateToEndOffset: both logs have that epoch, so they agree up to where the
        # shorter one's ends
        return min(local.offset, diverging.offset)
    return local.offset


def _append_fetched(core: CoreState, role: Follower, response: FetchResponse) -> bool:
    """Append batches that continue the log; a response with a fault is dropped as a whole."""
    taken = _continuation(core, role, response.batches)
    if taken is None or (response.batches and not taken):
        core.note(NoteKind.RECORDS_REFUSED, end=core.log.end, count=len(response.batches))
        return False
    if taken:
        base_offset = core.log.end_offset
        for batch in taken:
            core.log.append(batch.end_offset, batch.epoch)
        core.emit(
            AppendRecords(
                core.log.generation, base_offset, role.epoch, taken, response.payload, None
            )
        )
        for batch in taken:
            if batch.control_records:
                take_control(core, batch.base_offset, batch.control_records)
    take_high_watermark(core, response.high_watermark)
    return True


def _continuation(
    core: CoreState, role: Follower, batches: tuple[BatchSummary, ...]
) -> tuple[BatchSummary, ...] | None:
    """Return the batches to append; None for a gap, an overlap or a falling epoch.

    Nothing is taken from the first batch of an epoch above the own one on (KAFKA-18723).
    """
    taken: list[BatchSummary] = []
    offset, epoch = core.log.end_offset, core.log.last_epoch
    for batch in batches:
        count = len(batch.control_records)
        is_whole = batch.end_offset > batch.base_offset and batch.size_bytes > 0
        # LogMatching: offset and epoch name one record in all logs only if logs have no gaps and
        # epochs never fall
        if batch.base_offset != offset or batch.epoch < epoch or not is_whole:
            return None
        if count not in {0, batch.end_offset - batch.base_offset}:
            return None
        # KAFKA-18723: records of an epoch that this replica has not stored in quorum-state; after a
        # restart it could vote in an epoch of which it already holds records
        if batch.epoch > role.epoch:
            break
        taken.append(batch)
        offset, epoch = batch.end_offset, batch.epoch
    return tuple(taken)

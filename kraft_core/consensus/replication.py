"""The leader's side of Fetch: validate, acknowledge, answer, park."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kraft_core.consensus.commit import advance_commit
from kraft_core.consensus.effects import SendRecords
from kraft_core.consensus.leading import hear_voter
from kraft_core.consensus.notes import NoteKind
from kraft_core.consensus.parked import ParkedFetch
from kraft_core.consensus.roles import Leader
from kraft_core.consensus.rpc import Fetch, FetchResponse
from kraft_core.consensus.snapshots import StoredSnapshot, Valid, Validation
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.consensus.events import ReplyTo
    from kraft_core.consensus.state import CoreState
    from kraft_core.consensus.values import OffsetAndEpoch


def check_leader_request(core: CoreState, epoch: int) -> ErrorCode | None:
    """What every request for leaders is refused with, in this order: 74, 75, 6, 8."""
    if epoch < core.epoch:
        return ErrorCode.FENCED_LEADER_EPOCH
    if epoch > core.epoch:
        return ErrorCode.UNKNOWN_LEADER_EPOCH
    if not isinstance(core.role, Leader):
        return ErrorCode.NOT_LEADER_OR_FOLLOWER
    return ErrorCode.BROKER_NOT_AVAILABLE if core.is_shutting_down else None


def on_fetch(core: CoreState, reply_to: ReplyTo, listener: str, fetch: Fetch) -> None:
    """Answer at once what is wrong, diverged or too far behind; the rest when the turn ends."""
    if fetch.cluster_id not in {None, core.config.cluster_id}:
        core.reply(reply_to, FetchResponse(top_error=ErrorCode.INCONSISTENT_CLUSTER_ID))
        return
    leader = core.role
    error = _check_fields(fetch) or check_leader_request(core, fetch.epoch)
    if error is not None or not isinstance(leader, Leader):
        core.reply(reply_to, _refusal(core, listener, error or ErrorCode.NOT_LEADER_OR_FOLLOWER))
        return
    found = _validate(core, fetch)
    if not isinstance(found, Valid):
        core.reply(reply_to, _elsewhere(core, leader, listener, found))
        return
    is_own = fetch.replica.id >= 0 and fetch.replica.id == core.own_id
    if is_own or _cannot_read(core, fetch):
        core.reply(reply_to, _refusal(core, listener, ErrorCode.UNKNOWN_SERVER_ERROR))
        return
    _acknowledge(core, leader, fetch)
    parked = ParkedFetch(reply_to, listener, fetch, core.now_ms + fetch.max_wait_ms)
    if _may_park(core, leader, fetch):
        core.note(NoteKind.FETCH_PARKED, replica=fetch.replica.id, offset=fetch.fetch_offset)
        core.parked.park(parked)
    else:
        core.parked.answer_soon(parked)


def _check_fields(fetch: Fetch) -> ErrorCode | None:
    lawful = fetch.max_wait_ms >= 0 and fetch.fetch_offset >= 0
    if lawful and 0 <= fetch.last_fetched_epoch <= fetch.epoch:
        return None
    return ErrorCode.INVALID_REQUEST


def _cannot_read(core: CoreState, fetch: Fetch) -> bool:
    """Whether there are records for it and none of them may be sent. Java throws as it reads."""
    return fetch.max_bytes < 0 and fetch.fetch_offset < core.log.end_offset


def _validate(core: CoreState, fetch: Fetch) -> Validation:
    """An empty log takes a snapshot rather than the log from its start, if there is one."""
    latest = core.snapshots.latest
    if fetch.fetch_offset == 0 and latest is not None:
        return latest
    return core.snapshots.validate(core.log, fetch.fetch_offset, fetch.last_fetched_epoch)


def _acknowledge(core: CoreState, leader: Leader, fetch: Fetch) -> None:
    """The offset is on the replica's disk. Readers that are no replica acknowledge nothing."""
    key = fetch.replica
    if key.id < 0:
        return
    entry = leader.progress.voter_for(key)
    if entry is None:
        if key.id in leader.progress.voters:
            core.note(NoteKind.FETCH_FROM_FOREIGN_DIRECTORY, replica=key)
        observer = leader.progress.observer_for(key, core.config.observers_max)
        observer.fetched(key, fetch.fetch_offset, core.log.end_offset, core.clocks)
        return
    entry.fetched(key, fetch.fetch_offset, core.log.end_offset, core.clocks)
    hear_voter(core, leader, key)
    if fetch.fetch_offset > (leader.high_watermark or leader.start_offset):
        advance_commit(core, leader)


def _may_park(core: CoreState, leader: Leader, fetch: Fetch) -> bool:
    """Whether there is nothing to say: no records, no patience-less reader, no new watermark."""
    high_watermark = -1 if leader.high_watermark is None else leader.high_watermark
    is_news = fetch.fetch_offset < core.log.end_offset or fetch.high_watermark < high_watermark
    has_room = len(core.parked) < core.config.parked_fetches_max
    return not is_news and fetch.max_wait_ms > 0 and has_room


def _refusal(core: CoreState, listener: str, error: ErrorCode) -> FetchResponse:
    return FetchResponse(
        error=error,
        leader=core.leader_and_epoch,
        leader_endpoint=core.leader_endpoint(listener),
        log_start_offset=core.log.start_offset,
    )


def _answer(core: CoreState, leader: Leader, listener: str) -> FetchResponse:
    return FetchResponse(
        leader=core.leader_and_epoch,
        leader_endpoint=core.leader_endpoint(listener),
        high_watermark=-1 if leader.high_watermark is None else leader.high_watermark,
        log_start_offset=core.log.start_offset,
    )


def _elsewhere(
    core: CoreState, leader: Leader, listener: str, found: OffsetAndEpoch | StoredSnapshot
) -> FetchResponse:
    """Neither divergence nor a snapshot id counts as having heard the replica."""
    answer = _answer(core, leader, listener)
    if isinstance(found, StoredSnapshot):
        core.note(NoteKind.FETCH_SENT_TO_SNAPSHOT, snapshot=found.snapshot_id)
        return replace(answer, snapshot_id=found.snapshot_id)
    core.note(NoteKind.FETCH_DIVERGED, at=found)
    return replace(answer, diverging=found)


def answer_due(core: CoreState) -> None:
    """The turn is over: every fetch that became due gets one answer with all that is new.

    A prefix may have gone while a fetch was parked; then it needs a snapshot after all.
    """
    for parked in core.parked.take_due():
        leader, fetch = core.role, parked.request
        if not isinstance(leader, Leader):
            refusal = _refusal(core, parked.listener, ErrorCode.NOT_LEADER_OR_FOLLOWER)
            core.reply(parked.reply_to, refusal)
            continue
        found = core.snapshots.validate(core.log, fetch.fetch_offset, fetch.last_fetched_epoch)
        if not isinstance(found, Valid):
            core.reply(parked.reply_to, _elsewhere(core, leader, parked.listener, found))
        elif fetch.fetch_offset == core.log.end_offset:
            core.reply(parked.reply_to, _answer(core, leader, parked.listener))
        elif _cannot_read(core, fetch):
            refusal = _refusal(core, parked.listener, ErrorCode.UNKNOWN_SERVER_ERROR)
            core.reply(parked.reply_to, refusal)
        else:
            core.emit(
                SendRecords(
                    parked.reply_to,
                    _answer(core, leader, parked.listener),
                    core.log.generation,
                    fetch.fetch_offset,
                    core.log.end_offset,
                    min(fetch.max_bytes, core.config.response_max_bytes),
                )
            )

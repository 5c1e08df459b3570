"""A follower: fetch, cut what diverged, append, and notice that the leader is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.appends import raise_follower_commit
from kraft_core.consensus.control_log import take_control
from kraft_core.consensus.discovery import fetch_from_bootstrap, fetch_request
from kraft_core.consensus.effects import AppendRecords
from kraft_core.consensus.election import begin_campaign
from kraft_core.consensus.installing import drop_download, fetch_chunk, follow_snapshot_id
from kraft_core.consensus.leader_news import News, take_answer
from kraft_core.consensus.membership_requests import MembershipRequest, ask_for_membership
from kraft_core.consensus.notes import NoteKind
from kraft_core.consensus.roles import Follower
from kraft_core.consensus.rpc import Fetch
from kraft_core.consensus.standing import may_stand
from kraft_core.consensus.suspicion import ask_if_due
from kraft_core.consensus.truncation import cut_log
from kraft_core.consensus.values import Node, OffsetAndEpoch, endpoint_for
from kraft_core.consensus.witness import is_overdue, leader_answered
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.consensus.batches import BatchSummary
    from kraft_core.consensus.inflight import RequestInFlight
    from kraft_core.consensus.rpc import FetchResponse, OutgoingRequest
    from kraft_core.consensus.state import CoreState


def poll_follower(core: CoreState, role: Follower) -> None:
    """Time-outs first, then one request to the leader."""
    if core.is_shutting_down:
        return
    _wait_for_own_disk(core, role)
    if core.now_ms >= role.fetch_deadline_ms and core.key is not None:
        # a leader that could not be asked is not known to be silent; one that resigned is
        campaigns = may_stand(core) and (core.may_claim or role.leader_resigned)
        if role.has_fetched or campaigns:
            core.note(NoteKind.FETCH_TIMED_OUT, leader=role.leader_id, epoch=role.epoch)
        role.has_fetched = False
        if campaigns:
            begin_campaign(core)
            return
    if core.is_witness and is_overdue(core):
        begin_campaign(core)
        return
    if role.ask_again_at_ms is not None and ask_if_due(core, role):
        return
    _ask_leader(core, role, leader_node(core, role))


def _wait_for_own_disk(core: CoreState, role: Follower) -> None:
    """Give the leader its whole time again after our own disk kept us from asking.

    A Fetch acknowledges its offset, so none leaves before the log is durable. With disks that are
    slow alike the fetch timeout would end in the midst of every sync, and the follower that is done
    first would depose a living leader.
    """
    if not core.may_claim:
        role.waits_for_disk = True
    elif role.waits_for_disk:
        role.waits_for_disk = False
        if not role.leader_resigned:
            role.fetch_deadline_ms = max(
                role.fetch_deadline_ms, core.now_ms + role.fetch_timeout_ms
            )


def leader_node(core: CoreState, role: Follower) -> Node:
    """The leader's address on our default listener, which every follower's role has."""
    if role.leader_node is None:
        listener = core.config.listener
        endpoint = endpoint_for(role.endpoints, listener)
        if endpoint is None:
            raise ValueError(f"leader {role.leader_id} has no {listener} in its endpoints")
        role.leader_node = Node(role.leader_id, endpoint.host, endpoint.port)
    return role.leader_node


def _ask_leader(core: CoreState, role: Follower, leader: Node) -> None:
    """Ask the leader; while it does not answer, ask a bootstrap server too for a new one.

    One request at a time (Kafka's RequestManager), Fetch and membership in turns: a request for
    membership that is refused or unanswered again and again must not keep the log from growing. A
    Fetch to a bootstrap server may be under way meanwhile, since nobody may listen there.
    """
    in_flight, now_ms = core.in_flight, core.now_ms
    if in_flight.is_awaiting(leader.id, now_ms):
        return
    lost = in_flight.take_lost(leader.id, now_ms)
    if lost is not None and not isinstance(lost.request, MembershipRequest):
        role.has_missed = True
        fetch_from_bootstrap(core)
    elif in_flight.is_backing_off(leader.id, now_ms):
        fetch_from_bootstrap(core)
        return
    if not role.owes_fetch and ask_for_membership(core, role, leader):
        role.owes_fetch = True
    elif core.may_claim:
        _fetch(core, role, leader)


def _fetch(core: CoreState, role: Follower, leader: Node) -> None:
    """The next records, or the next bytes of a snapshot once the last ones are stored."""
    download = role.download
    if download is not None and download.is_storing:
        return
    role.owes_fetch = False
    core.send(leader, fetch_request(core) if download is None else fetch_chunk(core, download))


def take_fetch_response(core: CoreState, sent: RequestInFlight, response: FetchResponse) -> bool:
    """Cut, begin a download, or append; True if the answer was of use."""
    if response.top_error is not ErrorCode.NONE:
        core.note(NoteKind.PEER_ERROR, node=sent.to.id, error=response.top_error.name)
        return False
    if take_answer(core, response) is News.DONE:
        return False
    role = core.role
    if response.error is not ErrorCode.NONE or not isinstance(role, Follower):
        return False
    if not _continues_log(core, sent.request):
        leader_answered(core, role)
        return True
    if response.diverging is not None and response.diverging.epoch >= 0:
        drop_download(core, role)
        useful = _truncate(core, response.diverging)
    elif response.snapshot_id is not None:
        useful = follow_snapshot_id(core, role, response.snapshot_id)
    else:
        # a download would put its snapshot in the place of what is appended here
        drop_download(core, role)
        useful = _append(core, role, response)
    if useful:
        leader_answered(core, role)
    return useful


def _continues_log(core: CoreState, request: OutgoingRequest) -> bool:
    """Whether the answer is for the log as it is.

    A bootstrap server may be the leader under another node id, so two fetches from one offset may
    be answered: after the first the second says nothing of use.
    """
    if core.installation is not None or not core.log.is_settled or not isinstance(request, Fetch):
        return False
    asked_at = OffsetAndEpoch(request.fetch_offset, request.last_fetched_epoch)
    return asked_at == core.log.end


def _truncate(core: CoreState, diverging: OffsetAndEpoch) -> bool:
    """Cut our log to where it parts from the leader's: never below what is committed."""
    end_offset = _truncation_offset(core, diverging)
    if diverging.offset < core.committed_end or end_offset < core.committed_end:
        core.note(NoteKind.TRUNCATION_REFUSED, to=diverging, committed=core.committed_end)
        return False
    if end_offset >= core.log.end_offset:
        return False
    cut_log(core, end_offset)
    return True


def _truncation_offset(core: CoreState, diverging: OffsetAndEpoch) -> int:
    if diverging.epoch == 0:
        return min(diverging.offset, core.log.end_offset)
    local = core.log.end_of_epoch(diverging.epoch)
    if local.epoch == diverging.epoch:
        return min(local.offset, diverging.offset)
    return local.offset


def _append(core: CoreState, role: Follower, response: FetchResponse) -> bool:
    """Append what continues our log; a response with a fault in it is dropped whole."""
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
    _take_high_watermark(core, response.high_watermark)
    return True


def _continuation(
    core: CoreState, role: Follower, batches: tuple[BatchSummary, ...]
) -> tuple[BatchSummary, ...] | None:
    """The batches to append; None if there is a gap, an overlap or a falling epoch.

    From the first batch of an epoch above ours on nothing is taken (KAFKA-18723).
    """
    taken: list[BatchSummary] = []
    offset, epoch = core.log.end_offset, core.log.last_epoch
    for batch in batches:
        count = len(batch.control_records)
        is_whole = batch.end_offset > batch.base_offset and batch.size_bytes > 0
        if batch.base_offset != offset or batch.epoch < epoch or not is_whole:
            return None
        if count not in {0, batch.end_offset - batch.base_offset}:
            return None
        if batch.epoch > role.epoch:
            break
        taken.append(batch)
        offset, epoch = batch.end_offset, batch.epoch
    return tuple(taken)


def _take_high_watermark(core: CoreState, offset: int) -> None:
    """The leader's high watermark, to the end of our log, once that is durable; it never falls."""
    if offset < 0:
        return
    offset = min(offset, core.log.end_offset)
    if offset < core.leader_high_watermark or offset < (core.high_watermark or 0):
        core.note(NoteKind.HIGH_WATERMARK_FELL, told=offset, known=core.high_watermark)
    core.leader_high_watermark = max(offset, core.leader_high_watermark)
    raise_follower_commit(core)

"""One readable line for each thing that a replica did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus import effects as fx
from kraft_core.consensus import events as ev
from kraft_core.consensus import rpc
from kraft_core.consensus.batches import KRaftVersion, LeaderChange, Voters
from kraft_core.consensus.notes import Note, NoteKind
from kraft_core.consensus.roles import Candidate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_core.consensus.batches import ControlRecord
    from tests.support.fake_replica import FakeReplica

QUIET = {
    NoteKind.FETCH_PARKED,
    NoteKind.VOTE_GRANTED,
    NoteKind.VOTE_REFUSED,
    NoteKind.PRE_VOTE_GRANTED,
    NoteKind.PRE_VOTE_REFUSED,
    NoteKind.VOTERS_CHANGED,
    NoteKind.KRAFT_VERSION_CHANGED,
    NoteKind.ELECTION_LOST,
}
"""Notes that other lines tell already, or that every round has."""


def request_name(request: rpc.OutgoingRequest) -> str:
    if isinstance(request, rpc.Vote) and request.pre_vote:
        return "PreVote"
    return type(request).__name__


def described(replica: FakeReplica, event: ev.Event, effects: list[fx.Effect]) -> Iterator[str]:
    """The lines of one event."""
    node = replica.node_id
    if isinstance(event, ev.RequestReceived) and isinstance(event.request, rpc.Vote):
        yield f"{node} {_vote(event.request, effects)}"
    sent: dict[str, list[str]] = {}
    for effect in effects:
        line = _line(effect)
        if line:
            yield f"{node} {line}"
        if isinstance(effect, fx.SendRequest):
            text = _request(effect.request)
            sent.setdefault(text, []).append(str(effect.to.id))
    for text, targets in sent.items():
        yield f"{node} sends {text} to {','.join(targets)}"


def _vote(request: rpc.Vote, effects: list[fx.Effect]) -> str:
    response = next(each.response for each in effects if isinstance(each, fx.SendResponse))
    assert isinstance(response, rpc.VoteResponse)
    verb = "grants" if response.vote_granted else "refuses"
    why = "" if response.error == 0 else f" ({response.error.name})"
    return f"{verb} {request.replica.id} {request_name(request)} epoch={request.epoch}{why}"


def _request(request: rpc.OutgoingRequest) -> str:
    name = request_name(request)
    match request:
        case rpc.Vote():
            end = f"{request.last_offset}@{request.last_offset_epoch}"
            return f"{name} epoch={request.epoch} end={end}"
        case rpc.Fetch():
            return f"{name} {request.fetch_offset}@{request.last_fetched_epoch}"
        case rpc.FetchSnapshot():
            return f"{name} {request.snapshot_id} from {request.position}"
        case rpc.EndQuorumEpoch():
            preferred = ",".join(str(each.id) for each in request.preferred)
            return f"{name} epoch={request.epoch} preferred={preferred}"
        case rpc.BeginQuorumEpoch():
            return f"{name} epoch={request.epoch}"
        case _:
            return name


def _line(effect: fx.Effect) -> str:
    match effect:
        case Note():
            return "" if effect.kind in QUIET else f"{effect.kind} {effect.detail}".strip()
        case fx.StoreElection():
            stored = effect.election
            voted = "" if stored.voted is None else f" voted={stored.voted.id}"
            leader = "" if stored.leader_id is None else f" leader={stored.leader_id}"
            return f"stores election epoch={stored.epoch}{leader}{voted}"
        case fx.AppendRecords():
            last = effect.batches[-1]
            return f"appends {effect.base_offset}..{last.last_offset} epoch={last.epoch}"
        case fx.AppendControlRecords():
            records = ", ".join(_record(each) for each in effect.records)
            return f"appends {effect.base_offset} epoch={effect.epoch}: {records}"
        case fx.TruncateLog():
            return f"truncates to {effect.end_offset}"
        case fx.ResetLog():
            return f"resets its log to {effect.snapshot_id}"
        case fx.AdvanceHighWatermark():
            return f"commits up to {effect.offset}"
        case fx.RejectAppend():
            return f"rejects append {effect.append_id}: {effect.error.name}"
        case fx.WriteSnapshot():
            return f"writes snapshot {effect.snapshot_id}"
        case fx.DeleteLogPrefix():
            return f"deletes its log below {effect.start_offset}"
        case fx.ShutdownCompleted():
            return "is shut down"
        case fx.SendResponse(response=rpc.FetchResponse(diverging=diverging)) if diverging:
            return f"answers Fetch: diverges at {diverging}"
        case fx.SendResponse(response=rpc.FetchResponse(snapshot_id=snapshot_id)) if snapshot_id:
            return f"answers Fetch: snapshot {snapshot_id}"
        case _:
            return ""


def _record(record: ControlRecord) -> str:
    match record:
        case LeaderChange():
            return f"LeaderChange({record.leader_id})"
        case Voters():
            return f"Voters({','.join(str(each) for each in record.voter_set.ids)})"
        case KRaftVersion():
            return f"KRaftVersion({record.level})"
        case _:
            return type(record).__name__


def status(replica: FakeReplica) -> str:
    core = replica.core
    role = type(core.role).__name__.lower()
    leader = None if isinstance(core.role, Candidate) else core.leader_and_epoch.leader_id
    voters = ",".join(str(each) for each in core.voters.ids)
    kind = "voter" if core.is_voter else "observer"
    return (
        f"{replica.node_id} {role} {kind} epoch={core.role.epoch} leader={leader} "
        f"end={core.log.end} committed={core.high_watermark} voters={voters}"
    )

"""The trace of one seed: a line per event, with virtual time, node and action.

The words are those of the scenario files of the tests. A tracer only looks: the digest of a run
does not depend on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.effects import Note, NoteKind
from kraft_core.raft.consensus.values import KRaftVersion, LeaderChange, Voters
from kraft_core.sim.quorum.hooks import Moment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kraft_core.raft.consensus.values import ControlRecord
    from kraft_core.sim.quorum.cluster import Cluster
    from kraft_core.sim.quorum.node import SimulatedNode
    from kraft_core.sim.quorum.scenarios import Step

EVERYBODY: Final = "*"
"""Replaces the node in lines about no single node."""

QUIET: Final = {
    NoteKind.FETCH_PARKED,
    NoteKind.VOTE_GRANTED,
    NoteKind.VOTE_REFUSED,
    NoteKind.PRE_VOTE_GRANTED,
    NoteKind.PRE_VOTE_REFUSED,
    NoteKind.VOTERS_CHANGED,
    NoteKind.KRAFT_VERSION_CHANGED,
    NoteKind.ELECTION_LOST,
}
"""Notes that repeat other lines, or that every round has."""


class Tracer:
    """Set as `cluster.tracer`; passes on lines."""

    def __init__(self, cluster: Cluster, on_line: Callable[[str], None]) -> None:
        self._cluster = cluster
        self._on_line = on_line
        self._is_repaired = False
        cluster.hooks.steps.append(self._step)
        moments = cluster.hooks.moments
        moments[Moment.STARTED].append(self._started)
        moments[Moment.STOPPED].append(lambda node: self._say(f"{node.node_id} is down"))
        moments[Moment.DISK_LOST].append(
            lambda node: self._say(f"{node.node_id} has an empty disk {node.directory_id.hex()}")
        )
        moments[Moment.REPAIRED].append(self._repaired)

    def __call__(self, node: SimulatedNode, event: ev.Event, effects: Sequence[fx.Effect]) -> None:
        """Write one event and its effects."""
        for line in described(node.node_id, event, effects):
            self._say(line)

    def _step(self, step: Step) -> None:
        """Write a step of the schedule, before it is done."""
        self._say(f"{EVERYBODY} {step.kind}")

    def _say(self, line: str) -> None:
        now_ms = self._cluster.now_ms
        self._on_line(f"{now_ms // 1000:5}.{now_ms % 1000:03}  {line}")

    def _started(self, node: SimulatedNode) -> None:
        key = node.directory_id.hex()
        log = f"log={node.log.start_offset}..{node.log.end_offset}"
        self._say(f"{node.node_id} is up directory={key} {log}")

    def _repaired(self, node: SimulatedNode) -> None:
        del node
        if not self._is_repaired:
            self._is_repaired = True
            self._say(f"{EVERYBODY} no more faults from here on")


def trace(cluster: Cluster, on_line: Callable[[str], None]) -> Tracer:
    """Trace everything that happens to a cluster from now on."""
    cluster.tracer = tracer = Tracer(cluster, on_line)
    return tracer


def described(node_id: int, event: ev.Event, effects: Sequence[fx.Effect]) -> Iterator[str]:
    """Return the lines of one event."""
    if isinstance(event, ev.RequestReceived) and isinstance(event.request, rpc.Vote):
        yield f"{node_id} {_vote(event.request, effects)}"
    sent: dict[str, list[str]] = {}
    for effect in effects:
        line = effect_line(effect)
        if line:
            yield f"{node_id} {line}"
        if isinstance(effect, fx.SendRequest):
            sent.setdefault(request_line(effect.request), []).append(str(effect.to.id))
    for text, targets in sent.items():
        yield f"{node_id} sends {text} to {','.join(targets)}"


def _vote(request: rpc.Vote, effects: Sequence[fx.Effect]) -> str:
    for effect in effects:
        if isinstance(effect, fx.SendResponse) and isinstance(effect.response, rpc.VoteResponse):
            response = effect.response
            verb = "grants" if response.vote_granted else "refuses"
            why = "" if response.error == 0 else f" ({response.error.name})"
            return f"{verb} {request.replica.id} {request_name(request)} epoch={request.epoch}{why}"
    return f"does not answer {request.replica.id} {request_name(request)} epoch={request.epoch}"


def request_name(request: rpc.OutgoingRequest) -> str:
    """Return the name of a request's kind; a pre-vote is a separate kind."""
    if isinstance(request, rpc.Vote) and request.pre_vote:
        return "PreVote"
    return type(request).__name__


def request_line(request: rpc.OutgoingRequest) -> str:
    """Return a request as its name and its main fields."""
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


def effect_line(effect: fx.Effect) -> str:
    """Return an effect as text; empty if another line shows it or none is needed."""
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

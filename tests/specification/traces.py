"""Record simulated runs as traces for the TLA+ specification in `docs/spec`.

A trace is a sequence of lines. `state` and `start` lines give what a replica has after an event or
a start; the other lines are what it said to others: statements of vote requests, granted pre-votes,
Fetch requests, and the Fetch requests that a leader has counted. What an event says is recorded
once its election is durable, since a replica performs nothing before that (KIP-595).
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.log import Valid
from kraft_core.raft.consensus.roles import Candidate, Prospective
from kraft_core.raft.consensus.values import KRaftVersion, LeaderChange, Voters
from kraft_core.sim.quorum.hooks import Moment
from kraft_core.sim.quorum.injected_bugs.registry import injected
from kraft_core.sim.quorum.simulator import Simulator

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kraft_core.raft.consensus.roles import Candidacy
    from kraft_core.raft.consensus.state import CoreState
    from kraft_core.raft.consensus.values import ControlRecord, Election, OffsetAndEpoch
    from kraft_core.sim.quorum.ledger import ShadowLog
    from kraft_core.sim.quorum.node import SimulatedNode

Line = dict[str, Any]
Entry = tuple[int, str, tuple[int, ...]]
"""A record as the specification has it: epoch, kind, and the voters of a VotersRecord."""


@dataclass(frozen=True)
class Trace:
    """The lines of one seed, the first voters, the highest epoch, and how the seed failed."""

    seed: int
    voters: tuple[int, ...]
    replicas: int
    epochs: int
    lines: list[Line]
    failure: str | None


def record(seed: int, bug: str | None = None) -> Trace:
    """Run a seed of scenario `spec`, with an injected bug or none, up to its end or failure."""
    with injected(bug) if bug else nullcontext():
        simulator = Simulator(seed, "spec")
        recorder = Recorder(simulator)
        result = simulator.run()
    return Trace(
        seed,
        simulator.cluster.first_voters.ids,
        max(simulator.cluster.nodes),
        recorder.epochs,
        recorder.finish(),
        None if result.failure is None else result.failure.invariant,
    )


@dataclass
class _Replica:
    """What has been recorded of one replica."""

    entries: list[Entry]
    """The log as of the last line, which may be ahead of the disk."""
    state: Line
    waiting: list[Line] | None = None
    """Lines of an event whose election is not durable yet, and the log before it."""
    before: tuple[list[Entry], Line] | None = None


class Recorder:
    """The `tracer` of a simulated cluster that records lines of the specification."""

    def __init__(self, simulator: Simulator) -> None:
        self.lines: list[Line] = []
        self.epochs = 0
        """The highest epoch of any replica."""
        self._cluster = simulator.cluster
        self._replicas: dict[int, _Replica] = {}
        self._said: set[tuple[Any, ...]] = set()
        self._cluster.tracer = self
        self._cluster.hooks.moments[Moment.ELECTION_STORED].append(self._election_stored)

    def finish(self) -> list[Line]:
        """Return all lines, with those of events whose election was not stored when it ended."""
        for replica in self._replicas.values():
            self.lines += replica.waiting or []
            replica.waiting = None
        return self.lines

    def __call__(self, node: SimulatedNode, event: ev.Event, effects: Sequence[fx.Effect]) -> None:
        """Record one event that a core has handled."""
        core: CoreState = node.core._state
        replica = self._replicas.setdefault(node.node_id, _Replica([], {}))
        lines = list(self._acknowledged(node.node_id, replica.state, core, event))
        is_start = isinstance(event, ev.Started)
        if isinstance(event, ev.Started):
            self._settle_at_start(replica, event)
        before = ([*replica.entries], replica.state)
        if is_start:
            replica.entries = _entries_of(node.log)
        _apply(replica.entries, effects)
        replica.state = state = _state(core)
        if is_start or state != before[1] or replica.entries != before[0]:
            keep = _common(before[0], replica.entries)
            line = {"k": "start" if is_start else "state", "n": node.node_id, **state}
            lines.append({**line, "keep": keep, "add": replica.entries[keep:]})
        lines += self._said_to_others(node.node_id, core, event, effects)
        self.epochs = max(self.epochs, core.epoch)
        if any(isinstance(each, fx.StoreElection) for each in effects):
            replica.waiting, replica.before = lines, before
        else:
            self.lines += lines

    def _election_stored(self, node: SimulatedNode) -> None:
        replica = self._replicas[node.node_id]
        if replica.waiting is not None:
            self.lines += replica.waiting
            replica.waiting = replica.before = None

    def _settle_at_start(self, replica: _Replica, event: ev.Started) -> None:
        """Decide on the event whose election was not reported durable before the process ended.

        It did not happen unless quorum-state has the election. What it said to others was not sent.
        """
        if replica.waiting is None or replica.before is None:
            return
        stored, state = event.election, replica.state
        is_stored = stored is not None and _election(stored) == {
            key: state[key] for key in ("epoch", "voted", "leader")
        }
        for line in replica.waiting:
            if is_stored and line["k"] in {"state", "start", "ack"}:
                self.lines.append(line)
            else:
                self._said.discard(_fact(line))
        if not is_stored:
            replica.entries, replica.state = replica.before
        replica.waiting = replica.before = None

    def _acknowledged(
        self, node_id: int, before: Line, core: CoreState, event: ev.Event
    ) -> Iterator[Line]:
        """A Fetch that its leader counts, before the state that follows from it.

        A leader that has removed itself resigns in the event that commits the removal.
        """
        if not isinstance(event, ev.RequestReceived) or not isinstance(event.request, rpc.Fetch):
            return
        fetch = event.request
        if before["role"] != "Leader" or fetch.epoch != before["epoch"] or fetch.replica.id < 0:
            return
        found = core.snapshots.validate(core.log, fetch.fetch_offset, fetch.last_fetched_epoch)
        end = (fetch.fetch_offset, fetch.last_fetched_epoch)
        line = {"k": "ack", "n": node_id, "replica": fetch.replica.id, "epoch": fetch.epoch}
        line["end"] = end
        if isinstance(found, Valid):
            yield from self._once(line)

    def _said_to_others(
        self, node_id: int, core: CoreState, event: ev.Event, effects: Sequence[fx.Effect]
    ) -> Iterator[Line]:
        for effect in effects:
            if isinstance(effect, fx.SendRequest):
                yield from self._once(_request_line(node_id, effect.request))
            elif isinstance(effect, fx.SendResponse) and isinstance(event, ev.RequestReceived):
                yield from self._once(_grant_line(node_id, event.request, effect.response))

    def _once(self, line: Line | None) -> Iterator[Line]:
        """Facts stay true, so each is recorded once."""
        if line is not None and _fact(line) not in self._said:
            self._said.add(_fact(line))
            yield line


def _fact(line: Line) -> tuple[str, ...]:
    return tuple(f"{key}={value}" for key, value in line.items())


def _request_line(node_id: int, request: object) -> Line | None:
    if isinstance(request, rpc.Vote):
        kind = "pre-vote" if request.pre_vote else "vote"
        end = (request.last_offset, request.last_offset_epoch)
        return {"k": kind, "n": node_id, "epoch": request.epoch, "end": end}
    if isinstance(request, rpc.Fetch) and request.epoch > 0:
        end = (request.fetch_offset, request.last_fetched_epoch)
        return {"k": "fetch", "n": node_id, "epoch": request.epoch, "end": end}
    return None


def _grant_line(node_id: int, request: object, response: object) -> Line | None:
    if not isinstance(request, rpc.Vote) or not isinstance(response, rpc.VoteResponse):
        return None
    if not request.pre_vote or not response.vote_granted:
        return None
    return {
        "k": "grants",
        "n": node_id,
        "epoch": request.epoch,
        "candidate": request.replica.id,
        "end": (request.last_offset, request.last_offset_epoch),
    }


def _election(election: Election) -> Line:
    return {
        "epoch": election.epoch,
        "voted": 0 if election.voted is None else election.voted.id,
        "leader": 0 if election.leader_id is None else election.leader_id,
    }


def _state(core: CoreState) -> Line:
    """What the specification compares after an event, without the log."""
    role = core.role
    return {
        **_election(role.election),
        "role": type(role).__name__,
        "hw": core.high_watermark or 0,
        "needed": core.is_needed,
        "basis": _basis(role.basis if isinstance(role, Prospective | Candidate) else None),
        "durable": min(core.log.flushed_end, core.log.end_offset),
        "stale": not core.log.is_settled,
    }


def _basis(basis: Candidacy | None) -> tuple[tuple[int, ...], tuple[int, int]]:
    return ((), (0, 0)) if basis is None else (basis.voters.ids, _end(basis.end))


def _end(end: OffsetAndEpoch) -> tuple[int, int]:
    return (end.offset, end.epoch)


def _common(before: Sequence[Entry], after: Sequence[Entry]) -> int:
    """How many records both logs begin with."""
    count = 0
    for old, new in zip(before, after, strict=False):
        if old != new:
            break
        count += 1
    return count


def _apply(entries: list[Entry], effects: Sequence[fx.Effect]) -> None:
    """Follow what the effects do to the log."""
    for effect in effects:
        match effect:
            case fx.AppendRecords():
                for batch in effect.batches:
                    if batch.control_records:
                        entries += [_control(batch.epoch, each) for each in batch.control_records]
                    else:
                        count = batch.end_offset - batch.base_offset
                        entries += [(batch.epoch, "value", ())] * count
            case fx.AppendControlRecords():
                entries += [_control(effect.epoch, each) for each in effect.records]
            case fx.TruncateLog():
                del entries[effect.end_offset :]
            case fx.ResetLog():
                raise ValueError("the specification has no snapshots")
            case _:
                pass


def _entries_of(log: ShadowLog) -> list[Entry]:
    """The records of a log that begins at offset 0."""
    if log.start_offset:
        raise ValueError("the specification has no snapshots")
    entries: list[Entry] = []
    for batch in log.entries:
        if batch.control_records:
            entries += [_control(batch.epoch, each) for each in batch.control_records]
        else:
            entries += [(batch.epoch, "value", ())] * (batch.end_offset - batch.base_offset)
    return entries


def _control(epoch: int, record: ControlRecord) -> Entry:
    match record:
        case LeaderChange():
            return (epoch, "leader", ())
        case KRaftVersion():
            return (epoch, "level", ())
        case Voters():
            return (epoch, "voters", record.voter_set.ids)
        case _:
            return (epoch, "value", ())


# -- as a TLA+ module ------------------------------------------------------------------------------

_HEADER = """------------------------------ MODULE TraceData ------------------------------
EXTENDS Naturals, Sequences
V(e) == [epoch |-> e, kind |-> "value", voters |-> {}]
L(e) == [epoch |-> e, kind |-> "leader", voters |-> {}]
K(e) == [epoch |-> e, kind |-> "level", voters |-> {}]
W(e, v) == [epoch |-> e, kind |-> "voters", voters |-> v]
"""
_LETTERS = {"value": "V", "leader": "L", "level": "K"}


def as_module(traces: Sequence[Trace]) -> str:
    """The module that `Trace.tla` reads, with one sequence of lines for each run."""
    parts = [_HEADER]
    for number, trace in enumerate(traces, 1):
        body = ",\n".join(_line(each) for each in trace.lines)
        parts.append(f"Run{number} == <<\n{body}\n>>\n")
    names = ", ".join(f"Run{number}" for number in range(1, len(traces) + 1))
    parts.append(f"Runs == <<{names}>>\n{'=' * 78}\n")
    return "".join(parts)


def _line(line: Line) -> str:
    fields = ", ".join(f"{key} |-> {_value(key, value)}" for key, value in line.items())
    return f"[{fields}]"


def _value(key: str, value: Any) -> str:
    if key == "add":
        return f"<<{', '.join(_entry(each) for each in value)}>>"
    if key == "end":
        return f"[offset |-> {value[0]}, epoch |-> {value[1]}]"
    if key == "basis":
        return f"[voters |-> {_set(value[0])}, end |-> {_value('end', value[1])}]"
    if isinstance(value, bool):
        return str(value).upper()
    return f'"{value}"' if isinstance(value, str) else str(value)


def _entry(entry: Entry) -> str:
    epoch, kind, voters = entry
    return f"W({epoch}, {_set(voters)})" if kind == "voters" else f"{_LETTERS[kind]}({epoch})"


def _set(ids: Sequence[int]) -> str:
    return f"{{{', '.join(map(str, ids))}}}"

"""The events of a simulated run, collected for the HTML page of `kraft_core.sim.pages`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus.effects import NoteKind
from kraft_core.sim.pages.timeline_page import Lane, Mark, MessageSent, Span, Timeline, render
from kraft_core.sim.quorum.hooks import Moment
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import ApiKey, request_class, response_class

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kraft_core.raft.consensus.roles import Role
    from kraft_core.sim.quorum.cluster import Cluster
    from kraft_core.sim.quorum.hooks import Carried
    from kraft_core.sim.quorum.node import SimulatedNode
    from kraft_core.sim.quorum.result import SeedResult
    from kraft_core.sim.quorum.scenarios import Step

_DOWN: Final = "Down"
_MARKED: Final = {
    NoteKind.VOTERS_CHANGED: "voters",
    NoteKind.VOTERS_REVERTED: "voters",
    NoteKind.LOG_TRUNCATED: "note",
    NoteKind.CHECK_QUORUM_FAILED: "note",
    NoteKind.FETCH_TIMED_OUT: "note",
    NoteKind.LEADER_DISK_HANGS: "note",
}


class Picture:
    """Records events while a cluster runs; the digest of the run does not depend on it."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._lanes: dict[int, Lane] = {}
        self._marks: list[Mark] = []
        self._messages: list[Carried] = []
        self._lost: set[int] = set()
        """Identities of messages that found no link or receiver; `_messages` keeps them alive."""
        self._is_repaired = False
        hooks = cluster.hooks
        hooks.messages.append(self._messages.append)
        hooks.lost.append(lambda carried: self._lost.add(id(carried)))
        hooks.steps.append(self._step)
        hooks.roles.append(self._role_changed)
        hooks.effects[fx.AdvanceHighWatermark].append(self._committed)
        hooks.effects[fx.Note].append(self._noted)
        hooks.effects[fx.WriteSnapshot].append(self._snapshot)
        hooks.effects[fx.ResetLog].append(self._reset)
        hooks.moments[Moment.STARTED].append(self._started)
        hooks.moments[Moment.STOPPED].append(self._stopped)
        hooks.moments[Moment.DISK_LOST].append(self._disk_lost)
        hooks.moments[Moment.MINORITY_BROKEN].append(self._broken)
        hooks.moments[Moment.REPAIRED].append(self._repaired)

    def page(self, result: SeedResult) -> str:
        """Return the page of a run that has ended."""
        now_ms = self._cluster.now_ms
        for lane in self._lanes.values():
            lane.spans[-1].end_ms = now_ms
        numbers = {node_id: number for number, node_id in enumerate(sorted(self._lanes))}
        failure = result.failure
        return render(
            Timeline(
                title=f"Seed {result.seed} of scenario {result.scenario}",
                about=(
                    f"{len(self._lanes)} replicas, {now_ms / 1000:.1f} s of virtual time,"
                    f" {result.messages} messages, {result.elections} elections,"
                    f" {result.voter_changes} changes of voters"
                ),
                end_ms=now_ms,
                lanes=[self._lanes[node_id] for node_id in numbers],
                marks=self._marks,
                messages=[
                    self._message(each, numbers)
                    for each in self._messages
                    if each.sender_id in numbers and each.receiver_id in numbers
                ],
                failure=None
                if failure is None
                else Mark(failure.at_ms, failure.invariant, failure.detail),
            )
        )

    def _message(self, carried: Carried, numbers: Mapping[int, int]) -> MessageSent:
        is_lost = id(carried) in self._lost
        return MessageSent(
            carried.sent_at_ms,
            numbers[carried.sender_id],
            None if is_lost else carried.arrives_at_ms,
            numbers[carried.receiver_id],
            request_class(carried.api_key).__name__.removesuffix("Request"),
            carried.is_response,
            content_text(carried),
        )

    # -- observations -------------------------------------------------------------------------

    def _lane(self, node: SimulatedNode) -> Lane:
        lane = self._lanes.get(node.node_id)
        if lane is None:
            lane = self._lanes[node.node_id] = Lane(f"Replica {node.node_id}")
            lane.spans.append(Span(0, 0, _DOWN, 0, "not started yet"))
        return lane

    def _becomes(self, node: SimulatedNode, role: str, epoch: int, text: str) -> None:
        spans, now_ms = self._lane(node).spans, self._cluster.now_ms
        spans[-1].end_ms = now_ms
        if spans[-1].begin_ms == now_ms and len(spans) > 1:
            spans.pop()
        spans.append(Span(now_ms, now_ms, role, epoch, text))

    def _mark(self, node: SimulatedNode | None, kind: str, text: str) -> None:
        marks = self._marks if node is None else self._lane(node).marks
        marks.append(Mark(self._cluster.now_ms, kind, text))

    def _role_changed(self, node: SimulatedNode, before: Role, role: Role) -> None:
        del before
        leader = node.core.leader_and_epoch.leader_id
        text = "" if leader is None else f"leader {leader}"
        self._becomes(node, type(role).__name__, role.epoch, text)

    def _started(self, node: SimulatedNode) -> None:
        role = node.core.role
        text = f"log {node.log.start_offset} to {node.log.end_offset}, {node.release.name}"
        self._becomes(node, type(role).__name__, role.epoch, text)

    def _stopped(self, node: SimulatedNode) -> None:
        self._becomes(node, _DOWN, 0, "no power" if node.is_dark else "the process has ended")

    def _disk_lost(self, node: SimulatedNode) -> None:
        self._mark(node, "fault", f"empty disk, directory id {node.directory_id.hex()}")

    def _broken(self, node: SimulatedNode) -> None:
        minority = self._cluster.minority
        kind = None if minority is None else minority.broken.get(node.node_id)
        if kind is not None:
            self._mark(node, "fault", f"stays broken: {kind}")

    def _repaired(self, node: SimulatedNode) -> None:
        del node
        if not self._is_repaired:
            self._is_repaired = True
            self._mark(None, "repair", "no more faults from here on")

    def _step(self, step: Step) -> None:
        self._mark(None, "fault", step.kind)

    def _committed(self, node: SimulatedNode, effect: fx.AdvanceHighWatermark) -> None:
        self._lane(node).high_watermarks.append((self._cluster.now_ms, effect.offset))

    def _noted(self, node: SimulatedNode, note: fx.Note) -> None:
        kind = _MARKED.get(note.kind)
        if kind is not None:
            self._mark(node, kind, f"{note.kind} {note.detail}")

    def _snapshot(self, node: SimulatedNode, effect: fx.WriteSnapshot) -> None:
        self._mark(node, "snapshot", f"writes snapshot {effect.snapshot_id}")

    def _reset(self, node: SimulatedNode, effect: fx.ResetLog) -> None:
        self._mark(node, "snapshot", f"replaces its log with snapshot {effect.snapshot_id}")


_TEXT_MAX: Final = 100
_NESTED: Final = frozenset({"topics", "responses", "partitions"})
_SHOWN: Final = frozenset(
    {
        *("replica_epoch", "replica_id", "candidate_epoch", "candidate_id", "pre_vote"),
        *("last_offset_epoch", "last_offset", "vote_granted", "leader_id", "leader_epoch"),
        *("current_leader_epoch", "fetch_offset", "last_fetched_epoch", "high_watermark"),
        *("log_start_offset", "position", "size", "epoch", "end_offset", "error_code"),
    }
)


def content_text(carried: Carried) -> str:
    """Return the main content of a message, for its first partition, in one short line."""
    if carried.api_key == ApiKey.API_VERSIONS:
        return ""
    of_key = response_class if carried.is_response else request_class
    part = of_key(carried.api_key).decode(carried.payload, carried.api_version).as_dict()
    words: list[str] = []
    while part:
        nested: dict[str, Any] = {}
        for name, value in part.items():
            if name in _NESTED and value:
                nested = value[0]
            elif isinstance(value, dict):
                words += [f"{name}.{key}={each}" for key, each in value.items() if _says(key, each)]
            elif name == "error_code" and value:
                words.append(ErrorCode(value).name)
            elif _says(name, value):
                words.append(f"{name}={value}")
        part = nested
    text = " ".join(words)
    return text if len(text) <= _TEXT_MAX else f"{text[: _TEXT_MAX - 3]}..."


def _says(name: str, value: object) -> bool:
    """Return True if that field is shown: not if its value means nothing."""
    return name in _SHOWN and value != -1 and (name != "error_code" or value != 0)

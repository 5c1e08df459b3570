"""Hooks for observers, and the core that reports events and effects to them.

Nothing is called without a registration, so an invariant costs only where its subject changes.
"""

from __future__ import annotations

from collections import defaultdict
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kraft_core.raft.consensus.effects import (
    AdvanceHighWatermark,
    AppendControlRecords,
    AppendRecords,
    DeleteLogPrefix,
    Note,
    ResetLog,
    TruncateLog,
)
from kraft_core.raft.consensus.events import LogFlushed, LogReset, LogTruncated, TurnEnded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from kraft_core.raft.consensus.config import RaftConfig
    from kraft_core.raft.consensus.core import RaftCore
    from kraft_core.raft.consensus.effects import Effect
    from kraft_core.raft.consensus.events import Event
    from kraft_core.raft.consensus.log import StoredSnapshot
    from kraft_core.raft.consensus.roles import Role
    from kraft_core.sim.quorum.ledger import CommittedEntry
    from kraft_core.sim.quorum.node import SimulatedNode
    from kraft_core.sim.quorum.scenarios import Step
    from kraft_core.sim.quorum.workload import Operation


class Moment(Enum):
    """A moment of the run that is neither an effect nor an event."""

    STARTED = "started"
    """A node has recovered its disk and its core has handled `Started`."""
    STOPPED = "stopped"
    """A node is down, for any reason; its disk is as the end left it."""
    DISK_LOST = "disk-lost"
    """A node that is down has an empty disk and a new directory id now."""
    ELECTION_STORED = "election-stored"
    """quorum-state is durable: `node.stored_election`."""
    LOG_SHRINKS = "log-shrinks"
    """A log is about to be truncated or reset: `node.shrinks_to`, generation and end."""
    APPEND_REFUSED = "append-refused"
    """A client was refused because the leader lacks room."""
    TURNED = "turned"
    """A node has ended a turn."""
    MINORITY_BROKEN = "minority-broken"
    """Once, with each node: a minority stays broken from here on, all else is repaired."""
    MINORITY_ENDED = "minority-ended"
    """Once, with each node: the others have met their demands."""
    REPAIRED = "repaired"
    """Once, with each node: no more faults from here on."""
    ENDED = "ended"
    """Once, with each node: phase 2 has passed."""


class Carried(NamedTuple):
    """A message on its way between two nodes.

    `arrives_at_ms` is None for a message that is lost at once. A message lost later, because its
    link or its receiver went down, is also reported to `Hooks.lost`.
    """

    sender_id: int
    receiver_id: int
    api_key: int
    api_version: int
    is_response: bool
    payload: bytes
    sent_at_ms: int
    arrives_at_ms: int | None


class Hooks:
    """Callbacks by kind, each called in the order of registration."""

    def __init__(self) -> None:
        self.effects: dict[type, list[Callable[[SimulatedNode, Any], None]]] = defaultdict(list)
        """By class of effect: called right before it is performed, all before it having been."""
        self.events: dict[type, list[Callable[[SimulatedNode, Any], None]]] = defaultdict(list)
        """By class of event: called after the core handled it, before its effects are performed.

        A turn that ends with nothing due is not reported.
        """
        self.roles: list[Callable[[SimulatedNode, Role, Role], None]] = []
        """Called with the role before and the role after an event."""
        self.moments: dict[Moment, list[Callable[[SimulatedNode], None]]] = defaultdict(list)
        self.commits: list[Callable[[SimulatedNode, CommittedEntry], None]] = []
        """Called once for each entry that is known as committed for the first time anywhere."""
        self.applied: list[Callable[[SimulatedNode, int, int], None]] = []
        """Called with the end of what a state machine holds by now, and the digest of its state."""
        self.appends: list[Callable[[SimulatedNode, Operation], None]] = []
        """Called with each operation of a client that a node took."""
        self.messages: list[Callable[[Carried], None]] = []
        """Called for each message when it is sent: whether and when it arrives is decided then."""
        self.lost: list[Callable[[Carried], None]] = []
        """Called for each message that was under way and finds no link or no receiver."""
        self.steps: list[Callable[[Step], None]] = []
        """Called before each step of the schedule."""
        self.models: dict[object, object] = {}
        """State that several observers share, by kind."""

    def call(self, moment: Moment, node: SimulatedNode) -> None:
        """Call the hook of a node at its moment."""
        for callback in self.moments[moment]:
            callback(node)


class WatchedCore:
    """Wraps `RaftCore` under a `Replica`, and changes nothing."""

    def __init__(self, core: RaftCore, node: SimulatedNode) -> None:
        self._core = core
        self._node = node
        self._cluster = node.cluster
        self._hooks = node.cluster.hooks
        self._role = core.role

    @property
    def config(self) -> RaftConfig:
        return self._core.config

    @property
    def deadline_ms(self) -> int | None:
        """When `DeadlineReached` is wanted at the latest."""
        return self._core.deadline_ms

    @property
    def snapshots(self) -> tuple[StoredSnapshot, ...]:
        """Every snapshot that the core lists."""
        return self._core.snapshots

    def append_offset(self, epoch: int, size_bytes: int) -> int | None:
        """Return the offset of the next append; None where one of that size is refused."""
        return self._core.append_offset(epoch, size_bytes)

    def handle(self, event: Event, now_ms: int, wall_ms: int) -> Iterable[Effect]:
        """Pass the event to the core; report each effect when the replica performs it.

        So a reported effect is about to be performed, and those before it have been.
        """
        core, node, cluster, hooks = self._core, self._node, self._cluster, self._hooks
        effects = core.handle(event, now_ms, wall_ms)
        if not effects and type(event) is TurnEnded:
            return ()  # nothing was due, and most turns end so
        cluster.step += 1
        cluster.run_digest.decided(cluster.now_ms, node.node_id, core.deadline_ms, effects)
        if cluster.tracer is not None:
            cluster.tracer(node, event, effects)
        kind = type(event)
        follow = _EVENTS.get(kind)
        if follow is not None:
            follow(node, event)
        for observer in hooks.events.get(kind, ()):
            observer(node, event)
        before, role = self._role, core.role
        if role is not before:
            self._role = role
            for callback in hooks.roles:
                callback(node, before, role)
        return self._told(effects) if effects else ()

    def _told(self, effects: list[Effect]) -> Iterator[Effect]:
        node, observers_of = self._node, self._hooks.effects
        for effect in effects:
            kind = type(effect)
            follow = _EFFECTS.get(kind)
            if follow is not None:
                follow(node, effect)
            for observer in observers_of.get(kind, ()):
                observer(node, effect)
            yield effect


# -- tracking durable data ----------------------------------------------------------------------


def _flushed(node: SimulatedNode, event: LogFlushed | LogTruncated) -> None:
    if event.generation == node.generation:
        node.flushed_end = event.end_offset


def _is_reset(node: SimulatedNode, event: LogReset) -> None:
    if event.generation == node.generation:
        node.flushed_end = event.snapshot_id.offset


# -- tracking the log and its commits ------------------------------------------------------------


def _note(node: SimulatedNode, note: Note) -> None:
    node.cluster.notes[note.kind] += 1


def _advance(node: SimulatedNode, effect: AdvanceHighWatermark) -> None:
    node.high_watermark = effect.offset
    node.cluster.ledger.advance(node, effect.offset)


def _truncate(node: SimulatedNode, effect: TruncateLog) -> None:
    node.shrinks_to = (effect.generation, effect.end_offset)
    node.cluster.hooks.call(Moment.LOG_SHRINKS, node)
    node.log.truncate(effect.end_offset)
    node.generation = effect.generation
    node.flushed_end = min(node.flushed_end, node.log.end_offset)


def _reset(node: SimulatedNode, effect: ResetLog) -> None:
    node.shrinks_to = (effect.generation, 0)
    node.cluster.hooks.call(Moment.LOG_SHRINKS, node)
    node.log.reset(effect.snapshot_id.offset)
    node.generation = effect.generation
    node.flushed_end = min(node.flushed_end, effect.snapshot_id.offset)


_EVENTS: Final[dict[type, Callable[[SimulatedNode, Any], None]]] = {
    LogFlushed: _flushed,
    LogTruncated: _flushed,
    LogReset: _is_reset,
}
_EFFECTS: Final[dict[type, Callable[[SimulatedNode, Any], None]]] = {
    Note: _note,
    AppendRecords: lambda node, effect: node.log.append_records(effect),
    AppendControlRecords: lambda node, effect: node.log.append_control(effect),
    AdvanceHighWatermark: _advance,
    TruncateLog: _truncate,
    ResetLog: _reset,
    DeleteLogPrefix: lambda node, effect: node.log.delete_prefix(effect.start_offset),
}

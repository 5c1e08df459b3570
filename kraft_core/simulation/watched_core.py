"""A core that is looked at: observers hear of every event and effect before it is performed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kraft_core.consensus.effects import (
    AdvanceHighWatermark,
    AppendControlRecords,
    AppendRecords,
    DeleteLogPrefix,
    Note,
    ResetLog,
    TruncateLog,
)
from kraft_core.consensus.events import LogFlushed, LogReset, LogTruncated, TurnEnded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from kraft_core.consensus.config import RaftConfig
    from kraft_core.consensus.core import RaftCore
    from kraft_core.consensus.effects import Effect
    from kraft_core.consensus.events import Event
    from kraft_core.simulation.node import SimulatedNode


class WatchedCore:
    """Stands in the place of `RaftCore` under a `Replica`, and changes nothing."""

    def __init__(self, core: RaftCore, node: SimulatedNode) -> None:
        self._core = core
        self._node = node
        self._cluster = node.cluster
        self._hooks = node.cluster.hooks
        self._role = core.role

    @property
    def config(self) -> RaftConfig:
        """What the replica was told about itself."""
        return self._core.config

    @property
    def deadline_ms(self) -> int | None:
        """When `DeadlineReached` is wanted at the latest."""
        return self._core.deadline_ms

    def handle(self, event: Event, now_ms: int, wall_ms: int) -> Iterable[Effect]:
        """Let the core handle it now; tell of each effect when the replica comes to it.

        So an effect that is told of is about to be performed, and those before it have been.
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


# -- keeping account of what is durable ---------------------------------------------------------


def _flushed(node: SimulatedNode, event: LogFlushed | LogTruncated) -> None:
    if event.generation == node.generation:
        node.flushed_end = event.end_offset


def _is_reset(node: SimulatedNode, event: LogReset) -> None:
    if event.generation == node.generation:
        node.flushed_end = event.snapshot_id.offset


# -- keeping account of what stands in the log, and of what is committed ------------------------


def _note(node: SimulatedNode, note: Note) -> None:
    node.cluster.notes[note.kind] += 1


def _advance(node: SimulatedNode, effect: AdvanceHighWatermark) -> None:
    node.high_watermark = effect.offset
    node.cluster.ledger.advance(node, effect.offset)


def _truncate(node: SimulatedNode, effect: TruncateLog) -> None:
    node.log.truncate(effect.end_offset)
    node.generation = effect.generation
    node.flushed_end = min(node.flushed_end, node.log.end_offset)


def _reset(node: SimulatedNode, effect: ResetLog) -> None:
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

"""A consensus that does what a test tells it: effects by kind of event, every event remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.raft.consensus.config import RaftConfig

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.raft.consensus.effects import Effect
    from kraft_core.raft.consensus.events import Event
    from kraft_core.raft.consensus.log import StoredSnapshot


class ScriptedConsensus:
    def __init__(self, node_id: int | None = 1) -> None:
        self.config = RaftConfig(
            node_id=node_id, directory_id=bytes(range(16)), cluster_id="cluster"
        )
        self.deadline_ms: int | None = None
        self.events: list[Event] = []
        self.moments: list[tuple[int, int]] = []
        self.next_offset: int | None = None
        self.snapshots: tuple[StoredSnapshot, ...] = ()
        self._answers: dict[type, list[Callable[[Event], list[Effect]]]] = {}

    def on(self, kind: type, *effects: Effect) -> None:
        """Answer the next event of this kind with these effects."""
        self.answer(kind, lambda _: list(effects))

    def answer(self, kind: type, answer: Callable[..., list[Effect]]) -> None:
        self._answers.setdefault(kind, []).append(answer)

    def handle(self, event: Event, now_ms: int, wall_ms: int) -> list[Effect]:
        self.events.append(event)
        self.moments.append((now_ms, wall_ms))
        answers = self._answers.get(type(event))
        return answers.pop(0)(event) if answers else []

    def append_offset(self, epoch: int, size_bytes: int) -> int | None:
        del epoch, size_bytes
        return self.next_offset

    def heard(self, kind: type) -> list[Event]:
        return [event for event in self.events if isinstance(event, kind)]

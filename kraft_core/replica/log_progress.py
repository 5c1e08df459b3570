"""What the replica knows of its log beside the core: generation, start, and what is durable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kraft_core.consensus.log import LogView


@dataclass(slots=True)
class LogProgress:
    """Follows effects and completions. `flushed_end` is never above what a completion said."""

    generation: int = 0
    start_offset: int = 0
    flushed_end: int = 0
    is_settled: bool = True

    def start(self, log_view: LogView) -> None:
        """Take the log as recovery found it, all of it durable."""
        self.generation = log_view.generation
        self.start_offset = log_view.start_offset
        self.flushed_end = log_view.flushed_end

    def truncate(self, generation: int, end_offset: int) -> None:
        """A cut was queued."""
        self.generation = generation
        self.is_settled = False
        self.flushed_end = min(self.flushed_end, end_offset)

    def reset(self, generation: int, start_offset: int) -> None:
        """A reset was queued."""
        self.generation = generation
        self.is_settled = False
        self.start_offset = self.flushed_end = start_offset

    def delete_prefix(self, start_offset: int) -> None:
        """Everything below that offset may be gone."""
        self.start_offset = max(self.start_offset, start_offset)

    def settled(self, generation: int, end_offset: int) -> None:
        """A cut or reset is durable."""
        if generation == self.generation:
            self.is_settled = True
            self.flushed_end = end_offset

    def flushed(self, generation: int, end_offset: int) -> None:
        """Everything below that end is durable."""
        if generation == self.generation:
            self.flushed_end = max(self.flushed_end, end_offset)

"""Cutting the end off our log, and with it what its control records said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.control_log import undo_control
from kraft_core.consensus.effects import TruncateLog
from kraft_core.consensus.invariants import ensure
from kraft_core.consensus.notes import NoteKind

if TYPE_CHECKING:
    from kraft_core.consensus.state import CoreState


def cut_log(core: CoreState, end_offset: int) -> None:
    """Everything at that offset and after it goes; nothing is claimed until that is durable."""
    ensure(end_offset >= core.committed_end, "no-truncation-of-committed", end_offset)
    core.note(NoteKind.LOG_TRUNCATED, to=end_offset, end=core.log.end)
    core.log.truncate(end_offset)
    core.emit(TruncateLog(core.log.generation, end_offset))
    undo_control(core, end_offset)

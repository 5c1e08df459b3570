"""Control records on their way into the log, and what they change at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.batches import KRaftVersion, Voters
from kraft_core.consensus.effects import AppendControlRecords
from kraft_core.consensus.invariants import ensure
from kraft_core.consensus.notes import NoteKind

if TYPE_CHECKING:
    from kraft_core.consensus.batches import ControlRecord
    from kraft_core.consensus.roles import Leader
    from kraft_core.consensus.state import CoreState


def append_control(
    core: CoreState,
    leader: Leader,
    records: tuple[ControlRecord, ...],
    append_id: int | None = None,
) -> int:
    """Append one control batch in our epoch; give its base offset. It acts from now on."""
    base_offset, was_sole_voter = core.log.end_offset, core.is_sole_voter
    core.log.append(base_offset + len(records), leader.epoch)
    core.emit(
        AppendControlRecords(
            core.log.generation, base_offset, leader.epoch, records, core.wall_ms, append_id
        )
    )
    take_control(core, base_offset, records)
    leader.progress.use_voter_set(core.voters)
    leader.heard = {each: True for each in leader.heard if each in leader.progress.voters}
    if was_sole_voter:
        # it had nobody to hear until now, so its timer ran out long ago
        leader.check_quorum_deadline_ms = core.now_ms + core.config.check_quorum_timeout_ms
    core.parked.wake_all()
    return base_offset


def take_control(core: CoreState, base_offset: int, records: tuple[ControlRecord, ...]) -> None:
    """Put appended control records in force, committed or not."""
    for place, record in enumerate(records):
        before = core.history.level
        if not core.history.apply(base_offset + place, record):
            continue
        if isinstance(record, Voters):
            core.note(NoteKind.VOTERS_CHANGED, at=base_offset + place, voters=core.voters.ids)
        elif isinstance(record, KRaftVersion) and record.level > before:
            core.note(NoteKind.KRAFT_VERSION_CHANGED, at=base_offset + place, level=record.level)
    remember_membership(core)


def remember_membership(core: CoreState) -> None:
    """Whoever was a voter while running must not join again by itself after its removal.

    A configured set does not count: it has no directory ids, so a new disk passes for the old one.
    """
    offset = core.history.latest_offset
    if offset is not None and core.is_voter:
        core.voter_at, core.was_removed = offset, False


def undo_control(core: CoreState, end_offset: int) -> None:
    """The log was cut there: what control records above it said is void."""
    before = core.voters
    core.history.truncate_new(end_offset)
    if core.voter_at is not None and core.voter_at >= end_offset:
        core.voter_at = None
    remember_membership(core)
    if core.voters != before:
        core.note(NoteKind.VOTERS_REVERTED, to=core.voters.ids)
    committed = core.history.latest_offset
    ensure(committed is None or committed < end_offset, "voters-in-log", committed)

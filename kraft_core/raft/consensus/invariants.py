"""Invariants of one replica. A broken invariant raises; the node must stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kraft_core.raft.consensus.state import CoreState
    from kraft_core.raft.consensus.values import Election


class InvariantBroken(Exception):  # noqa: N818 - it names what happened
    """A bug, or a disk that lost data that it had reported as durable."""

    def __init__(self, name: str, detail: str) -> None:
        super().__init__(f"{name}: {detail}")
        self.name = name
        self.detail = detail


class LogWriteFailedError(Exception):
    """A write or sync of the log failed; the page cache can no longer be trusted."""


def ensure(holds: bool, name: str, detail: object) -> None:
    """Raise unless the condition holds. Not an assert: Python's -O does not remove it."""
    if not holds:
        raise InvariantBroken(name, str(detail))


def check_offsets(core: CoreState, high_watermark_before: int | None) -> None:
    """Start <= snapshot <= high watermark <= end, flushed <= end, and nothing goes backward.

    Checked after every event: one expression for all rules, names only for a broken one.
    """
    log, high_watermark, snapshot_end = core.log, core.high_watermark, core.snapshots.end_offset
    is_sound = (
        log.start_offset <= log.end_offset >= log.flushed_end
        and (log.start_offset == 0 or snapshot_end >= log.start_offset)
        and (snapshot_end <= log.end_offset or not log.is_settled)
    )
    if high_watermark is None:
        is_sound = is_sound and high_watermark_before is None
    else:
        before = -1 if high_watermark_before is None else high_watermark_before
        is_sound = is_sound and before <= high_watermark <= log.end_offset
    if not is_sound:
        _name_what_is_wrong(core, high_watermark_before)


def _name_what_is_wrong(core: CoreState, high_watermark_before: int | None) -> None:
    log, high_watermark = core.log, core.high_watermark
    ensure(log.start_offset <= log.end_offset, "start-below-end", log)
    ensure(log.flushed_end <= log.end_offset, "flushed-below-end", log)
    if high_watermark is not None:
        ensure(high_watermark <= log.end_offset, "high-watermark-in-log", (high_watermark, log))
        before = -1 if high_watermark_before is None else high_watermark_before
        ensure(high_watermark >= before, "monotonic-high-watermark", (before, high_watermark))
    else:
        ensure(high_watermark_before is None, "monotonic-high-watermark", high_watermark_before)
    latest = core.snapshots.latest
    if latest is not None and log.is_settled:
        ensure(latest.snapshot_id.offset <= log.end_offset, "snapshot-in-log", (latest, log))
    if log.start_offset > 0:
        held = core.snapshots.end_offset >= log.start_offset
        ensure(held, "snapshot-at-log-start", (log, core.snapshots.latest))


def check_election(before: Election, after: Election) -> None:
    """Check that the epoch never falls, and that leader and vote stay the same within one."""
    ensure(after.epoch >= before.epoch, "monotonic-epoch", (before, after))
    if after.epoch == before.epoch:
        kept = before.leader_id in {None, after.leader_id}
        ensure(kept, "one-leader-an-epoch", (before, after))
        leads = after.leader_id is not None and after.voted is None
        ensure(leads or before.voted in {None, after.voted}, "one-vote-an-epoch", (before, after))


def check_one_change_in_flight(core: CoreState, high_watermark: int) -> None:
    """Check that no change of voters is appended above one that is not committed."""
    offset = core.history.latest_offset
    ensure(offset is None or offset < high_watermark, "one-change-in-flight", offset)

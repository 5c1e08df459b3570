"""Raising kraft.version from 0 to 1 (KIP-853)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.appends import reject
from kraft_core.consensus.batches import ControlRecord, KRaftVersion, Voters
from kraft_core.consensus.commit import advance_commit
from kraft_core.consensus.control_log import append_control
from kraft_core.consensus.effects import RejectAppend
from kraft_core.consensus.roles import Leader
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.consensus.events import UpgradeRequested
    from kraft_core.consensus.state import CoreState
    from kraft_core.consensus.voters import VoterSet


def on_upgrade(core: CoreState, event: UpgradeRequested) -> None:
    """One control batch with the level and the voters as they described themselves."""
    leader = core.role
    if not isinstance(leader, Leader) or event.epoch != leader.epoch or leader.resigns:
        reject(core, event.append_id, ErrorCode.NOT_CONTROLLER)
        return
    error = _refusal(core, leader, event)
    if error is not None:
        reject(core, event.append_id, error)
    elif event.validate_only:
        core.emit(RejectAppend(event.append_id, ErrorCode.NONE))
    elif event.level == core.history.level:
        _answer_when_committed(core, leader, event.append_id)
    else:
        records: list[ControlRecord] = [KRaftVersion(event.level)]
        if leader.voters_at_level_0 != core.voters:
            records.append(Voters(leader.voters_at_level_0))
        append_control(core, leader, tuple(records), event.append_id)
        leader.appends_in_flight.append(core.log.end_offset)
        advance_commit(core, leader)


def _answer_when_committed(core: CoreState, leader: Leader, append_id: int) -> None:
    """The level is in force: nothing is written, but a record above the high watermark may go.

    Java answers such a request when the NoOp that its controller appends after it is committed.
    """
    written_at = core.history.level_offset
    if written_at is None or written_at < core.committed_end:
        core.emit(RejectAppend(append_id, ErrorCode.NONE))
    else:
        leader.upgrades_in_force.append((append_id, written_at))


def _refusal(core: CoreState, leader: Leader, event: UpgradeRequested) -> ErrorCode | None:
    """41 for a witness, 95 for a level that cannot be, 7 until the epoch has committed something.

    Every voter must have described itself to this leader, with a range that has the level.
    """
    if core.is_witness or core.is_shutting_down:
        return ErrorCode.NOT_CONTROLLER
    if event.level == core.history.level:
        return None
    supported = event.level in core.config.kraft_range
    if event.level < core.history.level or not supported:
        return ErrorCode.INVALID_UPDATE_VERSION
    if leader.change is not None or leader.high_watermark is None:
        return ErrorCode.REQUEST_TIMED_OUT
    return _refuse_voters(leader.voters_at_level_0, event.level)


def _refuse_voters(voters: VoterSet, level: int) -> ErrorCode | None:
    for voter in voters:
        if level not in voter.kraft_range or voter.key.directory_id is None:
            return ErrorCode.INVALID_UPDATE_VERSION
    return None

"""What a leader owes when it stops leading: an answer to everybody who waits for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.change import ChangeKind, PendingChange
from kraft_core.consensus.effects import RejectAppend
from kraft_core.consensus.notes import NoteKind
from kraft_core.consensus.rpc import (
    AddRaftVoterResponse,
    FetchResponse,
    RemoveRaftVoterResponse,
)
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.consensus.roles import Leader
    from kraft_core.consensus.state import CoreState


def give_up_leadership(core: CoreState, leader: Leader) -> None:
    """Fail the pending change, upgrades that wait and parked fetches: NOT_LEADER_OR_FOLLOWER.

    Before the EndQuorumEpoch requests of a resignation: a fetch answer that came after them would
    make a Java follower wait its whole fetch timeout again.
    """
    if leader.change is not None:
        text = "this replica stopped leading before the change was committed"
        decide_change(core, leader, ErrorCode.NOT_LEADER_OR_FOLLOWER, text)
    # the record stands in the log of a leader no more: it may yet be cut
    for append_id, _ in leader.upgrades_in_force:
        core.emit(RejectAppend(append_id, ErrorCode.NOT_LEADER_OR_FOLLOWER))
    leader.upgrades_in_force.clear()
    for fetch in core.parked.take_all():
        core.reply(
            fetch.reply_to,
            FetchResponse(
                error=ErrorCode.NOT_LEADER_OR_FOLLOWER,
                leader=core.leader_and_epoch,
                leader_endpoint=core.leader_endpoint(fetch.listener),
                log_start_offset=core.log.start_offset,
            ),
        )


def decide_change(core: CoreState, leader: Leader, error: ErrorCode, message: str | None) -> None:
    """The change under way is over: free its slot and answer whoever asked for it."""
    change = leader.change
    leader.change = None
    if change is None:
        return
    core.note(_DECIDED[change.kind], voter=change.voter, error=error.name)
    if not change.is_answered:
        answer_change(core, change, error, message)


def answer_change(
    core: CoreState, change: PendingChange, error: ErrorCode, message: str | None
) -> None:
    """Answer whoever asked for a change; the slot stays as it is."""
    if change.kind is ChangeKind.ADD:
        core.reply(change.reply_to, AddRaftVoterResponse(error, message))
    else:
        core.reply(change.reply_to, RemoveRaftVoterResponse(error, message))
    change.is_answered = True


_DECIDED = {
    ChangeKind.ADD: NoteKind.VOTER_ADD_DECIDED,
    ChangeKind.REMOVE: NoteKind.VOTER_REMOVE_DECIDED,
}

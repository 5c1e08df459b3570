"""A leader that has resigned: tell every voter, then forget the epoch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.election import begin_campaign
from kraft_core.consensus.leader_news import News, take_answer
from kraft_core.consensus.notes import NoteKind
from kraft_core.consensus.roles import Resigned
from kraft_core.consensus.rpc import (
    BeginQuorumEpochResponse,
    EndQuorumEpoch,
    EndQuorumEpochResponse,
)
from kraft_core.consensus.transitions import become_unattached
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.consensus.inflight import RequestInFlight
    from kraft_core.consensus.state import CoreState


def poll_resigned(core: CoreState, role: Resigned) -> None:
    """Send EndQuorumEpoch until each voter has heard it or the election timeout ends.

    Then the epoch is raised, so that this replica cannot lead the old one again. During a shutdown
    it stays resigned until others have elected somebody. A sole voter that starts again stands at
    once.
    """
    if role.is_restarted and core.is_sole_voter and not core.is_shutting_down:
        begin_campaign(core)
        return
    if core.now_ms >= role.election_deadline_ms and not core.is_shutting_down:
        become_unattached(core, role.epoch + 1)
        return
    for voter_id in role.unacked:
        voter = core.voters.get(voter_id)
        node = None if voter is None else voter.node(core.config.listener)
        if node is not None and core.in_flight.is_ready(voter_id, core.now_ms):
            core.send(
                node,
                EndQuorumEpoch(core.config.cluster_id, role.own_id, role.epoch, role.preferred),
            )


def take_end_response(
    core: CoreState, sent: RequestInFlight, response: EndQuorumEpochResponse
) -> bool:
    """A voter has heard of the resignation."""
    if not _is_sound(core, sent, response):
        return False
    role = core.role
    if isinstance(role, Resigned) and sent.to.id in role.unacked:
        role.unacked.remove(sent.to.id)
    return True


def take_begin_response(
    core: CoreState, sent: RequestInFlight, response: BeginQuorumEpochResponse
) -> bool:
    """A voter has heard of the leadership. That it follows is seen by its fetches."""
    return _is_sound(core, sent, response)


def _is_sound(
    core: CoreState,
    sent: RequestInFlight,
    response: EndQuorumEpochResponse | BeginQuorumEpochResponse,
) -> bool:
    if response.top_error is not ErrorCode.NONE:
        core.note(NoteKind.PEER_ERROR, node=sent.to.id, error=response.top_error.name)
        return False
    return take_answer(core, response) is News.GO_ON and response.error is ErrorCode.NONE

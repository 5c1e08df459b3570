"""The one deadline: the earliest moment at which something happens by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.roles import (
    Candidate,
    Follower,
    Leader,
    Prospective,
    Resigned,
    Unattached,
)
from kraft_core.consensus.witness import campaigns_at_ms

if TYPE_CHECKING:
    from kraft_core.consensus.state import CoreState


def next_deadline_ms(core: CoreState) -> int | None:
    """The earliest of all timers that are still to come; None if nothing will happen by itself.

    What is past was looked at just now; if it did not act it waits for something else, which will
    be an event.
    """
    disk_ms = core.role.disk_deadline_ms if isinstance(core.role, Leader) else None
    if disk_ms is not None and disk_ms <= core.now_ms:
        return core.now_ms  # it is looked at when the turn ends, not by the event just handled
    now_ms, soonest = core.now_ms, core.in_flight.next_change_ms(core.now_ms)
    for time_ms in _of_role(core):
        if time_ms is not None and time_ms > now_ms and (soonest is None or time_ms < soonest):
            soonest = time_ms
    if core.shutdown_at_ms is not None or core.is_witness:
        others = [core.shutdown_at_ms, soonest]
        if core.is_witness and core.is_voter:
            others.append(campaigns_at_ms(core))
        soonest = min((each for each in others if each is not None and each > now_ms), default=None)
    return soonest


def _of_role(core: CoreState) -> tuple[int | None, ...]:
    role = core.role
    match role:
        case Leader():
            return (
                None if core.is_sole_voter else role.check_quorum_deadline_ms,
                role.begin_epoch_at_ms,
                role.disk_deadline_ms,
                role.hand_over_at_ms,
                None if role.change is None else role.change.deadline_ms,
                core.parked.next_expiry_ms(),
            )
        case Follower():
            return (role.fetch_deadline_ms, role.update_voter_at_ms, role.ask_again_at_ms)
        case Prospective():
            return (role.election_deadline_ms, role.fetch_deadline_ms)
        case Unattached() | Candidate() | Resigned():
            return (role.election_deadline_ms,)

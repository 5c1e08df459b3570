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
    times = [core.shutdown_at_ms, core.in_flight.next_change_ms(core.now_ms), *_of_role(core)]
    if core.is_witness and core.is_voter:
        times.append(campaigns_at_ms(core))
    return min((time for time in times if time is not None and time > core.now_ms), default=None)


def _of_role(core: CoreState) -> list[int | None]:
    match core.role:
        case Leader() as leader:
            return [
                None if core.is_sole_voter else leader.check_quorum_deadline_ms,
                leader.begin_epoch_at_ms,
                leader.hand_over_at_ms,
                None if leader.change is None else leader.change.deadline_ms,
                core.parked.next_expiry_ms(),
            ]
        case Follower() as follower:
            return [
                follower.fetch_deadline_ms,
                follower.update_voter_at_ms,
                follower.ask_again_at_ms,
            ]
        case Unattached() | Prospective() | Candidate() | Resigned() as role:
            fetch_deadline_ms = role.fetch_deadline_ms if isinstance(role, Prospective) else None
            return [role.election_deadline_ms, fetch_deadline_ms]

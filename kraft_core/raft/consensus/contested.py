"""Contested voter entries: two processes that run with one replica key.

KIP-853 accepts a voter's own report of its endpoints (UpdateRaftVoter). The copy of a directory on
a second machine has the voter's key too. Each of the two processes finds the endpoints of the other
in the entry and replaces them in its next period, with a VotersRecord each time and without end.

The leader cannot know which process is the voter, so it refuses neither permanently. It
distinguishes a contest from a move by endpoints that come back: a move brings new ones, and an
operator can undo it once. From the fourth return in a row on, the entry keeps its endpoints for
`RaftConfig.contest_ms`. The refusal is REQUEST_TIMED_OUT, as while another change of voters is
pending (UpdateVoterHandler): Kafka's voters ask again in their next period.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kraft_core.raft.consensus.effects import NoteKind
from kraft_core.raft.consensus.roles import Leader
from kraft_core.raft.consensus.values import Endpoints, ReplicaKey, are_same_endpoints, endpoint_for

if TYPE_CHECKING:
    from kraft_core.raft.consensus.state import CoreState
    from kraft_core.raft.consensus.voters import Voter


FORMER_ENDPOINTS_MAX: Final = 8
"""Replaced endpoints that are remembered for a voter; up to one process more is recognized."""
_RETURNS_UNCONTESTED: Final = 3


@dataclass(slots=True)
class AddressHistory:
    """Endpoints that updates of one voter's entry have replaced in this epoch, the latest last.

    `returns` counts updates in a row that brought some of them back. `reported_at_ms` is the last
    update that named other endpoints than the entry. `held_until_ms` is set while the entry is
    contested: when it can change again.
    """

    key: ReplicaKey
    reported_at_ms: int
    former: tuple[Endpoints, ...] = ()
    returns: int = 0
    held_until_ms: int | None = None

    def has_had(self, endpoints: Endpoints) -> bool:
        """Return True if an update replaced these endpoints."""
        return any(are_same_endpoints(each, endpoints) for each in self.former)

    def others_than(self, endpoints: Endpoints) -> tuple[Endpoints, ...]:
        """Return the replaced endpoints other than these."""
        return tuple(each for each in self.former if not are_same_endpoints(each, endpoints))


@dataclass(frozen=True, slots=True)
class ContestedVoter:
    """A voter whose key reports from several addresses: that of its entry first."""

    key: ReplicaKey
    claims: tuple[Endpoints, ...]


def is_update_held(core: CoreState, leader: Leader, entry: Voter, updated: Voter) -> bool:
    """Return True if this update must wait because the entry is contested.

    Otherwise the caller writes it, and the endpoints that it replaces are remembered.
    """
    if are_same_endpoints(entry.endpoints, updated.endpoints):
        return False
    _forget_settled(core, leader)
    history = leader.addresses.setdefault(updated.id, AddressHistory(updated.key, core.now_ms))
    history.reported_at_ms = core.now_ms
    returns = history.returns + 1 if history.has_had(updated.endpoints) else 0
    if returns > _RETURNS_UNCONTESTED:
        held_until_ms = history.held_until_ms
        if held_until_ms is not None and core.now_ms < held_until_ms:
            return True
        history.held_until_ms = core.now_ms + core.config.contest_ms
        _note_contest(core, entry, updated)
        # the process that now owns the entry is as likely to be the voter as this one
        if held_until_ms is None:
            return True
    else:
        history.held_until_ms = None
    history.returns = returns
    history.former = (*history.others_than(entry.endpoints), entry.endpoints)
    history.former = history.former[-FORMER_ENDPOINTS_MAX:]
    return False


def _note_contest(core: CoreState, entry: Voter, updated: Voter) -> None:
    endpoints = (endpoint_for(each.endpoints, core.config.listener) for each in (entry, updated))
    places = [f"{each.host}:{each.port}" for each in endpoints if each is not None]
    core.note(NoteKind.VOTER_CONTESTED, voter=updated.key, addresses=" and ".join(places))


def _forget_settled(core: CoreState, leader: Leader) -> None:
    """Drop histories of voters that left or had no other endpoints reported lately."""
    oldest_ms = core.now_ms - core.config.contest_ms
    leader.addresses = {
        voter_id: history
        for voter_id, history in leader.addresses.items()
        if core.voters.has(history.key) and history.reported_at_ms > oldest_ms
    }


def contested_voters(core: CoreState) -> tuple[ContestedVoter, ...]:
    """Return the voters that more than one process claims, by id.

    Empty unless this is the leader.
    """
    leader = core.role
    if not isinstance(leader, Leader):
        return ()
    _forget_settled(core, leader)
    contested = []
    for voter_id, history in sorted(leader.addresses.items()):
        if history.held_until_ms is not None:
            current = core.voters.endpoints_of(voter_id)
            claims = (current, *reversed(history.others_than(current)))
            contested.append(ContestedVoter(history.key, claims))
    return tuple(contested)

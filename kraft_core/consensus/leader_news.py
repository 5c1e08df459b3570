"""News of leaders and epochs: what every request and every answer tells besides its own matter."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from kraft_core.consensus.notes import NoteKind
from kraft_core.consensus.roles import Follower, Leader, Prospective, Resigned, Unattached
from kraft_core.consensus.transitions import become_follower, become_unattached, learn_leader
from kraft_core.consensus.values import (
    EPOCH_MAX,
    Endpoint,
    Endpoints,
    LeaderAndEpoch,
    endpoint_for,
)
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.consensus.rpc import (
        BeginQuorumEpochResponse,
        EndQuorumEpochResponse,
        FetchResponse,
        FetchSnapshotResponse,
        UpdateRaftVoterResponse,
        VoteResponse,
    )
    from kraft_core.consensus.state import CoreState

    Answer = (
        VoteResponse
        | BeginQuorumEpochResponse
        | EndQuorumEpochResponse
        | FetchResponse
        | FetchSnapshotResponse
        | UpdateRaftVoterResponse
    )


class News(Enum):
    """What is left to do with an answer."""

    DONE = "done"
    """Nothing: it told of another epoch or leader, or of an error that all APIs share."""
    GO_ON = "go on"
    """It is for the API's own part."""


def take_answer(core: CoreState, answer: Answer) -> News:
    """Follow what an answer says about leader and epoch, in the order of Java's common part.

    Java throws on INVALID_REQUEST (42) and when leaders contradict each other; here they are noted
    and the peer is left alone for a while.
    """
    leader, error = answer.leader, answer.error
    if leader.epoch < core.epoch or error is ErrorCode.UNKNOWN_LEADER_EPOCH:
        return News.DONE
    if leader.epoch > EPOCH_MAX:
        core.note(NoteKind.PEER_ERROR, epoch=leader.epoch)
        return News.DONE
    stale = error is ErrorCode.FENCED_LEADER_EPOCH or error is ErrorCode.NOT_LEADER_OR_FOLLOWER
    if leader.epoch > core.epoch or stale:
        take_leader(core, leader, _endpoints(core, answer.leader_endpoint))
        return News.DONE
    if leader.leader_id is not None and core.leader_id is None:
        take_leader(core, leader, _endpoints(core, answer.leader_endpoint))
        return News.GO_ON if error is ErrorCode.NONE else News.DONE
    if error is ErrorCode.NONE:
        return News.GO_ON
    if error in {ErrorCode.BROKER_NOT_AVAILABLE, ErrorCode.INVALID_VOTER_KEY}:
        return News.DONE
    if error is ErrorCode.INVALID_REQUEST:
        core.note(NoteKind.PEER_ERROR, error=error.name)
        return News.DONE
    return News.GO_ON


def take_leader(core: CoreState, leader: LeaderAndEpoch, endpoints: Endpoints) -> bool:
    """Adopt a higher epoch, a leader that was unknown, or more or other endpoints of the known one.

    False if it contradicts what is known: another leader of our epoch, or we ourselves where we do
    not lead (a replica whose disk was replaced hears of the leadership of the one before it).
    """
    known = core.leader_and_epoch
    if leader.epoch < known.epoch:
        return True
    if leader.leader_id is not None and leader.leader_id == core.own_id:
        return _take_own_name(core, leader.epoch)
    if leader.epoch > known.epoch:
        if leader.leader_id is None:
            become_unattached(core, leader.epoch)
        else:
            learn_leader(core, leader.epoch, leader.leader_id, endpoints)
        return True
    if leader.leader_id is None:
        return True
    if known.leader_id not in {None, leader.leader_id}:
        core.note(NoteKind.LEADER_CONTRADICTED, known=known.leader_id, told=leader.leader_id)
        return False
    if known.leader_id is None or isinstance(core.role, Unattached):
        learn_leader(core, leader.epoch, leader.leader_id, endpoints)
    elif len(endpoints) > len(core.leader_endpoints()):
        _take_more_endpoints(core, leader.leader_id, endpoints)
    else:
        _take_new_address(core, leader.leader_id, endpoints)
    return True


def _take_own_name(core: CoreState, epoch: int) -> bool:
    if epoch == core.epoch and isinstance(core.role, Leader | Resigned):
        return True
    core.note(NoteKind.LEADER_CONTRADICTED, told=core.own_id, epoch=epoch)
    if epoch > core.epoch:
        become_unattached(core, epoch)
    return False


def _take_more_endpoints(core: CoreState, leader_id: int, endpoints: Endpoints) -> None:
    role = core.role
    if endpoint_for(endpoints, core.config.listener) is None:
        return
    if isinstance(role, Prospective):
        learn_leader(core, role.epoch, leader_id, endpoints)
    elif not isinstance(role, Leader | Resigned):
        become_follower(core, role.epoch, leader_id, endpoints)


def _take_new_address(core: CoreState, leader_id: int, endpoints: Endpoints) -> None:
    """Ask the leader elsewhere, if it does not answer where it was known to be.

    One that moved, was elected and is not in the voter set with its new address yet would stay
    unknown to a replica that restarts. Java looks at the number of endpoints alone.
    No time-out begins anew, since the address may be an old one.
    """
    role = core.role
    address = endpoint_for(endpoints, core.config.listener)
    if address is None or address == endpoint_for(core.leader_endpoints(), core.config.listener):
        return
    if isinstance(role, Follower) and role.has_missed and not role.has_fetched:
        role.endpoints, role.leader_node, role.has_missed = endpoints, None, False
    elif isinstance(role, Prospective):
        role.leader_endpoints = endpoints
    else:
        return
    core.in_flight.forget(leader_id)
    core.note(NoteKind.LEADER_MOVED, leader=leader_id, to=f"{address.host}:{address.port}")


def _endpoints(core: CoreState, endpoint: Endpoint | None) -> Endpoints:
    """A response names one address; it is that of our default listener."""
    if endpoint is None:
        return ()
    return (Endpoint(core.config.listener, endpoint.host, endpoint.port),)

"""Discovery of the leader: whether to fetch from it, or from any node that can know it.

Every request and every answer names a leader and an epoch besides its own matter; the common part
of all answers is here (Kafka's `KafkaRaftClient.maybeHandleCommonResponse`), then the Fetch to the
bootstrap servers that finds a leader.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from kraft_core.raft.consensus.effects import NoteKind
from kraft_core.raft.consensus.roles import Follower, Leader, Prospective, Resigned, Unattached
from kraft_core.raft.consensus.rpc import NO_REPLICA, Fetch
from kraft_core.raft.consensus.transitions import become_follower, become_unattached, learn_leader
from kraft_core.raft.consensus.values import (
    EPOCH_MAX,
    Endpoint,
    Endpoints,
    LeaderAndEpoch,
    Node,
    endpoint_for,
)
from kraft_core.raft.consensus.witness import give_way_to_answering
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.raft.consensus.rpc import (
        BeginQuorumEpochResponse,
        EndQuorumEpochResponse,
        FetchResponse,
        FetchSnapshotResponse,
        UpdateRaftVoterResponse,
        VoteResponse,
    )
    from kraft_core.raft.consensus.state import CoreState


if TYPE_CHECKING:
    Answer = (
        VoteResponse
        | BeginQuorumEpochResponse
        | EndQuorumEpochResponse
        | FetchResponse
        | FetchSnapshotResponse
        | UpdateRaftVoterResponse
    )


class Common(Enum):
    """Result of the common part of all responses, for the part of the API."""

    DONE = "done"
    """Ignore it: it named another epoch or leader, or an error that all APIs share."""
    GO_ON = "go on"
    """The API's own part handles it."""


def handle_common_response(core: CoreState, answer: Answer) -> Common:
    """Apply what a response reports about leader and epoch, in the order of Java's common part.

    Java throws on INVALID_REQUEST (42) and when leaders contradict each other; here they are noted
    and the peer gets no requests for a while.
    """
    leader, error = answer.leader, answer.error
    if leader.epoch < core.epoch or error is ErrorCode.UNKNOWN_LEADER_EPOCH:
        return Common.DONE
    if leader.epoch > EPOCH_MAX:
        core.note(NoteKind.PEER_ERROR, epoch=leader.epoch)
        return Common.DONE
    stale = error is ErrorCode.FENCED_LEADER_EPOCH or error is ErrorCode.NOT_LEADER_OR_FOLLOWER
    if leader.epoch > core.epoch or stale:
        take_leader(core, leader, _endpoints_of(core, answer.leader_endpoint))
        return Common.DONE
    # a restarted replica can know the leader without its address
    is_lost = core.leader_id is None or isinstance(core.role, Unattached)
    if leader.leader_id is not None and is_lost:
        take_leader(core, leader, _endpoints_of(core, answer.leader_endpoint))
        return Common.GO_ON if error is ErrorCode.NONE else Common.DONE
    if error is ErrorCode.NONE:
        return Common.GO_ON
    if error in {ErrorCode.BROKER_NOT_AVAILABLE, ErrorCode.INVALID_VOTER_KEY}:
        return Common.DONE
    if error is ErrorCode.INVALID_REQUEST:
        core.note(NoteKind.PEER_ERROR, error=error.name)
        return Common.DONE
    return Common.GO_ON


def take_leader(core: CoreState, leader: LeaderAndEpoch, endpoints: Endpoints) -> bool:
    """Adopt a higher epoch, a leader that was unknown, or more or other endpoints of the known one.

    False if it contradicts what is known: another leader of our epoch, or we ourselves where we do
    not lead (a replica whose disk was replaced learns of its predecessor's leadership).
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
        core.note(NoteKind.LEADER_CONTRADICTED, known=known.leader_id, received=leader.leader_id)
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
    core.note(NoteKind.LEADER_CONTRADICTED, received=core.own_id, epoch=epoch)
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
    """Use another address of the leader if the known one does not answer.

    Otherwise a restarted replica could not find a leader that moved and is not yet in the voter set
    with its new address. Java compares only the number of endpoints. No timeout restarts, because
    the address can be stale.
    """
    role = core.role
    address = endpoint_for(endpoints, core.config.listener)
    if address is None or address == endpoint_for(core.leader_endpoints(), core.config.listener):
        return
    if isinstance(role, Follower) and role.has_missed and not role.has_fetched:
        role.leader_moved(endpoints)
    elif isinstance(role, Prospective):
        role.leader_endpoints = endpoints
    else:
        return
    core.in_flight.forget(leader_id)
    core.note(NoteKind.LEADER_MOVED, leader=leader_id, to=f"{address.host}:{address.port}")


def _endpoints_of(core: CoreState, endpoint: Endpoint | None) -> Endpoints:
    """Store the address of a response under the name of this node's default listener."""
    if endpoint is None:
        return ()
    return (Endpoint(core.config.listener, endpoint.host, endpoint.port),)


def leader_answered(core: CoreState, role: Follower) -> None:
    """Note a successful answer of the leader: no campaign is needed."""
    if role.leader_answered(core.now_ms):
        core.is_needed = False
        give_way_to_answering(core, role)


# -- where to fetch --------------------------------------------------------------------------------


def fetch_request(core: CoreState) -> Fetch:
    """Fetch from our log end, which is durable: the offset acknowledges everything below it."""
    config = core.config
    return Fetch(
        cluster_id=config.cluster_id,
        replica=core.key or NO_REPLICA,
        epoch=core.role.epoch,
        fetch_offset=core.log.end_offset,
        last_fetched_epoch=core.log.last_epoch,
        max_wait_ms=config.fetch_max_wait_ms,
        max_bytes=config.fetch_max_bytes,
        high_watermark=-1 if core.high_watermark is None else core.high_watermark,
    )


def fetch_from_bootstrap(core: CoreState) -> None:
    """Fetch from a bootstrap server that is ready, if no request is in flight.

    The choice is random, as in RequestManager.findReadyBootstrapServer, but a server whose last
    request had no answer waits until all others were asked.
    """
    if not core.may_claim or core.in_flight.has_any(core.now_ms):
        return
    in_flight, now_ms = core.in_flight, core.now_ms
    ready = [node for node in _bootstrap_servers(core) if in_flight.is_ready(node.id, now_ms)]
    if not ready:
        return
    # Kafka draws among all servers: it can draw the same unresponsive ones again and again, while
    # another server knows the leader. Each costs a request timeout, or the one to a lost leader.
    oldest = min(in_flight.last_id(node.id) for node in ready)
    may_answer = [
        node
        for node in ready
        if not in_flight.is_unanswered(node.id, now_ms) or in_flight.last_id(node.id) == oldest
    ]
    core.send(may_answer[core.random_below(len(may_answer))], fetch_request(core))


def _bootstrap_servers(core: CoreState) -> tuple[Node, ...]:
    """Return the configured servers and the voters that are not among them, without this node.

    Java asks the configured ones alone, and is lost when the voters have all moved elsewhere. The
    list is rebuilt for each voter set.
    """
    known = core.servers
    if known is None or known[0] is not core.voters:
        known = core.servers = (core.voters, _list_bootstrap_servers(core))
    return known[1]


def _list_bootstrap_servers(core: CoreState) -> tuple[Node, ...]:
    nodes = list(core.config.bootstrap_nodes)
    own = endpoint_for(core.config.endpoints, core.config.listener)
    known = {(node.host, node.port) for node in nodes}
    for voter in core.voters:
        node = voter.node(core.config.listener)
        if node is not None and node.id != core.own_id and (node.host, node.port) not in known:
            nodes.append(node)
    if own is not None:
        nodes = [node for node in nodes if (node.host, node.port) != (own.host, own.port)]
    return tuple(nodes)

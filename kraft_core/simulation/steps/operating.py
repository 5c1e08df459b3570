"""Operators and their requests: real bytes over the same network, asked again while it makes sense.

They ask whom they take for the leader, which is sometimes wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.simulation.network import LISTENER
from kraft_core.simulation.plan import CLUSTER_ID
from kraft_core.simulation.steps.targets import later
from kraft_core.simulation.steps.tolerance import ChangeAsked, may_remove
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    AddRaftVoterRequest,
    AddRaftVoterResponse,
    RemoveRaftVoterRequest,
    RemoveRaftVoterResponse,
)
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.consensus.values import ReplicaKey
    from kraft_core.simulation.cluster import Cluster
    from kraft_core.simulation.node import SimulatedNode
    from kraft_wire.message import Message

_ATTEMPTS: Final = 4
_PATIENCE_MS: Final = 900
_AGAIN: Final = frozenset({ErrorCode.REQUEST_TIMED_OUT, ErrorCode.NOT_LEADER_OR_FOLLOWER})


def add_request(node: SimulatedNode, *, ack_when_committed: bool = True) -> AddRaftVoterRequest:
    """Ask for that node to become a voter."""
    listener = AddRaftVoterRequest.Listener(
        name=LISTENER, host=node.endpoint.host, port=node.endpoint.port
    )
    return AddRaftVoterRequest(
        cluster_id=CLUSTER_ID,
        timeout_ms=1000,
        voter_id=node.node_id,
        voter_directory_id=Uuid(node.directory_id),
        listeners=(listener,),
        ack_when_committed=ack_when_committed,
    )


def remove_request(voter: ReplicaKey) -> RemoveRaftVoterRequest:
    """Ask for that replica to be a voter no longer."""
    return RemoveRaftVoterRequest(
        cluster_id=CLUSTER_ID,
        voter_id=voter.id,
        voter_directory_id=Uuid(voter.directory_id or bytes(16)),
    )


def believed_leader(cluster: Cluster) -> SimulatedNode | None:
    """Whom an operator asks: the leader, or else some node that is up."""
    leader = cluster.leader()
    if leader is not None:
        return leader
    up = cluster.up_nodes()
    return up[cluster.now_ms % len(up)] if up else None


def add_voter_once(
    cluster: Cluster,
    node: SimulatedNode,
    on_answer: Callable[[ErrorCode], None] | None = None,
    *,
    ack_when_committed: bool = True,
) -> None:
    """Ask once for that node to become a voter."""
    target = believed_leader(cluster)
    if target is None:
        return
    version = target.release.add_raft_voter
    request = add_request(node, ack_when_committed=ack_when_committed or version < 1)
    cluster.changes_asked.append(ChangeAsked(cluster.now_ms, node.key, is_add=True))
    cluster.ask(target.node_id, request, version, _with_error(on_answer))


def remove_voter_once(
    cluster: Cluster,
    voter: ReplicaKey,
    on_answer: Callable[[ErrorCode], None] | None = None,
) -> bool:
    """Ask once for that replica to be removed, unless what is left could not go on."""
    target = believed_leader(cluster)
    if target is None or not may_remove(cluster, voter):
        return False
    cluster.changes_asked.append(ChangeAsked(cluster.now_ms, voter, is_add=False))
    cluster.ask(target.node_id, remove_request(voter), 0, _with_error(on_answer))
    return True


def _with_error(
    on_answer: Callable[[ErrorCode], None] | None,
) -> Callable[[Message], None] | None:
    if on_answer is None:
        return None

    def answered(message: Message) -> None:
        if isinstance(message, AddRaftVoterResponse | RemoveRaftVoterResponse):
            on_answer(ErrorCode(message.error_code))

    return answered


def add_voter_until(
    cluster: Cluster, node: SimulatedNode, then: Callable[[], None] | None = None
) -> None:
    """Ask for it until it is done, or refused for good, or nobody has patience any more."""
    cluster.voter_changes += 1
    _until(
        cluster,
        lambda on_answer: add_voter_once(cluster, node, on_answer),
        {ErrorCode.NONE, ErrorCode.DUPLICATE_VOTER},
        then,
    )


def remove_voter_until(
    cluster: Cluster, voter: ReplicaKey, then: Callable[[], None] | None = None
) -> None:
    """Ask for it until it is done, or refused for good, or nobody has patience any more."""
    cluster.voter_changes += 1
    _until(
        cluster,
        lambda on_answer: remove_voter_once(cluster, voter, on_answer),
        {ErrorCode.NONE, ErrorCode.VOTER_NOT_FOUND},
        then,
    )


def _until(
    cluster: Cluster,
    ask: Callable[[Callable[[ErrorCode], None]], object],
    done: set[ErrorCode],
    then: Callable[[], None] | None,
) -> None:
    """Ask, and again after an answer that says so, or after none at all."""
    state = {"attempt": 0, "ended": False}

    def attempt(number: int) -> None:
        if state["ended"] or state["attempt"] >= number or number > _ATTEMPTS:
            return
        state["attempt"] = number
        ask(lambda error: answered(number, error))
        later(cluster, _PATIENCE_MS, lambda: attempt(number + 1))

    def answered(number: int, error: ErrorCode) -> None:
        if state["ended"]:
            return
        if error in done:
            state["ended"] = True
            if then is not None and not cluster.is_healed:
                then()
        elif error in _AGAIN:
            later(cluster, _PATIENCE_MS // 3, lambda: attempt(number + 1))
        else:
            state["ended"] = True

    attempt(1)

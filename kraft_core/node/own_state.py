"""The state document of this node: what it adds to its answers to DescribeQuorum.

`kraft status` reads it, also from followers, whose answer is NOT_LEADER_OR_FOLLOWER (divergence
N60). It is built on request, from the replica, its peers and its service.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kraft_core.config.errors import CANNOT_BECOME_ACTIVE
from kraft_core.operations.node_state import (
    NodeState,
    ReplicaId,
    StatedFinding,
    encode_node_state,
)
from kraft_core.raft.consensus.roles import (
    Candidate,
    Follower,
    Leader,
    Prospective,
    Resigned,
    Unattached,
)
from kraft_core.raft.consensus.values import UNKNOWN_ID, ReplicaKey
from kraft_core.raft.storage.meta_properties import encode_id
from kraft_wire.messages import DescribeQuorumResponse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kraft_core.node.configuration import NodeConfiguration
    from kraft_core.node.transport.peers import Peers
    from kraft_core.operations.findings import Finding
    from kraft_core.raft.consensus.core import RaftCore
    from kraft_core.raft.consensus.roles import Role
    from kraft_core.raft.consensus.values import WitnessReason
    from kraft_wire.message import Message


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnState:
    """Builds the document. `obstacle` is why the service cannot be the active controller."""

    core: RaftCore
    configuration: NodeConfiguration
    cluster_id: str
    peers: Peers
    witness_reasons: Callable[[], frozenset[WitnessReason]]
    obstacle: Callable[[], str | None]
    free_bytes: Callable[[], int | None]
    lacks_room: Callable[[], bool]
    own_findings: Callable[[], Iterable[Finding]]
    """Those about which only this node has the facts."""

    def document(self) -> NodeState:
        """Return the current state of this node."""
        core, role = self.core, self.core.role
        obstacle = self.obstacle()
        static = self.configuration.process.static_voters
        return NodeState(
            key=_id(core.config.key or ReplicaKey(UNKNOWN_ID)),
            cluster_id=self.cluster_id,
            role=_role_name(role, is_voter=core.is_voter),
            epoch=role.epoch,
            leader_id=core.leader_and_epoch.leader_id,
            log_end=core.log.end.offset,
            log_end_epoch=core.log.end.epoch,
            log_start=core.log.start_offset,
            high_watermark=core.high_watermark,
            voters=tuple(_id(voter.key) for voter in core.voters),
            are_voters_static=core.kraft_version < 1,
            static_voters=tuple(ReplicaId(each) for each in sorted(static)),
            is_witness=bool(self.witness_reasons()),
            witness_reasons=tuple(sorted(each.value for each in self.witness_reasons())),
            obstacle=None if obstacle is None else _reason(obstacle),
            free_bytes=self.free_bytes(),
            lacks_room=self.lacks_room(),
            clock_ms=time.time_ns() // 1_000_000,
            # bootstrap servers are asked again once there is no leader
            peers=tuple(
                each
                for each in self.peers.troubles()
                if each.node_id >= 0 or core.leader_and_epoch.leader_id is None
            ),
            findings=tuple(map(_stated, self.own_findings())),
        )

    def added_to(self, answer: Message) -> Message:
        """Return an answer to DescribeQuorum with the document."""
        if not isinstance(answer, DescribeQuorumResponse) or answer.error_code:
            return answer
        from kraft_core.operations.checks import of_node  # the table is slow to import

        state = self.document()
        fields = encode_node_state(replace(state, findings=tuple(map(_stated, of_node(state)))))
        fields = (*answer.unknown_tagged_fields, *fields)
        return answer.replace(unknown_tagged_fields=fields)


def _stated(finding: Finding) -> StatedFinding:
    from kraft_core.operations.checks import KNOWN_BY_NODE

    arguments = finding.arguments if isinstance(finding, KNOWN_BY_NODE) else {}
    return StatedFinding(finding.id, str(finding.severity), finding.text, arguments)


def _reason(obstacle: str) -> str:
    """Remove the beginning that the finding also has; a custom service can word it otherwise."""
    before, found, after = obstacle.partition(CANNOT_BECOME_ACTIVE)
    return (after if found else before).strip(" .")


def _id(key: ReplicaKey) -> ReplicaId:
    directory_id = key.directory_id
    return ReplicaId(key.id, None if directory_id is None else encode_id(directory_id))


def _role_name(role: Role, *, is_voter: bool) -> str:
    match role:
        case Leader():
            return "leader"
        case Candidate():
            return "candidate"
        case Follower():
            return "follower" if is_voter else "observer"
        case Prospective():
            return "prospective"
        case Unattached():
            return "unattached"
        case Resigned():
            return "resigned"

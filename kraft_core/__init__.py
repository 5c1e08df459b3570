"""A KRaft replica and everything around it.

What embedding a quorum needs is imported from here; a name is loaded when it is first used:

    from kraft_core import Membership, OwnQuorum, RaftNode, StateMachine

Public besides that: `kraft_core.client` (clients of a running quorum), `kraft_core.metadata` (the
state of a cluster out of its metadata records), and `kraft_core.raft.consensus.core` for a driver
of your own. Semantic versioning covers these names. Everything else is private and may change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_wire.exports import lazy_exports

if TYPE_CHECKING:
    from kraft_core.config.errors import (
        AppendError,
        AppendRejectedError,
        AppendUnknownError,
        ConfigurationError,
        ListenError,
        MembershipError,
        NodeEndedError,
        NodeError,
        NodeUsedError,
    )
    from kraft_core.node.configuration import NodeConfiguration
    from kraft_core.node.node import RaftNode
    from kraft_core.node.own_quorum import Membership, OwnQuorum, write_snapshot
    from kraft_core.node.service import ServedRequest, Service
    from kraft_core.raft.consensus.effects import Note, NoteKind
    from kraft_core.raft.consensus.values import Endpoint, ReplicaKey, SnapshotId
    from kraft_core.raft.replica.appends import AppendOutcome, AppendTicket
    from kraft_core.raft.replica.state_machine import StateMachine

_MODULES = {
    "AppendError": "kraft_core.config.errors",
    "AppendOutcome": "kraft_core.raft.replica.appends",
    "AppendRejectedError": "kraft_core.config.errors",
    "AppendTicket": "kraft_core.raft.replica.appends",
    "AppendUnknownError": "kraft_core.config.errors",
    "ConfigurationError": "kraft_core.config.errors",
    "Endpoint": "kraft_core.raft.consensus.values",
    "ListenError": "kraft_core.config.errors",
    "Membership": "kraft_core.node.own_quorum",
    "MembershipError": "kraft_core.config.errors",
    "NodeConfiguration": "kraft_core.node.configuration",
    "NodeEndedError": "kraft_core.config.errors",
    "NodeError": "kraft_core.config.errors",
    "NodeUsedError": "kraft_core.config.errors",
    "Note": "kraft_core.raft.consensus.effects",
    "NoteKind": "kraft_core.raft.consensus.effects",
    "OwnQuorum": "kraft_core.node.own_quorum",
    "RaftNode": "kraft_core.node.node",
    "ReplicaKey": "kraft_core.raft.consensus.values",
    "ServedRequest": "kraft_core.node.service",
    "Service": "kraft_core.node.service",
    "SnapshotId": "kraft_core.raft.consensus.values",
    "StateMachine": "kraft_core.raft.replica.state_machine",
    "write_snapshot": "kraft_core.node.own_quorum",
}

__all__ = [
    "AppendError",
    "AppendOutcome",
    "AppendRejectedError",
    "AppendTicket",
    "AppendUnknownError",
    "ConfigurationError",
    "Endpoint",
    "ListenError",
    "Membership",
    "MembershipError",
    "NodeConfiguration",
    "NodeEndedError",
    "NodeError",
    "NodeUsedError",
    "Note",
    "NoteKind",
    "OwnQuorum",
    "RaftNode",
    "ReplicaKey",
    "ServedRequest",
    "Service",
    "SnapshotId",
    "StateMachine",
    "write_snapshot",
]


if not TYPE_CHECKING:  # a type checker would take any name for one of these
    __getattr__ = lazy_exports(__name__, _MODULES)

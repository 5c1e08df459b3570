from kraft_core.config.errors import (
    AppendError as AppendError,
    AppendRejectedError as AppendRejectedError,
    AppendUnknownError as AppendUnknownError,
    ConfigurationError as ConfigurationError,
    ListenError as ListenError,
    MembershipError as MembershipError,
    NodeEndedError as NodeEndedError,
    NodeError as NodeError,
    NodeUsedError as NodeUsedError,
)
from kraft_core.node.configuration import (
    NodeConfiguration as NodeConfiguration,
)
from kraft_core.node.node import (
    RaftNode as RaftNode,
)
from kraft_core.node.own_quorum import (
    Membership as Membership,
    OwnQuorum as OwnQuorum,
    write_snapshot as write_snapshot,
)
from kraft_core.node.service import (
    ServedRequest as ServedRequest,
    Service as Service,
)
from kraft_core.raft.consensus.effects import (
    Note as Note,
    NoteKind as NoteKind,
)
from kraft_core.raft.consensus.values import (
    Endpoint as Endpoint,
    ReplicaKey as ReplicaKey,
    SnapshotId as SnapshotId,
)
from kraft_core.raft.replica.appends import (
    AppendOutcome as AppendOutcome,
    AppendTicket as AppendTicket,
)
from kraft_core.raft.replica.state_machine import (
    StateMachine as StateMachine,
)

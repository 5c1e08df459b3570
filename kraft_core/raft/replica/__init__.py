"""The replica: performs the effects of the consensus core on ports.

Rule: no asyncio, time, socket, storage, node or simulation is imported here, so that the same code
runs in a node and in virtual time. `docs/replica.md` describes how the parts work together.

| Question | Module |
|---|---|
| What does a driver have to provide, and in which order does it call the ports? | `ports` |
| What does an embedder have to provide? | `state_machine` |
| What happens in a turn? | `replica` |
| Which port does an effect call? | `performing` |
| How does an append end? | `appends` |
| When does the state machine see a record, a snapshot or a leader? | `applying` |
| Who writes a snapshot, and who reads it back? | `snapshots` |
| Who answers a Fetch or a FetchSnapshot from disk? | `answers` |
| Which bytes does a leader write, and which does a follower accept? | `batches` |
| How does a request of consensus become a message on the wire? | `rpc_mapping` |
| Limits and thresholds | `config` |
"""

from __future__ import annotations

from kraft_core.raft.replica.appends import AppendOutcome, AppendTicket
from kraft_core.raft.replica.config import ReplicaConfig
from kraft_core.raft.replica.ports import Ports
from kraft_core.raft.replica.replica import Replica, ReplicaFailedError
from kraft_core.raft.replica.state_machine import StateMachine

__all__ = [
    "AppendOutcome",
    "AppendTicket",
    "Ports",
    "Replica",
    "ReplicaConfig",
    "ReplicaFailedError",
    "StateMachine",
]

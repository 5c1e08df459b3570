"""The replica: performs what the consensus core decides, against ports.

Rule: no asyncio, time, socket, storage, node or simulation is imported here, so that the same code
runs in a node and in virtual time. Reading order: `ports` (what a driver has to bring),
`state_machine` (what an embedder has to bring), `replica`. Beneath it `performing` (effect by
effect) with its `parts`: `accumulator`, `data_batches` and `appends` (from records to tickets),
`answers`, `applying`, `leadership`, `snapshot_production`, `snapshot_writing`, `snapshot_loading`,
`log_progress`. `follower_records` asks whether fetched bytes are what they should be. `rpc_mapping`
and its parts are the only translation between `kraft_core.consensus.rpc` and messages on the wire.
`docs/replica.md` tells the whole story.
"""

from __future__ import annotations

from kraft_core.replica.appends import AppendOutcome, AppendTicket
from kraft_core.replica.config import ReplicaConfig
from kraft_core.replica.ports import Ports
from kraft_core.replica.replica import Replica, ReplicaFailedError
from kraft_core.replica.state_machine import StateMachine

__all__ = [
    "AppendOutcome",
    "AppendTicket",
    "Ports",
    "Replica",
    "ReplicaConfig",
    "ReplicaFailedError",
    "StateMachine",
]

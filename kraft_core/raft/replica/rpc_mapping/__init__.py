"""The only translation between `kraft_core.raft.consensus.rpc` and messages on the wire.

`messages` chooses by kind and knows which versions can carry a request. Below it is one module for
each family of APIs: `election` (Vote, BeginQuorumEpoch, EndQuorumEpoch), `fetch` (Fetch,
FetchSnapshot) and `voters` (changes of the voter set, DescribeQuorum, the probe by ApiVersions).
`partition` has what all messages share. Each function names its fields: a message nests them by
topic and partition, versions differ, and types are checked this way. Record bytes pass unopened,
but those of a Fetch answer to this replica are checked on the way in.
"""

from __future__ import annotations

from kraft_core.raft.replica.rpc_mapping.messages import (
    ANSWERED_API_KEYS,
    WireRequest,
    request_from_wire,
    request_to_wire,
    response_from_wire,
    response_to_wire,
    wire_request,
)
from kraft_core.raft.replica.rpc_mapping.voters import kraft_range

__all__ = [
    "ANSWERED_API_KEYS",
    "WireRequest",
    "kraft_range",
    "request_from_wire",
    "request_to_wire",
    "response_from_wire",
    "response_to_wire",
    "wire_request",
]

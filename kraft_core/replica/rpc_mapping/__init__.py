"""The only translation between `kraft_core.consensus.rpc` and messages on the wire.

`requests` and `responses` choose by kind; beneath them stands one module for each family of RPCs,
which knows what its versions can carry, and `partition`, which knows what all of them share. Record
bytes pass unopened, but those of a Fetch answer to us are checked on the way in.
"""

from __future__ import annotations

from kraft_core.replica.rpc_mapping.feature_probe import kraft_range
from kraft_core.replica.rpc_mapping.requests import (
    ANSWERED_API_KEYS,
    WireRequest,
    request_from_wire,
    request_to_wire,
    wire_request,
)
from kraft_core.replica.rpc_mapping.responses import response_from_wire, response_to_wire

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

"""What mypy must find: each line that ends with a comment of an error's code. Never run."""

# ruff: noqa: B018, F401

from __future__ import annotations

import kraft_wire
from kraft_core import client
from kraft_core.client import AsyncClients  # error: attr-defined
from kraft_wire import generated, messages, records
from kraft_wire.connection import ClientConnection
from kraft_wire.generated import VoteReqest  # error: attr-defined
from kraft_wire.messages import (
    FetchRequest,
    FetchResponse,
    VoteRequest,
    VoteResponse,
)
from kraft_wire.messages import VoteReqest as Vote  # error: attr-defined
from kraft_wire.primitives import Uuid
from kraft_wire.records import RecordBatchBilder  # error: attr-defined

messages.VoteReqest  # error: attr-defined
kraft_wire.Mesage  # error: attr-defined
generated.VoteReqest  # error: attr-defined
records.Recrod  # error: attr-defined
client.Setings  # error: attr-defined

VoteRequest(voter=1)  # error: call-arg
VoteRequest("cluster")  # error: call-arg
VoteRequest(voter_id="1")  # error: arg-type
VoteRequest(topics=[VoteRequest.PartitionData()])  # error: list-item
VoteRequest.TopicDatum()  # error: attr-defined
VoteRequest().voters  # error: attr-defined
VoteRequest().voter_id = 1  # error: misc
FetchRequest().replica_state.replica_id = 1  # error: misc
VoteRequest().replace(voter=1)  # error: call-arg
VoteRequest().replace(None)  # error: call-arg
VoteRequest().replace(voter_id=None)  # error: arg-type
VoteRequest().replace(topics=[VoteRequest.PartitionData()])  # error: list-item
FetchRequest().replica_state.replace(topics=())  # error: call-arg
VoteRequest().as_dict("json")  # error: call-arg
ClientConnection().send(VoteResponse())  # error: arg-type
sent = ClientConnection().send(VoteRequest())
fetched: FetchResponse | None = sent.response(None)  # error: assignment
wrong_response: FetchResponse = VoteRequest().response_class()()  # error: assignment
VoteRequest.decode(7, 2)  # error: arg-type
VoteRequest.decode("text", 2)  # error: arg-type
VoteRequest().encode()  # error: call-arg
VoteRequest().encode("2")  # error: arg-type
Uuid()  # error: call-arg
Uuid(16)  # error: arg-type
Uuid("text")  # error: arg-type

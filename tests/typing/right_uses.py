"""What people write: mypy finds nothing wrong with it. Never run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_type

import kraft_wire
from kraft_core import client
from kraft_core.client import AsyncClient, Client, Position, parse_endpoints
from kraft_wire import Limits, messages, records
from kraft_wire.connection import ClientConnection, ResponseReceived, Sent
from kraft_wire.generated import FetchRequest
from kraft_wire.messages import (
    VoteRequest,
    VoteResponse,
    kafka_messages,
    message_class,
    request_class,
)
from kraft_wire.primitives import Uuid
from kraft_wire.records import Compression, RecordBatchBuilder, iter_batches

if TYPE_CHECKING:
    from kraft_wire.message import Message, Request

topic = VoteRequest.TopicData(topic_name="a", partitions=[VoteRequest.PartitionData()])
request = VoteRequest(cluster_id=None, topics=(topic for _ in range(2)))
assert_type(request.topics, tuple[VoteRequest.TopicData, ...])
assert_type(request.cluster_id, str | None)
assert_type(topic.partitions[0].replica_directory_id, Uuid)
assert_type(VoteResponse.decode(b"", 0), VoteResponse)
assert_type(VoteResponse.decode_prefix(b"", 0), tuple[VoteResponse, int])
assert_type(request.encode(2), bytes)
assert_type(messages.FetchRequest(), FetchRequest)
assert_type(FetchRequest().replica_state, FetchRequest.ReplicaState)
assert_type(Uuid(bytes(16)), Uuid)
assert_type(Uuid.parse("J8aAPcfLQt2bqs1JT_rMgQ"), Uuid)


class OwnVote(VoteRequest):
    """A message with a method of its own."""

    __slots__ = ()

    def is_pre_vote(self) -> bool:
        """Whether every partition asks for a pre-vote."""
        return all(partition.pre_vote for topic in self.topics for partition in topic.partitions)


assert_type(OwnVote.decode(b"", 2), OwnVote)
connection = ClientConnection()
sent = connection.send(request)
assert_type(sent, Sent[VoteResponse])
for event in connection.receive(b"") + connection.receive(memoryview(b"")):
    if (response := sent.response(event)) is not None:
        assert_type(response.topics, tuple[VoteResponse.TopicData, ...])
    if isinstance(event, ResponseReceived):
        assert_type(event.api_key, int)
assert_type(connection.send(OwnVote()), Sent[VoteResponse])
assert_type(connection.send(request_class(52)()).response(None), Any | None)
assert_type(VoteRequest.response_class(), type[VoteResponse])
any_request: Request[Message] = request


def answer(client_of_a_quorum: Client) -> None:
    """A client's call has the type of the response, too."""
    assert_type(client_of_a_quorum.call(request), VoteResponse)


assert_type(kafka_messages().entries["VoteRequest"].lowest, int)

match request:
    case VoteRequest(voter_id=voter_id):
        assert_type(voter_id, int)
    case VoteRequest(cluster_id, _, topics):
        assert_type(cluster_id, str | None)
        assert_type(topics, tuple[VoteRequest.TopicData, ...])

assert_type(request.replace(voter_id=1, topics=[topic]), VoteRequest)
assert_type(request.__replace__(voter_id=1), VoteRequest)
assert_type(topic.partitions[0].replace(last_offset=1), VoteRequest.PartitionData)
assert_type(FetchRequest().replica_state.replace(replica_id=1), FetchRequest.ReplicaState)
assert_type(OwnVote().replace(cluster_id=None), OwnVote)
assert_type(request.as_dict(), dict[str, Any])

assert_type(kraft_wire.Limits(), Limits)
assert_type(kraft_wire.__version__, str)

used = (
    client.Settings,
    records.Record,
    AsyncClient,
    Position,
    parse_endpoints,
    message_class,
    request_class,
    Compression.GZIP,
    RecordBatchBuilder,
    iter_batches,
)

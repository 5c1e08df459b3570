"""One pretended node behind a real socket: a controller that leads, or a broker, with a script."""

from __future__ import annotations

import contextlib
import random
import socketserver
import threading

from kraft_core.client import Settings
from kraft_core.client.metadata_log import TOPIC
from kraft_core.client.settings import Endpoint
from kraft_wire.connection import RequestReceived, ServerConnection
from kraft_wire.messages import (
    ApiVersionsRequest,
    ApiVersionsResponse,
    DescribeClusterRequest,
    DescribeClusterResponse,
    DescribeQuorumRequest,
    DescribeQuorumResponse,
    FetchRequest,
)
from kraft_wire.primitives import Uuid
from tests.client.fake_quorum import Node, fetched
from tests.support.waiting import TIMEOUT_S

HASTY = Settings(api_timeout_s=0.3, backoff_min_s=0.01, random=random.Random(1))
"""For what fails in each attempt; one attempt is always made."""

PATIENT = Settings(api_timeout_s=TIMEOUT_S, backoff_min_s=0.01, random=random.Random(1))
"""For what succeeds in a later attempt."""

DIRECTORY = Uuid(bytes(range(16)))
CLUSTER_ID = "AAAAAAAAAAAAAAAAAAAAAg"
FORWARDED = {18: (0, 4), 55: (0, 2), 57: (0, 2), 60: (0, 2), 64: (0, 0), 80: (0, 1), 81: (0, 0)}
CONTROLLER = FORWARDED | {1: (4, 18), 52: (0, 2)}
FEATURES = {"metadata.version": (7, 30, 30), "kraft.version": (0, 1, 1), "new.feature": (0, 3, 0)}


def voter(node_id, log_end_offset, *times, directory_id=DIRECTORY):
    fetch, caught_up = times or (-1, -1)
    return DescribeQuorumResponse.ReplicaState(
        replica_id=node_id,
        replica_directory_id=directory_id,
        log_end_offset=log_end_offset,
        last_fetch_timestamp=fetch,
        last_caught_up_timestamp=caught_up,
    )


def described(voters, observers=(), *, leader_id=1, error_code=0, text=None):
    """A DescribeQuorum response; only node 1 has an address."""
    partition = DescribeQuorumResponse.PartitionData(
        error_code=error_code,
        error_message=text,
        leader_id=leader_id,
        leader_epoch=7,
        high_watermark=41,
        current_voters=voters,
        observers=observers,
    )
    listener = DescribeQuorumResponse.Listener(name="CONTROLLER", host="::1", port=9093)
    return DescribeQuorumResponse(
        topics=[DescribeQuorumResponse.TopicData(topic_name=TOPIC, partitions=[partition])],
        nodes=[DescribeQuorumResponse.Node(node_id=1, listeners=[listener])],
    )


def versions(served):
    return ApiVersionsResponse(
        api_keys=[
            ApiVersionsResponse.ApiVersion(api_key=key, min_version=low, max_version=high)
            for key, (low, high) in served.items()
        ],
        supported_features=[
            ApiVersionsResponse.SupportedFeatureKey(name=name, min_version=low, max_version=high)
            for name, (low, high, _) in FEATURES.items()
        ],
        finalized_features_epoch=12,
        finalized_features=[
            ApiVersionsResponse.FinalizedFeatureKey(
                name=name, min_version_level=level, max_version_level=level
            )
            for name, (_, _, level) in FEATURES.items()
            if level
        ],
    )


class Pretended(socketserver.ThreadingTCPServer):
    """Answers by the class of a request: with one response, or in turn with each of a list."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, served, answers):
        super().__init__(("127.0.0.1", 0), _Connection)
        self.endpoint = Endpoint(*self.server_address)
        self.address = str(self.endpoint)
        self.served = served
        self.requests = []
        self._node = Node(1, self.endpoint, leader_id=1)
        self._node.commit(0)
        broker = DescribeClusterResponse.DescribeClusterBroker(
            broker_id=1, host=self.endpoint.host, port=self.endpoint.port
        )
        self._answers = {
            ApiVersionsRequest: versions(served),
            DescribeQuorumRequest: described([voter(1, 42)]),
            DescribeClusterRequest: DescribeClusterResponse(
                cluster_id=CLUSTER_ID, controller_id=1, brokers=[broker]
            ),
        } | answers

    def asked(self, kind):
        """The requests of a class, in order."""
        return [each for each in self.requests if isinstance(each, kind)]

    def lose_leader(self):
        """Know no leader from now on."""
        self._node.leader_id = -1

    def respond(self, event):
        """Answer a request; None closes the connection."""
        self.requests.append(event.message)
        if isinstance(event.message, FetchRequest):
            return fetched(self._node, event)
        found = self._answers[type(event.message)]
        return found.pop(0) if isinstance(found, list) else found


class _Connection(socketserver.BaseRequestHandler):
    def handle(self):
        connection = ServerConnection(self.server.served)
        with contextlib.suppress(OSError):
            while chunk := self.request.recv(65536):
                for event in connection.receive(chunk):
                    assert isinstance(event, RequestReceived), event
                    response = self.server.respond(event)
                    if response is None:
                        return
                    connection.reply(event, response)
                self.request.sendall(connection.data_to_send())


@contextlib.contextmanager
def node(answers=None, *, served=CONTROLLER):
    """A node that listens; with FORWARDED in `served` it is a broker."""
    with Pretended(served, answers or {}) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()

"""A quorum of pretended controllers and a network with a clock of its own, all in memory.

The controllers answer as kraft's notes on Kafka say: Fetch is checked, parked and answered with
divergence or a snapshot. A script of things to happen is kept by time. The driver performs the
client's steps against them: no socket, no waiting.
"""

from __future__ import annotations

import heapq
import itertools
from dataclasses import dataclass, field

from kraft_core.client.errors import ConnectionLostError
from kraft_core.client.metadata_log import TOPIC, TOPIC_ID
from kraft_core.client.settings import Endpoint
from kraft_core.client.steps import (
    AskTime,
    Connect,
    Deliver,
    Disconnect,
    Enter,
    Leave,
    Receive,
    Send,
    Sleep,
)
from kraft_wire.connection import RequestReceived, ServerConnection
from kraft_wire.messages import (
    ApiVersionsRequest,
    ApiVersionsResponse,
    DescribeClusterRequest,
    DescribeClusterResponse,
    DescribeQuorumRequest,
    DescribeQuorumResponse,
    FetchRequest,
    FetchResponse,
    FetchSnapshotRequest,
    FetchSnapshotResponse,
)

SERVED = {1: (4, 18), 18: (0, 5), 52: (0, 2), 55: (0, 2), 59: (0, 1), 60: (0, 2)}
SERVED_BY_3_9 = {1: (0, 17), 18: (0, 4), 52: (0, 1), 55: (0, 2), 59: (0, 1)}


@dataclass
class StoredBatch:
    base_offset: int
    epoch: int
    data: bytes

    @property
    def end_offset(self):
        return self.base_offset + int.from_bytes(self.data[23:27], "big") + 1


@dataclass
class Parked:
    request: RequestReceived
    until_s: float
    seen_end: int
    seen_high_watermark: int


@dataclass
class Node:
    """A pretended controller; `epoch`, `leader_id` and `high_watermark` are what it believes."""

    node_id: int
    endpoint: Endpoint
    served: dict = field(default_factory=lambda: dict(SERVED))
    cluster_id: str = "cluster"
    is_up: bool = True
    is_silent: bool = False
    epoch: int = 1
    leader_id: int = -1
    high_watermark: int = -1
    log: list = field(default_factory=list)
    log_start: int = 0
    snapshots: list = field(default_factory=list)
    requests: list = field(default_factory=list)
    mangle: object = None
    before_answer: object = None

    @property
    def leads(self):
        return self.leader_id == self.node_id

    @property
    def end_offset(self):
        return self.log[-1].end_offset if self.log else self.log_start

    def append(self, data):
        epoch = int.from_bytes(data[12:16], "big")
        self.log.append(StoredBatch(int.from_bytes(data[:8], "big"), epoch, data))

    def commit(self, offset=None):
        self.high_watermark = self.end_offset if offset is None else offset

    def clean(self, snapshot_id):
        """Drop the log below a snapshot."""
        self.log_start = snapshot_id[0]
        self.log = [each for each in self.log if each.base_offset >= self.log_start]


class World:
    """The nodes, the clock and the script."""

    def __init__(self, count=3):
        self.nodes = [Node(i, Endpoint(f"c{i}", 9093)) for i in range(1, count + 1)]
        self.now_s = 0.0
        self._script = []
        self._order = itertools.count()
        self._connection = None
        self._node = None
        self._parked = None
        self.connects = []

    @property
    def bootstrap(self):
        return [node.endpoint for node in self.nodes]

    def at(self, time_s, action):
        """Let something happen at a time."""
        heapq.heappush(self._script, (time_s, next(self._order), action))

    def elect(self, node_id, epoch, believers=None):
        """Make a node leader; all that are up, or those named, learn it."""
        for node in self.nodes:
            if (believers is None and node.is_up) or node.node_id in (believers or ()):
                node.epoch, node.leader_id = epoch, node_id
                node.high_watermark = node.high_watermark if node.node_id == node_id else -1
        return self.node(node_id)

    def node(self, node_id):
        return self.nodes[max(node_id, 1) - 1]

    def stop(self, node_id):
        self.node(node_id).is_up = False

    def run(self, operation):
        """Drive an operation to its end; return its result."""
        items = self.items(operation)
        while True:
            try:
                next(items)
            except StopIteration as end:
                return end.value

    def items(self, operation):
        """Drive an operation, yielding what it delivers; its result is the generator's."""
        result = failure = None
        try:
            while True:
                step = operation.throw(failure) if failure else operation.send(result)
                result = failure = None
                if isinstance(step, Deliver):
                    yield step.item
                    continue
                try:
                    result = self._perform(step)
                except ConnectionLostError as error:
                    self._connection = None
                    failure = error
        except StopIteration as end:
            return end.value

    def _perform(self, step):
        match step:
            case Connect():
                self._connect(step)
                return len(self.connects)
            case Send():
                self._check_number(step)
                self._send(step.data)
            case Receive():
                self._check_number(step)
                return self._receive(step.timeout_s)
            case Disconnect():
                self._connection = None
            case Enter() | Leave():
                pass
            case Sleep():
                assert step.seconds >= 0
                self._pass_time(self.now_s + step.seconds)
            case AskTime():
                return self.now_s
        return None

    def _connect(self, step):
        self._pass_time(self.now_s + 0.001)
        self.connects.append(step.endpoint)
        self._connection = self._parked = None
        found = [node for node in self.nodes if node.endpoint == step.endpoint and node.is_up]
        if not found:
            raise ConnectionLostError(f"connection refused by {step.endpoint}")
        self._node = found[0]
        self._connection = ServerConnection(self._node.served)

    def _check_number(self, step):
        if step.connection != len(self.connects):
            raise ConnectionLostError("there is no connection")

    def _send(self, data):
        self._check_alive()
        for event in self._connection.receive(data):
            assert isinstance(event, RequestReceived), event
            self._node.requests.append(event.message)
            if self._node.is_silent:
                continue
            response = answer(self, self._node, event)
            if isinstance(response, Parked):
                self._parked = response
            else:
                self._reply(event, response)

    def _reply(self, request, response):
        if self._node.mangle is not None:
            response = self._node.mangle(response)
        self._connection.reply(request, response)

    def _receive(self, timeout_s):
        deadline_s = self.now_s + timeout_s
        while True:
            self._check_alive()
            if data := self._connection.data_to_send():
                self._pass_time(self.now_s + 0.001)
                return data
            parked = self._parked
            if parked is not None and is_ripe(self, self._node, parked):
                self._parked = None
                self._reply(parked.request, fetched(self._node, parked.request))
                continue
            if self.now_s >= deadline_s:
                raise ConnectionLostError(f"{self._node.endpoint} did not answer in time")
            wake_s = min(deadline_s, parked.until_s if parked else deadline_s)
            self._pass_time(wake_s, only_next=True)

    def _check_alive(self):
        if self._connection is None or not self._node.is_up:
            raise ConnectionLostError("the connection is gone")

    def _pass_time(self, until_s, *, only_next=False):
        while self._script and self._script[0][0] <= until_s:
            time_s, _, action = heapq.heappop(self._script)
            self.now_s = max(self.now_s, time_s)
            action()
            if only_next:
                return
        self.now_s = max(self.now_s, until_s)


def answer(world, node, event):
    """What a node says to a request."""
    match event.message:
        case ApiVersionsRequest():
            ranges = tuple(
                ApiVersionsResponse.ApiVersion(api_key=key, min_version=low, max_version=high)
                for key, (low, high) in node.served.items()
            )
            return ApiVersionsResponse(api_keys=ranges)
        case FetchRequest():
            return fetched_or_parked(world, node, event)
        case FetchSnapshotRequest():
            return snapshot_piece(node, event.message)
        case DescribeQuorumRequest():
            return description(world, node)
        case DescribeClusterRequest():
            return DescribeClusterResponse(
                endpoint_type=2, cluster_id=node.cluster_id, controller_id=node.leader_id
            )


def fetched_or_parked(world, node, event):
    response = fetched(node, event)
    partition = response.responses[0].partitions[0] if response.responses else None
    wait_s = event.message.max_wait_ms / 1000
    if partition is None or partition.error_code or partition.records or not wait_s:
        return response
    if partition.diverging_epoch.epoch >= 0 or partition.snapshot_id.epoch >= 0:
        return response
    asked = event.message.topics[0].partitions[0]
    if asked.high_watermark < node.high_watermark:  # 2^63-1 in old versions
        return response
    return Parked(event, world.now_s + wait_s, node.end_offset, node.high_watermark)


def is_ripe(world, node, parked):
    wakes = node.high_watermark != parked.seen_high_watermark and node.served[1][1] >= 18
    return (
        world.now_s >= parked.until_s
        or node.end_offset != parked.seen_end
        or wakes
        or not node.leads
    )


def fetched(node, event):
    request = event.message
    if request.cluster_id not in (None, node.cluster_id):
        return FetchResponse(error_code=104)
    assert request.replica_state.replica_id == request.replica_id == -1
    assert request.topics[0].topic_id == TOPIC_ID
    asked = request.topics[0].partitions[0]
    error = fetch_error(node, asked)
    if error:
        return fetch_response(node, event.api_version, error_code=error, high_watermark=-1)
    found = validated(node, asked.fetch_offset, asked.last_fetched_epoch, asked, request)
    return fetch_response(node, event.api_version, high_watermark=node.high_watermark, **found)


def fetch_error(node, asked):
    if asked.fetch_offset < 0 or not 0 <= asked.last_fetched_epoch <= asked.current_leader_epoch:
        return 42
    if asked.current_leader_epoch != node.epoch:
        return 74 if asked.current_leader_epoch < node.epoch else 75
    return 0 if node.leads else 6


def validated(node, offset, epoch, asked, request):
    newest = node.snapshots[-1][0] if node.snapshots else None
    oldest = node.snapshots[0][0] if node.snapshots else None
    as_snapshot = newest and {
        "snapshot_id": FetchResponse.SnapshotId(end_offset=newest[0], epoch=newest[1])
    }
    if newest and offset == 0:
        return as_snapshot
    if offset != 0 or node.log_start:
        if newest and (
            offset < node.log_start
            or (offset == node.log_start and epoch != oldest[1])
            or epoch < oldest[1]
        ):
            return as_snapshot
        end_epoch, end = end_of_epoch(node, epoch)
        if end_epoch != epoch or end < offset:
            found = FetchResponse.EpochEndOffset(epoch=end_epoch, end_offset=end)
            return {"diverging_epoch": found}
    taken = b""
    for stored in node.log:
        if stored.end_offset > offset and (not taken or len(taken) < request.max_bytes):
            taken += stored.data
    return {"records": taken}


def end_of_epoch(node, epoch):
    """The largest epoch of the node's up to this one, and where it ends."""
    found, end = (node.snapshots[0][0][1], node.log_start) if node.snapshots else (0, 0)
    for stored in node.log:
        if stored.epoch <= epoch:
            found, end = stored.epoch, stored.end_offset
    return (epoch, node.end_offset) if epoch == node.epoch else (found, end)


def fetch_response(node, version, **fields):
    leader = FetchResponse.LeaderIdAndEpoch(leader_id=node.leader_id, leader_epoch=node.epoch)
    partition = FetchResponse.PartitionData(
        current_leader=leader, log_start_offset=node.log_start, **{"records": b"", **fields}
    )
    topic = FetchResponse.FetchableTopicResponse(topic_id=TOPIC_ID, partitions=(partition,))
    endpoints = ()
    if node.leader_id > 0 and version >= 17:
        host, port = node.endpoint if node.leads else (f"c{node.leader_id}", 9093)
        endpoints = (FetchResponse.NodeEndpoint(node_id=node.leader_id, host=host, port=port),)
    return FetchResponse(responses=(topic,), node_endpoints=endpoints)


def snapshot_piece(node, request):
    asked = request.topics[0].partitions[0]
    wanted = (asked.snapshot_id.end_offset, asked.snapshot_id.epoch)
    data = dict(node.snapshots).get(wanted)
    if data is None or not node.leads or asked.current_leader_epoch != node.epoch:
        return FetchSnapshotResponse(error_code=-1)
    if not 0 <= asked.position < len(data):
        return FetchSnapshotResponse(error_code=-1)
    partition = FetchSnapshotResponse.PartitionSnapshot(
        snapshot_id=FetchSnapshotResponse.SnapshotId(end_offset=wanted[0], epoch=wanted[1]),
        size=len(data),
        position=asked.position,
        unaligned_records=data[asked.position : asked.position + request.max_bytes],
    )
    topic = FetchSnapshotResponse.TopicSnapshot(name=TOPIC, partitions=(partition,))
    return FetchSnapshotResponse(topics=(topic,))


def description(world, node):
    partition = DescribeQuorumResponse.PartitionData(error_code=0 if node.leads else 6)
    topic = DescribeQuorumResponse.TopicData(topic_name=TOPIC, partitions=(partition,))
    if not node.leads:
        return DescribeQuorumResponse(topics=(topic,))
    nodes = tuple(
        DescribeQuorumResponse.Node(
            node_id=each.node_id,
            listeners=(
                DescribeQuorumResponse.Listener(
                    name="CONTROLLER", host=each.endpoint.host, port=each.endpoint.port
                ),
                DescribeQuorumResponse.Listener(name="OTHER", host=each.endpoint.host, port=9999),
            ),
        )
        for each in world.nodes
    )
    return DescribeQuorumResponse(topics=(topic,), nodes=nodes)

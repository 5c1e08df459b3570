"""A blocking client of one mock broker, and record batches for it."""

from __future__ import annotations

import socket
import threading
from typing import TYPE_CHECKING, Any, Self

from kraft_wire.connection import ClientConnection, ConnectionFault, ResponseReceived, own_versions
from kraft_wire.messages import FetchRequest, MetadataRequest, ProduceRequest
from kraft_wire.primitives import ZERO_UUID
from kraft_wire.records import RecordBatchBuilder
from kraft_wire.sasl import authentication

if TYPE_CHECKING:
    import ssl

    from kraft_core.testing import KafkaProxy, MockCluster

TIMEOUT_S = 30


class EndedError(Exception):
    """The broker closed the connection; `rest` is how much came of a response."""

    def __init__(self, rest: int) -> None:
        super().__init__(rest)
        self.rest = rest


class Asking:
    """One connection to the broker of a node id."""

    def __init__(
        self,
        mock: MockCluster | KafkaProxy,
        node_id: int = 1,
        client_id: str = "test",
        *,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        address = mock.bootstrap_servers.split(",")[node_id - 1]
        host, _, port = address.rpartition(":")
        self._socket = socket.create_connection((host, int(port)), TIMEOUT_S)
        if tls is not None:
            plain = self._socket
            try:
                self._socket = tls.wrap_socket(plain, server_hostname=host)
            finally:
                plain.close()  # detached, unless the handshake failed
        self._wire = ClientConnection(client_id=client_id, versions=own_versions())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def send(self, request: Any, version: int | None = None) -> Any:
        sent = self._wire.send(request, version)
        self._socket.sendall(self._wire.data_to_send())
        return sent

    def ask(self, request: Any, version: int | None = None) -> Any:
        self.send(request, version)
        return self.answer()

    def log_in(self, mechanism: str, tokens: Any) -> int:
        """Authenticate; return the milliseconds that the session lasts, or raise SaslError."""
        steps, response = authentication(mechanism, tokens, own_versions()), None
        try:
            while True:
                response = self.ask(*steps.send(response))
        except StopIteration as done:
            return done.value

    def answer(self) -> Any:
        return self.answers(1)[0]

    def answers(self, count: int) -> list[Any]:
        """Read at least so many responses."""
        size, found = 0, []
        while len(found) < count:
            try:
                data = self._socket.recv(65_536)
            except ConnectionResetError:
                raise EndedError(-1) from None
            if not data:
                raise EndedError(size)
            size += len(data)
            for event in self._wire.receive(data):
                assert not isinstance(event, ConnectionFault), event
                if isinstance(event, ResponseReceived):
                    found.append(event.message)
        return found


class Later:
    """A request in a thread, whose answer is awaited later."""

    def __init__(self, asking: Asking, request: Any, version: int | None = None) -> None:
        self._found: list[Any] = []
        self._thread = threading.Thread(
            target=lambda: self._found.append(asking.ask(request, version)), daemon=True
        )
        self._thread.start()

    def result(self) -> Any:
        self._thread.join(TIMEOUT_S)
        [found] = self._found
        return found


def batch(*values: bytes, timestamp: int = 1000, **producer: int) -> bytes:
    builder = RecordBatchBuilder(**producer)
    for place, value in enumerate(values):
        builder.append(timestamp + place, None, value)
    return builder.build()


def produce(topic: str, partition: int, records: bytes, acks: int = -1) -> ProduceRequest:
    return produce_all({(topic, partition): records}, acks)


def produce_all(records: dict[tuple[str, int], bytes], acks: int = -1) -> ProduceRequest:
    data = ProduceRequest.PartitionProduceData
    return ProduceRequest(
        acks=acks,
        timeout_ms=1000,
        topic_data=[
            ProduceRequest.TopicProduceData(
                name=topic, partition_data=[data(index=partition, records=given)]
            )
            for (topic, partition), given in records.items()
        ],
    )


def produced(response: Any) -> list[tuple[str, int, int, int]]:
    """Topic, partition, error and offset of each entry."""
    return [
        (topic.name, each.index, each.error_code, each.base_offset)
        for topic in response.responses
        for each in topic.partition_responses
    ]


def fetch(topic: str, offsets: dict[int, int], **more: Any) -> FetchRequest:
    part = FetchRequest.FetchPartition
    partitions = [
        part(partition=index, fetch_offset=offset, partition_max_bytes=1 << 20)
        for index, offset in offsets.items()
    ]
    topics = [FetchRequest.FetchTopic(topic=topic, topic_id=ZERO_UUID, partitions=partitions)]
    values = {"max_wait_ms": 0, "min_bytes": 1, "session_epoch": -1, **more}
    return FetchRequest(topics=topics if offsets else [], **values)


def fetched(response: Any) -> dict[int, tuple[int, int, bool]]:
    """Error, high watermark and if there are records, by partition."""
    return {
        each.partition_index: (each.error_code, each.high_watermark, bool(each.records))
        for topic in response.responses
        for each in topic.partitions
    }


def metadata(*topics: str, **more: Any) -> MetadataRequest:
    wanted = MetadataRequest.MetadataRequestTopic
    return MetadataRequest(topics=[wanted(name=each) for each in topics], **more)

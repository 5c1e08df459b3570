"""The largest requests that the limits of a node let through, and some just above them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kraft_core.node.service import SERVED
from kraft_wire.framing import frame
from kraft_wire.headers import encode_request
from kraft_wire.messages import (
    AlterPartitionRequest,
    ApiVersionsRequest,
    CreateTopicsRequest,
    DefaultPrincipalData,
    EnvelopeRequest,
    FetchRequest,
    IncrementalAlterConfigsRequest,
    request_class,
)
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    from collections.abc import Iterator


class Case(NamedTuple):
    """One request, and how many connections send it at the same time."""

    name: str
    data: bytes
    connections: int = 1


def topics(count: int) -> CreateTopicsRequest:
    """Topics with nothing but a name."""
    cls = CreateTopicsRequest
    topic = cls.CreatableTopic(name="t", num_partitions=1, replication_factor=1)
    return cls(topics=(topic,) * count)


def cases() -> Iterator[Case]:
    """The largest requests, lawful and not."""

    def whole(message, version: int) -> bytes:
        return frame(encode_request(message, version, 1, "turns"))

    yield Case("CreateTopics, 50,000 topics", whole(topics(50_000), 7))
    yield Case("CreateTopics, 1,000,000 topics", whole(topics(1_000_000), 7))
    yield Case("CreateTopics, 16 KiB, 20 connections", whole(topics(1_400), 7), 20)
    cls = IncrementalAlterConfigsRequest
    resource = cls.AlterConfigsResource(resource_type=2, resource_name="t")
    yield Case("IncrementalAlterConfigs, 50,000", whole(cls(resources=(resource,) * 50_000), 1))
    partition = AlterPartitionRequest.PartitionData(partition_index=1)
    data = AlterPartitionRequest.TopicData(partitions=(partition,) * 190_000)
    yield Case(
        "AlterPartition, 190,000 partitions", whole(AlterPartitionRequest(topics=(data,)), 3)
    )
    fetched = FetchRequest.FetchTopic(topic_id=Uuid(bytes(16)), partitions=())
    yield Case("Fetch, 64 KiB of topics", whole(FetchRequest(topics=(fetched,) * 3_400), 17))
    principal = b"\x00\x00" + DefaultPrincipalData(type="User", name="a").encode(0)
    inner = encode_request(topics(50_000), 7, 1, "turns")
    envelope = EnvelopeRequest(
        request_data=inner, request_principal=principal, client_host_address=bytes(4)
    )
    yield Case("Envelope of 50,000 topics", whole(envelope, 0))
    asking = ApiVersionsRequest(client_software_name="turns", client_software_version="1")
    yield Case("ApiVersions, 1,000 at once, 20 connections", whole(asking, 4) * 1_000, 20)
    for api_key, (_, version) in SERVED.items():
        name = request_class(api_key).__name__.removesuffix("Request")
        head = encode_request(request_class(18)(), 0, 1, "turns")[4:]
        start = api_key.to_bytes(2, "big") + version.to_bytes(2, "big") + head
        for fill in (b"\x00", b"\x01", b"\xff"):
            yield Case(f"{name}, {fill.hex()} repeated", frame(start + fill * ((64 << 10) - 100)))

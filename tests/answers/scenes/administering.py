"""What the active controller answers to requests that are no business of the quorum."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kraft_wire.headers import encode_request
from kraft_wire.messages import (
    BrokerHeartbeatRequest,
    BrokerRegistrationRequest,
    ControllerRegistrationRequest,
    DefaultPrincipalData,
    DescribeClusterRequest,
    EnvelopeRequest,
    UnregisterBrokerRequest,
)
from tests.answers import asking
from tests.answers.asking import OTHER_ID
from tests.answers.stage import Scene
from tests.answers.target import STANDALONE, Layout

if TYPE_CHECKING:
    from tests.answers.stage import Stage


async def cluster(stage: Stage) -> None:
    for version in (0, 1, 2):
        for kind in (1, 2, 0, 3, -1, 127) if version else (1,):
            for asked in (False, True):
                message = DescribeClusterRequest(
                    endpoint_type=kind, include_cluster_authorized_operations=asked
                )
                await stage.ask(f"DescribeCluster v{version} type {kind} {asked}", message, version)
    fenced = DescribeClusterRequest(endpoint_type=2, include_fenced_brokers=True)
    await stage.ask("DescribeCluster with fenced brokers", fenced, 2)


async def brokers(stage: Stage) -> None:
    cls = BrokerHeartbeatRequest
    for broker in (7, -1, 1):
        await stage.ask_all(
            f"BrokerHeartbeat {broker}", cls(broker_id=broker, broker_epoch=5), 0, 2
        )
    await stage.ask("UnregisterBroker 7", UnregisterBrokerRequest(broker_id=7), 0)
    await stage.ask("UnregisterBroker -1", UnregisterBrokerRequest(broker_id=-1), 0)
    await stage.ask("UnregisterBroker 1", UnregisterBrokerRequest(broker_id=1), 0)
    wrong = BrokerRegistrationRequest(broker_id=7, cluster_id="wrong", incarnation_id=OTHER_ID)
    await stage.ask_all("BrokerRegistration of another cluster", wrong, 0, 4)


PRINCIPAL: Final = b"\0\0" + DefaultPrincipalData(type="User", name="a").encode(0)


async def envelopes(stage: Stage) -> None:
    def envelope(
        data: bytes, principal: bytes | None = PRINCIPAL, host: bytes = b"\x7f\0\0\1"
    ) -> Any:
        return EnvelopeRequest(
            request_data=data, request_principal=principal, client_host_address=host
        )

    def inner(message: Any, version: int) -> bytes:
        return encode_request(message, version, 7, "inner")

    other = inner(asking.describe_quorum("other"), 1)
    for name, message in {
        "DescribeQuorum": envelope(other),
        "DescribeQuorum, no principal": envelope(other, None),
        "DescribeQuorum, empty principal": envelope(other, b""),
        "DescribeQuorum, principal of one byte": envelope(other, b"\0"),
        "DescribeQuorum, principal of version 9": envelope(other, b"\0\x09" + PRINCIPAL[2:]),
        "DescribeQuorum, cut principal": envelope(other, PRINCIPAL[:-2]),
        "DescribeQuorum, more behind the principal": envelope(other, PRINCIPAL + b"ab"),
        "no principal, Vote": envelope(inner(asking.vote(2, 0), 2), None),
        "Vote": envelope(inner(asking.vote(2, 0), 2)),
        "Fetch": envelope(inner(asking.fetch(0, 0, 0), 17)),
        "ApiVersions": envelope(
            inner(asking.describe_quorum("other"), 1).replace(b"\0\x37", b"\0\x12", 1)
        ),
        "DescribeCluster": envelope(inner(DescribeClusterRequest(endpoint_type=2), 1)),
        "version 9": envelope(b"\0\x37\0\x09" + other[4:]),
        "version -1": envelope(b"\0\x37\xff\xff" + other[4:]),
        "Vote of version 9": envelope(b"\0\x34\0\x09" + other[4:]),
        "key 999": envelope(b"\x03\xe7\0\0" + other[4:]),
        "nothing": envelope(b""),
        "a cut body": envelope(other[:-4]),
        "more behind": envelope(other + b"more"),
        "host of 16 bytes": envelope(other, host=bytes(15) + b"\1"),
        "host of 5 bytes": envelope(other, host=bytes(5)),
        "no host": envelope(other, host=b""),
        "an envelope": envelope(inner(envelope(other), 0)),
        "Metadata": envelope(b"\0\x03\0\x09" + other[4:]),
    }.items():
        await stage.ask(f"Envelope: {name}", message, 0)


async def features(stage: Stage) -> None:
    def asked(*updates: tuple[str, int, int], only: bool = False, **more: Any) -> Any:
        return lambda version: asking.update_features(
            *updates, only=only and version > 0, version=version, **more
        )

    for name, make in {
        "none": asked(),
        "none, only validated": asked(only=True),
        "same kraft.version": asked(("kraft.version", 1, 1)),
        "same kraft.version, only validated": asked(("kraft.version", 1, 1), only=True),
        "kraft.version 2": asked(("kraft.version", 2, 1)),
        "kraft.version 0": asked(("kraft.version", 0, 1)),
        "kraft.version 0 as downgrade": asked(("kraft.version", 0, 2), downgrade=True),
        "kraft.version 0 as unsafe downgrade": asked(("kraft.version", 0, 3)),
        "kraft.version -1": asked(("kraft.version", -1, 1)),
        "type 0": asked(("kraft.version", 1, 0)),
        "type 4": asked(("kraft.version", 1, 4)),
        "type -1": asked(("kraft.version", 1, -1)),
        "unknown feature": asked(("no.such", 1, 1)),
        "unknown feature to 0": asked(("no.such", 0, 1)),
        "no name": asked(("", 1, 1)),
        "same metadata.version": asked(("metadata.version", 30, 1)),
        "metadata.version 34": asked(("metadata.version", 34, 1)),
        "metadata.version 29": asked(("metadata.version", 29, 1)),
        "metadata.version 6": asked(("metadata.version", 6, 1)),
        "metadata.version 0": asked(("metadata.version", 0, 3)),
        "group.version 2": asked(("group.version", 2, 1)),
        "group.version 0 as upgrade": asked(("group.version", 0, 1)),
        "group.version 0, only validated": asked(("group.version", 0, 2), only=True),
        "same group.version": asked(("group.version", 1, 1)),
        "two of a kind": asked(("group.version", 1, 1), ("group.version", 1, 1)),
        "a good and a bad one": asked(("group.version", 1, 1), ("no.such", 1, 1)),
        "a bad and a good one": asked(("no.such", 1, 1), ("group.version", 1, 1)),
    }.items():
        if "only validated" in name and "group.version 0" in name:
            await stage.ask_all(f"UpdateFeatures: {name}", make, 1, 2)
        else:
            await stage.ask_all(f"UpdateFeatures: {name}", make, 0, 2)
    await stage.ask("ApiVersions after all these", asking.NAMED, 4)


async def registrations(stage: Stage) -> None:
    cls = ControllerRegistrationRequest
    await stage.ask(
        "ControllerRegistration",
        cls(
            controller_id=9,
            incarnation_id=OTHER_ID,
            zk_migration_ready=False,
            listeners=(cls.Listener(name="CONTROLLER", host="a", port=1, security_protocol=0),),
            features=(
                cls.Feature(
                    name="metadata.version", min_supported_version=7, max_supported_version=30
                ),
                cls.Feature(name="kraft.version", min_supported_version=0, max_supported_version=1),
            ),
        ),
        0,
    )
    end = await stage.until_settled()
    described = await stage.described()
    epoch = described.leader_epoch
    await stage.ask("Fetch of the registration", asking.fetch(epoch, end - 1, epoch), 17)
    await stage.ask("DescribeCluster of two", DescribeClusterRequest(endpoint_type=2), 1)


async def administered(stage: Stage) -> None:
    await stage.until_led()
    for each in (cluster, brokers, envelopes, features, registrations):
        await each(stage)


SCENES: Final = (Scene("administered", Layout(STANDALONE), administered),)

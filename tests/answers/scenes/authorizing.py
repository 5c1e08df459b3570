"""Requests without a right, with and without a leader; and connections above what is allowed.

`alice` has no right, the clients of CONTROLLER (ANONYMOUS) and `admin` are super users.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.headers import encode_request
from kraft_wire.messages import (
    AlterClientQuotasRequest,
    AlterConfigsRequest,
    AlterUserScramCredentialsRequest,
    ApiVersionsResponse,
    CreateAclsRequest,
    CreatePartitionsRequest,
    CreateTopicsRequest,
    DefaultPrincipalData,
    DeleteAclsRequest,
    DeleteTopicsRequest,
    DescribeAclsRequest,
    DescribeConfigsRequest,
    EnvelopeRequest,
    IncrementalAlterConfigsRequest,
    request_class,
)
from tests.answers import asking
from tests.answers.forms import count_of_keys
from tests.answers.scenes.securing import GOOD, NAMED, SHA_256, shake, token
from tests.answers.scenes.states import STILL
from tests.answers.stage import CLOSED, SILENT, Scene
from tests.answers.target import FIRST, STANDALONE, Layout
from tests.node.raw_client import RawClient, header, request
from tests.node.security_keys import PLAIN_MODULE, SCRAM_MODULE

if TYPE_CHECKING:
    from tests.answers.stage import Stage

ADMIN: Final = b"\0admin\0admin-secret"
QUIET_S: Final = 5.0
_CLUSTER, _TOPIC = 4, 2


def _asked() -> dict[str, tuple[Any, int]]:
    """Requests with something in them, whose refusals are by element; others are empty."""
    topic = CreateTopicsRequest.CreatableTopic(name="t", num_partitions=1, replication_factor=1)
    more = CreatePartitionsRequest.CreatePartitionsTopic(name="t", count=2)
    acl = CreateAclsRequest.AclCreation(
        resource_type=_CLUSTER,
        resource_name="kafka-cluster",
        resource_pattern_type=3,
        principal="User:a",
        host="*",
        operation=2,
        permission_type=3,
    )
    acls = DeleteAclsRequest.DeleteAclsFilter(
        resource_type_filter=1, pattern_type_filter=1, operation=1, permission_type=1
    )
    removed = AlterUserScramCredentialsRequest.ScramCredentialDeletion(name="a", mechanism=1)
    quota = AlterClientQuotasRequest.EntryData(
        entity=(AlterClientQuotasRequest.EntityData(entity_type="user", entity_name="a"),),
        ops=(AlterClientQuotasRequest.OpData(key="request_percentage", value=1.0),),
    )
    config = IncrementalAlterConfigsRequest.AlterConfigsResource
    old = AlterConfigsRequest.AlterConfigsResource
    described = DescribeConfigsRequest.DescribeConfigsResource
    return {
        "CreateTopics": (CreateTopicsRequest(topics=(topic,), timeout_ms=5000), 7),
        "DeleteTopics": (
            DeleteTopicsRequest(
                topics=(DeleteTopicsRequest.DeleteTopicState(name="t"),), timeout_ms=5000
            ),
            6,
        ),
        "CreatePartitions": (CreatePartitionsRequest(topics=(more,), timeout_ms=5000), 3),
        "CreateAcls": (CreateAclsRequest(creations=(acl,)), 3),
        "DeleteAcls": (DeleteAclsRequest(filters=(acls,)), 3),
        "AlterUserScramCredentials": (
            AlterUserScramCredentialsRequest(deletions=(removed,)),
            0,
        ),
        "AlterClientQuotas": (AlterClientQuotasRequest(entries=(quota,)), 1),
        "IncrementalAlterConfigs of a topic": (
            IncrementalAlterConfigsRequest(
                resources=(config(resource_type=_TOPIC, resource_name="t"),)
            ),
            1,
        ),
        "IncrementalAlterConfigs of a broker": (
            IncrementalAlterConfigsRequest(
                resources=(config(resource_type=_CLUSTER, resource_name="1"),)
            ),
            1,
        ),
        "AlterConfigs of a topic": (
            AlterConfigsRequest(resources=(old(resource_type=_TOPIC, resource_name="t"),)),
            2,
        ),
        "DescribeConfigs of a topic": (
            DescribeConfigsRequest(resources=(described(resource_type=_TOPIC, resource_name="t"),)),
            4,
        ),
    }


WHOLE: Final = {
    1: 17,
    29: 3,
    43: 2,
    45: 1,
    46: 0,
    52: 2,
    53: 1,
    54: 1,
    55: 2,
    56: 3,
    57: 2,
    59: 1,
    60: 1,
    62: 4,
    63: 2,
    64: 0,
    67: 0,
    70: 0,
    73: 0,
    80: 1,
    81: 0,
    82: 0,
}
"""API keys of requests that are refused as a whole, and the version in which they are asked."""


async def _logged_in(stage: Stage, who: bytes) -> RawClient:
    client = await RawClient.connect(stage.target.ports["NAMED"])
    await client.ask(*shake())
    assert (await client.ask(*token(who))).error_code == 0
    return client


async def asked_as(stage: Stage, name: str, who: bytes, message: Any, version: int) -> None:
    """Ask on a connection of that user and note the answer."""
    client = await _logged_in(stage, who)
    try:
        answer = await asyncio.wait_for(client.ask(message, version), 20)
        found = stage.names.message(answer, version)
        if isinstance(answer, ApiVersionsResponse):  # features are those of the release
            found = f"ApiVersions {answer.error_code}, {count_of_keys(answer)} keys"
        stage.note(name, found)
    except TimeoutError:
        stage.note(name, SILENT)
    except (asyncio.IncompleteReadError, ConnectionError):
        stage.note(name, CLOSED)
    finally:
        client.close()


async def without_a_right(stage: Stage) -> None:
    for key, version in WHOLE.items():
        cls = request_class(key)
        message = _VALID.get(key, cls())
        await asked_as(stage, f"e1 {cls.__name__.removesuffix('Request')}", GOOD, message, version)
    for name, (message, version) in _asked().items():
        await asked_as(stage, f"e1 {name}", GOOD, message, version)
    await asked_as(stage, "e1 ApiVersions", GOOD, *NAMED)


_VALID: Final[dict[int, Any]] = {
    1: asking.fetch(0, 0, 0),
    29: DescribeAclsRequest(
        resource_type_filter=1, pattern_type_filter=1, operation=1, permission_type=1
    ),
    52: asking.vote(2, 0),
    53: asking.begin(2, 0, [("CONTROLLER", "a", 1)]),
    55: asking.describe_quorum(),
}


def _envelope(principal: str, kind: str = "User", host: bytes = b"\x7f\0\0\1") -> EnvelopeRequest:
    inner = encode_request(asking.describe_quorum("other"), 1, 7, "inner")
    who = b"\0\0" + DefaultPrincipalData(type=kind, name=principal).encode(0)
    return EnvelopeRequest(request_data=inner, request_principal=who, client_host_address=host)


async def envelopes(stage: Stage) -> None:
    await asked_as(stage, "e3 Envelope without a right", GOOD, _envelope("admin"), 0)
    for name, message in {
        "of a user without a right": _envelope("alice"),
        "of a super user": _envelope("admin"),
        "of a super user's name and another type": _envelope("admin", "Group"),
        "of a super user at a host of 3 bytes": _envelope("admin", host=bytes(3)),
    }.items():
        await asked_as(stage, f"e4 Envelope {name}", ADMIN, message, 0)
    await asked_as(
        stage, "e4 DescribeQuorum of a super user", ADMIN, asking.describe_quorum("x"), 2
    )


async def story(stage: Stage) -> None:
    await stage.until_led()
    await without_a_right(stage)
    await envelopes(stage)


_KEYS: Final = {
    "authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
    "super.users": "User:ANONYMOUS;User:admin",
    "listener.name.named.sasl.enabled.mechanisms": "PLAIN,SCRAM-SHA-256",
    "listener.name.named.plain.sasl.jaas.config": (
        f'{PLAIN_MODULE} required user_alice="alice-secret" user_admin="admin-secret";'
    ),
    "listener.name.named.scram-sha-256.sasl.jaas.config": f"{SCRAM_MODULE} required;",
    "connection.failed.authentication.delay.ms": "300",
}
_LISTENERS: Final = {"NAMED": "SASL_PLAINTEXT"}


# -- a voter without a leader ----------------------------------------------------------------------


async def without_a_leader(stage: Stage) -> None:
    await stage.asked(*NAMED)
    client = await RawClient.connect(stage.target.ports["NAMED"])
    await client.ask(*shake(SHA_256))
    answer = await client.ask(*token(b"n,,n=alice,r=abc"))
    found = "a challenge" if not answer.error_code else str(answer.error_code)
    stage.note("c5 SCRAM before the log is loaded", found)
    client.close()
    for name, (message, version) in {
        "ApiVersions": NAMED,
        "DescribeQuorum": (asking.describe_quorum(), 2),
        "Vote": (asking.vote(2, 0), 2),
        "Fetch": (asking.fetch(0, 0, 0), 17),
        "CreateTopics": _asked()["CreateTopics"],
        "Envelope": (_envelope("admin"), 0),
    }.items():
        await asked_as(stage, f"e5 {name} of a super user", ADMIN, message, version)
        await asked_as(stage, f"e5 {name} of another", GOOD, message, version)


# -- limits of connections -------------------------------------------------------------------------


async def limits(stage: Stage) -> None:
    await stage.until_led()
    port = stage.target.ports["FEW"]
    clients, found = [], []
    for _ in range(7):
        clients.append(await RawClient.connect(port))
        found.append(await _answered(clients[-1]))
    stage.note("f2 seven connections where five are allowed", found)
    clients[4].close()
    stage.note("f2 the sixth, when one has closed", await _answered(clients[5], ask=False))
    for each in clients:
        each.close()
    other = [await RawClient.connect(stage.port, source="127.0.0.7") for _ in range(4)]
    stage.note(
        "f2 four connections of an address with three", [await _answered(each) for each in other]
    )
    for each in other:
        each.close()


async def _answered(client: RawClient, *, ask: bool = True) -> str:
    try:
        if ask:
            client.send(request(*NAMED))
        await asyncio.wait_for(client.receive(), QUIET_S)
    except TimeoutError:
        return SILENT
    except (asyncio.IncompleteReadError, ConnectionError):
        return CLOSED
    return "answered"


async def memory(stage: Stage) -> None:
    """Frames that do not end, of as many bytes as all requests together may have."""
    await stage.until_led()
    size = 1_900_000
    start = size.to_bytes(4, "big") + header(19, 7) + b"\0"
    unfinished = [await stage.connect() for _ in range(2)]
    for each in unfinished:
        each.send(start + bytes(1000))
    await asyncio.sleep(0.3)  # they have arrived
    client = await stage.connect()
    stage.note("f3 a request next to unfinished frames", await _answered(client))
    end = time.monotonic() + 6
    with contextlib.suppress(TimeoutError):
        rest = await asyncio.wait_for(unfinished[0].next_bytes(), end - time.monotonic())
        stage.note("f3 an unfinished frame after 5 s", rest.hex() or CLOSED)
    stage.record.setdefault("f3 an unfinished frame after 5 s", "open")
    for each in (*unfinished, client):
        each.close()


SCENES: Final = (
    Scene(
        "authorizing",
        Layout(STANDALONE, {**_KEYS, "kraft.controller": "active"}, listeners=_LISTENERS),
        story,
    ),
    Scene("unled", Layout(FIRST, {**STILL, **_KEYS}, listeners=_LISTENERS), without_a_leader),
    Scene(
        "limiting",
        Layout(
            STANDALONE,
            {
                "listener.name.few.max.connections": "5",
                "max.connections.per.ip.overrides": "127.0.0.7:3",
            },
            listeners={"FEW": "PLAINTEXT"},
        ),
        limits,
    ),
    Scene(
        "unfinished",
        Layout(
            STANDALONE,
            {
                "socket.request.max.bytes": "2000000",
                "queued.max.request.bytes": "2000000",
                "kraft.frame.timeout.ms": "2000",
            },
        ),
        memory,
    ),
)

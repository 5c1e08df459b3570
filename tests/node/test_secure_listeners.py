"""Clients that prove who they are at a node's listeners, that cannot, and that do not try.

Asked over sockets, with the answers that Kafka 4.3.1 gives unless a comment says otherwise; the
states of SASL one by one are in tests/security/test_sasl_server.py.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
import struct
import time
from unittest import mock

import pytest

from kraft_core.controller.service import Controller
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.node import RaftNode
from kraft_core.node.transport import connection as connection_module
from kraft_core.security.tls import client_context
from kraft_wire.headers import encode_request
from kraft_wire.messages import (
    ApiVersionsRequest,
    CreateTopicsRequest,
    DescribeClusterRequest,
    MetadataRequest,
    SaslAuthenticateRequest,
    SaslHandshakeRequest,
)
from tests.controller.running import until
from tests.node.cluster import format_node, properties_of, run, voters_at
from tests.node.raw_client import BundledClient, RawClient, frame, request
from tests.node.security_keys import PLAIN_MODULE
from tests.support.certificates import SERVER_ONLY, Authority
from tests.support.ports import free_ports

pytestmark = [pytest.mark.node, pytest.mark.timeout(180)]

DELAY_S = 0.3
NAMED = ApiVersionsRequest(client_software_name="test", client_software_version="1.0")
TOKEN = b"\0alice\0alice-secret"
ALERT_INTERNAL_ERROR = bytes.fromhex("15030300020250")
STRANGER = "127.0.0.9"
"""An address that is not a voter's."""


class Stage:
    """One node with a listener of each kind behind the one of the quorum."""

    def __init__(self, root, **more):
        self.root = root
        self.authority = Authority(root)
        names = ("CONTROLLER", "NAMED", "TLS", "ASKED", "BOTH")
        self.ports = dict(zip(names, free_ports(len(names)), strict=True))
        jaas = f'{PLAIN_MODULE} required user_alice="alice-secret" user_bob="bob-secret";'
        sasl = {
            f"listener.name.{name}.{key}": value
            for name in ("named", "both")
            for key, value in {
                "sasl.enabled.mechanisms": "PLAIN",
                "plain.sasl.jaas.config": jaas,
            }.items()
        }
        self.keys = {
            "listeners": ",".join(f"{n}://127.0.0.1:{port}" for n, port in self.ports.items()),
            "controller.listener.names": ",".join(names),
            "listener.security.protocol.map": (
                "CONTROLLER:PLAINTEXT,NAMED:SASL_PLAINTEXT,TLS:SSL,ASKED:SSL,BOTH:SASL_SSL"
            ),
            **self.authority.stores("node"),
            **sasl,
            "listener.name.tls.ssl.client.auth": "required",
            "listener.name.asked.ssl.client.auth": "requested",
            "listener.name.asked.ssl.principal.mapping.rules": "RULE:^CN=([a-z]+)$/$1/U",
            "connection.failed.authentication.delay.ms": str(int(DELAY_S * 1000)),
            **more,
        }
        self.contexts = []
        self.faults = []
        self.session_ms = 1_000
        """The clock of sessions of SASL."""

    @contextlib.asynccontextmanager
    async def running(self):
        ports = [self.ports["CONTROLLER"]]
        format_node(self.root, 1, voters_at(ports))
        configuration = NodeConfiguration.of(properties_of(1, ports, self.root, **self.keys))
        self.controller = machine = Controller()
        answer = machine.receive
        machine.receive = lambda asked: (self.contexts.append(asked.context), answer(asked))
        self.node = RaftNode(
            configuration, machine, machine, on_fault=lambda *fault: self.faults.append(fault[1])
        )
        async with self.node:
            with mock.patch.object(connection_module, "_monotonic_ms", self.now_ms):
                yield self

    def now_ms(self):
        return self.session_ms

    def tls(self, name=None, *, authority=None, only=None, **more):
        """The context of a client, with a certificate if it has a name."""
        keys = self.authority.trust()
        if name is not None:
            keys = (authority or self.authority).stores(name, **more) | keys
        if only is not None:
            keys |= {"ssl.enabled.protocols": only}
        return client_context(keys)

    async def connect(self, listener, context=None, **more):
        return await RawClient.connect(self.ports[listener], context=context, **more)

    async def principal(self, client):
        """Whom a request of this client comes from, as the service sees it."""
        await client.ask(DescribeClusterRequest(endpoint_type=2), 1)
        return str(self.contexts[-1].principal)


def staged(root, story, *, run_in=run, **more):
    async def telling():
        async with Stage(root, **more).running() as stage:
            await story(stage)

    run_in(telling())


async def log_in(client, token=TOKEN, version=2):
    answer = await client.ask(SaslHandshakeRequest(mechanism="PLAIN"), 1)
    assert answer.error_code == 0
    return await client.ask(SaslAuthenticateRequest(auth_bytes=token), version)


# -- SASL ------------------------------------------------------------------------------------------


def test_all_frames_of_a_log_in_may_come_at_once(tmp_path):
    async def story(stage):
        # DescribeCluster needs the metadata.version that the controller writes when it is elected
        await until(lambda: stage.controller.image.metadata_version is not None)
        for listener, context in (("NAMED", None), ("BOTH", stage.tls())):
            client = await stage.connect(listener, context)
            asked = (
                (NAMED, 3),
                (SaslHandshakeRequest(mechanism="PLAIN"), 1),
                (SaslAuthenticateRequest(auth_bytes=TOKEN), 2),
                (DescribeClusterRequest(endpoint_type=2), 1),
            )
            client.send(b"".join(request(message, version) for message, version in asked))
            for message, version in asked:
                answer = client.read(await client.receive(), message.API_KEY, version)
                assert answer.error_code == 0
            assert str(stage.contexts[-1].principal) == "User:alice"
            protocol = {"NAMED": "SASL_PLAINTEXT", "BOTH": "SASL_SSL"}[listener]
            assert stage.contexts[-1].security_protocol == protocol
            client.close()
        assert stage.faults == []
        assert stage.node._parts.server.authentications == 2

    staged(tmp_path, story)


def test_versions_are_the_same_before_and_after_authentication(tmp_path):
    async def story(stage):
        client = await stage.connect("NAMED")
        before = await client.ask(NAMED, 4)
        assert len(before.api_keys) == 42
        await log_in(client)
        assert await client.ask(NAMED, 4) == before
        client.close()

    staged(tmp_path, story)


def test_a_wrong_password_is_answered_after_the_delay_and_others_do_not_wait(tmp_path):
    async def story(stage):
        for listener, context in (("NAMED", None), ("BOTH", stage.tls())):
            client, other = [await stage.connect(listener, context) for _ in range(2)]
            delayed = []
            stage.node._parts.server.later = lambda *timer, to=delayed: to.append(timer)
            wrong = asyncio.ensure_future(log_in(client, b"\0alice\0wrong"))
            await until(lambda delayed=delayed: delayed)
            await log_in(other)
            assert not wrong.done()
            ((delay_s, end),) = delayed
            assert delay_s == DELAY_S
            end()
            answer = await wrong
            assert answer.error_code == 58
            assert answer.error_message == "Authentication failed: Invalid username or password"
            assert await client.is_closed()
            other.close()
        assert stage.faults == 2 * [
            "failed authentication (Authentication failed: Invalid username or password)"
        ]

    staged(tmp_path, story)


AT_ONCE = {
    "another API first": request(MetadataRequest(), 9),
    "no bytes in a frame": frame(b""),
    "ApiVersions twice": request(NAMED, 3) + request(NAMED, 3),
    "a handshake of an unknown version": frame(b"\0\x11\0\x02\0\0\0\x01\xff\xff"),
}
DELAYED = {
    "a frame above the limit": (65_537).to_bytes(4, "big"),
    "a negative length": b"\xff\xff\xff\xff",
    "HTTP": b"GET / HTTP/1.1\r\n\r\n",
    "TLS": bytes.fromhex("16030102000100"),
    "a raw token that is wrong": request(SaslHandshakeRequest(mechanism="PLAIN"), 0)
    + frame(b"\0alice\0wrong"),
}


def test_protocol_violation_closes_the_connection_without_an_answer(tmp_path):
    async def story(stage):
        for name, data in (AT_ONCE | DELAYED).items():
            client = await stage.connect("NAMED")
            begin = time.monotonic()
            client.send(data)
            answers = 1 if name in {"ApiVersions twice", "a raw token that is wrong"} else 0
            for _ in range(answers):
                await client.receive()
            assert await client.is_closed(), name
            assert name in AT_ONCE or time.monotonic() - begin > 0.9 * DELAY_S, name
        assert len(stage.faults) == len(AT_ONCE | DELAYED)

    staged(tmp_path, story)


def test_tokens_without_headers(tmp_path):
    async def story(stage):
        client = await stage.connect("NAMED")
        await client.ask(SaslHandshakeRequest(mechanism="PLAIN"), 0)
        client.send(frame(TOKEN))
        assert await client.receive() == b""
        assert await stage.principal(client) == "User:alice"
        client.close()

    staged(tmp_path, story)


def test_sessions_end_unless_the_client_authenticates_again(tmp_path):
    async def story(stage):
        client = await stage.connect("NAMED")
        answer = await log_in(client)
        assert answer.session_lifetime_ms == 1500
        assert (await log_in(client)).session_lifetime_ms == 1500
        assert await stage.principal(client) == "User:alice"
        # once a second at most
        refused = await client.ask(SaslHandshakeRequest(mechanism="PLAIN"), 1)
        assert refused.error_code == 34
        stage.session_ms += 1501
        assert await client.is_silent()
        assert (await log_in(client)).error_code == 0
        stage.session_ms += 1501
        client.send(request(DescribeClusterRequest(endpoint_type=2), 1))
        assert await client.is_closed()
        other = await stage.connect("NAMED")
        await log_in(other)
        changed = await log_in(other, b"\0bob\0bob-secret")
        assert (changed.error_code, changed.error_message) == (
            58,
            "Cannot change principals during re-authentication from User.alice: User.bob",
        )
        assert await other.is_closed()

    staged(tmp_path, story, **{"listener.name.named.connections.max.reauth.ms": "1500"})


# -- TLS -------------------------------------------------------------------------------------------


async def handshake(stage, listener, context):
    """Connect and ask; the text of the error, or the principal."""
    try:
        client = await stage.connect(listener, context)
        client.send(request(DescribeClusterRequest(endpoint_type=2), 1))
        await client.receive()
    except ssl.SSLError as error:
        return error.reason
    except (ConnectionError, asyncio.IncompleteReadError):
        return "closed"
    client.close()
    return str(stage.contexts[-1].principal)


@pytest.mark.parametrize("only", ["TLSv1.2", "TLSv1.3"])
def test_certificates_are_required_where_the_listener_says_so(tmp_path, only):
    async def story(stage):
        other = Authority(tmp_path, "other")
        assert await handshake(stage, "TLS", stage.tls("client", only=only)) == "User:CN=client"
        # Kafka sends certificate_unknown for all of these, OpenSSL says which
        wrong = {
            "no certificate": stage.tls(only=only),
            "of another authority": stage.tls("client", authority=other, only=only),
            "expired": stage.tls("client", begin=-3, days=-1, only=only),
            "of the future": stage.tls("client", begin=3, only=only),
            "of a server": stage.tls("client", usage=SERVER_ONLY, only=only),
        }
        for name, context in wrong.items():
            assert "ALERT" in await handshake(stage, "TLS", context), name
        assert len(stage.faults) == len(wrong)
        assert stage.node._parts.server.refusals == len(wrong)

    staged(tmp_path, story)


def test_certificates_that_are_only_requested(tmp_path):
    async def story(stage):
        other = Authority(tmp_path, "other")
        assert await handshake(stage, "ASKED", stage.tls()) == "User:ANONYMOUS"
        assert await handshake(stage, "ASKED", stage.tls("client")) == "User:CLIENT"
        refused = await handshake(stage, "ASKED", stage.tls("client", authority=other))
        assert "ALERT" in refused
        # no rule maps this name: the handshake is fine, the first request is not
        assert await handshake(stage, "ASKED", stage.tls("client 7")) == "closed"
        assert "Failed to map name for 'CN=client 7'" in stage.faults[-1]

    staged(tmp_path, story)


def test_certificates_and_sasl_on_one_listener(tmp_path):
    async def story(stage):
        assert "ALERT" in await handshake(stage, "BOTH", stage.tls())
        client = await stage.connect("BOTH", stage.tls("client"))
        await log_in(client)
        assert await stage.principal(client) == "User:alice"
        client.close()

    staged(tmp_path, story, **{"listener.name.both.ssl.client.auth": "required"})


def test_an_old_version_of_tls_gets_an_alert(tmp_path):
    async def story(stage):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.minimum_version = ssl.TLSVersion.TLSv1
        context.maximum_version = ssl.TLSVersion.TLSv1_1
        context.set_ciphers("DEFAULT@SECLEVEL=0")
        assert await handshake(stage, "TLS", context) == "TLSV1_ALERT_PROTOCOL_VERSION"

    with pytest.warns(DeprecationWarning, match="TLSv1"):
        staged(tmp_path, story)


def test_plaintext_on_a_tls_listener_gets_an_alert(tmp_path):
    async def story(stage):
        for data in (request(NAMED, 3), b"GET / HTTP/1.1\r\n\r\n"):
            client = await stage.connect("TLS")
            client.send(data)
            assert await client.rest() == ALERT_INTERNAL_ERROR
        assert len(stage.faults) == 2

    staged(tmp_path, story)


def reset(connection):
    """Close a socket so that the peer gets a reset: with SO_LINGER and no time to linger."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


async def refusing_the_server(connection):
    """Begin a handshake as a client that trusts nobody; return its alert, which is not sent."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    tls = ssl.create_default_context().wrap_bio(incoming, outgoing, server_hostname="127.0.0.1")
    loop = asyncio.get_running_loop()
    while True:
        try:
            tls.do_handshake()
        except ssl.SSLWantReadError:
            await loop.sock_sendall(connection, outgoing.read())
            incoming.write(await loop.sock_recv(connection, 65_536))
        except ssl.SSLCertVerificationError:
            return outgoing.read()


def test_reset_in_the_turn_of_a_refused_handshake_ends_that_connection_alone(tmp_path):
    """asyncio raises where uvloop does not; other handshakes of the same turn would then hang."""
    errors = []

    async def story(stage):
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: errors.append(context))
        refused = socket.create_connection(("127.0.0.1", stage.ports["TLS"]))
        refused.setblocking(False)
        alert = await refusing_the_server(refused)
        turns = stage.node._parts.server.turns
        wait_for_turn = turns.shake_hands

        def shake_hands(connection):
            wait_for_turn(connection)
            if refused.fileno() >= 0:  # after the server has read the alert, before its turn
                reset(refused)

        turns.shake_hands = shake_hands
        await loop.sock_sendall(refused, alert)
        assert await handshake(stage, "TLS", stage.tls("client")) == "User:CN=client"
        assert refused.fileno() < 0
        assert errors == []
        assert len(stage.faults) == 1
        assert "alert unknown ca" in stage.faults[0]

    staged(tmp_path, story, run_in=asyncio.run)


LARGE = CreateTopicsRequest(
    topics=3 * (CreateTopicsRequest.CreatableTopic(name="x" * 30_000, num_partitions=1),)
)
"""Longer than what a TLS handshake may have."""


@pytest.mark.parametrize("is_large", [False, True])
def test_requests_that_arrive_with_the_end_of_a_handshake_are_answered(tmp_path, is_large):
    asked = (LARGE, 5) if is_large else (DescribeClusterRequest(endpoint_type=2), 1)
    log_in_first = (
        (NAMED, 3),
        (SaslHandshakeRequest(mechanism="PLAIN"), 1),
        (SaslAuthenticateRequest(auth_bytes=TOKEN), 2),
    )

    async def story(stage):
        for listener, before in (("TLS", ()), ("ASKED", ()), ("BOTH", log_in_first)):
            requests = (*before, *3 * (asked,))
            client = await BundledClient.connect_with(stage.ports[listener], stage.tls("client"))
            await client.open_with(b"".join(request(*each) for each in requests))
            for message, version in requests:
                client.read(await client.receive(), message.API_KEY, version)
            client.close()
        client = await stage.connect("NAMED")
        client.send(b"".join(request(*each) for each in (*log_in_first, *3 * (asked,))))
        for message, version in (*log_in_first, *3 * (asked,)):
            client.read(await client.receive(), message.API_KEY, version)
        client.close()
        assert stage.faults == []

    staged(tmp_path, story)


def test_a_stream_that_ends_with_the_handshake_and_a_request_is_answered(tmp_path):
    async def story(stage):
        clients = [
            await BundledClient.connect_with(stage.ports["TLS"], stage.tls("client"))
            for _ in range(12)
        ]
        data = request(DescribeClusterRequest(endpoint_type=2), 1)
        # more handshakes at once than a turn takes steps: some wait when their stream has ended
        await asyncio.gather(*(each.open_with(data, is_last=True) for each in clients))
        for each in clients:
            assert await each.receive()
            each.close()

    staged(tmp_path, story)


def test_proof_by_a_certificate_is_counted(tmp_path):
    async def story(stage):
        server = stage.node._parts.server
        client = await stage.connect("TLS", stage.tls("client"))
        assert await stage.principal(client) == "User:CN=client"
        assert server.authentications == 1
        assert server.strangers.in_handshake == 0
        client.close()

    staged(tmp_path, story)


def test_a_request_before_the_end_of_the_stream_is_answered(tmp_path):
    async def story(stage):
        client = await stage.connect("TLS", stage.tls("client"))
        client.send(request(DescribeClusterRequest(endpoint_type=2), 1))
        client.abandon()  # TCP ends without close_notify
        assert await client.receive()
        client.close()

    staged(tmp_path, story)


def test_answers_that_are_not_read_are_not_made(tmp_path):
    async def story(stage):
        client = await stage.connect("TLS", stage.tls("client"))
        count = 12_000
        data = request(NAMED, 4) * count
        sending = asyncio.ensure_future(client.send_all(data))
        connection = next(iter(stage.node._parts.server._connections))
        await until(connection._transport.get_write_buffer_size)
        await asyncio.sleep(0.1)
        assert connection._transport.get_write_buffer_size() < 1 << 20
        assert connection._channel.unsent_bytes < 1 << 20
        for _ in range(count):
            await client.receive()
        await sending
        client.close()
        most = stage.node._parts.server.turns.most
        assert most.handshake_steps <= 2

    staged(tmp_path, story)


# -- who does not try ------------------------------------------------------------------------------


def test_unauthenticated_connection_is_closed_in_time(tmp_path):
    async def story(stage):
        sent = {"NAMED": b"\0\0", "TLS": b"", "BOTH": bytes.fromhex("16030102")}
        clients = []
        for listener, data in sent.items():
            clients.append(await stage.connect(listener))
            clients[-1].send(data)
        half = await stage.connect("BOTH", stage.tls())  # its handshake is over, SASL never begins
        connections = stage.node._parts.server._connections
        await until(lambda: len(connections) == 4)
        for each in tuple(connections):
            each.sweep(each._since_s + 99.9)
        assert len(connections) == 4
        for each in tuple(connections):
            each.sweep(each._since_s + 100.1)
        for each in (*clients, half):
            assert await each.is_closed()
        assert stage.faults == 4 * ["failed authentication (not authenticated within 100 s)"]

    # Kafka waits for connections.max.idle.ms, and each byte renews that
    more = {"kraft.authentication.timeout.ms": "100000", "kraft.frame.timeout.ms": "300000"}
    staged(tmp_path, story, **more)


def test_oldest_handshake_is_closed_for_new_connections(tmp_path):
    async def story(stage):
        idle = [await stage.connect("TLS", source=STRANGER) for _ in range(8)]
        await until(lambda: stage.node._parts.server.strangers.in_handshake == 5)
        for client in idle[:3]:
            assert await client.is_closed()
        assert await handshake(stage, "TLS", stage.tls("client")) == "User:CN=client"
        for client in idle[3:]:
            client.close()

    staged(tmp_path, story, **{"kraft.handshakes.max": "5"})


def test_unauthenticated_connections_and_their_bytes_are_limited(tmp_path):
    async def story(stage):
        server = stage.node._parts.server
        idle = [await stage.connect("NAMED", source=STRANGER) for _ in range(12)]
        assert await idle[0].is_closed()
        assert await idle[1].is_closed()
        assert len(server.strangers) == 10
        for client in idle[2:]:
            client.send((60_000).to_bytes(4, "big") + bytes(50_000))
        for client in idle[2:8]:
            assert await client.is_closed()
        assert server.strangers.bytes <= 200_020
        client = await stage.connect("NAMED")
        await log_in(client)
        assert await stage.principal(client) == "User:alice"
        for each in (client, *idle[8:]):
            each.close()

    staged(
        tmp_path,
        story,
        **{
            "kraft.unauthenticated.connections.max": "10",
            "kraft.unauthenticated.max.bytes": "220000",
        },
    )


def test_a_large_request_of_who_is_authenticated_is_served(tmp_path):
    async def story(stage):
        client = await stage.connect("BOTH", stage.tls())
        await log_in(client)
        topic = CreateTopicsRequest.CreatableTopic(
            name="x" * 30_000, num_partitions=1, replication_factor=1
        )
        payload = encode_request(CreateTopicsRequest(topics=(topic,) * 20), 5, 1, "raw")
        assert len(payload) > 600_000
        client.send(frame(payload))
        assert len(client.read(await client.receive(), 19, 5).topics) > 0
        client.close()

    staged(tmp_path, story)

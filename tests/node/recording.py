"""Sessions of clients with one node, recorded: the frames sent and received, and how each ends.

Each session returns lines. `test_recorded_frames` holds them equal to `recorded_frames.json`, which
`python -m tests.node.recording` writes. Recorded are bytes, faults and counters; nonces and salts
are fixed while it runs. Bytes over TLS are recorded as plain text, because TLS has its own
randomness.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import re
import secrets
import ssl
import struct
import sys
import tempfile
from pathlib import Path
from unittest import mock

from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.node import RaftNode
from kraft_core.node.service import SERVED, Service
from kraft_core.node.transport import connection as connection_module
from kraft_core.security.tls import client_context
from kraft_wire.messages import (
    ApiVersionsRequest,
    CreateTopicsRequest,
    CreateTopicsResponse,
    DescribeClusterRequest,
    FetchRequest,
    MetadataRequest,
    SaslAuthenticateRequest,
    SaslHandshakeRequest,
    VoteRequest,
)
from kraft_wire.primitives import Uuid
from kraft_wire.sasl.scram import SCRAM_MECHANISMS, ScramClient, ScramCredential
from tests.node.cluster import ListMachine, format_node, properties_of, run, voters_at
from tests.node.raw_client import RawClient, frame, header, request
from tests.node.security_keys import PLAIN_MODULE
from tests.support.certificates import Authority
from tests.support.ports import free_ports
from tests.support.waiting import wait_until_async

RECORDED = Path(__file__).with_name("recorded_frames.json")
LISTENERS = ("CONTROLLER", "NAMED", "TLS", "BOTH")
STRANGER = "127.0.0.9"
NAMED = ApiVersionsRequest(client_software_name="test", client_software_version="1.0")
SHORT = 48
"""Longer frames are recorded by their length and digest."""

LONGEST = 30_000
"""Characters in one string of an answer."""

PARKED = -1
"""The timeout of a CreateTopics that is answered when the session says so."""

SESSIONS = {}
"""Each session with the properties of its node, by name."""


def session(**more):
    def add(story):
        SESSIONS[story.__name__] = (story, {key.replace("__", "."): v for key, v in more.items()})
        return story

    return add


class Scripted(Service):
    """Answers CreateTopics by its timeout: that many characters, a refusal for 0, or later."""

    served = SERVED

    def __init__(self):
        self.parked = []
        salted = SCRAM_MECHANISMS["SCRAM-SHA-256"].salted_password("carol-secret", b"salt", 4096)
        mechanism = SCRAM_MECHANISMS["SCRAM-SHA-256"]
        key = mechanism.stored_key(mechanism.client_key(salted))
        self.carol = ScramCredential(b"salt", key, mechanism.server_key(salted), 4096)

    def receive(self, request):
        timeout = getattr(request.message, "timeout_ms", 0)
        if not isinstance(request.message, CreateTopicsRequest) or not timeout:
            super().receive(request)
        elif timeout == PARKED:
            self.parked.append(lambda: super(Scripted, self).receive(request))
        else:
            request.reply(answer_of(timeout, str(request.context.principal)))

    def scram_credential(self, mechanism, user):
        return self.carol if (mechanism, user) == ("SCRAM-SHA-256", "carol") else None


def creation(timeout_ms=0, count=1, name="t"):
    topic = CreateTopicsRequest.CreatableTopic(name=name, num_partitions=1, replication_factor=1)
    return CreateTopicsRequest(topics=(topic,) * count, timeout_ms=timeout_ms)


def answer_of(size, name):
    """An answer of about that size, to whom it is."""
    cls = CreateTopicsResponse.CreatableTopicResult
    results = [
        cls(name=name, error_code=35, error_message="x" * min(size - start, LONGEST))
        for start in range(0, size, LONGEST)
    ]
    return CreateTopicsResponse(topics=tuple(results))


def fetch(node, max_wait_ms=0):
    partition = FetchRequest.FetchPartition(
        current_leader_epoch=1,
        fetch_offset=node.core.log.end.offset,
        last_fetched_epoch=1,
        log_start_offset=-1,
        high_watermark=1 << 40,
    )
    topic = FetchRequest.FetchTopic(topic_id=Uuid(bytes(15) + b"\x01"), partitions=(partition,))
    return FetchRequest(max_wait_ms=max_wait_ms, max_bytes=1 << 20, topics=(topic,))


def text_of(data):
    if len(data) <= SHORT:
        return data.hex() or "(empty)"
    return f"{len(data)} bytes, {hashlib.sha256(data).hexdigest()[:16]}"


class Recorder:
    """One client; everything it sends and receives becomes a line."""

    def __init__(self, lines, name, client, port):
        self._lines, self._name, self._client = lines, name, client
        self._port = struct.pack(">i", port)

    def _note(self, line):
        self._lines.append(f"{self._name} {line}")

    def _masked(self, data):
        """The bytes without the port of this run, which answers to replicas have."""
        return data.replace(self._port, b"PORT")

    def send(self, data):
        self._note(f"> {text_of(data)}")
        self._client.send(data)

    async def receive(self, count=1):
        for _ in range(count):
            answer = await asyncio.wait_for(self._client.receive(), 30)
            self._note(f"< {text_of(self._masked(answer))}")
        return answer

    async def ask(self, message, version, correlation_id=1):
        self.send(request(message, version, correlation_id))
        return self._client.read(await self.receive(), message.API_KEY, version)

    async def digest(self, count):
        """Receive many answers as one line."""
        whole = hashlib.sha256()
        for _ in range(count):
            whole.update(await asyncio.wait_for(self._client.receive(), 30))
        self._note(f"< {count} frames, {whole.hexdigest()[:16]}")

    async def ended(self, *, is_read=True):
        """Wait for the end. What came before it is left out if that depends on the time."""
        rest, end = b"", "closed"
        try:
            rest = await asyncio.wait_for(self._client._reader.read(), 30)
        except ConnectionError:
            rest = b""
        except ssl.SSLError as error:
            end = "TLS alert" if "ALERT" in str(error.reason) else f"TLS {error.reason}"
        if rest and is_read:
            self._note(f"< {text_of(self._masked(rest))} at the end")
        self._note(end)
        self._client.close()

    def end_of_stream(self):
        self._note("> end")
        self._client.writer.write_eof()

    def stop_reading(self):
        self._client.writer.transport.pause_reading()

    def read_again(self):
        self._client.writer.transport.resume_reading()

    def close(self):
        self._client.close()


class Stage:
    """A sole voter with a listener of each kind."""

    def __init__(self, root, lines, more):
        self.root, self.lines, self.authority = root, lines, Authority(root)
        self.ports = dict(zip(LISTENERS, free_ports(len(LISTENERS)), strict=True))
        self.service = Scripted()
        self.faults = []
        self.session_ms = 1_000
        """The clock of sessions of SASL."""
        jaas = f'{PLAIN_MODULE} required user_alice="alice-secret" user_bob="bob-secret";'
        sasl = {
            f"listener.name.{name}.{key}": value
            for name in ("named", "both")
            for key, value in {
                "sasl.enabled.mechanisms": "PLAIN,SCRAM-SHA-256",
                "plain.sasl.jaas.config": jaas,
                "scram-sha-256.sasl.jaas.config": (
                    "org.apache.kafka.common.security.scram.ScramLoginModule required;"
                ),
            }.items()
        }
        ports = [self.ports["CONTROLLER"]]
        keys = {
            "listeners": ",".join(f"{n}://127.0.0.1:{port}" for n, port in self.ports.items()),
            "controller.listener.names": ",".join(LISTENERS),
            "listener.security.protocol.map": (
                "CONTROLLER:PLAINTEXT,NAMED:SASL_PLAINTEXT,TLS:SSL,BOTH:SASL_SSL"
            ),
            **self.authority.stores("node"),
            **sasl,
            "listener.name.tls.ssl.client.auth": "required",
            "connection.failed.authentication.delay.ms": "100",
            "listener.name.named.connections.max.reauth.ms": "2500",
            **more,
        }
        format_node(root, 1, voters_at(ports))
        configuration = NodeConfiguration.of(properties_of(1, ports, root, **keys))
        self.node = RaftNode(
            configuration,
            ListMachine(),
            self.service,
            on_fault=lambda _, reason: self.faults.append(reason),
        )

    def now_ms(self):
        return self.session_ms

    async def connect(self, name="a", listener="CONTROLLER", tls=None, **more):
        port = self.ports[listener]
        if tls is not None:
            keys = self.authority.trust()
            if tls:
                keys = self.authority.stores(tls) | keys
            more["context"] = client_context(keys)
        client = await RawClient.connect(port, **more)
        return Recorder(self.lines, name, client, self.ports["CONTROLLER"])

    def note_counters(self):
        for reason in sorted(self.faults):
            # how OpenSSL names it differs by release
            self.lines.append(f"fault {re.sub('TLS failed: .*', 'TLS failed', reason)}")
        for line in self.node.metrics.text().splitlines():
            if line.startswith(("kraft_authentications_total", "kraft_connections_closed_total")):
                self.lines.append(line)


def record(name):
    """Run a session with a node of its own; its lines."""
    story, more = SESSIONS[name]
    lines = []

    async def telling(root):
        stage = Stage(root, lines, more)
        async with stage.node as node:
            await node.until(
                lambda: node.is_leading and node.replica.high_watermark == node.core.log.end.offset
            )
            with mock.patch.object(connection_module, "_monotonic_ms", stage.now_ms):
                await story(stage)
            if node.is_running:
                stage.note_counters()

    fixed = mock.patch.multiple(secrets, randbits=lambda _: 1 << 129, token_bytes=bytes)
    with tempfile.TemporaryDirectory() as root, fixed:
        run(telling(Path(root)))
    return lines


# -- plain text ------------------------------------------------------------------------------------


@session()
async def requests_one_by_one(stage):
    client = await stage.connect()
    for version in range(5):
        await client.ask(NAMED, version, version)
    await client.ask(ApiVersionsRequest(client_software_name="a b"), 4)
    await client.ask(VoteRequest(cluster_id="another"), 2)
    await client.ask(VoteRequest(cluster_id="a-cluster-of-ours"), 2)
    await client.ask(fetch(stage.node), 17)
    await client.ask(fetch(stage.node, 50), 17)
    await client.ask(creation(), 7)
    await client.ask(creation(100), 7)
    await client.ask(DescribeClusterRequest(endpoint_type=2), 1)
    await client.ask(SaslHandshakeRequest(mechanism="PLAIN"), 1)
    client.send(frame(header(18, 99, 7) + b"\x00"))
    await client.receive()
    for byte in frame(request(NAMED, 4)[4:] + b"extra"):
        client.send(bytes([byte]))
        await asyncio.sleep(0)
    await client.receive()
    client.close()


@session()
async def pipelined_requests(stage):
    client = await stage.connect()
    many = b"".join(request(NAMED, 4, number) for number in range(100))
    client.send(many + request(fetch(stage.node, 50), 17, 100) + request(creation(9), 7, 101))
    await client.receive(102)
    client.send(request(creation(PARKED), 7, 1) + request(NAMED, 4, 2) + many[:5])
    await wait_until_async(lambda: stage.service.parked, "the parked request")
    other = await stage.connect("b")
    await other.ask(NAMED, 4)
    stage.service.parked.pop()()
    await client.receive(2)
    client.send(many[5:])
    await client.receive(100)
    client.send(request(NAMED, 4, 5) + frame(header(999, 0)) + request(NAMED, 4, 6))
    await client.receive()
    await client.ended()
    other.send(request(fetch(stage.node, 50), 17, 1) + request(NAMED, 4, 2))
    other.end_of_stream()
    await other.receive(2)
    await other.ended()
    cut = await stage.connect("c")
    cut.send(request(NAMED, 4, 5) + many[:9])
    cut.end_of_stream()
    await cut.receive()
    await cut.ended()


MALFORMED = (
    frame(header(3, 1) + b"\x00" * 8),
    frame(header(999, 0)),
    frame(header(55, 99) + b"\x00"),
    frame(header(52, -1)),
    frame(header(18, 3) + b"\x00"),
    frame(header(18, 3)),
    frame(b"\x00\x12\x00"),
    struct.pack(">i", 0),
    struct.pack(">i", -1),
    struct.pack(">i", 104_857_601),
    bytes.fromhex("16030100c8010000c40303"),
    b"GET / HTTP/1.1\r\n\r\n",
    frame(header(55, 0) + b"\x00" + b"\xff\xff\xff\xff\x0f"),
    # large ones, which the worker reads
    frame(header(19, 7) + b"\xff" * 40_000),
    request(creation(count=50_001), 7),
    struct.pack(">ihh", (16 << 20) + 1, 19, 7),
    struct.pack(">ihh", (64 << 10) + 1, 52, 2),
    struct.pack(">ihh", (64 << 10) + 1, 999, 2),
)


@session()
async def malformed_and_oversized_requests(stage):
    for number, data in enumerate(MALFORMED):
        client = await stage.connect(f"a{number}")
        client.send(data)
        await client.ended()
    client = await stage.connect("b")
    client.send(request(NAMED, 4, 1) + request(creation(), 7, 2) + MALFORMED[0])
    await client.receive(2)
    await client.ended()


@session()
async def large_requests(stage):
    client = await stage.connect()
    await client.ask(creation(count=10_000), 7)
    client.send(request(creation(count=2_000), 7, 1) * 3 + request(NAMED, 4, 2))
    await client.receive(4)
    client.send(request(creation(PARKED, count=2_000), 7, 3) + request(NAMED, 4, 4))
    await wait_until_async(lambda: stage.service.parked, "the parked request")
    stage.service.parked.pop()()
    await client.receive(2)
    client.send(request(creation(70_000, count=2_000), 7, 5))
    client.end_of_stream()
    await client.receive()
    await client.ended()
    gone = await stage.connect("b")
    gone.send(request(creation(PARKED, count=2_000), 7, 6))
    await wait_until_async(lambda: stage.service.parked, "the parked request")
    gone.close()
    stage.service.parked.pop()()
    await wait_until_async(lambda: not stage.node.connections, "the end of the connection")
    again = await stage.connect("c")
    await again.ask(creation(count=2_000), 7)
    again.close()


# -- slow readers ----------------------------------------------------------------------------------


@session()
async def reader_that_pauses(stage):
    for listener, tls in (("CONTROLLER", None), ("TLS", "client")):
        client = await stage.connect(listener, listener, tls)
        client.stop_reading()
        client.send(b"".join(request(creation(20_000), 7, number) for number in range(500)))
        await asyncio.sleep(0.3)
        client.read_again()
        await client.digest(500)
        client.send(request(creation(3_000_000), 7) + request(NAMED, 4))
        await client.receive(2)
        client.close()


@session(kraft__write__timeout__ms="300")
async def reader_that_never_reads(stage):
    client = await stage.connect()
    client.stop_reading()
    client.send(b"".join(request(creation(30_000), 7, number) for number in range(500)))
    await wait_until_async(lambda: not stage.node.connections, "the end of the connection")
    stage.faults[:] = [each.split(" for ")[0] for each in stage.faults]
    client.close()


# -- TLS -------------------------------------------------------------------------------------------


@session()
async def tls_with_and_without_certificates(stage):
    client = await stage.connect("a", "TLS", "client")
    await client.ask(creation(10), 7)
    client.send(request(creation(10), 7, 1) * 20 + request(creation(count=2_000), 7, 2))
    await client.receive(21)
    client.send(frame(header(999, 0)))
    await client.ended()
    without = await stage.connect("b", "TLS", "")
    without.send(request(NAMED, 4))
    await without.ended()
    for name, data in (("c", request(NAMED, 3)), ("d", b"GET / HTTP/1.1\r\n\r\n")):
        plain = await stage.connect(name, "TLS")
        plain.send(data)
        await plain.ended()
    empty = await stage.connect("e", "TLS")
    empty.end_of_stream()
    await empty.ended()


# -- SASL ------------------------------------------------------------------------------------------

PLAIN = SaslHandshakeRequest(mechanism="PLAIN")
ALICE = SaslAuthenticateRequest(auth_bytes=b"\0alice\0alice-secret")
BOB = SaslAuthenticateRequest(auth_bytes=b"\0bob\0bob-secret")
WRONG = SaslAuthenticateRequest(auth_bytes=b"\0alice\0wrong")


@session()
async def plain_passwords(stage):
    for listener, tls in (("NAMED", None), ("BOTH", "")):
        client = await stage.connect(f"good-{listener}", listener, tls)
        await client.ask(NAMED, 4)
        await client.ask(PLAIN, 1)
        await client.ask(ALICE, 2)
        await client.ask(creation(10), 7)
        await client.ask(NAMED, 4)
        await client.ask(ALICE, 2)
        await client.ask(creation(count=2_000), 7)
        client.close()
        once = await stage.connect(f"once-{listener}", listener, tls)
        asked = ((NAMED, 3), (PLAIN, 1), (ALICE, 2), (creation(10), 7), (creation(), 7))
        once.send(b"".join(request(*each) for each in asked))
        await once.receive(len(asked))
        once.close()
        bad = await stage.connect(f"bad-{listener}", listener, tls)
        await bad.ask(PLAIN, 1)
        bad.send(request(WRONG, 2) + request(creation(10), 7))
        await bad.receive()
        await bad.ended()


BREACHES = (
    (request(MetadataRequest(), 9), 0),
    (frame(b""), 0),
    (request(NAMED, 3) + request(NAMED, 3), 1),
    (frame(header(18, 99, 7) + b"\x00"), 1),
    (frame(b"\0\x11\0\x02\0\0\0\x01\xff\xff"), 0),
    ((524_289).to_bytes(4, "big"), 0),
    (b"\xff\xff\xff\xff", 0),
    (b"GET / HTTP/1.1\r\n\r\n", 0),
    (bytes.fromhex("16030102000100"), 0),
    (request(SaslHandshakeRequest(mechanism="PLAIN"), 0) + frame(b"\0alice\0wrong"), 1),
    (request(SaslHandshakeRequest(mechanism="OTHER"), 1), 1),
    (request(PLAIN, 1) + request(creation(10), 7), 1),
)


@session(kraft__authentication__timeout__ms="600")
async def breaches_of_sasl(stage):
    for number, (data, answers) in enumerate(BREACHES):
        client = await stage.connect(f"a{number}", "NAMED")
        client.send(data)
        if answers:
            await client.receive(answers)
        await client.ended()
    raw = await stage.connect("raw", "NAMED")
    await raw.ask(PLAIN, 0)
    raw.send(frame(b"\0alice\0alice-secret"))
    await raw.receive()
    await raw.ask(creation(10), 7)
    raw.close()


@session()
async def scram(stage):
    for user, password in (("carol", "carol-secret"), ("carol", "wrong"), ("dave", "x")):
        client = await stage.connect(f"{user}-{password}", "NAMED")
        await client.ask(SaslHandshakeRequest(mechanism="SCRAM-SHA-256"), 1)
        exchange = ScramClient("SCRAM-SHA-256", user, password, nonce="client-nonce")
        answer = await client.ask(SaslAuthenticateRequest(auth_bytes=exchange.first()), 2)
        final = exchange.final(bytes(answer.auth_bytes))
        answer = await client.ask(SaslAuthenticateRequest(auth_bytes=final), 2)
        if answer.error_code:
            await client.ended()
        else:
            exchange.check(bytes(answer.auth_bytes))
            await client.ask(creation(10), 7)
            client.close()


@session()
async def reauthentication(stage):
    client = await stage.connect("a", "NAMED")
    await client.ask(PLAIN, 1)
    await client.ask(ALICE, 2)
    await client.ask(creation(10), 7)
    await client.ask(PLAIN, 1)
    await client.ask(ALICE, 2)
    await client.ask(creation(10), 7)
    await client.ask(PLAIN, 1)  # once a second at most
    other = await stage.connect("b", "NAMED")
    await other.ask(PLAIN, 1)
    await other.ask(ALICE, 2)
    await other.ask(PLAIN, 1)
    await other.ask(BOB, 2)
    await other.ended()
    changed = await stage.connect("c", "NAMED")
    await changed.ask(PLAIN, 1)
    await changed.ask(ALICE, 2)
    await changed.ask(SaslHandshakeRequest(mechanism="SCRAM-SHA-256"), 1)
    changed.send(request(ALICE, 2))
    await changed.ended()
    stage.session_ms += 2501
    client.send(request(creation(10), 7))
    await client.ended()


# -- places and time -------------------------------------------------------------------------------


@session(max__connections__per__ip__overrides=f"{STRANGER}:1")
async def too_many_of_an_address(stage):
    first = await stage.connect("a", source=STRANGER)
    await first.ask(NAMED, 4)
    second = await stage.connect("b", source=STRANGER)
    await second.ended()
    secure = await stage.connect("c", "TLS", source=STRANGER)
    await secure.ended()
    first.close()


@session(max__connections="2")
async def place_of_the_idlest(stage):
    first = await stage.connect("a", source=STRANGER)
    await first.ask(creation(5), 7)
    idle = await stage.connect("b", source="127.0.0.8")
    await wait_until_async(lambda: stage.node.connections == 2, "two connections")
    third = await stage.connect("c", source=STRANGER)
    await idle.ended()
    await third.ask(NAMED, 4)
    await first.ask(creation(5), 7)
    first.close()
    third.close()


@session(max__connection__creation__rate="2")
async def new_connections_beyond_the_rate(stage):
    # ten seconds' worth are served at once, two more wait, the others are refused
    clients = [
        await stage.connect(str(number), "NAMED" if number % 2 else "CONTROLLER", source=STRANGER)
        for number in range(22)
    ]
    for client in clients[:22]:
        await client.ask(NAMED, 3)
    for client in clients:
        client.close()


@session(
    connections__max__idle__ms="400",
    kraft__frame__timeout__ms="300",
    kraft__authentication__timeout__ms="300",
)
async def deadlines(stage):
    idle = await stage.connect("idle")
    await idle.ask(NAMED, 4)
    await idle.ended()
    unfinished = await stage.connect("unfinished")
    unfinished.send(struct.pack(">ihh", 10_000, 52, 2))
    await unfinished.ended()
    for name, listener, data in (("sasl", "NAMED", b"\0\0"), ("tls", "TLS", b"\x16\x03\x01")):
        client = await stage.connect(name, listener)
        client.send(data)
        await client.ended()
    waiting = await stage.connect("waiting")
    await waiting.ask(fetch(stage.node, 1000), 17)
    await waiting.ended()


@session()
async def shutdown_with_answers_in_progress(stage):
    parked = await stage.connect("parked")
    parked.send(request(creation(PARKED), 7))
    await wait_until_async(lambda: stage.service.parked, "the parked request")
    fetching = await stage.connect("fetching")
    fetching.send(request(fetch(stage.node, 60_000), 17, 9))
    unread = await stage.connect("unread")
    unread.stop_reading()
    unread.send(request(creation(200_000), 7))
    secure = await stage.connect("secure", "TLS", "client")
    await secure.ask(creation(10), 7)
    half = await stage.connect("half", "NAMED")
    await half.ask(PLAIN, 1)
    bad = await stage.connect("bad", "NAMED")
    await bad.ask(PLAIN, 1)
    bad.send(request(WRONG, 2))
    closing = asyncio.ensure_future(stage.node.close())
    await asyncio.sleep(0)
    unread.read_again()
    await unread.receive()
    for client in (parked, fetching, unread, secure, half):
        await client.ended()
    await bad.ended(is_read=False)
    await closing


# -- the recording ---------------------------------------------------------------------------------


def main():
    recorded = {name: record(name) for name in sys.argv[1:] or SESSIONS}
    RECORDED.write_text(json.dumps(recorded, indent=1) + "\n")


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main()

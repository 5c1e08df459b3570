"""The programs of docs/connections.md against peers that misbehave."""

from __future__ import annotations

import asyncio
import contextlib
import doctest
import io
import socket
from functools import cache
from pathlib import Path

import pytest

from kraft_wire.connection import ClientConnection, ConnectionFault, ServerConnection, own_versions
from kraft_wire.connection.versions import refusal
from kraft_wire.errors import WireError
from kraft_wire.framing import frame
from kraft_wire.headers import encode_response
from kraft_wire.messages import (
    ApiVersionsRequest,
    ApiVersionsResponse,
    DescribeClusterRequest,
    DescribeClusterResponse,
    FindCoordinatorRequest,
    FindCoordinatorResponse,
    MetadataRequest,
    MetadataResponse,
    SaslAuthenticateRequest,
    SaslAuthenticateResponse,
    SaslHandshakeRequest,
    SaslHandshakeResponse,
    VoteRequest,
)
from kraft_wire.sasl import ScramClient, scram_tokens

PAGE = Path(__file__).parents[3] / "docs" / "connections.md"
PATIENCE_S = 60
"""The most that anything here may take on a busy machine; nothing waits for it."""


@cache
def page():
    """The names that the blocks of the page define, run in order."""
    names = {}
    for example in doctest.DocTestParser().get_examples(PAGE.read_text(encoding="utf-8")):
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(example.source, str(PAGE), "single"), names)  # noqa: S102
    return names


VERSIONS = ApiVersionsResponse(
    api_keys=[
        ApiVersionsResponse.ApiVersion(api_key=18, min_version=0, max_version=4),
        ApiVersionsResponse.ApiVersion(api_key=60, min_version=0, max_version=1),
    ]
)
AGREED = frame(encode_response(VERSIONS, ApiVersionsRequest.VERSIONS[1], 0))
ANSWER = frame(encode_response(DescribeClusterResponse(cluster_id="c1"), 1, 1))
OTHER_ID = frame(encode_response(DescribeClusterResponse(cluster_id="c1"), 1, 99))

GARBAGE = [
    b"HTTP/1.1 400 Bad Request\r\n\r\n",
    b"\x15\x03\x03\0\x02\x02\x46",
    b"\xff\xff\xff\xff",
    b"\x7f\xff\xff\xff",
    bytes(64),
    frame(b""),
    frame(b"abc"),
    OTHER_ID,
]


async def client_against(peer, *, timeout_s=PATIENCE_S):
    """Connect the documented client to a peer and call it once; the peer gets reader and writer."""
    near, far = socket.socketpair()
    reader, writer = await asyncio.open_connection(sock=far)
    serving = asyncio.create_task(peer(reader, writer))
    client = None
    try:
        client = await page()["Client"].connect(sock=near, timeout_s=timeout_s)
        return await client.call(DescribeClusterRequest())
    finally:
        if client is not None:
            client.close()
            await client.task
        writer.close()
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)


def run(program):
    async def bounded():
        async with asyncio.timeout(2 * PATIENCE_S):
            return await program

    page()  # its blocks have loops of their own
    return asyncio.run(bounded())


async def frames(reader, count):
    for _ in range(count):
        size = int.from_bytes(await reader.readexactly(4))
        await reader.readexactly(size)


@pytest.mark.parametrize("after", [0, 1, 2], ids=["at once", "after the first", "in a response"])
def test_client_whose_peer_closes(after):
    async def peer(reader, writer):
        await frames(reader, after)
        if after == 2:
            writer.write(AGREED + ANSWER[:-3])
        elif after == 1:
            writer.write(AGREED)
        writer.close()

    async def agreeing(reader, writer):
        await frames(reader, 1)
        writer.write(AGREED)
        await frames(reader, 1)
        writer.write(ANSWER[:-3])
        writer.close()

    with pytest.raises((ConnectionError, WireError)):
        run(client_against(agreeing if after == 2 else peer))


@pytest.mark.parametrize("garbage", GARBAGE, ids=lambda data: data[:8].hex())
@pytest.mark.parametrize("is_agreed", [False, True])
def test_client_whose_peer_sends_garbage(garbage, is_agreed):
    async def peer(reader, writer):
        await frames(reader, 1)
        if is_agreed:
            writer.write(AGREED)
            await frames(reader, 1)
        writer.write(garbage)
        await writer.drain()
        await reader.read()  # stays open: the client has to notice

    with pytest.raises(WireError):
        run(client_against(peer))


@pytest.mark.parametrize("is_agreed", [False, True])
def test_client_whose_peer_is_silent(is_agreed):
    async def peer(reader, writer):
        await frames(reader, 1)
        if is_agreed:
            writer.write(AGREED)
        await reader.read()

    with pytest.raises(TimeoutError):
        run(client_against(peer, timeout_s=0.3))


def test_client_whose_peer_answers_byte_by_byte():
    async def peer(reader, writer):
        for answer in (AGREED, ANSWER):
            await frames(reader, 1)
            for byte in answer:
                writer.write(bytes((byte,)))
                await writer.drain()
                await asyncio.sleep(0)

    assert run(client_against(peer)).cluster_id == "c1"


@pytest.mark.parametrize("highest", [0, 3])
def test_client_whose_peer_is_old(highest):
    """KIP-511: version 4 of ApiVersions is refused in version 0, and asked again."""

    async def peer(reader, writer):
        await frames(reader, 1)
        writer.write(frame(encode_response(refusal((0, highest)), 0, 0)))
        await frames(reader, 1)
        only = VERSIONS.replace(api_keys=[VERSIONS.api_keys[1].replace(max_version=0)])
        writer.write(frame(encode_response(only, highest, 1)))
        await frames(reader, 1)
        writer.write(frame(encode_response(DescribeClusterResponse(cluster_id="old"), 0, 2)))

    assert run(client_against(peer)).cluster_id == "old"


def test_calls_fail_after_the_connection_is_over_and_those_that_wait_do_too():
    async def main():
        near, far = socket.socketpair()
        reader, writer = await asyncio.open_connection(sock=far)

        async def peer():
            await frames(reader, 1)
            writer.write(AGREED)
            await frames(reader, 3)
            writer.close()

        serving = asyncio.create_task(peer())
        client = await page()["Client"].connect(sock=near)
        calls = (client.call(DescribeClusterRequest()) for _ in range(3))
        outcomes = await asyncio.gather(*calls, return_exceptions=True)
        assert [isinstance(one, ConnectionError | WireError) for one in outcomes] == [True] * 3
        with pytest.raises((ConnectionError, WireError)):
            await client.call(DescribeClusterRequest())
        await asyncio.gather(serving, client.task)

    run(main())


# -- the server ------------------------------------------------------------------------------------


async def server_against(sent, *, is_closed, idle_s=PATIENCE_S):
    """Send bytes to the documented server; return what it answers when it has ended."""
    near, far = socket.socketpair()
    serving = asyncio.create_task(
        page()["serve"](*await asyncio.open_connection(sock=far), idle_s=idle_s)
    )
    reader, writer = await asyncio.open_connection(sock=near)
    for chunk in sent:
        writer.write(chunk)
        await asyncio.sleep(0)
    if is_closed:
        writer.write_eof()
    answer = await reader.read()
    await serving
    writer.close()
    return answer


def asked(request, version):
    wire = ClientConnection(versions=own_versions())
    wire.send(request, version)
    return wire.data_to_send()


@pytest.mark.parametrize("garbage", GARBAGE[:-2], ids=lambda data: data[:8].hex())
def test_server_ends_for_garbage_while_the_peer_stays(garbage):
    assert run(server_against([garbage], is_closed=False)) == b""


def test_server_whose_peer_closes_inside_a_request():
    assert run(server_against([asked(ApiVersionsRequest(), 3)[:-1]], is_closed=True)) == b""


def test_server_whose_peer_is_silent():
    assert run(server_against([], is_closed=False, idle_s=0.2)) == b""


def test_server_whose_peer_is_slow_and_closes():
    data = asked(DescribeClusterRequest(), 1)
    answer = run(server_against([data[i : i + 1] for i in range(len(data))], is_closed=True))
    assert b"localhost" in answer


def test_server_refuses_a_newer_version_of_api_versions_and_what_it_does_not_serve():
    newest = bytearray(asked(ApiVersionsRequest(), 3))
    newest[6:8] = (99).to_bytes(2)
    answer = run(server_against([bytes(newest)], is_closed=True))
    assert answer[8:10] == (35).to_bytes(2)
    assert run(server_against([asked(VoteRequest(), 0)], is_closed=False)) == b""


# -- the proxy -------------------------------------------------------------------------------------


def proxied(**broker):
    """A client, the documented proxy and a broker that is another connection without IO."""
    proxy = page()["Proxy"](lambda host, port: (f"proxy-of-{host}", port + 10_000))
    return ClientConnection(), proxy, ServerConnection(**broker)


def to_broker(client, proxy, broker):
    proxy.from_client(client.data_to_send())
    return broker.receive(proxy.back.data_to_send())


def to_client(client, proxy, broker):
    proxy.from_broker(broker.data_to_send())
    return client.receive(proxy.front.data_to_send())


def test_proxy_offers_what_it_can_read_and_no_tokens_without_a_header():
    client, proxy, broker = proxied(served={18: (0, 4), 3: (0, 99), 17: (0, 1), 999: (0, 5)})
    client.agree_on_versions()
    while not client.versions:
        for request in to_broker(client, proxy, broker):
            broker.reply_versions(request)
        to_client(client, proxy, broker)
    assert client.versions == {18: (0, 4), 3: own_versions()[3], 17: (1, 1), 999: (0, 5)}


def test_proxy_in_front_of_an_old_broker():
    client, proxy, broker = proxied(served={18: (0, 2), 3: (0, 9), 10: (0, 3)})
    client.agree_on_versions()
    while not client.versions:
        for request in to_broker(client, proxy, broker):
            broker.reply_versions(request)
        to_client(client, proxy, broker)
    assert client.versions[10] == (0, 3)
    sent = client.send(FindCoordinatorRequest(key="g"))
    assert sent.api_version == 3
    (request,) = to_broker(client, proxy, broker)
    broker.reply(request, FindCoordinatorResponse(host="b", port=9, node_id=1))
    (event,) = to_client(client, proxy, broker)
    assert (event.message.host, event.message.port) == ("proxy-of-b", 10_009)


def test_proxy_keeps_unknown_tags():
    client, proxy, broker = proxied()
    client.versions = own_versions()
    client.send(MetadataRequest(topics=[]))
    (request,) = to_broker(client, proxy, broker)
    real = MetadataResponse.MetadataResponseBroker(
        node_id=1, host="b", port=9, unknown_tagged_fields=((99, b"tag"),)
    )
    broker.reply(request, MetadataResponse(brokers=[real], unknown_tagged_fields=((98, b"x"),)))
    (event,) = to_client(client, proxy, broker)
    assert event.message.unknown_tagged_fields == ((98, b"x"),)
    assert event.message.brokers[0] == real.replace(host="proxy-of-b", port=10_009)


@pytest.mark.parametrize("error_code", [0, 33])
def test_proxy_passes_tokens_without_a_header(error_code):
    client, proxy, broker = proxied()
    client.versions = own_versions()
    client.send(SaslHandshakeRequest(mechanism="PLAIN"), 0)
    (request,) = to_broker(client, proxy, broker)
    broker.reply(request, SaslHandshakeResponse(error_code=error_code, mechanisms=["PLAIN"]))
    assert to_client(client, proxy, broker)
    if error_code:
        client.send(VoteRequest(), 0)
        assert to_broker(client, proxy, broker)[0].message == VoteRequest()
        return
    client.send_sasl_token(b"\0alice\0word")
    (event,) = to_broker(client, proxy, broker)
    assert event.token == b"\0alice\0word"
    broker.send_sasl_token(b"welcome")
    (event,) = to_client(client, proxy, broker)
    assert event.token == b"welcome"


@pytest.mark.parametrize("garbage", GARBAGE[:5], ids=lambda data: data[:8].hex())
def test_proxy_shows_the_fault_of_either_side(garbage):
    _, proxy, _ = proxied()
    proxy.from_client(garbage)
    assert proxy.fault is proxy.front.fault is not None
    client, proxy, broker = proxied()
    client.versions = own_versions()
    client.send(VoteRequest(), 0)
    assert to_broker(client, proxy, broker)
    proxy.from_broker(garbage)
    assert proxy.fault is proxy.back.fault is not None


def test_proxy_whose_broker_closes_with_a_request_in_flight():
    client, proxy, broker = proxied()
    client.versions = own_versions()
    client.send(VoteRequest(), 0)
    assert to_broker(client, proxy, broker)
    proxy.from_broker(b"")
    assert isinstance(proxy.fault, WireError)
    assert not any(isinstance(event, ConnectionFault) for event in client.receive(b""))


SASL = frame(
    encode_response(
        ApiVersionsResponse(
            api_keys=[
                ApiVersionsResponse.ApiVersion(api_key=key, min_version=0, max_version=highest)
                for key, highest in ((17, 1), (18, 4), (36, 2))
            ]
        ),
        ApiVersionsRequest.VERSIONS[1],
        0,
    )
)
SHAKEN = frame(encode_response(SaslHandshakeResponse(mechanisms=["X"]), 1, 1))
AFTER_SASL = {
    "a refused handshake": [frame(encode_response(SaslHandshakeResponse(error_code=33), 1, 1))],
    "an unread token": [SHAKEN, frame(encode_response(SaslAuthenticateResponse(), 2, 2))],
    "a token that is damaged": [
        SHAKEN,
        frame(encode_response(SaslAuthenticateResponse(auth_bytes=b"r=\xff,s=,i="), 2, 2)),
    ],
    "too many iterations": [
        SHAKEN,
        frame(encode_response(SaslAuthenticateResponse(auth_bytes=b"r=xy,s=,i=999999999"), 2, 2)),
    ],
    "another response": [ANSWER],
    "garbage": [bytes(64)],
    "the end": [],
}


@pytest.mark.parametrize("answers", AFTER_SASL.values(), ids=AFTER_SASL)
def test_log_in_to_invalid_server_fails(answers):
    """Every peer ends the program with an error, and none of them is believed."""

    async def main():
        near, far = socket.socketpair()
        reader, writer = await asyncio.open_connection(sock=far)

        async def peer():
            for answer in (SASL, *answers):
                await frames(reader, 1)
                writer.write(answer)
            await frames(reader, 1)
            writer.close()

        serving = asyncio.create_task(peer())
        client = await page()["Client"].connect(sock=near, timeout_s=PATIENCE_S)
        scram = ScramClient("SCRAM-SHA-256", "alice", "word", nonce="x")
        try:
            await page()["log_in"](client, "SCRAM-SHA-256", scram_tokens(scram))
        finally:
            client.close()
            await client.task
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)
            writer.close()

    with pytest.raises((WireError, ConnectionError)):
        run(main())


def test_sasl_server_at_bad_clients():
    """Tokens before the handshake, of other mechanisms, after a refusal: an error each."""
    wire = ServerConnection({17: (1, 1), 36: (0, 2)})
    client, exchange = ClientConnection(versions=wire.served), None
    codes = []
    for request in (
        SaslAuthenticateRequest(auth_bytes=b"\0alice\0word"),
        SaslHandshakeRequest(mechanism="GSSAPI"),
        SaslAuthenticateRequest(auth_bytes=b"\0alice\0word"),
        SaslHandshakeRequest(mechanism="PLAIN"),
        SaslAuthenticateRequest(auth_bytes=b"\xff"),
        SaslAuthenticateRequest(auth_bytes=b"\0alice\0word"),
        SaslHandshakeRequest(mechanism="SCRAM-SHA-256"),
        SaslAuthenticateRequest(auth_bytes=b"\0alice\0word"),
        SaslHandshakeRequest(mechanism="PLAIN"),
        SaslAuthenticateRequest(auth_bytes=b"\0alice\0word"),
        SaslAuthenticateRequest(auth_bytes=b"\0alice\0word"),
    ):
        client.send(request)
        [event] = wire.receive(client.data_to_send())
        with contextlib.redirect_stdout(io.StringIO()):
            exchange = page()["on_sasl"](wire, event, exchange, 0)
        [response] = client.receive(wire.data_to_send())
        codes.append(response.message.error_code)
    assert codes == [34, 33, 34, 0, 58, 34, 0, 58, 0, 0, 34]

"""Frames without a header after SaslHandshake 0: SASL tokens as old clients exchange them."""

from __future__ import annotations

import pytest

from kraft_wire.connection import (
    ClientConnection,
    ConnectionFault,
    OpaqueRequestReceived,
    RequestReceived,
    ResponseReceived,
    SaslTokenReceived,
    ServerConnection,
    own_versions,
)
from kraft_wire.errors import FrameError, ProtocolError
from kraft_wire.messages import (
    ApiVersionsRequest,
    SaslHandshakeRequest,
    SaslHandshakeResponse,
    VoteRequest,
    VoteResponse,
)

PLAIN = b"\0alice\0word"


def shaken(client, server, *, error_code=0, version=0):
    client.send(SaslHandshakeRequest(mechanism="PLAIN"), version)
    (request,) = server.receive(client.data_to_send())
    server.reply(request, SaslHandshakeResponse(error_code=error_code, mechanisms=["PLAIN"]))
    (response,) = client.receive(server.data_to_send())
    assert isinstance(response, ResponseReceived)


def sides(**options):
    return ClientConnection(versions=own_versions(), **options), ServerConnection()


@pytest.mark.parametrize("size", [1, 3, 100])
def test_tokens_go_both_ways_and_then_requests_again(size):
    client, server = sides()
    shaken(client, server)
    assert client.has_sasl_tokens
    assert server.has_sasl_tokens
    client.send_sasl_token(PLAIN)
    data = client.data_to_send()
    assert data == len(PLAIN).to_bytes(4) + PLAIN
    events = []
    for begin in range(0, len(data), size):
        events += server.receive(data[begin : begin + size])
    assert events == [SaslTokenReceived(PLAIN)]
    server.send_sasl_token(b"")  # what the server of PLAIN says
    assert client.receive(server.data_to_send()) == [SaslTokenReceived(b"")]
    for side in (client, server):
        side.end_sasl_tokens()
    client.send(VoteRequest())
    (request,) = server.receive(client.data_to_send())
    server.reply(request, VoteResponse())
    (response,) = client.receive(server.data_to_send())
    assert response.message == VoteResponse()


def test_version_1_has_no_tokens_without_a_header():
    client, server = sides()
    shaken(client, server, version=1)
    assert not client.has_sasl_tokens
    assert not server.has_sasl_tokens
    for side in (client, server):
        with pytest.raises(ProtocolError, match="SaslHandshake 0"):
            side.send_sasl_token(PLAIN)


def test_a_refused_handshake_is_followed_by_none():
    client, server = sides()
    shaken(client, server, error_code=33)
    with pytest.raises(ProtocolError):
        client.send_sasl_token(PLAIN)
    assert not server.has_sasl_tokens
    client.send(VoteRequest())
    (request,) = server.receive(client.data_to_send())
    assert request.message == VoteRequest()


@pytest.mark.parametrize("error_code", [0, 33])
def test_an_opaque_handshake_is_followed_by_tokens_unless_it_is_refused(error_code):
    client, server = sides()
    front, back = ServerConnection({}, is_opaque=True), ClientConnection()
    client.send(SaslHandshakeRequest(mechanism="PLAIN"), 0)
    (asked,) = front.receive(client.data_to_send())
    back.forward(asked.payload)
    (request,) = server.receive(back.data_to_send())
    server.reply(request, SaslHandshakeResponse(error_code=error_code, mechanisms=["PLAIN"]))
    (answer,) = back.receive(server.data_to_send())
    front.reply_opaque(asked, answer.payload)
    assert client.receive(front.data_to_send())
    sides_in_between = (client, front, back, server)
    assert [side.has_sasl_tokens for side in sides_in_between] == [not error_code] * 4


def test_a_token_waits_for_the_response_to_the_handshake():
    client, server = sides()
    client.send(SaslHandshakeRequest(mechanism="PLAIN"), 0)
    with pytest.raises(ProtocolError):
        client.send_sasl_token(PLAIN)
    (request,) = server.receive(client.data_to_send())
    with pytest.raises(ProtocolError):
        server.send_sasl_token(b"")
    assert isinstance(request, RequestReceived)


def test_no_request_is_sent_among_tokens():
    client, server = sides()
    shaken(client, server)
    with pytest.raises(ProtocolError, match="end_sasl_tokens"):
        client.send(ApiVersionsRequest())
    assert client.data_to_send() == b""
    assert server.fault is None


def test_an_empty_frame_is_a_token_and_nothing_else():
    client, server = sides()
    shaken(client, server)
    assert server.receive(bytes(4)) == [SaslTokenReceived(b"")]
    server.end_sasl_tokens()
    (fault,) = server.receive(bytes(4))
    assert isinstance(fault, ConnectionFault)
    assert isinstance(fault.error, FrameError)


def test_a_token_is_no_longer_than_a_frame_may_be():
    client, server = sides()
    shaken(client, server)
    server.frame_bytes_max = 100
    (fault,) = server.receive(b"\0\0\0\x65")
    assert isinstance(fault.error, FrameError)


def test_a_proxy_passes_tokens_on():
    client, server = sides()
    front, back = ServerConnection({}, is_opaque=True), ClientConnection()
    client.send(SaslHandshakeRequest(mechanism="PLAIN"), 0)
    (opaque,) = front.receive(client.data_to_send())
    assert isinstance(opaque, OpaqueRequestReceived)
    back.forward(opaque.payload)
    (request,) = server.receive(back.data_to_send())
    server.reply(request, SaslHandshakeResponse())
    (answer,) = back.receive(server.data_to_send())
    front.reply_opaque(opaque, answer.payload)
    client.receive(front.data_to_send())
    client.send_sasl_token(PLAIN)
    (token,) = front.receive(client.data_to_send())
    back.send_sasl_token(token.token)
    assert server.receive(back.data_to_send()) == [SaslTokenReceived(PLAIN)]

"""Two endpoints, joined by hand: no socket, no thread."""

from __future__ import annotations

import ssl

import pytest

from kraft_core.security.endpoint import HANDSHAKE_BYTES_MAX, TURN_BYTES, TlsEndpoint, TlsState
from kraft_core.security.errors import AuthenticationError
from kraft_core.security.principals import subject_name
from kraft_core.security.tls import client_context, server_context
from tests.security.test_tls import JKS, OWN, TRUSTED

VERSIONS = ["TLSv1.2", "TLSv1.3"]
REQUIRED = {"ssl.client.auth": "required"}


def pair(server=None, client=None, *, version="TLSv1.3", name="localhost"):
    only = {"ssl.enabled.protocols": version}
    return (
        TlsEndpoint(server_context((server or OWN) | TRUSTED | only), is_server=True),
        TlsEndpoint(
            client_context((TRUSTED if client is None else client) | only),
            is_server=False,
            server_hostname=name,
        ),
    )


def carry(server, client, piece=1 << 20):
    """Carry bytes until both are silent; returns the plain text that each got."""
    got = {server: bytearray(), client: bytearray()}
    is_busy = True
    while is_busy:
        is_busy = False
        for one, other in ((client, server), (server, client)):
            got[one] += one.advance()
            data = one.data_to_send()
            is_busy = is_busy or bool(data) or one.has_work
            for start in range(0, len(data), piece):
                other.receive(data[start : start + piece])
                got[other] += other.advance()
    return bytes(got[server]), bytes(got[client])


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("piece", [1 << 20, 1])
def test_text_goes_both_ways(version, piece):
    server, client = pair(version=version)
    client.send(b"asked before the handshake")
    server.send(b"answer")
    assert carry(server, client, piece) == (b"asked before the handshake", b"answer")
    assert (server.state, client.state) == (TlsState.OPEN, TlsState.OPEN)
    assert server.peer_certificate is None
    assert subject_name(client.peer_certificate) == "CN=localhost"


@pytest.mark.parametrize("version", VERSIONS)
def test_a_client_with_a_certificate_has_a_name(version):
    server, client = pair(OWN | REQUIRED, TRUSTED | JKS, version=version)
    carry(server, client)
    assert subject_name(server.peer_certificate) == "CN=localhost"


@pytest.mark.parametrize("version", VERSIONS)
def test_a_client_without_the_certificate_gets_an_alert(version):
    server, client = pair(OWN | REQUIRED, version=version)
    with pytest.raises(AuthenticationError, match="peer did not return a certificate"):
        carry(server, client)
    alert = server.data_to_send()
    # handshake_failure in 1.2, encrypted certificate_required in 1.3
    assert alert
    assert (server.state, server.has_work, server.advance()) == (TlsState.FAILED, False, b"")
    client.receive(alert)
    sentence = "server refused our certificate" if version == "TLSv1.3" else "TLS failed: .*alert"
    with pytest.raises(AuthenticationError, match=sentence):
        client.advance()


def test_a_server_that_is_not_trusted_gets_an_alert():
    server, client = pair(client={})
    with pytest.raises(AuthenticationError, match="certificate verify failed: self-signed"):
        carry(server, client)
    server.receive(client.data_to_send())
    with pytest.raises(AuthenticationError, match="alert unknown ca"):
        server.advance()
    assert server.data_to_send() == b""


def test_a_name_that_the_certificate_lacks_is_refused():
    server, client = pair(name="example.org")
    with pytest.raises(AuthenticationError, match="Hostname mismatch"):
        carry(server, client)


@pytest.mark.parametrize("data", [b"GET / HTTP/1.1\r\n\r\n", b"\0\0\0\x14" + bytes(20)])
def test_plain_text_gets_javas_alert(data):
    server, _ = pair()
    server.receive(data)
    with pytest.raises(AuthenticationError, match="TLS failed: "):
        server.advance()
    assert server.data_to_send() == bytes.fromhex("15030300020250")


def test_older_versions_get_an_alert():
    server, _ = pair(version="TLSv1.3")
    _, client = pair(version="TLSv1.2")
    with pytest.raises(AuthenticationError, match="unsupported protocol"):
        carry(server, client)
    # fatal, protocol_version
    assert server.data_to_send()[-2:] == bytes((2, 70))


def endless_hello():
    """Records of a ClientHello that announces 131,072 bytes and does not end."""
    body = b"\x01\x02\0\0\x03\x03" + bytes(131_072)
    for start in range(0, len(body), 16_384):
        part = body[start : start + 16_384]
        yield b"\x16\x03\x01" + len(part).to_bytes(2, "big") + part


def test_an_endless_handshake_is_refused():
    server, _ = pair()
    records = list(endless_hello())
    for record in records[:3]:
        server.receive(record)
        server.advance()
    server.receive(records[3])
    with pytest.raises(AuthenticationError, match="exceeds 65536 bytes"):
        server.advance()
    assert (server.state, server.advance()) == (TlsState.FAILED, b"")


@pytest.mark.parametrize("size", [20, HANDSHAKE_BYTES_MAX, 3 * TURN_BYTES])
def test_a_request_that_arrives_with_the_end_of_the_handshake_is_taken(size):
    server, client = pair(OWN | REQUIRED, TRUSTED | JKS)
    client.advance()
    server.receive(client.data_to_send())
    server.advance()
    client.send(bytes(size))
    client.receive(server.data_to_send())
    while client.has_work:
        client.advance()
    server.receive(client.data_to_send())
    got = server.advance(1)
    while server.has_work:
        got += server.advance()
    assert (server.state, len(got)) == (TlsState.OPEN, size)


def test_a_call_does_no_more_handshake_steps_than_it_may():
    server, client = pair()
    client.advance()
    server.receive(client.data_to_send())
    assert server.advance(handshake_steps=0) == server.data_to_send() == b""
    assert server.has_work
    server.advance(handshake_steps=1)
    assert server.data_to_send()
    assert server.state is TlsState.HANDSHAKE
    assert not server.has_work


def test_a_call_encrypts_and_decrypts_a_bounded_amount():
    server, client = pair()
    carry(server, client)
    client.send(bytes(3 * TURN_BYTES))
    client.advance()
    assert (client.unsent_bytes, client.has_work) == (2 * TURN_BYTES, True)
    client.advance()
    client.advance()
    server.receive(client.data_to_send())
    sizes = []
    while server.has_work:
        sizes.append(len(server.advance()))
    assert sum(sizes) == 3 * TURN_BYTES
    assert max(sizes) <= TURN_BYTES


def test_encrypt_sends_text_and_reads_nothing():
    server, client = pair()
    carry(server, client)
    client.send(b"request")
    client.advance()
    server.receive(client.data_to_send())
    server.send(b"answer")
    assert server.data_to_send() == b""
    server.encrypt()
    client.receive(server.data_to_send())
    assert client.advance() == b"answer"
    assert server.advance() == b"request"


@pytest.mark.parametrize("version", VERSIONS)
def test_an_answer_after_close_notify_still_goes_out(version):
    server, client = pair(version=version)
    carry(server, client)
    client.send(b"last")
    client.advance()
    client.close()
    server.receive(client.data_to_send())
    assert server.advance() == b"last"
    assert server.state is TlsState.CLOSED
    server.send(b"answer")
    server.advance()
    assert server.data_to_send()
    assert not server.has_work


def test_the_end_of_the_stream_as_python_3_11_2_says_it(monkeypatch):
    server, _ = pair()

    def ended():
        raise ssl.SSLZeroReturnError(6, "TLS/SSL connection has been closed (EOF)")

    monkeypatch.setattr(server._tls, "do_handshake", ended)
    with pytest.raises(AuthenticationError, match="closed the connection during the TLS handshake"):
        server.advance()


@pytest.mark.parametrize("version", VERSIONS)
def test_the_end_of_the_stream(version):
    server, client = pair(version=version)
    client.advance()
    server.receive(client.data_to_send()[:50])
    server.receive_eof()
    with pytest.raises(AuthenticationError, match="closed the connection during the TLS handshake"):
        server.advance()
    server, client = pair(version=version)
    carry(server, client)
    assert not server.has_work
    server.receive_eof()
    assert server.has_work
    assert server.advance() == b""
    assert server.state is TlsState.CLOSED


@pytest.mark.parametrize("version", VERSIONS)
def test_sessions_are_not_resumed(version):
    only = {"ssl.enabled.protocols": version}
    server_tls = server_context(OWN | TRUSTED | REQUIRED | only)
    client_tls = client_context(TRUSTED | OWN | only)
    session = None
    for _ in range(2):
        server = TlsEndpoint(server_tls, is_server=True)
        client = TlsEndpoint(client_tls, is_server=False, server_hostname="localhost")
        if session is not None:
            client._tls.session = session
        server.send(b"x")
        carry(server, client)
        assert not client._tls.session_reused
        session = client._tls.session


def test_damaged_records_end_the_connection_with_an_alert():
    server, client = pair()
    carry(server, client)
    client.send(b"request")
    client.advance()
    data = bytearray(client.data_to_send())
    data[-1] ^= 1
    server.receive(bytes(data))
    with pytest.raises(AuthenticationError, match="bad record mac"):
        server.advance()
    assert server.data_to_send()

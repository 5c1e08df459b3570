"""TLS and SASL in front of mock clusters and proxies: log-ins, refusals, and rules for them."""

from __future__ import annotations

import gc
import json
import socket
import ssl
import struct
import sys
import tempfile
from base64 import urlsafe_b64encode

import pytest

from kraft_core.security.oauthbearer import UnsecuredValidator
from kraft_core.testing import KafkaProxy, KafkaProxyError, MockCluster, MockClusterError
from kraft_core.testing.connections import Connections
from kraft_wire.connection import ClientConnection, ResponseReceived, SaslTokenReceived
from kraft_wire.error_codes import ErrorCode
from kraft_wire.errors import SaslError
from kraft_wire.messages import (
    ApiVersionsRequest,
    HeartbeatRequest,
    SaslAuthenticateRequest,
    SaslHandshakeRequest,
)
from kraft_wire.sasl import ScramClient, bearer_tokens, plain_tokens, scram_tokens
from tests.testing.asking import Asking, EndedError, Later, batch, metadata, produce, produced

USERS = {"alice": "word"}
VERSIONS = ApiVersionsRequest(client_software_name="test", client_software_version="1")
SASL = {
    "PLAIN": USERS,
    "SCRAM-SHA-256": USERS,
    "SCRAM-SHA-512": USERS,
    "OAUTHBEARER": {"token-of-alice": "alice"},
}


def tokens_of(mechanism, password="word"):  # noqa: S107  # of this file's mocks
    match mechanism:
        case "PLAIN":
            return plain_tokens("alice", password)
        case "OAUTHBEARER":
            return bearer_tokens("token-of-alice" if password == "word" else password, {})  # noqa: S105
        case _:
            return scram_tokens(ScramClient(mechanism, "alice", password))


@pytest.fixture(params=["mock", "proxy"])
def secured(request):
    """Start a mock cluster, or a proxy in front of one, with the arguments of a call."""
    opened = []

    def start(**arguments):
        if request.param == "mock":
            opened.append(MockCluster(brokers=1, **arguments))
        else:
            opened.append(MockCluster(brokers=1))
            opened.append(KafkaProxy(opened[0].bootstrap_servers, **arguments))
        opened[0].create_topic("t")
        return opened[-1]

    yield start
    for each in reversed(opened):
        each.close()
    gc.collect()  # a socket that is open is a ResourceWarning, which fails the test


# -- TLS -------------------------------------------------------------------------------------------


def test_tls_client_that_trusts_the_certificate_produces(secured):
    mock = secured(security="SSL")
    with Asking(mock, tls=mock.client_tls()) as asking:
        assert produced(asking.ask(produce("t", 0, batch(b"v")), 9)) == [("t", 0, 0, 0)]
    assert not mock.faults


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "::1"])
def test_certificate_names_the_hosts_of_this_machine(host):
    with MockCluster(brokers=1, security="SSL") as mock:
        port = int(mock.bootstrap_servers.rpartition(":")[2])
        with (
            socket.create_connection(("127.0.0.1", port), 30) as plain,
            mock.client_tls().wrap_socket(plain, server_hostname=host) as connected,
        ):
            assert connected.version() == "TLSv1.3"


def test_proxy_certificate_names_its_host():
    with (
        MockCluster(brokers=1) as mock,
        KafkaProxy(mock.bootstrap_servers, host="127.0.0.2", security="SSL") as proxy,
        Asking(proxy, tls=proxy.client_tls()) as asking,
    ):
        assert asking.ask(metadata(), 12).brokers[0].host == "127.0.0.2"


@pytest.mark.parametrize("newest", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_client_that_does_not_trust_the_certificate_is_a_fault(secured, newest):
    mock = secured(security="SSL")
    distrusting = ssl.create_default_context()
    distrusting.maximum_version = newest
    with pytest.raises(ssl.SSLCertVerificationError):
        Asking(mock, tls=distrusting)
    mock.wait_for(lambda: mock.faults, "the alert")
    assert "UNKNOWN_CA" in mock.faults[0]


def test_client_without_tls_is_a_fault_and_gets_no_response(secured):
    mock = secured(security="SSL")
    with Asking(mock) as asking, pytest.raises(EndedError):
        asking.ask(metadata(), 12)
    mock.wait_for(lambda: mock.faults, "the failed handshake")
    assert "a TLS handshake failed" in mock.faults[0]
    assert not mock.requests()


@pytest.mark.parametrize("said", [b"", b"\x16\x03\x01"])
def test_client_that_goes_in_the_middle_of_a_tls_handshake_is_no_fault(secured, said):
    """Java's producer does when it is closed, which must not fail a strict test."""
    mock = secured(security="SSL")
    host, _, port = mock.bootstrap_servers.rpartition(":")
    for linger in (0, 1):  # a FIN, an RST
        with socket.create_connection((host, int(port)), 30) as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", linger, 0))
            client.sendall(said)
    for _ in range(3):
        with Asking(mock, tls=mock.client_tls()) as asking:
            asking.ask(metadata(), 12)
    mock.close()
    assert mock.faults == []


@pytest.mark.parametrize("how", ["before", "after"])
def test_reset_of_a_rule_ends_a_tls_connection(secured, how):
    mock = secured(security="SSL")
    mock.on("Metadata").times(1).reset(how)
    with Asking(mock, tls=mock.client_tls()) as asking, pytest.raises((EndedError, OSError)):
        asking.ask(metadata(), 12)
    with Asking(mock, tls=mock.client_tls()) as asking:
        assert asking.ask(metadata(), 12).brokers


def test_close_ends_connections_in_the_middle_of_a_tls_handshake(secured):
    mock = secured(security="SSL")
    address = mock.bootstrap_servers.rpartition(":")
    waiting = [socket.create_connection((address[0], int(address[2])), 30) for _ in range(3)]
    waiting[1].sendall(b"\x16\x03\x01")
    with Asking(mock, tls=mock.client_tls()) as asking:
        asking.ask(metadata(), 12)
        mock.close()
        for each in waiting:
            assert ended(each)
            each.close()


def ended(client):
    try:
        return client.recv(1) == b""
    except ConnectionResetError:
        return True


def test_connection_that_is_cancelled_before_its_task_began_is_closed(monkeypatch):
    """A listener that ends at once; `_turns` is what lets tasks begin before that."""

    async def none():
        pass

    monkeypatch.setattr("kraft_core.testing.connections._turns", none)
    accept = Connections._accept_secured

    def accept_and_cancel(self, *arguments):
        accept(self, *arguments)
        for task in self._tasks:
            task.cancel()

    monkeypatch.setattr(Connections, "_accept_secured", accept_and_cancel)
    with MockCluster(brokers=1, security="SSL") as mock:
        host, _, port = mock.bootstrap_servers.rpartition(":")
        with socket.create_connection((host, int(port)), 30) as client:
            assert ended(client)
    gc.collect()


def test_certificate_file_is_gone_after_close_and_no_key_is_beside_it():
    with MockCluster(brokers=1, security="SSL") as mock:
        folder = mock.certificate_file.parent
        assert [each.name for each in folder.iterdir()] == ["ca.pem"]
        assert b"PRIVATE" not in mock.certificate_file.read_bytes()
    assert not folder.exists()


def test_cluster_without_tls_has_no_certificate():
    with MockCluster(brokers=1) as mock, pytest.raises(MockClusterError, match="no certificate"):
        mock.client_tls()


def test_missing_package_error_names_the_extra(monkeypatch):
    monkeypatch.setattr("kraft_wire.extras.find_spec", lambda name: None)
    with pytest.raises(ModuleNotFoundError, match="needs the package cryptography, which the") as e:
        MockCluster(brokers=1, security="SSL")
    assert "pip install '.[testing]'" in str(e.value)
    with MockCluster(brokers=1, security="SASL_PLAINTEXT", sasl=SASL):
        pass  # needs no package


# -- SASL ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("security", ["SASL_PLAINTEXT", "SASL_SSL"])
@pytest.mark.parametrize("mechanism", SASL)
def test_client_authenticates_and_produces(secured, mechanism, security):
    mock = secured(security=security, sasl=SASL)
    tls = mock.client_tls() if security == "SASL_SSL" else None
    with Asking(mock, tls=tls) as asking:
        assert asking.ask(VERSIONS, 3).error_code == 0
        lifetime_ms = asking.log_in(mechanism, tokens_of(mechanism))
        assert (lifetime_ms > 0) == (mechanism == "OAUTHBEARER")
        assert produced(asking.ask(produce("t", 0, batch(b"v")), 9)) == [("t", 0, 0, 0)]
    names = [each.api for each in mock.requests()]
    assert names[:3] == ["ApiVersions", "SaslHandshake", "SaslAuthenticate"]
    assert [each.principal for each in mock.requests("Produce")] == ["alice"]
    assert {each.principal for each in mock.requests("SaslHandshake")} == {None}
    assert not any("word" in line for line in mock.trace())
    assert not mock.faults


@pytest.mark.parametrize("mechanism", SASL)
def test_wrong_password_is_refused_and_ends_the_connection(secured, mechanism):
    mock = secured(security="SASL_PLAINTEXT", sasl=SASL)
    with Asking(mock) as asking:
        with pytest.raises(SaslError):
            asking.log_in(mechanism, tokens_of(mechanism, "wrong"))
        with pytest.raises(EndedError):
            asking.answer()
    last = mock.requests("SaslAuthenticate")[-1].response
    assert last.error_code == ErrorCode.SASL_AUTHENTICATION_FAILED
    assert not mock.faults  # a test of wrong credentials is right


def test_unknown_mechanism_gets_those_that_are_enabled_and_ends_the_connection(secured):
    mock = secured(security="SASL_PLAINTEXT", sasl=SASL)
    with Asking(mock) as asking:
        response = asking.ask(SaslHandshakeRequest(mechanism="GSSAPI"), 1)
        assert response.error_code == ErrorCode.UNSUPPORTED_SASL_MECHANISM
        assert list(response.mechanisms) == [*SASL]
        with pytest.raises(EndedError):
            asking.answer()


def test_request_before_authentication_ends_the_connection_and_meets_no_rule(secured):
    mock = secured(security="SASL_PLAINTEXT", sasl=SASL)
    rule = mock.on("Metadata").error("UNKNOWN_SERVER_ERROR", level="topic")
    with Asking(mock) as asking, pytest.raises(EndedError) as end:
        asking.ask(metadata("t"), 12)
    assert end.value.rest <= 0
    assert rule.fired == 0
    mock.wait_for(lambda: mock.faults, "the fault")
    assert "Unexpected Kafka request of key 3 during SASL handshake" in mock.faults[0]


def test_api_versions_without_a_software_name_is_refused_and_may_be_sent_again():
    with (
        MockCluster(brokers=1, security="SASL_PLAINTEXT", sasl=SASL) as mock,
        Asking(mock) as asking,
    ):
        assert asking.ask(ApiVersionsRequest(), 3).error_code == ErrorCode.INVALID_REQUEST
        assert asking.ask(VERSIONS, 3).error_code == 0


def test_second_api_versions_before_authentication_ends_the_connection(secured):
    mock = secured(security="SASL_PLAINTEXT", sasl=SASL)
    with Asking(mock) as asking:
        asking.ask(VERSIONS, 3)
        with pytest.raises(EndedError):
            asking.ask(VERSIONS, 3)


def test_other_request_in_the_middle_of_authentication_is_an_illegal_state(secured):
    mock = secured(security="SASL_PLAINTEXT", sasl=SASL)
    with Asking(mock) as asking:
        asking.ask(SaslHandshakeRequest(mechanism="PLAIN"), 1)
        response = asking.ask(HeartbeatRequest(group_id="g"), 4)
        assert response.error_code == ErrorCode.ILLEGAL_SASL_STATE
        with pytest.raises(EndedError):
            asking.answer()


def test_handshake_after_authentication_is_an_illegal_state(secured):
    mock = secured(security="SASL_PLAINTEXT", sasl=SASL)
    with Asking(mock) as asking:
        asking.log_in("PLAIN", plain_tokens("alice", "word"))
        response = asking.ask(SaslHandshakeRequest(mechanism="PLAIN"), 1)
        assert response.error_code == ErrorCode.ILLEGAL_SASL_STATE
        assert asking.ask(metadata(), 12).brokers


def test_unsecured_token_authenticates_again_before_it_ends(secured, monkeypatch):
    mock = secured(security="SASL_PLAINTEXT", sasl={"OAUTHBEARER": UnsecuredValidator()})
    now_s = 1_000_000
    monkeypatch.setattr("kraft_core.testing.security._wall_ms", lambda: now_s * 1000)
    monkeypatch.setattr("kraft_core.testing.security._monotonic_ms", lambda: now_s * 1000)

    def token(lifetime_s):
        claims = {"sub": "alice", "iat": now_s, "exp": now_s + lifetime_s}
        parts = [json.dumps(each).encode() for each in ({"alg": "none"}, claims)]
        return ".".join(urlsafe_b64encode(each).decode().rstrip("=") for each in parts) + "."

    with Asking(mock) as asking:
        assert asking.log_in("OAUTHBEARER", bearer_tokens(token(60), {})) == 60_000
        now_s += 50
        assert asking.log_in("OAUTHBEARER", bearer_tokens(token(60), {})) == 60_000
        now_s += 50
        assert asking.ask(metadata(), 12).brokers
        now_s += 50
        with pytest.raises(EndedError):
            asking.ask(metadata(), 12)


@pytest.mark.parametrize("password", ["word", "wrong"])
def test_tokens_without_headers_follow_the_handshake_0_of_a_mock_cluster(password):
    with MockCluster(brokers=1, security="SASL_PLAINTEXT", sasl=SASL) as mock:
        wire = ClientConnection(versions=mock._answering.served)
        host, _, port = mock.bootstrap_servers.rpartition(":")
        with socket.create_connection((host, int(port)), 30) as connected:

            def received():
                connected.sendall(wire.data_to_send())
                data = connected.recv(65_536)
                return wire.receive(data) if data else []

            wire.send(SaslHandshakeRequest(mechanism="PLAIN"), 0)
            assert isinstance(received()[0], ResponseReceived)
            wire.send_sasl_token(f"\0alice\0{password}".encode())
            events = received()
            if password == "wrong":  # noqa: S105
                assert events == []
                mock.wait_for(lambda: mock.faults, "the refusal")
                return
            assert isinstance(events[0], SaslTokenReceived)
            wire.end_sasl_tokens()
            wire.send(metadata(), 12)
            assert received()[0].message.brokers


# -- rules -----------------------------------------------------------------------------------------


def test_log_in_without_sasl_is_an_illegal_state():
    with MockCluster(brokers=1, strict=True) as mock, Asking(mock) as asking:
        for version in (0, 1):
            response = asking.ask(SaslHandshakeRequest(mechanism="PLAIN"), version)
            assert response.error_code == ErrorCode.ILLEGAL_SASL_STATE
        response = asking.ask(SaslAuthenticateRequest(auth_bytes=b""), 2)
        assert response.error_code == ErrorCode.ILLEGAL_SASL_STATE
        assert asking.ask(metadata(), 12).brokers


def test_error_of_a_rule_refuses_a_right_password(secured):
    mock = secured(security="SASL_PLAINTEXT", sasl=SASL)
    mock.on("SaslAuthenticate").times(1).error("SASL_AUTHENTICATION_FAILED")
    with Asking(mock) as asking:
        with pytest.raises(SaslError, match="SASL_AUTHENTICATION_FAILED"):
            asking.log_in("PLAIN", plain_tokens("alice", "word"))
        with pytest.raises(EndedError):
            asking.answer()
    with Asking(mock) as asking:
        asking.log_in("PLAIN", plain_tokens("alice", "word"))
        assert asking.ask(metadata(), 12).brokers
    mock.check()


def test_log_in_that_a_rule_holds_goes_on_after_its_release(secured):
    mock = secured(security="SASL_PLAINTEXT", sasl=SASL)
    rule = mock.on("SaslAuthenticate").times(1).hold()
    with Asking(mock) as asking:
        asking.ask(SaslHandshakeRequest(mechanism="PLAIN"), 1)
        later = Later(asking, SaslAuthenticateRequest(auth_bytes=b"\0alice\0word"), 2)
        mock.arrived(rule)
        rule.release()
        assert later.result().error_code == 0
        assert asking.ask(metadata(), 12).brokers


# -- proxies ---------------------------------------------------------------------------------------


def test_sasl_passes_through_a_proxy_that_adds_tls():
    with (
        MockCluster(brokers=1, security="SASL_PLAINTEXT", sasl=SASL) as mock,
        KafkaProxy(mock.bootstrap_servers, security="SSL") as proxy,
        Asking(proxy, tls=proxy.client_tls()) as asking,
    ):
        asking.log_in("SCRAM-SHA-256", tokens_of("SCRAM-SHA-256"))
        assert asking.ask(metadata(), 12).brokers[0].port == int(
            proxy.bootstrap_servers.rpartition(":")[2]
        )
        assert [each.principal for each in mock.requests("Metadata")] == ["alice"]


def test_proxy_connects_to_a_cluster_with_tls():
    with (
        MockCluster(brokers=1, security="SSL") as mock,
        KafkaProxy(mock.bootstrap_servers, upstream_tls=mock.client_tls()) as proxy,
        Asking(proxy) as asking,
    ):
        assert asking.ask(metadata(), 12).brokers


@pytest.mark.parametrize("versions", [{}, {"SaslHandshake": None, "SaslAuthenticate": None}])
def test_proxy_with_sasl_offers_it_whatever_the_cluster_offers(versions):
    with (
        MockCluster(brokers=1, versions=versions) as mock,
        KafkaProxy(mock.bootstrap_servers, security="SASL_PLAINTEXT", sasl=SASL) as proxy,
        Asking(proxy) as asking,
    ):
        offered = asking.ask(VERSIONS, 3).api_keys
        own = [each for each in offered if each.api_key in (17, 36)]
        assert [(each.api_key, each.min_version) for each in own] == [(17, 1), (36, 0)]
        asking.log_in("PLAIN", plain_tokens("alice", "word"))
        assert not mock.requests("SaslHandshake")


# -- arguments -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"security": "TLS"}, "security 'TLS': expected one of PLAINTEXT, SSL"),
        ({"security": "SASL_SSL"}, "security SASL_SSL needs sasl="),
        ({"sasl": SASL}, "sasl needs security SASL_PLAINTEXT or SASL_SSL, not PLAINTEXT"),
        ({"security": "SASL_SSL", "sasl": {"GSSAPI": USERS}}, "sasl mechanism 'GSSAPI': expected"),
        ({"security": "SASL_SSL", "sasl": {"PLAIN": "word"}}, "a mapping of users with passwords"),
        ({"security": "SASL_SSL", "sasl": {"PLAIN": {"a": 1}}}, "of users with passwords"),
        ({"security": "SASL_SSL", "sasl": {"OAUTHBEARER": 1}}, "of tokens with user names"),
    ],
)
def test_arguments_that_do_not_fit_are_refused(arguments, sentence):
    with pytest.raises(MockClusterError) as refused:
        MockCluster(brokers=1, **arguments)
    assert sentence in str(refused.value)
    with pytest.raises(KafkaProxyError) as refused:
        KafkaProxy("localhost:9092", **arguments)
    assert sentence in str(refused.value)


@pytest.mark.parametrize("missing", ["SaslHandshake", "SaslAuthenticate"])
def test_sasl_without_its_apis_is_refused(missing):
    with pytest.raises(MockClusterError, match="needs the APIs SaslHandshake and"):
        MockCluster(security="SASL_PLAINTEXT", sasl=SASL, versions={missing: None})


@pytest.mark.skipif(sys.platform == "win32", reason="modes of files")
def test_folder_of_the_certificate_is_private():
    with MockCluster(brokers=1, security="SSL") as mock:
        assert mock.certificate_file.parent.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "start",
    [
        lambda port: MockCluster(1, security="SSL", port=port),
        lambda port: KafkaProxy("127.0.0.1:1", security="SSL", port=port),
    ],
    ids=["mock", "proxy"],
)
def test_start_that_fails_removes_the_certificate(start, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(AssertionError, match="Cannot listen") as refused:
            start(taken.getsockname()[1])
        assert refused.tb is not None  # which keeps what was made
        assert list(tmp_path.iterdir()) == []

"""The exchange with a pretended node; test_security of tests/conformance has real ones."""

from __future__ import annotations

import base64
import hashlib
import hmac

import pytest

from kraft_core.client.errors import AuthenticationError
from kraft_core.client.session import open_session
from kraft_core.client.settings import Endpoint, Settings
from kraft_core.client.steps import AskTime, Connect, Receive, Send
from kraft_core.security.sasl_client import Credentials
from kraft_wire.connection import ServerConnection
from kraft_wire.messages import (
    ApiVersionsRequest,
    ApiVersionsResponse,
    SaslAuthenticateRequest,
    SaslAuthenticateResponse,
    SaslHandshakeRequest,
    SaslHandshakeResponse,
)
from kraft_wire.sasl import SCRAM_MECHANISMS

SERVED = {17: (0, 1), 18: (0, 4), 36: (0, 2)}
HERE = Endpoint("c1", 9093)
UNSUPPORTED_MECHANISM, ILLEGAL_STATE, FAILED, UNKNOWN = 33, 34, 58, -1


class Node:
    """Serves SASL: `authenticate` answers one token after the other."""

    def __init__(self, authenticate, *, handshake_error=0, served=None):
        self.authenticate = authenticate
        self.handshake_error = handshake_error
        self.connection = ServerConnection(served or SERVED)
        self.asked = []

    def run(self, credentials):
        """Open a session with it."""
        operation = open_session(HERE, Settings(sasl=credentials))
        result = None
        try:
            while True:
                result = self.perform(operation.send(result))
        except StopIteration as end:
            return end.value

    def perform(self, step):
        match step:
            case Connect() | AskTime():
                return 0.0
            case Send():
                for event in self.connection.receive(step.data):
                    self.asked.append((event.message, event.api_version))
                    self.connection.reply(event, self.answer(event.message))
                return None
            case Receive():
                return self.connection.data_to_send()
        raise AssertionError(step)

    def answer(self, request):
        match request:
            case ApiVersionsRequest():
                cls = ApiVersionsResponse.ApiVersion
                keys = tuple(
                    cls(api_key=key, min_version=low, max_version=high)
                    for key, (low, high) in self.connection.served.items()
                )
                return ApiVersionsResponse(api_keys=keys)
            case SaslHandshakeRequest():
                return SaslHandshakeResponse(
                    error_code=self.handshake_error, mechanisms=("PLAIN", "SCRAM-SHA-512")
                )
            case SaslAuthenticateRequest():
                return self.authenticate(bytes(request.auth_bytes))
        raise AssertionError(request)


def refused(_):
    return SaslAuthenticateResponse(error_code=FAILED, error_message="Invalid credentials")


class ScramServer:
    """The other side of SCRAM, for one user."""

    def __init__(self, mechanism, password, *, salt=b"salt"):
        self.hash = {"SCRAM-SHA-256": "sha256", "SCRAM-SHA-512": "sha512"}[mechanism]
        self.salt = base64.b64encode(salt).decode()
        self.salted = hashlib.pbkdf2_hmac(self.hash, password.encode(), salt, 4096)
        self.said = []

    def __call__(self, token):
        text = token.decode()
        if not self.said:
            first = text.removeprefix("n,,")
            nonce = first.split("r=")[1]
            self.said = [first, f"r={nonce}server,s={self.salt},i=4096"]
            return SaslAuthenticateResponse(auth_bytes=self.said[1].encode())
        without_proof, _, proof = text.rpartition(",p=")
        signed = ",".join((*self.said, without_proof)).encode()
        client_key = self.hmac(self.salted, b"Client Key")
        signature = self.hmac(hashlib.new(self.hash, client_key).digest(), signed)
        wanted = bytes(a ^ b for a, b in zip(client_key, signature, strict=True))
        if base64.b64decode(proof) != wanted:
            return refused(token)
        verifier = self.hmac(self.hmac(self.salted, b"Server Key"), signed)
        return SaslAuthenticateResponse(auth_bytes=b"v=" + base64.b64encode(verifier))

    def hmac(self, key, data):
        return hmac.digest(key, data, self.hash)


def test_plain_sends_user_and_password_in_utf_8():
    def authenticate(token):
        assert token == "\0al\u00efce\0alice-secret".encode()
        return SaslAuthenticateResponse()

    node = Node(authenticate)
    session = node.run(Credentials("PLAIN", "al\u00efce", "alice-secret"))
    assert session.serves(36)
    _, (handshake, version), (_, newest) = node.asked
    assert (handshake, version) == (SaslHandshakeRequest(mechanism="PLAIN"), 1)
    assert newest == 2


@pytest.mark.parametrize("mechanism", ["SCRAM-SHA-256", "SCRAM-SHA-512"])
def test_scram_never_sends_the_password(mechanism):
    node = Node(ScramServer(mechanism, "pencil"))
    assert node.run(Credentials(mechanism, "user", "pencil")).serves(36)
    assert not any(b"pencil" in bytes(getattr(one, "auth_bytes", b"")) for one, _ in node.asked)
    with pytest.raises(AuthenticationError, match="c1:9093: Invalid credentials"):
        Node(ScramServer(mechanism, "pencil")).run(Credentials(mechanism, "user", "pen"))


def test_each_exchange_has_a_nonce_of_its_own():
    nodes = [Node(ScramServer("SCRAM-SHA-512", "pencil")) for _ in range(2)]
    for node in nodes:
        node.run(Credentials("SCRAM-SHA-512", "user", "pencil"))
    assert nodes[0].authenticate.said[0] != nodes[1].authenticate.said[0]


def test_iterations_are_computed_once_for_each_salt(monkeypatch):
    computed = []
    mechanism = type(SCRAM_MECHANISMS["SCRAM-SHA-256"])
    compute = mechanism.salted_password

    def salted_password(self, password, salt, iterations):
        computed.append(salt)
        return compute(self, password, salt, iterations)

    monkeypatch.setattr(mechanism, "salted_password", salted_password)
    credentials = Credentials("SCRAM-SHA-256", "user", "pencil")
    for _ in range(3):
        Node(ScramServer("SCRAM-SHA-256", "pencil")).run(credentials)
    assert computed == [b"salt"]
    # a server that cannot prove the password does not replace what is kept
    with pytest.raises(AuthenticationError):
        Node(ScramServer("SCRAM-SHA-256", "other", salt=b"odd")).run(credentials)
    Node(ScramServer("SCRAM-SHA-256", "pencil")).run(credentials)
    assert computed == [b"salt", b"odd"]
    # a password that was set again has another salt
    Node(ScramServer("SCRAM-SHA-256", "pencil", salt=b"new")).run(credentials)
    assert computed == [b"salt", b"odd", b"new"]
    assert credentials == Credentials("SCRAM-SHA-256", "user", "pencil")
    Node(ScramServer("SCRAM-SHA-256", "pencil")).run(Credentials("SCRAM-SHA-256", "user", "pencil"))
    assert computed[3:] == [b"salt"]


@pytest.mark.parametrize(
    ("node", "sentence"),
    [
        (Node(refused), "c1:9093: Invalid credentials"),
        (Node(lambda _: SaslAuthenticateResponse(error_code=UNKNOWN)), "with UNKNOWN_SERVER_ERROR"),
        (
            Node(refused, handshake_error=UNSUPPORTED_MECHANISM),
            "SASL mechanism PLAIN is not enabled on the server; enabled are PLAIN, SCRAM-SHA-512",
        ),
        (Node(refused, handshake_error=ILLEGAL_STATE), "does not speak SASL on this listener"),
        (Node(refused, handshake_error=UNKNOWN), "SASL failed with UNKNOWN_SERVER_ERROR"),
        (Node(refused, served={18: (0, 4)}), "c1:9093: the server does not support SASL"),
        (Node(refused, served=SERVED | {17: (0, 0)}), "c1:9093: the server does not support SASL"),
        (
            Node(refused, served={18: (0, 4), 17: (0, 1)}),
            "c1:9093: the server does not support SASL",
        ),
    ],
)
def test_failed_authentication_names_its_cause(node, sentence):
    with pytest.raises(AuthenticationError, match=sentence):
        node.run(Credentials("PLAIN", "alice", "alice-secret"))


def test_a_password_is_not_shown():
    assert "alice-secret" not in repr(Settings(sasl=Credentials("PLAIN", "a", "alice-secret")))

"""The states of a server with SASL, by the rows of what Kafka 4.3.1 answers.

Divergence N3 to N6, N14.
"""

from __future__ import annotations

import base64
import json
import random
import time
from functools import partial

import pytest

from kraft_core.client.errors import AuthenticationError
from kraft_core.client.session import open_session
from kraft_core.client.settings import Endpoint, Settings
from kraft_core.client.steps import AskTime, Connect, Receive, Send
from kraft_core.security.oauthbearer import UnsecuredToken, UnsecuredValidator
from kraft_core.security.sasl_client import Credentials
from kraft_core.security.sasl_server import (
    Answer,
    Close,
    SaslListener,
    SaslServerAuthenticator,
    SaslState,
    Serve,
)
from kraft_wire.connection import own_versions, versions_answer
from kraft_wire.framing import FrameReader, frame
from kraft_wire.headers import decode_body, decode_response_header, encode_request
from kraft_wire.messages import (
    ApiVersionsRequest,
    DescribeQuorumRequest,
    MetadataRequest,
    SaslAuthenticateRequest,
    SaslHandshakeRequest,
    kafka_messages,
)
from kraft_wire.sasl import (
    SCRAM_MECHANISMS,
    BearerServer,
    PlainServer,
    ScramServer,
)

SERVED = own_versions()
WALL_MS = 1_800_000_000_000
PASSWORDS = {"alice": "alice-secret", "bob": "b\u00f6b"}
SHA_256, SHA_512 = SCRAM_MECHANISMS
DELAY_MS = 300
GENERIC = (
    "Authentication failed during authentication due to invalid credentials with SASL mechanism"
)


def credential(mechanism, password, iterations=4096):
    keys = SCRAM_MECHANISMS[mechanism]
    salted = keys.salted_password(password, b"salt", iterations)
    return keys.credential(salted, b"salt", iterations)


STORED = {
    (SHA_256, "alice"): credential(SHA_256, "alice-secret"),
    (SHA_512, "alice"): credential(SHA_512, "alice-secret"),
    (SHA_512, "weak"): credential(SHA_512, "weak-secret", 100),
    (SHA_512, "only512"): credential(SHA_512, "x"),
}


def scram(mechanism):
    return partial(
        ScramServer, mechanism, lambda user: STORED.get((mechanism, user)), b"node secret"
    )


def listener(**more):
    mechanisms = {
        "PLAIN": partial(PlainServer, PASSWORDS),
        SHA_256: scram(SHA_256),
        SHA_512: scram(SHA_512),
        "OAUTHBEARER": partial(BearerServer, UnsecuredValidator()),
    }
    given = {"failed_delay_ms": DELAY_MS} | more
    return SaslListener(mechanisms, SERVED, **given)


def versions(_request, _version):
    return versions_answer(SERVED)


class Peer:
    """A client of one authenticator."""

    def __init__(self, **more):
        self.server = SaslServerAuthenticator(listener(**more), versions)
        self.now_ms = 5_000
        self.wall_ms = WALL_MS

    def frame(self, payload):
        return self.server.on_frame(payload, self.now_ms, self.wall_ms)

    def ask(self, request, version):
        """Send a request; returns the step and the response that it carries."""
        payload = encode_request(request, version, 7, "client")
        step = self.frame(payload)
        if isinstance(step, Serve) or step.payload is None:
            return step, None
        key = type(request).API_KEY
        header, start = decode_response_header(step.payload, key, version)
        assert header.correlation_id == 7
        cls = kafka_messages().class_of("response", key)
        return step, decode_body(cls, step.payload, start, version)

    def shake(self, mechanism="PLAIN", version=1):
        return self.ask(SaslHandshakeRequest(mechanism=mechanism), version)

    def token(self, token, version=2):
        return self.ask(SaslAuthenticateRequest(auth_bytes=token), version)

    def log_in(self, token=b"\0alice\0alice-secret", mechanism="PLAIN"):
        assert self.shake(mechanism)[1].error_code == 0
        return self.token(token)


def closed(step):
    """Whether the connection ends at once, without an answer."""
    return isinstance(step, Close) and (step.payload, step.delay_ms) == (None, 0)


def failed(step):
    """Whether it ends after the delay."""
    return isinstance(step, Close) and step.delay_ms == DELAY_MS and step.is_failed_authentication


def test_api_versions_once_and_then_the_handshake():
    peer = Peer()
    step, response = peer.ask(ApiVersionsRequest(), 3)
    assert response.error_code == 42  # no name of a software
    named = ApiVersionsRequest(client_software_name="kraft", client_software_version="1.0-x")
    payload = bytearray(encode_request(named, 3, 7, "client"))
    payload[2:4] = (99).to_bytes(2, "big")
    step = peer.frame(bytes(payload))
    cls = kafka_messages().class_of("response", 18)
    refusal = decode_body(cls, step.payload, 4, 0)
    assert (refusal.error_code, refusal.api_keys[0].api_key) == (35, 18)
    step, response = peer.ask(named, 3)
    assert isinstance(step, Answer)
    assert (response.error_code, len(response.api_keys)) == (0, len(SERVED))
    assert closed(peer.ask(named, 3)[0])
    assert closed(peer.shake()[0])


@pytest.mark.parametrize(
    "payload",
    [
        encode_request(MetadataRequest(), 12, 7, "c"),
        encode_request(DescribeQuorumRequest(), 1, 7, "c"),
        encode_request(SaslAuthenticateRequest(), 1, 7, "c"),
        encode_request(SaslHandshakeRequest(mechanism="PLAIN"), 1, 7, "c")[:-1],
        encode_request(SaslHandshakeRequest(mechanism="PLAIN"), 1, 7, "c").replace(
            b"\0\x11\0\1", b"\0\x11\0\2"
        ),
        b"",
        b"\0",
        b"\x7f\xff\0\0\0\0\0\0\0\0",
        b"GET / HTTP/1.1",
    ],
)
def test_invalid_first_request_ends_the_connection(payload):
    peer = Peer()
    assert closed(peer.frame(payload))
    assert peer.server.state is SaslState.CLOSED
    assert closed(peer.shake()[0])


@pytest.mark.parametrize("request_", [ApiVersionsRequest(), DescribeQuorumRequest()])
def test_another_request_in_place_of_a_token_is_answered_with_34(request_):
    peer = Peer()
    peer.shake()
    step, response = peer.ask(request_, 1)
    assert failed(step)
    assert response.error_code == 34


def test_another_handshake_in_place_of_a_token_and_one_without_error_code():
    peer = Peer()
    peer.shake()
    step, response = peer.shake()
    assert failed(step)
    assert (response.error_code, response.mechanisms) == (34, ())
    peer = Peer()
    peer.shake()
    step, _ = peer.ask(MetadataRequest(), 9)
    assert failed(step)


@pytest.mark.parametrize("version", [0, 1])
@pytest.mark.parametrize("mechanism", ["GSSAPI", "plain", ""])
def test_mechanisms_that_are_not_enabled(mechanism, version):
    step, response = Peer().shake(mechanism, version)
    assert failed(step)
    assert response.error_code == 33
    assert set(response.mechanisms) == {"PLAIN", SHA_256, SHA_512, "OAUTHBEARER"}


def test_an_unsupported_version_or_a_raw_token_after_handshake_1_ends_the_connection():
    for payload in (
        b"\0alice\0alice-secret",
        b"\0\x24\0\3" + encode_request(SaslAuthenticateRequest(), 2, 7, "c")[4:],
    ):
        peer = Peer()
        peer.shake()
        assert closed(peer.frame(payload))


def test_a_repr_of_a_step_shows_no_bytes_of_the_exchange():
    assert repr(Answer(b"hush")) == "Answer(<4 bytes>)"
    assert repr(Close("wrong password", b"hush", 300)) == (
        "Close('wrong password', <4 bytes>, after 300 ms)"
    )


def test_tokens_without_a_header_after_handshake_0():
    peer = Peer()
    peer.shake(version=0)
    assert peer.frame(b"\0alice\0alice-secret") == Answer(b"")
    assert peer.server.principal == "alice"
    assert peer.frame(encode_request(DescribeQuorumRequest(), 1, 7, "c")) == Serve()
    for token in (b"\0alice\0wrong", encode_request(SaslAuthenticateRequest(), 1, 7, "c"), b""):
        peer = Peer()
        peer.shake(version=0)
        step = peer.frame(token)
        assert failed(step)
        assert step.payload is None
    peer = Peer()
    peer.shake(SHA_256, 0)
    step = peer.frame(b"y,,")
    assert failed(step)
    assert step.payload is None


INVALID = "Authentication failed: Invalid username or password"
DIFFERENT = (
    "Authentication failed: Client requested an authorization id that is different from username"
)


@pytest.mark.parametrize(
    ("token", "text"),
    [
        (b"\0alice\0wrong", INVALID),
        (b"\0nobody\0alice-secret", INVALID),
        (b"\0nobody\0", "Authentication failed: password not specified"),
        (b"\0alice\0\xff", INVALID),
        (b"\0\0alice-secret", "Authentication failed: username not specified"),
        (b"", "Invalid SASL/PLAIN response: expected 3 tokens, got 1"),
        (b"alice\0alice-secret", "Invalid SASL/PLAIN response: expected 3 tokens, got 2"),
        (b"a\0b\0c\0d\0e", "Invalid SASL/PLAIN response: expected 3 tokens, got 4"),
        (b"bob\0alice\0alice-secret", DIFFERENT),
        (b"bob\0alice\0wrong", INVALID),
    ],
)
def test_plain_tokens_that_are_refused(token, text):
    peer = Peer()
    step, response = peer.log_in(token)
    assert failed(step)
    assert (response.error_code, response.error_message, step.reason) == (58, text, text)
    assert peer.server.principal is None


@pytest.mark.parametrize("token", [b"\0alice\0alice-secret", b"alice\0alice\0alice-secret"])
@pytest.mark.parametrize("version", [0, 1, 2])
def test_correct_password_authenticates(token, version):
    peer = Peer()
    peer.shake()
    assert peer.server.frame_bytes_max == 524_288
    step, response = peer.token(token, version)
    assert isinstance(step, Answer)
    assert (response.error_code, response.session_lifetime_ms) == (0, 0)
    assert (peer.server.principal, peer.server.frame_bytes_max) == ("alice", None)


def test_after_authentication():
    peer = Peer()
    peer.log_in()
    assert peer.ask(ApiVersionsRequest(), 0) == (Serve(), None)
    step, response = peer.token(b"\0alice\0alice-secret")
    assert isinstance(step, Answer)
    assert (response.error_code, response.error_message) == (
        34,
        "SaslAuthenticate request received after successful authentication",
    )
    step, response = peer.shake()
    assert isinstance(step, Answer)
    assert (response.error_code, response.mechanisms) == (34, ())
    peer.now_ms += 10**9  # without a limit the session has no end
    assert peer.ask(DescribeQuorumRequest(), 1) == (Serve(), None)


def test_a_frame_of_invalid_size_ends_the_connection_after_the_delay():
    step = Peer().server.on_invalid_size()
    assert failed(step)
    assert (step.payload, "invalid receive size" in step.reason) == (None, True)


def test_re_authentication():
    peer = Peer(max_reauth_ms=60_000)
    assert peer.log_in()[1].session_lifetime_ms == 60_000
    peer.now_ms += 50_000
    assert isinstance(peer.shake()[0], Answer)
    assert peer.server.frame_bytes_max == 524_288
    assert peer.token(b"\0alice\0alice-secret")[1].session_lifetime_ms == 60_000
    assert peer.ask(DescribeQuorumRequest(), 1) == (Serve(), None)
    peer.now_ms += 999
    step, response = peer.shake()  # within a second of the last one
    assert (isinstance(step, Answer), response.error_code) == (True, 34)
    peer.now_ms += 60_001 - 999
    # after the end of the session a handshake still works, and with raw tokens too
    assert peer.shake(version=0)[1].error_code == 0
    assert peer.frame(b"\0alice\0alice-secret") == Answer(b"")
    assert peer.ask(DescribeQuorumRequest(), 1) == (Serve(), None)
    peer.now_ms += 60_001
    assert closed(peer.ask(DescribeQuorumRequest(), 1)[0])


@pytest.mark.parametrize(
    ("request_", "version", "code", "text"),
    [
        (
            SaslAuthenticateRequest(auth_bytes="\0bob\0b\u00f6b".encode()),
            2,
            58,
            "Cannot change principals during re-authentication from User.alice: User.bob",
        ),
        (SaslAuthenticateRequest(auth_bytes=b"\0alice\0wrong"), 2, 58, INVALID),
        (ApiVersionsRequest(), 0, 34, None),
        (SaslHandshakeRequest(mechanism="PLAIN"), 1, 34, None),
    ],
)
def test_re_authentication_that_fails(request_, version, code, text):
    peer = Peer(max_reauth_ms=60_000)
    peer.log_in()
    assert peer.shake()[1].error_code == 0
    step, response = peer.ask(request_, version)
    assert failed(step)
    assert response.error_code == code
    assert text is None or response.error_message == text


def test_re_authentication_with_another_mechanism():
    peer = Peer(max_reauth_ms=60_000)
    peer.log_in()
    assert peer.shake(SHA_512)[1].error_code == 0
    step, response = peer.token(b"n,,n=alice,r=x")
    assert failed(step)
    assert response is None
    assert f"'{SHA_512}' requested by client is not supported for re-auth" in step.reason
    peer = Peer(max_reauth_ms=60_000)
    peer.log_in()
    assert closed(peer.shake("GSSAPI")[0])


def test_scram_says_re_authentication_in_its_text():
    peer = Peer(max_reauth_ms=60_000)
    run(peer, Credentials(SHA_256, "alice", "alice-secret"))
    peer.shake(SHA_256)
    assert "during re-authentication due to" in peer.token(b"y,,")[1].error_message


@pytest.mark.parametrize(
    "first",
    [
        b"y,,n=alice,r=x",
        b"p=tls-unique,,n=alice,r=x",
        b"n,,n=alice,r=",
        b"n,,n=alice",
        b"n,,n=,r=x",
        b"n,,n=al=ice,r=x",
        b"n,,n=\xc3\xbc,r=x",
        b"n,b=alice,n=alice,r=x",
        b"n,,n=alice,r=x,tokenauth=true",
        b"n,,n=alice,r=x,1=2",
        b"",
        b"\xff\0garbage",
    ],
)
def test_first_messages_of_scram_that_are_not_valid(first):
    step, response = Peer().log_in(first, SHA_512)
    assert failed(step)
    assert (response.error_code, response.error_message) == (58, f"{GENERIC} {SHA_512}")


def test_scram_with_another_authorization_id_is_refused():
    response = Peer().log_in(b"n,a=bob,n=alice,r=x", SHA_512)[1]
    assert (response.error_code, response.error_message) == (58, DIFFERENT)


def server_first(peer, first, mechanism=SHA_512):
    response = peer.log_in(first, mechanism)[1]
    assert response.error_code == 0
    return dict(part.split("=", 1) for part in bytes(response.auth_bytes).decode().split(","))


@pytest.mark.parametrize("user", ["nobody", "weak"])
def test_an_unknown_user_looks_like_another_one_until_the_proof(user):
    answers = [server_first(Peer(), f"n,,n={user},r=x".encode()) for _ in range(2)]
    assert answers[0]["s"] == answers[1]["s"]
    assert answers[0]["s"] != server_first(Peer(), b"n,,n=other,r=x")["s"]
    assert answers[0]["i"] == "4096"
    with pytest.raises(AuthenticationError, match=f"{GENERIC} {SHA_512}"):
        run(Peer(), Credentials(SHA_512, user, "weak-secret"))


def test_a_user_of_the_other_hash_is_unknown():
    run(Peer(), Credentials(SHA_512, "only512", "x"))
    with pytest.raises(AuthenticationError, match=f"{GENERIC} {SHA_256}"):
        run(Peer(), Credentials(SHA_256, "only512", "x"))


@pytest.mark.parametrize("broken", ["nonce", "binding", "proof", "length", "twice"])
def test_final_messages_of_scram_that_are_not_valid(broken):
    peer = Peer()
    first = server_first(peer, b"n,,n=alice,r=x")
    nonce = first["r"] + ("y" if broken == "nonce" else "")
    header = base64.b64encode(b"y,," if broken == "binding" else b"n,,").decode()
    proof = base64.b64encode(bytes(10 if broken == "length" else 64)).decode()
    final = f"c={header},r={nonce},p={proof}".encode()
    step, response = peer.token(b"n,,n=alice,r=x" if broken == "twice" else final)
    assert failed(step)
    assert (response.error_code, response.error_message) == (58, f"{GENERIC} {SHA_512}")


def test_a_signed_binding_of_another_header_is_refused():
    """Kafka takes it: it does not compare c= with the header of the first message."""
    keys = SCRAM_MECHANISMS[SHA_256]
    for header, is_taken in ((b"n,,", True), (b"y,,", False)):
        peer = Peer()
        response = peer.log_in(b"n,,n=alice,r=x", SHA_256)[1]
        first = bytes(response.auth_bytes)
        nonce = first.split(b",")[0]
        without_proof = b"c=" + base64.b64encode(header) + b"," + nonce
        signed = b",".join((b"n=alice,r=x", first, without_proof))
        key = keys.client_key(keys.salted_password("alice-secret", b"salt", 4096))
        signature = keys.sign(keys.stored_key(key), signed)
        proof = bytes(a ^ b for a, b in zip(key, signature, strict=True))
        final = without_proof + b",p=" + base64.b64encode(proof)
        assert (peer.token(final)[1].error_code == 0) is is_taken


def bearer_token(lifetime_s=3600, **claims):
    return UnsecuredToken({"sub": "alice", **claims}, lifetime_s).token().encode()


def test_the_session_of_a_token_ends_with_it():
    peer = Peer(max_reauth_ms=60_000)
    token = bearer_token()
    claims = token.decode().split(".")[1]
    exp_ms = json.loads(base64.urlsafe_b64decode(claims + "=="))["exp"] * 1000
    peer.wall_ms = exp_ms - 5_000
    response = peer.log_in(b"n,,\x01auth=Bearer " + token + b"\x01\x01", "OAUTHBEARER")[1]
    assert response.session_lifetime_ms == 5_000
    peer.now_ms += 5_001
    assert closed(peer.ask(DescribeQuorumRequest(), 1)[0])


def test_a_bad_token_is_refused_after_it_is_acknowledged():
    for last, text in (
        (b"\x01", '{"status":"invalid_token"}'),
        (b"", f"{GENERIC} OAUTHBEARER"),
    ):
        peer = Peer()
        peer.wall_ms = 1 << 50
        message = b"n,,\x01auth=Bearer " + bearer_token() + b"\x01\x01"
        step, response = peer.log_in(message, "OAUTHBEARER")
        assert isinstance(step, Answer)
        assert (response.error_code, bytes(response.auth_bytes)) == (
            0,
            b'{"status":"invalid_token"}',
        )
        step, response = peer.token(last)
        assert failed(step)
        assert (response.error_code, response.error_message) == (58, text)


DIFFERENT_BEARER = (
    "Authentication failed: Client requested an authorization id (bob) that is different"
    " from the token's principal name (alice)"
)


def test_bearer_messages_that_are_refused_at_once():
    token = bearer_token()
    for message, text in (
        (b"garbage", f"{GENERIC} OAUTHBEARER"),
        (
            b"n,a=bob,\x01auth=Bearer " + token + b"\x01\x01",
            DIFFERENT_BEARER,
        ),
    ):
        peer = Peer()
        peer.wall_ms = int(time.time() * 1000)
        step, response = peer.log_in(message, "OAUTHBEARER")
        assert failed(step)
        assert (response.error_code, response.error_message) == (58, text)


def run(peer, credentials):
    """Let the project's own client log in; returns its session."""
    operation = open_session(Endpoint("c1", 9093), Settings(sasl=credentials))
    reader, answers, result = FrameReader(), bytearray(), None
    try:
        while True:
            step = operation.send(result)
            result = None
            match step:
                case Connect() | AskTime():
                    result = 0.0
                case Send():
                    for payload in reader.feed(step.data):
                        done = peer.frame(payload)
                        if done.payload is not None:
                            answers += frame(done.payload)
                case Receive():
                    result = bytes(answers)
                    answers.clear()
    except StopIteration as end:
        return end.value


@pytest.mark.parametrize(
    "credentials",
    [
        Credentials("PLAIN", "bob", "b\u00f6b"),
        Credentials(SHA_256, "alice", "alice-secret"),
        Credentials(SHA_512, "alice", "alice-secret"),
        Credentials("OAUTHBEARER", tokens=UnsecuredToken({"sub": "alice"})),
    ],
    ids=lambda one: one.mechanism,
)
def test_the_client_of_this_project_logs_in(credentials):
    peer = Peer()
    peer.wall_ms = int(time.time() * 1000)
    assert run(peer, credentials).serves(36)
    assert peer.server.principal == (credentials.user or "alice")


@pytest.mark.parametrize("mechanism", [SHA_256, SHA_512])
def test_wrong_password_is_refused(mechanism):
    with pytest.raises(AuthenticationError, match=f"{GENERIC} {mechanism}"):
        run(Peer(), Credentials(mechanism, "alice", "wrong"))


def test_any_bytes_have_an_end_and_let_nobody_in():
    draw = random.Random(11)
    good = [
        encode_request(SaslHandshakeRequest(mechanism=one), 1, 7, "c")
        for one in ("PLAIN", SHA_512, "OAUTHBEARER")
    ]
    good.append(encode_request(SaslAuthenticateRequest(auth_bytes=b"\0alice\0wrong"), 2, 7, "c"))
    good.append(encode_request(SaslAuthenticateRequest(auth_bytes=b"n,,n=alice,r=x"), 2, 7, "c"))
    for _ in range(2000):
        peer = Peer()
        for _ in range(4):
            payload = bytearray(draw.choice(good))
            for _ in range(draw.randrange(3)):
                payload[draw.randrange(len(payload))] ^= draw.randrange(1, 256)
            step = peer.frame(bytes(payload))
            assert isinstance(step, (Answer, Close))
            if isinstance(step, Close):
                break
        assert peer.server.principal is None


def test_secrets_are_not_shown():
    stored = STORED[SHA_512, "alice"]
    assert repr(stored.stored_key) not in repr(stored)

"""OAUTHBEARER: the messages of both sides. `tests/conformance/test_security` asks Kafka."""

from __future__ import annotations

import pytest

from kraft_wire.errors import SaslError, SaslRefusedError
from kraft_wire.sasl import (
    BearerServer,
    Claims,
    TokenRefusedError,
    bearer_tokens,
    client_first,
    parse_client_first,
)

NOW_MS = 1_800_000_000_000


class Validator:
    """Accepts the token `good`, for alice."""

    def validate(self, token, wall_ms):
        if token != "good":  # noqa: S105
            raise TokenRefusedError("it is not good", scope="kafka")
        return Claims("alice", wall_ms + 1000)


def test_client_first_message_round_trips():
    message = client_first("a.b.c", {"key": "some value"})
    assert message == b"n,,\x01auth=Bearer a.b.c\x01key=some value\x01\x01"
    assert parse_client_first(message) == ("", "a.b.c")
    assert parse_client_first(b"n,a=x=2Cy=3D,\x01auth=bearer  t\x01\x01") == ("x,y=", "t")
    assert repr(parse_client_first(message)) == "ClientFirst('', <hidden>)"


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"n,,",
        b"n,,\x01auth=Bearer t\x01",
        b"y,,\x01auth=Bearer t\x01\x01",
        b"n,a=,\x01auth=Bearer t\x01\x01",
        b"n,b=c,\x01auth=Bearer t\x01\x01",
        b"n,a=b=c,\x01auth=Bearer t\x01\x01",
        b"n,,\x01auth=Basic t\x01\x01",
        b"n,,\x01auth=Bearer \x01\x01",
        b"n,,\x01auth=Bearer t!\x01\x01",
        b"n,,\x01auth=Bearer t\x01auth=Bearer u\x01\x01",
        b"n,,\x01auth=Bearer t\x01k1=v\x01\x01",
        b"n,,\x01auth=Bearer t\x01k=\x01\x01",
        b"n,,\x01key=v\x01\x01",
        b"\xff",
    ],
)
def test_messages_that_are_not_valid(message):
    with pytest.raises(SaslError, match=r"message|authorization"):
        parse_client_first(message)


@pytest.mark.parametrize(
    ("token", "extensions", "sentence"),
    [
        ("", {}, "bearer token is empty"),
        ("a\x01b", {}, "contains invalid characters"),
        ("a", {"auth": "b"}, "'auth' has no valid name"),
        ("a", {"k1": "b"}, "'k1' has no valid name"),
        ("a", {"k": "\x01"}, "'k' has no valid value"),
    ],
)
def test_client_refuses_what_the_message_cannot_hold(token, extensions, sentence):
    with pytest.raises(SaslError, match=sentence):
        client_first(token, extensions)


def test_good_token_proves_its_name():
    server, client = BearerServer(Validator()), bearer_tokens("good", {"k": "v"})
    assert server.evaluate(next(client), NOW_MS) == b""
    assert (server.principal, server.expires_ms) == ("alice", NOW_MS + 1000)
    with pytest.raises(StopIteration):
        client.send(b"")


def test_refused_token_is_acknowledged_before_the_error():
    server, client = BearerServer(Validator()), bearer_tokens("bad", {})
    refusal = server.evaluate(next(client), NOW_MS)
    assert refusal == b'{"status":"invalid_token", "scope":"kafka"}'
    acknowledgement = client.send(refusal)
    with pytest.raises(SaslRefusedError, match="invalid_token"):
        server.evaluate(acknowledgement, NOW_MS)
    with pytest.raises(SaslError, match="refused the token without a reason"):
        client.send(b"")
    assert server.principal is None


def test_another_authorization_id_is_refused():
    message = b"n,a=bob,\x01auth=Bearer good\x01\x01"
    with pytest.raises(SaslRefusedError, match=r"\(bob\) that is different"):
        BearerServer(Validator()).evaluate(message, NOW_MS)

"""PLAIN: the messages of both sides. `tests/conformance/test_security` asks Kafka."""

from __future__ import annotations

import pytest

from kraft_wire.errors import SaslError, SaslRefusedError
from kraft_wire.sasl import PlainServer, plain_tokens

PASSWORDS = {"alice": "w\u00f6rd"}


def test_right_password_proves_the_name():
    server, client = PlainServer(PASSWORDS), plain_tokens("alice", "w\u00f6rd")
    token = next(client)
    assert token == b"\0alice\0w\xc3\xb6rd"
    assert server.evaluate(token, 0) == b""
    assert (server.principal, server.expires_ms) == ("alice", None)
    with pytest.raises(StopIteration):
        client.send(b"")


@pytest.mark.parametrize(
    ("token", "sentence"),
    [
        (b"", "expected 3 tokens, got 1"),
        (b"\0a\0b\0c", "expected 3 tokens, got 4"),
        (b"\0\0x", "username not specified"),
        (b"\0alice\0", "password not specified"),
        (b"\0alice\0word", "Invalid username or password"),
        (b"\0bob\0word", "Invalid username or password"),
        ("bob\0alice\0w\u00f6rd".encode(), "authorization id that is different"),
    ],
)
def test_server_refuses_wrong_tokens(token, sentence):
    server = PlainServer(PASSWORDS)
    with pytest.raises(SaslRefusedError, match=sentence):
        server.evaluate(token, 0)
    assert server.principal is None


@pytest.mark.parametrize("parts", [("a\0b", "c"), ("a", "b\0c")])
def test_client_refuses_a_separator_in_a_part(parts):
    with pytest.raises(SaslError, match="does not allow NUL"):
        next(plain_tokens(*parts))


@pytest.mark.parametrize("parts", [("a\ud800", "c"), ("a", "\udcff")])
def test_client_refuses_a_part_that_is_not_unicode_text(parts):
    with pytest.raises(SaslError, match="lone surrogate"):
        next(plain_tokens(*parts))

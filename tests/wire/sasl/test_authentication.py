"""The exchange of SASL in Kafka's requests."""

from __future__ import annotations

import pytest

from kraft_wire.connection import own_versions
from kraft_wire.errors import SaslError
from kraft_wire.messages import (
    ApiVersionsResponse,
    SaslAuthenticateRequest,
    SaslAuthenticateResponse,
    SaslHandshakeRequest,
    SaslHandshakeResponse,
)
from kraft_wire.sasl import authentication, plain_tokens

HANDSHAKE = SaslHandshakeResponse(mechanisms=("PLAIN",))


def exchange(*responses, versions=None):
    """The requests of a client that gets these responses, and the result."""
    steps = authentication("PLAIN", plain_tokens("a", "b"), versions or own_versions())
    requests = [next(steps)]
    try:
        for response in responses:
            requests.append(steps.send(response))  # noqa: PERF401  # it ends the loop
    except StopIteration as end:
        return requests, end.value
    return requests, None


def test_handshake_then_the_tokens_then_the_lifetime():
    requests, lifetime_ms = exchange(HANDSHAKE, SaslAuthenticateResponse(session_lifetime_ms=900))
    assert requests == [
        (SaslHandshakeRequest(mechanism="PLAIN"), 1),
        (SaslAuthenticateRequest(auth_bytes=b"\0a\0b"), None),
    ]
    assert lifetime_ms == 900


@pytest.mark.parametrize(
    ("responses", "sentence"),
    [
        ([ApiVersionsResponse()], "unexpected response"),
        ([HANDSHAKE, HANDSHAKE], "unexpected response"),
        ([SaslHandshakeResponse(error_code=33, mechanisms=("X", "Y"))], "enabled are X, Y"),
        ([SaslHandshakeResponse(error_code=34)], "does not speak SASL on this listener"),
        ([SaslHandshakeResponse(error_code=-1)], "failed with UNKNOWN_SERVER_ERROR"),
        ([HANDSHAKE, SaslAuthenticateResponse(error_code=58, error_message="no")], "^no$"),
        (
            [HANDSHAKE, SaslAuthenticateResponse(error_code=58)],
            "SASL failed with SASL_AUTHENTICATION_FAILED",
        ),
    ],
)
def test_refusals_are_errors(responses, sentence):
    with pytest.raises(SaslError, match=sentence):
        exchange(*responses)


@pytest.mark.parametrize("versions", [{17: (0, 1)}, {36: (0, 2)}, {17: (0, 0), 36: (0, 2)}])
def test_server_without_sasl_is_refused(versions):
    with pytest.raises(SaslError, match="does not support SASL"):
        exchange(versions=versions)

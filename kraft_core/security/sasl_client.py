"""The client's side of SASL, without IO: tokens in, tokens out (KIP-43, KIP-152, KIP-368).

`authentication` is the whole exchange as requests and responses, for clients and for nodes alike.
"""

from __future__ import annotations

import random
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from kraft_core.security.errors import AuthenticationError
from kraft_core.security.oauthbearer import client_first
from kraft_core.security.scram import SCRAM_MECHANISMS, ScramClient
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    ApiKey,
    SaslAuthenticateRequest,
    SaslAuthenticateResponse,
    SaslHandshakeRequest,
    SaslHandshakeResponse,
)

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

    from kraft_core.security.oauthbearer import TokenSource
    from kraft_wire.message import Message, Request
    from kraft_wire.schema import VersionRange

PLAIN: Final = "PLAIN"
OAUTHBEARER: Final = "OAUTHBEARER"
MECHANISMS: Final = (PLAIN, *SCRAM_MECHANISMS, OAUTHBEARER)

_NONCE_BYTES: Final = 24
_HANDSHAKE_VERSION: Final = 1
"""Version 0 is followed by bytes without frames of Kafka's protocol."""

_EARLIEST, _LATEST = 0.85, 0.95


@dataclass(frozen=True, slots=True)
class Credentials:
    """The name of a client, and the mechanism and secret that prove it.

    OAUTHBEARER has neither name nor password, but tokens, which say the name.
    """

    mechanism: str
    user: str = ""
    password: str = field(default="", repr=False)
    tokens: TokenSource | None = None
    extensions: Mapping[str, str] = field(default_factory=dict, repr=False)


def client_tokens(credentials: Credentials) -> Generator[bytes, bytes, None]:
    """Yield the tokens for the server, each in return for the server's last one.

    Each yielded token has to be answered by `send`. Raises AuthenticationError when the server
    could not prove that it knows the secret.
    """
    if credentials.mechanism == PLAIN:
        yield f"\0{credentials.user}\0{credentials.password}".encode()
        return
    if credentials.tokens is not None:
        refusal = yield client_first(credentials.tokens.token(), credentials.extensions)
        if refusal:
            # the server says what is wrong in the answer to this acknowledgement (RFC 7628, 3.2.3)
            yield b"\x01"
            raise AuthenticationError("the server refuses the token and says no reason")
        return
    client = ScramClient(
        credentials.mechanism,
        credentials.user,
        credentials.password,
        secrets.token_urlsafe(_NONCE_BYTES),
    )
    server_first = yield client.first()
    server_final = yield client.final(server_first)
    client.check(server_final)


def authentication(
    credentials: Credentials, versions: Mapping[int, VersionRange]
) -> Generator[tuple[Request[Any], int | None], Message, float]:
    """Yield requests with their versions, each in return for the response to the last one.

    A version of None is the newest that both sides speak. The result is the time in seconds until
    the client has to authenticate again, 0 for never (KIP-368). Raises AuthenticationError.
    """
    lowest, highest = versions.get(ApiKey.SASL_HANDSHAKE, (0, -1))
    if not lowest <= _HANDSHAKE_VERSION <= highest or ApiKey.SASL_AUTHENTICATE not in versions:
        raise AuthenticationError("the server does not serve SASL")
    mechanism = credentials.mechanism
    response = yield SaslHandshakeRequest(mechanism=mechanism), _HANDSHAKE_VERSION
    _check_handshake(response, mechanism)
    lifetime_ms = 0
    tokens = client_tokens(credentials)
    token = next(tokens)
    while True:
        response = yield SaslAuthenticateRequest(auth_bytes=token), None
        if not isinstance(response, SaslAuthenticateResponse):
            raise AuthenticationError("the server sent an unexpected response")
        if response.error_code:
            name = ErrorCode(response.error_code).name
            raise AuthenticationError(response.error_message or f"SASL failed with {name}")
        lifetime_ms = response.session_lifetime_ms
        try:
            token = tokens.send(bytes(response.auth_bytes))
        except StopIteration:
            # spread, so that not all clients of a server come at once (SaslClientAuthenticator)
            share = random.uniform(_EARLIEST, _LATEST)  # noqa: S311
            return lifetime_ms * share / 1000


def _check_handshake(response: Message, mechanism: str) -> None:
    if not isinstance(response, SaslHandshakeResponse):
        raise AuthenticationError("the server sent an unexpected response")
    match ErrorCode(response.error_code):
        case ErrorCode.NONE:
            return
        case ErrorCode.UNSUPPORTED_SASL_MECHANISM:
            raise AuthenticationError(
                f"SASL mechanism {mechanism} is not enabled there; enabled are"
                f" {', '.join(response.mechanisms)}"
            )
        case ErrorCode.ILLEGAL_SASL_STATE:
            raise AuthenticationError("the server does not speak SASL on this listener")
        case code:
            raise AuthenticationError(f"SASL failed with {code.name}")

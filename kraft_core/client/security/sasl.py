"""The SASL exchange on a connection: SaslHandshake, then SaslAuthenticate (KIP-43, KIP-152)."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from kraft_core.client.errors import AuthenticationError, ConnectionLostError
from kraft_core.client.security.scram import ScramClient
from kraft_core.scram_mechanism import SCRAM_MECHANISMS
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    SaslAuthenticateRequest,
    SaslAuthenticateResponse,
    SaslHandshakeRequest,
    SaslHandshakeResponse,
)

if TYPE_CHECKING:
    from kraft_core.client.session import Session
    from kraft_core.client.steps import Operation

PLAIN: Final = "PLAIN"
MECHANISMS: Final = (PLAIN, *SCRAM_MECHANISMS)
_SASL_HANDSHAKE: Final = 17
_SASL_AUTHENTICATE: Final = 36
_HANDSHAKE_VERSION: Final = 1
"""Version 0 is followed by bytes without frames of Kafka's protocol."""

_NONCE_BYTES: Final = 24


@dataclass(frozen=True, slots=True)
class Credentials:
    """Who a client is, and the mechanism that proves it."""

    mechanism: str
    user: str
    password: str = field(repr=False)


def authenticate(session: Session, credentials: Credentials) -> Operation[None]:
    """Prove who we are on a fresh connection. Raises AuthenticationError."""
    yield from _shake_hands(session, credentials.mechanism)
    if credentials.mechanism == PLAIN:
        yield from _send(session, f"\0{credentials.user}\0{credentials.password}".encode())
        return
    client = ScramClient(
        credentials.mechanism,
        credentials.user,
        credentials.password,
        secrets.token_urlsafe(_NONCE_BYTES),
    )
    server_first = yield from _send(session, client.first())
    server_final = yield from _send(session, client.final(server_first))
    client.check(server_final)


def _shake_hands(session: Session, mechanism: str) -> Operation[None]:
    lowest, highest = session.versions.get(_SASL_HANDSHAKE, (0, -1))
    if not lowest <= _HANDSHAKE_VERSION <= highest or not session.serves(_SASL_AUTHENTICATE):
        raise AuthenticationError(f"{session.endpoint} does not serve SASL")
    request = SaslHandshakeRequest(mechanism=mechanism)
    answer = yield from session.call(request, version=_HANDSHAKE_VERSION)
    if not isinstance(answer, SaslHandshakeResponse):
        raise ConnectionLostError(f"{session.endpoint} answers out of turn")
    if answer.error_code == ErrorCode.UNSUPPORTED_SASL_MECHANISM:
        raise AuthenticationError(
            f"{session.endpoint}: SASL mechanism {mechanism} is not enabled there; enabled are"
            f" {', '.join(answer.mechanisms)}"
        )
    if answer.error_code == ErrorCode.ILLEGAL_SASL_STATE:
        raise AuthenticationError(f"{session.endpoint} does not speak SASL on this listener")
    _check(session, answer.error_code, None)


def _send(session: Session, token: bytes) -> Operation[bytes]:
    answer = yield from session.call(SaslAuthenticateRequest(auth_bytes=token))
    if not isinstance(answer, SaslAuthenticateResponse):
        raise ConnectionLostError(f"{session.endpoint} answers out of turn")
    _check(session, answer.error_code, answer.error_message)
    return bytes(answer.auth_bytes)


def _check(session: Session, code: int, text: str | None) -> None:
    if code:
        name = ErrorCode(code).name
        raise AuthenticationError(f"{session.endpoint}: {text or f'SASL failed with {name}'}")

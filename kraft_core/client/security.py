"""TLS and SASL of a client: what its configuration says, and the exchange on a fresh connection.

The mechanisms, stores and keys are those of `kraft_core.security`; its errors become ClientErrors
here. SaslHandshake comes first, then SaslAuthenticate (KIP-43, KIP-152).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.client.errors import AuthenticationError, ConnectionLostError, SecurityConfigError
from kraft_core.security import client_keys, errors
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    SaslAuthenticateRequest,
    SaslAuthenticateResponse,
    SaslHandshakeRequest,
    SaslHandshakeResponse,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kraft_core.client.session import Session
    from kraft_core.client.steps import Operation
    from kraft_core.security.client_keys import ClientSecurity
    from kraft_core.security.sasl_client import Credentials

_SASL_HANDSHAKE: Final = 17
_SASL_AUTHENTICATE: Final = 36
_HANDSHAKE_VERSION: Final = 1
"""Version 0 is followed by bytes without frames of Kafka's protocol."""


def read_security(values: Mapping[str, str]) -> ClientSecurity:
    """Read Kafka's keys; others say nothing here. Raises SecurityConfigError.

    Files are read now. Without `security.protocol` nothing else of it counts, as in Kafka.
    """
    try:
        return client_keys.read_security(values)
    except errors.SecurityConfigError as error:
        raise SecurityConfigError(str(error)) from None


def authenticate(session: Session, credentials: Credentials) -> Operation[None]:
    """Prove who we are on a fresh connection. Raises AuthenticationError."""
    from kraft_core.security.sasl_client import client_tokens  # noqa: PLC0415  # who needs it

    yield from _shake_hands(session, credentials.mechanism)
    tokens = client_tokens(credentials)
    try:
        token = next(tokens)
        while True:
            answer = yield from _send(session, token)
            token = tokens.send(answer)
    except StopIteration:
        return
    except errors.AuthenticationError as error:
        raise AuthenticationError(f"{session.endpoint}: {error}") from None


def _shake_hands(session: Session, mechanism: str) -> Operation[None]:
    lowest, highest = session.versions.get(_SASL_HANDSHAKE, (0, -1))
    if not lowest <= _HANDSHAKE_VERSION <= highest or not session.serves(_SASL_AUTHENTICATE):
        raise AuthenticationError(f"{session.endpoint} does not serve SASL")
    request = SaslHandshakeRequest(mechanism=mechanism)
    answer = yield from session.call(request, version=_HANDSHAKE_VERSION)
    if not isinstance(answer, SaslHandshakeResponse):
        raise ConnectionLostError(f"{session.endpoint} sent an unexpected response")
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
        raise ConnectionLostError(f"{session.endpoint} sent an unexpected response")
    _check(session, answer.error_code, answer.error_message)
    return bytes(answer.auth_bytes)


def _check(session: Session, code: int, text: str | None) -> None:
    if code:
        name = ErrorCode(code).name
        raise AuthenticationError(f"{session.endpoint}: {text or f'SASL failed with {name}'}")

"""The client's exchange in Kafka's requests: SaslHandshake 1, then SaslAuthenticate (KIP-152)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kraft_wire.errors import ErrorCode, SaslError
from kraft_wire.messages import (
    ApiKey,
    SaslAuthenticateRequest,
    SaslAuthenticateResponse,
    SaslHandshakeRequest,
    SaslHandshakeResponse,
)

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

    from kraft_wire.message import Message, Request
    from kraft_wire.schema import VersionRange

__all__ = ["authentication", "check_credentials"]

_HANDSHAKE_VERSION: Final = 1
"""Version 0 is followed by bytes without frames of Kafka's protocol."""


def check_credentials(user: str, password: str) -> None:
    """Raise SaslError for text that UTF-8 cannot hold, as it comes from undecodable bytes."""
    try:
        user.encode()
        password.encode()
    except UnicodeEncodeError:
        # the error itself would show the password
        raise SaslError("a user name or password has a lone surrogate: not UTF-8") from None


def authentication(
    mechanism: str, tokens: Generator[bytes, bytes, None], versions: Mapping[int, VersionRange]
) -> Generator[tuple[Request[Any], int | None], Message, int]:
    """Yield requests with their versions, each in return for the response to the last one.

    A version of None is the newest that both sides support; `versions` are those of the server. The
    result is `session_lifetime_ms`, after which the client has to authenticate again, 0 for never
    (KIP-368). Raises SaslError.
    """
    lowest, highest = versions.get(ApiKey.SASL_HANDSHAKE, (0, -1))
    if not lowest <= _HANDSHAKE_VERSION <= highest or ApiKey.SASL_AUTHENTICATE not in versions:
        raise SaslError("the server does not support SASL")
    response = yield SaslHandshakeRequest(mechanism=mechanism), _HANDSHAKE_VERSION
    _check_handshake(response, mechanism)
    token = next(tokens)
    while True:
        response = yield SaslAuthenticateRequest(auth_bytes=token), None
        if not isinstance(response, SaslAuthenticateResponse):
            raise SaslError("the server sent an unexpected response")
        if response.error_code:
            name = ErrorCode(response.error_code).name
            raise SaslError(response.error_message or f"SASL failed with {name}")
        try:
            token = tokens.send(bytes(response.auth_bytes))
        except StopIteration:
            return response.session_lifetime_ms


def _check_handshake(response: Message, mechanism: str) -> None:
    if not isinstance(response, SaslHandshakeResponse):
        raise SaslError("the server sent an unexpected response")
    match ErrorCode(response.error_code):
        case ErrorCode.NONE:
            return
        case ErrorCode.UNSUPPORTED_SASL_MECHANISM:
            raise SaslError(
                f"SASL mechanism {mechanism} is not enabled on the server; enabled are"
                f" {', '.join(response.mechanisms)}"
            )
        case ErrorCode.ILLEGAL_SASL_STATE:
            raise SaslError("the server does not speak SASL on this listener")
        case code:
            raise SaslError(f"SASL failed with {code.name}")
